"""Vantage in browsers: what each seat sees, what never reaches another, the first turn, phones, and what axe says."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from playwright.async_api import Browser, Locator, Page, Position, TimeoutError, expect

from app.games.vantage.album import left_behind
from app.games.vantage.game import GAME
from app.games.vantage.state import Entry as Passage
from app.games.vantage.state import Footstep, Pin, State
from app.games.vantage.world import Place, world
from app.kernel import Base, Rng, encode_state
from app.tables.entries import Entry, encode_entry
from app.tables.replay import FILE_VERSION, TableFile
from tests.browser.looks import Axe, shot, still
from tests.browser.seats import WHOLE, Seat
from tests.games.vantage.situations import give, seed_for, table, tokens
from tests.patience import Patiently
from tests.rules import rule
from tests.servers import Server, lay

NAMES = ("Ana", "Ben", "Cleo")
PLACES = (41, 42, 46)


# A table in the middle of a journey -------------------------------------------------------------------------------


def situation(**options: Any) -> State:
    """Three at places of their own; Ana is on turn. Nobody has read anything yet."""
    state = table(3, at=PLACES, **options)
    for seat, who in enumerate(state.seats):
        who.route = [Footstep(0, PLACES[seat])]
    give(state, 0, 1149, cell=1, boost=1)
    give(state, 1, 1445, cell=5, boost=2)
    tokens(state, 1, look=1)
    for who in state.seats:
        who.careful = False
    return state


def as_file(state: State, seed: str) -> bytes:
    count = len(state.seats)
    base = msgspec.msgpack.encode(Base(GAME.version, count, 0, Rng(seed), encode_state(state)))
    options = msgspec.to_builtins(state.options)
    return msgspec.msgpack.encode(
        TableFile(
            parallax=FILE_VERSION,
            game=GAME.id,
            state_version=GAME.version,
            options=options,
            seed=seed,
            status="playing",
            names=NAMES[:count],
            bots=(False,) * count,
            seq=1,
            base_seq=1,
            base=base,
            outcome=None,
            checkpoints=((1, base),),
            entries=((1, encode_entry(Entry(0))),),
        )
    )


async def sit_down(
    browser: Browser, server: Server, state: State, size: tuple[int, int] = (1366, 768), seed: str = "situation"
) -> list[Seat]:
    link = server.url + await lay(server, as_file(state, seed))
    seats = []
    for number, name in enumerate(NAMES[: len(state.seats)]):
        context = await browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 500)
        await context.add_init_script(WHOLE)
        seat = Seat(context, await context.new_page(), name)
        taken = await context.request.post(f"{link}/sit", form={"name": name, "seat": str(number)})
        assert taken.ok, await taken.text()
        await seat.page.goto(link)
        await expect(seat.page.locator("#connection")).to_have_text("connected")
        seats.append(seat)
    return seats


async def leave(seats: list[Seat]) -> None:
    for seat in seats:
        assert seat.problems == []
        await seat.context.close()


def button(page: Page, value: str) -> Locator:
    return page.locator(f'#r-ask button[value="{value}"]')


async def choose(page: Page, value: str) -> None:
    await button(page, value).click()
    await expect(button(page, value)).to_have_count(0)


async def use(page: Page, option: str, words: str = "") -> None:
    form = page.locator("#r-offers form").filter(has=page.locator(f'[name="option"][value="{option}"]'))
    await page.locator("#r-offers").evaluate(
        "(part) => part.querySelectorAll('details').forEach((d) => { d.open = true; })"
    )
    if words:
        await form.locator('[name="values"]').fill(words)
    await form.get_by_role("button").click()


async def time_is_up(page: Page) -> None:
    """Under More, and only with a word."""
    assert await page.locator('#r-ask [value="stop"], #r-offers button:visible [value="stop"]').count() == 0
    await page.get_by_role("button", name="More", exact=True).click()
    leaving = page.locator("#panel-more details.leave").filter(has_text="Time is up")
    await leaving.locator("summary").click()
    await leaving.locator("input").fill("time")
    await leaving.get_by_role("button").click()


def sent(seat: Seat) -> str:
    """Everything that the browser was ever sent, with the entities of HTML undone."""
    text = "\n".join(seat.received)
    for entity, plain in (("&#39;", "'"), ("&#34;", '"'), ("&quot;", '"'), ("&amp;", "&"), ("\\u2019", "’")):
        text = text.replace(entity, plain)
    return text


def private_words(place: Place) -> list[str]:
    """What only somebody who stands there may be sent: description, voice, and every detail of the picture."""
    details = [element.detail for element in place.scene.elements()]
    return [words for words in (place.text, place.voice, *details) if len(words) > 12]


def unread_words(place: Place) -> list[str]:
    """What nobody may be sent before it is read: lines, passages, labels of options, of actions and departs alike."""
    entries = [*place.actions, *place.departs.values()]
    words = [text for entry in entries for text in (entry.line, entry.tell)]
    words += [depart.diagonal.tell for depart in place.departs.values() if depart.diagonal]
    return [text for text in words if len(text) > 12]


# Secrets -----------------------------------------------------------------------------------------------------------


async def test_nothing_unread_reaches_another_seat(browser: Browser, server: Server) -> None:
    state = situation()
    seats = await sit_down(browser, server, state, seed=seed_for("blank", "blank"))
    ana, ben, cleo = (seat.page for seat in seats)
    places = [world("sampler").places[number] for number in PLACES]
    for page in (ana, ben, cleo):
        await expect(page.locator("#r-picture svg.scene")).to_be_visible()
        assert "element" not in (await page.locator("#r-picture").inner_html())
    await choose(ana, "here:look-READ")
    await expect(ben.locator("#r-help")).to_contain_text("look-READ")
    line = next(action.line for action in places[0].actions if action.act == "look-READ")
    tell = next(action.tell for action in places[0].actions if action.act == "look-READ")
    for seat in seats:
        await expect(seat.page.locator("#log")).to_contain_text(line)
        assert line in sent(seat), "cost and action line are read to all in step 2"
        assert tell not in sent(seat), "the result is not"
    await use(ben, "pledge:look")
    await expect(ana.locator("#r-ask .sum")).to_contain_text("pays 1 look")
    await choose(ana, "roll:0")
    for seat in seats:
        await expect(seat.page.locator("#log")).to_contain_text("Seven. The topmost is old")
    for number, seat in enumerate(seats):
        text = sent(seat)
        for other, place in enumerate(places):
            for words in private_words(place):
                assert (words in text) == (other == number), f"{seat.name}: {words}"
            for words in unread_words(place):
                read = words in (line, tell)
                assert (words in text) == read, f"{seat.name}: {words}"
        told = left_behind(state, number)  # the ship and the pod, in the first turn
        elsewhere = [place for place in world("sampler").places.values() if place.id not in PLACES]
        unseen = [words for place in elsewhere if place.id not in told for words in private_words(place)]
        unread = [words for place in elsewhere for words in unread_words(place)]
        assert not [words for words in [*unseen, *unread] if words in text]
        for mission in world("sampler").missions.values():
            assert mission.crisis not in text
            assert mission.done not in text
    await shot(ana, "vantage-after-a-result")
    await leave(seats)


async def test_what_is_behind_a_star_is_not_sent(browser: Browser, server: Server) -> None:
    state = situation()
    state.turn = state.first = 1
    seats = await sit_down(browser, server, state)
    ben = seats[1].page
    await expect(ben.locator('[data-name="compass-east"]')).to_contain_text("★")
    assert not re.search(r"(?<![\w.-])043(?![\w.-])", sent(seats[1])), "the number behind the star"
    assert "Cold Roads" not in sent(seats[1])
    await choose(ben, "depart:east")
    for seat in seats:  # both lines are shown together, to all (VAN-085)
        await expect(seat.page.locator("#log")).to_contain_text("Take the last boat out")
        await expect(seat.page.locator("#log")).to_contain_text("Wade where the posts are")
        assert "The boat knows one way" not in sent(seat)
    await leave(seats)


async def test_captions_and_pins_are_for_all_and_pictures_are_not(
    browser: Browser, server: Server, tmp_path: Path
) -> None:
    seats = await sit_down(browser, server, situation())
    ana, ben, _ = (seat.page for seat in seats)
    await use(ana, "caption", "a stile with a bell, and a goat")
    await ben.locator(".v-lists > summary").click()
    await expect(ben.locator("#seats-0 .v-caption")).to_have_text("“a stile with a bell, and a goat”")
    await expect(ana.locator(".v-words .v-caption")).to_contain_text("a stile with a bell")
    await ana.locator("button[data-pinning]").click()
    await expect(ana.locator("#r-picture")).to_have_attribute("data-pinning", "")
    box = await ana.locator("#r-picture").bounding_box()
    assert box is not None
    spot: Position = {"x": box["width"] * 0.25, "y": box["height"] * 0.5}
    await ana.locator("#r-picture").click(position=spot, force=True)
    await expect(ana.locator(".v-pinword input")).to_be_focused()
    await shot(ana, "vantage-pin")
    await ana.keyboard.type("grey stone")
    await ana.keyboard.press("Enter")
    await expect(ana.locator(".v-pinword")).to_have_count(0)
    await expect(ben.locator("#seats-0 .v-pins")).to_contain_text("grey stone")
    await expect(ana.locator(".v-mypins")).to_contain_text("grey stone")
    pinned = await ana.locator(".v-mypins circle").evaluate("(pin) => [pin.getAttribute('cx'), pin.getAttribute('cy')]")
    assert pinned[0] in ("25%", "26%")
    assert re.fullmatch(r"5[0-6]%", pinned[1]), "the frame of lead is counted in"
    # A side is named by a tap on it, by whoever is not about to walk.
    await ben.locator(".v-lists > summary").click()
    await ben.locator('[data-name="compass-west"]').click()
    await expect(ana.locator("#log")).to_contain_text("reads out: west: 041")
    await ana.locator("#r-picture .el path").first.dispatch_event("click")
    await expect(ana.locator("[data-said]")).not_to_be_empty()
    await expect(ana.locator("#explain .explain")).to_be_visible()  # what it is, and what can be done with it
    await ana.locator("#explain [data-close-card]").click()
    # The sketch pad: drawn, kept over a reload, never sent.
    before = [len(seat.received) for seat in seats]
    await ana.locator(".v-sketch > summary").click()
    pad = ana.locator("canvas[data-sketch]")
    await pad.scroll_into_view_if_needed()
    paper = await pad.bounding_box()
    assert paper is not None
    await ana.mouse.move(paper["x"] + 20, paper["y"] + 20)
    await ana.mouse.down()
    await ana.mouse.move(paper["x"] + 90, paper["y"] + 60)
    await ana.mouse.up()
    kept = await ana.evaluate("Object.entries(localStorage).filter(([k]) => k.startsWith('sketch:')).length")
    assert kept == 1
    await ana.wait_for_timeout(300)
    assert [len(seat.received) for seat in seats] == before
    await leave(seats)


# Playing -----------------------------------------------------------------------------------------------------------


async def test_a_guided_first_turn(browser: Browser, server: Server) -> None:
    seats = await sit_down(browser, server, situation(), seed=seed_for("time", "morale"))
    ana, ben, _ = (seat.page for seat in seats)
    await expect(ana.locator("#r-picture")).to_be_visible()
    await expect(ana.locator(".v-words h2")).to_contain_text("Bell Stile")
    await choose(ana, "here:move-CLIMB")
    await choose(ana, "roll:0")
    await expect(ana.locator("#r-dice .v-die")).to_have_count(2)
    await expect(ben.locator("#r-dice .v-die")).to_have_count(2)
    await expect(ana.locator("#r-ask")).to_contain_text("You would lose 1 time and 1 morale")
    await expect(ana.locator("#r-ask .sum")).to_contain_text("caught")
    slot = ana.locator('#r-dock [data-name="slot-1149.0"]')
    await expect(slot).to_be_visible()
    await expect(slot).to_have_class(re.compile("lit"))
    await shot(ana, "vantage-placing")
    await choose(ana, "so")  # one press does as suggested
    await expect(ana.locator("#log")).to_contain_text("places")
    await expect(ana.locator("#open .passage")).to_be_visible()  # and the story stays until it is read
    await shot(ana, "vantage-story-told")
    await leave(seats)


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)], ids=["laptop", "phone"])
async def test_a_drag_changes_where_a_die_goes(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    state = situation()
    state.seats[0].careful = True  # else the suggestion is taken after a while
    seats = await sit_down(browser, server, state, size, seed=seed_for("time", "blank"))
    ana = seats[0].page
    await choose(ana, "here:move-CLIMB")
    await choose(ana, "roll:0")
    await expect(ana.locator("#r-ask .sum")).to_contain_text("time → Honest rope")
    await still(ana)  # dice tumble before they lie
    die = await ana.locator('#r-dice [data-face="time"]').bounding_box()
    assert die is not None
    await ana.mouse.move(die["x"] + 20, die["y"] + 20)
    await ana.mouse.down()
    await ana.mouse.move(die["x"] + 60, die["y"] + 40, steps=3)
    await expect(ana.locator(".v-die.carried")).to_be_visible()
    slot = ana.locator('#r-dock [data-name="slot-800.0"]')
    await expect(slot).to_be_in_viewport()  # on a phone the dock opens for it
    await expect(slot).to_have_class(re.compile("takes"))
    where = await slot.bounding_box()
    assert where is not None
    await ana.mouse.move(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2, steps=4)
    await shot(ana, f"vantage-drag-{size[0]}")
    await ana.mouse.up()
    await expect(ana.locator("#log")).to_contain_text("places time on Ines Halloway")
    await expect(ana.locator(".v-die.carried")).to_have_count(0)
    await leave(seats)


async def stop_the_clock(page: Page, how: str) -> None:
    """By its button, or by lifting a die."""
    if how == "press":
        await page.locator("[data-stop-clock]").click(timeout=2000)
        return
    await still(page)
    die = await page.locator('#r-dice [data-face="time"]').bounding_box(timeout=2000)
    assert die is not None
    await page.mouse.move(die["x"] + 20, die["y"] + 20)
    await page.mouse.down()
    await page.mouse.move(die["x"] + 60, die["y"] + 40, steps=3)


@rule("VAN-109")
@pytest.mark.parametrize("how", ["press", "drag"])
async def test_the_clock_of_a_suggestion_stops(browser: Browser, server: Server, how: str) -> None:
    """The clock runs for a few seconds only: where the test was slower, it sits down again."""
    async for _ in Patiently("a hand that is quicker than the clock"):
        seats = await sit_down(browser, server, situation(), (1440, 900), seed=seed_for("time", "blank"))
        ana = seats[0].page
        await choose(ana, "here:move-CLIMB")
        await ana.locator('#r-ask button[value="so"], #open .passage').first.wait_for()
        with suppress(TimeoutError):
            await stop_the_clock(ana, how)
        await expect(ana.locator("#log")).to_contain_text(re.compile("stops the clock|places time"))
        if "stops the clock" in (await ana.locator("#log").text_content() or ""):
            break
        await leave(seats)
    await expect(ana.locator("[data-stop-clock]")).to_be_hidden()
    await expect(ana.locator("#r-status .ring")).to_have_count(0)
    if how == "drag":  # the die is still in hand, and goes where it is dropped
        where = await ana.locator('#r-dock [data-name="slot-800.0"]').bounding_box()
        assert where is not None
        await ana.mouse.move(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2, steps=4)
        await ana.mouse.up()
        await expect(ana.locator("#log")).to_contain_text("places time on Ines Halloway")
    else:
        await choose(ana, "so")
    await leave(seats)


async def test_crew_map_and_story_have_the_phone_to_themselves(browser: Browser, server: Server) -> None:
    state = situation()
    state.seats[0].route = [Footstep(n, place) for n, place in enumerate((46, 47, 42, 41, 48, 43, 41))]
    seats = await sit_down(browser, server, state, (390, 844))
    ana = seats[0].page
    await ana.locator(".v-lists > summary").click()
    await expect(ana.locator(".v-map")).to_be_in_viewport()
    await expect(ana.locator(".v-map text", has_text="041")).to_be_in_viewport()
    box = await ana.locator(".v-reference").bounding_box()
    dock = await ana.locator("#dock").bounding_box()
    assert box is not None
    assert dock is not None
    assert box["height"] > 0.7 * 844
    assert box["y"] + box["height"] <= dock["y"], "nothing is cut off"
    assert await ana.locator(".v-reference").evaluate("(list) => list.scrollWidth - list.clientWidth") <= 0
    await shot(ana, "vantage-map-390")
    await ana.locator(".v-lists > summary").click()
    await expect(ana.locator("#r-ask h2")).to_be_in_viewport()
    await leave(seats)


async def test_the_story_at_the_end(browser: Browser, server: Server, tmp_path: Path) -> None:
    state = situation()
    state.seats[0].route = [Footstep(1, 46, "half a house", (Pin(10, 20, "a sill"),)), Footstep(3, 41)]
    state.seats[1].caption = "more lamps than boats"
    state.log = [Passage(0, 2, 1, 42, "look-WATCH", "They skip the last one.")]
    state.readings += 1
    seats = await sit_down(browser, server, state)
    ana, ben, cleo = (seat.page for seat in seats)
    assert "half a house" not in sent(seats[2]), "routes are revealed at the end"
    for page in (ana, ben):
        await time_is_up(page)
    for page in (ana, ben, cleo):
        await page.get_by_text("The board at the end").click()
        await page.locator(".v-lists > summary").click()
        await expect(page.get_by_role("heading", name="The whole story")).to_be_visible()
        await expect(page.locator(".v-tale")).to_contain_text("“half a house”")
        await expect(page.locator(".v-tale")).to_contain_text("a sill")
        await expect(page.locator(".v-tale")).to_contain_text("“more lamps than boats”")
        await expect(page.locator(".v-tale")).to_contain_text("They skip the last one.")
    async with cleo.expect_download() as download:
        await cleo.get_by_role("button", name="Save the story as a text").click()
    path = tmp_path / "story.txt"
    await (await download.value).save_as(path)
    text = path.read_text(encoding="utf-8")
    assert text.index("half a house") < text.index("They skip the last one.") < text.index("at 041 Bell Stile")
    await shot(cleo, "vantage-story")
    await leave(seats)


@pytest.mark.parametrize("size", [(390, 844), (1366, 768)])
async def test_it_fits_and_axe_is_content(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    state = situation()
    state.seats[1].caption, state.seats[1].pins = "a quay", [Pin(10, 50, "lamps"), Pin(99, 2, "stall")]
    state.destinies = [1721]
    seats = await sit_down(browser, server, state, size)
    ana = seats[0].page
    await expect(ana.locator("#r-picture svg.scene")).to_be_visible()
    await shot(ana, f"vantage-{size[0]}")
    for measure in ("scrollHeight - innerHeight", "scrollWidth - innerWidth"):
        assert await ana.evaluate(f"document.documentElement.{measure}") <= 0, "no page scroll during play"
    assert await ana.locator("#board").evaluate("(board) => board.scrollWidth - board.clientWidth") <= 0
    box = await ana.locator("#r-picture").bounding_box()
    assert box is not None
    assert box["width"] >= 0.66 * size[0], "the picture fills the board"
    for side in ("north", "east", "south", "west"):
        pill = await ana.locator(f'[data-name="compass-{side}"]').bounding_box()
        assert pill is not None
        assert box["x"] <= pill["x"]
        assert pill["x"] + pill["width"] <= box["x"] + box["width"] + 1
        assert pill["y"] + pill["height"] <= box["y"] + box["height"] + 1
        if size[0] < 500:
            assert pill["height"] >= 44, "large enough for a thumb"
    await ana.evaluate("document.querySelectorAll('#board details').forEach((one) => { one.open = true; })")
    results = await Axe().run(ana)
    serious = [
        (found["id"], [node["html"][:160] for node in found["nodes"][:4]])
        for found in results.response["violations"]
        if found["impact"] in ("serious", "critical")
    ]
    assert not serious, serious
    await leave(seats)


async def test_a_passage_is_read_aloud_to_whoever_acts(browser: Browser, server: Server) -> None:
    state = situation(reading="aloud")
    state.seats[1].skills["look"], state.tokens["look"] = 0, 10
    seats = await sit_down(browser, server, state, seed=seed_for("blank", "blank"))
    ana, ben, cleo = (seat.page for seat in seats)
    tell = next(action.tell for action in world("sampler").places[41].actions if action.act == "look-READ")
    await choose(ana, "here:look-READ")
    await expect(ben.locator("#r-reading .v-passage")).to_have_text(tell)
    await expect(ben.locator("#r-reading .ring .left")).to_have_text(re.compile(r"^\d+$"))  # how long the others wait
    await shot(ben, "vantage-aloud")
    for seat in (seats[0], seats[2]):
        assert tell not in sent(seat), f"{seat.name} listens"
    await choose(ben, "read")
    await expect(ben.locator("#r-reading")).to_be_hidden()
    for page in (ana, cleo):
        await expect(page.locator("#log")).to_contain_text(tell)
    await leave(seats)

"""Vantage in browsers: what each seat sees, what never reaches another, the first turn, phones, and what axe says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Locator, Page, Position, expect

from app.games.vantage.game import GAME
from app.games.vantage.state import Entry as Passage
from app.games.vantage.state import Footstep, Pin, State
from app.games.vantage.world import Place, world
from app.kernel import Base, Rng, encode_state
from app.tables.entries import Entry, encode_entry
from app.tables.replay import FILE_VERSION, TableFile
from tests.browser.seats import Seat
from tests.browser.test_table import shot
from tests.games.vantage.situations import give, seed_for, table, tokens
from tests.servers import Client, Server

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
    keeper: Client = await server.person("Keeper")
    reply = await keeper.http.post("/import", files={"file": ("table.parallax", as_file(state, seed))})
    assert reply.status_code in (302, 303), reply.text
    link = server.url + reply.headers["location"].removeprefix(server.base)
    seats = []
    for number, name in enumerate(NAMES[: len(state.seats)]):
        context = await browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 500)
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
    if words:
        fold = page.locator(f'#r-offers details:has([name="option"][value="{option}"])')
        if await fold.get_attribute("open") is None:
            await fold.locator("summary").click()
        await form.locator('[name="values"]').fill(words)
    await form.get_by_role("button").click()


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
    seats = await sit_down(browser, server, situation(), seed=seed_for("blank", "blank"))
    ana, ben, cleo = (seat.page for seat in seats)
    places = [world("sampler").places[number] for number in PLACES]
    for page in (ana, ben, cleo):
        await expect(page.locator("#r-picture svg.scene")).to_be_visible()
        assert "element" not in (await page.locator("#r-picture").inner_html())
    await choose(ana, "here:look-READ")
    await choose(ana, "go")
    await expect(ben.locator("#r-help")).to_contain_text("look-READ")
    line = next(action.line for action in places[0].actions if action.act == "look-READ")
    tell = next(action.tell for action in places[0].actions if action.act == "look-READ")
    for seat in seats:
        await expect(seat.page.locator("#log")).to_contain_text(line)
        assert line in sent(seat), "cost and action line are read to all in step 2"
        assert tell not in sent(seat), "the result is not"
    await use(ben, "pledge:look")
    await expect(ana.locator("#r-help")).to_contain_text("1 look")
    await ana.locator("#r-ask").get_by_role("button", name="Confirm").click()
    await choose(ana, "done")
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
        elsewhere = [place for place in world("sampler").places.values() if place.id not in PLACES]
        assert not [
            words for place in elsewhere for words in [*private_words(place), *unread_words(place)] if words in text
        ]
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
    assert "043" not in sent(seats[1])
    assert "Cold Roads" not in sent(seats[1])
    await choose(ben, "depart:east")
    await choose(ben, "go")
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
    await expect(ben.locator("#seats-0 .v-caption")).to_have_text("“a stile with a bell, and a goat”")
    await expect(ana.locator(".v-words .v-caption")).to_contain_text("a stile with a bell")
    await ana.get_by_role("button", name="Pin a word on the picture").click()
    await expect(ana.locator("#r-picture")).to_have_attribute("data-pinning", "")
    box = await ana.locator("#r-picture").bounding_box()
    assert box is not None
    await ana.locator("#r-picture").evaluate("(picture) => picture.scrollIntoView()")
    spot: Position = {"x": box["width"] * 0.25, "y": box["height"] * 0.5}
    await ana.locator("#r-picture").click(position=spot, force=True)
    field = ana.locator("#r-offers form").filter(has=ana.locator('[value="pin"]')).locator('[name="values"]')
    await expect(field).to_be_focused()
    assert (await field.input_value()).startswith("25 50 ")
    await ana.keyboard.type("grey stone")
    await ana.keyboard.press("Enter")
    await expect(ben.locator("#seats-0 .v-pins")).to_contain_text("grey stone")
    await expect(ana.locator(".v-mypins")).to_contain_text("grey stone")
    await ana.locator("#r-picture .el path").first.dispatch_event("click")
    await expect(ana.locator("[data-said]")).not_to_be_empty()
    # The sketch pad: drawn, kept over a reload, never sent.
    before = [len(seat.received) for seat in seats]
    await ana.get_by_text("Sketch pad").click()
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
    await expect(ana.locator("#r-coach")).to_contain_text("Look first")
    await expect(ana.locator("#r-picture")).to_be_visible()
    await expect(ana.locator(".v-words h2")).to_contain_text("Bell Stile")
    await choose(ana, "here:move-CLIMB")
    await choose(ana, "go")
    await expect(ana.locator("#r-coach")).to_contain_text("Ask for help")
    await ana.locator("#r-ask").get_by_role("button", name="Confirm").click()
    await expect(ana.locator("#r-coach")).to_contain_text("Place dice")
    await expect(ana.locator("#r-dice .v-die")).to_have_count(2)
    await expect(ben.locator("#r-dice .v-die")).to_have_count(2)
    await expect(ana.locator("#r-ask")).to_contain_text("the loss of 1 time, 1 morale")
    slot = ana.locator('[data-name="slot-1149.0"]')
    await expect(slot).to_have_class(re.compile("lit"))
    await slot.click()  # click to place; what is left hurts
    await expect(ana.locator("#r-ask")).to_contain_text("the loss of 1 morale")
    await expect(ana.locator("#r-dice .v-die.placed")).to_have_count(1)
    await shot(ana, "vantage-placing")
    await choose(ana, "done")
    await expect(ana.locator("#log")).to_contain_text("loses 1 morale")
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
    await use(ana, "stop")
    await use(ben, "stop")
    for page in (ana, ben, cleo):
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
    assert box["width"] >= 0.69 * size[0], "the picture fills the board"
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

"""The stage: everything that happens is shown once, in order, at each person's own pace. What becomes of that when pages,
connections and servers come and go is in test_told_once.py."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest
from playwright.async_api import Browser, BrowserContext, Page, expect

from app.kernel import Line
from app.kernel.moments import Change, Die, Moment
from app.tables.entries import decode_entry, encode_entry
from app.web.explain import NOTHING
from tests.browser.positions import Position, bring, recording, sit, skip_film, whisper_recording
from tests.browser.seats import Seat, open_seats
from tests.servers import Server

# What the live region says is what the stage tells: it is written down in the order in which it is said.
LISTEN = """
  new MutationObserver((records) => {
    for (const record of records) {
      const region = record.target.id === "told" && record.target;
      if (region && record.addedNodes.length) note(record.addedNodes[0].textContent);
    }
  }).observe(document, { subtree: true, childList: true });
"""
QUICK = 'localStorage.setItem("pace", localStorage.getItem("pace") ?? "0.02");'
SLOW = 'localStorage.setItem("pace", "1000");'
WORDS = "parallax.moments.read(document.querySelector('#log'), parallax.root.dataset.seat).map(parallax.moments.words)"
BREAK = "parallax.root._htmx.ws.connection.socket.close()"
FORGET = "localStorage.removeItem('seen ' + parallax.root.dataset.code)"


# How many pixels of the board itself, not of what stands around it, are above the open card.
VISIBLE_BOARD = """(() => {
  const { top, bottom, right } = document.querySelector("[data-panzoom]").getBoundingClientRect();
  const card = document.querySelector("#stage").getBoundingClientRect();
  const bar = document.querySelector(".bar").getBoundingClientRect().bottom;
  return Math.min(bottom, card.left < right ? card.top : bottom) - Math.max(top, bar);
})()"""


async def listen(context: BrowserContext, pace: str = QUICK) -> list[str]:
    """Everything that the stage will have told in this browser."""
    told: list[str] = []

    def note(words: str) -> None:
        told.append(words)

    await context.expose_function("note", note)
    await context.add_init_script(pace + LISTEN)
    return told


async def quick_seats(
    browser: Browser, server: Server, names: tuple[str, ...], bots: int, pace: str = QUICK
) -> tuple[list[Seat], list[list[str]]]:
    """Seats whose pages were opened anew, with an ear at each."""
    seats = await open_seats(browser, server, "whisper", names, bots=bots)
    told = []
    for seat in seats:
        told.append(await listen(seat.context, pace))
        await seat.page.reload()
        await expect(seat.page.locator("#connection")).to_have_text("connected")
    return seats, told


async def caught_up(page: Page) -> None:
    await expect(page.locator("#root")).not_to_have_attribute("data-behind", re.compile(".*"))


async def answer(page: Page, tile: int) -> None:
    """Lays the chosen card, once everything so far was read."""
    await expect(page.locator("#r-ask[data-asked]")).to_be_visible()
    await caught_up(page)
    await page.locator("#r-ask [data-slot]").select_option(f"tile:{tile}")
    await page.get_by_role("button", name="Confirm").click()
    await expect(page.locator(f"#log li:has-text('takes tile {tile + 1} ')").last).to_be_attached()


async def close(seats: Sequence[Seat]) -> None:
    for seat in seats:
        assert seat.problems == [], seat.problems
        await seat.context.close()


async def test_an_undo_takes_its_moments_away_and_tells_nothing_twice(browser: Browser, server: Server) -> None:
    seats = await open_seats(browser, server, "stratos", ("Ana", "Ben"))
    told = []
    for seat in seats:
        told.append(await listen(seat.context))
        await seat.page.reload()
        await expect(seat.page.locator("#connection")).to_have_text("connected")
    pages = [seat.page for seat in seats]
    for page in pages:
        await caught_up(page)
    begins = 0 if await pages[0].locator("#r-ask[data-asked]").count() else 1  # dice have said who
    actor, watcher, heard = pages[begins], pages[1 - begins], told[1 - begins]
    lines, before = await watcher.locator("#log > li").count(), list(heard)
    travel = actor.locator("#r-ask button", has_text="Travel").first
    await travel.click()
    await expect(watcher.locator("#log > li")).not_to_have_count(lines)
    await caught_up(watcher)
    moved = await watcher.locator("#open h3").inner_text()
    after = list(heard)
    assert len(after) > len(before)
    # Taken back: the log comes anew, what was open goes, and that it was taken back is told once, with what it was.
    await actor.locator("[data-undo]").click()
    await expect(watcher.locator("#open h3")).to_have_text(f"{seats[begins].name} takes back")
    await expect(watcher.locator("#open .sub")).to_have_text(moved)
    await expect(watcher.locator("#log > li")).to_have_count(lines + 1)
    await caught_up(watcher)
    assert heard[: len(after)] == after
    (taken,) = heard[len(after) :]
    assert taken.startswith(f"{seats[begins].name} takes back. ")
    # The same again is another step, told again.
    await travel.click()
    await expect(watcher.locator("#open h3")).to_have_text(moved)
    await caught_up(watcher)
    assert heard == [*after, taken, *after[len(before) :]]
    await close(seats)


async def test_after_being_away_the_moments_are_a_film(browser: Browser, server: Server) -> None:
    link = await bring(server, Position(whisper_recording(3, 30), 0.5))
    seat = await sit(browser, link, 0, (1440, 900))
    page = seat.page
    told = await listen(seat.context)
    await page.evaluate(f"{FORGET}; localStorage.removeItem('within ' + parallax.root.dataset.code)")
    await page.reload()
    away = page.locator("#away")
    await expect(away).to_contain_text("moments")
    assert told == []
    whole: list[str] = await page.evaluate(WORDS)
    await page.get_by_role("button", name="Watch").click()
    await expect(away).to_be_hidden()
    await caught_up(page)
    assert told == whole
    # Nothing is left for the next time.
    await page.reload()
    await expect(page.locator("#open h3")).to_be_visible()
    await expect(away).to_be_hidden()
    assert told == whole
    await close([seat])


async def test_a_film_can_be_stopped_and_skipped(browser: Browser, server: Server) -> None:
    link = await bring(server, Position(whisper_recording(3, 30), 0.5))
    seat = await sit(browser, link, 0, (390, 844))
    page = seat.page
    told = await listen(seat.context, SLOW)
    await page.evaluate(f"{FORGET}; localStorage.removeItem('within ' + parallax.root.dataset.code)")
    await page.reload()
    await page.get_by_role("button", name="Watch").click()
    await expect(page.locator("#away")).to_contain_text("1 of")
    assert len(told) == 1
    await page.get_by_role("button", name="Pause").click()
    await expect(page.get_by_role("button", name="Play")).to_be_visible()
    await skip_film(page)
    await caught_up(page)
    assert len(told) == 2, "the newest is told, the ones between are in the trail"
    await expect(page.locator("#trail li")).to_have_count(12)
    await close([seat])


async def test_space_goes_on_and_arrows_go_back(browser: Browser, server: Server) -> None:
    seats, told = await quick_seats(browser, server, ("Ana", "Ben"), bots=2, pace=SLOW)
    ana, ben = (seat.page for seat in seats)
    await answer(ana, 11)
    await ben.locator("#r-ask [data-slot]").select_option("tile:12")
    await ben.get_by_role("button", name="Confirm").click()
    await expect(ana.locator("#log > li")).to_have_count(5)  # two of mine, three of others
    card = ana.locator("#open h3")
    # My own do not make me wait at an ordinary pace; at this one they do, and Space goes on.
    seen = [await card.inner_text()]
    for _ in range(6):
        if await ana.locator("#root[data-behind]").count() == 0:
            break
        await ana.keyboard.press("Space")
        title = await card.inner_text()
        if title != seen[-1]:
            seen.append(title)
    titles = await ana.evaluate("Array.from(document.querySelectorAll('#log h3'), (el) => el.textContent)")
    assert len(seen) >= 4
    assert seen == titles[-len(seen) :]
    await ana.keyboard.press("ArrowLeft")
    await expect(card).to_have_text(titles[-2])
    await ana.keyboard.press("ArrowLeft")
    await expect(card).to_have_text(titles[-3])
    await ana.keyboard.press("ArrowRight")
    await expect(card).to_have_text(titles[-2])
    await ana.keyboard.press("Space")
    await expect(card).to_have_text(titles[-1])
    assert len(told[0]) == len(set(told[0])), "looking back tells nothing again"
    # A line of the log opens its moment again, and so does the trail.
    await ana.locator("[data-panel=log]").first.click()
    await ana.locator("#log .words").first.click()
    await expect(card).to_have_text(titles[0])
    await ana.locator("#trail button").nth(1).click()
    await expect(card).to_have_text(titles[-2])
    await close(seats)


async def test_answering_goes_past_everything_that_waits(browser: Browser, server: Server) -> None:
    seats, _ = await quick_seats(browser, server, ("Ana",), bots=2, pace=SLOW)
    (ana,) = (seat.page for seat in seats)
    await ana.get_by_role("button", name="Confirm").click()
    await expect(ana.locator("#log > li")).to_have_count(4)
    await expect(ana.locator("#r-ask[data-asked]")).to_be_visible()
    await expect(ana.locator("#root[data-behind]")).to_be_attached()
    await ana.locator("#r-ask [data-slot]").select_option("tile:33")
    await ana.get_by_role("button", name="Confirm").click()
    await expect(ana.locator("#open h3")).to_have_text(re.compile("tile 34|draw"))
    await expect(ana.locator("#trail")).to_contain_text("takes tile")
    code = ana.url.rsplit("/", 1)[1].split("?")[0]
    assert int(await ana.evaluate(f"localStorage.getItem('seen {code}')")) >= 4
    await close(seats)


async def test_skipping_to_my_turn_shows_the_newest_when_i_am_asked(browser: Browser, server: Server) -> None:
    seats, _ = await quick_seats(browser, server, ("Ana", "Ben"), bots=1, pace=SLOW)
    ana, ben = (seat.page for seat in seats)
    await ana.get_by_role("button", name="Confirm").click()
    await ana.get_by_role("button", name="Skip to my turn").click()
    await expect(ana.locator("[data-skip]")).to_have_attribute("aria-pressed", "true")
    await ben.get_by_role("button", name="Confirm").click()
    await expect(ana.locator("#r-ask[data-asked]")).to_be_visible()
    for _ in range(4):  # nothing makes her wait but what was done to her
        if await ana.locator("#root[data-behind]").count() == 0:
            break
        await expect(ana.locator("#open .changes li[data-seat='0']").first).to_be_visible()
        await ana.keyboard.press("Space")
    await caught_up(ana)
    await expect(ana.locator("#open h3")).to_have_text(re.compile("^(Rook|Sable) takes"))
    await close(seats)


# Moments of every kind, whether a game tells them or not ------------------------------------------------------------------

STORY = Moment(
    "story",
    "{1} catches the bell",
    about="tile-7",
    scene="by the long wall",
    text="You stop it with your arms round its lip and your heels ploughing. Nothing sounds.",
    dice=(
        Die("5", 6, owner=1, fate="counts", note="caught", why="by the slot"),
        Die("1", 6, owner=0, fate="ignored", note="blank"),
        Die("2", 6, fate="hurts", note="−1 time", why="no slot took it"),
    ),
    changes=tuple(Change(what, "4", "3", "a die that no slot took", 0, False) for what in "abcde"),
    rule="WHI-005",
)
FIGHT = Moment("fight", "{1} burns tile 9", about="tile-8", changes=(Change("health", "5", "1", "fire", 0, False),))


async def told_story(server: Server, *moments: Moment) -> str:
    """A table of Whisper whose last step told these as well."""
    position = Position(whisper_recording(3, 30), 0.2)
    number, blob = position.rows[-1]
    entry = decode_entry(blob)
    more = tuple(Line(moment.title, moment=moment) for moment in moments)
    position.rows[-1] = (number, encode_entry(msgspec.structs.replace(entry, lines=more)))
    return await bring(server, position)


AROUND = """([thing, ring]) => {
  const [inner, outer] = [thing, ring].map((selector) => document.querySelector(selector).getBoundingClientRect());
  return Math.abs(outer.left + 5 - inner.left) <= 3 && Math.abs(outer.top + 5 - inner.top) <= 3;
}"""


async def test_a_passage_stays_until_i_go_on(browser: Browser, server: Server) -> None:
    link = await told_story(server, STORY, FIGHT)
    seat = await sit(browser, link, 0, (1440, 900))
    page = seat.page
    card = page.locator("#open .moment")
    # The page was opened for the first time: the story is the first of what was told in the last step.
    await page.get_by_role("button", name="Watch").or_(page.locator("#open .go")).first.wait_for()
    if await page.get_by_role("button", name="Watch").count():
        await skip_film(page)
    await page.locator("[data-panel=log]").first.click()
    await page.locator("#log .words", has_text="catches the bell").click()
    await expect(card.locator(".passage")).to_contain_text("Nothing sounds")
    await expect(card.locator("h3")).to_contain_text("catches the bell")
    await expect(card.locator(".die")).to_have_count(3)
    await expect(card.locator(".die.ok .emblem"), "a die of the actor wears no emblem").to_have_count(0)
    await expect(card.locator(".die.off .emblem")).to_have_count(1)
    await expect(card.locator(".changes > li:not(.more)").first).to_contain_text("4 → 3")
    await expect(card.locator(".more summary")).to_have_text("2 more")
    await expect(card.locator(".seal")).to_have_class(re.compile("hurt"))
    await expect(page.locator(".looked-at.look")).to_have_attribute("data-of", "tile-7")
    await page.wait_for_function(AROUND, arg=["[data-name=tile-7]", ".looked-at.look"])
    # It goes along when something moves the board that is no size of any box, such as letters that come late.
    await page.evaluate("document.querySelector('.game').style.paddingBlockStart = '24px'")
    await page.evaluate("document.fonts.dispatchEvent(new Event('loadingdone'))")
    await page.wait_for_function(AROUND, arg=["[data-name=tile-7]", ".looked-at.look"])
    await close([seat])


DONE_TO_ME = """parallax.moments.read(document.querySelector('#log'), parallax.root.dataset.seat)
  .filter((beat) => parallax.moments.touches(beat, parallax.root.dataset.seat)).map(parallax.moments.words)"""


async def test_who_skips_the_film_still_sees_what_was_done_to_them(browser: Browser, server: Server) -> None:
    quiet = Moment("event", "{1} looks around")
    link = await told_story(server, quiet, FIGHT, quiet, FIGHT, quiet)
    seat = await sit(browser, link, 0, (1440, 900))
    page, away = seat.page, seat.page.locator("#away")
    told = await listen(seat.context, SLOW)
    await page.evaluate(f"{FORGET}; localStorage.removeItem('within ' + parallax.root.dataset.code)")
    await page.reload()
    mine: list[str] = await page.evaluate(DONE_TO_ME)
    whole: list[str] = await page.evaluate(WORDS)
    assert 2 <= len(mine) < len(whole) - 3
    await away.get_by_role("button", name=f"Skip to what was done to me ({len(mine)})").click()
    for number, words in enumerate(mine, 1):
        await expect(away).to_contain_text(f"{number} of {len(mine)}")
        await expect(page.locator("#told")).to_have_text(words)
        assert told == mine[:number]
        await page.keyboard.press("Space")
    await expect(away).to_be_hidden()
    await caught_up(page)
    assert told == [*mine, whole[-1]], "then the newest"
    await close([seat])


STEP = """(step) => {
  const [line] = document.querySelectorAll("#log > li:last-child");
  const story = line.cloneNode(true);
  delete story.dataset.private;
  const id = (text) => story.querySelector("h3").textContent = text;
  story.dataset.moment = Number(line.dataset.moment) + step.after;
  story.dataset.kind = story.querySelector(".moment").dataset.kind = step.kind;
  story.querySelector(".moment").dataset.momentId = step.id ?? "";
  story.querySelector(".moment").dataset.actor = "1";
  story.querySelector(".moment").dataset.about = step.about ?? "";
  id(step.title);
  if (step.text) {
    const passage = document.createElement("p");
    passage.className = "passage";
    passage.textContent = step.text;
    story.querySelector("header").after(passage);
  }
  story.querySelectorAll(".after, .changes").forEach((el) => el.remove());
  if (step.hurts !== undefined) {
    const changes = document.createElement("ul");
    changes.className = "changes";
    changes.innerHTML = `<li data-seat="${step.hurts}"><span class="what">Health 4 → 1</span></li>`;
    story.querySelector(".moment").append(changes);
  }
  document.querySelector("#log").append(story);
  parallax.emit("changed");
}"""


async def tell(page: Page, title: str, kind: str = "event", **more: Any) -> None:
    """A step of somebody else, as it would come over the wire."""
    await page.evaluate(STEP, {"title": title, "kind": kind, "after": 1, **more})


async def at_rest(
    browser: Browser, server: Server, size: tuple[int, int] = (1440, 900), moves: int = 1
) -> tuple[Seat, list[str]]:
    """Ana at a table at which she has seen everything, at a quick pace. After one move it is Ben's turn."""
    seats = await open_seats(browser, server, "whisper", ("Ana", "Ben"), viewport=size)
    told = await listen(seats[0].context)
    for seat in seats[:moves]:
        await seat.page.get_by_role("button", name="Confirm").click()
        await expect(seat.page.locator("#r-ask[data-asked]")).to_have_count(0)
    await seats[1].context.close()
    await seats[0].page.reload()
    # A new connection sends the whole log: what a test tells by itself comes after that, or it would be gone again.
    await expect(seats[0].page.locator("#connection")).to_have_text("connected")
    await caught_up(seats[0].page)
    return seats[0], told


async def test_who_skips_is_still_told_what_was_done_to_them(browser: Browser, server: Server) -> None:
    seat, told = await at_rest(browser, server)
    page = seat.page
    await page.evaluate("localStorage.setItem('pace', '60')")
    told.clear()
    await page.get_by_role("button", name="Skip to my turn").click()
    await expect(page.locator("[data-skip] small")).to_contain_text("on the way")
    await tell(page, "Ben looks around")
    await tell(page, "Ben strikes Ana", kind="fight", hurts=0)
    await tell(page, "Ben strikes himself", kind="fight", hurts=1)
    # It stays on the stage while the harmless ones before and after it are passed over.
    await expect(page.locator("#open h3")).to_have_text("Ben strikes Ana")
    await expect(page.locator("#root[data-behind]")).to_be_attached()
    await page.keyboard.press("Space")
    await expect(page.locator("#open h3")).to_have_text("Ben strikes himself")
    await caught_up(page)
    assert [words.split(".")[0] for words in told] == ["Ben looks around", "Ben strikes Ana", "Ben strikes himself"]
    await close([seat])


async def test_what_does_not_fit_can_be_scrolled_by_keyboard(browser: Browser, server: Server) -> None:
    seat, _ = await at_rest(browser, server)
    page = seat.page
    card = page.locator("#open .moment")
    await page.evaluate("localStorage.setItem('pace', '60')")
    await tell(page, "A short one")
    await expect(card).to_contain_text("A short one")
    await expect(card).not_to_have_attribute("tabindex", "0")
    await page.keyboard.press("Space")
    await tell(page, "A very long one. " * 200)
    await expect(card).to_contain_text("A very long one")
    await expect(card).to_have_attribute("tabindex", "0")
    await close([seat])


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
async def test_the_queue_stops_at_a_story_and_grows_in_place(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    seat, told = await at_rest(browser, server, size)
    page = seat.page
    card = page.locator("#open h3")
    await tell(page, "One", kind="event")
    await expect(card).to_have_text("One")
    await caught_up(page)
    await tell(page, "Two", kind="story", text="A passage to be read. " + "It goes on and on. " * 80)
    await tell(page, "Three", kind="event")
    await expect(card).to_have_text("Two")
    await expect(page.locator("#root[data-behind]")).to_be_attached()
    await expect(page.locator("#open .clock")).to_have_count(0)
    # It is still there after something else has come, and only a person takes it away.
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)))")
    await tell(page, "Four", kind="event")
    await expect(card).to_have_text("Two")
    # However long the passage, the way on is in the pinned place, and there is one.
    on = page.get_by_role("button", name="Go on")
    await expect(on).to_have_count(1)
    await expect(on).to_be_in_viewport(ratio=1)
    assert await page.evaluate(VISIBLE_BOARD) >= 140, "a slice of the board stays"
    await on.click()
    await expect(card).to_have_text("Four")
    await caught_up(page)
    assert [words.split(".")[0] for words in told][-4:] == ["One", "Two", "Three", "Four"]
    assert "A passage to be read." in told[-3]
    # A check that grows is one moment: the second telling takes the place of the first.
    await tell(page, "A check", kind="check", id="check-1")
    await expect(card).to_have_text("A check")
    await caught_up(page)
    await tell(page, "A check, met", kind="check", id="check-1")
    await expect(card).to_have_text("A check, met")
    await caught_up(page)
    await expect(page.locator("#trail").get_by_text("A check", exact=True)).to_have_count(0)
    await expect(page.locator("#trail b").nth(1)).to_have_text("Four")
    await close([seat])


async def test_the_board_keeps_its_size_on_a_phone(browser: Browser, server: Server) -> None:
    """Whatever is told and whether something is asked: nothing that is looked at shrinks, grows or jumps."""
    seats = await open_seats(browser, server, "whisper", ("Ana", "Ben"), viewport=(390, 844))
    await listen(seats[0].context)
    page = seats[0].page
    await page.reload()
    await caught_up(page)
    places = """(({ top, bottom }) => [Math.round(top), Math.round(bottom)])(
      document.querySelector(".game").getBoundingClientRect())"""
    asked = await page.evaluate(places)
    await page.get_by_role("button", name="Confirm").click()
    await expect(page.locator("#r-ask[data-asked]")).to_have_count(0)
    await caught_up(page)
    assert await page.evaluate(places) == asked, "somebody else's turn"
    await page.evaluate("localStorage.setItem('pace', '60')")
    await tell(page, "One")
    await expect(page.locator("#open h3")).to_have_text("One")
    assert await page.evaluate(places) == asked, "a card is open"
    await tell(page, "Two", kind="story", text="It goes on and on. " * 80)
    await page.keyboard.press("Space")
    await expect(page.locator("#open h3")).to_have_text("Two")
    assert await page.evaluate(places) == asked, "a long passage is read"
    await close(seats)


async def test_looking_at_the_card_stops_the_clock(browser: Browser, server: Server) -> None:
    seat, _ = await at_rest(browser, server)
    page = seat.page
    await page.evaluate("localStorage.setItem('pace', '60')")
    await tell(page, "A slow one")
    await expect(page.locator("#open .goes")).to_contain_text("goes on by itself")
    await page.mouse.move(10, 10)
    await page.locator("#open .moment").hover(position={"x": 30, "y": 20})
    await page.mouse.move(*(await middle(page, "#open .moment")))
    await expect(page.locator("#open .goes")).to_have_text("waits while you look")
    await page.mouse.move(10, 10)
    await expect(page.locator("#open .goes")).to_contain_text("goes on by itself")
    await close([seat])


async def middle(page: Page, selector: str) -> tuple[float, float]:
    box = await page.locator(selector).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


async def test_the_board_looks_at_it_and_never_undoes_a_pan(browser: Browser, server: Server) -> None:
    seat, _ = await at_rest(browser, server)
    page = seat.page
    view = "document.querySelector('#r-tiles').getAttribute('viewBox')"
    ring = page.locator(".looked-at.look")
    await tell(page, "A tile far away", about="tile-59")
    await expect(ring).to_have_attribute("data-of", "tile-59")
    assert await page.evaluate("document.activeElement === document.body"), "the focus stays where it was"
    # Zoomed in by hand a moment ago: the view stays.
    for _ in range(6):
        await page.get_by_role("button", name="Closer").click()
    before = await page.evaluate(view)
    await tell(page, "In the corner", about="tile-0")
    await expect(page.locator("#open h3")).to_have_text("In the corner")
    assert await page.evaluate(view) == before
    await expect(ring).to_have_count(0)
    # After a while nobody's hand is on it, and the piece is brought into view.
    await page.evaluate("performance.now = ((now) => () => now() + 60000)(performance.now.bind(performance))")
    await tell(page, "The corner again", about="tile-0")
    await expect(page.locator("#open h3")).to_have_text("The corner again")
    assert await page.evaluate(view) != before
    await expect(ring).to_have_attribute("data-of", "tile-0")
    await close([seat])


async def test_a_board_of_another_size_is_fitted_anew(browser: Browser, server: Server) -> None:
    seat, _ = await at_rest(browser, server)
    page = seat.page
    view = "document.querySelector('#r-tiles').getAttribute('viewBox')"
    arrive = "(box) => document.querySelector('#r-tiles').setAttribute('viewBox', box)"
    await page.get_by_role("button", name="Closer").click()
    mine = await page.evaluate(view)
    assert mine != "0 0 600 360"
    await page.evaluate(arrive, "0 0 600 360")  # the same board was drawn again
    await page.wait_for_function(f"(mine) => {view} === mine", arg=mine)
    await page.evaluate(arrive, "0 0 900 900")  # another board
    await page.wait_for_function(f"() => {view} === '0 0 900 900'")
    await page.get_by_role("button", name="Closer").click()
    assert await page.evaluate(view) != "0 0 900 900"
    await page.get_by_role("button", name="Fit").click()
    assert await page.evaluate(view) == "0 0 900 900"
    await close([seat])


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
async def test_pieces_glide_unless_motion_is_unwanted(browser: Browser, server: Server, motion: Any) -> None:
    seat, _ = await at_rest(browser, server)
    page = seat.page
    await page.emulate_media(reduced_motion=motion)
    glides = await page.evaluate(
        """() => {
          const hand = document.querySelector("#r-dock .hand");
          parallax.emit("changing");
          hand.append(hand.firstElementChild);
          parallax.emit("changed");
          return document.getAnimations().filter((one) => one.id === "glide").length;
        }"""
    )
    assert (glides > 0) == (motion == "no-preference")
    await close([seat])


async def test_the_server_hears_what_was_seen(browser: Browser, server: Server) -> None:
    seats, _ = await quick_seats(browser, server, ("Ana", "Ben"), bots=0)
    ana, ben = (seat.page for seat in seats)
    await answer(ana, 11)
    await caught_up(ben)
    sent = ben.locator("#seen-form [name=moment]")
    newest = await ben.locator("#log > li").last.get_attribute("data-moment")
    await expect(sent).to_have_value(str(newest))
    # Another device of the same player begins where this one has stopped.
    state = await seats[1].context.storage_state()
    state["origins"] = []
    other = await browser.new_context(storage_state=state)
    page = await other.new_page()
    await page.goto(ben.url)
    await expect(page.locator("#stage")).to_have_attribute("data-seen", str(newest))
    await expect(page.locator("#root[data-behind]")).to_have_count(0)
    await other.close()
    await close(seats)


# What is this? ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
async def test_a_card_stands_beside_its_thing(browser: Browser, server: Server, size: tuple[int, int]) -> None:
    seat, _ = await at_rest(browser, server, size)
    page = seat.page
    await page.locator("[data-name=tile-33]").click()
    card = page.locator("#explain .explain")
    await expect(card).to_be_visible()
    await expect(card.locator("h3")).not_to_be_empty()
    await expect(page.locator(".looked-at.what")).to_have_attribute("data-of", "tile-33")
    boxes = {}
    for name, selector in {
        "card": "#explain .explain",
        "thing": "[data-name=tile-33]",
        "dock": "#dock",
        "ask": "#prompt",
    }.items():
        boxes[name] = await page.locator(selector).bounding_box()
    for other in ("thing", "dock", "ask"):
        assert not _overlap(boxes["card"], boxes[other]), f"the card lies over the {other}"
    await page.keyboard.press("Escape")
    await expect(card).to_have_count(0)
    await expect(page.locator(".looked-at.what")).to_have_count(0)
    await close([seat])


def _overlap(a: Any, b: Any) -> bool:
    apart = a["x"] + a["width"] <= b["x"] + 1 or b["x"] + b["width"] <= a["x"] + 1
    return not (apart or a["y"] + a["height"] <= b["y"] + 1 or b["y"] + b["height"] <= a["y"] + 1)


async def test_a_card_by_keyboard_and_for_what_nobody_knows(browser: Browser, server: Server) -> None:
    seat, _ = await at_rest(browser, server)
    page = seat.page
    await page.evaluate("document.querySelector('[data-name=tile-3]').setAttribute('tabindex', '0')")
    await page.locator("[data-name=tile-3]").focus()
    await page.keyboard.press("?")
    card = page.locator("#explain .explain")
    await expect(card).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.locator("[data-name=tile-3]")).to_be_focused()
    await expect(page.locator("#keys")).not_to_be_visible()
    await page.evaluate("parallax.explain('no-such-thing', document.querySelector('[data-name=tile-3]'))")
    await expect(card.locator("p")).to_have_text(NOTHING)
    seat.problems.clear()  # the browser notes the 404 by itself
    await close([seat])


async def test_a_stale_option_is_refused_in_the_card(browser: Browser, server: Server) -> None:
    position = Position(recording("stratos", "ffa2"), 0.3)
    seat = await sit(browser, await bring(server, position), position.asked, (1440, 900))
    page = seat.page
    await skip_film(page)
    aimed = [option.target for option in position.session.asks[position.asked].options if option.target]
    drawn = await page.locator(".game [data-name]").evaluate_all("all => all.map((el) => el.dataset.name)")
    name = next(one for one in aimed if one in drawn)
    await page.evaluate("(name) => { parallax.explain(name, parallax.named(name)[0]); }", name)
    card = page.locator("#explain .explain")
    await expect(card.locator("form .answer").first).to_be_visible()
    lines, asked = await page.locator("#log > li").count(), await page.locator("#r-ask").get_attribute("data-asked")
    # As if the question had been another when the card was drawn.
    await card.locator("[name=ask]").evaluate_all("fields => fields.forEach((field) => { field.value = '1.stale'; })")
    await card.locator("form .answer").first.click()
    await expect(card.locator(".refused")).not_to_be_empty()
    await expect(page.locator("#r-ask")).to_have_attribute("data-asked", str(asked))
    assert await page.locator("#log > li").count() == lines, "nothing has changed"
    # The card was drawn anew with the present question, and works.
    await card.locator("form .answer").first.click()
    await expect(page.locator(f"#r-ask[data-asked='{asked}']")).to_have_count(0)
    await expect(card).to_have_count(0)
    await close([seat])


# Looking back -------------------------------------------------------------------------------------------------------------


async def test_the_replay_shows_the_moments_of_each_step(browser: Browser, server: Server) -> None:
    seat, _ = await at_rest(browser, server, moves=2)
    page = seat.page
    link = page.url.split("?")[0]
    steps = await page.evaluate("Array.from(document.querySelectorAll('#log > li'), (el) => Number(el.dataset.moment))")
    await page.goto(f"{link}/replay?at={steps[0]}")
    titles = page.locator("#open h3")
    await expect(titles.first).to_have_text("Ana takes tile 1")
    await expect(page.locator(".looked-at.look").first).to_have_attribute("data-of", "tile-0")
    await expect(page.locator("#trail li")).to_have_count(0)
    await page.keyboard.press("End")
    await expect(titles.first).to_have_text("Ben takes tile 1")
    await expect(page.locator("#trail li").first).to_be_visible()
    await page.keyboard.press("ArrowLeft")
    await expect(titles.first).to_have_text("Ana takes tile 1")
    await close([seat])

"""A game of four with two bots: over reloads, lost connections, takebacks and a server that dies and comes back, each
person is told every moment, in order, once."""

from __future__ import annotations

import asyncio
import re

import msgspec
from playwright.async_api import Browser, Page, expect

from tests.browser.positions import Position, bring, recording, sit, skip_film
from tests.browser.seats import Seat, press
from tests.browser.test_stage import BREAK, QUICK, caught_up
from tests.conftest import Serve
from tests.patience import Patiently
from tests.servers import Server

# Every moment that the stage opens for the first time, and which load of the page it was.
LISTEN = """
  let parallaxOfThePage;
  const load = crypto.randomUUID();
  Object.defineProperty(window, "parallax", {
    get: () => parallaxOfThePage,
    set: (made) => {
      if (!parallaxOfThePage) made.on("moment", ({ article, again }) => {
        const [step, order] = article.dataset.key.split("/").map(Number);
        const words = document.getElementById("told").textContent;
        if (!again) note({ load, step, order, id: article.dataset.momentId ?? "", words });
      });
      parallaxOfThePage = made;
    },
  });
"""
READ = """() => parallax.moments.read(document.querySelector("#log"), parallax.root.dataset.seat).map(
  (beat) => ({ step: beat.step, order: beat.order, id: beat.id, words: parallax.moments.words(beat) }))"""


class Told(msgspec.Struct, frozen=True):
    step: int
    order: int
    id: str
    words: str
    load: str = ""

    @property
    def place(self) -> tuple[int, int]:
        return self.step, self.order


class Listener:
    """One person: what was opened on their stage, and what the log says should have been."""

    def __init__(self, seat: Seat) -> None:
        self.seat, self.page = seat, seat.page
        self.heard: list[Told] = []
        self.should: dict[tuple[int, int], Told] = {}
        self.since = 0

    async def begin(self) -> None:
        """What was before this is skipped; from now on all of it counts."""
        await self.seat.context.expose_function("note", lambda told: self.heard.append(msgspec.convert(told, Told)))
        await self.seat.context.add_init_script(QUICK + LISTEN)
        await self.page.emulate_media(reduced_motion="reduce")
        await skip_film(self.page)
        await caught_up(self.page)
        self.since = max(beat["step"] for beat in await self.page.evaluate(READ))
        await self.again()

    async def again(self) -> None:
        await self.page.reload()
        await expect(self.page.locator("#connection")).to_have_text("connected")

    async def all_told(self) -> None:
        """The page has what the server has, and has told it. What stands in the log now belongs to the story."""
        reply = await self.seat.context.request.get(self.page.url)
        steps = [int(step) for step in re.findall(r'<li data-moment="(\d+)"', await reply.text())]
        await expect(self.page.locator("#log > li").last).to_have_attribute("data-moment", str(steps[-1]))
        await self.watch()
        lines = await self.page.evaluate("Array.from(document.querySelectorAll('#log > li'), el => +el.dataset.moment)")
        assert [step for step in lines if step > self.since] == [step for step in steps if step > self.since]
        for beat in await self.page.evaluate(READ):
            told = msgspec.convert(beat, Told)
            if told.step > self.since:
                self.should[told.place] = told

    async def watch(self) -> None:
        """Whatever was missed while nobody was connected is a film, if it was much."""
        film = self.page.locator(".away-watch")
        await expect(film.or_(self.page.locator("#root:not([data-behind])"))).to_be_visible()
        if await film.is_visible():
            await film.click()
        await caught_up(self.page)

    def check(self) -> None:
        heard: list[Told] = []
        for told in self.heard:
            reopened = heard and heard[-1].place == told.place and heard[-1].load != told.load
            if not reopened:  # what was open when the page was loaded anew is open again, not told again
                heard.append(told)
        should = [self.should[place] for place in sorted(self.should)]
        assert _grown(heard) == _grown(should)
        assert len(should) > 15, "enough has happened"


def _grown(told: list[Told]) -> list[tuple[int, int, str]]:
    """A moment that grew while it was asked about is what it came to at last."""
    last = {one.id: one.place for one in told if one.id}
    return [(*one.place, one.words) for one in told if not one.id or last[one.id] == one.place]


async def asked(people: list[Listener]) -> Listener:
    """The person whose turn it is; bots have played until here."""
    async for _ in Patiently("somebody is asked"):
        for person in people:
            if await person.page.locator("#r-ask[data-asked]").count():
                return person
    raise AssertionError


async def end_turn(page: Page) -> None:
    """The main answer of every question until it is somebody else's turn."""
    while await page.locator("#r-ask[data-asked]").count():
        pinned = page.locator("#r-ask .pinned button")
        await press(page, pinned if await pinned.count() else page.locator("#r-ask .answers button").first)


async def travel(page: Page) -> None:
    await press(page, page.locator("#r-ask button", has_text="Travel").first)


async def test_nothing_is_lost_or_doubled(browser: Browser, serve: Serve) -> None:
    server: Server = await asyncio.to_thread(serve)
    position = Position(recording("stratos", "treasure4"), 0.25, bots=(1, 3))
    link = await bring(server, position)
    people = [Listener(await sit(browser, link, number, (1440, 900), f"Player {number}")) for number in (0, 2)]
    for person in people:
        await person.begin()

    async def everybody() -> Listener:
        turn = await asked(people)
        for person in people:
            await person.all_told()
        return turn

    def other_than(turn: Listener) -> Listener:
        return next(person for person in people if person is not turn)

    # Pages are loaded anew while others play.
    turn = await everybody()
    await travel(turn.page)
    await asyncio.gather(end_turn(turn.page), other_than(turn).again())
    await turn.again()
    # A connection breaks while others play, and comes back by itself.
    turn = await everybody()
    await other_than(turn).page.evaluate(BREAK)
    await end_turn(turn.page)
    # A step is taken back and done again.
    turn = await everybody()
    await travel(turn.page)
    await asyncio.gather(*(person.all_told() for person in people))
    await turn.page.locator("[data-undo]").click()
    await expect(turn.page.locator("#log > li").last).to_contain_text("takes back")
    await everybody()
    await travel(turn.page)
    # The server dies in the middle of it, and another takes its place. One page comes back by itself, one is opened anew.
    await asyncio.to_thread(server.kill)
    for person in people:
        await expect(person.page.locator("#connection")).to_have_text("reconnecting")
    await asyncio.to_thread(server.start)
    await other_than(turn).again()
    await expect(turn.page.locator("#connection")).to_have_text("connected")
    await end_turn((await everybody()).page)
    await everybody()
    for person in people:
        person.check()
        await person.seat.context.close()

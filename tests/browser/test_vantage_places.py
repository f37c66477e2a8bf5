"""A recorded game of three, every point of it in a browser: question, dice, stats, slots and the newest passage are in
view at both sizes. Positions are brought, not played, so that no clock runs on while they are looked at."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from app.games import GAMES
from app.kernel import Answer
from tests.browser.looks import shot, still
from tests.browser.positions import Position, bring, recording
from tests.browser.seats import Seat
from tests.patience import Patiently
from tests.record import Recording, record
from tests.servers import Lay, Server, laying

SIZES = {"laptop": (1440, 900), "phone": (390, 844)}
PARTS = 4  # so that several workers share the game
VOICES = 6  # passages that are looked at while they are read aloud

# What is on the screen of whoever is asked. Something is in view if its middle, or for a long text its first line, is
# inside the window and nothing lies over it.
LOOK = """() => {
  const seen = (el, atTop) => {
    if (!el) return false;
    const box = el.getBoundingClientRect();
    const x = box.left + Math.min(box.width / 2, 60), y = atTop ? box.top + 12 : box.top + box.height / 2;
    if (!box.width || x < 0 || y < 0 || x > innerWidth || y > innerHeight) return false;
    const hit = document.elementFromPoint(x, y);
    return Boolean(hit) && (el.contains(hit) || hit.contains(el));
  };
  const $ = (selector) => document.querySelector(selector), $$ = (selector) => [...document.querySelectorAll(selector)];
  const all = (list) => list.length > 0 && list.every((el) => seen(el, false));
  const small = innerWidth <= 720;
  const passage = $("#stage:not([data-rest]) #open .passage");
  const aloud = $("#r-reading .v-passage"); // it lies over all else that is told
  const reading = Boolean(passage) && !aloud && "reading" in $("#root").dataset;
  const answers = $$("#r-ask .answers .answer");
  const found = {
    stats: small ? all($$("#r-dock .dockline > *")) : all($$("#r-dock .v-stats li")),
    slots: small ? /slots? open/.test($("#r-dock .dockline").innerText)
      : $$("#r-dock .v-mygrid .v-holds").every((el) => seen(el)),
  };
  // While a passage is read, going on is the one answer; after it comes the question.
  if (reading) found["go on"] = $$("#open .go, [data-go-on]").some((el) => el.checkVisibility() && seen(el));
  else {
    found.question = seen($("#r-ask h2"));
    // A phone leaves no room beside the words that are read.
    const edge = (selector, side) => $(selector).getBoundingClientRect()[side];
    if (aloud && small) found.filled = edge("#dock", "top") - edge(".v-aloud", "bottom") < 32;
    found.answer = seen($("#r-ask .pinned button") || answers[0]);
    found.dice = $$("#r-dice .v-die").every((el) => seen(el));
  }
  found.told = aloud ? seen(aloud, true) : passage ? seen(passage, true) : "empty" in $("#stage").dataset
    || seen($("#stage:not([data-rest]) #open .moment h3, #stage[data-rest] #trail .trail-item"));
  const missing = Object.keys(found).filter((name) => !found[name]);
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) missing.push("the page scrolls");
  return { missing, reading, passage: Boolean(passage), dice: $$("#r-dice .v-die").length, aloud: Boolean(aloud) };
}"""


async def read_on(page: Page) -> None:
    """Whoever is not asked reads what is told, and goes on."""
    await page.evaluate(
        """() => [...document.querySelectorAll("#open .go, [data-go-on]")].find((one) => one.checkVisibility())?.click()"""
    )


class Onlooker:
    """One person who sits down at each position in turn, and has followed the game up to its newest moment."""

    def __init__(self, seat: Seat, server: Server, lay: Lay) -> None:
        self.seat, self.page, self.server, self.lay = seat, seat.page, server, lay
        self.counted = {"passages": 0, "dice": 0, "aloud": 0}

    async def sit_down(self, position: Position, number: int | None = None) -> str:
        """Where somebody is asked, or at this place of the table; returns its address."""
        link = self.server.url + await self.lay(position.file())
        taken = await self.seat.context.request.post(
            f"{link}/sit",
            form={"name": "Ana", "seat": str(position.asked if number is None else number)},
            max_redirects=0,
        )
        assert taken.status in (200, 302, 303), await taken.text()
        await self.page.evaluate(
            "([code, seen]) => { localStorage.setItem('pace', '0'); localStorage.setItem(`seen ${code}`, seen); }",
            [link.rpartition("/")[2], str(max(0, len(position.rows) - 1))],
        )
        await self.page.goto(link)
        await expect(self.page.locator("#connection")).to_have_text("connected")
        return link

    async def check(self, name: str) -> dict[str, Any]:
        """At both sizes, beginning with the one that the window has."""
        found: dict[str, Any] = {}
        sizes = list(SIZES.items())
        if self.page.viewport_size == {"width": sizes[1][1][0], "height": sizes[1][1][1]}:
            sizes.reverse()
        for size, (width, height) in sizes:
            await self.page.set_viewport_size({"width": width, "height": height})
            await still(self.page)
            found = await self.page.evaluate(LOOK)
            if found["missing"]:
                await shot(self.page, f"vantage-out-of-view-{size}-{name}")
            assert not found["missing"], f"{size}, {name}: out of view: {found['missing']}"
        self.counted["passages"] += found["passage"]
        self.counted["dice"] += found["dice"] > 0
        self.counted["aloud"] += found["aloud"]
        return found

    async def look(self, number: int, position: Position) -> None:
        """First what is told, if that is a passage; then the question behind it. Some questions go by themselves after a
        few seconds: where that happened before all was seen, the position is brought once more."""
        asked = position.session.asks[position.asked]
        here = self.page.locator(f'#r-ask[data-asked="{asked.id}"]')
        async for _ in Patiently(f"time enough to look at position {number}"):
            await self.sit_down(position)
            try:
                while (await self.check(f"{number}, {asked.prompt}"))["reading"]:
                    await read_on(self.page)
            except AssertionError:
                if await here.count() or not asked.seconds:
                    raise
            if await here.count():
                return


@asynccontextmanager
async def onlooker(browser: Browser, server: Server) -> AsyncGenerator[Onlooker]:
    width, height = SIZES["laptop"]
    context = await browser.new_context(viewport={"width": width, "height": height})
    seat = Seat(context, await context.new_page(), "Ana")
    await seat.page.goto(f"{server.url}/")
    async with laying(server) as lay:
        yield Onlooker(seat, server, lay)
    assert seat.problems == [], seat.problems
    await context.close()


@pytest.mark.parametrize("part", range(PARTS))
async def test_at_every_point_of_a_game_all_that_matters_is_in_view(
    browser: Browser, server: Server, part: int
) -> None:
    recorded = recording("vantage", "oriel-three")
    position = Position(recorded, 0)
    each = -(-len(recorded.choices) // PARTS)
    async with onlooker(browser, server) as one:
        for number, choice in enumerate(recorded.choices[: (part + 1) * each]):
            if number >= part * each:
                await one.look(number, position)
            position.play(choice)
    assert one.counted["passages"] >= 3, "stories were told on the way"
    assert one.counted["dice"] >= 3


async def test_the_end_of_a_game_is_in_view(browser: Browser, server: Server) -> None:
    async with onlooker(browser, server) as one:
        await one.page.goto(await bring(server, Position(recording("vantage", "oriel-three"), 1)))
        await one.page.get_by_role("button", name="To the ending").click()
        for size, (width, height) in SIZES.items():
            await one.page.set_viewport_size({"width": width, "height": height})
            await expect(one.page.locator(".endsheet h2, .endsheet h1").first).to_be_in_viewport()
            await expect(one.page.get_by_text("The moment that decided it")).to_be_in_viewport()
            await shot(one.page, f"vantage-end-{size}")


@cache
def read_aloud() -> Recording:
    """The same game with somebody who reads: bots play it anew."""
    return record(GAMES["vantage"], 3, {"pack": "oriel", "reading": "aloud"}, "read aloud")


async def test_what_is_read_aloud_is_in_view(browser: Browser, server: Server) -> None:
    """Who is away is passed over, so the reader is there before the passage comes: the actor's last choice is sent."""
    recorded = read_aloud()
    reads = [
        number for number, choice in enumerate(recorded.choices) if choice.values == ("pass",)
    ]  # bots have no voice
    first = [number for number in reads if number - 1 not in reads]  # the first who is asked to read this passage
    chosen = set(first[:: -(-len(first) // VOICES)])
    assert len(chosen) > VOICES // 2, "passages from all over the game"
    position = Position(recorded, 0)
    for number, choice in enumerate(recorded.choices):
        if number + 1 in chosen:
            assert isinstance(choice, Answer)
            await look_at_reader(browser, server, position, choice, recorded.choices[number + 1].seat)
        position.play(choice)


async def look_at_reader(browser: Browser, server: Server, position: Position, last: Answer, reads: int) -> None:
    asked = position.session.asks[last.seat]
    async with onlooker(browser, server) as reader:
        link = await reader.sit_down(position, reads)
        actor = await browser.new_context()
        await actor.request.post(f"{link}/sit", form={"name": "Ben", "seat": str(last.seat)}, max_redirects=0)
        form: dict[str, str | float | bool] = {"do": "answer", "ask": asked.id, "values": last.values[0]}
        await actor.request.post(f"{link}/act", form=form, max_redirects=0)
        await expect(reader.page.locator("#r-reading .v-passage")).to_be_visible()
        await reader.check(f"read aloud after {asked.prompt}")
        await shot(reader.page, "vantage-reads-laptop" if reads else "vantage-reads-first")
        assert reader.counted["aloud"] == 1
        await actor.close()

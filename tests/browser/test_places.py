"""Places never move: at both sizes the question, its main answers, the pinned button, the newest moment and what is mine
are in the viewport, in positions of recorded games."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.browser.looks import shot, still
from tests.browser.positions import Position, bring, recording, sit, skip_film, whisper_recording
from tests.servers import Server, laying

SIZES = {"laptop": (1440, 900), "phone": (390, 844)}
PARTS = (0.08, 0.5, 0.93)
LEAST_BOARD = 250  # pixels of the board's place while a question is open and everything was told
RECORDED = {
    "whisper": None,
    "stratos": "sorcerer3",
    "fantos": "three-players",
    "biome": "win",
    "vanguard": "two",
    "vantage": "oriel-three",
}

# What is seen of each thing: how far its box reaches out of the window, or out of the part of the column that scrolls.
MEASURE = """() => {
  const found = {};
  const out = (el, frame) => {
    const box = el.getBoundingClientRect();
    if (!box.width || !box.height) return 9999;
    const beyond = [frame.top - box.top, frame.left - box.left, box.right - frame.right, box.bottom - frame.bottom];
    return Math.round(Math.max(...beyond));
  };
  const page = { top: 0, left: 0, right: innerWidth, bottom: innerHeight };
  const shown = (el) => el && el.checkVisibility();
  const pinned = [...document.querySelectorAll("#prompt .pinned")].find(shown);
  const column = { ...page, bottom: pinned ? pinned.getBoundingClientRect().top : innerHeight };
  const look = (name, el, frame = page) => { if (shown(el)) found[name] = out(el, frame); };
  const question = [...document.querySelectorAll("#prompt h2")].find(shown);
  found.question = question ? out(question, page) : 9999;
  const answers = [...document.querySelectorAll("#r-ask .answers .answer")].filter(shown);
  answers.slice(0, 3).forEach((el, n) => look(`answer ${n + 1}`, el, column));
  const fields = [...document.querySelectorAll("#r-ask form :is(select, input:not([type=hidden]))")].filter(shown);
  if (!answers.length) fields.slice(0, 2).forEach((el, n) => look(`field ${n + 1}`, el, column));
  look("pinned", pinned);
  look("dock", document.querySelector("#dock"));
  const dock = document.querySelector("#dock").getBoundingClientRect();
  look("last point of Stratos", document.querySelector(".st-next .chip:last-child"), dock);
  const moment = [...document.querySelectorAll("#away > *, #open > *")].find(shown);
  look("stage", document.querySelector("#stage"));
  if (moment) look("moment", moment.querySelector("h3") || moment);
  look("board", document.querySelector(".game"));
  const game = document.querySelector(".game");
  found.tall = shown(game) ? game.getBoundingClientRect().height : 9999;
  const scroller = document.scrollingElement;
  found.scrolls = Math.max(scroller.scrollHeight - innerHeight, scroller.scrollWidth - innerWidth);
  return found;
}"""


def overlapping() -> str:
    """The places that lie over each other."""
    return """() => {
      const places = [".bar", "#board", "#dock", "#prompt"].map((name) => [name, document.querySelector(name)]);
      const boxes = places.filter(([, el]) => el.checkVisibility()).map(([name, el]) => [name, el.getBoundingClientRect()]);
      const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
      const under = (one, n) => boxes.slice(n + 1).filter(([, two]) => over(one, two));
      return boxes.flatMap(([a, one], n) => under(one, n).map(([b]) => `${a} ${b}`));
    }"""


async def check(page: Page, name: str, least: int) -> None:
    measured: dict[str, Any] = await page.evaluate(MEASURE)
    await shot(page, f"places-{name}")
    scrolls, tall = measured.pop("scrolls"), measured.pop("tall")
    assert scrolls <= 0, f"{name}: the page scrolls by {scrolls}"
    hidden = {what: by for what, by in measured.items() if by > 1}
    assert not hidden, f"{name}: out of sight by so many pixels: {hidden}"
    assert "dock" in measured
    assert tall >= least, f"{name}: {tall} pixels are left of the board"
    assert await page.evaluate(overlapping()) == []


@pytest.mark.parametrize("game", RECORDED)
@pytest.mark.parametrize("part", PARTS)
async def test_all_that_matters_is_in_view(browser: Browser, server: Server, game: str, part: float) -> None:
    name = RECORDED[game]
    position = Position(whisper_recording() if name is None else recording(game, name), part)
    link = await bring(server, position)
    seat = await sit(browser, link, position.asked, SIZES["laptop"])
    page = seat.page
    await expect(page.locator("#r-ask[data-asked]")).to_have_count(1)
    for size, (width, height) in SIZES.items():
        await page.set_viewport_size({"width": width, "height": height})
        await still(page)
        await check(page, f"{game}-{part}-{size}", 150)
    if await page.locator(".away-skip").count():  # what has happened so far: then the newest moment stays open
        await skip_film(page)
        await page.mouse.move(2, 2)  # or what lies under it would tell about itself
    for size, (width, height) in SIZES.items():
        await page.set_viewport_size({"width": width, "height": height})
        await still(page)
        await check(page, f"{game}-{part}-{size}-told", LEAST_BOARD)
    assert seat.problems == [], seat.problems
    await seat.context.close()


@pytest.mark.parametrize("game", ["whisper", "stratos"])
async def test_at_every_point_of_a_game_all_that_matters_is_in_view(
    browser: Browser, server: Server, game: str
) -> None:
    """One person sits down at each position in turn, and has followed the game up to its newest moment."""
    recorded = whisper_recording(3, 12) if game == "whisper" else recording("stratos", "cathedral2")
    position = Position(recorded, 0)
    context = await browser.new_context()
    page = await context.new_page()
    await page.goto(f"{server.url}/")
    async with laying(server) as lay:
        for number, choice in enumerate(recorded.choices):
            link = server.url + await lay(position.file())
            form: dict[str, str | float | bool] = {"name": "Ana", "seat": str(position.asked)}
            taken = await context.request.post(f"{link}/sit", form=form, max_redirects=0)
            assert taken.status in (200, 302, 303), await taken.text()
            await page.evaluate(
                "([code, seen]) => { localStorage.setItem('pace', '0'); localStorage.setItem(`seen ${code}`, seen); }",
                [link.rpartition("/")[2], str(max(0, len(position.rows) - 1))],
            )
            await page.goto(link)
            await expect(page.locator("#connection")).to_have_text("connected")
            for size, (width, height) in SIZES.items():
                await page.set_viewport_size({"width": width, "height": height})
                await still(page)
                await check(page, f"{game}-{number}-{size}", 150)
            position.play(choice)
    await context.close()

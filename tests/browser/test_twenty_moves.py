"""Twenty moves of Stratos as people see them who have never played: what changed, and why, without scrolling."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser, Page, expect

from app.games import GAMES
from app.games.stratos.ending import whole_moments
from app.kernel import Line
from app.tables.entries import decode_entry
from tests.browser.looks import shot, still
from tests.browser.positions import Position, bring, sit
from tests.games.stratos import twenty_moves
from tests.record import record
from tests.servers import Server

SIZES = {"laptop": (1440, 900), "phone": (390, 844)}

# What of the open card is out of sight: beyond its box, or behind its foot.
UNSEEN = """() => {
  const card = document.querySelector("#open > .moment");
  const box = card.getBoundingClientRect();
  const foot = card.querySelector(".foot:has(.go)");
  const covers = foot && getComputedStyle(foot).position === "sticky";
  const parts = [...card.querySelectorAll("h3, .sub, .die, .changes > li, .go")];
  return parts.filter((el) => el.checkVisibility()).flatMap((el) => {
    const it = el.getBoundingClientRect();
    const bottom = covers && !foot.contains(el) ? foot.getBoundingClientRect().top : box.bottom;
    const by = Math.round(Math.max(box.top - it.top, it.bottom - bottom, it.right - box.right));
    return by > 1 ? [`${el.innerText.replaceAll("\\n", " ")}: ${by}`] : [];
  });
}"""


def after_the_twenty() -> tuple[Position, int]:
    """The match after the last of the moves, and the step before the first of them."""
    first, *_, last = twenty_moves.chosen()
    position = Position(record(GAMES["stratos"], 2, {}, twenty_moves.SEED), 0)
    lines: list[Line] = []
    before = 0
    for choice in position.recorded.choices:
        position.play(choice)
        lines += decode_entry(position.rows[-1][1]).lines
        told = whole_moments(lines)
        if first not in told:
            before = len(position.rows)
        if last in told[-1:] and first in told:
            return position, before
    raise AssertionError("the moves are not in the recorded match")


async def watch(page: Page, before: int) -> None:
    """The film of what happened since that step, at a pace at which nothing goes on by itself."""
    await page.evaluate(
        """(seen) => {
          const { code } = parallax.root.dataset;
          localStorage.setItem("pace", "1000");
          localStorage.setItem(`seen ${code}`, seen);
          localStorage.removeItem(`within ${code}`);
        }""",
        str(before),
    )
    await page.reload()
    await expect(page.locator("#connection")).to_have_text("connected")
    await page.locator(".away-watch").click()


@pytest.mark.parametrize(("seat", "sizes"), [(0, ("laptop", "phone")), (1, ("phone",))], ids=["looking-on", "asked"])
async def test_what_changed_and_why_is_seen_without_scrolling(
    browser: Browser, server: Server, seat: int, sizes: tuple[str, ...]
) -> None:
    position, before = after_the_twenty()
    assert position.asked == 1
    person = await sit(browser, await bring(server, position), seat, SIZES[sizes[0]])
    page = person.page
    await watch(page, before)
    titles: list[str] = []
    unseen: dict[str, list[str]] = {}
    film = page.locator("#away .film")
    while await film.is_visible():
        number = len(titles) + 1
        await expect(film).to_contain_text(f"{number} of ")
        titles.append(await page.locator("#open h3").inner_text())
        for name in sizes:
            width, height = SIZES[name]
            await page.set_viewport_size({"width": width, "height": height})
            await still(page)
            await shot(page, f"twenty-{seat}-{number:02}-{name}")
            if hidden := await page.evaluate(UNSEEN):
                unseen[f"{number} {name}: {titles[-1]}"] = hidden
        await page.keyboard.press("Space")
        await expect(film.get_by_text(f"{number} of ")).to_have_count(0)
    assert len(titles) >= twenty_moves.MOVES
    assert unseen == {}
    assert person.problems == [], person.problems
    await person.context.close()

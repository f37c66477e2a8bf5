"""The Glass Acre as people meet it: a secret that stays one browser's own, the guided first turn, and the board itself."""

from __future__ import annotations

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from playwright.async_api import Browser, Page, expect

from app.games.biome.components import SECRET_NAMES
from tests.browser import looks
from tests.browser.looks import Axe
from tests.browser.positions import Position, bring, recording, sit
from tests.browser.seats import Seat, open_seats, press
from tests.patience import Patiently
from tests.servers import Server

NAMES = ("Ana", "Ben", "Cleo")


async def shot(page: Page, name: str) -> None:
    await looks.shot(page, f"biome-{name}")


@asynccontextmanager
async def table(
    browser: Browser, server: Server, names: tuple[str, ...] = NAMES, size: tuple[int, int] = (1440, 900), bots: int = 0
) -> AsyncGenerator[list[Seat]]:
    seats = await open_seats(browser, server, "biome", names, viewport=size, bots=bots, whole=True)
    yield seats
    for seat in seats:
        assert seat.problems == [], seat.problems
        await seat.context.close()


async def asked(seats: list[Seat]) -> Seat:
    """The seat that has to decide."""
    async for _ in Patiently("somebody is asked"):
        for seat in seats:
            if await seat.page.locator("#r-ask[data-asked]").count():
                return seat
    raise AssertionError


async def choose(page: Page, start: str) -> None:
    """The first option of that kind, such as move:."""
    await press(page, page.locator(f'#r-ask button[value^="{start}"]').first)


async def click_on_map(page: Page, name: str) -> None:
    """What can be taken back is done at once; all else opens its card, which asks where the finger is."""
    spot = page.locator(f'#r-tiles [data-name="{name}"]')
    button = page.locator(f'#r-ask button[data-target="{name}"]')
    await expect(button).to_have_count(1)
    if await button.get_attribute("data-careful") is None:
        await press(page, spot)
        return
    question = await page.locator("#r-ask").get_attribute("data-asked")
    await spot.click()
    card = page.locator("#explain article")
    await expect(card).to_have_attribute("data-of", name)
    await expect(page.locator("#r-ask")).to_have_attribute("data-asked", question or "")
    await press(page, card.locator("button.answer").first)


async def settle(page: Page) -> None:
    """Whatever exploring asks (how a quarry lies, where a quest's places are): the first that is offered."""
    while not await page.locator('#r-ask button[value="end"]').count():
        if not await page.locator("#r-ask[data-asked]").count():
            return
        await press(page, page.locator("#r-ask form button").first)


async def nobody_takes_anything(seats: list[Seat]) -> None:
    for _ in seats:
        await choose((await asked(seats)).page, "none")


async def step_out_and_explore(page: Page, goal: str) -> None:
    """On the map: a click on a tile moves there, a click on an unexplored cell beside it, if any is left, explores."""
    await click_on_map(page, goal)
    cells = await page.locator('#r-ask button[value^="explore:"]').evaluate_all("all => all.map(b => b.dataset.target)")
    if not cells:
        return
    unexplored = cells[-1]
    await expect(page.locator(f'#r-tiles [data-name="{unexplored}"]')).to_have_class(re.compile("lit"))
    await click_on_map(page, unexplored)
    await settle(page)


async def discover(page: Page) -> str | None:
    """The label of the secret discovered by a click on it; None if it captured the player."""
    secret = await page.locator('#r-ask button[value^="discover:"]').first.get_attribute("data-target")
    assert secret is not None
    await click_on_map(page, secret)
    known = await page.locator(f'#dock [data-name="{secret}"]').count()
    return secret.removeprefix("secret-") if known else None


async def test_a_discovered_secret_stays_with_its_discoverer(browser: Browser, server: Server) -> None:
    found: dict[str, str] = {}  # who: label
    kinds: dict[str, str] = {}  # who: what it is
    async with table(browser, server) as seats:
        await nobody_takes_anything(seats)
        for goal in ("hex--1,0", "hex-0,-1", "hex--1,0"):
            seat = await asked(seats)
            others = [other for other in seats if other is not seat]
            await step_out_and_explore(seat.page, goal)
            for other in others:
                await expect(other.page.locator("#log")).to_contain_text(f"{seat.name} explores")
            before = {other.name: len(other.received) for other in others}
            label = await discover(seat.page)
            if label is None:
                continue  # a Captured is shown to all (BIO-069)
            found[seat.name] = label
            chip = seat.page.locator(f'#dock [data-name="secret-{label}"]')
            marks = str(await chip.get_attribute("class")).split()
            kind = next(mark.removeprefix("k-") for mark in marks if mark.startswith("k-"))
            words = SECRET_NAMES[kind]
            kinds[seat.name] = kind
            await expect(seat.page.locator(f"#r-mine .mine.k-{kind}")).not_to_have_count(0)
            await shot(seat.page, f"discovered-{seat.name}")
            for other in others:
                await expect(other.page.locator("#log")).to_contain_text(f"{seat.name} looks at a secret")
                sent = "\n".join(other.received[before[other.name] :])
                assert "looks at a secret" in sent, "the search looks where the news came in"
                # Supplies lie open in the main camp: whoever comes next may be offered one.
                if (
                    kind != "supply" and kinds.get(other.name) != kind
                ):  # else it is its own find of the same kind that was drawn again
                    assert kind not in sent, f"{other.name} was sent what {seat.name} found"
                    assert words not in sent, f"{other.name} was sent what {seat.name} found"
                await expect(other.page.locator(f'#r-tiles [data-name="secret-{label}"] use')).to_have_attribute(
                    "href", "#bp-secret"
                )
            assert kind in "\n".join(seat.received), "the finder was sent it"
            if await seat.page.locator('#r-ask button[value="end"]').count():  # a turn without actions ends by itself
                await choose(seat.page, "end")
        assert found, "three secrets in a row that capture: not in a lifetime"
        for seat in seats:  # and the whole page, fetched anew, holds no more
            await seat.page.reload()
            known = await seat.page.locator("#dock .acre-lore .chip").evaluate_all(
                "all => all.map(c => c.dataset.name)"
            )
            assert known == ([f"secret-{found[seat.name]}"] if seat.name in found else [])
            await expect(seat.page.locator("#r-mine .mine")).to_have_count(len(known))
            await expect(seat.page.locator("#connection")).to_have_text("connected")


async def test_a_thing_says_what_can_be_done_with_it_and_does_nothing_by_itself(
    browser: Browser, server: Server
) -> None:
    """Two packs, one finger: what Ash does with his things never touches those of Birch (BIO-319)."""
    async with table(browser, server, ("Ana",)) as seats:
        page = seats[0].page
        for _ in range(2):
            await choose(page, "take:extra_action")
        await expect(page.locator('#r-ask button[value="end"]')).to_be_attached()
        names = await page.locator("#dock .acre-pack [data-name]").evaluate_all("all => all.map(c => c.dataset.name)")
        assert sorted(names) == ["pack-0-extra_action", "pack-1-extra_action"], "each thing has a name of its own"
        used = str(await page.locator('#r-ask button[value="use:own:extra_action"]').get_attribute("data-target"))
        question = await page.locator("#r-ask").get_attribute("data-asked")
        await page.locator(f'#dock [data-name="{used}"]').click()
        card = page.locator("#explain article")
        await expect(card.locator("button.answer")).to_have_count(3)  # put on, put up for all, lay into the store
        await expect(card).to_contain_text("for all to see")
        await expect(page.locator("#r-ask")).to_have_attribute("data-asked", question or "")
        await shot(page, "two-packs")
        await press(page, card.locator("button.answer").filter(has_text="Put on"))
        other = "pack-1-extra_action" if used == "pack-0-extra_action" else "pack-0-extra_action"
        await expect(page.locator(f'#dock [data-name="{used}"]')).to_have_count(0)
        await expect(page.locator(f'#dock [data-name="{used.replace("pack", "worn")}"]')).to_have_count(1)
        await expect(page.locator(f'#dock [data-name="{other}"]')).to_have_count(1)
        await page.locator(f'#dock [data-name="{other}"]').click()
        await expect(card).to_have_attribute("data-of", other)
        await expect(card.locator("button.answer")).to_have_count(0)  # the one whose turn it is not


LEAST = {(1440, 900): 64, (390, 844): 44}  # pixels of a hex
MAP = """() => {
  const width = (el) => el.getBoundingClientRect().width;
  const box = document.querySelector(".acre").getBoundingClientRect();
  const me = document.querySelector("#r-mine [data-me]").getBoundingClientRect();
  const over = (el) => {
    const b = el.getBoundingClientRect();
    const beside = b.left >= me.right - 20 || b.right <= me.left + 20 || b.top >= me.bottom - 20 || b.bottom <= me.top + 20;
    return el.checkVisibility() && !beside;
  };
  return {
    hex: Math.min(...[...document.querySelectorAll("#r-tiles .ground")].map(width)),
    away: me.left < box.left - 2 || me.right > box.right + 2 || me.top < box.top - 2 || me.bottom > box.bottom + 2,
    covered: [...document.querySelectorAll(".keys, .clock .fact, .over, .zoom button")].filter(over).length,
  };
}"""


@pytest.mark.parametrize("part", [0.1, 0.5, 0.93])
async def test_the_map_stays_readable(browser: Browser, server: Server, part: float) -> None:
    position = Position(recording("biome", "loss-camp"), part)
    link = await bring(server, position)
    seat = await sit(browser, link, position.asked, (1440, 900))
    page = seat.page
    for (width, height), least in LEAST.items():
        await page.set_viewport_size({"width": width, "height": height})
        await page.wait_for_timeout(400)
        seen = await page.evaluate(MAP)
        assert seen["hex"] >= least - 1, (part, width, seen)
        assert not seen["away"], "my character is in view"
        assert not seen["covered"], "nothing lies over it"
        await shot(page, f"map-{part}-{width}")
    assert seat.problems == []
    await seat.context.close()


async def test_a_far_tile_proposes_the_way_and_walks_it(browser: Browser, server: Server) -> None:
    position = Position(recording("biome", "loss-camp"), 0.3)
    while not any(option.id.startswith("walk:") for option in position.session.asks[position.asked].options):
        position.play(position.recorded.choices[len(position.rows)])
    ask = position.session.asks[position.asked]
    far = next(option for option in ask.options if option.id.startswith("walk:"))
    seat = await sit(browser, await bring(server, position), position.asked, (1440, 900))
    page = seat.page
    await page.locator(f'#r-tiles [data-name="{far.target}"]').click()
    card = page.locator("#explain article")
    await expect(card).to_contain_text(far.price)
    await press(page, card.locator(f'button[value="{far.id}"]'))
    await expect(page.locator("#log")).to_contain_text("walks to")
    assert seat.problems == []
    await seat.context.close()


@pytest.mark.parametrize("size", [(360, 640), (1440, 900)])
async def test_the_board_is_clean_for_axe_and_never_scrolls_the_page(
    browser: Browser, server: Server, size: tuple[int, int]
) -> None:
    async with table(browser, server, ("Ana",), size, bots=2) as seats:
        page = seats[0].page
        await expect(page.locator('#r-ask button[value="none"]')).to_be_attached()
        await choose(page, "none")
        await expect(page.locator('#r-ask button[value="end"]')).to_be_attached()
        await choose(page, "end")
        await expect(page.locator("#log")).to_contain_text("farm")
        for scheme in ("light", "dark"):
            await page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
            results = await Axe().run(page, {"include": [["#board"], ["#prompt"]]}, colours=scheme == "dark")
            serious = [
                (violation["id"], [node["html"][:160] for node in violation["nodes"][:3]])
                for violation in results.response["violations"]
                if violation["impact"] in ("serious", "critical")
            ]
            assert not serious, (scheme, serious)
            await shot(page, f"{size[0]}-{scheme}")
        assert await page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0
        assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


async def test_the_turn_of_the_board_is_told_as_moments(browser: Browser, server: Server) -> None:
    async with table(browser, server, ("Ana",)) as seats:
        page = seats[0].page
        for _ in range(2):
            await choose(page, "none")
        for _ in range(2):
            await expect(page.locator('#r-ask button[value="end"]')).to_be_attached()
            await choose(page, "end")
        # In the log, where it stays: the stage goes on by itself.
        told = page.locator("#log .moment h3", has_text=re.compile(r"^The farm .*(works|makes)"))
        await expect(told.first).to_be_attached()

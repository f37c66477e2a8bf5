"""The end of a game in browsers: told after the last moment, in view without scrolling, and then again together."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.async_api import Browser, Page, expect

from tests.browser.looks import Axe
from tests.browser.seats import Seat, hurry, open_seats
from tests.servers import Server

SIZES = {"laptop": (1440, 900), "phone": (390, 844)}


async def play_to_the_end(seats: list[Seat], moves: int) -> None:
    """Each in turn lays the card that is offered first."""
    for number in range(moves):
        page = seats[number % len(seats)].page
        await expect(page.locator("#r-ask[data-asked]")).to_be_attached()
        await expect(page.locator(".settling")).to_have_count(0)
        asked = await page.locator("#r-ask").get_attribute("data-asked")
        await page.evaluate("document.querySelector('#r-ask form').requestSubmit()")
        await expect(page.locator(f"#r-ask[data-asked='{asked}']")).to_have_count(0)


async def finished(browser: Browser, server: Server, size: str) -> list[Seat]:
    seats = await open_seats(browser, server, "whisper", ("Ana", "Ben"), {"moves": "4"}, SIZES[size])
    for seat in seats:
        assert await seat.page.locator("#r-ending").is_hidden(), "there is no ending before the end"
        assert await seat.page.locator("#r-afterwards .question").count() == 0
        await hurry(seat.page)
    await play_to_the_end(seats, 4)
    for seat in seats:
        await expect(seat.page.locator("#verdict")).to_be_visible()
    return seats


async def box(page: Page, selector: str) -> dict[str, float]:
    found = await page.locator(selector).bounding_box()
    assert found is not None, f"{selector} is not shown"
    return {"x": found["x"], "y": found["y"], "width": found["width"], "height": found["height"]}


async def check_inside(page: Page, selector: str, size: str) -> None:
    width, height = SIZES[size]
    seen = await box(page, selector)
    assert seen["x"] >= 0, selector
    assert seen["y"] >= 0, selector
    assert seen["x"] + seen["width"] <= width, selector
    assert seen["y"] + seen["height"] <= height, selector


@pytest.mark.parametrize("size", SIZES)
async def test_an_end_is_an_ending(browser: Browser, server: Server, size: str) -> None:
    seats = await finished(browser, server, size)
    page = seats[0].page
    for selector in ("#verdict", ".vtext", ".points li >> nth=0", ".decided .kicker", "#r-afterwards form .primary"):
        await check_inside(page, selector, size)
    verdict = page.locator("#verdict")
    wanted = "40px" if size == "laptop" else "27.2px"
    assert await verdict.evaluate("el => getComputedStyle(el).fontSize") == wanted
    await expect(page.locator("#told")).to_have_text(str(await verdict.text_content()).strip())
    for selector in ("#dock", "#stage", "#r-status"):
        await expect(page.locator(selector)).to_be_hidden()
    scrolls = "[document.documentElement.scrollHeight, document.documentElement.scrollWidth]"
    assert await page.evaluate(scrolls) == list(reversed(SIZES[size])), "the page never scrolls"
    assert not [problem for seat in seats for problem in seat.problems]


async def test_the_board_is_a_part_of_the_ending(browser: Browser, server: Server) -> None:
    """On a laptop beside the verdict, with the place ringed; on a phone a fold."""
    laptop = (await finished(browser, server, "laptop"))[0].page
    board, sheet = await box(laptop, ".game"), await box(laptop, "#board")
    assert board["height"] > 200
    assert board["x"] > sheet["x"] + sheet["width"] / 2 - 40, "it stands in the right half"
    decided = await laptop.locator("[data-decided]").get_attribute("data-decided")
    await expect(laptop.locator(f".rings [data-of='{decided}']")).to_have_count(1)
    phone = (await finished(browser, server, "phone"))[0].page
    await expect(phone.locator(".game")).to_be_hidden()
    await phone.get_by_text("The board at the end").click()
    await expect(phone.locator(".game [data-name='tile-0']")).to_be_visible()
    await expect(phone.locator("#verdict")).to_be_hidden()
    await phone.get_by_text("Back to the ending").click()
    await expect(phone.locator("#verdict")).to_be_visible()


async def test_the_last_moment_is_shown_before_the_ending(browser: Browser, server: Server) -> None:
    seats = await open_seats(browser, server, "whisper", ("Ana", "Ben"), {"moves": "2"})
    ana = seats[0].page
    await ana.evaluate("document.getElementById('stage').dataset.pace = '20'")
    await play_to_the_end(seats, 2)
    await expect(ana.locator("#verdict")).to_be_attached()
    await expect(ana.locator("#open h3")).to_contain_text("takes tile")
    await expect(ana.locator("#verdict")).to_be_hidden()
    await ana.get_by_role("button", name="To the ending").click()
    await expect(ana.locator("#verdict")).to_be_visible()


async def test_again_with_the_same_people(browser: Browser, server: Server) -> None:
    ana, ben = (seat.page for seat in await finished(browser, server, "laptop"))
    await expect(ana.get_by_role("button", name="Again with the same people")).to_be_visible()
    old = ben.url
    await ben.get_by_role("button", name="Again with the same people").click()
    await ben.wait_for_url(lambda url: url != old)
    await expect(ana.locator(".wishes")).to_contain_text("Ben")
    await expect(ana.locator(".wishes")).to_contain_text("wants to play again")
    await ana.get_by_role("button", name="Join them").click()
    await ana.wait_for_url(ben.url)
    await expect(ana.get_by_role("button", name=re.compile("^Start"))).to_be_enabled()


async def test_the_ways_to_look_back(browser: Browser, server: Server) -> None:
    page = (await finished(browser, server, "laptop"))[0].page
    for words, kind in (("as a page", "text/html"), ("as text", "text/plain")):
        link = page.get_by_role("link", name=words)
        reply = await page.request.get(str(await link.evaluate("el => el.href")))
        assert reply.ok
        assert reply.headers["content-type"].startswith(kind)
        assert "takes tile" in await reply.text()
    await page.get_by_role("button", name="The whole log").click()
    await expect(page.locator("#panel-log")).to_be_visible()
    await page.keyboard.press("Escape")
    await page.get_by_role("link", name="Watch it again").click()
    await page.wait_for_url("**/replay?at=1&eyes=all")


@pytest.mark.parametrize("size", SIZES)
async def test_through_whose_eyes_is_in_sight(browser: Browser, server: Server, size: str) -> None:
    page = (await finished(browser, server, size))[0].page
    await page.goto(f"{page.url.partition('?')[0]}/replay?at=3")
    eyes = page.get_by_label("Through whose eyes")
    for part in (eyes, page.get_by_label("How fast it plays"), page.get_by_role("button", name="Play")):
        await expect(part).to_be_in_viewport(ratio=1)
    await eyes.select_option("Ben's eyes")
    await page.wait_for_url(re.compile("eyes=1"))
    await expect(eyes).to_have_value("1")


@pytest.mark.parametrize("size", SIZES)
async def test_axe_finds_nothing_serious(browser: Browser, server: Server, size: str) -> None:
    page = (await finished(browser, server, size))[0].page
    result: Any = await Axe().run(page)
    serious = [v for v in result.response["violations"] if v["impact"] in ("serious", "critical")]
    assert not serious, [(v["id"], [node["html"][:120] for node in v["nodes"]]) for v in serious]

"""Stratos in browsers: a match to its end, the lesson, phones, and what each browser was sent."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page, expect

from tests.browser.seats import Seat, open_seats
from tests.browser.test_table import shot
from tests.servers import Server

LISTS = re.compile(r'<div id="r-lists".*?</details></div>', re.DOTALL)  # the printed card lists name every card
OWN = re.compile(r'<div id="r-(?:hand|peeks)".*?</div>', re.DOTALL)
CARD = re.compile(r'<article class="st-card[^>]*><header><b>([^<]+)</b>.*?</article>', re.DOTALL)
USED = re.compile(r"<dt>Used</dt><dd>(.*?)</dd>", re.DOTALL)


async def answer(page: Page, value: str) -> None:
    """Press the option with this id, and wait until the table has taken it."""
    asked = await page.locator("#r-ask").get_attribute("data-asked")
    await page.locator(f'#r-ask button[value="{value}"]').click()
    await expect(page.locator(f'#r-ask[data-asked="{asked}"]')).to_have_count(0)


async def click_board(page: Page, name: str) -> None:
    asked = await page.locator("#r-ask").get_attribute("data-asked")
    await page.locator(f'[data-name="{name}"].lit').click()
    await expect(page.locator(f'#r-ask[data-asked="{asked}"]')).to_have_count(0)


async def let_the_bot_play(page: Page) -> None:
    await page.get_by_role("button", name="More").click()
    await page.locator("#r-pilot summary").click()
    await page.locator("#auto").select_option("bot")
    await page.locator("#r-pilot").get_by_role("button", name="Set").click()


def before_the_end(seat: Seat) -> list[str]:
    return [LISTS.sub("", part) for part in seat.received if "The game is over</h2>" not in part]


def cards(frames: list[str]) -> set[str]:
    """Every card that this browser was shown as its own or by a look into a deck."""
    return {card[1] for frame in frames for own in OWN.findall(frame) for card in CARD.finditer(own)}


def face_down(frames: list[str]) -> list[set[str]]:
    """The face-down cards of the own hand, each time it changed."""
    hands = [own for frame in frames for own in OWN.findall(frame) if 'id="r-hand"' in own]
    return [{card[1] for card in CARD.finditer(hand) if "</span>face-down" in card[0]} for hand in hands]


def leaks(mine: list[str], theirs: list[str]) -> set[str]:
    """Cards that I never showed and they never saw for themselves, yet were told about."""
    used = " ".join(words for frame in mine for words in USED.findall(frame))
    secrets = {title for title in face_down(mine)[-1] - cards(theirs) if title not in used}
    told = OWN.sub("", "\n".join(theirs))
    return {title for title in secrets if title in told}


async def test_a_match_to_its_end_and_no_face_down_card_leaks(browser: Browser, server: Server) -> None:
    """In Sacred Cathedral the first player begins with two face-down spells."""
    seats = await open_seats(browser, server, "stratos", ("Ana", "Ben"), {"scenario": "cathedral2", "target": "5"})
    ana, ben = (seat.page for seat in seats)
    await expect(ana.locator("#r-hand .st-spell")).to_have_count(2)
    await expect(ben.locator("#r-hand .st-spell")).to_have_count(0)
    await expect(ben.locator("#tribes-0")).to_contain_text("2 face-down mage")
    await expect(ana.locator("#r-ask[data-asked]")).to_be_visible()
    # By hand: step with the first Mage by clicking the map, choose the second there, harvest, end the turn.
    await click_board(ana, "tile-1-0")
    await expect(ben.locator('.st-unit[data-at="1,0"]')).to_have_count(1)
    await click_board(ana, "unit-2")
    await expect(ana.locator("#r-active rect")).to_have_attribute("x", "304")
    await answer(ana, "harvest")
    await expect(ben.locator("#tribes-0 .st-purse")).to_contain_text("1")
    await answer(ana, "buy")
    await answer(ana, "pass")
    await expect(ben.locator("#r-ask[data-asked]")).to_be_visible()
    await answer(ben, "buy")
    await answer(ben, "pass")
    for page in (ben, ana):
        await let_the_bot_play(page)
    for page in (ana, ben):
        await expect(page.get_by_role("heading", name="The game is over")).to_be_visible(timeout=180_000)
    frames = [before_the_end(seat) for seat in seats]
    assert len(face_down(frames[0])[0]) == 2, "the search finds cards where there are some"
    assert not leaks(frames[0], frames[1])
    assert not leaks(frames[1], frames[0])
    for seat in seats:
        assert seat.problems == [], seat.problems
        await seat.context.close()


async def test_ranges_words_and_sheets_on_a_phone(browser: Browser, server: Server) -> None:
    seats = await open_seats(
        browser, server, "stratos", ("Ana",), {"scenario": "sorcerer3"}, viewport=(360, 640), bots=2
    )
    page = seats[0].page
    await expect(page.locator("#r-ask[data-asked]")).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, "no page scroll"
    assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    # A tap on a unit that is no choice explains it: how far it goes and strikes.
    await page.locator('.st-unit[data-at="7,0"]').click()
    await expect(page.locator(".st-say")).to_contain_text("Soldier")
    assert await page.locator(".st-tile.in-strike").count() == 2
    assert await page.locator(".st-tile.in-reach").count() == 1
    await shot(page, "phone-stratos")
    for sheet, words in (("tribes", "enemy units defeated"), ("hand", "My spellbook"), ("lists", "Swashbuckler")):
        await page.locator(f'[data-show="{sheet}"]').click()
        await expect(page.locator(f'[data-sheet-of="{sheet}"]')).to_contain_text(words)
        await shot(page, f"phone-stratos-{sheet}")
        await page.locator(f'[data-show="{sheet}"]').click()
    assert seats[0].problems == [], seats[0].problems
    await seats[0].context.close()


async def test_the_lesson_teaches_step_by_step(browser: Browser, server: Server) -> None:
    seats = await open_seats(browser, server, "stratos", ("Ana",), {"scenario": "lesson"}, bots=1)
    page = seats[0].page
    coach = page.locator("#r-coach")
    await expect(coach).to_contain_text("Harvest")
    await expect(page.locator('[data-name="unit-1"].coach-look')).to_have_count(1)
    await answer(page, "harvest")
    await expect(coach).to_contain_text("Search")
    await click_board(page, "unit-4")
    await answer(page, "search")
    await expect(coach).to_contain_text("Fight")
    await expect(page.locator("#tribes-0 .st-pp")).to_contain_text("1")  # the search of the lesson is never in vain
    await click_board(page, "unit-3")
    await answer(page, "cast:bounty")
    await expect(page.locator("#tribes-0 .st-pp")).to_contain_text("2")
    await shot(page, "laptop-stratos-lesson")
    assert seats[0].problems == [], seats[0].problems
    await seats[0].context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_axe_finds_nothing_serious_on_the_board(browser: Browser, server: Server, theme: str) -> None:
    seats = await open_seats(browser, server, "stratos", ("Ana",), {"scenario": "cathedral2"}, bots=1)
    page = seats[0].page
    await page.evaluate(f"document.documentElement.dataset.theme = '{theme}'")
    await expect(page.locator("#r-ask[data-asked]")).to_be_visible()
    await page.wait_for_timeout(400)
    await shot(page, f"laptop-stratos-{theme}")
    results = await Axe().run(page, context={"include": [["#board"], ["#prompt"]]})
    serious = [
        (violation["id"], [node["html"][:160] for node in violation["nodes"][:3]])
        for violation in results.response["violations"]
        if violation["impact"] in ("serious", "critical")
    ]
    assert not serious, serious
    await seats[0].context.close()

"""Stratos in browsers: a match to its end, phones, and what each browser was sent."""

from __future__ import annotations

import re

from playwright.async_api import Browser, Page, expect

from tests.browser.looks import Axe, shot, wear
from tests.browser.positions import Position, bring, recording, sit, skip_film
from tests.browser.seats import Seat, hurry, open_seats, press
from tests.rules import rule
from tests.servers import Server

LISTS = re.compile(r'<div id="r-lists".*?</details></div>', re.DOTALL)  # the printed card lists name every card
DOCK = re.compile(r'<div class="dock-parts st-dock" id="r-dock">.*?<div class="part grows', re.DOTALL)
CARD = re.compile(r'data-name="(?:spell|item|deck)-[^"]*"[^>]*>\s*([^<]+?)\s*(?:<small>([^<]*)</small>)?\s*</li>')
FACE_DOWN = re.compile(r"\d Spirit|to use")
OVER = "The match is over"


async def answer(page: Page, value: str) -> None:
    """Press the option with this id, and wait until the table has taken it."""
    await press(page, page.locator(f'#r-ask button[value="{value}"]'))


async def click_board(page: Page, name: str) -> None:
    await press(page, page.locator(f'#board [data-name="{name}"].lit'))


async def let_the_bot_play(page: Page) -> None:
    await page.get_by_role("button", name="More", exact=True).click()
    await page.locator("#r-pilot summary").click()
    await page.locator("#auto").select_option("bot")
    await page.locator("#r-pilot").get_by_role("button", name="Set").click()


def before_the_end(seat: Seat) -> list[str]:
    """What this browser was sent while there were secrets."""
    end = next((n for n, part in enumerate(seat.received) if OVER in part), len(seat.received))
    return [LISTS.sub("", part) for part in seat.received[:end]]


def docks(frames: list[str]) -> list[list[tuple[str, str]]]:
    """Title and note of every card of one's own, each time that the dock was drawn."""
    return [CARD.findall(dock) for frame in frames for dock in DOCK.findall(frame)]


def face_down(dock: list[tuple[str, str]]) -> set[str]:
    return {title for title, note in dock if FACE_DOWN.fullmatch(note)}


def leaks(mine: list[str], theirs: list[str]) -> set[str]:
    """Cards that lie face-down before me at the last and that they never saw for themselves, yet were told about."""
    seen = {title for dock in docks(theirs) for title, _ in dock}
    told = DOCK.sub("", "\n".join(theirs))
    return {title for title in face_down(docks(mine)[-1]) - seen if title in told}


async def asked(page: Page) -> bool:
    return await page.locator("#r-ask[data-asked]").count() > 0


async def main_answer(page: Page) -> str:
    """To do nothing more, or to go on to the next phase."""
    passing = page.locator('#r-ask button[value="pass"]')
    pinned = passing if await passing.count() else page.locator("#r-ask .pinned button")
    return await pinned.first.get_attribute("value") or ""


async def test_a_match_to_its_end_and_no_face_down_card_leaks(browser: Browser, server: Server) -> None:
    """In Sacred Cathedral the first player begins with two face-down spells."""
    options = {"scenario": "cathedral2", "target": "5"}
    seats = await open_seats(browser, server, "stratos", ("Ana", "Ben"), options, whole=True)
    ana, ben = (seat.page for seat in seats)
    await expect(ana.locator('#r-dock [data-name^="spell-"]')).to_have_count(2)
    await expect(ben.locator('#r-dock [data-name^="spell-"]')).to_have_count(0)
    await expect(ana.locator("#r-ask[data-asked]")).to_be_visible()
    # By hand: step with the first Mage by clicking the map, choose the second there, harvest, end the turn.
    await click_board(ana, "tile-1-0")
    await expect(ben.locator('.st-unit[data-at="1,0"]')).to_have_count(1)
    await click_board(ana, "unit-2")
    await expect(ana.locator("#r-active g")).to_have_attribute("transform", "translate(300 100)")
    await answer(ana, "harvest")
    await expect(ana.locator('#r-dock [data-name="unit-2"]')).to_contain_text("1 left")
    while not await asked(ben):
        if await asked(ana):
            await answer(ana, await main_answer(ana))
    await answer(ben, await main_answer(ben))
    for page in (ben, ana):
        await hurry(page)
        await let_the_bot_play(page)
    for page in (ana, ben):
        await expect(page.locator("#r-ending .endsheet")).to_be_visible(timeout=600_000)
    frames = [before_the_end(seat) for seat in seats]
    assert len(face_down(docks(frames[0])[0])) == 2, "the search finds cards where there are some"
    assert not leaks(frames[0], frames[1])
    assert not leaks(frames[1], frames[0])
    for seat in seats:
        assert seat.problems == [], seat.problems
        await seat.context.close()


async def test_ranges_cards_and_lists_on_a_phone(browser: Browser, server: Server) -> None:
    seats = await open_seats(
        browser, server, "stratos", ("Ana",), {"scenario": "sorcerer3"}, viewport=(390, 844), bots=2
    )
    page = seats[0].page
    await expect(page.locator("#r-ask[data-asked]")).to_be_attached()
    assert await page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0, "no page scroll"
    assert await page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    # A tap on a unit that is no choice explains it, and the map shows how far it goes and strikes.
    await page.locator('.st-unit[data-at="7,0"]').click()
    await expect(page.locator("#explain .explain")).to_contain_text("Soldier")
    await expect(page.locator(".st-tile.in-strike")).to_have_count(2)
    await expect(page.locator(".st-tile.in-reach")).to_have_count(1)
    await shot(page, "phone-stratos")
    await page.keyboard.press("Escape")
    await page.locator(".st-lists > summary").click()
    await expect(page.locator(".st-reference")).to_contain_text("Swashbuckler")
    await shot(page, "phone-stratos-lists")
    assert seats[0].problems == [], seats[0].problems
    await seats[0].context.close()


async def test_the_shape_of_a_player_is_the_same_everywhere(browser: Browser, server: Server) -> None:
    seats = await open_seats(browser, server, "stratos", ("Ana",), {}, bots=1)
    page = seats[0].page
    shapes = """() => ["#player-0 .emblem", "#tribes-0 .emblem", "#r-dock .me .emblem", ".st-unit.s0 .token"]
        .map((where) => document.querySelector(where).firstElementChild.outerHTML)"""
    assert len(set(await page.evaluate(shapes))) == 1
    await seats[0].context.close()


async def test_axe_finds_nothing_serious_on_the_board(browser: Browser, server: Server) -> None:
    seats = await open_seats(browser, server, "stratos", ("Ana",), {"scenario": "cathedral2"}, bots=1)
    page = seats[0].page
    await expect(page.locator("#r-ask[data-asked]")).to_be_visible()
    for theme in ("light", "dark"):
        await wear(page, theme)
        await shot(page, f"laptop-stratos-{theme}")
        results = await Axe().run(page, {"include": [["#board"], ["#prompt"]]}, colours=theme == "dark")
        serious = [
            (violation["id"], [node["html"][:160] for node in violation["nodes"][:3]])
            for violation in results.response["violations"]
            if violation["impact"] in ("serious", "critical")
        ]
        assert not serious, (theme, serious)
    await seats[0].context.close()


def with_care() -> Position:
    """A recorded match, as far as a question with something on the map that a press must not do at once."""
    position = Position(recording("stratos", "ffa2"), 0)
    for choice in position.recorded.choices:
        if careful_target(position):
            return position
        position.play(choice)
    raise AssertionError("nothing in this match asks for care")


def careful_target(position: Position) -> str:
    """The one thing on the map with exactly one use, and that one careful."""
    options = position.session.asks[position.asked].options
    aims = [option.target for option in options]
    alone = [one for one in options if one.careful and one.target and aims.count(one.target) == 1]
    return next((one.target for one in alone if one.target and one.target.startswith(("tile-", "unit-"))), "")


@rule("STR-222")
async def test_what_stands_or_ends_a_turn_opens_its_card_first(browser: Browser, server: Server) -> None:
    position = with_care()
    seat = await sit(browser, await bring(server, position), position.asked, (390, 844))
    page = seat.page
    if await page.locator(".away-skip").count():
        await skip_film(page)
    asked = await page.locator("#r-ask").get_attribute("data-asked")
    name = careful_target(position)
    await page.locator(f'#board [data-name="{name}"].lit').first.click()
    card = page.locator("#explain .explain")
    await expect(card.locator(".answers .answer").first).to_be_visible()
    await expect(page.locator("#r-ask")).to_have_attribute("data-asked", str(asked))
    await press(page, card.locator(".answers .answer").first)
    assert seat.problems == [], seat.problems
    await seat.context.close()

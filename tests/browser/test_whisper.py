"""Four people in four browsers play a whole game; what each browser received is searched for the others' cards."""

from __future__ import annotations

import re

from playwright.async_api import Browser, Page, expect

from tests.browser.seats import open_seats
from tests.servers import Server

NAMES = ("Ana", "Ben", "Cleo", "Dov")
MOVES = 28  # each plays seven: enough to have held a good part of the cards


async def hand(page: Page) -> set[int]:
    cards = await page.locator("#r-dock .hand [data-name]").all_text_contents()
    return {int(card) for card in cards}


async def test_four_browsers_play_and_no_card_leaks(browser: Browser, server: Server) -> None:
    seats = await open_seats(browser, server, "whisper", NAMES, {"moves": str(MOVES)}, whole=True)
    # Which cards each seat ever held: nobody else may ever have been sent a word about them while they were held.
    held: list[set[int]] = [await hand(seat.page) for seat in seats]
    for number in range(MOVES):
        seat = seats[number % 4]
        await expect(seat.page.locator("#r-ask[data-asked]")).to_be_visible()
        await expect(seat.page).to_have_title(re.compile("Your turn"))
        if number % 2:
            await seat.page.locator(f"[data-name=tile-{number}]").click()
            await seat.page.locator("#r-dock .hand [data-name]").last.click()
        await seat.page.get_by_role("button", name="Confirm").click()
        await expect(seat.page.locator("#r-ask[data-asked]")).to_have_count(0)
        held[number % 4] |= await hand(seat.page)
    for seat in seats:
        await expect(seat.page.locator(".endsheet")).to_be_attached()
    for mine, seat in enumerate(seats):
        text = "\n".join(seat.received)
        known = {int(card) for card in re.findall(r"card(?: |:|-)(\d+)", text, re.IGNORECASE)}
        others = set().union(*(cards for other, cards in enumerate(held) if other != mine)) - held[mine]
        assert known & held[mine], "the search finds cards where there are some"
        assert known & others, "when the game is over, the log tells all"
        over = next(at for at, part in enumerate(seat.received) if "endsheet" in part)
        if 'hx-target="#log" hx-swap="innerHTML"' in seat.received[over - 1]:
            over -= 1  # the whole log may come just before the ending
        during = "\n".join(seat.received[:over])
        told = {int(card) for card in re.findall(r"card(?: |:|-)(\d+)", during, re.IGNORECASE)}
        assert not told & others, f"{NAMES[mine]} was sent cards of others"
        assert seat.problems == [], seat.problems
    for seat in seats:
        await seat.context.close()

"""Four people in four browsers play a whole game; what each browser received is searched for the others' cards."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, WebSocket, expect

from tests.servers import Server

NAMES = ("Ana", "Ben", "Cleo", "Dov")


class Seat:
    """One browser, and everything it was ever sent."""

    def __init__(self, context: BrowserContext, page: Page) -> None:
        self.context, self.page = context, page
        self.received: list[str] = []
        self.problems: list[str] = []
        page.on("websocket", self._listen)
        page.on("response", lambda response: asyncio.ensure_future(self._keep(response)))
        page.on("console", self._complain)
        page.on("pageerror", lambda error: self.problems.append(str(error)))

    def _complain(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "AudioContext" not in message.text:  # test machines have no sound device
            self.problems.append(message.text)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: self.received.append(str(payload)))

    async def _keep(self, response: Any) -> None:
        if "text/html" in response.headers.get("content-type", ""):
            try:
                self.received.append(await response.text())
            except Exception:  # a redirect has no body
                return

    async def hand(self) -> set[int]:
        cards = await self.page.locator("#r-hand [data-name]").all_text_contents()
        return {int(card) for card in cards}


async def open_seats(browser: Browser, server: Server) -> list[Seat]:
    seats: list[Seat] = []
    for name in NAMES:
        context = await browser.new_context(viewport={"width": 1440, "height": 900})
        seat = Seat(context, await context.new_page())
        seats.append(seat)
        if name == NAMES[0]:
            await seat.page.goto(f"{server.url}/")
            card = seat.page.locator(".g-whisper")
            await card.get_by_label("Your name").fill(name)
            await card.get_by_role("button", name="Open the table").click()
            await seat.page.wait_for_url("**/t/*")
            link = seat.page.url
        else:
            await seat.page.goto(link)
            await seat.page.get_by_label("Your name").fill(name)
            await seat.page.get_by_role("button", name="Take a seat").click()
        await expect(seat.page.get_by_text(f"{name}", exact=True).first).to_be_visible()
    await seats[0].page.get_by_role("button", name="Start the game").click()
    for seat in seats:
        await expect(seat.page.locator("#r-hand [data-name]").first).to_be_visible()
    return seats


async def test_four_browsers_play_and_no_card_leaks(browser: Browser, server: Server) -> None:
    seats = await open_seats(browser, server)
    # Which cards each seat ever held: nobody else may ever have been sent a word about them while they were held.
    held: list[set[int]] = [await seat.hand() for seat in seats]
    for number in range(60):
        seat = seats[number % 4]
        await expect(seat.page.locator("#r-ask[data-asked]")).to_be_visible()
        await expect(seat.page).to_have_title(re.compile("Your turn"))
        if number % 2:
            await seat.page.locator(f"[data-name=tile-{number}]").click()
            await seat.page.locator("#r-hand [data-name]").last.click()
        await seat.page.get_by_role("button", name="Confirm").click()
        await expect(seat.page.locator("#r-ask[data-asked]")).to_have_count(0)
        held[number % 4] |= await seat.hand()
    for seat in seats:
        await expect(seat.page.get_by_role("heading", name="The game is over")).to_be_visible()
    for mine, seat in enumerate(seats):
        text = "\n".join(seat.received)
        known = {int(card) for card in re.findall(r"card(?: |:|-)(\d+)", text, re.IGNORECASE)}
        others = set().union(*(cards for other, cards in enumerate(held) if other != mine)) - held[mine]
        assert known & held[mine], "the search finds cards where there are some"
        assert known & others, "when the game is over, the log tells all"
        during = "\n".join(part for part in seat.received if "The game is over</h2>" not in part)
        told = {int(card) for card in re.findall(r"card(?: |:|-)(\d+)", during, re.IGNORECASE)}
        assert not told & others, f"{NAMES[mine]} was sent cards of others"
        assert seat.problems == [], seat.problems
    for seat in seats:
        await seat.context.close()

"""Browsers at a table, and everything each of them was ever sent."""

from __future__ import annotations

import asyncio
from typing import Any

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Page, WebSocket, expect

from tests.servers import Server


class Seat:
    """One browser, and everything it was ever sent."""

    def __init__(self, context: BrowserContext, page: Page, name: str) -> None:
        self.context, self.page, self.name = context, page, name
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
        if "text/html" in response.headers.get("content-type", "") or "image/svg" in response.headers.get(
            "content-type", ""
        ):
            try:
                self.received.append(await response.text())
            except Exception:  # a redirect has no body
                return


async def open_seats(
    browser: Browser,
    server: Server,
    game: str,
    names: tuple[str, ...],
    options: dict[str, str] | None = None,
    viewport: tuple[int, int] = (1440, 900),
    bots: int = 0,
) -> list[Seat]:
    """A started table with a browser for each name, and bots in the other seats. `options` fills the form of the game's
    options by name."""
    seats: list[Seat] = []
    link = ""
    for name in names:
        context = await browser.new_context(viewport={"width": viewport[0], "height": viewport[1]})
        seat = Seat(context, await context.new_page(), name)
        seats.append(seat)
        page = seat.page
        if not link:
            await page.goto(f"{server.url}/new/{game}")
            await page.get_by_label("Your name").fill(name)
            await page.get_by_label("Seats", exact=True).select_option(str(len(names) + bots))
            for field, value in (options or {}).items():
                box = page.locator(f'[name="option.{field}"]')
                if await box.evaluate("el => el.tagName") == "SELECT":
                    await box.select_option(value)
                elif await box.get_attribute("type") == "checkbox":
                    await box.set_checked(value == "true")
                else:
                    await box.fill(value)
            await page.get_by_role("button", name="Open the table").click()
            await page.wait_for_url("**/t/*")
            link = page.url
        else:
            await page.goto(link)
            await page.get_by_label("Your name").fill(name)
            await page.get_by_role("button", name="Take a seat").click()
            await expect(page.get_by_role("button", name="I am ready")).to_be_visible()
    for _ in range(bots):
        await seats[0].page.get_by_role("button", name="Seat a bot").first.click()
        await seats[0].page.wait_for_load_state()
    start = seats[0].page.get_by_role("button", name="Start the game")
    await expect(start).to_be_enabled()
    await start.click()
    for seat in seats:
        await expect(seat.page.locator("#r-status")).to_be_visible()
        await expect(seat.page.locator("#connection")).to_have_text("connected")
    return seats

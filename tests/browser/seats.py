"""Browsers at a table, and everything each of them was ever sent."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from playwright.async_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, WebSocket, expect

from tests.patience import PATIENCE
from tests.servers import Server

NAME = "What do your friends call you?"  # the label of the field
START = re.compile("^Start with ")  # the button of the host


class Seat:
    """One browser, and everything it was ever sent."""

    def __init__(self, context: BrowserContext, page: Page, name: str) -> None:
        self.context, self.page, self.name = context, page, name
        self.received: list[str] = []
        self.problems: list[str] = []
        context.set_default_timeout(1000 * PATIENCE)
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


# Pages are sent changes of what they have, cut anywhere: who searches all that was sent asks for whole pieces.
WHOLE = """
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(address, ...rest) { super(String(address).replace("patches=1", "patches=0"), ...rest); }
  };
"""


async def post(context: BrowserContext, address: str, **form: str | float | bool) -> str:
    """Sends what a form of a page would send; says where that leads."""
    reply = await context.request.post(address, form=form, max_redirects=0)
    assert reply.status in (302, 303), await reply.text()
    return reply.headers["location"]


async def press(page: Page, button: Locator) -> None:
    """Press what answers the open question, and wait until that question has gone. The button is waited for first: until
    it is there, the page may still ask something older."""
    await button.wait_for()
    question = await page.locator("#r-ask").get_attribute("data-asked")
    asks_first = await button.get_attribute("data-sure") is not None
    await button.click()
    if asks_first:
        await page.locator("#r-ask [data-really]").click()
    await expect(page.locator(f'#r-ask[data-asked="{question}"]')).to_have_count(0)


async def hurry(page: Page) -> None:
    """From here on it is not looked at how things are told: nothing glides, and the story is over at once."""
    await page.emulate_media(reduced_motion="reduce")
    await page.evaluate("localStorage.setItem('pace', '0.02')")


async def open_seats(
    browser: Browser,
    server: Server,
    game: str,
    names: tuple[str, ...],
    options: dict[str, str] | None = None,
    viewport: tuple[int, int] = (1440, 900),
    bots: int = 0,
    *,
    whole: bool = False,
) -> list[Seat]:
    """A started table with a browser for each name, and bots in the other seats. `options` are those of the game by name.
    The way there is short: how people come to a table is looked at in test_table.py and test_house.py."""
    seats: list[Seat] = []
    for name in names:
        context = await browser.new_context(
            viewport={"width": viewport[0], "height": viewport[1]},
            reduced_motion="reduce" if whole else None,  # who searches what was sent does not look at how it moves
        )
        if whole:
            await context.add_init_script(WHOLE)
        seats.append(Seat(context, await context.new_page(), name))
    host = seats[0].context
    chosen = {f"option.{name}": value for name, value in (options or {}).items()}
    wish = {"game": game, "name": names[0], "seats": str(len(names) + bots), **chosen}
    link = server.url + (await post(host, f"{server.url}/tables", **wish)).removeprefix(server.base)
    for seat in seats[1:]:
        await post(seat.context, f"{link}/sit", name=seat.name)
    for number in range(len(names), len(names) + bots):
        await post(host, f"{link}/bot", seat=str(number))
    await post(host, f"{link}/start", anyway="yes")
    for seat in seats:
        await seat.page.goto(link)
        await expect(seat.page.locator("#r-status")).to_be_attached()
        await expect(seat.page.locator("#connection")).to_have_text("connected")
    return seats

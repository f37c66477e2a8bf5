"""The pictures of the README: bots play from fixed seeds up to a moment worth showing, it is brought to a server as a
table's file, and a real browser looks at it."""

from __future__ import annotations

import asyncio
import os
import shutil
import tempfile
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from playwright.async_api import Browser, Page, async_playwright

from app.games import GAMES
from app.kernel import Session
from app.tables.entries import Entry, encode_entry
from app.tables.replay import FILE_VERSION, TableFile
from tests.browser.seats import NAME
from tests.servers import ROOT, Server, lay

NAMES = ("Mara", "Jonas", "Wen")
SIZE = (1440, 900)
SEED = "pictures"
SHOW = ROOT / "static" / "show"
ON_THEIR_PAGES = ("stratos",)  # games whose page shows the same moment
Wanted = Callable[[Session[Any]], bool]


def played_to(game: str, seats: int, wanted: Wanted, most: int = 6000) -> Session[Any]:
    """A game as far as the question that is wanted."""
    rules = GAMES[game]
    session = Session.start(rules, seats=seats, options={}, seed=SEED)
    for _ in range(most):
        if session.outcome is not None:
            break
        if wanted(session):
            return session
        seat = session.next_seat
        session.apply(rules.bot(session, seat))
    raise AssertionError(f"{game} never came to the moment that is wanted")


def file_of(session: Session[Any], game: str, seats: int) -> bytes:
    base = msgspec.msgpack.encode(session.base)
    rows = tuple((n, encode_entry(Entry(1, choice, moment=n))) for n, choice in enumerate(session.choices, 1))
    names = NAMES[:seats]
    file = TableFile(
        FILE_VERSION, game, GAMES[game].version, {}, SEED, "playing", names, (False,) * seats, len(rows), 0, base, None,
        ((0, base),), rows,
    )  # fmt: skip
    return msgspec.msgpack.encode(file)


def a_turn(session: Session[Any]) -> bool:
    return 0 in session.asks and session.state.number >= 7


def a_check(session: Session[Any]) -> bool:
    return 0 in session.asks and session.state.check is not None


def a_wide_map(session: Session[Any]) -> bool:
    return 0 in session.asks and len(session.state.tiles) >= 22


def a_contested_land(session: Session[Any]) -> bool:
    state = session.state
    return 0 in session.asks and state.turn >= 6 and state.phase == "action" and len(state.units) >= 9


MOMENTS: dict[str, tuple[str, int, Wanted]] = {
    "vantage-turn": ("vantage", 3, a_turn),
    "vanguard-check": ("vanguard", 2, a_check),
    "glass-acre-map": ("biome", 3, a_wide_map),
    "stratos-land": ("stratos", 3, a_contested_land),
}


async def write_readme(folder: Path) -> None:
    home = Path(tempfile.mkdtemp(prefix="parallax-pictures-"))
    home.chmod(0o755)
    server = Server({"DATA_DIR": str(home), "SECRET_KEY": SEED})
    await asyncio.to_thread(server.start)
    try:
        async with async_playwright() as playwright:
            chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
            browser = await playwright.chromium.launch(executable_path=chromium)
            await take_pictures(browser, server, folder)
            await browser.close()
    finally:
        await asyncio.to_thread(server.stop)
        shutil.rmtree(home, ignore_errors=True)


async def take_pictures(browser: Browser, server: Server, folder: Path) -> None:
    context = await browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]}, reduced_motion="reduce")
    page = await context.new_page()
    await page.goto(server.url)
    await keep(page, folder / "shelf.png")
    await page.get_by_label(NAME).fill(NAMES[0])
    await page.locator(".g-vantage").get_by_role("button", name="Open").click()
    for name, (game, seats, wanted) in MOMENTS.items():
        async with shown(browser, page, server, file_of(played_to(game, seats, wanted), game, seats), NAMES[1:seats]):
            await keep(page, folder / f"{name}.png")
            if game in ON_THEIR_PAGES:
                (SHOW / game).mkdir(parents=True, exist_ok=True)
                await keep(page, SHOW / game / "play.jpg", type="jpeg", quality=82)
    await context.close()


@asynccontextmanager
async def shown(
    browser: Browser, page: Page, server: Server, file: bytes, friends: Sequence[str]
) -> AsyncGenerator[None]:
    """The moment as a table, seen from its first seat, with friends in the others, and without the coach."""
    link = server.url + await lay(server, file)
    await page.context.request.post(f"{link}/sit", form={"seat": "0"}, headers={"origin": server.url})
    around = []
    for number, name in enumerate(friends, 1):
        friend = await browser.new_context()
        form: dict[str, str | float | bool] = {"seat": str(number), "name": name}
        await friend.request.post(f"{link}/sit", form=form, headers={"origin": server.url})
        await (await friend.new_page()).goto(link)
        around.append(friend)
    await page.goto(link)
    await page.locator("#r-ask[data-asked]").wait_for()
    quiet = page.get_by_role("button", name="No more hints")
    if await quiet.is_visible():
        await quiet.click()
        await quiet.wait_for(state="hidden")
    try:
        yield
    finally:
        for friend in around:
            await friend.close()


async def keep(page: Page, path: Path, **how: Any) -> None:
    await page.evaluate("document.fonts.ready")
    await page.wait_for_timeout(800)
    await page.screenshot(path=str(path), **how)
    print(path)


COVER = (960, 504)  # what Discord shows of a picture on a card


async def write_covers(static: Path) -> None:
    """The cover of each game as a photograph."""
    from tests.conftest import FLAGS, find_chromium

    folder = static / "discord"
    folder.mkdir(exist_ok=True)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=find_chromium(), args=list(FLAGS))
        page = await browser.new_page(viewport={"width": COVER[0], "height": COVER[1]})
        for game in GAMES.values():
            drawing = (static / game.box.cover).read_text(encoding="utf-8")
            style = "body{margin:0}svg{display:block;width:100vw;height:100vh}"
            await page.set_content(f"<style>{style}</style>{drawing}")
            await page.screenshot(path=folder / f"{game.id}.jpg", type="jpeg", quality=82)
            print(folder / f"{game.id}.jpg")
        await browser.close()

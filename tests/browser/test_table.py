"""The table as people meet it: newcomers, phones, keyboards, screen readers, and what leaves the host."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.looks import Axe, shot
from tests.browser.seats import NAME, START, press
from tests.servers import Server

SIZES = {"phone": {"width": 360, "height": 640}, "laptop": {"width": 1440, "height": 900}}


async def newcomer(browser: Browser, size: str = "laptop") -> Page:
    width, height = SIZES[size]["width"], SIZES[size]["height"]
    context = await browser.new_context(viewport={"width": width, "height": height}, has_touch=size == "phone")
    return await context.new_page()


async def open_table(page: Page, server: Server, name: str = "Ana", seats: int = 2) -> str:
    await page.goto(server.url)
    await page.get_by_label(NAME).fill(name)
    await page.locator(".g-whisper").get_by_role("button", name="Open").click()
    await page.get_by_role("group", name="How many of you?").get_by_text(str(seats), exact=True).click()
    await page.get_by_role("button", name="Open the table").click()
    await page.wait_for_url("**/t/*")
    return page.url


async def take_seat(page: Page, link: str, name: str = "Ben") -> None:
    await page.goto(link)
    await page.get_by_label(NAME).fill(name)
    await page.get_by_role("button", name="Take a seat").click()
    await page.get_by_role("button", name="I am ready").click()
    await expect(page.get_by_role("button", name="Not ready after all")).to_be_visible()


async def start_two(browser: Browser, server: Server, size: str = "laptop") -> tuple[Page, Page]:
    ana, ben = await newcomer(browser, size), await newcomer(browser, size)
    link = await open_table(ana, server)
    await take_seat(ben, link)
    await expect(ana.locator(".place").filter(has_text="Ben")).to_be_visible()
    await ana.get_by_role("button", name=START).click()
    for page in (ana, ben):
        await expect(page.locator("#dock")).to_be_visible()
        await expect(page.locator("#connection")).to_have_text("connected")
    return ana, ben


@pytest.mark.parametrize("size", SIZES)
async def test_a_newcomer_is_at_a_table_in_a_few_steps(browser: Browser, server: Server, size: str) -> None:
    ana, ben = await newcomer(browser, size), await newcomer(browser, size)
    await ana.goto(server.url)
    await shot(ana, f"{size}-home")
    link = await open_table(ana, server)
    await shot(ana, f"{size}-lobby")
    # Two actions seat the second: type a name, press the button.
    await ben.goto(link)
    await shot(ben, f"{size}-invited")
    await ben.get_by_label(NAME).fill("Ben")
    await ben.get_by_role("button", name="Take a seat").click()
    await expect(ben.get_by_role("button", name="I am ready")).to_be_visible()
    await ben.get_by_role("button", name="I am ready").click()
    await expect(ana.locator(".place").filter(has_text="Ben").get_by_text("ready", exact=True)).to_be_visible()
    await ana.get_by_role("button", name=START).click()
    await expect(ben.locator("#dock")).to_be_visible()
    await ana.locator("[data-name=tile-7]").click()
    await ana.get_by_role("button", name="Confirm").click()
    await expect(ben.locator("#r-ask[data-asked]")).to_be_visible()
    for page, name in ((ana, "ana"), (ben, "ben")):
        await shot(page, f"{size}-table-{name}")
        overflow = await page.evaluate("document.documentElement.scrollHeight - innerHeight")
        assert overflow <= 0, "no page scroll during play"
        sideways = await page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert sideways <= 0
        await page.context.close()


async def test_a_whole_game_by_keyboard_only(browser: Browser, server: Server) -> None:
    ana, ben = await newcomer(browser), await newcomer(browser)
    await ana.goto(f"{server.url}/new/whisper")
    await ana.keyboard.press("Tab")  # the brand
    for _ in range(30):
        focused = await ana.evaluate("document.activeElement.name || document.activeElement.textContent")
        if focused == "name":
            await ana.keyboard.type("Ana")
        elif focused == "option.moves":
            await ana.keyboard.press("Control+A")
            await ana.keyboard.type("6")
        elif "Open the table" in focused:
            await ana.keyboard.press("Enter")
            break
        await ana.keyboard.press("Tab")
    await ana.wait_for_url("**/t/*")
    await take_seat(ben, ana.url)
    await expect(ana.get_by_role("button", name=START)).to_be_enabled()
    await ana.get_by_role("button", name=START).focus()
    await ana.keyboard.press("Enter")
    for number in range(6):
        page = (ana, ben)[number % 2]
        await expect(page.locator("#r-ask[data-asked]")).to_be_visible()
        await expect(page.locator("#connection")).to_have_text("connected")
        await page.keyboard.press("p")  # to your decision
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("Tab")
        for _ in range(number + 1):
            await page.keyboard.press("ArrowDown")
        await page.keyboard.press("Tab")
        await page.keyboard.press("Enter")
        await expect(page.locator("#r-ask[data-asked]")).to_have_count(0)
    await expect(ana.get_by_role("heading", name=re.compile("win"))).to_be_visible()
    await ana.keyboard.press("?")
    await expect(ana.get_by_role("dialog", name="Keys")).to_be_visible()
    for page in (ana, ben):
        await page.context.close()


async def test_a_whole_game_through_the_accessibility_tree_alone(browser: Browser, server: Server) -> None:
    """Everything is found by role and name, as a screen reader finds it; nothing by its place in the page."""
    ana, ben = await newcomer(browser), await newcomer(browser)
    await ana.goto(f"{server.url}/new/whisper")
    await ana.get_by_role("textbox", name=NAME).fill("Ana")
    await ana.get_by_role("radio", name="2", exact=True).check(force=True)
    await ana.get_by_role("spinbutton", name="Moves").fill("6")
    await ana.get_by_role("button", name="Open the table").click()
    await ana.wait_for_url("**/t/*")
    await ben.goto(ana.url)
    await ben.get_by_role("textbox", name=NAME).fill("Ben")
    await ben.get_by_role("button", name="Take a seat").click()
    await ben.get_by_role("button", name="I am ready").click()
    await expect(ben.get_by_role("button", name="Not ready after all")).to_be_visible()
    await ana.get_by_role("button", name=START).click()
    for number in range(6):
        page = (ana, ben)[number % 2]
        decision = page.get_by_role("region", name="Your decision")
        await expect(decision.get_by_role("heading", name=re.compile("Lay one of your cards"))).to_be_visible()
        await decision.get_by_role("combobox", name="What").select_option(index=number)
        await decision.get_by_role("combobox", name="Where").select_option(
            label=f"Tile {number + 1}, {KINDS[number % 5]}"
        )
        await decision.get_by_role("button", name="Confirm").click()
        name = ("Ana", "Ben")[number % 2]
        await expect(page.get_by_role("region", name="What happened")).to_contain_text(
            f"{name} takes tile {number + 1}"
        )
    await expect(ben.get_by_role("heading", name=re.compile("win"))).to_be_visible()
    for page in (ana, ben):
        await page.context.close()


KINDS = ("reed", "stone", "ember", "tide", "moss")


async def test_axe_finds_nothing_serious(browser: Browser, server: Server) -> None:
    ana, _ben = await start_two(browser, server)
    table = ana.url
    code = table.rsplit("/", 1)[1]
    pages = {"table": table, "replay": f"{table}/replay", "me": f"{server.url}/me", "home": server.url}
    pages |= {
        "rules": f"{server.url}/rules/whisper",
        "new": f"{server.url}/new/whisper",
        "status": f"{server.url}/status",
    }
    serious = []
    for name, address in pages.items():
        await ana.goto(address)
        results = await Axe().run(ana)
        for violation in results.response["violations"]:
            if violation["impact"] in ("serious", "critical"):
                nodes = [node["html"][:120] for node in violation["nodes"][:3]]
                serious.append((name, violation["id"], nodes))
    assert not serious, f"{code}: {serious}"
    await ana.context.close()


async def test_nothing_leaves_the_host_and_the_first_load_is_small(browser: Browser, server: Server) -> None:
    context: BrowserContext = await browser.new_context()
    page = await context.new_page()
    session = await context.new_cdp_session(page)
    await session.send("Network.enable")
    received: dict[str, float] = {}
    addresses: dict[str, str] = {}
    session.on("Network.requestWillBeSent", lambda e: addresses.update({e["requestId"]: e["request"]["url"]}))
    session.on("Network.loadingFinished", lambda e: received.update({e["requestId"]: e["encodedDataLength"]}))
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
    link = await open_table(page, server, seats=2)
    await page.get_by_role("button", name="Seat a bot").click()
    await page.get_by_role("button", name=START).click()
    await expect(page.locator("#dock")).to_be_visible()
    await page.goto("about:blank")  # what the page before still loads is not counted
    await session.send("Network.clearBrowserCache")
    before = set(addresses)
    await page.goto(link)  # as somebody who has never been here and follows a link to the table
    await expect(page.locator("#connection")).to_have_text("connected")
    loaded = {addresses[request]: size for request, size in received.items() if request not in before}
    foreign = [url for url in addresses.values() if not url.startswith((server.url, server.ws, "data:"))]
    assert foreign == []
    assert problems == [], "the content security policy is kept"
    assert len(loaded) == sum(request not in before for request in received), "nothing is fetched twice"
    assert sum(loaded.values()) < 150 * 1024, f"a table, with its scripts, styles, pictures and fonts: {loaded}"
    assert link
    await context.close()


async def test_a_move_is_a_few_kilobytes(browser: Browser, server: Server) -> None:
    ana, ben = await start_two(browser, server)
    frames: list[str] = []
    await ben.close()
    ben = await ben.context.new_page()
    ben.on("websocket", lambda socket: socket.on("framereceived", lambda data: frames.append(str(data))))
    await ben.goto(ana.url)
    await expect(ben.locator("#connection")).to_have_text("connected")
    await expect(ben.locator("#r-players .player").first).to_contain_text("thinking")
    await ben.wait_for_timeout(300)
    frames.clear()
    await ana.get_by_role("button", name="Confirm").click()
    await expect(ben.locator("#r-ask[data-asked]")).to_be_visible()
    assert frames
    assert sum(len(frame.encode()) for frame in frames) < 10 * 1024
    for page in (ana, ben):
        await page.context.close()


async def test_the_page_finds_its_way_back_by_itself(browser: Browser, serve: Any, tmp_path: Path) -> None:
    import asyncio

    server: Server = await asyncio.to_thread(serve)
    ana, ben = await start_two(browser, server)
    await asyncio.to_thread(server.kill)
    await expect(ana.locator("#connection")).to_have_text("reconnecting")
    await asyncio.to_thread(server.start)
    await expect(ana.locator("#connection")).to_have_text("connected")
    await ana.get_by_role("button", name="Confirm").click()
    await expect(ben.locator("#r-ask[data-asked]")).to_be_visible()
    for page in (ana, ben):
        await page.context.close()


async def test_chat_takebacks_and_panels(browser: Browser, server: Server) -> None:
    ana, ben = await start_two(browser, server, "phone")
    await ana.get_by_role("button", name="Menu").click()
    await ana.get_by_role("button", name="Chat", exact=True).click()
    await ana.get_by_label("Say something").fill("hello over there")
    await ana.get_by_role("button", name="Send").click()
    await ben.get_by_role("button", name="Menu").click()
    await ben.get_by_role("button", name="Chat", exact=True).click()
    await expect(ben.locator("#chat")).to_contain_text("hello over there")
    await shot(ben, "phone-chat")
    await ben.get_by_role("button", name="Menu").click()
    await ben.get_by_role("button", name="More", exact=True).click()
    await expect(ben.get_by_role("link", name="Look back")).to_be_visible()
    await shot(ben, "phone-more")
    for page in (ana, ben):
        await page.context.close()


async def test_the_game_goes_on_where_no_websocket_passes(browser: Browser, server: Server) -> None:
    ana, ben = await start_two(browser, server)
    await ben.route_web_socket(re.compile(r".*/ws"), lambda socket: socket.close(code=1011))
    moved = asyncio.Event()

    async def late(route: Route) -> None:
        """The stream begins only after the first move: what happened before it is not lost."""
        await moved.wait()
        await route.continue_()

    await ben.route("**/events*", late)
    await ben.reload()
    await expect(ben.locator("#connection")).to_have_text("without websocket")
    for _ in range(2):
        await press(ana, ana.get_by_role("button", name="Confirm"))
        moved.set()
        await expect(ben.locator("#r-ask[data-asked]")).to_be_visible()
        await expect(ben.locator("#connection")).to_have_text("without websocket")
        await ben.get_by_role("button", name="Confirm").click()
        await expect(ana.locator("#r-ask[data-asked]")).to_be_visible()
    for page in (ana, ben):
        await page.context.close()

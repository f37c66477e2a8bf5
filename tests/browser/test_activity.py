"""Parallax inside Discord's frame: a parent window of our own speaks Discord's protocol and watches that we do, too."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import pytest
import uvicorn
from playwright.async_api import Browser, FrameLocator, Page, expect
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from tests.browser.looks import shot
from tests.discord.fake import APP, BOT, CHANNEL, GUILD, SECRET, FakeDiscord
from tests.patience import Patiently
from tests.servers import Server, free_port

PARENT = """<!doctype html><title>Discord</title><style>body{margin:0}iframe{border:0;width:100vw;height:100vh}</style>
<iframe id="activity" src="%(src)s" allow="autoplay; encrypted-media"></iframe>
<script>
  window.problems = []; window.spoken = [];
  const frame = document.getElementById("activity"), code = "%(code)s", inside = new URL(frame.src).origin;
  const reply = (payload) => frame.contentWindow.postMessage([1, payload], inside);
  let ready = false;
  window.addEventListener("message", (event) => {
    if (event.source !== frame.contentWindow) return;
    if (event.origin !== inside) window.problems.push("from " + event.origin);
    const [op, payload] = event.data;
    window.spoken.push([op, payload.cmd || ""]);
    if (op === 0) {
      for (const [name, value] of Object.entries({v: 1, encoding: "json", client_id: "%(app)s", frame_id: "f-1"}))
        if (payload[name] !== value) window.problems.push(`handshake: ${name} is ${payload[name]}`);
      ready = true;
      return reply({cmd: "DISPATCH", evt: "READY", data: {v: 1, config: {}}, nonce: null});
    }
    if (op !== 1 || !ready) return window.problems.push("spoke before the handshake");
    if (!payload.nonce) window.problems.push("a command without a nonce");
    if (payload.cmd !== "AUTHORIZE") return window.problems.push("unknown command " + payload.cmd);
    if (payload.args.response_type !== "code" || String(payload.args.scope) !== "identify")
      window.problems.push("asks for more than who is there");
    const answer = {cmd: "AUTHORIZE", nonce: payload.nonce};
    if (code) reply({...answer, evt: null, data: {code}});
    else reply({...answer, evt: "ERROR", data: {code: 4003, message: "The user said no."}});
  });
</script>"""


class Clients:
    """Discord's clients and its API, on an address of their own: another site than ours."""

    def __init__(self) -> None:
        self.fake = FakeDiscord()
        self.port = free_port()
        self.server: Server | None = None
        self.errors: list[str] = []
        self.fake.routes.append(Route("/channel", self.channel))

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    async def channel(self, request: Request) -> HTMLResponse:
        assert self.server is not None
        asked = f"frame_id=f-1&instance_id=i-1&platform=desktop&channel_id={CHANNEL}&guild_id={GUILD}"
        code = request.query_params.get("code", "")
        return HTMLResponse(PARENT % {"src": f"{self.server.url}/?{asked}", "code": code, "app": APP})

    def member(self, user: str, name: str, code: str) -> None:
        self.fake.codes[code] = {"id": user, "username": name, "global_name": name, "inside": True}
        place = {"id": "gc-1", "kind": "gc", "channel_id": CHANNEL, "guild_id": GUILD}
        known = self.fake.instances.setdefault(
            "i-1", {"application_id": APP, "instance_id": "i-1", "location": place, "users": []}
        )
        known["users"].append(user)


@pytest.fixture
async def clients(serve: Any) -> AsyncGenerator[Clients]:
    clients = Clients()
    discord = uvicorn.Server(uvicorn.Config(clients.fake.app, port=clients.port, log_level="warning"))
    running = asyncio.create_task(discord.serve())
    settings = {
        "DISCORD_APPLICATION_ID": APP,
        "DISCORD_CLIENT_SECRET": SECRET,
        "DISCORD_BOT_TOKEN": BOT,
        "DISCORD_PUBLIC_KEY": clients.fake.public_key,
        "DISCORD_API_BASE": f"{clients.url}/api/v10",
        "DISCORD_ACTIVITY": "1",
    }
    clients.server = await asyncio.to_thread(lambda: serve(**settings))
    yield clients
    discord.should_exit = True
    await running


async def come(browser: Browser, clients: Clients, code: str, width: int = 1200) -> tuple[Page, FrameLocator]:
    context = await browser.new_context(viewport={"width": width, "height": 780})
    page = await context.new_page()
    page.on("pageerror", lambda error: clients.errors.append(str(error)))
    await page.goto(f"{clients.url}/channel?code={code}")
    return page, page.frame_locator("#activity")


async def test_a_group_meets_and_plays_inside_discord(browser: Browser, clients: Clients) -> None:
    clients.member("111111111111111111", "Ada", "code-ada")
    clients.member("222222222222222222", "Ben", "code-ben")
    ada_page, ada = await come(browser, clients, "code-ada")
    await ada.locator(".g-whisper").get_by_role("button", name="Open").click()
    await ada.get_by_role("button", name="Open the table").click()
    async for _ in Patiently("the card in the channel"):
        if clients.fake.sent():
            break
    ben_page, ben = await come(browser, clients, "code-ben", 390)
    await ben.get_by_role("button", name="Take a seat").click()
    await ben.get_by_role("button", name="I am ready").click()
    await expect(ada.get_by_text("Everybody is ready.")).to_be_visible()
    await ada.get_by_role("button", name="Start").click()
    await expect(ada.locator("#r-ask[data-asked]")).to_be_visible()
    await expect(ben.locator("#r-players")).to_contain_text("Ada")
    await expect(ada.locator("#r-players")).to_contain_text("Ben")
    await shot(ada_page, "laptop-activity")
    await shot(ben_page, "phone-activity")
    for page in (ada_page, ben_page):
        assert await page.evaluate("window.problems") == []
        assert await page.evaluate("window.spoken.length") == 2, "a handshake and one question; the rest is our pages"
        cookies = [c for c in await page.context.cookies() if c["name"] == "parallax_who"]
        assert [(c["sameSite"], c["secure"], c["httpOnly"]) for c in cookies] == [("None", True, True)]
        await page.context.close()
    assert clients.fake.objections == []
    assert clients.errors == []


async def test_who_says_no_to_discord_is_told_and_can_try_again(browser: Browser, clients: Clients) -> None:
    page, inside = await come(browser, clients, "")
    await expect(inside.get_by_role("status")).to_have_text("The user said no.")
    await expect(inside.get_by_role("button", name="Try again")).to_be_visible()
    await page.goto(f"{clients.url}/channel?code=unknown")
    await expect(inside.get_by_role("status")).to_contain_text("Discord did not confirm who you are")
    await page.context.close()


async def test_another_site_cannot_frame_us(browser: Browser, clients: Clients) -> None:
    assert clients.server is not None
    page = await (await browser.new_context()).new_page()
    wrong = f"http://127.0.0.1:{clients.port}/channel?code=x"  # the same page at an address that is not Discord's
    await page.goto(wrong)
    async for _ in Patiently("the browser refuses the frame"):
        if any(frame.url.startswith("chrome-error:") for frame in page.frames):
            break
    assert await page.evaluate("window.spoken") == []
    await page.context.close()


async def test_the_hosts_page_checks_every_step(browser: Browser, clients: Clients) -> None:
    assert clients.server is not None
    assert clients.server.process is not None
    assert clients.server.process.stdout is not None
    words = ""
    while "/link/" not in words:
        words = clients.server.process.stdout.readline().decode()
    clients.fake.servers[0]["permissions"] = str(1 << 10 | 1 << 11 | 1 << 14)
    page = await (await browser.new_context(viewport={"width": 900, "height": 800})).new_page()
    await page.goto(clients.server.url + "/link/" + words.strip().rsplit("/link/", 1)[1])
    await page.get_by_label("Your name").fill("Host")
    await page.get_by_role("button").last.click()
    await page.goto(f"{clients.server.url}/discord")
    checks = page.locator(".checks")
    await expect(checks).to_contain_text("✗ Commands")
    await expect(checks).to_contain_text("Friday group: it may not read message history, create public threads")
    await page.get_by_role("button", name="Register the commands").click()
    await expect(checks).to_contain_text("✓ Commands")
    await shot(page, "laptop-discord-host")
    await page.context.close()

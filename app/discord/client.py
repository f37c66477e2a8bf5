"""A thin client for Discord's HTTP API: rate limits as Discord tells them, retries that do not repeat, errors in words."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import httpx2

log = logging.getLogger("parallax.discord")
AGENT = "DiscordBot (https://parallax.invalid, 1.0)"
MOST_TRIES = 4


class DiscordError(Exception):
    """Discord said no. `code` is its own number for why."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(f"Discord answered {status}: {message} ({code})")
        self.status, self.code = status, code


class DiscordDown(Exception):
    """Discord did not answer, or asks us to wait longer than we will. Try again later."""


class Discord:
    def __init__(
        self,
        *,
        base: str,
        application_id: str = "",
        bot_token: str = "",
        client_secret: str = "",
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self.application_id = application_id
        self.has_bot = bool(bot_token)
        self._base = base
        self._bot = {"Authorization": f"Bot {bot_token}"}
        self._secret = client_secret
        self._http = httpx2.AsyncClient(
            base_url=base, headers={"User-Agent": AGENT}, timeout=8, transport=transport, follow_redirects=False
        )
        self._wait_until: dict[str, float] = {}  # route -> when its bucket is full again

    async def close(self) -> None:
        await self._http.aclose()

    async def call(self, method: str, path: str, body: Any = None, *, bearer: str = "", bot: bool = True) -> Any:
        """One call, with the waiting that Discord asks for. Returns the decoded answer, or None."""
        headers = {"Authorization": f"Bearer {bearer}"} if bearer else (self._bot if bot else {})
        route = _route(method, path)
        for attempt in range(MOST_TRIES):
            await self._wait_for(route)
            try:
                reply = await self._http.request(method, path, json=body, headers=headers)
            except httpx2.TransportError as error:
                raise DiscordDown(str(error)) from None
            self._remember(route, reply)
            if reply.status_code == 429:
                await self._back_off(route, reply)
                continue
            if reply.status_code >= 500:
                if attempt + 1 == MOST_TRIES:
                    break
                await asyncio.sleep(0.2 * 2**attempt)
                continue
            return _answer(reply)
        raise DiscordDown("Discord is overloaded or limits us.")

    async def _wait_for(self, route: str) -> None:
        wait = max(self._wait_until.get(route, 0), self._wait_until.get("*", 0)) - time.monotonic()
        if wait > 30:
            raise DiscordDown(f"Discord asks us to wait {wait:.0f} seconds.")
        if wait > 0:
            await asyncio.sleep(wait)

    def _remember(self, route: str, reply: httpx2.Response) -> None:
        if reply.headers.get("x-ratelimit-remaining") == "0":
            self._wait_until[route] = time.monotonic() + float(reply.headers.get("x-ratelimit-reset-after", "1"))

    async def _back_off(self, route: str, reply: httpx2.Response) -> None:
        seconds = float(reply.json().get("retry_after", reply.headers.get("retry-after", "1")))
        everywhere = reply.headers.get("x-ratelimit-global") == "true"
        self._wait_until["*" if everywhere else route] = time.monotonic() + seconds

    # Sign-in -----------------------------------------------------------------------------------------------------

    async def exchange(self, code: str, redirect_uri: str = "") -> dict[str, Any]:
        """An authorization code for tokens. Forms only: Discord refuses JSON here. Codes from inside Discord's frame come
        without a redirect."""
        form = {"grant_type": "authorization_code", "code": code}
        if redirect_uri:
            form["redirect_uri"] = redirect_uri
        try:
            reply = await self._http.post("/oauth2/token", data=form, auth=(self.application_id, self._secret))
        except httpx2.TransportError as error:
            raise DiscordDown(str(error)) from None
        tokens: dict[str, Any] = _answer(reply)
        return tokens


def _route(method: str, path: str) -> str:
    """Limits are kept per method and top-level resource."""
    return f"{method} {'/'.join(path.split('?')[0].split('/')[:3])}"


def _answer(reply: httpx2.Response) -> Any:
    if reply.status_code >= 400:
        try:
            said = reply.json()
        except ValueError:
            said = {}
        code = said.get("code", 0) if isinstance(said.get("code", 0), int) else 0
        raise DiscordError(reply.status_code, code, str(said.get("message") or said.get("error") or reply.text[:200]))
    return reply.json() if reply.content else None

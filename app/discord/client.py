"""A thin client for Discord's HTTP API: rate limits as Discord tells them, errors in words, no secret in any of them."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from typing import Any

import httpx2

AGENT = "DiscordBot (https://parallax.invalid, 1.0)"
MOST_TRIES = 3
PATIENCE = 3.0  # seconds that one call waits for its bucket; whoever has more time comes back later
TOO_MANY_EDITS = 30046  # of a message that is older than an hour; waiting does not help
SECRET = re.compile(r"(/webhooks/\d+/|/interactions/\d+/|/(?:enter|link)/)[^/?\s\"'<>]+")


def masked(words: str) -> str:
    """The same without the words that let anybody speak in our name: of webhooks, interactions and one-time links."""
    return SECRET.sub(r"\1…", words)


WRITER = logging.Formatter()


class _WithoutSecrets(logging.Filter):
    def filter(self, record: logging.LogRecord) -> bool:
        record.msg, record.args = masked(record.getMessage()), ()
        if record.exc_info:
            record.exc_text = masked(WRITER.formatException(record.exc_info))  # what went wrong may quote an address
            record.exc_info = None
        return True


log = logging.getLogger("parallax.discord")
log.addFilter(_WithoutSecrets())
logging.getLogger("httpx2").addFilter(_WithoutSecrets())  # it writes down every address that it calls


class DiscordError(Exception):
    """Discord said no. `code` is its own number for why."""

    def __init__(self, status: int, code: int, message: str) -> None:
        super().__init__(masked(f"Discord answered {status}: {message} ({code})"))
        self.status, self.code = status, code


class DiscordDown(Exception):
    """Discord did not answer, or asks us to wait. Try again later, not before so many seconds."""

    def __init__(self, words: str, after: float = 1.0, *, here: bool = False) -> None:
        super().__init__(masked(words))
        self.after = after
        self.here = here  # it is about this one channel; elsewhere it may answer


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
        self._bot = {"Authorization": f"Bot {bot_token}"}
        self._secret = client_secret
        self._http = httpx2.AsyncClient(
            base_url=base, headers={"User-Agent": AGENT}, timeout=8, transport=transport, follow_redirects=False
        )
        self._wait_until: dict[str, float] = {}  # route -> when its bucket is full again
        self.patience = PATIENCE

    async def close(self) -> None:
        await self._http.aclose()

    async def call(self, method: str, path: str, body: Any = None, *, bearer: str = "", bot: bool = True) -> Any:
        """One call, with a little of the waiting that Discord asks for. Returns the decoded answer, or None."""
        headers = {"Authorization": f"Bearer {bearer}"} if bearer else (self._bot if bot else {})
        route = _route(method, path)
        for _ in range(MOST_TRIES):
            await self._wait_for(route)
            try:
                reply = await self._http.request(method, path, json=body, headers=headers)
            except httpx2.HTTPError as error:
                raise DiscordDown(f"Discord did not answer: {error or type(error).__name__}") from None
            self._remember(route, reply)
            if reply.status_code == 429:
                self._back_off(route, reply)
                continue
            if reply.status_code >= 500:  # what was posted may have arrived all the same: whoever asks knows what to do
                raise DiscordDown(f"Discord has trouble of its own ({reply.status_code}).")
            return _answer(reply)
        raise self._limited(route)

    async def _wait_for(self, route: str) -> None:
        wait = self._left(route)
        if wait > self.patience:
            raise self._limited(route)
        if wait > 0:
            await asyncio.sleep(wait)

    def _limited(self, route: str) -> DiscordDown:
        wait = max(1.0, self._left(route))
        here = self._wait_until.get(route, 0) > self._wait_until.get("*", 0)
        return DiscordDown(f"Discord asks us to wait {wait:.0f} seconds.", wait, here=here)

    def _left(self, route: str) -> float:
        return max(self._wait_until.get(route, 0), self._wait_until.get("*", 0)) - time.monotonic()

    def _remember(self, route: str, reply: httpx2.Response) -> None:
        if reply.headers.get("x-ratelimit-remaining") == "0":
            seconds = _number(reply.headers.get("x-ratelimit-reset-after"), 1)
            self._wait_until[route] = time.monotonic() + seconds

    def _back_off(self, route: str, reply: httpx2.Response) -> None:
        said = _said(reply)
        if said.get("code") == TOO_MANY_EDITS:
            raise DiscordError(429, TOO_MANY_EDITS, str(said.get("message", "")))
        seconds = _number(said.get("retry_after"), _number(reply.headers.get("retry-after"), 1))
        everywhere = reply.headers.get("x-ratelimit-global") == "true" or not said  # a page instead: the gate itself
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
        except httpx2.HTTPError as error:
            raise DiscordDown(f"Discord did not answer: {error or type(error).__name__}") from None
        tokens: dict[str, Any] = _answer(reply)
        return tokens


def _route(method: str, path: str) -> str:
    """Limits are kept per method and top-level resource."""
    return f"{method} {'/'.join(path.split('?')[0].split('/')[:3])}"


def _number(value: Any, otherwise: float) -> float:
    try:
        return min(max(float(value), 0.0), 3600.0)
    except (TypeError, ValueError):
        return otherwise


def _said(reply: httpx2.Response) -> dict[str, Any]:
    """What Discord said; nothing where a page came instead."""
    try:
        said = reply.json()
    except ValueError:
        return {}
    return said if isinstance(said, dict) else {}


def _answer(reply: httpx2.Response) -> Any:
    if reply.status_code >= 500:
        raise DiscordDown(f"Discord has trouble of its own ({reply.status_code}).")
    if reply.status_code >= 400:
        said = _said(reply)
        code = said.get("code", 0) if isinstance(said.get("code", 0), int) else 0
        words = str(said.get("message") or said.get("error") or "it gave no reason")
        raise DiscordError(reply.status_code, code, words)
    if not reply.content:
        return None
    try:
        return reply.json()
    except ValueError:
        raise DiscordDown("Discord answered with something that cannot be read.") from None

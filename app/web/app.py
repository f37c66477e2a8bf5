"""The web application: routes, headers, errors."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import HTTPException, RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.config import Settings
from app.kernel import Refused, Stale
from app.people.identity import BadLink, BadName
from app.tables.quarantine import InQuarantine
from app.tables.store import NoSuchTable, Unavailable
from app.web import (
    admin,
    api,
    discord,
    explain,
    files,
    hosting,
    notices,
    pages,
    shelf,
    sockets,
    story,
    style,
    table_pages,
)
from app.web.budgets import Budgets, Ledger
from app.web.limits import (
    LARGEST_BODY,
    LARGEST_FILE,
    LARGEST_HEAD,
    LONGEST_BODY,
    LONGEST_FORM,
    LONGEST_PATH,
    LONGEST_QUERY,
)
from app.web.rulebook import ROOT
from app.web.sharing import shared
from app.web.who import Closed, House, TakenOut, cookie_for, get_house, right_origin

log = logging.getLogger("parallax.web")
Opening = Callable[[], AbstractAsyncContextManager[House]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; font-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors "
)
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
]


NO_LETTER = "22021"  # what Postgres calls a letter that it has no place for
IN_WORDS: tuple[type[Exception], ...] = (
    *(Refused, BadName, BadLink, HTTPException, StarletteHTTPException, RequestValidationError),
    *(DBAPIError, UnicodeEncodeError),
)


def create_app(settings: Settings, opening: Opening) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        async with opening() as house:
            app.state.house = house
            async with shared(app.state.ledger, house.hub):
                yield

    base = settings.base_path
    app = FastAPI(
        title="Parallax",
        summary="Deep board games for remote groups; each player with a private view.",
        docs_url=None,
        redoc_url=None,
        openapi_url=f"{base}/api/openapi.json",
        lifespan=lifespan,
    )
    for room in (
        api,
        sockets,
        table_pages,
        files,
        explain,
        story,
        shelf,
        pages,
        admin,
        discord,
        notices,
        hosting,
        style,
    ):
        app.include_router(room.router, prefix=base)
    app.mount(f"{base}/static", Static(directory=ROOT / "static"), name="static")
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.state.ledger = Ledger(settings.budget_percent / 100)
    app.add_middleware(Budgets, settings=settings, ledger=app.state.ledger)
    app.add_middleware(Guard, settings=settings)
    for error in (*IN_WORDS, Exception):
        app.add_exception_handler(error, in_words)
    return app


def warm(app: FastAPI) -> None:
    """FastAPI puts its routes together when they are first asked for: that is done before anybody waits for it."""
    for kind in ("http", "websocket"):
        for route in app.routes:
            route.matches({"type": kind, "method": "GET", "path": "/.", "root_path": "", "headers": []})


class Static(StaticFiles):
    """Addresses carry the content's digest (?v=), so what they name never changes."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


class Guard:
    """Headers on every answer; requests that change something must come from our own pages and be of sane size."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app = app
        self.settings = settings
        policy = POLICY + (" ".join(settings.discord_parents) or "'none'")
        self.headers = [(b"content-security-policy", policy.encode()), *HEADERS]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            scope["headers"] = [
                (name, value if name != b"cookie" else _plain(value)) for name, value in scope["headers"]
            ]
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self.headers, *_more_headers(scope, message["headers"])]
            await send(message)

        if (status := _outsized(scope)) is not None:
            await PlainTextResponse("That is too large.", status)(scope, receive, send_with_headers)
            return
        request = Request(scope)
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            refusal = self._refusal(request)
            if refusal is not None:
                await refusal(scope, receive, send_with_headers)
                return
            file = request.url.path.endswith("/import")
            receive = _bounded(receive, *((LARGEST_FILE, LONGEST_BODY) if file else (LARGEST_BODY, LONGEST_FORM)))
        await self.app(scope, receive, send_with_headers)

    def _refusal(self, request: Request) -> Response | None:
        if not right_origin(request, self.settings):
            return PlainTextResponse("This came from another site, so it was not done.", 403)
        length = request.headers.get("content-length", "0")
        most = LARGEST_FILE if request.url.path.endswith("/import") else LARGEST_BODY
        if not length.isdecimal() or len(length) > 12 or int(length) > most:
            return PlainTextResponse("That is too large.", 413)
        return None


def _plain(cookies: bytes) -> bytes:
    """Without those that are quoted, which are never ours: the framework unquotes whatever a stranger sends, and that can
    take seconds (CVE-2024-7592: it grows with the square of the length)."""
    if b'"' not in cookies and b"\\" not in cookies:
        return cookies
    return b";".join(part for part in cookies.split(b";") if b'"' not in part and b"\\" not in part)


def _outsized(scope: Scope) -> int | None:
    """Whatever reads an address or a header takes a time that grows with it."""
    if len(scope["path"]) > LONGEST_PATH or len(scope["query_string"]) > LONGEST_QUERY:
        return 414
    if sum(len(name) + len(value) for name, value in scope["headers"]) > LARGEST_HEAD:
        return 431
    return None


def _more_headers(scope: Scope, sent: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Pages are one person's: nothing between us keeps them, unless they say that it may. A cookie that grows old is
    renewed."""
    more = [] if any(name.lower() == b"cache-control" for name, _ in sent) else [(b"cache-control", b"no-store")]
    if "parallax.renew" in scope:
        more.append((b"set-cookie", scope["parallax.renew"].encode()))
    return more


def _bounded(receive: Receive, most: int, seconds: float) -> Receive:
    """A body that says nothing about its length is cut off as well, and so is one that never comes to its end."""
    seen, whole = 0, False
    latest = asyncio.get_running_loop().time() + seconds

    async def bounded() -> Message:
        nonlocal seen, whole
        if whole:
            return await receive()
        try:
            async with asyncio.timeout_at(latest):
                message = await receive()
        except TimeoutError:
            return {"type": "http.disconnect"}
        seen += len(message.get("body", b""))
        whole = not message.get("more_body", False)
        return message if seen <= most else {"type": "http.disconnect"}

    return bounded


def _status_and_words(error: Exception) -> tuple[int, str]:
    match error:
        case NoSuchTable():
            return 404, str(error)
        case Unavailable() | InQuarantine():
            return 503, str(error)
        case PoolTimeout():
            return 503, "There is a lot to do just now. Please try again in a moment."
        case Stale():
            return 409, str(error)
        case Refused() | BadName() | BadLink():
            return 400, str(error)
        case RequestValidationError():
            parts = (f"{'.'.join(map(str, item['loc'][1:]))}: {item['msg']}" for item in error.errors())
            return 422, "; ".join(parts)
        case StarletteHTTPException():
            nothing = error.detail == "Not Found"  # what the framework says of an address that nobody serves
            return error.status_code, "There is nothing here." if nothing else str(error.detail)
    if _is_about_letters(error):
        return 400, "That holds letters that do not exist."
    reference = secrets.token_hex(4)
    log.error("error %s", reference, exc_info=error)
    return 500, f"Something broke on the server. Reference: {reference}."


def _is_about_letters(error: BaseException | None) -> bool:
    """Programs can send halves of letters (\\ud800), which nothing can write down: not the database, not an answer; and
    the letter zero, which the database cannot."""
    while error is not None:
        if isinstance(error, UnicodeEncodeError) or getattr(error, "sqlstate", None) == NO_LETTER:
            return True
        error = error.__cause__ or error.__context__
    return False


async def in_words(request: Request, error: Exception) -> Response:
    """Every error in words, as JSON to programs and as a page to people."""
    status, words = _status_and_words(error)
    words = words.encode("utf-8", "replace").decode()  # what is refused may be quoted, and hold halves of letters
    request.scope["parallax.nowhere"] = isinstance(error, NoSuchTable | BadLink)  # whatever the answer is sent as
    house = get_house(request)
    if isinstance(error, Closed):
        request.scope["parallax.renew"] = cookie_for(house, error.person_id)
    if request.url.path.startswith(f"{house.settings.base_path}/api/"):
        rule = error.rule if isinstance(error, Refused) else None
        return JSONResponse({"error": words, "rule": rule}, status)
    if "hx-request" in request.headers:
        partial = house.painter.page("regions/refusal.html", words=words)
        return HTMLResponse(partial, 200)
    way = "See whether I am in" if isinstance(error, Closed) else "To the start"
    context = {"status": status, "words": words, "heading": _heading(error), "way": way}
    return HTMLResponse(house.painter.page("pages/problem.html", **context), status)


def _heading(error: Exception) -> str:
    match error:
        case Closed():
            return "You have knocked"
        case InQuarantine():
            return "This table was put aside"
        case TakenOut():
            return "You are out of this game"
    return "That did not work"

"""The web application: routes, headers, errors."""

from __future__ import annotations

import logging
import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

from fastapi import FastAPI, Request
from fastapi.exceptions import HTTPException, RequestValidationError
from fastapi.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException as StarletteHTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.config import Settings
from app.kernel import Refused, Stale
from app.people.identity import BadLink, BadName
from app.tables.hub import Unavailable
from app.tables.store import NoSuchTable
from app.web import admin, api, discord, hosting, notices, pages, sockets, style, table_pages
from app.web.limits import LARGEST_BODY, LARGEST_FILE
from app.web.rulebook import ROOT
from app.web.who import House, get_house, right_origin

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


def create_app(settings: Settings, opening: Opening) -> FastAPI:
    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
        async with opening() as house:
            app.state.house = house
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
    for room in (api, sockets, table_pages, pages, admin, discord, notices, hosting, style):
        app.include_router(room.router, prefix=base)
    app.mount(f"{base}/static", Static(directory=ROOT / "static"), name="static")
    app.add_middleware(GZipMiddleware, minimum_size=1000)
    app.add_middleware(Guard, settings=settings)
    for error in (Refused, BadName, BadLink, HTTPException, StarletteHTTPException, RequestValidationError, Exception):
        app.add_exception_handler(error, explain)
    return app


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
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self.headers]
            await send(message)

        request = Request(scope)
        if request.method not in ("GET", "HEAD", "OPTIONS"):
            refusal = self._refusal(request)
            if refusal is not None:
                await refusal(scope, receive, send_with_headers)
                return
            receive = _bounded(receive, LARGEST_FILE if request.url.path.endswith("/import") else LARGEST_BODY)
        await self.app(scope, receive, send_with_headers)

    def _refusal(self, request: Request) -> Response | None:
        if not right_origin(request, self.settings):
            return PlainTextResponse("This came from another site, so it was not done.", 403)
        length = request.headers.get("content-length", "0")
        most = LARGEST_FILE if request.url.path.endswith("/import") else LARGEST_BODY
        if not length.isdecimal() or len(length) > 12 or int(length) > most:
            return PlainTextResponse("That is too large.", 413)
        return None


def _bounded(receive: Receive, most: int) -> Receive:
    """A body that says nothing about its length is cut off as well."""
    seen = 0

    async def bounded() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > most:
            return {"type": "http.disconnect"}
        return message

    return bounded


def _status_and_words(error: Exception) -> tuple[int, str]:
    match error:
        case NoSuchTable():
            return 404, str(error)
        case Unavailable():
            return 503, str(error)
        case Stale():
            return 409, str(error)
        case Refused() | BadName() | BadLink():
            return 400, str(error)
        case RequestValidationError():
            parts = (f"{'.'.join(map(str, item['loc'][1:]))}: {item['msg']}" for item in error.errors())
            return 422, "; ".join(parts)
        case StarletteHTTPException():
            return error.status_code, "There is nothing here." if error.status_code == 404 else str(error.detail)
    reference = secrets.token_hex(4)
    log.error("error %s", reference, exc_info=error)
    return 500, f"Something broke on the server. Reference: {reference}."


async def explain(request: Request, error: Exception) -> Response:
    """Every error in words, as JSON to programs and as a page to people."""
    status, words = _status_and_words(error)
    house = get_house(request)
    if request.url.path.startswith(f"{house.settings.base_path}/api/"):
        rule = error.rule if isinstance(error, Refused) else None
        return JSONResponse({"error": words, "rule": rule}, status)
    if "hx-request" in request.headers:
        partial = house.painter.page("regions/refusal.html", words=words)
        return HTMLResponse(partial, 200)
    return HTMLResponse(house.painter.page("pages/problem.html", status=status, words=words), status)

"""What hosts and their tools look at: health, readiness, metrics, a self-test."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from fastapi import APIRouter, HTTPException, WebSocket, WebSocketDisconnect
from fastapi.responses import HTMLResponse, PlainTextResponse
from starlette.requests import Request

from app.notices.waiting import depth
from app.storage.database import current_revision, newest_revision
from app.web.numbers import exposition, numbers_of_all
from app.web.who import Anyone, InHouse, get_house, right_origin

router = APIRouter(include_in_schema=False)
PATIENCE = 30.0  # seconds that the self-test of a page may take to say something


@router.get("/healthz")
async def healthz() -> PlainTextResponse:
    """Alive."""
    return PlainTextResponse("ok")


@router.get("/readyz")
async def readyz(house: InHouse) -> PlainTextResponse:
    """The database is reachable and migrated."""
    try:
        revision = await current_revision(house.engine)
    except Exception:
        return PlainTextResponse("the database does not answer", 503)
    if revision != newest_revision():
        return PlainTextResponse(f"schema {revision}, this release wants {newest_revision()}", 503)
    return PlainTextResponse("ready")


@router.get("/metrics")
async def metrics(house: InHouse) -> PlainTextResponse:
    if not house.settings.metrics:
        raise HTTPException(404)
    said = await depth(house.engine)
    outbox = {"waiting": said.waiting, "late": said.late, "given_up": said.given_up}  # one for all processes
    lines = [f"# TYPE parallax_outbox_{name} gauge\nparallax_outbox_{name} {n}\n" for name, n in outbox.items()]
    told = exposition(numbers_of_all(house)) + "".join(lines)
    return PlainTextResponse(told, media_type="text/plain; version=0.0.4")


@router.get("/status")
async def status(request: Request, house: InHouse, person: Anyone) -> HTMLResponse:
    """A self-test page: does a websocket pass the proxy, and does the proxy say what it should?"""
    expected = house.settings.origin
    seen = f"{request.url.scheme}://{request.headers.get('host', '')}"
    checks = [
        (
            "Address",
            not expected or expected == seen,
            f"This page came as {seen}; PUBLIC_URL is {expected or 'not set'}.",
        ),
        (
            "Secure cookies",
            not expected.startswith("https://") or request.url.scheme == "https",
            "Behind a proxy with https, X-Forwarded-Proto must be passed on and TRUSTED_PROXIES must name the proxy.",
        ),
        ("Database", await current_revision(house.engine) == newest_revision(), "The schema is up to date."),
    ]
    page = house.painter.page("pages/status.html", person=person, checks=checks, invite=house.address(request, "/"))
    return HTMLResponse(page)


@router.websocket("/status/ws")
async def echo(socket: WebSocket) -> None:
    """Answers one message with what the server sees of the connection."""
    house = get_house(socket)
    with suppress(WebSocketDisconnect, RuntimeError):  # whoever asks may go before the answer
        await socket.accept()
        if right_origin(socket, house.settings):
            with suppress(TimeoutError):  # or never say anything
                received = await asyncio.wait_for(socket.receive(), PATIENCE)
                await socket.send_json({"echo": received.get("text") or "", "scheme": socket.url.scheme})
        await socket.close(1000)

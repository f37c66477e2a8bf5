"""Websockets: one per page or program. Views go out as they change; messages come in one at a time."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Callable

import msgspec
from fastapi import APIRouter, HTTPException, WebSocket, WebSocketDisconnect
from fastapi.responses import StreamingResponse
from markupsafe import escape
from starlette.requests import Request

from app.kernel import Refused
from app.tables.live import Feed, LiveTable, Signal
from app.tables.store import NoSuchTable
from app.web.frames import html_frame, html_signal, json_frame, json_signal
from app.web.incoming import perform, read_message, seat_number
from app.web.limits import Bucket
from app.web.table_pages import vantage
from app.web.who import House, get_house, right_origin, who

router = APIRouter()
log = logging.getLogger("parallax.sockets")

# Close codes: the page does not try again after these.
NOT_FOUND, FORBIDDEN, TOO_FAST = 4404, 4403, 4429
GOING = 1012  # the page connects again after this one
HEARTBEAT = 20.0

Write = Callable[[LiveTable, Feed], str | None]
Speak = Callable[[LiveTable, Signal], str]


@router.websocket("/t/{code}/ws")
async def page_socket(socket: WebSocket, code: str) -> None:
    house = get_house(socket)
    await _serve(
        socket,
        code,
        lambda live, feed: html_frame(live, feed, house.painter),
        lambda live, signal: html_signal(live, signal, house.painter),
        _html_refusal,
    )


@router.websocket("/api/tables/{code}/ws")
async def json_socket(socket: WebSocket, code: str) -> None:
    await _serve(socket, code, json_frame, json_signal, _json_refusal)


def _html_refusal(refusal: Refused, key: str) -> str:
    return f'<hx-partial hx-target="#refusal" hx-swap="innerHTML"><p>{escape(str(refusal))}</p></hx-partial>'


def _json_refusal(refusal: Refused, key: str) -> str:
    body = {"type": "refused", "reason": refusal.reason, "rule": refusal.rule, "key": key}
    return msgspec.json.encode(body).decode()


def still_theirs(live: LiveTable, feed: Feed) -> bool:
    """Whether this connection may still look through these eyes: seats change hands, loans end, spectators are shut out.
    One that may not is closed, and comes back as what it is now."""
    if feed.over:
        return False
    if feed.facts == live.facts:
        return True
    feed.facts = live.facts
    mine = live.info.seats_of(feed.person_id)
    if feed.playing and feed.seat is not None:
        return feed.seat in mine
    policy = live.info.settings.spectators
    if mine or live.info.status == "lobby":
        return not mine  # who has a seat now looks through it
    if policy == "off" or (policy == "after" and live.info.status != "finished"):
        return False
    return feed.seat is None or (policy == "player" and live.info.seats[feed.seat].shown)


async def _serve(
    socket: WebSocket, code: str, write: Write, signal: Speak, refuse: Callable[[Refused, str], str]
) -> None:
    house = get_house(socket)
    await socket.accept()
    if not right_origin(socket, house.settings):
        await socket.close(FORBIDDEN, "wrong origin")
        return
    try:
        table_id = await house.hub.store.find(code)
    except NoSuchTable:
        await socket.close(NOT_FOUND, "no such table")
        return
    live = await house.hub.live(table_id)
    wanted = socket.query_params.get("seat", "")
    try:
        person = await who(socket)
        eyes = vantage(live.info, person, seat_number(wanted))
    except HTTPException as error:
        await socket.close(FORBIDDEN, str(error.detail))
        return
    playing = eyes if person is not None and eyes in live.info.seats_of(person.id) else None
    live, feed = await house.hub.attach(table_id, eyes, person.id if person else None, playing=playing is not None)
    if playing is not None:
        await house.lobby.back(table_id, playing)
    refusals: asyncio.Queue[str] = asyncio.Queue(maxsize=8)
    sender = asyncio.create_task(_send(socket, live, feed, write, signal, refusals))
    try:
        await _receive(socket, house, live, playing, feed, refusals, refuse)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await sender
        await house.hub.detach(live, feed)


async def _send(
    socket: WebSocket, live: LiveTable, feed: Feed, write: Write, speak: Speak, refusals: asyncio.Queue[str]
) -> None:
    """Sends whatever is new. While a slow client takes a frame, changes pile up only as the newest state."""
    try:
        while True:
            await feed.wake.wait()
            feed.wake.clear()
            if not still_theirs(live, feed):
                await socket.close(GOING, "look again")
                return
            while not refusals.empty():
                await socket.send_text(refusals.get_nowait())
            while feed.outbox:
                await socket.send_text(speak(live, feed.outbox.popleft()))
            frame = write(live, feed)
            if frame is not None:
                await socket.send_text(frame)
    except (WebSocketDisconnect, RuntimeError):
        return
    except Exception:
        log.exception("a view could not be sent")
        with contextlib.suppress(Exception):
            await socket.close(1011)


async def _receive(
    socket: WebSocket,
    house: House,
    live: LiveTable,
    seat: int | None,
    feed: Feed,
    refusals: asyncio.Queue[str],
    refuse: Callable[[Refused, str], str],
) -> None:
    rate = house.settings.messages_per_second
    bucket = Bucket(per_second=rate, burst=3 * rate)
    while True:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return
        key = ""
        try:
            if not bucket.take():
                await socket.close(TOO_FAST, "too many messages")
                return
            message = read_message(received.get("text") or received.get("bytes") or b"")
            key = message.key
            if not still_theirs(live, feed):
                await socket.close(GOING, "look again")
                return
            await perform(house, live.info, seat, message)
        except Refused as refusal:
            if refusals.full():
                refusals.get_nowait()
            refusals.put_nowait(refuse(refusal, key))
            feed.wake.set()


@router.get("/t/{code}/events", include_in_schema=False)
async def events(request: Request, code: str) -> StreamingResponse:
    """Server-sent events, for networks that let no websocket through: the same fragments as over the socket."""
    house = get_house(request)
    table_id = await house.hub.store.find(code)
    person = await who(request)
    live = await house.hub.live(table_id)
    wanted = request.query_params.get("seat", "")
    eyes = vantage(live.info, person, seat_number(wanted))
    playing = person is not None and eyes in live.info.seats_of(person.id)

    async def stream() -> AsyncGenerator[str]:
        live, feed = await house.hub.attach(table_id, eyes, person.id if person else None, playing=playing)
        try:
            while True:
                try:
                    await asyncio.wait_for(feed.wake.wait(), HEARTBEAT)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                feed.wake.clear()
                if not still_theirs(live, feed):
                    return
                spoken = [html_signal(live, feed.outbox.popleft(), house.painter) for _ in range(len(feed.outbox))]
                frame = "".join([*spoken, html_frame(live, feed, house.painter) or ""])
                if frame:
                    data = "".join(f"data: {line}\n" for line in frame.split("\n"))
                    yield f"{data}\n"
        finally:
            await house.hub.detach(live, feed)

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(stream(), media_type="text/event-stream", headers=headers)

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
from uvicorn.protocols.utils import ClientDisconnected

from app.kernel import Refused
from app.tables.hub import TO_SHOW
from app.tables.live import Feed, LiveTable, Signal
from app.tables.patience import within
from app.tables.quarantine import InQuarantine
from app.tables.store import NoSuchTable
from app.web.budgets import COME_BACK, MESSAGE, NOT_FOUND, Ledger, household
from app.web.even import WHOLE, has_window, silence
from app.web.frames import html_frame, html_signal, json_frame, json_signal
from app.web.incoming import perform, read_message, seat_number
from app.web.limits import Bucket
from app.web.table_pages import vantage
from app.web.who import House, at_the_door, get_house, right_origin, who
from app.web.wire import EXTENSION, Deliver, Piece, joined

router = APIRouter()
log = logging.getLogger("parallax.sockets")

# Close codes: the page does not try again after these.
FORBIDDEN, TOO_FAST, ASIDE = 4403, 4429, 4503
GOING = 1012  # the page connects again after this one
HEARTBEAT = 20.0
LONGEST_WAIT = 15.0  # seconds in front of the door; after a restart everybody comes at once

Write = Callable[[LiveTable, Feed], list[Piece] | str | None]
Speak = Callable[[LiveTable, Signal], str]


@router.websocket("/t/{code}/ws")
async def page_socket(socket: WebSocket, code: str) -> None:
    house = get_house(socket)
    with contextlib.suppress(WebSocketDisconnect):  # whoever asks may go before the answer
        await _serve(
            socket,
            code,
            lambda live, feed: html_frame(live, feed, house.painter),
            lambda live, signal: html_signal(live, signal, house.painter),
            _html_refusal,
            reads=True,
        )


@router.websocket("/api/tables/{code}/ws")
async def json_socket(socket: WebSocket, code: str) -> None:
    with contextlib.suppress(WebSocketDisconnect):
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
    socket: WebSocket,
    code: str,
    write: Write,
    signal: Speak,
    refuse: Callable[[Refused, str], str],
    *,
    reads: bool = False,
) -> None:
    house = get_house(socket)
    await socket.accept()
    if not right_origin(socket, house.settings):
        await socket.close(FORBIDDEN, "wrong origin")
        return
    try:
        await asyncio.wait_for(house.doorway.acquire(), LONGEST_WAIT)
    except TimeoutError:
        await socket.close(COME_BACK, "very busy: come back in a moment")
        return
    try:
        live, feed, playing = await _let_in(socket, house, code, reads)
    except NoSuchTable:
        await socket.close(NOT_FOUND, "no such table")
        return
    except InQuarantine as aside:
        await socket.close(ASIDE, str(aside)[:120])
        return
    except HTTPException as error:
        await socket.close(FORBIDDEN, str(error.detail)[:120])  # a frame that closes holds no more
        return
    finally:
        house.doorway.release()
    refusals: asyncio.Queue[str] = asyncio.Queue(maxsize=8)
    sender = asyncio.create_task(_send(socket, house, live, feed, write, signal, refusals))
    try:
        await _receive(socket, house, live, playing, feed, refusals, refuse)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await sender
        await house.hub.detach(live, feed)
        if feed.person_id is not None:
            await house.people.is_here(feed.person_id)


async def _let_in(socket: WebSocket, house: House, code: str, reads: bool) -> tuple[LiveTable, Feed, int | None]:
    """The table, this connection's place at it, and the seat that it plays."""
    table_id = await house.hub.store.find(code)
    live = await house.hub.live(table_id)
    person = await who(await at_the_door(socket))
    eyes = vantage(house, live.info, person, seat_number(socket.query_params.get("seat", "")))
    playing = eyes if person is not None and eyes in live.info.seats_of(person.id) else None
    await house.coach.attend(live, playing, person.id if person else None)
    live, feed = await house.hub.attach(
        table_id,
        eyes,
        person.id if person else None,
        playing=playing is not None,
        reads=reads,
        muted=person.muted if person else (),
    )
    feed.patches = reads and socket.query_params.get("patches") == "1"
    if playing is not None:
        await house.lobby.back(table_id, playing)
    return live, feed, playing


async def _send(
    socket: WebSocket,
    house: House,
    live: LiveTable,
    feed: Feed,
    write: Write,
    speak: Speak,
    refusals: asyncio.Queue[str],
) -> None:
    """Sends whatever is new. While a slow client takes a frame, changes pile up only as the newest state."""
    deliver: Deliver | None = socket.scope.get("extensions", {}).get(EXTENSION, {}).get("deliver")
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
            try:
                with within(TO_SHOW), house.hub.drawing_times.measured():
                    frame = write(live, feed)
            except Exception as error:
                house.hub.put_aside(live.info.id, error)
                await socket.close(GOING, "look again")
                return
            if isinstance(frame, str) and has_window(frame):
                frame = [Piece(frame, even=WHOLE)]
            if isinstance(frame, list) and deliver is not None and frame:
                await deliver(frame)
            elif frame:
                await socket.send_text(frame if isinstance(frame, str) else joined(frame))
    except (WebSocketDisconnect, ClientDisconnected, RuntimeError):
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
    ledger: Ledger = socket.app.state.ledger
    address = household(socket.client.host) if socket.client else ""
    while True:
        received = await socket.receive()
        if received["type"] == "websocket.disconnect":
            return
        key = ""
        try:
            if not bucket.take():
                await socket.close(TOO_FAST, "too many messages")
                return
            if ledger.wait(MESSAGE, address) or (feed.person_id and ledger.wait_of(MESSAGE, feed.person_id)):
                await socket.close(COME_BACK, "too many messages over all connections")
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
    person = await who(await at_the_door(request))
    live = await house.hub.live(table_id)
    wanted = request.query_params.get("seat", "")
    eyes = vantage(house, live.info, person, seat_number(wanted))
    playing = person is not None and eyes in live.info.seats_of(person.id)

    async def stream() -> AsyncGenerator[str]:
        muted = person.muted if person else ()
        person_id = person.id if person else None
        live, feed = await house.hub.attach(table_id, eyes, person_id, playing=playing, muted=muted)
        if playing and eyes is not None:
            await house.lobby.back(table_id, eyes)
        try:
            while True:
                try:
                    async with asyncio.timeout(HEARTBEAT):
                        await feed.wake.wait()
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                feed.wake.clear()
                if not still_theirs(live, feed):
                    return
                spoken = [html_signal(live, feed.outbox.popleft(), house.painter) for _ in range(len(feed.outbox))]
                try:
                    with within(TO_SHOW):
                        frame = "".join([*spoken, joined(html_frame(live, feed, house.painter))])
                except Exception as error:
                    house.hub.put_aside(live.info.id, error)
                    return
                if frame:
                    data = "".join(f"data: {line}\n" for line in frame.split("\n"))
                    yield f"{data}{silence(data)}\n"
        finally:
            await house.hub.detach(live, feed)

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(stream(), media_type="text/event-stream", headers=headers)

"""How long something is tells nobody which window it carries: not as a frame, not as a page, not to a program (VAN-233).

The same seat comes down at one place after the other, in worlds that are the same for everybody else. Who watches the
network sees lengths alone, and sees the same.
"""

from __future__ import annotations

import asyncio
import gzip
import zlib
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from starlette.types import Message

from app.config import Settings
from app.games.vantage.game import GAME
from app.games.vantage.world import world
from app.tables.facts import SeatInfo, TableInfo, TableSettings
from app.tables.live import Feed, LiveTable
from app.web.draw import Painter
from app.web.even import BLOCK, UNPACKED, WHOLE, Even, missing, nothing, silence, spaced
from app.web.frames import html_frame
from app.web.table_pages import _drawn
from app.web.wire import TAIL, WINDOW, Piece, joined, packed
from tests.games.vantage.situations import begin, table
from tests.rules import rule
from tests.servers import Client, Server

PLACES = list(world("oriel").places)[::4]
SEAT = 0


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(Settings())


def at(place: int) -> LiveTable:
    """Seat 0 stands there, and has long left its pod."""
    state = table(2, pack="oriel", at=(place, 42))
    state.me(SEAT).pod = 0
    seats = tuple(SeatInfo(number, f"person {number}") for number in range(2))
    live = LiveTable(TableInfo("id", "code", "vantage", {}, "playing", None, "leaks", seats, TableSettings()), GAME)
    live.begin(begin(state), 1)
    live.feeds.add(Feed(SEAT))
    live.publish()
    return live


def page(live: LiveTable, *, patches: bool) -> Feed:
    feed = Feed(SEAT)
    feed.patches = patches
    live.feeds.add(feed)
    return feed


def arrivals(painter: Painter) -> Iterator[list[Piece]]:
    """From one place to the next, as the page of the seat is sent it: what changed in the text of the last window."""
    live = at(PLACES[0])
    feed = page(live, patches=True)
    html_frame(live, feed, painter)
    for place in PLACES[1:]:
        assert live.session is not None
        live.session.state.me(SEAT).place = place
        live.publish()
        yield html_frame(live, feed, painter)


def unpacked(payload: bytes) -> str:
    return zlib.decompressobj(wbits=-WINDOW).decompress(payload + TAIL).decode()


@rule("VAN-233")
def test_an_arrival_is_as_long_wherever_one_comes_down(painter: Painter) -> None:
    frames = list(arrivals(painter))
    assert {len(packed(frame)) for frame in frames} == {BLOCK}
    assert len({sum(len(piece.packed) for piece in frame) for frame in frames}) > len(frames) // 2, "they differ inside"
    assert all(unpacked(packed(frame)) == joined(frame) for frame in frames[:5])


@rule("VAN-233")
@pytest.mark.parametrize("way", ["socket", "stream", "page", "plain page"])
async def test_whatever_opens_is_as_long_wherever_one_stands(painter: Painter, way: str) -> None:
    ways: dict[str, Callable[[LiveTable], Any]] = {
        "socket": lambda live: packed(html_frame(live, page(live, patches=True), painter)),
        "stream": lambda live: streamed(joined(html_frame(live, Feed(SEAT), painter))),
        "page": lambda live: answered("".join(drawn(painter, live)), b"gzip, br"),
        "plain page": lambda live: answered("".join(drawn(painter, live)), b"br"),
    }
    lengths = set()
    for place in PLACES[::4]:
        sent = ways[way](at(place))
        lengths.add(len(await sent if way.endswith("page") else sent))
    assert lengths == {WHOLE if way in ("socket", "page") else UNPACKED * WHOLE}


def streamed(html: str) -> bytes:
    data = f"data: {html}\n"
    return (data + silence(data)).encode()


def drawn(painter: Painter, live: LiveTable) -> list[str]:
    class House:
        pass

    house: Any = House()
    house.painter = painter
    return list(_drawn(house, live, SEAT).values())


async def answered(html: str, accepts: bytes) -> bytes:
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    response = Even(html)
    await response({"type": "http", "headers": [(b"accept-encoding", accepts)]}, None, send)  # type: ignore[arg-type]
    headers, body = dict(sent[0]["headers"]), sent[1]["body"]
    assert int(headers[b"content-length"]) == len(body)
    read = gzip.decompress(body) if headers.get(b"content-encoding") == b"gzip" else body
    assert read.decode().rstrip(" ") == html.rstrip(" ")
    return bytes(body)


def test_nothing_is_read_as_nothing() -> None:
    for size in [*range(24, 60), 4000, BLOCK]:
        filled = nothing(size)
        assert len(filled) == size
        assert unpacked(filled[: -len(TAIL)]) == ""
    with pytest.raises(ValueError, match="cannot be filled"):
        nothing(4)
    for size in range(BLOCK - 40, BLOCK + 5):
        assert (size + len(nothing(missing(size, BLOCK)))) % BLOCK == 0
    assert len(spaced(b"x", BLOCK)) == UNPACKED * BLOCK


@rule("VAN-233")
async def test_a_server_sends_it_so(server: Server) -> None:
    """By its pages, to programs, and over both sockets as browsers open them."""
    ana = await server.person("Ana")
    code = (await ana.post("/api/tables", {"game": "vantage", "seats": 1, "options": {}}, 201))["code"]
    await ana.post(f"/api/tables/{code}/start")
    for path in (f"/t/{code}", f"/api/tables/{code}/view"):
        async with ana.http.stream("GET", path) as reply:
            sizes = [len(part) async for part in reply.aiter_raw()]
        assert reply.headers["content-encoding"] == "gzip"
        assert sum(sizes) == WHOLE, path
    for path in (f"/t/{code}/ws?patches=1", f"/api/tables/{code}/ws"):
        assert await first_frame(ana, path) == WHOLE, path


async def first_frame(person: Client, path: str) -> int:
    """How many bytes the first message over this socket has on the wire, without its head."""
    reader, writer = await asyncio.open_connection("127.0.0.1", person.server.port)
    asked = {
        "Host": f"127.0.0.1:{person.server.port}",
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Extensions": "permessage-deflate",
        "Authorization": f"Bearer {person.token}",
    }
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in asked.items()), "", ""]
    writer.write("\r\n".join(lines).encode())
    assert b" 101 " in await reader.readline()
    await reader.readuntil(b"\r\n\r\n")
    kind, size = await reader.readexactly(2)
    assert kind == 0xC1, "one whole compressed text"
    if size >= 126:
        size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
    writer.close()
    return size

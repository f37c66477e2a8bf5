"""The players of a benchmark: four connections at a table, over the page's websocket or the JSON one, and the same for the
servers that are measured beside ours. A move counts when all four have what is new."""

from __future__ import annotations

import asyncio
import html
import json
import re
import time
from typing import Any

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from app.web.patches import Page

SEATS = 4
MOVES = 100_000  # of Whisper: no table comes to its end while it is measured
ASKED = re.compile(r'name="ask" value="([^"]*)"')
VALUES = re.compile(r'name="values" value="([^"]*)"')
MOMENT = re.compile(r'data-moment="(\d+)"')
SOCKET = re.compile(r'hx-ws:connect="([^"]*)"')


class Counted(ClientConnection):
    """A connection that counts what comes over the wire."""

    received = 0

    def data_received(self, data: bytes) -> None:
        self.received += len(data)
        super().data_received(data)


async def open_socket(url: str, headers: dict[str, str] | None = None, home: str = "127.0.0.1") -> Counted:
    socket = await connect(
        url,
        additional_headers=headers,
        proxy=None,
        max_queue=None,
        create_connection=Counted,
        local_addr=(home, 0),
    )
    assert isinstance(socket, Counted)
    return socket


class Table:
    """Four connections, and how long each move took."""

    def __init__(self, sockets: list[Counted]) -> None:
        self.sockets = sockets
        self.latencies: list[float] = []
        self.seat = 0

    @property
    def bytes(self) -> int:
        return sum(socket.received for socket in self.sockets)

    async def move(self) -> None:
        """One choice, until everybody has been sent what came of it."""
        raise NotImplementedError

    async def play(self, until: float, every: float = 0, first: float = 0) -> None:
        """As fast as it goes, or one choice every so many seconds."""
        due = time.perf_counter() + first
        while True:
            if every:
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                due += every
            if time.perf_counter() >= until:
                return
            began = time.perf_counter()
            await self.move()
            self.latencies.append(time.perf_counter() - began)

    async def close(self) -> None:
        await asyncio.gather(*(socket.close() for socket in self.sockets))


# Parallax as people use it --------------------------------------------------------------------------------------------


class BrowserTable(Table):
    """What four pages do: they read fragments, press the button that the question offers, and say what they have shown."""

    def __init__(self, sockets: list[Counted], reads: bool = False) -> None:
        super().__init__(sockets)
        self.moment, self.ask, self.value, self.moves = 0, "", "", 0
        self.reads = reads
        self.pages = [Page() for _ in sockets]

    async def begin(self) -> None:
        """Each page is sent everything once when its socket opens."""
        for seat, socket in enumerate(self.sockets):
            self._read(seat, str(await socket.recv(decode=True)))

    def _read(self, seat: int, frame: str) -> str:
        fragments = self.pages[seat].read(frame)
        moments = MOMENT.findall(fragments)
        if moments:
            self.moment = max(self.moment, int(moments[-1]))
        asked = ASKED.search(fragments)
        if asked:
            value = VALUES.search(fragments)
            assert value is not None, "the question offers something"
            self.seat, self.ask, self.value = seat, asked[1], html.unescape(value[1])
        return fragments

    async def move(self) -> None:
        card = self.value.partition(">")[0]
        self.moves += 1
        values = {
            "do": "answer",
            "ask": self.ask,
            "values": f"{card}>tile:{7 * self.moves % 60}",
            "key": str(self.moves),
        }
        await self.sockets[self.seat].send(json.dumps(values))
        wanted = self.moment + 1
        await asyncio.gather(*(self._until(seat, wanted) for seat in range(SEATS)))

    async def _until(self, seat: int, wanted: int) -> None:
        while True:
            fragments = self._read(seat, str(await self.sockets[seat].recv(decode=True)))
            if any(int(moment) >= wanted for moment in MOMENT.findall(fragments)):
                break
        if self.reads:
            await self.sockets[seat].send(json.dumps({"do": "seen", "moment": str(wanted)}))

    @classmethod
    async def open(
        cls, port: int, count: int, reads: bool = False, home: str = "127.0.0.1", elsewhere: int = 0
    ) -> list[BrowserTable]:
        """Tables that four people with browsers came to, from one address: by the form, by the invitation, by Start. Every
        second socket goes to another port, if one is named."""
        site, tables = f"http://127.0.0.1:{port}", []
        people = [
            httpx2.AsyncClient(
                base_url=site,
                transport=httpx2.AsyncHTTPTransport(local_address=home),
                follow_redirects=True,
                timeout=60,
            )
            for _ in range(SEATS)
        ]
        for _ in range(count):
            form = {"game": "whisper", "seats": str(SEATS), "name": "Player 0", "option.moves": str(MOVES)}
            reply = await people[0].post("/tables", data={**form, "with_options": "1"})
            path = reply.raise_for_status().url.path
            for number, person in enumerate(people[1:], 1):
                (await person.post(f"{path}/sit", data={"name": f"Player {number}"})).raise_for_status()
            (await people[0].post(f"{path}/start", data={"anyway": "yes"})).raise_for_status()
            sockets = []
            for number, person in enumerate(people):
                page = (await person.get(path)).text
                address = SOCKET.search(page)
                assert address is not None, "the page says where its socket is"
                cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in person.cookies.jar)
                place = f"127.0.0.1:{elsewhere if elsewhere and number % 2 else port}"
                headers = {"Cookie": cookies, "Origin": f"http://{place}"}
                sockets.append(await open_socket(f"ws://{place}{html.unescape(address[1])}", headers, home))
            table = cls(sockets, reads)
            await table.begin()
            tables.append(table)
        for person in people:
            await person.aclose()
        return tables


# Parallax as programs use it ------------------------------------------------------------------------------------------


class PrivatePart(msgspec.Struct):
    ask: dict[str, Any] | msgspec.UnsetType | None = msgspec.UNSET


class Frame(msgspec.Struct):
    moment: int
    private: PrivatePart = msgspec.field(default_factory=PrivatePart)


_decode = msgspec.json.Decoder(Frame).decode


class JsonTable(Table):
    def __init__(self, sockets: list[Counted], seq: int, ask: dict[str, Any]) -> None:
        super().__init__(sockets)
        self.seq, self.ask = seq, ask

    async def move(self) -> None:
        card = self.ask["default"][0].partition(">")[0]
        values = [f"{card}>tile:{7 * self.seq % 60}"]
        message = {"do": "answer", "ask": self.ask["id"], "values": values, "key": str(self.seq)}
        await self.sockets[self.seat].send(msgspec.json.encode(message), text=True)
        self.seq += 1
        frames = await asyncio.gather(*(self._next(socket) for socket in self.sockets))
        ask = frames[(self.seat + 1) % SEATS].private.ask
        assert isinstance(ask, dict), "the next player is asked"
        self.ask = ask
        self.seat = (self.seat + 1) % SEATS

    async def _next(self, socket: ClientConnection) -> Frame:
        while True:
            frame = _decode(await socket.recv(decode=False))
            if frame.moment >= self.seq:
                return frame

    @classmethod
    async def open(cls, port: int, count: int) -> list[JsonTable]:
        tables: list[JsonTable] = []
        limits = httpx2.Limits(max_keepalive_connections=1)
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, limits=limits) as http:
            tokens = []
            for number in range(SEATS):
                reply = await http.post("/api/people", json={"name": f"Player {number}"})
                tokens.append({"Authorization": f"Bearer {reply.json()['token']}"})
            for _ in range(count):
                body = {"game": "whisper", "seats": SEATS, "options": {"moves": MOVES}}
                code = (await http.post("/api/tables", json=body, headers=tokens[0])).json()["code"]
                for token in tokens[1:]:
                    await http.post(f"/api/tables/{code}/join", headers=token, json={})
                (await http.post(f"/api/tables/{code}/start", headers=tokens[0])).raise_for_status()
                sockets, first = [], None
                for token in tokens:
                    sockets.append(await open_socket(f"ws://127.0.0.1:{port}/api/tables/{code}/ws", token))
                    frame = _decode(await sockets[-1].recv(decode=False))
                    first = first or frame
                assert first is not None
                assert isinstance(first.private.ask, dict)
                tables.append(cls(sockets, first.moment, first.private.ask))
        return tables


# Beside it ------------------------------------------------------------------------------------------------------------


class FloorTable(Table):
    """bench/floor.py: one insert and four views, nothing else."""

    async def move(self) -> None:
        await self.sockets[self.seat].send("move")
        await asyncio.gather(*(socket.recv(decode=False) for socket in self.sockets))
        self.seat = (self.seat + 1) % SEATS

    @classmethod
    async def open(cls, port: int, count: int) -> list[FloorTable]:
        url = f"ws://127.0.0.1:{port}/ws/{count}-"
        return [cls([await open_socket(f"{url}{number}") for _ in range(SEATS)]) for number in range(count)]


class BoardgameTable(Table):
    """boardgame.io over its own protocol (socket.io on a bare websocket); its tables live in memory alone."""

    def __init__(self, sockets: list[Counted], match: str) -> None:
        super().__init__(sockets)
        self.match, self.state = match, 0

    async def move(self) -> None:
        action = {
            "type": "MAKE_MOVE",
            "payload": {"type": "lay", "args": [7 * self.state % 60], "playerID": str(self.seat), "credentials": None},
        }
        event = json.dumps(["update", action, self.state, self.match, str(self.seat)])
        await self.sockets[self.seat].send(f"42/whisper,{event}")
        self.state += 1
        await asyncio.gather(*(self._updated(socket) for socket in self.sockets))
        self.seat = (self.seat + 1) % SEATS

    async def _updated(self, socket: Counted) -> None:
        """Answers pings on the way. An update carries the number of the new state; patches carry it as well."""
        while True:
            text = str(await socket.recv(decode=True))
            if text == "2":
                await socket.send("3")
            elif text.startswith("42/whisper,"):
                event = json.loads(text.removeprefix("42/whisper,"))
                if event[0] == "patch" and event[3] >= self.state:
                    return
                if event[0] == "update" and event[2]["_stateID"] >= self.state:
                    return

    @classmethod
    async def open(cls, port: int, count: int) -> list[BoardgameTable]:
        tables = []
        for number in range(count):
            match = f"{count}-{number}"
            sockets = []
            for seat in range(SEATS):
                socket = await open_socket(f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket")
                await socket.recv()
                await socket.send("40/whisper,")
                await socket.recv()
                await socket.send(f'42/whisper,["sync","{match}","{seat}",null,{SEATS}]')
                while '"sync"' not in str(await socket.recv(decode=True)):
                    pass
                sockets.append(socket)
            tables.append(cls(sockets, match))
        return tables

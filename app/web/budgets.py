"""How much of this server one address and one person may use, over every route. Whoever asks for more is told to come
back later, before anything has been looked up for them, so that a flood costs little and stops nobody else."""

from __future__ import annotations

import asyncio
import ipaddress
import math
import re
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from contextlib import asynccontextmanager
from functools import lru_cache
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.config import Settings
from app.web.limits import LARGEST_BODY, Bucket
from app.web.who import House, token_of

COME_BACK = 1013  # a socket closed so is tried again later
NOT_FOUND = 4404  # a socket closed so asked for a table that there is not
A_PIECE = 8 * 1024  # bytes of a body that cost as much to read as a request
MOST_KEPT = 20_000  # buckets in memory; the fullest, which say nothing, are dropped first
SWEEP_EVERY = 60.0
WORTH_TELLING = 0.05  # the part of what one may have at once, from which on other processes are told of it
PERSON = "person "


class Allowance(msgspec.Struct, frozen=True):
    """So many a minute, and so many at once."""

    per_minute: float
    burst: int


class Kind(msgspec.Struct, frozen=True):
    name: str
    address: Allowance  # many people may share one: a household, a school
    person: Allowance | None = None


LOOK = Kind("pages", Allowance(1200, 600), Allowance(300, 150))
FILE = Kind("files", Allowance(3000, 2000))
PAST = Kind("long looks back", Allowance(240, 120), Allowance(60, 40))  # they read the whole of a game
ACT = Kind("requests", Allowance(1500, 500), Allowance(300, 100))
NEWCOMER = Kind("new names", Allowance(20, 40))
TABLE = Kind("new tables", Allowance(30, 60), Allowance(6, 15))
IMPORT = Kind("table files", Allowance(3, 6), Allowance(1, 3))
CHAT = Kind("messages", Allowance(300, 100), Allowance(60, 15))
MAIL = Kind("mails", Allowance(1, 10), Allowance(0.2, 3))
REPORT = Kind("reports", Allowance(5, 20), Allowance(0.5, 5))
SOCKET = Kind("connections", Allowance(900, 900), Allowance(90, 60))
MESSAGE = Kind("socket messages", Allowance(12_000, 2000), Allowance(2400, 200))  # over all sockets together
PROBE = Kind("codes that lead nowhere", Allowance(2, 40))  # 2 a minute against millions of codes
WORK = Kind("work", Allowance(15_000, 400))  # milliseconds: a quarter of one core, and a little more to begin with
USUAL = 4.0  # milliseconds that a request is taken to need until it is known
REFUSALS = Kind("refusals", Allowance(300, 150))  # who is refused more often than that is sent away at the doorstep
SENT_AWAY = 5.0  # seconds
IN_TURN = 6  # requests of one address that are worked on at the same time: what it asks for besides stands in line
MOST_OPEN, MOST_OPEN_OF_ONE = 1000, 40  # sockets and streams at the same time, of an address and of a person
EVERY = (LOOK, PAST, FILE, ACT, NEWCOMER, TABLE, IMPORT, CHAT, MAIL, REPORT, SOCKET, MESSAGE, PROBE)

# The first that fits counts.
POSTS: tuple[tuple[re.Pattern[str], Kind], ...] = (
    (re.compile(r"/(api/people|hello|t/[^/]+/sit)$"), NEWCOMER),
    (re.compile(r"/(api/tables|tables|(play|learn|open)/[^/]+|t/[^/]+/(rematch|branch))$"), TABLE),
    (re.compile(r"/import$"), IMPORT),
    (re.compile(r"/t/[^/]+/say$"), CHAT),
    (re.compile(r"/me/(mail|push)$"), MAIL),
    (re.compile(r"/t/[^/]+/(report|complain)$"), REPORT),
)
FREE = re.compile(r"/healthz$")  # what watches over the server, and asks nothing of the database
LONG_AGO = re.compile(r"/t/[^/]+/(story|log|replay|chapters|file)$|/me/export$")
STREAM = re.compile(r"/t/[^/]+/events$")
STATIC = re.compile(r"/(static/|worker\.js$|manifest\.webmanifest$)")
GUESSES = re.compile(r"/(t|link|mail|api/tables|discord/enter)/[^/]+|/join$")  # opens something by a secret word


def kind_of(method: str, path: str) -> Kind | None:
    """What a request uses up; None for what is always answered."""
    if method in ("GET", "HEAD", "OPTIONS"):
        if FREE.search(path):
            return None
        return FILE if STATIC.search(path) else PAST if LONG_AGO.search(path) else LOOK
    return next((kind for pattern, kind in POSTS if pattern.search(path)), ACT)


@lru_cache(maxsize=4096)
def household(host: str) -> str:
    """What counts as one address: of the long ones the part that a household gets."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))
    return host


class Counted:
    """Something to await, and how much time of the processor the event loop has spent on it. What it waits for meanwhile
    (the database, another thread) keeps nobody else waiting, and is not counted."""

    def __init__(self, work: Coroutine[Any, Any, None]) -> None:
        self._work = work
        self.seconds = 0.0

    def __await__(self) -> Generator[Any, Any, None]:
        step: Callable[[Any], Any] = self._work.send
        told: Any = None
        while True:
            began = time.thread_time()
            try:
                awaited = step(told)
            except StopIteration:
                return
            finally:
                self.seconds += time.thread_time() - began
            try:
                step, told = self._work.send, (yield awaited)
            except BaseException as error:  # cancelled, or what was awaited has failed: that is for the work to meet
                step, told = self._work.throw, error


class Line:
    """The requests of one address, those that are worked on and those that wait."""

    def __init__(self) -> None:
        self.hands = asyncio.Semaphore(IN_TURN)
        self.length = 0


class Ledger:
    """The buckets of everybody who has asked for something lately."""

    def __init__(self, scale: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._scale = scale
        self._clock = clock
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._swept = clock()
        self._open: Counter[str] = Counter()
        self.spent: Counter[tuple[str, str]] = Counter()  # what the other processes have not heard of
        self.open_elsewhere: Counter[str] = Counter()
        self._lines: dict[str, Line] = {}
        self._sent_away: dict[str, float] = {}  # until when
        self.refused: dict[str, int] = dict.fromkeys((kind.name for kind in EVERY), 0)

    def wait(self, kind: Kind, address: str, *, take: bool = True, pieces: int = 1) -> float:
        """Take one, or a large one; the seconds after which it may be asked for again, 0 if it may be had now."""
        return self._wait(kind, kind.address, address, take, pieces)

    def wait_of(self, kind: Kind, person: str, pieces: int = 1) -> float:
        """The same for what one person may have, wherever they are."""
        return self._wait(kind, kind.person, f"{PERSON}{person}", True, pieces) if kind.person is not None else 0.0

    def _wait(self, kind: Kind, allowance: Allowance, who: str, take: bool, pieces: int) -> float:
        if not self._scale:
            return 0.0
        wait = self._one(kind.name, allowance, who, take, pieces)
        if wait:
            self.refused[kind.name] += 1
        elif take:
            self.spent[kind.name, who] += pieces
        return wait

    def open(self, who: str, most: int) -> bool:
        """One more that stays open; `closed` is told when it ends. False: there are too many."""
        if self._scale and self._open[who] + self.open_elsewhere[who] >= math.ceil(most * self._scale):
            self.refused[SOCKET.name] += 1
            return False
        self._open[who] += 1
        return True

    def closed(self, who: str) -> None:
        self._open[who] -= 1
        if not self._open[who]:
            del self._open[who]

    def news(self) -> tuple[dict[str, dict[str, int]], dict[str, int]]:
        """What the other processes should know of: who has used up much since this was last asked, of what, and who has
        much open. Whoever asks for little is nobody's business."""
        told: dict[str, dict[str, int]] = {}
        for (name, who), pieces in list(self.spent.items()):
            bucket = self._buckets.get((name, who))
            if bucket is None or bucket.is_full():
                del self.spent[name, who]
            elif pieces >= self._allowance(name, who).burst * self._scale * WORTH_TELLING:
                told.setdefault(name, {})[who] = self.spent.pop((name, who))
        much = {True: MOST_OPEN_OF_ONE * self._scale * WORTH_TELLING, False: MOST_OPEN * self._scale * WORTH_TELLING}
        return told, {who: count for who, count in self._open.items() if count >= much[who.startswith(PERSON)]}

    def spent_elsewhere(self, name: str, who: str, pieces: int) -> None:
        """Another process has given this; so it cannot be had here again."""
        if self._scale:
            self._one(name, self._allowance(name, who), who, False, 0)
            self._buckets[name, who].owe(pieces)

    @staticmethod
    def _allowance(name: str, who: str) -> Allowance:
        kind = next(kind for kind in EVERY if kind.name == name)
        return kind.person if kind.person is not None and who.startswith(PERSON) else kind.address

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncGenerator[None]:
        """Wait until this address has a hand free: whatever else comes in meanwhile goes between two of its requests, not
        behind hundreds of them."""
        line = self._lines.setdefault(address, Line())
        line.length += 1
        try:
            async with line.hands:
                yield
        finally:
            line.length -= 1
            if not line.length:
                del self._lines[address]

    async def work(self, address: str, request: Coroutine[Any, Any, None]) -> None:
        """Do what an address asks for when its turn comes. Who has given the server much to do lately, waits a little
        between two requests: the rest of the time belongs to everybody else."""
        if not self._scale:
            await request
            return
        counted = Counted(request)
        try:
            async with self.turn(address):
                done = self._bucket(WORK.name, WORK.address, address, 1.0)  # each process has a core of its own
                if wait := done.owe(USUAL):
                    await asyncio.sleep(wait)
                try:
                    await counted
                finally:
                    done.owe(1000 * counted.seconds - USUAL)
        finally:
            request.close()  # one that never had its turn

    def refuse(self, address: str) -> None:
        """Somebody was told to come back later. Who does not listen, and asks on and on, is sent away at the doorstep."""
        if self._scale and self._one(REFUSALS.name, REFUSALS.address, address, True, 1):
            self._sent_away[address] = self._clock() + SENT_AWAY

    def is_sent_away(self, address: str) -> bool:
        if address not in self._sent_away:
            return False
        if self._sent_away[address] > self._clock():
            return True
        del self._sent_away[address]
        return False

    def _bucket(self, name: str, allowance: Allowance, who: str, scale: float) -> Bucket:
        bucket = self._buckets.get((name, who))
        if bucket is None:
            self._sweep()
            burst = max(1, math.ceil(allowance.burst * scale))
            bucket = Bucket(allowance.per_minute * scale / 60, burst, self._clock)
            self._buckets[name, who] = bucket
        return bucket

    def _one(self, name: str, allowance: Allowance, who: str, take: bool, pieces: int) -> float:
        bucket = self._bucket(name, allowance, who, self._scale)
        if bucket.take(pieces) if take else bucket.holds():
            return 0.0
        return bucket.seconds_to_next()

    def _sweep(self) -> None:
        """Forget who has asked for nothing for so long that they have all of it again."""
        now = self._clock()
        if now - self._swept < SWEEP_EVERY and len(self._buckets) < MOST_KEPT:
            return
        self._swept = now
        self._sent_away = {who: until for who, until in self._sent_away.items() if until > now}
        self._buckets = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full()}
        while len(self._buckets) >= MOST_KEPT:
            del self._buckets[next(iter(self._buckets))]


class Budgets:
    """The layer in front of all routes."""

    def __init__(self, app: ASGIApp, settings: Settings, ledger: Ledger) -> None:
        self.app = app
        self._base = settings.base_path
        self._ledger = ledger

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refused is before anything is read, parsed or looked up, but for what says who is asking."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        path = str(scope["path"])
        kind = SOCKET if scope["type"] == "websocket" else kind_of(scope["method"], path)
        if kind is None:
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        address = household(client[0]) if client else ""
        guesses = GUESSES.search(path) is not None
        pieces = 1 if kind in (SOCKET, IMPORT) else pieces_of(scope)
        wait = self._ledger.wait(PROBE, address, take=False) if guesses else 0.0
        wait = wait or self._ledger.wait(kind, address, pieces=pieces)
        person = self._person(scope) if not wait and kind.person is not None else None
        if person is not None:
            wait = self._ledger.wait_of(kind, person, pieces)
        if wait:
            self._ledger.refuse(address)
            await self._turn_away(scope, receive, send, wait)
            return

        async def watched(message: Message) -> None:
            if leads_nowhere(scope, message):
                self._ledger.wait(PROBE, address)
            await send(message)

        chosen = watched if guesses else send
        if kind is SOCKET or STREAM.search(path):
            await self._while_open(scope, receive, chosen, address, person)
        elif kind is IMPORT:  # which has a line of its own
            await self.app(scope, receive, chosen)
        else:
            await self._ledger.work(address, self._answer(scope, receive, chosen))

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)

    async def _while_open(self, scope: Scope, receive: Receive, send: Send, address: str, person: str | None) -> None:
        """What stays open is counted until it ends."""
        places = [(address, MOST_OPEN)] + ([(f"{PERSON}{person}", MOST_OPEN_OF_ONE)] if person is not None else [])
        held: list[str] = []
        try:
            for who, most in places:
                if not self._ledger.open(who, most):
                    await self._turn_away(scope, receive, send, 10)
                    return
                held.append(who)
            await self.app(scope, receive, send)
        finally:
            for who in held:
                self._ledger.closed(who)

    @staticmethod
    def _person(scope: Scope) -> str | None:
        """Who asks, by their signed token; whether they still exist is not looked up."""
        token = token_of(Headers(scope=scope))
        house: House | None = getattr(scope["app"].state, "house", None) if "app" in scope else None
        return house.people.read_token(token) if house is not None and token else None

    async def _turn_away(self, scope: Scope, receive: Receive, send: Send, wait: float) -> None:
        await (close if scope["type"] == "websocket" else self._refuse)(scope, receive, send, wait)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, wait: float) -> None:
        seconds = max(1, math.ceil(wait))
        words = f"That was a lot at once. Please try again in {seconds} second{'s' if seconds != 1 else ''}."
        kind, body = "text/html; charset=utf-8", as_page(words)
        if scope["path"].startswith(f"{self._base}/api/"):
            kind, body = "application/json", msgspec.json.encode({"error": words, "rule": None})
        headers = [
            (b"content-type", kind.encode()),
            (b"content-length", str(len(body)).encode()),
            (b"retry-after", str(seconds).encode()),
            (b"cache-control", b"no-store"),
        ]
        await send({"type": "http.response.start", "status": 429, "headers": headers})
        await send({"type": "http.response.body", "body": body})


def as_page(words: str) -> bytes:
    """Something to read, also on a phone, that costs next to nothing and asks for nothing else."""
    head = '<!doctype html><meta name="viewport" content="width=device-width"><title>Parallax</title>'
    return f"{head}<p>{words}</p>".encode()


def pieces_of(scope: Scope) -> int:
    """What the body of a request counts for. One that does not say how long it is may be as long as any."""
    length = Headers(scope=scope).get("content-length", "")
    if not length.isdecimal() or len(length) > 12:
        chunked = any(name == b"transfer-encoding" for name, _ in scope["headers"])
        return 1 + LARGEST_BODY // A_PIECE if chunked or length else 1
    return 1 + min(int(length), LARGEST_BODY) // A_PIECE


def leads_nowhere(scope: Scope, message: Message) -> bool:
    """Whether this answers that there is no table, and no link, of that name. What is refused at a table that there is
    is no guess."""
    if message["type"] == "http.response.start":
        return bool(scope.get("parallax.nowhere"))
    return message["type"] == "websocket.close" and message.get("code") == NOT_FOUND


async def close(scope: Scope, receive: Receive, send: Send, wait: float) -> None:
    """A socket must be open to be told why it is closed."""
    first: Any = await receive()
    if first["type"] == "websocket.connect":
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.close", "code": COME_BACK, "reason": f"come back in {math.ceil(wait)} s"})

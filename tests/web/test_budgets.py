"""How much one address and one person may ask for: more is told to come back, and stops nobody else."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from contextlib import AsyncExitStack
from types import SimpleNamespace
from typing import Any, ClassVar

import httpx2
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from app.config import Settings
from app.tables.codes import FIRST, SECOND, room_code
from app.tables.store import NoSuchTable
from app.web import sockets
from app.web.budgets import (
    ACT,
    CHAT,
    COME_BACK,
    FILE,
    IMPORT,
    IN_TURN,
    LOOK,
    MAIL,
    MESSAGE,
    MOST_OPEN_OF_ONE,
    NEWCOMER,
    NOT_FOUND,
    PAST,
    PROBE,
    REFUSALS,
    REPORT,
    SENT_AWAY,
    TABLE,
    Counted,
    Ledger,
    household,
    kind_of,
    pieces_of,
)
from app.web.limits import LARGEST_BODY, LARGEST_HEAD
from tests.conftest import Serve
from tests.patience import PATIENCE, Patiently
from tests.servers import Client, Server, frame, whisper_table


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(
    ("method", "path", "kind"),
    [
        ("GET", "/healthz", None),
        ("GET", "/readyz", LOOK),
        ("GET", "/", LOOK),
        ("GET", "/t/amber-otter-4217/story", PAST),
        ("GET", "/static/js/page.js", FILE),
        ("POST", "/api/people", NEWCOMER),
        ("POST", "/t/amber-otter-4217/sit", NEWCOMER),
        ("POST", "/api/tables", TABLE),
        ("POST", "/parallax/tables", TABLE),
        ("POST", "/play/stratos", TABLE),
        ("POST", "/t/amber-otter-4217/rematch", TABLE),
        ("POST", "/import", IMPORT),
        ("POST", "/t/amber-otter-4217/say", CHAT),
        ("POST", "/me/mail", MAIL),
        ("POST", "/t/amber-otter-4217/report", REPORT),
        ("POST", "/t/amber-otter-4217/act", ACT),
        ("DELETE", "/whatever", ACT),
    ],
)
def test_every_request_uses_something_up(method: str, path: str, kind: object) -> None:
    assert kind_of(method, path) is kind


def test_a_bucket_empties_and_fills_again() -> None:
    clock = Clock()
    ledger = Ledger(1, clock)

    def wait(address: str, person: str) -> float:
        return ledger.wait(IMPORT, address) or ledger.wait_of(IMPORT, person)

    assert [wait("a", "p") for _ in range(3)] == [0, 0, 0]
    assert wait("a", "p") == pytest.approx(60), "a person brings one a minute"
    assert wait("a", "another person of the household") == 0
    assert wait("b", "p") > 0, "and has no more from elsewhere"
    assert [wait("a", f"more {number}") > 0 for number in range(3)] == [False, True, True]
    clock.now += 61
    assert wait("a", "p") == 0
    assert ledger.refused[IMPORT.name] == 4
    assert Ledger(0).wait(IMPORT, "a") == 0


def test_what_is_large_counts_for_more() -> None:
    ledger = Ledger(1, Clock())

    def scope(*headers: tuple[bytes, bytes]) -> dict[str, Any]:
        return {"type": "http", "method": "POST", "headers": list(headers)}

    assert pieces_of(scope()) == pieces_of(scope((b"content-length", b"500"))) == 1
    largest = pieces_of(scope((b"content-length", str(LARGEST_BODY).encode())))
    assert largest == 33
    assert pieces_of(scope((b"transfer-encoding", b"chunked"))) == largest, "it may be as long"
    assert pieces_of(scope((b"content-length", b"9" * 5000))) == largest
    assert sum(not ledger.wait(ACT, "a", pieces=largest) for _ in range(100)) == 16
    assert ledger.wait(ACT, "a") > 0, "what was taken beyond the last is paid off first"


async def test_an_address_is_served_so_many_at_a_time() -> None:
    ledger = Ledger(1, Clock())
    go, inside = asyncio.Event(), []

    async def ask(address: str) -> None:
        async with ledger.turn(address):
            inside.append(address)
            await go.wait()

    tasks = [asyncio.create_task(ask("flood")) for _ in range(50)]
    await asyncio.sleep(0)
    tasks.append(asyncio.create_task(ask("somebody")))
    for _ in range(10):
        await asyncio.sleep(0)
    assert inside.count("flood") == IN_TURN
    assert inside.count("somebody") == 1
    go.set()
    await asyncio.gather(*tasks)
    assert len(inside) == 51
    assert not ledger._lines


async def test_work_is_counted_and_waiting_is_not() -> None:
    async def busy(seconds: float) -> None:
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            pass

    async def request() -> None:
        await busy(0.03)
        await asyncio.sleep(0.2)
        await busy(0.03)

    counted = Counted(request())
    await counted
    assert counted.seconds >= 0.06
    began = time.thread_time()
    idle = Counted(asyncio.sleep(0.1))
    await idle
    assert idle.seconds <= time.thread_time() - began < 0.1


async def test_what_is_counted_fails_and_ends_as_it_would_by_itself() -> None:
    met: list[type[BaseException]] = []

    async def waits(event: asyncio.Event) -> None:
        try:
            await event.wait()
        except BaseException as error:
            met.append(type(error))
            raise

    async def breaks() -> None:
        await asyncio.sleep(0)
        raise NoSuchTable("There is no such table.")

    async def wait_for(counted: Counted) -> None:
        await counted

    waiting = asyncio.create_task(wait_for(Counted(waits(asyncio.Event()))))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.01):
            await Counted(waits(asyncio.Event()))
    assert met == [asyncio.CancelledError] * 2
    with pytest.raises(NoSuchTable):
        await Counted(breaks())


async def test_who_gives_much_to_do_waits_between_two_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """A quarter of the time, once the first fifth of a second or two is used up; others are served at once."""
    clock, waited = Clock(), []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)
        clock.now += seconds

    monkeypatch.setattr(asyncio, "sleep", sleep)
    ledger = Ledger(1, clock)

    def takes(seconds: float) -> Any:
        async def request() -> None:
            worked[0] += seconds
            clock.now += seconds

        return request()

    worked = [0.0]
    monkeypatch.setattr(time, "thread_time", lambda: worked[0])
    began = clock.now
    for _ in range(100):
        await ledger.work("flood", takes(0.05))
    share = worked[0] / (clock.now - began)
    assert 0.25 < share < 0.28
    waited.clear()
    await ledger.work("somebody", takes(0.05))
    assert waited == []
    await Ledger(0, clock).work("flood", takes(0.05))
    assert waited == [], "without budgets nobody waits"


async def test_a_request_that_never_has_its_turn_is_put_down() -> None:
    ledger, go = Ledger(1, Clock()), asyncio.Event()
    begun: list[int] = []

    async def request(number: int) -> None:
        begun.append(number)
        await go.wait()

    tasks = [asyncio.create_task(ledger.work("a", request(number))) for number in range(IN_TURN + 1)]
    for _ in range(5):
        await asyncio.sleep(0)
    tasks[-1].cancel()
    go.set()
    assert isinstance((await asyncio.gather(*tasks, return_exceptions=True))[-1], asyncio.CancelledError)
    assert begun == list(range(IN_TURN))
    assert not ledger._lines


def test_who_is_refused_again_and_again_is_sent_away_for_a_while() -> None:
    clock = Clock()
    ledger = Ledger(1, clock)
    for _ in range(REFUSALS.address.burst):
        ledger.refuse("flood")
    assert not ledger.is_sent_away("flood")
    ledger.refuse("flood")
    assert ledger.is_sent_away("flood")
    assert not ledger.is_sent_away("somebody")
    clock.now += SENT_AWAY
    assert not ledger.is_sent_away("flood")
    assert not ledger._sent_away
    unlimited = Ledger(0, clock)
    for _ in range(2 * REFUSALS.address.burst):
        unlimited.refuse("flood")
    assert not unlimited.is_sent_away("flood")


def test_only_so_many_stay_open() -> None:
    ledger = Ledger(1, Clock())
    assert [ledger.open("a", 2) for _ in range(3)] == [True, True, False]
    assert ledger.open("b", 2)
    ledger.closed("a")
    assert ledger.open("a", 2)
    unlimited = Ledger(0)
    assert all(unlimited.open("a", 2) for _ in range(9))


def test_who_asks_for_nothing_is_forgotten() -> None:
    clock = Clock()
    ledger = Ledger(1, clock)
    for number in range(500):
        ledger.wait(LOOK, f"10.0.{number // 250}.{number % 250}")
    clock.now += 3600
    ledger.wait(LOOK, "somebody else")
    assert len(ledger._buckets) == 1


def test_one_household_is_one_address() -> None:
    assert household("192.0.2.7") == "192.0.2.7"
    assert household("::ffff:192.0.2.7") == "192.0.2.7"
    assert household("2001:db8:1:2:aaaa::1") == household("2001:db8:1:2:bbbb::2") != household("2001:db8:1:3::1")
    assert household("testclient") == "testclient"


def test_codes_cannot_be_searched() -> None:
    """All tables of a large house against a year of trying from one address."""
    space = len(FIRST) * len(SECOND) * 9000
    tries = PROBE.address.burst + PROBE.address.per_minute * 60 * 24 * 365
    assert space / tries > 25
    assert len({room_code() for _ in range(200)}) > 190


async def test_over_the_wire_there_is_a_time_to_come_back(serve: Serve) -> None:
    server = await asyncio.to_thread(lambda: serve(BUDGET_PERCENT="100", TRUSTED_PROXIES="127.0.0.1"))
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as http:

        async def flood(path: str, times: int, body: Any = None, **headers: str) -> list[httpx2.Response]:
            return [
                await (http.post(path, json=body, headers=headers) if body else http.get(path, headers=headers))
                for _ in range(times)
            ]

        replies = await flood("/api/people", NEWCOMER.address.burst + 5, {"name": "Ana"})
        refused = [reply for reply in replies if reply.status_code == 429]
        assert 3 <= len(refused) <= 5
        assert int(refused[0].headers["retry-after"]) >= 1
        assert "try again in" in refused[0].json()["error"]
        # Behind a proxy everybody has an address of their own.
        (elsewhere,) = await flood("/api/people", 1, {"name": "Ben"}, **{"X-Forwarded-For": "203.0.113.9"})
        assert elsewhere.status_code == 201
        # Codes that lead nowhere run out; the rest of the house stays open, and so do tables elsewhere.
        replies = await flood("/t/amber-otter-0000", PROBE.address.burst + 3)
        assert {reply.status_code for reply in replies[-2:]} == {429}
        assert "<p>That was a lot at once." in replies[-1].text
        assert replies[-1].headers["content-type"] == "text/html; charset=utf-8"
        assert (await flood("/", 1))[0].status_code == 200
        assert (await flood("/t/amber-otter-0000", 1, **{"X-Forwarded-For": "203.0.113.9"}))[0].status_code == 404
        assert (await flood("/healthz", 1))[0].status_code == 200


async def test_nobody_gets_more_by_claiming_to_come_from_elsewhere(serve: Serve) -> None:
    """Who is no proxy that the host has named is counted by the address that they have."""
    server = await asyncio.to_thread(lambda: serve(BUDGET_PERCENT="100", TRUSTED_PROXIES="203.0.113.254"))
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as http:
        said = []
        for number in range(PROBE.address.burst + 2):
            headers = {"X-Forwarded-For": f"203.0.113.{number}", "X-Real-IP": f"203.0.113.{number}"}
            said.append((await http.get("/t/amber-otter-0000", headers=headers)).status_code)
    assert said[0] == 404
    assert said[-1] == 429


async def test_no_way_of_asking_tries_codes_for_nothing(serve: Serve) -> None:
    """As a page that swaps pieces, whose errors come as 200, and over sockets of both kinds."""
    server = await asyncio.to_thread(lambda: serve(BUDGET_PERCENT="100"))

    async def status(home: str) -> int:
        async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as http:
            return (await http.get("/t/amber-otter-0000", headers={"X-Forwarded-For": home})).status_code

    async def as_a_page() -> None:
        async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as http:
            headers = {"X-Forwarded-For": "203.0.113.1", "HX-Request": "true"}
            assert (await http.get("/t/amber-otter-0000/chat", headers=headers)).status_code in (200, 429)

    async def by_socket(path: str, home: str) -> None:
        headers = {"X-Forwarded-For": home}
        async with connect(f"{server.ws}{path}", additional_headers=headers, proxy=None) as socket:
            with pytest.raises(ConnectionClosed):
                await socket.recv()

    for _ in range(PROBE.address.burst):
        await as_a_page()
        await by_socket("/t/amber-otter-0000/ws", "203.0.113.2")
        await by_socket("/api/tables/amber-otter-0000/ws", "203.0.113.3")
    assert [await status(f"203.0.113.{number}") for number in (1, 2, 3, 4)] == [429, 429, 429, 404]


async def test_what_a_table_refuses_is_no_guess(serve: Serve) -> None:
    """Who taps at things that have no card, and is refused moves, is not taken for somebody who tries codes."""
    server = await asyncio.to_thread(lambda: serve(BUDGET_PERCENT="100"))
    code, clients = await whisper_table(server, seats=2)
    for _ in range(PROBE.address.burst + 1):
        assert (await clients[0].http.get(f"/t/{code}/what", params={"name": "nothing"})).status_code == 404
        assert (await clients[0].http.post(f"/api/tables/{code}/undo")).status_code == 400
    assert (await clients[0].http.get(f"/t/{code}")).status_code == 200


async def test_one_person_holds_only_so_many_sockets_and_streams(serve: Serve) -> None:
    server = await asyncio.to_thread(lambda: serve(BUDGET_PERCENT="100"))
    code, clients = await whisper_table(server, seats=2)
    held = []
    for _ in range(MOST_OPEN_OF_ONE):
        held.append(await clients[0].socket(code))
        await held[-1].recv()
    async with clients[0].socket(code) as one_more:
        with pytest.raises(ConnectionClosed):
            await one_more.recv()
        assert one_more.close_code == COME_BACK
    assert (await clients[0].http.get(f"/t/{code}/events")).status_code == 429
    async with clients[1].socket(code) as other:
        assert await other.recv()
    for socket in held:
        await socket.close()
    async for _ in Patiently("the places are free again"):
        async with clients[0].socket(code) as again:
            try:
                await again.recv()
            except ConnectionClosed:
                continue
            break


async def test_many_sockets_of_one_person_say_no_more_than_a_few(serve: Serve) -> None:
    server = await asyncio.to_thread(lambda: serve(BUDGET_PERCENT="100", MESSAGES_PER_SECOND="1000"))
    code, clients = await whisper_table(server, seats=2)
    assert MESSAGE.person is not None
    async with AsyncExitStack() as opened:
        held = [await opened.enter_async_context(clients[0].socket(code)) for _ in range(4)]
        other = await opened.enter_async_context(clients[1].socket(code))
        with pytest.raises(ConnectionClosed) as closed:
            for number in range(10 * MESSAGE.person.burst):
                await held[number % 4].send("{}")
                await held[number % 4].recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == COME_BACK
        await other.send("{}")
        while (await frame(other))["type"] != "refused":
            pass


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/", {"Cookie": "a=b;" * (LARGEST_HEAD // 4)}, 431),
        ("/rules/stratos?q=" + "x" * 9000, {}, 414),
        ("/t/" + "x" * 2500, {}, 414),
    ],
)
async def test_outsized_questions_are_refused(server: Server, path: str, headers: dict[str, str], status: int) -> None:
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as http:
        assert (await http.get(path, headers=headers)).status_code == status


async def test_everybody_comes_back_at_once_after_a_restart(serve: Serve, engine: AsyncEngine) -> None:
    """The database is slow to answer, and 500 stand at the door: each is let in, or told to come back, and then comes in.
    Without the doorway all of them want a connection to the database, and most get an error when none becomes free."""
    server: Server = await asyncio.to_thread(lambda: serve(DATABASE_POOL="4"))
    code, clients = await whisper_table(server, seats=4)
    server.stop()
    await asyncio.to_thread(server.start)
    told: Counter[str] = Counter()

    async def come(client: Client) -> bool:
        how: Any = {"proxy": None, "open_timeout": PATIENCE, "max_size": 2**22}
        how["additional_headers"] = {"Authorization": f"Bearer {client.token}"}
        async with connect(f"{server.ws}/api/tables/{code}/ws", **how) as socket:
            try:
                await asyncio.wait_for(socket.recv(), PATIENCE)
            except ConnectionClosed as closed:
                told[f"closed with {closed.rcvd.code if closed.rcvd else None}"] += 1
                return False
            told["in"] += 1
            return True

    async def come_until_in(client: Client) -> None:
        """As pages do. How often a slow machine sends them back is its own affair."""
        while not await come(client):
            pass

    async with engine.connect() as keeper:
        await keeper.execute(text("LOCK TABLE tables IN ACCESS EXCLUSIVE MODE"))
        coming = [asyncio.create_task(come(clients[number % 4])) for number in range(500)]
        async for _ in Patiently("those who wait are told something"):
            if told.total() >= 498:
                break
        assert told == {f"closed with {COME_BACK}": 498}, "two stand in the doorway"
    await asyncio.gather(*coming)
    assert told["in"] == 2
    await asyncio.gather(*(come_until_in(clients[number % 4]) for number in range(498)))
    assert told["in"] == 500
    assert set(told) == {f"closed with {COME_BACK}", "in"}
    output = await asyncio.to_thread(server.stop)
    assert "Traceback" not in output, output


async def test_so_many_come_through_the_door_at_a_time_and_the_others_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """What each needs of the database while it comes in would else be wanted by all at once."""
    monkeypatch.setattr(sockets, "LONGEST_WAIT", 0.05)
    house: Any = SimpleNamespace(settings=Settings(), doorway=asyncio.Semaphore(2))
    inside, most, go = 0, 0, asyncio.Event()

    async def let_in(*_: Any) -> Any:
        nonlocal inside, most
        inside += 1
        most = max(most, inside)
        await go.wait()
        inside -= 1
        raise NoSuchTable("There is no such table.")

    monkeypatch.setattr(sockets, "_let_in", let_in)
    monkeypatch.setattr(sockets, "get_house", lambda _: house)

    class Socket:
        headers: ClassVar[dict[str, str]] = {}
        code = 0

        async def accept(self) -> None:
            pass

        async def close(self, code: int, reason: str) -> None:
            self.code = code

    come = [Socket() for _ in range(20)]
    doing: Any = [asyncio.create_task(sockets.json_socket(one, "code")) for one in come]  # type: ignore[arg-type]
    async for _ in Patiently("those who wait have been told"):
        if sum(one.code == COME_BACK for one in come) == 18:
            break
    go.set()
    await asyncio.gather(*doing)
    assert most == 2
    assert sorted(one.code for one in come) == [COME_BACK] * 18 + [NOT_FOUND] * 2
    assert not house.doorway.locked(), "the door is free again"

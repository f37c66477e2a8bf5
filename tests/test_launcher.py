"""`serve --processes N`: one port, several processes, and each table in one of them."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
from contextlib import AsyncExitStack
from pathlib import Path

import httpx2
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.tables.hub import Hub
from app.web.budgets import NEWCOMER, Ledger
from app.web.handing import LONGEST, Neighbours, Place
from app.web.sharing import SILENT, Sharing, shared
from tests.conftest import Serve
from tests.patience import Patiently
from tests.servers import Server, frame, whisper_table
from tests.tables.test_hub import other_hub

__all__ = ["other_hub"]


def place(number: int = 0, folder: Path | str = "/nowhere") -> Place:
    return Place(number, 4, str(folder))


@pytest.mark.parametrize(
    "line",
    [
        "GET /t/{} HTTP/1.1",
        "GET /t/{}/ws?patches=1 HTTP/1.1",
        "POST /t/{}/sit HTTP/1.1",
        "GET /api/tables/{}/ws HTTP/1.1",
        "GET /parallax/discord/t/{}/webhook HTTP/1.1",
    ],
)
def test_all_of_a_table_is_for_one_process(line: str) -> None:
    for number in range(20):
        code = f"amber-otter-{number}"
        assert place().owner_of(line.format(code).encode()) == place().owner(code)
    assert {place().owner(f"amber-otter-{number}") for number in range(40)} == {0, 1, 2, 3}


@pytest.mark.parametrize("line", ["GET / HTTP/1.1", "GET /me?next=/t/x HTTP/1.1", "nonsense", "GET /t/", ""])
def test_the_rest_is_for_anybody(line: str) -> None:
    assert place().owner_of(line.encode()) is None


class Transport(asyncio.Transport):
    """A connection that has come in."""

    def __init__(self, connection: socket.socket) -> None:
        super().__init__({"socket": connection})
        self.unsent = 0

    def get_write_buffer_size(self) -> int:
        return self.unsent


async def test_a_connection_is_handed_over_with_what_was_read_of_it(tmp_path: Path) -> None:
    here, there = Neighbours(place(0, tmp_path)), Neighbours(place(1, tmp_path))
    code = next(code for code in map(str, range(99)) if place().owner(code) == 1)
    request = f"GET /t/{code} HTTP/1.1\r\n\r\n".encode()
    client, accepted = socket.socketpair()
    came: list[tuple[socket.socket, bytes]] = []
    with client, accepted:
        assert not here.hand_over(Transport(accepted), request), "nobody is there yet"
        there.open(lambda connection, begun: came.append((connection, begun)))
        slow = Transport(accepted)
        slow.unsent = 1
        assert not here.hand_over(slow, request), "an answer is still on its way out"
        assert not here.hand_over(Transport(accepted), request + b"x" * LONGEST)
        assert here.hand_over(Transport(accepted), request)
        accepted.close()
        async for _ in Patiently("the connection has come"):
            if came:
                break
        ((taken, begun),) = came
        assert begun == request
        with taken:
            taken.sendall(b"hello")
            assert client.recv(5) == b"hello", "it is the same connection"
    here.close()
    there.close()


async def test_more_than_can_wait_are_handed_over_if_they_are_taken_and_else_answered_here(tmp_path: Path) -> None:
    here, there = Neighbours(place(0, tmp_path)), Neighbours(place(1, tmp_path))
    code = next(code for code in map(str, range(99)) if place().owner(code) == 1)
    request, many = f"GET /t/{code} ".encode(), int(Path("/proc/sys/net/unix/max_dgram_qlen").read_text()) + 20
    came: list[bytes] = []

    def adopt(connection: socket.socket, begun: bytes) -> None:
        connection.close()
        came.append(begun)

    there.open(adopt)
    client, accepted = socket.socketpair()
    with client, accepted:
        # This loop is busy sending, so nobody takes anything.
        assert not all(here.hand_over(Transport(accepted), request) for _ in range(many))
        async for _ in Patiently("what could wait is taken"):
            if len(came) >= many - 20:
                break
        sent = [await asyncio.to_thread(here.hand_over, Transport(accepted), request) for _ in range(many)]
        assert all(sent), "now somebody does"
    here.close()
    there.close()


async def test_who_leaves_passes_on_what_still_waits(tmp_path: Path) -> None:
    here, leaving, heir = (Neighbours(place(number, tmp_path)) for number in (0, 1, 1))
    code = next(code for code in map(str, range(99)) if place().owner(code) == 1)
    came: list[bytes] = []

    def adopt(connection: socket.socket, begun: bytes) -> None:
        connection.close()
        came.append(begun)

    leaving.open(lambda *_: pytest.fail("it is about to leave"))
    client, accepted = socket.socketpair()
    with client, accepted:
        assert here.hand_over(Transport(accepted), f"GET /t/{code} ".encode())
        heir.open(adopt)
        leaving.close()
    async for _ in Patiently("the heir has it"):
        if came:
            break
    here.close()
    heir.close()


# The launcher ---------------------------------------------------------------------------------------------------------


def children(pid: int) -> set[int]:
    return {int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def processes(server: Server) -> set[int]:
    """The server processes, without the database and those in which bots think."""
    assert server.process is not None
    found = set()
    for pid in children(server.process.pid):
        try:
            if b"--among" in Path(f"/proc/{pid}/cmdline").read_bytes():
                found.add(pid)
        except OSError:
            continue
    return found


async def connected(server: Server) -> dict[str, int]:
    """How many sockets each process has."""
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as http:
        told = (await http.get("/metrics")).text
    return {name: int(n) for name, n in re.findall(r'parallax_connections\{process="(\d)"\} (\d+)', told)}


async def launched(serve: Serve, **settings: str) -> Server:
    server = await asyncio.to_thread(lambda: serve(PROCESSES="2", METRICS="1", **settings))
    async for _ in Patiently("both are there"):
        if len(await connected(server)) == 2:
            break
    return server


@pytest.mark.slow
async def test_all_sockets_of_a_table_are_at_one_process(serve: Serve) -> None:
    server = await launched(serve)
    assert len(processes(server)) == 2
    tables = [await whisper_table(server, seats=2) for _ in range(8)]
    wanted = {"1": 0, "2": 0}
    for code, _ in tables:
        wanted[str(Place(0, 2, "").owner(code) + 1)] += 2
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as http:  # one connection that is kept open
        http.headers["Authorization"] = f"Bearer {tables[0][1][0].token}"
        for code, _ in [*tables, *reversed(tables)]:
            assert code in (await http.get(f"/t/{code}")).text
            assert (await http.get("/healthz")).text == "ok"
    async with AsyncExitStack() as stack:
        for code, clients in tables:
            one, other = [await stack.enter_async_context(client.socket(code)) for client in clients]
            await frame(one)
            await frame(other)
            ask = (await clients[0].get(f"/api/tables/{code}/view"))["ask"]
            await clients[0].post(f"/api/tables/{code}/answer", {"ask": ask["id"], "values": ask["default"]})
            await frame(other)
        async for _ in Patiently("each process has its own tables and no other"):
            if await connected(server) == wanted:
                break


@pytest.mark.slow
async def test_a_process_that_dies_is_started_again_and_its_tables_go_on(serve: Serve) -> None:
    server = await launched(serve)
    code, (ana, _) = await whisper_table(server, seats=2)
    before = processes(server)
    for pid in before:
        os.kill(pid, signal.SIGKILL)
        async for _ in Patiently("the table is there for whoever asks"):
            try:
                view = await ana.get(f"/api/tables/{code}/view")
            except httpx2.TransportError:
                continue
            break
        async for _ in Patiently("there are two again"):
            if len(processes(server)) == 2 and pid not in processes(server):
                break
    assert not before & processes(server)
    await ana.post(f"/api/tables/{code}/answer", {"ask": view["ask"]["id"], "values": view["ask"]["default"]})
    assert server.stop().count("is started again") == 2


@pytest.mark.slow
async def test_processes_are_renewed_one_after_the_other_while_people_play(serve: Serve) -> None:
    server = await launched(serve)
    assert server.process is not None
    code, (ana, _) = await whisper_table(server, seats=2)
    before = processes(server)
    server.process.send_signal(signal.SIGHUP)
    async for _ in Patiently("all are new"):
        for path in ("/healthz", f"/api/tables/{code}/view"):
            try:
                await ana.http.get(path)
            except httpx2.ConnectError:
                pytest.fail("there was a moment in which nobody was there")
            except httpx2.TransportError:
                continue  # it came to one that was just leaving; a browser asks again
        if not before & processes(server) and len(processes(server)) == 2:
            break
    ask = (await ana.get(f"/api/tables/{code}/view"))["ask"]
    await ana.post(f"/api/tables/{code}/answer", {"ask": ask["id"], "values": ask["default"]})
    assert server.stop().count("Parallax: open ") == 1


@pytest.mark.slow
async def test_one_speaks_for_all_and_none_is_left_when_it_ends_or_is_killed(serve: Serve) -> None:
    for end in (signal.SIGTERM, signal.SIGKILL):
        server = await launched(serve)
        assert server.process is not None
        pids = processes(server)
        server.process.send_signal(end)
        await asyncio.to_thread(server.read_output)
        async for _ in Patiently("all have ended"):
            if not any(Path(f"/proc/{pid}").exists() for pid in pids):
                break
        output = server.output.decode()
        assert "Traceback" not in output
        assert output.count("There is no administrator yet") == 1, "not each of them says so"


async def test_a_port_that_is_taken_is_said_before_any_is_started(tmp_path: Path, database_url: str) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        server = Server({"DATABASE_URL": database_url, "DATA_DIR": str(tmp_path), "PROCESSES": "2"})
        server.settings["PORT"] = str(other.getsockname()[1])
        server.port = 9  # nothing answers there
        with pytest.raises(AssertionError, match="cannot be used"):
            await asyncio.to_thread(server.start)


# Budgets --------------------------------------------------------------------------------------------------------------


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_what_is_used_up_in_one_process_is_used_up_in_the_others() -> None:
    clock = Clock()
    ledgers = [Ledger(1.0, clock) for _ in range(2)]
    one, other = (Sharing(ledger, name, clock) for ledger, name in zip(ledgers, "ab", strict=True))
    while not ledgers[0].wait(NEWCOMER, "198.51.100.7"):
        pass
    assert not ledgers[1].wait(NEWCOMER, "198.51.100.7"), "it has not heard yet"
    other.hear(one.tell())
    assert ledgers[1].wait(NEWCOMER, "198.51.100.7")
    assert not ledgers[1].wait(NEWCOMER, "198.51.100.8"), "others are not meant"
    assert one.tell() == "", "nothing is told twice"
    clock.now += 60 * NEWCOMER.address.burst / NEWCOMER.address.per_minute + 10
    assert not ledgers[1].wait(NEWCOMER, "198.51.100.7"), "it fills again"


def test_who_asks_for_little_is_not_spoken_of() -> None:
    ledger = Ledger(1.0)
    ledger.wait(NEWCOMER, "198.51.100.7")
    assert Sharing(ledger, "a").tell() == ""


def test_what_is_open_elsewhere_counts_until_that_process_falls_silent() -> None:
    clock = Clock()
    ledgers = [Ledger(1.0, clock) for _ in range(2)]
    one, other = (Sharing(ledger, name, clock) for ledger, name in zip(ledgers, "ab", strict=True))
    assert all(ledgers[0].open("person eve", 40) for _ in range(30))
    other.hear(one.tell())
    assert sum(ledgers[1].open("person eve", 40) for _ in range(30)) == 10
    clock.now += SILENT
    other.tell()
    assert sum(ledgers[1].open("person eve", 40) for _ in range(40)) == 30


async def test_processes_hear_it_through_the_database(hub: Hub, other_hub: Hub, engine: AsyncEngine) -> None:
    ledgers = [Ledger(1.0), Ledger(1.0)]
    async with shared(ledgers[0], hub), shared(ledgers[1], other_hub):
        while not ledgers[0].wait(NEWCOMER, "198.51.100.7"):
            pass
        async for _ in Patiently("the other has heard of it"):
            if ledgers[1].wait(NEWCOMER, "198.51.100.7", take=False):
                break

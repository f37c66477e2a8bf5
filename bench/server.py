"""Durable moves per second and latency at 1, 10, 50 and 200 tables of four players, beside the raw limits of this machine
and beside the floor (bench/floor.py), all in one run; bytes per move; memory per idle table and per connection.

    python3 run.py bench server [seconds per measurement]
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Callable
from typing import Any

import asyncpg
import httpx2
import msgspec
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from bench.measure import cpu_seconds, database, family, memory_bytes, percentile, process, report, server_settings

SEATS = 4


class PrivatePart(msgspec.Struct):
    ask: dict[str, Any] | msgspec.UnsetType | None = msgspec.UNSET


class Frame(msgspec.Struct):
    moment: int
    private: PrivatePart = msgspec.field(default_factory=PrivatePart)


_decode = msgspec.json.Decoder(Frame).decode


class Table:
    """Four connections; a move counts when all four have the new view."""

    def __init__(self, sockets: list[ClientConnection]) -> None:
        self.sockets = sockets
        self.latencies: list[float] = []
        self.bytes = 0


class ParallaxTable(Table):
    def __init__(self, sockets: list[ClientConnection], seq: int, ask: dict[str, Any]) -> None:
        super().__init__(sockets)
        self.seq, self.ask, self.seat = seq, ask, 0

    async def play(self, until: float) -> None:
        while time.perf_counter() < until:
            message = {"do": "answer", "ask": self.ask["id"], "values": self.ask["default"], "key": str(self.seq)}
            began = time.perf_counter()
            await self.sockets[self.seat].send(msgspec.json.encode(message), text=True)
            self.seq += 1
            frames = await asyncio.gather(*(self._next(socket) for socket in self.sockets))
            self.latencies.append(time.perf_counter() - began)
            self.seat = (self.seat + 1) % SEATS
            ask = frames[self.seat].private.ask
            assert isinstance(ask, dict), "the next player is asked"
            self.ask = ask

    async def _next(self, socket: ClientConnection) -> Frame:
        while True:
            data = await socket.recv(decode=False)
            self.bytes += len(data)
            frame = _decode(data)
            if frame.moment >= self.seq:
                return frame


class FloorTable(Table):
    async def play(self, until: float) -> None:
        seat = 0
        while time.perf_counter() < until:
            began = time.perf_counter()
            await self.sockets[seat].send("move")
            received = await asyncio.gather(*(socket.recv(decode=False) for socket in self.sockets))
            self.bytes += sum(map(len, received))
            self.latencies.append(time.perf_counter() - began)
            seat = (seat + 1) % SEATS


async def measure(tables: list[Any], seconds: float, pids: Callable[[], tuple[set[int], set[int]]]) -> dict[str, float]:
    for table in tables:
        table.latencies, table.bytes = [], 0
    cpu = [cpu_seconds(part) for part in pids()]
    began = time.perf_counter()
    await asyncio.gather(*(table.play(began + seconds) for table in tables))
    spent = time.perf_counter() - began
    server, store = (cpu_seconds(part) - before for part, before in zip(pids(), cpu, strict=True))
    latencies = [latency for table in tables for latency in table.latencies]
    return {
        "tables": len(tables),
        "moves_per_second": round(len(latencies) / spent, 1),
        "p50_ms": round(1000 * percentile(latencies, 0.5), 2),
        "p95_ms": round(1000 * percentile(latencies, 0.95), 2),
        "p99_ms": round(1000 * percentile(latencies, 0.99), 2),
        "cpu_us_per_move": round(1e6 * (server + store) / len(latencies), 1),
        "cpu_us_server": round(1e6 * server / len(latencies), 1),
        "cpu_us_database": round(1e6 * store / len(latencies), 1),
        "bytes_per_move": round(sum(table.bytes for table in tables) / len(latencies)),
    }


async def open_tables(port: int, count: int) -> list[ParallaxTable]:
    tables: list[ParallaxTable] = []
    limits = httpx2.Limits(max_keepalive_connections=1)
    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False, limits=limits) as http:
        tokens = []
        for number in range(SEATS):
            reply = await http.post("/api/people", json={"name": f"Player {number}"})
            tokens.append({"Authorization": f"Bearer {reply.json()['token']}"})
        for _ in range(count):
            body = {"game": "whisper", "seats": SEATS, "options": {"moves": 100_000}}
            code = (await http.post("/api/tables", json=body, headers=tokens[0])).json()["code"]
            for token in tokens[1:]:
                await http.post(f"/api/tables/{code}/join", headers=token, json={})
            (await http.post(f"/api/tables/{code}/start", headers=tokens[0])).raise_for_status()
            sockets, first = [], None
            for token in tokens:
                url = f"ws://127.0.0.1:{port}/api/tables/{code}/ws"
                sockets.append(await connect(url, additional_headers=token, proxy=None, max_queue=None))
                frame = _decode(await sockets[-1].recv(decode=False))
                first = first or frame
            assert first is not None
            assert isinstance(first.private.ask, dict)
            tables.append(ParallaxTable(sockets, first.moment, first.private.ask))
    return tables


async def close(tables: list[Any]) -> None:
    await asyncio.gather(*(socket.close() for table in tables for socket in table.sockets))


async def raw_inserts(dsn: str, seconds: float, payload: int, workers: int = 16) -> float:
    """Rows per second that this database takes from one client process, one insert and one commit each."""
    pool = await asyncpg.create_pool(dsn, min_size=workers, max_size=workers)
    await pool.execute("CREATE TABLE IF NOT EXISTS raw (room text, seq int, entry bytea, PRIMARY KEY (room, seq))")
    until = time.perf_counter() + seconds
    done = 0

    async def work(number: int) -> None:
        nonlocal done
        async with pool.acquire() as connection:
            statement = await connection.prepare("INSERT INTO raw VALUES ($1, $2, $3)")
            seq = 0
            while time.perf_counter() < until:
                seq += 1
                await statement.fetch(f"room {number}", seq, b"x" * payload)
                done += 1

    await asyncio.gather(*map(work, range(workers)))
    await pool.execute("DROP TABLE raw")
    await pool.close()
    return done / seconds


async def raw_echo(port: int, seconds: float, connections: int = 50) -> float:
    until = time.perf_counter() + seconds
    done = 0

    async def work() -> None:
        nonlocal done
        async with connect(f"ws://127.0.0.1:{port}/echo", proxy=None) as socket:
            while time.perf_counter() < until:
                await socket.send("x" * 100)
                await socket.recv()
                done += 1

    await asyncio.gather(*(work() for _ in range(connections)))
    return done / seconds


async def main(seconds: float) -> None:
    with database() as postgres:
        dsn = postgres.url.replace("+asyncpg", "")
        postmaster = postgres.running_pid()
        assert postmaster is not None
        inserts = await raw_inserts(dsn, seconds, 260)
        with process(["-m", "bench.floor"], {"FLOOR_DSN": dsn}) as (port, pid):
            echo = await raw_echo(port, seconds)
            floor: dict[int, dict[str, float]] = {}
            for count in (1, 10, 50):
                rooms = [FloorTable([await _floor_socket(port, count, n) for _ in range(SEATS)]) for n in range(count)]
                await measure(rooms, 1, lambda: ({pid}, family(postmaster)))
                floor[count] = await measure(rooms, seconds, lambda: ({pid}, family(postmaster)))
                await close(rooms)
        env = server_settings(postgres)
        with process(["-m", "app.cli", "serve"], env) as (port, pid):
            ours: dict[int, dict[str, float]] = {}
            for count in (1, 10, 50, 200):
                before = memory_bytes(pid)
                tables = await open_tables(port, count)
                opened = memory_bytes(pid)
                await measure(tables, 1, lambda: ({pid}, family(postmaster)))
                ours[count] = await measure(tables, seconds, lambda: ({pid}, family(postmaster)))
                await close(tables)
                ours[count]["kib_per_table_with_4_connections"] = round((opened - before) / count / 1024, 1)
    for count, facts in ours.items():
        report(f"server {count}", facts["moves_per_second"] / inserts, what="moves/s / raw inserts/s", **facts)
    report(
        "server floor",
        ours[50]["cpu_us_per_move"] / floor[50]["cpu_us_per_move"],
        what="CPU of server and database per move / that of the floor, 50 tables",
        at_1=round(ours[1]["cpu_us_per_move"] / floor[1]["cpu_us_per_move"], 3),
        at_10=round(ours[10]["cpu_us_per_move"] / floor[10]["cpu_us_per_move"], 3),
        floor=floor[50],
        raw_inserts_per_second=round(inserts),
        raw_echoes_per_second=round(echo),
    )
    report(
        "server limit",
        ours[50]["moves_per_second"] / inserts,
        what="moves/s / raw inserts/s at 50 tables, and where the time goes",
        why="one Python process: a move is a core's work of cpu_us_server, most of it in five websocket messages, "
        "the rules and four views; the database is idle most of the time",
        most_moves_per_second_of_one_process=round(1e6 / ours[50]["cpu_us_server"]),
        cpu_us_server=ours[50]["cpu_us_server"],
        cpu_us_database=ours[50]["cpu_us_database"],
        cpu_us_of_five_bare_websocket_messages=round(5e6 / (2 * echo)),
        cpu_us_server_of_the_floor=floor[50]["cpu_us_server"],
    )
    report("server tail", ours[50]["p99_ms"] / ours[50]["p50_ms"], what="p99 / p50 at 50 tables")


async def _floor_socket(port: int, count: int, number: int) -> ClientConnection:
    return await connect(f"ws://127.0.0.1:{port}/ws/{count}-{number}", proxy=None, max_queue=None)


if __name__ == "__main__":
    uvloop.run(main(float(sys.argv[1]) if len(sys.argv) > 1 else 5))

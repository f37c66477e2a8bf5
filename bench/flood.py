"""What a flood from one address does to those who play: 20 tables of four browsers at human pace, and for a minute in the
middle one address that asks for every route 500 times a second.

    python3 run.py bench flood [--minutes 10] [--rate 500]

The result is p99 of the moves during the flood as a multiple of p99 in the quiet minutes before and after it. The flood
goes to 127.0.0.1 and ends by itself.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import uvloop

from bench.measure import PARALLAX, cpu_seconds, database, family, percentile, process, report, server_settings
from bench.players import BrowserTable
from tests.fuzz import Routes
from tests.servers import ROOT

TABLES, EVERY = 20, 2.0  # a choice at each table every so many seconds
FLOOD_SECONDS, LEAST_FLOOD = 60.0, 20.0
FLOODER = "127.0.0.66"  # the whole of 127.0.0.0/8 is this machine
PATIENCE = 5.0  # seconds in which an answer comes, or the flood goes on without it
AT_ONCE = 400  # connections that the flood has open


# Who floods -----------------------------------------------------------------------------------------------------------


def every_route() -> Iterator[bytes]:
    """Requests for all routes in turn, for ever: with bodies, with names that exist and such that do not."""
    routes = Routes()
    rng = random.Random("flood")
    head = "Host: 127.0.0.1\r\nConnection: close\r\nAuthorization: Bearer nobody.at-all\r\n"
    upgrade = (
        "Host: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    )
    for _ in itertools.count():
        for method, pattern, wanted, fields in routes.http:
            path = filled(pattern, rng)
            query = "&".join(f"{name}={rng.randint(0, 99)}" for name in wanted)
            body = "&".join(f"{name}=x" for name in fields) if method != "GET" else ""
            length = (
                f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n" if body else ""
            )
            yield f"{method} {path}?{query} HTTP/1.1\r\n{head}{length}\r\n{body}".encode()
        for pattern in routes.sockets:
            yield f"GET {filled(pattern, rng)} HTTP/1.1\r\n{upgrade}\r\n".encode()


def filled(pattern: str, rng: random.Random) -> str:
    names = {"{name}": "stratos", "{game}": "stratos"}
    for name, value in names.items():
        pattern = pattern.replace(name, value)
    while "{" in pattern:
        before, _, rest = pattern.partition("{")
        pattern = f"{before}amber-otter-{rng.randint(1000, 9999)}{rest.partition('}')[2]}"
    return pattern


async def attack(port: int, seconds: float, rate: float) -> Counter[str]:
    """So many requests a second, whether they are answered or not; how they were answered."""
    told: Counter[str] = Counter()
    free = asyncio.Semaphore(AT_ONCE)
    began = time.perf_counter()
    running: set[asyncio.Task[None]] = set()
    for number, request in enumerate(every_route()):
        due = began + number / rate
        if due > began + seconds:
            break
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        await free.acquire()
        task = asyncio.create_task(ask(port, request, told, free))
        running.add(task)
        task.add_done_callback(running.discard)
    await asyncio.gather(*running)
    told["seconds"] = round(time.perf_counter() - began)
    return told


async def ask(port: int, request: bytes, told: Counter[str], free: asyncio.Semaphore, home: str = FLOODER) -> None:
    writer = None
    try:
        async with asyncio.timeout(PATIENCE):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(home, 0))
            writer.write(request)
            status = (await reader.readline()).split(b" ")
            told[status[1].decode() if len(status) > 1 else "cut off"] += 1
            while b"101" not in status and await reader.read(65536):
                pass
    except TimeoutError:
        told["no answer in time"] += 1
    except OSError:
        told["cut off"] += 1
    finally:
        free.release()
        if writer is not None:
            with suppress(OSError):
                writer.close()


# Who plays ------------------------------------------------------------------------------------------------------------


async def moves(tables: list[BrowserTable], seconds: float) -> list[float]:
    """How long each move took, while all play for so long."""
    for table in tables:
        table.latencies = []
    until, apart = time.perf_counter() + seconds, EVERY / len(tables)
    await asyncio.gather(*(table.play(until, EVERY, number * apart) for number, table in enumerate(tables)))
    return [latency for table in tables for latency in table.latencies]


async def warm(port: int) -> None:
    """Every page once: a server for developers compiles it when it is first asked for, any other when it starts."""
    told: Counter[str] = Counter()
    for request in itertools.islice(every_route(), 2 * len(Routes().http)):
        free = asyncio.Semaphore(1)
        await free.acquire()
        await ask(port, request, told, free, "127.0.0.67")


async def main(minutes: float, rate: float) -> None:
    flooded = min(FLOOD_SECONDS, max(LEAST_FLOOD, 60 * minutes / 3))
    quiet = max(LEAST_FLOOD, 60 * minutes - flooded) / 2
    with database() as postgres:
        postmaster = postgres.running_pid()
        assert postmaster is not None
        settings = server_settings(postgres) | {"BUDGET_PERCENT": "100", "MESSAGES_PER_SECOND": "20"}
        with process(PARALLAX, settings) as (port, pid):
            homes = [f"127.0.1.{number + 1}" for number in range(TABLES)]  # each group at home
            opened = await asyncio.gather(*(BrowserTable.open(port, 1, reads=True, home=home) for home in homes))
            tables = [table for group in opened for table in group]
            await warm(port)
            await moves(tables, 4 * EVERY)  # the first moves of a process are not like the others
            calm = await moves(tables, quiet)
            cpu = cpu_seconds(family(pid) | family(postmaster))
            words = [sys.executable, "-m", "bench.flood", "--attack", str(port), "--seconds", str(flooded)]
            flooder = await asyncio.create_subprocess_exec(
                "nice", *words, "--rate", str(rate), cwd=ROOT, stdout=subprocess.PIPE
            )
            under = await moves(tables, flooded)
            told = json.loads((await flooder.communicate())[0])
            cpu = cpu_seconds(family(pid) | family(postmaster)) - cpu
            calm += await moves(tables, quiet)
            await asyncio.gather(*(table.close() for table in tables))
    show(calm, under, told, cpu / flooded)


def show(calm: list[float], under: list[float], told: dict[str, Any], busy: float) -> None:
    facts = {
        name: {f"p{round(100 * share)}_ms": round(1000 * percentile(taken, share), 1) for share in (0.5, 0.99)}
        for name, taken in (("quiet", calm), ("flooded", under))
    }
    report(
        "flood",
        percentile(under, 0.99) / percentile(calm, 0.99),
        what="p99 of moves during the flood / in quiet minutes; under 3 is the aim",
        moves={"quiet": len(calm), "flooded": len(under)},
        **facts,
        requests_per_second=round(sum(told.values()) / max(1, told.pop("seconds"))),
        answers=told,
        cores_used_while_flooded=round(busy, 2),
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--rate", type=float, default=500.0)
    parser.add_argument("--attack", type=int, metavar="PORT", help=argparse.SUPPRESS)
    parser.add_argument("--seconds", type=float, default=FLOOD_SECONDS, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.attack:
        print(json.dumps(uvloop.run(attack(chosen.attack, chosen.seconds, chosen.rate))))
    else:
        os.environ.pop("BUDGET_PERCENT", None)
        uvloop.run(main(chosen.minutes, chosen.rate))

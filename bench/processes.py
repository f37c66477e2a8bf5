"""One server process beside two, at twenty tables of four browsers: by the launcher, behind nginx with the guide's rule, and
with the seats of every table split over both, which the rule is there to avoid.

    python3 run.py bench processes [seconds per measurement]

By the clock two processes can only be faster where there are cores for both, for the database and for the players. So
beside that stands what cores would allow: moves per second of processor time of the busiest process.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

import uvloop

from app.storage.embedded import EmbeddedPostgres
from bench.measure import CORES, PARALLAX, cpu_seconds, database, family, process, report, server_settings
from bench.players import BrowserTable
from bench.server import measure
from tests.test_proxies import write

TABLES = 20
Open = Callable[[], Awaitable[Sequence[BrowserTable]]]


def anywhere(pids: set[int]) -> None:
    """They may use all cores."""
    for pid in pids:
        with suppress(ProcessLookupError):
            os.sched_setaffinity(pid, set(CORES))


def members(pid: int) -> set[int]:
    """The server processes of a launcher, or the one that is alone."""

    def is_one(child: int) -> bool:
        with suppress(OSError):
            return b"--among" in Path(f"/proc/{child}/cmdline").read_bytes()
        return False

    return {child for child in family(pid) if is_one(child)} or {pid}


async def measure_one(
    name: str, servers: set[int], postgres: EmbeddedPostgres, open_tables: Open, seconds: float
) -> float:
    postmaster = postgres.running_pid()
    assert postmaster is not None
    anywhere(servers | family(postmaster) | {0})
    tables = await open_tables()
    anywhere(family(postmaster))
    await measure(tables, 1.0, lambda: servers)
    before = {pid: cpu_seconds({pid}) for pid in servers}
    facts = await measure(tables, seconds, lambda: servers | family(postmaster))
    used = {pid: cpu_seconds({pid}) - before[pid] for pid in servers}
    moves = sum(len(table.latencies) for table in tables)
    await asyncio.gather(*(table.close() for table in tables))
    busiest = moves / max(used.values())
    print(
        f"{name:28}{facts['moves_per_second']:10.0f} moves/s {facts['p50_ms']:8.1f} ms p50 {facts['p99_ms']:8.1f} ms p99"
        f"{facts['cpu_s_per_1000']:8.2f} s per 1000 (database too)"
        f"{1000 * sum(used.values()) / moves:8.2f} s (servers){busiest:10.0f} moves per s of the busiest",
        flush=True,
    )
    return busiest


async def split_tables(ports: Sequence[int]) -> list[BrowserTable]:
    """Half of each table's seats at each process."""
    return await BrowserTable.open(ports[0], TABLES, elsewhere=ports[1])


async def main(seconds: float) -> None:
    busiest: dict[str, float] = {}
    with database() as postgres:
        settings = server_settings(postgres)
        with process(PARALLAX, settings) as (port, pid):
            busiest["one"] = await measure_one(
                "one process", {pid}, postgres, lambda: BrowserTable.open(port, TABLES), seconds
            )
        with process([*PARALLAX, "--processes", "2"], settings) as (port, pid):
            busiest["launcher"] = await measure_one(
                "two, by the launcher", members(pid), postgres, lambda: BrowserTable.open(port, TABLES), seconds
            )
        with ExitStack() as stack:
            started = [stack.enter_context(process(PARALLAX, settings)) for _ in range(2)]
            ports, pids = [port for port, _ in started], {pid for _, pid in started}
            if shutil.which("nginx"):
                folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
                front = stack.enter_context(process(lambda port: write("nginx", folder, port, ports), {}))[0]
                busiest["nginx"] = await measure_one(
                    "two, behind nginx", pids, postgres, lambda: BrowserTable.open(front, TABLES), seconds
                )
            busiest["split"] = await measure_one(
                "two, every table split", pids, postgres, lambda: split_tables(ports), seconds
            )
    for name in ("launcher", "nginx", "split"):
        if name in busiest:
            report(f"processes {name}", busiest[name] / busiest["one"], what="two processes / one, when cores allow")


if __name__ == "__main__":
    uvloop.run(asyncio.wait_for(main(float(sys.argv[1]) if len(sys.argv) > 1 else 5.0), 900))

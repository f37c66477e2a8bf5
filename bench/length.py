"""The cost of a move early and late at one table of four browsers, through the whole server."""

from __future__ import annotations

import asyncio
import time

import uvloop

from bench.measure import PARALLAX, cpu_seconds, database, family, percentile, process, report, server_settings
from bench.players import BrowserTable

MARKS = (20, 500, 2000)
AROUND = 400  # moves that are measured around a mark


async def main() -> None:
    with database() as postgres:
        postmaster = postgres.running_pid()
        assert postmaster is not None
        with process(PARALLAX, server_settings(postgres)) as (port, pid):
            for warm in await BrowserTable.open(port, 1):  # the first moves of a process are not like the others
                await warm.play(time.perf_counter() + 1)
                await warm.close()
            cpu: dict[int, float] = {}
            p50: dict[int, float] = {}
            for mark in MARKS:
                used, latencies = 0.0, []
                for _ in range(4 if mark == MARKS[0] else 1):  # a young table does not stay young: several of them
                    (table,) = await BrowserTable.open(port, 1)
                    while table.moves < mark:
                        await table.play(time.perf_counter() + 0.02)
                    table.latencies.clear()
                    before = cpu_seconds(family(postmaster) | {pid})
                    while len(table.latencies) < AROUND // (4 if mark == MARKS[0] else 1):
                        await table.play(time.perf_counter() + 0.02)
                    used += cpu_seconds(family(postmaster) | {pid}) - before
                    latencies += table.latencies
                    await table.close()
                cpu[mark], p50[mark] = 1e6 * used / len(latencies), 1000 * percentile(latencies, 0.5)
    first, last = MARKS[0], MARKS[-1]
    report(
        "length",
        p50[last] / p50[first],
        what=f"time of a move near move {last} / near move {first}",
        p50_ms={mark: round(value, 3) for mark, value in p50.items()},
        cpu_us={mark: round(value) for mark, value in cpu.items()},
        cpu_ratio=round(cpu[last] / cpu[first], 3),
    )


if __name__ == "__main__":
    uvloop.run(asyncio.wait_for(main(), 300))

"""Cost of move 10, 500 and 5000 at one table, through the whole server."""

from __future__ import annotations

import asyncio
import time

import uvloop

from bench.measure import cpu_seconds, database, family, percentile, process, report, server_settings
from bench.server import close, open_tables


async def main() -> None:
    with database() as postgres:
        env = server_settings(postgres)
        postmaster = postgres.running_pid()
        assert postmaster is not None
        with process(["-m", "app.cli", "serve"], env) as (port, pid):
            (table,) = await open_tables(port, 1)
            cost: dict[int, float] = {}
            for mark in (10, 500, 5000):
                while table.seq < mark - 200:
                    await table.play(time.perf_counter() + 0.2)
                table.latencies.clear()
                before = cpu_seconds(family(postmaster) | {pid})
                while len(table.latencies) < 600:
                    await table.play(time.perf_counter() + 0.05)
                spent = cpu_seconds(family(postmaster) | {pid}) - before
                cost[mark] = 1e6 * spent / len(table.latencies)
                cost[-mark] = 1000 * percentile(table.latencies, 0.5)
            await close([table])
    report(
        "length",
        cost[5000] / cost[10],
        what="CPU of a move near move 5000 / near move 10",
        cpu_us={mark: round(cost[mark]) for mark in (10, 500, 5000)},
        p50_ms={mark: round(cost[-mark], 2) for mark in (10, 500, 5000)},
        p50_ratio=round(cost[-5000] / cost[-10], 3),
    )


if __name__ == "__main__":
    uvloop.run(asyncio.wait_for(main(), 300))

"""Durable moves per second, latency, processor time and bytes at 1, 10, 50 and 200 tables of four browsers. In the same
run and with the same players: programs over JSON, the floor (bench/floor.py), and boardgame.io in memory where node has it.

    python3 run.py bench server [seconds per measurement] [names of rows, such as browser floor pace]

The server and its database share one core, the players have another. How much of each core was used is printed as well:
where the first is not full, something else bounded the moves per second (other work on the machine, or the players), and
then only processor time says what the server can do.
"""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import uvloop

from bench.measure import PARALLAX, cpu_seconds, database, family, percentile, process, report, server_settings
from bench.players import BoardgameTable, BrowserTable, FloorTable, JsonTable, Table
from tests.servers import ROOT

COUNTS = (1, 10, 50, 200)
PEER = ROOT / "bench" / "peer"
PACE_TABLES, PACE_SECONDS = 50, 2.0
ALL = ("floor", "json", "boardgame.io", "browser", "pace")
Facts = dict[str, float]
Pids = Callable[[], set[int]]
Open = Callable[[int, int], Awaitable[Sequence[Table]]]


async def measure(tables: Sequence[Table], seconds: float, pids: Pids, every: float = 0) -> Facts:
    for table in tables:
        table.latencies = []
    cpu, received = cpu_seconds(pids()), sum(table.bytes for table in tables)
    began, own = time.perf_counter(), time.process_time()
    apart = every / len(tables)
    await asyncio.gather(*(table.play(began + seconds, every, number * apart) for number, table in enumerate(tables)))
    spent, played = time.perf_counter() - began, time.process_time() - own
    used = cpu_seconds(pids()) - cpu
    latencies = [latency for table in tables for latency in table.latencies]
    return {
        "moves_per_second": len(latencies) / spent,
        "p50_ms": 1000 * percentile(latencies, 0.5),
        "p99_ms": 1000 * percentile(latencies, 0.99),
        "cpu_s_per_1000": 1000 * used / len(latencies),
        "bytes_per_move": (sum(table.bytes for table in tables) - received) / len(latencies),
        "server_core": used / spent,
        "players_core": played / spent,
    }


async def measure_counts(open_tables: Open, port: int, seconds: float, pids: Pids) -> dict[int, Facts]:
    found = {}
    tables = await open_tables(port, COUNTS[-1])
    await measure(tables, min(1.0, seconds), pids)  # the first moves of a process are not like the others
    for count in COUNTS:
        found[count] = await measure(tables[:count], seconds, pids)
    await asyncio.gather(*(table.close() for table in tables))
    return found


def has_boardgame() -> bool:
    if shutil.which("node") is None:
        return False
    look = ["node", "-e", "require.resolve('boardgame.io/server')"]
    return subprocess.run(look, cwd=PEER, capture_output=True, check=False).returncode == 0


async def main(seconds: float, wanted: Sequence[str]) -> None:
    rows: dict[str, dict[int, Facts]] = {}
    with database() as postgres:
        postmaster = postgres.running_pid()
        assert postmaster is not None
        dsn = postgres.url.replace("+asyncpg", "")
        if "floor" in wanted:
            with process([sys.executable, "-m", "bench.floor"], {"FLOOR_DSN": dsn}) as (port, pid):
                rows["floor"] = await measure_counts(
                    FloorTable.open, port, seconds, lambda: family(pid) | family(postmaster)
                )
        if "boardgame.io" in wanted and has_boardgame():
            with process(["node", str(PEER / "boardgame.cjs")], {}) as (port, pid):
                rows["boardgame.io"] = await measure_counts(BoardgameTable.open, port, seconds, lambda: family(pid))
        elif "boardgame.io" in wanted:
            print("boardgame.io is absent: npm install --prefix bench/peer boardgame.io")
        ours: dict[str, Open] = {"json": JsonTable.open, "browser": BrowserTable.open}
        for name in (name for name in ours if name in wanted):
            with process(PARALLAX, server_settings(postgres)) as (port, pid):
                rows[name] = await measure_counts(
                    ours[name],
                    port,
                    seconds,
                    lambda pid=pid: family(pid) | family(postmaster),  # type: ignore[misc]
                )
        pace = None
        if "pace" in wanted:
            with process(PARALLAX, server_settings(postgres)) as (port, pid):
                tables = await BrowserTable.open(port, PACE_TABLES, reads=True)
                pids: Pids = lambda: family(pid) | family(postmaster)  # noqa: E731
                await measure(tables, PACE_SECONDS, pids, PACE_SECONDS)
                pace = await measure(tables, max(3 * PACE_SECONDS, seconds), pids, PACE_SECONDS)
                await asyncio.gather(*(table.close() for table in tables))
    show(rows)
    if pace is not None:
        report("server pace", pace["p99_ms"] / 15, what="p99 / 15 ms at human pace", **_rounded(pace))


def show(rows: dict[str, dict[int, Facts]]) -> None:
    """One line for each server and number of tables, each figure with its ratio to the floor."""
    names = ("moves_per_second", "p50_ms", "p99_ms", "cpu_s_per_1000", "bytes_per_move", "server_core", "players_core")
    print(f"{'':14}{'tables':>7}" + "".join(f"{name:>20}" for name in names))
    floor = rows.get("floor", {})
    for row, counts in rows.items():
        for count, facts in counts.items():
            cells = "".join(f"{_cell(facts[name], floor.get(count, {}).get(name)):>20}" for name in names)
            print(f"{row:14}{count:>7}{cells}")
    if "browser" in rows and floor:
        at = {count: rows["browser"][count]["moves_per_second"] / floor[count]["moves_per_second"] for count in COUNTS}
        cost = {count: floor[count]["cpu_s_per_1000"] / rows["browser"][count]["cpu_s_per_1000"] for count in COUNTS}
        tail = {count: facts["p99_ms"] / facts["p50_ms"] for count, facts in rows["browser"].items()}
        report(
            "server browser",
            min(at[count] for count in COUNTS[1:]),
            what="moves/s of browsers / of the floor: the least of 10, 50 and 200 tables",
            at={count: round(ratio, 3) for count, ratio in at.items()},
            as_a_full_core_allows={count: round(ratio, 3) for count, ratio in cost.items()},
            p99_to_p50={count: round(ratio, 2) for count, ratio in tail.items()},
            cpu_s_per_1000={count: round(facts["cpu_s_per_1000"], 3) for count, facts in rows["browser"].items()},
        )


def _cell(value: float, floor: float | None) -> str:
    return f"{value:.2f}" + (f" ({value / floor:.2f})" if floor else "")


def _rounded(facts: Facts) -> dict[str, Any]:
    return {name: round(value, 2) for name, value in facts.items()}


if __name__ == "__main__":
    words = sys.argv[1:]
    duration = float(words.pop(0)) if words and words[0].replace(".", "").isdigit() else 3.0
    uvloop.run(asyncio.wait_for(main(duration, words or ALL), 900))

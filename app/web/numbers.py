"""What a server process counts, and where several of them show it to each other: each leaves its numbers in the folder that
the launcher gave them, so whichever is asked can answer for all."""

from __future__ import annotations

import asyncio
import contextlib
import resource
import time
from pathlib import Path

import msgspec
from sqlalchemy.pool import AsyncAdaptedQueuePool

from app.tables.measures import Timing
from app.tables.quarantine import BY_HOST, PutAside
from app.web.handing import Place
from app.web.who import House

EVERY = 2.0  # seconds
TOO_OLD = 15.0  # seconds after which a process is taken for gone


class Numbers(msgspec.Struct):
    process: int  # from 1
    at: float  # seconds since 1970
    gauges: dict[str, float]
    counters: dict[str, float]
    moves: Timing
    drawings: Timing
    aside: dict[str, PutAside]  # tables that cannot be played, by id


def numbers_here(house: House) -> Numbers:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    hub, dog, pool = house.hub, house.watchdog, house.engine.pool
    assert isinstance(pool, AsyncAdaptedQueuePool)
    return Numbers(
        process=1 if house.place is None else house.place.number + 1,
        at=time.time(),
        gauges={
            "parallax_tables_in_memory": len(hub.tables),
            "parallax_connections": sum(len(live.feeds) for live in hub.tables),
            "parallax_longest_stall_seconds": round(dog.longest, 3),
            "parallax_moves_waiting_for_commit": hub.queue,
            "parallax_database_connections_in_use": pool.checkedout(),
            "parallax_database_connections_most": 2 * house.settings.database_pool,
            "parallax_tables_put_aside": len(hub.quarantine.tables),
            "process_max_resident_kibibytes": usage.ru_maxrss,
        },
        counters={
            "parallax_moves_total": hub.moves,
            "parallax_refusals_total": hub.refusals,
            "parallax_rules_errors_total": hub.rules_errors,
            "parallax_stalls_total": dog.stalls,
            "process_cpu_seconds_total": round(usage.ru_utime + usage.ru_stime, 3),
        },
        moves=hub.move_times,
        drawings=hub.drawing_times,
        aside=hub.quarantine.tables,
    )


def numbers_of_all(house: House) -> list[Numbers]:
    """Of this process as they are, of its neighbours as they were a moment ago."""
    own = numbers_here(house)
    if house.place is None:
        return [own]
    found = {own.process: own}
    for number in range(1, house.place.count + 1):
        with contextlib.suppress(OSError, msgspec.MsgspecError):
            other = msgspec.msgpack.decode(_file(house.place.folder, number).read_bytes(), type=Numbers)
            if own.at - other.at < TOO_OLD:
                found.setdefault(number, other)
    return [found[number] for number in sorted(found)]


def _file(folder: str, process: int) -> Path:
    return Path(folder) / f"numbers-{process}"


def learn_what_is_closed(house: House) -> None:
    """A process that is started again learns from its neighbours which tables the host has closed."""
    for other in numbers_of_all(house):
        for table_id, aside in other.aside.items():
            if aside.why == BY_HOST:
                house.hub.quarantine.put_by_host(table_id)


async def tell_neighbours(house: House, place: Place) -> None:
    """For ever, from when this process can be reached."""
    file = _file(place.folder, place.number + 1)
    while True:
        with contextlib.suppress(OSError):  # the folder goes with the launcher
            made = file.with_suffix(".new")
            made.write_bytes(msgspec.msgpack.encode(numbers_here(house)))
            made.replace(file)
        await asyncio.sleep(EVERY)


def exposition(all_of_them: list[Numbers]) -> str:
    """In the words of Prometheus. One of several processes is named."""
    lines = []
    for kind, names in (("gauge", all_of_them[0].gauges), ("counter", all_of_them[0].counters)):
        for name in names:
            lines.append(f"# TYPE {name} {kind}")
            for one in all_of_them:
                mark = f'{{process="{one.process}"}}' if len(all_of_them) > 1 else ""
                lines.append(f"{name}{mark} {(one.gauges | one.counters).get(name, 0)}")
    for name in ("parallax_move_seconds", "parallax_drawing_seconds"):
        lines.append(f"# TYPE {name} histogram")
        for one in all_of_them:
            timing = one.moves if name == "parallax_move_seconds" else one.drawings
            lines += timing.exposition(name, f'process="{one.process}",' if len(all_of_them) > 1 else "")
    return "\n".join(lines) + "\n"

"""Who is at the table, in all server processes.

For every seat that somebody plays from here this process holds a shared advisory lock of Postgres. The others read those
locks, and are told when they change. A process that dies lets go of its locks by that, so nobody stays at a table by
mistake, and nothing is written anywhere.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import zlib
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from app.storage.database import driver_connection

log = logging.getLogger("parallax.tables")
LOOK_EVERY = 5.0  # seconds: a process that died says nothing
GATHER = 0.03  # seconds in which changes are gathered: after a restart everybody comes at once
TAKE = "SELECT pg_advisory_lock_shared(place, seat) FROM unnest($1::int[], $2::int[]) AS held(place, seat)"
LEAVE = "SELECT pg_advisory_unlock_shared(place, seat) FROM unnest($1::int[], $2::int[]) AS held(place, seat)"
LOOK = """
    SELECT DISTINCT classid::bigint AS place, objid::bigint AS seat FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND pid <> pg_backend_pid()
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
Seats = frozenset[int]


def place_of(table_id: str) -> int:
    """The number under which the seats of a table are locked."""
    number = zlib.crc32(table_id.encode())
    return number - 2**32 if number >= 2**31 else number


class Attendance:
    def __init__(
        self,
        url: str,
        here: Callable[[], Mapping[str, Seats]],  # the seats that are played from this process, by table
        told: Callable[[], Awaitable[None]],  # who is elsewhere has been looked at
        say: Callable[[], Awaitable[None]],  # tells the others that somebody has come or gone
    ) -> None:
        self._url, self._here, self._told, self._say = url, here, told, say
        self._held: set[tuple[str, int]] = set()
        self._elsewhere: dict[int, Seats] = {}
        self._changed, self._known = asyncio.Event(), asyncio.Event()
        self._connection: Any = None
        self._one_at_a_time = asyncio.Lock()

    def changed(self) -> None:
        """Somebody has come or gone, here or elsewhere."""
        self._changed.set()

    async def keep(self) -> None:
        """For ever. After a lost connection every lock is taken again."""
        while True:
            try:
                self._connection = await driver_connection(self._url)
                self._held = set()
                while not self._connection.is_closed():
                    self._changed.clear()
                    await self.look()
                    # Not `wait_for`: until Python 3.12 it swallows a cancellation that comes together with the event.
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(LOOK_EVERY):
                            await self._changed.wait()
                        await asyncio.sleep(GATHER)
            except Exception as error:
                log.warning("who is at the tables of other processes is not known just now: %s", error)
            finally:
                if self._connection is not None:
                    self._connection.terminate()
            await asyncio.sleep(0.5)

    async def look(self) -> None:
        """Say who is here, and learn who is elsewhere."""
        async with self._one_at_a_time:
            wanted = {(table_id, seat) for table_id, seats in self._here().items() for seat in seats}
            come, gone = wanted - self._held, self._held - wanted
            for statement, places in ((TAKE, come), (LEAVE, gone)):
                if places:
                    numbers = [place_of(table_id) for table_id, _ in places], [seat for _, seat in places]
                    await self._connection.fetch(statement, *numbers)
            self._held = wanted
            if come or gone:
                await self._say()
            found: dict[int, set[int]] = {}
            for row in await self._connection.fetch(LOOK):
                place = row["place"] - 2**32 if row["place"] >= 2**31 else row["place"]
                found.setdefault(place, set()).add(int(row["seat"]))
            self._elsewhere = {place: frozenset(seats) for place, seats in found.items()}
        self._known.set()
        await self._told()

    async def begin(self) -> None:
        """Wait until it is known who is elsewhere, but not for ever: without that a table may say that somebody is away."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._known.wait(), LOOK_EVERY)

    def elsewhere(self, table_id: str) -> Seats:
        """The seats of a table that are played from other processes, as far as this one has heard."""
        return self._elsewhere.get(place_of(table_id), frozenset())

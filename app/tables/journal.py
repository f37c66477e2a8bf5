"""The journal: durable, append-only, one row per choice.

A move is one compare-and-set: the table goes from row n-1 to n and the row is added, or nothing happens because another
process was quicker. Moves of different tables that arrive while a commit is under way go into the next one together.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

log = logging.getLogger("parallax.journal")
CHANNEL = "parallax"
MOST_PER_COMMIT = 128
ARCHIVE_EVERY = 64  # rows between the bases that are kept for looking back

# Sent through the driver itself: this is the one statement whose cost every move pays.
APPEND = """
    WITH move AS (
        SELECT * FROM unnest(
            $1::text[], $2::int[], $3::bytea[], $4::bytea[], $5::int[], $6::text[], $7::bool[], $8::int[], $11::text[]
        ) AS move(id, seq, entry, base, base_seq, outcome, archive, moment, asked)
    ), moved AS (
        UPDATE tables SET
            seq = move.seq,
            base = coalesce(move.base, tables.base),
            base_seq = coalesce(move.base_seq, tables.base_seq),
            outcome = coalesce(CAST(move.outcome AS jsonb), tables.outcome),
            asked = coalesce(CAST(move.asked AS jsonb), tables.asked),
            status = CASE WHEN move.outcome IS NULL THEN tables.status ELSE 'finished' END
        FROM move WHERE tables.id = move.id AND tables.seq = move.seq - 1 AND tables.status = 'playing'
        RETURNING tables.id, move.seq, move.entry, move.base AS new_base, move.base_seq AS new_base_seq, move.archive,
                  move.moment
    ), kept AS (
        INSERT INTO checkpoints (table_id, seq, base)
        SELECT id, new_base_seq, new_base FROM moved WHERE archive AND new_base IS NOT NULL
        ON CONFLICT DO NOTHING
    ), written AS (
        INSERT INTO journal (table_id, seq, entry, moment) SELECT id, seq, entry, moment FROM moved
        RETURNING table_id, seq
    ), told AS (
        SELECT pg_notify($9, $10 || string_agg(' ' || table_id || ':' || seq, '')) FROM written
        HAVING count(*) > 0
    )
    SELECT table_id, (SELECT count(*) FROM told) FROM written
"""


@dataclass(slots=True)
class Write:
    table_id: str
    seq: int
    entry: bytes
    moment: int
    base: bytes | None = None  # a newer base to start from, and the row it stands at
    base_seq: int | None = None
    outcome: str | None = None
    archive: bool = False
    asked: str | None = None  # who must decide since when, where that has changed


class Journal:
    """The one writer of a server process."""

    def __init__(self, engine: AsyncEngine, origin: str) -> None:
        self._engine = engine
        self._origin = origin
        self._waiting: list[tuple[Write, asyncio.Future[bool]]] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._connection: AsyncConnection | None = None
        self._driver: Any = None  # of the connection: asking for it anew each time takes its time

    async def start(self) -> None:
        self._task = asyncio.create_task(self._write_for_ever(), name="journal")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._drop_connection()

    @property
    def waiting(self) -> int:
        """How many moves wait for the next commit."""
        return len(self._waiting)

    async def append(self, write: Write) -> bool:
        """True once it is durable; False if the table has moved on without us. Raises if the database failed."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, done))
        self._wake.set()
        return await done

    async def _write_for_ever(self) -> None:
        while True:
            await self._wake.wait()
            batch, self._waiting = self._waiting[:MOST_PER_COMMIT], self._waiting[MOST_PER_COMMIT:]
            if not self._waiting:
                self._wake.clear()
            if batch:
                await self._commit(batch)

    async def _commit(self, batch: list[tuple[Write, asyncio.Future[bool]]]) -> None:
        try:
            moved = await self._execute([write for write, _ in batch])
        except Exception as error:
            await self._drop_connection()
            if len(batch) > 1 and isinstance(error, DBAPIError) and "deadlock" in str(error).lower():
                for one in batch:  # two processes wrote the same tables in another order
                    await self._commit([one])
                return
            log.warning("a commit of %d moves failed: %s", len(batch), error)
            for _, done in batch:
                if not done.done():
                    done.set_exception(error)
            return
        for write, done in batch:
            if not done.done():
                done.set_result(write.table_id in moved)

    async def _execute(self, writes: Sequence[Write]) -> set[str]:
        if self._connection is None:
            self._connection = await self._engine.connect()
            self._driver = (await self._connection.get_raw_connection()).driver_connection
        rows = await self._driver.fetch(
            APPEND,
            [write.table_id for write in writes],
            [write.seq for write in writes],
            [write.entry for write in writes],
            [write.base for write in writes],
            [write.base_seq for write in writes],
            [write.outcome for write in writes],
            [write.archive for write in writes],
            [write.moment for write in writes],
            CHANNEL,
            self._origin,
            [write.asked for write in writes],
        )
        return {row[0] for row in rows}

    async def _drop_connection(self) -> None:
        connection, self._connection, self._driver = self._connection, None, None
        if connection is not None:
            with contextlib.suppress(Exception):
                await connection.invalidate()
            with contextlib.suppress(Exception):
                await connection.close()

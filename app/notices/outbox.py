"""The outbox at work: what is said once to a browser or a mailbox.

One process at a time takes a row, looks whether it is still true, and sends it. Nothing outside ever delays a move.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from datetime import timedelta

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.kernel import Refused
from app.notices.centre import Centre, Unsent

log = logging.getLogger("parallax.notices")
MOST_TRIES = 8

TAKE = """
    UPDATE outbox SET due_at = now() + interval '2 minutes' WHERE id = (
        SELECT id FROM outbox WHERE done_at IS NULL AND due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING id, table_id, kind, body, tries
"""


class Outbox:
    def __init__(self, engine: AsyncEngine, centre: Centre) -> None:
        self._engine, self._centre = engine, centre
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._task = asyncio.create_task(self._work_for_ever())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _work_for_ever(self) -> None:
        while True:
            try:
                while await self.work_once():
                    pass
            except Exception:
                log.exception("the outbox stumbled")
            await asyncio.sleep(1)

    async def work_once(self) -> bool:
        """Deal with one row that is due; False if there is none. The row is claimed for a while and then let go: no lock
        is held while the world outside is slow."""
        async with self._engine.begin() as connection:
            row = (await connection.execute(text(TAKE))).one_or_none()
        if row is None:
            return False
        problem, tries = "", row.tries + 1
        try:
            await self._centre.say(row.kind, row.table_id, row.body)
        except Unsent as error:
            problem = str(error)
        except Refused as refusal:
            problem, tries = str(refusal), MOST_TRIES
        async with self._engine.begin() as connection:
            if problem and tries < MOST_TRIES:
                wait = timedelta(seconds=min(3600, 5 * 2**tries))
                later = "UPDATE outbox SET tries = :tries, due_at = now() + :wait, error = :error WHERE id = :id"
                await connection.execute(text(later), {"tries": tries, "wait": wait, "error": problem, "id": row.id})
            else:
                done = "UPDATE outbox SET done_at = now(), error = :error WHERE id = :id"
                await connection.execute(text(done), {"error": problem or None, "id": row.id})
        return True

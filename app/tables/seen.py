"""What each seat has been shown, on its way into the database: one write for all tables within a while."""

from __future__ import annotations

import asyncio
import logging

from app.tables.store import Store

log = logging.getLogger("parallax.tables")
EVERY = 1.0  # seconds between writes: browsers tell it after every moment


class Marks:
    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: dict[tuple[str, int], int] = {}
        self._writing = False

    def add(self, table_id: str, seat: int, moment: int) -> bool:
        """Remember it to be written; True if somebody has to call `write_soon` for that."""
        self._waiting[table_id, seat] = moment
        first, self._writing = not self._writing, True
        return first

    async def write_soon(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(EVERY)
                await self.write()
        finally:
            self._writing = False

    async def write(self) -> None:
        """What cannot be written now is written with the next ones; at worst a moment is shown again."""
        marks, self._waiting = self._waiting, {}
        if not marks:
            return
        try:
            await self._store.save_seen(marks)
        except Exception as error:
            log.warning("what %d seats have seen could not be written: %s", len(marks), error)
            self._waiting = marks | self._waiting

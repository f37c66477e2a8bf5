"""One process at a time: locks of Postgres that end with the process that holds them, also if it dies."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

from app.storage.database import driver_connection

TAKE = "SELECT pg_try_advisory_lock(hashtextextended($1, 0))"
LEAVE = "SELECT pg_advisory_unlock(hashtextextended($1, 0))"


class Alone:
    """All locks are held by one connection of their own, so waiting for others outside costs no more."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._connection: Any = None
        self._one_at_a_time = asyncio.Lock()
        self._held: set[str] = set()

    @asynccontextmanager
    async def with_(self, what: str) -> AsyncGenerator[bool]:
        """Whether it is ours now. It is not if another process has it, or another task of this one."""
        if what in self._held:
            yield False
            return
        self._held.add(what)
        try:
            mine = bool(await self._ask(TAKE, what))
            try:
                yield mine
            finally:
                if mine:
                    with contextlib.suppress(Exception):  # a lost connection has let go already
                        await self._ask(LEAVE, what)
        finally:
            self._held.discard(what)

    async def _ask(self, statement: str, what: str) -> Any:
        async with self._one_at_a_time:
            if self._connection is None or self._connection.is_closed():
                self._connection = await driver_connection(self._url)
            return await self._connection.fetchval(statement, what)

    async def close(self) -> None:
        if self._connection is not None:
            self._connection.terminate()

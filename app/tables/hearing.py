"""What other server processes tell: moves, changed facts, signals, who has come and gone."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from app.storage.database import driver_connection
from app.tables.journal import CHANNEL

AGAIN = 0.5  # seconds until a lost connection is made anew


async def listen(url: str, origin: str, hear: Callable[[str, str], None], anew: Callable[[], None]) -> None:
    """For ever. `hear` is told what it is about, and what; after every connection `anew`, for something may have been
    missed before it."""

    def heard(_connection: Any, _pid: int, _channel: str, payload: str) -> None:
        by, *notices = payload.split(" ")
        if by == origin:
            return
        for notice in notices:
            about, _, what = notice.partition(":")
            hear(about, what)

    while True:
        with contextlib.suppress(Exception):  # whatever broke the connection, the answer is a new one
            connection = await driver_connection(url)
            try:
                lost = asyncio.Event()
                connection.add_termination_listener(lambda _, lost=lost: lost.set())
                await connection.add_listener(CHANNEL, heard)
                anew()
                await lost.wait()
            finally:
                connection.terminate()
        await asyncio.sleep(AGAIN)

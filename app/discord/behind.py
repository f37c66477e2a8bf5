"""What is done behind an answer that was given already."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable

from app.discord.client import DiscordDown, DiscordError

log = logging.getLogger("parallax.discord")


class Behind:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def do(self, work: Awaitable[object]) -> None:
        async def quietly() -> None:
            try:
                await work
            except (DiscordError, DiscordDown) as error:
                log.warning("%s", error)
            except Exception:
                log.exception("what was promised on Discord failed")

        task = asyncio.create_task(quietly())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settle(self, seconds: float | None = None) -> None:
        """Wait until it is done, but not for longer than this."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=seconds)

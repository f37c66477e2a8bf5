"""Waiting for what will come by itself, for as long as a busy machine may need."""

from __future__ import annotations

import asyncio
import time

PATIENCE = 120  # seconds: never how long something takes, only when a test gives up


class Patiently:
    """`async for _ in Patiently("what is waited for"):` tries again and again, until the loop is left."""

    def __init__(self, what: str, seconds: float = PATIENCE) -> None:
        self.what, self.end = what, time.monotonic() + seconds
        self.waiting = False

    def __aiter__(self) -> Patiently:
        return self

    async def __anext__(self) -> None:
        if self.waiting:
            await asyncio.sleep(0.05)
        self.waiting = True
        assert time.monotonic() < self.end, f"this never came: {self.what}"

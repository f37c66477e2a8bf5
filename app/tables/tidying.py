"""Garbage: Python looks for what refers to itself in circles. Looking through everything takes longer than a move may, so
that is done when nobody plays; under load only what is young is looked at, which takes a millisecond."""

from __future__ import annotations

import asyncio
import gc
import time
from collections.abc import Callable

YOUNG, YOUNGER_ROUNDS, NEVER = 10_000, 20, 1_000_000_000
LOOK_EVERY, QUIET, AT_LEAST_EVERY = 5.0, 2, 3600.0  # seconds; looks without a move; seconds


def settle() -> None:
    """What is in memory once the server has started stays there: it is never looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, YOUNGER_ROUNDS, NEVER)


class Quiet:
    """Says when to look through everything: after a while without moves, once for each time that there were some; and at
    a server that is never quiet once an hour all the same."""

    def __init__(self, moves: int, now: float) -> None:
        self._moves, self._last = moves, now
        self._looks, self._clean = 0, True

    def is_due(self, moves: int, now: float) -> bool:
        self._looks = self._looks + 1 if moves == self._moves else 0
        self._clean = self._clean and moves == self._moves
        self._moves = moves
        if (self._looks < QUIET or self._clean) and now - self._last < AT_LEAST_EVERY:
            return False
        self._clean, self._last = True, now
        return True


async def tidy_when_quiet(moves: Callable[[], int]) -> None:
    quiet = Quiet(moves(), time.monotonic())
    while True:
        await asyncio.sleep(LOOK_EVERY)
        if quiet.is_due(moves(), time.monotonic()):
            gc.collect()

"""How much one client may send."""

from __future__ import annotations

import time
from collections.abc import Callable

LARGEST_MESSAGE = 16 * 1024
LARGEST_BODY = 256 * 1024
LARGEST_FILE = 64 * 1024 * 1024  # a table as a file


class Bucket:
    """A rate limit that allows bursts: tokens drip in, each message takes one."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = per_second
        self._burst = float(burst)
        self._tokens = float(burst)
        self._clock = clock
        self._at = clock()

    def take(self) -> bool:
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

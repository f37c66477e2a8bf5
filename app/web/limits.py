"""How much one client may send."""

from __future__ import annotations

import time
from collections.abc import Callable

LARGEST_MESSAGE = 16 * 1024
LARGEST_BODY = 256 * 1024
LONGEST_BODY, LONGEST_FORM = 60.0, 15.0  # seconds in which all of a file, or of anything else, comes
LARGEST_HEAD = 16 * 1024  # all headers together; a browser sends one or two thousand
LONGEST_PATH, LONGEST_QUERY = 2000, 8000
LARGEST_FILE = 17 * 1024 * 1024  # a table as a file


class Bucket:
    """A rate limit that allows bursts: tokens drip in, each message takes one."""

    def __init__(self, per_second: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = per_second
        self._burst = float(burst)
        self._tokens = float(burst)
        self._clock = clock
        self._at = clock()

    def take(self, pieces: int = 1) -> bool:
        """Something large takes more than one, and is paid off afterwards."""
        if not self.holds():
            return False
        self._tokens -= pieces
        return True

    def owe(self, pieces: float) -> float:
        """Take so much in any case, or give back what is less than nothing; the seconds until it is paid off."""
        self.holds()
        self._tokens = min(self._burst, self._tokens - pieces)
        return max(0.0, -self._tokens / self._rate)

    def holds(self) -> bool:
        """Whether one could be taken now."""
        now = self._clock()
        self._tokens = min(self._burst, self._tokens + (now - self._at) * self._rate)
        self._at = now
        return self._tokens >= 1

    def is_full(self) -> bool:
        self.holds()
        return self._tokens >= self._burst

    def seconds_to_next(self) -> float:
        return max(0.0, (1 - self._tokens) / self._rate) if self._rate else 3600.0

"""How long the server works on one table before it gives up on it. Rules and drawings take milliseconds; should one
ever loop, all other tables would stand still behind it. Counted is time of the processor, not of the clock: a busy
machine makes nothing fail."""

from __future__ import annotations

import signal
import threading
from types import FrameType


class OverPatience(Exception):
    """What was being worked out took too long and was given up."""


def _give_up(_signal: int, _frame: FrameType | None) -> None:
    raise OverPatience("this took too long")


class within:  # noqa: N801 - it reads like the words that it stands for
    """Gives up what is inside, which must not await, after so much work. The outermost one counts; away from the main
    thread (tests, tools) there is nobody to keep waiting.

    Every move and every frame goes through here: the handler is set once, and only the timer is wound and stopped."""

    __slots__ = ("_counts", "_seconds")
    _ready = _running = False

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._counts = False

    def __enter__(self) -> None:
        if within._running or threading.current_thread() is not threading.main_thread():
            return
        if not within._ready:
            signal.signal(signal.SIGVTALRM, _give_up)
            within._ready = True
        within._running = self._counts = True
        signal.setitimer(signal.ITIMER_VIRTUAL, self._seconds)

    def __exit__(self, *_: object) -> None:
        if self._counts:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            within._running = False

"""Says where the server stood still: whatever keeps everybody waiting for long is logged with its place."""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
import traceback

log = logging.getLogger("parallax.watchdog")
BEAT = 0.05
STALL = 0.2  # seconds


class Watchdog:
    """The event loop beats; a thread of its own listens for that."""

    def __init__(self) -> None:
        self.stalls = 0
        self.longest = 0.0
        self._beat = time.monotonic()
        self._worked = 0.0  # time of the processor that the loop had used by then
        self._over = threading.Event()
        self._main = threading.main_thread().ident
        self._thread = threading.Thread(target=self._listen, name="watchdog", daemon=True)
        self._beating: asyncio.Task[None] | None = None

    def start(self) -> None:
        self._beating = asyncio.create_task(self._go_on())
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        if self._beating is not None:
            self._beating.cancel()

    async def _go_on(self) -> None:
        while True:
            self._worked = time.thread_time()
            self._beat = time.monotonic()
            await asyncio.sleep(BEAT)

    def _listen(self) -> None:
        seen = 0.0  # the beat after which it stood still, once that was said
        while not self._over.wait(BEAT):
            beat = self._beat
            late = time.monotonic() - beat - BEAT
            self.longest = max(self.longest, late)
            if late > STALL and beat != seen:
                seen = beat
                self.stalls += 1
                log.warning("everybody waits since %.1f s, %.2f s of work, for:\n%s", late, self._work(), self._where())

    def _work(self) -> float:
        """How much of that was work: the rest of the time the machine did something else, or nothing was there to do."""
        now = time.clock_gettime(time.pthread_getcpuclockid(self._main or 0))
        return max(0.0, now - self._worked)

    def _where(self) -> str:
        frame = sys._current_frames().get(self._main or 0)
        return "".join(traceback.format_stack(frame, limit=12)) if frame is not None else "(nobody knows)"

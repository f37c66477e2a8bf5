"""Budgets over all server processes: once a second each tells the others who has used up much there. So nobody gets more by
asking all of them than by asking one, but for a first moment; and who asks for little is never spoken of."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import logging
import time
from collections import Counter
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import msgspec

from app.tables.hub import Hub
from app.web.budgets import Ledger

log = logging.getLogger("parallax.web")
ABOUT = "$"  # how these notices are marked
EVERY = 1.0  # seconds
SILENT = 5.0  # seconds after which a process has nothing open any more
MOST = 80  # names in one notice, which may be 8000 bytes long


class News(msgspec.Struct, frozen=True, array_like=True):
    by: str  # the process
    spent: dict[str, dict[str, int]]  # by kind and name
    open: dict[str, int]  # by name


class Sharing:
    def __init__(self, ledger: Ledger, origin: str, clock: Callable[[], float] = time.monotonic) -> None:
        self._ledger, self._origin, self._clock = ledger, origin, clock
        self._open: dict[str, tuple[float, dict[str, int]]] = {}  # when each process said what

    def tell(self) -> str:
        """The next notice; empty if there is nothing to tell."""
        spent, kept = self._ledger.news()
        self._count_open()
        if not spent and not kept:
            return ""
        worst = sorted(((n, name, who) for name, whom in spent.items() for who, n in whom.items()), reverse=True)
        chosen: dict[str, dict[str, int]] = {}
        for pieces, name, who in worst[:MOST]:
            chosen.setdefault(name, {})[who] = pieces
        most_open = dict(Counter(kept).most_common(max(0, MOST - len(worst))))
        return base64.urlsafe_b64encode(msgspec.msgpack.encode(News(self._origin, chosen, most_open))).decode()

    def hear(self, what: str) -> None:
        news = msgspec.msgpack.decode(base64.urlsafe_b64decode(what.removeprefix("!")), type=News)
        for name, whom in news.spent.items():
            for who, pieces in whom.items():
                self._ledger.spent_elsewhere(name, who, pieces)
        self._open[news.by] = (self._clock(), news.open)
        self._count_open()

    def _count_open(self) -> None:
        now = self._clock()
        self._open = {by: (at, held) for by, (at, held) in self._open.items() if now - at < SILENT}
        self._ledger.open_elsewhere = sum((Counter(held) for _, held in self._open.values()), Counter())


@asynccontextmanager
async def shared(ledger: Ledger, hub: Hub) -> AsyncGenerator[None]:
    sharing = Sharing(ledger, hub.origin)

    async def keep() -> None:
        while True:
            await asyncio.sleep(EVERY)
            try:
                if notice := sharing.tell():
                    await hub.store.signal(ABOUT, notice)
            except Exception as error:  # the database is away: each counts for itself meanwhile
                log.debug("budgets are not shared just now: %s", error)

    hub.hears[ABOUT] = sharing.hear
    keeping = asyncio.create_task(keep())
    try:
        yield
    finally:
        keeping.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await keeping

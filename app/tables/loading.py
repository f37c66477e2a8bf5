"""A table comes into memory: its base, and the choices since. If the rules have changed since those were made, it goes back
to the start of that step and says so."""

from __future__ import annotations

import logging
from collections.abc import Callable

import msgspec

from app.kernel import AlreadyTaken, Line, Refused, Session
from app.tables.asking import Asked
from app.tables.entries import Entry, encode_entry
from app.tables.journal import Journal, Write
from app.tables.live import LiveTable
from app.tables.patience import within
from app.tables.store import Store, Stored

log = logging.getLogger("parallax.tables")
TO_LOAD = 10.0  # seconds of work before a table is given up


class Loader:
    def __init__(self, store: Store, journal: Journal, now_ms: Callable[[], int]) -> None:
        self._store, self._journal, self._now_ms = store, journal, now_ms

    async def fill(self, live: LiveTable, stored: Stored) -> None:
        """Bring a table in memory to what is stored: the base and the choices since."""
        live.learn(stored.info)
        live.learnt = live.replied = 0
        live.recent.clear()
        live.log_epoch += 1
        if stored.base is None:
            return
        with within(TO_LOAD):
            session = Session(live.game, stored.base, keep_log=False)
        live.begin(session, stored.base_seq)
        live.asked = {}
        rows = iter(stored.entries)
        for seq, entry in rows:
            if seq <= stored.base_seq:
                live.remember(seq, entry)
                continue
            if entry.choice is None:
                live.skip(entry)
                continue
            try:
                with within(TO_LOAD):
                    live.apply(entry)
            except AlreadyTaken:
                live.skip(entry)
                continue
            except Refused as refusal:
                await self._roll_back(live, stored, seq, refusal)
                return
            live.accept(entry)
        self._know_who_is_asked(live, stored)

    @staticmethod
    def _know_who_is_asked(live: LiveTable, stored: Stored) -> None:
        """As it was kept with the moves; of tables from before that was kept, since the last of them."""
        since = Asked(live.moment, int(live.last_at * 1000))
        paused = live.session is not None and live.session.waiting.soft
        seats = stored.asked if paused else live.must_decide
        live.asked = {seat: stored.asked.get(seat, since) for seat in seats}

    async def catch_up(self, live: LiveTable, seq: int | None) -> bool:
        """Another process has moved a table on (to row seq) or changed its facts (None). False: it is known already."""
        table_id = live.info.id
        if seq is not None and seq <= live.seq:
            return False
        if seq is None and live.session is not None:
            live.learn(await self._store.info(table_id))
            return True
        if live.session is None:
            await self.fill(live, await self._store.load(table_id))
            return True
        for row, entry in await self._store.entries_after(table_id, live.seq):
            if row != live.seq + 1 or entry.rebased or (entry.choice is None and entry.undone):
                await self.fill(live, await self._store.load(table_id))
                break
            if entry.choice is None:
                live.skip(entry)
                continue
            live.apply(entry)
            live.accept(entry)
        if live.session.outcome is not None:
            live.info = msgspec.structs.replace(live.info, status="finished")
        return True

    async def _roll_back(self, live: LiveTable, stored: Stored, seq: int, refusal: Refused) -> None:
        """The rules have changed since these rows were written and ask something else now: the table goes back to the
        start of that step, says so, and keeps everything earlier."""
        assert stored.base is not None
        choices = [e.choice for s, e in stored.entries if s > stored.base_seq and e.choice is not None]
        session = Session.resume(live.game, stored.base, choices, keep_log=False)
        dropped = session.dropped
        session.settle()
        log.warning("table %s went back by %d choices at row %d: %s", live.info.id, dropped, seq, refusal)
        live.begin(session, stored.seq)
        for row, entry in stored.entries:
            live.remember(row, entry)
        self._know_who_is_asked(live, stored)
        if stored.info.status != "playing":
            return  # a finished game is only looked at: nothing is written
        notice = Entry(
            self._now_ms(),
            lines=(rollback_line(dropped),),
            undone=tuple(range(stored.seq - dropped + 1, stored.seq + 1)),
        )
        notice = msgspec.structs.replace(notice, moment=live.moment + 1)
        base = msgspec.msgpack.encode(session.base)
        write = Write(
            live.info.id, stored.seq + 1, encode_entry(notice), notice.moment, base, stored.seq + 1, archive=True
        )
        if await self._journal.append(write):
            live.begin(session, stored.seq + 1)
            live.remember(stored.seq + 1, notice)
        else:
            await self.fill(live, await self._store.load(live.info.id))


def rollback_line(dropped: int) -> Line:
    return Line(f"The rules were updated: the last {dropped} choices must be made again.")

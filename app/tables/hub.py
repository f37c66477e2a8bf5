"""The hub: every table that this process has in memory, and the one way in which a move is made.

lock -> session -> journal (committed) -> regions -> connections; other processes hear of it and catch up.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import GAMES
from app.kernel import Answer, Choice, Crashed, Line, Refused, Session, Undo, Use
from app.storage.database import driver_connection
from app.tables.entries import Entry, encode_entry
from app.tables.journal import ARCHIVE_EVERY, CHANNEL, Journal, Write
from app.tables.live import Feed, LiveTable, TableInfo
from app.tables.store import NoSuchTable, Store, Stored

log = logging.getLogger("parallax.tables")


class Unavailable(Refused):
    """The database did not answer; nothing was changed as far as we know."""


class Hub:
    def __init__(
        self, engine: AsyncEngine, url: str, *, idle_seconds: float = 1800, clock: Callable[[], float] = time.time
    ) -> None:
        self.origin = secrets.token_hex(4)
        self.store = Store(engine, self.origin)
        self._url = url
        self._journal = Journal(engine, self.origin)
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._idle_seconds = idle_seconds
        self._clock = clock

    async def start(self) -> None:
        await self._journal.start()
        self._spawn(self._listen())
        self._spawn(self._sweep())

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._journal.stop()

    # Lobby -------------------------------------------------------------------------------------------------------

    async def create(self, game: str, seats: int, options: Mapping[str, Any], owner_id: str | None) -> TableInfo:
        return await self.store.create(game, seats, options, owner_id)

    async def sit(self, table_id: str, person_id: str, number: int | None = None) -> int:
        seat = await self.store.sit(table_id, person_id, number)
        await self._facts_changed(table_id)
        return seat

    async def stand(self, table_id: str, number: int) -> None:
        await self.store.stand(table_id, number)
        await self._facts_changed(table_id)

    async def seat_bot(self, table_id: str, number: int) -> None:
        await self.store.seat_bot(table_id, number)
        await self._facts_changed(table_id)

    async def begin(self, table_id: str) -> None:
        await self.store.begin(table_id, self._now_ms())
        await self._facts_changed(table_id)

    # Moves -------------------------------------------------------------------------------------------------------

    async def answer(self, table_id: str, seat: int, ask: str, values: Sequence[str], key: str = "") -> None:
        await self.act(table_id, Answer(seat, ask, tuple(values)), key)

    async def use(self, table_id: str, seat: int, option: str, values: Sequence[str] = (), key: str = "") -> None:
        await self.act(table_id, Use(seat, option, tuple(values)), key)

    async def undo(self, table_id: str, seat: int, consents: Sequence[int] = (), key: str = "") -> None:
        await self.act(table_id, Undo(seat, tuple(sorted(consents))), key)

    async def act(self, table_id: str, choice: Choice, key: str = "", by: str = "") -> None:
        """Make a move durable and show it. A message that was taken before (same key) is taken as done."""
        live = await self.live(table_id)
        async with live.lock:
            for attempt in range(4):
                if key and (choice.seat, key) in live.keys:
                    return
                if live.session is None:
                    raise Refused("The game has not started yet.")
                try:
                    if await self._make(live, Entry(self._now_ms(), choice, key=key, by=by)):
                        break
                except Refused as refusal:
                    if isinstance(refusal, Crashed):
                        self._report(live, choice, refusal)
                    raise
                except Exception as error:  # whether it was committed is not known until the journal is read again
                    await self._reload(live, tolerate=True)
                    if attempt == 3 or live.session is None:
                        raise Unavailable("The move could not be saved. Please try again.") from error
                    continue
                await self._reload(live)
            else:
                raise Unavailable("The table is very busy. Please try again.")
            live.publish()
        self._let_bots_play(live)

    async def _make(self, live: LiveTable, entry: Entry) -> bool:
        """Apply and commit one choice. False: somebody else was quicker, and what is in memory is out of date."""
        assert live.session is not None
        entry = live.apply(entry)
        base = live.newer_base()
        outcome = live.session.outcome
        write = Write(live.info.id, live.seq + 1, encode_entry(entry))
        if base is not None:
            write.base, write.base_seq = base
            write.archive = write.base_seq // ARCHIVE_EVERY > live.stored_base_seq // ARCHIVE_EVERY
        if outcome is not None:
            write.outcome = msgspec.json.encode(outcome).decode()
        if not await self._journal.append(write):
            return False
        live.accept(entry)
        if base is not None:
            live.stored_base_seq = base[1]
        if outcome is not None:
            live.info = msgspec.structs.replace(live.info, status="finished")
        return True

    def _report(self, live: LiveTable, choice: Choice, crash: Crashed) -> None:
        reference = secrets.token_hex(4)
        log.error(
            "rules error %s at table %s row %d on %s",
            reference,
            live.info.id,
            live.seq,
            choice,
            exc_info=crash.__cause__,
        )
        crash.args = (f"{crash.reason} Reference: {reference}.",)
        crash.reason = crash.args[0]

    # Tables in memory --------------------------------------------------------------------------------------------

    async def live(self, table_id: str) -> LiveTable:
        live = self._live.get(table_id)
        if live is None:
            async with self._loading.setdefault(table_id, asyncio.Lock()):
                live = self._live.get(table_id)
                if live is None:
                    live = await self._load(table_id)
                    self._live[table_id] = live
            self._loading.pop(table_id, None)
            self._let_bots_play(live)
        live.last_used = time.monotonic()
        return live

    async def _load(self, table_id: str) -> LiveTable:
        stored = await self.store.load(table_id)
        live = LiveTable(stored.info, GAMES[stored.info.game])
        await self._fill(live, stored)
        live.publish()
        return live

    async def _fill(self, live: LiveTable, stored: Stored) -> None:
        """Bring a table in memory to what is stored: the base and the choices since."""
        live.info = stored.info
        live.recent.clear()
        live.log_epoch += 1
        if stored.base is None:
            return
        session = Session(live.game, stored.base, keep_log=False)
        live.begin(session, stored.base_seq)
        rows = iter(stored.entries)
        for seq, entry in rows:
            if seq <= stored.base_seq:
                live.remember(seq, entry)
                continue
            try:
                live.apply(entry)
            except Refused as refusal:
                await self._roll_back(live, stored, seq, refusal)
                return
            live.accept(entry)

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
        notice = Entry(
            self._now_ms(),
            lines=(rollback_line(dropped),),
            undone=tuple(range(stored.seq - dropped + 1, stored.seq + 1)),
        )
        base = msgspec.msgpack.encode(session.base)
        write = Write(live.info.id, stored.seq + 1, encode_entry(notice), base, stored.seq + 1)
        if await self._journal.append(write):
            live.begin(session, stored.seq + 1)
            live.remember(stored.seq + 1, notice)
        else:
            await self._fill(live, await self.store.load(live.info.id))

    async def _reload(self, live: LiveTable, *, tolerate: bool = False) -> None:
        """Throw away what is in memory and read the journal again."""
        try:
            await self._fill(live, await self.store.load(live.info.id))
        except Exception:
            live.session = None
            self._live.pop(live.info.id, None)  # nobody gets this copy any more
            if not tolerate:
                raise

    async def _catch_up(self, table_id: str, seq: int | None) -> None:
        """Another process has moved a table on (to row seq) or changed its facts (None)."""
        live = self._live.get(table_id)
        if live is None:
            return
        async with live.lock:
            if seq is not None and seq <= live.seq:
                return
            if seq is None or live.session is None:
                await self._fill(live, await self.store.load(table_id))
            else:
                for row, entry in await self.store.entries_after(table_id, live.seq):
                    if entry.choice is None or row != live.seq + 1:
                        await self._fill(live, await self.store.load(table_id))
                        break
                    live.apply(entry)
                    live.accept(entry)
                if live.session.outcome is not None:
                    live.info = msgspec.structs.replace(live.info, status="finished")
            live.publish()

    async def _facts_changed(self, table_id: str) -> None:
        live = self._live.get(table_id)
        if live is not None:
            await self._catch_up(table_id, None)
            self._let_bots_play(live)

    # Connections -------------------------------------------------------------------------------------------------

    async def attach(self, table_id: str, seat: int | None) -> tuple[LiveTable, Feed]:
        live = await self.live(table_id)
        feed = Feed(seat)
        async with live.lock:  # while a commit is under way memory is ahead of what may be shown
            live.feeds.add(feed)
            live.publish()
        return live, feed

    async def detach(self, live: LiveTable, feed: Feed) -> None:
        async with live.lock:
            live.feeds.discard(feed)
            live.last_used = time.monotonic()
            live.publish()

    # Bots --------------------------------------------------------------------------------------------------------

    def _let_bots_play(self, live: LiveTable) -> None:
        session = live.session
        if session is None or session.outcome:
            return
        if any(live.info.seats[seat].bot for seat in session.asks):
            self._spawn(self._play_bots(live))

    async def _play_bots(self, live: LiveTable) -> None:
        async with live.lock:
            session = live.session
            if session is None:
                return
            asked = [seat for seat in session.asks if live.info.seats[seat].bot]
            if not asked:
                return
            try:
                choice = live.game.bot(session, asked[0])
            except Exception:
                log.exception("the bot of %s failed at table %s row %d", live.info.game, live.info.id, live.seq)
                choice = session.default_answer(asked[0])
        with contextlib.suppress(Refused):  # somebody else has moved meanwhile; that move calls the bots again
            await self.act(live.info.id, choice, by="bot")

    # Housekeeping ------------------------------------------------------------------------------------------------

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _listen(self) -> None:
        """Hear what other processes do. After a lost connection every table is checked."""
        while True:
            with contextlib.suppress(Exception):  # whatever broke the connection, the answer is a new one
                connection = await driver_connection(self._url)
                lost = asyncio.Event()
                connection.add_termination_listener(lambda _, lost=lost: lost.set())
                await connection.add_listener(CHANNEL, self._hear)
                for live in list(self._live.values()):
                    self._spawn(self._check(live))
                try:
                    await lost.wait()
                finally:
                    await connection.close(timeout=1)
            await asyncio.sleep(0.5)

    def _hear(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        origin, *notices = payload.split(" ")
        if origin == self.origin:
            return
        for notice in notices:
            table_id, _, seq = notice.rpartition(":")
            if table_id in self._live:
                self._spawn(self._catch_up(table_id, None if seq == "-" else int(seq)))

    async def _check(self, live: LiveTable) -> None:
        with contextlib.suppress(NoSuchTable):
            await self._catch_up(live.info.id, None)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(30.0, self._idle_seconds))
            limit = time.monotonic() - self._idle_seconds
            for live in list(self._live.values()):
                if not live.feeds and live.last_used < limit and not live.lock.locked():
                    del self._live[live.info.id]

    def _now_ms(self) -> int:
        return int(self._clock() * 1000)


def rollback_line(dropped: int) -> Line:
    return Line(f"The rules were updated: the last {dropped} choices must be made again.")

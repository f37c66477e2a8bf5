"""The hub: every table that this process has in memory, and the one way in which a move is made.

lock -> session -> journal (committed) -> regions -> connections; other processes hear of it and catch up.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import logging
import secrets
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import GAMES
from app.kernel import Answer, Choice, Crashed, Line, Refused, Session, Undo, Use
from app.storage.database import driver_connection
from app.tables.clockwork import hold, next_automatic, overdue, still_to_wait, wind
from app.tables.entries import Entry, encode_entry
from app.tables.journal import ARCHIVE_EVERY, CHANNEL, Journal, Write
from app.tables.live import Feed, LiveTable, Signal
from app.tables.store import NoSuchTable, Store, Stored

log = logging.getLogger("parallax.tables")
NUDGE_EVERY = 30.0


class Unavailable(Refused):
    """The database did not answer; nothing was changed as far as we know."""


class Hub:
    def __init__(
        self,
        engine: AsyncEngine,
        url: str,
        *,
        idle_seconds: float = 1800,
        bot_pause: float = 0,
        clock: Callable[[], float] = time.time,
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
        self._bot_pause = bot_pause
        self.moves = self.refusals = self.rules_errors = 0  # since this process started

    async def start(self) -> None:
        await self._journal.start()
        self._spawn(self._listen())
        self._spawn(self._wake_tables())
        self._spawn(self._sweep())

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._journal.stop()

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
        wait = still_to_wait(live, choice, self._clock())
        if wait:
            await asyncio.sleep(wait)
        async with live.lock:
            for attempt in range(4):
                if key and (choice.seat, key) in live.keys:
                    return
                if live.session is None:
                    raise Refused("The game has not started yet.")
                if live.info.abandoned:
                    raise Refused("This line was given up. Its owner can take it up again, under More.")
                try:
                    if await self._make(live, Entry(self.now_ms(), choice, key=key, by=by)):
                        break
                except Refused as refusal:
                    self.refusals += 1
                    if isinstance(refusal, Crashed):
                        self.rules_errors += 1
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
            self._publish(live)

    async def _make(self, live: LiveTable, entry: Entry) -> bool:
        """Apply and commit one choice. False: somebody else was quicker, and what is in memory is out of date."""
        assert live.session is not None
        asked_before = _must_decide(live)
        entry = live.apply(entry)
        chapter = any(line.chapter for line in entry.lines)
        if chapter:
            entry = msgspec.structs.replace(entry, names=live.present())
        base = live.newer_base(chapter=chapter)
        outcome = live.session.outcome
        write = Write(live.info.id, live.seq + 1, encode_entry(entry), entry.moment)
        if base is not None:
            write.base, write.base_seq = base
            write.archive = chapter or write.base_seq // ARCHIVE_EVERY > live.stored_base_seq // ARCHIVE_EVERY
        if outcome is not None:
            write.outcome = msgspec.json.encode(outcome).decode()
        if live.info.announced:
            asked = _must_decide(live)
            if outcome is not None or (asked and asked != asked_before and not asked <= asked_before):
                write.turn = msgspec.json.encode({"seats": sorted(asked)}).decode()
        if not await self._journal.append(write):
            return False
        live.accept(entry)
        self.moves += 1
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

    @property
    def tables(self) -> list[LiveTable]:
        return list(self._live.values())

    def forget(self, table_id: str) -> None:
        """Drop a table from memory; who is connected to this copy is sent away, to come back to the next."""
        live = self._live.pop(table_id, None)
        for feed in live.feeds if live is not None else ():
            feed.over = True
            feed.wake.set()

    async def live(self, table_id: str) -> LiveTable:
        live = self._live.get(table_id)
        if live is None:
            async with self._loading.setdefault(table_id, asyncio.Lock()):
                live = self._live.get(table_id)
                if live is None:
                    live = await self._load(table_id)
                    self._live[table_id] = live
            self._loading.pop(table_id, None)
        live.last_used = time.monotonic()
        return live

    async def _load(self, table_id: str) -> LiveTable:
        stored = await self.store.load(table_id)
        live = LiveTable(stored.info, GAMES[stored.info.game])
        await self._fill(live, stored)
        self._publish(live)
        return live

    async def _fill(self, live: LiveTable, stored: Stored) -> None:
        """Bring a table in memory to what is stored: the base and the choices since."""
        live.info = stored.info
        live.facts += 1
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
            if entry.choice is None:
                live.skip(entry)
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
        if stored.info.status != "playing":
            return  # a finished game is only looked at: nothing is written
        notice = Entry(
            self.now_ms(),
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
            await self._fill(live, await self.store.load(live.info.id))

    async def _reload(self, live: LiveTable, *, tolerate: bool = False) -> None:
        """Throw away what is in memory and read the journal again."""
        try:
            await self._fill(live, await self.store.load(live.info.id))
        except Exception:
            live.session = None
            self.forget(live.info.id)  # nobody gets this copy any more
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
            if seq is None and live.session is not None:
                stored = await self.store.info(table_id)
                live.info, live.facts = stored, live.facts + 1
            elif live.session is None:
                await self._fill(live, await self.store.load(table_id))
            else:
                for row, entry in await self.store.entries_after(table_id, live.seq):
                    if row != live.seq + 1 or entry.rebased or (entry.choice is None and entry.undone):
                        await self._fill(live, await self.store.load(table_id))
                        break
                    if entry.choice is None:
                        live.skip(entry)
                        continue
                    live.apply(entry)
                    live.accept(entry)
                if live.session.outcome is not None:
                    live.info = msgspec.structs.replace(live.info, status="finished")
            self._publish(live)

    async def rebase(self, table_id: str, change: Callable[[Any], Any], seats: int, line: Line) -> None:
        """Go on with a changed state, where nothing is half done: a row without a choice, and a base of its own."""
        live = await self.live(table_id)
        async with live.lock:
            for _ in range(4):
                if live.session is None:
                    raise Refused("The game has not started yet.")
                session = Session(live.game, live.session.rebase(change, seats), keep_log=False)
                entry = Entry(self.now_ms(), lines=(line,), moment=live.moment + 1, rebased=True)
                base, seq = msgspec.msgpack.encode(session.base), live.seq + 1
                write = Write(table_id, seq, encode_entry(entry), entry.moment, base, seq, archive=True)
                if await self._journal.append(write):
                    live.begin(session, seq)
                    live.remember(seq, entry)
                    self._publish(live)
                    return
                await self._reload(live)
            raise Unavailable("The table is very busy. Please try again.")

    async def facts_changed(self, table_id: str) -> None:
        if table_id in self._live:
            await self._catch_up(table_id, None)

    async def note(self, table_id: str, entry: Entry) -> None:
        """Write something into the table's log that is no choice of the game."""
        live = await self.live(table_id)
        async with live.lock:
            for _ in range(4):
                entry = msgspec.structs.replace(entry, moment=live.moment + 1)
                if await self._journal.append(Write(table_id, live.seq + 1, encode_entry(entry), entry.moment)):
                    live.skip(entry)
                    self._publish(live)
                    return
                await self._reload(live)

    # Connections -------------------------------------------------------------------------------------------------

    async def attach(
        self, table_id: str, seat: int | None, person_id: str | None = None, *, playing: bool = True
    ) -> tuple[LiveTable, Feed]:
        live = await self.live(table_id)
        feed = Feed(seat, person_id, playing=playing)
        async with live.lock:  # while a commit is under way memory is ahead of what may be shown
            live.feeds.add(feed)
            self._publish(live)
        return live, feed

    async def detach(self, live: LiveTable, feed: Feed) -> None:
        async with live.lock:
            live.feeds.discard(feed)
            live.last_used = time.monotonic()
            self._publish(live)

    # What happens by itself --------------------------------------------------------------------------------------

    def _publish(self, live: LiveTable) -> None:
        """Show what is durable, and let everything that now happens by itself happen."""
        wind(live, self._clock())
        live.publish()
        if live.session is not None and live.session.outcome is None:
            if not live.automatic_due and any(_is_automatic(live, seat) for seat in live.session.asks):
                live.automatic_due = True
                self._spawn(self._play_automatic(live))
            if live.clock.closes_at is not None and live.clock.armed_for != live.clock.closes_at:
                live.clock.armed_for = live.clock.closes_at
                self._spawn(self._run_out(live, live.clock.closes_at))

    async def _play_automatic(self, live: LiveTable) -> None:
        await asyncio.sleep(self._bot_pause)
        async with live.lock:
            live.automatic_due = False
            automatic = next_automatic(live)
        if automatic is not None:
            with contextlib.suppress(Refused):  # somebody else has moved meanwhile; that move looks again
                await self.act(live.info.id, automatic.choice, by=automatic.by)

    async def _run_out(self, live: LiveTable, closes_at: float) -> None:
        await asyncio.sleep(max(0.0, closes_at - self._clock()))
        async with live.lock:
            if live.clock.closes_at != closes_at:
                return
            due = overdue(live, self._clock())
            live.clock.closes_at = None
            if not due and live.session is not None:
                for seat in live.session.asks:
                    self._deliver(live, Signal("nudge", (seat,), {"text": "Your time is up."}))
        for automatic in due:
            with contextlib.suppress(Refused):
                await self.act(live.info.id, automatic.choice, by=automatic.by)

    async def hold(self, table_id: str, seat: int, holding: bool) -> None:
        """Stop or restart the countdown of a reaction window, in every process."""
        live = await self.live(table_id)
        if live.session is None or not live.session.waiting.soft:
            raise Refused("There is nothing to hold now.")
        await self.signal(table_id, Signal("hold", None, {"seat": seat if holding else None}))

    async def nudge(self, table_id: str, seat: int, by: int) -> None:
        live = await self.live(table_id)
        if live.session is None or seat not in live.session.waiting.seats:
            raise Refused("That player is not asked anything now.")
        now = self._clock()
        if now - live.nudged.get(seat, 0) < NUDGE_EVERY:
            raise Refused("They were reminded a moment ago.")
        live.nudged[seat] = now
        await self.signal(table_id, Signal("nudge", (seat,), {"text": f"{live.info.name(by)} is waiting for you."}))

    async def signal(self, table_id: str, signal: Signal) -> None:
        """Pass something on to everybody who is connected, here and in other processes; it is not kept."""
        live = self._live.get(table_id)
        if live is not None:
            self._deliver(live, signal)
        await self.store.signal(table_id, base64.urlsafe_b64encode(msgspec.msgpack.encode(signal)).decode())

    def _deliver(self, live: LiveTable, signal: Signal) -> None:
        if signal.kind == "hold":
            hold(live, signal.data["seat"], self._clock())
            self._spawn(self._republish(live))
            return
        for feed in live.feeds:
            if signal.to is None or (feed.playing and feed.seat in signal.to):
                feed.outbox.append(signal)
                feed.wake.set()

    async def _republish(self, live: LiveTable) -> None:
        async with live.lock:
            self._publish(live)

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
                try:
                    lost = asyncio.Event()
                    connection.add_termination_listener(lambda _, lost=lost: lost.set())
                    await connection.add_listener(CHANNEL, self._hear)
                    for live in list(self._live.values()):
                        self._spawn(self._check(live))
                    await lost.wait()
                finally:
                    connection.terminate()
            await asyncio.sleep(0.5)

    def _hear(self, _connection: Any, _pid: int, _channel: str, payload: str) -> None:
        origin, *notices = payload.split(" ")
        if origin == self.origin:
            return
        for notice in notices:
            table_id, _, seq = notice.partition(":")
            live = self._live.get(table_id)
            if live is not None and seq.startswith("!"):
                self._deliver(live, msgspec.msgpack.decode(base64.urlsafe_b64decode(seq[1:]), type=Signal))
            elif live is not None:
                self._spawn(self._catch_up(table_id, None if seq == "-" else int(seq)))

    async def _check(self, live: LiveTable) -> None:
        with contextlib.suppress(NoSuchTable):
            await self._catch_up(live.info.id, None)
            for row, _ in (await self.store.entries_after(live.info.id, live.seq))[-1:]:
                await self._catch_up(live.info.id, row)

    async def _wake_tables(self) -> None:
        """After a start, bots play on and clocks run on, though nobody has opened their tables yet."""
        for table_id in await self.store.self_moving():
            try:
                await self.live(table_id)
            except Exception:
                log.exception("table %s could not be opened", table_id)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(30.0, self._idle_seconds))
            limit = time.monotonic() - self._idle_seconds
            for live in list(self._live.values()):
                if not live.feeds and live.last_used < limit and not live.lock.locked():
                    del self._live[live.info.id]

    def now_ms(self) -> int:
        return int(self._clock() * 1000)


def _must_decide(live: LiveTable) -> set[int]:
    """The seats whose decision the table waits for; reactions that close by themselves do not count."""
    session = live.session
    return set() if session is None or session.waiting.soft else set(session.waiting.seats)


def _is_automatic(live: LiveTable, seat: int) -> bool:
    """Whether the seat may be played by itself; for yields the question decides."""
    info = live.info.seats[seat]
    return info.bot or info.pilot.auto != "off" or info.pilot.yields


def rollback_line(dropped: int) -> Line:
    return Line(f"The rules were updated: the last {dropped} choices must be made again.")

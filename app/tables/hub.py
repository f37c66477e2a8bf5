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
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any

import msgspec
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import GAMES
from app.kernel import Answer, Base, Choice, Crashed, Line, Move, Refused, Session, Undo, Use
from app.tables.attendance import Attendance
from app.tables.clockwork import (
    Automatic,
    hold,
    next_automatic,
    overdue,
    something_due,
    still_to_wait,
    story_left,
    wind,
)
from app.tables.endings import tell_ending
from app.tables.entries import Entry, encode_entry
from app.tables.hearing import listen
from app.tables.journal import ARCHIVE_EVERY, Journal, Write
from app.tables.live import Feed, LiveTable, Signal
from app.tables.loading import Loader
from app.tables.measures import Timing
from app.tables.patience import within
from app.tables.quarantine import InQuarantine, Quarantine
from app.tables.seen import Marks
from app.tables.store import NoSuchTable, Store, Unavailable, encode_asked
from app.tables.thinking import Position, Thinkers, choose

log = logging.getLogger("parallax.tables")
NUDGE_EVERY, A_LOOK = 30.0, 5.0  # seconds
TO_DECIDE, TO_SHOW = 10.0, 5.0  # seconds of work before a table is given up
GIVEN_UP = "This line was given up. Its owner can take it up again, under More."
PUT_AWAY = "This table was put away. The host of the house can take it out again."


class Hub:
    def __init__(
        self,
        engine: AsyncEngine,
        url: str,
        *,
        idle_seconds: float = 1800,
        bot_pause: float = 0,
        clock: Callable[[], float] = time.time,
        thinkers: Thinkers | None = None,
        wakes: Callable[[str], bool] = lambda _: True,
    ) -> None:
        self.origin = secrets.token_hex(4)
        self.store = Store(engine, self.origin)
        self._url = url
        self._journal = Journal(engine, self.origin)
        self._marks = Marks(self.store)
        self._loader = Loader(self.store, self._journal, self.now_ms)
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._idle_seconds = idle_seconds
        self._clock = clock
        self._bot_pause, self._wakes = bot_pause, wakes
        self._thinkers = thinkers or Thinkers()
        self.quarantine = Quarantine()
        self.attendance = Attendance(
            url, self._attended_here, self._learn_who_is_elsewhere, lambda: self.store.signal("~", "")
        )
        self.hears: dict[str, Callable[[str], None]] = {"~": lambda _: self.attendance.changed()}
        self.moves = self.refusals = self.rules_errors = 0  # since this process started
        self.move_times, self.drawing_times = Timing(), Timing()

    async def start(self) -> None:
        await self._journal.start()
        self._spawn(listen(self._url, self.origin, self._hear, self._check_all))
        self._spawn(self.attendance.keep())
        await self.attendance.begin()
        self._spawn(self._wake_tables())
        self._spawn(self._sweep())

    async def stop(self) -> None:
        await self._marks.write()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._thinkers.stop()
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
        if not by:  # who answers has seen what there was to see
            await self.seen(table_id, choice.seat, live.moment)
        with self.move_times.measured():
            async with live.lock:
                await self._act(live, choice, key, by)

    async def _act(self, live: LiveTable, choice: Choice, key: str, by: str) -> None:
        for attempt in range(4):
            if key and (choice.seat, key) in live.keys:
                return
            if live.session is None:
                raise Refused("The game has not started yet.")
            if not by:
                live.examine_lesson(choice)
            if live.info.abandoned:
                raise Refused(GIVEN_UP if live.game.campaign else PUT_AWAY)
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
        await self._tell_ending(live)
        self._publish(live)

    async def go_on_in_lesson(self, table_id: str) -> None:
        """The learner has read a step in which there is nothing to do."""
        live = await self.live(table_id)
        place = live.lesson.place(live.learnt) if live.lesson is not None else None
        if place is None or place.do is not None:
            raise Refused("There is nothing to go on from.")
        await self.note(table_id, Entry(self.now_ms(), by="lesson"))

    async def _make(self, live: LiveTable, entry: Entry) -> bool:
        """Apply and commit one choice. False: somebody else was quicker, and what is in memory is out of date."""
        assert live.session is not None
        with within(TO_DECIDE):
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
        asked = live.asked_after(entry)
        if asked != live.asked:
            write.asked = encode_asked(asked)
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
            feed.end()

    @property
    def queue(self) -> int:
        """How many moves wait for the next commit."""
        return self._journal.waiting

    async def set_aside(self, table_id: str, aside: bool) -> None:
        """The host closes a table for now, or has it opened again, in every process."""
        self._set_aside(table_id, aside)
        await self.store.signal(f"#{table_id}", "aside" if aside else "open")

    def _set_aside(self, table_id: str, aside: bool) -> None:
        if aside:
            self.quarantine.put_by_host(table_id)
            self.forget(table_id)
        else:
            self.quarantine.release(table_id)

    def put_aside(self, table_id: str, error: Exception) -> InQuarantine:
        """A table that cannot be loaded or shown: whoever looks at it is told so, and nobody else waits for it."""
        told = self.quarantine.put(table_id, error)
        self.forget(table_id)
        return told

    async def live(self, table_id: str) -> LiveTable:
        self.quarantine.check(table_id)
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
        try:
            stored = await self.store.load(table_id)
        except msgspec.MsgspecError as error:  # what is stored cannot be read
            raise self.put_aside(table_id, error) from error
        live = LiveTable(stored.info, GAMES[stored.info.game])
        live.seen = await self.store.seen(table_id)
        live.elsewhere = self.attendance.elsewhere(table_id)
        try:
            await self._loader.fill(live, stored)
        except Refused:
            raise
        except Exception as error:
            raise self.put_aside(table_id, error) from error
        await self._tell_ending(live)
        self._publish(live)
        return live

    async def _reload(self, live: LiveTable, *, tolerate: bool = False) -> None:
        """Throw away what is in memory and read the journal again."""
        try:
            await self._loader.fill(live, await self.store.load(live.info.id))
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
        if not self._wakes(live.info.code) and self._is_left(live, A_LOOK):
            self.forget(table_id)  # somebody had looked at it here; it is played elsewhere
            return
        try:
            async with live.lock:
                if await self._loader.catch_up(live, seq):
                    await self._tell_ending(live)
                    self._publish(live)
        except NoSuchTable:
            self.forget(table_id)  # it was taken away

    async def _tell_ending(self, live: LiveTable) -> None:
        """When a game is over and all of it is durable, its ending is told once. If the journal cannot be read just
        now, it is told to the next who looks."""
        over = live.session is not None and live.session.outcome is not None
        if over == (live.ending is not None):
            return
        try:
            live.ending = await tell_ending(self.store, live)
        except Exception:
            log.exception("the ending of table %s could not be told", live.info.id)

    async def rebase(self, table_id: str, make: Callable[[Session[Any]], Base], line: Line) -> None:
        """Go on from a changed base, where nothing is half done: a row without a choice, and a base of its own."""
        live = await self.live(table_id)
        async with live.lock:
            for _ in range(4):
                if live.session is None:
                    raise Refused("The game has not started yet.")
                session = Session(live.game, make(live.session), keep_log=False)
                entry = Entry(self.now_ms(), lines=(line,), moment=live.moment + 1, rebased=True)
                base, seq = msgspec.msgpack.encode(session.base), live.seq + 1
                write = Write(table_id, seq, encode_entry(entry), entry.moment, base, seq, archive=True)
                write.asked = "{}"  # whoever is asked there is asked anew
                if await self._journal.append(write):
                    live.begin(session, seq)
                    live.remember(seq, entry)
                    live.asked = {}
                    live.asked = live.asked_after(entry)
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

    async def expel(self, person_id: str) -> None:
        """Close every connection of a person, in every process; whoever may still come in comes back by itself."""
        self._expel(person_id)
        await self.store.signal(f"@{person_id}", "expel")

    def _expel(self, person_id: str) -> None:
        for live in self.tables:
            for feed in live.feeds:
                if feed.person_id == person_id:
                    feed.end()

    # Connections -------------------------------------------------------------------------------------------------

    async def attach(
        self,
        table_id: str,
        seat: int | None,
        person_id: str | None = None,
        *,
        playing: bool = True,
        reads: bool = False,
        muted: Iterable[str] = (),
    ) -> tuple[LiveTable, Feed]:
        live = await self.live(table_id)
        feed = Feed(seat, person_id, playing=playing, reads=reads)
        feed.muted = frozenset(muted)
        async with live.lock:  # while a commit is under way memory is ahead of what may be shown
            live.feeds.add(feed)
            if playing and seat is not None:
                live.gone.pop(seat, None)
                self.attendance.changed()
            await self._tell_ending(live)
            self._publish(live)
        return live, feed

    async def detach(self, live: LiveTable, feed: Feed) -> None:
        async with live.lock:
            live.feeds.discard(feed)
            if feed.seat is not None and feed.seat not in live.attended:
                live.gone[feed.seat] = self._clock()
            self.attendance.changed()
            live.last_used = time.monotonic()
            self._publish(live)

    def _attended_here(self) -> dict[str, frozenset[int]]:
        return {
            live.info.id: frozenset(feed.seat for feed in live.feeds if feed.playing and feed.seat is not None)
            for live in self._live.values()
            if live.feeds
        }

    async def _learn_who_is_elsewhere(self) -> None:
        for live in self.tables:
            seats = self.attendance.elsewhere(live.info.id)
            if seats == live.elsewhere:
                continue
            async with live.lock:
                left = live.elsewhere - seats
                live.elsewhere = seats
                for seat in left - live.attended:
                    live.gone[seat] = self._clock()
                for seat in live.attended:
                    live.gone.pop(seat, None)
                self._publish(live)

    # What happens by itself --------------------------------------------------------------------------------------

    def _publish(self, live: LiveTable) -> None:
        """Show what is durable, and let everything that now happens by itself happen."""
        wind(live, self._clock())
        try:
            with within(TO_SHOW):
                live.publish()
        except Exception as error:
            raise self.put_aside(live.info.id, error) from error
        if live.session is not None and live.session.outcome is None:
            if not live.automatic_due and something_due(live):
                live.automatic_due = True
                self._spawn(self._play_automatic(live))
            if live.clock.closes_at is not None and live.clock.armed_for != live.clock.closes_at:
                live.clock.armed_for = live.clock.closes_at
                self._spawn(self._run_out(live, live.clock.closes_at))

    async def _play_automatic(self, live: LiveTable) -> None:
        await asyncio.sleep(self._bot_pause)
        while self._bot_pause and (left := story_left(live, self._clock())) > 0:
            live.shown.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await live.shown.wait()
        try:
            async with live.lock:
                automatic = next_automatic(live)
                seq, deciding = live.seq, self._decide(live, automatic) if automatic is not None else None
            choice = await deciding if deciding is not None else None
        except Exception as error:  # a bot that cannot think stops its table, and no other
            self.put_aside(live.info.id, error)
            return
        live.automatic_due = False
        if automatic is None or choice is None:
            return
        try:
            await self.act(live.info.id, choice, by=automatic.by)
        except Refused:  # somebody else has moved meanwhile: then it is looked at again
            if live.seq != seq:
                await self.refresh(live)

    def _decide(self, live: LiveTable, automatic: Automatic) -> Awaitable[Move]:
        """The choice, or a bot's thinking about it: of the game as it is now, whatever happens meanwhile."""
        assert live.session is not None
        if automatic.choice is not None:
            return _already(automatic.choice)
        if not self._thinkers.count:
            with within(TO_DECIDE):
                return _already(choose(live.session, automatic.seat))
        return self._thinkers.choose(Position.of(live.session, automatic.seat))

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
            decisions = [(automatic.by, self._decide(live, automatic)) for automatic in due]
        for by, deciding in decisions:
            with contextlib.suppress(Refused):
                await self.act(live.info.id, await deciding, by=by)

    async def hold(self, table_id: str, seat: int, holding: bool) -> None:
        """Stop or restart the countdown of a reaction window, in every process."""
        live = await self.live(table_id)
        if live.session is None or not live.session.waiting.soft:
            raise Refused("There is nothing to hold now.")
        await self.signal(table_id, Signal("hold", None, {"seat": seat if holding else None}))

    async def seen(self, table_id: str, seat: int, moment: int) -> None:
        """This seat has been shown everything up to this moment. It is kept, so that nothing is shown twice."""
        live = await self.live(table_id)
        reached = min(moment, live.moment)
        if reached <= live.seen.get(seat, 0):
            return
        live.seen[seat] = reached
        live.shown.set()
        if self._marks.add(table_id, seat, reached):
            self._spawn(self._marks.write_soon())

    async def nudge(self, table_id: str, seat: int, by: int) -> None:
        live = await self.live(table_id)
        if live.session is None or seat not in live.session.waiting.seats:
            raise Refused("That player is not asked anything now.")
        now = self._clock()
        if now - live.nudged.get(seat, 0) < NUDGE_EVERY:
            raise Refused("They were reminded a moment ago.")
        live.nudged[seat] = now
        words, who = {"text": f"{live.info.name(by)} is waiting for you."}, live.info.seats[by].person_id or ""
        await self.signal(table_id, Signal("nudge", (seat,), words, by=who))

    async def signal(self, table_id: str, signal: Signal) -> None:
        """Pass something on to everybody who is connected, here and in other processes; it is not kept."""
        live = self._live.get(table_id)
        if live is not None:
            self._deliver(live, signal)
        await self.store.signal(table_id, base64.urlsafe_b64encode(msgspec.msgpack.encode(signal)).decode())

    def _deliver(self, live: LiveTable, signal: Signal) -> None:
        if signal.kind == "hold":
            hold(live, signal.data["seat"], self._clock())
            self._spawn(self.refresh(live))
            return
        for feed in live.feeds:
            if signal.by in feed.muted:
                continue
            if signal.to is None or (feed.playing and feed.seat in signal.to):
                feed.outbox.append(signal)
                feed.wake.set()

    async def refresh(self, live: LiveTable) -> None:
        async with live.lock:
            self._publish(live)

    # Housekeeping ------------------------------------------------------------------------------------------------

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _hear(self, about: str, what: str) -> None:
        """Another process tells something."""
        if about.startswith("@"):
            self._expel(about[1:])
        elif about in self.hears:
            self.hears[about](what)
        elif about.startswith("#"):
            self._set_aside(about[1:], what == "!aside")
        elif (live := self._live.get(about)) is not None:
            if what.startswith("!"):
                signal = msgspec.msgpack.decode(base64.urlsafe_b64decode(what[1:]), type=Signal)
                if signal.kind == "nudge":  # who was reminded there is not reminded again from here
                    live.nudged |= dict.fromkeys(signal.to or (), self._clock())
                self._deliver(live, signal)
            else:
                self._spawn(self._catch_up(about, None if what == "-" else int(what)))

    def _check_all(self) -> None:
        for live in self.tables:
            self._spawn(self._check(live))

    async def _check(self, live: LiveTable) -> None:
        with contextlib.suppress(NoSuchTable):
            await self._catch_up(live.info.id, None)
            for row, _ in (await self.store.entries_after(live.info.id, live.seq))[-1:]:
                await self._catch_up(live.info.id, row)

    async def _wake_tables(self) -> None:
        """After a start, bots play on and clocks run on, though nobody has opened their tables yet."""
        for table_id in [table_id for table_id, code in await self.store.self_moving() if self._wakes(code)]:
            try:
                await self.live(table_id)
            except Exception:
                log.exception("table %s could not be opened", table_id)

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(30.0, self._idle_seconds))
            for live in self.tables:
                if self._is_left(live, self._idle_seconds):
                    del self._live[live.info.id]

    @staticmethod
    def _is_left(live: LiveTable, seconds: float) -> bool:
        return not live.feeds and time.monotonic() - live.last_used > seconds and not live.lock.locked()

    def now_ms(self) -> int:
        return int(self._clock() * 1000)

    def clock(self) -> float:
        """Seconds since 1970."""
        return self._clock()


async def _already(choice: Move) -> Move:
    return choice

"""A table in memory: its session, what has been published of it, and the connections that follow it."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Collection, Hashable, Sequence
from typing import Any

import msgspec

from app.kernel import (
    Ask,
    Base,
    Choice,
    Ending,
    Game,
    Intro,
    Lesson,
    LessonView,
    Line,
    Moment,
    Option,
    Outcome,
    Refused,
    Session,
    Undo,
    Values,
)
from app.tables.asking import Asked, asked_after
from app.tables.endings import Afterwards, afterwards
from app.tables.entries import Entry
from app.tables.facts import EMBLEMS, Pilot, Request, TableInfo
from app.tables.regions import Regions

RECENT_LINES = 200
RECENT_KEYS = 64
LEARNER = 0  # the seat of who takes a lesson


class Told(msgspec.Struct, frozen=True):
    """A line of the log, with the moment in which it was told."""

    moment: int
    line: Line


class Player(msgspec.Struct, frozen=True):
    """What everybody may know about a seat."""

    seat: int
    name: str
    colour: int
    emblem: int
    bot: bool
    taken: bool
    here: bool
    asked: bool
    ready: bool
    played_by: str  # a friend, or what plays for it: "autopilot", "bot"


class AboutTable(msgspec.Struct, frozen=True):
    code: str
    game: str
    status: str
    commitment: str
    seed: str | None  # published when the game is over
    facts: int  # grows when the facts of the table change, so that lobbies look again
    rematch: str | None
    imported: bool = False  # from a file: somebody may have known its seed


class Status(msgspec.Struct, frozen=True):
    """What everybody may know about how the game stands."""

    waiting: tuple[int, ...]
    text: str
    soft: bool
    outcome: Outcome | None
    closes_at: int | None = None  # milliseconds since 1970: when a reaction window or a clock runs out
    lasts: int | None = None  # how many milliseconds it had
    held_by: int | None = None


class Takeback(msgspec.Struct, frozen=True):
    """What a seat can take back now."""

    choice: str  # names the choice: a press quotes the one that it saw
    needs: tuple[int, ...]  # who has answered since, and has to agree


def taken_back(seat: int, told: Sequence[str]) -> Line:
    """Everybody is told what is undone, on their stage as in the log."""
    what = "; ".join(told)
    words = f"{{{seat}}} takes back: {what}." if told else f"{{{seat}}} takes back a choice."
    return Line(words, moment=Moment("event", f"{{{seat}}} takes back", scene=what, actor=seat))


class Signal(msgspec.Struct, frozen=True):
    """Something that is passed on to connections and not kept: a reminder, a line of chat."""

    kind: str
    to: tuple[int, ...] | None
    data: dict[str, Any]
    by: str = ""  # whose words these are; never sent


class Clock(msgspec.Struct):
    """The running countdown of a table."""

    closes_at: float | None = None
    lasts: float = 0  # without the time in which what is new is read first
    opened_at: float = 0
    held_by: int | None = None
    moment: tuple[int, ...] = ()  # which question it belongs to
    armed_for: float | None = None  # the end that a timer is waiting for
    whole: float = 0  # what the ring shows as full: the time of a whole action has room for several windows
    beyond: float = 0  # what of it is left for windows to come


class TurnTimer(msgspec.Struct):
    """How much of the time for this turn its player has used."""

    turn: Hashable = None
    used: float = 0
    since: float | None = None  # when the present decision began to be counted


class Feed:
    """One connection's place in the stream: what it has been sent already. A slow one skips to the newest."""

    def __init__(
        self, seat: int | None, person_id: str | None = None, *, playing: bool = True, reads: bool = False
    ) -> None:
        self.seat = seat
        self.reads = reads  # a page that shows moments one by one, and says when it has; programs do not
        self.playing = playing  # False: somebody looks over the shoulder of this seat
        self.person_id = person_id
        self.outbox: deque[Signal] = deque(maxlen=64)  # what is no region: reminders, chat
        self.wake = asyncio.Event()
        self.wake.set()
        self.public = self.private = 0  # the newest versions that it has been sent
        self.began = 0  # the newest private version when it was sent something for the first time
        self.patches = False  # a page that can put a changed text together from the one that it has
        self.log_seq = -1
        self.log_epoch = -1
        self.facts = -1  # the facts of the table when it was last checked who this is
        self.over = False  # this connection is to be closed
        self.muted: frozenset[str] = frozenset()  # whose words this person does not want to read

    def end(self) -> None:
        self.over = True
        self.wake.set()


class LiveTable:
    def __init__(self, info: TableInfo, game: Game[Any]) -> None:
        self.info = info
        self.game = game
        self.session: Session[Any] | None = None
        self.seq = 0  # the newest row of the journal; never shown: it grows with sealed answers, too
        self.moment = 0  # the newest visible step
        self.lock = asyncio.Lock()
        self.feeds: set[Feed] = set()
        self.public = Regions()
        self.private: dict[int, Regions] = {}
        self.recent: deque[tuple[int, Told]] = deque(maxlen=RECENT_LINES)  # rows and what they told
        self.log_epoch = 0  # grows when lines were taken back, so that logs are sent anew
        self.keys: deque[tuple[int, str]] = deque(maxlen=RECENT_KEYS)
        self.last_used = 0.0
        self.last_at = 0.0  # when the newest row was written: the open question is that old
        self.clock = Clock()
        self.turn_timer = TurnTimer()
        self.ending: Ending | None = None  # told by the hub when the game is over
        self.facts = 0  # grows with every change of the facts: who may still look is checked again
        self.open_facts = 0  # grows with those that everybody may know of; what a seat keeps to itself does not tick
        self.elsewhere: frozenset[int] = frozenset()  # the seats that are played from other server processes
        self.gone: dict[int, float] = {}  # since when seats have nobody at the table: seconds since 1970
        self.loaded_at = time.time()
        self.nudged: dict[int, float] = {}
        self.automatic_due = False  # a bot or an autopilot is about to move
        self.asked: dict[int, Asked] = {}  # since when the players of seats have had to decide
        self.seen: dict[int, int] = {}  # up to which moment each seat has been shown everything
        self.learnt = 0  # things of the lesson that are done or read
        self.replied = 0  # choices of the others in the lesson
        self.coached: dict[int, set[str]] = {}  # what the players who have a coach know already; others are not here
        self.introduced: dict[int, set[str]] = {}  # what the coach has said to them at this table
        self.shown = asyncio.Event()  # somebody has been shown something: bots may be waiting for that
        self.around: Any = None  # what the web room draws every region with, kept there
        self._named: tuple[TableInfo | None, tuple[str, ...]] = (None, ())
        self._rows: list[int] = []  # the journal rows of the session's choices
        self._base: Base | None = None
        self._base_seq = 0
        self.stored_base_seq = 0

    def learn(self, info: TableInfo) -> None:
        """The facts of the table as they are now."""
        if info.as_all_know_it() != self.info.as_all_know_it():
            self.open_facts += 1
        self.info = info
        self.facts += 1

    # The session -------------------------------------------------------------------------------------------------

    def begin(self, session: Session[Any], seq: int) -> None:
        self.session, self.seq = session, seq
        self._base, self._base_seq, self.stored_base_seq = session.base, seq, seq
        self._rows = []

    def apply(self, entry: Entry) -> Entry:
        """Make a journalled or a new choice as the next row; returns the row with what it told."""
        assert self.session is not None
        choice = entry.choice
        if choice is None:
            raise Refused("That row holds no choice.")
        sealed = False
        if isinstance(choice, Undo):
            sealed = self.session.sealing
            indexes = self.session.can_undo(choice.seat).indexes
            sealed = sealed and len(indexes) == 1
            self.session.apply(choice)
            undone = tuple(self._rows[index] for index in indexes)
            told = () if sealed else (taken_back(choice.seat, self._told_in(undone)),)
            entry = msgspec.structs.replace(entry, undone=undone, lines=told)
            self._rows = [row for index, row in enumerate(self._rows) if index not in indexes]
        else:
            lines = self.session.apply(choice)
            entry = msgspec.structs.replace(entry, choice=self.session.accepted, lines=lines)
            self._rows.append(self.seq + 1)
        moment = self.moment if sealed or self.session.sealing else self.moment + 1
        return msgspec.structs.replace(entry, moment=moment)

    def examine_lesson(self, choice: Choice) -> None:
        """In a lesson one does what its step wants; at its end one is free."""
        if self.lesson is None:
            return
        if isinstance(choice, Undo):
            raise Refused("A lesson goes on: nothing is taken back here.")
        place = self.lesson.place(self.learnt)
        if place is not None:
            place.examine(choice)

    def wants(self, option: Option) -> bool:
        """Whether it may be chosen now: in a lesson only what its step wants may."""
        place = self.lesson.place(self.learnt) if self.lesson is not None else None
        answer = place.do.answer if place is not None and place.do is not None else ()
        return place is None or any(option.id in value.split(">") for value in answer)

    def accept(self, entry: Entry) -> None:
        """The row is durable: remember it."""
        self.seq += 1
        assert self.session is not None
        self.asked = self.asked_after(entry)
        if self.session.base is not self._base:
            self._base, self._base_seq = self.session.base, self.seq
            self._rows = []
        self.remember(self.seq, entry)
        if self.session.outcome is not None:
            self.log_epoch += 1  # what was private until now is shown with the rest

    def skip(self, entry: Entry) -> None:
        """A durable row that is no choice of the game."""
        self.seq += 1
        self.remember(self.seq, entry)

    @property
    def lesson(self) -> Lesson | None:
        return self.game.lessons().get(self.info.settings.lesson) if self.info.settings.lesson else None

    @property
    def introduces(self) -> bool:
        """Whether the game has a coach who introduces things."""
        return type(self.game).introductions is not Game.introductions

    def _count_lesson(self, entry: Entry) -> None:
        if entry.by == "lesson" or (entry.choice is not None and entry.choice.seat == LEARNER):
            self.learnt += 1
        elif entry.choice is not None:
            self.replied += 1

    def remember(self, seq: int, entry: Entry) -> None:
        self._count_lesson(entry)
        if entry.undone:
            gone = set(entry.undone)
            left = [told for told in self.recent if told[0] not in gone]
            if len(left) != len(self.recent):  # a sealed answer told nothing, and taking it back tells nothing
                self.recent = deque(left, maxlen=RECENT_LINES)
                self.log_epoch += 1
        self.last_at = entry.at / 1000
        self.moment = entry.moment or seq  # rows from before moments were counted
        self.recent.extend((seq, Told(self.moment, line)) for line in entry.lines)
        if entry.key and entry.choice is not None:
            self.keys.append((entry.choice.seat, entry.key))

    def newer_base(self, *, chapter: bool) -> tuple[bytes, int] | None:
        """A base that has moved on by enough rows to be worth storing: it bounds the work of loading. At the end of a
        chapter it is stored in any case, so that lines can branch off there whatever becomes of the rules."""
        assert self.session is not None
        seq = self.seq + 1 if self.session.base is not self._base else self._base_seq
        if seq - self.stored_base_seq < (1 if chapter else 32):
            return None
        return msgspec.msgpack.encode(self.session.base), seq

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called, by seat; worked out once for each change of the table's facts."""
        if self._named[0] is not self.info:
            self._named = (self.info, tuple(self.info.name(seat.number) for seat in self.info.seats))
        return self._named[1]

    @property
    def attended(self) -> frozenset[int]:
        """The seats whose players are at the table now, in whichever process."""
        return self.elsewhere | {feed.seat for feed in self.feeds if feed.playing and feed.seat is not None}

    @property
    def must_decide(self) -> set[int]:
        """The seats whose players have still to decide; reactions that close by themselves do not count, nor do sealed
        answers that were given. Not for everybody to see: that a sealed answer is there is nobody's business."""
        session = self.session
        if session is None or session.waiting.soft:
            return set()
        return {seat for seat, ask in session.asks.items() if seat not in ask.ready}

    def asked_after(self, entry: Entry) -> dict[int, Asked]:
        """Since when players have had to decide, after the choice of this row, which the session has made already."""
        chooser = entry.choice.seat if entry.choice is not None else None
        paused = self.session is not None and self.session.waiting.soft
        return asked_after(self.asked, chooser, self.must_decide, entry.moment, entry.at, paused=paused)

    # What is shown -----------------------------------------------------------------------------------------------

    def publish(self) -> None:
        """Bring all regions up to date and wake the connections. Called only when all that is in memory is durable."""
        session = self.session
        self.public.put("about", self._about(), AboutTable)
        self.public.put("players", self._players(), tuple[Player, ...])
        asked = (one for one in self.info.requests if one.kind != "undo" or one.moment == self.moment)
        self.public.put("requests", tuple(asked), tuple[Request, ...])
        if session is not None:
            waiting = session.waiting
            clock = self.clock
            closes = None if clock.closes_at is None else int(1000 * (clock.closes_at + clock.beyond))
            lasts = None if closes is None else int(1000 * clock.whole)
            held = clock.held_by
            status = Status(waiting.seats, waiting.text, waiting.soft, session.outcome, closes, lasts, held)
            self.public.put("status", status, Status)
            self.public.put("ending", self.ending, Ending | None)
            self.public.put("afterwards", afterwards(self.info) if self.ending else None, Afterwards | None)
            self.public.put_fields(self.game.public(session.state))
        watched = {feed.seat for feed in self.feeds if feed.seat is not None}
        for seat in watched:
            self._publish_private(seat)
        for seat in self.private.keys() - watched:
            del self.private[seat]
        for feed in self.feeds:
            feed.wake.set()

    def offers(self, seat: int) -> tuple[Option, ...]:
        """What a seat can do besides; what is about a person is not offered where a bot plays."""
        made = self.session.offers(seat) if self.session is not None else ()
        return tuple(one for one in made if one.person is None or not self.info.seats[one.person].bot)

    def _publish_private(self, seat: int) -> None:
        regions = self.private.setdefault(seat, Regions())
        session = self.session
        if session is not None:  # also for a seat that has joined since this moment: it is asked nothing here
            regions.put("ask", session.asks.get(seat), Ask | None)
            regions.put("offers", self.offers(seat), tuple[Option, ...])
            regions.put("undo", None if self.lesson else self.takeback(seat), Takeback | None)
            if self.lesson is not None and seat == LEARNER:
                regions.put("lesson", self._lesson_view(session), LessonView | None)
            elif self.introduces:
                regions.put("intro", self._intro(session, seat), Intro | None)
                regions.put("coached", seat in self.coached, bool)
            regions.put("pilot", self.info.seats[seat].pilot, Pilot)
            regions.put_fields(self.game.private(session.state, seat))

    def _lesson_view(self, session: Session[Any]) -> LessonView | None:
        lesson = self.lesson
        if lesson is None:
            return None
        place, ask = lesson.place(self.learnt), session.asks.get(LEARNER)
        names = tuple(step.name for step in lesson.steps)
        if place is None:
            return LessonView(len(names) + 1, names, None, None, "", lesson.farewell)
        return LessonView(place.number, names, place.step, place.do, ask.id if ask else "", lesson.farewell)

    def used(self, seat: int, values: Values) -> str:
        """What the coach is just saying to this seat, if these values are the use of it."""
        intro = self._intro(self.session, seat) if self.session is not None and self.introduces else None
        return intro.key if intro and any(value.partition(":")[0] in intro.used for value in values) else ""

    def _intro(self, session: Session[Any], seat: int) -> Intro | None:
        """What the coach says to this seat: the first thing in view that its player has not met before."""
        if seat not in self.coached or session.outcome:
            return None
        known = self.coached[seat]
        intros = self.game.introductions(session.state, seat)
        intro = next((intro for intro in intros if intro.key not in known), None)
        if intro is not None:
            self.introduced.setdefault(seat, set()).add(intro.key)
        return intro

    def takeback(self, seat: int) -> Takeback | None:
        """What this seat would take back now; None if there is nothing."""
        session = self.session
        if session is None or session.outcome or not self._rows:
            return None
        try:
            what = session.can_undo(seat)
        except Refused:
            return None
        return Takeback(str(self._rows[what.indexes[0]]), tuple(sorted(what.needs)))

    def has_begun(self, seat: int) -> set[int]:
        """The rivals whose turn would be taken from them if this seat took back: the question has gone from it to them,
        and they are here and have been shown it."""
        session = self.session
        if session is None or seat in session.waiting.seats:
            return set()
        asked = {one for one in session.waiting.seats if session.game.are_rivals(session.state, seat, one)}
        return {one for one in asked & self.attended if self.seen.get(one, 0) >= self.moment}

    def _told_in(self, rows: Collection[int]) -> list[str]:
        """What everybody was told in these rows, in few words."""
        lines = [told.line for seq, told in self.recent if seq in rows and told.line.to is None]
        told = [line.moment.title for line in lines if line.moment is not None] or [line.text for line in lines]
        return list(dict.fromkeys(words.rstrip(".") for words in told))

    def _about(self) -> AboutTable:
        info = self.info
        over = self.session is not None and self.session.outcome is not None
        seal = self.session.commitment if self.session else ""
        seed = info.seed if over else None
        return AboutTable(info.code, info.game, info.status, seal, seed, self.open_facts, info.rematch, info.imported)

    def _players(self) -> tuple[Player, ...]:
        here = self.attended
        asked = set(self.session.waiting.seats) if self.session else set()
        colours = self.info.colours()
        return tuple(
            Player(
                seat.number,
                self.names[seat.number],
                colours[seat.number],
                seat.emblem if seat.person_id else seat.number % len(EMBLEMS),
                seat.bot,
                seat.taken,
                seat.number in here,
                seat.number in asked,
                seat.ready,
                seat.lent_name or {"off": "", "default": "autopilot", "bot": "bot"}[seat.pilot.auto],
            )
            for seat in self.info.seats
            if not (seat.outside and seat.taken)  # who has left is not shown any more; an offered seat is
        )

    def present(self) -> tuple[str, ...]:
        """Who is in the game, and as what."""
        assert self.session is not None
        parts = self.game.parts(self.session.state)
        return tuple(
            f"{self.info.name(seat.number)} ({parts[seat.number]})"
            if seat.number in parts
            else self.info.name(seat.number)
            for seat in self.info.inside
        )

    def lines_for(self, seat: int | None, after: int = -1) -> list[Told]:
        over = self.session is not None and self.session.outcome is not None
        lines = []
        for seq, told in reversed(self.recent):  # the newest first, so that a frame costs no more in a long game
            if seq <= after:
                break
            if told.line.readable_by(seat, over):
                line = told.line.as_read_by(seat)
                lines.append(told if line is told.line else Told(told.moment, line))
        return lines[::-1]

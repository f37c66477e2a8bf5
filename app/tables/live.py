"""A table in memory: its session, what has been published of it, and the connections that follow it."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

import msgspec

from app.kernel import Ask, Base, Game, Line, Option, Outcome, Refused, Session, Undo
from app.tables.entries import Entry
from app.tables.facts import EMBLEMS, Pilot, Request, TableInfo
from app.tables.regions import Regions

RECENT_LINES = 200
RECENT_KEYS = 64


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


class Status(msgspec.Struct, frozen=True):
    """What everybody may know about how the game stands."""

    waiting: tuple[int, ...]
    text: str
    soft: bool
    outcome: Outcome | None
    closes_at: int | None = None  # milliseconds since 1970: when a reaction window or a clock runs out
    lasts: int | None = None  # how many milliseconds it had
    held_by: int | None = None


class Signal(msgspec.Struct, frozen=True):
    """Something that is passed on to connections and not kept: a reminder, a line of chat."""

    kind: str
    to: tuple[int, ...] | None
    data: dict[str, Any]


class Clock(msgspec.Struct):
    """The running countdown of a table."""

    closes_at: float | None = None
    lasts: float = 0
    opened_at: float = 0
    held_by: int | None = None
    moment: tuple[int, ...] = ()  # which question it belongs to
    armed_for: float | None = None  # the end that a timer is waiting for


class Feed:
    """One connection's place in the stream: what it has been sent already. A slow one skips to the newest."""

    def __init__(self, seat: int | None, person_id: str | None = None, *, playing: bool = True) -> None:
        self.seat = seat
        self.playing = playing  # False: somebody looks over the shoulder of this seat
        self.person_id = person_id
        self.outbox: deque[Signal] = deque(maxlen=64)  # what is no region: reminders, chat
        self.wake = asyncio.Event()
        self.wake.set()
        self.sent: dict[str, dict[str, int]] = {}  # scope -> region -> version
        self.log_seq = -1
        self.log_epoch = -1
        self.facts = -1  # the facts of the table when it was last checked who this is
        self.over = False  # this connection is to be closed


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
        self.facts = 0
        self.nudged: dict[int, float] = {}
        self.automatic_due = False  # a bot or an autopilot is about to move
        self._rows: list[int] = []  # the journal rows of the session's choices
        self._base: Base | None = None
        self._base_seq = 0
        self.stored_base_seq = 0

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
            entry = msgspec.structs.replace(entry, undone=undone)
            self._rows = [row for index, row in enumerate(self._rows) if index not in indexes]
        else:
            lines = self.session.apply(choice)
            entry = msgspec.structs.replace(entry, choice=self.session.accepted, lines=lines)
            self._rows.append(self.seq + 1)
        moment = self.moment if sealed or self.session.sealing else self.moment + 1
        return msgspec.structs.replace(entry, moment=moment)

    def accept(self, entry: Entry) -> None:
        """The row is durable: remember it."""
        self.seq += 1
        assert self.session is not None
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

    def remember(self, seq: int, entry: Entry) -> None:
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

    # What is shown -----------------------------------------------------------------------------------------------

    def publish(self) -> None:
        """Bring all regions up to date and wake the connections. Called only when all that is in memory is durable."""
        session = self.session
        self.public.put("about", self._about(), AboutTable)
        self.public.put("players", self._players(), list[Player])
        self.public.put("requests", self.info.requests, tuple[Request, ...])
        if session is not None:
            waiting = session.waiting
            closes = None if self.clock.closes_at is None else int(1000 * self.clock.closes_at)
            lasts = None if closes is None else int(1000 * self.clock.lasts)
            held = self.clock.held_by
            status = Status(waiting.seats, waiting.text, waiting.soft, session.outcome, closes, lasts, held)
            self.public.put("status", status, Status)
            rolls = (told for _, told in reversed(self.recent) if told.line.dice and told.line.to is None)
            self.public.put("tray", next(rolls, None), Told | None)
            self.public.put_fields(self.game.public(session.state))
        watched = {feed.seat for feed in self.feeds if feed.seat is not None}
        for seat in watched:
            self._publish_private(seat)
        for seat in self.private.keys() - watched:
            del self.private[seat]
        for feed in self.feeds:
            feed.wake.set()

    def _publish_private(self, seat: int) -> None:
        regions = self.private.setdefault(seat, Regions())
        session = self.session
        if session is not None:  # also for a seat that has joined since this moment: it is asked nothing here
            regions.put("ask", session.asks.get(seat), Ask | None)
            regions.put("offers", session.offers(seat), tuple[Option, ...])
            regions.put("undo", self._undo(session, seat), list[int] | None)
            regions.put("pilot", self.info.seats[seat].pilot, Pilot)
            regions.put_fields(self.game.private(session.state, seat))

    @staticmethod
    def _undo(session: Session[Any], seat: int) -> list[int] | None:
        """Whose consent a takeback needs; None if there is nothing to take back."""
        if session.outcome or not session.choices:
            return None
        try:
            return sorted(session.can_undo(seat).needs)
        except Refused:
            return None

    def _about(self) -> AboutTable:
        info = self.info
        over = self.session is not None and self.session.outcome is not None
        seal = self.session.commitment if self.session else ""
        seed = info.seed if over else None
        return AboutTable(info.code, info.game, info.status, seal, seed, self.facts, info.rematch)

    def _players(self) -> list[Player]:
        here = {feed.seat for feed in self.feeds if feed.playing}
        asked = set(self.session.waiting.seats) if self.session else set()
        colours = self.info.colours()
        return [
            Player(
                seat.number,
                self.info.name(seat.number),
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
        ]

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
                lines.append(told)
        return lines[::-1]

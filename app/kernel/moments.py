"""Moments: what a line of the log has to show besides its words.

A moment is one thing that happened, told once, with its reason: who did it, the dice and what became of them, what it
changed and why. It hangs on a line of the log and shares that line's readers, so privacy, journal, replay, undo and
export are those of the log. In all texts `{2}` stands for the name of the player in seat 2.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Literal, TypeAlias

import msgspec

Seat: TypeAlias = int
MomentKind = Literal["story", "check", "roll", "fight", "event", "gain", "loss", "reveal", "turn", "vote", "end"]
Fate = Literal["", "counts", "spent", "hurts", "ignored"]


class Die(msgspec.Struct, frozen=True, omit_defaults=True):
    """One die as it landed, and what became of it."""

    face: str  # what it shows: a number, or the word for a picture
    sides: int = 0
    owner: Seat | None = None
    fate: Fate = ""
    note: str = ""  # what became of it, in a word or two
    why: str = ""
    look: str = ""  # a class of the game's style sheet: what the die itself looks like
    icon: str = ""  # the id of a drawing on the game's page that is its face; the word is then only read


class Change(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that was one thing and is another now, and the reason. `before` may be empty for what is new."""

    what: str
    before: str
    after: str
    why: str = ""
    seat: Seat | None = None  # whose it is
    better: bool | None = None  # for its owner; None: neither


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """What came of it, as a block of its own: the row that was met, an injury and what it does, a find."""

    title: str
    text: str = ""
    good: bool | None = None


class Moment(msgspec.Struct, frozen=True, omit_defaults=True):
    kind: MomentKind
    title: str  # one sentence with its actor
    about: str | None = None  # the data-name of what it is about: the board looks there
    scene: str = ""  # one line of where and with whom
    text: str = ""  # a passage in the pack's own words, to be read or read aloud
    dice: tuple[Die, ...] = ()
    changes: tuple[Change, ...] = ()
    rule: str | None = None
    id: str = ""  # a later moment with the same id takes the place of this one: it has grown
    results: tuple[Result, ...] = ()
    actor: Seat | None = None  # whose deed it is, where the title names a figure and not the player


class Scene:
    """A moment in the making: rules add to it while they run."""

    def __init__(
        self,
        kind: MomentKind,
        title: str,
        *,
        about: str | None = None,
        scene: str = "",
        text: str = "",
        rule: str | None = None,
        to: tuple[Seat, ...] | None = None,
        actor: Seat | None = None,
    ) -> None:
        self.kind: MomentKind = kind
        self.title = title
        self.about = about
        self.scene = scene
        self.text = text
        self.rule = rule
        self.to = to
        self.actor = actor
        self.why = ""  # the reason of changes for which nobody gives another, for games that compare
        self.results: list[Result] = []
        self.dice: list[Die] = []
        self.places: dict[Hashable, int] = {}  # of dice that the game knows by a key
        self.changes: list[Change] = []
        self.id = ""
        self.lines: object = None  # the lines that were being told when it began, and where in them
        self.first_line = 0
        self.shown: Moment | None = None  # as it was told last, before it went on growing

    def change(
        self,
        what: str,
        before: object,
        after: object,
        why: str = "",
        *,
        seat: Seat | None = None,
        better: bool | None = None,
    ) -> None:
        """What became of something. Whether more is better is told, or more of a number is."""
        if better is None and isinstance(before, int) and isinstance(after, int) and before != after:
            better = after > before
        self.changes.append(Change(what, str(before), str(after), why, seat, better))

    def result(self, title: str, text: str = "", *, good: bool | None = None) -> None:
        """Something came of it that deserves a block of its own."""
        self.results.append(Result(title, text, good))

    def show(self, key: Hashable, die: Die) -> None:
        """A die that the game knows by a key: rolled again, it is shown in its old place."""
        if key in self.places:
            self.dice[self.places[key]] = die
            return
        self.places[key] = len(self.dice)
        self.dice.append(die)

    def became(self, key: Hashable, fate: Fate, note: str = "", why: str = "") -> None:
        """What becomes of the die that the game knows by this key; nothing, if it was not shown here."""
        if key in self.places:
            place = self.places[key]
            self.dice[place] = msgspec.structs.replace(self.dice[place], fate=fate, note=note, why=why)

    def fate(self, fate: Fate, note: str = "", why: str = "", *, last: int = 1) -> None:
        """What becomes of the dice that were rolled last."""
        for index in range(len(self.dice) - last, len(self.dice)):
            self.dice[index] = msgspec.structs.replace(self.dice[index], fate=fate, note=note, why=why)

    def moment(self) -> Moment:
        return Moment(
            self.kind,
            self.title,
            self.about,
            self.scene,
            self.text,
            tuple(self.dice),
            tuple(self.changes),
            self.rule,
            self.id,
            tuple(self.results),
            self.actor,
        )


# What is this? ------------------------------------------------------------------------------------------------------


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """A number or a word about something, with its reason."""

    what: str
    value: str
    why: str = ""
    seat: Seat | None = None
    better: bool | None = None


class Gauge(msgspec.Struct, frozen=True):
    """A track with two ends that both have a meaning."""

    value: int
    low: int
    high: int
    low_words: str
    high_words: str


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """The answer to "what is this?", for one seat. What the seat can do with it now is added by the table."""

    kind: str  # what sort of thing, and whose or where: "Unit of {1}, on the Quarry"
    title: str
    text: str  # what it is, in a sentence or two
    does: str = ""  # what it does, and when next
    use: str = ""  # how it is won, stopped or used
    gauge: Gauge | None = None
    facts: tuple[Fact, ...] = ()
    closed: tuple[Fact, ...] = ()  # what cannot be done with it now, with the reason
    places: tuple[str, ...] = ()  # the data-names of where it lies
    also: tuple[str, ...] = ()  # other data-names of the same thing: what can be done with those is listed here, too
    rule: str | None = None
    seat: Seat | None = None  # whose it is


# An end is an ending ------------------------------------------------------------------------------------------------


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat came to, and from where."""

    seat: Seat
    total: int
    parts: tuple[Fact, ...] = ()
    won: bool = False


class Chapter(msgspec.Struct, frozen=True):
    """What the game was for one player: "Cleo, who fought"."""

    seat: Seat
    title: str
    text: str


class Course(msgspec.Struct, frozen=True, omit_defaults=True):
    """How something went, from the beginning to the end: a line for each seat, drawn as a small chart."""

    title: str  # "Prosperity, turn by turn"
    step: str  # what one step is: "turn"
    lines: dict[Seat, tuple[int, ...]]  # a value before the first step, and one after each
    goal: int = 0  # what everybody was after, as a line across; 0: none
    turned: int | None = None  # the step at which it turned
    why: str = ""  # what turned it, a sentence


class Ending(msgspec.Struct, frozen=True, omit_defaults=True):
    """The end, told to everybody. Nothing is secret any more."""

    verdict: str  # a sentence
    why: str = ""  # two lines at most
    kicker: str = ""  # "An ending, after 33 rounds"
    good: bool | None = None  # of a co-operative game: won or lost; None: some won
    reasons: tuple[Fact, ...] = ()  # what led to it, row by row
    scores: tuple[Score, ...] = ()
    decided: Moment | None = None  # the moment that decided it
    course: Course | None = None  # how the points went
    chapters: tuple[Chapter, ...] = ()
    hidden: tuple[Fact, ...] = ()  # what was hidden all along
    numbers: tuple[Fact, ...] = ()  # honest statistics
    pieces: tuple[Fact, ...] = ()  # what became of single things, such as each Legacy
    pieces_title: str = ""

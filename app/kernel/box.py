"""What stands on a game's box: how it presents itself to people who have not played it, and its options in words.

Nothing here is a secret: public pages show all of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

WEIGHTS = ("very light", "light", "middling", "heavy", "very heavy")


class Panel(msgspec.Struct, frozen=True):
    """One picture of one minute of play, with what it says."""

    title: str  # bold first words: "You look."
    text: str
    picture: str = ""  # a show piece, by its file in static/show/
    quote: tuple[str, ...] = ()  # words that are said instead of a picture
    list: tuple[str, ...] = ()  # things to choose from instead of a picture; the one that begins with * is chosen


class Piece(msgspec.Struct, frozen=True):
    """A picture that may be shown to everybody."""

    file: str  # in static/show/ or static/games/
    alt: str
    caption: str = ""


class Pick(msgspec.Struct, frozen=True):
    """One value of an option."""

    title: str
    text: str  # one sentence: what changes at the table
    said: str = ""  # its part of the table's sentence, the chosen words in brackets: "on [Oriel]"
    brief: str = ""  # its part of the line of finer points, where it has one
    seats: int = 0  # it is for exactly so many; 0: for any number


class Wording(msgspec.Struct, frozen=True):
    """An option in words. A tick has the choices "true" and "false"; a number may do without."""

    title: str
    text: str = ""
    choices: Mapping[str, Pick] = {}
    said: str = ""  # numbers: "first to [{}] points"
    brief: str = ""  # numbers: "{} points win."
    usual: str = ""  # what is said instead of `brief` where there is none of it
    hidden: tuple[str, ...] = ()  # choices that the form does not offer
    only: tuple[str, str] | None = None  # it matters only where that other option has that value


class Box(msgspec.Struct, frozen=True):
    mood: str
    promise: str  # one or two sentences, at most 130 characters, that name something one will do
    lead: str  # the promise with more room
    time: str  # "2 hours", "90 min a mission"
    weight: int  # 1 to 5
    sentence: str  # of a table: "{title} {pack} for {seats}, {pace}, {reading}"
    like: str  # what it is like, one paragraph
    like_if: str
    not_if: str
    best: str  # with how many, and how
    evening: tuple[Panel, ...]
    cover: str  # in static/games/ or static/show/
    hero: Piece
    shows: tuple[Piece, ...] = ()
    shows_caption: str = ""
    lesson: int = 0  # minutes of the lesson; 0: there is none
    long: str = ""  # "About two hours", for forms and invitations
    bring: str = "This phone and your voice"
    first: tuple[str, ...] = ()  # the options that matter, in order; "pace" is the table's
    options: Mapping[str, Wording] = {}
    place: int = 9  # on the shelf
    company: int = 3  # seats of a game with bots, and of a table unless something else is said
    stage: Literal["beside", "below", "over"] = "beside"  # where the stage stands: below a wide board, over a picture

    @property
    def weight_word(self) -> str:
        return WEIGHTS[self.weight - 1]

"""The facts of a table that are not its game: who sits where, how it is set up, what people have asked of each other."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from app.kernel import Ask

COLOURS = ("blue", "rust", "green", "violet", "ochre", "teal", "rose", "slate")
BOT_NAMES = ("Quill", "Rook", "Sable", "Thorn", "Umber", "Vesper", "Wren", "Yarrow")
EMBLEMS = ("circle", "square", "triangle", "diamond", "hexagon", "star", "drop", "cross")


class TableSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    listed: Annotated[
        bool, msgspec.Meta(title="Listed", description="Show this table to everybody who opens the site.")
    ] = False
    spectators: Annotated[
        Literal["off", "public", "player", "after"],
        msgspec.Meta(
            title="Spectators",
            description="off: nobody watches; public: what all players see; player: also over the shoulder of players "
            "who allow it; after: everything, but only when the game is over.",
        ),
    ] = "public"
    pace: Annotated[
        Literal["live", "slow"],
        msgspec.Meta(title="Pace", description="live: everybody is here now; slow: over days, one move at a time."),
    ] = "live"
    soft_seconds: Annotated[
        int,
        msgspec.Meta(
            ge=2, le=60, title="Reaction time", description="Seconds to react before a window closes by itself."
        ),
    ] = 6
    clock_minutes: Annotated[
        int, msgspec.Meta(ge=0, le=10_000, title="Clock", description="Minutes for a decision; 0 for no clock.")
    ] = 0
    discord_server: Annotated[
        str,
        msgspec.Meta(
            max_length=20,
            pattern=r"^\d*$",
            title="Discord server",
            description="Only members of the server with this id may take a seat. Empty: everybody.",
        ),
    ] = ""
    discord_role: Annotated[
        str,
        msgspec.Meta(
            max_length=20,
            pattern=r"^\d*$",
            title="Discord role",
            description="And only those who have the role with this id.",
        ),
    ] = ""
    on_time: Annotated[
        Literal["nudge", "default", "bot"],
        msgspec.Meta(
            title="When time is up",
            description="nudge: remind the player; default: make the safe choice; bot: let the bot choose.",
        ),
    ] = "nudge"


class Pilot(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a seat is played when its player does not want to be asked."""

    auto: Literal["off", "default", "bot"] = "off"
    without: bool = False  # set by a vote of the others; ends when the player is back
    until_turn: bool = False  # pass every reaction until my own turn begins
    until: str = ""  # the stretch of the game in which that was said; it ends with it
    scope: str = ""  # pass every reaction of this action
    topics: tuple[str, ...] = ()  # never ask me in these kinds of windows
    ignored: tuple[str, ...] = ()  # never ask me where only these cards could be played
    stop_when_targeted: bool = True

    def passes(self, ask: Ask, stretch: str = "") -> bool:
        """Whether this seat has said beforehand that it passes here. Only reactions can be passed so."""
        if not ask.soft or (ask.urgent and self.stop_when_targeted):
            return False
        if (self.until_turn and self.until == stretch) or (bool(ask.scope) and self.scope == ask.scope):
            return True
        return ask.topic in self.topics or (bool(ask.plays) and set(ask.plays) <= set(self.ignored))

    @property
    def yields(self) -> bool:
        return self.until_turn or bool(self.scope or self.topics or self.ignored)


class SeatInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    number: int
    person_id: str | None = None
    name: str = ""
    bot: bool = False
    colour: int = 0
    emblem: int = 0
    ready: bool = False
    lent_to: str | None = None
    lent_name: str = ""
    shown: bool = False
    pilot: Pilot = Pilot()
    outside: bool = False  # of a campaign: offered to a newcomer, or left by its player

    @property
    def taken(self) -> bool:
        return self.bot or self.person_id is not None


class Request(msgspec.Struct, frozen=True):
    """Consent to a takeback, or a vote to go on without someone."""

    kind: Literal["undo", "without"]
    seat: int
    needs: tuple[int, ...]
    agreed: tuple[int, ...]
    moment: int

    @property
    def granted(self) -> bool:
        if self.kind == "undo":
            return set(self.needs) <= set(self.agreed)
        return 2 * len(self.agreed) > len(self.needs)


class Branch(msgspec.Struct, frozen=True):
    """From where a campaign goes on as a line of its own."""

    code: str  # of the table
    moment: int
    title: str


class TableInfo(msgspec.Struct, frozen=True):
    id: str
    code: str
    game: str
    options: dict[str, Any]
    status: str
    owner_id: str | None
    seed: str
    seats: tuple[SeatInfo, ...]
    settings: TableSettings = TableSettings()
    requests: tuple[Request, ...] = ()
    rematch: str | None = None
    branch_of: Branch | None = None
    abandoned: bool = False  # a line of a campaign that its players have left: to be read, not played
    announced: bool = False  # whether the world outside hears of it

    def seat_of(self, person_id: str | None) -> int | None:
        """The seat that this person sits in, or else plays for a friend."""
        seats = self.seats_of(person_id)
        return seats[0] if seats else None

    def seats_of(self, person_id: str | None) -> list[int]:
        if person_id is None:
            return []
        own = [seat.number for seat in self.seats if seat.person_id == person_id]
        return own + [seat.number for seat in self.seats if seat.lent_to == person_id]

    @property
    def inside(self) -> list[SeatInfo]:
        """The seats in the game."""
        return [seat for seat in self.seats if not seat.outside]

    def name(self, seat: int) -> str:
        info = self.seats[seat]
        return info.name or (BOT_NAMES[seat % 8] if info.bot else f"Seat {seat + 1}")

    def colours(self) -> list[int]:
        """A colour for each seat: the one its player likes, unless another has it already."""
        chosen: list[int] = []
        for seat in self.seats:
            free = [colour for colour in range(len(COLOURS)) if colour not in chosen]
            liked = seat.colour if seat.person_id is not None else seat.number
            chosen.append(liked if liked in free or not free else free[0])
        return chosen

"""The facts of a table that are not its game: who sits where, how it is set up, what people have asked of each other."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from app.kernel import Ask

COLOURS = ("blue", "rust", "green", "violet", "ochre", "teal", "rose", "slate")
BOT_NAMES = ("Quill", "Rook", "Sable", "Thorn", "Umber", "Vesper", "Wren", "Yarrow")
EMBLEMS = ("circle", "square", "triangle", "diamond", "hexagon", "star", "drop", "cross")

SHORTEST_RING = 5  # seconds to react, where there is a limit at all

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


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
    story: Annotated[
        Literal["brisk", "normal", "slow"],
        msgspec.Meta(
            title="Pace of bots",
            description="Bots wait until what they did has been read. brisk: half as long; slow: twice as long.",
        ),
    ] = "normal"
    soft_seconds: Annotated[
        int,
        msgspec.Meta(
            ge=0,
            le=120,
            title="Reaction time",
            description="Seconds to react before a window closes by itself, 5 to 120; 0: everybody is waited for.",
        ),
    ] = 10
    clock_minutes: Annotated[
        int, msgspec.Meta(ge=0, le=10_000, title="Clock", description="Minutes for a decision; 0 for no clock.")
    ] = 0
    turn_minutes: Annotated[
        int,
        msgspec.Meta(
            ge=0,
            le=10,
            title="Turn timer",
            description="Minutes for all decisions of a turn; then the safe choices are made. 0 for none.",
        ),
    ] = 0
    silent: Annotated[
        bool, msgspec.Meta(title="No table talk", description="Nobody writes in the chat while the game is played.")
    ] = False
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
    lesson: Annotated[str, msgspec.Meta(extra={"hidden": True})] = ""  # which lesson of the game this table is
    on_time: Annotated[
        Literal["nudge", "default", "bot"],
        msgspec.Meta(
            title="When time is up",
            description="nudge: remind the player; default: make the safe choice; bot: let the bot choose.",
        ),
    ] = "nudge"

    def __post_init__(self) -> None:
        if 0 < self.soft_seconds < SHORTEST_RING:  # tables of older releases may have been quicker
            msgspec.structs.force_setattr(self, "soft_seconds", SHORTEST_RING)


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
    control: Literal["quiet", "full"] = "quiet"  # reactions as a quiet ring to lean into, or as questions in full
    marked: tuple[str, ...] = ()  # kinds of windows and cards that always stop me

    def passes(self, ask: Ask, stretch: str = "") -> bool:
        """Whether this seat has said beforehand that it passes here. Only reactions can be passed so."""
        if not ask.soft or (ask.urgent and self.stop_when_targeted):
            return False
        if ask.topic in self.marked or set(ask.plays) & set(self.marked):
            return False  # by what all know, not by what I hold: how long the window lasts must not tell
        if (self.until_turn and self.until == stretch) or (bool(ask.scope) and self.scope == ask.scope):
            return True
        return ask.topic in self.topics or (bool(ask.plays) and set(ask.plays) <= set(self.ignored))

    def stops(self, ask: Ask) -> bool:
        """Whether this seat is asked in full where it could react, instead of being shown a quiet ring. It never is where
        it has nothing to play. Nobody else can tell: the window lasts as long either way."""
        if self.control == "full":
            return True
        if len(ask.options) < 2:
            return False
        if (ask.urgent and self.stop_when_targeted) or ask.topic in self.marked:
            return True
        return any(mark in option.label for option in ask.options for mark in self.marked)

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
    """Consent to a takeback, or a vote to go on without someone, or to take someone out of the game."""

    kind: Literal["undo", "without", "remove"]
    seat: int
    needs: tuple[int, ...]
    agreed: tuple[int, ...]
    moment: int

    def goes_on_as(self, other: Request) -> bool:
        """Whether what is asked now was asked already: of the same people, and, of a takeback, at the same moment."""
        return self.needs == other.needs and (self.kind != "undo" or self.moment == other.moment)

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


class Agreed(msgspec.Struct, frozen=True):
    """How a table was set up when people last said that they are ready with it."""

    options: dict[str, Any]
    settings: TableSettings


class Gathering(msgspec.Struct, frozen=True, omit_defaults=True):
    """Who comes and who stays out, and what the host changed while people gathered."""

    kept_out: dict[str, int] = {}  # persons whom the host asked to stand up, and until when: milliseconds since 1970
    taken_out: dict[str, int] = {}  # persons who were taken out of the game, and from which seat
    changed: tuple[str, ...] = ()  # what the host changed, in words
    agreed: Agreed | None = None  # what it was before that: all that changes until a guest is ready again is one change


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
    again: tuple[int, ...] = ()  # the seats that have said in the rematch that they are ready
    branch_of: Branch | None = None
    abandoned: bool = False  # a line of a campaign that its players have left: to be read, not played
    gathering: Gathering = Gathering()
    imported: bool = False  # it came from a file, so somebody may have known its seed

    def keeps_out(self, person_id: str, now_ms: int) -> bool:
        """Whether this person was asked to leave and has not been let in again."""
        return self.gathering.kept_out.get(person_id, 0) > now_ms

    def seat_of(self, person_id: str | None) -> int | None:
        """The seat that this person sits in, or else plays for a friend."""
        seats = self.seats_of(person_id)
        return seats[0] if seats else None

    def seats_of(self, person_id: str | None) -> list[int]:
        if person_id is None:
            return []
        own = [seat.number for seat in self.seats if seat.person_id == person_id]
        return own + [seat.number for seat in self.seats if seat.lent_to == person_id]

    def as_all_know_it(self) -> TableInfo:
        """Without what a player keeps to themselves: which reactions they pass."""
        seats = (msgspec.structs.replace(seat, pilot=Pilot(seat.pilot.auto, seat.pilot.without)) for seat in self.seats)
        return msgspec.structs.replace(self, seats=tuple(seats))

    @property
    def agreed(self) -> Agreed:
        """What a change is told against: what a guest has said they are ready with, or else what it was before the host
        began to change it."""
        ready = any(seat.ready and seat.person_id not in (None, self.owner_id) for seat in self.seats)
        begun = None if ready else self.gathering.agreed
        return begun or Agreed(self.options, self.settings)

    @property
    def inside(self) -> list[SeatInfo]:
        """The seats in the game."""
        return [seat for seat in self.seats if not seat.outside]

    def name(self, seat: int) -> str:
        """What the player in this seat is called at this table. Of two with the same name, the later one is told apart by
        the shape they have: "Ann of the square"."""
        info, own = self.seats[seat], self._given_name(seat)
        same = [other for other in self.seats[:seat] if self._given_name(other.number).casefold() == own.casefold()]
        if not same:
            return own
        if info.bot or any(other.emblem == info.emblem for other in same):
            return f"{own} the {ORDINALS[len(same) % len(ORDINALS)]}"
        return f"{own} of the {EMBLEMS[info.emblem % len(EMBLEMS)]}"

    def _given_name(self, seat: int) -> str:
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

"""Stratos' pieces. Everything there is to know about a match lives here, secrets included.

Who may see what (STR-189 to STR-199); when `State.result` is set the match is over and all of it is shown to all:

    public                everything that is not named below
    nobody                Tile.sign of a tile that is not searched; Tile.special of a covered tile; State.unused;
                          the order of decks and supply piles (their sizes are public, discard piles are open)
    the seats in `seen`   Tile.sign of a tile they looked at; the Card at that place of an Exploration deck
    its owner             Spell.id and Spell.title while `up` and `named` are both False (its `kind` is public);
                          Player.items (their number is public)

Names of board elements in the `target` of options: `unit-<id>` for units, `tile-<row>-<col>` for squares.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Square = tuple[int, int]  # row, column; (0, 0) is top left

ScenarioId = Literal[
    "ffa",
    "ffa2",
    "cathedral2",
    "ffa3",
    "sorcerer3",
    "ffa4",
    "rush4",
    "treasure4",
    "ffa5",
    "tombolo5",
    "lesson",
]


class Options(msgspec.Struct, frozen=True):
    scenario: Annotated[
        ScenarioId,
        msgspec.Meta(
            title="Scenario",
            description="Free-for-all maps for 2 to 5 (ffa picks the one that fits), Sacred Cathedral (2), the Reclusive "
            "Sorcerer (3), Rush the Mountains (4), Treasures and Treachery (4), Battle at the Tombolo (5), or a lesson (2).",
        ),
    ] = "ffa"
    target: Annotated[
        int, msgspec.Meta(ge=5, le=20, title="Prosperity", description="How many Prosperity Points win (STR-014).")
    ] = 10
    random_map: Annotated[
        bool, msgspec.Meta(title="Random map", description="Deal the terrain of the map anew; water and specials stay.")
    ] = False
    bots: Annotated[
        Literal["strong", "steady", "easy"],
        msgspec.Meta(title="Bots", description="How well bots play: strong (they look ahead), steady or easy."),
    ] = "steady"
    start: Annotated[
        Literal["balanced", "printed"],
        msgspec.Meta(
            title="Start", description="Balanced: later starters have some resources. Printed: as in the book."
        ),
    ] = "balanced"
    quarry: Annotated[
        Literal["arrival", "round"],
        msgspec.Meta(title="The Quarry", description="Scenario 4: won on arrival, or held at a turn start (STR-167)."),
    ] = "arrival"
    gem_hoards: Annotated[
        bool, msgspec.Meta(title="Gems in a hoard", description="A Gem stands for any resource of a hoard (STR-130).")
    ] = True


class Tile(msgspec.Struct):
    id: int  # stays with the tile when it moves
    kind: str  # "P" prairie, "M" mountain, "D" desert, "F" forest, "L" lagoon, "S" special
    sign: str = ""  # underside: "blank", "I", "II", "tri"; HIDDEN unless searched, or this seat is in `seen`
    searched: bool = False
    special: str = ""  # "academy", "fortress", "cathedral", "quarry"; HIDDEN from all while covered
    covered: bool = False
    group: str = ""  # covered specials: which draw it came from ("?", "q", "a"); public
    seen: list[int] = []  # seats that looked at the underside; that they looked is public
    fresh: bool = False  # a special that lay open from the start, and on which nobody has landed yet (STR-132)


class Unit(msgspec.Struct):
    """All public (STR-022)."""

    id: int
    seat: int
    cls: str  # "peasant", "soldier", "archer", "mage", "explorer"
    at: Square
    health: int
    spirit: int = 0
    promoted: bool = False
    defend: bool = False  # a Defend marker
    ward: bool = False
    wither: bool = False  # automatic Defend is switched off
    snare: bool = False
    net: int = 0  # how many ends of its owner's turns it still lasts
    fortress: bool = False  # discovered the Fortress: defends for the rest of the match
    cathedral: bool = False  # discovered the Cathedral: immune for the rest of the match
    occupies: str = ""  # the special whose Occupy bonus is running for this unit
    equipment: list[str] = []  # card ids
    actions: list[str] = []  # taken this turn
    extra: list[str] = []  # extra actions still open: "any" or "no_cast"


class Spell(msgspec.Struct):
    id: str  # such as "spark#1"; HIDDEN from others while neither up nor named
    kind: str  # "mage" or "sorcerer"; public
    up: bool = False  # face-up: worth 1 PP in an active book
    named: bool = False  # its title is public because a cast was ineffective (STR-079)
    lost: bool = False  # set aside since the last Mage left (STR-082)

    @property
    def title(self) -> str:
        return self.id.partition("#")[0]


class Permanent(msgspec.Struct):
    id: str
    used: bool = False  # this turn


class Pool(msgspec.Struct):
    """Resources: public. One per seat; in scenario 9 one per side."""

    corn: int = 0
    nickel: int = 0
    spice: int = 0
    oak: int = 0
    gems: int = 0


class Player(msgspec.Struct):
    seat: int
    tribe: str
    side: int
    pool: int  # index in State.pools
    eliminated: bool = False
    spells: list[Spell] = []
    items: list[str] = []  # unused one-use items, card ids; HIDDEN from others, their number is public
    used: list[str] = []  # used one-use items, face-up
    permanents: list[Permanent] = []
    hoard: int = 0  # Hoard Tokens
    defeats: int = 0  # Defeat Tokens
    promote_token: bool = False  # worth 2 PP
    occupy_token: bool = False  # worth 2 PP
    deed: bool = False  # a Deed of Hire waits for the first hire of this turn
    seeded: bool = False  # the Seed Pouch has worked this turn


class Card(msgspec.Struct):
    """A card in a deck; the first of a deck is its top."""

    id: str  # HIDDEN from all but `seen`
    seen: list[int] = []


class Result(msgspec.Struct, frozen=True):
    winners: tuple[int, ...]
    reason: str


Phase = Literal["start", "action", "buy", "end"]


class State(msgspec.Struct):
    scenario: str  # one of the ids, never "ffa"
    target: int
    bots: str
    grid: list[list[Tile | None]]  # rows of columns; None is a void
    units: list[Unit]
    players: list[Player]
    pools: list[Pool]
    sides: list[list[int]]  # seats of each side
    slots: list[list[int]]  # who takes a turn together, in turn order: one seat each, whole sides in scenario 9
    decks: dict[str, list[Card]]  # "mage", "sorcerer", "land", "lagoon"
    discards: dict[str, list[str]]  # "land", "lagoon"; open to all
    supply: dict[str, list[Tile]]  # by kind, P M D F L; only the sizes are public
    gone: list[Tile]  # destroyed tiles
    unused: list[str]  # specials that stayed out of the match; HIDDEN from all
    slot: int = 0  # whose turn it is, index in slots
    phase: Phase = "start"
    actor: int = 0  # the seat in its Action Phase, or the first seat of the Buy Phase
    turn: int = 1  # counts turns from the start of the match
    selected: int | None = None  # the unit whose actions are listed first; for its own player only
    deciding: int | None = None  # a seat that is not on turn but must decide now (Pandora's Box)
    holders: list[int] = []  # scenario 9: attackers' units on the Tombolo when their turn ended
    next_unit: int = 1
    by_itself: bool = False  # this turn ends because nothing is left to do in it, not by a button (STR-218)
    printed: bool = False  # nobody has more to begin with than the book says (STR-020)
    arrival: bool = False  # scenario 4: whoever stands on the Quarry has won (STR-167)
    gem_hoards: bool = False  # a Gem may stand for a resource of a hoard (STR-130)
    gems_too: bool = False  # in this Buy Phase every payment with Gems is asked about (STR-204)
    result: Result | None = None

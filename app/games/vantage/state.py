"""Everything that changes during a session of Vantage."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from app.games.vantage.world import CATEGORIES, STATS, World, world, worlds


class Options(msgspec.Struct, frozen=True):
    pack: Annotated[
        str,
        msgspec.Meta(
            max_length=40,
            title="World",
            description="Which pack of places and cards is played.",
            extra={"choices": worlds},
        ),
    ] = "oriel"
    reroll_hard_mission: Annotated[
        bool, msgspec.Meta(title="Reroll hard missions", description="A double on the mission dice may be rerolled.")
    ] = True
    reroll_hard_crash: Annotated[
        bool, msgspec.Meta(title="Reroll harsh crash sites", description="A double in a pod may be rerolled.")
    ] = True
    hints: Annotated[
        Literal["off", "soft", "plain"],
        msgspec.Meta(title="Hints", description="How much direction hint texts give; they never tell a cost."),
    ] = "soft"
    extra_dice: Annotated[
        bool,
        msgspec.Meta(title="Extra dice", description="One more die at somebody's third and sixth card; not with six."),
    ] = False
    reserve_keeps_boost: Annotated[
        bool, msgspec.Meta(title="Reserve keeps boost", description="Reserved cards keep their boost.")
    ] = False
    reading: Annotated[
        Literal["text", "aloud"],
        msgspec.Meta(title="Reading", description="aloud: the storyteller reads results out before all see them."),
    ] = "text"


class Held(msgspec.Struct):
    """A card that somebody has."""

    id: int
    boost: int = 0
    dice: list[str] = []  # the face on each slot, "" where it is open
    count: int = 0  # quests
    bound: int | None = None


class Die(msgspec.Struct):
    face: str
    slot: str = ""  # "1152.0" once it is placed


class Cut(msgspec.Struct):
    amount: int
    fits: dict[str, Any]
    until: str  # turn, next_turn, session
    turns: int


class Guard(msgspec.Struct):
    against: str
    stat: str
    amount: int
    until: str
    turns: int


class Immunity(msgspec.Struct):
    kind: str
    until: str
    turns: int


class Pin(msgspec.Struct, frozen=True):
    x: int
    y: int
    text: str


class Footstep(msgspec.Struct, frozen=True):
    """One place of a seat's route, with the caption and pins left there."""

    turn: int
    place: int
    caption: str = ""
    pins: tuple[Pin, ...] = ()


class Traveller(msgspec.Struct):
    """A seat and its character."""

    level: str = ""
    character: int = 0
    stats: dict[str, int] = {}
    skills: dict[str, int] = {}
    coins: int = 0
    place: int = 0
    pod: int = 0
    grid: list[Held | None] = msgspec.field(default_factory=lambda: [None] * 9)
    reserve: list[Held] = []
    supply: list[Held] = []
    done: dict[str, list[str]] = {}  # location actions performed, by place (VAN-066)
    arrived: list[int] = []  # places whose `once` arrival has struck
    back: int | None = None  # where an interior puts one back
    stayed: int = 0
    caves: int | None = None  # from where the caves were entered (VAN-C65)
    rose: int | None = None  # from where the sky was reached with the previous action
    immune: list[Immunity] = []
    guards: list[Guard] = []
    cuts: list[Cut] = []
    caption: str = ""
    pins: list[Pin] = []
    read_out: list[str] = []
    notes: dict[str, str] = {}  # hidden: private notes, by the place where they were written
    pages: list[str] = []  # hidden: open pages of the Book of Vantages
    puzzle: str = ""  # hidden: the puzzle in front of this seat
    shared_puzzle: bool = False
    reading: str = ""  # hidden: a passage that stays in front of its reader until they put it away
    named: list[str] = []  # hidden: what name_place told
    standing: dict[str, int] = {}  # standing pledges by category
    permits: dict[str, str] = {}  # "1152.0" to last or closed; open where nothing is said
    route: list[Footstep] = []
    turns: int = 0
    cards_gained: int = 0
    lost: int = 0
    published: bool = False  # at the end, my private notes may be read (VAN-255)
    charted: bool = False  # the map of where I have been is shown to all (VAN-254)
    careful: bool = False  # wants to be asked about every roll, also where nothing can be lost
    shows: bool = False  # at the end, the places I stood at may be seen (VAN-255)
    spoilers: bool = False  # at the end, I want to see what the others show


class Pledged(msgspec.Struct):
    seat: int
    amount: int


class Open(msgspec.Struct):
    """The action being performed."""

    seat: int
    kind: str  # place, card, centre, depart, final
    origin: int  # the number whose entry it is
    act: str
    stage: str  # declared, pay, place, result
    direction: str = ""
    line: str = ""
    cost: int = 0
    x: int = 0
    involves: list[str] = []
    pledges: list[Pledged] = []
    closed: list[str] = []  # slots of others that were not open at the roll; what stood open stays open (VAN-248)
    barred: list[int] = []  # seats that want it barred (VAN-071)
    shots: list[int] = []  # bows that have been spent on it (VAN-C34)
    spared: list[int] = []  # seats whose pledge the actor does without (VAN-245)
    prepaid: int = 0  # tokens that the actor pays for it as it is chosen
    known: bool = False  # its cost was known before it was chosen: a listed way, a printed card
    unhurried: bool = False  # the actor has stopped the clock: nothing of it goes by itself (VAN-244)

    @property
    def category(self) -> str:
        return self.act.partition("-")[0]

    @property
    def verb(self) -> str:
        return self.act.partition("-")[2]


class Again(msgspec.Struct):
    """A continue that is still to be followed."""

    must: bool
    lifted: bool  # the limit of one location action
    only: list[str] = []
    direct: str = ""  # an option to begin at step 2


class Later(msgspec.Struct):
    seat: int
    turns: int
    scope: str
    place: int
    do: list[dict[str, Any]]
    this: int | None = None


class Gain(msgspec.Struct):
    seat: int
    card: int
    must: bool = False


class Entry(msgspec.Struct, frozen=True):
    """A passage of the travelogue."""

    id: int
    turn: int
    seat: int
    place: int
    title: str
    text: str


class State(msgspec.Struct):
    pack: str
    options: Options
    seats: list[Traveller]
    step: str = "level"
    first: int = 0
    turn: int = 0
    number: int = 0  # turns begun
    deeds: int = 0  # actions performed: one a turn, and those by continuing
    total: int = 0
    pool: int = 0
    penalty: int = 0
    unused: int = 0
    tokens: dict[str, int] = {}
    roll: list[Die] = []
    blanks: int = 0  # dice that count as blanks because there are none left (VAN-101)
    action: Open | None = None
    again: Again | None = None
    gains: list[Gain] = []
    queue: list[int] = []  # seats still to crash
    mission: int | None = None
    mission_done: bool = False
    mission_goal: bool = False
    vote_due: bool = False
    destinies: list[int] = []
    ready: list[int] = []
    completed: list[int] = []
    flags: dict[str, int] = {}
    counters: dict[str, int] = {}
    forbidden: dict[str, str] = {}  # "48:take-PRY" to the reason
    later: list[Later] = []
    shared_cards: list[int] = []
    gone: list[int] = []  # cards out of the session for good
    marks: list[int] = []  # the shared map
    peeks: list[str] = []
    passage: str = ""
    told: str = ""  # a passage that the storyteller has not read out yet
    storyteller: int = 0
    log: list[Entry] = []
    hints: list[str] = []
    crises: int = 0
    first_crisis: int = 0  # the own turn in which it came
    in_crisis: bool = False
    stop_votes: list[int] = []
    skip_votes: list[int] = []
    skipped: bool = False
    ended: str = ""
    readings: int = 0  # grows whenever anything unread is read: a fence
    forced: str = ""  # a blocked direction that counts as listed this turn (VAN, Roan)
    brace: list[list[int]] = []
    grid_steps: int = 0  # extra_dice: which of the two steps are taken
    giants: dict[str, str] = {}
    lairs: dict[str, list[int]] = {}
    tried: list[str] = []
    set_open: bool = False
    hold: list[int] = []  # seats that ignore the next arrival instruction
    setting_up: bool = True
    own_success: str = ""

    @property
    def world(self) -> World:
        return world(self.pack)

    @property
    def actor(self) -> int:
        return self.action.seat if self.action else self.turn

    def me(self, seat: int) -> Traveller:
        return self.seats[seat]

    def companions(self, seat: int) -> list[int]:
        """Everybody else who stands where this seat stands."""
        here = self.seats[seat].place
        return [other for other, who in enumerate(self.seats) if other != seat and who.place == here]

    def find(self, card: int) -> tuple[int, str, Held] | None:
        """Who has a card, and in which zone."""
        for seat, who in enumerate(self.seats):
            for held in who.grid:
                if held is not None and held.id == card:
                    return seat, "grid", held
            for zone, pile in (("reserve", who.reserve), ("supply", who.supply)):
                for held in pile:
                    if held.id == card:
                        return seat, zone, held
        return None

    def in_grid(self, seat: int) -> list[Held]:
        return [held for held in self.seats[seat].grid if held is not None]

    def character(self, seat: int) -> Held:
        held = self.seats[seat].grid[4]
        assert held is not None, "the character is always in the middle"
        return held


def fresh(pack: str, options: Options, seats: int) -> State:
    return State(
        pack,
        options,
        [Traveller(stats=dict.fromkeys(STATS, 0), skills=dict.fromkeys(CATEGORIES, 0)) for _ in range(seats)],
    )

"""All there is to know about a game of The Fate of Fantos, secrets included.

Hidden information (everything not named here is public):

- `Citadel.hand`, `Citadel.named`: its own seat only (FAN-229, FAN-131).
- `State.legacy_deck`, `labor_deck`, `trial_deck`: nobody (FAN-230).
- `Slot.card` where `laid_by` is not None (a face-down Pool card): only the seat `laid_by` (FAN-231).
- `State.known_trials[seat]`: the top cards of the Trials Deck that this seat knows; that seat only (FAN-232).
- `State.peek.cards`: only `peek.seat` (FAN-233); that somebody looks, and at what, is public.
- `Trade.cards`: the two partners only; how many they are is public (FAN-213).
- `State.votes` of a sealed vote never hold anything before all are in, so they are public.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

Seat = int
Status = Literal["untasked", "tasked", "disabled"]
Phase = Literal[
    "rolling", "recruiting", "untask", "action", "trials", "secondary", "hiring", "discard", "closing", "tally", "over"
]
Kind = Literal["harvest", "war", "tribute", "special", "duel"]


class TurnOver(Exception):
    """The active Citadel is out, or only one is left: whatever was going on ends here (FAN-192, FAN-195)."""


class Options(msgspec.Struct, frozen=True):
    """FAN-214 to FAN-226. Reaction time, clock and chat belong to the table (FAN-220, FAN-224, FAN-227)."""

    trials: Annotated[
        Literal["tiered", "medium", "hard", "extreme"],
        msgspec.Meta(title="Trials mix", description="How the tiers of the Trials Deck are mixed (FAN-214)."),
    ] = "tiered"
    reserve: Annotated[
        int, msgspec.Meta(ge=30, le=60, title="Starting Reserve", description="Shards of each Citadel (FAN-215).")
    ] = 40
    zodraz_last: Annotated[
        bool, msgspec.Meta(title="Zodraz last", description="Zodraz is the last card of the Trials Deck (FAN-216).")
    ] = False
    legacies: Annotated[
        Literal[3, 4], msgspec.Meta(title="Starting Legacies", description="Hires before the first turn (FAN-217).")
    ] = 3
    removed: Annotated[
        int,
        msgspec.Meta(ge=0, le=8, title="Removed Trials", description="Taken from Tiers 1 to 3 at random (FAN-218)."),
    ] = 0
    per_round: Annotated[
        Literal["by seats", "no limit", "4", "3"],
        msgspec.Meta(
            title="Trials per round",
            description="At most so many are drawn in a round; by seats: 4 with four or five, 3 with six (FAN-219).",
        ),
    ] = "by seats"
    elimination: Annotated[
        bool, msgspec.Meta(title="Elimination", description="Off: a Reserve of 0 brings everybody 10 Shards (FAN-221).")
    ] = True
    discard_fee: Annotated[
        bool, msgspec.Meta(title="Discard fee", description="Each card thrown away costs 1 Shard (FAN-222).")
    ] = False
    trading: Annotated[
        bool, msgspec.Meta(title="Trading", description="Shards and Labor may change hands by consent (FAN-223).")
    ] = True
    votes: Annotated[
        Literal["open", "sealed"],
        msgspec.Meta(title="Votes", description="Open in turn order, or sealed and shown together (FAN-225)."),
    ] = "open"
    two: Annotated[
        bool, msgspec.Meta(title="Two players", description="Allows a table for two, unsupported (FAN-226).")
    ] = False
    even: Annotated[
        bool,
        msgspec.Meta(
            title="Even start",
            description="Later Citadels take Shards at the start; nobody is attacked before a turn of their own.",
        ),
    ] = True
    coach: Annotated[bool, msgspec.Meta(extra={"hidden": True})] = (
        False  # of tables that were opened before introductions
    )
    bots: Annotated[
        Literal["competent", "easy"], msgspec.Meta(title="Bots", description="How well the computer players play.")
    ] = "competent"
    lesson: Annotated[bool, msgspec.Meta(extra={"hidden": True})] = False  # the table of the lesson


class Legacy(msgspec.Struct):
    """A hired Legacy. Its printed side is `components.LEGACIES[id]`. All public, also when disabled (FAN-060)."""

    id: str
    shards: int
    status: Status = "untasked"
    labor: list[str] = []  # titles of attached Labor
    task: str = ""  # what it is tasked to: an action kind, "ability", "nothing"
    done: list[str] = []  # actions it was tasked to this turn (FAN-048)


class Citadel(msgspec.Struct):
    mat: str  # key of components.CITADELS
    reserve: int
    hand: list[str] = []  # HIDDEN: Labor titles, sorted; own seat only
    legacies: list[Legacy] = []  # in the order they were hired
    alive: bool = True
    fallen: bool = False  # its Vizier has fallen and lies beside it
    resigned: bool = False
    hires: int = 0  # of the setup (FAN-021)
    setup_turns: int = 0
    turns: int = 0  # how many of its turns have begun
    offered: int = -1  # the turn in which it last offered a trade
    named: str = ""  # HIDDEN: the hire that it has named on the floor for the phase to come; own seat only


class Slot(msgspec.Struct):
    """A place of the Legacy Pool."""

    card: str | None  # HIDDEN from all but `laid_by` if that is not None
    laid_by: Seat | None = None  # who laid it face down (-1: somebody eliminated since); None: face up


class TrialInPlay(msgspec.Struct):
    id: str
    seat: Seat  # who drew it
    turn: int  # the number of the turn in which it was drawn


class Die(msgspec.Struct):
    """One Shard Die of an action."""

    id: int  # unique in its action
    seat: Seat
    face: int
    natural: int  # the face without Labor: what Pioneer turns it back to
    legacy: str | None = None  # whom it is bound to; None: Overtime's die, or an undefended Citadel's


class Entrant(msgspec.Struct):
    """A Legacy's share of an action (FAN-050)."""

    seat: Seat
    legacy: str
    copied: str | None = None  # whose printed stat Herzog uses
    thacko: bool = False
    bonus: int = 0  # Flagellants, Pikemaster
    bonus_source: str = ""
    extra_die: bool = False  # Houndkeeper
    reroll: bool = False  # Juggler may still roll a die again


class Change(msgspec.Struct):
    """A plus or minus on the score of one seat."""

    seat: Seat
    amount: int
    source: str  # title of the Labor or id of the Legacy
    by: Seat
    labor: bool = False


class Followers(msgspec.Struct):
    """Camp Followers waiting for the end of a War."""

    taker: Seat
    by: Seat


class Action(msgspec.Struct):
    """A Fantos Action, a Special Tribute or a Duel in progress."""

    id: str  # names it for yields: "t12-war"
    kind: Kind
    seat: Seat  # whose action
    target: Seat | None = None  # War: the defender
    step: str = "declared"  # declared, joining, dice, rolled, locked, after
    entrants: list[Entrant] = []
    dice: list[Die] = []
    rolled: int = 0  # how many dice there ever were
    changes: list[Change] = []
    followers: list[Followers] = []
    asked: list[Seat] = []  # Tribute: who has been asked to join
    seats: list[Seat] = []  # Special Tribute: who takes part
    scores: dict[str, int] = {}  # once locked: "seat" -> score (Duel: "0" challenger, "1" challenged)
    winner: Seat | None = None
    amount: int = 0  # Shards taken, Damage Score or reward
    cancelled: bool = False
    by_card: bool = False  # a Duel issued by the Labor card
    final: bool = False  # the Special Tribute that breaks the last tie


class Item(msgspec.Struct):
    """Something on the stack. All public (FAN-228)."""

    id: int
    seat: Seat
    kind: Literal["labor", "ability"]
    title: str  # Labor title, or id of the Legacy whose ability it is ("red-comet" for a free challenge)
    aim: list[str] = []  # option ids of targets and choices: "legacy:knight", "seat:2", "die:0", "amount:3"
    payer: str = ""  # the Legacy that paid for Labor
    paid: int = 0
    window: str = ""  # where it was played
    guarded: list[str] = []  # Legacies that a Sentinel keeps from harm
    cancelled: bool = False
    resolving: bool = False  # it takes effect right now (a Duel or vote it started is running)
    duel: list[Entrant] = []  # a challenge: the two Legacies, tasked already


class Window(msgspec.Struct):
    """The reaction window that is open. Who has answered is not told (FAN-237)."""

    kind: str  # one of reactions.WORDS
    asked: list[Seat]


class Vote(msgspec.Struct):
    """A vote on a Diplomacy Trial or by Council."""

    trial: str
    council: bool = False
    cast: dict[str, bool] = {}  # "seat" -> yea; open votes appear one by one, sealed ones together
    bonus: dict[str, int] = {}  # Bishop's extra votes
    spent: list[str] = []  # Legacies that have spent for a bonus vote already
    reversed: list[Seat] = []
    passed: bool | None = None


class Peek(msgspec.Struct):
    """A secret look in progress (Inquisitor, Eavesdropper, Gravedigger, Outrider)."""

    seat: Seat  # who looks
    what: str  # "hand", "pool", "trials"
    of: Seat | None  # whose hand
    cards: list[str]  # HIDDEN from all but `seat`


class Final(msgspec.Struct):
    """The final round (FAN-197 to FAN-202)."""

    drawer: Seat
    left: int  # the public counter
    waiting: list[Seat]  # who has still to end its next Fantos Action Phase
    turn: int  # the turn in which Zodraz was drawn


class Trade(msgspec.Struct):
    id: int
    seat: Seat
    partner: Seat
    gives: int  # Shards
    wants: int
    cards: list[str]  # HIDDEN from all but the two: what the proposer gives
    cards_wanted: int


class State(msgspec.Struct):
    options: Options
    citadels: list[Citadel]  # by seat
    legacy_deck: list[str]  # HIDDEN, the top first
    labor_deck: list[str]  # HIDDEN, the top first
    trial_deck: list[str]  # HIDDEN, the top first
    pool: list[Slot]
    removed_trials: list[str]  # taken out before the start (FAN-218)
    known_trials: list[list[str]]  # HIDDEN: by seat, the top cards it has seen
    active: Seat
    legacy_discard: list[str] = []  # the top last
    labor_discard: list[str] = []  # the top last
    trials: list[TrialInPlay] = []  # in the order they were drawn
    gone_trials: list[str] = []  # drawn and removed from the game
    phase: Phase = "rolling"
    step: str = ""  # where the phase stands; a checkpoint goes on from here
    opened: bool = False  # the others have had their window of this Fantos Action Phase (FAN-061)
    first: Seat | None = None
    began: Seat | None = None  # who was the First Citadel at the start: for the statistics
    reigning: str | None = None  # Legacy that holds the Tribute Marker
    round: int = 1
    turn: int = 0
    last_hire: list[Seat] = []  # seats in the order of their setup hires
    attempted: list[Kind] = []  # Fantos Actions tried this turn
    completed: int = 0  # Fantos Actions completed this turn
    harvested: int | None = None  # Shards taken by this turn's completed Harvest
    trials_fewer: int = 0  # Cartographer, this turn
    trials_due: int = 0
    trials_this_round: int = 0
    hired: bool = False  # the hire of this phase is used up
    recruiter: int = 0  # discount on the active Citadel's next hire
    fallen_due: bool = False  # the fallen Vizier may be revived in the running Hiring Phase
    floor_passed: bool = False  # the active Citadel has passed on the floor
    revealed: str | None = None  # a Legacy turned up by Dark Unions or a blind hire, to be paid for or not
    drawn: str | None = None  # the Trial that was just drawn and is being dealt with
    chooser: Seat | None = None  # who decides which Trial makes room
    guarded: list[str] = []  # Legacies kept from the drawn Trial by a Sentinel
    action: Action | None = None
    last: Action | None = None  # this turn's latest action that is over, so that its scores stay in sight
    duel_moved: int = 0  # Shards that the Duel just over has moved
    stack: list[Item] = []  # the oldest first; resolves from the end
    items: int = 0  # how many items there ever were
    window: Window | None = None
    vote: Vote | None = None
    peek: Peek | None = None
    peeks: int = 0
    final: Final | None = None
    trades: list[Trade] = []
    trade_ids: int = 0
    trade_open: bool = False  # FAN-211
    eliminated: list[list[Seat]] = []  # who went out together, in order
    last_totals: dict[str, int] = {}  # of those who went out last: Shards on Legacies just before
    winners: list[Seat] = []
    reason: str = ""
    read: list[str] = []  # cards whose text has been told at this table
    uses: dict[str, int] = {}  # how often each card was played: for the statistics
    harvests: list[int] = []  # what each completed Harvest took: for the statistics

"""Everything there is to know about a campaign: people, dice, cards, ship and the planet under foot.

Only the order of decks and of the lead bag is hidden, from all seats alike; a card somebody looks at is private to
that seat while the look lasts (ISS-335 to ISS-339).
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec


class Options(msgspec.Struct, frozen=True):
    skip_tutorial: Annotated[
        bool, msgspec.Meta(title="Skip the tutorial", description="Start aboard, after the first mission.")
    ] = False
    solo_team: Annotated[
        int,
        msgspec.Meta(
            ge=2, le=4, title="Solo team", description="How many crew the first plan of a solo player suggests."
        ),
    ] = 2
    mentor: Annotated[
        bool,
        msgspec.Meta(title="Mentors", description="A visit to the Barracks may also raise a rank 1 crew (ISS-289)."),
    ] = False
    wild: Annotated[
        bool,
        msgspec.Meta(
            title="Wild dice from the start",
            description="The first debriefing sells them already; checks go better, and the campaign is easier (ISS-156).",
        ),
    ] = False
    tips: Annotated[bool, msgspec.Meta(title="Coach", description="Hints during the first missions.")] = True


class Die(msgspec.Struct):
    id: int
    kind: str
    zone: Literal["box", "compartment", "slot", "spent", "pool"] = "box"
    section: int = -1
    colour: str = ""  # of the column it lies in; a Wild die has none elsewhere (ISS-155)
    face: int = 0


class Person(msgspec.Struct):
    id: str
    place: str = "recruits"  # locked, recruits, resting, available, team, light, moderate, critical, fallen, wall, gone
    section: int = -1
    rank: int = 0
    injuries: int = 0  # it came to Medbay with
    wall: int = -1  # the section of a dead crew


class Injury(msgspec.Struct):
    kind: str
    flipped: bool = False
    die: bool = False  # holds an injury die in step 6
    slot: int = -1  # of the crew board; -1: as it lies in the row


class Explorer(msgspec.Struct):
    """A crew board: one of the away team."""

    section: int
    person: str
    rank: int
    sector: str = ""
    charges: int = 0
    turn_ended: bool = False
    hand: list[str] = []
    deck: list[str] = []  # hidden order
    discard: list[str] = []
    playing: list[str] = []  # cards being resolved: neither in hand nor discarded yet (ISS-104)
    aside: list[str] = []
    injuries: list[Injury] = []
    injury_columns: list[bool] = msgspec.field(default_factory=lambda: [False, False, False])
    statuses: dict[str, int] = {}  # name: the round at whose end it goes; 0: until used
    gear: list[str] = []
    ignore_icons: int = 0
    skip_event: bool = False
    dead: bool = False


class ThreatFigure(msgspec.Struct):
    id: str
    sector: str
    time: int = 0


class Danger(msgspec.Struct):
    category: int
    face: str


class Check(msgspec.Struct):
    """A dice check under way (sections 10 to 13)."""

    actor: int
    kind: Literal["action", "travel", "prepare"]
    action: str  # reference to the action
    name: str
    step: int = 1
    pledges: dict[str, int] = {}  # by section
    lent: dict[str, str] = {}  # section cards offered in step 4
    helped: list[int] = []  # sections whose card was played
    reach: list[int] = []  # sections that may help from afar (Far Voice)
    far: bool = False
    near: list[int] = []  # sections that could assist when the dice were rolled
    joined: list[int] = []  # sections that added their die later, reached from afar
    fresh: list[int] = []  # dice refreshed since the roll, which cannot join it (ISS-093)
    shielded: bool = False  # one danger die is still to be ignored
    loose: list[str] = []
    injury: list[str] = []
    injury_dice: int = 0  # off the board while they are rolled
    danger: list[Danger] = []
    gear_used: list[str] = []
    marked: int = -1
    target: str = ""  # of a Travel
    origin: str = ""
    ended: bool = False


class Exploration(msgspec.Struct):
    planet: str
    tutorial: bool
    crew: list[Explorer]
    lander_sector: str = ""
    supplies: int = 0
    success: int = 0
    cargo: list[str] = []  # discoveries
    used_finds: list[str] = []
    uniques: list[int] = []
    unique_stack: list[int] = []
    pois: dict[str, list[int]] = {}
    finished: list[str] = []
    opened: list[str] = []
    closed: list[str] = []
    threats: list[ThreatFigure] = []
    condition: str = ""
    time: dict[str, int] = {}
    tracks: dict[str, int] = {}
    missions: list[str] = []
    done_here: list[str] = []
    failed: bool = False  # the Mission Failed token
    tokens: dict[str, str] = {}
    cache_rests: int = 0
    rankup: str = ""
    rankup_done: bool = False
    round: int = 0
    start: int = -1  # section that holds the Start token
    turn: int = -1
    stage: str = "start"  # start, turn, act, event, round-end
    actions: int = 0
    special: bool = False
    asked_lift: bool = False
    event: str = ""
    event_cancelled: bool = False
    event_waits: bool = False  # revealed, and not resolved yet (ISS-161)
    leads_drawn: list[int] = []
    evac: bool = False
    over: str = ""  # "", liftoff, evac, success, fail
    lander_damaged: bool = False
    damage_soaked: bool = False
    skin_used: bool = False
    rig_uses: int = 0
    deaths: int = 0
    counts: dict[str, int] = {}  # for Rank-Up cards
    traveller: int = -1
    travel_from: str = ""
    moved: bool = False
    starting: bool = False  # before the first icon of a path
    kept_events: list[str] = []  # the main Event deck during the tutorial, hidden order


class Record(msgspec.Struct):
    pois: dict[str, list[int]]
    finished: list[str]
    threats: dict[str, str]
    uniques: list[int]


class LanderCard(msgspec.Struct):
    id: str
    damaged: bool = False


class Ship(msgspec.Struct):
    morale: int = 2  # index into MORALE
    objective: str = "O01"
    tech: str = "TL1"
    upgrades: dict[str, str] = {}  # bridge slot: card
    secondaries: list[str] = []
    research: list[str] = msgspec.field(default_factory=lambda: ["R04"])
    ready: list[str] = msgspec.field(default_factory=lambda: ["C01", "C02", "C03", "C06"])
    queues: list[list[str]] = msgspec.field(default_factory=lambda: [["", "", ""] for _ in range(3)])
    facilities: list[str] = []
    awaiting: dict[str, list[str]] = {}  # by kind
    landers: list[LanderCard] = msgspec.field(default_factory=lambda: [LanderCard("LN1")])
    mods: list[str] = []
    lander: str = ""
    fitted: list[str] = []
    armory: list[str] = []
    unlocked_dice: list[str] = msgspec.field(default_factory=lambda: ["basic"])
    unlocked_systems: list[str] = msgspec.field(default_factory=lambda: ["SY1"])
    uniques: list[int] = []
    rows: list[str] = []
    gathered: list[str] = []
    bag: int = 0  # Success tokens in the Token bag
    success: int = 0
    energy: int = 0
    command: int = 0
    later_energy: int = 0
    later_command: int = 0
    penalty: bool = False
    open_situations: list[str] = []
    waiting_situations: list[str] = []
    wall: dict[str, list[str]] = {}
    system: str = "SY1"
    scanner: str = ""
    used: dict[str, int] = {}  # what was used in this phase
    visited_once: list[str] = []
    shortages: int = 0
    adrift: int = 0
    safe_returns: int = 0
    bridges: int = 0
    flown: list[str] = []
    landings: list[str] = msgspec.field(
        default_factory=lambda: ["L02", "L03", "L04", "L05", "L06", "L07", "L08", "L09", "L10"]
    )
    scanned: dict[str, int] = {}  # parts revealed, for the campaign (ISS-337)
    visiting: str = ""
    beds_free: bool = False  # at the latest Unloading, with Morale Medium or better


class Landing(msgspec.Struct):
    planet: str
    step: int = 0
    marker: int = 0
    rolled: list[int] = []
    rerolled: bool = False
    scanned: int = 0


class Look(msgspec.Struct):
    seat: int
    deck: str
    cards: list[str]


class Reading(msgspec.Struct):
    log: int
    actor: str = ""
    section: str = ""


class Choosing(msgspec.Struct):
    """A choice that is open: the effect as it was written, and whether a log that is being read makes it (ISS-358)."""

    text: str
    log: bool = False


class Line(msgspec.Struct):
    """A line of a shared plan: what is chosen, and by which seat; -1: nobody yet, it is a suggestion."""

    choice: str
    by: int = -1
    settled: bool = False  # by Recon's owner (ISS-323)


class Entry(msgspec.Struct):
    """A line of the chronicle."""

    what: str
    text: str


class State(msgspec.Struct):
    options: Options
    owners: list[int]  # seat of each section
    team_size: int
    step: str  # where the script goes on
    people: list[Person]
    dice: list[Die]
    recruits: list[str]  # hidden order
    events: list[str]  # hidden order
    event_discard: list[str]
    finds: dict[str, list[str]]  # discovery decks, hidden order
    situations: list[str]  # Possible Situations, hidden order
    future: list[str]
    rankups: list[str]  # hidden order
    removed_rankups: list[str]
    lead_bag: list[int]  # hidden order
    lead_side: list[int]
    lead_decks: dict[str, list[int]]
    injury_deck: dict[str, int]
    ship: Ship
    flags: list[str] = []
    counters: dict[str, int] = msgspec.field(default_factory=lambda: {"signal": 0, "accord": 0, "wake": 0})
    logs: list[int] = []
    reading: list[Reading] = []
    visited: list[str] = []
    done: list[str] = []
    once: list[str] = []  # actions used up
    unlocked: list[str] = []
    triggered: list[int] = []
    records: dict[str, Record] = {}
    draft: list[str] = []
    offered: list[str] = []
    x: Exploration | None = None
    check: Check | None = None
    landing: Landing | None = None
    look: Look | None = None
    seat_count: int = 1
    ending: str = ""
    chronicle: list[Entry] = []
    taking: bool = False  # an any-time effect is being carried out
    window: bool = False  # a question is open beside which any-time effects may be used (ISS-349)
    revealed: int = 0  # grows whenever something hidden is shown to all
    missions_flown: int = 0
    standing: dict[str, str] = {}  # standing pledges (ISS-350): section: die kind
    choosing: Choosing | None = None
    content: int = 1  # the version of the campaign's content (ISS-025); the first ones did not say it
    plan: dict[str, Line] = {}  # the shared plan of this step
    agenda: list[str] | None = None  # what a plan says about the rooms that are being visited
    promised: dict[str, str] = {}  # the same in words: told where something comes between (ISS-344)
    consents: list[int] = []  # seats that want the newest version, at a save point

    @property
    def exploration(self) -> Exploration:
        assert self.x is not None
        return self.x

    @property
    def now(self) -> Check:
        assert self.check is not None
        return self.check

"""A world is a compiled pack: places, cards, missions, destinies, tables, texts. It never changes during a session.

The files are read and checked by `app.packs`; here is only their shape, and the shelf on which compiled worlds stand.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final

import msgspec

Effect = dict[str, Any]
Effects = list[Effect]
Condition = dict[str, Any]

CATEGORIES: Final = ("move", "look", "engage", "help", "take", "overpower")
SHIP: Final = 0  # where everybody begins
STATS: Final = ("time", "morale", "health")
FACES: Final = (*STATS, "setback", "blank")
CARDINALS: Final = ("north", "east", "south", "west")
COMPOSITIONS: Final = (
    "ember frost tide gale stone sand root bone iron glass light hum".split()  # the order of the components file
)
TERRAINS: Final = "land city sea sky deep cave barrier warren interior lair trial reverse pod ship".split()
HOURS: Final = ("dawn", "forenoon", "noon", "late", "dusk", "night")
ONCE: Final = ("land", "cave", "interior", "lair", "trial", "barrier", "deep", "sky", "reverse")  # VAN-C57
REPEATED: Final = ("sea", "warren")  # VAN-C60, VAN-C65
WET: Final = ("sea", "deep")
VERTICAL: Final = (
    "character alternate experience ability animal sentient flora item vehicle lesson spell curse giant giant_part seed"
).split()
SUPPLY: Final = ("objective", "tree", "structure", "quest")


class Piece(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Everything a pack file may hold refuses keys that it does not know (VAN-L01)."""


class Variant(Piece):
    cond: Condition = msgspec.field(name="if")
    act: str | None = None
    line: str | None = None
    cost: int | str | dict[str, int] | None = None
    involves: list[str] | None = None
    tell: str | None = None
    result: Effects | None = None


class Act(Piece):
    """An action of a place or card, or a depart: the entry that stands in one of the books."""

    act: str
    line: str
    cost: int | str | dict[str, int] = 0
    feature: str = ""
    involves: list[str] = []
    cond: Condition | None = msgspec.field(name="if", default=None)
    forbid_if: Condition | None = None
    because: str = ""
    always: bool = False
    once: bool = False
    prints: str = (
        ""  # of a card: its result, as it stands there in full; without it only category and verb do (VAN-C14)
    )
    variants: list[Variant] = []
    tell: str = ""
    result: Effects = []
    diagonal: Diagonal | None = None

    @property
    def category(self) -> str:
        return self.act.partition("-")[0]


class Diagonal(Piece):
    dir: str
    act: str
    line: str
    cost: int | str | dict[str, int] = 0
    involves: list[str] = []
    also: str = ""
    tell: str = ""
    result: Effects = []


class Side(Piece):
    to: int | None = None
    star: int | bool = False
    unbuilt: str = ""

    @property
    def blocked(self) -> bool:
        return self.to is None and not self.star


class Look(Piece):
    """What an element of a picture is while a condition holds."""

    when: Condition
    state: str | None = None
    count: int | None = None
    detail: str | None = None
    kind: str | None = None
    tint: str | None = None
    size: str | None = None


class Element(Piece):
    id: str
    kind: str
    at: int | str = 0
    far: str = "mid"
    size: str = "m"
    count: int = 1
    tint: str = ""
    state: str = "whole"
    detail: str = ""
    when: Condition | None = None
    states: list[Look] = []
    clue: bool = False


class Sky(Piece):
    kind: str = "clear"
    bodies: list[str] = []


class Light(Piece):
    from_: str = msgspec.field(name="from", default="above")
    strength: int = 2
    sources: list[str] = []


class Horizon(Piece):
    line: str = "flat"
    height: float = 0.45
    beyond: list[str | int | dict[str, Any]] = []


class Weather(Piece):
    kind: str = "clear"
    amount: int = 0


class Sign(Piece):
    skill: str
    on: str
    how: str


class Scene(Piece):
    sky: Sky = msgspec.field(default_factory=Sky)
    light: Light = msgspec.field(default_factory=Light)
    horizon: Horizon = msgspec.field(default_factory=Horizon)
    landforms: list[Element] = []
    water: list[Element] = []
    flora: list[Element] = []
    structures: list[Element] = []
    creatures: list[Element] = []
    foreground: list[Element] = []
    weather: Weather = msgspec.field(default_factory=Weather)
    signs: list[Sign] = []

    def groups(self) -> dict[str, list[Element]]:
        return {name: getattr(self, name) for name in GROUPS}

    def elements(self) -> list[Element]:
        return [element for name in GROUPS for element in getattr(self, name)]


GROUPS: Final = ("landforms", "water", "flora", "structures", "creatures", "foreground")


class Place(Piece):
    id: int
    name: str
    region: str
    terrain: str
    text: str
    slice: int = 1
    tags: list[str] = []
    voice: str = ""
    arrival: Effects = []
    arrival_once: bool = False
    compass: dict[str, Side] = {}
    scene: Scene = msgspec.field(default_factory=Scene)
    actions: list[Act] = []
    departs: dict[str, Act] = {}
    links: dict[str, int] = {}
    stay: int = 1
    odd: str = ""
    asym: str = ""
    welcome: str = ""  # trials: the seat flag without which nobody enters (VAN-C66)
    repel: int | None = None  # lairs: where newcomers are moved (VAN-C67)
    setup: list[str] = []
    ending: bool = False

    def action(self, act: str) -> Act | None:
        return next((action for action in self.actions if action.act == act), None)


class When(Piece):
    category: str = ""
    verb: str = ""
    group: str = ""
    composition: str = ""
    terrain: str = ""


class Slot(Piece):
    when: When = msgspec.field(default_factory=When)
    face: str = "any"
    impact: bool = False
    cost: dict[str, int] = {}
    gives: Effects = []


class Power(Piece):
    cost: dict[str, int]
    do: Effects
    impact: bool = False
    window: str = "any"
    text: str = ""


class Ride(Piece):
    """How a vehicle travels: per terrain of the start, dice and reach; and what it can cross (VAN-C39)."""

    from_: dict[str, list[int]] = msgspec.field(name="from")
    over: list[str] = []


class Goal(Piece):
    counter: str = ""
    need: int | str = 1
    cond: Condition | None = msgspec.field(name="if", default=None)


class Card(Piece):
    id: int
    kind: str
    name: str
    slice: int = 1
    sub: str = ""
    composition: str = ""
    value: int = 0
    capacity: int = 0
    reserve: int = 0
    text: str = ""
    slots: list[Slot] = []
    powers: list[Power] = []
    actions: list[Act] = []
    when_placed: Effects = []
    hooks: dict[str, Effects] = {}
    leaves_when: str = ""
    bound: int | None = None
    ride: Ride | None = None
    upgrade: int | None = None
    side_b: int | None = None
    goal: Goal | None = None
    stat: str = ""  # what a curse costs (VAN-C44)
    category: str = ""  # characters
    face: str = ""
    consolation: str = ""
    immune: list[str] = []
    of: int | None = None  # the character of an alternate, the giant of a part, the vehicle line
    spells: dict[str, list[int]] = {}  # lessons: level to three cards
    asks: str = ""  # arrows work beside a bow only
    about: str = ""

    @property
    def vertical(self) -> bool:
        return self.kind in VERTICAL

    def action(self, act: str) -> Act | None:
        return next((action for action in self.actions if action.act == act), None)


class Route(Piece):
    by: list[int]
    what: str


class Mission(Piece):
    id: int
    key: str
    name: str
    text: str
    goal: dict[str, Any]
    crisis: str
    done: str
    slice: int = 1
    hard: bool = False
    actions: list[Act] = []
    routes: list[Route] = []
    on_goal: Effects = []
    hint: str = ""


class Destiny(Piece):
    id: int
    name: str
    text: str
    goal: Condition
    final: dict[str, str]
    slice: int = 1
    found: list[dict[str, Any]] = []
    actions: list[Act] = []
    on_goal: Effects = []


class Panel(Piece):
    kind: str
    items: int
    labels: list[str]
    pick: int


class Puzzle(Piece):
    id: str
    name: str
    shown: str
    panel: Panel
    answer: list[int]
    prize: Effects
    wrong: str
    slice: int = 1
    try_: dict[str, Any] = msgspec.field(name="try", default_factory=dict)
    skip: dict[str, Any] = {}
    knowledge: list[dict[str, Any]] = []
    check: str = ""


class Page(Piece):
    id: str
    name: str
    text: str
    slice: int = 1
    scene: Scene = msgspec.field(default_factory=Scene)


class Row(Piece):
    """One row of a random table: a place to go or a card to gain, by its label."""

    label: str = ""
    to: int | None = None
    card: int | None = None
    do: Effects = []


class Region(Piece):
    id: str
    name: str
    ground: str = "#88886a"
    shade: str = "#44443a"
    accent: str = "#d8a060"
    compositions: list[str] = []
    mood: str = ""
    slice: int = 1
    sky: int | None = None
    landmarks: list[int] = []
    quarters: dict[str, list[int]] = {}
    neighbours: dict[str, str] = {}
    flora: list[int] = []
    items: list[int] = []
    words: list[str] = []


class Hint(Piece):
    soft: str
    plain: str


class Giant(Piece):
    id: int
    parts: list[int]
    lair: int


class Trial(Piece):
    id: int
    text: str
    prize: Effects
    else_: Effects = msgspec.field(name="else", default_factory=list)
    passed: dict[str, Any] = {}
    dice: int = 3


class DuelCard(Piece):
    id: int
    name: str
    signs: list[str]
    speed: int


class World(Piece):
    """A compiled pack."""

    pack: str
    title: str = ""
    version: int = 1
    about: str = ""
    slices: list[int] = msgspec.field(default_factory=lambda: [1])
    levels: dict[str, int] = {}
    challenge: list[str] = []
    dice: str = "8 + 2 * players"
    stat_max: int = 6
    own_tokens: int = 1
    random_tokens: int = 1
    tokens_each: int = 10
    full_grid: int | None = None
    regions: dict[str, Region] = {}
    places: dict[int, Place] = {}
    cards: dict[int, Card] = {}
    missions: dict[int, Mission] = {}
    destinies: dict[int, Destiny] = {}
    mission_keys: dict[str, int] = {}
    pods: dict[int, dict[str, int]] = {}
    tables: dict[str, list[Row]] = {}
    puzzles: dict[str, Puzzle] = {}
    pages: dict[str, Page] = {}
    glossary: dict[str, str] = {}
    hints: dict[str, Hint] = {}
    flags: dict[str, str] = {}
    counters: dict[str, str] = {}
    selectors: dict[str, dict[str, Any]] = {}
    groups: dict[str, list[str]] = {}
    giants: dict[int, Giant] = {}
    trials: dict[int, Trial] = {}
    duel: dict[int, DuelCard] = {}
    cartoons: dict[str, str] = {}  # drawings of windows by their names: "146", "card-902", "page-V01", "kit-fen"

    def card(self, number: int) -> Card:
        return self.cards[number]

    def built(self, region: str) -> bool:
        return region in self.regions


# The shelf ------------------------------------------------------------------------------------------------------


WORLDS: dict[str, World] = {}


def register(world: World) -> None:
    """Put a compiled pack on the shelf; `app.packs` does it for packs of the host, and for the built-in ones below."""
    WORLDS[world.pack] = world


def worlds() -> list[str]:
    """The names of all packs that can be played."""
    return sorted(WORLDS)


def world(pack: str) -> World:
    if pack not in WORLDS:
        raise KeyError(f"no world {pack!r} is loaded")
    return WORLDS[pack]


def decode_world(text: str | bytes) -> World:
    return msgspec.json.decode(text, type=World)


# The grid -------------------------------------------------------------------------------------------------------

WIDTH: Final = 30
HEIGHT: Final = 20
STEPS: Final = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
DIAGONALS: Final = {"northwest": (-1, -1), "northeast": (1, -1), "southwest": (-1, 1), "southeast": (1, 1)}


@cache
def cell(number: int) -> tuple[int, int] | None:
    """x and y of a surface number (VAN-C75); None off the grid."""
    if not 1 <= number <= WIDTH * HEIGHT:
        return None
    light, rest = divmod(number - 1, 100)
    y, column = divmod(rest, 5)
    return 5 * light + column, y


def number_at(x: int, y: int) -> int:
    x, y = x % WIDTH, y % HEIGHT  # VAN-052
    return 100 * (x // 5) + 5 * y + x % 5 + 1


def neighbour(number: int, direction: str, distance: int = 1) -> int | None:
    at = cell(number)
    if at is None:
        return None
    dx, dy = {**STEPS, **DIAGONALS}[direction]
    return number_at(at[0] + dx * distance, at[1] + dy * distance)


def hour(number: int) -> str:
    """The hour belongs to the place: it follows from the column; off the grid from the light a place belongs to."""
    at = cell(number)
    return HOURS[at[0] // 5] if at else ""


def pair(one: str, two: str) -> str:
    """A pair of skill dice, written in category order (VAN-C03)."""
    return "-".join(sorted((one, two), key=CATEGORIES.index))


def shown(number: int) -> str:
    return f"{number:03d}"

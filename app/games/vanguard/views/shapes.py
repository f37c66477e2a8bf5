"""What the screens get, region by region."""

from __future__ import annotations

import msgspec

from app.games.vanguard.language import Need
from app.kernel import HelpBar


class DieView(msgspec.Struct, frozen=True):
    id: int
    key: str  # of the kind: what the die is marked with
    kind: str
    colour: str
    faces: tuple[str, ...]  # what it shows
    section: int
    sides: str  # all its faces, in words


class CardView(msgspec.Struct, frozen=True):
    id: str
    name: str
    text: str
    note: str = ""


class HandCard(msgspec.Struct, frozen=True):
    id: str
    name: str
    top: str
    need: Need
    combo: str


class CrewView(msgspec.Struct, frozen=True):
    """A crew board."""

    id: int  # section
    section: str
    seat: int
    person: str
    name: str
    rank: int
    sector: str
    skill: str
    skill_text: str
    convert: tuple[str, str]  # Blanks of a colour count as an icon
    charges: int
    turn: str  # now, ended, waiting
    start: bool
    dead: bool
    columns: tuple[tuple[str, int, bool, tuple[DieView, ...]], ...]  # colour, slots, injury die, dice
    spent: tuple[DieView, ...]
    hand: tuple[HandCard, ...]
    hand_limit: int
    deck: int
    discard: tuple[str, ...]
    injuries: tuple[tuple[str, bool, tuple[tuple[str, str], ...]], ...]  # name, face down, what each face does
    statuses: tuple[tuple[str, str], ...]  # name, meaning
    gear: tuple[CardView, ...]
    standing: str  # the die it pledges to whoever checks here (ISS-350); empty: none


class SectorView(msgspec.Struct, frozen=True):
    id: str
    name: str
    x: int
    y: int
    biomes: tuple[str, ...]
    lander: str  # "", icon or here
    no_travel: bool
    finished: bool
    nothing_to_do: bool
    log: int
    pois: tuple[str, ...]
    crew: tuple[int, ...]
    threats: tuple[tuple[str, str], ...]  # key, name
    tokens: tuple[str, ...]


class PathView(msgspec.Struct, frozen=True):
    x1: int
    y1: int
    x2: int
    y2: int
    icons: tuple[tuple[str, str], ...]  # mark, meaning
    one_way: bool
    closed: bool


class RowView(msgspec.Struct, frozen=True):
    need: Need  # empty: the red row
    do: str
    met: bool = False


class TrackView(msgspec.Struct, frozen=True):
    id: str
    need: Need
    now: int
    length: int
    do: str


class ActionView(msgspec.Struct, frozen=True):
    reference: str
    sector: str
    where: str
    name: str
    danger: str
    pay: str
    need: str
    plain: str
    fx: tuple[RowView, ...]
    rows: tuple[RowView, ...]
    tracks: tuple[TrackView, ...]
    threat: bool = False


class BoardView(msgspec.Struct, frozen=True):
    planet: str
    key: str
    width: int
    height: int
    sectors: tuple[SectorView, ...]
    paths: tuple[PathView, ...]


class TimeView(msgspec.Struct, frozen=True):
    id: str
    name: str
    now: int
    length: int
    steps: tuple[tuple[int, str], ...]
    threat: bool
    by_effect: bool


class EventView(msgspec.Struct, frozen=True):
    name: str
    biomes: tuple[str, ...]
    main: str  # where the biome fits
    secondary: str  # elsewhere


class PlanetView(msgspec.Struct, frozen=True):
    condition: str
    travel: ActionView | None
    fx: tuple[RowView, ...]
    combos: tuple[RowView, ...]
    missions: tuple[CardView, ...]
    times: tuple[TimeView, ...]
    actions: tuple[ActionView, ...]
    lander: str
    mods: tuple[CardView, ...]
    supplies: int
    most_supplies: int
    room: int
    damaged: bool
    success: int
    cargo: tuple[CardView, ...]
    uniques: tuple[str, ...]
    leads: tuple[tuple[str, int, str], ...]
    finds_left: tuple[tuple[str, int], ...]
    events_left: int
    event: EventView | None
    rankup: str
    rankup_done: bool
    uniques_left: int
    rankups_left: int
    bag: int  # lead tokens that can be drawn
    events_gone: tuple[str, ...]  # the discards; what is left is hidden only in its order (ISS-336)
    drawn: tuple[str, ...]  # leads that are being placed


class CheckView(msgspec.Struct, frozen=True):
    actor: str
    section: int
    name: str
    step: int
    pool: tuple[DieView, ...]
    loose: tuple[str, ...]
    injury: tuple[str, ...]
    danger: tuple[tuple[str, str, str], ...]  # kind, face, what it does
    fx: tuple[RowView, ...]
    rows: tuple[RowView, ...]
    tracks: tuple[TrackView, ...]
    lent: tuple[str, ...]
    pledged: tuple[DieView, ...]
    printed_danger: str


class Page(msgspec.Struct, frozen=True):
    id: int
    text: str
    effects: tuple[str, ...]
    title: str = ""
    reader: int = -1  # the seat that may read it aloud (ISS-357)


class Header(msgspec.Struct, frozen=True):
    """Where the campaign stands; `key` is the planet on whose ground the crew is, for its colours."""

    step: str
    phase: str
    planet: str
    round: int
    actions: int
    system: str
    morale: str
    energy: int
    command: int
    success: int
    signal: int
    accord: int
    wake: int
    key: str
    times: tuple[TimeView, ...]


class Thing(msgspec.Struct, frozen=True):
    """Something that stands in a room: what it looks like, what it is called, what it does."""

    icon: str
    name: str
    text: str = ""
    group: str = ""
    dim: bool = False


class RoomView(msgspec.Struct, frozen=True):
    id: str
    name: str
    about: str
    things: tuple[Thing, ...]
    open: bool
    why_not: str  # empty: it can be used now


class MapPlace(msgspec.Struct, frozen=True):
    id: str
    name: str
    energy: int
    note: str
    planet: str = ""  # whose picture is shown


class MapView(msgspec.Struct, frozen=True):
    system: str
    places: tuple[MapPlace, ...]
    routes: tuple[MapPlace, ...]
    scanner: str
    parts: tuple[str, ...]


class PersonView(msgspec.Struct, frozen=True):
    id: str
    name: str
    section: int
    group: str
    rank: int
    place: str
    convert: tuple[str, str]
    skill: str


class Chronicle(msgspec.Struct, frozen=True):
    lines: tuple[tuple[str, str], ...]  # what it was, what was written
    dead: tuple[PersonView, ...]
    explorations: int
    failed: int
    content: str  # what is played (ISS-025)
    ledger: tuple[tuple[str, str], ...]  # how it ended (ISS-334); the seed is the table's to show


class Public(msgspec.Struct, frozen=True):
    header: Header
    ground: BoardView | None
    planet: PlanetView | None
    crew: tuple[CrewView, ...]
    check: CheckView | None
    page: Page | None
    rooms: tuple[RoomView, ...]
    starmap: MapView | None
    roster: tuple[PersonView, ...]
    library: tuple[Page, ...]
    chronicle: Chronicle
    help: HelpBar | None
    now: str

"""What can be seen: the public part, the same for everyone, and what each seat sees besides (BIO-298 to BIO-307).

Each field of `Public` and `Private` is a region of the screen. The names that options may point to (`Option.target`):

    hex-1,-2            a cell of the map, explored or not
    secret-7            a face-down secret, by its label
    pack-farm_kit       a kind of secret in my own inventory; worn-extra_sight: a buff that I wear
    store-3-key         a kind of secret in the store of camp 3
    player-2            a character, by its number; party-9, band-4, gang: board movers
    quest-2             a quest board, by its face of the quest die
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeVar

import msgspec

from app.games.biome import coach
from app.games.biome.components import (
    ATLANTIS_LEVEL,
    BONUS,
    CAPACITY,
    ERUPTION,
    FOUNTAIN_DISTANCE,
    FRONT_LOST,
    FRONT_WON,
    HOME,
    PRIEST_WEIGHT,
    QUEST_TITLES,
    RUINS_GOAL,
    SECRET_NAMES,
    TILE_NAMES,
    VALUE_ORDER,
    WAR_HEALTH,
    WEIGHTS,
    Cell,
    keys_needed,
)
from app.games.biome.hexes import around, camp_at, inside, tile_at, within
from app.games.biome.state import (
    NOWHERE,
    Atlantis,
    Building,
    Camp,
    Dragon,
    Fountain,
    Player,
    Quest,
    RoamingGang,
    Ruins,
    State,
    Tile,
    Tomb,
    TradeWar,
    TugOfWar,
    Vesuvius,
)
from app.games.biome.stock import who
from app.kernel import Tip

# The map ------------------------------------------------------------------------------------------------------------


class Corners(msgspec.Struct, frozen=True):
    """The part of the plane that the map covers; overlays are drawn by the same."""

    left: int
    top: int
    right: int
    bottom: int


class SecretView(msgspec.Struct, frozen=True, omit_defaults=True):
    label: int
    placed: bool = False
    kind: str = ""  # only when the game is over


class CampView(msgspec.Struct, frozen=True):
    id: int
    kind: str
    name: str
    at: Cell
    store: tuple[str, ...]
    cooldown: int
    dormant: bool
    trades: str
    halted: bool  # the gang stands on it (BIO-197)
    captives: tuple[int, ...]  # players
    held: tuple[str, ...]  # the same in words
    feeders: tuple[str, ...]  # farms and blacksmiths


class BuildingView(msgspec.Struct, frozen=True):
    id: int
    kind: str
    feeds: int
    cooldown: int
    halted: bool


class Pawn(msgspec.Struct, frozen=True):
    player: int
    seat: int
    alias: str  # where one seat runs two characters (BIO-319), else empty
    status: str


class Token(msgspec.Struct, frozen=True):
    """A board mover, a warrior or priests."""

    name: str  # the data-name
    kind: str  # party, band, gang, warrior, priest
    letter: str
    count: int  # what it carries, or how many there are
    text: str
    mood: str = ""


class HintView(msgspec.Struct, frozen=True):
    seat: int
    hint: str


class TileView(msgspec.Struct, frozen=True):
    id: str
    at: Cell
    kind: str  # of the tile, or empty, face_down, wall
    name: str
    x: int
    y: int
    cliffs: str = "000000"
    rim: str = "000000"  # the edges that are the V's wall
    secrets: tuple[SecretView, ...] = ()
    camp: CampView | None = None
    buildings: tuple[BuildingView, ...] = ()
    pawns: tuple[Pawn, ...] = ()
    tokens: tuple[Token, ...] = ()
    hints: tuple[HintView, ...] = ()
    gauge: str = ""


class RouteView(msgspec.Struct, frozen=True):
    id: int
    cells: tuple[Cell, ...]
    line: tuple[tuple[int, int], ...]  # where it runs on the map
    ends: tuple[int, int]
    closed: bool  # the gang stands on it (BIO-140)


class Routes(msgspec.Struct, frozen=True):
    corners: Corners
    routes: tuple[RouteView, ...]


# Beside the map -----------------------------------------------------------------------------------------------------


class PlayerView(msgspec.Struct, frozen=True):
    id: int
    seat: int
    alias: str
    at: Cell
    place: str
    on_turn: bool
    actions: int
    status: str
    healing: int
    captive: int
    captor: int
    carries: int  # number of secrets
    weight: int
    capacity: int
    priests: int
    worn: tuple[str, ...]
    held: int  # secrets held off the board
    inventory: tuple[str, ...] = ()  # only when the game is over


class Clock(msgspec.Struct, frozen=True):
    step: str
    round: int
    player: int | None  # on turn
    order: tuple[int, ...]
    quests: int  # boards without Escape
    drawn: int
    named: tuple[str, ...]
    keys_needed: int
    keys_lost: int  # destroyed for good; each is told when it happens (BIO-291)
    lock: int
    exit: Cell | None
    group_buff: str
    stacks: dict[str, int]
    box: int
    discard: tuple[str, ...]
    conceding: tuple[int, ...]
    disclosed: str  # the latest hidden secret that was shown to everybody, and why
    pace: str
    result: str


class Gauge(msgspec.Struct, frozen=True):
    label: str
    low: int
    high: int
    value: int
    low_means: str
    high_means: str


class QuestView(msgspec.Struct, frozen=True):
    id: int  # its face of the quest die
    name: str
    title: str
    at: Cell
    active: bool
    won: bool | None
    key: bool
    gauge: Gauge | None
    facts: tuple[str, ...]
    hoard: tuple[str, ...] = ()
    places: tuple[int, ...] = ()  # of Atlantis, still unfound
    secrets: int = 0  # hidden on the board
    bonus: bool = False  # a Supply for the next battle, or a protected Atlantis
    temple: bool = False
    priests: int = 0


class Timer(msgspec.Struct, frozen=True):
    id: str
    kind: str  # farm, blacksmith, injury, ally, stealer, killer
    letter: str
    seat: int | None
    value: int
    at: Cell
    text: str
    halted: bool
    dormant: bool


class Step(msgspec.Struct, frozen=True):
    step: str
    text: str
    at: Cell | None
    dice: tuple[int, ...]


class BoardTurn(msgspec.Struct, frozen=True):
    round: int
    steps: tuple[Step, ...]


class Revealed(msgspec.Struct, frozen=True):
    """BIO-307: all that was hidden, when the game is over."""

    box: tuple[str, ...]
    queue: tuple[str, ...]
    quest_stack: tuple[str, ...]
    quarries: tuple[str, ...]
    face_down: tuple[tuple[Cell, str, str], ...]
    held: tuple[tuple[int, str], ...]
    tomb: tuple[str, ...]
    atlantis: tuple[str, ...]
    vesuvius: tuple[str, ...]
    gone: tuple[str, ...]


class Public(msgspec.Struct, frozen=True):
    tiles: tuple[TileView, ...]
    routes: Routes
    clock: Clock
    crew: tuple[PlayerView, ...]
    camps: tuple[CampView, ...]
    quests: tuple[QuestView, ...]
    timers: tuple[Timer, ...]
    board_turn: BoardTurn
    revealed: Revealed | None


# What a seat sees besides -------------------------------------------------------------------------------------------


class Known(msgspec.Struct, frozen=True):
    """A face-down secret whose kind this seat knows, and its place among those on its tile."""

    label: int
    kind: str
    name: str
    at: Cell
    place: int
    of: int
    tile: str
    x: int
    y: int


class Mine(msgspec.Struct, frozen=True):
    corners: Corners
    here: tuple[Cell, ...]  # where my characters stand
    spots: tuple[tuple[int, int], ...]
    known: tuple[Known, ...]  # drawn on the map


class Item(msgspec.Struct, frozen=True):
    kind: str
    name: str
    weight: int


class Pack(msgspec.Struct, frozen=True):
    player: int
    alias: str
    items: tuple[Item, ...]
    worn: tuple[Item, ...]
    held: tuple[Item, ...]
    camp: int  # the friendly camp where this character stands, or 0
    store: tuple[Item, ...]  # what is within reach there
    priests: int
    weight: int
    capacity: int


class Ahead(msgspec.Struct, frozen=True):
    place: int  # 1 is next
    kind: str
    name: str


class Visions(msgspec.Struct, frozen=True):
    explores: tuple[Ahead, ...]
    secrets: tuple[Ahead, ...]
    box: dict[str, int]  # counts by kind, while this seat looks through it (BIO-017, BIO-303)


class Private(msgspec.Struct, frozen=True):
    mine: Mine
    lore: tuple[Known, ...]  # the same in words
    packs: tuple[Pack, ...]
    visions: Visions
    coach: Tip | None


# Building the public part -------------------------------------------------------------------------------------------


def public(state: State) -> Public:
    camps = {camp.id: camp_view(state, camp) for camp in state.camps}
    cells = cells_drawn(state)
    return Public(
        tiles=tile_views(state, cells, camps),
        routes=Routes(corners(cells), tuple(route_view(state, index) for index in range(len(state.routes)))),
        clock=clock(state),
        crew=tuple(player_view(state, number) for number in range(len(state.players))),
        camps=tuple(camps.values()),
        quests=tuple(quest_view(state, face, quest) for face, quest in enumerate(state.quests, 1)),
        timers=timers(state),
        board_turn=BoardTurn(
            state.round if state.board_step else state.round - 1,
            tuple(Step(deed.step, deed.text, deed.at, tuple(deed.dice)) for deed in state.account),
        ),
        revealed=revealed(state) if state.result else None,
    )


@cache
def near(cell: Cell, reach: int) -> tuple[Cell, ...]:
    return tuple(within(cell, reach))


@cache
def middle(cell: Cell) -> tuple[int, int]:
    """The middle of a cell on the drawn map: 60 from corner to middle."""
    q, r = cell
    return 90 * q, round(103.92 * (r + q / 2))


def cells_drawn(state: State) -> list[Cell]:
    """Every cell with something on it, and the empty ones near; far from the camp first, as that is the map's top."""
    laid = [tile.at for tile in state.tiles] + [tile.at for tile in state.face_down] + state.walls
    cells = set(laid) | {party.at for party in state.parties} | {band.at for band in state.bands}
    cells.update(hint.at for hint in state.hints)
    sight = state.group_buff == "extra_sight" or any("extra_sight" in player.worn for player in state.players)
    for tile in state.tiles:
        cells.update(near(tile.at, 2 if sight else 1))  # as far as anybody can explore (BIO-049)
    for hidden in state.face_down:
        cells.update(near(hidden.at, 1))
    for camp in state.camps:
        if site_is_chosen(state, camp):
            cells.update(near(camp.at, FOUNTAIN_DISTANCE + 1))
    return sorted(cells, key=lambda cell: (middle(cell)[1], cell[0]))


def site_is_chosen(state: State, camp: Camp) -> bool:
    """A stealer camp has come, its quest not yet: somebody chooses where the Fountain or the Tomb lies (BIO-225)."""
    return (
        camp.kind == "stealer"
        and camp.dormant
        and not any(isinstance(quest, Fountain | Tomb) and quest.stealer == camp.id for quest in state.quests)
    )


def corners(cells: Sequence[Cell]) -> Corners:
    """As wide to the left as to the right: the corners beside the V's point stay free."""
    spots = [middle(cell) for cell in cells]
    half, down = max(abs(x) for x, _ in spots) + 66, [y for _, y in spots]
    return Corners(-half, min(down) - 58, half, max(down) + 64)


def tile_views(state: State, cells: Sequence[Cell], camps: dict[int, CampView]) -> tuple[TileView, ...]:
    laid = {tile.at: tile for tile in state.tiles}
    hidden = {tile.at for tile in state.face_down}
    walls = set(state.walls)
    camp_on = {camp.at: camps[camp.id] for camp in state.camps}
    gauges = {quest.at: gauge_text(state, quest) for quest in state.quests}
    buildings = by_cell((b.at, building_view(state, b)) for b in state.buildings)
    pawns = by_cell((stands(player), pawn(state, number)) for number, player in enumerate(state.players))
    pieces = by_cell(tokens(state))
    hints = by_cell((hint.at, HintView(hint.seat, hint.hint)) for hint in state.hints)
    views = []
    for cell in cells:
        tile = laid.get(cell)
        kind = tile.kind if tile else "face_down" if cell in hidden else "wall" if cell in walls else "empty"
        if tile is None and cell not in camp_on and cell not in pieces and cell not in hints:
            views.append(blank(cell, kind))
            continue
        x, y = middle(cell)
        views.append(
            TileView(
                id=f"{cell[0]}_{cell[1]}",
                at=cell,
                kind=kind,
                name=tile_name(kind),
                x=x,
                y=y,
                cliffs=tile.cliffs if tile else NO_CLIFFS,
                rim=rim(cell),
                secrets=secrets_on(state, tile) if tile else (),
                camp=camp_on.get(cell),
                buildings=tuple(buildings.get(cell, ())),
                pawns=tuple(pawns.get(cell, ())),
                tokens=tuple(pieces.get(cell, ())),
                hints=tuple(hints.get(cell, ())),
                gauge=gauges.get(cell, ""),
            )
        )
    return tuple(views)


NO_CLIFFS = "000000"


def tile_name(kind: str) -> str:
    return TILE_NAMES.get(kind) or {"face_down": "face-down tile", "wall": "outer wall"}.get(kind, "unexplored")


@cache
def blank(cell: Cell, kind: str) -> TileView:
    """A cell with nothing on it: there are many, and they never change."""
    return TileView(f"{cell[0]}_{cell[1]}", cell, kind, tile_name(kind), *middle(cell), NO_CLIFFS, rim(cell))


Thing = TypeVar("Thing")


def by_cell(things: Iterable[tuple[Cell | None, Thing]]) -> dict[Cell, list[Thing]]:
    found: dict[Cell, list[Thing]] = {}
    for cell, thing in things:
        if cell is not None:
            found.setdefault(cell, []).append(thing)
    return found


@cache
def rim(cell: Cell) -> str:
    return "".join("0" if inside(neighbour) else "1" for neighbour in around(cell))


def secrets_on(state: State, tile: Tile) -> tuple[SecretView, ...]:
    return tuple(SecretView(s.label, s.placed, s.kind if state.result else "") for s in tile.secrets)  # BIO-300


def stands(player: Player) -> Cell | None:
    """Captives held off the board stand nowhere (BIO-149)."""
    return None if player.status == "captured" and player.captor == NOWHERE else player.at


def alias(state: State, number: int) -> str:
    return who(state, number) if state.seats == 1 else ""  # BIO-319


def pawn(state: State, number: int) -> Pawn:
    player = state.players[number]
    return Pawn(number, player.seat, alias(state, number), player.status)


def tokens(state: State) -> Iterable[tuple[Cell, Token]]:
    for party in state.parties:
        cargo = ", ".join(SECRET_NAMES[loot.kind] for loot in party.cargo) or "nothing"
        text = f"Raiding party of camp {party.home}, carrying {cargo}"
        mood = "quest" if party.quest else ""
        yield party.at, Token(f"party-{party.id}", "party", "R", len(party.cargo), text, mood)
    for band in state.bands:
        task = {"rescue": "to a rescue", "party": "after a raiding party", "gang": "after the gang"}[band.task]
        yield band.at, Token(f"band-{band.id}", "band", "M", 0, f"Mercenaries, sent {task}")
    gang = state.gang
    if gang:
        left = f", {gang.count} to go" if gang.count > 0 else ""
        yield gang.at, Token("gang", "gang", "G", max(0, gang.count), f"Roaming Gang, {gang.mode}{left}", gang.mode)
    camps = {camp.id: camp for camp in state.camps}
    for quest in state.quests:
        if isinstance(quest, TugOfWar) and quest.active:
            yield quest.at, Token("front", "warrior", "W", 0, f"The warriors; front {quest.front:+d}")
        if isinstance(quest, TradeWar) and quest.active:
            for number, health in ((quest.ally, quest.ally_health), (quest.killer, quest.killer_health)):
                text = f"Warrior; camp health {health}"
                yield camps[number].at, Token(f"warrior-{number}", "warrior", "W", health, text)
        if isinstance(quest, Vesuvius) and quest.priests:
            text = f"Priests on the Volcano: {quest.priests}"
            yield quest.at, Token("priests", "priest", "P", quest.priests, text)


def halted(state: State, cell: Cell) -> bool:
    return state.gang is not None and state.gang.at == cell  # BIO-197, BIO-198


FRIENDLY = ("main", "built", "ally")
CAMP_NAMES = {
    "main": "Main camp",
    "built": "Built camp",
    "ally": "Ally camp",
    "stealer": "Stealer camp",
    "killer": "Killer camp",
}


def valued(kinds: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(kinds, key=VALUE_ORDER.index))


def camp_view(state: State, camp: Camp) -> CampView:
    feeders = tuple(b.kind for b in state.buildings if b.feeds == camp.id)
    captives = tuple(n for n, p in enumerate(state.players) if p.status == "captured" and p.captor == camp.id)
    return CampView(
        camp.id,
        camp.kind,
        CAMP_NAMES[camp.kind],
        camp.at,
        valued(camp.store),
        camp.cooldown,
        camp.dormant,
        camp.trades,
        halted(state, camp.at),
        captives,
        tuple(who(state, number) for number in captives),
        feeders,
    )


def building_view(state: State, building: Building) -> BuildingView:
    here = halted(state, building.at)
    return BuildingView(building.id, building.kind, building.feeds, building.cooldown, here)


def route_view(state: State, index: int) -> RouteView:
    route = state.routes[index]
    closed = state.gang is not None and state.gang.at in route.cells
    return RouteView(route.id, tuple(route.cells), tuple(middle(cell) for cell in route.cells), route.ends, closed)


def load(player: Player) -> int:
    return sum(WEIGHTS[kind] for kind in player.inventory) + PRIEST_WEIGHT * player.priests


def capacity(state: State, player: Player) -> int:
    return CAPACITY + BONUS * (("extra_carry" in player.worn) + (state.group_buff == "extra_carry"))  # BIO-095


def on_turn(state: State) -> int | None:
    return state.order[state.turn] if state.step != "board" and state.turn < len(state.order) else None


def place_name(state: State, cell: Cell) -> str:
    camp = camp_at(state, cell)
    if camp:
        return CAMP_NAMES[camp.kind]
    tile = tile_at(state, cell)
    return TILE_NAMES[tile.kind] if tile else "unexplored"


def player_view(state: State, number: int) -> PlayerView:
    player = state.players[number]
    return PlayerView(
        id=number,
        seat=player.seat,
        alias=alias(state, number),
        at=player.at,
        place="held off the map" if stands(player) is None else place_name(state, player.at),
        on_turn=on_turn(state) == number and not state.result,
        actions=player.actions,
        status=player.status,
        healing=player.healing,
        captive=player.captive,
        captor=player.captor,
        carries=len(player.inventory),
        weight=load(player),
        capacity=capacity(state, player),
        priests=player.priests,
        worn=tuple(player.worn),
        held=sum(1 for held in state.held if held.owner == number),
        inventory=tuple(player.inventory) if state.result else (),
    )


def clock(state: State) -> Clock:
    return Clock(
        step=state.step,
        round=state.round,
        player=on_turn(state),
        order=tuple(state.order),
        quests=state.quest_count,
        drawn=len(state.quests),
        named=tuple(state.named),
        keys_needed=keys_needed(state.quest_count),
        keys_lost=state.gone.count("key"),
        lock=state.lock,
        exit=state.exit,
        group_buff=state.group_buff,
        stacks=dict(state.stacks),
        box=len(state.box),
        discard=tuple(sorted(state.discard)),
        conceding=tuple(state.conceding),
        disclosed=state.disclosed,
        pace=state.options.pace,
        result=state.result,
    )


# Quests -------------------------------------------------------------------------------------------------------------


def gauge(quest: Quest) -> Gauge | None:
    match quest:
        case TugOfWar():
            return Gauge("Front", FRONT_LOST, FRONT_WON, quest.front, "ally camp falls", "won")
        case TradeWar():
            value = quest.ally_health - quest.killer_health
            return Gauge("Balance", -WAR_HEALTH, WAR_HEALTH, value, "killers ahead", "allies ahead")
        case Ruins():
            return Gauge("Health", 0, RUINS_GOAL, quest.health, "the ruins fall", "repaired")
        case Atlantis():
            return Gauge("Level", 0, ATLANTIS_LEVEL, quest.level, "sunk", "high")
        case Vesuvius():
            return Gauge("Eruption in", 0, ERUPTION, quest.counter, "eruption", "calm")
    return None


def gauge_text(state: State, quest: Quest) -> str:
    """The few characters on the tile itself."""
    if isinstance(quest, TradeWar) and quest.active:
        return f"{quest.ally_health}:{quest.killer_health}"
    if not quest.active:
        return f"{state.lock}/{keys_needed(state.quest_count)}" if quest.at == state.exit else ""
    measure = gauge(quest)
    if measure is None:
        return ""
    return f"{measure.value:+d}" if isinstance(quest, TugOfWar) else str(measure.value)


def quest_facts(state: State, quest: Quest) -> Iterable[str]:
    match quest:
        case TugOfWar() | TradeWar() if quest.active and quest.supplied:
            yield "+1 for the next battle"
        case Tomb():
            yield f"{len(quest.secrets)} secrets inside"
        case Atlantis():
            left = [str(place) for place, kind in enumerate(quest.places, 1) if kind]
            yield f"places left: {', '.join(left) or 'none'}"
            if quest.protected:
                yield "protected from the next drop"
        case Vesuvius():
            yield "temple found" if quest.temple else "temple not found"
            yield f"{quest.saved} saved, {quest.priests} on the Volcano"
            if quest.erupted:
                yield "has erupted"
        case Dragon():
            yield f"hoard of {len(quest.hoard)}"
    if isinstance(quest, TradeWar):
        yield f"health: allies {quest.ally_health}, killers {quest.killer_health}"
    if quest.at == state.exit and state.exit is not None:
        yield f"{state.lock} of {keys_needed(state.quest_count)} keys in the lock"
    if isinstance(quest, RoamingGang) and state.gang:
        yield f"the gang is {state.gang.mode}"


def quest_view(state: State, face: int, quest: Quest) -> QuestView:
    name = str(quest.__struct_config__.tag)
    return QuestView(
        id=face,
        name=name,
        title=QUEST_TITLES[name],
        at=quest.at,
        active=quest.active,
        won=quest.won,
        key="key" in quest.hoard if isinstance(quest, Dragon) else quest.key,
        gauge=gauge(quest) if quest.active else None,
        facts=tuple(quest_facts(state, quest)),
        hoard=valued(quest.hoard) if isinstance(quest, Dragon) else (),
        places=tuple(n for n, kind in enumerate(quest.places, 1) if kind) if isinstance(quest, Atlantis) else (),
        secrets=len(quest.secrets) if isinstance(quest, Tomb | Vesuvius) else 0,
        bonus=(isinstance(quest, TugOfWar | TradeWar) and quest.supplied)
        or (isinstance(quest, Atlantis) and quest.protected),
        temple=isinstance(quest, Vesuvius) and quest.temple,
        priests=quest.priests if isinstance(quest, Vesuvius) else 0,
    )


# Cool-downs ---------------------------------------------------------------------------------------------------------


def timers(state: State) -> tuple[Timer, ...]:
    """Everything on the cool-down board, in the order in which the board turn rolls it (BIO-155)."""
    rows: list[Timer] = []
    for kind, letter in (("farm", "F"), ("blacksmith", "B")):
        for b in state.buildings:
            if b.kind == kind:
                text = f"{kind.capitalize()} at {b.at[0]},{b.at[1]}"
                stop = halted(state, b.at)
                rows.append(Timer(f"building-{b.id}", kind, letter, None, b.cooldown, b.at, text, stop, False))
    for number in state.order:
        player = state.players[number]
        if player.status == "injured":
            text, stop = f"{who(state, number)} heals", halted(state, HOME)
            rows.append(Timer(f"healing-{number}", "injury", "✚", player.seat, player.healing, HOME, text, stop, False))
    for camp in state.camps:
        if camp.kind in ("ally", "stealer", "killer"):
            text = f"{CAMP_NAMES[camp.kind]} at {camp.at[0]},{camp.at[1]}"
            letter, stop = camp.kind[0].upper(), halted(state, camp.at)
            rows.append(
                Timer(f"camp-{camp.id}", camp.kind, letter, None, camp.cooldown, camp.at, text, stop, camp.dormant)
            )
    return tuple(rows)


def revealed(state: State) -> Revealed:
    tomb = next((q.secrets for q in state.quests if isinstance(q, Tomb)), [])
    places = next((q.places for q in state.quests if isinstance(q, Atlantis)), [])
    rewards = next((q.secrets for q in state.quests if isinstance(q, Vesuvius)), [])
    return Revealed(
        box=tuple(unseen.kind for unseen in state.box),
        queue=tuple(unseen.kind for unseen in state.queue),
        quest_stack=tuple(state.quest_stack),
        quarries=tuple(state.quarries),
        face_down=tuple((tile.at, tile.kind, tile.cliffs) for tile in state.face_down),
        held=tuple((held.owner, held.kind) for held in state.held),
        tomb=tuple(tomb),
        atlantis=tuple(places),
        vesuvius=tuple(rewards),
        gone=tuple(state.gone),
    )


# Building a seat's own part -----------------------------------------------------------------------------------------


def private(state: State, seat: int) -> Private:
    own = [number for number, player in enumerate(state.players) if player.seat == seat]
    known = lore(state, own)
    return Private(
        mine=mine(state, own, known),
        lore=known,
        packs=tuple(pack(state, number) for number in own),
        visions=visions(state, own),
        coach=coach.tip(state, own) if state.options.coach else None,
    )


def item(kind: str) -> Item:
    return Item(kind, SECRET_NAMES[kind], WEIGHTS[kind])


def lore(state: State, own: Sequence[int]) -> tuple[Known, ...]:
    known = []
    for tile in state.tiles:
        x, y = middle(tile.at)
        for place, secret in enumerate(tile.secrets):
            if set(own) & set(secret.seen):  # BIO-302
                name = SECRET_NAMES[secret.kind]
                tile_name, of = TILE_NAMES[tile.kind], len(tile.secrets)
                known.append(Known(secret.label, secret.kind, name, tile.at, place, of, tile_name, x, y))
    return tuple(known)


def mine(state: State, own: Sequence[int], known: tuple[Known, ...]) -> Mine:
    here = tuple(cell for number in own if (cell := stands(state.players[number])) is not None)
    return Mine(corners(cells_drawn(state)), here, tuple(middle(cell) for cell in here), known)


def pack(state: State, number: int) -> Pack:
    player = state.players[number]
    camp = camp_at(state, player.at) if player.status == "active" else None
    if camp and camp.kind not in FRIENDLY:
        camp = None
    return Pack(
        number,
        alias(state, number),
        tuple(item(kind) for kind in valued(player.inventory)),
        tuple(item(kind) for kind in player.worn),
        tuple(item(held.kind) for held in state.held if held.owner == number),
        camp.id if camp else 0,
        tuple(item(kind) for kind in valued(camp.store)) if camp else (),
        player.priests,
        load(player),
        capacity(state, player),
    )


def visions(state: State, own: Sequence[int]) -> Visions:
    """What Foresight showed (BIO-303), and the box while this seat looks through it."""
    mine_to_see = set(own)
    explores = tuple(
        Ahead(place, unseen.kind, TILE_NAMES.get(unseen.kind, "quest"))
        for place, unseen in enumerate(state.queue, 1)
        if mine_to_see & set(unseen.seen)
    )
    secrets = tuple(
        Ahead(place, unseen.kind, SECRET_NAMES[unseen.kind])
        for place, unseen in enumerate(state.box, 1)
        if mine_to_see & set(unseen.seen)
    )
    box: dict[str, int] = {}
    if state.chooser in mine_to_see:
        for kind in SECRET_NAMES:
            count = sum(1 for unseen in state.box if unseen.kind == kind)
            if count:
                box[kind] = count
    return Visions(explores, secrets, box)

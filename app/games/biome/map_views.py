"""The map as everybody sees it: cells, what lies and stands on them, and Caravan Routes (BIO-298 to BIO-300)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TypeVar

import msgspec

from app.games.biome.components import (
    FOUNTAIN_DISTANCE,
    SECRET_NAMES,
    TILE_NAMES,
    Cell,
)
from app.games.biome.hexes import around, inside, within
from app.games.biome.places import camp_name, capital, place
from app.games.biome.quest_views import gauge_text, valued
from app.games.biome.state import (
    NOWHERE,
    Building,
    Camp,
    Fountain,
    Player,
    State,
    Tile,
    Tomb,
    TradeWar,
    TugOfWar,
    Vesuvius,
)
from app.games.biome.stock import who


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
    name: str  # as people say it
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


# Building it --------------------------------------------------------------------------------------------------------


@cache
def near(cell: Cell, reach: int) -> tuple[Cell, ...]:
    return tuple(within(cell, reach))


@cache
def middle(cell: Cell) -> tuple[int, int]:
    """The middle of a cell on the drawn map: 60 from corner to middle."""
    q, r = cell
    return 90 * q, round(103.92 * (r + q / 2))


def known_cells(state: State) -> set[Cell]:
    """Every cell with something on it, and those among which somebody chooses a site now."""
    laid = [tile.at for tile in state.tiles] + [tile.at for tile in state.face_down] + state.walls
    cells = set(laid) | {party.at for party in state.parties} | {band.at for band in state.bands}
    cells.update(hint.at for hint in state.hints)
    for camp in state.camps:
        if site_is_chosen(state, camp):
            cells.update(near(camp.at, FOUNTAIN_DISTANCE))
    return cells


def cells_drawn(state: State) -> list[Cell]:
    """Those, and the empty ones near; far from the camp first, as that is the map's top."""
    cells = known_cells(state)
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


def corners(state: State) -> Corners:
    """What the map shows as a whole: what is known and a rim of the unknown, and never so little that a tile fills the
    screen."""
    spots = [middle(cell) for cell in known_cells(state)]
    across, down = [x for x, _ in spots], [y for _, y in spots]
    left, right, top, bottom = min(across) - 132, max(across) + 132, min(down) - 160, max(down) + 66
    more_across, more_down = max(0, LEAST_WIDTH - (right - left)) // 2, max(0, LEAST_HEIGHT - (bottom - top)) // 2
    return Corners(left - more_across, top - more_down, right + more_across, bottom + more_down)


LEAST_WIDTH, LEAST_HEIGHT = 860, 500


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
                name=place(state, cell) if tile else tile_name(kind),
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
    return TILE_NAMES.get(kind) or {"face_down": "a face-down tile", "wall": "the glass"}.get(kind, "the unknown")


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
        text = f"Raiders, carrying {cargo}"
        mood = "quest" if party.quest else ""
        yield party.at, Token(f"party-{party.id}", "party", "R", len(party.cargo), text, mood)
    for band in state.bands:
        task = {"rescue": "to a rescue", "party": "after a raiding party", "gang": "after the gang"}[band.task]
        yield band.at, Token(f"band-{band.id}", "band", "M", 0, f"Mercenaries, sent {task}")
    gang = state.gang
    if gang:
        left = f", {gang.count} to go" if gang.count > 0 else ""
        yield gang.at, Token("gang", "gang", "G", max(0, gang.count), f"The Roaming Gang, {gang.mode}{left}", gang.mode)
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


def camp_view(state: State, camp: Camp) -> CampView:
    feeders = tuple(b.kind for b in state.buildings if b.feeds == camp.id)
    captives = tuple(n for n, p in enumerate(state.players) if p.status == "captured" and p.captor == camp.id)
    return CampView(
        camp.id,
        camp.kind,
        capital(camp_name(state, camp)),
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


def on_turn(state: State) -> int | None:
    return state.order[state.turn] if state.step != "board" and state.turn < len(state.order) else None


# The small map of the whole -----------------------------------------------------------------------------------------


class Patch(msgspec.Struct, frozen=True):
    x: int
    y: int
    kind: str


class Dot(msgspec.Struct, frozen=True):
    x: int
    y: int
    seat: int


class Overview(msgspec.Struct, frozen=True):
    corners: Corners
    patches: tuple[Patch, ...]
    dots: tuple[Dot, ...]


def overview(state: State, frame: Corners) -> Overview:
    laid = [(tile.at, tile.kind) for tile in state.tiles] + [(tile.at, "face_down") for tile in state.face_down]
    dots = [(at, player.seat) for player in state.players if (at := stands(player)) is not None]
    return Overview(
        frame,
        tuple(Patch(*middle(at), kind) for at, kind in laid),
        tuple(Dot(*middle(at), seat) for at, seat in dots),
    )

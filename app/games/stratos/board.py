"""The map and who stands on it: ranges, neighbours, friends and foes."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.stratos.components import CLASSES, RESOURCE_NAMES, SPECIAL_NAMES, TERRAIN
from app.games.stratos.state import Pool, Square, State, Tile, Unit

DIRECTIONS: dict[str, Square] = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
LAND = ("P", "M", "D", "F")


def tile_at(state: State, at: Square) -> Tile | None:
    row, col = at
    if 0 <= row < len(state.grid) and 0 <= col < len(state.grid[0]):
        return state.grid[row][col]
    return None


def squares(state: State) -> Iterator[tuple[Square, Tile]]:
    for row, line in enumerate(state.grid):
        for col, tile in enumerate(line):
            if tile is not None:
                yield (row, col), tile


def distance(one: Square, other: Square) -> int:
    """STR-008: rows plus columns; nothing in between matters."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def step(at: Square, direction: str, steps: int = 1) -> Square:
    down, right = DIRECTIONS[direction]
    return at[0] + down * steps, at[1] + right * steps


def neighbours(state: State, at: Square) -> list[Square]:
    """STR-007: tiles that share an edge."""
    around = (step(at, direction) for direction in DIRECTIONS)
    return [square for square in around if tile_at(state, square) is not None]


def within(state: State, at: Square, low: int, high: int) -> Iterator[tuple[Square, Tile]]:
    for square, tile in squares(state):
        if low <= distance(at, square) <= high:
            yield square, tile


def unit_at(state: State, at: Square) -> Unit | None:
    return next((unit for unit in state.units if unit.at == at), None)


def unit_by_id(state: State, number: int) -> Unit | None:
    return next((unit for unit in state.units if unit.id == number), None)


def the_unit(state: State, number: int) -> Unit:
    unit = unit_by_id(state, number)
    assert unit is not None
    return unit


def tile_under(state: State, unit: Unit) -> Tile:
    tile = tile_at(state, unit.at)
    assert tile is not None
    return tile


def units_of(state: State, seat: int) -> list[Unit]:
    return [unit for unit in state.units if unit.seat == seat]


def friendly(state: State, one: int, other: int) -> bool:
    """STR-002: the same seat, or another seat of its side."""
    return state.players[one].side == state.players[other].side


def enemies_of(state: State, seat: int) -> list[Unit]:
    return [unit for unit in state.units if not friendly(state, seat, unit.seat)]


def pool_of(state: State, seat: int) -> Pool:
    return state.pools[state.players[seat].pool]


def common(state: State, seat: int) -> list[int]:
    """The seats that "you" means for turns, payment, placement, goals and elimination (STR-176)."""
    return next(slot for slot in state.slots if seat in slot)


def may_stand(cls: str, tile: Tile | None) -> bool:
    """STR-009: any unit on land, Explorers on Lagoons too, nothing on a void."""
    return tile is not None and (tile.kind != "L" or cls == "explorer")


def free_for(state: State, cls: str, at: Square) -> bool:
    """STR-010: one unit to a tile."""
    return may_stand(cls, tile_at(state, at)) and unit_at(state, at) is None


def is_ordinary(tile: Tile) -> bool:
    return tile.kind != "S"


def is_ordinary_land(tile: Tile) -> bool:
    return tile.kind in LAND


def max_health(unit: Unit) -> int:
    kind = CLASSES[unit.cls]
    return kind.health + (kind.bonus if unit.promoted else 0)


def max_spirit(unit: Unit) -> int:
    kind = CLASSES[unit.cls]
    return kind.spirit + (kind.spirit_bonus if unit.promoted else 0)


def heal(unit: Unit, amount: int) -> int:
    """STR-005: never above the maximum. Returns what was regained."""
    gained = min(amount, max_health(unit) - unit.health)
    unit.health += gained
    return gained


def defending(unit: Unit) -> bool:
    """STR-059: it defends or does not, whatever the sources."""
    automatic = (unit.fortress or unit.occupies == "fortress") and not unit.wither
    return unit.defend or automatic


def immune(unit: Unit) -> bool:
    """STR-138, STR-139."""
    return unit.cathedral or unit.occupies == "cathedral"


def tile_immune(state: State, at: Square) -> bool:
    unit = unit_at(state, at)
    return unit is not None and immune(unit)


def has_equipment(unit: Unit, title: str) -> int:
    return sum(card.partition("#")[0] == title for card in unit.equipment)


def nearest_free(state: State, cls: str, at: Square, land_only: bool = False) -> list[Square]:
    """STR-043: the unoccupied tiles at the smallest range where it may stand."""
    open_squares = [
        square
        for square, tile in squares(state)
        if square != at and free_for(state, cls, square) and not (land_only and tile.kind == "L")
    ]
    best = min((distance(at, square) for square in open_squares), default=0)
    return [square for square in open_squares if distance(at, square) == best]


# Words ---------------------------------------------------------------------------------------------------------


def a(name: str) -> str:
    """The name with its article."""
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def count(number: int, name: str) -> str:
    return f"{number} {name}" if number == 1 else f"{number} {name}s"


def form(unit: Unit) -> str:
    kind = CLASSES[unit.cls]
    return kind.promoted if unit.promoted else kind.name


COLUMNS = "ABCEFGHIJKLMNOPQRSTUVWXYZ"  # without D: no square reads like a die (STR-221)


def spot(at: Square) -> str:
    """A square as the edge of the map counts: columns by letters, rows by numbers from 1."""
    return f"{COLUMNS[at[1] % len(COLUMNS)]}{at[0] + 1}"


def code(at: Square) -> str:
    return f"{at[0]},{at[1]}"


def uncode(text: str) -> Square:
    row, _, col = text.partition(",")
    return int(row), int(col)


def whole(text: str) -> int | None:
    """A small number that somebody sent, if it is one."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else None


def square_in(text: str) -> Square | None:
    row, _, col = text.partition(",")
    down, right = whole(row), whole(col)
    return None if down is None or right is None else (down, right)


def goods(name: str, amount: int) -> str:
    return f"{amount} {'Gem' if name == 'gems' and amount == 1 else RESOURCE_NAMES[name]}"


def ground(tile: Tile) -> str:
    if tile.kind != "S":
        return TERRAIN[tile.kind]
    return "covered special" if tile.covered else SPECIAL_NAMES[tile.special]


def whose(unit: Unit) -> str:
    return f"{{{unit.seat}}}'s {form(unit)}"

"""Places as people say them: *the forest by the lake*. Coordinates are for the replay.

A tile is named when it is laid, after what lay around it then, and keeps its name while its ground lasts: names follow
from the order of the tiles alone. Nothing here is hidden: only what lies face-up has a name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from app.games.biome.components import HOME, LAND, TERRAIN, TILE_NAMES, Cell
from app.games.biome.hexes import around, camp_at, direction_of, distance
from app.games.biome.state import Camp, State

WINDS = ("north", "north-east", "south-east", "south", "south-west", "north-west")
BETWEEN = ("north by east", "east", "south by east", "south by west", "west", "north by west")  # two steps away
MARKS = (
    "lake",
    "mountain",
    "quarry",
    "desert",
    "forest",
    "farmland",
    "grassland",
)  # what a place is told by, best first
ORDINALS = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def place(state: State, at: Cell) -> str:
    """What lies there, in a few words: "the forest by the lake", "the main camp", "the unknown north of the forest"."""
    camp = camp_at(state, at)
    if camp is not None:
        return camp_name(state, camp)
    return ground(state, at)


def place_words(state: State) -> Callable[[Cell], str]:
    """The same for many places at once: what lies where is gathered once."""
    names = _names(state)
    camps = {camp.at: camp_name(state, camp) for camp in reversed(state.camps)}
    return lambda at: camps.get(at) or names.get(at) or unknown(names, at)


def ground(state: State, at: Cell) -> str:
    """The same without the camp that may stand on it."""
    names = _names(state)
    return names.get(at) or unknown(names, at)


def _names(state: State) -> dict[Cell, str]:
    return names_of(tuple([(tile.at, tile.kind) for tile in state.tiles]))


def unknown(names: dict[Cell, str], at: Cell) -> str:
    """A cell that nobody has seen, by a tile beside it, or by how far out it is."""
    beside = [(index, cell) for index, cell in enumerate(around(at)) if cell in names]
    if beside:
        index, cell = min(beside, key=lambda pair: (distance(pair[1], HOME), pair[0]))
        return f"the unknown {WINDS[(index + 3) % 6]} of {names[cell]}"
    steps = distance(at, HOME)
    return f"the unknown {steps} steps {bearing(HOME, at)} of the main camp"


def camp_name(state: State, camp: Camp) -> str:
    if camp.kind == "main":
        return "the main camp"
    if camp.kind == "built":
        return f"our camp in {ground(state, camp.at)}"
    return ground(state, camp.at)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def joined(parts: list[str]) -> str:
    """One, two and three."""
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def bearing(start: Cell, goal: Cell) -> str:
    """The wind that blows from one cell to another, roughly."""
    dq, dr = goal[0] - start[0], goal[1] - start[1]
    x, y = 1.5 * dq, 1.732 * (dr + dq / 2)
    east, north = x, -y
    words = "north" if north > 0.4 * abs(east) else "south" if -north > 0.4 * abs(east) else ""
    side = "east" if east > 0.4 * abs(north) else "west" if -east > 0.4 * abs(north) else ""
    return "-".join(part for part in (words, side) if part) or "here"


def towards(start: Cell, goal: Cell) -> str:
    """Which way a cell lies from where somebody stands, one or two steps away: "north", "two steps north-east"."""
    if distance(start, goal) == 1:
        return WINDS[direction_of(start, goal)]
    for index, cell in enumerate(around(start)):
        after = around(cell)
        if after[index] == goal:
            return f"two steps {WINDS[index]}"
        if after[(index + 1) % 6] == goal:
            return f"two steps {BETWEEN[index]}"
    return f"{distance(start, goal)} steps {bearing(start, goal)}"


# Names --------------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=256)
def names_of(tiles: tuple[tuple[Cell, str], ...]) -> dict[Cell, str]:
    """Every tile's name, in the order in which they were laid; no two are the same."""
    kinds: dict[Cell, str] = {}
    names: dict[Cell, str] = {}
    taken: set[str] = set()
    for at, kind in tiles:
        kinds[at] = kind
        name = next(one for one in candidates(at, kind, kinds, names) if one not in taken)
        names[at] = name
        taken.add(name)
    return names


def candidates(at: Cell, kind: str, kinds: dict[Cell, str], names: dict[Cell, str]) -> Iterator[str]:
    word = f"the {TILE_NAMES[kind]}"
    if kind not in TERRAIN:
        yield word
    beside = [(index, cell) for index, cell in enumerate(around(at)) if cell in names]
    beside.sort(key=lambda pair: (mark(kinds[pair[1]]), pair[0]))
    for _, cell in beside:
        if kinds[cell] != kind:
            yield f"{word} by {short(kinds[cell], names[cell])}"
    for index, cell in beside:
        yield f"{word} {WINDS[(index + 3) % 6]} of {short(kinds[cell], names[cell])}"
    far = f"{word} far to the {bearing(HOME, at)}"
    yield far
    for ordinal in ORDINALS:
        yield far.replace("the ", f"the {ordinal} ", 1)
    yield f"{word} {distance(at, HOME)} steps {bearing(HOME, at)} of the main camp"
    for number in range(2, 100):
        yield f"{word} number {number}"


def mark(kind: str) -> int:
    """How well a tile tells where something is: quests and camps before any land."""
    return MARKS.index(kind) if kind in MARKS else -1


def short(kind: str, name: str) -> str:
    """What another place is told by: land only by its kind, so that names stay short."""
    return f"the {TILE_NAMES[kind]}" if kind in (*LAND, "lake") else name

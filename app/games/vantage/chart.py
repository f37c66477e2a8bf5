"""The map of where somebody has been: drawn from their route alone, theirs alone until they show it (VAN-254)."""

from __future__ import annotations

from itertools import pairwise

import msgspec

from app.games.vantage.state import State
from app.games.vantage.world import cell, hour, shown


class Step(msgspec.Struct, frozen=True):
    """A place on my own map: where it lies, from where I came there."""

    number: str
    name: str
    x: int
    y: int
    here: bool
    first: int  # the turn in which I first stood there
    off: bool = False  # under, above or inside: not on the grid
    hour: str = ""  # the light it lies in


class Way(msgspec.Struct, frozen=True):
    x1: int
    y1: int
    x2: int
    y2: int


class Chart(msgspec.Struct, frozen=True):
    """Where I have been, drawn; mine alone until it is shared (VAN-254)."""

    steps: tuple[Step, ...]
    ways: tuple[Way, ...]
    width: int
    height: int


CELL_WIDE, CELL_HIGH = 112, 62


def chart(state: State, seat: int) -> Chart:
    """Places of the grid lie as they do on the planet, moved together; those off it stand beside the one they were
    reached from."""
    route = [step for step in state.me(seat).route if step.place in state.world.places]
    spots: dict[int, tuple[int, int]] = {}
    last = (0, 0)
    for step in route:
        if step.place not in spots:
            spots[step.place] = beside(last, cell(step.place), spots)
        last = spots[step.place]
    columns = {x: n for n, x in enumerate(sorted({x for x, _ in spots.values()}))}
    rows = {y: n for n, y in enumerate(sorted({y for _, y in spots.values()}))}
    at = {
        place: (columns[x] * CELL_WIDE + CELL_WIDE // 2, rows[y] * CELL_HIGH + CELL_HIGH // 2)
        for place, (x, y) in spots.items()
    }
    turns: dict[int, int] = {}
    for step in route:
        turns.setdefault(step.place, step.turn)
    steps = tuple(
        Step(
            shown(place),
            state.world.places[place].name,
            *at[place],
            place == state.me(seat).place,
            turns[place],
            cell(place) is None,
            hour(place),
        )
        for place in at
    )
    pairs = dict.fromkeys((a.place, b.place) for a, b in pairwise(route) if a.place != b.place)
    ways = tuple(Way(*at[a], *at[b]) for a, b in pairs)
    return Chart(steps, ways, len(columns) * CELL_WIDE, len(rows) * CELL_HIGH)


def beside(last: tuple[int, int], wanted: tuple[int, int] | None, spots: dict[int, tuple[int, int]]) -> tuple[int, int]:
    """Doubled coordinates leave room between the cells of the grid for what lies off it."""
    if wanted is not None:
        return 2 * wanted[0], 2 * wanted[1]
    taken = set(spots.values())
    return next(
        spot
        for n in range(1, 99)
        for spot in ((last[0] + n, last[1] + 1), (last[0] - n, last[1] + 1))
        if spot not in taken
    )

"""Vehicles: a line over the grid, as far as the guide reaches (VAN-C39)."""

from __future__ import annotations

from app.games.vantage.core import Game
from app.games.vantage.state import State
from app.games.vantage.travel import go, here
from app.games.vantage.world import CARDINALS, neighbour, shown
from app.kernel import Option, Script, choose


def stops(state: State, seat: int, card: int) -> list[tuple[str, int]]:
    """Where one may stop: cells in a line over terrains the vehicle can use; blocked sides stop it."""
    guide = state.world.card(card).ride
    assert guide is not None
    start = here(state, seat)
    reach = guide.from_[start.terrain][1]
    found: list[tuple[str, int]] = []
    for direction in CARDINALS:
        at = start.id
        for _ in range(reach):
            side = state.world.places[at].compass.get(direction)
            following = neighbour(at, direction)
            if side is None or side.blocked or following not in state.world.places:
                break
            if state.world.places[following].terrain not in guide.over:
                break
            at = following
            found.append((direction, at))
    return found


def ride(g: Game, seat: int, card: int) -> Script[None]:
    found = stops(g.state, seat, card)
    if not found:
        return
    options = [
        Option(f"stop:{to}", f"{direction.capitalize()} to {shown(to)}", target=f"compass-{direction}")
        for direction, to in found
    ]
    unique = list({option.id: option for option in options}.values())
    picked = yield from choose(seat, "How far, and where?", unique, rule="VAN-C39", public="rides")
    yield from go(g, seat, int(picked.removeprefix("stop:")))

"""Calamities hit everyone whom the text names, all at once (STR-108)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from app.games.stratos.board import (
    count,
    form,
    free_for,
    is_ordinary,
    neighbours,
    pool_of,
    squares,
    the_unit,
    tile_at,
    tile_under,
    units_of,
)
from app.games.stratos.combat import lose
from app.games.stratos.effects import step_options
from app.games.stratos.landing import move_unit
from app.games.stratos.state import Square, State, Unit
from app.games.stratos.telling import mine, place, receive
from app.games.stratos.victory import settle
from app.kernel import Option, Play, Script, choose


def smite(g: Play[State], units: Iterable[Unit], amount: int, cause: str) -> None:
    hit = list(units)
    for unit in hit:
        lose(g, unit, amount, f"{cause}, on {place(g.state, unit.at)}")
    loses = "loses" if len(hit) == 1 else "lose"
    g.tell(f"{cause}: {count(len(hit), 'unit')} {loses} {amount} Health.", rule="STR-108")
    if not hit:
        g.change(cause, "", "hurts nobody", "no unit stands where it strikes")


def locusts(g: Play[State], finder: int) -> Script[None]:
    robbed = {player.pool: player.seat for player in reversed(g.state.players)}  # STR-175: a common pool is hit once
    for seat in sorted(robbed.values()):
        corn = pool_of(g.state, seat).corn
        receive(g, seat, "corn", -((corn + 1) // 2), "Locusts eat half of it, rounded up")
    g.tell("Locusts: everybody returns half of the Corn, rounded up.", rule="STR-108")
    yield from ()


def earthquake(g: Play[State], finder: int) -> Script[None]:
    smite(g, [unit for unit in g.state.units if tile_under(g.state, unit).kind == "M"], 2, "Earthquake")
    yield from ()


def wildfire(g: Play[State], finder: int) -> Script[None]:
    smite(g, [unit for unit in g.state.units if tile_under(g.state, unit).kind == "F"], 2, "Wildfire")
    yield from ()


def plague(g: Play[State], finder: int) -> Script[None]:
    smite(g, g.state.units, 1, "Plague")
    yield from ()


def by_water(state: State, at: Square) -> bool:
    around = (tile_at(state, square) for square in (at, *neighbours(state, at)))
    return any(tile is not None and tile.kind == "L" for tile in around)


def tidal_wave(g: Play[State], finder: int) -> Script[None]:
    smite(g, [unit for unit in g.state.units if by_water(g.state, unit.at)], 1, "Tidal Wave")
    yield from ()


def turn_order(state: State, first: int) -> list[int]:
    order = [seat for slot in state.slots for seat in slot]
    start = order.index(first)
    return order[start:] + order[:start]


def box_squares(state: State, unit: Unit) -> list[Square]:
    return [at for at, tile in squares(state) if is_ordinary(tile) and free_for(state, unit.cls, at)]


def pandoras_box(g: Play[State], finder: int) -> Script[None]:
    """STR-185: one after the other, beginning with the finder."""
    for seat in turn_order(g.state, finder):
        movable = [unit for unit in units_of(g.state, seat) if box_squares(g.state, unit)]
        if movable:
            g.state.deciding = None if seat == finder else seat
            yield from move_by_box(g, seat, movable)
            g.state.deciding = None
            settle(g)
    smite(g, g.state.units, 1, "Pandora's Box")


def move_by_box(g: Play[State], seat: int, movable: list[Unit]) -> Script[None]:
    chosen = f"unit:{movable[0].id}"
    if len(movable) > 1:
        chosen = yield from choose(
            seat,
            "Pandora's Box: which of your units is moved?",
            [Option(f"unit:{unit.id}", f"The {mine(g.state, unit)}", target=f"unit-{unit.id}") for unit in movable],
            kicker="A calamity: then each unit loses 1 Health",
            rule="STR-204",
            public="moves a unit by Pandora's Box",
        )
    unit = the_unit(g.state, int(chosen.partition(":")[2]))
    places = box_squares(g.state, unit)
    place = f"tile:{places[0][0]},{places[0][1]}"
    if len(places) > 1:
        place = yield from choose(
            seat,
            f"Pandora's Box: where does the {form(unit)} go?",
            step_options(g.state, [f"tile:{row},{col}" for row, col in places]),
            rule="STR-204",
            kicker="A calamity: then each unit loses 1 Health",
            public="moves a unit by Pandora's Box",
        )
    move_unit(g, unit, next(at for at in places if place == f"tile:{at[0]},{at[1]}"))


CALAMITIES: dict[str, Callable[[Play[State], int], Script[None]]] = {
    "locusts": locusts,
    "earthquake": earthquake,
    "wildfire": wildfire,
    "plague": plague,
    "pandoras_box": pandoras_box,
    "tidal_wave": tidal_wave,
}

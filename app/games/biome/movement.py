"""Moving on foot and by caravan (BIO-034, BIO-035, BIO-043 to BIO-048, BIO-137, BIO-139)."""

from __future__ import annotations

from app.games.biome.buildings import routes_from
from app.games.biome.components import DIRECTION_NAMES, TILE_NAMES, Cell, one
from app.games.biome.harm import meets_gang
from app.games.biome.hexes import (
    around,
    camp_at,
    direction_of,
    has_cliff,
    name,
    parse,
    passable,
    spot,
    the_tile,
    tile_at,
)
from app.games.biome.quests import fountain
from app.games.biome.state import Route, State
from app.games.biome.stock import Price, available, buffs, disclose, friendly_camp, news, pay, priced, stow, who
from app.kernel import Option, Play, Script


def move_price(state: State, player: int, goal: Cell) -> Price:
    """BIO-034, BIO-044, BIO-045, BIO-262."""
    here, there = the_tile(state, state.players[player].at), the_tile(state, goal)
    steep = there.kind == "mountain" and not buffs(state, player, "ease_of_passage")
    tax = any(tile.kind == "fallen" for cell in around(goal) if (tile := tile_at(state, cell)) is not None)
    return Price(2 if steep else 1, has_cliff(here, there) + tax)


def move_options(state: State, player: int) -> list[Option]:
    at = state.players[player].at
    return [
        option
        for cell in around(at)
        if passable(tile_at(state, cell))
        for option in priced(
            state,
            player,
            f"move:{name(cell)}",
            f"Move {DIRECTION_NAMES[direction_of(at, cell)]} to {TILE_NAMES[the_tile(state, cell).kind]} {name(cell)}",
            move_price(state, player, cell),
            target=spot(cell),
            rule="BIO-034",
        )
    ]


def move(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    cell = parse(argument)
    pay(g, player, move_price(g.state, player, cell), own)
    yield from come_to(g, player, cell, "moves")


def come_to(g: Play[State], player: int, cell: Cell, how: str) -> Script[None]:
    g.state.players[player].at = cell
    news(g, f"{who(g.state, player)} {how} to {name(cell)}.", cell, "BIO-043")
    if not meets_gang(g, player):
        yield from fountain.arrive(g, player)


# Caravans -------------------------------------------------------------------------------------------------------------


def ride_options(state: State, player: int) -> list[Option]:
    return [
        option
        for route, end in routes_from(state, state.players[player].at)
        for option in priced(
            state,
            player,
            f"ride:{route.id}",
            f"Ride the caravan to {name(end)}",
            Price(),
            target=spot(end),
            rule="BIO-035",
        )
    ]


def ride(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    end = other_end(g.state, player, argument)
    pay(g, player, Price())
    yield from come_to(g, player, end, "rides")


def other_end(state: State, player: int, number: str) -> Cell:
    return next(end for route, end in routes_from(state, state.players[player].at) if str(route.id) == number)


def send_options(state: State, player: int) -> list[Option]:
    """BIO-139: 1 Supply each; the secret sent cannot pay for itself."""
    person = state.players[player]
    here = friendly_camp(state, person.at)
    if here is None:
        return []
    found: list[Option] = []
    for route, end in routes_from(state, person.at):
        for place, kinds in (("own", person.inventory), ("store", here.store)):
            for kind in dict.fromkeys(kinds):
                if sum(available(state, player, "supply")) >= (2 if kind == "supply" else 1):
                    found += send_variants(state, player, route, end, place, kind)
    return found


def send_variants(state: State, player: int, route: Route, end: Cell, place: str, kind: str) -> list[Option]:
    whence = "from the store" if place == "store" else "of yours"
    label = f"Send {one(kind)} {whence} to {name(end)}"
    options = priced(state, player, f"send:{route.id}:{place}:{kind}", label, Price(0, 1), rule="BIO-139")
    # With a Supply as the freight there may be no choice left of where the fare comes from.
    return options[:1] if kind == "supply" else options


def send(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    state = g.state
    person = state.players[player]
    number, place, kind = argument.split(":")
    end = other_end(state, player, number)
    here, there = friendly_camp(state, person.at), camp_at(state, end)
    assert here is not None
    assert there is not None
    (person.inventory if place == "own" else here.store).remove(kind)
    pay(g, player, Price(0, 1), own)
    kept = stow(state, there, kind)
    full = "" if kept else "; the store is full, it goes to the bank"
    tell = disclose if place == "own" else news
    tell(g, f"{who(state, player)} sends {one(kind)} to {name(end)}{full}.", end, "BIO-139")
    return
    yield

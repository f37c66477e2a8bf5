"""Moving on foot and by caravan (BIO-034, BIO-035, BIO-043 to BIO-048, BIO-137, BIO-139)."""

from __future__ import annotations

from app.games.biome.buildings import routes_from
from app.games.biome.components import Cell, one
from app.games.biome.harm import meets_gang
from app.games.biome.hexes import (
    around,
    camp_at,
    has_cliff,
    laid,
    name,
    parse,
    passable,
    spot,
)
from app.games.biome.places import joined, place, place_words, towards
from app.games.biome.quests import fountain
from app.games.biome.state import Route, State, Tile
from app.games.biome.stock import Price, available, buffs, disclose, friendly_camp, news, pay, priced, stow, who
from app.games.biome.telling import headline, store_change
from app.kernel import Option, Play, Script

Ground = dict[Cell, Tile]  # what lies where: looked for once, where many steps are counted


def move_price(state: State, player: int, goal: Cell) -> Price:
    """The price of a step from where the player stands."""
    return step_price(state, player, state.players[player].at, goal, laid(state))


def step_price(state: State, player: int, start: Cell, goal: Cell, ground: Ground) -> Price:
    """BIO-034, BIO-044, BIO-045, BIO-262."""
    here, there = ground[start], ground[goal]
    steep = there.kind == "mountain" and not buffs(state, player, "ease_of_passage")
    tax = any(tile.kind == "fallen" for cell in around(goal) if (tile := ground.get(cell)) is not None)
    return Price(2 if steep else 1, has_cliff(here, there) + tax)


def move_options(state: State, player: int) -> list[Option]:
    at, ground = state.players[player].at, laid(state)
    return [
        option
        for cell in around(at)
        if passable(ground.get(cell))
        for option in priced(
            state,
            player,
            f"move:{name(cell)}",
            f"Go {towards(at, cell)}, to {place(state, cell)}",
            step_price(state, player, at, cell, ground),
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
    told = f"{who(g.state, player)} {how} to {place(g.state, cell)}"
    news(g, f"{told}.", cell, "BIO-043")
    headline(g, told, cell)
    if not meets_gang(g, player):
        yield from fountain.arrive(g, player)


# Several steps at once ------------------------------------------------------------------------------------------------


def walks(state: State, player: int) -> dict[Cell, tuple[int, list[Cell]]]:
    """Tiles that are more than a step away and within the player's actions, with the cheapest way there (BIO-350). Only
    steps that cost nothing but actions, and none into the gang."""
    person, ground = state.players[player], laid(state)
    best: dict[Cell, tuple[int, list[Cell]]] = {person.at: (0, [])}
    todo = [person.at]
    while todo:
        start = todo.pop(0)
        spent, way = best[start]
        for cell in around(start):
            if not passable(ground.get(cell)) or (state.gang is not None and state.gang.at == cell):
                continue
            price = step_price(state, player, start, cell, ground)
            cost = spent + price.actions
            if price.supplies or cost > person.actions or (cell in best and best[cell][0] <= cost):
                continue
            best[cell] = (cost, [*way, cell])
            todo.append(cell)
    return {cell: (cost, way) for cell, (cost, way) in best.items() if len(way) > 1}


def walk_options(state: State, player: int) -> list[Option]:
    words = place_words(state)
    return [
        Option(
            f"walk:{name(cell)}",
            f"Walk to {words(cell)}",
            spot(cell),
            "BIO-350",
            f"over {joined([words(step) for step in way[:-1]])}",
            price=str(Price(cost)),
            careful=True,
        )
        for cell, (cost, way) in sorted(walks(state, player).items(), key=lambda item: (item[1][0], item[0]))
    ]


def walk(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    """Step by step along the way; it ends where something happens."""
    state = g.state
    person = state.players[player]
    _, way = walks(state, player)[parse(argument)]
    for cell in way:
        known = state.shown
        pay(g, player, move_price(state, player, cell))
        yield from come_to(g, player, cell, "walks")
        if person.at != cell or person.status != "active" or state.shown != known:
            return


# Caravans -------------------------------------------------------------------------------------------------------------


def ride_options(state: State, player: int) -> list[Option]:
    return [
        option
        for route, end in routes_from(state, state.players[player].at)
        for option in priced(
            state,
            player,
            f"ride:{route.id}",
            f"Ride the caravan to {place(state, end)}",
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
        if friendly_camp(state, end) is None:
            continue
        for source, kinds in (("own", person.inventory), ("store", here.store)):
            for kind in dict.fromkeys(kinds):
                if sum(available(state, player, "supply")) >= (2 if kind == "supply" else 1):
                    found += send_variants(state, player, route, end, source, kind)
    return found


def near_camp(state: State, player: int) -> int:
    camp = friendly_camp(state, state.players[player].at)
    return camp.id if camp is not None else 0


def send_variants(state: State, player: int, route: Route, end: Cell, source: str, kind: str) -> list[Option]:
    whence = "from the store" if source == "store" else "of yours"
    label = f"Send {one(kind)} {whence} to {place(state, end)}"
    target = f"pack-{player}-{kind}" if source == "own" else f"store-{near_camp(state, player)}-{kind}"
    ident = f"send:{route.id}:{source}:{kind}"
    options = priced(state, player, ident, label, Price(0, 1), target=target, rule="BIO-139", careful=True)
    # With a Supply as the freight there may be no choice left of where the fare comes from.
    return options[:1] if kind == "supply" else options


def send(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    state = g.state
    person = state.players[player]
    number, source, kind = argument.split(":")
    end = other_end(state, player, number)
    here, there = friendly_camp(state, person.at), camp_at(state, end)
    assert here is not None
    assert there is not None
    (person.inventory if source == "own" else here.store).remove(kind)
    pay(g, player, Price(0, 1), own)
    kept = stow(state, there, kind)
    full = "" if kept else "; the store is full, it goes to the bank"
    tell = disclose if source == "own" else news
    told = f"{who(state, player)} sends {one(kind)} to {place(state, end)}{full}"
    tell(g, f"{told}.", end, "BIO-139")
    headline(g, told, end)
    store_change(g, there, place(state, end), kind, int(kept), "by caravan")
    return
    yield

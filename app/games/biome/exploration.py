"""Exploring cells, and discovering what lies on a tile (BIO-049 to BIO-058, BIO-067 to BIO-069)."""

from __future__ import annotations

from app.games.biome.components import TERRAIN, Cell, one
from app.games.biome.ground import UNKNOWN, fresh_terrain, lakes_allowed, lay_terrain, next_result, put_tile
from app.games.biome.harm import strike
from app.games.biome.hexes import (
    can_be_turned_up,
    direction_of,
    distance,
    is_empty,
    is_face_down,
    name,
    parse,
    spot,
    the_tile,
    within,
)
from app.games.biome.places import place, towards
from app.games.biome.quests.board import draw_board
from app.games.biome.quests.fountain import turn_up
from app.games.biome.state import Hidden, State, Tile
from app.games.biome.stock import Price, buffs, news, pay, priced, reveal, seat_of, who
from app.games.biome.telling import headline
from app.kernel import Option, Play, Script


def anything_to_draw(state: State) -> bool:
    return bool(state.quest_stack) or any(state.stacks.values())  # BIO-052


def in_sight(state: State, player: int) -> list[Cell]:
    """Cells that a player may explore (BIO-049)."""
    at = state.players[player].at
    reach = 2 if buffs(state, player, "extra_sight") else 1
    more = anything_to_draw(state)
    return [
        cell for cell in sorted(within(at, reach)) if can_be_turned_up(state, cell) or (more and is_empty(state, cell))
    ]


def explore_price(state: State, player: int, cell: Cell) -> Price:
    """BIO-036, BIO-055."""
    tile = the_tile(state, state.players[player].at)
    actions = 2 if tile.kind == "desert" and not buffs(state, player, "ease_of_passage") else 1
    if distance(tile.at, cell) > 1 or buffs(state, player, "extra_sight"):
        return Price(actions)
    return Price(actions, int(tile.cliffs[direction_of(tile.at, cell)]))


def explore_options(state: State, player: int) -> list[Option]:
    return [
        option
        for cell in in_sight(state, player)
        for option in priced(
            state,
            player,
            f"explore:{name(cell)}",
            f"Explore {towards(state.players[player].at, cell)}",
            explore_price(state, player, cell),
            target=spot(cell),
            rule="BIO-036",
            careful=True,
        )
    ]


def explore(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    cell = parse(argument)
    title = f"{who(g.state, player)} explores {towards(g.state.players[player].at, cell)}"
    headline(g, title + UNKNOWN, cell)
    pay(g, player, explore_price(g.state, player, cell), own)
    g.tell(f"{title}.", rule="BIO-050")
    yield from uncover(g, player, cell)


def uncover(g: Play[State], player: int, cell: Cell) -> Script[None]:
    """BIO-050 to BIO-052, BIO-056."""
    state = g.state
    if is_face_down(state, cell):
        turn_up(g, cell)
        return
    face = next_result(g)
    if face == "quest" or state.stacks[face] == 0:
        if state.quest_stack:
            yield from draw_board(g, player, cell)
            return
        face = fresh_terrain(g, TERRAIN) or "quest"
    if face == "lake" and "lake" not in lakes_allowed(state, cell):
        face = yield from instead_of_lake(g, player, cell)
    if face != "quest":
        yield from lay_terrain(g, face, cell, player)


def instead_of_lake(g: Play[State], player: int, cell: Cell) -> Script[str]:
    """BIO-027: a lake here would close the way: rolled again."""
    news(g, "A lake would close the way: rolled again.", cell, "BIO-027")
    while True:
        rolled = g.rng.roll(8, "ground")
        face = (*TERRAIN, "quest")[rolled - 1]
        if face == "lake":
            if not any(g.state.stacks[kind] for kind in TERRAIN[:-1]) and not g.state.quest_stack:
                put_tile(g, "grassland", cell)  # nothing else is left: a grassland from outside the game (BIO-207)
                return "quest"
            continue
        if face == "quest" or g.state.stacks[face] == 0:
            if g.state.quest_stack:
                yield from draw_board(g, player, cell)
                return "quest"
            continue
        return face


# Discovering ----------------------------------------------------------------------------------------------------------


def discover_price(state: State, player: int) -> Price:
    """BIO-037."""
    steep = the_tile(state, state.players[player].at).kind == "mountain"
    return Price(2 if steep and not buffs(state, player, "ease_of_passage") else 1)


def discover_options(state: State, player: int) -> list[Option]:
    tile = the_tile(state, state.players[player].at)
    price = discover_price(state, player)
    return [
        option
        for hidden in tile.secrets
        if player not in hidden.seen
        for option in priced(
            state,
            player,
            f"discover:s{hidden.label}",
            look_label(tile, hidden),
            price,
            target=f"secret-{hidden.label}",
            rule="BIO-067",
            careful=True,
        )
    ]


def look_label(tile: Tile, hidden: Hidden) -> str:
    if len(tile.secrets) == 1:
        return "Look at the secret here"
    return f"Look at the {ORDINALS[tile.secrets.index(hidden)]} secret here"


ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def discover(g: Play[State], player: int, argument: str, own: bool) -> Script[None]:
    """BIO-067 to BIO-069."""
    state = g.state
    pay(g, player, discover_price(state, player))
    tile = the_tile(state, state.players[player].at)
    hidden = next(hidden for hidden in tile.secrets if f"s{hidden.label}" == argument)
    reveal(state)
    where = place(state, tile.at)
    news(g, f"{who(state, player)} looks at a secret in {where}.", tile.at, "BIO-067")
    headline(g, f"{who(state, player)} looks at a secret in {where}", tile.at, "reveal")
    if hidden.kind == "captured":
        tile.secrets.remove(hidden)
        strike(g, player)
        return
    hidden.seen = sorted([*hidden.seen, player])
    g.change("who knows it", "nobody", who(state, player), "only the finder sees what it is")
    seat = seat_of(state, player)
    with g.moment(
        "gain", f"It is {one(hidden.kind)}", about=spot(tile.at), scene=f"in {where}; only you know", to=[seat]
    ):
        later = f"{who(state, player)} saw {one(hidden.kind)} in {where}."
        g.tell(f"It is {one(hidden.kind)}.", to=[seat], rule="BIO-067", later=later)
    return
    yield

"""Farms, blacksmiths and Caravan Routes (BIO-126 to BIO-140)."""

from __future__ import annotations

from app.games.biome.components import (
    FARM,
    FARM_ON_FARMLAND,
    LAND,
    ROUTE_TILES,
    SMITH,
    SMITH_ON_GRASSLAND,
    Cell,
)
from app.games.biome.hexes import around, camp_at, camp_by_id, distance, the_tile, tile_at, walkable
from app.games.biome.places import camp_name, capital, place
from app.games.biome.state import Building, Camp, Route, Ruins, State, Tile
from app.games.biome.stock import FRIENDLY, PLAYER_CAMPS, die, news, stow
from app.games.biome.telling import fate, headline, store_change
from app.kernel import Play

KITS = {"farm_kit": "farm", "blacksmith_kit": "blacksmith"}
PRODUCT = {"farm": "supply", "blacksmith": "repair_tools"}
BEST_GROUND = {"farm": ("farmland",), "blacksmith": ("grassland", "gang_tile")}


def building_ground(state: State, tile: Tile) -> bool:
    """BIO-064: land terrain, the Roaming Gang tile, and ruins that were repaired."""
    if tile.kind == "ruins":
        return any(isinstance(quest, Ruins) and quest.at == tile.at and quest.won for quest in state.quests)
    return tile.kind in (*LAND, "gang_tile")


def free_for_building(state: State, at: Cell) -> bool:
    """BIO-126: such ground without camp, farm or blacksmith."""
    tile = tile_at(state, at)
    return (
        tile is not None
        and building_ground(state, tile)
        and camp_at(state, at) is None
        and not any(building.at == at for building in state.buildings)
    )


def camps_beside(state: State, at: Cell) -> list[Camp]:
    beside = around(at)
    return [camp for camp in state.camps if camp.at in beside]


def full_cooldown(state: State, kind: str, at: Cell) -> int:
    good = the_tile(state, at).kind in BEST_GROUND[kind]
    if kind == "farm":
        return FARM_ON_FARMLAND if good else FARM  # BIO-127
    return SMITH_ON_GRASSLAND if good else SMITH  # BIO-132


def build(g: Play[State], kind: str, at: Cell, feeds: Camp) -> None:
    state = g.state
    value = full_cooldown(state, kind, at)
    state.buildings.append(Building(state.next_id, "farm" if kind == "farm" else "blacksmith", at, feeds.id, value))
    state.next_id += 1
    where, whose = place(state, at), camp_name(state, feeds)
    news(g, f"A {kind} is built in {where} for {whose}, cool-down {value}.", at, "BIO-126")
    why = "the best ground for it" if value in (FARM_ON_FARMLAND, SMITH_ON_GRASSLAND) else "plain ground"
    g.change(f"{kind} for {whose}", "", f"in {where}, cool-down {value}", why, better=feeds.kind in FRIENDLY)


def keep(g: Play[State], tribe: Camp, kind: str) -> None:
    """What a stealer tribe gets, it stores; but a Farm Kit or Blacksmith Kit it uses at once (BIO-146, BIO-171)."""
    if kind not in KITS or not tribe_builds(g, tribe, kind):
        stow(g.state, tribe, kind)


def tribe_builds(g: Play[State], tribe: Camp, kit: str) -> bool:
    """BIO-171: on the best ground, farthest from its nearest player camp."""
    state = g.state
    kind = KITS[kit]
    sites = [cell for cell in around(tribe.at) if free_for_building(state, cell)]
    good = [cell for cell in sites if the_tile(state, cell).kind in BEST_GROUND[kind]]
    sites = good or sites
    if not sites:
        return False

    def remoteness(cell: Cell) -> int:
        return min(distance(cell, camp.at) for camp in state.camps if camp.kind in PLAYER_CAMPS)

    far = max(remoteness(cell) for cell in sites)
    build(g, kind, g.rng.pick([cell for cell in sites if remoteness(cell) == far], "enemy site"), tribe)
    state.discard.append(kit)
    return True


def halted(state: State, at: Cell) -> bool:
    return state.gang is not None and state.gang.at == at  # BIO-197, BIO-198


def cool(g: Play[State], building: Building) -> None:
    """One D6 off a farm's or blacksmith's cool-down; when it is off, it produces and starts again."""
    what = f"the {building.kind} in {place(g.state, building.at)}"
    before = building.cooldown
    rolled = die(g, 6, f"{capital(what)} rolls {{dice}}.", building.at, "BIO-152")
    building.cooldown -= rolled
    fate(g, "counts", what, "comes off its cool-down")
    if building.cooldown > 0:
        g.change(f"cool-down of {what}", before, building.cooldown, f"a {rolled} was rolled", better=True)
        return
    building.cooldown = full_cooldown(g.state, building.kind, building.at)  # BIO-EX46: no surplus
    camp = camp_by_id(g.state, building.feeds)
    assert camp is not None
    kept = stow(g.state, camp, PRODUCT[building.kind])  # BIO-128, BIO-133
    made = "a Supply" if building.kind == "farm" else "Repair Tools"
    end = "" if kept else ", but the store is full"
    news(g, f"{capital(what)} makes {made} for {camp_name(g.state, camp)}{end}.", camp.at, "BIO-128")
    headline(g, f"{capital(what)} makes {made}{end}", building.at, "gain" if kept else None)
    store_change(g, camp, camp_name(g.state, camp), PRODUCT[building.kind], int(kept), what)


# Caravan Routes -------------------------------------------------------------------------------------------------------


def possible_routes(state: State, start: Cell) -> list[list[Cell]]:
    """All chains from the camp at `start` to another friendly camp (BIO-134, BIO-135)."""
    camps = {camp.at: camp for camp in state.camps}
    ground = walkable(state)
    found: list[list[Cell]] = []

    def extend(chain: list[Cell]) -> None:
        for cell in around(chain[-1]):
            if cell not in ground or cell in chain:
                continue
            camp = camps.get(cell)
            if camp is None and len(chain) + 2 <= ROUTE_TILES:
                extend([*chain, cell])
            elif camp is not None and camp.kind in FRIENDLY:
                found.append([*chain, cell])

    extend([start])
    return sorted(found, key=lambda chain: (chain[-1], len(chain), chain))


def build_route(g: Play[State], cells: list[Cell]) -> None:
    state = g.state
    one, other = camp_at(state, cells[0]), camp_at(state, cells[-1])
    assert one is not None
    assert other is not None
    state.routes.append(Route(state.next_id, cells, (one.id, other.id)))
    state.next_id += 1
    start, end = place(state, cells[0]), place(state, cells[-1])
    news(g, f"A Caravan Route joins {start} and {end}.", cells[-1], "BIO-134")
    g.change(f"from {start} to {end}", "on foot", "1 action by caravan", "the Caravan Route", better=True)


def route_open(state: State, route: Route) -> bool:
    return not any(halted(state, cell) for cell in route.cells)  # BIO-140


def routes_from(state: State, at: Cell) -> list[tuple[Route, Cell]]:
    """Open routes with an end here, and where they lead."""
    return [
        (route, route.cells[-1] if route.cells[0] == at else route.cells[0])
        for route in state.routes
        if at in (route.cells[0], route.cells[-1]) and route_open(state, route)
    ]


def open_links(state: State) -> list[tuple[Cell, Cell]]:
    """BIO-138: what mercenaries may use, in order of building."""
    return [(route.cells[0], route.cells[-1]) for route in state.routes if route_open(state, route)]

"""The V and its hexes: where cells lie, what can be walked, and who finds which way."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator

from app.games.biome.components import DIRECTIONS, DROWNED, HOME, Cell
from app.games.biome.state import Camp, Party, State, Tile


def step(cell: Cell, direction: int) -> Cell:
    return cell[0] + DIRECTIONS[direction][0], cell[1] + DIRECTIONS[direction][1]


def distance(one: Cell, other: Cell) -> int:
    dq, dr = one[0] - other[0], one[1] - other[1]
    return max(abs(dq), abs(dr), abs(dq + dr))  # BIO-020


def inside(cell: Cell) -> bool:
    return cell[1] <= 0 and cell[0] + cell[1] <= 0  # BIO-021


def around(cell: Cell) -> list[Cell]:
    """The six neighbours in clockwise order, outside ones included."""
    return [(cell[0] + dq, cell[1] + dr) for dq, dr in DIRECTIONS]


def direction_of(start: Cell, goal: Cell) -> int:
    return DIRECTIONS.index((goal[0] - start[0], goal[1] - start[1]))


def within(cell: Cell, reach: int) -> list[Cell]:
    """Inside cells at a distance of at most `reach`."""
    q, r = cell
    cells = [
        (q + dq, r + dr) for dq in range(-reach, reach + 1) for dr in range(-reach, reach + 1) if abs(dq + dr) <= reach
    ]
    return [c for c in cells if inside(c)]


def ring(cell: Cell, radius: int) -> list[Cell]:
    return [c for c in within(cell, radius) if distance(c, cell) == radius]


def name(cell: Cell) -> str:
    return f"{cell[0]},{cell[1]}"


def spot(cell: Cell) -> str:
    """The `data-name` of a cell on the screen."""
    return f"hex-{cell[0]},{cell[1]}"


def parse(text: str) -> Cell:
    q, _, r = text.partition(",")
    return int(q), int(r)


# What lies where ------------------------------------------------------------------------------------------------------


def tile_at(state: State, cell: Cell) -> Tile | None:
    return next((tile for tile in state.tiles if tile.at == cell), None)


def laid(state: State) -> dict[Cell, Tile]:
    """All tiles by where they lie."""
    return {tile.at: tile for tile in state.tiles}


def the_tile(state: State, cell: Cell) -> Tile:
    tile = tile_at(state, cell)
    assert tile is not None, f"no tile at {cell}"
    return tile


def camp_at(state: State, cell: Cell) -> Camp | None:
    return next((camp for camp in state.camps if camp.at == cell), None)


def camp_by_id(state: State, number: int) -> Camp | None:
    return next((camp for camp in state.camps if camp.id == number), None)


def parties_at(state: State, cell: Cell) -> list[Party]:
    return [party for party in state.parties if party.at == cell]


def is_face_down(state: State, cell: Cell) -> bool:
    return any(tile.at == cell for tile in state.face_down)


def is_empty(state: State, cell: Cell) -> bool:
    """BIO-023."""
    return inside(cell) and cell not in state.walls and tile_at(state, cell) is None and not is_face_down(state, cell)


def walled_in(state: State, cell: Cell) -> bool:
    """BIO-281: beside the exit nothing is explored, face-down tiles neither."""
    return state.exit is not None and distance(cell, state.exit) == 1


def can_be_turned_up(state: State, cell: Cell) -> bool:
    """A face-down tile that somebody may still explore."""
    return is_face_down(state, cell) and not walled_in(state, cell)


def empty_cells(state: State, reach: int, centre: Cell) -> list[Cell]:
    taken = {tile.at for tile in state.tiles} | {tile.at for tile in state.face_down} | set(state.walls)
    return [cell for cell in within(centre, reach) if cell not in taken]


def passable(tile: Tile | None) -> bool:
    return tile is not None and tile.kind not in DROWNED  # BIO-025


def walkable(state: State) -> dict[Cell, Tile]:
    return {tile.at: tile for tile in state.tiles if tile.kind not in DROWNED}


def has_cliff(one: Tile, other: Tile) -> bool:
    """BIO-044: a cliff on either side of the border."""
    direction = direction_of(one.at, other.at)
    return one.cliffs[direction] == "1" or other.cliffs[(direction + 3) % 6] == "1"


def turned(pattern: str, orientation: int) -> str:
    """BIO-060: the cliff of edge i comes to edge i + k."""
    return "".join(pattern[(edge - orientation) % 6] for edge in range(6))


# Ways ---------------------------------------------------------------------------------------------------------------


def on_foot(state: State, without: Iterable[Cell] = ()) -> set[Cell]:
    """All tiles reachable on foot from the main camp, if those `without` were impassable."""
    ground = walkable(state)
    for cell in without:
        ground.pop(cell, None)
    reached, todo = {HOME}, [HOME]
    while todo:
        for cell in around(todo.pop()):
            if cell in ground and cell not in reached:
                reached.add(cell)
                todo.append(cell)
    return reached


def way_stays_open(state: State, closing: Cell) -> bool:
    """BIO-026: whether the tile may become impassable; always, if the host wants the strict book."""
    if state.options.strict_book:
        return True
    reached = on_foot(state, [closing])
    if state.exit is not None:
        return state.exit in reached
    taken = {tile.at for tile in state.tiles} | {tile.at for tile in state.face_down} | set(state.walls) | {closing}
    return any(inside(cell) and cell not in taken for tile in reached for cell in around(tile))


Edge = tuple[Cell, int, int]  # where it leads, its cost, its index for ties (6 and more: routes)


def cheapest_way(start: Cell, goal: Cell, edges: Callable[[Cell], Iterator[Edge]]) -> list[Cell] | None:
    """The cells after `start`; least cost, then fewest steps, then the earliest directions (BIO-179)."""
    settled: set[Cell] = set()
    heap: list[tuple[int, int, tuple[int, ...], Cell, tuple[Cell, ...]]] = [(0, 0, (), start, ())]
    while heap:
        cost, steps, turns, cell, path = heapq.heappop(heap)
        if cell == goal:
            return list(path)
        if cell in settled:
            continue
        settled.add(cell)
        for target, price, index in edges(cell):
            if target not in settled:
                heapq.heappush(heap, (cost + price, steps + 1, (*turns, index), target, (*path, target)))
    return None


def entry_cost(tile: Tile | None) -> int:
    """Movement a board mover pays to enter (BIO-178)."""
    return 2 if tile is not None and tile.kind == "mountain" else 1


def board_edges(
    state: State, *, unexplored: bool, routes: Iterable[tuple[Cell, Cell]] = (), reach: int = 12
) -> Callable[[Cell], Iterator[Edge]]:
    """Steps of board movers; with `unexplored` also over empty and face-down cells, at 1 (BIO-180)."""
    ground = walkable(state)
    sealed = {
        tile.at for tile in state.face_down if walled_in(state, tile.at)
    }  # the Fountain's party would turn them up
    closed = {tile.at for tile in state.tiles} | set(state.walls) | sealed
    links = list(routes)
    # The V has no far end, but a way this far round never pays.
    placed = [tile.at for tile in state.tiles] + [tile.at for tile in state.face_down]
    farthest = max(distance(HOME, cell) for cell in placed) + reach

    def edges(cell: Cell) -> Iterator[Edge]:
        for index, target in enumerate(around(cell)):
            tile = ground.get(target)
            if tile is not None:
                yield target, entry_cost(tile), index
            elif unexplored and target not in closed and inside(target) and distance(HOME, target) <= farthest:
                yield target, 1, index
        for number, (one, other) in enumerate(links):
            if cell in (one, other):
                yield (other if cell == one else one), 1, 6 + number

    return edges


def board_way(state: State, start: Cell, goal: Cell, routes: Iterable[tuple[Cell, Cell]] = ()) -> list[Cell] | None:
    """The way of raiding parties and bands: explored tiles if there is one, else across the unexplored (BIO-180)."""
    links = list(routes)
    way = cheapest_way(start, goal, board_edges(state, unexplored=False, routes=links))
    return way if way is not None else cheapest_way(start, goal, board_edges(state, unexplored=True, routes=links))


def advance(
    state: State, start: Cell, way: list[Cell], movement: int, routes: Iterable[tuple[Cell, Cell]] = ()
) -> Cell:
    """BIO-178: go along the way as far as the movement pays; the rest is lost."""
    at = start
    links = {*routes, *((other, one) for one, other in routes)}
    for cell in way:
        cost = 1 if (at, cell) in links else entry_cost(tile_at(state, cell))  # a route costs 1 (BIO-138)
        if cost > movement:
            break
        movement -= cost
        at = cell
    return at

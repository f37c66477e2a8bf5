"""New ground: terrain tiles from the stacks and the secrets on them (BIO-050 to BIO-058, BIO-207)."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.biome.components import EXPLORE_FACES, TERRAIN, TILE_NAMES, Cell
from app.games.biome.hexes import direction_of, distance, spot, turned, way_stays_open
from app.games.biome.places import WINDS, place
from app.games.biome.setup import explore_face
from app.games.biome.state import State, Tile, Unseen
from app.games.biome.stock import die, draw, lay, news, reveal, seat_of
from app.games.biome.telling import fate, headline
from app.kernel import Die, Option, Play, Script, choose

EXPLORED = {**{kind: TILE_NAMES[kind] for kind in TERRAIN}, "quest": "a quest"}


def next_result(g: Play[State]) -> str:
    """The next of the hidden queue of explore results (BIO-057)."""
    state = g.state
    face = state.queue.pop(0).kind
    state.queue.append(Unseen(explore_face(g.rng)))
    reveal(state)
    if g.scene is not None:
        g.scene.dice.append(Die(str(EXPLORE_FACES.index(face) + 1), 8, fate="counts", note=EXPLORED[face]))
    return face


def fresh_terrain(g: Play[State], allowed: Sequence[str]) -> str | None:
    """A terrain rolled anew among those allowed that are in the stacks (BIO-207); None if there is none."""
    possible = [kind for kind in allowed if g.state.stacks[kind] > 0]
    if not possible:
        return None
    sides = 6 if "lake" not in allowed else 8
    while True:
        face = EXPLORE_FACES[g.rng.roll(sides, "ground") - 1]
        if face in possible:
            return face


def from_stack(g: Play[State], kind: str) -> str:
    """Take a tile off its stack; its cliff pattern, unturned."""
    g.state.stacks[kind] -= 1
    return g.state.quarries.pop(0) if kind == "quarry" else "000000"


def lakes_allowed(state: State, at: Cell) -> Sequence[str]:
    return TERRAIN if way_stays_open(state, at) else TERRAIN[:-1]  # BIO-027


def lay_terrain(g: Play[State], kind: str, at: Cell, explorer: int) -> Script[Tile]:
    """A terrain tile of a stack goes face-up on the cell, with its secrets."""
    orientation = 0
    if kind == "quarry":
        orientation = yield from choose_orientation(g, explorer, at)
    return put_tile(g, kind, at, turned(from_stack(g, kind), orientation))


def lay_terrain_at_random(g: Play[State], kind: str, at: Cell) -> Tile:
    """The same without a player to turn a quarry (BIO-227)."""
    pattern = from_stack(g, kind)
    return put_tile(g, kind, at, turned(pattern, g.rng.below(6, "ground")) if kind == "quarry" else pattern)


def choose_orientation(g: Play[State], explorer: int, at: Cell) -> Script[int]:
    """BIO-053: before its cliffs are shown."""
    start = g.state.players[explorer].at
    ahead = direction_of(start, at) if distance(start, at) == 1 else 0
    if not g.state.options.turn_quarries:
        return ahead  # every quarry has a cliff on its first edge: that one lies away from the explorer
    news(g, "It is a quarry.", at, "BIO-053")
    options = [
        Option(f"turn:{k}", f"Its first cliff to the {WINDS[k]}", target=spot(at) if k == 0 else None) for k in range(6)
    ]
    chosen = yield from choose(
        seat_of(g.state, explorer),
        "How shall the quarry lie?",
        options,
        default=f"turn:{ahead}",
        rule="BIO-053",
        public="turns the quarry",
    )
    return int(chosen.removeprefix("turn:"))


UNKNOWN = " into the unknown"  # how the title of an exploration ends, until something is found


def put_tile(g: Play[State], kind: str, at: Cell, cliffs: str = "000000") -> Tile:
    tile = Tile(at, kind, cliffs)
    g.state.tiles.append(tile)
    reveal(g.state)
    where = place(g.state, at)
    news(g, f"It is {where}.", at, "BIO-050")
    if g.scene is not None and g.scene.kind == "reveal":
        headline(g, f"{g.scene.title.removesuffix(UNKNOWN)}: it is {where}", at)
    if kind in TERRAIN and kind != "lake":
        lay_secrets(g, tile)
    return tile


def lay_secrets(g: Play[State], tile: Tile) -> None:
    """BIO-054: one secret, and a second on a 6, in a forest on 5 or 6."""
    rolled = die(g, 6, "A second secret? {dice}.", tile.at, "BIO-054")
    two = rolled >= (5 if tile.kind == "forest" else 6)
    fate(
        g,
        "counts" if two else "ignored",
        "two secrets" if two else "one secret",
        "on a 5 or 6" if tile.kind == "forest" else "on a 6",
    )
    for _ in range(2 if two else 1):
        kind = draw(g)
        if kind is not None:
            lay(g.state, tile.at, kind)
    g.change("face-down secrets there", 0, len(tile.secrets), f"a {rolled} for the second one", better=True)


def set_up_land(g: Play[State], at: Cell, explorer: int) -> Script[Tile]:
    """Land for a quest's set-up, without secrets: a D6 for the terrain (BIO-207, BIO-209); its explorer turns a quarry."""
    kind = fresh_terrain(g, TERRAIN[:-1])
    cliffs = "000000"
    if kind is None:
        kind = "grassland"  # from outside the game
    elif kind == "quarry":
        orientation = yield from choose_orientation(g, explorer, at)  # BIO-053
        cliffs = turned(from_stack(g, kind), orientation)
    else:
        from_stack(g, kind)
    tile = Tile(at, kind, cliffs)
    g.state.tiles.append(tile)
    reveal(g.state)
    news(g, f"The battlefield is {place(g.state, at)}.", at, "BIO-209")
    return tile

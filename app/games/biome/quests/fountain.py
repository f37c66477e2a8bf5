"""Fountain of Prosperity (BIO-224 to BIO-233)."""

from __future__ import annotations

from app.games.biome.components import (
    FOUNTAIN_DISTANCE,
    HOME,
    STEALER_ENEMY_WON,
    STEALER_PLAYERS_WON,
    TERRAIN,
    Cell,
    one,
)
from app.games.biome.ground import fresh_terrain, from_stack, lakes_allowed, lay_terrain_at_random, put_tile
from app.games.biome.harm import keys_change, lose_party, meets_gang
from app.games.biome.hexes import (
    around,
    board_edges,
    camp_by_id,
    can_be_turned_up,
    cheapest_way,
    distance,
    empty_cells,
    inside,
    is_face_down,
    name,
    parse,
    spot,
    the_tile,
    tile_at,
    turned,
)
from app.games.biome.picking import choose_secret, gain, settle_load
from app.games.biome.places import camp_name, place
from app.games.biome.quests.common import find, finish, won_key
from app.games.biome.state import FaceDown, Fountain, Party, State
from app.games.biome.stock import FRIENDLY, news, reveal, seat_of, who
from app.games.biome.telling import headline
from app.games.biome.tribes import reveal_camp, wake
from app.kernel import Option, Play, Script, choose

MOST_LAKES = 2
TILES = 6
STEPS = 2


# Set-up ---------------------------------------------------------------------------------------------------------------


def set_up(g: Play[State], player: int, at: Cell) -> Script[None]:
    state = g.state
    camp = reveal_camp(g, "stealer", at)
    sites = centres(state, at)
    options = [
        Option(
            f"centre:{name(cell)}",
            f"Around {place(state, cell)}",
            spot(cell),
            note=f"{distance(cell, HOME)} steps from home",
        )
        for cell in sites
    ]
    chosen = yield from choose(
        seat_of(state, player),
        "Where do the seven face-down tiles of the Fountain lie?",
        options,
        rule="BIO-225",
        public="places the Fountain's tiles",
    )
    centre = parse(chosen.removeprefix("centre:"))
    tiles = g.rng.shuffled([*rolled_area(g), ("fountain", "000000")], "fountain")
    for cell, (kind, cliffs) in zip([centre, *around(centre)], tiles, strict=True):
        state.face_down.append(FaceDown(cell, kind, cliffs))
    state.quests.append(Fountain(at, camp.id, centre))
    send_party(g, camp.id, "fountain")
    news(g, "Seven face-down tiles appear; one of them is the Fountain.", centre, "BIO-225")
    g.change("the Fountain", "", "under one of seven tiles", "first there, thieves or we, wins its key")


def send_party(g: Play[State], camp_id: int, quest: str) -> None:
    camp = camp_by_id(g.state, camp_id)
    assert camp is not None
    g.state.parties.append(Party(g.state.next_id, camp_id, camp.at, quest=quest))
    g.state.next_id += 1
    where = camp_name(g.state, camp)
    news(g, f"A raiding party sets out from {where}.", camp.at, "BIO-224" if quest == "fountain" else "BIO-234")
    if g.scene is not None and g.scene.kind == "event":
        headline(g, f"A raiding party sets out from {where}", camp.at)
    g.change("a raiding party", "", f"in {where}", "it sets out whenever its quest moves on", better=False)


def centres(state: State, camp: Cell) -> list[Cell]:
    """BIO-225: 5 away with six empty cells around; if impossible 6, 7 and so on."""
    radius = FOUNTAIN_DISTANCE
    while True:
        free = set(empty_cells(state, radius + 1, camp))
        found = [
            cell
            for cell in sorted(free)
            if distance(cell, camp) == radius and all(inside(c) and c in free for c in around(cell))
        ]
        if found:
            return found
        radius += 1


def rolled_area(g: Play[State]) -> list[tuple[str, str]]:
    """BIO-224: six terrain tiles, not more than two lakes unless the book is strict; quarries lie at random (BIO-056)."""
    area: list[tuple[str, str]] = []
    most_lakes = TILES if g.state.options.strict_book else MOST_LAKES
    for _ in range(TILES):
        lakes = sum(kind == "lake" for kind, _ in area)
        kind = fresh_terrain(g, TERRAIN if lakes < most_lakes else TERRAIN[:-1])
        if kind is None:
            area.append(("grassland", "000000"))  # BIO-207
            continue
        pattern = from_stack(g, kind)
        area.append((kind, turned(pattern, g.rng.below(6, "ground")) if kind == "quarry" else pattern))
    return area


# Turning up -----------------------------------------------------------------------------------------------------------


def turn_up(g: Play[State], at: Cell) -> str:
    """A face-down tile is explored: by a player or by the party (BIO-056, BIO-227)."""
    state = g.state
    tile = next(tile for tile in state.face_down if tile.at == at)
    state.face_down.remove(tile)
    kind, cliffs = tile.kind, tile.cliffs
    if kind == "lake" and "lake" not in lakes_allowed(state, at):
        state.stacks["lake"] += 1
        kind = fresh_terrain(g, TERRAIN[:-1]) or "grassland"
        cliffs = "000000"
        if state.stacks[kind] > 0:
            cliffs = turned(from_stack(g, kind), g.rng.below(6, "ground"))
    put_tile(g, kind, at, cliffs)
    if kind == "fountain":
        quest = find(state, Fountain)
        assert quest is not None
        quest.fountain = at
    give_up_search(g)
    return kind


# The party ------------------------------------------------------------------------------------------------------------


def goal(state: State, quest: Fountain, start: Cell) -> Cell | None:
    """BIO-226."""
    if quest.fountain is not None:
        return quest.fountain
    area = hidden_area(state, quest)
    return min(area, key=lambda cell: distance(start, cell)) if area else None  # the first of equals: centre, clockwise


def hidden_area(state: State, quest: Fountain) -> list[Cell]:
    """Its tiles that can still be turned up, the centre first, then clockwise."""
    return [cell for cell in [quest.centre, *around(quest.centre)] if can_be_turned_up(state, cell)]


def give_up_search(g: Play[State]) -> None:
    """BIO-281: when only tiles beside the exit are left, the Fountain lies behind the wall for good."""
    quest = find(g.state, Fountain)
    if quest is None or not quest.active or quest.fountain is not None or hidden_area(g.state, quest):
        return
    keys_change(g, -1, "the Fountain lies behind the wall")
    quest.key = False
    g.state.gone.append("key")
    news(g, "The Fountain lies beside the exit, behind the wall: nobody reaches it any more.", quest.centre, "BIO-281")
    headline(g, "The Fountain lies behind the wall", quest.centre, "loss")
    g.state.parties = [party for party in g.state.parties if party.quest != "fountain"]
    finish(g, quest, won=False)
    wake(g, quest.stealer, STEALER_ENEMY_WON)


def next_cell(state: State, quest: Fountain, start: Cell) -> Cell | None:
    target = goal(state, quest, start)
    if target is None:
        return None
    way = cheapest_way(start, target, board_edges(state, unexplored=True))
    return way[0] if way else None


def update(g: Play[State], quest: Fountain) -> None:
    state = g.state
    party = next((party for party in state.parties if party.quest == "fountain"), None)
    if party is None:
        send_party(g, quest.stealer, "fountain")  # BIO-231
        return
    steps = STEPS
    while steps > 0 and quest.active and party in state.parties:
        cell = next_cell(state, quest, party.at)
        if cell is None:
            return
        kind = uncover(g, cell)
        if kind == "lake":
            continue  # BIO-228
        if kind != "fountain":
            party.at = cell
            steps = 0 if kind == "mountain" else steps - 1  # BIO-229
            told = f"The thieves who seek the Fountain come to {place(state, cell)}"
            news(g, f"{told}.", cell, "BIO-226")
            headline(g, told, cell)
        if kind == "fountain":
            lose(g, quest)
            return
    if state.gang is not None and party in state.parties and party.at == state.gang.at:
        lose_party(g, party, "it ran into the gang")


def uncover(g: Play[State], at: Cell) -> str:
    """BIO-227: explore the cell that the party is about to enter; what it is."""
    state = g.state
    tile = tile_at(state, at)
    if tile is not None:
        return tile.kind
    if is_face_down(state, at):
        return turn_up(g, at)
    kind = fresh_terrain(g, lakes_allowed(state, at))
    if kind is None:
        return "unexplored"
    return lay_terrain_at_random(g, kind, at).kind


def lose(g: Play[State], quest: Fountain) -> None:
    """BIO-230."""
    state = g.state
    keys_change(g, -1, "the thieves drank first")
    quest.key = False
    state.gone.append("key")
    headline(g, "The thieves find the Fountain first", quest.fountain, "loss")
    news(g, "The party finds the Fountain: Fountain and key are destroyed.", quest.fountain, "BIO-230")
    close(g, quest, STEALER_ENEMY_WON, won=False)


def close(g: Play[State], quest: Fountain, cooldown: int, *, won: bool) -> None:
    state = g.state
    assert quest.fountain is not None
    the_tile(state, quest.fountain).kind = "grassland"  # BIO-065
    state.parties = [party for party in state.parties if party.quest != "fountain"]
    finish(g, quest, won=won)
    wake(g, quest.stealer, cooldown)


# Players --------------------------------------------------------------------------------------------------------------


def arrive(g: Play[State], player: int) -> Script[None]:
    """BIO-232: the first player on the face-up Fountain."""
    state = g.state
    person = state.players[player]
    quest = find(state, Fountain)
    if quest is None or not quest.active or quest.fountain != person.at or person.status != "active":
        return
    quest.key = False
    news(g, f"{who(state, player)} reaches the Fountain and gets its key.", person.at, "BIO-232")
    headline(g, f"{who(state, player)} reaches the Fountain first", person.at, "gain")
    won_key(g, player, "first at the Fountain")
    close(g, quest, STEALER_PLAYERS_WON, won=True)
    person.inventory.append("key")
    person.inventory.sort()
    reveal(state)
    yield from reward(g, player)
    yield from carried(g, player)


def reward(g: Play[State], player: int) -> Script[None]:
    """One secret of choice from the box; which one is the chooser's secret (BIO-085)."""
    kind = yield from choose_secret(g, player, "Your reward: a secret of choice", may_decline=False)
    if kind is not None:
        seat = seat_of(g.state, player)
        news(g, f"{who(g.state, player)} takes a secret of choice from the box.", rule="BIO-330")
        g.change("reward", "", "a secret", "of choice, from the box", seat=seat, better=True)
        later = f"{who(g.state, player)} took {one(kind)} from the box."
        g.tell(f"You take {one(kind)} from the box.", to=[seat], rule="BIO-330", later=later)
        yield from gain(g, player, kind)
    else:
        yield from settle_load(g, player)


def carried(g: Play[State], player: int) -> Script[None]:
    state = g.state
    person = state.players[player]
    options = [Option("stay", "Stay here", spot(person.at))]
    options += [
        Option(f"to:{name(camp.at)}", f"To {camp_name(state, camp)}", spot(camp.at))
        for camp in state.camps
        if camp.kind in FRIENDLY and camp.at != person.at
    ]
    chosen = yield from choose(
        seat_of(state, player),
        "The Fountain may carry you to a friendly camp",
        options,
        rule="BIO-232",
        public="may be carried to a camp",
    )
    if chosen != "stay":
        person.at = parse(chosen.removeprefix("to:"))
        news(g, f"{who(state, player)} is carried to {place(state, person.at)}.", person.at, "BIO-232")
        meets_gang(g, player)

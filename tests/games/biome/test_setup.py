"""Setting up and the map (BIO-001 to BIO-027)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from app.games.biome import knowledge
from app.games.biome.components import COPIES, QUESTS, WEIGHTS, keys_needed, terrain_stacks
from app.games.biome.ending import keys_left
from app.games.biome.ground import fresh_terrain, lakes_allowed
from app.games.biome.hexes import distance, inside, is_empty, on_foot, passable, ring, tile_at, way_stays_open, within
from app.games.biome.setup import chance_selection, full_box, quest_count, setup, starting_order
from app.games.biome.state import Options
from app.kernel import Refused, Rng, encode_state
from tests.games.biome.situations import GAME, Rigged, Scene, choose, start
from tests.rules import rule

DEFAULT = Options()


@rule("BIO-001", "BIO-319")
def test_two_to_five_players_or_one_seat_with_two_characters() -> None:
    for seats in range(1, 6):
        assert len(setup(seats, DEFAULT, Rng("x")).players) == max(2, seats)
    assert [person.seat for person in setup(1, DEFAULT, Rng("x")).players] == [0, 0]
    assert [person.seat for person in setup(3, DEFAULT, Rng("x")).players] == [0, 1, 2]
    for seats in (0, 6):
        with pytest.raises(Refused):
            start(seats)


@rule("BIO-002", "BIO-003", "BIO-296")
def test_quests_and_keys_needed() -> None:
    assert [quest_count(seats, DEFAULT) for seats in (1, 2, 3, 4, 5)] == [3, 3, 5, 7, 9]
    assert [keys_needed(quests) for quests in range(2, 10)] == [1, 2, 2, 3, 3, 4, 4, 5]
    assert quest_count(2, Options(quests=8)) == 8
    for wrong in ({"quests": 1}, {"quests": 10}, {"boards": ["tomb"]}, {"boards": ["tomb", "tomb"]}):
        with pytest.raises(Refused):
            start(2, **wrong)


@rule("BIO-004", "BIO-009", "BIO-010")
def test_every_quest_has_a_key_and_the_box_none() -> None:
    for players, total in ((2, 40), (3, 42), (4, 49), (5, 61)):
        box = Counter(full_box(players))
        assert sum(box.values()) == total
        assert box["supply"] == box["repair_tools"] == 4
        assert box["key"] == 0
        state = setup(players, DEFAULT, Rng("x"))
        assert keys_left(state) == state.quest_count == 2 * players - 1
    assert set(COPIES) | {"key"} == set(WEIGHTS)


@rule("BIO-005")
def test_chance_selects_among_sets_with_fountain_or_tomb() -> None:
    for count, sets in ((3, 49), (5, 105), (7, 35), (9, 1)):
        all_sets = [s for s in combinations(QUESTS, count) if {"fountain", "tomb"} & set(s)]
        assert len(all_sets) == sets
        for seed in range(5):
            assert {"fountain", "tomb"} & set(chance_selection(count, Rng(str(seed))))
    named = setup(2, Options(boards=("gang", "ruins")), Rng("x"))
    assert sorted(named.quest_stack[:-1]) == ["gang", "ruins"]
    assert named.named == ["gang", "ruins"]


@rule("BIO-006")
def test_escape_is_drawn_last() -> None:
    orders = set()
    for seed in range(8):
        stack = setup(2, Options(boards=("gang", "ruins", "tomb")), Rng(str(seed))).quest_stack
        assert stack[-1] == "escape"
        orders.add(tuple(stack))
    assert len(orders) > 1


@rule("BIO-007")
def test_terrain_stacks_by_number_of_quests() -> None:
    for quests, land, lake in ((2, 4, 3), (4, 4, 3), (5, 5, 4), (6, 5, 4), (7, 6, 5), (8, 6, 5), (9, 7, 6)):
        stacks = terrain_stacks(quests)
        assert stacks.pop("lake") == lake
        assert set(stacks.values()) == {land}
        assert len(stacks) == 6


@rule("BIO-008", "BIO-304")
def test_quarry_patterns_are_hidden_and_never_repeated() -> None:
    state = setup(5, DEFAULT, Rng("x"))
    assert len(set(state.quarries)) == 7
    shown = str(GAME.view(state, None)) + str(GAME.view(state, 0))
    assert not any(pattern in shown for pattern in state.quarries if "1" in pattern)


@rule("BIO-011", "BIO-012", "BIO-013", "BIO-018")
def test_the_start_map() -> None:
    state = setup(3, DEFAULT, Rng("x"))
    assert {tile.at: (tile.kind, len(tile.secrets)) for tile in state.tiles} == {
        (0, 0): ("main_camp", 0),
        (-1, 0): ("forest", 2),
        (0, -1): ("grassland", 1),
        (1, -1): ("farmland", 0),
    }
    assert all(not hidden.seen for tile in state.tiles for hidden in tile.secrets)
    (camp,), (farm,) = state.camps, state.buildings
    assert (camp.kind, camp.store) == ("main", ["supply", "supply"])
    assert (farm.kind, farm.at, farm.feeds, farm.cooldown) == ("farm", (1, -1), camp.id, 6)
    assert all(p.at == (0, 0) and not p.inventory and not p.worn for p in state.players)


@rule("BIO-014", "BIO-015", "BIO-EX02")
def test_ties_for_highest_roll_again() -> None:
    rng = Rigged("x")
    rng.dice = [5, 5, 2, 1, 4]
    order, rolls = starting_order(3, rng)
    assert order == [1, 2, 0]
    assert rolls == [[5, 5, 2], [1, 4, 0]]


@rule("BIO-016", "BIO-017", "BIO-EX01")
def test_start_picks_are_shown_and_come_from_the_bottom() -> None:
    session = start(3)
    state = session.state
    assert keys_needed(state.quest_count) == 3
    assert keys_left(state) == 5
    assert len(state.quest_stack) == 6
    assert len(full_box(3)) == 42
    assert len(state.box) == 39
    (seat,) = session.asks
    assert seat == state.order[0]
    ids = [option.id for option in session.asks[seat].options]
    assert "take:captured" not in ids
    assert ids[-1] == "none"
    assert session.view(seat).private.dock.visions.box["extra_action"] == sum(
        u.kind == "extra_action" for u in state.box
    )
    deepest = max(i for i, unseen in enumerate(state.box) if unseen.kind == "extra_action")
    rest = [u.kind for i, u in enumerate(state.box) if i != deepest]
    choose(session, "take:extra_action")
    assert [u.kind for u in session.state.box] == rest
    assert any("Extra Action Buff" in line.text for line in session.log(None))
    other = next(s for s in range(3) if s != seat)
    assert "extra_action" not in str(session.view(other).public.crew)
    for _ in range(2):
        kind = next(o.id for o in session.asks[min(session.asks)].options)
        choose(session, kind)
    assert len(session.state.box) == 36


@rule("BIO-017", "BIO-303", "BIO-304")
def test_who_looks_through_the_box_does_not_see_its_order() -> None:
    session = start(2)
    (seat,) = session.asks
    real = [unseen.kind for unseen in session.state.box]
    worlds = set()
    for salt in range(4):
        copy = GAME.decode(GAME.version, encode_state(session.state))
        other = knowledge.resample(copy, seat, Rng(f"world {salt}"))
        order = [unseen.kind for unseen in other.box]
        assert sorted(order) == sorted(real), "the counts by type are seen"
        assert GAME.view(other, seat) == session.view(seat)
        worlds.add(tuple(order))
    assert len(worlds) > 1
    assert [unseen.kind for unseen in knowledge.masked(session.state, seat).box] == sorted(real)


@rule("BIO-EX03")
def test_four_quests_for_three_players() -> None:
    state = setup(3, Options(quests=4), Rng("x"))
    assert keys_needed(4) == 2
    assert sum(state.stacks.values()) == 27
    assert len(state.box) + 3 == 42


@rule("BIO-EX125", "BIO-EX126")
def test_other_sizes() -> None:
    five, two = setup(5, Options(quests=9), Rng("x")), setup(2, Options(quests=5), Rng("x"))
    assert (keys_needed(9), sum(five.stacks.values()), len(five.box) + 3, five.quest_count + 1) == (5, 48, 61, 10)
    assert (keys_needed(5), sum(two.stacks.values()), len(two.box) + 3, two.quest_count + 1) == (3, 34, 40, 6)


# The map --------------------------------------------------------------------------------------------------------------


@rule("BIO-019", "BIO-020", "BIO-EX06")
def test_directions_and_distance() -> None:
    scene = Scene()
    scene.put(0, (0, -1))
    scene.tile("grassland", (0, -2), (1, -2), (-1, -1))
    moves = {o for o in scene.options() if o.startswith("move:")}
    assert moves == {"move:0,-2", "move:1,-2", "move:1,-1", "move:0,0", "move:-1,0", "move:-1,-1"}
    assert distance((-4, 0), (3, -3)) == 7
    assert distance((0, 0), (0, 0)) == 0


@rule("BIO-021", "BIO-022", "BIO-EX04", "BIO-EX05")
def test_the_v() -> None:
    assert [inside(c) for c in ((2, -2), (2, -1), (1, 0), (-3, 0), (-3, 1))] == [True, False, False, True, False]
    assert sorted(ring((0, 0), 2)) == [(-2, 0), (-1, -1), (0, -2), (1, -2), (2, -2)]
    assert [len(ring((0, 0), d)) for d in range(9)] == [2 * d + 1 for d in range(9)]


@rule("BIO-023", "BIO-EX07")
def test_empty_cells_at_the_start() -> None:
    state = Scene().state
    near = {at: sorted(c for c in within(at, 1) if is_empty(state, c)) for at in ((-1, 0), (0, -1), (1, -1), (0, 0))}
    assert near[(-1, 0)] == [(-2, 0), (-1, -1)]
    assert near[(0, -1)] == [(-1, -1), (0, -2), (1, -2)]
    assert near[(1, -1)] == [(1, -2), (2, -2)]
    assert near[(0, 0)] == []
    state.walls.append((0, -2))
    assert not is_empty(state, (0, -2))


@rule("BIO-024")
def test_a_placed_tile_stays_as_it_lies() -> None:
    scene = Scene()
    scene.tile("quarry", (0, -2), cliffs="100000")
    scene.put(0, (0, -1))
    before = [(tile.at, tile.kind, tile.cliffs) for tile in scene.state.tiles]
    scene.queue("desert")
    scene.act("explore:1,-2", dice=[1])
    scene.board(*([1] * 1))
    assert [(tile.at, tile.kind, tile.cliffs) for tile in scene.state.tiles][: len(before)] == before


@rule("BIO-025", "BIO-063", "BIO-043")
@pytest.mark.parametrize("kind", ["lake", "sunken", "lava", "fallen"])
def test_nobody_enters_water_lava_or_fallen_ruins(kind: str) -> None:
    scene = Scene()
    scene.tile(kind, (0, -2))
    scene.put(0, (0, -1), "supply", "supply", "supply", "supply")
    assert not passable(tile_at(scene.state, (0, -2)))
    assert not scene.may("move:0,-2")
    assert not scene.may("move:1,-2"), "unexplored"


@rule("BIO-026", "BIO-027")
def test_the_way_stays_open() -> None:
    scene = Scene()
    assert on_foot(scene.state) == {(0, 0), (-1, 0), (0, -1), (1, -1)}
    scene.state.walls += [(-2, 0), (-1, -1), (0, -2), (1, -2)]
    assert not way_stays_open(scene.state, (2, -2)), "no empty cell would touch a reachable tile"
    assert "lake" not in lakes_allowed(scene.state, (2, -2))
    scene.put(0, (1, -1))
    scene.queue("lake")
    scene.act("explore:2,-2", dice=[1], picks=[0])
    assert scene.kind((2, -2)) == "grassland", "the lake is rolled again"
    scene.state.walls.clear()
    scene.state.exit = (1, -1)
    assert not way_stays_open(scene.state, (1, -1))
    assert way_stays_open(scene.state, (-1, 0))


@rule("BIO-207")
def test_empty_stacks_are_rolled_again() -> None:
    scene = Scene()
    scene.state.stacks["grassland"] = 0
    scene.rng.picks = [0, 1]
    assert fresh_terrain(scene.g, ("grassland", "farmland")) == "farmland"
    scene.state.stacks["farmland"] = 0
    assert fresh_terrain(scene.g, ("grassland", "farmland")) is None

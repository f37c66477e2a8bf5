"""Turns, costs, movement, exploration and tile types (BIO-028 to BIO-066)."""

from __future__ import annotations

import pytest

from app.games.biome import turn
from app.games.biome.buildings import full_cooldown
from app.games.biome.harm import drown
from app.games.biome.hexes import turned
from app.games.biome.quests.common import eligible
from app.games.biome.secrets import camp_site
from app.games.biome.state import (
    Atlantis,
    Band,
    Building,
    FaceDown,
    Fountain,
    Gang,
    Party,
    RoamingGang,
    Route,
    Ruins,
    Unseen,
)
from app.kernel import Refused
from tests.games.biome.situations import Scene
from tests.rules import rule


@rule("BIO-028", "BIO-031", "BIO-EX08")
def test_a_round_skips_the_injured_and_ends_with_the_board() -> None:
    scene = Scene(3)
    scene.state.order = [1, 2, 0]
    scene.state.players[2].status, scene.state.players[2].healing = "injured", 10
    scene.quest_die()
    assert (scene.state.step, turn.on_turn(scene.state)) == ("turn", 1)
    scene.act("end")
    scene.quest_die()
    assert turn.on_turn(scene.state) == 0, "the injured C has no turn and no die"
    scene.quest_die()
    scene.act("end")
    assert scene.state.step == "board"
    scene.board(1, 1)
    assert (scene.state.step, scene.state.round, turn.on_turn(scene.state)) == ("quest_die", 2, 1)


@rule("BIO-029", "BIO-033")
def test_a_turn_is_the_die_then_actions_then_its_end() -> None:
    scene = Scene()
    scene.quest(Ruins((9, -9)))
    scene.quest_die(4)
    assert "The ruins crumble: 4." in scene.log()
    scene.act("move:0,-1")
    scene.act("move:0,0")
    scene.act("move:0,-1")
    assert scene.player().actions == 0
    assert scene.state.turn == 0, "the turn stays open with no actions left"
    assert "end" in scene.options()
    assert not scene.may("move")
    scene.put(0, (0, 0), "supply", actions=0)
    assert "place:supply" in scene.options(), "deeds that cost nothing"
    scene.player().actions = 2
    scene.act("end")
    assert scene.player().actions == 0
    assert scene.state.turn == 1


@rule("BIO-030", "BIO-104", "BIO-107", "BIO-EX09")
def test_actions_per_turn_with_buffs() -> None:
    scene = Scene()
    scene.quest_die()
    assert scene.player().actions == 3
    scene.player().worn, scene.state.group_buff = ["extra_action"], "extra_action"
    scene.quest_die()
    assert scene.player().actions == 7


@rule("BIO-032")
def test_an_injury_ends_the_turn() -> None:
    scene = Scene()
    scene.act("give up")
    assert scene.state.turn == 1
    scene = Scene(3)
    scene.state.gang = Gang((0, -2))
    scene.quest(RoamingGang((0, -2)))
    scene.tile("gang_tile", (0, -2))
    scene.put(0, (0, -1))
    scene.tile("lake", (0, 9))
    scene.quest_die(4)  # the gang goes S: over (0,-1) to the main camp, guarded by the others
    assert scene.player().status == "injured"
    assert scene.state.turn == 1, "injured by a quest: no actions"


@rule("BIO-034", "BIO-062", "BIO-EX13")
def test_entering_a_mountain_costs_two() -> None:
    scene = Scene()
    scene.tile("mountain", (0, -2))
    scene.put(0, (0, -1))
    scene.act("move:0,-2")
    assert scene.player().actions == 1
    scene.act("move:0,-1")
    assert scene.player().actions == 0


@rule("BIO-041", "BIO-110", "BIO-EX14")
def test_one_action_is_not_enough_for_a_mountain() -> None:
    scene = Scene()
    scene.tile("mountain", (0, -2))
    scene.put(0, (0, -1), actions=1)
    assert not scene.may("move:0,-2")
    scene.player().worn = ["ease_of_passage"]
    assert scene.cost("move:0,-2") == "1 action"


@rule("BIO-036", "BIO-037", "BIO-038", "BIO-054", "BIO-EX10")
def test_explore_move_discover() -> None:
    scene = Scene()
    scene.put(0, (0, -1))
    scene.queue("forest")
    scene.on_box("teleport")
    scene.act("explore:0,-2", dice=[4])
    scene.act("move:0,-2")
    label = scene.state.next_label - 1
    scene.act(f"discover:s{label}")
    assert scene.player().actions == 0
    assert not scene.may("pick")
    scene.player().actions = 1
    assert scene.cost(f"pick:s{label}") == "1 action"


@rule("BIO-036", "BIO-038", "BIO-061", "BIO-EX11")
def test_the_desert_is_dear() -> None:
    scene = Scene()
    scene.tile("desert", (0, -2))
    scene.hide((0, -2), "supply", seen=[0])
    scene.hide((0, -2), "teleport")
    scene.put(0, (0, -2), "clairvoyance")
    assert scene.cost("explore:0,-3") == "2 actions"
    assert scene.cost("pick:s4") == scene.cost("place:clairvoyance") == "2 actions"
    assert scene.cost("discover:s5") == scene.cost("use:own:clairvoyance") == scene.cost("move:0,-1") == "1 action"
    scene.queue("lake")
    scene.act("explore:0,-3")
    assert not scene.may("pick:s4")
    scene.player().worn = ["ease_of_passage"]
    assert scene.may("pick:s4")


@rule("BIO-EX12", "BIO-038", "BIO-091", "BIO-075")
def test_a_camp_on_a_desert() -> None:
    scene = Scene()
    scene.tile("desert", (0, -2))
    scene.camp("built", (0, -2))
    scene.put(0, (0, -2), "supply", "key", "teleport")
    for kind in ("supply", "key", "teleport"):
        scene.act(f"place:{kind}")
    scene.act("pick:key")
    assert scene.player().actions == 3
    assert scene.cost("explore:0,-3") == "2 actions"


@rule("BIO-EX22", "BIO-062")
def test_the_mountain_and_its_secrets() -> None:
    scene = Scene()
    scene.tile("mountain", (0, -2))
    scene.hide((0, -2), "supply", seen=[0])
    scene.hide((0, -2), "teleport")
    scene.put(0, (0, -2), actions=2)
    assert scene.cost("discover:s5") == "2 actions"
    assert scene.cost("pick:s4") == scene.cost("explore:0,-3") == scene.cost("move:0,-1") == "1 action"


@rule("BIO-039")
def test_using_costs_one_action() -> None:
    scene = Scene()
    scene.put(0, (0, -1), "teleport", "farm_kit", "extra_sight")
    assert {scene.cost(f"use:own:{k}") for k in ("teleport", "farm_kit", "extra_sight")} == {"1 action"}
    scene.player().actions = 0
    assert not scene.may("use:own")


@rule("BIO-040")
def test_quest_interactions_cost_one_action_where_no_price_is_stated() -> None:
    scene = Scene()
    scene.tile("gang_tile", (0, -2))
    scene.state.gang = Gang((0, -2))
    scene.quest(RoamingGang((0, -2)))
    scene.put(0, (0, -1))
    assert scene.cost("attack:gang") == "1 action"


@rule("BIO-042")
def test_giving_up_takes_all_actions_and_injures() -> None:
    scene = Scene()
    scene.put(0, (0, -1), "teleport")
    scene.player().actions = 0
    assert "give up" not in scene.options()
    scene.player().actions = 2
    scene.act("give up")
    assert (scene.player().status, scene.player().at, scene.player().inventory) == ("injured", (0, 0), [])
    assert scene.state.gone[-1] == "teleport"


# Movement -------------------------------------------------------------------------------------------------------------


@rule("BIO-044", "BIO-EX15")
def test_cliffs_cost_a_supply_in_both_directions() -> None:
    scene = Scene()
    scene.tile("quarry", (0, -2), cliffs="000110")
    scene.tile("grassland", (1, -2), (-1, -1))
    scene.put(0, (0, -1), "supply")
    assert scene.cost("move:0,-2") == "1 action, 1 Supply"
    scene.put(0, (1, -2))
    assert scene.cost("move:0,-2") == "1 action"
    scene.put(0, (0, -2))
    assert not scene.may("move:-1,-1"), "nothing to pay with"
    scene.put(0, (0, -2), "supply")
    assert scene.cost("move:-1,-1") == "1 action, 1 Supply"
    scene.act("move:-1,-1")
    assert scene.player().inventory == []
    other = scene.tile("quarry", (1, -3), cliffs="000010")
    assert other.cliffs[4] == "1"
    scene.state.tiles[4].cliffs = "010000"
    scene.put(0, (0, -2), "supply")
    assert scene.cost("move:1,-3") == "1 action, 1 Supply", "two cliffs on one border cost one Supply"


@rule("BIO-045", "BIO-262", "BIO-EX16")
def test_the_tax_around_fallen_ruins() -> None:
    scene = Scene()
    scene.tile("fallen", (1, -3))
    scene.tile("grassland", (1, -2))
    scene.tile("grassland", (0, -2))
    scene.put(0, (0, -1), "supply", "supply")
    assert scene.cost("move:1,-2") == "1 action, 1 Supply"
    scene.put(0, (1, -2), "supply")
    assert scene.cost("move:1,-1") == "1 action"
    assert scene.cost("move:0,-2") == "1 action, 1 Supply", "also between two of them"
    scene.put(0, (1, -2))
    assert not scene.may("move:0,-2")
    scene.state.tiles[-1].cliffs = "001000"
    scene.put(0, (1, -2), "supply", "supply")
    scene.state.tiles[-2].cliffs = "000001"
    assert scene.cost("move:0,-2") == "1 action, 2 Supplies", "cliff and tax add up"


@rule("BIO-046")
def test_players_share_tiles_and_visit_any_camp() -> None:
    scene = Scene()
    scene.camp("stealer", (0, -2), "supply")
    scene.put(0, (0, -1))
    scene.put(1, (0, -2), "teleport")
    scene.act("move:0,-2")
    assert scene.player().at == scene.player(1).at == (0, -2)
    assert scene.player(1).inventory == ["teleport"]


@rule("BIO-047", "BIO-141")
def test_walking_into_the_gang() -> None:
    scene = Scene()
    scene.state.gang = Gang((0, -1))
    scene.act("move:0,-1")
    assert (scene.player().status, scene.player().at) == ("injured", (0, 0))


@rule("BIO-035", "BIO-048", "BIO-137")
def test_riding_costs_one_action_also_onto_a_mountain() -> None:
    scene = Scene()
    scene.tile("mountain", (0, -2))
    camp = scene.camp("built", (0, -2))
    scene.state.routes.append(Route(90, [(0, 0), (0, -1), (0, -2)], (1, camp.id)))
    assert scene.cost("ride:90") == "1 action"
    scene.act("ride:90")
    assert (scene.player().at, scene.player().actions) == ((0, -2), 2)
    scene.put(0, (0, -1))
    assert not scene.may("ride"), "nobody gets on between"


# Exploration ----------------------------------------------------------------------------------------------------------


@rule("BIO-049", "BIO-109", "BIO-EX19")
def test_sight() -> None:
    scene = Scene()
    scene.put(0, (0, -1))
    assert {o for o in scene.options() if o.startswith("explore")} == {"explore:-1,-1", "explore:0,-2", "explore:1,-2"}
    scene.player().worn = ["extra_sight"]
    assert scene.cost("explore:0,-3") == "1 action"
    scene.queue("desert")
    scene.act("explore:0,-3", dice=[1])
    assert (scene.kind((0, -3)), scene.player().at) == ("desert", (0, -1))


@rule("BIO-050", "BIO-054", "BIO-EX17", "BIO-059")
def test_secrets_on_new_tiles() -> None:
    for face, dice, count in (("forest", [5], 2), ("grassland", [5], 1), ("grassland", [6], 2), ("lake", [], 0)):
        scene = Scene()
        scene.put(0, (0, -1))
        scene.queue(face)
        stack = scene.state.stacks[face]
        scene.act("explore:0,-2", dice=dice)
        tile = scene.state.tiles[-1]
        assert (tile.kind, len(tile.secrets)) == (face, count)
        assert scene.state.stacks[face] == stack - 1
        assert not any(hidden.seen for hidden in tile.secrets)


@rule("BIO-051", "BIO-EX18")
def test_an_empty_stack_draws_a_quest() -> None:
    scene = Scene(boards=("ruins", "gang"))
    scene.state.quest_stack = ["ruins", "gang", "escape"]
    scene.state.stacks["lake"] = 0
    scene.put(0, (0, -1))
    scene.queue("lake", "quest")
    scene.act("explore:0,-2")
    assert scene.kind((0, -2)) == "ruins"
    scene.act("explore:1,-2")
    assert scene.kind((1, -2)) == "gang_tile"
    assert scene.state.quest_stack == ["escape"]


@rule("BIO-052")
def test_without_boards_an_eight_is_rolled_again() -> None:
    scene = Scene()
    scene.state.quest_stack = []
    scene.put(0, (0, -1))
    scene.queue("quest")
    for kind in scene.state.stacks:
        scene.state.stacks[kind] = int(kind == "desert")
    scene.act("explore:0,-2", dice=[1], picks=[0, 4])
    assert scene.kind((0, -2)) == "desert"
    assert not scene.may("explore"), "all stacks are empty"


@rule("BIO-053", "BIO-060", "BIO-EX21")
def test_the_explorer_turns_the_quarry_before_its_cliffs_are_shown() -> None:
    assert turned("110000", 3) == "000110"
    assert turned("110000", 5) == "100001"
    scene = Scene(turn_quarries=True)
    scene.put(0, (0, -1))
    scene.state.quarries[0] = "110000"
    scene.queue("quarry")
    scene.act("explore:0,-2", "turn:3", dice=[1])
    assert scene.state.tiles[-1].cliffs == "000110"


@rule("BIO-053")
def test_by_default_the_first_cliff_of_a_quarry_lies_away_from_the_explorer() -> None:
    for start, goal, cliffs in (((0, -1), (0, -2), "110000"), ((-1, 0), (-2, 0), "100001")):
        scene = Scene()
        scene.put(0, start)
        scene.state.quarries[0] = "110000"
        scene.queue("quarry")
        scene.act(f"explore:{goal[0]},{goal[1]}", dice=[1])
        assert scene.state.tiles[-1].cliffs == cliffs


@rule("BIO-350")
def test_several_steps_at_once() -> None:
    scene = Scene()
    scene.tile("grassland", (0, -2))
    scene.tile("mountain", (0, -3))
    scene.tile("desert", (-1, -1))
    far = next(option for option in turn.options(scene.state, 0) if option.id == "walk:0,-2")
    assert (far.price, far.note) == ("2 actions", "over the grassland by the main camp")
    assert not scene.may("walk:0,-1"), "one step is a move"
    assert not scene.may("walk:0,-3"), "2 for the mountain are too much"
    scene.act("walk:0,-2")
    assert (scene.player().at, scene.player().actions) == ((0, -2), 1)
    moments = [line.moment for line in scene.g.lines if line.moment]
    assert len({moment.title for moment in moments}) == 1, "one thing done is one moment"


@rule("BIO-350", "BIO-044", "BIO-047")
def test_nobody_walks_over_cliffs_or_into_the_gang() -> None:
    scene = Scene()
    scene.tile("quarry", (0, -2), cliffs="000100")
    scene.put(0, (0, 0), "supply")
    assert not scene.may("walk:0,-2"), "a cliff is paid for by a step of its own"
    scene.tile("grassland", (-1, -1), (-2, -1))
    scene.state.gang = Gang((-1, -1))
    assert not scene.may("walk:-1,-1")
    assert not scene.may("walk:-2,-1"), "the gang stands in the way"


@rule("BIO-350", "BIO-232")
def test_a_walk_stops_where_something_happens() -> None:
    scene = Scene()
    scene.tile("fountain", (0, -2))
    scene.tile("grassland", (0, -3))
    camp = scene.camp("stealer", (3, -5))
    scene.quest(Fountain((3, -5), camp.id, (0, -2), (0, -2)))
    scene.act("walk:0,-3", "take:teleport", "stay")
    assert scene.player().at == (0, -2), "the Fountain lies on the way"
    assert scene.player().actions == 1


@rule("BIO-055", "BIO-109", "BIO-EX20")
def test_exploring_over_a_cliff() -> None:
    scene = Scene()
    scene.tile("quarry", (0, -2), cliffs="100000")
    scene.put(0, (0, -2), "supply")
    assert scene.cost("explore:0,-3") == "1 action, 1 Supply"
    scene.player().worn = ["extra_sight"]
    assert scene.cost("explore:0,-3") == "1 action"
    scene.put(0, (0, -2))
    scene.player().worn = []
    assert not scene.may("explore:0,-3")
    assert scene.may("explore:1,-3")


@rule("BIO-056")
def test_turning_up_a_face_down_tile_rolls_no_d8() -> None:
    scene = Scene()
    scene.state.face_down = [FaceDown((0, -2), "desert"), FaceDown((1, -2), "fountain")]
    scene.quest(Fountain((5, -9), 1, (0, -2)))
    scene.put(0, (0, -1))
    queue = [unseen.kind for unseen in scene.state.queue]
    scene.act("explore:0,-2", dice=[2])
    assert (scene.kind((0, -2)), len(scene.state.tiles[-1].secrets)) == ("desert", 1)
    scene.act("explore:1,-2")
    assert (scene.kind((1, -2)), scene.state.tiles[-1].secrets) == ("fountain", [])
    assert [unseen.kind for unseen in scene.state.queue] == queue


@rule("BIO-057")
def test_results_come_from_the_queue_and_secrets_from_the_top_of_the_box() -> None:
    scene = Scene()
    scene.put(0, (0, -1))
    scene.queue("farmland", "desert")
    scene.on_box("teleport", "foresight")
    scene.act("explore:0,-2", dice=[1])
    scene.act("explore:1,-2", dice=[1])
    assert [(t.kind, t.secrets[0].kind) for t in scene.state.tiles[-2:]] == [
        ("farmland", "teleport"),
        ("desert", "foresight"),
    ]
    assert len(scene.state.queue) >= 5


@rule("BIO-058")
def test_an_empty_box_is_filled_from_the_discards() -> None:
    scene = Scene()
    scene.put(0, (0, -1))
    scene.state.box, scene.state.discard = [], ["teleport"]
    scene.queue("farmland", "desert")
    scene.act("explore:0,-2", dice=[1])
    assert scene.state.tiles[-1].secrets[0].kind == "teleport"
    assert scene.state.discard == []
    scene.act("explore:1,-2", dice=[6])
    assert scene.state.tiles[-1].secrets == []


# Tile types -----------------------------------------------------------------------------------------------------------


@rule("BIO-059", "BIO-132", "BIO-127", "BIO-EX23", "BIO-EX47", "BIO-064")
def test_ground_for_farms_and_blacksmiths() -> None:
    scene = Scene()
    scene.tile("gang_tile", (0, -2))
    scene.tile("quarry", (1, -2))
    speeds = {
        at: (full_cooldown(scene.state, "farm", at), full_cooldown(scene.state, "blacksmith", at))
        for at in ((0, -2), (1, -2), (0, -1), (1, -1), (-1, 0))
    }
    assert speeds == {(0, -2): (10, 10), (1, -2): (10, 16), (0, -1): (10, 10), (1, -1): (6, 16), (-1, 0): (10, 16)}


@rule("BIO-064")
@pytest.mark.parametrize(("kind", "camp"), [("tomb", False), ("ruins", False), ("exit", True), ("gang_tile", True)])
def test_quest_tiles(kind: str, camp: bool) -> None:
    scene = Scene()
    scene.tile(kind, (0, -2))
    scene.put(0, (0, -1))
    assert scene.cost("move:0,-2") == "1 action"
    assert camp_site(scene.state, (0, -2)) is camp
    scene.camp("built", (-1, -1))
    scene.put(0, (0, -2), "farm_kit")
    assert scene.may("use:own:farm_kit") is (kind == "gang_tile")


@rule("BIO-066", "BIO-136", "BIO-268")
def test_a_tile_that_sinks_takes_all_with_it() -> None:
    scene = Scene()
    camp = scene.camp("built", (0, -3))
    enemy = scene.camp("stealer", (3, -5), cooldown=12)
    scene.tile("grassland", (0, -2), (1, -2))
    scene.hide((0, -2), "teleport")
    scene.state.buildings.append(Building(50, "farm", (0, -2), camp.id, 10))
    scene.state.routes.append(Route(51, [(0, 0), (0, -1), (0, -2), (0, -3)], (1, camp.id)))
    scene.state.parties.append(Party(52, enemy.id, (0, -2)))
    ally = scene.camp("ally", (4, -5))
    scene.state.bands = [Band(53, ally.id, (0, -2), "rescue", enemy.id), Band(54, ally.id, (0, -1), "party", 52)]
    scene.state.gang = Gang((0, -2))
    scene.put(1, (0, -2), "supply")
    scene.rng.picks = [1]
    drown(scene.g, (0, -2), "lake")
    assert [band.id for band in scene.state.bands] == [54], "the band there is gone, another one is not"
    assert ally.cooldown == 10
    assert scene.kind((0, -2)) == "lake"
    assert "teleport" in scene.state.gone
    assert [b.id for b in scene.state.buildings] == [2]
    assert scene.state.routes == []
    assert scene.state.parties == []
    assert enemy.cooldown == 6
    assert scene.player(1).status == "injured"
    assert scene.state.gang.at == (1, -2)


@rule("BIO-268", "BIO-EX109", "BIO-027")
def test_what_may_sink() -> None:
    scene = Scene()
    scene.tile("sunken", (0, -3))
    scene.tile("forest", (0, -4))
    scene.tile("grassland", (0, -2))
    scene.camp("built", (1, -3))
    quest = Atlantis((0, -3), [""] * 5)
    assert eligible(scene.state, quest.at) == [(0, -4), (1, -3), (0, -2)]
    scene.tile("exit", (-1, -2))
    scene.state.exit = (-1, -2)
    scene.state.tiles = [tile for tile in scene.state.tiles if tile.at != (1, -3)]
    scene.state.camps.pop()
    assert eligible(scene.state, quest.at) == [(0, -4)], "the only way to the exit stays"


@rule("BIO-315", "BIO-EX137")
def test_a_forged_move_is_refused() -> None:
    scene = Scene()
    scene.tile("mountain", (0, -2))
    scene.put(0, (0, -1), actions=1)
    with pytest.raises(Refused):
        scene.act("move:0,-2")
    assert scene.player().actions == 1
    scene.state.queue = [Unseen("lake")] * 5

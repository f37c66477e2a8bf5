"""Buildings, harm, the board turn and the tribes (BIO-126 to BIO-200)."""

from __future__ import annotations

import pytest

from app.games.biome.buildings import build, possible_routes
from app.games.biome.components import HOME
from app.games.biome.harm import capture, drown, injure
from app.games.biome.quests import escape
from app.games.biome.quests import gang as gang_quest
from app.games.biome.quests import tomb as tomb_quest
from app.games.biome.state import (
    NOWHERE,
    Band,
    Building,
    Camp,
    Gang,
    Held,
    Loot,
    Party,
    RoamingGang,
    Route,
    Tomb,
    Vesuvius,
)
from app.games.biome.tribes import attack, reveal_camp, targets
from app.kernel import Refused
from tests.games.biome.situations import GAME, Scene
from tests.rules import rule

# Farms, blacksmiths, caravans -----------------------------------------------------------------------------------------


@rule("BIO-113", "BIO-120", "BIO-126", "BIO-131")
def test_where_farms_and_blacksmiths_stand() -> None:
    scene = Scene()
    ally = scene.camp("ally", (0, -2))
    for kit in ("farm_kit", "blacksmith_kit"):
        scene.put(0, (1, -1), kit)
        assert not scene.may(f"use:own:{kit}"), "there is a farm already"
        scene.put(0, (0, 0), kit)
        assert not scene.may(f"use:own:{kit}")
        scene.tile("forest", (-2, 0))
        scene.put(0, (-2, 0), kit)
        assert not scene.may(f"use:own:{kit}"), "no camp beside"
    scene.put(0, (0, -1), "farm_kit", actions=3)
    scene.act("use:own:farm_kit", f"camp:{ally.id}")
    assert scene.state.buildings[-1].feeds == ally.id
    scene.put(0, (-1, 0), "blacksmith_kit")
    scene.act("use:own:blacksmith_kit")
    assert (scene.state.buildings[-1].kind, scene.state.buildings[-1].cooldown) == ("blacksmith", 16)
    assert scene.state.discard == ["farm_kit", "blacksmith_kit"]


@rule("BIO-127", "BIO-128", "BIO-152", "BIO-EX46")
def test_the_start_farm() -> None:
    scene = Scene()
    farm = scene.state.buildings[0]
    seen = []
    for rolled in (2, 3, 4):
        scene.board(rolled)
        seen.append((farm.cooldown, scene.main.store.count("supply")))
    assert seen == [(4, 2), (1, 2), (6, 3)]


@rule("BIO-EX59", "BIO-153", "BIO-156")
def test_farms_then_blacksmiths_in_order_of_building() -> None:
    scene = Scene()
    scene.state.buildings = [
        Building(10, "blacksmith", (0, -1), 1, 3),
        Building(11, "farm", (1, -1), 1, 6),
        Building(12, "farm", (-1, 0), 1, 3),
    ]
    scene.main.store = []
    scene.board(2, 5, 6)
    assert [(b.id, b.cooldown) for b in scene.state.buildings] == [(10, 10), (11, 4), (12, 10)]
    assert scene.main.store == ["repair_tools", "supply"]


@rule("BIO-129", "BIO-EX67", "BIO-171")
def test_enemies_build_far_from_players_and_are_fed() -> None:
    scene = Scene()
    enemy = scene.camp("stealer", (0, -4))
    scene.tile("farmland", (0, -3), (0, -5))
    scene.tile("grassland", (1, -5))
    scene.state.parties.append(Party(50, enemy.id, (0, -3), [Loot("farm_kit", 1)], 0))
    scene.board(1)
    farm = scene.state.buildings[-1]
    assert (farm.at, farm.cooldown, farm.feeds) == ((0, -5), 6, enemy.id)
    assert enemy.cooldown == 10
    scene.state.parties.append(Party(51, enemy.id, (0, -3), [Loot("blacksmith_kit", 1)], 0))
    scene.board(1, 5)
    assert (scene.state.buildings[-1].kind, scene.state.buildings[-1].at) == ("blacksmith", (1, -5))
    scene.board(1, 2, 5, 1)
    assert enemy.store == ["supply"]


@rule("BIO-130", "BIO-131", "BIO-198")
def test_the_gang_halts_a_farm_on_its_tile_only() -> None:
    scene = Scene()
    scene.state.gang = Gang((1, -1))
    scene.board()
    assert scene.state.buildings[0].cooldown == 6
    scene.state.gang.at = (0, 0)
    scene.board(2)
    assert scene.state.buildings[0].cooldown == 4, "the gang on the camp it feeds does not halt it"


@rule("BIO-132", "BIO-133", "BIO-EX48", "BIO-EX49")
def test_blacksmiths() -> None:
    scene = Scene()
    scene.tile("quarry", (-2, 0))
    main = scene.main
    build(scene.g, "blacksmith", (0, -1), main)
    assert scene.state.buildings[-1].cooldown == 10
    scene.state.buildings = []
    build(scene.g, "blacksmith", (-1, 0), main)
    smith = scene.state.buildings[-1]
    assert smith.cooldown == 16
    scene.board(6)
    scene.board(6)
    assert (smith.cooldown, "repair_tools" in main.store) == (4, False)
    main.store = ["repair_tools", "repair_tools"]
    scene.board(4)
    assert (smith.cooldown, main.store) == (16, ["repair_tools", "repair_tools"])


@rule("BIO-134", "BIO-135", "BIO-EX50")
def test_routes_have_at_most_five_tiles() -> None:
    scene = Scene()
    scene.tile("grassland", (0, -2), (0, -3))
    scene.camp("built", (0, -4))
    straight = [(0, 0), (0, -1), (0, -2), (0, -3), (0, -4)]
    assert straight in possible_routes(scene.state, HOME)
    scene.state.camps.pop()
    scene.camp("built", (0, -5))
    assert possible_routes(scene.state, HOME) == [], "6 tiles"
    scene.state.camps.pop()
    scene.camp("built", (0, -3))
    assert [(0, 0), (0, -1), (0, -2), (0, -3)] in possible_routes(scene.state, HOME)
    scene.camp("stealer", (0, -9))
    scene.state.tiles[4].kind = "lake"
    assert possible_routes(scene.state, HOME) == [], "a lake is in the way"
    scene.state.tiles[4].kind = "quarry"
    scene.state.tiles[4].cliffs = "111111"
    assert possible_routes(scene.state, HOME), "cliffs do not matter"
    scene.state.camps.append(Camp(77, "killer", (0, -2)))
    assert possible_routes(scene.state, HOME) == []


@rule("BIO-139", "BIO-EX51")
def test_sending_by_caravan() -> None:
    scene = Scene()
    camp = scene.camp("built", (0, -2))
    scene.state.routes.append(Route(90, [(0, 0), (0, -1), (0, -2)], (1, camp.id)))
    scene.main.store = ["key", "supply", "supply"]
    scene.act("send:90:store:key")
    assert (camp.store, scene.main.store, scene.player().actions) == (["key"], ["supply"], 3)
    assert not scene.may("send:90:store:supply"), "the last Supply would need another"
    scene.put(0, (0, 0), "teleport")
    scene.act("send:90:own:teleport")
    assert camp.store == ["key", "teleport"]
    assert not scene.may("send"), "nothing left to pay with, nothing to be fetched"


@rule("BIO-140", "BIO-EX52", "BIO-198")
def test_the_gang_closes_a_route() -> None:
    for at in ((0, -2), (0, -3), (0, 0)):
        scene = Scene()
        scene.tile("grassland", (0, -2))
        camp = scene.camp("built", (0, -3))
        scene.state.routes.append(Route(90, [(0, 0), (0, -1), (0, -2), (0, -3)], (1, camp.id)))
        assert scene.may("ride:90")
        assert scene.may("send:90")
        scene.state.gang = Gang(at)
        assert not scene.may("ride")
        assert not scene.may("send")


# Injury and capture ---------------------------------------------------------------------------------------------------


@rule("BIO-141", "BIO-142", "BIO-EX54", "BIO-100")
def test_injury() -> None:
    scene = Scene()
    scene.put(0, (0, -1), "key", "supply").worn = ["extra_sight"]
    injure(scene.g, 0, "test")
    person = scene.player()
    assert (person.at, person.healing, person.inventory, person.worn) == (HOME, 10, [], ["extra_sight"])
    assert scene.state.gone == ["key"]


@rule("BIO-143", "BIO-EX53", "BIO-EX55", "BIO-153")
def test_healing() -> None:
    scene = Scene()
    injure(scene.g, 1, "test")
    healing = []
    for rolled in (4, 5, 2):
        scene.board(1, rolled)
        healing.append(scene.player(1).healing)
    assert healing == [6, 1, 0]
    assert scene.player(1).status == "active"


@rule("BIO-144", "BIO-197")
def test_the_gang_on_the_main_camp_halts_healing() -> None:
    scene = Scene()
    injure(scene.g, 1, "test")
    scene.state.gang = Gang(HOME)
    scene.put(0, (0, -1))
    scene.board(1)
    assert (scene.player(1).healing, scene.player(1).status) == (10, "injured")


@rule("BIO-145", "BIO-146", "BIO-EX56", "BIO-100")
def test_the_nearest_stealer_camp() -> None:
    scene = Scene()
    far, near = scene.camp("stealer", (0, -4)), scene.camp("stealer", (3, -3), dormant=True)
    scene.tile("grassland", (1, -2))
    scene.put(0, (1, -2), "key", "supply").worn = ["extra_sight"]
    capture(scene.g, 0)
    assert (scene.player().captor, scene.player().at) == (near.id, (3, -3))
    assert (near.store, far.store) == (["key", "supply"], [])
    assert scene.player().worn == ["extra_sight"]
    for pick, at in ((0, (1, -4)), (1, (3, -3))):
        scene = Scene()
        scene.camp("stealer", (1, -4))
        scene.camp("stealer", (3, -3))
        scene.tile("grassland", (1, -2))
        scene.put(0, (1, -2))
        scene.rng.picks = [pick]
        capture(scene.g, 0)
        assert scene.player().at == at


@rule("BIO-146", "BIO-150", "BIO-171")
def test_the_tribe_builds_the_kits_of_its_captive_at_once() -> None:
    scene = Scene()
    camp = scene.camp("stealer", (0, -4))
    scene.tile("farmland", (0, -5))
    scene.put(0, (0, -1), "farm_kit", "blacksmith_kit", "camp_kit")
    capture(scene.g, 0)
    farm = scene.state.buildings[-1]
    assert (farm.kind, farm.at, farm.feeds, farm.cooldown) == ("blacksmith", (0, -5), camp.id, 16)
    assert camp.store == ["camp_kit", "farm_kit"], "one tile has room for one building"
    assert scene.state.discard == ["blacksmith_kit"]
    scene = Scene()
    scene.tile("farmland", (0, -5))
    scene.state.held = [Held("farm_kit", 0), Held("teleport", 0)]
    found = reveal_camp(scene.g, "stealer", (0, -4))
    assert (scene.state.buildings[-1].at, found.store) == ((0, -5), ["teleport"])


@rule("BIO-147", "BIO-EX58")
def test_ransom() -> None:
    scene = Scene()
    camp = scene.camp("stealer", (0, -2))
    scene.put(1, (0, -1), "key")
    capture(scene.g, 1)
    scene.put(0, (0, -2), "supply", "supply", "supply")
    scene.act("ransom:1")
    assert (scene.player(1).status, scene.player(1).at) == ("active", (0, -2))
    assert scene.player().inventory == ["supply"]
    assert scene.player().actions == 2
    assert camp.store == ["key"]


@rule("BIO-148", "BIO-EX57", "BIO-EX62", "BIO-154", "BIO-157")
def test_a_captive_goes_home_injured() -> None:
    scene = Scene()
    scene.camp("stealer", (0, -2), dormant=True)
    capture(scene.g, 1)
    scene.board(1)
    assert scene.player(1).captive == 1
    scene.board(1)
    assert (scene.player(1).status, scene.player(1).healing, scene.player(1).at) == ("injured", 10, HOME)
    scene.board(1, 3)
    assert scene.player(1).healing == 7


@rule("BIO-149", "BIO-150")
def test_captives_without_a_stealer_camp() -> None:
    scene = Scene()
    scene.put(1, (0, -1), "key", "supply")
    capture(scene.g, 1)
    assert scene.player(1).captor == NOWHERE
    assert [held.kind for held in scene.state.held] == ["key", "supply"]
    scene.board(1)
    assert scene.player(1).captive == 1
    camp = reveal_camp(scene.g, "stealer", (0, -2))
    assert (scene.player(1).captor, scene.player(1).at, scene.player(1).captive) == (camp.id, (0, -2), 1)
    assert camp.store == ["key", "supply"]
    assert scene.state.held == []


@rule("BIO-150")
def test_what_is_held_is_destroyed_when_the_exit_comes_first() -> None:
    scene = Scene(boards=("gang", "ruins"))
    scene.state.held = [Held("teleport", 1)]
    scene.state.quest_stack = ["escape"]
    scene.put(0, (0, -1))
    scene.queue("quest")
    scene.act("explore:0,-2")
    assert (scene.state.held, scene.state.gone) == ([], ["teleport"])


@rule("BIO-150", "BIO-066", "BIO-291", "BIO-299")
def test_destroyed_keys_are_told_and_counted() -> None:
    scene = Scene(boards=("gang", "ruins", "tomb"))
    scene.state.held = [Held("key", 1)]
    scene.state.quest_stack = ["gang", "ruins", "escape"]
    scene.tile("grassland", (0, -2))
    scene.hide((0, -2), "teleport", "key")
    assert GAME.view(scene.state, None).public.clock.keys_lost == 0
    drown(scene.g, (0, -2), "lake")
    assert "1 Key is destroyed." in [line.text for line in scene.g.lines if line.to is None]
    assert "Teleport" not in scene.log()
    assert GAME.view(scene.state, None).public.clock.keys_lost == 1
    scene.g.lines.clear()
    scene.run(escape.set_up(scene.g, 0, (1, -2)))
    assert "1 Key is destroyed." in [line.text for line in scene.g.lines if line.to is None]
    assert GAME.view(scene.state, None).public.clock.keys_lost == 2


# The board turn -------------------------------------------------------------------------------------------------------


@rule("BIO-151", "BIO-EX60", "BIO-160")
def test_no_attack_before_the_cool_down_is_off() -> None:
    scene = Scene()
    enemy = scene.camp("stealer", (0, -3), cooldown=16)
    scene.tile("grassland", (0, -2))
    scene.board(1, 6)
    scene.board(1, 6)
    assert (enemy.cooldown, scene.state.parties) == (4, [])
    scene.board(1, 4)
    assert len(scene.state.parties) == 1


@rule("BIO-155", "BIO-156", "BIO-157", "BIO-158")
def test_the_steps_in_order() -> None:
    scene = Scene(3)
    injure(scene.g, 2, "test")
    scene.state.order = [2, 0, 1]
    injure(scene.g, 1, "test")
    scene.camp("ally", (0, -2), cooldown=6)
    scene.camp("stealer", (0, -4), cooldown=19)
    scene.board(1, 2, 3, 4, 5)
    dice = [[die.face for die in line.moment.dice] for line in scene.g.lines if line.moment and line.moment.dice]
    assert dice == [["1"], ["2", "3"], ["4"], ["5"]], "buildings, injuries, allies and enemies, each a moment"
    assert (scene.player(2).healing, scene.player(1).healing) == (8, 7), "in turn order"


@rule("BIO-161", "BIO-EX61", "BIO-154")
def test_a_new_party_waits_for_the_next_board_turn() -> None:
    scene = Scene()
    scene.tile("grassland", (0, -2), (0, -3), (0, -4))
    scene.camp("stealer", (0, -5), cooldown=3)
    scene.board(1, 4)
    assert scene.state.parties[0].at == (0, -1)
    scene.state.parties.append(Party(80, 1, (0, -3), quest="tomb"))
    scene.board(1)
    assert scene.state.parties[0].at == (0, -3)
    assert scene.state.parties[1].at == (0, -3), "parties of running quests do not move here"


@rule("BIO-159", "BIO-EX63", "BIO-185")
def test_bands_act_before_parties() -> None:
    scene = Scene()
    scene.tile("grassland", (0, -2), (0, -3), (0, -4), (0, -5))
    ally = scene.camp("ally", (1, -3))
    enemy = scene.camp("stealer", (0, -6))
    scene.main.store = []
    scene.state.parties.append(Party(50, enemy.id, (0, -2), [Loot("key", 1), Loot("key", 99)]))
    scene.state.bands.append(Band(51, ally.id, (0, -1), "party", 50))
    scene.board(1)
    assert scene.state.parties == []
    assert scene.state.bands == []
    assert scene.main.store == ["key", "key"], "back to its camp, or to the main camp if that is gone"
    assert (enemy.cooldown, ally.cooldown) == (6, 10), "not rolled in the board turn in which it was set"


@rule("BIO-162", "BIO-297")
def test_step_six_is_empty_at_the_standard_pace() -> None:
    scene = Scene()
    scene.tile("gang_tile", (0, -2))
    scene.state.gang = Gang((0, -2))
    scene.quest(RoamingGang((0, -2)))
    scene.board(1)
    assert scene.state.gang.at == (0, -2)


# Ally, stealer and killer camps ---------------------------------------------------------------------------------------


@rule("BIO-163", "BIO-EX64", "BIO-164", "BIO-158")
def test_an_ally_camp_needs_a_won_war_and_no_cool_down() -> None:
    scene = Scene()
    camp = reveal_camp(scene.g, "ally", (0, -2), cooldown=6)
    assert (camp.store, camp.cooldown) == ([], 6)
    scene.state.parties.append(Party(50, 1, (0, -1), quest="tomb"))
    scene.board(1, 5)
    scene.board(1, 4)
    assert camp.cooldown == 0
    scene.put(0, (0, -2), "supply", "supply", "supply")
    assert not scene.may("hire")
    camp.trades = "mercenaries"
    assert scene.may("hire")
    camp.cooldown = 1
    assert not scene.may("hire")
    camp.trades, camp.cooldown = "goods", 0
    assert scene.may("trade")


@rule("BIO-166", "BIO-172")
def test_dormant_camps_do_nothing() -> None:
    scene = Scene()
    stealer, killer = reveal_camp(scene.g, "stealer", (0, -2)), reveal_camp(scene.g, "killer", (0, -3))
    assert stealer.dormant
    assert killer.dormant
    scene.board(1)
    assert scene.state.parties == []
    assert scene.main.store == ["supply", "supply"]


@rule("BIO-167", "BIO-168", "BIO-EX66", "BIO-EX65", "BIO-170")
def test_a_stealer_raids_the_nearest_friendly_camp_with_secrets() -> None:
    scene = Scene()
    enemy = scene.camp("stealer", (0, -4), cooldown=1)
    scene.camp("built", (-2, -1))
    ally = scene.camp("ally", (3, -5), "teleport")
    scene.tile("grassland", (1, -4), (2, -5))
    scene.put(1, (3, -5))
    assert targets(scene.state, enemy) == [(3, -5)]
    scene.board(1, 1)
    assert ally.store == []
    (party,) = scene.state.parties
    assert [loot.kind for loot in party.cargo] == ["teleport"]
    assert party.at == (2, -5)
    scene.board(1)
    assert (enemy.store, enemy.cooldown, scene.state.parties) == (["teleport"], 10, [])
    scene = Scene()
    enemy = scene.camp("stealer", (0, -2))
    scene.main.store = ["key", "supply", "teleport"]
    attack(scene.g, enemy)
    assert len(scene.main.store) == 1
    assert len(scene.state.parties[0].cargo) == 2
    scene.state.parties[0].placed = 0
    scene.board(1)
    assert enemy.cooldown == 16
    scene.camp("killer", (5, -9), "key")
    assert targets(scene.state, enemy) == [(0, 0)], "enemy camps never"


@rule("BIO-169", "BIO-EX68")
def test_without_a_target_it_tries_again_without_a_roll() -> None:
    scene = Scene()
    enemy = scene.camp("stealer", (0, -3), cooldown=2)
    scene.main.store = []
    scene.state.buildings = []
    scene.board(2)
    assert (enemy.cooldown, scene.state.parties) == (0, [])
    scene.main.store = ["supply"]
    scene.board()
    assert len(scene.state.parties) == 1


@rule("BIO-173", "BIO-175", "BIO-EX69")
def test_a_killer_razes_an_empty_camp() -> None:
    scene = Scene()
    killer = scene.camp("killer", (0, -4))
    scene.camp("ally", (1, -4), "key")
    scene.camp("built", (-2, -1))
    scene.board(1)
    assert [camp.kind for camp in scene.state.camps] == ["main", "killer", "ally"]
    assert (killer.cooldown, scene.state.parties) == (19, [])


@rule("BIO-174", "BIO-EX70", "BIO-103", "BIO-292")
def test_a_killer_at_the_main_camp() -> None:
    scene = Scene()
    killer = scene.camp("killer", (0, -3))
    scene.main.store = ["supply"]
    attack(scene.g, killer)
    assert scene.main.store == []
    assert scene.over() == ""
    scene.state.parties, scene.state.group_buff = [], "extra_action"
    attack(scene.g, killer)
    assert scene.over() == "camp", "a group buff is no secret of the store"


@rule("BIO-EX71", "BIO-173")
def test_ties_between_camps_are_random() -> None:
    for pick, camps, parties in ((0, 3, 0), (1, 4, 1)):
        scene = Scene()
        killer = scene.camp("killer", (0, -5))
        scene.camp("built", (-2, -3))
        scene.camp("built", (2, -5), "supply")
        scene.tile("grassland", (1, -5))
        assert targets(scene.state, killer) == [(-2, -3), (2, -5)]
        scene.rng.picks = [pick]
        attack(scene.g, killer)
        assert (len(scene.state.camps), len(scene.state.parties)) == (camps, parties)


@rule("BIO-176", "BIO-170")
def test_killers_destroy_what_they_bring_home() -> None:
    scene = Scene()
    killer = scene.camp("killer", (0, -2))
    scene.state.parties.append(Party(50, killer.id, (0, -1), [Loot("key", 1), Loot("farm_kit", 1)]))
    scene.board(1)
    assert (killer.store, killer.cooldown) == ([], 16)
    assert scene.state.gone == ["key", "farm_kit"]


@rule("BIO-177", "BIO-178", "BIO-EX72", "BIO-EX73", "BIO-EX74")
@pytest.mark.parametrize(
    ("mountain", "stops"),
    [
        (None, [(0, -1), (0, -3), "home"]),
        ((0, -2), [(0, -1), (0, -2), "home"]),
        ((0, -3), [(0, -1), (0, -2), (0, -3), "home"]),
    ],
)
def test_the_way_home(mountain: tuple[int, int] | None, stops: list[object]) -> None:
    scene = Scene()
    for at in ((0, -2), (0, -3)):
        scene.tile("mountain" if at == mountain else "quarry", at, cliffs="111111")
    enemy = scene.camp("stealer", (0, -4))
    scene.main.store = ["supply"]
    scene.board(1)
    seen: list[object] = [scene.state.parties[0].at]
    while scene.state.parties:
        scene.board(1)
        seen.append(scene.state.parties[0].at if scene.state.parties else "home")
    assert seen == stops
    assert enemy.store == ["supply"]


@rule("BIO-177")
def test_a_party_next_to_its_home_is_home_at_once() -> None:
    scene = Scene()
    scene.state.tiles[2].kind = "stealer_camp"
    scene.state.camps.append(Camp(60, "stealer", (0, -1)))
    attack(scene.g, scene.state.camps[-1])
    assert scene.state.parties == []
    assert scene.state.camps[-1].store == ["supply", "supply"]


@rule("BIO-179")
def test_equal_ways_go_clockwise() -> None:
    scene = Scene()
    scene.tile("grassland", (0, -2), (1, -2), (0, -3), (1, -3))
    enemy = scene.camp("stealer", (1, -4))
    party = Party(50, enemy.id, (0, -1), [Loot("supply", 1)])
    scene.state.parties.append(party)
    scene.board(1)
    assert party.at == (0, -3), "N, N, NE comes before NE, N, N"
    party.at = (0, -1)
    scene.state.tiles[4].kind = "mountain"
    scene.board(1)
    assert party.at == (1, -3), "reckoned anew: the cheaper way"


@rule("BIO-180", "BIO-181")
def test_parties_cross_the_unexplored_only_without_another_way() -> None:
    scene = Scene()
    enemy = scene.camp("stealer", (0, -5))
    scene.main.store = ["supply", "supply"]
    scene.board(1, picks=[])
    (party,) = scene.state.parties
    assert party.at == (0, -1)
    count = len(scene.state.tiles)
    scene.put(1, (0, -3), "teleport")
    scene.tile("grassland", (0, -3))
    scene.board(1)
    assert party.at == (0, -3)
    assert len(scene.state.tiles) == count + 1, "nothing is explored by it"
    assert scene.player(1).inventory == ["teleport"], "it passes players without effect"
    scene.state.tiles[-1].kind = "lake"
    scene.board(1)
    assert enemy.store == ["supply", "supply"], "from a lake it moves on normally"


# Mercenaries ----------------------------------------------------------------------------------------------------------


def hired(scene: Scene, at: tuple[int, int] = (0, -2)) -> Camp:
    camp = scene.camp("ally", at)
    camp.trades = "mercenaries"
    return camp


@rule("BIO-182", "BIO-184", "BIO-EX76")
def test_hiring_for_a_rescue() -> None:
    scene = Scene()
    ally = hired(scene)
    prison = scene.camp("stealer", (0, -4), "key", "key", "supply")
    scene.state.players[1].status, scene.state.players[1].captor = "captured", prison.id
    scene.put(0, (0, -2), *["supply"] * 4)
    with pytest.raises(Refused):
        scene.act(f"hire:rescue:{prison.id}", ("captive:1", "item:0", "item:1", "item:2"))
    scene.put(0, (0, -2), *["supply"] * 4, actions=3)
    scene.act(f"hire:rescue:{prison.id}", ("captive:1", "item:0", "item:1"))
    assert scene.player().inventory == ["supply"]
    assert scene.player().actions == 2
    (band,) = scene.state.bands
    assert (band.at, band.captives, band.wants) == (ally.at, [1], ["key", "key"])
    assert not scene.may("hire"), "a band is out"


@rule("BIO-183", "BIO-184", "BIO-187", "BIO-EX75")
def test_a_rescue() -> None:
    scene = Scene()
    scene.tile("grassland", (2, -3), (1, -3))
    ally = hired(scene, (3, -3))
    prison = scene.camp("stealer", (0, -3), "key", "teleport", dormant=True)
    person = scene.player(1)
    person.status, person.captor, person.captive, person.at = "captured", prison.id, 9, prison.at
    scene.state.bands.append(Band(50, ally.id, (3, -3), "rescue", prison.id, [1], ["key"]))
    scene.board(1)
    assert scene.state.bands[0].at == (1, -3)
    scene.board(1)
    assert (person.status, person.at) == ("active", HOME)
    assert scene.main.store == ["key", "supply", "supply"]
    assert prison.store == ["teleport"]
    assert (scene.state.bands, ally.cooldown) == ([], 10)


@rule("BIO-183", "BIO-138")
def test_bands_use_routes_and_wait_without_a_way() -> None:
    scene = Scene()
    ally = hired(scene, (0, -4))
    scene.tile("grassland", (0, -2), (0, -3))
    prison = scene.camp("stealer", (-2, 0), "key", dormant=True)
    scene.state.routes.append(Route(90, [(0, 0), (0, -1), (0, -2), (0, -3), (0, -4)], (1, ally.id)))
    scene.state.bands.append(Band(50, ally.id, (0, -4), "rescue", prison.id, [], ["key"]))
    scene.board(1)
    assert scene.state.bands[0].at == (-1, 0), "the route to the main camp, then one step"
    scene.state.bands[0].at = (0, -4)
    scene.state.tiles = [tile for tile in scene.state.tiles if tile.at not in ((0, -2), (0, -3))]
    scene.state.routes = []
    scene.state.walls = [(0, -3), (1, -4), (1, -5), (0, -5), (-1, -4), (-1, -3)]
    scene.board(1)
    assert scene.state.bands[0].at == (0, -4)


@rule("BIO-138", "BIO-183")
def test_a_band_rides_between_neighbouring_camps_on_a_mountain() -> None:
    scene = Scene()
    ally = hired(scene, (0, -1))
    scene.state.tiles = [tile for tile in scene.state.tiles if tile.at != (0, -1) or tile.kind == "ally_camp"]
    scene.tile("mountain", (0, -2))
    built = scene.camp("built", (0, -2))
    prison = scene.camp("stealer", (0, -3), "key", dormant=True)
    scene.state.bands.append(Band(50, ally.id, (0, -1), "rescue", prison.id, [], ["key"]))
    scene.state.routes.append(Route(90, [(0, -1), (0, -2)], (ally.id, built.id)))
    scene.board(1)
    assert scene.state.bands == [], "1 by the route, 1 on foot: the rescue is done in the first board turn"
    assert "key" in scene.main.store


@rule("BIO-187", "BIO-154", "BIO-158")
def test_a_task_ends_at_once_when_its_target_is_gone() -> None:
    scene = Scene()
    ally = hired(scene, (3, -3))
    enemy = scene.camp("stealer", (0, -2), cooldown=0)
    scene.state.parties.append(Party(50, enemy.id, (0, -1), [Loot("supply", 1)]))
    scene.state.bands.append(Band(51, ally.id, (3, -3), "party", 50))
    scene.board(1)
    assert scene.state.parties == [], "home in step 5b"
    assert (scene.state.bands, ally.cooldown) == ([], 10), "the camp may rest from now on"
    scene.board(1, 4, 5)
    assert ally.cooldown == 6
    scene = Scene()
    ally = hired(scene, (3, -3))
    prison = scene.camp("stealer", (0, -9), dormant=True)
    person = scene.player(1)
    person.status, person.captor, person.captive, person.at = "captured", prison.id, 1, prison.at
    scene.state.bands.append(Band(51, ally.id, (3, -3), "rescue", prison.id, [1], []))
    scene.board(1)
    assert (person.status, scene.state.bands, ally.cooldown) == ("injured", [], 10), (
        "set in step 2, not rolled in step 3"
    )


@rule("BIO-185", "BIO-187")
def test_a_task_ends_with_its_target() -> None:
    scene = Scene()
    ally = hired(scene)
    enemy = scene.camp("stealer", (0, -4), cooldown=19)
    scene.state.parties.append(Party(50, enemy.id, (0, -3)))
    scene.put(0, (0, -2), "supply")
    scene.act("hire:party:50")
    scene.state.parties = []
    scene.board(1, 1)
    assert (scene.state.bands, ally.cooldown) == ([], 10)
    assert scene.main.store.count("supply") == 2, "Supplies are not returned"


@rule("BIO-185")
def test_keys_of_the_lock_go_back_to_it() -> None:
    scene = Scene()
    ally = hired(scene)
    enemy = scene.camp("stealer", (0, -4))
    scene.tile("exit", (1, -3))
    scene.state.exit = (1, -3)
    scene.tile("grassland", (0, -3))
    scene.state.parties.append(Party(50, enemy.id, (0, -3), [Loot("key", 0)]))
    scene.state.bands.append(Band(51, ally.id, (0, -2), "party", 50))
    scene.board(1)
    assert scene.state.lock == 1


@rule("BIO-186", "BIO-245", "BIO-EX77", "BIO-246")
def test_pinning_the_gang() -> None:
    scene = Scene()
    ally = hired(scene)
    scene.tile("gang_tile", (0, -3))
    scene.state.gang = Gang((0, -3))
    quest = scene.quest(RoamingGang((0, -3)))
    scene.put(0, (0, -2), *["supply"] * 3)
    scene.act("hire:gang:0")
    assert scene.player().inventory == []
    scene.put(0, (0, 0))
    counts = []
    for _ in range(3):
        scene.board(1)
        counts.append((scene.state.gang.mode, scene.state.gang.count))
    assert counts == [("pinned", 3), ("pinned", 2), ("pinned", 1)]
    gang_quest.update(scene.g, quest)
    assert scene.state.gang.at == (0, -3), "updates do nothing while it is pinned"
    scene.board(3)
    assert (scene.state.gang.mode, scene.state.gang.count) == ("enraged", 2)
    assert (scene.state.bands, ally.cooldown) == ([], 10)


# Trading --------------------------------------------------------------------------------------------------------------


@rule("BIO-188", "BIO-189", "BIO-190", "BIO-EX78", "BIO-EX79")
def test_trading() -> None:
    scene = Scene()
    camp = scene.camp("ally", (0, -2))
    camp.trades = "goods"
    scene.put(0, (0, -2), "supply", "supply", "supply")
    scene.act("trade:box", "take:caravan_kit")
    assert scene.player().inventory == ["caravan_kit", "supply"]
    assert (scene.player().actions, camp.cooldown) == (2, 10)
    assert all("Caravan Kit" not in line.text for line in scene.g.lines if line.readable_by(1))
    assert not scene.may("trade")
    scene.board(1, 6)
    assert camp.cooldown == 4
    scene.board(1, 6)
    assert camp.cooldown == 0
    scene.put(0, (0, -2), "supply", "supply", actions=3)
    scene.act("trade:box", "none")
    assert (scene.player().inventory, camp.cooldown) == ([], 10)


# The Roaming Gang -----------------------------------------------------------------------------------------------------


def gang_scene(at: tuple[int, int], *, mode: str = "roaming") -> Scene:
    scene = Scene()
    scene.state.gang = Gang(at, mode)  # type: ignore[arg-type]
    scene.quest(RoamingGang(at))
    scene.put(0, (-1, 0))
    scene.put(1, (-1, 0))
    return scene


def gang_moves(scene: Scene, *dice: int, picks: tuple[int, ...] = ()) -> tuple[int, int]:
    scene.rng.dice, scene.rng.picks = list(dice), list(picks)
    gang_quest.move(scene.g)
    assert not scene.rng.dice
    assert scene.state.gang is not None
    return scene.state.gang.at


@rule("BIO-191", "BIO-193", "BIO-EX80")
def test_the_gang_goes_two_tiles_straight() -> None:
    scene = gang_scene((0, -3))
    scene.tile("gang_tile", (0, -3))
    scene.tile("desert", (0, -2))
    scene.put(1, (0, -2))
    assert gang_moves(scene, 4) == (0, -1)
    assert scene.player(1).status == "active", "a tile passed is unaffected"


@rule("BIO-195", "BIO-196", "BIO-197", "BIO-EX81", "BIO-144")
def test_guards_keep_the_gang_off_a_camp() -> None:
    scene = gang_scene((0, -2))
    scene.tile("gang_tile", (0, -2))
    scene.put(1, (0, 0))
    assert gang_moves(scene, 4) == (0, -1)
    scene = gang_scene((0, -2))
    scene.tile("gang_tile", (0, -2))
    injure(scene.g, 1, "test")
    assert gang_moves(scene, 4, picks=(0,)) == (0, 0)
    assert scene.main.store == ["supply"]
    scene.board(1)
    assert scene.player(1).healing == 10
    assert scene.player(1).status == "injured", "healing players are not injured again"


@rule("BIO-192", "BIO-EX82")
def test_mountains_and_impossible_steps() -> None:
    scene = gang_scene((0, -2))
    scene.tile("gang_tile", (0, -2))
    scene.tile("mountain", (0, -3))
    assert gang_moves(scene, 1) == (0, -3)
    scene = gang_scene((0, -2))
    scene.tile("gang_tile", (0, -2))
    scene.tile("grassland", (0, -3))
    scene.tile("mountain", (0, -4))
    assert gang_moves(scene, 2, 1) == (0, -3), "NE is impossible and rolled again"
    scene = gang_scene((0, -9))
    scene.tile("gang_tile", (0, -9))
    assert gang_moves(scene) == (0, -9)


@rule("BIO-194", "BIO-199")
def test_the_gang_and_bands() -> None:
    scene = gang_scene((0, -2))
    scene.tile("gang_tile", (0, -2))
    ally = hired(scene, (5, -9))
    scene.state.bands.append(Band(50, ally.id, (0, -1), "gang"))
    assert gang_moves(scene, 4) == (0, -1)
    assert scene.state.gang is not None
    assert (scene.state.gang.mode, scene.state.gang.count) == ("pinned", 3)
    scene = gang_scene((0, -2))
    scene.tile("gang_tile", (0, -2))
    ally = hired(scene, (5, -9))
    scene.state.bands.append(Band(50, ally.id, (0, 0), "rescue", 1))
    gang_moves(scene, 4)
    assert (scene.state.bands, ally.cooldown) == ([], 10)


@rule("BIO-199", "BIO-231")
def test_the_gang_destroys_parties() -> None:
    scene = gang_scene((0, -2))
    scene.tile("gang_tile", (0, -2))
    enemy = scene.camp("stealer", (0, -4))
    scene.state.parties.append(Party(50, enemy.id, (0, 0), [Loot("key", 1)]))
    scene.state.parties.append(Party(51, enemy.id, (0, 0), quest="tomb"))
    scene.main.store = []
    gang_moves(scene, 4)
    assert scene.state.parties == []
    assert (enemy.cooldown, scene.state.gone) == (6, ["key"])
    tomb = scene.quest(Tomb((0, -6), enemy.id, []))
    tomb_quest.update(scene.g, tomb)
    assert [(p.quest, p.at) for p in scene.state.parties] == [("tomb", enemy.at)], "a new one appears, nothing else"
    scene.tile("grassland", (0, -3))
    scene.state.parties = [Party(52, enemy.id, (0, -1), [Loot("supply", 1)])]
    scene.state.gang = Gang((0, -3))
    scene.board(1)
    assert scene.state.parties == [], "it ended its own move on the gang's tile"


@rule("BIO-200")
def test_what_the_gang_leaves_alone() -> None:
    scene = gang_scene((0, -2))
    scene.tile("gang_tile", (0, -2))
    volcano = scene.quest(Vesuvius((0, 0), ["supply"]))
    scene.state.group_buff = "extra_sight"
    stealer = scene.camp("stealer", (9, -9))
    scene.player(1).status, scene.player(1).captor, scene.player(1).at = "captured", stealer.id, (0, 0)
    gang_moves(scene, 4, picks=(0,))
    assert (volcano.priests, volcano.secrets, scene.state.group_buff) == (3, ["supply"], "extra_sight")
    assert scene.player(1).status == "captured"


@rule("BIO-197")
def test_a_camp_under_the_gang_rests() -> None:
    scene = gang_scene((0, -2))
    enemy = scene.camp("stealer", (0, -2), cooldown=0)
    scene.board(1)
    assert scene.state.parties == []
    ally = scene.camp("ally", (0, -3), cooldown=6)
    assert scene.state.gang is not None
    scene.state.gang.at = (0, -3)
    enemy.dormant = True
    scene.board(1)
    assert ally.cooldown == 6

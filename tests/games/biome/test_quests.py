"""The ten quests (BIO-201 to BIO-289)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from app.games.biome.components import VALUE_ORDER
from app.games.biome.ending import keys_left
from app.games.biome.harm import drop_priests, drown, injure
from app.games.biome.hexes import around, distance, is_empty
from app.games.biome.quests import atlantis, board, dragon, escape, fountain, gang, ruins, tomb, vesuvius, wars
from app.games.biome.quests.common import eligible
from app.games.biome.state import (
    LOCK,
    Atlantis,
    Band,
    Dragon,
    Escape,
    FaceDown,
    Fountain,
    Gang,
    Loot,
    Party,
    RoamingGang,
    Ruins,
    State,
    Tomb,
    TradeWar,
    TugOfWar,
    Unseen,
    Vesuvius,
)
from app.games.biome.stock import draw_harmless
from app.kernel import Refused
from tests.games.biome.situations import GAME, Scene
from tests.rules import rule

Cell = tuple[int, int]


def updated(scene: Scene, quest: object, *dice: int, picks: tuple[int, ...] = ()) -> None:
    scene.rng.dice, scene.rng.picks = list(dice), list(picks)
    board.update(scene.g, quest)  # type: ignore[arg-type]
    assert not scene.rng.dice


# Quests in general ----------------------------------------------------------------------------------------------------


def two_ruins(**options: Any) -> Scene:
    scene = Scene(**options)
    scene.tile("ruins", (0, -2), (0, -3))
    scene.quest(Ruins((0, -2)))
    scene.quest(Ruins((0, -3)))
    return scene


def health(scene: Scene) -> list[int]:
    return [quest.health for quest in scene.state.quests if isinstance(quest, Ruins)]


@rule("BIO-201", "BIO-202", "BIO-EX83", "BIO-204")
def test_one_active_quest_moves_on_in_every_turn() -> None:
    for face, left in ((1, [5, 6]), (2, [6, 5])):
        scene = two_ruins()
        scene.quest_die(face, 4)
        assert health(scene) == left
        assert f"Quest die: {face}." in scene.log()
    scene = two_ruins()
    scene.state.quests[0].active = False
    scene.quest(Escape((0, -4)))
    scene.quest_die(4)
    assert health(scene) == [6, 5], "the only one that is active, without a die"
    assert "Quest die" not in scene.log()
    scene.state.quests[1].active = False
    scene.quest_die()
    assert health(scene) == [6, 5], "nothing happens while no quest is active"


@rule("BIO-EX84", "BIO-201")
def test_every_active_quest_has_the_same_chance() -> None:
    hits = [0, 0, 0, 0]
    for face in (1, 2, 3, 4):
        scene = Scene(4)
        for row in range(4):
            scene.tile("ruins", (0, -2 - row))
            scene.quest(Ruins((0, -2 - row)))
        scene.quest_die(face, 4)
        hits = [hit + 6 - left for hit, left in zip(hits, health(scene), strict=True)]
    assert hits == [1, 1, 1, 1]


@rule("BIO-203", "BIO-EX85")
def test_two_different_quests_once_the_exit_is_found() -> None:
    scene = two_ruins()
    scene.tile("atlantis", (1, -3))
    scene.tile("exit", (1, -2))
    scene.state.exit = (1, -2)
    quest = scene.quest(Atlantis((1, -3), [""] * 5))
    scene.quest_die(2, 4, 2)
    assert (health(scene), quest.level) == ([6, 5], 3), "the second die is for the two others"
    scene.state.quests[0].active = scene.state.quests[1].active = False
    scene.quest_die()
    assert quest.level == 2, "a single one moves on once"


@rule("BIO-297")
def test_the_pace_of_the_die_has_a_face_for_every_board() -> None:
    for face, left in ((1, [5, 6]), (2, [6, 5]), (3, [6, 6]), (4, [6, 6])):
        scene = two_ruins(pace="die")
        scene.quest_die(face, *([4] if face < 3 else []))
        assert health(scene) == left
    scene = Scene(pace="die")
    scene.quest(Ruins((0, -2), active=False))
    scene.quest_die()
    assert "Quest die" not in scene.log(), "it rests while no quest is active"
    for players in (2, 3, 4, 5):
        assert Fraction(players, Scene(players).state.quest_count + 1) == Fraction(1, 2), "the same pressure for all"
    scene.tile("atlantis", (0, -2))
    scene.tile("exit", (1, -2))
    scene.state.exit = (1, -2)
    quest = scene.quest(Atlantis((0, -2), [""] * 5))
    scene.quest_die(2, 2)
    assert quest.level == 2, "two dice, and both may hit the same quest"


@rule("BIO-205")
def test_only_active_quests_and_players_interact() -> None:
    scene = Scene()
    scene.tile("tomb", (0, -2))
    quest = scene.quest(Tomb((0, -2), 1, ["supply"]))
    scene.put(0, (0, -2))
    assert scene.may("plunder:tomb")
    scene.put(0, (0, -1))
    assert not scene.may("plunder")
    scene.put(0, (0, -2))
    quest.active = False
    assert not scene.may("plunder")
    quest.active = True
    scene.player().status = "injured"
    assert scene.options() == ["end"]


@rule("BIO-206", "BIO-254", "BIO-255", "BIO-EX102")
def test_joint_fights() -> None:
    for fighters, outcomes in ((1, "iiiinr"), (3, "iinrrr"), (4, "inrrrr"), (5, "inrrrr")):
        for rolled, expected in enumerate(outcomes, 1):
            scene = Scene(5)
            scene.tile("lair", (0, -2))
            scene.quest(Dragon((0, -2), ["key", "supply", "supply"]))
            for player in range(fighters):
                scene.put(player, (0, -2), actions=3 if player == 0 else 0)
            answers = ["join"] * (fighters - 1) + (["take:key:0", "take:supply:0"] if expected == "r" else [])
            scene.act("attack:dragon", *answers, dice=[rolled])
            down = sum(person.status == "injured" for person in scene.state.players)
            assert down == (fighters if expected == "i" else 0)
            assert ("key" in scene.player().inventory) is (expected == "r")
    scene = Scene()
    scene.tile("lair", (0, -2))
    scene.quest(Dragon((0, -2), ["key"]))
    scene.put(0, (0, -2))
    scene.put(1, (0, -2))
    scene.act("attack:dragon", "no", dice=[1])
    assert scene.player(1).status == "active"


@rule("BIO-208")
def test_captured_is_put_back_for_dragon_and_vesuvius() -> None:
    scene = Scene()
    scene.state.box = [Unseen(k) for k in ("captured", "key", *["supply"] * 6)]
    scene.rng.picks = [0]
    assert draw_harmless(scene.g) == "key"
    assert [u.kind for u in scene.state.box].index("captured") >= 4
    scene.state.box = [Unseen("captured")]
    assert draw_harmless(scene.g) is None
    scene.state.box = [Unseen("captured")] * 3 + [Unseen("supply")] * 2
    scene.tile("atlantis", (0, -2))
    scene.run(atlantis.set_up(scene.g, 0, (1, -2)))
    assert scene.state.quests[-1].places.count("captured") == 3  # type: ignore[union-attr]


# Wars -----------------------------------------------------------------------------------------------------------------


@rule("BIO-209", "BIO-210", "BIO-211", "BIO-EX86", "BIO-163", "BIO-212")
def test_tug_of_war_set_up() -> None:
    scene = Scene(strict_book=True)
    scene.run(wars.set_up_tug(scene.g, 0, (0, -2)), picks=[4])
    war = scene.state.quests[-1]
    assert isinstance(war, TugOfWar)
    assert (scene.kind((0, -2)), war.front) == ("desert", 0)
    assert scene.state.tiles[4].secrets == []
    camps = {camp.kind: camp for camp in scene.state.camps}
    assert camps["killer"].at == (-4, 0)
    assert camps["ally"].at in ((3, -3), (3, -4))
    assert camps["ally"].cooldown == 6
    assert camps["killer"].dormant
    assert distance(camps["killer"].at, camps["ally"].at) == 7


@rule("BIO-053", "BIO-209", "BIO-060")
def test_the_explorer_turns_a_quarry_that_becomes_the_battlefield() -> None:
    scene = Scene(turn_quarries=True)
    scene.state.quarries[0] = "110000"
    left = scene.state.stacks["quarry"]
    scene.run(wars.set_up_tug(scene.g, 0, (0, -2)), "turn:3", picks=[3])
    assert (scene.kind((0, -2)), scene.state.tiles[4].cliffs) == ("quarry", "000110")
    assert (scene.state.stacks["quarry"], len(scene.state.quarries)) == (left - 1, left - 1)


@rule("BIO-EX87", "BIO-211")
def test_tug_of_war_at_the_arm() -> None:
    scene = Scene()
    scene.run(wars.set_up_tug(scene.g, 0, (2, -2)), picks=[4])
    camps = {camp.kind: camp.at for camp in scene.state.camps}
    assert (camps["killer"], camps["ally"]) == ((-2, 0), (5, -5))


def tug(front: int = 0) -> tuple[Scene, TugOfWar]:
    scene = Scene(3)
    scene.tile("grassland", (0, -2))
    ally, killer = scene.camp("ally", (2, -3)), scene.camp("killer", (-2, 0), dormant=True)
    return scene, scene.quest(TugOfWar((0, -2), ally.id, killer.id, front))


@rule("BIO-213", "BIO-EX89", "BIO-212")
def test_battles_without_fighters() -> None:
    for rolled, change in zip(range(1, 7), (-1, -1, -1, -1, 1, 1), strict=True):
        scene, war = tug()
        updated(scene, war, rolled)
        assert war.front == change
    scene, war = tug()
    war.supplied = True
    updated(scene, war, 1)
    assert war.front == -1, "a natural 1 always loses"
    scene, war = tug(-2)
    updated(scene, war, 5)
    assert (war.front, war.active) == (-1, True)
    updated(scene, war, 2)
    updated(scene, war, 4)
    assert (war.front, war.active) == (-3, False)


@rule("BIO-214")
def test_war_supplies() -> None:
    scene, war = tug()
    scene.put(0, (2, -3), "supply", "supply")
    scene.act("supply:tug_of_war")
    assert (war.supplied, scene.player().actions, scene.player().inventory) == (True, 2, ["supply"])
    assert not scene.may("supply"), "at most once per battle"
    updated(scene, war, 4)
    assert (war.front, war.supplied) == (1, False)
    assert scene.may("supply:tug_of_war")


@rule("BIO-215", "BIO-216", "BIO-EX88")
def test_lending_swords() -> None:
    for rolled, front, status in ((2, 1, "active"), (1, -1, "injured")):
        scene, war = tug()
        war.supplied = True
        scene.put(0, (0, -2))
        scene.put(1, (0, -2))
        scene.act("fight:tug_of_war", "join", dice=[rolled])
        assert war.front == front
        assert [person.status for person in scene.state.players] == [status, status, "active"]
        assert not scene.may("fight"), "one battle per turn"
    scene, war = tug()
    scene.put(0, (2, -3))
    assert not scene.may("fight"), "fights take place on the battlefield"


@rule("BIO-217", "BIO-172")
def test_tug_of_war_won() -> None:
    scene, war = tug(3)
    updated(scene, war, 6)
    ally, killer = scene.state.camps[1], scene.state.camps[2]
    assert (ally.store, ally.trades) == (["key"], "mercenaries")
    assert (killer.cooldown, killer.dormant) == (19, False)
    assert (war.active, war.won) == (False, True)


@rule("BIO-218", "BIO-165", "BIO-065")
def test_tug_of_war_lost() -> None:
    scene, war = tug(-2)
    scene.state.camps[1].store = ["teleport"]
    updated(scene, war, 2)
    assert [camp.kind for camp in scene.state.camps] == ["main", "killer"]
    assert scene.state.gone == ["key", "teleport"]
    assert scene.kind((2, -3)) == "grassland"
    assert scene.state.camps[1].cooldown == 6
    assert (war.active, war.won) == (False, False)


@rule("BIO-219", "BIO-EX90")
def test_trade_war_set_up() -> None:
    scene = Scene(strict_book=True)
    scene.tile("grassland", (-1, -1), (1, -2), (-1, -2))
    scene.run(wars.set_up_trade(scene.g, 0, (0, -2)), "site:0,-3")
    war = scene.state.quests[-1]
    assert isinstance(war, TradeWar)
    assert (war.ally_health, war.killer_health) == (4, 4)
    assert [(camp.kind, camp.at) for camp in scene.state.camps[1:]] == [("ally", (0, -2)), ("killer", (0, -3))]
    scene = Scene()
    scene.tile("grassland", (-1, -1), (1, -2), (-1, -2))
    with pytest.raises(Refused):
        scene.run(wars.set_up_trade(scene.g, 0, (0, -2)), "site:2,-3")


def trade_war(ally: int = 4, killer: int = 4) -> tuple[Scene, TradeWar]:
    scene = Scene()
    camp, enemy = scene.camp("ally", (0, -2)), scene.camp("killer", (0, -3), dormant=True)
    return scene, scene.quest(TradeWar((0, -2), camp.id, enemy.id, ally, killer))


@rule("BIO-220", "BIO-EX91")
def test_trade_war_battles() -> None:
    scene, war = trade_war()
    healths = []
    for rolled in (3, 6, 2):
        updated(scene, war, rolled)
        healths.append((war.ally_health, war.killer_health))
    assert healths == [(3, 4), (3, 3), (2, 3)]


@rule("BIO-221", "BIO-EX92")
def test_fighting_at_the_ally_camp() -> None:
    for rolled, killer in ((1, 4), (2, 4), (3, 3), (4, 3), (5, 3), (6, 3)):
        scene, war = trade_war()
        scene.put(0, (0, -2), "supply")
        scene.act("supply:trade_war")
        scene.act("fight:trade_war", dice=[rolled])
        assert war.killer_health == killer
        assert (scene.player().status == "injured") is (killer == 4)
        assert not scene.may("fight")


@rule("BIO-222", "BIO-223")
def test_trade_war_ends() -> None:
    scene, war = trade_war(killer=1)
    updated(scene, war, 5)
    assert (scene.state.camps[1].store, scene.state.camps[1].trades) == (["key"], "goods")
    assert scene.state.camps[2].cooldown == 19
    scene, war = trade_war(ally=1)
    updated(scene, war, 2)
    assert [camp.kind for camp in scene.state.camps] == ["main", "killer"]
    assert (scene.state.gone, scene.state.camps[1].cooldown, war.won) == (["key"], 6, False)


# Fountain -------------------------------------------------------------------------------------------------------------


@rule("BIO-224", "BIO-225", "BIO-EX93", "BIO-166")
def test_fountain_set_up() -> None:
    scene = Scene()
    before = sum(scene.state.stacks.values())
    scene.run(fountain.set_up(scene.g, 0, (0, -3)), "centre:0,-8")
    quest = scene.state.quests[-1]
    assert isinstance(quest, Fountain)
    cells = [tile.at for tile in scene.state.face_down]
    assert sorted(cells) == sorted([(0, -8), (0, -9), (1, -9), (1, -8), (0, -7), (-1, -7), (-1, -8)])
    kinds = Counter(tile.kind for tile in scene.state.face_down)
    assert kinds["fountain"] == 1
    assert kinds["lake"] <= 2
    assert before - sum(scene.state.stacks.values()) == 6
    assert fountain.goal(scene.state, quest, (0, -3)) == (0, -7)
    assert distance((0, -3), (0, -7)) == 4
    assert [(party.at, party.quest) for party in scene.state.parties] == [((0, -3), "fountain")]
    assert all(distance(c, (0, -3)) == 5 for c in fountain.centres(Scene().state, (0, -3)))
    full = Scene()
    full.state.walls = [c for c in [(q, r) for q in range(-9, 10) for r in range(-12, 1)] if distance(c, (0, -3)) == 4]
    assert {distance(c, (0, -3)) for c in fountain.centres(full.state, (0, -3))} == {6}


def fountain_scene(*kinds: str, party: Cell = (0, -2)) -> tuple[Scene, Fountain]:
    """The party on its camp at (0,-2); face-down tiles straight N of it."""
    scene = Scene()
    camp = scene.camp("stealer", (0, -2), dormant=True)
    quest = scene.quest(Fountain((0, -2), camp.id, (0, -6)))
    for index, kind in enumerate(kinds):
        scene.state.face_down.append(FaceDown((0, -6) if index == 0 else around((0, -6))[index - 1], kind))
    scene.state.parties.append(Party(50, camp.id, party, quest="fountain"))
    return scene, quest


@rule("BIO-226", "BIO-227")
def test_the_party_takes_two_steps_and_explores() -> None:
    scene, quest = fountain_scene("fountain")
    updated(scene, quest, 1, 1, picks=(4, 1))
    assert scene.state.parties[0].at == (0, -4)
    assert (scene.kind((0, -3)), scene.kind((0, -4))) == ("desert", "farmland")
    assert len(scene.state.tiles[-1].secrets) == 1
    for kind in scene.state.stacks:
        scene.state.stacks[kind] = 0
    scene.state.parties[0].at = (0, -3)
    scene.state.tiles.pop()
    updated(scene, quest)
    assert scene.kind((0, -4)) == "", "no tile is left: it stays unexplored"


@rule("BIO-228", "BIO-229", "BIO-EX94")
def test_desert_lake_mountain() -> None:
    scene, quest = fountain_scene("fountain")
    updated(scene, quest, 1, 1, picks=(4, 6, 5))
    kinds = Counter(tile.kind for tile in scene.state.tiles)
    assert (kinds["desert"], kinds["lake"], kinds["mountain"]) == (1, 1, 1)
    assert scene.kind(scene.state.parties[0].at) == "mountain"


@rule("BIO-229", "BIO-EX95")
def test_a_mountain_ends_the_update() -> None:
    scene, quest = fountain_scene("fountain")
    updated(scene, quest, 1, picks=(5,))
    assert scene.state.parties[0].at == (0, -3)


@rule("BIO-230", "BIO-065", "BIO-233")
def test_the_party_finds_the_fountain() -> None:
    scene, quest = fountain_scene("fountain", "desert", party=(0, -5))
    updated(scene, quest)
    assert scene.kind((0, -6)) == "grassland"
    assert (scene.state.parties, scene.state.gone, scene.state.camps[1].cooldown) == ([], ["key"], 6)
    assert (quest.active, quest.won, scene.state.camps[1].dormant) == (False, False, False)
    scene.tile("grassland", (0, -5))
    scene.put(0, (0, -6))
    assert scene.may("explore:0,-7"), "face-down tiles left can still be explored"


@rule("BIO-231")
def test_a_lost_quest_party_comes_again() -> None:
    scene, quest = fountain_scene("fountain")
    scene.state.parties = []
    updated(scene, quest)
    assert [(p.at, p.quest) for p in scene.state.parties] == [((0, -2), "fountain")]


@rule("BIO-232", "BIO-065", "BIO-048")
def test_a_player_reaches_the_fountain() -> None:
    scene, quest = fountain_scene("desert")
    scene.tile("fountain", (0, -3))
    quest.fountain = (0, -3)
    scene.put(0, (0, -2))
    scene.act("move:0,-3", "take:extra_action", "to:0,0")
    assert scene.player().inventory == ["extra_action", "key"]
    assert scene.player().at == (0, 0)
    assert (quest.active, quest.won, scene.state.parties) == (False, True, [])
    assert (scene.state.camps[1].cooldown, scene.kind((0, -3))) == (16, "grassland")
    assert "Extra Action Buff" in scene.log()
    scene, quest = fountain_scene("desert")
    scene.tile("fountain", (0, -3))
    quest.fountain = (0, -3)
    scene.put(0, (0, -1), "teleport")
    scene.act("use:own:teleport", "to:0,-3", "take:supply", "stay")
    assert scene.player().at == (0, -3)


# Tomb -----------------------------------------------------------------------------------------------------------------


@rule("BIO-234", "BIO-235", "BIO-304")
def test_tomb_set_up() -> None:
    scene = Scene()
    scene.tile("grassland", *[(0, -n) for n in range(2, 6)])
    assert all(any(distance(c, (0, -6)) == 5 for c in around(cell)) for cell in tomb.tomb_cells(scene.state, (0, -6)))
    scene.on_box("captured", "supply", "teleport")
    scene.run(tomb.set_up(scene.g, 0, (0, -6)), "tomb:-1,-1")
    quest = scene.state.quests[-1]
    assert isinstance(quest, Tomb)
    assert (quest.secrets, quest.key) == (["captured", "supply", "teleport"], True)
    assert scene.kind((-1, -1)) == "tomb"
    assert scene.state.parties[0].at == (0, -6)
    view = GAME.view(scene.state, 0).public.quests[0]
    assert view.secrets == 3
    assert "teleport" not in str(view)
    near = Scene()
    cells = tomb.tomb_cells(near.state, (0, -2))
    assert cells, "no tile is 5 away: 4, 3, 2 and so on"


def tomb_scene(*secrets: str, key: bool = True) -> tuple[Scene, Tomb]:
    scene = Scene()
    camp = scene.camp("stealer", (0, -7), dormant=True)
    scene.tile("grassland", *[(0, -n) for n in range(3, 7)])
    scene.tile("tomb", (0, -2))
    scene.state.parties.append(Party(50, camp.id, (0, -7), quest="tomb"))
    return scene, scene.quest(Tomb((0, -2), camp.id, list(secrets), key))


@rule("BIO-236", "BIO-237", "BIO-EX96", "BIO-065")
def test_the_tomb_is_raided_at_the_fourth_update() -> None:
    scene, quest = tomb_scene("teleport")
    stops = []
    for _ in range(3):
        updated(scene, quest)
        stops.append(scene.state.parties[0].at)
    assert stops == [(0, -5), (0, -3), (0, -2)]
    updated(scene, quest)
    assert (quest.active, quest.won, scene.state.parties) == (False, False, [])
    assert scene.state.gone == ["key", "teleport"]
    assert (scene.kind((0, -2)), scene.state.camps[1].cooldown) == ("grassland", 6)


@rule("BIO-237", "BIO-240", "BIO-329")
def test_a_raid_after_the_key_was_found_is_a_raid_and_the_quest_is_won() -> None:
    scene, quest = tomb_scene("teleport")
    quest.key, quest.won = False, True
    scene.state.parties[0].at = (0, -2)
    updated(scene, quest)
    assert (quest.active, quest.won, scene.state.gone) == (False, True, ["teleport"])
    assert scene.state.camps[1].cooldown == 6, "16 only when the players plundered it fully"


@rule("BIO-238", "BIO-239", "BIO-240", "BIO-EX97", "BIO-EX98")
def test_plundering_the_tomb() -> None:
    scene, quest = tomb_scene("supply", "teleport", "foresight")
    scene.put(0, (0, -2), actions=5)
    scene.act("plunder:tomb", dice=[6])
    assert (quest.won, quest.active) == (True, True)
    scene.act("plunder:tomb", dice=[3], picks=[1])
    assert scene.player().inventory == ["key", "teleport"]
    assert scene.player().actions == 1
    assert quest.secrets == ["supply", "foresight"]
    assert all("Teleport" not in line.text for line in scene.g.lines if line.readable_by(1))
    scene.player().actions = 6
    scene.act("plunder:tomb", dice=[6])
    scene.act("plunder:tomb", dice=[2])
    assert scene.player().inventory == ["key", "teleport"]
    quest.secrets = ["supply"]
    scene.act("plunder:tomb", dice=[5])
    assert (quest.active, scene.state.camps[1].cooldown, scene.state.parties) == (False, 16, [])
    assert scene.kind((0, -2)) == "grassland"


@rule("BIO-239", "BIO-111", "BIO-145")
def test_a_captured_in_the_tomb() -> None:
    scene, quest = tomb_scene("captured")
    scene.put(0, (0, -2), "supply")
    scene.act("plunder:tomb", dice=[4])
    assert (scene.player().status, scene.player().at) == ("captured", (0, -7))
    assert scene.state.camps[1].store == ["supply"]
    assert quest.secrets == []


# Gang -----------------------------------------------------------------------------------------------------------------


def gang_scene(mode: str = "roaming", count: int = 0, *, key: bool = True) -> tuple[Scene, RoamingGang, Gang]:
    scene = Scene()
    scene.tile("gang_tile", (0, -2))
    scene.state.gang = Gang((0, -2), mode, count)  # type: ignore[arg-type]
    scene.put(0, (0, -1))
    return scene, scene.quest(RoamingGang((0, -2), key)), scene.state.gang


@rule("BIO-241", "BIO-242")
def test_gang_set_up_and_update() -> None:
    scene = Scene()
    scene.run(gang.set_up(scene.g, 0, (0, -2)))
    assert scene.state.gang is not None
    assert (scene.state.gang.at, scene.state.gang.mode, scene.kind((0, -2))) == ((0, -2), "roaming", "gang_tile")
    updated(scene, scene.state.quests[0], 4)
    assert scene.state.gang.at == (0, -1), "the main camp is guarded"


@rule("BIO-243", "BIO-250")
def test_attacking_the_gang() -> None:
    for rolled, status, mode in ((2, "injured", "roaming"), (3, "active", "roaming"), (5, "active", "subdued")):
        scene, quest, band = gang_scene()
        scene.act("attack:gang", dice=[rolled])
        assert (scene.player().status, band.mode) == (status, mode)
        assert ("key" in scene.player().inventory) is (rolled == 5)
        assert quest.won is (True if rolled == 5 else None)
    scene, _, _ = gang_scene()
    scene.put(0, (1, -1))
    assert not scene.may("attack"), "not adjacent"


@rule("BIO-244", "BIO-248", "BIO-EX99", "BIO-246")
def test_subdued_then_enraged_then_roaming() -> None:
    scene, quest, band = gang_scene()
    scene.act("attack:gang", dice=[5])
    modes = []
    for dice in ((), (), (4, 1), (4, 1), (4,)):
        updated(scene, quest, *dice)
        modes.append((band.mode, band.count))
    assert modes == [("subdued", 1), ("enraged", 2), ("enraged", 1), ("roaming", 0), ("roaming", 0)]


@rule("BIO-EX100", "BIO-244")
def test_a_second_victory() -> None:
    scene, _, band = gang_scene("subdued", 1, key=False)
    scene.act("attack:gang", dice=[6])
    assert (band.count, scene.player().inventory) == (2, [])


@rule("BIO-247", "BIO-245")
def test_taking_the_key_of_a_held_gang() -> None:
    for mode in ("subdued", "pinned"):
        scene, quest, band = gang_scene(mode, 2)
        scene.act("snatch:gang")
        assert (scene.player().inventory, quest.key, scene.player().actions) == (["key"], False, 2)
    scene, quest, band = gang_scene("pinned", 2)
    scene.act("attack:gang", dice=[5])
    assert (band.mode, band.count, scene.player().inventory) == ("pinned", 2, ["key"])
    scene, _, _ = gang_scene()
    assert not scene.may("snatch")


@rule("BIO-248")
def test_an_enraged_gang_cannot_be_attacked() -> None:
    scene, _, _ = gang_scene("enraged", 2)
    assert not scene.may("attack")
    assert not scene.may("snatch")


@rule("BIO-249")
def test_a_band_follows_an_enraged_gang() -> None:
    scene, _, band = gang_scene("enraged", 2)
    ally = scene.camp("ally", (0, -3))
    scene.state.bands.append(Band(50, ally.id, (0, -3), "gang"))
    scene.put(0, (0, 0))
    scene.board(1)
    assert (scene.state.bands[0].at, band.mode) == ((0, -2), "enraged")
    scene.state.gang = Gang(band.at)
    scene.board(1)
    assert scene.state.gang.mode == "pinned"
    gang.exit_found(scene.g)
    assert (scene.state.bands, ally.cooldown) == ([], 10)


@rule("BIO-249", "BIO-186", "BIO-194")
def test_a_band_on_its_tile_pins_the_gang_as_soon_as_it_calms_down() -> None:
    scene, quest, band = gang_scene("enraged", 1)
    ally = scene.camp("ally", (0, -3))
    scene.state.bands.append(Band(50, ally.id, (0, -1), "gang"))
    scene.put(0, (0, 0))
    scene.put(1, (0, 0))
    updated(scene, quest, 1, 4)  # N to the ally camp, S to the tile of the band: an enraged gang does not stop for it
    assert band.at == (0, -1)
    assert (band.mode, band.count) == ("pinned", 3)
    updated(scene, quest)
    assert (band.at, band.count) == ((0, -1), 3), "pinned before its next update"


@rule("BIO-250", "BIO-EX101", "BIO-282")
def test_the_exit_enrages_the_gang_for_good() -> None:
    scene, quest, band = gang_scene()
    scene.state.quest_stack = ["ruins", "tomb", "escape"]
    gang.exit_found(scene.g)
    assert (band.mode, quest.key, scene.state.gone) == ("enraged", False, ["key"])
    assert (keys_left(scene.state), scene.over()) == (2, "")
    for _ in range(4):
        updated(scene, quest)
    assert band.mode == "enraged"


# Dragon ---------------------------------------------------------------------------------------------------------------


@rule("BIO-251")
def test_dragon_set_up() -> None:
    scene = Scene()
    scene.on_box("supply", "captured", "teleport")
    scene.run(dragon.set_up(scene.g, 0, (0, -2)))
    quest = scene.state.quests[0]
    assert isinstance(quest, Dragon)
    assert quest.hoard == ["key", "teleport", "supply"]
    assert GAME.view(scene.state, None).public.quests[0].hoard == ("key", "teleport", "supply")


@rule("BIO-252", "BIO-253", "BIO-EX103", "BIO-103", "BIO-256")
def test_the_dragon_steals_the_most_valuable() -> None:
    for pick, hoard in ((0, ["key", "supply"]), (1, ["teleport"])):
        scene = Scene()
        scene.main.store = ["key", "supply", "supply"]
        scene.state.group_buff = "extra_action"
        scene.camp("stealer", (0, -3), "teleport")
        quest = scene.quest(Dragon((0, -2), []))
        updated(scene, quest, picks=(pick,))
        assert quest.hoard == hoard
        assert scene.state.group_buff == "extra_action"
        assert quest.active
    assert VALUE_ORDER[:3] == ("key", "extra_action", "extra_carry")
    assert dragon.by_value(["supply", "camp_kit", "ease_of_passage", "repair_tools"]) == [
        "ease_of_passage",
        "camp_kit",
        "repair_tools",
        "supply",
    ]
    scene.main.store = scene.state.camps[1].store = []
    updated(scene, quest)


@rule("BIO-255", "BIO-256")
def test_recovering_from_the_hoard() -> None:
    scene = Scene()
    scene.tile("lair", (0, -2))
    quest = scene.quest(Dragon((0, -2), ["key", "extra_sight", "supply"]))
    scene.put(0, (0, -2))
    scene.put(1, (0, -2))
    scene.act("attack:dragon", "join", "take:key:1", "take:supply:0", dice=[5])
    assert (scene.player().inventory, scene.player(1).inventory) == (["supply"], ["key"])
    assert (quest.won, quest.active, quest.hoard) == (True, True, ["extra_sight"])
    assert scene.may("attack:dragon"), "as long as actions last"


# Ruins ----------------------------------------------------------------------------------------------------------------


def ruins_scene(health: int) -> tuple[Scene, Ruins]:
    scene = Scene()
    scene.run(ruins.set_up(scene.g, 0, (0, -2)))
    quest = scene.state.quests[0]
    assert isinstance(quest, Ruins)
    assert (quest.health, quest.key) == (8, True)
    quest.health = health
    return scene, quest


@rule("BIO-257", "BIO-258", "BIO-259", "BIO-EX104")
def test_ruins_crumble_and_are_repaired() -> None:
    scene, quest = ruins_scene(6)
    healths = []
    for rolled in (1, 4, 2):
        updated(scene, quest, rolled)
        healths.append(quest.health)
    assert healths == [4, 3, 1]
    scene.put(0, (0, -2), "repair_tools", "supply", "supply")
    scene.act("repair:tools")
    assert (quest.health, scene.player().actions) == (3, 2)
    scene.act("repair:supplies")
    assert (quest.health, scene.player().inventory) == (4, [])


@rule("BIO-260", "BIO-EX105")
def test_ruins_restored() -> None:
    scene, quest = ruins_scene(11)
    scene.put(0, (0, -2), "repair_tools")
    scene.act("repair:tools", "take:extra_sight")
    assert quest.health == 12
    assert scene.player().inventory == ["extra_sight", "key"]
    assert (quest.active, quest.won, scene.kind((0, -2))) == (False, True, "ruins")
    assert scene.may("move:0,-1")


@rule("BIO-261", "BIO-EX106", "BIO-066")
def test_ruins_fall() -> None:
    scene, quest = ruins_scene(1)
    scene.put(1, (0, -2))
    updated(scene, quest, 1)
    assert (quest.health, quest.active, scene.state.gone) == (0, False, ["key"])
    assert scene.kind((0, -2)) == "fallen"
    assert scene.player(1).status == "injured"


# Atlantis -------------------------------------------------------------------------------------------------------------


def atlantis_scene(*places: str) -> tuple[Scene, Atlantis]:
    scene = Scene()
    scene.tile("atlantis", (0, -3))
    scene.tile("grassland", (0, -2))
    return scene, scene.quest(Atlantis((0, -3), list(places)))


@rule("BIO-263", "BIO-304")
def test_atlantis_set_up() -> None:
    scene = Scene(strict_book=True)
    scene.on_box("captured", "supply", "teleport", "foresight", "farm_kit")
    scene.run(atlantis.set_up(scene.g, 0, (0, -2)))
    quest = scene.state.quests[0]
    assert isinstance(quest, Atlantis)
    assert (quest.level, quest.key) == (4, True)
    assert quest.places == ["captured", "supply", "teleport", "foresight", "farm_kit"]
    assert "farm_kit" not in str(GAME.view(scene.state, 0).public.quests)


@rule("BIO-264", "BIO-266", "BIO-EX107", "BIO-267")
def test_atlantis_sinks() -> None:
    scene, quest = atlantis_scene("supply", "", "", "", "teleport")
    scene.tile("forest", (0, -4))
    levels = []
    for turn in range(4):
        if turn == 2:
            scene.put(0, (0, -3), "repair_tools", "supply", "supply")
            scene.act("protect:tools")
            assert not scene.may("protect"), "it does not stack"
            scene.put(0, (0, 0))
        updated(scene, quest)
        levels.append(quest.level)
    assert levels == [3, 2, 2, 1]
    updated(scene, quest)
    assert (quest.level, quest.active, scene.kind((0, -3))) == (0, False, "sunken")
    assert scene.state.gone == ["key", "teleport"]
    assert {scene.kind((0, -4)), scene.kind((0, -2))} == {"lake"}


@rule("BIO-267", "BIO-268", "BIO-EX109")
def test_neighbours_drown_with_their_camps() -> None:
    drowned: Counter[Cell] = Counter()
    for picks in ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)):
        scene, quest = atlantis_scene("", "", "", "", "")
        quest.level = 1
        scene.tile("forest", (0, -4))
        camp = scene.camp("built", (1, -3), "key")
        updated(scene, quest, picks=picks)
        lakes = [tile.at for tile in scene.state.tiles if tile.kind == "lake"]
        drowned.update(lakes)
        assert (camp in scene.state.camps) is ((1, -3) not in lakes)
        assert scene.state.gone.count("key") == 1 + ((1, -3) in lakes), "with all that lies in its store"
    assert drowned == {(0, -4): 4, (1, -3): 4, (0, -2): 4}
    scene, quest = atlantis_scene("", "", "", "", "")
    scene.tile("exit", (0, -4))
    scene.state.exit, quest.level = (0, -4), 1
    scene.tile("grassland", (1, -3), (1, -4))
    scene.state.tiles = [tile for tile in scene.state.tiles if tile.at != (1, -1)]
    updated(scene, quest)
    assert (scene.kind((0, -2)), scene.kind((0, -4))) == ("grassland", "exit"), "the only way stays, and the exit"


@rule("BIO-268")
def test_only_main_camp_exit_and_tiles_of_unfinished_quests_are_spared() -> None:
    scene = Scene()
    around_it = dict(zip(("lair", "ruins", "ally", "stealer", "forest", "gang_tile"), around((0, -5)), strict=True))
    scene.tile("atlantis", (0, -5))
    for kind in ("lair", "ruins", "forest", "gang_tile"):
        scene.tile(kind, around_it[kind])
    ally, thieves = scene.camp("ally", around_it["ally"]), scene.camp("stealer", around_it["stealer"])
    running = [
        scene.quest(Dragon(around_it["lair"], [])),
        scene.quest(Ruins(around_it["ruins"])),
        scene.quest(TradeWar(ally.at, ally.id, 99)),
        scene.quest(Tomb((9, -9), thieves.id, [])),
        scene.quest(RoamingGang(around_it["gang_tile"])),
    ]
    assert eligible(scene.state, (0, -5)) == [around_it["forest"]]
    for quest in running:
        quest.active = False
    assert set(eligible(scene.state, (0, -5))) == set(around((0, -5)))
    scene.state.exit = around_it["forest"]
    assert around_it["forest"] not in eligible(scene.state, (0, -5))
    assert eligible(scene.state, (0, -1)).count((0, 0)) == 0, "the main camp"


@rule("BIO-066", "BIO-268", "BIO-148")
def test_an_enemy_camp_that_sinks_sets_its_captives_free_and_scatters_its_raiders() -> None:
    scene = Scene()
    camp = scene.camp("stealer", (0, -2), "key")
    person = scene.player(1)
    person.status, person.captor, person.captive, person.at = "captured", camp.id, 2, camp.at
    scene.main.store = []
    scene.state.parties.append(Party(50, camp.id, (0, -1), [Loot("teleport", 1), Loot("key", LOCK)]))
    drown(scene.g, (0, -2), "lake")
    assert camp not in scene.state.camps
    assert (person.status, person.at, person.healing) == ("injured", (0, 0), 10)
    assert (scene.state.parties, scene.main.store, scene.state.lock) == ([], ["teleport"], 1)
    assert scene.state.gone == ["key"], "what lay in its store is destroyed"
    scene.board(1, 1)


@rule("BIO-265", "BIO-EX108", "BIO-266")
def test_plundering_atlantis() -> None:
    scene, quest = atlantis_scene("captured", "teleport", "supply", "supply", "supply")
    scene.put(0, (0, -3), actions=8)
    scene.act("plunder:atlantis", dice=[6])
    scene.act("plunder:atlantis", dice=[2])
    scene.act("plunder:atlantis", dice=[2])
    assert scene.player().inventory == ["key", "teleport"]
    assert (quest.won, quest.active, scene.player().actions) == (True, True, 2)
    scene.put(0, (0, -3), "supply", "supply")
    scene.act("protect:supplies")
    assert (quest.protected, scene.player().inventory, quest.level) == (True, [], 4)
    scene.player().actions = 2
    scene.act("plunder:atlantis", dice=[1])
    assert scene.player().status == "captured"


# Vesuvius -------------------------------------------------------------------------------------------------------------


def volcano_scene(**facts: object) -> tuple[Scene, Vesuvius]:
    scene = Scene()
    scene.tile("volcano", (0, -2))
    scene.tile("forest", (1, -2))
    quest = scene.quest(Vesuvius((0, -2), ["teleport", "supply"]))
    for fact, value in facts.items():
        setattr(quest, fact, value)
    return scene, quest


@rule("BIO-269", "BIO-208")
def test_vesuvius_set_up() -> None:
    scene = Scene()
    scene.on_box("captured", "supply", "teleport")
    scene.run(vesuvius.set_up(scene.g, 0, (0, -2)))
    quest = scene.state.quests[0]
    assert isinstance(quest, Vesuvius)
    assert (quest.counter, quest.priests, quest.secrets, quest.key, quest.temple) == (
        4,
        3,
        ["supply", "teleport"],
        True,
        False,
    )


@rule("BIO-270", "BIO-271", "BIO-278")
def test_the_first_eruption() -> None:
    scene, quest = volcano_scene()
    for counter in (3, 2, 1):
        updated(scene, quest)
        assert quest.counter == counter
    updated(scene, quest)
    assert (quest.counter, quest.erupted, quest.priests, quest.key, quest.won) == (4, True, 0, False, False)
    assert quest.secrets == []
    assert scene.kind((0, -2)) == "lava"
    assert scene.state.gone == ["key", "teleport"], "the Supply goes to the bank"
    assert quest.active, "eruptions go on"


@rule("BIO-272", "BIO-268")
def test_later_eruptions() -> None:
    scene, quest = volcano_scene(erupted=True, counter=1, priests=0)
    scene.state.tiles[4].kind = "lava"
    updated(scene, quest, picks=(0,))
    assert [tile.kind for tile in scene.state.tiles].count("lava") == 2
    assert quest.active
    scene.state.walls = [c for c in around((0, -2)) if is_empty(scene.state, c)]
    for tile in scene.state.tiles:
        if tile.at in around((0, -2)):
            tile.kind = "lava"
    scene.state.tiles[-1].kind = "killer_camp"
    killers = scene.camp("killer", (-1, -1), dormant=True)
    killers.at = scene.state.tiles[-2].at
    war = scene.quest(TradeWar((9, -9), 1, killers.id))
    quest.counter = 1
    updated(scene, quest)
    assert quest.active, "the camp of an unfinished quest is spared, and may burn later"
    assert killers in scene.state.camps
    war.active = False
    quest.counter = 1
    updated(scene, quest)
    assert killers not in scene.state.camps
    assert not quest.active, "nothing is left to burn"


@rule("BIO-273")
def test_searching_the_temple() -> None:
    for rolled, found in ((4, False), (5, True)):
        scene, quest = volcano_scene()
        scene.put(0, (0, -2))
        assert not scene.may("priest")
        scene.act("search:vesuvius", dice=[rolled])
        assert quest.temple is found
        assert scene.player().actions == 2


@rule("BIO-274", "BIO-275", "BIO-276", "BIO-EX110", "BIO-301")
def test_saving_a_priest() -> None:
    scene, quest = volcano_scene(temple=True)
    scene.put(0, (0, -2))
    scene.act("priest:vesuvius")
    assert GAME.view(scene.state, None).public.crew[0].priests == 1
    assert not scene.may("place:priest")
    assert not scene.may("save"), "not on the Volcano"
    scene.act("move:1,-2")
    scene.act("save:priest")
    assert (quest.saved, scene.player().priests, scene.player().actions) == (1, 0, 0)
    assert "teleport" in scene.main.store
    assert quest.secrets == ["supply"]


@rule("BIO-EX111", "BIO-274")
def test_two_priests_at_once() -> None:
    scene, _ = volcano_scene(temple=True)
    scene.put(0, (0, -2))
    scene.act("priest:vesuvius")
    scene.act("priest:vesuvius")
    assert scene.player().priests == 2
    assert not scene.may("priest")


@rule("BIO-EX112", "BIO-271", "BIO-278")
def test_the_last_priest_is_lost() -> None:
    scene, quest = volcano_scene(temple=True, saved=2, priests=1, secrets=[], counter=1)
    updated(scene, quest)
    assert (quest.key, quest.won, scene.state.gone) == (False, False, ["key"])


@rule("BIO-EX113", "BIO-275", "BIO-038")
def test_where_a_priest_is_put_down() -> None:
    scene, _ = volcano_scene(temple=True)
    scene.state.tiles[-1].kind = "desert"
    scene.put(0, (1, -2)).priests = 1
    assert scene.cost("save:priest") == "2 actions"
    scene.camp("built", (1, -2))
    assert scene.cost("save:priest") == "0 actions"


@rule("BIO-276", "BIO-278")
def test_the_third_priest_brings_the_key() -> None:
    scene, quest = volcano_scene(temple=True, saved=2, priests=0, secrets=[])
    camp = scene.camp("built", (1, -2))
    scene.put(0, (1, -2)).priests = 1
    scene.act("save:priest", f"camp:{camp.id}")
    assert (camp.store, quest.won, quest.key) == (["key"], True, False)
    assert quest.active


@rule("BIO-277")
def test_a_carrier_falls() -> None:
    scene, quest = volcano_scene(temple=True, priests=2)
    scene.put(0, (1, -2)).priests = 1
    injure(scene.g, 0, "test")
    assert (quest.priests, scene.player().priests) == (3, 0)
    scene, quest = volcano_scene(temple=True, priests=0, erupted=True)
    scene.put(0, (1, -2)).priests = 1
    drop_priests(scene.g, 0)
    assert (quest.key, quest.priests) == (False, 0)
    scene, quest = volcano_scene(temple=True, priests=0, counter=1)
    scene.put(0, (1, -2)).priests = 1
    updated(scene, quest)
    assert (scene.player().priests, quest.key) == (1, True), "carried elsewhere he survives the eruption"


# Escape ---------------------------------------------------------------------------------------------------------------


def found_exit(scene: Scene, at: Cell, *answers: str) -> State:
    scene.run(escape.set_up(scene.g, 0, at), *answers)
    return scene.state


@rule("BIO-279", "BIO-281", "BIO-EX114")
def test_the_exit_is_on_the_outer_wall() -> None:
    scene = Scene()
    scene.tile("grassland", (0, -2), (0, -3), (0, -4), (1, -5))
    scene.state.face_down.append(FaceDown((-1, -5), "desert"))
    state = found_exit(scene, (0, -5))
    assert (state.exit, scene.kind((0, -5))) == ((0, -5), "exit")
    assert sorted(state.walls) == sorted([(0, -6), (1, -6), (-1, -4)])
    scene.put(0, (0, -5))
    assert not scene.may("explore"), "nothing is explored beside the exit, face-down tiles neither"
    assert state.tiles[-1].secrets == []


@rule("BIO-281", "BIO-226")
def test_a_fountain_behind_the_wall_is_lost_when_all_else_is_turned_up() -> None:
    scene = Scene()
    scene.tile("grassland", (0, -2), (0, -3), (0, -4))
    camp = scene.camp("stealer", (2, -4), dormant=True)
    quest = scene.quest(Fountain((2, -4), camp.id, (-1, -5)))
    scene.state.parties.append(Party(60, camp.id, (2, -4), quest="fountain"))
    scene.state.face_down = [FaceDown((-1, -5), "fountain"), FaceDown((-1, -6), "forest"), FaceDown((-2, -5), "desert")]
    found_exit(scene, (0, -5))
    assert fountain.goal(scene.state, quest, (0, -4)) in ((-1, -6), (-2, -5)), "the thieves do not go there either"
    fountain.turn_up(scene.g, (-1, -6))
    assert quest.active
    fountain.turn_up(scene.g, (-2, -5))
    assert (quest.active, quest.won, scene.state.gone) == (False, False, ["key"])
    assert not any(party.quest for party in scene.state.parties)


@rule("BIO-280", "BIO-EX115")
def test_the_exit_must_touch_reachable_ground() -> None:
    scene = Scene()
    scene.tile("grassland", (0, -2))
    scene.put(0, (0, -2)).worn = ["extra_sight"]
    scene.state.quest_stack = ["escape"]
    scene.queue("quest")
    scene.act("explore:0,-4")
    assert scene.state.exit == (0, -3)


@rule("BIO-282", "BIO-283", "BIO-EX116", "BIO-284")
def test_all_enemies_go_berserk() -> None:
    scene = Scene()
    scene.tile("grassland", (0, -2), (1, -2), (0, -3), (1, -3))
    killer = scene.camp("killer", (0, -4), cooldown=12)
    stealer = scene.camp("stealer", (1, -4), cooldown=4)
    dormant = scene.camp("stealer", (2, -4), dormant=True)
    busy = scene.camp("killer", (3, -4), cooldown=0)
    scene.state.parties.append(Party(70, busy.id, (9, -9)))
    scene.main.store = ["supply"] * 4
    found_exit(scene, (-1, -1))
    assert killer.cooldown == stealer.cooldown == 0
    assert [party.home for party in scene.state.parties] == [busy.id, killer.id, stealer.id]
    assert scene.main.store == []
    assert not dormant.dormant


@rule("BIO-282", "BIO-283", "BIO-284", "BIO-166", "BIO-172")
def test_dormant_camps_wake_and_raid_when_the_exit_is_found_whatever_their_quest_does() -> None:
    scene = Scene()
    scene.tile("grassland", (0, -2), (0, -3))
    thieves = scene.camp("stealer", (0, -4), dormant=True)
    killers = scene.camp("killer", (1, -4), dormant=True)
    ally = scene.camp("ally", (2, -4))
    scene.tile("tomb", (-1, -2))
    quest = scene.quest(Tomb((-1, -2), thieves.id, ["supply"]))
    war = scene.quest(TradeWar(ally.at, ally.id, killers.id, ally_health=1))
    scene.state.parties.append(Party(70, thieves.id, (-1, -2), quest="tomb"))
    scene.main.store = ["supply"] * 4
    found_exit(scene, (-1, -1))
    assert [thieves.dormant, killers.dormant] == [False, False]
    assert (quest.active, war.active) == (True, True), "their quests go on"
    assert [party.home for party in scene.state.parties] == [thieves.id, thieves.id, killers.id]
    assert scene.main.store == [], "and they raid beside them"
    updated(scene, quest)
    updated(scene, war, 1)
    assert (quest.active, war.active) == (False, False)
    assert (thieves.cooldown, killers.cooldown) == (0, 0)
    assert "wakes" not in scene.log(), "the end of a quest changes nothing for its camp any more"


@rule("BIO-EX117", "BIO-292")
def test_finding_the_exit_may_lose_the_game() -> None:
    scene = Scene()
    scene.camp("killer", (0, -3), cooldown=12)
    scene.main.store = []
    state = found_exit(scene, (-1, -1))
    assert state.result == "camp"


@rule("BIO-285", "BIO-EX119")
def test_berserk_camps_do_not_cool_down() -> None:
    scene = Scene()
    scene.tile("exit", (-2, 0))
    scene.state.exit = (-2, 0)
    scene.tile("grassland", (0, -2))
    stealer = scene.camp("stealer", (0, -3))
    scene.state.parties.append(Party(50, stealer.id, (0, -1), []))
    scene.state.round = 12
    scene.board(1)
    assert (stealer.cooldown, scene.state.parties) == (0, [])
    assert scene.main.store == ["supply", "supply"], "it attacks in the next board turn"
    scene.board(1)
    assert scene.main.store == []
    assert scene.state.parties[0].home == stealer.id


@rule("BIO-286", "BIO-287", "BIO-288", "BIO-EX118")
def test_raids_on_the_lock() -> None:
    scene = Scene(3)
    scene.tile("exit", (0, -2))
    scene.state.exit, scene.state.lock = (0, -2), 3
    scene.main.store = []
    scene.tile("grassland", (0, -3))
    scene.camp("stealer", (0, -4))
    assert GAME.view(scene.state, None).public.clock.lock == 3
    scene.board(1)
    assert scene.state.lock == 1
    assert [(loot.kind, loot.source) for loot in scene.state.parties[0].cargo] == [("key", 0), ("key", 0)]


@rule("BIO-289")
def test_a_camp_on_the_exit() -> None:
    scene = Scene()
    scene.tile("exit", (0, -2))
    scene.state.exit, scene.state.lock = (0, -2), 1
    camp = scene.camp("built", (0, -2))
    killer = scene.camp("killer", (0, -4))
    scene.board(1)
    assert scene.state.lock == 0
    assert camp in scene.state.camps, "the lock was not empty"
    scene.state.parties = []
    scene.board(1)
    assert camp not in scene.state.camps
    assert scene.kind((0, -2)) == "exit"
    assert killer.cooldown == 0
    scene.state.lock = 1
    scene.state.gang = Gang((0, -1))
    scene.quest(RoamingGang((0, -1)))
    scene.camp("built", (0, -2), "supply")
    scene.rng.dice = [1]
    gang.move(scene.g)
    assert (scene.state.gang.at, scene.state.lock) == ((0, -2), 1)
    updated(scene, scene.quest(Dragon((9, -9), [])))
    assert scene.state.lock == 1

"""Secrets: discovering, carrying, using, paying, talking; load and buffs (BIO-067 to BIO-125)."""

from __future__ import annotations

import pytest

from app.games.biome import talk, turn
from app.games.biome.components import BUFFS, WEIGHTS
from app.games.biome.harm import destroy_camp, injure
from app.games.biome.picking import choose_secret, gain
from app.games.biome.secrets import camp_site
from app.games.biome.state import (
    Atlantis,
    Band,
    Building,
    Fountain,
    Gang,
    Party,
    Route,
    Ruins,
    Tomb,
    TradeWar,
    TugOfWar,
    Unseen,
)
from app.games.biome.stock import available, capacity, load
from app.kernel import Refused, state_hash
from tests.games.biome.situations import GAME, Scene
from tests.rules import rule


def seen_by(scene: Scene, seat: int) -> dict[int, str]:
    return {known.label: known.kind for known in GAME.view(scene.state, seat).private.dock.lore}


@rule("BIO-067", "BIO-068", "BIO-EX24", "BIO-302", "BIO-300")
def test_discovering_shows_one_secret_to_one_player() -> None:
    scene = Scene()
    one, two = scene.hide((-1, 0), "farm_kit", "supply")
    scene.put(0, (-1, 0))
    assert {o for o in scene.options() if o.startswith("discover")} == {
        f"discover:s{one.label}",
        f"discover:s{two.label}",
    }
    scene.act(f"discover:s{one.label}")
    assert scene.player().actions == 2
    assert seen_by(scene, 0) == {one.label: "farm_kit"}
    assert seen_by(scene, 1) == {}
    assert len(scene.state.tiles[1].secrets) == 2, "it stays face-down"
    assert not scene.may(f"discover:s{one.label}")
    public = str(GAME.view(scene.state, 1))
    assert "farm_kit" not in public.split("crew")[0]
    assert all("Farm Kit" not in line.text for line in scene.g.lines if line.readable_by(1))


@rule("BIO-EX25", "BIO-037")
def test_discovering_on_a_mountain() -> None:
    scene = Scene()
    scene.tile("mountain", (0, -2))
    (hidden,) = scene.hide((0, -2), "supply")
    scene.put(0, (0, -2))
    assert scene.cost(f"discover:s{hidden.label}") == "2 actions"
    scene.player().worn = ["ease_of_passage"]
    assert scene.cost(f"discover:s{hidden.label}") == "1 action"


@rule("BIO-069", "BIO-111")
def test_a_captured_strikes_and_is_discarded() -> None:
    scene = Scene()
    (hidden,) = scene.hide((-1, 0), "captured")
    scene.put(0, (-1, 0))
    scene.act(f"discover:s{hidden.label}")
    assert scene.player().status == "captured"
    assert scene.state.discard == ["captured"]
    assert scene.state.tiles[1].secrets == []
    assert "Captured" in scene.state.disclosed


@rule("BIO-070", "BIO-071", "BIO-318", "BIO-095", "BIO-EX128", "BIO-301")
def test_picking_up_needs_knowledge() -> None:
    scene = Scene()
    kit, trap, dark = scene.hide((-1, 0), "farm_kit", "captured", "key")
    kit.seen, trap.seen = [0], [0]
    scene.put(0, (-1, 0))
    assert {o for o in scene.options() if o.startswith("pick")} == {f"pick:s{kit.label}"}
    with pytest.raises(Refused) as refused:
        scene.act(f"pick:s{dark.label}")
    assert "Key" not in str(refused.value)
    scene.act(f"pick:s{kit.label}")
    assert scene.player().inventory == ["farm_kit"]
    crew = GAME.view(scene.state, 1).public.crew[0]
    assert (crew.carries, crew.inventory) == (1, ())
    assert "farm_kit" in str(GAME.view(scene.state, 0).private.dock.packs)
    assert [hidden.label for hidden in scene.state.tiles[1].secrets] == [trap.label, dark.label]
    assert all("Farm Kit" not in line.text for line in scene.g.lines if line.readable_by(1))


@rule("BIO-072", "BIO-076", "BIO-077", "BIO-EX26", "BIO-EX129")
def test_placing_on_a_wild_tile() -> None:
    scene = Scene()
    (hidden,) = scene.hide((0, -1), "teleport", seen=[0, 1])
    scene.put(0, (0, -1))
    assert not any("give" in o or "hand" in o for o in scene.options() if o != "give up")
    scene.act(f"pick:s{hidden.label}")
    scene.act("place:teleport")
    assert scene.player().actions == 1
    (laid,) = scene.state.tiles[2].secrets
    assert laid.label != hidden.label
    assert laid.seen == [0]
    assert seen_by(scene, 1) == {}, "to Ben it is a new unknown label"
    scene.state.turn = 1
    scene.put(1, (0, -1), actions=2)
    assert not scene.may("pick", 1)
    scene.act(f"discover:s{laid.label}")
    scene.act(f"pick:s{laid.label}")
    assert (scene.player(1).inventory, scene.player(1).actions) == (["teleport"], 0)


@rule("BIO-073", "BIO-EX27", "BIO-164", "BIO-090")
def test_an_ally_camp_on_cool_down_cannot_be_used_at_all() -> None:
    scene = Scene()
    camp = scene.camp("ally", (0, -2), "repair_tools", "supply", "teleport", cooldown=4)
    camp.trades = "mercenaries"
    scene.camp("stealer", (0, -4), "key")
    war = scene.quest(TradeWar((0, -2), camp.id, 9))
    scene.put(0, (0, -2), "key", "supply")
    for closed in ("place", "pick", "use:store", "hire", "supply"):
        assert not scene.may(closed), closed
    assert sum(available(scene.state, 0, "supply")) == 1, "nothing is paid from its store"
    assert scene.may("fight"), "fighting for it is possible"
    camp.cooldown, war.active = 0, False
    for open_again in ("place", "pick", "use:store", "hire"):
        assert scene.may(open_again), open_again
    scene.act("place:key")
    assert (camp.store.count("key"), scene.player().actions) == (1, 3)
    assert "key" in str(GAME.view(scene.state, 1).public.camps)
    assert not scene.may("discover")


@rule("BIO-164", "BIO-187", "BIO-139")
def test_an_ally_camp_that_is_lent_out_cannot_be_used_at_all() -> None:
    scene = Scene()
    camp = scene.camp("ally", (0, -2), "supply", "teleport")
    scene.state.routes.append(Route(60, [(0, 0), (0, -1), (0, -2)], (1, camp.id)))
    scene.put(0, (0, 0), "supply", "teleport")
    assert scene.may("send:60:own:teleport")
    scene.state.bands.append(Band(70, camp.id, (0, -1), "gang"))
    assert not scene.may("send"), "nothing is sent there"
    assert scene.may("ride:60"), "but people travel"
    scene.put(0, (0, -2), "key")
    assert not any(scene.may(closed) for closed in ("place", "pick", "use:store", "send", "trade"))


@rule("BIO-097", "BIO-164")
def test_what_is_too_much_is_laid_down_even_where_the_camp_rests() -> None:
    scene = Scene()
    camp = scene.camp("ally", (0, -2), cooldown=10)
    scene.put(0, (0, -2), "key", "farm_kit")
    scene.run(gain(scene.g, 0, "supply"), "lay:supply")
    assert camp.store == ["supply"]


@rule("BIO-078")
def test_buffs_for_actions_and_load_do_not_work_out_of_an_ally_store() -> None:
    scene = Scene()
    scene.camp("ally", (0, -2), *BUFFS)
    scene.put(0, (0, -2))
    assert {o for o in scene.options() if o.startswith("use:store")} == {
        "use:store:extra_sight",
        "use:store:ease_of_passage",
    }
    scene.act("pick:extra_action")
    assert scene.may("use:own:extra_action"), "picked up it does"
    scene.main.store = ["extra_action"]
    scene.put(0, (0, 0))
    assert scene.may("use:store:extra_action")


@rule("BIO-074", "BIO-EX28", "BIO-129", "BIO-295")
def test_what_lies_at_an_enemy_camp_can_be_taken_back_for_an_action() -> None:
    scene = Scene()
    camp = scene.camp("stealer", (0, -2), "key", "supply", "supply")
    scene.put(0, (0, -2), "teleport", actions=1)
    assert not scene.may("place")
    assert not scene.may("use:store")
    assert scene.cost("pick:key") == "1 action"
    scene.act("pick:key")
    assert (scene.player().inventory, scene.player().actions) == (["key", "teleport"], 0)
    assert camp.store == ["supply", "supply"]
    assert not scene.may("pick"), "each costs an action"


@rule("BIO-074", "BIO-129")
def test_the_host_may_forbid_taking_back() -> None:
    scene = Scene(take_back=False)
    scene.camp("stealer", (0, -2), "key", "supply")
    scene.put(0, (0, -2))
    assert not scene.may("pick")


@rule("BIO-078", "BIO-EX30", "BIO-080", "BIO-125", "BIO-079")
def test_using_from_the_tile() -> None:
    scene = Scene()
    (hidden,) = scene.hide((0, -1), "teleport")
    scene.put(0, (0, -1))
    assert not scene.may("use:tile")
    hidden.seen = [0]
    scene.act(f"use:tile:s{hidden.label}", "to:1,-1")
    assert (scene.player().at, scene.player().actions) == ((1, -1), 2)
    assert scene.state.discard == ["teleport"]
    assert "Teleport" in scene.state.disclosed
    scene.main.store.append("foresight")
    scene.put(0, (0, 0))
    assert scene.may("use:store:foresight")


@rule("BIO-081", "BIO-EX29", "BIO-010")
def test_paying_from_store_tile_and_inventory() -> None:
    scene = Scene()
    scene.state.tiles[0].cliffs = "100000"
    scene.act("move:0,-1")
    assert scene.main.store == ["supply"]
    assert scene.state.discard == [], "spent Supplies go to the bank"
    scene.put(0, (0, 0), "supply")
    assert {"move:0,-1", "move:0,-1+own"} <= set(scene.options())
    scene.act("move:0,-1+own")
    assert (scene.player().inventory, scene.main.store) == ([], ["supply"])
    scene.hide((0, -1), "supply", seen=[0])
    scene.act("move:0,0")
    assert scene.state.tiles[2].secrets == []


@rule("BIO-079")
def test_payments_are_shown() -> None:
    scene = Scene()
    scene.state.tiles[0].cliffs = "100000"
    scene.put(0, (0, 0), "supply")
    scene.act("move:0,-1+own")
    assert any(line.to is None and "pays 1 Supply" in line.text for line in scene.g.lines)


# Talk -----------------------------------------------------------------------------------------------------------------


def slip(scene: Scene, seat: int, source: str, *answers: str) -> None:
    offered = next(o for o in talk.offers(scene.state, seat) if o.id == "slip")
    assert offered.form is not None
    assert source in [option.id for option in offered.form.options]
    scene.run(talk.take(scene.g, seat, "slip", source), *answers)


@rule("BIO-082", "BIO-314", "BIO-086", "BIO-087", "BIO-EX31")
def test_a_slip_without_actions_destroys() -> None:
    scene = Scene()
    scene.put(0, (-1, 0), "clairvoyance", actions=0)
    slip(scene, 0, "own:clairvoyance")
    assert scene.player().inventory == []
    assert scene.state.gone == ["clairvoyance"]
    assert "Clairvoyance" in scene.state.disclosed


@rule("BIO-086", "BIO-EX32", "BIO-113", "BIO-126")
def test_a_slip_on_turn_must_be_used() -> None:
    scene = Scene()
    scene.put(0, (0, -1), "farm_kit", actions=2)
    slip(scene, 0, "own:farm_kit")
    assert scene.player().actions == 1
    farm = scene.state.buildings[-1]
    assert (farm.kind, farm.at, farm.feeds, farm.cooldown) == ("farm", (0, -1), 1, 10)


@rule("BIO-087", "BIO-EX135", "BIO-316", "BIO-291")
def test_a_slip_out_of_turn_destroys_even_a_key() -> None:
    scene = Scene()
    scene.put(1, (-1, 0), "foresight", "key")
    slip(scene, 1, "own:foresight")
    slip(scene, 1, "own:key")
    assert scene.state.gone == ["foresight", "key"]
    hidden = scene.hide((0, -1), "teleport", seen=[1])[0]
    slip(scene, 1, f"tile:s{hidden.label}")
    assert scene.state.tiles[2].secrets == []


@rule("BIO-088")
def test_a_slip_at_a_camp_costs_nothing() -> None:
    scene = Scene()
    scene.put(0, (0, 0), "teleport")
    slip(scene, 0, "own:teleport")
    assert "teleport" in scene.main.store
    assert scene.player().actions == 3
    assert scene.may("pick:teleport")


@rule("BIO-089", "BIO-084")
def test_naming_a_captured_captures() -> None:
    scene = Scene()
    hidden = scene.hide((0, -1), "captured", seen=[0])[0]
    scene.put(0, (-1, 0))
    scene.run(talk.take(scene.g, 0, "hint:avoid", "0,-1"))
    assert scene.player().status == "active", "a warning of the tile is lawful"
    slip(scene, 0, f"tile:s{hidden.label}")
    assert scene.player().status == "captured"
    assert scene.state.discard == ["captured"]


@rule("BIO-085", "BIO-EX33", "BIO-305", "BIO-239")
def test_what_was_public_may_be_named_as_all_read_it_already() -> None:
    scene = Scene()
    scene.tile("tomb", (0, -2))
    scene.quest(Tomb((0, -2), 1, ["teleport"]))
    scene.put(0, (0, -2), actions=4)
    scene.act("plunder:tomb", dice=[6])
    assert any("finds the key" in line.text for line in scene.g.lines if line.readable_by(1)), "an open 6"
    scene.act("plunder:tomb", dice=[3])
    told = [line.text for line in scene.g.lines if line.readable_by(1)]
    assert not any("Teleport" in text for text in told), "but not what else was found"
    assert "key" not in str(GAME.view(scene.state, 1).public.crew), "inventories are not marked with what others saw"
    before = state_hash(scene.state)
    assert [person.inventory for person in scene.state.players] == [["key", "teleport"], []]
    talk.offers(scene.state, 0)
    assert state_hash(scene.state) == before, "only the button of the seat itself is a slip"


@rule("BIO-085", "BIO-016")
def test_start_picks_are_named_in_the_open_log() -> None:
    scene = Scene()
    scene.state.step = "picks"
    scene.run(turn.start_pick(scene.g), "take:foresight")
    assert any("takes a Foresight" in line.text for line in scene.g.lines if line.readable_by(1))


def told_to(scene: Scene, seat: int) -> str:
    """All that a seat reads and sees on the stage."""
    return "\n".join(f"{line.text} {line.moment}" for line in scene.g.lines if line.readable_by(seat))


@rule("BIO-085", "BIO-330", "BIO-232", "BIO-260")
@pytest.mark.parametrize("quest", ["ruins", "fountain"])
def test_the_secret_of_choice_that_a_quest_gives_is_private(quest: str) -> None:
    scene = Scene()
    scene.tile(quest, (0, -2))
    if quest == "ruins":
        scene.quest(Ruins((0, -2), 11))
        scene.put(0, (0, -2), "repair_tools")
        scene.act("repair:tools", "take:extra_sight")
    else:
        camp = scene.camp("stealer", (0, -7), dormant=True)
        scene.quest(Fountain((0, -7), camp.id, (0, -2), (0, -2)))
        scene.put(0, (0, -1))
        scene.act("move:0,-2", "take:extra_sight", "stay")
    assert scene.player().inventory == ["extra_sight", "key"]
    assert "You take an Extra Sight Buff" in told_to(scene, 0)
    assert "a secret of choice" in told_to(scene, 1)
    assert "Sight" not in told_to(scene, 1)
    assert "sight" not in str(GAME.view(scene.state, 1))


@rule("BIO-083", "BIO-311", "BIO-298")
def test_the_three_safe_hints_are_the_same_whatever_a_seat_knows() -> None:
    for seen in ([], [0]):
        scene = Scene()
        scene.hide((0, -1), "captured", "key", seen=seen)
        hints = [o for o in talk.offers(scene.state, 0) if o.id.startswith("hint")]
        assert [o.label for o in hints] == [
            'Hint: "do not go there"',
            'Hint: "super useful"',
            'Hint: "fine but not now"',
        ]
        forms = [o.form for o in hints]
        assert all(form is not None and "0,-1" in [place.id for place in form.options] for form in forms)
        assert not any("s4" in str(form) for form in forms), "no label is singled out"
        scene.run(talk.take(scene.g, 0, "hint:avoid", "0,-1"))
        assert [line.text for line in scene.g.lines] == ['{0} about the grassland by the main camp: "do not go there".']
        assert (scene.player().status, len(scene.state.tiles[2].secrets)) == ("active", 2), "no effect, never a slip"


@rule("BIO-082", "BIO-067", "BIO-298")
def test_nothing_that_the_table_writes_tells_what_only_one_player_knows() -> None:
    scene = Scene(3)
    (hidden,) = scene.hide((-1, 0), "teleport")
    scene.put(0, (-1, 0), actions=5)
    scene.act(f"discover:s{hidden.label}")
    scene.act(f"pick:s{hidden.label}")
    scene.act("place:teleport")
    for seat in (1, 2, None):
        read = " ".join(line.text for line in scene.g.lines if line.readable_by(seat))
        assert "Teleport" not in read + str(GAME.view(scene.state, seat))
        assert "looks at a secret" in read, "that it happened is public"
    assert "Teleport" in " ".join(line.text for line in scene.g.lines if line.readable_by(0))
    told = [intro.rule for intro in GAME.introductions(Scene().state, 1)]
    assert "BIO-082" in told, "and the coach tells the players what they must not say"


# Camps and load -------------------------------------------------------------------------------------------------------


@rule("BIO-091")
def test_a_built_camp_is_no_main_camp() -> None:
    scene = Scene()
    camp = scene.camp("built", (0, -2), "extra_action")
    scene.put(0, (0, -2), "extra_sight")
    assert not scene.may("raise"), "no group buff is put up there"
    injure(scene.g, 1, "test")
    assert scene.player(1).at == (0, 0), "nobody heals there"
    scene.put(0, (0, -2), "repair_tools")
    assert not scene.may("use:own:repair_tools")
    destroy_camp(scene.g, camp)
    assert scene.over() == "", "its loss is no defeat"
    destroy_camp(scene.g, scene.main)
    assert scene.over() == "camp"


@rule("BIO-092", "BIO-093", "BIO-EX34", "BIO-EX35", "BIO-128")
def test_store_limits() -> None:
    scene = Scene()
    scene.main.store = ["supply"] * 4
    scene.state.buildings[0].cooldown = 1
    scene.board(3)
    assert scene.main.store == ["supply"] * 4
    assert scene.state.buildings[0].cooldown == 6
    scene = Scene()
    scene.main.store = []
    scene.player().worn = ["extra_carry"]
    scene.put(0, (0, 0), *["repair_tools"] * 3)
    for _ in range(3):
        scene.act("place:repair_tools")
    assert scene.main.store == ["repair_tools"] * 2
    assert scene.player().inventory == []


@rule("BIO-094", "BIO-065")
def test_a_destroyed_camp_leaves_its_tile() -> None:
    scene = Scene()
    scene.tile("desert", (0, -2))
    camp = scene.camp("built", (0, -2), "teleport")
    scene.state.buildings.append(Building(50, "farm", (0, -1), camp.id, 10))
    scene.state.routes.append(Route(51, [(0, 0), (0, -1), (0, -2)], (1, camp.id)))
    scene.put(1, (0, -2), "supply")
    destroy_camp(scene.g, camp)
    assert scene.kind((0, -2)) == "desert"
    assert [b.id for b in scene.state.buildings] == [2]
    assert scene.state.routes == []
    assert (scene.player(1).status, scene.player(1).inventory) == ("active", ["supply"])
    assert scene.state.gone == ["teleport"]
    ally = scene.camp("ally", (0, -3))
    destroy_camp(scene.g, ally)
    assert scene.kind((0, -3)) == "grassland"


@rule("BIO-095", "BIO-096", "BIO-EX36", "BIO-106", "BIO-108")
def test_weights_and_capacity() -> None:
    assert {kind for kind, weight in WEIGHTS.items() if weight == 1} == {
        "supply",
        "clairvoyance",
        "foresight",
        "teleport",
    }
    assert {kind for kind, weight in WEIGHTS.items() if weight == 0} == {"captured"}
    scene = Scene()
    scene.main.store = ["farm_kit", "teleport"]
    scene.put(0, (0, 0), "key", "supply")
    assert load(scene.player()) == 3
    assert scene.may("pick:teleport")
    assert not scene.may("pick:farm_kit")
    scene.player().worn = ["extra_carry"]
    assert load(scene.player()) == 3, "worn buffs weigh nothing"
    assert scene.may("pick:farm_kit")


@rule("BIO-EX37", "BIO-104")
def test_own_and_group_capacity_add_up() -> None:
    scene = Scene()
    scene.player().worn, scene.state.group_buff = ["extra_carry"], "extra_carry"
    assert capacity(scene.state, 0) == 8
    scene.main.store = ["key"]
    scene.put(0, (0, 0), "key", "key", "key")
    assert scene.may("pick:key")
    scene.player().worn, scene.state.group_buff = ["extra_sight"], "extra_sight"
    scene.put(0, (0, -1))
    assert not scene.may("explore:0,-4"), "a second Extra Sight sees no farther"


@rule("BIO-097")
def test_a_reward_that_is_too_much() -> None:
    scene = Scene()
    scene.put(0, (0, -1), "farm_kit", "supply", "teleport")
    scene.run(gain(scene.g, 0, "key"), "lay:supply", "lay:teleport")
    assert scene.player().inventory == ["farm_kit", "key"]
    assert [h.kind for h in scene.state.tiles[2].secrets] == ["supply", "teleport"]
    assert scene.player().actions == 3


# Buffs ----------------------------------------------------------------------------------------------------------------


@rule("BIO-098", "BIO-105", "BIO-107", "BIO-EX38", "BIO-100")
def test_putting_on_extra_action() -> None:
    scene = Scene()
    scene.put(0, (0, -1), "extra_action", "extra_action")
    scene.act("use:own:extra_action")
    assert scene.player().actions == 4
    assert scene.player().worn == ["extra_action"]
    scene.act("give up")
    assert scene.player().worn == ["extra_action"]
    scene.player().status = "active"
    scene.state.turn = 0
    scene.quest_die()
    assert scene.player().actions == 5


@rule("BIO-098", "BIO-030", "BIO-104", "BIO-095")
def test_buffs_of_a_kind_add_up() -> None:
    scene = Scene()
    scene.put(0, (0, -1), "extra_action", "extra_action", actions=3)
    scene.act("use:own:extra_action")
    scene.act("use:own:extra_action")
    assert (scene.player().worn, scene.player().actions) == (["extra_action"] * 2, 5)
    assert scene.options().count("doff:extra_action") == 1
    scene.quest_die()
    assert scene.player().actions == 7
    scene.player().worn = ["extra_carry"] * 2
    assert capacity(scene.state, 0) == 8
    scene.put(0, (0, -1), *["key"] * 3)
    assert not scene.may("doff:extra_carry"), "6 and 2 more are too much for 6"
    scene.put(0, (0, -1), "key", "key")
    scene.act("doff:extra_carry")
    assert scene.player().worn == ["extra_carry"]


@rule("BIO-098")
def test_the_host_may_limit_buffs_to_one_of_a_kind() -> None:
    scene = Scene(one_of_a_kind=True)
    scene.put(0, (0, -1), "extra_action", "extra_sight").worn = ["extra_action"]
    assert not scene.may("use:own:extra_action")
    assert scene.may("use:own:extra_sight")


@rule("BIO-099", "BIO-105", "BIO-EX39")
def test_taking_off_extra_action() -> None:
    for before, after in ((4, 1), (2, 0)):
        scene = Scene()
        scene.put(0, (0, -1), actions=before).worn = ["extra_action"]
        scene.act("doff:extra_action")
        assert (scene.player().actions, scene.player().inventory, scene.player().worn) == (after, ["extra_action"], [])


@rule("BIO-101", "BIO-105", "BIO-EX40")
def test_the_group_buff() -> None:
    scene = Scene()
    scene.put(0, (0, 0), "extra_action", "extra_sight", actions=2)
    scene.act("raise:own:extra_action")
    assert (scene.state.group_buff, scene.player().actions) == ("extra_action", 3)
    assert not scene.may("raise"), "one is up already"
    scene.state.turn = 1
    scene.quest_die()
    assert scene.player(1).actions == 5
    scene.state.group_buff = ""
    camp = scene.camp("built", (0, -2))
    scene.put(0, camp.at, "extra_sight")
    assert not scene.may("raise")
    scene.put(0, (0, 0))
    scene.main.store = ["extra_sight"]
    assert scene.may("raise:store:extra_sight")


@rule("BIO-099", "BIO-EX41")
def test_taking_off_is_refused_when_too_much_is_carried() -> None:
    scene = Scene()
    scene.put(0, (0, -1), "key", "key", "farm_kit").worn = ["extra_carry"]
    assert not scene.may("doff")
    scene.put(0, (0, -1), "key")
    assert scene.may("doff:extra_carry")


@rule("BIO-102")
def test_taking_the_group_buff_down() -> None:
    scene = Scene()
    scene.state.group_buff = "extra_carry"
    scene.put(1, (0, -1), "key", "key", "supply")
    assert not scene.may("lower"), "Ben's load would be too much"
    scene.put(1, (0, -1), "key")
    scene.act("lower:group")
    assert (scene.state.group_buff, scene.player().actions) == ("", 2)
    assert "extra_carry" in scene.main.store
    scene.main.store, scene.state.group_buff = [], "extra_action"
    scene.player().actions = 2
    scene.act("lower:group")
    assert scene.player().actions == 0, "2 - 1, then 2 of those left, not below 0"


# One by one -----------------------------------------------------------------------------------------------------------


@rule("BIO-106", "BIO-286")
def test_a_key_is_used_on_the_exit_only() -> None:
    scene = Scene()
    scene.put(0, (0, -1), "key")
    assert not scene.may("use:own:key")
    scene.tile("exit", (0, -2))
    scene.state.exit = (0, -2)
    scene.put(0, (0, -2), "key", "key")
    scene.act("use:own:key")
    assert (scene.state.lock, scene.player().actions) == (1, 2)
    assert not scene.may("pick:key")


@rule("BIO-112", "BIO-EX42")
def test_a_supply_gives_a_turns_actions() -> None:
    scene = Scene()
    scene.put(0, (0, -1), "supply", actions=5).worn = ["extra_action"]
    scene.act("use:own:supply")
    assert scene.player().actions == 9
    scene = Scene()
    scene.put(0, (0, -1), "supply", "supply", actions=1)
    scene.act("use:own:supply")
    assert scene.player().actions == 3
    scene.act("use:own:supply")
    assert scene.player().actions == 5


@rule("BIO-114", "BIO-116", "BIO-EX44", "BIO-091")
def test_a_camp_explores_around_itself_in_clockwise_order() -> None:
    scene = Scene()
    scene.tile("grassland", (0, -2), (1, -2), (-1, -1))
    scene.put(0, (0, -2), "camp_kit")
    scene.queue("desert", "farmland", "forest")
    scene.act("use:own:camp_kit", dice=[1, 1, 1])
    assert [(tile.at, tile.kind) for tile in scene.state.tiles[-3:]] == [
        ((0, -3), "desert"),
        ((1, -3), "farmland"),
        ((-1, -2), "forest"),
    ]
    assert (scene.state.camps[-1].kind, scene.state.camps[-1].at) == ("built", (0, -2))
    assert scene.player().actions == 2
    assert scene.kind((0, -2)) == "grassland"


@rule("BIO-115")
def test_where_no_camp_can_be_built() -> None:
    scene = Scene()
    at = (0, -2)
    scene.tile("grassland", at)
    assert camp_site(scene.state, at)
    (kit,) = scene.hide(at, "camp_kit", seen=[0])
    assert not camp_site(scene.state, at)
    scene.put(0, at)
    assert scene.may(f"use:tile:s{kit.label}"), "the kit itself does not count"
    scene.state.tiles[-1].secrets = []
    scene.state.gang = Gang(at)
    assert not camp_site(scene.state, at)
    scene.state.gang = None
    scene.state.parties.append(Party(70, 1, at))
    assert not camp_site(scene.state, at)
    scene.state.parties = []
    scene.state.routes.append(Route(71, [(0, -1), at, (0, -3)], (1, 1)))
    assert not camp_site(scene.state, at)
    scene.state.routes = []
    war = scene.quest(TugOfWar(at, 1, 1))
    assert not camp_site(scene.state, at)
    war.active = False
    assert camp_site(scene.state, at)
    assert not camp_site(scene.state, (1, -1)), "a farm is there"
    assert not camp_site(scene.state, (0, 0))


@rule("BIO-064", "BIO-115", "BIO-126", "BIO-260")
def test_repaired_ruins_can_be_built_on() -> None:
    scene = Scene()
    scene.tile("ruins", (0, -2))
    quest = scene.quest(Ruins((0, -2), 12, won=None))
    scene.camp("built", (0, -3))
    scene.put(0, (0, -2), "camp_kit", "farm_kit", "blacksmith_kit")
    kits = ("use:own:camp_kit", "use:own:farm_kit", "use:own:blacksmith_kit")
    for won in (None, False):
        quest.won = won
        assert not any(scene.may(kit) for kit in kits), "not while they crumble, nor when they are lost"
    quest.won, quest.active = True, False
    assert all(scene.may(kit) for kit in kits)
    scene.act("use:own:farm_kit")
    assert (scene.state.buildings[-1].at, scene.state.buildings[-1].cooldown) == ((0, -2), 10)
    scene.state.buildings.pop()
    scene.run(turn.one_action(scene.g), "use:own:camp_kit")
    assert scene.state.camps[-1].at == (0, -2)


@rule("BIO-117")
def test_a_caravan_kit_is_used_at_an_end() -> None:
    scene = Scene()
    scene.camp("built", (0, -2))
    scene.put(0, (0, -1), "caravan_kit")
    assert not scene.may("use:own:caravan_kit")
    scene.put(0, (0, -2), "caravan_kit")
    scene.act("use:own:caravan_kit", "route:0,-2/0,-1/0,0")
    assert scene.state.routes[0].cells == [(0, -2), (0, -1), (0, 0)]


@rule("BIO-118", "BIO-119")
def test_repair_tools_speed_up_a_cool_down() -> None:
    scene = Scene()
    scene.put(0, (1, -1), "repair_tools")
    scene.act("use:own:repair_tools", dice=[4])
    assert scene.state.buildings[0].cooldown == 2
    scene.player(1).status, scene.player(1).healing = "injured", 10
    scene.put(0, (0, 0), "repair_tools", "repair_tools")
    scene.act("use:own:repair_tools", dice=[6])
    assert scene.player(1).healing == 4
    scene.act("use:own:repair_tools", dice=[5])
    assert scene.player(1).status == "active"
    killers = scene.camp("killer", (0, -2), cooldown=7)
    scene.put(0, (0, -2), "repair_tools", "repair_tools", actions=3)
    scene.act("use:own:repair_tools", dice=[5])
    assert (killers.cooldown, scene.state.parties) == (2, [])
    scene.act("use:own:repair_tools", dice=[3])
    assert scene.state.parties[0].home == killers.id, "off its cool-down it attacks at once"
    killers.cooldown = 0
    scene.put(0, (0, -2), "repair_tools", actions=3)
    assert not scene.may("use:own:repair_tools"), "no cool-down is there"
    ally = scene.camp("ally", (0, -3), cooldown=6)
    scene.put(0, (0, -3), "repair_tools")
    scene.act("use:own:repair_tools", dice=[2])
    assert ally.cooldown == 4
    scene.state.gang = Gang((1, -1))
    scene.put(0, (1, -1), "repair_tools")
    assert not scene.may("use:own:repair_tools"), "halted by the gang"


@rule("BIO-121", "BIO-123", "BIO-EX43")
def test_clairvoyance() -> None:
    scene = Scene()
    scene.tile("grassland", (0, -2), (0, -3), (0, -4))
    near = scene.hide((0, -2), "captured") + scene.hide((0, -3), "supply") + scene.hide((0, -1), "key")
    far = scene.hide((0, -4), "teleport")
    scene.quest(Atlantis((1, -3), ["farm_kit"] * 5))
    scene.tile("atlantis", (1, -3))
    scene.put(0, (0, -2), "clairvoyance")
    scene.act("use:own:clairvoyance")
    assert set(seen_by(scene, 0)) == {hidden.label for hidden in near}
    assert far[0].seen == []
    assert scene.player().status == "active"
    assert seen_by(scene, 1) == {}
    assert "farm_kit" not in str(GAME.view(scene.state, 0))


@rule("BIO-122", "BIO-EX43")
def test_clairvoyance_with_extra_sight() -> None:
    scene = Scene()
    scene.tile("grassland", (0, -2), (0, -3), (0, -4), (0, -5), (0, -6))
    remote = scene.hide((0, -6), "supply")[0]
    near = scene.hide((0, -4), "supply")[0]
    scene.put(0, (0, -2), "clairvoyance", "clairvoyance", "clairvoyance").worn = ["extra_sight"]
    with pytest.raises(Refused):
        scene.act("use:own:clairvoyance", "far:0,-6")
    scene.put(0, (0, -2), "clairvoyance", "clairvoyance", actions=3)
    scene.act("use:own:clairvoyance", "area")
    assert (near.seen, remote.seen) == ([0], [])
    scene.act("use:own:clairvoyance", "far:0,-5")
    assert remote.seen == [0]


@rule("BIO-124", "BIO-EX45", "BIO-303", "BIO-EX130")
def test_foresight() -> None:
    scene = Scene()
    scene.state.queue = [Unseen(k) for k in ("grassland", "quest", "lake", "forest", "forest", "desert", "desert")]
    scene.put(0, (0, -1), "foresight", "foresight", actions=4)
    scene.act("use:own:foresight", "explore", ("n4", "n5", "n1", "n3", "n2"))
    assert [u.kind for u in scene.state.queue][:5] == ["forest", "forest", "grassland", "lake", "quest"]
    visions = GAME.view(scene.state, 0).private.dock.visions
    assert [(a.place, a.kind) for a in visions.explores][:2] == [(1, "forest"), (2, "forest")]
    assert GAME.view(scene.state, 1).private.dock.visions.explores == ()
    scene.act("explore:0,-2", dice=[1])
    scene.act("explore:1,-2", dice=[1])
    assert scene.kind((0, -2)) == scene.kind((1, -2)) == "forest"
    scene.state.box = [Unseen("key"), Unseen("supply")]
    scene.act("use:own:foresight", "secrets", ("n2", "n1"))
    assert [u.kind for u in scene.state.box] == ["supply", "key"]
    assert [a.kind for a in GAME.view(scene.state, 0).private.dock.visions.secrets] == ["supply", "key"]
    assert GAME.view(scene.state, 1).private.dock.visions.secrets == ()
    assert any("Foresight (secrets)" in line.text for line in scene.g.lines if line.readable_by(1))


@rule("BIO-125", "BIO-048")
@pytest.mark.parametrize("danger", ["lake", "gang"])
def test_teleporting_into_danger(danger: str) -> None:
    scene = Scene()
    scene.tile("lake", (0, -2))
    scene.state.gang = Gang((1, -1))
    scene.put(0, (0, -1), "teleport", "supply")
    scene.act("use:own:teleport", "to:0,-2" if danger == "lake" else "to:1,-1")
    assert scene.player().status == "injured"
    assert scene.player().inventory == []


@rule("BIO-017")
def test_the_deepest_copy_is_taken() -> None:
    scene = Scene()
    scene.state.box = [Unseen(k) for k in ("supply", "captured", "supply", "teleport")]
    assert scene.run(choose_secret(scene.g, 0, "?", may_decline=False), "take:supply") == "supply"
    assert [u.kind for u in scene.state.box] == ["supply", "captured", "teleport"]
    with pytest.raises(Refused):
        scene.run(choose_secret(scene.g, 0, "?", may_decline=False), "take:captured")
    assert set(BUFFS) < set(WEIGHTS)

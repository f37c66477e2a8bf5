"""Search, and every exploration card: exactly what can be chosen, and what it does (sections 9 and 10)."""

from __future__ import annotations

import pytest

from app.games.stratos.board import has_equipment, squares
from app.games.stratos.combat import attacks, reduction
from app.games.stratos.components import CARDS
from app.games.stratos.effects import Plan
from app.games.stratos.exploration.items import ITEMS
from app.games.stratos.scoring import points
from app.games.stratos.spells import EFFECTS
from app.games.stratos.state import State, Unit
from tests.games.stratos.situations import Table, add, board, give, purse, set_sign, set_special, stack, teach, tile
from tests.rules import rule

HERE = (0, 0)
SEA = (1, 2)


def found(
    *titles: str, at: tuple[int, int] = HERE, promoted: bool = False, sign: str = "", **unit: object
) -> tuple[State, Unit]:
    """A searcher on a tile that gives exactly these cards."""
    state = board()
    explorer = add(state, 0, "explorer", at, promoted=promoted, **unit)
    set_sign(state, at, {1: "I", 2: "II"}[len(titles)])
    stack(state, CARDS[titles[0]].deck, *titles)
    return state, explorer


def plans(state: State, title: str, user: Unit) -> set[Plan]:
    return set(ITEMS[title].plans(state, user))


def with_item(title: str, at: tuple[int, int] = (3, 3)) -> tuple[State, Unit]:
    state = board()
    explorer = add(state, 0, "explorer", at)
    give(state, 0, title)
    return state, explorer


# Search ---------------------------------------------------------------------------------------------------------


@rule("STR-089", "STR-092", "STR-EX30", "STR-094")
def test_search_draws_what_the_underside_says_once() -> None:
    state = board()
    add(state, 0, "explorer", (1, 1))
    other = add(state, 1, "explorer", (0, 1))
    set_sign(state, (1, 1), "II")
    stack(state, "land", "golden_idol", "fire_flask")
    table = Table(state).do("search")
    assert [item.id.partition("#")[0] for item in table.player(0).permanents] == ["golden_idol"]
    assert [card.partition("#")[0] for card in table.player(0).items] == ["fire_flask"]
    assert tile(table.state, (1, 1)).searched
    shown = next(t for t in table.session.view(None).public.tiles if t.id == "1-1")
    assert shown.searched
    assert shown.sign
    table.do("travel:1,0").end_turn().act(other, "travel:1,1")
    assert "search" not in table.options()
    table.refused("search", reason="searched already", by="STR-092")


@rule("STR-089")
def test_a_blank_gives_nothing() -> None:
    state = board()
    add(state, 0, "explorer", HERE)
    set_sign(state, HERE, "blank")
    table = Table(state).do("search")
    assert len(table.state.decks["land"]) == 36
    assert tile(table.state, HERE).searched


@rule("STR-089", "STR-090", "STR-EX31")
@pytest.mark.parametrize(("promoted", "rolled", "cards"), [(False, 4, 0), (False, 3, 3), (True, 4, 4)])
def test_a_triangle_gives_a_die_of_cards(promoted: bool, rolled: int, cards: int) -> None:
    state = board()
    add(state, 0, "explorer", HERE, promoted=promoted)
    set_sign(state, HERE, "tri")
    stack(state, "land", "golden_idol", "golden_idol", "seed_pouch", "herbal_lore")
    state.decks["land"].sort(key=lambda card: CARDS[card.id.partition("#")[0]].type != "permanent")
    table = Table(state).d4(rolled).do("search")
    assert len(table.player(0).permanents) == cards


@rule("STR-091", "STR-093")
def test_lagoons_are_searched_by_swashbucklers_and_specials_by_nobody() -> None:
    state = board()
    plain, promoted = add(state, 0, "explorer", SEA), add(state, 0, "explorer", (2, 5), promoted=True)
    special = add(state, 0, "explorer", (1, 4), promoted=True)
    tile(state, (1, 4)).covered = False
    set_sign(state, (2, 5), "I")
    stack(state, "lagoon", "sunken_crown")
    table = Table(state)
    assert "search" not in table.pick(plain).options()
    assert "search" not in table.pick(special).options()
    table.act(promoted, "search")
    assert table.player(0).permanents[0].id.startswith("sunken_crown")


@rule("STR-095", "STR-102", "STR-193", "STR-EX58")
def test_one_use_items_are_kept_face_down() -> None:
    state, _ = found("fire_flask")
    table = Table(state).do("search")
    assert "Fire Flask" in table.log(0)
    for seat in (1, None):
        assert "Fire Flask" not in table.log(seat)
        assert "one-use item" in table.log(seat)
    card = table.player(0).items[0]
    game = table.session.game
    assert ("card", card) in game.known(table.state, 0)
    assert ("card", card) not in game.known(table.state, 1)
    state, _ = found("golden_idol")
    assert "Golden Idol" in Table(state).do("search").log(1)


@rule("STR-096", "STR-EX32", "STR-151")
def test_a_defeated_searcher_draws_no_more() -> None:
    state, explorer = found("pitfall", "golden_idol", health=1)
    add(state, 0, "peasant", (5, 5))
    table = Table(state).do("search")
    assert not table.on_board(explorer)
    assert not table.player(0).permanents
    assert table.state.decks["land"][0].id.startswith("golden_idol")
    assert all(player.defeats == 0 for player in table.state.players)


@rule("STR-097")
def test_a_netted_or_moved_searcher_draws_on() -> None:
    state, explorer = found("hunters_net", "golden_idol")
    purse(state, 0, corn=2, oak=1)
    table = Table(state).do("search")
    assert table.unit(explorer).net == 2
    assert len(table.player(0).permanents) == 1
    state, explorer = found("undertow", "sunken_crown", at=SEA, promoted=True)
    table = Table(state).do("search")
    table.do(sorted(table.of("tile:"))[0])
    assert table.unit(explorer).at != SEA
    assert len(table.player(0).permanents) == 1


@rule("STR-098")
def test_an_empty_deck_is_made_anew_from_its_discards() -> None:
    state, _ = found("golden_idol")
    state.discards["land"] = [card.id for card in state.decks["land"]]
    state.decks["land"] = []
    table = Table(state).do("search")
    assert len(table.state.decks["land"]) + len(table.state.discards["land"]) >= 34
    state, _ = found("golden_idol")
    state.decks["land"] = []
    table = Table(state).do("search")
    assert "no card left" in table.log()
    assert not table.player(0).permanents


@rule("STR-099", "STR-191")
def test_the_decks_are_what_the_lists_say() -> None:
    totals: dict[tuple[str, str], int] = {}
    for card in CARDS.values():
        totals[card.deck, card.type] = totals.get((card.deck, card.type), 0) + card.copies
    assert totals == {
        ("land", "equipment"): 8,
        ("land", "one_use"): 10,
        ("land", "permanent"): 7,
        ("land", "trap"): 6,
        ("land", "calamity"): 5,
        ("lagoon", "equipment"): 2,
        ("lagoon", "one_use"): 8,
        ("lagoon", "permanent"): 5,
        ("lagoon", "trap"): 3,
        ("lagoon", "calamity"): 2,
    }
    view = str(Table(board()).session.view(None).public)
    assert "36" in view
    assert "Pandora's Box" in view


# Types of cards -------------------------------------------------------------------------------------------------


@rule("STR-100", "STR-101", "STR-109", "STR-EX33")
def test_equipment_goes_to_a_unit_with_a_free_slot() -> None:
    state = board()
    state.slot, state.actor = 1, 1
    explorer = add(state, 1, "explorer", HERE)
    full = add(state, 1, "soldier", (3, 3), equipment=["longbow", "trident"])
    peasant = add(state, 1, "peasant", (0, 1), health=1)
    foe = add(state, 0, "soldier", (0, 2), promoted=True)
    set_sign(state, HERE, "I")
    stack(state, "land", "oak_shield")
    before = points(state, 1)
    table = Table(state).act(explorer, "search")
    assert set(table.options()) == {f"unit:{explorer.id}", f"unit:{peasant.id}"}
    table.do(f"unit:{peasant.id}")
    assert has_equipment(table.unit(peasant), "oak_shield")
    assert points(table.state, 1) == before + 1
    assert len(table.unit(full).equipment) == 2
    table.end_turn().d6(4).do(f"attack:own:{peasant.id}")
    assert not table.on_board(peasant)
    assert points(table.state, 1) == before
    assert table.state.discards["land"][0].startswith("oak_shield")
    assert foe.id in {unit.id for unit in table.state.units}


@rule("STR-100")
def test_equipment_without_a_free_slot_is_discarded() -> None:
    state, _ = found("oak_shield", equipment=["longbow", "trident"])
    table = Table(state).do("search")
    assert table.state.discards["land"][0].startswith("oak_shield")


@rule("STR-103", "STR-104", "STR-109", "STR-EX34")
def test_using_an_item() -> None:
    state, explorer = found("pearl_purse", at=SEA, promoted=True)
    add(state, 1, "peasant", (5, 5))
    give(state, 0, "pearl_purse")
    stack(state, "lagoon", "pearl_purse")
    table = Table(state).do("search")
    assert points(table.state, 0) == 0
    assert len(table.player(0).items) == 2
    table.end_turn().end_turn().act(explorer, "use:pearl_purse")
    assert table.pool(0).gems == 2
    assert points(table.state, 0) == 1
    assert not table.of("use:")
    table.refused("use:pearl_purse", reason="has taken Use", by="STR-029")
    assert table.player(0).used[0].startswith("pearl_purse")
    assert "Pearl Purse" in table.log(1)


@rule("STR-103", "STR-104")
def test_an_item_needs_a_legal_choice_and_counts_even_at_zero_damage() -> None:
    state, explorer = with_item("fire_flask")
    assert not Table(state).pick(explorer).of("use:")
    foe = add(state, 1, "peasant", (3, 2), defend=True, equipment=["coral_mail"])
    table = Table(state).act(explorer, "use:fire_flask", f"unit:{foe.id}")
    assert table.unit(foe).health == 4
    assert points(table.state, 0) == 1


@rule("STR-106", "STR-107", "STR-EX35")
def test_a_swashbuckler_disarms_land_traps_only() -> None:
    state, explorer = found("poison_dart", promoted=True)
    table = Table(state).do("search")
    assert table.unit(explorer).health == 6
    assert not [line for line in table.session.log(None) if line.dice]
    assert table.state.discards["land"][0].startswith("poison_dart")
    state, explorer = found("krakens_grip", at=SEA, promoted=True, equipment=["oak_shield"])
    table = Table(state).d4(2).do("search")
    assert table.unit(explorer).health == 4
    assert table.unit(explorer).equipment == []


@rule("STR-108", "STR-181", "STR-EX36", "STR-EX57")
def test_plague_hits_all_at_once() -> None:
    state, explorer = found("plague")
    weak, hurt, strong = (
        add(state, 1, "peasant", (5, 5), health=1),
        add(state, 1, "archer", (5, 4), health=3),
        add(state, 0, "soldier", (3, 3)),
    )
    table = Table(state).act(explorer, "search")
    assert not table.on_board(weak)
    assert [table.unit(unit).health for unit in (hurt, strong, explorer)] == [2, 5, 4]
    assert table.player(0).defeats == 0
    assert table.state.discards["land"][0].startswith("plague")
    state = board("ffa3")
    explorer = add(state, 0, "explorer", HERE)
    last = [add(state, seat, "peasant", at, health=1) for seat, at in ((1, (0, 6)), (2, (6, 3)))]
    set_sign(state, HERE, "I")
    stack(state, "land", "plague")
    table = Table(state).do("search")
    assert not any(table.on_board(unit) for unit in last)
    assert table.session.outcome is None
    table.end_turn()
    assert table.session.outcome is not None
    assert table.session.outcome.winners == (0,)
    assert [player.eliminated for player in table.state.players] == [False, True, True]


# Equipment, one by one ------------------------------------------------------------------------------------------


@rule("STR-063", "STR-101")
def test_pitchfork() -> None:
    for cls in ("peasant", "mage", "explorer", "soldier", "archer"):
        unit = add(board(), 0, cls, HERE)
        unit.equipment = ["pitchfork#1"]
        assert ("pitchfork" in {p.id for p in attacks(unit)}) == (cls in ("peasant", "mage", "explorer"))
    for promoted, left in ((False, 4), (True, 0)):
        state = board()
        peasant = add(state, 0, "peasant", HERE, promoted=promoted, equipment=["pitchfork"])
        beside, _away = add(state, 1, "peasant", (0, 1)), add(state, 1, "peasant", (1, 1))
        add(state, 1, "peasant", (5, 5))
        table = Table(state).pick(peasant)
        assert table.of("attack:") == {f"attack:pitchfork:{beside.id}"}
        table.d4(4).do(f"attack:pitchfork:{beside.id}")
        assert table.on_board(beside) == bool(left)


@rule("STR-061", "STR-101")
def test_longbow() -> None:
    state = board()
    archer = add(state, 0, "archer", (3, 3), equipment=["longbow"])
    reach = add(state, 1, "peasant", (0, 2))
    add(state, 1, "peasant", (0, 1))
    table = Table(state).pick(archer)
    assert table.of("shoot:") == {f"shoot:{reach.id}"}


@rule("STR-067", "STR-101")
def test_steel_blade() -> None:
    state = board()
    soldier = add(state, 0, "soldier", (3, 3), equipment=["steel_blade", "steel_blade"])
    foe = add(state, 1, "soldier", (3, 2))
    assert Table(state).pick(soldier).d6(1).do(f"attack:own:{foe.id}").unit(foe).health == 3
    state = board()
    archer = add(state, 0, "archer", (3, 3), equipment=["steel_blade"])
    foe = add(state, 1, "soldier", (3, 1))
    assert Table(state).pick(archer).d4(2).do(f"shoot:{foe.id}").unit(foe).health == 4


@rule("STR-068", "STR-101")
def test_oak_shield() -> None:
    state = board()
    unit = add(state, 0, "archer", HERE, equipment=["oak_shield", "oak_shield"])
    assert [reduction(unit, kind) for kind in ("physical", "magical", "item")] == [2, 0, 0]


@rule("STR-011", "STR-101")
def test_trail_boots() -> None:
    state = board()
    unit = add(state, 0, "peasant", (1, 1), equipment=["trail_boots"])
    add(state, 1, "peasant", (1, 0))
    set_special(state, (2, 1), "quarry")
    table = Table(state).pick(unit)
    one = {"travel:0,1", "travel:2,1"}
    two = {"travel:0,0", "travel:0,2", "travel:2,0", "travel:2,2", "travel:3,1"}
    assert table.of("travel:") == one | two
    table.do("travel:3,1")
    assert tile(table.state, (2, 1)).covered  # it lands only on the second square
    assert table.unit(unit).actions == ["travel"]
    assert table.of("travel:") == {"travel:2,1", "travel:4,1", "travel:3,2"}


@rule("STR-068")
def test_coral_mail() -> None:
    unit = add(board(), 0, "archer", HERE, equipment=["coral_mail"])
    assert [reduction(unit, kind) for kind in ("physical", "magical", "item")] == [1, 1, 1]


@rule("STR-063")
def test_trident() -> None:
    for cls in ("peasant", "soldier", "archer", "mage", "explorer"):
        state = board()
        unit = add(state, 0, cls, (3, 3), equipment=["trident"])
        near, far = add(state, 1, "soldier", (3, 2)), add(state, 1, "soldier", (2, 2))
        beyond = add(state, 1, "soldier", (3, 0)) if cls == "explorer" else None
        table = Table(state).pick(unit)
        tridents = {f"attack:trident:{near.id}", f"attack:trident:{far.id}"}
        assert table.of("attack:trident") == tridents
        assert beyond is None or beyond.id
        assert ("attack:own" in {name.rpartition(":")[0] for name in table.of("attack:")}) == (cls == "soldier")
        assert table.d4(4).do(f"attack:trident:{far.id}").unit(far).health == 2


# One-use items, one by one --------------------------------------------------------------------------------------


@rule("STR-103")
def test_healing_draught() -> None:
    state, user = with_item("healing_draught")
    friend, _full = add(state, 0, "soldier", (3, 2), health=1), add(state, 0, "soldier", (2, 3))
    add(state, 0, "soldier", (3, 1), health=1)
    add(state, 1, "soldier", (3, 4), health=1)
    assert plans(state, "healing_draught", user) == {(f"unit:{friend.id}",)}
    user.health = 1
    assert plans(state, "healing_draught", user) == {(f"unit:{friend.id}",), (f"unit:{user.id}",)}
    assert Table(state).act(user, "use:healing_draught", f"unit:{friend.id}").unit(friend).health == 5


@rule("STR-066", "STR-103")
def test_fire_flask() -> None:
    state, user = with_item("fire_flask")
    one, two, _three = (add(state, 1, "soldier", at) for at in ((3, 2), (3, 1), (3, 0)))
    add(state, 0, "soldier", (2, 3))
    assert plans(state, "fire_flask", user) == {(f"unit:{one.id}",), (f"unit:{two.id}",)}
    two.defend = True
    assert Table(state).act(user, "use:fire_flask", f"unit:{two.id}").unit(two).health == 5


@rule("STR-103", "STR-204")
def test_buried_coffer() -> None:
    state, user = with_item("buried_coffer")
    assert len(plans(state, "buried_coffer", user)) == 20
    table = Table(state).act(user, "use:buried_coffer", "gain:corn*1,oak*2")
    assert (table.pool(0).corn, table.pool(0).oak, table.pool(0).gems) == (1, 2, 0)


@rule("STR-035", "STR-103")
def test_war_horn() -> None:
    state, user = with_item("war_horn")
    far, _netted = add(state, 0, "mage", HERE), add(state, 0, "peasant", (5, 5), net=1)
    add(state, 1, "peasant", (5, 0))
    assert plans(state, "war_horn", user) == {(f"unit:{far.id}",)}
    assert Table(state).act(user, "use:war_horn", f"unit:{far.id}").unit(far).extra == ["any"]


@rule("STR-103")
def test_spirit_incense() -> None:
    state, user = with_item("spirit_incense")
    low, _full = add(state, 0, "mage", HERE, spirit=1), add(state, 0, "mage", (0, 1))
    add(state, 1, "mage", (5, 5), spirit=0)
    assert plans(state, "spirit_incense", user) == {(f"unit:{low.id}",)}
    assert Table(state).act(user, "use:spirit_incense", f"unit:{low.id}").unit(low).spirit == 3


@rule("STR-038", "STR-103", "STR-204")
def test_deed_of_hire() -> None:
    state, user = with_item("deed_of_hire")
    add(state, 1, "peasant", (5, 5))
    purse(state, 0, nickel=1, oak=1)
    assert plans(state, "deed_of_hire", user) == {()}
    table = Table(state).act(user, "use:deed_of_hire", "buy", "hire:soldier")
    assert table.of("pay:") == {"pay:oak*1", "pay:nickel*1"}
    table.do("pay:nickel*1")
    table.do(sorted(table.of("tile:"))[0])
    assert (table.pool(0).nickel, table.pool(0).oak, table.player(0).deed) == (0, 1, False)
    assert not table.of("hire:")
    state, user = with_item("deed_of_hire")
    add(state, 1, "peasant", (5, 5))
    table = Table(state).act(user, "use:deed_of_hire")
    assert table.player(0).deed
    assert not table.end_turn().player(0).deed
    for col in range(4):
        add(state, 0, "peasant", (0, col))
    assert not plans(state, "deed_of_hire", user)


@rule("STR-103")
def test_pearl_purse() -> None:
    state, user = with_item("pearl_purse")
    assert plans(state, "pearl_purse", user) == {()}
    assert Table(state).act(user, "use:pearl_purse").pool(0).gems == 2


@rule("STR-103")
def test_siren_conch() -> None:
    state, user = with_item("siren_conch")
    foe, _far = add(state, 1, "soldier", (3, 1)), add(state, 1, "soldier", (0, 0))
    add(state, 0, "peasant", (2, 1))
    squares_for_foe = {plan[1] for plan in plans(state, "siren_conch", user)}
    assert squares_for_foe == {"tile:4,1", "tile:3,2", "tile:5,1", "tile:4,0", "tile:4,2", "tile:2,2"}
    assert {plan[0] for plan in plans(state, "siren_conch", user)} == {f"unit:{foe.id}"}
    assert Table(state).act(user, "use:siren_conch", f"unit:{foe.id}", "tile:2,2").unit(foe).at == (2, 2)


@rule("STR-066", "STR-103", "STR-181")
def test_bottled_tempest() -> None:
    state, user = with_item("bottled_tempest")
    assert not plans(state, "bottled_tempest", user)
    one, two, three = (add(state, 1, "soldier", at) for at in ((3, 2), (3, 1), (3, 0)))
    friend = add(state, 0, "soldier", (2, 3))
    table = Table(state).act(user, "use:bottled_tempest")
    assert [table.unit(unit).health for unit in (one, two, three, friend)] == [4, 4, 6, 6]


@rule("STR-085", "STR-103")
def test_message_in_a_bottle() -> None:
    state, user = with_item("message_bottle")
    table = Table(state).act(user, "use:message_bottle")
    assert table.pool(0).gems == 1
    assert not table.player(0).spells
    state, user = with_item("message_bottle")
    add(state, 0, "mage", HERE)
    table = Table(state).act(user, "use:message_bottle")
    assert table.pool(0).gems == 0
    assert [spell.kind for spell in table.player(0).spells] == ["mage"]
    state, user = with_item("message_bottle")
    add(state, 0, "mage", HERE)
    state.decks["mage"] = []
    assert Table(state).act(user, "use:message_bottle").pool(0).gems == 1


# Permanent items, one by one ------------------------------------------------------------------------------------


@rule("STR-105", "STR-109")
@pytest.mark.parametrize("title", ["golden_idol", "sunken_crown"])
def test_golden_idol_and_sunken_crown(title: str) -> None:
    at = HERE if title == "golden_idol" else SEA
    state, _ = found(title, at=at, promoted=True)
    table = Table(state).do("search")
    assert points(table.state, 0) == 1


@rule("STR-105", "STR-194", "STR-206")
def test_surveyors_map() -> None:
    state = board()
    add(state, 0, "explorer", HERE, actions=["travel", "defend"])
    give(state, 0, "surveyors_map")
    purse(state, 0, corn=2, oak=1)
    tile(state, (0, 1)).searched = True
    table = Table(state)
    assert set(table.options()) == {"map", "buy", "concede"}  # no actions left, but the map can be used
    table.do("map")
    near = {f"tile:{r},{c}" for (r, c), t in squares(state) if r + c <= 2 and t.kind != "S"} - {"tile:0,1"}
    assert table.of("tile:") == near
    table.do("tile:1,0")
    assert tile(table.state, (1, 0)).seen == [0]
    assert table.phase == "buy"
    assert "A2" in table.log(1)
    assert table.session.fence == len(table.session.choices)


@rule("STR-105")
def test_merchants_scales() -> None:
    state = board()
    add(state, 0, "peasant", HERE)
    purse(state, 0, corn=2, oak=3, gems=5)
    give(state, 0, "merchants_scales")
    table = Table(state)
    assert "scales" not in table.options()
    table.do("buy", "scales")
    assert table.of("trade:") == {
        f"trade:{a}:{b}" for a in ("corn", "oak") for b in ("corn", "nickel", "spice", "oak") if a != b
    }
    table.do("trade:oak:nickel")
    assert (table.pool(0).oak, table.pool(0).nickel) == (1, 1)
    assert "scales" not in table.options()


@rule("STR-105")
def test_seed_pouch() -> None:
    state = board()
    one, two = add(state, 0, "peasant", HERE), add(state, 0, "peasant", (0, 4))
    three = add(state, 0, "soldier", (1, 5))
    give(state, 0, "seed_pouch")
    table = Table(state).pick(one).d4(4).do("power")
    assert table.pool(0).corn == 0
    table.act(two, "harvest")
    assert table.pool(0).corn == 2
    table.act(three, "harvest")
    assert table.pool(0).corn == 3


@rule("STR-028", "STR-105", "STR-204")
def test_herbal_lore() -> None:
    state = board()
    one, two = add(state, 0, "peasant", HERE, health=2), add(state, 0, "soldier", (3, 3), health=5)
    add(state, 0, "archer", (0, 1))
    add(state, 1, "peasant", (5, 5))
    give(state, 0, "herbal_lore")
    table = Table(state).do("buy", "buy")
    assert set(table.options()) == {f"unit:{one.id}", f"unit:{two.id}"}
    table.do(f"unit:{two.id}")
    assert table.unit(two).health == 6
    assert table.unit(one).health == 2


@rule("STR-105")
def test_tide_chart() -> None:
    for sign, cards in (("I", 2), ("blank", 0)):
        state = board()
        add(state, 0, "explorer", SEA, promoted=True)
        set_sign(state, SEA, sign)
        give(state, 0, "tide_chart")
        stack(state, "lagoon", "sunken_crown", "sunken_crown")
        state.decks["lagoon"].sort(key=lambda card: not card.id.startswith("sunken_crown"))
        assert len(Table(state).do("search").player(0).permanents) == 1 + cards
    state, _ = found("tide_chart", at=SEA, promoted=True)
    assert len(Table(state).do("search").player(0).permanents) == 1


@rule("STR-028", "STR-105")
def test_gem_sieve() -> None:
    for at, gems in ((SEA, 1), ((0, 1), 0)):
        state = board()
        add(state, 0, "explorer", at)
        add(state, 1, "peasant", (5, 5))
        give(state, 0, "gem_sieve")
        assert Table(state).end_turn().end_turn().pool(0).gems == gems


# Traps, one by one ----------------------------------------------------------------------------------------------


@rule("STR-106")
def test_pitfall() -> None:
    state, explorer = found("pitfall")
    assert Table(state).do("search").unit(explorer).health == 3


@rule("STR-106")
def test_poison_dart() -> None:
    state, explorer = found("poison_dart")
    assert Table(state).d4(4).do("search").unit(explorer).health == 1


@rule("STR-106", "STR-187")
def test_hunters_net() -> None:
    state, explorer = found("hunters_net", extra=["any"])
    purse(state, 0, corn=2, oak=1)
    table = Table(state).do("search")
    assert table.unit(explorer).net == 2
    assert table.phase == "buy"


@rule("STR-187", "STR-097", "STR-098")
def test_a_second_net_renews_the_first_and_does_not_add() -> None:
    """Both cards of one search: the deck has nothing else, so the net is shuffled in again and drawn twice."""
    state, explorer = found("hunters_net")
    add(state, 1, "peasant", (5, 5))
    purse(state, 0, corn=2, oak=1)
    set_sign(state, explorer.at, "II")
    state.decks["land"] = state.decks["land"][:1]
    table = Table(state).do("search")
    assert table.log().count("Hunter's Net") >= 2
    assert table.unit(explorer).net == 2
    for left in (1, 0):  # what is left of this turn, and all of the next; no more for a second net
        table.end_turn()
        assert table.unit(explorer).net == left
        table.end_turn()
        assert (table.phase == "action") is (left == 0)


@rule("STR-187")
def test_markers_do_not_pile_up() -> None:
    """At most one of each kind: whoever has a snare or a ward is no choice for a second."""
    state = board()
    mage, other = add(state, 0, "mage", (3, 3)), add(state, 0, "mage", (3, 2))
    foe = add(state, 1, "soldier", (3, 5))
    add(state, 1, "soldier", (1, 3))
    teach(state, 0, "frost_snare", "ward")
    table = Table(state).act(mage, "cast:frost_snare", f"unit:{foe.id}").act(other, "cast:ward", f"unit:{mage.id}")
    assert table.unit(foe).snare
    assert table.unit(mage).ward
    for spell, marked in (("frost_snare", foe), ("ward", mage)):
        plans = {plan[0] for plan in EFFECTS[spell].plans(table.state, table.unit(other))}
        assert plans
        assert f"unit:{marked.id}" not in plans


@rule("STR-106", "STR-204")
def test_thieves_cache() -> None:
    state, _ = found("thieves_cache")
    purse(state, 0, corn=2, oak=1, gems=1)
    table = Table(state).do("search")
    assert table.of("give:") == {
        "give:corn*2",
        "give:corn*1,oak*1",
        "give:corn*1,gems*1",
        "give:oak*1,gems*1",
    }
    table.do("give:corn*1,gems*1")
    assert (table.pool(0).corn, table.pool(0).oak, table.pool(0).gems) == (1, 1, 0)
    state, _ = found("thieves_cache")
    purse(state, 0, spice=1)
    assert Table(state).do("search").pool(0).spice == 0


@rule("STR-043", "STR-106", "STR-204")
def test_undertow() -> None:
    state, explorer = found("undertow", at=SEA, promoted=True)
    add(state, 1, "peasant", (0, 2))
    table = Table(state).do("search")
    assert table.of("tile:") == {"tile:1,1", "tile:1,3", "tile:2,2"}
    table.do("tile:2,2")
    assert table.unit(explorer).at == (2, 2)
    assert table.unit(explorer).health == 5
    state, explorer = found("undertow", at=SEA, promoted=True, health=1)
    add(state, 0, "peasant", HERE)
    assert not Table(state).act(explorer, "search").on_board(explorer)


@rule("STR-106", "STR-204")
def test_krakens_grip() -> None:
    state, explorer = found("krakens_grip", at=SEA, promoted=True, equipment=["oak_shield", "trident"])
    table = Table(state).d4(3).do("search")
    assert len(table.options()) == 2
    table.do(next(name for name in table.options() if name.startswith("trident")))
    assert [card.partition("#")[0] for card in table.unit(explorer).equipment] == ["oak_shield"]
    assert table.unit(explorer).health == 3
    assert table.state.discards["lagoon"][1].startswith("trident")


# Calamities, one by one -----------------------------------------------------------------------------------------


@rule("STR-108")
def test_locusts() -> None:
    state, _ = found("locusts")
    purse(state, 0, corn=5, oak=4)
    purse(state, 1, corn=2)
    table = Table(state).do("search")
    assert (table.pool(0).corn, table.pool(0).oak, table.pool(1).corn) == (2, 4, 1)


@rule("STR-108")
@pytest.mark.parametrize(("title", "at"), [("earthquake", (1, 0)), ("wildfire", (0, 1))])
def test_earthquake_and_wildfire(title: str, at: tuple[int, int]) -> None:
    state, explorer = found(title)
    hit, spared = add(state, 1, "soldier", at), add(state, 1, "soldier", (1, 1))
    own = add(state, 0, "soldier", {"earthquake": (3, 2), "wildfire": (2, 0)}[title], defend=True)
    table = Table(state).act(explorer, "search")
    assert [table.unit(unit).health for unit in (hit, spared, own, explorer)] == [4, 6, 4, 5]


@rule("STR-108")
def test_tidal_wave() -> None:
    state, explorer = found("tidal_wave", at=SEA, promoted=True)
    beside, inland = add(state, 1, "soldier", (2, 2)), add(state, 1, "soldier", (0, 0))
    table = Table(state).act(explorer, "search")
    assert [table.unit(unit).health for unit in (explorer, beside, inland)] == [5, 5, 6]


@rule("STR-108", "STR-185", "STR-200", "STR-204")
def test_pandoras_box() -> None:
    state = board("ffa3")
    explorer, mate = add(state, 1, "explorer", (0, 3), promoted=True), add(state, 1, "peasant", (0, 6))
    third = add(state, 2, "soldier", (6, 3))
    first_seat = add(state, 0, "soldier", HERE)
    state.slot, state.actor = 1, 1
    set_sign(state, (0, 3), "I")
    stack(state, "lagoon", "pandoras_box")
    table = Table(state).act(explorer, "search")
    assert set(table.options()) == {f"unit:{explorer.id}", f"unit:{mate.id}"}
    table.do(f"unit:{mate.id}")
    free = {f"tile:{r},{c}" for (r, c), t in squares(state) if t.kind in "PMDF"} - {"tile:0,0", "tile:0,6", "tile:6,3"}
    assert table.of("tile:") == free
    table.do("tile:0,1")
    assert table.seat == 2
    assert table.state.deciding == 2
    table.do("tile:6,2")
    assert table.seat == 0
    table.do("tile:1,0")
    assert [table.unit(u).at for u in (mate, third, first_seat)] == [(0, 1), (6, 2), (1, 0)]
    assert [table.unit(u).health for u in (explorer, mate, third, first_seat)] == [5, 3, 5, 5]
    assert table.state.deciding is None
    assert table.seat == 1


@rule("STR-102")
def test_items_belong_to_the_player_not_to_a_unit() -> None:
    state = board()
    one, two = add(state, 0, "explorer", HERE), add(state, 0, "explorer", (3, 3))
    give(state, 0, "pearl_purse", "pearl_purse", "pearl_purse")
    teach(state, 1, "spark", lost=True)
    table = Table(state).act(one, "use:pearl_purse").act(two, "use:pearl_purse")
    assert table.pool(0).gems == 4
    assert len(table.player(0).items) == 1

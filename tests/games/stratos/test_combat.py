"""Attack, Shoot and defeat: section 7."""

from __future__ import annotations

from app.games.stratos.combat import attacks, reduction, shot
from app.games.stratos.scoring import points
from tests.games.stratos.situations import Table, add, board, give, set_sign, set_special, stack, teach
from tests.rules import rule


@rule("STR-060", "STR-062", "STR-EX22")
def test_attack_rolls_a_d6_and_six_misses_unless_a_knight() -> None:
    for promoted, rolled, left in ((False, 6, 5), (False, 5, 0), (True, 6, 0), (False, 2, 3)):
        state = board()
        soldier = add(state, 0, "soldier", (3, 3), promoted=promoted)
        archer = add(state, 1, "archer", (3, 2))
        add(state, 1, "archer", (3, 1))
        table = Table(state).pick(soldier)
        assert table.of("attack:") == {f"attack:own:{archer.id}"}
        table.d6(rolled).do(f"attack:own:{archer.id}")
        assert table.on_board(archer) == (left > 0)
        assert points(table.state, 0) == (left == 0)
        if left:
            assert table.unit(archer).health == left


@rule("STR-061", "STR-064", "STR-EX23", "STR-EX64")
def test_shoot_at_range_two_or_three_over_others() -> None:
    state = board("ffa4")
    archer = add(state, 0, "archer", (2, 3))
    near, mid, far = (add(state, 1, "peasant", (2, col)) for col in (4, 5, 6))
    beyond = add(state, 1, "peasant", (4, 1))
    table = Table(state).pick(archer)
    assert table.of("shoot:") == {f"shoot:{mid.id}", f"shoot:{far.id}"}
    table.refused(f"shoot:{near.id}", reason="at range 1; it must be range 2-3", by="STR-061")
    table.refused(f"shoot:{beyond.id}", reason="at range 4; it must be range 2-3", by="STR-061")
    assert not table.unit(archer).actions
    table.d4(3).do(f"shoot:{far.id}")
    assert table.unit(far).health == 1


@rule("STR-061", "STR-062")
def test_a_four_misses_unless_a_marksman() -> None:
    for promoted, left in ((False, 6), (True, 2)):
        state = board()
        add(state, 0, "archer", (3, 3), promoted=promoted)
        foe = add(state, 1, "soldier", (3, 1))
        assert Table(state).d4(4).do(f"shoot:{foe.id}").unit(foe).health == left


@rule("STR-063")
def test_a_unit_with_several_attacks_chooses_and_attack_and_shoot_differ() -> None:
    state = board()
    soldier = add(state, 0, "soldier", (3, 3), equipment=["trident"])
    archer = add(state, 0, "archer", (4, 2), equipment=["pitchfork"])
    marksman = add(state, 0, "archer", (5, 2))
    beside, away = add(state, 1, "soldier", (3, 2)), add(state, 1, "soldier", (3, 1))
    table = Table(state).pick(soldier)
    assert table.of("attack:") == {
        f"attack:own:{beside.id}",
        f"attack:trident:{beside.id}",
        f"attack:trident:{away.id}",
    }
    assert not table.pick(archer).of("attack:")  # a Pitchfork is of no use to an Archer
    assert [p.id for p in attacks(table.unit(marksman))] == []
    state = board()
    both = add(state, 0, "archer", (3, 3), equipment=["trident"])
    foe = add(state, 1, "soldier", (3, 1), equipment=["oak_shield", "coral_mail"])
    table = Table(state).d4(1).act(both, f"shoot:{foe.id}", f"attack:trident:{foe.id}")
    assert table.unit(both).actions == ["shoot", "attack"]


@rule("STR-065")
def test_only_enemies_can_be_attacked() -> None:
    state = board("sorcerer3")
    state.slot, state.actor = 1, 1
    soldier, archer = add(state, 1, "soldier", (6, 0)), add(state, 1, "archer", (4, 0))
    add(state, 1, "peasant", (7, 0))
    add(state, 2, "peasant", (6, 1))
    table = Table(state)
    assert not table.pick(soldier).of("attack:")
    assert not table.pick(archer).of("shoot:")


@rule("STR-066", "STR-068")
def test_kinds_of_damage_and_what_lessens_them() -> None:
    state = board()
    plain = add(state, 0, "peasant", (0, 0))
    assert [reduction(plain, kind) for kind in ("physical", "magical", "item")] == [0, 0, 0]
    defended = add(state, 0, "peasant", (0, 1), defend=True, ward=True, equipment=["oak_shield", "coral_mail"])
    assert [reduction(defended, kind) for kind in ("physical", "magical", "item")] == [3, 3, 2]
    fort = add(state, 0, "soldier", (1, 1), occupies="fortress")
    assert [reduction(fort, kind) for kind in ("physical", "magical", "item")] == [3, 1, 1]
    mage = add(state, 0, "mage", (1, 0), defend=True)
    assert [reduction(mage, kind) for kind in ("physical", "magical", "item")] == [1, 2, 1]


@rule("STR-067", "STR-068", "STR-EX24")
def test_bonuses_and_reductions_add_up() -> None:
    state = board()
    set_special(state, (2, 1), "fortress", covered=False)
    soldier = add(state, 0, "soldier", (2, 2), equipment=["steel_blade"])
    foe = add(state, 1, "soldier", (2, 1), defend=True, occupies="fortress", equipment=["oak_shield"])
    table = Table(state).pick(soldier).d6(4).do(f"attack:own:{foe.id}")
    assert table.unit(foe).health == 5


@rule("STR-067")
def test_a_miss_gets_no_bonus_and_damage_is_never_below_zero() -> None:
    for rolled in (6, 1):
        state = board()
        soldier = add(state, 0, "soldier", (2, 2), equipment=["steel_blade"])
        foe = add(state, 1, "soldier", (2, 3), defend=True)
        assert Table(state).pick(soldier).d6(rolled).do(f"attack:own:{foe.id}").unit(foe).health == 6


@rule("STR-069", "STR-070")
def test_a_defeated_unit_leaves_at_once() -> None:
    state = board()
    soldier = add(state, 0, "soldier", (2, 2))
    foe = add(state, 1, "archer", (2, 3), health=1, equipment=["oak_shield"])
    table = Table(state).pick(soldier).d6(5).do(f"attack:own:{foe.id}")
    assert not table.on_board(foe)
    assert "travel:2,3" in table.options()
    assert table.state.discards["land"] == foe.equipment


@rule("STR-071", "STR-144")
def test_a_used_item_earns_the_token_too() -> None:
    state = board()
    explorer = add(state, 0, "explorer", (2, 2))
    foes = [add(state, 1, "peasant", (2, 3), health=1), add(state, 1, "peasant", (3, 2), health=2)]
    give(state, 0, "bottled_tempest")
    table = Table(state).act(explorer, "use:bottled_tempest")
    assert not any(table.on_board(foe) for foe in foes)
    assert table.player(0).defeats == 2
    assert points(table.state, 0) == 3


@rule("STR-071", "STR-072", "STR-181", "STR-EX25")
def test_meteor_defeats_friend_and_foe_for_one_token() -> None:
    state = board()
    sorcerer = add(state, 0, "mage", (0, 3), promoted=True)
    foe = add(state, 1, "explorer", (2, 3))
    own = add(state, 0, "peasant", (2, 2), health=2)
    teach(state, 0, "meteor")
    table = Table(state).act(sorcerer, "cast:meteor").d6(5).do("tile:2,3")
    assert not table.on_board(foe)
    assert not table.on_board(own)
    assert table.player(0).defeats == 1
    assert table.player(1).defeats == 0


@rule("STR-072")
def test_no_token_for_traps_and_calamities() -> None:
    state = board()
    explorer = add(state, 0, "explorer", (0, 0))
    foe = add(state, 1, "peasant", (5, 5), health=1)
    add(state, 1, "peasant", (5, 4))
    set_sign(state, (0, 0), "I")
    stack(state, "land", "plague")
    table = Table(state).act(explorer, "search")
    assert not table.on_board(foe)
    assert [player.defeats for player in table.state.players] == [0, 0]


@rule("STR-061", "STR-063")
def test_the_longbow_reaches_four() -> None:
    state = board()
    archer = add(state, 0, "archer", (0, 0), equipment=["longbow"])
    bow = shot(archer)
    assert bow is not None
    assert (bow.near, bow.far) == (2, 4)

"""The Buy Phase and the special tiles: sections 11 and 12."""

from __future__ import annotations

from app.games.stratos.board import defending, form, units_of
from app.games.stratos.buying import hire_squares, payments
from app.games.stratos.components import CLASSES, LEARN_COST
from app.games.stratos.scoring import points
from app.games.stratos.state import Pool, State
from tests.games.stratos.situations import Table, add, board, purse, set_special, teach, tile
from tests.rules import rule


def shop(**resources: int) -> State:
    state = board()
    add(state, 0, "peasant", (0, 0))
    add(state, 1, "peasant", (5, 5))
    purse(state, 0, **resources)
    return state


@rule("STR-110", "STR-203")
def test_any_purchases_in_any_order() -> None:
    state = shop(corn=9, nickel=9, spice=9, oak=9)
    table = Table(state).do("buy")
    unit = state.units[0].id
    assert set(table.options()) == {
        *(f"hire:{cls}" for cls in CLASSES),
        f"promote:{unit}",
        *(f"retrain:{unit}:{cls}" for cls in ("soldier", "archer", "mage", "explorer")),
        "hoard",
        "pass",
        "concede",
    }
    table.do("hoard", "hire:mage", "tile:0,1", "learn:mage", "hoard", f"promote:{unit}")
    assert points(table.state, 0) == 2
    assert len(table.player(0).spells) == 2
    assert (table.pool(0).corn, table.pool(0).nickel, table.pool(0).spice, table.pool(0).oak) == (4, 7, 4, 5)


@rule("STR-111", "STR-204")
def test_gems_stand_for_main_resources() -> None:
    ways = payments(Pool(corn=1, spice=2, gems=2), {"spice": 2, "corn": 1})
    assert ways == [(1, 0, 2, 0, 0), (0, 0, 2, 0, 1), (1, 0, 1, 0, 1), (0, 0, 1, 0, 2), (1, 0, 0, 0, 2)]
    state = shop(corn=1, spice=2, gems=1)
    table = Table(state).do("buy", "gems", "hire:mage")
    assert table.of("pay:") == {"pay:corn*1,spice*2", "pay:spice*2,gems*1", "pay:corn*1,spice*1,gems*1"}
    table.do("pay:spice*2,gems*1", "tile:0,1")
    assert (table.pool(0).corn, table.pool(0).spice, table.pool(0).gems) == (1, 0, 0)


@rule("STR-204")
def test_gems_are_kept_unless_the_player_wants_to_pay_with_them() -> None:
    """Without a word main resources pay; whoever presses "Pay with Gems" is asked, for the rest of the Buy Phase."""
    state = shop(corn=2, spice=4, gems=1)
    table = Table(state).do("buy")
    assert "gems" in table.options()
    table.do("hire:mage", "tile:0,1")
    assert table.pool(0) == Pool(corn=1, spice=2, gems=1)
    table.do("gems")
    assert "gems" not in table.options()
    assert table.do("hire:mage").of("pay:")
    table.do("back").end_turn()
    assert not table.state.gems_too
    assert "gems" not in Table(shop(nickel=1, oak=1, gems=1)).do("buy").options(), "there the Gem is needed anyway"
    assert "gems" not in Table(shop(nickel=2, oak=1)).do("buy").options(), "there is none"


@rule("STR-114", "STR-183", "STR-EX37")
def test_hiring_a_mage_with_a_gem() -> None:
    state = shop(corn=1, spice=1, gems=1)
    table = Table(state).do("buy", "hire:mage", "tile:1,0")
    mage = table.state.units[-1]
    assert (mage.health, mage.spirit, mage.defend, form(mage)) == (4, 3, True, "Mage")
    assert table.pool(0) == Pool()
    assert [spell.kind for spell in table.player(0).spells] == ["mage"]


@rule("STR-111", "STR-EX63", "STR-210")
def test_what_cannot_be_paid_is_refused() -> None:
    state = shop(nickel=1, oak=1)
    state.phase = "buy"
    table = Table(state)
    table.refused("hire:soldier", reason="1 Nickel short", by="STR-111")
    assert (table.pool(0).nickel, table.pool(0).oak) == (1, 1)
    state = shop(nickel=1, oak=1, gems=1)
    table = Table(state).do("buy", "hire:soldier", "tile:0,1")
    assert table.pool(0) == Pool()
    assert table.state.units[-1].cls == "soldier"


@rule("STR-113")
def test_at_most_five_units() -> None:
    state = shop(corn=9, oak=9)
    for col in range(1, 5):
        add(state, 0, "peasant", (5, col))
    table = Table(state).do("buy")
    assert not table.of("hire:")
    assert table.of("promote:")


@rule("STR-115", "STR-116", "STR-EX40", "STR-129", "STR-130")
def test_next_to_a_unit_that_acted_else_the_nearest() -> None:
    state = board()
    actor = add(state, 0, "peasant", (0, 0))
    add(state, 0, "peasant", (0, 1))
    add(state, 0, "peasant", (1, 0))
    purse(state, 0, corn=4, nickel=4, spice=2, oak=6)
    table = Table(state).act(actor, "defend", "buy", "hire:soldier")
    assert table.of("tile:") == {"tile:0,2", "tile:1,1", "tile:2,0"}
    table.do("tile:1,1")
    assert table.pool(0) == Pool(4, 2, 2, 5)
    table.do("hoard", "hoard")
    assert table.pool(0) == Pool(2, 0, 0, 3)
    assert points(table.state, 0) == 2
    table.refused("hoard", reason="you have no Nickel and no Spice", by="STR-129")


@rule("STR-115")
def test_only_units_that_acted_count() -> None:
    state = board()
    actor, _idle = add(state, 0, "peasant", (0, 0)), add(state, 0, "peasant", (3, 3))
    purse(state, 0, nickel=2, oak=1)
    table = Table(state).act(actor, "defend", "buy", "hire:soldier")
    assert table.of("tile:") == {"tile:0,1", "tile:1,0"}


@rule("STR-117")
def test_if_none_acted_all_count() -> None:
    state = board()
    add(state, 0, "peasant", (0, 0))
    add(state, 0, "peasant", (3, 3))
    assert set(hire_squares(state, 0, "soldier")) == {(0, 1), (1, 0), (2, 3), (3, 2), (3, 4)}


@rule("STR-118", "STR-152")
def test_without_units_on_any_free_land_tile() -> None:
    state = board()
    add(state, 1, "peasant", (5, 5))
    for cls in ("soldier", "explorer"):
        places = set(hire_squares(state, 0, cls))
        assert (5, 5) not in places
        assert (1, 2) not in places
        assert (2, 1) in places
        assert len(places) == 31


@rule("STR-119", "STR-131", "STR-140", "STR-183")
def test_a_hired_unit_discovers_a_covered_special() -> None:
    state = board()
    add(state, 0, "peasant", (1, 1))
    purse(state, 0, nickel=2, oak=1)
    set_special(state, (2, 1), "quarry")
    table = Table(state).do("buy", "hire:soldier", "tile:2,1")
    assert table.pool(0).gems == 2
    assert not tile(table.state, (2, 1)).covered


@rule("STR-120")
def test_no_legal_tile_no_hire() -> None:
    state = shop(nickel=2, oak=1)
    for row in range(6):
        for col in range(6):
            if (row, col) not in ((0, 0), (5, 5)):
                state.grid[row][col] = None
    assert not Table(state).do("buy").of("hire:")


@rule("STR-121", "STR-EX38", "STR-084")
def test_promoting_a_mage() -> None:
    state = board()
    mage = add(state, 0, "mage", (0, 0), health=2, spirit=2)
    add(state, 1, "peasant", (5, 5))
    purse(state, 0, corn=2, spice=5, nickel=1)
    table = Table(state).do("buy", f"promote:{mage.id}")
    now = table.unit(mage)
    assert (form(now), now.health, now.spirit) == ("Sorcerer", 2, 6)
    assert [spell.kind for spell in table.player(0).spells] == ["sorcerer"]
    assert table.pool(0) == Pool(corn=1, spice=3, nickel=1)
    assert "hire:mage" in table.options(), "the price is there once more"
    assert f"promote:{mage.id}" not in table.options()


@rule("STR-121")
def test_promotion_bonuses() -> None:
    for cls, health in (("peasant", 5), ("soldier", 8), ("archer", 6), ("mage", 4), ("explorer", 6)):
        state = board()
        unit = add(state, 0, cls, (0, 0))
        purse(state, 0, 3, 3, 3, 3)
        assert Table(state).do("buy", f"promote:{unit.id}").unit(unit).health == health


@rule("STR-122", "STR-127")
def test_hired_promoted_and_taught_in_one_phase() -> None:
    state = shop(corn=2, spice=7, nickel=1, oak=1)
    table = Table(state).do("buy")
    assert not table.of("learn:")
    table.do("hire:mage", "tile:0,1")
    assert table.of("learn:") == {"learn:mage"}
    table.do(f"promote:{table.state.units[-1].id}")
    assert table.of("learn:") == {"learn:mage", "learn:sorcerer"}
    table.do("learn:sorcerer", "learn:mage")
    assert sorted(spell.kind for spell in table.player(0).spells) == ["mage", "mage", "sorcerer", "sorcerer"]
    assert all(not spell.up for spell in table.player(0).spells)


@rule("STR-123", "STR-124", "STR-125", "STR-EX39", "STR-081")
def test_retraining() -> None:
    for promoted, health, cls, after in ((False, 2, "soldier", 4), (True, 3, "mage", 2), (True, 1, "mage", 1)):
        state = board()
        unit = add(state, 0, "peasant", (0, 0), promoted=promoted, health=health)
        purse(state, 0, 3, 3, 3, 3)
        table = Table(state).do("buy", f"retrain:{unit.id}:{cls}")
        now = table.unit(unit)
        assert (now.cls, now.health, now.promoted, now.defend, now.at) == (cls, after, False, False, (0, 0))
        assert now.spirit == (3 if cls == "mage" else 0)
        assert len(table.player(0).spells) == (cls == "mage")
    state = board()
    unit = add(state, 0, "soldier", (0, 0))
    purse(state, 0, 9, 9, 9, 9)
    assert not Table(state).do("buy").of("retrain:")


@rule("STR-126")
def test_prices_of_spells() -> None:
    assert LEARN_COST == {"mage": {"spice": 1, "oak": 1}, "sorcerer": {"spice": 2, "nickel": 1}}
    state = board()
    add(state, 0, "mage", (0, 0))
    purse(state, 0, nickel=1, spice=3, oak=1)
    table = Table(state).do("buy")
    assert table.of("learn:") == {"learn:mage"}
    table.do("learn:mage")
    assert table.pool(0) == Pool(nickel=1, spice=2)
    assert not table.player(0).spells[0].up


@rule("STR-130")
def test_gems_hoard_for_what_is_missing() -> None:
    state = shop(corn=3, nickel=1, gems=3)
    table = Table(state).do("buy", "hoard")
    assert table.pool(0) == Pool(corn=2, gems=1)
    assert points(table.state, 0) == 1
    table.refused("hoard", reason="no Nickel and no Spice and no Oak, and 1 Gem for it", by="STR-129")
    assert Table(shop(corn=2, nickel=1, spice=1, oak=1, gems=3)).do("buy", "hoard").pool(0) == Pool(corn=1, gems=3)


@rule("STR-130")
def test_a_table_may_play_without_gems_in_hoards() -> None:
    state = shop(corn=1, nickel=1, spice=1, gems=4)
    state.gem_hoards = False
    table = Table(state).do("buy")
    assert "hoard" not in table.options()
    table.refused("hoard", reason="no Oak; Gems do not count", by="STR-129")


# Special tiles --------------------------------------------------------------------------------------------------


@rule("STR-131", "STR-132")
def test_a_special_is_discovered_once() -> None:
    state = board()
    set_special(state, (2, 1), "quarry")
    add(state, 0, "peasant", (1, 1))
    second = add(state, 0, "peasant", (2, 2))
    table = Table(state).do("travel:2,1", "travel:1,1").act(second, "travel:2,1")
    assert table.pool(0).gems == 2


@rule("STR-132")
def test_a_special_that_lies_open_is_discovered_by_the_first_to_land() -> None:
    state = board("sorcerer3")
    add(state, 0, "peasant", (1, 3))
    second = add(state, 0, "peasant", (0, 2))
    table = Table(state).do("travel:0,3")
    assert table.pool(0).gems == 2
    table.do("travel:1,3").act(second, "travel:0,3")
    assert table.pool(0).gems == 2
    assert "is the first on the Quarry" in table.log()


@rule("STR-133", "STR-141", "STR-EX42")
def test_occupying_the_quarry() -> None:
    state = board()
    state.slot, state.actor = 1, 1
    set_special(state, (2, 1), "quarry")
    archer = add(state, 1, "archer", (2, 2))
    add(state, 0, "peasant", (5, 5))
    table = Table(state).do("travel:2,1")
    assert table.pool(1).gems == 2
    assert table.unit(archer).occupies == ""
    table.end_turn().end_turn()
    assert table.pool(1).gems == 3
    assert table.unit(archer).occupies == "quarry"
    table.act(archer, "travel:2,2")
    assert table.unit(archer).occupies == ""
    table.end_turn().end_turn()
    assert table.pool(1).gems == 3


@rule("STR-134", "STR-135", "STR-EX41")
def test_the_academy() -> None:
    state = board()
    set_special(state, (2, 1), "academy")
    peasant = add(state, 0, "peasant", (1, 1), health=3)
    soldiers = [add(state, 0, "soldier", (4, 4)), add(state, 0, "soldier", (4, 5))]
    add(state, 1, "peasant", (5, 5))
    purse(state, 0, nickel=4, oak=2)
    table = Table(state).do("travel:2,1")
    assert (form(table.unit(peasant)), table.unit(peasant).health) == ("Cultivator", 4)
    table.end_turn().end_turn().do("buy", f"promote:{soldiers[0].id}")
    assert table.of("pay:") == {"pay:nickel*2", "pay:nickel*1,oak*1"}
    table.do("pay:nickel*2", f"promote:{soldiers[1].id}", "pay:nickel*1,oak*1")
    assert table.pool(0) == Pool(nickel=1, oak=1)


@rule("STR-135", "STR-133")
def test_the_academy_saves_only_whoever_held_it_at_the_start_of_the_turn() -> None:
    """Stepping onto it is not enough, and stepping off ends it before the Buy Phase."""
    for begins_on_it, leaves, cheaper in ((False, False, False), (True, False, True), (True, True, False)):
        state = board()
        set_special(state, (2, 1), "academy", covered=False)
        holder = add(state, 0, "peasant", (2, 1) if begins_on_it else (1, 1), promoted=True)
        soldier = add(state, 0, "soldier", (5, 4))
        add(state, 1, "peasant", (5, 5))
        purse(state, 0, nickel=1, oak=1)
        state.slot = state.actor = 1
        table = Table(state).end_turn()
        if not begins_on_it:
            table.act(holder, "travel:2,1")
        if leaves:
            table.act(holder, "travel:1,1", "travel:2,1")  # even if it comes back in the same turn
        table.do("buy")
        assert (
            f"promote:{soldier.id}" in (table.options() if table.phase == "buy" and table.seat == 0 else [])
        ) is cheaper


@rule("STR-135", "STR-176")
def test_the_academy_saves_one_resource_of_a_promotion_and_of_nothing_else() -> None:
    """Not for others, not for a hire, and not one for each unit that is promoted on it."""
    state = board()
    set_special(state, (2, 1), "academy", covered=False)
    add(state, 0, "peasant", (2, 1), promoted=True, occupies="academy")
    soldier = add(state, 0, "soldier", (4, 4))
    theirs = add(state, 1, "soldier", (5, 5))
    purse(state, 0, nickel=1, oak=1)
    purse(state, 1, nickel=1, oak=1)
    table = Table(state).do("buy")
    assert table.of("promote:") == {f"promote:{soldier.id}"}
    assert not table.of("hire:"), "2 of the 3 that a Soldier costs: the Academy hires nobody"
    assert not table.of("retrain:")
    table.do(f"promote:{soldier.id}")
    assert table.pool(0) == Pool()
    assert table.seat == 1, "nothing is left to buy"
    table.do("travel:4,5", "defend")
    assert table.seat == 0, "theirs would cost three"
    assert not table.unit(theirs).promoted


@rule("STR-134")
def test_an_already_promoted_unit_uses_the_academy_up() -> None:
    state = board()
    set_special(state, (2, 1), "academy")
    unit = add(state, 0, "peasant", (1, 1), promoted=True, health=3)
    table = Table(state).do("travel:2,1")
    assert table.unit(unit).health == 3
    assert not tile(table.state, (2, 1)).covered


@rule("STR-136", "STR-137", "STR-EX43")
def test_the_fortress() -> None:
    for stays, health in ((False, 2), (True, 3)):
        state = board()
        set_special(state, (2, 1), "fortress")
        explorer = add(state, 0, "explorer", (1, 1))
        knight = add(state, 1, "soldier", (2, 2), promoted=True)
        table = Table(state).do("travel:2,1")
        assert table.unit(explorer).fortress
        assert defending(table.unit(explorer))
        table.end_turn()
        if stays:
            table.end_turn().end_turn()
        table.d6(4).act(knight, f"attack:own:{explorer.id}")
        assert table.unit(explorer).health == health
        table.end_turn().act(explorer, "travel:1,1")
        assert defending(table.unit(explorer))
        assert table.unit(explorer).occupies == ""


@rule("STR-138", "STR-139", "STR-133", "STR-EX44")
def test_the_cathedral() -> None:
    state = board()
    set_special(state, (2, 1), "cathedral", covered=False)
    soldier = add(state, 1, "soldier", (2, 2))
    mage = add(state, 0, "mage", (3, 1))
    teach(state, 0, "spark")
    state.slot, state.actor = 1, 1
    table = Table(state).act(soldier, "travel:2,1").end_turn().pick(mage)
    assert table.named_in_menu(mage, "cast:spark") == f"unit:{soldier.id}"
    table.end_turn().end_turn().pick(mage)
    assert "cast:spark" not in table.options()
    table.refused("cast:spark", reason="no legal choice from here", by="STR-074")
    state = board()
    set_special(state, (2, 1), "cathedral")
    finder = add(state, 0, "peasant", (1, 1))
    table = Table(state).do("travel:2,1", "travel:2,0")
    assert table.unit(finder).cathedral


@rule("STR-137")
def test_the_fortress_occupation_lessens_physical_damage_only_by_occupying() -> None:
    state = board()
    set_special(state, (2, 1), "fortress", covered=False)
    unit = add(state, 0, "peasant", (2, 1))
    add(state, 1, "peasant", (5, 5))
    table = Table(state)
    assert not defending(table.unit(unit))
    table.end_turn().end_turn()
    assert defending(table.unit(unit))
    assert len(units_of(table.state, 0)) == 1


@rule("STR-207", "STR-218")
def test_a_turn_ends_with_the_purchase_after_which_nothing_can_be_bought() -> None:
    """With a line of the log, and it can be taken back like any turn that has ended by itself."""
    table = Table(shop(nickel=2, oak=1)).do("buy", "hire:soldier", "tile:0,1")
    assert table.seat == 1
    assert "{0} can buy nothing more: the turn ends." in table.log()
    table.session.undo(0)
    assert table.seat == 0
    assert table.phase == "buy"
    rich = Table(shop(nickel=4, oak=2)).do("buy", "hire:soldier", "tile:0,1")
    assert (rich.seat, rich.phase) == (0, "buy")

"""Turns, Travel, Harvest and Defend: sections 3 to 6."""

from __future__ import annotations

from app.games.stratos.board import defending
from app.games.stratos.scoring import points
from app.games.stratos.state import Pool, State
from tests.games.stratos.situations import Table, add, board, give, purse, set_sign, set_special, stack, teach, tile
from tests.rules import rule


@rule("STR-027", "STR-037", "STR-200", "STR-207")
def test_a_turn_goes_from_actions_to_buying_to_the_next_seat() -> None:
    state = board("ffa3")
    for seat, at in enumerate(((0, 0), (0, 6), (6, 3))):
        add(state, seat, "peasant", at)
    purse(state, 0, 5, 5, 5, 5)
    table = Table(state)
    assert not table.of("hire:")
    assert not table.of("hoard")
    table.do("buy")
    assert table.seat == 0
    assert table.of("hire:")
    assert not table.of("travel:")
    assert "harvest" not in table.options()
    table.do("pass")
    assert (table.seat, table.state.phase, table.state.turn) == (1, "action", 2)
    table.do("buy")
    assert table.seat == 2, "with nothing to buy there is no Buy Phase"


@rule("STR-028", "STR-057", "STR-086", "STR-186", "STR-EX10")
def test_start_steps() -> None:
    state = board()
    one = add(state, 0, "mage", (0, 0), spirit=0, defend=True, ward=True, wither=True)
    full = add(state, 0, "mage", (0, 1))
    sorcerer = add(state, 0, "mage", (1, 1), promoted=True, spirit=6)
    foe = add(state, 1, "soldier", (5, 5), defend=True)
    table = Table(state).end_turn()
    assert not table.unit(foe).defend
    assert table.unit(one).defend
    assert table.unit(one).ward
    table.end_turn()
    now = table.unit(one)
    assert (now.defend, now.ward, now.wither) == (False, False, False)
    assert [table.unit(unit).spirit for unit in (one, full, sorcerer)] == [1, 3, 7]


@rule("STR-028")
def test_quarry_sieve_and_lore_come_in_their_order() -> None:
    state = board()
    set_special(state, (1, 4), "quarry", covered=False)
    unit = add(state, 0, "explorer", (1, 4), health=3)
    add(state, 0, "explorer", (1, 2))
    add(state, 1, "peasant", (5, 5))
    give(state, 0, "gem_sieve", "herbal_lore")
    table = Table(state).end_turn().end_turn()
    assert table.pool(0).gems == 2
    assert table.unit(unit).health == 4
    text = table.log()
    assert text.rindex("occupies the Quarry") < text.rindex("Gem Sieve") < text.rindex("Herbal Lore")


@rule("STR-029", "STR-030", "STR-032", "STR-EX07", "STR-EX61", "STR-206")
def test_two_different_actions() -> None:
    state = board()
    peasant = add(state, 0, "peasant", (0, 0))
    add(state, 1, "peasant", (5, 5))
    purse(state, 0, corn=2, oak=1)
    table = Table(state)
    walks = {"walk:0,2", "walk:1,1", "walk:2,0"}
    actions = {"travel:0,1", "travel:1,0", "harvest", "power", "defend"}
    assert set(table.options()) == {*actions, *walks, "buy", "concede"}
    table.do("harvest")
    assert set(table.options()) == {"travel:0,1", "travel:1,0", "defend", "buy", "concede"}
    table.do("travel:0,1")
    assert table.phase == "buy"  # STR-EX61: it opens by itself, and is not left by itself
    table.refused("defend", reason="only in the Action Phase", by="STR-037")
    assert table.seat == 0
    assert "pass" in table.options()
    assert table.unit(peasant).actions == ["harvest", "travel"]
    twice = Table(board_with_peasant()).do("travel:0,1", "travel:1,1")
    assert twice.seat == 1, "two Travels are two actions, and without a price to pay the turn is over"


def board_with_peasant() -> State:
    state = board()
    add(state, 0, "peasant", (0, 0))
    add(state, 1, "peasant", (5, 5))
    return state


@rule("STR-030", "STR-201")
def test_each_class_has_its_own_actions() -> None:
    state = board()
    archer, soldier = add(state, 0, "archer", (2, 3)), add(state, 0, "soldier", (3, 2))
    explorer, mage = add(state, 0, "explorer", (0, 0)), add(state, 0, "mage", (3, 3))
    near, far = add(state, 1, "soldier", (4, 2)), add(state, 1, "peasant", (4, 4))
    teach(state, 0, "spark")
    give(state, 0, "pearl_purse")
    table = Table(state)
    common = {"harvest", "defend"}
    assert common < set(table.pick(archer).options())
    assert table.of("shoot:") == {f"shoot:{near.id}", f"shoot:{far.id}"}
    assert not table.of("attack:")
    assert not table.of("cast:")
    assert not table.of("search")
    assert "power" not in table.options()
    assert table.pick(soldier).of("attack:") == {f"attack:own:{near.id}"}
    assert common < set(table.options())
    assert {"search", "use:pearl_purse"} | common < set(table.pick(explorer).options())
    assert table.pick(mage).of("cast:") == {"cast:spark"}
    assert common < set(table.options())


@rule("STR-031", "STR-EX08")
def test_units_act_in_any_order() -> None:
    state = board()
    soldier, archer = add(state, 0, "soldier", (2, 2)), add(state, 0, "archer", (3, 1))
    foe = add(state, 1, "soldier", (3, 3), health=6, equipment=["oak_shield", "coral_mail"])
    table = Table(state).act(soldier, "travel:3,2").act(archer, f"shoot:{foe.id}").act(soldier, f"attack:own:{foe.id}")
    assert len(table.unit(soldier).actions) == 2
    assert len(table.unit(archer).actions) == 1


@rule("STR-033")
def test_an_action_happens_where_the_unit_stands() -> None:
    """Its terrain, before the step and after it, plain and with power."""
    table = Table(board_with_peasant()).do("travel:0,1", "harvest")
    assert (table.pool(0).oak, table.pool(0).corn) == (1, 0)
    table = Table(board_with_peasant()).d4(3).do("power", "travel:0,1")
    assert (table.pool(0).oak, table.pool(0).corn) == (0, 3)


@rule("STR-033")
def test_range_and_adjacency_are_read_from_where_the_unit_stands() -> None:
    """Attack, Shoot, Cast and Travel: what was out of reach before a step is in reach after it, and the other way."""
    state = board()
    soldier, foe = add(state, 0, "soldier", (0, 0)), add(state, 1, "soldier", (0, 2))
    table = Table(state).pick(soldier)
    assert not table.of("attack:")
    table.do("travel:0,1")
    assert table.of("attack:") == {f"attack:own:{foe.id}"}
    assert "travel:1,1" in table.options()
    assert "travel:1,0" not in table.options()
    state = board()
    archer, foe = add(state, 0, "archer", (0, 1)), add(state, 1, "soldier", (0, 2))
    table = Table(state).pick(archer)
    assert not table.of("shoot:")
    assert table.do("travel:0,0").of("shoot:") == {f"shoot:{foe.id}"}
    state = board()
    mage, foe = add(state, 0, "mage", (3, 3)), add(state, 1, "soldier", (3, 0))
    teach(state, 0, "spark")
    table = Table(state).pick(mage)
    assert not table.of("cast:")
    assert table.do("travel:3,2").of("cast:") == {"cast:spark"}
    table.do("cast:spark")  # there is only one whom it reaches
    assert table.unit(foe).health == 4


@rule("STR-033", "STR-103")
def test_an_item_is_used_from_where_the_explorer_stands() -> None:
    """Both ways: a step brings the enemy into the range of the flask, and a step takes it out again."""
    for start, step, usable in (((3, 3), "travel:3,2", True), ((3, 2), "travel:3,3", False)):
        state = board()
        explorer, foe = add(state, 0, "explorer", start), add(state, 1, "soldier", (3, 0))
        state.players[0].items = ["fire_flask#1"]
        table = Table(state).pick(explorer)
        assert bool(table.of("use:")) is not usable
        assert bool(table.do(step).of("use:")) is usable
        assert table.unit(foe).health == 6


@rule("STR-033")
def test_a_defence_goes_with_the_unit_and_a_harvest_does_not() -> None:
    """Nothing of an action stays behind on the tile, and barren ground is barren at the moment of the action."""
    state = board()
    peasant = add(state, 0, "peasant", (0, 0))
    add(state, 1, "peasant", (5, 5))
    table = Table(state).do("defend", "travel:0,1")
    assert table.unit(peasant).defend
    state = board()
    explorer = add(state, 0, "explorer", (2, 2))
    add(state, 1, "peasant", (5, 5))
    table = Table(state).pick(explorer)
    water = next(name for name in table.of("travel:") if name == "travel:1,2")
    assert {"harvest", "search"} <= set(table.options())
    assert not {"harvest", "search"} & set(table.do(water).options()), "an Explorer finds and harvests nothing in water"


@rule("STR-033")
def test_a_search_turns_over_the_tile_where_the_explorer_stands() -> None:
    state = board()
    explorer = add(state, 0, "explorer", (0, 0))
    set_sign(state, (0, 0), "blank")
    set_sign(state, (0, 1), "I")
    stack(state, "land", "golden_idol")
    table = Table(state).act(explorer, "travel:0,1", "search")
    assert [item.id.partition("#")[0] for item in table.player(0).permanents] == ["golden_idol"]
    assert not tile(table.state, (0, 0)).searched
    assert tile(table.state, (0, 1)).searched


@rule("STR-034", "STR-049", "STR-051", "STR-EX15")
def test_power_harvest_may_fail_and_is_spent() -> None:
    for rolled, oak in ((3, 3), (4, 0), (1, 1)):
        state = board()
        peasant = add(state, 0, "peasant", (0, 1))
        table = Table(state).d4(rolled).do("power")
        assert table.pool(0).oak == oak
        assert "harvest" not in table.options()
        assert "power" not in table.options()
        assert table.unit(peasant).actions == ["harvest"]


@rule("STR-035", "STR-EX09")
def test_an_extra_action_may_repeat() -> None:
    state = board()
    peasant, mage = add(state, 0, "peasant", (0, 0)), add(state, 0, "mage", (0, 2))
    teach(state, 0, "haste")
    add(state, 1, "peasant", (5, 5))
    table = Table(state).act(peasant, "harvest", "travel:0,1").act(mage, "cast:haste", f"unit:{peasant.id}")
    table.act(peasant, "harvest")
    assert table.unit(peasant).actions == ["harvest", "travel", "+harvest"]
    assert table.pool(0).corn == 1
    assert table.pool(0).oak == 1
    assert f"unit:{peasant.id}" not in table.options()
    assert "defend" in table.options()
    table.do("buy")
    assert table.unit(mage).extra == []


@rule("STR-035")
def test_a_limit_counts_only_when_the_extra_is_used_and_it_ends_with_the_phase() -> None:
    state = board()
    first, second = add(state, 0, "mage", (0, 0)), add(state, 0, "mage", (0, 1))
    teach(state, 0, "haste", "bounty")
    add(state, 1, "peasant", (5, 5))
    table = Table(state).act(first, "cast:haste", f"unit:{second.id}")
    table.act(second, "cast:bounty")
    assert table.unit(second).extra == ["no_cast"]
    assert not table.pick(second).of("cast:")
    table.do("buy")
    assert table.unit(second).extra == []


@rule("STR-036")
def test_a_new_unit_acts_in_the_next_turn() -> None:
    state = board()
    add(state, 0, "peasant", (0, 0))
    add(state, 1, "peasant", (5, 5))
    purse(state, 0, nickel=2, oak=1)
    table = Table(state).do("harvest", "buy", "hire:soldier", "tile:0,1")
    new = table.state.units[-1]
    assert not new.actions
    assert table.seat == 1, "nothing more can be bought"
    table.end_turn()
    assert f"unit:{new.id}" in table.options()


@rule("STR-038", "STR-187")
def test_snares_and_nets_come_off_at_the_end_of_the_owners_turn() -> None:
    state = board()
    mage = add(state, 0, "mage", (3, 3))
    foe = add(state, 1, "soldier", (3, 5))
    teach(state, 0, "frost_snare")
    table = Table(state).act(mage, "cast:frost_snare", f"unit:{foe.id}").end_turn()
    assert table.unit(foe).snare
    assert not table.of("travel:")
    assert "harvest" in table.options()
    table.end_turn()
    assert not table.unit(foe).snare
    state = board()
    purse(state, 0, corn=2, oak=1)
    netted = add(state, 0, "explorer", (0, 0))
    add(state, 1, "peasant", (5, 5))
    set_sign(state, (0, 0), "I")
    stack(state, "land", "hunters_net")
    table = Table(state).do("search")
    assert table.unit(netted).net == 2
    assert table.phase == "buy"
    table.end_turn().end_turn()
    assert table.unit(netted).net == 1
    assert table.phase == "buy"
    table.end_turn().end_turn()
    assert table.unit(netted).net == 0
    assert table.phase == "action"


@rule("STR-133", "STR-147")
def test_a_step_says_what_leaving_a_special_tile_costs() -> None:
    state = board()
    squares = ((1, 4), (2, 1), (3, 4))
    units = [add(state, 0, "peasant", at) for at in squares]
    for at in squares:
        tile(state, at).covered = False
    add(state, 1, "peasant", (5, 5))
    special = tile(state, (2, 1)).special
    units[1].occupies = special
    table = Table(state).pick(units[1])
    notes = {option.id: option.note for option in table.session.asks[0].options}
    assert notes["travel:1,1"] == "at B2; costs you 2 Prosperity: no longer three special tiles"
    state.units.remove(units[0])
    table = Table(state).pick(units[1])
    notes = {option.id: option.note for option in table.session.asks[0].options}
    assert notes["travel:1,1"] == f"at B2; ends what the {special.capitalize()} gives you"


@rule("STR-039", "STR-EX11")
def test_travel_to_free_neighbours() -> None:
    assert Table(board_with_peasant()).of("travel:") == {"travel:0,1", "travel:1,0"}


@rule("STR-040", "STR-EX12", "STR-210")
def test_only_explorers_enter_lagoons() -> None:
    state = board("treasure4")
    explorer = add(state, 0, "explorer", (1, 3))
    table = Table(state).do("travel:0,3")
    assert table.unit(explorer).at == (0, 3)
    table.do("travel:0,2")
    state = board("treasure4")
    add(state, 0, "peasant", (1, 3))
    table = Table(state)
    table.refused("travel:0,3", reason="Only Explorers enter Lagoons", by="STR-040")
    assert table.of("travel:") == {"travel:1,2", "travel:1,4", "travel:2,3"}


@rule("STR-041")
def test_landing_turns_a_covered_special() -> None:
    state = board()
    set_special(state, (2, 1), "quarry")
    add(state, 0, "peasant", (1, 1))
    table = Table(state).do("travel:2,1")
    assert not tile(table.state, (2, 1)).covered
    assert table.pool(0).gems == 2


@rule("STR-042", "STR-EX13")
def test_georotate_carries_units_and_covered_tiles() -> None:
    state = board()
    sorcerer = add(state, 0, "mage", (3, 1), promoted=True)
    peasant = add(state, 1, "peasant", (0, 0))
    teach(state, 0, "georotate")
    tile(state, (0, 1)).searched = True
    special = tile(state, (2, 1)).id
    table = Table(state).act(sorcerer, "cast:georotate", "tile:1,1", "cw")
    rows = ["".join((t.kind if t else ".") for t in line[:3]) for line in table.state.grid[:3]]
    assert rows == ["FMP", "SDF", "PLD"]
    assert table.unit(peasant).at == (0, 2)
    assert tile(table.state, (1, 0)).id == special
    assert tile(table.state, (1, 0)).covered
    assert tile(table.state, (1, 2)).searched


@rule("STR-042", "STR-133")
def test_a_running_occupy_bonus_rides_along() -> None:
    state = board()
    set_special(state, (2, 1), "fortress", covered=False)
    sorcerer = add(state, 0, "mage", (3, 1), promoted=True)
    rider = add(state, 0, "peasant", (2, 1), occupies="fortress")
    teach(state, 0, "georotate")
    table = Table(state).act(sorcerer, "cast:georotate", "tile:1,1", "half")
    assert table.unit(rider).at == (0, 1)
    assert table.unit(rider).occupies == "fortress"


@rule("STR-043", "STR-EX14")
def test_the_nearest_tile_for_a_unit_that_may_not_stay() -> None:
    state = board()
    sorcerer = add(state, 0, "mage", (0, 3), promoted=True)
    add(state, 0, "peasant", (0, 0))
    foe = add(state, 1, "peasant", (0, 1))
    teach(state, 0, "sinkhole")
    table = Table(state).act(sorcerer, "cast:sinkhole", "tile:0,1")
    assert table.of("tile:") == {"tile:0,2", "tile:1,1"}
    table.refused("tile:0,3", reason="Sinkhole does not allow that", by="STR-074")
    table.do("tile:1,1")
    assert table.unit(foe).at == (1, 1)
    assert tile(table.state, (0, 1)).kind == "L"


@rule("STR-044")
def test_without_any_tile_the_effect_is_not_possible() -> None:
    state = board()
    sorcerer = add(state, 0, "mage", (0, 3), promoted=True)
    foe = add(state, 1, "peasant", (0, 1))
    for row in range(6):
        for col in range(6):
            at = (row, col)
            if at not in ((0, 3), (0, 1)):
                state.grid[row][col] = None
    teach(state, 0, "sinkhole")
    table = Table(state).pick(sorcerer)
    assert "cast:sinkhole" not in table.options()
    assert table.unit(foe).at == (0, 1)


@rule("STR-045")
def test_the_casters_player_controls_the_effect() -> None:
    state = board()
    sorcerer = add(state, 0, "mage", (0, 3), promoted=True)
    add(state, 1, "soldier", (0, 1))
    teach(state, 0, "sinkhole")
    assert Table(state).act(sorcerer, "cast:sinkhole", "tile:0,1").seat == 0


@rule("STR-046", "STR-048", "STR-EX17")
def test_harvest_gives_the_resource_of_the_tile() -> None:
    for at, name in (((0, 0), "corn"), ((1, 0), "nickel"), ((1, 1), "spice"), ((0, 1), "oak")):
        state = board()
        soldier = add(state, 0, "soldier", at)
        add(state, 1, "peasant", (5, 5))
        tile(state, at).searched = True
        purse(state, 0, 2, 2, 2, 2)
        table = Table(state)
        assert "power" not in table.options()
        table.refused("power", reason="Only Peasants", by="STR-049")
        table.do("harvest")
        assert getattr(table.pool(0), name) == 3
        table.end_turn().end_turn().act(soldier, "harvest")
        assert getattr(table.pool(0), name) == 4


@rule("STR-047")
def test_lagoons_and_specials_yield_nothing() -> None:
    state = board()
    add(state, 0, "explorer", (1, 2))
    assert "harvest" not in Table(state).options()
    state = board()
    add(state, 0, "peasant", (1, 4))
    tile(state, (1, 4)).covered = False
    assert not {"harvest", "power"} & set(Table(state).options())


@rule("STR-050", "STR-EX16")
def test_a_cultivator_never_fails() -> None:
    state = board()
    add(state, 0, "peasant", (0, 0), promoted=True)
    purse(state, 0, corn=1)
    assert Table(state).d4(4).do("power").pool(0).corn == 5


@rule("STR-052", "STR-053", "STR-059", "STR-EX18")
def test_defend_takes_one_off() -> None:
    for defend, health in ((False, 1), (True, 2)):
        state = board()
        soldier = add(state, 0, "soldier", (0, 1))
        peasant = add(state, 1, "peasant", (0, 0), defend=defend)
        table = Table(state).pick(soldier).d6(3).do(f"attack:own:{peasant.id}")
        assert table.unit(peasant).health == health
    state = board()
    unit = add(state, 0, "soldier", (0, 1))
    table = Table(state).do("defend")
    assert table.unit(unit).defend
    assert "defend" not in table.options()
    state = board()
    add(state, 0, "soldier", (0, 1), fortress=True)
    assert "defend" not in Table(state).options()


@rule("STR-054", "STR-EX19")
def test_a_defending_soldier_takes_two_off_physical_damage() -> None:
    state = board()
    soldier, mage = add(state, 0, "soldier", (0, 1)), add(state, 0, "mage", (1, 1))
    foe = add(state, 1, "soldier", (0, 0), defend=True)
    teach(state, 0, "firebolt")
    table = Table(state).pick(soldier).d6(5).do(f"attack:own:{foe.id}")
    assert table.unit(foe).health == 3
    state = board()
    mage = add(state, 0, "mage", (1, 1))
    foe = add(state, 1, "soldier", (0, 0), defend=True)
    teach(state, 0, "firebolt")
    table = Table(state).pick(mage).d4(3).act(mage, "cast:firebolt", f"unit:{foe.id}")
    assert table.unit(foe).health == 4


@rule("STR-055", "STR-EX20")
def test_a_defending_mage_takes_two_off_magical_damage() -> None:
    state = board()
    mage, archer = add(state, 0, "mage", (0, 1)), add(state, 0, "archer", (2, 0))
    foe = add(state, 1, "mage", (0, 0), defend=True)
    teach(state, 0, "spark")
    table = Table(state).act(mage, "cast:spark", f"unit:{foe.id}")
    assert table.unit(foe).health == 4
    table.pick(archer).d4(3).do(f"shoot:{foe.id}")
    assert table.unit(foe).health == 2


@rule("STR-056", "STR-EX21")
def test_defend_does_not_help_against_traps() -> None:
    state = board()
    explorer = add(state, 0, "explorer", (0, 0), defend=True)
    set_sign(state, (0, 0), "I")
    stack(state, "land", "pitfall")
    assert Table(state).do("search").unit(explorer).health == 3


@rule("STR-058")
def test_automatic_defend() -> None:
    state = board()
    add(state, 0, "peasant", (0, 0))
    add(state, 1, "peasant", (5, 5))
    guard = add(state, 0, "soldier", (3, 3), fortress=True)
    purse(state, 0, nickel=2, oak=1)
    table = Table(state).do("harvest", "buy", "hire:soldier", "tile:0,1")
    new = table.state.units[-1]
    assert new.defend
    assert defending(table.unit(guard))
    assert not table.unit(guard).defend
    assert table.seat == 1, "nothing more can be bought"
    assert defending(table.unit(new))
    table.end_turn()
    assert not defending(table.unit(new))
    assert defending(table.unit(guard))
    assert points(table.state, 0) == 0


@rule("STR-219", "STR-029")
def test_a_walk_is_two_travels_in_one_choice() -> None:
    table = Table(board_with_peasant())
    unit = table.state.units[0]
    assert "travel:0,2" not in table.options()
    assert table.of("walk:") == {"walk:0,2", "walk:1,1", "walk:2,0"}
    table.do("walk:1,1")
    walked = table.unit(unit)
    assert (walked.at, walked.actions) == ((1, 1), ["travel", "travel"])
    assert "travels to the forest at B1" in table.log()
    assert "travels to the desert at B2" in table.log()


@rule("STR-219", "STR-214")
def test_a_walk_is_taken_back_as_one() -> None:
    state = board_with_peasant()
    add(state, 0, "peasant", (3, 3))
    table = Table(state).do("walk:1,1")
    table.session.undo(0)
    assert (table.state.units[0].at, table.state.units[0].actions) == ((0, 0), [])


@rule("STR-219", "STR-041")
def test_a_walk_ends_on_a_special_tile_but_never_leads_over_one() -> None:
    """What happens to whoever lands there is chosen step by step."""
    state = board()
    peasant = add(state, 0, "peasant", (2, 0))
    add(state, 1, "peasant", (5, 5))
    table = Table(state).pick(peasant)
    assert "travel:2,1" in table.options(), "the covered special of the map"
    assert "walk:2,2" not in table.options(), "the only way leads over it"
    assert "walk:1,1" in table.options(), "there is another way"
    state = board()
    peasant = add(state, 0, "peasant", (1, 0))
    add(state, 1, "peasant", (5, 5))
    set_special(state, (2, 1), "quarry")
    table = Table(state).act(peasant, "walk:2,1")
    assert table.unit(peasant).at == (2, 1)
    assert table.pool(0).gems == 2


@rule("STR-219", "STR-040", "STR-010")
def test_a_walk_goes_where_each_of_its_steps_may_go() -> None:
    """Not over water without an Explorer, not over others, not for the snared, not with one action left."""
    state = board()
    soldier = add(state, 0, "soldier", (1, 3))
    add(state, 1, "peasant", (5, 5))
    assert "walk:1,1" not in Table(state).pick(soldier).options()
    soldier.cls = "explorer"
    assert "walk:1,1" in Table(state).pick(soldier).options()
    add(state, 1, "soldier", (1, 2))
    assert "walk:1,1" not in Table(state).pick(soldier).options()
    assert not Table(state).act(soldier, "harvest").of("walk:")
    soldier.snare = True
    Table(state).pick(soldier).refused("walk:0,2", reason="is snared", by="STR-187")
    soldier.snare = False
    Table(state).pick(soldier).refused("walk:5,0", reason="A6 is not a walk", by="STR-219")


@rule("STR-219", "STR-035", "STR-100")
def test_a_walk_uses_what_the_unit_has() -> None:
    """An extra action carries it a third tile far, and Trail Boots count for the first Travel."""
    state = board()
    peasant = add(state, 0, "peasant", (0, 0), extra=["any"])
    add(state, 1, "peasant", (5, 5))
    table = Table(state).act(peasant, "walk:0,3")
    assert table.unit(peasant).actions == ["travel", "travel", "+travel"]
    assert table.unit(peasant).extra == []
    state = board()
    booted = add(state, 0, "explorer", (0, 0), equipment=["trail_boots"])
    add(state, 1, "peasant", (5, 5))
    table = Table(state).pick(booted)
    assert "travel:0,2" in table.options()
    table.do("walk:0,3")
    assert table.unit(booted).actions == ["travel", "travel"]
    scenes = [line.moment.scene for line in table.session.log(0) if line.moment is not None]
    assert any(scene.endswith("over the desert at C1, two steps in Trail Boots") for scene in scenes)


@rule("STR-220", "STR-049", "STR-046")
def test_all_harvest_in_one_choice() -> None:
    """Peasants with power, the others plainly, nobody who has harvested or stands on barren ground."""
    state = board()
    peasant, soldier = add(state, 0, "peasant", (0, 0)), add(state, 0, "soldier", (0, 1))
    done = add(state, 0, "soldier", (1, 0), actions=["harvest"])
    swimmer = add(state, 0, "explorer", (1, 2))
    add(state, 1, "peasant", (5, 5))
    table = Table(state)
    option = next(option for option in table.session.asks[0].options if option.id == "harvest_all")
    assert option.label == "Both harvest: a roll for Corn and 1 Oak"
    table.d4(3).do("harvest_all")
    assert table.pool(0) == Pool(corn=3, oak=1)
    assert [table.unit(unit).actions for unit in (peasant, soldier, done, swimmer)] == [
        ["harvest"],
        ["harvest"],
        ["harvest"],
        [],
    ]
    table.refused("harvest_all", reason="not two units", by="STR-220")


@rule("STR-220")
def test_one_alone_harvests_by_itself() -> None:
    table = Table(board_with_peasant())
    assert "harvest" in table.options()
    assert "harvest_all" not in table.options()


@rule("STR-202", "STR-204")
def test_a_spell_with_one_target_names_it_and_asks_nothing() -> None:
    state = board()
    mage = add(state, 0, "mage", (3, 3))
    foe = add(state, 1, "soldier", (3, 2), defend=True)
    teach(state, 0, "spark")
    table = Table(state).pick(mage)
    option = next(option for option in table.session.asks[0].options if option.id == "cast:spark")
    assert option.label == "Cast Spark: {1}'s Soldier on the mountain at C4, Health 6"
    assert option.note.startswith("2-1 damage; ")
    assert table.do("cast:spark").unit(foe).health == 5
    state = board()
    mage = add(state, 0, "mage", (3, 3))
    for at in ((3, 2), (3, 4)):
        add(state, 1, "soldier", at)
    teach(state, 0, "spark")
    table = Table(state).pick(mage)
    option = next(option for option in table.session.asks[0].options if option.id == "cast:spark")
    assert option.label == "Cast Spark"
    assert len(table.do("cast:spark").of("unit:")) == 2

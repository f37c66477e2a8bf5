"""The effect language aboard: every verb that changes the ship or the campaign."""

from __future__ import annotations

from collections import Counter

import pytest

from app.games.vanguard.data.dice import KIND
from app.games.vanguard.effects import Ctx, run
from app.games.vanguard.events import resolve_event
from app.games.vanguard.people import crew_in, person
from app.games.vanguard.pools import owned
from app.games.vanguard.setup import setup
from app.games.vanguard.shipfx import change_morale, gain_die, medbay_room
from app.games.vanguard.state import Options, State
from app.kernel import Rng
from tests.games.vanguard.situations import Driver, on_planet
from tests.games.vanguard.test_choices import gather
from tests.games.vanguard.test_ship import staffed
from tests.rules import rule


def do(state: State, text: str, *answers: tuple[str, ...]) -> Driver:
    driver = Driver(state)
    driver.run(run(driver.g, text, Ctx()), *answers)
    return driver


def test_flags_and_counters() -> None:
    state = staffed()
    do(state, "flag a; flag b; flag a; unflag b; unflag c")
    assert state.flags == ["a"]
    do(state, "signal +4; accord +12; wake -1")
    assert state.counters == {"signal": 4, "accord": 10, "wake": 0}
    do(state, "signal -9; accord -1")
    assert state.counters == {"signal": 0, "accord": 9, "wake": 0}


@rule("ISS-256", "ISS-257")
@pytest.mark.parametrize(("start", "change", "after"), [(2, 1, 3), (2, 0, 2), (3, 2, 3), (2, -1, 1), (1, -1, 0)])
def test_morale_moves_step_by_step(start: int, change: int, after: int) -> None:
    state = staffed()
    state.ship.morale = start
    driver = Driver(state)
    driver.run(change_morale(driver.g, change))
    assert state.ship.morale == after
    assert [len(owned(state, section)) for section in range(4)] == [6] * 4


@rule("ISS-010", "ISS-257")
def test_dice_that_are_lost_go_to_the_box_but_never_the_last() -> None:
    state = staffed()
    lost = owned(state, 3)[0]
    driver = do(state, "lose-die 1", *((f"die:{owned(state, section)[0].id}",) for section in range(4)))
    assert (lost.zone, lost.section, lost.colour) == ("box", -1, "")
    assert [ask.rule for ask in driver.asked] == ["ISS-010"] * 4
    do(state, "lose-die 9")
    assert [len(owned(state, section)) for section in range(4)] == [1] * 4


@rule("ISS-010", "ISS-224", "ISS-225", "ISS-156")
def test_every_section_gains_a_die_of_its_owners_choice() -> None:
    state = staffed()
    before = [Counter(die.kind for die in owned(state, section)) for section in range(4)]
    chosen = ("link", "read", "read", "breach")
    do(state, "gain-die 1", *((f"kind:{kind}",) for kind in chosen))
    for section, kind in enumerate(chosen):
        assert Counter(die.kind for die in owned(state, section)) == before[section] + Counter([kind])
    assert [len(owned(state, section)) for section in range(4)] == [7] * 4
    assert {die.zone for die in owned(state, 0)} == {"compartment"}
    state.ship.unlocked_dice += ["universal", "expert", "wild"]
    for die in [die for die in state.dice if die.zone == "box"][:7]:
        die.zone, die.section = "compartment", 0
    driver = Driver(state)
    driver.run(gain_die(driver.g, 0))
    driver.run(gain_die(driver.g, 0))
    assert len(owned(state, 0)) == 16  # there is no cap


@rule("ISS-251")
def test_a_penalty_waits_in_the_pool() -> None:
    state = staffed()
    do(state, "penalty; penalty")
    assert state.ship.penalty


@rule("ISS-252")
def test_a_pool_in_use_does_not_go_below_zero() -> None:
    state = staffed()
    state.step, state.ship.energy, state.ship.command = "bridge", 1, 1
    do(state, "energy -3; command -3")
    assert (state.ship.energy, state.ship.command) == (0, 0)
    do(state, "energy +1; command +1")
    assert (state.ship.energy, state.ship.command) == (1, 1)


@rule("ISS-254", "ISS-291", "ISS-293")
def test_situations_come_and_go() -> None:
    state = staffed()
    do(state, "situation S11 add; situation S11 add; situation S02 add")
    assert state.situations.count("S11") == 1
    assert state.situations.count("S02") == 1
    assert "S11" not in state.future
    first = state.situations[0]
    do(state, "situation draw 1")
    assert state.ship.open_situations == [first]
    state.ship.open_situations = ["S01", "S08"]
    do(state, "situation solve 1", ("solve:S01",))
    assert (state.ship.open_situations, state.ship.success) == (["S08"], 1)
    do(state, "situation solve 3")
    assert state.ship.open_situations == []


@rule("ISS-011", "ISS-156")
def test_unlocking_happens_once() -> None:
    state = staffed()
    ship = state.ship
    assert "L01" not in ship.landings
    for _ in range(2):
        do(
            state,
            "unlock equipment EQ-P12; unlock dice universal; unlock system SY2; unlock landing L01; unlock mod LM02",
        )
        do(state, "unlock event E30; unlock system SY1")
    assert ship.armory.count("EQ-P12") == ship.unlocked_dice.count("universal") == ship.landings.count("L01") == 1
    assert ship.unlocked_systems == ["SY1", "SY2"]
    assert (ship.awaiting, state.events.count("E30"), len(state.events)) == ({"mod": ["LM02"]}, 1, 30)


def test_new_crew_join_the_recruits() -> None:
    state = staffed()
    before = set(state.recruits)
    person(state, "cr26").place = "gone"
    do(state, "unlock crew A; unlock crew A")
    assert set(state.recruits) - before == {"cr25", "cr27", "cr28"}
    assert len(state.recruits) == len(before) + 3
    assert [person(state, key).place for key in ("cr25", "cr26", "cr29")] == ["recruits", "gone", "locked"]


@rule("ISS-012", "ISS-262", "ISS-163")
def test_what_is_removed_is_gone() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.ship.mods, state.event_discard = ["LM01"], ["E01"]
    do(state, "remove event E01; remove event E02; remove landing L03; remove equipment EQ-S01; remove mod LM01")
    assert not {"E01", "E02"} & {*state.events, *state.event_discard}
    assert "L03" not in state.ship.landings
    assert ("EQ-S01" in state.ship.armory, state.ship.mods) == (False, [])
    state.events = ["E05"]
    driver = Driver(state)
    driver.run(resolve_event(driver.g, 0))
    assert state.event_discard == ["E05"]  # another Event is discarded as always


@rule("ISS-168")
def test_a_lander_is_damaged_on_a_planet_only() -> None:
    state = staffed()
    do(state, "damage-lander")
    assert not state.ship.landers[0].damaged
    state = on_planet()
    do(state, "damage-lander")
    assert state.exploration.lander_damaged


@rule("ISS-231", "ISS-233")
def test_beds_and_healing() -> None:
    state = staffed()
    assert [medbay_room(state, column) for column in ("light", "moderate", "critical")] == [3, 2, 1]
    state.ship.facilities = ["F01", "F02", "F03"]
    assert [medbay_room(state, column) for column in ("light", "moderate", "critical")] == [4, 3, 2]
    state.ship.facilities = []
    for key, place in (("cr05", "light"), ("cr06", "light"), ("cr07", "light"), ("cr08", "moderate")):
        one = person(state, key)
        one.place, one.section, one.rank = place, 0, 1
    driver = do(state, "heal 1", ("crew:cr06",))
    assert {option.id for option in driver.asked[0].options} == {"crew:cr05", "crew:cr06", "crew:cr07"}
    assert person(state, "cr06").place == "available"
    do(state, "heal 1", ("crew:cr08",))
    assert person(state, "cr08").place == "light"
    state = staffed()
    do(state, "heal 2")  # nobody is there


@rule("ISS-290")
def test_recruits_join_where_a_sleeve_is_free() -> None:
    keys = ("cr01", "cr05", "cr10", "cr14", "cr21", "cr22")
    state = staffed(*((key, 0, 1) for key in keys))
    first, second = state.recruits[:2]
    driver = do(state, "recruit 1", ("section:3",))
    assert [option.id for option in driver.asked[0].options] == ["section:1", "section:2", "section:3"]
    one = person(state, first)
    assert (one.place, one.section, one.rank) == ("resting", 3, 1)
    assert state.recruits[0] == second
    state.recruits = []
    do(state, "recruit 2")
    assert len(crew_in(state, "resting")) == 1


@rule("ISS-334", "ISS-206")
def test_an_ending_ends_the_exploration_too() -> None:
    state = on_planet()
    do(state, "ending END2; success +5")
    assert (state.ending, state.exploration.over, state.exploration.success) == ("END2", "success", 0)
    state = on_planet()
    state.exploration.over = "fail"
    do(state, "ending END6")
    assert state.exploration.over == "fail"


@rule("ISS-156", "ISS-EX51")
def test_what_the_shop_has_after_an_unlock() -> None:
    state = staffed()
    do(state, "unlock dice expert")
    driver = Driver(state)
    driver.run(gain_die(driver.g, 0))
    kinds = {option.id.removeprefix("kind:") for option in driver.asked[0].options}
    assert {KIND[kind].group for kind in kinds} == {"basic", "expert"}


@rule("ISS-156")
@pytest.mark.parametrize("wild", [False, True])
def test_wild_dice_from_the_start_are_an_option(wild: bool) -> None:
    state = setup(2, Options(wild=wild), Rng("fresh"))
    driver = Driver(state)
    driver.run(gain_die(driver.g, 0))
    assert ("kind:wild" in [option.id for option in driver.asked[0].options]) == wild
    driver = do(state, "unlock research R17")  # what unlocks them is of no use any more
    assert (state.ship.awaiting.get("research", []) == ["R17"]) != wild
    assert ("Wild handling is known already." in [line.text for line in driver.g.lines]) == wild


@rule("ISS-229", "ISS-227")
def test_a_unique_gained_aboard_may_fill_its_row() -> None:
    state = staffed()
    state.ship.uniques = [9, 10, 11]
    do(state, "unique 12")
    assert (state.ship.rows, state.ship.awaiting["bridge"]) == (["C"], ["B03"])


@rule("ISS-176", "ISS-178")
def test_discoveries_given_up_aboard_come_from_the_store() -> None:
    state = staffed()
    gather(state, "DO1.1", "DS1.1")
    do(state, "lose-discovery 1", ("find:DS1.1",))
    assert (state.ship.gathered, state.finds["spores"][-1]) == (["DO1.1"], "DS1.1")
    driver = do(state, "lose-discovery 2")
    assert (state.ship.gathered, driver.asked) == ([], [])
    state = on_planet()
    state.exploration.over = "liftoff"
    state.exploration.cargo = [state.finds["ores"].pop(0)]
    gather(state, "DS1.1")
    do(state, "lose-discovery 1")
    assert (len(state.exploration.cargo), state.ship.gathered) == (1, [])

"""Ship Management where two things meet: what is left over, what competes, what has run out."""

from __future__ import annotations

from app.games.vanguard.people import crew_in
from app.games.vanguard.ship import bridge, docking, medbay
from tests.games.vanguard.situations import Driver
from tests.games.vanguard.test_ship import docked, staffed
from tests.rules import rule

# The Bridge and the Starmap ------------------------------------------------------------------------------------------


@rule("ISS-232", "ISS-214")
def test_the_first_team_rests_through_the_first_phase_too() -> None:
    state = docked()
    driver = Driver(state)
    for step in (docking.leave, docking.dock, medbay.medbay):
        driver.run(step(driver.g))
    assert {one.id for one in crew_in(state, "resting")} == {"cr01", "cr02"}
    state.step, state.ship.used = "bridge", {}
    assert state.ship.bridges == 0
    while state.step == "bridge":
        driver.run(bridge.bridge(driver.g))
    assert {one.id for one in crew_in(state, "resting")} == {"cr01", "cr02"}


@rule("ISS-247", "ISS-268", "ISS-251", "ISS-250")
def test_what_an_adrift_leaves_in_the_pools_is_there_at_the_next_bridge() -> None:
    state = staffed()
    ship = state.ship
    state.step, ship.energy, ship.command, ship.success, ship.bag = "starmap", 2, 3, 4, 1
    driver = Driver(state)
    driver.run(bridge.starmap(driver.g), ("drift",))
    assert (ship.energy, ship.success, ship.bag) == (2, 4, 1)
    state.step = "bridge"
    while state.step == "bridge":
        driver.run(bridge.bridge(driver.g))
    assert ship.energy == 2 + 5
    assert ship.command == 0  # 3 left and 3 new: all but one go with the Penalty token; Low Morale takes that one


@rule("ISS-269")
def test_the_energy_of_the_rescue_is_not_lost() -> None:
    state = staffed()
    state.step, state.ship.adrift, state.ship.energy = "starmap", 2, 0
    driver = Driver(state)
    driver.run(bridge.adrift(driver.g))
    assert 70 in state.logs
    state.step = "bridge"
    while state.step == "bridge":
        driver.run(bridge.bridge(driver.g))
    assert state.ship.energy == 7


@rule("ISS-254", "ISS-253")
def test_a_situation_revealed_before_the_pools_are_filled_does_not_strike_at_this_bridge() -> None:
    state = staffed()
    state.situations.remove("S01")
    state.situations.insert(0, "S01")  # energy -1
    state.counters["wake"] = 8
    state.step, state.ship.bridges = "bridge", 3
    driver = Driver(state)
    while state.step == "bridge":
        driver.run(bridge.bridge(driver.g))
    assert 66 in state.logs  # situation draw 1
    assert len(state.ship.open_situations) == 2
    assert state.ship.waiting_situations == []
    assert state.ship.energy == 5


@rule("ISS-253", "ISS-268")
def test_situations_left_open_by_an_adrift_strike_at_the_next_bridge() -> None:
    state = staffed()
    state.situations.remove("S01")
    state.step, state.ship.open_situations, state.ship.energy = "starmap", ["S01"], 0
    driver = Driver(state)
    driver.run(bridge.adrift(driver.g))
    assert (state.ship.open_situations, state.ship.waiting_situations) == ([], ["S01"])
    state.step = "bridge"
    while state.step == "bridge":
        driver.run(bridge.bridge(driver.g))
    assert state.ship.energy == 4


@rule("ISS-249", "ISS-014")
def test_two_new_cards_for_one_slot() -> None:
    state = staffed(seats=2)
    state.owners = [1, 0, 0, 1]
    state.ship.awaiting["bridge"] = ["B04", "B01", "B12"]
    driver = Driver(state)
    driver.run(bridge.install_cards(driver.g), ("card:B04",))
    assert state.ship.upgrades == {"3": "B04", "1": "B01"}
    assert "bridge" not in state.ship.awaiting


@rule("ISS-265", "ISS-260")
def test_a_first_flight_is_told_once() -> None:
    state = staffed()
    state.step, state.ship.energy = "starmap", 20
    driver = Driver(state)
    for way in ("SY2", "SY1", "SY2"):
        driver.run(bridge.starmap(driver.g), (f"fly:{way}",))
    assert state.ship.energy == 20 - 3 - 2 - 3
    assert sum("Log 52" in line.text for line in driver.g.lines) == 1

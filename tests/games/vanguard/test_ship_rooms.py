"""The second half of the ship phase, room by room: Bridge, Starmap, facilities, Hangar, launch and landing."""

from __future__ import annotations

import msgspec
import pytest

from app.games.vanguard.content import LANDING, SYSTEM
from app.games.vanguard.effects import Ctx, run
from app.games.vanguard.language import ICONS
from app.games.vanguard.people import crew_in, explorer, person
from app.games.vanguard.pools import dice_in
from app.games.vanguard.ship import bridge, course, facilities, landing, launch, rooms
from app.games.vanguard.state import LanderCard, Landing, State
from app.games.vanguard.views.ship import map_view
from tests.games.vanguard.situations import Driver, Sess, answer, on_planet, options, session
from tests.games.vanguard.test_choices import gather
from tests.games.vanguard.test_ship import staffed
from tests.rules import rule

# The Bridge ----------------------------------------------------------------------------------------------------------


@rule("ISS-250", "ISS-252", "ISS-258")
@pytest.mark.parametrize(
    ("morale", "cards", "energy", "command"),
    [
        (0, (), 4, 2),
        (1, (), 5, 2),
        (2, (), 5, 3),
        (3, (), 5, 4),
        (2, ("B01",), 6, 3),
        (2, ("B08",), 7, 4),
        (2, ("B04",), 5, 4),
        (2, ("B12",), 5, 4),
    ],
)
def test_what_fills_the_pools(morale: int, cards: tuple[str, ...], energy: int, command: int) -> None:
    state = staffed()
    ship = state.ship
    ship.morale, ship.upgrades = morale, {str(n): card for n, card in enumerate(cards)}
    driver = Driver(state)
    bridge.fill_pools(driver.g)
    assert (ship.energy, ship.command) == (energy, command)


@rule("ISS-252", "ISS-247")
def test_what_waited_for_the_bridge_counts_once_and_never_below_zero() -> None:
    state = staffed()
    ship = state.ship
    ship.later_energy, ship.later_command = 2, -9
    driver = Driver(state)
    bridge.fill_pools(driver.g)
    assert (ship.energy, ship.command) == (7, 0)
    ship.energy = ship.command = 0
    bridge.fill_pools(driver.g)
    assert (ship.energy, ship.command) == (5, 3)


@rule("ISS-252")
def test_changes_of_the_pools_now_or_at_the_next_bridge() -> None:
    for step, energy, command in (
        ("bridge", 1, 1), ("starmap", 1, 1), ("facilities", 0, 1), ("unloading", 0, 0), ("memorial", 0, 0),
    ):  # fmt: skip
        state = staffed()
        state.step = step
        driver = Driver(state)
        driver.run(run(driver.g, "energy +1; command +1", Ctx()))
        ship = state.ship
        assert (ship.energy, ship.later_energy) == (energy, 1 - energy)
        assert (ship.command, ship.later_command) == (command, 1 - command)


@rule("ISS-254")
def test_how_many_situations_are_revealed() -> None:
    for objective, morale, cards, count in (
        ("O01", 2, {}, 1), ("O03", 2, {}, 2), ("O03", 0, {}, 3), ("O01", 2, {"2": "B06"}, 0), ("O01", 0, {"2": "B06"}, 1),
    ):  # fmt: skip
        state = staffed()
        ship = state.ship
        ship.objective, ship.morale, ship.upgrades, ship.used = objective, morale, dict(cards), {"bridge": 4}
        state.step, left = "bridge", len(state.situations) - count
        driver = Driver(state)
        driver.run(bridge.bridge(driver.g))
        assert (len(ship.open_situations), len(state.situations), state.step) == (count, left, "starmap")


def test_when_secondary_objectives_are_met() -> None:
    def met(card: str, **ship: object) -> bool:
        state = staffed(("cr01", 0, 2), ("cr02", 1, 2), ("cr03", 2, 1))
        state.visited = [f"P{n}" for n in range(int(str(ship.pop("planets", 0))))]
        person(state, "cr03").rank = int(str(ship.pop("third", 1)))
        for key, value in ship.items():
            setattr(state.ship, key, value)
        return bridge.met(state, card)

    assert not met("SO1", gathered=["x"] * 5)
    assert met("SO1", gathered=["x"] * 6)
    assert not met("SO2", safe_returns=2)
    assert met("SO2", safe_returns=3)
    assert not met("SO3", planets=3)
    assert met("SO3", planets=4)
    assert not met("SO5", uniques=list(range(9)))
    assert met("SO5", uniques=list(range(10)))
    assert not met("SO6")
    assert met("SO6", third=2)


def test_a_secondary_objective_is_rewarded_and_removed() -> None:
    state = staffed()
    state.ship.secondaries, state.visited = ["SO1", "SO3"], ["P1", "P2", "P3", "P4"]
    driver = Driver(state)
    driver.run(bridge.secondaries(driver.g))
    assert state.ship.secondaries == ["SO1"]
    assert state.ship.awaiting["mod"] == ["LM09"]


@rule("ISS-249")
def test_everything_that_waited_for_the_bridge_is_installed() -> None:
    state = staffed()
    ship = state.ship
    ship.awaiting = {
        "objective": ["O02", "O03"], "tech": ["TL2"], "secondary": ["SO1"], "bridge": ["B02"],
        "facility": ["F06", "F01", "F08"], "research": ["R01"],
    }  # fmt: skip
    driver = Driver(state)
    driver.run(bridge.install_cards(driver.g))
    assert (ship.objective, ship.tech, ship.secondaries) == ("O03", "TL2", ["SO1"])
    assert (ship.upgrades, ship.facilities) == ({"Travel 1": "B02"}, ["F06", "F08"])
    assert ship.awaiting == {"facility": ["F01"], "research": ["R01"]}


@rule("ISS-249", "ISS-250", "ISS-253", "ISS-254", "ISS-255")
def test_a_whole_bridge_in_its_order() -> None:
    state = staffed()
    ship = state.ship
    ship.bridges, ship.secondaries, ship.safe_returns, ship.scanner = 3, ["SO2"], 3, "L03"
    ship.awaiting["objective"], ship.later_command = ["O02"], 1
    for card in ("S07", "S01"):
        state.situations.remove(card)
    ship.waiting_situations, ship.used, state.step = ["S07"], {"sold": 1}, "bridge"  # S07: command -1
    state.situations.insert(0, "S01")
    driver = Driver(state)
    while state.step == "bridge":
        driver.run(bridge.bridge(driver.g))
    assert (ship.upgrades, ship.objective, ship.secondaries) == ({"4": "B11"}, "O02", [])  # rewarded, then installed
    assert (ship.energy, ship.command) == (5, 4 + 1 - 1)
    assert (ship.waiting_situations, ship.open_situations) == ([], ["S07", "S01"])
    assert (ship.scanner, state.step, ship.bridges) == ("", "starmap", 4)


def test_the_story_goes_on_once_but_for_what_repeats() -> None:
    """Triggers of the campaign: 51 at the first Bridge, 66 at every one while wake is 8 or more."""
    state = staffed()
    state.counters["wake"], state.ship.bridges = 8, 1
    driver = Driver(state)
    for _ in range(2):
        driver.run(bridge.story(driver.g))
    told = [line.text for line in driver.g.lines]
    assert len([line for line in told if line.startswith("Log 51 is read")]) == 1
    assert len([line for line in told if line.startswith("Log 66 is read")]) == 2
    assert "Log 67 is read." not in told


# Starmap and scanner -------------------------------------------------------------------------------------------------


@rule("ISS-260")
def test_upgrades_make_flights_cheaper() -> None:
    state = staffed()
    route = next(one for one in SYSTEM["SY1"].routes if one.to == "SY2")
    assert course.flight_cost(state, route) == 3
    state.ship.upgrades = {"Travel 1": "B02"}
    assert course.flight_cost(state, route) == 2
    state.ship.used["flown"] = 1
    assert course.flight_cost(state, route) == 3
    state.ship.upgrades = {"Travel 1": "B10"}
    assert course.flight_cost(state, route) == 2


@rule("ISS-261", "ISS-262")
def test_places_that_may_be_visited_once_or_once_in_a_phase() -> None:
    state = staffed()
    ship = state.ship
    state.step, ship.energy, ship.system = "starmap", 9, "SY3"
    driver = Driver(state)
    driver.run(bridge.starmap(driver.g), ("visit:drift-lamps",), ("choice:1",))
    assert (ship.energy, len(ship.gathered), state.step) == (8, 1, "starmap")
    ship.used = {}  # a new phase
    assert "visit:drift-lamps" not in [option.id for option in bridge.starmap_options(state)]
    ship.system = "SY1"
    driver.run(bridge.starmap(driver.g), ("visit:charter-dock",))
    assert "visit:charter-dock" not in [option.id for option in bridge.starmap_options(state)]
    ship.used = {}
    assert "visit:charter-dock" in [option.id for option in bridge.starmap_options(state)]
    ship.landings.remove("L02")
    assert "visit:brackwater" not in [option.id for option in bridge.starmap_options(state)]
    ship.energy = 0
    assert [option.id for option in bridge.starmap_options(state)] == ["drift"]


@rule("ISS-262", "ISS-264", "ISS-EX102", "ISS-338")
def test_what_the_map_says_of_closed_places_and_unknown_systems() -> None:
    state = staffed()
    state.step = "starmap"
    shown = map_view(state)
    assert shown is not None
    kinds = {place.name: place.note for place in shown.places}
    assert (kinds["Hollow Buoy"], kinds["Brackwater"], kinds["Charter Dock"]) == ("closed", "landing", "visit")
    state.ship.system, state.ship.unlocked_systems = "SY2", ["SY1", "SY2"]
    shown = map_view(state)
    assert shown is not None
    routes = {route.id: (route.name, route.note) for route in shown.routes}
    assert routes == {
        "SY1": ("Home Reach", ""),
        "SY3": ("unknown", "closed"),
        "SY4": ("unknown", "closed"),
    }


@rule("ISS-259", "ISS-260", "ISS-261", "ISS-264")
def test_exactly_enough_energy_is_enough() -> None:
    state = staffed()
    ship = state.ship
    state.step, ship.upgrades = "starmap", {"Travel 1": "B02"}
    for energy, ids in (
        (1, ["visit:brackwater", "visit:charter-dock", "drift"]),
        (2, ["visit:brackwater", "visit:charter-dock", "fly:SY2", "drift"]),
    ):
        ship.energy = energy
        assert [option.id for option in bridge.starmap_options(state)] == ids
    label = next(option.label for option in bridge.starmap_options(state) if option.id == "fly:SY2")
    assert label == "Fly to the next system"
    driver = Driver(state)
    driver.run(bridge.starmap(driver.g), ("fly:SY2",))
    assert (ship.energy, ship.system, ship.unlocked_systems) == (0, "SY2", ["SY1", "SY2"])
    ship.energy = 2
    home = next(option for option in bridge.starmap_options(state) if option.id == "fly:SY1")
    assert (home.label, home.note) == ("Fly to Home Reach", "2 Energy")  # B02 was for the first flight
    ship.energy = 1
    assert "fly:SY1" not in [option.id for option in bridge.starmap_options(state)]


@rule("ISS-268", "ISS-271")
def test_an_adrift_begins_a_new_phase() -> None:
    state = staffed()
    state.ship.used, state.step = {"charter-dock": 1, "flown": 1}, "starmap"
    driver = Driver(state)
    driver.run(bridge.adrift(driver.g))
    assert state.ship.used == {}
    state.ship.open_situations = ["S01"]
    facilities.close_up(state)
    assert (state.ship.open_situations, state.ship.waiting_situations) == ([], ["S01"])


@rule("ISS-263")
def test_with_nothing_left_to_do_the_ship_drifts_by_itself() -> None:
    state = staffed()
    state.step, state.ship.energy = "starmap", 0
    driver = Driver(state)
    driver.run(bridge.starmap(driver.g))
    assert driver.asked == []
    assert (state.step, state.ship.adrift, state.ship.penalty) == ("save", 1, True)


@rule("ISS-269")
def test_the_rescue_comes_at_the_third_adrift_in_a_row_only() -> None:
    state = staffed()
    driver = Driver(state)
    state.step = "starmap"
    for number in range(1, 7):
        driver.run(bridge.adrift(driver.g))
        assert state.counters["accord"] == number // 3
    state = staffed(("cr01", 0, 1), ("cr02", 1, 1))
    state.ship.adrift, state.ship.scanner, state.ship.lander = 2, "L02", "LN1"
    driver = Driver(state)
    driver.run(launch.launch(driver.g))
    assert state.ship.adrift == 0


@rule("ISS-266", "ISS-267")
def test_three_parts_for_one_two_and_two() -> None:
    assert LANDING["L02"].landing.scan == (1, 2, 2)
    state = staffed(("cr01", 0, 1), ("cr05", 0, 1), ("cr10", 0, 1))
    ship = state.ship
    state.step, ship.scanner, ship.energy = "scan", "L02", 5
    driver = Driver(state)
    for left in (4, 2, 0):
        driver.run(bridge.scan(driver.g), ("scan",))
        assert ship.energy == left
    driver.run(bridge.scan(driver.g))
    assert state.step == "facilities"
    state.step, ship.scanned, ship.energy = "scan", {"L02": 1}, 2
    driver.run(bridge.scan(driver.g), ("scout:cr01",))
    driver.run(bridge.scan(driver.g), ("scan",))
    assert (ship.energy, ship.scanned["L02"]) == (1, 2)
    driver.run(bridge.scan(driver.g))  # the scout helped with that part only: 2 again, of 1
    assert "scan" not in [option.id for option in driver.asked[-1].options]
    assert person(state, "cr01").place == "resting"


@rule("ISS-267")
def test_no_more_scouts_than_help() -> None:
    state = staffed(("cr01", 0, 1), ("cr05", 0, 1), ("cr10", 0, 1))
    state.step, state.ship.scanner, state.ship.energy = "scan", "L02", 0
    driver = Driver(state)
    driver.run(bridge.scan(driver.g), ("scout:cr01",))
    driver.run(bridge.scan(driver.g), ("scan",))
    assert [option.id for option in driver.asked[-1].options] == ["done", "scan"]  # the price is 0
    assert state.ship.energy == 0


def test_a_listening_mast_scans_the_first_part_for_nothing() -> None:
    """B09"""
    state = staffed()
    state.step, state.ship.scanner, state.ship.upgrades = "scan", "L02", {"Travel 2": "B09"}
    driver = Driver(state)
    driver.run(bridge.scan(driver.g), ("scan",))
    assert (state.ship.scanned, state.ship.energy) == ({"L02": 1}, 0)
    driver.run(bridge.scan(driver.g))
    assert [option.id for option in driver.asked[-1].options] == ["done"]


# Facilities ----------------------------------------------------------------------------------------------------------


@rule("ISS-270")
def test_what_a_visit_costs() -> None:
    state = staffed()
    ship = state.ship
    state.step, ship.command, ship.upgrades = "facilities", 1, {"2": "B03", "3": "B12"}
    assert facilities.is_free(state, "barracks")
    facilities.pay_visit(state, "barracks")
    assert (ship.command, ship.used) == (1, {"B03": 1})
    assert facilities.is_free(state, "barracks")
    facilities.pay_visit(state, "research")
    assert (ship.command, ship.used) == (1, {"B03": 1, "B12": 1})
    assert not facilities.is_free(state, "barracks")
    facilities.pay_visit(state, "barracks")
    assert ship.command == 0
    ship.upgrades, ship.used = {"2": "B03"}, {}
    assert not facilities.is_free(state, "research")
    driver = Driver(state)
    driver.run(rooms.aboard(driver.g), ("research/stay",), ("barracks/enter",), ("barracks/stay",))
    shown = [option.id for option in driver.asked[0].options]
    assert [key for key in shown if key.endswith("/enter")] == ["barracks/enter"]  # free, without Command


@rule("ISS-270")
def test_the_same_facility_again_while_there_is_command() -> None:
    state = staffed()
    state.step, state.ship.command, state.ship.ready = "facilities", 2, []
    driver = Driver(state)
    for _ in range(2):
        driver.run(rooms.aboard(driver.g), ("production/enter",), ("research/stay",), ("barracks/stay",))
    driver.run(rooms.aboard(driver.g))
    assert len(driver.asked) == 2  # nothing is left: closed up without asking
    assert state.step == "hangar"


@rule("ISS-272")
def test_research_projects_wait_for_a_slot() -> None:
    state = staffed()
    ship = state.ship
    ship.research = ["R01", "R02", "R03", "R04", "R05"]
    ship.awaiting["research"] = ["R06", "R07"]
    driver = Driver(state)
    driver.run(facilities.research(driver.g))
    assert (ship.research[-1], ship.awaiting["research"]) == ("R06", ["R07"])
    ship.facilities = ["F06"]
    ship.awaiting["research"] = ["R07", "R08", "R09"]
    driver.run(facilities.research(driver.g))
    assert (ship.research[-1], ship.awaiting["research"]) == ("R08", ["R09"])


@rule("ISS-274")
def test_which_tiers_pay() -> None:
    cards = ["DS1.1", "DS4.1", "DS6.1", "DO1.1"]  # common, rare, ultra; and an ore
    assert facilities.payers(cards, "spores c") == ["DS1.1", "DS4.1", "DS6.1"]
    assert facilities.payers(cards, "spores r") == ["DS4.1", "DS6.1"]
    assert facilities.payers(cards, "spores u") == ["DS6.1"]
    assert facilities.cheapest(cards, ("spores c", "spores r")) == ["DS4.1", "DS1.1"]
    assert facilities.cheapest(cards, ("spores u", "spores u")) is None


@rule("ISS-276", "ISS-275", "ISS-178")
def test_lab_work_pays_and_may_be_repeated() -> None:
    crew = (("cr03", 2, 1), ("cr07", 2, 1), ("cr12", 1, 1), ("cr22", 1, 1), ("cr02", 1, 1), ("cr06", 2, 1))
    state = staffed(*crew)
    state.ship.research = ["R04", "R01", "R02"]
    gather(state, "DS1.1", "DB1.1", "DS1.2", "DS2.1")
    driver = Driver(state)
    driver.run(
        facilities.lab_work(driver.g), ("lab:R01:cr12",), ("find:DS1.1",), ("find:DS2.1",), ("lab:R04:cr03+cr07",)
    )
    assert state.ship.research == ["R02"]
    assert state.ship.gathered == []
    assert state.finds["spores"][-3:] == ["DS1.1", "DS2.1", "DS1.2"]
    assert [person(state, key).place for key in ("cr12", "cr03", "cr07", "cr22")] == ["resting"] * 3 + ["available"]
    assert {"EQ-P04", "EQ-P03"} <= set(state.ship.armory)


@rule("ISS-277", "ISS-282", "ISS-278")
def test_ready_slots_and_queues() -> None:
    state = staffed()
    ship = state.ship
    ship.ready = ["C01", "C02", "C03", "C06", "C05"]
    ship.awaiting["production"] = ["C08", "C09"]
    ship.awaiting["facility"] = ["F05"]
    driver = Driver(state)
    driver.run(facilities.production(driver.g), ("start:C01:2",), ("start:C02:0",), ("start:C03:0",), ("done",))
    assert facilities.open_queues(state) == [0, 2]
    assert ship.awaiting["production"] == ["C09"]
    assert ship.ready == ["C06", "C05", "C08"]
    assert ship.queues == [["C03", "C02", ""], ["", "", ""], ["", "C01", ""]]


@rule("ISS-279")
def test_all_of_a_queue_moves() -> None:
    state = staffed()
    state.ship.queues[0] = ["C03", "C01", "C02"]
    driver = Driver(state)
    driver.run(facilities.advance(driver.g, 0))
    assert state.ship.queues[0] == ["", "C03", "C01"]
    assert "EQ-S05" in state.ship.armory


@rule("ISS-280", "ISS-EX107")
def test_a_project_without_a_slot_stays_ready() -> None:
    state = staffed()
    state.ship.ready, state.ship.queues[0] = ["C02", "C03"], ["", "C01", ""]
    driver = Driver(state)
    driver.run(facilities.start_projects(driver.g), ("start:C02:0",))
    assert (state.ship.queues[0], state.ship.ready) == (["C02", "C01", ""], ["C03"])


@rule("ISS-281")
def test_assembly_moves_one_slot_and_may_be_repeated() -> None:
    state = staffed(("cr06", 1, 1), ("cr11", 1, 1), ("cr02", 1, 1))  # READ twice
    state.ship.queues[0] = ["", "C02", ""]
    driver = Driver(state)
    driver.run(facilities.assembly(driver.g), ("boost:0:1:cr06",), ("done",))
    assert state.ship.queues[0] == ["", "", "C02"]
    assert person(state, "cr06").place == "resting"
    driver.run(facilities.assembly(driver.g), ("boost:0:2:cr11",))
    assert state.ship.queues[0] == ["", "", ""]
    assert "EQ-S05" in state.ship.armory


def said(game: Sess) -> dict[str, str]:
    """What the lines of the plan say."""
    return {key: line.choice for key, line in game.state.plan.items()}


@rule("ISS-270", "ISS-273", "ISS-276")
def test_a_visit_to_the_laboratory_runs_all_its_steps() -> None:
    state = staffed(("cr03", 2, 1), ("cr07", 2, 1), ("cr06", 2, 1))
    state.step, state.ship.command = "facilities", 1
    gather(state, "DS1.1", "DB1.1")
    game = session(state)
    assert said(game)["research"] == "research/project:R04"  # suggested, for it can be paid
    answer(game, "research/enter")
    assert "lab1/lab:R04:cr03+cr07" in options(game)
    answer(game, "ready")
    assert game.state.ship.research == ["R04"]
    assert game.state.step != "facilities"  # the Command is spent


@rule("ISS-270", "ISS-279", "ISS-280", "ISS-281")
def test_a_visit_to_the_complex_runs_all_its_steps() -> None:
    state = staffed(("cr06", 1, 1), ("cr11", 1, 1), ("cr02", 1, 1))
    state.step, state.ship.command, state.ship.ready, state.ship.queues[0] = "facilities", 2, ["C02"], ["", "", "C03"]
    game = session(state)
    assert said(game)["production"] == "production/start:C02:0"
    boosts = {key for key in options(game) if key.startswith("assembly1/")}
    assert boosts == {"assembly1/boost:0:1:cr06", "assembly1/boost:0:1:cr11"}
    answer(game, "assembly1/boost:0:1:cr11")
    assert game.state.ship.queues[0] == ["", "", "C03"]  # nothing happens before all are ready
    answer(game, "ready")
    assert game.state.ship.awaiting["mod"] == ["LM01"]
    assert person(game.state, "cr11").place == "resting"
    assert game.state.ship.queues[0] == ["", "", "C02"]


@rule("ISS-270", "ISS-284", "ISS-287", "ISS-289")
def test_a_visit_to_the_barracks_runs_all_its_steps() -> None:
    state = staffed(("cr01", 0, 2), ("cr05", 0, 1))
    state.step, state.ship.command = "facilities", 1
    state.options = msgspec.structs.replace(state.options, mentor=True)
    game = session(state)
    if said(game)["barracks"] != "barracks/enter":
        answer(game, "barracks/enter")
    answer(game, "ready")
    assert "transfer:cr01:1" in options(game)
    answer(game, "done")
    assert options(game) == [f"section:{section}" for section in range(4)]
    answer(game, "section:3", "section:0", "section:1", "section:2")
    assert game.asks[0].prompt.startswith("Engineering")  # in that order
    for _ in range(4):
        answer(game, "nobody")
    assert options(game) == ["done", "mentor:cr01:cr05"]


@rule("ISS-285", "ISS-290")
def test_the_last_free_sleeve_can_still_be_taken() -> None:
    crew = (("cr01", 0, 3), ("cr02", 1, 2), ("cr06", 1, 2))
    state = staffed(*crew)
    driver = Driver(state)
    driver.run(facilities.transfers(driver.g))
    assert "transfer:cr01:1" in [option.id for option in driver.asked[0].options]  # two of three are in use
    state.options = msgspec.structs.replace(state.options, mentor=True)
    driver = Driver(state)
    one = person(state, "cr03")
    one.place, one.section, one.rank = "available", 1, 1
    driver.run(facilities.mentor(driver.g), ("mentor:cr02:cr03",))
    assert person(state, "cr03").rank == 2
    keys = ("cr10", "cr14", "cr21", "cr22", "cr24")
    for key in keys:
        person(state, key).place, person(state, key).section, person(state, key).rank = "available", 2, 1
    state.offered = ["cr08", "cr09"]
    driver = Driver(state)
    driver.run(facilities.pick_trainee(driver.g, 2), ("crew:cr08",))
    assert len(driver.asked) == 1  # the sixth sleeve was free
    assert person(state, "cr08").section == 2


# Barracks ------------------------------------------------------------------------------------------------------------


@rule("ISS-284", "ISS-285", "ISS-290")
def test_a_resting_crew_transfers_and_stays_resting_and_rank_one_stays_where_it_is() -> None:
    state = staffed(("cr01", 0, 2), ("cr05", 0, 1), ("cr06", 1, 1))
    person(state, "cr01").place = "resting"
    person(state, "cr06").place = "light"
    driver = Driver(state)
    driver.run(facilities.transfers(driver.g), ("transfer:cr01:3",), ("done",))
    one = person(state, "cr01")
    assert (one.place, one.section, one.rank) == ("resting", 3, 1)
    assert not any(option.id.startswith("transfer:cr05") for ask in driver.asked for option in ask.options)
    assert not any(option.id.startswith("transfer:cr01") for option in driver.asked[1].options)  # rank 1 by now
    assert not any("cr06" in option.id for option in driver.asked[0].options)  # in Medbay


@rule("ISS-286")
def test_who_is_dismissed_is_a_recruit_again() -> None:
    state = staffed(("cr01", 0, 3))
    driver = Driver(state)
    driver.run(facilities.transfers(driver.g), ("dismiss:cr01",))
    one = person(state, "cr01")
    assert (one.place, one.section, one.rank) == ("recruits", -1, 0)
    assert state.recruits.count("cr01") == 1


@rule("ISS-287")
def test_how_many_recruits_are_shown_and_where_the_rest_goes() -> None:
    for cards, count in (([], 5), (["F08"], 7)):
        state = staffed()
        state.ship.facilities = cards
        before = sorted(state.recruits)
        driver = Driver(state)
        order = tuple(f"section:{n}" for n in range(4))
        driver.run(facilities.train(driver.g), order, ("nobody",), ("nobody",), ("nobody",), ("nobody",))
        assert len(driver.asked[1].options) == count + 1
        assert sorted(state.recruits) == before
        assert state.offered == []


@rule("ISS-288")
def test_a_full_section_may_send_somebody_back_first() -> None:
    keys = ("cr01", "cr05", "cr10", "cr14", "cr21", "cr22")
    state = staffed(*((key, 0, 1) for key in keys))
    state.offered = ["cr02", "cr03"]
    driver = Driver(state)
    driver.run(facilities.pick_trainee(driver.g, 0), ("crew:cr02",), ("crew:cr10",))
    assert (person(state, "cr02").place, person(state, "cr02").section) == ("available", 0)
    assert (person(state, "cr10").place, person(state, "cr10").section) == ("recruits", -1)
    assert "cr10" in state.recruits
    assert state.offered == ["cr03"]
    for key in ("cr01", "cr05", "cr14", "cr21", "cr22", "cr02"):
        person(state, key).place = "resting"
    driver = Driver(state)
    driver.run(facilities.pick_trainee(driver.g, 0))
    assert driver.asked == []  # nobody Available whose sleeve could be freed


@rule("ISS-289", "ISS-290")
def test_who_may_mentor_whom() -> None:
    state = staffed(("cr01", 0, 2), ("cr05", 0, 1), ("cr10", 0, 1), ("cr02", 1, 3), ("cr06", 2, 1), ("cr07", 2, 1))
    person(state, "cr10").place = "resting"
    state.options = msgspec.structs.replace(state.options, mentor=True)
    driver = Driver(state)
    driver.run(facilities.mentor(driver.g), ("done",))
    ids = [option.id for option in driver.asked[0].options]
    assert ids == ["done", "mentor:cr01:cr05", "mentor:cr01:cr10"]  # cr02 is the last one of Recon
    for key in ("cr21", "cr22"):
        one = person(state, key)
        one.place, one.section, one.rank = "light", 0, 2
    driver = Driver(state)
    driver.run(facilities.mentor(driver.g))
    assert driver.asked == []  # no rank 2 sleeve is free


# Situation Room, Observatory -----------------------------------------------------------------------------------------


@rule("ISS-253", "ISS-271", "ISS-291", "ISS-292")
def test_old_situations_lie_open_from_the_bridge_until_the_rooms_close() -> None:
    state = staffed(("cr03", 2, 1), ("cr12", 2, 1), ("cr22", 2, 1))  # MEND
    ship = state.ship
    ship.waiting_situations, ship.used, state.step = ["S01", "S19", "S08"], {"bridge": 3}, "bridge"
    driver = Driver(state)
    driver.run(bridge.bridge(driver.g))
    assert (ship.open_situations, ship.waiting_situations) == (["S01", "S19", "S08"], [])
    state.step = "facilities"
    driver.run(facilities.situation_room(driver.g), ("solve:S19",), ("supervise:S01:cr12",))
    assert ship.open_situations == ["S08"]
    facilities.close_up(state)
    assert (ship.open_situations, ship.waiting_situations) == ([], ["S08"])


@rule("ISS-253")
def test_a_campaign_stored_after_its_bridge_takes_them_out_before_the_visits() -> None:
    state = staffed(("cr03", 2, 1), ("cr12", 2, 1))
    state.step, state.ship.command, state.ship.waiting_situations = "facilities", 1, ["S01"]
    driver = Driver(state)
    driver.run(rooms.aboard(driver.g), ("situation/solve:S01",))
    assert (state.ship.open_situations, state.ship.waiting_situations) == ([], [])


@rule("ISS-292", "ISS-215")
def test_supervisors_rest_and_may_be_declined() -> None:
    state = staffed(("cr03", 2, 1), ("cr12", 2, 1), ("cr22", 2, 1))  # MEND
    state.ship.open_situations = ["S08", "S01"]
    driver = Driver(state)
    driver.run(facilities.situation_room(driver.g), ("solve:S08",), ("done",))
    assert driver.asked[1].options[0].id == "done"
    assert state.ship.open_situations == ["S01"]
    driver = Driver(state)
    state.ship.open_situations = ["S08", "S01"]
    driver.run(facilities.situation_room(driver.g), ("solve:S08",), ("supervise:S01:cr12",))
    assert person(state, "cr12").place == "resting"
    assert state.ship.open_situations == []


@rule("ISS-295", "ISS-296")
def test_the_observatory_costs_energy_and_one_watcher() -> None:
    state = staffed(("cr06", 1, 1), ("cr02", 1, 1), ("cr11", 1, 1), ("cr01", 0, 1), ("cr05", 0, 1))
    state.ship.energy, state.situations = 2, []
    driver = Driver(state)
    driver.run(facilities.observatory(driver.g), ("scan:L02",), ("watch:cr06",))
    assert (state.ship.energy, state.ship.scanned, state.ship.later_energy) == (1, {"L02": 1}, 1)
    assert [option.id for option in driver.asked[1].options] == ["none", "watch:cr06", "watch:cr11"]
    assert person(state, "cr06").place == "resting"
    state.ship.energy = 0
    driver = Driver(state)
    driver.run(facilities.observatory(driver.g), ("none",))
    assert driver.asked[0].prompt == "Who keeps watch?"
    assert state.ship.later_energy == 1


# Hangar, launch, landing ---------------------------------------------------------------------------------------------


@rule("ISS-298")
def test_a_full_rack_of_mods() -> None:
    state = staffed()
    ship = state.ship
    ship.mods, ship.awaiting["mod"] = ["LM01", "LM02", "LM03", "LM04", "LM05", "LM07"], ["LM08", "LM09"]
    driver = Driver(state)
    driver.run(launch.new_mods(driver.g), ("mod:LM03",), ("keep",))
    assert ship.mods == ["LM01", "LM02", "LM08", "LM04", "LM05", "LM07"]
    assert ship.awaiting["mod"] == ["LM09"]


@rule("ISS-299")
def test_what_a_repair_costs() -> None:
    state = staffed()
    state.ship.landers = [LanderCard("LN1"), LanderCard("LN2", damaged=True)]
    state.ship.bag, state.ship.success = 2, 9
    gather(state, "DO1.1")
    driver = Driver(state)
    driver.run(launch.repairs(driver.g), ("success:LN2",))
    assert [option.id for option in driver.asked[0].options] == ["done", "success:LN2"]
    assert (state.ship.bag, state.ship.success, state.ship.gathered) == (0, 9, ["DO1.1"])
    assert not state.ship.landers[1].damaged


@rule("ISS-166", "ISS-167", "ISS-165", "ISS-EX57")
def test_mods_change_stats_and_supplies() -> None:
    state = staffed()
    ship = state.ship
    ship.landers, ship.lander = [LanderCard("LN4")], "LN4"
    keys = ("armor", "sensors", "agility")
    assert [launch.stat(state, key) for key in keys] == [2, 1, 1]
    assert launch.supplies(state) == 7
    ship.fitted = ["LM02", "LM03", "LM09"]
    assert [launch.stat(state, key) for key in keys] == [3, 2, 2]
    ship.fitted = ["LM01", "LM05"]
    assert launch.supplies(state) == 9  # and never more


@rule("ISS-306", "ISS-155")
def test_a_wild_die_with_room_takes_a_free_slot() -> None:
    state = staffed(("cr01", 0, 1))
    wild = next(die for die in state.dice if die.kind == "wild")
    wild.zone, wild.section = "compartment", 0
    driver = Driver(state)
    driver.run(launch.board_crew(driver.g, "cr01", charges=False), ("column:blue",))  # 4/2/2 slots for 3/2/1
    assert {option.id for option in driver.asked[0].options} == {"column:red", "column:blue"}
    assert (wild.zone, wild.colour) == ("slot", "blue")


@rule("ISS-303", "ISS-304", "ISS-257")
def test_a_second_shortage_takes_a_die_even_from_three() -> None:
    state = staffed()
    state.recruits, state.ship.shortages = ["cr01"], 1
    for section in range(4):
        for die in dice_in(state, section, "compartment")[3:]:
            die.zone, die.section = "box", -1
    driver = Driver(state)
    driver.run(launch.shortage(driver.g))
    assert [len(dice_in(state, section, "compartment")) for section in range(4)] == [2] * 4
    assert [one.section for one in crew_in(state, "available")] == [0]  # there was one Recruit


def landed(state: State, *answers: tuple[str, ...]) -> Driver:
    state.landing, state.step = Landing("P2"), "landing"
    driver = Driver(state)
    driver.run(landing.landing(driver.g), *answers)
    return driver


@rule("ISS-314")
def test_jitters_make_every_step_harder() -> None:
    state = on_planet("P2", ("", ""), 1)
    state.flags = ["jitters"]
    driver = landed(state, ("none",), ("none",))
    assert any("against 3" in line.text for line in driver.g.lines)


@rule("ISS-312")
def test_one_die_each_and_nothing_else_is_rolled() -> None:
    state = on_planet("P2", ("", ""), 1)
    explorer(state, 0).injury_columns[0] = True
    first, second = dice_in(state, 0, "slot")[0], dice_in(state, 1, "slot")[0]
    driver = landed(state, (f"die:{first.id}",), (f"die:{second.id}",))
    assert [len(line.dice) for line in driver.g.lines if line.dice] == [2]
    assert len(driver.asked) == 2  # without a Hammered keel nothing is rolled again
    assert (first.zone, second.zone) == ("spent", "spent")
    assert len(dice_in(state, 0, "spent")) == len(dice_in(state, 1, "spent")) == 1


def test_a_hammered_keel_rolls_one_step_again() -> None:
    """B07: once per landing."""
    state = on_planet("P2", ("", ""), 1)
    state.ship.upgrades = {"Travel 2": "B07"}
    first = dice_in(state, 0, "slot")[0]
    driver = landed(state, (f"die:{first.id}",), ("none",), ("again",))
    assert state.landing is not None
    assert state.landing.rerolled
    assert sum(bool(line.dice) for line in driver.g.lines) == 2
    second = dice_in(state, 0, "slot")[0]
    driver.run(landing.landing(driver.g), (f"die:{second.id}",), ("none",))
    assert sum(bool(line.dice) for line in driver.g.lines) == 3


@rule("ISS-313")
def test_which_icons_score_for_which_stat() -> None:
    sets = {
        "armor": {"GUARD", "HAUL", "MEND"},
        "sensors": {"READ", "PROBE", "LINK"},
        "agility": {"TRACK", "REACH", "BREACH"},
    }
    for key, scoring in sets.items():
        for icon in ICONS:
            assert landing.face_score((icon,), key) == (icon in scoring)
        assert [landing.face_score((icon,), key) for icon in ("V", "Ba", "Ac")] == [1, 0, -1]
    assert landing.face_score(("PROBE", "MEND"), "armor") == 1
    assert landing.face_score(("PROBE", "MEND"), "agility") == 0


@rule("ISS-316", "ISS-078")
def test_where_a_lander_comes_down() -> None:
    places = set()
    for number in range(12):
        state = on_planet("P2", ("", ""), 1)
        state.landing, state.step = Landing("P2", step=3, marker=-1), "landing"
        driver = Driver(state, f"place {number}")
        driver.run(landing.landing(driver.g))
        places.add(state.exploration.lander_sector)
    assert places == {"s1", "s8"}
    state = on_planet("P2", ("", ""), 1)
    state.landing, state.step = Landing("P2", step=3, marker=1), "landing"
    driver = Driver(state)
    driver.run(landing.landing(driver.g), ("land:s8",))
    assert state.exploration.lander_sector == "s8"


@rule("ISS-311", "ISS-337")
def test_a_step_is_known_once_it_was_played() -> None:
    state = on_planet("P2", ("", ""), 1)
    driver = landed(state, ("none",), ("none",))
    assert state.ship.scanned == {"L02": 1}
    shown = state.revealed
    driver.run(landing.landing(driver.g), ("none",), ("none",))
    assert state.ship.scanned == {"L02": 2}
    assert state.revealed > shown


@rule("ISS-320", "ISS-322", "ISS-324")
def test_decks_are_whole_when_the_crew_disembarks() -> None:
    state = on_planet("P2", ("s1", "s1"), 1)
    state.event_discard, state.events = state.events[:5], state.events[5:]
    before = {deck: sorted(cards) for deck, cards in state.finds.items()}
    driver = Driver(state)
    driver.run(landing.disembark(driver.g))
    assert (len(state.events), state.event_discard) == (29, [])
    assert {deck: sorted(cards) for deck, cards in state.finds.items()} == before
    assert (len(state.rankups), state.exploration.rankup in state.rankups) == (9, False)
    assert not any(crew.turn_ended for crew in state.exploration.crew)

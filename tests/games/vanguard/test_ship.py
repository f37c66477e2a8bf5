"""Ship Management, room by room."""

from __future__ import annotations

import msgspec

from app.games.vanguard.data.crew import CREW
from app.games.vanguard.data.planetside import DISCOVERY
from app.games.vanguard.data.ship import SITUATION
from app.games.vanguard.people import crew_in, explorer, person
from app.games.vanguard.pools import dice_in, owned
from app.games.vanguard.ship import bridge, docking, facilities, landing, launch, medbay
from app.games.vanguard.ship.crew import assign, assignable, workers
from app.games.vanguard.shipfx import change_morale, reveal_situations
from app.games.vanguard.state import Injury, LanderCard, Landing, State
from app.kernel import Option
from tests.games.vanguard.situations import Driver, campaign, fresh, hurt, on_planet
from tests.rules import rule


def staffed(*crew: tuple[str, int, int], seats: int = 1) -> State:
    """A ship with these Available crew: id, section, rank."""
    state = fresh(seats)
    for key, section, rank in crew:
        one = person(state, key)
        one.place, one.section, one.rank = "available", section, rank
        state.recruits.remove(key)
    return state


def docked(planet: str = "P2", seats: int = 1) -> State:
    state = on_planet(planet, ("s1", "s1"), seats)
    state.exploration.over = "liftoff"
    state.step = "leaving"
    return state


# Docking and debriefing --------------------------------------------------------------------------------------------


@rule("ISS-210", "ISS-211")
def test_clean_up() -> None:
    state = docked()
    x = state.exploration
    explorer(state, 0).gear, explorer(state, 0).hand = ["EQ-S01!"], ["SE01"]
    state.ship.armory.remove("EQ-S01")
    state.lead_decks["ores"] = [state.lead_bag.pop()]
    x.missions, x.uniques, x.success = ["M05", "M06"], [2, 34], 2
    driver = Driver(state)
    driver.run(docking.leave(driver.g))
    assert not dice_in(state, 0, "slot", "spent", "pool")
    assert "EQ-S01" in state.ship.armory
    assert len(state.lead_bag) == 20
    assert (x.missions, x.uniques, x.success) == (["M05"], [2], 2)


@rule("ISS-212", "ISS-089", "ISS-EX84", "ISS-EX79")
def test_failure_costs_one_step_of_morale_and_the_rank_up_card() -> None:
    state = docked()
    x = state.exploration
    x.missions, x.failed, x.rankup, x.rankup_done = ["M05", "M07"], True, state.rankups.pop(0), True
    driver = Driver(state)
    driver.run(docking.dock(driver.g))
    assert state.ship.morale == 1
    assert len(state.rankups) == 10
    assert x.missions == []


@rule("ISS-213", "ISS-EX83", "ISS-165")
def test_excess_cargo() -> None:
    state = docked()
    x = state.exploration
    x.cargo, x.uniques = [state.finds["ores"].pop(0) for _ in range(4)], [2, 3, 4]
    driver = Driver(state)
    driver.run(docking.drop_excess(driver.g, x))
    assert len(x.cargo) == 2
    x.cargo, x.uniques = [], [1, 2, 3, 4, 5, 6]
    driver.run(docking.drop_excess(driver.g, x))
    assert len(x.uniques) == 6


@rule("ISS-214", "ISS-215", "ISS-EX85")
def test_the_last_available_crew_of_a_section_stays() -> None:
    state = staffed(("cr03", 2, 1), ("cr07", 2, 1), ("cr01", 0, 1))
    assert {one.id for one in assignable(state)} == {"cr03", "cr07"}
    driver = Driver(state)
    assign(driver.g, "cr03", "Therapist")
    assert person(state, "cr03").place == "resting"
    assert assignable(state) == []


@rule("ISS-216", "ISS-217", "ISS-218", "ISS-219", "ISS-EX88")
def test_rank_ups() -> None:
    state = docked()
    x = state.exploration
    explorer(state, 1).rank = person(state, "cr02").rank = 2
    x.rankup, x.rankup_done, x.success, state.ship.bag = "RU01", True, 3, 5
    state.rankups.remove("RU01")
    driver = Driver(state)
    docking.promote(driver.g)
    assert (explorer(state, 0).rank, explorer(state, 1).rank) == (2, 2)  # 2 and 4 tokens are asked for
    assert state.removed_rankups == ["RU01"]
    assert x.success == 3
    x.rankup = "RU02"
    state.rankups.remove("RU02")
    x.success = 0
    docking.promote(driver.g)
    assert "RU02" in state.rankups


@rule("ISS-220", "ISS-EX12", "ISS-221", "ISS-222", "ISS-EX86", "ISS-EX87", "ISS-224")
def test_the_dice_market() -> None:
    state = docked()
    state.exploration.success, state.ship.bag = 4, 2
    driver = Driver(state)
    driver.run(docking.debrief(driver.g))
    assert state.ship.success == 6
    assert docking.price(state) == 6
    driver.run(docking.sell(driver.g))
    assert state.ship.success == 10
    assert [len(owned(state, section)) for section in range(4)] == [5] * 4
    assert "sell" not in [option.id for option in docking.market_options(state)]
    driver.run(docking.buy(driver.g, "none"))
    assert state.ship.success == 5
    assert [len(owned(state, section)) for section in range(4)] == [6] * 4


@rule("ISS-223", "ISS-EX51", "ISS-156", "ISS-225")
def test_instructors_and_the_kinds_on_offer() -> None:
    state = staffed(("cr01", 0, 3), ("cr05", 0, 1))
    state.ship.success = 4
    assert [option.id for option in docking.market_options(state)] == ["done", "sell", "buy:cr01"]
    driver = Driver(state)
    driver.run(docking.buy(driver.g, "cr01"))
    assert state.ship.success == 0
    offered = {option.id for option in driver.asked[0].options}
    assert offered <= {
        f"kind:{kind}" for kind in ("breach", "guard", "haul", "track", "read", "reach", "probe", "mend", "link")
    }
    assert "kind:haul" not in offered  # all four copies are owned


@rule("ISS-226", "ISS-227", "ISS-228", "ISS-230", "ISS-EX89", "ISS-178", "ISS-179")
def test_unloading() -> None:
    state = docked()
    x = state.exploration
    state.ship.uniques, x.uniques = [1, 2, 3], [4]
    state.finds["spores"].remove("DS3.1")
    x.cargo = ["DS3.1"]
    state.ship.fitted, state.step = ["LM01"], "unloading"
    driver = Driver(state)
    for _ in range(3):
        driver.run(docking.unload(driver.g))
    assert state.ship.awaiting["bridge"] == ["B01"]
    assert state.ship.awaiting["production"] == ["C09"]
    assert state.ship.awaiting["mod"] == ["LM01"]
    assert state.ship.gathered == ["DS3.1"]
    assert state.ship.success == 1
    assert state.step == "medbay"


@rule("ISS-229", "ISS-EX90")
def test_a_discovery_gained_aboard_has_no_unload_effect() -> None:
    from app.games.vanguard.effects import Ctx, run

    state = staffed()
    driver = Driver(state)
    driver.run(run(driver.g, "discovery ores; unique 12", Ctx()))
    assert len(state.ship.gathered) == 1
    assert DISCOVERY[state.ship.gathered[0].split(".")[0]].deck == "ores"
    assert state.ship.uniques == [12]
    assert state.ship.success == 0


# Medbay ------------------------------------------------------------------------------------------------------------


@rule("ISS-232", "ISS-233")
def test_recovery_moves_right() -> None:
    state = docked()
    for key, place in (("cr05", "light"), ("cr06", "moderate"), ("cr07", "critical")):
        one = person(state, key)
        one.place, one.section, one.rank = place, 0, 1
    driver = Driver(state)
    medbay.rest_and_recover(driver.g)
    assert [person(state, key).place for key in ("cr05", "cr06", "cr07", "cr01")] == [
        "available",
        "light",
        "moderate",
        "resting",
    ]


@rule("ISS-235", "ISS-236", "ISS-237", "ISS-EX91")
def test_admission_by_number_of_injuries() -> None:
    state = docked()
    for key in ("cr05", "cr06", "cr07"):
        one = person(state, key)
        one.place, one.section, one.rank = "light", 0, 1
    hurt(state, 0, "bruised")
    hurt(state, 1, "bruised", "wounded", "wounded")
    driver = Driver(state)
    driver.run(medbay.admit(driver.g))
    assert person(state, "cr01").place == "moderate"
    assert person(state, "cr02").place == "critical"
    assert sum(state.injury_deck.values()) == 36
    explorer(state, 0).injuries = [Injury("wounded")] * 3
    person(state, "cr01").place = "team"
    driver.run(medbay.admit(driver.g))
    assert person(state, "cr01").place == "fallen"


@rule("ISS-234", "ISS-EX93", "ISS-231")
def test_therapists_need_a_free_place() -> None:
    state = staffed(("cr03", 2, 1), ("cr04", 2, 1))
    for key, place in (("cr05", "moderate"), ("cr06", "moderate"), ("cr07", "critical")):
        one = person(state, key)
        one.place, one.section, one.rank = place, 0, 1
    driver = Driver(state)
    driver.run(medbay.therapists(driver.g), ("therapist:cr03:cr05",))
    ids = [option.id for option in driver.asked[0].options]
    assert not any(key.endswith(":cr07") for key in ids)
    assert person(state, "cr05").place == "light"
    state.ship.awaiting["facility"] = ["F01", "F04"]
    medbay.install(state, ("F01", "F02", "F03"))
    assert state.ship.facilities == ["F01"]


@rule("ISS-238", "ISS-EX92")
def test_the_survival_check() -> None:
    assert medbay.deadly(["ache", "strain", "crisis"])
    assert not medbay.deadly(["ache", "strain", "strain"])
    assert medbay.deadly(["crisis", "crisis", "calm"])
    assert not medbay.deadly(["crisis", "ache", "calm"])
    faces = ("calm", "calm", "ache", "ache", "strain", "crisis")
    deaths = sum(medbay.deadly([a, b, c]) for a in faces for b in faces for c in faces)
    assert deaths == 43


@rule("ISS-239", "ISS-240", "ISS-241", "ISS-242", "ISS-EX94")
def test_the_memorial_wall() -> None:
    state = staffed()
    state.ship.wall = {"security": ["cr10", "cr11"]}
    for key in ("cr05", "cr14"):
        one = person(state, key)
        one.place, one.wall = "fallen", 0
    driver = Driver(state)
    driver.run(medbay.memorial(driver.g))
    assert state.ship.wall == {"security": ["cr10", "cr11", "cr05"], "common": ["cr14"]}
    assert state.ship.morale == 3
    assert state.ship.success == 1


@rule("ISS-243", "ISS-244", "ISS-245", "ISS-246", "ISS-EX95", "ISS-317", "ISS-248")
def test_a_planet_remembers_but_not_its_markers() -> None:
    state = on_planet("P3", ("s1", "s1"), 1)
    x = state.exploration
    from app.games.vanguard.state import ThreatFigure

    x.finished, x.tracks, x.threats = ["s3"], {"302:throat": 2}, [ThreatFigure("T03", "s4", 2)]
    x.over, state.step = "liftoff", "save"
    state.visited.append("P3")
    driver = Driver(state)
    driver.run(medbay.save_point(driver.g))
    assert state.x is None
    again = on_planet("P3", ("s1", "s1"), 1).exploration
    launch.lay_board(state, again)
    assert again.finished == ["s3"]
    assert [(figure.id, figure.sector, figure.time) for figure in again.threats] == [("T03", "s4", 0)]
    assert again.tracks == {}
    assert again.pois["s4"] == [302]


@rule("ISS-243")
def test_from_the_save_point_on_to_the_bridge() -> None:
    solo = staffed()
    driver = Driver(solo)
    driver.run(medbay.save_point(driver.g), ("bridge",))
    assert solo.step == "bridge"
    pair = staffed(seats=2)
    pair.step = "save"
    driver = Driver(pair)
    driver.run(medbay.save_point(driver.g), ("wait",), ("pass",), ("agree",))
    assert [option.id for option in driver.asked[0].options] == ["bridge", "wait", "pass"]
    assert pair.step == "save"


# Bridge and starmap ------------------------------------------------------------------------------------------------


@rule("ISS-250", "ISS-251", "ISS-252", "ISS-258", "ISS-EX97")
def test_the_pools() -> None:
    state = staffed()
    ship = state.ship
    ship.morale, ship.penalty = 3, True
    driver = Driver(state)
    bridge.fill_pools(driver.g)
    assert (ship.energy, ship.command) == (5, 2)
    assert not ship.penalty
    ship.morale, ship.energy, ship.command = 0, 0, 0
    bridge.fill_pools(driver.g)
    assert (ship.energy, ship.command) == (4, 2)


@rule("ISS-249")
def test_bridge_cards_are_installed() -> None:
    state = staffed()
    state.ship.upgrades = {"1": "B01"}
    state.ship.awaiting = {"bridge": ["B08"], "objective": ["O02"], "tech": ["TL2"]}
    driver = Driver(state)
    driver.run(bridge.install_cards(driver.g))
    assert state.ship.upgrades == {"1": "B08"}
    assert (state.ship.objective, state.ship.tech) == ("O02", "TL2")


@rule("ISS-253", "ISS-254", "ISS-255", "ISS-EX98", "ISS-EX99")
def test_old_situations_strike_again_and_new_ones_lie_open() -> None:
    state = staffed()
    ship = state.ship
    state.situations.remove("S01")
    ship.waiting_situations, ship.used, state.step = ["S01"], {"bridge": 3}, "bridge"
    ship.energy, ship.morale, ship.scanner = 5, 0, "L02"
    driver = Driver(state)
    driver.run(bridge.bridge(driver.g))
    assert ship.energy == 4
    assert ship.open_situations == ["S01"]
    driver.run(bridge.bridge(driver.g))
    assert len(ship.open_situations) == 3
    assert ship.scanner == ""
    state.situations = []
    reveal_situations(driver.g, 3)
    assert len(ship.open_situations) == 3


@rule("ISS-253")
def test_the_table_orders_what_strikes() -> None:
    state = staffed()
    for card in ("S01", "S02"):
        state.situations.remove(card)
    state.ship.waiting_situations, state.ship.used, state.step = ["S01", "S02"], {"bridge": 3}, "bridge"
    driver = Driver(state)
    driver.run(bridge.bridge(driver.g), ("situation:S02",))
    told = [line.text.split(":")[0] for line in driver.g.lines if line.text.startswith("Situation")]
    assert told == [f"Situation {SITUATION[card].name}" for card in ("S02", "S01")]


@rule("ISS-256", "ISS-257")
def test_morale_below_the_lowest_step_costs_dice() -> None:
    state = staffed()
    driver = Driver(state)
    driver.run(change_morale(driver.g, 5))
    assert state.ship.morale == 3
    driver.run(change_morale(driver.g, -3))
    assert state.ship.morale == 0
    driver.run(change_morale(driver.g, -1))
    assert [len(owned(state, section)) for section in range(4)] == [5] * 4
    driver.run(change_morale(driver.g, -2))
    assert [len(owned(state, section)) for section in range(4)] == [3] * 4
    driver.run(change_morale(driver.g, -2))
    assert [len(owned(state, section)) for section in range(4)] == [1] * 4
    driver.run(change_morale(driver.g, -1))
    assert [len(owned(state, section)) for section in range(4)] == [1] * 4  # without it play would stop
    assert "Science keeps its last die." in [line.text for line in driver.g.lines]
    assert state.ship.open_situations == []


@rule("ISS-259", "ISS-260", "ISS-261", "ISS-264", "ISS-265", "ISS-262", "ISS-EX100", "ISS-EX102")
def test_flying_and_visiting() -> None:
    state = staffed(("cr01", 0, 1), ("cr05", 0, 1), ("cr10", 0, 1))
    state.step, state.ship.energy = "starmap", 5
    ids = [option.id for option in bridge.starmap_options(state)]
    assert "visit:brackwater" in ids
    assert "visit:hollow-buoy" not in ids  # L01 is locked
    driver = Driver(state)
    driver.run(bridge.starmap(driver.g), ("fly:SY2",))
    assert (state.ship.system, state.ship.energy) == ("SY2", 2)
    assert 52 in state.logs
    assert not any(option.id == "fly:SY3" for option in bridge.starmap_options(state))
    driver.run(bridge.starmap(driver.g), ("visit:umber",), ("scan:look",))
    assert (state.ship.scanner, state.step, state.ship.energy) == ("L03", "scan", 1)
    driver.run(bridge.scan(driver.g), ("scan",))
    assert state.ship.scanned["L03"] == 1
    assert "scan" not in [option.id for option in _scan_options(driver, state)]
    driver.run(bridge.scan(driver.g), ("scout:cr01",))
    driver.run(bridge.scan(driver.g), ("scout:cr05",))
    assert "scan" in [option.id for option in _scan_options(driver, state)]


def _scan_options(driver: Driver, state: State) -> list[Option]:
    probe = Driver(state)
    probe.run(bridge.scan(probe.g), ("done",))
    state.step = "scan"
    return list(probe.asked[-1].options)


@rule("ISS-266", "ISS-267", "ISS-337", "ISS-EX129", "ISS-340")
def test_only_scanned_parts_are_in_the_view() -> None:
    from app.games.vanguard.views.ship import map_view

    state = staffed()
    state.step, state.ship.scanner, state.ship.scanned = "scan", "L02", {"L02": 2}
    shown = map_view(state)
    assert shown is not None
    assert len(shown.parts) == 2
    assert shown.parts[1].startswith("Agility 2")
    assert not any("Armor" in part for part in shown.parts)


@rule("ISS-263", "ISS-268", "ISS-269", "ISS-EX101")
def test_adrift() -> None:
    state = staffed()
    state.step, state.ship.energy = "starmap", 2
    driver = Driver(state)
    driver.run(bridge.starmap(driver.g), ("drift",))
    assert state.ship.morale == 1
    assert state.ship.penalty
    assert state.step == "save"
    driver.run(bridge.adrift(driver.g))
    assert 70 not in state.logs
    driver.run(bridge.adrift(driver.g))
    assert 70 in state.logs


# Facilities --------------------------------------------------------------------------------------------------------


@rule("ISS-272", "ISS-273", "ISS-274", "ISS-275", "ISS-EX103", "ISS-EX104")
def test_research_by_keyword() -> None:
    state = staffed()
    ship = state.ship
    ship.research = ["R04"]
    ship.awaiting["research"] = ["R01", "R02"]
    cards = ["DS6.1", "DS1.1", "DS1.2", "DB1.1", "DO1.1", "DO1.2"]
    for card in cards:
        state.finds[DISCOVERY[card.split(".")[0]].deck].remove(card)
    ship.gathered = cards
    driver = Driver(state)
    driver.run(
        facilities.research(driver.g),
        ("project:R01",),
        ("find:DS1.1",),
        ("find:DS1.2",),
        ("project:R04",),
    )
    assert ship.research == ["R02"]  # HULL waits
    assert {"EQ-P04", "EQ-P03"} <= set(ship.armory)
    assert ship.gathered == ["DO1.1", "DO1.2"]  # the ultra-rare one paid for a common one


@rule("ISS-276")
def test_lab_work() -> None:
    state = staffed(("cr03", 2, 1), ("cr07", 2, 1), ("cr12", 2, 1))  # MEND, PROBE, MEND
    for card in ("DS1.1", "DB1.1"):
        state.finds[DISCOVERY[card.split(".")[0]].deck].remove(card)
        state.ship.gathered.append(card)
    driver = Driver(state)
    driver.run(facilities.lab_work(driver.g), ("lab:R04:cr03+cr07",))
    assert state.ship.research == []
    assert person(state, "cr03").place == person(state, "cr07").place == "resting"
    assert workers(state, "MEND") == []


@rule("ISS-277", "ISS-278", "ISS-279", "ISS-283", "ISS-EX106", "ISS-282")
def test_production_moves_right_at_every_visit() -> None:
    state = staffed()
    ship = state.ship
    ship.ready, ship.queues[0] = [], ["", "C01", "C02"]
    driver = Driver(state)
    driver.run(facilities.production(driver.g))
    assert ship.queues[0] == ["", "", "C01"]
    assert "EQ-S05" in ship.armory
    driver.run(facilities.production(driver.g))
    assert "EQ-P01" in ship.armory
    ship.awaiting["facility"] = ["F04"]
    driver.run(facilities.production(driver.g))
    assert facilities.open_queues(state) == [0, 1]


@rule("ISS-280", "ISS-EX107")
def test_a_project_starts_left_of_a_taken_slot() -> None:
    state = staffed()
    assert facilities.start_slot(state, "C02", ["", "C01", ""]) == 0
    assert facilities.start_slot(state, "C02", ["", "", ""]) == 1
    assert facilities.start_slot(state, "C03", ["C01", "", ""]) == -1


@rule("ISS-281", "ISS-EX108")
def test_assembly_needs_a_free_slot() -> None:
    state = staffed(("cr06", 1, 1), ("cr11", 1, 1), ("cr02", 1, 1))  # READ twice
    state.ship.queues[0] = ["C02", "C01", ""]
    assert [(queue, place) for queue, place, _ in facilities.boosts(state)] == []
    state.ship.queues[0] = ["", "", "C02"]
    driver = Driver(state)
    driver.run(facilities.assembly(driver.g), ("boost:0:2:cr06",))
    assert "EQ-S05" in state.ship.armory


@rule("ISS-284", "ISS-285", "ISS-286", "ISS-EX109")
def test_transfers() -> None:
    state = staffed(("cr01", 0, 3), ("cr05", 0, 1))
    driver = Driver(state)
    driver.run(facilities.transfers(driver.g), ("transfer:cr01:1",), ("dismiss:cr05",))
    assert (person(state, "cr01").section, person(state, "cr01").rank) == (1, 2)
    assert "cr05" in state.recruits
    full = staffed(("cr01", 0, 3), ("cr02", 1, 2), ("cr03", 1, 2), ("cr04", 1, 2))
    driver = Driver(full)
    driver.run(facilities.transfers(driver.g))
    assert "transfer:cr01:1" not in [option.id for option in driver.asked[0].options]


@rule("ISS-287", "ISS-288", "ISS-035", "ISS-EX110")
def test_training_in_the_order_security_sets() -> None:
    state = staffed()
    state.recruits = ["cr01", "cr02", "cr03"]
    driver = Driver(state)
    order = ("section:2", "section:1", "section:3", "section:0")
    driver.run(facilities.train(driver.g), order, ("crew:cr01",), ("crew:cr02",), ("crew:cr03",))
    assert [person(state, key).section for key in ("cr01", "cr02", "cr03")] == [2, 1, 3]
    assert state.recruits == []


@rule("ISS-289", "ISS-EX111")
def test_a_mentor_rests_and_the_pupil_rises() -> None:
    state = staffed(("cr01", 0, 2), ("cr05", 0, 1))
    driver = Driver(state)
    driver.run(facilities.mentor(driver.g))
    assert driver.asked == []  # an option of the table
    state.options = msgspec.structs.replace(state.options, mentor=True)
    driver.run(facilities.mentor(driver.g), ("mentor:cr01:cr05",))
    assert person(state, "cr05").rank == 2
    assert person(state, "cr01").place == "resting"


@rule("ISS-291", "ISS-292", "ISS-293", "ISS-EX112")
def test_the_situation_room() -> None:
    state = staffed(("cr03", 2, 1), ("cr07", 2, 1))
    state.situations = [card for card in state.situations if card not in ("S01", "S07", "S10")]
    state.ship.open_situations, state.step = ["S01", "S07"], "facilities"
    driver = Driver(state)
    driver.run(facilities.situation_room(driver.g), ("solve:S07",), ("supervise:S01:cr03",))
    assert state.ship.open_situations == []
    assert {"S01", "S07"} <= set(state.situations)
    assert (state.ship.command, state.ship.success) == (1, 1)
    state.ship.open_situations = ["S10"]
    driver.run(facilities.situation_room(driver.g), ("solve:S10",))
    assert "S10" not in state.situations


@rule("ISS-295", "ISS-296", "ISS-EX114")
def test_the_observatory() -> None:
    state = staffed(("cr06", 1, 1), ("cr02", 1, 1))
    state.ship.energy, state.ship.facilities = 1, ["F07"]
    driver = Driver(state)
    driver.run(facilities.observatory(driver.g), ("scan:L02",), ("bottom:0",), ("watch:cr06",))
    assert state.ship.scanned == {"L02": 1}
    assert state.ship.later_energy == 1


# Hangar, launch, landing -------------------------------------------------------------------------------------------


@rule("ISS-297", "ISS-EX115")
def test_a_fourth_lander() -> None:
    state = staffed()
    state.ship.landers = [LanderCard("LN1"), LanderCard("LN2"), LanderCard("LN3")]
    state.ship.awaiting["lander"] = ["LN4"]
    driver = Driver(state)
    driver.run(launch.new_landers(driver.g), ("lander:LN2",))
    assert [option.id for option in driver.asked[0].options] == ["lander:LN2", "lander:LN3", "lander:LN4"]
    assert [card.id for card in state.ship.landers] == ["LN1", "LN3", "LN4"]


@rule("ISS-298", "ISS-166", "ISS-EX58", "ISS-300", "ISS-EX57")
def test_mods_fit_their_slots() -> None:
    state = staffed()
    state.ship.awaiting["mod"] = ["LM01", "LM02", "LM07"]
    state.ship.lander = "LN1"
    driver = Driver(state)
    driver.run(launch.new_mods(driver.g))
    driver.run(launch.fit_mods(driver.g), ("mod:LM01",), ("mod:LM07",))
    assert state.ship.fitted == ["LM01", "LM07"]
    assert state.ship.mods == ["LM02"]  # the one structural slot is taken
    assert launch.supplies(state) == 7


@rule("ISS-299", "ISS-168", "ISS-EX116", "ISS-EX59")
def test_repairs_and_flying_damaged() -> None:
    state = staffed()
    state.ship.landers = [LanderCard("LN1", True), LanderCard("LN3", True)]
    state.ship.lander = "LN1"
    assert [launch.stat(state, key) for key in ("armor", "sensors", "agility")] == [0, 0, 0]
    assert launch.supplies(state) == 4
    state.ship.gathered = [state.finds["ores"].pop(0) for _ in range(2)]
    driver = Driver(state)
    driver.run(launch.repairs(driver.g), ("ores:LN3",))
    assert [card.damaged for card in state.ship.landers] == [True, False]
    assert state.ship.gathered == []


@rule("ISS-303", "ISS-EX117")
def test_a_shortage_calls_up_recruits() -> None:
    state = staffed()
    driver = Driver(state)
    driver.run(launch.shortage(driver.g))
    assert len(crew_in(state, "available")) == 4
    assert [len(owned(state, section)) for section in range(4)] == [6] * 4
    driver.run(launch.shortage(driver.g))
    assert [len(owned(state, section)) for section in range(4)] == [5] * 4


@rule("ISS-306", "ISS-307", "ISS-EX118", "ISS-144", "ISS-EX46")
def test_dice_and_deck_on_the_crew_board() -> None:
    state = staffed(("cr02", 1, 1))
    for kind, count in (("breach", 1), ("track", 1)):
        for die in [die for die in state.dice if die.kind == kind and die.zone == "box"][:count]:
            die.zone, die.section = "compartment", 1
    driver = Driver(state)
    crew = driver.run(launch.board_crew(driver.g, "cr02", charges=True))
    assert len(dice_in(state, 1, "slot")) == 7
    assert len(dice_in(state, 1, "compartment")) == 1
    assert len(crew.deck) == 10
    assert crew.charges == 3
    crew.rank = 2
    deck = driver.run(launch.build_deck(driver.g, crew))
    assert len(deck) == 15
    assert driver.asked[-1].least == 10


@rule("ISS-313", "ISS-314", "ISS-EX120", "ISS-312", "ISS-311")
def test_landing_scores() -> None:
    assert landing.face_score(("REACH",), "agility") == 1
    assert landing.face_score(("V",), "agility") == 1
    assert landing.face_score(("Ac",), "agility") == -1
    assert landing.face_score(("GUARD", "HAUL"), "armor") == 1
    assert landing.face_score(("Ba",), "armor") == 0
    state = on_planet("P2", ("", ""), 1)
    state.landing, state.step = Landing("P2"), "landing"
    driver = Driver(state)
    driver.run(landing.landing(driver.g))
    assert state.landing.step == 1
    assert state.landing.marker in (-1, 1)
    assert len(dice_in(state, 0, "spent")) == 1


@rule("ISS-315", "ISS-316", "ISS-EX121", "ISS-321", "ISS-078")
def test_touching_down() -> None:
    for marker, supplies, hurt_crew in ((-2, 3, True), (-1, 4, False), (0, 5, False), (2, 5, False)):
        state = on_planet("P2", ("", ""), 1)
        state.landing, state.step = Landing("P2", step=3, marker=marker), "landing"
        driver = Driver(state)
        driver.run(landing.landing(driver.g))
        x = state.exploration
        assert x.supplies == supplies
        assert bool(explorer(state, 0).injuries) == hurt_crew
        assert x.lander_damaged == hurt_crew
        assert x.lander_sector in ("s1", "s8")
        assert {crew.sector for crew in x.crew} == {x.lander_sector}


@rule("ISS-319", "ISS-320", "ISS-322", "ISS-324", "ISS-310", "ISS-EX124")
def test_disembarking() -> None:
    state = on_planet("P2", ("s1", "s1"), 1)
    state.exploration.condition = ""
    for crew in state.exploration.crew:
        crew.deck = [f"{('SE', 'RC')[crew.section]}0{n}" for n in range(1, 6)]
    state.rankups, state.removed_rankups = [], ["RU01", "RU02"]
    driver = Driver(state)
    driver.run(landing.disembark(driver.g))
    x = state.exploration
    assert x.condition == "G02"
    assert x.rankup in ("RU01", "RU02")
    assert len(state.rankups) == 1
    assert x.missions == ["M05", "M06"]
    assert all(len(crew.hand) == 2 for crew in x.crew)
    assert 200 in state.logs
    assert state.step == "explore"


@rule("ISS-001", "ISS-334", "ISS-304")
def test_a_campaign_ends_with_a_log() -> None:
    game = campaign(2, "endings")
    for _ in range(4000):
        if game.outcome:
            break
        game.apply(game.game.bot(game, game.next_seat))
    assert game.state.missions_flown >= 2
    assert bool(game.outcome) == bool(game.state.ending)


@rule("ISS-333", "ISS-EX96", "ISS-247", "ISS-025")
def test_a_saved_campaign_goes_on_byte_for_byte() -> None:
    from app.kernel import Session, state_hash

    game = campaign(3, "saved")
    for _ in range(120):
        game.apply(game.game.bot(game, game.next_seat))
    again = Session.load(game.game, game.save())
    assert state_hash(again.state) == state_hash(game.state)
    assert again.asks == game.asks
    assert CREW


@rule("ISS-252", "ISS-216")
def test_every_phase_aboard_starts_anew() -> None:
    state = docked()
    state.ship.used = {"bridge": 4, "debriefed": 1, "medbay": 2, "sold": 1}
    driver = Driver(state)
    driver.run(docking.leave(driver.g))
    assert state.ship.used == {}
    game = campaign(1, "phases")
    pools = set()
    while game.state.ship.bridges < 3 and not game.outcome:
        game.apply(game.game.bot(game, game.next_seat))
        if game.state.step == "starmap" and game.state.ship.energy:
            pools.add(game.state.ship.bridges)
    assert pools >= {1, 2}

"""Ship Management where two things meet: what is left over, what competes, what has run out."""

from __future__ import annotations

from app.games.vanguard.data.dice import KIND
from app.games.vanguard.effects import Ctx, run
from app.games.vanguard.people import crew_in, explorer, person
from app.games.vanguard.pools import dice_in, owned
from app.games.vanguard.ship import bridge, docking, facilities, landing, launch, medbay
from app.games.vanguard.shipfx import healable, medbay_room, solve
from app.games.vanguard.state import Landing, State
from tests.games.vanguard.situations import Driver, answer, hurt, on_planet, options, session, spend_all
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


# Debriefing, Medbay --------------------------------------------------------------------------------------------------


def fill_up(state: State, count: int) -> None:
    """Every section owns so many dice; the box is left with what is locked and the rest."""
    for section in range(4):
        for die in [die for die in state.dice if die.zone == "box" and KIND[die.kind].group == "basic"]:
            if len(owned(state, section)) < count:
                die.zone, die.section = "compartment", section


@rule("ISS-222", "ISS-224", "ISS-225")
def test_no_purchase_when_the_box_has_not_a_die_for_every_section() -> None:
    state = staffed(("cr01", 0, 3), ("cr05", 0, 1))
    fill_up(state, 9)  # all 36 basic dice; the others are locked
    state.ship.success = 20
    assert [option.id for option in docking.market_options(state)] == ["done", "sell"]
    state.ship.unlocked_dice.append("universal")
    assert [option.id for option in docking.market_options(state)] == ["done", "sell", "buy:none", "buy:cr01"]
    driver = Driver(state)
    driver.run(docking.buy(driver.g, "none"))
    assert [len(owned(state, section)) for section in range(4)] == [10] * 4
    assert state.ship.success == 11


@rule("ISS-221", "ISS-222", "ISS-224")
def test_the_ends_of_the_market() -> None:
    state = staffed()
    for section in range(4):
        for die in owned(state, section)[4:]:
            die.zone, die.section = "box", -1
    state.ship.success = 3
    assert [option.id for option in docking.market_options(state)] == ["done"]  # each keeps 4; 4 is too dear
    state.ship.unlocked_dice += ["universal", "expert", "wild"]
    for section in range(4):
        for die in [die for die in state.dice if die.zone == "box"][: 15 - len(owned(state, section))]:
            die.zone, die.section = "compartment", section
    state.ship.success = 99
    assert "buy:none" in [option.id for option in docking.market_options(state)]  # there is no cap but the box
    driver = Driver(state)
    driver.run(docking.buy(driver.g, "none"))
    assert [len(owned(state, section)) for section in range(4)] == [16] * 4
    assert [option.id for option in docking.market_options(state)] == ["done", "sell"]


@rule("ISS-223")
def test_an_instructor_makes_it_cheaper_by_rank_and_rests() -> None:
    state = staffed(("cr01", 0, 2), ("cr05", 0, 1), ("cr02", 1, 3))
    state.ship.success = 5
    driver = Driver(state)
    ids = [option.id for option in docking.market_options(state)]
    assert ids == ["done", "sell", "buy:cr01"]  # cr02 is the last of Recon
    driver.run(docking.buy(driver.g, "cr01"))
    assert state.ship.success == 0
    assert person(state, "cr01").place == "resting"


@rule("ISS-218", "ISS-219")
def test_no_promotion_without_a_sleeve_nor_for_the_dead() -> None:
    state = docked()
    x = state.exploration
    for key in ("cr05", "cr06", "cr07"):
        one = person(state, key)
        one.place, one.section, one.rank = "available", 0, 2
    explorer(state, 1).dead = True
    x.rankup, x.rankup_done, x.success = "RU01", True, 9
    state.rankups.remove("RU01")
    driver = Driver(state)
    docking.promote(driver.g)
    assert (person(state, "cr01").rank, person(state, "cr02").rank) == (1, 1)
    assert "RU01" in state.rankups
    assert state.removed_rankups == []


@rule("ISS-217", "ISS-216")
def test_tokens_of_the_bag_do_not_promote() -> None:
    state = docked()
    x = state.exploration
    x.rankup, x.rankup_done, x.success, state.ship.bag = "RU01", True, 1, 8
    state.rankups.remove("RU01")
    driver = Driver(state)
    docking.promote(driver.g)
    assert person(state, "cr01").rank == 1


@rule("ISS-236", "ISS-235", "ISS-014")
def test_who_gets_the_last_bed_is_a_choice() -> None:
    state = docked(seats=2)
    state.owners = [1, 0, 1, 0]
    hurt(state, 0, "bruised", "wounded", "wounded")
    hurt(state, 1, "bruised", "wounded", "wounded", "fever")
    game_order = ("crew:cr02", "crew:cr01")
    driver = Driver(state)
    driver.run(medbay.admit(driver.g), game_order)
    assert driver.asked[0].rule == "ISS-236"
    assert (person(state, "cr02").place, person(state, "cr01").place) == ("critical", "fallen")
    assert (person(state, "cr02").injuries, sum(state.injury_deck.values())) == (4, 36)


@rule("ISS-235", "ISS-356")
def test_nobody_is_asked_where_there_are_beds_for_all() -> None:
    state = docked()
    hurt(state, 0, "bruised")
    hurt(state, 1, "bruised", "wounded", "fever", "venom")
    driver = Driver(state)
    driver.run(medbay.admit(driver.g))
    assert driver.asked == []
    assert (person(state, "cr01").place, person(state, "cr02").place) == ("light", "critical")


@rule("ISS-238")
def test_all_critical_crew_roll_three_dice_whatever_they_came_with() -> None:
    state = staffed(("cr01", 0, 1), ("cr05", 0, 1))
    state.ship.facilities = ["F03"]
    for key, injuries in (("cr01", 3), ("cr05", 4)):
        person(state, key).place, person(state, key).injuries = "critical", injuries
    driver = Driver(state)
    driver.run(medbay.survival(driver.g))
    rolls = [line for line in driver.g.lines if line.text.startswith("Survival check")]
    assert [(line.text.split(":")[0].split(" of ")[1], len(line.dice)) for line in rolls] == [
        ("Ilse Varga", 3),
        ("Petra Sollis", 3),
    ]


@rule("ISS-233")
def test_a_full_column_keeps_its_neighbour_where_it_is() -> None:
    state = docked()
    lying = (("cr05", "moderate"), ("cr06", "moderate"), ("cr07", "critical"))
    for number, (key, place) in enumerate((*lying, ("cr08", "light"), ("cr09", "light"), ("cr10", "light"))):
        one = person(state, key)
        one.place, one.section, one.rank = place, number % 4, 1
    driver = Driver(state)
    medbay.rest_and_recover(driver.g)
    assert [person(state, key).place for key in ("cr08", "cr09", "cr10")] == ["available"] * 3
    assert [person(state, key).place for key in ("cr05", "cr06", "cr07")] == ["light", "light", "moderate"]
    for key in ("cr08", "cr09"):
        person(state, key).place = "light"  # four in three beds: Light stays full though one leaves
    assert medbay_room(state, "light") == -1
    assert not {"cr07"} & set(healable(state))


@rule("ISS-240", "ISS-241", "ISS-012")
def test_when_the_wall_is_full_the_card_leaves_the_game() -> None:
    state = staffed()
    state.ship.wall = {"security": ["a", "b", "c"], "common": ["d", "e", "f", "g"]}
    one = person(state, "cr05")
    one.place, one.wall = "fallen", 0
    driver = Driver(state)
    driver.run(medbay.memorial(driver.g))
    assert one.place == "gone"
    assert "cr05" not in str(state.ship.wall)
    assert (state.ship.success, state.ship.morale) == (0, 2)


# Facilities ----------------------------------------------------------------------------------------------------------


@rule("ISS-294", "ISS-295", "ISS-EX113")
def test_the_observatory_may_be_visited_in_the_phase_in_which_it_is_built() -> None:
    state = staffed()
    ship = state.ship
    state.step, ship.command, ship.ready, ship.queues[0] = "facilities", 3, [], ["", "", "C11"]
    game = session(state)
    assert "observatory/enter" not in options(game)
    answer(game, "barracks/stay")
    answer(game, "ready")
    assert "observatory/enter" in options(game)
    assert game.state.ship.facilities == []
    answer(game, "barracks/stay")
    answer(game, "observatory/enter")
    answer(game, "ready")
    assert game.state.ship.facilities == ["F07"]
    assert game.state.ship.awaiting["facility"] == []


@rule("ISS-295")
def test_one_of_the_two_situations_looked_at_sinks() -> None:
    state = staffed()
    state.situations = ["S01", "S02", "S03"]
    driver = Driver(state)
    driver.run(facilities.observatory(driver.g), ("bottom:0",))
    assert [option.id for option in driver.asked[0].options] == ["bottom:0", "bottom:1"]
    assert state.situations == ["S02", "S03", "S01"]
    assert state.look is None


@rule("ISS-295")
def test_landing_cards_of_neighbouring_systems_only() -> None:
    state = staffed()
    state.ship.system, state.ship.unlocked_systems = "SY1", ["SY1"]
    assert facilities.nearby_landings(state) == ["L02"]
    state.ship.unlocked_systems.append("SY2")
    assert facilities.nearby_landings(state) == ["L02", "L03", "L04"]
    state.ship.scanned["L02"] = 3
    assert facilities.nearby_landings(state) == ["L03", "L04"]


@rule("ISS-344", "ISS-291", "ISS-035")
def test_the_table_says_where_a_recruit_goes_but_security_if_a_situation_brings_it() -> None:
    state = staffed(seats=2)
    driver = Driver(state)
    driver.run(run(driver.g, "recruit 1", Ctx()), ("pass",), ("section:2",), ("agree",))
    assert [one.section for one in crew_in(state, "resting")] == [2]
    state.owners = [1, 0, 1, 0]
    state.ship.open_situations = ["S12"]
    driver = Driver(state)
    driver.run(solve(driver.g, "S12"), ("section:3",))
    assert sorted(one.section for one in crew_in(state, "resting")) == [2, 3]


@rule("ISS-345", "ISS-215", "ISS-344")
def test_no_vote_assigns_a_crew_against_its_owner() -> None:
    crew = (("cr02", 1, 1), ("cr06", 1, 1), ("cr01", 0, 1), ("cr05", 0, 1))
    for key, own in (("cr02", False), ("cr01", True)):  # Recon belongs to seat 1, Security to seat 0
        state = staffed(*crew, seats=3)
        state.step, state.ship.scanner, state.ship.energy = "scan", "L02", 0
        driver = Driver(state)
        scout = (f"scout:{key}",)
        driver.run(bridge.scan(driver.g), scout, ("pass",), ("pass",), ("object",), ("agree",), scout, ("done",), scout)
        assert (person(state, key).place == "resting") == own
        assert (state.step == "facilities") != own


@rule("ISS-345", "ISS-344")
def test_a_decision_left_to_securitys_owner_does_not_assign_the_crew_of_others() -> None:
    state = staffed(("cr02", 1, 1), ("cr06", 1, 1), ("cr01", 0, 1), ("cr05", 0, 1), seats=3)
    state.step, state.ship.scanner, state.ship.energy = "scan", "L02", 0
    driver = Driver(state)
    driver.run(bridge.scan(driver.g), ("pass",), ("pass",), ("pass",), ("scout:cr01",))
    assert {option.id for option in driver.asked[-1].options} == {"done", "scout:cr01", "scout:cr05"}


# Launch and landing --------------------------------------------------------------------------------------------------


@rule("ISS-306", "ISS-155")
def test_a_wild_die_may_take_the_slot_of_another() -> None:
    state = staffed(("cr02", 1, 1))
    for kind, count in (("breach", 1), ("track", 1), ("mend", 1), ("wild", 1)):
        for die in [die for die in state.dice if die.kind == kind and die.zone == "box"][:count]:
            die.zone, die.section = "compartment", 1
    wild = next(die for die in owned(state, 1) if die.kind == "wild")
    driver = Driver(state)
    driver.run(launch.board_crew(driver.g, "cr02", charges=True), ("column:green",))  # 2/4/2 slots for 3/4/2 and 1
    assert (wild.zone, wild.colour) == ("slot", "green")
    assert len(dice_in(state, 1, "slot")) == 8
    assert sorted(die.kind for die in dice_in(state, 1, "slot") if die.colour == "green") != [
        "reach",
        "read",
        "track",
        "track",
    ]
    assert len(dice_in(state, 1, "compartment")) == 2


@rule("ISS-306", "ISS-155")
def test_a_wild_die_that_stays_behind() -> None:
    state = staffed(("cr02", 1, 1))
    for kind, count in (("breach", 1), ("track", 1), ("mend", 1), ("wild", 1)):
        for die in [die for die in state.dice if die.kind == kind and die.zone == "box"][:count]:
            die.zone, die.section = "compartment", 1
    driver = Driver(state)
    driver.run(launch.board_crew(driver.g, "cr02", charges=True), ("none",))
    assert sorted(die.kind for die in dice_in(state, 1, "compartment"))[-1] == "wild"
    assert len(dice_in(state, 1, "slot")) == 8


@rule("ISS-310", "ISS-319", "ISS-317")
def test_the_briefing_comes_before_the_landing() -> None:
    state = staffed(("cr01", 0, 1), ("cr02", 1, 1))
    state.ship.scanner, state.ship.lander, state.step = "L02", "LN1", "launch"
    driver = Driver(state)
    driver.run(launch.launch(driver.g))
    x = state.exploration
    assert state.step == "landing"
    assert 200 in state.logs
    assert (x.missions, x.condition, x.pois["s3"], x.unique_stack) == (["M05", "M06"], "G02", [201], [2, 3])
    while state.step == "landing":
        driver.run(landing.landing(driver.g))
    driver.run(landing.disembark(driver.g))
    assert sum("Log 200" in line.text for line in driver.g.lines) == 1
    assert x.missions == ["M05", "M06"]


@rule("ISS-317", "ISS-310")
def test_a_second_visit_reads_its_own_briefing_over_the_record() -> None:
    state = docked()
    x = state.exploration
    x.finished, x.unique_stack, state.done = ["s3"], [3], ["M05"]
    driver = Driver(state)
    for step in (docking.leave, docking.dock):
        driver.run(step(driver.g))
    state.step = "save"
    driver.run(medbay.save_point(driver.g))
    for section, key in enumerate(("cr05", "cr06")):
        one = person(state, key)
        one.place, one.section, one.rank = "available", section, 1
    state.ship.scanner, state.ship.lander = "L02", "LN1"
    driver.run(launch.launch(driver.g))
    again = state.exploration
    assert {201} <= set(state.logs)
    assert 200 not in state.logs
    assert (again.finished, again.unique_stack, again.pois["s4"]) == (["s3"], [3, 29], [206])
    assert again.missions == ["M30"]


@rule("ISS-312", "ISS-090")
def test_a_die_sacrificed_before_the_roll_is_not_rolled() -> None:
    state = on_planet("P2", ("", ""), 1)
    state.landing, state.step = Landing("P2"), "landing"
    spend_all(state, 0, keep=1)
    chosen = dice_in(state, 0, "slot")[0]
    game = session(state)
    answer(game, f"die:{chosen.id}")
    game.use(0, "exert:0")  # while the other one chooses
    answer(game, f"die:{chosen.id}")
    while game.state.landing and game.state.landing.step == 0:
        game.apply(game.default_answer(0))
    assert next(die for die in game.state.dice if die.id == chosen.id).zone == "compartment"


@rule("ISS-314", "ISS-315", "ISS-EX121")
def test_the_steps_add_up() -> None:
    for team, scanned, difficulty in (((0, 1), 0, 2), ((0, 1), 3, 2), ((0, 1, 2, 3), 0, 3)):
        state = on_planet("P2", tuple("" for _ in team), 1)
        state.landing, state.step, state.ship.scanned = Landing("P2"), "landing", {"L02": scanned}
        driver = Driver(state)
        asked = len(team) if not scanned else 0  # what is passed by itself asks for no dice
        driver.run(landing.landing(driver.g), *((("none",),) * asked))
        assert len(driver.asked) == asked
        told = next(line.text for line in driver.g.lines if line.rule == "ISS-314")
        total = 1 + (scanned > 0)
        assert told.startswith(f"Sensors {total} against {difficulty}: {'passed' if total >= difficulty else 'failed'}")
        assert state.landing.marker == (1 if total >= difficulty else -1)
        assert state.exploration.supplies == (5 if total >= difficulty else 4)  # the fail effect


@rule("ISS-316")
def test_a_precise_landing_gives_each_crew_a_card_after_its_hand() -> None:
    for marker, cards in ((2, 3), (1, 2)):
        state = on_planet("P2", ("", ""), 1, rank=2)
        state.landing, state.step = Landing("P2", step=3, marker=marker), "landing"
        for crew in state.exploration.crew:
            crew.deck = [f"{('SE', 'RC')[crew.section]}0{n}" for n in range(1, 6)]
        driver = Driver(state)
        driver.run(landing.landing(driver.g))
        driver.run(landing.disembark(driver.g))
        assert [len(crew.hand) for crew in state.exploration.crew] == [cards, cards]


@rule("ISS-315", "ISS-316")
def test_a_crash_frame_saves_lander_and_crew_but_not_supplies() -> None:
    state = on_planet("P2", ("", ""), 1)
    state.landing, state.step, state.ship.fitted = Landing("P2", step=3, marker=-3), "landing", ["LM06"]
    driver = Driver(state)
    driver.run(landing.landing(driver.g))
    x = state.exploration
    assert (x.supplies, x.lander_damaged, explorer(state, 0).injuries) == (3, False, [])


@rule("ISS-168", "ISS-316")
def test_a_crash_turns_the_lander_over_after_the_mission() -> None:
    state = docked()
    state.exploration.lander_damaged = True
    driver = Driver(state)
    driver.run(docking.leave(driver.g))
    assert state.ship.landers[0].damaged

"""What the players decide and the software must not: orders, payments, sets, consent; and what is told when."""

from __future__ import annotations

import msgspec
import pytest

from app.games.vanguard import anytime, events, turns
from app.games.vanguard.changing import modify_options
from app.games.vanguard.check import outcomes, shield, special_effects
from app.games.vanguard.content import CONDITION, LOG, POI
from app.games.vanguard.content.structs import Action, Fx, Time
from app.games.vanguard.data.planetside import DISCOVERY
from app.games.vanguard.effects import Ctx, arrive, read_log, run
from app.games.vanguard.people import explorer, person
from app.games.vanguard.pools import refresh
from app.games.vanguard.ship import bridge, docking, facilities, launch, medbay
from app.games.vanguard.ship.crew import workers
from app.games.vanguard.shipfx import solve
from app.games.vanguard.state import Danger, LanderCard, State, ThreatFigure
from app.kernel import Refused
from tests.games.vanguard.situations import (
    Driver,
    answer,
    checking,
    dice,
    hurt,
    on_planet,
    options,
    session,
    show,
    spend_all,
)
from tests.games.vanguard.test_ship import docked, staffed
from tests.rules import rule


def gather(state: State, *cards: str) -> None:
    for card in cards:
        state.finds[DISCOVERY[card.split(".")[0]].deck].remove(card)
        state.ship.gathered.append(card)


# Logs ----------------------------------------------------------------------------------------------------------------


@rule("ISS-358")
def test_what_a_log_brings_is_told_after_the_choice_line_by_line() -> None:
    state = on_planet("P2", ("s2", "s1"))
    driver = Driver(state)
    driver.run(read_log(driver.g, 205, Ctx(0)), ("choice:2",))
    ask = driver.asked[-1]
    assert [option.label for option in ask.options] == ["Strip the cladding", "Leave it whole"]
    assert [option.note for option in ask.options] == ["", ""]  # costs and needs only
    told = [line.text for line in driver.g.lines]
    chosen = told.index("Chosen: Leave it whole.")
    assert told[chosen + 1 :] == ["Accord +1."]
    driver.run(read_log(driver.g, 212, Ctx(0)), ("choice:0",))
    (asked,) = (ask for ask in driver.asked if ask.options[0].label.startswith("Prop it"))
    assert asked.options[0].note == "Cost: spend 1 die"


@rule("ISS-358")
def test_the_page_is_open_when_its_choice_is_asked() -> None:
    state = on_planet("P1", ("s3", "s1"))
    state.exploration.opened.append("s3-s6")
    state.logs.remove(6)
    game = session(state)
    answer(game, "travel:s6")
    assert options(game) == ["choice:0", "choice:1"]
    page = game.view(0).public.page
    assert page is not None
    assert page.id == 6
    assert LOG[6].text[-30:] in msgspec.json.encode(page).decode()


@rule("ISS-074")
def test_a_log_marked_repeat_is_read_at_every_arrival(monkeypatch: pytest.MonkeyPatch) -> None:
    state = on_planet("P2", ("s7", "s1"))
    driver = Driver(state)
    driver.run(arrive(driver.g, 0))
    assert state.reading == []
    monkeypatch.setitem(LOG, 209, msgspec.structs.replace(LOG[209], repeat=True, do="success +1"))
    driver.run(arrive(driver.g, 0))
    driver.run(arrive(driver.g, 0))
    assert state.exploration.success == 2


@rule("ISS-058", "ISS-138")
def test_a_track_that_goes_by_effects_does_not_go_by_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    state = on_planet("P2")
    driver = Driver(state)
    driver.run(turns.end_round(driver.g))
    assert state.exploration.time["tide"] == 1
    still = msgspec.structs.replace(CONDITION["G02"], time=(Time("tide", 6, {6: "log 230"}, by_effect=True),))
    monkeypatch.setitem(CONDITION, "G02", still)
    driver.run(turns.end_round(driver.g))
    assert state.exploration.time["tide"] == 1


@rule("ISS-EX54", "ISS-162", "ISS-163")
def test_biomes_of_a_poi_card_count_for_events(monkeypatch: pytest.MonkeyPatch) -> None:
    state = on_planet("P3", ("s7", "s1"))  # ruin and heat, with the POI card 303
    state.events = ["E05"]  # water, flora
    driver = Driver(state)
    assert not events.matches(driver.g, 0, "E05")
    monkeypatch.setitem(POI, 303, msgspec.structs.replace(POI[303], biomes=("water",)))
    assert events.matches(driver.g, 0, "E05")
    driver.run(events.resolve_event(driver.g, 0))
    assert state.exploration.supplies == 6  # the main effect
    explorer(state, 0).sector = "s1"  # rock and heat
    assert not events.matches(driver.g, 0, "E05")


# On the planet -------------------------------------------------------------------------------------------------------


@rule("ISS-157", "ISS-349")
def test_a_guide_of_another_seat_helps_a_traveller() -> None:
    state = on_planet("P2", ("s2", "s2"))
    explorer(state, 1).person, explorer(state, 1).charges = "cr09", 2
    game = session(state)
    assert "guide:1" not in [offer.id for offer in game.offers(1)]
    answer(game, "travel:s4")  # one icon: Spend 1
    assert options(game) == ["go"]
    assert list(game.asks) == [0]
    assert "guide:1" in [offer.id for offer in game.offers(1)]
    assert "guide:1" not in [offer.id for offer in game.offers(0)]
    game.use(1, "guide:1")
    assert explorer(game.state, 1).charges == 1
    answer(game, "go")
    assert explorer(game.state, 0).sector == "s4"
    assert dice(game.state, 0, "spent") == []


@rule("ISS-157")
def test_a_guide_is_not_asked_where_the_path_has_no_icon() -> None:
    state = on_planet("P2", ("s1", "s1"))
    explorer(state, 1).person, explorer(state, 1).charges = "cr09", 2
    game = session(state)
    answer(game, "travel:s2")
    assert explorer(game.state, 0).sector == "s2"


@rule("ISS-126")
def test_which_set_is_forced_is_the_actors_choice() -> None:
    state = on_planet("P2")
    checking(state, "poi:202:0", step=6)
    first, second = show(state, 0, "guard", "GUARD"), show(state, 0, "haul", "HAUL")
    expert = show(state, 0, "ered", "GUARD")  # GUARD and HAUL on one face
    state.dice[int(expert[1:])].face = 1
    action = Action("test", fx=(Fx("GUARD+HAUL", "success +1"),))
    state.exploration.condition = ""
    driver = Driver(state)
    driver.run(special_effects(driver.g, action), (f"use:{first}+{second}",))
    assert driver.asked[0].rule == "ISS-126"
    assert len(driver.asked[0].options) > 1
    assert state.exploration.success == 2  # then the other one, without asking


@rule("ISS-348")
def test_a_card_offered_and_then_discarded_is_no_longer_on_offer() -> None:
    state = on_planet("P2", ("s6", "s6"))
    check = checking(state, "poi:202:0", step=4)
    explorer(state, 1).hand = ["RC04", "RC07"]
    check.lent = {"1": "RC04"}
    assert "accept:1" in [option.id for option in modify_options(state)]
    explorer(state, 1).hand.remove("RC04")
    assert "accept:1" not in [option.id for option in modify_options(state)]
    explorer(state, 1).hand.append("RC04")
    explorer(state, 1).sector = "s1"  # no longer there to help
    assert "accept:1" not in [option.id for option in modify_options(state)]


@rule("ISS-200")
def test_a_mission_may_be_completed_after_the_last_action() -> None:
    state = on_planet("P2", ("s2", "s1"))
    x = state.exploration
    x.missions, x.uniques, x.actions = ["M05"], [2], 1
    explorer(state, 1).sector = "s8"
    game = session(state)
    assert [offer.id for offer in game.offers(0) if offer.id.startswith("complete")] == []
    answer(game, "travel:s1")  # to the lander: now it may be completed, before the Event
    assert options(game) == ["end"]
    game.use(0, "complete:M05")
    assert "M05" in game.state.done
    answer(game, "end")
    assert game.state.exploration.stage != "act" or game.state.exploration.turn == 1


@rule("ISS-135", "ISS-141")
def test_a_track_filled_outside_of_a_check_has_its_outcome_at_once() -> None:
    state = on_planet("P9", ("s5", "s5"))
    x = state.exploration
    x.pois["s5"], x.tracks["905:hold"] = [905], 2
    driver = Driver(state)
    driver.run(run(driver.g, "track hold +2", Ctx(0)))
    assert 960 in state.logs
    assert x.tracks["905:hold"] == 0
    assert "s5-s8" in x.opened
    driver.run(run(driver.g, "track hold -1", Ctx(0)))
    assert x.tracks["905:hold"] == 0


@rule("ISS-180", "ISS-210")
def test_a_planet_item_left_unused_can_be_found_again() -> None:
    state = on_planet("P4", ("s6", "s6"))
    driver = Driver(state)
    driver.run(run(driver.g, "unique 36", Ctx(0)))
    driver.run(run(driver.g, "unique 36", Ctx(0)))
    assert state.exploration.uniques == [36]
    driver.run(docking.leave(driver.g))
    assert state.exploration.uniques == []
    state.exploration.over = ""
    driver.run(run(driver.g, "unique 36", Ctx(0)))
    assert state.exploration.uniques == [36]


# Aboard --------------------------------------------------------------------------------------------------------------


@rule("ISS-226", "ISS-228", "ISS-014")
def test_the_order_of_unloading_is_a_choice() -> None:
    state = docked(seats=2)
    x = state.exploration
    x.uniques = [3, 2]
    for card in ("DS1.1", "DS4.1", "DB6.1"):
        state.finds[DISCOVERY[card.split(".")[0]].deck].remove(card)
    x.cargo = ["DS1.1", "DS4.1", "DB6.1"]
    driver = Driver(state)
    step = docking.unload(driver.g)
    driver.run(step, ("unload:2", "unload:3"), ("unload:DB6.1", "unload:DS1.1", "unload:DS4.1"))
    assert [ask.rule for ask in driver.asked] == ["ISS-226", "ISS-226"]
    assert state.ship.uniques == [2]
    for _ in range(4):
        driver.run(docking.unload(driver.g))
    assert state.ship.uniques == [2, 3]
    assert state.ship.gathered == ["DB6.1", "DS1.1", "DS4.1"]


@rule("ISS-226")
def test_nothing_is_asked_where_the_order_means_nothing() -> None:
    state = docked()
    state.exploration.uniques = [12, 2]  # one without effect
    driver = Driver(state)
    driver.run(docking.unload(driver.g))
    assert driver.asked == []


@rule("ISS-274", "ISS-EX104")
def test_the_table_says_which_discovery_pays() -> None:
    state = staffed()
    state.ship.research = ["R04"]  # 1 spores c, 1 blooms c
    gather(state, "DS1.1", "DS1.2", "DS6.1", "DB1.1")
    driver = Driver(state)
    driver.run(facilities.research(driver.g), ("project:R04",), ("find:DS6.1",))
    assert [option.id for option in driver.asked[1].options] == ["find:DS1.1", "find:DS6.1"]
    assert state.ship.gathered == ["DS1.1", "DS1.2"]


@rule("ISS-274")
def test_a_payment_that_would_leave_the_rest_unpaid_is_not_offered() -> None:
    state = staffed()
    driver = Driver(state)
    gather(state, "DS1.1", "DS4.1")
    driver.run(facilities.pay_finds(driver.g, ("spores c", "spores r")))
    assert driver.asked == []  # the rare one must pay for the rare part
    assert state.ship.gathered == []


@rule("ISS-275")
def test_projects_taken_together_are_resolved_in_any_order() -> None:
    state = staffed()
    state.ship.research = ["R01", "R04"]
    gather(state, "DS1.1", "DS1.2", "DS2.1", "DB1.1")
    driver = Driver(state)
    cards = ("find:DS1.1",), ("find:DS1.2",)
    driver.run(facilities.research(driver.g), ("project:R04",), cards[0], ("project:R01",), cards[1], ("project:R01",))
    assert state.ship.armory[-2:] == ["EQ-P04", "EQ-P03"]


@rule("ISS-276", "ISS-281", "ISS-292")
def test_every_group_of_workers_may_be_chosen() -> None:
    crew = (("cr03", 0), ("cr12", 1), ("cr22", 2), ("cr08", 0), ("cr16", 1), ("cr21", 2))
    state = staffed(*((key, section, 1) for key, section in crew))
    for section, key in enumerate(("cr01", "cr02", "cr05", "cr06")):
        one = person(state, key)
        one.place, one.section, one.rank = "available", section, 1
    assert len(workers(state, "MEND+HAUL")) == 9
    assert len(workers(state, "MEND+MEND")) == 3


@rule("ISS-285", "ISS-345")
def test_a_transfer_needs_both_owners() -> None:
    state = staffed(("cr01", 0, 2), ("cr02", 0, 1), ("cr03", 1, 1), seats=2)
    state.step, state.ship.command = "facilities", 1
    driver = Driver(state)
    move = ("transfer:cr01:1",)
    script = facilities.transfers(driver.g)
    driver.run(script, move, ("pass",), ("agree",), ("yes",), ("no",), ("done",), ("pass",), ("agree",))
    assert person(state, "cr01").section == 0
    driver.run(
        facilities.transfers(driver.g),
        move,
        ("pass",),
        ("agree",),
        ("yes",),
        ("yes",),
        ("done",),
        ("pass",),
        ("agree",),
    )
    assert (person(state, "cr01").section, person(state, "cr01").rank) == (1, 1)


@rule("ISS-286", "ISS-345")
def test_only_its_owner_dismisses_a_crew() -> None:
    state = staffed(("cr01", 0, 1), ("cr02", 1, 1), seats=2)
    driver = Driver(state)
    say = ("dismiss:cr02",), ("pass",), ("agree",)
    driver.run(facilities.transfers(driver.g), *say, ("no",), ("done",), ("pass",), ("agree",))
    assert person(state, "cr02").place == "available"
    assert len([ask for ask in driver.asked if ask.prompt.startswith("Dismiss")]) == 1


@rule("ISS-291", "ISS-035")
def test_securitys_owner_chooses_in_a_solved_situation() -> None:
    state = staffed(seats=2)
    state.owners = [1, 0, 1, 0]
    state.ship.open_situations, state.situations = ["S04"], [s for s in state.situations if s != "S04"]
    driver = Driver(state)
    asked: list[int] = []
    script = solve(driver.g, "S04")
    request = next(script)
    while not hasattr(request, "questions"):
        request = script.send(None)
    asked = [question.seat for question in request.questions]
    assert asked == [1]


@rule("ISS-011", "ISS-246", "ISS-247")
def test_what_was_gained_waits_in_the_envelope() -> None:
    state = staffed(("cr01", 0, 1))
    driver = Driver(state)
    for what in ("mod LM02", "lander LN2", "facility F01", "research R01", "bridge B01", "tech TL2"):
        driver.run(run(driver.g, f"unlock {what}", Ctx()))
    ship = state.ship
    assert ship.awaiting == {
        "mod": ["LM02"],
        "lander": ["LN2"],
        "facility": ["F01"],
        "research": ["R01"],
        "bridge": ["B01"],
        "tech": ["TL2"],
    }
    assert (ship.mods, [card.id for card in ship.landers], ship.facilities, ship.tech) == ([], ["LN1"], [], "TL1")
    ship.scanner, ship.success, ship.energy, state.step = "L03", 4, 2, "scan"
    again = session(state)  # between sessions: scanner, tokens and Available crew
    loaded = again.load(again.game, again.save()).state
    assert (loaded.ship.scanner, loaded.ship.success, loaded.ship.energy) == ("L03", 4, 2)
    assert [one.id for one in loaded.people if one.place == "available"] == ["cr01"]
    driver.run(bridge.install_cards(driver.g))
    assert (ship.tech, ship.upgrades) == ("TL2", {"1": "B01"})


@rule("ISS-249")
def test_a_late_tech_level_takes_nothing_back() -> None:
    state = staffed()
    driver = Driver(state)
    state.ship.tech, state.ship.awaiting["tech"] = "TL3", ["TL2"]
    driver.run(bridge.install_cards(driver.g))
    assert state.ship.tech == "TL3"


@rule("ISS-301", "ISS-244")
def test_a_planet_whose_landing_card_is_gone_is_not_recorded() -> None:
    state = docked()
    driver = Driver(state)
    medbay.record(state, state.exploration)
    assert "P2" in state.records
    driver.run(run(driver.g, "remove landing L02", Ctx()))
    assert "L02" not in state.ship.landings
    medbay.record(state, state.exploration)
    assert "P2" not in state.records
    state.step = "save"
    driver.run(medbay.save_point(driver.g))
    assert state.x is None  # cleaned up all the same; at the launch no board is open


@rule("ISS-301", "ISS-248")
def test_at_the_launch_no_board_is_open_and_the_record_stands() -> None:
    state = docked()
    state.exploration.finished, state.step = ["s3"], "save"
    driver = Driver(state)
    driver.run(medbay.save_point(driver.g))
    assert state.x is None
    for section, key in enumerate(("cr05", "cr06", "cr07", "cr08")):
        one = person(state, key)
        one.place, one.section, one.rank = "available", section, 1
    state.ship.scanner, state.ship.lander = "L03", "LN1"
    driver.run(launch.launch(driver.g))
    assert state.exploration.planet == "P3"
    assert state.records["P2"].finished == ["s3"]
    assert list(state.records) == ["P2"]


@rule("ISS-168", "ISS-300")
def test_a_damaged_kite_flies_only_if_nothing_else_can() -> None:
    state = staffed()
    state.ship.landers = [LanderCard("LN1", damaged=True), LanderCard("LN2"), LanderCard("LN3", damaged=True)]
    driver = Driver(state)
    driver.run(launch.hangar(driver.g))
    assert state.ship.lander == "LN2"  # nothing to choose
    state.ship.landers, state.ship.bag = [LanderCard("LN1", damaged=True), LanderCard("LN3", damaged=True)], 2
    driver = Driver(state)
    driver.run(launch.hangar(driver.g), ("success:LN3",))
    assert [option.id for option in driver.asked[0].options] == ["success:LN1", "success:LN3"]  # it must be mended
    assert (state.ship.lander, state.ship.bag) == ("LN3", 0)
    state.ship.landers = [LanderCard("LN1", damaged=True), LanderCard("LN3", damaged=True)]
    Driver(state).run(launch.hangar(driver.g))
    assert state.ship.lander == "LN1"


def test_beds_for_everyone_looks_at_the_beds_while_unloading() -> None:
    """SO4: empty at Unloading, with Morale Medium or better."""
    state = docked()
    driver = Driver(state)
    driver.run(docking.unload(driver.g))
    person(state, "cr20").place = "light"  # brought in afterwards
    assert bridge.met(state, "SO4")
    state.ship.used, state.ship.morale = {}, 1
    driver.run(docking.unload(driver.g))
    assert not bridge.met(state, "SO4")
    state.ship.used, state.ship.morale = {}, 3
    driver.run(docking.unload(driver.g))
    assert not bridge.met(state, "SO4")  # now a bed is taken


@rule("ISS-352")
def test_a_whole_visit_can_be_taken_back_until_a_project_is_flipped() -> None:
    state = staffed()
    state.step, state.ship.command = "facilities", 4
    state.ship.ready = ["C01", "C03"]
    game = session(state)
    state.recruits = []
    game = session(state)
    answer(game, "start1/none")
    answer(game, "ready")
    assert (game.state.ship.command, game.state.ship.queues[0]) == (3, ["", "C01", ""])
    for _ in range(2):
        game.undo(0)
    assert game.state.ship.command == 4
    assert game.state.ship.queues[0] == ["", "", ""]
    answer(game, "ready")
    while not game.state.ship.armory or "EQ-P01" not in game.state.ship.armory:
        answer(game, "ready")  # C01 goes to Stage 3, and is flipped
    assert "EQ-P01" in game.state.ship.armory
    with pytest.raises(Refused):
        game.undo(0)


@rule("ISS-092", "ISS-349")
def test_offers_are_there_in_the_window_before_a_travel() -> None:
    state = on_planet("P2", ("s2", "s2"))
    explorer(state, 0).person, explorer(state, 0).charges = "cr09", 1
    spend_all(state, 0, keep=3)
    game = session(state)
    answer(game, "travel:s4")
    assert options(game) == ["go", "guide:0"]
    assert "exert:0" in [offer.id for offer in anytime.offers(game.state, 0)]


@rule("ISS-090", "ISS-349", "ISS-EX29")
def test_exertion_beside_a_choice_opens_what_could_not_be_paid() -> None:
    driver = Driver(on_planet("P2", ("s4", "s1")))
    spend_all(driver.g.state, 0)
    script = read_log(driver.g, 212, Ctx(0))
    request = next(script)
    while not hasattr(request, "questions"):
        request = script.send(None)
    (question,) = request.questions
    assert [option.id for option in question.build().options] == ["choice:1"]
    assert "exert:0" in [offer.id for offer in anytime.offers(driver.g.state, 0)]
    driver.run(anytime.take(driver.g, 0, "exert:0", ()))
    assert [option.id for option in question.build().options] == ["choice:0", "choice:1"]


@rule("ISS-160")
def test_an_event_may_bring_another() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.events = ["E05", "E26"]  # water, flora: supply +1; deep, flora
    state.exploration.event = "E24"
    driver = Driver(state)
    driver.run(run(driver.g, "event", Ctx(0)))
    assert state.exploration.supplies == 6
    assert state.exploration.event == "E24"  # which goes on
    assert state.event_discard == ["E05"]


def test_a_shielded_crew_chooses_which_danger_to_ignore() -> None:
    state = on_planet("P2", ("s6", "s1"))
    explorer(state, 0).statuses["shielded"] = 0
    check = checking(state, "poi:202:0", step=3)
    check.danger = [Danger(4, "blank"), Danger(4, "triangle"), Danger(4, "square")]
    driver = Driver(state)
    driver.run(shield(driver.g), ("danger:4:square",))
    assert [option.label for option in driver.asked[0].options] == ["Danger (cold): triangle", "Danger (cold): square"]
    assert [danger.face for danger in check.danger] == ["blank", "triangle"]
    assert "shielded" not in explorer(state, 0).statuses


@rule("ISS-190")
def test_which_of_two_threats_is_neutralised_is_a_choice() -> None:
    state = on_planet("P5", ("s4", "s1"))
    state.exploration.threats = [ThreatFigure("T05", "s4"), ThreatFigure("T06", "s4")]
    driver = Driver(state)
    driver.run(run(driver.g, "threat-remove here", Ctx(0)), ("threat:T06",))
    assert [figure.id for figure in state.exploration.threats] == ["T05"]


@rule("ISS-197", "ISS-095", "ISS-EX80")
def test_a_fourth_injury_while_dice_are_chosen_ends_the_check_before_the_roll() -> None:
    state = on_planet("P2", ("s4", "s1"))
    hurt(state, 0, "bruised", "bruised", "bruised")
    for die in [die for die in state.dice if die.section == 0][3:]:
        die.zone, die.colour = "compartment", ""
    spend_all(state, 0, keep=1)
    game = session(state)
    answer(game, "special:poi:203:0")
    game.use(0, "exert:0")  # Exhausted is the fourth
    while game.state.step == "explore":
        game.apply(game.default_answer(game.next_seat))
    assert 299 in game.state.logs
    assert not any("rolls for" in line.text for line in game.log(0))


@rule("ISS-155", "ISS-306")
def test_the_owner_says_in_which_column_a_wild_die_lies() -> None:
    state = on_planet("P2", ("s1", "s1"))
    wild = next(die for die in state.dice if die.kind == "wild")
    wild.section, wild.zone = 0, "spent"
    driver = Driver(state)
    driver.run(refresh(driver.g, 0, 1), ("column:blue",))
    assert (wild.zone, wild.colour) == ("slot", "blue")
    assert {option.id for option in driver.asked[0].options} == {"column:red", "column:blue"}  # green is full


@rule("ISS-303")
def test_a_section_may_do_without_a_recruit() -> None:
    state = staffed(seats=2)
    driver = Driver(state)
    driver.run(launch.shortage(driver.g), ("yes",), ("no",), ("no",), ("yes",))
    assert [one.section for one in state.people if one.place == "available"] == [0, 3]


@rule("ISS-076")
def test_a_traveller_dragged_away_before_the_first_icon_does_not_go_on() -> None:
    state = on_planet("P2", ("s2", "s2"))
    explorer(state, 0).person, explorer(state, 0).charges = "cr09", 1  # so that there is a question
    explorer(state, 1).hand = ["SE07"]  # move adjacent for other
    game = session(state)
    answer(game, "travel:s4")
    game.use(1, "card:SE07")
    answer(game, "to:s5", seat=1)
    answer(game, "go")
    assert explorer(game.state, 0).sector == "s5"
    assert game.state.exploration.actions == 1


@rule("ISS-124", "ISS-065")
def test_the_sector_of_the_action_is_finished_though_danger_moved_the_crew() -> None:
    state = on_planet("P6", ("s4", "s4"))
    checking(state, "poi:602:0", step=8)
    state.now.origin = "s4"
    explorer(state, 0).sector = "s8"  # carried off in step 6
    driver = Driver(state)
    driver.run(outcomes(driver.g, Ctx(0, place=state.now.origin), "poi:602:0", "finish here"))
    assert state.exploration.finished == ["s4"]


@rule("ISS-124")
def test_a_check_keeps_the_place_where_it_began() -> None:
    state = on_planet("P6", ("s4", "s1"))
    for die in state.dice:
        if die.section == 0:
            die.kind, die.colour = "reach", "green"
    finished: set[tuple[str, ...]] = set()
    for number in range(40):
        game = session(state, f"crevasse {number}")
        answer(game, "special:poi:602:0")
        answer(game, *options(game))
        while not game.outcome and "end" not in options(game):
            game.apply(game.default_answer(game.next_seat))
        if explorer(game.state, 0).sector != "s4":
            finished.add(tuple(game.state.exploration.finished))
    assert finished <= {(), ("s4",)}
    assert ("s4",) in finished

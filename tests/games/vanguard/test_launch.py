"""From the Hangar to the ground: choosing, fitting, loading, and every step of a landing."""

from __future__ import annotations

import pytest

from app.games.vanguard.data.dice import KIND
from app.games.vanguard.people import crew_in, explorer, person
from app.games.vanguard.pools import dice_in
from app.games.vanguard.ship import landing, launch, medbay
from app.games.vanguard.state import LanderCard, Landing
from tests.games.vanguard.situations import Driver, answer, on_planet, options, session
from tests.games.vanguard.test_ship import staffed
from tests.rules import rule


@rule("ISS-297", "ISS-298", "ISS-299", "ISS-300")
def test_a_visit_to_the_hangar_in_its_order() -> None:
    state = staffed(("cr01", 0, 1), ("cr02", 1, 1))
    ship = state.ship
    ship.awaiting = {"lander": ["LN2"], "mod": ["LM02", "LM01", "LM09"]}
    ship.landers.append(LanderCard("LN3", damaged=True))
    ship.bag, ship.scanner, state.step = 3, "L02", "hangar"
    game = session(state)
    assert [card.id for card in game.state.ship.landers] == ["LN1", "LN3", "LN2"]  # three slots: nothing to give up
    assert options(game) == ["done", "success:LN3"]
    answer(game, "done")
    assert options(game) == ["lander:LN1", "lander:LN2"]
    answer(game, "lander:LN2")
    for taken, left in (("LM01", ["LM02", "LM09"]), ("LM02", ["LM09"])):  # two structural slots
        assert f"mod:{taken}" in options(game)
        answer(game, f"mod:{taken}")
        assert options(game) == ["done", *(f"mod:{key}" for key in left)]
    answer(game, "mod:LM09")
    assert (game.state.ship.lander, game.state.ship.fitted) == ("LN2", ["LM01", "LM02", "LM09"])
    assert game.state.ship.mods == []
    assert game.state.step == "launch"


@rule("ISS-300", "ISS-166", "ISS-EX58")
def test_a_lander_takes_no_more_mods_than_it_has_slots() -> None:
    state = staffed()
    state.ship.lander, state.ship.mods = "LN3", ["LM01", "LM02", "LM07", "LM08", "LM09"]  # 1 structural, 2 utility
    driver = Driver(state)
    driver.run(launch.fit_mods(driver.g), ("mod:LM07",), ("mod:LM08",), ("mod:LM02",))
    assert state.ship.fitted == ["LM07", "LM08", "LM02"]
    assert [option.id for option in driver.asked[2].options] == ["done", "mod:LM01", "mod:LM02"]


@rule("ISS-168")
def test_only_the_lander_that_flies_counts_as_damaged() -> None:
    state = staffed()
    state.ship.landers = [LanderCard("LN1", damaged=True), LanderCard("LN2")]
    state.ship.lander = "LN2"
    assert (launch.stat(state, "armor"), launch.supplies(state)) == (3, 6)
    state.ship.lander = "LN1"
    assert (launch.stat(state, "armor"), launch.supplies(state)) == (0, 4)


@rule("ISS-303", "ISS-302", "ISS-307", "ISS-308")
def test_a_launch_that_calls_up_recruits_goes_on() -> None:
    state = staffed(("cr01", 0, 1))
    state.recruits.remove("cr11")
    state.recruits.insert(0, "cr11")
    state.ship.scanner, state.ship.lander, state.step = "L02", "LN1", "launch"
    driver = Driver(state)
    answers = (("yes",), ("no",), ("no",), ("yes",))
    second = state.recruits[1]
    lockers = (("personal:0/none",), ("personal:1/none",), ("mission:0/none",))
    driver.run(launch.launch(driver.g), *answers, *lockers, ("small:0/EQ-S02",))
    x = state.exploration
    assert ([crew.person for crew in x.crew], x.tutorial) == (["cr01", second], False)
    assert explorer(state, 0).gear == ["EQ-S02"]
    assert "EQ-S02" not in state.ship.armory
    assert explorer(state, 0).charges == 2  # Steady Hand
    assert person(state, "cr11").place == "resting"
    assert (state.ship.shortages, state.step, x.supplies) == (1, "landing", 5)
    assert {one.rank for one in crew_in(state, "team")} == {1}


@rule("ISS-144", "ISS-307", "ISS-EX46")
def test_a_deck_is_the_cards_chosen_for_it() -> None:
    state = on_planet(rank=2)
    driver = Driver(state)
    wanted = [f"SE{number:02}" for number in range(6, 16)]
    deck = driver.run(launch.build_deck(driver.g, explorer(state, 0)), tuple(f"card:{card}" for card in wanted))
    assert sorted(deck) == wanted
    assert len(driver.asked[0].options) == 15
    assert driver.asked[0].refusal(tuple(f"card:{card}" for card in wanted[1:]))  # nine are too few


@rule("ISS-306", "ISS-155")
def test_wild_dice_find_no_room_in_a_column_that_others_of_them_fill() -> None:
    state = staffed(("cr02", 1, 1))  # 2/4/2 slots
    for die in [die for die in state.dice if die.kind in ("wild", "breach", "guard") and die.zone == "box"]:
        die.zone, die.section = "compartment", 1
    driver = Driver(state)
    columns = (("column:red",), ("column:red",), ("none",), ("none",))
    driver.run(launch.board_crew(driver.g, "cr02", charges=True), *columns)
    asked = [[option.id for option in ask.options] for ask in driver.asked[:3]]
    assert asked == [
        ["column:red", "column:green", "column:blue", "none"],
        ["column:red", "column:green", "column:blue", "none"],
        ["column:green", "column:blue", "none"],
    ]
    reds = [die.kind for die in dice_in(state, 1, "slot") if die.colour == "red"]
    assert reds == ["wild", "wild"]


@rule("ISS-304")
def test_without_a_team_even_then_the_ship_is_lost() -> None:
    state = staffed(("cr01", 0, 1))
    state.recruits, state.ship.scanner, state.ship.lander = [], "L02", "LN1"
    driver = Driver(state)
    driver.run(launch.launch(driver.g))
    assert 79 in state.logs
    assert state.x is None


@rule("ISS-303", "ISS-290")
def test_no_recruit_without_a_sleeve_and_no_die_at_the_first_shortage() -> None:
    keys = ("cr01", "cr05", "cr10", "cr14", "cr21", "cr22")
    state = staffed(*((key, 0, 1) for key in keys))
    for key in keys:
        person(state, key).place = "light"
    driver = Driver(state)
    driver.run(launch.shortage(driver.g))
    assert sorted((one.section, one.rank) for one in crew_in(state, "available")) == [(1, 1), (2, 1), (3, 1)]
    assert all(len(dice_in(state, section, "compartment")) == 6 for section in range(4))
    person(state, keys[0]).place, person(state, keys[0]).section, person(state, keys[0]).rank = "gone", -1, 0
    driver.run(launch.shortage(driver.g))
    assert 0 in [one.section for one in crew_in(state, "available")]  # the sixth sleeve is free


@rule("ISS-313", "ISS-314", "ISS-312")
def test_the_score_is_that_of_the_faces_rolled() -> None:
    seen = set()
    for number in range(40):
        state = on_planet("P2", ("", ""), 1)
        state.landing, state.step = Landing("P2"), "landing"
        dice = [dice_in(state, section, "slot")[number % 6] for section in (0, 1)]
        driver = Driver(state, f"score {number}")
        driver.run(landing.landing(driver.g), *((f"die:{die.id}",) for die in dice))
        rolled = next(line.dice for line in driver.g.lines if line.dice)
        in_order = sorted(dice, key=lambda die: die.id)
        faces = [KIND[die.kind].faces[value - 1] for die, value in zip(in_order, rolled, strict=True)]
        score = sum(landing.face_score(face, "sensors") for face in faces)
        told = next(line.text for line in driver.g.lines if line.rule == "ISS-314")
        assert told.startswith(f"Sensors {1 + score} against 2")
        seen.add(score)
    assert len(seen) > 2


@rule("ISS-315", "ISS-316")
@pytest.mark.parametrize(
    ("marker", "kind"),
    [
        (-4, "crash"),
        (-2, "crash"),
        (-1, "hard landing"),
        (0, "normal landing"),
        (1, "normal landing"),
        (2, "precise landing"),
        (4, "precise landing"),
    ],
)
def test_what_the_marker_means(marker: int, kind: str) -> None:
    state = on_planet("P2", ("", ""), 1)
    state.landing, state.step = Landing("P2", step=3, marker=marker), "landing"
    driver = Driver(state)
    driver.run(landing.landing(driver.g))
    assert any(f"Marker at {marker}: a {kind} in" in line.text for line in driver.g.lines)
    chosen = any(ask.prompt == "Where do we land?" for ask in driver.asked)
    assert chosen == (marker >= 0)
    assert not state.landing
    assert state.step == "disembark"
    assert state.exploration.supplies == 5 - {"crash": 2, "hard landing": 1}.get(kind, 0)


@rule("ISS-317")
def test_a_second_visits_uniques_are_laid_out_once() -> None:
    for aboard, stack in (([], [2, 3, 29]), ([29], [2, 3])):
        state = on_planet("P2", ("s1", "s1"), 1)
        x = state.exploration
        state.ship.uniques = list(aboard)
        medbay.record(state, x)
        launch.lay_board(state, x)
        assert x.unique_stack == stack
        medbay.record(state, x)
        launch.lay_board(state, x)
        assert x.unique_stack == stack

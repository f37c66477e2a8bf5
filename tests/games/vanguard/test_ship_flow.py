"""Each room of the ship from its first step to its last, and what it leaves behind."""

from __future__ import annotations

import pytest

from app.games.vanguard import cargo
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.effects import Ctx, run
from app.games.vanguard.people import crew_in, explorer, person
from app.games.vanguard.pools import owned
from app.games.vanguard.ship import docking, launch, medbay
from app.games.vanguard.state import Exploration, State, ThreatFigure
from tests.games.vanguard.situations import Driver, answer, hurt, on_planet, options, session
from tests.games.vanguard.test_ship import docked, staffed
from tests.rules import rule


def lie(state: State, *lying: tuple[str, str, int]) -> None:
    """Crew of these sections in these places."""
    for key, place, section in lying:
        one = person(state, key)
        one.place, one.section, one.rank = place, section, 1
        if key in state.recruits:
            state.recruits.remove(key)


# Leaving and docking -------------------------------------------------------------------------------------------------


@rule("ISS-210", "ISS-211", "ISS-320")
def test_everything_goes_where_it_belongs() -> None:
    state = docked()
    x = state.exploration
    crew = explorer(state, 0)
    crew.hand, crew.deck, crew.discard, crew.aside = ["SE01"], ["SE02"], ["SE03"], ["SE04"]
    crew.gear = ["EQ-S02!", "EQ-P12"]
    state.ship.armory.remove("EQ-S02")
    state.lead_decks["ores"] = [state.lead_bag.pop()]
    state.lead_side = [state.lead_bag.pop(), state.lead_bag.pop()]
    x.uniques = [32, 33, 2, 42]
    state.dice[0].zone = "spent"
    state.dice[1].zone = "box"
    state.event_discard = ["E01"]
    driver = Driver(state)
    driver.run(docking.leave(driver.g))
    assert (crew.hand, crew.deck, crew.discard, crew.aside, crew.gear) == ([], [], [], [], [])
    assert {"EQ-S02", "EQ-P12"} <= set(state.ship.armory)
    assert sorted(state.lead_bag) == list(range(20))
    assert state.lead_side == []
    assert set(map(tuple, state.lead_decks.values())) == {()}
    assert x.uniques == [32, 2]
    assert {die.zone for die in state.dice} == {"box", "compartment"}
    assert state.event_discard == ["E01"]
    assert (state.step, state.visited, state.missions_flown) == ("docking", ["P2"], 1)


@rule("ISS-040", "ISS-017", "ISS-210")
def test_the_main_event_deck_comes_back_after_the_tutorial() -> None:
    state = on_planet("P1", ("s1", "s2"), 1)
    x = state.exploration
    x.kept_events, state.events, state.event_discard, x.over = state.events, ["ET1"], ["ET2"], "success"
    driver = Driver(state)
    driver.run(docking.leave(driver.g))
    assert (len(state.events), state.event_discard, x.kept_events) == (29, [], [])


def test_explorations_in_a_row_without_a_death() -> None:
    """SO2"""
    state = docked()
    state.ship.safe_returns = 1
    driver = Driver(state)
    driver.run(docking.leave(driver.g))
    assert state.ship.safe_returns == 2
    state.exploration.deaths = 1
    driver.run(docking.leave(driver.g))
    assert state.ship.safe_returns == 0


@rule("ISS-214", "ISS-212")
def test_docking_without_a_failure() -> None:
    state = docked()
    state.exploration.rankup = "RU03"
    lie(state, ("cr05", "resting", 0), ("cr06", "light", 1))
    driver = Driver(state)
    driver.run(docking.dock(driver.g))
    assert state.exploration.rankup == "RU03"
    assert (state.ship.morale, state.step) == (2, "debriefing")
    assert [one.id for one in crew_in(state, "available")] == ["cr05"]
    assert [one.id for one in crew_in(state, "team")] == ["cr01", "cr02"]
    assert state.chronicle[-1].text == "Brackwater: done, 0 Success."


@rule("ISS-212")
def test_either_a_mission_or_the_token_means_failure() -> None:
    for missions, token, morale in ((["M05"], False, 1), ([], True, 1), ([], False, 2)):
        state = docked()
        state.exploration.missions, state.exploration.failed = missions, token
        driver = Driver(state)
        driver.run(docking.dock(driver.g))
        assert state.ship.morale == morale


@rule("ISS-213", "ISS-166")
def test_room_for_discoveries() -> None:
    state = docked()
    x = state.exploration
    x.cargo, x.uniques = [state.finds["ores"].pop(0) for _ in range(6)], [2]
    state.ship.fitted = ["LM04"]  # 5 + 2
    driver = Driver(state)
    driver.run(docking.drop_excess(driver.g, x))
    assert (len(x.cargo), driver.asked) == (6, [])
    x.uniques = [2, 3]
    driver.run(docking.drop_excess(driver.g, x))
    assert len(x.cargo) == 5
    x.cargo.append(state.finds["ores"].pop(0))
    x.uniques = [2]
    state.ship.fitted = []
    low = x.cargo[2]
    driver.run(docking.drop_excess(driver.g, x), (f"find:{low}",))
    assert len(x.cargo) == 4
    assert low in state.finds["ores"][-2:]
    assert low not in x.cargo
    x.tutorial = True
    x.cargo += [state.finds["ores"].pop(0) for _ in range(6)]
    driver.run(docking.drop_excess(driver.g, x))
    assert len(x.cargo) == 10  # the tutorial board has no such limit


@rule("ISS-213", "ISS-212", "ISS-017")
def test_docking_after_a_failed_tutorial_and_with_too_much_aboard() -> None:
    state = docked()
    x = state.exploration
    x.cargo = [state.finds["ores"].pop(0) for _ in range(6)]
    driver = Driver(state)
    driver.run(docking.dock(driver.g))
    assert len(x.cargo) == 5
    state = on_planet("P1", ("s1", "s2"), 1)
    state.exploration.failed, state.exploration.rankup = True, "RU00"
    driver = Driver(state)
    driver.run(docking.dock(driver.g))
    assert "RU00" not in state.rankups
    assert (state.exploration.rankup, state.exploration.rankup_done) == ("", False)


@rule("ISS-229", "ISS-181")
def test_no_stack_of_uniques_lies_open_aboard() -> None:
    state = staffed()
    driver = Driver(state)
    driver.run(run(driver.g, "unique top; unique 28; unique 28", Ctx()))
    assert state.ship.uniques == [28]


# Debriefing and unloading --------------------------------------------------------------------------------------------


@rule("ISS-220", "ISS-221", "ISS-222")
def test_a_debriefing_by_questions() -> None:
    state = docked()
    state.exploration.success, state.ship.bag, state.step = 5, 4, "debriefing"
    game = session(state)
    assert (game.state.ship.success, game.state.ship.bag) == (9, 0)
    assert options(game) == ["done", "sell", "buy:none"]
    answer(game, "buy:none")
    while "done" not in options(game):
        assert options(game)[0].startswith("kind:")
        answer(game, options(game)[0])
    assert game.state.ship.success == 3
    answer(game, "sell")
    while "done" not in options(game):
        answer(game, options(game)[0])
    assert game.state.ship.success == 7
    assert options(game) == ["done", "buy:none"]  # sold once; the price is 6 again
    answer(game, "done")
    assert game.state.step != "debriefing"


@rule("ISS-216", "ISS-217", "ISS-218")
@pytest.mark.parametrize(("rank", "tokens", "after"), [(1, 1, 1), (1, 2, 2), (2, 3, 2), (2, 4, 3), (3, 99, 3)])
def test_how_many_tokens_a_promotion_asks_for(rank: int, tokens: int, after: int) -> None:
    state = docked()
    x = state.exploration
    explorer(state, 0).rank = person(state, "cr01").rank = rank
    x.rankup, x.rankup_done, x.success, state.step = "RU01", True, tokens, "debriefing"
    driver = Driver(state)
    driver.run(docking.debrief(driver.g))
    assert (explorer(state, 0).rank, person(state, "cr01").rank) == (after, after)
    assert x.rankup == ""
    driver.run(docking.debrief(driver.g), ("done",))  # rank-ups come once
    assert person(state, "cr01").rank == after


@rule("ISS-216")
def test_an_incomplete_card_promotes_nobody() -> None:
    state = docked()
    x = state.exploration
    x.rankup, x.rankup_done, x.success = "RU01", False, 9
    state.rankups.remove("RU01")
    driver = Driver(state)
    docking.promote(driver.g)
    assert person(state, "cr01").rank == 1
    assert "RU01" in state.rankups


@rule("ISS-221", "ISS-222", "ISS-223", "ISS-224")
def test_exact_prices() -> None:
    state = staffed(("cr01", 0, 2), ("cr05", 0, 3), ("cr10", 0, 1))
    ship = state.ship
    for pool, ids in (
        (3, ["done", "sell"]),
        (4, ["done", "sell", "buy:cr05"]),
        (5, ["done", "sell", "buy:cr01", "buy:cr05"]),
        (6, ["done", "sell", "buy:none", "buy:cr01", "buy:cr05"]),
    ):
        ship.success = pool
        assert [option.id for option in docking.market_options(state)] == ids
    for section in range(4):
        die = owned(state, section)[0]
        die.zone, die.section = "box", -1
    assert "sell" in [option.id for option in docking.market_options(state)]  # five each
    driver = Driver(state)
    ship.success = 0
    driver.run(docking.sell(driver.g))
    assert [len(owned(state, section)) for section in range(4)] == [4] * 4
    assert ship.success == 4
    del ship.used["sold"]
    assert "sell" not in [option.id for option in docking.market_options(state)]  # four each
    assert docking.price(state) == 4


@rule("ISS-224", "ISS-225")
def test_exactly_four_dice_in_the_box_are_enough() -> None:
    state = staffed()
    state.ship.success = 20
    for left, able in ((4, True), (3, False)):
        basic = [die for die in state.dice if KIND[die.kind].group == "basic" and die.section < 0]
        for number, die in enumerate(basic[: len(basic) - left]):
            die.zone, die.section = "compartment", number % 4
        assert ("buy:none" in [option.id for option in docking.market_options(state)]) == able


@rule("ISS-230", "ISS-226", "ISS-228")
def test_uniques_first_then_the_rest_then_the_lander() -> None:
    state = docked()
    x = state.exploration
    x.uniques = [7]
    state.finds["ores"].remove("DO3.1")
    x.cargo = ["DO3.1"]
    state.ship.fitted, state.ship.mods, state.step = ["LM01"], ["LM02"], "unloading"
    driver = Driver(state)
    driver.run(docking.unload(driver.g))
    assert (state.ship.uniques, state.ship.gathered, state.ship.awaiting["research"]) == ([7], [], ["R06"])
    driver.run(docking.unload(driver.g))
    assert (state.ship.gathered, state.ship.success, state.ship.lander) == (["DO3.1"], 1, "LN1")
    driver.run(docking.unload(driver.g))
    assert (state.ship.lander, state.ship.fitted, state.ship.mods) == ("", [], ["LM02"])
    assert state.ship.awaiting["mod"] == ["LM01"]


@rule("ISS-227")
def test_a_row_gives_its_card_once_and_only_when_it_is_full() -> None:
    state = docked()
    state.ship.uniques, state.exploration.uniques = [5, 6], [7, 8]
    driver = Driver(state)
    driver.run(docking.unload(driver.g))
    assert "bridge" not in state.ship.awaiting
    driver.run(docking.unload(driver.g))
    assert (state.ship.awaiting["bridge"], state.ship.rows) == (["B02"], ["B"])
    cargo.check_row(driver.g, "B")
    assert state.ship.awaiting["bridge"] == ["B02"]


# Medbay and Memorial Wall --------------------------------------------------------------------------------------------


@rule("ISS-231", "ISS-232", "ISS-233", "ISS-234", "ISS-235", "ISS-238")
def test_medbay_from_the_first_step_to_the_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(medbay, "roll_survival", lambda g, key: True)
    state = docked()
    state.step = "medbay"
    state.ship.awaiting["facility"] = ["F01", "F04", "F03"]
    lie(state, ("cr05", "critical", 0), ("cr06", "moderate", 1), ("cr07", "available", 2), ("cr08", "available", 2))
    hurt(state, 1, "wounded", "wounded", "venom")
    game = session(state)
    now = game.state
    assert now.ship.facilities == ["F01", "F03"]
    assert now.ship.awaiting["facility"] == ["F04"]
    assert [person(now, key).place for key in ("cr01", "cr05", "cr06")] == ["resting", "moderate", "light"]
    assert options(game)[0] == "done"
    assert set(options(game)[1:]) == {
        f"therapist:{worker}:{patient}" for worker in ("cr07", "cr08") for patient in ("cr05", "cr06")
    }
    answer(game, "therapist:cr07:cr06")
    assert (person(now, "cr07").place, person(now, "cr06").place) == ("resting", "available")
    # cr08 is now the last of Science: the rest goes by itself
    assert person(now, "cr02").place == "wall"  # Critical, and the check was lost
    assert person(now, "cr05").place == "moderate"
    assert now.step == "save"
    assert sum(now.injury_deck.values()) == 36


@rule("ISS-234")
def test_therapists_may_stay_away() -> None:
    state = docked()
    state.step = "medbay"
    lie(state, ("cr05", "moderate", 0), ("cr07", "available", 2), ("cr08", "available", 2))
    game = session(state)
    answer(game, "done")
    assert person(game.state, "cr05").place == "light"  # recovered in the step before
    assert person(game.state, "cr07").place == "available"
    assert game.state.step == "save"


def test_standing_watch_heals_without_a_therapist() -> None:
    """B11"""
    for cards, place in (({}, "light"), ({"4": "B11"}, "available")):
        state = docked()
        state.step, state.ship.upgrades = "medbay", cards
        lie(state, ("cr05", "moderate", 0))
        driver = Driver(state)
        driver.run(medbay.medbay(driver.g))
        assert person(state, "cr05").place == place


@rule("ISS-238")
def test_the_candle_roster_rolls_one_check_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """B05: one survival check per phase."""

    def dying(*dies: bool) -> State:
        results = list(dies)
        monkeypatch.setattr(medbay, "roll_survival", lambda g, key: results.pop(0))
        state = staffed()
        state.ship.upgrades = {"4": "B05"}
        lie(state, ("cr05", "critical", 0), ("cr06", "critical", 1))
        return state

    state = dying(True, False, True)
    driver = Driver(state)
    driver.run(medbay.survival(driver.g), ("again",))
    assert [person(state, key).place for key in ("cr05", "cr06")] == ["critical", "fallen"]
    assert len(driver.asked) == 1
    state = dying(True, False)
    driver = Driver(state)
    driver.run(medbay.survival(driver.g), ("accept",))
    assert [person(state, key).place for key in ("cr05", "cr06")] == ["fallen", "critical"]
    state = dying(True, True)
    state.ship.upgrades = {}
    driver = Driver(state)
    driver.run(medbay.survival(driver.g))
    assert driver.asked == []
    assert [person(state, key).place for key in ("cr05", "cr06")] == ["fallen", "fallen"]


@rule("ISS-239", "ISS-240", "ISS-290")
def test_a_dead_crew_leaves_its_sleeve_and_its_name() -> None:
    state = staffed(("cr05", 2, 3))
    medbay.bury(state, "cr05")
    one = person(state, "cr05")
    assert (one.place, one.section, one.rank, one.wall) == ("fallen", -1, 0, 2)
    driver = Driver(state)
    driver.run(medbay.memorial(driver.g))
    assert (one.place, state.ship.wall) == ("wall", {"science": ["cr05"]})
    assert state.ship.success == 2
    assert state.chronicle[-1].text == "Petra Sollis of Science died."
    assert state.step == "save"


@rule("ISS-241")
def test_what_the_slots_of_the_wall_give() -> None:
    state = staffed(("cr05", 0, 1))
    state.ship.wall = {"science": ["a"], "recon": ["b"], "engineering": ["c", "d"]}
    state.ship.landers[0].damaged = True
    for key, wall in (("cr10", 2), ("cr11", 1), ("cr12", 3)):
        person(state, key).place, person(state, key).wall = "fallen", wall
    driver = Driver(state)
    driver.run(medbay.memorial(driver.g), ("deck:ores",))
    assert len(state.ship.gathered) == 1  # Science 2: a Discovery
    assert state.ship.later_energy == 1  # Recon 2: for the next Bridge
    assert not state.ship.landers[0].damaged  # Engineering 3


# The save point ------------------------------------------------------------------------------------------------------


@rule("ISS-243", "ISS-246", "ISS-247", "ISS-242")
def test_the_save_point_closes_the_chapter() -> None:
    state = docked()
    state.step, state.event_discard, state.events = "save", ["E01", "E02"], ["E03"]
    state.missions_flown = 4
    driver = Driver(state)
    driver.run(medbay.save_point(driver.g))
    assert (sorted(state.events), state.event_discard, state.x) == (["E01", "E02", "E03"], [], None)
    (line,) = (line for line in driver.g.lines if line.chapter)
    assert line.text == "Mission 4, Brackwater"
    driver.run(medbay.save_point(driver.g), ("bridge",))
    assert state.step == "bridge"


@rule("ISS-244", "ISS-245", "ISS-317")
def test_a_record_holds_the_cards_and_nothing_that_was_laid_on_them() -> None:
    state = docked("P4")
    x = state.exploration
    x.pois["s8"], x.finished, x.unique_stack = [405], ["s7"], [7]
    x.threats = [ThreatFigure("T04", "s2", 3)]
    x.tracks, x.tokens, x.opened, x.time = {"404:knots": 2}, {"beacon": "s2"}, ["s8-s9"], {"x": 1}
    state.step = "save"
    driver = Driver(state)
    driver.run(medbay.save_point(driver.g))
    again = Exploration("P4", False, [])
    launch.lay_board(state, again)
    assert (again.pois["s8"], again.finished, again.unique_stack) == ([405], ["s7"], [7])
    assert [(figure.id, figure.sector, figure.time) for figure in again.threats] == [("T04", "s2", 0)]
    assert (again.tracks, again.tokens, again.opened, again.time) == ({}, {}, [], {})


@rule("ISS-317", "ISS-318")
def test_uniques_that_are_aboard_are_not_laid_out_again() -> None:
    state = staffed()
    state.ship.uniques = [3]
    first = Exploration("P2", False, [])
    launch.lay_board(state, first)
    assert first.unique_stack == [2]
    assert first.pois["s3"] == [201]

"""Rounds, turns, travel, rest, lift-off, events, threats."""

from __future__ import annotations

import pytest

from app.games.vanguard import board, turns
from app.games.vanguard.data.planetside import EVENT
from app.games.vanguard.effects import Ctx, arrive, move_time, run
from app.games.vanguard.events import matches, resolve_event
from app.games.vanguard.people import explorer, person
from app.games.vanguard.state import State, ThreatFigure
from app.games.vanguard.travel import travel
from app.kernel import Refused
from tests.games.vanguard.situations import Driver, answer, campaign, dice, hurt, on_planet, options, session, spend_all
from tests.rules import rule


@rule("ISS-048", "ISS-049", "ISS-033", "ISS-036", "ISS-325")
def test_the_start_token() -> None:
    state = on_planet("P2", ("s1", "s1", "s1"), 3)
    state.owners = [0, 1, 2, 0]
    state.exploration.stage, state.exploration.round = "start", 0
    game = session(state)
    assert list(game.asks) == [1]  # Recon's owner
    answer(game, "start:2")
    assert game.state.exploration.start == 2
    assert game.state.exploration.turn == 2
    game.state.exploration.stage, game.state.exploration.round = "start", 1
    assert list(session(game.state).asks) == [2]  # the holder


@rule("ISS-037", "ISS-050", "ISS-EX08", "ISS-EX15")
def test_clockwise_from_the_holder() -> None:
    for start, order in ((2, [2, 3, 1]), (3, [3, 1, 2])):
        state = on_planet("P2", ("s1",) * 4, 4)
        x = state.exploration
        x.crew = x.crew[1:]
        x.start, x.stage = start, "turn"
        driver, seen = Driver(state), []
        for _ in range(3):
            driver.run(turns.next_turn(driver.g))
            seen.append(x.turn)
            explorer(state, x.turn).turn_ended = True
        assert seen == order
        driver.run(turns.next_turn(driver.g))
        assert x.stage == "round-end"


@rule("ISS-051", "ISS-047", "ISS-055", "ISS-056", "ISS-EX14")
def test_two_actions_or_fewer_then_an_event() -> None:
    state = on_planet()
    explorer(state, 1).hand = ["RC10"]  # for the time before an Event
    game = session(state)
    assert game.state.exploration.actions == 2
    answer(game, "rest")
    assert game.state.exploration.actions == 1
    answer(game, "end")
    assert explorer(game.state, 0).turn_ended
    assert game.state.exploration.event
    assert options(game) == ["resolve"]


@rule("ISS-161")
def test_an_event_that_nobody_can_answer_happens_at_once() -> None:
    state = on_planet()
    state.events = ["E05"]
    game = session(state)
    answer(game, "end")
    assert not game.state.exploration.event
    assert game.state.exploration.turn == 1
    assert state.exploration.supplies != game.state.exploration.supplies, "a clear spring"


@rule("ISS-052", "ISS-EX13", "ISS-060", "ISS-EX16")
def test_one_special_action_a_turn_but_two_travels() -> None:
    state = on_planet("P2", ("s6", "s1"))
    state.exploration.threats = [ThreatFigure("T02", "s6"), ThreatFigure("T04", "s8")]
    game = session(state)
    offered = [key for key in options(game) if key.startswith("special:")]
    assert offered == ["special:poi:202:0", "special:threat:T02"]
    game.state.exploration.special = True
    again = session(game.state)
    assert not [key for key in options(again) if key.startswith("special:")]
    assert "travel:s8" in options(again)


@rule("ISS-057", "ISS-058", "ISS-138")
def test_the_round_ends_with_its_time_tracks() -> None:
    state = on_planet()
    x = state.exploration
    x.stage = "round-end"
    x.threats = [ThreatFigure("T02", "s8")]
    x.crew[0].turn_ended = True
    x.crew[0].statuses = {"slow": 1, "sleepless": 2, "rattled": 0}
    driver = Driver(state)
    driver.run(turns.end_round(driver.g), ("time:T02",))
    assert x.time["tide"] == 1
    assert x.threats[0].time == 1
    assert not x.crew[0].turn_ended
    assert x.crew[0].statuses == {"sleepless": 2, "rattled": 0}


@rule("ISS-138", "ISS-139", "ISS-EX45")
def test_time_moves_apply_what_they_enter_and_back_nothing() -> None:
    state = on_planet()
    driver = Driver(state)
    driver.run(move_time(driver.g, "tide", 3))
    assert "s1-s3" in state.exploration.closed
    driver.run(move_time(driver.g, "tide", -2))
    assert state.exploration.time["tide"] == 1
    driver.run(move_time(driver.g, "tide", -1))
    driver.run(move_time(driver.g, "tide", -1))
    assert state.exploration.time["tide"] == 0


@rule("ISS-064", "ISS-065")
def test_conditions_costs_and_finished_sectors() -> None:
    state = on_planet("P1", ("s4", "s1"))
    crew = explorer(state, 0)

    def specials() -> list[str]:
        return [o.id for o in turns._specials(state, crew)]

    assert specials() == ["special:poi:103:1"]  # no fuse yet
    assert [key for key, _ in turns.specials_here(state, crew)] == ["poi:103:0", "poi:103:1"]
    state.exploration.uniques.append(33)
    assert specials() == ["special:poi:103:0", "special:poi:103:1"]
    state.exploration.finished.append("s4")
    assert specials() == []
    forest = on_planet("P4", ("s3", "s1"))
    forest.exploration.finished.append("s3")
    forest.exploration.uniques.append(36)
    assert [o.id for o in turns._specials(forest, explorer(forest, 0))] == ["special:poi:401:1"]  # always


@rule("ISS-066", "ISS-068")
def test_no_travel_from_a_closed_gallery() -> None:
    state = on_planet("P2", ("s4", "s1"))
    game = session(state)
    assert not [key for key in options(game) if key.startswith("travel:")]
    assert board.connected(state.exploration, "s4") == ["s6", "s7"]
    game.state.flags.append("door_open")
    assert "travel:s6" in options(session(game.state))


@rule("ISS-067", "ISS-EX19")
def test_one_way_and_closed_paths() -> None:
    state = on_planet("P2")
    x = state.exploration
    assert "s4" in board.connected(x, "s2")
    assert "s2" not in board.connected(x, "s4")
    x.planet = "P1"
    assert "s6" not in board.connected(x, "s3")
    x.opened.append("s3-s6")
    assert "s6" in board.connected(x, "s3")


@rule("ISS-069", "ISS-071", "ISS-072")
def test_path_icons_are_resolved_before_the_move() -> None:
    state = on_planet("P2", ("s2", "s1"))
    driver = Driver(state)
    driver.run(travel(driver.g, 0, "s4", ("S",)))
    assert len(dice(state, 0, "spent")) == 1
    assert explorer(state, 0).sector == "s4"
    state.exploration.supplies = 0
    driver.run(travel(driver.g, 0, "s6", ("U",)))
    assert len(dice(state, 0, "spent")) == 3


@rule("ISS-070", "ISS-EX20", "ISS-075", "ISS-EX21")
def test_a_travel_icon_asks_the_global_condition() -> None:
    state = on_planet("P2", ("s1", "s3"), 2)
    spend_all(state, 0)
    game = session(state)
    answer(game, "travel:s3")
    assert game.state.now.kind == "travel"
    assert not [o for o in game.offers(1) if o.id.startswith("pledge:")]
    answer(game)
    while game.state.exploration.traveller >= 0:
        game.apply(game.default_answer(game.next_seat))
    assert explorer(game.state, 0).sector == "s1"  # red: spend 1, no move
    assert game.state.exploration.actions == 1


@rule("ISS-073", "ISS-074", "ISS-EX22")
def test_a_sector_log_is_read_at_the_first_arrival_only() -> None:
    state = on_planet("P2", ("s7", "s1"))
    driver = Driver(state)
    driver.run(arrive(driver.g, 0))
    assert 209 in state.logs
    assert not driver.g.lines
    state.logs.remove(209)
    driver.run(arrive(driver.g, 0))
    assert any("Log 209" in line.text for line in driver.g.lines)


@rule("ISS-076", "ISS-077")
def test_a_move_ignores_icons_and_ends_a_travel() -> None:
    state = on_planet("P2", ("s1", "s1"))
    driver = Driver(state)
    driver.run(run(driver.g, "move s4", Ctx(0)))
    assert explorer(state, 0).sector == "s4"
    assert not dice(state, 0, "spent")


@rule("ISS-079", "ISS-EX24", "ISS-145", "ISS-EX47")
def test_prepare_draws_and_keeps_the_limit() -> None:
    state = on_planet()
    crew = explorer(state, 0)
    crew.hand, crew.deck = ["SE01", "SE02"], ["SE03"]
    game = session(state)
    answer(game, "prepare:both")
    assert len(explorer(game.state, 0).hand) == 3
    answer(game, "card:SE01")
    assert explorer(game.state, 0).hand == ["SE02", "SE03"]
    assert game.state.now.kind == "prepare"


@rule("ISS-080", "ISS-081")
def test_a_prepare_check_has_no_danger_and_no_rows() -> None:
    state = on_planet()
    driver = Driver(state)
    from app.games.vanguard.check import make_check

    driver.run(make_check(driver.g, 0, "prepare", "prepare"), (f"die:{dice(state, 0, 'slot')[0]}",))
    assert not any("danger" in line.text.lower() or "Row" in line.text for line in driver.g.lines)
    assert len(dice(state, 0, "spent")) == 1


@rule("ISS-082", "ISS-083", "ISS-084", "ISS-EX23")
def test_rest_refreshes_half_rounded_up() -> None:
    state = on_planet()
    extra = next(die for die in state.dice if die.kind == "breach" and die.section == -1)
    extra.section, extra.zone, extra.colour = 0, "slot", "red"
    spend_all(state, 0, keep=3)
    crew = explorer(state, 0)
    crew.deck = ["SE01"]
    assert turns.half(state, crew) == 4
    driver = Driver(state)
    driver.run(turns.rest_action(driver.g, crew))
    assert len(dice(state, 0, "slot")) == 7
    assert state.exploration.supplies == 4
    assert crew.hand == ["SE01"]


@rule("ISS-082", "ISS-EX25", "ISS-EX136", "ISS-085")
def test_no_rest_without_supplies() -> None:
    state = on_planet()
    assert "rest" in options(session(state))  # nothing to refresh, still legal
    state.exploration.supplies = 0
    game = session(state)
    assert "rest" not in options(game)
    assert [(fact.what, fact.why) for fact in game.asks[0].closed] == [("Rest", "No Supplies left")]
    with pytest.raises(Refused, match=r"No Supplies left \(ISS-082\)"):
        answer(game, "rest")
    assert game.state.exploration.actions == 2


@rule("ISS-086", "ISS-088", "ISS-342", "ISS-343", "ISS-EX26", "ISS-EX134", "ISS-087", "ISS-209")
def test_lift_off_needs_everybody_and_leaves_the_absent() -> None:
    state = on_planet("P2", ("s1", "s5"))
    state.exploration.missions = ["M05"]
    game = session(state)
    note = next(option.note for option in game.asks[0].options if option.id == "liftoff")
    assert note == "Tobias Lund is left behind and dies. The mission The mast's heart fails"
    answer(game, "liftoff")
    assert list(game.asks) == [1]
    answer(game, "no")
    assert game.state.exploration.actions == 2
    assert "liftoff" not in options(game)
    game.state.exploration.asked_lift = False
    again = session(game.state)
    answer(again, "liftoff")
    answer(again, "yes")
    assert again.state.exploration.over == "liftoff"
    assert person(again.state, "cr02").place == "fallen"
    assert 298 in again.state.logs


@rule("ISS-207", "ISS-208", "ISS-EX81")
def test_an_evac_keeps_uniques_and_success_and_loses_discoveries() -> None:
    state = on_planet()
    x = state.exploration
    x.cargo = [state.finds["ores"].pop(0), state.finds["ores"].pop(0)]
    x.uniques, x.success, x.evac = [5], 3, True
    lost = list(x.cargo)
    driver = Driver(state)
    driver.run(turns.evacuate(driver.g))
    assert x.over == "evac"
    assert x.failed
    assert (x.cargo, x.uniques, x.success) == ([], [5], 3)
    assert state.finds["ores"][-2:] == lost
    assert 299 in state.logs


@rule("ISS-206", "ISS-EX82", "ISS-059")
def test_a_log_may_end_it_without_an_event() -> None:
    state = on_planet("P1", ("s1", "s1"))
    state.exploration.missions = ["M03"]
    game = session(state)
    game.use(1, "complete:M03")
    assert game.state.exploration.over == "success"
    answer(game, "end")
    assert game.state.step != "explore"
    assert not game.state.event_discard


# Events ------------------------------------------------------------------------------------------------------------


@rule("ISS-162", "ISS-163", "ISS-EX55", "ISS-160")
def test_main_or_secondary_effect() -> None:
    state = on_planet("P2", ("s1", "s5"))
    driver = Driver(state)
    assert matches(driver.g, 0, "E05")  # water
    assert not matches(driver.g, 1, "E05")
    state.events = ["E05"]
    driver.run(resolve_event(driver.g, 0))
    assert state.exploration.supplies == 6
    assert state.event_discard == ["E05"]
    driver.run(resolve_event(driver.g, 1))  # the discard pile is shuffled
    assert state.exploration.supplies == 6


@rule("ISS-164", "ISS-EX56")
def test_an_option_that_cannot_be_paid_is_not_offered() -> None:
    state = on_planet("P2", ("s1", "s1"))
    spend_all(state, 0, keep=1)
    driver = Driver(state)
    driver.run(run(driver.g, EVENT["E04"].main, Ctx(0)))
    assert [option.id for option in driver.asked[0].options] == ["choice:1"]


@rule("ISS-161", "ISS-EX29", "ISS-090")
def test_exertion_between_reveal_and_resolution() -> None:
    state = on_planet("P2", ("s1", "s1"))
    spend_all(state, 0)
    state.events = ["E02"]
    game = session(state)
    answer(game, "end")
    assert game.state.exploration.event == "E02"
    assert "exert:0" in [offer.id for offer in game.offers(0)]
    game.use(0, "exert:0")
    game.apply(game.default_answer(0))
    assert game.state.exploration.event == "E02"
    assert dice(game.state, 0, "slot")


# Threats -----------------------------------------------------------------------------------------------------------


@rule("ISS-186", "ISS-189", "ISS-190", "ISS-EX69", "ISS-EX70")
def test_a_threat_goes_to_the_nearest_crew_and_players_break_ties() -> None:
    state = on_planet("P2", ("s6", "s7"))
    x = state.exploration
    x.threats = [ThreatFigure("T02", "s4", 1)]  # a no-travel sector
    driver = Driver(state)
    driver.run(move_time(driver.g, "T02", 1), ("to:s7",))
    assert x.threats[0].sector == "s7"
    assert {option.id for option in driver.asked[0].options} == {"to:s6", "to:s7"}


@rule("ISS-187", "ISS-188", "ISS-EX71")
def test_only_the_main_figure_counts() -> None:
    state = on_planet("P7", ("s3", "s4"))
    state.exploration.threats = [ThreatFigure("T08", "s4")]
    assert "threat:T08" not in [key for key, _ in turns.specials_here(state, explorer(state, 0))]
    assert "threat:T08" in [key for key, _ in turns.specials_here(state, explorer(state, 1))]
    driver = Driver(state)
    driver.run(run(driver.g, "threat-remove T08", Ctx(1)))
    assert state.exploration.threats  # the Chorus cannot be neutralised


# Tutorial ----------------------------------------------------------------------------------------------------------


def to_tutorial(seats: int) -> State:
    game = campaign(seats)
    while game.state.step != "explore":
        game.apply(game.default_answer(game.next_seat))
    return game.state


@rule(
    "ISS-038",
    "ISS-039",
    "ISS-040",
    "ISS-041",
    "ISS-042",
    "ISS-043",
    "ISS-044",
    "ISS-045",
    "ISS-EX10",
    "ISS-017",
    "ISS-032",
)
def test_the_tutorial_board() -> None:
    for seats in (1, 2, 3, 4):
        state = to_tutorial(seats)
        x = state.exploration
        assert x.planet == "P1"
        assert x.tutorial
        assert sorted(state.events) == ["ET1", "ET2", "ET3", "ET4", "ET5"]
        assert x.missions == ["M01"]
        assert x.rankup == "RU00"
        assert x.unique_stack == [1]
        assert x.supplies == 3
        assert {crew.sector for crew in x.crew} == {"s1", "s2"}
        assert all(crew.charges == 0 and len(crew.hand) == 2 for crew in x.crew)
        assert len({crew.section for crew in x.crew}) == len(x.crew) == max(2, seats)
        assert 1 in state.logs


@rule("ISS-EX11", "ISS-157")
def test_no_charges_no_skill() -> None:
    state = on_planet()
    explorer(state, 0).person = "cr12"  # Second Wind
    game = session(state)
    assert "skill:0" not in [offer.id for offer in game.offers(0)]
    game.state.exploration.crew[0].charges = 1
    game = session(game.state)
    spend_all(game.state, 0)
    game.use(0, "skill:0")
    assert explorer(game.state, 0).charges == 0


@rule("ISS-021", "ISS-022", "ISS-EX04")
def test_drafting_two_of_three() -> None:
    game = campaign(2)
    shown = list(game.state.offered)
    assert len(shown) == 3
    answer(game, f"crew:{shown[0]}", f"crew:{shown[1]}")
    assert game.state.draft == [shown[2]]
    assert shown[2] not in game.state.offered
    for _ in range(3):
        game.apply(game.default_answer(game.next_seat))
    assert len(game.state.recruits) == 16
    assert set(shown[2:]) <= set(game.state.recruits)


@rule("ISS-026")
def test_skipping_the_tutorial() -> None:
    game = campaign(2, skip_tutorial=True)
    for _ in range(4):
        game.apply(game.default_answer(game.next_seat))
    state = game.state
    assert state.visited == ["P1"]
    assert 1 in state.ship.uniques
    assert "R03" in state.ship.awaiting["research"], "its effect"
    assert state.logs[:5] == [0, 1, 10, 13, 19]
    assert state.records["P1"].finished == ["s3", "s5"]
    assert (state.counters["signal"], state.counters["accord"]) == (1, 1)
    assert state.ship.bag == 3
    assert state.ship.bridges == 1, "play starts at the Bridge"
    for section in range(4):
        assert sum(die.section == section for die in state.dice) == 6
        assert sum(one.section == section for one in state.people) == 2


@rule("ISS-196")
def test_flipping_an_injury() -> None:
    state = on_planet()
    hurt(state, 0, "wounded")
    driver = Driver(state)
    driver.run(run(driver.g, "flip-injury 1", Ctx(0)))
    assert explorer(state, 0).injuries[0].flipped
    assert len(explorer(state, 0).injuries) == 1


@rule("ISS-209", "ISS-174")
def test_the_dead_leave_their_gear_and_their_injury_cards() -> None:
    state = on_planet()
    hurt(state, 0, "wounded")
    explorer(state, 0).gear = ["EQ-S02!"]
    state.ship.armory.remove("EQ-S02")
    driver = Driver(state)
    driver.run(run(driver.g, "kill", Ctx(0)))
    assert person(state, "cr01").place == "fallen"
    assert "EQ-S02" in state.ship.armory
    assert sum(state.injury_deck.values()) == 36


@rule("ISS-350")
def test_a_standing_pledge_of_a_die_that_is_gone_is_none() -> None:
    state = on_planet("P2")
    state.standing["0"] = "wild"  # which Security does not have
    offer = next(one for one in session(state).offers(0) if one.id == "standing:0")
    assert offer.form is not None
    assert offer.form.default == ("none",)
    assert offer.form.prompt == "Standing pledge of Ilse Varga (now: no die)"

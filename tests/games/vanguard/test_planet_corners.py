"""Events, equipment, discoveries, leads, threats, injuries, missions: two effects at once, empty decks, whose choice."""

from __future__ import annotations

import pytest

from app.games.vanguard import anytime, board, changing, check, rankups, turns
from app.games.vanguard.cargo import gain
from app.games.vanguard.effects import Ctx, apply_danger, move_time, run
from app.games.vanguard.events import resolve_event
from app.games.vanguard.people import explorer
from app.games.vanguard.pools import injure
from app.games.vanguard.ship import docking
from app.games.vanguard.state import Danger, ThreatFigure
from app.games.vanguard.travel import travel
from app.kernel.ask import Window
from tests.games.vanguard.situations import Driver, answer, checking, dice, on_planet, options, session, spend_all
from tests.games.vanguard.test_finds import bag, token
from tests.rules import rule

# Events --------------------------------------------------------------------------------------------------------------


@rule("ISS-163")
def test_an_event_that_removes_itself_is_not_discarded() -> None:
    state = on_planet("P2", ("s1", "s1"))  # water, ruin
    state.events = ["E30"]
    driver = Driver(state)
    driver.run(resolve_event(driver.g, 0), ("choice:0",))
    assert (state.event_discard, state.events, state.counters["accord"]) == ([], [], 1)
    driver.run(resolve_event(driver.g, 0))  # nothing is left to draw (ISS-160)
    assert state.event_discard == []


@rule("ISS-163", "ISS-142")
def test_a_main_effect_meets_only_the_crew_that_drew() -> None:
    state = on_planet("P2", ("s3", "s3"))
    state.events = ["E10"]  # flora, heat
    driver = Driver(state)
    driver.run(resolve_event(driver.g, 1), ("choice:0",))
    assert "slow" in explorer(state, 1).statuses
    assert "slow" not in explorer(state, 0).statuses


@rule("ISS-164", "ISS-EX56")
def test_one_supply_does_not_pay_for_two() -> None:
    state = on_planet()
    state.exploration.supplies = 1
    driver = Driver(state)
    text = "choose{Pay (pay supply -2): none / Freeze: injure chilled}"
    driver.run(run(driver.g, text, Ctx(0)))
    assert [option.id for option in driver.asked[0].options] == ["choice:1"]
    assert [injury.kind for injury in explorer(state, 0).injuries] == ["chilled"]
    assert state.exploration.supplies == 1


@rule("ISS-162", "ISS-163")
def test_a_cancelled_secondary_effect_leaves_the_main_one() -> None:
    for sector, cancelled, supplies in (("s1", True, 6), ("s1", False, 6), ("s5", True, 5), ("s5", False, 4)):
        state = on_planet("P2", (sector, "s1"))  # water and ruin, or rock
        state.exploration.supplies, state.events = 5, ["E05"] if sector == "s1" else ["E28"]
        explorer(state, 1).hand = ["RC10"]
        driver = Driver(state)
        script = resolve_event(driver.g, 0)
        next(script)  # the card lies open
        state.exploration.event_cancelled = cancelled
        with pytest.raises(StopIteration):
            script.send({0: ("resolve",)})
        assert state.exploration.supplies == supplies
        assert not state.exploration.event


# Equipment and mods --------------------------------------------------------------------------------------------------


@rule("ISS-174", "ISS-117")
def test_exhausted_equipment_converts_nothing() -> None:
    state = on_planet()
    crew = explorer(state, 0)
    crew.gear = ["EQ-P12"]  # green Ba to REACH
    assert check.converts_of(crew)["green"] == ("REACH",)
    driver = Driver(state)
    driver.run(run(driver.g, "exhaust 1", Ctx(0)))
    assert "green" not in check.converts_of(crew)
    driver.run(run(driver.g, "ready 1", Ctx(0)))
    assert check.converts_of(crew)["green"] == ("REACH",)


@rule("ISS-174")
def test_exhausted_equipment_is_offered_nowhere_until_readied() -> None:
    state = on_planet("P2", ("s2", "s2"))
    explorer(state, 0).gear = ["EQ-S01!", "EQ-S02!", "EQ-M08!", "EQ-S04!"]
    spend_all(state, 0, keep=3)
    game = session(state)
    offered = [offer.id for offer in game.offers(0)] + options(game)
    assert not [key for key in offered if key.startswith("gear:")]
    checking(state, "poi:202:0", step=4)
    assert not [option.id for option in changing.modify_options(state) if option.id.startswith("gear:")]


@rule("ISS-171")
def test_gear_may_change_hands_while_an_event_lies_open_but_not_in_a_check() -> None:
    state = on_planet("P2", ("s6", "s6"), 1)
    explorer(state, 0).gear = ["EQ-S02"]
    explorer(state, 1).hand = ["RC10"]
    state.events = ["E02"]
    game = session(state)
    answer(game, "end")
    assert game.state.exploration.event == "E02"
    assert "give:0:1:EQ-S02" in [offer.id for offer in game.offers(0)]
    game = session(state)
    answer(game, "special:poi:202:0")
    assert not [offer.id for offer in game.offers(0) if offer.id.startswith("give:")]


@rule("ISS-171", "ISS-170")
def test_gear_goes_no_further_than_the_sector() -> None:
    state = on_planet("P2", ("s1", "s2"), 1)
    explorer(state, 0).gear = ["EQ-S02"]
    game = session(state)
    assert not [offer.id for offer in game.offers(0) if offer.id.startswith("give:")]


@rule("ISS-173")
def test_the_lamp_keeps_added_dangers_away_too() -> None:
    state = on_planet("P2", ("s6", "s1"))
    state.exploration.tokens["lamp"] = "s6"
    now = checking(state, "poi:202:0", step=4)
    driver = Driver(state)
    driver.run(run(driver.g, "add-danger 6 2; add-danger 2 1", Ctx(0)))
    assert [danger.category for danger in now.danger] == [2]
    explorer(state, 0).sector = "s1"
    driver.run(run(driver.g, "add-danger 6 2", Ctx(0)))
    assert [danger.category for danger in now.danger] == [2, 6, 6]


@rule("ISS-173")
def test_anybody_rests_from_the_cache_while_it_lasts() -> None:
    state = on_planet("P2", ("s2", "s2"))
    driver = Driver(state)
    explorer(state, 0).gear = ["EQ-M04", "EQ-U02"]
    driver.run(run(driver.g, "token cache @ here", Ctx(0)))
    state.exploration.supplies = 1
    for _ in range(3):
        driver.run(turns.rest_action(driver.g, explorer(state, 1)))
    assert (state.exploration.supplies, state.exploration.cache_rests) == (1, 0)
    driver.run(turns.rest_action(driver.g, explorer(state, 1)))
    assert state.exploration.supplies == 0


@rule("ISS-166")
def test_the_resin_seal_keeps_the_first_supply_that_would_be_lost() -> None:
    state = on_planet()
    x = state.exploration
    state.ship.fitted, x.supplies = ["LM05"], 0
    driver = Driver(state)
    driver.run(apply_danger(driver.g, 0, Danger(8, "square")))  # supply -1, but there is none
    x.supplies = 3
    driver.run(apply_danger(driver.g, 0, Danger(8, "square")))
    assert x.supplies == 3
    driver.run(apply_danger(driver.g, 0, Danger(8, "square")))
    assert x.supplies == 2
    driver.run(run(driver.g, "supply -1", Ctx(0)))  # no Danger
    assert x.supplies == 1


@rule("ISS-166", "ISS-060")
def test_mods_give_actions_in_the_lander_sector() -> None:
    state = on_planet("P2", ("s1", "s2"))
    state.ship.fitted = ["LM08", "LM10", "LM11"]
    assert [key for key, _ in turns.specials_here(state, explorer(state, 1))] == []
    mods = [key for key, _ in turns.specials_here(state, explorer(state, 0))]
    assert mods == ["mod:LM08", "mod:LM10", "mod:LM11"]
    spend_all(state, 0, keep=4)
    game = session(state)
    answer(game, "special:mod:LM11")
    assert len(dice(game.state, 0, "spent")) == 0
    left = [key for key, _ in turns.specials_here(game.state, explorer(game.state, 0))]
    assert left == ["mod:LM08", "mod:LM10"]  # once


@rule("ISS-069", "ISS-177")
def test_skipped_icons_wait_for_the_next_travel_of_the_turn() -> None:
    state = on_planet("P2", ("s2", "s1"))
    driver = Driver(state)
    crew = explorer(state, 0)
    driver.run(run(driver.g, "ignore-icon 1", Ctx(0)))
    game = session(state)
    answer(game, "rest")  # another action in between
    assert explorer(game.state, 0).ignore_icons == 1
    answer(game, "travel:s4")  # Spend 1
    assert dice(game.state, 0, "spent") == []
    assert explorer(game.state, 0).ignore_icons == 0
    crew.ignore_icons = 1
    driver.run(turns.end_turn(driver.g))
    assert crew.ignore_icons == 0


@rule("ISS-069", "ISS-073")
def test_icons_to_skip_that_an_arrival_brings_are_for_the_next_path() -> None:
    state = on_planet("P4", ("s1", "s1"))
    state.logs.remove(405)
    state.exploration.turn = 1
    driver = Driver(state)
    driver.run(travel(driver.g, 1, "s2", ()), ("choice:0",))  # ignore-icon 1 for each; draw 1
    assert [crew.ignore_icons for crew in state.exploration.crew] == [1, 1]


# Discoveries and leads -----------------------------------------------------------------------------------------------


@rule("ISS-177")
def test_a_seat_with_two_crew_says_who_uses_a_discovery() -> None:
    state = on_planet("P2", ("s1", "s1"), 1)
    spend_all(state, 1, keep=4)
    state.finds["spores"].remove("DS2.1")
    state.finds["ores"].remove("DO2.1")
    state.exploration.cargo = ["DS2.1", "DO2.1"]
    game = session(state)
    game.use(0, "find:DO2.1")  # supply +1: it makes no difference
    assert game.state.exploration.supplies == 6
    game.use(0, "find:DS2.1")
    assert options(game) == ["crew:0", "crew:1"]
    answer(game, "crew:1")
    while "die:" in options(game)[0]:
        game.apply(game.default_answer(0))
    assert len(dice(game.state, 1, "spent")) == 1
    assert game.state.exploration.cargo == []


@rule("ISS-175", "ISS-183")
def test_an_empty_deck_keeps_its_leads_and_gives_nothing() -> None:
    state = on_planet()
    state.exploration.cargo, state.finds["ores"] = state.finds["ores"], []
    three, one = token(3), token(1)
    bag(state, three, one)
    held = len(state.exploration.cargo)
    driver = Driver(state)
    driver.run(run(driver.g, "lead ores 2", Ctx(0)), (f"token:{three}", f"token:{one}"))
    assert state.lead_decks["ores"] == [three, one]
    assert len(state.exploration.cargo) == held


@rule("ISS-183")
def test_one_effect_may_gain_several_discoveries() -> None:
    state = on_planet()
    tokens = [token(3), token(3, skip=1), token(2), token(1)]
    bag(state, *tokens)
    driver = Driver(state)
    driver.run(run(driver.g, "lead ores 4", Ctx(0)), tuple(f"token:{one}" for one in tokens))
    assert len(state.exploration.cargo) == 3
    assert state.lead_decks["ores"] == []
    assert set(tokens) <= set(state.lead_side)


@rule("ISS-184")
def test_a_returned_token_is_not_drawn_again_by_the_same_effect() -> None:
    state = on_planet()
    free, three = token(0, "card", True), token(3)
    state.lead_bag = [free, three]  # nothing else is left
    driver = Driver(state)
    driver.run(run(driver.g, "lead ores 3", Ctx(0)), (f"token:{free}", f"token:{three}"))
    assert state.lead_bag == [free]
    assert state.lead_side == [three]


@rule("ISS-185", "ISS-034")
def test_a_charge_and_a_card_with_a_token() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.owners = [0, 0, 1, 1]
    explorer(state, 1).deck = ["RC01", "RC02"]
    charge, card = token(2, "charge"), token(1, "card")
    bag(state, charge)
    driver = Driver(state)
    driver.run(run(driver.g, "lead ores 1", Ctx(0)), ("crew:1",))
    assert (explorer(state, 0).charges, explorer(state, 1).charges, explorer(state, 1).hand) == (0, 1, [])
    bag(state, card)
    driver.run(run(driver.g, "lead spores 1", Ctx(0)), ("crew:1",))
    assert (explorer(state, 1).charges, explorer(state, 1).hand) == (1, ["RC01"])
    state.lead_decks["blooms"] = []
    bag(state, token(1, "card", skip=1))
    request = next(run(driver.g, "lead blooms 1", Ctx(0)))
    assert isinstance(request, Window)
    assert [question.seat for question in request.questions] == [1]  # Science's owner, who has nobody down here


@rule("ISS-175", "ISS-184", "ISS-204")
def test_a_discovery_clears_its_deck_and_counts_on_the_planet_only() -> None:
    state = on_planet()
    free, two = token(0, "charge", True), token(2)
    state.lead_bag = [one for one in state.lead_bag if one not in (free, two)]
    state.lead_decks["ores"] = [free, two]
    driver = Driver(state)
    driver.run(run(driver.g, "discovery ores", Ctx(0)))
    assert (free in state.lead_bag, state.lead_side, state.lead_decks["ores"]) == (True, [two], [])
    assert state.exploration.counts == {"discovery": 1}
    state.exploration.over = "liftoff"
    driver.run(run(driver.g, "discovery ores", Ctx(0)))
    assert state.exploration.counts == {"discovery": 1}
    assert (len(state.exploration.cargo), len(state.ship.gathered)) == (1, 1)


@rule("ISS-182", "ISS-014")
def test_who_names_the_deck_when_nobody_acts() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.owners = [0, 1, 0, 1]
    request = next(run(Driver(state).g, "lead any 1", Ctx()))
    assert isinstance(request, Window)
    assert [question.seat for question in request.questions] == [1]  # Recon's owner on a planet
    state.exploration.over = "liftoff"
    request = next(run(Driver(state).g, "discovery any", Ctx()))
    assert isinstance(request, Window)
    assert [question.seat for question in request.questions] == [0]  # Security's aboard


@rule("ISS-157", "ISS-182")
def test_a_collector_swaps_as_often_as_there_are_charges() -> None:
    state = on_planet("P2", ("s1", "s1"))
    explorer(state, 1).person, explorer(state, 1).charges = "cr11", 2
    first, second, third = token(0, "card", True), token(1), token(3)
    bag(state, first, second, third)
    driver = Driver(state)
    driver.run(run(driver.g, "lead ores 1", Ctx(0)), ("swap:0",), ("swap:0",))
    assert explorer(state, 1).charges == 0
    assert {first, second} <= set(state.lead_bag) | set(state.lead_decks["ores"])


@rule("ISS-176")
def test_a_discovery_given_up_goes_under_its_deck() -> None:
    state = on_planet()
    driver = Driver(state)
    gain(driver.g, "ores")
    gain(driver.g, "spores")
    ore, spore = state.exploration.cargo
    driver.run(run(driver.g, "lose-discovery 1", Ctx(0)), (f"find:{ore}",))
    assert state.exploration.cargo == [spore]
    assert state.finds["ores"][-1] == ore


@rule("ISS-339", "ISS-182")
def test_which_deck_is_looked_at() -> None:
    state = on_planet()
    state.finds["relics"] = ["DR1.1", "DR2.1", "DR3.1"]
    driver = Driver(state)
    driver.run(run(driver.g, "peek relics 2", Ctx(0)), ("top:1", "top:0"), ("bottom:1",))
    assert state.finds["relics"] == ["DR1.1", "DR3.1", "DR2.1"]
    driver.run(run(driver.g, "peek any 1", Ctx(0)), ("deck:relics",), ("bottom:0",))
    assert state.finds["relics"] == ["DR3.1", "DR2.1", "DR1.1"]
    assert driver.asked[-1].options[0].id == "none"
    state.situations = ["S01", "S02"]
    driver.run(run(driver.g, "peek situation 1", Ctx(0)), ("bottom:0",))
    assert state.situations == ["S02", "S01"]
    assert driver.asked[-1].options[1].label == "Tin water"


# Threats -------------------------------------------------------------------------------------------------------------


@rule("ISS-190", "ISS-189")
def test_a_threat_without_a_way_stays() -> None:
    state = on_planet("P1", ("s6", "s6"))
    state.exploration.threats = [ThreatFigure("T01", "s1")]
    driver = Driver(state)
    driver.run(move_time(driver.g, "T01", 1))  # towards the nearest crew, behind a closed path
    assert state.exploration.threats[0].sector == "s1"


@rule("ISS-186")
def test_a_threat_already_there_is_not_placed_twice() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.exploration.threats = [ThreatFigure("T02", "s4", 2)]
    driver = Driver(state)
    driver.run(run(driver.g, "threat T02 @ s6", Ctx(0)))
    assert [(figure.sector, figure.time) for figure in state.exploration.threats] == [("s4", 2)]


@rule("ISS-186", "ISS-188")
def test_prey_are_the_crew_where_the_threat_has_come_to() -> None:
    state = on_planet("P1", ("s3", "s2"))
    state.exploration.threats = [ThreatFigure("T01", "s1", 0)]
    driver = Driver(state)
    driver.run(move_time(driver.g, "T01", 1), ("to:s2",))
    driver.run(move_time(driver.g, "T01", 2))
    assert [injury.kind for injury in explorer(state, 1).injuries] == ["bruised"]
    assert explorer(state, 0).injuries == []
    assert state.exploration.threats[0].time == 0


# Injuries ------------------------------------------------------------------------------------------------------------


@rule("ISS-191", "ISS-119")
def test_a_new_injury_takes_the_leftmost_empty_slot() -> None:
    state = on_planet()
    crew = explorer(state, 0)
    driver = Driver(state)
    for kind in ("bruised", "venom", "fever"):
        driver.run(injure(driver.g, 0, kind))
    driver.run(run(driver.g, "injury-card -1", Ctx(0)), ("injury:0",))
    driver.run(injure(driver.g, 0, "wounded"))
    assert [injury.kind for injury in crew.injuries] == ["wounded", "venom", "fever"]
    driver.run(injure(driver.g, 0, "dazed"))
    assert [injury.kind for injury in crew.injuries] == ["wounded", "venom", "fever", "dazed"]
    assert state.exploration.evac


@rule("ISS-194")
def test_without_the_named_card_and_without_wounded_a_random_one() -> None:
    kinds = set()
    for number in range(30):
        state = on_planet()
        state.injury_deck |= {"venom": 0, "bruised": 0}
        driver = Driver(state, f"injury {number}")
        driver.run(injure(driver.g, 0, "venom"))
        assert explorer(state, 0).injuries[0].kind == "wounded"
        state.injury_deck["wounded"] = 0
        driver.run(injure(driver.g, 0, "venom"))
        kinds.add(explorer(state, 0).injuries[1].kind)
    assert len(kinds) > 3
    assert not kinds & {"venom", "bruised", "wounded"}


@rule("ISS-194", "ISS-193")
def test_no_injury_card_at_all_and_never_a_fourth_die() -> None:
    state = on_planet()
    driver = Driver(state)
    for kind in ("bruised", "venom", "fever", "dazed"):
        driver.run(injure(driver.g, 0, kind))
    assert explorer(state, 0).injury_columns == [True, True, True]
    state.injury_deck = dict.fromkeys(state.injury_deck, 0)
    driver.run(injure(driver.g, 1, "venom"))
    assert explorer(state, 1).injuries == []


@rule("ISS-196", "ISS-197", "ISS-EX74")
def test_flipped_injuries_count_for_the_evac() -> None:
    state = on_planet()
    driver = Driver(state)
    for kind in ("bruised", "venom"):
        driver.run(injure(driver.g, 0, kind))
    driver.run(run(driver.g, "flip-injury 1", Ctx(0)), ("injury:0",))
    driver.run(injure(driver.g, 0, "fever"))
    assert not state.exploration.evac  # two active and one flipped: three
    driver.run(injure(driver.g, 0, "fever"))
    assert state.exploration.evac


@rule("ISS-195", "ISS-EX73")
def test_a_die_leaves_and_its_card_stays_and_the_other_way_round() -> None:
    state = on_planet()
    crew = explorer(state, 0)
    driver = Driver(state)
    for kind in ("bruised", "venom", "fever"):
        driver.run(injure(driver.g, 0, kind))
    driver.run(run(driver.g, "injury-die -1", Ctx(0)))
    assert (len(crew.injuries), sum(crew.injury_columns)) == (3, 2)
    driver.run(run(driver.g, "injury-card -1", Ctx(0)))
    assert (len(crew.injuries), sum(crew.injury_columns)) == (2, 2)
    assert sum(state.injury_deck.values()) == 34


@rule("ISS-196")
def test_a_second_skin_turns_the_first_injury_over() -> None:
    state = on_planet()
    crew = explorer(state, 0)
    crew.gear = ["EQ-P09"]
    driver = Driver(state)
    for _ in range(2):
        driver.run(injure(driver.g, 0, "venom"))
    assert [injury.flipped for injury in crew.injuries] == [True, False]
    assert sum(crew.injury_columns) == 2


# Missions, Rank-Up cards ---------------------------------------------------------------------------------------------


@rule("ISS-200", "ISS-203")
def test_who_completes_a_mission_makes_its_choices() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.exploration.missions, state.exploration.finished = ["M06"], ["s3", "s6"]
    game = session(state)  # in the turn of seat 0
    game.use(1, "complete:M06")
    assert list(game.asks) == [1]
    answer(game, "deck:ores")
    assert "M06" in game.state.done


@rule("ISS-199")
def test_a_log_completes_a_mission_by_itself_and_another_fails_one() -> None:
    state = on_planet("P3", ("s7", "s1"))
    x = state.exploration
    x.missions = ["M07", "M08"]
    driver = Driver(state)
    driver.run(run(driver.g, "log 315", Ctx(0)))
    assert (x.missions, state.done, x.failed) == (["M08"], ["M07"], False)
    driver.run(run(driver.g, "mission M08 fail", Ctx(0)))
    assert (x.missions, state.done, x.failed) == ([], ["M07"], True)


@rule("ISS-201", "ISS-202")
def test_removing_pois_takes_their_markers() -> None:
    state = on_planet("P2", ("s4", "s1"))
    x = state.exploration
    x.pois["s4"], x.tracks = [203, 204], {"203:door": 2, "202:wheel": 1}
    driver = Driver(state)
    driver.run(run(driver.g, "poi-remove s4", Ctx(0)))
    assert (x.pois["s4"], x.tracks) == ([], {"202:wheel": 1})


@rule("ISS-207", "ISS-208")
def test_an_evac_saves_everybody_wherever_they_stand() -> None:
    state = on_planet("P2", ("s5", "s7"), 1)
    state.exploration.evac = True
    game = session(state)
    assert game.state.step != "explore"
    assert not [one.id for one in game.state.people if one.place in ("fallen", "wall")]
    assert game.state.ship.morale == 1  # the exploration has failed


@rule("ISS-200", "ISS-210", "ISS-212")
def test_optional_missions_do_not_fail() -> None:
    state = on_planet("P2", ("s1", "s1"), 1)
    state.exploration.missions, state.exploration.over = ["M06"], "liftoff"
    driver = Driver(state)
    driver.run(docking.leave(driver.g))
    driver.run(docking.dock(driver.g))
    assert state.ship.morale == 2


@rule("ISS-204", "ISS-205")
def test_what_every_rank_up_card_counts() -> None:
    for card, (what, times) in rankups.WANTED.items():
        state = on_planet()
        state.exploration.rankup = card
        driver = Driver(state)
        for number in range(times):
            assert not state.exploration.rankup_done, (card, number)
            rankups.note(driver.g, "something else")
            rankups.note(driver.g, what)
        assert state.exploration.rankup_done


@rule("ISS-205")
def test_rounds_and_threats_for_rank_up_cards() -> None:
    state = on_planet("P2", ("s2", "s3"))
    x = state.exploration
    x.rankup = "RU07"
    driver = Driver(state)
    rankups.note_round_end(driver.g)
    assert x.rankup_done  # apart, and nobody at the lander in s1
    for places in (("s2", "s2"), ("s1", "s3")):
        state = on_planet("P2", places)
        state.exploration.rankup = "RU07"
        rankups.note_round_end(Driver(state).g)
        assert not state.exploration.rankup_done
    for number, figures, done in ((6, 1, False), (7, 0, False), (7, 1, True)):
        state = on_planet()
        state.exploration.rankup, state.exploration.round = "RU08", number
        state.exploration.threats = [ThreatFigure("T02", "s4")] * figures
        rankups.note_round_start(Driver(state).g)
        assert state.exploration.rankup_done == done
    for number, done in ((6, True), (7, False)):
        state = on_planet()
        state.exploration.rankup, state.exploration.round, state.exploration.missions = "RU10", number, ["M05"]
        driver = Driver(state)
        driver.run(run(driver.g, "mission M05 complete", Ctx(0)))
        assert state.exploration.rankup_done == done


@rule("ISS-198", "ISS-202")
def test_a_condition_that_is_gone_takes_its_time_with_it_and_threats_keep_theirs() -> None:
    state = on_planet("P9", ("s1", "s1"))
    x = state.exploration
    x.time, x.threats = {"pulse": 4}, [ThreatFigure("T10", "s7", 2)]
    driver = Driver(state)
    driver.run(run(driver.g, "condition G11; time pulse +1", Ctx(0)))
    assert board.time_tracks(x) == ["dream", "T10"]
    assert (x.time, x.threats[0].time) == ({}, 2)


@rule("ISS-209", "ISS-088")
def test_the_left_behind_are_dead_and_their_section_goes_on() -> None:
    state = on_planet("P2", ("s1", "s5"), 1)
    game = session(state)
    answer(game, "liftoff")
    answer(game, "yes")
    while game.state.step in ("explore", "leaving", "docking", "debriefing", "unloading", "medbay"):
        game.apply(game.default_answer(0))
    one = next(one for one in game.state.people if one.id == "cr02")
    assert (one.place, one.section, one.rank, one.wall) == ("wall", -1, 0, 1)
    assert len([die for die in game.state.dice if die.section == 1]) == 6
    assert anytime.offers(game.state, 0) == []

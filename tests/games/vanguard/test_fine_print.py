"""The small print of sections 1 to 16: what happens when two rules meet."""

from __future__ import annotations

import re

import msgspec
import pytest

from app.games.vanguard import anytime, changing, check, helpers, turns
from app.games.vanguard.conditions import payable
from app.games.vanguard.content import CONDITION, LOG, POI
from app.games.vanguard.content.structs import Action, Fx, Row, Time, Track
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.data.planetside import LEADS
from app.games.vanguard.decks import draw_cards
from app.games.vanguard.effects import Ctx, run
from app.games.vanguard.language import need
from app.games.vanguard.needs import Rolled, meets, most_sets
from app.games.vanguard.people import explorer, person
from app.games.vanguard.pools import colour, refresh, sacrifice, spend, to_spent
from app.games.vanguard.state import Danger, State, ThreatFigure
from app.games.vanguard.travel import travel
from app.kernel import Refused
from tests.games.vanguard.situations import (
    Driver,
    answer,
    checking,
    dice,
    die_of,
    hurt,
    on_planet,
    options,
    session,
    show,
    spend_all,
)
from tests.rules import rule

DOOR = "poi:203:0"
KELP = "poi:201:0"


def wild(state: State, section: int, zone: str, tint: str = "") -> int:
    die = next(die for die in state.dice if die.kind == "wild" and die.zone == "box")
    die.section, die.zone, die.colour = section, zone, tint  # type: ignore[assignment]
    return die.id


def actions(monkeypatch: pytest.MonkeyPatch, action: Action) -> None:
    """Puts an action on the kelp tangle."""
    monkeypatch.setitem(POI, 201, msgspec.structs.replace(POI[201], actions=(action,)))


# Spend, sacrifice, exertion ------------------------------------------------------------------------------------------


@rule("ISS-005", "ISS-006")
def test_a_coloured_spend_takes_its_colour_first_then_any_then_a_sacrifice() -> None:
    state = on_planet()
    red = [die.id for die in state.dice if die.section == 0 and die.colour == "red"]
    driver = Driver(state)
    driver.run(spend(driver.g, 0, 4, "red"))
    assert set(red) < set(dice(state, 0, "spent"))
    assert len(dice(state, 0, "spent")) == 4
    driver.run(spend(driver.g, 0, 1, "red"))
    assert len(dice(state, 0, "spent")) == 5
    driver.run(spend(driver.g, 0, 2, "red"))
    assert [len(dice(state, 0, zone)) for zone in ("slot", "spent", "compartment")] == [0, 5, 1]


@rule("ISS-155", "ISS-009")
def test_a_wild_die_in_the_red_column_is_red_for_a_sacrifice() -> None:
    state = on_planet()
    for die in state.dice:
        if die.section == 0 and die.colour == "red":
            die.zone, die.colour = "compartment", ""
    joker = wild(state, 0, "slot", "red")
    driver = Driver(state)
    driver.run(sacrifice(driver.g, 0, 1, "red"))
    assert joker in dice(state, 0, "compartment")
    assert not driver.asked  # nothing else is red


@rule("ISS-155", "ISS-EX50")
def test_a_wild_die_keeps_the_colour_of_its_column_in_the_roll_pool() -> None:
    state = on_planet("P2", ("s4", "s4"))
    state.flags.append("door_open")
    joker = wild(state, 0, "slot", "blue")
    game = session(state)
    answer(game, f"special:{DOOR}")
    explorer(game.state, 0).hand = ["SE06"]  # so that step 4 waits
    answer(game, f"die:{joker}")
    die = next(die for die in game.state.dice if die.id == joker)
    assert (die.zone, colour(die)) == ("pool", "blue")
    die.face = 4
    (seen,) = [one for one in check.rolled(game.state) if one.id == f"d{joker}"]
    assert meets([Rolled("red", ("GUARD",), "red"), seen], need("red+blue"))
    assert seen.icons == ("Ac",)
    to_spent(die)
    assert colour(die) == ""


@rule("ISS-149", "ISS-008")
def test_a_refreshed_die_shows_its_bracket() -> None:
    state = on_planet()
    die = next(die for die in state.dice if die.section == 0)
    die.zone, die.colour, die.face = "spent", "", 5
    driver = Driver(state)
    driver.run(refresh(driver.g, 0, 1))
    assert (die.zone, die.colour, die.face) == ("slot", KIND[die.kind].colour, KIND[die.kind].bracket)


@rule("ISS-090")
def test_exertion_in_response_to_a_forced_spend() -> None:
    state = on_planet("P2", ("s2", "s1"))
    spend_all(state, 0)
    game = session(state)
    answer(game, "travel:s4")  # Spend 1, and nothing is Available
    assert options(game) == ["go"]
    assert game.asks[0].rule == "ISS-090"
    game.use(0, "exert:0")
    answer(game, f"die:{dice(game.state, 0, 'spent')[0]}")
    answer(game, "go")
    answer(game, f"die:{dice(game.state, 0, 'slot')[0]}")
    assert explorer(game.state, 0).sector == "s4"
    assert [len(dice(game.state, 0, zone)) for zone in ("slot", "spent", "compartment")] == [4, 1, 1]


@rule("ISS-090")
def test_nobody_is_asked_where_exertion_would_not_help() -> None:
    state = on_planet()
    driver = Driver(state)
    driver.run(spend(driver.g, 0, 6))
    assert [ask.rule for ask in driver.asked] == []  # all of them, without a choice
    state.taking = True  # inside of an any-time effect no other is opened
    driver.run(spend(driver.g, 0, 1))
    assert [ask.rule for ask in driver.asked] == ["ISS-009"]


@rule("ISS-093", "ISS-EX52")
def test_dice_refreshed_while_dice_are_chosen_may_be_chosen() -> None:
    state = on_planet("P2", ("s4", "s4"))
    state.flags.append("door_open")
    explorer(state, 1).person, explorer(state, 1).charges = "cr12", 1  # Second Wind
    explorer(state, 1).hand = ["RC04"]
    explorer(state, 0).hand = ["SE04"]  # extra-assist 1
    spend_all(state, 0, keep=1)
    spend_all(state, 1, keep=1)
    game = session(state)
    answer(game, f"special:{DOOR}")
    mine, theirs = dice(game.state, 0, "slot"), dice(game.state, 1, "slot")
    game.use(1, "skill:1")
    while len(game.asks) > 1 or min(game.asks) == 1:
        game.apply(game.default_answer(1))
    game.use(0, "exert:0")
    answer(game, f"die:{dice(game.state, 0, 'spent')[0]}")
    assert len(dice(game.state, 0, "slot")) == 5
    assert len(dice(game.state, 1, "slot")) == 4
    assert options(game) == [f"die:{die}" for die in dice(game.state, 0, "slot")]
    late = next(die for die in dice(game.state, 0, "slot") if die not in mine)
    pledges = [offer.id for offer in game.offers(1) if offer.id.startswith("pledge:")]
    assert pledges == [f"pledge:1:{die}" for die in dice(game.state, 1, "slot")]
    help_ = next(die for die in dice(game.state, 1, "slot") if die not in theirs)
    game.use(1, f"pledge:1:{help_}")
    answer(game, f"die:{late}")
    assert {die.id for die in game.state.dice if die.zone == "pool"} == {late, help_}


# Cards -------------------------------------------------------------------------------------------------------------


@rule("ISS-104", "ISS-148")
def test_a_card_is_discarded_only_after_it_is_resolved() -> None:
    state = on_planet("P2", ("s1", "s1", "s1"), 3)
    crew = explorer(state, 2)
    crew.hand, crew.deck, crew.discard = ["SC03"], [], []  # Notes: draw 1
    state.window = True
    driver = Driver(state)
    driver.run(anytime.take(driver.g, 2, "card:SC03", ()))
    assert (crew.hand, crew.deck, crew.discard, crew.playing) == ([], [], ["SC03"], [])  # it does not draw itself


@rule("ISS-108", "ISS-148")
def test_a_card_used_for_its_combination_cannot_be_drawn_by_it() -> None:
    state = on_planet()
    crew = explorer(state, 0)
    crew.hand, crew.deck = ["SE05"], []  # ANY+ANY: draw 1
    checking(state, DOOR, step=5)
    pair = f"{show(state, 0, 'guard', 'GUARD')}+{show(state, 1, 'guard', 'GUARD')}"
    driver = Driver(state)
    driver.run(check.use_combo(driver.g, "SE05", pair))
    assert (crew.hand, crew.discard) == ([], ["SE05"])


@rule("ISS-104", "ISS-105", "ISS-147")
def test_a_lent_card_goes_to_the_pile_of_its_owner() -> None:
    state = on_planet("P2", ("s4", "s4"))
    now = checking(state, DOOR, step=4)
    now.lent = {"1": "RC04"}
    explorer(state, 1).hand = ["RC04", "RC01"]
    driver = Driver(state)
    driver.run(changing._modify(driver.g, "accept:1"))
    assert now.loose == ["TRACK"]
    assert (explorer(state, 0).discard, explorer(state, 1).discard) == ([], ["RC04"])
    assert changing.lendable(state) == []  # one card each


@rule("ISS-147")
def test_a_card_set_aside_stays_away() -> None:
    state = on_planet()
    crew = explorer(state, 0)
    crew.hand = ["SE10"]
    checking(state, DOOR, step=5)
    pair = f"{show(state, 0, 'guard', 'V')}+{show(state, 1, 'guard', 'V')}"
    driver = Driver(state)
    driver.run(check.use_combo(driver.g, "SE10", pair))
    assert (crew.hand, crew.discard, crew.aside) == ([], [], ["SE10"])
    assert state.exploration.success == 1
    driver.run(draw_cards(driver.g, 0, 1))
    assert crew.hand == []


@rule("ISS-146", "ISS-161")
def test_good_omen_is_for_the_time_before_an_event_is_resolved() -> None:
    state = on_planet("P2", ("s1", "s1"))
    explorer(state, 1).hand = ["RC10"]
    state.events = ["E04"]  # water: a choice
    game = session(state)
    answer(game, "end")
    assert "card:RC10" in [offer.id for offer in game.offers(1)]
    answer(game, "resolve")
    assert options(game) == ["choice:0", "choice:1"]
    assert "card:RC10" not in [offer.id for offer in game.offers(1)]


@rule("ISS-145")
def test_each_rank_has_its_limit() -> None:
    for rank, limit in ((1, 2), (2, 3), (3, 4)):
        state = on_planet(rank=rank)
        crew = explorer(state, 0)
        crew.deck = [f"SE0{n}" for n in range(1, 7)]
        driver = Driver(state)
        driver.run(draw_cards(driver.g, 0, 5))
        assert len(crew.hand) == limit
        assert len(crew.discard) == 5 - limit


# Turns and travel ----------------------------------------------------------------------------------------------------


@rule("ISS-043", "ISS-EX11")
def test_the_charges_slots_stay_empty_in_the_tutorial() -> None:
    state = on_planet("P1", ("s1", "s2"))
    crew = explorer(state, 0)
    driver = Driver(state)
    driver.run(run(driver.g, "charge +1", Ctx(0)))
    assert crew.charges == 0
    token = next(n for n, lead in enumerate(LEADS) if lead.extra == "charge")
    state.lead_bag.remove(token)
    state.lead_bag.insert(0, token)
    driver.run(run(driver.g, "lead ores 1", Ctx(0)))
    assert [one.charges for one in state.exploration.crew] == [0, 0]
    assert not driver.asked


@rule("ISS-052", "ISS-EX13")
def test_a_special_action_uses_up_the_one_of_the_turn() -> None:
    state = on_planet("P2", ("s6", "s1"))
    state.exploration.threats = [ThreatFigure("T02", "s6")]
    state.exploration.uniques = [34]
    game = session(state)
    answer(game, "special:poi:202:1")
    assert game.state.exploration.actions == 1
    assert not [key for key in options(game) if key.startswith("special:")]
    assert "rest" in options(game)
    answer(game, "travel:s8")
    assert game.state.exploration.turn == 1
    assert not game.state.exploration.special  # the next crew has its own


@rule("ISS-051", "ISS-EX13")
def test_the_same_action_twice_and_never_a_third() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.events = ["E05"]
    explorer(state, 1).hand = ["RC10"]  # so that the Event waits
    game = session(state)
    answer(game, "travel:s2")
    answer(game, "travel:s1")
    assert game.state.exploration.event == "E05"
    assert explorer(game.state, 0).turn_ended


@rule("ISS-069")
def test_icons_may_be_skipped_on_the_next_travel_of_the_turn_whatever_comes_before() -> None:
    state = on_planet("P2", ("s2", "s1"))
    explorer(state, 0).ignore_icons = 1
    game = session(state)
    answer(game, "rest")
    assert explorer(game.state, 0).ignore_icons == 1
    answer(game, "travel:s4")
    assert explorer(game.state, 0).sector == "s4"
    assert dice(game.state, 0, "spent") == []
    assert explorer(game.state, 0).ignore_icons == 0
    again = on_planet("P2", ("s2", "s1"))
    explorer(again, 0).ignore_icons = 1
    game = session(again)
    answer(game, "end")
    assert explorer(game.state, 0).ignore_icons == 0  # not beyond the turn


@rule("ISS-069", "ISS-070")
def test_icons_come_from_the_near_end_and_a_skipped_one_is_the_travellers_choice() -> None:
    state = on_planet("P2", ("s2", "s1"))
    state.events = ["E05"]  # water: supply +1
    driver = Driver(state)
    driver.run(travel(driver.g, 0, "s4", ("U", "S", "E")))
    told = [line.text for line in driver.g.lines if line.text.startswith(("Supplies", "Ilse Varga draws"))]
    assert told[0] == "Supplies are at 4."
    assert "draws the Event" in told[1]
    assert len(dice(state, 0, "spent")) == 1
    assert explorer(state, 0).sector == "s4"
    explorer(state, 0).ignore_icons = 1
    driver.run(travel(driver.g, 0, "s6", ("U", "S")), ("icon:0",))
    assert state.exploration.supplies == 4
    assert len(dice(state, 0, "spent")) == 2


@rule("ISS-071")
def test_a_danger_icon_rolls_a_danger_die_of_its_category() -> None:
    seen: set[str] = set()
    for number in range(12):
        state = on_planet("P3", ("s3", "s1"))
        driver = Driver(state, f"danger {number}")
        driver.run(travel(driver.g, 0, "s7", ("D3",)))
        (rolled,) = [line.text for line in driver.g.lines if "faces danger (heat)" in line.text]
        assert re.search(r"\): \d\.$", rolled)  # one die
        seen.update(injury.kind for injury in explorer(state, 0).injuries)
        assert explorer(state, 0).sector == "s7"
    assert seen == {"burned"}


@rule("ISS-076", "ISS-124")
def test_a_traveller_carried_off_in_its_check_does_not_go_on_to_the_target(monkeypatch: pytest.MonkeyPatch) -> None:
    gale = Action("Travel", fx=(Fx("Ac", "move s5"),), rows=(Row("", "supply -1; move target"),))
    monkeypatch.setitem(CONDITION, "G02", msgspec.structs.replace(CONDITION["G02"], travel=gale, fx=()))
    ends = set()
    for number in range(8):
        state = on_planet("P2", ("s1", "s1"))
        game = session(state, f"gale {number}")
        answer(game, "travel:s3")
        answer(game, *options(game))
        while game.state.check:
            game.apply(game.default_answer(game.next_seat))
        accident = any("Accident: Move to " in line.text for line in game.log(0))
        ends.add((accident, explorer(game.state, 0).sector))
        assert game.state.exploration.supplies == 4  # the check goes on
        assert game.state.exploration.actions == 1
    assert ends == {(True, "s5"), (False, "s3")}


@rule("ISS-077", "ISS-073")
def test_a_move_triggers_the_log_of_the_sector_and_follows_paths_only_if_it_says_so() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.logs.remove(209)
    driver = Driver(state)
    driver.run(run(driver.g, "move s7", Ctx(0)))  # far from s1
    assert 209 in state.logs
    explorer(state, 0).sector = "s4"
    driver.run(run(driver.g, "move adjacent", Ctx(0)))  # from a no-travel sector
    assert {option.id for option in driver.asked[-1].options} == {"to:s6", "to:s7"}


@rule("ISS-088", "ISS-209")
def test_the_abandoned_are_dead_before_the_lift_off_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LOG, 298, msgspec.structs.replace(LOG[298], do="charge +1 for each"))
    state = on_planet("P2", ("s1", "s5"))
    driver = Driver(state)
    assert driver.run(turns.lift_off(driver.g, explorer(state, 0)), ("yes",))
    assert [crew.charges for crew in state.exploration.crew] == [1, 0]
    assert person(state, "cr02").place == "fallen"


@rule("ISS-138", "ISS-014")
def test_all_time_tracks_progress_in_the_order_of_choice() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.exploration.threats = [ThreatFigure("T02", "s8")]
    driver = Driver(state)
    driver.run(run(driver.g, "time all +1", Ctx(1)), ("time:T02",))
    assert (driver.asked[0].rule, state.exploration.time["tide"], state.exploration.threats[0].time) == (
        "ISS-138",
        1,
        1,
    )
    told = [line.text for line in driver.g.lines if line.rule == "ISS-138"]
    assert [text == "Tide: 1 of 6." for text in told] == [False, True]
    driver.run(run(driver.g, "time all -1", Ctx(1)))
    assert len(driver.asked) == 1  # backwards the order means nothing


@rule("ISS-013", "ISS-064")
def test_costs_that_cannot_be_paid_in_full() -> None:
    state = on_planet()
    x = state.exploration
    x.supplies, x.success = 1, 1
    for cost, able in (("supply -1", True), ("supply -2", False), ("success -2", False), ("lose-discovery 1", False)):
        assert payable(state, cost, 0) == able, cost
    spend_all(state, 0, keep=3)
    assert payable(state, "spend 3 red", 0)
    assert not payable(state, "spend 1 green", 0)  # another colour is no payment
    assert not payable(state, "item 34", 0)
    crew = explorer(state, 0)
    costs = ("discard 1", "exhaust 1", "charge -1")
    assert payable(state, "discard hand", 0)  # whatever it holds
    assert not any(payable(state, cost, 0) for cost in costs)
    crew.hand, crew.gear, crew.charges = ["SE01"], ["EQ-S02"], 1
    assert all(payable(state, cost, 0) for cost in costs)
    crew.gear = ["EQ-S02!"]
    assert not payable(state, "exhaust 1", 0)
    assert payable(state, "sacrifice 6", 0)
    assert not payable(state, "sacrifice 7", 0)


# The check -----------------------------------------------------------------------------------------------------------


@rule("ISS-098")
def test_crew_reached_after_the_roll_adds_its_die_at_once() -> None:
    state = on_planet("P2", ("s4", "s6", "s4"), 3)
    state.flags.append("door_open")
    explorer(state, 0).gear = ["EQ-S06"]  # Whistle: far-assist
    game = session(state)
    answer(game, f"special:{DOOR}")
    assert not [offer for offer in game.offers(1) if offer.group == "help"]
    answer(game, f"die:{die_of(game.state, 0, 'breach')}")
    assert not [offer for offer in game.offers(1) if offer.id.startswith("join:")]
    answer(game, "gear:EQ-S06")
    haul = die_of(game.state, 1, "haul")
    assert f"join:1:{haul}" in [offer.id for offer in game.offers(1)]
    assert not [offer for offer in game.offers(2) if offer.id.startswith("join:")]  # could have pledged before
    game.use(1, f"join:1:{haul}")
    assert not [offer for offer in game.offers(1) if offer.id.startswith("join:")]  # exactly one
    assert haul in {die.id for die in game.state.dice if die.zone in ("pool", "spent")}
    assert any("adds a Haul (red) die" in line.text for line in game.log(0))
    assert game.state.exploration.counts["assist"] == 1
    state.standing["2"] = "probe"  # Science assists from the start: it is one check that was assisted
    game = session(state)
    answer(game, f"special:{DOOR}")
    answer(game)
    answer(game, "gear:EQ-S06")
    game.use(1, f"join:1:{haul}")
    assert game.state.exploration.counts["assist"] == 1


@rule("ISS-103", "ISS-174")
def test_equipment_works_once_a_check_and_not_while_exhausted() -> None:
    state = on_planet("P2", ("s4", "s4"))
    crew = explorer(state, 0)
    crew.gear = ["EQ-P04", "EQ-P11!"]
    now = checking(state, DOOR, step=4)
    now.danger = [Danger(5, "circle"), Danger(5, "circle")]
    driver = Driver(state)
    assert [option.id for option in changing.modify_options(state)] == ["gear:EQ-P04"]
    driver.run(changing._modify(driver.g, "gear:EQ-P04"))
    assert changing.modify_options(state) == []  # the Breather is not exhausted, but was used
    assert len(now.danger) == 1
    crew.person = "cr03"  # blue to MEND
    assert check.converts_of(crew) == {"blue": ("MEND",)}
    crew.gear = ["EQ-P11"]
    assert check.converts_of(crew) == {"blue": ("MEND",), "red": ("BREACH",)}


@rule("ISS-112", "ISS-113", "ISS-130")
def test_a_v_is_never_forced_to_stand_for_any() -> None:
    track, v = Rolled("a", ("TRACK",)), Rolled("b", ("V",))
    for one, other in ((track, v), (v, Rolled("c", ("V",)))):
        assert meets([one, other], need("ANY+ANY"))
        assert not meets([one, other], need("ANY+ANY"), natural=True)
    assert meets([track, Rolled("d", ("TRACK",))], need("ANY+ANY"), natural=True)
    assert meets([v], need("V"), natural=True)


@rule("ISS-126")
def test_a_special_effect_is_applied_as_often_as_possible() -> None:
    both, guard, haul = Rolled("a", ("GUARD", "HAUL")), Rolled("b", ("GUARD",)), Rolled("c", ("HAUL",))
    assert most_sets([both, guard, haul], need("GUARD+HAUL")) == 2
    state = on_planet("P2")
    state.exploration.condition = ""
    checking(state, DOOR, step=7)
    expert = show(state, 0, "ered", "GUARD")
    state.dice[int(expert[1:])].face = 1
    show(state, 0, "guard", "GUARD")
    show(state, 0, "haul", "HAUL")
    driver = Driver(state)
    assert driver.run(check.use_sets(driver.g, "GUARD+HAUL", "?", helpful=False)) == 2
    offered = [option.label for option in driver.asked[0].options]
    assert sorted(offered) == ["Use Guard + Haul", "Use Guard and Haul"]  # never one that leaves a single die behind


@rule("ISS-127")
def test_a_die_spent_for_one_effect_serves_no_other() -> None:
    state = on_planet("P2")
    state.exploration.condition = ""
    checking(state, DOOR, step=7)
    expert = show(state, 0, "ered", "GUARD")
    state.dice[int(expert[1:])].face = 1  # GUARD and HAUL
    driver = Driver(state)
    action = Action("x", fx=(Fx("GUARD", "success +1"), Fx("HAUL", "supply -1")))
    driver.run(check.special_effects(driver.g, action))
    assert (state.exploration.success, state.exploration.supplies) == (1, 5)
    show(state, 0, "ered", "GUARD")
    state.dice[int(expert[1:])].face = 1
    driver.run(check.special_effects(driver.g, Action("x", fx=(Fx("GUARD/HAUL", "supply -1"),))))
    assert state.exploration.supplies == 3  # but the same one twice


@rule("ISS-128", "ISS-125")
def test_the_global_condition_comes_first_and_the_frame_from_the_top(monkeypatch: pytest.MonkeyPatch) -> None:
    storm = msgspec.structs.replace(CONDITION["G02"], fx=(Fx("Ac", "success +1"),))
    monkeypatch.setitem(CONDITION, "G02", storm)
    state = on_planet("P2")
    checking(state, DOOR, step=7)
    show(state, 0, "breach", "Ac")
    show(state, 0, "haul", "HAUL")
    driver = Driver(state)
    action = Action("x", fx=(Fx("Ac", "supply -1"), Fx("HAUL", "supply +1"), Fx("HAUL", "supply -1")))
    driver.run(check.special_effects(driver.g, action))
    assert (state.exploration.success, state.exploration.supplies) == (1, 6)


@rule("ISS-131")
def test_an_immediate_effect_spends_all_dice_and_is_resolved_once(monkeypatch: pytest.MonkeyPatch) -> None:
    fx = (Fx("GUARD", "refresh 5; success +1", immediate=True), Fx("GUARD", "supply -1"))
    actions(monkeypatch, Action("x", fx=fx, tracks=(Track("kelp", 2, "BREACH", "success +5"),)))
    state = on_planet("P2", ("s3", "s1"))
    state.exploration.condition, state.exploration.tracks = "", {"201:kelp": 2}
    now = checking(state, KELP, step=6)
    for _ in range(2):
        show(state, 0, "guard", "GUARD")
    show(state, 0, "breach", "BREACH")
    driver = Driver(state)
    driver.run(check.special_effects(driver.g, helpers.action_of(KELP)))
    assert now.ended
    assert check.broken_off(state)
    assert state.exploration.success == 1
    assert state.exploration.supplies == 5
    assert not [
        die for die in state.dice if die.zone in ("pool", "spent") and die.section == 0
    ]  # spent, then refreshed


@rule("ISS-206", "ISS-197")
def test_a_check_in_which_the_exploration_ends_goes_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = (Row("", "success +1; lead ores 1"),)
    actions(monkeypatch, Action("x", category=1, dice=1, rows=rows))
    end = Fx("red", "end success")
    monkeypatch.setitem(CONDITION, "G02", msgspec.structs.replace(CONDITION["G02"], fx=(end,), combos=()))
    state = on_planet("P2", ("s3", "s1"))
    driver = Driver(state)
    driver.run(check.make_check(driver.g, 0, "action", KELP), (f"die:{die_of(state, 0, 'breach')}",))
    assert state.exploration.over == "success"
    assert (state.exploration.success, state.ship.success) == (0, 0)
    assert len(state.lead_bag) == len(LEADS)


@rule("ISS-197", "ISS-095")
def test_an_exertion_that_calls_for_the_evac_in_step_eight_drops_the_outcome() -> None:
    state = on_planet("P2", ("s3", "s1"))
    hurt(state, 0, "bruised", "bruised", "bruised")
    for die in state.dice:
        if die.section == 0:
            die.zone = {"track": "slot", "reach": "slot", "guard": "spent"}.get(die.kind, "compartment")  # type: ignore[assignment]
            die.colour = die.colour if die.zone == "slot" else ""
    reached = 0
    for number in range(6):
        game = session(state, f"kelp {number}")
        answer(game, f"special:{KELP}")
        answer(game, *options(game))
        while game.state.check and game.state.now.step != 8:
            game.apply(game.default_answer(game.next_seat))
        if not game.state.check or "exert:0" not in [offer.id for offer in game.offers(0)]:
            continue
        reached += 1
        game.use(0, "exert:0")  # Exhausted is the fourth
        while game.state.step == "explore":
            game.apply(game.default_answer(game.next_seat))
        assert 299 in game.state.logs
        assert not [line.text for line in game.log(0) if line.text.startswith("A lead of")]
    assert reached


@rule("ISS-014", "ISS-122")
def test_the_actor_orders_the_dangers() -> None:
    state = on_planet("P2", ("s4", "s1"))
    now = checking(state, DOOR, step=6)
    now.danger = [Danger(2, "triangle"), Danger(1, "blank"), Danger(1, "square"), Danger(1, "square")]
    driver = Driver(state)
    driver.run(check.injuries_and_dangers(driver.g), ("danger:1:square",))
    assert [option.label for option in driver.asked[0].options] == ["Danger (beast): triangle", "Danger (fall): square"]
    told = [line.text for line in driver.g.lines if line.text.startswith("Danger")]
    assert told[0].startswith("Danger (fall), square")
    assert [injury.kind for injury in explorer(state, 0).injuries] == ["bruised", "bruised"]
    assert now.danger == []


@rule("ISS-123")
def test_rolled_injury_dice_join_those_that_came_meanwhile() -> None:
    state = on_planet("P2", ("s4", "s1"))
    hurt(state, 0, "bruised")
    now = checking(state, DOOR, step=6)
    now.injury, now.injury_dice, now.danger = ["calm"], 1, [Danger(1, "square")]  # Bruised: a second card and die
    crew = explorer(state, 0)
    driver = Driver(state)
    driver.run(check.injuries_and_dangers(driver.g), ("column:blue",), ("column:red",))
    assert crew.injury_columns == [True, False, True]
    assert [option.id for option in driver.asked[1].options] == ["column:red", "column:green"]


@rule("ISS-123", "ISS-192")
def test_the_columns_are_chosen_afresh_and_push_dice_out() -> None:
    state = on_planet("P2", ("s4", "s1"))
    crew = explorer(state, 0)
    hurt(state, 0, "bruised")
    crew.injury_columns = [True, False, False]
    now = checking(state, DOOR)
    driver = Driver(state)
    check.roll(driver.g, Action("x"), [])
    assert (now.injury_dice, crew.injury_columns) == (1, [False, False, False])
    now.injury = ["calm"]
    driver.run(check.injuries_and_dangers(driver.g), ("column:green",), (f"die:{die_of(state, 0, 'track')}",))
    assert crew.injury_columns == [False, True, False]
    assert dice(state, 0, "spent") == [die_of(state, 0, "track")]  # both green slots were full


@rule("ISS-195", "ISS-119")
def test_an_injury_die_removed_after_the_roll_is_not_read() -> None:
    state = on_planet("P2", ("s4", "s1"))
    hurt(state, 0, "wounded", "venom")
    now = checking(state, DOOR, step=5)
    now.injury, now.injury_dice = ["crisis", "ache"], 2
    driver = Driver(state)
    driver.run(run(driver.g, "injury-die -1", Ctx(0)), ("rolled:crisis",))
    assert (now.injury, now.injury_dice) == (["ache"], 1)
    driver.run(check.injuries_and_dangers(driver.g))
    assert sum(explorer(state, 0).injury_columns) == 1
    assert len(dice(state, 0, "compartment")) == 0  # no crisis: nothing was sacrificed


@rule("ISS-119", "ISS-121")
def test_a_flipped_card_takes_no_die_and_calm_goes_by() -> None:
    state = on_planet()
    hurt(state, 0, "wounded", "exhausted")
    crew = explorer(state, 0)
    crew.injuries[0].flipped = True
    driver = Driver(state)
    driver.run(check.read_injury(driver.g, crew, "ache"))
    driver.run(check.read_injury(driver.g, crew, "calm"))
    assert [injury.die for injury in crew.injuries] == [False, True]
    assert len(dice(state, 0, "spent")) == 1


@rule("ISS-136", "ISS-126")
def test_tracks_come_after_the_frame_and_v_counts_by_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    action = Action("x", fx=(Fx("GUARD", "supply -1"),), tracks=(Track("kelp", 3, "BREACH", "none"),))
    actions(monkeypatch, action)
    for choice, reached in ((("stop",), 1), ((), 2)):
        state = on_planet("P2")
        state.exploration.condition = ""
        checking(state, KELP, step=7)
        show(state, 0, "breach", "BREACH")
        show(state, 0, "haul", "V")
        show(state, 0, "guard", "GUARD")
        driver = Driver(state)
        script = check.special_effects(driver.g, action)
        driver.run(script, ("stop",), choice) if choice else driver.run(script, ("stop",))
        assert state.exploration.tracks == {"201:kelp": reached}
        assert state.exploration.supplies == 4


@rule("ISS-141", "ISS-202")
def test_a_marker_discarded_by_an_outcome_above_is_gone(monkeypatch: pytest.MonkeyPatch) -> None:
    tracks = (Track("one", 1, "HAUL", "success +1; poi 204 @ s3"), Track("two", 1, "BREACH", "success +5"))
    actions(monkeypatch, Action("x", tracks=tracks))
    state = on_planet("P2", ("s3", "s1"))
    state.exploration.tracks = {"201:one": 1, "201:two": 1}
    driver = Driver(state)
    driver.run(check.outcomes(driver.g, Ctx(0), KELP, ""))
    assert state.exploration.success == 1
    assert state.exploration.tracks == {}


@rule("ISS-142")
def test_an_outcome_is_the_actors_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    state = on_planet("P2", ("s3", "s3"))
    driver = Driver(state)
    driver.run(check.outcomes(driver.g, Ctx(0), KELP, "injure bruised; charge +1"))
    assert [len(crew.injuries) for crew in state.exploration.crew] == [1, 0]
    assert [crew.charges for crew in state.exploration.crew] == [1, 0]
    driver.run(check.outcomes(driver.g, Ctx(0), KELP, "charge +1 for here"))
    assert [crew.charges for crew in state.exploration.crew] == [2, 1]


def test_a_shield_lasts_for_one_check_be_there_danger_or_not() -> None:
    state = on_planet("P2", ("s4", "s1"))
    crew = explorer(state, 0)
    crew.statuses["shielded"] = 0
    now = checking(state, DOOR)
    driver = Driver(state)
    check.roll(driver.g, Action("no danger"), [])
    driver.run(check.shield(driver.g))
    assert crew.statuses == {}
    assert now.shielded
    driver.run(run(driver.g, "add-danger 6 1", Ctx(0)))  # Overclock in step 4
    assert now.danger == []
    driver.run(run(driver.g, "add-danger 6 1", Ctx(0)))
    assert len(now.danger) == 1
    state.exploration.tokens["lamp"] = "s4"
    driver.run(run(driver.g, "add-danger 6 1", Ctx(0)))
    assert len(now.danger) == 1  # the courtesy lamp


@rule("ISS-081", "ISS-080")
def test_the_special_effect_of_the_global_condition_applies_to_a_prepare_check() -> None:
    seen = set()
    for number in range(10):
        state = on_planet("P2", ("s1", "s1"))
        hurt(state, 0, "wounded")
        explorer(state, 0).injury_columns[0] = True
        game = session(state, f"prepare {number}")
        answer(game, "prepare:check")
        assert [offer for offer in game.offers(1) if offer.id.startswith("pledge:")]  # others may assist
        answer(game, *options(game))
        while game.state.check:
            game.apply(game.default_answer(game.next_seat))
        told = " ".join(line.text for line in game.log(0))
        assert "1 injury dice" in told
        accidents = told.split("They show ")[1].split(".")[0].count("Ac")
        assert game.state.exploration.time.get("tide", 0) == accidents
        seen.add(accidents)
    assert len(seen) > 1


@rule("ISS-079")
def test_prepare_in_either_order() -> None:
    state = on_planet("P2", ("s1", "s1"))
    explorer(state, 0).deck = ["SE01", "SE02", "SE03"]
    game = session(state)
    answer(game, "prepare:check")
    answer(game)  # no dice
    assert options(game) == ["no", "yes"]
    answer(game, "yes")
    assert explorer(game.state, 0).hand == ["SE01"]
    assert game.state.exploration.actions == 1
    answer(game, "prepare:draw")
    assert explorer(game.state, 0).hand == ["SE01", "SE02"]
    assert explorer(game.state, 0).deck == ["SE03"]
    assert game.state.check is None


@rule("ISS-137", "ISS-138")
def test_a_full_time_track_stays_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    short = msgspec.structs.replace(CONDITION["G02"], time=(Time("tide", 2, {2: "success +1"}),))
    monkeypatch.setitem(CONDITION, "G02", short)
    state = on_planet("P2")
    driver = Driver(state)
    driver.run(run(driver.g, "time tide +5", Ctx(0)))
    driver.run(run(driver.g, "time tide +1", Ctx(0)))
    assert (state.exploration.time["tide"], state.exploration.success) == (2, 1)


@rule("ISS-074")
def test_crew_moved_by_one_effect_reads_the_log_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(LOG, 209, msgspec.structs.replace(LOG[209], repeat=True, do="success +1"))
    state = on_planet("P2", ("s1", "s1"))
    driver = Driver(state)
    driver.run(run(driver.g, "move s7 for each", Ctx(0)))
    assert [crew.sector for crew in state.exploration.crew] == ["s7", "s7"]
    assert state.exploration.success == 1
    driver.run(run(driver.g, "move s1; move s7", Ctx(0)))
    assert state.exploration.success == 2  # another effect, another arrival


@rule("ISS-157", "ISS-146")
def test_what_may_be_used_at_any_time_may_be_used_between_the_roll_and_step_six() -> None:
    state = on_planet("P2", ("s3", "s3"))
    crew = explorer(state, 0)
    crew.person, crew.charges, crew.deck = "cr07", 1, ["RC04"]  # Quick Study: draw 1
    game = session(state)
    answer(game, f"special:{KELP}")
    answer(game)
    assert options(game) == ["done"]
    game.use(0, "skill:0")
    assert options(game) == ["play:RC04", "done"]
    hurt(state, 0, "wounded")
    crew.person, crew.charges = "cr03", 1  # Field Dressing
    now = checking(state, KELP, step=4)
    now.injury = ["calm"]
    assert not helpers.timely(state)
    now.injury = ["calm", "strain"]
    assert helpers.timely(state)
    crew.charges, crew.gear = 0, ["EQ-S03!"]
    assert not helpers.timely(state)
    crew.gear = ["EQ-S03"]  # Splint
    assert helpers.timely(state)
    crew.gear, state.exploration.cargo = [], ["DS7.1"]  # Thinking slime: draw 2
    assert helpers.timely(state)
    state.exploration.used_finds = ["DS7.1"]
    assert not helpers.timely(state)
    explorer(state, 1).hand = ["SE15"]  # of another seat: nobody waits for it
    assert not helpers.timely(state)
    crew.hand = ["SE05"]
    assert not helpers.timely(state)
    crew.hand = ["SC03"]  # Notes: draw 1
    assert helpers.timely(state)


@rule("ISS-148", "ISS-147")
def test_the_discard_pile_stays_while_the_deck_lasts() -> None:
    state = on_planet()
    crew = explorer(state, 0)
    crew.deck, crew.discard = ["SE01"], ["SE02"]
    driver = Driver(state)
    driver.run(draw_cards(driver.g, 0, 1))
    assert (crew.hand, crew.deck, crew.discard) == (["SE01"], [], ["SE02"])
    driver.run(draw_cards(driver.g, 0, 1))
    assert (crew.hand, crew.deck, crew.discard) == (["SE01", "SE02"], [], [])


@rule("ISS-145")
def test_nothing_is_discarded_at_the_limit() -> None:
    state = on_planet()
    crew = explorer(state, 0)
    crew.deck = ["SE01", "SE02"]
    driver = Driver(state)
    driver.run(draw_cards(driver.g, 0, 2))
    assert (crew.hand, crew.discard, driver.asked) == (["SE01", "SE02"], [], [])
    driver.run(run(driver.g, "discard 2", Ctx(0)))
    assert (crew.hand, crew.discard, driver.asked) == ([], ["SE01", "SE02"], [])


@rule("ISS-160")
def test_an_empty_event_deck_takes_its_discard_pile() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.events, state.event_discard = [], ["E05", "E12"]
    driver = Driver(state)
    driver.run(run(driver.g, "event", Ctx(0)))
    assert len(state.events) == 1
    assert len(state.event_discard) == 1
    assert state.exploration.supplies == 6
    state.events, state.event_discard = [], []
    driver.run(run(driver.g, "event", Ctx(0)))  # none at all
    assert state.exploration.supplies == 6


@rule("ISS-172", "ISS-349", "ISS-146")
def test_what_is_offered_at_any_time() -> None:
    state = on_planet("P2", ("s1", "s1"))
    crew = explorer(state, 0)
    crew.gear, crew.charges = ["EQ-S02", "EQ-S03!", "EQ-S04", "EQ-S05"], 2  # any; exhausted; check; before any Event
    crew.hand = ["SE05", "SE01", "SE13"]
    spend_all(state, 0, keep=3)
    game = session(state)
    kinds = ("gear:", "skill:", "card:")
    assert [offer.id for offer in game.offers(0) if offer.id.startswith(kinds)] == [
        "card:SE05",
        "card:SE13",
        "gear:0:EQ-S02",
        "gear:0:EQ-S05",
    ]  # Steady Hand waits for a check
    assert not [offer.id for offer in game.offers(1) if offer.id.startswith(kinds)]
    game.use(0, "gear:0:EQ-S02")
    game.apply(game.default_answer(0))
    assert explorer(game.state, 0).gear[0] == "EQ-S02!"
    assert len(dice(game.state, 0, "slot")) == 5
    for field in ("over", "evac"):
        closed = on_planet("P2", ("s1", "s1"))
        closed.window = True
        assert anytime.offers(closed, 0)
        setattr(closed.exploration, field, True if field == "evac" else "liftoff")
        assert anytime.offers(closed, 0) == []
    closed = on_planet("P2", ("s1", "s1"))
    assert anytime.offers(closed, 0) == []  # no window is open


@rule("ISS-349", "ISS-161")
def test_an_any_time_effect_is_finished_before_another_is_begun() -> None:
    state = on_planet("P2", ("s1", "s1"))
    explorer(state, 0).hand = ["SE05", "SE13"]
    spend_all(state, 0)
    game = session(state)
    game.use(0, "card:SE05")  # refresh 1: which?
    assert options(game)[0].startswith("die:")
    assert game.state.taking
    assert game.offers(0) == game.offers(1) == ()
    game.apply(game.default_answer(0))
    assert "card:SE13" in [offer.id for offer in game.offers(0)]
    assert not game.state.taking


@rule("ISS-200", "ISS-171")
def test_gifts_wait_for_the_end_of_a_check_and_missions_for_that_of_an_action() -> None:
    state = on_planet("P2", ("s4", "s4"))
    x = state.exploration
    x.missions, x.uniques, x.lander_sector = ["M05"], [2], "s4"
    explorer(state, 0).gear = ["EQ-S02"]
    state.window = True

    def waiting() -> list[str]:
        return [o.id for o in anytime.offers(state, 0) if o.id.startswith(("complete:", "give:"))]

    assert waiting() == ["complete:M05", "give:0:1:EQ-S02"]
    checking(state, DOOR)
    assert waiting() == []
    state.check, x.event = None, "E05"
    assert waiting() == ["give:0:1:EQ-S02"]  # outside of checks
    x.event, x.traveller = "", 0
    assert "complete:M05" not in waiting()
    x.traveller, x.stage = -1, "turn"
    assert "complete:M05" not in waiting()


@rule("ISS-350")
def test_a_standing_pledge_names_a_die_of_that_section() -> None:
    state = on_planet("P2", ("s1", "s1"))
    (offer,) = [o for o in session(state).offers(1) if o.id == "standing:1"]
    assert offer.form is not None
    assert {choice.id for choice in offer.form.options} == {"none", "guard", "haul", "track", "read", "reach", "probe"}


@rule("ISS-353")
def test_a_card_drawn_and_an_event_revealed_cannot_be_taken_back() -> None:
    for answers in (("prepare:draw",), ("end",)):
        state = on_planet("P2", ("s1", "s1"))
        explorer(state, 0).deck = ["SE01", "SE02"]
        game = session(state)
        answer(game, *answers)
        with pytest.raises(Refused):
            game.undo(0)


@rule("ISS-142", "ISS-014")
def test_for_whom_an_effect_is() -> None:
    def charged(text: str, *answers: tuple[str, ...], ctx: Ctx | None = None) -> tuple[list[int], Driver]:
        state = on_planet("P2", ("s1", "s1", "s2", "s3"), 4)
        driver = Driver(state)
        driver.run(run(driver.g, f"charge +1{text}", ctx or Ctx(0)), *answers)
        return [crew.section for crew in state.exploration.crew if crew.charges], driver

    assert charged("")[0] == [0]
    assert charged(" for each")[0] == [0, 1, 2, 3]
    assert charged(" for here")[0] == [0, 1]
    assert charged(" for in s2")[0] == [2]
    assert charged(" for not-in s1")[0] == [2, 3]
    assert charged(" for prey", ctx=Ctx(prey="s3"))[0] == [3]
    assert charged(" for other")[0] == [1]
    assert charged(" for other", ctx=Ctx(2))[0] == []  # nobody else is there
    found, driver = charged(" for one-here", ("crew:1",))
    assert (found, [option.id for option in driver.asked[0].options]) == ([1], ["crew:0", "crew:1"])
    found, driver = charged(" for any", ("crew:3",))
    assert (found, len(driver.asked[0].options)) == ([3], 4)
    assert charged("", ctx=Ctx())[0] == []  # no actor, nobody meant


@rule("ISS-057")
def test_how_long_a_status_lasts() -> None:
    state = on_planet()
    crew = explorer(state, 0)
    driver = Driver(state)
    for kind in ("slow", "deaf", "sleepless", "rattled", "shielded", "steady"):
        driver.run(run(driver.g, f"status {kind}", Ctx(0)))
    driver.run(turns.end_round(driver.g))
    assert list(crew.statuses) == ["sleepless", "rattled", "shielded", "steady"]  # the others went with the round
    state.exploration.round = 2
    driver.run(turns.end_round(driver.g))
    assert list(crew.statuses) == ["rattled", "shielded", "steady"]  # until the next check


@rule("ISS-145", "ISS-147")
def test_discarding_and_taking_back() -> None:
    state = on_planet()
    crew = explorer(state, 0)
    crew.hand, crew.discard = ["SE01", "SE02"], ["SE03"]
    driver = Driver(state)
    driver.run(run(driver.g, "recall", Ctx(0)), ("card:SE02",))  # three in hand: one goes
    assert (crew.hand, crew.discard) == (["SE01", "SE03"], ["SE02"])
    driver.run(run(driver.g, "discard 1", Ctx(0)), ("card:SE01",))
    assert crew.hand == ["SE03"]
    crew.hand = ["SE04", "SE05"]
    driver.run(run(driver.g, "discard hand", Ctx(0)))
    assert crew.hand == []
    assert len(driver.asked) == 2


@rule("ISS-096", "ISS-122")
def test_danger_outside_of_a_check_is_rolled_and_applied_at_once() -> None:
    seen = set()
    for number in range(12):
        state = on_planet("P2", ("s1", "s1"))
        hurt(state, 0, "wounded")
        explorer(state, 0).injury_columns[0] = True
        explorer(state, 0).statuses["shielded"] = 0
        driver = Driver(state, f"danger {number}")
        driver.run(run(driver.g, "danger 2 1", Ctx(0)))
        assert not any("injury dice" in line.text for line in driver.g.lines)  # none of the steps of a check
        assert "shielded" in explorer(state, 0).statuses
        seen.add((len(explorer(state, 0).injuries), len(dice(state, 0, "spent"))))
    assert {(1, 1), (2, 0)} <= seen  # a die spent, a wound

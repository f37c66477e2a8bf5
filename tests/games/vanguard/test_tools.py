"""What changes a check and what a check counts for: cards, skills, equipment, statuses, combinations, help."""

from __future__ import annotations

import msgspec
import pytest

from app.games.vanguard import anytime, changing, check, helpers
from app.games.vanguard.content import CONDITION, POI
from app.games.vanguard.content.structs import Action, Fx, Row
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.effects import Ctx, run
from app.games.vanguard.language import need
from app.games.vanguard.needs import Rolled, most_sets, sets
from app.games.vanguard.people import explorer
from app.games.vanguard.pools import can_exert, fits, icons, refresh, sacrificeable, spend
from app.games.vanguard.state import Danger, Die, State
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


def die(state: State, key: str) -> Die:
    return state.dice[int(key[1:])]


def told(driver: Driver) -> str:
    return " ".join(line.text for line in driver.g.lines)


# Statuses ------------------------------------------------------------------------------------------------------------


def test_steady_turns_the_accidents_of_this_crew_only() -> None:
    state = on_planet("P2", ("s4", "s4"))
    crew = explorer(state, 0)
    crew.statuses["steady"] = 0
    checking(state, DOOR)
    mine, other = show(state, 0, "breach", "Ac"), show(state, 1, "haul", "Ac")
    wild, good = show(state, 0, "wild", "Ac"), show(state, 0, "guard", "GUARD")
    driver = Driver(state)
    check._after_roll(driver.g, crew)
    shown = [icons(die(state, key)) for key in (mine, other, wild, good)]
    assert shown == [("Ba",), ("Ac",), ("Ac",), ("GUARD",)]
    assert crew.statuses == {}


def test_the_courtesy_lamp_and_the_shield_take_danger_away() -> None:
    state = on_planet("P2", ("s3", "s1"))
    state.exploration.tokens["lamp"] = "s3"
    now = checking(state, KELP)
    driver = Driver(state)
    for category in (6, 7):
        check.roll(driver.g, Action("x", category=category, dice=2), [])
        assert now.danger == []
    check.roll(driver.g, Action("x", category=2, dice=2), [])
    assert len(now.danger) == 2
    state.check = None
    explorer(state, 0).statuses["shielded"] = 0
    driver = Driver(state)
    driver.run(check.make_check(driver.g, 0, "action", KELP))
    assert "faces danger" in told(driver)
    assert "Danger beast" not in told(driver)
    assert "passes" not in told(driver)


def test_a_rattled_crew_uses_no_combination_in_its_next_check_only() -> None:
    state = on_planet("P2", ("s3", "s3"))
    explorer(state, 0).hand = ["SE05"]
    for rattled in (True, False):
        checking(state, KELP, step=4)
        for _ in range(2):
            show(state, 0, "guard", "GUARD")
        if rattled:
            explorer(state, 0).statuses["rattled"] = 0
        driver = Driver(state)
        driver.run(check.combine(driver.g))
        assert bool(driver.asked) != rattled
        assert explorer(state, 0).statuses == {}
        check.spend_pool(driver.g)


# Step 1: help ----------------------------------------------------------------------------------------------------------


@rule("ISS-098", "ISS-346")
def test_only_pledges_that_still_hold_are_rolled() -> None:
    state = on_planet("P2", ("s3", "s3", "s3", "s3"), 4)
    now = checking(state, KELP, step=1)
    now.pledges = {str(section): dice(state, section, "slot")[0] for section in (1, 2, 3)}
    assert len(check.pledged(state)) == 3
    explorer(state, 1).sector = "s1"
    explorer(state, 2).statuses["deaf"] = 1
    assert check.pledged(state) == [now.pledges["3"]]
    state.dice[now.pledges["3"]].zone = "spent"
    assert check.pledged(state) == []
    explorer(state, 0).statuses["deaf"] = 1
    assert helpers.helpers(state) == []


@rule("ISS-205", "ISS-102", "ISS-101")
def test_what_a_check_counts_for() -> None:
    state = on_planet("P2", ("s3", "s3"))
    explorer(state, 0).hand = ["SE05"]
    state.exploration.threats = []
    state.standing["1"] = "probe"
    driver = Driver(state)
    mine = [f"die:{die_of(state, 0, kind)}" for kind in ("breach", "track")]
    driver.run(check.make_check(driver.g, 0, "action", KELP), tuple(mine))
    counts = state.exploration.counts
    assert (counts["check"], counts["assist"], counts["colours"]) == (1, 1, 1)  # red, green and the assistant's blue
    driver.run(check.make_check(driver.g, 0, "action", KELP), (f"die:{die_of(state, 0, 'reach')}",))
    assert (counts["check"], counts["colours"]) == (2, 1)
    spend_all(state, 0)
    spend_all(state, 1)
    driver.run(check.make_check(driver.g, 0, "action", KELP))
    assert (counts["check"], counts["assist"]) == (3, 1)  # without dice it counts all the same
    driver.run(check.make_check(driver.g, 0, "prepare", "prepare"))
    assert counts["check"] == 3


# Step 4 --------------------------------------------------------------------------------------------------------------


@rule("ISS-146", "ISS-104")
def test_cards_that_ask_for_more_than_a_check() -> None:
    state = on_planet("P2", ("s3", "s3"))
    checking(state, KELP, step=4)
    assert not changing.card_playable(state, "SE03", 0)  # red dice lie in slots, none was rolled
    show(state, 0, "track", "Ba")
    assert not changing.card_playable(state, "SE03", 0)
    show(state, 1, "haul", "Ac")
    assert changing.card_playable(state, "SE03", 0)
    assert changing.card_playable(state, "SE09", 0)
    state.exploration.start = 1
    assert not changing.card_playable(state, "SE09", 0)  # the Start token is elsewhere
    assert not changing.card_playable(state, "SE05", 0)  # any time, but not of a check


@rule("ISS-157", "ISS-103")
def test_a_skill_of_step_four_costs_a_charge() -> None:
    state = on_planet("P2", ("s3", "s3"))
    crew = explorer(state, 0)
    crew.charges = 2  # Ilse Varga: Steady Hand
    checking(state, KELP, step=4)
    key = show(state, 0, "guard", "Ac")
    driver = Driver(state)
    driver.run(changing.modify(driver.g), ("skill",), (f"die:{key[1:]}",), ("done",))
    assert die(state, key).face == KIND["guard"].bracket
    assert crew.charges == 1
    crew.charges = 0
    assert changing.modify_options(state) == []


@rule("ISS-177", "ISS-104")
def test_a_discovery_used_in_a_check() -> None:
    state = on_planet("P2", ("s3", "s3"))
    state.finds["relics"].remove("DR4.1")
    state.exploration.cargo = ["DR4.1"]  # Tender finger, discard: add LINK
    now = checking(state, KELP, step=4)
    driver = Driver(state)
    driver.run(changing.modify(driver.g), ("find:DR4.1",))
    assert now.loose == ["LINK"]
    assert state.exploration.cargo == []
    assert state.finds["relics"][-1] == "DR4.1"


@rule("ISS-103")
def test_equipment_with_its_upgrade() -> None:
    state = on_planet("P2", ("s3", "s3"))
    crew = explorer(state, 0)
    crew.gear = ["EQ-M03", "EQ-U03"]  # Cutting rig, Twin blades
    driver = Driver(state)
    for loose, left in ((2, "EQ-M03"), (4, "EQ-M03!")):
        now = checking(state, KELP, step=4)
        now.loose = ["BREACH"] * (loose - 2)
        driver.run(changing.use_gear(driver.g, crew, "EQ-M03"))
        assert now.loose == ["BREACH"] * loose
        assert crew.gear[0] == left  # exhausted only at the second use
    state.check = None
    crew.gear = ["EQ-M03"]
    checking(state, KELP, step=4)
    driver.run(changing.use_gear(driver.g, crew, "EQ-M03"))
    assert crew.gear == ["EQ-M03!"]
    state.check = None
    for upgrade, supplies in (([], 7), (["EQ-U06"], 8)):
        state.exploration.supplies, crew.gear = 5, ["EQ-M08", *upgrade]
        driver.run(changing.use_gear(driver.g, crew, "EQ-M08"))
        assert state.exploration.supplies == supplies
    crew.gear, crew.deck, explorer(state, 1).deck = ["EQ-M01", "EQ-U01"], ["SE01"], ["RC01"]
    driver.run(changing.use_gear(driver.g, crew, "EQ-M01"))
    assert [one.hand for one in state.exploration.crew] == [["SE01"], ["RC01"]]
    assert crew.gear == ["EQ-M01", "EQ-U01"]


@rule("ISS-106", "ISS-348")
def test_step_four_is_not_reopened() -> None:
    state = on_planet("P2", ("s3", "s3"))
    explorer(state, 0).hand, explorer(state, 1).hand = ["SE05", "SE01"], ["RC01"]
    state.events = []
    for number in range(12):
        game = session(state, f"open {number}")
        answer(game, f"special:{KELP}")
        answer(game, *options(game))
        assert game.state.now.step == 4
        game.use(1, "lend:1:RC01")
        answer(game, "done")
        if game.state.check and game.state.now.step == 5:
            assert game.state.now.lent == {}
            assert not [offer for offer in game.offers(1) if offer.group == "help"]
            return
    raise AssertionError("no seed gives a combination")


# Step 5 ----------------------------------------------------------------------------------------------------------------


@rule("ISS-107", "ISS-109", "ISS-111")
def test_combinations_one_after_another_each_with_other_dice() -> None:
    state = on_planet("P2", ("s3", "s3"))
    crew = explorer(state, 0)
    crew.hand, crew.deck = ["SE01", "SE05"], ["SE02"]  # HAUL: refresh 1; ANY+ANY: draw 1
    state.exploration.time["tide"] = 3
    checking(state, KELP, step=4)
    hauls = [show(state, 0, "haul", "HAUL"), show(state, 1, "haul", "HAUL")]
    vs = [show(state, 0, "breach", "V"), show(state, 0, "guard", "V"), show(state, 0, "track", "V")]
    driver = Driver(state)
    driver.run(
        check.combine(driver.g),
        (f"combo:condition0:{'+'.join(hauls)}",),
        (f"combo:SE05:{'+'.join(vs[:2])}",),
        (f"combo:SE01:{vs[2]}",),
    )
    assert state.exploration.time["tide"] == 2
    assert state.exploration.counts["combo"] == 3
    assert crew.hand == ["SE02"]
    assert crew.discard == ["SE05", "SE01"]
    assert not [one for one in state.dice if one.zone == "pool"]


@rule("ISS-110", "ISS-107")
def test_combinations_are_those_of_the_actor_and_the_global_condition() -> None:
    state = on_planet("P2", ("s3", "s3"))
    explorer(state, 0).hand, explorer(state, 1).hand = ["SE05"], ["RC09"]
    checking(state, KELP, step=5)
    assert [source for source, _, _ in check.combos(state)] == ["SE05", "condition0"]
    state.exploration.condition = ""
    assert [source for source, _, _ in check.combos(state)] == ["SE05"]


@rule("ISS-108", "ISS-140")
def test_a_loose_icon_is_spent_like_a_die_and_gone_in_step_nine() -> None:
    state = on_planet("P2", ("s3", "s3"))
    now = checking(state, KELP, step=5)
    now.loose = ["BREACH", "LINK", "V"]
    guard = show(state, 0, "guard", "GUARD")
    driver = Driver(state)
    check.spend_set(driver.g, f"{guard}+loose1", "used")
    assert now.loose == ["BREACH", "V"]
    assert die(state, guard).zone == "spent"
    assert [one.icons for one in check.rolled(state)] == [("BREACH",), ("V",)]
    assert [one.colour for one in check.rolled(state)] == ["", ""]  # it has none
    check.spend_pool(driver.g)
    assert now.loose == []


# Step 6 ----------------------------------------------------------------------------------------------------------------


@rule("ISS-119", "ISS-120", "ISS-122")
def test_the_actor_reads_injury_dice_in_the_order_it_likes_then_the_dangers() -> None:
    state = on_planet("P2", ("s3", "s3"))
    hurt(state, 0, "wounded")
    explorer(state, 0).injuries[0].die = False
    now = checking(state, KELP, step=5)
    now.injury, now.injury_dice, now.danger = ["ache", "crisis"], 2, [Danger(2, "circle")]
    driver = Driver(state)
    driver.run(check.injuries_and_dangers(driver.g), ("injury:crisis",))
    lines = [line.text.split(":")[0] for line in driver.g.lines if line.text.startswith(("Wounded", "Danger ("))]
    assert lines == ["Wounded, crisis", "Danger (beast), circle"]  # one card takes one die, so the ache goes by
    assert [len(dice(state, 0, zone)) for zone in ("compartment", "spent")] == [1, 2]
    assert not explorer(state, 0).injuries[0].die  # free again for the next check
    assert now.step == 6


# Steps 7 to 10 ---------------------------------------------------------------------------------------------------------


@rule("ISS-130")
def test_what_harms_is_not_helped_by_default_and_what_serves_is() -> None:
    state = on_planet("P2")
    state.exploration.condition = ""
    checking(state, KELP, step=6)
    show(state, 0, "guard", "V")
    driver = Driver(state)
    driver.run(check.special_effects(driver.g, Action("x", fx=(Fx("HAUL", "supply -1"),))))
    assert driver.asked[0].default == ("stop",)
    assert state.exploration.supplies == 5
    assert driver.run(check.use_sets(driver.g, "HAUL", "?", helpful=True)) == 1


@rule("ISS-132", "ISS-133", "ISS-136")
def test_rows_are_skipped_where_there_are_tracks_and_the_highest_is_preselected() -> None:
    state = on_planet("P2", ("s3", "s3"))
    checking(state, KELP, step=7)
    show(state, 0, "track", "TRACK")
    show(state, 0, "reach", "V")
    driver = Driver(state)
    assert driver.run(check.mark_row(driver.g, POI[203].actions[0])) == ""
    assert not driver.asked
    assert driver.run(check.mark_row(driver.g, POI[201].actions[0])) == "lead blooms 3; finish here"
    assert not [one for one in state.dice if one.zone == "pool"]
    assert state.exploration.counts["row"] == 1
    assert driver.run(check.mark_row(driver.g, POI[201].actions[0])) == "spend 1"  # nothing is left but the red row
    assert state.exploration.counts["row"] == 1


@rule("ISS-143", "ISS-141")
def test_an_arrow_may_lead_to_another_arrow(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = (Row("HAUL", "success +1", arrow=1), Row("GUARD", "supply +1", arrow=2), Row("", "supply +1"))
    monkeypatch.setitem(POI, 201, msgspec.structs.replace(POI[201], actions=(Action("x", rows=rows),)))
    monkeypatch.setitem(CONDITION, "G02", msgspec.structs.replace(CONDITION["G02"], fx=()))
    state = on_planet("P2", ("s3", "s3"))
    driver = Driver(state)
    checking(state, KELP, step=7)
    show(state, 0, "guard", "GUARD")
    text = driver.run(check.mark_row(driver.g, POI[201].actions[0]))
    driver.run(check.outcomes(driver.g, Ctx(0), KELP, text))
    assert (state.exploration.success, state.exploration.supplies) == (0, 7)


# Dice in and out of slots ------------------------------------------------------------------------------------------------


@rule("ISS-005")
def test_a_named_colour_is_the_only_choice() -> None:
    state = on_planet()
    driver = Driver(state)
    driver.run(spend(driver.g, 0, 1, "red"))
    assert {option.id for option in driver.asked[0].options} == {
        f"die:{die_of(state, 0, kind)}" for kind in ("breach", "guard", "haul")
    }


@rule("ISS-090")
def test_who_can_spend_is_not_asked_to_exert() -> None:
    state = on_planet()
    spend_all(state, 0, keep=2)
    driver = Driver(state)
    driver.run(spend(driver.g, 0, 2))
    assert driver.asked == []


@rule("ISS-092", "ISS-093", "ISS-094")
def test_four_dice_in_play_need_a_sacrifice_and_three_do_not() -> None:
    state = on_planet()
    crew = explorer(state, 0)
    mine = [one for one in state.dice if one.section == 0]
    for place, one in enumerate(mine):
        one.zone = "spent" if place == 0 else "pool" if place < 4 else "compartment"
        one.colour = ""
    assert not can_exert(state, crew)  # the one die outside of the pool would be sacrificed
    mine[3].zone = "compartment"
    assert can_exert(state, crew)


@rule("ISS-091", "ISS-094")
def test_a_sacrifice_may_make_the_room_that_is_needed() -> None:
    state = on_planet()
    crew = explorer(state, 0)
    extra = [one for one in state.dice if one.kind == "guard" and one.section == -1][:2]
    for one, zone in zip(extra, ("slot", "spent"), strict=True):
        one.section, one.zone, one.colour = 0, zone, "red" if zone == "slot" else ""  # type: ignore[assignment]
    red = {one.id for one in state.dice if one.section == 0 and one.zone == "slot" and one.colour == "red"}
    assert len(red) == 4  # every red slot is full
    assert set(sacrificeable(state, crew)) == red


@rule("ISS-008", "ISS-150", "ISS-155")
def test_what_is_refreshed_must_find_slots() -> None:
    state = on_planet()
    crew = explorer(state, 0)
    green = [one for one in state.dice if one.section == 0 and one.colour == "green"]
    extra = next(one for one in state.dice if one.kind == "read" and one.section == -1)
    for one in (*green, extra):
        one.section, one.zone, one.colour = 0, "spent", ""
    assert fits(state, crew, green)
    assert not fits(state, crew, [*green, extra])  # two green slots
    wild = [one for one in state.dice if one.kind == "wild"][:4]
    assert fits(state, crew, wild)  # red 1, green 2, blue 1
    assert not fits(state, crew, [*wild, green[0]])
    game = session(state)
    answer(game, "rest")
    with pytest.raises(Refused):
        answer(game, *(f"die:{one.id}" for one in (*green, extra)))
    answer(game)  # up to half: none at all
    assert len(dice(game.state, 0, "spent")) == 3


@rule("ISS-192")
def test_a_free_slot_below_keeps_every_die() -> None:
    state = on_planet()
    driver = Driver(state)
    driver.run(run(driver.g, "injure bruised", Ctx(0)), ("column:red",))  # three red dice in four slots
    assert dice(state, 0, "spent") == []
    driver.run(refresh(driver.g, 0, 1))
    assert len(driver.asked) == 1


@rule("ISS-114", "ISS-129")
def test_a_plain_colour_takes_the_whole_die() -> None:
    both = Rolled("a", ("GUARD", "HAUL"), "red")
    assert sets([both], need("red+GUARD")) == []
    assert len(sets([both, Rolled("b", ("GUARD",), "red")], need("red+GUARD"))) == 1


@rule("ISS-134", "ISS-113")
def test_the_cheapest_way_stands_first() -> None:
    v, track, read = Rolled("a", ("V",)), Rolled("b", ("TRACK",)), Rolled("c", ("TRACK", "READ"))
    assert sets([v, track], need("TRACK"))[0] == (track,)
    assert sets([v, track, read], need("TRACK+READ"))[0] == (read,)
    assert most_sets([track, v], need("TRACK+TRACK")) == 0  # natural icons only
    assert most_sets([track, Rolled("d", ("TRACK",))], need("TRACK+TRACK")) == 1


@rule("ISS-098", "ISS-173")
def test_who_can_help_from_where() -> None:
    state = on_planet("P2", ("s4", "s2"))  # from s2 a path leads to s4, and none back
    now = checking(state, DOOR, step=4)
    crew = explorer(state, 1)
    assert not helpers.may_help(state, now, crew)
    now.far = True
    assert helpers.may_help(state, now, crew)
    now.actor = 1
    assert helpers.may_help(state, now, explorer(state, 0))
    explorer(state, 0).sector = "s8"  # neither to nor from s2
    assert not helpers.may_help(state, now, explorer(state, 0))
    now.far, state.exploration.tokens["beacon"] = False, "s2"
    assert not helpers.may_help(state, now, explorer(state, 0))
    explorer(state, 0).sector = "s4"
    assert helpers.may_help(state, now, explorer(state, 0))
    explorer(state, 0).dead = True
    assert not helpers.may_help(state, now, explorer(state, 0))


@rule("ISS-157")
def test_a_far_voice_is_heard_in_the_next_sector() -> None:
    state = on_planet("P2", ("s4", "s6"))
    state.flags.append("door_open")
    crew = explorer(state, 1)
    crew.charges, crew.hand = 2, ["RC04"]  # Tobias Lund: Far Voice
    game = session(state)
    assert "skill:1" not in [offer.id for offer in game.offers(1)]  # no check
    answer(game, f"special:{DOOR}")
    game.use(1, "skill:1")
    assert explorer(game.state, 1).charges == 1
    assert "skill:1" not in [offer.id for offer in game.offers(1)]  # once is enough
    haul = die_of(game.state, 1, "haul")
    game.use(1, f"pledge:1:{haul}")
    answer(game, f"die:{die_of(game.state, 0, 'breach')}")
    assert game.state.dice[haul].zone == "pool"
    assert not [offer for offer in game.offers(1) if offer.id.startswith("join:")]  # it has its one die in
    assert "lend:1:RC04" in [offer.id for offer in game.offers(1)]
    assert not [offer for offer in game.offers(0) if offer.id.startswith(("lend:", "skill:"))]
    now = game.state.now
    now.reach = []
    for step, heard in ((4, True), (5, False)):
        now.step = step
        assert anytime._can_reach(game.state, explorer(game.state, 1)) == heard
    now.step, now.actor = 4, 1
    assert not anytime._can_reach(game.state, explorer(game.state, 1))  # its own check


@rule("ISS-091", "ISS-092")
def test_exertion_refreshes_five_at_most_and_with_four_dice_one_is_lost() -> None:
    state = on_planet()
    for kind in ("guard", "link"):
        extra = next(one for one in state.dice if one.kind == kind and one.section == -1)
        extra.section, extra.zone = 0, "slot"
    spend_all(state, 0)
    driver = Driver(state)
    driver.run(anytime.exert(driver.g, 0))
    assert driver.asked[-1].most == 5
    assert [len(dice(state, 0, zone)) for zone in ("slot", "spent", "compartment")] == [5, 2, 1]
    state = on_planet()
    for one in [one for one in state.dice if one.section == 0][4:]:
        one.zone, one.colour = "compartment", ""
    spend_all(state, 0)
    driver = Driver(state)
    driver.run(anytime.exert(driver.g, 0))
    assert [len(dice(state, 0, zone)) for zone in ("slot", "spent", "compartment")] == [3, 0, 3]
    assert explorer(state, 0).injuries == []


@rule("ISS-350", "ISS-171")
def test_a_standing_pledge_is_given_up_and_a_gift_changes_hands() -> None:
    state = on_planet("P2", ("s1", "s1"), 1)
    state.standing["1"] = "haul"
    explorer(state, 0).gear = ["EQ-S02!"]
    game = session(state)
    game.use(0, "standing:1", ["none"])
    assert game.state.standing == {}
    game.use(0, "give:0:1:EQ-S02")
    assert [crew.gear for crew in game.state.exploration.crew] == [[], ["EQ-S02!"]]

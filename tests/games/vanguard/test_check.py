"""The dice check, step by step."""

from __future__ import annotations

import pytest

from app.games.vanguard import changing, check, helpers
from app.games.vanguard.content.structs import Action, Fx, Row, Track
from app.games.vanguard.effects import Ctx
from app.games.vanguard.people import explorer
from app.games.vanguard.pools import available, icons
from app.games.vanguard.state import Danger, State
from app.kernel import Refused, Stale
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

DOOR = "poi:203:0"  # track door 3 BREACH, danger 1x1
HEART = "poi:204:0"


def at_door(seats: int = 2, sectors: tuple[str, ...] = ("s4", "s4")) -> State:
    state = on_planet("P2", sectors, seats)
    state.flags.append("door_open")
    return state


@rule("ISS-097", "ISS-098", "ISS-EX31", "ISS-346", "ISS-345")
def test_dice_of_the_actor_and_one_die_of_each_crew_here() -> None:
    state = at_door(4, ("s4", "s4", "s6", "s1"))
    spend_all(state, 0, keep=4)
    game = session(state)
    answer(game, f"special:{DOOR}")
    assert options(game) == [f"die:{die}" for die in dice(game.state, 0, "slot")]
    assert game.asks[0].least == 0
    pledges = [offer.id for offer in game.offers(1) if offer.id.startswith("pledge:")]
    assert pledges == [f"pledge:1:{die}" for die in dice(game.state, 1, "slot")]
    assert not [offer for offer in game.offers(2) if offer.id.startswith("pledge:")]
    assert list(game.asks) == [0]  # nobody is prompted


@rule("ISS-347", "ISS-EX132", "ISS-EX133", "ISS-101")
def test_pledges_are_taken_as_shown() -> None:
    game = session(at_door())
    answer(game, f"special:{DOOR}")
    guard, haul = die_of(game.state, 1, "guard"), die_of(game.state, 1, "haul")
    game.use(1, f"pledge:1:{guard}")
    old = game.asks[0].id
    game.use(1, f"pledge:1:{haul}")
    with pytest.raises(Stale):
        game.answer(0, old, ())
    assert game.state.now.pledges == {"1": haul}
    mine = die_of(game.state, 0, "breach")
    answer(game, f"die:{mine}")
    if game.state.check:
        rolled = {die.id for die in game.state.dice if die.zone in ("pool", "spent")}
        assert {mine, haul} <= rolled
    assert guard in dice(game.state, 1, "slot")


@rule("ISS-346")
def test_a_pledge_can_be_withdrawn() -> None:
    game = session(at_door())
    answer(game, f"special:{DOOR}")
    game.use(1, f"pledge:1:{die_of(game.state, 1, 'guard')}")
    game.use(1, "withdraw:1")
    assert game.state.now.pledges == {}


@rule("ISS-350")
def test_a_standing_pledge_counts_by_itself() -> None:
    game = session(at_door())
    game.use(1, "standing:1", ["haul"])
    assert [crew.standing for crew in game.view(None).public.crew] == ["", "Haul (red)"], "seen by all"
    answer(game, f"special:{DOOR}")
    assert game.state.now.pledges == {"1": die_of(game.state, 1, "haul")}


@rule("ISS-099", "ISS-100", "ISS-EX32", "ISS-063", "ISS-EX17")
def test_injury_dice_of_the_actor_and_danger_dice_of_the_action() -> None:
    state = at_door()
    hurt(state, 0, "wounded", "bruised")
    hurt(state, 1, "wounded")
    explorer(state, 0).injury_columns = [True, True, False]
    explorer(state, 1).injury_columns = [True, False, False]
    now = checking(state, DOOR)
    driver = Driver(state)
    check.roll(driver.g, Action("two", category=5, dice=2), [])
    assert len(now.injury) == 2
    assert [danger.category for danger in now.danger] == [5, 5]


@rule("ISS-102", "ISS-EX33")
def test_a_check_without_dice_takes_the_red_row() -> None:
    state = on_planet("P2", ("s3", "s1"))
    spend_all(state, 0)
    driver = Driver(state)
    driver.run(check.make_check(driver.g, 0, "action", "poi:201:0"))
    assert any("Result, no other row is met" in line.text for line in driver.g.lines)


@rule("ISS-103", "ISS-104", "ISS-106", "ISS-147")
def test_step_four_plays_cards_until_the_actor_is_done() -> None:
    state = at_door()
    explorer(state, 0).hand = ["SE03", "SE05"]
    explorer(state, 0).gear = ["EQ-S04"]
    checking(state, DOOR, step=4)
    show(state, 0, "breach", "Ba")
    driver = Driver(state)
    assert {option.id for option in changing.modify_options(state)} == {"play:SE03", "gear:EQ-S04"}
    driver.run(changing.modify(driver.g), ("play:SE03",), ("gear:EQ-S04",), ())
    assert state.now.loose == ["BREACH"]
    assert explorer(state, 0).discard == ["SE03"]
    assert explorer(state, 0).gear == ["EQ-S04!"]


@rule("ISS-105", "ISS-348", "ISS-EX37")
def test_a_lent_card_is_played_as_if_by_the_actor() -> None:
    state = at_door(4, ("s4", "s4", "s4", "s1"))
    explorer(state, 1).hand = ["RC04"]
    game = session(state, "lend")
    answer(game, f"special:{DOOR}")
    answer(game, f"die:{die_of(game.state, 0, 'breach')}")
    assert "lend:1:RC04" in [offer.id for offer in game.offers(1)]
    game.use(1, "lend:1:RC04")
    assert "accept:1" in options(game)
    game.use(1, "unlend:1")
    assert "accept:1" not in options(game)
    game.use(1, "lend:1:RC04")
    answer(game, "accept:1")
    assert explorer(game.state, 1).discard == ["RC04"]


@rule("ISS-107", "ISS-108", "ISS-109", "ISS-111")
def test_combinations_use_dice_and_discard_the_card() -> None:
    state = at_door()
    explorer(state, 0).hand = ["SE01"]  # HAUL: refresh 1
    checking(state, DOOR, step=5)
    first = show(state, 0, "haul", "HAUL")
    second = show(state, 1, "haul", "HAUL")
    ids = [option.id for option in check.combo_options(state)]
    assert any(key.startswith("combo:SE01:") for key in ids)
    assert f"combo:condition0:{first}+{second}" in ids  # The tide: HAUL+HAUL
    state.exploration.time["tide"] = 2
    driver = Driver(state)
    driver.run(check.use_combo(driver.g, "condition0", f"{first}+{second}"))
    assert state.exploration.time["tide"] == 1
    assert not [die for die in state.dice if die.zone == "pool"]
    assert explorer(state, 0).hand == ["SE01"]


@rule("ISS-110", "ISS-117", "ISS-EX36")
def test_the_actors_conversion_works_on_an_assistants_die() -> None:
    state = at_door()
    explorer(state, 0).person = "cr13"  # blue to TRACK
    checking(state, DOOR, step=5)
    key = show(state, 1, "probe", "Ba")
    rolled = {die.id: die for die in check.rolled(state)}
    assert rolled[key].converts == ("TRACK",)
    assert explorer(state, 1).person == "cr02"  # green to TRACK is the assistant's own, and is not used


@rule("ISS-119", "ISS-120", "ISS-121", "ISS-EX38")
def test_injury_dice_go_to_the_first_card_that_shows_them() -> None:
    state = at_door()
    hurt(state, 0, "bruised", "wounded")
    crew = explorer(state, 0)
    driver = Driver(state)
    driver.run(check.read_injury(driver.g, crew, "strain"))
    assert [injury.die for injury in crew.injuries] == [True, False]
    driver.run(check.read_injury(driver.g, crew, "strain"))
    assert [injury.die for injury in crew.injuries] == [True, True]
    assert len(dice(state, 0, "spent")) == 3  # 1 for Bruised, 2 for Wounded
    driver.run(check.read_injury(driver.g, crew, "strain"))
    assert len(dice(state, 0, "spent")) == 3


@rule("ISS-122", "ISS-123", "ISS-124")
def test_dangers_follow_and_injury_dice_return_to_the_board() -> None:
    state = at_door()
    hurt(state, 0, "bruised")
    now = checking(state, DOOR, step=6)
    now.injury, now.injury_dice = ["calm"], 1
    now.danger = [Danger(1, "blank"), Danger(2, "triangle")]
    driver = Driver(state)
    driver.run(check.injuries_and_dangers(driver.g))
    assert sum(explorer(state, 0).injury_columns) == 1
    assert now.danger == []
    assert len(dice(state, 0, "spent")) == 1


@rule("ISS-125", "ISS-126", "ISS-128", "ISS-EX39")
def test_accidents_move_the_tide_once_each() -> None:
    state = at_door()
    checking(state, DOOR)
    for _ in range(3):
        show(state, 0, "breach", "Ac") if available(state, 0) else None
    state.exploration.time["tide"] = 0
    pool = [die for die in state.dice if die.zone == "pool"]
    driver = Driver(state)
    driver.run(check.special_effects(driver.g, helpers.action_of(DOOR)))
    assert len(pool) == 3
    assert state.exploration.time["tide"] == 3
    assert not [die for die in state.dice if die.zone == "pool"]


@rule("ISS-130", "ISS-126", "ISS-EX40")
def test_natural_sets_are_forced_and_v_is_voluntary() -> None:
    for choice, spent in ((("stop",), 2), ((), 4)):
        state = at_door()
        state.exploration.condition = ""
        checking(state, DOOR)
        for _ in range(3):
            show(state, 0, "guard", "GUARD")
        show(state, 0, "breach", "V")
        driver = Driver(state)
        script = check.use_sets(driver.g, "GUARD+GUARD", "?", helpful=True)
        times = driver.run(script, choice) if choice else driver.run(script)
        assert times == spent // 2
        assert sum(die.zone == "pool" for die in state.dice) == 4 - spent  # tracks take complete sets alone


@rule("ISS-126", "ISS-EX40")
@pytest.mark.parametrize(
    ("guards", "v", "times", "left"),
    [(3, "stop", 1, ["V"]), (3, "use", 2, []), (1, "stop", 0, ["GUARD", "V"])],
)
def test_after_the_last_set_leftover_matches_are_spent_without_effect(
    guards: int, v: str, times: int, left: list[str]
) -> None:
    state = at_door()
    state.exploration.condition = ""
    checking(state, DOOR)
    shown = [show(state, 0, "guard", "GUARD") for _ in range(guards)]
    shown.append(show(state, 0, "breach", "V"))
    driver = Driver(state)
    said = "stop" if v == "stop" else f"use:{shown[3]}+{shown[2]}"
    assert driver.run(check.use_sets(driver.g, "GUARD+GUARD", "?", helpful=False), (said,)) == times
    assert sorted(icon for die in state.dice if die.zone == "pool" for icon in icons(die)) == left


@rule("ISS-EX41")
def test_dice_used_for_a_combination_trigger_nothing() -> None:
    state = at_door()
    explorer(state, 0).hand = ["SE02"]
    checking(state, DOOR, step=5)
    pair = f"{show(state, 0, 'guard', 'GUARD')}+{show(state, 1, 'guard', 'GUARD')}"
    driver = Driver(state)
    driver.run(check.use_combo(driver.g, "SE02", pair))
    assert driver.run(check.use_sets(driver.g, "GUARD+GUARD", "?", helpful=True)) == 0


@rule("ISS-131")
def test_an_immediate_effect_ends_the_check() -> None:
    state = at_door()
    now = checking(state, HEART)
    show(state, 0, "breach", "Ac")
    show(state, 0, "haul", "HAUL")
    action = Action("x", fx=(Fx("Ac", "none", immediate=True), Fx("HAUL", "supply -1")), rows=(Row("", "none"),))
    state.exploration.condition = ""
    driver = Driver(state)
    driver.run(check.special_effects(driver.g, action))
    assert now.ended
    assert state.exploration.supplies == 5


@rule("ISS-132", "ISS-133", "ISS-134", "ISS-EX42")
def test_the_first_row_that_natural_icons_meet_is_the_last_one_on_offer() -> None:
    state = on_planet("P2", ("s3", "s1"))
    checking(state, "poi:201:0")
    show(state, 0, "track", "TRACK")
    read, v = show(state, 0, "read", "READ"), show(state, 0, "reach", "V")
    action = helpers.action_of("poi:201:0")
    assert [option.id for option in check.row_options(state, action)] == ["row:0", "row:1"]  # not the red one
    driver = Driver(state)
    text = driver.run(check.mark_row(driver.g, action), ("row:1",))
    assert text == "lead blooms 1"
    assert state.now.marked == 1
    assert [f"d{die}" for die in dice(state, 0, "pool")] == sorted((read, v))


@rule("ISS-134", "ISS-130")
def test_natural_icons_mark_their_row_without_a_question() -> None:
    state = on_planet("P2", ("s3", "s1"))
    checking(state, "poi:201:0")
    show(state, 0, "track", "TRACK")
    show(state, 0, "track", "TRACK")
    v = show(state, 0, "reach", "V")
    driver = Driver(state)
    action = helpers.action_of("poi:201:0")
    assert driver.run(check.mark_row(driver.g, action)) == "lead blooms 3; finish here"
    assert not driver.asked
    assert [f"d{die}" for die in dice(state, 0, "pool")] == [v]  # not spent, though it would do


@rule("ISS-134", "ISS-115")
def test_what_only_valid_or_a_conversion_would_meet_may_be_passed_over() -> None:
    state = on_planet("P2", ("s3", "s1"))
    checking(state, "poi:201:0")
    show(state, 0, "reach", "V")
    action = helpers.action_of("poi:201:0")
    assert [option.id for option in check.row_options(state, action)] == ["row:1", "row:2"]
    driver = Driver(state)
    assert driver.run(check.mark_row(driver.g, action), ("row:2",)) == "spend 1"
    assert state.now.marked == 2


@rule("ISS-135", "ISS-136", "ISS-137", "ISS-141", "ISS-EX43")
def test_a_track_reaches_its_outcome_and_is_empty_again() -> None:
    state = at_door()
    state.exploration.condition = ""
    checking(state, DOOR)
    state.exploration.tracks["203:door"] = 2
    show(state, 0, "breach", "BREACH")
    show(state, 1, "breach", "BREACH")
    driver = Driver(state)
    action = helpers.action_of(DOOR)
    driver.run(check.special_effects(driver.g, action))
    assert state.exploration.tracks["203:door"] == 3
    driver.run(check.outcomes(driver.g, Ctx(0), DOOR, ""))
    assert 212 in state.logs
    assert "203:door" not in state.exploration.tracks  # the POI card was replaced
    state.exploration.tracks = {"604:set": 3, "604:tune": 2}
    driver.run(check.outcomes(driver.g, Ctx(0), "poi:604:0", ""))
    assert state.exploration.tracks == {"604:set": 0, "604:tune": 2}
    assert "set_ok" in state.flags
    assert "tune_ok" not in state.flags


@rule("ISS-140", "ISS-142")
def test_what_is_left_goes_to_the_spent_pools_of_its_owners() -> None:
    state = at_door()
    checking(state, DOOR)
    show(state, 0, "breach", "Ba")
    show(state, 1, "haul", "Ba")
    driver = Driver(state)
    check.spend_pool(driver.g)
    assert len(dice(state, 0, "spent")) == len(dice(state, 1, "spent")) == 1


@rule("ISS-143", "ISS-EX44")
def test_an_arrow_leads_on_in_its_direction_only() -> None:
    state = at_door()
    state.exploration.condition = ""
    action = Action("x", rows=(Row("HAUL+HAUL", "supply +1", arrow=1), Row("HAUL", "success +1"), Row("", "none")))
    checking(state, HEART)
    show(state, 0, "haul", "HAUL")
    show(state, 1, "haul", "HAUL")
    driver = Driver(state)
    assert driver.run(check.mark_row(driver.g, action)) == "supply +1; success +1"
    checking(state, HEART)
    show(state, 0, "haul", "HAUL")
    assert driver.run(check.mark_row(driver.g, action)) == "success +1"


@rule("ISS-096", "ISS-062", "ISS-EX18")
def test_a_plain_action_is_no_check() -> None:
    state = on_planet("P2", ("s6", "s1"))
    state.exploration.uniques.append(34)
    state.exploration.time["tide"] = 5
    hurt(state, 0, "wounded")
    explorer(state, 0).injury_columns[0] = True
    game = session(state)
    answer(game, "special:poi:202:1")
    x = game.state.exploration
    assert x.time["tide"] == 0
    assert x.uniques == []
    assert "s6" in x.finished
    assert explorer(game.state, 0).injury_columns[0]


@rule("ISS-EX80", "ISS-207")
def test_an_evac_in_step_six_drops_the_rest_of_the_check() -> None:
    state = at_door()
    hurt(state, 0, "wounded", "bruised", "fever")
    state.exploration.tracks["203:door"] = 2
    state.exploration.evac = True
    driver = Driver(state)
    driver.run(check.make_check(driver.g, 0, "action", DOOR), (f"die:{die_of(state, 0, 'breach')}",))
    assert state.exploration.tracks["203:door"] == 2
    assert state.check is None
    assert state.exploration.missions == []


@rule("ISS-355", "ISS-354", "ISS-EX137")
def test_an_answer_counts_once() -> None:
    game = session(at_door())
    asked = game.asks[0]
    game.answer(0, asked.id, ("prepare:draw",))
    with pytest.raises(Refused):
        game.answer(0, asked.id, ("prepare:draw",))


@rule("ISS-351", "ISS-353", "ISS-EX135")
def test_taking_back_ends_with_the_roll() -> None:
    game = session(at_door())
    answer(game, f"special:{DOOR}")
    game.undo(0)
    assert game.state.check is None
    answer(game, f"special:{DOOR}")
    answer(game, f"die:{die_of(game.state, 0, 'breach')}")
    with pytest.raises(Refused):
        game.undo(0)


def test_statuses_that_wait_for_a_check() -> None:
    state = at_door()
    crew = explorer(state, 0)
    crew.statuses = {"shielded": 0, "steady": 0, "rattled": 0}
    now = checking(state, DOOR)
    driver = Driver(state, "status")
    check.roll(driver.g, Action("x", category=1, dice=2), [die_of(state, 0, "breach"), die_of(state, 0, "guard")])
    driver.run(check.shield(driver.g))
    assert len(now.danger) == 1
    assert all("Ac" not in die.icons for die in check.rolled(state))
    explorer(state, 0).hand = ["SE05"]
    driver.run(check.combine(driver.g))
    assert crew.statuses == {}


def test_tracks_by_cards() -> None:
    state = at_door()
    checking(state, DOOR)
    driver = Driver(state)
    helpers.progress(driver.g, "door", 2)
    assert state.exploration.tracks["203:door"] == 2
    assert helpers.tracks_of(state) == (Track("door", 3, "BREACH", "log 212"),)


@rule("ISS-103")
def test_only_what_could_change_something_is_offered() -> None:
    state = on_planet("P2", ("s4", "s4"))
    crew = explorer(state, 0)
    crew.hand, crew.person, crew.charges = ["SE01", "SE02", "SE08"], "cr05", 1  # reroll red, ignore danger, Cool Head
    now = checking(state, DOOR, step=4)
    assert changing.modify_options(state) == []
    show(state, 0, "haul", "HAUL")
    assert [option.id for option in changing.modify_options(state)] == ["play:SE01"]
    now.danger = [Danger(1, "blank")]
    assert [option.id for option in changing.modify_options(state)] == ["play:SE01"]
    now.danger = [Danger(1, "square")]
    show(state, 0, "breach", "Ac")
    assert [option.id for option in changing.modify_options(state)] == ["play:SE01", "play:SE02", "play:SE08", "skill"]

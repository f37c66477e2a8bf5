"""Special Actions, Travel, Prepare and Rest with everything that bears on them: sections 6 to 8."""

from __future__ import annotations

from app.games.vanguard import board, turns
from app.games.vanguard.effects import Ctx, run
from app.games.vanguard.people import explorer
from app.games.vanguard.state import State
from app.games.vanguard.travel import travel
from tests.games.vanguard.situations import Driver, answer, dice, hurt, on_planet, options, session, spend_all
from tests.rules import rule


def here(state: State, section: int = 0) -> list[str]:
    return [key for key, _ in turns.specials_here(state, explorer(state, section))]


# Special Actions -------------------------------------------------------------------------------------------------------


@rule("ISS-060", "ISS-062")
def test_the_actions_of_mods_are_found_in_the_lander_sector() -> None:
    state = on_planet("P2", ("s1", "s2"))
    state.ship.fitted = ["LM01", "LM08", "LM10", "LM11"]
    assert here(state) == ["mod:LM08", "mod:LM10", "mod:LM11"]
    assert not [key for key in here(state, 1) if key.startswith("mod:")]
    explorer(state, 0).deck = ["SE01"]
    spend_all(state, 0, keep=4)
    game = session(state)
    answer(game, "special:mod:LM08")
    assert explorer(game.state, 0).hand == ["SE01"]
    assert game.state.exploration.special
    assert game.state.exploration.counts["special"] == 1


@rule("ISS-060")
def test_the_field_forge_is_lit_once_in_an_exploration() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.ship.fitted = ["LM08", "LM11"]
    spend_all(state, 0, keep=4)
    explorer(state, 0).gear = ["EQ-S02!"]
    game = session(state)
    answer(game, "special:mod:LM11")
    assert explorer(game.state, 0).gear == ["EQ-S02"]
    assert len(dice(game.state, 0, "slot")) == 6
    assert here(game.state, 1) == ["mod:LM08"]
    assert game.state.once == []  # the next exploration has its own


@rule("ISS-064", "ISS-065")
def test_an_action_marked_once_disappears_for_the_campaign() -> None:
    state = on_planet("P1", ("s4", "s4"))
    assert here(state) == ["poi:103:0", "poi:103:1"]
    game = session(state)
    answer(game, "special:poi:103:1")
    while game.state.reading and not [key for key in options(game) if key == "end"]:
        game.apply(game.default_answer(game.next_seat))
    assert game.state.once == ["poi:103:1"]
    assert "poi:103:1" not in here(game.state)


@rule("ISS-173", "ISS-054")
def test_a_token_is_set_down_once() -> None:
    state = on_planet("P2", ("s1", "s1"))
    explorer(state, 0).gear = ["EQ-M04"]
    game = session(state)
    answer(game, "gear:EQ-M04")
    assert game.state.exploration.tokens == {"cache": "s1"}
    assert game.state.exploration.actions == 1
    assert "gear:EQ-M04" not in options(game)


# Travel ----------------------------------------------------------------------------------------------------------------


@rule("ISS-069", "ISS-146")
def test_what_may_be_played_when_a_travel_starts() -> None:
    state = on_planet("P2", ("s1", "s2"))
    state.exploration.turn = 1
    crew = explorer(state, 1)
    crew.hand, crew.gear = ["RC03", "RC01"], ["EQ-S01", "EQ-S02"]  # Long Stride, Chalk line
    game = session(state)
    answer(game, "travel:s4", seat=1)
    assert options(game, 1) == ["go", "play:RC03", "gear:EQ-S01"]
    answer(game, "play:RC03", seat=1)
    assert explorer(game.state, 1).discard == ["RC03"]
    assert explorer(game.state, 1).ignore_icons == 1
    answer(game, "gear:EQ-S01", seat=1)
    assert explorer(game.state, 1).gear[0] == "EQ-S01!"
    assert explorer(game.state, 1).sector == "s4"  # nothing is left to play
    assert dice(game.state, 1, "spent") == []
    assert explorer(game.state, 1).ignore_icons == 0
    assert game.state.exploration.actions == 1
    assert not game.state.exploration.starting


@rule("ISS-157")
def test_a_guide_may_guide_itself() -> None:
    state = on_planet("P2", ("s2", "s1"))
    crew = explorer(state, 0)
    crew.person, crew.charges = "cr09", 1
    game = session(state)
    answer(game, "travel:s4")
    assert options(game) == ["go", "guide:0"]
    answer(game, "guide:0")
    assert explorer(game.state, 0).charges == 0
    assert dice(game.state, 0, "spent") == []
    assert explorer(game.state, 0).sector == "s4"


@rule("ISS-069", "ISS-173")
def test_the_tether_skips_icons_from_and_to_its_sector() -> None:
    for token, gear, paid in (("s2", [], 2), ("s4", [], 2), ("s1", [], 3), ("s2", ["EQ-U04"], 1)):
        state = on_planet("P2", ("s2", "s1"))
        state.exploration.tokens["tether"] = token
        explorer(state, 1).gear = list(gear)
        driver = Driver(state)
        driver.run(travel(driver.g, 0, "s4", ("S", "S", "S")))
        assert len(dice(state, 0, "spent")) == paid, token


@rule("ISS-069", "ISS-070")
def test_the_other_way_the_icons_come_in_the_other_order_with_the_travel_icon_last() -> None:
    assert board.back(("S", "U", "E")) == ("E", "U", "S")
    assert board.back(("S", "U", "T")) == ("U", "S", "T")


@rule("ISS-067")
def test_paths_are_opened_and_closed_again() -> None:
    state = on_planet("P1", ("s3", "s3"))
    x = state.exploration
    driver = Driver(state)
    for path, goal, first in (("s3-s6", "s6", False), ("s3-s4", "s4", True)):
        assert (goal in board.connected(x, "s3")) == first
        for verb, there in (("close", False), ("open", True), ("open", True), ("close", False), ("open", True)):
            driver.run(run(driver.g, f"{verb} {path}", Ctx(0)))
            assert (goal in board.connected(x, "s3")) == there
            assert (path in x.opened, path in x.closed) == (there, not there)


@rule("ISS-072", "ISS-076")
def test_a_travel_leaves_nothing_behind() -> None:
    state = on_planet("P2", ("s2", "s1"))
    driver = Driver(state)
    driver.run(travel(driver.g, 0, "s4", ("S",)))
    x = state.exploration
    assert (x.traveller, x.travel_from, x.moved, x.starting) == (-1, "", False, False)


@rule("ISS-075", "ISS-EX21", "ISS-070")
def test_crew_where_a_travel_starts_may_assist_it_and_crew_where_it_leads_may_not() -> None:
    state = on_planet("P2", ("s1", "s3", "s1"), 3)
    game = session(state)
    answer(game, "travel:s3")
    assert (game.state.now.kind, game.state.now.action, game.state.now.target) == ("travel", "travel:G02", "s3")
    assert not [offer for offer in game.offers(1) if offer.id.startswith("pledge:")]
    assert [offer for offer in game.offers(2) if offer.id.startswith("pledge:")]


@rule("ISS-070", "ISS-EX20")
def test_the_outcome_of_a_travel_check_says_whether_the_figure_moves() -> None:
    ends = set()
    for number in range(16):
        state = on_planet("P2", ("s1", "s1"))
        for die in state.dice:
            if die.section == 0:
                die.kind, die.colour = "reach", "green"
        game = session(state, f"tide {number}")
        answer(game, "travel:s3")
        answer(game, options(game)[0])  # one die: REACH or HAUL moves, red does not
        while game.state.check:
            game.apply(game.default_answer(game.next_seat))
        row = next(line.text.split(":")[0] for line in game.log(0) if line.text.startswith("Result, "))
        ends.add((row, explorer(game.state, 0).sector))
        assert game.state.exploration.actions == 1
    assert ends == {("Result, Reach", "s3"), ("Result, no other row is met", "s1")}


@rule("ISS-066")
def test_the_pinned_do_not_travel() -> None:
    state = on_planet("P2", ("s1", "s1"))
    explorer(state, 0).statuses["pinned"] = 0
    assert not turns._travels(state, explorer(state, 0))
    assert turns._travels(state, explorer(state, 1))


# Prepare and Rest --------------------------------------------------------------------------------------------------------


@rule("ISS-079", "ISS-197")
def test_no_card_is_drawn_after_a_prepare_check_that_ends_in_an_evac() -> None:
    state = on_planet("P2", ("s1", "s1"))
    hurt(state, 0, "bruised", "bruised", "bruised")
    for die in [die for die in state.dice if die.section == 0][3:]:
        die.zone, die.colour = "compartment", ""
    spend_all(state, 0, keep=1)
    explorer(state, 0).deck = ["SE01"]
    game = session(state)
    answer(game, "prepare:check")
    game.use(0, "exert:0")
    while game.state.step == "explore":
        assert "yes" not in options(game)
        game.apply(game.default_answer(game.next_seat))
    assert 299 in game.state.logs


@rule("ISS-082")
def test_a_cache_feeds_the_next_rests_in_its_sector() -> None:
    state = on_planet("P2", ("s1", "s2"))
    x = state.exploration
    x.supplies, x.tokens["cache"], x.cache_rests = 0, "s1", 2
    assert "rest" in [option.id for option in turns.action_options(state, explorer(state, 0))]
    assert "rest" not in [option.id for option in turns.action_options(state, explorer(state, 1))]
    driver = Driver(state)
    x.supplies = 5
    driver.run(turns.rest_action(driver.g, explorer(state, 0)))
    driver.run(turns.rest_action(driver.g, explorer(state, 1)))
    assert (x.cache_rests, x.supplies) == (1, 4)
    driver.run(turns.rest_action(driver.g, explorer(state, 0)))
    driver.run(turns.rest_action(driver.g, explorer(state, 0)))
    assert (x.cache_rests, x.supplies) == (0, 3)


@rule("ISS-084", "ISS-146", "ISS-157")
def test_cards_and_skills_of_a_rest() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.exploration.turn = 1
    crew = explorer(state, 1)
    crew.person, crew.charges = "cr08", 2  # Pack Mule: supply +1
    crew.hand, crew.deck = ["RC06", "RC09"], ["RC01", "RC02"]  # Camp Craft: refresh 1; any
    spend_all(state, 1)
    game = session(state)
    answer(game, "rest", seat=1)
    assert options(game, 1) == ["go", "play:RC06", "skill"]
    answer(game, "skill", seat=1)
    assert game.state.exploration.supplies == 5  # one paid, one carried
    assert explorer(game.state, 1).charges == 1
    answer(game, "play:RC06", seat=1)
    answer(game, f"die:{dice(game.state, 1, 'spent')[0]}", seat=1)
    assert explorer(game.state, 1).discard == ["RC06"]
    assert len(dice(game.state, 1, "slot")) == 1
    answer(game, "go", seat=1)
    assert game.asks[1].most == 3  # half of six
    game.apply(game.default_answer(1))
    assert len(dice(game.state, 1, "slot")) == 4
    assert explorer(game.state, 1).hand == ["RC09", "RC01"]
    assert game.state.exploration.supplies == 5
    for person, charges in (("cr08", 0), ("cr01", 2)):  # no Charge; a skill of another time
        crew.person, crew.charges, crew.hand = person, charges, []
        driver = Driver(state)
        driver.run(turns.rest_plays(driver.g, crew))
        assert driver.asked == []


@rule("ISS-083")
def test_half_is_rounded_up() -> None:
    state = on_planet()
    crew = explorer(state, 0)
    for count, half in ((6, 3), (5, 3), (4, 2), (1, 1)):
        mine = [die for die in state.dice if die.section == 0]
        for place, die in enumerate(mine):
            die.zone = "spent" if place < count else "compartment"
        assert turns.half(state, crew) == half


# The end of a turn -------------------------------------------------------------------------------------------------------


@rule("ISS-056")
def test_an_event_skipped_is_skipped_once() -> None:
    state = on_planet("P2", ("s1",), 1)
    state.events = ["E05", "E03"]
    explorer(state, 0).skip_event = True
    game = session(state)
    answer(game, "end")
    assert game.state.exploration.round == 2
    assert game.state.events == ["E05", "E03"]
    answer(game, "end")
    assert game.state.events == ["E03"]


@rule("ISS-205", "ISS-057")
def test_a_round_that_ends_with_the_crew_spread_out() -> None:
    for sectors, counted in ((("s2", "s3"), 1), (("s1", "s3"), 0), (("s3", "s3"), 0)):
        state = on_planet("P2", sectors)
        driver = Driver(state)
        driver.run(turns.end_round(driver.g))
        assert state.exploration.counts.get("spread", 0) == counted


@rule("ISS-207", "ISS-045")
def test_an_evac_from_the_tutorial_has_its_own_log() -> None:
    state = on_planet("P1", ("s1", "s2"))
    state.exploration.evac = True
    driver = Driver(state)
    driver.run(turns.evacuate(driver.g))
    assert 18 in state.logs
    assert state.chronicle[-1].what == "evac"


@rule("ISS-354", "ISS-051", "ISS-052", "ISS-060", "ISS-064", "ISS-066", "ISS-067", "ISS-086")
def test_an_action_that_is_closed_is_refused_by_its_rule() -> None:
    state = on_planet("P2", ("s6", "s4"))
    state.exploration.lander_sector = "s6"

    def refused(value: str, section: int = 0) -> str:
        assert value not in [option.id for option in turns.action_options(state, explorer(state, section))]
        return str(turns.why_closed(state, explorer(state, section), value))

    assert refused("travel:s1").endswith("(ISS-067)")
    assert refused("travel:s6", 1).endswith("(ISS-066)")  # the gallery is shut
    assert refused("special:poi:202:1").endswith("(ISS-064)")  # no key
    assert refused("special:poi:201:0").endswith("(ISS-060)")  # in another sector
    assert refused("liftoff", 1).endswith("(ISS-086)")
    state.exploration.asked_lift = state.exploration.special = True
    assert refused("liftoff").endswith("(ISS-342)")
    assert refused("special:poi:202:0").endswith("(ISS-052)")
    explorer(state, 0).statuses = {"sleepless": 2, "pinned": 0}
    assert refused("rest") == "Sleepless: no Rest (ISS-082)"
    assert refused("travel:s8") == "Pinned: no Travel (ISS-066)"
    state.exploration.actions = 0
    assert refused("rest").endswith("(ISS-051)")
    assert turns.why_closed(on_planet(), explorer(state, 0), "nonsense") is None
    tutorial = on_planet("P1", ("s1", "s1"))
    assert str(turns.why_closed(tutorial, explorer(tutorial, 0), "liftoff")).endswith("(ISS-045)")


@rule("ISS-342", "ISS-086")
def test_a_lift_off_refused_may_be_asked_for_in_the_next_turn() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.events = ["E05", "E05"]
    game = session(state)
    answer(game, "liftoff")
    answer(game, "no", seat=1)
    assert "liftoff" not in options(game)
    assert game.state.exploration.actions == 2  # it costs no Action
    answer(game, "end")
    assert game.state.exploration.turn == 1
    assert "liftoff" in options(game)


@rule("ISS-086", "ISS-343")
def test_alone_one_confirms_a_lift_off() -> None:
    state = on_planet("P2", ("s1", "s1"), 1)
    game = session(state)
    answer(game, "liftoff")
    assert options(game) == ["no", "yes"]
    assert "Everybody is aboard" in game.asks[0].prompt
    answer(game, "yes")
    assert game.state.exploration.over == "liftoff"

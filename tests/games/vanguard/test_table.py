"""Seats, any-time effects, automatic answers and what the reader shows."""

from __future__ import annotations

from app.games.vanguard import anytime
from app.games.vanguard.people import explorer
from app.games.vanguard.pools import colour, in_play, refreshable
from app.games.vanguard.ship import launch
from app.games.vanguard.state import Landing
from tests.games.vanguard.situations import (
    Driver,
    answer,
    campaign,
    checking,
    dice,
    on_planet,
    options,
    session,
    show,
    spend_all,
)
from tests.rules import rule


@rule("ISS-004")
def test_dice_in_play_are_slots_spent_and_pool() -> None:
    state = on_planet()
    ids = dice(state, 0, "slot")
    for die in state.dice:
        if die.id == ids[0]:
            die.zone = "spent"
        elif die.id == ids[1]:
            die.zone = "pool"
        elif die.id == ids[2]:
            die.zone = "compartment"
    assert in_play(state, 0) == 5


@rule("ISS-155")
def test_a_wild_die_has_the_colour_of_its_column() -> None:
    state = on_planet()
    wild = next(die for die in state.dice if die.kind == "wild")
    wild.section, wild.zone, wild.colour = 0, "slot", "blue"
    assert colour(wild) == "blue"
    wild.zone, wild.colour = "spent", ""
    assert colour(wild) == ""
    assert wild in refreshable(state, 0)


@rule("ISS-061")
def test_the_action_is_named_before_the_dice() -> None:
    state = on_planet("P2", ("s6", "s1"))
    game = session(state)
    answer(game, "special:poi:202:0")
    assert game.state.now.action == "poi:202:0"
    assert all(key.startswith("die:") for key in options(game))


@rule("ISS-146", "ISS-349")
def test_cards_are_offered_at_their_time_and_nobody_is_prompted() -> None:
    state = on_planet("P2", ("s1", "s1"))
    spend_all(state, 0, keep=2)
    explorer(state, 0).hand = ["SE05", "SE01"]  # any; check
    explorer(state, 1).hand = ["RC10"]  # event
    state.events = ["E02"]
    game = session(state)
    assert "card:SE05" in [offer.id for offer in game.offers(0)]
    assert "card:SE01" not in [offer.id for offer in game.offers(0)]
    assert "card:RC10" not in [offer.id for offer in game.offers(1)]
    answer(game, "end")
    assert list(game.asks) == [0]
    assert "card:RC10" in [offer.id for offer in game.offers(1)]
    game.use(1, "card:RC10")
    assert game.state.exploration.event_cancelled
    spent = len(dice(game.state, 0, "spent"))
    answer(game, "resolve")
    assert len(dice(game.state, 0, "spent")) == spent  # the secondary effect was cancelled


@rule("ISS-EX52", "ISS-093")
def test_dice_refreshed_during_a_check_do_not_join_it() -> None:
    state = on_planet("P2", ("s6", "s6"))
    explorer(state, 1).person, explorer(state, 1).charges = "cr12", 1
    spend_all(state, 1, keep=2)
    checking(state, "poi:202:0", step=4)
    show(state, 0, "haul", "HAUL")
    state.window = True
    driver = Driver(state)
    assert "skill:1" in [offer.id for offer in anytime.offers(state, 1)]
    driver.run(anytime.take(driver.g, 1, "skill:1", ()))
    assert len([die for die in state.dice if die.zone == "pool"]) == 1
    assert len(dice(state, 1, "slot")) == 5


@rule("ISS-EX122", "ISS-090")
def test_exertion_before_a_landing_step() -> None:
    state = on_planet("P2", ("", ""), 2)
    state.landing, state.step = Landing("P2", step=2), "landing"
    spend_all(state, 0)
    game = session(state)
    assert options(game) == ["none"]
    assert "exert:0" in [offer.id for offer in game.offers(0)]
    game.use(0, "exert:0")
    game.apply(game.default_answer(0))
    assert len(options(game)) > 1
    assert launch.stat(game.state, "armor") == 1


@rule("ISS-356")
def test_a_single_answer_is_given_by_the_software() -> None:
    state = on_planet("P2", ("s1",), 1)
    state.exploration.stage, state.exploration.round = "start", 0
    game = session(state)
    assert game.state.exploration.start == 0  # the only crew holds the Start token
    assert "end" in options(game)


@rule("ISS-046")
def test_hints_point_and_never_forbid() -> None:
    game = campaign(2)
    while game.state.step != "explore" or game.state.exploration.stage != "act":
        game.apply(game.default_answer(min(game.asks)))
    seat = min(game.asks)
    tip = game.view(seat).private.coach
    assert tip is not None
    assert tip.target == "sector-s3"
    assert {"rest", "end", "prepare:draw"} <= set(options(game))


@rule("ISS-EX131", "ISS-341", "ISS-357")
def test_a_log_opens_for_all_and_only_read_logs_are_listed() -> None:
    state = on_planet("P1", ("s4", "s1"))
    state.logs = [0, 1]
    game = session(state)
    answer(game, "special:poi:103:1")
    for seat in (0, 1, None):
        page = game.view(seat).public.page
        assert page is not None
        assert page.id == 4
        assert [one.id for one in game.view(seat).public.library] == [0, 1, 4]


@rule("ISS-EX138", "ISS-359")
def test_reading_again_has_no_effect() -> None:
    game = campaign(2)
    for _ in range(60):
        game.apply(game.game.bot(game, min(game.asks)))
    before = game.save()
    assert game.view(1).public.library
    assert game.save() == before

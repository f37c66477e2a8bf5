"""Seats, any-time effects, automatic answers and what the reader shows."""

from __future__ import annotations

import pytest

from app.games.vanguard import anytime, turns
from app.games.vanguard.asking import pick
from app.games.vanguard.data.planetside import EVENT, LEADS
from app.games.vanguard.game import GAME
from app.games.vanguard.people import explorer
from app.games.vanguard.pools import colour, in_play, joinable, refreshable
from app.games.vanguard.ship import launch
from app.games.vanguard.state import Landing
from app.kernel import Option, Refused, Session, encode_state
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
    assert len(joinable(state, 1)) == 2  # the others were refreshed after the roll


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
    state = on_planet("P2", ("s1", "s1"))
    driver = Driver(state)
    only = driver.run(pick(driver.g, 0, "Which way?", [Option("left", "To the left")]))
    assert (only, driver.asked) == ("left", [])
    assert driver.g.lines == [], "what it does is told, not that there was no choice"


@rule("ISS-354", "ISS-EX136")
@pytest.mark.parametrize(
    ("value", "reason", "number"),
    [
        ("rest", "No Supplies left", "ISS-082"),
        ("liftoff", "Not at the lander", "ISS-086"),
        ("travel:s8", "No open path leads there", "ISS-067"),
        ("special:poi:204:0", "Not seen here", "ISS-060"),
        ("fly away", "That is not one of the choices.", "ISS-051"),
    ],
)
def test_what_is_illegal_is_refused_with_the_rule_and_changes_nothing(value: str, reason: str, number: str) -> None:
    state = on_planet("P2", ("s2", "s2"))
    state.exploration.supplies = 0
    game = session(state)
    before, asked = game.save(), game.asks
    with pytest.raises(Refused) as refused:
        answer(game, value)
    assert (refused.value.reason, refused.value.rule) == (reason, number)
    assert (game.save(), game.asks) == (before, asked), "the question stays open"


@rule("ISS-354", "ISS-052", "ISS-342")
def test_the_reason_is_the_one_that_holds() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.exploration.special, state.exploration.asked_lift = True, True
    explorer(state, 0).statuses["pinned"] = 0
    game = session(state)
    for value, number in (("special:poi:202:0", "ISS-052"), ("liftoff", "ISS-342"), ("travel:s2", "ISS-066")):
        with pytest.raises(Refused) as refused:
            answer(game, value)
        assert refused.value.rule == number
    game.state.exploration.actions = 0
    closed = turns.why_closed(game.state, explorer(game.state, 0), "rest")
    assert closed is not None
    assert closed.rule == "ISS-051"


@rule("ISS-333")
def test_open_votes_and_pledges_are_saved_as_they_are() -> None:
    state = on_planet("P2", ("s6", "s6", "s6"), 3)
    game = session(state)
    answer(game, "special:poi:202:0")
    pledge = next(offer.id for offer in game.offers(1) if offer.id.startswith("pledge:"))
    game.use(1, pledge)
    again = Session.load(GAME, game.save())
    assert encode_state(again.state) == encode_state(game.state)
    assert again.state.now.pledges == {"1": int(pledge.rsplit(":", 1)[1])}
    assert (again.asks, again.waiting) == (game.asks, game.waiting)
    state = on_planet("P2", ("s1", "s1", "s1"), 3)
    game = session(state)
    answer(game, "liftoff")
    answer(game, "yes", seat=2)
    again = Session.load(GAME, game.save())
    assert set(again.asks) == {1}, "the vote that was cast counts"
    answer(again, "yes", seat=1)
    assert again.state.exploration.over == "liftoff"


@rule("ISS-351", "ISS-344")
def test_a_change_of_a_plan_is_taken_back_until_somebody_has_answered_it() -> None:
    game = campaign(2, "proposal", skip_tutorial=True)
    while game.state.step != "starmap":
        game.apply(game.default_answer(game.next_seat))
    option = next(one for one in options(game, 0) if one.startswith("visit:"))
    answer(game, option, seat=0)
    assert game.state.plan["to"].by == 0
    game.undo(0)
    assert game.state.plan["to"].by == -1
    answer(game, option, seat=0)
    answer(game, "ready", seat=1)
    with pytest.raises(Refused):
        game.undo(0)


@rule("ISS-353")
def test_a_sector_with_an_unread_log_is_a_fence() -> None:
    state = on_planet("P1", ("s3", "s1"))
    state.exploration.opened.append("s3-s6")
    game = session(state)
    answer(game, "travel:s6")  # its log is read already
    game.undo(0)
    assert explorer(game.state, 0).sector == "s3"
    state.logs.remove(6)
    game = session(state)
    answer(game, "travel:s6")
    with pytest.raises(Refused, match="revealed"):
        game.undo(0, consents=[1])


@rule("ISS-336")
def test_counts_of_hidden_decks_and_the_discards_are_public() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.event_discard = [state.events.pop(), state.events.pop()]
    state.lead_bag.pop()
    view = session(state).view(None).public
    assert view.planet is not None
    assert view.planet.events_left == len(state.events)
    assert view.planet.events_gone == tuple(EVENT[card].name for card in state.event_discard)
    assert view.planet.finds_left == tuple((deck, len(cards)) for deck, cards in sorted(state.finds.items()))
    assert (view.planet.rankups_left, view.planet.bag) == (len(state.rankups), len(LEADS) - 1)
    shown = {thing.name for room in view.rooms for thing in room.things}
    assert {f"{len(state.recruits)} recruits", f"{len(state.situations)} possible Situations"} <= shown


@rule("ISS-334")
def test_the_ledger_is_shown_to_all_at_the_end_and_not_before() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.ship.uniques, state.done = [5], ["M05"]
    game = session(state)
    assert game.view(None).public.chronicle.ledger == ()
    state.ending = "END2"
    over = session(state)
    assert over.outcome is not None
    ledger = dict(over.view(None).public.chronicle.ledger)
    assert ledger["Ending"] == "Silence"
    assert ledger["Missions"] == "The mast's heart"
    assert ledger["How the story stood"] == "Signal 0, Accord 0, Wake 0"
    assert ledger["The dead"] == "nobody"
    assert ledger["Unique Discoveries"]


@rule("ISS-046")
def test_hints_point_and_never_forbid() -> None:
    game = campaign(2)
    while game.state.step != "explore" or game.state.exploration.stage != "act":
        game.apply(game.default_answer(game.next_seat))
    shown = {intro.key: intro for intro in game.game.introductions(game.state, min(game.asks))}
    assert shown["spindle"].target == "sector-s3"
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
        assert (page.id, page.reader) == (4, 0)
        assert [one.id for one in game.view(seat).public.library] == [0, 1, 4]


@rule("ISS-EX138", "ISS-359")
def test_reading_again_has_no_effect() -> None:
    game = campaign(2)
    for _ in range(60):
        game.apply(game.game.bot(game, game.next_seat))
    before = game.save()
    assert game.view(1).public.library
    assert game.save() == before

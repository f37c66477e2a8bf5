"""Seats and sections: they change hands between missions, players come and go; one refusal is enough."""

from __future__ import annotations

import pytest

from app.games.vanguard.asking import decide
from app.games.vanguard.game import GAME
from app.games.vanguard.people import seats_of
from app.games.vanguard.setup import share_sections
from app.games.vanguard.ship.medbay import save_point
from app.games.vanguard.state import State
from app.kernel import Answer, Option, Refused, Session
from tests.games.vanguard.situations import Driver, Sess, answer, campaign, fresh, on_planet, options, session
from tests.games.vanguard.store import path_of
from tests.rules import rule


def at_starmap(seats: int) -> Sess:
    game = campaign(seats, "seats", skip_tutorial=True)
    while game.state.step != "starmap":
        game.apply(game.default_answer(game.next_seat))
    return game


def at_save(seats: int = 2) -> Sess:
    state = Session.load(GAME, path_of("save", 2).read_bytes()).state
    return session(GAME.reseat(state, range(seats)))


def offered(game: Sess, seat: int) -> list[str]:
    return [offer.id for offer in game.offers(seat)]


@rule("ISS-328", "ISS-326")
@pytest.mark.parametrize("here", [at_save, at_starmap])
def test_sections_are_exchanged_if_both_want_it(here: object) -> None:
    game = here(2)  # type: ignore[operator]
    assert game.state.owners == [0, 1, 0, 1]
    assert "exchange:0:1" in offered(game, 0)
    assert "exchange:0:2" not in offered(game, 0), "both are Ada's"
    game.use(0, "exchange:0:1")
    assert list(game.asks) == [1], "only the other one is asked"
    answer(game, "no")
    assert game.state.owners == [0, 1, 0, 1]
    game.use(0, "exchange:0:1")
    assert GAME.bot(game, 1) == Answer(1, game.asks[1].id, ("yes",)), "a bot has no favourites"
    answer(game, "yes")
    assert game.state.owners == [1, 0, 0, 1]
    assert [line.text for line in game.log(None)[-2:]] == ["{1} has Security now.", "{0} has Recon now."]
    assert set(game.asks) == {0, 1}, "and the question before stands again"
    GAME.invariants(game.state)


@rule("ISS-328")
@pytest.mark.parametrize("moment", ["exploring", "facilities", "checking", "landing", "launch", "debriefing"])
def test_nowhere_else_do_they_change_hands(moment: str) -> None:
    game = Session.load(GAME, path_of(moment, 2).read_bytes())
    assert not any(offer.startswith(("exchange", "hand")) for seat in (0, 1) for offer in offered(game, seat))
    assert not GAME.may_reseat(game.state)
    with pytest.raises(Refused):
        game.use(0, "exchange:0:1")


@rule("ISS-028", "ISS-027")
def test_with_three_who_has_two_sections_is_agreed() -> None:
    game = at_starmap(3)
    assert game.state.owners == [0, 1, 2, 0]
    assert "hand:3:1" in offered(game, 0)
    assert not any(offer.startswith("hand") for offer in offered(game, 1))
    game.use(0, "hand:3:1")
    answer(game, "yes", seat=1)
    assert game.state.owners == [0, 1, 2, 1]
    assert "hand:3:0" in offered(game, 1)
    assert not any(offer.startswith("hand") for offer in offered(at_starmap(2), 0)), "two players have two each"


@rule("ISS-328", "ISS-EX126", "ISS-029")
def test_whoever_joins_takes_a_section_from_those_with_the_most() -> None:
    state = fresh(2)
    assert share_sections(state, [0, 1, 2]).owners == [0, 1, 0, 2]
    assert (state.seat_count, state.team_size) == (3, 3)
    game = at_save(3)
    assert game.state.owners == [0, 1, 0, 2]
    game.use(1, "exchange:1:3")  # Ben gives Recon to the newcomer
    answer(game, "yes", seat=2)
    assert game.state.owners == [0, 2, 0, 1]
    for seats, owners in ((1, [0, 0, 0, 0]), (2, [0, 1, 0, 1]), (4, [0, 1, 2, 3])):
        assert sorted(share_sections(fresh(1), range(seats)).owners) == sorted(owners)


@rule("ISS-328", "ISS-027")
def test_the_sections_of_whoever_leaves_go_to_those_with_the_fewest() -> None:
    state = share_sections(fresh(3), [0, 2])
    assert state.owners == [0, 2, 2, 0]
    assert seats_of(state) == [0, 2]
    assert (state.seat_count, state.team_size) == (2, 2)
    share_sections(state, [2])
    assert state.owners == [2, 2, 2, 2]
    assert state.team_size == state.options.solo_team


@rule("ISS-328", "ISS-326")
def test_a_campaign_goes_on_without_whoever_has_left() -> None:
    """The seat numbers of those who stay do not change; nobody without a section is ever asked."""
    game = at_save(2)
    base = game.rebase(lambda state: GAME.reseat(state, [0, 2]), 3)
    game = Session(GAME, base)
    assert set(game.asks) == {0, 2}
    for _ in range(250):
        if game.outcome:
            break
        assert 1 not in game.asks
        assert game.offers(1) == ()
        game.apply(GAME.bot(game, game.next_seat))
        GAME.invariants(game.state)
    alone = Session(GAME, at_save(2).rebase(lambda state: GAME.reseat(state, [1]), 2))
    for _ in range(150):
        assert not alone.outcome
        assert set(alone.asks) == {1}
        alone.apply(GAME.bot(alone, 1))


def test_players_do_not_change_in_the_middle_of_things() -> None:
    game = at_save(2)
    answer(game, "bridge", seat=0)
    with pytest.raises(Refused, match="under way"):
        game.rebase(lambda state: GAME.reseat(state, [0, 1, 2]), 3)
    answer(game, "object", seat=1)
    answer(game, "wait", seat=0)
    answer(game, "wait", seat=1)
    assert game.state.step == "save"
    assert game.rebase(lambda state: GAME.reseat(state, [0, 1, 2]), 3).seats == 3


@rule("ISS-344")
def test_a_vote_is_decided_by_the_majority_and_ties_by_the_owner_of_security() -> None:
    ways = [Option("left", "Left"), Option("right", "Right")]

    def vote(seats: int, security: int, *votes: str) -> str:
        driver = Driver(fresh(seats))
        owners = driver.g.state.owners
        place = owners.index(security)
        owners[0], owners[place] = owners[place], owners[0]
        waiting, agreeing = [("pass",)] * (seats - 1), [("agree",)] * (seats - 2)
        answers = [("left",), *waiting, ("object",), *agreeing, *((one,) for one in votes)]
        chosen = str(driver.run(decide(driver.g, "Which way?", ways), *answers))
        assert driver.g.lines[-1].text == f"The vote decides: {chosen.capitalize()}."
        return chosen

    assert vote(2, 0, "left", "right") == "left"
    assert vote(2, 1, "left", "right") == "right"
    assert vote(3, 0, "left", "right", "right") == "right", "the majority, whatever Security wants"
    assert vote(4, 0, "right", "right", "left", "left") == "right"
    assert vote(4, 2, "right", "right", "left", "left") == "left"


@rule("ISS-344")
def test_what_nobody_objects_to_is_done_and_what_nobody_proposes_security_decides() -> None:
    ways = [Option("left", "Left"), Option("right", "Right")]
    driver = Driver(fresh(3))
    answers = [("pass",), ("right",), ("pass",), ("agree",), ("agree",)]
    assert driver.run(decide(driver.g, "Which way?", ways), *answers) == "right"
    driver = Driver(fresh(3))
    answers = [("pass",), ("pass",), ("pass",), ("right",)]
    assert driver.run(decide(driver.g, "Which way?", ways), *answers) == "right"
    assert driver.asked[-1].rule == "ISS-344"


@rule("ISS-246")
def test_the_event_discards_go_back_into_the_deck_at_the_save_point() -> None:
    state = on_planet("P2", ("s1", "s1"))
    every = sorted(state.events)
    state.event_discard = [state.events.pop() for _ in range(3)]
    state.step, state.exploration.over = "save", "liftoff"
    driver = Driver(state)
    driver.run(save_point(driver.g))
    assert (sorted(state.events), state.event_discard) == (every, [])
    assert driver.g.lines[-1].chapter


def _three_on_a_planet() -> State:
    return on_planet("P2", ("s1", "s1", "s1", "s1"), 4)


@rule("ISS-342", "ISS-EX134")
def test_one_refusal_closes_the_vote() -> None:
    game = session(_three_on_a_planet())
    answer(game, "liftoff")
    assert set(game.asks) == {1, 2, 3}
    answer(game, "yes", seat=1)
    assert set(game.asks) == {2, 3}
    answer(game, "no", seat=2)
    assert set(game.asks) == {0}, "the third is not asked any more"
    assert game.state.exploration.actions == 2
    assert "liftoff" not in options(game)


@rule("ISS-342")
def test_lift_off_with_every_voice() -> None:
    game = session(_three_on_a_planet())
    answer(game, "liftoff")
    for seat in (3, 1, 2):
        assert game.state.exploration.over == ""
        answer(game, "yes", seat=seat)
    assert game.state.exploration.over == "liftoff"

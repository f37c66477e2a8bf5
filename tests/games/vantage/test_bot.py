"""The bot: legal, quick to an end, better than chance; and the single choices that make it so."""

from __future__ import annotations

from random import Random

import pytest

from app.games.vantage.bot.answers import lose_least
from app.games.vantage.bot.mind import Mind
from app.games.vantage.bot.tolls import open_slots, toll
from app.games.vantage.game import GAME
from app.games.vantage.state import State
from app.games.vantage.views import mine, place_view, public
from app.kernel import Answer, Ask, Session, Use, Values
from tests.games.vantage.situations import begin, table, tokens
from tests.rules import rule

MOST = 4000


def by_bots(pack: str, seats: int, seed: str) -> Session[State]:
    session = Session.start(GAME, seats=seats, options={"pack": pack}, seed=seed, keep_log=False)
    for _ in range(MOST):
        if session.outcome is not None:
            return session
        session.apply(GAME.bot(session, min(session.asks)))
    raise AssertionError("no end in sight")


def some(ask: Ask, rng: Random) -> Values:
    if ask.kind == "number":
        return (str(rng.randint(ask.least, ask.most)),)
    return tuple(rng.sample([option.id for option in ask.options], rng.randint(ask.least, ask.most)))


def by_chance(pack: str, seats: int, seed: str) -> Session[State]:
    session = Session.start(GAME, seats=seats, options={"pack": pack}, seed=seed, keep_log=False)
    rng = Random(seed)
    while session.outcome is None:
        seat = min(session.asks)
        session.answer(seat, session.asks[seat].id, some(session.asks[seat], rng))
    return session


@pytest.mark.parametrize("pack", ["sampler", "oriel"])
@pytest.mark.parametrize("seats", [1, 3, 6])
def test_games_come_to_an_end(pack: str, seats: int) -> None:
    session = by_bots(pack, seats, f"end {seats}")
    assert session.outcome is not None
    assert session.state.ended in ("mission", "destiny", "crisis", "time")


def test_it_wins_where_chance_does_not() -> None:
    seeds = [f"margin {number}" for number in range(6)]
    planned = [by_bots("oriel", 3, seed) for seed in seeds]
    random = [by_chance("oriel", 3, seed) for seed in seeds]
    won = sum(bool(session.outcome and session.outcome.winners) for session in planned)
    lucky = sum(bool(session.outcome and session.outcome.winners) for session in random)
    assert won >= lucky + 3

    def lost_per_turn(sessions: list[Session[State]]) -> float:
        people = [who for session in sessions for who in session.state.seats]
        return sum(who.lost for who in people) / sum(who.turns for who in people)

    assert lost_per_turn(planned) < 0.6 * lost_per_turn(random)


def mind(state: State, seat: int = 0) -> Mind:
    return Mind(seat, public(state), place_view(state, seat), mine(state, seat))


def test_dice_are_dearer_the_lower_one_stands() -> None:
    state = table(1)
    at_ease = toll(mind(state), "take-PICK", 3)
    state.me(0).stats = {"time": 1, "morale": 1, "health": 1}
    in_need = toll(mind(state), "take-PICK", 3)
    state.crises = 1
    assert at_ease < in_need < toll(mind(state), "take-PICK", 3)


@rule("VAN-106", "VAN-121")
def test_it_counts_on_impact_slots_of_others_and_on_own_ones() -> None:
    state = table(3)  # impact slots for morale, time and morale; Ines has a slot for any die of a move
    assert open_slots(mind(state), "take-PICK") == ((1, 2, 0), 0)
    assert open_slots(mind(state), "move-WALK") == ((1, 2, 0), 1)
    state.character(1).dice[1] = "time"
    assert open_slots(mind(state), "take-PICK") == ((0, 2, 0), 0)


@rule("VAN-246")
def test_it_lets_its_tokens_stand_for_others() -> None:
    state = table(2)
    tokens(state, 0, help=1)
    session = begin(state)
    move = GAME.bot(session, 0)
    assert move == Use(0, "freely")
    session.apply(move)
    assert isinstance(GAME.bot(session, 0), Answer)


@rule("VAN-207")
def test_a_destiny_that_lies_ready_is_fulfilled() -> None:
    state = table(1, pack="oriel")
    destiny = next(iter(state.world.destinies))
    state.destinies, state.ready = [destiny], [destiny]
    session = begin(state)
    move = GAME.bot(session, 0)
    assert isinstance(move, Answer)
    assert move.values == (f"final:{destiny}",)


def test_the_cheapest_loss_is_taken() -> None:
    state = table(1)
    state.me(0).stats = {"time": 5, "morale": 5, "health": 1}
    assert lose_least(["health", "both"], mind(state)) == "both"
    assert lose_least(["lose:time", "lose:health"], mind(state)) == "lose:time"
    state.me(0).stats = {"time": 1, "morale": 5, "health": 4}
    assert lose_least(["health", "both"], mind(state)) == "health"


def test_the_simulator_tells_the_first_crisis_and_the_missions() -> None:
    state = table(2)
    state.me(0).turns, state.me(1).turns = 18, 17
    state.me(0).stats = {"time": 0, "morale": 4, "health": 4}
    session = begin(state)
    while not session.state.crises:
        session.apply(GAME.bot(session, min(session.asks)))
    facts = GAME.tally(session)
    assert facts["median first crisis turn"] == session.state.first_crisis == 19
    assert facts["mission 1704 drawn"] == 1.0
    assert facts["mission 1704 done"] == 0.0
    assert "median first crisis turn" not in GAME.tally(begin(table(2)))

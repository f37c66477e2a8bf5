"""Bots play whole games, and better than chance."""

from __future__ import annotations

from random import Random

import pytest

from app.kernel import Answer, Session, Use
from app.simulate import unasked
from bench.fantos_bots import random_answer
from tests.games.fantos.situations import GAME, Situation
from tests.rules import rule


@pytest.fixture(autouse=True)
def laid_dice() -> None:
    """Here dice fall as they will."""


@pytest.mark.parametrize("bots", ["competent", "easy"])
def test_a_bot_beats_random_players(bots: str) -> None:
    won = 0
    for number in range(4):
        rng = Random(number)
        session = Session.start(GAME, seats=3, seed=f"beat {number}", options={"bots": bots}, keep_log=False)
        while session.outcome is None:
            seat = min(session.asks)
            ask = session.asks[seat]
            move = GAME.bot(session, 0) if seat == 0 else Answer(seat, ask.id, random_answer(ask, rng))
            session.apply(move)
        won += 0 in session.outcome.winners
    assert won >= (3 if bots == "competent" else 1)


@rule("FAN-212")
def test_a_bot_answers_an_offer_by_what_it_is_worth() -> None:
    def offered(*parts: str) -> Situation:
        t = Situation(20, 20, 20).hire(0, "bishop").hand(0, "raid").hand(1, "alms", "field-surgeon")
        t.session.use(0, "trade:1", parts)
        assert GAME.volunteer(t.session, 2) is None  # the offer is not for seat 2
        move = GAME.volunteer(t.session, 1)
        assert isinstance(move, Use)
        t.session.apply(move)
        assert t.s.trades == []
        return t

    good = offered("give=3", "cards=1")
    assert good.reserves() == [17, 23, 20]
    assert good.s.citadels[1].hand == ["alms"]  # it keeps what it would miss most
    for bad in (("want=1",), ("give=1", "want=4"), ("give=1", "cards=2")):
        assert offered(*bad).reserves() == [20, 20, 20]


@rule("FAN-212")
@pytest.mark.parametrize(
    ("reserve", "rich", "parts", "reason"),
    [
        (20, 20, ("give=1", "want=4"), "It is too little for me"),
        (20, 20, ("give=1", "cards=2"), "I need my cards myself"),
        (13, 20, ("give=1", "want=4"), "I cannot spare the Shards"),
        (20, 60, ("give=2", "want=2"), "You are too strong already"),
    ],
)
def test_a_bot_says_why_it_declines(reserve: int, rich: int, parts: tuple[str, ...], reason: str) -> None:
    t = Situation(rich, reserve, 30).hire(0, "bishop").hand(0, "raid").hand(1, "shell-game", "field-surgeon")
    t.session.use(0, "trade:1", parts)
    move = GAME.volunteer(t.session, 1)
    assert isinstance(move, Use)
    assert move.option == "decline:1"
    t.session.apply(move)
    assert any(reason in line.text for line in t.log(2)), "everybody hears it"


def test_bots_propose_trades_now_and_then() -> None:
    offered, turns = 0, 0
    for number in range(3):  # a fixed seed: the same games every time
        session = Session.start(GAME, seats=3, seed=f"proposals {number}", keep_log=False)
        while session.outcome is None:
            move = unasked(session) or GAME.bot(session, min(session.asks))
            if isinstance(move, Use):
                offered += move.option.startswith("trade:")
            session.apply(move)
        turns += session.state.turn
    assert turns / 30 < offered < turns / 3, f"{offered} offers in {turns} turns"


def test_a_finished_game_tells_its_numbers() -> None:
    session = Session.start(GAME, seats=3, seed="numbers", keep_log=False)
    while session.outcome is None:
        session.apply(GAME.bot(session, min(session.asks)))
    facts = GAME.tally(session)
    assert facts["rounds"] == session.state.round
    assert sum(count for fact, count in facts.items() if fact.startswith("won ")) >= 1
    assert facts["used harvest"] >= 1

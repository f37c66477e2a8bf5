"""Bots: they beat the baselines (bench/stratos_bots.py measures how often), and every scenario comes to an end."""

from __future__ import annotations

import pytest

from app.games.stratos.components import SCENARIOS
from app.games.stratos.game import GAME
from app.kernel import Session
from tests.games.stratos.baselines import duel, greedy_player, random_player, steady_player


def test_the_steady_bot_beats_random_play() -> None:
    assert all(duel({"scenario": "ffa2"}, f"test {number}", random_player, number % 2) for number in range(4))


def test_the_steady_bot_beats_greedy_play_more_often_than_not() -> None:
    assert sum(duel({"scenario": "ffa2"}, f"test {number}", greedy_player, number % 2) for number in range(6)) > 3


def test_the_easy_bot_is_easier() -> None:
    easy = {"scenario": "ffa2", "bots": "easy"}
    assert sum(duel(easy, f"test {number}", steady_player, number % 2) for number in range(8)) <= 3


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_bots_bring_every_scenario_to_an_end(scenario: str) -> None:
    seats = SCENARIOS[scenario].seats
    session = Session.start(GAME, seats=seats, options={"scenario": scenario}, seed="to the end", keep_log=False)
    for _ in range(2500):
        if session.outcome is not None:
            break
        session.apply(GAME.bot(session, min(session.asks)))
    assert session.outcome is not None
    tally = GAME.tally(session)
    assert sum(value for name, value in tally.items() if "turn " in name) >= 1
    assert any("side" in name for name in tally) == bool(SCENARIOS[scenario].goals)

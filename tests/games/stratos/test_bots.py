"""Bots: they beat the baselines (bench/stratos_bots.py measures how often), and every scenario comes to an end."""

from __future__ import annotations

import pytest

from app.games.stratos.components import SCENARIOS
from app.games.stratos.game import GAME
from app.kernel import Answer, Session
from app.simulate import unasked
from tests.contract.checks import Setting, check_secrets_far_in
from tests.games.stratos.baselines import duel, greedy_player, random_player, steady_player
from tests.games.stratos.situations import Table, add, board, purse, teach
from tests.rules import rule


def test_the_steady_bot_beats_random_play() -> None:
    assert all(duel({"scenario": "ffa2"}, f"test {number}", random_player, number % 2) for number in range(4))


def test_the_steady_bot_beats_greedy_play_more_often_than_not() -> None:
    assert sum(duel({"scenario": "ffa2"}, f"test {number}", greedy_player, number % 2) for number in range(6)) > 3


def test_the_easy_bot_is_easier() -> None:
    easy = {"scenario": "ffa2", "bots": "easy"}
    assert sum(duel(easy, f"test {number}", steady_player, number % 2) for number in range(8)) <= 3


def test_the_strong_bot_thinks_again_and_comes_to_the_same() -> None:
    """It looks at another unit only to use it: pressing to and fro would never end."""
    session = Session.start(GAME, seats=2, options={"scenario": "ffa2", "bots": "strong"}, seed="again", keep_log=False)
    looks = 0
    for _ in range(36):
        (seat,) = session.asks
        move = GAME.bot(session, seat)
        assert isinstance(move, Answer)
        in_menu = any(option.id == "buy" for option in session.asks[seat].options)
        looks = looks + 1 if in_menu and move.values[0].startswith("unit:") else 0
        assert looks <= 1
        session.apply(move)


def test_the_strong_bot_sees_what_the_steady_one_walks_into() -> None:
    """Both could hoard for the last point; only looking ahead tells that it wins."""
    state = board(target=10)
    state.bots = "strong"
    state.players[0].hoard = 9
    add(state, 0, "peasant", (0, 0), actions=["harvest", "defend"])
    add(state, 1, "peasant", (5, 5))
    purse(state, 0, 1, 1, 1, 1)
    table = Table(state)
    move = GAME.bot(table.session, 0)
    assert isinstance(move, Answer)
    assert move.values == ("hoard",)


def test_the_strong_bot_knows_no_more_than_its_player() -> None:
    """Its decision is the same in every world that its seat cannot tell from the real one."""
    setting = Setting(2, {"scenario": "cathedral2", "bots": "strong"}, "strong", 24)
    check_secrets_far_in(GAME, setting, every=6)


def test_a_bot_does_not_look_for_a_new_spell_for_ever() -> None:
    """The deck holds nothing but the second copy of the spell that it has: the price would come back each time."""
    state = board()
    mage = add(state, 0, "mage", (0, 0))
    mage.actions = ["harvest", "defend"]
    add(state, 1, "peasant", (5, 5))
    teach(state, 0, "spark", up=True)
    state.decks["mage"] = [card for card in state.decks["mage"] if card.id.startswith("spark")]
    assert len(state.decks["mage"]) == 1
    purse(state, 0, spice=1, oak=1)
    table = Table(state)
    assert "learn:mage" in table.options()
    move = GAME.bot(table.session, 0)
    assert isinstance(move, Answer)
    assert move.values == ("pass",)


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


@rule("STR-159", "STR-123")
def test_who_must_reach_a_goal_behind_pits_gets_a_shooter() -> None:
    """Once the last Sorcerer on the Cathedral had sunk the land around it, five Soldiers walked to and fro for ever."""
    session = Session.start(GAME, seats=2, options={"scenario": "cathedral2"}, seed="balance 55", keep_log=False)
    for _ in range(1500):
        if session.outcome is not None:
            break
        session.apply(unasked(session) or GAME.bot(session, session.next_seat))
    assert session.outcome is not None

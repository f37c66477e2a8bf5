"""What the coach introduces: each thing when it is there, aimed at something that has a card."""

from __future__ import annotations

import pytest

from app.games.vanguard.game import GAME
from app.games.vanguard.state import Options, State, ThreatFigure
from tests.games.vanguard.situations import checking, fresh, hurt, on_planet, spend_all
from tests.rules import rule


def keys(state: State, seat: int = 0) -> list[str]:
    return [intro.key for intro in GAME.introductions(state, seat)]


@rule("ISS-046")
def test_the_turn_comes_first_and_trouble_before_it() -> None:
    state = on_planet()
    assert keys(state)[0] == "turn"
    hurt(state, 0, "chilled")
    assert keys(state)[0] == "injury"
    hurt(state, 0, "venom", "fever")
    assert keys(state)[0] == "badly"


def test_dice_are_introduced_to_the_actor_and_pledges_to_the_others() -> None:
    state = on_planet("P2", ("s6", "s6"))
    checking(state, "poi:202:0", step=1)
    assert keys(state, 0)[0] == "dice"
    assert keys(state, 1)[0] == "pledge"


def test_spent_dice_and_threats() -> None:
    state = on_planet()
    spend_all(state, 0)
    state.exploration.threats = [ThreatFigure("T02", "s6")]
    assert {"rest", "threat"} <= set(keys(state))


@pytest.mark.parametrize(
    ("step", "key"),
    [
        ("draft", "recruits"),
        ("launch", "team"),
        ("debriefing", "market"),
        ("starmap", "starmap"),
        ("facilities", "rooms"),
    ],
)
def test_each_step_aboard_has_its_word(step: str, key: str) -> None:
    state = fresh()
    state.step = step
    assert key in keys(state)


def test_who_wants_no_coach_has_none() -> None:
    state = on_planet()
    state.options = Options(tips=False)
    assert keys(state) == []


def test_what_the_coach_points_at_is_something() -> None:
    state = on_planet()
    hurt(state, 0, "chilled")
    for intro in GAME.introductions(state, 0):
        assert intro.target is None or GAME.explain(state, 0, intro.target), intro.key
        assert len(intro.text.split()) <= 45

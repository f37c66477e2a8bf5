"""Counting what is asked of people: by real turns of the game, for every seat, honestly."""

from types import SimpleNamespace
from typing import Any

import pytest

from app.games import GAMES
from app.kernel import Answer, Ask, Option, Session, Use
from app.prompts import count_prompts, presses


def test_whisper_asks_one_question_a_turn_of_whoever_moves() -> None:
    report = count_prompts("whisper", 4, 2, "x", {"moves": 20})
    assert report["turns_per_game"] == 20
    assert report["questions"] == 0.25, "each of four people is asked in every fourth turn"
    assert report["with_one_answer"] == 0
    assert report["presses_in_all"] == 3, "a card, a tile, and the button"


def test_reactions_are_rings_and_no_questions() -> None:
    report = count_prompts("fantos", 3, 1, "x", {})
    assert report["rings"] > 1
    assert report["questions"] > 0


@pytest.mark.parametrize(
    ("ask", "values", "count"),
    [
        (Ask("?", (Option("a", "A"), Option("b", "B"))), ("a",), 1),
        (Ask("?", (Option("a", "A"), Option("b", "B")), least=0, most=2), ("a", "b"), 3),
        (
            Ask(
                "?",
                (Option("a", "A"), Option("b", "B", sure="More could be done.")),
            ),
            ("a",),
            1,
        ),
        (
            Ask(
                "?",
                (Option("a", "A"), Option("b", "B", sure="More could be done.")),
            ),
            ("b",),
            2,
        ),
        (Ask("?", (), "number", 1, 4), ("2",), 2),
        (Ask("?", (Option("a", "A"),), soft=True, default=("pass",)), ("pass",), 0),
        (Ask("?", (Option("a", "A"),), soft=True, default=("pass",)), ("a",), 1),
    ],
)
def test_how_often_a_finger_goes_down(ask: Ask, values: tuple[str, ...], count: int) -> None:
    session: Any = SimpleNamespace(asks={0: ask})
    assert presses(session, Answer(0, "", values)) == count


def test_a_standing_offer_is_pressed_and_filled_in() -> None:
    session = Session.start(GAMES["stratos"], seats=2, options={"scenario": "ffa2"}, seed="x")
    seat = next(seat for seat in range(2) if session.offers(seat))
    assert presses(session, Use(seat, "concede", ("concede",))) == 3

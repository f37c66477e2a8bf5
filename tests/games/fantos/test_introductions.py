"""What the coach introduces: each thing when it is there, and in words that fit."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.games.fantos.introductions import introductions
from app.games.fantos.state import Action, Final, Item, State, Vote, Window
from app.kernel import Intro
from tests.games.fantos.situations import Situation


def intros(state: State, seat: int = 0) -> dict[str, Intro]:
    return {intro.key: intro for intro in introductions(state, seat)}


def table() -> State:
    state = Situation(20, 20, 20).hire(0, "bishop").hire(1, "knight").state
    state.phase = "closing"
    return state


def recruiting(state: State) -> None:
    state.phase = "recruiting"


def action(state: State) -> None:
    state.phase = "action"


def attacked(state: State) -> None:
    state.action = Action("w", "war", 2, 0)


def ring(state: State) -> None:
    state.window = Window("DAWN", [0])


def stack(state: State) -> None:
    state.stack = [Item(1, 1, "labor", "raid")]


def vote(state: State) -> None:
    state.vote = Vote("overtime")


def duel(state: State) -> None:
    state.action = Action("d", "duel", 1)


def trials(state: State) -> None:
    Situation.trial(_of(state), "iridium-fog")


def _of(state: State) -> Situation:
    made = Situation.__new__(Situation)
    made.state = state
    return made


def floor(state: State) -> None:
    state.phase = "secondary"


def hiring(state: State) -> None:
    state.phase = "hiring"


def discard(state: State) -> None:
    state.phase = "discard"


def instant(state: State) -> None:
    state.citadels[0].hand = ["shell-game"]


def reign(state: State) -> None:
    state.reigning = "bishop"


def low(state: State) -> None:
    state.citadels[0].reserve = 8


def final(state: State) -> None:
    state.final = Final(1, 3, [0, 1, 2], 7)


@pytest.mark.parametrize(
    ("key", "appears"),
    [
        ("hire", recruiting),
        ("action", action),
        ("attacked", attacked),
        ("ring", ring),
        ("stack", stack),
        ("vote", vote),
        ("duel", duel),
        ("trials", trials),
        ("floor", floor),
        ("hiring", hiring),
        ("discard", discard),
        ("instant", instant),
        ("reign", reign),
        ("low", low),
        ("final", final),
    ],
)
def test_each_thing_is_introduced_when_it_is_there(key: str, appears: Callable[[State], None]) -> None:
    state = table()
    assert key not in intros(state)
    appears(state)
    said = intros(state)[key]
    assert said.rule is not None
    assert len(said.text.split()) <= 45
    assert said.text.endswith(".")
    assert not said.title.endswith(".")


def test_others_are_told_of_their_own_things_only() -> None:
    state = table()
    for appears in (action, ring, instant, low, attacked):
        appears(state)
    assert not {"action", "ring", "instant", "low", "attacked"} & set(intros(state, 1))


def test_nobody_is_told_anything_after_the_end_or_the_fall() -> None:
    state = table()
    assert intros(state, 1)
    state.citadels[1].alive = False
    assert not intros(state, 1)
    state.phase = "over"
    assert not intros(state)

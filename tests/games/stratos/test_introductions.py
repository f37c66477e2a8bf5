"""What the coach introduces: each thing when it is there, and in words that fit."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.games.stratos.introductions import introductions
from app.games.stratos.state import Result, State
from app.kernel import Intro
from tests.games.stratos.situations import add, board, give, purse, set_special


def keys(state: State, seat: int = 0) -> set[str]:
    return {intro.key for intro in introductions(state, seat)}


def intro_of(state: State, key: str, seat: int = 0) -> Intro:
    return next(intro for intro in introductions(state, seat) if intro.key == key)


def buying(state: State) -> None:
    add(state, 0, "soldier", (0, 0))
    state.phase = "buy"


def hire(state: State) -> None:
    buying(state)
    purse(state, 0, corn=2, oak=1)


def promotion(state: State) -> None:
    buying(state)
    purse(state, 0, nickel=2, oak=1)


def hoard(state: State) -> None:
    buying(state)
    purse(state, 0, corn=1, nickel=1, spice=1, oak=1)


def gems(state: State) -> None:
    purse(state, 0, gems=1)


def health(state: State) -> None:
    add(state, 0, "peasant", (0, 0), health=1)


def fight(state: State) -> None:
    add(state, 0, "soldier", (0, 0))
    add(state, 1, "peasant", (0, 1))


def shoot(state: State) -> None:
    add(state, 0, "archer", (0, 0))
    add(state, 1, "peasant", (0, 3))


def special(state: State) -> None:
    set_special(state, (1, 4), "quarry")
    add(state, 0, "soldier", (0, 4))


def items(state: State) -> None:
    give(state, 0, "war_horn")


def trap(state: State) -> None:
    card = next(card for card in state.decks["land"] if card.id.startswith("pitfall"))
    state.decks["land"].remove(card)
    state.discards["land"].append(card.id)


def close(state: State) -> None:
    state.players[1].hoard = 8


@pytest.mark.parametrize(
    ("key", "happens", "target"),
    [
        ("turn", lambda state: add(state, 0, "soldier", (0, 0)), "unit-"),
        ("peasant", lambda state: add(state, 0, "peasant", (0, 0)), "unit-"),
        ("spirit", lambda state: add(state, 0, "mage", (0, 0)), "unit-"),
        ("search", lambda state: add(state, 0, "explorer", (0, 0)), "unit-"),
        ("hire", hire, None),
        ("promotion", promotion, None),
        ("hoard", hoard, None),
        ("gems", gems, "resource-gems"),
        ("health", health, "unit-"),
        ("fight", fight, "unit-"),
        ("fight", shoot, "unit-"),
        ("special", special, "tile-1-4"),
        ("items", items, "item-war_horn"),
        ("trap", trap, None),
        ("close", close, "tribe-1"),
    ],
)
def test_a_thing_is_introduced_when_it_is_there(
    key: str, happens: Callable[[State], object], target: str | None
) -> None:
    state = board()
    assert key not in keys(state)
    happens(state)
    intro = intro_of(state, key)
    assert (intro.target or "").startswith(target or "")
    assert (intro.target is None) == (target is None)
    assert len(intro.text.split()) <= 45


def test_the_aim_comes_first_and_names_the_target_of_this_match() -> None:
    first = introductions(board(target=7), 0)[0]
    assert (first.key, first.title) == ("aim", "7 points of Prosperity win")


def test_what_concerns_the_other_seat_is_not_introduced() -> None:
    state = board()
    give(state, 1, "war_horn")
    add(state, 1, "mage", (5, 5), health=1)
    assert keys(state) == {"aim"}


def test_nothing_is_introduced_to_who_is_out_or_after_the_end() -> None:
    state = board(units=True)
    state.players[0].eliminated = True
    assert introductions(state, 0) == ()
    state.result = Result((1,), "test")
    assert introductions(state, 1) == ()

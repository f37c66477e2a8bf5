"""Bots weigh what is printed on cards and boards; the words beside an option are for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

import msgspec
import pytest

from app.games.vanguard import bot
from app.games.vanguard.state import Choosing
from app.kernel import PASS, Ask, Option, Session
from tests.games.vanguard.situations import Sess, campaign, on_planet


def _wordless(option: Option) -> Option:
    return msgspec.structs.replace(option, note="")


@dataclass
class Wordless:
    """A session whose options say nothing about what they do."""

    session: Sess

    @property
    def state(self) -> Any:
        return self.session.state

    @property
    def asks(self) -> dict[int, Ask]:
        return {
            seat: msgspec.structs.replace(ask, options=tuple(_wordless(option) for option in ask.options))
            for seat, ask in self.session.asks.items()
        }

    def offers(self, seat: int) -> list[Option]:
        return [_wordless(option) for option in self.session.offers(seat)]


@pytest.mark.parametrize("seats", [1, 2])
def test_bots_go_by_effects_not_by_notes(seats: int) -> None:
    session = campaign(seats, "wordless", skip_tutorial=seats == 2)
    for _ in range(400):
        if session.outcome:
            break
        seat = session.next_seat
        move = bot.choose(session, seat)
        assert bot.choose(cast(Session[Any], Wordless(session)), seat) == move
        session.apply(move)


def test_a_bot_may_leave_a_common_choice_to_the_others() -> None:
    """A choice of the whole table has one option more than the effect has choices."""
    state = on_planet("P2")
    state.choosing = Choosing("together{Burn it: wake +1; injure burned / Cut it: injure wounded}")
    options = [Option("choice:0", "Burn it"), Option("choice:1", "Cut it"), Option(PASS, "Leave it to the others")]
    assert bot._answer(state, 0, Ask("What do we do?", tuple(options))) == (PASS,)
    assert bot._answer(state, 0, Ask("What do we do?", tuple(options[:2]))) == ("choice:1",)

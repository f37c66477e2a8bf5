"""Choices that a card or a log puts before the bot."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.vanguard import printed
from app.games.vanguard.forecast import worth
from app.games.vanguard.language import Effect, every
from app.games.vanguard.people import team
from app.games.vanguard.state import State
from app.kernel import PASS

ROUGH = {"accord": (3.0, 4.0), "success": (3.0, 0.0), "signal": (3.0, 0.0), "morale": (3.0, 0.0), "wake": (-4.0, 0.0)}


def choice(state: State, ids: list[str]) -> str:
    """What is free or costs only is added up; aboard, and where a cost buys something, a rough view is enough."""
    hurt = max((len(one.injuries) for one in team(state)), default=0) if state.x else 0

    def value(option: str) -> float:
        if option == PASS:
            return 0.0  # the others may know better
        choice, log = printed.open_choice(state, option)
        brings = () if log else choice.do
        known = (*choice.pay, *brings)
        if state.x and not choice.need and not (choice.pay and brings):
            return worth(state, known, hurt)
        return _rough(known) - bool(choice.pay)

    return max(ids, key=value)


def _rough(effects: Sequence[Effect]) -> float:
    return sum(_sign(effect) for effect in every(effects))


def _sign(effect: Effect) -> float:
    if effect.verb in ("accord", "success", "signal", "morale", "wake"):
        good, bad = ROUGH[effect.verb]
        return good if effect.n > 0 else -bad
    return {"unique": 3.0, "unlock": 3.0, "log": 3.0, "injure": -3.0}.get(effect.verb, 0.0)

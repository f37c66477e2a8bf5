"""Statistics: how often each card did something, for `parallax simulate`."""

from __future__ import annotations

from app.games.fantos.state import State


def used(s: State, card: str) -> None:
    s.uses[card] = s.uses.get(card, 0) + 1

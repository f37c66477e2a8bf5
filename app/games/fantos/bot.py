"""Placeholder while the rules are put together."""

from __future__ import annotations

from app.games.fantos.state import State
from app.kernel import Answer, Move, Session


def decide(session: Session[State], seat: int) -> Move:
    ask = session.asks[seat]
    return Answer(seat, ask.id, ask.default)

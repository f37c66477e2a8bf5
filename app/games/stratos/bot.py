"""A player of Stratos that decides from what its seat can see."""

from __future__ import annotations

from app.games.stratos.state import State
from app.kernel import Answer, Move, Session


def decide(session: Session[State], seat: int) -> Move:
    ask = session.asks[seat]
    return Answer(seat, ask.id, ask.default)

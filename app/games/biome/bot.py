"""A bot that explores, fetches and escapes."""

from __future__ import annotations

from app.games.biome.state import State
from app.kernel import Answer, Move, Session


def bot(session: Session[State], seat: int) -> Move:
    ask = session.asks[seat]
    return Answer(seat, ask.id, ask.default)

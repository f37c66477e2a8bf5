"""Secret looks: what a seat sees for a while (FAN-233)."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.fantos.state import Peek, Seat, State
from app.kernel import Play


def look(g: Play[State], seat: Seat, what: str, of: Seat | None, cards: Sequence[str]) -> None:
    """From here until `look_away` the cards are part of this seat's view, and its knowledge has grown for good."""
    g.state.peek = Peek(seat, what, of, list(cards))
    g.state.peeks += 1


def look_away(g: Play[State]) -> None:
    g.state.peek = None

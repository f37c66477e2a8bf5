"""What is this? A card for everything that ISS Vanguard draws, from what lies open to all (ISS-335 to ISS-340)."""

from __future__ import annotations

from collections.abc import Callable

from app.games.vanguard.cards import crew, ground, numbers, ship
from app.games.vanguard.state import State
from app.kernel import Card

Maker = Callable[[State, int | None, str], Card | None]
MAKERS: dict[str, Maker] = {**crew.MAKERS, **ground.MAKERS, **ship.MAKERS, **numbers.MAKERS}


def explain(state: State, seat: int | None, name: str) -> Card | None:
    kind, _, rest = name.partition("-")
    make = MAKERS.get(kind)
    return make(state, seat, rest) if make is not None else None

"""The closed effect language: every verb that a pack may use, with its exact meaning (section 8 of the world guide).

Each module registers its verbs; whoever imports this package has them all.
"""

from app.games.vantage.core import VERBS
from app.games.vantage.effects import (
    aims,
    choices,
    encounters,
    holdings,
    knowledge,
    rolling,
    strength,
    ways,
    wealth,
)
from app.games.vantage.effects.holdings import hand_over

__all__ = [
    "VERBS",
    "aims",
    "choices",
    "encounters",
    "hand_over",
    "holdings",
    "knowledge",
    "rolling",
    "strength",
    "ways",
    "wealth",
]

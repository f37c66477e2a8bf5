"""What the Legacies can do, by race. Native abilities are looked up where they count: Vizier (losses, hiring), Marquis
and Navigator (closing), Foundry Guard and Castellan (war), Champion (duels), Herzog (tasking), Tinker and Ropewalker
(queries, effects)."""

from app.games.fantos.legacies import cult, enlightened, feral, hollow, marked, wayward

__all__ = ["cult", "enlightened", "feral", "hollow", "marked", "wayward"]

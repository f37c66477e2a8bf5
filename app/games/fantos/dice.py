"""The Shard Die (FAN-010)."""

from __future__ import annotations

from app.games.fantos.components import DIE
from app.games.fantos.state import State
from app.kernel import Play
from app.kernel.game import Line


def faces(g: Play[State], count: int) -> list[int]:
    return [DIE[g.rng.roll(6, "dice") - 1] for _ in range(count)]


def roll(g: Play[State], count: int, text: str, rule: str = "FAN-010") -> list[int]:
    """Rolls in the open; `text` may hold {dice}."""
    g.step()
    first = g.rng.counters.get("dice", 0)
    shown = faces(g, count)
    words = text.replace("{dice}", " ".join(map(str, shown)))
    g.lines.append(Line(words, None, rule, dice=tuple(shown), proof=f"dice:{first}"))
    return shown

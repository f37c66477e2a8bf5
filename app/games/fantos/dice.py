"""The Shard Die (FAN-010)."""

from __future__ import annotations

from app.games.fantos.components import DIE
from app.games.fantos.state import Seat, State
from app.kernel import Play
from app.kernel.game import Line
from app.kernel.moments import Die


def faces(g: Play[State], count: int) -> list[int]:
    return [DIE[g.rng.roll(6, "dice") - 1] for _ in range(count)]


def roll(
    g: Play[State], count: int, text: str, rule: str = "FAN-010", *, owner: Seat | None = None, note: str = ""
) -> list[int]:
    """Rolls in the open; `text` may hold {dice}. They are part of the moment that is being made."""
    g.step()
    first = g.rng.counters.get("dice", 0)
    shown = faces(g, count)
    words = text.replace("{dice}", " ".join(map(str, shown)))
    g.lines.append(Line(words, None, rule, dice=tuple(shown), proof=f"dice:{first}"))
    if g.scene is not None:
        g.scene.dice.extend(Die(str(face), owner=owner, fate="counts", note=note) for face in shown)
    return shown

"""Safe points: the state alone says how to go on, and who resigned is treated as eliminated (FAN-196)."""

from __future__ import annotations

from app.games.fantos.losses import eliminate
from app.games.fantos.queries import living
from app.games.fantos.state import State
from app.kernel import Play, Script, checkpoint


def pause(g: Play[State]) -> Script[None]:
    gone = [seat for seat in living(g.state) if g.state.citadels[seat].resigned]
    if gone:
        eliminate(g, gone)
    yield from checkpoint()

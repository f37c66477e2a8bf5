"""Harvest (rules section 7)."""

from __future__ import annotations

from app.games.fantos.components import title
from app.games.fantos.dice import roll
from app.games.fantos.effects import AFTER, ROLLED
from app.games.fantos.losses import add_die
from app.games.fantos.pauses import pause
from app.games.fantos.queries import trial
from app.games.fantos.reactions import hold
from app.games.fantos.scores import score
from app.games.fantos.state import Action, State
from app.kernel import Play, Script


def harvest(g: Play[State], action: Action) -> Script[None]:
    if action.step == "dice":
        _dice(g, action)
        action.step = "rolled"
        yield from pause(g)
    if action.step == "rolled":
        yield from hold(g, ROLLED, resumable=True)
        if action.cancelled:  # FAN-074
            return
        _lock(g, action)
        yield from pause(g)
    yield from hold(g, AFTER, resumable=True)


def _dice(g: Play[State], action: Action) -> None:
    """FAN-069: one die for each; Overtime adds one bound to nobody (FAN-071)."""
    for entrant in action.entrants:
        (face,) = roll(g, 1, f"{title(entrant.legacy)} of {{{action.seat}}} rolls {{dice}}.", "FAN-069")
        add_die(action, action.seat, face, entrant.legacy)
    if trial(g.state, "overtime"):
        (face,) = roll(g, 1, "Overtime: one die more, {dice}.")
        add_die(action, action.seat, face)


def _lock(g: Play[State], action: Action) -> None:
    s = g.state
    action.amount = score(s, action, action.seat)
    action.scores = {str(action.seat): action.amount}
    action.step = "after"
    s.citadels[action.seat].reserve += action.amount  # FAN-072
    s.harvested = action.amount  # FAN-075
    s.completed += 1
    s.harvests.append(action.amount)
    g.tell(f"{{{action.seat}}} harvests {action.amount} Shards.", rule="FAN-072")

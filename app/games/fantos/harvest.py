"""Harvest (rules section 7)."""

from __future__ import annotations

from app.games.fantos.components import title
from app.games.fantos.dice import roll
from app.games.fantos.effects import AFTER, ROLLED
from app.games.fantos.losses import add_die
from app.games.fantos.pauses import pause
from app.games.fantos.queries import trial
from app.games.fantos.reactions import hold, open_to_others
from app.games.fantos.scores import score
from app.games.fantos.state import Action, State
from app.games.fantos.telling import step
from app.games.fantos.words import shards
from app.kernel import Play, Script


def harvest(g: Play[State], action: Action) -> Script[None]:
    if action.step == "declared":
        yield from open_to_others(g)  # FAN-061
        if action.cancelled:
            return
        action.step = "dice"
        yield from pause(g)
    if action.step == "dice":
        with step(g, "roll", "The dice are cast", about=f"citadel-{action.seat}", rule="FAN-069") as made:
            _dice(g, action)
            made.title = f"The Harvest of {{{action.seat}}} stands at {score(g.state, action, action.seat)}"
        action.step = "rolled"
        yield from pause(g)
    if action.step == "rolled":
        yield from hold(g, ROLLED, resumable=True)
        if action.cancelled:  # FAN-074
            return
        with step(g, "gain", f"{{{action.seat}}} brings the Harvest in", why="the Harvest", rule="FAN-072") as made:
            _lock(g, action)
            made.title = f"{{{action.seat}}} harvests {shards(action.amount)}"
            made.about = f"citadel-{action.seat}"
        yield from pause(g)
    yield from hold(g, AFTER, resumable=True)


def _dice(g: Play[State], action: Action) -> None:
    """FAN-069: one die for each; Overtime adds one bound to nobody (FAN-071)."""
    for entrant in action.entrants:
        (face,) = roll(
            g,
            1,
            f"{title(entrant.legacy)} of {{{action.seat}}} rolls {{dice}}.",
            "FAN-069",
            owner=action.seat,
            note=title(entrant.legacy),
        )
        add_die(action, action.seat, face, entrant.legacy)
    if trial(g.state, "overtime"):
        (face,) = roll(g, 1, "Overtime: one die more, {dice}.", owner=action.seat, note="Overtime")
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
    g.tell(f"{{{action.seat}}} harvests {shards(action.amount)}.", rule="FAN-072")

"""Trials that leave play never come back (FAN-120)."""

from __future__ import annotations

from app.games.fantos.components import title
from app.games.fantos.state import State
from app.kernel import Play


def remove_trial(g: Play[State], name: str) -> None:
    s = g.state
    s.trials = [card for card in s.trials if card.id != name]
    s.gone_trials.append(name)
    g.tell(f"{title(name)} leaves the game.", rule="FAN-120")

"""The table of the lesson: three Citadels that have hired already, hardly any Labor, and Trials in a known order."""

from __future__ import annotations

from app.games.fantos.components import LEGACIES, TRIALS
from app.games.fantos.state import Legacy, Slot, State

MATS = ("lumen-spire", "thornhold", "rime-maze")
HIRED = (("tinker", "navigator", "diver"), ("vizier", "champion", "castellan"), ("marquis", "foundry-guard", "herzog"))
PAID = (11, 16, 17)  # own people cost 2 less
HAND = ("strip-mine",)  # of the learner
POOL = ("knight", "alchemist", "cook", "cutpurse", "ropewalker")
TRIALS_IN_ORDER = ("overtime", "shard-rain", "iridium-fog", "zodraz")


def lay(s: State) -> None:
    """The learner has the first seat and the first turn. The only Labor card there is lies in the learner's hand, so
    that hardly anything can be answered by anybody."""
    for seat, citadel in enumerate(s.citadels):
        citadel.mat = MATS[seat]
        citadel.reserve = s.options.reserve - PAID[seat]
        citadel.legacies = [Legacy(name, LEGACIES[name].cost) for name in HIRED[seat]]
        citadel.hand = list(HAND) if seat == 0 else []
        citadel.hires = citadel.setup_turns = s.options.legacies
    placed = {name for names in HIRED for name in names} | set(POOL)
    s.pool = [Slot(name) for name in POOL]
    s.legacy_deck = [name for name in LEGACIES if name not in placed]
    s.labor_deck = []
    s.trial_deck = [*TRIALS_IN_ORDER, *(name for name in TRIALS if name not in TRIALS_IN_ORDER)]
    s.active = s.first = 0
    s.phase = "untask"

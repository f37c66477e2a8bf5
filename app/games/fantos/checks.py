"""What can never be otherwise."""

from __future__ import annotations

from app.games.fantos.components import LABOR, LEGACIES, TRIALS
from app.games.fantos.queries import everyone, owner
from app.games.fantos.state import State


def check(s: State) -> None:
    _every_card_is_somewhere(s)
    for citadel in s.citadels:
        assert citadel.reserve > 0 or not citadel.alive, "a living Citadel has Shards"
        assert citadel.alive or not (citadel.hand or citadel.legacies), "an eliminated Citadel owns nothing"
        assert citadel.hand == sorted(citadel.hand)
    for _, legacy in everyone(s):
        assert legacy.shards > 0, f"{legacy.id} holds no Shards"
        assert legacy.status != "disabled" or not legacy.labor
    assert s.reigning is None or owner(s, s.reigning) is not None
    assert len(s.trials) <= 3
    assert len(s.pool) == 5
    for seat, top in enumerate(s.known_trials):
        assert s.trial_deck[: len(top)] == top, f"seat {seat} knows the wrong top cards"


def _every_card_is_somewhere(s: State) -> None:
    legacies = [*s.legacy_deck, *s.legacy_discard, *(legacy.id for _, legacy in everyone(s))]
    legacies += [slot.card for slot in s.pool if slot.card is not None]
    legacies += ["vizier" for citadel in s.citadels if citadel.fallen]
    legacies += [s.revealed] if s.revealed is not None else []
    legacies += s.peek.cards if s.peek is not None and s.peek.what == "pool" else []
    assert sorted(legacies) == sorted(LEGACIES), "every Legacy is in exactly one place"
    if not s.options.lesson:  # where most of the Labor is left out
        _all_labor_is_somewhere(s)
    trials = [*s.trial_deck, *s.removed_trials, *s.gone_trials, *(card.id for card in s.trials)]
    assert sorted(trials) == sorted(TRIALS), "every Trial is in exactly one place"


def _all_labor_is_somewhere(s: State) -> None:
    labor = [*s.labor_deck, *s.labor_discard, *(card for c in s.citadels for card in c.hand)]
    labor += [card for _, legacy in everyone(s) for card in legacy.labor]
    labor += [item.title for item in s.stack if item.kind == "labor"]
    assert sorted(labor) == sorted(c.id for c in LABOR.values() for _ in range(c.copies)), "every Labor card, once"

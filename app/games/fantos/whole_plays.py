"""What plays are worth to a computer player that have no target, or one that they ask for in their own way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.games.fantos.bargaining import SAFE
from app.games.fantos.components import LEGACIES
from app.games.fantos.hiring import price
from app.games.fantos.judgement import CARD, DIE_MEAN
from app.games.fantos.queries import able, living, stat, total

if TYPE_CHECKING:
    from app.games.fantos.bot import Competent


def _raid(mind: Competent) -> float:
    return 3 + mind.judge.gain(mind.judge.payer(), -3)


def _alms(mind: Competent) -> float:
    reserves = {seat: mind.s.citadels[seat].reserve for seat in living(mind.s)}
    rich = [seat for seat, amount in reserves.items() if amount == max(reserves.values())]
    poor = [seat for seat, amount in reserves.items() if amount == min(reserves.values())]
    gives = sum(mind.judge.gain(seat, -len(poor)) for seat in rich)
    return 0.0 if rich == poor else gives + sum(mind.judge.gain(seat, len(rich)) for seat in poor)


def _own_harvest(mind: Competent) -> float:
    """Cartographer: a Trial fewer is time gained for whoever is behind."""
    action = mind.s.action
    if action is None or action.amount <= 6:
        return 0.0
    behind = total(mind.s, mind.seat) < max(total(mind.s, seat) for seat in living(mind.s))
    return 1.5 if behind else 0.0


def _takes(amount: int) -> Callable[[Competent], float]:
    def value(mind: Competent) -> float:
        action = mind.s.action
        if action is None:
            return 0.0
        payer = action.winner if action.kind in ("tribute", "special") else action.seat
        moved = min(amount, action.amount) if action.kind in ("tribute", "special") else amount
        return moved + mind.judge.gain(payer, -moved)

    return value


def _cancel(mind: Competent) -> float:
    if mind.s.action is not None and mind.s.action.dice:
        return mind.judge.cancelled(mind.contest)
    action = mind.contest  # declared, not rolled yet: what may be expected
    if action is None or action.kind != "war" or action.target != mind.seat:
        return 0.0
    attack = sum(stat(mind.s, e.legacy, "war", e) + DIE_MEAN for e in action.entrants)
    defence = sum(mind.judge.force(x, "war", defends=True) for x in able(mind.s, mind.seat, "war")) or DIE_MEAN
    return 1.2 * (attack - defence) - 1.5  # it can still be played when the dice lie


def _pioneer(mind: Competent) -> float:
    """All Labor of this War undone."""
    action = mind.contest
    if action is None:
        return 0.0
    undone: dict[int, float] = {}
    for change in action.changes:
        if change.labor:
            undone[change.seat] = undone.get(change.seat, 0.0) - change.amount
    for die in action.dice:
        undone[die.seat] = undone.get(die.seat, 0.0) + die.natural - die.face
    back = sum(
        2.0 for band in action.followers if band.taker != mind.seat and mind.seat in (action.seat, action.target)
    )
    return mind.judge.outcome(action, undone) - mind.judge.outcome(action) + back


def _banneret(mind: Competent) -> float:
    action = mind.contest
    if action is None:
        return 0.0
    return mind.judge.change(action, mind.seat, sum(e.seat == mind.seat for e in action.entrants))


def _gong_farmer(mind: Competent) -> float:
    """He brings cards, and his Shards to safety; in the final round there is no Harvest left for him."""
    danger = mind.judge.aimed_at("gong-farmer") + mind._in_danger("gong-farmer")
    late = 1.0 if mind.s.final is not None and mind.s.action is None else 0.0
    return 2 * CARD + danger + late + (2.0 if mind._reserve() < 4 else 0.0) - 0.6


def _recruiter(mind: Competent) -> float:
    if mind.s.active != mind.seat or mind.s.hired:
        return 0.0
    prices = [price(mind.s, mind.seat, slot.card) for slot in mind.s.pool if slot.card and slot.laid_by is None]
    return 3.0 if prices and mind._reserve() - min(prices) >= SAFE - 3 else 0.0


def _forged_writ(mind: Competent) -> float:
    """A new Pool, if the one there offers me little."""
    if mind.s.active != mind.seat or mind._reserve() < SAFE + 5:
        return 0.0
    there = [slot.card for slot in mind.s.pool if slot.card is not None and slot.laid_by is None]
    best = max(
        (mind.judge.body(name) + LEGACIES[name].cost - price(mind.s, mind.seat, name) for name in there), default=0.0
    )
    return max(0.0, 5.0 - best)


def _gravedigger(mind: Competent) -> float:
    """Only I shall know what is for hire: as long as I can use it next."""
    hidden = all(slot.laid_by is not None for slot in mind.s.pool if slot.card is not None)
    return 0.0 if hidden or mind.s.active != mind.seat or mind._reserve() < SAFE + 5 else 1.0


def _bishop(mind: Competent) -> float:
    vote = mind.s.vote
    return 0.0 if vote is None else mind._turns(1, not mind._said(mind.seat))


def _oracle(mind: Competent) -> float:
    """To keep what I like, or to be rid of what I do not."""
    there = [mind.judge.likes(card.id) for card in mind.s.trials if card.turn != mind.s.turn]
    return max(there, default=0.0) - min(there, default=0.0)


def _usurer(mind: Competent) -> float:
    richer = [seat for seat in mind.judge.others if mind.s.citadels[seat].reserve > mind._reserve()]
    return len(richer) + sum(mind.judge.gain(seat, -1) for seat in richer)


WHOLE: dict[str, Callable[[Competent], float]] = {
    "raid": _raid,
    "alms": _alms,
    "duel": lambda mind: mind._best_duel([x.id for x in able(mind.s, mind.seat, "duel")])[0],
    "cartographer": _own_harvest,
    "diver": _takes(2),
    "brigands": _takes(3),
    "freeman": _cancel,
    "bled-dry": _cancel,
    "a-time-of-peace": _cancel,
    "pioneer": _pioneer,
    "quarryman": lambda mind: mind.judge.change(mind.contest, mind.seat, 3),
    "banneret": _banneret,
    "alchemist": lambda mind: 3.0,
    "usurer": _usurer,
    "gong-farmer": _gong_farmer,
    "recruiter": _recruiter,
    "forged-writ": _forged_writ,
    "gravedigger": _gravedigger,
    "outrider": lambda mind: 0.9 if not mind.s.known_trials[mind.seat] else 0.0,
    "bishop": _bishop,
    "oracle": _oracle,
}

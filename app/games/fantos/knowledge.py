"""What each seat may know of what is hidden, and worlds it cannot tell apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable

from app.games.fantos.components import LABOR, TRIALS
from app.games.fantos.setup import trial_groups
from app.games.fantos.state import State
from app.kernel import Rng

COPIES = {card.id: tuple((card.id, copy) for copy in range(card.copies + 1)) for card in LABOR.values()}


def known(s: State, seat: int | None) -> frozenset[Hashable]:
    """Every card that this seat can see, copies counted; and how often it has looked at hidden ones."""
    labor = [*s.labor_discard]
    cards: set[Hashable] = {slot.card for slot in s.pool if slot.card and slot.laid_by in (None, seat)}
    cards.update(s.legacy_discard, s.removed_trials, s.gone_trials)
    for citadel in s.citadels:
        for legacy in citadel.legacies:
            cards.add(legacy.id)
            labor += legacy.labor
    labor += [item.title for item in s.stack if item.kind == "labor"]
    cards.update([card.id for card in s.trials])
    if s.revealed is not None:
        cards.add(s.revealed)
    if seat is not None:
        labor += s.citadels[seat].hand
        cards.update(s.known_trials[seat])
        if s.peek is not None and s.peek.seat == seat:
            cards.add(("look", s.peeks))
            cards.update(s.peek.cards if s.peek.what != "hand" else ())
        for trade in s.trades:
            if trade.partner == seat:
                cards.add(("trade", trade.id))
    counts: dict[str, int] = {}
    for card in labor:
        counts[card] = copy = counts.get(card, 0) + 1
        cards.add(COPIES[card][copy])
    return frozenset(cards)


def resample(s: State, seat: int | None, rng: Rng) -> State:
    """A state that this seat cannot tell from the real one."""
    return _deal_anew(s, set() if seat is None else {seat}, rng)


def reshuffle(s: State, rng: Rng) -> State:
    """A state that nobody can tell from the real one."""
    return _deal_anew(s, set(range(len(s.citadels))), rng)


def _deal_anew(s: State, eyes: set[int], rng: Rng) -> State:
    """What none of these seats has seen: unseen Labor changes places between deck and hands, unseen Legacies between deck
    and face-down slots, unseen Trials within their tiers."""
    _labor(s, eyes, rng)
    _legacies(s, eyes, rng)
    _trials(s, eyes, rng)
    return s


def _labor(s: State, eyes: set[int], rng: Rng) -> None:
    looked = s.peek.of if s.peek is not None and s.peek.seat in eyes and s.peek.what == "hand" else None
    others = [n for n in range(len(s.citadels)) if n not in eyes and n != looked]
    kept = {n: _offered(s, n) for n in others}
    unseen = list(s.labor_deck)
    for n in others:
        hand = list(s.citadels[n].hand)
        for card in kept[n]:
            hand.remove(card)
        unseen += hand
    unseen = rng.shuffled(unseen, "imagined")
    for n in others:
        size = len(s.citadels[n].hand) - len(kept[n])
        s.citadels[n].hand = sorted([*kept[n], *unseen[:size]])
        del unseen[:size]
    s.labor_deck = unseen


def _offered(s: State, owner: int) -> list[str]:
    """Cards of this hand that are offered: who is offered them has seen them, and hidden offers must stay possible."""
    cards: list[str] = []
    for trade in s.trades:
        if trade.seat == owner:
            cards += trade.cards
    hand = Counter(s.citadels[owner].hand)
    return [card for card, count in Counter(cards).items() for _ in range(min(count, hand[card]))]


def _legacies(s: State, eyes: set[int], rng: Rng) -> None:
    hidden = [slot for slot in s.pool if slot.card is not None and slot.laid_by not in (None, *eyes)]
    held = s.peek.cards if s.peek is not None and s.peek.what == "pool" and s.peek.seat not in eyes else []
    unseen = rng.shuffled([*s.legacy_deck, *(slot.card for slot in hidden if slot.card), *held], "imagined")
    for slot in hidden:
        slot.card = unseen.pop()
    held[:] = [unseen.pop() for _ in held]
    s.legacy_deck = unseen


def _trials(s: State, eyes: set[int], rng: Rng) -> None:
    """Known top cards stay; the rest is mixed as far as the tiers allow. What other seats know follows the deck."""
    known_top = max((len(s.known_trials[seat]) for seat in eyes), default=0)
    if s.peek is not None and s.peek.seat in eyes and s.peek.what == "trials":
        known_top = max(known_top, len(s.peek.cards))
    rest = s.trial_deck[known_top:]
    fixed = s.options.zodraz_last or s.options.trials == "extreme"  # then everybody knows roughly where Zodraz lies
    for tiers in trial_groups(s.options):
        places = [i for i, card in enumerate(rest) if TRIALS[card].tier in tiers and not (fixed and card == "zodraz")]
        for place, card in zip(places, rng.shuffled([rest[i] for i in places], "imagined"), strict=True):
            rest[place] = card
    s.trial_deck = s.trial_deck[:known_top] + rest
    for other, top in enumerate(s.known_trials):
        s.known_trials[other] = s.trial_deck[: len(top)]
    if s.peek is not None and s.peek.what == "trials" and s.peek.seat not in eyes:
        s.peek.cards = s.trial_deck[: len(s.peek.cards)]

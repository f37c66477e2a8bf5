"""Cult: Bishop, Astrologers, Executioner, Gravedigger, Inquisitor, Oblate, Oracle. Flagellants: tasking.py."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.fantos.components import title
from app.games.fantos.dice import roll
from app.games.fantos.effects import (
    FLOOR,
    INSTANT,
    ROLLED,
    ROOM,
    VOTED,
    Ability,
    Context,
    ability,
    aimed_die,
    contest,
    die_options,
    hired,
    legacy_options,
    name_of,
    number_of,
    seat_options,
)
from app.games.fantos.losses import discard, untask
from app.games.fantos.queries import active_legacy, find
from app.games.fantos.secrets import look, look_away
from app.games.fantos.state import Item, Slot, State
from app.games.fantos.words import cards
from app.kernel import Option, Play, Script, ask, choose, choosing


@ability
class Bishop(Ability):
    id = "bishop"
    windows = frozenset((VOTED,))
    aimed = False
    spend = 2
    tasks = False

    def when(self, c: Context) -> bool:
        vote = c.s.vote
        return vote is not None and str(c.seat) in vote.cast and self.id not in vote.spent

    def issued(self, g: Play[State], item: Item) -> Script[None]:
        assert g.state.vote is not None
        g.state.vote.spent.append(self.id)
        yield from ()

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        vote = g.state.vote
        if vote is not None:
            vote.bonus[str(item.seat)] = vote.bonus.get(str(item.seat), 0) + 1
        yield from ()


@ability
class Astrologers(Ability):
    id = "astrologers"
    windows = frozenset((ROLLED,))
    prompt = "whose die is rolled again?"

    def targets(self, c: Context) -> Sequence[Option]:
        action = contest(c, "tribute", "special")
        return die_options(action) if action is not None else []

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        die = aimed_die(g, item)
        (die.face,) = roll(g, 1, f"Astrologers: the die of {{{die.seat}}} is rolled again: {{dice}}.")
        die.natural = die.face
        yield from ()


@ability
class Executioner(Ability):
    id = "executioner"
    windows = frozenset((FLOOR,))

    def targets(self, c: Context) -> Sequence[Option]:
        names = [name for name in hired(c, but=self.id) if _few(c.s, name)]
        return legacy_options(c.s, names)

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        legacy = active_legacy(g.state, name_of(item.aim[0]))
        if legacy is not None and legacy.id not in item.guarded:
            discard(g, legacy)
        yield from ()


def _few(s: State, name: str) -> bool:
    legacy = find(s, name)
    return legacy is not None and legacy.shards in (1, 2)


@ability
class Gravedigger(Ability):
    id = "gravedigger"
    windows = frozenset((FLOOR,))
    aimed = False

    def when(self, c: Context) -> bool:
        return any(slot.card for slot in c.s.pool) or bool(c.s.legacy_discard)

    def aim(self, g: Play[State], c: Context) -> Script[list[str]]:
        most = min(2, len(c.s.legacy_discard))
        least = 0 if any(slot.card for slot in c.s.pool) else 1
        options = [Option(f"take:{n}", f"Take {n} from the discard pile") for n in range(least, most + 1)]
        if len(options) == 1:
            return [options[0].id]
        return [(yield from choose(c.seat, "Gravedigger: how many discards?", options, public="plays a card"))]

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        s, seat = g.state, item.seat
        taken = [slot.card for slot in s.pool if slot.card is not None]
        for _ in range(min(number_of(item.aim[0]), len(s.legacy_discard))):
            card = s.legacy_discard.pop()
            taken.append(card)
            g.tell(f"Gravedigger takes {title(card)} from the discard pile.", rule="FAN-231")
        look(g, seat, "pool", None, taken)
        for slot in s.pool:
            slot.card, slot.laid_by = None, None
        laid = yield from _order(seat, taken, min(5, len(taken)), "lay these face down, the first slot first")
        rest = [card for card in taken if card not in laid]
        under = yield from _order(seat, rest, len(rest), "under the Legacy Deck, the deepest last")
        s.pool = [Slot(card, seat) for card in laid] + [Slot(None) for _ in range(5 - len(laid))]
        s.legacy_deck += under
        look_away(g)
        g.tell(f"{{{seat}}} lays {cards(len(laid))} face down in the Legacy Pool.", rule="FAN-231")
        if under:
            words = ", ".join(title(card) for card in under)
            later = f"{{{seat}}} put under the Legacy Deck: {words}."
            g.tell(f"Under the Legacy Deck: {words}.", to=[seat], rule="FAN-233", later=later)


def _order(seat: int, cards: list[str], count: int, what: str) -> Script[list[str]]:
    if len(cards) < 2:
        return list(cards)
    options = [Option(f"legacy:{card}", title(card)) for card in cards]
    chosen = yield from ask(
        choosing(
            seat,
            f"Gravedigger: {what}",
            options,
            least=count,
            most=count,
            ordered=True,
            public="arranges the Legacy Pool",
        )
    )
    return [name_of(card) for card in chosen]


@ability
class Inquisitor(Ability):
    id = "inquisitor"
    windows = frozenset((FLOOR,))

    def targets(self, c: Context) -> Sequence[Option]:
        return seat_options(c.s, [seat for seat in c.others() if c.s.citadels[seat].hand])

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        s, other = g.state, number_of(item.aim[0])
        hand = s.citadels[other].hand
        look(g, item.seat, "hand", other, hand)
        words = ", ".join(title(card) for card in hand)
        later = f"{{{item.seat}}} saw what {{{other}}} held: {words}."
        g.tell(f"{{{other}}} holds {words}.", to=[item.seat], rule="FAN-233", later=later)
        options = [Option(f"card:{card}", title(card)) for card in sorted(set(hand))]
        chosen = yield from choose(item.seat, "Inquisitor: discard which?", options, public="looks at a hand")
        hand.remove(name_of(chosen))
        s.labor_discard.append(name_of(chosen))
        look_away(g)
        g.tell(f"{{{other}}} loses {title(name_of(chosen))}.")


@ability
class Oblate(Ability):
    id = "oblate"
    windows = INSTANT
    discards = True

    def targets(self, c: Context) -> Sequence[Option]:
        mine = [x.id for x in c.s.citadels[c.seat].legacies if x.status != "untasked" and x.id != self.id]
        return legacy_options(c.s, mine)

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        legacy = find(g.state, name_of(item.aim[0]))
        assert legacy is not None
        untask(g, legacy)
        yield from ()


@ability
class Oracle(Ability):
    id = "oracle"
    windows = frozenset((ROOM,))
    aimed = False

    def when(self, c: Context) -> bool:
        return c.s.chooser is not None and c.s.chooser != c.seat

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        g.state.chooser = item.seat
        yield from ()

"""Hollow: Mummers, Troubadour, Apothecary, Usurer, Bloodletter, Eavesdropper, Mesmerist. Marquis: closing.py."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.fantos.components import LEGACIES, title
from app.games.fantos.effects import (
    ACT,
    DECLARED,
    FLOOR,
    INSTANT,
    OPEN,
    ROLLED,
    Ability,
    Context,
    ability,
    amounts,
    change_aimed_score,
    change_score,
    contest,
    hired,
    legacy_options,
    name_of,
    number_of,
    reachable,
    score_options,
    seat_options,
)
from app.games.fantos.losses import task, transfer
from app.games.fantos.queries import active_legacy, entrant_of, own, stat
from app.games.fantos.secrets import look, look_away
from app.games.fantos.state import Item, State
from app.games.fantos.words import shards
from app.kernel import Option, Play, Script, choose

CONTESTS = ("harvest", "war", "tribute", "special")


@ability
class Mummers(Ability):
    id = "mummers"
    windows = frozenset((ROLLED,))

    def targets(self, c: Context) -> Sequence[Option]:
        action = contest(c, *CONTESTS)
        names = [e.legacy for e in action.entrants] if action is not None else []
        return legacy_options(c.s, [n for n in names if LEGACIES[n].race == "Hollow" and n != self.id])

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        action = g.state.action
        entrant = entrant_of(action, name_of(item.aim[0]))
        if action is not None and entrant is not None and own(g.state, item.seat, self.id) is not None:
            change_score(g, item, entrant.seat, stat(g.state, self.id, action.kind))
        yield from ()


@ability
class Troubadour(Ability):
    id = "troubadour"
    windows = frozenset((ROLLED,))
    prompt = "which score?"

    def targets(self, c: Context) -> Sequence[Option]:
        action = contest(c, *CONTESTS)
        return score_options(c, action, (2, -2)) if action is not None else []

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        change_aimed_score(g, item)
        yield from ()


@ability
class Apothecary(Ability):
    id = "apothecary"
    windows = INSTANT
    discards = True

    def legacies(self, c: Context) -> list[str]:
        return hired(c, but=self.id)

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        legacy = active_legacy(g.state, name_of(item.aim[0]))
        assert legacy is not None
        legacy.shards += item.paid
        g.tell(f"{title(legacy.id)} receives {shards(item.paid)}.")
        yield from ()


@ability
class Usurer(Ability):
    id = "usurer"
    windows = frozenset((FLOOR,))
    aimed = False

    def when(self, c: Context) -> bool:
        return bool(_richer(c.s, c.seat))

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        payers = _richer(g.state, item.seat)  # FAN-014: all compared before any Shard moves
        for payer in payers:
            transfer(g, payer, item.seat, 1)
        g.tell(f"Usurer: {{{item.seat}}} gets {len(payers)} from those who were richer.")
        yield from ()


def _richer(s: State, seat: int) -> list[int]:
    mine = s.citadels[seat].reserve
    return [other for other, citadel in enumerate(s.citadels) if citadel.alive and citadel.reserve > mine]


@ability
class Bloodletter(Ability):
    id = "bloodletter"
    windows = frozenset((FLOOR,))

    def legacies(self, c: Context) -> list[str]:
        return hired(c, but=self.id)

    def aim(self, g: Play[State], c: Context) -> Script[list[str]]:
        chosen = yield from super().aim(g, c)
        legacy = active_legacy(c.s, name_of(chosen[0]))
        assert legacy is not None
        amount = yield from amounts(c.seat, "Bloodletter: how many Shards?", min(2, legacy.shards))
        return [*chosen, f"amount:{amount}"]

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        legacy = active_legacy(g.state, name_of(item.aim[0]))
        mine = own(g.state, item.seat, self.id)
        if legacy is not None and mine is not None and legacy.id not in item.guarded:
            moved = min(number_of(item.aim[1]), legacy.shards)
            legacy.shards -= moved
            mine.shards += moved
            g.tell(f"Bloodletter takes {moved} from {title(legacy.id)}.")
        yield from ()


@ability
class Eavesdropper(Ability):
    id = "eavesdropper"
    windows = frozenset((FLOOR,))

    def targets(self, c: Context) -> Sequence[Option]:
        return seat_options(c.s, [seat for seat in c.others() if c.s.citadels[seat].hand])

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        s, seat, other = g.state, item.seat, number_of(item.aim[0])
        mine, theirs = s.citadels[seat].hand, s.citadels[other].hand
        look(g, seat, "hand", other, theirs)
        later = f"{{{seat}}} saw what {{{other}}} held: {_titles(theirs)}."
        g.tell(f"{{{other}}} holds {_titles(theirs)}.", to=[seat], rule="FAN-233", later=later)
        options = [Option("no-swap", "Swap nothing")]
        if mine:
            options += [Option(f"card:{card}", f"Take {title(card)}") for card in sorted(set(theirs))]
        wanted = yield from choose(seat, "Eavesdropper: take which?", options, public="looks at a hand")
        if wanted == "no-swap":
            g.tell(f"{{{seat}}} swaps nothing.")
            look_away(g)
            return
        given = yield from choose(
            seat,
            "Eavesdropper: give which?",
            [Option(f"card:{card}", f"Give {title(card)}") for card in sorted(set(mine))],
            public="looks at a hand",
        )
        taken, gift = name_of(wanted), name_of(given)
        theirs.remove(taken)
        mine.remove(gift)
        mine.append(taken)
        theirs.append(gift)
        mine.sort()
        theirs.sort()
        look_away(g)
        g.tell(f"{{{seat}}} and {{{other}}} swap one card.", rule="FAN-234")
        words = f"{{{seat}}} gets {title(taken)}, {{{other}}} gets {title(gift)}."
        g.tell(words, to=[seat, other], rule="FAN-234", later=words)


def _titles(cards: Sequence[str]) -> str:
    return ", ".join(title(card) for card in cards)


@ability
class Mesmerist(Ability):
    id = "mesmerist"
    windows = frozenset((ACT, OPEN, DECLARED, ROLLED))
    spend = 2

    def when(self, c: Context) -> bool:
        return c.s.phase == "action"  # FAN-012, FAN-105: he does not name Tribute, so a Special one is closed to him

    def legacies(self, c: Context) -> list[str]:
        return reachable(c, hired(c, mine=False, status="untasked"))

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        legacy = active_legacy(g.state, name_of(item.aim[0]))
        assert legacy is not None
        task(legacy, "nothing")  # FAN-049
        g.tell(f"{title(legacy.id)} is tasked to nothing.", rule="FAN-049")
        yield from ()

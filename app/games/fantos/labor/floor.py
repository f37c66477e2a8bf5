"""Labor of the Secondary Actions Phase: Alms, Duel, Raid, Council, Oubliette, Forged Writ, Recruiter, Scavengers."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.fantos.components import title
from app.games.fantos.decks import draw_labor, refill
from app.games.fantos.duels import challenge, fight
from app.games.fantos.effects import (
    DUEL_ROLLED,
    FLOOR,
    Context,
    Labor,
    hired,
    labor,
    legacy_options,
    name_of,
    number_of,
    pick,
    reachable,
    seat_options,
)
from app.games.fantos.losses import disable, transfer
from app.games.fantos.queries import able, active_legacy, labor_cost, living, own
from app.games.fantos.queries import payers as can_pay
from app.games.fantos.state import Item, Legacy, Slot, State
from app.games.fantos.trials.leaving import remove_trial
from app.games.fantos.votes import hold_vote
from app.kernel import Option, Play, Script


@labor
class Alms(Labor):
    id = "alms"
    windows = frozenset((FLOOR,))
    aimed = False

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        s = g.state
        reserves = {seat: s.citadels[seat].reserve for seat in living(s)}
        rich = [seat for seat, amount in reserves.items() if amount == max(reserves.values())]
        poor = [seat for seat, amount in reserves.items() if amount == min(reserves.values())]
        if rich != poor:
            for payer in rich:
                for taker in poor:
                    moved = transfer(g, payer, taker, 1)
                    g.tell(f"Alms: {{{payer}}} gives {moved} to {{{taker}}}.")
        yield from ()


def duellists(c: Context, payer: Legacy) -> list[str]:
    """Who is still there once this Legacy has paid for the card."""
    leaves = payer.shards == labor_cost(payer, "duel")
    return [name for name in hired(c) if not (leaves and name == payer.id)]


def challengers(c: Context, payer: Legacy) -> list[str]:
    """FAN-134, FAN-135: who can issue a Duel, if this Legacy pays for the card."""
    there = duellists(c, payer)
    return [legacy.id for legacy in able(c.s, c.seat, "duel") if legacy.id in there] if len(there) >= 2 else []


@labor
class Duel(Labor):
    id = "duel"
    windows = frozenset((FLOOR,))
    aimed = False

    def payers(self, c: Context) -> list[Legacy]:
        return [legacy for legacy in can_pay(c.s, c.seat, self.id) if challengers(c, legacy)]

    def aim(self, g: Play[State], c: Context) -> Script[list[str]]:
        payer = own(c.s, c.seat, c.source)
        assert payer is not None
        mine = yield from pick(c.seat, "Duel: who challenges?", legacy_options(c.s, challengers(c, payer)))
        rivals = [name for name in duellists(c, payer) if name != name_of(mine)]
        target = yield from pick(c.seat, "Duel: whom?", legacy_options(c.s, rivals))
        return [target, mine]

    def issued(self, g: Play[State], item: Item) -> Script[None]:
        yield from challenge(g, item, name_of(item.aim[1]), item.aim[0])

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        yield from fight(g, item)


@labor
class Raid(Labor):
    id = "raid"
    windows = frozenset((FLOOR,))
    aimed = False

    def aim(self, g: Play[State], c: Context) -> Script[list[str]]:
        """Normally one's own Citadel takes: who pays it is asked first, and only a gift asks further."""
        rich = c.s.citadels[c.seat].reserve > 3  # FAN-013: its own payment would be a chosen one
        options = seat_options(c.s, c.others(), "3 to you from ")
        if rich or len(options) > 1:
            options.append(Option("gift", "The Shards go to another Citadel"))
        payer = yield from pick(c.seat, "Raid: who pays?", options)
        if payer != "gift":
            return [payer, f"taker:{c.seat}"]
        taker = yield from pick(c.seat, "Raid: who takes?", seat_options(c.s, c.others(), "Shards to "))
        payers = [seat for seat in c.others() if seat != number_of(taker)]
        if rich:
            payers.append(c.seat)
        payer = yield from pick(c.seat, "Raid: who pays then?", seat_options(c.s, payers, "3 from "))
        return [payer, f"taker:{number_of(taker)}"]

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        payer, taker = number_of(item.aim[0]), number_of(item.aim[1])
        if g.state.citadels[payer].alive and g.state.citadels[taker].alive:
            most = 3 if payer != item.seat else min(3, g.state.citadels[payer].reserve - 1)
            moved = transfer(g, payer, taker, most)
            g.tell(f"Raid: {{{payer}}} gives {moved} to {{{taker}}}.")
        yield from ()


@labor
class Council(Labor):
    id = "council"
    windows = frozenset((FLOOR,))
    prompt = "vote on which Trial?"

    def targets(self, c: Context) -> Sequence[Option]:
        cards = [card.id for card in c.s.trials if card.id != "zodraz" and card.turn != c.s.turn]
        return [Option(f"trial:{card}", title(card), target=f"trial-{card}") for card in cards]

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        name = name_of(item.aim[0])
        if (yield from hold_vote(g, name, council=True)):
            remove_trial(g, name)


@labor
class Oubliette(Labor):
    id = "oubliette"
    windows = frozenset((FLOOR, DUEL_ROLLED))

    def legacies(self, c: Context) -> list[str]:
        return reachable(c, hired(c))

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        legacy = active_legacy(g.state, name_of(item.aim[0]))
        if legacy is not None and legacy.id not in item.guarded:
            disable(g, legacy)
        yield from ()


@labor
class ForgedWrit(Labor):
    id = "forged-writ"
    windows = frozenset((FLOOR,))
    aimed = False

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        s = g.state
        s.legacy_discard += [slot.card for slot in s.pool if slot.card is not None]
        s.pool = [Slot(None) for _ in range(5)]
        refill(g)
        yield from ()


@labor
class Recruiter(Labor):
    id = "recruiter"
    windows = frozenset((FLOOR,))
    aimed = False

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        g.state.recruiter += 3
        yield from ()


@labor
class Scavengers(Labor):
    id = "scavengers"
    windows = frozenset((FLOOR,))
    prompt = "who draws?"

    def targets(self, c: Context) -> Sequence[Option]:
        return seat_options(c.s, [c.seat, *c.others()])

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        draw_labor(g, number_of(item.aim[0]), 2)
        yield from ()

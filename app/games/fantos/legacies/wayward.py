"""Wayward: Pioneer, Gong Farmer, Envoy, Smuggler, Juggler, Cutpurse. Tinker: queries.py; Ropewalker: effects.py."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.fantos.components import title
from app.games.fantos.decks import draw_labor
from app.games.fantos.dice import roll
from app.games.fantos.effects import (
    FLOOR,
    INSTANT,
    ROLLED,
    VOTED,
    Ability,
    Context,
    ability,
    aimed_die,
    amounts,
    contest,
    die_options,
    hired,
    name_of,
    number_of,
    seat_options,
)
from app.games.fantos.queries import entrant_of, own
from app.games.fantos.state import Item, Legacy, State
from app.games.fantos.words import shards_go
from app.kernel import Option, Play, Script

WAR_LABOR = ("mercenaries", "loaded-die", "camp-followers", "a-time-of-peace")


@ability
class Pioneer(Ability):
    """Labor cannot be attached during a War (all of it is played on the floor), so there is none to discard."""

    id = "pioneer"
    windows = frozenset((ROLLED,))
    aimed = False

    def when(self, c: Context) -> bool:
        return contest(c, "war") is not None

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        action = g.state.action
        if action is not None and self.when(Context(g.state, item.seat, item.window)):
            action.changes = [change for change in action.changes if not change.labor]
            action.followers = []
            for die in action.dice:
                die.face = die.natural
            for other in g.state.stack:
                if other.kind == "labor" and other.title in WAR_LABOR:
                    other.cancelled = True
            g.tell("Pioneer cancels all Labor of this War.")
        yield from ()


@ability
class GongFarmer(Ability):
    id = "gong-farmer"
    windows = INSTANT
    aimed = False
    discards = True

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        g.state.citadels[item.seat].reserve += item.paid
        g.tell(f"Gong Farmer: {shards_go(item.paid)} to the Reserve of {{{item.seat}}}.")
        draw_labor(g, item.seat, 2)
        yield from ()


@ability
class Envoy(Ability):
    id = "envoy"
    windows = frozenset((VOTED,))
    prompt = "whose vote is reversed?"

    def targets(self, c: Context) -> Sequence[Option]:
        vote = c.s.vote
        return seat_options(c.s, [seat for seat in c.others() if vote is not None and str(seat) in vote.cast])

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        vote, seat = g.state.vote, number_of(item.aim[0])
        assert vote is not None
        if seat in vote.reversed:
            vote.reversed.remove(seat)
        else:
            vote.reversed.append(seat)
        g.tell(f"The vote of {{{seat}}} is reversed.", rule="FAN-126")
        yield from ()


@ability
class Smuggler(Ability):
    id = "smuggler"
    windows = frozenset((FLOOR,))

    def legacies(self, c: Context) -> list[str]:
        return hired(c, mine=True, but=self.id)

    def aim(self, g: Play[State], c: Context) -> Script[list[str]]:
        chosen = yield from super().aim(g, c)
        legacy = own(c.s, c.seat, name_of(chosen[0]))
        assert legacy is not None
        amount = yield from amounts(c.seat, "Smuggler: how many Shards?", min(3, legacy.shards))
        return [*chosen, f"amount:{amount}"]

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        legacy = own(g.state, item.seat, name_of(item.aim[0]))
        if legacy is not None and legacy.id not in item.guarded:
            moved = min(number_of(item.aim[1]), legacy.shards)
            legacy.shards -= moved
            g.state.citadels[item.seat].reserve += moved
            g.tell(f"{shards_go(moved)} from {title(legacy.id)} to the Reserve of {{{item.seat}}}.")
        yield from ()


@ability
class Juggler(Ability):
    """Paid for while he was being tasked (tasking.py); this is the roll itself."""

    id = "juggler"
    windows = frozenset((ROLLED,))
    tasks = False
    prompt = "roll which die again?"

    def ready(self, c: Context, legacy: Legacy) -> bool:
        entrant = entrant_of(contest(c, "harvest", "war", "tribute", "special"), self.id)
        return legacy.status == "tasked" and entrant is not None and entrant.reroll

    def targets(self, c: Context) -> Sequence[Option]:
        action = contest(c, "harvest", "war", "tribute", "special")
        return die_options(action, c.seat) if action is not None else []

    def issued(self, g: Play[State], item: Item) -> Script[None]:
        entrant = entrant_of(g.state.action, self.id)
        assert entrant is not None
        entrant.reroll = False
        yield from ()

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        die = aimed_die(g, item)
        (die.face,) = roll(g, 1, f"Juggler: a die of {{{item.seat}}} is rolled again: {{dice}}.")
        die.natural = die.face
        yield from ()


@ability
class Cutpurse(Ability):
    id = "cutpurse"
    windows = frozenset((FLOOR,))

    def targets(self, c: Context) -> Sequence[Option]:
        return seat_options(c.s, [seat for seat in c.others() if c.s.citadels[seat].hand])

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        s, seat, other = g.state, item.seat, number_of(item.aim[0])
        card = s.citadels[other].hand.pop(g.rng.below(len(s.citadels[other].hand), "cutpurse"))
        s.citadels[seat].hand.append(card)
        s.citadels[seat].hand.sort()
        g.tell(f"{{{seat}}} takes 1 card from {{{other}}}.", rule="FAN-234")
        words = f"{{{seat}}} has taken {title(card)} from {{{other}}}."
        g.tell(words, to=[seat, other], rule="FAN-234", later=words)
        yield from ()

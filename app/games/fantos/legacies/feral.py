"""Feral: Shirazad, Freeman, Brigands, Quarryman, Cook, Outrider. Vizier falls in losses.py; Houndkeeper: tasking.py."""

from __future__ import annotations

from app.games.fantos.components import title
from app.games.fantos.effects import (
    ACT,
    AFTER,
    DECLARED,
    FLOOR,
    OPEN,
    ROLLED,
    Ability,
    Context,
    ability,
    amounts,
    cancel_action,
    change_score,
    contest,
    hired,
    name_of,
    number_of,
)
from app.games.fantos.losses import transfer, untask
from app.games.fantos.queries import own
from app.games.fantos.secrets import look, look_away
from app.games.fantos.state import Item, State
from app.games.fantos.words import shards_go
from app.kernel import Option, Play, Script, ask, choosing


@ability
class Shirazad(Ability):
    id = "shirazad"
    windows = frozenset((ACT, OPEN, DECLARED, ROLLED))

    def when(self, c: Context) -> bool:
        return c.s.phase == "action"  # FAN-012, FAN-105: she does not name Tribute, so a Special one is closed to her

    def legacies(self, c: Context) -> list[str]:
        return hired(c, mine=True, status="tasked", but=self.id)

    def aim(self, g: Play[State], c: Context) -> Script[list[str]]:
        question = choosing(c.seat, "Shirazad: untask one or two", self.targets(c), most=2, public="plays a card")
        return list((yield from ask(question)))

    def still(self, g: Play[State], item: Item) -> bool:
        return True  # each of the two is looked at alone

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        for aim in item.aim:
            legacy = own(g.state, item.seat, name_of(aim))
            if legacy is not None and legacy.status == "tasked":
                untask(g, legacy)
        yield from ()


@ability
class Freeman(Ability):
    id = "freeman"
    windows = frozenset((ROLLED,))
    aimed = False

    def when(self, c: Context) -> bool:
        return contest(c, "harvest") is not None

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        if self.when(Context(g.state, item.seat, item.window)):
            cancel_action(g, "Harvest")
        yield from ()


@ability
class Brigands(Ability):
    id = "brigands"
    windows = frozenset((AFTER,))
    aimed = False

    def when(self, c: Context) -> bool:
        action = c.s.action
        if action is None or action.kind not in ("tribute", "special") or action.winner is None:
            return False
        return action.amount >= 1 and action.winner != c.seat

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        action = g.state.action
        if action is not None and action.winner is not None:
            moved = transfer(g, action.winner, item.seat, min(3, action.amount))
            g.tell(f"Brigands take {moved} from {{{action.winner}}}.")
        yield from ()


@ability
class Quarryman(Ability):
    id = "quarryman"
    windows = frozenset((ROLLED,))
    aimed = False

    def when(self, c: Context) -> bool:
        action = contest(c, "war")
        return action is not None and action.target == c.seat

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        if self.when(Context(g.state, item.seat, item.window)):
            change_score(g, item, item.seat, 3)
        yield from ()


@ability
class Cook(Ability):
    id = "cook"
    windows = frozenset((FLOOR,))

    def when(self, c: Context) -> bool:
        return c.s.citadels[c.seat].reserve >= 2

    def legacies(self, c: Context) -> list[str]:
        return hired(c, mine=True)

    def aim(self, g: Play[State], c: Context) -> Script[list[str]]:
        chosen = yield from super().aim(g, c)
        amount = yield from amounts(c.seat, "Cook: how many Shards?", min(2, c.s.citadels[c.seat].reserve - 1))
        return [*chosen, f"amount:{amount}"]

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        legacy = own(g.state, item.seat, name_of(item.aim[0]))
        citadel = g.state.citadels[item.seat]
        amount = min(number_of(item.aim[1]), citadel.reserve - 1)
        if legacy is not None and amount > 0:
            citadel.reserve -= amount
            legacy.shards += amount
            g.tell(f"{shards_go(amount)} from the Reserve of {{{item.seat}}} to {title(legacy.id)}.")
        yield from ()


@ability
class Outrider(Ability):
    id = "outrider"
    windows = frozenset((FLOOR,))
    aimed = False

    def when(self, c: Context) -> bool:
        return bool(c.s.trial_deck)

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        s, seat = g.state, item.seat
        top = s.trial_deck[:2]
        if not top:
            return
        look(g, seat, "trials", None, top)
        if len(top) == 2:
            options = [Option(f"trial:{card}", title(card)) for card in top]
            order = yield from ask(
                choosing(
                    seat,
                    "Outrider: which comes first?",
                    options,
                    least=2,
                    most=2,
                    ordered=True,
                    public="looks at the Trials Deck",
                )
            )
            s.trial_deck[:2] = [name_of(card) for card in order]
            for other in range(len(s.citadels)):  # FAN-232: for all others the order may have changed
                s.known_trials[other] = []
        s.known_trials[seat] = s.trial_deck[: max(len(top), len(s.known_trials[seat]))]
        look_away(g)
        g.tell(f"{{{seat}}} has looked at the top of the Trials Deck.", rule="FAN-232")
        seen = ", then ".join(title(card) for card in s.known_trials[seat])
        later = f"{{{seat}}} knew the top of the Trials Deck: {seen}."
        g.tell(f"You know the top of the Trials Deck: {seen}.", to=[seat], rule="FAN-232", later=later)

"""Marked: Knight, Sapper, Sperviter, Banneret. Herzog and Pikemaster: tasking.py; Castellan: losses.py; Champion:
duels.py."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.fantos.duels import challenge, fight
from app.games.fantos.effects import (
    FLOOR,
    ROLLED,
    Ability,
    Context,
    ability,
    change_aimed_score,
    change_score,
    contest,
    hired,
    number_of,
    score_options,
    seat_options,
)
from app.games.fantos.losses import transfer
from app.games.fantos.scores import entrants_of
from app.games.fantos.state import Item, Legacy, State
from app.kernel import Option, Play, Script


@ability
class Knight(Ability):
    id = "knight"
    windows = frozenset((FLOOR,))
    prompt = "challenge whom?"
    tasks = False  # he is tasked to the Duel

    def ready(self, c: Context, legacy: Legacy) -> bool:
        fresh = "duel" not in legacy.done and "ability" not in legacy.done  # FAN-048
        return super().ready(c, legacy) and fresh

    def legacies(self, c: Context) -> list[str]:
        return hired(c, but=self.id)

    def issued(self, g: Play[State], item: Item) -> Script[None]:
        yield from challenge(g, item, self.id, item.aim[0])
        for entrant in g.state.citadels[item.seat].legacies:
            if entrant.id == self.id:
                entrant.done.append("ability")

    def still(self, g: Play[State], item: Item) -> bool:
        return True

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        yield from fight(g, item)


@ability
class Sapper(Ability):
    id = "sapper"
    windows = frozenset((ROLLED,))
    discards = True
    prompt = "-4 to which War Score?"

    def targets(self, c: Context) -> Sequence[Option]:
        action = contest(c, "war")
        return score_options(c, action, (-4,)) if action is not None else []

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        change_aimed_score(g, item)
        yield from ()


@ability
class Sperviter(Ability):
    id = "sperviter"
    windows = frozenset((FLOOR,))

    def targets(self, c: Context) -> Sequence[Option]:
        return seat_options(c.s, c.others())

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        payer = number_of(item.aim[0])
        moved = transfer(g, payer, item.seat, 2)  # FAN-254
        g.tell(f"{{{payer}}} gives {moved} to {{{item.seat}}}.")
        yield from ()


@ability
class Banneret(Ability):
    id = "banneret"
    windows = frozenset((ROLLED,))
    aimed = False

    def when(self, c: Context) -> bool:
        action = contest(c, "war")
        return action is not None and c.seat in (action.seat, action.target)

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        action = g.state.action
        if action is not None and self.when(Context(g.state, item.seat, item.window)):
            change_score(g, item, item.seat, len(entrants_of(action, item.seat)))
        yield from ()

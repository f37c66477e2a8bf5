"""Instants: Shell Game, Clever Ruse, Forced March, Shackles, Field Surgeon."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.fantos.components import LEGACIES, title
from app.games.fantos.effects import (
    INSTANT,
    RESPONSE,
    Context,
    Labor,
    amounts,
    hired,
    labor,
    name_of,
    number_of,
    reachable,
)
from app.games.fantos.losses import task, untask
from app.games.fantos.queries import active_legacy, in_force, own
from app.games.fantos.state import Item, State
from app.games.fantos.words import shards_go
from app.kernel import Option, Play, Script


def waiting(c: Context, kind: str) -> list[Option]:
    """Items on the stack that can still be cancelled."""
    items = [item for item in c.s.stack if item.kind == kind and not item.resolving and not item.cancelled]
    return [
        Option(f"item:{item.id}", f"Cancel {title(item.title)} of {{{item.seat}}}", target=f"item-{item.id}")
        for item in reversed(items)
    ]


def cancel_item(g: Play[State], item: Item) -> None:
    number = number_of(item.aim[0])
    for other in g.state.stack:
        if other.id == number:
            other.cancelled = True


@labor
class ShellGame(Labor):
    id = "shell-game"
    windows = INSTANT
    prompt = "cancel what?"

    def targets(self, c: Context) -> Sequence[Option]:
        attached = [
            Option(f"attached:{legacy.id}:{card}", f"Discard {title(card)} under {title(legacy.id)}")
            for _, legacy in in_force(c.s)
            for card in legacy.labor
        ]
        on_stack = waiting(c, "labor") if c.window == RESPONSE else []
        return [*on_stack, *attached]

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        if item.aim[0].startswith("item:"):
            cancel_item(g, item)
        else:
            _, name, card = item.aim[0].split(":")
            legacy = active_legacy(g.state, name)
            assert legacy is not None
            legacy.labor.remove(card)  # FAN-171
            g.state.labor_discard.append(card)
            g.tell(f"{title(card)} under {title(name)} is discarded.", rule="FAN-171")
        yield from ()


@labor
class CleverRuse(Labor):
    id = "clever-ruse"
    windows = frozenset((RESPONSE,))
    prompt = "cancel which ability?"

    def targets(self, c: Context) -> Sequence[Option]:
        """Legacy abilities only: a free challenge or the Skull of Lodan is none (FAN-189)."""
        used = {f"item:{item.id}" for item in c.s.stack if item.title in LEGACIES}
        return [option for option in waiting(c, "ability") if option.id in used]

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        cancel_item(g, item)
        yield from ()


@labor
class ForcedMarch(Labor):
    id = "forced-march"
    windows = INSTANT

    def legacies(self, c: Context) -> list[str]:
        return hired(c, mine=True, status="tasked")

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        legacy = own(g.state, item.seat, name_of(item.aim[0]))
        assert legacy is not None
        untask(g, legacy)
        yield from ()


@labor
class Shackles(Labor):
    id = "shackles"
    windows = INSTANT

    def legacies(self, c: Context) -> list[str]:
        return reachable(c, hired(c, status="untasked"))

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        legacy = active_legacy(g.state, name_of(item.aim[0]))
        assert legacy is not None
        task(legacy, "nothing")  # FAN-049
        g.tell(f"{title(legacy.id)} is tasked to nothing.", rule="FAN-049")
        yield from ()


@labor
class FieldSurgeon(Labor):
    id = "field-surgeon"
    windows = INSTANT

    def when(self, c: Context) -> bool:
        return c.s.citadels[c.seat].reserve >= 2

    def legacies(self, c: Context) -> list[str]:
        return hired(c)

    def aim(self, g: Play[State], c: Context) -> Script[list[str]]:
        chosen = yield from super().aim(g, c)
        amount = yield from amounts(c.seat, "Field Surgeon: how many?", min(3, c.s.citadels[c.seat].reserve - 1))
        return [*chosen, f"amount:{amount}"]

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        legacy = active_legacy(g.state, name_of(item.aim[0]))
        citadel = g.state.citadels[item.seat]
        amount = min(number_of(item.aim[1]), citadel.reserve - 1)
        if legacy is not None and amount > 0:
            citadel.reserve -= amount
            legacy.shards += amount
            g.tell(f"{shards_go(amount)} from the Reserve of {{{item.seat}}} to {title(legacy.id)}.")
        yield from ()

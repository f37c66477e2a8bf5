"""Enlightened: Diver, Alchemist, Archivist, Cartographer, Clockmaker, Sentinel. Navigator: closing.py; Foundry Guard:
war.py."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.fantos.components import title
from app.games.fantos.effects import (
    AFTER,
    FLOOR,
    INSTANT,
    RESPONSE,
    REVEALED,
    Ability,
    Context,
    ability,
    hired,
    legacy_options,
    name_of,
    reachable,
)
from app.games.fantos.losses import transfer, untask
from app.games.fantos.queries import active_legacy, own, owner
from app.games.fantos.state import Item, Legacy, State
from app.kernel import Option, Play, Script


@ability
class Diver(Ability):
    id = "diver"
    windows = frozenset((AFTER,))
    aimed = False

    def when(self, c: Context) -> bool:
        action = c.s.action
        return action is not None and action.kind == "harvest" and action.amount >= 1 and action.seat != c.seat

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        action = g.state.action
        assert action is not None
        moved = transfer(g, action.seat, item.seat, 2)
        g.tell(f"{{{action.seat}}} gives {moved} to {{{item.seat}}}.")
        yield from ()


@ability
class Alchemist(Ability):
    id = "alchemist"
    windows = frozenset((FLOOR,))
    aimed = False
    spend = 1

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        g.state.citadels[item.seat].reserve += 3
        g.tell(f"Alchemist: {{{item.seat}}} takes 3 Shards.")
        yield from ()


@ability
class Archivist(Ability):
    id = "archivist"
    windows = frozenset((FLOOR,))

    def targets(self, c: Context) -> Sequence[Option]:
        return [Option(f"card:{card}", title(card)) for card in sorted(set(c.s.labor_discard))]

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        card = name_of(item.aim[0])
        g.state.labor_discard.remove(card)
        hand = g.state.citadels[item.seat].hand
        hand.append(card)
        hand.sort()
        g.tell(f"{{{item.seat}}} takes {title(card)} from the discard pile.")
        yield from ()


@ability
class Cartographer(Ability):
    id = "cartographer"
    windows = frozenset((AFTER,))
    aimed = False

    def when(self, c: Context) -> bool:
        """With 6 Shards or fewer one Trial is due, and he can save none."""
        action = c.s.action
        return action is not None and action.kind == "harvest" and action.seat == c.seat and action.amount > 6

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        g.state.trials_fewer += 1
        yield from ()


@ability
class Clockmaker(Ability):
    id = "clockmaker"
    windows = INSTANT
    spend = 1

    def legacies(self, c: Context) -> list[str]:
        return reachable(c, hired(c, status="tasked", but=self.id))

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        legacy = active_legacy(g.state, name_of(item.aim[0]))
        assert legacy is not None
        untask(g, legacy)
        yield from ()


HARMFUL = ("executioner", "bloodletter", "oubliette", "smuggler")  # they disable, discard or take Shards


@ability
class Sentinel(Ability):
    id = "sentinel"
    windows = frozenset((RESPONSE, REVEALED))

    def targets(self, c: Context) -> Sequence[Option]:
        threatened = culled(c.s, c.seat) if c.window == REVEALED else [name for _, name in _threats(c.s)]
        mine = [n for n in threatened if n != self.id and owner(c.s, n) == c.seat]
        return legacy_options(c.s, list(dict.fromkeys(mine)))

    def still(self, g: Play[State], item: Item) -> bool:
        return True  # the Legacy was in danger when he was named; whether it still is does not matter

    def resolve(self, g: Play[State], item: Item) -> Script[None]:
        name = name_of(item.aim[0])
        if item.window == REVEALED:
            g.state.guarded.append(name)
        for threat, victim in _threats(g.state):
            if victim == name:
                threat.guarded.append(name)
        g.tell(f"Sentinel guards {title(name)}.")
        yield from ()


def _threats(s: State) -> list[tuple[Item, str]]:
    waiting = [item for item in s.stack if item.title in HARMFUL and not item.resolving and not item.cancelled]
    return [(item, name_of(item.aim[0])) for item in waiting]


def culled(s: State, seat: int) -> list[str]:
    """Which Legacies Cull of Kytu, just revealed, could take from this Citadel."""
    if s.drawn != "cull-of-kytu":
        return []
    mine: list[Legacy] = [x for x in s.citadels[seat].legacies if own(s, seat, x.id) is not None]
    most = max((x.shards for x in mine), default=0)
    return [x.id for x in mine if x.shards == most] if len(mine) >= 2 else []

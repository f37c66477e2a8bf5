"""Giving Legacies to an action: what they announce and spend while being tasked (FAN-043, FAN-066)."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.fantos.components import title
from app.games.fantos.losses import task
from app.games.fantos.queries import find, in_force, printed
from app.games.fantos.state import Entrant, Legacy, Seat, State
from app.games.fantos.tallies import used
from app.kernel import Option, Play, Script, choose

# What a Legacy may spend while being tasked: the actions, the Shards, what it buys.
SPENDS: dict[str, tuple[tuple[str, ...], int, str]] = {
    "houndkeeper": (("war",), 1, "one extra die"),
    "flagellants": (("harvest", "war"), 2, "+3"),
    "pikemaster": (("war",), 1, "+2 in defence"),
    "juggler": (("harvest", "war", "tribute", "special"), 1, "roll one die again later"),
}


def enlist(
    g: Play[State], seat: Seat, names: Sequence[str], kind: str, *, defends: bool = False
) -> Script[list[Entrant]]:
    """Each Legacy announces its choices and becomes tasked."""
    entrants: list[Entrant] = []
    for name in names:
        entrants.append((yield from prepare(g, seat, name, kind, defends=defends)))
    for name in names:
        legacy = find(g.state, name)
        assert legacy is not None
        task(legacy, kind)
    return entrants


def prepare(g: Play[State], seat: Seat, name: str, kind: str, *, defends: bool = False) -> Script[Entrant]:
    """A Legacy about to be tasked keeps at least 1 Shard when it spends for the action: else it could not take part."""
    legacy = find(g.state, name)
    assert legacy is not None
    entrant = Entrant(seat, name)
    if name == "herzog":
        entrant.copied = yield from _copy(g, seat, kind)
    fits, cost, what = SPENDS.get(name, ((), 0, ""))
    free = legacy.status == "untasked"  # FAN-044: a tasked Legacy spends nothing
    offered = free and kind in fits and legacy.shards > cost and (name != "pikemaster" or defends)
    if offered and (yield from _spends(g, seat, legacy, cost, what)):
        _bought(entrant, name)
    if "thacko" in legacy.labor and kind in ("war", "duel") and legacy.shards > 1 and free:
        entrant.thacko = yield from _spends(g, seat, legacy, 1, "War stat +2 by Thacko")
    return entrant


def _copy(g: Play[State], seat: Seat, kind: str) -> Script[str | None]:
    others = [legacy.id for _, legacy in in_force(g.state) if legacy.id != "herzog"]
    others.sort(key=lambda name: -printed(name, kind))  # the best first: the list is long
    options = [
        Option("own", f"His own: {printed('herzog', kind)}"),
        *(Option(f"copy:{n}", f"{title(n)}: {printed(n, kind)}", target=f"legacy-{n}") for n in others),
    ]
    chosen = yield from choose(seat, "Herzog: whose printed stat does he use?", options, public="tasks", rule="FAN-066")
    if chosen == "own":
        return None
    used(g.state, "herzog")
    g.tell(f"Herzog copies {title(chosen[5:])}.", rule="FAN-066")
    return chosen[5:]


def _spends(g: Play[State], seat: Seat, legacy: Legacy, cost: int, what: str) -> Script[bool]:
    options = [Option("keep", "Spend nothing"), Option(f"spend:{legacy.id}", f"Spend {cost}: {what}", note=f"-{cost}")]
    chosen = yield from choose(seat, f"{title(legacy.id)}: spend {cost}?", options, public="tasks", rule="FAN-066")
    if chosen == "keep":
        return False
    legacy.shards -= cost  # FAN-044: before being tasked
    if cost == SPENDS.get(legacy.id, ((), 0, ""))[1]:
        used(g.state, legacy.id)
    g.tell(f"{title(legacy.id)} of {{{seat}}} spends {cost}: {what}.", rule="FAN-066")
    return True


def _bought(entrant: Entrant, name: str) -> None:
    if name == "houndkeeper":
        entrant.extra_die = True
    elif name == "juggler":
        entrant.reroll = True
    else:
        entrant.bonus, entrant.bonus_source = (3 if name == "flagellants" else 2), name

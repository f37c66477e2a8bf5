"""END OF TURN Trials: Void Leeches, Warden's Tithe, Great Levy."""

from __future__ import annotations

from collections.abc import Callable

from app.games.fantos.components import title
from app.games.fantos.effects import seat_options
from app.games.fantos.losses import settle, transfer
from app.games.fantos.queries import find, living
from app.games.fantos.state import State
from app.kernel import Option, Play, Script, choose


def void_leeches(g: Play[State]) -> Script[None]:
    s = g.state
    mine = [x for x in s.citadels[s.active].legacies if x.status != "disabled"]
    most = max((x.shards for x in mine), default=0)
    tied = [x.id for x in mine if x.shards == most]
    if not tied:
        return
    name = tied[0]
    if len(tied) > 1:
        options = [Option(f"legacy:{n}", title(n), target=f"legacy-{n}") for n in tied]
        chosen = yield from choose(s.active, "Void Leeches: which Legacy loses 1 Shard?", options, public="chooses")
        name = chosen.removeprefix("legacy:")
    legacy = find(s, name)
    assert legacy is not None
    legacy.shards -= 1
    g.tell(f"Void Leeches: {title(name)} loses 1 Shard.")
    settle(g)


def wardens_tithe(g: Play[State]) -> Script[None]:
    s = g.state
    citadel = s.citadels[s.active]
    amount = max(0, sum(1 for x in citadel.legacies if x.status != "disabled") - 2)
    paid = min(amount, citadel.reserve)
    citadel.reserve -= paid
    if paid:
        g.tell(f"Warden's Tithe: {{{s.active}}} spends {paid}.")
    settle(g)
    yield from ()


def great_levy(g: Play[State]) -> Script[None]:
    s = g.state
    reserves = {seat: s.citadels[seat].reserve for seat in living(s) if seat != s.active}
    if not reserves or s.citadels[s.active].reserve <= max(reserves.values()):
        return
    poorest = [seat for seat, amount in reserves.items() if amount == min(reserves.values())]
    taker = poorest[0]
    if len(poorest) > 1:
        chosen = yield from choose(
            s.active, "Great Levy: who receives 2 Shards?", seat_options(s, poorest), public="chooses"
        )
        taker = int(chosen.removeprefix("seat:"))
    moved = transfer(g, s.active, taker, 2)
    g.tell(f"Great Levy: {{{s.active}}} gives {moved} to {{{taker}}}.")
    settle(g)


END_OF_TURN: dict[str, Callable[[Play[State]], Script[None]]] = {
    "void-leeches": void_leeches,
    "wardens-tithe": wardens_tithe,
    "great-levy": great_levy,
}

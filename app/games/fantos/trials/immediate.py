"""Trials that act when they are drawn and leave: Shard Rain, Trial of Champions, Cull of Kytu."""

from __future__ import annotations

from collections.abc import Callable

from app.games.fantos.components import title
from app.games.fantos.legacies.enlightened import culled
from app.games.fantos.losses import discard, settle
from app.games.fantos.queries import find, living, turn_order
from app.games.fantos.state import State
from app.games.fantos.tribute import special_tribute
from app.kernel import Option, Play, Script, choose


def shard_rain(g: Play[State]) -> Script[None]:
    for seat in living(g.state):
        g.state.citadels[seat].reserve += 2
    g.tell("Shard Rain: every Citadel takes 2 Shards.")
    yield from ()


def trial_of_champions(g: Play[State]) -> Script[None]:
    yield from special_tribute(g, turn_order(g.state))


def cull_of_kytu(g: Play[State]) -> Script[None]:
    """FAN-256: each Citadel separately; all choices first, then all leave (FAN-014)."""
    s = g.state
    victims: list[str] = []
    for seat in turn_order(s):
        tied = culled(s, seat)
        if len(tied) > 1:
            options = [Option(f"legacy:{name}", title(name), target=f"legacy-{name}") for name in tied]
            chosen = yield from choose(
                seat, "Cull of Kytu: which Legacy goes?", options, rule="FAN-256", public="chooses who is culled"
            )
            tied = [chosen.removeprefix("legacy:")]
        victims += [name for name in tied if name not in s.guarded]
    for name in victims:
        legacy = find(s, name)
        if legacy is not None:
            discard(g, legacy)
    settle(g)


IMMEDIATE: dict[str, Callable[[Play[State]], Script[None]]] = {
    "shard-rain": shard_rain,
    "trial-of-champions": trial_of_champions,
    "cull-of-kytu": cull_of_kytu,
}

"""Secrets of choice, and what no longer fits (BIO-017, BIO-097)."""

from __future__ import annotations

from app.games.biome.components import SECRET_NAMES, WEIGHTS
from app.games.biome.state import State
from app.games.biome.stock import capacity, carry, fill_box, load, news, put_down, reveal, seat_of, who
from app.kernel import Option, Play, Script, choose


def choosable(state: State) -> dict[str, int]:
    """What the box offers, by type; a Captured cannot be chosen."""
    counts: dict[str, int] = {}
    for unseen in state.box:
        if unseen.kind != "captured":
            counts[unseen.kind] = counts.get(unseen.kind, 0) + 1
    return dict(sorted(counts.items()))


def choose_secret(g: Play[State], player: int, prompt: str, *, may_decline: bool) -> Script[str | None]:
    """BIO-017: the chooser sees a count per type; the copy that would be drawn last is taken."""
    state = g.state
    fill_box(g)
    counts = choosable(state)
    if not counts:
        return None
    state.chooser = player
    reveal(state)
    options = [
        Option(f"take:{kind}", SECRET_NAMES[kind], note=f"{count} in the box, weight {WEIGHTS[kind]}")
        for kind, count in counts.items()
    ]
    if may_decline:
        options.append(Option("none", "Take nothing", weight="end"))
    default = "none" if may_decline else options[0].id
    chosen = yield from choose(
        seat_of(state, player), prompt, options, default=default, rule="BIO-017", public="chooses a secret"
    )
    state.chooser = None
    if chosen == "none":
        return None
    kind = chosen.removeprefix("take:")
    deepest = max(index for index, unseen in enumerate(state.box) if unseen.kind == kind)
    del state.box[deepest]
    return kind


def gain(g: Play[State], player: int, kind: str) -> Script[None]:
    """A reward or find comes into the inventory."""
    carry(g.state, player, kind)
    yield from settle_load(g, player)


def settle_load(g: Play[State], player: int) -> Script[None]:
    """BIO-097: lay down secrets of choice until the rest fits."""
    state = g.state
    person = state.players[player]
    while load(person) > capacity(state, player):
        kinds = sorted(set(person.inventory), key=lambda kind: (WEIGHTS[kind], kind))
        chosen = yield from choose(
            seat_of(state, player),
            "You carry too much: what do you lay down here?",
            [Option(f"lay:{kind}", SECRET_NAMES[kind], note=f"weight {WEIGHTS[kind]}") for kind in kinds],
            default=f"lay:{next((kind for kind in kinds if kind != 'key'), 'key')}",
            rule="BIO-097",
            public="lays down what is too much",
        )
        kind = chosen.removeprefix("lay:")
        person.inventory.remove(kind)
        news(g, f"{who(state, player)} lays down a secret.", person.at, "BIO-097")
        g.change("secrets carried", len(person.inventory) + 1, len(person.inventory), "too heavy", seat=person.seat)
        put_down(g, player, kind)

"""What a finished campaign comes to: the numbers that `simulate` reports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from app.games.vanguard.content import MISSION, PLANET, PLANETS
from app.games.vanguard.pools import owned
from app.games.vanguard.state import State


def explorations(state: State) -> list[tuple[str, bool]]:
    """The planet of every exploration, and whether it was won; the last one too, if the campaign ended in it."""
    names = {planet.name for planet in PLANETS}
    found = []
    for entry in state.chronicle:
        name, _, outcome = entry.text.partition(": ")
        if entry.what == "exploration" and name in names:
            found.append((name, outcome.startswith("done")))
    x = state.x
    if x and state.step in ("explore", "leaving"):
        left = [key for key in x.missions if not MISSION[key].optional]
        found.append((PLANET[x.planet].name, not left and not x.failed))
    return found


def tally(state: State) -> Mapping[str, float]:
    won = [won for _, won in explorations(state)]
    return {
        "explorations": len(won),
        "explorations won": sum(won),
        "missions done": len(state.done),
        "crew lost": sum(entry.what == "death" for entry in state.chronicle),
        "morale": state.ship.morale,
        "dice": sum(len(owned(state, section)) for section in range(4)) / 4,
        "signal": state.counters["signal"],
        "wake": state.counters["wake"],
    }


def breakdown(state: State) -> Mapping[str, Sequence[str]]:
    """Won and failed explorations, by the size of the team and by planet."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name, won in explorations(state):
        for group in (f"{state.seat_count} players", name):
            groups[group].append("won" if won else "failed")
    return groups

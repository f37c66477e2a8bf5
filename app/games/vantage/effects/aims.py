"""Quests, missions, destinies, and the end."""

from __future__ import annotations

from typing import Any

from app.games.vantage import goals
from app.games.vantage.cards import (
    add_die,
)
from app.games.vantage.core import Game, amount, verb
from app.games.vantage.facts import Source, key
from app.kernel import Script

Arguments = dict[str, Any]


@verb("quest")
def _quest(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    found = g.state.find(source.card if a["id"] == "this" and source.card is not None else a["id"])
    if found is not None and found[1] == "supply":
        found[2].count += amount(g, source, a, "add")


@verb("mission")
def _mission(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Advances or completes the mission in the centre; wrong mission: nothing."""
    yield from ()
    state = g.state
    if state.mission is None or a.get("id", state.mission) != state.mission:
        return
    goal = state.world.missions[state.mission].goal
    if "add" in a and isinstance(goal.get("counter"), str):
        name = key(state, source, str(goal["counter"]), None, state.world.counters)
        state.counters[name] = state.counters.get(name, 0) + amount(g, source, a, "add")
    if a.get("done"):
        goals.complete_mission(g)


@verb("destiny")
def _destiny(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    number = a["id"]
    if a.get("place"):
        goals.put_destiny(g, number)
    if a.get("ready") and number in g.state.destinies and number not in g.state.ready:
        g.state.ready.append(number)
    if a.get("done"):
        goals.complete_destiny(g, number)


@verb("add_die")
def _add_die(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    if g.state.options.extra_dice:
        for _ in range(amount(g, source, a)):
            add_die(g.state)


@verb("end")
def _end(g: Game, source: Source, a: Arguments) -> Script[None]:
    """A text says that the session ends (VAN-213)."""
    yield from ()
    if a.get("result") in ("mission", "epic"):
        g.state.mission_done = True
    goals.raise_end(g, "text")

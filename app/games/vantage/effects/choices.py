"""Going on, choices, conditions; flags, counters and time."""

from __future__ import annotations

from typing import Any

from app.games.vantage.actions import possible
from app.games.vantage.cards import (
    boost_bearer,
)
from app.games.vantage.core import Game, amount, run, verb
from app.games.vantage.facts import Source, holds, key
from app.games.vantage.state import Again, Later, State
from app.games.vantage.telling import beginning, joined, note, reason
from app.games.vantage.turn import tell_passage
from app.kernel import Option, Script, choose

Arguments = dict[str, Any]


@verb("continue")
def _continue(g: Game, source: Source, a: Arguments) -> Script[None]:
    """VAN-160 to VAN-164: whether it must, and what it is limited to."""
    yield from ()
    state = g.state
    if state.action is None or state.action.seat != source.seat:
        return
    only = a.get("with", [])
    only = [only] if isinstance(only, str) else list(only)
    direct = ""
    if len(only) == 1 and "-" in only[0]:  # VAN-162
        direct = f"here:{only[0]}" if any(p.id == f"here:{only[0]}" for p in possible(state, source.seat)) else ""
    state.again = Again(a.get("mode", "must") == "must", source.kind == "place", only, direct)


@verb("choice")
def _choice(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Labels are public, outcomes are not; unpayable options cannot be chosen (VAN-040, VAN-136, VAN-137)."""
    state = g.state
    listed = a["options"]

    def options() -> list[Option]:
        found = [
            Option(f"pick:{index}", beginning(one["label"]), note=_price(one))
            for index, one in enumerate(listed)
            if holds(state, source, one.get("if")) and _payable(state, source, one.get("cost", {}))
        ]
        return found or [Option("pick:none", "None of these")]

    state.readings += 1
    labels = ", or ".join(one["label"] for one in listed if holds(state, source, one.get("if")))
    prompt = a.get("prompt", "Choose one")
    g.tell(f"{prompt.rstrip('.:')} {'' if prompt.endswith('?') else '- '}{labels}.", rule="VAN-040")
    picked = yield from choose(
        source.seat,
        prompt,
        options,
        rule="VAN-136",
        kicker=beginning(reason(state, source)),
        public="chooses an option",
    )
    if picked == "pick:none":
        return
    one = listed[int(picked.removeprefix("pick:"))]
    price = _price(one)
    g.tell(f"{{{source.seat}}} chooses: {one['label']}{f', for {price}' if price else ''}.", rule="VAN-136")
    _pay(state, source, one.get("cost", {}))
    note(g, f"paid: {one['label']}")
    yield from tell_passage(g, source.seat, one["label"], one.get("tell", ""))
    yield from run(g, replace_source(source, why=one["label"]), one.get("do", []))


def replace_source(source: Source, why: str) -> Source:
    return Source(source.seat, source.kind, source.card, source.x, source.place, why)


def _price(one: dict[str, Any]) -> str:
    return joined(f"{value} {name}" for name, value in one.get("cost", {}).items())


def _payable(state: State, source: Source, cost: dict[str, int]) -> bool:
    held = boost_bearer(state, source, source.seat)
    boost = held.boost if held is not None else 0
    return state.me(source.seat).coins >= cost.get("coin", 0) and boost >= cost.get("boost", 0)


def _pay(state: State, source: Source, cost: dict[str, int]) -> None:
    state.me(source.seat).coins -= cost.get("coin", 0)
    held = boost_bearer(state, source, source.seat)
    if held is not None:
        held.boost -= cost.get("boost", 0)


@verb("by_x")
def _by_x(g: Game, source: Source, a: Arguments) -> Script[None]:
    for span, effects in a.items():
        low, _, high = span.partition("-")
        if int(low) <= source.x <= int(high or low):
            yield from run(g, source, effects)


@verb("if")
def _if(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from run(g, source, a.get("then", []) if holds(g.state, source, a["cond"]) else a.get("else", []))


@verb("flag")
def _flag(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    g.state.flags[key(g.state, source, a["id"], a.get("at"), g.state.world.flags)] = 1
    g.state.readings += 1


@verb("unflag")
def _unflag(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    g.state.flags.pop(key(g.state, source, a["id"], a.get("at"), g.state.world.flags), None)


@verb("count")
def _count(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    name = key(g.state, source, a["id"], None, g.state.world.counters)
    value = amount(g, source, a, "set") if "set" in a else g.state.counters.get(name, 0) + amount(g, source, a, "add")
    g.state.counters[name] = min(value, amount(g, source, a, "max", 10_000))


@verb("later")
def _later(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    at = source.place if source.place is not None else g.state.me(source.seat).place
    turns = amount(g, source, a, "turns")
    if g.state.action is not None and source.seat == g.state.turn:
        turns += 1  # the turn that is ending does not count
    g.state.later.append(Later(source.seat, turns, a.get("scope", "seat"), at, a["do"], source.card))


@verb("forbid")
def _forbid(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    at = a.get("at", g.state.me(source.seat).place)
    g.state.forbidden[f"{at}:{a['act']}"] = a.get("because", "Not any more.")

"""Conditions, selectors and numbers of the effect language: questions to the state that change nothing."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from app.games.vantage.state import Held, State
from app.games.vantage.world import HOURS, Condition, hour


@dataclass(slots=True)
class Source:
    """Whose effect it is, and where it stands written."""

    seat: int  # the actor, "me"
    kind: str = "place"  # place, depart, card, centre
    card: int | None = None  # "this"
    x: int = 0
    place: int | None = None  # fixed for what happens later (`later`); else the actor's location
    why: str = ""  # in words, where the text itself does not say it


# Numbers ---------------------------------------------------------------------------------------------------------

Number = int | str
_BINARY: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.FloorDiv: lambda a, b: a // b if b else 0,
}


@cache
def parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def number(state: State, source: Source, value: Number) -> int:
    """A whole number, or an expression such as "2 + players"."""
    return value if isinstance(value, int) else _value(state, source, parsed(value))


def _value(state: State, source: Source, node: ast.expr) -> int:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    if isinstance(node, ast.Name):
        return {"players": len(state.seats), "X": source.x}[node.id]
    if isinstance(node, ast.Attribute):
        return counter(state, source, node.attr)
    if isinstance(node, ast.BinOp):
        return _BINARY[type(node.op)](_value(state, source, node.left), _value(state, source, node.right))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if node.func.id == "count":
            assert isinstance(node.args[0], ast.Name)
            return len(matching(state, source, state.world.selectors[node.args[0].id]))
        values = [_value(state, source, argument) for argument in node.args]
        return min(values) if node.func.id == "min" else max(values)
    raise ValueError(f"not a number: {ast.dump(node)}")


# Flags and counters ----------------------------------------------------------------------------------------------


def key(state: State, source: Source, name: str, at: int | None, scopes: dict[str, str]) -> str:
    scope = scopes.get(name, "session")
    if scope == "place":
        here = at if at is not None else source.place if source.place is not None else state.seats[source.seat].place
        return f"{name}@{here}"
    if scope == "region":
        return f"{name}@{state.world.places[_here(state, source)].region}"
    return f"{name}#{source.seat}" if scope == "seat" else name


def flagged(state: State, source: Source, name: str, at: int | None = None) -> bool:
    return key(state, source, name, at, state.world.flags) in state.flags


def counter(state: State, source: Source, name: str) -> int:
    return state.counters.get(key(state, source, name, None, state.world.counters), 0)


# Selectors -------------------------------------------------------------------------------------------------------


def adjacent(cell: int) -> list[int]:
    """Orthogonal neighbours in the 3x3 grid (VAN-185)."""
    x, y = cell % 3, cell // 3
    return [3 * v + u for u, v in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)) if 0 <= u < 3 and 0 <= v < 3]


def cell_of(state: State, seat: int, card: int) -> int | None:
    for index, held in enumerate(state.seats[seat].grid):
        if held is not None and held.id == card:
            return index
    return None


def _owners(state: State, source: Source, owner: str) -> list[int]:
    everybody = range(len(state.seats))
    return {
        "me": lambda: [source.seat],
        "any": lambda: list(everybody),
        "other": lambda: [seat for seat in everybody if seat != source.seat],
        "here": lambda: [source.seat, *state.companions(source.seat)],
    }[owner]()


def matching(state: State, source: Source, selector: dict[str, Any] | str) -> list[tuple[int, Held]]:
    """The cards a selector means, with their owners."""
    if selector == "this":
        selector = {"id": source.card, "owner": "any", "zone": "any"}
    assert isinstance(selector, dict)
    zone = selector.get("zone", "grid")
    found: list[tuple[int, Held]] = []
    for seat in _owners(state, source, selector.get("owner", "me")):
        who = state.seats[seat]
        piles: list[Held] = []
        if zone in ("grid", "any"):
            piles += [held for held in who.grid if held is not None]
        if zone in ("reserve", "any"):
            piles += who.reserve
        if zone in ("supply", "any"):
            piles += who.supply
        found += [(seat, held) for held in piles if _fits(state, source, seat, held, selector)]
    return found


def _fits(state: State, source: Source, seat: int, held: Held, selector: dict[str, Any]) -> bool:
    card = state.world.card(held.id)
    wanted = selector.get("id")
    if wanted is not None and held.id != (source.card if wanted == "this" else wanted):
        return False
    for name in ("kind", "sub", "composition"):
        if name in selector:
            allowed = selector[name] if isinstance(selector[name], list) else [selector[name]]
            if getattr(card, name) not in allowed:
                return False
    if held.boost < selector.get("min_boost", 0):
        return False
    return _lies(state, source, seat, held, selector)


def _lies(state: State, source: Source, seat: int, held: Held, selector: dict[str, Any]) -> bool:
    for name in ("adjacent_to", "column_of", "row_of"):
        if name not in selector:
            continue
        anchor = source.card if selector[name] == "this" else selector[name]
        here, there = cell_of(state, seat, held.id), None if anchor is None else cell_of(state, seat, anchor)
        if here is None or there is None:
            return False
        if name == "adjacent_to" and here not in adjacent(there):
            return False
        if name == "column_of" and here % 3 != there % 3:
            return False
        if name == "row_of" and here // 3 != there // 3:
            return False
    return True


# Conditions ------------------------------------------------------------------------------------------------------


def holds(state: State, source: Source, condition: Condition | None) -> bool:
    if not condition:
        return True
    return all(_TESTS[name](state, source, value, condition) for name, value in condition.items() if name in _TESTS)


Test = Callable[[State, Source, Any, Condition], bool]


def _between(value: int, bounds: dict[str, int]) -> bool:
    return bounds.get("at_least", 0) <= value <= bounds.get("at_most", 10_000)


def _here(state: State, source: Source) -> int:
    return source.place if source.place is not None else state.seats[source.seat].place


def _has(state: State, source: Source, selector: dict[str, Any]) -> bool:
    if selector.get("zone") == "centre":
        return selector["id"] in (state.mission, *state.destinies, *state.shared_cards)
    return bool(matching(state, source, selector))


def _stat(state: State, source: Source, bounds: dict[str, Any]) -> bool:
    return _between(state.seats[source.seat].stats[bounds["name"]], bounds)


def _skill(state: State, source: Source, bounds: dict[str, Any]) -> bool:
    return _between(state.seats[source.seat].skills[bounds["kind"]], bounds)


def _counter(state: State, source: Source, bounds: dict[str, Any], condition: Condition) -> bool:
    if isinstance(bounds, str):  # a mission's goal: {counter: beacons_lit, need: "2 + players"}
        return counter(state, source, bounds) >= number(state, source, condition.get("need", 1))
    low = number(state, source, bounds.get("at_least", 0))
    high = number(state, source, bounds.get("at_most", 10_000))
    return low <= counter(state, source, bounds["id"]) <= high


def hour_at(state: State, place: int) -> str:
    """The hour of a place; off the grid that of the light its region lies in, three regions to a light."""
    region = state.world.places[place].region
    return hour(place) or (HOURS[(ord(region) - ord("A")) // 3] if len(region) == 1 else "")


def hours_stood(state: State, seat: int) -> list[str]:
    """The hours that a seat has stood in, in order, each time it entered one."""
    passed: list[str] = []
    for step in state.seats[seat].route:
        now = hour_at(state, step.place)
        if now and passed[-1:] != [now]:
            passed.append(now)
    return passed


def regions_stood(state: State) -> set[str]:
    """The regions that anybody has stood in; ship and pods are none."""
    stood = {state.world.places[step.place].region for who in state.seats for step in who.route}
    return stood & set(state.world.regions)


def been(state: State, value: dict[str, Any]) -> tuple[int, int]:
    """How far round somebody has come, and how far it is: `hours`, then `back` into the first; or `regions` of all."""
    if "regions" in value:
        return len(regions_stood(state)), min(value["regions"], len(state.world.regions))
    need = value["hours"] + bool(value.get("back"))
    return max(_round(hours_stood(state, seat), value) for seat in range(len(state.seats))), need


def _round(passed: list[str], value: dict[str, Any]) -> int:
    different = len(set(passed))
    if different < value["hours"]:
        return different
    last = max(passed.index(name) for name in set(passed))  # where the last new hour was entered
    return int(value["hours"]) + bool(value.get("back") and passed[0] in passed[last + 1 :])


def measure(state: State, source: Source, goal: Condition) -> tuple[int, int]:
    """How much of a goal is done, of how much."""
    if isinstance(goal.get("counter"), str):
        name, need = str(goal["counter"]), number(state, source, goal.get("need", 1))
    elif isinstance(goal.get("counter"), dict) and "at_least" in goal["counter"]:
        name, need = goal["counter"]["id"], number(state, source, goal["counter"]["at_least"])
    elif "all" in goal:
        parts = [measure(state, source, part) for part in goal["all"]]
        return sum(done for done, _ in parts), sum(need for _, need in parts)
    elif "been" in goal:
        done, need = been(state, goal["been"])
        return min(done, need), need
    else:
        return int(holds(state, source, goal)), 1
    return min(counter(state, source, name), need), need


def _destiny(state: State, value: dict[str, Any]) -> bool:
    listed = state.ready if value.get("ready") else state.destinies
    return value["id"] in listed


def _mission(state: State, value: dict[str, Any]) -> bool:
    if "id" in value and value["id"] != state.mission:
        return False
    return "done" not in value or state.mission_done == value["done"]


_TESTS: dict[str, Test] = {
    "flag": lambda s, o, v, c: flagged(s, o, v, c["at"] if isinstance(c.get("at"), int) else None),
    "not": lambda s, o, v, c: not holds(s, o, v),
    "all": lambda s, o, v, c: all(holds(s, o, part) for part in v),
    "any": lambda s, o, v, c: any(holds(s, o, part) for part in v),
    "has": lambda s, o, v, c: _has(s, o, v),
    "stat": lambda s, o, v, c: _stat(s, o, v),
    "skill": lambda s, o, v, c: _skill(s, o, v),
    "coins": lambda s, o, v, c: s.seats[o.seat].coins >= v,
    "at": lambda s, o, v, c: "flag" in c or s.seats[o.seat].place == v,
    "region": lambda s, o, v, c: s.world.places[_here(s, o)].region == v,
    "hour": lambda s, o, v, c: hour_at(s, _here(s, o)) == v,
    "terrain": lambda s, o, v, c: s.world.places[_here(s, o)].terrain == v,
    "tag": lambda s, o, v, c: v in s.world.places[_here(s, o)].tags,
    "counter": _counter,
    "players": lambda s, o, v, c: _between(len(s.seats), v),
    "been": lambda s, o, v, c: (lambda far: far[0] >= far[1])(been(s, v)),
    "companions": lambda s, o, v, c: len(s.companions(o.seat)) >= v,
    "built": lambda s, o, v, c: s.world.built(v),
    "mission": lambda s, o, v, c: _mission(s, v),
    "destiny": lambda s, o, v, c: _destiny(s, v),
    "sign_seen": lambda s, o, v, c: f"sign_{v}#{o.seat}" in s.flags,
}
CONDITIONS = frozenset(_TESTS) | {"need"}

"""What a check is, what it finds, and how to walk through everything that stands written in a world."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import msgspec

from app.games.vantage.world import Act, Place, World


class Finding(msgspec.Struct, frozen=True, order=True):
    rule: str
    where: str
    text: str
    warning: bool = False
    file: str = ""

    def __str__(self) -> str:
        file = f" ({self.file})" if self.file else ""
        return f"{self.rule} {'warning' if self.warning else 'error'} {self.where}: {self.text}{file}"


@dataclass
class Pack:
    """A compiled world with what its author's files say besides."""

    world: World
    head: dict[str, Any] = field(default_factory=dict)  # pack.yaml
    cast: list[str] | None = None  # cast.yaml: names that texts may use
    words: frozenset[str] | None = None  # words.txt: the spellings that have been looked over


Check = Callable[[Pack], Iterator[Finding]]
CHECKS: list[Check] = []


def check(function: Check) -> Check:
    CHECKS.append(function)
    return function


FULL_SIZE = frozenset(
    f"VAN-L{number:02d}"
    for number in (6, 13, 15, 16, 19, 21, 22, 23, 24, 26, 27, 28, 29, 32, 33, 38, 42, 43, 46, 47, 50)
)  # what only makes sense at full size: shares, means, counts, lengths


def entries(world: World) -> Iterator[tuple[str, Act, Place | None]]:
    """Every entry of the books, with where it stands."""
    for place in world.places.values():
        for action in place.actions:
            yield f"{place.id} {action.act}", action, place
        for side, depart in place.departs.items():
            yield f"{place.id} {side}", depart, place
    for card in world.cards.values():
        for action in card.actions:
            yield f"card {card.id} {action.act}", action, None
    for mission in world.missions.values():
        for action in mission.actions:
            yield f"centre {mission.id} {action.act}", action, None
    for destiny in world.destinies.values():
        for action in destiny.actions:
            yield f"centre {destiny.id} {action.act}", action, None


def walk(value: Any) -> Iterator[tuple[str, Any]]:
    """Every key and value of a tree of effects."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield name, part
            yield from walk(part)
    elif isinstance(value, list):
        for part in value:
            yield from walk(part)


def effects_of(world: World) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for where, entry, _ in entries(world):
        yield where, entry.result
        for variant in entry.variants:
            yield where, variant.result or []
        if entry.diagonal:
            yield where, entry.diagonal.result
    for place in world.places.values():
        yield f"{place.id} arrival", place.arrival
    for card in world.cards.values():
        yield f"card {card.id}", card.when_placed
        for slot in card.slots:
            yield f"card {card.id} slot", slot.gives
        for power in card.powers:
            yield f"card {card.id} power", power.do
        for hook in card.hooks.values():
            yield f"card {card.id} hook", hook
    for puzzle in world.puzzles.values():
        yield f"puzzle {puzzle.id}", puzzle.prize
    for trial in world.trials.values():
        yield f"trial {trial.id}", [*trial.prize, *trial.else_]
    for mission in world.missions.values():
        yield f"mission {mission.id}", mission.on_goal
    for destiny in world.destinies.values():
        yield f"destiny {destiny.id}", destiny.on_goal
    for name, rows in world.tables.items():
        for row in rows:
            yield f"table {name}", row.do


def conditions_of(world: World) -> Iterator[tuple[str, Any]]:
    for where, entry, _ in entries(world):
        yield from ((where, c) for c in (entry.cond, entry.forbid_if) if c)
        yield from ((where, variant.cond) for variant in entry.variants)
    for place in world.places.values():
        for element in place.scene.elements():
            yield from ((f"{place.id} scene", c) for c in [element.when, *(s.when for s in element.states)] if c)
        if place.welcome:
            yield f"{place.id} welcome", {"flag": place.welcome}
    for mission in world.missions.values():
        yield f"mission {mission.id}", mission.goal
    for destiny in world.destinies.values():
        yield f"destiny {destiny.id}", destiny.goal
        yield from ((f"destiny {destiny.id}", way["if"]) for way in destiny.found if "if" in way)
    for trial in world.trials.values():
        if trial.passed.get("if"):
            yield f"trial {trial.id}", trial.passed["if"]
    for card in world.cards.values():
        if card.goal and card.goal.cond:
            yield f"card {card.id}", card.goal.cond
    for where, effects in effects_of(world):
        for name, value in walk(effects):
            if name in ("if", "cond") and isinstance(value, dict):
                yield where, value.get("cond", value) if name == "if" else value


def words(text: str) -> list[str]:
    return re.findall(r"[a-z']+", text.lower())

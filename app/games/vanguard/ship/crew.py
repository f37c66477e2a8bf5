"""Available crew and the tasks they may be assigned to (ISS-214, ISS-215)."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, product

from app.games.vanguard.asking import Consent, G
from app.games.vanguard.data.crew import CREW
from app.games.vanguard.people import crew_in, name, owner, person
from app.games.vanguard.state import Person, State
from app.games.vanguard.telling import came


def assignable(state: State, section: int | None = None) -> list[Person]:
    """The last Available crew of a section cannot be assigned."""
    crew = crew_in(state, "available", section)
    return [one for one in crew if len(crew_in(state, "available", one.section)) > 1]


def assign(g: G, key: str, task: str) -> None:
    person(g.state, key).place = "resting"
    g.tell(f"{name(key)} is assigned: {task}.", rule="ISS-215")
    came(g, f"{name(key)} works: {task}", "and rests until the next ship phase")


def owners_of(state: State) -> Consent:
    """Whose consent an option needs that assigns crew: the owners of those it names (ISS-345)."""

    def owners(option: str) -> set[int]:
        named = re.split(r"[:+]", option)
        return {owner(state, one.section) for one in crew_in(state, "available") if one.id in named}

    return owners


def workers(state: State, icons: str) -> list[tuple[str, ...]]:
    """Groups of crew whose work icons match these, one for each icon (ISS-159); the last of a section stays free."""
    able = crew_in(state, "available")
    parts = [
        list(combinations([one for one in able if CREW[one.id].icon == icon], count))
        for icon, count in Counter(icons.split("+")).items()
    ]
    groups = []
    for chosen in product(*parts):
        group = [one for part in chosen for one in part]
        left = {one.section: len(crew_in(state, "available", one.section)) for one in group}
        for one in group:
            left[one.section] -= 1
        if min(left.values()) >= 1:
            groups.append(tuple(one.id for one in group))
    return groups


def group_label(group: tuple[str, ...]) -> str:
    return " and ".join(name(key) for key in group)

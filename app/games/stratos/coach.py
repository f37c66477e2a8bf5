"""The lesson: a coach who teaches harvest, search, fight, cast and hire, one thing at a time.

The tip follows from what has happened on the board, so it is right after a takeback or a day's pause, too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from app.games.stratos import components as box
from app.games.stratos.state import State, Unit
from app.kernel import Tip


class Lesson(NamedTuple):
    title: str
    cls: str  # the class that it takes; "" for none
    done: Callable[[State, int], bool]
    text: Callable[[State, int], str]
    rule: str


def tip(state: State, seat: int) -> Tip | None:
    if state.scenario != "lesson" or state.result is not None:
        return None
    first = {start.cls for start in box.SCENARIOS["lesson"].starts if start.seat == seat}
    lessons = [lesson for lesson in LESSONS if not lesson.cls or lesson.cls in first]
    for number, lesson in enumerate(lessons, 1):
        unit = _unit(state, seat, lesson.cls)
        if lesson.done(state, seat) or (lesson.cls and unit is None):  # whoever is lost teaches nothing more
            continue
        target = f"unit-{unit.id}" if unit is not None else None
        return Tip(lesson.title, lesson.text(state, seat), number, len(lessons), target, lesson.rule)
    return None


def _unit(state: State, seat: int, cls: str) -> Unit | None:
    return next((unit for unit in state.units if unit.seat == seat and unit.cls == cls), None)


# What has been learned -----------------------------------------------------------------------------------------------


def _hired(state: State, seat: int) -> bool:
    beginners = len(box.SCENARIOS[state.scenario].starts)
    return any(unit.seat == seat and unit.id > beginners for unit in state.units)


def _harvested(state: State, seat: int) -> bool:
    pool = state.pools[state.players[seat].pool]
    return _hired(state, seat) or pool.corn + pool.nickel + pool.spice + pool.oak > 0 or state.players[seat].hoard > 0


def _searched(state: State, seat: int) -> bool:
    return any(tile is not None and tile.searched for line in state.grid for tile in line)


def _fought(state: State, seat: int) -> bool:
    if state.players[seat].defeats:
        return True
    struck = {"attack", "shoot", "+attack", "+shoot"}
    return any(unit.seat == seat and struck & set(unit.actions) for unit in state.units) or any(
        unit.seat != seat and unit.health < box.CLASSES[unit.cls].health for unit in state.units
    )


def _cast(state: State, seat: int) -> bool:
    return any(spell.up or spell.named for spell in state.players[seat].spells)


def _never(state: State, seat: int) -> bool:
    return False


# What the coach says -------------------------------------------------------------------------------------------------


def _say_harvest(state: State, seat: int) -> str:
    return (
        "Each unit may take two different actions a turn. Let your Peasant harvest: 1 of the land's resource for sure, or "
        "by Power Harvest as many as a D4 says, where a 4 brings nothing."
    )


def _say_search(state: State, seat: int) -> str:
    return (
        "Choose your Explorer on the map, then Search: the sign under the tile says how many cards you draw. Treasures are "
        "worth Prosperity; in other matches traps and calamities lie there, too."
    )


def _say_fight(state: State, seat: int) -> str:
    return (
        "A Soldier attacks the next tile: Travel beside an enemy, then Attack. The D6 is the damage, a 6 misses; the button "
        "says what to expect. A defeated enemy is worth 1 Prosperity for good."
    )


def _say_shoot(state: State, seat: int) -> str:
    return (
        "An Archer shoots at range 2 or 3, over anything in between. The D4 is the damage, and a 4 misses. Point at a unit "
        "to see how far it can go and strike."
    )


def _say_cast(state: State, seat: int) -> str:
    known = [box.SPELLS[spell.title] for spell in state.players[seat].spells if not spell.lost]
    ready = f" Yours is {known[0].title}: {known[0].choice} {known[0].text}" if known else ""
    return f"Your Mage pays Spirit to cast. A spell that works stays face-up and is worth 1 Prosperity.{ready}"


def _say_hire(state: State, seat: int) -> str:
    return (
        "Go to the Buy Phase. Every class costs three resources; the new unit appears beside one of yours that acted. If "
        "you cannot pay yet, end the turn and harvest again."
    )


def _say_win(state: State, seat: int) -> str:
    return (
        f"You know it all: {state.target} Prosperity win. Hoard one of each resource, defeat enemies, learn spells, find "
        "treasures, hold three special tiles, or have five promoted units. Tribes shows where each point came from."
    )


LESSONS = (
    Lesson("Harvest", "peasant", _harvested, _say_harvest, "STR-049"),
    Lesson("Search", "explorer", _searched, _say_search, "STR-089"),
    Lesson("Fight", "soldier", _fought, _say_fight, "STR-060"),
    Lesson("Shoot", "archer", _fought, _say_shoot, "STR-061"),
    Lesson("Cast", "mage", _cast, _say_cast, "STR-075"),
    Lesson("Hire", "", _hired, _say_hire, "STR-114"),
    Lesson("Win", "", _never, _say_win, "STR-143"),
)

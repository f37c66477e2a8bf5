"""Conditions of the effect language, and whether a cost can be paid."""

from __future__ import annotations

from collections.abc import Callable

from app.games.vanguard import language
from app.games.vanguard.data.crew import SECTIONS
from app.games.vanguard.language import Atom, Condition, Effect
from app.games.vanguard.people import explorer, team
from app.games.vanguard.pools import available, dice_in, owned
from app.games.vanguard.state import State

MORALE_STEPS = ("verylow", "low", "medium", "high")


def holds(state: State, condition: Condition | str | None, section: int | None) -> bool:
    if not condition:
        return True
    parsed = language.condition(condition) if isinstance(condition, str) else condition
    return any(all(_true(state, atom, section) != atom.negated for atom in row) for row in parsed.rows)


def _true(state: State, atom: Atom, section: int | None) -> bool:
    word, *rest = atom.words
    if rest and rest[0] == ">=":
        return _measure(state, word, section) >= _threshold(word, rest[1])
    return _fact(state, word, rest[0] if rest else "", section)


def _threshold(word: str, text: str) -> int:
    return MORALE_STEPS.index(text.lower()) if word == "morale" else int(text)


def _measure(state: State, word: str, section: int | None) -> int:
    x = state.x
    if word in state.counters:
        return state.counters[word]
    if word == "morale":
        return state.ship.morale
    if x is None:
        return 0
    if word == "rank":
        return 0 if section is None else explorer(state, section).rank
    return {"discoveries": len(x.cargo), "round": x.round, "supply": x.supplies}[word]


def _fact(state: State, word: str, name: str, section: int | None) -> bool:
    x = state.x
    if word == "flag":
        return name in state.flags
    if word == "visited":
        return name in state.visited
    if word == "done":
        return name in state.done
    if word == "first-bridge":
        return state.ship.bridges == 1
    if word == "lost":
        return state.ship.morale == 0 and all(len(owned(state, number)) <= 3 for number in range(4))
    if word == "section":
        return section is not None and SECTIONS[section] == name
    if x is None:
        return False
    if word in ("cargo", "item"):  # an Evac may have brought the cargo home before its mission was done
        return int(name) in x.uniques or (word == "cargo" and int(name) in state.ship.uniques)
    place = x.lander_sector if name == "lander" else name
    if word == "crew-in":
        return any(one.sector == place for one in team(state))
    if word == "all-in":
        return all(one.sector == place for one in team(state))
    return place in x.finished  # finished


# what a crew has to pay with
OF_CREW: dict[str, Callable[[State, int, Effect], int]] = {
    "spend": lambda state, section, effect: len(available(state, section, "".join(effect.args[1:]))),
    "sacrifice": lambda state, section, effect: len(dice_in(state, section, "slot", "spent")),
    "discard": lambda state, section, effect: len(explorer(state, section).hand),
    "exhaust": lambda state, section, effect: sum(not card.endswith("!") for card in explorer(state, section).gear),
    "charge": lambda state, section, effect: explorer(state, section).charges,
}


def payable(state: State, cost: tuple[Effect, ...] | str, section: int | None) -> bool:
    """Whether a cost can be paid in full (ISS-013); sacrificing is no way to pay."""
    listed = language.effects(cost) if isinstance(cost, str) else cost
    return all(_payable(state, effect, section) for effect in listed)


def _payable(state: State, effect: Effect, section: int | None) -> bool:
    x = state.x if state.x and not state.x.over else None
    if x and section is not None and effect.verb in OF_CREW:
        wanted = 0 if effect.args == ("hand",) else abs(effect.n)
        return OF_CREW[effect.verb](state, section, effect) >= wanted
    if effect.verb == "supply":
        return x is not None and x.supplies >= -effect.n
    if effect.verb == "success":
        return (x.success if x else state.ship.success) >= -effect.n
    if effect.verb == "lose-discovery":
        return len(x.cargo if x else state.ship.gathered) >= effect.n
    if effect.verb == "item":
        return x is not None and effect.n in x.uniques
    return True

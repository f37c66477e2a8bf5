"""How spells and items are told apart from their choosing: an effect lists every complete choice and carries one out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from app.games.stratos.board import code, goods, the_unit, uncode, whose
from app.games.stratos.combat import reduction
from app.games.stratos.components import CARDS, TERRAIN
from app.games.stratos.state import Square, State, Unit
from app.games.stratos.telling import capital, place, tile_name, unit_name
from app.kernel import Option, Play, Refused, Script, choose

Plan: TypeAlias = tuple[str, ...]  # one answer for each question of the text, in its order
BACK = "back"
NOT_THIS = Option(BACK, "Rather something else", note="nothing is spent")


@dataclass(frozen=True)
class Effect:
    plans: Callable[[State, Unit], Iterable[Plan]]  # every legal choice of this unit's player
    resolve: Callable[[Play[State], Unit, Plan], bool]  # whether it changed anything
    prompts: tuple[str, ...] = ()
    harm: tuple[str, ...] = ()  # the damage to each chosen unit, as a number or a die
    damage: str = "magical"
    after: Callable[[Play[State], Unit, Plan], Script[None]] | None = None  # a choice that the text asks for afterwards


def possible(state: State, effect: Effect, unit: Unit) -> bool:
    return next(iter(effect.plans(state, unit)), None) is not None


def pick_plan(
    g: Play[State], seat: int, title: str, effect: Effect, number: int, refusal: Refused, kicker: str
) -> Script[Plan | None]:
    """STR-202: ask choice by choice, with a way back; None if it was called off. What has only one answer is not asked:
    the menu has named it (`sole`). The refusal says what the text allows (STR-210)."""
    plan: Plan = ()
    for depth, prompt in enumerate(effect.prompts):

        def steps(chosen: Plan = plan, depth: int = depth) -> list[str]:
            every = effect.plans(g.state, the_unit(g.state, number))
            return list(dict.fromkeys(p[depth] for p in every if p[:depth] == chosen))

        answers = steps()
        if len(answers) == 1 and answers[0] != "sure":  # STR-208
            plan = (*plan, answers[0])
            continue
        answer = yield from choose(
            seat,
            f"{title}: {prompt}",
            lambda steps=steps, depth=depth: [  # type: ignore[misc]
                *(foretell(g.state, effect, depth, option) for option in step_options(g.state, steps())),
                NOT_THIS,
            ],
            default=BACK,
            rule="STR-202",
            kicker=kicker,
            text=refusal.reason.partition("does not allow that. ")[2] if not depth else "",
            public="takes an action",
            why=lambda value: refusal,
        )
        if answer == BACK:
            return None
        plan = (*plan, answer)
    return plan


def sole(state: State, effect: Effect, unit: Unit) -> Option | None:
    """What the first choice comes to when there is only one."""
    found: str | None = None
    for plan in effect.plans(state, unit):
        if not plan or plan[0] == "sure" or found not in (None, plan[0]):
            return None
        found = plan[0]
    return foretell(state, effect, 0, step_option(state, found)) if found is not None else None


def foretell(state: State, effect: Effect, depth: int, option: Option) -> Option:
    """What the damage of a spell or item will be, before it is cast."""
    if depth >= len(effect.harm) or not option.id.startswith("unit:"):
        return option
    off = reduction(unit_of(state, option.id), effect.damage)
    return msgspec.structs.replace(option, note=f"{effect.harm[depth]}{f'-{off}' if off else ''} damage")


def step_options(state: State, steps: Sequence[str]) -> list[Option]:
    return [step_option(state, step) for step in steps]


def step_option(state: State, step: str) -> Option:
    kind, _, rest = step.partition(":")
    if kind == "unit":
        unit = the_unit(state, int(rest))
        label = f"{whose(unit)} on {place(state, unit.at)}, Health {unit.health}"
        return Option(step, label, target=unit_name(unit))
    if kind == "tile":
        at = uncode(rest)
        return Option(step, capital(place(state, at)), target=tile_name(at))
    if kind == "terrain":
        return Option(step, TERRAIN[rest])
    if kind in ("gain", "give"):
        words = [part.partition("*") for part in rest.split(",")]
        return Option(step, ", ".join(goods(name, int(count)) for name, _, count in words))
    if kind in ("attack", "shoot"):
        target = the_unit(state, int(rest.rpartition(":")[2]))
        weapon = CARDS.get(rest.partition(":")[0])
        tool = f" with the {weapon.title}" if weapon is not None else ""
        label = f"{kind.capitalize()}{tool}: {whose(target)} on {place(state, target.at)}"
        return Option(step, label, target=unit_name(target))
    if kind == "travel":
        at = uncode(rest)
        return Option(step, f"Travel to {place(state, at)}", target=tile_name(at))
    return Option(step, WORDS.get(step, step.capitalize()))


WORDS = {
    "one": "No second tile",
    "stop": "No further target",
    "stay": "It stays where it is",
    "sure": "Yes, destroy the Cathedral and lose the match",
    "cw": "90 degrees clockwise",
    "ccw": "90 degrees counter-clockwise",
    "half": "180 degrees",
    "land": "Land Exploration deck",
    "lagoon": "Lagoon Exploration deck",
    "1": "1 step",
    "2": "2 steps",
    "harvest": "Harvest",
    "power": "Power Harvest",
}


def unit_step(unit: Unit) -> str:
    return f"unit:{unit.id}"


def tile_step(at: Square) -> str:
    return f"tile:{code(at)}"


def unit_of(state: State, step: str) -> Unit:
    return the_unit(state, int(step.partition(":")[2]))


def square_of(step: str) -> Square:
    return uncode(step.partition(":")[2])

"""What is printed on the thing that an option names, as parsed effects: who weighs options goes by these, not by words."""

from __future__ import annotations

from app.games.vanguard import helpers, language
from app.games.vanguard.cargo import kind_of
from app.games.vanguard.check import combos
from app.games.vanguard.content import MISSION
from app.games.vanguard.data.cards import CARD
from app.games.vanguard.data.crew import CREW, SKILL
from app.games.vanguard.data.gear import EQUIPMENT
from app.games.vanguard.data.planetside import DISCOVERY
from app.games.vanguard.language import Choice, Effect
from app.games.vanguard.people import explorer
from app.games.vanguard.state import State


def does(state: State, option: str) -> tuple[Effect, ...]:
    """What a card, item, skill, find, combination, outcome row or mission does; nothing for other options."""
    kind, *rest = option.split(":")
    return language.effects(_text(state, kind, rest))


def _text(state: State, kind: str, rest: list[str]) -> str:
    if kind in ("card", "play", "lend"):
        return CARD[rest[-1]].top
    if kind == "accept":
        return CARD[state.now.lent[rest[0]]].top
    if kind == "gear":
        return EQUIPMENT[rest[-1]].do
    if kind == "skill":
        section = int(rest[0]) if rest else state.check.actor if state.check else state.exploration.turn
        return SKILL[CREW[explorer(state, section).person].skill].do
    if kind == "find":
        return DISCOVERY[kind_of(rest[0])].planet
    if kind == "combo":
        return next(do for source, _, do in combos(state) if source == rest[0])
    if kind == "row":
        return helpers.action_of(state.now.action).rows[int(rest[0])].do
    if kind == "complete":
        return MISSION[rest[0]].do
    return ""


def open_choice(state: State, option: str) -> tuple[Choice, bool]:
    """The choice that an option of an open question stands for, and whether its effects are told only afterwards."""
    assert state.choosing is not None
    (effect,) = language.effects(state.choosing.text)
    return effect.choices[int(option.removeprefix("choice:"))], state.choosing.log

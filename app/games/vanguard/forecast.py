"""What a check promises: the chance that dice meet a need, and what outcomes are worth. Only what is printed counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from app.games.vanguard import language
from app.games.vanguard.content import MISSION
from app.games.vanguard.content.structs import Action
from app.games.vanguard.data.crew import COLOURS, CREW
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.data.planetside import DANGER
from app.games.vanguard.language import Effect
from app.games.vanguard.state import Die, Exploration, Explorer, State

STORY = 60.0  # what carries the mission on
WEIGHT = {"triangle": 3 / 8, "square": 2 / 8, "circle": 1 / 8, "pentagon": 1 / 8}
INJURY = (7.0, 12.0, 24.0, 80.0)  # what one more injury costs, by how many there are: the fourth ends the mission
EACH = {  # for each unit of an effect
    "success": 4.0,
    "lead": 1.0,
    "accord": 3.0,
    "signal": 5.0,
    "wake": -5.0,
    "supply": 2.5,
    "refresh": 0.8,
    "draw": 1.0,
    "discard": -0.8,
    "spend": -1.0,
    "sacrifice": -3.0,
    "charge": 1.0,
    "danger": -3.0,
    "morale": 4.0,
}
ONCE = {
    "log": STORY,
    "poi": STORY,
    "mission": STORY,
    "move": 12.0,
    "finish": 1.0,
    "discovery": 3.0,
    "threat-remove": 8.0,
    "threat": -8.0,
    "flag": 9.0,
    "event": -2.0,
    "kill": -90.0,
    "damage-lander": -6.0,
    "unlock": 6.0,
    "open": 8.0,
    "injury-die": 3.0,
    "injury-card": 8.0,
}
Convert = tuple[tuple[str, str], ...]  # colour of a blank bracket: the icon it counts as


def convert_of(crew: Explorer) -> Convert:
    return ((CREW[crew.person].colour, CREW[crew.person].icon),)


@cache
def _covers(kind: str, face: tuple[str, ...], need: str, convert: Convert) -> tuple[int, ...]:
    """Which sets of parts of a need a face may cover, as bit masks."""
    parts = language.need(need)
    masks = {0}
    for icon in face:
        tint = KIND[kind].colour
        shown = {icon, *(other for colour, other in convert if icon == "Ba" and colour == tint)}
        able = []
        for number, words in enumerate(parts):
            plain = "ANY" in words and icon not in ("Ac", "Ba")
            if icon == "V" or plain or shown & set(words) or (tint in words and tint in COLOURS and icon != "Ac"):
                able.append(1 << number)
        masks |= {old | bit for old in masks for bit in able if not old & bit}
    return tuple(sorted(masks))


@cache
def chance(kinds: tuple[str, ...], need: str, convert: Convert) -> float:
    """That a roll of these dice meets all parts of a need."""
    full = (1 << len(language.need(need))) - 1
    reached: dict[frozenset[int], float] = {frozenset({0}): 1.0}
    for kind in kinds:
        after: dict[frozenset[int], float] = {}
        for masks, share in reached.items():
            for face in KIND[kind].faces:
                covers = _covers(kind, face, need, convert)
                now = frozenset(old | bit for old in masks for bit in covers if not old & bit)
                after[now] = after.get(now, 0.0) + share / 6
        reached = after
    return sum(share for masks, share in reached.items() if full in masks)


def progress(kinds: tuple[str, ...], need: str, convert: Convert) -> float:
    """How far a track may be expected to move."""
    if len(language.need(need)) > 1:
        return chance(kinds, need, convert)
    return sum(chance((kind,), need, convert) for kind in kinds)


# Worth -------------------------------------------------------------------------------------------------------------


def asked_for(x: Exploration) -> set[str]:
    """The Unique Discoveries that open missions want."""
    return {word for key in x.missions for word in MISSION[key].when.split() if word.isdigit()}


def worth(state: State, what: str | Iterable[Effect], hurt: int) -> float:
    """What effects are worth to a crew with so many injuries."""
    return _all(state, language.effects(what) if isinstance(what, str) else what, hurt)


def _worth(state: State, effect: Effect, hurt: int) -> float:
    if effect.choices:
        return max(_all(state, choice.do, hurt) + _all(state, choice.pay, hurt) for choice in effect.choices)
    if effect.when is not None:
        return max(_all(state, effect.then, hurt), _all(state, effect.other, hurt))
    if effect.verb == "injure":
        return -INJURY[min(3, hurt)] if effect.target in ("", "here", "each") else -8.0
    if effect.verb == "unique":
        return _unique(state, effect)
    if effect.verb == "time":
        return -1.5 * effect.n
    if effect.verb == "track":
        return 5.0 * effect.n
    if effect.verb in EACH:
        return EACH[effect.verb] * (effect.n if any(word.lstrip("+-").isdigit() for word in effect.args) else 2)
    return ONCE.get(effect.verb, 0.0)


def _all(state: State, effects: Iterable[Effect], hurt: int) -> float:
    return sum(_worth(state, effect, hurt) for effect in effects)


def _unique(state: State, effect: Effect) -> float:
    x = state.exploration
    if not effect.args[0].isdigit():
        return 10.0
    number = int(effect.args[0])
    if number in x.uniques or number in state.ship.uniques or f"unique:{number}" in state.unlocked:
        return 0.0
    return 8.0 + STORY * (effect.args[0] in asked_for(x) or number > 32)


@cache
def _harm(category: int) -> tuple[float, float]:
    """Of one danger die: the chance of an injury, and of losing something else."""
    row = DANGER[category]
    texts = {face: getattr(row, face) for face in WEIGHT}
    injuries = sum(share for face, share in WEIGHT.items() if "injure" in texts[face])
    return injuries, sum(WEIGHT.values()) - injuries


def risk(action: Action, hurt: int) -> float:
    if not action.dice:
        return 0.0
    injuries, losses = _harm(action.category)
    return action.dice * (injuries * INJURY[min(3, hurt)] + losses)


def promise(state: State, crew: Explorer, reference: str, action: Action, dice: Sequence[Die]) -> float:
    """What an action is worth if these dice are rolled for it, without its dangers."""
    hurt, convert = len(crew.injuries), convert_of(crew)
    kinds = tuple(sorted(die.kind for die in dice))
    total = worth(state, action.plain, hurt) if action.plain else 0.0
    met = 0.0
    for row in action.rows:
        if row.need:
            share = max(met, chance(kinds, row.need, convert))
            total += (share - met) * worth(state, row.do, hurt)
            met = share
        else:
            total += (1 - met) * worth(state, row.do, hurt)
    card = reference.split(":")[1] if ":" in reference else ""
    for track in action.tracks:
        left = track.length - state.exploration.tracks.get(f"{card}:{track.id}", 0)
        if left > 0:
            total += worth(state, track.do, hurt) * min(1.0, progress(kinds, track.need, convert) / left)
    return total


@cache
def fit(kind: str, wanted: tuple[str, ...], convert: Convert) -> float:
    """The chance that a die alone shows something that is wanted."""
    return chance((kind,), "/".join(wanted), convert) if wanted else 0.0


def wanted_by(action: Action) -> tuple[str, ...]:
    needs = [row.need for row in action.rows if row.need] + [track.need for track in action.tracks]
    return tuple(dict.fromkeys(word for need in needs for part in language.need(need) for word in part))


def choose_dice(
    state: State,
    crew: Explorer,
    reference: str,
    action: Action,
    dice: Sequence[Die],
    helping: Sequence[Die],
    price: float,
) -> list[Die]:
    """The dice that are worth their price; two in any case, for one alone may mean nothing."""
    wanted, convert = wanted_by(action), convert_of(crew)
    chosen: list[Die] = []
    left = list(dice)
    best = promise(state, crew, reference, action, helping)
    while left:
        scored = [
            (
                promise(state, crew, reference, action, [*helping, *chosen, die]),
                fit(die.kind, wanted, convert),
                -die.id,
            )
            for die in left
        ]
        top = max(scored)
        if top[0] - best < price and len(chosen) >= 2:
            break
        die = left.pop(scored.index(top))
        chosen.append(die)
        best = top[0]
    return chosen

"""What a check promises: the chance that dice meet a need, and what outcomes are worth. Only what is printed counts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from app.games.vanguard import board, language
from app.games.vanguard.content import LOG, MISSION
from app.games.vanguard.content.structs import Action
from app.games.vanguard.data.crew import COLOURS, CREW
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.data.planetside import DANGER
from app.games.vanguard.language import Effect
from app.games.vanguard.people import team
from app.games.vanguard.state import Die, Exploration, Explorer, State

STORY = 100.0  # what carries the mission on
ITEM = 25.0  # what can be used on this planet only
HOUR = 1.5  # what a step of a Time Track costs that is not named
UNKNOWN_STEP = "injure wounded for any"  # what an unread log at the end of a Time Track may bring
WEIGHT = {"triangle": 3 / 8, "square": 2 / 8, "circle": 1 / 8, "pentagon": 1 / 8}
INJURY = (6.0, 10.0, 18.0, 50.0)  # what one more injury costs, by how many there are: the fourth ends the mission
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
    "open": 30.0,
    "injury-die": 3.0,
    "injury-card": 8.0,
}
Convert = tuple[tuple[str, str], ...]  # colour of a blank bracket: the icon it counts as


def convert_of(crew: Explorer) -> Convert:
    return ((CREW[crew.person].colour, CREW[crew.person].icon),)


@cache
def _covers(kind: str, face: tuple[str, ...], need: str, convert: Convert, wild: bool) -> tuple[int, ...]:
    """Which sets of parts of a need a face may cover, as bit masks."""
    parts = language.need(need)
    masks = {0}
    for icon in face:
        tint = KIND[kind].colour
        shown = {icon, *(other for colour, other in convert if icon == "Ba" and colour == tint)}
        able = []
        for number, words in enumerate(parts):
            plain = "ANY" in words and icon not in ("Ac", "Ba", "V")
            if (
                (icon == "V" and wild)
                or plain
                or shown & set(words)
                or (tint in words and tint in COLOURS and icon != "Ac")
            ):
                able.append(1 << number)
        masks |= {old | bit for old in masks for bit in able if not old & bit}
    return tuple(sorted(masks))


@cache
def chance(kinds: tuple[str, ...], need: str, convert: Convert, wild: bool = True) -> float:
    """That a roll of these dice meets all parts of a need; of natural icons alone without converts and Wild."""
    full = (1 << len(language.need(need))) - 1
    reached: dict[frozenset[int], float] = {frozenset({0}): 1.0}
    for kind in kinds:
        after: dict[frozenset[int], float] = {}
        for masks, share in reached.items():
            for face in KIND[kind].faces:
                covers = _covers(kind, face, need, convert, wild)
                now = frozenset(old | bit for old in masks for bit in covers if not old & bit)
                after[now] = after.get(now, 0.0) + share / 6
        reached = after
    return sum(share for masks, share in reached.items() if full in masks)


def progress(kinds: tuple[str, ...], need: str, convert: Convert) -> float:
    """How far a track may be expected to move."""
    if len(language.need(need)) > 1:
        return chance(kinds, need, convert) + chance(kinds, f"{need}+{need}", convert)
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
        return -INJURY[min(3, hurt)] * _number(state, effect)
    if effect.verb == "danger":
        return -danger(int(effect.args[0]), effect.n, hurt) * _number(state, effect)
    if effect.verb == "unique":
        return _unique(state, effect)
    if effect.verb == "log" and int(effect.args[0]) in state.logs:
        return min(STORY, worth(state, LOG[int(effect.args[0])].do, hurt))  # what was read is known
    if _done(state, effect):
        return 0.0
    if effect.verb in ("injury-die", "injury-card") and not hurt:
        return 0.0
    if effect.verb == "time":
        return -effect.n * _hour(state, effect.args[0], hurt)
    if effect.verb == "track":
        return 5.0 * effect.n
    if effect.verb in EACH:
        return EACH[effect.verb] * (effect.n if any(word.lstrip("+-").isdigit() for word in effect.args) else 2)
    return ONCE.get(effect.verb, 0.0)


def _number(state: State, effect: Effect) -> int:
    """How many crew an effect falls on."""
    return (len(team(state)) or state.team_size) if effect.target in ("each", "here") else 1


def _hour(state: State, name: str, hurt: int) -> float:
    """What one step of a Time Track costs: its share of what the track does on the way to its end."""
    track = board.time_track(state.exploration, name) if state.x else None
    if track is None:
        return HOUR
    harms = [worth(state, _at_hand(state, text), hurt) for text in track.steps.values()]
    return max(0.0, -sum(harms) / track.length)


def _at_hand(state: State, text: str) -> tuple[Effect, ...]:
    """The effects of a step, those of a log it names if that was read; a Time Track that starts anew is left out."""
    listed: list[Effect] = []
    for effect in language.effects(text):
        if effect.verb == "log":
            number = int(effect.args[0])
            listed += language.effects(LOG[number].do if number in state.logs else UNKNOWN_STEP)
        else:
            listed.append(effect)
    return tuple(effect for effect in listed if effect.verb != "time")


def _done(state: State, effect: Effect) -> bool:
    """A flag that is set, a path that is open, a mission that is not there: nothing new."""
    if effect.verb == "flag":
        return effect.args[0] in state.flags
    if effect.verb == "mission":
        return effect.args[1] != "complete" or state.x is None or effect.args[0] not in state.x.missions
    return effect.verb == "open" and state.x is not None and effect.args[0] in state.x.opened


def _all(state: State, effects: Iterable[Effect], hurt: int) -> float:
    return sum(_worth(state, effect, hurt) for effect in effects)


def _unique(state: State, effect: Effect) -> float:
    x = state.exploration
    if not effect.args[0].isdigit():
        return 10.0
    number = int(effect.args[0])
    if number in x.uniques or number in state.ship.uniques or f"unique:{number}" in state.unlocked:
        return 0.0
    if effect.args[0] in asked_for(x):
        return 8.0 + STORY
    return ITEM if number > 32 else 8.0


@cache
def harm_of(category: int) -> tuple[float, float]:
    """Of one danger die: the chance of an injury, and of losing something else."""
    row = DANGER[category]
    texts = {face: getattr(row, face) for face in WEIGHT}
    injuries = sum(share for face, share in WEIGHT.items() if "injure" in texts[face])
    return injuries, sum(WEIGHT.values()) - injuries


def risk(action: Action, hurt: int) -> float:
    if not action.dice:
        return 0.0
    injuries, losses = harm_of(action.category)
    return action.dice * (injuries * INJURY[min(3, hurt)] + losses)


def danger(category: int, count: int, hurt: int) -> float:
    """What so many danger dice cost a crew with so many injuries."""
    injuries, losses = harm_of(category)
    return harm(count * injuries, hurt) + count * losses


def harm(injuries: float, hurt: int) -> float:
    """What so many more injuries may be expected to cost: each is dearer than the last."""
    cost, left = 0.0, injuries
    while left > 0:
        cost += INJURY[min(3, hurt)] * min(1.0, left)
        hurt, left = hurt + 1, left - 1
    return cost


@cache
def chance_of(action: Action, kinds: tuple[str, ...], convert: Convert, verb: str) -> float:
    """That the row which dice meet has an effect of this kind."""
    met = found = 0.0
    for row in action.rows:
        share = max(met, chance(kinds, row.need, convert)) if row.need else 1.0
        if any(effect.verb == verb for effect in language.effects(row.do)):
            found += share - met
        met = share
    return found


class Goal(NamedTuple):
    """The best outcome of an action: its worth, what share of it one check brings, and what a check costs."""

    worth: float
    share: float
    danger: float  # injuries by danger dice
    failure: float  # injuries by the row that is marked
    losses: float


def _before(kinds: tuple[str, ...], action: Action, above: Sequence[tuple[float, float]], gain: float) -> float:
    """How likely at most a row further up that is worth less is met by natural icons, and marked (ISS-134)."""
    poorer = (row.need for row, (other, _) in zip(action.rows, above, strict=False) if other < gain)
    return max((chance(kinds, one, (), False) for one in poorer), default=0.0)


def goal(state: State, reference: str, action: Action, dice: Sequence[Die], crew: Explorer) -> Goal:
    hurt, convert = len(crew.injuries), convert_of(crew)
    kinds = tuple(sorted(die.kind for die in dice))
    if action.plain:
        return Goal(worth(state, action.plain, hurt), 1.0, 0.0, 0.0, 0.0)
    found: list[tuple[float, float]] = []
    for row in action.rows:
        if row.need:
            gain = worth(state, row.do, hurt)
            found.append((gain, max(0.0, chance(kinds, row.need, convert) - _before(kinds, action, found, gain))))
    card = reference.split(":")[1] if ":" in reference else ""
    for track in action.tracks:
        left = track.length - state.exploration.tracks.get(f"{card}:{track.id}", 0)
        found.append((worth(state, track.do, hurt), min(1.0, progress(kinds, track.need, convert) / max(1, left))))
    gain, share = max(found, default=(0.0, 0.0))
    injuries, losses = harm_of(action.category) if action.dice else (0.0, 0.0)
    failure = chance_of(action, kinds, convert, "injure")
    return Goal(min(STORY, gain), share, action.dice * injuries, failure, action.dice * losses)


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

"""Chances and costs of a planet's main path: CL-17 to CL-19, by the difficulty budget of the guide."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, partial
from itertools import combinations, combinations_with_replacement

from app.games.vanguard import language
from app.games.vanguard.content.structs import Campaign, Planet
from app.games.vanguard.data.dice import DANGER_FACES, KIND, STARTING
from app.games.vanguard.data.planetside import DANGER
from app.games.vanguard.language import ICON_COLOUR, ICONS
from app.packs.campaign.lint.walk import TUTORIAL, check, flat
from app.packs.campaign.lint.ways import Source, main_way
from app.packs.lint import Finding

BASIC = tuple(kind.id for kind in KIND.values() if kind.group == "basic")
TRACK_CHECKS = {1: 1.0, 2: 1.7, 3: 2.4, 4: 3.0, 5: 3.7, 6: 4.3}  # with the start reference roll
CHECKS_AT_MOST = {1: 6.0, 2: 7.0, 3: 7.0, 4: 9.0}  # by act
EARLY, LATE, BELOW = (0.45, 0.70), (0.45, 0.90), 0.80
INJURIES_AT_MOST = 2.0  # per crew; more than that is marked hard
TEAM = 2


def _masks(kind: str, need: language.Need, convert: str) -> tuple[int, ...]:
    """For each face which parts of a need it may meet; `convert` says what Ba of its own colour counts as."""
    found = []
    for (icon,) in KIND[kind].faces:
        shown = convert if icon == "Ba" and convert and ICON_COLOUR[convert] == KIND[kind].colour else icon
        mask = 0
        for place, part in enumerate(need):
            if shown == "V" or shown in part or KIND[kind].colour in part or ("ANY" in part and shown != "Ac"):
                mask |= 1 << place
        found.append(mask)
    return tuple(found)


def _meets(masks: Sequence[int], parts: int) -> bool:
    """Whether each part has a die of its own."""
    reached = {0}
    for mask in masks:
        reached |= {done | 1 << place for done in reached for place in range(parts) if mask >> place & 1}
    return (1 << parts) - 1 in reached


def chance(kinds: Sequence[str], need: language.Need, convert: str = "") -> float:
    """That these dice, rolled once, meet the need."""
    states: Counter[tuple[int, ...]] = Counter({(): 1})
    for kind in kinds:
        faces = Counter(_masks(kind, need, convert))
        states = _rolled(states, faces)
    good = sum(count for masks, count in states.items() if _meets(masks, len(need)))
    return float(good / 6 ** len(kinds))


def _rolled(states: Counter[tuple[int, ...]], faces: Counter[int]) -> Counter[tuple[int, ...]]:
    found: Counter[tuple[int, ...]] = Counter()
    for masks, count in states.items():
        for mask, times in faces.items():
            found[tuple(sorted((*masks, mask))) if mask else masks] += count * times
    return found


@cache
def start_chance(text: str) -> float:
    """Three dice of one section's starting six and one assist die; the best section and choice."""
    need = language.need(text)
    pools = {
        (*sorted(mine), help_)
        for number, dice in enumerate(STARTING)
        for mine in combinations(dice, 3)
        for other, theirs in enumerate(STARTING)
        if other != number
        for help_ in theirs
    }
    return max(chance(pool, need) for pool in {tuple(sorted(pool)) for pool in pools})


@cache
def mid_chance(text: str) -> float:
    """Five dice, at most two of a kind, one fitting convert."""
    need = language.need(text)
    icons = {word for part in need for word in part if word in ICONS}
    useful = [kind for kind in BASIC if any(_masks(kind, need, ""))]
    useful = [kind for kind in useful if any(face[0] in icons for face in KIND[kind].faces)] or list(BASIC)
    useful += [kind for kind in BASIC if kind not in useful][: max(0, 3 - len(useful))]
    pools = [pool for pool in combinations_with_replacement(useful, 5) if max(Counter(pool).values()) <= 2]
    return max(chance(pool, need, convert) for pool in pools for convert in (icons or {""}))


def row_chance(planet: Planet, need: str) -> float:
    return start_chance(need) if planet.act <= 2 else mid_chance(need)


def checks_for(planet: Planet, source: Source) -> float:
    """How many checks a row or track takes on average."""
    if source.length:
        return TRACK_CHECKS.get(source.length, 0.75 * source.length)
    return 1 / max(0.05, row_chance(planet, source.need)) if source.need else 0.0


def injuries_per_die(category: int) -> float:
    texts = [getattr(DANGER[category], face) if face != "blank" else "" for face in DANGER_FACES]
    return sum(any(effect.verb == "injure" for effect in flat(text)) for text in texts) / len(DANGER_FACES)


@check
def main_paths(campaign: Campaign) -> Iterator[Finding]:
    """CL-17 to CL-19; the tutorial planet is its own affair."""
    for planet in campaign.planets:
        if planet.id == TUTORIAL:
            continue
        way = sorted(main_way(campaign, planet, partial(checks_for, planet)))
        for source in way:
            yield from _rows(planet, source)
            most = 1 if planet.act == 1 else 2
            if source.dice > most:
                yield Finding("CL-18", source.where, f"{source.dice} danger dice on the main path", warning=True)
        yield from _costs(planet, way)


def _rows(planet: Planet, source: Source) -> Iterator[Finding]:
    if source.length or not source.need or not source.top:
        return
    low, high = EARLY if planet.act <= 2 else LATE
    value = row_chance(planet, source.need)
    if not low <= round(value, 2) <= high:
        yield Finding("CL-17", source.where, f"{source.need} has a chance of {value:.2f}, not {low} to {high}")
    if source.below and round(row_chance(planet, source.below), 2) < BELOW:
        yield Finding("CL-17", source.where, f"the row below the top one has a chance of less than {BELOW}")


def _costs(planet: Planet, way: list[Source]) -> Iterator[Finding]:
    travel = 1.0 if any("T" in path.icons for path in planet.paths) else 0.0
    checks = travel + sum(checks_for(planet, source) for source in way)
    most = CHECKS_AT_MOST.get(planet.act, 9.0)
    if checks > most * (2 if planet.optional else 1):
        yield Finding(
            "CL-19", f"planet {planet.id}", f"{checks:.1f} checks on the main path, at most {most}", warning=True
        )
    condition = planet.conditions[0].travel
    hurt = travel * condition.dice * injuries_per_die(condition.category) if condition.dice else 0.0
    for source in way:
        if source.dice:
            hurt += checks_for(planet, source) * source.dice * injuries_per_die(source.category)
    if hurt / TEAM > INJURIES_AT_MOST and not planet.hard:
        text = f"{hurt / TEAM:.1f} injuries per crew on the main path, at most {INJURIES_AT_MOST}"
        yield Finding("CL-18", f"planet {planet.id}", text, warning=True)

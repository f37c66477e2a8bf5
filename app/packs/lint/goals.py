"""Goals and play (VAN-L47 to VAN-L50). What has to be played to be known, VAN-L51 and VAN-L52, is in `app.packs.play`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from app.games.vantage.world import CARDINALS, Mission, neighbour
from app.packs.lint.findings import Finding, Pack, check, effects_of, walk
from app.packs.lint.ways import crash_sites, graph, reach

PAST = re.compile(r"\b(ago|yesterday|used to|once was|back then|long before)\b", re.I)
SIDES = re.compile(r"\b(north|east|south|west|northeast|northwest|southeast|southwest)\b", re.I)


@check
def missions(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    for mission in world.missions.values():
        where = f"mission {mission.id}"
        if not mission.crisis or not mission.done:
            yield Finding("VAN-L48", where, "needs a crisis and a done text")
        hint = world.hints.get(mission.hint)
        if hint is None:
            yield Finding("VAN-L48", where, "has no hint")
        elif not hint.soft or not hint.plain:
            yield Finding("VAN-L48", where, "its hint is missing at one level")
        if not _two_ways(mission):
            yield Finding("VAN-L47", where, "needs two routes that share no required location")
    for destiny in world.destinies.values():
        where = f"destiny {destiny.id}"
        if "else" not in destiny.final:
            yield Finding("VAN-L47", where, "has no final text")
        if _achievements(destiny.goal) < 3:
            yield Finding("VAN-L47", where, f"{_achievements(destiny.goal)} achievements instead of three")


@check
def hints(pack: Pack) -> Iterator[Finding]:
    """A soft hint gives a direction: a side, a place or a region by its name."""
    world = pack.world
    names = [place.name for place in world.places.values()] + [region.name for region in world.regions.values()]
    known = {part.removeprefix("The ").removeprefix("the ") for name in names for part in (name, *name.split(", "))}
    for name, hint in world.hints.items():
        if not SIDES.search(hint.soft) and not any(place in hint.soft for place in known):
            yield Finding("VAN-L48", f"hint {name}", "the soft hint names no side, place or region")


def _two_ways(mission: Mission) -> bool:
    needed = [{number for number in route.by if number < 800} for route in mission.routes]
    return any(not one & two for index, one in enumerate(needed) for two in needed[index + 1 :])


def _achievements(goal: dict[str, Any]) -> int:
    """Separate things to be done: each part of `all`, and a counter as often as it must be raised."""
    count = 0
    for name, value in goal.items():
        if name == "all":
            count += sum(_achievements(part) for part in value)
        elif name == "any":
            count += min((_achievements(part) for part in value), default=0)
        elif name == "counter" and isinstance(value, dict) and isinstance(value.get("at_least"), int):
            count += value["at_least"]
        elif name not in ("at", "need"):
            count += 1
    return count


@check
def puzzles(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    within = reach(graph(world, results=True), *crash_sites(world))
    opened = [a for _, effects in effects_of(world) for name, a in walk(effects) if name == "puzzle"]
    skips = {str(a["id"]) for a in opened if a.get("skip")}
    for puzzle in world.puzzles.values():
        where = f"puzzle {puzzle.id}"
        if puzzle.skip.get("cost") != 9:
            yield Finding("VAN-L49", where, "the skip costs 9")
        if not puzzle.check:
            yield Finding("VAN-L49", where, "no note says how the answer follows")
        if not puzzle.knowledge:
            yield Finding("VAN-L49", where, "nothing says how it is solved")
        for piece in puzzle.knowledge:
            source = piece.get("from")
            if isinstance(source, int) and source < 800 and source not in within:
                yield Finding("VAN-L49", where, f"what one must know stands at {source}, which is out of reach")
        if puzzle.panel.items != len(puzzle.panel.labels) or len(puzzle.answer) != puzzle.panel.pick:
            yield Finding("VAN-L49", where, "labels, items, picks and answer do not agree")
        if puzzle.id not in skips:
            yield Finding("VAN-L49", where, "no action skips it")


@check
def the_voice(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    places = [place for place in world.places.values() if place.terrain not in ("ship", "pod")]
    speaking = [place for place in places if place.voice]
    share = 100 * len(speaking) / max(1, len(places))
    if not 4 <= share <= 8:
        yield Finding("VAN-L50", "planet", f"the voice speaks at {share:.1f} % of the locations, not at 4 to 8")
    for place in speaking:
        if PAST.search(place.voice):
            yield Finding("VAN-L50", f"{place.id} voice", "the voice speaks about the past")
        for side in CARDINALS:
            other = world.places.get(neighbour(place.id, side) or -1)
            if other is not None and other.voice:
                yield Finding("VAN-L50", str(place.id), f"the voice speaks at {other.id:03d}, too")

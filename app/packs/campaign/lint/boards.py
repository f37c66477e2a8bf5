"""Planet boards as graphs and drawings, and the Starmap: CL-06 to CL-09, CL-16, CL-20, CL-25."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from app.games.vanguard import language
from app.games.vanguard.content.structs import Campaign, Path, Planet, Sector, System
from app.games.vanguard.language import Effect
from app.packs.campaign.lint.walk import check, closure, components, everything, flat, log_texts, logs_of, planet_texts
from app.packs.lint import Finding

Point = tuple[int, int]
ENOUGH, ROUTE = 4, 5  # Energy


def opened(planet: Planet) -> set[str]:
    texts = [text for _, text in (*planet_texts(planet), *log_texts(planet.logs))]
    return {effect.args[0] for text in texts for effect in flat(text) if effect.verb == "open"}


def reach(planet: Planet, start: str, extra: set[str]) -> set[str]:
    """Where one can go from a sector, with these closed paths open."""
    found, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        for path in planet.paths:
            if path.closed and path.id not in extra:
                continue
            ends = [path.b] if path.a == here else [path.a] if path.b == here and not path.one_way else []
            waiting += [end for end in ends if end not in found]
            found |= set(ends)
    return found


def landers(planet: Planet) -> list[str]:
    return [sector.id for sector in planet.sectors if sector.lander]


@check
def graph(campaign: Campaign) -> Iterator[Finding]:
    """CL-06, CL-08"""
    for planet in campaign.planets:
        keys = opened(planet)
        if not landers(planet):
            yield Finding("CL-06", f"planet {planet.id}", "no sector has a lander icon")
        for start in landers(planet):
            for sector in planet.sectors:
                if sector.id not in reach(planet, start, keys):
                    yield Finding("CL-06", f"{planet.id} {sector.id}", f"it cannot be reached from {start}")
        printed = {path.id for path in planet.paths}
        for path in planet.paths:
            if path.closed and path.id not in keys:
                yield Finding("CL-08", f"{planet.id} {path.id}", "nothing opens it")
        for where, text in (*planet_texts(planet), *log_texts(planet.logs)):
            for effect in flat(text):
                if effect.verb in ("open", "close") and effect.args[0] not in printed:
                    yield Finding("CL-08", where, f"there is no path {effect.args[0]}")


@check
def ways_back(campaign: Campaign) -> Iterator[Finding]:
    """CL-07: with closed paths left closed."""
    for planet in campaign.planets:
        homes = set(landers(planet))
        entered = {key for home in homes for key in reach(planet, home, set())}
        for sector in planet.sectors:
            if sector.id not in entered or sector.id in homes:
                continue
            if sector.no_travel_until:
                yield from _way_out(campaign, planet, sector, homes)
            elif not reach(planet, sector.id, set()) & homes:
                yield Finding("CL-07", f"{planet.id} {sector.id}", "no lander sector can be reached from it")


def _way_out(campaign: Campaign, planet: Planet, sector: Sector, homes: set[str]) -> Iterator[Finding]:
    """Of a sector that holds its travellers: at the first visit, and at a later one, when its icon is lifted already
    and only what the briefing opens is open."""
    where, logs = f"{planet.id} {sector.id}", logs_of(campaign)
    inside = list(_inside(campaign, planet, sector))
    wanted = {words[1] for words in _flag_atoms(sector.no_travel_until)}
    if wanted and not any(effect.verb == "flag" and effect.args[0] in wanted for effect in inside):
        yield Finding("CL-07", where, "nothing in the sector lifts its no-travel icon")
        return
    briefing = logs[planet.landing.again].do if planet.landing.again in logs else ""
    for effects, when in ((inside, "once its icon is lifted"), (list(flat(briefing)), "on a return")):
        if not reach(planet, sector.id, {effect.args[0] for effect in effects if effect.verb == "open"}) & homes:
            yield Finding("CL-07", where, f"{when} no lander sector can be reached from it")


def _inside(campaign: Campaign, planet: Planet, sector: Sector) -> Iterator[Effect]:
    """What the actions in a sector, and those that they place there, may lead to."""
    logs = logs_of(campaign)
    looked: set[int] = set()
    here = {sector.poi}
    while here - looked:
        number = sorted(here - looked)[0]
        looked.add(number)
        for poi in planet.pois:
            if poi.id != number:
                continue
            for action in poi.actions:
                texts = [action.plain, *(row.do for row in action.rows), *(track.do for track in action.tracks)]
                for effect in (effect for text in texts for effect in closure(text, logs)):
                    yield effect
                    if effect.verb == "poi" and effect.args[1] == sector.id:
                        here.add(int(effect.args[0]))


def _flag_atoms(text: str) -> list[tuple[str, ...]]:
    return [atom.words for row in language.condition(text).rows for atom in row if atom.words[0] == "flag"]


@check
def no_travel(campaign: Campaign) -> Iterator[Finding]:
    """CL-09"""
    texts = [text for _, text, _ in everything(campaign)] + [text for _, text in components()]
    flags = {effect.args[0] for text in texts for effect in flat(text) if effect.verb == "flag"}
    for planet in campaign.planets:
        for sector in planet.sectors:
            if not sector.no_travel_until:
                continue
            rows = language.condition(sector.no_travel_until).rows
            if not any(all(_possible(atom, flags, finishable(planet)) for atom in row) for row in rows):
                yield Finding("CL-09", f"{planet.id} {sector.id}", "its no-travel icon can never be lifted")


def finishable(planet: Planet) -> set[str]:
    """Sectors that something finishes; `finish here` means those with an action."""
    texts = [text for _, text in (*planet_texts(planet), *log_texts(planet.logs))]
    listed = [effect for text in texts for effect in flat(text)]
    placed = {effect.args[1] for effect in listed if effect.verb == "poi"}
    named = {effect.args[0] for effect in listed if effect.verb == "finish"}
    return named | placed | {sector.id for sector in planet.sectors if sector.poi}


def _possible(atom: language.Atom, flags: set[str], finished: set[str]) -> bool:
    word, name = atom.words[0], atom.words[-1]
    if atom.negated:
        return True
    return (word != "flag" or name in flags) and (word != "finished" or name in finished)


@check
def travel(campaign: Campaign) -> Iterator[Finding]:
    """CL-16"""
    for planet in campaign.planets:
        for condition in planet.conditions:
            moves = [effect for row in condition.travel.rows for effect in flat(row.do) if effect.verb == "move"]
            if not moves:
                yield Finding("CL-16", f"global condition {condition.id}", "no row of its Travel moves the figure")
        for path in planet.paths:
            if "T" in path.icons[:-1]:
                yield Finding("CL-16", f"{planet.id} {path.id}", "the Travel icon is not the last one")


# The Starmap ---------------------------------------------------------------------------------------------------------


@check
def energy(campaign: Campaign) -> Iterator[Finding]:
    """CL-20"""
    texts = [text for _, text, _ in everything(campaign)]
    locked = {
        effect.args[1]
        for text in texts
        for effect in flat(text)
        if effect.verb == "unlock" and "landing" in effect.args
    }
    systems = {system.id: system for system in campaign.systems}
    for system in campaign.systems:
        near = _cheapest(system, locked)
        flights = [
            route.energy + _cheapest(systems[route.to], locked)
            for route in system.routes
            if not route.need and route.to in systems
        ]
        if min([near, *flights]) > ENOUGH:
            yield Finding("CL-20", f"system {system.id}", f"no landing can be reached with {ENOUGH} Energy")
        for route in system.routes:
            story = route.first_log and route.to in systems
            if story and route.energy + _cheapest(systems[route.to], locked) > ROUTE:
                yield Finding("CL-20", f"system {system.id}", f"to fly to {route.to} and land costs more than {ROUTE}")


def _cheapest(system: System, locked: set[str]) -> int:
    return min((p.energy for p in system.destinations if p.landing and p.landing not in locked), default=99)


# The drawing ---------------------------------------------------------------------------------------------------------


@check
def layout(campaign: Campaign) -> Iterator[Finding]:
    """CL-25"""
    for planet in campaign.planets:
        spots = {sector.id: sector.at for sector in planet.sectors}
        for sector, twin in combinations(planet.sectors, 2):
            if sector.at == twin.at:
                yield Finding("CL-25", f"{planet.id} {twin.id}", f"it lies on {sector.id}")
        paths = [path for path in planet.paths if path.a in spots and path.b in spots]
        for path in paths:
            for key, at in spots.items():
                if key not in (path.a, path.b) and _between(spots[path.a], spots[path.b], at):
                    yield Finding("CL-25", f"{planet.id} {path.id}", f"it runs through {key}")
        for one, other in combinations(paths, 2):
            if _cross(one, other, spots):
                yield Finding("CL-25", f"{planet.id} {one.id}", f"it crosses {other.id}")


def _turn(a: Point, b: Point, c: Point) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _between(a: Point, b: Point, c: Point) -> bool:
    inside = min(a[0], b[0]) <= c[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= c[1] <= max(a[1], b[1])
    return c not in (a, b) and inside and _turn(a, b, c) == 0


def _cross(one: Path, other: Path, spots: dict[str, Point]) -> bool:
    if {one.a, one.b} & {other.a, other.b}:
        return False
    a, b, c, d = spots[one.a], spots[one.b], spots[other.a], spots[other.b]
    return _turn(a, b, c) * _turn(a, b, d) < 0 and _turn(c, d, a) * _turn(c, d, b) < 0

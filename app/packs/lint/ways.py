"""Map and reachability (VAN-L09 to VAN-L16, VAN-L32)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from app.games.vantage.world import (
    CARDINALS,
    DIAGONALS,
    HEIGHT,
    Act,
    Diagonal,
    Place,
    World,
    cell,
    neighbour,
)
from app.packs.lint.findings import Finding, Pack, check, walk

OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


@check
def compass(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    for place in world.places.values():
        if place.terrain in ("ship", "pod"):
            continue
        for side in CARDINALS:
            if side not in place.compass:
                yield Finding("VAN-L09", str(place.id), f"says nothing about the {side}")
        for side, way in place.compass.items():
            if way.to is not None and cell(place.id) and neighbour(place.id, side) != way.to:
                yield Finding("VAN-L09", f"{place.id} {side}", f"{way.to} is not the neighbour")
            if way.star and side not in place.departs:
                yield Finding("VAN-L03", f"{place.id} {side}", "a star without an entry")
            other = world.places.get(way.to) if way.to is not None else None
            if other and not place.asym and not other.asym and _closed(other, OPPOSITE[side]):
                yield Finding("VAN-L14", f"{place.id} {side}", f"{other.id} is closed on that side", warning=True)
        yield from _diagonals(place)
        yield from _open_sides(place)


def _closed(place: Place, side: str) -> bool:
    return side in place.compass and place.compass[side].blocked


def _diagonals(place: Place) -> Iterator[Finding]:
    for side, depart in place.departs.items():
        diagonal = depart.diagonal
        if diagonal is None:
            continue
        if diagonal.dir not in DIAGONALS:
            yield Finding("VAN-L09", f"{place.id} {side}", f"{diagonal.dir} is no diagonal")
        elif cell(place.id) and neighbour(place.id, diagonal.dir) not in _targets(diagonal):
            yield Finding("VAN-L09", f"{place.id} {side}", f"does not lead to the {diagonal.dir}")


def _targets(entry: Act | Diagonal) -> set[int]:
    lists = [entry.result, *(v.result or [] for v in entry.variants)] if isinstance(entry, Act) else [entry.result]
    return {value for name, value in walk(lists) if name == "to" and isinstance(value, int)}


def _open_sides(place: Place) -> Iterator[Finding]:
    if not cell(place.id):
        return
    open_sides = [side for side, way in place.compass.items() if not way.blocked]
    if len(open_sides) < 2:
        yield Finding("VAN-L10", str(place.id), "fewer than two open sides")
    listed = any(place.compass[side].to is not None for side in open_sides)
    cheap = [entry for entry in place.departs.values() if isinstance(entry.cost, int) and entry.cost <= 3]
    if open_sides and not listed and not cheap:
        yield Finding("VAN-L10", str(place.id), "no side is open at a cost of 3 or less")


@check
def crossings(pack: Pack) -> Iterator[Finding]:
    """Where an hour or the Sill is crossed there is a star with a story of its own (VAN-L15)."""
    world = pack.world
    for place in world.places.values():
        if cell(place.id) is None:
            continue
        for side, way in place.compass.items():
            bounds = _crossed(place.id, way.to) if way.to is not None else None
            if bounds:
                yield Finding("VAN-L15", f"{place.id} {side}", "a mullion or the Sill is crossed by a listed number")
        for side, depart in place.departs.items():
            crossing: list[Act | Diagonal] = [depart, *([depart.diagonal] if depart.diagonal else [])]
            for entry in crossing:
                for target in sorted(_targets(entry)):
                    yield from _crossing(world, f"{place.id} {side}", place, entry, target)


def _crossed(start: int, end: int) -> tuple[int, int] | None:
    """The cost that a step over a mullion or the Sill may have; None for any other step."""
    one, two = cell(start), cell(end)
    if one is None or two is None:
        return None
    if {one[1], two[1]} == {0, HEIGHT - 1}:
        return 4, 6
    return (2, 4) if one[0] // 5 != two[0] // 5 else None


def _crossing(world: World, where: str, place: Place, entry: Act | Diagonal, target: int) -> Iterator[Finding]:
    bounds = _crossed(place.id, target)
    if bounds is None:
        return
    if not isinstance(entry.cost, int) or not bounds[0] <= entry.cost <= bounds[1]:
        yield Finding("VAN-L15", where, f"a crossing costs {bounds[0]} to {bounds[1]}, not {entry.cost}")
    for number in (place.id, target):
        if bounds == (2, 4) and number in world.places and "mullion" not in world.places[number].tags:
            yield Finding("VAN-L15", str(number), "lies at a mullion and has no tag that says so")


@check
def arrivals(pack: Pack) -> Iterator[Finding]:
    """Arrival damage is rare, and never strikes twice in a row on the way to people (VAN-L32)."""
    world = pack.world
    surface = [place for place in world.places.values() if cell(place.id)]
    harsh = {place.id for place in surface if place.arrival}
    if surface and len(harsh) > 0.15 * len(surface):
        yield Finding("VAN-L32", "surface", f"{len(harsh)} of {len(surface)} cells have arrival damage")
    for number, onward in _lanes(world).items():
        if number in harsh and onward in harsh:
            yield Finding("VAN-L32", str(number), f"and {onward:03d}, next on the way to a city, both hurt on arrival")


def _lanes(world: World) -> dict[int, int]:
    """For every cell from which listed numbers lead to a city: the next cell on the shortest such way."""
    backward: dict[int, list[int]] = {}
    for place in world.places.values():
        for way in place.compass.values():
            if way.to is not None:
                backward.setdefault(way.to, []).append(place.id)
    onward: dict[int, int] = {}
    queue = deque(sorted(place.id for place in world.places.values() if place.terrain == "city"))
    cities = set(queue)
    while queue:
        at = queue.popleft()
        for before in sorted(backward.get(at, [])):
            if before not in onward and before not in cities:
                onward[before] = at
                queue.append(before)
    return onward


def links(world: World, place: Place, *, results: bool) -> set[int]:
    """Where one may get from here, by departs alone or by results, too."""
    found = {way.to for way in place.compass.values() if way.to is not None}
    lists = [depart.result for depart in place.departs.values()]
    lists += [variant.result or [] for depart in place.departs.values() for variant in depart.variants]
    lists += [depart.diagonal.result for depart in place.departs.values() if depart.diagonal]
    if results:
        lists += [action.result for action in place.actions]
        lists += [variant.result or [] for action in place.actions for variant in action.variants]
        region = world.regions.get(place.region)
        if region and place.terrain == "sky":
            found |= {n for cells in region.quarters.values() for n in cells}
        if region and region.sky and "outdoors" in place.tags:
            found.add(region.sky)
    for effects in lists:
        for name, value in walk(effects):
            if name == "to" and isinstance(value, int):
                found.add(value)
            if value == "caves_entrance":
                found |= {number for number, other in world.places.items() if other.links.get("below") or cell(number)}
            if name == "table" and isinstance(value, str) and value in world.tables:
                found |= {row.to for row in world.tables[value] if row.to is not None}
            if name == "giant" and isinstance(value, dict) and value.get("id") in world.giants:
                found.add(world.giants[value["id"]].lair)
    return {number for number in found if number in world.places}


Graph = dict[int, list[int]]


def graph(world: World, *, results: bool) -> Graph:
    return {number: sorted(links(world, place, results=results)) for number, place in world.places.items()}


def reach(ways: Graph, *starts: int) -> dict[int, int]:
    """How many steps every place is away that can be reached."""
    distance = dict.fromkeys(starts, 0)
    queue = deque(starts)
    while queue:
        at = queue.popleft()
        for following in ways.get(at, []):
            if following not in distance:
                distance[following] = distance[at] + 1
                queue.append(following)
    return distance


def crash_sites(world: World) -> list[int]:
    return sorted({site for table in world.pods.values() for site in table.values() if site in world.places})


@check
def reachable(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    sites = crash_sites(world)
    departs, anyhow = graph(world, results=False), graph(world, results=True)
    surface = {number for number in world.places if cell(number)}
    cities = {place.id for place in world.places.values() if place.terrain == "city"}
    cut_off: dict[int, list[int]] = {}
    for site in sites:
        by_foot = reach(departs, site)
        for number in surface - set(by_foot):
            cut_off.setdefault(number, []).append(site)
        near = min((by_foot[city] for city in cities if city in by_foot), default=99)
        if near > 6:
            yield Finding("VAN-L13", str(site), "no city within six departs")
    for number, far in sorted(cut_off.items()):
        text = f"cannot be reached by departs from {len(far)} of {len(sites)} crash sites, such as {far[0]:03d}"
        yield Finding("VAN-L11", str(number), text)
    found = reach(anyhow, *sites)
    backward: Graph = {}
    for number, targets in anyhow.items():
        for target in targets:
            backward.setdefault(target, []).append(number)
    home = reach(backward, *sites)
    for place in world.places.values():
        if place.terrain in ("ship", "pod"):
            continue
        if sites and place.id not in found and place.terrain != "trial":
            yield Finding("VAN-L11", str(place.id), "cannot be reached at all")
        if place.id not in home and not place.ending and place.terrain != "interior":
            yield Finding("VAN-L12", str(place.id), "no way back to a crash site")


@check
def pods(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    owner: dict[int, int] = {}
    for pod, table in world.pods.items():
        if len(table) != 21:
            yield Finding("VAN-L16", f"pod {pod}", f"{len(table)} keys instead of 21")
        for key, site in table.items():
            one, _, two = key.partition("-")
            place = world.places.get(site)
            harsh = place is not None and (bool(place.arrival) or bool({"hot", "cold", "thin_air"} & set(place.tags)))
            if cell(site) and (site - 1) // 100 != pod - 794:
                yield Finding("VAN-L16", f"pod {pod} {key}", f"{site:03d} does not lie in its light")
            if place is not None and (one == two) != harsh:
                yield Finding("VAN-L16", f"pod {pod} {key}", f"{site:03d} is {'harsh' if harsh else 'mild'}")
            if owner.setdefault(site, pod) != pod:
                yield Finding("VAN-L16", f"pod {pod}", f"{site:03d} belongs to pod {owner[site]}")

"""The planet board as a graph: paths, connected sectors, what stands where."""

from __future__ import annotations

from app.games.vanguard.content import CONDITION, PLANET, POI, SECTOR, THREAT
from app.games.vanguard.content.structs import Condition, Path, Sector, Time
from app.games.vanguard.state import Exploration, State, ThreatFigure


def sector(x: Exploration, key: str) -> Sector:
    return SECTOR[x.planet][key]


def is_open(x: Exploration, path: Path) -> bool:
    """A closed path does not exist until opened (ISS-067)."""
    return path.id in x.opened or (not path.closed and path.id not in x.closed)


def ways(x: Exploration, start: str) -> list[tuple[str, tuple[str, ...]]]:
    """Where a Travel from here may lead, with the icons from the near end to the far end (ISS-067 to ISS-069)."""
    result = []
    for path in PLANET[x.planet].paths:
        if not is_open(x, path):
            continue
        if path.a == start:
            result.append((path.b, path.icons))
        elif path.b == start and not path.one_way:
            result.append((path.a, back(path.icons)))
    return result


def back(icons: tuple[str, ...]) -> tuple[str, ...]:
    """Along the other way the icons come in the other order, but the Travel icon is always last (ISS-070)."""
    turned = [icon for icon in icons[::-1] if icon != "T"]
    return (*turned, *(icon for icon in icons if icon == "T"))


def connected(x: Exploration, start: str) -> list[str]:
    """ISS-068"""
    return [end for end, _ in ways(x, start)]


def near(x: Exploration, one: str, other: str) -> bool:
    """Connected to or from."""
    return other in connected(x, one) or one in connected(x, other)


def steps_towards(x: Exploration, start: str, goals: list[str]) -> list[str]:
    """The first steps of all shortest ways to the nearest goal (ISS-190)."""
    if start in goals:
        return []
    reached = {start: 0}
    firsts: dict[str, list[str]] = {}
    frontier = [start]
    while frontier:
        found: list[str] = []
        for place in frontier:
            for end in connected(x, place):
                if end not in reached:
                    reached[end] = reached[place] + 1
                    found.append(end)
                if reached[end] == reached[place] + 1:
                    via = [end] if place == start else firsts[place]
                    firsts[end] = list(dict.fromkeys([*firsts.get(end, []), *via]))
        hit = [end for end in found if end in goals]
        if hit:
            return list(dict.fromkeys(step for end in hit for step in firsts[end]))
        frontier = found
    return []


def condition(x: Exploration) -> Condition:
    return CONDITION[x.condition]


def biomes(x: Exploration, key: str) -> tuple[str, ...]:
    """Of the sector and of the POI cards there (ISS-162)."""
    cards = (biome for number in poi_cards(x, key) for biome in POI[number].biomes)
    return (*sector(x, key).biomes, *cards)


def threat(x: Exploration, key: str) -> ThreatFigure | None:
    return next((figure for figure in x.threats if figure.id == key), None)


def threats_at(x: Exploration, key: str) -> list[ThreatFigure]:
    """Main figures only (ISS-188)."""
    return [figure for figure in x.threats if figure.sector == key]


def time_track(x: Exploration, key: str) -> Time | None:
    if threat(x, key):
        return THREAT[key].time
    return next((track for track in condition(x).time if track.id == key), None) if x.condition else None


def time_now(x: Exploration, key: str) -> int:
    figure = threat(x, key)
    return figure.time if figure else x.time.get(key, 0)


def set_time(x: Exploration, key: str, value: int) -> None:
    figure = threat(x, key)
    if figure:
        figure.time = value
    else:
        x.time[key] = value


def time_tracks(x: Exploration) -> list[str]:
    """Every Time Track in play."""
    tracks = [track.id for track in condition(x).time] if x.condition else []
    return [*tracks, *(figure.id for figure in x.threats)]


def tracks_of_the_round(x: Exploration) -> list[str]:
    """Those that progress at the end of every round (ISS-058)."""
    tracks = ((key, time_track(x, key)) for key in time_tracks(x))
    return [key for key, track in tracks if track and not track.by_effect]


def stuck(state: State, key: str) -> bool:
    """Whether the no-travel icon of a sector holds (ISS-066)."""
    from app.games.vanguard.conditions import holds

    until = sector(state.exploration, key).no_travel_until
    return bool(until) and not holds(state, until, None)


def poi_cards(x: Exploration, key: str) -> list[int]:
    return [number for number in x.pois.get(key, []) if number in POI]

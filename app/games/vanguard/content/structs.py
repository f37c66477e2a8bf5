"""The shapes of campaign content. All effects, conditions and needs are strings of the effect language, so that the
same structs can be filled from content files."""

from __future__ import annotations

import msgspec


class Sector(msgspec.Struct, frozen=True):
    id: str
    name: str
    at: tuple[int, int]
    biomes: tuple[str, ...]
    lander: bool = False
    no_travel_until: str = ""  # a condition; empty: no such icon
    log: int = 0
    poi: int = 0


class Path(msgspec.Struct, frozen=True):
    a: str
    b: str
    one_way: bool = False
    icons: tuple[str, ...] = ()  # T, S, U, D1..D9, E from a to b
    closed: bool = False

    @property
    def id(self) -> str:
        return f"{self.a}-{self.b}"


class Row(msgspec.Struct, frozen=True):
    need: str  # empty: the red row
    do: str
    arrow: int = -1  # the row whose outcome follows (ISS-143)


class Fx(msgspec.Struct, frozen=True):
    need: str
    do: str
    immediate: bool = False  # ends the check (ISS-131)


class Track(msgspec.Struct, frozen=True):
    id: str
    length: int
    need: str
    do: str


class Action(msgspec.Struct, frozen=True):
    name: str
    category: int = 0
    dice: int = 0
    fx: tuple[Fx, ...] = ()
    rows: tuple[Row, ...] = ()
    tracks: tuple[Track, ...] = ()
    plain: str = ""
    need: str = ""  # a condition
    pay: str = ""
    once: bool = False
    always: bool = False


class Time(msgspec.Struct, frozen=True):
    id: str
    length: int
    steps: dict[int, str]


class Condition(msgspec.Struct, frozen=True):
    id: str
    name: str
    travel: Action
    fx: tuple[Fx, ...] = ()
    combos: tuple[Fx, ...] = ()
    time: tuple[Time, ...] = ()


class Mission(msgspec.Struct, frozen=True):
    id: str
    name: str
    optional: bool = False
    when: str = ""
    do: str = ""


class Poi(msgspec.Struct, frozen=True):
    id: int
    name: str
    actions: tuple[Action, ...]


class Threat(msgspec.Struct, frozen=True):
    id: str
    name: str
    time: Time
    action: Action
    secondary: tuple[str, ...] = ()
    removable: bool = True


class LandingStep(msgspec.Struct, frozen=True):
    stat: str
    difficulty: int
    fail: str


class Landing(msgspec.Struct, frozen=True):
    id: str
    steps: tuple[LandingStep, ...]
    briefing: int
    again: int
    liftoff: int
    evac: int


class Log(msgspec.Struct, frozen=True):
    id: int
    do: str


class Planet(msgspec.Struct, frozen=True):
    id: str
    name: str
    system: str
    about: str
    sectors: tuple[Sector, ...]
    paths: tuple[Path, ...]
    condition: str
    conditions: tuple[Condition, ...]
    missions: tuple[Mission, ...]
    pois: tuple[Poi, ...]
    threats: tuple[Threat, ...]
    landing: Landing
    uniques: tuple[int, ...]
    uniques_again: tuple[int, ...]
    logs: tuple[Log, ...]


class Route(msgspec.Struct, frozen=True):
    to: str
    energy: int
    need: str = ""
    first_log: int = 0


class Destination(msgspec.Struct, frozen=True):
    id: str
    name: str
    energy: int
    landing: str = ""
    log: int = 0
    limit: str = ""  # phase or once


class System(msgspec.Struct, frozen=True):
    id: str
    name: str
    routes: tuple[Route, ...]
    destinations: tuple[Destination, ...]

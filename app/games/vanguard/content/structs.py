"""The shapes of campaign content. All effects, conditions and needs are strings of the effect language; a campaign is
compiled into them from the files of a pack."""

from __future__ import annotations

import msgspec


class Content(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a compiled campaign is made of."""


class Sector(Content, frozen=True):
    id: str
    name: str
    at: tuple[int, int]
    biomes: tuple[str, ...]
    lander: bool = False
    no_travel_until: str = ""  # a condition; empty: no such icon
    log: int = 0
    poi: int = 0


class Path(Content, frozen=True):
    a: str
    b: str
    one_way: bool = False
    icons: tuple[str, ...] = ()  # T, S, U, D1..D9, E from a to b
    closed: bool = False

    @property
    def id(self) -> str:
        return f"{self.a}-{self.b}"


class Row(Content, frozen=True):
    need: str  # empty: the red row
    do: str
    arrow: int = -1  # the row whose outcome follows (ISS-143)


class Fx(Content, frozen=True):
    need: str
    do: str
    immediate: bool = False  # ends the check (ISS-131)


class Track(Content, frozen=True):
    id: str
    length: int
    need: str
    do: str


class Action(Content, frozen=True):
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


class Time(Content, frozen=True):
    id: str
    length: int
    steps: dict[int, str]
    by_effect: bool = False  # does not progress at the end of a round


class Condition(Content, frozen=True):
    id: str
    name: str
    travel: Action
    fx: tuple[Fx, ...] = ()
    combos: tuple[Fx, ...] = ()
    time: tuple[Time, ...] = ()


class Mission(Content, frozen=True):
    id: str
    name: str
    optional: bool = False
    when: str = ""
    do: str = ""
    text: str = ""


class Poi(Content, frozen=True):
    id: int
    name: str
    actions: tuple[Action, ...]
    biomes: tuple[str, ...] = ()  # icons on the card (ISS-162)


class Threat(Content, frozen=True):
    id: str
    name: str
    time: Time
    action: Action
    secondary: tuple[str, ...] = ()
    removable: bool = True


class LandingStep(Content, frozen=True):
    stat: str
    difficulty: int
    fail: str


class Landing(Content, frozen=True):
    id: str
    steps: tuple[LandingStep, ...]
    briefing: int
    again: int
    liftoff: int
    evac: int
    scan: tuple[int, ...] = (1, 2, 2)  # Energy for each part (ISS-266)


class Log(Content, frozen=True):
    id: int
    do: str
    text: str = ""
    repeat: bool = False  # read at every arrival
    title: str = ""  # versions that were published before logs had titles have none here


class Planet(Content, frozen=True):
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
    act: int = 1
    optional: bool = False  # the story goes on without it
    hard: bool = False


class Route(Content, frozen=True):
    to: str
    energy: int
    need: str = ""
    first_log: int = 0


class Destination(Content, frozen=True):
    id: str
    name: str
    energy: int
    landing: str = ""
    log: int = 0
    limit: str = ""  # phase or once


class System(Content, frozen=True):
    id: str
    name: str
    routes: tuple[Route, ...]
    destinations: tuple[Destination, ...]


class Trigger(Content, frozen=True):
    """A log of the story, read at the first Bridge at which the condition holds, or at every one."""

    when: str
    log: int
    repeat: bool = False


class Campaign(Content, frozen=True):
    pack: str
    title: str
    version: int
    about: str
    planets: tuple[Planet, ...]
    systems: tuple[System, ...]
    logs: tuple[Log, ...]  # read aboard
    missions: tuple[Mission, ...]  # of any planet
    triggers: tuple[Trigger, ...]  # in the order in which they are looked at
    endings: dict[str, str]
    news: str = ""  # what a version changes, for tables that play an earlier one


def decode_campaign(text: str | bytes) -> Campaign:
    return msgspec.json.decode(text, type=Campaign)

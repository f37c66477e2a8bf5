"""The shapes of the files of a campaign pack. A key that is not here is refused (CL-01)."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

Effects = list[Any]  # strings of the effect language, or {choose}, {together}, {if, then, else}


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mapping in a file."""


class Head(File, frozen=True):
    """pack.yaml"""

    game: Literal["vanguard"]
    pack: str
    title: str
    version: int = 1
    about: str = ""
    news: str = ""


class Sector(File, frozen=True):
    id: str
    name: str
    at: tuple[int, int]
    biomes: list[str]
    lander: bool = False
    no_travel_until: str = ""
    log: int = 0
    poi: int = 0


class Path(File, frozen=True):
    start: str = msgspec.field(name="from")
    to: str = msgspec.field()
    one_way: bool = False
    icons: list[str] = []
    closed: bool = False


class Danger(File, frozen=True):
    category: int
    dice: int


class Row(File, frozen=True):
    do: Effects
    need: str = ""
    red: bool = False
    arrow: int = -1


class Fx(File, frozen=True):
    need: str
    do: Effects
    immediate: bool = False


class Track(File, frozen=True):
    id: str
    length: int
    need: str
    do: Effects


class Action(File, frozen=True):
    name: str = "Travel"
    danger: Danger | None = None
    fx: list[Fx] = []
    rows: list[Row] = []
    tracks: list[Track] = []
    plain: Effects = []
    need: str = ""
    pay: Effects = []
    once: bool = False
    always: bool = False


class Time(File, frozen=True):
    length: int
    steps: dict[str, Effects]
    id: str = ""
    advance: Literal["end_of_round", "by_effect"] = "end_of_round"


class Condition(File, frozen=True):
    id: str
    name: str
    travel: Action
    fx: list[Fx] = []
    combos: list[Fx] = []
    time: list[Time] = []


class Complete(File, frozen=True):
    when: str
    do: Effects


class Mission(File, frozen=True):
    id: str
    name: str
    text: str = ""
    optional: bool = False
    complete: Complete | None = None


class Poi(File, frozen=True):
    id: int
    name: str
    actions: list[Action]
    biomes: list[str] = []


class Threat(File, frozen=True):
    id: str
    name: str
    time: Time
    action: Action
    secondary: list[str] = []
    removable: bool = True


class Scan(File, frozen=True):
    energy: int
    fact: Literal["biomes", "global_condition", "missions"]


class Step(File, frozen=True):
    stat: Literal["armor", "sensors", "agility"]
    difficulty: int
    fail: Effects


class Landing(File, frozen=True):
    id: str
    briefing: int
    liftoff: int
    evac: int
    steps: list[Step]
    briefing_again: int = 0
    scan: list[Scan] = []


class Log(File, frozen=True):
    id: int
    text: str
    do: Effects
    repeat: bool = False
    title: str = ""


class PlanetHead(File, frozen=True):
    id: str
    name: str
    system: str
    act: int = 1
    optional: bool = False
    hard: bool = False
    about: str = ""
    uniques: list[int] = []
    uniques_second_visit: list[int] = []


class Planet(File, frozen=True):
    """planets/*.yaml"""

    format: Literal[1]
    planet: PlanetHead
    landing: Landing
    sectors: list[Sector]
    paths: list[Path]
    global_conditions: list[Condition]
    missions: list[Mission]
    pois: list[Poi]
    threats: list[Threat]
    logs: list[Log]


class Route(File, frozen=True):
    to: str
    energy: int
    need: str = ""
    first_log: int = 0


class Destination(File, frozen=True):
    name: str
    energy: int
    landing: str = ""
    limit: Literal["", "once_per_phase", "once"] = ""
    do: Effects = []


class SystemHead(File, frozen=True):
    id: str
    name: str
    outbound: list[Route]
    destinations: list[Destination]


class System(File, frozen=True):
    """systems/*.yaml"""

    format: Literal[1]
    system: SystemHead


class Logs(File, frozen=True):
    """logs/*.yaml"""

    format: Literal[1]
    logs: list[Log]


class Trigger(File, frozen=True):
    when: str
    log: int
    repeat: bool = False


class Story(File, frozen=True):
    """story.yaml"""

    format: Literal[1]
    triggers: list[Trigger]
    endings: dict[str, str]
    missions: list[Mission] = []

"""The shapes of component cards. Effects, needs and conditions are strings of the effect language (language.py)."""

from __future__ import annotations

import msgspec


class DieKind(msgspec.Struct, frozen=True):
    id: str
    name: str
    colour: str  # red, green, blue or wild
    faces: tuple[tuple[str, ...], ...]
    bracket: int  # index of a bracketed face
    group: str  # basic, universal, expert, wild


class CrewCard(msgspec.Struct, frozen=True):
    id: str
    name: str
    colour: str
    icon: str
    skill: str
    pool: str


class Skill(msgspec.Struct, frozen=True):
    name: str
    charges: int
    when: str
    text: str
    do: str


class SectionCard(msgspec.Struct, frozen=True):
    id: str
    rank: int
    name: str
    when: str
    top: str
    need: str
    combo: str


class InjuryCard(msgspec.Struct, frozen=True):
    id: str
    copies: int
    ache: str
    strain: str
    crisis: str


class DangerRow(msgspec.Struct, frozen=True):
    category: int
    name: str
    triangle: str
    square: str
    circle: str
    pentagon: str


class EventCard(msgspec.Struct, frozen=True):
    id: str
    name: str
    biomes: tuple[str, ...]
    secondary: str
    main: str


class LeadToken(msgspec.Struct, frozen=True):
    value: int
    extra: str  # "", card or charge
    returns: bool


class Discovery(msgspec.Struct, frozen=True):
    id: str
    deck: str
    tier: str
    copies: int
    name: str
    planet: str  # "", or the effects
    use: str  # "", discard or once
    in_check: bool
    unloaded: str


class Unique(msgspec.Struct, frozen=True):
    id: int
    name: str
    row: str
    unloaded: str


class EquipmentCard(msgspec.Struct, frozen=True):
    id: str
    kind: str  # small, personal, mission, upgrade
    name: str
    section: str
    when: str  # travel, any, check, event, action, convert, passive
    do: str
    exhaust: bool
    text: str
    start: bool
    of: str = ""


class Lander(msgspec.Struct, frozen=True):
    id: str
    name: str
    armor: int
    sensors: int
    agility: int
    start: int
    supplies: int
    personal: int
    mission: int
    cargo: int
    structural: int
    utility: int


class Mod(msgspec.Struct, frozen=True):
    id: str
    kind: str
    name: str
    text: str


class Research(msgspec.Struct, frozen=True):
    id: str
    name: str
    keyword: str
    cost: tuple[str, ...]  # "spores c"
    lab: str
    do: str


class Production(msgspec.Struct, frozen=True):
    id: str
    name: str
    stage: int
    icons: str
    do: str


class Named(msgspec.Struct, frozen=True):
    id: str
    name: str
    text: str


class Objective(msgspec.Struct, frozen=True):
    id: str
    name: str
    command: int
    situations: int


class Tech(msgspec.Struct, frozen=True):
    id: str
    name: str
    energy: int


class Secondary(msgspec.Struct, frozen=True):
    id: str
    name: str
    text: str
    do: str


class BridgeUpgrade(msgspec.Struct, frozen=True):
    id: str
    name: str
    slot: str
    tech: int
    text: str


class RankUp(msgspec.Struct, frozen=True):
    id: str
    text: str
    rank1: int
    rank2: int


class Situation(msgspec.Struct, frozen=True):
    id: str
    name: str
    icons: str
    effect: str
    solved: str
    once: bool

"""The sorts of cards, and what is printed on each."""

from __future__ import annotations

import msgspec


class LegacyCard(msgspec.Struct, frozen=True):
    id: str
    title: str
    race: str
    harvest: int
    war: int
    tribute: int
    cost: int
    mark: str  # F, S, I, N (FAN-012)
    pay: str
    window: str
    text: str


class LaborCard(msgspec.Struct, frozen=True):
    id: str
    title: str
    copies: int
    cost: int
    mark: str
    window: str
    text: str


class TrialCard(msgspec.Struct, frozen=True):
    id: str
    title: str
    tier: int
    type: str  # Cosmic, Diplomacy, Zodraz
    stay: str  # "stays", "removed at once", "one round"
    phase: str
    text: str


class CitadelMat(msgspec.Struct, frozen=True):
    id: str
    title: str
    race: str

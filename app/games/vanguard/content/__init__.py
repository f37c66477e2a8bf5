"""The campaign *The Quiet Line*, indexed by the numbers that effects name, in every version that is kept.

Rules say `LOG[73]`; which text that is depends on the version the campaign at hand plays (ISS-025). The game names it
at each of its doors, with `edition(state.content)`. Outside of them, in tools and tests, it is the newest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeVar

import msgspec

from app.games.vanguard.built import kept_versions
from app.games.vanguard.content.structs import Campaign, Planet, Trigger, decode_campaign

K = TypeVar("K")
V = TypeVar("V")


class Edition:
    """One version of the campaign."""

    def __init__(self, campaign: Campaign) -> None:
        planets = campaign.planets
        missions = (campaign.missions, *(planet.missions for planet in planets))
        logs = (campaign.logs, *(planet.logs for planet in planets))
        self.campaign = campaign
        self.planets = {planet.id: planet for planet in planets}
        self.sectors = {planet.id: {sector.id: sector for sector in planet.sectors} for planet in planets}
        self.landings = {planet.landing.id: planet for planet in planets}
        self.systems = {system.id: system for system in campaign.systems}
        self.pois = {poi.id: poi for planet in planets for poi in planet.pois}
        self.threats = {threat.id: threat for planet in planets for threat in planet.threats}
        self.conditions = {condition.id: condition for planet in planets for condition in planet.conditions}
        self.missions = {mission.id: mission for some in missions for mission in some}
        self.logs = {log.id: log for some in logs for log in some}


EDITIONS: dict[int, Edition] = {
    campaign.version: Edition(campaign) for campaign in map(decode_campaign, kept_versions("quiet_line"))
}
_played: ContextVar[int] = ContextVar("edition", default=0)


def newest() -> int:
    return max(EDITIONS)


def playing() -> Edition:
    return EDITIONS[_played.get() or newest()]


@contextmanager
def edition(version: int) -> Iterator[None]:
    """Everything looked up meanwhile is of this version."""
    before = _played.set(version)
    try:
        yield
    finally:
        _played.reset(before)


@contextmanager
def on_trial(campaign: Campaign) -> Iterator[None]:
    """Meanwhile this campaign is the newest version, so that what is begun plays it."""
    number = newest() + 1
    EDITIONS[number] = Edition(msgspec.structs.replace(campaign, version=number))
    try:
        yield
    finally:
        del EDITIONS[number]


class Lookup(Mapping[K, V]):
    """One of the indexes, of whichever version is played."""

    def __init__(self, of: Callable[[Edition], dict[K, V]]) -> None:
        self._of = of

    def __getitem__(self, key: K) -> V:
        return self._of(playing())[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._of(playing()))

    def __len__(self) -> int:
        return len(self._of(playing()))

    # The game never changes content; tests put other entries in for a while.

    def __setitem__(self, key: K, value: V) -> None:
        self._of(playing())[key] = value

    def __delitem__(self, key: K) -> None:
        del self._of(playing())[key]


CAMPAIGN = EDITIONS[newest()].campaign
PLANETS: tuple[Planet, ...] = CAMPAIGN.planets
PLANET = Lookup(lambda edition: edition.planets)
SECTOR = Lookup(lambda edition: edition.sectors)
LANDING = Lookup(lambda edition: edition.landings)
SYSTEM = Lookup(lambda edition: edition.systems)
POI = Lookup(lambda edition: edition.pois)
THREAT = Lookup(lambda edition: edition.threats)
CONDITION = Lookup(lambda edition: edition.conditions)
MISSION = Lookup(lambda edition: edition.missions)
LOG = Lookup(lambda edition: edition.logs)
ENDINGS = Lookup(lambda edition: edition.campaign.endings)
LOSSES = ("END5", "END6")


def triggers() -> tuple[Trigger, ...]:
    """Checked at every Bridge in this order."""
    return playing().campaign.triggers


def log_text(number: int) -> str:
    return LOG[number].text

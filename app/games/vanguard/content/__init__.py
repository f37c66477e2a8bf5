"""The campaign *The Quiet Line*, indexed by the numbers that effects name."""

from __future__ import annotations

from app.games.vanguard.built.quiet_line import CAMPAIGN as TEXT
from app.games.vanguard.content.structs import Planet, Trigger, decode_campaign

CAMPAIGN = decode_campaign(TEXT)
PLANETS: tuple[Planet, ...] = CAMPAIGN.planets
PLANET = {planet.id: planet for planet in PLANETS}
SECTOR = {planet.id: {sector.id: sector for sector in planet.sectors} for planet in PLANETS}
LANDING = {planet.landing.id: planet for planet in PLANETS}
SYSTEM = {system.id: system for system in CAMPAIGN.systems}
POI = {poi.id: poi for planet in PLANETS for poi in planet.pois}
THREAT = {threat.id: threat for planet in PLANETS for threat in planet.threats}
CONDITION = {condition.id: condition for planet in PLANETS for condition in planet.conditions}
MISSION = {
    mission.id: mission for missions in (CAMPAIGN.missions, *(p.missions for p in PLANETS)) for mission in missions
}
LOG = {log.id: log for logs in (CAMPAIGN.logs, *(planet.logs for planet in PLANETS)) for log in logs}
TRIGGERS: tuple[Trigger, ...] = CAMPAIGN.triggers  # checked at every Bridge in this order
ENDINGS = CAMPAIGN.endings


def log_text(number: int) -> str:
    return LOG[number].text

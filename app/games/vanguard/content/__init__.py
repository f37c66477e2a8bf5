"""The campaign *The Quiet Line*, indexed by the numbers that effects name."""

from __future__ import annotations

from app.games.vanguard.content import p01, p02, p03, p04, p05, p06, p07, p08, p09, p10
from app.games.vanguard.content.prose import PROSE
from app.games.vanguard.content.ship import SHIP_LOGS, SYSTEMS
from app.games.vanguard.content.structs import Mission, Planet

PLANETS: tuple[Planet, ...] = tuple(module.PLANET for module in (p01, p02, p03, p04, p05, p06, p07, p08, p09, p10))
PLANET = {planet.id: planet for planet in PLANETS}
SECTOR = {planet.id: {sector.id: sector for sector in planet.sectors} for planet in PLANETS}
LANDING = {planet.landing.id: planet for planet in PLANETS}
SYSTEM = {system.id: system for system in SYSTEMS}
SURVEY = Mission(
    "M30", "Survey", True, "discoveries>=3 and crew-in lander", "success +2; mission M30 complete"
)  # Optional, all planets
POI = {poi.id: poi for planet in PLANETS for poi in planet.pois}
THREAT = {threat.id: threat for planet in PLANETS for threat in planet.threats}
CONDITION = {condition.id: condition for planet in PLANETS for condition in planet.conditions}
MISSION = {"M30": SURVEY, **{mission.id: mission for planet in PLANETS for mission in planet.missions}}
LOG = {log.id: log for log in (*SHIP_LOGS, *(log for planet in PLANETS for log in planet.logs))}

# Story triggers, checked at every Bridge in this order: condition, log, whether it repeats while true
TRIGGERS: tuple[tuple[str, int, bool], ...] = (
    ("first-bridge", 51, False),
    ("signal>=3 and visited P3 or signal>=3 and visited P4", 60, False),
    ("signal>=5 and flag vault_open or signal>=5 and flag candle_found", 61, False),
    ("signal>=7 and visited P7", 62, False),
    ("wake>=8", 66, True),
    ("wake>=10", 67, True),
    ("lost", 79, False),
)
ENDINGS = {
    "END1": "Answer",
    "END2": "Silence",
    "END3": "Keepers",
    "END4": "Homeward",
    "END5": "Chorus",
    "END6": "Lost",
}


def log_text(number: int) -> str:
    return PROSE[number]

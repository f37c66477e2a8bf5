"""The ship book: projects, bridge, memorial, situations."""

from __future__ import annotations

from app.games.vanguard.data.structs import (
    BridgeUpgrade,
    Named,
    Objective,
    Production,
    RankUp,
    Research,
    Secondary,
    Situation,
    Tech,
)

RESEARCH_PROJECTS: tuple[Research, ...] = (
    Research("R01", "Spore filters", "BODY", ("spores c", "spores c"), "MEND", "unlock equipment EQ-P04"),
    Research("R02", "Ore lamination", "HULL", ("ores c", "ores c"), "HAUL+BREACH", "unlock mod LM02"),
    Research("R03", "Relic grammar", "SIGN", ("relics c", "relics c"), "READ+LINK", "signal +1; unlock production C07"),
    Research(
        "R04",
        "Field medicine",
        "BODY",
        ("spores c", "blooms c"),
        "MEND+PROBE",
        "unlock equipment EQ-P03; unlock production C04",
    ),
    Research("R05", "Beast calls", "LAND", ("beasts c", "beasts c"), "TRACK", "unlock equipment EQ-P05"),
    Research("R06", "Bloom resin", "HULL", ("blooms r", "ores c"), "HAUL+PROBE", "unlock mod LM05"),
    Research("R07", "Universal handling", "MIND", ("relics r", "spores c"), "LINK+PROBE", "unlock dice universal"),
    Research("R08", "Deep listening", "SIGN", ("relics r", "beasts r"), "LINK+READ", "signal +1; unlock bridge B09"),
    Research("R09", "Culture vats", "BODY", ("spores r", "blooms r"), "MEND+MEND", "unlock facility F02"),
    Research("R10", "Tether physics", "LAND", ("ores r", "relics c"), "REACH+HAUL", "unlock equipment EQ-M05"),
    Research("R11", "Heat lattice", "HULL", ("ores r", "ores r"), "BREACH+GUARD", "unlock lander LN2"),
    Research("R12", "Second skin", "BODY", ("beasts r", "blooms r"), "GUARD+MEND", "unlock equipment EQ-P09"),
    Research("R13", "Expert handling", "MIND", ("relics u", "beasts r"), "LINK+TRACK", "unlock dice expert"),
    Research("R14", "Tender speech", "SIGN", ("relics u",), "LINK+LINK", "accord +1; unlock production C13"),
    Research("R15", "Star sails", "LAND", ("ores u", "blooms r"), "REACH+PROBE", "unlock production C14"),
    Research("R16", "Quiet glass", "MIND", ("spores u", "relics r"), "PROBE+GUARD", "wake -1; unlock equipment EQ-M07"),
    Research("R17", "Wild handling", "MIND", ("beasts u", "spores r"), "TRACK+MEND", "unlock dice wild"),
    Research("R18", "The missing beat", "SIGN", ("relics u", "ores u"), "LINK+MEND+READ", "unlock production C16"),
)
RESEARCH = {card.id: card for card in RESEARCH_PROJECTS}
PRODUCTION_PROJECTS: tuple[Production, ...] = (
    Production("C01", "Rope gun", 2, "HAUL+MEND", "unlock equipment EQ-P01"),
    Production("C02", "Survey lamp", 2, "READ", "unlock equipment EQ-S05"),
    Production("C03", "Extra tank", 1, "HAUL+HAUL", "unlock mod LM01"),
    Production("C04", "Stretcher", 2, "MEND", "unlock equipment EQ-M02"),
    Production("C05", "Second line", 1, "LINK+MEND", "unlock facility F04"),
    Production("C06", "Spare beds", 1, "MEND+HAUL", "unlock facility F01"),
    Production("C07", "Line decoder", 1, "LINK+READ", "unlock bridge B10"),
    Production("C08", "Petrel frame", 1, "REACH+MEND", "unlock lander LN3"),
    Production("C09", "Cutting rig", 2, "BREACH", "unlock equipment EQ-M03"),
    Production("C10", "Reactor trim", 1, "PROBE+LINK", "unlock tech TL2"),
    Production("C11", "Observatory", 1, "READ+LINK", "unlock facility F07"),
    Production("C12", "Third line", 1, "HAUL+LINK", "unlock facility F05"),
    Production("C13", "Courtesy lamp", 2, "LINK", "unlock equipment EQ-M06"),
    Production("C14", "Lantern frame", 1, "REACH+PROBE", "unlock lander LN5"),
    Production("C15", "Reactor rebuild", 1, "PROBE+MEND+LINK", "unlock tech TL3"),
    Production("C16", "The beat core", 1, "MEND+LINK+GUARD", "flag beat_core"),
)
PRODUCTION = {card.id: card for card in PRODUCTION_PROJECTS}
FACILITY_UPGRADES: tuple[Named, ...] = (
    Named("F01", "Spare beds", "Medbay Light +1 slot"),
    Named("F02", "Culture vats", "Medbay Moderate +1 slot"),
    Named("F03", "Intensive room", "Medbay Critical +1 slot"),
    Named("F04", "Second line", "production queue 2 opens"),
    Named("F05", "Third line", "production queue 3 opens"),
    Named("F06", "Wide benches", "two more research slots"),
    Named("F07", "Observatory", "the Add-On Facility may be visited"),
    Named("F08", "Guest bunks", "the Barracks draw 7 Recruits instead of 5"),
)
FACILITY = {card.id: card for card in FACILITY_UPGRADES}
OBJECTIVES: tuple[Objective, ...] = (
    Objective("O01", "Follow the Line", 3, 1),
    Objective("O02", "Understand the call", 4, 1),
    Objective("O03", "Decide who we are to it", 4, 2),
    Objective("O04", "Answer", 5, 2),
)
OBJECTIVE = {card.id: card for card in OBJECTIVES}
TECH_LEVELS: tuple[Tech, ...] = (
    Tech("TL1", "Standard reactor", 5),
    Tech("TL2", "Trimmed reactor", 7),
    Tech("TL3", "Rebuilt reactor", 9),
)
TECH = {card.id: card for card in TECH_LEVELS}
SECONDARIES: tuple[Secondary, ...] = (
    Secondary("SO1", "Fill the shelves", "6 Gathered Discoveries", "unlock mod LM04; success +1"),
    Secondary("SO2", "Keep them breathing", "3 explorations in a row without a death", "unlock bridge B11"),
    Secondary("SO3", "Know the ground", "4 planets visited", "unlock mod LM09"),
    Secondary(
        "SO4", "Beds for everyone", "Medbay empty at Unloading with Morale High or Medium", "unlock facility F03"
    ),
    Secondary("SO5", "Charter report", "10 Unique Discoveries in the Ship Book", "unlock bridge B12; success +3"),
    Secondary("SO6", "A full roster", "three sections with a rank 2 crew", "unlock equipment EQ-S08; morale +1"),
)
SECONDARY = {card.id: card for card in SECONDARIES}
BRIDGE_UPGRADES: tuple[BridgeUpgrade, ...] = (
    BridgeUpgrade("B01", "Long lamps", "1", 1, "Energy +1 at the Bridge"),
    BridgeUpgrade("B02", "Ballast trim", "Travel 1", 1, "the first flight of each phase costs 1 Energy less"),
    BridgeUpgrade("B03", "Common table", "2", 1, "the first Barracks visit of each phase is free"),
    BridgeUpgrade("B04", "City map", "3", 2, "Command +1 at the Bridge"),
    BridgeUpgrade("B05", "Candle roster", "4", 2, "one survival check per phase may be rolled again"),
    BridgeUpgrade("B06", "Still room", "2", 2, "one Situation fewer is revealed (not below 0)"),
    BridgeUpgrade("B07", "Hammered keel", "Travel 2", 3, "once per landing all dice of one step may be rolled again"),
    BridgeUpgrade("B08", "Whole pulse", "1", 3, "Energy +2 and Command +1 at the Bridge"),
    BridgeUpgrade("B09", "Listening mast", "Travel 2", 2, "the first part of every scan is free"),
    BridgeUpgrade("B10", "Line decoder", "Travel 1", 2, "every flight costs 1 Energy less (not below 1)"),
    BridgeUpgrade("B11", "Standing watch", "4", 1, "one Therapist per phase is not needed: heal 1 at Medbay"),
    BridgeUpgrade("B12", "Charter seal", "3", 3, "Command +1 and one free facility visit per phase"),
)
BRIDGE = {card.id: card for card in BRIDGE_UPGRADES}
RANK_UPS: tuple[RankUp, ...] = (
    RankUp("RU00", "log 13 was read", 1, 99),
    RankUp("RU01", "2 sectors were finished", 2, 4),
    RankUp("RU02", "6 Special Actions were done", 2, 4),
    RankUp("RU03", "3 Discoveries were gained", 2, 4),
    RankUp("RU04", "3 checks were made with dice of all three colours", 2, 5),
    RankUp("RU05", "4 Dice Combinations were used", 2, 4),
    RankUp("RU06", "5 checks were assisted with a die", 2, 4),
    RankUp("RU07", "a round ended with every crew in a different sector, none at the lander", 3, 5),
    RankUp("RU08", "a Threat was neutralised, or round 7 began with a Threat in play", 2, 4),
    RankUp("RU09", "an outcome row with 2 or more icons was marked 3 times", 3, 5),
    RankUp("RU10", "a mission was completed before the end of round 6", 3, 5),
)
RANK_UP = {card.id: card for card in RANK_UPS}
SITUATIONS: tuple[Situation, ...] = (
    Situation("S01", "Tin water", "MEND", "energy -1", "success +1", False),
    Situation("S02", "Coughing deck", "MEND+PROBE", "morale -1", "heal 1; success +1", False),
    Situation("S03", "Stopped clocks", "LINK", "command -1", "energy +1", False),
    Situation(
        "S04",
        "Grudge match",
        "GUARD",
        "morale -1",
        "choose{Hear them out: morale +1 / Separate them: success +1}",
        False,
    ),
    Situation("S05", "Cracked coil", "HAUL+MEND", "energy -1", "energy +2", False),
    Situation("S06", "Missing rations", "TRACK", "success -1", "success +2", False),
    Situation("S07", "Tangled cables", "LINK+HAUL", "command -1", "command +1", False),
    Situation("S08", "Letters from home", "READ", "none", "morale +1", False),
    Situation("S09", "Lander jitters", "REACH+MEND", "flag jitters", "unflag jitters; success +1", False),
    Situation("S10", "Night singing", "LINK+READ", "wake +1", "signal +1", True),
    Situation("S11", "Charter audit", "READ+GUARD", "command -1", "success +2", True),
    Situation("S12", "Stowaway", "TRACK+GUARD", "morale -1", "recruit 1", True),
    Situation("S13", "Frost in the ducts", "HAUL", "energy -1", "energy +1", False),
    Situation("S14", "Shared dream", "PROBE+LINK", "wake +1", "wake -1", False),
    Situation(
        "S15",
        "Tender aboard",
        "LINK+MEND",
        "none",
        "choose{Shelter it: accord +1 / Study it: discovery relics; accord -1}",
        True,
    ),
    Situation(
        "S16",
        "Reclaimer shadow",
        "BREACH+READ",
        "success -2",
        "choose{Warn them off: morale +1 / Pay them (pay success -2): flag sand_truce}",
        True,
    ),
    Situation("S17", "Grief", "GUARD+MEND", "morale -1", "morale +1", False),
    Situation("S18", "Sleepwalkers", "PROBE+GUARD", "command -1; wake +1", "wake -1", False),
    Situation("S19", "Worn joints", "MEND+MEND", "flag jitters", "unflag jitters; repair-lander", False),
    Situation("S20", "Split vote", "LINK+GUARD", "morale -1", "command +1; morale +1", True),
)
SITUATION = {card.id: card for card in SITUATIONS}
MEMORIAL: dict[str, tuple[str, ...]] = {
    "security": ("success +2", "command +1", "morale +1"),
    "recon": ("success +2", "energy +1", "recruit 1"),
    "science": ("success +2", "discovery any", "heal 1"),
    "engineering": ("success +2", "energy +1", "repair-lander"),
    "common": ("success +1", "success +1", "morale +1", "recruit 1"),
}
MORALE = ("Very Low", "Low", "Medium", "High")
MEDBAY = {"light": 3, "moderate": 2, "critical": 1}
RESEARCH_SLOTS = 6
READY_SLOTS = 6
ROW_SIZE = 4

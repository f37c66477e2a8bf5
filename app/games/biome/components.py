"""What lies in the box: tiles, secrets, boards and the numbers printed on them (docs/rules/biome.md)."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

Cell = tuple[int, int]

# Hexes: clockwise from N (BIO-019)
DIRECTIONS: Final[tuple[Cell, ...]] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
DIRECTION_NAMES: Final = ("N", "NE", "SE", "S", "SW", "NW")
HOME: Final[Cell] = (0, 0)

# Tiles
LAND: Final = ("grassland", "farmland", "forest", "quarry", "desert", "mountain")
TERRAIN: Final = (*LAND, "lake")
EXPLORE_FACES: Final = (*TERRAIN, "quest")  # BIO-050: faces 1 to 8 of the D8
DROWNED: Final = ("lake", "sunken", "lava", "fallen")  # BIO-025: nobody passes
QUARRY_PATTERNS: Final = ("100000", "110000", "101000", "100100", "111000", "101010", "110110", "111100")
TILE_NAMES: Final = {
    "grassland": "grassland",
    "farmland": "farmland",
    "forest": "forest",
    "quarry": "quarry",
    "desert": "desert",
    "mountain": "mountain",
    "lake": "lake",
    "main_camp": "main camp",
    "ally_camp": "ally camp",
    "stealer_camp": "stealer camp",
    "killer_camp": "killer camp",
    "fountain": "Fountain of Prosperity",
    "tomb": "Ancient Tomb",
    "gang_tile": "gang's ground",
    "lair": "Dragon's Lair",
    "ruins": "Disintegrating Ruins",
    "fallen": "fallen ruins",
    "atlantis": "Atlantis",
    "sunken": "sunken Atlantis",
    "volcano": "Volcano",
    "lava": "lava",
    "exit": "exit",
}


def terrain_stacks(quests: int) -> dict[str, int]:
    """BIO-007."""
    land = 4 if quests <= 4 else 5 if quests <= 6 else 6 if quests <= 8 else 7
    return dict(sorted({**dict.fromkeys(LAND, land), "lake": land - 1}.items()))


# Quests
QuestName = Literal["tug_of_war", "trade_war", "fountain", "tomb", "gang", "dragon", "ruins", "atlantis", "vesuvius"]
QUESTS: Final[tuple[QuestName, ...]] = (
    "tug_of_war",
    "trade_war",
    "fountain",
    "tomb",
    "gang",
    "dragon",
    "ruins",
    "atlantis",
    "vesuvius",
)
QUEST_TITLES: Final = {
    "tug_of_war": "Tug of War",
    "trade_war": "Trade War",
    "fountain": "Fountain of Prosperity",
    "tomb": "Ancient Tomb",
    "gang": "Roaming Gang",
    "dragon": "Dragon's Lair",
    "ruins": "Disintegrating Ruins",
    "atlantis": "Sinking of Atlantis",
    "vesuvius": "Temple on Mt Vesuvius",
    "escape": "Escape",
}
QUESTS_BY_PLAYERS: Final = {2: 3, 3: 5, 4: 7, 5: 9}  # BIO-002


def keys_needed(quests: int) -> int:
    return (quests + 1) // 2  # BIO-003


# Secrets: weight, and copies in the box for 2, 3, 4, 5 players (BIO-009)
WEIGHTS: Final = {
    "key": 2,
    "extra_action": 2,
    "extra_carry": 2,
    "extra_sight": 2,
    "ease_of_passage": 2,
    "captured": 0,
    "supply": 1,
    "farm_kit": 2,
    "camp_kit": 2,
    "caravan_kit": 2,
    "repair_tools": 2,
    "blacksmith_kit": 2,
    "clairvoyance": 1,
    "foresight": 1,
    "teleport": 1,
}
COPIES: Final[dict[str, tuple[int, int, int, int]]] = {
    "extra_action": (3, 3, 4, 5),
    "extra_carry": (3, 3, 4, 5),
    "extra_sight": (3, 3, 4, 5),
    "ease_of_passage": (3, 3, 4, 5),
    "captured": (2, 3, 4, 5),
    "supply": (4, 4, 4, 4),
    "farm_kit": (3, 3, 3, 4),
    "camp_kit": (2, 3, 3, 4),
    "caravan_kit": (3, 3, 5, 5),
    "repair_tools": (4, 4, 4, 4),
    "blacksmith_kit": (3, 3, 3, 4),
    "clairvoyance": (3, 3, 3, 5),
    "foresight": (2, 2, 2, 3),
    "teleport": (2, 2, 2, 3),
}
SECRET_NAMES: Final = {
    "key": "Key",
    "extra_action": "Extra Action Buff",
    "extra_carry": "Extra Carry Capacity Buff",
    "extra_sight": "Extra Sight Buff",
    "ease_of_passage": "Ease of Passage Buff",
    "captured": "Captured",
    "supply": "Supply",
    "farm_kit": "Farm Kit",
    "camp_kit": "Camp Kit",
    "caravan_kit": "Caravan Kit",
    "repair_tools": "Repair Tools",
    "blacksmith_kit": "Blacksmith Kit",
    "clairvoyance": "Clairvoyance",
    "foresight": "Foresight",
    "teleport": "Teleport",
}


def one(kind: str) -> str:
    """A secret in a sentence: an Extra Sight Buff, a Supply, Repair Tools."""
    name = SECRET_NAMES[kind]
    return name if kind == "repair_tools" else f"{'an' if name[0] in 'AEIO' else 'a'} {name}"


BUFFS: Final = ("extra_action", "extra_carry", "extra_sight", "ease_of_passage")
BANKED: Final = ("supply", "repair_tools")  # BIO-010: unlimited bank
VALUE_ORDER: Final = (  # BIO-253
    "key",
    "extra_action",
    "extra_carry",
    "extra_sight",
    "ease_of_passage",
    "camp_kit",
    "caravan_kit",
    "farm_kit",
    "blacksmith_kit",
    "teleport",
    "clairvoyance",
    "foresight",
    "repair_tools",
    "supply",
)

# Players, camps, buildings
ACTIONS: Final = 3
CAPACITY: Final = 4
BONUS: Final = 2  # what an Extra Action or Extra Carry Capacity Buff adds
PRIEST_WEIGHT: Final = 2
STORE_LIMITS: Final = {"supply": 4, "repair_tools": 2}  # BIO-092
ROUTE_TILES: Final = 5  # BIO-134
MOVEMENT: Final = 2  # of every board mover

# Cool-downs (BIO-151)
FARM, FARM_ON_FARMLAND = 10, 6
SMITH, SMITH_ON_GRASSLAND = 16, 10
ALLY_REVEALED, ALLY_USED = 6, 10
RAID_TWO, RAID_ONE, RAID_LOST, RAZED = 16, 10, 6, 19
WAR_ENEMY_WON, WAR_ALLY_WON = 6, 19
STEALER_ENEMY_WON, STEALER_PLAYERS_WON = 6, 16
INJURY = 10
CAPTIVE = 2
SUBDUED, PINNED, ENRAGED = 2, 3, 2


class Starts(NamedTuple):
    """Where quests begin (BIO-333): as printed, or as this house plays, where a quest moves on in every turn."""

    front: int
    killers: int  # their health in the Trade War
    ruins: int
    atlantis: int


PRINTED: Final = Starts(front=0, killers=4, ruins=6, atlantis=4)
OURS: Final = Starts(front=2, killers=2, ruins=8, atlantis=6)


def starts(*, strict: bool) -> Starts:
    return PRINTED if strict else OURS


# Quest constants
FRONT_LOST, FRONT_WON = -3, 4
WAR_HEALTH = 4
FOUNTAIN_DISTANCE = 5
TOMB_DISTANCE, TOMB_SECRETS = 5, 3
HOARD, RECOVERS = 2, 2
RUINS_GOAL = 12
ATLANTIS_TOP, ATLANTIS_SECRETS, ATLANTIS_SINKS = OURS.atlantis, 5, 2
ERUPTION, PRIESTS, VESUVIUS_SECRETS = 4, 3, 2

HINTS: Final = {"avoid": "do not go there", "useful": "super useful", "later": "fine but not now"}  # BIO-311

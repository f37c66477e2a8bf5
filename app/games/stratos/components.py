"""What is in the box: units, prices, tiles, maps, spells and exploration cards, as data."""

from __future__ import annotations

from typing import NamedTuple

RESOURCES = ("corn", "nickel", "spice", "oak")  # STR-012
KINDS = (*RESOURCES, "gems")
RESOURCE_NAMES = {"corn": "Corn", "nickel": "Nickel", "spice": "Spice", "oak": "Oak", "gems": "Gems"}
YIELDS = {"P": "corn", "M": "nickel", "D": "spice", "F": "oak"}  # STR-046
TERRAIN = {"P": "Prairie", "M": "Mountain", "D": "Desert", "F": "Forest", "L": "Lagoon", "S": "Special tile"}
SPECIALS = ("academy", "fortress", "cathedral", "quarry")
SPECIAL_NAMES = {"academy": "Academy", "fortress": "Fortress", "cathedral": "Cathedral", "quarry": "Quarry"}
TRIBES = ("Natau", "Dazso", "Lemkis", "Gruhll", "Avaleians")  # STR-024
SIGNS = ("blank", "I", "II", "tri")
SIGN_COUNTS = {  # how many tiles of each kind carry which sign
    "P": (5, 8, 3, 2),
    "M": (5, 8, 3, 2),
    "D": (5, 8, 3, 2),
    "F": (5, 8, 3, 2),
    "L": (6, 10, 5, 3),
}
MOST_UNITS = 5  # STR-113
SLOTS = 2  # of equipment, STR-100
HOARD = 1  # of each main resource, STR-129


class UnitClass(NamedTuple):
    id: str
    name: str
    promoted: str  # the name of the promoted form
    health: int
    bonus: int  # Health by promotion
    cost: dict[str, int]  # to hire, and again to promote
    spirit: int = 0
    spirit_bonus: int = 0
    summary: str = ""
    promoted_summary: str = ""


CLASSES: dict[str, UnitClass] = {
    c.id: c
    for c in (
        UnitClass(
            "peasant",
            "Peasant",
            "Cultivator",
            4,
            1,
            {"corn": 2, "oak": 1},
            summary="Power Harvest: D4 of the resource, a 4 fails. Can be retrained.",
            promoted_summary="Power Harvest never fails.",
        ),
        UnitClass(
            "soldier",
            "Soldier",
            "Knight",
            6,
            2,
            {"oak": 1, "nickel": 2},
            summary="Attack: range 1, D6, misses on 6. Defend takes 2 off physical damage.",
            promoted_summary="Attack never misses.",
        ),
        UnitClass(
            "archer",
            "Archer",
            "Marksman",
            5,
            1,
            {"oak": 2, "nickel": 1},
            summary="Shoot: range 2-3, D4, misses on 4.",
            promoted_summary="Shoot never misses.",
        ),
        UnitClass(
            "mage",
            "Mage",
            "Sorcerer",
            4,
            0,
            {"spice": 2, "corn": 1},
            3,
            4,
            summary="Casts Mage Spells; regains 1 Spirit a turn. Defend takes 2 off magical damage.",
            promoted_summary="Also casts Sorcerer Spells.",
        ),
        UnitClass(
            "explorer",
            "Explorer",
            "Swashbuckler",
            5,
            1,
            {"corn": 1, "spice": 1, "nickel": 1},
            summary="Enters Lagoons, searches land tiles, uses one-use items.",
            promoted_summary="Also searches Lagoons; disarms traps of the Land deck; a triangle never fails.",
        ),
    )
}

LEARN_COST = {"mage": {"spice": 1, "oak": 1}, "sorcerer": {"spice": 2, "nickel": 1}}  # STR-126


class SpellData(NamedTuple):
    id: str
    title: str
    kind: str
    spirit: int
    copies: int
    choice: str  # what can be chosen
    text: str


_MAGE = (
    ("spark", "Spark", 1, "An enemy unit at range 1-2.", "It takes 2 damage."),
    ("firebolt", "Firebolt", 2, "An enemy unit at range 1-3.", "Roll D4: it takes that much damage."),
    (
        "frost_snare",
        "Frost Snare",
        1,
        "An enemy unit at range 1-3 without a snare.",
        "It cannot Travel in its owner's next turn.",
    ),
    ("mend", "Mend", 1, "A friendly unit at range 0-2 below maximum Health.", "It regains 2 Health."),
    (
        "gale",
        "Gale",
        2,
        "Another unit at range 1-3, a direction, 1 or 2 free steps that it may stand on.",
        "It is moved that far.",
    ),
    ("blink", "Blink", 1, "A free tile at range 1-3 where the caster may stand.", "The caster moves there."),
    (
        "transpose",
        "Transpose",
        2,
        "Another unit at range 1-4, each able to stand on the other's tile.",
        "Caster and unit swap tiles.",
    ),
    ("bounty", "Bounty", 1, "The caster stands on ordinary land.", "Gain 2 of its resource."),
    (
        "ward",
        "Ward",
        1,
        "A friendly unit at range 0-3 without a ward.",
        "It defends, and magical damage to it is 1 less, until its owner's next turn.",
    ),
    (
        "scry",
        "Scry",
        1,
        "One or two unsearched ordinary tiles at range 0-3 and an Exploration deck.",
        "See their undersides and the top card; leave it or put it at the bottom.",
    ),
    (
        "wither",
        "Wither",
        2,
        "An enemy unit at range 1-2.",
        "It stops defending until its owner's next turn, then takes 2 damage.",
    ),
    (
        "haste",
        "Haste",
        2,
        "Another unit of yours at range 1-2, not netted.",
        "It gets one extra action this turn, not Cast.",
    ),
)
_SORCERER = (
    (
        "georotate",
        "Georotate",
        5,
        "A centre at range 0-3 of nine tiles, none immune, and a turn.",
        "The nine tiles turn about the centre, units riding.",
    ),
    (
        "geoslide",
        "Geoslide",
        4,
        "A gapless run of 3 or more tiles in a line, one at range 0-3, none immune, and a direction.",
        "The run shifts by one square and wraps round, units riding.",
    ),
    (
        "meteor",
        "Meteor",
        6,
        "A tile at range 1-4 with a unit on it or next to it.",
        "The unit on it takes D6, each unit next to it 2, friend and foe.",
    ),
    (
        "chain_lightning",
        "Chain Lightning",
        4,
        "An enemy at range 1-3, then up to two more, each within 2 of the last.",
        "They take 3, 2 and 1 damage.",
    ),
    (
        "life_drain",
        "Life Drain",
        4,
        "An enemy unit at range 1-2.",
        "It takes 3 damage; the caster regains what it lost.",
    ),
    (
        "terraform",
        "Terraform",
        3,
        "An ordinary land tile at range 0-3 and another land terrain in the supply.",
        "It is replaced by a random tile of that terrain.",
    ),
    (
        "sinkhole",
        "Sinkhole",
        5,
        "An ordinary land tile or face-up special at range 1-3.",
        "It is destroyed; a Lagoon takes its place.",
    ),
    (
        "aegis",
        "Aegis",
        4,
        "One of your units does not defend or is hurt.",
        "Each of your units defends and regains 1 Health.",
    ),
    (
        "dominate",
        "Dominate",
        7,
        "An enemy unit at range 1-2, not netted, and one Travel, Harvest, Attack or Shoot for it.",
        "It does that at once, for you.",
    ),
    (
        "recall",
        "Recall",
        3,
        "Another unit of yours, not netted, and a free tile next to the caster.",
        "It moves there and gets one extra action this turn.",
    ),
)
SPELLS: dict[str, SpellData] = {
    row[0]: SpellData(row[0], row[1], kind, row[2], copies, row[3], row[4])
    for kind, copies, rows in (("mage", 2, _MAGE), ("sorcerer", 1, _SORCERER))
    for row in rows
}


class CardData(NamedTuple):
    id: str
    title: str
    deck: str  # "land" or "lagoon"
    type: str  # "equipment", "one_use", "permanent", "trap", "calamity"
    copies: int
    text: str


_LAND = (
    (
        "pitchfork",
        "Pitchfork",
        "equipment",
        2,
        "Peasant, Mage or Explorer: Attack at range 1, D4, misses on 4 unless promoted.",
    ),
    ("longbow", "Longbow", "equipment", 1, "Archer: Shoot has range 2-4."),
    ("steel_blade", "Steel Blade", "equipment", 2, "An Attack of the bearer that does not miss deals 1 more."),
    ("oak_shield", "Oak Shield", "equipment", 2, "Physical damage to the bearer is 1 less."),
    ("trail_boots", "Trail Boots", "equipment", 1, "The bearer's first Travel in each of your turns may be two steps."),
    (
        "healing_draught",
        "Healing Draught",
        "one_use",
        2,
        "The user or a friendly neighbour below maximum regains up to 4 Health.",
    ),
    ("fire_flask", "Fire Flask", "one_use", 2, "An enemy unit at range 1-2 takes 2 item damage."),
    ("buried_coffer", "Buried Coffer", "one_use", 3, "Gain 3 main resources in any mix."),
    ("war_horn", "War Horn", "one_use", 1, "Another of your units, not netted, gets one extra action this turn."),
    ("spirit_incense", "Spirit Incense", "one_use", 1, "One of your Mages below maximum Spirit is filled up."),
    ("deed_of_hire", "Deed of Hire", "one_use", 1, "The first hire of your coming Buy Phase costs 2 less."),
    ("golden_idol", "Golden Idol", "permanent", 3, "A treasure."),
    (
        "surveyors_map",
        "Surveyor's Map",
        "permanent",
        1,
        "Once in each Action Phase: look under a tile within range 2 of one of your Explorers.",
    ),
    (
        "merchants_scales",
        "Merchant's Scales",
        "permanent",
        1,
        "Once in each Buy Phase: 2 of one main resource for 1 other.",
    ),
    ("seed_pouch", "Seed Pouch", "permanent", 1, "Your first successful Harvest of each turn yields 1 more."),
    (
        "herbal_lore",
        "Herbal Lore",
        "permanent",
        1,
        "At the start of your turn one of your hurt units regains 1 Health.",
    ),
    ("pitfall", "Pitfall", "trap", 2, "The searcher loses 2 Health."),
    ("poison_dart", "Poison Dart", "trap", 2, "The searcher loses D4 Health."),
    (
        "hunters_net",
        "Hunter's Net",
        "trap",
        1,
        "The searcher can do nothing for the rest of this turn and all of your next.",
    ),
    ("thieves_cache", "Thieves' Cache", "trap", 1, "The searcher's owner returns 2 resources."),
    ("locusts", "Locusts", "calamity", 1, "Each player returns half of his Corn, rounded up."),
    ("earthquake", "Earthquake", "calamity", 1, "Each unit on a Mountain loses 2 Health."),
    ("wildfire", "Wildfire", "calamity", 1, "Each unit on a Forest loses 2 Health."),
    ("plague", "Plague", "calamity", 2, "Each unit loses 1 Health."),
)
_LAGOON = (
    ("coral_mail", "Coral Mail", "equipment", 1, "All damage to the bearer from character actions is 1 less."),
    ("trident", "Trident", "equipment", 1, "Attack at range 1-2, D4, never misses."),
    ("pearl_purse", "Pearl Purse", "one_use", 4, "Gain 2 Gems."),
    (
        "siren_conch",
        "Siren Conch",
        "one_use",
        1,
        "An enemy unit at range 1-3 is moved along a free path of 1 or 2 steps.",
    ),
    ("bottled_tempest", "Bottled Tempest", "one_use", 2, "Each enemy within range 2 takes 2 item damage."),
    ("message_bottle", "Message in a Bottle", "one_use", 1, "With a Mage draw a Mage Spell, else gain 1 Gem."),
    ("sunken_crown", "Sunken Crown", "permanent", 3, "A treasure."),
    ("tide_chart", "Tide Chart", "permanent", 1, "Your Lagoon searches that draw a card draw 1 more."),
    (
        "gem_sieve",
        "Gem Sieve",
        "permanent",
        1,
        "At the start of your turn gain 1 Gem if a unit of yours is on a Lagoon.",
    ),
    ("undertow", "Undertow", "trap", 2, "The searcher loses 1 Health and is washed to the nearest free land."),
    (
        "krakens_grip",
        "Kraken's Grip",
        "trap",
        1,
        "The searcher loses D4 Health and, if it survives, an equipment card.",
    ),
    (
        "pandoras_box",
        "Pandora's Box",
        "calamity",
        1,
        "Each player moves one of his units to any free ordinary tile; then each unit loses 1 Health.",
    ),
    ("tidal_wave", "Tidal Wave", "calamity", 1, "Each unit on or next to a Lagoon loses 1 Health."),
)
CARDS: dict[str, CardData] = {
    row[0]: CardData(row[0], row[1], deck, row[2], row[3], row[4])
    for deck, rows in (("land", _LAND), ("lagoon", _LAGOON))
    for row in rows
}
TYPE_NAMES = {
    "equipment": "Equipment",
    "one_use": "One-use item",
    "permanent": "Permanent item",
    "trap": "Trap",
    "calamity": "Calamity",
}


class Start(NamedTuple):
    seat: int
    cls: str
    at: tuple[int, int]
    promoted: bool = False


class Scenario(NamedTuple):
    """STR-156 to STR-179. In maps: `.` void, `?` covered special, `q` covered Cathedral or Quarry, `a` covered
    Academy or Fortress, `C` and `Q` Cathedral and Quarry face-up."""

    id: str
    number: int  # as the rules count them; 0 is the lesson
    title: str
    seats: int
    map: tuple[str, ...]
    starts: tuple[Start, ...]
    draw: tuple[str, ...] = SPECIALS  # the specials drawn for `?`
    removed: tuple[str, ...] = ()  # cards that are not used
    sides: tuple[tuple[int, ...], ...] = ()  # only where seats play together
    common_turns: bool = False  # whether a side takes its turns together
    p1_begins: bool = False  # STR-026
    goals: tuple[str, ...] = ()  # in words, one per side; empty: first to the target
    printed: tuple[tuple[int, dict[str, int]], ...] = ()  # what seats start with by the book
    purses: tuple[tuple[int, dict[str, int]], ...] = ()  # what we add to it; of a common purse its first seat
    late: tuple[dict[str, int], ...] = ()  # what those have who begin second, third, ... where the first is drawn


TOMBOLO = tuple((row, col) for row in range(4, 7) for col in range(3, 6))  # STR-179


def _corner_peasants(*squares: tuple[int, int]) -> tuple[Start, ...]:
    return tuple(Start(seat, "peasant", at) for seat, at in enumerate(squares))


_FFA2 = ("PFDMPF", "MDLF?P", "F?PMDL", "LDMP?F", "P?FLDM", "FPMDFP")

SCENARIOS: dict[str, Scenario] = {
    s.id: s
    for s in (
        Scenario("ffa2", 1, "Free-for-all", 2, _FFA2, _corner_peasants((0, 0), (5, 5)), late=({"corn": 1},)),
        Scenario(
            "cathedral2",
            2,
            "Sacred Cathedral",
            2,
            ("FLCLF", "PDPDP", "MFDFM", "L?L?L", "FMPMF", "DPFPD", "PMLFP", "LPMDL"),
            (
                Start(0, "mage", (1, 1)),
                Start(0, "mage", (1, 3)),
                Start(1, "peasant", (7, 1)),
                Start(1, "soldier", (7, 3)),
            ),
            draw=("academy", "fortress", "quarry"),
            removed=("georotate",),
            p1_begins=True,
            goals=("reach the target", "land on the Cathedral"),
            printed=((0, {"gems": 1}),),  # STR-157
            purses=((0, {"oak": 1}),),
        ),
        Scenario(
            "ffa3",
            3,
            "Free-for-all",
            3,
            ("PFMLMFP", "DPF?FPD", "MD?M?DM", ".FP?PF.", ".LMDML.", ".FDPFD.", "..MPD.."),
            _corner_peasants((0, 0), (0, 6), (6, 3)),
            late=({"corn": 1}, {"corn": 1, "oak": 1}),
        ),
        Scenario(
            "sorcerer3",
            4,
            "The Reclusive Sorcerer",
            3,
            (".LFQFL.", ".LDPDL.", ".LLMLL.", ".LLDLL.", "FPFPFPF", "M?DLD?M", "PDFLFDP", "FPM.MPF"),
            (
                Start(0, "mage", (1, 3), promoted=True),
                Start(1, "peasant", (6, 0)),
                Start(1, "soldier", (7, 0)),
                Start(2, "peasant", (6, 6)),
                Start(2, "soldier", (7, 6)),
            ),
            draw=("academy", "fortress", "cathedral"),
            sides=((0,), (1, 2)),
            p1_begins=True,
            goals=("reach the target", "hold the Quarry at the start of your turn"),
            purses=((1, {"oak": 1, "nickel": 2}), (2, {"oak": 1, "nickel": 2})),
        ),
        Scenario(
            "ffa4",
            5,
            "Free-for-all",
            4,
            ("PFDMPMP", "MDPLFDF", "PFF?FPD", "ML?L?LM", "DPF?FFP", "FDFLPDM", "PMPMDFP"),
            _corner_peasants((0, 0), (0, 6), (6, 6), (6, 0)),
            late=({"corn": 1}, {"corn": 1}, {"corn": 1, "oak": 1}),
        ),
        Scenario(
            "rush4",
            6,
            "Rush the Mountains",
            4,
            ("PFDaDFP", "DPLFLPD", "FDMMMDF", "PPqMqPP", "FDMMMDF", "DPLFLPD", "PFDaDFP"),
            _corner_peasants((0, 0), (0, 6), (6, 6), (6, 0)),
            late=({"corn": 1}, {"corn": 1}, {"corn": 1, "oak": 1}),
        ),
        Scenario(
            "treasure4",
            7,
            "Treasures and Treachery",
            4,
            ("..LLL..", ".LMPDL.", "LM?F?DL", "LFDLPML", "LP?M?FL", ".LPDFL.", "..LLL.."),
            tuple(Start(seat, "explorer", at) for seat, at in enumerate(((1, 3), (3, 5), (5, 3), (3, 1)))),
            late=({}, {"corn": 1}, {"corn": 1}),
        ),
        Scenario(
            "ffa5",
            8,
            "Free-for-all",
            5,
            (
                "...FPF...",
                "..MDMDM..",
                ".DPFDFPD.",
                "PFMPPPMFP",
                "MDP?M?PDM",
                ".FD?L?DF.",
                ".PMFLFMP.",
                ".FDPDPDF.",
                ".PMF.FMP.",
            ),
            _corner_peasants((0, 4), (3, 8), (8, 7), (8, 1), (3, 0)),
            purses=((0, {"corn": 1, "oak": 1}),),  # the narrow north
            late=({}, {"corn": 1}, {"corn": 1}, {"corn": 1, "oak": 1}),
        ),
        Scenario(
            "tombolo5",
            9,
            "Battle at the Tombolo",
            5,
            (
                ".FDMPMDF.",
                "PMFDFDFMP",
                "DPPMPMPPD",
                "LF?FDF?FL",
                "LLLDMDLLL",
                "LLLFDFLLL",
                "LLLPMPLLL",
                "FPDFMFDPF",
                "DMFPDPFMD",
                "PDM?.?MDP",
            ),
            (
                Start(0, "peasant", (6, 3)),
                Start(0, "archer", (5, 3)),
                Start(1, "peasant", (6, 5)),
                Start(1, "archer", (5, 5)),
                Start(2, "peasant", (2, 1)),
                Start(3, "peasant", (0, 4)),
                Start(4, "peasant", (2, 7)),
            ),
            removed=("pandoras_box", "georotate", "geoslide", "sinkhole"),
            sides=((0, 1), (2, 3, 4)),
            common_turns=True,
            p1_begins=True,
            goals=("reach the target together", "hold the Tombolo through a round"),
            purses=((0, {"oak": 1, "nickel": 2}), (2, {"oak": 1, "nickel": 1})),
        ),
        Scenario(  # our own: where the lesson is given, with one of almost each class in reach of the other side
            "lesson",
            0,
            "A lesson",
            2,
            _FFA2,
            (
                Start(0, "peasant", (0, 0)),
                Start(0, "explorer", (0, 1)),
                Start(0, "mage", (1, 1)),
                Start(0, "soldier", (2, 2)),
                Start(1, "peasant", (5, 5)),
                Start(1, "archer", (3, 3)),
            ),
            removed=tuple(card.id for card in CARDS.values() if card.type in ("trap", "calamity")),  # a kind first day
            p1_begins=True,
            printed=((0, {"spice": 1}),),
        ),
    )
}
FREE_FOR_ALL = {2: "ffa2", 3: "ffa3", 4: "ffa4", 5: "ffa5"}

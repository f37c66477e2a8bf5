"""Ostrakon."""

from __future__ import annotations

from app.games.vanguard.content.structs import (
    Action,
    Condition,
    Fx,
    Landing,
    LandingStep,
    Log,
    Mission,
    Path,
    Planet,
    Poi,
    Row,
    Sector,
    Threat,
    Time,
    Track,
)

PLANET = Planet(
    "P5",
    "Ostrakon",
    "SY4",
    "A moon of streets, and pot shards with names on them. Here they voted, once too often.",
    sectors=(
        Sector("s1", "Forum", (0, 1), ("ruin",), lander=True),
        Sector("s2", "Vote hall", (0, 0), ("ruin",), poi=501),
        Sector("s3", "Shard street", (0, 2), ("ruin", "rock"), log=505),
        Sector("s4", "House of names", (1, 0), ("ruin",), poi=502),
        Sector("s5", "Cistern", (1, 3), ("deep", "water"), poi=503),
        Sector("s6", "Broken dome", (1, 1), ("ruin", "storm"), log=507),
        Sector("s7", "Sleeper vault", (3, 1), ("deep", "ruin"), no_travel_until="flag vault_open", poi=504),
        Sector("s8", "Causeway", (1, 2), ("rock",), lander=True),
        Sector("s9", "Beacon stair", (2, 1), ("ruin",), log=509),
    ),
    paths=(
        Path("s1", "s2"),
        Path("s1", "s3"),
        Path("s2", "s4"),
        Path("s3", "s4", icons=("S",)),
        Path("s4", "s6", icons=("T",)),
        Path("s3", "s5", one_way=True),
        Path("s5", "s7", icons=("T",)),
        Path("s5", "s8", icons=("S",)),
        Path("s6", "s9", icons=("T",)),
        Path("s9", "s7", one_way=True),
        Path("s4", "s7", closed=True),
        Path("s3", "s8"),
        Path("s6", "s8", icons=("D7",)),
    ),
    condition="G05",
    conditions=(
        Condition(
            "G05",
            "Echoes",
            Action(
                "Travel",
                category=7,
                dice=1,
                rows=(
                    Row("READ", "move target"),
                    Row("GUARD", "move target; discard 1"),
                    Row("", "discard 1; spend 1; move target"),
                ),
            ),
            (Fx("Ac", "time echo +1"),),
            (Fx("GUARD+READ", "time echo -1"),),
            (Time("echo", 6, {3: "discard 1 for each", 6: "log 530"}),),
        ),
    ),
    missions=(
        Mission("M11", "What the vault holds", False, "", ""),
        Mission(
            "M12",
            "Gather the shards",
            True,
            "finished s2 and finished s4 and finished s5",
            "mission M12 complete; success +2; accord +1",
        ),
    ),
    pois=(
        Poi(
            501,
            "Vote hall",
            (
                Action(
                    "Count the ballots",
                    category=7,
                    dice=1,
                    rows=(
                        Row("READ+PROBE", "unique 13; lead relics 2; finish here"),
                        Row("READ/PROBE", "lead relics 2"),
                        Row("", "discard 1"),
                    ),
                ),
            ),
        ),
        Poi(
            502,
            "House of names",
            (
                Action(
                    "Read the names",
                    category=7,
                    dice=1,
                    tracks=(Track("names", 3, "READ", "unique 14; unique 37; log 512; finish here"),),
                ),
            ),
        ),
        Poi(
            503,
            "Cistern",
            (
                Action(
                    "Dive",
                    category=4,
                    dice=1,
                    rows=(
                        Row("REACH+HAUL", "unique 15; finish here"),
                        Row("REACH/HAUL", "lead spores 2"),
                        Row("", "injure chilled"),
                    ),
                ),
            ),
        ),
        Poi(
            504,
            "Sleeper vault",
            (
                Action("Lay the tablet down", plain="log 515", pay="item 37", once=True),
                Action(
                    "Cut the seal",
                    category=6,
                    dice=2,
                    fx=(Fx("Ac", "wake +1"),),
                    tracks=(Track("seal", 4, "BREACH", "log 516"),),
                ),
            ),
        ),
        Poi(
            505,
            "Beacon throat",
            (
                Action(
                    "Listen down it",
                    category=7,
                    dice=1,
                    fx=(Fx("Ac", "wake +1"),),
                    rows=(
                        Row("LINK+LINK+READ", "unique 30; signal +1; finish here"),
                        Row("LINK", "lead relics 2"),
                        Row("", "injure shaken"),
                    ),
                ),
            ),
        ),
    ),
    threats=(
        Threat(
            "T05",
            "Echo",
            Time(
                "T05", 3, {1: "threat-move nearest", 2: "discard 1 for prey", 3: "injure shaken for prey; time T05 -3"}
            ),
            Action(
                "Speak your own name",
                rows=(
                    Row("GUARD+LINK", "threat-remove T05; wake -1"),
                    Row("GUARD/LINK", "time T05 -2"),
                    Row("", "injure dazed"),
                ),
            ),
        ),
        Threat(
            "T06",
            "Shard swarm",
            Time("T06", 4, {2: "threat-move nearest", 4: "danger 6 1 for prey; time T06 -4"}),
            Action(
                "Scatter it",
                rows=(
                    Row("BREACH+REACH", "threat-remove T06; lead relics 1"),
                    Row("BREACH/REACH", "time T06 -2"),
                    Row("", "spend 2"),
                ),
            ),
        ),
    ),
    landing=Landing(
        "L05",
        (
            LandingStep("sensors", 3, "injure shaken for any"),
            LandingStep("armor", 2, "supply -1"),
            LandingStep("agility", 3, "injure bruised for any"),
        ),
        500,
        501,
        598,
        599,
    ),
    uniques=(13, 14, 15, 16),
    uniques_again=(30,),
    logs=(
        Log(500, "mission M11 add; mission M12 add"),
        Log(501, "if done M11 {mission M30 add; poi 505 @ s9} else {mission M11 add}; if wake>=4 {threat T05 @ s4}"),
        Log(505, "choose{Walk around it: spend 1 / Walk on it: lead relics 2; threat T06 @ s3}"),
        Log(507, "signal +1"),
        Log(509, "choose{Count with it: wake +1; draw 2 / Hold your ears (pay spend 1): none}"),
        Log(512, "lead relics 1"),
        Log(
            515,
            "flag vault_open; open s4-s7; accord +1; mission M11 complete; success +3; signal +2; "
            "unique 16; unlock equipment EQ-S09; finish s7",
        ),
        Log(
            516,
            "flag vault_open; open s4-s7; wake +1; accord -1; mission M11 complete; success +2; "
            "signal +2; unique 16; unlock equipment EQ-S09; finish s7",
        ),
        Log(530, "wake +1; threat T05 @ s4; time echo -6"),
        Log(598, "none"),
        Log(599, "wake +1"),
    ),
)

"""Cradle."""

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
    "P9",
    "Cradle",
    "SY6",
    "The garden, the beds, the hall where tired people strike a drum.",
    sectors=(
        Sector("s1", "Landing garden", (0, 2), ("flora",), lander=True),
        Sector("s2", "Watch house", (1, 3), ("ruin",), log=905),
        Sector("s3", "Terrace of beds", (2, 3), ("ruin", "deep"), poi=901),
        Sector("s4", "Tender works", (1, 2), ("ruin",), poi=902),
        Sector("s5", "Beat hall", (2, 1), ("deep", "ruin"), poi=903),
        Sector("s6", "Candle camp", (1, 0), ("flora", "ruin"), log=907),
        Sector("s7", "Undercroft", (2, 2), ("deep", "water"), poi=904),
        Sector("s8", "First bed", (3, 2), ("deep",)),
        Sector("s9", "Old sky port", (1, 1), ("rock", "storm"), lander=True),
    ),
    paths=(
        Path("s1", "s2"),
        Path("s2", "s3", icons=("T",)),
        Path("s1", "s6"),
        Path("s6", "s5"),
        Path("s2", "s4"),
        Path("s4", "s5", icons=("T",)),
        Path("s3", "s7", icons=("S",)),
        Path("s7", "s5", closed=True),
        Path("s5", "s8", closed=True),
        Path("s3", "s8", closed=True),
        Path("s4", "s9"),
        Path("s6", "s9", icons=("T",)),
    ),
    condition="G09",
    conditions=(
        Condition(
            "G09",
            "Eleven beats",
            Action(
                "Travel",
                category=8,
                dice=1,
                rows=(
                    Row("READ", "move target"),
                    Row("GUARD", "move target; spend 1"),
                    Row("", "spend 1; move target"),
                ),
            ),
            (Fx("Ac", "time pulse +1"),),
            (Fx("LINK+MEND", "time pulse -1"),),
            (Time("pulse", 6, {3: "spend 1 for each", 6: "log 930"}),),
        ),
        Condition(
            "G11",
            "The gap",
            Action(
                "Travel",
                category=7,
                dice=1,
                rows=(
                    Row("READ/GUARD", "move target"),
                    Row("", "injure shaken; move target"),
                ),
            ),
            (Fx("Ac", "wake +1"),),
            (Fx("GUARD+GUARD", "time dream -1"),),
            (Time("dream", 5, {3: "injure shaken for each", 5: "wake +1; time dream -5"}),),
        ),
    ),
    missions=(
        Mission("M19", "Find the watch", False, "", ""),
        Mission("M20", "Take a shift", False, "", ""),
    ),
    pois=(
        Poi(
            901,
            "Terrace of beds",
            (
                Action(
                    "Walk between them",
                    category=7,
                    dice=1,
                    fx=(Fx("Ac", "wake +1"),),
                    rows=(
                        Row("READ+GUARD+GUARD", "unique 32; finish here"),
                        Row("READ/GUARD", "lead relics 2"),
                        Row("", "injure shaken"),
                    ),
                ),
            ),
        ),
        Poi(
            902,
            "Tender works",
            (
                Action("Sit with Old Beat", plain="log 912", once=True),
                Action(
                    "Repair a Tender",
                    category=6,
                    dice=1,
                    rows=(
                        Row("MEND+LINK+LINK", "accord +1; unique 41; finish here"),
                        Row("MEND/LINK", "lead relics 2"),
                        Row("", "exhaust 1; spend 1"),
                    ),
                ),
            ),
        ),
        Poi(
            903,
            "Beat hall",
            (
                Action(
                    "Take the hammer from a tired hand",
                    category=8,
                    dice=1,
                    tracks=(Track("beat", 3, "HAUL", "log 950"),),
                ),
            ),
        ),
        Poi(
            904,
            "Undercroft",
            (
                Action(
                    "Follow the pulse down",
                    category=8,
                    dice=1,
                    rows=(
                        Row("PROBE+REACH+REACH", "open s7-s5; log 954; finish here"),
                        Row("PROBE/REACH", "lead spores 2"),
                        Row("", "injure chilled"),
                    ),
                ),
            ),
        ),
        Poi(
            905,
            "The drum",
            (
                Action(
                    "Strike with the hammer", plain="time dream -5; track hold +2; success +1", pay="item 41", once=True
                ),
                Action(
                    "Hold the beat",
                    category=8,
                    dice=2,
                    fx=(Fx("Ac", "time dream +1"),),
                    tracks=(Track("hold", 4, "HAUL+GUARD", "log 960"),),
                ),
            ),
        ),
        Poi(
            906,
            "First bed",
            (
                Action(
                    "Decide",
                    category=7,
                    dice=2,
                    fx=(Fx("Ac+Ac", "log 975"),),
                    rows=(
                        Row("LINK+MEND+GUARD", "log 970"),
                        Row("LINK/MEND", "time dream -2; draw 1"),
                        Row("", "wake +1; spend 1"),
                    ),
                ),
            ),
        ),
    ),
    threats=(
        Threat(
            "T10",
            "The first dreamer",
            Time(
                "T10",
                4,
                {1: "threat-move nearest", 2: "threat-move nearest", 4: "injure dazed for prey; wake +1; time T10 -4"},
            ),
            Action(
                "Sing it down",
                rows=(
                    Row("READ+LINK", "threat-remove T10; wake -1"),
                    Row("READ/LINK", "time T10 -2"),
                    Row("", "injure shaken"),
                ),
            ),
        ),
    ),
    landing=Landing(
        "L09",
        (
            LandingStep("sensors", 3, "supply -1"),
            LandingStep("agility", 3, "injure bruised for any"),
            LandingStep("armor", 3, "supply -1"),
        ),
        900,
        901,
        980,
        981,
    ),
    uniques=(32,),
    uniques_again=(),
    logs=(
        Log(900, "mission M19 add; flag candle_found"),
        Log(
            901,
            "if flag phase2 {mission M20 add; condition G11; poi 905 @ s5; poi 906 @ s8; threat T10 @"
            " s7; open s7-s5} else {mission M19 add}",
        ),
        Log(905, "signal +1; unlock crew C"),
        Log(907, "supply +2; refresh 1 for here"),
        Log(912, "signal +1; if accord>=4 {accord +1}; if flag knot {accord +1}"),
        Log(930, "wake +1; threat T10 @ s7; time pulse -6"),
        Log(
            950,
            "mission M19 complete; success +3; signal +1; flag phase2; condition G11; poi 905 @ s5; "
            "poi 906 @ s8; mission M20 add; threat T10 @ s7; open s7-s5",
        ),
        Log(954, "flag bolt_known; unlock landing L01; success +1"),
        Log(960, "signal +1; open s5-s8; open s3-s8"),
        Log(
            970,
            "mission M20 complete; success +3; together{Wake them gently (need accord>=6 and "
            "signal>=7 and not wake>=5): log 80 / Cut the Line (need signal>=7): log 81 / Take Candle"
            " home (need flag candle_found): log 83 / Go and mend the gap (need flag bolt_known): log"
            " 972}",
        ),
        Log(972, "flag promised; accord +1; end success"),
        Log(975, "if wake>=8 {log 84} else {wake +2; injure shaken for each}"),
        Log(980, "none"),
        Log(981, "wake +1"),
    ),
)

"""Umber."""

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
    "P3",
    "Umber",
    "SY2",
    "A vent desert where noon is the enemy; the second mast is buried, not broken.",
    sectors=(
        Sector("s1", "Pan", (1, 2), ("rock", "heat"), lander=True),
        Sector("s2", "Chimneys", (0, 1), ("heat", "storm"), log=305),
        Sector("s3", "Glass field", (1, 0), ("rock", "heat"), poi=301),
        Sector("s4", "Ore throat", (1, 1), ("rock", "deep"), poi=302),
        Sector("s5", "Shade wall", (2, 2), ("rock",), log=307),
        Sector("s6", "Caravan road", (3, 1), ("rock", "storm"), log=309),
        Sector("s7", "Buried mast", (2, 0), ("ruin", "heat"), poi=303),
        Sector("s8", "Salt bridge", (2, 1), ("rock",), lander=True),
    ),
    paths=(
        Path("s1", "s2"),
        Path("s1", "s5"),
        Path("s2", "s3", icons=("T",)),
        Path("s3", "s4"),
        Path("s4", "s5", one_way=True, icons=("S",)),
        Path("s5", "s6"),
        Path("s6", "s7", icons=("T",)),
        Path("s3", "s7", icons=("D3",)),
        Path("s6", "s8"),
        Path("s4", "s8", icons=("S",)),
    ),
    condition="G03",
    conditions=(
        Condition(
            "G03",
            "Noon",
            Action(
                "Travel",
                category=3,
                dice=1,
                rows=(
                    Row("REACH/HAUL", "move target"),
                    Row("", "spend 1 red; move target"),
                ),
            ),
            (Fx("Ac", "time noon +1"),),
            (Fx("GUARD+GUARD", "time noon -1"),),
            (Time("noon", 6, {3: "spend 1 for not-in s5", 6: "log 330"}),),
        ),
    ),
    missions=(
        Mission("M07", "Read the buried mast", False, "", ""),
        Mission(
            "M08", "Ballast", True, "discoveries>=3 and crew-in lander", "mission M08 complete; success +1; unique 6"
        ),
    ),
    pois=(
        Poi(
            301,
            "Glass field",
            (
                Action(
                    "Harvest glass",
                    category=1,
                    dice=1,
                    rows=(
                        Row("BREACH+HAUL", "lead ores 3; finish here"),
                        Row("BREACH/HAUL", "lead ores 1"),
                        Row("", "spend 1 red"),
                    ),
                ),
            ),
        ),
        Poi(
            302,
            "Ore throat",
            (
                Action(
                    "Go down",
                    category=3,
                    dice=1,
                    fx=(Fx("Ac", "threat T03 @ s4"),),
                    tracks=(Track("throat", 3, "BREACH", "unique 5; success +1; finish here"),),
                ),
                Action("Cap the vent", plain="time noon -6; success +1; accord +1", pay="item 35", once=True),
            ),
        ),
        Poi(
            303,
            "Buried mast",
            (Action("Dig", category=3, dice=1, tracks=(Track("dig", 3, "HAUL", "poi 304 @ s7; log 312"),)),),
        ),
        Poi(
            304,
            "Mast core",
            (
                Action(
                    "Read the core",
                    category=7,
                    dice=1,
                    rows=(
                        Row("PROBE+READ", "log 315"),
                        Row("PROBE/READ", "lead relics 1; draw 1"),
                        Row("", "discard 1; spend 1"),
                    ),
                ),
            ),
        ),
        Poi(
            305,
            "Cooling core",
            (
                Action(
                    "Count with it",
                    category=3,
                    dice=1,
                    rows=(
                        Row("LINK+READ", "success +2; accord +1; finish here"),
                        Row("LINK/READ", "lead relics 2"),
                        Row("", "spend 2"),
                    ),
                ),
            ),
        ),
    ),
    threats=(
        Threat(
            "T03",
            "Glass hound",
            Time("T03", 3, {1: "threat-move nearest", 2: "threat-move nearest", 3: "danger 2 1 for prey; time T03 -3"}),
            Action(
                "Turn it aside",
                rows=(
                    Row("GUARD+TRACK", "threat-remove T03; lead beasts 2"),
                    Row("GUARD/TRACK", "time T03 -2"),
                    Row("", "injure wounded"),
                ),
            ),
        ),
    ),
    landing=Landing(
        "L03",
        (
            LandingStep("armor", 3, "supply -1"),
            LandingStep("sensors", 2, "injure bruised for any"),
            LandingStep("agility", 2, "injure burned for any"),
        ),
        300,
        301,
        398,
        399,
    ),
    uniques=(4, 5, 6),
    uniques_again=(),
    logs=(
        Log(300, "mission M07 add; mission M08 add"),
        Log(301, "if done M07 {mission M30 add; poi 305 @ s7} else {mission M07 add}"),
        Log(305, "choose{Time them (need section science): time noon -2 / Run through: lead ores 1; spend 1}"),
        Log(307, "supply +1; flag candle_trace"),
        Log(
            309,
            "choose{Follow the ruts: lead relics 2; flag sand_trail / Clear the vent they blocked "
            "(pay spend 1): unique 35; accord +1}",
        ),
        Log(312, "success +1"),
        Log(
            315,
            "mission M07 complete; success +3; signal +1; unique 4; unlock research R02; finish s7; "
            "if flag heard_mast {success +1}",
        ),
        Log(330, "danger 3 1 for not-in s5; time noon -6"),
        Log(398, "none"),
        Log(399, "none"),
    ),
)

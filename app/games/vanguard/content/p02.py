"""Brackwater."""

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
    "P2",
    "Brackwater",
    "SY1",
    "A moon under a shallow, clever tide; the first mast lies in it on its side. Also the full YAML "
    "example of section 7.",
    sectors=(
        Sector("s1", "Breakwater", (1, 0), ("water", "ruin"), lander=True),
        Sector("s2", "Mast field", (2, 0), ("ruin",), log=205),
        Sector("s3", "Kelp rise", (1, 1), ("water", "flora"), poi=201),
        Sector("s4", "Sunken gallery", (2, 1), ("ruin", "deep"), no_travel_until="flag door_open", poi=203),
        Sector("s5", "Rookery", (3, 0), ("rock",), log=207),
        Sector("s6", "Drain", (2, 2), ("water",), poi=202),
        Sector("s7", "Lamp house", (3, 1), ("ruin", "storm"), log=209, poi=205),
        Sector("s8", "Tide shelf", (1, 2), ("rock", "water"), lander=True),
    ),
    paths=(
        Path("s1", "s2"),
        Path("s1", "s3", icons=("T",)),
        Path("s2", "s4", one_way=True, icons=("S",)),
        Path("s2", "s5"),
        Path("s3", "s6", icons=("T",)),
        Path("s4", "s6"),
        Path("s4", "s7"),
        Path("s5", "s7", icons=("S",)),
        Path("s6", "s8"),
        Path("s3", "s8", icons=("T",)),
    ),
    condition="G02",
    conditions=(
        Condition(
            "G02",
            "The tide",
            Action(
                "Travel",
                category=4,
                dice=1,
                rows=(
                    Row("REACH", "move target"),
                    Row("HAUL", "move target; spend 1"),
                    Row("", "spend 1"),
                ),
            ),
            (Fx("Ac", "time tide +1"),),
            (Fx("HAUL+HAUL", "time tide -1"),),
            (Time("tide", 6, {3: "close s1-s3", 6: "log 230"}),),
        ),
    ),
    missions=(
        Mission("M05", "The mast's heart", False, "cargo 2 and crew-in lander", "log 250"),
        Mission(
            "M06", "Chart the reef", True, "finished s3 and finished s6", "mission M06 complete; success +2; lead any 1"
        ),
    ),
    pois=(
        Poi(
            201,
            "Kelp tangle",
            (
                Action(
                    "Cut a way through",
                    category=2,
                    dice=1,
                    fx=(Fx("Ac", "threat T02 @ s6"),),
                    rows=(
                        Row("TRACK+TRACK", "lead blooms 3; finish here"),
                        Row("TRACK", "lead blooms 1"),
                        Row("", "spend 1"),
                    ),
                ),
            ),
        ),
        Poi(
            202,
            "Drain wheel",
            (
                Action(
                    "Turn it",
                    category=4,
                    dice=1,
                    tracks=(Track("wheel", 3, "HAUL", "time tide -3; success +1; finish here"),),
                ),
                Action("Use the key", plain="time tide -6; success +1; finish here", pay="item 34", once=True),
            ),
        ),
        Poi(
            203,
            "Gallery door",
            (Action("Free the door", category=1, dice=1, tracks=(Track("door", 3, "BREACH", "log 212"),)),),
        ),
        Poi(
            204,
            "Inner gallery",
            (
                Action(
                    "Lift the heart",
                    category=6,
                    dice=1,
                    rows=(
                        Row("HAUL+MEND", "unique 2; log 215"),
                        Row("HAUL/MEND", "lead relics 2"),
                        Row("", "spend 1; time tide +1"),
                    ),
                ),
            ),
        ),
        Poi(
            205,
            "Lamp house",
            (
                Action(
                    "Free the lens",
                    category=1,
                    dice=1,
                    rows=(
                        Row("READ+PROBE", "unique 3; log 240"),
                        Row("READ/PROBE", "lead relics 1; draw 1"),
                        Row("", "danger 1 1"),
                    ),
                ),
            ),
        ),
        Poi(
            206,
            "Flooded archive",
            (
                Action(
                    "Copy the index",
                    category=7,
                    dice=1,
                    rows=(
                        Row("PROBE+LINK", "unique 29; signal +1; finish here"),
                        Row("PROBE/LINK", "lead relics 2"),
                        Row("", "discard 1; time tide +1"),
                    ),
                ),
            ),
        ),
    ),
    threats=(
        Threat(
            "T02",
            "Longjaw",
            Time("T02", 4, {2: "threat-move nearest", 3: "threat-move nearest", 4: "danger 2 1 for prey; time T02 -4"}),
            Action(
                "Drive it off",
                rows=(
                    Row("GUARD+GUARD", "threat-remove T02; success +1"),
                    Row("GUARD/TRACK", "time T02 -2"),
                    Row("", "injure bruised"),
                ),
            ),
        ),
    ),
    landing=Landing(
        "L02",
        (
            LandingStep("sensors", 2, "supply -1"),
            LandingStep("agility", 2, "injure bruised for any"),
            LandingStep("armor", 3, "supply -1"),
        ),
        200,
        201,
        298,
        299,
    ),
    uniques=(2, 3),
    uniques_again=(29,),
    logs=(
        Log(200, "mission M05 add; mission M06 add"),
        Log(201, "if done M05 {mission M30 add; poi 206 @ s4; flag door_open} else {mission M05 add}"),
        Log(
            205,
            "lead relics 1; choose{Listen (need section science): flag heard_mast; log 206 / Strip "
            "the cladding: success +1; accord -1 / Leave it whole: accord +1}",
        ),
        Log(206, "signal +1"),
        Log(
            207,
            "choose{Take the key: unique 34 / Leave the nest, take the whistle: unlock equipment EQ-S06; accord +1}",
        ),
        Log(209, "lead relics 1"),
        Log(212, "flag door_open; poi 204 @ s4; choose{Prop it (pay spend 1): success +1 / Rush in: lead relics 2}"),
        Log(215, "finish s4; success +1"),
        Log(230, "supply -1; spend 1 for each; open s1-s3; time tide -6"),
        Log(240, "finish s7; success +1"),
        Log(250, "mission M05 complete; success +3; signal +1"),
        Log(298, "none"),
        Log(299, "none"),
    ),
)

"""Lacework."""

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
    "P4",
    "Lacework",
    "SY2",
    "A world of canopy over a drop. The third buoy was woven into the trees by people who liked it.",
    sectors=(
        Sector("s1", "Crown landing", (1, 2), ("flora",), lander=True),
        Sector("s2", "Rope road", (1, 1), ("flora", "storm"), log=405),
        Sector("s3", "Nest terraces", (0, 1), ("flora",), poi=401),
        Sector("s4", "Hollow trunk", (2, 0), ("flora", "deep"), poi=402),
        Sector("s5", "Fall line", (0, 0), ("flora",)),
        Sector("s6", "Root dark", (1, 0), ("deep", "water"), poi=403),
        Sector("s7", "Weavers' loom", (3, 0), ("flora", "ruin"), poi=404),
        Sector("s8", "Old beacon", (2, 1), ("ruin", "storm"), log=409),
        Sector("s9", "Wind gap", (3, 1), ("storm", "rock"), lander=True),
    ),
    paths=(
        Path("s1", "s2"),
        Path("s2", "s3"),
        Path("s3", "s5", one_way=True),
        Path("s5", "s6", one_way=True, icons=("D1",)),
        Path("s4", "s6", icons=("S",)),
        Path("s2", "s4", icons=("T",)),
        Path("s4", "s7"),
        Path("s7", "s8", icons=("T",)),
        Path("s7", "s9"),
        Path("s8", "s9", closed=True),
    ),
    condition="G04",
    conditions=(
        Condition(
            "G04",
            "Living rope",
            Action(
                "Travel",
                category=1,
                dice=1,
                rows=(
                    Row("REACH", "move target"),
                    Row("TRACK", "move target; spend 1"),
                    Row("", "spend 1; move s5"),
                ),
            ),
            (Fx("Ac", "spend 1 green"),),
            (Fx("TRACK+TRACK", "lead beasts 1"),),
            (),
        ),
    ),
    missions=(
        Mission("M09", "Hear the woven beacon", False, "", ""),
        Mission(
            "M10", "What fell", True, "flag nestling", "mission M10 complete; success +2; unique 9; unlock research R05"
        ),
    ),
    pois=(
        Poi(
            401,
            "Nest terraces",
            (
                Action(
                    "Watch the nests",
                    category=2,
                    dice=1,
                    fx=(Fx("Ac", "time T04 +1"),),
                    rows=(
                        Row("TRACK+READ", "lead beasts 3; finish here"),
                        Row("TRACK/READ", "lead beasts 1"),
                        Row("", "spend 1"),
                    ),
                ),
                Action(
                    "Put it back", plain="accord +1; success +1; flag nestling", pay="item 36", once=True, always=True
                ),
            ),
        ),
        Poi(
            402,
            "Hollow trunk",
            (
                Action(
                    "Draw resin",
                    category=5,
                    dice=1,
                    rows=(
                        Row("MEND+HAUL", "unique 7; finish here"),
                        Row("MEND/HAUL", "lead blooms 2"),
                        Row("", "discard 1"),
                    ),
                ),
            ),
        ),
        Poi(
            403,
            "Root dark",
            (
                Action(
                    "Wade in",
                    category=5,
                    dice=1,
                    rows=(
                        Row("REACH+REACH", "unique 36; lead spores 2; finish here"),
                        Row("REACH", "unique 36"),
                        Row("", "injure chilled"),
                    ),
                ),
            ),
        ),
        Poi(
            404,
            "Weavers' loom",
            (
                Action(
                    "Learn the knots",
                    category=7,
                    dice=1,
                    fx=(Fx("Ac", "time T04 +1"),),
                    tracks=(Track("knots", 3, "LINK", "log 412"),),
                ),
            ),
        ),
        Poi(
            405,
            "Woven beacon",
            (
                Action(
                    "Answer it",
                    category=7,
                    dice=1,
                    rows=(
                        Row("LINK+READ", "log 415"),
                        Row("LINK/READ", "lead relics 1; draw 1"),
                        Row("", "discard 1; spend 1"),
                    ),
                    need="finished s7",
                ),
            ),
        ),
        Poi(
            406,
            "The new knot",
            (
                Action(
                    "Mend the weave",
                    category=1,
                    dice=1,
                    rows=(
                        Row("MEND+REACH", "accord +1; success +2; finish here"),
                        Row("MEND/REACH", "lead blooms 2"),
                        Row("", "spend 2"),
                    ),
                ),
            ),
        ),
    ),
    threats=(
        Threat(
            "T04",
            "Loom mother",
            Time("T04", 4, {2: "threat-move nearest", 4: "spend 2 for prey; time T04 -4"}),
            Action(
                "Show empty hands",
                rows=(
                    Row("GUARD+LINK", "threat-remove T04; accord +1"),
                    Row("GUARD/LINK", "time T04 -2"),
                    Row("", "injure bruised"),
                ),
            ),
        ),
    ),
    landing=Landing(
        "L04",
        (
            LandingStep("agility", 3, "injure bruised for any"),
            LandingStep("sensors", 2, "supply -1"),
            LandingStep("armor", 2, "injure sprained for any"),
        ),
        400,
        401,
        498,
        499,
    ),
    uniques=(7, 8, 9),
    uniques_again=(),
    logs=(
        Log(400, "mission M09 add; mission M10 add; threat T04 @ s7"),
        Log(401, "if done M09 {mission M30 add; poi 406 @ s7} else {mission M09 add}"),
        Log(405, "choose{Copy a knot (need section recon): ignore-icon 1 for each; draw 1 / Keep walking: refresh 1}"),
        Log(409, "poi 405 @ s8"),
        Log(
            412,
            "finish s7; unique 8; open s8-s9; choose{Tie our own knot (pay spend 2): accord +1; flag "
            "knot / Copy the pattern: signal +1}",
        ),
        Log(415, "mission M09 complete; success +3; signal +1; finish s8"),
        Log(498, "none"),
        Log(499, "none"),
    ),
)

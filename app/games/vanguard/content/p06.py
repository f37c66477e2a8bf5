"""Paleshore."""

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
    "P6",
    "Paleshore",
    "SY4",
    "Ice, and the hull of the *Second Candle* in it, unloaded with care and walked away from.",
    sectors=(
        Sector("s1", "Ice shelf", (1, 2), ("ice",), lander=True),
        Sector("s2", "Candle's keel", (0, 2), ("ruin", "ice"), poi=601),
        Sector("s3", "Tent row", (2, 2), ("ice",), log=605),
        Sector("s4", "Crevasse", (0, 1), ("deep", "ice"), poi=602),
        Sector("s5", "Spore field", (2, 1), ("ice", "flora"), poi=603),
        Sector("s6", "Signal hut", (1, 0), ("ruin", "storm"), poi=604),
        Sector("s7", "White ridge", (2, 0), ("ice", "storm"), log=607),
        Sector("s8", "Thaw pool", (1, 1), ("water", "ice"), lander=True, log=609),
    ),
    paths=(
        Path("s1", "s2"),
        Path("s1", "s3"),
        Path("s2", "s4", icons=("D4",)),
        Path("s3", "s5"),
        Path("s4", "s8", one_way=True),
        Path("s5", "s7", icons=("T",)),
        Path("s6", "s7", icons=("T",)),
        Path("s6", "s8", icons=("S",)),
        Path("s5", "s8", icons=("U",)),
    ),
    condition="G06",
    conditions=(
        Condition(
            "G06",
            "White wind",
            Action(
                "Travel",
                category=4,
                dice=1,
                rows=(
                    Row("TRACK", "move target"),
                    Row("HAUL", "move target; spend 1"),
                    Row("", "spend 1 green"),
                ),
            ),
            (Fx("Ac", "time T07 +1"),),
            (Fx("HAUL+HAUL", "supply +1"),),
            (),
        ),
    ),
    missions=(
        Mission("M13", "Where the crew went", False, "", ""),
        Mission(
            "M14", "Bring the log home", True, "item 38 and finished s4", "mission M14 complete; success +2; morale +1"
        ),
    ),
    pois=(
        Poi(
            601,
            "Candle's keel",
            (
                Action(
                    "Open the hull",
                    category=6,
                    dice=1,
                    tracks=(Track("hull", 3, "BREACH", "unique 17; log 612; finish here"),),
                ),
            ),
        ),
        Poi(
            602,
            "Crevasse",
            (
                Action(
                    "Climb down",
                    category=1,
                    dice=2,
                    rows=(
                        Row("REACH+REACH", "unique 18; lead ores 2; finish here"),
                        Row("REACH", "lead ores 2"),
                        Row("", "injure sprained"),
                    ),
                ),
            ),
        ),
        Poi(
            603,
            "Spore field",
            (
                Action(
                    "Sample",
                    category=5,
                    dice=1,
                    rows=(
                        Row("PROBE+MEND", "unique 19; lead spores 2; finish here"),
                        Row("PROBE/MEND", "lead spores 2"),
                        Row("", "injure fever"),
                    ),
                ),
            ),
        ),
        Poi(
            604,
            "Signal hut",
            (
                Action(
                    "Mend the set",
                    category=4,
                    dice=1,
                    fx=(Fx("Ac", "time T07 +1"),),
                    tracks=(
                        Track("set", 3, "MEND", "flag set_ok; if flag tune_ok {log 615}"),
                        Track("tune", 3, "LINK", "flag tune_ok; if flag set_ok {log 615}"),
                    ),
                ),
            ),
        ),
        Poi(
            605,
            "Relay for Roe",
            (
                Action(
                    "Keep the line open",
                    category=4,
                    dice=1,
                    rows=(
                        Row("LINK+HAUL", "success +2; accord +1; finish here"),
                        Row("LINK/HAUL", "supply +1"),
                        Row("", "injure chilled"),
                    ),
                ),
            ),
        ),
    ),
    threats=(
        Threat(
            "T07",
            "Whiteout",
            Time(
                "T07",
                3,
                {
                    1: "threat-move random",
                    2: "threat-move nearest",
                    3: "injure chilled for prey; supply -1; time T07 -3",
                },
            ),
            Action(
                "Dig in",
                rows=(
                    Row("GUARD+HAUL", "time T07 -3; refresh 2"),
                    Row("GUARD/HAUL", "time T07 -2"),
                    Row("", "spend 2"),
                ),
            ),
        ),
    ),
    landing=Landing(
        "L06",
        (
            LandingStep("armor", 3, "supply -1"),
            LandingStep("agility", 3, "injure chilled for any"),
            LandingStep("sensors", 2, "supply -1"),
        ),
        600,
        601,
        698,
        699,
    ),
    uniques=(17, 18, 19, 20),
    uniques_again=(),
    logs=(
        Log(600, "mission M13 add; mission M14 add; threat T07 @ s7"),
        Log(601, "if done M13 {mission M30 add; poi 605 @ s6} else {mission M13 add}"),
        Log(605, "unique 38; supply +1; flag candle_trace"),
        Log(607, "choose{Add a twelfth (pay spend 1): accord +1 / Take one down: lead ores 2; accord -1}"),
        Log(609, "choose{Sit and count (need section science): signal +1 / Fill the tanks: supply +2}"),
        Log(612, "lead relics 1; if flag candle_trace {success +1}"),
        Log(615, "mission M13 complete; success +3; signal +1; flag candle_found; unique 20; finish s6"),
        Log(698, "none"),
        Log(699, "none"),
    ),
)

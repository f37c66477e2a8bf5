"""Vesper Yard."""

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
    "P10",
    "Vesper Yard",
    "SY3",
    "The Reclaimers' breaking moon. Nobody here is a villain before lunch.",
    sectors=(
        Sector("s1", "Guest berth", (2, 2), ("ruin",), lander=True),
        Sector("s2", "Cutting floor", (1, 1), ("ruin", "heat"), poi=1001),
        Sector("s3", "Market under hulls", (2, 1), ("ruin",), log=1005),
        Sector("s4", "Crane walk", (2, 0), ("storm", "ruin"), poi=1002),
        Sector("s5", "Sand's office", (3, 1), ("ruin",), log=1007),
        Sector("s6", "Sealed slip", (3, 0), ("deep", "ruin"), no_travel_until="flag slip_open", poi=1003),
        Sector("s7", "Scrap hills", (1, 0), ("rock",), lander=True, log=1009),
    ),
    paths=(
        Path("s1", "s3"),
        Path("s3", "s2"),
        Path("s3", "s5"),
        Path("s2", "s4", icons=("T",)),
        Path("s4", "s6", icons=("D1",)),
        Path("s5", "s6", one_way=True, closed=True),
        Path("s2", "s7"),
        Path("s4", "s7", icons=("S",)),
    ),
    condition="G10",
    conditions=(
        Condition(
            "G10",
            "Cranes overhead",
            Action(
                "Travel",
                category=6,
                dice=1,
                rows=(
                    Row("REACH/TRACK", "move target"),
                    Row("", "spend 1; move target"),
                ),
            ),
            (Fx("Ac", "time shift +1"),),
            (Fx("LINK+READ", "draw 1"),),
            (Time("shift", 6, {4: "threat T11 @ s4", 6: "spend 1 for each; time shift -6"}),),
        ),
    ),
    missions=(
        Mission("M21", "Who bought the bolt", False, "", ""),
        Mission(
            "M22",
            "Honest work",
            True,
            "finished s2 and finished s4",
            "mission M22 complete; success +2; unique 10; unlock crew B",
        ),
    ),
    pois=(
        Poi(
            1001,
            "Cutting floor",
            (
                Action(
                    "Work a shift",
                    category=6,
                    dice=1,
                    rows=(
                        Row("BREACH+HAUL", "success +1; lead ores 2; finish here"),
                        Row("BREACH/HAUL", "lead ores 1"),
                        Row("", "injure burned"),
                    ),
                ),
            ),
        ),
        Poi(
            1002,
            "Crane walk",
            (
                Action(
                    "Free the jammed crane",
                    category=1,
                    dice=1,
                    tracks=(Track("crane", 2, "MEND", "success +1; threat-remove T11; finish here"),),
                ),
            ),
        ),
        Poi(
            1003,
            "Sealed slip",
            (
                Action("Show the pass", plain="log 1012", pay="item 42", once=True),
                Action(
                    "Break in",
                    category=6,
                    dice=2,
                    fx=(Fx("Ac", "time shift +1"),),
                    tracks=(Track("lock", 3, "LINK", "accord -1; log 1012"),),
                ),
            ),
        ),
        Poi(
            1004,
            "The bolt's cradle",
            (
                Action(
                    "Take the mould marks",
                    category=6,
                    dice=1,
                    rows=(
                        Row("PROBE+LINK", "log 1015"),
                        Row("PROBE/LINK", "lead relics 2"),
                        Row("", "spend 1; time shift +1"),
                    ),
                ),
            ),
        ),
    ),
    threats=(
        Threat(
            "T11",
            "Runaway crane",
            Time("T11", 3, {1: "threat-move nearest", 3: "danger 6 1 for prey; time T11 -3"}),
            Action(
                "Cut its power",
                rows=(
                    Row("LINK+REACH", "threat-remove T11; success +1"),
                    Row("LINK/REACH", "time T11 -2"),
                    Row("", "injure bruised"),
                ),
            ),
        ),
    ),
    landing=Landing(
        "L10",
        (
            LandingStep("agility", 3, "damage-lander"),
            LandingStep("sensors", 2, "supply -1"),
            LandingStep("armor", 2, "supply -1"),
        ),
        1000,
        1001,
        1098,
        1099,
    ),
    uniques=(10, 11),
    uniques_again=(),
    logs=(
        Log(1000, "mission M21 add; mission M22 add"),
        Log(1001, "if done M21 {mission M30 add} else {mission M21 add}"),
        Log(
            1005,
            "choose{Buy a pass (pay supply -1): unique 42 / Ask about the bolt (need flag cut_seen or"
            " flag sand_trail): lead relics 2; signal +1 / Eat: refresh 2}",
        ),
        Log(
            1007,
            "flag sand_spoke; choose{Promise not to publish: accord +1; unique 42 / Demand the "
            "ledger: unique 11; morale +1 / Offer a berth aboard (pay success -1): unlock crew B; "
            "unique 42}",
        ),
        Log(1009, "lead relics 1"),
        Log(1012, "flag slip_open; open s5-s6; poi 1004 @ s6"),
        Log(
            1015,
            "mission M21 complete; success +3; signal +1; unique 11; unlock lander LN4; situation S11 add; finish s6",
        ),
        Log(1098, "none"),
        Log(1099, "flag sand_spoke"),
    ),
)

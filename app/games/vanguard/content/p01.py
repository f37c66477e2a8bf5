"""Hollow Buoy."""

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
    "P1",
    "Hollow Buoy",
    "SY1",
    "A dead relay, cut open and left. Two of the sections learn to move, to check, to combine and to "
    "carry. Start: one or more crew in s1 and s2, Supplies 3. On the second visit a normal landing in"
    " s1.",
    sectors=(
        Sector("s1", "Docking ring", (3, 1), ("ruin",), lander=True),
        Sector("s2", "Bunk ring", (3, 2), ("ruin",)),
        Sector("s3", "Spindle shaft", (2, 1), ("ruin", "deep"), poi=101),
        Sector("s4", "Lamp room", (1, 1), ("ruin", "storm"), poi=103),
        Sector("s5", "Cold store", (2, 2), ("ice", "ruin"), poi=102),
        Sector("s6", "Cut hull", (2, 0), ("ruin", "rock"), log=6),
    ),
    paths=(
        Path("s1", "s2"),
        Path("s1", "s3"),
        Path("s2", "s5"),
        Path("s3", "s5"),
        Path("s3", "s4", icons=("T",)),
        Path("s3", "s6", closed=True),
    ),
    condition="G01",
    conditions=(
        Condition(
            "G01",
            "Low spin",
            Action(
                "Travel",
                category=0,
                dice=0,
                rows=(
                    Row("REACH", "move target"),
                    Row("", "spend 1; move target"),
                ),
            ),
            (),
            (Fx("ANY+ANY", "refresh 1"),),
            (),
        ),
    ),
    missions=(
        Mission("M01", "Wake the spindle", False, "", ""),
        Mission("M02", "Light the lamp", False, "", ""),
        Mission("M03", "Everyone to the ring", False, "all-in s1", "log 19"),
        Mission("M04", "Put the beat back", False, "", ""),
    ),
    pois=(
        Poi(
            101,
            "Dead spindle",
            (Action("Turn the crank", category=9, dice=1, tracks=(Track("spindle", 2, "HAUL", "log 10"),)),),
        ),
        Poi(
            102,
            "Frozen lockers",
            (
                Action(
                    "Pry them open",
                    rows=(
                        Row("READ+HAUL", "unique 33; lead ores 2; finish here"),
                        Row("READ/HAUL", "unique 33; finish here"),
                        Row("", "spend 1; lead ores 1"),
                    ),
                ),
            ),
        ),
        Poi(
            103,
            "The lamp",
            (
                Action(
                    "Seat the fuse",
                    category=9,
                    dice=1,
                    fx=(Fx("Ac", "spend 1"),),
                    rows=(
                        Row("LINK/PROBE", "log 13"),
                        Row("", "spend 1"),
                    ),
                    need="item 33",
                ),
                Action("Look at the lens", plain="log 4", once=True),
            ),
        ),
        Poi(
            104,
            "The empty socket",
            (
                Action(
                    "Seat the beat",
                    category=8,
                    dice=2,
                    fx=(Fx("Ac", "time T12 +1"),),
                    tracks=(
                        Track("seat", 3, "MEND", "flag seat_done; if flag tune_done {log 25}"),
                        Track("tune", 3, "LINK", "flag tune_done; if flag seat_done {log 25}"),
                    ),
                    need="flag beat_core",
                ),
            ),
        ),
        Poi(
            105,
            "Claim stakes",
            (
                Action(
                    "Pull them up",
                    category=2,
                    dice=1,
                    rows=(
                        Row("GUARD+BREACH", "time T12 -3; success +1; finish here"),
                        Row("GUARD/BREACH", "time T12 -1"),
                        Row("", "spend 2"),
                    ),
                ),
            ),
        ),
    ),
    threats=(
        Threat(
            "T01",
            "Loose cable",
            Time(
                "T01", 3, {1: "threat-move nearest", 2: "spend 1 for prey", 3: "injure bruised for prey; time T01 -3"}
            ),
            Action(
                "Tie it down",
                rows=(
                    Row("GUARD/HAUL", "threat-remove T01; success +1"),
                    Row("", "spend 1"),
                ),
            ),
        ),
        Threat(
            "T12",
            "Claim-jumpers",
            Time(
                "T12",
                5,
                {
                    2: "threat-move s3",
                    3: "threat-move s4",
                    5: "track seat -1; track tune -1; injure wounded for prey; time T12 -2",
                },
            ),
            Action(
                "Talk them down",
                category=2,
                dice=1,
                rows=(
                    Row("GUARD+LINK", "threat-remove T12; success +2"),
                    Row("GUARD/LINK", "time T12 -2"),
                    Row("", "injure bruised"),
                ),
            ),
        ),
    ),
    landing=Landing(
        "L01",
        (
            LandingStep("armor", 2, "supply -1"),
            LandingStep("sensors", 2, "injure bruised for any"),
            LandingStep("agility", 2, "supply -1"),
        ),
        20,
        20,
        28,
        29,
    ),
    uniques=(1,),
    uniques_again=(),
    logs=(
        Log(1, "none"),
        Log(4, "lead relics 1"),
        Log(6, "flag cut_seen; choose{Tag it as evidence: success +1 / Weld the hole (pay spend 1): accord +1}"),
        Log(10, "finish s3; mission M01 complete; success +1; mission M02 add; open s3-s6"),
        Log(
            13,
            "mission M02 complete; success +1; unique top; rankup; mission M03 add; threat T01 @ s3; "
            "finish s4; choose{Let it finish (pay spend 1): accord +1 / Record and shut off: lead "
            "relics 2}",
        ),
        Log(18, "unique 1; signal +1; end fail"),
        Log(19, "mission M03 complete; success +1; signal +1; end success"),
        Log(
            20,
            "mission M04 add; poi 104 @ s4; poi 105 @ s6; open s3-s6; if flag promised {success +1}; "
            "if flag sand_spoke or flag sand_truce {none} else {threat T12 @ s6}",
        ),
        Log(25, "mission M04 complete; log 82"),
        Log(28, "none"),
        Log(29, "morale -1"),
    ),
)

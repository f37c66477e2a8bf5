"""Skein."""

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
    "P7",
    "Skein",
    "SY5",
    "One mind in many bodies, and it would like to hold your hand.",
    sectors=(
        Sector("s1", "Near rim", (3, 0), ("rock",), lander=True),
        Sector("s2", "Breathing field", (3, 1), ("flora",), log=705),
        Sector("s3", "Thread wood", (2, 2), ("flora", "deep"), poi=701),
        Sector("s4", "Choir floor", (2, 1), ("deep",), poi=702),
        Sector("s5", "Borrowed village", (2, 0), ("ruin", "flora"), log=707, poi=703),
        Sector("s6", "Nerve well", (1, 1), ("deep", "water"), no_travel_until="flag well_open", poi=704),
        Sector("s7", "Quiet hill", (1, 0), ("rock", "storm"), log=709),
        Sector("s8", "Far rim", (0, 1), ("rock", "heat"), lander=True),
    ),
    paths=(
        Path("s1", "s2"),
        Path("s2", "s3", icons=("T",)),
        Path("s2", "s5"),
        Path("s3", "s4"),
        Path("s4", "s5", icons=("T",)),
        Path("s4", "s6", one_way=True),
        Path("s6", "s7", closed=True),
        Path("s5", "s7"),
        Path("s7", "s8"),
        Path("s3", "s8", icons=("D5",)),
    ),
    condition="G07",
    conditions=(
        Condition(
            "G07",
            "Shared breath",
            Action(
                "Travel",
                category=5,
                dice=1,
                rows=(
                    Row("TRACK/READ", "move target"),
                    Row("", "discard 1; move target"),
                ),
            ),
            (Fx("LINK", "time chorus +1"),),
            (Fx("GUARD+READ", "time chorus -1"),),
            (Time("chorus", 6, {3: "discard 1 for each", 6: "log 730"}),),
        ),
    ),
    missions=(
        Mission("M15", "Look down the well", False, "", ""),
        Mission("M16", "The borrowed", True, "finished s5", "mission M16 complete; success +2; accord +1"),
    ),
    pois=(
        Poi(
            701,
            "Thread wood",
            (
                Action(
                    "Take a thread",
                    category=5,
                    dice=1,
                    rows=(
                        Row("PROBE+MEND+READ", "unique 21; lead spores 2; finish here"),
                        Row("PROBE/MEND", "lead spores 2"),
                        Row("", "injure venom"),
                    ),
                ),
                Action(
                    "Ask for one",
                    plain="choose{Give a memory (pay discard 1): unique 39; time chorus +1 / Step back: none}",
                    once=True,
                ),
            ),
        ),
        Poi(
            702,
            "Choir floor",
            (
                Action("Sing back", category=7, dice=1, tracks=(Track("song", 3, "READ", "unique 23; log 712"),)),
                Action("Walk through masked", plain="time chorus -3; log 712", pay="item 39", once=True),
            ),
        ),
        Poi(
            703,
            "Borrowed village",
            (
                Action(
                    "Call them back",
                    category=7,
                    dice=1,
                    rows=(
                        Row("MEND+GUARD+GUARD", "unique 22; finish here"),
                        Row("MEND/GUARD", "lead beasts 2"),
                        Row("", "injure shaken"),
                    ),
                ),
            ),
        ),
        Poi(
            704,
            "Nerve well",
            (
                Action(
                    "Lower the glass",
                    category=8,
                    dice=1,
                    fx=(Fx("Ac", "wake +1"),),
                    tracks=(Track("glass", 4, "PROBE", "log 715"),),
                ),
            ),
        ),
        Poi(
            705,
            "The name it kept",
            (
                Action(
                    "Ask whose it was",
                    category=7,
                    dice=1,
                    fx=(Fx("Ac", "wake +1"),),
                    rows=(
                        Row("READ+READ+MEND", "unique 31; accord +1; finish here"),
                        Row("READ/MEND", "lead relics 2"),
                        Row("", "injure dazed"),
                    ),
                ),
            ),
        ),
    ),
    threats=(
        Threat(
            "T08",
            "The Chorus",
            Time(
                "T08",
                4,
                {
                    2: "discard 1 for prey",
                    3: "threat-move nearest",
                    4: "injure shaken for prey; time chorus +1; time T08 -4",
                },
            ),
            Action(
                "Say no, kindly",
                rows=(
                    Row("GUARD+READ", "time T08 -4; time chorus -2"),
                    Row("GUARD/READ", "time T08 -2"),
                    Row("", "injure dazed"),
                ),
            ),
            secondary=("s3", "s5"),
            removable=False,
        ),
    ),
    landing=Landing(
        "L07",
        (
            LandingStep("sensors", 3, "injure shaken for any"),
            LandingStep("agility", 3, "supply -1"),
            LandingStep("armor", 3, "injure venom for any"),
        ),
        700,
        701,
        798,
        799,
    ),
    uniques=(21, 22, 23, 24),
    uniques_again=(31,),
    logs=(
        Log(700, "mission M15 add; mission M16 add; threat T08 @ s4"),
        Log(701, "if done M15 {mission M30 add; poi 705 @ s5} else {mission M15 add}"),
        Log(705, "choose{Let it: refresh 3; wake +1 / Keep talking among yourselves (pay spend 1): accord +1}"),
        Log(707, "lead relics 1"),
        Log(709, "refresh 1 for here; injury-die -1"),
        Log(
            712,
            "finish s4; signal +1; success +1; choose{Teach it a rest: accord +1; time chorus -3 / "
            "Record it: lead relics 2; wake +1}",
        ),
        Log(715, "flag well_open; open s6-s7; mission M15 complete; success +3; signal +2; unique 24; finish s6"),
        Log(730, "wake +1; injure shaken for each; time chorus -6"),
        Log(798, "none"),
        Log(799, "wake +1"),
    ),
)

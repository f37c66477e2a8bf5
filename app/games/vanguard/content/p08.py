"""The Anvil."""

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
    "P8",
    "The Anvil",
    "SY5",
    "Two moons knead a planet. Between blows there is just time.",
    sectors=(
        Sector("s1", "High shelf", (2, 0), ("rock",), lander=True),
        Sector("s2", "Hammer flats", (2, 1), ("rock", "heat"), log=805),
        Sector("s3", "Slag stairs", (1, 2), ("heat", "rock"), poi=801),
        Sector("s4", "The press", (0, 2), ("heat", "deep"), poi=802),
        Sector("s5", "Cold lee", (1, 1), ("ice", "rock"), lander=True),
        Sector("s6", "Rib bridge", (1, 0), ("rock", "storm"), log=807),
        Sector("s7", "Forge temple", (0, 0), ("ruin", "heat"), poi=803),
        Sector("s8", "Heart gap", (0, 1), ("deep", "heat"), no_travel_until="flag gap_braced", poi=804),
    ),
    paths=(
        Path("s1", "s2"),
        Path("s2", "s3", icons=("T",)),
        Path("s3", "s4", icons=("D3",)),
        Path("s4", "s8", one_way=True),
        Path("s2", "s6", icons=("S",)),
        Path("s6", "s7", icons=("T",)),
        Path("s7", "s8", icons=("D1",)),
        Path("s5", "s6"),
        Path("s3", "s5", icons=("S",)),
    ),
    condition="G08",
    conditions=(
        Condition(
            "G08",
            "Two tides",
            Action(
                "Travel",
                category=1,
                dice=1,
                rows=(
                    Row("REACH+HAUL", "move target; refresh 1"),
                    Row("REACH/HAUL", "move target"),
                    Row("", "spend 2"),
                ),
            ),
            (Fx("Ac", "time hammer +1"),),
            (Fx("GUARD+HAUL", "time hammer -1"),),
            (Time("hammer", 4, {4: "log 830"}),),
        ),
    ),
    missions=(
        Mission("M17", "What the hammer makes", False, "", ""),
        Mission("M18", "Three strikes", True, "round>=6 and crew-in s7", "mission M18 complete; success +3; unique 27"),
    ),
    pois=(
        Poi(
            801,
            "Slag stairs",
            (
                Action(
                    "Chip the slag",
                    category=3,
                    dice=1,
                    rows=(
                        Row("BREACH+BREACH+HAUL", "unique 25; lead ores 2; finish here"),
                        Row("BREACH", "lead ores 2"),
                        Row("", "injure burned"),
                    ),
                ),
            ),
        ),
        Poi(
            802,
            "The press",
            (
                Action(
                    "Reach in on the upstroke",
                    category=3,
                    dice=2,
                    rows=(
                        Row("REACH+READ+HAUL", "unique 26; finish here"),
                        Row("REACH/READ", "lead ores 2"),
                        Row("", "injure wounded"),
                    ),
                ),
            ),
        ),
        Poi(
            803,
            "Forge temple",
            (
                Action(
                    "Ask for the weight",
                    category=7,
                    dice=1,
                    tracks=(Track("rite", 3, "GUARD", "unique 40; success +1; finish here"),),
                ),
            ),
        ),
        Poi(
            804,
            "Heart gap",
            (
                Action("Hang the counterweight", plain="flag gap_braced; success +1", pay="item 40", once=True),
                Action(
                    "Hold the gap open",
                    category=8,
                    dice=2,
                    fx=(Fx("Ac", "time hammer +1"),),
                    tracks=(Track("gap", 4, "HAUL", "flag gap_braced; log 815"),),
                ),
                Action(
                    "Read the strikes",
                    category=7,
                    dice=1,
                    rows=(
                        Row("PROBE+READ+READ", "log 815"),
                        Row("PROBE/READ", "lead relics 2"),
                        Row("", "spend 2"),
                    ),
                    need="flag gap_braced",
                ),
            ),
        ),
    ),
    threats=(
        Threat(
            "T09",
            "Aftershock",
            Time("T09", 2, {1: "threat-move nearest", 2: "danger 1 1 for prey; time T09 -2"}),
            Action(
                "Shore it up",
                rows=(
                    Row("HAUL+MEND", "threat-remove T09; success +1"),
                    Row("HAUL/MEND", "time T09 -1"),
                    Row("", "spend 1"),
                ),
            ),
        ),
    ),
    landing=Landing(
        "L08",
        (
            LandingStep("armor", 4, "supply -1"),
            LandingStep("agility", 3, "injure bruised for each"),
            LandingStep("armor", 3, "damage-lander"),
        ),
        800,
        801,
        898,
        899,
    ),
    uniques=(25, 26, 27),
    uniques_again=(),
    logs=(
        Log(800, "mission M17 add; mission M18 add"),
        Log(801, "if done M17 {mission M30 add} else {mission M17 add}; threat T09 @ s2"),
        Log(805, "choose{Walk the rhythm (need section recon): time hammer -2 / Run: spend 2; lead ores 1}"),
        Log(807, "choose{Help it (pay spend 2): accord +2 / Use it as a rope: ignore-icon 1 for here; accord -1}"),
        Log(815, "mission M17 complete; success +4; signal +1; finish s8"),
        Log(830, "danger 1 1 for each; time hammer -4; threat T09 @ s4"),
        Log(898, "none"),
        Log(899, "none"),
    ),
)

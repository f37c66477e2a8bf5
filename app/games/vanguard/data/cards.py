"""The 80 section cards."""

from __future__ import annotations

from app.games.vanguard.data.structs import SectionCard

SECTION_CARDS: tuple[SectionCard, ...] = (
    SectionCard("SE01", 1, "Shoulder In", "check", "reroll 1 red", "HAUL", "refresh 1"),
    SectionCard("SE02", 1, "Hold Fast", "check", "ignore-danger 1", "GUARD+GUARD", "injury-die -1"),
    SectionCard("SE03", 1, "Break the Line", "check, a red die was rolled", "add BREACH", "BREACH+HAUL", "progress 1"),
    SectionCard("SE04", 1, "Cover Me", "check", "extra-assist 1", "GUARD", "time any -1"),
    SectionCard("SE05", 1, "Breathing Room", "any", "refresh 1", "ANY+ANY", "draw 1"),
    SectionCard("SE06", 1, "Loud Voice", "check", "reroll accidents", "BREACH", "status shielded"),
    SectionCard("SE07", 1, "Drag Clear", "any", "move adjacent for other", "HAUL+REACH", "supply +1"),
    SectionCard("SE08", 1, "Calm Hands", "check", "set accident Ba", "GUARD+MEND", "flip-injury 1"),
    SectionCard("SE09", 1, "First Through", "check, holding the Start token", "add V", "BREACH+TRACK", "lead any 1"),
    SectionCard("SE10", 1, "Debt Repaid", "any", "recall", "V+V", "success +1; set-aside"),
    SectionCard("SE11", 2, "Shield Wall", "check", "ignore-danger 2", "GUARD+GUARD", "status shielded for here"),
    SectionCard("SE12", 2, "Battering", "check", "add BREACH; reroll 1 red", "BREACH+BREACH", "progress 2"),
    SectionCard("SE13", 2, "Carry Two", "any", "refresh 2", "HAUL+HAUL", "supply +1; draw 1"),
    SectionCard("SE14", 2, "Standing Orders", "check", "extra-assist 1; reroll 1", "GUARD+LINK", "charge +1 for any"),
    SectionCard("SE15", 2, "Scar Tissue", "any", "injury-die -1", "ANY+ANY", "refresh 2"),
    SectionCard(
        "SE16", 3, "Nobody Left", "any", "move here for any", "GUARD+GUARD+HAUL", "injury-card -1 for one-here"
    ),
    SectionCard("SE17", 3, "Overwhelm", "check", "set 2 red any", "BREACH+BREACH+BREACH", "threat-remove here"),
    SectionCard("SE18", 3, "Iron Discipline", "check", "set accidents Ba", "GUARD+READ", "time all -1"),
    SectionCard("SE19", 3, "Push On", "check", "add V; reroll 2", "V+V", "success +1; refresh 2; set-aside"),
    SectionCard("SE20", 3, "Long Watch", "any", "refresh 4", "ANY+ANY+ANY", "refresh 3; draw 1"),
    SectionCard("RC01", 1, "Cut Across", "check", "reroll 1 green", "REACH", "refresh 1"),
    SectionCard("RC02", 1, "Read the Ground", "any", "peek event 1", "READ+READ", "skip-event"),
    SectionCard("RC03", 1, "Long Stride", "travel", "ignore-icon 1", "REACH+REACH", "move adjacent"),
    SectionCard("RC04", 1, "Marks on Bark", "check", "add TRACK", "TRACK", "lead any 1"),
    SectionCard("RC05", 1, "Lure", "any", "threat-move here", "TRACK+GUARD", "time any -1"),
    SectionCard("RC06", 1, "Camp Craft", "rest", "refresh 1", "READ+HAUL", "supply +1"),
    SectionCard("RC07", 1, "Two Routes", "check", "set 1 green any", "READ+TRACK", "lead any 2"),
    SectionCard("RC08", 1, "High Ground", "check", "far-assist", "REACH+READ", "draw 1"),
    SectionCard("RC09", 1, "Keep Moving", "any", "refresh 1", "ANY+ANY", "refresh 2"),
    SectionCard("RC10", 1, "Good Omen", "event", "cancel-secondary", "V+V", "success +1; set-aside"),
    SectionCard("RC11", 2, "Ghost Step", "travel", "ignore-icon 2", "REACH+REACH", "move adjacent; refresh 1"),
    SectionCard("RC12", 2, "Spoor Map", "any", "peek any 2", "TRACK+TRACK", "lead any 2"),
    SectionCard("RC13", 2, "Weather Sense", "any", "peek event 2", "READ+READ", "skip-event"),
    SectionCard(
        "RC14", 2, "Pathfinder", "check", "set 1 green any; reroll 1 green", "TRACK+REACH", "lead any 1; draw 1"
    ),
    SectionCard("RC15", 2, "Light Pack", "any", "refresh 2", "ANY+ANY", "supply +1"),
    SectionCard(
        "RC16", 3, "Vanish", "any", "move adjacent; status shielded", "REACH+REACH+READ", "move adjacent for here"
    ),
    SectionCard("RC17", 3, "Master Tracker", "check", "add TRACK; add TRACK", "TRACK+TRACK+TRACK", "discovery any"),
    SectionCard("RC18", 3, "Night Eyes", "check", "ignore-danger 2", "READ+PROBE", "peek any 3; lead any 1"),
    SectionCard(
        "RC19", 3, "Far Shot", "check", "far-assist; extra-assist 1", "V+V", "success +1; refresh 2; set-aside"
    ),
    SectionCard("RC20", 3, "Live Off It", "any", "refresh 3", "ANY+ANY+ANY", "supply +2"),
    SectionCard("SC01", 1, "Hypothesis", "check", "reroll 1 blue", "PROBE", "lead any 1"),
    SectionCard("SC02", 1, "Control Sample", "check", "set 1 Ba", "PROBE+PROBE", "lead any 2"),
    SectionCard("SC03", 1, "Notes", "any", "draw 1", "LINK", "draw 1"),
    SectionCard("SC04", 1, "Triage", "check", "ignore-injury 1", "MEND", "flip-injury 1"),
    SectionCard("SC05", 1, "Pattern", "check", "match 1", "READ+PROBE", "peek any 2"),
    SectionCard("SC06", 1, "Peer Review", "check", "reroll 1 assist", "LINK+READ", "refresh 1 for other"),
    SectionCard("SC07", 1, "Dose", "any", "injury-die -1 for one-here", "MEND+PROBE", "charge +1"),
    SectionCard("SC08", 1, "Translate", "check", "add LINK", "LINK+LINK", "lead relics 2"),
    SectionCard("SC09", 1, "Quiet Hour", "any", "refresh 1", "ANY+ANY", "charge +1"),
    SectionCard("SC10", 1, "Proof", "check", "set 1 blue any", "V+V", "success +1; set-aside"),
    SectionCard("SC11", 2, "Double Blind", "check", "reroll 2 blue", "PROBE+PROBE", "lead any 2; draw 1"),
    SectionCard(
        "SC12", 2, "Field Surgery", "any", "injury-die -1 for here", "MEND+MEND", "injury-card -1 for one-here"
    ),
    SectionCard("SC13", 2, "Model", "check", "match 2", "READ+PROBE", "peek any 3; lead any 1"),
    SectionCard("SC14", 2, "Seminar", "any", "draw 1 for here", "LINK+LINK", "draw 1 for each"),
    SectionCard("SC15", 2, "Reserves", "any", "refresh 2", "ANY+ANY", "charge +1; refresh 1"),
    SectionCard("SC16", 3, "Breakthrough", "check", "add V", "PROBE+PROBE+LINK", "discovery any"),
    SectionCard(
        "SC17", 3, "Antidote", "any", "injury-card -1 for one-here", "MEND+MEND+MEND", "injury-card -1 for here"
    ),
    SectionCard("SC18", 3, "Grand Theory", "check", "set 2 blue any", "LINK+LINK+READ", "progress 2"),
    SectionCard(
        "SC19",
        3,
        "Second Opinion",
        "check",
        "ignore-injury all; ignore-danger 1",
        "V+V",
        "success +1; refresh 2; set-aside",
    ),
    SectionCard("SC20", 3, "Sabbatical", "any", "refresh 3; draw 1", "ANY+ANY+ANY", "charge +2"),
    SectionCard("EN01", 1, "Jury Rig", "check", "reroll 1 blue", "MEND", "ready 1"),
    SectionCard("EN02", 1, "Overclock", "check", "add V; add-danger 6 1", "LINK", "refresh 2"),
    SectionCard("EN03", 1, "Brace", "travel", "ignore-icon 1", "HAUL+MEND", "supply +1"),
    SectionCard(
        "EN04",
        1,
        "Spare Part",
        "check",
        "choose{Strip it (pay lose-discovery 1): progress 2 / Keep it: reroll 1}",
        "MEND+MEND",
        "progress 1",
    ),
    SectionCard("EN05", 1, "Cutter", "check", "add BREACH", "BREACH+LINK", "progress 1"),
    SectionCard("EN06", 1, "Relay", "check", "far-assist", "LINK", "draw 1 for any"),
    SectionCard("EN07", 1, "Tool Belt", "any", "ready 1", "HAUL", "refresh 1"),
    SectionCard("EN08", 1, "Safety Line", "check", "set accident Ba", "REACH+MEND", "injury-die -1 for one-here"),
    SectionCard("EN09", 1, "Shift Change", "any", "refresh 1", "ANY+ANY", "refresh 1 for other; draw 1"),
    SectionCard("EN10", 1, "Field Test", "check", "set 1 bracket", "V+V", "success +1; set-aside"),
    SectionCard("EN11", 2, "Redundancy", "check", "reroll 2", "MEND+MEND", "ready 1; refresh 1"),
    SectionCard("EN12", 2, "Overdrive", "check", "add V; add LINK; add-danger 6 1", "LINK+LINK", "progress 2"),
    SectionCard("EN13", 2, "Gantry", "any", "ignore-icon 2 for here", "HAUL+REACH", "move adjacent for here"),
    SectionCard(
        "EN14",
        2,
        "Salvage",
        "any",
        "choose{Strip it (pay lose-discovery 1): supply +2 / Leave it: none}",
        "BREACH+MEND",
        "lead ores 2",
    ),
    SectionCard("EN15", 2, "Night Shift", "any", "refresh 2", "ANY+ANY", "refresh 1 for other; draw 1"),
    SectionCard("EN16", 3, "Master Key", "check", "set 2 blue any", "LINK+LINK+MEND", "progress 3"),
    SectionCard("EN17", 3, "Rebuild", "any", "ready 2; charge +1 for any", "MEND+MEND+HAUL", "supply +2"),
    SectionCard("EN18", 3, "Dead Man Switch", "check", "ignore-danger all; exhaust 1", "BREACH+LINK", "time any -2"),
    SectionCard("EN19", 3, "First Try", "check", "add V; reroll accidents", "V+V", "success +1; refresh 2; set-aside"),
    SectionCard(
        "EN20", 3, "Whole Crew Drill", "any", "refresh 2 for here", "ANY+ANY+ANY", "refresh 1 for each; draw 1"
    ),
)
CARD = {card.id: card for card in SECTION_CARDS}
PREFIX = ("SE", "RC", "SC", "EN")

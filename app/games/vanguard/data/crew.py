"""Crew boards, crew cards and their skills."""

from __future__ import annotations

from app.games.vanguard.data.structs import CrewCard, Skill

SECTIONS = ("security", "recon", "science", "engineering")
COLOURS = ("red", "green", "blue")
# by section, rank 1 to 3: red, green, blue slots
SLOTS: tuple[tuple[tuple[int, int, int], ...], ...] = (
    ((4, 2, 2), (5, 3, 3), (6, 4, 5)),
    ((2, 4, 2), (3, 5, 3), (5, 6, 4)),
    ((2, 3, 3), (3, 4, 4), (4, 6, 5)),
    ((2, 2, 4), (3, 3, 5), (5, 4, 6)),
)
HAND_LIMIT = (0, 2, 3, 4)
OPENING_HAND = 2
SLEEVES = (0, 6, 3, 2)

CREW_CARDS: tuple[CrewCard, ...] = (
    CrewCard("cr01", "Ilse Varga", "red", "BREACH", "Steady Hand", "start"),
    CrewCard("cr02", "Tobias Lund", "green", "TRACK", "Far Voice", "start"),
    CrewCard("cr03", "Amara Osei", "blue", "MEND", "Field Dressing", "start"),
    CrewCard("cr04", "Kenji Morrow", "blue", "LINK", "Rigger", "start"),
    CrewCard("cr05", "Petra Sollis", "red", "GUARD", "Cool Head", "start"),
    CrewCard("cr06", "Dov Halpern", "green", "READ", "Sharp Eye", "start"),
    CrewCard("cr07", "Noor Castellane", "blue", "PROBE", "Quick Study", "start"),
    CrewCard("cr08", "Rafe Tindall", "red", "HAUL", "Pack Mule", "start"),
    CrewCard("cr09", "Yuna Barlow", "green", "REACH", "Guide", "start"),
    CrewCard("cr10", "Emeka Strand", "red", "BREACH", "Stubborn", "start"),
    CrewCard("cr11", "Sigrid Vale", "green", "READ", "Collector", "start"),
    CrewCard("cr12", "Matteo Quist", "blue", "MEND", "Second Wind", "start"),
    CrewCard("cr13", "Hana Devereux", "blue", "TRACK", "Far Voice", "start"),
    CrewCard("cr14", "Oskar Nwosu", "red", "GUARD", "Steady Hand", "start"),
    CrewCard("cr15", "Lakshmi Thorne", "blue", "PROBE", "Collector", "start"),
    CrewCard("cr16", "Bo Ferreira", "green", "HAUL", "Pack Mule", "start"),
    CrewCard("cr17", "Cass Aldana", "green", "REACH", "Second Wind", "start"),
    CrewCard("cr18", "Jonah Weir", "red", "LINK", "Rigger", "start"),
    CrewCard("cr19", "Mirela Stone", "green", "TRACK", "Guide", "start"),
    CrewCard("cr20", "Abel Ikeda", "blue", "LINK", "Quick Study", "start"),
    CrewCard("cr21", "Freya Moss", "red", "HAUL", "Stubborn", "start"),
    CrewCard("cr22", "Samir Holt", "red", "MEND", "Field Dressing", "start"),
    CrewCard("cr23", "Ondine Park", "green", "PROBE", "Sharp Eye", "start"),
    CrewCard("cr24", "Viktor Adisa", "blue", "GUARD", "Cool Head", "start"),
    CrewCard("cr25", "Nadia Roux", "red", "BREACH", "Cool Head", "A"),
    CrewCard("cr26", "Ephraim Clay", "green", "BREACH", "Steady Hand", "A"),
    CrewCard("cr27", "Tove Marchetti", "blue", "GUARD", "Field Dressing", "A"),
    CrewCard("cr28", "Idris Bell", "red", "HAUL", "Second Wind", "A"),
    CrewCard("cr29", "Wen Talbot", "green", "TRACK", "Collector", "B"),
    CrewCard("cr30", "Paloma Hart", "green", "READ", "Quick Study", "B"),
    CrewCard("cr31", "Gil Anders", "red", "READ", "Sharp Eye", "B"),
    CrewCard("cr32", "Zofia Lark", "blue", "REACH", "Guide", "B"),
    CrewCard("cr33", "Desmond Acre", "red", "REACH", "Pack Mule", "C"),
    CrewCard("cr34", "Linnea Okoro", "blue", "PROBE", "Rigger", "C"),
    CrewCard("cr35", "Hugo Sabatier", "green", "MEND", "Stubborn", "C"),
    CrewCard("cr36", "Ansel Roe", "blue", "LINK", "Far Voice", "C"),
)
CREW = {card.id: card for card in CREW_CARDS}
SKILLS: tuple[Skill, ...] = (
    Skill("Steady Hand", 2, "check", "set 1 bracket", "set 1 bracket"),
    Skill("Far Voice", 3, "far", "this crew may assist it with one die and one card as if it were there", ""),
    Skill("Cool Head", 3, "check", "ignore-danger 1", "ignore-danger 1"),
    Skill("Pack Mule", 2, "rest", "supply +1", "supply +1"),
    Skill("Sharp Eye", 2, "event", "peek event 1", "peek event 1"),
    Skill("Field Dressing", 2, "any", "injury-die -1 for one-here", "injury-die -1 for one-here"),
    Skill("Guide", 2, "travel", "ignore-icon 1 for that crew", "ignore-icon 1"),
    Skill("Collector", 2, "leads", "one token of them goes back and another is drawn", ""),
    Skill("Second Wind", 1, "any", "refresh 3", "refresh 3"),
    Skill(
        "Rigger",
        2,
        "any",
        "choose{Fix: ready 1 for one-here / Hand over: charge +1 for other}",
        "choose{Fix: ready 1 for one-here / Hand over: charge +1 for other}",
    ),
    Skill("Quick Study", 3, "any", "draw 1", "draw 1"),
    Skill("Stubborn", 2, "check", "set accident Ba", "set accident Ba"),
)
SKILL = {skill.name: skill for skill in SKILLS}

"""Section dice, injury and danger dice."""

from __future__ import annotations

from app.games.vanguard.data.structs import DieKind

DIE_KINDS: tuple[DieKind, ...] = (
    DieKind("breach", "BREACH", "red", (("BREACH",), ("BREACH",), ("GUARD",), ("Ba",), ("V",), ("Ac",)), 0, "basic"),
    DieKind("guard", "GUARD", "red", (("GUARD",), ("GUARD",), ("HAUL",), ("Ba",), ("V",), ("Ac",)), 0, "basic"),
    DieKind("haul", "HAUL", "red", (("HAUL",), ("HAUL",), ("BREACH",), ("Ba",), ("V",), ("Ac",)), 0, "basic"),
    DieKind("track", "TRACK", "green", (("TRACK",), ("TRACK",), ("READ",), ("Ba",), ("V",), ("Ac",)), 0, "basic"),
    DieKind("read", "READ", "green", (("READ",), ("READ",), ("REACH",), ("Ba",), ("V",), ("Ac",)), 0, "basic"),
    DieKind("reach", "REACH", "green", (("REACH",), ("REACH",), ("TRACK",), ("Ba",), ("V",), ("Ac",)), 0, "basic"),
    DieKind("probe", "PROBE", "blue", (("PROBE",), ("PROBE",), ("MEND",), ("Ba",), ("V",), ("Ac",)), 0, "basic"),
    DieKind("mend", "MEND", "blue", (("MEND",), ("MEND",), ("LINK",), ("Ba",), ("V",), ("Ac",)), 0, "basic"),
    DieKind("link", "LINK", "blue", (("LINK",), ("LINK",), ("PROBE",), ("Ba",), ("V",), ("Ac",)), 0, "basic"),
    DieKind(
        "ured", "Universal red", "red", (("BREACH",), ("GUARD",), ("HAUL",), ("Ba",), ("Ba",), ("V",)), 3, "universal"
    ),
    DieKind(
        "ugreen",
        "Universal green",
        "green",
        (("TRACK",), ("READ",), ("REACH",), ("Ba",), ("Ba",), ("V",)),
        3,
        "universal",
    ),
    DieKind(
        "ublue", "Universal blue", "blue", (("PROBE",), ("MEND",), ("LINK",), ("Ba",), ("Ba",), ("V",)), 3, "universal"
    ),
    DieKind(
        "ered",
        "Expert red",
        "red",
        (("BREACH", "GUARD"), ("GUARD", "HAUL"), ("HAUL", "BREACH"), ("Ba",), ("V",), ("V",)),
        4,
        "expert",
    ),
    DieKind(
        "egreen",
        "Expert green",
        "green",
        (("TRACK", "READ"), ("READ", "REACH"), ("REACH", "TRACK"), ("Ba",), ("V",), ("V",)),
        4,
        "expert",
    ),
    DieKind(
        "eblue",
        "Expert blue",
        "blue",
        (("PROBE", "MEND"), ("MEND", "LINK"), ("LINK", "PROBE"), ("Ba",), ("V",), ("V",)),
        4,
        "expert",
    ),
    DieKind("wild", "Wild", "wild", (("V",), ("V",), ("V",), ("V",), ("Ac",), ("Ac",)), 0, "wild"),
)
KIND = {kind.id: kind for kind in DIE_KINDS}
COPIES = 4
INJURY_FACES = ("calm", "calm", "ache", "ache", "strain", "crisis")
DANGER_FACES = ("blank", "circle", "pentagon", "square", "square", "triangle", "triangle", "triangle")

# by section: Security, Recon, Science, Engineering
STARTING: tuple[tuple[str, ...], ...] = (
    ("breach", "guard", "haul", "reach", "track", "mend"),
    ("guard", "haul", "track", "read", "reach", "probe"),
    ("haul", "read", "track", "probe", "link", "mend"),
    ("breach", "haul", "reach", "link", "mend", "probe"),
)

"""Hints during the tutorial; they never forbid anything (ISS-046)."""

from __future__ import annotations

from app.games.vanguard.state import State
from app.kernel import Tip

STEPS = 7


def tip(state: State, seat: int) -> Tip | None:
    x = state.x
    if state.step == "draft":
        return Tip(
            "Your people",
            "Keep two of three recruits. A Convert Ability lets plain faces of one colour count as an icon.",
            1,
            STEPS,
            rule="ISS-021",
        )
    if x is None or not x.tutorial:
        return None
    if state.check and state.check.step == 1:
        return Tip(
            "A dice check",
            "Take the dice that carry the wanted icon. Crew in the same sector may pledge one die each.",
            4,
            STEPS,
            rule="ISS-097",
        )
    if state.check:
        return Tip(
            "After the roll",
            "Change dice with cards, use combinations, then the row or track takes what it needs.",
            5,
            STEPS,
            rule="ISS-107",
        )
    if "M01" in x.missions:
        return Tip(
            "Wake the spindle",
            "Go to the Spindle shaft and turn the crank with HAUL dice. Two actions a turn.",
            2,
            STEPS,
            "sector-s3",
            "ISS-051",
        )
    if "M02" in x.missions and 33 not in x.uniques:
        return Tip(
            "A fuse",
            "The Frozen lockers in the Cold store hold a fuse for the lamp: READ or HAUL.",
            3,
            STEPS,
            "sector-s5",
            "ISS-132",
        )
    if "M02" in x.missions:
        return Tip(
            "Light the lamp",
            "Carry the fuse to the Lamp room and seat it: LINK or PROBE.",
            6,
            STEPS,
            "sector-s4",
            "ISS-064",
        )
    return Tip(
        "Everyone to the ring",
        "Bring all crew to the Docking ring, then complete the mission beside the question.",
        7,
        STEPS,
        "sector-s1",
        "ISS-200",
    )

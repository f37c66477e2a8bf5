"""Hints during the tutorial and the first real mission; they never forbid anything (ISS-046)."""

from __future__ import annotations

from app.games.vanguard.content import MISSION
from app.games.vanguard.people import owner, team
from app.games.vanguard.state import Check, Exploration, State
from app.kernel import Tip

STEPS = 7  # of the tutorial
FIRST = 5  # of the first mission with a lander


def tip(state: State, seat: int) -> Tip | None:
    x = state.x
    if state.step == "draft":
        text = "Keep two of three recruits. Their Convert Ability lets Blanks of one colour count as an icon."
        return Tip("Your people", text, 1, STEPS, rule="ISS-021")
    if x is None or state.step != "explore" or x.over:
        return None
    if x.tutorial:
        return _check_tip(state.check, 4, STEPS) if state.check else _tutorial(state, x, seat)
    if state.missions_flown <= 1:
        return _check_tip(state.check, 3, FIRST) if state.check else _first_mission(state, x, seat)
    return None


def _check_tip(check: Check, number: int, steps: int) -> Tip:
    if check.step <= 2:
        text = (
            "Take dice that carry the wanted icon; all of them go to the spent pool afterwards. "
            "Crew in the same sector may pledge one die each."
        )
        return Tip("A dice check", text, number, steps, rule="ISS-097")
    if check.step <= 4:
        text = "The upper half of a card, equipment or a skill changes the dice now. Then go on."
        return Tip("Change the dice", text, number, steps, rule="ISS-103")
    if check.step == 5:
        text = (
            "The lower half of a card spends dice for an extra effect. What is spent no longer counts for the result."
        )
        return Tip("Combinations", text, number, steps, rule="ISS-107")
    text = "Injuries and dangers come first. Then choose the row that your dice meet, or move the track."
    return Tip("The result", text, number, steps, rule="ISS-134")


def _acting(state: State, x: Exploration, seat: int) -> bool:
    return x.stage == "act" and x.turn >= 0 and owner(state, x.turn) == seat and not state.choosing


def _tutorial(state: State, x: Exploration, seat: int) -> Tip | None:
    if "M01" in x.missions:
        text = (
            "Travel to the Spindle shaft (a lit sector can be clicked) and turn the crank with Haul dice. "
            "Each crew has two actions a turn, one of them special."
        )
        return Tip("Wake the spindle", text, 2, STEPS, "sector-s3", "ISS-051")
    if "M02" in x.missions and 33 not in x.uniques:
        text = "The Frozen lockers in the Cold store hold a fuse for the lamp: Read or Haul. Rest when your dice are spent."
        return Tip("A fuse", text, 3, STEPS, "sector-s5", "ISS-132")
    if "M02" in x.missions:
        text = "Carry the fuse to the Lamp room and seat it: Link or Probe."
        return Tip("Light the lamp", text, 6, STEPS, "sector-s4", "ISS-064")
    text = "Bring all crew to the Docking ring, then complete the mission: the offer stands beside the question."
    return Tip("Everyone to the ring", text, 7, STEPS, "sector-s1", "ISS-200")


def _first_mission(state: State, x: Exploration, seat: int) -> Tip | None:
    lander = f"sector-{x.lander_sector}"
    open_missions = [key for key in x.missions if not MISSION[key].optional]
    if not open_missions:
        text = "The mission is done. Bring everybody to the lander; there one of you proposes Lift off, and all must agree."
        return Tip("Lift off", text, 5, FIRST, lander, "ISS-086")
    if any(len(crew.injuries) >= 3 for crew in team(state)):
        text = (
            "A fourth injury means Emergency Evac and a failed mission. "
            "Let somebody else take the dangers, or go back to the lander and lift off: the planet remembers."
        )
        return Tip("Somebody is badly hurt", text, 4, FIRST, lander, "ISS-197")
    if x.round <= 1:
        text = (
            "Missions tell what is wanted. Unread pages on the board are stories; flags are places with something to do. "
            "Icons on a path are its price."
        )
        return Tip("A real planet", text, 1, FIRST, rule="ISS-067")
    if _acting(state, x, seat) and x.supplies:
        text = "Rest takes 1 Supply and refreshes half of your dice. Exertion refreshes 5 at once, but one die is lost."
        return Tip("Dice come back", text, 2, FIRST, rule="ISS-082")
    return None

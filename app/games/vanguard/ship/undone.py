"""What a plan promised and a visit could not keep, and why: no part of it is dropped without a word (ISS-344)."""

from __future__ import annotations

from app.games.vanguard.asking import G
from app.games.vanguard.data.ship import RESEARCH
from app.games.vanguard.people import crew_in, name, person
from app.games.vanguard.ship import facilities
from app.games.vanguard.state import State
from app.games.vanguard.telling import came

DEEDS = {"research": ("project", "lab"), "production": ("start", "boost"), "situation": ("solve", "supervise")}


def left_over(state: State, room: str) -> list[str]:
    """What was to be done in this room and is still on the agenda."""
    return [one for one in state.agenda or () if one.partition(":")[0] in DEEDS.get(room, ())]


def tell(g: G, room: str, why: str = "") -> None:
    """Whatever is left of the plan for a room is told with its reason, and taken off the agenda."""
    state = g.state
    for one in left_over(state, room):
        assert state.agenda is not None
        state.agenda.remove(one)
        label, cause = state.promised.get(one, "a part of the plan"), why or reason(state, one)
        g.tell(f"Not done as planned: {label}, for {cause}.", rule="ISS-344")
        came(g, f"Not done as planned: {label}", cause[:1].upper() + cause[1:], good=False)


def reason(state: State, one: str) -> str:
    """Why a line of the plan cannot be carried out as things stand now."""
    kind, what, *rest = one.split(":")
    if kind in ("project", "lab"):
        if what not in state.ship.research:
            return "it is no longer among the projects"
        if facilities.payment(state, RESEARCH[what].cost) is None:
            return "the Discoveries that would have paid for it are gone"
    if kind == "start":
        if what not in state.ship.ready:
            return "it is no longer among the projects"
        if facilities.start_slot(state, what, state.ship.queues[int(rest[0])]) < 0:
            return "its queue is full"
    if kind == "boost" and not _can_move(state.ship.queues[int(what)], int(rest[0])):
        return "nothing in its queue can be moved on from there"
    if kind in ("solve", "supervise") and what not in state.ship.open_situations:
        return "it is no longer there"
    busy = _kept_from_work(state, rest[-1].split("+")) if kind in ("lab", "boost", "supervise") else ""
    return busy or "what was done before it changed too much"


def _can_move(queue: list[str], place: int) -> bool:
    return bool(queue[place]) and (place == 2 or not queue[place + 1])


def _kept_from_work(state: State, group: list[str]) -> str:
    for key in group:
        if person(state, key).place != "available":
            return f"{name(key)} is not Available any more"
        if len(crew_in(state, "available", person(state, key).section)) == 1:
            return f"{name(key)} is the last Available crew of the section"
    return ""

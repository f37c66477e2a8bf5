"""What is mine, always in view: my crew with its dice, hand, gear and injuries; aboard, the ship and my people."""

from __future__ import annotations

import msgspec

from app.games.vanguard.content import MISSION, PLANET
from app.games.vanguard.data.ship import MORALE
from app.games.vanguard.people import name, owner, team
from app.games.vanguard.state import State
from app.games.vanguard.views.crew import crew_view, die_view, person_view
from app.games.vanguard.views.shapes import CardView, CrewView, DieView, PersonView


class Mine(msgspec.Struct, frozen=True):
    """One of my crew on the planet."""

    board: CrewView
    where: str
    rolling: tuple[DieView, ...]  # its dice in the check at hand


class Dock(msgspec.Struct, frozen=True):
    seat: int
    planet: str  # empty: aboard
    crews: tuple[Mine, ...]  # who acts is the first
    actions: int  # left of two, for the first one; -1: it is not its turn
    supplies: int
    success: int
    missions: tuple[CardView, ...]
    morale: str
    energy: int
    command: int
    story: tuple[tuple[str, int], ...]  # Signal, Accord, Wake
    people: tuple[PersonView, ...]


class Private(msgspec.Struct, frozen=True):
    look: tuple[str, ...]
    dock: Dock


def dock(state: State, seat: int) -> Dock:
    x, ship = state.x, state.ship
    down = x is not None and not x.over
    mine = [crew for crew in team(state) if owner(state, crew.section) == seat] if down else []
    acting = state.check.actor if state.check else x.turn if x else -1
    mine.sort(key=lambda crew: crew.section != acting)
    turn = x is not None and x.stage == "act" and bool(mine) and mine[0].section == x.turn
    places = {sector.id: sector.name for sector in PLANET[x.planet].sectors} if x else {}
    return Dock(
        seat,
        PLANET[x.planet].name if x is not None and down else "",
        tuple(
            Mine(
                crew_view(state, x, crew),
                places.get(crew.sector, ""),
                tuple(die_view(die) for die in state.dice if die.zone == "pool" and die.section == crew.section),
            )
            for crew in mine
            if x is not None
        ),
        x.actions if x is not None and turn else -1,
        x.supplies if x else 0,
        x.success if x is not None and down else ship.success + ship.bag,
        tuple(CardView(key, MISSION[key].name, MISSION[key].text) for key in x.missions)
        if x is not None and down
        else (),
        MORALE[ship.morale],
        ship.energy,
        ship.command,
        tuple((key.capitalize(), state.counters[key]) for key in ("signal", "accord", "wake")),
        tuple(person_view(one) for one in state.people if one.section >= 0 and owner(state, one.section) == seat),
    )


def where(state: State) -> str:
    """For the list of one's tables: what happened last, and where it goes on."""
    last = next((entry.text for entry in reversed(state.chronicle) if entry.what != "version"), "")
    before = f"Previously: {last} " if last and not state.ending else ""
    x = state.x
    wanted = (
        [MISSION[key].name for key in x.missions if not MISSION[key].optional] if x is not None and not x.over else []
    )
    mission = f" Mission: {', '.join(wanted)}." if wanted else ""
    return f"{before}{now(state)}.{mission}"


def now(state: State) -> str:
    """One sentence about what is going on, for the bar."""
    from app.games.vanguard.views.ship import STEP_NAMES

    x = state.x
    if state.ending:
        return STEP_NAMES["over"]
    if x is None or state.step not in ("explore", "tutorial"):
        return STEP_NAMES[state.step]
    if x.round == 0:
        return PLANET[x.planet].name
    acts = next((one for one in team(state) if one.section == x.turn and x.stage == "act"), None)
    who = f" · {name(acts.person)} acts" if acts else ""
    return f"{PLANET[x.planet].name}, round {x.round}{who}"

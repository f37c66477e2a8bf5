"""What each crew could do, where, and what it would gain: the plan of a team."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from app.games.vanguard import forecast
from app.games.vanguard.bot import routes
from app.games.vanguard.bot.routes import Way
from app.games.vanguard.content import MISSION, POI, SECTOR
from app.games.vanguard.content.structs import Action
from app.games.vanguard.forecast import promise
from app.games.vanguard.people import team
from app.games.vanguard.pools import available, dice_in
from app.games.vanguard.state import Die, Explorer, State
from app.games.vanguard.turns import possible, specials_here

SHARES = (1.0, 0.5, 0.35, 0.25)  # of what a task is worth to the crew that does it best, second best, ...
UNREAD = 14.0  # what an unread log in a sector is worth
ASIDE = 0.5  # of what is worth doing, where a mission speaks of something else
COMMON = frozenset(
    "the and one for you who are has was not all get its out see our with from that this what where when while they them "
    "their then there here else into down your".split()
)
LOST = Way(20.0, 20.0, 0.5)  # where no way leads back
HOPE = 0.08  # a check that brings less than this share of what is wanted is not made for it


class Plan(NamedTuple):
    net: float
    sector: str
    reference: str = ""  # of the action, or nothing but to be there


class Task(NamedTuple):
    """What an action brings a crew that goes on with it until it is done, and what that costs."""

    gain: float
    effort: float
    injuries: float


def task(state: State, crew: Explorer, reference: str, action: Action, dice: list[Die]) -> Task:
    goal = forecast.goal(state, reference, action, dice, crew)
    once = promise(state, crew, reference, action, dice)
    if goal.worth < forecast.STORY / 2 or goal.share < HOPE:  # a single try
        return Task(once, goal.losses, goal.danger)
    tries = 1 / goal.share
    return Task(goal.worth, tries * (routes.STEP + goal.losses), tries * (goal.danger + goal.failure))


def outlook(state: State, crew: Explorer, reference: str, action: Action, dice: list[Die]) -> float:
    """What an action is worth to a crew that is there."""
    it = task(state, crew, reference, action, dice)
    return it.gain - it.effort - forecast.harm(it.injuries, len(crew.injuries))


def tasks(state: State, crew: Explorer) -> Iterator[tuple[str, str, Action]]:
    """Every action of the board that this crew could choose once it is there, with its sector."""
    x = state.exploration
    for sector, cards in x.pois.items():
        for number in cards:
            for place, action in enumerate(POI[number].actions):
                reference = f"poi:{number}:{place}"
                over = (sector in x.finished and not action.always) or (action.once and reference in state.once)
                if not over and possible(state, action, crew.section):
                    yield sector, reference, action
    for reference, action in specials_here(state, crew):
        if reference.startswith("threat:") and possible(state, action, crew.section):
            yield crew.sector, reference, action


def dice_of(state: State, crew: Explorer, sector: str) -> list[Die]:
    """All dice in play, and one of each crew that stands there to help."""
    dice = dice_in(state, crew.section, "slot", "spent", "pool")
    for other in team(state):
        if other.section != crew.section and other.sector == sector:
            dice += available(state, other.section)[:1]
    return dice


def _told(state: State, sector: str, reference: str, action: Action) -> bool:
    """Whether an open mission speaks of the place, its card or the action."""
    x = state.exploration
    card = POI[int(reference.split(":")[1])].name if reference.startswith("poi:") else ""
    names = _words(f"{SECTOR[x.planet][sector].name} {card} {action.name}")
    return any(
        names & _words(f"{MISSION[key].name} {MISSION[key].text}") for key in x.missions if not MISSION[key].optional
    )


@cache
def _words(text: str) -> frozenset[str]:
    words = (word for word in re.findall(r"[a-z]+", text.lower()) if word not in COMMON)
    return frozenset(word.rstrip("s") for word in words if len(word) > 2)


def worth_of(state: State, crew: Explorer) -> dict[Plan, float]:
    """Every plan of a crew with what it brings before its costs: the work, the way there and the way back."""
    x, hurt = state.exploration, len(crew.injuries)
    ways = routes.Ways(state, crew)
    away, back = ways.distances(crew.sector), ways.back(x.lander_sector)
    now = back.get(crew.sector, LOST)
    found: dict[Plan, float] = {}

    def plan(sector: str, reference: str, it: Task) -> None:
        if sector in away:
            there, home = away[sector], back.get(sector, LOST)
            effort = it.effort + there.effort + max(0.0, home.effort - now.effort)
            injuries = it.injuries + there.injuries + max(0.0, home.injuries - now.injuries)
            found[Plan(it.gain - effort - forecast.harm(injuries, hurt), sector, reference)] = it.gain

    able = list(tasks(state, crew))
    told = {reference for sector, reference, action in able if _told(state, sector, reference, action)}
    for sector, reference, action in able:
        it = task(state, crew, reference, action, dice_of(state, crew, sector))
        if told and reference not in told:
            it = it._replace(gain=ASIDE * it.gain)
        plan(sector, reference, it)
    for place in SECTOR[x.planet].values():
        if place.log and place.log not in state.logs and place.id != crew.sector:
            plan(place.id, "", Task(UNREAD, 0.0, 0.0))
    return found


def team_plans(state: State) -> dict[int, Plan | None]:
    """What every crew had best do; a task that others do better counts less. If nothing promises a gain, the one
    whose loss is least does it, and the others wait."""
    tables = {crew.section: worth_of(state, crew) for crew in team(state)}
    nets = {section: {(plan.sector, plan.reference): plan.net for plan in table} for section, table in tables.items()}
    chosen: dict[int, Plan | None] = {}
    for section, table in tables.items():
        shared = []
        for plan, gain in table.items():
            rivals = [net.get((plan.sector, plan.reference), plan.net) for net in nets.values()]
            better = sum(net > plan.net for net in rivals)
            shared.append(plan._replace(net=plan.net - (1 - SHARES[better]) * max(0.0, gain)))
        best = max(shared, default=None)
        chosen[section] = best if best and best.net > 0 else None
    least = [(max(table), section) for section, table in tables.items() if table]
    if least and not any(chosen.values()):
        plan, section = max(least)
        chosen[section] = plan
    return chosen

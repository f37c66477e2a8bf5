"""The bot's turn on a planet: where to go and what to do there."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.vanguard import board, helpers
from app.games.vanguard.content import MISSION, POI, SECTOR
from app.games.vanguard.content.structs import Action
from app.games.vanguard.forecast import STORY, promise, risk, wanted_by
from app.games.vanguard.people import explorer, team
from app.games.vanguard.pools import available, dice_in, refreshable
from app.games.vanguard.state import Die, Exploration, Explorer, State
from app.games.vanguard.turns import possible, specials_here

LATE = 16  # the round in which everybody goes home
EDGE = {"T": 2.5, "S": 0.8, "U": 2.0, "E": 1.0}


def potential(state: State, crew: Explorer, reference: str, action: Action) -> float:
    """What an action promises with all dice still in play, its dangers counted."""
    dice = dice_in(state, crew.section, "slot", "spent", "pool")
    return promise(state, crew, reference, action, dice) - risk(action, len(crew.injuries))


def going_home(state: State) -> bool:
    x = state.exploration
    if x.tutorial:
        return "M03" in x.missions
    main = [key for key in x.missions if not MISSION[key].optional]
    ready = all(MISSION[key].when and "crew-in lander" in MISSION[key].when and _near_done(state, key) for key in main)
    return ready or x.round > LATE


def _near_done(state: State, key: str) -> bool:
    """The mission only waits for somebody at the lander."""
    needs = [int(word) for word in MISSION[key].when.split() if word.isdigit()]
    return all(number in state.exploration.uniques for number in needs)


def turn(state: State, ids: list[str]) -> str:
    x = state.exploration
    crew = explorer(state, x.turn)
    home = going_home(state)
    if ids == ["end"]:
        return "end"
    if home and "liftoff" in ids and all(one.sector == x.lander_sector for one in team(state)):
        return "liftoff"
    dice = available(state, crew.section)
    tired = len(refreshable(state, crew.section))
    can_rest = "rest" in ids and tired > 0
    best, score = _best_special(state, crew, ids, dice) if not home else ("", 0.0)
    if best and score > 1.0:
        full = potential(state, crew, best.removeprefix("special:"), helpers.action_of(best.removeprefix("special:")))
        if can_rest and tired >= 2 and score < 0.55 * full and x.actions == 2:
            return "rest"
        return best
    staying = not home and _worth_staying(state, crew)
    if staying:
        return "rest" if can_rest and tired > 1 else "prepare:draw" if len(crew.hand) < 3 else "end"
    step = _step(state, crew, [x.lander_sector] if home else goals(state, crew))
    if step and f"travel:{step}" in ids:
        if len(dice) < 2 and can_rest and _toll(x, crew.sector, step):
            return "rest"
        return f"travel:{step}"
    if can_rest and tired > 2 and (x.supplies > 1 or home):
        return "rest"
    return "prepare:draw" if len(crew.hand) < 2 else "end"


def _best_special(state: State, crew: Explorer, ids: list[str], dice: Sequence[Die]) -> tuple[str, float]:
    best, score = "", 0.0
    for key in ids:
        if not key.startswith("special:"):
            continue
        reference = key.removeprefix("special:")
        action = helpers.action_of(reference)
        value = promise(state, crew, reference, action, dice) - risk(action, len(crew.injuries))
        if not action.plain:
            value -= 2.0  # of the dice that go
        if value > score:
            best, score = key, value
    return best, score


def _worth_staying(state: State, crew: Explorer) -> bool:
    """The story goes on in this sector, next turn if need be."""
    here = [one for one in specials_here(state, crew) if possible(state, one[1], crew.section)]
    return any(potential(state, crew, *one) >= STORY / 4 for one in here)


def goals(state: State, crew: Explorer) -> list[str]:
    """The sectors whose actions promise most to this crew."""
    x = state.exploration
    gain: dict[str, float] = {}
    away = _distances(x, crew.sector)
    for sector in SECTOR[x.planet].values():
        if sector.id not in away or sector.id == crew.sector:
            continue
        amount = 14.0 if sector.log and sector.log not in state.logs else 0.0
        for number in x.pois.get(sector.id, []):
            for place, action in enumerate(POI[number].actions):
                reference = f"poi:{number}:{place}"
                used = action.once and reference in state.once
                if sector.id not in x.finished and not used and possible(state, action, crew.section):
                    amount = max(amount, potential(state, crew, reference, action))
        gain[sector.id] = amount / (3 + away[sector.id])
    best = max(gain.values(), default=0)
    return [key for key, amount in gain.items() if amount == best and amount > 0]


def _toll(x: Exploration, start: str, end: str) -> bool:
    return any(icons for goal, icons in board.ways(x, start) if goal == end)


def _edge(path_icons: tuple[str, ...]) -> float:
    return 1 + sum(EDGE.get(icon, 3.0) for icon in path_icons)


def _distances(x: Exploration, start: str) -> dict[str, float]:
    """How far every sector is; the icons of paths count by what they cost."""
    away = {start: 0.0}
    waiting = [start]
    while waiting:
        place = min(waiting, key=lambda key: away[key])
        waiting.remove(place)
        for end, path_icons in board.ways(x, place):
            cost = away[place] + _edge(path_icons)
            if cost < away.get(end, 99):
                away[end] = cost
                waiting.append(end)
    return away


def _step(state: State, crew: Explorer, goals: list[str]) -> str:
    """The first step of a cheap way."""
    x = state.exploration
    steps = []
    for end, path_icons in board.ways(x, crew.sector):
        away = _distances(x, end)
        reach = [away[goal] for goal in goals if goal in away]
        if reach and crew.sector not in goals:
            steps.append((_edge(path_icons) + min(reach), end))
    return min(steps)[1] if steps else ""


def goal_icons(state: State, crew: Explorer) -> tuple[str, ...]:
    """What the crew will want to roll: the best that can be done here, else where it is going."""
    here = [(key, action) for key, action in specials_here(state, crew) if possible(state, action, crew.section)]
    best = max(here, key=lambda one: potential(state, crew, *one), default=None)
    if best and potential(state, crew, *best) >= 8:
        return wanted_by(best[1])
    for goal in goals(state, crew):
        for number in state.exploration.pois.get(goal, []):
            for action in POI[number].actions:
                if wanted_by(action):
                    return wanted_by(action)
    return ()


def remote(state: State, place: str) -> float:
    """How far a landing place is from what the board shows."""
    x = state.exploration
    away = _distances(x, place)
    return sum(away.get(sector.id, 20) for sector in SECTOR[x.planet].values() if sector.poi)

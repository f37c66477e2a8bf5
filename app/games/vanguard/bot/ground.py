"""The bot's turn on a planet: what to do here, where to go, when to go home."""

from __future__ import annotations

from app.games.vanguard import board, helpers, printed
from app.games.vanguard.bot import plans, routes
from app.games.vanguard.bot.plans import Plan
from app.games.vanguard.content import MISSION, SECTOR
from app.games.vanguard.forecast import promise, risk, wanted_by
from app.games.vanguard.people import explorer, in_sector, team
from app.games.vanguard.pools import available, refreshable
from app.games.vanguard.state import Explorer, State

LATE = 16  # the round in which everybody goes home


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


def plan_of(state: State, crew: Explorer) -> Plan | None:
    home = Plan(0.0, state.exploration.lander_sector)
    if going_home(state):
        return home
    chosen = plans.team_plans(state)
    worst = max(len(one.injuries) for one in team(state))
    if worst >= 3 and not any(plan and plan.net > 0 for plan in chosen.values()):
        return home  # the next injury would be the last: better to come again
    return chosen[crew.section]


def turn(state: State, ids: list[str]) -> str:
    x = state.exploration
    crew = explorer(state, x.turn)
    if ids == ["end"]:
        return "end"
    kit = _heal(state, crew, ids)
    if kit:
        return kit
    plan = plan_of(state, crew)
    home = plan == Plan(0.0, x.lander_sector)
    if home and "liftoff" in ids and all(one.sector == x.lander_sector for one in team(state)):
        return "liftoff"
    if plan and plan.sector == crew.sector and plan.reference:
        return _do(state, crew, plan, ids)
    local = "" if home else _aside(state, crew, ids)
    if local:
        return local
    step = routes.Ways(state, crew).step(crew.sector, plan.sector) if plan else ""
    if step and f"travel:{step}" in ids:
        if _can_rest(state, crew, ids) and len(available(state, crew.section)) < 2 and _toll(state, crew, step):
            return "rest"
        return f"travel:{step}"
    return _wait(state, crew, ids)


def before_going(state: State, ids: list[str]) -> str:
    """On a Rest everything helps; before a Travel what skips an icon that could hurt."""
    x = state.exploration
    if x.traveller < 0:
        return next((key for key in ids if key != "go"), "go")
    crew = explorer(state, x.traveller)
    plan = plan_of(state, crew)
    goal = routes.Ways(state, crew).step(crew.sector, plan.sector) if plan else ""
    icons = next((icons for end, icons in board.ways(x, crew.sector) if end == goal), ())
    if crew.ignore_icons or not any(icon[0] in "TD" for icon in icons):
        return "go"
    skips = (key for key in ids if key.startswith("guide:") or _has(state, key, "ignore-icon"))
    return next(skips, "go")


def _has(state: State, option: str, verb: str) -> bool:
    return any(effect.verb == verb for effect in printed.does(state, option))


def _heal(state: State, crew: Explorer, ids: list[str]) -> str:
    """An item that takes an injury away is used before it is too late."""
    worst = max(len(one.injuries) for one in in_sector(state, crew.sector))
    kits = [key for key in ids if key.startswith("gear:") and _has(state, key, "injury-card")]
    return kits[0] if kits and worst >= 2 else ""


def _can_rest(state: State, crew: Explorer, ids: list[str]) -> bool:
    return "rest" in ids and bool(refreshable(state, crew.section))


def _do(state: State, crew: Explorer, plan: Plan, ids: list[str]) -> str:
    """The action of the plan, after a rest if too few dice are ready for it."""
    key, action = f"special:{plan.reference}", helpers.action_of(plan.reference)
    tired = len(refreshable(state, crew.section))
    if key not in ids:
        return _wait(state, crew, ids)
    if action.plain or tired < 2 or not _can_rest(state, crew, ids):
        return key
    ready = promise(state, crew, plan.reference, action, available(state, crew.section))
    full = promise(state, crew, plan.reference, action, plans.dice_of(state, crew, crew.sector))
    enough = 0.55 + 0.2 * (action.dice > 1) if state.exploration.actions == 2 else 0.35 * (action.dice > 1)
    return "rest" if ready < enough * full else key


def _wait(state: State, crew: Explorer, ids: list[str]) -> str:
    tired = len(refreshable(state, crew.section))
    if _can_rest(state, crew, ids) and tired > 1 and state.exploration.supplies > 1:
        return "rest"
    return "prepare:draw" if len(crew.hand) < 2 + (crew.rank > 1) else "end"


def _aside(state: State, crew: Explorer, ids: list[str]) -> str:
    """Something small that can be done on the way."""
    best, score = "", 2.0
    for key in ids:
        if key.startswith("special:"):
            reference = key.removeprefix("special:")
            action = helpers.action_of(reference)
            dice = available(state, crew.section)
            value = promise(state, crew, reference, action, dice) - risk(action, len(crew.injuries))
            if not action.plain:
                value -= 2.0  # of the dice that go
            if value > score:
                best, score = key, value
    return best


def _toll(state: State, crew: Explorer, end: str) -> bool:
    return any(icons for goal, icons in board.ways(state.exploration, crew.sector) if goal == end)


def goal_icons(state: State, crew: Explorer) -> tuple[str, ...]:
    """What the crew will want to roll."""
    plan = plan_of(state, crew)
    return wanted_by(helpers.action_of(plan.reference)) if plan and plan.reference else ()


def remote(state: State, place: str) -> float:
    """How far a landing place is from what the board shows."""
    away = routes.Ways(state, team(state)[0]).distances(place)
    sectors = [sector.id for sector in SECTOR[state.exploration.planet].values() if sector.poi]
    return sum(away[key].weight if key in away else 40.0 for key in sectors)

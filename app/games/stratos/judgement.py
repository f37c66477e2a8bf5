"""What a bot thinks things are worth, in tenths of a Prosperity Point. It looks at public facts and its own cards only."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import lru_cache

from app.games.stratos.board import (
    distance,
    enemies_of,
    friendly,
    is_ordinary_land,
    max_health,
    pool_of,
    squares,
    units_of,
)
from app.games.stratos.combat import Profile, attacks, expected, kill_chance, reduction, shot
from app.games.stratos.components import CLASSES, LEARN_COST, MOST_UNITS, RESOURCES, TOMBOLO, YIELDS
from app.games.stratos.harvest import held
from app.games.stratos.scoring import SPECIALS_FOR_GOAL, points
from app.games.stratos.state import Square, State, Unit

POINT = 10.0
FADE = 0.72  # what a square is worth for each step that it is farther away
SIGN_WORTH = {"blank": 0.0, "I": 6.0, "II": 11.0, "tri": 9.0}
UNKNOWN = 7.0
ARMY = ("explorer", "mage", "mage", "peasant", "explorer")  # what to have, in this order, beside the first unit
SEEKERS = ("explorer", "explorer", "mage", "mage", "peasant")  # of the strong bot: treasures first
QUARRY = 1.8  # a Gem each turn
IDLE_SPECIAL = 0.3
HOLD = 5.0  # a special tile, when the goal of three is in reach
HOLD_FROM = 4  # points that are missing then
GATE = 8.0
CLEAR = 20.0  # where one can strike at whoever stands on the goal
PATIENCE = 25  # rounds in which a bot shuns danger
MARCHERS = ("soldier", "archer")
MARCH = 0.7  # what a step nearer is worth to them
RUSH = ("soldier", "soldier", "peasant", "soldier", "soldier")
GUARD = ("mage", "archer", "soldier", "explorer", "peasant")


def rushes(state: State, seat: int) -> list[Square]:
    """The squares that this seat wins by holding or reaching, if its scenario says so."""
    if state.scenario == "cathedral2" and seat == 1:
        return [at for at, tile in squares(state) if tile.special == "cathedral" and not tile.covered]
    if state.scenario == "sorcerer3" and seat != 0:
        return [at for at, tile in squares(state) if tile.special == "quarry" and not tile.covered]
    if state.scenario == "tombolo5" and seat > 1:
        return list(TOMBOLO)
    return []


def guards(state: State, seat: int) -> list[Square]:
    """The squares that the other side wins by."""
    foes = [player.seat for player in state.players if not friendly(state, seat, player.seat)]
    return rushes(state, foes[-1]) if foes else []


def gates(state: State, seat: int) -> list[Square]:
    """Where the defenders of the Tombolo stand in the way: whoever comes on foot comes through its northern row."""
    if state.scenario != "tombolo5" or seat > 1:
        return []
    return [at for at in TOMBOLO if at[0] == TOMBOLO[0][0]]


# Resources ------------------------------------------------------------------------------------------------------


def army(state: State, seat: int) -> tuple[str, ...]:
    if rushes(state, seat):
        return RUSH
    if guards(state, seat):
        return GUARD
    return SEEKERS if state.bots == "strong" else ARMY


def next_hire(state: State, seat: int) -> str | None:
    """Of the classes of the plan that are not there yet the one that takes least; among equals the first."""
    have = [unit.cls for unit in units_of(state, seat)]
    if len(have) >= MOST_UNITS:
        return None
    if "peasant" not in have and not rushes(state, seat):
        return "peasant"
    missing: list[str] = []
    for cls in army(state, seat):
        if cls in have:
            have.remove(cls)
        else:
            missing.append(cls)
    return min(missing, key=lambda cls: lacks(state, seat, cls), default=None)


def lacks(state: State, seat: int, cls: str) -> int:
    pool = pool_of(state, seat)
    return sum(max(0, count - held(pool, name)) for name, count in CLASSES[cls].cost.items())


def wishes(state: State, seat: int) -> Iterator[dict[str, int]]:
    if studies(state, seat):
        yield LEARN_COST["mage"]
    cls = next_hire(state, seat)
    if cls is not None:
        yield CLASSES[cls].cost
    mages = [unit for unit in units_of(state, seat) if unit.cls == "mage"]
    if mages and unread(state, seat) < 2:
        yield LEARN_COST["mage"]
    yield dict.fromkeys(RESOURCES, 1)


def studies(state: State, seat: int) -> bool:
    """The strong bot has a new spell ready for every Mage: two resources and a cast are the cheapest point there is."""
    mages = sum(unit.cls == "mage" for unit in units_of(state, seat))
    return state.bots == "strong" and unread(state, seat) < mages


def new_spell_is_sure(state: State, seat: int) -> bool:
    """More cards in the deck than second copies of one's own spells: else a draw may find nothing new (STR-128), and
    whoever is given the price back would try again for ever."""
    mine = sum(spell.kind == "mage" for spell in state.players[seat].spells)
    return len(state.decks["mage"]) > mine


def unread(state: State, seat: int) -> int:
    """Spells that still wait for their first cast."""
    return sum(not spell.up and not spell.lost for spell in state.players[seat].spells)


def needs(state: State, seat: int) -> dict[str, float]:
    """What one more of each resource is worth now."""
    pool = pool_of(state, seat)
    left = {name: held(pool, name) for name in RESOURCES}
    worth = dict.fromkeys(RESOURCES, 0.0)
    for weight, price in zip((2.4, 1.8, 1.4), wishes(state, seat), strict=False):
        for name, count in price.items():
            missing = count - left[name]
            if missing > 0:
                worth[name] = max(worth[name], weight)
            left[name] = max(0, left[name] - count)
    return {name: max(worth[name], 1.2 / (1 + left[name])) for name in RESOURCES}


# Places ---------------------------------------------------------------------------------------------------------


def plan_of(state: State) -> tuple[str, ...]:
    """The map as far as walking goes: void, water, land."""
    return tuple("".join("." if t is None else "~" if t.kind == "L" else "#" for t in line) for line in state.grid)


@lru_cache(maxsize=4096)  # the land seldom changes
def steps_from(plan: tuple[str, ...], swims: bool, start: Square) -> dict[Square, int]:
    """Walking distances. Who stands in the way may be gone by then."""
    found = {start: 0}
    queue = deque([start])
    while queue:
        row, col = queue.popleft()
        for near in ((row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1)):
            inside = 0 <= near[0] < len(plan) and 0 <= near[1] < len(plan[0])
            if near not in found and inside and plan[near[0]][near[1]] in ("#~" if swims else "#"):
                found[near] = found[row, col] + 1
                queue.append(near)
    return found


def attractions(state: State, unit: Unit, wanted: dict[str, float]) -> dict[Square, float]:
    """What it would be worth to this unit to stand on each square."""
    worth: dict[Square, float] = {}
    goal, watched = rushes(state, unit.seat), guards(state, unit.seat)
    foes = enemies_of(state, unit.seat)
    gate = gates(state, unit.seat)
    profiles = [*attacks(unit), *([bow] if (bow := shot(unit)) else [])]
    holding = occupy_worth(state, unit.seat)
    in_the_way = [foe for foe in foes if foe.at in goal]
    for at, tile in squares(state):
        value = 0.0
        if tile.covered or tile.fresh:
            value = 6.0 + holding
        elif tile.kind == "S":
            value = (QUARRY if tile.special == "quarry" else IDLE_SPECIAL) + holding
        elif is_ordinary_land(tile):
            value = wanted[YIELDS[tile.kind]] * (1.5 if unit.cls == "peasant" else 0.7)
        if unit.cls == "explorer" and tile.kind != "S" and not tile.searched and (tile.kind != "L" or unit.promoted):
            value += SIGN_WORTH[tile.sign] if unit.seat in tile.seen else UNKNOWN
        if at in goal:
            value += 3.0 if held_up(state, unit, at) else 60.0
        elif at in gate:
            value += GATE
        elif watched and unit.cls in ("soldier", "archer"):
            value += 3.0 * FADE ** min(distance(at, place) for place in watched)
        value += fighting(profiles, at, foes)
        if in_the_way and fighting(profiles, at, in_the_way):
            value += CLEAR
        worth[at] = value
    return worth


def held_up(state: State, unit: Unit, goal: Square) -> bool:
    """Whether a friend is stuck before the goal: then it is time to go for whoever snares it."""
    return any(
        other.snare and other is not unit and other.seat == unit.seat and distance(other.at, goal) == 1
        for other in state.units
    )


def occupy_worth(state: State, seat: int) -> float:
    """Three special tiles under three units are the last two points, or make them safer."""
    left = state.target - points(state, seat)
    if rushes(state, seat) or guards(state, seat) or len(units_of(state, seat)) < SPECIALS_FOR_GOAL:
        return 0.0
    return HOLD if left <= HOLD_FROM or state.players[seat].occupy_token else 0.0


def fighting(profiles: list[Profile], at: Square, foes: list[Unit]) -> float:
    """What a fighter can hope for at this square."""
    best = 0.0
    for profile in profiles:
        for foe in foes:
            if profile.near <= distance(at, foe.at) <= profile.far:
                best = max(best, blow_worth(expected(profile, foe), kill_chance(profile, foe)))
    return best


def blow_worth(damage: float, kill: float) -> float:
    return 1.3 * damage + POINT * kill


def pull(state: State, unit: Unit, at: Square, worth: dict[Square, float]) -> float:
    """How good a square is: the best of what can be reached from it, less with every step."""
    reach = steps_from(plan_of(state), unit.cls == "explorer", at)
    taken = {other.at for other in state.units if other is not unit}
    ranked = sorted((worth[place] * FADE**steps for place, steps in reach.items() if place not in taken), reverse=True)
    return ranked[0] + 0.25 * sum(ranked[1:4]) - danger(state, unit, at) + march(state, unit, reach)


def march(state: State, unit: Unit, reach: dict[Square, int]) -> float:
    """Soldiers of the allies in scenario 4 go straight for the Quarry: every turn makes the Sorcerer stronger."""
    if state.scenario != "sorcerer3" or unit.seat == 0 or unit.cls not in MARCHERS:
        return 0.0
    return -MARCH * min((reach[place] for place in rushes(state, unit.seat) if place in reach), default=0)


def danger(state: State, unit: Unit, at: Square) -> float:
    """What enemies in reach might do to a unit that stands there."""
    risk = 0.0
    if state.turn > PATIENCE * len(state.players):
        return risk  # who only waits for the other never comes to an end
    for foe in enemies_of(state, unit.seat):
        reach = [*attacks(foe), *([bow] if (bow := shot(foe)) else [])]
        if any(distance(at, foe.at) <= profile.far + 1 for profile in reach):
            risk += 1.0 if unit.health > 3 else 3.0
    return risk * (0.3 if unit.cls in ("soldier", "archer") else 1.0)


def lean(state: State, at: Square) -> float:
    """Among equals the one nearer to the middle, and nearer by rows: the same for every corner of an even map."""
    down, right = abs(2 * at[0] - len(state.grid) + 1), abs(2 * at[1] - len(state.grid[0]) + 1)
    return -0.001 * down - 0.00101 * right


# Harm and help --------------------------------------------------------------------------------------------------


def harm_worth(
    state: State, seat: int, target: Unit, amount: float, damage: str = "magical", off: int | None = None
) -> float:
    """Damage to an enemy is good, to a friend bad."""
    lost = max(0.0, amount - (reduction(target, damage) if off is None else off))
    value = min(lost, target.health) * 1.3 + (POINT if lost >= target.health else 0.0)
    return -1.5 * value if friendly(state, seat, target.seat) else value


def health_worth(unit: Unit, amount: int) -> float:
    return 0.9 * min(amount, max_health(unit) - unit.health)

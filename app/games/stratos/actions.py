"""What units can do in the Action Phase, and doing it (sections 3 to 10)."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.stratos.board import (
    code,
    defending,
    distance,
    form,
    free_for,
    ground,
    has_equipment,
    is_ordinary,
    neighbours,
    spot,
    squares,
    the_unit,
    tile_at,
    tile_under,
    uncode,
    units_of,
    whose,
)
from app.games.stratos.combat import Profile, attacks, kill_chance, reduction, shot, strike, targets
from app.games.stratos.components import CARDS, RESOURCE_NAMES, SPELLS, YIELDS
from app.games.stratos.effects import BACK, pick_plan, step_options
from app.games.stratos.exploration.items import ITEMS, usable, use
from app.games.stratos.harvest import can_harvest, harvest
from app.games.stratos.landing import move_unit
from app.games.stratos.search import can_search, search
from app.games.stratos.spells import EFFECTS, cast, castable
from app.games.stratos.spells.mage import look_under
from app.games.stratos.state import Square, State, Unit
from app.games.stratos.victory import settle
from app.kernel import Option, Play, Refused, Script, choose

NORMAL_ACTIONS = 2
LOOK_RANGE = 2


# How many actions are left --------------------------------------------------------------------------------------


def normal_taken(unit: Unit) -> list[str]:
    return [action for action in unit.actions if not action.startswith("+")]


def normally(unit: Unit, action: str) -> bool:
    """STR-029: two different actions; only Travel may be taken twice."""
    taken = normal_taken(unit)
    return len(taken) < NORMAL_ACTIONS and (action == "travel" or action not in taken)


def extra_for(unit: Unit, action: str) -> str | None:
    """STR-035: an extra action that allows this one; a limited one is used up first."""
    kinds = ("any",) if action == "cast" else ("no_cast", "any")
    return next((kind for kind in kinds if kind in unit.extra), None)


def may_take(unit: Unit, action: str) -> bool:
    if unit.net or (action == "travel" and unit.snare):
        return False
    return normally(unit, action) or extra_for(unit, action) is not None


def actions_left(unit: Unit) -> int:
    return 0 if unit.net else NORMAL_ACTIONS - len(normal_taken(unit)) + len(unit.extra)


def can_act(unit: Unit) -> bool:
    """STR-206: whether it has a normal or extra action left; public facts only."""
    return actions_left(unit) > 0


def spend(unit: Unit, action: str) -> None:
    if normally(unit, action):
        unit.actions.append(action)
        return
    kind = extra_for(unit, action)
    assert kind is not None
    unit.extra.remove(kind)
    unit.actions.append(f"+{action}")


# The menu -------------------------------------------------------------------------------------------------------


def travel_squares(state: State, unit: Unit) -> list[Square]:
    """STR-039, STR-040; with Trail Boots the first Travel of a turn may be two steps."""
    first = [at for at in neighbours(state, unit.at) if free_for(state, unit.cls, at)]
    fresh = "travel" not in unit.actions and "+travel" not in unit.actions
    if not (has_equipment(unit, "trail_boots") and fresh):
        return first
    second = [at for one in first for at in neighbours(state, one) if free_for(state, unit.cls, at)]
    return list(dict.fromkeys([*first, *second]))


def unit_options(state: State, unit: Unit) -> list[Option]:
    """STR-201: everything this unit may do now."""
    return [
        *travel_options(state, unit),
        *harvest_options(state, unit),
        *fight_options(state, unit),
        *craft_options(state, unit),
    ]


def travel_options(state: State, unit: Unit) -> Iterator[Option]:
    if may_take(unit, "travel"):
        for at in travel_squares(state, unit):
            tile = tile_at(state, at)
            assert tile is not None
            yield Option(
                f"travel:{code(at)}", f"Travel to {spot(at)} {ground(tile)}", f"tile-{at[0]}-{at[1]}", "STR-039"
            )


def harvest_options(state: State, unit: Unit) -> Iterator[Option]:
    if may_take(unit, "harvest") and can_harvest(state, unit):
        name = RESOURCE_NAMES[YIELDS[tile_under(state, unit).kind]]
        yield Option("harvest", f"Harvest 1 {name}", rule="STR-046")
        if unit.cls == "peasant":
            note = "" if unit.promoted else "a 4 fails"
            yield Option("power", f"Power Harvest D4 {name}", rule="STR-049", note=note)


def fight_options(state: State, unit: Unit) -> Iterator[Option]:
    if may_take(unit, "defend") and not defending(unit):  # STR-059
        yield Option("defend", "Defend", rule="STR-052")
    if may_take(unit, "attack"):
        for profile in attacks(unit):
            for target in targets(state, unit, profile):
                weapon = f" with the {CARDS[profile.id].title}" if profile.id in CARDS else ""
                yield strike_option(f"attack:{profile.id}:{target.id}", f"Attack{weapon}:", target, profile, "STR-060")
    bow = shot(unit)
    if bow and may_take(unit, "shoot"):
        for target in targets(state, unit, bow):
            yield strike_option(f"shoot:{target.id}", "Shoot", target, bow, "STR-061")


def strike_option(name: str, verb: str, target: Unit, profile: Profile, rule: str) -> Option:
    label = f"{verb} the {form(target)} of {{{target.seat}}} on {spot(target.at)}"
    return Option(name, label, f"unit-{target.id}", rule, preview(profile, target))


def preview(profile: Profile, target: Unit) -> str:
    """What the dice can do, before they are rolled."""
    bonus = f"+{profile.bonus}" if profile.bonus else ""
    off = reduction(target, "physical")
    less = f"-{off}" if off else ""
    miss = f", misses on {profile.sides}" if profile.misses else ""
    return f"D{profile.sides}{bonus}{less} against {target.health} Health{miss}; defeats {kill_chance(profile, target):.0%}"


def craft_options(state: State, unit: Unit) -> Iterator[Option]:
    if may_take(unit, "cast"):
        for spell in castable(state, unit):
            data = SPELLS[spell.title]
            note = f"{data.spirit} Spirit; {data.text}" + ("" if spell.up else " New: +1 point if it works.")
            yield Option(f"cast:{spell.title}", f"Cast {data.title}", f"spell-{spell.title}", "STR-074", note)
    if may_take(unit, "search") and can_search(state, unit):
        yield Option("search", f"Search {spot(unit.at)}", rule="STR-089")
    if may_take(unit, "use"):
        for title in usable(state, unit):
            yield Option(f"use:{title}", f"Use {CARDS[title].title}", f"item-{title}", "STR-103", CARDS[title].text)


# Doing it -------------------------------------------------------------------------------------------------------


def act(g: Play[State], unit: Unit, answer: str) -> Script[None]:
    kind, _, rest = answer.partition(":")
    if kind in ("cast", "use"):
        yield from craft(g, unit, kind, rest)
        return
    spend(unit, "harvest" if kind == "power" else kind)
    if kind == "travel":
        move_unit(g, unit, uncode(rest))
        settle(g)
    elif kind in ("harvest", "power"):
        harvest(g, unit, kind == "power", unit.seat)
    elif kind == "defend":
        unit.defend = True  # STR-052
        g.tell(f"{whose(unit)} defends.", rule="STR-052")
    elif kind == "search":
        yield from search(g, unit)
    else:
        fight(g, unit, kind, rest)


def fight(g: Play[State], unit: Unit, kind: str, rest: str) -> None:
    weapon, _, number = rest.rpartition(":")
    bow = shot(unit)
    profile = bow if kind == "shoot" and bow else next(p for p in attacks(unit) if p.id == weapon)
    strike(g, unit, the_unit(g.state, int(number)), profile)
    settle(g, unit.seat)


def craft(g: Play[State], unit: Unit, kind: str, title: str) -> Script[None]:
    """Cast or Use: all choices first, then it counts (STR-184)."""
    effect = EFFECTS[title] if kind == "cast" else ITEMS[title]
    name = SPELLS[title].title if kind == "cast" else CARDS[title].title
    allowed = SPELLS[title].choice if kind == "cast" else CARDS[title].text
    refusal = Refused(f"{name} does not allow that. {allowed}", "STR-074" if kind == "cast" else "STR-103")
    plan = yield from pick_plan(g, unit.seat, name, effect, unit.id, refusal)
    if plan is None:
        return
    spend(unit, kind)
    if kind == "cast":
        yield from cast(g, unit, title, plan)
    else:
        use(g, unit, title, plan)


# Surveyor's Map -------------------------------------------------------------------------------------------------


def map_squares(state: State, seat: int) -> list[Square]:
    player = state.players[seat]
    if not any(item.id.startswith("surveyors_map") and not item.used for item in player.permanents):
        return []
    explorers = [unit.at for unit in units_of(state, seat) if unit.cls == "explorer"]
    return [
        at
        for at, tile in squares(state)
        if is_ordinary(tile) and not tile.searched and any(distance(at, other) <= LOOK_RANGE for other in explorers)
    ]


def survey(g: Play[State], seat: int) -> Script[None]:
    """STR-105: once in each Action Phase, no action."""
    answer = yield from choose(
        seat,
        "Surveyor's Map: which tile do you look under?",
        lambda: [
            *step_options(g.state, [f"tile:{code(at)}" for at in map_squares(g.state, seat)]),
            Option(BACK, "Back"),
        ],
        default=BACK,
        rule="STR-105",
        public="takes an action",
    )
    if answer == BACK:
        return
    at = uncode(answer.partition(":")[2])
    look_under(g.state, seat, at)
    item = next(item for item in g.state.players[seat].permanents if item.id.startswith("surveyors_map"))
    item.used = True
    g.tell(f"{{{seat}}} looks under {spot(at)} with the Surveyor's Map.", rule="STR-194")

"""What units can do in the Action Phase, and doing it (sections 3 to 10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import msgspec

from app.games.stratos.board import (
    code,
    common,
    defending,
    distance,
    free_for,
    goods,
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
from app.games.stratos.combat import (
    Profile,
    attacks,
    kill_chance,
    reduction,
    shot,
    strike,
    targets,
    with_weapon,
)
from app.games.stratos.components import CARDS, RESOURCE_NAMES, SPECIAL_NAMES, SPELLS, YIELDS
from app.games.stratos.effects import BACK, NOT_THIS, pick_plan, sole, step_options
from app.games.stratos.exploration.items import ITEMS, usable, use
from app.games.stratos.harvest import can_harvest, harvest
from app.games.stratos.landing import move_unit
from app.games.stratos.scoring import GOAL_WORTH, SPECIALS_FOR_GOAL
from app.games.stratos.search import can_search, search
from app.games.stratos.spells import EFFECTS, cast, castable
from app.games.stratos.spells.mage import look_under, tell_underside
from app.games.stratos.state import Square, State, Tile, Unit
from app.games.stratos.telling import capital, joined, land_of, mark, mine, place, step, tile_name, unit_name
from app.games.stratos.victory import settle
from app.kernel import Option, Play, Refused, Script, choose

NORMAL_ACTIONS = 2
LOOK_RANGE = 2
MOST_TRAVELS = 3  # in one walk
NUMBERS = {2: "two", 3: "three", 4: "four", 5: "five"}


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


def walks(state: State, unit: Unit) -> dict[Square, tuple[Square, ...]]:
    """STR-219: what it reaches by several Travels, one after the other, and where each of them ends. On the way lies
    ordinary land or water, where nothing happens to whoever lands, so that one way is as good as another."""
    found: dict[Square, tuple[Square, ...]] = {}
    near = set(travel_squares(state, unit)) if may_take(unit, "travel") else set()
    edge: list[tuple[Unit, tuple[Square, ...]]] = [(unit, ())]
    while edge:
        walker, behind = edge.pop(0)
        if not may_take(walker, "travel"):
            continue
        for at in travel_squares(state, walker):
            route = (*behind, at)
            if len(route) > 1 and at not in near and at not in found:
                found[at] = route
            tile = tile_at(state, at)
            if len(route) < MOST_TRAVELS and tile is not None and tile.kind != "S":
                further = msgspec.structs.replace(walker, at=at, actions=[*walker.actions], extra=[*walker.extra])
                spend(further, "travel")
                edge.append((further, route))
    return found


def unit_options(state: State, unit: Unit) -> list[Option]:
    """STR-201: everything this unit may do now."""
    return [
        *travel_options(state, unit),
        *harvest_options(state, unit),
        *fight_options(state, unit),
        *craft_options(state, unit),
    ]


def walk_options(state: State, unit: Unit) -> Iterator[Option]:
    """STR-219."""
    for at, route in walks(state, unit).items():
        tile = tile_at(state, at)
        assert tile is not None
        steps = f"{NUMBERS[len(route)]} actions, over {joined(land_of(state, over) for over in route[:-1])}"
        note = joined_notes(landing_note(tile, at), steps, leaving_note(state, unit, tile))
        yield Option(f"walk:{code(at)}", f"Walk on to {land_of(state, at)}", tile_name(at), "STR-219", note)


def travel_options(state: State, unit: Unit) -> Iterator[Option]:
    if may_take(unit, "travel"):
        for at in travel_squares(state, unit):
            tile = tile_at(state, at)
            assert tile is not None
            label = f"Travel to {land_of(state, at)}"
            note = joined_notes(landing_note(tile, at), leaving_note(state, unit, tile))
            yield Option(f"travel:{code(at)}", label, tile_name(at), "STR-039", note)


def harvest_options(state: State, unit: Unit) -> Iterator[Option]:
    if may_take(unit, "harvest") and can_harvest(state, unit):
        kind = YIELDS[tile_under(state, unit).kind]
        name = RESOURCE_NAMES[kind]
        yield Option("harvest", f"Harvest {goods(kind, 1)}", None, "STR-046", "for sure")
        if unit.cls == "peasant":
            note = "1 to 4, never in vain" if unit.promoted else "1 to 3; a 4 brings nothing"
            yield Option("power", f"Power Harvest: roll for {name}", None, "STR-049", note)


def harvesters(state: State, seat: int) -> list[Unit]:
    """STR-220: whoever could take Harvest where it stands."""
    return [unit for unit in units_of(state, seat) if may_take(unit, "harvest") and can_harvest(state, unit)]


def harvest_all_options(state: State, seat: int) -> Iterator[Option]:
    working = harvesters(state, seat)
    if len(working) > 1:
        yields = [(YIELDS[tile_under(state, unit).kind], unit.cls == "peasant") for unit in working]
        plain = Counter(kind for kind, power in yields if not power)
        words = [f"a roll for {RESOURCE_NAMES[kind]}" for kind, power in yields if power]
        words += [goods(kind, amount) for kind, amount in plain.items()]
        who = "Both" if len(working) == 2 else f"All {NUMBERS[len(working)]}"
        power = "; Peasants take a Power Harvest" if any(power for _, power in yields) else ""
        yield Option("harvest_all", f"{who} harvest: {joined(words)}", None, "STR-220", f"where they stand{power}")


def fight_options(state: State, unit: Unit) -> Iterator[Option]:
    if may_take(unit, "defend") and not defending(unit):  # STR-059
        note = f"{shelter(unit)}, until your next turn"
        yield Option("defend", "Defend", None, "STR-052", note)
    if may_take(unit, "attack"):
        for profile in attacks(unit):
            for target in targets(state, unit, profile):
                verb = f"Attack{with_weapon(profile)}:" if profile.id in CARDS else "Attack"
                name = f"attack:{profile.id}:{target.id}"
                yield strike_option(state, name, verb, target, profile, "STR-060")
    bow = shot(unit)
    if bow and may_take(unit, "shoot"):
        for target in targets(state, unit, bow):
            yield strike_option(state, f"shoot:{target.id}", "Shoot at", target, bow, "STR-061")


def landing_note(tile: Tile, at: Square) -> str:
    if tile.covered:
        return f"at {spot(at)}; the first to land discovers it"
    if tile.fresh:
        return "the first to land has its bonus"
    return "" if tile.kind == "S" else f"at {spot(at)}"


def leaving_note(state: State, unit: Unit, to: Tile) -> str:
    """What is lost by the step: two points, or the bonus of the special tile on which the unit stands (STR-133)."""
    if tile_under(state, unit).kind != "S":
        return ""
    ours = [other for other in state.units if other.seat in common(state, unit.seat)]
    held = sum(tile_under(state, other).kind == "S" for other in ours)
    if to.kind != "S" and held == SPECIALS_FOR_GOAL:
        return f"costs you {GOAL_WORTH} Prosperity: no longer three special tiles"
    return f"ends what the {SPECIAL_NAMES[unit.occupies]} gives you" if unit.occupies else ""


def joined_notes(*notes: str) -> str:
    return "; ".join(note for note in notes if note)


def strike_option(state: State, name: str, verb: str, target: Unit, profile: Profile, rule: str) -> Option:
    label = f"{verb} {whose(target)} on {place(state, target.at)}"
    return Option(name, label, unit_name(target), rule, preview(profile, target))


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
            note = data.text + ("" if spell.up else " New: 1 Prosperity if it works.")
            label, price = f"Cast {data.title}", f"{data.spirit} Spirit"
            yield Option(f"cast:{spell.title}", label, f"spell-{spell.title}", "STR-074", note, price=price)
    if may_take(unit, "search") and can_search(state, unit):
        label = f"Search {land_of(state, unit.at)}"
        yield Option("search", label, None, "STR-089", "treasures, items, traps or calamities, once a tile")
    if may_take(unit, "use"):
        for title in usable(state, unit):
            note = f"{CARDS[title].text} 1 Prosperity once used."
            yield Option(f"use:{title}", f"Use the {CARDS[title].title}", f"item-{title}", "STR-103", note)


def with_target(state: State, unit: Unit, option: Option) -> Option:
    """STR-202: a spell or item with a single choice names it, since it is not asked about."""
    kind, _, title = option.id.partition(":")
    if kind not in ("cast", "use"):
        return option
    only = sole(state, EFFECTS[title] if kind == "cast" else ITEMS[title], unit)
    if only is None:
        return option
    note = joined_notes(only.note, option.note)
    return msgspec.structs.replace(option, label=f"{option.label}: {only.label}", note=note)


# Doing it -------------------------------------------------------------------------------------------------------


def act(g: Play[State], unit: Unit, answer: str) -> Script[None]:
    kind, _, rest = answer.partition(":")
    if kind in ("cast", "use"):
        yield from craft(g, unit, kind, rest)
        return
    if kind in ("travel", "walk"):
        at = uncode(rest)
        travel(g, unit, (at,) if kind == "travel" else walks(g.state, unit)[at])
        return
    spend(unit, "harvest" if kind == "power" else kind)
    if kind in ("harvest", "power"):
        harvest(g, unit, kind == "power", unit.seat)
    elif kind == "defend":
        defend(g, unit)
    elif kind == "search":
        yield from search(g, unit)
    else:
        fight(g, unit, kind, rest)


def travel(g: Play[State], unit: Unit, route: tuple[Square, ...]) -> None:
    """STR-039, STR-219: one Travel or several; what it discovers at the end is part of it (STR-041)."""
    *over, at = route
    tile = tile_at(g.state, at)
    assert tile is not None
    title = f"{whose(unit)} travels to {land_of(g.state, at)}"
    words = f"From {place(g.state, unit.at)} to {place(g.state, at)}"
    if over:
        words = f"{words}, over {joined(place(g.state, square) for square in over)}"
    if any(distance(one, other) > 1 for one, other in pairwise((unit.at, *route))):
        words = f"{words}, two steps in Trail Boots"
    with step(g, "event", title, about=unit_name(unit), scene=words, rule="STR-039") as made:
        if tile.covered:
            made.kind, made.title, made.rule = "reveal", f"{whose(unit)} discovers {special_name(tile)}", "STR-131"
            made.about = tile_name(at)
        for square in route:
            spend(unit, "travel")
            move_unit(g, unit, square, "travels")
            settle(g)


def special_name(tile: Tile) -> str:
    return f"the {SPECIAL_NAMES[tile.special]}"


def defend(g: Play[State], unit: Unit) -> None:
    where = f"On {place(g.state, unit.at)}"
    with step(g, "event", f"{whose(unit)} defends", about=unit_name(unit), scene=where, rule="STR-052"):
        unit.defend = True  # STR-052
        g.tell(f"{whose(unit)} defends until the next turn of {{{unit.seat}}}.", rule="STR-052")
        mark(g, unit, "defends", f"{shelter(unit)}, until its owner's next turn", better=True)


def shelter(unit: Unit) -> str:
    """STR-053 to STR-055: what a Defend is worth to it."""
    strong = {"soldier": "physical", "mage": "magical"}.get(unit.cls)
    return f"2 off {strong} damage, 1 off other damage" if strong else "1 off damage by others' actions"


def fight(g: Play[State], unit: Unit, kind: str, rest: str) -> None:
    weapon, _, number = rest.rpartition(":")
    bow = shot(unit)
    profile = bow if kind == "shoot" and bow else next(p for p in attacks(unit) if p.id == weapon)
    target = the_unit(g.state, int(number))
    verb, rule = ("shoots at", "STR-061") if profile.id == "bow" else ("attacks", "STR-060")
    title = f"{whose(unit)} {verb} {whose(target)}"
    scene = (
        f"{capital(kind)}{with_weapon(profile)}, on {place(g.state, target.at)}, range {distance(unit.at, target.at)}"
    )
    with step(g, "fight", title, about=unit_name(target), scene=scene, rule=rule) as made:
        lost = strike(g, unit, target, profile)
        made.title = f"{whose(unit)} {outcome_word(lost, target)} {whose(target)}"
        settle(g, unit.seat)


def outcome_word(lost: int | None, target: Unit) -> str:
    if lost is None:
        return "misses"
    if not lost:
        return "cannot hurt"
    return "hits" if target.health else "defeats"


def craft(g: Play[State], unit: Unit, kind: str, title: str) -> Script[None]:
    """Cast or Use: all choices first, then it counts (STR-184)."""
    effect = EFFECTS[title] if kind == "cast" else ITEMS[title]
    name = SPELLS[title].title if kind == "cast" else CARDS[title].title
    allowed = SPELLS[title].choice if kind == "cast" else CARDS[title].text
    refusal = Refused(f"{name} does not allow that. {allowed}", "STR-074" if kind == "cast" else "STR-103")
    price = f" · {SPELLS[title].spirit} of {unit.spirit} Spirit" if kind == "cast" else " · used once"
    kicker = f"{capital(mine(g.state, unit))}{price}"
    plan = yield from pick_plan(g, unit.seat, name, effect, unit.id, refusal, kicker)
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
            NOT_THIS,
        ],
        default=BACK,
        rule="STR-105",
        public="takes an action",
    )
    if answer == BACK:
        return
    at = uncode(answer.partition(":")[2])
    title = f"{{{seat}}} looks under {land_of(g.state, at)}"
    with step(g, "event", title, about=tile_name(at), scene=f"Surveyor's Map, {place(g.state, at)}", rule="STR-194"):
        g.tell(f"{{{seat}}} looks under {place(g.state, at)} with the Surveyor's Map.", rule="STR-194")
        look_under(g.state, seat, at)
        item = next(item for item in g.state.players[seat].permanents if item.id.startswith("surveyors_map"))
        item.used = True
        g.change("Surveyor's Map", "ready", "used this turn", f"only {{{seat}}} knows what is there", seat=seat)
        tell_underside(g, seat, [at])

"""Why something is not on offer (STR-210): asked only when somebody sends it, and told to nobody else.

The order is that of the rules: whether the unit can do such a thing at all, whether it still may in this turn, and
only then whether it fits the target. Everything here is public or the seat's own.
"""

from __future__ import annotations

from collections.abc import Callable

from app.games.stratos.actions import actions_left, extra_for, normal_taken, normally, unit_options
from app.games.stratos.board import (
    a,
    count,
    defending,
    distance,
    form,
    friendly,
    goods,
    is_ordinary_land,
    pool_of,
    spot,
    square_in,
    tile_under,
    unit_by_id,
    units_of,
    whole,
)
from app.games.stratos.buying import hire_saving, payments, price_words, promote_saving, purchases, why_not_on
from app.games.stratos.combat import Profile, attacks, shot
from app.games.stratos.components import CARDS, CLASSES, LEARN_COST, MOST_UNITS, RESOURCES, SPELLS
from app.games.stratos.decks import active_spell
from app.games.stratos.harvest import held
from app.games.stratos.state import Pool, State, Unit
from app.games.stratos.telling import place
from app.kernel import Fact, Refused

PURCHASES = ("hire", "promote", "retrain", "learn", "hoard", "scales")
ACTIONS = ("travel", "walk", "harvest", "power", "defend", "attack", "shoot", "cast", "search", "use", "map")


# Actions --------------------------------------------------------------------------------------------------------


def why_not_act(state: State, unit: Unit | None, value: str) -> Refused | None:
    kind, _, rest = value.partition(":")
    if kind in PURCHASES:
        return Refused("Purchases are made in the Buy Phase", "STR-037")
    if kind == "unit":
        return why_not_choose(state, rest)
    if kind == "harvest_all":
        return Refused("There are not two units that could harvest where they stand", "STR-220")
    if kind == "map":
        return Refused("There is no Surveyor's Map to use now", "STR-105")
    if kind not in ACTIONS:
        return None
    if unit is None:
        return Refused("None of your units has an action left", "STR-029")
    return CANNOT[kind](state, unit, rest) or spent(unit, kind) or MISSES[kind](state, unit, rest)


def why_not_choose(state: State, rest: str) -> Refused | None:
    chosen = unit_by_id(state, whole(rest) or 0)
    if chosen is None:
        return Refused("There is no such unit", "STR-201")
    if chosen.seat != state.actor:
        return Refused(f"The {form(chosen)} on {place(state, chosen.at)} is not yours", "STR-002")
    if chosen.net:
        return Refused(f"The {form(chosen)} is netted and takes no actions", "STR-187")
    if not actions_left(chosen):
        return Refused(f"The {form(chosen)} has no action left", "STR-029")
    return Refused(f"The {form(chosen)} is chosen already", "STR-201")


def spent(unit: Unit, kind: str) -> Refused | None:
    """STR-029, and what a snare takes away."""
    action = {"power": "harvest", "walk": "travel"}.get(kind, kind)
    if action == "travel" and unit.snare:
        return Refused(f"The {form(unit)} is snared and cannot Travel", "STR-187")
    if normally(unit, action) or extra_for(unit, action):
        return None
    if action in normal_taken(unit) and action != "travel":
        return Refused(f"The {form(unit)} has taken {action.capitalize()} in this turn", "STR-029")
    return Refused(f"The {form(unit)} has taken two actions", "STR-029")


def able(state: State, unit: Unit, rest: str) -> Refused | None:
    return None


def no_power(state: State, unit: Unit, rest: str) -> Refused | None:
    return None if unit.cls == "peasant" else Refused("Only Peasants take a Power Harvest", "STR-049")


def no_attack(state: State, unit: Unit, rest: str) -> Refused | None:
    return None if profile_of(unit, rest) else Refused(f"The {form(unit)} has no such Attack", "STR-063")


def no_bow(state: State, unit: Unit, rest: str) -> Refused | None:
    return None if shot(unit) else Refused("Only Archers Shoot", "STR-030")


def no_magic(state: State, unit: Unit, rest: str) -> Refused | None:
    return None if unit.cls == "mage" else Refused("Only Mages Cast", "STR-073")


def no_explorer(state: State, unit: Unit, rest: str) -> Refused | None:
    return None if unit.cls == "explorer" else Refused("Only Explorers Search and Use", "STR-030")


def profile_of(unit: Unit, rest: str) -> Profile | None:
    weapon = rest.rpartition(":")[0]
    return next((profile for profile in attacks(unit) if profile.id == weapon), None)


def bad_step(state: State, unit: Unit, rest: str) -> Refused | None:
    at = square_in(rest)
    if at is None:
        return None
    return why_not_on(state, unit.cls, at) or Refused(f"{spot(at)} is not adjacent to {spot(unit.at)}", "STR-039")


def bad_walk(state: State, unit: Unit, rest: str) -> Refused | None:
    at = square_in(rest)
    if at is None:
        return None
    too_far = Refused(f"{spot(at)} is not a walk of several Travels over ordinary tiles away", "STR-219")
    return why_not_on(state, unit.cls, at) or too_far


def barren(state: State, unit: Unit, rest: str) -> Refused | None:
    return None if is_ordinary_land(tile_under(state, unit)) else Refused("This tile yields nothing", "STR-047")


def defends_already(state: State, unit: Unit, rest: str) -> Refused | None:
    return Refused(f"The {form(unit)} is defending already", "STR-059") if defending(unit) else None


def out_of_range(state: State, unit: Unit, rest: str) -> Refused | None:
    return off_target(state, unit, profile_of(unit, rest), rest.rpartition(":")[2], "STR-060")


def out_of_bowshot(state: State, unit: Unit, rest: str) -> Refused | None:
    return off_target(state, unit, shot(unit), rest, "STR-061")


def off_target(state: State, unit: Unit, profile: Profile | None, name: str, rule: str) -> Refused | None:
    target = unit_by_id(state, whole(name) or 0)
    if target is None or profile is None:
        return Refused("There is no such unit", rule)
    if friendly(state, unit.seat, target.seat):
        return Refused("Only enemy units can be attacked or shot", "STR-065")
    reach = f"{profile.near}-{profile.far}" if profile.near != profile.far else f"{profile.near}"
    away = distance(unit.at, target.at)
    return Refused(f"The {form(target)} is at range {away}; it must be range {reach}", rule)


def no_cast(state: State, unit: Unit, rest: str) -> Refused | None:
    spell = active_spell(state, unit.seat, rest)
    if spell is None:
        return Refused("That spell is not in your spellbook", "STR-074")
    data = SPELLS[rest]
    if spell.kind == "sorcerer" and not unit.promoted:
        return Refused("Only a Sorcerer casts Sorcerer Spells", "STR-073")
    if unit.spirit < data.spirit:
        return Refused(f"{data.title} costs {data.spirit} Spirit; the {form(unit)} has {unit.spirit}", "STR-074")
    return Refused(f"{data.title} has no legal choice from here. {data.choice}", "STR-074")


def no_find(state: State, unit: Unit, rest: str) -> Refused | None:
    tile = tile_under(state, unit)
    if tile.kind == "S":
        return Refused("Special tiles cannot be searched", "STR-093")
    if tile.searched:
        return Refused("This tile was searched already", "STR-092")
    return Refused("Only a Swashbuckler searches Lagoons", "STR-091") if tile.kind == "L" else None


def no_use(state: State, unit: Unit, rest: str) -> Refused | None:
    if not any(card.partition("#")[0] == rest for card in state.players[unit.seat].items):
        return Refused("You have no such item to use", "STR-103")
    return Refused(f"{CARDS[rest].title} has no legal choice now. {CARDS[rest].text}", "STR-103")


Reason = Callable[[State, Unit, str], Refused | None]
CANNOT: dict[str, Reason] = {  # what the class does not do at all
    **dict.fromkeys(("travel", "walk", "harvest", "defend"), able),
    "power": no_power,
    "attack": no_attack,
    "shoot": no_bow,
    "cast": no_magic,
    "search": no_explorer,
    "use": no_explorer,
}
MISSES: dict[str, Reason] = {  # what does not fit here and now
    "travel": bad_step,
    "walk": bad_walk,
    "harvest": barren,
    "power": barren,
    "defend": defends_already,
    "attack": out_of_range,
    "shoot": out_of_bowshot,
    "cast": no_cast,
    "search": no_find,
    "use": no_use,
}


def closed_actions(state: State, unit: Unit) -> list[Fact]:
    """What people look for with this unit and cannot have now, with the reason."""
    offered = {option.id.partition(":")[0] for option in unit_options(state, unit)}
    wanted = ["travel", "harvest", "defend"]
    wanted += ["attack"] if attacks(unit) else []
    wanted += ["shoot"] if shot(unit) else []
    wanted += ["search"] if unit.cls == "explorer" else []
    found = [Fact(kind.capitalize(), "", reason_for(state, unit, kind)) for kind in wanted if kind not in offered]
    if unit.cls == "mage":
        found += closed_cards(state, unit, "cast", [s.title for s in state.players[unit.seat].spells if not s.lost])
    if unit.cls == "explorer":
        titles = dict.fromkeys(card.partition("#")[0] for card in state.players[unit.seat].items)
        found += closed_cards(state, unit, "use", list(titles))
    return found


def reason_for(state: State, unit: Unit, kind: str) -> str:
    used = spent(unit, kind)
    if used is not None:
        return used.reason
    if kind == "travel":
        return "No tile beside it is free for it"
    if kind in ("attack", "shoot"):
        reach = [shot(unit)] if kind == "shoot" else attacks(unit)
        near, far = min(p.near for p in reach if p), max(p.far for p in reach if p)
        return f"No enemy unit at range {near if near == far else f'{near} to {far}'}"
    refused = MISSES[kind](state, unit, "")
    return refused.reason if refused is not None else ""


def closed_cards(state: State, unit: Unit, kind: str, titles: list[str]) -> list[Fact]:
    """One's own spells or items that this unit cannot cast or use now."""
    if not titles:
        return []
    used = spent(unit, kind)
    if used is not None:
        return [Fact(kind.capitalize(), "", used.reason)]
    open_now = {option.id for option in unit_options(state, unit)}
    found = []
    for title in titles:
        refused = MISSES[kind](state, unit, title)
        if f"{kind}:{title}" not in open_now and refused is not None:
            name = SPELLS[title].title if kind == "cast" else CARDS[title].title
            found.append(Fact(f"{kind.capitalize()} {name}", "", refused.reason))
    return found


# Purchases ------------------------------------------------------------------------------------------------------


def closed_purchases(state: State, seat: int) -> list[Fact]:
    """What is for sale and cannot be had now, with what is missing."""
    offered = {option.id for option in purchases(state, seat)}
    found = []
    for kind in CLASSES.values():
        if f"hire:{kind.id}" not in offered:
            found.append(Fact(f"Hire {a(kind.name)}", price_words(kind.cost), no_hire(state, seat, kind.id).reason))
    for name, cost in LEARN_COST.items():
        refused = None if f"learn:{name}" in offered else no_lesson(state, seat, name)
        if refused is not None:
            found.append(Fact(f"Learn a {name.capitalize()} Spell", price_words(cost), refused.reason))
    refused = None if "hoard" in offered else why_not_buy(state, seat, "hoard")
    if refused is not None:
        found.append(Fact("Hoard", "1 of each main resource", refused.reason))
    return found


def why_not_buy(state: State, seat: int, value: str) -> Refused | None:
    kind, _, rest = value.partition(":")
    if kind in ACTIONS or kind in ("unit", "buy"):
        return Refused("Actions are possible only in the Action Phase", "STR-037")
    if kind == "hire" and rest in CLASSES:
        return no_hire(state, seat, rest)
    if kind in ("promote", "retrain"):
        return no_training(state, seat, kind, rest)
    if kind == "learn" and rest in LEARN_COST:
        return no_lesson(state, seat, rest)
    if kind == "hoard":
        return Refused(f"Hoarding takes one of each; you have {unhoarded(state, seat)}", "STR-129")
    return Refused("There is nothing to trade with the Merchant's Scales now", "STR-105") if kind == "scales" else None


def unhoarded(state: State, seat: int) -> str:
    """What is missing for a hoard, and that Gems do not make up for it."""
    pool = pool_of(state, seat)
    missing = " and ".join(f"no {name.capitalize()}" for name in RESOURCES if not held(pool, name))
    if not pool.gems:
        return missing
    return f"{missing}, and {goods('gems', pool.gems)} for it" if state.gem_hoards else f"{missing}; Gems do not count"


def short(pool: Pool, price: dict[str, int], saved: int = 0) -> Refused | None:
    """STR-111: what is missing."""
    if payments(pool, price, saved):
        return None
    missing = {name: amount - held(pool, name) for name, amount in price.items() if amount > held(pool, name)}
    if saved or pool.gems:
        return Refused(f"{count(sum(missing.values()) - saved - pool.gems, 'resource')} short", "STR-111")
    return Refused(f"{', '.join(goods(name, amount) for name, amount in missing.items())} short", "STR-111")


def no_hire(state: State, seat: int, cls: str) -> Refused:
    if len(units_of(state, seat)) >= MOST_UNITS:
        return Refused(f"You have {MOST_UNITS} units already", "STR-113")
    poor = short(pool_of(state, seat), CLASSES[cls].cost, hire_saving(state, seat))
    return poor or Refused(f"There is no tile for {a(CLASSES[cls].name)}", "STR-120")


def no_training(state: State, seat: int, kind: str, rest: str) -> Refused | None:
    name, _, cls = rest.partition(":")
    unit = unit_by_id(state, whole(name) or 0)
    if unit is None or unit.seat != seat:
        return Refused("That is no unit of yours", "STR-002")
    if kind == "promote":
        if unit.promoted:
            return Refused(f"The {form(unit)} is promoted already", "STR-121")
        return short(pool_of(state, seat), CLASSES[unit.cls].cost, promote_saving(state, seat))
    if unit.cls != "peasant" or cls == "peasant" or cls not in CLASSES:
        return Refused("Only Peasants are retrained, as another class", "STR-123")
    return short(pool_of(state, seat), CLASSES[cls].cost)


def no_lesson(state: State, seat: int, kind: str) -> Refused | None:
    mages = [unit for unit in units_of(state, seat) if unit.cls == "mage"]
    if kind == "sorcerer" and not any(unit.promoted for unit in mages):
        return Refused("Sorcerer Spells need a Sorcerer on the board", "STR-126")
    if not mages:
        return Refused("Mage Spells need a Mage on the board", "STR-126")
    if not state.decks[kind]:
        return Refused("The deck is empty", "STR-128")
    return short(pool_of(state, seat), LEARN_COST[kind])

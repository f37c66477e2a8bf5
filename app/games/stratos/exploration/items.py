"""One-use items. As with spells, `*_plans` lists every legal choice and the function beside it carries one out."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from app.games.stratos.board import (
    distance,
    enemies_of,
    free_for,
    friendly,
    heal,
    max_health,
    max_spirit,
    neighbours,
    pool_of,
    units_of,
    whose,
)
from app.games.stratos.combat import harm
from app.games.stratos.components import CARDS, MOST_UNITS, RESOURCES
from app.games.stratos.decks import draw_spell
from app.games.stratos.effects import Effect, Plan, possible, square_of, tile_step, unit_of, unit_step
from app.games.stratos.exploration.traps import bundle, bundle_words, unbundle
from app.games.stratos.harvest import gain
from app.games.stratos.landing import move_unit
from app.games.stratos.state import State, Unit
from app.games.stratos.victory import settle
from app.kernel import Play


def hit(g: Play[State], target: Unit, amount: int) -> None:
    g.tell(f"{whose(target)} loses {harm(target, amount, 'item')} Health.", rule="STR-066")


def draught_plans(state: State, user: Unit) -> Iterator[Plan]:
    for unit in state.units:
        near = distance(user.at, unit.at) <= 1 and friendly(state, user.seat, unit.seat)
        if near and unit.health < max_health(unit):
            yield (unit_step(unit),)


def healing_draught(g: Play[State], user: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    g.tell(f"{whose(target)} regains {heal(target, 4)} Health.")
    return True


def flask_plans(state: State, user: Unit) -> Iterator[Plan]:
    for unit in enemies_of(state, user.seat):
        if 1 <= distance(user.at, unit.at) <= 2:
            yield (unit_step(unit),)


def fire_flask(g: Play[State], user: Unit, plan: Plan) -> bool:
    hit(g, unit_of(g.state, plan[0]), 2)
    return True


def coffer_plans(state: State, user: Unit) -> Iterator[Plan]:
    for mix in combinations_with_replacement(RESOURCES, 3):
        yield (f"gain:{bundle(mix)}",)


def buried_coffer(g: Play[State], user: Unit, plan: Plan) -> bool:
    for name, count in unbundle(plan[0]):
        gain(pool_of(g.state, user.seat), name, count)
    g.tell(f"{{{user.seat}}} gains {bundle_words(plan[0])}.")
    return True


def horn_plans(state: State, user: Unit) -> Iterator[Plan]:
    for unit in units_of(state, user.seat):
        if unit is not user and not unit.net:
            yield (unit_step(unit),)


def war_horn(g: Play[State], user: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    target.extra.append("any")
    g.tell(f"{whose(target)} gets an extra action.", rule="STR-035")
    return True


def incense_plans(state: State, user: Unit) -> Iterator[Plan]:
    for unit in units_of(state, user.seat):
        if unit.cls == "mage" and unit.spirit < max_spirit(unit):
            yield (unit_step(unit),)


def spirit_incense(g: Play[State], user: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    target.spirit = max_spirit(target)
    g.tell(f"{whose(target)} is full of Spirit.")
    return True


def deed_plans(state: State, user: Unit) -> Iterator[Plan]:
    if len(units_of(state, user.seat)) < MOST_UNITS:
        yield ()


def deed_of_hire(g: Play[State], user: Unit, plan: Plan) -> bool:
    g.state.players[user.seat].deed = True
    return True


def always(state: State, user: Unit) -> Iterator[Plan]:
    yield ()


def pearl_purse(g: Play[State], user: Unit, plan: Plan) -> bool:
    pool_of(g.state, user.seat).gems += 2
    g.tell(f"{{{user.seat}}} gains 2 Gems.")
    return True


def conch_plans(state: State, user: Unit) -> Iterator[Plan]:
    for unit in enemies_of(state, user.seat):
        if not 1 <= distance(user.at, unit.at) <= 3:
            continue
        first = [at for at in neighbours(state, unit.at) if free_for(state, unit.cls, at)]
        second = [at for one in first for at in neighbours(state, one) if free_for(state, unit.cls, at)]
        for at in dict.fromkeys([*first, *second]):
            yield unit_step(unit), tile_step(at)


def siren_conch(g: Play[State], user: Unit, plan: Plan) -> bool:
    move_unit(g, unit_of(g.state, plan[0]), square_of(plan[1]))
    return True


def tempest_targets(state: State, user: Unit) -> list[Unit]:
    return [unit for unit in enemies_of(state, user.seat) if 1 <= distance(user.at, unit.at) <= 2]


def tempest_plans(state: State, user: Unit) -> Iterator[Plan]:
    if tempest_targets(state, user):
        yield ()


def bottled_tempest(g: Play[State], user: Unit, plan: Plan) -> bool:
    for unit in tempest_targets(g.state, user):
        hit(g, unit, 2)
    return True


def message_bottle(g: Play[State], user: Unit, plan: Plan) -> bool:
    mages = [unit for unit in units_of(g.state, user.seat) if unit.cls == "mage"]
    if not mages or not draw_spell(g, user.seat, "mage"):
        pool_of(g.state, user.seat).gems += 1
        g.tell(f"{{{user.seat}}} gains 1 Gem.")
    return True


ITEMS: dict[str, Effect] = {
    "healing_draught": Effect(draught_plans, healing_draught, ("a hurt unit",)),
    "fire_flask": Effect(flask_plans, fire_flask, ("an enemy unit",), harm=("2",), damage="item"),
    "buried_coffer": Effect(coffer_plans, buried_coffer, ("three resources",)),
    "war_horn": Effect(horn_plans, war_horn, ("another unit of yours",)),
    "spirit_incense": Effect(incense_plans, spirit_incense, ("one of your Mages",)),
    "deed_of_hire": Effect(deed_plans, deed_of_hire),
    "pearl_purse": Effect(always, pearl_purse),
    "siren_conch": Effect(conch_plans, siren_conch, ("an enemy unit", "where it is moved")),
    "bottled_tempest": Effect(tempest_plans, bottled_tempest),
    "message_bottle": Effect(always, message_bottle),
}


def usable(state: State, unit: Unit) -> list[str]:
    """STR-103: the titles that this Explorer could use now."""
    if unit.cls != "explorer":
        return []
    titles = dict.fromkeys(card.partition("#")[0] for card in state.players[unit.seat].items)
    return [title for title in titles if possible(state, ITEMS[title], unit)]


def use(g: Play[State], unit: Unit, title: str, plan: Plan) -> None:
    """STR-103, STR-104: revealed, carried out, and a treasure from then on."""
    player = g.state.players[unit.seat]
    card = next(card for card in player.items if card.partition("#")[0] == title)
    player.items.remove(card)
    player.used.append(card)
    g.tell(f"{whose(unit)} uses {CARDS[title].title}.", rule="STR-103")
    ITEMS[title].resolve(g, unit, plan)
    settle(g, unit.seat)

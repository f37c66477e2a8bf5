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
    units_of,
    whose,
)
from app.games.stratos.combat import wound
from app.games.stratos.components import CARDS, MOST_UNITS, RESOURCES
from app.games.stratos.decks import draw_spell
from app.games.stratos.effects import Effect, Plan, possible, square_of, tile_step, unit_of, unit_step
from app.games.stratos.exploration.traps import bundle, bundle_words, unbundle
from app.games.stratos.landing import move_unit
from app.games.stratos.state import State, Unit
from app.games.stratos.telling import change_health, change_spirit, headline, mark, place, receive, step, unit_name
from app.games.stratos.victory import settle
from app.kernel import Play


def draught_plans(state: State, user: Unit) -> Iterator[Plan]:
    for unit in state.units:
        near = distance(user.at, unit.at) <= 1 and friendly(state, user.seat, unit.seat)
        if near and unit.health < max_health(unit):
            yield (unit_step(unit),)


def healing_draught(g: Play[State], user: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    before = target.health
    headline(g, f"{whose(user)} heals {whose(target) if target is not user else 'itself'}", target)
    g.tell(f"{whose(target)} regains {heal(target, 4)} Health.", rule="STR-103")
    change_health(g, target, before, "a Healing Draught gives back up to 4")
    return True


def flask_plans(state: State, user: Unit) -> Iterator[Plan]:
    for unit in enemies_of(state, user.seat):
        if 1 <= distance(user.at, unit.at) <= 2:
            yield (unit_step(unit),)


def fire_flask(g: Play[State], user: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    headline(g, f"{whose(user)} throws a Fire Flask at {whose(target)}", target)
    wound(g, target, 2, "item", "a Fire Flask deals 2")
    return True


def coffer_plans(state: State, user: Unit) -> Iterator[Plan]:
    for mix in combinations_with_replacement(RESOURCES, 3):
        yield (f"gain:{bundle(mix)}",)


def buried_coffer(g: Play[State], user: Unit, plan: Plan) -> bool:
    for name, count in unbundle(plan[0]):
        receive(g, user.seat, name, count, "from the Buried Coffer")
    headline(g, f"{whose(user)} opens a Buried Coffer")
    g.tell(f"{{{user.seat}}} gains {bundle_words(plan[0])}.", rule="STR-103")
    return True


def horn_plans(state: State, user: Unit) -> Iterator[Plan]:
    for unit in units_of(state, user.seat):
        if unit is not user and not unit.net:
            yield (unit_step(unit),)


def war_horn(g: Play[State], user: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    target.extra.append("any")
    headline(g, f"{whose(user)} sounds a War Horn", target)
    g.tell(f"{whose(target)} gets an extra action.", rule="STR-035")
    mark(g, target, "one extra action", "the War Horn calls it, for this turn", better=True)
    return True


def incense_plans(state: State, user: Unit) -> Iterator[Plan]:
    for unit in units_of(state, user.seat):
        if unit.cls == "mage" and unit.spirit < max_spirit(unit):
            yield (unit_step(unit),)


def spirit_incense(g: Play[State], user: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    headline(g, f"{whose(user)} burns Spirit Incense", target)
    change_spirit(g, target, max_spirit(target) - target.spirit, "Spirit Incense fills it up")
    g.tell(f"{whose(target)} is full of Spirit.", rule="STR-103")
    return True


def deed_plans(state: State, user: Unit) -> Iterator[Plan]:
    if len(units_of(state, user.seat)) < MOST_UNITS:
        yield ()


def deed_of_hire(g: Play[State], user: Unit, plan: Plan) -> bool:
    g.state.players[user.seat].deed = True
    headline(g, f"{whose(user)} shows a Deed of Hire")
    g.tell(f"The first hire of {{{user.seat}}} in the coming Buy Phase costs 2 less.", rule="STR-103")
    g.change(
        "next hire", "full price", "2 less", "the Deed of Hire, in the coming Buy Phase", seat=user.seat, better=True
    )
    return True


def always(state: State, user: Unit) -> Iterator[Plan]:
    yield ()


def pearl_purse(g: Play[State], user: Unit, plan: Plan) -> bool:
    receive(g, user.seat, "gems", 2, "from the Pearl Purse")
    headline(g, f"{whose(user)} opens a Pearl Purse")
    g.tell(f"{{{user.seat}}} gains 2 Gems.", rule="STR-103")
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
    target = unit_of(g.state, plan[0])
    headline(g, f"{whose(user)} lures {whose(target)} with a Siren Conch", target)
    move_unit(g, target, square_of(plan[1]), "is lured")
    return True


def tempest_targets(state: State, user: Unit) -> list[Unit]:
    return [unit for unit in enemies_of(state, user.seat) if 1 <= distance(user.at, unit.at) <= 2]


def tempest_plans(state: State, user: Unit) -> Iterator[Plan]:
    if tempest_targets(state, user):
        yield ()


def bottled_tempest(g: Play[State], user: Unit, plan: Plan) -> bool:
    headline(g, f"{whose(user)} uncorks a Bottled Tempest")
    for unit in tempest_targets(g.state, user):
        wound(g, unit, 2, "item", "the Tempest deals 2")
    return True


def message_bottle(g: Play[State], user: Unit, plan: Plan) -> bool:
    mages = [unit for unit in units_of(g.state, user.seat) if unit.cls == "mage"]
    headline(g, f"{whose(user)} reads a Message in a Bottle")
    if not mages or not draw_spell(g, user.seat, "mage"):
        why = "no new spell is left" if mages else "there is no Mage to read the spell"
        receive(g, user.seat, "gems", 1, f"Message in a Bottle: {why}")
        g.tell(f"{{{user.seat}}} gains 1 Gem: {why}.", rule="STR-103")
    return True


ITEMS: dict[str, Effect] = {
    "healing_draught": Effect(draught_plans, healing_draught, ("who is healed?",)),
    "fire_flask": Effect(flask_plans, fire_flask, ("at which enemy unit?",), harm=("2",), damage="item"),
    "buried_coffer": Effect(coffer_plans, buried_coffer, ("which three resources?",)),
    "war_horn": Effect(horn_plans, war_horn, ("which of your units does it call?",)),
    "spirit_incense": Effect(incense_plans, spirit_incense, ("which of your Mages?",)),
    "deed_of_hire": Effect(deed_plans, deed_of_hire),
    "pearl_purse": Effect(always, pearl_purse),
    "siren_conch": Effect(conch_plans, siren_conch, ("which enemy unit?", "where to?")),
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
    name = CARDS[title].title
    harms = bool(ITEMS[title].harm) or title == "bottled_tempest"
    where = f"{name}, on {place(g.state, unit.at)}"
    words = f"{whose(unit)} uses the {name}"
    with step(g, "fight" if harms else "gain", words, about=unit_name(unit), scene=where, rule="STR-103"):
        player.items.remove(card)
        player.used.append(card)
        g.tell(f"{words}: {CARDS[title].text}", rule="STR-103")
        ITEMS[title].resolve(g, unit, plan)
        left = len(player.items)
        g.change("one-use items", left + 1, left, f"the {name} is used up", seat=unit.seat)
        settle(g, unit.seat)

"""STR-210: what is not on offer is refused with the rule that it breaks, and changes nothing."""

from __future__ import annotations

import pytest

from app.games.stratos.state import State, Unit
from tests.games.stratos.situations import Table, add, board, give, purse, set_sign, set_special, teach, tile
from tests.rules import rule


def lone(cls: str, at: tuple[int, int] = (3, 3), **changes: object) -> tuple[State, Unit]:
    """One unit of P1 on map 1, and a Peasant of P2 in the far corner."""
    state = board()
    unit = add(state, 0, cls, at, **changes)
    add(state, 1, "peasant", (5, 5))
    return state, unit


@rule("STR-210")
@pytest.mark.parametrize(
    ("value", "reason", "by"),
    [
        ("travel:1,1", "not adjacent", "STR-039"),
        ("travel:9,9", "no tile at K10", "STR-009"),
        ("travel:4,3", "Only Explorers enter Lagoons", "STR-040"),
        ("travel:3,2", "C4 is occupied", "STR-010"),
        ("power", "Only Peasants", "STR-049"),
        ("defend", "defending already", "STR-059"),
        ("attack:own:4", "no such Attack", "STR-063"),
        ("shoot:4", "is at range 4; it must be range 2-3", "STR-061"),
        ("shoot:5", "Only enemy units", "STR-065"),
        ("shoot:99", "no such unit", "STR-061"),
        ("cast:spark", "Only Mages", "STR-073"),
        ("search", "Only Explorers", "STR-030"),
        ("use:fire_flask", "Only Explorers", "STR-030"),
        ("map", "no Surveyor's Map", "STR-105"),
        ("unit:3", "chosen already", "STR-201"),
        ("unit:4", "is not yours", "STR-002"),
        ("unit:99", "no such unit", "STR-201"),
        ("hire:peasant", "in the Buy Phase", "STR-037"),
        ("dance", "not one of the choices", "STR-201"),
    ],
)
def test_actions(value: str, reason: str, by: str) -> None:
    state, _archer = lone("archer", defend=True)
    add(state, 0, "soldier", (3, 2))
    Table(state).refused(value, reason=reason, by=by)


@rule("STR-210", "STR-029", "STR-187")
def test_what_a_unit_may_do_no_more() -> None:
    state, soldier = lone("soldier", (2, 2))
    netted = add(state, 0, "soldier", (0, 0), net=1)
    add(state, 0, "soldier", (0, 5))
    table = Table(state).act(soldier, "harvest")
    table.refused("harvest", reason="has taken Harvest in this turn", by="STR-029")
    table.refused(f"unit:{netted.id}", reason="is netted", by="STR-187")
    table.act(soldier, "travel:2,3")
    table.refused(f"unit:{soldier.id}", reason="no action left", by="STR-029")
    state, soldier = lone("soldier", (2, 2), snare=True)
    Table(state).refused("travel:2,3", reason="is snared", by="STR-187")
    state, _peasant = lone("peasant", (2, 1))
    set_special(state, (2, 1), "quarry", covered=False)
    Table(state).refused("harvest", reason="yields nothing", by="STR-047")
    Table(state).refused("power", reason="yields nothing", by="STR-047")


@rule("STR-210", "STR-073", "STR-074")
def test_spells() -> None:
    state, _mage = lone("mage", spirit=1)
    teach(state, 0, "firebolt", "mend", "recall")
    table = Table(state)
    table.refused("cast:firebolt", reason="costs 2 Spirit; the Mage has 1", by="STR-074")
    table.refused("cast:mend", reason="no legal choice from here. A friendly unit at range 0-2", by="STR-074")
    table.refused("cast:recall", reason="Only a Sorcerer", by="STR-073")
    table.refused("cast:spark", reason="not in your spellbook", by="STR-074")
    state, mage = lone("mage", (5, 3))
    add(state, 1, "peasant", (5, 2))
    teach(state, 0, "spark")
    Table(state).act(mage, "cast:spark").refused("unit:3", reason="An enemy unit at range 1-2", by="STR-074")


@rule("STR-210", "STR-091", "STR-093", "STR-103")
def test_searching_and_using() -> None:
    state, _explorer = lone("explorer")
    give(state, 0, "fire_flask")
    table = Table(state)
    table.refused("use:fire_flask", reason="no legal choice now", by="STR-103")
    table.refused("use:war_horn", reason="no such item", by="STR-103")
    tile(state, (3, 3)).searched = True
    Table(state).refused("search", reason="searched already", by="STR-092")
    state, _explorer = lone("explorer", (1, 2))
    Table(state).refused("search", reason="Only a Swashbuckler", by="STR-091")
    state, _explorer = lone("explorer", (2, 1))
    set_special(state, (2, 1), "quarry", covered=False)
    Table(state).refused("search", reason="Special tiles", by="STR-093")


@rule("STR-210")
@pytest.mark.parametrize(
    ("value", "reason", "by"),
    [
        ("hire:soldier", "1 Oak, 1 Nickel short", "STR-111"),
        ("hire:mage", "2 Spice short", "STR-111"),
        ("promote:3", "promoted already", "STR-121"),
        ("promote:4", "no unit of yours", "STR-002"),
        ("promote:5", "1 Oak, 1 Nickel short", "STR-111"),
        ("retrain:5:mage", "Only Peasants", "STR-123"),
        ("retrain:3:peasant", "as another class", "STR-123"),
        ("retrain:3:mage", "2 Spice short", "STR-111"),
        ("learn:mage", "need a Mage", "STR-126"),
        ("learn:sorcerer", "need a Sorcerer", "STR-126"),
        ("hoard", "you have no Spice and no Oak", "STR-129"),
        ("scales", "nothing to trade", "STR-105"),
        ("harvest", "only in the Action Phase", "STR-037"),
    ],
)
def test_purchases(value: str, reason: str, by: str) -> None:
    state, _cultivator = lone("peasant", promoted=True)
    add(state, 0, "soldier", (0, 0))
    purse(state, 0, corn=2, nickel=1)
    state.phase = "buy"
    Table(state).refused(value, reason=reason, by=by)


@rule("STR-210", "STR-113", "STR-128")
def test_limits() -> None:
    state, _mage = lone("mage")
    for at in ((0, 0), (0, 1), (0, 3), (0, 4)):
        add(state, 0, "peasant", at)
    purse(state, 0, 9, 9, 9, 9)
    table = Table(state).do("buy")
    table.refused("hire:peasant", reason="5 units already", by="STR-113")
    state, _mage = lone("mage")
    purse(state, 0, oak=1, gems=1)
    table = Table(state).do("buy")
    table.refused("hire:archer", reason="1 resource short", by="STR-111")


@rule("STR-210", "STR-115")
@pytest.mark.parametrize(
    ("scenario", "seat", "goal"), [("cathedral2", 1, (0, 2)), ("sorcerer3", 1, (0, 3)), ("tombolo5", 2, (4, 3))]
)
def test_the_square_of_a_hired_unit(scenario: str, seat: int, goal: tuple[int, int]) -> None:
    state = board(scenario)
    add(state, 0, "peasant", (7, 1))
    below = (goal[0] + (1 if scenario != "tombolo5" else -1), goal[1])
    add(state, seat, "soldier", below)
    state.slot = 1
    state.actor = seat
    purse(state, seat, oak=9, nickel=9)
    table = Table(state).do("buy", seat=seat).do("hire:soldier", seat=seat)
    table.refused("tile:7,1", seat=seat, reason="is occupied", by="STR-010")
    table.refused("tile:20,20", seat=seat, reason="no tile", by="STR-009")
    table.refused("tile:7,2", seat=seat, reason="next to a unit of yours", by="STR-115")


@rule("STR-210", "STR-100")
def test_equipment_needs_a_free_slot() -> None:
    state, explorer = lone("explorer")
    full = add(state, 0, "soldier", (0, 0), equipment=["oak_shield", "longbow"])
    add(state, 0, "soldier", (0, 1))
    set_sign(state, explorer.at, "I")
    deck = state.decks["land"]
    card = next(card for card in deck if card.id.startswith("trail_boots#"))
    deck.remove(card)
    deck.insert(0, card)
    table = Table(state).act(explorer, "search")
    table.refused(f"unit:{full.id}", reason="fewer than 2 equipment cards", by="STR-100")

"""Units come to stand somewhere: landing, discovering, promotion (sections 4 and 12)."""

from __future__ import annotations

from app.games.stratos.board import a, form, ground, max_health, max_spirit, pool_of, spot, tile_under, whose
from app.games.stratos.components import CLASSES, SPECIAL_NAMES
from app.games.stratos.decks import draw_spell
from app.games.stratos.state import Square, State, Tile, Unit
from app.games.stratos.victory import check_landing
from app.kernel import Play

QUARRY_FIND = 2


def move_unit(g: Play[State], unit: Unit, at: Square) -> None:
    put(unit, at)
    g.tell(f"{whose(unit)} is now on {spot(at)} {ground(tile_under(g.state, unit))}.")
    land(g, unit)


def put(unit: Unit, at: Square) -> None:
    unit.at = at
    unit.occupies = ""  # STR-133: the bonus ends the moment the unit is elsewhere


def land(g: Play[State], unit: Unit) -> None:
    """STR-182: victory by landing first, then the turning of a covered special."""
    check_landing(g, unit)
    tile = tile_under(g.state, unit)
    if tile.covered:
        discover(g, unit, tile)


def discover(g: Play[State], unit: Unit, tile: Tile) -> None:
    """STR-131: once per special; the bonus goes to the unit and its owner (STR-142)."""
    tile.covered = False
    g.tell(f"{whose(unit)} discovers the {SPECIAL_NAMES[tile.special]}.", rule="STR-131")
    if tile.special == "academy" and not unit.promoted:
        promote(g, unit)  # STR-134
    elif tile.special == "fortress":
        unit.fortress = True  # STR-136
    elif tile.special == "cathedral":
        unit.cathedral = True  # STR-138
    elif tile.special == "quarry":
        pool_of(g.state, unit.seat).gems += QUARRY_FIND  # STR-140


def promote(g: Play[State], unit: Unit) -> None:
    """STR-121: maximum and current values rise by the printed bonus."""
    kind = CLASSES[unit.cls]
    unit.promoted = True
    unit.health = min(unit.health + kind.bonus, max_health(unit))
    unit.spirit = min(unit.spirit + kind.spirit_bonus, max_spirit(unit))
    g.tell(f"{{{unit.seat}}}'s {kind.name} becomes {a(form(unit))}.", rule="STR-121")
    if unit.cls == "mage":
        draw_spell(g, unit.seat, "sorcerer")  # STR-084

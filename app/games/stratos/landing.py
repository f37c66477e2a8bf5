"""Units come to stand somewhere: landing, discovering, promotion (sections 4 and 12)."""

from __future__ import annotations

from app.games.stratos.board import a, form, max_health, max_spirit, tile_under, whose
from app.games.stratos.components import CLASSES, SPECIAL_NAMES
from app.games.stratos.decks import draw_spell
from app.games.stratos.state import Square, State, Tile, Unit
from app.games.stratos.telling import change_health, change_spirit, mark, place, receive
from app.games.stratos.victory import check_landing
from app.kernel import Play

QUARRY_FIND = 2


def move_unit(g: Play[State], unit: Unit, at: Square, verb: str = "is moved") -> None:
    """Somebody or something moves it; what it finds there is told with it."""
    before = place(g.state, unit.at)
    put(g, unit, at)
    after = place(g.state, at)
    g.tell(f"{whose(unit)} {verb} to {after}.", rule="STR-039" if verb == "travels" else "STR-011")
    if verb != "travels":
        g.change(form(unit), before, after, "where it stands", seat=unit.seat)
    land(g, unit)


def put(g: Play[State], unit: Unit, at: Square) -> None:
    """STR-133: the bonus of a special tile ends the moment the unit is elsewhere."""
    unit.at = at
    if unit.occupies:
        held = f"occupies the {SPECIAL_NAMES[unit.occupies]}"
        mark(g, unit, "no longer", "its bonus ends where it leaves", better=False, before=held)
    unit.occupies = ""


def land(g: Play[State], unit: Unit, *, hired: bool = False) -> None:
    """STR-182: victory by landing first, then the Discover bonus of a special on which nobody has landed before."""
    if not hired:
        check_landing(g, unit)
    tile = tile_under(g.state, unit)
    if tile.covered or tile.fresh:
        discover(g, unit, tile)


def discover(g: Play[State], unit: Unit, tile: Tile) -> None:
    """STR-131, STR-132: once per special; the bonus goes to the unit and its owner (STR-142)."""
    name = SPECIAL_NAMES[tile.special]
    if tile.covered:
        g.tell(f"{whose(unit)} discovers the {name}.", rule="STR-131")
        g.change("covered tile", "unknown", f"the {name}", "the first to land turns it over")
    else:
        g.tell(f"{whose(unit)} is the first on the {name}.", rule="STR-132")
    tile.covered = tile.fresh = False
    first = f"the first on the {name}"
    if tile.special == "academy" and unit.promoted:
        mark(g, unit, "learns nothing more", f"{first} is promoted, and it is already", better=False)
    elif tile.special == "academy":
        promote(g, unit, f"{first} is promoted free")  # STR-134
    elif tile.special == "fortress":
        unit.fortress = True  # STR-136
        mark(g, unit, "defends for the rest of the match", first, better=True)
    elif tile.special == "cathedral":
        unit.cathedral = True  # STR-138
        mark(g, unit, "no spell touches it for the rest of the match", first, better=True)
    elif tile.special == "quarry":
        receive(g, unit.seat, "gems", QUARRY_FIND, first)  # STR-140


def promote(g: Play[State], unit: Unit, why: str) -> None:
    """STR-121: maximum and current values rise by the printed bonus."""
    kind = CLASSES[unit.cls]
    health, spirit = unit.health, unit.spirit
    unit.promoted = True
    unit.health = min(unit.health + kind.bonus, max_health(unit))
    g.tell(f"{{{unit.seat}}}'s {kind.name} becomes {a(form(unit))}: {why}.", rule="STR-121")
    g.change("unit", kind.name, form(unit), f"{why}. {kind.promoted_summary}", seat=unit.seat, better=True)
    if unit.health != health:
        change_health(g, unit, health, f"{a(form(unit))} is sturdier")
    change_spirit(g, unit, min(spirit + kind.spirit_bonus, max_spirit(unit)) - spirit, f"{a(form(unit))} holds more")
    if unit.cls == "mage":
        draw_spell(g, unit.seat, "sorcerer")  # STR-084

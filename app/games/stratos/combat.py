"""Damage, Attack and Shoot (sections 6 and 7)."""

from __future__ import annotations

from typing import NamedTuple

from app.games.stratos.board import defending, distance, enemies_of, friendly, has_equipment, spot, whose
from app.games.stratos.components import CARDS
from app.games.stratos.state import State, Unit
from app.kernel import Play


class Profile(NamedTuple):
    """One way to Attack or Shoot."""

    id: str
    near: int
    far: int
    sides: int
    misses: bool  # whether the highest number is a miss
    bonus: int = 0


def attacks(unit: Unit) -> list[Profile]:
    """STR-063: every Attack that this unit can choose from."""
    bonus = has_equipment(unit, "steel_blade")
    found = []
    if unit.cls == "soldier":
        found.append(Profile("own", 1, 1, 6, not unit.promoted, bonus))  # STR-060, STR-062
    if has_equipment(unit, "pitchfork") and unit.cls in ("peasant", "mage", "explorer"):
        found.append(Profile("pitchfork", 1, 1, 4, not unit.promoted, bonus))
    if has_equipment(unit, "trident"):
        found.append(Profile("trident", 1, 2, 4, False, bonus))
    return found


def shot(unit: Unit) -> Profile | None:
    """STR-061: range 2-3, with a Longbow 2-4."""
    if unit.cls != "archer":
        return None
    far = 4 if has_equipment(unit, "longbow") else 3
    return Profile("bow", 2, far, 4, not unit.promoted)


def targets(state: State, unit: Unit, profile: Profile, controller: int | None = None) -> list[Unit]:
    """STR-065: enemies in range. Under Dominate: everybody but the controller's friends and the unit itself."""
    if controller is None:
        candidates = enemies_of(state, unit.seat)
    else:
        candidates = [u for u in state.units if u is not unit and not friendly(state, controller, u.seat)]
    return [u for u in candidates if profile.near <= distance(unit.at, u.at) <= profile.far]


def reduction(unit: Unit, damage: str) -> int:
    """STR-068: what is taken off `physical`, `magical` or `item` damage to this unit."""
    total = has_equipment(unit, "coral_mail")
    if defending(unit):
        strong = {"physical": "soldier", "magical": "mage"}.get(damage) == unit.cls
        total += 2 if strong else 1  # STR-053 to STR-055
    if damage == "physical":
        total += has_equipment(unit, "oak_shield")
        total += 1 if unit.occupies == "fortress" else 0  # STR-137
    if damage == "magical" and unit.ward:
        total += 1
    return total


def harm(unit: Unit, amount: int, damage: str) -> int:
    """STR-067, STR-069: returns the Health really lost."""
    lost = min(unit.health, max(0, amount - reduction(unit, damage)))
    unit.health -= lost
    return lost


def lose(unit: Unit, amount: int) -> None:
    """Traps and calamities: nothing lessens them (STR-056)."""
    unit.health = max(0, unit.health - amount)


def strike(g: Play[State], unit: Unit, target: Unit, profile: Profile) -> int:
    """Roll and deal the damage; the caller settles."""
    verb = "shoots" if profile.id == "bow" else "attacks"
    weapon = f" with the {CARDS[profile.id].title}" if profile.id in CARDS else ""
    text = f"{whose(unit)} {verb} {whose(target)} on {spot(target.at)}{weapon}: {{dice}}."
    (rolled,) = g.roll(1, profile.sides, text, rule="STR-061" if profile.id == "bow" else "STR-060")
    if profile.misses and rolled == profile.sides:
        g.tell("A miss.")
        return 0
    lost = harm(target, rolled + profile.bonus, "physical")
    g.tell(f"{whose(target)} loses {lost} Health.", rule="STR-067")
    return lost


def expected(profile: Profile, target: Unit) -> float:
    """The average loss of Health that a strike would cause; shown as a preview and used by bots."""
    off = reduction(target, "physical")
    faces = range(1, profile.sides if profile.misses else profile.sides + 1)
    total = sum(min(target.health, max(0, face + profile.bonus - off)) for face in faces)
    return total / profile.sides


def kill_chance(profile: Profile, target: Unit) -> float:
    off = reduction(target, "physical")
    faces = range(1, profile.sides if profile.misses else profile.sides + 1)
    return sum(face + profile.bonus - off >= target.health for face in faces) / profile.sides

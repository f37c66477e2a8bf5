"""Damage, Attack and Shoot (sections 6 and 7)."""

from __future__ import annotations

from typing import NamedTuple

from app.games.stratos.board import defending, distance, enemies_of, form, friendly, has_equipment, whose
from app.games.stratos.components import CARDS
from app.games.stratos.state import State, Unit
from app.games.stratos.telling import change_health, joined, place
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


def reductions(unit: Unit, damage: str) -> list[tuple[int, str]]:
    """STR-068: what is taken off `physical`, `magical` or `item` damage to this unit, and by what."""
    strong = {"physical": "soldier", "magical": "mage"}.get(damage) == unit.cls
    physical = damage == "physical"
    every = (
        (has_equipment(unit, "coral_mail"), "its Coral Mail"),
        ((2 if strong else 1) if defending(unit) else 0, "its defence"),  # STR-053 to STR-055
        (has_equipment(unit, "oak_shield") if physical else 0, "its Oak Shield"),
        (1 if physical and unit.occupies == "fortress" else 0, "the Fortress it holds"),  # STR-137
        (1 if damage == "magical" and unit.ward else 0, "its ward"),
    )
    return [(off, by) for off, by in every if off]


def reduction(unit: Unit, damage: str) -> int:
    return sum(off for off, _ in reductions(unit, damage))


def harm(unit: Unit, amount: int, damage: str) -> int:
    """STR-067, STR-069: returns the Health really lost."""
    lost = min(unit.health, max(0, amount - reduction(unit, damage)))
    unit.health -= lost
    return lost


def wound(g: Play[State], unit: Unit, amount: int, damage: str, cause: str) -> int:
    """Damage with its reasons: what caused it, and what took off how much. Returns the Health really lost."""
    less = joined(f"{off} less by {by}" for off, by in reductions(unit, damage))
    why = f"{cause}, {less}" if less else f"{cause}, nothing lessens it"
    before = unit.health
    lost = harm(unit, amount, damage)
    change_health(g, unit, before, why)
    g.tell(f"{whose(unit)} loses {lost or 'no'} Health: {why}.", rule="STR-067")
    return lost


def lose(g: Play[State], unit: Unit, amount: int, why: str) -> None:
    """Traps and calamities: nothing lessens them (STR-056)."""
    before = unit.health
    unit.health = max(0, unit.health - amount)
    change_health(g, unit, before, why)


def with_weapon(profile: Profile) -> str:
    return f" with the {CARDS[profile.id].title}" if profile.id in CARDS else ""


def strike(g: Play[State], unit: Unit, target: Unit, profile: Profile) -> int | None:
    """Roll and deal the damage; the caller settles. Returns the Health lost, None for a miss."""
    bow = profile.id == "bow"
    verb = "shoots at" if bow else "attacks"
    text = f"{whose(unit)} {verb} {whose(target)} on {place(g.state, target.at)}{with_weapon(profile)}: {{dice}}."
    (rolled,) = g.roll(1, profile.sides, text, rule="STR-061" if bow else "STR-060", owner=unit.seat)
    missed = profile.misses and rolled == profile.sides
    if g.scene is not None:
        blade = f"{profile.bonus} more by the Steel Blade" if profile.bonus else ""
        told = ("ignored", "a miss", f"a {rolled} misses") if missed else ("hurts", "is the damage", blade)
        g.scene.fate(*told)  # type: ignore[arg-type]
    if missed:
        g.tell(f"A {rolled} is a miss: {whose(target)} is not hurt.", rule="STR-061" if bow else "STR-060")
        g.change(f"{form(target)}'s Health", target.health, target.health, f"a {rolled} misses", seat=target.seat)
        return None
    more = f" and {profile.bonus} more by the Steel Blade" if profile.bonus else ""
    return wound(g, target, rolled + profile.bonus, "physical", f"{rolled} rolled{more}")


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

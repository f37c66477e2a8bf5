"""Harvest and Power Harvest (section 5)."""

from __future__ import annotations

from app.games.stratos.board import is_ordinary_land, pool_of, tile_under, whose
from app.games.stratos.components import RESOURCE_NAMES, YIELDS
from app.games.stratos.state import Pool, State, Unit
from app.kernel import Play


def gain(pool: Pool, resource: str, amount: int) -> None:
    setattr(pool, resource, getattr(pool, resource) + amount)


def held(pool: Pool, resource: str) -> int:
    amount: int = getattr(pool, resource)
    return amount


def can_harvest(state: State, unit: Unit) -> bool:
    """STR-047: Lagoons and special tiles yield nothing."""
    return is_ordinary_land(tile_under(state, unit))


def harvest(g: Play[State], unit: Unit, power: bool, seat: int) -> int:
    """The resource goes to `seat`: the owner, or who dominates the unit."""
    resource = YIELDS[tile_under(g.state, unit).kind]
    amount = 1  # STR-046
    if power:
        (amount,) = g.roll(1, 4, f"{whose(unit)} takes a Power Harvest: {{dice}}.", rule="STR-049")
        if amount == 4 and not unit.promoted:  # STR-049, STR-050
            amount = 0
    player = g.state.players[seat]
    pouch = any(item.id.startswith("seed_pouch") for item in player.permanents)
    if amount and pouch and not player.seeded:
        player.seeded = True
        amount += 1
    gain(pool_of(g.state, seat), resource, amount)
    g.tell(f"{{{seat}}} gets {amount} {RESOURCE_NAMES[resource]}.", rule="STR-046")
    return amount

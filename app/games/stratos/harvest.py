"""Harvest and Power Harvest (section 5)."""

from __future__ import annotations

from app.games.stratos.board import goods, is_ordinary_land, pool_of, tile_under, whose
from app.games.stratos.components import RESOURCE_NAMES, YIELDS
from app.games.stratos.state import Pool, State, Unit
from app.games.stratos.telling import land_of, place, receive, step, unit_name
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
    way = "Power Harvest" if power else "Harvest"
    where = f"{way} on {place(g.state, unit.at)}"
    rule = "STR-049" if power else "STR-046"
    title = f"{whose(unit)} harvests {land_of(g.state, unit.at)}"
    alone = g.scene is None
    with step(g, "gain", title, about=unit_name(unit), scene=where, rule=rule) as made:
        amount, why = 1, "a Harvest brings 1"  # STR-046
        if power:
            amount, why = power_yield(g, unit)
        player = g.state.players[seat]
        pouch = any(item.id.startswith("seed_pouch") for item in player.permanents)
        if amount and pouch and not player.seeded:
            player.seeded = True
            amount, why = amount + 1, f"{why} and 1 more by the Seed Pouch"
        if alone:
            made.kind = "gain" if amount else "event"
            made.title = f"{whose(unit)} harvests {goods(resource, amount) if amount else 'nothing'}"
        receive(g, seat, resource, amount, why)
        if amount:
            g.tell(f"{{{seat}}} gets {goods(resource, amount)} from {place(g.state, unit.at)}: {why}.", rule="STR-046")
        else:
            g.tell(f"{whose(unit)} harvests nothing: {why}.", rule="STR-049")
            kept = held(pool_of(g.state, seat), resource)
            g.change(RESOURCE_NAMES[resource], kept, kept, why, seat=seat)
    return amount


def power_yield(g: Play[State], unit: Unit) -> tuple[int, str]:
    """STR-049, STR-050."""
    text = f"{whose(unit)} takes a Power Harvest on {place(g.state, unit.at)}: {{dice}}."
    (rolled,) = g.roll(1, 4, text, rule="STR-049", owner=unit.seat)
    failed = rolled == 4 and not unit.promoted
    if g.scene is not None and failed:
        g.scene.fate("ignored", "fails", "a 4 brings nothing")
    elif g.scene is not None:
        g.scene.fate("counts", "is the yield")
    return (0, "a 4 brings a Peasant nothing") if failed else (rolled, f"{rolled} rolled")

"""The twelve Mage Spells. `*_plans` lists every legal choice, the function beside it carries one out."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.stratos.board import (
    DIRECTIONS,
    defending,
    distance,
    enemies_of,
    free_for,
    friendly,
    heal,
    immune,
    is_ordinary,
    is_ordinary_land,
    max_health,
    may_stand,
    pool_of,
    spot,
    step,
    tile_immune,
    tile_under,
    units_of,
    whose,
    within,
)
from app.games.stratos.combat import harm
from app.games.stratos.components import RESOURCE_NAMES, YIELDS
from app.games.stratos.decks import card_title
from app.games.stratos.effects import Effect, Plan, square_of, tile_step, unit_of, unit_step
from app.games.stratos.harvest import gain
from app.games.stratos.landing import land, move_unit, put
from app.games.stratos.state import State, Unit
from app.kernel import Option, Play, Script, choose

SIGN_WORDS = {"blank": "blank", "I": "I", "II": "II", "tri": "triangle"}


def enemies_within(state: State, caster: Unit, low: int, high: int) -> list[Unit]:
    """STR-087: an immune unit is never a legal choice."""
    return [
        unit
        for unit in enemies_of(state, caster.seat)
        if low <= distance(caster.at, unit.at) <= high and not immune(unit)
    ]


def friends_within(state: State, caster: Unit, low: int, high: int) -> list[Unit]:
    return [
        unit
        for unit in state.units
        if friendly(state, caster.seat, unit.seat) and low <= distance(caster.at, unit.at) <= high and not immune(unit)
    ]


def burn(g: Play[State], target: Unit, amount: int) -> int:
    lost = harm(target, amount, "magical")
    g.tell(f"{whose(target)} loses {lost} Health.", rule="STR-066")
    return lost


# Spark, Firebolt, Wither ----------------------------------------------------------------------------------------


def near_enemy_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for unit in enemies_within(state, caster, 1, 2):
        yield (unit_step(unit),)


def far_enemy_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for unit in enemies_within(state, caster, 1, 3):
        yield (unit_step(unit),)


def spark(g: Play[State], caster: Unit, plan: Plan) -> bool:
    return burn(g, unit_of(g.state, plan[0]), 2) > 0


def firebolt(g: Play[State], caster: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    (rolled,) = g.roll(1, 4, f"Firebolt at {whose(target)}: {{dice}}.")
    return burn(g, target, rolled) > 0


def wither(g: Play[State], caster: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    defended = defending(target)
    target.defend, target.wither = False, True
    return burn(g, target, 2) > 0 or defended


# Frost Snare, Mend, Ward, Haste ---------------------------------------------------------------------------------


def snare_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for unit in enemies_within(state, caster, 1, 3):
        if not unit.snare:
            yield (unit_step(unit),)


def frost_snare(g: Play[State], caster: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    target.snare = True
    g.tell(f"{whose(target)} is snared.")
    return True


def mend_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for unit in friends_within(state, caster, 0, 2):
        if unit.health < max_health(unit):
            yield (unit_step(unit),)


def mend(g: Play[State], caster: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    g.tell(f"{whose(target)} regains {heal(target, 2)} Health.")
    return True


def ward_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for unit in friends_within(state, caster, 0, 3):
        if not unit.ward:
            yield (unit_step(unit),)


def ward(g: Play[State], caster: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    target.defend = target.ward = True
    g.tell(f"{whose(target)} is warded.")
    return True


def haste_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for unit in units_of(state, caster.seat):
        if 1 <= distance(caster.at, unit.at) <= 2 and not unit.net and not immune(unit):
            yield (unit_step(unit),)


def haste(g: Play[State], caster: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    target.extra.append("no_cast")
    g.tell(f"{whose(target)} gets an extra action.", rule="STR-035")
    return True


# Gale, Blink, Transpose -----------------------------------------------------------------------------------------


def gale_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for unit in state.units:
        if unit is caster or immune(unit) or not 1 <= distance(caster.at, unit.at) <= 3:
            continue
        for direction in DIRECTIONS:
            for steps in (1, 2):
                if not free_for(state, unit.cls, step(unit.at, direction, steps)):
                    break
                yield unit_step(unit), direction, str(steps)


def gale(g: Play[State], caster: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    move_unit(g, target, step(target.at, plan[1], int(plan[2])))
    return True


def blink_plans(state: State, caster: Unit) -> Iterator[Plan]:
    if immune(caster):  # STR-087: its own spells neither
        return
    for at, _ in within(state, caster.at, 1, 3):
        if free_for(state, caster.cls, at):
            yield (tile_step(at),)


def blink(g: Play[State], caster: Unit, plan: Plan) -> bool:
    move_unit(g, caster, square_of(plan[0]))
    return True


def transpose_plans(state: State, caster: Unit) -> Iterator[Plan]:
    if immune(caster):
        return
    for unit in state.units:
        if unit is caster or immune(unit) or distance(caster.at, unit.at) > 4:
            continue
        if may_stand(caster.cls, tile_under(state, unit)) and may_stand(unit.cls, tile_under(state, caster)):
            yield (unit_step(unit),)


def transpose(g: Play[State], caster: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    here, there = caster.at, target.at
    put(caster, there)
    put(target, here)
    g.tell(f"{whose(caster)} and {whose(target)} swap tiles.")
    land(g, caster)
    land(g, target)
    return True


# Bounty, Scry ---------------------------------------------------------------------------------------------------


def bounty_plans(state: State, caster: Unit) -> Iterator[Plan]:
    if is_ordinary_land(tile_under(state, caster)):
        yield ()


def bounty(g: Play[State], caster: Unit, plan: Plan) -> bool:
    resource = YIELDS[tile_under(g.state, caster).kind]
    gain(pool_of(g.state, caster.seat), resource, 2)
    g.tell(f"{{{caster.seat}}} gains 2 {RESOURCE_NAMES[resource]}.")
    return True


def scry_plans(state: State, caster: Unit) -> Iterator[Plan]:
    decks = [deck for deck in ("land", "lagoon") if state.decks[deck]]
    tiles = [
        tile_step(at)
        for at, tile in within(state, caster.at, 0, 3)
        if is_ordinary(tile) and not tile.searched and not tile_immune(state, at)
    ]
    for first in tiles:
        for second in (*(t for t in tiles if t != first), "one"):
            for deck in decks:
                yield first, second, deck


def scry(g: Play[State], caster: Unit, plan: Plan) -> bool:
    looked = [square_of(part) for part in plan[:2] if part != "one"]
    for at in looked:
        look_under(g.state, caster.seat, at)
    top = g.state.decks[plan[2]][0]
    if caster.seat not in top.seen:
        top.seen.append(caster.seat)
    places = " and ".join(spot(at) for at in looked)
    g.tell(f"{{{caster.seat}}} looks under {places} and at the top of the {plan[2].capitalize()} deck.", rule="STR-194")
    return True


def look_under(state: State, seat: int, at: tuple[int, int]) -> None:
    tile = state.grid[at[0]][at[1]]
    assert tile is not None
    if seat not in tile.seen:
        tile.seen.append(seat)


def scry_after(g: Play[State], caster: Unit, plan: Plan) -> Script[None]:
    """The card is left on top or put at the bottom once it was seen."""
    deck = g.state.decks[plan[2]]
    places = [square_of(part) for part in plan[:2] if part != "one"]
    signs = ", ".join(f"{spot(at)} {SIGN_WORDS[sign_at(g.state, at)]}" for at in places)
    g.tell(f"You see {signs}, and {card_title(deck[0].id)}.", to=[caster.seat], later=True)
    answer = yield from choose(
        caster.seat,
        f"You see {signs}. The top card is {card_title(deck[0].id)}",
        [Option("top", "Leave it on top"), Option("bottom", "Put it at the bottom")],
        rule="STR-204",
        public="looks at a card",
    )
    if answer == "bottom":
        deck.append(deck.pop(0))
    g.tell(f"The card is {'left on top' if answer == 'top' else 'put at the bottom'}.", rule="STR-194")


def sign_at(state: State, at: tuple[int, int]) -> str:
    tile = state.grid[at[0]][at[1]]
    assert tile is not None
    return tile.sign


MAGE_SPELLS: dict[str, Effect] = {
    "spark": Effect(near_enemy_plans, spark, ("an enemy unit",), harm=("2",)),
    "firebolt": Effect(far_enemy_plans, firebolt, ("an enemy unit",), harm=("D4",)),
    "frost_snare": Effect(snare_plans, frost_snare, ("an enemy unit",)),
    "mend": Effect(mend_plans, mend, ("a friendly unit",)),
    "gale": Effect(gale_plans, gale, ("a unit", "a direction", "how far")),
    "blink": Effect(blink_plans, blink, ("a free tile",)),
    "transpose": Effect(transpose_plans, transpose, ("a unit to swap with",)),
    "bounty": Effect(bounty_plans, bounty),
    "ward": Effect(ward_plans, ward, ("a friendly unit",)),
    "scry": Effect(scry_plans, scry, ("a tile to look under", "a second tile", "a deck"), after=scry_after),
    "wither": Effect(near_enemy_plans, wither, ("an enemy unit",)),
    "haste": Effect(haste_plans, haste, ("a unit of yours",)),
}

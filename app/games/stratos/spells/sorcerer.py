"""The ten Sorcerer Spells."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.stratos.board import (
    DIRECTIONS,
    LAND,
    defending,
    distance,
    enemies_of,
    free_for,
    heal,
    immune,
    is_ordinary_land,
    max_health,
    may_stand,
    nearest_free,
    neighbours,
    squares,
    step,
    tile_at,
    tile_immune,
    unit_at,
    units_of,
    whose,
    within,
)
from app.games.stratos.combat import attacks, harm, shot, strike, targets
from app.games.stratos.components import TERRAIN
from app.games.stratos.decks import fence
from app.games.stratos.effects import Effect, Plan, square_of, tile_step, unit_of, unit_step
from app.games.stratos.harvest import can_harvest, harvest
from app.games.stratos.landing import move_unit
from app.games.stratos.spells.mage import burn, enemies_within
from app.games.stratos.state import Square, State, Tile, Unit
from app.games.stratos.victory import finish
from app.kernel import Play

TURNS = {"cw": (0, 1, -1, 0), "ccw": (0, -1, 1, 0), "half": (-1, 0, 0, -1)}
BLOCK = [(row, col) for row in (-1, 0, 1) for col in (-1, 0, 1)]


def shift_tiles(state: State, moves: dict[Square, Square]) -> None:
    """STR-042: units, searched marks and running bonuses ride along."""
    tiles = {old: tile_at(state, old) for old in moves}
    riders = {old: unit_at(state, old) for old in moves}
    for old, new in moves.items():
        state.grid[new[0]][new[1]] = tiles[old]
        rider = riders[old]
        if rider is not None:
            rider.at = new


# Georotate, Geoslide --------------------------------------------------------------------------------------------


def block_of(centre: Square) -> list[Square]:
    return [(centre[0] + row, centre[1] + col) for row, col in BLOCK]


def georotate_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for centre, _ in within(state, caster.at, 0, 3):
        block = block_of(centre)
        if all(tile_at(state, at) is not None and not tile_immune(state, at) for at in block):
            for turn in TURNS:
                yield tile_step(centre), turn


def georotate(g: Play[State], caster: Unit, plan: Plan) -> bool:
    row, col = square_of(plan[0])
    a, b, c, d = TURNS[plan[1]]
    shift_tiles(
        g.state,
        {(row + dr, col + dc): (row + a * dr + b * dc, col + c * dr + d * dc) for dr, dc in BLOCK},
    )
    g.tell(f"The tiles around ({row},{col}) turn.", rule="STR-042")
    return True


def slides(state: State, first: Square, direction: str) -> Iterator[list[Square]]:
    """Every gapless run of 3 or more tiles that begins here, without immune tiles."""
    run = [first]
    while tile_at(state, run[-1]) is not None and not tile_immune(state, run[-1]):
        if len(run) >= 3:
            yield list(run)
        run.append(step(run[-1], direction))


def geoslide_plans(state: State, caster: Unit) -> Iterator[Plan]:
    """The run is named by its two ends; it shifts from the first towards the last."""
    for first, _ in squares(state):
        for direction in DIRECTIONS:
            for run in slides(state, first, direction):
                if any(distance(caster.at, at) <= 3 for at in run):
                    yield tile_step(first), tile_step(run[-1])


def geoslide(g: Play[State], caster: Unit, plan: Plan) -> bool:
    first, last = square_of(plan[0]), square_of(plan[1])
    down, right = (last[0] > first[0]) - (last[0] < first[0]), (last[1] > first[1]) - (last[1] < first[1])
    run = [(first[0] + down * n, first[1] + right * n) for n in range(distance(first, last) + 1)]
    shift_tiles(g.state, dict(zip(run, [*run[1:], run[0]], strict=True)))
    g.tell("A run of tiles slides.", rule="STR-042")
    return True


# Meteor, Chain Lightning, Life Drain ----------------------------------------------------------------------------


def meteor_victims(state: State, at: Square) -> list[Unit]:
    around = [at, *neighbours(state, at)]
    return [unit for unit in state.units if unit.at in around and not immune(unit)]


def meteor_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for at, _ in within(state, caster.at, 1, 4):
        if not tile_immune(state, at) and meteor_victims(state, at):
            yield (tile_step(at),)


def meteor(g: Play[State], caster: Unit, plan: Plan) -> bool:
    at = square_of(plan[0])
    victims = meteor_victims(g.state, at)
    rolled = 0
    if any(unit.at == at for unit in victims):
        (rolled,) = g.roll(1, 6, "The Meteor strikes: {dice}.")
    return sum(burn(g, unit, rolled if unit.at == at else 2) for unit in victims) > 0


def chain_plans(state: State, caster: Unit) -> Iterator[Plan]:
    foes = [unit for unit in enemies_of(state, caster.seat) if not immune(unit)]
    for first in enemies_within(state, caster, 1, 3):
        yield unit_step(first), "stop", "stop"
        for second in foes:
            if second is first or distance(first.at, second.at) > 2:
                continue
            yield unit_step(first), unit_step(second), "stop"
            for third in foes:
                if third not in (first, second) and distance(second.at, third.at) <= 2:
                    yield unit_step(first), unit_step(second), unit_step(third)


def chain_lightning(g: Play[State], caster: Unit, plan: Plan) -> bool:
    hit = [unit_of(g.state, part) for part in plan if part != "stop"]
    return sum(burn(g, unit, amount) for unit, amount in zip(hit, (3, 2, 1), strict=False)) > 0


def drain_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for unit in enemies_within(state, caster, 1, 2):
        yield (unit_step(unit),)


def life_drain(g: Play[State], caster: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    lost = harm(target, 3, "magical")
    regained = 0 if immune(caster) else heal(caster, lost)
    g.tell(f"{whose(target)} loses {lost} Health; {whose(caster)} regains {regained}.")
    return lost > 0


# Terraform, Sinkhole --------------------------------------------------------------------------------------------


def replace_tile(g: Play[State], at: Square, kind: str) -> Tile:
    """The old tile leaves the match; a random supply tile takes its square, unsearched."""
    old = tile_at(g.state, at)
    assert old is not None
    g.state.gone.append(old)
    fence(g)
    g.state.grid[at[0]][at[1]] = g.state.supply[kind].pop(0)
    return old


def terraform_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for at, tile in within(state, caster.at, 0, 3):
        if is_ordinary_land(tile) and not tile_immune(state, at):
            for kind in LAND:
                if kind != tile.kind and state.supply[kind]:
                    yield tile_step(at), f"terrain:{kind}"


def terraform(g: Play[State], caster: Unit, plan: Plan) -> bool:
    at, kind = square_of(plan[0]), plan[1].partition(":")[2]
    replace_tile(g, at, kind)
    g.tell(f"({at[0]},{at[1]}) becomes a {TERRAIN[kind]}.")
    return True


def sinkable(state: State, tile: Tile) -> bool:
    if state.scenario == "sorcerer3" and tile.special == "quarry" and not tile.covered:
        return False  # STR-165
    return is_ordinary_land(tile) or (tile.kind == "S" and not tile.covered)


def sinkhole_plans(state: State, caster: Unit) -> Iterator[Plan]:
    if not state.supply["L"]:
        return
    for at, tile in within(state, caster.at, 1, 3):
        if not sinkable(state, tile) or tile_immune(state, at):
            continue
        sure = "sure" if state.scenario == "cathedral2" and tile.special == "cathedral" else "stay"  # STR-208
        unit = unit_at(state, at)
        if unit is None or may_stand(unit.cls, Tile(0, "L")):
            yield tile_step(at), "stay", sure
            continue
        for place in nearest_free(state, unit.cls, at):  # STR-043, STR-044
            yield tile_step(at), tile_step(place), sure


def sinkhole(g: Play[State], caster: Unit, plan: Plan) -> bool:
    at = square_of(plan[0])
    unit = unit_at(g.state, at)
    old = replace_tile(g, at, "L")
    g.tell(f"({at[0]},{at[1]}) sinks into a Lagoon.")
    if unit is not None:
        unit.occupies = ""
    if g.state.scenario == "cathedral2" and old.special == "cathedral":  # STR-161
        finish(g, [1 - caster.seat], "the Cathedral was destroyed", "STR-161")
    if unit is not None and plan[1] != "stay":
        move_unit(g, unit, square_of(plan[1]))
    return True


# Aegis, Dominate, Recall ----------------------------------------------------------------------------------------


def aegis_plans(state: State, caster: Unit) -> Iterator[Plan]:
    mine = [unit for unit in units_of(state, caster.seat) if not immune(unit)]
    if any(not defending(unit) or unit.health < max_health(unit) for unit in mine):
        yield ()


def aegis(g: Play[State], caster: Unit, plan: Plan) -> bool:
    for unit in units_of(g.state, caster.seat):
        if not immune(unit):
            unit.defend = True
            heal(unit, 1)
    g.tell(f"{{{caster.seat}}}'s units defend and regain 1 Health.")
    return True


def puppet_actions(state: State, unit: Unit, controller: int) -> Iterator[str]:
    """What the unit could do under another's control; a snare on it does not matter, nor does what it did before."""
    for at in neighbours(state, unit.at):
        if free_for(state, unit.cls, at):
            yield f"travel:{at[0]},{at[1]}"
    if can_harvest(state, unit):
        yield "harvest"
        if unit.cls == "peasant":
            yield "power"
    for profile in attacks(unit):
        for target in targets(state, unit, profile, controller):
            yield f"attack:{profile.id}:{target.id}"
    bow = shot(unit)
    for target in targets(state, unit, bow, controller) if bow else []:
        yield f"shoot:{target.id}"


def dominate_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for unit in enemies_within(state, caster, 1, 2):
        if not unit.net:
            for action in puppet_actions(state, unit, caster.seat):
                yield unit_step(unit), action


def dominate(g: Play[State], caster: Unit, plan: Plan) -> bool:
    puppet = unit_of(g.state, plan[0])
    kind, _, rest = plan[1].partition(":")
    if kind == "travel":
        move_unit(g, puppet, square_of(plan[1]))
        return True
    if kind in ("harvest", "power"):
        return harvest(g, puppet, kind == "power", caster.seat) > 0
    weapon, _, target = rest.rpartition(":")
    bow = shot(puppet)
    profile = bow if kind == "shoot" and bow else next(p for p in attacks(puppet) if p.id == weapon)
    return strike(g, puppet, unit_of(g.state, f"unit:{target}"), profile) > 0


def recall_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for unit in units_of(state, caster.seat):
        if unit is caster or unit.net or immune(unit):
            continue
        for at in neighbours(state, caster.at):
            if free_for(state, unit.cls, at):
                yield unit_step(unit), tile_step(at)


def recall(g: Play[State], caster: Unit, plan: Plan) -> bool:
    unit = unit_of(g.state, plan[0])
    move_unit(g, unit, square_of(plan[1]))
    unit.extra.append("any")
    return True


SORCERER_SPELLS: dict[str, Effect] = {
    "georotate": Effect(georotate_plans, georotate, ("the centre", "the turn")),
    "geoslide": Effect(geoslide_plans, geoslide, ("the end of the run that moves away", "the other end")),
    "meteor": Effect(meteor_plans, meteor, ("the tile",)),
    "chain_lightning": Effect(
        chain_plans, chain_lightning, ("an enemy unit", "a second enemy", "a third enemy"), harm=("3", "2", "1")
    ),
    "life_drain": Effect(drain_plans, life_drain, ("an enemy unit",), harm=("3",)),
    "terraform": Effect(terraform_plans, terraform, ("a land tile", "its new terrain")),
    "sinkhole": Effect(sinkhole_plans, sinkhole, ("a tile", "where its unit goes", "are you sure")),
    "aegis": Effect(aegis_plans, aegis),
    "dominate": Effect(dominate_plans, dominate, ("an enemy unit", "what it does")),
    "recall": Effect(recall_plans, recall, ("a unit of yours", "a tile next to the caster")),
}

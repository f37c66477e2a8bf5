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
from app.games.stratos.combat import attacks, shot, strike, targets
from app.games.stratos.components import TERRAIN
from app.games.stratos.decks import fence
from app.games.stratos.effects import Effect, Plan, square_of, tile_step, unit_of, unit_step
from app.games.stratos.harvest import can_harvest, harvest
from app.games.stratos.landing import move_unit
from app.games.stratos.spells.mage import burn, enemies_within
from app.games.stratos.state import Square, State, Tile, Unit
from app.games.stratos.telling import capital, change_health, headline, land_of, mark, place, tile_name
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
    told = {"cw": "clockwise", "ccw": "counter-clockwise", "half": "half round"}[plan[1]]
    look_at(g, (row, col))
    headline(g, f"{whose(caster)} turns the land")
    g.tell(f"The nine tiles around ({row},{col}) turn {told}.", rule="STR-042")
    g.change("nine tiles", "", f"turned {told}", f"around ({row},{col}), and units ride along")
    return True


def look_at(g: Play[State], at: Square) -> None:
    if g.scene is not None:
        g.scene.about = tile_name(at)


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
    way = next(name for name, (dr, dc) in DIRECTIONS.items() if (dr, dc) == (down, right))
    span = f"from ({first[0]},{first[1]}) to ({last[0]},{last[1]})"
    look_at(g, first)
    headline(g, f"{whose(caster)} slides the land")
    g.tell(f"{len(run)} tiles {span} slide {way}, and the last comes round to the front.", rule="STR-042")
    g.change(f"{len(run)} tiles", "", f"one step {way}", f"{span}, and units ride along")
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
    look_at(g, at)
    headline(g, f"{whose(caster)} calls a Meteor down on {land_of(g.state, at)}")
    if any(unit.at == at for unit in victims):
        (rolled,) = g.roll(1, 6, "The Meteor strikes: {dice}.", owner=caster.seat, rule="STR-075")
        if g.scene is not None:
            g.scene.fate("hurts", "is the damage", "where it strikes; 2 beside it")
    struck, beside = (rolled, f"the Meteor rolled {rolled}"), (2, "the Meteor deals 2 beside it")
    return sum(burn(g, unit, *(struck if unit.at == at else beside)) for unit in victims) > 0


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
    more = f" and {len(hit) - 1} more" if len(hit) > 1 else ""
    headline(g, f"{whose(caster)} strikes {whose(hit[0])}{more} with lightning", hit[0])
    causes = ("the lightning deals 3", "it leaps on for 2", "it leaps on for 1")
    bolts = zip(hit, (3, 2, 1), causes, strict=False)
    return sum(burn(g, unit, amount, cause) for unit, amount, cause in bolts) > 0


def drain_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for unit in enemies_within(state, caster, 1, 2):
        yield (unit_step(unit),)


def life_drain(g: Play[State], caster: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    headline(g, f"{whose(caster)} drains the life of {whose(target)}", target)
    lost = burn(g, target, 3, "Life Drain deals 3")
    before = caster.health
    regained = 0 if immune(caster) else heal(caster, lost)
    if regained:
        g.tell(f"{whose(caster)} regains {regained} Health.", rule="STR-075")
        change_health(g, caster, before, "it regains what the other lost")
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
    before = place(g.state, at)
    replace_tile(g, at, kind)
    look_at(g, at)
    headline(g, f"{whose(caster)} turns {before.partition(' at ')[0]} into a {TERRAIN[kind].lower()}")
    g.tell(f"{capital(before)} becomes a {TERRAIN[kind]}.", rule="STR-075")
    g.change("tile", before, place(g.state, at), "a random tile of the supply, unsearched")
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
        for refuge in nearest_free(state, unit.cls, at):  # STR-043, STR-044
            yield tile_step(at), tile_step(refuge), sure


def sinkhole(g: Play[State], caster: Unit, plan: Plan) -> bool:
    at = square_of(plan[0])
    unit = unit_at(g.state, at)
    before = place(g.state, at)
    old = replace_tile(g, at, "L")
    look_at(g, at)
    headline(g, f"{whose(caster)} sinks {before.partition(' at ')[0]}")
    g.tell(f"{capital(before)} sinks into a Lagoon.", rule="STR-075")
    g.change("tile", before, place(g.state, at), "the old tile is destroyed")
    if unit is not None:
        unit.occupies = ""
    if g.state.scenario == "cathedral2" and old.special == "cathedral":  # STR-161
        finish(g, [1 - caster.seat], "the Cathedral was destroyed", "STR-161")
    if unit is not None and plan[1] != "stay":
        move_unit(g, unit, square_of(plan[1]), "escapes")
    return True


# Aegis, Dominate, Recall ----------------------------------------------------------------------------------------


def aegis_plans(state: State, caster: Unit) -> Iterator[Plan]:
    mine = [unit for unit in units_of(state, caster.seat) if not immune(unit)]
    if any(not defending(unit) or unit.health < max_health(unit) for unit in mine):
        yield ()


def aegis(g: Play[State], caster: Unit, plan: Plan) -> bool:
    headline(g, f"{whose(caster)} raises an Aegis over {{{caster.seat}}}'s units")
    for unit in units_of(g.state, caster.seat):
        if not immune(unit):
            before = unit.health
            unit.defend = True
            heal(unit, 1)
            if unit.health != before:
                change_health(g, unit, before, "Aegis gives back 1")
            mark(g, unit, "defends", "Aegis, until its owner's next turn", better=True)
    g.tell(f"{{{caster.seat}}}'s units defend and regain 1 Health.", rule="STR-075")
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
    headline(g, f"{whose(caster)} dominates {whose(puppet)}", puppet)
    if kind == "travel":
        move_unit(g, puppet, square_of(plan[1]), "is driven")
        return True
    if kind in ("harvest", "power"):
        return harvest(g, puppet, kind == "power", caster.seat) > 0
    weapon, _, target = rest.rpartition(":")
    bow = shot(puppet)
    profile = bow if kind == "shoot" and bow else next(p for p in attacks(puppet) if p.id == weapon)
    return bool(strike(g, puppet, unit_of(g.state, f"unit:{target}"), profile))


def recall_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for unit in units_of(state, caster.seat):
        if unit is caster or unit.net or immune(unit):
            continue
        for at in neighbours(state, caster.at):
            if free_for(state, unit.cls, at):
                yield unit_step(unit), tile_step(at)


def recall(g: Play[State], caster: Unit, plan: Plan) -> bool:
    unit = unit_of(g.state, plan[0])
    headline(g, f"{whose(caster)} recalls {whose(unit)}", unit)
    move_unit(g, unit, square_of(plan[1]), "is called back")
    unit.extra.append("any")
    mark(g, unit, "one extra action", "Recall, in this turn", better=True)
    return True


SORCERER_SPELLS: dict[str, Effect] = {
    "georotate": Effect(georotate_plans, georotate, ("around which tile?", "which way does it turn?")),
    "geoslide": Effect(geoslide_plans, geoslide, ("from which tile does the run move away?", "up to which tile?")),
    "meteor": Effect(meteor_plans, meteor, ("on which tile?",)),
    "chain_lightning": Effect(
        chain_plans,
        chain_lightning,
        ("which enemy unit first?", "which second enemy?", "which third enemy?"),
        harm=("3", "2", "1"),
    ),
    "life_drain": Effect(drain_plans, life_drain, ("which enemy unit?",), harm=("3",)),
    "terraform": Effect(terraform_plans, terraform, ("which land tile?", "what does it become?")),
    "sinkhole": Effect(sinkhole_plans, sinkhole, ("which tile?", "where does its unit go?", "are you sure?")),
    "aegis": Effect(aegis_plans, aegis),
    "dominate": Effect(dominate_plans, dominate, ("which enemy unit?", "what does it do?")),
    "recall": Effect(recall_plans, recall, ("which of your units?", "to which tile next to the caster?")),
}

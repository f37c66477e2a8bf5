"""A player of Stratos. It weighs every action of every unit, takes the best, and buys by a plan.

Everything it looks at is public or in its own hand, so its choice is the same in all worlds that its seat cannot tell
apart. The easy bot follows the same plan but fights, casts and searches in one turn of four; the strong one looks
ahead before it follows it (`foresight`).
"""

from __future__ import annotations

import msgspec

from app.games.stratos import foresight
from app.games.stratos import judgement as j
from app.games.stratos.actions import actions_left, can_act, harvesters, unit_options
from app.games.stratos.belief import believe
from app.games.stratos.board import (
    defending,
    distance,
    friendly,
    has_equipment,
    immune,
    max_spirit,
    pool_of,
    the_unit,
    tile_at,
    tile_under,
    uncode,
    unit_at,
    unit_by_id,
    units_of,
)
from app.games.stratos.buying import hire_squares
from app.games.stratos.combat import attacks, expected, kill_chance, shot
from app.games.stratos.components import CARDS, MOST_UNITS, RESOURCES, SPELLS, YIELDS
from app.games.stratos.decks import active_spell
from app.games.stratos.effects import Effect, Plan, square_of, unit_of
from app.games.stratos.exploration.items import ITEMS, tempest_targets
from app.games.stratos.exploration.traps import unbundle
from app.games.stratos.harvest import held
from app.games.stratos.scoring import points
from app.games.stratos.spells import EFFECTS
from app.games.stratos.spells.sorcerer import meteor_victims
from app.games.stratos.state import State, Unit
from app.kernel import PASS, Answer, Ask, Move, Option, Session

MANY_PLANS = 400  # an effect with more choices is judged by the first so many
WORTH_DOING = 0.05
URGENT = 30.0  # who is asked about acts first, unless somebody else has so much more to do
NEW_SPELL = 9.0
NEAR_GOAL = 4  # an enemy nearer than this to the square it wins by must be stopped
IN_THE_WAY = 6.0  # a blow at whoever stands on the goal
ITEM = 8.0
RICH = 16  # resources that lie about: better any unit than none
SEARCH = 8.0
HIRED_ON_GOAL = 100.0  # in scenario 2 it stands in the way: it has not landed there (STR-162)
BEARERS = {
    "pitchfork": ("peasant", "explorer", "mage"),
    "longbow": ("archer",),
    "steel_blade": ("soldier",),
    "oak_shield": ("soldier", "peasant"),
    "trail_boots": ("explorer",),
    "coral_mail": ("soldier", "explorer"),
    "trident": ("soldier", "explorer"),
}


def decide(session: Session[State], seat: int) -> Move:
    ask, view = session.asks[seat], session.view(seat)
    seen = believe(view.public, view.private, seat)
    choice = answer(seen, seat, ask)
    return Answer(seat, ask.id, look_ahead(session, seat, seen, choice) if seen.bots == "strong" else choice)


def look_ahead(session: Session[State], seat: int, seen: State, choice: tuple[str, ...]) -> tuple[str, ...]:
    """The strong bot: of what seems best, what also turns out best. Only in the two menus of a turn."""
    ids = [option.id for option in session.asks[seat].options]
    if "buy" in ids and seen.phase == "action":
        candidates = likely_actions(seen, seat, ids)
    elif PASS in ids:
        candidates = likely_purchases(choice[0], ids)
    else:
        return choice
    if len(candidates) == 1:
        return (candidates[0][1][0],)
    return (foresight.best_of(session, seat, candidates, answer)[0],)


def likely_actions(seen: State, seat: int, ids: list[str]) -> list[tuple[float, foresight.Candidate]]:
    """The best few actions of all units, each with the way to it through the menu, best first; or the end of the phase."""
    ranked = sorted(weighed_actions(seen, seat), key=lambda found: (-found[0], found[1:]))[: foresight.CANDIDATES]
    found: list[tuple[float, foresight.Candidate]] = []
    for worth, option, who in ranked:
        if option in ids and state_lists(seen, who):
            found.append((worth, (option,)))
        elif f"unit:{who}" in ids:
            found.append((worth, (f"unit:{who}", option)))
    stop = (WORTH_DOING, ("buy",))
    return [stop, *found] if not found or found[0][0] <= WORTH_DOING else found


def likely_purchases(choice: str, ids: list[str]) -> list[tuple[float, foresight.Candidate]]:
    """What the plan would buy, then what else there is, points before people."""
    order = ("hoard", "learn", "promote", "hire", PASS)
    kinds = {name: name.partition(":")[0] for name in ids}
    others = [name for name in ids if name != choice and kinds[name] in order]
    others.sort(key=lambda name: order.index(kinds[name]))
    return [(0.0, (name,)) for name in (choice, *others[: foresight.CANDIDATES - 1])]


def answer(state: State, seat: int, ask: Ask) -> tuple[str, ...]:
    if ask.kind != "choose":
        return ask.default
    ids = [option.id for option in ask.options]
    if "buy" in ids and state.phase == "action":
        return (choose_action(state, seat, ids),)
    if PASS in ids:
        return (choose_purchase(state, seat, ids),)
    return (choose_detail(state, seat, ask),)


# Actions --------------------------------------------------------------------------------------------------------


def choose_action(state: State, seat: int, ids: list[str]) -> str:
    weighed = weighed_actions(state, seat)
    best, choice, who = max(weighed, key=lambda found: found[0], default=(0.0, "buy", 0))
    if best <= WORTH_DOING:
        choice, who = "buy", 0
    elif not state_lists(state, who):
        mine = [found for found in weighed if state_lists(state, found[2])]
        at_hand = max(mine, key=lambda found: found[0], default=(0.0, "buy", 0))
        if at_hand[0] > max(WORTH_DOING, best - URGENT):
            _, choice, who = at_hand
    if "harvest_all" in ids and best < URGENT and all(would_harvest(weighed, unit) for unit in harvesters(state, seat)):
        return "harvest_all"
    if choice in ids and state_lists(state, who):
        return further(state, the_unit(state, who), choice, ids) if choice.startswith("travel:") else choice
    return f"unit:{who}" if f"unit:{who}" in ids else choice if choice in ids else "buy"


def would_harvest(weighed: list[tuple[float, str, int]], unit: Unit) -> bool:
    """Whether it would harvest here of itself before it goes anywhere, and a Peasant with power."""
    best = sorted((found for found in weighed if found[2] == unit.id), reverse=True)[: actions_left(unit)]
    here = [option for worth, option, _ in best if worth > WORTH_DOING]
    leaves = next((number for number, option in enumerate(here) if option.startswith("travel:")), len(here))
    return ("power" if unit.cls == "peasant" else "harvest") in here[:leaves]


def further(state: State, unit: Unit, choice: str, ids: list[str]) -> str:
    """If it would travel on from there, it goes all the way at once."""
    there = msgspec.structs.replace(unit, at=uncode(choice.partition(":")[2]), actions=[*unit.actions, "travel"])
    then = msgspec.structs.replace(state, units=[there if other is unit else other for other in state.units])
    if not can_act(there):
        return choice
    weighed = weigh_unit(then, there, unit_options(then, there), j.needs(state, unit.seat))
    onward, worth = max(weighed, key=lambda found: found[1], default=("", 0.0))
    walk = onward.replace("travel:", "walk:")
    return walk if worth > WORTH_DOING and walk != onward and walk in ids else choice


def weighed_actions(state: State, seat: int) -> list[tuple[float, str, int]]:
    """Every action of every unit: what it seems worth, the answer, the unit."""
    wanted = j.needs(state, seat)
    found: list[tuple[float, str, int]] = []
    for unit in filter(can_act, units_of(state, seat)):
        options = unit_options(state, unit)
        if state.bots == "easy" and state.turn % 8 > 1:  # an easy opponent often only works its fields
            options = [o for o in options if o.id.partition(":")[0] in ("travel", "harvest", "power", "defend")]
        found += [(worth, option, unit.id) for option, worth in weigh_unit(state, unit, options, wanted)]
    return found


def state_lists(state: State, who: int) -> bool:
    """Whether the menu shows this unit's actions now."""
    chosen = unit_by_id(state, state.selected) if state.selected is not None else None
    if chosen is None or not can_act(chosen):
        chosen = next((unit for unit in units_of(state, state.actor) if can_act(unit)), None)
    return chosen is None or chosen.id == who or who == 0


def weigh_unit(state: State, unit: Unit, options: list[Option], wanted: dict[str, float]) -> list[tuple[str, float]]:
    worth = j.attractions(state, unit, wanted)
    here: float | None = None
    found: list[tuple[str, float]] = []
    for option in options:
        kind, _, rest = option.id.partition(":")
        if kind == "travel":
            if here is None:
                here = j.pull(state, unit, unit.at, worth)
            at = uncode(rest)
            step = j.pull(state, unit, at, worth) - here + j.lean(state, at)
            if wins_by_landing(state, unit, rest):
                step += 1000.0
            if busy_here(state, unit, options):
                step -= 1.5  # first do what there is to do on this tile
            found.append((option.id, step))
        else:
            found.append((option.id, weigh_action(state, unit, kind, rest, wanted)))
    return found


def busy_here(state: State, unit: Unit, options: list[Option]) -> bool:
    return any(option.id in ("power", "search") for option in options)


def wins_by_landing(state: State, unit: Unit, rest: str) -> bool:
    return state.scenario == "cathedral2" and uncode(rest) in j.rushes(state, unit.seat)


def weigh_action(state: State, unit: Unit, kind: str, rest: str, wanted: dict[str, float]) -> float:
    if kind == "harvest":
        worth = wanted[YIELDS[tile_under(state, unit).kind]]
        return worth if unit.cls != "peasant" else 0.8 * worth
    if kind == "power":
        return wanted[YIELDS[tile_under(state, unit).kind]] * (2.5 if unit.promoted else 1.5)
    if kind == "defend":
        return 0.1 + 0.6 * j.danger(state, unit, unit.at)
    if kind == "search":
        tile = tile_under(state, unit)
        if unit.seat in tile.seen:
            return j.SIGN_WORTH[tile.sign]
        return SEARCH if unit.promoted or unit.health > 2 else 2.0
    if kind in ("attack", "shoot"):
        return weigh_blow(state, unit, kind, rest)
    if kind == "cast":
        return weigh_cast(state, unit, rest)
    return ITEM + best_plan(state, unit, ITEMS[rest], rest)[1] * 0.3


def weigh_blow(state: State, unit: Unit, kind: str, rest: str) -> float:
    weapon, _, number = rest.rpartition(":")
    target = the_unit(state, int(number))
    bow = shot(unit)
    profile = bow if kind == "shoot" and bow else next(p for p in attacks(unit) if p.id == weapon)
    worth = j.blow_worth(expected(profile, target), kill_chance(profile, target))
    near = [distance(target.at, at) for at in j.guards(state, unit.seat)]
    clears = IN_THE_WAY if target.at in j.rushes(state, unit.seat) else 0.0
    return worth + clears + (8.0 / (1 + min(near)) if near else 0.0)


def weigh_cast(state: State, unit: Unit, title: str) -> float:
    spell = active_spell(state, unit.seat, title)
    _, worth = best_plan(state, unit, EFFECTS[title], title)
    new = spell is not None and not spell.up
    price = 0.5 * SPELLS[title].spirit if unit.spirit < max_spirit(unit) else 0.0  # what is full does not grow
    return worth + NEW_SPELL if new and worth > 0 else worth - price


# Spells and items -----------------------------------------------------------------------------------------------


def best_plan(state: State, unit: Unit, effect: Effect, title: str) -> tuple[Plan, float]:
    best: Plan = ()
    top = -1000.0
    wanted = j.needs(state, unit.seat)
    for number, plan in enumerate(effect.plans(state, unit)):
        worth = weigh_plan(state, unit, title, plan, wanted)
        if worth > top:
            best, top = plan, worth
        if number > MANY_PLANS:
            break
    return best, top


def weigh_plan(state: State, unit: Unit, title: str, plan: Plan, wanted: dict[str, float]) -> float:
    """What this choice would do for the seat."""
    seat = unit.seat
    first = unit_of(state, plan[0]) if plan and plan[0].startswith("unit:") else None
    if title in ("spark", "firebolt", "life_drain", "fire_flask"):
        assert first is not None
        amount = {"spark": 2.0, "firebolt": 2.5, "life_drain": 3.0, "fire_flask": 2.0}[title]
        return j.harm_worth(state, seat, first, amount, "item" if title == "fire_flask" else "magical")
    if title == "wither":
        assert first is not None
        return j.harm_worth(state, seat, first, 2.0, off=has_equipment(first, "coral_mail")) + (
            1.0 if defending(first) else 0.0
        )
    if title == "chain_lightning":
        hit = [unit_of(state, part) for part in plan if part != "stop"]
        return sum(j.harm_worth(state, seat, foe, amount) for foe, amount in zip(hit, (3.0, 2.0, 1.0), strict=False))
    if title == "meteor":
        at = square_of(plan[0])
        return sum(j.harm_worth(state, seat, u, 3.5 if u.at == at else 2.0) for u in meteor_victims(state, at))
    if title == "bottled_tempest":
        return sum(j.harm_worth(state, seat, foe, 2.0, "item") for foe in tempest_targets(state, unit))
    if title in ("mend", "healing_draught"):
        assert first is not None
        return j.health_worth(first, 2 if title == "mend" else 4)
    if title == "aegis":
        mine = [u for u in units_of(state, seat) if not immune(u)]
        return sum(j.health_worth(u, 1) + 0.5 * j.danger(state, u, u.at) + 0.1 for u in mine)
    return weigh_craft(state, unit, title, plan, first, wanted)


def weigh_craft(
    state: State, unit: Unit, title: str, plan: Plan, first: Unit | None, wanted: dict[str, float]
) -> float:
    seat = unit.seat
    if title == "bounty":
        return 2.0 * wanted[YIELDS[tile_under(state, unit).kind]]
    if title == "buried_coffer":
        return sum(wanted[name] * (1 + 0.6 * (count - 1)) for name, count in unbundle(plan[0]))
    if title in ("pearl_purse", "message_bottle"):
        return 3.0
    if title in ("blink", "recall"):
        at = square_of(plan[-1])
        mover = unit if first is None else first
        worth = j.attractions(state, mover, wanted)
        return 0.3 + max(0.0, worth[at] - worth[mover.at]) * 0.5
    if title in ("gale", "siren_conch", "transpose"):
        assert first is not None
        return 0.4 + push_worth(state, unit, first, plan)
    if title in ("ward", "haste", "war_horn"):
        assert first is not None
        busy = len(first.actions) if title != "ward" else j.danger(state, first, first.at)
        return 0.5 + 0.6 * busy + (1.0 if title != "ward" and first.cls == "explorer" else 0.0)
    if title == "frost_snare":
        assert first is not None
        near = min((distance(first.at, at) for at in j.guards(state, seat)), default=NEAR_GOAL)
        return 0.3 + (6.0 / (1 + near) if near < NEAR_GOAL else 0.0)
    if title == "spirit_incense":
        assert first is not None
        return 0.5 * (max_spirit(first) - first.spirit)
    if title == "dominate":
        return dominate_worth(state, unit, plan, wanted)
    if title in ("sinkhole", "terraform", "georotate", "geoslide"):
        return land_worth(state, unit, title, plan, wanted)
    return 0.5  # Scry, Deed of Hire


def push_worth(state: State, unit: Unit, target: Unit, plan: Plan) -> float:
    """Push enemies away from what they want; leave friends alone."""
    if friendly(state, unit.seat, target.seat):
        return -0.3
    if plan[-1].startswith("unit:"):
        return -0.5 if j.guards(state, unit.seat) else 0.0
    steps = {"north": (-1, 0), "east": (0, 1), "south": (1, 0), "west": (0, -1)}
    if plan[-1].startswith("tile:"):
        at = square_of(plan[-1])
    else:
        down, right = steps[plan[1]]
        at = (target.at[0] + down * int(plan[2]), target.at[1] + right * int(plan[2]))
    goal = j.guards(state, unit.seat)
    if goal:
        gained = min(distance(at, g) for g in goal) - min(distance(target.at, g) for g in goal)
        return -50.0 if at in goal and state.scenario == "cathedral2" else 2.5 * gained
    tile = tile_at(state, at)
    return -3.0 if tile is not None and tile.covered else 0.1 * distance(at, unit.at)


def dominate_worth(state: State, unit: Unit, plan: Plan, wanted: dict[str, float]) -> float:
    puppet = unit_of(state, plan[0])
    kind, _, rest = plan[1].partition(":")
    if kind in ("harvest", "power"):
        return wanted[YIELDS[tile_under(state, puppet).kind]]
    if kind == "travel":
        goal = j.guards(state, unit.seat)
        return -50.0 if uncode(rest) in goal else 0.2
    weapon, _, number = rest.rpartition(":")
    target = the_unit(state, int(number))
    bow = shot(puppet)
    profile = bow if kind == "shoot" and bow else next(p for p in attacks(puppet) if p.id == weapon)
    return j.blow_worth(expected(profile, target), kill_chance(profile, target))


def land_worth(state: State, unit: Unit, title: str, plan: Plan, wanted: dict[str, float]) -> float:
    at = square_of(plan[0])
    on_it = unit_at(state, at)
    tile = tile_at(state, at)
    assert tile is not None
    if title == "terraform":
        gain = wanted[YIELDS[plan[1].partition(":")[2]]] - wanted[YIELDS[tile.kind]]
        mine = on_it is not None and on_it.seat == unit.seat
        return 0.3 + (gain if mine else 0.0)
    if title == "sinkhole":
        if plan[-1] == "sure":
            return -1000.0
        if on_it is None:
            return 0.1 if tile.searched or tile.kind != "S" else -1.0
        return -2.0 if friendly(state, unit.seat, on_it.seat) else 1.0
    return 0.2


# Purchases ------------------------------------------------------------------------------------------------------


def choose_purchase(state: State, seat: int, ids: list[str]) -> str:
    if not j.new_spell_is_sure(state, seat):
        ids = [name for name in ids if name != "learn:mage"]
    winning = next((name for name in ids if name.startswith("hire:") and wins_by_hiring(state, seat, name)), None)
    if winning is not None:
        return winning
    left = state.target - points(state, seat)
    if "hoard" in ids and (left <= 3 or j.next_hire(state, seat) is None):
        return "hoard"
    if "learn:mage" in ids and j.studies(state, seat):
        return "learn:mage"
    cls = j.next_hire(state, seat)
    if cls is not None and f"hire:{cls}" in ids:
        return f"hire:{cls}"
    if (
        "learn:mage" in ids
        and j.unread(state, seat) < 2
        and (cls is None or not units_of(state, seat)[2:] or left <= 5)
    ):
        return "learn:mage"
    if "learn:mage" in ids and j.unread(state, seat) == 0:
        return "learn:mage"
    pool = pool_of(state, seat)
    wealth = sum(held(pool, name) for name in RESOURCES)
    shooter = next((name for name in ids if name.startswith("retrain:") and name.endswith(":archer")), None)
    if shooter and wealth >= 7 and lacks_a_shooter(state, seat):
        return shooter
    if "hoard" in ids and wealth >= 7:
        return "hoard"
    promotions = [name for name in ids if name.startswith("promote:")]
    if wealth >= 8 and promotions and not j.rushes(state, seat):
        return min(promotions, key=lambda name: promotion_rank(the_unit(state, int(name.partition(":")[2]))))
    if wealth >= RICH or not units_of(state, seat):
        return next((name for name in ids if name.startswith("hire:")), PASS)
    return PASS


def lacks_a_shooter(state: State, seat: int) -> bool:
    """Whoever must get onto a square, has all the units there may be and no Archer: a goal behind water or pits is
    cleared from afar, or never."""
    mine = units_of(state, seat)
    return bool(j.rushes(state, seat)) and len(mine) >= MOST_UNITS and all(unit.cls != "archer" for unit in mine)


def wins_by_hiring(state: State, seat: int, name: str) -> bool:
    """STR-168: where arriving on the Quarry is enough, so is hiring onto it."""
    goal = j.rushes(state, seat) if state.arrival else []
    return any(at in goal for at in hire_squares(state, seat, name.partition(":")[2]))


def promotion_rank(unit: Unit) -> int:
    return ("explorer", "peasant", "soldier", "archer", "mage").index(unit.cls)


# Everything else ------------------------------------------------------------------------------------------------


def choose_detail(state: State, seat: int, ask: Ask) -> str:
    ids = [option.id for option in ask.options]
    planned = planned_step(state, seat, ask, ids)
    if planned is not None:
        return planned
    if "recover" in ids:
        book = [spell for spell in state.players[seat].spells if spell.lost]
        return "recover" if len(book) > 1 or any(spell.up for spell in book) else "draw"
    if any(name.startswith("tile:") for name in ids):
        return best_square(state, seat, ask.prompt, [name for name in ids if name.startswith("tile:")])
    if all(name.startswith("unit:") for name in ids):
        return best_unit(state, ask.prompt, ids)
    if any(name.startswith("give:") for name in ids):
        wanted = j.needs(state, seat)
        return min(ids, key=lambda name: sum(wanted.get(kind, 3.0) * count for kind, count in unbundle(name)))
    return next(name for name in ids if name != "back")


def planned_step(state: State, seat: int, ask: Ask, ids: list[str]) -> str | None:
    """A choice inside a spell or item: the same best plan as when it was picked."""
    title, _, prompt = ask.prompt.partition(": ")
    unit = unit_by_id(state, state.selected) if state.selected is not None else None
    if "back" not in ids or unit is None or unit.seat != seat or state.phase != "action":
        return None
    for key, effect in (*EFFECTS.items(), *ITEMS.items()):
        name = SPELLS[key].title if key in SPELLS else CARDS[key].title
        if name == title and prompt in effect.prompts:
            plan, _ = best_plan(state, unit, effect, key)
            step = plan[effect.prompts.index(prompt)]
            return step if step in ids else ids[0]
    return None


def best_square(state: State, seat: int, prompt: str, ids: list[str]) -> str:
    """Where a new or moved unit goes."""
    wanted = j.needs(state, seat)
    mine = units_of(state, seat)
    cls = next(
        (name for name in ("peasant", "soldier", "archer", "mage", "explorer") if name in prompt.lower()), "peasant"
    )
    model = Unit(0, seat, cls, square_of(ids[0]), 4) if not mine else Unit(0, seat, cls, mine[0].at, 4)
    worth = j.attractions(state, model, wanted)

    def value(name: str) -> float:
        at = square_of(name)
        blocked = HIRED_ON_GOAL if state.scenario == "cathedral2" and at in j.rushes(state, seat) else 0.0
        return worth[at] - j.danger(state, model, at) + j.lean(state, at) - blocked

    return max(ids, key=value)


def best_unit(state: State, prompt: str, ids: list[str]) -> str:
    """Who gets equipment, care, or is moved."""
    units = [the_unit(state, int(name.partition(":")[2])) for name in ids]
    for card, classes in BEARERS.items():
        if CARDS[card].title in prompt:
            for cls in classes:
                for name, unit in zip(ids, units, strict=True):
                    if unit.cls == cls:
                        return name
    sturdy = min(zip(ids, units, strict=True), key=lambda pair: (pair[1].health, pair[1].id))
    return sturdy[0]

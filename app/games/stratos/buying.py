"""The Buy Phase: hire, promote, retrain, learn, hoard (section 11)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product

from app.games.stratos.board import (
    a,
    code,
    common,
    distance,
    form,
    free_for,
    goods,
    ground,
    max_health,
    max_spirit,
    may_stand,
    neighbours,
    pool_of,
    spot,
    square_in,
    squares,
    the_unit,
    tile_at,
    uncode,
    unit_at,
    units_of,
)
from app.games.stratos.components import CLASSES, HOARD, LEARN_COST, MOST_UNITS, RESOURCE_NAMES, RESOURCES
from app.games.stratos.decks import draw_spell, has_lost_book, recover_book
from app.games.stratos.effects import BACK
from app.games.stratos.harvest import gain, held
from app.games.stratos.landing import land, promote
from app.games.stratos.state import Pool, Square, State, Unit
from app.games.stratos.victory import banned_squares, settle
from app.kernel import Option, Play, Refused, Script, choose

Payment = tuple[int, int, int, int, int]  # Corn, Nickel, Spice, Oak, Gems
KINDS = (*RESOURCES, "gems")
DEED_SAVES = 2
ACADEMY_SAVES = 1
BAN_RULES = {"cathedral2": "STR-162", "sorcerer3": "STR-168", "tombolo5": "STR-179"}


# Prices ---------------------------------------------------------------------------------------------------------


def price_words(price: dict[str, int]) -> str:
    return " + ".join(f"{count} {RESOURCE_NAMES[name]}" for name, count in price.items())


def discounted(price: dict[str, int], saved: int) -> Iterator[tuple[int, ...]]:
    """Every price that is left when so many resources of choice are saved."""
    full = tuple(price.get(name, 0) for name in RESOURCES)
    for mix in combinations_with_replacement(range(4), min(saved, sum(full))):
        left = tuple(amount - mix.count(index) for index, amount in enumerate(full))
        if min(left) >= 0:
            yield left


def payments(pool: Pool, price: dict[str, int], saved: int = 0) -> list[Payment]:
    """STR-111: every exact way to pay, with Gems in the place of main resources; fewest Gems first."""
    ways: dict[Payment, None] = {}
    for cost in discounted(price, saved):
        for gems in product(*(range(amount + 1) for amount in cost)):
            paid = tuple(amount - gem for amount, gem in zip(cost, gems, strict=True))
            affordable = all(held(pool, name) >= amount for name, amount in zip(RESOURCES, paid, strict=True))
            if affordable and sum(gems) <= pool.gems:
                ways[(paid[0], paid[1], paid[2], paid[3], sum(gems))] = None
    return sorted(ways, key=lambda way: (way[4], way))


def payment_option(way: Payment) -> Option:
    parts = [(name, count) for name, count in zip(KINDS, way, strict=True) if count]
    name = ",".join(f"{resource}*{count}" for resource, count in parts)
    return Option(f"pay:{name}", "Pay " + ", ".join(goods(kind, count) for kind, count in parts))


def pay(pool: Pool, way: Payment) -> None:
    for name, count in zip(KINDS, way, strict=True):
        gain(pool, name, -count)


def hire_saving(state: State, seat: int) -> int:
    return DEED_SAVES if state.players[seat].deed else 0


def promote_saving(state: State, seat: int) -> int:
    """STR-135."""
    mine = common(state, seat)
    occupied = any(unit.occupies == "academy" for unit in state.units if unit.seat in mine)
    return ACADEMY_SAVES if occupied else 0


def hire_ways(state: State, seat: int, cls: str) -> list[Payment]:
    return payments(pool_of(state, seat), CLASSES[cls].cost, hire_saving(state, seat))


def can_hire_at_all(state: State, seat: int) -> bool:
    """STR-151: Gems included."""
    return any(payments(pool_of(state, seat), kind.cost) for kind in CLASSES.values())


# Where a new unit goes ------------------------------------------------------------------------------------------


def hire_squares(state: State, seat: int, cls: str) -> list[Square]:
    mine = [unit for unit in state.units if unit.seat in common(state, seat)]
    banned = banned_squares(state, seat)
    open_squares = [at for at, _ in squares(state) if free_for(state, cls, at) and at not in banned]
    if not mine:  # STR-118
        return [at for at in open_squares if not is_lagoon(state, at)]
    anchors = [unit.at for unit in mine if unit.actions] or [unit.at for unit in mine]  # STR-117
    beside = {at for anchor in anchors for at in neighbours(state, anchor)}
    near = [at for at in open_squares if at in beside]  # STR-115
    if near or not open_squares:
        return near
    best = min(distance(at, anchor) for at in open_squares for anchor in anchors)  # STR-116
    return [at for at in open_squares if min(distance(at, anchor) for anchor in anchors) == best]


def why_not_on(state: State, cls: str, at: Square) -> Refused | None:
    """STR-210: what keeps a unit of this class off a square, wherever it comes from."""
    tile = tile_at(state, at)
    if tile is None:
        return Refused(f"There is no tile at {spot(at)}", "STR-009")
    if unit_at(state, at) is not None:
        return Refused(f"{spot(at)} is occupied", "STR-010")
    return None if may_stand(cls, tile) else Refused("Only Explorers enter Lagoons", "STR-040")


def why_not_there(state: State, seat: int, cls: str, value: str) -> Refused | None:
    at = square_in(value.removeprefix("tile:"))
    if at is None:
        return None
    if at in banned_squares(state, seat):
        return Refused("Hired units may not be placed on your goal", BAN_RULES[state.scenario])
    beside = Refused("It goes next to a unit of yours that took an action in this turn", "STR-115")
    return why_not_on(state, cls, at) or beside


def is_lagoon(state: State, at: Square) -> bool:
    tile = tile_at(state, at)
    return tile is not None and tile.kind == "L"


# What can be bought ---------------------------------------------------------------------------------------------


def purchases(state: State, seat: int) -> list[Option]:
    """STR-203."""
    pool = pool_of(state, seat)
    found: list[Option] = []
    if len(units_of(state, seat)) < MOST_UNITS:  # STR-113
        for kind in CLASSES.values():
            if hire_ways(state, seat, kind.id) and hire_squares(state, seat, kind.id):
                found.append(
                    Option(f"hire:{kind.id}", f"Hire {a(kind.name)}", rule="STR-114", note=price_words(kind.cost))
                )
    for unit in units_of(state, seat):
        kind = CLASSES[unit.cls]
        if not unit.promoted and payments(pool, kind.cost, promote_saving(state, seat)):
            label = f"Promote the {kind.name} on {spot(unit.at)} to {kind.promoted}"
            found.append(Option(f"promote:{unit.id}", label, f"unit-{unit.id}", "STR-121", price_words(kind.cost)))
        if unit.cls == "peasant":
            for other in CLASSES.values():
                if other.id != "peasant" and payments(pool, other.cost):
                    label = f"Retrain the {form(unit)} on {spot(unit.at)} as {a(other.name)}"
                    option = Option(f"retrain:{unit.id}:{other.id}", label, None, "STR-123", price_words(other.cost))
                    found.append(option)
    for kind_name, price in LEARN_COST.items():
        if can_learn(state, seat, kind_name) and payments(pool, price):
            label = f"Learn a {kind_name.capitalize()} Spell"
            found.append(Option(f"learn:{kind_name}", label, f"deck-{kind_name}", "STR-126", price_words(price)))
    if all(held(pool, name) >= HOARD for name in RESOURCES):  # STR-129, STR-130
        note = "1 Corn, 1 Nickel, 1 Spice, 1 Oak for 1 point"
        found.append(Option("hoard", "Hoard", None, "STR-129", note))
    return found


def can_learn(state: State, seat: int, kind: str) -> bool:
    """STR-126, STR-128: while the deck has a card."""
    mages = [unit for unit in units_of(state, seat) if unit.cls == "mage"]
    fits = any(unit.promoted for unit in mages) if kind == "sorcerer" else bool(mages)
    return fits and bool(state.decks[kind])


def buy(g: Play[State], seat: int, what: str) -> Script[None]:
    kind, _, rest = what.partition(":")
    if kind == "hire":
        yield from hire(g, seat, rest)
    elif kind == "promote":
        yield from buy_promotion(g, seat, int(rest))
    elif kind == "retrain":
        number, _, cls = rest.partition(":")
        yield from retrain(g, seat, int(number), cls)
    elif kind == "learn":
        yield from learn(g, seat, rest)
    else:
        hoard(g, seat)


def pick_payment(
    g: Play[State], seat: int, title: str, price: dict[str, int], saved: int = 0
) -> Script[Payment | None]:
    """STR-204: asked only if there are several ways; None if it was called off."""
    ways = payments(pool_of(g.state, seat), price, saved)
    if len(ways) == 1:
        return ways[0]
    answer = yield from choose(
        seat,
        f"{title}: how do you pay?",
        [*(payment_option(way) for way in ways), Option(BACK, "Back")],
        default=BACK,
        rule="STR-111",
        public="buys",
    )
    return next((way for way in ways if payment_option(way).id == answer), None)


def hire(g: Play[State], seat: int, cls: str) -> Script[None]:
    state, kind = g.state, CLASSES[cls]
    way = yield from pick_payment(g, seat, f"Hire {a(kind.name)}", kind.cost, hire_saving(state, seat))
    if way is None:
        return
    places = hire_squares(state, seat, cls)
    at = places[0]
    if len(places) > 1:
        answer = yield from choose(
            seat,
            f"Where does the {kind.name} go?",
            [*(square_option(state, place) for place in places), Option(BACK, "Back")],
            default=BACK,
            rule="STR-115",
            public="buys",
            why=lambda value: why_not_there(state, seat, cls, value),
        )
        if answer == BACK:
            return
        at = uncode(answer.partition(":")[2])
    pay(pool_of(state, seat), way)  # STR-183
    state.players[seat].deed = False
    unit = Unit(state.next_unit, seat, cls, at, kind.health, kind.spirit, defend=True)  # STR-114
    state.next_unit += 1
    state.units.append(unit)
    g.tell(f"{{{seat}}} hires {a(kind.name)} on {spot(at)}.", rule="STR-114")
    land(g, unit)  # STR-119
    if cls == "mage":
        yield from gain_mage(g, seat)
    settle(g)


def square_option(state: State, at: Square) -> Option:
    tile = tile_at(state, at)
    assert tile is not None
    return Option(f"tile:{code(at)}", f"{ground(tile)} {spot(at)}", f"tile-{at[0]}-{at[1]}")


def gain_mage(g: Play[State], seat: int) -> Script[None]:
    """STR-081: draw a Mage Spell, or recover a lost spellbook."""
    answer = "draw"
    if has_lost_book(g.state, seat):
        answer = yield from choose(
            seat,
            "A new Mage",
            [Option("recover", "Recover the lost spellbook"), Option("draw", "Draw a Mage Spell")],
            rule="STR-081",
            public="draws or recovers spells",
        )
    if answer == "recover":
        recover_book(g, seat)
    else:
        draw_spell(g, seat, "mage")


def buy_promotion(g: Play[State], seat: int, number: int) -> Script[None]:
    unit = the_unit(g.state, number)
    saved = promote_saving(g.state, seat)
    way = yield from pick_payment(g, seat, f"Promote the {form(unit)}", CLASSES[unit.cls].cost, saved)
    if way is None:
        return
    pay(pool_of(g.state, seat), way)
    promote(g, unit)
    settle(g)


def retrain(g: Play[State], seat: int, number: int, cls: str) -> Script[None]:
    """STR-123 to STR-125."""
    unit, kind = the_unit(g.state, number), CLASSES[cls]
    way = yield from pick_payment(g, seat, f"Retrain as {a(kind.name)}", kind.cost)
    if way is None:
        return
    pay(pool_of(g.state, seat), way)
    g.tell(f"{{{seat}}}'s {form(unit)} on {spot(unit.at)} is retrained as {a(kind.name)}.", rule="STR-123")
    before = max_health(unit)
    unit.cls, unit.promoted = cls, False
    unit.health = max(1, unit.health + max_health(unit) - before)
    unit.spirit = max_spirit(unit)
    if cls == "mage":
        yield from gain_mage(g, seat)
    settle(g)


def learn(g: Play[State], seat: int, kind: str) -> Script[None]:
    way = yield from pick_payment(g, seat, f"Learn a {kind.capitalize()} Spell", LEARN_COST[kind])
    if way is None:
        return
    if draw_spell(g, seat, kind):
        pay(pool_of(g.state, seat), way)
    else:
        g.tell("The price is returned.", to=[seat], rule="STR-128")
    settle(g)


def hoard(g: Play[State], seat: int) -> None:
    for name in RESOURCES:
        gain(pool_of(g.state, seat), name, -HOARD)
    g.state.players[seat].hoard += 1
    g.tell(f"{{{seat}}} hoards.", rule="STR-129")
    settle(g)


# Merchant's Scales ----------------------------------------------------------------------------------------------


def scales_trades(state: State, seat: int) -> list[tuple[str, str]]:
    """Once in each Buy Phase, with a unit on the board: 2 of one main resource for 1 other."""
    player = state.players[seat]
    ready = any(item.id.startswith("merchants_scales") and not item.used for item in player.permanents)
    if not ready or not units_of(state, seat):
        return []
    pool = pool_of(state, seat)
    return [(give, get) for give in RESOURCES if held(pool, give) >= 2 for get in RESOURCES if get != give]


def trade(g: Play[State], seat: int) -> Script[None]:
    answer = yield from choose(
        seat,
        "Merchant's Scales",
        lambda: [
            *(
                Option(f"trade:{give}:{get}", f"2 {RESOURCE_NAMES[give]} for 1 {RESOURCE_NAMES[get]}")
                for give, get in scales_trades(g.state, seat)
            ),
            Option(BACK, "Back"),
        ],
        default=BACK,
        rule="STR-105",
        public="buys",
    )
    if answer == BACK:
        return
    _, give, get = answer.split(":")
    pool = pool_of(g.state, seat)
    gain(pool, give, -2)
    gain(pool, get, 1)
    item = next(item for item in g.state.players[seat].permanents if item.id.startswith("merchants_scales"))
    item.used = True
    g.tell(f"{{{seat}}} trades 2 {RESOURCE_NAMES[give]} for 1 {RESOURCE_NAMES[get]}.", rule="STR-105")

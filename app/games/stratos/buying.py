"""The Buy Phase: hire, promote, retrain, learn, hoard (section 11)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product

from app.games.stratos.board import (
    a,
    code,
    common,
    distance,
    form,
    free_for,
    goods,
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
from app.games.stratos.components import (
    CLASSES,
    HOARD,
    KINDS,
    LEARN_COST,
    MOST_UNITS,
    RESOURCE_NAMES,
    RESOURCES,
    SPELLS,
)
from app.games.stratos.decks import draw_spell, has_lost_book, recover_book
from app.games.stratos.effects import BACK, NOT_THIS
from app.games.stratos.harvest import held
from app.games.stratos.landing import land, promote
from app.games.stratos.state import Pool, Square, State, Unit
from app.games.stratos.telling import (
    briefly,
    capital,
    change_health,
    change_spirit,
    joined,
    place,
    receive,
    step,
    tile_name,
    unit_name,
)
from app.games.stratos.victory import settle
from app.kernel import Option, Play, Refused, Script, choose

Price = tuple[int, int, int, int]  # Corn, Nickel, Spice, Oak
Payment = tuple[int, int, int, int, int]  # the same, and Gems
DEED_SAVES = 2
ACADEMY_SAVES = 1
HOARD_PRICE = dict.fromkeys(RESOURCES, HOARD)  # STR-129


# Prices ---------------------------------------------------------------------------------------------------------


def price_words(price: dict[str, int]) -> str:
    return " + ".join(f"{count} {RESOURCE_NAMES[name]}" for name, count in price.items())


def less(words: str, saved: int) -> str:
    """The price as it is to be paid: "1 Oak + 2 Nickel, 1 less"."""
    return f"{words}, {saved} less" if saved else words


def discounted(full: Price, saved: int) -> Iterator[Price]:
    """Every price that is left when so many resources of choice are saved."""
    for mix in combinations_with_replacement(range(4), min(saved, sum(full))):
        corn, nickel, spice, oak = (amount - mix.count(index) for index, amount in enumerate(full))
        if min(corn, nickel, spice, oak) >= 0:
            yield corn, nickel, spice, oak


def payments(pool: Pool, price: dict[str, int], saved: int = 0) -> list[Payment]:
    """STR-111: every exact way to pay, with Gems in the place of main resources; fewest Gems first."""
    stock = (pool.corn, pool.nickel, pool.spice, pool.oak, pool.gems)
    full = (price.get("corn", 0), price.get("nickel", 0), price.get("spice", 0), price.get("oak", 0))
    return list(ways_to_pay(stock, full, saved))


@lru_cache(maxsize=8192)  # menus ask it again and again, and bots that look ahead far more often
def ways_to_pay(stock: Payment, full: Price, saved: int) -> tuple[Payment, ...]:
    ways: dict[Payment, None] = {}
    for cost in discounted(full, saved):
        for gems in product(*(range(amount + 1) for amount in cost)):
            corn, nickel, spice, oak = (amount - gem for amount, gem in zip(cost, gems, strict=True))
            way = (corn, nickel, spice, oak, sum(gems))
            if all(amount <= there for amount, there in zip(way, stock, strict=True)):
                ways[way] = None
    return tuple(sorted(ways, key=lambda way: (way[4], way)))


def payment_option(way: Payment) -> Option:
    parts = [(name, count) for name, count in zip(KINDS, way, strict=True) if count]
    name = ",".join(f"{resource}*{count}" for resource, count in parts)
    return Option(f"pay:{name}", "Pay " + ", ".join(goods(kind, count) for kind, count in parts))


def pay(g: Play[State], seat: int, way: Payment, what: str) -> None:
    for name, count in zip(KINDS, way, strict=True):
        receive(g, seat, name, -count, f"the price of {what}" if name != "gems" else f"Gems pay for {what}")


def paid_words(way: Payment) -> str:
    return joined(goods(name, count) for name, count in zip(KINDS, way, strict=True) if count) or "nothing"


def hire_saving(state: State, seat: int) -> int:
    return DEED_SAVES if state.players[seat].deed else 0


def promote_saving(state: State, seat: int) -> int:
    """STR-135."""
    ours = common(state, seat)
    occupied = any(unit.occupies == "academy" for unit in state.units if unit.seat in ours)
    return ACADEMY_SAVES if occupied else 0


def hire_ways(state: State, seat: int, cls: str) -> list[Payment]:
    return payments(pool_of(state, seat), CLASSES[cls].cost, hire_saving(state, seat))


def hoard_ways(state: State, seat: int) -> list[Payment]:
    """STR-129, STR-130: a Gem stands for what is missing, unless the table plays without that."""
    ways = payments(pool_of(state, seat), HOARD_PRICE)
    return ways if state.gem_hoards else [way for way in ways if not way[4]]


def can_hire_at_all(state: State, seat: int) -> bool:
    """STR-151: Gems included."""
    return any(payments(pool_of(state, seat), kind.cost) for kind in CLASSES.values())


# Where a new unit goes ------------------------------------------------------------------------------------------


def hire_squares(state: State, seat: int, cls: str) -> list[Square]:
    ours = [unit for unit in state.units if unit.seat in common(state, seat)]
    open_squares = [at for at, _ in squares(state) if free_for(state, cls, at)]
    if not ours:  # STR-118
        return [at for at in open_squares if not is_lagoon(state, at)]
    anchors = [unit.at for unit in ours if unit.actions] or [unit.at for unit in ours]  # STR-117
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
                saved = "You choose what the Deed saves. " if hire_saving(state, seat) else ""
                note = f"{saved}{kind.summary}"
                label, cost = f"Hire {a(kind.name)}", less(price_words(kind.cost), hire_saving(state, seat))
                found.append(Option(f"hire:{kind.id}", label, None, "STR-114", note, price=cost))
    for unit in units_of(state, seat):
        kind = CLASSES[unit.cls]
        if not unit.promoted and payments(pool, kind.cost, promote_saving(state, seat)):
            label = f"Promote the {briefly(state, unit)} to {kind.promoted}"
            saved = "You choose what the Academy saves. " if promote_saving(state, seat) else ""
            note = f"{saved}{kind.promoted_summary}"
            cost = less(price_words(kind.cost), promote_saving(state, seat))
            found.append(Option(f"promote:{unit.id}", label, unit_name(unit), "STR-121", note, price=cost))
        if unit.cls == "peasant":
            for other in CLASSES.values():
                if other.id != "peasant" and payments(pool, other.cost):
                    label = f"Retrain the {briefly(state, unit)} as {a(other.name)}"
                    name, cost = f"retrain:{unit.id}:{other.id}", price_words(other.cost)
                    found.append(Option(name, label, unit_name(unit), "STR-123", other.summary, price=cost))
    for kind_name, price in LEARN_COST.items():
        if can_learn(state, seat, kind_name) and payments(pool, price):
            label, words = f"Learn a {kind_name.capitalize()} Spell", price_words(price)
            note = "drawn unseen, 1 Prosperity once it was cast with effect"
            found.append(Option(f"learn:{kind_name}", label, f"deck-{kind_name}", "STR-126", note, price=words))
    if hoard_ways(state, seat):
        note = "1 Prosperity, for good"
        found.insert(0, Option("hoard", "Hoard", None, "STR-129", note, price="1 of each main resource"))
    return found


def gems_could_pay(state: State, seat: int) -> bool:
    """STR-204: whether there is a choice between main resources and Gems that is not asked about by itself."""
    pool = pool_of(state, seat)
    if not pool.gems or state.gems_too:
        return False
    prices = [*(CLASSES[cls].cost for cls in CLASSES), *LEARN_COST.values()]
    return bool(purchases(state, seat)) and any(
        not ways[0][4] and ways[-1][4] for ways in (payments(pool, price) for price in prices) if ways
    )


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
    """STR-204: asked only if there are several ways; None if it was called off. Gems stay where they are if there is a
    way without them, unless the player wants to choose."""
    every = payments(pool_of(g.state, seat), price, saved)
    plain = [way for way in every if not way[4]]
    ways = every if g.state.gems_too or not plain else plain
    if len(ways) == 1:
        return ways[0]
    answer = yield from choose(
        seat,
        f"{title}: how do you pay?",
        [*(payment_option(way) for way in ways), NOT_THIS],
        default=BACK,
        rule="STR-111",
        kicker="Your Buy Phase · a Gem pays for any main resource",
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
            [*(square_option(state, square) for square in places), NOT_THIS],
            default=BACK,
            rule="STR-115",
            kicker=f"Your Buy Phase · {paid_words(way)}",
            public="buys",
            why=lambda value: why_not_there(state, seat, cls, value),
        )
        if answer == BACK:
            return
        at = uncode(answer.partition(":")[2])
    before = len(units_of(state, seat))
    unit = Unit(state.next_unit, seat, cls, at, kind.health, kind.spirit, defend=True)  # STR-114
    title, where = f"{{{seat}}} hires {a(kind.name)}", place(state, at)
    with step(g, "gain", title, about=unit_name(unit), scene=f"On {where}", rule="STR-114"):
        g.tell(f"{{{seat}}} hires {a(kind.name)} on {where} for {paid_words(way)}.", rule="STR-114")
        pay(g, seat, way, a(kind.name))  # STR-183
        state.players[seat].deed = False
        state.next_unit += 1
        state.units.append(unit)
        g.change("units", before, before + 1, "hired, and defends until its owner's next turn", seat=seat)
        land(g, unit, hired=True)  # STR-119
        if cls == "mage":
            yield from gain_mage(g, seat)
        settle(g)


def square_option(state: State, at: Square) -> Option:
    tile = tile_at(state, at)
    assert tile is not None
    note = "whoever lands there first discovers it" if tile.covered else ""
    return Option(f"tile:{code(at)}", capital(place(state, at)), tile_name(at), note=note)


def lost_words(state: State, seat: int) -> str:
    """What lies in one's own lost book."""
    lost = [SPELLS[spell.title].title for spell in state.players[seat].spells if spell.lost]
    worth = sum(spell.up and spell.lost for spell in state.players[seat].spells)
    return f"{joined(lost)}{f', worth {worth} Prosperity' if worth else ''}"


def gain_mage(g: Play[State], seat: int) -> Script[None]:
    """STR-081: draw a Mage Spell, or recover a lost spellbook."""
    answer = "draw"
    if has_lost_book(g.state, seat):
        answer = yield from choose(
            seat,
            "Does the new Mage take up the lost spellbook?",
            [
                Option("recover", "Recover the lost spellbook", note=lost_words(g.state, seat)),
                Option("draw", "Draw a Mage Spell", note="the lost book stays set aside"),
            ],
            rule="STR-081",
            kicker="A Mage joins you",
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
    kind = CLASSES[unit.cls]
    title = f"{{{seat}}} promotes the {kind.name} to {kind.promoted}"
    with step(g, "gain", title, about=unit_name(unit), scene=f"On {place(g.state, unit.at)}", rule="STR-121"):
        promote(g, unit, f"bought for {paid_words(way)}")
        pay(g, seat, way, "the promotion")
        settle(g)


def retrain(g: Play[State], seat: int, number: int, cls: str) -> Script[None]:
    """STR-123 to STR-125."""
    unit, kind = the_unit(g.state, number), CLASSES[cls]
    way = yield from pick_payment(g, seat, f"Retrain as {a(kind.name)}", kind.cost)
    if way is None:
        return
    old, where = form(unit), place(g.state, unit.at)
    title = f"{{{seat}}} retrains the {old} as {a(kind.name)}"
    with step(g, "gain", title, about=unit_name(unit), scene=f"On {where}", rule="STR-123"):
        price = paid_words(way)
        g.tell(f"{{{seat}}}'s {old} on {where} is retrained as {a(kind.name)} for {price}.", rule="STR-123")
        pay(g, seat, way, "the training")
        most, health = max_health(unit), unit.health
        unit.cls, unit.promoted = cls, False
        unit.health = max(1, unit.health + max_health(unit) - most)
        g.change("unit", old, kind.name, kind.summary, seat=seat, better=True)
        if unit.health != health:
            change_health(g, unit, health, f"{a(kind.name)} has {max_health(unit)} at most, {a(old)} {most}")
        change_spirit(g, unit, max_spirit(unit) - unit.spirit, f"{a(kind.name)} begins with full Spirit")
        if cls == "mage":
            yield from gain_mage(g, seat)
        settle(g)


def learn(g: Play[State], seat: int, kind: str) -> Script[None]:
    way = yield from pick_payment(g, seat, f"Learn a {kind.capitalize()} Spell", LEARN_COST[kind])
    if way is None:
        return
    name = f"a {kind.capitalize()} Spell"
    with step(
        g, "gain", f"{{{seat}}} learns {name}", about=f"deck-{kind}", scene="Drawn unseen", rule="STR-126"
    ) as made:
        if draw_spell(g, seat, kind):
            g.tell(f"{{{seat}}} learns {name} for {paid_words(way)}.", rule="STR-126")
            pay(g, seat, way, name)
        else:
            made.kind, made.title = "event", f"{{{seat}}} finds no new {kind.capitalize()} Spell"
            g.tell(f"The price is returned to {{{seat}}}.", rule="STR-128")
        settle(g)


def hoard(g: Play[State], seat: int) -> None:
    """STR-130: main resources first; Gems only for what is missing, since a Gem can pay for anything else as well."""
    way = hoard_ways(g.state, seat)[0]
    title = f"{{{seat}}} hoards for Prosperity"
    scene = (
        "One of each main resource" if not way[4] else f"One of each main resource, {goods('gems', way[4])} among it"
    )
    with step(g, "gain", title, about="point-hoard", scene=scene, rule="STR-129"):
        g.tell(f"{{{seat}}} hoards: {paid_words(way)} go back to the supply.", rule="STR-129")
        for name, amount in zip(KINDS, way, strict=True):
            receive(g, seat, name, -amount, "hoarded" if name != "gems" else "hoarded for what was missing")
        g.state.players[seat].hoard += 1
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
        "Merchant's Scales: what do you trade?",
        lambda: [
            *(
                Option(f"trade:{give}:{get}", f"2 {RESOURCE_NAMES[give]} for 1 {RESOURCE_NAMES[get]}")
                for give, get in scales_trades(g.state, seat)
            ),
            NOT_THIS,
        ],
        default=BACK,
        rule="STR-105",
        public="buys",
    )
    if answer == BACK:
        return
    _, give, get = answer.split(":")
    title = f"{{{seat}}} trades 2 {RESOURCE_NAMES[give]} for 1 {RESOURCE_NAMES[get]}"
    with step(g, "gain", title, about="item-merchants_scales", scene="Merchant's Scales", rule="STR-105"):
        g.tell(f"{title} on the Merchant's Scales.", rule="STR-105")
        receive(g, seat, give, -2, "given for it")
        receive(g, seat, get, 1, "weighed on the Merchant's Scales")
        item = next(item for item in g.state.players[seat].permanents if item.id.startswith("merchants_scales"))
        item.used = True

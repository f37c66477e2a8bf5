"""The twelve Mage Spells. `*_plans` lists every legal choice, the function beside it carries one out."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.stratos.board import (
    DIRECTIONS,
    defending,
    distance,
    enemies_of,
    form,
    free_for,
    friendly,
    goods,
    heal,
    immune,
    is_ordinary,
    is_ordinary_land,
    max_health,
    may_stand,
    step,
    tile_immune,
    tile_under,
    units_of,
    whose,
    within,
)
from app.games.stratos.combat import wound
from app.games.stratos.components import CARDS, TYPE_NAMES, YIELDS
from app.games.stratos.decks import card_title
from app.games.stratos.effects import Effect, Plan, square_of, tile_step, unit_of, unit_step
from app.games.stratos.landing import land, move_unit, put
from app.games.stratos.state import Square, State, Unit
from app.games.stratos.telling import change_health, headline, joined, land_of, mark, place, receive, tile_name
from app.kernel import Option, Play, Script, choose

SIGN_WORDS = {"blank": "nothing", "I": "1 card", "II": "2 cards", "tri": "D4 cards"}


def whom(caster: Unit, target: Unit) -> str:
    return "itself" if target is caster else whose(target)


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


def burn(g: Play[State], target: Unit, amount: int, cause: str) -> int:
    return wound(g, target, amount, "magical", cause)


# Spark, Firebolt, Wither ----------------------------------------------------------------------------------------


def near_enemy_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for unit in enemies_within(state, caster, 1, 2):
        yield (unit_step(unit),)


def far_enemy_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for unit in enemies_within(state, caster, 1, 3):
        yield (unit_step(unit),)


def spark(g: Play[State], caster: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    headline(g, f"{whose(caster)} strikes {whose(target)} with a Spark", target)
    return burn(g, target, 2, "Spark deals 2") > 0


def firebolt(g: Play[State], caster: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    headline(g, f"{whose(caster)} burns {whose(target)}", target)
    (rolled,) = g.roll(1, 4, f"Firebolt at {whose(target)}: {{dice}}.", owner=caster.seat, rule="STR-075")
    if g.scene is not None:
        g.scene.fate("hurts", "is the damage", "Firebolt")
    return burn(g, target, rolled, f"Firebolt rolled {rolled}") > 0


def wither(g: Play[State], caster: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    defended = defending(target)
    headline(g, f"{whose(caster)} withers {whose(target)}", target)
    target.defend, target.wither = False, True
    until = "Wither, until its owner's next turn"
    mark(g, target, "cannot defend", until, better=False, before="defends" if defended else "")
    return burn(g, target, 2, "Wither deals 2") > 0 or defended


# Frost Snare, Mend, Ward, Haste ---------------------------------------------------------------------------------


def snare_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for unit in enemies_within(state, caster, 1, 3):
        if not unit.snare:
            yield (unit_step(unit),)


def frost_snare(g: Play[State], caster: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    target.snare = True
    headline(g, f"{whose(caster)} snares {whose(target)} in frost", target)
    g.tell(f"{whose(target)} is snared and cannot Travel in its owner's next turn.", rule="STR-187")
    mark(g, target, "snared", "no Travel in its owner's next turn", better=False)
    return True


def mend_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for unit in friends_within(state, caster, 0, 2):
        if unit.health < max_health(unit):
            yield (unit_step(unit),)


def mend(g: Play[State], caster: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    before = target.health
    headline(g, f"{whose(caster)} mends {whom(caster, target)}", target)
    g.tell(f"{whose(target)} regains {heal(target, 2)} Health.", rule="STR-075")
    change_health(g, target, before, "Mend gives back up to 2")
    return True


def ward_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for unit in friends_within(state, caster, 0, 3):
        if not unit.ward:
            yield (unit_step(unit),)


def ward(g: Play[State], caster: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    target.defend = target.ward = True
    headline(g, f"{whose(caster)} wards {whom(caster, target)}", target)
    g.tell(f"{whose(target)} is warded: it defends, and magical damage to it is 1 less.", rule="STR-187")
    mark(g, target, "warded and defends", "magical damage 1 less, until its owner's next turn", better=True)
    return True


def haste_plans(state: State, caster: Unit) -> Iterator[Plan]:
    for unit in units_of(state, caster.seat):
        if 1 <= distance(caster.at, unit.at) <= 2 and not unit.net and not immune(unit):
            yield (unit_step(unit),)


def haste(g: Play[State], caster: Unit, plan: Plan) -> bool:
    target = unit_of(g.state, plan[0])
    target.extra.append("no_cast")
    headline(g, f"{whose(caster)} hastens {whose(target)}", target)
    g.tell(f"{whose(target)} gets an extra action.", rule="STR-035")
    mark(g, target, "one extra action", "Haste, in this turn, anything but Cast", better=True)
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
    headline(g, f"{whose(caster)} blows {whose(target)} {plan[1]}", target)
    move_unit(g, target, step(target.at, plan[1], int(plan[2])), "is blown")
    return True


def blink_plans(state: State, caster: Unit) -> Iterator[Plan]:
    if immune(caster):  # STR-087: its own spells neither
        return
    for at, _ in within(state, caster.at, 1, 3):
        if free_for(state, caster.cls, at):
            yield (tile_step(at),)


def blink(g: Play[State], caster: Unit, plan: Plan) -> bool:
    headline(g, f"{whose(caster)} blinks to {land_of(g.state, square_of(plan[0]))}", caster)
    move_unit(g, caster, square_of(plan[0]), "blinks")
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
    mine, theirs = place(g.state, here), place(g.state, there)
    headline(g, f"{whose(caster)} changes places with {whose(target)}", target)
    put(g, caster, there)
    put(g, target, here)
    g.tell(f"{whose(caster)} and {whose(target)} swap tiles.", rule="STR-075")
    g.change(form(caster), mine, theirs, "where it stands", seat=caster.seat)
    g.change(form(target), theirs, mine, "where it stands", seat=target.seat)
    land(g, caster)
    land(g, target)
    return True


# Bounty, Scry ---------------------------------------------------------------------------------------------------


def bounty_plans(state: State, caster: Unit) -> Iterator[Plan]:
    if is_ordinary_land(tile_under(state, caster)):
        yield ()


def bounty(g: Play[State], caster: Unit, plan: Plan) -> bool:
    resource = YIELDS[tile_under(g.state, caster).kind]
    headline(g, f"{whose(caster)} calls up {goods(resource, 2)}")
    receive(g, caster.seat, resource, 2, f"Bounty, on {place(g.state, caster.at)}")
    g.tell(f"{{{caster.seat}}} gains {goods(resource, 2)}.", rule="STR-075")
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
    places = joined(place(g.state, at) for at in looked)
    headline(g, f"{whose(caster)} looks into what is hidden")
    if g.scene is not None:
        g.scene.about = tile_name(looked[0])
    g.tell(f"{{{caster.seat}}} looks under {places} and at the top of the {plan[2].capitalize()} deck.", rule="STR-194")
    g.change("looked under", "", places, f"only {{{caster.seat}}} knows what is there", seat=caster.seat)
    g.change("looked at", "", f"the top card of the {plan[2].capitalize()} deck", "the same", seat=caster.seat)
    return True


def look_under(state: State, seat: int, at: tuple[int, int]) -> None:
    tile = state.grid[at[0]][at[1]]
    assert tile is not None
    if seat not in tile.seen:
        tile.seen.append(seat)


def tell_underside(g: Play[State], seat: int, places: list[Square], card: str = "") -> None:
    """STR-194: what a look showed, to the one who looked."""
    seen = [f"{SIGN_WORDS[sign_at(g.state, at)]} under {place(g.state, at)}" for at in places]
    every = joined([*seen, f"{card_title(card)} on top of the deck"] if card else seen)
    about = tile_name(places[0])
    with g.moment("reveal", f"You see {seen[0]}", about=about, rule="STR-194", to=[seat]) as made:
        g.tell(f"You see {every}.", to=[seat], later=f"{{{seat}}} saw {every}.", rule="STR-194")
        for at in places:
            made.change(place(g.state, at), "", SIGN_WORDS[sign_at(g.state, at)], "what a Search there draws")
        if card:
            data = CARDS[card.partition("#")[0]]
            made.change("top card", "", data.title, f"{TYPE_NAMES[data.type]}. {data.text}")


def scry_after(g: Play[State], caster: Unit, plan: Plan) -> Script[None]:
    """The card is left on top or put at the bottom once it was seen."""
    deck = g.state.decks[plan[2]]
    tell_underside(g, caster.seat, [square_of(part) for part in plan[:2] if part != "one"], deck[0].id)
    top = CARDS[deck[0].id.partition("#")[0]]
    answer = yield from choose(
        caster.seat,
        f"Leave {top.title} on top?",
        [
            Option("top", "Leave it on top", note="the next Search of that kind finds it"),
            Option("bottom", "Put it at the bottom", note="it will not be found soon"),
        ],
        kicker=f"Scry, the top card of the {plan[2].capitalize()} deck",
        text=f"{TYPE_NAMES[top.type]}. {top.text}",
        rule="STR-204",
        public="looks at a card",
    )
    if answer == "bottom":
        deck.append(deck.pop(0))
    told = "left on top" if answer == "top" else "put at the bottom"
    g.tell(f"The card is {told}.", rule="STR-194")
    g.change("that card", "", told, f"{{{caster.seat}}} chose so", seat=caster.seat)


def sign_at(state: State, at: tuple[int, int]) -> str:
    tile = state.grid[at[0]][at[1]]
    assert tile is not None
    return tile.sign


MAGE_SPELLS: dict[str, Effect] = {
    "spark": Effect(near_enemy_plans, spark, ("at which enemy unit?",), harm=("2",)),
    "firebolt": Effect(far_enemy_plans, firebolt, ("at which enemy unit?",), harm=("D4",)),
    "frost_snare": Effect(snare_plans, frost_snare, ("which enemy unit?",)),
    "mend": Effect(mend_plans, mend, ("who is mended?",)),
    "gale": Effect(gale_plans, gale, ("which unit?", "in which direction?", "how far?")),
    "blink": Effect(blink_plans, blink, ("to which free tile?",)),
    "transpose": Effect(transpose_plans, transpose, ("with which unit?",)),
    "bounty": Effect(bounty_plans, bounty),
    "ward": Effect(ward_plans, ward, ("who is warded?",)),
    "scry": Effect(
        scry_plans,
        scry,
        ("under which tile do you look?", "under which second tile?", "at which deck?"),
        after=scry_after,
    ),
    "wither": Effect(near_enemy_plans, wither, ("which enemy unit?",)),
    "haste": Effect(haste_plans, haste, ("which of your units?",)),
}

"""What the coach introduces when it first appears. All of it follows from what the seat may know."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from app.games.stratos.actions import can_act
from app.games.stratos.board import a, form, max_health, neighbours, pool_of, tile_at, tile_under, units_of
from app.games.stratos.buying import purchases
from app.games.stratos.combat import attacks, shot, targets
from app.games.stratos.components import CARDS
from app.games.stratos.scoring import points
from app.games.stratos.state import State, Unit
from app.games.stratos.telling import tile_name, unit_name
from app.games.stratos.turn import listed_unit, seats_on_turn
from app.kernel import Intro

ACTIONS = ("travel", "walk", "harvest", "power", "defend", "attack", "shoot", "cast", "search")
CLOSE = 3  # points that are left to somebody


def introductions(state: State, seat: int) -> Sequence[Intro]:
    """The most urgent first: what is asked now, what has happened to me, what I could do with what I have."""
    if state.result is not None or state.players[seat].eliminated:
        return ()
    return tuple(intro for introduce in IN_ORDER for intro in introduce(state, seat))


def _acting(state: State, seat: int) -> Unit | None:
    """The unit whose actions are listed, while this seat is asked."""
    return listed_unit(state) if state.phase == "action" and state.actor == seat else None


def _buying(state: State, seat: int) -> set[str]:
    """The kinds of purchases that this seat can make now."""
    if state.phase != "buy" or seat not in seats_on_turn(state):
        return set()
    return {option.id.partition(":")[0] for option in purchases(state, seat)}


def _aim(state: State, seat: int) -> Iterator[Intro]:
    yield Intro(
        "aim",
        f"{state.target} points of Prosperity win",
        "Hoarded goods, defeated enemies, spells that worked and treasures are a point each. Your score says where "
        "each of yours comes from.",
        f"tribe-{seat}",
        "STR-143",
    )


def _turn(state: State, seat: int) -> Iterator[Intro]:
    unit = _acting(state, seat)
    if unit is not None:
        yield Intro(
            "turn",
            "Every unit may do two different things",
            "They act in any order; only Travel may be done twice. Press a unit on the land to see what it can do.",
            unit_name(unit),
            "STR-029",
            used=ACTIONS,
        )


def _peasant(state: State, seat: int) -> Iterator[Intro]:
    unit = _acting(state, seat)
    if unit is not None and unit.cls == "peasant" and tile_under(state, unit).kind in "PMDF":
        yield Intro(
            "peasant",
            "A Peasant may try for more",
            "Everybody harvests 1 of what the land gives. A Peasant may roll four sides instead and take as many, but "
            "a 4 brings nothing.",
            unit_name(unit),
            "STR-049",
            used=("harvest", "power"),
        )


def _buy(state: State, seat: int) -> Iterator[Intro]:
    if _buying(state, seat) & {"hire", "retrain"}:
        yield Intro(
            "hire",
            "What you have earned hires more",
            "Each of the five classes costs three goods. A new unit stands beside one that acted, defends, and acts "
            "in your next turn. Five is the most.",
            rule="STR-114",
            used=("hire", "retrain"),
        )


def _promotion(state: State, seat: int) -> Iterator[Intro]:
    if "promote" in _buying(state, seat):
        yield Intro(
            "promotion",
            "A unit can become better",
            "Promotion costs what hiring costs. It brings Health, and what used to fail does not fail any more. Five "
            "promoted units are worth two points.",
            rule="STR-121",
            used=("promote",),
        )


def _hoard(state: State, seat: int) -> Iterator[Intro]:
    if "hoard" in _buying(state, seat):
        yield Intro(
            "hoard",
            "One of each is a point",
            "Give back one Corn, one Nickel, one Spice and one Oak: a point that nobody can take from you.",
            rule="STR-129",
            used=("hoard",),
        )


def _gems(state: State, seat: int) -> Iterator[Intro]:
    if pool_of(state, seat).gems:
        yield Intro(
            "gems",
            "A Gem pays for anything",
            f"In a price it stands for any one good{', in a hoard as well' if state.gem_hoards else ', not in a hoard'}.",
            "resource-gems",
            "STR-111",
        )


def _hurt(state: State, seat: int) -> Iterator[Intro]:
    for unit in units_of(state, seat):
        if unit.health < max_health(unit):
            yield Intro(
                "health",
                f"Your {form(unit)} is hurt",
                "At 0 Health a unit leaves the land, and whoever did it gets a point. To defend is an action: until "
                "your next turn every blow does 1 less.",
                unit_name(unit),
                "STR-052",
            )
            return


def _fight(state: State, seat: int) -> Iterator[Intro]:
    """An enemy in reach of one of mine that can still act."""
    if _acting(state, seat) is None:
        return
    for unit in filter(can_act, units_of(state, seat)):
        bow = shot(unit)
        for profile in [*attacks(unit), *([bow] if bow else [])]:
            for target in targets(state, unit, profile):
                yield Intro(
                    "fight",
                    f"Your {form(unit)} can reach {a(form(target))}",
                    "The die is the damage, and its highest number misses. The button says what to expect. A defeated "
                    "enemy is a point for good.",
                    unit_name(target),
                    "STR-060",
                    used=("attack", "shoot"),
                )
                return


def _spirit(state: State, seat: int) -> Iterator[Intro]:
    for unit in units_of(state, seat):
        if unit.cls == "mage":
            yield Intro(
                "spirit",
                f"Your {form(unit)} has Spirit",
                "Spells cost it, and 1 comes back at each of your turns. A spell that works for the first time is "
                "worth a point while you have a Mage.",
                unit_name(unit),
                "STR-075",
                used=("cast",),
            )
            return


def _search(state: State, seat: int) -> Iterator[Intro]:
    for unit in units_of(state, seat):
        if unit.cls == "explorer":
            yield Intro(
                "search",
                f"Your {form(unit)} can search",
                "Under most tiles lie cards: treasures for a point each, tools, and traps. Each tile is searched once.",
                unit_name(unit),
                "STR-089",
                used=("search",),
            )
            return


def _items(state: State, seat: int) -> Iterator[Intro]:
    for item in state.players[seat].items:
        yield Intro(
            "items",
            "An item only you know",
            "An Explorer uses it once, as an action. Used, it lies open and is worth a point.",
            f"item-{item.partition('#')[0]}",
            "STR-103",
            used=("use",),
        )
        return


def _trap(state: State, seat: int) -> Iterator[Intro]:
    found = {CARDS[card.partition("#")[0]].type for pile in state.discards.values() for card in pile}
    if found & {"trap", "calamity"}:
        yield Intro(
            "trap",
            "Not everything under a tile is a gift",
            "A trap strikes whoever searched, a calamity everybody it names. Defending does not help. A Swashbuckler "
            "disarms the traps of the land.",
            rule="STR-106",
        )


def _special(state: State, seat: int) -> Iterator[Intro]:
    for unit in units_of(state, seat):
        for at in (unit.at, *neighbours(state, unit.at)):
            tile = tile_at(state, at)
            if tile is not None and tile.kind == "S":
                yield Intro(
                    "special",
                    "A special tile is near",
                    "The first to stand on it discovers it and keeps a bonus; whoever begins a turn there has "
                    "another. Units on three of them at once are worth two points.",
                    tile_name(at),
                    "STR-131",
                )
                return


def _close(state: State, seat: int) -> Iterator[Intro]:
    for player in state.players:
        if state.target - CLOSE <= points(state, player.seat) and not player.eliminated:
            whose = "You are" if player.seat == seat else f"{{{player.seat}}} is"
            yield Intro(
                "close",
                f"{whose} close to the end",
                "The match is over at once when somebody has the points, in whoever's turn. Points from spells, "
                "treasures and special tiles can be lost again.",
                f"tribe-{player.seat}",
                "STR-149",
            )
            return


IN_ORDER: tuple[Callable[[State, int], Iterator[Intro]], ...] = (
    *(_aim, _turn, _fight, _hoard, _promotion, _buy, _hurt, _peasant),
    *(_special, _gems, _spirit, _search, _items, _trap, _close),
)

"""Traps hit the searching unit or its owner (STR-106)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement

from app.games.stratos.board import goods, ground, nearest_free, pool_of, spot, tile_at, whose
from app.games.stratos.combat import lose
from app.games.stratos.components import RESOURCES
from app.games.stratos.decks import card_title
from app.games.stratos.effects import step_options
from app.games.stratos.harvest import gain, held
from app.games.stratos.landing import move_unit
from app.games.stratos.state import Pool, State, Unit
from app.games.stratos.victory import discard
from app.kernel import Option, Play, Script, choose

NET_TURNS = 2  # the end of this turn and of the owner's next


def suffer(g: Play[State], unit: Unit, amount: int) -> None:
    lose(unit, amount)
    g.tell(f"{whose(unit)} loses {amount} Health.", rule="STR-106")


def pitfall(g: Play[State], unit: Unit) -> Script[None]:
    suffer(g, unit, 2)
    yield from ()


def poison_dart(g: Play[State], unit: Unit) -> Script[None]:
    (rolled,) = g.roll(1, 4, "Poison Dart: {dice}.")
    suffer(g, unit, rolled)
    yield from ()


def hunters_net(g: Play[State], unit: Unit) -> Script[None]:
    unit.net = NET_TURNS
    g.tell(f"{whose(unit)} is netted.")
    yield from ()


def bundle(names: tuple[str, ...]) -> str:
    """Resources as an option says them, such as `corn*1,oak*2`."""
    return ",".join(f"{name}*{names.count(name)}" for name in dict.fromkeys(names))


def unbundle(text: str) -> list[tuple[str, int]]:
    parts = [part.partition("*") for part in text.partition(":")[2].split(",")]
    return [(name, int(count)) for name, _, count in parts]


def bundle_words(text: str) -> str:
    return ", ".join(goods(name, count) for name, count in unbundle(text))


def returns(pool: Pool, amount: int) -> list[str]:
    """Every way to return so many resources, Gems allowed; all, if fewer are held."""
    kinds = (*RESOURCES, "gems")
    amount = min(amount, sum(held(pool, kind) for kind in kinds))
    if not amount:
        return []
    mixes = combinations_with_replacement(kinds, amount)
    return [f"give:{bundle(mix)}" for mix in mixes if all(mix.count(k) <= held(pool, k) for k in kinds)]


def thieves_cache(g: Play[State], unit: Unit) -> Script[None]:
    pool = pool_of(g.state, unit.seat)
    ways = returns(pool, 2)
    if not ways:
        return
    answer = ways[0]
    if len(ways) > 1:
        answer = yield from choose(
            unit.seat,
            "Thieves' Cache: return 2 resources",
            step_options(g.state, ways),
            rule="STR-204",
            public="returns resources",
        )
    for name, count in unbundle(answer):
        gain(pool, name, -count)
    g.tell(f"{{{unit.seat}}} returns {bundle_words(answer)}.")


def undertow(g: Play[State], unit: Unit) -> Script[None]:
    suffer(g, unit, 1)
    places = nearest_free(g.state, unit.cls, unit.at, land_only=True)
    if unit.health <= 0 or not places:
        return
    answer = f"tile:{places[0][0]},{places[0][1]}"
    if len(places) > 1:
        answer = yield from choose(
            unit.seat,
            "Undertow: where is the searcher washed ashore?",
            step_options(g.state, [f"tile:{row},{col}" for row, col in places]),
            rule="STR-204",
            public="is washed ashore",
        )
    at = next(at for at in places if answer == f"tile:{at[0]},{at[1]}")
    tile = tile_at(g.state, at)
    g.tell(f"The undertow carries {whose(unit)} to {spot(at)}{f' {ground(tile)}' if tile else ''}.")
    move_unit(g, unit, at)


def krakens_grip(g: Play[State], unit: Unit) -> Script[None]:
    (rolled,) = g.roll(1, 4, "Kraken's Grip: {dice}.")
    suffer(g, unit, rolled)
    if unit.health <= 0 or not unit.equipment:
        return
    card = unit.equipment[0]
    if len(unit.equipment) > 1:
        card = yield from choose(
            unit.seat,
            "Kraken's Grip: discard one equipment card",
            [Option(held_card.replace("#", "."), card_title(held_card)) for held_card in unit.equipment],
            rule="STR-204",
            public="loses equipment",
        )
        card = card.replace(".", "#")
    unit.equipment.remove(card)
    discard(g.state, card)
    g.tell(f"{whose(unit)} loses {card_title(card)}.")


TRAPS: dict[str, Callable[[Play[State], Unit], Script[None]]] = {
    "pitfall": pitfall,
    "poison_dart": poison_dart,
    "hunters_net": hunters_net,
    "thieves_cache": thieves_cache,
    "undertow": undertow,
    "krakens_grip": krakens_grip,
}

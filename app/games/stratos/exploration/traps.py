"""Traps hit the searching unit or its owner (STR-106)."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations_with_replacement

from app.games.stratos.board import goods, nearest_free, pool_of, whose
from app.games.stratos.combat import lose
from app.games.stratos.components import RESOURCES
from app.games.stratos.decks import card_title
from app.games.stratos.effects import step_options
from app.games.stratos.harvest import held
from app.games.stratos.landing import move_unit
from app.games.stratos.state import Pool, State, Unit
from app.games.stratos.telling import mark, receive
from app.games.stratos.victory import discard
from app.kernel import Option, Play, Script, choose

NET_TURNS = 2  # the end of this turn and of the owner's next


def suffer(g: Play[State], unit: Unit, amount: int, cause: str) -> None:
    lose(g, unit, amount, f"{cause}; nothing lessens a trap")
    g.tell(f"{whose(unit)} loses {amount} Health by the {cause}.", rule="STR-106")


def roll_trap(g: Play[State], unit: Unit, cause: str) -> None:
    (rolled,) = g.roll(1, 4, f"{cause}: {{dice}}.", owner=unit.seat, rule="STR-106")
    if g.scene is not None:
        g.scene.fate("hurts", "is the loss", cause)
    suffer(g, unit, rolled, cause)


def pitfall(g: Play[State], unit: Unit) -> Script[None]:
    suffer(g, unit, 2, "Pitfall")
    yield from ()


def poison_dart(g: Play[State], unit: Unit) -> Script[None]:
    roll_trap(g, unit, "Poison Dart")
    yield from ()


def hunters_net(g: Play[State], unit: Unit) -> Script[None]:
    unit.net = NET_TURNS
    g.tell(f"{whose(unit)} is netted and takes no action until the end of its owner's next turn.", rule="STR-187")
    mark(g, unit, "netted", "no actions in this turn and in all of the next", better=False)
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
        g.tell(f"{{{unit.seat}}} has nothing that could be stolen.", rule="STR-106")
        return
    answer = ways[0]
    if len(ways) > 1:
        answer = yield from choose(
            unit.seat,
            "Thieves' Cache: which resources do you return?",
            step_options(g.state, ways),
            rule="STR-204",
            kicker="A trap, found by Search",
            public="returns resources",
        )
    for name, count in unbundle(answer):
        receive(g, unit.seat, name, -count, "Thieves' Cache")
    g.tell(f"{{{unit.seat}}} returns {bundle_words(answer)}: a Thieves' Cache.", rule="STR-106")


def undertow(g: Play[State], unit: Unit) -> Script[None]:
    suffer(g, unit, 1, "Undertow")
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
            kicker="A trap, found by Search",
            public="is washed ashore",
        )
    move_unit(g, unit, next(at for at in places if answer == f"tile:{at[0]},{at[1]}"), "is washed ashore")


def krakens_grip(g: Play[State], unit: Unit) -> Script[None]:
    roll_trap(g, unit, "Kraken's Grip")
    if unit.health <= 0 or not unit.equipment:
        return
    card = unit.equipment[0]
    if len(unit.equipment) > 1:
        card = yield from choose(
            unit.seat,
            "Kraken's Grip: which equipment is lost?",
            [Option(held_card.replace("#", "."), card_title(held_card)) for held_card in unit.equipment],
            rule="STR-204",
            kicker="A trap, found by Search",
            public="loses equipment",
        )
        card = card.replace(".", "#")
    unit.equipment.remove(card)
    discard(g.state, card)
    g.tell(f"{whose(unit)} loses the {card_title(card)} to the Kraken.", rule="STR-106")
    mark(g, unit, f"loses the {card_title(card)}", "Kraken's Grip", better=False)


TRAPS: dict[str, Callable[[Play[State], Unit], Script[None]]] = {
    "pitfall": pitfall,
    "poison_dart": poison_dart,
    "hunters_net": hunters_net,
    "thieves_cache": thieves_cache,
    "undertow": undertow,
    "krakens_grip": krakens_grip,
}

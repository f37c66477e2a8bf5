"""Coins and boost."""

from __future__ import annotations

from typing import Any

from app.games.vantage.cards import (
    add_boost,
    boost_bearer,
)
from app.games.vantage.core import Game, amount, people, pick_card, run, verb
from app.games.vantage.facts import Source, matching
from app.games.vantage.state import Held
from app.games.vantage.telling import count
from app.kernel import Option, Script, choose

Arguments = dict[str, Any]


@verb("gain_coin")
def _gain_coin(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        g.state.me(seat).coins += amount(g, source, a)
        g.tell(f"{{{seat}}} gains {count(amount(g, source, a), 'coin')}.")


@verb("lose_coin")
def _lose_coin(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        who = g.state.me(seat)
        lost = min(who.coins, amount(g, source, a))  # VAN-144
        who.coins -= lost
        if lost:
            g.tell(f"{{{seat}}} loses {count(lost, 'coin')}.", rule="VAN-144")


def _offer(g: Game, seat: int, label: str, rule: str) -> Script[bool]:
    answer = yield from choose(
        seat, label, [Option("no", "Do not pay"), Option("yes", "Pay")], rule=rule, public="may pay"
    )
    return answer == "yes"


@verb("pay_coin")
def _pay_coin(g: Game, source: Source, a: Arguments) -> Script[None]:
    who, cost = g.state.me(source.seat), amount(g, source, a)
    if who.coins >= cost and (yield from _offer(g, source.seat, f"Pay {count(cost, 'coin')}?", "VAN-145")):
        who.coins -= cost
        g.tell(f"{{{source.seat}}} pays {count(cost, 'coin')}.", rule="VAN-145")
        yield from run(g, source, a.get("then", []))
    else:
        yield from run(g, source, a.get("else", []))


@verb("gain_boost")
def _gain_boost(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a, f"Who gains {amount(g, source, a)} boost?")):
        held = boost_bearer(g.state, source, seat, a.get("onto"))
        if held is not None:
            tell_boost(g, seat, held, add_boost(g.state, held, amount(g, source, a)))


@verb("pay_boost")
def _pay_boost(g: Game, source: Source, a: Arguments) -> Script[None]:
    held = boost_bearer(g.state, source, source.seat, a.get("from"))
    cost = amount(g, source, a)
    if held and held.boost >= cost and (yield from _offer(g, source.seat, f"Pay {cost} boost?", "VAN-172")):
        held.boost = max(0, held.boost - cost)
        g.tell(f"{{{source.seat}}} pays {cost} boost from {g.state.world.card(held.id).name}.", rule="VAN-172")
        yield from run(g, source, a.get("then", []))
    else:
        yield from run(g, source, a.get("else", []))


@verb("move_boost")
def _move_boost(g: Game, source: Source, a: Arguments) -> Script[None]:
    state = g.state
    target = boost_bearer(state, source, source.seat, a.get("to"))
    left = amount(g, source, a)
    while left and target is not None:
        room = state.world.card(target.id).capacity - target.boost

        def givers(bearer: int = target.id) -> list[int]:
            return [h.id for _, h in matching(state, source, a["from"]) if h.boost and h.id != bearer]

        if not room or not givers():
            return
        card = yield from pick_card(g, source.seat, "Move 1 boost from", givers, least=0)
        found = state.find(card) if card is not None else None
        if found is None:
            return
        found[2].boost -= 1
        target.boost += 1
        left -= 1
        names = [g.state.world.card(one).name for one in (found[2].id, target.id)]
        g.tell(f"{{{source.seat}}} moves 1 boost from {names[0]} to {names[1]}.", rule="VAN-173")


@verb("boost_each")
def _boost_each(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    for _, held in matching(g.state, source, a["cards"]):
        tell_boost(g, source.seat, held, add_boost(g.state, held, amount(g, source, a)))


def tell_boost(g: Game, seat: int, held: Held, gained: int) -> None:
    if gained:
        g.tell(f"{{{seat}}}: {gained} boost on {g.state.world.card(held.id).name}.", rule="VAN-175")


@verb("split_boost")
def _split_boost(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Boost onto matching cards, one by one as the owner likes; without any, some on the character."""
    state = g.state
    for _ in range(amount(g, source, a)):
        card = yield from pick_card(
            g, source.seat, "1 boost on which card?", lambda: [h.id for _, h in matching(state, source, a["cards"])]
        )
        found = state.find(card) if card is not None else None
        if found is None:
            character = state.character(source.seat)
            tell_boost(g, source.seat, character, add_boost(state, character, a.get("else", 0)))
            return
        tell_boost(g, source.seat, found[2], add_boost(state, found[2], 1))

"""Cards: gained, lost, exchanged, handed over."""

from __future__ import annotations

from typing import Any

from app.games.vantage import goals
from app.games.vantage.cards import (
    add_boost,
    check_reserve,
    fetch,
    into_supply,
    lose,
    place,
    remove,
    replace,
    reserve,
    settle_gains,
    turn_vertical,
)
from app.games.vantage.core import Game, amount, chosen_seat, people, pick_card, verb
from app.games.vantage.dice import (
    skill_dice,
)
from app.games.vantage.facts import Source, matching
from app.games.vantage.state import Gain, State
from app.games.vantage.telling import count, step
from app.games.vantage.travel import here
from app.games.vantage.world import CATEGORIES
from app.kernel import Option, Script, choose

Arguments = dict[str, Any]


@verb("gain_card")
def _gain_card(g: Game, source: Source, a: Arguments) -> Script[None]:
    for seat in (yield from people(g, source, a)):
        g.state.gains.append(Gain(seat, a["id"], a.get("must", False)))


@verb("gain_from")
def _gain_from(g: Game, source: Source, a: Arguments) -> Script[None]:
    """By label from a list, or one skill die picks from a table; the card is seen afterwards."""
    state = g.state
    for _ in range(amount(g, source, a)):
        if "list" in a:
            cards = [one for one in a["list"] if one["id"] not in state.gone]
            options = [Option(f"pick:{index}", one["label"]) for index, one in enumerate(cards)]
            picked = yield from choose(source.seat, "Choose one", options, public="chooses")
            state.gains.append(Gain(source.seat, cards[int(picked.removeprefix("pick:"))]["id"]))
            continue
        card = _from_table(g, source, a["table"])
        if card is not None:
            state.gains.append(Gain(source.seat, card))


def _from_table(g: Game, source: Source, table: str) -> int | None:
    region = g.state.world.regions[here(g.state, source.seat).region]
    if table in ("flora", "items"):
        cards = list(getattr(region, table))
    else:
        cards = [row.card for row in g.state.world.tables[table] if row.card is not None]
    if not cards:
        return None
    (die,) = skill_dice(g, source.seat, 1)
    return int(cards[CATEGORIES.index(die) % len(cards)])


@verb("lose_card")
def _lose_card(g: Game, source: Source, a: Arguments) -> Script[None]:
    selector = a["cards"]
    if selector == "this" and source.card is not None:
        yield from lose(g, source.card)
        return
    for _ in range(amount(g, source, a)):
        card = yield from pick_card(
            g, source.seat, "Lose which card?", lambda: _losable(g.state, source, selector), rule="VAN-144"
        )
        if card is None:
            return
        yield from lose(g, card)


def _losable(state: State, source: Source, selector: Any) -> list[int]:
    return [held.id for seat, held in matching(state, source, selector) if held.id != state.me(seat).character]


@verb("replace_card")
def _replace_card(g: Game, source: Source, a: Arguments) -> Script[None]:
    card = yield from _which(g, source, a["card"], "Replace which card?", "grid")
    if card is not None:
        yield from replace(g, card, a["with"])


@verb("reserve_card")
def _reserve_card(g: Game, source: Source, a: Arguments) -> Script[None]:
    card = yield from _which(g, source, a["card"], "Reserve which card?", "grid")
    if card is not None and reserve(g.state, source.seat, card):
        yield from check_reserve(g, source.seat)


@verb("fetch_card")
def _fetch_card(g: Game, source: Source, a: Arguments) -> Script[None]:
    card = yield from _which(g, source, a.get("card", {}), "Fetch which card?", "reserve")
    if card is not None:
        yield from fetch(g, source.seat, card)


def _which(g: Game, source: Source, card: Any, prompt: str, zone: str) -> Script[int | None]:
    if card == "this":
        return source.card
    if isinstance(card, int):
        return card
    selector = {"zone": zone, "owner": "me", **card}
    return (yield from pick_card(g, source.seat, prompt, lambda: _losable(g.state, source, selector)))


@verb("turn_card")
def _turn_card(g: Game, source: Source, a: Arguments) -> Script[None]:
    card = source.card if a["id"] == "this" else a["id"]
    if card is not None:
        yield from turn_vertical(g, card)


@verb("sell_card")
def _sell_card(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Optional: lose it, gain its value and the bonus in coins (VAN-C23)."""
    card = yield from pick_card(
        g, source.seat, "Sell which card?", lambda: _losable(g.state, source, a["cards"]), least=0, rule="VAN-C23"
    )
    if card is not None:
        price = g.state.world.card(card).value + a.get("bonus", 0)
        yield from lose(g, card, "sells")
        g.state.me(source.seat).coins += price
        g.tell(f"{{{source.seat}}} gains {count(price, 'coin')} for it.", rule="VAN-C23")


@verb("give_card")
def _give_card(g: Game, source: Source, a: Arguments) -> Script[None]:
    others = g.state.companions(source.seat)
    if not others:
        return
    card = yield from pick_card(
        g, source.seat, "Give which card?", lambda: _losable(g.state, source, a["cards"]), least=0
    )
    if card is not None:
        to = yield from chosen_seat(g, source, "To whom?", others)
        yield from hand_over(g, source.seat, to, card)


def hand_over(g: Game, giver: int, taker: int, card: int) -> Script[None]:
    """With consent; its dice are refreshed, its boost is lost, no "when placed" (VAN-152, VAN-153)."""
    state = g.state
    name = state.world.card(card).name
    answer = yield from choose(
        taker,
        f"{{{giver}}} gives you {name}. Do you take it?",
        [Option("no", "No"), Option("yes", "Take it")],
        rule="VAN-153",
        public="is offered a card",
    )
    found = state.find(card)
    if answer == "no" or found is None or found[0] != giver:
        return
    with step(g, "gain", f"{{{giver}}} gives {{{taker}}} {name}", rule="VAN-153", why="a gift"):
        remove(state, card)
        yield from place(g, taker, state.world.card(card), must=True, placed=False)
        yield from check_reserve(g, giver)


@verb("place_centre")
def _place_centre(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    state, number = g.state, a["id"]
    if number in state.world.destinies:
        goals.put_destiny(g, number)
    elif number not in state.shared_cards:
        state.shared_cards.append(number)
        state.readings += 1


@verb("bind_here")
def _bind_here(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    state, place_ = g.state, source.place if source.place is not None else g.state.me(source.seat).place
    if state.find(a["id"]) is None:
        into_supply(g, source.seat, state.world.card(a["id"]))
        found = state.find(a["id"])
        if found is not None:
            found[2].bound = place_


@verb("curse")
def _curse(g: Game, source: Source, a: Arguments) -> Script[None]:
    """It must be taken; where no cell can be freed it is ignored (VAN-C43)."""
    state = g.state
    for seat in (yield from people(g, source, a)):
        movable = any(
            held is None or (cell != 4 and state.world.card(held.id).kind != "curse")
            for cell, held in enumerate(state.me(seat).grid)
        )
        if movable and state.find(a["id"]) is None:
            state.gains.append(Gain(seat, a["id"], must=True))


@verb("open_set")
def _open_set(g: Game, source: Source, a: Arguments) -> Script[None]:
    g.state.set_open = True
    g.state.flags[f"duel_set#{source.seat}"] = 1
    g.tell("A set of cards is opened.", rule="VAN-008")
    yield from check_reserve(g, source.seat)


@verb("alternate")
def _alternate(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Experience full: it is lost for the session and its owner may take one alternate (VAN-C19)."""
    state = g.state
    if source.card is None:
        return
    character = state.me(source.seat).character
    base = state.world.card(character).of or character
    yield from lose(g, source.card)
    state.gone.append(source.card)
    listed = [card for card in state.world.cards.values() if card.kind == "alternate" and card.of == base]
    options = [Option("none", "Stay as you are"), *(Option(f"card:{card.id}", card.name) for card in listed)]
    picked = yield from choose(source.seat, "Take an alternate?", options, rule="VAN-C19", public="may change")
    if picked != "none":
        state.gains.append(Gain(source.seat, int(picked.removeprefix("card:"))))
        yield from settle_gains(g)


@verb("learn")
def _learn(g: Game, source: Source, a: Arguments) -> Script[None]:
    """A lesson: a die on its face slot in this action brings a spell of level X, chosen by title (VAN-C41)."""
    state = g.state
    found = state.find(source.card) if source.card is not None else None
    if found is None:
        return
    card = state.world.card(found[2].id)
    placed = state.action is not None and f"learnt:{card.id}" in state.tried
    spells = [s for s in card.spells.get(str(min(5, source.x)), []) if state.find(s) is None]
    if not placed or not spells:
        add_boost(state, found[2], 1)
        return
    options = [Option(f"pick:{s}", state.world.card(s).name) for s in spells]
    picked = yield from choose(source.seat, "Which spell?", options, rule="VAN-C41", public="learns")
    state.gains.append(Gain(source.seat, int(picked.removeprefix("pick:"))))

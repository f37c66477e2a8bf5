"""How a match begins: what it is about, who plays in which order, and what everybody has to begin with."""

from __future__ import annotations

from collections import Counter

from app.games.stratos.components import RESOURCE_NAMES, SCENARIOS
from app.games.stratos.setup import additions
from app.games.stratos.state import State
from app.games.stratos.telling import joined, names, price_words, step
from app.games.stratos.victory import goal_of
from app.kernel import Play


def tell_beginning(g: Play[State]) -> None:
    """What it is about, who begins, and what the later ones have for it (STR-020)."""
    state = g.state
    everybody = [player.seat for player in state.players]
    goals = SCENARIOS[state.scenario].goals
    aim = f"the first to {state.target} Prosperity wins" if not goals else SCENARIOS[state.scenario].title
    with step(g, "turn", f"{names(everybody)} set out: {aim}", scene=opening_words(state), rule="STR-013"):
        g.tell(f"{names(everybody)} set out: {aim}.", rule="STR-013")
        for number, side in enumerate(state.sides if goals else []):
            words = goal_of(state, number)
            g.tell(f"{names(side)} must {words}.", rule="STR-013")
            g.change(f"goal of {names(side)}", "", words, "the scenario says so", seat=side[0])
        tell_stores(g)


def tell_stores(g: Play[State]) -> None:
    """STR-020: what is there to begin with, by the book or beyond it, and what a printed start does without."""
    state = g.state
    scenario = SCENARIOS[state.scenario]
    more = additions(state, scenario)
    given = [(seat, goods, "the book grants it") for seat, goods in scenario.printed]
    if not state.printed:
        drawn = {slot[0] for slot in state.slots[1:]} if scenario.late else set()
        why = {seat: "our balance: for beginning later" if seat in drawn else "our balance" for seat, _ in more}
        given += [(seat, goods, why[seat]) for seat, goods in more]
    held: Counter[tuple[int, str]] = Counter()
    for seat, goods, why_given in given:
        for name, amount in goods.items():
            before = held[seat, name]
            held[seat, name] += amount
            g.change(RESOURCE_NAMES[name], before, before + amount, why_given, seat=seat)
    if state.printed and more:
        g.tell("The start is as printed: nobody has more than the book says.", rule="STR-020")
        without = joined(f"{{{seat}}} {price_words(goods.items())}" for seat, goods in more)
        g.change("start", "balanced", "as printed", f"a balanced start would give {without}")
    elif more:
        g.tell("The start is balanced: whoever begins later or stands worse has a little more.", rule="STR-020")


def opening_words(state: State) -> str:
    order = names(seat for slot in state.slots for seat in slot)
    return f"{SCENARIOS[state.scenario].title}. They play in this order: {order}"

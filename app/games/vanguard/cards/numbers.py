"""Cards of the numbers that the whole crew shares."""

from __future__ import annotations

from collections.abc import Callable

from app.games.vanguard.cards.crew import times
from app.games.vanguard.data.ship import MORALE, OBJECTIVE, TECH
from app.games.vanguard.state import State
from app.kernel import Card, Fact, Gauge

STORY = {
    "signal": "How much of the Line's call is understood.",
    "accord": "How those who were here before you think of you.",
    "wake": "What you have woken. The higher it is, the nearer it is.",
}


def number_card(state: State, seat: int | None, rest: str) -> Card | None:
    make = NUMBERS.get(rest)
    return make(state) if make else None


def morale(state: State) -> Card:
    now = state.ship.morale
    return Card(
        kind="The ship",
        title=f"Morale: {MORALE[now]}",
        text="High brings 1 Command more at the Bridge. Low costs one, Very Low Energy and another Situation besides.",
        use="A failed mission and drifting lower it. Very Low is the floor: instead every section loses a die.",
        gauge=Gauge(now, 0, 3, "Very Low", "High"),
        rule="ISS-256",
    )


def success(state: State) -> Card:
    x = state.x
    here = x is not None and not x.over
    held = x.success if x is not None and here else state.ship.success or state.ship.bag
    return Card(
        kind="On the lander" if here else "Aboard",
        title=f"{held} Success",
        text="Brought home it buys dice, one for every section at a time, and repairs the lander.",
        use="Missions, rows of checks and finds give it.",
        rule="ISS-220",
    )


def supplies(state: State) -> Card | None:
    x = state.x
    if x is None:
        return None
    return Card(
        kind="On the lander",
        title=f"{times(x.supplies, 'Supply', 'Supplies')}",
        text="Each Rest takes one: half of your dice come back, and a card.",
        use="Some paths, dangers and Events take one. Without any there is no Rest, and such paths cost 2 dice.",
        gauge=Gauge(x.supplies, 0, 9, "no Rest", "plenty"),
        rule="ISS-082",
    )


def energy(state: State) -> Card:
    tech = TECH[state.ship.tech]
    return Card(
        kind="The ship, this phase",
        title=f"{state.ship.energy} Energy",
        text="Flights, visits and scans cost Energy. What is left when the facilities close is lost.",
        facts=(Fact(tech.name, f"{tech.energy}", "at every Bridge"),),
        rule="ISS-252",
    )


def command(state: State) -> Card:
    objective = OBJECTIVE[state.ship.objective]
    return Card(
        kind="The ship, this phase",
        title=f"{state.ship.command} Command",
        text="Each visit to a room of the ship costs one. What is left when the facilities close is lost.",
        facts=(Fact(objective.name, f"{objective.command}", "at every Bridge"),),
        rule="ISS-270",
    )


def story(key: str, state: State) -> Card:
    return Card(
        kind="How the story stands",
        title=f"{key.capitalize()} {state.counters[key]}",
        text=STORY[key],
        use="Choices and finds move it, and the story looks at it.",
        gauge=Gauge(state.counters[key], 0, 10, "nothing", "all"),
    )


NUMBERS: dict[str, Callable[[State], Card | None]] = {
    "morale": morale,
    "success": success,
    "supplies": supplies,
    "energy": energy,
    "command": command,
    "signal": lambda state: story("signal", state),
    "accord": lambda state: story("accord", state),
    "wake": lambda state: story("wake", state),
}
MAKERS = {"number": number_card}

"""Boost powers: which of them are open, and which could still help with a roll (section 13)."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.vantage.facts import Source, adjacent, cell_of, matching
from app.games.vantage.state import Held, State
from app.games.vantage.world import Effects, Power

SAVING = ("reroll", "set_face", "guard", "refresh")  # what can still change a roll or what it takes (VAN-134)
FETCHING = ("fetch_card",)


def power_open(state: State, seat: int, held: Held, power: Power) -> bool:
    """Paid from the card that bears it, in the window that it names, and able to do something (VAN-169, VAN-171)."""
    if held.boost < power.cost.get("boost", 0) or state.in_crisis or not does_something(state, seat, held, power):
        return False
    action = state.action
    mine = action is not None and action.seat == seat
    if state.world.card(held.id).sub == "arrow" and not nocked(state, seat, held):
        return False
    if power.window == "my_roll":  # an impact power serves anybody's roll (VAN-170)
        rolled = action is not None and action.stage == "place" and any(not die.slot for die in state.roll)
        return rolled and (mine or power.impact)
    if power.window == "before_roll":
        return mine and action is not None and action.stage == "pay" and action.cost > 0
    return True


def does_something(state: State, seat: int, held: Held, power: Power) -> bool:
    """Not where there is nothing to take it from: no card in reserve, no die on a card."""
    source = Source(seat, "card", held.id)
    for effect in power.do:
        for name, a in effect.items():
            if name in FETCHING and not state.me(seat).reserve:
                continue
            if name == "refresh" and not _dice_there(state, source, a if isinstance(a, dict) else {}):
                continue
            return True
    return False


def _dice_there(state: State, source: Source, a: dict[str, object]) -> bool:
    where = a.get("from", "penalty")
    if where == "penalty":
        return state.penalty > 0
    if where == "all":
        return True
    selector = {"owner": "me", "zone": "grid"} if where == "grid" else where
    return any(any(held.dice) for _, held in matching(state, source, selector))  # type: ignore[arg-type]


def nocked(state: State, seat: int, arrow: Held) -> bool:
    """An arrow adds to a shot of the bow beside it, and does nothing else (VAN-C35)."""
    action, cell = state.action, cell_of(state, seat, arrow.id)
    if action is None or action.seat != seat or cell is None:
        return False
    beside = {held.id for index in adjacent(cell) if (held := state.me(seat).grid[index]) is not None}
    return bool(beside & set(action.shots))


def picks(power: Power) -> list[tuple[int, str]]:
    """The options of a power that is nothing but a choice between gifts: each is used with one press."""
    if len(power.do) != 1 or "choice" not in power.do[0]:
        return []
    options = power.do[0]["choice"]["options"]
    plain = all(set(one) <= {"label", "do"} for one in options)
    return [(number, one["label"]) for number, one in enumerate(options)] if plain else []


def verbs_in(effects: Effects) -> Iterator[str]:
    """The verbs of a list of effects, those of its choices included."""
    for effect in effects:
        for name, a in effect.items():
            yield name
            if name == "choice" and isinstance(a, dict):
                for one in a["options"]:
                    yield from verbs_in(one.get("do", []))


def open_powers(state: State, seat: int) -> Iterator[tuple[Held, Power]]:
    for held in state.in_grid(seat):
        for power in state.world.card(held.id).powers:
            if power_open(state, seat, held, power):
                yield held, power


def rerolls(state: State, seat: int) -> list[tuple[Held, int, Power]]:
    """The actor's own powers that reroll one die and nothing else: they are answers to the question about the dice."""
    found = []
    for held in state.in_grid(seat):
        for index, power in enumerate(state.world.card(held.id).powers):
            alone = len(power.do) == 1 and "reroll" in power.do[0] and power.do[0]["reroll"].get("amount", 1) == 1
            if alone and state.actor == seat and power_open(state, seat, held, power):
                found.append((held, index, power))
    return found


def serves_all(state: State, source: Source) -> bool:
    """Whether an effect comes from an impact power, which may benefit any player (VAN-170)."""
    return source.card is not None and any(power.impact for power in state.world.card(source.card).powers)


def could_save(state: State, actor: int) -> bool:
    """Whether anybody could still change this roll: the actor, or others by impact powers (VAN-170, VAN-179)."""
    for seat in range(len(state.seats)):
        for _, power in open_powers(state, seat):
            if (seat == actor or power.impact) and set(verbs_in(power.do)) & set(SAVING):
                return True
    return False


def could_ease(state: State, seat: int, skill: str) -> bool:
    """Whether the actor has a power that makes an action of this kind cheaper, or brings a token for it."""
    for _, power in open_powers(state, seat):
        if power.window == "before_roll" or "cut_cost" in verbs_in(power.do):
            return True
        if _brings(power.do, skill):
            return True
    return False


def _brings(effects: Effects, skill: str) -> bool:
    for effect in effects:
        for name, a in effect.items():
            if name == "gain_skill" and isinstance(a, dict) and skill in a.get("skill", ()):
                return True
            if (
                name == "choice"
                and isinstance(a, dict)
                and any(_brings(one.get("do", []), skill) for one in a["options"])
            ):
                return True
    return False

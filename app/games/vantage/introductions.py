"""What the coach says when something first appears (VAN-030): the most urgent first, by what the seat may know."""

from __future__ import annotations

from collections.abc import Iterator

from app.games.vantage.state import State
from app.games.vantage.travel import here
from app.games.vantage.world import STATS
from app.kernel.lesson import Intro


def introductions(state: State, seat: int) -> list[Intro]:
    reads = bool(state.told) and state.storyteller == seat  # a voice is waited for: nothing else now
    return [*setting_out(state), *on_the_way(state, seat)] if not state.ended and not reads else []


def setting_out(state: State) -> Iterator[Intro]:
    if state.step == "level":
        text = "Daring is a good start: four of time, morale and health each. The first stat at 0 need not end it."
        yield Intro("level", "How daring?", text, None, "VAN-017")
    if state.step == "character":
        text = "Characters differ in slots, powers and actions, not in strength. Take whoever you would like to be."
        yield Intro("character", "Who are you?", text, None, "VAN-018")


def on_the_way(state: State, seat: int) -> Iterator[Intro]:
    if state.setting_up:
        return
    who, action = state.me(seat), state.action
    mine = action is not None and action.seat == seat
    if action is not None and mine and action.stage == "place" and state.roll:
        if any(not die.slot and die.face in STATS for die in state.roll):
            text = "A die on a slot takes nothing. What shows a stat and lies unplaced, you lose."
            yield Intro("dice", "Dice go on slots", text, "die-0", "VAN-105")
        if any(die.face == "setback" for die in state.roll):
            text = "Unplaced it costs nothing and goes back to the pool. Only a curse makes it hurt."
            setback = next(index for index, die in enumerate(state.roll) if die.face == "setback")
            yield Intro("setback", "A setback", text, f"die-{setback}", "VAN-129")
    if action is not None and action.stage == "pay":
        if mine:
            text = "It will succeed. Each token of the action's kind is one die fewer, yours or anybody's."
            yield Intro("roll", "The cost is read", text, f"token-{action.category}", "VAN-090")
        else:
            text = "Pledge a token to somebody's action, wherever they are. They decide whether to take it."
            yield Intro("pledge", "You can help from afar", text, f"token-{action.category}", "VAN-244")
    if state.in_crisis:
        text = "All of you decide together: end here, or go on, which has its price. It can be survived once."
        yield Intro("at zero", "A stat is at 0", text, None, "VAN-208")
    elif state.crises:
        text = "What was at 0 is at 2. A second crisis ends the session."
        yield Intro("crisis", "A crisis has passed", text, None, "VAN-210")
    if any(value == 1 for value in who.stats.values()):
        low = next(name for name in STATS if who.stats[name] == 1)
        yield Intro("low", "One is left", f"At 0 {low} there is a crisis for all of you.", f"stat-{low}", "VAN-208")
    if state.turn == seat and action is None:
        text = "Only you see this place. Tell the others what you see: details matter elsewhere."
        yield Intro("look", "Look first", text, "picture", "VAN-034")
        if any(side.star for side in here(state, seat).compass.values()):
            star = next(name for name, side in here(state, seat).compass.items() if side.star)
            text = (
                "A number is a way you know, for one die. A star is a way whose price is read when you have chosen it."
            )
            yield Intro("star", "A star on the compass", text, f"compass-{star}", "VAN-049")
    if state.character(seat).boost:
        text = "Boost lies on cards and pays for their powers: a die rolled again, a token, a card out of reserve."
        yield Intro("boost", "Boost", text, f"card-{who.character}", "VAN-169")
    if len(state.in_grid(seat)) > 1:
        text = "Each card brings slots, powers or actions. Fill all nine cells and a destiny is found."
        yield Intro("cards", "Your first card", text, f"card-{state.in_grid(seat)[0].id}", "VAN-180")
    if who.supply:
        text = "It lies in your supply and says what it wants. Done, it turns into a card of your grid."
        yield Intro("quest", "Something to do", text, f"card-{who.supply[0].id}", "VAN-C50")
    if state.destinies:
        text = "Fulfilling it ends the session, and wins it, whatever became of the mission."
        yield Intro("destiny", "A destiny", text, f"centre-{state.destinies[0]}", "VAN-205")

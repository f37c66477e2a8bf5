"""Puzzles, trials, giants and duels."""

from __future__ import annotations

from typing import Any

from app.games.vantage.core import Game, run, verb
from app.games.vantage.dice import (
    skill_dice,
)
from app.games.vantage.effects.strength import rolled
from app.games.vantage.facts import Source, holds
from app.games.vantage.state import Gain
from app.games.vantage.telling import note
from app.kernel import Option, Script, ask, choose, choosing

Arguments = dict[str, Any]


@verb("puzzle")
def _puzzle(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Shown to the seat that opened it; a wrong answer says only that it is wrong (VAN-228, VAN-229)."""
    state, who = g.state, g.state.me(source.seat)
    puzzle = state.world.puzzles[a["id"]]
    who.puzzle = a["id"]
    state.readings += 1
    if a.get("skip"):
        yield from run(g, source, puzzle.prize)
        return
    options = [Option(f"item:{n}", f"{n}: {label}") for n, label in enumerate(puzzle.panel.labels, 1)]
    picks = puzzle.panel.pick
    values = yield from ask(
        choosing(
            source.seat,
            puzzle.shown,
            options,
            least=picks,
            most=picks,
            ordered=puzzle.panel.kind == "order",
            rule="VAN-229",
            public="tries an answer",
        )
    )
    given = [int(value.removeprefix("item:")) for value in values]
    right = given == puzzle.answer if puzzle.panel.kind == "order" else sorted(given) == sorted(puzzle.answer)
    if right:
        g.tell(f"{{{source.seat}}} has solved it: {puzzle.name}.", rule="VAN-229")
        yield from run(g, source, puzzle.prize)
    else:
        g.tell(puzzle.wrong, rule="VAN-229")


@verb("trial")
def _trial(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Once per seat and session; passing gives the emblem (VAN-C66)."""
    state, trial = g.state, g.state.world.trials[a["id"]]
    mark = f"trial:{trial.id}#{source.seat}"
    if mark in state.tried:
        return
    state.tried.append(mark)
    g.tell(trial.text, rule="VAN-C66")
    dice = skill_dice(g, source.seat, trial.dice)
    won = rolled(dice, trial.passed.get("dice", "double")) or holds(
        state, source, trial.passed.get("if") or {"flag": "-"}
    )
    yield from run(g, source, trial.prize if won else trial.else_)


@verb("giant")
def _giant(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Befriended or fought, never both in one session (VAN-C45 to VAN-C47)."""
    state = g.state
    if "won" in a:
        yield from _part_won(g, source, a["won"])
        return
    giant = state.world.giants[a["id"]]
    lair = str(giant.lair)
    if state.giants.get(lair, a["mode"]) != a["mode"]:
        g.tell("It is too late for that.", rule="VAN-C47")
        return
    state.giants[lair] = a["mode"]
    if a["mode"] == "befriend":
        state.gains.append(Gain(source.seat, giant.id))
    elif lair not in state.lairs:
        state.lairs[lair] = list(giant.parts)


@verb("duel")
def _duel(g: Game, source: Source, a: Arguments) -> Script[None]:
    """The quick form: six skill dice a side; more dice that match the card's signs win (VAN-C54)."""
    state = g.state
    cards = list(state.world.duel.values())
    if not state.set_open or not cards:
        return
    options = [Option(f"duel:{card.id}", card.name, note=", ".join(card.signs)) for card in cards]
    picked = yield from choose(source.seat, "Which card do you duel with?", options, rule="VAN-C54", public="duels")
    mine = state.world.duel[int(picked.removeprefix("duel:"))]
    theirs = g.rng.pick(cards, "duel")
    my_dice, their_dice = skill_dice(g, source.seat, 6), skill_dice(g, source.seat, 6, "sees the other side's dice")
    scores = [sum(my_dice.count(sign) for sign in mine.signs), sum(their_dice.count(sign) for sign in theirs.signs)]
    if mine.speed > theirs.speed and scores[0] <= scores[1]:
        again = yield from choose(
            source.seat, "You are quicker: reroll all?", [Option("no", "Keep"), Option("yes", "Reroll")], rule="VAN-C54"
        )
        if again == "yes":
            my_dice = skill_dice(g, source.seat, 6)
            scores[0] = sum(my_dice.count(sign) for sign in mine.signs)
    elif theirs.speed > mine.speed and scores[1] <= scores[0]:
        their_dice = skill_dice(g, source.seat, 6, "sees the other side's dice")
        scores[1] = sum(their_dice.count(sign) for sign in theirs.signs)
    won = scores[0] > scores[1] or (scores[0] == scores[1] and mine.speed < theirs.speed)
    g.tell(f"{{{source.seat}}} {'wins' if won else 'does not win'} the duel.", rule="VAN-C54")
    if won:
        state.me(source.seat).coins += 2
        note(g, "the duel")


def _part_won(g: Game, source: Source, card: int) -> Script[None]:
    yield from ()
    for parts in g.state.lairs.values():
        if card in parts:
            parts.remove(card)
            g.state.gains.append(Gain(source.seat, card))

"""Dice in the middle of an action: more of them, again, turned, refreshed; and what makes one cheaper."""

from __future__ import annotations

from typing import Any

from app.games.vantage.cards import (
    clear,
)
from app.games.vantage.core import Game, amount, people, pick_card, verb
from app.games.vantage.dice import (
    gain_skill,
    place_dice,
    refresh_all,
    reroll,
    roll,
    suffer,
    unplaced,
)
from app.games.vantage.facts import Source, matching
from app.games.vantage.powers import serves_all
from app.games.vantage.state import Cut
from app.games.vantage.telling import dice_words, show_dice
from app.games.vantage.turn import cut_fits
from app.kernel import Option, Script, ask, choosing

Arguments = dict[str, Any]


@verb("roll_more")
def _roll_more(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Pool check, roll, place, suffer, then on with the list (VAN-103)."""
    action = g.state.action
    if action is None:
        return
    stage, action.stage = action.stage, "place"
    roll(g, source.seat, amount(g, source, a, "dice"))
    yield from place_dice(g)
    yield from suffer(g)
    action.stage = stage


@verb("reroll")
def _reroll(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Unplaced dice of the current roll; a kind of token consoles for the same symbol (VAN-104, VAN-C12)."""
    state = g.state
    for _ in range(amount(g, source, a)):
        mine = state.actor == source.seat or serves_all(state, source)
        if not mine or not unplaced(state):
            return
        index = yield from _pick_die(g, source.seat, "Reroll which die?")
        if index is None:
            return
        old = state.roll[index].face
        new = reroll(g, source.seat, index)
        if new == old and "consolation" in a:
            gain_skill(g, source.seat, a["consolation"])


def _pick_die(g: Game, seat: int, prompt: str) -> Script[int | None]:
    def options() -> list[Option]:
        listed = [Option(f"die:{i}", g.state.roll[i].face, target=f"die-{i}") for i in unplaced(g.state)]
        return listed or [Option("none", "None")]

    picked = yield from ask(choosing(seat, prompt, options, rule="VAN-104", public="chooses a die"))
    return None if picked[0] == "none" else int(picked[0].removeprefix("die:"))


@verb("set_face")
def _set_face(g: Game, source: Source, a: Arguments) -> Script[None]:
    for _ in range(amount(g, source, a)):
        if g.state.actor != source.seat or not unplaced(g.state):
            return
        index = yield from _pick_die(g, source.seat, f"Turn which die to {a['to']}?")
        if index is not None:
            die = g.state.roll[index]
            g.tell(f"{{{source.seat}}} turns {die.face} to {a['to']}.", rule="VAN-134")
            die.face = a["to"]
            show_dice(g)


@verb("refresh")
def _refresh(g: Game, source: Source, a: Arguments) -> Script[None]:
    """Dice back to the pool (VAN-138)."""
    state = g.state
    where, count = a.get("from", "penalty"), a.get("amount", 1)
    if count == "all" and where == "all":
        refresh_all(state)
        g.tell("All dice are refreshed.", rule="VAN-138")
        return
    if where == "penalty":
        back = state.penalty if count == "all" else min(state.penalty, amount(g, source, a))
        state.penalty -= back
        state.pool += back
        tell_refreshed(g, back)
        return
    selector = {"owner": "me", "zone": "grid"} if where == "grid" else where
    left = 99 if count == "all" else amount(g, source, a)
    while left > 0:

        def full() -> list[int]:
            return [h.id for _, h in matching(state, source, selector) if any(h.dice)]

        if count == "all":
            before = state.pool
            for _, held in matching(state, source, selector):
                boost = held.boost
                clear(state, held)
                held.boost = boost
            tell_refreshed(g, state.pool - before)
            return
        card = yield from pick_card(g, source.seat, "Refresh a die on which card?", full)
        found = state.find(card) if card is not None else None
        if found is None:
            return
        index = next(i for i, face in enumerate(found[2].dice) if face)
        found[2].dice[index] = ""
        state.pool += 1
        left -= 1
        g.tell(f"{{{source.seat}}} refreshes a die on {state.world.card(found[2].id).name}.", rule="VAN-138")


def tell_refreshed(g: Game, dice: int) -> None:
    if dice:
        g.tell(f"{dice_words(dice)} back to the pool.", rule="VAN-138")


@verb("to_penalty")
def _to_penalty(g: Game, source: Source, a: Arguments) -> Script[None]:
    yield from ()
    moved = min(g.state.pool, amount(g, source, a))
    g.state.pool -= moved
    g.state.penalty += moved
    if moved:
        g.tell(f"{dice_words(moved)} of the pool {'lies' if moved == 1 else 'lie'} spent.", rule="VAN-138")


@verb("cut_cost")
def _cut_cost(g: Game, source: Source, a: Arguments) -> Script[None]:
    """The next action that fits costs less; in the middle of one's own action, before the roll, this one (VAN-C34)."""
    state = g.state
    fits = a.get("for", {})
    fits = {} if fits == "any" else fits
    less = amount(g, source, a)
    for seat in (yield from people(g, source, a)):
        action = state.action
        if action and action.seat == seat and action.stage == "pay" and cut_fits(fits, action):
            action.cost = max(0, action.cost - less)
            g.tell(f"{{{seat}}}: it costs {less} less.", rule="VAN-089")
        else:
            state.me(seat).cuts.append(Cut(less, fits, a.get("until", "next_turn"), state.me(seat).turns))
            kind = next((f"{fits[name]} " for name in ("act", "category", "composition") if name in fits), "")
            g.tell(f"{{{seat}}}: the next {kind}action costs {less} less.", rule="VAN-089")

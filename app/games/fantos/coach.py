"""The guided first round: what the coach says to each player, from what that player can see."""

from __future__ import annotations

from app.games.fantos.components import CITADELS, LABOR, LEGACIES, TRIALS, title
from app.games.fantos.state import Seat, State
from app.kernel.game import Tip

STEPS = 8


def tip(state: State, seat: Seat) -> Tip | None:
    """The word for this moment; silent once every Citadel has had its first turn."""
    if state.round > 1 or state.phase in ("tally", "over"):
        return None
    if state.phase == "rolling":
        return _tip(1, "Welcome to Fantos", "Whoever rolls a 3 first hires first.", rule="FAN-020")
    if state.phase == "recruiting":
        return _recruiting(state, seat)
    if state.stack:
        return _stack(state)
    if state.vote is not None:
        trial = TRIALS[state.vote.trial].title
        return _tip(5, "A vote", f"{trial} stays only with more yeas than nays. Who gains by it?", "vote", "FAN-128")
    if state.active != seat:
        return _watching(state, seat)
    match state.phase:
        case "untask":
            return _tip(2, "Your turn begins", "Your Legacies are ready again; you draw up to 5 Labor.", rule="FAN-040")
        case "action":
            return _action(state, seat)
        case "trials":
            text = "A Harvest wakes Trials: up to 6 Shards one, up to 12 two, more three. They bind everybody."
            return _tip(5, "The Trials", text, "trials", "FAN-111")
        case "secondary":
            return _secondary(state, seat)
        case "hiring":
            reserve = state.citadels[seat].reserve
            text = f"One hire per turn. Keep your Reserve ({reserve}) alive: a Citadel whose Reserve is empty is out."
            return _tip(7, "Hiring", text, "pool-0", "FAN-190")
    text = "Throw away Labor that does not help: next turn you draw up to 5 again."
    return _tip(8, "Discard", text, "hand", "FAN-150")


def _tip(step: int, heading: str, text: str, target: str | None = None, rule: str | None = None) -> Tip:
    return Tip(heading, text, step, STEPS, target, rule)


def _recruiting(state: State, seat: Seat) -> Tip:
    mat = CITADELS[state.citadels[seat].mat]
    faces = [(n, slot.card) for n, slot in enumerate(state.pool) if slot.laid_by is None and slot.card is not None]
    own = next((n for n, card in faces if LEGACIES[card].race == mat.race), None)
    text = f"What you pay lies on the Legacy: its health and its purse. {mat.race} cost {mat.title} 2 less."
    return _tip(1, "Your first Legacies", text, None if own is None else f"pool-{own}", "FAN-027")


def _action(state: State, seat: Seat) -> Tip:
    if state.action is not None and state.action.dice:
        text = "Until the scores lock, everybody may still change them with cards."
        return _tip(3, "The dice are cast", text, "stage", "FAN-067")
    if state.action is not None:
        return _tip(3, "Declared", "Now the others may join or answer.", "stage", "FAN-065")
    if state.completed:
        return _tip(4, "Well done", "One Fantos Action per turn: end the phase to go on.", rule="FAN-063")
    mine = [one for one in state.citadels[seat].legacies if one.status == "untasked"]
    if not mine:
        return _tip(3, "Nobody is ready", "All your Legacies are tasked: end the phase.", rule="FAN-062")
    best = max(mine, key=lambda one: LEGACIES[one.id].harvest)
    text = f"Harvest, War or Tribute. A calm start: Harvest with {title(best.id)}, and keep somebody back to defend."
    return _tip(3, "Your Fantos Action", text, f"legacy-{best.id}", "FAN-062")


def _secondary(state: State, seat: Seat) -> Tip:
    hand = sorted(set(state.citadels[seat].hand))
    ready = any(one.status == "untasked" for one in state.citadels[seat].legacies)
    card = next((card for card in hand if LABOR[card].mark in "SI"), None)
    text = "Now Labor and abilities marked S. An untasked Legacy pays with its own Shards."
    if card is not None and ready:
        return _tip(6, "Secondary actions", f"{text} You hold {title(card)}.", f"labor-{card}", "FAN-161")
    return _tip(6, "Secondary actions", f"{text} Pass when you are done.", None, "FAN-130")


def _stack(state: State) -> Tip:
    top = state.stack[-1]
    text = f"{{{top.seat}}} played {title(top.title)}. Instants may answer; then the newest takes effect first."
    return _tip(4, "The stack", text, "stack", "FAN-176")


def _watching(state: State, seat: Seat) -> Tip:
    action = state.action
    if action is not None and action.target == seat and not action.dice:
        text = "Task defenders: they fight, but what you lose is taken from them before your Reserve."
        return _tip(4, "You are attacked", text, "stage", "FAN-079")
    if state.window is not None and seat in state.window.asked:
        text = "Play a card or pass. Others see that the window is open, never what you hold."
        return _tip(4, "A window", text, "hand", "FAN-184")
    text = f"{{{state.active}}} plays. Tap any card to read what it does."
    return _tip(2, "The others play", text, f"citadel-{state.active}", "FAN-035")

"""The guided first round: what the coach says to each player, from what that player can see."""

from __future__ import annotations

from app.games.fantos.components import CITADELS, LABOR, LEGACIES, TRIALS, title
from app.games.fantos.state import State
from app.kernel.game import Tip

STEPS = 8


def tip(state: State, seat: int) -> Tip | None:
    """The word for this moment; silent once every Citadel has had its first turn."""
    if state.round > 1 or state.phase == "over":
        return None
    if state.phase == "rolling":
        return _tip(1, "Welcome to Fantos", "Whoever rolls a 3 first hires first.", rule="FAN-020")
    if state.phase == "recruiting":
        return _recruiting(state, seat)
    if state.stack:
        return _stack(state, seat)
    if state.vote is not None:
        return _tip(
            5,
            "A vote",
            f"{TRIALS[state.vote.trial].title} stays only if more Citadels say yea than nay. Think who gains by it.",
            rule="FAN-128",
        )
    if state.active != seat:
        return _watching(state, seat)
    match state.phase:
        case "untask":
            return _tip(
                2, "Your turn begins", "Your Legacies are ready again and you draw up to 5 Labor.", rule="FAN-040"
            )
        case "action":
            return _action(state, seat)
        case "trials":
            return _tip(
                5,
                "The Trials",
                "A Harvest wakes Trials: up to 6 Shards one, up to 12 two, more than that three. They change the rules "
                "for everybody.",
                "trials",
                "FAN-111",
            )
        case "secondary":
            return _secondary(state, seat)
        case "hiring":
            return _hiring(state, seat)
        case _:
            return _tip(
                8,
                "Discard",
                "Throw away Labor that does not help: at your next turn you draw up to 5 again.",
                "hand",
                "FAN-150",
            )


def _tip(step: int, heading: str, text: str, target: str | None = None, rule: str | None = None) -> Tip:
    return Tip(heading, text, step, STEPS, target, rule)


def _recruiting(state: State, seat: int) -> Tip:
    mat = CITADELS[state.citadels[seat].mat]
    own = next(
        (
            n
            for n, slot in enumerate(state.pool)
            if slot.card and slot.laid_by is None and LEGACIES[slot.card].race == mat.race
        ),
        None,
    )
    text = (
        f"Hire Legacies: the Shards you pay lie on the Legacy and are its health. {mat.title} hires {mat.race} 2 Shards "
        "cheaper. You want somebody who harvests, somebody who fights, and a Reserve that lasts."
    )
    return _tip(1, "Your first Legacies", text, None if own is None else f"pool-{own}", "FAN-027")


def _action(state: State, seat: int) -> Tip:
    if state.action is not None:
        if state.action.dice:
            return _tip(
                3,
                "The dice are cast",
                "Until the scores lock, everybody may still change them with Labor.",
                "stage",
                "FAN-067",
            )
        return _tip(3, "Declared", "Now the others may join or answer.", "stage", "FAN-065")
    if state.completed:
        return _tip(4, "Well done", "One Fantos Action per turn. End the phase to go on.", rule="FAN-063")
    mine = [one for one in state.citadels[seat].legacies if one.status == "untasked"]
    if not mine:
        return _tip(3, "Nobody is ready", "All your Legacies are tasked: end the phase.", rule="FAN-062")
    best = max(mine, key=lambda one: LEGACIES[one.id].harvest)
    text = (
        "Choose one Fantos Action. Harvest takes Shards from the Trove, War takes them from your neighbour, Tribute makes "
        f"a Legacy reign. A calm start: Harvest with {title(best.id)}, and keep somebody back to defend."
    )
    return _tip(3, "Your Fantos Action", text, f"legacy-{best.id}", "FAN-062")


def _secondary(state: State, seat: int) -> Tip:
    hand = sorted(set(state.citadels[seat].hand))
    ready = any(one.status == "untasked" for one in state.citadels[seat].legacies)
    card = next((card for card in hand if LABOR[card].mark in "SI"), None)
    text = "Labor marked S and abilities marked S are played now. An untasked Legacy pays with its own Shards."
    if card is not None and ready:
        return _tip(6, "Secondary actions", f"{text} You hold {title(card)}.", f"labor-{card}", "FAN-161")
    return _tip(6, "Secondary actions", f"{text} Pass when you are done.", None, "FAN-130")


def _hiring(state: State, seat: int) -> Tip:
    reserve = state.citadels[seat].reserve
    text = (
        f"One hire per turn. Your Reserve of {reserve} must keep at least 1: a Citadel whose Reserve is empty is out, "
        "whatever its Legacies hold."
    )
    return _tip(7, "Hiring", text, "pool-0", "FAN-190")


def _stack(state: State, seat: int) -> Tip:
    top = state.stack[-1]
    text = (
        f"{{{top.seat}}} played {title(top.title)}. Anybody may answer with an instant; when all pass, the newest card "
        "takes effect first."
    )
    return _tip(4, "The stack", text, "stack", "FAN-176")


def _watching(state: State, seat: int) -> Tip:
    action = state.action
    if action is not None and action.target == seat and not action.dice:
        return _tip(
            4,
            "You are attacked",
            "Task Legacies to your defence: they fight, but what you lose is taken from them before your Reserve.",
            "stage",
            "FAN-079",
        )
    if state.window is not None and seat in state.window.asked:
        text = "You may play a card or pass. Others see only that the window is open, never what you hold."
        return _tip(4, "A window", text, "hand", "FAN-184")
    text = f"{{{state.active}}} plays. Watch the score build up; tap any card to read what it does."
    return _tip(2, "The others play", text, f"citadel-{state.active}", "FAN-035")

"""The coach: advice for a newcomer, with no effect on the rules (VAN-030)."""

from __future__ import annotations

from app.games.vantage.state import State
from app.kernel import Tip

TIPS = (
    ("level", "How daring?", "Daring is a good start: four of time, morale and health each.", None, "VAN-017"),
    ("character", "Who are you?", "Characters differ in slots, powers and actions, not in stats.", None, "VAN-018"),
    (
        "turn",
        "Look first",
        "Only you see this place. Describe it to the others: details matter elsewhere.",
        "picture",
        "VAN-034",
    ),
    (
        "pay",
        "Ask for help",
        "Anybody may pay a skill token of the action's kind, wherever they are.",
        "help",
        "VAN-091",
    ),
    ("place", "Place dice", "A die on a slot costs nothing. What is left unplaced hurts.", None, "VAN-105"),
    ("cards", "Gain cards", "Every card brings slots. Try to fill all nine cells of your grid.", None, "VAN-180"),
    ("bold", "Be bold", "The first stat at 0 need not end the session.", None, "VAN-210"),
)


def tip(state: State, seat: int) -> Tip | None:
    """The tip for this moment, in a seat's first turns."""
    who = state.me(seat)
    if who.turns > 4 or state.ended:
        return None
    key = state.step
    if state.step in ("turn", "act", "end"):
        if state.action is not None and state.action.seat == seat and state.action.stage in ("pay", "place"):
            key = state.action.stage
        elif who.turns <= 1:
            key = "turn"
        else:
            key = "cards" if who.turns <= 3 else "bold"
    for index, (name, title, text, target, rule) in enumerate(TIPS):
        if name == key:
            return Tip(title, text, index + 1, len(TIPS), target, rule)
    return None

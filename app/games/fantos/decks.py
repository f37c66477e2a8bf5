"""Drawing cards."""

from __future__ import annotations

from app.games.fantos.components import title
from app.games.fantos.state import Seat, Slot, State
from app.kernel import Play


def draw_labor(g: Play[State], seat: Seat, count: int) -> int:
    """FAN-041: the discards become a new deck when it runs out; if both are empty, drawing stops."""
    s = g.state
    drawn: list[str] = []
    for _ in range(count):
        if not s.labor_deck:
            if not s.labor_discard:
                break
            s.labor_deck = g.rng.shuffled(s.labor_discard, "labor")
            s.labor_discard = []
            g.tell("The Labor discards are shuffled into a new deck.", rule="FAN-041")
        drawn.append(s.labor_deck.pop(0))
    if drawn:
        s.citadels[seat].hand = sorted([*s.citadels[seat].hand, *drawn])
        g.tell(f"{{{seat}}} draws {len(drawn)} Labor.", rule="FAN-229")
        words = ", ".join(title(card) for card in drawn)
        g.tell(f"You draw {words}.", to=[seat], rule="FAN-229", later=f"{{{seat}}} drew {words}.")
    return len(drawn)


def top_legacy(g: Play[State]) -> str | None:
    """FAN-033"""
    s = g.state
    if not s.legacy_deck:
        if not s.legacy_discard:
            return None
        s.legacy_deck = g.rng.shuffled(s.legacy_discard, "legacies")
        s.legacy_discard = []
        g.tell("The Legacy discards are shuffled into a new deck.", rule="FAN-033")
    return s.legacy_deck.pop(0)


def refill(g: Play[State]) -> None:
    """FAN-032: empty slots are filled face up at once."""
    for index, slot in enumerate(g.state.pool):
        if slot.card is None:
            g.state.pool[index] = Slot(top_legacy(g))

"""Shards that move, Legacies that leave, Citadels that fall."""

from __future__ import annotations

from app.games.fantos.components import title
from app.games.fantos.dice import roll
from app.games.fantos.queries import entrant_of, find, left, living, on_legacies, owner, running
from app.games.fantos.state import Action, Die, Legacy, Seat, State, TurnOver
from app.games.fantos.tallies import used
from app.games.fantos.telling import step
from app.games.fantos.words import joined
from app.kernel import Play


def transfer(g: Play[State], payer: Seat, taker: Seat, amount: int) -> int:
    """A forced loss from one Reserve to another, as far as it goes (FAN-013)."""
    moved = min(amount, g.state.citadels[payer].reserve)
    g.state.citadels[payer].reserve -= moved
    g.state.citadels[taker].reserve += moved
    return moved


def settle(g: Play[State]) -> None:
    """FAN-014: after Shards have moved, Legacies at 0 leave, then Citadels at 0 are eliminated together."""
    s = g.state
    for _seat, legacy in [(seat, x) for seat in range(len(s.citadels)) for x in s.citadels[seat].legacies]:
        if legacy.shards == 0 and legacy.status != "disabled":
            empty(g, legacy)
    broke = [seat for seat in living(s) if s.citadels[seat].reserve <= 0]
    if broke and not s.options.elimination:  # FAN-221
        for seat in living(s):
            s.citadels[seat].reserve += 10
        g.tell("A Reserve is empty: every Citadel takes 10 Shards.", rule="FAN-221")
        broke = []
    if broke:
        eliminate(g, broke)


def empty(g: Play[State], legacy: Legacy) -> None:
    """Its last Shard has left it (FAN-052)."""
    s = g.state
    seat = owner(s, legacy.id)
    assert seat is not None
    if legacy.id == "vizier":  # he falls instead
        _release(g, legacy)
        s.citadels[seat].legacies.remove(legacy)
        s.citadels[seat].fallen = True
        used(s, "vizier")
        g.tell(f"Vizier of {{{seat}}} falls and waits beside the Citadel.", rule="FAN-147")
        return
    discard(g, legacy, silent=True)
    g.tell(f"{title(legacy.id)} of {{{seat}}} has no Shards left and is discarded.", rule="FAN-052")


def discard(g: Play[State], legacy: Legacy, silent: bool = False) -> None:
    """To the Legacy discard pile; Shards it still holds go to the Trove (FAN-054)."""
    s = g.state
    seat = owner(s, legacy.id)
    assert seat is not None
    _release(g, legacy)
    legacy.shards = 0
    s.citadels[seat].legacies.remove(legacy)
    s.legacy_discard.append(legacy.id)
    if not silent:
        g.tell(f"{title(legacy.id)} of {{{seat}}} is discarded.", rule="FAN-054")


def disable(g: Play[State], legacy: Legacy) -> None:
    """FAN-055 to FAN-058"""
    _release(g, legacy)
    legacy.status, legacy.task = "disabled", ""
    g.tell(f"{title(legacy.id)} is disabled.", rule="FAN-055")


def untask(g: Play[State], legacy: Legacy) -> None:
    """FAN-051: its share leaves an unfinished action."""
    legacy.status, legacy.task = "untasked", ""
    leave_action(g, legacy.id)
    g.tell(f"{title(legacy.id)} is untasked.", rule="FAN-051")


def task(legacy: Legacy, what: str) -> None:
    """FAN-043, FAN-048"""
    legacy.status, legacy.task = "tasked", what
    if what not in ("nothing", "special"):
        legacy.done.append(what)


def _release(g: Play[State], legacy: Legacy) -> None:
    """What goes with a Legacy that leaves or is disabled: its share, its Labor, the Tribute Marker."""
    s = g.state
    leave_action(g, legacy.id)
    s.labor_discard += legacy.labor  # FAN-057, FAN-169
    legacy.labor = []
    if s.reigning == legacy.id:  # FAN-058
        s.reigning = None
        g.tell("Nobody reigns.", rule="FAN-058")


def leave_action(g: Play[State], name: str) -> None:
    """FAN-051, FAN-088, FAN-089, FAN-101, FAN-106, FAN-143"""
    action = running(g.state, "harvest", "war", "tribute", "special", "duel")
    entrant = entrant_of(action, name)
    if action is None or entrant is None:
        return
    action.entrants.remove(entrant)
    action.dice = [die for die in action.dice if die.legacy != name]
    if action.kind == "duel" or (action.kind != "special" and not any(e.seat == action.seat for e in action.entrants)):
        action.cancelled = True
        g.tell("The action ends without result.", rule="FAN-051")
    elif action.kind == "war" and action.step == "rolled" and entrant.seat == action.target:
        roll_if_undefended(g, action)


def roll_if_undefended(g: Play[State], action: Action) -> None:
    if not any(entrant.seat == action.target for entrant in action.entrants):
        roll_undefended(g)


def roll_undefended(g: Play[State]) -> None:
    """A defender without warring Legacies rolls one die (FAN-080, FAN-088), three with Castellan."""
    s = g.state
    action = s.action
    assert action is not None
    assert action.target is not None
    castellan = find(s, "castellan")
    keeps = castellan is not None and castellan.status != "disabled" and owner(s, "castellan") == action.target
    if keeps:
        used(s, "castellan")
    for face in roll(
        g,
        3 if keeps else 1,
        f"{{{action.target}}} defends without a Legacy and rolls {{dice}}.",
        "FAN-080",
        owner=action.target,
        note="Castellan" if keeps else "the walls",
    ):
        add_die(action, action.target, face)


def add_die(action: Action, seat: Seat, face: int, legacy: str | None = None) -> None:
    """FAN-050: each die is bound to one Legacy when rolled."""
    action.dice.append(Die(action.rolled, seat, face, face, legacy))
    action.rolled += 1


def eliminate(g: Play[State], seats: list[Seat]) -> None:
    """FAN-190 to FAN-195"""
    fallen = joined(f"{{{seat}}}" for seat in seats)
    verb = "is" if len(seats) == 1 else "are"
    with step(g, "loss", f"{fallen} {verb} eliminated", why="the Reserve is empty", rule="FAN-190"):
        _eliminate(g, seats)


def _eliminate(g: Play[State], seats: list[Seat]) -> None:
    s = g.state
    s.last_totals = {str(seat): on_legacies(s, seat) for seat in seats}
    for seat in seats:
        g.tell(f"{{{seat}}} is eliminated.", rule="FAN-190")
    for seat in seats:
        _clear(g, seat)
    s.eliminated.append(list(seats))
    if s.first in seats and living(s):  # FAN-024
        s.first = left(s, s.first if s.first is not None else 0)
        g.tell(f"{{{s.first}}} is now the First Citadel.", rule="FAN-024")
    if s.final is not None:  # FAN-201
        for seat in seats:
            if seat in s.final.waiting:
                s.final.waiting.remove(seat)
                s.final.left -= 1
    if s.active in seats or len(living(s)) <= 1:
        raise TurnOver


def _clear(g: Play[State], seat: Seat) -> None:
    s = g.state
    citadel = s.citadels[seat]
    citadel.alive = False
    for legacy in list(citadel.legacies):
        discard(g, legacy, silent=True)
    citadel.reserve = 0
    s.labor_discard += citadel.hand  # FAN-191, FAN-235: face up
    citadel.hand = []
    if citadel.fallen:
        citadel.fallen = False
        s.legacy_discard.append("vizier")
    s.known_trials[seat] = []
    for item in [item for item in s.stack if item.seat == seat and not item.resolving]:  # FAN-193
        s.stack.remove(item)
        if item.kind == "labor":
            s.labor_discard.append(item.title)
    s.trades = [trade for trade in s.trades if seat not in (trade.seat, trade.partner)]
    action = s.action
    if action is not None and not action.cancelled and action.step not in ("locked", "after"):
        if action.kind == "war" and seat in (action.seat, action.target):  # FAN-089
            action.cancelled = True
        if action.kind == "special" and seat in action.seats:
            action.seats.remove(seat)
    for slot in s.pool:
        if slot.laid_by == seat:  # nobody knows these cards any more, but they stay face down
            slot.laid_by = -1

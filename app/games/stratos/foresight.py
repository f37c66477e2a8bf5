"""The strong bot: before it acts or buys it imagines what would come of its best few choices, and takes the best.

An imagined world is one that its seat cannot tell from the real one (`Session.imagine`), with chance of its own. In it
the choice is made, this turn and the next are played on by the steady plan, and what then lies on the table is weighed.
How far and how often is counted in choices, never in time: the same view gives the same decision.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from app.games.stratos import judgement as j
from app.games.stratos.board import friendly, max_health, pool_of, units_of
from app.games.stratos.components import RESOURCES
from app.games.stratos.harvest import held
from app.games.stratos.scoring import points
from app.games.stratos.state import State
from app.kernel import Ask, Refused, Session

Steady = Callable[[State, int, Ask], tuple[str, ...]]
Candidate = tuple[str, ...]  # answers, one after the other: a unit is named before its action

CANDIDATES = 4
WORLDS = 4
FEWEST = 2  # worlds in which another choice than the plan's must be better
TURNS = 2  # the rest of this turn and the next one, whoever's it is
ENOUGH = 200  # choices imagined for one decision; a world that would go beyond is not begun
WIN = 1000.0
TRUST = 3.0  # what something else must be better by than what the steady plan says
HUNCH = 0.2  # how much the plan's own weighing counts beside what comes of it


def best_of(
    session: Session[State], seat: int, candidates: Sequence[tuple[float, Candidate]], steady: Steady
) -> Candidate:
    """The first candidate is what the steady plan says. Another is taken only if it turns out better on the whole and in
    all imagined worlds but one, so that no single lucky die decides."""
    state = session.state
    found: list[list[float]] = [[] for _ in candidates]
    spent = worlds = 0
    while worlds < WORLDS and spent + spent / max(1, worlds) <= ENOUGH:
        for number, (_, answers) in enumerate(candidates):
            worth, used = course(session, seat, answers, f"{state.turn} {state.phase} {worlds}", steady)
            found[number].append(worth)
            spent += used
        worlds += 1
    best, most = candidates[0][1], TRUST
    for worths, (hunch, answers) in zip(found[1:], candidates[1:], strict=True):
        gains = [mine - plan for mine, plan in zip(worths, found[0], strict=True)]
        gain = sum(gains) / worlds + HUNCH * (hunch - candidates[0][0])
        if gain > most and sum(one > 0 for one in gains) >= max(FEWEST, worlds - 1):
            best, most = answers, gain
    return best


def course(session: Session[State], seat: int, answers: Candidate, salt: str, steady: Steady) -> tuple[float, int]:
    """What the seat has when it comes to that, and how many choices it took to get there."""
    imagined = session.imagine(seat, salt)
    if imagined is None:
        return 0.0, 1
    until = imagined.state.turn + min(TURNS, len(imagined.state.slots))
    used = 0
    try:
        for answer in answers:  # not counted: the way through the menu must not matter
            if imagined.outcome is None and seat in imagined.asks:
                imagined.answer(seat, imagined.asks[seat].id, [answer])
        while imagined.outcome is None and imagined.state.turn < until:
            who = imagined.next_seat
            ask = imagined.asks[who]
            imagined.answer(who, ask.id, steady(imagined.state, who, ask))
            used += 1
    except Refused:
        return -WIN, used + 1  # it cannot be done in this world
    return outlook(imagined.state, seat), used


# What lies on the table ----------------------------------------------------------------------------------------------


def outlook(state: State, seat: int) -> float:
    """How a seat stands against the others."""
    if state.result is not None:
        return WIN if seat in state.result.winners else -WIN
    others = [standing(state, p.seat) for p in state.players if not friendly(state, seat, p.seat)]
    return standing(state, seat) + reach(state, seat) - 0.5 * (max(others) + sum(others) / len(others))


def standing(state: State, seat: int) -> float:
    player = state.players[seat]
    if player.eliminated:
        return -10.0 * state.target
    have = points(state, seat)
    close = 4.0 * max(0, have - state.target + 3)  # the last points are worth more than the first
    pool = pool_of(state, seat)
    stores = sum(1.1 * min(1, held(pool, name)) + 0.7 * max(0, held(pool, name) - 1) for name in RESOURCES)
    army = sum(4.0 + 2.0 * unit.health / max_health(unit) + 1.5 * unit.promoted for unit in units_of(state, seat))
    cards = 3.5 * j.unread(state, seat) + 6.0 * len(player.items)
    return j.POINT * have + close + stores + 1.4 * pool.gems + army + cards


def reach(state: State, seat: int) -> float:
    """What its units can hope for from where they stand."""
    wanted = j.needs(state, seat)
    units = units_of(state, seat)
    return sum(0.25 * j.pull(state, unit, unit.at, j.attractions(state, unit, wanted)) for unit in units)

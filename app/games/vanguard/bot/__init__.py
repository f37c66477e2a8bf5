"""A sensible companion: it reads the public board, never the order of a deck or an unread log."""

from __future__ import annotations

from app.games.vanguard.bot import aboard, checks, choices, ground, offers
from app.games.vanguard.bot.offers import pledge
from app.games.vanguard.state import State
from app.kernel import PASS, Answer, Ask, Move, Session, Values

__all__ = ["choose", "pledge"]


def choose(session: Session[State], seat: int) -> Move:
    ask, state = session.asks[seat], session.state
    if state.step == "explore" and state.x and not state.x.over:
        offer = offers.offer(session, seat, ask)
        if offer:
            return offer
    return Answer(seat, ask.id, _answer(state, seat, ask))


def _answer(state: State, seat: int, ask: Ask) -> Values:
    ids = [option.id for option in ask.options if option.id != PASS]  # what may be proposed
    if ask.kind == "plan":
        return aboard.in_plan(state, seat, ask)
    if ask.rule == "ISS-328":
        return ("yes",)  # whoever likes another section better may have it
    if state.step == "explore" and state.x:
        if "end" in ids:
            return (ground.turn(state, ids),)
        if "go" in ids:
            return (ground.before_going(state, ids),)
        if ids and ids[0].startswith("die:"):
            return checks.pick_dice(state, ask, ids)
        if "yes" in ids and "no" in ids:
            return ("yes",)
        if state.check and ids:
            chosen = checks.in_check(state, ask, ids)
            if chosen:
                return (chosen,)
    elif state.step == "landing" and ids and ids[0] == "none" and len(ids) > 1:
        return (aboard.landing_die(state, ask),)
    elif ids and ids[0].startswith("land:") and state.x:
        return (min(ids, key=lambda key: ground.remote(state, key.removeprefix("land:"))),)
    elif ids and ids[0].startswith("die:"):
        return aboard.spare_dice(state, ask, ids)
    elif state.step not in ("explore", "landing"):
        chosen = aboard.decide(state, seat, ids)
        if chosen:
            return (chosen,)
    if ids and ids[0].startswith("choice:"):
        return (choices.choice(state, [option.id for option in ask.options]),)
    return ask.default

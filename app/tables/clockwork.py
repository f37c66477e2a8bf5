"""What happens by itself at a table: bots and autopilots play, reaction windows and clocks run out.

It decides nothing that could not be decided by hand: every automatic choice goes the way of any other move.
"""

from __future__ import annotations

import logging
from typing import NamedTuple

from app.kernel import Answer, Move
from app.tables.live import Clock, LiveTable

log = logging.getLogger("parallax.clockwork")

WINDOW_LEAST = 2.0  # a reaction window at a live table lasts at least this long, whoever has answered
LONGEST_HOLD = 90.0
SLOW_FACTOR = 600  # at a slow table a reaction window of 6 seconds stays open for an hour


class Automatic(NamedTuple):
    choice: Move
    by: str


def next_automatic(live: LiveTable) -> Automatic | None:
    """The next choice that somebody has left to the table, if any is due."""
    session = live.session
    if session is None or session.outcome:
        return None
    for info in live.info.seats:
        offered = live.game.volunteer(session, info.number) if info.bot else None
        if offered is not None:
            return Automatic(offered, "bot")
    for seat, ask in session.asks.items():
        info = live.info.seats[seat]
        if info.bot or info.pilot.auto == "bot":
            return Automatic(_bot_choice(live, seat), "bot")
        if info.pilot.auto == "default":
            return Automatic(session.default_answer(seat), "autopilot")
        if info.pilot.passes(ask, live.game.stretch(session.state, seat)):
            return Automatic(session.default_answer(seat), "yield")
    return None


def _bot_choice(live: LiveTable, seat: int) -> Move:
    assert live.session is not None
    try:
        return live.game.bot(live.session, seat)
    except Exception:
        log.exception("the bot of %s failed at table %s row %d", live.info.game, live.info.id, live.seq)
        return live.session.default_answer(seat)


def wind(live: LiveTable, now: float) -> None:
    """Set the table's countdown for the question that is open now; one that runs already goes on."""
    session = live.session
    if session is None or session.outcome or not session.asks:
        live.clock = Clock()
        return
    moment = tuple(sorted(int(ask.id.split(".")[0]) for ask in session.asks.values()))[:1]
    if live.clock.moment == moment:
        return
    settings = live.info.settings
    lasts = 0.0
    if session.waiting.soft:
        lasts = settings.soft_seconds * (SLOW_FACTOR if settings.pace == "slow" else 1)
    elif settings.clock_minutes:
        lasts = settings.clock_minutes * 60
    opened = min(now, live.last_at or now)  # not when this process came to know of it
    live.clock = Clock(opened + lasts if lasts else None, lasts, opened, None, moment)


def hold(live: LiveTable, seat: int | None, now: float) -> None:
    """Somebody needs more time (or no more): the countdown stops (or starts anew)."""
    session = live.session
    if session is None or not session.waiting.soft:
        return
    live.clock.held_by = seat
    live.clock.closes_at = now + (LONGEST_HOLD if seat is not None else live.clock.lasts)


def still_to_wait(live: LiveTable, choice: object, now: float) -> float:
    """How long an answer to a reaction must wait, so that the window's length tells nothing about hands."""
    session = live.session
    if session is None or not isinstance(choice, Answer) or live.info.settings.pace == "slow":
        return 0
    ask = session.asks.get(choice.seat)
    if ask is None or not ask.soft:
        return 0
    return max(0.0, live.clock.opened_at + WINDOW_LEAST - now)


def overdue(live: LiveTable, now: float) -> list[Automatic]:
    """The choices that the clock makes now."""
    session = live.session
    if session is None or live.clock.closes_at is None or now < live.clock.closes_at:
        return []
    if session.waiting.soft:
        return [Automatic(session.default_answer(seat), "clock") for seat in session.asks]
    match live.info.settings.on_time:
        case "default":
            return [Automatic(session.default_answer(seat), "clock") for seat in session.asks]
        case "bot":
            return [Automatic(_bot_choice(live, seat), "clock") for seat in session.asks]
    return []

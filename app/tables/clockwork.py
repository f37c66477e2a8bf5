"""What happens by itself at a table: bots and autopilots play, reaction windows and clocks run out.

It decides nothing that could not be decided by hand: every automatic choice goes the way of any other move.
"""

from __future__ import annotations

import logging
from typing import NamedTuple

from app.kernel import Answer, Move
from app.tables.live import Clock, LiveTable, TurnTimer

log = logging.getLogger("parallax.clockwork")

WINDOW_LEAST = 2.0  # a reaction window at a live table lasts at least this long, whoever has answered
LONGEST_HOLD = 90.0
SLOW_FACTOR = 600  # at a slow table a reaction window of 6 seconds stays open for an hour
CALM = 0.3  # the part of the time that a window has in which by public facts there is little to think about


class Automatic(NamedTuple):
    """A choice that somebody has left to the table. None: its bot has yet to think."""

    seat: int
    choice: Move | None
    by: str


def something_due(live: LiveTable) -> bool:
    """Whether a seat that is asked plays by itself (for yields the question decides), or a bot has something to offer."""
    session = live.session
    assert session is not None
    here = present_people(live)
    for seat, ask in session.asks.items():
        info = live.info.seats[seat]
        if (ask.absent and seat not in here) or info.bot or info.pilot.auto != "off" or info.pilot.yields:
            return True
    return _volunteer(live) is not None


def _volunteer(live: LiveTable) -> Move | None:
    """What a bot does without being asked, such as answering an offer that somebody makes to it."""
    assert live.session is not None
    for info in live.info.seats:
        if info.bot and not info.outside:
            offered = live.game.volunteer(live.session, info.number)
            if offered is not None:
                return offered
    return None


# Bots wait for the story ----------------------------------------------------------------------------------------------

BEAT, PER_CHARACTER, LONGEST_READING = 1.4, 0.05, 45.0
TIME_TO_ANSWER = 10.0  # an offer of a bot, at a table where everybody is waited for
PACES = {"brisk": 0.5, "normal": 1.0, "slow": 2.0}


def newest_told(live: LiveTable) -> int:
    """The newest step of which everybody may read something; 0 if there is none. Bots do not wait for what only some may
    read: nobody else is ever shown it, and how long they wait would tell of it."""
    return next((told.moment for _, told in reversed(live.recent) if told.line.to is None), 0)


def reading_time(live: LiveTable) -> float:
    """How long the newest moment takes to be read, by what everybody may read of it: how long bots wait tells nothing."""
    characters, newest = 0, newest_told(live)
    for _, told in reversed(live.recent):
        if told.moment < newest:
            break
        line = told.line
        if line.to is None:
            moment = line.moment
            characters += len(line.text if moment is None else moment.title + moment.text)
            if moment is not None:
                characters += sum(len(change.what) + len(change.why) for change in moment.changes)
                characters += sum(len(result.title) + len(result.text) for result in moment.results)
    return PACES[live.info.settings.story] * min(LONGEST_READING, BEAT + PER_CHARACTER * characters)


def passage_time(live: LiveTable) -> float:
    """How long the passages take to be read that everybody was told just now, such as the text of a card that is new."""
    characters = 0
    for _, told in reversed(live.recent):
        if told.moment < live.moment:
            break
        if told.line.to is None and told.line.moment is not None:
            characters += len(told.line.moment.text)
    return min(LONGEST_READING, PER_CHARACTER * characters)


def story_left(live: LiveTable, now: float) -> float:
    """How many seconds bots still wait: until the people who are here have been shown the newest moment, or its reading
    time is over; and until an offer that one of them has made is answered, or the time to react is over."""
    return max(_unread(live, now), _unanswered(live, now))


def _unanswered(live: LiveTable, now: float) -> float:
    session, settings = live.session, live.info.settings
    if session is None or session.outcome or live.lesson is not None:
        return 0
    bots = [info.number for info in live.info.seats if info.bot]
    courted = {seat for bot in bots for seat in live.game.courted(session.state, bot)}
    if not courted & present_people(live):
        return 0
    return live.last_at + (settings.soft_seconds or TIME_TO_ANSWER) - now


def _unread(live: LiveTable, now: float) -> float:
    readers = {feed.seat for feed in live.feeds if feed.reads and feed.playing and feed.seat is not None}
    newest = newest_told(live)
    if all(live.seen.get(seat, 0) >= newest for seat in readers):
        return 0
    return live.last_at + reading_time(live) - now


def present_people(live: LiveTable) -> set[int]:
    """The seats whose players are here now and play themselves."""
    return {
        seat for seat in live.attended if not live.info.seats[seat].bot and live.info.seats[seat].pilot.auto == "off"
    }


def next_automatic(live: LiveTable) -> Automatic | None:
    """The next choice that somebody has left to the table, if any is due."""
    session = live.session
    if session is None or session.outcome:
        return None
    offered = _volunteer(live)
    if offered is not None:
        return Automatic(offered.seat, offered, "bot")
    here = present_people(live)
    for seat, ask in session.asks.items():
        if ask.absent and seat not in here and not live.info.seats[seat].bot:
            return Automatic(seat, Answer(seat, ask.id, ask.absent), "absent")
    deciding = {seat for seat in here & set(session.asks) if seat not in session.asks[seat].ready}
    for seat, ask in session.asks.items():
        info = live.info.seats[seat]
        if ask.group and (deciding - {seat} or seat in ask.ready):
            continue  # the people decide first; a bot that is content says nothing more
        if info.bot or info.pilot.auto == "bot":
            return Automatic(seat, lesson_reply(live, seat), "bot")
        if info.pilot.auto == "default":
            return Automatic(seat, session.default_answer(seat), "autopilot")
        if info.pilot.passes(ask, live.game.stretch(session.state, seat)):
            return Automatic(seat, session.default_answer(seat), "yield")
    return None


def lesson_reply(live: LiveTable, seat: int) -> Move | None:
    """What the others do in a lesson is written down; None where it is not."""
    assert live.session is not None
    lesson, ask = live.lesson, live.session.asks[seat]
    if lesson is not None and live.replied < len(lesson.replies) and not ask.refusal(lesson.replies[live.replied]):
        return Answer(seat, ask.id, lesson.replies[live.replied])
    return None


def wind(live: LiveTable, now: float) -> None:
    """Set the table's countdown for the question that is open now; one that runs already goes on."""
    session = live.session
    if session is None or session.outcome or not session.asks:
        live.clock = Clock()
        return
    moment = tuple(sorted(int(ask.id.split(".")[0]) for ask in session.asks.values()))[:1]
    settings = live.info.settings
    ring = Ring()
    own = max(ask.seconds for ask in session.asks.values())
    of_the_turn = left_of_the_turn(live, now)
    if live.lesson is not None:
        of_the_turn = None  # a lesson waits for its learner
    elif own:
        ring = Ring(own, own)
    elif session.waiting.soft:
        ring = _ring(live)
    elif settings.clock_minutes:
        ring = Ring(settings.clock_minutes * 60, settings.clock_minutes * 60)
    if of_the_turn is not None and (not ring.lasts or of_the_turn < ring.lasts):
        _wind_the_turn(live, moment, of_the_turn, now)
        return
    here = present_people(live)
    if session.waiting.soft and any(ask.group and seat in here for seat, ask in session.asks.items()):
        ring = Ring()  # a decision of the group waits for the people who are here
    same = live.clock.lasts == ring.lasts or (session.waiting.soft and ring.lasts and live.clock.lasts)
    if live.clock.moment == moment and same:  # what is told meanwhile does not wind a ring anew
        return
    opened = (
        now if live.clock.moment == moment else min(now, live.last_at or now)
    )  # not when this process came to know of it
    closes_at = opened + ring.reading + ring.lasts if ring.lasts else None
    live.clock = Clock(closes_at, ring.lasts, opened, None, moment, whole=ring.whole, beyond=ring.beyond)


class Ring(NamedTuple):
    """How long a window lasts, and what of the ring that everybody sees this is."""

    lasts: float = 0.0
    whole: float = 0.0
    beyond: float = 0.0
    reading: float = 0.0  # first what is new is read; the ring runs after that


def _ring(live: LiveTable) -> Ring:
    """A function of public facts: the table's time for reactions, or a part of it where the windows of one action share
    a ring; less where little is to be thought about. The text of a card that was just told is read before it runs."""
    settings, session = live.info.settings, live.session
    assert session is not None
    if not settings.soft_seconds or live.lesson is not None:
        return Ring()  # everybody is waited for
    if settings.pace == "slow":
        whole = float(settings.soft_seconds * SLOW_FACTOR)
        return Ring(whole, whole)
    reading = passage_time(live)
    asks = list(session.asks.values())
    starts, ends = min(ask.part[0] for ask in asks), max(ask.part[1] for ask in asks)
    if ends > starts:
        whole = float(settings.soft_seconds)
        return Ring(max(WINDOW_LEAST, (ends - starts) * whole), whole, (1 - ends) * whole, reading)
    calm = all(ask.calm for ask in asks)
    lasts = max(WINDOW_LEAST, CALM * settings.soft_seconds) if calm else float(settings.soft_seconds)
    return Ring(lasts, lasts, reading=reading)


# The time for a turn --------------------------------------------------------------------------------------------------


def left_of_the_turn(live: LiveTable, now: float) -> float | None:
    """What is left of the time for this turn while the person whose turn it is decides something; None where no such
    time runs: in windows, while others decide, and for bots."""
    session, limit = live.session, 60 * live.info.settings.turn_minutes
    assert session is not None
    whose = live.game.whose_turn(session.state)
    if not limit or whose is None or live.info.settings.pace == "slow":
        return None
    timer, turn = live.turn_timer, live.game.this_turn(session.state)
    if timer.turn != turn:
        timer = live.turn_timer = TurnTimer(turn)
    if timer.since is not None:
        timer.used += max(0.0, now - timer.since)
    seat = live.info.seats[whose]
    decides = whose in session.asks and not session.waiting.soft and not seat.bot and seat.pilot.auto == "off"
    timer.since = now if decides else None
    return max(0.0, limit - timer.used) if decides else None


def _wind_the_turn(live: LiveTable, moment: tuple[int, ...], left: float, now: float) -> None:
    clock, closes_at = live.clock, now + left
    if clock.moment == moment and clock.closes_at is not None and abs(clock.closes_at - closes_at) < 1:
        return
    whole = 60.0 * live.info.settings.turn_minutes
    live.clock = Clock(closes_at, left, now, None, moment, whole=whole)


def hold(live: LiveTable, seat: int | None, now: float) -> None:
    """Somebody needs more time (or no more): the countdown stops (or starts anew)."""
    session = live.session
    if session is None or not session.waiting.soft:
        return
    live.clock.held_by = seat
    if seat is not None:
        live.clock.closes_at = now + LONGEST_HOLD
    else:
        live.clock.closes_at = now + live.clock.lasts if live.clock.lasts else None


def still_to_wait(live: LiveTable, choice: object, now: float) -> float:
    """How long an answer to a reaction must wait, so that the window's length tells nothing about hands."""
    session = live.session
    if session is None or not isinstance(choice, Answer) or live.info.settings.pace == "slow" or live.lesson:
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
    here = present_people(live)
    silent = [seat for seat, ask in session.asks.items() if not (ask.group and seat in here)]  # silence is no consent
    timed = any(ask.seconds for ask in session.asks.values())
    turn_is_over = left_of_the_turn(live, now) == 0
    if timed or turn_is_over or session.waiting.soft or live.info.settings.on_time == "default":
        return [Automatic(seat, session.default_answer(seat), "clock") for seat in silent]
    if live.info.settings.on_time == "bot":
        return [Automatic(seat, lesson_reply(live, seat), "clock") for seat in silent]
    return []

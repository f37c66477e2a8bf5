"""How much is asked of a person: questions, questions without a choice, rings and presses, per real turn of the game.

Every seat is counted as if a person sat there with default settings, and played as its bot plays. A reaction is a ring
that one may lean into, not a question, unless the person is stopped there; so is what goes on by itself after some
seconds: it counts as presses only where something else is done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import msgspec

from app.games import GAMES
from app.kernel import Answer, Ask, Move, Session, Use
from app.simulate import unasked
from app.tables.facts import Pilot

DEFAULTS = Pilot()


def count_prompts(name: str, seats: int | None, games: int, seed: str, options: Mapping[str, Any]) -> dict[str, Any]:
    game = GAMES[name]
    fewest = game.seats_for(msgspec.convert(dict(options), game.options)).min
    count = seats if seats is not None else max(2, fewest)
    totals: Counter[str] = Counter()
    for number in range(games):
        session = Session.start(game, seats=count, options=options, seed=f"{seed} {number}", keep_log=False)
        totals += _play(session)
    turns, deeds = max(1, totals["turns"]), totals["deeds"]
    per_seat = turns * count

    def each(what: str) -> float:
        return round(totals[what] / per_seat, 2)

    own = {
        "per own turn, of whose turn it is:": "",
        "own_questions": round(totals["own questions"] / turns, 2),
        "own_presses": round(totals["own presses"] / turns, 2),
        "per turn of somebody else, and per person:": "",
        "others_questions": round(totals["others questions"] / turns / max(1, count - 1), 2),
        "others_after_leaning_in": round(totals["others followed up"] / turns / max(1, count - 1), 2),
        "others_one_answer": round(totals["others one answer"] / turns / max(1, count - 1), 2),
    }
    per_action = {
        "per action, of whoever acts:": "",
        "actions_per_turn": round(deeds / turns, 2),
        "action_questions": round(totals["own questions"] / max(1, deeds), 2),
        "action_presses": round(totals["own presses"] / max(1, deeds), 2),
        "action_rings": round(totals["own rings"] / max(1, deeds), 2),
    }
    return {
        "game": game.id,
        "seats": count,
        "games": games,
        "turns_per_game": round(turns / games, 1),
        "per turn of the game and per person:": "",
        "questions": each("questions"),
        "with_one_answer": each("one answer"),
        "rings": each("rings"),
        "presses": each("presses"),
        "per own turn:": "",
        "questions_in_all": round(totals["questions"] / turns, 2),
        "presses_in_all": round(totals["presses"] / turns, 2),
        **(own if totals["own turns"] else {}),
        **(per_action if deeds else {}),
    }


def _play(session: Session[Any]) -> Counter[str]:
    counts: Counter[str] = Counter()
    shown: dict[int, str] = {}  # the question that each seat was shown last
    ringed: dict[int, str] = {}  # the action whose ring each seat was shown last
    turn = None
    leaning: int | None = None  # who has just played something where it could react: what that asks is its own doing
    while session.outcome is None:
        now = session.game.this_turn(session.state)
        if now != turn:
            turn = now
            counts["turns"] += 1
        whose = session.game.whose_turn(session.state)
        counts["own turns"] += whose is not None
        for seat, ask in session.asks.items():
            serial = ask.id.partition(".")[0]
            if shown.get(seat) == serial:
                continue
            shown[seat] = serial
            asked = DEFAULTS.stops(ask) if ask.soft else ask.seconds == 0
            alone = asked and ask.only_answer() is not None
            goes_on = any(ask.part) and ringed.get(seat) == ask.scope  # one ring for a whole action
            if any(ask.part):
                ringed[seat] = ask.scope
            counts["questions" if asked else "rings"] += asked or not goes_on
            counts["one answer"] += alone
            if whose is not None:
                kind = (
                    "own questions"
                    if seat == whose
                    else "others followed up"
                    if seat == leaning
                    else "others questions"
                )
                counts[kind] += asked
                counts["own rings"] += seat == whose and not asked
                counts["own one answer" if seat == whose else "others one answer"] += alone
        move = unasked(session) or session.game.bot(session, session.next_seat)
        leaning = _leans(session, move, leaning)
        pressed = presses(session, move)
        counts["presses"] += pressed
        counts["own presses"] += pressed if move.seat == whose else 0
        session.apply(move)
    counts["deeds"] = session.game.deeds(session.state)
    return counts


def _leans(session: Session[Any], move: Move, leaning: int | None) -> int | None:
    ask = session.asks.get(move.seat)
    if not isinstance(move, Answer) or ask is None:
        return leaning
    if ask.soft:
        return None if move.values == ask.default else move.seat
    return leaning if move.seat == leaning else None


def presses(session: Session[Any], move: Move) -> int:
    """How often a finger goes down for this choice."""
    if isinstance(move, Use):
        offer = next(offer for offer in session.offers(move.seat) if offer.id == move.option)
        return 1 + (offer.form is not None) + len(move.values)
    return _presses(session.asks[move.seat], move)


def _presses(ask: Ask, move: Answer) -> int:
    if ask.soft or ask.seconds:
        return 0 if move.values == ask.default else 1
    if ask.kind == "plan" or (ask.kind == "choose" and ask.least == ask.most == 1):
        return 1 + any(option.sure != "" for option in ask.options if option.id in move.values)
    each = 2 if ask.kind == "assign" else 1
    if ask.suggested:
        return len(set(move.values) ^ set(ask.suggested)) + 1
    return each * len(move.values) + 1  # and the button that confirms it

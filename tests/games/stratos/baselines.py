"""Opponents to measure bots against: one that plays at random, one that takes whatever looks best at once, and
the bot itself."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from app.games.stratos.belief import believe
from app.games.stratos.bot import answer
from app.games.stratos.game import GAME
from app.games.stratos.state import State
from app.kernel import Answer, Ask, Move, Session

Player = Callable[[Session[State], int, Random], Move]
GREEDY = ("hoard", "attack", "shoot", "use", "search", "cast", "power", "learn", "harvest", "hire", "promote", "travel")
MOST_CHOICES = 4000


def random_player(session: Session[State], seat: int, rng: Random) -> Move:
    ask = session.asks[seat]
    names = [option.id for option in ask.options if option.id != "concede"]
    return Answer(seat, ask.id, (rng.choice(names),) if names else ask.default)


def greedy_player(session: Session[State], seat: int, rng: Random) -> Move:
    """Points and blows first, then goods, then a step somewhere; among equals anything."""
    ask = session.asks[seat]
    return Answer(seat, ask.id, greedy_values(ask, rng))


def greedy_values(ask: Ask, rng: Random) -> tuple[str, ...]:
    names = [option.id for option in ask.options if option.id not in ("concede", "back")]
    if not names:
        return ask.default
    kinds = [name.partition(":")[0] for name in names]
    if "buy" not in kinds and "pass" not in kinds:
        return (rng.choice(names),)
    for kind in GREEDY:
        fitting = [name for name, other in zip(names, kinds, strict=True) if other == kind]
        if fitting:
            return (rng.choice(fitting),)
    others = [name for name in names if name.startswith("unit:")]
    return (others[0],) if others and rng.random() < 0.8 else ("buy" if "buy" in names else "pass",)


def steady_player(session: Session[State], seat: int, rng: Random) -> Move:
    """The bot at its best, whatever the table asked for."""
    ask, view = session.asks[seat], session.view(seat)
    believed = believe(view.public, view.private, seat)
    believed.bots = "steady"
    return Answer(seat, ask.id, answer(believed, seat, ask))


def duel(options: dict[str, Any], seed: str, opponent: Player, bot_seat: int, seats: int = 2) -> bool:
    """One match: the bot in its seat, the baseline in all others. True if the bot wins."""
    session = Session.start(GAME, seats=seats, options=options, seed=seed, keep_log=False)
    rng = Random(seed)
    for _ in range(MOST_CHOICES):
        if session.outcome is not None:
            return bot_seat in session.outcome.winners
        seat = min(session.asks)
        session.apply(GAME.bot(session, seat) if seat == bot_seat else opponent(session, seat, rng))
    return False

"""How strong Fantos' bots are, how long games last and how often players are asked.

python -m bench.fantos_bots --games 100
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from random import Random
from typing import Any

from app.games import GAMES
from app.kernel import PASS, Answer, Ask, Session, Values
from app.tables.facts import Pilot

GAME = GAMES["fantos"]


def random_answer(ask: Ask, rng: Random) -> Values:
    if ask.kind == "split":
        parts: Counter[str] = Counter()
        for _ in range(ask.least):
            parts[rng.choice([o.id for o in ask.options if parts[o.id] < o.room])] += 1
        return tuple(f"{name}={amount}" for name, amount in parts.items())
    return tuple(rng.sample([option.id for option in ask.options], rng.randint(ask.least, ask.most)))


def against_random(games: int, seats: int) -> float:
    """The share of games that one bot wins against random players."""
    won = 0.0
    for number in range(games):
        rng, seat = Random(number), number % seats
        session = Session.start(GAME, seats=seats, seed=f"random {number}", keep_log=False)
        while session.outcome is None:
            asked = min(session.asks)
            ask = session.asks[asked]
            move: Any = GAME.bot(session, seat) if asked == seat else Answer(asked, ask.id, random_answer(ask, rng))
            session.apply(move)
        won += (seat in session.outcome.winners) / len(session.outcome.winners)
    return won / games


def prompts(games: int, seats: int) -> dict[str, float]:
    """Questions per turn of the game, summed over all seats; how many of them are reactions, and how many are left if
    everybody who passes passes the whole action, or is only stopped as the target; and how many rounds a game lasts.

    A reaction in which the bot plays something counts in any case: who means to play does not yield."""
    asked: Counter[str] = Counter()
    for number in range(games):
        session = Session.start(GAME, seats=seats, seed=f"prompts {number}", keep_log=False)
        passed = [Pilot()] * seats  # "pass this whole action", said at the last pass
        while session.outcome is None:
            seat = min(session.asks)
            ask, move = session.asks[seat], GAME.bot(session, seat)
            resting = Pilot(until_turn=True)
            passes = isinstance(move, Answer) and move.values == (PASS,)
            asked["all"] += 1
            asked["reactions"] += ask.soft
            asked["by action"] += ask.soft and not (passes and passed[seat].passes(ask))
            asked["as target"] += ask.soft and not (passes and resting.passes(ask))
            if ask.soft and passes:
                passed[seat] = Pilot(scope=ask.scope)
            session.apply(move)
        asked["turns"] += session.state.turn
        asked["rounds"] += session.state.round
        asked["out"] += sum(len(group) for group in session.state.eliminated)
    turns = asked["turns"]
    return {
        "prompts_per_turn": round(asked["all"] / turns, 2),
        "reactions_per_turn": round(asked["reactions"] / turns, 2),
        "reactions_passing_whole_actions": round(asked["by action"] / turns, 2),
        "reactions_stopped_as_target": round(asked["as target"] / turns, 2),
        "reactions_per_player_and_turn": round(asked["reactions"] / turns / seats, 2),
        "rounds": round(asked["rounds"] / games, 2),
        "eliminated": round(asked["out"] / games, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    games = parser.parse_args().games
    found: dict[str, Any] = {"wins_against_random": against_random(games, 3)}
    for seats in range(3, 7):
        found[f"{seats} seats"] = prompts(max(1, games // 5), seats)
    print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()

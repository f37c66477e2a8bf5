"""How Vantage's bots fare: endings, length, the first crisis, and every mission by number; or one game, told.

python -m bench.vantage_bots --games 60 --seats 3 --pack oriel --level daring
python -m bench.vantage_bots --tell 7 --seats 1
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from random import Random
from statistics import median
from typing import Any

from app.games import GAMES
from app.games.vantage.views import public
from app.kernel import Answer, Ask, Move, Session, Values

GAME = GAMES["vantage"]
MOST = 4000
OPTIONS: dict[str, Any] = {}


def random_answer(ask: Ask, rng: Random) -> Values:
    if ask.kind == "number":
        return (str(rng.randint(ask.least, ask.most)),)
    return tuple(rng.sample([option.id for option in ask.options], rng.randint(ask.least, ask.most)))


def start(number: int, seats: int, pack: str) -> Session[Any]:
    return Session.start(GAME, seats=seats, options={"pack": pack, **OPTIONS}, seed=f"bots {number}", keep_log=False)


def move(session: Session[Any], seat: int, level: str, rng: Random | None) -> Move:
    ask = session.asks[seat]
    if ask.rule == "VAN-017":
        return Answer(seat, ask.id, (f"level:{level}",))
    return Answer(seat, ask.id, random_answer(ask, rng)) if rng else GAME.bot(session, seat)


def play(number: int, seats: int, pack: str, level: str, by_chance: bool) -> dict[str, Any]:
    session = start(number, seats, pack)
    rng = Random(number) if by_chance else None
    choices, crisis, thinking = 0, 0, 0.0
    while session.outcome is None and choices < MOST:
        seat = min(session.asks)
        began = time.perf_counter()
        chosen = move(session, seat, level, rng)
        thinking += time.perf_counter() - began
        session.apply(chosen)
        choices += 1
        if session.state.crises and not crisis:
            crisis = max(who.turns for who in session.state.seats)
    state = session.state
    return {
        "choices": choices,
        "ms": 1000 * thinking / choices,
        "ending": session.outcome.reason if session.outcome else "unfinished",
        "mission": state.mission,
        "done": state.mission_done,
        "crisis": crisis,
        **GAME.tally(session),
    }


def report(games: list[dict[str, Any]]) -> dict[str, Any]:
    missions: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for game in games:
        missions[game["mission"]].append(game)
    calm = max(game["turns_per_player"] for game in games) + 1  # no crisis: later than any
    means = ("turns_per_player", "stats_lost_per_player", "cards_gained_per_player", "locations_visited_per_player")
    return {
        "games": len(games),
        "endings": dict(Counter(game["ending"] for game in games).most_common()),
        "victories": round(sum("victory" in game["ending"] for game in games) / len(games), 2),
        "turns_median": median(game["turns_per_player"] for game in games),
        "turns_tenths": spread([game["turns_per_player"] for game in games]),
        "won_turns_tenths": spread([g["turns_per_player"] for g in games if "victory" in g["ending"]]),
        "crisis_median": median(game["crisis"] or calm for game in games),
        "crisis_tenths": spread([game["crisis"] for game in games if game["crisis"]]),
        "no_crisis": round(sum(not game["crisis"] for game in games) / len(games), 2),
        **{name: round(sum(game[name] for game in games) / len(games), 1) for name in means},
        "choices": round(sum(game["choices"] for game in games) / len(games)),
        "ms_per_decision": round(sum(game["ms"] for game in games) / len(games), 2),
        "missions": {
            number: f"{sum(game['done'] for game in some)} of {len(some)}, turns {spread(lengths(some))}"
            for number, some in sorted(missions.items())
        },
    }


def lengths(games: list[dict[str, Any]]) -> list[float]:
    return [game["turns_per_player"] for game in games if game["done"]]


def spread(values: list[float]) -> str:
    """The tenth, the middle and the ninth tenth."""
    if not values:
        return "-"
    ordered = sorted(values)
    return " / ".join(f"{ordered[min(len(ordered) - 1, len(ordered) * part // 10)]:.0f}" for part in (1, 5, 9))


def tell(number: int, seats: int, pack: str, level: str) -> None:
    session = start(number, seats, pack)
    while session.outcome is None:
        seat = min(session.asks)
        ask = session.asks[seat]
        chosen = move(session, seat, level, None)
        if ask.rule == "VAN-061":
            who = session.state.me(seat)
            progress = public(session.state).centre[0].progress
            tokens = {skill: count for skill, count in who.skills.items() if count}
            print(
                f"\n[{who.turns}] seat {seat} at {who.place:03d} {who.stats} boost {session.state.character(seat).boost}"
                f" {tokens} mission {progress}"
            )
        print("  ", chosen.values if isinstance(chosen, Answer) else chosen.option)
        for line in session.apply(chosen):
            print("      ", line.text[:150])
    print(session.outcome)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seats", type=int, default=3)
    parser.add_argument("--pack", default="oriel")
    parser.add_argument("--level", default="daring")
    parser.add_argument("--random", action="store_true", help="let chance play instead")
    parser.add_argument("--tell", type=int, help="play this one game and tell it")
    parser.add_argument("--options", default="{}", help='table options, such as {"reroll_hard_mission": false}')
    chosen = parser.parse_args()
    OPTIONS.update(json.loads(chosen.options))
    if chosen.tell is not None:
        tell(chosen.tell, chosen.seats, chosen.pack, chosen.level)
        return
    numbers = range(chosen.first, chosen.first + chosen.games)
    games = [play(number, chosen.seats, chosen.pack, chosen.level, chosen.random) for number in numbers]
    print(json.dumps(report(games), indent=1))


if __name__ == "__main__":
    main()

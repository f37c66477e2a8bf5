"""How well Stratos' bots play: against random and greedy play, and how even seats and sides are between equal bots.

python -m bench.stratos_bots --games 100
"""

from __future__ import annotations

import argparse

from app.games.stratos.components import SCENARIOS
from app.simulate import simulate
from tests.games.stratos.baselines import Player, duel, greedy_player, random_player, steady_player

OPPONENTS: dict[str, tuple[tuple[str, Player], ...]] = {
    "strong": (("steady", steady_player),),
    "steady": (("random", random_player), ("greedy", greedy_player)),
    "easy": (("random", random_player), ("greedy", greedy_player), ("steady", steady_player)),
}


def against(opponent: Player, games: int, bots: str) -> int:
    return sum(duel({"scenario": "ffa2", "bots": bots}, f"duel {n}", opponent, n % 2) for n in range(games))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--balance", type=int, default=0, help="matches between equal bots for each scenario")
    chosen = parser.parse_args()
    for bots in OPPONENTS:
        for name, opponent in OPPONENTS[bots]:
            print(f"{bots} against {name}: {against(opponent, chosen.games, bots)} of {chosen.games}", flush=True)
    for scenario in SCENARIOS.values() if chosen.balance else ():
        report = simulate("stratos", scenario.seats, chosen.balance, "balance", {"scenario": scenario.id}, quiet=True)
        rates = {key: value for key, value in report.items() if key.startswith("win") or key == "turns"}
        print(f"{scenario.id}: {rates}", flush=True)


if __name__ == "__main__":
    main()

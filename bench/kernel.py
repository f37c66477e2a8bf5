"""Kernel choices per second on Whisper, and whether the cost of a choice grows with the length of the game."""

from __future__ import annotations

import time

from app.games import GAMES
from app.kernel import Session
from bench.measure import percentile, report


def main() -> None:
    game = GAMES["whisper"]
    session = Session.start(game, seats=4, options={"moves": 5100}, seed="bench", keep_log=False)
    times: list[float] = []
    while session.outcome is None:
        answer = session.default_answer(min(session.asks))
        began = time.perf_counter()
        session.apply(answer)
        times.append(time.perf_counter() - began)
    early, late = percentile(times[10:110], 0.5), percentile(times[4900:5000], 0.5)
    report(
        "kernel",
        late / early,
        what="median cost of a choice near move 5000 / near move 10",
        choices_per_second=round(len(times) / sum(times)),
        microseconds_per_choice=round(1e6 * percentile(times, 0.5), 1),
    )


if __name__ == "__main__":
    main()

"""What one choice costs in each game: rules, views, drawing for four browsers and compression, with the choices of bots.
Processor time at the median and at the 99th percentile, and bytes to all four. How long the bot thought is counted apart.

    python3 run.py bench games [choices per game] [games]
"""

from __future__ import annotations

import sys
import time
from typing import Any

from app.config import Settings
from app.games import GAMES
from app.kernel import Session
from app.tables.entries import Entry, encode_entry
from app.tables.facts import SeatInfo, TableInfo
from app.tables.live import Feed, LiveTable
from app.web.draw import Painter
from app.web.frames import html_frame
from app.web.wire import packed
from bench.measure import percentile, report

SEATS = 4
NAMES = ("Ana", "Ben", "Cleo", "Dov")
OPTIONS: dict[str, dict[str, Any]] = {"whisper": {"moves": 100_000}}


class Room:
    """A table with four pages that are sent what is new after every choice; no network and no database."""

    def __init__(self, game: str, seed: str, painter: Painter, *, patches: bool = False) -> None:
        chosen = GAMES[game]
        seats, options = min(SEATS, chosen.seats.max), OPTIONS.get(game, {})
        people = tuple(SeatInfo(n, person_id=f"p{n}", name=NAMES[n], emblem=n) for n in range(seats))
        info = TableInfo(seed, "calm-otter-42", game, options, "playing", "p0", seed, people)
        self.painter, self.live = painter, LiveTable(info, chosen)
        self.live.begin(Session.start(chosen, seats=seats, options=options, seed=seed, keep_log=False), 0)
        self.feeds = [Feed(n % seats) for n in range(SEATS)]
        for feed in self.feeds:
            feed.patches = patches
        self.live.feeds.update(self.feeds)
        self.live.publish()
        self.send()

    @property
    def session(self) -> Session[Any]:
        assert self.live.session is not None
        return self.live.session

    def send(self) -> int:
        frames = (html_frame(self.live, feed, self.painter) for feed in self.feeds)
        return sum(len(packed(frame)) for frame in frames if frame)

    def choose(self) -> Any:
        return self.session.game.bot(self.session, self.session.next_seat)

    def apply(self, choice: Any) -> None:
        entry = self.live.apply(Entry(0, choice))
        encode_entry(entry)
        self.live.accept(entry)
        self.live.publish()

    def make(self, choice: Any) -> int:
        """A choice, and what it sends: bytes."""
        self.apply(choice)
        return self.send()


def play(game: str, choices: int, painter: Painter) -> dict[str, float]:
    spent: list[float] = []
    thought: list[float] = []
    sent = number = 0
    room = Room(game, "bench 0", painter, patches=True)
    while len(spent) < choices:
        if room.session.outcome is not None:
            number += 1
            room = Room(game, f"bench {number}", painter, patches=True)
        began = time.process_time()
        choice = room.choose()
        chosen = time.process_time()
        sent += room.make(choice)
        spent.append(time.process_time() - chosen)
        thought.append(chosen - began)
    return {
        "choices": len(spent),
        "cpu_ms_p50": round(1000 * percentile(spent, 0.5), 2),
        "cpu_ms_p99": round(1000 * percentile(spent, 0.99), 2),
        "bytes_per_choice": round(sent / len(spent)),
        "bot_ms_p50": round(1000 * percentile(thought, 0.5), 2),
        "bot_ms_p99": round(1000 * percentile(thought, 0.99), 2),
    }


def main(words: list[str]) -> None:
    choices = int(words.pop(0)) if words and words[0].isdigit() else 300
    painter = Painter(Settings())
    painter.compile()
    for game in words or [name for name, game in GAMES.items() if game.listed] + ["whisper"]:
        facts = play(game, choices, painter)
        report(f"games {game}", facts["cpu_ms_p50"] / 5, what="processor time of a choice / 5 ms", **facts)


if __name__ == "__main__":
    main(sys.argv[1:])

"""Whole games by bots, and what they say about a game: length, endings, balance."""

from __future__ import annotations

import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping, Sequence
from statistics import median
from typing import Any, Protocol, runtime_checkable

import msgspec

from app.games import GAMES
from app.kernel import Game, Move, Session


@runtime_checkable
class Sorted(Protocol):
    """A game whose results are worth sorting: `breakdown` names the groups that a finished game belongs to and the
    result that counts there, such as {"3 players": "escaped", "quest Ancient Tomb": "won"}; several results where a
    game has several of a group, such as {"The Anvil": ["failed", "won"]}."""

    def breakdown(self, session: Session[Any]) -> Mapping[str, str | Sequence[str]]: ...


def simulate(
    name: str, seats: int | None, games: int, seed: str, options: Mapping[str, Any], quiet: bool
) -> dict[str, Any]:
    """Some games with this number of seats; without one, with the fewest, or with each if the game sorts its results."""
    game = GAMES[name]
    counts = _seat_counts(game, seats, options)
    totals: Counter[str] = Counter()
    winners: Counter[int] = Counter()
    reasons: Counter[str] = Counter()
    tallies: dict[str, float] = defaultdict(float)
    middles: dict[str, list[float]] = defaultdict(list)
    lengths: list[int] = []
    groups: dict[str, Counter[str]] = defaultdict(Counter)
    began = time.perf_counter()
    for number, count in enumerate(counts * games):
        session = Session.start(game, seats=count, options=options, seed=f"{seed} {number}", keep_log=False)
        lengths.append(_play(session, totals))
        assert session.outcome is not None
        winners.update(session.outcome.winners)
        reasons[session.outcome.reason] += 1
        for fact, amount in game.tally(session).items():
            if fact.startswith("median "):
                middles[fact].append(amount)
            else:
                tallies[fact] += amount
        if isinstance(game, Sorted):
            for group, word in game.breakdown(session).items():
                groups[group].update([word] if isinstance(word, str) else word)
        _progress(number + 1, len(counts) * games, quiet=quiet)
    seconds = time.perf_counter() - began
    games *= len(counts)
    by_seat = {seat: round(winners[seat] / games, 3) for seat in range(counts[0])}
    return {
        "game": game.id,
        "seats": counts[0] if len(counts) == 1 else counts,
        "games": games,
        "choices_per_game": round(sum(lengths) / len(lengths), 1),
        "shortest": min(lengths),
        "longest": max(lengths),
        "turns_per_game": round(totals["turns"] / games, 1),
        **({"wins_by_seat": by_seat} if len(counts) == 1 else {}),
        "endings": dict(reasons.most_common()),
        **{name: round(total / games, 3) for name, total in sorted(tallies.items())},
        **{name: round(median(amounts), 1) for name, amounts in sorted(middles.items())},
        "choices_per_second": round(sum(lengths) / seconds),
        **(
            {"breakdown": {group: dict(words.most_common()) for group, words in sorted(groups.items())}}
            if groups
            else {}
        ),
    }


def _seat_counts(game: Game[Any], seats: int | None, options: Mapping[str, Any]) -> list[int]:
    if seats is not None:
        return [seats]
    allowed = game.seats_for(msgspec.convert(dict(options), game.options))
    return list(range(allowed.min, allowed.max + 1)) if isinstance(game, Sorted) else [allowed.min]


def _play(session: Session[Any], totals: Counter[str]) -> int:
    """One game by bots."""
    choices = 0
    turn: Hashable = None
    while session.outcome is None:
        now = session.game.this_turn(session.state)
        if now != turn:
            turn = now
            totals["turns"] += 1
        session.apply(unasked(session) or session.game.bot(session, session.next_seat))
        choices += 1
    return choices


def unasked(session: Session[Any]) -> Move | None:
    """What a bot does of its own accord, as at a table."""
    moves = (session.game.volunteer(session, seat) for seat in range(session.seats))
    return next((move for move in moves if move is not None), None)


def _progress(done: int, total: int, *, quiet: bool) -> None:
    if quiet or not sys.stderr.isatty():
        return
    filled = 30 * done // total
    print(f"\r[{'#' * filled}{'.' * (30 - filled)}] {done}/{total}", end="\n" if done == total else "", file=sys.stderr)


def print_report(report: Mapping[str, Any], *, as_json: bool) -> None:
    if as_json:
        print(json.dumps(report))
        return
    for name, value in report.items():
        if name == "breakdown":
            _print_breakdown(value)
        else:
            print(f"{name.replace('_', ' '):>20}  {value}")


def _print_breakdown(groups: Mapping[str, Mapping[str, int]]) -> None:
    for group, words in groups.items():
        games = sum(words.values())
        shares = ", ".join(f"{word} {count / games:.0%}" for word, count in words.items())
        print(f"{group:>34}  {shares} (of {games})")

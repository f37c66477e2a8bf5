"""Whole games as files: recorded once, replayed by tests/contract/test_recorded.py for ever.

python -m tests.record biome --seats 3 --seed win --options '{"quests": 2}' --name three-players-win
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import msgspec

from app.games import GAMES
from app.kernel import Answer, Game, Outcome, Session, Use, state_hash

ROOT = Path(__file__).resolve().parent


class Recording(msgspec.Struct, frozen=True):
    game: str
    state_version: int
    seats: int
    options: dict[str, Any]
    seed: str
    choices: tuple[Answer | Use, ...]
    hashes: dict[int, str]  # the state after so many choices
    outcome: Outcome


def record(game: Game[Any], seats: int, options: dict[str, Any], seed: str) -> Recording:
    """A game by bots. Choices are kept without the ids of questions: the seat and its values say it all."""
    session = Session.start(game, seats=seats, options=options, seed=seed, keep_log=False)
    choices: list[Answer | Use] = []
    hashes: dict[int, str] = {}
    while session.outcome is None:
        move = game.bot(session, session.next_seat)
        session.apply(move)
        choices.append(Answer(move.seat, "", move.values) if isinstance(move, Answer) else move)
        if len(choices) % 25 == 0:
            hashes[len(choices)] = state_hash(session.state)
    hashes[len(choices)] = state_hash(session.state)
    return Recording(game.id, game.version, seats, options, seed, tuple(choices), hashes, session.outcome)


def replay(recording: Recording) -> Session[Any]:
    game = GAMES[recording.game]
    session = Session.start(game, seats=recording.seats, options=recording.options, seed=recording.seed, keep_log=False)
    for number, choice in enumerate(recording.choices, 1):
        if isinstance(choice, Answer):
            session.answer(choice.seat, session.asks[choice.seat].id, choice.values)
        else:
            session.apply(choice)
        expected = recording.hashes.get(number)
        assert expected is None or state_hash(session.state) == expected, f"the state differs after choice {number}"
    assert session.outcome == recording.outcome
    return session


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--seed", required=True)
    parser.add_argument("--options", default="{}")
    parser.add_argument("--name", required=True)
    chosen = parser.parse_args()
    recording = record(GAMES[chosen.game], chosen.seats, json.loads(chosen.options), chosen.seed)
    folder = ROOT / "games" / chosen.game / "recorded"
    folder.mkdir(exist_ok=True)
    path = folder / f"{chosen.name}.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(recording), indent=0))
    print(f"{path}: {len(recording.choices)} choices, {recording.outcome}")


if __name__ == "__main__":
    main()

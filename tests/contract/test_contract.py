"""Every game on the shelf keeps the contract, for every number of seats, every scenario and several seeds."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from app.games import GAMES
from tests.contract.checks import CHECKS, Setting, check_secrets_far_in

SEEDS = ("aspen", "birch", "cedar")


def settings() -> Iterator[Any]:
    for game in GAMES.values():
        for number, options in enumerate(game.scenarios()):
            allowed = game.seats_for(msgspec.convert(dict(options), game.options))
            for seats in range(allowed.min, allowed.max + 1):
                # Each pair of seats and scenario gets one of the seeds; the first scenario gets them all.
                for seed in SEEDS if number == 0 else SEEDS[number % 3 :][:1]:
                    setting = Setting(seats, options, seed, 60)
                    yield pytest.param(game.id, setting, id=f"{game.id}-{seats}-{number}-{seed}")


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("name", "setting"), list(settings()))
def test_contract(name: str, setting: Setting, check: Any) -> None:
    check(GAMES[name], setting)


def far_settings() -> Iterator[Any]:
    """For each listed game the first scenario with the most seats, and the last with the fewest it takes."""
    for game in GAMES.values():
        if not game.listed:
            continue
        for number in sorted({0, len(game.scenarios()) - 1}):
            options = game.scenarios()[number]
            allowed = game.seats_for(msgspec.convert(dict(options), game.options))
            seats = allowed.max if number == 0 else max(allowed.min, min(2, allowed.max))
            yield pytest.param(game.id, Setting(seats, options, "far in", 200), id=f"{game.id}-{seats}-{number}")


@pytest.mark.parametrize(("name", "setting"), list(far_settings()))
def test_secrets_far_into_the_game(name: str, setting: Setting) -> None:
    check_secrets_far_in(GAMES[name], setting)

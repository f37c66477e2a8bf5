"""Every game on the shelf keeps the contract, for every number of seats, every scenario and several seeds."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from app.games import GAMES
from tests.contract.checks import CHECKS, Setting

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

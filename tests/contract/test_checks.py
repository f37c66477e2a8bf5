"""Each check of the contract can fail: a toy with one flaw is caught by the check that is there for it."""

from collections.abc import Callable
from typing import Any

import pytest

from app.kernel import Refused
from tests.contract import checks
from tests.contract.checks import CHECKS, Setting
from tests.contract.flawed import CARDS, ENDINGS, MOMENTS, Flawed
from tests.contract.shown import check_cards, check_endings, check_moments
from tests.contract.toys import Parley

SEEDS = [f"toy {number}" for number in range(6)]
FLAWS: dict[str, Callable[..., None]] = {
    "impossible state": checks.check_invariants,
    "failing rules": checks.check_invariants,
    "state in a local variable": checks.check_saving,
    "chance of its own": checks.check_replay,
    "illegal default": checks.check_defaults,
    "unsealed vote": checks.check_sealing,
    "view that tells": checks.check_secrets,
    "prompt that tells": checks.check_secrets,
    "option that tells": checks.check_secrets,
    "offer that tells": checks.check_secrets,
    "refusal that tells": checks.check_secrets,
    "reason that tells": checks.check_secrets,
    "log that tells": checks.check_secrets,
    "public part that tells": checks.check_secrets,
    "bot that cheats": checks.check_secrets,
    "forgotten fence": checks.check_secrets,
    "resample that does nothing": checks.check_secrets,
    "public part for one seat": checks.check_public_regions,
    "option twice": checks.check_options,
    "unreadable option": checks.check_options,
    "bot that breaks the rules": checks.check_bots,
    "introduction that tells": checks.check_introductions,
    "introduction twice": checks.check_introductions,
    "reshuffle of what is known": checks.check_reshuffling,
}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_sound_toy_passes(seats: int, check: Any) -> None:
    for seed in SEEDS:
        check(Parley(), Setting(seats, {}, seed))


@pytest.mark.parametrize("flaw", FLAWS)
def test_a_flaw_is_caught(flaw: str) -> None:
    def run() -> None:
        for seed in SEEDS:
            FLAWS[flaw](Parley(flaw), Setting(3, {}, seed))

    with pytest.raises((AssertionError, Refused)):
        run()


def test_a_sound_toy_keeps_its_secrets_far_in() -> None:
    for seed in SEEDS:
        checks.check_secrets_far_in(Parley(), Setting(3, {}, seed), every=1)


@pytest.mark.parametrize(
    "flaw",
    [
        "view that tells",
        "prompt that tells",
        "option that tells",
        "offer that tells",
        "log that tells",
        "public part that tells",
        "bot that cheats",
    ],
)
def test_a_flaw_is_caught_far_in(flaw: str) -> None:
    def run() -> None:
        for seed in SEEDS:
            checks.check_secrets_far_in(Parley(flaw), Setting(3, {}, seed), every=1)

    with pytest.raises((AssertionError, Refused)):
        run()


SHOWN = {check_cards: CARDS, check_moments: MOMENTS, check_endings: ENDINGS}
BROKEN = [pytest.param(check, flaw, id=flaw) for check, flaws in SHOWN.items() for flaw in flaws]


@pytest.mark.parametrize("check", SHOWN, ids=lambda check: check.__name__)
def test_a_game_that_shows_itself_well_passes(check: Any) -> None:
    check(Flawed(), Setting(3, {"moves": 14}, "shown", 14))


@pytest.mark.parametrize(("check", "flaw"), BROKEN)
def test_a_flaw_in_what_is_shown_is_caught(check: Any, flaw: str) -> None:
    with pytest.raises(AssertionError):
        check(Flawed(flaw), Setting(3, {"moves": 14}, "shown", 14))

"""Every game on the shelf keeps the contract, for every number of seats, every scenario and several seeds."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec import inspect

from app.games import GAMES
from tests.contract.checks import CHECKS, Setting, check_secrets_far_in
from tests.contract.shown import check_cards, check_endings, check_moments

SEEDS = ("aspen", "birch", "cedar")


def settings() -> Iterator[Any]:
    for game in GAMES.values():
        quick = [pytest.mark.quick]  # the first of each game
        for number, options in enumerate(game.scenarios()):
            allowed = game.seats_for(msgspec.convert(dict(options), game.options))
            for seats in range(allowed.min, allowed.max + 1):
                # Each pair of seats and scenario gets one of the seeds; the first scenario gets them all.
                for seed in SEEDS if number == 0 else SEEDS[number % 3 :][:1]:
                    setting = Setting(seats, options, seed, 60)
                    yield pytest.param(game.id, setting, id=f"{game.id}-{seats}-{number}-{seed}", marks=quick)
                    quick = []


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(("name", "setting"), list(settings()))
def test_contract(name: str, setting: Setting, check: Any) -> None:
    check(GAMES[name], setting)


def _is_unbounded(kind: inspect.Type) -> bool:
    extra = {}
    if isinstance(kind, inspect.Metadata):
        extra, kind = kind.extra or {}, kind.type
    match kind:
        case inspect.IntType():
            return kind.ge is None or kind.le is None
        case inspect.StrType():
            return kind.max_length is None and "choices" not in extra
        case inspect.VarTupleType() | inspect.ListType():
            several = kind.max_length is None and not isinstance(kind.item_type, inspect.LiteralType)
            return several or _is_unbounded(kind.item_type)
        case inspect.DictType() | inspect.AnyType():
            return True
    return False


@pytest.mark.parametrize("name", GAMES)
def test_options_have_bounds(name: str) -> None:
    """A table from somewhere else is set up with whatever its file says: no option may ask for a world without end."""
    info = inspect.type_info(GAMES[name].options)
    assert isinstance(info, inspect.StructType)
    assert [field.name for field in info.fields if _is_unbounded(field.type)] == []


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


# What games show of themselves ----------------------------------------------------------------------------------------


def few_settings(*, choices: int) -> Iterator[Any]:
    """For each game the first scenario with the most seats, and the last with the fewest it takes: drawing is slow."""
    for game in GAMES.values():
        for number in sorted({0, len(game.scenarios()) - 1}):
            options = game.scenarios()[number]
            allowed = game.seats_for(msgspec.convert(dict(options), game.options))
            for seats in sorted({allowed.max if number == 0 else allowed.min, max(2, allowed.min)}):
                if seats <= allowed.max:
                    setting = Setting(seats, options, "shown", choices)
                    yield pytest.param(game.id, setting, id=f"{game.id}-{seats}-{number}")


@pytest.mark.parametrize(("name", "setting"), list(few_settings(choices=60)))
def test_everything_on_the_screen_has_a_card(name: str, setting: Setting) -> None:
    check_cards(GAMES[name], setting)


@pytest.mark.parametrize(("name", "setting"), list(few_settings(choices=200)))
def test_moments_are_told_in_words(name: str, setting: Setting) -> None:
    check_moments(GAMES[name], setting)


@pytest.mark.parametrize(("name", "setting"), list(few_settings(choices=0)))
def test_every_game_has_an_ending(name: str, setting: Setting) -> None:
    check_endings(GAMES[name], setting)

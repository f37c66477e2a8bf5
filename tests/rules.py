"""`@rule("BIO-041")` marks a test with the numbered rules it proves; `python3 run.py rules` counts them."""

from collections.abc import Callable
from typing import TypeVar

import pytest

T = TypeVar("T", bound=Callable[..., object])


def rule(*numbers: str) -> Callable[[T], T]:
    def mark(test: T) -> T:
        marked: T = pytest.mark.rule(*numbers)(test)
        return marked

    return mark

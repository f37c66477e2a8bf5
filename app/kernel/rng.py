"""Chance that can be checked afterwards.

Every number is a hash of (seed, stream, counter), so the whole state of chance is one seed and a few
counters, a replay draws the same numbers, and once the seed is published anyone can recompute every roll.
Streams are named ("dice", "deck", ...): an extra roll of a die never changes which card comes next.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

import msgspec

T = TypeVar("T")


@lru_cache(maxsize=1024)  # it is shown again and again
def commitment(seed: str) -> str:
    """What is shown at the start of a game: it binds the server to the seed without telling it."""
    return hashlib.sha256(seed.encode()).hexdigest()


class Rng(msgspec.Struct):
    seed: str
    counters: dict[str, int] = {}

    @property
    def draws(self) -> int:
        """How many numbers were ever drawn; it grows whenever chance was used."""
        return sum(self.counters.values())

    def below(self, bound: int, stream: str) -> int:
        """A whole number from 0 to bound - 1, each equally likely."""
        if bound < 1:
            raise ValueError("nothing to draw from")
        limit = (1 << 64) - (1 << 64) % bound
        while True:
            count = self.counters.get(stream, 0)
            self.counters[stream] = count + 1
            digest = hashlib.blake2b(f"{self.seed}\0{stream}\0{count}".encode(), digest_size=8).digest()
            number = int.from_bytes(digest, "big")
            if number < limit:  # the few numbers above it would favour small results
                return number % bound

    def roll(self, sides: int = 6, stream: str = "dice") -> int:
        return 1 + self.below(sides, stream)

    def pick(self, things: Sequence[T], stream: str) -> T:
        return things[self.below(len(things), stream)]

    def shuffled(self, things: Iterable[T], stream: str) -> list[T]:
        pile = list(things)
        for last in range(len(pile) - 1, 0, -1):
            other = self.below(last + 1, stream)
            pile[last], pile[other] = pile[other], pile[last]
        return pile

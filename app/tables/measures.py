"""How long things take, counted for the host: cheap enough for every move."""

from __future__ import annotations

import time
from bisect import bisect_left
from collections.abc import Iterable

import msgspec

LIMITS = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)  # seconds


class _Measured:
    __slots__ = ("_before", "_timing")

    def __init__(self, timing: Timing) -> None:
        self._timing = timing

    def __enter__(self) -> None:
        self._before = time.perf_counter()

    def __exit__(self, *_: object) -> None:
        self._timing.add(time.perf_counter() - self._before)


class Timing(msgspec.Struct):
    """A histogram since the process started."""

    counts: list[int] = msgspec.field(default_factory=lambda: [0] * (len(LIMITS) + 1))
    total: float = 0.0

    @classmethod
    def of_all(cls, timings: Iterable[Timing]) -> Timing:
        found = list(timings)
        counts = [sum(column) for column in zip(*(one.counts for one in found), strict=True)]
        return cls(counts, sum(one.total for one in found))

    @property
    def count(self) -> int:
        return sum(self.counts)

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(LIMITS, seconds)] += 1
        self.total += seconds

    def measured(self) -> _Measured:
        """`with timing.measured():` adds how long it took, whatever came of it."""
        return _Measured(self)

    def within(self, share: float) -> float | None:
        """A bound that so much of what was measured kept; None if nothing was, or if it took longer than all bounds."""
        wanted, seen = share * self.count, 0
        for limit, count in zip(LIMITS, self.counts, strict=False):
            seen += count
            if seen and seen >= wanted:
                return limit
        return None

    def exposition(self, name: str, mark: str = "") -> list[str]:
        """Lines in the words of Prometheus; `mark` is a label of its own."""
        lines, seen = [], 0
        for limit, count in zip(LIMITS, self.counts, strict=False):
            seen += count
            lines.append(f'{name}_bucket{{{mark}le="{limit}"}} {seen}')
        alone = f"{{{mark.rstrip(',')}}}" if mark else ""
        return [
            *lines,
            f'{name}_bucket{{{mark}le="+Inf"}} {self.count}',
            f"{name}_sum{alone} {self.total:.6f}",
            f"{name}_count{alone} {self.count}",
        ]

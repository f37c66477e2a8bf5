"""The chance of a picture: it hangs on names alone, so that nothing that changes can change anything else."""

from __future__ import annotations

import hashlib

_MASK = (1 << 64) - 1


class Chance:
    """Numbers that follow from a name, always the same."""

    def __init__(self, *names: object) -> None:
        text = "/".join(map(str, names))
        self._state = int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")

    def share(self) -> float:
        """Between 0 and 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((self._state ^ (self._state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return ((mixed ^ (mixed >> 31)) >> 11) / (1 << 53)

    def between(self, low: float, high: float) -> float:
        return low + (high - low) * self.share()

    def whole(self, low: int, high: int) -> int:
        return low + int(self.share() * (high - low + 1))

"""Words that several rules share."""

from __future__ import annotations

from collections.abc import Iterable


def shards(count: int) -> str:
    return counted(count, "Shard")


def shards_go(count: int) -> str:
    return f"{shards(count)} {'goes' if count == 1 else 'go'}"


def cards(count: int) -> str:
    return counted(count, "card")


def counted(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def joined(parts: Iterable[str]) -> str:
    """One, two and three."""
    words = list(parts)
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def legacies(count: int) -> str:
    return "1 Legacy" if count == 1 else f"{count} Legacies"

"""The kit: motifs that every window may use. Each stands with its foot at 0 0; a person is 100 high."""

from __future__ import annotations

from functools import cache

from app.glass.cartoon import Node, read
from app.glass.kit import beasts, buildings, grounds, people, plants, tools


@cache
def kit() -> dict[str, Node]:
    """Every motif of the house by its name."""
    found: dict[str, Node] = {}
    for part in (people, beasts, plants, grounds, buildings, tools):
        found |= motifs(part.TEXT)
    return found


def motifs(text: str) -> dict[str, Node]:
    """The motifs in a text; Wrong if there is something wrong with it."""
    return {str(node.attrs["name"]): node for node in read(text, "kit").children}

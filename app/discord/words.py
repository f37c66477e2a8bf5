"""Small words for Discord: names that stay names, lists as people say them, shapes that stand for faces."""

from __future__ import annotations

import re
from collections.abc import Sequence

SHAPES = ("●", "■", "▲", "◆", "⬢", "★", "⬮", "✚")  # as on the website: circle, square, triangle, diamond, ...
FREE = "○"
NUMBERS = "no one two three four five six seven eight nine ten eleven twelve".split()
HOLE = re.compile(r"\{(\d+)\}")
MARKS = re.compile(r"([\\*_~`|>#\[\]()<@:])")


def escape(text: str) -> str:
    """Names are people's own words: they must not become formatting, links or mentions."""
    return MARKS.sub(r"\\\1", text)


def in_words(number: int) -> str:
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def listed(words: Sequence[str]) -> str:
    """Ada, Ben and Cleo."""
    return " and ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def named(text: str, names: Sequence[str]) -> str:
    """With the names of the players in place of `{2}`, and the rest as it is."""
    return HOLE.sub(lambda hole: names[int(hole[1])] if int(hole[1]) < len(names) else "somebody", text)


def cut(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


def of_several(doing: str) -> str:
    """What one does, said of several: "chooses a secret", "choose a secret"."""
    verb, space, rest = doing.partition(" ")
    known = {"is": "are", "has": "have", "was": "were", "does": "do", "goes": "go", "may": "may"}
    if verb in known:
        verb = known[verb]
    elif verb.endswith("ies") and len(verb) > 4:
        verb = f"{verb[:-3]}y"
    elif verb.endswith(("sses", "shes", "ches", "xes")):
        verb = verb[:-2]
    elif verb.endswith("s") and not verb.endswith("ss"):
        verb = verb[:-1]
    return f"{verb}{space}{rest}"


def shape(emblem: int) -> str:
    return SHAPES[emblem % len(SHAPES)]

"""The closed effect language of cards, boards and logs: parsed into data, never code.

An effect list is a row of effects separated by `;`. The parser refuses every verb, condition and need it does not know.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache

import msgspec

from app.games.vanguard.data.crew import COLOURS

ICONS = ("BREACH", "GUARD", "HAUL", "TRACK", "READ", "REACH", "PROBE", "MEND", "LINK")
ICON_COLOUR = {icon: COLOURS[number // 3] for number, icon in enumerate(ICONS)}
STATUSES = ("slow", "pinned", "sleepless", "deaf", "rattled", "shielded", "steady")


class Unreadable(ValueError):
    """A string that does not belong to the effect language."""


class Choice(msgspec.Struct, frozen=True):
    label: str
    do: tuple[Effect, ...]
    pay: tuple[Effect, ...] = ()
    need: Condition | None = None


class Effect(msgspec.Struct, frozen=True):
    verb: str
    args: tuple[str, ...] = ()
    target: str = ""
    choices: tuple[Choice, ...] = ()
    when: Condition | None = None
    then: tuple[Effect, ...] = ()
    other: tuple[Effect, ...] = ()
    text: str = ""  # as it was written

    @property
    def n(self) -> int:
        """The number of the effect: its last numeric word."""
        return next(int(word) for word in reversed(self.args) if re.fullmatch(r"[+-]?\d+", word))


class Atom(msgspec.Struct, frozen=True):
    words: tuple[str, ...]
    negated: bool = False


class Condition(msgspec.Struct, frozen=True):
    """Any of these rows of atoms, all of one row."""

    rows: tuple[tuple[Atom, ...], ...]
    text: str = ""


_COUNT = r"\d+( (red|green|blue))?"
_SIGNED = r"[+-]\d+"
_SECTOR = r"s\d+"
_DECK = r"(spores|relics|ores|blooms|beasts|any)"
FORMS: dict[str, str] = {
    "none": "",
    "spend": _COUNT,
    "sacrifice": _COUNT,
    "refresh": _COUNT,
    "draw": r"\d+",
    "discard": r"(\d+|hand)",
    "recall": "",
    "reroll": rf"({_COUNT}|\d+ assist|accidents)",
    "set": rf"({_COUNT} (bracket|any|Ba|{'|'.join(ICONS)})|accidents? Ba)",
    "match": r"\d+",
    "add": rf"(V|{'|'.join(ICONS)})",
    "ignore-danger": r"(\d+|all)",
    "ignore-injury": r"(\d+|all)",
    "add-danger": r"\d \d",
    "far-assist": "",
    "extra-assist": r"\d+",
    "progress": r"\d+",
    "ignore-icon": r"\d+",
    "status": f"({'|'.join(STATUSES)})",
    "set-aside": "",
    "ready": r"\d+",
    "exhaust": r"\d+",
    "move": rf"({_SECTOR}|adjacent|random|lander|target|here)",
    "supply": _SIGNED,
    "success": _SIGNED,
    "charge": _SIGNED,
    "lead": rf"{_DECK} \d+",
    "discovery": _DECK,
    "lose-discovery": r"\d+",
    "unique": r"(\d+|top)",
    "peek": rf"(event|situation|{_DECK}) \d+",
    "injure": r"(wounded|exhausted|bruised|sprained|burned|chilled|dazed|venom|fever|shaken)",
    "injury-die": r"-\d+",
    "injury-card": r"-\d+",
    "flip-injury": r"\d+",
    "danger": r"\d \d+",
    "event": "",
    "skip-event": "",
    "cancel-secondary": "",
    "poi": rf"\d+ @ {_SECTOR}",
    "poi-remove": _SECTOR,
    "finish": rf"({_SECTOR}|here)",
    "open": rf"{_SECTOR}-{_SECTOR}",
    "close": rf"{_SECTOR}-{_SECTOR}",
    "threat": rf"T\d+ @ {_SECTOR}",
    "threat-remove": r"(T\d+|here)",
    "threat-move": rf"(nearest|here|lander|random|{_SECTOR})",
    "track": rf"\w+ {_SIGNED}",
    "time": rf"\w+ {_SIGNED}",
    "token": r"(beacon|cache|tether|lamp) @ here",
    "condition": r"G\d+",
    "mission": r"M\d+ (add|complete|fail)",
    "rankup": "",
    "log": r"\d+",
    "end": r"(success|fail)",
    "flag": r"\w+",
    "unflag": r"\w+",
    "signal": _SIGNED,
    "accord": _SIGNED,
    "wake": _SIGNED,
    "morale": _SIGNED,
    "energy": _SIGNED,
    "command": _SIGNED,
    "penalty": "",
    "situation": r"(S\d+ add|draw \d+|solve \d+)",
    "unlock": r"(equipment|research|production|lander|mod|dice|system|landing|crew|facility|bridge|objective|secondary|"
    r"tech|event) [\w-]+",
    "remove": r"(event|landing|equipment|mod|lander) [\w-]+",
    "damage-lander": "",
    "repair-lander": "",
    "heal": r"\d+",
    "recruit": r"\d+",
    "gain-die": r"\d+",
    "lose-die": r"\d+",
    "kill": "",
    "ending": r"END\d",
    "item": r"\d+",  # a cost only: discards that Unique
}
_FORMS = {verb: re.compile(form) for verb, form in FORMS.items()}
_TARGET = re.compile(rf"(each|here|one-here|other|any|prey|in {_SECTOR}|not-in {_SECTOR})")
_ATOM = re.compile(
    rf"flag \w+|(signal|accord|wake|rank|discoveries|round|supply)>=\d+|morale>=\w+|section \w+|cargo \d+|item \d+|"
    rf"crew-in ({_SECTOR}|lander)|all-in {_SECTOR}|finished {_SECTOR}|visited P\d+|done M\d+|first-bridge|lost"
)


def _split(text: str, mark: str) -> list[str]:
    """Split at marks outside of braces."""
    parts, depth, current, place = [], 0, "", 0
    while place < len(text):
        if depth == 0 and text.startswith(mark, place):
            parts.append(current)
            current = ""
            place += len(mark)
            continue
        letter = text[place]
        depth += (letter == "{") - (letter == "}")
        current += letter
        place += 1
    return [part.strip() for part in (*parts, current)]


@cache
def effects(text: str) -> tuple[Effect, ...]:
    return tuple(_effect(part) for part in _split(text, ";") if part)


def every(listed: Iterable[Effect]) -> Iterator[Effect]:
    """These effects, and those within their choices and conditions."""
    for effect in listed:
        yield effect
        for choice in effect.choices:
            yield from every((*choice.pay, *choice.do))
        yield from every((*effect.then, *effect.other))


def _effect(text: str) -> Effect:
    braced = re.fullmatch(r"(choose|together)\{(.*)\}", text)
    if braced:
        choices = tuple(_choice(part) for part in _split(braced.group(2), " / "))
        return Effect(braced.group(1), choices=choices, text=text)
    if text.startswith("if "):
        return _if(text)
    body, _, target = text.partition(" for ")
    verb, _, rest = body.partition(" ")
    if verb not in _FORMS or not _FORMS[verb].fullmatch(rest) or (target and not _TARGET.fullmatch(target)):
        raise Unreadable(text)
    return Effect(verb, tuple(word for word in rest.split() if word != "@"), target, text=text)


def _if(text: str) -> Effect:
    when, then, rest = _braced(text.removeprefix("if "))
    other = ""
    if rest:
        word, other, rest = _braced(rest)
        if word != "else" or rest:
            raise Unreadable(text)
    return Effect("if", when=condition(when), then=effects(then), other=effects(other), text=text)


def _braced(text: str) -> tuple[str, str, str]:
    """What stands before the first pair of braces, in it and after it."""
    start, depth = text.find("{"), 0
    for place in range(max(start, 0), len(text) if start > 0 else 0):
        depth += (text[place] == "{") - (text[place] == "}")
        if depth == 0:
            return text[:start].strip(), text[start + 1 : place], text[place + 1 :].strip()
    raise Unreadable(text)


def _choice(text: str) -> Choice:
    found = re.fullmatch(r"([^:(]*?)(?: \(need ([^)]*)\))?(?: \(pay ([^)]*)\))?: (.*)", text)
    if not found:
        raise Unreadable(text)
    label, wanted, cost, do = found.groups()
    return Choice(label, effects(do), effects(cost or ""), condition(wanted) if wanted else None)


@cache
def condition(text: str) -> Condition:
    rows = tuple(tuple(_atom(atom) for atom in row.split(" and ")) for row in text.split(" or "))
    return Condition(rows, text)


def _atom(text: str) -> Atom:
    negated = text.startswith("not ")
    text = text.removeprefix("not ")
    if not _ATOM.fullmatch(text):
        raise Unreadable(text)
    return Atom(tuple(text.replace(">=", " >= ").split()), negated)


Need = tuple[tuple[str, ...], ...]  # every part; each part: any of these


@cache
def need(text: str) -> Need:
    parts = tuple(tuple(part.split("/")) for part in text.split("+")) if text else ()
    for part in parts:
        for word in part:
            if word not in ICONS and word not in ("ANY", "V", "Ac", *COLOURS):
                raise Unreadable(text)
    return parts

"""Which dice can meet a requirement: ISS-112 to ISS-118, ISS-129, ISS-151."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import msgspec

from app.games.vanguard.language import Need


class Rolled(msgspec.Struct, frozen=True):
    """A die of the Roll Pool, or a loose icon, as requirements see it."""

    id: str
    icons: tuple[str, ...]  # natural: icons, Ba, V or Ac
    colour: str = ""
    converts: tuple[str, ...] = ()  # what its Ba may count as (ISS-115)

    @property
    def look(self) -> tuple[str, ...]:
        return (self.colour, *self.icons)


def readings(die: Rolled, *, natural: bool) -> list[tuple[str, ...]]:
    """For each icon on the face what it may count as."""
    result: list[tuple[str, ...]] = []
    for icon in die.icons:
        if icon == "Ac":
            result.append(("Ac",))
        elif icon == "V":
            result.append(("V",) if natural else ("V", "*"))
        elif icon == "Ba":
            result.append(("Ba",) if natural else ("Ba", *die.converts))
        else:
            result.append((icon,))
    return result


def meets(dice: Sequence[Rolled], need: Need, *, natural: bool = False) -> bool:
    """Whether these dice together meet every part, and none of them is idle."""
    tokens = [(place, reading) for place, die in enumerate(dice) for reading in readings(die, natural=natural)]
    joins = "" if natural else "V"
    for same in _any_icons(dice, need, natural=natural):
        if _cover(need, tokens, dice, (same, joins), 0, frozenset(), frozenset()):
            return True
    return False


def _any_icons(dice: Sequence[Rolled], need: Need, *, natural: bool) -> list[str]:
    """All ANY of one requirement are met by the same icon (ISS-112); V joins any (ISS-113), but only by choice."""
    if not any("ANY" in part for part in need):
        return [""]
    shown = {word for die in dice for reading in readings(die, natural=natural) for word in reading}
    return [*sorted(shown - {"Ac", "*", "V"}), *([] if natural else ["V"])]


def _cover(
    need: Need,
    tokens: list[tuple[int, tuple[str, ...]]],
    dice: Sequence[Rolled],
    same: tuple[str, str],
    part: int,
    used: frozenset[int],
    busy: frozenset[int],
) -> bool:
    if part == len(need):
        return len(busy) == len(dice)
    for number, (place, reading) in enumerate(tokens):
        if number in used:
            continue
        if any(_fits(word, reading, dice[place].colour, same) for word in need[part]):
            # a plain colour takes the whole die (ISS-129)
            taken = {number}
            if all(word in ("red", "green", "blue") for word in need[part]):
                taken = {index for index, (owner, _) in enumerate(tokens) if owner == place}
                if taken & used:
                    continue
            if _cover(need, tokens, dice, same, part + 1, used | taken, busy | {place}):
                return True
    return False


def _fits(word: str, reading: tuple[str, ...], colour: str, same: tuple[str, str]) -> bool:
    if word in ("red", "green", "blue"):
        return word == colour
    if reading == ("Ac",):
        return word == "Ac"
    if word == "ANY":
        return any(icon in reading for icon in same)
    if word == "Ac":
        return False
    return word in reading or (word != "V" and "*" in reading)


def sets(pool: Sequence[Rolled], need: Need, *, natural: bool = False) -> list[tuple[Rolled, ...]]:
    """The different ways to meet a need: minimal sets of dice, one for each look."""
    found: list[tuple[Rolled, ...]] = []
    looks: list[list[tuple[str, ...]]] = []
    for size in range(1, len(need) + 1):
        for chosen in combinations(pool, size):
            look = sorted(die.look for die in chosen)
            if look in looks:
                continue
            if meets(chosen, need, natural=natural):
                looks.append(look)
                found.append(chosen)
    found.sort(key=lambda chosen: (len(chosen), sum("V" in die.icons for die in chosen)))
    return found


def leftovers(pool: Sequence[Rolled], need: Need) -> tuple[Rolled, ...]:
    """Dice whose natural icons match a part of a need: after its last set they are spent, too (ISS-126)."""
    words = [word for part in need for word in part]
    return tuple(
        die
        for die in pool
        if any(_fits(word, reading, die.colour, ("", "")) for reading in readings(die, natural=True) for word in words)
    )


def most_sets(pool: Sequence[Rolled], need: Need) -> int:
    """How many complete sets of natural icons these dice hold (ISS-126)."""
    known: dict[tuple[tuple[str, ...], ...], int] = {}

    def count(dice: Sequence[Rolled]) -> int:
        look = tuple(sorted(die.look for die in dice))
        if look not in known:
            found = sets(dice, need, natural=True)
            known[look] = max((1 + count([die for die in dice if die not in one]) for one in found), default=0)
        return known[look]

    return count(pool)


def strength(die: Rolled, need: Need) -> int:
    """How often one die meets a single-part need: twice with two fitting icons (ISS-127)."""
    if len(need) != 1 or all(word in ("red", "green", "blue") for word in need[0]):
        return 1
    return max(1, sum(1 for icon in die.icons if icon in need[0]))

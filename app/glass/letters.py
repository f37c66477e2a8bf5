"""Letters as painted lines, so that no reader's font is needed: strokes in a box 16 high on the line, up is minus."""

from __future__ import annotations

from functools import cache
from typing import Final

from app.glass.paths import Path, inside, moved, parse, placed

STROKES: Final = {
    "A": (11, "M0 0L5.5 -16L11 0M2 -5.5L9 -5.5"), "B": (9, "M0 0L0 -16L5 -16C10 -16 10 -8.5 5 -8.5L0 -8.5M5 -8.5C11 -8.5 11 0 5 0L0 0"),
    "C": (10, "M10 -13C7 -18 0 -17 0 -8C0 1 7 2 10 -3"), "D": (10, "M0 0L0 -16L3 -16C12.500 -16 12.500 0 3 0Z"),
    "E": (8, "M8 -16L0 -16L0 0L8 0M0 -8.5L6 -8.5"), "F": (8, "M8 -16L0 -16L0 0M0 -8.5L6 -8.5"),
    "G": (10, "M10 -13C7 -18 0 -17 0 -8C0 1 7 2 10 -2L10 -7L6 -7"), "H": (10, "M0 0L0 -16M10 0L10 -16M0 -8L10 -8"),
    "I": (0, "M0 0L0 -16"), "J": (6, "M6 -16L6 -4C6 1 0 1 0 -3"), "K": (9, "M0 0L0 -16M9 -16L0 -6.5M3 -9L9 0"),
    "L": (7, "M0 -16L0 0L7 0"), "M": (13, "M0 0L1.500 -16L6.500 -5L11.500 -16L13 0"), "N": (10, "M0 0L0 -16L10 0L10 -16"),
    "O": (11, "M5.5 -16C-2 -16 -2 0 5.500 0C13 0 13 -16 5.500 -16Z"), "P": (9, "M0 0L0 -16L5 -16C10.500 -16 10.500 -7 5 -7L0 -7"),
    "Q": (11, "M5.5 -16C-2 -16 -2 0 5.500 0C13 0 13 -16 5.500 -16ZM7 -4L12 1"), "R": (9, "M0 0L0 -16L5 -16C10.500 -16 10.500 -8 5 -8L0 -8M4 -8L9 0"),
    "S": (9, "M9 -13.500C7 -17.500 0 -17 0.500 -12.500C1 -8 9 -9 9 -4C9 1 1.500 1 0 -3"), "T": (10, "M0 -16L10 -16M5 -16L5 0"),
    "U": (10, "M0 -16L0 -5C0 2 10 2 10 -5L10 -16"), "V": (10, "M0 -16L5 0L10 -16"), "W": (14, "M0 -16L3.500 0L7 -11L10.500 0L14 -16"),
    "X": (10, "M0 -16L10 0M10 -16L0 0"), "Y": (10, "M0 -16L5 -8L10 -16M5 -8L5 0"), "Z": (9, "M0 -16L9 -16L0 0L9 0"),
    "0": (10, "M5 -16C-1.500 -16 -1.500 0 5 0C11.500 0 11.500 -16 5 -16Z"), "1": (5, "M0 -12L5 -16L5 0"),
    "2": (9, "M0 -12C0 -18 9.500 -17 8.500 -11C7.500 -7 1 -4 0 0L9 0"),
    "3": (9, "M0 -15C5 -18 10.500 -13 7 -10C6 -9 4 -9 3 -9C8.500 -9 10.500 -4 7 -1C5 1 1 0 0 -2"),
    "4": (9, "M6.500 0L6.500 -16L0 -5L9 -5"), "5": (9, "M8 -16L1 -16L1 -9C5 -11 9.500 -8 8.500 -4C7.500 1 1 1 0 -2"),
    "6": (9, "M7.500 -16C2 -13 0 -7 0.500 -4C1.500 1 8.500 1 8.500 -4C8.500 -9 2.500 -9 0.500 -5"), "7": (9, "M0 -16L9 -16L3 0"),
    "8": (9, "M4.500 -9C-0.500 -9 0.500 -16 4.500 -16C8.500 -16 9.500 -9 4.500 -9C-1.500 -9 -0.500 0 4.500 0C9.500 0 10.500 -9 4.500 -9Z"),
    "9": (9, "M8.500 -11C7.500 -7 1 -7 0.500 -11C0.500 -17 8.500 -17 8.500 -12C9 -8 6.500 -2 2.500 0"),
    " ": (5, ""), ".": (0, "M0 -0.500L0 0"), ",": (1, "M1 -1L0 2"), "-": (6, "M0 -7L6 -7"), "'": (0, "M0 -16L0 -12"),
    "?": (8, "M0 -13C1 -18 9 -17 8 -12C7.500 -9 4 -9 4 -5M4 -0.500L4 0"), "/": (6, "M0 2L6 -17"), ":": (0, "M0 -9L0 -8.500M0 -1L0 -0.500"),
    "&": (11, "M11 0L2.500 -11C1 -14 3 -16.500 5 -16C8 -15 7 -11.500 4 -9.500C-1 -6.500 0 0 4.500 0C8 0 10 -4 10.500 -7"), "+": (8, "M4 -12L4 -3M0 -7.500L8 -7.500"),
}  # fmt: skip
GAP: Final = 4.5


@cache
def _glyph(letter: str) -> tuple[float, Path]:
    wide, d = STROKES[letter]
    return wide, parse(d) if d else ()


def width(words: str) -> float:
    """In the units of the strokes."""
    return sum(STROKES[letter][0] + GAP for letter in words) - GAP


def written(words: str, x: float, y: float, size: float) -> list[Path]:
    """The words as paths, in the middle over x, `size` high."""
    scale = size / 16
    at = -width(words) / 2
    found = []
    for letter in words:
        wide, path = _glyph(letter)
        if path:
            found.append(moved(path, inside(placed(x, y, scale), placed(at, 0))))
        at += wide + GAP
    return found

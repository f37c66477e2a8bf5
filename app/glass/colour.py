"""Colour: the glasses by their names, the light of the six hours, and how colours go over into one another."""

from __future__ import annotations

import colorsys
import itertools
import re
from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple


class Hour(NamedTuple):
    """What an hour does: the low sky, the light itself, the shade things fall into and how deep, the lead."""

    low: str
    light: str
    shade: str
    dim: float
    lead: str
    outward: tuple[tuple[float, str], ...]  # the way of colours from the light outward, by distance at 1600 wide


HOURS: Final = {
    "dawn": Hour("#FFE9C4", "#FFF3D2", "#6B4A66", 0.10, "#1d171d", ((40, "#fffbe6"), (150, "#ffe9b8"), (320, "#ffc9a0"), (560, "#f2a09a"), (900, "#c07fa0"), (1400, "#7f6aa0"))),
    "forenoon": Hour("#EAF3DA", "#FFF6CF", "#33506B", 0.05, "#17191d", ((40, "#fffde8"), (130, "#fff3b8"), (260, "#e6f2cf"), (430, "#b4e0ec"), (720, "#74bfe8"), (1100, "#3f96da"), (1500, "#2a72c0"))),
    "noon": Hour("#FBF6DF", "#FFFDEB", "#35566B", 0.03, "#15181d", ((40, "#ffffff"), (140, "#fffbd8"), (300, "#cfeef2"), (520, "#7fcdf0"), (850, "#3fa2e4"), (1300, "#1f6fc4"))),
    "late": Hour("#FBE6A6", "#FFF3C2", "#6B4320", 0.10, "#1c1511", ((40, "#fffbe0"), (150, "#ffefa8"), (330, "#ffd466"), (600, "#f5ab3c"), (950, "#e07f30"), (1300, "#bd5733"), (1600, "#93403c"))),
    "dusk": Hour("#F09A62", "#FFC98A", "#241C48", 0.26, "#100d18", ((40, "#fff0b0"), (120, "#ffc468"), (230, "#f08a50"), (370, "#c2556a"), (540, "#85408a"), (800, "#4a3488"), (1200, "#2a2460"))),
    "night": Hour("#27437A", "#CFE0FF", "#070C22", 0.38, "#06070d", ((60, "#3f6fc4"), (200, "#2b52a4"), (450, "#1d3a82"), (800, "#13275e"), (1200, "#0c1a42"))),
    "": Hour("#4A6A86", "#D9F0FF", "#101828", 0.12, "#0b0d12", ((300, "#c4e4ec"), (420, "#84b6cc"), (560, "#5586a6"), (760, "#335a80"), (1000, "#1f385c"))),
}  # fmt: skip
SIX: Final = ("dawn", "forenoon", "noon", "late", "dusk", "night")

GLASS: Final = {
    "white": "#fffdf6", "milk": "#eef2ef", "bone": "#f3e6c6", "cream": "#f8e9c0", "straw": "#e8d48a", "honey": "#e9b84a",
    "amber": "#f0a030", "gold": "#e9c46a", "brass": "#b98f3f", "ochre": "#c98a2e", "orange": "#e0762e", "rust": "#b0573a",
    "brick": "#a8483a", "ruby": "#b3253a", "red": "#c2463a", "wine": "#7a2a44", "coral": "#ee8a76", "rose": "#e0a0aa",
    "blush": "#f2c4b4", "peach": "#f6c3a4", "plum": "#7a3f6e", "heather": "#a04fb4", "violet": "#6b4a9e",
    "lilac": "#c9b7dc", "mauve": "#9a7a9e", "indigo": "#3a3480", "navy": "#17244c", "cobalt": "#2456b4",
    "blue": "#3f86c8", "azure": "#5fb4e6", "sky": "#9cd0ea", "ice": "#d2ecf4", "teal": "#2a8a8a", "turquoise": "#4fc4b8",
    "sea": "#2f7f9e", "mint": "#a8e6c4", "jade": "#4fa87c", "green": "#4f8a4a", "leaf": "#7fa23c", "lime": "#b4cc5a",
    "moss": "#6b7f3a", "olive": "#83843c", "pine": "#1f5a44", "forest": "#143c34", "bark": "#5a4636", "oak": "#a8683a",
    "wood": "#8a5a34", "umber": "#5d3a2a", "tan": "#d2ae7a", "sand": "#dcc48a", "clay": "#c9743f", "peat": "#3c2c28",
    "slate": "#4a5a6c", "steel": "#8f98a4", "silver": "#c9cfd2", "stone": "#9a917f", "lime-stone": "#cfc6b0",
    "ash": "#6f6a6c", "iron": "#565c68", "ink": "#1b1d28", "black": "#12131a", "skin": "#e8c19a", "brown-skin": "#a8714c",
    "dark-skin": "#6b4630", "flame": "#ffd24a", "glow": "#fff0b8", "green-glow": "#c8ffe0",
}  # fmt: skip
_TINT: Final = re.compile(r"(#[0-9a-fA-F]{6}|[a-z]+(?:-[a-z]+)*)([+-]\d{1,2})?")


def read_tint(text: str) -> tuple[str, int]:
    """`#a8683a`, `oak`, `oak+8` (lighter), `oak-12` (darker): the colour or its name, and the change."""
    match = _TINT.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no colour: write #rrggbb or the name of a glass, such as amber or amber-8")
    return match[1], int(match[2] or 0)


@cache
def _parts(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


@cache
def mix(one: str, two: str, share: float) -> str:
    share = 0.0 if share < 0 else 1.0 if share > 1 else share
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(_parts(one), _parts(two), strict=True))


@cache
def tone(colour: str, light: float = 0.0, rich: float = 1.0, hue: float = 0.0) -> str:
    """Lighter or darker by `light` (-1 to 1), richer by a factor, turned by `hue` degrees."""
    r, g, b = _parts(colour)
    h, lum, s = colorsys.rgb_to_hls(r / 255, g / 255, b / 255)
    found = colorsys.hls_to_rgb((h + hue / 360) % 1, max(0.0, min(1.0, lum + light)), max(0.0, min(1.0, s * rich)))
    return "#" + "".join(f"{round(part * 255):02x}" for part in found)


def ramp(value: float, stops: Sequence[tuple[float, str]]) -> str:
    """The colour at `value` on a way through several: amber to plum to blue, never through grey."""
    if value <= stops[0][0]:
        return stops[0][1]
    for (a, one), (b, two) in itertools.pairwise(stops):
        if value <= b:
            return mix(one, two, round((value - a) / (b - a), 2))
    return stops[-1][1]


def along(share: float, colours: Sequence[str]) -> str:
    """The colour at a share (0 to 1) of the way through evenly spaced colours."""
    if len(colours) == 1:
        return colours[0]
    at = max(0.0, min(0.9999, share)) * (len(colours) - 1)
    return mix(colours[int(at)], colours[int(at) + 1], round(at - int(at), 2))

"""How alike two windows are: each is painted very small, and what the eye takes in at a glance is compared."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from app.glass.paths import Path, Point, parse

WIDE, HIGH = 32, 18
_TAG = re.compile(r"<(?:path|use|rect|ellipse|/?g|/?defs|/?clipPath)\b[^>]*>")
_VALUE = re.compile(r'([\w-]+)="([^"]*)"')
Glance = tuple[tuple[int, int, int], ...]


def glance(svg: str) -> Glance:
    """The window as 32 by 18 spots of colour. Every pane is opaque; glows, leads and painted lines do not count."""
    spots = [(0, 0, 0)] * (WIDE * HIGH)
    named: dict[str, str] = {}
    size = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    wide, high = (int(size[1]), int(size[2])) if size else (1600, 900)
    hidden = 0
    for match in _TAG.finditer(svg):
        tag, attrs = match[0], dict(_VALUE.findall(match[0]))
        name = tag[1:].split()[0].rstrip(">/")
        if name in ("defs", "clipPath"):
            hidden += 1
        elif tag in ("</defs>", "</clipPath>"):
            hidden -= 1
        if name == "path" and "id" in attrs:
            named[attrs["id"]] = attrs["d"]
        if hidden:
            continue
        fill = attrs.get("fill", "")
        d = attrs.get("d", "") or named.get(attrs.get("href", "#")[1:], "")
        if d and re.fullmatch("#[0-9a-f]{6}", fill) and "fill-opacity" not in attrs:
            colour = (int(fill[1:3], 16), int(fill[3:5], 16), int(fill[5:7], 16))
            for x, y in _inside(d, wide, high):
                spots[y * WIDE + x] = colour
    return tuple(spots)


def _inside(d: str, wide: int, high: int) -> Iterator[tuple[int, int]]:
    rings = _rings(parse(d))
    for row in range(HIGH):
        y = (row + 0.5) * high / HIGH
        cuts: list[float] = []
        for ring in rings:
            for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True):
                if (ay > y) != (by > y):
                    cuts.append(ax + (y - ay) * (bx - ax) / (by - ay))
        cuts.sort()
        for left, right in zip(cuts[0::2], cuts[1::2], strict=False):
            first, last = int(left * WIDE / wide + 0.5), int(right * WIDE / wide + 0.5)
            for column in range(max(0, first), min(WIDE, last)):
                yield column, row


def _rings(path: Path) -> list[list[Point]]:
    rings: list[list[Point]] = []
    for name, numbers in path:
        if name == "M":
            rings.append([(numbers[0], numbers[1])])
        elif name == "L":
            rings[-1].append((numbers[0], numbers[1]))
        elif name in "QC":
            x, y = rings[-1][-1]
            points = [(x, y), *zip(numbers[0::2], numbers[1::2], strict=True)]
            for step in (0.25, 0.5, 0.75, 1.0):
                rings[-1].append(_on(points, step))
    return [ring for ring in rings if len(ring) > 2]


def _on(points: list[Point], share: float) -> Point:
    while len(points) > 1:
        points = [(ax + (bx - ax) * share, ay + (by - ay) * share) for (ax, ay), (bx, by) in itertools.pairwise(points)]
    return points[0]


def distance(one: Glance, two: Glance) -> float:
    """0 for the same, about 0.3 for two places of one hour, 1 for black and white. Skies of one hour are alike, so that
    what differs in the lower two thirds, where things stand, counts twice."""
    total = weight = 0.0
    for n, (a, b) in enumerate(zip(one, two, strict=True)):
        heavy = 2.0 if n >= WIDE * HIGH // 3 else 1.0
        total += heavy * sum(abs(x - y) for x, y in zip(a, b, strict=True)) / 765
        weight += heavy
    return total / weight

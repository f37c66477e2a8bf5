"""The cutters: how a field of glass is divided into panes. Each knows one way, and gives its panes and its leads.

A pane comes with two shares from 0 to 1: how far along the field it lies (far to near, or side to side), and its turn
in the play of tints. Panes may overlap toward the viewer; what shows of them is what their leads enclose.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from app.glass.chance import Chance
from app.glass.paths import Path, Point, box, plain, polygon, smooth


class Field(NamedTuple):
    """What is cut: its box, and the point that things run to in the distance."""

    left: float
    top: float
    right: float
    bottom: float
    far: Point

    @property
    def wide(self) -> float:
        return self.right - self.left

    @property
    def high(self) -> float:
        return self.bottom - self.top


class Pane(NamedTuple):
    path: Path
    along: float
    turn: float


class Cut(NamedTuple):
    panes: list[Pane]
    leads: list[Path]


Cutter = Callable[[Field, Sequence[float], Chance], Cut]


def _take(numbers: Sequence[float], *usual: float) -> list[float]:
    return [*numbers[: len(usual)], *usual[len(numbers) :]]


# Across a thing ----------------------------------------------------------------------------------------------------


def upright(field: Field, numbers: Sequence[float], chance: Chance) -> Cut:
    """Strips from side to side: `upright 5`; a second number leans them."""
    count, lean = _take(numbers, 5, 0)
    count = max(1, round(count))
    step = field.wide / count
    xs = [field.left + step * (n + (chance.between(-0.12, 0.12) if 0 < n < count else 0)) for n in range(count + 1)]
    cut = Cut([], [])
    for n, (a, b) in enumerate(itertools.pairwise(xs)):
        corners = ((a + lean, field.top), (b + lean, field.top), (b, field.bottom), (a, field.bottom))
        cut.panes.append(Pane(polygon(corners), n / max(1, count - 1), chance.share()))
        if n:
            cut.leads.append(polygon(((a + lean, field.top), (a, field.bottom)), closed=False))
    return cut


def level(field: Field, numbers: Sequence[float], chance: Chance) -> Cut:
    """Strips from top to bottom: `level 4`; a second number bows them downward in the middle."""
    count, bow = _take(numbers, 4, 0)
    count = max(1, round(count))
    step, half = field.high / count, field.left + field.wide / 2
    ys = [field.top + step * (n + (chance.between(-0.12, 0.12) if 0 < n < count else 0)) for n in range(count + 1)]
    cut = Cut([], [])
    for n, (a, b) in enumerate(itertools.pairwise(ys)):
        line: Path = (("M", (field.left, a)), ("Q", (half, a + 2 * bow, field.right, a)))
        back: Path = (("L", (field.right, b)), ("Q", (half, b + 2 * bow, field.left, b)), ("Z", ()))
        cut.panes.append(Pane((*line, *back), n / max(1, count - 1), chance.share()))
        if n:
            cut.leads.append(line)
    return cut


def rays(field: Field, numbers: Sequence[float], chance: Chance) -> Cut:
    """Spokes from a point: `rays x y 12`."""
    x, y, count = _take(numbers, (field.left + field.right) / 2, (field.top + field.bottom) / 2, 12)
    count = max(3, round(count))
    reach = field.wide + field.high
    angles = [2 * math.pi * (n + chance.between(-0.15, 0.15)) / count - math.pi / 2 for n in range(count)]
    ends = [(x + reach * math.cos(a), y + reach * math.sin(a)) for a in angles]
    cut = Cut([], [])
    for n, end in enumerate(ends):
        cut.panes.append(Pane(polygon(((x, y), end, ends[(n + 1) % count])), n / count, chance.share()))
        cut.leads.append(polygon(((x, y), end), closed=False))
    return cut


def rings(field: Field, numbers: Sequence[float], chance: Chance) -> Cut:
    """Rings round a point, cut by spokes that do not meet: `rings x y 70`."""
    x, y, step = _take(numbers, (field.left + field.right) / 2, (field.top + field.bottom) / 2, 70)
    reach = max(math.hypot(cx - x, cy - y) for cx in (field.left, field.right) for cy in (field.top, field.bottom))
    cut = Cut([], [])
    count = max(1, math.ceil(reach / step))
    for ring in range(count):
        low, high = ring * step, (ring + 1) * step
        around = max(5, round(2 * math.pi * high / (step * 1.7))) if ring else 6
        begin = chance.between(0, 6.28)
        for n in range(around):
            a, b = (begin + 2 * math.pi * (n + k) / around for k in (0, 1))
            arc = [a + (b - a) * k / 3 for k in range(4)]
            outer = [(x + high * math.cos(t), y + high * math.sin(t)) for t in arc]
            inner = [(x + low * math.cos(t), y + low * math.sin(t)) for t in reversed(arc)]
            cut.panes.append(Pane(polygon(outer + inner), ring / max(1, count - 1), chance.share()))
            cut.leads.append(polygon((inner[-1], outer[0]), closed=False))
        circle = [(x + high * math.cos(t / 10 * math.pi), y + high * math.sin(t / 10 * math.pi)) for t in range(21)]
        cut.leads.append(smooth(circle))
    return cut


def bricks(field: Field, numbers: Sequence[float], chance: Chance) -> Cut:
    """Courses of a wall: `bricks 46 110` are 46 high and about 110 wide."""
    high, wide = _take(numbers, 46, 110)
    cut = Cut([], [])
    y, row = field.top, 0
    rows = max(1, round(field.high / high))
    step = field.high / rows
    for row in range(rows):
        y = field.top + row * step
        x = field.left - wide * (0.5 if row % 2 else 0) - chance.between(0, wide * 0.2)
        while x < field.right:
            end = x + wide * chance.between(0.75, 1.25)
            cut.panes.append(Pane(box(x, y, end - x, step), row / max(1, rows - 1), chance.share()))
            cut.leads.append(polygon(((end, y), (end, y + step)), closed=False))
            x = end
        if row:
            cut.leads.append(polygon(((field.left, y), (field.right, y)), closed=False))
    return cut


def lattice(field: Field, numbers: Sequence[float], chance: Chance) -> Cut:
    """Diamond quarries, as in plain windows: `lattice 60 80`."""
    wide, high = _take(numbers, 60, 80)
    cut = Cut([], [])
    rows, columns = math.ceil(field.high / high * 2) + 1, math.ceil(field.wide / wide) + 1
    for row in range(-1, rows):
        y = field.top + row * high / 2
        for column in range(-1, columns):
            x = field.left + column * wide + (wide / 2 if row % 2 else 0)
            corners = ((x, y), (x + wide / 2, y + high / 2), (x, y + high), (x - wide / 2, y + high / 2))
            cut.panes.append(Pane(polygon(corners), row / max(1, rows), chance.share()))
            cut.leads.append(polygon((corners[3], corners[0], corners[1]), closed=False))
    return cut


def scales(field: Field, numbers: Sequence[float], chance: Chance) -> Cut:
    """Rows of scallops, each over the one above: roofs, leaves, fish: `scales 60 40`."""
    wide, high = _take(numbers, 60, 40)
    cut = Cut([], [])
    rows = math.ceil(field.high / high) + 1
    for row in range(rows - 1, -1, -1):
        y = field.top + row * high
        x = field.left - wide * (1 if row % 2 else 0.5)
        while x < field.right + wide:
            hang: Path = (("M", (x, y - high)), ("L", (x, y)), ("Q", (x + wide / 2, y + high * 1.1, x + wide, y)), ("L", (x + wide, y - high)), ("Z", ()))  # fmt: skip
            cut.panes.append(Pane(hang, row / rows, chance.share()))
            cut.leads.append((("M", (x, y)), ("Q", (x + wide / 2, y + high * 1.1, x + wide, y))))
            x += wide
    return cut


def cobbles(field: Field, numbers: Sequence[float], chance: Chance) -> Cut:
    """Uneven stones that fit together: `cobbles 70`; scree, rubble, bark of old trees."""
    (size,) = _take(numbers, 70)
    columns, rows = math.ceil(field.wide / size) + 2, math.ceil(field.high / (size * 0.7)) + 2

    def corner(row: int, column: int) -> Point:
        own = Chance("cobble", row, column, round(field.left), round(field.top))
        x = field.left + (column - 0.5 + (0.5 if row % 2 else 0) + own.between(-0.24, 0.24)) * size
        return x, field.top + (row - 0.5 + own.between(-0.24, 0.24)) * size * 0.7

    cut = Cut([], [])
    for row in range(rows - 1):
        for column in range(columns - 1):
            one, two = corner(row, column), corner(row, column + 1)
            four, three = corner(row + 1, column), corner(row + 1, column + 1)
            cut.panes.append(Pane(polygon((one, two, three, four)), row / rows, chance.share()))
            cut.leads.append(polygon((two, one, four), closed=False))
    return cut


# Ground, from far to near ------------------------------------------------------------------------------------------


def folds(field: Field, numbers: Sequence[float], chance: Chance) -> Cut:
    """Open land: long folds that meet and part, with slanting seams; never square: `folds 5`."""
    (count,) = _take(numbers, 5)
    count = max(2, round(count))
    waves = [(chance.between(240, 420), chance.between(0, 6.28), chance.between(0.25, 0.5)) for _ in range(count + 1)]

    def line(k: int, x: float) -> float:
        base = field.top + field.high * (k / count) ** 1.55
        if k in (0, count):
            return float(base - (40 if k == 0 else -40))
        length, shift, much = waves[k]
        room = field.high * ((k + 1) / count) ** 1.55 - field.high * ((k - 1) / count) ** 1.55
        return float(base + math.sin(x / length + shift) * room * much)

    cut = Cut([Pane(box(field.left, field.top - 40, field.wide, field.high + 80), 0.5, 0.5)], [])
    for k in range(count):
        seams: list[tuple[float, float]] = []
        tall = line(k + 1, field.left) - line(k, field.left)
        lean = (1 if k % 2 else -1) * (90 + min(160.0, max(60.0, tall)) * 1.5)
        x = field.left - 900 + chance.between(0, 300)
        while x < field.right + 1000:
            seams.append((x, x + lean * chance.between(0.7, 1.3)))
            x += chance.between(300, 620) * (0.55 + 0.6 * (k + 1) / count)
        for (a, b), (c, d) in itertools.pairwise(seams):
            top = [(a + (c - a) * i / 4, line(k, a + (c - a) * i / 4)) for i in range(5)]
            low = [(d + (b - d) * i / 4, line(k + 1, d + (b - d) * i / 4)) for i in range(5)]
            if max(c, d) < field.left - 30 or min(a, b) > field.right + 30:
                continue
            side = _seam((c, line(k, c)), (d, line(k + 1, d)))
            other = _seam((a, line(k, a)), (b, line(k + 1, b)))
            path = (*polygon(plain(top, 2), closed=False), ("Q", side[1][1]), *(("L", p) for p in plain(low, 2)[1:]), ("Q", (*other[1][1][:2], *top[0])), ("Z", ()))  # fmt: skip
            cut.panes.append(Pane(path, (k + 0.5) / count, chance.share()))
            cut.leads.append(other)
        if k:
            xs = [field.left - 20 + (field.wide + 40) * i / 14 for i in range(15)]
            cut.leads.append(smooth([(x, line(k, x)) for x in xs]))
    return cut


def _seam(one: Point, two: Point) -> Path:
    """A bent joint between two lines: it leaves the upper steeply and comes to the lower flat."""
    return (("M", one), ("Q", (one[0] + (two[0] - one[0]) * 0.25, one[1] + (two[1] - one[1]) * 0.7, *two)))


def furrows(field: Field, numbers: Sequence[float], chance: Chance) -> Cut:
    """Rows of a field that run to the far point, bending a little: `furrows 14`; a second number bends them."""
    count, bend = _take(numbers, 14, 60)
    feet = _feet(field, count)
    cut = Cut([Pane(box(field.left, field.top - 40, field.wide, field.high + 60), 0.5, 0.5)], [])
    fx, fy = field.far

    def row(foot: float) -> Path:
        start = fx + (foot - fx) * _nearness(field, field.top)
        swing = bend * math.cos((foot - fx) / field.wide * 2)
        mid = (field.top * 2 + field.bottom) / 3
        return (("M", (start, field.top - 30)), ("Q", (fx + (foot - fx) * _nearness(field, mid) + swing, mid, foot, field.bottom + 10)))  # fmt: skip

    del fy
    for n, (a, b) in enumerate(itertools.pairwise(feet)):
        one, two = row(a), row(b)
        (sx, sy), (qx, qy, ex, ey) = two[0][1], two[1][1]
        path: Path = (*one, ("L", (ex, ey)), ("Q", (qx, qy, sx, sy)), ("Z", ()))
        cut.panes.append(Pane(path, 0.2 + 0.6 * (n % 2), chance.share()))
        cut.leads.append(two)
    for share in (0.2, 0.5):
        y = field.top + field.high * share
        cut.leads.append(
            smooth([(field.left - 20 + (field.wide + 40) * i / 6, y + chance.between(-8, 8)) for i in range(7)])
        )
    return cut


def _nearness(field: Field, y: float) -> float:
    """How far down from the far point to the foot of the field a line is, 0 to 1."""
    return max(0.08, (y - field.far[1]) / (field.bottom - field.far[1]))


def _feet(field: Field, count: float) -> list[float]:
    """Where lines that run to the far point reach the foot of the field, so many across it, and on until all is covered."""
    step = field.wide / max(3, round(count))
    top = max(0.1, _nearness(field, field.top))
    first = field.far[0] + (field.left - field.far[0]) / top - step
    last = field.far[0] + (field.right - field.far[0]) / top + step
    feet = [field.far[0]]
    for end in (first, last):  # the farther to the side, the wider, or the distance would be all lead
        at, gap = field.far[0], step
        while abs(at - field.far[0]) < abs(end - field.far[0]):
            at += gap if end > at else -gap
            gap *= 1.16
            feet.append(at)
    return sorted(feet)


def boards(field: Field, numbers: Sequence[float], chance: Chance) -> Cut:
    """A floor of boards that run to the far point: `boards 12`."""
    (count,) = _take(numbers, 12)
    cut = Cut([Pane(box(field.left, field.top - 10, field.wide, field.high + 20), 0.5, 0.5)], [])

    def at(foot: float, y: float) -> Point:
        return field.far[0] + (foot - field.far[0]) * _nearness(field, y), y

    feet = _feet(field, count)
    for a, b in itertools.pairwise(feet):
        joint = field.top + field.high * chance.between(0.15, 0.8)
        for top, low in ((field.top - 10, joint), (joint, field.bottom + 10)):
            pane = polygon((at(a, top), at(b, top), at(b, low), at(a, low)))
            cut.panes.append(Pane(pane, (top + low - 2 * field.top) / 2 / field.high, chance.share()))
        cut.leads.append(polygon((at(a, joint), at(b, joint)), closed=False))
        cut.leads.append(polygon((at(a, field.top - 10), at(a, field.bottom + 10)), closed=False))
    return cut


def flags(field: Field, numbers: Sequence[float], chance: Chance) -> Cut:
    """Paving in bands that widen, its joints running to the far point: `flags 5 230`."""
    bands, wide = _take(numbers, 5, 230)
    bands = max(1, round(bands))
    fx, fy = field.far
    fy = min(fy, field.top - 20)
    cut = Cut([], [])
    ys = [field.top + field.high * (k / bands) ** 1.5 for k in range(bands + 1)]
    ys[0] -= 12
    ys[-1] += 12
    for k, (top, low) in enumerate(itertools.pairwise(ys)):
        step = wide * (0.45 + 1.1 * (k + 1) / bands)
        foot, joints = field.left - 700 - chance.between(0, step), []
        while foot < field.right + 700:
            joints.append(tuple((fx + (foot - fx) * (y - fy) / (low - fy), y) for y in (top, low)))
            foot += step * chance.between(0.65, 1.3)
        for (a, b), (c, d) in itertools.pairwise(joints):
            if max(c[0], d[0]) < field.left or min(a[0], b[0]) > field.right:
                continue
            cut.panes.append(Pane(polygon((a, c, d, b)), (k + 0.5) / bands, chance.share()))
            cut.leads.append(polygon((a, b), closed=False))
        if k:
            cut.leads.append(polygon(((field.left, top), (field.right, top)), closed=False))
    return cut


# Water and snow ----------------------------------------------------------------------------------------------------


def tide(field: Field, numbers: Sequence[float], chance: Chance) -> Cut:
    """Water that moves: crests one behind the other, small far off: `tide 7 90 200` (rows, far and near length)."""
    rows, far, near = _take(numbers, 7, 90, 220)
    rows = max(2, round(rows))
    lines = []
    for k in range(rows + 1):
        share = (k / rows) ** 1.5
        length = far + (near - far) * share
        base = field.top + field.high * share + (10 if k == 0 else 0)
        lines.append(
            (base, length, length * 0.2, field.left - length * (0.5 if k % 2 else 1) - chance.between(0, length * 0.2))
        )

    def height(k: int, x: float) -> float:
        base, length, rise, begin = lines[k]
        t = ((x - begin) / length) % 1
        return float(base - 4 * rise * t * (1 - t))

    cut = Cut([], [])
    for k in range(rows):
        base, length, rise, x = lines[k]
        below = lines[k + 1][0] + 4
        wave: list[tuple[str, tuple[float, ...]]] = [("M", (x, base))]
        if k == 0:
            cut.panes.append(Pane(box(field.left, field.top - 40, field.wide, below - field.top + 40), 0, 0.5))
        while x < field.right + length:
            end = x + length
            crest: Path = (("M", (x, base)), ("Q", (x + length / 2, base - 2 * rise, end, base)), ("L", (end, below)), ("L", (x, below)), ("Z", ()))  # fmt: skip
            cut.panes.append(Pane(crest, (k + 0.5) / rows, chance.share()))
            wave.append(("Q", (x + length / 2, base - 2 * rise, end, base)))
            foot = height(k + 1, end) if k + 1 < rows else field.bottom + 10
            cut.leads.append(polygon(((end, base), (end, foot)), closed=False))
            x = end
        cut.leads.append(tuple(wave))
    return cut


def still(field: Field, numbers: Sequence[float], chance: Chance) -> Cut:
    """Water that stands: long flat lenses that mirror the sky: `still 6`."""
    (rows,) = _take(numbers, 6)
    rows = max(2, round(rows))
    cut = Cut([Pane(box(field.left, field.top, field.wide, field.high), 0.5, 0.5)], [])
    for k in range(rows):
        y = field.top + field.high * ((k + 0.5) / rows) ** 1.4
        x = field.left - chance.between(100, 400)
        while x < field.right:
            long, tall = chance.between(260, 620) * (0.5 + k / rows), 12 + field.high / rows * 0.5 * (k + 1) / rows
            lens: Path = (("M", (x, y)), ("Q", (x + long / 2, y - tall, x + long, y)), ("Q", (x + long / 2, y + tall, x, y)), ("Z", ()))  # fmt: skip
            cut.panes.append(Pane(lens, (k + 0.5) / rows, chance.share()))
            cut.leads.append(lens)
            gap = x + long + chance.between(60, 240)
            cut.leads.append(polygon(((x + long, y), (gap, y)), closed=False))
            x = gap
    return cut


def fall(field: Field, numbers: Sequence[float], chance: Chance) -> Cut:
    """Water that falls: long swaying strands: `fall 7`."""
    (count,) = _take(numbers, 7)
    count = max(2, round(count))
    cut = Cut([], [])

    def strand(n: int) -> list[Point]:
        x = field.left + field.wide * n / count
        sway = 0 if n in (0, count) else field.wide / count * 0.32
        own = Chance("strand", n, round(field.left))
        return [(x + (own.between(-sway, sway) if 0 < i < 5 else 0), field.top + field.high * i / 5) for i in range(6)]

    for n in range(count):
        one, two = strand(n), strand(n + 1)
        cut.panes.append(
            Pane((*smooth(one), *smooth(two[::-1], begin="L"), ("Z", ())), n / max(1, count - 1), chance.share())
        )
        cut.leads.append(smooth(two))
    return cut


def drifts(field: Field, numbers: Sequence[float], chance: Chance) -> Cut:
    """Snow, or sand without wind: wide soft mounds, one before the other: `drifts 5`."""
    return _mounds(field, numbers, chance, sharp=False)


def dunes(field: Field, numbers: Sequence[float], chance: Chance) -> Cut:
    """Sand under wind: mounds with a sharp crest, and a shaded lee side: `dunes 4`."""
    return _mounds(field, numbers, chance, sharp=True)


def _mounds(field: Field, numbers: Sequence[float], chance: Chance, *, sharp: bool) -> Cut:
    """Rows from far to near, each over the one behind; their leads go with the panes, so none shows through."""
    (rows,) = _take(numbers, 4 if sharp else 5)
    rows = max(2, round(rows))
    cut = Cut([Pane(box(field.left - 20, field.top - 40, field.wide + 40, field.high + 60), 0, 0.5)], [])
    foot = field.bottom + 20
    for k in range(rows):
        base = field.top + field.high * ((k + 0.55) / rows) ** 1.35
        tall = field.high / rows * (0.5 + 0.3 * k / rows)
        x = field.left - chance.between(60, 460)
        points: list[Point] = []
        seams: list[float] = []
        while x < field.right + 500:
            wide = chance.between(380, 760) * (0.6 + 0.6 * k / rows)
            crest = x + wide * chance.between(0.42, 0.62)
            points += [(x, base + chance.between(0, tall * 0.3)), (crest, base - tall * chance.between(0.5, 1.0))]
            seams.append(crest)
            x += wide
        for (ax, ay), (px, py), (bx, by) in zip(points[0::2], points[1::2], points[2::2], strict=False):
            bend = 0.18 if sharp else 0.5
            rise = ("C", (ax + (px - ax) * 0.5, ay, px - (px - ax) * bend, py, px, py))
            drop = (
                "C",
                (px + (bx - px) * bend, py + (by - py) * (0.6 if sharp else 0), bx - (bx - px) * 0.5, by, bx, by),
            )
            lean = (bx - px) * 0.35
            seam = ("C", (px - lean * 0.4, py + tall * 0.8, px + lean, py + tall * 1.2, px + lean * 0.6, foot))
            light: Path = (("M", (ax, ay)), rise, seam, ("L", (ax - 40, foot)), ("Z", ()))
            back = ("C", (px + lean, py + tall * 1.2, px - lean * 0.4, py + tall * 0.8, px, py))
            lee: Path = (("M", (px, py)), drop, ("L", (bx - 40, foot)), ("L", (px + lean * 0.6, foot)), back, ("Z", ()))
            cut.panes.append(Pane(light, (k + 0.5) / rows, chance.between(0.5, 1.0)))
            cut.panes.append(Pane(lee, (k + 0.5) / rows, 0.0 if sharp else chance.between(0, 0.5)))
    return cut


CUTTERS: Final[dict[str, Cutter]] = {
    one.__name__: one
    for one in (upright, level, rays, rings, bricks, lattice, scales, cobbles, folds, furrows, boards, flags, tide, still, fall, drifts, dunes)
}  # fmt: skip
LAYERED: Final = (
    "folds",
    "furrows",
    "boards",
    "scales",
    "tide",
    "still",
    "drifts",
    "dunes",
)  # whose panes lie over one another

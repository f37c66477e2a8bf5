"""Lines: reading paths of SVG, placing them, writing them short."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence

Point = tuple[float, float]
Step = tuple[str, tuple[float, ...]]
Path = tuple[Step, ...]  # absolute M, L, Q, C and Z only
Affine = tuple[float, float, float, float, float, float]

HERE: Affine = (1.0, 0.0, 0.0, 1.0, 0.0, 0.0)
_TOKEN = re.compile(r"([MmLlHhVvCcSsQqTtAaZz])|(-?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)|([\s,]+)|(.)")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_ROUND = 0.5523  # how far the handles of a quarter circle reach


# Reading -----------------------------------------------------------------------------------------------------------


def parse(d: str) -> Path:
    """Any path of SVG as absolute M, L, Q, C and Z; ValueError says what is wrong."""
    groups = _groups(d)
    if groups and groups[0][0] not in "Mm":
        raise ValueError("a path begins with M")
    steps: list[Step] = []
    x = y = sx = sy = 0.0
    handle: tuple[str, float, float] | None = None
    for letter, numbers in groups:
        name, relative = letter.upper(), letter.islower()
        if name == "Z":
            steps.append(("Z", ()))
            x, y, handle = sx, sy, None
            continue
        if name == "A":
            rx, ry, turn, large, sweep, ex, ey = numbers
            if relative:
                ex, ey = ex + x, ey + y
            steps += _arc(x, y, rx, ry, turn, bool(large), bool(sweep), ex, ey)
            x, y, handle = ex, ey, None
            continue
        if name == "H":
            points: list[float] = [numbers[0] + (x if relative else 0), y]
        elif name == "V":
            points = [x, numbers[0] + (y if relative else 0)]
        else:
            points = [value + (0 if not relative else x if n % 2 == 0 else y) for n, value in enumerate(numbers)]
        if name in "ST":
            kind = "C" if name == "S" else "Q"
            bent = handle is not None and handle[0] == kind
            hx, hy = (2 * x - handle[1], 2 * y - handle[2]) if bent and handle else (x, y)
            name, points = kind, [hx, hy, *points]
        if name in "HV":
            name = "L"
        steps.append((name, tuple(points)))
        handle = (name, points[-4], points[-3]) if name in "CQ" else None
        x, y = points[-2], points[-1]
        if name == "M":
            sx, sy = x, y
    if not steps:
        raise ValueError("a path needs points")
    return tuple(steps)


def _groups(d: str) -> list[tuple[str, tuple[float, ...]]]:
    found: list[tuple[str, tuple[float, ...]]] = []
    letter = ""
    numbers: list[float] = []

    def close() -> None:
        if not letter:
            return
        size = _ARGUMENTS[letter.upper()]
        if size == 0:
            found.append((letter, ()))
            return
        if not numbers or len(numbers) % size:
            raise ValueError(f"{letter} takes {size} numbers, not {len(numbers)}")
        for start in range(0, len(numbers), size):
            again = {"M": "L", "m": "l"}.get(letter, letter) if start else letter
            found.append((again, tuple(numbers[start : start + size])))

    for match in _TOKEN.finditer(d):
        if match[4]:
            raise ValueError(f"{match[4]!r} in a path")
        if match[1]:
            close()
            letter, numbers = match[1], []
        elif match[2]:
            if not letter:
                raise ValueError("a path begins with M")
            numbers.append(float(match[2]))
    close()
    return found


def _arc(
    x: float, y: float, rx: float, ry: float, turn: float, large: bool, sweep: bool, ex: float, ey: float
) -> list[Step]:
    """An arc as curves of at most a quarter round."""
    if not rx or not ry or (x, y) == (ex, ey):
        return [("L", (ex, ey))]
    rx, ry, phi = abs(rx), abs(ry), math.radians(turn)
    cos, sin = math.cos(phi), math.sin(phi)
    dx, dy = (x - ex) / 2, (y - ey) / 2
    px, py = cos * dx + sin * dy, -sin * dx + cos * dy
    grow = px * px / (rx * rx) + py * py / (ry * ry)
    if grow > 1:
        rx, ry = rx * math.sqrt(grow), ry * math.sqrt(grow)
    under = max(0.0, (rx * ry) ** 2 - (rx * py) ** 2 - (ry * px) ** 2) / ((rx * py) ** 2 + (ry * px) ** 2)
    k = math.sqrt(under) * (1 if large != sweep else -1)
    cx_, cy_ = k * rx * py / ry, -k * ry * px / rx
    cx, cy = cos * cx_ - sin * cy_ + (x + ex) / 2, sin * cx_ + cos * cy_ + (y + ey) / 2
    one = math.atan2((py - cy_) / ry, (px - cx_) / rx)
    two = math.atan2((-py - cy_) / ry, (-px - cx_) / rx)
    span = two - one
    if sweep and span < 0:
        span += 2 * math.pi
    if not sweep and span > 0:
        span -= 2 * math.pi
    count = max(1, math.ceil(abs(span) / (math.pi / 2) - 1e-6))
    part = span / count
    reach = 4 / 3 * math.tan(part / 4)

    def spot(u: float, v: float) -> Point:
        return cx + rx * u * cos - ry * v * sin, cy + rx * u * sin + ry * v * cos

    steps: list[Step] = []
    for n in range(count):
        a, b = one + n * part, one + (n + 1) * part
        first = spot(math.cos(a) - reach * math.sin(a), math.sin(a) + reach * math.cos(a))
        second = spot(math.cos(b) + reach * math.sin(b), math.sin(b) - reach * math.cos(b))
        end = spot(math.cos(b), math.sin(b)) if n + 1 < count else (ex, ey)
        steps.append(("C", (*first, *second, *end)))
    return steps


# Shapes ------------------------------------------------------------------------------------------------------------


def ellipse(cx: float, cy: float, rx: float, ry: float | None = None) -> Path:
    ry = rx if ry is None else ry
    kx, ky = rx * _ROUND, ry * _ROUND
    return (
        ("M", (cx - rx, cy)),
        ("C", (cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry)),
        ("C", (cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy)),
        ("C", (cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry)),
        ("C", (cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy)),
        ("Z", ()),
    )


def polygon(points: Sequence[Point], *, closed: bool = True) -> Path:
    steps: list[Step] = [("M" if n == 0 else "L", point) for n, point in enumerate(points)]
    return (*steps, ("Z", ())) if closed else tuple(steps)


def box(x: float, y: float, wide: float, high: float) -> Path:
    return polygon(((x, y), (x + wide, y), (x + wide, y + high), (x, y + high)))


def smooth(points: Sequence[Point], *, begin: str = "M") -> Path:
    """A curve through all of the points."""
    steps: list[Step] = [(begin, points[0])]
    last = len(points) - 1
    for n in range(last):
        before, one, two, after = points[max(0, n - 1)], points[n], points[n + 1], points[min(last, n + 2)]
        a = (one[0] + (two[0] - before[0]) / 6, one[1] + (two[1] - before[1]) / 6)
        b = (two[0] - (after[0] - one[0]) / 6, two[1] - (after[1] - one[1]) / 6)
        steps.append(("C", (*a, *b, *two)))
    return tuple(steps)


# Placing -----------------------------------------------------------------------------------------------------------


def placed(
    x: float, y: float, wide: float = 1, high: float | None = None, turn: float = 0, *, flip: bool = False
) -> Affine:
    """Drawn around its own foot; stands at x, y, so large, mirrored and turned."""
    high = wide if high is None else high
    wide = -wide if flip else wide
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return (wide * cos, wide * sin, -high * sin, high * cos, x, y)


def inside(outer: Affine, inner: Affine) -> Affine:
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * m + e, b * k + d * m + f)


def spot(place: Affine, x: float, y: float) -> Point:
    a, b, c, d, e, f = place
    return a * x + c * y + e, b * x + d * y + f


def scale_of(place: Affine) -> float:
    a, b, c, d, _, _ = place
    return math.sqrt(abs(a * d - b * c))


def moved(path: Path, place: Affine) -> Path:
    if place == HERE:
        return path
    a, b, c, d, e, f = place
    return tuple(
        (
            name,
            tuple(
                value
                for n in range(0, len(numbers), 2)
                for value in (a * numbers[n] + c * numbers[n + 1] + e, b * numbers[n] + d * numbers[n + 1] + f)
            ),
        )
        for name, numbers in path
    )


def bounds(paths: Iterable[Path]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of everything, handles included."""
    xs: list[float] = []
    ys: list[float] = []
    for path in paths:
        for _, numbers in path:
            xs += numbers[0::2]
            ys += numbers[1::2]
    return (min(xs), min(ys), max(xs), max(ys)) if xs else (0.0, 0.0, 0.0, 0.0)


def middle(path: Path) -> Point:
    left, top, right, bottom = bounds((path,))
    return (left + right) / 2, (top + bottom) / 2


def plain(points: list[Point], slack: float = 2.2) -> list[Point]:
    """The same line with fewer points: none that lies within `slack` of its chord."""
    if len(points) < 3:
        return points
    (x0, y0), (x1, y1) = points[0], points[-1]
    long = math.hypot(x1 - x0, y1 - y0)
    if long < 1:
        half = len(points) // 2
        return plain(points[: half + 1], slack)[:-1] + plain(points[half:], slack)
    off = [abs((x - x0) * (y1 - y0) - (y - y0) * (x1 - x0)) / long for x, y in points[1:-1]]
    most = max(off)
    if most <= slack:
        return [points[0], points[-1]]
    at = off.index(most) + 1
    return plain(points[: at + 1], slack)[:-1] + plain(points[at:], slack)


# Writing -----------------------------------------------------------------------------------------------------------


def short(path: Path) -> str:
    """The path in whole, relative steps: a third shorter than otherwise. Several may be written one after another."""
    out: list[str] = []
    px = py = sx = sy = 0
    last = ""
    for name, numbers in path:
        if name == "Z":
            out.append("z")
            px, py, last = sx, sy, "z"
            continue
        steps = [round(value) for value in numbers]
        letter = name.lower()
        if letter == "l" and steps == [px, py]:
            continue
        if letter == "m":
            text, origin = "M", (0, 0)
        else:
            text, origin = ("" if letter == last else letter), (px, py)
        if letter == "l" and (steps[0] == px or steps[1] == py):
            letter, steps = ("v", [steps[1]]) if steps[0] == px else ("h", [steps[0]])
            move = steps[0] - (py if letter == "v" else px)
            text = f"{letter}{move}" if letter != last else f"{'' if move < 0 else ' '}{move}"
            out.append(text)
            px, py = (px, steps[0]) if letter == "v" else (steps[0], py)
            last = letter
            continue
        for n, value in enumerate(steps):
            move = value - origin[n % 2]
            text += str(move) if move < 0 or text[-1:].isalpha() else f" {move}"
        out.append(text)
        px, py = steps[-2], steps[-1]
        if letter == "m":
            sx, sy = px, py
        last = letter
    return "".join(out)

"""What lies on the ground and runs toward the horizon: water of every kind, roads, tracks."""

# ruff: noqa: E501 - paths of shapes are data
from __future__ import annotations

from collections.abc import Callable
from typing import Final

from app.games.vantage.shapes import Dice

WIDTH: Final = 1600
HEIGHT: Final = 900
Lie = Callable[[bool, float, float, int, float, Dice], str]  # all around?, x, y, the horizon, size, chance


def _ripples(left: float, right: float, top: float, bottom: float, dice: Dice, count: int = 12) -> str:
    return "".join(
        f'<path d="M{dice.between(left, right - 60)} {dice.between(top + 6, bottom)}q{dice.between(20, 60)} -5 {dice.between(60, 150)} 0" fill="none" stroke="#fff" stroke-opacity="0.3" stroke-width="2.5" stroke-linecap="round"/>'
        for _ in range(count)
    )


def _pool(around: bool, x: float, y: float, line: int, size: float, dice: Dice, *, still: bool = True) -> str:
    if around:
        top, bottom = max(line + 2.0, y - 120 * size), min(HEIGHT, y + 190 * size)
        shore = f"M0 {top:.0f}Q400 {top - 10:.0f} 800 {top:.0f}T{WIDTH} {top:.0f}V{bottom:.0f}Q1200 {bottom + 26:.0f} 800 {bottom:.0f}T0 {bottom:.0f}z"
        left, right = 0.0, float(WIDTH)
    else:
        wide, high = 250 * size, 34 * size + 16
        left, right, top, bottom = x - wide, x + wide, y - high, y + high
        shore = f"M{left:.0f} {y:.0f}Q{left + wide * 0.3:.0f} {top:.0f} {x:.0f} {top + 4:.0f}T{right:.0f} {y - 4:.0f}Q{right - wide * 0.3:.0f} {bottom:.0f} {x:.0f} {bottom - 2:.0f}T{left:.0f} {y:.0f}z"
    gleam = f'<path d="M{left + (right - left) * 0.3:.0f} {top + 10:.0f}h{(right - left) * 0.34:.0f}" fill="none" stroke="#fff" stroke-opacity="0.4" stroke-width="5" stroke-linecap="round"/>'
    return (
        f'<path d="{shore}" stroke="none" fill-opacity="0.93"/>'
        + _ripples(left, right, top, bottom, dice, 6 if still else 20)
        + gleam
    )


def _fen(around: bool, x: float, y: float, line: int, size: float, dice: Dice) -> str:
    isles = "".join(
        f'<ellipse cx="{dice.between(x - 300, x + 300) if not around else dice.between(0, WIDTH)}" cy="{y + dice.between(-20, 90):.0f}" rx="{dice.between(24, 70)}" ry="{dice.between(5, 12)}" fill="#4d5a3e" stroke="none" fill-opacity="0.8"/>'
        for _ in range(7)
    )
    return _pool(around, x, y, line, size, dice) + isles


def _sea(around: bool, x: float, y: float, line: int, size: float, dice: Dice) -> str:
    waves = "".join(
        f'<path d="M{dice.between(-40, WIDTH)} {line + (HEIGHT - line) * at:.0f}q{40 + 90 * at:.0f} {-10 - 26 * at:.0f} {80 + 180 * at:.0f} 0" fill="none" stroke="#fff" stroke-opacity="{0.22 + 0.2 * at:.2f}" stroke-width="{2 + 4 * at:.1f}" stroke-linecap="round"/>'
        for at in (0.04, 0.07, 0.1, 0.14, 0.18, 0.22, 0.28, 0.34, 0.4, 0.48, 0.56, 0.66, 0.76, 0.88)
        for _ in range(3)
    )
    return f'<path d="M0 {line}H{WIDTH}V{HEIGHT}H0z" stroke="none"/>' + waves


def _surf(around: bool, x: float, y: float, line: int, size: float, dice: Dice) -> str:
    foam = "".join(
        f'<path d="M0 {y + row:.0f}q100 {-22 - row * 0.1:.0f} 200 0t200 0t200 0t200 0t200 0t200 0t200 0t200 0" fill="none" stroke="#fff" stroke-opacity="0.7" stroke-width="{7 - row / 20:.0f}"/>'
        for row in (0, 34, 76)
    )
    return (
        f'<path d="M0 {line}H{WIDTH}V{y:.0f}Q1200 {y + 34:.0f} 800 {y:.0f}T0 {y:.0f}z" stroke="none"/>'
        + _ripples(0, WIDTH, line, y, dice, 16)
        + foam
    )


def _river(around: bool, x: float, y: float, line: int, size: float, dice: Dice) -> str:
    if around:
        return _pool(around, x, y, line, size, dice, still=False)
    sway, wide = dice.between(-120, 120), 130 * size
    far, bend = 800 + (x - 800) * 0.4 + sway, x + sway * 1.6
    middle, low = line + (HEIGHT - line) * 0.34, line + (HEIGHT - line) * 0.62
    body = (
        f"M{far - 16:.0f} {line + 3}C{far - 20:.0f} {middle:.0f} {bend - wide * 0.5:.0f} {middle:.0f} {bend - wide * 0.6:.0f} {low:.0f}"
        f"S{x - wide * 1.6:.0f} {HEIGHT - 40} {x - wide * 1.7:.0f} {HEIGHT}H{x + wide * 1.5:.0f}"
        f"C{x + wide * 1.2:.0f} {HEIGHT - 60} {bend + wide * 0.9:.0f} {low + 40:.0f} {bend + wide * 0.7:.0f} {low:.0f}"
        f"S{far + 60:.0f} {middle:.0f} {far + 24:.0f} {line + 3}z"
    )
    return f'<path d="{body}" stroke="none"/>' + _ripples(x - wide, x + wide, low, HEIGHT, dice, 9)


def _canal(around: bool, x: float, y: float, line: int, size: float, dice: Dice) -> str:
    if around:
        top, bottom = y - 70 * size, y + 110 * size
        kerb = f'<path d="M0 {top - 16:.0f}H{WIDTH}V{top:.0f}H0zM0 {bottom:.0f}H{WIDTH}V{bottom + 20:.0f}H0z" fill="#8b8478" stroke="none"/>'
        return (
            f'<path d="M0 {top:.0f}H{WIDTH}V{bottom:.0f}H0z" stroke="none"/>'
            + _ripples(0, WIDTH, top, bottom, dice, 14)
            + kerb
        )
    body = f"M{x - 10:.0f} {line + 4}L{x - 190 * size:.0f} {HEIGHT}H{x + 190 * size:.0f}L{x + 10:.0f} {line + 4}z"
    kerb = f'<path d="M{x - 10:.0f} {line + 4}L{x - 190 * size:.0f} {HEIGHT}h-40L{x - 14:.0f} {line + 4}zM{x + 10:.0f} {line + 4}L{x + 190 * size:.0f} {HEIGHT}h40L{x + 14:.0f} {line + 4}z" fill="#8b8478" stroke="none"/>'
    return f'<path d="{body}" stroke="none"/>' + kerb + _ripples(x - 80 * size, x + 80 * size, y, HEIGHT, dice, 7)


def _fall(around: bool, x: float, y: float, line: int, size: float, dice: Dice, *, up: bool = False) -> str:
    high = 330 * size
    threads = "".join(
        f'<path d="M{x + dice.between(-56, 50) * size:.0f} {y - high + 10:.0f}q{dice.between(-8, 8)} {high * 0.5:.0f} {dice.between(-10, 10)} {high - 20:.0f}" fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="4"/>'
        for _ in range(9)
    )
    spray_y = y - high if up else y
    spray = "".join(
        f'<circle cx="{x + dice.between(-110, 110) * size:.0f}" cy="{spray_y + dice.between(-30, 12):.0f}" r="{dice.between(14, 40) * size:.0f}" fill="#fff" fill-opacity="0.22" stroke="none"/>'
        for _ in range(8)
    )
    return (
        f'<path d="M{x - 64 * size:.0f} {y - high:.0f}q{64 * size:.0f} 20 {128 * size:.0f} 0l{16 * size:.0f} {high:.0f}h{-160 * size:.0f}z" stroke="none" fill-opacity="0.85"/>'
        + threads
        + spray
    )


def _upfall(around: bool, x: float, y: float, line: int, size: float, dice: Dice) -> str:
    arrows = "".join(
        f'<path d="M{x + dx * size:.0f} {y - 60 * size:.0f}v{-200 * size:.0f}" fill="none" stroke="#fff" stroke-opacity="0.55" stroke-width="3" stroke-dasharray="4 18"/>'
        for dx in (-40, -10, 20, 46)
    )
    return _fall(around, x, y, line, size, dice, up=True) + arrows


def _falls(around: bool, x: float, y: float, line: int, size: float, dice: Dice) -> str:
    return _fall(around, x, y, line, size, dice)


def _still(around: bool, x: float, y: float, line: int, size: float, dice: Dice) -> str:
    return _pool(around, x, y, line, size, dice)


def _tidepool(around: bool, x: float, y: float, line: int, size: float, dice: Dice) -> str:
    rim = "".join(
        f'<circle cx="{x + dice.between(-240, 240) * size:.0f}" cy="{y + dice.between(-40, 40) * size:.0f}" r="{dice.between(9, 22) * size:.0f}" fill="#7c766c" stroke="none"/>'
        for _ in range(12)
    )
    return (
        _pool(False, x, y, line, size * 0.8, dice)
        + rim
        + f'<path d="M{x - 20:.0f} {y:.0f}l6 -16 6 16 16 2 -12 10 4 16 -14 -8 -14 8 4 -16 -12 -10z" fill="#e77f67" stroke="none"/>'
    )


def _ice(around: bool, x: float, y: float, line: int, size: float, dice: Dice) -> str:
    cracks = "".join(
        f'<path d="M{x + dice.between(-220, 220) * size:.0f} {y + dice.between(-24, 24):.0f}l{dice.between(20, 60)} {dice.between(-14, 14)}l{dice.between(10, 50)} {dice.between(-16, 16)}" fill="none" stroke="#fff" stroke-opacity="0.8" stroke-width="3"/>'
        for _ in range(8)
    )
    return _pool(around, x, y, line, size, dice) + cracks


def _spring(around: bool, x: float, y: float, line: int, size: float, dice: Dice) -> str:
    steam = "".join(
        f'<path d="M{x + dx * size:.0f} {y:.0f}q{-40 * size:.0f} {-60 * size:.0f} 0 {-110 * size:.0f}q{34 * size:.0f} {-50 * size:.0f} 0 {-100 * size:.0f}" fill="none" stroke="#fff" stroke-opacity="0.22" stroke-width="{18 * size:.0f}" stroke-linecap="round"/>'
        for dx in (-110, 0, 120)
    )
    return _pool(around, x, y, line, size, dice) + steam


def _puddles(around: bool, x: float, y: float, line: int, size: float, dice: Dice) -> str:
    reach = 700 if around else 220 * size
    return "".join(
        f'<ellipse cx="{cx:.0f}" cy="{cy:.0f}" rx="{r:.0f}" ry="{r * 0.24:.0f}" stroke="none" fill-opacity="0.9"/><path d="M{cx - r * 0.5:.0f} {cy - 3:.0f}h{r * 0.5:.0f}" fill="none" stroke="#fff" stroke-opacity="0.5" stroke-width="3"/>'
        for cx, cy, r in (
            (x + dice.between(-reach, reach), y + dice.between(-30, 50), dice.between(40, 110) * max(0.6, size))
            for _ in range(5)
        )
    )


def _hall(around: bool, x: float, y: float, line: int, size: float, dice: Dice) -> str:
    pillars = "".join(
        f'<path d="M{px - 26} {line + 40 + abs(px - 800) * 0.2:.0f}V{line - 210}h52V{line + 40 + abs(px - 800) * 0.2:.0f}z" fill="#7d8790" fill-opacity="0.75"/>'
        for px in (260, 520, 1080, 1340)
    )
    return pillars + _pool(True, x, (line + HEIGHT) / 2, line, 1.4, dice)


def _way(x: float, line: int, wide: float) -> str:
    return f"M{800 + (x - 800) * 0.25 - 7:.0f} {line + 3}L{x - wide:.0f} {HEIGHT}H{x + wide:.0f}L{800 + (x - 800) * 0.25 + 7:.0f} {line + 3}z"


def _causeway(around: bool, x: float, y: float, line: int, size: float, dice: Dice) -> str:
    wide = 130 * size
    far = 800 + (x - 800) * 0.25
    ribs = ""
    for at in (0.12, 0.2, 0.3, 0.42, 0.56, 0.72, 0.9):
        cy, half = line + (HEIGHT - line) * at, 7 + (wide - 7) * at
        cx = far + (x - far) * at
        ribs += f'<path d="M{cx - half:.0f} {cy:.0f}Q{cx:.0f} {cy + 10 * at + 3:.0f} {cx + half:.0f} {cy:.0f}" fill="none" stroke="#0a0a12" stroke-opacity="0.3" stroke-width="{1 + 4 * at:.1f}"/>'
    edge = f'<path d="M{far - 7:.0f} {line + 3}L{x - wide:.0f} {HEIGHT}h{24 * size:.0f}L{far - 5:.0f} {line + 3}z" fill="#fff" fill-opacity="0.22" stroke="none"/>'
    return f'<path d="{_way(x, line, wide)}"/>' + ribs + edge


def _road(around: bool, x: float, y: float, line: int, size: float, dice: Dice) -> str:
    far = 800 + (x - 800) * 0.25
    return f'<path d="{_way(x, line, 150 * size)}"/><path d="M{far:.0f} {line + 4}L{x:.0f} {HEIGHT}" fill="none" stroke="#fff" stroke-opacity="0.45" stroke-width="6"/>'


def _prints(around: bool, x: float, y: float, line: int, size: float, dice: Dice) -> str:
    found = ""
    for n in range(7):
        at = n / 7
        cy, step = y + 60 - (y + 60 - line) * 0.62 * at, (1 - at * 0.7) * size
        cx = x + (800 - x) * at * 0.3 + (26 if n % 2 else -26) * step
        found += f'<ellipse cx="{cx:.0f}" cy="{cy:.0f}" rx="{15 * step:.0f}" ry="{9 * step:.0f}" stroke="none" fill-opacity="0.75"/><ellipse cx="{cx:.0f}" cy="{cy + 13 * step:.0f}" rx="{9 * step:.0f}" ry="{6 * step:.0f}" stroke="none" fill-opacity="0.75"/>'
    return found


GROUND: Final[dict[str, Lie]] = {
    "still_fen": _fen,
    "river": _river,
    "canal": _canal,
    "falls": _falls,
    "upfall": _upfall,
    "tidepool": _tidepool,
    "surf": _surf,
    "open_sea": _sea,
    "ice": _ice,
    "hot_spring": _spring,
    "puddles": _puddles,
    "flooded_hall": _hall,
    "causeway": _causeway,
    "lead_road": _road,
    "footprints": _prints,
}

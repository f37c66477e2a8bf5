"""Weather in glass: what falls is small panes or painted strokes, what drifts is pale glass without lead."""

from __future__ import annotations

from app.glass.chance import Chance
from app.glass.paths import ellipse, moved, parse, placed, short

_PETAL = parse("M-16 0C-10 -12 8 -12 17 0C8 9 -8 10 -16 0Z")
_MOTH = parse("M0 0C-6 -16 -24 -18 -22 -4C-22 4 -8 6 0 2C8 6 22 4 22 -4C24 -18 6 -16 0 0Z")
_CURL = parse("M-150 10C-80 -20 -10 20 60 -6C110 -26 100 -60 74 -54C58 -50 60 -32 76 -34M-120 34C-60 14 0 40 50 24")
_SPARK = parse("M0 -11L3 -3L11 0L3 3L0 11L-3 3L-11 0L-3 -3Z")


def weather(kind: str, amount: int, chance: Chance, wide: int, high: int, lead: str) -> str:
    """Over everything but the frame; nothing of it can be tapped."""
    if kind == "clear" or amount <= 0:
        return ""
    drawn = _DRAW.get(kind, _fine)(kind, amount, chance, wide, high, lead)
    return f'<g pointer-events="none">{drawn}</g>'


def _spots(
    chance: Chance, count: int, wide: int, high: int, low: float = 0.0, deep: float = 1.0
) -> list[tuple[float, float]]:
    """Spread evenly, and not in rows: one in each part of a grid."""
    columns = max(2, round((count * 1.8) ** 0.5))
    rows = -(-count // columns)
    return [
        (
            wide * (n % columns + chance.between(0.1, 0.9)) / columns,
            high * (low + (deep - low) * (n // columns + chance.between(0.1, 0.9)) / rows),
        )
        for n in range(count)
    ]


def _panes(kind: str, amount: int, chance: Chance, wide: int, high: int, lead: str) -> str:
    shape, one, two = {
        "petals": (_PETAL, "#c77fd8", "#f0b8d8"),
        "moth_drift": (_MOTH, "#f3e6b0", "#fff6d8"),
        "sparks": (_SPARK, "#ffd24a", "#ff9a3c"),
    }[kind]
    paths: list[list[str]] = [[], []]
    for n, (x, y) in enumerate(_spots(chance, 11 * amount, wide, high, 0.04, 0.5 if amount == 1 else 0.9)):
        paths[n % 2].append(short(moved(shape, placed(x, y, chance.between(0.8, 1.2), turn=chance.between(-80, 80)))))
    return f'<g stroke="{lead}" stroke-width="3"><path d="{"".join(paths[0])}" fill="{one}"/><path d="{"".join(paths[1])}" fill="{two}"/></g>'


def _rain(kind: str, amount: int, chance: Chance, wide: int, high: int, lead: str) -> str:
    slant = -34 if kind == "storm" else -10
    columns = "".join(
        f"M{x:.0f} {-20:.0f}l{slant * high / 90:.0f} {high + 40}"
        for x in range(60, wide + (700 if kind == "storm" else 120), max(120, 340 - 70 * amount))
    )
    drops = "".join(f"M{x:.0f} {y:.0f}l{slant * 0.5:.0f} 44" for x, y in _spots(chance, 44 * amount, wide, high))
    return (
        f'<path d="{columns}" fill="none" stroke="{lead}" stroke-opacity=".3" stroke-width="3"/>'
        f'<path d="{drops}" fill="none" stroke="#eef6fb" stroke-opacity=".75" stroke-width="4"/>'
    )


def _snow(kind: str, amount: int, chance: Chance, wide: int, high: int, lead: str) -> str:
    colour = {"ashfall": "#4a4648"}.get(kind, "#ffffff")
    flakes = [short(ellipse(x, y, chance.between(5, 11))) for x, y in _spots(chance, 30 * amount, wide, high)]
    tail = ""
    if kind == "upsnow":
        tail = "".join(f"M{x:.0f} {y:.0f}l0 34" for x, y in _spots(chance, 16 * amount, wide, high))
        tail = f'<path d="{tail}" fill="none" stroke="#fff" stroke-opacity=".5" stroke-width="3"/>'
    return f'{tail}<path d="{"".join(flakes)}" fill="{colour}" stroke="{lead}" stroke-width="3"/>'


def _mist(kind: str, amount: int, chance: Chance, wide: int, high: int, lead: str) -> str:
    pale = "#fff1d8" if kind == "heat_haze" else "#ffffff"
    bands = []
    for x, y in _spots(chance, 3 * amount, wide, high, 0.42, 0.86):
        long, tall = chance.between(260, 460), chance.between(14, 26)
        bands.append(f"M{x - long:.0f} {y:.0f}q{long * 0.6:.0f} {-tall * 2:.0f} {long:.0f} {-tall * 0.4:.0f}t{long:.0f} {tall * 0.2:.0f}q{-long * 0.5:.0f} {tall * 2.4:.0f} {-long:.0f} {tall:.0f}t{-long:.0f} {-tall * 0.8:.0f}z")  # fmt: skip
    return f'<path d="{"".join(bands)}" fill="{pale}" fill-opacity=".26" stroke="#fff" stroke-opacity=".4" stroke-width="2"/>'


def _aurora(kind: str, amount: int, chance: Chance, wide: int, high: int, lead: str) -> str:
    drawn = []
    for n, (x, _) in enumerate(_spots(chance, 2 + 2 * amount, wide, high)):
        tall = high * chance.between(0.28, 0.42)
        drawn.append(
            f'<path d="M{x:.0f} 30c90 {tall * 0.3:.0f} -60 {tall * 0.6:.0f} 40 {tall:.0f}l80 0c-80 {-tall * 0.4:.0f} 60 {-tall * 0.7:.0f} -20 {-tall - 6:.0f}z"'
            f' fill="{("#9ff0c8", "#b39ddb", "#8fd3f0")[n % 3]}" fill-opacity=".4" stroke="{lead}" stroke-opacity=".5" stroke-width="3"/>'
        )
    return "".join(drawn)


def _wind(kind: str, amount: int, chance: Chance, wide: int, high: int, lead: str) -> str:
    colour = "#e8cf90" if kind == "sandblow" else "#ffffff"
    curls = "".join(
        short(moved(_CURL, placed(x, y, chance.between(0.7, 1.2))))
        for x, y in _spots(chance, 3 * amount, wide, high, 0.2, 0.8)
    )
    return f'<path d="{curls}" fill="none" stroke="{lead}" stroke-opacity=".35" stroke-width="8"/><path d="{curls}" fill="none" stroke="{colour}" stroke-width="4"/>'


def _fine(kind: str, amount: int, chance: Chance, wide: int, high: int, lead: str) -> str:
    return ""


_DRAW = {
    **dict.fromkeys(("petals", "moth_drift", "sparks"), _panes),
    **dict.fromkeys(("rain", "storm"), _rain),
    **dict.fromkeys(("snow", "upsnow", "ashfall"), _snow),
    **dict.fromkeys(("mist", "heat_haze"), _mist),
    **dict.fromkeys(("wind", "sandblow"), _wind),
    "aurora": _aurora,
}

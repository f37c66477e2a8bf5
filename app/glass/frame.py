"""The frame: the border of small panes, the six hours along the top with this one alight, and the SVG around it all."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from app.glass.chance import Chance
from app.glass.colour import HOURS, SIX, mix, tone
from app.glass.paths import Path, box, ellipse, polygon, short

if TYPE_CHECKING:
    from app.glass.window import Window

BORDER: Final = 26
RIPPLE: Final = (
    '<pattern id="{key}r" width="310" height="230" patternUnits="userSpaceOnUse" patternTransform="rotate(-14)">'
    '<path d="M0 20q60-16 130 2q90 18 180-2M20 70q90 18 170-4q70-14 120 8M0 124q80-16 150 4q90 18 160-4M40 176q80 16 180-6q50-10 90 10" fill="none" stroke="#fff" stroke-width="5" stroke-opacity="{pale}"/>'
    '<path d="M0 44q90 16 170-2q80-12 140 2M0 98q70-12 180 4q70 10 130-4M0 200q100 14 190-2q70-10 120 2" fill="none" stroke="#000" stroke-width="6" stroke-opacity=".05"/></pattern>'
)


def frame(window: Window, tints: Sequence[str]) -> str:
    """Closed all round; nothing of the picture hangs out of it."""
    if window.kind == "medal":
        return _round(window, tints)
    wide, high, b = window.wide, window.high, BORDER
    panes: list[tuple[Path, str]] = []
    leads: list[Path] = []
    hours = window.kind == "place"
    if hours:
        for n, hour in enumerate(SIX):
            air = HOURS[hour]
            far = air.outward[len(air.outward) // 2][1]
            colour = tone(mix(far, air.light, 0.5), 0.03, 1.3) if hour == window.hour else mix(far, window.lead, 0.6)
            a, z = wide * n / 6, wide * (n + 1) / 6
            panes.append((box(a, 0, z - a, b), colour))
            leads.append(polygon(((a, 0), (a, b)), closed=False))
    sides = [(0, high - b, wide, high), (0, b, b, high - b), (wide - b, b, wide, high - b)]
    if not hours:
        sides.append((0, 0, wide, b))
    chance = Chance(window.key, "frame")
    for x0, y0, x1, y1 in sides:
        flat = x1 - x0 > y1 - y0
        at, stop, n = (x0, x1, 0) if flat else (y0, y1, 0)
        while at < stop - 2:
            to = min(stop, at + (round(chance.between(74, 124)) if n % 2 == 0 else b))
            to = stop if stop - to < 44 else to
            fill = tints[0] if n % 2 else tints[1 + n // 2 % (len(tints) - 1)] if len(tints) > 1 else tints[0]
            panes.append((box(at, y0, to - at, y1 - y0) if flat else box(x0, at, x1 - x0, to - at), fill))
            leads.append(polygon(((to, y0), (to, y1)) if flat else ((x0, to), (x1, to)), closed=False))
            at, n = to, n + 1
    leads.append(box(b, b, wide - 2 * b, high - 2 * b))
    merged: dict[str, str] = {}
    for path, fill in panes:
        merged[fill] = merged.get(fill, "") + short(path)
    fills = "".join(f'<path d="{d}" fill="{fill}"/>' for fill, d in merged.items())
    lines = "".join(short(one) for one in leads)
    return (
        f'<g pointer-events="none">{fills}<path d="{lines}" fill="none" stroke="{window.lead}" stroke-width="6"/>'
        f'<path d="M0 0h{wide}v{high}h-{wide}z" fill="none" stroke="{window.lead}" stroke-width="16"/>'
        f'<path d="M4 4h{wide - 8}v{high - 8}h-{wide - 8}z" fill="none" stroke="{window.shine}" stroke-width="1.5" stroke-opacity=".6"/></g>'
    )


def _round(window: Window, tints: Sequence[str]) -> str:
    mid, big, small = window.wide / 2, window.wide / 2 - 8, window.wide / 2 - 50
    lines, count = "", 36
    merged: dict[str, str] = {}
    for n in range(count):
        a, b = (2 * math.pi * (n + k) / count for k in (0, 1))
        corners = [
            (mid + r * math.cos(t), mid + r * math.sin(t)) for r, t in ((small, a), (big, a), (big, b), (small, b))
        ]
        fill = tints[0] if n % 3 == 0 else tints[1 + n % 2 % (len(tints) - 1)] if len(tints) > 1 else tints[0]
        merged[fill] = merged.get(fill, "") + short(polygon(corners))
        lines += short(polygon(corners[:2], closed=False))
    lines += short(ellipse(mid, mid, small)) + short(ellipse(mid, mid, big))
    fills = "".join(f'<path d="{d}" fill="{fill}"/>' for fill, d in merged.items())
    return (
        f'<g pointer-events="none">{fills}<path d="{lines}" fill="none" stroke="{window.lead}" stroke-width="8"/></g>'
    )


MARK = 'xmlns="http://www.w3.org/2000/svg" class="scene"'  # by which a window is known wherever it is put


def outer(window: Window, label: str) -> str:
    wide, high = window.wide, window.high
    body = "".join(window.out)
    base = f'<rect width="{wide}" height="{high}" fill="{window.lead}"/>'
    hole = (
        f'<circle cx="{wide // 2}" cy="{high // 2}" r="{wide // 2 - 4}"/>'
        if window.kind == "medal"
        else f'<path d="M0 0h{wide}v{high}H0z"/>'
    )
    window.defs.append(f'<clipPath id="{window.key}m">{hole}</clipPath>')
    return (
        f'<svg {MARK} viewBox="0 0 {wide} {high}" role="img" aria-label="{label}">'
        f"<defs>{''.join(window.defs)}</defs>"
        f'<g clip-path="url(#{window.key}m)" stroke-linejoin="round" stroke-linecap="round">{base}{body}</g></svg>'
    )

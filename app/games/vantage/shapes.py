"""What things look like: one drawing for every word of the scene vocabulary (section 10 of the world guide).

A drawing stands on (0, 0), goes up to about -120 and takes its colour from the group around it, whose gradient already
knows where the light comes from. Only shade, gleam and lit glass are painted here.
"""

# ruff: noqa: E501 - paths of shapes are data
from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

DARK = 'fill="#0a0a12" fill-opacity=".3" stroke="none"'
DEEP = 'fill="#0a0a12" fill-opacity=".62" stroke="none"'
GLEAM = 'fill="#fff" fill-opacity=".28" stroke="none"'
FIRE = 'fill="#ffd98a" stroke="none"'
LINE = 'fill="none" stroke="#0a0a12" stroke-opacity=".4"'
PALE = 'fill="none" stroke="#fff" stroke-opacity=".45"'
STEM = 'fill="none" stroke="currentColor"'


class Thing(Protocol):
    @property
    def kind(self) -> str: ...
    @property
    def state(self) -> str: ...


class Dice(Protocol):
    def between(self, low: float, high: float) -> float: ...


Shape = Callable[[Thing, Dice], str]


def path(d: str, more: str = "") -> str:
    return f'<path d="{d}" {more}/>'


def dot(x: float, y: float, r: float, more: str = "") -> str:
    return f'<circle cx="{x:.0f}" cy="{y:.0f}" r="{r:.0f}" {more}/>'


def oval(x: float, y: float, rx: float, ry: float, more: str = "") -> str:
    return f'<ellipse cx="{x:.0f}" cy="{y:.0f}" rx="{rx:.0f}" ry="{ry:.0f}" {more}/>'


# Land ------------------------------------------------------------------------------------------------------------


def plain(one: Thing, dice: Dice) -> str:
    top = dice.between(22, 40)
    return path(f"M-280 10Q-120 {-top} 20 {-top * 0.8:.0f}Q170 {-top * 0.7:.0f} 290 10z", 'stroke="none"')


def hummocks(one: Thing, dice: Dice) -> str:
    drawn = ""
    for x, r in ((-130, 80), (-10, 110), (130, 70)):
        h = dice.between(0.5, 0.72) * r
        drawn += path(
            f"M{x - r} 8Q{x - r * 0.5:.0f} {-h:.0f} {x} {-h:.0f}Q{x + r * 0.6:.0f} {-h * 0.9:.0f} {x + r} 8z",
            'stroke="none"',
        )
        drawn += path(f"M{x - 20} {-h * 0.6:.0f}q6 -16 12 0M{x + 14} {-h * 0.5:.0f}q6 -14 12 0", LINE)
    return drawn


def dunes(one: Thing, dice: Dice) -> str:
    lean = dice.between(-30, 30)
    return path(f"M-220 8Q-80 -20 {lean:.0f} -92Q70 -30 230 8z", 'stroke="none"') + path(
        f"M{lean:.0f} -92Q{lean - 6:.0f} -30 -20 8Q60 4 230 8Q70 -30 {lean:.0f} -92z", DARK
    )


def terraces(one: Thing, dice: Dice) -> str:
    drawn = ""
    for n in range(5):
        y, w = 8 - 26 * n, 230 - 34 * n
        drawn += path(f"M{-w} {y}Q{-w * 0.4:.0f} {y - 34} {w * 0.3:.0f} {y - 28}T{w} {y}z") + path(
            f"M{-w} {y}Q{-w * 0.4:.0f} {y - 34} {w * 0.3:.0f} {y - 28}T{w} {y}", PALE
        )
    return drawn


def cliff(one: Thing, dice: Dice) -> str:
    a, b = dice.between(-20, 16), dice.between(-16, 20)
    return (
        path(f"M-130 12L-116 {-210 + a:.0f}L-60 {-262 + b:.0f}L4 -246L60 {-282 + a:.0f}L118 {-222 + b:.0f}L136 12z")
        + path(f"M4 -246L60 {-282 + a:.0f}L118 {-222 + b:.0f}L136 12L70 12L50 -120z", DARK)
        + path("M-84 -180l16 60-12 60M-30 -220l10 80 -18 64M84 -200l-8 70 14 60", LINE)
        + path(f"M-116 {-210 + a:.0f}L-60 {-262 + b:.0f}L4 -246L-14 -226L-66 -238z", GLEAM)
    )


def ridge(one: Thing, dice: Dice) -> str:
    a = dice.between(-12, 12)
    return path(f"M-300 10L-220 -70L-150 -52L-60 {-130 + a:.0f}L20 -84L110 {-120 - a:.0f}L200 -48L310 10z") + path(
        f"M-60 {-130 + a:.0f}L20 -84L-10 10L-120 10zM110 {-120 - a:.0f}L200 -48L310 10L140 10z", DARK
    )


def peak(one: Thing, dice: Dice) -> str:
    a = dice.between(-16, 16)
    return (
        path(f"M-190 10L-70 -150L{a:.0f} -262L70 -160L200 10z")
        + path(f"M{a:.0f} -262L70 -160L200 10L30 10L{a + 8:.0f} -140z", DARK)
        + path(f"M{a:.0f} -262L-32 -206L-8 -214L10 -196L34 -212z", 'fill="#fff" fill-opacity=".8" stroke="none"')
    )


def cone(one: Thing, dice: Dice) -> str:
    return (
        path("M-180 10Q-70 -60 -34 -190H36Q76 -60 190 10z")
        + path("M36 -190Q76 -60 190 10H60Q30 -90 8 -190z", DARK)
        + oval(1, -190, 35, 9, DEEP)
        + path(
            "M-4 -196q-26 -40 4 -76q24 -34 0 -66",
            'fill="none" stroke="#fff" stroke-width="14" stroke-opacity=".25" stroke-linecap="round"',
        )
    )


def mesa(one: Thing, dice: Dice) -> str:
    return (
        path("M-210 10L-170 -60L-150 -150L140 -158L164 -58L216 10z")
        + path("M-170 -60L164 -58L216 10H-210zM40 -154L140 -158L164 -58L60 -58z", DARK)
        + path("M-160 -104H152M-90 -150l-6 90M10 -152l4 92", LINE)
    )


def gorge(one: Thing, dice: Dice) -> str:
    return (
        path("M-240 10L-200 -150L-60 -164L-30 -60L-16 10zM240 10L206 -160L70 -150L34 -70L18 10z")
        + path("M-60 -164L-30 -60L-16 10L-80 10L-110 -90zM240 10L206 -160L150 -156L170 10z", DARK)
        + path("M-16 10Q0 -60 0 -110Q8 -50 18 10z", DEEP)
    )


def pillars(one: Thing, dice: Dice) -> str:
    h = dice.between(120, 190)
    return (
        path(f"M-26 6L-22 {-h:.0f}Q0 {-h - 18:.0f} 24 {-h + 6:.0f}L30 6z")
        + path(f"M8 {-h - 4:.0f}L24 {-h + 6:.0f}L30 6H12z", DARK)
        + path(f"M-22 {-h * 0.7:.0f}l40 6M-22 {-h * 0.35:.0f}l44 4", LINE)
    )


def boulders(one: Thing, dice: Dice) -> str:
    return (
        path("M-86 8Q-96 -52 -40 -58Q4 -54 2 8zM-14 8Q-16 -36 30 -40Q78 -34 80 8z")
        + path("M-30 -56Q4 -50 2 8H-30Q-10 -20 -30 -56zM44 -38Q78 -34 80 8H52Q64 -16 44 -38z", DARK)
        + path("M-74 -30q10 -20 30 -22", PALE)
    )


def scree(one: Thing, dice: Dice) -> str:
    stones = "".join(
        path(f"M{x - s:.0f} {y:.0f}l{s * 0.4:.0f} {-s:.0f}l{s:.0f} {-s * 0.2:.0f}l{s * 0.7:.0f} {s * 1.2:.0f}z")
        for x, y, s in ((dice.between(-140, 120), dice.between(-30, 8), dice.between(14, 34)) for _ in range(11))
    )
    return path("M-170 10Q-60 -60 20 -52T180 10z", 'fill-opacity=".75" stroke="none"') + stones


def crater(one: Thing, dice: Dice) -> str:
    return (
        path("M-190 10Q-150 -50 -90 -54Q0 -34 96 -56Q156 -46 196 10z")
        + oval(2, -40, 104, 22, DEEP)
        + path("M-100 -46Q0 -20 104 -46", PALE)
    )


def cave_mouth(one: Thing, dice: Dice) -> str:
    return (
        path("M-170 10Q-180 -140 -60 -190Q60 -214 140 -120Q176 -50 180 10z")
        + path("M-74 10Q-84 -92 0 -116Q86 -98 84 10z", 'fill="#07070c" fill-opacity=".9" stroke="none"')
        + path("M-74 10Q-84 -92 0 -116", PALE)
        + path("M-40 -84l8 26 8 -20M24 -88l6 22 8 -14", DARK)
    )


def arch(one: Thing, dice: Dice) -> str:
    return (
        path("M-130 8V-110Q-120 -220 0 -226Q124 -218 134 -104V8H78V-90Q70 -156 2 -160Q-70 -154 -76 -86V8z")
        + path("M78 8V-90Q70 -156 2 -160L10 -226Q124 -218 134 -104V8z", DARK)
        + path("M-130 -60h54M-126 -110l54 8M-100 -176l40 34M-40 -216l14 56M50 -214l-14 56", LINE)
    )


def island(one: Thing, dice: Dice) -> str:
    return (
        oval(0, 4, 170, 18, 'fill="#dfeef2" fill-opacity=".35" stroke="none"')
        + path("M-150 4Q-110 -40 -50 -42Q-20 -92 30 -76Q90 -60 150 4z")
        + path("M30 -76Q90 -60 150 4H60Q60 -40 30 -76z", DARK)
        + path(
            "M-40 -44q-4 -40 8 -70m0 0q-26 0 -34 16m34 -16q-4 -22 -22 -24m22 24q16 -18 32 -8m-32 8q22 4 26 22",
            f'{STEM} stroke-width="5"',
        )
    )


def sandbar(one: Thing, dice: Dice) -> str:
    return path("M-230 8Q-90 -26 40 -18T240 8Q60 22 -230 8z", 'stroke="none"') + path(
        "M-160 0q60 -14 120 -6M-20 6q70 -12 150 -4", PALE
    )


def ice_shelf(one: Thing, dice: Dice) -> str:
    return (
        path("M-220 10L-200 -70L-110 -84L-90 -60L20 -92L60 -66L150 -80L220 10z")
        + path(
            "M-200 -70L-110 -84L-90 -60L20 -92L60 -66L150 -80L154 -66L60 -50L20 -74L-90 -44L-112 -66L-198 -54z",
            'fill="#fff" fill-opacity=".7" stroke="none"',
        )
        + path("M-90 -44l-10 54M60 -50l8 60", LINE)
    )


def lava_field(one: Thing, dice: Dice) -> str:
    return (
        path("M-230 10Q-120 -30 0 -24T230 10z", 'stroke="none"')
        + path(
            "M-190 4l60 -14 40 12 70 -20 50 16 90 -10M-60 -2l20 12M40 -4l-10 14M-120 -8l-20 14",
            'fill="none" stroke="#ff8a3c" stroke-width="5" stroke-linecap="round"',
        )
        + path("M-190 4l60 -14 40 12 70 -20 50 16 90 -10", 'fill="none" stroke="#ffe08a" stroke-width="2"')
    )


def vents(one: Thing, dice: Dice) -> str:
    steam = (
        ""
        if one.state == "shut"
        else path(
            "M-6 -66q-40 -50 0 -104q36 -48 -4 -110M14 -70q30 -46 -2 -92q-24 -40 12 -84",
            'fill="none" stroke="#fff" stroke-width="20" stroke-opacity=".22" stroke-linecap="round"',
        )
    )
    mouth = path(
        "M-34 -62q34 -14 70 0l-8 12q-28 -10 -54 0z",
        DEEP if one.state == "shut" else 'fill="#ff9d4f" fill-opacity=".85" stroke="none"',
    )
    return (
        path("M-96 8Q-60 -22 -36 -62Q0 -78 38 -62Q64 -20 100 8z")
        + path("M38 -62Q64 -20 100 8H20Q36 -30 12 -70z", DARK)
        + mouth
        + steam
    )


def sinkhole(one: Thing, dice: Dice) -> str:
    return (
        oval(0, 0, 150, 34)
        + oval(0, 4, 116, 24, 'fill="#050508" fill-opacity=".85" stroke="none"')
        + path("M-116 4Q0 -26 116 4", PALE)
        + path("M-60 -10v20M-10 -18v22M50 -14v22", LINE)
    )


def mullion(one: Thing, dice: Dice) -> str:
    return (
        path("M-60 12L-34 -330H34L66 12z")
        + path("M10 -330H34L66 12H24z", DARK)
        + path("M-34 -330H-18L-30 12H-60z", GLEAM)
        + path("M-48 -130H50M-42 -220H44M-54 -40H58", LINE)
    )


def shutters(one: Thing, dice: Dice) -> str:
    slats = "".join(path(f"M-150 {y}H150V{y + 13}H-150z", DARK) for y in range(-300, 0, 26))
    light = "".join(
        path(f"M-146 {y + 16}H146", 'fill="none" stroke="#fff2c4" stroke-opacity=".75" stroke-width="3"')
        for y in range(-300, -20, 26)
    )
    return path("M-160 8V-314H160V8z") + slats + light + path("M-160 8V-314H-146V8zM146 8V-314H160V8z", DARK)


# Plants ----------------------------------------------------------------------------------------------------------


def reeds(one: Thing, dice: Dice) -> str:
    drawn = ""
    for x in (-38, -22, -6, 8, 24, 38):
        bend, high = dice.between(-22, 22), dice.between(80, 150)
        drawn += path(
            f"M{x} 6Q{x + bend * 0.2:.0f} {-high * 0.5:.0f} {x + bend:.0f} {-high:.0f}",
            f'{STEM} stroke-width="4" stroke-linecap="round"',
        )
        drawn += f'<ellipse cx="{x + bend:.0f}" cy="{-high - 8:.0f}" rx="5" ry="17" fill="#6b4a2c" stroke="none"/>'
    return drawn


def grass_sea(one: Thing, dice: Dice) -> str:
    blades = "".join(
        path(
            f"M{x:.0f} 6q{lean * 0.3:.0f} -26 {lean:.0f} {-high:.0f}q{-lean * 0.2:.0f} 20 {8 - lean:.0f} {high:.0f}z",
            'stroke="none"',
        )
        for x, lean, high in (
            (-110 + 13 * n + dice.between(-5, 5), dice.between(4, 26), dice.between(34, 74)) for n in range(17)
        )
    )
    return path("M-140 8Q0 -20 140 8z", 'stroke="none"') + blades


def moss(one: Thing, dice: Dice) -> str:
    return "".join(
        oval(dice.between(-80, 80), dice.between(-8, 6), dice.between(26, 50), dice.between(8, 16), 'stroke="none"')
        for _ in range(6)
    ) + "".join(dot(dice.between(-80, 80), dice.between(-14, 2), 3, GLEAM) for _ in range(9))


def fern(one: Thing, dice: Dice) -> str:
    drawn = ""
    for side in (-1, -0.45, 0.1, 0.6, 1.1):
        tip = 84 * side
        drawn += path(f"M0 4Q{tip * 0.3:.0f} -70 {tip:.0f} {-86 + abs(tip) * 0.4:.0f}", f'{STEM} stroke-width="4"')
        for n in range(2, 9):
            t = n / 9
            x, y = tip * t * t * 0.7 + tip * t * 0.3, -104 * t + abs(tip) * 0.4 * t * t
            drawn += path(
                f"M{x:.0f} {y:.0f}l{-13 * (1 - t) - 5:.0f} -8l15 2zM{x:.0f} {y:.0f}l{13 * (1 - t) + 5:.0f} -8l-15 2z",
                'stroke="none"',
            )
    return drawn


def fungus_glow(one: Thing, dice: Dice) -> str:
    drawn = ""
    for x, s in ((-34, 0.8), (6, 1.2), (44, 0.65)):
        drawn += (
            f'<g transform="translate({x} 4) scale({s})">'
            + dot(0, -62, 66, 'fill="#d8fff0" fill-opacity=".16" stroke="none"')
            + path("M-8 0Q-4 -40 -7 -58H9Q5 -40 10 0z", 'fill="#f1ead8" stroke="none"')
            + path("M-46 -54Q-34 -106 2 -106Q38 -104 48 -54Q0 -42 -46 -54z")
            + oval(-16, -78, 8, 5, GLEAM)
            + oval(14, -86, 6, 4, GLEAM)
            + oval(24, -66, 5, 3, GLEAM)
            + "</g>"
        )
    return drawn


def tree(one: Thing, dice: Dice) -> str:
    lean = dice.between(-16, 16)
    crown = "".join(
        dot(lean + x, y, r, 'stroke="none"')
        for x, y, r in ((0, -176, 58), (-48, -142, 44), (50, -146, 46), (-22, -200, 36), (28, -204, 34))
    )
    shade = dot(lean + 34, -136, 36, DARK) + dot(lean + 8, -126, 30, DARK)
    fruit = "".join(
        dot(lean + x, y, 8, 'fill="#e4572e" stroke="none"')
        for x, y in ((-40, -130), (10, -116), (44, -160), (-10, -190), (26, -206))
    )
    return (
        path(f"M-16 6Q-4 -60 {lean - 6:.0f} -140H{lean + 10:.0f}Q12 -60 22 6z", 'fill="#5d4634" stroke="none"')
        + crown
        + shade
        + fruit
    )


def glass_tree(one: Thing, dice: Dice) -> str:
    panes = "".join(
        path(f"M{x} {y}l{w} {-h}l{w * 0.8:.0f} {h * 0.9:.0f}z", 'fill-opacity=".55"')
        for x, y, w, h in (
            (-70, -90, 34, 90),
            (-24, -120, 30, 100),
            (14, -96, 34, 92),
            (-46, -160, 30, 84),
            (0, -176, 26, 80),
        )
    )
    return (
        path("M-10 6L-4 -130H6L14 6z", 'fill-opacity=".8"')
        + panes
        + path("M-54 -110l16 -50M-4 -140l12 -54M30 -116l14 -46", PALE)
    )


def dead_tree(one: Thing, dice: Dice) -> str:
    lean = dice.between(-14, 14)
    return path(f"M-16 6Q-6 -60 {lean - 5:.0f} -150L{lean + 5:.0f} -150Q8 -60 20 6z") + path(
        f"M0 -70Q-30 -100 -54 -150M-34 -118l-26 -8M4 -96Q30 -120 48 -176M34 -146l24 -10M{lean:.0f} -146Q-6 -190 -20 -214M{lean:.0f} -150Q16 -180 12 -210",
        f'{STEM} stroke-width="7" stroke-linecap="round"',
    )


def thorn(one: Thing, dice: Dice) -> str:
    drawn = path(
        "M0 6Q-30 -40 -80 -60M4 6Q10 -60 -20 -120M8 6Q40 -50 84 -70M4 -20Q40 -70 40 -124M-12 -30Q-60 -40 -70 -110",
        f'{STEM} stroke-width="6" stroke-linecap="round"',
    )
    return drawn + path(
        "M-50 -48l-10 -14 14 8zM-16 -90l-16 -4 14 -8zM50 -56l2 -18 8 14zM36 -96l-14 -8 16 -4zM-66 -84l-14 4 12 -12z",
        'stroke="none"',
    )


def kelp(one: Thing, dice: Dice) -> str:
    return "".join(
        path(
            f"M{x} 8C{x + 30} -50 {x - 34} -100 {x + dice.between(-10, 14):.0f} -190C{x - 14} -110 {x + 46} -50 {x + 12} 8z",
            'stroke="none"',
        )
        for x in (-46, -12, 20, 50)
    )


def spines(one: Thing, dice: Dice) -> str:
    return "".join(
        path(f"M{x - 9} 6L{x + dice.between(-18, 18):.0f} {-dice.between(80, 170):.0f}L{x + 9} 6z")
        for x in (-60, -32, -6, 22, 48)
    )


def snow_bloom(one: Thing, dice: Dice) -> str:
    drawn = ""
    for x, y in ((-36, -58), (6, -84), (44, -50)):
        drawn += path(f"M{x * 0.5:.0f} 6Q{x:.0f} -20 {x} {y}", f'{STEM} stroke-width="4"')
        drawn += "".join(
            f'<ellipse cx="{x}" cy="{y - 14}" rx="7" ry="17" transform="rotate({turn} {x} {y})" fill="#fbfdff" stroke="none"/>'
            for turn in range(0, 360, 60)
        ) + dot(x, y, 6, 'fill="#f3c46a" stroke="none"')
    return drawn


def vine(one: Thing, dice: Dice) -> str:
    leaves = "".join(
        f'<ellipse cx="{x}" cy="{y}" rx="13" ry="8" transform="rotate({turn} {x} {y})" stroke="none"/>'
        for x, y, turn in (
            (-30, -20, 30),
            (20, -50, -30),
            (-26, -84, 30),
            (24, -114, -30),
            (-20, -148, 30),
            (22, -178, -30),
            (-4, -206, 0),
        )
    )
    return path("M0 8C-50 -30 46 -60 0 -100S-40 -160 0 -214", f'{STEM} stroke-width="5"') + leaves


def hedge(one: Thing, dice: Dice) -> str:
    return path(
        "M-150 8V-50Q-140 -84 -100 -78Q-70 -98 -40 -80Q0 -100 36 -80Q72 -98 104 -78Q146 -82 150 -48V8z", 'stroke="none"'
    ) + "".join(
        dot(
            dice.between(-130, 130),
            dice.between(-70, -6),
            dice.between(8, 16),
            DARK if n % 2 else GLEAM.replace(".28", ".12"),
        )
        for n in range(14)
    )


def lily(one: Thing, dice: Dice) -> str:
    pads = "".join(oval(x, y, 34, 10) + path(f"M{x} {y}l30 -6v10z", DEEP) for x, y in ((-52, 0), (18, 6), (70, -6)))
    petals = "".join(
        f'<ellipse cx="-8" cy="-26" rx="8" ry="22" transform="rotate({turn} -8 -8)" fill="#fdf2f5" stroke="none"/>'
        for turn in (-60, -30, 0, 30, 60)
    )
    return pads + petals + dot(-8, -14, 7, 'fill="#f3c46a" stroke="none"')


def crop_rows(one: Thing, dice: Dice) -> str:
    rows = "".join(
        path(f"M{-26 + 13 * n} -64L{-190 + 95 * n} 16H{-150 + 95 * n}L{-18 + 13 * n} -64z", 'stroke="none"')
        for n in range(5)
    )
    tufts = "".join(
        path(f"M{x:.0f} {y:.0f}q-6 -18 -12 -20q12 2 12 12q0 -14 10 -20q-2 14 -6 28z", 'stroke="none"')
        for x, y in ((-150 + 76 * n, 8.0) for n in range(5))
    )
    return rows + tufts


def lichen(one: Thing, dice: Dice) -> str:
    return "".join(
        oval(x, y, r, r * 0.5) + oval(x, y, r * 0.6, r * 0.3, DARK) + oval(x, y, r * 0.3, r * 0.15, GLEAM)
        for x, y, r in ((-50, -6, 34), (10, 2, 26), (58, -10, 30), (-10, -24, 20))
    )


def giant_root(one: Thing, dice: Dice) -> str:
    return (
        path(
            "M-190 12Q-120 -60 -70 -150Q-30 -230 30 -226Q80 -214 96 -140Q120 -50 196 12H120Q70 -60 50 -120Q30 -166 6 -160Q-20 -140 -40 -80Q-70 -10 -110 12z"
        )
        + path("M50 -120Q70 -60 120 12H196Q120 -50 96 -140Q80 -214 30 -226Q64 -190 50 -120z", DARK)
        + path("M-150 0Q-80 -70 -50 -150M-20 -200Q20 -210 50 -180", LINE)
    )


# Built things ----------------------------------------------------------------------------------------------------


def posts(one: Thing, dice: Dice) -> str:
    tilt = dice.between(-11, 11)
    return (
        f'<g transform="rotate({tilt})">'
        + path("M-13 6V-146L-2 -160L13 -148V6z")
        + path("M3 -158L13 -148V6H3z", DARK)
        + path("M-9 -116h18M-9 -104h18M-9 -92h18M-9 -80h18M-11 -76L11 -120", LINE)
        + "</g>"
    )


def stilt_hut(one: Thing, dice: Dice) -> str:
    lit = DEEP if one.state in ("dark", "empty", "shut") else FIRE
    return (
        path("M-52 8L-44 -60M52 8L44 -60M-10 8V-60M-50 -10L44 -50", f'{STEM} stroke-width="7"')
        + path("M-74 -56V-122H74V-56z")
        + path("M20 -122H74V-56H20z", DARK)
        + path("M-94 -116Q-20 -150 0 -186Q24 -148 94 -116Q0 -104 -94 -116z", 'fill="#4c3b2c"')
        + path("M-50 -106h30v34h-30z", lit)
        + path("M18 -104h26v48h-26z", DEEP)
        + path("M-86 -58H86", f'{STEM} stroke-width="6"')
    )


def grown_house(one: Thing, dice: Dice) -> str:
    lit = DEEP if one.state in ("dark", "empty") else FIRE
    return (
        path("M-80 8Q-104 -70 -50 -120Q0 -160 56 -118Q104 -70 84 8z")
        + path("M20 8Q50 -60 30 -138Q56 -118 56 -118Q104 -70 84 8z", DARK)
        + oval(-36, -70, 17, 20, lit)
        + path("M-8 8Q-10 -50 16 -54Q40 -48 38 8z", DEEP)
        + dot(-30, -150, 34, 'fill="#6f9a54" stroke="none"')
        + dot(26, -160, 40, 'fill="#5f8a4c" stroke="none"')
        + dot(-4, -174, 30, 'fill="#7fae62" stroke="none"')
    )


def tower(one: Thing, dice: Dice) -> str:
    return (
        path("M-42 8L-32 -196H32L44 8z")
        + path("M8 -196H32L44 8H14z", DARK)
        + path("M-44 -196H44V-230H30V-216H12V-230H-12V-216H-30V-230H-44z")
        + path("M-8 -150h16v30h-16zM-7 -90h14v26h-14z", DEEP)
        + path("M-14 8Q-14 -34 0 -36Q14 -34 14 8z", DEEP)
        + path("M-38 -60H40M-34 -140H34", LINE)
    )


def belfry(one: Thing, dice: Dice) -> str:
    return (
        path("M-44 8L-36 -150H36L46 8z")
        + path("M8 -150H36L46 8H16z", DARK)
        + path("M-46 -150H46V-162H-46z")
        + path("M-38 -162V-216H-26V-162zM26 -162V-216H38V-162z")
        + path("M-18 -172Q-14 -206 0 -208Q14 -206 18 -172L22 -166H-22z", 'fill="#d8b96a"')
        + path("M-56 -214Q0 -240 0 -284Q4 -240 56 -214z", 'fill="#5a4636"')
        + path("M-9 -110h18v36h-18z", DEEP)
    )


def gate(one: Thing, dice: Dice) -> str:
    leaf = (
        path("M-42 8V-120Q0 -150 42 -120V8z", DEEP)
        if one.state == "open"
        else path("M-42 8V-120Q0 -150 42 -120V8z", DARK)
        + path("M0 8V-140M-42 -30H42M-42 -90H42", LINE)
        + dot(10, -58, 5, GLEAM)
    )
    return (
        path("M-74 8V-168H-42V8zM42 8V-168H74V8z")
        + path("M-84 -166Q0 -210 84 -166V-150Q0 -192 -84 -150z")
        + path("M60 8V-168H74V8z", DARK)
        + leaf
    )


def door(one: Thing, dice: Dice) -> str:
    if one.state == "open":
        leaf = path("M-34 6V-126H34V6z", 'fill="#ffe3a6" fill-opacity=".8" stroke="none"') + path(
            "M-34 6V-126L-78 -112V18z"
        )
    else:
        leaf = (
            path("M-34 6V-126H34V6z")
            + path("M-24 -114h20v44h-20zM6 -114h20v44h-20zM-24 -58h20v52h-20zM6 -58h20v52h-20z", DARK)
            + dot(24, -56, 4, FIRE)
        )
    return path("M-48 8V-142H48V8H36V-128H-36V8z", 'fill="#4c3b2c"') + leaf + path("M-56 8H56V16H-56z", DARK)


def stair(one: Thing, dice: Dice) -> str:
    steps = ""
    for n in range(8):
        y, w = 8 - 22 * n, 130 - 11 * n
        steps += path(f"M{-w} {y}H{w}V{y - 22}H{-w}z") + path(f"M{-w} {y - 22}H{w}V{y - 16}H{-w}z", GLEAM)
    return steps + path("M70 8L40 -168H130L130 8z", 'fill="none" stroke="none"')


def wall(one: Thing, dice: Dice) -> str:
    top = (
        "M-170 8V-104L-130 -110V-92L-90 -112L-40 -104V-120L30 -112L70 -118V-98L120 -110L170 -104V8z"
        if one.state == "broken"
        else "M-170 8V-108H170V8z"
    )
    stones = path(
        "M-170 -30H170M-170 -68H170M-120 -108V-68M-40 -108V-68M40 -108V-68M120 -108V-68M-150 -68V-30M-80 -68V-30M0 -68V-30M80 -68V-30M150 -68V-30M-120 -30V8M-40 -30V8M40 -30V8M120 -30V8",
        LINE,
    )
    return path(top) + stones + path("M-176 -108H176V-118H-176z" if one.state != "broken" else "M0 0", GLEAM)


def bridge(one: Thing, dice: Dice) -> str:
    gap = path("M-30 -70l20 18 14 -14 16 20 12 -26v40h-62z", DEEP) if one.state == "broken" else ""
    return (
        path("M-200 -10Q0 -120 200 -10V26H160Q140 -20 100 -26Q60 -22 50 26H-50Q-60 -22 -100 -26Q-140 -20 -160 26H-200z")
        + path("M-200 -10Q0 -120 200 -10V4Q0 -104 -200 4z", GLEAM)
        + path(
            "M-150 -32v-24M-90 -54v-24M-30 -64v-24M30 -64v-24M90 -54v-24M150 -32v-24M-150 -56Q0 -112 150 -56",
            f'{STEM} stroke-width="5"',
        )
        + gap
    )


def boat(one: Thing, dice: Dice) -> str:
    rope = path("M86 -24q50 30 110 10", LINE) if one.state == "tied" else ""
    return (
        oval(0, 12, 100, 9, 'fill="#fff" fill-opacity=".16" stroke="none"')
        + path("M-98 -28Q0 2 98 -32Q84 10 60 16H-62Q-88 8 -98 -28z")
        + path("M-98 -28Q0 2 98 -32L94 -22Q0 12 -94 -18z", GLEAM)
        + path("M-4 -12V-150H4V-10z", 'fill="#5d4634"')
        + path("M8 -146Q84 -100 10 -34zM-8 -134Q-50 -90 -8 -44z", 'fill="#efe6d2" stroke="none"')
        + rope
    )


def rope_ferry(one: Thing, dice: Dice) -> str:
    rope = (
        path("M-260 -96Q-120 -78 -70 -84", LINE)
        if one.state in ("loose", "broken")
        else path("M-260 -96Q0 -70 260 -96", f'{LINE} stroke-width="4"')
    )
    return (
        rope
        + path("M-90 -18H90L74 14H-74z")
        + path("M-90 -18H90V-10H-90z", GLEAM)
        + path("M-70 -18V-88M70 -18V-88", f'{STEM} stroke-width="6"')
        + path("M-40 -20h26v-30h-26zM6 -20h34v-22H6z", DARK)
    )


def dock(one: Thing, dice: Dice) -> str:
    return (
        path("M-150 14L-70 -74H70L150 14z")
        + path("M-126 -12H128M-104 -36H106M-84 -58H86M-30 14L-14 -74M44 14L20 -74", LINE)
        + path("M-146 14V44M146 14V44M-74 -72V-104M74 -72V-104", f'{STEM} stroke-width="10"')
    )


def crane(one: Thing, dice: Dice) -> str:
    return (
        path("M-14 8L-6 -220H10L18 8z")
        + path("M-40 8H46V-8H-40z")
        + path("M2 -214L150 -260L154 -248L6 -196z")
        + path("M2 -216L-60 -190L-58 -180L4 -202z")
        + path("M2 -60L130 -248M150 -254V-120", f'{STEM} stroke-width="4"')
        + path("M130 -120h40v34h-40z")
        + path("M130 -104h40M150 -120v34", LINE)
    )


def kiln(one: Thing, dice: Dice) -> str:
    fire = DEEP if one.state in ("dark", "empty", "shut") else FIRE
    return (
        path("M-84 8Q-90 -80 -40 -130L-26 -180H26L40 -130Q90 -80 84 8z")
        + path("M10 -180H26L40 -130Q90 -80 84 8H40Q50 -90 10 -180z", DARK)
        + path("M-28 8Q-30 -44 0 -48Q30 -44 28 8z", fire)
        + path("M-80 -30H-32M32 -30H80M-66 -84H66M-40 -130H40", LINE)
        + path(
            "M-4 -186q-20 -34 6 -62",
            'fill="none" stroke="#fff" stroke-width="14" stroke-opacity=".2" stroke-linecap="round"',
        )
    )


def kettle(one: Thing, dice: Dice) -> str:
    steam = (
        ""
        if one.state in ("empty", "dark")
        else path(
            "M96 -86q26 -30 6 -60q-18 -30 8 -60",
            'fill="none" stroke="#fff" stroke-width="12" stroke-opacity=".35" stroke-linecap="round"',
        )
    )
    return (
        path("M-70 4Q-92 -70 -40 -100H40Q92 -70 70 4Q0 20 -70 4z")
        + path("M20 -100H40Q92 -70 70 4Q40 14 20 14Q60 -50 20 -100z", DARK)
        + path("M-44 -100Q0 -126 44 -100z")
        + dot(0, -118, 9)
        + path("M66 -60Q100 -64 96 -90L110 -88Q112 -44 66 -34z")
        + path("M-44 -98Q-60 -168 0 -170Q60 -168 44 -98", 'fill="none" stroke="currentColor" stroke-width="8"')
        + path("M-50 -70q-14 40 2 66", PALE)
        + steam
    )


def pipework(one: Thing, dice: Dice) -> str:
    return (
        path("M-140 -40H-40V-120H60V-30H150", 'fill="none" stroke="currentColor" stroke-width="26"')
        + path("M-140 -46H-46V-126H54V-36H150", f'{PALE} stroke-width="4"')
        + path("M-60 -60h40v40h-40zM-56 -140h36v40h-36zM44 -140h36v40h-36zM44 -50h36v40h-36z")
        + dot(0, -120, 22)
        + path("M0 -138V-102M-18 -120H18", LINE)
        + path("M120 -30V8M-120 -40V8", f'{STEM} stroke-width="12"')
    )


def lamp_post(one: Thing, dice: Dice) -> str:
    off = one.state in ("dark", "empty", "broken")
    glow = "" if off else dot(0, -150, 58, 'fill="#ffe9a6" fill-opacity=".25" stroke="none"')
    return (
        glow
        + path("M-5 6V-126H5V6zM-14 6H14V-2H-14z")
        + path("M-18 -126H18L13 -170H-13z", DEEP if off else FIRE)
        + path("M-22 -170H22L0 -190zM-20 -126H20V-120H-20z")
        + path("M-6 -126V-170M6 -126V-170", LINE)
    )


def beacon(one: Thing, dice: Dice) -> str:
    flame = (
        dot(0, -190, 70, 'fill="#fff3c4" fill-opacity=".3" stroke="none"')
        + path("M-22 -168Q-30 -200 0 -236Q30 -204 22 -168z", FIRE)
        + path("M-9 -168Q-10 -190 2 -208Q14 -190 10 -168z", 'fill="#fff8e0" stroke="none"')
        if one.state == "lit"
        else ""
    )
    return (
        path("M-50 8L-22 -140H22L52 8z")
        + path("M6 -140H22L52 8H16z", DARK)
        + path("M-40 -40H42M-32 -90H32", LINE)
        + path("M-42 -166Q0 -128 42 -166L30 -140H-30z")
        + flame
    )


def frame_pane(one: Thing, dice: Dice) -> str:
    cracks = (
        path("M-10 -100L-60 -150M-10 -100L30 -170M-10 -100L54 -60M-10 -100L-40 -30", PALE)
        if one.state == "broken"
        else path("M-50 -40L10 -176M-20 -30L46 -170", f'{PALE} stroke-width="6"')
    )
    return (
        path("M-66 4V-196H66V4z", 'fill="#cfe8ea" fill-opacity=".38" stroke="none"')
        + cracks
        + path("M-78 8V-206H78V8H64V-192H-64V8z")
        + path("M-64 -98H64M0 -192V8", 'fill="none" stroke="currentColor" stroke-width="8"')
        + path("M-84 8H84V18H-84z")
    )


def statue(one: Thing, dice: Dice) -> str:
    return (
        path("M-46 8V-26H46V8zM-36 -26V-40H36V-26z")
        + path("M-26 -40Q-34 -100 -16 -120Q-24 -150 0 -158Q24 -150 16 -120Q38 -100 26 -40z")
        + path("M4 -120Q38 -100 26 -40H8Q14 -80 4 -120z", DARK)
        + path("M14 -112Q50 -130 44 -176L34 -172Q36 -138 8 -126z")
    )


def tomb(one: Thing, dice: Dice) -> str:
    return (
        path("M-120 8V-20H120V8z")
        + path("M-96 -20Q-100 -80 -60 -92H60Q100 -80 96 -20z")
        + path("M30 -92H60Q100 -80 96 -20H40z", DARK)
        + path("M-60 -92Q0 -120 60 -92z", GLEAM)
        + path("M-30 -70h60M-20 -56h40M-34 -42h68", LINE)
    )


def tent(one: Thing, dice: Dice) -> str:
    return (
        path("M-110 8L0 -140L110 8z")
        + path("M0 -140L110 8H40z", DARK)
        + path("M-22 8L0 -84L26 8z", DEEP)
        + path("M0 -140V-162M-110 8L-140 14M110 8L142 14", LINE)
        + path("M0 -162L26 -152L0 -144z", 'fill="#e4572e" stroke="none"')
    )


def raft(one: Thing, dice: Dice) -> str:
    return (
        "".join(path(f"M-120 {y}Q0 {y - 10} 120 {y}L112 {y + 13}Q0 {y + 4} -112 {y + 13}z") for y in (-24, -12, 0))
        + path("M-70 -32V10M70 -32V10", LINE)
        + path("M-4 -26V-130H4V-26z", 'fill="#5d4634"')
        + path("M4 -126L66 -70L4 -44z", 'fill="#e8dcc2" stroke="none"')
    )


def hull(one: Thing, dice: Dice) -> str:
    hole = path("M-100 -10l16 -40 26 10 18 -30 20 40 -10 24z", DEEP) if one.state == "broken" else ""
    ports = "".join(
        dot(x, y, 14, 'fill="#bfe0ea"') + path(f"M{x - 8} {y - 2}q8 -10 14 -4", PALE)
        for x, y in ((-60, -80), (-8, -98), (44, -92))
    )
    return (
        path("M-170 12Q-186 -110 -40 -150Q90 -178 176 -60Q190 -20 180 12z")
        + path("M60 -150Q150 -120 176 -60Q190 -20 180 12H90Q120 -70 60 -150z", DARK)
        + path("M-160 -40Q-20 -76 176 -30M-110 -120Q-40 -60 -30 12M90 -142Q70 -60 80 12", LINE)
        + path("M-150 -70Q-120 -126 -40 -146", PALE)
        + ports
        + hole
    )


def pod(one: Thing, dice: Dice) -> str:
    return (
        path("M-90 8Q-110 -120 0 -186Q110 -120 92 8z")
        + path("M30 -164Q110 -120 92 8H46Q70 -80 30 -164z", DARK)
        + dot(-8, -96, 34, 'fill="#bfe0ea"')
        + path("M-30 -104q14 -22 34 -20", f'{PALE} stroke-width="6"')
        + path("M-84 -30H88M-96 8l-26 18M96 8l28 18", f'{STEM} stroke-width="7"')
        + dot(-8, -96, 40, 'fill="none" stroke="currentColor" stroke-width="6"')
    )


def mast(one: Thing, dice: Dice) -> str:
    return (
        path("M-9 8L-5 -330H5L11 8z")
        + path("M-100 -220H100V-210H-100zM-70 -280H70V-271H-70z")
        + path("M0 -330L-150 8M0 -330L150 8M-100 -215L-60 -120M100 -215L60 -120", LINE)
        + path("M5 -326L50 -314L5 -300z", 'fill="#e4572e" stroke="none"')
    )


def stall(one: Thing, dice: Dice) -> str:
    stripes = "".join(
        path(
            f"M{x} -120Q{x + 11} -92 {x + 22} -120z",
            'fill="#f3ead6" stroke="none"' if n % 2 else 'fill="#c8553d" stroke="none"',
        )
        for n, x in enumerate(range(-88, 88, 22))
    )
    goods = "".join(
        dot(x, -58, 11, f'fill="{c}" stroke="none"')
        for x, c in ((-56, "#e4a94c"), (-30, "#7fae62"), (-4, "#c8553d"), (24, "#8fa9bc"), (52, "#d8a7b1"))
    )
    return (
        path("M-76 8V-130M76 8V-130", f'{STEM} stroke-width="8"')
        + path("M-88 -120L-70 -160H70L88 -120z", 'fill="#c8553d"')
        + stripes
        + path("M-84 8V-48H84V8z")
        + path("M-84 -48H84V-38H-84z", GLEAM)
        + goods
    )


def well(one: Thing, dice: Dice) -> str:
    return (
        path("M-60 -46V4Q0 34 60 4V-46z")
        + path("M20 -34Q60 -40 60 -46V4Q40 16 20 18z", DARK)
        + oval(0, -46, 60, 17)
        + oval(0, -46, 46, 12, 'fill="#0a1420" stroke="none"')
        + path("M-50 -50V-130M50 -50V-130", f'{STEM} stroke-width="8"')
        + path("M-72 -124L0 -170L72 -124z", 'fill="#5a4636"')
        + path("M0 -140V-66", LINE)
        + path("M-12 -78h24l-4 20h-16z")
        + path("M-58 -20H58", LINE)
    )


def sluice(one: Thing, dice: Dice) -> str:
    water = (
        path("M-40 8Q-44 -30 -38 -60H38Q44 -30 40 8Q0 24 -40 8z", 'fill="#a9d6e5" fill-opacity=".8" stroke="none"')
        if one.state in ("open", "broken", "loose")
        else path("M-42 8V-100H42V8z", DARK) + path("M-42 -70H42M-42 -36H42M-42 -2H42", LINE)
    )
    return (
        path("M-150 14V-70H-60V-130H-42V14zM150 14V-70H60V-130H42V14z")
        + path("M-70 -130H70V-146H-70z")
        + water
        + dot(0, -166, 20, 'fill="none" stroke="currentColor" stroke-width="7"')
        + path("M0 -186V-146M-20 -166H20", f'{STEM} stroke-width="5"')
    )


def windmill(one: Thing, dice: Dice) -> str:
    turn = dice.between(0, 80)
    sails = "".join(
        f'<g transform="rotate({turn + 90 * n:.0f} 0 -180)">'
        + path("M-4 -180V-300H6V-180z", 'fill="#5d4634"')
        + path("M6 -290H34V-204H6z", 'fill="#efe6d2" stroke="none"')
        + path("M6 -268H34M6 -246H34M6 -224H34", LINE)
        + "</g>"
        for n in range(4)
    )
    return (
        path("M-54 8L-34 -170Q0 -204 34 -170L56 8z")
        + path("M10 -190Q30 -180 34 -170L56 8H20z", DARK)
        + path("M-13 8V-40H13V8z", DEEP)
        + path("M-8 -120h16v22h-16z", FIRE)
        + sails
        + dot(0, -180, 9)
    )


def shelves(one: Thing, dice: Dice) -> str:
    things = ""
    for row, y in enumerate((-12, -66, -120)):
        for n in range(7):
            x, high = -78 + 23 * n + dice.between(-3, 3), dice.between(18, 38)
            colour = ("#c8553d", "#8fa9bc", "#e4a94c", "#7fae62", "#d8c7a1")[(n + row) % 5]
            things += path(f"M{x:.0f} {y}v{-high:.0f}h15v{high:.0f}z", f'fill="{colour}" stroke="none"')
    return (
        path("M-92 8V-174H92V8z")
        + path("M-84 0V-166H84V0z", DARK)
        + things
        + path("M-92 -12H92V-5H-92zM-92 -66H92V-59H-92zM-92 -120H92V-113H-92z")
    )


def throne(one: Thing, dice: Dice) -> str:
    return (
        path("M-56 8V-60H56V8z")
        + path("M-56 -60V-176L-34 -200L0 -180L34 -200L56 -176V-60z")
        + path("M-38 -66V-160H38V-66z", 'fill="#8a3b46" stroke="none"')
        + path("M-44 -36H44V-60H-44z", 'fill="#a04a54" stroke="none"')
        + path("M-70 8V-84H-54V8zM54 8V-84H70V8z")
        + path("M20 8V-60H56V8zM56 8V-84H70V8z", DARK)
        + dot(-62, -88, 10)
        + dot(62, -88, 10)
        + dot(0, -176, 8, FIRE)
    )


def loom(one: Thing, dice: Dice) -> str:
    return (
        path("M-90 8V-160H-76V8zM76 8V-160H90V8zM-96 -160H96V-146H-96zM-96 -44H96V-32H-96z")
        + "".join(path(f"M{x} -146V-44", f'{PALE} stroke-width="3"') for x in range(-66, 70, 11))
        + path("M-66 -44V-96H66V-44z", 'fill="#b3545a" stroke="none"')
        + path("M-66 -60H66M-66 -78H66", 'fill="none" stroke="#f3d97a" stroke-width="6"')
    )


def mask(one: Thing, dice: Dice) -> str:
    mood = dice.between(-8, 10)
    return (
        path("M-36 -140Q0 -160 36 -140Q44 -74 0 -46Q-44 -74 -36 -140z", 'fill="#efe3cc"')
        + path("M4 -152Q36 -146 36 -140Q44 -74 0 -46Q22 -90 4 -152z", DARK)
        + path("M-22 -116q8 -8 16 0q-8 6 -16 0zM6 -116q8 -8 16 0q-8 6 -16 0z", DEEP)
        + path(f"M-12 -78q12 {mood:.0f} 24 0", f'{LINE} stroke-width="4"')
        + path("M-26 -98q4 8 10 4M26 -98q-4 8 -10 4", 'fill="none" stroke="#d8a7b1" stroke-width="4"')
    )


def mask_rack(one: Thing, dice: Dice) -> str:
    masks = "".join(
        f'<g transform="translate({x} {y}) scale(.42)">' + mask(one, dice) + "</g>"
        for x, y in ((-56, -70), (0, -76), (56, -70), (-28, -4), (28, -4))
    )
    return path("M-92 8V-150H-82V8zM82 8V-150H92V8zM-96 -150H96V-140H-96zM-92 -80H92V-73H-92z") + masks


def scales(one: Thing, dice: Dice) -> str:
    tip = dice.between(-10, 10)
    return (
        path("M-7 6L-4 -180H4L8 6z")
        + path("M-46 8Q0 -16 46 8z")
        + f'<g transform="rotate({tip} 0 -170)">'
        + path("M-112 -174H112V-166H-112z")
        + path("M-110 -168l-28 74M-110 -168l28 74M110 -168l-28 74M110 -168l28 74", LINE)
        + path("M-144 -94H-76Q-84 -68 -110 -68T-144 -94zM76 -94H144Q136 -68 110 -68T76 -94z")
        + "</g>"
        + dot(0, -182, 9, FIRE)
    )


def board(one: Thing, dice: Dice) -> str:
    return (
        path("M-58 8V-60H-46V8zM46 8V-60H58V8z")
        + path("M-76 -52V-148H76V-52z")
        + path("M-68 -60V-140H68V-60z", 'fill="#efe6d2" fill-opacity=".85" stroke="none"')
        + path(
            "M-56 -126H50M-56 -112H40M-56 -98H54M-56 -84H28M-56 -72H44", 'fill="none" stroke="#6b4a3a" stroke-width="3"'
        )
    )


# Living things ---------------------------------------------------------------------------------------------------


def person(one: Thing, dice: Dice) -> str:
    hair, coat = dice.between(-4, 4), dice.between(0, 1)
    cape = path("M0 -92Q34 -70 30 4H8Q18 -50 0 -92z", DARK)
    tail = (
        path("M-22 4Q-30 -60 -14 -92H14Q30 -60 24 4Q0 12 -22 4z")
        if coat > 0.5
        else path("M-18 -40Q-24 -84 -10 -94H10Q24 -84 18 -40L14 4H3L0 -36L-4 4H-15z")
    )
    return (
        tail
        + cape
        + dot(0, -108, 14, 'fill="#d9b89a" stroke="none"')
        + path(f"M-15 -110Q{hair:.0f} -134 15 -110Q10 -120 0 -119T-15 -110z", 'fill="#2d2530" stroke="none"')
    )


def small_folk(one: Thing, dice: Dice) -> str:
    return (
        path("M-20 4Q-26 -40 0 -46Q26 -40 20 4z")
        + path("M4 -46Q26 -40 20 4H8Q16 -20 4 -46z", DARK)
        + dot(0, -56, 15, 'fill="#b99a7c" stroke="none"')
        + dot(-12, -68, 7, 'fill="#b99a7c" stroke="none"')
        + dot(12, -68, 7, 'fill="#b99a7c" stroke="none"')
        + dot(-5, -58, 2, DEEP)
        + dot(6, -58, 2, DEEP)
        + path("M-12 -36h24v10h-24z", 'fill="#e9c46a" stroke="none"')
    )


def tall_folk(one: Thing, dice: Dice) -> str:
    return (
        path("M-22 4Q-26 -120 -8 -180H8Q28 -120 22 4Q0 12 -22 4z")
        + path("M2 -180H8Q28 -120 22 4H8Q16 -90 2 -180z", DARK)
        + oval(0, -196, 12, 19, 'fill="#cfc3b4" stroke="none"')
        + path("M-12 -150Q-44 -110 -34 -60M12 -150Q40 -110 34 -70", f'{STEM} stroke-width="7" stroke-linecap="round"')
    )


def pillar_folk(one: Thing, dice: Dice) -> str:
    return (
        path("M-34 8L-28 -220Q0 -246 28 -220L36 8z")
        + path("M8 -236Q22 -228 28 -220L36 8H14z", DARK)
        + path("M-15 -186q8 -8 14 0M6 -186q8 -8 14 0M-8 -160q8 8 20 0", f'{LINE} stroke-width="4"')
        + path("M-31 -110H31M-33 -50H34", LINE)
    )


def herd_beast(one: Thing, dice: Dice) -> str:
    return (
        path(
            "M-104 -34Q-112 -110 -30 -120Q40 -130 86 -96Q128 -104 134 -70Q132 -48 104 -48Q98 -30 84 -28V8H62V-26H-52V8H-74V-24Q-98 -20 -104 -34z"
        )
        + path("M-104 -34Q-40 -20 84 -28V8H62V-26H-52V8H-74V-24Q-98 -20 -104 -34z", DARK)
        + path("M112 -96q8 -26 26 -26q-4 18 -14 28z", 'fill="#efe3cc" stroke="none"')
        + dot(112, -74, 3, DEEP)
        + path("M-70 -100q30 -22 76 -16", PALE)
    )


def birds(one: Thing, dice: Dice) -> str:
    y = dice.between(-230, -110)
    return path(f"M-38 {y:.0f}q20 -24 36 2q4 -4 6 0q16 -26 36 -2q-22 -8 -34 10q-5 8 -10 0q-12 -18 -34 -10z")


def moths(one: Thing, dice: Dice) -> str:
    y = dice.between(-170, -50)
    return (
        f'<g transform="translate(0 {y:.0f}) rotate({dice.between(-25, 25):.0f})">'
        + path("M0 0Q-34 -34 -38 -8Q-34 10 0 4zM0 0Q34 -34 38 -8Q34 10 0 4z")
        + path("M0 2Q-22 22 -18 6zM0 2Q22 22 18 6z")
        + oval(0, 2, 3, 11, DEEP)
        + dot(-22, -10, 4, GLEAM)
        + dot(22, -10, 4, GLEAM)
        + "</g>"
    )


def fish(one: Thing, dice: Dice) -> str:
    return (
        path("M-46 -16Q0 -52 44 -18L70 -36V8L44 -12Q0 18 -46 -16z")
        + path("M-46 -16Q0 18 44 -12Q0 4 -46 -16z", DARK)
        + dot(-28, -19, 3, DEEP)
        + path("M-10 -34Q2 -52 18 -32", LINE)
        + path("M-8 -26q8 10 0 18M8 -27q8 10 0 18", PALE)
    )


def crab(one: Thing, dice: Dice) -> str:
    return (
        oval(0, -26, 44, 24)
        + path(
            "M-34 -16l-34 14M-38 -24l-40 -2M34 -16l34 14M38 -24l40 -2M-28 -10l-24 20M28 -10l24 20",
            f'{STEM} stroke-width="6"',
        )
        + path(
            "M-40 -40Q-70 -60 -58 -84Q-54 -66 -42 -70Q-46 -56 -34 -46zM40 -40Q70 -60 58 -84Q54 -66 42 -70Q46 -56 34 -46z"
        )
        + dot(-10, -54, 5)
        + dot(10, -54, 5)
        + path("M-30 -34q30 -18 60 0", PALE)
    )


def fox_like(one: Thing, dice: Dice) -> str:
    return (
        path(
            "M-60 4V-34Q-56 -58 -20 -58H20Q26 -84 40 -84L46 -98L54 -84L62 -98L66 -78Q84 -64 92 -58L64 -48Q54 -30 50 -30V4H38V-26H-44V4z"
        )
        + path("M-58 -30Q-110 -30 -116 -80Q-96 -50 -58 -52z")
        + path("M-116 -80Q-112 -62 -100 -54L-108 -50z", 'fill="#fff" fill-opacity=".7" stroke="none"')
        + dot(68, -70, 3, DEEP)
    )


def goat_like(one: Thing, dice: Dice) -> str:
    return (
        path("M-60 4V-48Q-58 -80 -10 -78H34Q42 -108 62 -104Q86 -92 84 -78L66 -70Q60 -50 54 -44V4H42V-36H-42V4z")
        + path("M58 -104q-4 -32 -26 -38M66 -104q4 -30 -12 -44", f'{STEM} stroke-width="6" stroke-linecap="round"')
        + path("M74 -74q2 18 -4 26", f'{STEM} stroke-width="5"')
        + dot(68, -90, 3, DEEP)
        + path("M-40 -66q30 -10 60 -4", PALE)
    )


def snake_like(one: Thing, dice: Dice) -> str:
    return (
        path("M-110 -4Q-80 -44 -46 -8T20 -10T66 -64", f'{STEM} stroke-width="17" stroke-linecap="round"')
        + path("M-110 -8Q-80 -48 -46 -12T20 -14T64 -66", f'{PALE} stroke-width="3"')
        + oval(70, -74, 15, 11)
        + dot(76, -77, 2, DEEP)
        + path("M84 -74l16 -4m-6 2l6 6", 'fill="none" stroke="#c8553d" stroke-width="2"')
    )


def giant_part(one: Thing, dice: Dice) -> str:
    return (
        path("M-150 12Q-160 -150 -60 -220Q40 -262 120 -180Q176 -100 160 12z")
        + path("M60 -234Q150 -200 160 12H90Q110 -130 60 -234z", DARK)
        + oval(-30, -130, 30, 20, 'fill="#fff7e0"')
        + dot(-26, -128, 12, DEEP)
        + oval(54, -126, 26, 18, 'fill="#fff7e0"')
        + dot(56, -124, 10, DEEP)
        + path("M-90 -60Q0 -20 100 -66", f'{LINE} stroke-width="6"')
        + path("M-110 -170Q-60 -216 0 -222", PALE)
    )


def walking_lamp(one: Thing, dice: Dice) -> str:
    return (
        dot(0, -100, 86, 'fill="#ffe9a6" fill-opacity=".28" stroke="none"')
        + dot(0, -100, 48, 'fill="#fff3c4" fill-opacity=".35" stroke="none"')
        + path("M-18 -74H18L13 -122H-13z", FIRE)
        + path("M-24 -122H24L0 -146zM-22 -74H22V-68H-22z", 'fill="#4a3f34"')
        + path(
            "M-10 -68Q-20 -36 -26 0M10 -68Q20 -36 28 0M-26 0h-10M28 0h10",
            'fill="none" stroke="#4a3f34" stroke-width="5" stroke-linecap="round"',
        )
    )


# Things at one's feet --------------------------------------------------------------------------------------------


def cup(one: Thing, dice: Dice) -> str:
    steam = path("M-6 -54q-10 -14 0 -28M8 -54q10 -14 0 -28", f'{PALE} stroke-width="4"') if one.state == "full" else ""
    return (
        path("M-26 -44H26Q24 2 0 4Q-24 2 -26 -44z")
        + path("M8 -44H26Q24 2 0 4Q14 -10 8 -44z", DARK)
        + oval(0, -44, 26, 7, DEEP)
        + path("M25 -36Q48 -34 22 -10", 'fill="none" stroke="currentColor" stroke-width="6"')
        + steam
    )


def bottle(one: Thing, dice: Dice) -> str:
    return (
        path("M-20 4V-50Q-20 -64 -8 -72V-96H8V-72Q20 -64 20 -50V4Q0 10 -20 4z", 'fill-opacity=".8"')
        + path("M-9 -96H9V-106H-9z", 'fill="#7a5a3c" stroke="none"')
        + path("M-13 -4V-48", f'{PALE} stroke-width="4"')
        + path("M-20 -30H20V4Q0 10 -20 4z", DARK)
    )


def rope(one: Thing, dice: Dice) -> str:
    return (
        "".join(
            f'<ellipse cx="0" cy="{y}" rx="44" ry="14" fill="none" stroke="currentColor" stroke-width="10"/>'
            for y in (-4, -14, -24)
        )
        + path("M40 -8q40 16 84 -2", f'{STEM} stroke-width="9" stroke-linecap="round"')
        + path("M-44 -24q10 -14 44 -14", PALE)
    )


def crate(one: Thing, dice: Dice) -> str:
    return (
        path("M-42 6V-58H34V6z")
        + path("M34 6V-58L54 -70V-6z", DARK)
        + path("M-42 -58L-22 -70H54L34 -58z", GLEAM)
        + path("M-42 -40H34M-42 -14H34M-42 6L34 -58", LINE)
    )


def book(one: Thing, dice: Dice) -> str:
    if one.state == "open":
        return path("M-56 0Q-26 -18 0 -4Q26 -18 56 0V-10Q26 -28 0 -14Q-26 -28 -56 -10z") + path(
            "M-50 -10Q-26 -24 0 -12Q26 -24 50 -10L44 -26Q22 -36 0 -24Q-22 -36 -44 -26z", 'fill="#f3ead6" stroke="none"'
        )
    return (
        path("M-40 4L-30 -26H46L38 4z")
        + path("M-40 4L38 4L46 -26L48 -18L40 12H-38z", 'fill="#f3ead6"')
        + path("M-24 -18H36", PALE)
    )


def bell(one: Thing, dice: Dice) -> str:
    return (
        path("M-5 -104V-132H5V-104z")
        + path("M-34 -30Q-26 -104 0 -106Q26 -104 34 -30L44 -20H-44z", 'fill="#d1ac5c"')
        + path("M6 -104Q26 -100 34 -30L44 -20H14Q22 -70 6 -104z", DARK)
        + dot(0, -14, 9, 'fill="#8a6a34"')
        + path("M-22 -40Q-18 -86 -6 -94", PALE)
    )


def tool(one: Thing, dice: Dice) -> str:
    return (
        path("M-60 2L40 -74L48 -64L-52 12z", 'fill="#7a5a3c"')
        + path("M30 -92Q62 -96 76 -64L58 -54Q48 -72 26 -74z", 'fill="#8d949b"')
        + path("M30 -92Q62 -96 76 -64", PALE)
    )


def bones(one: Thing, dice: Dice) -> str:
    return (
        path("M-60 0L30 -30", 'fill="none" stroke="#e6d9bf" stroke-width="12" stroke-linecap="round"')
        + path("M-30 -34L54 4", 'fill="none" stroke="#e6d9bf" stroke-width="10" stroke-linecap="round"')
        + dot(-64, -6, 9, 'fill="#e6d9bf"')
        + dot(36, -38, 9, 'fill="#e6d9bf"')
        + path("M36 -20Q40 -66 76 -62Q104 -54 96 -22L84 -8H52z", 'fill="#efe3cc"')
        + dot(66, -38, 8, DEEP)
        + dot(86, -36, 6, DEEP)
    )


def shell(one: Thing, dice: Dice) -> str:
    return (
        path("M-44 0Q-50 -60 0 -70Q50 -60 44 0Q0 16 -44 0z")
        + path("M0 6V-66M-14 4Q-26 -40 -12 -64M14 4Q26 -40 12 -64M-30 0Q-44 -34 -26 -54M30 0Q44 -34 26 -54", LINE)
        + path("M-34 -30Q-26 -56 -6 -62", PALE)
    )


def coin(one: Thing, dice: Dice) -> str:
    return "".join(
        oval(x, y, 24, 9, 'fill="#e9c46a"') + oval(x, y - 4, 24, 9, 'fill="#f6dd96"')
        for x, y in ((-26, 0), (22, 4), (0, -10), (2, -18))
    )


def letter(one: Thing, dice: Dice) -> str:
    return (
        path("M-48 2L-40 -44L44 -50L50 -4z", 'fill="#f3ead6"')
        + path("M-40 -44L4 -18L44 -50", LINE)
        + dot(4, -20, 8, 'fill="#b3373f" stroke="none"')
    )


def basket(one: Thing, dice: Dice) -> str:
    fill = (
        ""
        if one.state == "empty"
        else "".join(
            dot(x, -50, 12, f'fill="{c}" stroke="none"')
            for x, c in ((-24, "#c8553d"), (-2, "#e4a94c"), (20, "#7fae62"))
        )
    )
    return (
        path("M-44 -40Q0 -130 44 -40", 'fill="none" stroke="currentColor" stroke-width="6"')
        + fill
        + path("M-46 -42H46L34 4Q0 12 -34 4z")
        + path("M-42 -26H42M-38 -10H38M-20 -42L-14 6M0 -42V8M20 -42L14 6", LINE)
    )


def shard(one: Thing, dice: Dice) -> str:
    return (
        path("M-30 4L-12 -82L20 -54L34 4z", 'fill-opacity=".85"')
        + path("M-12 -82L20 -54L34 4L6 4z", DARK)
        + path("M-12 -82L2 4M-20 -20L-8 -60", PALE)
    )


def rag(one: Thing, dice: Dice) -> str:
    return path("M-56 4Q-40 -30 -14 -18Q6 -40 26 -20Q52 -30 60 4Q30 14 0 6Q-30 16 -56 4z") + path(
        "M-20 -14q10 10 4 20M24 -16q-6 14 4 22", LINE
    )


def lever(one: Thing, dice: Dice) -> str:
    turn = 30 if one.state in ("open", "loose", "lit") else -28
    return (
        path("M-40 8V-22H40V8z")
        + f'<g transform="rotate({turn} 0 -20)">'
        + path("M-6 -18V-110H6V-18z")
        + dot(0, -116, 14, 'fill="#c8553d"')
        + "</g>"
        + path("M-20 -22Q0 -34 20 -22z", DARK)
    )


def wheel(one: Thing, dice: Dice) -> str:
    spokes = "".join(
        f'<path d="M0 -62V-8" transform="rotate({turn} 0 -62)" fill="none" stroke="currentColor" stroke-width="7"/>'
        for turn in range(0, 360, 45)
    )
    return (
        dot(0, -62, 58, 'fill="none" stroke="currentColor" stroke-width="13"')
        + spokes
        + dot(0, -62, 12)
        + path("M-46 -92Q-20 -120 14 -114", PALE)
    )


def signboard(one: Thing, dice: Dice) -> str:
    return (
        path("M-6 6V-120H6V6z", 'fill="#6b5138"')
        + path("M-62 -106L44 -112L66 -92L46 -72L-60 -68z")
        + path("M-46 -94L34 -98M-46 -82L24 -86", LINE)
        + path("M-50 -58L48 -54L34 -28L-52 -32z")
        + path("M-40 -46H26", LINE)
    )


def fruit(one: Thing, dice: Dice) -> str:
    return "".join(
        dot(x, y, 19, f'fill="{c}"') + path(f"M{x - 9} {y - 8}q6 -8 12 -6", PALE)
        for x, y, c in ((-26, -14, "#c8553d"), (16, -14, "#e4a94c"), (-4, -42, "#b3373f"))
    ) + path("M-4 -60q4 -16 18 -18q-2 14 -18 18z", 'fill="#5f8a4c" stroke="none"')


def feather(one: Thing, dice: Dice) -> str:
    return (
        path("M-50 2Q-20 -50 50 -56Q36 -10 -28 2z", 'fill="#f1efe8"')
        + path("M-62 10L44 -52", LINE)
        + path("M-10 -14l6 -24M8 -22l8 -22M-26 -6l2 -20", LINE)
    )


def chain(one: Thing, dice: Dice) -> str:
    return "".join(
        f'<ellipse cx="{-80 + 32 * n}" cy="{-8 - 6 * (n % 2)}" rx="21" ry="10" fill="none" stroke="currentColor" stroke-width="7" transform="rotate({-12 if n % 2 else 12} {-80 + 32 * n} -8)"/>'
        for n in range(6)
    )


def doll(one: Thing, dice: Dice) -> str:
    return (
        path("M-24 4Q-20 -46 0 -50Q20 -46 24 4z", 'fill="#c8553d"')
        + dot(0, -62, 17, 'fill="#ecd9bd"')
        + path("M-22 -30L-42 -14M22 -30L42 -14M-10 4v10M10 4v10", f'{STEM} stroke-width="7" stroke-linecap="round"')
        + dot(-6, -64, 2, DEEP)
        + dot(7, -64, 2, DEEP)
        + path("M-17 -66Q0 -92 17 -66Q0 -74 -17 -66z", 'fill="#6b4a2c" stroke="none"')
    )


def mirror(one: Thing, dice: Dice) -> str:
    return (
        oval(0, -76, 44, 60, 'fill="#8a6a34"')
        + oval(0, -76, 34, 49, 'fill="#d7ecf0" stroke="none"')
        + path("M-18 -50L12 -110M-4 -40L24 -96", f'{PALE} stroke-width="5"')
        + path("M-8 -18V4H8V-18zM-30 4H30V12H-30z", 'fill="#8a6a34"')
    )


def egg(one: Thing, dice: Dice) -> str:
    crack = (
        path("M-20 -40l10 8 8 -12 10 12 10 -8", f'{LINE} stroke-width="4"') if one.state in ("broken", "open") else ""
    )
    return (
        path("M-26 -16Q-24 -70 0 -74Q24 -70 26 -16Q22 6 0 6Q-22 6 -26 -16z", 'fill="#efe6d2"')
        + path("M6 -72Q24 -66 26 -16Q22 6 0 6Q22 -20 6 -72z", DARK)
        + dot(-8, -46, 4, DARK)
        + dot(6, -26, 5, DARK)
        + dot(-10, -14, 3, DARK)
        + crack
    )


def net(one: Thing, dice: Dice) -> str:
    return (
        path("M-90 6Q-60 -50 0 -44Q70 -50 96 6z", 'fill-opacity=".2"')
        + path(
            "M-90 6Q-40 -40 10 -44M-60 6Q-10 -30 40 -40M-20 6Q20 -20 66 -30M20 6Q50 -8 84 -14M96 6Q60 -36 0 -44M60 6Q20 -34 -36 -36M20 6Q-10 -22 -60 -26M-26 6Q-50 -8 -76 -12",
            f'{STEM} stroke-width="3"',
        )
        + "".join(dot(x, 6, 8, 'fill="#c8553d" stroke="none"') for x in (-80, -40, 0, 40, 84))
    )


def jar(one: Thing, dice: Dice) -> str:
    return (
        path("M-32 4Q-46 -40 -22 -62V-74H22V-62Q46 -40 32 4Q0 12 -32 4z")
        + path("M4 -62H22Q46 -40 32 4Q20 10 10 10Q30 -30 4 -62z", DARK)
        + path("M-27 -74H27V-84H-27z", 'fill="#6b5138"')
        + path("M-26 -10Q-34 -36 -18 -54", PALE)
        + path("M-20 -30H16V-12H-18z", 'fill="#f3ead6" stroke="none"')
    )


def seat(one: Thing, dice: Dice) -> str:
    return (
        path("M-38 -40H38V-28H-38z")
        + path("M-36 -28V8H-26V-28zM26 -28V8H36V-28z")
        + path("M-38 -40V-112H-28V-40zM28 -40V-112H38V-40zM-38 -108Q0 -124 38 -108V-92Q0 -106 -38 -92z")
        + path("M-38 -72H38V-62H-38z")
        + oval(0, -42, 34, 8, 'fill="#a04a54" stroke="none"')
    )


def nest(one: Thing, dice: Dice) -> str:
    straws = "".join(
        path(
            f"M{dice.between(-60, -10):.0f} {dice.between(-30, 2):.0f}l{dice.between(30, 80):.0f} {dice.between(-12, 12):.0f}",
            LINE,
        )
        for _ in range(9)
    )
    return (
        path("M-64 -24Q-56 10 0 12Q56 10 64 -24Q0 -4 -64 -24z")
        + oval(0, -24, 64, 14)
        + "".join(oval(x, -32, 14, 18, 'fill="#dfe9ea" stroke="none"') for x in (-22, 4, 28))
        + path("M-64 -24Q0 2 64 -24Q56 10 0 12Q-56 10 -64 -24z")
        + straws
    )


def split_root(one: Thing, dice: Dice) -> str:
    gap = LINE if one.state == "whole" else DEEP
    return (
        path("M-110 10Q-70 -40 0 -44Q74 -42 112 10Q0 26 -110 10z")
        + path("M-40 4Q-10 -30 34 -6Q0 4 -40 4z" if one.state != "whole" else "M-50 0Q0 -20 50 0", gap)
        + path("M-90 0Q-40 -30 10 -34M30 4Q64 -10 88 4", LINE)
    )


def planks(one: Thing, dice: Dice) -> str:
    missing = 2 if one.state in ("broken", "loose") else 9
    return "".join(
        ""
        if n == missing
        else path(f"M{-96 + 40 * n} {6 + dice.between(-3, 3):.0f}L{-84 + 36 * n} -34H{-52 + 36 * n}L{-60 + 40 * n} 8z")
        for n in range(5)
    ) + path("M-100 -8H100M-90 -24H92", LINE)


def sacks(one: Thing, dice: Dice) -> str:
    return (
        path("M-80 6Q-92 -40 -54 -54L-60 -66H-36L-42 -54Q-8 -42 -14 6zM6 6Q-6 -36 30 -48L24 -60H48L44 -48Q82 -36 76 6z")
        + path("M-44 -54Q-8 -42 -14 6H-40Q-22 -20 -44 -54zM46 -48Q82 -36 76 6H52Q66 -16 46 -48z", DARK)
        + path("M-58 -56H-38M28 -50H46", f'{LINE} stroke-width="4"')
    )


def ledger(one: Thing, dice: Dice) -> str:
    return (
        path("M-64 4Q-30 -14 0 0Q30 -14 64 4V-8Q30 -26 0 -12Q-30 -26 -64 -8z", 'fill="#6b3f34"')
        + path(
            "M-58 -8Q-28 -22 0 -10Q28 -22 58 -8L50 -34Q24 -44 0 -32Q-24 -44 -50 -34z", 'fill="#f3ead6" stroke="none"'
        )
        + path(
            "M-42 -26Q-22 -32 -6 -26M-42 -18Q-22 -24 -6 -18M8 -26Q26 -32 42 -26M8 -18Q26 -24 42 -18",
            'fill="none" stroke="#b3373f" stroke-width="2.5"',
        )
    )


_NAMED: Final[tuple[Shape, ...]] = (
    plain,
    hummocks,
    dunes,
    terraces,
    cliff,
    ridge,
    peak,
    cone,
    mesa,
    gorge,
    pillars,
    boulders,
    scree,
    crater,
    cave_mouth,
    arch,
    island,
    sandbar,
    ice_shelf,
    lava_field,
    vents,
    sinkhole,
    mullion,
    shutters,
    reeds,
    grass_sea,
    moss,
    fern,
    fungus_glow,
    glass_tree,
    dead_tree,
    thorn,
    kelp,
    spines,
    snow_bloom,
    vine,
    hedge,
    lily,
    crop_rows,
    lichen,
    giant_root,
    posts,
    stilt_hut,
    grown_house,
    tower,
    belfry,
    gate,
    door,
    stair,
    wall,
    bridge,
    boat,
    rope_ferry,
    dock,
    crane,
    kiln,
    kettle,
    pipework,
    lamp_post,
    beacon,
    frame_pane,
    statue,
    tomb,
    tent,
    raft,
    hull,
    pod,
    mast,
    stall,
    well,
    sluice,
    windmill,
    shelves,
    throne,
    loom,
    mask,
    mask_rack,
    scales,
    board,
    small_folk,
    tall_folk,
    pillar_folk,
    herd_beast,
    birds,
    moths,
    fish,
    crab,
    fox_like,
    goat_like,
    snake_like,
    giant_part,
    walking_lamp,
    cup,
    bottle,
    rope,
    crate,
    book,
    bell,
    tool,
    bones,
    shell,
    coin,
    letter,
    basket,
    shard,
    rag,
    lever,
    wheel,
    signboard,
    fruit,
    feather,
    chain,
    doll,
    mirror,
    egg,
    net,
    jar,
    seat,
    nest,
    split_root,
    planks,
    sacks,
    ledger,
)
SHAPES: Final[dict[str, Shape]] = {
    **{shape.__name__: shape for shape in _NAMED},
    "orchard_tree": tree,
    "figure": person,
    "group": person,
}

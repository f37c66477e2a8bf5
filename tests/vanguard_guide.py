"""The pictures of the guide to ISS Vanguard: a part of Brackwater as the table draws it, and the dice of one check."""

from __future__ import annotations

import re

from app.config import Settings
from app.games.vanguard.game import GAME
from app.web.draw import Painter
from tests.games.vanguard.situations import on_planet

STYLE = (
    "<style>.vg-rim{fill:#f3ead6}.vg-paths line{stroke:#f3ead6;stroke-width:5;stroke-dasharray:1 11;stroke-linecap:round}"
    ".vg-paths .under{stroke:#0a0f18;stroke-width:9;opacity:.35;stroke-dasharray:none}.chip{fill:#10151f;stroke:#f3ead6;"
    "stroke-width:2}.vg-paths .vi{color:#f3ead6}.vg-name rect{fill:#10151f}.vg-name text,.vg-title{fill:#f3ead6;"
    "font:700 14px sans-serif;text-anchor:middle}.num{fill:#ffb650}.vg-poi rect{fill:#fff6e0}.vg-poi path{fill:none;"
    "stroke:#8a4a1c;stroke-width:2}.vg-poi text{font:600 12px sans-serif;text-anchor:middle;fill:#2b2820}"
    ".vg-figure{color:#b3392b;fill:#b3392b}.vg-figure text{fill:#fff;font:700 12px sans-serif;text-anchor:middle}"
    ".words{font:600 15px sans-serif;fill:#e2ecf6;text-anchor:middle}.good{fill:#77dca0}.bad{fill:#ff9384}"
    ".red{fill:#a63a2c}.green{fill:#3c7430}.blue{fill:#2a629f}.face{color:#fff}</style>"
)
XMLNS = 'xmlns="http://www.w3.org/2000/svg"'


def vanguard_pictures() -> dict[str, str]:
    return {
        "vanguard-1-planet.svg": planet(),
        "vanguard-2-roll.svg": dice(
            [("red", "HAUL", "Haul"), ("red", "Ba", "Blank"), ("green", "V", "Valid"), ("blue", "Ac", "Accident")]
        ),
        "vanguard-3-result.svg": dice(
            [("red", "HAUL", "counts"), ("green", "V", "counts"), ("red", "Ba", "not used"), ("blue", "Ac", "tide +1")]
        ),
    }


def _defs() -> str:
    return Painter(Settings()).page("games/vanguard/defs.html")


def planet() -> str:
    """Where the first real mission begins, with two of a crew at the drain."""
    view = GAME.public(on_planet("P2", ("s6", "s6")))
    board = Painter(Settings()).page("games/vanguard/ground.html", value=view.ground, names=(), seat=None)
    board = re.sub(r' (?:id="r-ground"|data-[a-z]+="[^"]*"|role="group"|aria-label="[^"]*")', "", board)
    board = re.sub(r"<title>.*?</title>", "", board, flags=re.DOTALL)
    board = re.sub(r'viewBox="0 0 [\d.]+ [\d.]+"', 'viewBox="20 330 420 330" width="420" height="330"', board, count=1)
    return f'<svg {XMLNS} viewBox="0 0 420 330">{STYLE}{_defs()}{board}</svg>\n'


def dice(shown: list[tuple[str, str, str]]) -> str:
    parts = []
    for number, (colour, icon, words) in enumerate(shown):
        x = 20 + 110 * number
        tone = "good" if words == "counts" else "bad" if words.startswith(("tide", "Accident")) else ""
        parts.append(
            f'<svg class="{colour}" x="{x}" y="12" width="80" height="80" viewBox="0 0 40 40"><use href="#vd-{colour}"/>'
            f'<svg class="face" x="9" y="9" width="22" height="22" viewBox="0 0 24 24"><use href="#vi-{icon}"/></svg></svg>'
            f'<text class="words {tone}" x="{x + 40}" y="118">{words}</text>'
        )
    width = 110 * len(shown) + 20
    sheet = f'<rect width="{width}" height="134" rx="8" fill="#0d1826"/>'
    return f'<svg {XMLNS} viewBox="0 0 {width} 134">{STYLE}{_defs()}{sheet}{"".join(parts)}</svg>\n'

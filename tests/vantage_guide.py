"""The pictures of the guide to Vantage: a place that may be shown to everybody, and dice with the signs of the table."""

from __future__ import annotations

from jinja2 import Environment, FileSystemLoader

from app.games.vantage.game import GAME
from app.games.vantage.scene import picture
from app.games.vantage.world import hour
from app.kernel import Rng
from app.web.markup import Unbroken
from app.web.rulebook import ROOT

SHOWN = 544  # Snail Lamps: one of the few places of Oriel that stand on the box
STYLE = (
    "<style>.die{fill:#fffdf7;stroke:#23271f;stroke-width:3}.slot{fill:none;stroke:#7f7386;stroke-width:3;"
    "stroke-dasharray:7 6}text{font:700 15px sans-serif;fill:#23271f;text-anchor:middle}.bad{fill:#98262c}"
    ".v-sign{color:#23271f}.v-sign path,.v-sign circle{fill:currentColor}.v-sign .v-hole{fill:#fffdf7}</style>"
)


def vantage_pictures() -> dict[str, str]:
    state = GAME.setup(1, GAME.read_options({"pack": "oriel"}, 1), Rng("the guide"))
    place = state.world.places[SHOWN]
    drawn = picture(state, 0, place.scene, str(place.id), hour(place.id), place.region)
    return {
        "vantage-1-look.svg": drawn,
        "vantage-2-roll.svg": dice_picture([("time", ""), ("blank", ""), ("morale", "")]),
        "vantage-3-place.svg": dice_picture([("time", "caught"), ("morale", "−1 morale")]),
    }


XMLNS = 'xmlns="http://www.w3.org/2000/svg"'


def dice_picture(dice: list[tuple[str, str]]) -> str:
    painter = Environment(loader=FileSystemLoader(ROOT / "templates"), autoescape=True, extensions=[Unbroken])
    signs = painter.from_string('{% import "games/vantage/signs.html" as draw %}{{ draw.sign(face) }}')
    parts = []
    for number, (face, fate) in enumerate(dice):
        x = 20 + 110 * number
        sign = signs.render(face=face).replace("<svg ", f'<svg x="{x + 22}" y="32" width="46" height="46" ', 1)
        slot = f'<rect class="slot" x="{x - 7}" y="3" width="104" height="104" rx="16"/>' if fate == "caught" else ""
        bad = ' class="bad"' if fate.startswith("−") else ""
        parts.append(
            f'{slot}<rect class="die" x="{x}" y="10" width="90" height="90" rx="14"/>{sign}'
            f'<text{bad} x="{x + 45}" y="128">{fate or face}</text>'
        )
    width = 110 * len(dice) + 20
    return f'<svg {XMLNS} viewBox="0 0 {width} 140">{STYLE}{"".join(parts)}</svg>'

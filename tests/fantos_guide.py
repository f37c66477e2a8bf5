"""The pictures of the guide to Fantos: Legacies and Labor with the drawings of the table, dice and Shards."""

from __future__ import annotations

import re

from app.config import Settings
from app.games.fantos.components import LABOR, LEGACIES
from app.web.draw import Painter
from app.web.rulebook import ROOT

XMLNS = 'xmlns="http://www.w3.org/2000/svg"'
CARD_WIDTH, CARD_HEIGHT = 150, 176
STYLE = (
    "text{font:600 15px sans-serif;fill:#f2edff}.name{font-size:16px}.note{fill:#ffd582}.soft{fill:#c5baea}"
    ".sheet{fill:#2b2350;stroke:#8577bd;stroke-width:2}.lit{stroke:#ffd582;stroke-width:4}.tasked{opacity:.55}"
    ".disc{fill:#fffdf7}.glyph{fill:none;stroke:#23271f;stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round;"
    "color:#23271f}.x-fill{fill:currentColor}.gem{fill:#9be0ff;stroke:none}.die{fill:#fffdf7}"
    ".purse{fill:#17122c}.face{fill:#23271f;font-size:22px;text-anchor:middle}.sum{font-size:26px}.middle{text-anchor:middle}"
)


def fantos_pictures() -> dict[str, str]:
    return {
        "fantos-1-harvest.svg": _picture(
            _legacy(0, "tinker", 5, die=3), _legacy(1, "navigator", 5, die=2), _sum(2, "1 + 3 + 1 + 2", "7 Shards")
        ),
        "fantos-2-answer.svg": _picture(
            _labor(0, "sabotage"), _legacy(1, "diver", 5, note="pays 1"), _sum(2, "7 − 3", "4 Shards")
        ),
        "fantos-3-undone.svg": _picture(
            _labor(0, "sabotage", cancelled=True), _labor(1, "shell-game", lit=True), _sum(2, "cancelled", "7 Shards")
        ),
        "fantos-4-duel.svg": _picture(
            _legacy(0, "knight", 9, die=3), _legacy(1, "cook", 1, die=1), _sum(2, "6 against 2", "4 Shards")
        ),
    }


def _picture(*parts: str) -> str:
    body = "".join(parts)
    wanted = dict.fromkeys(re.findall(r'href="#([\w-]+)"', body))
    art = Painter(Settings()).page("games/fantos/art.html")
    symbols = "".join(_symbol(art, name) for name in wanted)
    width = 3 * (CARD_WIDTH + 20) + 20
    head = f'<svg {XMLNS} viewBox="0 0 {width} {CARD_HEIGHT + 40}">'
    ground = f'<rect width="{width}" height="{CARD_HEIGHT + 40}" rx="12" fill="#17122c"/>'
    return f"{head}<style>{STYLE}{_colours()}</style>{symbols}{ground}{body}</svg>\n"


def _symbol(art: str, name: str) -> str:
    found = re.search(rf'<symbol id="{name}".*?</symbol>', art, re.DOTALL)
    assert found, name
    return " ".join(found[0].split())


def _colours() -> str:
    """The scenes of the races, as the sheet of the game paints them."""
    sheet = (ROOT / "static" / "css" / "games" / "fantos.css").read_text(encoding="utf-8")
    rules = re.findall(r"^(\.x-\w+|\.rc-\w+) \{([^}]*)\}", sheet, re.MULTILINE)
    return "".join(f"{name}{{{' '.join(words.split())}}}" for name, words in rules)


def _place(column: int) -> int:
    return 20 + column * (CARD_WIDTH + 20)


def _legacy(column: int, name: str, shards: int, *, die: int = 0, note: str = "") -> str:
    """A hired Legacy with its Shards, and the die that was rolled for it."""
    card, x = LEGACIES[name], _place(column)
    middle = x + CARD_WIDTH // 2
    numbers = f"Harvest {card.harvest} · War {card.war}"
    rolled = (
        f'<rect class="die" x="{x + CARD_WIDTH - 44}" y="{CARD_HEIGHT - 22}" width="40" height="40" rx="8"/>'
        f'<text class="face" x="{x + CARD_WIDTH - 24}" y="{CARD_HEIGHT + 6}">{die}</text>'
        if die
        else ""
    )
    return (
        f'<g class="rc-{card.race.lower()}">'
        f'<rect class="sheet" x="{x}" y="14" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="10"/>'
        f'<use href="#sc-{card.race.lower()}" x="{x + 6}" y="20" width="{CARD_WIDTH - 12}" height="86"/>'
        f'<circle class="disc" cx="{middle}" cy="63" r="30"/>'
        f'<g class="glyph"><use href="#a-{name}" x="{middle - 22}" y="41" width="44" height="44"/></g>'
        f'<rect class="purse" x="{x + CARD_WIDTH - 56}" y="21" width="48" height="25" rx="12"/>'
        f'<g class="gem"><use href="#i-shard" x="{x + CARD_WIDTH - 50}" y="24" width="18" height="18"/></g>'
        f'<text x="{x + CARD_WIDTH - 28}" y="40">{shards}</text>'
        f'<text class="name" x="{x + 10}" y="130">{card.title}</text>'
        f'<text class="soft" x="{x + 10}" y="152">{numbers}</text>'
        f'<text class="note" x="{x + 10}" y="176">{note}</text>{rolled}</g>'
    )


def _labor(column: int, name: str, *, lit: bool = False, cancelled: bool = False) -> str:
    card, x = LABOR[name], _place(column)
    middle = x + CARD_WIDTH // 2
    classes = "sheet lit" if lit else "sheet"
    return (
        f"<g{' class=' + chr(34) + 'tasked' + chr(34) if cancelled else ''}>"
        f'<rect class="{classes}" x="{x}" y="14" width="{CARD_WIDTH}" height="{CARD_HEIGHT}" rx="10"/>'
        f'<circle class="disc" cx="{middle}" cy="70" r="34"/>'
        f'<g class="glyph"><use href="#a-{name}" x="{middle - 25}" y="45" width="50" height="50"/></g>'
        f'<text class="name middle" x="{middle}" y="132">{card.title}</text>'
        f'<text class="soft middle" x="{middle}" y="156">Labor, cost {card.cost}</text></g>'
    )


def _sum(column: int, terms: str, result: str) -> str:
    middle = _place(column) + CARD_WIDTH // 2
    return (
        f'<text class="soft middle" x="{middle}" y="86">{terms}</text>'
        f'<text class="sum middle note" x="{middle}" y="122">{result}</text>'
    )

"""Pictures that are made from the game itself, so that they never go stale.

python -m tests.pictures guide     the pictures of the guides, drawn by the templates of the board
python -m tests.pictures readme    those of the README and of the games' own pages: real play in a real browser
python -m tests.pictures discord   the covers as photographs: Discord shows no drawings in SVG
"""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

from app.config import Settings
from app.games.stratos.game import GAME
from app.games.stratos.state import State, Unit
from app.kernel import Rng
from app.web.draw import Painter
from tests.acre_guide import acre_pictures
from tests.fantos_guide import fantos_pictures
from tests.vanguard_guide import vanguard_pictures
from tests.vantage_guide import vantage_pictures

ROOT = Path(__file__).resolve().parents[1]
GUIDE = ROOT / "static" / "guide"
README = ROOT / "docs" / "pictures"
NAMES = ("Mara", "Jonas")
TILE = 100
COLOURS = re.compile(r":root, \[data-theme-sample=\"light\"\] \{.*?\n\}", re.DOTALL)


# The guides ---------------------------------------------------------------------------------------------------------


def guide_pictures() -> dict[str, str]:
    """Every picture of every guide, by its file."""
    return {
        **stratos_pictures(),
        **vantage_pictures(),
        **fantos_pictures(),
        **acre_pictures(),
        **vanguard_pictures(),
    }


def stratos_pictures() -> dict[str, str]:
    state = GAME.setup(2, GAME.read_options({"scenario": "ffa2"}, 2), Rng("the guide"))
    mara = next(unit for unit in state.units if unit.seat == 0)
    jonas = next(unit for unit in state.units if unit.seat == 1)
    pictures = {}
    mara.at = (0, 1)
    pictures["stratos-1-travel.svg"] = stratos_picture(state, _arrow((0, 0), (0, 1)))
    pictures["stratos-2-harvest.svg"] = stratos_picture(state, _gain(0, 1, "oak", "+1"))
    state.units.append(Unit(90, 0, "archer", (0, 2), 5, defend=True))
    pictures["stratos-3-hire.svg"] = stratos_picture(state, _ring(0, 2))
    state.units[-1].defend = False
    jonas.cls, jonas.health, jonas.at = "soldier", 1, (2, 2)
    pictures["stratos-4-shoot.svg"] = stratos_picture(state, _arrow((0, 2), (2, 2)) + _die(2, 2, "2"))
    return pictures


def stratos_picture(state: State, over: str) -> str:
    """A corner of the map of three by three tiles, as the table draws it, with something drawn over it."""
    painter = Painter(Settings())
    view = GAME.public(state)

    def drawn(region: str, things: object) -> str:
        assert isinstance(things, (list, tuple))
        near = (thing for thing in things if thing.row < 3 and thing.col < 3)
        return "".join(
            painter.page(f"games/stratos/{region}.item.html", item=item, names=NAMES, emblems=range(len(NAMES)))
            for item in near
        )

    art = painter.page("games/stratos/art.html")
    size = 3 * TILE
    body = f'<g class="g-stratos">{art}{drawn("tiles", view.tiles)}{drawn("units", view.units)}{over}</g>'
    body = re.sub(r' (id="(?:tiles|units)-[^"]*"|data-[a-z]+(?:="[^"]*")?)', "", body)
    body = re.sub(r"<title>.*?</title>", "", body)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" data-theme="light" viewBox="-4 -4 {size + 8} {size + 8}">'
    return f"{head}<style>{_style('stratos')}</style>{body}</svg>\n"


def _style(game: str) -> str:
    """The colours by day, and what the game's own sheet says, but for panels around the map."""
    css = ROOT / "static" / "css"
    tokens = COLOURS.search((css / "tokens.css").read_text())
    assert tokens
    kept = [tokens[0].replace(', [data-theme-sample="light"]', "")]
    kept += [f".s{seat}{{--seat:var(--colour-{(5, 1)[seat]})}}" for seat in range(2)]
    sheet = re.sub(r"/\*.*?\*/", "", (css / "games" / f"{game}.css").read_text(), flags=re.DOTALL)
    sheet = re.sub(r"@media[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", sheet)
    for rule in re.finditer(r"([^{}]+)\{([^{}]*)\}", sheet):
        if not re.search(r"data-theme|\.st-(?:tribe|panel|card|sheets|top|say|points|purse)|:hover|\.me-", rule[1]):
            kept.append(f"{' '.join(rule[1].split())}{{{' '.join(rule[2].split())}}}")
    kept.append(".over{fill:none;stroke:#c25a00;stroke-width:5;stroke-linecap:round;stroke-linejoin:round}")
    kept.append(".note{fill:#fffdf7;stroke:#23271f;stroke-width:2}.note-words{font:800 22px sans-serif;fill:#23271f}")
    return " ".join(" ".join(kept).split()).replace("<", "")


def _middle(at: tuple[int, int]) -> tuple[int, int]:
    return at[1] * TILE + TILE // 2, at[0] * TILE + 42


def _arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    (x1, y1), (x2, y2) = _middle(start), _middle(end)
    if y1 == y2:
        x2 -= 40
        head = "m-12-9 12 9-12 9"
    else:
        y1, y2 = y1 + 62, y2 - 42
        head = "m-9-12 9 12 9-12"
    return f'<path class="over" d="M{x1} {y1}L{x2} {y2}{head}"/>'


def _ring(row: int, column: int) -> str:
    x, y = column * TILE, row * TILE
    return f'<rect class="over" x="{x + 3}" y="{y + 3}" width="94" height="94" rx="8" stroke-dasharray="10 9"/>'


def _gain(row: int, column: int, resource: str, words: str) -> str:
    x, y = column * TILE + 50, row * TILE + 130
    return (
        f'<rect class="note" x="{x - 40}" y="{y - 20}" width="80" height="40" rx="8"/>'
        f'<use href="#r-icon-{resource}" x="{x - 34}" y="{y - 15}" width="30" height="30"/>'
        f'<text class="note-words" x="{x + 2}" y="{y + 8}">{words}</text>'
    )


def _die(row: int, column: int, words: str) -> str:
    x, y = column * TILE - 26, row * TILE - 22
    return (
        f'<rect class="note" x="{x - 20}" y="{y - 20}" width="40" height="40" rx="8"/>'
        f'<text class="note-words" x="{x - 6}" y="{y + 8}">{words}</text>'
    )


def write_guide() -> None:
    GUIDE.mkdir(parents=True, exist_ok=True)
    for name, text in guide_pictures().items():
        (GUIDE / name).write_text(text, encoding="utf-8")
        print(GUIDE / name)


def main(arguments: list[str]) -> int:
    what = arguments[0] if arguments else ""
    if what == "guide":
        write_guide()
    elif what == "readme":
        from tests.browser.pictures import write_readme  # needs a browser

        asyncio.run(write_readme(README))
    elif what == "discord":
        from tests.browser.pictures import write_covers

        asyncio.run(write_covers(ROOT / "static"))
    else:
        print(__doc__, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

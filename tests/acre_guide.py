"""The pictures of the guide to The Glass Acre: the first tiles of a round, as the table draws them."""

from __future__ import annotations

import re

from app.config import Settings
from app.games.biome.game import GAME
from app.games.biome.map_views import middle
from app.games.biome.state import Hidden, Hint, State, Tile
from app.kernel import Rng
from app.web.draw import Painter
from app.web.rulebook import ROOT

NAMES = ("Mara", "Jonas")
COLOURS = re.compile(r":root, \[data-theme-sample=\"light\"\] \{.*?\n\}", re.DOTALL)
OF_THE_MAP = re.compile(
    r"\.g-biome\b|\.t-|\.tile|\.art|#b[tp]-|\.clearing|\.camp-art|\.rim|\.cliff|\.banner|\.dial|\.store|\.pen|\.building|"
    r"\.secret|\.body|\.ink|\.hint|\.pawn|\.halted"
)
NOT_OF_THE_MAP = re.compile(
    r"data-theme|:hover|\.me-|\.lit|\.picked|\.coach-look|\.over|\.game|\.timers|-mark|\.answer"
)


def acre_pictures() -> dict[str, str]:
    state = GAME.setup(2, GAME.read_options({}, 2), Rng("the guide"))
    mara, jonas = state.players
    mara.at = (0, -1)
    pictures = {"biome-1-move.svg": picture(state, way((0, 0), (0, -1)))}
    state.tiles.append(Tile((0, -2), "forest", secrets=[Hidden(90, "supply"), Hidden(91, "supply")]))
    pictures["biome-2-explore.svg"] = picture(state, note((0, -2), "3", -34))
    pictures["biome-3-look.svg"] = picture(state, note((0, -1), "Farm Kit", 66))
    jonas.at = (-1, 0)
    state.tiles[1].secrets.pop()
    state.hints.append(Hint(0, (0, -1), "useful"))
    state.buildings[0].cooldown = 4
    pictures["biome-4-board.svg"] = picture(state, note((1, -1), "2", -34))
    return pictures


def picture(state: State, over: str) -> str:
    painter = Painter(Settings())
    laid = [tile for tile in GAME.public(state).tiles if tile.kind != "empty"]
    drawn = "".join(
        painter.page("games/biome/tiles.item.html", item=item, names=NAMES, emblems=range(len(NAMES))) for item in laid
    )
    art = painter.page("games/biome/defs.html")
    body = f'<g class="g-biome">{art}{drawn}{over}</g>'
    body = re.sub(r' (id="tiles-[^"]*"|data-[a-z]+(?:="[^"]*")?)', "", body)
    body = re.sub(r"<title>.*?</title>", "", body, flags=re.DOTALL)
    head = '<svg xmlns="http://www.w3.org/2000/svg" data-theme="light" viewBox="-165 -270 330 340">'
    return f"{head}<style>{style()}</style>{' '.join(body.split())}</svg>\n"


def style() -> str:
    """The colours by day, and what the game's own sheet says about its map."""
    css = ROOT / "static" / "css"
    tokens = COLOURS.search((css / "tokens.css").read_text())
    assert tokens
    kept = [tokens[0].replace(', [data-theme-sample="light"]', "")]
    kept += [f".s{seat}{{--seat:var(--colour-{(5, 1)[seat]})}}" for seat in range(2)]
    sheet = re.sub(r"/\*.*?\*/", "", (css / "games" / "biome.css").read_text(), flags=re.DOTALL)
    sheet = re.sub(r"@(?:media|keyframes)[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", sheet)
    for rule in re.finditer(r"([^{}]+)\{([^{}]*)\}", sheet):
        if OF_THE_MAP.search(rule[1]) and not NOT_OF_THE_MAP.search(rule[1]):
            kept.append(f"{' '.join(rule[1].split())}{{{' '.join(rule[2].split())}}}")
    kept.append("text{font-family:sans-serif;text-anchor:middle}")
    kept.append(".guide-way{fill:none;stroke:#c2640b;stroke-width:6;stroke-linecap:round;stroke-linejoin:round}")
    kept.append(".guide-note{fill:#fffdf7;stroke:#23271f;stroke-width:2}.guide-words{font-weight:800;font-size:22px}")
    return " ".join(" ".join(kept).split()).replace("<", "")


def way(start: tuple[int, int], goal: tuple[int, int]) -> str:
    (x, y), (_, end) = middle(start), middle(goal)
    return f'<path class="guide-way" d="M{x + 34} {y - 18}V{end + 22}m-10 12 10-12 10 12"/>'


def note(at: tuple[int, int], words: str, up: int) -> str:
    x, y = middle(at)
    half = 14 + 6 * len(words)
    return (
        f'<rect class="guide-note" x="{x - half}" y="{y + up - 19}" width="{2 * half}" height="38" rx="8"/>'
        f'<text class="guide-words" x="{x}" y="{y + up + 8}">{words}</text>'
    )

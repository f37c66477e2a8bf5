"""The glazier: puts a cartoon into glass. Sky and land are cut, things are set in lead, the frame is closed.

Every tint hangs on the name of the window, of the thing and of the part alone: what happens to one thing changes no
pane of another.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from app.glass.cartoon import Node
from app.glass.chance import Chance
from app.glass.frame import RIPPLE, frame, outer
from app.glass.paths import (
    bounds,
)
from app.glass.setting import Setting, thing
from app.glass.weather import weather
from app.glass.window import Env, Region, Shown, Window

# The window --------------------------------------------------------------------------------------------------------


def glaze(
    cartoon: Node,
    *,
    key: str,
    kind: str = "place",
    hour: str = "",
    region: Region | None = None,
    motifs: Mapping[str, Node],
    seen: Mapping[str, Shown] | None = None,
    people: Sequence[str] = (),
    air: tuple[str, int] = ("clear", 0),
    label: str = "",
) -> str:
    """The window. With `seen`, a thing that is not named there is not there now; without it everything is, as at first."""
    hour = cartoon.attrs.get("hour", hour)
    window = Window(key, kind, hour, region or Region(), motifs)
    skies = [node for node in cartoon.walk() if node.tag == "sky"]
    window.light = cartoon.attrs.get("light") or (skies[0].attrs["at"] if skies else window.light)
    for node in cartoon.children:
        if node.tag != "thing" or seen is None or node.attrs["name"] in seen or node.attrs["name"].startswith("-"):
            window.gather(Node("g", {}, (node,), 0), Env())
    weathered = False
    for number, node in enumerate(cartoon.children):
        if node.tag == "thing":
            shown = seen.get(str(node.attrs["name"])) if seen is not None else None
            if seen is None or shown is not None:
                window.out.append(thing(window, node, shown))
        elif node.tag == "weather":
            weathered = True
            own = (node.attrs.get("kind", air[0]), round(node.attrs.get("amount", air[1])))
            window.out.append(weather(*own, Chance(key, "weather"), window.wide, window.high, window.lead))
        elif node.tag == "here":
            window.out.append(_company(window, people, node))
        else:
            setting = Setting(window, 5, fine=False)
            setting.draw(node, Env(lead=5, path=f"part{number}"))
            window.out.append(setting.finished())
    if people and not any(node.tag == "here" for node in cartoon.children):
        window.out.append(_company(window, people, None))
    if not weathered:
        window.out.append(weather(*air, Chance(key, "weather"), window.wide, window.high, window.lead))
    border = [window.tint(one, Env()) for one in cartoon.attrs.get("border", ("accent", "shade", "ground"))]
    window.out.append(frame(window, border))
    words = escape(label or str(cartoon.attrs["alt"]), quote=True)
    window.defs.append(RIPPLE.format(key=key, pale=0.06 if hour in ("night", "dusk", "") else 0.11))
    return outer(window, words)


def _company(window: Window, people: Sequence[str], node: Node | None) -> str:
    """Whoever else stands here, each in the colour of their seat, from behind as one sees companions."""
    x, y = node.attrs["at"] if node is not None else (1180.0, 872.0)
    size = node.attrs.get("size", 1.6) if node is not None else 1.6
    drawn = []
    for number, colour in enumerate(people):
        setting = Setting(window, 5, fine=False)
        here = {
            "kit": "traveller",
            "at": (x + number * 62 * size, y - (number % 2) * 14),
            "size": (size, size),
            "coat": colour,
        }
        setting.draw(Node("use", here, (), 0), Env(lead=5, path=f"companion{number}"))
        drawn.append(f'<g class="companion">{setting.finished()}</g>')
    return "".join(drawn)


def extent(
    cartoon: Node, name: str, motifs: Mapping[str, Node], look: int = 0
) -> tuple[float, float, float, float] | None:
    """Left, top, right and bottom of a thing in the picture; None if nothing of it is drawn."""
    window = Window("x", "place", "", Region(), motifs)
    node = next((one for one in cartoon.children if one.tag == "thing" and one.attrs["name"] == name), None)
    setting = Setting(window, 6, fine=False)
    for child in node.children if node is not None else ():
        setting.draw(child, Env(look=str(look), path=name))
    drawn = [*setting.panes, *setting.marks]
    return bounds(drawn) if drawn else None

"""From a world to cartoons: those that painters drew for it, and those that the words of a scene ask for."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from app.games.vantage.world import Scene, World
from app.glass.cartoon import Node, read
from app.glass.chance import Chance
from app.glass.colour import HOURS, mix
from app.glass.kit import kit
from app.glass.kit import motifs as read_motifs
from app.glass.paths import parse
from app.glass.window import SUNS, Region

if TYPE_CHECKING:
    from app.games.vantage.scene import Seen

_READ: dict[tuple[int, str], tuple[World, Node | None]] = {}
_KITS: dict[int, tuple[World, dict[str, Node]]] = {}


def cartoon(world: World, name: str) -> Node | None:
    """The cartoon of that name, if the world has one; places go by their three figures."""
    known = _READ.get((id(world), name))
    if known is None or known[0] is not world:
        text = world.cartoons.get(name.zfill(3) if name.isdigit() else name)
        known = _READ[id(world), name] = (world, read(text) if text else None)
    return known[1]


def motifs(world: World) -> dict[str, Node]:
    """The kit of the house, and the motifs that a world has of its own."""
    known = _KITS.get(id(world))
    if known is None or known[0] is not world:
        own: dict[str, Node] = {}
        for key, text in sorted(world.cartoons.items()):
            own |= read_motifs(text) if key.startswith("kit-") else {}
        known = _KITS[id(world)] = (world, {**kit(), **own})
    return known[1]


# From words --------------------------------------------------------------------------------------------------------

DEPTH: Final = {
    "horizon": (0.02, 0.34),
    "far": (0.12, 0.55),
    "mid": (0.42, 1.0),
    "near": (0.86, 1.6),
}  # where, how large
WEIGHT: Final = {"landforms": 1.0, "structures": 1.15, "flora": 1.1, "creatures": 1.2, "foreground": 1.15, "water": 1.2}
SIZES: Final = {"s": 0.66, "m": 1.0, "l": 1.4, "xl": 1.9}
ORDER: Final = ("horizon", "far", "mid", "near")
KINDS: Final = {
    "figure": "person",
    "group": "person",
    "small_folk": "child",
    "tall_folk": "tall",
    "herd_beast": "sheep",
    "birds": "bird",
    "moths": "moth",
    "fox_like": "fox",
    "goat_like": "goat",
    "snake_like": "lizard",
    "sacks": "sack",
    "grass_sea": "grass",
}  # what is not called in the kit as in the vocabulary
FLYING: Final = ("birds", "moths")
CROWDS: Final = {"group": 4, "grass_sea": 5, "birds": 3, "moths": 3}
COMPOSED: Final = {
    "ember": "#E2703A",
    "frost": "#A9D6E5",
    "tide": "#2F7F9E",
    "gale": "#BFD3C1",
    "stone": "#8A8174",
    "sand": "#D9B66F",
    "root": "#5F8A4C",
    "bone": "#E6D9BF",
    "iron": "#6C7580",
    "glass": "#7FC7B8",
    "light": "#F3D97A",
    "hum": "#9B7BB8",
}
SPOTS: Final = {
    "left": (240, 150),
    "right": (1360, 150),
    "above": (800, 40),
    "ahead": (800, 300),
    "behind": (800, -200),
    "below": (800, 860),
    "local": (800, 380),
}
CUTS: Final = {
    "open_sea": "tide",
    "surf": "tide",
    "still_fen": "still",
    "ice": "drifts",
    "ice_shelf": "drifts",
    "dunes": "dunes",
}


def from_words(
    scene: Scene, elements: Sequence[Seen], beyond: Sequence[str], hour: str, region: Region, *, bare: bool
) -> tuple[Node, ...]:
    """A decent window for a scene without a painter; with one (`bare` is false), only what the painter left out."""
    line = round(900 * (1 - scene.horizon.height))
    drawn: list[Node] = []
    if bare:
        drawn += (
            _indoors(scene, region, line)
            if scene.sky.kind in ("ceiling", "none")
            else _outdoors(scene, elements, beyond, hour, region, line)
        )
    listed = sorted(elements, key=_depth)
    return (*drawn, *(_thing(one, line) for one in listed))


def _depth(one: Seen) -> tuple[int, bool, float]:
    """From far to near; water under what stands in it; the large behind the small."""
    return ORDER.index(one.far) if one.far in ORDER else 2, one.group != "water", -SIZES.get(one.size, 1.0)


def _node(tag: str, children: tuple[Node, ...] = (), **attrs: Any) -> Node:
    return Node(tag, attrs, children, 0)


def _indoors(scene: Scene, region: Region, line: int) -> list[Node]:
    x, y = SPOTS.get(scene.light.from_, (800, 300))
    dark, wall = mix(region.shade, "#0b0d18", 0.45), mix(region.shade, region.ground, 0.5)
    stops = (
        (60.0, "#fff0c0"),
        (190.0, mix(region.accent, "#f0a860", 0.5)),
        (380.0, wall),
        (700.0, region.shade),
        (1100.0, dark),
    )
    floor = (wall, mix(region.ground, "#5a4636", 0.4))
    edge = ((-20.0, line), (1620.0, line))
    return [
        _node("sky", at=(x, y), line=float(line), outward=stops, sway=0.015),
        _node("land", line=edge, cut=("boards", (11,)), tints=floor, to=(800.0, line - 160.0), sharp=True),
    ]


def _outdoors(
    scene: Scene, elements: Sequence[Seen], beyond: Sequence[str], hour: str, region: Region, line: int
) -> list[Node]:
    sun = SUNS[hour] if hour != "night" else (800, line - 60)
    if scene.sky.kind == "water":
        stops = ((60.0, "#dff5f4"), (300.0, "#7fc4cc"), (700.0, "#2f7f9e"), (1300.0, "#12384c"))
        drawn = [_node("sky", at=(800, -60), line=float(line), outward=stops)]
    else:
        drawn = [_node("sky", at=sun, line=float(line))]
    if hour != "night":
        drawn.append(_node("light", at=sun, r=(480.0, 480.0), tint=HOURS[hour].light, strength=0.7))
    low = HOURS[hour].outward[-2][1]
    far = mix(region.ground, low, 0.45)
    if scene.horizon.line in ("rolling", "jagged", "terraced", "wall"):
        drawn.append(_node("g", (_ridge(scene.horizon.line, line, far),), lead=5.0))
    if "mullion" in beyond:
        drawn.append(_node("use", kit="mullion", at=(800.0, line + 4.0), size=(2.8, 1.0)))
    if "shutters" in beyond:
        drawn.append(_node("use", kit="shutters", at=(1180.0, line + 6.0), size=(0.9, 0.9)))
    cut = next((CUTS[one.kind] for one in elements if one.kind in CUTS and one.at == "all"), "folds")
    tints = (mix(region.ground, "#ffffff", 0.2), region.ground, mix(region.ground, region.shade, 0.5))
    if cut in ("tide", "still"):
        tints = ("#8fc4d4", "#2f7f9e", "#1f5a78")
    wave = tuple((x, line + 9 * math.sin(x / 170)) for x in range(-20, 1701, 160))
    drawn.append(_node("land", line=wave, cut=(cut, ()), tints=tints, patch=mix(region.ground, region.accent, 0.5)))
    return drawn


def _ridge(kind: str, line: int, colour: str) -> Node:
    tall = {"rolling": 70, "jagged": 120, "terraced": 80, "wall": 130}[kind]
    if kind == "wall":
        d = f"M-10 {line + 20}V{line - tall}H1610V{line + 20}Z"
        return _node("path", d=parse(d), fill=colour, cut=("bricks", (44.0, 130.0)))
    d, x, chance = f"M-20 {line + 20}L-20 {line - 20}", -20, Chance("ridge", kind, line)
    while x < 1620:
        step, up = round(chance.between(150, 290)), round(chance.between(0.4, 1.0) * tall)
        if kind == "rolling":
            d += f"q{step // 2} {-up} {step} 0"
        elif kind == "jagged":
            d += f"l{step // 2} {-up}l{step - step // 2} {up}"
        else:
            d += f"v{-up // 2}h{step}v{up // 2}"
        x += step
    return _node(
        "path",
        d=parse(f"{d}V{line + 20}Z"),
        fill=colour,
        cut=("upright", (9.0,)),
        tints=(colour, mix(colour, "#ffffff", 0.15), colour),
    )


def _thing(one: Seen, line: int) -> Node:
    motif = KINDS.get(one.kind, one.kind.replace("_", "-"))
    depth, scale = DEPTH.get(one.far, DEPTH["mid"])
    size = scale * SIZES.get(one.size, 1.0) * WEIGHT[one.group]
    base = line + (880 - line) * depth
    if one.kind in FLYING:
        base = max(150.0, line - 60.0) if one.far != "near" else line + 60.0
    centre = 800 + (one.at if isinstance(one.at, int) else 0) * 225
    count = max(one.count, CROWDS.get(one.kind, 1))
    wide = 1500.0 if one.at == "all" else min(640.0, 92 * size * (count - 1))
    count = max(count, 5) if one.at == "all" and one.group != "water" else count
    attrs: dict[str, Any] = {"kit": motif, "as": (one.state,)}
    tints = list((kit()[motif].attrs.get("tints") or {}) if motif in kit() else {})
    if one.tint in COMPOSED and tints:
        attrs[tints[0]] = COMPOSED[one.tint]
    if one.at == "all" and one.group == "water":
        size = max(size, 3.2)
    chance = Chance("spots", one.id, one.kind)
    uses = []
    for n in range(min(9, count)):
        x = centre + (n / max(1, count - 1) - 0.5) * wide if count > 1 else centre
        lift = chance.between(-14, 14) * size if count > 1 else 0.0
        small = size * (0.85 + 0.1 * (n % 3) if count > 1 else 1.0)
        uses.append(_node("use", **attrs, at=(x, base + lift), size=(small, small), flip=n % 2 == 1))
    lights: tuple[Node, ...] = ()
    if one.glows or one.state == "lit":
        lights = (_node("light", at=(centre, base - 70 * size), r=(190 * size, 170 * size), tint="glow", strength=0.6),)
    return _node("thing", (*lights, *uses), name=one.id, lead=5.0)

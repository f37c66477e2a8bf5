"""The composer: from the scene of a place to its picture, a first-person SVG of 1600 x 900, back to front.

What it draws depends on the scene, the hour, the region and the flags alone, so a place always looks the same. The
interface that a richer illustrator keeps is `picture` and `alt_text`; every element becomes one <g> whose `data-name`
is `feature-e<n>`, n being its place in the scene, so that nothing can be told from ids (VAN-233).
"""

# ruff: noqa: E501 - paths of shapes are data
from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from app.games.vantage.facts import Source, holds
from app.games.vantage.ground import GROUND
from app.games.vantage.shapes import SHAPES, boulders
from app.games.vantage.state import State
from app.games.vantage.world import GROUPS, Element, Place, Region, Scene

WIDTH: Final = 1600
HEIGHT: Final = 900
SKIES: Final = {
    "dawn": ("#F2B8A8", "#FFE9CF"),
    "forenoon": ("#A9D3EC", "#F1F6E4"),
    "noon": ("#6FB7E6", "#FCFAEE"),
    "late": ("#E3A94C", "#F9E2A8"),
    "dusk": ("#544480", "#E8906F"),
    "night": ("#0D1430", "#2A3864"),
    "": ("#3a3a44", "#6a6670"),
}
TINTS: Final = {
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
DEPTH: Final = {
    "horizon": (0.03, 0.3),
    "far": (0.14, 0.5),
    "mid": (0.42, 0.92),
    "near": (0.84, 1.5),
}  # where, how large
WEIGHT: Final = {"landforms": 0.8, "structures": 1.0, "flora": 1.05, "creatures": 1.15, "foreground": 1.5, "water": 0.8}
SIZES: Final = {"s": 0.62, "m": 1.0, "l": 1.5, "xl": 2.05}
ORDER: Final = ("horizon", "far", "mid", "near")
PLAIN: Final = Region("", "")


class Seen(msgspec.Struct, frozen=True):
    """An element as it looks now."""

    index: int
    group: str
    kind: str
    at: int | str
    far: str
    size: str
    count: int
    tint: str
    state: str
    detail: str
    glows: bool = False


class Chance:
    """A little chance of its own, from the seed of the picture: nothing of the game depends on it."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.drawn = 0

    def between(self, low: float, high: float) -> float:
        self.drawn += 1
        digest = hashlib.blake2b(f"{self.seed}/{self.drawn}".encode(), digest_size=4).digest()
        return round(low + (high - low) * int.from_bytes(digest, "big") / 0xFFFFFFFF, 1)


# What is there ---------------------------------------------------------------------------------------------------


def look(state: State, source: Source, element: Element) -> Element | None:
    """The element with the first of its states that holds; None if it is not there now."""
    if not holds(state, source, element.when):
        return None
    for changed in element.states:
        if holds(state, source, changed.when):
            fields = {
                name: value
                for name in ("state", "count", "detail", "kind", "tint", "size")
                if (value := getattr(changed, name)) is not None
            }
            return msgspec.structs.replace(element, **fields)
    return element


def seen(state: State, seat: int, scene: Scene) -> tuple[Seen, ...]:
    source = Source(seat)
    found: list[Seen] = []
    index = 0
    for group in GROUPS:
        for element in getattr(scene, group):
            now = look(state, source, element)
            if now is not None:
                found.append(
                    Seen(
                        index,
                        group,
                        now.kind,
                        now.at,
                        now.far,
                        now.size,
                        now.count,
                        now.tint,
                        now.state,
                        now.detail,
                        element.id in scene.light.sources,
                    )
                )
            index += 1
    return tuple(found)


def alt_text(state: State, seat: int, place: Place) -> tuple[str, ...]:
    """Everything that matters, from near to far and left to right (VAN-260)."""
    listed = sorted(
        seen(state, seat, place.scene),
        key=lambda one: (-ORDER.index(one.far) if one.far in ORDER else 0, one.at if isinstance(one.at, int) else 0),
    )
    return tuple(f"{one.detail or one.kind.replace('_', ' ')} ({_where(one)})" for one in listed)


def _where(one: Seen) -> str:
    side = "all around" if isinstance(one.at, str) else ("ahead" if one.at == 0 else "left" if one.at < 0 else "right")
    return f"{side}, {one.far}"


_PICTURES: dict[tuple[object, ...], tuple[Scene, str]] = {}
MOST_KEPT = 2000


def picture(state: State, seat: int, scene: Scene, seed: str, hour: str, region: str = "") -> str:
    """The picture as it is now; drawn once for every look of a place."""
    elements = seen(state, seat, scene)
    beyond = tuple(_shape(state, seat, one) for one in scene.horizon.beyond)
    people = len(state.companions(seat)) if not state.setting_up else 0
    key = (id(scene), seed, elements, beyond, hour, region, people)
    known = _PICTURES.get(key)
    if known is None or known[0] is not scene:
        if len(_PICTURES) >= MOST_KEPT:
            _PICTURES.clear()
        colours = state.world.regions.get(region, PLAIN)
        drawn = compose(scene, elements, beyond, f"{state.pack} {seed}", hour, colours, people)
        known = _PICTURES[key] = (scene, drawn)
    return known[1]


def _shape(state: State, seat: int, beyond: str | int | dict[str, object]) -> str:
    if isinstance(beyond, dict):
        when = beyond.get("when")
        shown = not isinstance(when, dict) or holds(state, Source(seat), when)
        return str(beyond.get("kind", "")) if shown else ""
    return str(beyond)


# Drawing ---------------------------------------------------------------------------------------------------------


def compose(
    scene: Scene, elements: tuple[Seen, ...], beyond: tuple[str, ...], seed: str, hour: str, region: Region, people: int
) -> str:
    """From back to front: sky, horizon, land, things from far to near, weather, the glass in its lead."""
    chance = Chance(seed)
    name = hashlib.blake2b(seed.encode(), digest_size=4).hexdigest()
    line = round(HEIGHT * (1 - scene.horizon.height))
    paint = Paint(scene, hour, region, name, line)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scene" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'preserveAspectRatio="xMidYMid slice" role="img" aria-label="The view; it is told in words below">',
        paint.defs(elements),
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#sky-{name})"/>',
        _sky(paint, chance),
        _bodies(paint, chance),
        _horizon(paint, chance, beyond),
        _land(paint, chance),
    ]
    for depth in ORDER:
        layer = [one for one in elements if one.far == depth]
        layer.sort(key=lambda one: (one.group != "water", one.kind not in GROUND, -SIZES.get(one.size, 1.0)))
        parts += [_element(one, chance, paint) for one in layer]
        if depth in ("far", "mid") and paint.outside:
            y = line + (HEIGHT - line) * (0.16 if depth == "far" else 0.5)
            parts.append(
                f'<rect y="{line - 60}" width="{WIDTH}" height="{y - line + 60:.0f}" fill="url(#air-{name})"/>'
            )
    parts += [_companion(index, line) for index in range(people)]
    parts.append(_weather(scene, chance))
    parts.append(_frame(paint))
    parts.append("</svg>")
    return "".join(parts)


class Paint:
    """The colours of one place: the sky is the hour's, ground, shade and accent are the region's."""

    def __init__(self, scene: Scene, hour: str, region: Region, name: str, line: int) -> None:
        self.scene, self.hour, self.region, self.name, self.line = scene, hour, region, name, line
        self.outside = scene.sky.kind not in ("ceiling", "none", "water")
        top, low = SKIES[hour]
        if scene.sky.kind in ("ceiling", "none"):
            top, low = _mix(region.shade, "#000000", 0.55), _mix(region.shade, "#000000", 0.2)
        elif scene.sky.kind == "water":
            top, low = "#2f7f9e", "#12384c"
        elif scene.sky.kind == "storm":
            top, low = _mix(top, "#23262f", 0.72), _mix(low, "#5b5e66", 0.5)
        elif scene.sky.kind == "veiled":
            top, low = _mix(top, "#b9bdc4", 0.25), _mix(low, "#e6e4de", 0.25)
        self.top, self.low = top, low
        self.dark = {"night": 0.5, "dusk": 0.24}.get(hour, 0.0) + (0.16 if scene.sky.kind == "none" else 0.0)
        self.ground = _mix(region.ground, "#060810", self.dark)
        self.shade = _mix(region.shade, "#060810", self.dark)
        self.lights = {"left": (0, 1), "right": (1, 0)}.get(scene.light.from_, (0.5, 0.5))  # x of light, x of shade

    def defs(self, elements: tuple[Seen, ...]) -> str:
        name = self.name
        bands = ""
        if self.scene.sky.kind == "banded":
            bands = "".join(
                f'<stop offset="{at}" stop-color="{_mix(self.top, self.low, share)}"/>'
                for at, share in ((0.2, 0.1), (0.22, 0.32), (0.38, 0.4), (0.4, 0.62), (0.56, 0.7), (0.58, 0.86))
            )
        return (
            f'<defs><linearGradient id="sky-{name}" x2="0" y2="1"><stop stop-color="{self.top}"/>{bands}'
            f'<stop offset="{min(0.95, self.line / HEIGHT + 0.05):.2f}" stop-color="{self.low}"/></linearGradient>'
            f'<linearGradient id="land-{name}" x2="0" y2="1"><stop stop-color="{_mix(self.ground, self.low, 0.42)}"/>'
            f'<stop offset="0.3" stop-color="{self.ground}"/><stop offset="1" stop-color="{_mix(self.shade, self.ground, 0.3)}"/></linearGradient>'
            f'<linearGradient id="air-{name}" x2="0" y2="1"><stop stop-color="{self.low}" stop-opacity="0"/>'
            f'<stop offset="0.5" stop-color="{self.low}" stop-opacity="0.2"/><stop offset="1" stop-color="{self.low}" stop-opacity="0"/></linearGradient>'
            f'<radialGradient id="sun-{name}"><stop stop-color="#fffbe8"/><stop offset="0.16" stop-color="#fff3cf" stop-opacity="0.95"/>'
            f'<stop offset="0.2" stop-color="#ffe9b8" stop-opacity="0.4"/><stop offset="1" stop-color="#ffe9b8" stop-opacity="0"/></radialGradient>'
            f'<radialGradient id="glow-{name}"><stop stop-color="#ffe9a6" stop-opacity="0.6"/><stop offset="1" stop-color="#ffe9a6" stop-opacity="0"/></radialGradient>'
            f'<radialGradient id="edge-{name}" cx="0.5" cy="0.42" r="0.8"><stop offset="0.55" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#05050c" stop-opacity="0.3"/></radialGradient>'
            + "".join(self._shading(one) for one in elements)
            + "</defs>"
        )

    def _shading(self, one: Seen) -> str:
        """Brighter where the light falls."""
        colour = self.colour(one)
        bright, shady = _mix(colour, "#fff4dc", 0.26), _mix(colour, "#0a0a18", 0.3)
        x1, x2 = self.lights
        if x1 == x2:
            return f'<linearGradient id="e{one.index}-{self.name}" x2="0" y2="1"><stop stop-color="{bright}"/><stop offset="1" stop-color="{shady}"/></linearGradient>'
        return f'<linearGradient id="e{one.index}-{self.name}" x1="{x1}" x2="{x2}" y2="0.4"><stop stop-color="{bright}"/><stop offset="1" stop-color="{shady}"/></linearGradient>'

    def colour(self, one: Seen) -> str:
        own = {
            "ground": _mix(self.region.ground, "#ffffff", 0.12),
            "shade": self.region.shade,
            "accent": self.region.accent,
        }
        base = TINTS.get(one.tint) or own.get(one.tint) or KIND_COLOURS.get(one.kind) or GROUP_COLOURS[one.group]
        if one.group == "landforms" and not one.tint:
            base = _mix(self.region.ground, self.region.shade, 0.4)
        fade = {"horizon": 0.62, "far": 0.4, "mid": 0.12, "near": 0.0}.get(one.far, 0.0)
        dark = 0.0 if one.glows or one.state == "lit" else self.dark * 0.8
        return _mix(_mix(base, self.low, fade), "#05060c", dark)


def _mix(one: str, two: str, share: float) -> str:
    a, b = (tuple(int(text[i : i + 2], 16) for i in (1, 3, 5)) for text in (one, two))
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(a, b, strict=True))


# Sky and land ----------------------------------------------------------------------------------------------------


def _sky(paint: Paint, chance: Chance) -> str:
    kind, line = paint.scene.sky.kind, paint.line
    if kind == "ceiling":
        beams = "".join(
            f'<path d="M{800 + x * 0.34:.0f} {line * 0.52:.0f}L{800 + x * 2.2:.0f} 0h60L{816 + x * 0.34:.0f} {line * 0.52:.0f}z" fill="#000" opacity="0.26"/>'
            for x in range(-700, 701, 200)
        )
        wall = f'<path d="M240 {line}V{line * 0.5:.0f}H1360V{line}z" fill="{_mix(paint.region.shade, paint.region.ground, 0.35)}" opacity="0.8"/>'
        return (
            beams
            + wall
            + f'<path d="M0 0L240 {line * 0.5:.0f}V{line}H0zM1600 0L1360 {line * 0.5:.0f}V{line}H1600z" fill="#000" opacity="0.24"/>'
        )
    if kind == "water":
        shafts = "".join(
            f'<path d="M{x} 0h90L{x + chance.between(-160, 160):.0f} {HEIGHT}h-200z" fill="#dff5f4" opacity="0.07"/>'
            for x in range(120, 1500, 230)
        )
        return shafts + "".join(
            f'<circle cx="{chance.between(0, WIDTH)}" cy="{chance.between(60, HEIGHT)}" r="{chance.between(3, 11)}" fill="none" stroke="#e8fbff" stroke-width="2" opacity="0.35"/>'
            for _ in range(26)
        )
    if kind == "none":
        return ""
    pale = _mix(paint.low, "#ffffff", 0.4 if paint.hour != "night" else 0.08)
    shape = {"clear": (4, 0.3), "veiled": (9, 0.3), "banded": (5, 0.22), "storm": (12, 0.55)}[
        kind if kind in ("clear", "veiled", "banded", "storm") else "clear"
    ]
    colour = _mix(paint.top, "#14161d", 0.45) if kind == "storm" else pale
    return "".join(_cloud(chance, line, colour, shape[1], long=kind in ("veiled", "banded")) for _ in range(shape[0]))


def _cloud(chance: Chance, line: int, colour: str, strength: float, *, long: bool) -> str:
    x, y = chance.between(-100, WIDTH), chance.between(30, max(60, line * 0.72))
    wide = chance.between(200, 460) * (1.5 if long else 1.0)
    high = wide * (0.07 if long else 0.16)
    puffs = "".join(
        f'<ellipse cx="{x + wide * at:.0f}" cy="{y - high * up:.0f}" rx="{wide * size:.0f}" ry="{high * (size * 3.4):.0f}"/>'
        for at, up, size in ((0, 0, 0.26), (0.2, 0.5, 0.22), (0.42, 0.2, 0.28), (-0.22, 0.15, 0.2))
    )
    return f'<g fill="{colour}" opacity="{strength * chance.between(0.5, 1.0):.2f}">{puffs}</g>'


def _bodies(paint: Paint, chance: Chance) -> str:
    drawn = []
    side = {"left": 230, "right": 1370}.get(paint.scene.light.from_, 800)
    line, name = paint.line, paint.name
    for body in paint.scene.sky.bodies:
        if body == "sun_low":
            drawn.append(f'<circle cx="{side}" cy="{line - 46}" r="330" fill="url(#sun-{name})"/>')
        elif body == "sun_high":
            drawn.append(f'<circle cx="{side}" cy="130" r="300" fill="url(#sun-{name})"/>')
        elif body == "glow":
            drawn.append(f'<ellipse cx="{side}" cy="{line}" rx="760" ry="260" fill="url(#glow-{name})"/>')
        elif body in ("stars", "moonless"):
            count = 90 if body == "stars" else 34
            drawn += [
                f'<circle cx="{chance.between(0, WIDTH)}" cy="{chance.between(0, line)}" r="{chance.between(0.8, 2.8)}" fill="#fff" opacity="{chance.between(0.3, 1.0)}"/>'
                for _ in range(count)
            ]
        elif body == "pane_glint":
            x = chance.between(300, 1200)
            drawn.append(
                f'<path d="M{x} 0h70L{x - 220:.0f} {line}h-44zM{x + 100:.0f} 0h16L{x - 130:.0f} {line}h-10z" fill="#fff" opacity="0.17"/>'
            )
        elif body == "falling_ship":
            drawn.append(
                f'<path d="M1190 96L880 30" stroke="#ffd9a0" stroke-width="7" stroke-linecap="round" opacity="0.6"/><path d="M1168 74q60 0 86 34q-50 20 -92 -4z" fill="#f4efe4"/><circle cx="1214" cy="96" r="40" fill="url(#glow-{name})"/>'
            )
    return "".join(drawn)


def _horizon(paint: Paint, chance: Chance, beyond: tuple[str, ...]) -> str:
    line, kind = paint.line, paint.scene.horizon.line
    drawn = []
    for shape in beyond:
        if shape == "shutters":
            slats = "".join(
                f'<path d="M0 {y}H{WIDTH}" stroke="#fff0c8" stroke-width="4" opacity="0.5"/><path d="M0 {y + 4}H{WIDTH}V{y + 18}H0z" fill="#000" opacity="0.1"/>'
                for y in range(34, line, 32)
            )
            posts = "".join(
                f'<path d="M{x} 0h16V{line}h-16z" fill="#3f4046" opacity="0.6"/>' for x in range(190, WIDTH, 400)
            )
            drawn.append(
                f'<g><rect width="{WIDTH}" height="{line}" fill="{_mix("#6a6a70", paint.low, 0.3)}" opacity="0.72"/>{slats}{posts}</g>'
            )
        elif shape == "mullion":
            drawn.append(
                f'<path d="M0 {line - 96}H{WIDTH}V{line + 4}H0z" fill="{_mix("#74777c", paint.low, 0.35)}"/><path d="M0 {line - 96}H{WIDTH}V{line - 82}H0z" fill="#fff" opacity="0.3"/>'
                + "".join(
                    f'<path d="M{x} {line - 82}V{line + 4}" stroke="#000" opacity="0.14" stroke-width="4"/>'
                    for x in range(90, WIDTH, 160)
                )
            )
        elif shape == "own_back":
            drawn.append(
                f'<path d="M792 {line}q-2 -34 8 -40q10 6 8 40z" fill="#23252c" opacity="0.8"/><circle cx="800" cy="{line - 45}" r="5" fill="#23252c" opacity="0.8"/>'
            )
        elif shape:
            x, far = chance.between(480, 1080), _mix(paint.region.ground, paint.low, 0.62)
            drawn.append(
                f'<path d="M{x} {line + 4}v-60l20 -34 20 34v60zM{x + 52} {line + 4}v-34h30v34zM{x - 50} {line + 4}v-26h34v26z" fill="{far}"/>'
            )
    if kind in ("rolling", "jagged", "terraced", "wall"):
        drawn.append(_ridge(kind, chance, line, _mix(paint.ground, paint.low, 0.68), 1.25))
        drawn.append(_ridge(kind, chance, line, _mix(paint.ground, paint.low, 0.5), 0.8))
    return "".join(drawn)


def _ridge(kind: str, chance: Chance, line: int, colour: str, tall: float) -> str:
    if kind == "wall":
        top = round(line - 190 * tall)
        joints = "".join(
            f'<path d="M0 {y}H{WIDTH}" stroke="#000" stroke-width="3" opacity="0.1"/>'
            for y in range(top + 40, line, 44)
        )
        return f'<path d="M0 {top}H{WIDTH}V{line + 4}H0z" fill="{colour}"/>{joints}'
    points = [f"M-20 {line + 4}"]
    x = -20.0
    while x < WIDTH + 20:
        step = chance.between(110, 260)
        y = line - chance.between(24, 96 if kind == "rolling" else 150) * tall
        if kind == "rolling":
            points.append(f"Q{x + step / 2:.0f} {y - 16:.0f} {x + step:.0f} {line - 14 * tall:.0f}")
        elif kind == "jagged":
            points.append(
                f"L{x + step * 0.36:.0f} {y:.0f}L{x + step * 0.5:.0f} {y + 22:.0f}L{x + step * 0.62:.0f} {y + 6:.0f}L{x + step:.0f} {line - 12 * tall:.0f}"
            )
        else:
            points.append(f"L{x + 16:.0f} {y:.0f}H{x + step:.0f}")
        x += step
    return f'<path d="{"".join(points)}L{WIDTH + 20} {line + 4}z" fill="{colour}"/>'


def _land(paint: Paint, chance: Chance) -> str:
    line, name = paint.line, paint.name
    drawn = [f'<rect y="{line}" width="{WIDTH}" height="{HEIGHT - line}" fill="url(#land-{name})"/>']
    if paint.scene.sky.kind == "ceiling":  # a floor of boards or flags, running away from the eye
        drawn += [
            f'<path d="M{800 + x * 0.35:.0f} {line}L{800 + x * 2.4:.0f} {HEIGHT}" stroke="#000" stroke-width="3" opacity="0.16"/>'
            for x in range(-800, 801, 130)
        ]
        drawn += [
            f'<path d="M0 {line + (HEIGHT - line) * at:.0f}H{WIDTH}" stroke="#000" stroke-width="3" opacity="0.12"/>'
            for at in (0.12, 0.3, 0.56)
        ]
        return "".join(drawn)
    for at, share in ((0.1, 0.3), (0.3, 0.12), (0.58, 0.26)):  # folds of the ground
        y = line + (HEIGHT - line) * at
        lift, fall = chance.between(-34, 10), chance.between(-30, 30)
        colour = _mix(paint.ground, paint.low if at < 0.2 else paint.shade, share)
        drawn.append(
            f'<path d="M0 {y + fall:.0f}Q{chance.between(300, 600)} {y + lift:.0f} 800 {y:.0f}T{WIDTH} {y - fall:.0f}V{HEIGHT}H0z" fill="{colour}" opacity="0.5"/>'
        )
    tuft = _mix(paint.ground, "#ffffff", 0.16), _mix(paint.shade, "#000000", 0.2)
    for number in range(46):
        deep = chance.between(0.06, 1.0)
        x, y, size = chance.between(0, WIDTH), line + (HEIGHT - line) * deep, 4 + 20 * deep
        drawn.append(
            f'<path d="M{x} {y:.0f}q{size * 0.3:.0f} {-size:.0f} {size * 0.5:.0f} 0q{size * 0.4:.0f} {-size * 0.8:.0f} {size:.0f} 0z" fill="{tuft[number % 2]}" opacity="0.3"/>'
        )
    return "".join(drawn)


# Things ----------------------------------------------------------------------------------------------------------

GROUP_COLOURS: Final = {
    "landforms": "#8d8370",
    "water": "#4a8199",
    "flora": "#5f8a4c",
    "structures": "#94765a",
    "creatures": "#5b4a63",
    "foreground": "#a8835a",
}
KIND_COLOURS: Final = {
    **dict.fromkeys("wall tower belfry arch tomb statue stair well gate bridge".split(), "#9a917f"),
    **dict.fromkeys("pipework crane scales lever chain mast hull pod mullion".split(), "#77828c"),
    **dict.fromkeys("moths birds".split(), "#e8dfc8"),
    **dict.fromkeys("shutters frame_pane lamp_post".split(), "#6b6e75"),
    **dict.fromkeys("pillar_folk boulders scree cave_mouth".split(), "#8a8174"),
    **dict.fromkeys("fungus_glow glass_tree".split(), "#8ce0c4"),
    **dict.fromkeys("bottle shard mirror".split(), "#7fc7b8"),
    **dict.fromkeys("herd_beast goat_like".split(), "#a08a6c"),
    **dict.fromkeys("ice ice_shelf".split(), "#cfe6ee"),
    "fox_like": "#b5673a",
    "crab": "#c8553d",
    "snake_like": "#6b8a3f",
    "fish": "#8fb3bd",
    "kettle": "#b07a45",
    "throne": "#8a6a34",
    "tent": "#c9b58c",
    "dead_tree": "#6b5b50",
    "thorn": "#4f4a3c",
    "hot_spring": "#6fb7b2",
    "still_fen": "#33474c",
    "flooded_hall": "#2c4a5a",
    "lead_road": "#8b9097",
    "footprints": "#3a3028",
}


def _element(one: Seen, chance: Chance, paint: Paint) -> str:
    depth, scale = DEPTH.get(one.far, DEPTH["mid"])
    line = paint.line
    base = line + (HEIGHT - line) * depth
    size = scale * SIZES.get(one.size, 1.0) * WEIGHT[one.group]
    colour = paint.colour(one)
    head = (
        f'<g class="el" data-name="feature-e{one.index}" fill="url(#e{one.index}-{paint.name})" color="{_mix(colour, "#0a0a12", 0.12)}" '
        f'stroke="{_mix(colour, "#0a0a12", 0.55)}" stroke-opacity="0.55" stroke-width="1.6" stroke-linejoin="round"><title>{_safe(one.detail or one.kind.replace("_", " "))}</title>'
    )
    centre = 800 + (one.at if isinstance(one.at, int) else 0) * 232
    if one.kind in GROUND:
        return head + GROUND[one.kind](one.at == "all", centre, base, line, size, chance) + "</g>"
    draw = SHAPES.get(one.kind, boulders)
    drawn = []
    for number, (x, y, small) in enumerate(_spots(one, centre, base, size, chance)):
        tilt = chance.between(-8, 8) if one.state in ("loose", "broken") else 0
        flip = "-" if number % 2 else ""
        shadow = f'<ellipse cx="{8 if paint.lights[0] == 0 else -8}" cy="6" rx="{46 if one.group != "landforms" else 130}" ry="{9 if one.group != "landforms" else 14}" fill="#05060c" fill-opacity="0.2" stroke="none"/>'
        shadow = "" if one.kind in ("birds", "moths", "fish") else shadow
        drawn.append(
            f'<g transform="translate({x:.0f} {y:.0f}) rotate({tilt}) scale({flip}{small:.2f} {small:.2f})">{shadow}{draw(one, chance)}</g>'
        )
    glow = ""
    if one.glows or one.state == "lit":
        glow = f'<circle cx="{centre:.0f}" cy="{base - 90 * size:.0f}" r="{190 * size:.0f}" fill="url(#glow-{paint.name})" stroke="none"/>'
    return head + glow + "".join(drawn) + "</g>"


def _spots(one: Seen, centre: float, base: float, size: float, chance: Chance) -> list[tuple[float, float, float]]:
    """Where each of several stands: spread sideways, a few rows deep, the far ones first and smaller."""
    if one.at == "all":
        count = max(one.count, 7)
        found = [
            (
                60 + 1480 * n / (count - 1) + chance.between(-50, 50),
                base + chance.between(-40, 40),
                size * chance.between(0.7, 1.1),
            )
            for n in range(count)
        ]
    elif one.count == 1:
        found = [(centre + chance.between(-10, 10), base + chance.between(-4, 10), size)]
    else:
        gap = min(110 * size, 620 / one.count)
        found = [
            (
                centre + (n - (one.count - 1) / 2) * gap + chance.between(-10, 10),
                base + (n % 3 - 1) * 16 * size + chance.between(-6, 8),
                size * (0.86 + 0.07 * (n % 3)),
            )
            for n in range(one.count)
        ]
    return sorted(found, key=lambda spot: spot[1])


def _safe(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _companion(index: int, line: int) -> str:
    x, y = 400 + 190 * index, line + (HEIGHT - line) * 0.78
    return f'<g class="companion" fill="#39323f" transform="translate({x} {y:.0f}) scale(1.5)"><ellipse cy="6" rx="30" ry="7" fill="#05060c" fill-opacity="0.25"/><path d="M-24 6Q-30 -60 -14 -92H14Q30 -60 24 6z"/><circle cy="-108" r="14" fill="#d9b89a"/><path d="M-15 -110Q0 -134 15 -110Q8 -119 0 -119T-15 -110z"/></g>'


# In front of everything ------------------------------------------------------------------------------------------


def _weather(scene: Scene, chance: Chance) -> str:
    kind, much = scene.weather.kind, scene.weather.amount
    if kind == "clear" or much == 0:
        return ""
    if kind in ("mist", "heat_haze"):
        colour, strength = ("#ffffff", 0.13) if kind == "mist" else ("#fff1d8", 0.09)
        return "".join(
            f'<ellipse cx="{chance.between(0, WIDTH)}" cy="{chance.between(420, 800)}" rx="{chance.between(380, 760)}" ry="{chance.between(22, 56)}" fill="{colour}" opacity="{strength}"/>'
            for _ in range(4 * much)
        )
    if kind == "aurora":
        return "".join(
            f'<path d="M{x} 40C{x + 90} 140 {x - 60} 200 {x + 60:.0f} 330H{x + 130:.0f}C{x + 20} 210 {x + 150} 130 {x + 60} 20z" fill="{colour}" opacity="0.2"/>'
            for x, colour in (
                (round(chance.between(60, 1400)), ("#9ff0c8", "#b39ddb", "#8fd3f0")[n % 3]) for n in range(3 * much)
            )
        )
    if kind in ("petals", "moth_drift", "snow", "upsnow", "ashfall", "sparks"):
        colour = {"petals": "#f3c0c8", "moth_drift": "#f3e6b0", "ashfall": "#3a3a3e", "sparks": "#ffb35c"}.get(
            kind, "#ffffff"
        )
        return (
            f'<g fill="{colour}" opacity="0.75">'
            + "".join(
                f'<ellipse cx="{chance.between(0, WIDTH)}" cy="{chance.between(0, HEIGHT)}" rx="{chance.between(2, 7)}" ry="{chance.between(2, 5)}"/>'
                for _ in range(34 * much)
            )
            + "</g>"
        )
    slant, colour = {
        "rain": ("l-9 46", "#e6f0f5"),
        "storm": ("l-30 50", "#e6f0f5"),
        "sandblow": ("q40 -8 90 0", "#e3c27a"),
    }.get(kind, ("q60 -14 130 0", "#ffffff"))
    marks = "".join(
        f"M{chance.between(0, WIDTH)} {chance.between(0, HEIGHT)}{slant}"
        for _ in range((36 if kind in ("rain", "storm") else 12) * much)
    )
    return f'<path d="{marks}" fill="none" stroke="{colour}" stroke-width="3" stroke-linecap="round" opacity="0.4"/>'


def _frame(paint: Paint) -> str:
    """The tint of the glass, and the thin lead that holds it."""
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{paint.top}" opacity="0.07"/>'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#edge-{paint.name})"/>'
        f'<rect x="5" y="5" width="{WIDTH - 10}" height="{HEIGHT - 10}" fill="none" stroke="#4d5056" stroke-width="10"/>'
        f'<rect x="11" y="11" width="{WIDTH - 22}" height="{HEIGHT - 22}" fill="none" stroke="#8b9097" stroke-width="2" opacity="0.7"/>'
    )

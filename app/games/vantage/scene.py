"""The composer: from the scene of a place to its picture, a first-person SVG of 1600 x 900, back to front.

What it draws depends on the scene, the hour, the region and the flags alone, so a place always looks the same. The
interface that a richer illustrator keeps is `picture` and `alt_text`; every element becomes one <g> whose `data-name`
is `feature-e<n>`, n being its place in the scene, so that nothing can be told from ids (VAN-233).
"""

# ruff: noqa: E501 - paths of shapes are data
from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Final

import msgspec

from app.games.vantage.facts import Source, holds
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
DEPTH: Final = {"horizon": (0.02, 0.3), "far": (0.12, 0.45), "mid": (0.42, 0.8), "near": (0.86, 1.3)}
SIZES: Final = {"s": 0.6, "m": 1.0, "l": 1.6, "xl": 2.4}
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
    chance = Chance(seed)
    name = hashlib.blake2b(seed.encode(), digest_size=4).hexdigest()
    line = round(HEIGHT * (1 - scene.horizon.height))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scene" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'preserveAspectRatio="xMidYMid slice" role="img">',
        _defs(scene, name, hour, region),
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="url(#sky-{name})"/>',
        _bodies(scene, chance, line, hour),
        _horizon(scene, chance, line, region, beyond),
        f'<rect y="{line}" width="{WIDTH}" height="{HEIGHT - line}" fill="url(#land-{name})"/>',
    ]
    for depth in ORDER:
        layer = sorted((one for one in elements if one.far == depth), key=lambda one: one.group != "water")
        parts += [_element(one, chance, line, region, hour) for one in layer]
    parts += [_companion(index, chance, line) for index in range(people)]
    parts.append(_weather(scene, chance))
    parts.append(_frame(hour))
    parts.append("</svg>")
    return "".join(parts)


def _defs(scene: Scene, name: str, hour: str, region: Region) -> str:
    top, low = SKIES[hour]
    if scene.sky.kind in ("ceiling", "none"):
        top, low = region.shade, _mix(region.shade, "#000000", 0.4)
    elif scene.sky.kind == "water":
        top, low = "#1c4a63", "#0e2634"
    elif scene.sky.kind == "storm":
        top, low = _mix(top, "#2a2d38", 0.6), _mix(low, "#55585f", 0.5)
    bands = ""
    if scene.sky.kind == "banded":
        bands = f'<stop offset="0.35" stop-color="{_mix(top, low, 0.5)}"/><stop offset="0.4" stop-color="{top}"/>'
    dark = 0.55 if hour == "night" else 0.3 if hour == "dusk" else 0.0
    ground, shade = _mix(region.ground, "#060810", dark), _mix(region.shade, "#060810", dark)
    return (
        f'<defs><linearGradient id="sky-{name}" x2="0" y2="1"><stop stop-color="{top}"/>{bands}'
        f'<stop offset="0.8" stop-color="{low}"/></linearGradient>'
        f'<linearGradient id="land-{name}" x2="0" y2="1"><stop stop-color="{_mix(ground, low, 0.35)}"/>'
        f'<stop offset="0.35" stop-color="{ground}"/><stop offset="1" stop-color="{shade}"/></linearGradient></defs>'
    )


def _mix(one: str, two: str, share: float) -> str:
    a, b = (tuple(int(text[i : i + 2], 16) for i in (1, 3, 5)) for text in (one, two))
    return "#" + "".join(f"{round(x + (y - x) * share):02x}" for x, y in zip(a, b, strict=True))


def _bodies(scene: Scene, chance: Chance, line: int, hour: str) -> str:
    drawn = []
    side = {"left": 220, "right": 1380}.get(scene.light.from_, 800)
    for body in scene.sky.bodies:
        if body == "sun_low":
            drawn.append(f'<circle cx="{side}" cy="{line - 40}" r="70" fill="#fff3d0" opacity="0.9"/>')
        elif body == "sun_high":
            drawn.append(f'<circle cx="{side}" cy="120" r="60" fill="#fffbe8"/>')
        elif body == "glow":
            drawn.append(f'<ellipse cx="{side}" cy="{line}" rx="520" ry="190" fill="#fff0c0" opacity="0.25"/>')
        elif body == "stars":
            drawn += [
                f'<circle cx="{chance.between(0, WIDTH)}" cy="{chance.between(0, line)}" r="{chance.between(1, 3)}" fill="#fff"/>'
                for _ in range(60)
            ]
        elif body == "pane_glint":
            x = chance.between(200, 1200)
            drawn.append(f'<path d="M{x} 0L{x + 60} 0L{x - 220} {line}L{x - 250} {line}z" fill="#fff" opacity="0.16"/>')
        elif body == "falling_ship":
            drawn.append(
                '<path d="M1180 90l60 26-70 10zM1170 112l-260-70" fill="#fff" stroke="#ffd9a0" stroke-width="3"/>'
            )
    return "".join(drawn)


def _horizon(scene: Scene, chance: Chance, line: int, region: Region, beyond: tuple[str, ...]) -> str:
    kind = scene.horizon.line
    far = _mix(region.ground, "#cfd6dc", 0.45)
    drawn = []
    for shape in beyond:
        if shape == "shutters":
            slats = "".join(
                f'<path d="M0 {y}H{WIDTH}" stroke="#f6e9c8" stroke-width="3" opacity="0.5"/>'
                for y in range(40, line, 34)
            )
            drawn.append(f'<g><rect width="{WIDTH}" height="{line}" fill="#5b5a5e" opacity="0.55"/>{slats}</g>')
        elif shape == "mullion":
            drawn.append(
                f'<path d="M0 {line - 90}H{WIDTH}V{line}H0z" fill="#74777c"/><path d="M0 {line - 90}H{WIDTH}" stroke="#a9adb3" stroke-width="6"/>'
            )
        elif shape == "own_back":
            drawn.append(f'<path d="M796 {line - 40}q4-12 8 0v24h-8z" fill="#23252c"/>')
        elif shape:
            x = chance.between(500, 1100)
            drawn.append(f'<path d="M{x} {line}v-60l22-30 22 30v60z" fill="{far}"/>')
    if kind in ("rolling", "jagged", "terraced", "wall"):
        drawn.append(_ridge(kind, chance, line, far))
    return "".join(drawn)


def _ridge(kind: str, chance: Chance, line: int, colour: str) -> str:
    points = [f"M0 {line + 2}"]
    if kind == "wall":
        return f'<path d="M0 {line - 160}H{WIDTH}V{line + 2}H0z" fill="{colour}"/>'
    x = 0.0
    while x < WIDTH:
        step = chance.between(90, 200)
        y = round(line - chance.between(10, 90 if kind == "rolling" else 150))
        if kind == "rolling":
            points.append(f"Q{x + step / 2:.0f} {y - 30} {x + step:.0f} {line - 10}")
        elif kind == "jagged":
            points.append(f"L{x + step / 2:.0f} {y - 40}L{x + step:.0f} {line - 8}")
        else:
            points.append(f"V{y}H{x + step:.0f}")
        x += step
    points.append(f"L{WIDTH} {line + 2}z")
    return f'<path d="{"".join(points)}" fill="{colour}"/>'


def _colour(one: Seen, region: Region, hour: str) -> str:
    base = TINTS.get(one.tint) or {"ground": region.ground, "shade": region.shade, "accent": region.accent}.get(
        one.tint
    )
    base = base or GROUP_COLOURS[one.group]
    fade = {"horizon": 0.5, "far": 0.32, "mid": 0.12, "near": 0.0}[one.far]
    dark = {"night": 0.5, "dusk": 0.25}.get(hour, 0.0) if not (one.glows or one.state == "lit") else 0.0
    return _mix(_mix(base, SKIES[hour][1], fade), "#05060c", dark)


GROUP_COLOURS: Final = {
    "landforms": "#8d8370",
    "water": "#4f86a0",
    "flora": "#5f8a4c",
    "structures": "#8b6d4f",
    "creatures": "#4a3f4e",
    "foreground": "#a8835a",
}


def _element(one: Seen, chance: Chance, line: int, region: Region, hour: str) -> str:
    depth, scale = DEPTH[one.far]
    base = line + (HEIGHT - line) * depth
    size = scale * SIZES[one.size]
    colour = _colour(one, region, hour)
    title = f"<title>{_safe(one.detail or one.kind)}</title>"
    head = f'<g class="el" data-name="feature-e{one.index}" fill="{colour}" stroke="{_mix(colour, "#000000", 0.45)}" stroke-width="2">{title}'
    if one.group == "water" or (one.at == "all" and one.group == "landforms"):
        return head + _water(one, chance, base, size) + "</g>"
    draw = SHAPES.get(one.kind, _heap)
    centre = 800 + (one.at if isinstance(one.at, int) else 0) * 235
    spread = 150 * size if one.count > 1 else 0
    drawn = []
    for number in range(one.count):
        offset = (number - (one.count - 1) / 2) * spread * 2 / max(1, one.count - 1) if one.count > 1 else 0
        x, y = centre + offset + chance.between(-14, 14), base + chance.between(-8, 18)
        tilt = chance.between(-9, 9) if one.state in ("loose", "broken") else 0
        drawn.append(
            f'<g transform="translate({x:.0f} {y:.0f}) rotate({tilt}) scale({size:.2f})">{draw(one, chance)}</g>'
        )
    glow = (
        f'<circle cx="{centre:.0f}" cy="{base - 70 * size:.0f}" r="{120 * size:.0f}" fill="#ffe9a6" stroke="none" opacity="0.28"/>'
        if one.glows or one.state == "lit"
        else ""
    )
    return head + glow + "".join(drawn) + "</g>"


def _safe(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _water(one: Seen, chance: Chance, base: float, size: float) -> str:
    height = 70 * size
    if one.kind in ("falls", "upfall"):
        x = 800 + (one.at if isinstance(one.at, int) else 0) * 235
        return f'<path d="M{x - 60} {base - 320 * size:.0f}q60 20 120 0l20 {330 * size:.0f}h-160z" opacity="0.8"/>'
    if one.at == "all":
        left, right = -20, WIDTH + 20
    else:
        middle = 800 + int(one.at) * 235
        left, right = round(middle - 260 * size), round(middle + 260 * size)
    body = f'<path d="M{left} {base:.0f}Q{(left + right) / 2:.0f} {base - 24:.0f} {right} {base:.0f}V{base + height:.0f}Q{(left + right) / 2:.0f} {base + height + 30:.0f} {left} {base + height:.0f}z" stroke="none" opacity="0.88"/>'
    ripples = "".join(
        f'<path d="M{chance.between(left, right - 120)} {chance.between(base, base + height)}h{chance.between(30, 140)}" stroke="#fff" opacity="0.25"/>'
        for _ in range(7)
    )
    return body + ripples


# Shapes stand on (0, 0) and are about 120 high -------------------------------------------------------------------

Shape = Callable[[Seen, Chance], str]


def _heap(one: Seen, chance: Chance) -> str:
    w = chance.between(36, 56)
    return f'<path d="M{-w} 0Q{-w / 2} -46 0 -44Q{w * 0.7:.1f} -40 {w} 0z"/><path d="M{-w / 2} -12h{w}" fill="none"/>'


def _hill(one: Seen, chance: Chance) -> str:
    top = chance.between(60, 120)
    return f'<path d="M-190 8Q-90 {-top} 10 {-top * 0.8:.0f}Q120 {-top * 0.7:.0f} 200 8z" stroke="none"/>'


def _cliff(one: Seen, chance: Chance) -> str:
    cracks = "".join(f'<path d="M{chance.between(-90, 80)} -220l12 60-16 70" fill="none"/>' for _ in range(3))
    return f'<path d="M-120 10L-104 -250L-30 -276L60 -240L116 -262L130 10z"/>{cracks}'


def _vent(one: Seen, chance: Chance) -> str:
    steam = (
        ""
        if one.state == "shut"
        else '<path d="M-10 -64q-30 -60 6 -110q30 -50 4 -110" fill="none" stroke="#fff" stroke-width="16" opacity="0.35"/>'
    )
    return f'<path d="M-80 6L-34 -64H34L84 6z"/>{steam}'


def _arch(one: Seen, chance: Chance) -> str:
    return '<path d="M-110 6V-130Q0 -240 110 -130V6H60V-110Q0 -170 -60 -110V6z"/>'


def _reeds(one: Seen, chance: Chance) -> str:
    return "".join(
        f'<path d="M{x} 4q{chance.between(-16, 16)} -60 {chance.between(-26, 26)} {-chance.between(90, 150)}" fill="none" stroke="currentColor"/>'
        f'<ellipse cx="{x + 2}" cy="-96" rx="5" ry="17"/>'
        for x in (-26, -10, 6, 22)
    )


def _tree(one: Seen, chance: Chance) -> str:
    lean = chance.between(-18, 18)
    crown = (
        ""
        if one.kind == "dead_tree"
        else (
            f'<circle cx="{lean}" cy="-170" r="62"/><circle cx="{lean - 46}" cy="-130" r="42"/><circle cx="{lean + 46}" cy="-132" r="44"/>'
        )
    )
    limbs = '<path d="M0 -90l-46 -52M4 -110l44 -48" fill="none" stroke-width="8"/>' if one.kind == "dead_tree" else ""
    return f'<path d="M-14 6Q-4 -70 {lean} -150L{lean + 10} -150Q14 -60 18 6z"/>{limbs}{crown}'


def _low_plants(one: Seen, chance: Chance) -> str:
    return "".join(
        f'<path d="M{x} 4q{chance.between(-20, -6)} -30 {chance.between(-30, 0)} -44q26 6 {chance.between(10, 30)} 44z"/>'
        for x in (-40, -14, 12, 38)
    )


def _mushroom(one: Seen, chance: Chance) -> str:
    return '<path d="M-8 4V-50H10V4z"/><path d="M-46 -46Q0 -116 48 -46z"/><circle cx="-12" cy="-66" r="6" fill="#fff" opacity="0.6"/>'


def _root(one: Seen, chance: Chance) -> str:
    return '<path d="M-60 10Q-30 -240 -14 -330L14 -330Q34 -240 66 10z"/><path d="M-26 0Q-10 -160 -4 -320M28 0Q14 -150 6 -320" fill="none"/>'


def _posts(one: Seen, chance: Chance) -> str:
    tilt = chance.between(-12, 12)
    return f'<g transform="rotate({tilt})"><path d="M-12 4V-140l12 -12 12 12V4z"/><path d="M-8 -110h14M-8 -96h14M-8 -82h14M-8 -68l14 -36" fill="none"/></g>'


def _hut(one: Seen, chance: Chance) -> str:
    lit = "#ffe08a" if one.state in ("lit", "whole") else "#2a2622"
    return f'<path d="M-50 4V-30M50 4V-30" stroke-width="8"/><path d="M-66 -30V-96H66V-30z"/><path d="M-84 -92L0 -158L84 -92z"/><rect x="-14" y="-80" width="28" height="30" fill="{lit}"/>'


def _tower(one: Seen, chance: Chance) -> str:
    bell = '<path d="M-16 -196q16 -34 32 0l6 16h-44z" fill="#d8b96a"/>' if one.kind in ("belfry", "beacon") else ""
    return f'<path d="M-40 6L-30 -170H30L42 6z"/><path d="M-44 -170H44V-216H-44z"/><path d="M-52 -216L0 -266L52 -216z"/>{bell}<rect x="-9" y="-120" width="18" height="34" fill="#231f1c"/>'


def _gate(one: Seen, chance: Chance) -> str:
    leaf = (
        ""
        if one.state == "open"
        else '<path d="M-40 4V-120H40V4z" opacity="0.75"/><path d="M0 4V-120M-40 -60H40" fill="none"/>'
    )
    return f'<path d="M-62 6V-160H-40V6zM40 6V-160H62V6z"/><path d="M-74 -160H74V-184H-74z"/>{leaf}'


def _stair(one: Seen, chance: Chance) -> str:
    return "".join(
        f'<path d="M{-120 + 12 * n} {4 - 24 * n}H{120 - 12 * n}V{-20 - 24 * n}H{-120 + 12 * n}z"/>' for n in range(7)
    )


def _path(one: Seen, chance: Chance) -> str:
    gap = '<path d="M-60 -66h120l6 20h-132z" fill="#15181a"/>' if one.state == "broken" else ""
    return f'<path d="M-150 40Q-60 -90 -14 -190H14Q60 -90 150 40z"/><path d="M-90 10h180M-66 -40h132M-40 -96h80" fill="none"/>{gap}'


def _bridge(one: Seen, chance: Chance) -> str:
    return '<path d="M-170 -20Q0 -110 170 -20V6Q0 -80 -170 6z"/><path d="M-120 -42v-34M-60 -62v-34M0 -68v-34M60 -62v-34M120 -42v-34M-120 -76Q0 -118 120 -76" fill="none"/>'


def _boat(one: Seen, chance: Chance) -> str:
    rope = '<path d="M70 -20q60 -40 120 -30" fill="none"/>' if one.state == "tied" else ""
    return f'<path d="M-90 -26Q0 10 90 -26L66 10Q0 26 -66 10z"/><path d="M0 -20V-130M2 -126Q60 -90 4 -40z"/>{rope}'


def _hull(one: Seen, chance: Chance) -> str:
    return '<path d="M-150 10Q-170 -120 -20 -150Q120 -160 160 10z"/><circle cx="-60" cy="-70" r="15" fill="#bfe0ea"/><circle cx="-4" cy="-84" r="15" fill="#bfe0ea"/><circle cx="52" cy="-76" r="15" fill="#bfe0ea"/>'


def _machine(one: Seen, chance: Chance) -> str:
    return '<path d="M-50 4V-80H50V4z"/><circle cy="-110" r="38"/><path d="M-38 -110H38M0 -148V-72M50 -60h40v-60" fill="none" stroke-width="6"/>'


def _lamp(one: Seen, chance: Chance) -> str:
    fill = "#2b2a2c" if one.state in ("dark", "empty") else "#ffe9a6"
    return f'<path d="M-5 4V-120H5V4z"/><path d="M-20 -120H20L14 -164H-14z" fill="{fill}"/><path d="M-24 -164H24L0 -184z"/>'


def _panel(one: Seen, chance: Chance) -> str:
    return '<path d="M-6 4V-60H6V4z"/><path d="M-62 -60V-140H62V-60z"/><path d="M-48 -122H46M-48 -104H40M-48 -86H30" fill="none"/>'


def _pane(one: Seen, chance: Chance) -> str:
    return (
        '<path d="M-60 4V-190H60V4z" fill-opacity="0.35"/><path d="M-60 -90H60M0 4V-190M-40 -20L30 -160" fill="none"/>'
    )


def _well(one: Seen, chance: Chance) -> str:
    return '<ellipse cy="-40" rx="56" ry="16" fill="#16181c"/><path d="M-56 -40V0Q0 26 56 0V-40Q0 -14 -56 -40z"/><path d="M-46 -40V-120H46V-40M-60 -118L0 -150L60 -118" fill="none" stroke-width="6"/>'


def _scales(one: Seen, chance: Chance) -> str:
    return '<path d="M-6 4V-170H6V4zM-40 4H40V-8H-40z"/><path d="M-100 -150H100M-100 -150l-26 60h52zM100 -150l-26 60h52z" fill="none" stroke-width="5"/><path d="M-130 -90q30 26 60 0zM70 -90q30 26 60 0z"/>'


def _figure(one: Seen, chance: Chance) -> str:
    tall = {"small_folk": 0.55, "tall_folk": 1.5, "pillar_folk": 1.8}.get(one.kind, 1.0)
    return f'<g transform="scale({tall})"><circle cy="-104" r="14"/><path d="M-20 4Q-24 -84 0 -92Q24 -84 20 4z"/></g>'


def _mask(one: Seen, chance: Chance) -> str:
    return '<path d="M-30 -130Q0 -150 30 -130Q34 -70 0 -50Q-34 -70 -30 -130z"/><path d="M-16 -108h10M6 -108h10M-8 -74q8 6 16 0" fill="none"/>'


def _beast(one: Seen, chance: Chance) -> str:
    horn = '<path d="M58 -92q10 -26 26 -22M50 -92q-2 -28 12 -34" fill="none"/>' if one.kind == "goat_like" else ""
    return f'<path d="M-60 4V-50Q-56 -84 0 -82H40Q44 -108 66 -100Q82 -84 64 -72L56 -40V4H42V-34H-40V4z"/>{horn}'


def _flyers(one: Seen, chance: Chance) -> str:
    y = chance.between(-230, -120)
    return f'<path d="M-26 {y}q13 -18 26 0q13 -18 26 0q-14 -6 -26 8q-12 -14 -26 -8z"/>'


def _swimmer(one: Seen, chance: Chance) -> str:
    return '<path d="M-40 -14Q0 -44 40 -14L64 -30V4L40 -10Q0 20 -40 -14z"/>'


def _lamp_walker(one: Seen, chance: Chance) -> str:
    return '<circle cy="-96" r="64" fill="#ffe9a6" stroke="none" opacity="0.4"/><path d="M-18 -70H18L12 -116H-12z" fill="#ffe9a6"/><path d="M-22 -116H22L0 -138zM-10 -70l-10 66M10 -70l12 66" fill="none" stroke-width="4"/>'


def _round_thing(one: Seen, chance: Chance) -> str:
    return '<path d="M-26 -46H26Q24 4 0 4Q-24 4 -26 -46z"/><ellipse cy="-46" rx="26" ry="8" fill="#1c1a18"/>'


def _box(one: Seen, chance: Chance) -> str:
    return '<path d="M-38 4V-52H38V4z"/><path d="M-38 -34H38M0 -52V4" fill="none"/>'


def _coil(one: Seen, chance: Chance) -> str:
    return '<path d="M-40 -6a40 14 0 1 0 80 0a40 14 0 1 0 -80 0M-26 -12a26 9 0 1 0 52 0M30 -4q40 10 70 -6" fill="none" stroke-width="7"/>'


def _leaf_thing(one: Seen, chance: Chance) -> str:
    return '<path d="M-44 0L-30 -36L44 -44L34 -4z"/><path d="M-24 -26L30 -32M-22 -16L20 -20" fill="none"/>'


def _shard(one: Seen, chance: Chance) -> str:
    return '<path d="M-26 4L-10 -74L18 -50L28 4z" fill-opacity="0.8"/><path d="M-10 -74L4 4" fill="none"/>'


SHAPES: Final[dict[str, Shape]] = {
    **dict.fromkeys(
        "plain hummocks dunes ridge peak cone mesa island sandbar ice_shelf lava_field crater sinkhole lead_road".split(),
        _hill,
    ),
    **dict.fromkeys("cliff terraces gorge pillars mullion shutters wall".split(), _cliff),
    **dict.fromkeys("boulders scree bones nest sacks rag egg".split(), _heap),
    "vents": _vent,
    **dict.fromkeys("cave_mouth arch tomb".split(), _arch),
    **dict.fromkeys("reeds grass_sea spines kelp crop_rows".split(), _reeds),
    **dict.fromkeys("orchard_tree glass_tree dead_tree thorn".split(), _tree),
    **dict.fromkeys("moss fern snow_bloom vine hedge lily lichen".split(), _low_plants),
    "fungus_glow": _mushroom,
    **dict.fromkeys("giant_root mast loom".split(), _root),
    "posts": _posts,
    **dict.fromkeys("stilt_hut grown_house tent stall kiln".split(), _hut),
    **dict.fromkeys("tower belfry beacon windmill".split(), _tower),
    **dict.fromkeys("gate door throne".split(), _gate),
    "stair": _stair,
    **dict.fromkeys("causeway planks split_root dock footprints".split(), _path),
    "bridge": _bridge,
    **dict.fromkeys("boat raft rope_ferry".split(), _boat),
    **dict.fromkeys("hull pod".split(), _hull),
    **dict.fromkeys("crane kettle pipework sluice wheel lever tool".split(), _machine),
    "lamp_post": _lamp,
    **dict.fromkeys("board signboard shelves mask_rack".split(), _panel),
    **dict.fromkeys("frame_pane mirror".split(), _pane),
    "well": _well,
    "scales": _scales,
    **dict.fromkeys("figure group small_folk tall_folk pillar_folk statue doll giant_part".split(), _figure),
    "mask": _mask,
    **dict.fromkeys("herd_beast fox_like goat_like crab".split(), _beast),
    **dict.fromkeys("birds moths feather".split(), _flyers),
    **dict.fromkeys("fish snake_like".split(), _swimmer),
    "walking_lamp": _lamp_walker,
    **dict.fromkeys("cup bottle bell jar basket shell fruit".split(), _round_thing),
    **dict.fromkeys("crate book ledger seat coin".split(), _box),
    **dict.fromkeys("rope chain net".split(), _coil),
    "letter": _leaf_thing,
    "shard": _shard,
}


def _companion(index: int, chance: Chance, line: int) -> str:
    x, y = 420 + 190 * index, line + (HEIGHT - line) * 0.75
    return f'<g class="companion" fill="#2f2b36" transform="translate({x} {y:.0f}) scale(1.5)"><circle cy="-104" r="14"/><path d="M-20 4Q-24 -84 0 -92Q24 -84 20 4z"/></g>'


def _weather(scene: Scene, chance: Chance) -> str:
    kind, much = scene.weather.kind, scene.weather.amount
    if kind == "clear" or much == 0:
        return ""
    if kind in ("mist", "heat_haze", "aurora"):
        colour = "#bff0d4" if kind == "aurora" else "#ffffff"
        return "".join(
            f'<ellipse cx="{chance.between(0, WIDTH)}" cy="{chance.between(300, 760)}" rx="{chance.between(300, 620)}" ry="{chance.between(24, 60)}" fill="{colour}" opacity="0.14"/>'
            for _ in range(3 * much)
        )
    slant = {"rain": "l-8 40", "storm": "l-26 44", "wind": "h70", "sandblow": "h50", "upsnow": "v-5"}.get(kind, "v4")
    colour = {
        "sparks": "#ffb35c",
        "ashfall": "#444",
        "sandblow": "#e3c27a",
        "petals": "#f3c0c8",
        "moth_drift": "#f3e6b0",
    }.get(kind, "#fff")
    marks = "".join(f"M{chance.between(0, WIDTH)} {chance.between(0, HEIGHT)}{slant}" for _ in range(40 * much))
    return f'<path d="{marks}" fill="none" stroke="{colour}" stroke-width="4" stroke-linecap="round" opacity="0.5"/>'


def _frame(hour: str) -> str:
    tint = SKIES[hour][0]
    return (
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{tint}" opacity="0.08"/>'
        f'<rect x="5" y="5" width="{WIDTH - 10}" height="{HEIGHT - 10}" fill="none" stroke="#55585e" stroke-width="10"/>'
    )

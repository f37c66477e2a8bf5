"""A window in the making: its colours, its light, and the fields of glass that are cut: sky, land, water, walls."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from app.glass.cartoon import Node, where
from app.glass.chance import Chance
from app.glass.colour import GLASS, HOURS, along, mix, ramp, read_tint, tone
from app.glass.cutters import CUTTERS, LAYERED, Cut, Field
from app.glass.paths import (
    HERE,
    Affine,
    Path,
    Point,
    bounds,
    inside,
    middle,
    plain,
    polygon,
    scale_of,
    short,
    smooth,
    spot,
)

SUNS: Final = {"dawn": (1300, 330), "forenoon": (1340, 120), "noon": (800, 20), "late": (260, 120), "dusk": (260, 360), "night": (800, -200), "": (800, 300)}  # fmt: skip
SIZES: Final = {"place": (1600, 900), "card": (900, 1200), "medal": (900, 900)}
RINGS: Final = (60, 130, 220, 335, 470, 625, 800, 1000, 1230, 1500)


class Shown(NamedTuple):
    """A thing as it is now: the number it is addressed by, which of its looks it has, its words, a sign hidden on it."""

    number: int
    look: int = 0
    title: str = ""
    sign: str = ""


class Region(NamedTuple):
    ground: str = "#5C6B7C"
    shade: str = "#2A3442"
    accent: str = "#E9C46A"


class Glow(NamedTuple):
    x: float
    y: float
    rx: float
    ry: float
    tint: str
    strength: float

    def on(self, x: float, y: float) -> float:
        """How much of it falls here, 0 to 1."""
        far = ((x - self.x) / self.rx) ** 2 + ((y - self.y) / self.ry) ** 2
        return self.strength * math.exp(-far * 1.4) if far < 4 else 0.0


class Env(NamedTuple):
    """What holds while a part is drawn."""

    place: Affine = HERE
    tints: Mapping[str, str] = {}
    forms: tuple[str, ...] = ()
    look: str = "0"
    words: str = ""
    lead: float = 6
    path: str = ""
    shines: bool = False


class Window:
    """A window in the making."""

    def __init__(self, key: str, kind: str, hour: str, region: Region, motifs: Mapping[str, Node]) -> None:
        self.key, self.kind, self.hour, self.region, self.motifs = key, kind, hour, region, motifs
        self.wide, self.high = SIZES[kind]
        self.light: Point = SUNS[hour]
        self.air = HOURS[hour]
        self.lead = self.air.lead
        self.shine = mix(mix(self.lead, "#9aa0ae", 0.6), self.air.light, 0.15)
        self.glows: list[Glow] = []
        self.defs: list[str] = []
        self.gradients: dict[tuple[str, float], str] = {}
        self.out: list[str] = []
        self.count = 0

    def name(self) -> str:
        self.count += 1
        return f"{self.key}{self.count}"

    # Colour ---------------------------------------------------------------------------------------------------------

    def tint(self, text: str, env: Env) -> str:
        name, change = read_tint(text)
        own = {"ground": self.region.ground, "shade": self.region.shade, "accent": self.region.accent}
        if name in env.tints:
            name, more = read_tint(env.tints[name])
            change += more
        if not name.startswith("#"):
            name = GLASS.get(name) or own.get(name) or GLASS["stone"]
        return tone(name, change / 100) if change else name.lower()

    def lit(self, colour: str, x: float, y: float, lean: float = 0.0, *, shines: bool = False) -> str:
        """A colour as it looks there: in the shade of the hour, toward the light or away from it, near a lamp."""
        if shines:
            return colour
        share, warm = 0.0, ""
        for one in self.glows:
            here = one.on(x, y)
            if here > share:
                share, warm = here, one.tint
        found = mix(colour, self.air.shade, round(self.air.dim * (1 - 0.8 * share), 2))
        if abs(lean) > 0.004:
            found = tone(found, round(lean, 2))
        return mix(found, warm, round(0.28 * share, 2)) if share > 0.02 else found

    # Fields: what is cut ---------------------------------------------------------------------------------------------

    def lay(
        self,
        clip: Path | None,
        panes: Sequence[tuple[Path, str]],
        leads: Sequence[Path],
        width: float,
        edge: float = 0,
        *,
        layers: bool = False,
    ) -> str:
        """Panes, the ripple of blown glass, and the leads over both; soft shade toward each lead makes the pane glow.
        Panes of one colour are one path, unless they lie over one another (`layers`)."""
        if clip is not None:
            panes = [one for one in panes if meet(one[0], clip)]
            leads = [one for one in leads if meet(one, clip)]
        merged: dict[str, list[str]] = {}
        for number, (path, fill) in enumerate(panes):
            merged.setdefault(f"{fill} {number}" if layers else fill, []).append(short(path))
        fills = "".join(f'<path d="{"".join(ds)}" fill="{fill[:7]}"/>' for fill, ds in merged.items())
        if not leads:  # each pane has its own, under the next
            fills = f'<g stroke="{self.lead}" stroke-width="{width:g}">{fills}</g>'
        lines, use = self.name(), '<use href="#'
        body = (
            f'<path id="{lines}" d="{"".join(short(one) for one in leads)}" fill="none"/>'
            f'{use}{lines}" stroke="#000" stroke-opacity=".12" stroke-width="{width * 3.6:.0f}"/>'
            f'{use}{lines}" stroke="#000" stroke-opacity=".16" stroke-width="{width * 2.2:.0f}"/>'
            f'{use}{lines}" stroke="{self.lead}" stroke-width="{width:g}"/>'
        )
        if clip is None:
            return f'<g>{fills}<rect width="{self.wide}" height="{self.high}" fill="url(#{self.key}r)"/>{body}</g>'
        rim, hole = self.name(), self.name()
        self.defs.append(f'<clipPath id="{hole}"><path id="{rim}" d="{short(clip)}"/></clipPath>')
        return (
            f'<g clip-path="url(#{hole})">{fills}{use}{rim}" fill="url(#{self.key}r)"/>{body}'
            f'{use}{rim}" fill="none" stroke="#000" stroke-opacity=".2" stroke-width="{width * 3:.0f}"/></g>'
            f'{use}{rim}" fill="none" stroke="{self.lead}" stroke-width="{edge or width:g}"/>'
        )

    def sky(self, node: Node, env: Env) -> str:
        get = node.attrs.get
        cx, cy = node.attrs["at"]
        line = get("line", float(self.high))
        radii = get("rings", RINGS)
        spokes, sway, squash = round(get("spokes", 21)), get("sway", 0.045), get("squash", 1.0)
        stops = tuple((far, self.tint(tint, env)) for far, tint in get("outward", ())) or self.air.outward
        chance = Chance(self.key, env.path, "sky")
        shifts = [chance.between(0, 6.28) for _ in radii]
        fine = spokes * 3

        def at(ring: int, index: float) -> Point:
            angle = 2 * math.pi * index / fine
            r = 0.0
            if ring >= 0:
                shift = shifts[ring]
                r = radii[ring] * (
                    1 + sway * math.sin(3 * angle + shift) + sway * 0.6 * math.sin(5 * angle + 2 * shift)
                )
            return cx + r * math.cos(angle), cy + r * math.sin(angle) * squash

        panes: list[tuple[Path, str]] = []
        leads: list[Path] = []
        for ring, radius in enumerate(radii):
            step = (6, 9) if ring == 0 else (4, 6) if radius < 330 else (2, 4) if radius < 650 else (1, 3)
            index = first = chance.whole(0, 2)
            cuts = []
            while index < first + fine - 2:
                cuts.append(index)
                index += chance.whole(*step)
            for start, end in zip(cuts, [*cuts[1:], first + fine], strict=True):
                outer_ = [at(ring, i) for i in range(start, end + 1)]
                inner = [at(ring - 1, i) for i in range(end, start - 1, -1)]
                xs, ys = [p[0] for p in outer_ + inner], [p[1] for p in outer_ + inner]
                change = chance.share()
                if max(xs) < 0 or min(xs) > self.wide or max(ys) < 0 or min(ys) > line + 30:
                    continue
                mx, my = sum(xs) / len(xs), sum(ys) / len(ys)
                colour = ramp(radius * 0.94, stops)
                if not get("outward"):
                    colour = mix(colour, self.air.low, round(0.3 * max(0.0, min(1.0, my / line)) ** 2, 1))
                colour = self.near(colour, mx, my, change)
                panes.append((polygon(plain(outer_) + plain(inner)), colour))
                leads.append(polygon((inner[-1], outer_[0]), closed=False))
            leads += self.visible([at(ring, i * fine / 24) for i in range(25)], line)
        return self.lay(None, panes, leads, get("lead", 5))

    def near(self, colour: str, x: float, y: float, change: float) -> str:
        """No two panes of one melt are quite the same; and lamps shine through them."""
        colour = varied(colour, change)
        for one in self.glows:
            share = one.on(x, y)
            if share > 0.03:
                colour = mix(colour, one.tint, round(0.45 * share, 2))
        return colour

    def visible(self, points: list[Point], line: float) -> list[Path]:
        runs: list[list[Point]] = [[]]
        for x, y in points:
            if -160 < x < self.wide + 160 and -120 < y < line + 60:
                runs[-1].append((x, y))
            elif runs[-1]:
                runs.append([])
        return [smooth(run) for run in runs if len(run) > 1]

    def land(self, node: Node, env: Env) -> str:
        get = node.attrs.get
        line: tuple[Point, ...] = node.attrs["line"]
        foot = get("foot", self.high + 8.0)
        edge = polygon(line, closed=False) if get("sharp") else smooth(line)
        clip: Path = (*edge, ("L", (line[-1][0], foot)), ("L", (line[0][0], foot)), ("Z", ()))
        top = min(y for _, y in line)
        far = get("to", ((line[0][0] + line[-1][0]) / 2, top - 60))
        field = Field(line[0][0], top, line[-1][0], foot, far)
        name, numbers = get("cut", ("folds", ()))
        cut = CUTTERS[name](field, numbers, Chance(self.key, env.path, "land"))
        tints = [self.tint(one, env) for one in node.attrs["tints"]]
        patch = self.tint(node.attrs["patch"], env) if "patch" in node.attrs else ""
        return self.lay(
            clip, self.coloured(cut, tints, patch, f"{env.path}land"), cut.leads, get("lead", 5), layers=name in LAYERED
        )

    def coloured(
        self, cut: Cut, tints: Sequence[str], patch: str, path: str, *, shines: bool = False
    ) -> list[tuple[Path, str]]:
        shift = Chance(self.key, path).between(0, 6.28)
        panes = []
        for pane in cut.panes:
            x, y = middle(pane.path)
            colour = along(round(pane.along, 1), tints)
            if patch:
                much = math.sin(x / 190 + y / 70 + shift) * math.sin(x / 83 - y / 45)
                colour = mix(colour, patch, round(0.8 * max(0.0, min(1.0, much * 1.6)), 1))
            colour = self.lit(colour, x, y, shines=shines)
            panes.append((pane.path, varied(colour, pane.turn)))
        return panes

    # Light -----------------------------------------------------------------------------------------------------------

    def glow(self, one: Glow) -> str:
        """Light that spills over glass and lead alike: a gradient, no filter."""
        key = (one.tint, round(one.strength, 2))
        name = self.gradients.get(key)
        if name is None:
            name = self.gradients[key] = self.name()
            stops = ((0, 0.62), (0.3, 0.26), (1, 0.0))
            self.defs.append(
                f'<radialGradient id="{name}">'
                + "".join(
                    f'<stop offset="{at}" stop-color="{one.tint}" stop-opacity="{one.strength * op:.2f}"/>'
                    for at, op in stops
                )
                + "</radialGradient>"
            )
        return f'<ellipse cx="{one.x:.0f}" cy="{one.y:.0f}" rx="{one.rx:.0f}" ry="{one.ry:.0f}" fill="url(#{name})" stroke="none" pointer-events="none"/>'

    def gather(self, node: Node, env: Env) -> None:
        """The lamps that always burn: their light falls on the panes around."""
        for child in node.children:
            if "look" in child.attrs or not there(child, env):
                continue
            if child.tag == "light":
                self.glows.append(self.glow_of(child, env))
            elif child.tag in ("g", "thing"):
                self.gather(child, env._replace(place=inside(env.place, where(child))))

    def glow_of(self, node: Node, env: Env) -> Glow:
        x, y = spot(env.place, *node.attrs["at"])
        rx, ry = (value * scale_of(env.place) for value in node.attrs["r"])
        return Glow(x, y, rx, ry, self.tint(node.attrs.get("tint", "glow"), env), node.attrs.get("strength", 0.7))


def varied(colour: str, turn: float) -> str:
    """One of five melts of a colour: a shade lighter or darker, a little warmer or cooler."""
    step = min(4, int(turn * 5)) - 2
    return tone(colour, step * 0.018, 1, step * 2)


def meet(one: Path, two: Path) -> bool:
    a, b = bounds((one,)), bounds((two,))
    return a[0] < b[2] and a[2] > b[0] and a[1] < b[3] and a[3] > b[1]


def there(node: Node, env: Env) -> bool:
    looks = node.attrs.get("look")
    if looks and env.look not in looks:
        return False
    wanted = node.attrs.get("as") if node.tag != "use" else None  # of a motif that is used it says the form
    return not wanted or bool(set(wanted) & set(env.forms))

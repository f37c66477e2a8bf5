"""One thing being set in lead: its panes, the painted lines on them, and the leads of all."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from html import escape
from typing import Any

from app.glass.cartoon import SHAPES, Node, forms, shape, where
from app.glass.chance import Chance
from app.glass.colour import tone
from app.glass.cutters import CUTTERS, LAYERED, Cut, Field, Pane
from app.glass.letters import written
from app.glass.paths import (
    Affine,
    Path,
    Point,
    Step,
    bounds,
    inside,
    middle,
    moved,
    parse,
    placed,
    polygon,
    scale_of,
    short,
    spot,
)
from app.glass.window import Env, Shown, Window, there


class Setting:
    """One thing being set in lead: panes, painted lines on them, and the leads of all its panes."""

    def __init__(self, window: Window, lead: float, *, fine: bool) -> None:
        self.window, self.lead, self.fine = window, lead, fine
        self.parts: list[Any] = []  # a text, or a pane: path, colour, shines, under, lead
        self.panes: list[Path] = []
        self.marks: list[Path] = []  # painted lines and patches

    def draw(self, node: Node, env: Env) -> None:
        if not there(node, env):
            return
        getattr(self, f"_{node.tag}" if node.tag not in SHAPES else "_shape")(node, env)

    def _children(self, node: Node, env: Env) -> None:
        for number, child in enumerate(node.children):
            self.draw(child, env._replace(path=f"{env.path}.{number}"))

    def _shape(self, node: Node, env: Env) -> None:
        get, window = node.attrs.get, self.window
        path = moved(shape(node), env.place)
        scale = scale_of(env.place)
        if "fill" in node.attrs:
            if "cut" in node.attrs:
                self._cut(node, env, path)
                return
            self.parts.append(
                (path, window.tint(node.attrs["fill"], env), get("shines", env.shines), get("under", False), env.lead)
            )
            self.panes.append(path)
            return
        opacity = (
            f' {"stroke" if "stroke" in node.attrs else "fill"}-opacity="{get("opacity"):g}"'
            if "opacity" in node.attrs
            else ""
        )
        x, y = middle(path)
        self.marks.append(path)
        if "stroke" in node.attrs:
            colour = window.lit(window.tint(node.attrs["stroke"], env), x, y, shines=get("shines", env.shines))
            width = max(1.4, get("stroke-width", 3.0) * scale)
            dash = " ".join(f"{value * scale:.1f}".rstrip("0").rstrip(".") for value in get("stroke-dasharray", ()))
            dashed = f' stroke-dasharray="{dash}"' if dash else ""
            self.parts.append(
                f'<path d="{short(path)}" fill="none" stroke="{colour}" stroke-width="{width:.1f}"{opacity}{dashed}/>'
            )
        elif "paint" in node.attrs:
            colour = window.lit(window.tint(node.attrs["paint"], env), x, y, shines=get("shines", env.shines))
            self.parts.append(f'<path d="{short(path)}" fill="{colour}" stroke="none"{opacity}/>')
        else:
            self.parts.append((path, "none", True, False, env.lead))

    def _cut(self, node: Node, env: Env, path: Path) -> None:
        """A pane that is cut further: its own field, clipped to its outline."""
        window = self.window
        drawn = shape(node)
        left, top, right, bottom = bounds((drawn,))
        name, numbers = node.attrs["cut"]
        far = ((left + right) / 2, top - (bottom - top) * 0.4)
        cut = CUTTERS[name](Field(left, top, right, bottom, far), numbers, Chance(window.key, env.path))
        cut = Cut([Pane(moved(one.path, env.place), one.along, one.turn) for one in cut.panes], [moved(one, env.place) for one in cut.leads])  # fmt: skip
        tints = [window.tint(one, env) for one in node.attrs.get("tints", (node.attrs["fill"],))]
        panes = window.coloured(cut, tints, "", env.path, shines=node.attrs.get("shines", env.shines))
        x0, y0, x1, y1 = bounds((path,))
        width = max(1.6, min(env.lead * 0.75, min(x1 - x0, y1 - y0) / 24))  # small things have fine leads
        self.parts.append(window.lay(path, panes, cut.leads, round(width, 1), env.lead, layers=name in LAYERED))
        self.panes.append(path)

    def _g(self, node: Node, env: Env) -> None:
        inner = env._replace(place=inside(env.place, where(node)), lead=node.attrs.get("lead", env.lead))
        self._children(node, inner._replace(shines=node.attrs.get("shines", env.shines)))

    def _use(self, node: Node, env: Env) -> None:
        motif = self.window.motifs.get(str(node.attrs["kit"]))
        if motif is None:
            return
        place = inside(env.place, where(node))
        tints = dict(motif.attrs.get("tints") or {})
        own = {name: str(value) for name, value in node.attrs.items() if name in tints}
        for name, value in own.items():
            tints[name] = self.window.tint(value, env)
        now = forms(motif, (*env.forms, *(node.attrs.get("as") or ())))
        lead = node.attrs.get("lead", max(2.5, min(env.lead, env.lead * scale_of(place) ** 0.7)))
        words = str(node.attrs.get("words", env.words))
        self._children(
            motif, Env(place, tints, now, env.look, words, lead, env.path, node.attrs.get("shines", env.shines))
        )

    def _row(self, node: Node, env: Env) -> None:
        count = max(1, round(node.attrs["n"]))
        (x0, y0), (x1, y1) = node.attrs["from"], node.attrs["to"]
        first, last = node.attrs.get("size", (1.0, 1.0))
        for n in range(count):
            share = n / max(1, count - 1)
            here = placed(x0 + (x1 - x0) * share, y0 + (y1 - y0) * share, first + (last - first) * share)
            self._one_of(node, env, here, n)

    def _ring(self, node: Node, env: Env) -> None:
        count = max(1, round(node.attrs["n"]))
        (cx, cy), (rx, ry) = node.attrs["at"], node.attrs["r"]
        begin, end = node.attrs.get("from", -90.0), node.attrs.get("to", 270.0)
        first, last = node.attrs.get("size", (1.0, 1.0))
        full = abs(end - begin) >= 359
        for n in range(count):
            angle = begin + (end - begin) * n / max(1, count if full else count - 1)
            sin = math.sin(math.radians(angle))
            size = first + (last - first) * (sin + 1) / 2
            turn = angle + 90 if node.attrs.get("turned") else 0.0
            self._one_of(node, env, placed(cx + rx * math.cos(math.radians(angle)), cy + ry * sin, size, size, turn), n)

    def _one_of(self, node: Node, env: Env, place: Affine, n: int) -> None:
        if node.children:
            number = n % len(node.children)
            self.draw(node.children[number], env._replace(place=inside(env.place, place), path=f"{env.path}.{n}"))

    def _wheel(self, node: Node, env: Env) -> None:
        (cx, cy), (rx, ry) = node.attrs["at"], node.attrs["r"]
        shares = node.attrs.get("rings", (0.0, 1.0))
        spokes = node.attrs.get("spokes", (8.0,))
        rows = node.attrs["tints"]
        turn = math.radians(node.attrs.get("turn", -90.0))

        def at(angle: float, share: float) -> Point:
            return spot(env.place, cx + rx * share * math.cos(angle), cy + ry * share * math.sin(angle))

        for ring, (low, high) in enumerate(itertools.pairwise(shares)):
            count = max(1, round(spokes[ring % len(spokes)]))
            row = rows[ring % len(rows)]
            for n in range(count):
                a, b = (turn + 2 * math.pi * (n + k) / count for k in (0, 1))
                path: Path = (
                    *_round(at, a, b, high, "M"),
                    *(_round(at, b, a, low, "L") if low > 0 else (("L", at(0, 0)),)),
                    ("Z", ()),
                )
                self.parts.append(
                    (
                        path,
                        self.window.tint(row[n % len(row)], env),
                        node.attrs.get("shines", env.shines),
                        node.attrs.get("under", False),
                        env.lead,
                    )
                )
                self.panes.append(path)

    def _letters(self, node: Node, env: Env) -> None:
        words = env.words.upper() if node.attrs["say"] == "{words}" else str(node.attrs["say"])
        if not words:
            return
        x, y = node.attrs["at"]
        size = node.attrs.get("size", 24.0)
        here = inside(env.place, placed(x, y, turn=node.attrs.get("turn", 0.0)))
        paths = [moved(path, here) for path in written(words, 0, 0, size)]
        width = max(1.2, node.attrs.get("stroke-width", size / 7) * scale_of(env.place))
        colour = self.window.tint(node.attrs.get("stroke", "ink"), env)
        d = "".join(short(one) for one in paths)
        self.marks += paths
        if not node.attrs.get("raised"):
            self.parts.append(f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{width:.1f}"/>')
            return
        name, use = self.window.name(), '<use href="#'
        self.window.defs.append(f'<path id="{name}" d="{d}" fill="none"/>')
        self.parts.append(
            f'{use}{name}" stroke="{self.window.lead}" stroke-width="{width * 1.45:.1f}"/>{use}{name}" stroke="{colour}" stroke-width="{width:.1f}"/>'
            f'{use}{name}" stroke="{tone(colour, 0.16)}" stroke-width="{width / 3:.1f}"/>'
        )

    def _light(self, node: Node, env: Env) -> None:
        self.parts.append(self.window.glow(self.window.glow_of(node, env)))

    def _sign(self, node: Node, env: Env) -> None:
        """Where a hidden sign goes, if one is hidden on this thing."""

    def _sky(self, node: Node, env: Env) -> None:
        self.parts.append(self.window.sky(node, env))

    def _land(self, node: Node, env: Env) -> None:
        self.parts.append(self.window.land(node, env))
        line, foot = node.attrs["line"], node.attrs.get("foot", float(self.window.high))
        self.marks.append(polygon((*line, (line[-1][0], foot), (line[0][0], foot))))

    def sign(self, node: Node, d: str) -> None:
        """Grisaille: a sign painted thinly on the glass of its thing."""
        marked = next((one for one in node.children if one.tag == "sign"), None)
        if marked is not None:
            (x, y), size = marked.attrs["at"], marked.attrs.get("size", 54.0)
        elif self.panes:
            left, top, right, bottom = bounds((max(self.panes, key=_area),))
            x, y, size = (
                (left + right) / 2,
                (top + bottom) / 2,
                max(30.0, min(56.0, (right - left) * 0.5, (bottom - top) * 0.6)),
            )
        else:
            return
        path = moved(parse(d), placed(x, y, size / 40))
        self.parts.append(
            f'<path d="{short(path)}" fill="none" stroke="#fff" stroke-opacity=".35" stroke-width="5"/>'
            f'<path d="{short(path)}" fill="none" stroke="{self.window.lead}" stroke-opacity=".55" stroke-width="2.6"/>'
        )

    def finished(self) -> str:
        window = self.window
        left, top, right, bottom = bounds(self.panes)
        cx, cy, half = (left + right) / 2, (top + bottom) / 2, max(30.0, math.hypot(right - left, bottom - top) / 2)
        far = math.hypot(window.light[0] - cx, window.light[1] - cy) or 1.0
        vx, vy = (window.light[0] - cx) / far, (window.light[1] - cy) / far
        body: list[str] = []
        hero = window.name() if self.fine else ""
        outline: list[str] = []  # a hero's panes are kept by name, so that its leads can be laid again over all
        fill, width, waiting = "", 0.0, ""

        def flush() -> None:
            if not waiting:
                return
            own = f' stroke-width="{width:.1f}"' if abs(width - self.lead) > 0.2 else ""
            if not hero:
                body.append(f'<path d="{waiting}" fill="{fill}"{own}/>')
                return
            outline.append(f'<path id="{hero}-{len(outline)}" d="{waiting}"/>')
            body.append(f'<use href="#{hero}-{len(outline) - 1}" fill="{fill}"{own}/>')

        for part in self.parts:
            if isinstance(part, str):
                flush()
                waiting = ""
                body.append(part)
                continue
            path, colour, shines, under, lead = part
            x, y = middle(path)
            lean = 0.05 * ((x - cx) * vx + (y - cy) * vy) / half
            now = colour if colour == "none" else window.lit(colour, x, y, lean, shines=shines)
            if under and hero:
                flush()
                waiting = ""
                body.append(f'<path d="{short(path)}" fill="{now}"/>')
            elif waiting and (now, lead) == (fill, width) and now != "none":
                waiting += short(path)
            else:
                flush()
                fill, width, waiting = now, lead, short(path)
        flush()
        inner = "".join(body)
        if not outline:
            return f'<g stroke="{window.lead}" stroke-width="{self.lead:g}">{inner}</g>'
        window.defs.append(f'<g id="{hero}">{"".join(outline)}</g>')
        use = f'<use href="#{hero}" stroke='
        return (
            f'<g fill="none">{use}"#000" stroke-opacity=".22" stroke-width="{self.lead * 2.4:.0f}"/></g>'
            f'<g stroke="{window.lead}" stroke-width="{self.lead:g}">{inner}</g>'
            f'<g fill="none">{use}"#000" stroke-opacity=".13" stroke-width="{self.lead * 2.4:.0f}"/>'
            f'{use}"{window.shine}" stroke-opacity=".5" stroke-width="{max(1.0, self.lead / 6):.1f}"/></g>'
        )


def _round(at: Callable[[float, float], Point], a: float, b: float, share: float, begin: str) -> Path:
    """Part of an ellipse as a few curves, each through where its tangents meet."""
    count = max(1, math.ceil(abs(b - a) / 0.8))
    steps: list[Step] = [(begin, at(a, share))]
    for n in range(count):
        one, two = (a + (b - a) * (n + k) / count for k in (0, 1))
        steps.append(("Q", (*at((one + two) / 2, share / math.cos((two - one) / 2)), *at(two, share))))
    return tuple(steps)


def _area(path: Path) -> float:
    left, top, right, bottom = bounds((path,))
    return (right - left) * (bottom - top)


def thing(window: Window, node: Node, shown: Shown | None) -> str:
    """A thing of the cartoon as a group that is addressed by its number, if it has one."""
    name = str(node.attrs["name"])
    hero = node.attrs.get("hero", False)
    lead = node.attrs.get("lead", 8.0 if hero else 6.0)
    env = Env(look=str(shown.look if shown else 0), lead=lead, path=name)
    setting = Setting(window, lead, fine=hero or node.attrs.get("fine", False))
    for number, child in enumerate(node.children):
        setting.draw(child, env._replace(path=f"{name}.{number}"))
    if shown is not None and shown.sign:
        setting.sign(node, shown.sign)
    title = (shown.title if shown else "") or node.attrs.get("about", "")
    head = f' class="el" data-name="feature-e{shown.number}"' if shown is not None else ""
    words = f"<title>{escape(title)}</title>" if title else ""
    return f"<g{head}>{words}{setting.finished()}</g>"

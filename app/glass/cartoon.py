"""Cartoons: the drawing of a window, as a painter writes it. Plain SVG shapes with tints, in things that have names.

The words are few and all are checked; everything that is wrong with a cartoon is said at once, with its line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple
from xml.parsers import expat

from app.glass.colour import GLASS, HOURS, read_tint
from app.glass.cutters import CUTTERS
from app.glass.letters import STROKES
from app.glass.paths import Affine, Path, box, ellipse, parse, placed, polygon

MOST: Final = 60_000  # characters in a cartoon


class Node(NamedTuple):
    """One element, its attributes read."""

    tag: str
    attrs: Mapping[str, Any]
    children: tuple[Node, ...]
    line: int

    def walk(self) -> Iterator[Node]:
        yield self
        for child in self.children:
            yield from child.walk()


class Wrong(ValueError):
    """A cartoon that cannot be read: a line for each mistake."""


# What an attribute may be ------------------------------------------------------------------------------------------


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise ValueError(f"{text!r} is no number") from None


def _numbers(text: str) -> tuple[float, ...]:
    return tuple(_number(part) for part in text.replace(",", " ").split())


def _point(text: str) -> tuple[float, float]:
    found = _numbers(text)
    if len(found) != 2:
        raise ValueError(f"{text!r} should be two numbers, such as 800 450")
    return found[0], found[1]


def _points(text: str) -> tuple[tuple[float, float], ...]:
    found = _numbers(text)
    if len(found) < 4 or len(found) % 2:
        raise ValueError("needs pairs of numbers, at least two pairs")
    return tuple(zip(found[0::2], found[1::2], strict=True))


def _pair(text: str) -> tuple[float, float]:
    """One number or two: a size, or a width and a height."""
    found = _numbers(text)
    if len(found) not in (1, 2):
        raise ValueError(f"{text!r} should be one or two numbers")
    return found[0], found[-1]


def _tint(text: str) -> str:
    read_tint(text)
    return text


def _tints(text: str) -> tuple[str, ...]:
    return tuple(_tint(part) for part in text.replace(",", " ").split())


def _tint_rows(text: str) -> tuple[tuple[str, ...], ...]:
    """Rows of tints, with a stroke between them: one row for each ring of a wheel."""
    return tuple(_tints(part) for part in text.split("|"))


def _outward(text: str) -> tuple[tuple[float, str], ...]:
    found = []
    for part in text.split(","):
        far, _, tint = part.strip().partition(" ")
        found.append((_number(far), _tint(tint.strip())))
    return tuple(found)


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _yes(text: str) -> bool:
    if text != "yes":
        raise ValueError(f"{text!r} should be yes, or left out")
    return True


def _hour(text: str) -> str:
    if text not in HOURS:
        raise ValueError(f"there is no hour {text!r}; there are {', '.join(hour for hour in HOURS if hour)}")
    return text


def _cut(text: str) -> tuple[str, tuple[float, ...]]:
    name, _, rest = text.strip().partition(" ")
    if name not in CUTTERS:
        raise ValueError(f"there is no cut {name!r}; there are {', '.join(CUTTERS)}")
    return name, _numbers(rest)


def _say(text: str) -> str:
    if text != "{words}":
        missing = sorted({letter for letter in text.upper() if letter not in STROKES})
        if missing:
            raise ValueError(f"no letters for {' '.join(missing)}")
    return text.upper() if text != "{words}" else text


def _motif_tints(text: str) -> dict[str, str]:
    """`coat #e9dfc8, horn wood`: the tints of a motif, each with the glass it has unless somebody says otherwise."""
    found = {}
    for part in text.split(","):
        name, _, tint = part.strip().partition(" ")
        found[name] = _tint(tint.strip())
    return found


def _axes(text: str) -> tuple[tuple[str, ...], ...]:
    """`stand walk sit | hood hat`: the forms of a motif, one of each row; the first unless somebody says otherwise."""
    return tuple(tuple(part.split()) for part in text.split("|"))


def forms(motif: Node, said: tuple[str, ...]) -> tuple[str, ...]:
    """What a motif is like: of each row of its forms those that were said, or else the first."""
    found: list[str] = []
    for row in motif.attrs.get("as") or ():
        found += [name for name in row if name in said] or list(row[:1])
    return tuple(found)


# The elements ------------------------------------------------------------------------------------------------------

Reader = Callable[[str], Any]
PLACED: Final[dict[str, Reader]] = {"at": _point, "size": _pair, "turn": _number, "flip": _yes}
SEEN: Final[dict[str, Reader]] = {"look": _names, "as": _names}
DRAWN: Final[dict[str, Reader]] = {
    "fill": _tint, "stroke": _tint, "paint": _tint, "stroke-width": _number, "stroke-dasharray": _numbers,
    "opacity": _number, "cut": _cut, "tints": _tints, "shines": _yes, "under": _yes, **SEEN,
}  # fmt: skip
SHAPES: Final[dict[str, dict[str, Reader]]] = {
    "path": {"d": parse},
    "rect": {"x": _number, "y": _number, "width": _number, "height": _number},
    "circle": {"cx": _number, "cy": _number, "r": _number},
    "ellipse": {"cx": _number, "cy": _number, "rx": _number, "ry": _number},
    "polygon": {"points": _points},
    "polyline": {"points": _points},
    "line": {"x1": _number, "y1": _number, "x2": _number, "y2": _number},
}
ELEMENTS: Final[dict[str, dict[str, Reader]]] = {
    "cartoon": {"alt": str, "hour": _hour, "light": _point, "border": _tints},
    "motif": {"name": str, "about": str, "tints": _motif_tints, "as": _axes},
    "sky": {"at": _point, "line": _number, "rings": _numbers, "spokes": _number, "sway": _number, "squash": _number, "outward": _outward, "lead": _number, **SEEN},
    "land": {"line": _points, "foot": _number, "to": _point, "cut": _cut, "tints": _tints, "patch": _tint, "lead": _number, "sharp": _yes, **SEEN},
    "thing": {"name": str, "about": str, "lead": _number, "hero": _yes, "fine": _yes},
    "g": {**PLACED, "lead": _number, "shines": _yes, **SEEN},
    "use": {"kit": str, **PLACED, "lead": _number, "shines": _yes, "words": _say, **SEEN},
    "row": {"n": _number, "from": _point, "to": _point, "size": _pair, **SEEN},
    "ring": {"n": _number, "at": _point, "r": _pair, "from": _number, "to": _number, "size": _pair, "turned": _yes, **SEEN},
    "wheel": {"at": _point, "r": _pair, "rings": _numbers, "spokes": _numbers, "tints": _tint_rows, "turn": _number, "shines": _yes, "under": _yes, **SEEN},
    "letters": {"at": _point, "size": _number, "say": _say, "stroke": _tint, "stroke-width": _number, "raised": _yes, "turn": _number, **SEEN},
    "light": {"at": _point, "r": _pair, "tint": _tint, "strength": _number, **SEEN},
    "sign": {"at": _point, "size": _number},
    "weather": {"kind": str, "amount": _number},
    "here": {"at": _point, "size": _number},
    **{tag: {**own, **DRAWN} for tag, own in SHAPES.items()},
}  # fmt: skip
NEEDED: Final = {
    "cartoon": ("alt",), "motif": ("name", "about"), "sky": ("at",), "land": ("line", "tints"), "thing": ("name",),
    "use": ("kit",), "row": ("n", "from", "to"), "ring": ("n", "at", "r"), "wheel": ("at", "r", "tints"),
    "letters": ("at", "say"), "light": ("at", "r"), "sign": ("at",), "here": ("at",), "path": ("d",),
    "rect": ("x", "y", "width", "height"), "circle": ("r",), "ellipse": ("rx", "ry"), "polygon": ("points",),
    "polyline": ("points",), "line": ("x1", "y1", "x2", "y2"),
}  # fmt: skip
PARTS: Final = ("g", "use", "row", "ring", "wheel", "letters", "light", "sign", *SHAPES)
FIELDS: Final = ("sky", "land", "weather", "here")
HOLDS: Final = {
    "cartoon": ("thing", *FIELDS, *PARTS), "thing": (*PARTS, "sky", "land"), "motif": PARTS, "kit": ("motif",),
    "g": PARTS, "row": PARTS, "ring": PARTS,
}  # fmt: skip
REGIONAL: Final = ("ground", "shade", "accent")  # tints that each region has of its own
FREE: Final = ("use",)  # may carry further attributes: the tints of its motif


class _Open(NamedTuple):
    tag: str
    attrs: dict[str, Any]
    children: list[Node]
    line: int


class _Reader:
    def __init__(self) -> None:
        self.wrong: list[str] = []
        self.open: list[_Open] = []
        self.root: Node | None = None
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CharacterDataHandler = self.text
        self.parser.StartDoctypeDeclHandler = self.forbidden
        self.parser.ProcessingInstructionHandler = self.forbidden

    @property
    def line(self) -> int:
        return self.parser.CurrentLineNumber

    def say(self, words: str) -> None:
        self.wrong.append(f"line {self.line}: {words}")

    def forbidden(self, *_: Any) -> None:
        self.say("only elements are allowed here, no declarations and no instructions")

    def text(self, data: str) -> None:
        if data.strip():
            self.say(f"words between elements ({data.strip()[:20]!r}) are not drawn; use <letters>")

    def start(self, tag: str, raw: dict[str, str]) -> None:
        attrs: dict[str, Any] = {}
        inside = self.open[-1].tag if self.open else ""
        if inside and tag not in HOLDS.get(inside, ()):
            self.say(f"<{tag}> cannot stand in <{inside}>")
        known = ELEMENTS.get(tag, {} if tag == "kit" else None)
        if known is None:
            self.say(f"there is no <{tag}>")
        for name, value in raw.items() if known is not None else ():
            reader = known.get(name) if known is not None else None
            if reader is None and tag in FREE:
                reader = _tint
            if reader is None:
                self.say(f"<{tag}> has no {name!r}")
                continue
            try:
                attrs[name] = reader(value)
            except ValueError as error:
                self.say(f"<{tag}> {name}: {error}")
        for name in NEEDED.get(tag, ()):
            if name not in raw:
                self.say(f"<{tag}> needs {name!r}")
        self.open.append(_Open(tag, attrs, [], self.line))

    def end(self, tag: str) -> None:
        done = self.open.pop()
        node = Node(tag, done.attrs, tuple(done.children), done.line)
        if tag in SHAPES:
            self.check_shape(node)
        if self.open:
            self.open[-1].children.append(node)
        else:
            self.root = node

    def check_shape(self, node: Node) -> None:
        ways = [name for name in ("fill", "stroke", "paint") if name in node.attrs]
        if len(ways) > 1:
            self.wrong.append(
                f"line {node.line}: <{node.tag}> is a pane (fill), a line (stroke) or a patch (paint), one of them"
            )
        if node.tag in ("line", "polyline") and ({"fill", "paint"} & set(ways)):
            self.wrong.append(f"line {node.line}: <{node.tag}> encloses no pane")
        if "cut" in node.attrs and "fill" not in ways:
            self.wrong.append(f"line {node.line}: only a pane (fill) can be cut")


def read(text: str, root: str = "cartoon") -> Node:
    """The cartoon in a text; Wrong says all that is wrong with it."""
    reader = _Reader()
    if len(text) > MOST:
        raise Wrong(f"a cartoon has at most {MOST} characters, this one has {len(text)}")
    try:
        reader.parser.Parse(text, True)
    except expat.ExpatError as error:
        reader.wrong.append(f"line {error.lineno}: {expat.ErrorString(error.code)}")
    if reader.root is not None and reader.root.tag != root:
        reader.wrong.append(f"line 1: it begins with <{reader.root.tag}> instead of <{root}>")
    if reader.root is not None and root == "cartoon":
        names = [node.attrs.get("name") for node in reader.root.children if node.tag == "thing"]
        reader.wrong += [f"the thing {name!r} is there twice" for name in dict.fromkeys(names) if names.count(name) > 1]
    if reader.wrong or reader.root is None:
        raise Wrong("\n".join(reader.wrong or ["is empty"]))
    return reader.root


def things(cartoon: Node) -> dict[str, Node]:
    return {str(node.attrs["name"]): node for node in cartoon.children if node.tag == "thing"}


def unknown_words(cartoon: Node, motifs: Mapping[str, Node]) -> list[str]:
    """Motifs, variants and tints that nobody knows."""
    wrong = []
    for node in cartoon.walk():
        own: dict[str, str] = dict(cartoon.attrs.get("tints") or {}) if cartoon.tag == "motif" else {}
        if node.tag == "use":
            motif = motifs.get(str(node.attrs["kit"]))
            if motif is None:
                wrong.append(f"line {node.line}: the kit has no {node.attrs['kit']!r}")
                continue
            tints = motif.attrs.get("tints") or {}
            for name in node.attrs:
                if name not in ELEMENTS["use"] and name not in tints:
                    wrong.append(
                        f"line {node.line}: {node.attrs['kit']!r} has no tint {name!r}; it has {', '.join(tints)}"
                    )
            variants = [name for row in motif.attrs.get("as") or () for name in row]
            for name in node.attrs.get("as") or ():
                if name not in variants:
                    wrong.append(
                        f"line {node.line}: {node.attrs['kit']!r} is never {name!r}; it may be {', '.join(variants) or 'one way only'}"
                    )
        for tint in _used_tints(node):
            name = read_tint(tint)[0]
            if not name.startswith("#") and name not in GLASS and name not in REGIONAL and name not in own:
                wrong.append(f"line {node.line}: there is no glass {name!r}")
    return wrong


def _used_tints(node: Node) -> Iterator[str]:
    for name, value in node.attrs.items():
        if name in ("fill", "stroke", "paint", "tint", "patch") or (node.tag == "use" and name not in ELEMENTS["use"]):
            yield str(value)
        elif name == "tints" and node.tag == "wheel":
            yield from (tint for row in value for tint in row)
        elif (name == "tints" and node.tag != "motif") or name == "border":
            yield from value
        elif name == "tints":
            yield from value.values()
        elif name == "outward":
            yield from (tint for _, tint in value)


# What is drawn -----------------------------------------------------------------------------------------------------


def shape(node: Node) -> Path:
    get = node.attrs.get
    if node.tag == "path":
        return node.attrs["d"]  # type: ignore[no-any-return]
    if node.tag == "rect":
        return box(node.attrs["x"], node.attrs["y"], node.attrs["width"], node.attrs["height"])
    if node.tag == "circle":
        return ellipse(get("cx", 0.0), get("cy", 0.0), node.attrs["r"])
    if node.tag == "ellipse":
        return ellipse(get("cx", 0.0), get("cy", 0.0), node.attrs["rx"], node.attrs["ry"])
    if node.tag == "line":
        return polygon(((node.attrs["x1"], node.attrs["y1"]), (node.attrs["x2"], node.attrs["y2"])), closed=False)
    return polygon(node.attrs["points"], closed=node.tag == "polygon")


def where(node: Node) -> Affine:
    (x, y), (wide, high) = node.attrs.get("at", (0.0, 0.0)), node.attrs.get("size", (1.0, 1.0))
    return placed(x, y, wide, high, node.attrs.get("turn", 0.0), flip=node.attrs.get("flip", False))

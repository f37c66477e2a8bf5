"""`packs pictures`: every window of a world as a file, and contact sheets to look at them side by side."""

from __future__ import annotations

import gzip
import re
import time
from itertools import combinations
from pathlib import Path

from app.games.vantage.glazing import cartoon, motifs
from app.games.vantage.pictures import drawn, subjects
from app.games.vantage.world import World
from app.glass.cartoon import Node, unknown_words
from app.glass.glazier import glaze
from app.glass.likeness import distance, glance
from app.packs.compile import compile_pack

ACROSS, DOWN = 4, 4
CELL = (390, 220)
GAP = 14
ALIKE, SHOWN = 0.06, 20  # nearer than this two windows could be mistaken for one another; how many pairs are listed
VIEW = re.compile(r'viewBox="0 0 (\d+) (\d+)"')


def pictures(folder: Path, out: Path, only: str, *, near: bool = False) -> int:
    """A file for each window that has a cartoon (with `only`: that is named), for each of its looks, and the sheets."""
    world = compile_pack(folder)
    out.mkdir(parents=True, exist_ok=True)
    wanted = tuple(part for part in only.split(",") if part)
    names = [name for name in subjects(world) if name.startswith(wanted) or (not wanted and name in world.cartoons)]
    made: list[tuple[str, str]] = []
    wrong = 0
    for name in names:
        node = cartoon(world, name)
        faults = unknown_words(node, motifs(world)) if node is not None else []
        begun = time.perf_counter()
        svg = drawn(world, name)
        took = (time.perf_counter() - begun) * 1000
        plain = svg.rstrip()
        packed = len(gzip.compress(plain.encode()))
        note = "" if node is not None else "  from words"
        note += "  TOO LARGE" if len(plain) > 45 * 1024 or packed > 12 * 1024 else ""
        print(f"{name:16} {len(plain) / 1024:5.1f} KB {packed / 1024:5.1f} KB packed {took:4.0f} ms{note}")
        for fault in faults:
            print(f"  {fault}")
        wrong += bool(faults)
        made.append((name, plain))
        (out / f"{name}.svg").write_text(plain, encoding="utf-8")
        for look in range(1, looks(world, name) + 1):
            (out / f"{name}-look{look}.svg").write_text(drawn(world, name, look).rstrip(), encoding="utf-8")
    for number in range(0, len(made), ACROSS * DOWN):
        sheet = out / f"sheet-{number // (ACROSS * DOWN) + 1:02d}.svg"
        sheet.write_text(contact(made[number : number + ACROSS * DOWN]), encoding="utf-8")
        print(sheet)
    if near:
        for far, one, two in nearest(made)[:SHOWN]:
            print(f"{far:.3f} {one} {two}{'  TOO MUCH ALIKE' if far < ALIKE else ''}")
    if not wanted:
        for number, text in enumerate(kit_sheets(motifs(world)), 1):
            (out / f"kit-{number:02d}.svg").write_text(text, encoding="utf-8")
    return 1 if wrong else 0


def nearest(made: list[tuple[str, str]]) -> list[tuple[float, str, str]]:
    """Every two windows of one shape, those that look most alike first."""
    seen = [(name, VIEW.findall(svg)[0], glance(svg)) for name, svg in made]
    return sorted((distance(one[2], two[2]), one[0], two[0]) for one, two in combinations(seen, 2) if one[1] == two[1])


def looks(world: World, name: str) -> int:
    """How many looks the most changeable thing of a place has besides the first."""
    place = world.places.get(int(name)) if name.isdigit() else None
    return max((len(one.states) for one in place.scene.elements()), default=0) if place else 0


def contact(made: list[tuple[str, str]]) -> str:
    """Windows side by side, each as small as on a phone."""
    wide, high = CELL[0] + GAP, CELL[1] + GAP + 22
    parts = []
    for n, (name, svg) in enumerate(made):
        x, y = GAP + n % ACROSS * wide, GAP + n // ACROSS * high
        inner = svg.replace("<svg ", f'<svg x="{x}" y="{y}" width="{CELL[0]}" height="{CELL[1]}" ', 1)
        parts.append(
            f'{inner}<text x="{x}" y="{y + CELL[1] + 16}" font-size="14" font-family="sans-serif" fill="#ddd">{name}</text>'
        )
    rows = -(-len(made) // ACROSS)
    size = (GAP + ACROSS * wide, GAP + rows * high)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}" width="{size[0]}" height="{size[1]}">'
        f'<rect width="100%" height="100%" fill="#22242a"/>{"".join(parts)}</svg>'
    )


def kit_sheets(kit: dict[str, Node]) -> list[str]:
    """Every motif in its first form, with its name under it."""
    sheets = []
    names = list(kit)
    for start in range(0, len(names), 40):
        things = []
        for n, name in enumerate(names[start : start + 40]):
            x, y = 115.0 + n % 8 * 196, 165.0 + n // 8 * 172
            size = {"trunk": 0.3, "tower": 0.5, "mast": 0.6, "mullion": 0.3, "belfry": 0.7, "river": 0.6}.get(name, 0.8)
            use = Node("use", {"kit": name, "at": (x, y), "size": (size, size), "words": "ABC"}, (), 0)
            label = Node("letters", {"at": (x, y + 22), "size": 10.0, "say": name.upper()}, (), 0)
            things.append(Node("thing", {"name": name, "lead": 5.0}, (use, label), 0))
        sky = Node(
            "sky", {"at": (800.0, 2000.0), "rings": (2600.0,), "outward": ((0.0, "#e6e2d6"), (1.0, "#e6e2d6"))}, (), 0
        )
        page = Node("cartoon", {"alt": "The kit", "hour": "noon"}, (sky, *things), 0)
        sheets.append(glaze(page, key=f"k{start}", motifs=kit))
    return sheets

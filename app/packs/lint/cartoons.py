"""Cartoons: what a painted window must show (VAN-L53 to VAN-L57)."""

from __future__ import annotations

import gzip
from collections.abc import Iterator

from app.games.vantage.glazing import cartoon, motifs
from app.games.vantage.pictures import KINDS, drawn, subjects
from app.games.vantage.world import Place, World
from app.glass.cartoon import Node, things, unknown_words
from app.glass.glazier import extent
from app.glass.kit import motifs as read_motifs
from app.glass.window import SIZES
from app.packs.lint.findings import Finding, Pack, check

LARGEST, PACKED = 45 * 1024, 12 * 1024
TOUCHED = 24 * SIZES["place"][0] / 390  # 24 pixels on a screen of 390
THIN = TOUCHED / 2


@check
def words(pack: Pack) -> Iterator[Finding]:
    """Every motif, form and tint is known; every cartoon belongs to something (VAN-L53)."""
    world = pack.world
    known, kit = set(subjects(world)), motifs(world)
    for name in world.cartoons:
        where = f"cartoon {name}"
        if name.startswith("kit-"):
            own = read_motifs(world.cartoons[name]).values()
            yield from (Finding("VAN-L53", where, text) for node in own for text in unknown_words(node, kit))
            continue
        if name not in known:
            yield Finding("VAN-L53", where, f"belongs to nothing in this world; names are such as {', '.join(KINDS)}")
        node = cartoon(world, name)
        assert node is not None
        yield from (Finding("VAN-L53", where, text) for text in unknown_words(node, kit))


@check
def size(pack: Pack) -> Iterator[Finding]:
    """Light enough to be sent (VAN-L56)."""
    for name in pack.world.cartoons:
        if name.startswith("kit-") or name not in subjects(pack.world):
            continue
        svg = drawn(pack.world, name).encode()
        packed = len(gzip.compress(svg))
        if len(svg) > LARGEST or packed > PACKED:
            text = f"{len(svg) / 1024:.1f} KB, {packed / 1024:.1f} KB packed; at most 45 and 12"
            yield Finding("VAN-L56", f"cartoon {name}", text)


@check
def features(pack: Pack) -> Iterator[Finding]:
    """Every element of the scene is a thing in its cartoon, and what can be acted on can be tapped (VAN-L54, VAN-L55)."""
    for place in pack.world.places.values():
        node = cartoon(pack.world, str(place.id))
        if node is not None:
            yield from _place(pack.world, place, node)


def _place(world: World, place: Place, node: Node) -> Iterator[Finding]:
    where = f"cartoon {place.id:03d}"
    drawn_things = things(node)
    elements = {element.id: element for element in place.scene.elements()}
    for name in sorted(elements.keys() - drawn_things.keys()):
        yield Finding("VAN-L54", where, f"there is no thing {name!r}: {elements[name].detail}")
    for name in sorted(drawn_things.keys() - elements.keys()):
        yield Finding("VAN-L54", where, f"the thing {name!r} is not in the scene; scenery needs no <thing>")
    used = {action.feature for action in place.actions}
    for name in sorted(drawn_things.keys() & elements.keys()):
        looks = {look for part in drawn_things[name].walk() for look in part.attrs.get("look") or ()}
        for number, state in enumerate(elements[name].states, 1):
            if str(number) not in looks:
                text = f"{name!r} has no look {number}: {state.detail or state.state or state.kind}"
                yield Finding("VAN-L57", where, text, warning=True)
        for number in range(len(elements[name].states) + 1) if name in used else ():
            box = extent(node, name, motifs(world), number)
            if box is None:
                yield Finding("VAN-L55", where, f"nothing of {name!r} is drawn in its look {number}")
                continue
            left, top, right, bottom = max(26.0, box[0]), max(26.0, box[1]), min(1574.0, box[2]), min(874.0, box[3])
            wide, high = right - left, bottom - top
            if max(wide, high) < TOUCHED or min(wide, high) < THIN:
                text = f"{name!r} is {wide:.0f} by {high:.0f}: too small to tap; {TOUCHED:.0f} by {THIN:.0f} at least"
                yield Finding("VAN-L55", where, text)

"""The scene of a place as it is now, in glass and in words.

What it shows depends on the scene, the hour, the region and the flags alone, so a place always looks the same. Every
element becomes one <g> whose `data-name` is `feature-e<n>`, n being its place in the scene, so that nothing can be told
from ids (VAN-233). The window itself is made by `app.glass` from the cartoon of the place, or from the words of its scene.
"""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec

from app.games.vantage.facts import Source, holds
from app.games.vantage.glazing import cartoon, from_words, motifs
from app.games.vantage.state import State
from app.games.vantage.world import GROUPS, Element, Place, Scene
from app.glass.cartoon import Node
from app.glass.glazier import glaze
from app.glass.window import Region, Shown

ORDER: Final = ("horizon", "far", "mid", "near")
COATS: Final = ("#3f7fc4", "#d9703c", "#6fa03c", "#a86cc4", "#d9a83c", "#3fa8a8")  # of companions, by seat
SIGNS: Final = {
    "move": "M-14 14L0 -14L14 14L0 6Z",
    "look": "M-18 0Q0 -20 18 0Q0 20 -18 0ZM-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z",
    "engage": "M-4 -16Q-22 0 -4 16M4 -16Q22 0 4 16",
    "help": "M-14 2V-10M-6 2V-16M2 2V-16M10 2V-10M-14 2Q-12 16 -2 16Q10 16 14 -2",
    "take": "M6 -18V4A10 10 0 1 1 -14 4",
    "overpower": "M0 17L-14 -14H14Z",
}  # the six signs, as they are hidden in pictures (VAN-C72)


class Seen(msgspec.Struct, frozen=True):
    """An element as it looks now; `look` is 0 as it is at first, and n with the n-th of its states."""

    index: int
    id: str
    look: int
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


# What is there ---------------------------------------------------------------------------------------------------


def look(state: State, source: Source, element: Element) -> tuple[int, Element] | None:
    """The element with the first of its states that holds, and which; None if it is not there now."""
    if not holds(state, source, element.when):
        return None
    for number, changed in enumerate(element.states, 1):
        if holds(state, source, changed.when):
            fields = {
                name: value
                for name in ("state", "count", "detail", "kind", "tint", "size")
                if (value := getattr(changed, name)) is not None
            }
            return number, msgspec.structs.replace(element, **fields)
    return 0, element


def seen(state: State, seat: int, scene: Scene) -> tuple[Seen, ...]:
    source = Source(seat)
    found: list[Seen] = []
    index = 0
    for group in GROUPS:
        for element in getattr(scene, group):
            now = look(state, source, element)
            if now is not None:
                number, one = now
                found.append(as_seen(index, group, one, number, glows=element.id in scene.light.sources))
            index += 1
    return tuple(found)


def as_seen(index: int, group: str, one: Element, look: int, *, glows: bool = False) -> Seen:
    return Seen(
        index=index,
        id=one.id,
        look=look,
        group=group,
        kind=one.kind,
        at=one.at,
        far=one.far,
        size=one.size,
        count=one.count,
        tint=one.tint,
        state=one.state,
        detail=one.detail,
        glows=glows,
    )


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


# The window ------------------------------------------------------------------------------------------------------

_PICTURES: dict[tuple[object, ...], tuple[Scene, str]] = {}
MOST_KEPT = 2000


def picture(state: State, seat: int, scene: Scene, seed: str, hour: str, region: str = "") -> str:
    """The window as it is now; glazed once for every look of a place."""
    elements = seen(state, seat, scene)
    beyond = tuple(_shape(state, seat, one) for one in scene.horizon.beyond)
    people = tuple(COATS[other % len(COATS)] for other in state.companions(seat)) if not state.setting_up else ()
    key = (id(scene), seed, elements, beyond, hour, region, people)
    known = _PICTURES.get(key)
    if known is None or known[0] is not scene:
        if len(_PICTURES) >= MOST_KEPT:
            _PICTURES.clear()
        colours = state.world.regions.get(region)
        tints = Region(colours.ground, colours.shade, colours.accent) if colours else Region()
        drawn = cartoon(state.world, seed) or Node("cartoon", {"alt": VIEW}, (), 0)
        known = _PICTURES[key] = (
            scene,
            compose(scene, elements, beyond, (state.pack, seed), drawn, hour, tints, motifs(state.world), people),
        )
    return known[1]


VIEW: Final = "The view; it is told in words below"


def compose(
    scene: Scene,
    elements: tuple[Seen, ...],
    beyond: tuple[str, ...],
    name: tuple[str, str],
    drawn: Node,
    hour: str,
    region: Region,
    kit: dict[str, Node],
    people: tuple[str, ...] = (),
) -> str:
    """What the painter drew; what the painter left out, or all of it, comes from the words of the scene and the kit."""
    painted, there = bool(drawn.children), {str(node.attrs["name"]) for node in drawn.children if node.tag == "thing"}
    missing = [one for one in elements if one.id not in there] if name[1].isdigit() or not painted else []
    added = from_words(scene, missing, beyond, hour, region, bare=not painted)
    drawn = drawn._replace(children=(*drawn.children, *added))
    signs = {sign.on: SIGNS.get(sign.skill, "") for sign in scene.signs}
    shown = {
        one.id: Shown(one.index, one.look, one.detail or one.kind.replace("_", " "), signs.get(one.id, ""))
        for one in elements
    }
    return glaze(
        drawn,
        key="w" + hashlib.blake2b("/".join(name).encode(), digest_size=4).hexdigest(),
        hour=hour,
        region=region,
        motifs=kit,
        seen=shown,
        people=people,
        air=(scene.weather.kind, scene.weather.amount),
        label=VIEW,
    )


def _shape(state: State, seat: int, beyond: str | int | dict[str, object]) -> str:
    if isinstance(beyond, dict):
        when = beyond.get("when")
        shown = not isinstance(when, dict) or holds(state, Source(seat), when)
        return str(beyond.get("kind", "")) if shown else ""
    return str(beyond)

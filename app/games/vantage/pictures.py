"""Every window of a world by its name: places, cards, goals and pages, as painters and the lint look at them."""

from __future__ import annotations

import hashlib
from typing import Final

from app.games.vantage.glazing import cartoon, motifs
from app.games.vantage.scene import as_seen, compose
from app.games.vantage.world import World, hour, shown
from app.glass.cartoon import Node
from app.glass.glazier import glaze
from app.glass.window import Region

KINDS: Final = ("146", "card-902", "mission-1704", "crisis-1704", "destiny-1721", "ending-1721", "page-V01", "kit-fen")
SHAPES: Final = {"card": "card", "mission": "medal", "destiny": "medal"}  # all others are as wide as places


def subjects(world: World) -> dict[str, str]:
    """The name of every window that may be painted, and what it is called."""
    found = {shown(number): place.name for number, place in world.places.items()}
    found |= {f"card-{number}": card.name for number, card in world.cards.items()}
    for number, mission in world.missions.items():
        found |= {f"mission-{number}": mission.name, f"crisis-{number}": f"{mission.name}: the crisis"}
    for number, destiny in world.destinies.items():
        found |= {f"destiny-{number}": destiny.name, f"ending-{number}": f"{destiny.name}: the ending"}
    return found | {f"page-{name}": page.name for name, page in world.pages.items()}


def tints(world: World, region: str) -> Region:
    found = world.regions.get(region)
    return Region(found.ground, found.shade, found.accent) if found else Region()


def drawn(world: World, name: str, looks: int = 0) -> str:
    """The window of that name as it is at first, or with everything that can change in its n-th look."""
    node = cartoon(world, name)
    key = "w" + hashlib.blake2b(f"{world.pack}/{name}".encode(), digest_size=4).hexdigest()
    if name.isdigit() or name.startswith("page-"):
        place = world.places.get(int(name)) if name.isdigit() else None
        scene = place.scene if place is not None else world.pages[name.removeprefix("page-")].scene
        listed = [(group, one) for group, found in scene.groups().items() for one in found]
        elements = tuple(as_seen(n, group, one, min(looks, len(one.states))) for n, (group, one) in enumerate(listed))
        beyond = tuple(str(one.get("kind") if isinstance(one, dict) else one) for one in scene.horizon.beyond)
        empty = Node("cartoon", {"alt": "The view"}, (), 0)
        at, region = (hour(place.id), place.region) if place is not None else ("", "")
        return compose(
            scene, elements, beyond, (world.pack, name), node or empty, at, tints(world, region), motifs(world)
        )
    kind = SHAPES.get(name.partition("-")[0], "place")
    empty = Node(
        "cartoon",
        {"alt": subjects(world).get(name, name), "hour": ""},
        (Node("sky", {"at": (450.0, 450.0)}, (), 0),),
        0,
    )
    return glaze(node or empty, key=key, kind=kind, motifs=motifs(world))

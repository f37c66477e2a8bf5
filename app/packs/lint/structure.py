"""Structure and numbers (VAN-L01 to VAN-L08)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from app.games.vantage.core import VERBS
from app.games.vantage.facts import CONDITIONS
from app.games.vantage.world import COMPOSITIONS, TERRAINS, World, cell
from app.packs.lint.findings import Finding, Pack, check, conditions_of, effects_of, walk

TAGS = (
    "outdoors water_near high hot cold thin_air people_near ruin dark fertile wreck bell beacon shutter mullion transom"
).split()
HEAD = (
    "pack title about version slices small dice stats levels start_tokens tokens_each full_grid_destiny options "
    "selectors verb_groups verbs counts"
).split()
BLOCKS = {
    "sky": (601, 618),
    "deep": (619, 648),
    "cave": (649, 684),
    "barrier": (685, 690),
    "warren": (691, 714),
    "interior": (715, 763),
    "lair": (764, 775),
    "trial": (776, 783),
    "reverse": (784, 793),
    "pod": (794, 799),
    "ship": (0, 0),
}
CARDS = {
    "character": (800, 805),
    "alternate": (806, 817),
    "experience": (818, 823),
    "objective": (824, 847),
    "ability": (848, 889),
    "animal wild": (890, 955),
    "animal loyal": (956, 985),
    "sentient": (986, 1063),
    "flora": (1064, 1147),
    "item tool": (1148, 1237),
    "item bow": (1238, 1249),
    "item arrow": (1250, 1267),
    "item shield": (1268, 1279),
    "item artifact": (1280, 1303),
    "item book": (1304, 1327),
    "item map": (1328, 1345),
    "item emblem": (1346, 1357),
    "item keepsake": (1358, 1381),
    "vehicle": (1382, 1429),
    "lesson": (1430, 1444),
    "spell": (1445, 1489),
    "curse": (1490, 1513),
    "giant": (1514, 1525),
    "giant_part": (1526, 1561),
    "seed": (1562, 1573),
    "tree": (1574, 1585),
    "structure": (1586, 1603),
    "quest": (1604, 1663),
}  # the numbers of section 4 of the components file
REWARDS = ("quest", "objective")  # what they turn into stands in their block, whatever kind it is
CAVES = "B B E E H H K K N N Q Q A A D D M M M G G I I I L L J J J P P P R R R R".split()  # 649 and on
SLICES: dict[str, dict[str, int]] = {
    "1": {"places": 160, "sites": 24, "missions": 6, "destinies": 5, "cards": 160, "sky": 6, "deep": 3, "cave": 6}
    | {"barrier": 2, "warren": 3, "interior": 11, "lair": 1, "trial": 1, "reverse": 0},
    "2": {"places": 160, "sites": 27, "missions": 4, "destinies": 3, "cards": 180, "sky": 3, "deep": 27, "cave": 0}
    | {"barrier": 0, "warren": 0, "interior": 6, "lair": 2, "trial": 2, "reverse": 0},
    "3": {"places": 156, "sites": 24, "missions": 4, "destinies": 2, "cards": 170, "sky": 3, "deep": 0, "cave": 9}
    | {"barrier": 1, "warren": 7, "interior": 11, "lair": 3, "trial": 2, "reverse": 0},
    "4": {"places": 156, "sites": 26, "missions": 3, "destinies": 2, "cards": 160, "sky": 3, "deep": 0, "cave": 9}
    | {"barrier": 2, "warren": 7, "interior": 11, "lair": 3, "trial": 1, "reverse": 0},
    "5": {"places": 156, "sites": 25, "missions": 3, "destinies": 2, "cards": 160, "sky": 3, "deep": 0, "cave": 12}
    | {"barrier": 1, "warren": 7, "interior": 8, "lair": 3, "trial": 2, "reverse": 0},
    "6": {"places": 12, "sites": 0, "missions": 1, "destinies": 1, "cards": 70, "sky": 0, "deep": 0, "cave": 0}
    | {"barrier": 0, "warren": 0, "interior": 2, "lair": 0, "trial": 0, "reverse": 10},
}  # the plan of the planet Oriel; another pack may give a plan of its own as `counts` in pack.yaml


@check
def verbs_and_words(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    for name in pack.head:
        if name not in HEAD:
            yield Finding("VAN-L01", "pack.yaml", f"there is no key {name!r}")
    for where, effects in effects_of(world):
        for effect in effects:
            for name in effect:
                if name not in VERBS:
                    yield Finding("VAN-L01", where, f"there is no effect {name!r}")
    for where, condition in conditions_of(world):
        for name in condition:
            if name not in CONDITIONS:
                yield Finding("VAN-L01", where, f"there is no condition {name!r}")
    for place in world.places.values():
        if place.terrain not in TERRAINS:
            yield Finding("VAN-L01", str(place.id), f"there is no terrain {place.terrain!r}")
        for tag in place.tags:
            if tag not in TAGS:
                yield Finding("VAN-L01", str(place.id), f"there is no tag {tag!r}")
    for card in world.cards.values():
        if card.composition and card.composition not in COMPOSITIONS:
            yield Finding("VAN-L01", f"card {card.id}", f"there is no composition {card.composition!r}")


@check
def numbers(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    for place in world.places.values():
        surface = cell(place.id) is not None
        if surface and place.terrain not in ("land", "city", "sea"):
            yield Finding("VAN-L02", str(place.id), f"{place.terrain} is not on the surface")
        low, high = BLOCKS.get(place.terrain, (1, 600))
        if not low <= place.id <= high:
            yield Finding("VAN-L02", str(place.id), f"{place.terrain} has numbers {low} to {high}")
        region = region_of(place.id)
        if region and region != place.region:
            yield Finding("VAN-L02", str(place.id), f"lies in region {region}, not {place.region}")
    rewards = {card.side_b: card for card in world.cards.values() if card.kind in REWARDS and card.side_b}
    for card in world.cards.values():
        kind = f"{card.kind} {card.sub}" if card.kind in ("animal", "item") else card.kind
        low, high = CARDS.get(kind, (800, 1699))
        if kind not in CARDS:
            yield Finding("VAN-L01", f"card {card.id}", f"there is no kind {kind!r}")
        first, last = CARDS[rewards[card.id].kind] if card.id in rewards else (low, high)
        if not low <= card.id <= high and not first <= card.id <= last:
            yield Finding("VAN-L02", f"card {card.id}", f"{kind} has numbers {low} to {high}")
    for label, goals, low, high in (
        ("mission", list(world.missions), 1700, 1720),
        ("destiny", list(world.destinies), 1721, 1735),
    ):
        for number in goals:
            if not low <= number <= high:
                yield Finding("VAN-L02", f"{label} {number}", f"has numbers {low} to {high}")
    for label, names, letter, last in (("puzzle", world.puzzles, "S", 400), ("page", world.pages, "V", 64)):
        for name in names:
            if name[:1] != letter or not name[1:].isdecimal() or not 1 <= int(name[1:]) <= last:
                yield Finding("VAN-L02", f"{label} {name}", f"is called {letter}1 to {letter}{last}")


def region_of(number: int) -> str:
    """The region that a number belongs to by the plan of the planet; nothing where the plan leaves it open."""
    at = cell(number)
    if at is not None:
        x, y = at
        return "ABCDEFGHIJKLMNOPQR"[3 * (x // 5) + (0 if y < 8 else 1 if y < 12 else 2)]
    if 601 <= number <= 618:
        return "ABCDEFGHIJKLMNOPQR"[number - 601]
    if 649 <= number <= 684:
        return CAVES[number - 649]
    return {619: "B", 620: "N", 621: "Q"}.get(number, "")


@check
def counts(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    plan = pack.head.get("counts") or (SLICES if world.pack == "oriel" else {})
    for part in world.slices:
        wanted: dict[str, int] = plan.get(str(part), {})
        for what, number in wanted.items():
            there = _there(world, part, what)
            if there != number:
                yield Finding("VAN-L06", f"slice {part}", f"{there} {what} instead of {number}")


def _there(world: World, part: int, what: str) -> int:
    if what in ("places", "missions", "destinies", "cards"):
        return sum(one.slice == part for one in getattr(world, what).values())
    if what == "sites":
        sites = {site for table in world.pods.values() for site in table.values()}
        return sum(site in world.places and world.places[site].slice == part for site in sites)
    return sum(place.slice == part and place.terrain == what for place in world.places.values())


@check
def references(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    for where, effects in effects_of(world):
        for name, a in walk(effects):
            if isinstance(a, dict):
                yield from _references(world, where, name, a)
    for place in world.places.values():
        for side, way in place.compass.items():
            target = way.to if way.to is not None else way.star if type(way.star) is int else None
            if target is not None and target not in world.places:
                yield Finding("VAN-L03", f"{place.id} {side}", f"{target} is not built and has no fallback")
    for pod, table in world.pods.items():
        for site in set(table.values()):
            if site not in world.places:
                yield Finding("VAN-L03", f"pod {pod}", f"{site} is not built")


def _references(world: World, where: str, name: str, a: dict[str, Any]) -> Iterator[Finding]:
    def missing(what: object) -> Finding:
        return Finding("VAN-L03", where, f"{name}: {what} does not exist")

    if (
        name in ("gain_card", "bind_here", "curse", "quest")
        and a.get("id") != "this"
        and a.get("id") not in world.cards
    ):
        yield missing(a.get("id"))
    if name == "replace_card" and a["with"] not in world.cards:
        yield missing(a["with"])
    if name in ("go", "enter") and isinstance(a.get("to"), int) and a["to"] not in world.places:
        yield missing(a["to"])
    if name == "go_choice":
        yield from (missing(one["to"]) for one in a["options"] if one["to"] not in world.places)
    if name == "go_table" and a["table"] not in world.tables:
        yield missing(a["table"])
    known: dict[str, tuple[str, dict[str, Any]]] = {
        "open_page": ("page", world.pages),
        "puzzle": ("id", world.puzzles),
        "hint": ("id", world.hints),
    }
    if name in known and a[known[name][0]] not in known[name][1]:
        yield missing(a[known[name][0]])
    if name in ("flag", "unflag") and a.get("id") not in world.flags:
        yield missing(a.get("id"))
    if name == "count" and isinstance(a.get("id"), str) and a["id"] not in world.counters:
        yield missing(a["id"])
    if name == "destiny" and a["id"] not in world.destinies:
        yield missing(a["id"])
    if name == "trial" and a["id"] not in world.trials:
        yield missing(a["id"])


@check
def unused(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    named: Counter[str] = Counter()
    for _, effects in effects_of(world):
        for name, value in walk(effects):
            if name in ("id", "with", "page", "table", "card") and isinstance(value, int | str):
                named[str(value)] += 1
            if name == "to" and isinstance(value, int):
                named[str(value)] += 1
    for region in world.regions.values():
        named.update(str(card) for card in [*region.flora, *region.items])
    for card in world.cards.values():
        named.update(str(n) for n in (card.side_b, card.upgrade) if n is not None)
        named.update(str(spell) for spells in card.spells.values() for spell in spells)
    for rows in world.tables.values():
        named.update(str(row.card) for row in rows if row.card is not None)
    for giant in world.giants.values():
        named.update(str(n) for n in (giant.id, *giant.parts))
    for card in world.cards.values():
        if card.kind not in ("character", "alternate", "experience") and not named[str(card.id)]:
            yield Finding("VAN-L07", f"card {card.id}", f"nothing gives {card.name}")
    for kind, things in (
        ("page", world.pages),
        ("puzzle", world.puzzles),
        ("hint", world.hints),
        ("table", world.tables),
    ):
        for thing in things:
            if not named[str(thing)] and not (kind == "hint" and any(m.hint == thing for m in world.missions.values())):
                yield Finding("VAN-L07", f"{kind} {thing}", "nothing refers to it")


@check
def flags(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    written: set[str] = set()
    read: set[str] = set()
    for _, effects in effects_of(world):
        for name, a in walk(effects):
            if name in ("flag", "count") and isinstance(a, dict):
                written.add(str(a.get("id")))
            if isinstance(a, str) and "c." in a:
                read |= set(re.findall(r"\bc\.(\w+)", a))
            if name == "mission" and isinstance(a, dict) and "add" in a:
                written |= {str(mission.goal.get("counter")) for mission in world.missions.values()}
    for _, condition in conditions_of(world):
        for name, value in walk(condition):
            if name == "flag" and isinstance(value, str):
                read.add(value)
            if name == "counter":
                read.add(value if isinstance(value, str) else str(value.get("id")))
    for name in [name for name in (*world.flags, *world.counters) if name != "voices"]:  # counted by the engine
        if name not in written:
            yield Finding("VAN-L08", name, "is never set")
        if name not in read:
            yield Finding("VAN-L08", name, "is never read")
    for name in sorted(read - set(world.flags) - set(world.counters)):
        yield Finding("VAN-L03", name, "is read but not declared")

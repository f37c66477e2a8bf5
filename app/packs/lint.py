"""Lint: what a pack must pass (section 13 of the world guide). Every finding names its rule."""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Iterator
from typing import Any

import msgspec

from app.games.vantage.core import VERBS
from app.games.vantage.facts import CONDITIONS
from app.games.vantage.world import (
    CARDINALS,
    CATEGORIES,
    COMPOSITIONS,
    DIAGONALS,
    GROUPS,
    TERRAINS,
    Act,
    Place,
    World,
    cell,
    neighbour,
)
from app.packs.budget import SUMS, TARGETS, card_sum, judged_by_hand, worth

VERB_LIST: dict[str, list[str]] = {
    "move": "WALK SWIM WADE CLIMB CRAWL LEAP CROSS WANDER FOLLOW SNEAK RIDE SAIL STEER DIVE SURFACE SCOUT FORCE "
    "RETURN".split(),
    "look": "STUDY INSPECT SEARCH LISTEN READ WATCH SIGHT TRACK TEST MAP LEARN SOLVE".split(),
    "engage": "GREET ASK TELL PARLEY BARTER SING PLAY DUEL PLEDGE RALLY CALM JOIN".split(),
    "help": "TEND MEND FEED FREE SHARE GUIDE LIGHT PLANT BUILD CRAFT CREATE UPGRADE EQUIP TRAIN STOW TRADE BRACE "
    "REST".split(),
    "take": "GATHER PICK DIG PRY UNTIE SCAVENGE SAMPLE CATCH BORROW BUY DRINK HIDE".split(),
    "overpower": "BREAK CUT BURN PUSH TOPPLE WRESTLE SEIZE HOLD DRIVE SHOUT FISH SLAY".split(),
}
FAR_VERBS = "SIGHT WATCH LISTEN SCOUT MAP TRACK SING SHOUT FOLLOW STEER WANDER".split()  # VAN-C71
TAGS = (
    "outdoors water_near high hot cold thin_air people_near ruin dark fertile wreck bell beacon shutter mullion transom"
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
STOCK = "a an the of and to in it is on with at for".split()


class Finding(msgspec.Struct, frozen=True, order=True):
    rule: str
    where: str
    text: str
    warning: bool = False

    def __str__(self) -> str:
        return f"{self.rule} {'warning' if self.warning else 'error'} {self.where}: {self.text}"


Check = Callable[[World], Iterator[Finding]]
CHECKS: list[Check] = []


def check(function: Check) -> Check:
    CHECKS.append(function)
    return function


def lint(world: World, *, small: bool = False) -> list[Finding]:
    """All findings; a small pack is spared what only makes sense at full size (shares, means, counts)."""
    found = [finding for one in CHECKS for finding in one(world)]
    if small:
        found = [finding for finding in found if finding.rule not in FULL_SIZE]
    return sorted(set(found))


FULL_SIZE = frozenset(
    {
        "VAN-L06",
        "VAN-L13",
        "VAN-L16",
        "VAN-L19",
        "VAN-L22",
        "VAN-L23",
        "VAN-L26",
        "VAN-L42",
        "VAN-L50",
        "VAN-L33",
        "VAN-L21",
        "VAN-L29",
        "VAN-L46",
    }
)


def entries(world: World) -> Iterator[tuple[str, Act, Place | None]]:
    """Every entry of the books, with where it stands."""
    for place in world.places.values():
        for action in place.actions:
            yield f"{place.id} {action.act}", action, place
        for side, depart in place.departs.items():
            yield f"{place.id} {side}", depart, place
    for card in world.cards.values():
        for action in card.actions:
            yield f"card {card.id} {action.act}", action, None
    for mission in world.missions.values():
        for action in mission.actions:
            yield f"centre {mission.id} {action.act}", action, None
    for destiny in world.destinies.values():
        for action in destiny.actions:
            yield f"centre {destiny.id} {action.act}", action, None


def walk(value: Any) -> Iterator[tuple[str, Any]]:
    """Every key and value of a tree of effects."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield name, part
            yield from walk(part)
    elif isinstance(value, list):
        for part in value:
            yield from walk(part)


def effects_of(world: World) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    for where, entry, _ in entries(world):
        yield where, entry.result
        for variant in entry.variants:
            yield where, variant.result or []
        if entry.diagonal:
            yield where, entry.diagonal.result
    for place in world.places.values():
        yield f"{place.id} arrival", place.arrival
    for card in world.cards.values():
        yield f"card {card.id}", card.when_placed
        for slot in card.slots:
            yield f"card {card.id} slot", slot.gives
        for power in card.powers:
            yield f"card {card.id} power", power.do
        for hook in card.hooks.values():
            yield f"card {card.id} hook", hook
    for puzzle in world.puzzles.values():
        yield f"puzzle {puzzle.id}", puzzle.prize
    for trial in world.trials.values():
        yield f"trial {trial.id}", [*trial.prize, *trial.else_]
    for mission in world.missions.values():
        yield f"mission {mission.id}", mission.on_goal
    for destiny in world.destinies.values():
        yield f"destiny {destiny.id}", destiny.on_goal
    for name, rows in world.tables.items():
        for row in rows:
            yield f"table {name}", row.do


def conditions_of(world: World) -> Iterator[tuple[str, Any]]:
    for where, entry, _ in entries(world):
        yield from ((where, c) for c in (entry.cond, entry.forbid_if) if c)
        yield from ((where, variant.cond) for variant in entry.variants)
    for place in world.places.values():
        for element in place.scene.elements():
            yield from ((f"{place.id} scene", c) for c in [element.when, *(s.when for s in element.states)] if c)
        if place.welcome:
            yield f"{place.id} welcome", {"flag": place.welcome}
    for mission in world.missions.values():
        yield f"mission {mission.id}", mission.goal
    for destiny in world.destinies.values():
        yield f"destiny {destiny.id}", destiny.goal
        yield from ((f"destiny {destiny.id}", way["if"]) for way in destiny.found if "if" in way)
    for trial in world.trials.values():
        if trial.passed.get("if"):
            yield f"trial {trial.id}", trial.passed["if"]
    for card in world.cards.values():
        if card.goal and card.goal.cond:
            yield f"card {card.id}", card.goal.cond
    for where, effects in effects_of(world):
        for name, value in walk(effects):
            if name in ("if", "cond") and isinstance(value, dict):
                yield where, value.get("cond", value) if name == "if" else value


# Structure and numbers -------------------------------------------------------------------------------------------


@check
def verbs_and_words(world: World) -> Iterator[Finding]:
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
def numbers(world: World) -> Iterator[Finding]:
    for place in world.places.values():
        surface = cell(place.id) is not None
        if surface and place.terrain not in ("land", "city", "sea"):
            yield Finding("VAN-L02", str(place.id), f"{place.terrain} is not on the surface")
        low, high = BLOCKS.get(place.terrain, (1, 600))
        if not low <= place.id <= high:
            yield Finding("VAN-L02", str(place.id), f"{place.terrain} has numbers {low} to {high}")
    for card in world.cards.values():
        if not 800 <= card.id <= 1699:
            yield Finding("VAN-L02", f"card {card.id}", "cards have numbers 800 to 1699")


@check
def references(world: World) -> Iterator[Finding]:
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
def unused(world: World) -> Iterator[Finding]:
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
def flags(world: World) -> Iterator[Finding]:
    written: set[str] = set()
    read: set[str] = set()
    for _, effects in effects_of(world):
        for name, a in walk(effects):
            if name in ("flag", "unflag", "count") and isinstance(a, dict):
                written.add(str(a.get("id")))
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


# Map -------------------------------------------------------------------------------------------------------------


@check
def compass(world: World) -> Iterator[Finding]:
    for place in world.places.values():
        if place.terrain in ("ship", "pod"):
            continue
        for side in CARDINALS:
            if side not in place.compass:
                yield Finding("VAN-L09", str(place.id), f"says nothing about the {side}")
        for side, way in place.compass.items():
            if way.to is not None and cell(place.id) and neighbour(place.id, side) != way.to:
                yield Finding("VAN-L09", f"{place.id} {side}", f"{way.to} is not the neighbour")
            if way.star and side not in place.departs:
                yield Finding("VAN-L03", f"{place.id} {side}", "a star without an entry")
            other = world.places.get(way.to) if way.to is not None else None
            opposite = {"north": "south", "south": "north", "east": "west", "west": "east"}[side]
            if (
                other
                and not place.asym
                and not other.asym
                and opposite in other.compass
                and other.compass[opposite].blocked
            ):
                yield Finding("VAN-L14", f"{place.id} {side}", f"{other.id} is closed on that side", warning=True)
        for side, depart in place.departs.items():
            if depart.diagonal and depart.diagonal.dir not in DIAGONALS:
                yield Finding("VAN-L09", f"{place.id} {side}", f"{depart.diagonal.dir} is no diagonal")
        ways = [way for way in place.compass.values() if not way.blocked]
        if cell(place.id) and len(ways) < 2:
            yield Finding("VAN-L10", str(place.id), "fewer than two open sides")


def links(world: World, place: Place, *, results: bool) -> set[int]:
    """Where one may get from here, by departs alone or by results, too."""
    found = {way.to for way in place.compass.values() if way.to is not None}
    lists = [depart.result for depart in place.departs.values()]
    lists += [variant.result or [] for depart in place.departs.values() for variant in depart.variants]
    lists += [depart.diagonal.result for depart in place.departs.values() if depart.diagonal]
    if results:
        lists += [action.result for action in place.actions]
        lists += [variant.result or [] for action in place.actions for variant in action.variants]
        region = world.regions.get(place.region)
        if region and place.terrain == "sky":
            found |= {n for cells in region.quarters.values() for n in cells}
        if region and region.sky and "outdoors" in place.tags:
            found.add(region.sky)
    for effects in lists:
        for name, value in walk(effects):
            if name == "to" and isinstance(value, int):
                found.add(value)
            if name == "table" and isinstance(value, str) and value in world.tables:
                found |= {row.to for row in world.tables[value] if row.to is not None}
            if name == "giant" and isinstance(value, dict) and value.get("id") in world.giants:
                found.add(world.giants[value["id"]].lair)
    return {number for number in found if number in world.places}


def reach(world: World, start: int, *, results: bool) -> dict[int, int]:
    distance = {start: 0}
    queue = deque([start])
    while queue:
        at = queue.popleft()
        for following in sorted(links(world, world.places[at], results=results)):
            if following not in distance:
                distance[following] = distance[at] + 1
                queue.append(following)
    return distance


@check
def reachable(world: World) -> Iterator[Finding]:
    sites = sorted({site for table in world.pods.values() for site in table.values() if site in world.places})
    surface = {number for number in world.places if cell(number)}
    cities = {place.id for place in world.places.values() if place.terrain == "city"}
    for site in sites:
        by_foot = reach(world, site, results=False)
        for number in sorted(surface - set(by_foot)):
            yield Finding("VAN-L11", str(number), f"cannot be reached by departs from {site:03d}")
        near = min((by_foot[city] for city in cities if city in by_foot), default=99)
        if near > 6:
            yield Finding("VAN-L13", str(site), "no city within six departs")
    if sites:
        anyhow = reach(world, sites[0], results=True)
        for place in world.places.values():
            if place.id not in anyhow and place.terrain not in ("ship", "pod", "trial"):
                yield Finding("VAN-L11", str(place.id), "cannot be reached at all")
    for place in world.places.values():
        if place.terrain in ("ship", "pod") or place.ending:
            continue
        out = set(reach(world, place.id, results=True)) - {place.id}
        if not out & set(sites) and place.terrain != "interior":
            yield Finding("VAN-L12", str(place.id), "no way back to a crash site")


@check
def pods(world: World) -> Iterator[Finding]:
    owner: dict[int, int] = {}
    for pod, table in world.pods.items():
        if len(table) != 21:
            yield Finding("VAN-L16", f"pod {pod}", f"{len(table)} keys instead of 21")
        for key, site in table.items():
            one, _, two = key.partition("-")
            place = world.places.get(site)
            harsh = place is not None and (bool(place.arrival) or bool({"hot", "cold", "thin_air"} & set(place.tags)))
            if place is not None and (one == two) != harsh:
                yield Finding("VAN-L16", f"pod {pod} {key}", f"{site:03d} is {'harsh' if harsh else 'mild'}")
            if owner.setdefault(site, pod) != pod:
                yield Finding("VAN-L16", f"pod {pod}", f"{site:03d} belongs to pod {owner[site]}")


# Actions, costs, benefits ----------------------------------------------------------------------------------------


def dice_of(cost: int | str | dict[str, int]) -> int | None:
    if isinstance(cost, dict):
        return cost.get("dice", 0)
    return cost if isinstance(cost, int) else None


@check
def actions(world: World) -> Iterator[Finding]:
    for place in world.places.values():
        if place.terrain in ("ship", "pod"):
            continue
        count = len(place.actions)
        categories = sorted(action.category for action in place.actions)
        if place.terrain == "land" and not place.odd and categories != sorted(CATEGORIES):
            yield Finding("VAN-L19", str(place.id), "a land location has six actions, one per category")
        if place.terrain == "city" and not 6 <= count <= 8:
            yield Finding("VAN-L19", str(place.id), "a city has six to eight actions")
        if count < 3:
            yield Finding("VAN-L19", str(place.id), "fewer than three actions")
        acts = Counter(action.act for action in place.actions)
        for act, times in acts.items():
            if times > 1:
                yield Finding("VAN-L20", str(place.id), f"{act} twice")
        if place.terrain in ("land", "city"):
            names = {name for action in place.actions for name, _ in walk(action.result)}
            if not names & {"gain_card", "gain_from", "destiny", "giant", "puzzle", "trial", "bind_here"}:
                yield Finding("VAN-L26", str(place.id), "nothing here gives a card, quest or destiny")
            if not names & {"flag", "forbid", "count"}:
                yield Finding("VAN-L26", str(place.id), "nothing here changes the place")
    for where, entry, _ in entries(world):
        category, _, verb = entry.act.partition("-")
        if verb not in VERB_LIST.get(category, []):
            yield Finding("VAN-L20", where, f"{entry.act} is not in the list of verbs")


@check
def budgets(world: World) -> Iterator[Finding]:
    for place in world.places.values():
        for action in place.actions:
            cost = dice_of(action.cost)
            if cost is None or judged_by_hand(action):
                continue
            value, target = worth(world, action.result), TARGETS[min(cost, 9)]
            slack = 0.6 if cost >= 5 else 0.4
            if abs(value - target) > slack + 1e-9:
                yield Finding(
                    "VAN-L21", f"{place.id} {action.act}", f"worth {value:.2f} at cost {cost}, target {target}"
                )
        for side, depart in place.departs.items():
            value = worth(world, depart.result)
            if not -0.9 - 1e-9 <= value <= 0.4 + 1e-9:
                yield Finding("VAN-L21", f"{place.id} {side}", f"a depart worth {value:.2f}")
    for card in world.cards.values():
        bounds = SUMS.get(card.sub) or SUMS.get(card.kind)
        if bounds and not bounds[0] - 1e-9 <= card_sum(card) <= bounds[1] + 1e-9:
            yield Finding(
                "VAN-L29",
                f"card {card.id}",
                f"its parts are worth {card_sum(card):.2f}, not {bounds[0]} to {bounds[1]}",
            )


@check
def regions(world: World) -> Iterator[Finding]:
    spread: dict[str, list[Act]] = defaultdict(list)
    for place in world.places.values():
        if cell(place.id):
            spread[place.region] += place.actions
    for region, listed in spread.items():
        costs = [3 if cost is None else cost for cost in (dice_of(action.cost) for action in listed)]
        mean = sum(costs) / max(1, len(costs))
        if not 2.3 <= mean <= 3.0:
            yield Finding("VAN-L23", f"region {region}", f"mean cost {mean:.2f}")
        off = [
            worth(world, action.result) - TARGETS[min(dice_of(action.cost) or 0, 9)]
            for action in listed
            if dice_of(action.cost) is not None and not judged_by_hand(action)
        ]
        if off and abs(sum(off) / len(off)) > 0.1:
            yield Finding("VAN-L22", f"region {region}", f"results are off by {sum(off) / len(off):+.2f} on average")


@check
def by_x(world: World) -> Iterator[Finding]:
    for where, effects in effects_of(world):
        for name, value in walk(effects):
            if name != "by_x":
                continue
            covered: list[int] = []
            for span in value:
                low, _, high = span.partition("-")
                covered += range(int(low), int(high or low) + 1)
            if sorted(covered) != [1, 2, 3, 4, 5, 6]:
                yield Finding("VAN-L30", where, "by_x does not cover 1 to 6 once each")
            rising = [worth(world, part) for part in value.values()]
            if rising != sorted(rising):
                yield Finding("VAN-L30", where, "by_x does not rise in value")
        names = [name for effect in effects for name in effect]
        if "continue" in names and (names.count("continue") > 1 or names[-1] != "continue"):
            yield Finding("VAN-L31", where, "continue stands last and once")


@check
def results(world: World) -> Iterator[Finding]:
    for where, entry, place in entries(world):
        if not entry.result and place is not None:
            yield Finding("VAN-L25", where, "a result that changes nothing")


# Text ------------------------------------------------------------------------------------------------------------


def words(text: str) -> list[str]:
    return re.findall(r"[a-z']+", text.lower())


@check
def lengths(world: World) -> Iterator[Finding]:
    for place in world.places.values():
        if place.terrain in ("ship", "pod"):
            continue
        count = len(words(place.text))
        if not 25 <= count <= 45:
            yield Finding("VAN-L33", str(place.id), f"a description of {count} words")
        if len(words(place.voice)) > 20:
            yield Finding("VAN-L33", str(place.id), "the voice says too much")
    for where, entry, stands in entries(world):
        count = len(words(entry.line))
        if not 3 <= count <= 9:
            yield Finding("VAN-L33", where, f"a line of {count} words")
        inside = stands is not None and not any(entry is depart for depart in stands.departs.values())
        low, high = (12, 55) if inside else (6, 35)
        if not low <= len(words(entry.tell)) <= high:
            yield Finding("VAN-L33", where, f"a passage of {len(words(entry.tell))} words")


@check
def repetition(world: World) -> Iterator[Finding]:
    passages: dict[str, str] = {}
    same_person = tuple(f"card {card.id} " for card in world.cards.values() if card.kind == "alternate")
    for where, entry, _ in entries(world):
        if not where.startswith(same_person):
            passages[where] = entry.tell
    for place in world.places.values():
        passages[f"{place.id} text"] = place.text
    seen: dict[tuple[str, ...], str] = {}
    for where, text in passages.items():
        listed = words(text)
        for start in range(len(listed) - 7):
            piece = tuple(listed[start : start + 8])
            if seen.setdefault(piece, where) != where:
                yield Finding("VAN-L34", where, f"shares eight words with {seen[piece]}")
                break
    begins: dict[tuple[str, ...], int] = {}
    for place in world.places.values():
        if place.terrain not in ("ship", "pod"):
            start3 = (place.region, *words(place.text)[:3])
            if start3 in begins:
                yield Finding("VAN-L34", str(place.id), f"begins like {begins[start3]}")
            begins[start3] = place.id
    lines = Counter(entry.line for where, entry, place in entries(world) if place is not None)
    for line, times in lines.items():
        if times > 2:
            yield Finding("VAN-L34", line, f"used {times} times")
    for where, text in passages.items():
        if re.search(r"you find nothing", text, re.IGNORECASE):
            yield Finding("VAN-L37", where, "nothing is never found")
        if re.search(r"\b\d{2,3}\b", text):
            yield Finding("VAN-L37", where, "numbers of places are not spoken")


# Scene -----------------------------------------------------------------------------------------------------------


@check
def scenes(world: World) -> Iterator[Finding]:
    for place in world.places.values():
        elements = {element.id: element for element in place.scene.elements()}
        if not elements:
            yield Finding("VAN-L42", str(place.id), "has no picture")
        if cell(place.id) and not 6 <= len(elements) <= 14:
            yield Finding("VAN-L42", str(place.id), f"{len(elements)} elements instead of 6 to 14")
        used = sum(bool(getattr(place.scene, group)) for group in GROUPS)
        if cell(place.id) and used < 4:
            yield Finding("VAN-L42", str(place.id), f"elements of {used} groups only")
        for action in place.actions:
            if action.feature not in elements:
                yield Finding("VAN-L39", f"{place.id} {action.act}", f"there is no element {action.feature!r}")
            elif elements[action.feature].far in ("far", "horizon") and action.act.partition("-")[2] not in FAR_VERBS:
                yield Finding("VAN-L40", f"{place.id} {action.act}", "is done on something far away")
        for sign in place.scene.signs:
            if sign.on not in elements:
                yield Finding("VAN-L46", str(place.id), f"a sign on {sign.on!r}, which does not exist")
        if "water_near" in place.tags and not place.scene.water:
            yield Finding("VAN-L44", str(place.id), "water near, but none in the picture")


@check
def signatures(world: World) -> Iterator[Finding]:
    seen: dict[Any, int] = {}
    for place in world.places.values():
        scene = place.scene
        parts = tuple(sorted((e.kind, str(e.at), e.far) for e in scene.elements()))
        signature = (scene.sky.kind, scene.horizon.line, parts)
        if signature in seen:
            yield Finding("VAN-L42", str(place.id), f"has the same picture as {seen[signature]:03d}")
        seen[signature] = place.id


# Goals -----------------------------------------------------------------------------------------------------------


@check
def goals(world: World) -> Iterator[Finding]:
    for mission in world.missions.values():
        if not mission.crisis or not mission.done:
            yield Finding("VAN-L48", f"mission {mission.id}", "needs a crisis and a done text")
        if mission.hint not in world.hints:
            yield Finding("VAN-L48", f"mission {mission.id}", "has no hint")
    for destiny in world.destinies.values():
        if "else" not in destiny.final:
            yield Finding("VAN-L47", f"destiny {destiny.id}", "has no final text")
    for puzzle in world.puzzles.values():
        if puzzle.skip.get("cost") != 9:
            yield Finding("VAN-L49", f"puzzle {puzzle.id}", "the skip costs 9")
        if not puzzle.check:
            yield Finding("VAN-L49", f"puzzle {puzzle.id}", "no note says how the answer follows")
    for number, place in world.places.items():
        beside = [world.places.get(neighbour(number, side) or -1) for side in CARDINALS] if place.voice else []
        for other in beside:
            if other is not None and other.voice:
                yield Finding("VAN-L50", str(number), f"the voice speaks at {other.id:03d}, too")

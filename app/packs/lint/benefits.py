"""Actions, costs, benefits (VAN-L19 to VAN-L21, VAN-L25, VAN-L26, VAN-L29 to VAN-L31)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from app.games.vantage.world import CATEGORIES, Act, Card, Place, World
from app.packs.budget import SUMS, TARGETS, card_sum, judged_by_hand, worth
from app.packs.lint.findings import Finding, Pack, check, conditions_of, effects_of, entries, walk

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
GIVES_CARDS = {"gain_card", "gain_from", "destiny", "giant", "puzzle", "trial", "bind_here", "quest", "place_centre"}
FREE_KINDS = ("character", "alternate", "experience", "giant_part", "curse", "quest", "objective", "lesson", "vehicle")
REVEALS = ("hint", "peek", "name_place", "open_page", "mark_map", "say", "puzzle")


def dice_of(cost: int | str | dict[str, int]) -> int | None:
    if isinstance(cost, dict):
        return cost.get("dice", 0)
    return cost if isinstance(cost, int) else None


@check
def actions(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    read = flags_read(world)
    for place in world.places.values():
        if place.terrain not in ("ship", "pod"):
            yield from _actions(place, read)
    verbs = {name: [*listed, *pack.head.get("verbs", {}).get(name, [])] for name, listed in VERB_LIST.items()}
    for where, entry, _ in entries(world):
        category, _, verb = entry.act.partition("-")
        if verb not in verbs.get(category, []):
            yield Finding("VAN-L20", where, f"{entry.act} is not in the list of verbs")


def flags_read(world: World) -> set[str]:
    """Flags and counters that some condition asks for."""
    found: set[str] = set()
    for _, condition in conditions_of(world):
        for name, value in walk(condition):
            if name in ("flag", "counter"):
                found.add(value if isinstance(value, str) else str(value.get("id")))
    return found


def _actions(place: Place, read: set[str]) -> Iterator[Finding]:
    count = len(place.actions)
    categories = sorted(action.category for action in place.actions)
    if place.terrain == "land" and not place.odd and categories != sorted(CATEGORIES):
        yield Finding("VAN-L19", str(place.id), "a land location has six actions, one per category")
    if place.terrain == "city" and not 6 <= count <= 8:
        yield Finding("VAN-L19", str(place.id), "a city has six to eight actions")
    if count < 3:
        yield Finding("VAN-L19", str(place.id), "fewer than three actions")
    for act, times in Counter(action.act for action in place.actions).items():
        if times > 1:
            yield Finding("VAN-L20", str(place.id), f"{act} twice")
    if place.terrain in ("land", "city"):
        inside = [(name, value) for action in place.actions for name, value in walk(action.result)]
        if not {name for name, _ in inside} & GIVES_CARDS:
            yield Finding("VAN-L26", str(place.id), "nothing here gives a card, quest or destiny")
        changed = any(
            name == "forbid" or (name in ("flag", "count") and isinstance(value, dict) and value.get("id") in read)
            for name, value in inside
        )
        if not changed:
            yield Finding("VAN-L26", str(place.id), "nothing here changes the place")


@check
def budgets(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    for place in world.places.values():
        for action in place.actions:
            yield from _within(world, f"{place.id} {action.act}", action, 1.0)
        for side, depart in place.departs.items():
            for result in [depart.result, *([depart.diagonal.result] if depart.diagonal else [])]:
                value = worth(world, result)
                if not -0.9 - 1e-9 <= value <= 0.4 + 1e-9:
                    yield Finding("VAN-L21", f"{place.id} {side}", f"a depart worth {value:.2f}")
    for card in world.cards.values():
        if card.kind not in FREE_KINDS:
            for action in card.actions:
                yield from _within(world, f"card {card.id} {action.act}", action, 0.8)
        bounds = _bounds(world, card)
        if bounds and not bounds[0] - 1e-9 <= card_sum(card) <= bounds[1] + 1e-9:
            low, high = bounds
            text = f"its parts are worth {card_sum(card):.2f}, not {low:.1f} to {high:.1f}"
            yield Finding("VAN-L29", f"card {card.id}", text)


def _within(world: World, where: str, action: Act, share: float) -> Iterator[Finding]:
    cost = dice_of(action.cost)
    names = {name for name, _ in walk(action.result)}
    if cost is None or judged_by_hand(action) or (share < 1 and "lose_card" in names):
        return  # a card that is used up is paid with itself
    value, target = worth(world, action.result), TARGETS[min(cost, 9)] * share
    slack = 0.6 if cost >= 5 else 0.4 if share == 1 else 0.5
    if abs(value - target) > slack + 1e-9:
        yield Finding("VAN-L21", where, f"worth {value:.2f} at cost {cost}, target {target:.2f}")


def _bounds(world: World, card: Card) -> tuple[float, float] | None:
    """What the parts of a card may be worth together."""
    if card.kind == "vehicle":
        return ((1.1, 1.5), (1.6, 2.1), (2.3, 2.8))[(card.id - 1382) % 3]
    if card.kind == "spell":
        levels = [int(n) for lesson in world.cards.values() for n, taught in lesson.spells.items() if card.id in taught]
        return 0.5 + 0.3 * min(levels, default=1), 1.1 + 0.3 * max(levels, default=5)
    if any(card.id == other.side_b and other.kind == "quest" for other in world.cards.values()):
        return 1.6, 2.4
    return SUMS.get(card.sub) or SUMS.get(card.kind)


@check
def by_x(pack: Pack) -> Iterator[Finding]:
    world = pack.world
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
def going_on(pack: Pack) -> Iterator[Finding]:
    """A chain of must-continue comes to an end (VAN-L31)."""
    for place in pack.world.places.values():
        forced = {action.act: _forced(action) for action in place.actions}
        for start in forced:
            seen, at = {start}, forced[start]
            while at in forced and at not in seen:
                seen.add(at)
                at = forced[at]
            if at == start:
                yield Finding("VAN-L31", f"{place.id} {start}", "must go on with itself in the end")


def _forced(action: Act) -> str:
    for name, a in walk(action.result):
        if name == "continue" and isinstance(a, dict) and a.get("mode", "must") == "must":
            only = a.get("with", [])
            only = [only] if isinstance(only, str) else only
            return str(only[0]) if len(only) == 1 else ""
    return ""


@check
def results(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    read = flags_read(world)
    for where, entry, place in entries(world):
        names = [(name, a) for name, a in walk(entry.result)]
        idle = [a for name, a in names if name in ("flag", "count") and isinstance(a, dict) and a.get("id") not in read]
        changes = [name for effect in entry.result for name in effect if name not in ("flag", "count", "say")]
        unread = len(idle) == sum(name in ("flag", "count") for name, _ in names)
        if place is not None and not changes and unread:
            yield Finding("VAN-L25", where, "a result that changes nothing")

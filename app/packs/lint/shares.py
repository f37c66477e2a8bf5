"""How costs, benefits, compositions and slots are spread over regions and over the planet (VAN-L22 to VAN-L24, VAN-L27,
VAN-L28)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any

from app.games.vantage.world import CATEGORIES, COMPOSITIONS, STATS, Act, Effects, World, cell
from app.packs.budget import TARGETS, judged_by_hand, worth
from app.packs.lint.benefits import dice_of, flags_read
from app.packs.lint.findings import Finding, Pack, check

COSTS = {
    "0": (0, 3),
    "1": (14, 24),
    "2": (24, 34),
    "3": (20, 30),
    "4": (10, 18),
    "5": (4, 9),
    "6+": (2, 6),
    "X": (3, 8),
}
BENEFITS = {
    "a card": (22, 32),
    "a stat gain": (10, 18),
    "a token": (25, 38),
    "boost": (30, 45),
    "coins": (8, 15),
    "a change of place": (15, 25),
    "may continue": (10, 18),
    "must continue": (2, 5),
    "a flag that another text reads": (20, 35),
    "a choice": (18, 30),
    "a net loss": (1, 5),
}
EFFECTS = {
    "a card": {"gain_card", "gain_from", "bind_here", "giant", "replace_card"},
    "a stat gain": {"gain_stat"},
    "a token": {"gain_skill", "random_skill"},
    "boost": {"gain_boost", "split_boost", "boost_each"},
    "coins": {"gain_coin", "sell_card"},
    "a change of place": {"go", "go_choice", "go_table", "enter", "leave", "rise", "set_down"},
    "a choice": {"choice", "go_choice", "pay_skill", "pay_coin", "pay_boost"},
}


Shares = dict[str, float]


def by_region(world: World) -> dict[str, list[Act]]:
    spread: dict[str, list[Act]] = defaultdict(list)
    for place in world.places.values():
        if cell(place.id):
            spread[place.region] += place.actions
    return spread


@check
def costs(pack: Pack) -> Iterator[Finding]:
    for region, listed in by_region(pack.world).items():
        counted: Shares = defaultdict(float)
        for action in listed:
            cost = dice_of(action.cost)
            counted["X" if cost is None else "6+" if cost >= 6 else str(cost)] += 1
        yield from _outside("VAN-L23", region, "cost", COSTS, counted, len(listed))
        mean = sum(3 if (cost := dice_of(action.cost)) is None else cost for action in listed) / max(1, len(listed))
        if not 2.3 <= mean <= 3.0:
            yield Finding("VAN-L23", f"region {region}", f"mean cost {mean:.2f}, not 2.3 to 3.0")


def _outside(
    rule: str, region: str, what: str, ranges: dict[str, tuple[int, int]], counted: Shares, total: int
) -> Iterator[Finding]:
    for name, (low, high) in ranges.items():
        share = 100 * counted.get(name, 0.0) / max(1, total)
        if not low - 0.5 <= share <= high + 0.5:
            yield Finding(rule, f"region {region}", f"{what} {name}: {share:.0f} % of {total}, not {low} to {high}")


@check
def benefits(pack: Pack) -> Iterator[Finding]:
    read = flags_read(pack.world)
    for region, listed in by_region(pack.world).items():
        counted: Shares = defaultdict(float)
        for action in listed:
            for what, share in _contents(pack.world, action, read).items():
                counted[what] += share
        yield from _outside("VAN-L24", region, "results with", BENEFITS, counted, len(listed))


def _contents(world: World, action: Act, read: set[str]) -> Shares:
    """What a result holds. What depends on a choice or a roll counts as often as it is likely, as in the budget."""
    lost = {"a net loss": 1.0} if worth(world, action.result) < 0 else {}
    return {**_likely(action.result, read), **lost}


def _likely(effects: Effects, read: set[str]) -> Shares:
    without: Shares = {}
    for effect in effects:
        for name, arguments in effect.items():
            for what, share in _one(name, arguments if isinstance(arguments, dict) else {}, read).items():
                without[what] = without.get(what, 1.0) * (1 - share)
    return {what: 1 - share for what, share in without.items()}


def _one(name: str, a: dict[str, Any], read: set[str]) -> Shares:
    found: Shares = {what: 1.0 for what, names in EFFECTS.items() if name in names}
    if name == "continue":
        found[f"{a.get('mode', 'must')} continue"] = 1.0
    if name in ("flag", "count") and a.get("id") in read:
        found["a flag that another text reads"] = 1.0
    for weight, branch in _branches(name, a):
        for what, share in _likely(branch, read).items():
            found[what] = min(1.0, found.get(what, 0.0) + weight * share)
    return found


def _branches(name: str, a: dict[str, Any]) -> list[tuple[float, Effects]]:
    """What may come of an effect, and how likely it is."""
    match name:
        case "choice":
            return [(1 / len(a["options"]), one.get("do", [])) for one in a["options"]]
        case "by_x":
            return [(1 / len(a), part) for part in a.values()]
        case "if":
            return [(0.5, a.get("then", [])), (0.5, a.get("else", []))]
        case "pay_skill" | "pay_coin" | "pay_boost":
            return [(0.7, a.get("then", [])), (0.3, a.get("else", []))]
        case "roll_skill":
            listed = [one["do"] for one in a.get("then", [])]
            return [(0.3, listed[0]), (0.7, listed[-1])] if len(listed) > 1 else [(0.3, one) for one in listed]
        case "later":
            return [(1.0, a.get("do", []))]
    return []


@check
def means(pack: Pack) -> Iterator[Finding]:
    """Results are worth what they cost, on the average of a place and of a region (VAN-L22)."""
    world = pack.world
    off: dict[str, list[float]] = defaultdict(list)
    for place in world.places.values():
        here = [
            worth(world, action.result) - TARGETS[min(cost, 9)]
            for action in place.actions
            if (cost := dice_of(action.cost)) is not None and not judged_by_hand(action)
        ]
        if len(here) >= 3 and abs(mean := sum(here) / len(here)) > 0.3 + 1e-9:
            yield Finding("VAN-L22", str(place.id), f"results are off by {mean:+.2f} on average")
        if cell(place.id):
            off[place.region] += here
    for region, here in off.items():
        if here and abs(mean := sum(here) / len(here)) > 0.1 + 1e-9:
            yield Finding("VAN-L22", f"region {region}", f"results are off by {mean:+.2f} on average")


@check
def involved(pack: Pack) -> Iterator[Finding]:
    """Each region is made of two compositions, the planet of twelve (VAN-L27)."""
    world = pack.world
    spread = by_region(world)
    for region, listed in spread.items():
        for composition in world.regions[region].compositions if region in world.regions else []:
            share = 100 * sum(composition in action.involves for action in listed) / max(1, len(listed))
            if share < 20:
                yield Finding("VAN-L27", f"region {region}", f"{composition} is involved in {share:.0f} %, not in 20")
    every = [action for listed in spread.values() for action in listed]
    if {name for region in world.regions.values() for name in region.compositions} >= set(COMPOSITIONS):
        for composition in COMPOSITIONS:
            share = 100 * sum(composition in action.involves for action in every) / max(1, len(every))
            if share < 4:
                yield Finding("VAN-L27", "planet", f"{composition} is involved in {share:.1f} %, not in 4")


@check
def slots(pack: Pack) -> Iterator[Finding]:
    """Nobody's kind of thing is missing among the cards (VAN-L28). While regions are missing, the compositions of those
    that are built count."""
    world = pack.world
    listed = [slot for card in world.cards.values() for slot in card.slots]
    made_of = [name for name in COMPOSITIONS if any(name in region.compositions for region in world.regions.values())]
    groups = (
        ("composition", made_of, Counter(slot.when.composition for slot in listed)),
        ("category", list(CATEGORIES), Counter(slot.when.category for slot in listed)),
        ("face", list(STATS), Counter(slot.face for slot in listed)),
    )
    for what, names, counted in groups:
        mean = sum(counted[name] for name in names) / max(1, len(names))
        for name in names:
            if not 0.7 * mean <= counted[name] <= 1.3 * mean:
                yield Finding("VAN-L28", "cards", f"{what} {name} has {counted[name]} slots, the mean is {mean:.1f}")
    share = 100 * sum(slot.impact for slot in listed) / max(1, len(listed))
    if listed and not 12 <= share <= 20:
        yield Finding("VAN-L28", "cards", f"{share:.0f} % of the slots are impact slots, not 12 to 20")

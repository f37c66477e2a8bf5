"""What can be had at all: cards (VAN-L17), and goals that no single flag takes away (VAN-L18).

Everything is seen as kindly as possible: whoever plays may be lucky, rich and in good company. What cannot be had even
so cannot be had.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from app.games.vantage.facts import Source, number
from app.games.vantage.state import Options, fresh
from app.games.vantage.world import REPEATED, Act, Card, Destiny, Effects, Mission, Place, World, hour
from app.packs.lint.findings import Finding, Pack, check, walk
from app.packs.lint.ways import crash_sites

ENDLESS = 10_000


class Assumed(NamedTuple):
    """A flag that is set from the beginning; one that belongs to places or regions at one place only."""

    flag: str
    place: int | None


@dataclass
class Reachable:
    """What can be had, grown until it grows no more."""

    world: World
    assumed: Assumed | None = None
    places: set[int] = field(default_factory=set)
    cards: set[int] = field(default_factory=set)
    flags: set[str] = field(default_factory=set)
    destinies: set[int] = field(default_factory=set)
    mission: int | None = None  # whose actions are being looked at
    once: dict[str, int] = field(default_factory=dict)  # counter: what can be added to it but once
    each: dict[str, int] = field(default_factory=dict)  # what every player can add

    setters: list[_Probe] = field(default_factory=list)  # what the entries bring that set the assumed flag

    # Conditions --------------------------------------------------------------------------------------------------

    def may(self, condition: dict[str, Any] | None, place: Place | None) -> bool:
        """Whether a condition can ever hold; without a place, anywhere within reach."""
        if not condition:
            return True
        if place is None and any(name in _LOCAL for name, _ in walk(condition)):
            return any(self.may(condition, self.world.places[number]) for number in sorted(self.places))
        return all(self._may(name, value, condition, place) for name, value in condition.items())

    def _may(self, name: str, value: Any, condition: dict[str, Any], place: Place | None) -> bool:
        match name:
            case "flag":
                return value in self.flags or (self.assumed is not None and self.assumed.flag == value)
            case "not":
                return not self.must(value, place)
            case "all":
                return all(self.may(part, place) for part in value)
            case "any":
                return any(self.may(part, place) for part in value)
            case "has":
                return self._has(value)
            case "at":
                return value in self.places if "flag" in condition or place is None else place.id == value
            case "region" | "terrain":
                return place is None or getattr(place, name) == value
            case "hour":
                return place is None or hour(place.id) == value
            case "tag":
                return place is None or value in place.tags
            case "counter":
                return self._counted(value, condition)
            case "built":
                return self.world.built(value)
            case "destiny":
                return value["id"] in self.destinies
        return True

    def must(self, condition: dict[str, Any] | None, place: Place | None) -> bool:
        """Whether the assumed flag alone makes a condition hold."""
        if not condition or self.assumed is None:
            return False
        if "flag" in condition:
            at = condition["at"] if isinstance(condition.get("at"), int) else place.id if place else None
            same = condition["flag"] == self.assumed.flag and self.assumed.place in (None, at)
            return same and set(condition) <= {"flag", "at"}
        if set(condition) == {"any"}:
            return any(self.must(part, place) for part in condition["any"])
        return set(condition) == {"all"} and all(self.must(part, place) for part in condition["all"])

    def _has(self, selector: dict[str, Any]) -> bool:
        if selector.get("zone") == "centre":
            return True
        wanted = {name: selector[name] for name in ("kind", "sub", "composition") if name in selector}
        if isinstance(selector.get("id"), int):
            return selector["id"] in self.cards
        return any(
            all(
                getattr(self.world.cards[card], name) in (v if isinstance(v, list) else [v])
                for name, v in wanted.items()
            )
            for card in self.cards
        )

    def _counted(self, value: Any, condition: dict[str, Any]) -> bool:
        name = value if isinstance(value, str) else value["id"]
        need = condition.get("need", 1) if isinstance(value, str) else value.get("at_least", 0)
        return name == "voices" or all(self.reaches(name, players) >= _number(need, players) for players in (1, 6))

    def reaches(self, counter: str, players: int) -> int:
        return self.once.get(counter, 0) + players * self.each.get(counter, 0)

    # Growing -----------------------------------------------------------------------------------------------------

    def grow(self) -> Reachable:
        self.places |= set(crash_sites(self.world))
        self.cards |= {card.id for card in self.world.cards.values() if card.kind in ("character", "experience")}
        self.destinies |= {self.world.full_grid} if self.world.full_grid is not None else set()
        before = -1
        while before != (before := self._size()):
            self.once.clear()
            self.each.clear()
            self._pass()
        return self

    def _size(self) -> int:
        counted = sum(self.once.values()) + sum(self.each.values())
        return counted + sum(len(one) for one in (self.places, self.cards, self.flags, self.destinies))

    def _pass(self) -> None:
        self._granted()
        seen: set[int] = set()
        while fresh_places := sorted(self.places - seen):
            seen |= set(fresh_places)
            for at in fresh_places:
                self._place(self.world.places[at])
        self._found()
        self._centre()
        for card in sorted(self.cards):
            self._card(self.world.cards[card])

    def _granted(self) -> None:
        """Somebody has set the assumed flag, and has got what came with it; of several ways to set it, the least."""
        if self.setters:
            self.cards |= set.intersection(*(one.cards for one in self.setters))
            self.flags |= set.intersection(*(one.flags for one in self.setters))
            self.destinies |= set.intersection(*(one.destinies for one in self.setters))
            for counter in set.intersection(*(set(one.once) for one in self.setters)):
                self._count(counter, min(one.once[counter] for one in self.setters), 1)

    def _place(self, place: Place) -> None:
        self.places |= {way.to for way in place.compass.values() if way.to in self.world.places}
        self._effects(place.arrival, place, None, ENDLESS)
        for entry in place.actions:
            again = ENDLESS if place.terrain in REPEATED or entry.always else 0
            self._entry(entry, place, None, 1 if self._forbids_itself(entry) else again)
        for entry in place.departs.values():
            self._entry(entry, place, None, 0)
            if entry.diagonal:
                self._effects(entry.diagonal.result, place, None, 0)

    def _found(self) -> None:
        """Destinies that come by themselves, with a card or when a condition holds."""
        for destiny in self.world.destinies.values():
            for way in destiny.found:
                if way.get("card") in self.cards or ("if" in way and self.may(way["if"], None)):
                    self.destinies.add(destiny.id)

    def _centre(self) -> None:
        centre: list[Mission | Destiny] = [*self.world.missions.values()]
        centre += [self.world.destinies[n] for n in sorted(self.destinies) if n in self.world.destinies]
        for goal in centre:
            self.mission = goal.id
            for entry in goal.actions:
                self._entry(entry, None, None, ENDLESS)
            self._effects(goal.on_goal, None, None, 0)
        self.mission = None

    def _forbids_itself(self, entry: Act) -> bool:
        own = {value["id"] for name, value in walk(entry.result) if name == "flag" and isinstance(value, dict)}
        read = {value for name, value in walk(entry.forbid_if or {}) if name == "flag"}
        return bool(own & read) or entry.once

    def _card(self, card: Card) -> None:
        for effects in (
            card.when_placed,
            *(slot.gives for slot in card.slots),
            *(power.do for power in card.powers),
            *card.hooks.values(),
        ):
            self._effects(effects, None, card, ENDLESS)
        for entry in card.actions:
            self._entry(entry, None, card, ENDLESS)
        if card.side_b is not None and (card.goal is None or self.may(card.goal.cond, None)):
            self.cards.add(card.side_b)
        self.cards |= {number for numbers in card.spells.values() for number in numbers}

    def _entry(self, entry: Act, place: Place | None, card: Card | None, times: int) -> None:
        if not self.may(entry.cond, place) or self.must(entry.forbid_if, place):
            return
        for variant in entry.variants:
            if self.may(variant.cond, place):
                self._effects(variant.result if variant.result is not None else entry.result, place, card, times)
            if self.must(variant.cond, place):
                return
        self._effects(entry.result, place, card, times)

    def _effects(self, effects: Effects, place: Place | None, card: Card | None, times: int) -> None:
        for effect in effects:
            for name, arguments in effect.items():
                self._effect(name, arguments if isinstance(arguments, dict) else {}, place, card, times)

    def _effect(self, name: str, a: dict[str, Any], place: Place | None, card: Card | None, times: int) -> None:
        world = self.world
        match name:
            case "gain_card" | "bind_here" | "curse" if a["id"] in world.cards:
                self.cards.add(a["id"])
            case "replace_card" if a["with"] in world.cards:
                self.cards.add(a["with"])
            case "gain_from":
                self.cards |= self._offered(a, place)
            case "go" | "enter":
                self._go(a.get("to"))
            case "go_table":
                for row in world.tables.get(a["table"], []):
                    self._go(row.to)
                    self._effects(row.do, place, card, times)
            case "rise" | "set_down":
                self._fly(place)
            case "flag":
                self.flags.add(a["id"])
            case "count":
                self._count(a["id"], a.get("add", a.get("set", 1)), times)
            case "mission" if "add" in a:
                for mission in self._missions():
                    self._count(str(mission.goal.get("counter")), a["add"], times)
            case "destiny" | "place_centre" if a["id"] in world.destinies:
                self.destinies.add(a["id"])
            case "giant" if a.get("id") in world.giants:
                giant = world.giants[a["id"]]
                won = {giant.id} if a.get("mode") == "befriend" else set(giant.parts)
                self.cards |= won & set(world.cards)
                self._go(giant.lair)
            case "puzzle" if a["id"] in world.puzzles:
                self._effects(world.puzzles[a["id"]].prize, place, card, times)
            case "trial" if a["id"] in world.trials:
                trial = world.trials[a["id"]]
                self._effects([*trial.prize, *trial.else_], place, card, times)
            case "alternate":
                self.cards |= {one.id for one in world.cards.values() if one.kind == "alternate"}
            case "if":
                if self.may(a["cond"], place):
                    self._effects(a.get("then", []), place, card, times)
                if not self.must(a["cond"], place):
                    self._effects(a.get("else", []), place, card, times)
            case "by_x":
                for part in a.values():
                    self._effects(part, place, card, times)
            case _:
                self._nested(name, a, place, card, times)

    def _missions(self) -> list[Mission]:
        """Whom "the mission" means: any that may lie in the centre, or the one that speaks."""
        listed = self.world.missions
        return [listed[self.mission]] if self.mission in listed else list(listed.values())

    def _nested(self, name: str, a: dict[str, Any], place: Place | None, card: Card | None, times: int) -> None:
        """Choices, payments, rolls and what happens later hold effects of their own."""
        for option in a.get("options", []):
            if name == "go_choice":
                self._go(option["to"])
            elif self.may(option.get("if"), place):
                self._effects(option.get("do", []), place, card, times)
        branches = a.get("then", [])
        if name == "roll_skill":
            branches = [effect for branch in branches for effect in branch["do"]]
        for effects in (branches, a.get("else", []), a.get("do", [])):
            self._effects(effects if isinstance(effects, list) else [], place, card, times)

    def _offered(self, a: dict[str, Any], place: Place | None) -> set[int]:
        if "list" in a:
            return {one["id"] for one in a["list"] if one["id"] in self.world.cards}
        if a["table"] in ("flora", "items"):
            here = {place.region} if place else {self.world.places[number].region for number in self.places}
            found = [getattr(self.world.regions[name], a["table"]) for name in here if name in self.world.regions]
            return {card for cards in found for card in cards if card in self.world.cards}
        return {row.card for row in self.world.tables.get(a["table"], []) if row.card in self.world.cards}

    def _go(self, target: Any) -> None:
        if target in self.world.places:
            self.places.add(target)

    def _fly(self, place: Place | None) -> None:
        for at in [place.id] if place else sorted(self.places):
            region = self.world.regions.get(self.world.places[at].region)
            if region is not None:
                self._go(region.sky)
                for cells in region.quarters.values():
                    self.places |= {one for one in cells if one in self.world.places}

    def _count(self, counter: str, add: Any, times: int) -> None:
        amount = add if isinstance(add, int) else 1
        if times:
            self.once[counter] = min(ENDLESS, self.once.get(counter, 0) + amount * times)
        else:
            self.each[counter] = min(ENDLESS, self.each.get(counter, 0) + amount)


_LOCAL = ("region", "terrain", "tag", "hour", "at")


def _number(value: Any, players: int) -> int:
    return number(fresh("", Options(), players), Source(0), value)


Goal = tuple[str, dict[str, Any]]


def _goals(world: World) -> list[Goal]:
    return [
        *((f"mission {mission.id}", mission.goal) for mission in world.missions.values()),
        *((f"destiny {destiny.id}", destiny.goal) for destiny in world.destinies.values()),
    ]


@check
def obtainable(pack: Pack) -> Iterator[Finding]:
    world = pack.world
    if not world.pods:
        return
    within = Reachable(world).grow()
    for card in world.cards.values():
        if card.id not in within.cards:
            yield Finding("VAN-L17", f"card {card.id}", f"no path of results leads to {card.name}")
    open_goals = [goal for goal in _goals(world) if within.may(goal[1], None)]
    for where, goal in _goals(world):
        if (where, goal) not in open_goals:
            yield Finding("VAN-L18", where, "its goal cannot be reached at all")
    probes = [(_probed(world, entry, place), place) for entry, place in _written(world)]
    for assumed in _barriers(world):
        setters = [
            probe
            for probe, place in probes
            if assumed.flag in probe.flags and (place is None or assumed.place in (None, place.id))
        ]
        without = Reachable(world, assumed, setters=setters).grow()
        for where, goal in open_goals:
            if not without.may(goal, None):
                at = f" at {assumed.place:03d}" if assumed.place is not None else ""
                yield Finding("VAN-L18", where, f"cannot be reached once {assumed.flag} is set{at}")


Written = tuple[Act, Place | None]


def _written(world: World) -> list[Written]:
    """Every entry of the books, with the place where it stands."""
    here = [(entry, place) for place in world.places.values() for entry in (*place.actions, *place.departs.values())]
    others: list[Card | Mission | Destiny] = [*world.cards.values(), *world.missions.values()]
    others += world.destinies.values()
    return [*here, *((entry, None) for one in others for entry in one.actions)]


def _barriers(world: World) -> list[Assumed]:
    """Every single flag that closes something which some goal may need, where it does."""
    needed = _needed(world)
    found: dict[Assumed, None] = {}
    for entry, place in _written(world):
        closing = _closing(entry)
        if not closing or not _products(world, entry, place) & needed:
            continue
        for flag, at in closing:
            if world.flags.get(flag) in ("session", "seat"):
                found[Assumed(flag, None)] = None
            elif at is not None or place is not None:
                found[Assumed(flag, at if at is not None else place.id if place else None)] = None
    return list(found)


class _Probe(Reachable):
    """Sees all that an entry may bring, whatever its conditions."""

    def may(self, condition: dict[str, Any] | None, place: Place | None) -> bool:
        return True


def _probed(world: World, entry: Act, place: Place | None) -> _Probe:
    probe = _Probe(world)
    probe._entry(entry, place, None, 1)
    if entry.diagonal:
        probe._effects(entry.diagonal.result, place, None, 1)
    return probe


def _products(world: World, entry: Act, place: Place | None) -> set[str]:
    probe = _probed(world, entry, place)
    return {
        *(f"card {card}" for card in probe.cards),
        *(f"flag {flag}" for flag in probe.flags),
        *(f"counter {counter}" for counter in probe.once),
        *(f"destiny {destiny}" for destiny in probe.destinies),
        *(f"place {number}" for number in probe.places if number > 600),  # the surface is open by departs
    }


def _needed(world: World) -> set[str]:
    """What goals ask for, what has to be had for that, and so on."""
    needed = {fact for _, goal in _goals(world) for fact in _asked(world, goal)}
    needed |= {f"destiny {destiny}" for destiny in world.destinies}
    books = [(_products(world, entry, place), entry, place) for entry, place in _written(world)]
    before = -1
    while before != (before := len(needed)):
        for products, entry, place in books:
            if products & needed:
                needed |= {f"place {place.id}"} if place else set()
                for name, value in walk(
                    [entry.cond or {}, entry.result, *(variant.cond for variant in entry.variants)]
                ):
                    needed |= _asked(world, {name: value}) if name in _ASKS else set()
        for card in world.cards.values():  # a card is needed for what it does and what it turns into
            if f"card {card.side_b}" in needed:
                needed |= {f"card {card.id}", *_asked(world, card.goal.cond if card.goal and card.goal.cond else {})}
            if any(f"card {spell}" in needed for spells in card.spells.values() for spell in spells):
                needed.add(f"card {card.id}")
            if any(_products(world, entry, None) & needed for entry in card.actions):
                needed.add(f"card {card.id}")
    return needed


_ASKS = ("flag", "has", "counter", "at", "destiny")


def _asked(world: World, condition: dict[str, Any]) -> set[str]:
    """The facts that a condition asks for."""
    found: set[str] = set()
    for name, value in walk(condition):
        if name == "flag" and isinstance(value, str):
            found.add(f"flag {value}")
        elif name == "at" and isinstance(value, int):
            found.add(f"place {value}")
        elif name == "counter":
            found.add(f"counter {value if isinstance(value, str) else value['id']}")
        elif name == "destiny" and isinstance(value, dict):
            found.add(f"destiny {value['id']}")
        elif name == "has" and isinstance(value, dict):
            probe = Reachable(world)
            found |= {f"card {card}" for card in world.cards if _fits(probe, card, value)}
    return found


def _fits(probe: Reachable, card: int, selector: dict[str, Any]) -> bool:
    probe.cards = {card}
    return probe._has(selector)


def _closing(entry: Act) -> list[tuple[str, int | None]]:
    """Flags that forbid an entry, or take it off the list."""
    closing: list[Any] = [entry.forbid_if] if entry.forbid_if else []
    closing += [value for name, value in walk(entry.cond or {}) if name == "not"]
    closing += [variant.cond for variant in entry.variants if variant.result is not None]
    closing += [value.get("cond") for name, value in walk(entry.result) if name == "if" and isinstance(value, dict)]
    flags: list[tuple[str, int | None]] = []
    for condition in closing:
        for part in _parts(condition):
            if "flag" in part:
                flags.append((part["flag"], part["at"] if isinstance(part.get("at"), int) else None))
    return flags


def _parts(condition: Any) -> Iterator[dict[str, Any]]:
    if isinstance(condition, dict):
        yield condition
        for value in condition.values():
            for part in value if isinstance(value, list) else [value]:
                yield from _parts(part)

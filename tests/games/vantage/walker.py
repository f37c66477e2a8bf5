"""A walk through a whole world: whatever stands written in its books is done once, and what it says has to happen.

Every verb of the effect language is watched while it runs and compared with the state before and after; every effect,
down to the last option of a choice, has to be reached by somebody. Conditions are made true or false beforehand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import msgspec

from app.games.vantage import core
from app.games.vantage.actions import legal
from app.games.vantage.cards import boost_bearer, capacity, fresh_card
from app.games.vantage.facts import Source, holds, key, matching, number
from app.games.vantage.game import GAME
from app.games.vantage.state import Footstep, State
from app.games.vantage.world import CATEGORIES, STATS, Act, Place, World, decode_world, register, world
from app.kernel import Answer, Ask, Script, Session
from app.packs.compile import encode_world
from tests.games.vantage.situations import begin, table

Seen = dict[str, Any]


def harmless(world: World) -> str:
    """A copy of a world in which every challenge die is blank, under a name of its own."""
    copy = decode_world(encode_world(world))
    copy.pack = f"{world.pack} on foot"
    copy.challenge = ["blank"] * 6
    register(copy)
    return copy.pack


# What a tree of effects holds ------------------------------------------------------------------------------------


def lists_in(value: Any) -> Iterator[list[Any]]:
    """Every list of effects below a value, itself included."""
    if isinstance(value, list):
        if value and all(isinstance(one, dict) and len(one) == 1 and set(one) <= set(core.VERBS) for one in value):
            yield value
        for one in value:
            yield from lists_in(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from lists_in(one)


def effects_in(value: Any) -> list[tuple[str, dict[str, Any]]]:
    return [
        (name, arguments)
        for effects in lists_in(value)
        for effect in effects
        for name, arguments in effect.items()
        if isinstance(arguments, dict)
    ]


def conditions_in(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, list):
        for one in value:
            yield from conditions_in(one)
    elif isinstance(value, dict):
        for name, part in value.items():
            if name == "cond" or (name == "if" and isinstance(part, dict) and "cond" not in part):
                yield part
            yield from conditions_in(part)


# Making a condition true or false --------------------------------------------------------------------------------


def make(state: State, condition: dict[str, Any] | None, want: bool, rng: Random) -> None:
    """Change the state so that the condition holds, or does not; what lies in the place itself stays as it is."""
    for name, value in (condition or {}).items():
        if name == "not":
            make(state, value, not want, rng)
        elif name in ("all", "any"):
            every = (name == "all") == want
            for part in value if every else [rng.choice(value)]:
                make(state, part, want, rng)
        elif name in _MAKERS:
            _MAKERS[name](state, value, want, condition or {})


def _flag(state: State, value: str, want: bool, condition: dict[str, Any]) -> None:
    at = condition.get("at")
    name = key(state, Source(0), value, at if isinstance(at, int) else None, state.world.flags)
    if want:
        state.flags[name] = 1
    else:
        state.flags.pop(name, None)


def _counter(state: State, value: Any, want: bool, condition: dict[str, Any]) -> None:
    if isinstance(value, str):
        value = {"id": value, "at_least": condition.get("need", 1)}
    source = Source(0)
    least = number(state, source, value.get("at_least", 0))
    most = number(state, source, value.get("at_most", 10_000))
    name = key(state, source, value["id"], None, state.world.counters)
    state.counters[name] = least if want else (least - 1 if least else most + 1)


def _has(state: State, selector: dict[str, Any], want: bool, condition: dict[str, Any]) -> None:
    if selector.get("zone") == "centre":
        listed = state.destinies
        if want and selector["id"] not in listed:
            listed.append(selector["id"])
        return
    for seat, held in matching(state, Source(0), {**selector, "min_boost": 0}):
        if not want and held.id != state.me(seat).character:
            state.me(seat).grid = [None if one is held else one for one in state.me(seat).grid]
            for pile in (state.me(seat).reserve, state.me(seat).supply):
                if held in pile:
                    pile.remove(held)
        elif want:
            held.boost = max(held.boost, selector.get("min_boost", 0))
            return
    if want:
        supply = selector.get("zone") == "supply"
        for card in state.world.cards.values():
            fixed = card.kind in ("character", "alternate") or state.find(card.id) is not None
            if fixed or (card.vertical == supply and selector.get("zone") != "any"):
                continue
            owner = 1 if selector.get("owner") == "other" else 0
            hold(state, owner, card.id)
            if matching(state, Source(0), {**selector, "min_boost": 0}):
                made = state.find(card.id)
                assert made is not None
                made[2].boost = max(made[2].boost, selector.get("min_boost", 0))
                return
            drop(state, card.id)


def hold(state: State, seat: int, card: int, boost: int | None = None) -> None:
    """Put a card where its kind belongs."""
    who, face = state.me(seat), state.world.card(card)
    if state.find(card):
        return
    held = fresh_card(face)
    held.boost = min(face.capacity, 2) if boost is None else boost
    if face.vertical:
        if None in who.grid:
            who.grid[who.grid.index(None)] = held
    else:
        who.supply.append(held)


def drop(state: State, card: int) -> None:
    for who in state.seats:
        who.grid = [None if one is not None and one.id == card and card != who.character else one for one in who.grid]
        who.supply = [one for one in who.supply if one.id != card]


def _skill(state: State, value: dict[str, Any], want: bool, condition: dict[str, Any]) -> None:
    wanted = value.get("at_least", 1) if want else max(0, value.get("at_least", 1) - 1)
    kind, who = value["kind"], state.me(0)
    state.tokens[kind] += who.skills[kind] - wanted
    who.skills[kind] = wanted


def _stat(state: State, value: dict[str, Any], want: bool, condition: dict[str, Any]) -> None:
    low, high = value.get("at_least", 1), value.get("at_most", 6)
    state.me(0).stats[value["name"]] = (
        max(low, min(high, 3)) if want else (high + 1 if "at_most" in value else max(1, low - 1))
    )


def _coins(state: State, value: int, want: bool, condition: dict[str, Any]) -> None:
    state.me(0).coins = value + 3 if want else max(0, value - 1)


def _companions(state: State, value: int, want: bool, condition: dict[str, Any]) -> None:
    elsewhere = next(place.id for place in state.world.places.values() if place.id != state.me(0).place)
    for other in range(1, len(state.seats)):
        state.me(other).place = state.me(0).place if want else elsewhere


def _mission(state: State, value: dict[str, Any], want: bool, condition: dict[str, Any]) -> None:
    others = [one for one in state.world.missions if one != value.get("id")]
    state.mission = value.get("id", state.mission) if want else (others[0] if "id" in value else state.mission)
    done = value.get("done")
    if done is not None:
        state.mission_done = state.mission_goal = done == want


def _destiny(state: State, value: dict[str, Any], want: bool, condition: dict[str, Any]) -> None:
    for listed in (state.destinies, state.ready) if value.get("ready") else (state.destinies,):
        if want and value["id"] not in listed:
            listed.append(value["id"])
        if not want and value["id"] in listed:
            listed.remove(value["id"])


def _sign(state: State, value: str, want: bool, condition: dict[str, Any]) -> None:
    _flag(state, f"sign_{value}#0", want, {})


_MAKERS: dict[str, Callable[[State, Any, bool, dict[str, Any]], None]] = {
    "flag": _flag,
    "counter": _counter,
    "has": _has,
    "skill": _skill,
    "stat": _stat,
    "coins": _coins,
    "companions": _companions,
    "mission": _mission,
    "destiny": _destiny,
    "sign_seen": _sign,
}


# Watching the verbs ----------------------------------------------------------------------------------------------


def glance(state: State, seat: int) -> Seen:
    """What the checks compare."""
    who = state.me(seat)
    cards = {held.id: held.boost for one in range(len(state.seats)) for held in state.in_grid(one)}
    return {
        "stats": {n: dict(other.stats) for n, other in enumerate(state.seats)},
        "skills": {n: dict(other.skills) for n, other in enumerate(state.seats)},
        "coins": {n: other.coins for n, other in enumerate(state.seats)},
        "place": who.place,
        "boost": cards,
        "supply": {held.id: held.count for other in state.seats for held in other.supply},
        "flags": dict(state.flags),
        "counters": dict(state.counters),
        "gains": len(state.gains),
        "destinies": list(state.destinies),
        "again": state.again is not None,
        "later": len(state.later),
        "forbidden": dict(state.forbidden),
        "pages": list(who.pages),
        "marks": list(state.marks),
        "readings": state.readings,
        "named": len(who.named),
        "cuts": sum(cut.amount for other in state.seats for cut in other.cuts),
        "cost": state.action.cost if state.action else 0,
        "immune": sum(len(other.immune) for other in state.seats),
        "guards": sum(len(other.guards) for other in state.seats),
        "tried": list(state.tried),
        "giants": dict(state.giants),
        "tokens": dict(state.tokens),
    }


def total(seen: Seen, name: str) -> int:
    return sum(sum(part.values()) if isinstance(part, dict) else part for part in seen[name].values())


class Walker:
    """Performs actions in a world and keeps account of which effects were seen to happen."""

    def __init__(self, pack: str) -> None:
        self.pack = pack
        self.reached: set[int] = set()
        self.faults: list[str] = []
        self.where = ""
        self.gained: list[int] = []
        self.straight = ""  # the way to take where several are read

    # Checks ------------------------------------------------------------------------------------------------------

    def fault(self, text: str) -> None:
        self.faults.append(f"{self.where}: {text}")

    @contextmanager
    def watching(self) -> Iterator[None]:
        kept = dict(core.VERBS)
        for name, verb in kept.items():
            core.VERBS[name] = self._watched(name, verb)
        try:
            yield
        finally:
            core.VERBS.update(kept)

    def _watched(self, name: str, verb: core.Verb) -> core.Verb:
        def watched(g: core.Game, source: Source, a: dict[str, Any]) -> Script[None]:
            before = glance(g.state, source.seat)
            expected = self._expect(g.state, source, name, a)
            yield from verb(g, source, a)
            self.reached.add(id(a))
            after = glance(g.state, source.seat)
            problem = self._compare(g.state, source, name, a, before, after, expected)
            if problem:
                self.fault(f"{name} {a}: {problem}")

        return watched

    def _expect(self, state: State, source: Source, name: str, a: dict[str, Any]) -> Any:
        """What can only be known before: amounts, room for boost, whether a card is there already."""
        if name == "gain_boost" and a.get("who", "me") == "me":
            held = boost_bearer(state, source, source.seat, a.get("onto"))
            room = state.world.card(held.id).capacity - held.boost if held else 0
            return min(room, number(state, source, a.get("amount", 1)))
        if name == "if":
            return holds(state, source, a["cond"])
        if name == "quest":
            found = state.find(source.card if a["id"] == "this" and source.card is not None else a["id"])
            return found is not None and found[1] == "supply"
        if name in ("gain_stat", "gain_skill", "random_skill", "gain_coin", "lose_stat", "lose_coin", "count"):
            wanted = number(state, source, a.get("set", a.get("add", 1)) if name == "count" else a.get("amount", 1))
            return wanted * (len(state.seats) if a.get("who") == "each" else 1)
        return None

    def _compare(
        self, state: State, source: Source, name: str, a: dict[str, Any], before: Seen, after: Seen, expected: Any
    ) -> str:
        plain = a.get("who", "me") in ("me", "any", "each")
        grown = {what: total(after, what) - total(before, what) for what in ("stats", "skills", "coins", "boost")}
        match name:
            case "gain_stat" if plain:
                return "" if grown["stats"] + grown["skills"] == expected else f"{grown} instead of {expected}"
            case "lose_stat" if plain:
                return (
                    "" if -expected <= grown["stats"] <= 0 and (grown["stats"] < 0 or 0 in _low(before)) else "no loss"
                )
            case "gain_skill" | "random_skill" if plain:
                scarce = 0 in after["tokens"].values()
                return (
                    "" if grown["skills"] == expected or scarce else f"{grown['skills']} tokens instead of {expected}"
                )
            case "gain_coin" if plain:
                return "" if grown["coins"] == expected else f"{grown['coins']} coins instead of {expected}"
            case "gain_boost" if a.get("who", "me") == "me":
                return "" if grown["boost"] == expected else f"{grown['boost']} boost instead of {expected}"
            case "gain_card" | "gain_from":
                if a.get("who") in ("other", "others_here"):
                    return ""
                self.gained += [gain.card for gain in state.gains[before["gains"] :]]
                return "" if after["gains"] > before["gains"] else "no card"
            case "curse":
                there = state.find(a["id"]) is not None
                return "" if after["gains"] > before["gains"] or there else "no curse"
            case "go" if isinstance(a.get("to"), int):
                return self._arrived(state, source, a["to"], before["place"])
            case "go_choice":
                ways = [one["to"] for one in a["options"]]
                return "" if any(not self._arrived(state, source, to, before["place"]) for to in ways) else "nowhere"
            case "enter":
                who = state.me(source.seat)
                moved = who.place == a["to"] and who.back is not None
                return "" if moved or state.world.places[a["to"]].terrain == "lair" else f"at {who.place}"
            case "rise":
                sky = state.world.regions[state.world.places[before["place"]].region].sky
                return "" if after["place"] == sky else f"at {after['place']}, not in the sky {sky}"
            case "go_table" | "set_down" | "leave":
                return "" if after["place"] != before["place"] or name != "leave" else "nowhere"
            case "flag":
                set_at = key_at(state, source, a, before["place"])
                return "" if set_at in after["flags"] else f"{set_at} is not set"
            case "unflag":
                return "" if key_at(state, source, a, before["place"]) not in after["flags"] else "still set"
            case "count":
                name_ = key(state, source, a["id"], None, state.world.counters)
                old = before["counters"].get(name_, 0)
                new = expected if "set" in a else old + expected
                new = min(new, number(state, source, a.get("max", 10_000)))
                return "" if after["counters"][name_] == new else f"{after['counters'][name_]} instead of {new}"
            case "continue":
                return "" if after["again"] or state.action is None else "nothing continues"
            case "forbid":
                return "" if f"{a.get('at', before['place'])}:{a['act']}" in after["forbidden"] else "not forbidden"
            case "later":
                return "" if after["later"] == before["later"] + 1 else "nothing is to come"
            case "destiny" if a.get("place"):
                return "" if a["id"] in after["destinies"] else "not found"
            case "hint" | "peek" | "say" | "puzzle" | "name_place" | "choice":
                return "" if after["readings"] > before["readings"] else "nothing was read"
            case "open_page":
                return "" if a["page"] in after["pages"] or a.get("who") else "no page"
            case "cut_cost":
                return "" if after["cuts"] > before["cuts"] or after["cost"] < before["cost"] else "nothing is cheaper"
            case "immune":
                return "" if after["immune"] > before["immune"] else "not immune"
            case "guard":
                return "" if after["guards"] > before["guards"] else "no guard"
            case "quest":
                return "" if expected else "the quest is in nobody's supply"
            case "trial":
                return "" if after["tried"] != before["tried"] else "not tried"
            case "giant" if "mode" in a:
                return "" if after["giants"] else "no giant"
            case "bind_here" | "replace_card":
                return "" if state.find(int(a.get("id", a.get("with", -1)))) is not None else "not there"
        return ""

    def _arrived(self, state: State, source: Source, to: int, before: int) -> str:
        place, at = state.world.places[to], state.me(source.seat).place
        if at == to or place.terrain == "lair" or (place.terrain == "trial" and place.welcome):
            return ""
        moved_on = [name for name, _ in effects_in(place.arrival) if name in ("go", "go_table", "go_choice")]
        return "" if moved_on else f"at {at}, not at {to}"

    def lot(self) -> Random:
        return Random(self.where)

    # Doing -------------------------------------------------------------------------------------------------------

    def standing(self, place: int, rng: Random) -> State:
        state = table(2, pack=self.pack, at=(place, place))
        state.mission = next(iter(state.world.missions))
        here = state.world.places[place]
        surface = next(p.id for p in state.world.places.values() if p.terrain in ("land", "city"))
        for seat, who in enumerate(state.seats):
            who.stats = dict.fromkeys(STATS, 4)
            who.coins = 9
            who.route = [Footstep(0, place)]
            who.arrived = [place]
            state.character(seat).boost = 3
            for skill in CATEGORIES:
                who.skills[skill] += 1
                state.tokens[skill] -= 1
        other = (
            next(
                p.id
                for p in state.world.places.values()
                if p.id != place and p.terrain == "land" and p.region != here.region
            )
            if len(state.world.regions) > 1
            else surface
        )
        state.seats[1].place = rng.choice([place, other])
        if here.terrain == "interior":
            state.seats[0].back = here.links.get("outside", surface)
        if here.terrain in ("cave", "barrier", "warren"):
            state.seats[0].caves = surface
        if here.terrain == "trial" and here.welcome:
            state.flags[f"{here.welcome}#0"] = 1
        return state

    def perform(self, state: State, option: str, rng: Random) -> Session[State]:
        """One whole action of seat 0, with choices by lot; afterwards every card it gave is somewhere."""
        self.gained = []
        session = begin(state, f"{self.where} {rng.random()}")
        session.apply(Answer(0, session.asks[0].id, (option,)))
        for _ in range(80):
            if session.outcome or not session.asks:
                break
            if session.state.action is None and session.state.step != "turn":
                break
            if session.state.turn != 0 or session.state.number > 1:
                break
            seat = min(session.asks)
            asked = session.asks[seat]
            if asked.rule == "VAN-061" and session.state.again is not None:
                break
            session.apply(Answer(seat, asked.id, self.answer(asked, rng)))
        else:
            self.fault("the action does not end")
        after = session.state
        for card in self.gained:
            if not after.find(card) and card not in after.gone and not self._passed(after, card):
                self.fault(f"card {card} was gained and is nowhere")
        GAME.invariants(after)
        for _ in range(150):  # what is to come later comes
            if session.outcome or not session.state.later:
                break
            session.apply(session.default_answer(min(session.asks)))
        return session

    def _passed(self, state: State, card: int) -> bool:
        """A card that left again at once: a guest without boost, a full reserve, an alternate in the middle."""
        face = state.world.card(card)
        return face.kind in ("curse", "alternate") or any(
            capacity(state, seat) < len(who.reserve) + 1 for seat, who in enumerate(state.seats)
        )

    def answer(self, asked: Ask, rng: Random) -> tuple[str, ...]:
        ids = [option.id for option in asked.options]
        if asked.kind == "number":
            return (str(rng.randint(asked.least, asked.most)),)
        for wanted in (self.straight, "roll:0", "done"):
            if wanted in ids:
                return (wanted,)
        cells = [one for one in ids if one.startswith("cell:")]
        if cells:
            return (cells[0],)
        if asked.rule in ("VAN-204", "VAN-210") and "no" in ids:
            return ("no",)
        if asked.rule == "VAN-146":  # pay_skill: all or none
            return tuple(ids[: asked.most]) if rng.random() < 0.6 else ()
        if not ids:
            return asked.default
        count = max(asked.least, 1) if asked.most else 0
        return tuple(rng.sample(ids, min(count, len(ids))))

    def cover(self, tree: Any, attempt: Callable[[Random], bool], tries: int = 60) -> list[tuple[str, dict[str, Any]]]:
        """Try again and again until every effect of a tree has been reached; what is left is returned."""
        wanted = effects_in(tree)
        if not wanted:
            attempt(Random(self.where))
        for number_ in range(tries):
            if all(id(a) in self.reached for _, a in wanted):
                return []
            attempt(Random(f"{self.where} {number_}"))
        return [(name, a) for name, a in wanted if id(a) not in self.reached]

    def prepare(
        self, state: State, tree: Any, conditions: list[dict[str, Any]], rng: Random, must: list[tuple[Any, bool]]
    ) -> None:
        """Every condition in the tree true or false by lot, then what must hold."""
        listed = [*conditions, *conditions_in(tree)]
        for name, a in effects_in(tree):
            if name == "quest" and isinstance(a.get("id"), int):  # somebody has taken it on
                hold(state, 0, a["id"])
        rng.shuffle(listed)
        for condition in listed:
            make(state, condition, rng.random() < 0.7, rng)
        for condition, want in must:
            make(state, condition, want, rng)

    def entry(self, place: Place, entry: Act, option: str, rng: Random) -> bool:
        """One go at an action or depart of a place. False if it is not offered."""
        state = self.standing(place.id, rng)
        conditions = [variant.cond for variant in entry.variants]
        rng.shuffle(conditions)
        chosen = [(rng.choice(conditions), True)] if conditions and rng.random() < 0.7 else []
        must: list[tuple[Any, bool]] = [*chosen, (entry.forbid_if, False), (entry.cond, True)]
        trees = [entry.result, *(v.result for v in entry.variants if v.result is not None)]
        self.prepare(state, trees, conditions, rng, must)
        return self.go_at_it(state, option, rng)

    def go_at_it(self, state: State, option: str, rng: Random) -> bool:
        if option not in [one.id for one in legal(state, 0)]:
            return False
        self.perform(state, option, rng)
        return True


def _low(seen: Seen) -> list[int]:
    return [value for stats in seen["stats"].values() for value in stats.values()]


def key_at(state: State, source: Source, a: dict[str, Any], place: int) -> str:
    """The name of a flag as it was meant when the effect began."""
    fixed = msgspec.json.decode(msgspec.json.encode(a))
    at = fixed.get("at")
    here = Source(source.seat, source.kind, source.card, source.x, source.place if source.place is not None else place)
    return key(state, here, a["id"], at, state.world.flags)


def walk_place(walker: Walker, place: Place) -> None:
    """All actions and departs of one place, each with all its versions and branches."""
    for action in place.actions:
        walker.where = f"{place.id:03d} {action.act}"
        done = [0]

        def go(rng: Random, action: Act = action, done: list[int] = done) -> bool:
            offered = walker.entry(place, action, f"here:{action.act}", rng)
            done[0] += offered
            return offered

        left = walker.cover([action.result, *(v.result for v in action.variants if v.result)], go)
        if not done[0] and left:  # what another action continued with has been done as well
            walker.fault("cannot be done")
        for name, a in left:
            walker.fault(f"{name} {a} is never reached")
    for direction, side in place.compass.items():
        if side.blocked:
            continue
        walker.where = f"{place.id:03d} {direction}"
        if not side.star:
            state = walker.standing(place.id, Random(0))
            to = side.to
            walker.straight = f"way:{direction}"
            session = walker.perform(state, f"depart:{direction}", Random(walker.where))
            walker.straight = ""
            if to is not None and walker._arrived(session.state, Source(0), to, place.id):
                walker.fault(f"does not lead to {to}")
            continue
        entry = place.departs[direction]
        tree = [entry.result, *(v.result for v in entry.variants if v.result)]
        if entry.diagonal:
            tree.append(entry.diagonal.result)

        def leave(rng: Random, entry: Act = entry, direction: str = direction) -> bool:
            return walker.entry(place, entry, f"depart:{direction}", rng)

        for name, a in walker.cover(tree, leave):
            walker.fault(f"{name} {a} is never reached")


def where_it_is_offered(walker: Walker, prepared: Callable[[int, Random], State], option: str) -> int | None:
    """The first place at which a card's or the centre's action is offered."""
    for place in world(walker.pack).places.values():
        if place.terrain in ("ship", "pod"):
            continue
        rng = Random(f"{option} {place.id}")
        if option in [one.id for one in legal(prepared(place.id, rng), 0)]:
            return place.id
    return None


def walk_action(walker: Walker, action: Act, option: str, hold_card: Callable[[State], None]) -> None:
    """An action of a card, a mission or a destiny, wherever it is offered first."""

    def prepared(place: int, rng: Random) -> State:
        state = walker.standing(place, rng)
        hold_card(state)
        conditions = [variant.cond for variant in action.variants]
        trees = [action.result, *(v.result for v in action.variants if v.result)]
        walker.prepare(state, trees, conditions, rng, [(action.forbid_if, False), (action.cond, True)])
        hold_card(state)
        return state

    at = where_it_is_offered(walker, prepared, option)
    if at is None:
        walker.fault("is offered nowhere")
        return
    first = at
    trees = [v.result for v in action.variants if v.result]
    if not (trees and all("region" in v.cond for v in action.variants)):  # else the plain version is for later slices
        trees.append(action.result)
    places = [p.id for p in world(walker.pack).places.values() if p.terrain not in ("ship", "pod")]

    def go(rng: Random) -> bool:
        place = first if rng.random() < 0.4 else rng.choice(places)
        return walker.go_at_it(prepared(place, rng), option, rng)

    for name, a in walker.cover(trees, go, tries=200):
        walker.fault(f"{name} {a} is never reached")

"""A route bot: it plays one of the crew, with dice that do no harm, and finds out for itself how to bring something about.

To get a flag, a card or a count it looks for an entry that gives it, brings about what that entry asks for, walks there
by departs and results, performs it, and takes the option of each choice that leads to what is wanted. Where an entry has
been used up it acts as another of the crew would, who has not been there yet (VAN-066).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

from app.games.vantage.actions import legal
from app.games.vantage.facts import Source, counter, holds, matching, number
from app.games.vantage.state import Footstep, State
from app.games.vantage.turn import read
from app.games.vantage.world import Act, Place, world
from app.kernel import Answer, Ask, Session
from tests.games.vantage.situations import begin, table
from tests.games.vantage.walker import Seen, Walker, effects_in

PLACE_FACTS = ("at", "region", "hour", "terrain", "tag")
Wanted = Callable[[str, dict[str, Any]], bool]


class Stuck(Exception):
    """There is no way to it."""


class Producer(NamedTuple):
    """An entry that can bring something about."""

    option: str
    place: int | None  # None: anywhere, or wherever its condition allows
    card: int | None
    entry: Act
    tree: Any
    centre: tuple[str, int] | None = None


@cache
def written(pack: str) -> list[tuple[Producer, list[tuple[str, dict[str, Any]]]]]:
    """Every entry of the books, with the effects that stand in it."""
    here, found = world(pack), []

    def add(option: str, action: Act, place: int | None, card: int | None, centre: tuple[str, int] | None) -> None:
        tree = [action.result, *(v.result for v in action.variants if v.result)]
        found.append((Producer(option, place, card, action, tree, centre), effects_in(tree)))

    for place in here.places.values():
        for action in place.actions:
            add(f"here:{action.act}", action, place.id, None, None)
    for card in here.cards.values():
        for action in card.actions:
            add(f"card:{card.id}:{action.act}", action, None, card.id, None)
    for mission in here.missions.values():
        for action in mission.actions:
            add(f"centre:{mission.id}:{action.act}", action, None, None, ("mission", mission.id))
    for destiny in here.destinies.values():
        for action in destiny.actions:
            add(f"centre:{destiny.id}:{action.act}", action, None, None, ("destiny", destiny.id))
    return found


class Planner(Walker):
    def __init__(self, pack: str, start: int, mission: int, seed: str = "route") -> None:
        super().__init__(pack)
        self.seed = seed
        self.rng = Random(seed)
        state = table(1, pack=pack, at=(start,))
        state.mission = mission
        state.seats[0].route = [Footstep(0, start)]
        self.session: Session[State] = begin(state, seed)
        self.choices_open: list[dict[str, Any]] = []
        self.wanted: Wanted | None = None
        self.keep: set[int] | None = None  # cards to keep; None keeps all
        self.only: tuple[str, ...] = ("here", "card", "centre")  # kinds of entries to use
        self.trail: list[str] = []
        self.busy: list[str] = []
        self.world = world(pack)

    # The session -------------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        return self.session.state

    @property
    def place(self) -> Place:
        return self.world.places[self.state.me(0).place]

    @property
    def turns(self) -> int:
        return self.state.me(0).turns

    def do(self, option: str, wanted: Wanted | None = None) -> None:
        """One turn with this action; refreshed beforehand, since this walk proves the way and not the luck."""
        who = self.state.me(0)
        who.stats = dict.fromkeys(who.stats, 6)
        if option.startswith("here:") and who.done.pop(str(who.place), None) is not None:
            self.session = begin(self.state, f"{self.seed} {self.turns}")  # another of the crew
        if option not in [one.id for one in legal(self.state, 0)]:
            raise Stuck(f"{option} is not offered at {self.place.id}")
        self.trail.append(f"{self.place.id:03d} {option}")
        self.wanted, before = wanted, self.turns
        self.session.apply(Answer(0, self.session.asks[0].id, (option,)))
        for _ in range(200):
            if self.session.outcome:
                return
            asked = self.session.asks[0]
            if asked.rule == "VAN-061" and self.state.again is None and self.turns > before:
                return
            self.session.apply(Answer(0, asked.id, self.reply(asked)))
        raise Stuck(f"{option} does not end")

    def charge(self, card: int, boost: int) -> None:
        """What dice would have brought in time."""
        held = self.state.find(card)
        assert held is not None
        held[2].boost = boost
        self.session = begin(self.state, f"{self.seed} {self.turns} {card}")

    def reply(self, asked: Ask) -> tuple[str, ...]:
        ids = [option.id for option in asked.options]
        if asked.rule == "VAN-086":
            return (str(self._x(asked)),)
        for wanted in ("roll:0", "end", "done"):
            if wanted in ids:
                return (wanted,)
        if asked.rule in ("VAN-204", "VAN-210") and "no" in ids:
            return ("no",)
        if asked.rule in ("VAN-181", "VAN-158") or "decline" in ids:
            return (self._place(asked, ids),)
        if asked.rule == "VAN-136" and self.choices_open and ids[0].startswith("pick:"):
            return (self._choose(ids),)
        if asked.rule == "VAN-136" and ids[0].startswith("way:"):
            return (self._way(asked, ids),)
        if asked.rule in ("VAN-145", "VAN-172") and "yes" in ids:
            return ("yes",)
        if asked.rule == "VAN-146":
            return tuple(ids[: asked.most])
        if asked.rule == "VAN-061":
            return (next((one for one in ids if one.startswith("depart:")), ids[0]),)
        if asked.rule == "VAN-140":
            return ("health",)
        if asked.rule == "VAN-229":
            return self._solve(asked, ids)
        if not ids or asked.most == 0 or asked.least == 0:
            return asked.default
        return tuple(self.rng.sample(ids, min(max(asked.least, 1), len(ids))))

    def _solve(self, asked: Ask, ids: list[str]) -> tuple[str, ...]:
        puzzle = self.world.puzzles[self.state.me(0).puzzle]
        return tuple(f"item:{one}" for one in puzzle.answer)

    def _x(self, asked: Ask) -> int:
        assert self.state.action is not None
        for effect in self._reading_now():
            for span, effects in effect.get("by_x", {}).items():
                if self.wanted and any(self.wanted(name, a) for name, a in effects_in(effects)):
                    return int(span.partition("-")[0])
        return int(asked.options[-1].id)

    def _reading_now(self) -> list[dict[str, Any]]:
        action = self.state.action
        assert action is not None
        if action.kind == "place":
            entry = self.place.action(action.act)
            return entry.result if entry else []
        return []

    def _place(self, asked: Ask, ids: list[str]) -> str:
        names = [self.world.card(one).name for one in self.keep or ()]
        wanted = self.keep is None or any(name in asked.prompt for name in names)
        if not wanted and "decline" in ids:  # a curse must be taken
            return "decline"
        return next((one for kind in ("cell:", "over:") for one in ids if one.startswith(kind)), ids[0])

    def _choose(self, ids: list[str]) -> str:
        options = self.choices_open[-1]["options"]
        for one in ids:
            index = one.removeprefix("pick:")
            if index.isdigit() and self.wanted:
                tree = options[int(index)].get("do", [])
                if any(self.wanted(name, a) for name, a in effects_in(tree)):
                    return one
        return ids[0]

    def _way(self, asked: Ask, ids: list[str]) -> str:
        return self.rng.choice(ids)

    def _compare(
        self, state: State, source: Source, name: str, a: dict[str, Any], before: Seen, after: Seen, expected: Any
    ) -> str:
        if name == "quest":  # it need not be anybody's
            return ""
        return super()._compare(state, source, name, a, before, after, expected)

    def _watched(self, name: str, verb: Any) -> Any:
        watched = super()._watched(name, verb)
        if name != "choice":
            return watched

        def noting(g: Any, source: Source, a: dict[str, Any]) -> Any:
            self.choices_open.append(a)
            yield from watched(g, source, a)
            self.choices_open.pop()

        return noting

    # Walking -----------------------------------------------------------------------------------------------------

    def ways(self, number_: int, results: bool) -> Iterator[tuple[str, int]]:
        """From a place: an option, and where it leads."""
        place = self.world.places[number_]
        for direction, side in place.compass.items():
            if side.to is not None:
                yield f"depart:{direction}", side.to
            elif side.star and direction in place.departs:
                entry = place.departs[direction]
                at = Source(0, "depart", None, 0, number_)
                yield from (
                    (f"depart:{direction}", to) for to in self._targets(read(self.state, at, entry).result, place)
                )
        if results:
            for action in place.actions:
                at = Source(0, "place", None, 0, number_)
                open_ = holds(self.state, at, action.cond)
                if open_ and not (action.forbid_if and holds(self.state, at, action.forbid_if)):
                    tree = read(self.state, at, action).result
                    yield from ((f"here:{action.act}", to) for to in self._targets(tree, place))

    def _targets(self, tree: Any, place: Place) -> Iterator[int]:
        for name, a in effects_in(tree):
            if name in ("go", "enter") and isinstance(a.get("to"), int):
                yield a["to"]
            if name == "rise" and place.region in self.world.regions and "outdoors" in place.tags:
                sky = self.world.regions[place.region].sky
                if sky is not None:
                    yield sky
            if name == "go_choice":
                yield from (one["to"] for one in a["options"])

    def tree(self, results: bool, to: int | None = None) -> dict[int, tuple[int, str]]:
        """Every place that can be reached, with the step before it."""
        start = self.place.id
        came: dict[int, tuple[int, str]] = {start: (start, "")}
        queue = deque([start])
        while queue and to not in came:
            at = queue.popleft()
            for option, following in self.ways(at, results):
                if following not in came and following in self.world.places:
                    came[following] = (at, option)
                    queue.append(following)
        return came

    def path(self, to: int, results: bool) -> list[tuple[str, int]] | None:
        start, came = self.place.id, self.tree(results, to)
        if to not in came:
            return None
        steps: list[tuple[str, int]] = []
        while to != start:
            before, option = came[to]
            steps.append((option, to))
            to = before
        return steps[::-1]

    def travel(self, to: int) -> None:
        for _ in range(60):
            if self.place.id == to:
                return
            steps = self.path(to, False) or self.path(to, True)
            if not steps:
                raise Stuck(f"no way from {self.place.id} to {to}")
            option, following = steps[0]

            def leads(name: str, a: dict[str, Any], following: int = following) -> bool:
                return name in ("go", "enter") and a.get("to") == following

            self.do(option, leads)
        raise Stuck(f"never arrives at {to}")

    def distances(self) -> dict[int, int]:
        """By departs, and where no depart leads, by results as well."""
        far: dict[int, int] = {}
        for results in (True, False):
            steps: dict[int, int] = {}
            for place, (before, _) in self.tree(results).items():  # nearest first
                steps[place] = 0 if place == before else steps[before] + 1
            far.update(steps)
        return far

    def nearest(self, places: Iterable[int]) -> int:
        far = self.distances()
        return min(places, key=lambda place: far.get(place, 999))

    # Wanting -----------------------------------------------------------------------------------------------------

    def opened(self, wanted: Wanted) -> Wanted:
        """What is wanted may also be the prize of a puzzle or a trial."""

        def found(name: str, a: dict[str, Any]) -> bool:
            prize: list[dict[str, Any]] = []
            if name == "puzzle":
                prize = self.world.puzzles[a["id"]].prize
            elif name == "trial":
                prize = self.world.trials[a["id"]].prize
            return wanted(name, a) or any(wanted(inner, b) for inner, b in effects_in(prize))

        return found

    def producers(self, wanted: Wanted) -> list[Producer]:
        """Every entry in whose results this stands, near ones first."""
        wanted = self.opened(wanted)
        centre: list[tuple[str, int]] = [("destiny", one) for one in self.state.destinies]
        if self.state.mission is not None and not self.state.mission_done:
            centre.append(("mission", self.state.mission))
        found = [
            producer
            for producer, effects in written(self.pack)
            if producer.option.partition(":")[0] in self.only
            and (producer.centre is None or producer.centre in centre)
            and any(wanted(name, a) for name, a in effects)
        ]
        far = self.distances()
        return sorted(found, key=lambda one: far.get(one.place, 999) if one.place is not None else 30)

    def obtain(self, what: str, wanted: Wanted, done: Callable[[], bool], skip: Callable[[Producer], bool]) -> None:
        """Try producers until it is there."""
        if done():
            return
        if what in self.busy:
            raise Stuck(f"{what} needs itself")
        self.busy.append(what)
        why: list[str] = []
        try:
            for producer in self.producers(wanted):
                if skip(producer):
                    continue
                for _ in range(12):  # where dice decide, once more
                    try:
                        self.use(producer, wanted)
                    except Stuck as stuck:
                        why.append(f"{producer.place} {producer.option}: {stuck}")
                        break
                    if done() or self.session.outcome:
                        return
            raise Stuck(f"{what} cannot be brought about ({'; '.join(why[:4])})")
        finally:
            self.busy.remove(what)

    def use(self, producer: Producer, wanted: Wanted) -> None:
        """Bring about what an entry asks for, be there, and do it."""
        if producer.card is not None:
            self.achieve({"has": {"id": producer.card, "zone": "any", "owner": "me"}})
        at = producer.place
        entry = producer.entry
        inner = self.needs(entry, producer.tree, wanted)
        for condition in inner:
            self.achieve(condition, at)
        self.achieve(entry.cond, at)
        if at is None:
            at = self.somewhere(entry)
        if entry.forbid_if and holds(self.state, Source(0, "place", None, 0, at), entry.forbid_if):
            raise Stuck("forbidden now")
        if self.world.places[at].welcome:  # VAN-C66
            self.achieve({"flag": self.world.places[at].welcome})
        self.travel(at)
        if producer.card is not None and isinstance(entry.cost, dict) and "boost" in entry.cost:
            self.charge(producer.card, entry.cost["boost"])
        self.do(producer.option, wanted)

    def needs(self, entry: Act, tree: Any, wanted: Wanted) -> list[dict[str, Any]]:
        """The conditions on the way to what is wanted inside an entry."""
        found: list[dict[str, Any]] = []
        lists = [(None, entry.result), *((v.cond, v.result) for v in entry.variants if v.result)]
        for condition, effects in lists:
            way = self._inside(effects, self.opened(wanted))
            if way is not None:
                trials = [
                    self.world.trials[a["id"]].passed.get("if") for name, a in effects_in(effects) if name == "trial"
                ]
                return [*([condition] if condition else []), *way, *(one for one in trials if one)]
        return found

    def _inside(self, value: Any, wanted: Wanted) -> list[dict[str, Any]] | None:
        """Conditions of options and ifs above the wanted effect; None if it is not in there."""
        if isinstance(value, list):
            for one in value:
                way = self._inside(one, wanted)
                if way is not None:
                    return way
            return None
        if not isinstance(value, dict):
            return None
        for name, part in value.items():
            if isinstance(part, dict) and wanted(name, part):
                return []
            if name == "if" and isinstance(part, dict) and "cond" in part:
                way = self._inside(part.get("then", []), wanted)
                if way is not None:
                    return [part["cond"], *way]
                way = self._inside(part.get("else", []), wanted)
                if way is not None:
                    return [{"not": part["cond"]}, *way]
                continue
            way = self._inside(part, wanted)
            if way is not None:
                above = [value["if"]] if "label" in value and "if" in value else []
                coins = value.get("cost", {}).get("coin") if isinstance(value.get("cost"), dict) else None
                if name == "pay_coin":
                    coins = part.get("amount", 1)
                return [*above, *([{"coins": coins}] if isinstance(coins, int) else []), *way]
        return None

    def somewhere(self, entry: Act) -> int:
        """The nearest place where an entry without a place of its own is open."""
        far = self.distances()
        near = sorted(
            (far.get(place.id, 999), place.id)
            for place in self.world.places.values()
            if place.terrain not in ("ship", "pod")
            and holds(self.state, Source(0, "centre", None, 0, place.id), placed(entry.cond, place.id))
            and not (entry.forbid_if and holds(self.state, Source(0, "centre", None, 0, place.id), entry.forbid_if))
        )
        if not near or near[0][0] > 900:
            raise Stuck("there is no place for it")
        return near[0][1]

    # Bringing about ----------------------------------------------------------------------------------------------

    def achieve(self, condition: dict[str, Any] | None, at: int | None = None) -> None:
        """Until it holds; facts of a place are left to the walking."""
        for name, value in (condition or {}).items():
            if name in PLACE_FACTS and not (name == "at" and "flag" in (condition or {})):
                continue
            if name == "all":
                for part in value:
                    self.achieve(part, at)
            elif name == "any":
                self._any(value, at)
            elif name == "not":
                continue  # checked when it is offered
            elif name in ("flag", "counter", "has", "coins"):
                self._bring(name, value, condition or {}, at)

    def _any(self, parts: list[dict[str, Any]], at: int | None) -> None:
        if any(self._true(part, at) for part in parts):
            return
        why = []
        for part in parts:
            if set(part) <= set(PLACE_FACTS):
                return
            try:
                self.achieve(part, at)
                return
            except Stuck as stuck:
                why.append(str(stuck))
        raise Stuck("; ".join(why))

    def _true(self, condition: dict[str, Any], at: int | None) -> bool:
        return holds(self.state, Source(0, "centre", None, 0, at), condition)

    def _bring(self, name: str, value: Any, condition: dict[str, Any], at: int | None) -> None:
        if name == "flag":
            here = condition.get("at") if isinstance(condition.get("at"), int) else at
            asked = {"flag": value, "at": here} if here is not None else {"flag": value}
            scope = self.world.flags.get(value, "session")

            def sets(effect: str, a: dict[str, Any]) -> bool:
                return effect == "flag" and a.get("id") == value

            def elsewhere(one: Producer) -> bool:
                return scope == "place" and here is not None and one.place is not None and one.place != here

            self.obtain(f"flag {value}", sets, lambda: self._true(asked, at), elsewhere)
        elif name == "counter":
            self._count(value, condition)
        elif name == "coins":
            self.obtain(
                f"{value} coins",
                lambda effect, a: effect == "gain_coin",
                lambda: self.state.me(0).coins >= value,
                lambda one: one.card is not None,
            )
        else:
            self._hold(value)

    def _count(self, value: Any, condition: dict[str, Any]) -> None:
        name = value if isinstance(value, str) else value["id"]
        need = condition.get("need", 1) if isinstance(value, str) else value.get("at_least", 0)
        goal = number(self.state, Source(0), need)
        used: set[tuple[int | None, str]] = set()

        def adds(effect: str, a: dict[str, Any]) -> bool:
            return effect == "count" and a.get("id") == name

        while counter(self.state, Source(0), name) < goal:
            now = counter(self.state, Source(0), name)

            def more(now: int = now) -> bool:
                return counter(self.state, Source(0), name) > now

            self.obtain(
                f"{name} {now + 1}",
                adds,
                more,
                lambda one: one.place is not None and (one.place, one.option) in used,
            )
            used.add((self.place.id, self.trail[-1].split(" ")[1]))

    def _hold(self, selector: dict[str, Any]) -> None:
        if matching(self.state, Source(0), {**selector, "owner": "any"}):
            return
        if selector.get("zone") == "centre":
            return
        kinds = {name: selector[name] for name in ("id", "kind", "sub", "composition") if name in selector}

        def fits(card: int) -> bool:
            face = self.world.card(card)
            return all(
                getattr(face, name) in (value if isinstance(value, list) else [value]) for name, value in kinds.items()
            )

        cards = [card for card in self.world.cards if fits(card) and card not in self.state.gone]
        why = []
        for card in cards:
            try:
                self.get(card)
                return
            except Stuck as stuck:
                why.append(f"{card}: {stuck}")
        raise Stuck(f"nobody has {selector} ({'; '.join(why[:3])})")

    def get(self, card: int) -> None:
        """Get one card, by whatever gives it."""
        lines = [one.id for one in self.world.cards.values() if one.side_b == card]
        if lines:
            self.finish(lines[0])
            return
        if self.keep is not None:
            self.keep.add(card)
        if self.world.card(card).kind == "giant_part":
            self.fight(card)
            return

        def gives(effect: str, a: dict[str, Any]) -> bool:
            if effect in ("gain_card", "bind_here", "curse"):
                return a.get("id") == card
            if effect == "replace_card":
                return a.get("with") == card
            return effect == "giant" and a.get("id") == card

        self.obtain(f"card {card}", gives, lambda: self.state.find(card) is not None, lambda one: False)

    def fight(self, part: int) -> None:
        """A part of a giant is won in its lair (VAN-C46)."""
        giant = next(one for one in self.world.giants.values() if part in one.parts)
        self.obtain(
            f"giant {giant.id}",
            lambda name, a: name == "giant" and a.get("mode") == "fight",
            lambda: str(giant.lair) in self.state.lairs,
            lambda one: False,
        )
        self.travel(giant.lair)
        self.do(f"part:{part}")

    def finish(self, quest: int) -> None:
        """A quest to its end: its own actions, or whatever else advances it."""
        self.get(quest)
        goal = self.world.card(quest).goal
        assert goal is not None
        if goal.cond:
            self.achieve(goal.cond)
        while (found := self.state.find(quest)) is not None and not self.session.outcome:
            count = found[2].count

            def adds(effect: str, a: dict[str, Any]) -> bool:
                return effect == "quest" and a.get("id") in ("this", quest)

            def more(count: int = count) -> bool:
                found = self.state.find(quest)
                return found is None or found[2].count > count

            self.obtain(
                f"quest {quest} {count + 1}",
                adds,
                more,
                lambda one: one.card is not None and one.card != quest,
            )


def placed(condition: dict[str, Any] | None, place: int) -> dict[str, Any]:
    """The same condition with `at` read for that place: conditions look at the actor, who is not there yet."""

    def turned(part: Any) -> Any:
        if isinstance(part, dict):
            if set(part) == {"at"}:
                return {} if part["at"] == place else {"flag": "nowhere"}
            return {name: turned(value) for name, value in part.items()}
        if isinstance(part, list):
            return [turned(one) for one in part]
        return part

    return dict(turned(condition or {}))

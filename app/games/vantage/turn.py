"""A turn: one action in eight steps, and what follows at its end (sections 5 to 12)."""

from __future__ import annotations

import msgspec

from app.games.vantage import goals
from app.games.vantage.actions import Possible, as_options, legal
from app.games.vantage.cards import lose, settle_gains
from app.games.vantage.core import AFTER, Game, run
from app.games.vantage.dice import gain_skill, gain_stat, open_slots, place_dice, roll, suffer
from app.games.vantage.facts import Source, holds
from app.games.vantage.rides import ride
from app.games.vantage.state import Cut, Guard, Held, Immunity, Later, Open, Pledged, State
from app.games.vantage.travel import here, put_back
from app.games.vantage.world import CATEGORIES, STATS, WET, Act, Diagonal, neighbour
from app.kernel import Option, Script, ask, checkpoint, choose, choose_number, choosing


def turn(g: Game) -> Script[None]:
    """Actions until none continues; then the end of the turn, and the next player clockwise (VAN-061, VAN-159)."""
    state = g.state
    seat = state.turn
    if state.step == "turn":
        begin_turn(state, seat)
        state.step = "act"
        yield from checkpoint()
    while state.step == "act":
        yield from one_action(g, seat)
        state.step = "act" if state.again else "end"
        yield from checkpoint()
    yield from end_turn(g, seat)
    state.turn = (seat + 1) % len(state.seats)
    state.step = "turn"
    yield from checkpoint()


def begin_turn(state: State, seat: int) -> None:
    state.number += 1
    state.me(seat).turns += 1
    state.storyteller = (seat + 1) % len(state.seats)  # VAN-240
    state.passage, state.told = "", ""
    state.peeks = []
    state.skip_votes, state.skipped = [], False


# Step 1 ----------------------------------------------------------------------------------------------------------


def one_action(g: Game, seat: int) -> Script[None]:
    state = g.state
    again, found = state.again, None
    if again and again.direct:  # VAN-162: begin at step 2
        found = next((one for one in legal(state, seat) if one.id == again.direct), None)
    while found is None:
        picked = yield from declare(g, seat)
        if picked in ("end", "wait", "skip"):
            state.again = None
            return
        found = next((one for one in legal(state, seat) if one.id == picked), None)
    state.again = None
    yield from perform(g, seat, found)
    yield from settle_gains(g)
    for look in AFTER:
        yield from look(g)
    state.action = None
    yield from goals.vote_on_ending(g)


def declare(g: Game, seat: int) -> Script[str]:
    """Chosen without knowing cost or result; freely changed until step 2 begins (VAN-064, VAN-080)."""
    state = g.state

    def options() -> list[Option]:
        if state.skipped:  # VAN-249
            return [Option("skip", "Skip this turn")]
        listed = as_options(legal(state, seat))
        if state.again and not state.again.must:  # VAN-164
            return [Option("end", "End the turn"), *listed]
        return listed or [Option("wait", "Nothing can be done")]  # VAN-167

    def default() -> tuple[str, ...]:
        ids = [option.id for option in options()]
        return (next((one for one in ids if one.startswith("depart:")), ids[0]) if ids[0] != "end" else "end",)

    values = yield from ask(
        choosing(
            seat,
            "Continue with another action" if state.again else "Your turn: choose an action",
            options,
            default=default,
            rule="VAN-061",
            public="chooses an action",
        )
    )
    picked = values[0]
    one = next((one for one in legal(state, seat) if one.id == picked), None)
    if one is None or picked in ("end", "wait", "skip"):
        return picked
    state.action = Open(seat, one.kind, one.origin, one.act, "declared", one.direction)
    state.readings += 1
    answer = yield from choose(
        seat,
        f"{one.label}: commit to it?",
        lambda: (
            [Option("go", "Commit", rule="VAN-080"), Option("other", "Choose another")]
            if state.action and 2 * len(state.action.barred) <= len(state.seats)
            else [Option("other", "The table has barred it", rule="VAN-071")]
        ),
        rule="VAN-080",
        public="may still choose another action",
    )
    barred = state.action is not None and 2 * len(state.action.barred) > len(state.seats)
    if barred and one.kind == "place":
        state.forbidden[f"{one.origin}:{one.act}"] = "The table has barred it."
    if answer == "other":
        state.action = None
        return "other"
    return picked


# Step 2 ----------------------------------------------------------------------------------------------------------


class Reading(msgspec.Struct):
    """An entry as it stands now: the first version whose condition holds (VAN-088)."""

    act: str
    line: str
    cost: int | str | dict[str, int]
    involves: list[str]
    tell: str
    result: list[dict[str, object]]


def read(state: State, source: Source, entry: Act | Diagonal) -> Reading:
    base = Reading(entry.act, entry.line, entry.cost, entry.involves, entry.tell, entry.result)
    for version in entry.variants if isinstance(entry, Act) else ():
        if holds(state, source, version.cond):
            changed = {
                name: value
                for name in ("act", "line", "cost", "involves", "tell", "result")
                if (value := getattr(version, name)) is not None
            }
            return msgspec.structs.replace(base, **changed)
    return base


def entries(state: State, seat: int, one: Possible) -> list[tuple[str, Reading]]:
    """What is read in step 2: one entry, or a depart and its diagonal (VAN-084, VAN-085)."""
    place = here(state, seat)
    if one.kind == "depart":
        found: list[tuple[str, Reading]] = []
        entry = place.departs.get(one.direction)
        side = place.compass[one.direction]
        if side.star and entry is not None:
            found.append((one.direction, read(state, Source(seat, "depart"), entry)))
        else:
            to = side.to if side.to is not None else neighbour(place.id, one.direction)
            verb = "move-SWIM" if place.terrain in WET else "move-WALK"  # VAN-077
            found.append((one.direction, Reading(verb, "", 1, [], "", [{"go": {"to": to}}])))
        for cardinal, depart in place.departs.items():
            slanted = depart.diagonal
            if slanted and one.direction in (cardinal, slanted.also):
                found.append((slanted.dir, read(state, Source(seat, "depart"), slanted)))
        return found
    if one.kind == "final":
        return [("", Reading(one.act, "", 0, [], "", [{"destiny": {"id": one.origin, "done": True}}]))]
    entry = entry_of(state, one)
    return [("", read(state, source_of(seat, one), entry))]


def entry_of(state: State, one: Possible) -> Act:
    world = state.world
    if one.id.startswith("ride:"):
        return Act("move-RIDE", "Ride", cost="ride")
    holder = {
        "place": lambda: world.places[one.origin].actions,
        "card": lambda: world.card(one.origin).actions,
        "centre": lambda: (world.missions.get(one.origin) or world.destinies[one.origin]).actions,
    }[one.kind]()
    return next(action for action in holder if action.act == one.act)


def source_of(seat: int, one: Possible, x: int = 0) -> Source:
    kind = "card" if one.kind == "card" else "centre" if one.kind in ("centre", "final") else one.kind
    return Source(seat, kind, one.origin if one.kind == "card" else None, x)


def perform(g: Game, seat: int, one: Possible) -> Script[None]:
    state = g.state
    found = entries(state, seat, one)
    state.readings += 1  # reading a cost is a fence (VAN-251)
    _, reading = found[0]
    action = state.action = Open(seat, one.kind, one.origin, reading.act, "pay", one.direction, reading.line)
    mark_done(state, seat, one)
    if len(found) > 1:
        options = [
            Option(f"way:{name}", f"{name.capitalize()}: {each.line or 'walk'}", note=shown_cost(each.cost))
            for name, each in found
        ]
        shown = " / ".join(f"{option.label}, {option.note}" for option in options)
        g.tell(f"{{{seat}}} reads two ways: {shown}.", rule="VAN-085")
        way = yield from choose(seat, "Which way?", options, rule="VAN-085", public="chooses a way")
        _, reading = next(pair for pair in found if f"way:{pair[0]}" == way)
    action.act, action.line, action.involves = reading.act, reading.line, list(reading.involves)
    state.passage = f"{reading.act}, {shown_cost(reading.cost)}. {reading.line}"
    payable = yield from settle_cost(g, seat, one, reading)
    g.tell(f"{{{seat}}} {reading.act}, cost {action.cost}: {reading.line}", rule="VAN-081")
    yield from pay_skills(g, seat)  # step 3
    yield from roll_step(g, seat)  # step 4
    yield from place_dice(g)  # step 5
    yield from suffer(g)  # step 6
    yield from result(g, seat, one, reading if payable else None)  # step 7


def shown_cost(cost: int | str | dict[str, int]) -> str:
    if isinstance(cost, dict):
        return ", ".join(f"{value} {name}" for name, value in cost.items())
    return f"cost {cost}"


def mark_done(state: State, seat: int, one: Possible) -> None:
    """Performed is performed, by continuing too (VAN-166); always-available ones do not count (VAN-069)."""
    state.tried.append(f"turn:{one.origin}:{one.act}")
    if one.kind == "card":
        state.tried.append(f"{one.origin}:{one.act}#{seat}")
    if one.kind != "place":
        return
    action = state.world.places[one.origin].action(one.act)
    if action is not None and not action.always:
        state.tried.append(f"turn:{one.origin}")
        state.me(seat).done.setdefault(str(one.origin), []).append(one.act)


def settle_cost(g: Game, seat: int, one: Possible, reading: Reading) -> Script[bool]:
    """Boost and coins of a printed cost, X, and what changes a cost (VAN-083, VAN-086, VAN-089)."""
    state, action = g.state, g.state.action
    assert action is not None
    cost, payable = reading.cost, True
    if cost == "ride":
        guide = state.world.card(one.origin).ride
        assert guide is not None
        cost = guide.from_[here(state, seat).terrain][0]
    if isinstance(cost, dict):
        payable = pay_printed(g, seat, one, cost)
        cost = cost.get("dice", 0)
    if cost == "X":
        action.x = cost = yield from choose_number(
            seat, "How much effort? Choose X", 1, 6, rule="VAN-086", public="chooses X"
        )
    action.cost = int(cost)
    apply_cuts(state, action)
    return payable


def pay_printed(g: Game, seat: int, one: Possible, cost: dict[str, int]) -> bool:
    state, who = g.state, g.state.me(seat)
    found = state.find(one.origin) if one.kind == "card" else None
    held: Held | None = found[2] if found else state.character(seat)
    if held is None or held.boost < cost.get("boost", 0) or who.coins < cost.get("coin", 0):
        return False  # hidden until now, and not to be paid: no result (VAN-083)
    held.boost -= cost.get("boost", 0)
    who.coins -= cost.get("coin", 0)
    return True


def apply_cuts(state: State, action: Open) -> None:
    """Effects that change a cost, before skills; no cost goes below 0 (VAN-089)."""
    who = state.me(action.seat)
    for cut in list(who.cuts):
        if cut_fits(cut.fits, action):
            action.cost = max(0, action.cost - cut.amount)
            who.cuts.remove(cut)
    for brace in list(state.brace):
        if brace[0] == action.seat:
            action.cost = max(0, action.cost - 1)
            state.brace.remove(brace)


def cut_fits(fits: dict[str, object], action: Open) -> bool:
    if fits.get("category") not in (None, action.category) or fits.get("act") not in (None, action.act):
        return False
    return fits.get("composition") is None or fits["composition"] in action.involves


# Steps 3 and 4 ---------------------------------------------------------------------------------------------------


def pledged(state: State, action: Open) -> list[Pledged]:
    """What others offer: by hand, and standing pledges (VAN-244 to VAN-246)."""
    skill = action.category
    by_hand = {pledge.seat: pledge.amount for pledge in action.pledges}
    offered = []
    for seat, who in enumerate(state.seats):
        if seat != action.seat:
            amount = min(who.skills[skill], max(by_hand.get(seat, 0), who.standing.get(skill, 0)))
            if amount:
                offered.append(Pledged(seat, amount))
    return offered


def tokens(state: State, action: Open) -> list[Option]:
    """Every token that could be paid now: the actor's own and those pledged (VAN-090, VAN-091)."""
    skill = action.category
    mine = [
        Option(f"pay:{action.seat}:{n}", f"Your {skill} token", note="1 die fewer")
        for n in range(state.me(action.seat).skills[skill])
    ]
    theirs = [
        Option(f"pay:{pledge.seat}:{n}", f"{{{pledge.seat}}}'s {skill} token", note="1 die fewer")
        for pledge in pledged(state, action)
        for n in range(pledge.amount)
    ]
    return [*theirs, *mine]


def pay_skills(g: Game, seat: int) -> Script[None]:
    """Step 3: paying is optional, anyone may, and a token that would pay nothing is refused (VAN-091, VAN-094)."""
    state, action = g.state, g.state.action
    assert action is not None
    values = yield from ask(
        choosing(
            seat,
            lambda: f"{action.act} costs {action.cost}: accept tokens, then roll",
            lambda: tokens(state, action)[:40],
            least=0,
            most=lambda: action.cost,
            default=(),
            rule="VAN-090",
            public="counts skill tokens and rolls",
        )
    )
    for value in values:
        payer = int(value.split(":")[1])
        goals.give_back(state, payer, action.category)  # VAN-092
        action.cost -= 1
        if payer != seat:
            g.tell(f"{{{payer}}} pays 1 {action.category}.", rule="VAN-091")


def roll_step(g: Game, seat: int) -> Script[None]:
    state, action = g.state, g.state.action
    assert action is not None
    for held in state.in_grid(seat):
        yield from run(g, Source(seat, "card", held.id), state.world.card(held.id).hooks.get("before_roll", []))
    action.stage = "place"
    action.closed = [
        name
        for other, who in enumerate(state.seats)
        if other != seat
        for name, mode in who.permits.items()
        if mode == "closed"
    ]
    action.closed.sort()
    action.pledges = []
    roll(g, seat, action.cost)
    for held in state.in_grid(seat):
        yield from run(g, Source(seat, "card", held.id), state.world.card(held.id).hooks.get("after_roll", []))


# Step 7 ----------------------------------------------------------------------------------------------------------


def result(g: Game, seat: int, one: Possible, reading: Reading | None) -> Script[None]:
    """Read and carried out in the order written (VAN-135)."""
    state, action = g.state, g.state.action
    assert action is not None
    action.stage = "result"
    if reading is None:
        g.tell(f"{{{seat}}} cannot pay what it takes.", rule="VAN-083")
        return
    tell_passage(g, seat, reading.act, reading.tell)
    if one.id.startswith("ride:"):
        yield from ride(g, seat, one.origin)
        return
    source = source_of(seat, one, action.x)
    effects = reading.result
    if one.kind == "card" and one.id.startswith("part:"):
        effects = [{"giant": {"won": one.origin}}, *effects]
    yield from run(g, source, effects)
    if state.again and one.kind != "place":
        state.again.lifted = False  # VAN-163


def tell_passage(g: Game, seat: int, title: str, text: str) -> None:
    state = g.state
    if not text:
        return
    state.readings += 1
    goals.chronicle(g, title, text, seat)
    if state.options.reading == "aloud":
        state.told = text  # the storyteller first (VAN-241)
        g.tell(text, to=[state.storyteller])
    else:
        state.passage = text
        g.tell(text)


# Step 8 ----------------------------------------------------------------------------------------------------------


def end_turn(g: Game, seat: int) -> Script[None]:
    """In this order: effects of this turn lapse, cards at 0 boost leave, texts of cards, timers (VAN-168)."""
    state = g.state
    if state.told:
        state.passage, state.told = state.told, ""
    lapse(state, seat)
    for card in [held.id for who in range(len(state.seats)) for held in state.in_grid(who) if leaves(state, held)]:
        yield from walk_away(g, card)
    for held in state.in_grid(seat):
        yield from run(g, Source(seat, "card", held.id), state.world.card(held.id).hooks.get("end_turn", []))
    yield from timers(g, seat)
    yield from put_back(g, seat)
    yield from settle_gains(g)
    for look in AFTER:
        yield from look(g)
    yield from goals.vote_on_ending(g)
    state.tried = [one for one in state.tried if not one.startswith(("turn:", "learnt:"))]
    state.forced = ""
    state.action = None


def lapse(state: State, seat: int) -> None:
    """What lasts this turn ends with it, whoever's turn it is; what lasts to my next turn ends with that (VAN-178)."""
    for other, who in enumerate(state.seats):
        who.immune = [one for one in who.immune if not over(one, other == seat, who.turns)]
        who.guards = [one for one in who.guards if not over(one, other == seat, who.turns)]
        who.cuts = [one for one in who.cuts if not over(one, other == seat, who.turns)]
    state.brace = [brace for brace in state.brace if not (brace[1] == seat and state.me(seat).turns > brace[2])]


def over(one: Immunity | Guard | Cut, mine: bool, turns: int) -> bool:
    return one.until == "turn" or (one.until == "next_turn" and mine and turns > one.turns)


def leaves(state: State, held: Held) -> bool:
    return held.boost == 0 and state.world.card(held.id).leaves_when == "no_boost"


def walk_away(g: Game, card: int) -> Script[None]:
    """A guest leaves, a giant walks away and pays (VAN-C28, VAN-C45)."""
    found = g.state.find(card)
    if found is None:
        return
    seat = found[0]
    giant = g.state.world.card(card).kind == "giant"
    yield from lose(g, card, "sees the last of")
    if giant:
        stat = yield from choose(seat, "Gain 1 stat", [Option(f"pick:{s}", s) for s in STATS], rule="VAN-C45")
        gain_stat(g, seat, stat.removeprefix("pick:"), 1)
        skill = yield from choose(seat, "Gain 1 skill", [Option(f"pick:{s}", s) for s in CATEGORIES], rule="VAN-C45")
        gain_skill(g, seat, skill.removeprefix("pick:"))


def timers(g: Game, seat: int) -> Script[None]:
    due: list[Later] = []
    for later in list(g.state.later):
        if later.scope == "session" or later.seat == seat:
            later.turns -= 1
            if later.turns <= 0:
                g.state.later.remove(later)
                due.append(later)
    for later in due:
        yield from run(g, Source(later.seat, "place", later.this, 0, later.place), later.do)


def slots_that_fit(state: State) -> list[str]:
    """Every open slot of all seats that fits the action at hand (VAN-124)."""
    return [fit.name for fit in open_slots(state)]

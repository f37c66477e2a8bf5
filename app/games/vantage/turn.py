"""A turn: one action in eight steps, and what follows at its end (sections 5 to 12)."""

from __future__ import annotations

import msgspec

from app.games.vantage import goals
from app.games.vantage.actions import Possible, as_options, legal, possible
from app.games.vantage.cards import lose, settle_gains
from app.games.vantage.core import AFTER, Game, run
from app.games.vantage.dice import gain_skill, gain_stat, kept_from, open_slots, place_dice, roll, suffer
from app.games.vantage.facts import Source, holds
from app.games.vantage.paying import pay_skills
from app.games.vantage.reading import read_aloud
from app.games.vantage.rides import ride
from app.games.vantage.state import Cut, Guard, Held, Immunity, Later, Open, State
from app.games.vantage.telling import count, deed, dice_words, joined, note, read_passage, step
from app.games.vantage.travel import here, put_back
from app.games.vantage.world import CATEGORIES, STATS, WET, Act, Diagonal, neighbour, shown
from app.kernel import Fact, Option, Script, ask, checkpoint, choose, choosing


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
    if found is None:
        picked = yield from choose_action(g, seat)
        found = next((one for one in legal(state, seat) if one.id == picked), None)
        if found is None:  # the turn ends here, or is skipped
            if picked == "skip":
                with step(g, "turn", f"The turn of {{{seat}}} is skipped", rule="VAN-249"):
                    g.tell(f"{{{seat}}} is away: the turn is skipped without loss.", rule="VAN-249")
            state.again = state.action = None
            return
    state.again = None
    announced = state.action
    state.action = opened(seat, found, announced)
    with step(g, "turn", deed(state, state.action), scene=whereabouts(state, state.action), rule="VAN-081"):
        yield from perform(g, seat, found)
        yield from settle_gains(g)
        for look in AFTER:
            yield from look(g)
    state.action = None
    yield from goals.vote_on_ending(g)


def opened(seat: int, one: Possible, announced: Open | None) -> Open:
    """The action begins. What others have pledged since it was announced is kept (VAN-244)."""
    action = Open(seat, one.kind, one.origin, one.act, "pay", one.direction, known=one.known, prepaid=one.paid)
    same = announced is not None and (announced.kind, announced.origin, announced.act, announced.direction) == (
        one.kind,
        one.origin,
        one.act,
        one.direction,
    )
    if announced is not None and same:
        action.pledges = announced.pledges
    return action


def whereabouts(state: State, action: Open) -> str:
    """Where and with what, for everybody to read: a number, never a name (VAN-038)."""
    place = f"at {shown(state.me(action.seat).place)}"
    if action.kind == "card":
        return f"{state.world.card(action.origin).name}, {place}"
    if action.kind in ("centre", "final"):
        card = state.world.missions.get(action.origin) or state.world.destinies[action.origin]
        return f"{card.name}, {place}"
    return place


def choose_action(g: Game, seat: int) -> Script[str]:
    """Step 1. One press: it is chosen without knowing cost or result, and then both lines are read (VAN-064, VAN-080)."""
    state = g.state

    def options() -> list[Option]:
        if state.skipped:  # VAN-249
            return [Option("skip", "Skip this turn")]
        listed = as_options(legal(state, seat), state.action)
        if state.again and not state.again.must:  # VAN-164
            return [*listed, Option("end", "End the turn", weight="end", rule="VAN-164")]
        return listed or [Option("wait", "Nothing can be done")]  # VAN-167

    def default() -> tuple[str, ...]:
        ids = [option.id for option in options()]
        if "end" in ids:
            return ("end",)
        return (next((one for one in ids if one.startswith("depart:")), ids[0]),)

    values = yield from ask(
        choosing(
            seat,
            "What else do you do?" if state.again else "What do you do?",
            options,
            default=default,
            rule="VAN-061",
            kicker=lambda: f"{shown(state.me(seat).place)} {here(state, seat).name}, your action",
            closed=lambda: struck(state, seat),
            absent=lambda: ("skip",) if state.skipped else (),
            stop=True,
            public="chooses an action",
        )
    )
    return values[0]


def struck(state: State, seat: int) -> list[Fact]:
    """What is listed here and cannot be done now, with the reason (VAN-071)."""
    return [Fact(one.label, "", one.because) for one in possible(state, seat) if one.because and one.kind == "place"]


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
            if slanted and (one.direction == cardinal or one.direction in slanted.dir):  # from both of its cardinals
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
    state.deeds += 1
    action = state.action
    assert action is not None
    mark_done(state, seat, one)
    _, reading = found[0]
    if len(found) > 1:
        reading = yield from which_way(g, seat, found)
    action.act, action.line, action.involves = reading.act, reading.line, list(reading.involves)
    payable = yield from settle_cost(g, seat, one, reading)
    cost = shown_cost(reading.cost if one.id.partition(":")[0] != "ride" else action.cost)
    if g.scene is not None:
        g.scene.title = deed(state, action)
        g.scene.scene = f"{action.act}, {cost}, {whereabouts(state, action)}"
    g.tell(told_as(state, action, cost), rule="VAN-081")
    yield from pay_skills(g, seat)  # step 3
    yield from roll_step(g, seat)  # step 4
    yield from place_dice(g)  # step 5
    yield from suffer(g)  # step 6
    yield from result(g, seat, one, reading if payable else None)  # step 7


def told_as(state: State, action: Open, cost: str) -> str:
    """The line of the log: who does what, for what price, and where to if that is known."""
    if not action.line and action.kind == "depart":
        side = here(state, action.seat).compass.get(action.direction)
        to = f" to {shown(side.to)}" if side is not None and side.to is not None else ""
        return f"{deed(state, action)}{to}, {cost}."
    what = deed(state, action).rstrip(".")
    if action.x:
        cost = f"{cost}: {action.x}"
    return f"{what} ({action.act}, {cost}, {whereabouts(state, action)})."


def which_way(g: Game, seat: int, found: list[tuple[str, Reading]]) -> Script[Reading]:
    """A depart and the diagonals that belong to it, read together: one of these, and nothing else (VAN-085)."""
    options = [
        Option(
            f"way:{name}", f"{name.capitalize()}: {each.line or 'walk'}", note=f"{each.act}, {shown_cost(each.cost)}"
        )
        for name, each in found
    ]
    read_out = "; ".join(f"{option.label}, {option.note}" for option in options)
    g.tell(f"{{{seat}}} reads {count(len(found), 'way')}: {read_out}.", rule="VAN-085")
    way = yield from choose(
        seat, "Which way?", options, rule="VAN-085", kicker="The lines are read", public="chooses a way"
    )
    return next(each for name, each in found if f"way:{name}" == way)


def shown_cost(cost: int | str | dict[str, int]) -> str:
    if isinstance(cost, dict):
        return f"cost {joined(f'{value} {name}' for name, value in cost.items())}"
    return f"cost {cost}"


def mark_done(state: State, seat: int, one: Possible) -> None:
    """Performed is performed, by continuing too (VAN-166). Always-available ones count as well (VAN-069)."""
    state.tried.append(f"turn:{one.origin}:{one.act}")
    if one.kind == "card":
        state.tried.append(f"{one.origin}:{one.act}#{seat}")
    if one.kind != "place":
        return
    state.tried.append(f"turn:{one.origin}")
    done = state.me(seat).done.setdefault(str(one.origin), [])
    if one.act not in done:
        done.append(one.act)


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
        picked = yield from choose(
            seat,
            "How much effort?",
            [Option(str(x), f"Spend {x}", note=dice_words(x)) for x in range(1, 7)],
            rule="VAN-086",
            kicker=f"{action.line}: the cost is yours to choose",
            public="chooses how much effort to spend",
        )
        action.x = cost = int(picked)
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


# Step 4 ----------------------------------------------------------------------------------------------------------


def roll_step(g: Game, seat: int) -> Script[None]:
    state, action = g.state, g.state.action
    assert action is not None
    for held in state.in_grid(seat):
        yield from run(g, Source(seat, "card", held.id), state.world.card(held.id).hooks.get("before_roll", []))
    action.stage = "place"
    action.closed = kept_from(state, seat)
    action.pledges = []
    roll(g, seat, action.cost)
    if not action.cost:
        g.tell("Nothing is left to roll.", rule="VAN-097")
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
    yield from tell_passage(g, seat, reading.act, reading.tell)
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


def tell_passage(g: Game, seat: int, title: str, text: str) -> Script[None]:
    """The passage is read: by everybody at once, or by a reader first (VAN-241)."""
    state = g.state
    if not text:
        return
    note(g, "what came of it")
    if state.options.reading == "aloud":
        yield from read_aloud(g, seat, text)
    state.readings += 1
    goals.chronicle(g, title, text, seat)
    state.passage = text
    g.tell(text, rule="VAN-135")
    read_passage(g, text)


# Step 8 ----------------------------------------------------------------------------------------------------------


def end_turn(g: Game, seat: int) -> Script[None]:
    """In this order: effects of this turn lapse, cards at 0 boost leave, texts of cards, timers (VAN-168)."""
    state = g.state
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

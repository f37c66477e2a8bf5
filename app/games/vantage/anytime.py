"""What a seat may do at any time: boost powers, pledges, permissions, words about its place, votes (sections 13, 19, 20)."""

from __future__ import annotations

from app.games.vantage.actions import location_actions
from app.games.vantage.cards import settle_gains
from app.games.vantage.core import AFTER, Game, Over, run
from app.games.vantage.effects import hand_over
from app.games.vantage.facts import Source, adjacent, cell_of
from app.games.vantage.state import Held, Pin, Pledged, State
from app.games.vantage.travel import here
from app.games.vantage.world import CARDINALS, CATEGORIES, Power, shown
from app.kernel import Ask, Option, Refused, Script, Values, choose

GIVEN = ("item", "flora", "vehicle")  # VAN-152
MOST_PINS = 12
MODES = {"open": "open to all", "last": "only if the actor would reach 0", "closed": "closed"}


def offers(state: State, seat: int) -> list[Option]:
    if state.setting_up:
        return []
    return [
        *powers(state, seat),
        *pledges(state, seat),
        *words(state, seat),
        *gifts(state, seat),
        *permissions(state, seat),
        *votes(state, seat),
    ]


def power_open(state: State, seat: int, held: Held, power: Power) -> bool:
    """Paid from the card that bears it, in the window that it names (VAN-169, VAN-171)."""
    if held.boost < power.cost.get("boost", 0) or state.in_crisis:
        return False
    action = state.action
    mine = action is not None and action.seat == seat
    if state.world.card(held.id).sub == "arrow" and not nocked(state, seat, held):
        return False
    if power.window == "my_roll":
        return mine and action is not None and action.stage == "place" and any(not die.slot for die in state.roll)
    if power.window == "before_roll":
        return mine and action is not None and action.stage == "pay"
    return True


def nocked(state: State, seat: int, arrow: Held) -> bool:
    """An arrow adds to a shot of the bow beside it, and does nothing else (VAN-C35)."""
    action, cell = state.action, cell_of(state, seat, arrow.id)
    if action is None or action.seat != seat or cell is None:
        return False
    beside = {held.id for index in adjacent(cell) if (held := state.me(seat).grid[index]) is not None}
    return bool(beside & set(action.shots))


def powers(state: State, seat: int) -> list[Option]:
    listed = []
    for held in state.in_grid(seat):
        card = state.world.card(held.id)
        for index, power in enumerate(card.powers):
            if power_open(state, seat, held, power):
                listed.append(
                    Option(
                        f"power:{held.id}:{index}",
                        f"{card.name}: {power.text or 'use its power'}",
                        target=f"power-{held.id}-{index}",
                        note=f"{power.cost.get('boost', 0)} boost",
                        rule="VAN-169",
                        group="powers",
                    )
                )
    return listed


def pledges(state: State, seat: int) -> list[Option]:
    """From declaration until the roll, unasked (VAN-244); standing ones at any time (VAN-246)."""
    listed = []
    action = state.action
    if action and action.seat != seat and action.stage in ("declared", "pay"):
        skill = action.category
        held = state.me(seat).skills.get(skill, 0)
        mine = next((pledge.amount for pledge in action.pledges if pledge.seat == seat), 0)
        if mine < held:
            listed.append(Option(f"pledge:{skill}", f"Pledge 1 {skill}", rule="VAN-244", group="help"))
        if mine:
            listed.append(Option("withdraw", "Withdraw your pledge", rule="VAN-245", group="help"))
    form = Ask(
        "Up to how many, of which skill?",
        tuple(Option(f"{skill}={n}", f"{n} {skill}") for skill in CATEGORIES for n in range(4)),
        "choose",
        default=(f"{CATEGORIES[0]}=0",),
    )
    if len(state.seats) > 1:
        listed.append(Option("standing", "Standing pledge", rule="VAN-246", form=form, group="settings"))
    return listed


def words(state: State, seat: int) -> list[Option]:
    """Caption, pins, reading out, private notes (VAN-236 to VAN-238, VAN-043)."""
    who = state.me(seat)
    listed = [
        Option(
            "caption",
            "Caption of my place",
            form=Ask("In your own words", (), "text", 0, 400, default=("",)),
            rule="VAN-237",
            group="words",
        ),
        Option(
            "note",
            "My note about this place",
            form=Ask("Only you read this", (), "text", 0, 600, default=("",)),
            rule="VAN-043",
            group="words",
        ),
    ]
    if len(who.pins) < MOST_PINS:
        listed.append(
            Option(
                "pin",
                "Pin a word",
                form=Ask("x y words, such as 20 80 ringing", (), "text", 5, 48, default=("50 50 here",)),
                rule="VAN-238",
                group="words",
            )
        )
    if who.pins:
        listed.append(Option("unpin", "Take the last pin away", rule="VAN-238", group="words"))
    if "text" not in who.read_out:
        listed.append(Option("read:text", "Read out the description", rule="VAN-236", group="words"))
    listed += [
        Option(f"read:{one.act}", f"Name {one.act}", rule="VAN-236", group="words")
        for one in location_actions(state, seat, here(state, seat))
        if one.kind == "place" and one.act not in who.read_out
    ]
    listed += [
        Option(f"read:{side}", f"Name the {side} side", rule="VAN-236", group="words")
        for side in CARDINALS
        if side not in who.read_out
    ]
    if who.pages:
        listed.append(Option("close", "Close the page", rule="VAN-041", group="words"))
    if who.puzzle and not who.shared_puzzle:
        listed.append(Option("share", "Share the puzzle", rule="VAN-228", group="words"))
    if state.told and state.storyteller == seat:
        listed.append(Option("aloud", "Read out", rule="VAN-241", group="words"))
    return listed


def gifts(state: State, seat: int) -> list[Option]:
    """Companions may give each other coins, items, flora, vehicles, on either one's turn (VAN-152, VAN-153)."""
    listed = []
    if state.action is not None and state.action.stage != "declared":
        return []
    for other in state.companions(seat):
        if state.turn not in (seat, other):
            continue
        if state.me(seat).coins:
            listed.append(Option(f"coin:{other}", f"Give {{{other}}} a coin", rule="VAN-152", group="gifts"))
        for held in state.in_grid(seat):
            card = state.world.card(held.id)
            if card.kind in GIVEN:
                listed.append(
                    Option(f"give:{other}:{held.id}", f"Give {{{other}}} {card.name}", rule="VAN-152", group="gifts")
                )
    return listed


def permissions(state: State, seat: int) -> list[Option]:
    """Each slot has a public permission set by its owner (VAN-247)."""
    if len(state.seats) == 1:
        return []
    modes = tuple(
        Option(f"{held.id}.{index}:{mode}", f"{state.world.card(held.id).name}, slot {index + 1}: {text}")
        for held in state.in_grid(seat)
        for index in range(len(held.dice))
        for mode, text in MODES.items()
    )
    if not modes:
        return []
    form = Ask("Which slot, for whom?", modes, "choose", default=(modes[0].id,))
    return [Option("permit", "Permissions of my slots", form=form, rule="VAN-247", group="settings")]


def votes(state: State, seat: int) -> list[Option]:
    listed = []
    action = state.action
    if action and action.stage == "declared" and action.kind == "place" and action.seat != seat:
        text = "Withdraw your objection" if seat in action.barred else "Object: it contradicts what was done here"
        listed.append(Option("bar", text, rule="VAN-071", group="votes"))
    stop = "Play on after all" if seat in state.stop_votes else "Time is up: vote to stop"
    listed.append(Option("stop", stop, rule="VAN-213", group="votes"))
    listed.append(
        Option(
            "success",
            "Name our own success",
            form=Ask("What did you achieve?", (), "text", 0, 200, default=("",)),
            rule="VAN-217",
            group="votes",
        )
    )
    if seat != state.turn and state.action is None:
        listed.append(Option("skip", "Vote to skip this turn", rule="VAN-249", group="votes"))
    if seat == state.storyteller and len(state.seats) > 2:
        listed.append(Option("teller", "Hand over the reading", rule="VAN-240", group="votes"))
    return listed


# Taking them -----------------------------------------------------------------------------------------------------


def take(g: Game, seat: int, option: str, values: Values) -> Script[None]:
    kind, _, rest = option.partition(":")
    try:
        yield from TAKES[kind](g, seat, rest, values)
    except Over:
        return  # the verdict ends the session


def _power(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    """Resolves fully before the step goes on (VAN-179)."""
    card, index = (int(part) for part in rest.split(":"))
    found = g.state.find(card)
    assert found is not None
    power = g.state.world.card(card).powers[index]
    found[2].boost -= power.cost.get("boost", 0)
    if g.state.action is not None and g.state.world.card(card).sub == "bow":
        g.state.action.shots.append(card)
    g.tell(f"{{{seat}}} uses {g.state.world.card(card).name}.", rule="VAN-169")
    waiting, g.state.gains = g.state.gains, []
    yield from run(g, Source(seat, "card", card), power.do)
    yield from settle_gains(g)
    g.state.gains = waiting
    for look in AFTER:
        yield from look(g)


def _pledge(g: Game, seat: int, skill: str, values: Values) -> Script[None]:
    yield from ()
    action = g.state.action
    assert action is not None
    for pledge in action.pledges:
        if pledge.seat == seat:
            pledge.amount += 1
            return
    action.pledges.append(Pledged(seat, 1))


def _withdraw(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    action = g.state.action
    assert action is not None
    action.pledges = [pledge for pledge in action.pledges if pledge.seat != seat]


def _standing(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    skill, _, count = values[0].partition("=")
    g.state.me(seat).standing[skill] = int(count)


def _caption(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    g.state.me(seat).caption = values[0]


def _note(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    who = g.state.me(seat)
    who.notes[shown(who.place)] = values[0]


def _pin(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    x, _, tail = values[0].partition(" ")
    y, _, text = tail.partition(" ")
    if not (x.isascii() and x.isdigit() and y.isascii() and y.isdigit() and int(x) <= 100 and int(y) <= 100):
        raise Refused("Two numbers from 0 to 100 and your words, please.", "VAN-238")
    if not 1 <= len(text.strip()) <= 40:
        raise Refused("A pin has 1 to 40 characters.", "VAN-238")
    g.state.me(seat).pins.append(Pin(int(x), int(y), text.strip()))


def _unpin(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    g.state.me(seat).pins.pop()


def _read(g: Game, seat: int, what: str, values: Values) -> Script[None]:
    """Word for word, to all (VAN-236)."""
    yield from ()
    state = g.state
    state.me(seat).read_out.append(what)
    state.readings += 1
    place = here(state, seat)
    if what == "text":
        words = place.text
    elif what in CARDINALS:
        side = place.compass.get(what)
        words = f"{what}: " + (
            "blocked" if side is None or side.blocked else "a star" if side.star else shown(side.to or 0)
        )
    else:
        words = what
    g.tell(f"{{{seat}}} reads out: {words}", rule="VAN-236")


def _close(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    g.state.me(seat).pages = []


def _share(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    g.state.me(seat).shared_puzzle = True
    g.state.readings += 1


def _aloud(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    g.state.passage, g.state.told = g.state.told, ""
    g.state.readings += 1
    g.tell(g.state.passage, rule="VAN-241")


def _coin(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    other = int(rest)
    answer = yield from choose(
        other,
        f"{{{seat}}} gives you a coin.",
        [Option("yes", "Take it"), Option("no", "No")],
        rule="VAN-153",
        public="is offered a coin",
    )
    if answer == "yes" and g.state.me(seat).coins:
        g.state.me(seat).coins -= 1
        g.state.me(other).coins += 1


def _give(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    other, card = (int(part) for part in rest.split(":"))
    yield from hand_over(g, seat, other, card)


def _permit(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    name, _, mode = values[0].partition(":")
    g.state.me(seat).permits[name] = mode


def _bar(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    assert g.state.action is not None
    toggle(g.state.action.barred, seat)


def _stop(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    """More than half of the seats agree that time is up (VAN-213)."""
    yield from ()
    toggle(g.state.stop_votes, seat)
    if 2 * len(g.state.stop_votes) > len(g.state.seats):
        g.state.ended = "time"


def _success(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    g.state.own_success = values[0]


def _skip(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    """More than half of the others; then the turn can only be skipped, without loss (VAN-249)."""
    yield from ()
    toggle(g.state.skip_votes, seat)
    g.state.skipped = 2 * len(g.state.skip_votes) > len(g.state.seats)


def _teller(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    other = next(s for s in [*range(seat + 1, len(g.state.seats)), *range(seat)] if s != g.state.turn)
    answer = yield from choose(
        other,
        "Will you read?",
        [Option("yes", "I read"), Option("no", "No")],
        rule="VAN-240",
        public="may become storyteller",
    )
    if answer == "yes":
        g.state.storyteller = other
        if g.state.told:
            g.state.readings += 1


def toggle(pile: list[int], seat: int) -> None:
    if seat in pile:
        pile.remove(seat)
    else:
        pile.append(seat)


TAKES = {
    "power": _power,
    "pledge": _pledge,
    "withdraw": _withdraw,
    "standing": _standing,
    "caption": _caption,
    "note": _note,
    "pin": _pin,
    "unpin": _unpin,
    "read": _read,
    "close": _close,
    "share": _share,
    "aloud": _aloud,
    "coin": _coin,
    "give": _give,
    "permit": _permit,
    "bar": _bar,
    "stop": _stop,
    "success": _success,
    "skip": _skip,
    "teller": _teller,
}

"""What a seat may do at any time: boost powers, pledges, permissions, words about its place, votes (sections 13, 19, 20)."""

from __future__ import annotations

from typing import Any

from app.games.vantage.actions import is_announced, legal
from app.games.vantage.cards import settle_gains
from app.games.vantage.core import AFTER, Game, Over, run
from app.games.vantage.dice import places_by_itself, unplaced
from app.games.vantage.effects import hand_over
from app.games.vantage.facts import Source
from app.games.vantage.paying import rolls_by_itself, worth_asking
from app.games.vantage.powers import picks, power_open, rerolls
from app.games.vantage.sharing import TOLD, words
from app.games.vantage.state import Open, Pledged, State
from app.games.vantage.telling import note, notebook, step
from app.games.vantage.words import effects_text
from app.games.vantage.world import CATEGORIES, shown
from app.kernel import Ask, Option, Refused, Script, Values, choose

GIVEN = ("item", "flora", "vehicle")  # VAN-152
FREELY = 2  # tokens of each kind that an open hand gives
MODES = {"open": "open to all", "last": "only if the actor would reach 0", "closed": "closed"}


def offers(state: State, seat: int) -> list[Option]:
    if state.setting_up:
        return []
    return [
        *patience(state, seat),
        *powers(state, seat),
        *announcing(state, seat),
        *pledges(state, seat),
        *words(state, seat),
        *gifts(state, seat),
        *permissions(state, seat),
        *votes(state, seat),
    ]


def powers(state: State, seat: int) -> list[Option]:
    listed = []
    answers = [(held.id, index) for held, index, _ in rerolls(state, seat)]
    for held in state.in_grid(seat):
        card = state.world.card(held.id)
        for index, power in enumerate(card.powers):
            if not power_open(state, seat, held, power) or (held.id, index) in answers:
                continue
            ways = [(f":{number}", label.lower()) for number, label in picks(power)]
            listed += [
                Option(
                    f"power:{held.id}:{index}{number}",
                    f"{card.name}: {text}",
                    target=f"power-{held.id}-{index}",
                    note=f"{power.cost.get('boost', 0)} boost",
                    rule="VAN-169",
                    group="Powers",
                )
                for number, text in ways or [("", power.text or effects_text(power.do))]
            ]
    return listed


def pledges(state: State, seat: int) -> list[Option]:
    """From declaration until the roll, unasked (VAN-244); standing ones at any time (VAN-246)."""
    listed = []
    action = state.action
    if action and action.seat != seat and action.stage in ("declared", "pay"):
        skill = action.category
        held = state.me(seat).skills.get(skill, 0)
        mine = next((pledge.amount for pledge in action.pledges if pledge.seat == seat), 0)
        if mine < held and (action.stage == "declared" or mine < action.cost):
            listed.append(Option(f"pledge:{skill}", f"Pledge 1 {skill}", rule="VAN-244", group="help"))
        if mine:
            listed.append(Option("withdraw", "Withdraw your pledge", rule="VAN-245", group="help"))
    form = Ask(
        "Up to how many, of which skill?",
        tuple(
            Option(f"{skill}={n}", f"{skill}: up to {n}" if n else f"{skill}: none")
            for skill in CATEGORIES
            for n in range(4)
        ),
        "choose",
        default=(f"{CATEGORIES[0]}=0",),
    )
    if len(state.seats) > 1 and any(state.me(seat).standing.get(skill, 0) < FREELY for skill in CATEGORIES):
        freely = f"up to {FREELY} of each kind, for whoever acts"
        listed.append(Option("freely", "Pledge freely", note=freely, rule="VAN-246", group="Settings"))
    if len(state.seats) > 1:
        listed.append(Option("standing", "Standing pledge", rule="VAN-246", form=form, group="Settings"))
    return listed


def patience(state: State, seat: int) -> list[Option]:
    """Whoever acts can stop the clock of what would go by itself, and whoever could still pledge (VAN-109, VAN-244)."""
    action = state.action
    if action is None:
        return []
    mine = action.seat == seat
    rolls = action.stage == "pay" and worth_asking(state, action) and rolls_by_itself(state, action)
    places = action.stage == "place" and bool(unplaced(state)) and places_by_itself(state, action)
    if not (rolls and (mine or state.me(seat).skills[action.category])) and not (places and mine):
        return []
    what = f"no die rolls until {'you say so' if mine else 'the roll is pressed'}" if rolls else "the dice lie and wait"
    return [Option("wait", "Stop the clock", note=what, rule="VAN-244" if rolls else "VAN-109", group="help")]


def announcing(state: State, seat: int) -> list[Option]:
    """Naming an action before it is chosen, so that the others can pledge or object (VAN-071, VAN-080, VAN-244)."""
    if seat != state.turn or state.step != "act" or len(state.seats) == 1:
        return []
    if state.action is not None and state.action.stage != "declared":
        return []
    listed = [one for one in legal(state, seat) if state.action is None or not is_announced(one, state.action)]
    if not listed:
        return []
    choices = tuple(Option(one.id, one.label) for one in listed)
    form = Ask("Which one?", choices, "choose", default=(choices[0].id,))
    return [Option("announce", "Announce an action first", rule="VAN-080", form=form, group="Tell the others")]


def gifts(state: State, seat: int) -> list[Option]:
    """Companions may give each other coins, items, flora, vehicles, on either one's turn (VAN-152, VAN-153)."""
    listed = []
    if state.action is not None and state.action.stage == "place":
        return []
    for other in state.companions(seat):
        if not {seat, other} & whose_turn_it_still_is(state):
            continue
        if state.me(seat).coins:
            listed.append(Option(f"coin:{other}", f"Give {{{other}}} a coin", rule="VAN-152", group="Gifts"))
        for held in [*state.in_grid(seat), *state.me(seat).reserve]:
            card = state.world.card(held.id)
            if card.kind in GIVEN:
                listed.append(
                    Option(f"give:{other}:{held.id}", f"Give {{{other}}} {card.name}", rule="VAN-152", group="Gifts")
                )
    return listed


def whose_turn_it_still_is(state: State) -> set[int]:
    """Whoever is on turn; and whoever was before, until the next action is chosen (VAN-153)."""
    chosen = state.action is not None and state.action.stage != "declared"
    if state.step != "act" or chosen or state.again or state.number < 2:
        return {state.turn}
    return {state.turn, (state.turn - 1) % len(state.seats)}


def permissions(state: State, seat: int) -> list[Option]:
    """Each slot has a public permission set by its owner (VAN-247)."""
    careful = Option(
        "careful",
        "Ask me only where something is at stake" if state.me(seat).careful else "Ask me about every roll",
        rule="VAN-109",
        group="Settings",
    )
    who = state.me(seat)
    afterwards = [
        Option(
            "shows",
            "Keep my places to myself, also at the end" if who.shows else "At the end, let my places be seen",
            note="by whoever wants to see them",
            rule="VAN-255",
            group="Settings",
        ),
        Option(
            "spoilers",
            "Spare me the places of others at the end" if who.spoilers else "At the end, show me the places of others",
            note="as far as they let them be seen",
            rule="VAN-255",
            group="Settings",
        ),
    ]
    if who.notes:
        afterwards.append(
            Option(
                "publish",
                "Keep my notes to myself, also at the end" if who.published else "At the end, let my notes be read",
                note="by everybody, in the whole story",
                rule="VAN-255",
                group="Settings",
            )
        )
    modes = tuple(
        Option(f"{held.id}.{index}:{mode}", f"{state.world.card(held.id).name}, slot {index + 1}: {text}")
        for held in state.in_grid(seat)
        for index in range(len(held.dice))
        for mode, text in MODES.items()
    )
    if len(state.seats) == 1:
        return [careful]
    if not modes:
        return [careful, *afterwards]
    form = Ask("Which slot, for whom?", modes, "choose", default=(modes[0].id,))
    permit = Option("permit", "Who may use my slots", form=form, rule="VAN-247", group="Settings")
    return [careful, permit, *afterwards]


def votes(state: State, seat: int) -> list[Option]:
    listed = []
    action = state.action
    if action and action.stage == "declared" and action.kind == "place" and action.seat != seat:
        text = "Withdraw your objection" if seat in action.barred else "Object: it contradicts what was done here"
        listed.append(Option("bar", text, rule="VAN-071", group="Votes"))
    if seat in state.stop_votes:
        listed.append(Option("stop", "Play on after all", rule="VAN-213", group="Votes"))
    else:
        note_ = f"{len(state.stop_votes)} of {len(state.seats)} want to stop; it takes more than half"
        listed.append(Option("stop", "Time is up: stop here", note=note_, rule="VAN-213", weight="leave"))
    listed.append(
        Option(
            "success",
            "Name our own success",
            form=Ask("What did you achieve?", (), "text", 0, 200, default=("",)),
            rule="VAN-217",
            group="Votes",
        )
    )
    if seat != state.turn and state.step == "act" and (state.action is None or state.action.stage == "declared"):
        away = f"{{{state.turn}}} is away: vote to skip"
        listed.append(Option("skip", away, rule="VAN-249", group="Votes", person=state.turn))
    aloud = state.options.reading == "aloud"
    if aloud and seat == state.storyteller and seat != state.turn and len(state.seats) > 2 and not state.told:
        listed.append(Option("teller", "Hand over the reading", rule="VAN-240", group="Votes"))
    return listed


# Taking them -----------------------------------------------------------------------------------------------------


def take(g: Game, seat: int, option: str, values: Values) -> Script[None]:
    kind, _, rest = option.partition(":")
    notebook(g)  # what there is now, before anything is paid
    try:
        yield from TAKES[kind](g, seat, rest, values)
    except Over:
        return  # the verdict ends the session


def _power(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    """Resolves fully before the step goes on (VAN-179)."""
    card, index, *picked = (int(part) for part in rest.split(":"))
    found = g.state.find(card)
    assert found is not None
    power = g.state.world.card(card).powers[index]
    found[2].boost -= power.cost.get("boost", 0)
    if g.state.action is not None and g.state.world.card(card).sub == "bow":
        g.state.action.shots.append(card)
    name, paid = g.state.world.card(card).name, power.cost.get("boost", 0)
    chosen: dict[str, Any] = power.do[0]["choice"]["options"][picked[0]] if picked else {"label": "", "do": power.do}
    what = chosen["label"].lower() or power.text or effects_text(power.do)
    with step(g, "gain", f"{{{seat}}} uses {name}", scene=what, rule="VAN-169", why=name):
        g.tell(f"{{{seat}}} uses {name} for {paid} boost: {what}.", rule="VAN-169")
        note(g, f"paid for {name}")
        waiting, g.state.gains = g.state.gains, []
        yield from run(g, Source(seat, "card", card), chosen["do"])
        yield from settle_gains(g)
        g.state.gains = waiting
        for look in AFTER:
            yield from look(g)


def _pledge(g: Game, seat: int, skill: str, values: Values) -> Script[None]:
    yield from ()
    action = g.state.action
    assert action is not None
    g.tell(f"{{{seat}}} pledges 1 {skill} to {{{action.seat}}}.", rule="VAN-244")
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
    g.tell(f"{{{seat}}} takes the pledge back.", rule="VAN-245")


def _wait(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    assert g.state.action is not None
    g.state.action.unhurried = True
    g.tell(f"{{{seat}}} stops the clock.", rule="VAN-244")


def _standing(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    skill, _, count = values[0].partition("=")
    g.state.me(seat).standing[skill] = int(count)
    most = f"up to {count} {skill}" if int(count) else f"no {skill}"
    g.tell(f"{{{seat}}} pledges {most} to whoever acts.", rule="VAN-246")


def _freely(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    g.state.me(seat).standing = dict.fromkeys(CATEGORIES, FREELY)
    g.tell(f"{{{seat}}} pledges freely: up to {FREELY} tokens of each kind for whoever acts.", rule="VAN-246")


def _announce(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    """Named to all, and not yet chosen: no cost is read by it."""
    yield from ()
    state = g.state
    one = next((one for one in legal(state, seat) if one.id == values[0]), None)
    if one is None:
        raise Refused("That is not one of your actions here.", "VAN-065")
    state.action = Open(seat, one.kind, one.origin, one.act, "declared", one.direction)
    state.readings += 1
    g.tell(f"{{{seat}}} thinks of {one.label} at {shown(state.me(seat).place)}.", rule="VAN-080")


def _careful(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    g.state.me(seat).careful = not g.state.me(seat).careful


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
        with step(g, "gain", f"{{{seat}}} gives {{{other}}} a coin", rule="VAN-152", why="a gift"):
            g.state.me(seat).coins -= 1
            g.state.me(other).coins += 1


def _give(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    other, card = (int(part) for part in rest.split(":"))
    yield from hand_over(g, seat, other, card)


def _permit(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    name, _, mode = values[0].partition(":")
    g.state.me(seat).permits[name] = mode
    card, _, number = name.partition(".")
    slot = f"slot {int(number) + 1} of {g.state.world.card(int(card)).name}"
    g.tell(f"{{{seat}}}: {slot} is {MODES[mode]}.", rule="VAN-247")


def _bar(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    """More than half of the seats bar an action that contradicts what was done there (VAN-071)."""
    yield from ()
    state, action = g.state, g.state.action
    assert action is not None
    toggle(action.barred, seat)
    if 2 * len(action.barred) > len(state.seats):
        state.forbidden[f"{action.origin}:{action.act}"] = "The table has barred it."
        with step(g, "vote", f"The table bars {action.act}", scene=f"at {shown(action.origin)}", rule="VAN-071"):
            g.tell(f"The table has barred {action.act} at {shown(action.origin)}.", rule="VAN-071")
        state.action = None


def _stop(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    """More than half of the seats agree that time is up (VAN-213)."""
    yield from ()
    toggle(g.state.stop_votes, seat)
    wants = "wants to stop here" if seat in g.state.stop_votes else "wants to play on"
    g.tell(f"{{{seat}}} {wants}.", rule="VAN-213")
    if 2 * len(g.state.stop_votes) > len(g.state.seats):
        g.state.ended = "time"


def _success(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    g.state.own_success = values[0]


def _skip(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    """More than half of the others; then whoever is on turn is asked, and only if they are not here the turn is
    skipped, without loss (VAN-249)."""
    state = g.state
    toggle(state.skip_votes, seat)
    if 2 * len(state.skip_votes) <= len(state.seats) - 1:
        return
    state.skip_votes = []
    answer = yield from choose(
        state.turn,
        "The others ask whether you are there",
        [Option("here", "I am here", weight="main"), Option("away", "Skip my turn")],
        default="here",
        absent=("away",),
        rule="VAN-249",
        public="is asked whether they are there",
    )
    state.skipped = answer == "away"


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


def _shows(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    g.state.me(seat).shows = not g.state.me(seat).shows


def _spoilers(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    g.state.me(seat).spoilers = not g.state.me(seat).spoilers


def _publish(g: Game, seat: int, rest: str, values: Values) -> Script[None]:
    yield from ()
    g.state.me(seat).published = not g.state.me(seat).published


def toggle(pile: list[int], seat: int) -> None:
    if seat in pile:
        pile.remove(seat)
    else:
        pile.append(seat)


TAKES = {
    **TOLD,
    "power": _power,
    "pledge": _pledge,
    "withdraw": _withdraw,
    "wait": _wait,
    "standing": _standing,
    "coin": _coin,
    "give": _give,
    "permit": _permit,
    "bar": _bar,
    "stop": _stop,
    "success": _success,
    "skip": _skip,
    "teller": _teller,
    "announce": _announce,
    "freely": _freely,
    "careful": _careful,
    "shows": _shows,
    "spoilers": _spoilers,
    "publish": _publish,
}

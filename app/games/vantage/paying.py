"""Step 3: tokens against dice, one's own and those of others; then one press rolls (section 7, VAN-244 to VAN-246)."""

from __future__ import annotations

from app.games.vantage import goals
from app.games.vantage.core import Game
from app.games.vantage.dice import UNASKED, open_slots
from app.games.vantage.powers import could_ease
from app.games.vantage.state import Open, Pledged, State
from app.games.vantage.telling import count, dice_words, note
from app.games.vantage.world import STATS
from app.kernel import Fact, Option, Script, choose

SUCCEEDS = "It will succeed. The dice only say what it costs you: time, morale, health, or nothing."
ROLLS_BY_ITSELF = "They roll by themselves in a while, unless you stop the clock: somebody could still pledge."


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


def accepted(state: State, action: Open) -> list[Pledged]:
    """Which of them the actor takes: all but those of spared seats, never more than the cost (VAN-094, VAN-245)."""
    left, taken = action.cost, []
    for pledge in pledged(state, action):
        amount = min(left, pledge.amount) if pledge.seat not in action.spared else 0
        if amount:
            taken.append(Pledged(pledge.seat, amount))
            left -= amount
    return taken


def left_to_roll(state: State, action: Open) -> int:
    return action.cost - sum(pledge.amount for pledge in accepted(state, action))


def catching(state: State) -> int:
    """How many open slots could take a die that hurts."""
    return sum(fit.slot.face in ("any", *STATS) for fit in open_slots(state))


def ways_to_roll(state: State, action: Open) -> list[Option]:
    """One press rolls; what I pay myself is part of the same press (VAN-090, VAN-091)."""
    rest, skill = left_to_roll(state, action), action.category
    slots = catching(state)
    note = f"{count(slots, 'slot')} can catch what they take" if slots else "no slot fits: what they show, you lose"
    first = f"Roll {dice_words(rest)}" if rest else "Go on: nothing to roll"
    listed = [Option("roll:0", first, note=note if rest else "", weight="main", rule="VAN-096")]
    for paid in range(1, min(rest, state.me(action.seat).skills[skill]) + 1):
        to_roll = f"roll {dice_words(rest - paid)}" if rest > paid else "roll nothing"
        listed.append(
            Option(f"roll:{paid}", f"Pay {paid} {skill}, {to_roll}", price=f"−{paid} {skill}", target=f"token-{skill}")
        )
    for pledge in pledged(state, action):
        if pledge.seat in action.spared:
            listed.append(Option(f"accept:{pledge.seat}", f"Take {{{pledge.seat}}}'s {skill} after all"))
        elif any(one.seat == pledge.seat for one in accepted(state, action)):
            listed.append(Option(f"spare:{pledge.seat}", f"Leave {{{pledge.seat}}} the {skill}"))
    return listed


def rolls_by_itself(state: State, action: Open) -> bool:
    """Whether I have no token to weigh against a die, and have not stopped the clock. What others have pledged is theirs
    to give: it is taken, unless I spare them in time (VAN-244)."""
    if state.me(action.seat).careful or action.unhurried:
        return False
    return sum(option.id.startswith("roll:") for option in ways_to_roll(state, action)) == 1


def sum_of(state: State, action: Open) -> list[Fact]:
    """The price as a sum: what was read, who pays, what is left."""
    rows = [Fact("The cost, now read", str(action.cost))]
    rows += [
        Fact(f"pays {one.amount} {action.category}", f"−{one.amount}", seat=one.seat) for one in accepted(state, action)
    ]
    return [*rows, Fact("left to roll", dice_words(left_to_roll(state, action)))]


def worth_asking(state: State, action: Open) -> bool:
    """Whether anything can still be paid, spared or used before the roll. Standing pledges have been spoken already; a
    known way waits for nobody who has not spoken."""
    rest, skill = left_to_roll(state, action), action.category
    mine = state.me(action.seat)
    if mine.careful:
        return True
    if not action.cost or (
        action.known and action.kind == "depart"
    ):  # the way itself was chosen with or without a token
        return False
    if action.pledges or action.spared:
        return True
    if rest and (mine.skills[skill] or (could_ease(state, action.seat, skill) and not action.known)):
        return True
    given = {pledge.seat: pledge.amount for pledge in pledged(state, action)}
    others = any(who.skills[skill] > given.get(seat, 0) for seat, who in enumerate(state.seats) if seat != action.seat)
    return bool(rest) and others and not action.known


def pay_skills(g: Game, seat: int) -> Script[None]:
    """Step 3: paying is optional, anyone may, and a token that would pay nothing is refused (VAN-091, VAN-094)."""
    state, action = g.state, g.state.action
    assert action is not None
    own = min(action.prepaid, left_to_roll(state, action))
    while not own and worth_asking(state, action):
        answer = yield from choose(
            seat,
            lambda: action.line or f"{action.verb.capitalize()} {action.direction}".strip(),
            lambda: ways_to_roll(state, action),
            default="roll:0",
            kicker=f"{action.act}: {'the price is known' if action.known else 'the cost is read, there is no way back'}",
            text=lambda: f"{SUCCEEDS} {ROLLS_BY_ITSELF}" if rolls_by_itself(state, action) else SUCCEEDS,
            ledger=lambda: sum_of(state, action),
            rule="VAN-090",
            seconds=lambda: UNASKED if rolls_by_itself(state, action) else 0,
            stop=True,
            public="counts skill tokens and rolls",
        )
        word, _, number = answer.partition(":")
        if word == "roll":
            own = int(number)
            break
        if word == "spare":
            action.spared.append(int(number))
        else:
            action.spared.remove(int(number))
    payers = [*accepted(state, action), *([Pledged(seat, own)] if own else [])]
    for pledge in payers:
        goals.give_back(state, pledge.seat, action.category, pledge.amount)  # VAN-092
        action.cost -= pledge.amount
        g.tell(f"{{{pledge.seat}}} pays {pledge.amount} {action.category}.", rule="VAN-091")
    if payers:
        note(g, f"paid: {dice_words(sum(pledge.amount for pledge in payers))} fewer")

"""Section dice and where they lie: spend, refresh, sacrifice, and injuries on the crew board."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.vanguard import wording
from app.games.vanguard.asking import G, openly, pick
from app.games.vanguard.data.crew import COLOURS, SLOTS
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.data.planetside import INJURY
from app.games.vanguard.people import explorer, name, owner
from app.games.vanguard.state import Die, Explorer, Injury, State
from app.games.vanguard.telling import came
from app.kernel import Option, Script, Values, ask, choosing


def colour(die: Die) -> str:
    """ISS-150, ISS-155"""
    own = KIND[die.kind].colour
    return die.colour if own == "wild" else own


def icons(die: Die) -> tuple[str, ...]:
    return KIND[die.kind].faces[die.face]


def dice_in(state: State, section: int, *zones: str) -> list[Die]:
    return [die for die in state.dice if die.section == section and die.zone in zones]


def available(state: State, section: int, tint: str = "") -> list[Die]:
    return [die for die in dice_in(state, section, "slot") if tint in ("", colour(die))]


def joinable(state: State, section: int) -> list[Die]:
    """Available dice that may still join the check under way (ISS-093)."""
    fresh = state.check.fresh if state.check else []
    return [die for die in available(state, section) if die.id not in fresh]


def in_play(state: State, section: int) -> int:
    """ISS-004"""
    return len(dice_in(state, section, "slot", "spent", "pool"))


def owned(state: State, section: int) -> list[Die]:
    return [die for die in state.dice if die.section == section]


def room(state: State, crew: Explorer, tint: str) -> int:
    """Free usable slots of a column (ISS-192, ISS-306)."""
    column = COLOURS.index(tint)
    slots = SLOTS[crew.section][crew.rank - 1][column] - crew.injury_columns[column]
    return slots - len(available(state, crew.section, tint))


def die_label(die: Die) -> str:
    return wording.die_name(die.kind)


def die_option(die: Die) -> Option:
    return Option(f"die:{die.id}", die_label(die), target=f"die-{die.id}")


def to_spent(die: Die) -> None:
    die.zone, die.colour = "spent", ""


def to_slot(g: G, crew: Explorer, die: Die) -> Script[None]:
    """Into a free slot of its colour; the owner says which for a Wild die (ISS-150, ISS-155)."""
    own = KIND[die.kind].colour
    tints = COLOURS if own == "wild" else (own,)
    free = sorted((t for t in tints if room(g.state, crew, t) > 0), key=lambda t: -room(g.state, crew, t))
    if not free:
        return
    options = [Option(f"column:{tint}", f"The {tint} column") for tint in free]
    answer = yield from pick(g, owner(g.state, crew.section), "Where does the Wild die go?", options, rule="ISS-155")
    die.colour = answer.removeprefix("column:")
    die.zone, die.face = "slot", KIND[die.kind].bracket  # ISS-149
    if g.state.check and g.state.check.step >= ROLLED:
        g.state.check.fresh.append(die.id)


ROLLED = 3  # the step of a check from which on no die is chosen for it any more (ISS-093)


def chosen(values: Values, dice: Sequence[Die]) -> list[Die]:
    wanted = {int(value.removeprefix("die:")) for value in values}
    return [die for die in dice if die.id in wanted]


def choose_dice(g: G, section: int, dice: Sequence[Die], count: int, prompt: str, rule: str) -> Script[list[Die]]:
    """Exactly so many of these, by the section's owner."""
    if len(dice) <= count or len({(die.kind, die.zone, die.colour) for die in dice}) == 1:
        return list(dice[:count])
    options = [die_option(die) for die in dice]
    question = choosing(owner(g.state, section), prompt, options, least=count, most=count, rule=rule)
    values = yield from ask(question)
    return chosen(values, dice)


def spend(g: G, section: int, count: int, tint: str = "") -> Script[None]:
    """A forced Spend (ISS-005 to ISS-007)."""
    state = g.state
    yield from brace(g, section, count)
    dice = available(state, section, tint) or available(state, section)
    picked = yield from choose_dice(
        g, section, dice, count, f"Spend {count} {'die' if count == 1 else 'dice'}", "ISS-005"
    )
    for die in picked:
        to_spent(die)
    left = count - len(picked)
    if left and tint:
        prompt = f"Spend {left} more {'die' if left == 1 else 'dice'}"
        more = yield from choose_dice(g, section, available(state, section), left, prompt, "ISS-005")
        for die in more:
            to_spent(die)
        left -= len(more)
    if left:
        yield from sacrifice(g, section, left)  # ISS-006


def brace(g: G, section: int, count: int) -> Script[None]:
    """Who cannot Spend so many may exert in response (ISS-090)."""
    state, ready = g.state, len(available(g.state, section))
    closed = state.taking or state.step != "explore" or state.exploration.evac or state.exploration.over
    if ready >= count or closed or not can_exert(state, explorer(state, section)):
        return
    prompt = f"Spend {count}: {ready} Available. Whatever is missing is sacrificed"
    yield from openly(g, choosing(owner(state, section), prompt, [Option("go", "Go on")], rule="ISS-090"))


def sacrifice(g: G, section: int, count: int, tint: str = "") -> Script[None]:
    """ISS-009, ISS-007"""
    state = g.state
    for _ in range(count):
        dice = dice_in(state, section, "spent", "slot")
        if not dice:  # as much as possible is done
            return
        fitting = [die for die in dice if tint and colour(die) == tint] or dice
        picked = yield from choose_dice(g, section, fitting, 1, "Sacrifice a die", "ISS-009")
        for die in picked:
            die.zone, die.colour = "compartment", ""
            g.tell(f"{name(explorer(state, section).person)} sacrifices a {die_label(die)} die.", rule="ISS-009")
            came(g, f"A {die_label(die)} die is sacrificed", "It is out of play until the next mission", good=False)


def fits(state: State, crew: Explorer, dice: Sequence[Die]) -> bool:
    """Whether all these find a free slot."""
    free = {tint: room(state, crew, tint) for tint in COLOURS}
    wild = 0
    for die in dice:
        own = KIND[die.kind].colour
        if own == "wild":
            wild += 1
        else:
            free[own] -= 1
    return min(free.values()) >= 0 and sum(free.values()) >= wild


def refreshable(state: State, section: int, tint: str = "") -> list[Die]:
    crew = explorer(state, section)
    spent = [die for die in dice_in(state, section, "spent") if tint in ("", KIND[die.kind].colour)]
    return [die for die in spent if fits(state, crew, [die])]


def can_exert(state: State, crew: Explorer) -> bool:
    """Something must be refreshable after the sacrifice (ISS-092 to ISS-094)."""
    if in_play(state, crew.section) <= 3:
        return bool(refreshable(state, crew.section))
    return bool(sacrificeable(state, crew))


def sacrificeable(state: State, crew: Explorer) -> list[int]:
    """Dice whose sacrifice leaves something to refresh."""
    spent = dice_in(state, crew.section, "spent")
    result = []
    for die in dice_in(state, crew.section, "spent", "slot"):
        zone = die.zone
        die.zone = "compartment"  # tried out, and put back
        if any(other is not die and fits(state, crew, [other]) for other in spent):
            result.append(die.id)
        die.zone = zone
    return result


def refresh(g: G, section: int, count: int, tint: str = "") -> Script[None]:
    """ISS-008"""
    state = g.state
    crew = explorer(state, section)
    dice = refreshable(state, section, tint)
    if not dice:
        return
    if len(dice) <= count and fits(state, crew, dice):
        picked = dice
    else:
        picked = yield from _ask_refresh(g, crew, dice, count)
    for die in picked:
        yield from to_slot(g, crew, die)
    g.tell(f"{name(crew.person)} refreshes {len(picked)} dice.", rule="ISS-008")


def _ask_refresh(g: G, crew: Explorer, dice: list[Die], count: int) -> Script[list[Die]]:
    default: list[Die] = []
    for die in dice:
        if len(default) < count and fits(g.state, crew, [*default, die]):
            default.append(die)

    def check(values: Values) -> str | None:
        return None if fits(g.state, crew, chosen(values, dice)) else "There are not enough free slots of that colour."

    options = [die_option(die) for die in dice]
    safe = tuple(f"die:{die.id}" for die in default)
    question = choosing(
        owner(g.state, crew.section), f"Refresh up to {count} dice", options,
        least=0, most=count, default=safe, rule="ISS-008", check=check,
    )  # fmt: skip
    values = yield from ask(question)
    return chosen(values, dice)


# Injuries ---------------------------------------------------------------------------------------------------------


def draw_injury(g: G, kind: str) -> str:
    """The named one, else Wounded, else a random card of the injury deck (ISS-194)."""
    deck = g.state.injury_deck
    taken = next((wanted for wanted in (kind, "wounded") if deck[wanted] > 0), "")
    left = [wanted for wanted in INJURY for _ in range(deck[wanted])]
    if not taken and left:
        taken = g.rng.pick(left, "injuries")
    if taken:
        deck[taken] -= 1
    return taken


def lay_injury(crew: Explorer, injury: Injury) -> None:
    """In the leftmost empty slot; the row is read from left to right (ISS-191, ISS-119)."""
    for place, lying in enumerate(crew.injuries):
        if lying.slot < 0:
            lying.slot = place
    held = [lying.slot for lying in crew.injuries]
    injury.slot = next(slot for slot in range(len(held) + 1) if slot not in held)
    crew.injuries.append(injury)
    crew.injuries.sort(key=lambda lying: lying.slot)


def injure(g: G, section: int, kind: str) -> Script[None]:
    state = g.state
    crew = explorer(state, section)
    if crew.dead:
        return
    taken = draw_injury(g, kind)
    if not taken:
        return
    hidden = "EQ-P09" in crew.gear and not state.exploration.skin_used
    if hidden:
        state.exploration.skin_used = True
    lay_injury(crew, Injury(taken, flipped=hidden))
    g.tell(f"{name(crew.person)} is {taken}.", rule="ISS-191")
    came(g, f"{name(crew.person)} is {taken.capitalize()}", what_it_does(taken, hidden=hidden), good=False, kind="loss")
    yield from add_injury_die(g, crew)
    if len(crew.injuries) >= 4:  # ISS-197, ISS-196
        state.exploration.evac = True


def what_it_does(kind: str, *, hidden: bool) -> str:
    if hidden:
        return "Face down: only its injury die counts"
    faces = ", ".join(f"{face}: {says[:1].lower()}{says[1:]}" for face, says in wording.injury(kind))
    return f"An injury die fills a slot and rolls with every check of this crew; {faces}"


def add_injury_die(g: G, crew: Explorer) -> Script[None]:
    """ISS-192, ISS-193"""
    free = [number for number in range(3) if not crew.injury_columns[number]]
    if not free:
        return
    free.sort(key=lambda number: -room(g.state, crew, COLOURS[number]))
    options = [
        Option(f"column:{COLOURS[n]}", f"The {COLOURS[n]} column", note=_push_note(g.state, crew, n)) for n in free
    ]
    answer = yield from pick(g, owner(g.state, crew.section), "Where does the injury die go?", options, rule="ISS-192")
    yield from occupy(g, crew, COLOURS.index(answer.removeprefix("column:")))


def _push_note(state: State, crew: Explorer, column: int) -> str:
    return "" if room(state, crew, COLOURS[column]) > 0 else "Pushes a die to the Spent Pool"


def occupy(g: G, crew: Explorer, column: int) -> Script[None]:
    crew.injury_columns[column] = True
    tint = COLOURS[column]
    if room(g.state, crew, tint) < 0:
        dice = available(g.state, crew.section, tint)
        picked = yield from choose_dice(g, crew.section, dice, 1, "Which die is pushed out?", "ISS-192")
        for die in picked:
            to_spent(die)


def seat_injury_dice(g: G, crew: Explorer, count: int) -> Script[None]:
    """At the end of step 6 every rolled injury die goes to a column without one, chosen afresh (ISS-123)."""
    columns = [number for number in range(3) if not crew.injury_columns[number]]
    if count < len(columns):
        order = sorted(columns, key=lambda number: -room(g.state, crew, COLOURS[number]))
        options = [
            Option(f"column:{COLOURS[n]}", f"The {COLOURS[n]} column", note=_push_note(g.state, crew, n)) for n in order
        ]
        question = choosing(
            owner(g.state, crew.section), "Put the injury dice back", options, least=count, most=count, rule="ISS-123"
        )
        values = yield from ask(question)
        columns = [COLOURS.index(value.removeprefix("column:")) for value in values]
    for column in columns:
        yield from occupy(g, crew, column)

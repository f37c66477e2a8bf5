"""Effects on the campaign and the ship."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from app.games.vanguard import decks, wording
from app.games.vanguard.asking import G, decide, pick
from app.games.vanguard.content import CONDITION, ENDINGS, LANDING
from app.games.vanguard.data.crew import CREW
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.data.gear import LANDER
from app.games.vanguard.data.ship import (
    MEDBAY,
    MORALE,
    RESEARCH,
    SITUATION,
)
from app.games.vanguard.language import Effect
from app.games.vanguard.people import SECTION_NAMES, SECURITY, crew_in, free_sleeves, name, owner, person
from app.games.vanguard.pools import choose_dice, die_label, owned
from app.games.vanguard.state import Die, Entry, State
from app.games.vanguard.telling import came
from app.kernel import Option, Script

if TYPE_CHECKING:
    from app.games.vanguard.effects import Ctx


def _flag(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    if effect.args[0] not in g.state.flags:
        g.state.flags.append(effect.args[0])
    yield from ()


def _unflag(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    if effect.args[0] in g.state.flags:
        g.state.flags.remove(effect.args[0])
    yield from ()


def _counter(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    counters = g.state.counters
    counters[effect.verb] = min(10, max(0, counters[effect.verb] + effect.n))
    g.tell(f"{effect.verb.capitalize()} {effect.n:+d}.")
    yield from ()


def _morale(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    yield from change_morale(g, effect.n)


def change_morale(g: G, amount: int) -> Script[None]:
    """ISS-256, ISS-257"""
    ship = g.state.ship
    for _ in range(abs(amount)):
        if amount < 0 and ship.morale == 0:
            yield from lose_dice(g, 1)
            continue
        ship.morale = min(3, max(0, ship.morale + (1 if amount > 0 else -1)))
    g.tell(f"Morale is {MORALE[ship.morale]}.", rule="ISS-256")


LAST = 1  # without any die a section could do nothing more (ISS-010)


def lose_dice(g: G, count: int) -> Script[None]:
    """Every section returns so many dice of its owner's choice to the box, but for its last one (ISS-010)."""
    state = g.state
    for section in range(4):
        for _ in range(count):
            dice = owned(state, section)
            if len(dice) <= LAST:
                g.tell(f"{SECTION_NAMES[section]} keeps its last die.", rule="ISS-010")
                break
            picked = yield from choose_dice(
                g, section, dice, 1, f"{SECTION_NAMES[section]} returns a die to the box", "ISS-010"
            )
            for die in picked:
                to_box(die)
                g.tell(f"{SECTION_NAMES[section]} loses a {die_label(die)} die.", rule="ISS-010")


def to_box(die: Die) -> None:
    die.zone, die.section, die.colour = "box", -1, ""


def box_dice(state: State) -> list[Die]:
    """The dice of the box that are unlocked (ISS-156)."""
    return [die for die in state.dice if die.zone == "box" and KIND[die.kind].group in state.ship.unlocked_dice]


def gain_die(g: G, section: int) -> Script[None]:
    state = g.state
    kinds = list(dict.fromkeys(die.kind for die in box_dice(state)))  # ISS-225
    if not kinds:
        return
    options = [Option(f"kind:{kind}", wording.die_name(kind)) for kind in kinds]
    prompt = f"{SECTION_NAMES[section]} takes which die?"
    answer = yield from pick(g, owner(state, section), prompt, options, rule="ISS-222")
    die = next(die for die in state.dice if die.zone == "box" and die.kind == answer.removeprefix("kind:"))
    die.zone, die.section = "compartment", section
    g.tell(f"{SECTION_NAMES[section]} gains a {die_label(die)} die.", rule="ISS-010")


def _gain_die(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    for section in range(4):
        for _ in range(effect.n):
            yield from gain_die(g, section)


def _lose_die(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    yield from lose_dice(g, effect.n)


COMMAND_STEPS = ("bridge", "starmap", "facilities")


def _energy(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    """A change made when the pool is not in use is kept for the next Bridge."""
    ship = g.state.ship
    if g.state.step in ("bridge", "starmap"):
        ship.energy = max(0, ship.energy + effect.n)
    else:
        ship.later_energy += effect.n
    g.tell(f"Energy {effect.n:+d}.")
    yield from ()


def _command(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    ship = g.state.ship
    if g.state.step in COMMAND_STEPS:
        ship.command = max(0, ship.command + effect.n)
    else:
        ship.later_command += effect.n
    g.tell(f"Command {effect.n:+d}.")
    yield from ()


def _penalty(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    g.state.ship.penalty = True
    yield from ()


def _situation(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    state, (first, second) = g.state, effect.args
    if first == "draw":
        reveal_situations(g, int(second))
    elif first == "solve":
        for _ in range(int(second)):
            if state.ship.open_situations:
                options = [Option(f"solve:{card}", SITUATION[card].name) for card in state.ship.open_situations]
                answer = yield from pick(g, owner(state, SECURITY), "Which Situation is solved?", options)
                yield from solve(g, answer.removeprefix("solve:"))
    elif first in state.future:
        state.future.remove(first)
        g.tell("A Situation is shuffled into those that may come.")
        state.situations = decks.shuffle_in(g, state.situations, first, "situations")


def reveal_situations(g: G, count: int) -> None:
    """They lie open; their EFFECT is not resolved now (ISS-254)."""
    state = g.state
    for _ in range(min(count, len(state.situations))):
        card = state.situations.pop(0)
        state.ship.open_situations.append(card)
        decks.show(state)
        g.tell(f"Situation: {SITUATION[card].name}.", rule="ISS-254")
        says = wording.phrase(SITUATION[card].effect, wording.sight_of(state))
        came(
            g, f"A new Situation: {SITUATION[card].name}", f"Unsolved it strikes at the next Bridge: {says}", good=False
        )


def solve(g: G, card: str) -> Script[None]:
    """ISS-291, ISS-293"""
    from app.games.vanguard.effects import Ctx, run

    state, ship = g.state, g.state.ship
    ship.open_situations.remove(card)
    g.tell(f"Solved: {SITUATION[card].name}.", rule="ISS-291")
    came(g, f"Solved: {SITUATION[card].name}", wording.say(SITUATION[card].solved, wording.sight_of(state)), good=True)
    yield from run(g, SITUATION[card].solved, Ctx(seat=owner(state, SECURITY), why=SITUATION[card].name))  # ISS-035
    if not SITUATION[card].once:
        state.situations = decks.shuffle_in(g, state.situations, card, "situations")


def _unlock(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    """The component leaves its locked store; nothing happens if it already has."""
    state, ship, (kind, key) = g.state, g.state.ship, effect.args
    mark = f"{kind}:{key}"
    if mark in state.unlocked:
        return
    state.unlocked.append(mark)
    if kind == "research" and RESEARCH[key].do in [f"unlock dice {group}" for group in ship.unlocked_dice]:
        g.tell(f"{RESEARCH[key].name} is known already.", rule="ISS-156")
        came(g, f"{RESEARCH[key].name} is known already", "Its dice are in the market from the start")
        return
    if kind == "equipment":
        ship.armory.append(key)
    elif kind == "dice":
        ship.unlocked_dice.append(key)
    elif kind == "system":
        if key not in ship.unlocked_systems:
            ship.unlocked_systems.append(key)
    elif kind == "landing":
        ship.landings.append(key)
    elif kind == "event":
        state.events = decks.shuffle_in(g, state.events, key, "events")
    elif kind == "crew":
        _join(g, key)
    else:
        ship.awaiting.setdefault(kind, []).append(key)
    g.tell(f"Unlocked: {wording.component(kind, key)}.")
    came(g, f"Unlocked: {wording.component(kind, key)}", good=True, kind="gain")
    yield from ()


def _join(g: G, pool: str) -> None:
    state = g.state
    new = [one.id for one in state.people if CREW[one.id].pool == pool and one.place == "locked"]
    for key in new:
        person(state, key).place = "recruits"
    state.recruits = g.rng.shuffled([*state.recruits, *new], "recruits")


def _remove(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    state, (kind, key) = g.state, effect.args
    piles = {
        "event": (state.events, state.event_discard),
        "landing": (state.ship.landings,),
        "equipment": (state.ship.armory,),
        "mod": (state.ship.mods,),
    }
    for pile in piles.get(kind, ()):
        if key in pile:
            pile.remove(key)
    if kind == "landing" or (kind == "event" and state.x and state.x.event == key):
        state.unlocked.append(f"gone:{key}")
    yield from ()


def _damage_lander(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    if g.state.x:
        g.state.x.lander_damaged = True
        g.tell("The lander is damaged.", rule="ISS-168")
    yield from ()


def _repair_lander(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    damaged = [card for card in g.state.ship.landers if card.damaged]
    if damaged:
        options = [Option(f"lander:{card.id}", LANDER[card.id].name) for card in damaged]
        answer = yield from pick(g, owner(g.state, SECURITY), "Repair which lander?", options)
        next(card for card in damaged if card.id == answer.removeprefix("lander:")).damaged = False


def part_of(state: State, landing: str, number: int) -> tuple[str, str]:
    """A part of a Landing card: a step of the landing, and a fact about the world (ISS-337)."""
    planet = LANDING[landing]
    step = planet.landing.steps[number]
    fail = wording.phrase(step.fail, wording.sight_of(state))
    facts = (
        "Biomes: " + ", ".join(dict.fromkeys(biome for sector in planet.sectors for biome in sector.biomes)),
        "Global Condition: " + CONDITION[planet.condition].name,
        f"{len(planet.uniques)} Unique Discoveries. Missions: "
        + ", ".join(mission.name for mission in planet.missions),
    )
    return f"{step.stat.capitalize()} {step.difficulty}, or else: {fail}", facts[number]


def medbay_room(state: State, column: str) -> int:
    extra = {"light": "F01", "moderate": "F02", "critical": "F03"}[column] in state.ship.facilities
    return MEDBAY[column] + extra - len(crew_in(state, column))


def healable(state: State) -> list[str]:
    """Medbay crew that could move one place right."""
    result = []
    for column, nxt in (("light", ""), ("moderate", "light"), ("critical", "moderate")):
        if not nxt or medbay_room(state, nxt) > 0:
            result += [one.id for one in crew_in(state, column)]
    return result


def move_right(state: State, key: str) -> None:
    one = person(state, key)
    one.place = {"critical": "moderate", "moderate": "light", "light": "available"}[one.place]


def _heal(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    for _ in range(effect.n):
        able = healable(g.state)
        if not able:
            return
        options = [Option(f"crew:{key}", name(key)) for key in able]
        answer = yield from pick(g, owner(g.state, SECURITY), "Who is healed?", options)
        move_right(g.state, answer.removeprefix("crew:"))
        g.tell(f"{name(answer.removeprefix('crew:'))} gets better.", rule="ISS-234")


def _recruit(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    state = g.state
    for _ in range(effect.n):
        able = [section for section in range(4) if free_sleeves(state, section, 1) > 0]
        if not state.recruits or not able:
            return
        key = state.recruits.pop(0)
        state.offered.append(key)  # seen by all while it is asked about
        decks.show(state)
        options = [Option(f"section:{section}", SECTION_NAMES[section]) for section in able]
        prompt = f"{name(key)} joins which section?"
        if ctx.seat is None:
            answer = yield from decide(g, prompt, options, single=True)
        else:
            answer = yield from pick(g, ctx.seat, prompt, options)
        state.offered.remove(key)
        one = person(state, key)
        one.place, one.section, one.rank = "resting", int(answer.removeprefix("section:")), 1
        g.tell(f"{name(key)} joins {SECTION_NAMES[one.section]}.")
        came(g, f"{name(key)} joins {SECTION_NAMES[one.section]}", good=True, kind="gain")


def _ending(g: G, effect: Effect, ctx: Ctx) -> Script[None]:
    """ISS-334"""
    g.state.ending = effect.args[0]
    g.state.chronicle.append(Entry("ending", f"The campaign ends with “{ENDINGS[effect.args[0]]}”."))
    if g.state.x and not g.state.x.over:
        g.state.x.over = "success"
    yield from ()


VERBS: dict[str, Callable[..., Script[None]]] = {
    "flag": _flag,
    "unflag": _unflag,
    "signal": _counter,
    "accord": _counter,
    "wake": _counter,
    "morale": _morale,
    "energy": _energy,
    "command": _command,
    "penalty": _penalty,
    "situation": _situation,
    "unlock": _unlock,
    "remove": _remove,
    "damage-lander": _damage_lander,
    "repair-lander": _repair_lander,
    "heal": _heal,
    "recruit": _recruit,
    "gain-die": _gain_die,
    "lose-die": _lose_die,
    "ending": _ending,
}

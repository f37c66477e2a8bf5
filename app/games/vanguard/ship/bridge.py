"""The Bridge and the Starmap: sections 32 and 33."""

from __future__ import annotations

from app.games.vanguard import wording
from app.games.vanguard.asking import G, decide, pick
from app.games.vanguard.conditions import holds
from app.games.vanguard.content import LANDING, SYSTEM, triggers
from app.games.vanguard.content.structs import Destination
from app.games.vanguard.data.ship import BRIDGE, MORALE, OBJECTIVE, SECONDARY, SITUATION, TECH
from app.games.vanguard.decks import show
from app.games.vanguard.effects import Ctx, read_log, run
from app.games.vanguard.people import SECURITY, name, owner
from app.games.vanguard.ship import course
from app.games.vanguard.ship.crew import assign, assignable, owners_of
from app.games.vanguard.ship.facilities import take_out
from app.games.vanguard.ship.medbay import install
from app.games.vanguard.shipfx import change_morale, part_of, reveal_situations
from app.games.vanguard.state import State
from app.games.vanguard.telling import because, came, happening
from app.kernel import Option, Script

MORALE_COMMAND = (-1, -1, 0, 1)  # ISS-258


def bridge(g: G) -> Script[None]:
    """One step at a time: story, cards, pools, old Situations, new Situations."""
    state, ship = g.state, g.state.ship
    stage = ship.used.get("bridge", 0)
    if stage == 0:
        ship.used = {"bridge": 1}
        ship.bridges += 1
    elif stage == 1:
        yield from story(g)
        ship.used["bridge"] = 2
    elif stage == 2:
        with happening(g, "turn", f"Ship phase {ship.bridges} begins", about="room-bridge", scene="The Bridge"):
            yield from secondaries(g)
            yield from install_cards(g)
            fill_pools(g)
        ship.used["bridge"] = 3
    elif stage == 3:
        left = list(ship.waiting_situations)
        take_out(state)
        while left:  # ISS-253: in any order
            options = [
                Option(
                    f"situation:{card}",
                    SITUATION[card].name,
                    note=says(state, card),
                    target=f"situation-{card}",
                    rule="ISS-253",
                )
                for card in left
            ]
            answer = yield from decide(
                g, "Which Situation strikes next?", options, rule="ISS-253", single=len(options) == 1
            )
            card = answer.removeprefix("situation:")
            left.remove(card)
            with happening(g, "event", f"The Situation {SITUATION[card].name} strikes", rule="ISS-253") as struck:
                g.tell(f"Situation {SITUATION[card].name}: {says(state, card)}.", rule="ISS-253")
                struck.result(SITUATION[card].name, says(state, card), good=False)
                yield from run(g, SITUATION[card].effect, Ctx(why=SITUATION[card].name))
        ship.used["bridge"] = 4
    else:
        extra = (ship.morale == 0) - ("B06" in ship.upgrades.values())
        reveal_situations(g, max(0, OBJECTIVE[ship.objective].situations + extra))  # ISS-254
        ship.scanner = ""  # ISS-255
        state.step = "starmap"


def says(state: State, card: str) -> str:
    return wording.say(SITUATION[card].effect, wording.sight_of(state))


def story(g: G) -> Script[None]:
    """Story triggers, each once per campaign unless it repeats."""
    state = g.state
    for trigger in triggers():
        if (trigger.repeat or trigger.log not in state.triggered) and holds(state, trigger.when, None):
            state.triggered.append(trigger.log)
            yield from read_log(g, trigger.log, Ctx())


def met(state: State, card: str) -> bool:
    ship = state.ship
    if card == "SO1":
        return len(ship.gathered) >= 6
    if card == "SO2":
        return ship.safe_returns >= 3
    if card == "SO3":
        return len(state.visited) >= 4
    if card == "SO4":
        return ship.beds_free
    if card == "SO5":
        return len(ship.uniques) >= 10
    ranked = {one.section for one in state.people if one.rank >= 2}
    return len(ranked) >= 3


def secondaries(g: G) -> Script[None]:
    ship = g.state.ship
    for card in list(ship.secondaries):
        if met(g.state, card):
            ship.secondaries.remove(card)
            g.tell(f"Secondary Objective met: {SECONDARY[card].name}.")
            came(g, f"On the side: {SECONDARY[card].name}", SECONDARY[card].text, good=True)
            yield from run(g, SECONDARY[card].do, Ctx(why=SECONDARY[card].name))


def install_cards(g: G) -> Script[None]:
    """ISS-249; which of two new cards is the later one in their slot is said by Security's owner (ISS-014)."""
    state, ship = g.state, g.state.ship
    waiting = ship.awaiting
    for card in waiting.pop("objective", []):
        ship.objective = card
    for card in waiting.pop("tech", []):
        ship.tech = max(ship.tech, card, key=lambda key: TECH[key].energy)  # a late card takes nothing back
    ship.secondaries += waiting.pop("secondary", [])
    for slot, cards in by_slot(waiting.pop("bridge", [])).items():
        options = [Option(f"card:{card}", BRIDGE[card].name, note=wording.bridge(card)) for card in cards]
        answer = yield from pick(
            g, owner(state, SECURITY), f"Which card stays in slot {slot}?", options, rule="ISS-249"
        )
        card, old = answer.removeprefix("card:"), ship.upgrades.get(slot)
        if old:
            g.tell(f"{BRIDGE[old].name} makes room.", rule="ISS-249")
        ship.upgrades[slot] = card
        g.tell(f"Installed: {BRIDGE[card].name}.", rule="ISS-249")
        came(g, f"Installed: {BRIDGE[card].name}", wording.bridge(card), good=True)
    install(state, ("F06", "F08"))


def by_slot(cards: list[str]) -> dict[str, list[str]]:
    slots: dict[str, list[str]] = {}
    for card in cards:
        slots.setdefault(BRIDGE[card].slot, []).append(card)
    return slots


def fill_pools(g: G) -> None:
    """On top of what an Adrift left in them (ISS-250 to ISS-252, ISS-258, ISS-247)."""
    ship = g.state.ship
    command = ship.command + OBJECTIVE[ship.objective].command
    if ship.penalty:
        command, ship.penalty = min(1, command), False  # ISS-251
    energy = TECH[ship.tech].energy
    cards = ship.upgrades.values()
    energy += ("B01" in cards) + 2 * ("B08" in cards) - (ship.morale == 0)
    command += ("B04" in cards) + ("B08" in cards) + ("B12" in cards) + MORALE_COMMAND[ship.morale]
    ship.energy = max(0, ship.energy + energy + ship.later_energy)
    ship.command = max(0, command + ship.later_command)
    ship.later_energy = ship.later_command = 0
    g.tell(f"Energy {ship.energy}, Command {ship.command}.", rule="ISS-252")
    because(g, f"{TECH[ship.tech].name}, {OBJECTIVE[ship.objective].name}, morale {MORALE[ship.morale]}")


# Starmap -----------------------------------------------------------------------------------------------------------


def can_visit(state: State, place: Destination) -> bool:
    ship = state.ship
    if place.landing and place.landing not in ship.landings:
        return False  # ISS-262
    if place.limit == "once" and place.id in ship.visited_once:
        return False
    return not (place.limit == "phase" and place.id in ship.used)


def starmap_options(state: State) -> list[Option]:
    ship, system = state.ship, SYSTEM[state.ship.system]
    options = []
    for place in system.destinations:
        if ship.energy >= place.energy and can_visit(state, place):
            what = "land there" if place.landing else "visit"
            options.append(
                Option(
                    f"visit:{place.id}",
                    f"{place.name}: {what}",
                    note=f"{place.energy} Energy",
                    target=f"place-{place.id}",
                    rule="ISS-261",
                )
            )
    for route in system.routes:
        cost = course.flight_cost(state, route)
        if ship.energy >= cost and holds(state, route.need, None):
            known = route.to in ship.unlocked_systems
            label = SYSTEM[route.to].name if known else "the next system"
            options.append(
                Option(
                    f"fly:{route.to}",
                    f"Fly to {label}",
                    note=f"{cost} Energy",
                    target=f"system-{route.to}",
                    rule="ISS-260",
                )
            )
    return [*options, Option("drift", "End here, adrift", note="Morale drops, a Penalty token", rule="ISS-263")]


def starmap(g: G) -> Script[None]:
    state, ship = g.state, g.state.ship
    options = starmap_options(state)
    answer = options[0].id
    if len(options) > 1:
        answer = yield from course.make_plan(g, options)
    kind, _, key = answer.partition(":")
    if kind == "fly":
        yield from fly(g, key)
    elif kind == "visit":
        yield from visit(g, next(one for one in SYSTEM[ship.system].destinations if one.id == key))
    else:
        yield from adrift(g)


def fly(g: G, key: str) -> Script[None]:
    """ISS-260"""
    state, ship = g.state, g.state.ship
    route = next(one for one in SYSTEM[ship.system].routes if one.to == key)
    with happening(g, "turn", f"The ship flies to {SYSTEM[key].name}", rule="ISS-260", why="the flight"):
        ship.energy -= course.flight_cost(state, route)
    ship.used["flown"] = 1
    first = key not in ship.flown
    ship.flown.append(key)
    ship.system = key
    if key not in ship.unlocked_systems:
        ship.unlocked_systems.append(key)
    if first and route.first_log and route.first_log not in state.logs:
        yield from read_log(g, route.first_log, Ctx())


def visit(g: G, place: Destination) -> Script[None]:
    """ISS-261"""
    state, ship = g.state, g.state.ship
    with happening(
        g, "turn", f"The ship visits {place.name}", about=f"place-{place.id}", rule="ISS-261", why="the way there"
    ):
        ship.energy -= place.energy
        g.tell(f"The ship visits {place.name}.", rule="ISS-261")
    if place.landing:
        ship.scanner = place.landing
        state.step = "scan"
        return
    ship.used[place.id] = 1
    if place.limit == "once":
        ship.visited_once.append(place.id)
    yield from read_log(g, place.log, Ctx())


def adrift(g: G) -> Script[None]:
    """ISS-268, ISS-269; what is left in the pools is there at the next Bridge (ISS-247)"""
    state, ship = g.state, g.state.ship
    ship.adrift += 1
    with happening(g, "loss", "The ship is adrift", rule="ISS-268", why="adrift") as drift:
        g.tell("The ship is adrift.", rule="ISS-268")
        drift.result("A Penalty token", "At the next Bridge there is 1 Command at most", good=False)
        yield from change_morale(g, -1)
        ship.penalty = True
    if ship.adrift == 3:
        yield from read_log(g, 70, Ctx())
        ship.adrift = 0
    ship.waiting_situations += ship.open_situations  # as after the facilities (ISS-271)
    ship.open_situations = []
    ship.used = {}
    state.step = "save"


def scan(g: G) -> Script[None]:
    """ISS-266, ISS-267, ISS-337"""
    state, ship = g.state, g.state.ship
    parts = ship.scanned.get(ship.scanner, 0)
    planned = ship.used.get("parts")  # agreed with the course
    if parts >= course.PARTS or planned == 0:
        state.step = "facilities"
        return
    if planned:
        ship.used["parts"] = planned - 1
        reveal_part(g, parts, course.part_cost(state, ship.scanner, parts))
        return
    scouts = ship.used.get("scouts", 0)
    cost = max(0, course.part_cost(state, ship.scanner, parts) - scouts)  # ISS-266
    options = [Option("done", "Enough: to the facilities")]
    if ship.energy >= cost:
        options.append(Option("scan", f"Scan part {parts + 1}", note=f"{cost} Energy", rule="ISS-266"))
    if cost:
        options += [
            Option(f"scout:{one.id}", f"Send {name(one.id)} to scout", note="1 Energy less", rule="ISS-267")
            for one in assignable(state)
        ]
    answer = yield from decide(
        g, f"Scan {LANDING[ship.scanner].name}?", options, rule="ISS-266", consent=owners_of(state)
    )
    if answer == "done":
        state.step = "facilities"
    elif answer == "scan":
        reveal_part(g, parts, cost)
    else:
        ship.used["scouts"] = scouts + 1
        assign(g, answer.removeprefix("scout:"), "scout")


def reveal_part(g: G, part: int, cost: int) -> None:
    state, ship = g.state, g.state.ship
    title = f"The scanner shows part {part + 1} of {LANDING[ship.scanner].name}"
    with happening(g, "reveal", title, rule="ISS-266", why="the scan") as seen:
        ship.energy -= cost
        ship.used["scouts"] = 0
        ship.scanned[ship.scanner] = part + 1
        show(state)
        g.tell(f"Part {part + 1} of the Landing card is revealed.", rule="ISS-266")
        seen.result(*part_of(state, ship.scanner, part))

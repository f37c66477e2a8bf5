"""Where to, and how much of it is scanned: one plan for each flight (ISS-259, ISS-266, ISS-344)."""

from __future__ import annotations

from app.games.vanguard.asking import G
from app.games.vanguard.content import LANDING, SYSTEM
from app.games.vanguard.content.structs import Destination, Route
from app.games.vanguard.ship.crew import assignable
from app.games.vanguard.ship.plans import Row, budgets, keep_sound, make
from app.games.vanguard.ship.suggest import fly
from app.games.vanguard.state import Line, State
from app.kernel import Option, Script

PARTS = 3


def part_cost(state: State, landing: str, part: int) -> int:
    """In Energy, before any scouts (ISS-266)."""
    free = part == 0 and "B09" in state.ship.upgrades.values()
    return 0 if free else LANDING[landing].landing.scan[part]


def flight_cost(state: State, route: Route) -> int:
    cards, cost = state.ship.upgrades.values(), route.energy
    if "B10" in cards:
        cost -= 1
    if "B02" in cards and "flown" not in state.ship.used:
        cost -= 1
    return max(1, cost)


def energy_after(state: State) -> int:
    """What the plan leaves; scouts may save more of it (ISS-260, ISS-261, ISS-266)."""
    to, scan = state.plan["to"].choice, state.plan.get("scan")
    place = place_of(state, to) if to.startswith("visit:") else None
    route = next((one for one in SYSTEM[state.ship.system].routes if to == f"fly:{one.to}"), None)
    left = state.ship.energy - (place.energy if place else flight_cost(state, route) if route else 0)
    if place and scan and scan.choice != "scan:look":
        seen = state.ship.scanned.get(place.landing, 0)
        parts = range(seen, seen + int(scan.choice.removeprefix("scan:")))
        left -= sum(part_cost(state, place.landing, part) for part in parts)
    return left


def place_of(state: State, option: str) -> Destination | None:
    key = option.removeprefix("visit:")
    return next((one for one in SYSTEM[state.ship.system].destinations if one.id == key), None)


def scan_options(state: State, place: Destination) -> tuple[Option, ...]:
    """How many parts of its Landing card are revealed on arrival, or one after the other (ISS-266, ISS-267)."""
    seen, left = state.ship.scanned.get(place.landing, 0), state.ship.energy - place.energy
    cost, able = 0, []
    for part in range(seen, PARTS):
        cost += part_cost(state, place.landing, part)
        if cost > left:
            break
        count = part - seen + 1
        label = f"Scan {count} {'part' if count == 1 else 'parts'}"
        able.append(Option(f"scan:{count}", label, note=f"{cost} Energy", rule="ISS-266"))
    if seen < PARTS and (able or assignable(state)):
        able.append(Option("scan:look", "Scan part by part", note="With scouts, and a look at each", rule="ISS-267"))
    return (*able[::-1], Option("scan:0", "No scan", rule="ISS-266"))


def rows_of(state: State, ways: tuple[Option, ...]) -> list[Row]:
    found = [Row("to", "Course", ways)]
    line = state.plan.get("to")
    place = place_of(state, line.choice) if line and line.choice.startswith("visit:") else None
    if place and place.landing and state.ship.scanned.get(place.landing, 0) < PARTS:
        found.append(Row("scan", "Scan", scan_options(state, place)))
    return found


def suited(state: State, row: Row) -> str:
    ids = [option.id for option in row.options]
    return fly(state, ids) if row.key == "to" else next((key for key in ids if key != "scan:look"), ids[0])


def make_plan(g: G, ways: list[Option]) -> Script[str]:
    """The course that all are ready for; how much is scanned there is kept for the arrival."""
    state = g.state
    state.plan = {}

    def rows(state: State) -> list[Row]:
        return rows_of(state, tuple(ways))

    def change(seat: int, option: str) -> None:
        key = "scan" if option.startswith("scan:") else "to"
        state.plan[key] = Line(option, seat)
        keep_sound(state, rows, suited)

    keep_sound(state, rows, suited)
    yield from make(
        g,
        "Where do we fly?",
        rows,
        change,
        kicker="Starmap",
        rule="ISS-259",
        draws_on=lambda: budgets(state, energy=energy_after(state), command=state.ship.command),
    )
    scan = state.plan.get("scan")
    if scan and scan.choice != "scan:look":
        state.ship.used["parts"] = int(scan.choice.removeprefix("scan:"))
    chosen, state.plan = state.plan["to"].choice, {}
    return chosen

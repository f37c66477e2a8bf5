"""Cards of the ship and of the chart: rooms, systems, places, projects, Situations, landers, logs."""

from __future__ import annotations

from app.games.vanguard import wording
from app.games.vanguard.cards.crew import times
from app.games.vanguard.conditions import holds
from app.games.vanguard.content import LANDING, SYSTEM
from app.games.vanguard.content.structs import Destination
from app.games.vanguard.data.gear import LANDER
from app.games.vanguard.data.ship import PRODUCTION, RESEARCH, SITUATION
from app.games.vanguard.state import State
from app.games.vanguard.views.ship import room_views
from app.games.vanguard.views.story import page, planet_of
from app.kernel import Card, Fact

MOST_FACTS = 12


def room_card(state: State, seat: int | None, rest: str) -> Card | None:
    room = next((one for one in room_views(state) if one.id == rest), None)
    if room is None:
        return None
    things = [Fact(thing.group or "Here", thing.name, ". ".join(thing.text.split("\n"))) for thing in room.things]
    return Card(
        kind="Room of the ship",
        title=room.name,
        text=room.about,
        does="You are here." if room.open else room.why_not or "It can be visited now.",
        facts=tuple(things[:MOST_FACTS]),
        rule="ISS-270",
    )


# The chart -----------------------------------------------------------------------------------------------------------


def place_card(state: State, seat: int | None, rest: str) -> Card | None:
    found = SYSTEM[state.ship.system].destinations if on_the_chart(state) else ()
    it = next((one for one in found if one.id == rest), None)
    if it is None:
        return None
    facts = [Fact("Price", f"{it.energy} Energy", better=it.energy <= state.ship.energy)]
    facts += scan_facts(state, it.landing) if it.landing else []
    return Card(
        kind=f"In {SYSTEM[state.ship.system].name}",
        title=it.name,
        text=what_it_is(state, it),
        facts=tuple(facts),
        rule="ISS-261",
    )


def on_the_chart(state: State) -> bool:
    return state.step not in ("draft", "tutorial", "explore")


def what_it_is(state: State, it: Destination) -> str:
    if not it.landing:
        limit = {"once": " Once in the campaign.", "phase": " Once in a ship phase."}.get(it.limit, "")
        return f"A place to visit from the ship.{limit}"
    if it.landing not in state.ship.landings:
        return "No landing is possible here any more."
    return "A world to land on. Choosing it ends the flight: then it can be scanned, and the crew gets ready."


def scan_facts(state: State, landing: str) -> list[Fact]:
    """What the scanner has shown of a landing (ISS-337)."""
    seen = state.ship.scanned.get(landing, 0)
    sight = wording.sight_of(state)
    steps = LANDING[landing].landing.steps[:seen]
    facts = [
        Fact(
            f"Landing step {number}",
            f"{step.stat.capitalize()} {step.difficulty}",
            f"or else: {wording.phrase(step.fail, sight)}",
        )
        for number, step in enumerate(steps, 1)
    ]
    return [*facts, Fact("Scanned", f"{seen} of 3", "each part shows a step of the landing and a fact about the world")]


def system_card(state: State, seat: int | None, rest: str) -> Card | None:
    routes = SYSTEM[state.ship.system].routes if on_the_chart(state) else ()
    route = next((one for one in routes if one.to == rest), None)
    if route is None:
        return None
    known = rest in state.ship.unlocked_systems
    is_open = holds(state, route.need, None)
    return Card(
        kind=f"Way out of {SYSTEM[state.ship.system].name}",
        title=SYSTEM[rest].name if known else "An unknown system",
        text="The ship can fly there." if is_open else "The way is closed for now.",
        facts=(Fact("Price", f"{route.energy} Energy", better=route.energy <= state.ship.energy),),
        rule="ISS-260",
    )


# Things aboard -------------------------------------------------------------------------------------------------------


def project_card(state: State, seat: int | None, rest: str) -> Card | None:
    """The near side only: what a project brings is hidden until it is turned over (ISS-338)."""
    ship = state.ship
    if rest in ship.research:
        study = RESEARCH[rest]
        return Card(
            kind=f"Research project, {study.keyword.capitalize()}",
            title=study.name,
            text="Once it is paid for, it is turned over. What it brings stands on its far side.",
            use=f"Pay {wording.find_costs(study.cost)} on a visit, or besides with lab work of {wording.need(study.lab)}.",
            rule="ISS-273",
        )
    under_way = [key for queue in ship.queues for key in queue if key]
    if rest not in (*ship.ready, *under_way):
        return None
    work = PRODUCTION[rest]
    return Card(
        kind="Production project" + (", under way" if rest in under_way else ""),
        title=work.name,
        text="Once it is complete, it is turned over. What it brings stands on its far side.",
        does="Each visit moves it on by one stage of three.",
        use=f"It starts at stage {work.stage}. Assembly by {wording.need(work.icons)} moves it on at once.",
        rule="ISS-280",
    )


def situation_card(state: State, seat: int | None, rest: str) -> Card | None:
    ship = state.ship
    if rest not in (*ship.open_situations, *ship.waiting_situations):
        return None
    it, sight = SITUATION[rest], wording.sight_of(state)
    return Card(
        kind="Situation aboard",
        title=it.name,
        text=f"It strikes at the Bridge: {wording.phrase(it.effect, sight)}.",
        does=f"Once solved: {wording.phrase(it.solved, sight)}.",
        use=f"A visit to the Situation Room solves one. Supervisors with {wording.need(it.icons)} solve one more.",
        rule="ISS-291",
    )


def lander_card(state: State, seat: int | None, rest: str) -> Card | None:
    card = next((one for one in state.ship.landers if one.id == rest), None)
    if card is None:
        return None
    it = LANDER[rest]
    return Card(
        kind="Lander" + (", damaged" if card.damaged else ""),
        title=it.name,
        text="It brings the team down and home again. Its numbers help in the steps of the landing.",
        facts=(
            Fact("Armor", str(it.armor)),
            Fact("Sensors", str(it.sensors)),
            Fact("Agility", str(it.agility)),
            Fact("Supplies", str(it.supplies), "each Rest takes one"),
            Fact("Hold", times(it.cargo, "find")),
        ),
        rule="ISS-166",
    )


def log_card(state: State, seat: int | None, rest: str) -> Card | None:
    """A log that was read."""
    number = next((one for one in state.logs if str(one) == rest), None)
    if number is None:
        return None
    read = page(number, "", "")
    return Card(
        kind=f"Log {number}, {'read on a planet' if planet_of(number) else 'read aboard'}",
        title=read.title,
        text=read.text.replace("*", ""),
        facts=tuple(Fact("It did", "", effect) for effect in read.effects),
        rule="ISS-203",
    )


MAKERS = {
    "room": room_card,
    "place": place_card,
    "system": system_card,
    "project": project_card,
    "situation": situation_card,
    "lander": lander_card,
    "log": log_card,
}

"""What a plan of the ship suggests before anybody has touched it: where to fly, which rooms to visit, whom to send, what
to carry. Bots are content with most of it. It goes by what all can see."""

from __future__ import annotations

from app.games.vanguard import forecast, language
from app.games.vanguard.content import LANDING, PLANET, POI, SYSTEM
from app.games.vanguard.data.crew import CREW
from app.games.vanguard.data.gear import EQUIPMENT
from app.games.vanguard.data.ship import RESEARCH, SITUATION
from app.games.vanguard.forecast import wanted_by
from app.games.vanguard.people import person
from app.games.vanguard.pools import owned
from app.games.vanguard.ship.facilities import payment
from app.games.vanguard.state import State

GEAR = {  # what an item is worth, by its best effect
    "ignore-danger": 6.0,
    "injury-card": 6.0,
    "ignore-icon": 4.0,
    "refresh": 3.0,
    "add": 3.0,
    "supply": 3.0,
    "reroll": 2.0,
    "injury-die": 2.0,
}
CONVERT = 3.5
TROUBLE = {"morale": 4.0, "wake": -4.0, "energy": 1.5, "command": 1.5, "success": 1.0}  # for each unit lost
JITTERS = 2.0  # harder landings
BAD = 4.0  # trouble that comes before everything else


def gear_worth(key: str) -> float:
    """By what it does, wherever it may be used."""
    if EQUIPMENT[key].when == "convert":
        return CONVERT
    return max((GEAR.get(effect.verb, 0.5) for effect in language.effects(EQUIPMENT[key].do)), default=1.0)


def crew_rank(state: State, key: str) -> tuple[float, int, str]:
    """Who fits what is known to wait; on a new world near home doors want force, further out they want reading."""
    one = person(state, key)
    planet = LANDING[state.ship.scanner].id if state.ship.scanner else "P1"
    wanted = _known_needs(state, planet)
    if wanted:
        convert = ((CREW[key].colour, CREW[key].icon),)
        dice = owned(state, one.section)
        return -sum(forecast.fit(die.kind, wanted, convert) for die in dice) - 0.5 * one.rank, -one.rank, key
    order = (0, 3, 2, 1) if state.ship.system == "SY1" else (3, 1, 0, 2)
    return order[one.section], -one.rank, key


def _known_needs(state: State, planet: str) -> tuple[str, ...]:
    """The icons of what was left undone on a world that was seen before."""
    record = state.records.get(planet)
    if record is None:
        return ()
    actions = [
        action
        for sector, cards in record.pois.items()
        if sector not in record.finished
        for number in cards
        for action in POI[number].actions
        if any("log" in text for text in [*(row.do for row in action.rows), *(track.do for track in action.tracks)])
    ]
    return tuple(dict.fromkeys(word for action in actions for word in wanted_by(action)))


def _failures(state: State, planet: str) -> int:
    start = f"{PLANET[planet].name}: failed"
    return sum(entry.text.startswith(start) for entry in state.chronicle if entry.what == "exploration")


def fly(state: State, ids: list[str]) -> str:
    """To a landing whose mission is open, where least has gone wrong so far; else on along the Line."""
    system = SYSTEM[state.ship.system]
    landings = [place for place in system.destinations if place.landing and f"visit:{place.id}" in ids]
    undone = [place for place in landings if not any(m.id in state.done for m in LANDING[place.landing].missions)]
    flights = [key for key in ids if key.startswith("fly:")]
    fresh = [key for key in flights if key.removeprefix("fly:") not in state.ship.flown]
    if undone:
        best = min(undone, key=lambda place: _failures(state, LANDING[place.landing].id))
        if _failures(state, LANDING[best.landing].id) < 2 or not flights:
            return f"visit:{best.id}"
    if fresh:
        return fresh[0]
    forward = [key for key in flights if key.removeprefix("fly:") > system.id]
    open_here = [f"visit:{place.id}" for place in undone]
    for wish in (forward if state.missions_flown % 2 else open_here, open_here, forward, flights):
        if wish:
            return wish[0]
    return f"visit:{landings[0].id}" if landings else "drift"


def trouble(card: str) -> float:
    """What a Situation does at every Bridge as long as it is left alone."""
    effects = language.effects(SITUATION[card].effect)
    jitters = any(effect.verb == "flag" for effect in effects)
    return JITTERS * jitters - sum(TROUBLE[effect.verb] * effect.n for effect in effects if effect.verb in TROUBLE)


def rooms(state: State) -> list[str]:
    """Bad trouble first, then what can be paid for, then hands where they are short; production takes the rest."""
    ship = state.ship
    fit_people = sum(one.section >= 0 and one.place in ("resting", "available") for one in state.people)
    worst = max((trouble(card) for card in ship.open_situations), default=0.0)
    projects = (*ship.research, *ship.awaiting.get("research", []))
    wishes = (
        ("situation", worst >= BAD),
        ("research", any(payment(state, RESEARCH[key].cost) is not None for key in projects)),
        ("barracks", fit_people < 7 and bool(state.recruits)),
        ("situation", worst > 0),
        ("production", bool(ship.ready or ship.awaiting.get("production")) or any(any(queue) for queue in ship.queues)),
    )
    return list(dict.fromkeys(room for room, wanted in wishes if wanted))

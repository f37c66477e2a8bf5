"""The bot aboard and in the landing: where to fly, whom to send, what to build."""

from __future__ import annotations

from app.games.vanguard import forecast
from app.games.vanguard.content import LANDING, PLANET, POI, SYSTEM
from app.games.vanguard.data.crew import CREW
from app.games.vanguard.data.ship import RESEARCH
from app.games.vanguard.forecast import wanted_by
from app.games.vanguard.people import person, team
from app.games.vanguard.pools import owned
from app.games.vanguard.ship.facilities import payment
from app.games.vanguard.ship.launch import STAT_ICONS, stat
from app.games.vanguard.state import State
from app.kernel import Ask


def landing_die(state: State, ask: Ask) -> str:
    """As many dice as the step asks for and one more; none where it is passed already or cannot be."""
    sequence = state.landing
    ids = {option.id for option in ask.options}
    dice = [die for die in state.dice if f"die:{die.id}" in ids]
    if sequence is None:
        return "none"
    landing = PLANET[sequence.planet].landing
    step = landing.steps[sequence.step]
    crew = team(state)
    scanned = sequence.step < state.ship.scanned.get(landing.id, 0)
    need = step.difficulty + (len(crew) == 4) - stat(state, step.stat) - scanned
    place = next(number for number, one in enumerate(crew) if one.section == dice[0].section)
    hopeless = need > 1 and need >= len(crew) and "injure" not in step.fail
    if place > need or need <= 0 or hopeless:
        return "none"
    return f"die:{max(dice, key=lambda die: (forecast.fit(die.kind, STAT_ICONS[step.stat], ()), -die.id)).id}"


def decide(state: State, ids: list[str]) -> str:
    for wish in (
        "buy:",
        "scan",
        "project:",
        "lab:",
        "start:",
        "boost:",
        "therapist:",
        "supervise:",
        "success:",
        "ores:",
        "mentor:",
    ):
        found = next((key for key in ids if key.startswith(wish)), "")
        if found:
            return found
    if "drift" in ids:
        return _fly(state, ids)
    if "done" in ids and any(key.startswith("visit:") for key in ids):
        return _visit(state, ids)
    if ids[0] in ("none", "done", "nobody") and len(ids) > 1 and ids[1].split(":")[0] in ("gear", "mod"):
        return ids[1]
    if ids[0] == "nobody" and len(ids) > 1:
        return ids[1]
    if all(key.startswith("crew:cr") for key in ids) and state.step in ("launch", "tutorial"):
        return min(ids, key=lambda key: _rank(state, key.removeprefix("crew:")))
    return ""


def _rank(state: State, key: str) -> tuple[float, int, str]:
    """Who fits what is known to wait; on a new world near home doors want force, further out they want reading."""
    one = person(state, key)
    planet = LANDING[state.ship.scanner].id if state.ship.scanner else "P1"
    wanted = _known_needs(state, planet)
    if wanted:
        convert = ((CREW[key].colour, CREW[key].icon),)
        dice = owned(state, one.section)
        return -sum(forecast.fit(die.kind, wanted, convert) for die in dice), -one.rank, key
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


def _fly(state: State, ids: list[str]) -> str:
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


def _visit(state: State, ids: list[str]) -> str:
    """Trouble first, then what can be paid for, then hands where they are short; production takes the rest."""
    ship = state.ship
    fit_people = sum(one.section >= 0 and one.place in ("resting", "available") for one in state.people)
    wishes = (
        ("situation", bool(ship.open_situations)),
        ("research", any(payment(state, RESEARCH[key].cost) is not None for key in ship.research)),
        ("barracks", fit_people < 6 and bool(state.recruits)),
        ("production", bool(ship.ready) or any(any(queue) for queue in ship.queues)),
    )
    return next((f"visit:{key}" for key, wanted in wishes if wanted and f"visit:{key}" in ids), "done")

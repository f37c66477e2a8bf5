"""A sensible companion: it reads the public board, never the order of a deck or an unread log."""

from __future__ import annotations

from app.games.vanguard import board, helpers, language
from app.games.vanguard.content import LANDING, MISSION, POI, SECTOR, SYSTEM
from app.games.vanguard.content.structs import Action
from app.games.vanguard.data.crew import CREW
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.people import explorer, team
from app.games.vanguard.pools import available
from app.games.vanguard.ship.launch import STAT_ICONS
from app.games.vanguard.state import Die, Explorer, State
from app.games.vanguard.turns import possible
from app.kernel import Answer, Ask, Move, Session, Use, Values

WORTH = {"log": 40, "unique": 30, "mission": 60, "success": 9, "lead": 4, "finish": 3, "time": 3, "accord": 5}
GOOD = ("refresh", "draw", "lead", "supply", "success", "injury-die", "injury-card", "charge", "progress", "time")


def choose(session: Session[State], seat: int) -> Move:
    ask, state = session.asks[seat], session.state
    if state.step == "explore" and state.x and not state.x.over:
        offer = _offer(session, seat, ask)
        if offer:
            return offer
    values = _answer(state, ask)
    return Answer(seat, ask.id, values)


def _offer(session: Session[State], seat: int, ask: Ask) -> Use | None:
    state = session.state
    for option in session.offers(seat):
        if option.id.startswith("complete:"):
            return Use(seat, option.id)
        if option.id.startswith("exert:") and any(one.id == "end" for one in ask.options):
            section = int(option.id.removeprefix("exert:"))
            crew = explorer(state, section)
            tired = len(available(state, section)) < 2 and len(crew.injuries) < 2
            if tired and section == state.exploration.turn and not any(one.id == "rest" for one in ask.options):
                return Use(seat, option.id)
        if option.id.startswith("pledge:") and _helps(state, option.id):
            return Use(seat, option.id)
    return None


def _helps(state: State, option: str) -> bool:
    _, section, number = option.split(":")
    check = state.now
    if section in check.pledges or len(available(state, int(section))) < 2:
        return False
    die = next(die for die in state.dice if die.id == int(number))
    return _fit(die, _wanted(helpers.action_of(check.action))) >= 3


# Answers -----------------------------------------------------------------------------------------------------------


def _answer(state: State, ask: Ask) -> Values:
    ids = [option.id for option in ask.options]
    if state.step == "explore" and state.x:
        if "end" in ids and ids != ["end"]:
            return (_turn(state, ids),)
        if state.check and state.check.step == 1 and "choose your dice" in ask.prompt:
            return _dice(state, ids)
        if "yes" in ids and "no" in ids:
            return ("yes",)
        combo = [option.id for option in ask.options if option.id.startswith("combo:") and _pleasant(option.note)]
        if combo and _spare(state):
            return (combo[0],)
    elif state.step == "landing" and ids and ids[0] == "none" and len(ids) > 1:
        return (_landing_die(state, ask),)
    elif state.step not in ("explore", "landing"):
        chosen = _ship(state, ids)
        if chosen:
            return (chosen,)
    if ids and ids[0].startswith("choice:"):
        return (_choice(ask),)
    return ask.default


def _pleasant(note: str) -> bool:
    return any(f": {word}" in note for word in GOOD)


def _spare(state: State) -> bool:
    return state.check is not None and state.check.kind == "prepare"


def _choice(ask: Ask) -> str:
    def worth(note: str) -> int:
        good = sum(
            note.count(word) for word in ("accord +", "success +", "signal +", "unique", "unlock", "morale +", "log")
        )
        return (
            3 * good
            - note.count("pay")
            - 4 * note.count("accord -")
            - 4 * note.count("wake +")
            - 2 * note.count("injure")
        )

    return max(ask.options, key=lambda option: worth(option.note)).id


# On the planet -----------------------------------------------------------------------------------------------------


def _wanted(action: Action) -> tuple[str, ...]:
    needs = [row.need for row in action.rows if row.need] + [track.need for track in action.tracks]
    return tuple(dict.fromkeys(word for need in needs for part in language.need(need) for word in part))


def _fit(die: Die, wanted: tuple[str, ...]) -> int:
    """How many faces of a die help."""
    return sum(1 for face in KIND[die.kind].faces if "V" in face or any(icon in wanted for icon in face))


def _dice(state: State, ids: list[str]) -> Values:
    check = state.now
    wanted = _wanted(helpers.action_of(check.action))
    dice = [die for die in state.dice if f"die:{die.id}" in ids]
    crew = explorer(state, check.actor)
    card = CREW[crew.person]

    def fit(die: Die) -> int:
        return 2 * _fit(die, wanted) + (card.icon in wanted and KIND[die.kind].colour == card.colour)

    ranked = sorted(dice, key=lambda die: (-fit(die), die.id))
    enough = 2 if check.kind == "travel" else 4
    best = [die for die in ranked if fit(die) >= 4][:enough] or ranked[:2]
    return tuple(f"die:{die.id}" for die in best)


def value(state: State, action: Action) -> int:
    """What the printed outcomes of an action promise."""
    x = state.exploration
    texts = [row.do for row in action.rows if row.need][:1] + [track.do for track in action.tracks] + [action.plain]
    total = 0
    for text in texts:
        for effect in language.effects(text):
            if effect.verb == "unique" and effect.args[0].isdigit():
                number = int(effect.args[0])
                gone = number in x.uniques or number in state.ship.uniques or f"unique:{number}" in state.unlocked
                total += 0 if gone else WORTH["unique"]
            elif effect.verb in WORTH:
                total += WORTH[effect.verb]
    return total


def _going_home(state: State) -> bool:
    x = state.exploration
    if x.tutorial:
        return "M03" in x.missions
    main = [key for key in x.missions if not MISSION[key].optional]
    ready = all(MISSION[key].when and "crew-in lander" in MISSION[key].when and _near_done(state, key) for key in main)
    hurt = any(len(one.injuries) >= 3 for one in team(state))
    return ready or hurt or x.round > 16


def _near_done(state: State, key: str) -> bool:
    """The mission only waits for somebody at the lander."""
    needs = [int(word) for word in MISSION[key].when.split() if word.isdigit()]
    return all(number in state.exploration.uniques for number in needs)


def _turn(state: State, ids: list[str]) -> str:
    x = state.exploration
    crew = explorer(state, x.turn)
    home = _going_home(state)
    if home and "liftoff" in ids and all(one.sector == x.lander_sector for one in team(state)):
        return "liftoff"
    ready = len(available(state, crew.section))
    if not home:
        specials = [key for key in ids if key.startswith("special:")]
        best = max(specials, key=lambda key: value(state, helpers.action_of(key.removeprefix("special:"))), default="")
        if best and value(state, helpers.action_of(best.removeprefix("special:"))) > 0 and ready >= 2:
            return best
    if ready < 3 and "rest" in ids:
        return "rest"
    step = _step(state, crew, [x.lander_sector] if home else _goals(state, crew))
    if step and f"travel:{step}" in ids and ready >= 1:
        return f"travel:{step}"
    if home and crew.sector != x.lander_sector and "rest" in ids:
        return "rest"
    return "prepare:draw" if len(crew.hand) < 2 else "end"


def _goals(state: State, crew: Explorer) -> list[str]:
    """The sectors whose actions promise most."""
    x = state.exploration
    worth: dict[str, int] = {}
    for sector in SECTOR[x.planet].values():
        if sector.log and sector.log not in state.logs:
            worth[sector.id] = 12
        for number in x.pois.get(sector.id, []):
            for place, action in enumerate(POI[number].actions):
                used = action.once and f"poi:{number}:{place}" in state.once
                if sector.id not in x.finished and not used and possible(state, action, crew.section):
                    worth[sector.id] = max(worth.get(sector.id, 0), value(state, action))
    worth.pop(crew.sector, None)
    best = max(worth.values(), default=0)
    return [key for key, amount in worth.items() if amount == best and amount > 0]


def _step(state: State, crew: Explorer, goals: list[str]) -> str:
    steps = board.steps_towards(state.exploration, crew.sector, goals)
    return steps[0] if steps else ""


# Aboard ------------------------------------------------------------------------------------------------------------


def _landing_die(state: State, ask: Ask) -> str:
    key = next((word for word in STAT_ICONS if word in ask.prompt), "armor")
    dice = [die for die in state.dice if f"die:{die.id}" in {option.id for option in ask.options}]
    return f"die:{max(dice, key=lambda die: (_fit(die, STAT_ICONS[key]), -die.id)).id}"


def _ship(state: State, ids: list[str]) -> str:
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
    return ""


def _fly(state: State, ids: list[str]) -> str:
    system = SYSTEM[state.ship.system]
    for place in system.destinations:
        if place.landing and f"visit:{place.id}" in ids:
            planet = LANDING[place.landing]
            if planet.id not in state.visited or not any(mission.id in state.done for mission in planet.missions):
                return f"visit:{place.id}"
    flights = [key for key in ids if key.startswith("fly:")]
    fresh = [key for key in flights if key.removeprefix("fly:") not in state.ship.flown]
    if fresh:
        return fresh[0]
    landings = [f"visit:{place.id}" for place in system.destinations if place.landing and f"visit:{place.id}" in ids]
    forward = [key for key in flights if key.removeprefix("fly:") > system.id]
    for wish in (forward if state.missions_flown % 2 else landings, landings, flights):
        if wish:
            return wish[0]
    return "drift"


def _visit(state: State, ids: list[str]) -> str:
    ship = state.ship
    seen = ship.used
    if "visit:situation" in ids and ship.open_situations:
        return "visit:situation"
    if (
        "visit:production" in ids
        and seen.get("bot-production", 0) == 0
        and (ship.ready or any(any(q) for q in ship.queues))
    ):
        return "visit:production"
    return "done"

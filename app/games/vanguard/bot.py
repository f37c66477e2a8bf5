"""A sensible companion: it reads the public board, never the order of a deck or an unread log."""

from __future__ import annotations

from app.games.vanguard import board, helpers, language
from app.games.vanguard.content import LANDING, MISSION, POI, SECTOR, SYSTEM
from app.games.vanguard.content.structs import Action
from app.games.vanguard.data.crew import CREW
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.people import explorer, person, team
from app.games.vanguard.pools import available, in_play, refreshable
from app.games.vanguard.ship.launch import STAT_ICONS
from app.games.vanguard.state import Die, Exploration, Explorer, State
from app.games.vanguard.turns import possible, specials_here
from app.kernel import Answer, Ask, Move, Session, Use, Values

WORTH = {
    "log": 60,
    "poi": 60,
    "unique": 8,
    "mission": 60,
    "success": 4,
    "lead": 1,
    "finish": 1,
    "time": 1,
    "accord": 3,
    "flag": 9,
}
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
            if section == state.exploration.turn and _should_exert(state, crew, ask):
                return Use(seat, option.id)
        if option.id.startswith("standing:") and any(one.id == "end" for one in ask.options):
            section = int(option.id.removeprefix("standing:"))
            wanted = _standing(state, explorer(state, section))
            if wanted != state.standing.get(str(section), "none"):
                return Use(seat, option.id, (wanted,))
        if option.id.startswith("pledge:") and _helps(state, option.id):
            return Use(seat, option.id)
        if option.note.startswith(("refresh", "any, exhaust: refresh")) and _tired(state, option.id):
            return Use(seat, option.id)
    return None


def _standing(state: State, crew: Explorer) -> str:
    """The kind of die that would help most with what is to be done in this sector."""
    actions = [action for _, action in specials_here(state, crew) if action.rows or action.tracks]
    best = max(actions, key=lambda action: value(state, action), default=None)
    dice = [die for die in state.dice if die.section == crew.section and die.zone != "compartment"]
    if best is None or not dice:
        return "none"
    die = max(dice, key=lambda die: (_fit(die, _wanted(best)), -die.id))
    return die.kind if _fit(die, _wanted(best)) >= 2 else "none"


def _tired(state: State, option: str) -> bool:
    """Whether a refreshing card or item would be well used now."""
    x = state.exploration
    kind, key, *_ = option.split(":")
    crew = next((one for one in team(state) if key in (*one.hand, str(one.section))), None)
    if crew is None or kind not in ("card", "gear") or x.turn != crew.section or state.check:
        return False
    return len(refreshable(state, crew.section)) >= 2 and len(available(state, crew.section)) <= 3


def _should_exert(state: State, crew: Explorer, ask: Ask) -> bool:
    """Sacrificed dice come back at the next launch, so a tired crew with many dice exerts before it rests."""
    if len(available(state, crew.section)) > 1 or (state.exploration.special and _worth_staying(state, crew)):
        return False
    if in_play(state, crew.section) > 4:
        return True
    can_rest = any(one.id == "rest" for one in ask.options)
    return not can_rest and (in_play(state, crew.section) > 3 or len(crew.injuries) < 2)


def _helps(state: State, option: str) -> bool:
    _, section, number = option.split(":")
    check = state.now
    if section in check.pledges or len(available(state, int(section))) < 2:
        return False
    die = next(die for die in state.dice if die.id == int(number))
    least = 2 if len(available(state, int(section))) > 3 else 3
    return _fit(die, _wanted(helpers.action_of(check.action))) >= least


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
        added = [option.id for option in ask.options if _adds(state, option.id, option.note)]
        if added:
            return (added[0],)
        combo = [option.id for option in ask.options if option.id.startswith("combo:") and _pleasant(option.note)]
        if combo and _spare(state):
            return (combo[0],)
    elif state.step == "landing" and ids and ids[0] == "none" and len(ids) > 1:
        return (_landing_die(state, ask),)
    elif ids and ids[0].startswith("land:") and state.x:
        return (min(ids, key=lambda key: _remote(state, key.removeprefix("land:"))),)
    elif state.step not in ("explore", "landing"):
        chosen = _ship(state, ids)
        if chosen:
            return (chosen,)
    if ids and ids[0].startswith("choice:"):
        return (_choice(ask),)
    return ask.default


def _adds(state: State, key: str, note: str) -> bool:
    """A card that puts a wanted icon into the pool."""
    if state.check is None or not key.startswith(("play:", "accept:", "gear:")):
        return False
    wanted = _wanted(helpers.action_of(state.check.action))
    return any(f"add {icon}" in note for icon in (*wanted, "V")) and bool(wanted)


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
    best = [die for die in ranked if fit(die) >= 4][: enough + 1]
    if len(best) < min(3, enough):
        best = ranked[: min(3, enough)]
    return tuple(f"die:{die.id}" for die in best)


def value(state: State, action: Action) -> int:
    """What the printed outcomes of an action promise; most of all what an open mission asks for."""
    x = state.exploration
    asked = {word for key in x.missions for word in MISSION[key].when.split() if word.isdigit()}
    texts = [row.do for row in action.rows if row.need][:1] + [track.do for track in action.tracks] + [action.plain]
    total = 0
    for text in texts:
        listed = language.effects(text)
        for effect in (*listed, *(inner for one in listed for inner in one.then)):
            if effect.verb == "unique" and effect.args[0].isdigit():
                number = int(effect.args[0])
                gone = number in x.uniques or number in state.ship.uniques or f"unique:{number}" in state.unlocked
                total += 0 if gone else WORTH["unique"] + 60 * (effect.args[0] in asked or number > 32)
            elif effect.verb in WORTH:
                total += WORTH[effect.verb]
    return total


def _going_home(state: State) -> bool:
    x = state.exploration
    if x.tutorial:
        return "M03" in x.missions
    main = [key for key in x.missions if not MISSION[key].optional]
    ready = all(MISSION[key].when and "crew-in lander" in MISSION[key].when and _near_done(state, key) for key in main)
    return ready or x.round > 14


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
            if _suited(state, crew, helpers.action_of(best.removeprefix("special:"))):
                return best
            if "rest" in ids and ready < in_play(state, crew.section):
                return "rest"
    if ready < 3 and "rest" in ids:
        return "rest"
    if not home and _worth_staying(state, crew):
        tired = "rest" in ids and len(refreshable(state, crew.section)) > 1 and x.supplies > 1
        return "rest" if tired else "prepare:draw" if len(crew.hand) < 2 else "end"
    step = _step(state, crew, [x.lander_sector] if home else _goals(state, crew))
    if step and f"travel:{step}" in ids and ready >= 1:
        return f"travel:{step}"
    if home and crew.sector != x.lander_sector and "rest" in ids:
        return "rest"
    return "prepare:draw" if len(crew.hand) < 2 else "end"


def _worth_staying(state: State, crew: Explorer) -> bool:
    """The story goes on in this sector, next turn if need be."""
    here = [action for _, action in specials_here(state, crew) if possible(state, action, crew.section)]
    return any(value(state, action) >= 60 for action in here)


def _goals(state: State, crew: Explorer) -> list[str]:
    """The sectors whose actions promise most."""
    x = state.exploration
    worth: dict[str, float] = {}
    away = _distances(x, crew.sector)
    for sector in SECTOR[x.planet].values():
        if sector.id not in away or sector.id == crew.sector:
            continue
        amount = 12 if sector.log and sector.log not in state.logs else 0
        for number in x.pois.get(sector.id, []):
            for place, action in enumerate(POI[number].actions):
                used = action.once and f"poi:{number}:{place}" in state.once
                if sector.id not in x.finished and not used and possible(state, action, crew.section):
                    amount = max(amount, value(state, action))
        worth[sector.id] = amount / (2 + away[sector.id])
    best = max(worth.values(), default=0)
    return [key for key, amount in worth.items() if amount == best and amount > 0]


def _suited(state: State, crew: Explorer, action: Action) -> bool:
    """Whether the ready dice give the action a chance."""
    if action.plain:
        return True
    wanted = _wanted(action)
    return sum(_fit(die, wanted) for die in available(state, crew.section)) >= 4


def _distances(x: Exploration, start: str) -> dict[str, int]:
    """How far every sector is; a path icon counts as two steps."""
    away = {start: 0}
    waiting = [start]
    while waiting:
        place = min(waiting, key=lambda key: away[key])
        waiting.remove(place)
        for end, icons in board.ways(x, place):
            cost = away[place] + 1 + 2 * len(icons)
            if cost < away.get(end, 99):
                away[end] = cost
                waiting.append(end)
    return away


def _step(state: State, crew: Explorer, goals: list[str]) -> str:
    """The first step of a cheap way."""
    x = state.exploration
    steps = []
    for end, icons in board.ways(x, crew.sector):
        away = _distances(x, end)
        reach = [away[goal] for goal in goals if goal in away]
        if reach and crew.sector not in goals:
            steps.append((1 + 2 * len(icons) + min(reach), end))
    return min(steps)[1] if steps else ""


# Aboard ------------------------------------------------------------------------------------------------------------


def _remote(state: State, place: str) -> int:
    """How far a landing place is from what the board shows."""
    x = state.exploration
    away = _distances(x, place)
    return sum(away.get(sector.id, 20) for sector in SECTOR[x.planet].values() if sector.poi)


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
    if all(key.startswith("crew:cr") for key in ids) and state.step in ("launch", "tutorial"):
        return min(ids, key=lambda key: _rank(state, key.removeprefix("crew:")))
    return ""


def _rank(state: State, key: str) -> tuple[int, int, str]:
    """Near home doors want force, further out they want reading; after a failure the others try."""
    one = person(state, key)
    planet = LANDING[state.ship.scanner].id if state.ship.scanner else "P1"
    force = (state.ship.system == "SY1") != (planet in state.visited and planet != "P1")
    order = (0, 3, 2, 1) if force else (3, 1, 0, 2)
    return order[one.section], -one.rank, key


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

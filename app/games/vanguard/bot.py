"""A sensible companion: it reads the public board, never the order of a deck or an unread log."""

from __future__ import annotations

from collections.abc import Sequence

from app.games.vanguard import board, forecast, helpers, language, printed
from app.games.vanguard.check import pledged, rolled
from app.games.vanguard.content import LANDING, MISSION, PLANET, POI, SECTOR, SYSTEM
from app.games.vanguard.content.structs import Action
from app.games.vanguard.data.crew import CREW
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.data.planetside import DANGER
from app.games.vanguard.data.ship import RESEARCH
from app.games.vanguard.forecast import STORY, convert_of, promise, risk, wanted_by, worth
from app.games.vanguard.language import Effect, every
from app.games.vanguard.needs import sets
from app.games.vanguard.people import explorer, person, team
from app.games.vanguard.poolfx import danger_named
from app.games.vanguard.pools import available, dice_in, fits, icons, in_play, owned, refreshable
from app.games.vanguard.ship.facilities import payment
from app.games.vanguard.ship.launch import STAT_ICONS, stat
from app.games.vanguard.state import Danger, Die, Exploration, Explorer, State
from app.games.vanguard.turns import possible, specials_here
from app.kernel import PASS, Answer, Ask, Move, Session, Use, Values

PRICE = 1.2  # of rolling one more die
LATE = 16  # the round in which everybody goes home
ROUGH = {"accord": (3.0, 4.0), "success": (3.0, 0.0), "signal": (3.0, 0.0), "morale": (3.0, 0.0), "wake": (-4.0, 0.0)}
GOOD_COMBOS = ("refresh", "lead", "supply", "success", "injury-die", "injury-card", "charge", "progress")
EDGE = {"T": 2.5, "S": 0.8, "U": 2.0, "E": 1.0}


def choose(session: Session[State], seat: int) -> Move:
    ask, state = session.asks[seat], session.state
    if state.step == "explore" and state.x and not state.x.over:
        offer = _offer(session, seat, ask)
        if offer:
            return offer
    return Answer(seat, ask.id, _answer(state, ask))


# Beside the question ------------------------------------------------------------------------------------------------


def _offer(session: Session[State], seat: int, ask: Ask) -> Use | None:
    state = session.state
    acting = any(one.id == "end" for one in ask.options)
    for option in session.offers(seat):
        kind, *rest = option.id.split(":")
        if kind == "complete":
            return Use(seat, option.id)
        if kind == "exert" and acting and _should_exert(state, explorer(state, int(rest[0]))):
            return Use(seat, option.id)
        if kind == "standing" and acting:
            wanted = _standing(state, explorer(state, int(rest[0])))
            if wanted != state.standing.get(rest[0], "none"):
                return Use(seat, option.id, (wanted,))
        if kind == "pledge" and _helps(state, int(rest[0]), int(rest[1])):
            return Use(seat, option.id)
        if kind in ("card", "gear", "skill", "find") and acting and _well_used(state, option.id):
            return Use(seat, option.id)
    return None


def _well_used(state: State, option: str) -> bool:
    """A card, item or skill that does something good now."""
    x = state.exploration
    kind, key, *_ = option.split(":")
    holder = next((one for one in team(state) if key in (*one.hand, str(one.section))), explorer(state, x.turn))
    does = {effect.verb: effect for effect in every(printed.does(state, option))}
    if "injury-card" in does:
        return any(one.injuries for one in team(state) if one.sector == holder.sector)
    if "injury-die" in does:
        shared = does["injury-die"].target
        whole = [one for one in team(state) if one.sector == holder.sector] if shared else [holder]
        return any(any(one.injury_columns) for one in whole)
    if "refresh" in does and "choose" not in does:
        tired = len(refreshable(state, holder.section)) >= 2 and len(available(state, holder.section)) <= 3
        return tired and holder.section == x.turn
    if kind == "find":
        return False
    if "supply" in does and "choose" not in does:
        return does["supply"].n > 0
    return "draw" in does and kind == "skill" and len(holder.hand) < 2 and holder.charges > 1


def _goal_icons(state: State, crew: Explorer) -> tuple[str, ...]:
    """What the crew will want to roll: the best that can be done here, else where it is going."""
    here = [(key, action) for key, action in specials_here(state, crew) if possible(state, action, crew.section)]
    best = max(here, key=lambda one: _potential(state, crew, *one), default=None)
    if best and _potential(state, crew, *best) >= 8:
        return wanted_by(best[1])
    for goal in _goals(state, crew):
        for number in state.exploration.pois.get(goal, []):
            for action in POI[number].actions:
                if wanted_by(action):
                    return wanted_by(action)
    return ()


def _standing(state: State, crew: Explorer) -> str:
    """The kind of die that would help most with what is to be done in this sector."""
    here = [one for one in specials_here(state, crew) if wanted_by(one[1])]
    best = max(here, key=lambda one: _potential(state, crew, *one), default=None)
    dice = dice_in(state, crew.section, "slot", "spent", "pool")
    if best is None or not dice:
        return "none"
    wanted = wanted_by(best[1])
    die = max(dice, key=lambda die: (forecast.fit(die.kind, wanted, ()), -die.id))
    return die.kind if forecast.fit(die.kind, wanted, ()) >= 0.3 else "none"


def _should_exert(state: State, crew: Explorer) -> bool:
    """Sacrificed dice come back at the next launch, so a tired crew with many dice exerts before it rests."""
    x = state.exploration
    ready, spent = len(available(state, crew.section)), len(refreshable(state, crew.section))
    if crew.section != x.turn or in_play(state, crew.section) <= 4 or spent < 3:
        return False
    if x.special and x.actions == 1 and ready >= 1 and not _going_home(state):
        return False
    return ready <= 2


def _helps(state: State, section: int, number: int) -> bool:
    check = state.now
    if str(section) in check.pledges or len(available(state, section)) < 2:
        return False
    actor = explorer(state, check.actor)
    action = helpers.action_of(check.action)
    die = next(die for die in state.dice if die.id == number)
    mine = available(state, check.actor)
    with_it = promise(state, actor, check.action, action, [*mine, die])
    return with_it - promise(state, actor, check.action, action, mine) >= 1.5 * PRICE


# Answers -----------------------------------------------------------------------------------------------------------


def _answer(state: State, ask: Ask) -> Values:
    ids = [option.id for option in ask.options]
    if ask.rule == "ISS-328":
        return ("yes",)  # whoever likes another section better may have it
    if state.step == "explore" and state.x:
        if "end" in ids:
            return (_turn(state, ids),)
        if ids and ids[0].startswith("die:"):
            return _dice(state, ask, ids)
        if "yes" in ids and "no" in ids:
            return ("yes",)
        if state.check and ids:
            chosen = _in_check(state, ask, ids)
            if chosen:
                return (chosen,)
    elif state.step == "landing" and ids and ids[0] == "none" and len(ids) > 1:
        return (_landing_die(state, ask),)
    elif ids and ids[0].startswith("land:") and state.x:
        return (min(ids, key=lambda key: _remote(state, key.removeprefix("land:"))),)
    elif state.step not in ("explore", "landing"):
        chosen = _ship(state, ids)
        if chosen:
            return (chosen,)
    if ids and ids[0].startswith("choice:"):
        return (_choice(state, ask),)
    return ask.default


def _choice(state: State, ask: Ask) -> str:
    """What is free or costs only is added up; aboard, and where a cost buys something, a rough view is enough."""
    hurt = max((len(one.injuries) for one in team(state)), default=0) if state.x else 0

    def value(option: str) -> float:
        if option == PASS:
            return 0.0
        choice, log = printed.open_choice(state, option)
        brings = () if log else choice.do
        known = (*choice.pay, *brings)
        if state.x and not choice.need and not (choice.pay and brings):
            return worth(state, known, hurt)
        return _rough(known) - bool(choice.pay)

    return max(ask.options, key=lambda option: value(option.id)).id


def _rough(effects: Sequence[Effect]) -> float:
    return sum(_sign(effect) for effect in every(effects))


def _sign(effect: Effect) -> float:
    if effect.verb in ("accord", "success", "signal", "morale", "wake"):
        good, bad = ROUGH[effect.verb]
        return good if effect.n > 0 else -bad
    return {"unique": 3.0, "unlock": 3.0, "log": 3.0, "injure": -3.0}.get(effect.verb, 0.0)


# In a check --------------------------------------------------------------------------------------------------------


def _dice(state: State, ask: Ask, ids: list[str]) -> Values:
    dice = [die for die in state.dice if f"die:{die.id}" in ids]
    check = state.check
    if check and check.step == 1 and "choose your dice" in ask.prompt:
        return _roll(state, dice)
    owner = (
        explorer(state, dice[0].section) if dice and dice[0].section >= 0 else explorer(state, state.exploration.turn)
    )
    wanted = wanted_by(helpers.action_of(check.action)) if check else _goal_icons(state, owner)
    convert = convert_of(owner)
    ranked = sorted(dice, key=lambda die: (-forecast.fit(die.kind, wanted, convert), die.id))
    if ask.prompt.startswith("Refresh"):
        kept: list[Die] = []
        for die in ranked:
            if len(kept) < ask.most and fits(state, owner, [*kept, die]):
                kept.append(die)
        return tuple(f"die:{die.id}" for die in kept)
    if ask.prompt.startswith(("Reroll", "Turn up")):
        useless = [die for die in dice if not _useful(state, die)]
        return tuple(f"die:{die.id}" for die in useless[: ask.most])
    if ask.prompt.startswith(("Spend", "Sacrifice", "Which die is pushed")) and ask.least:
        return tuple(f"die:{die.id}" for die in ranked[::-1][: ask.least])
    return ask.default


def _roll(state: State, dice: Sequence[Die]) -> Values:
    check = state.now
    actor = explorer(state, check.actor)
    action = helpers.action_of(check.action)
    help_ids = pledged(state)
    helping = [die for die in state.dice if die.id in help_ids]
    best = forecast.choose_dice(state, actor, check.action, action, dice, helping, PRICE)
    held = len(dice) - len(best) + len(dice_in(state, check.actor, "spent"))
    losses = sum(actor.injury_columns) + action.dice
    if losses and not held and len(best) > 2:
        best.pop()  # who has nothing left to spend is hurt instead (ISS-007)
    return tuple(f"die:{die.id}" for die in best)


def _useful(state: State, die: Die) -> bool:
    wanted = wanted_by(helpers.action_of(state.now.action))
    shown, convert = icons(die), dict(convert_of(explorer(state, state.now.actor)))
    turned = convert.get(KIND[die.kind].colour, "") if "Ba" in shown else ""
    return "V" in shown or turned in wanted or any(icon in wanted for icon in shown)


def _missing(state: State) -> bool:
    """Whether the row that is worth most is not met yet, or a track could use more."""
    action = helpers.action_of(state.now.action)
    hurt = len(explorer(state, state.now.actor).injuries)
    rows = [row for row in action.rows if row.need]
    if not rows:
        return bool(action.tracks)
    best = max(rows, key=lambda row: worth(state, row.do, hurt))
    return not sets(rolled(state), language.need(best.need))


def _in_check(state: State, ask: Ask, ids: list[str]) -> str:
    check = state.now
    wanted = wanted_by(helpers.action_of(check.action))
    if check.step == 4 and "done" in ids:
        return _modify(state, ask, wanted) or "done"
    if check.step == 5 and "done" in ids:
        for key in ids:
            if key != "done" and _good_combo(check.kind, printed.does(state, key)[0]):
                return key
        return "done"
    if ids[0].startswith("row:"):
        hurt = len(explorer(state, check.actor).injuries)
        return max(ids, key=lambda key: worth(state, printed.does(state, key), hurt))
    if ids[0].startswith("face:"):
        return max(ids, key=lambda key: (key.removeprefix("face:") in wanted, key == "face:V"))
    if ids[0].startswith("danger:") and "Ignore" in ask.prompt:
        return max(ids, key=lambda key: _bad(danger_named(key)))
    matches = [key for key in ids if key.startswith("match:") and key.split(":")[2] in (*wanted, "V")]
    return matches[0] if matches else ""


def _good_combo(kind: str, first: Effect) -> bool:
    """Where the dice are wanted for a result only what moves a track; in a Prepare whatever helps."""
    if kind != "prepare":
        return first.verb == "progress"
    return first.verb in GOOD_COMBOS or (first.verb == "time" and first.args[0] == "any")


def _bad(danger: Danger) -> float:
    """How bad a danger die is."""
    text = "" if danger.face == "blank" else getattr(DANGER[danger.category], danger.face)
    return 2.0 if "injure" in text else 1.0 if text not in ("", "none") else 0.0


def _modify(state: State, ask: Ask, wanted: tuple[str, ...]) -> str:
    """Against injuries anything; for the result what adds an icon, then what turns or rolls useless dice again."""
    check = state.now
    useless = [die for die in state.dice if die.zone == "pool" and not _useful(state, die)]
    threatening = any(_bad(one) == 2.0 for one in check.danger)
    missing = bool(wanted) and _missing(state)
    listed = [(option.id, list(every(printed.does(state, option.id)))) for option in ask.options]
    for key, effects in listed:
        verbs = {effect.verb for effect in effects}
        if "ignore-danger" in verbs and threatening:
            return key
        if "ignore-injury" in verbs and any(face in ("strain", "crisis") for face in check.injury):
            return key
        if missing and any(one.verb == "add" and one.args[0] in (*wanted, "V") for one in effects):
            return key
    for key, effects in listed:
        turns = any(one.verb in ("reroll", "match") or "any" in (*one.args, one.target) for one in effects)
        if missing and useless and turns:
            return key
    return ""


# On the planet -----------------------------------------------------------------------------------------------------


def _potential(state: State, crew: Explorer, reference: str, action: Action) -> float:
    """What an action promises with all dice still in play, its dangers counted."""
    dice = dice_in(state, crew.section, "slot", "spent", "pool")
    return promise(state, crew, reference, action, dice) - risk(action, len(crew.injuries))


def _going_home(state: State) -> bool:
    x = state.exploration
    if x.tutorial:
        return "M03" in x.missions
    main = [key for key in x.missions if not MISSION[key].optional]
    ready = all(MISSION[key].when and "crew-in lander" in MISSION[key].when and _near_done(state, key) for key in main)
    return ready or x.round > LATE


def _near_done(state: State, key: str) -> bool:
    """The mission only waits for somebody at the lander."""
    needs = [int(word) for word in MISSION[key].when.split() if word.isdigit()]
    return all(number in state.exploration.uniques for number in needs)


def _turn(state: State, ids: list[str]) -> str:
    x = state.exploration
    crew = explorer(state, x.turn)
    home = _going_home(state)
    if ids == ["end"]:
        return "end"
    if home and "liftoff" in ids and all(one.sector == x.lander_sector for one in team(state)):
        return "liftoff"
    dice = available(state, crew.section)
    tired = len(refreshable(state, crew.section))
    can_rest = "rest" in ids and tired > 0
    best, score = _best_special(state, crew, ids, dice) if not home else ("", 0.0)
    if best and score > 1.0:
        full = _potential(state, crew, best.removeprefix("special:"), helpers.action_of(best.removeprefix("special:")))
        if can_rest and tired >= 2 and score < 0.55 * full and x.actions == 2:
            return "rest"
        return best
    staying = not home and _worth_staying(state, crew)
    if staying:
        return "rest" if can_rest and tired > 1 else "prepare:draw" if len(crew.hand) < 3 else "end"
    step = _step(state, crew, [x.lander_sector] if home else _goals(state, crew))
    if step and f"travel:{step}" in ids:
        if len(dice) < 2 and can_rest and _toll(x, crew.sector, step):
            return "rest"
        return f"travel:{step}"
    if can_rest and tired > 2 and (x.supplies > 1 or home):
        return "rest"
    return "prepare:draw" if len(crew.hand) < 2 else "end"


def _best_special(state: State, crew: Explorer, ids: list[str], dice: Sequence[Die]) -> tuple[str, float]:
    best, score = "", 0.0
    for key in ids:
        if not key.startswith("special:"):
            continue
        reference = key.removeprefix("special:")
        action = helpers.action_of(reference)
        value = promise(state, crew, reference, action, dice) - risk(action, len(crew.injuries))
        if not action.plain:
            value -= 2.0  # of the dice that go
        if value > score:
            best, score = key, value
    return best, score


def _worth_staying(state: State, crew: Explorer) -> bool:
    """The story goes on in this sector, next turn if need be."""
    here = [one for one in specials_here(state, crew) if possible(state, one[1], crew.section)]
    return any(_potential(state, crew, *one) >= STORY / 4 for one in here)


def _goals(state: State, crew: Explorer) -> list[str]:
    """The sectors whose actions promise most to this crew."""
    x = state.exploration
    gain: dict[str, float] = {}
    away = _distances(x, crew.sector)
    for sector in SECTOR[x.planet].values():
        if sector.id not in away or sector.id == crew.sector:
            continue
        amount = 14.0 if sector.log and sector.log not in state.logs else 0.0
        for number in x.pois.get(sector.id, []):
            for place, action in enumerate(POI[number].actions):
                reference = f"poi:{number}:{place}"
                used = action.once and reference in state.once
                if sector.id not in x.finished and not used and possible(state, action, crew.section):
                    amount = max(amount, _potential(state, crew, reference, action))
        gain[sector.id] = amount / (3 + away[sector.id])
    best = max(gain.values(), default=0)
    return [key for key, amount in gain.items() if amount == best and amount > 0]


def _toll(x: Exploration, start: str, end: str) -> bool:
    return any(icons for goal, icons in board.ways(x, start) if goal == end)


def _edge(path_icons: tuple[str, ...]) -> float:
    return 1 + sum(EDGE.get(icon, 3.0) for icon in path_icons)


def _distances(x: Exploration, start: str) -> dict[str, float]:
    """How far every sector is; the icons of paths count by what they cost."""
    away = {start: 0.0}
    waiting = [start]
    while waiting:
        place = min(waiting, key=lambda key: away[key])
        waiting.remove(place)
        for end, path_icons in board.ways(x, place):
            cost = away[place] + _edge(path_icons)
            if cost < away.get(end, 99):
                away[end] = cost
                waiting.append(end)
    return away


def _step(state: State, crew: Explorer, goals: list[str]) -> str:
    """The first step of a cheap way."""
    x = state.exploration
    steps = []
    for end, path_icons in board.ways(x, crew.sector):
        away = _distances(x, end)
        reach = [away[goal] for goal in goals if goal in away]
        if reach and crew.sector not in goals:
            steps.append((_edge(path_icons) + min(reach), end))
    return min(steps)[1] if steps else ""


# Aboard ------------------------------------------------------------------------------------------------------------


def _remote(state: State, place: str) -> float:
    """How far a landing place is from what the board shows."""
    x = state.exploration
    away = _distances(x, place)
    return sum(away.get(sector.id, 20) for sector in SECTOR[x.planet].values() if sector.poi)


def _landing_die(state: State, ask: Ask) -> str:
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

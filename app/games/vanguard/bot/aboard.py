"""The bot aboard and in the landing: where to fly, whom to send, what to build."""

from __future__ import annotations

import re
from collections import Counter

from app.games.vanguard import forecast
from app.games.vanguard.content import LANDING, PLANET
from app.games.vanguard.content.structs import LandingStep
from app.games.vanguard.data.crew import COLOURS, SLOTS
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.data.gear import LANDER, LANDER_SLOTS
from app.games.vanguard.forecast import worth
from app.games.vanguard.people import person, team
from app.games.vanguard.pools import owned
from app.games.vanguard.ship.landing import STAT_ICONS
from app.games.vanguard.ship.launch import stat
from app.games.vanguard.state import Die, State
from app.kernel import Ask, Values

WISHES = (
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
)
LANDING_STEP = 6.0  # what passing a landing step is worth beside its fail effect
LANDING_DIE = 0.7  # what a die spent in the landing is worth
MODS = {"LM01": 2.0, "LM05": 2.0, "LM10": 1.5, "LM11": 1.5, "LM06": 1.0}
STRONG = {"wild": 3.0, "expert": 2.0, "universal": 0.5}


def landing_die(state: State, ask: Ask) -> str:
    """A die of the first so many crew, as many as the step is worth."""
    sequence = state.landing
    ids = {option.id for option in ask.options}
    dice = [die for die in state.dice if f"die:{die.id}" in ids]
    if sequence is None:
        return "none"
    landing = PLANET[sequence.planet].landing
    step = landing.steps[sequence.step]
    crew = team(state)
    scanned = sequence.step < state.ship.scanned.get(landing.id, 0)
    jitters = "jitters" in state.flags
    need = step.difficulty + (len(crew) == 4) + jitters - stat(state, step.stat) - scanned
    place = next(number for number, one in enumerate(crew) if one.section == dice[0].section)
    loss = _loss(state, step)
    best = max(range(len(crew) + 1), key=lambda count: loss * _landing_chance(count, need) - LANDING_DIE * count)
    if place >= best:
        return "none"
    return f"die:{max(dice, key=lambda die: (forecast.fit(die.kind, STAT_ICONS[step.stat], ()), -die.id)).id}"


def _landing_chance(count: int, need: int) -> float:
    """That so many fitting dice, which score +1, 0 or -1, reach what a landing step needs."""
    scores = {0: 1.0}
    for _ in range(count):
        after: dict[int, float] = {}
        for score, share in scores.items():
            for change, part in ((1, 4 / 6), (0, 1 / 6), (-1, 1 / 6)):
                after[score + change] = after.get(score + change, 0.0) + share * part
        scores = after
    return sum(share for score, share in scores.items() if score >= need)


def decide(state: State, seat: int, ids: list[str]) -> str:
    """The answer to a question aboard; nothing where the default will do."""
    for wish in WISHES:
        found = [key for key in ids if key.startswith(wish)]
        if found:
            return min(found, key=lambda key: _workers(state, key))
    if ids[0].startswith("lander:"):
        ranked = sorted(ids, key=lambda key: _lander_worth(state, key.removeprefix("lander:")))
        return ranked[-1] if len(state.ship.landers) <= LANDER_SLOTS else ranked[0]
    if ids[0].startswith("kind:"):
        return max(ids, key=lambda key: _die_worth(state, seat, key.removeprefix("kind:")))
    if ids[0] == "done" and len(ids) > 1 and ids[1].startswith("mod:"):
        mods = [key for key in ids if key.startswith("mod:")]
        return max(mods, key=lambda key: _mod_worth(state, key.removeprefix("mod:")))
    if ids[0] == "nobody" and len(ids) > 1:
        return ids[1]
    return ""


def _landing_needs(state: State) -> dict[str, float]:
    """How much of each stat the coming landing could use: what is known of it, and a little of the rest."""
    needs = dict.fromkeys(STAT_ICONS, 0.0)
    if not state.ship.scanner:
        return needs
    planet = LANDING[state.ship.scanner]
    known = planet.landing.steps[: state.ship.scanned.get(state.ship.scanner, 0)]
    for step in known:
        needs[step.stat] += step.difficulty - 1
    return {key: need + 0.5 * (len(planet.landing.steps) - len(known)) for key, need in needs.items()}


def _lander_worth(state: State, key: str) -> float:
    """What is known of the landing counts most, then supplies."""
    lander = LANDER[key]
    has = {"armor": lander.armor, "sensors": lander.sensors, "agility": lander.agility}
    known = []
    if state.ship.scanner:
        known = list(LANDING[state.ship.scanner].landing.steps[: state.ship.scanned.get(state.ship.scanner, 0)])
    crew = state.team_size
    passed = sum(
        _loss(state, step) * _landing_chance(crew, step.difficulty + (crew == 4) - has[step.stat] - 1) for step in known
    )
    unknown = (3 - len(known)) * sum(has.values()) / 3
    return passed + unknown + 0.6 * lander.supplies + 2.0 * lander.start + 0.3 * (lander.personal + lander.mission)


def _loss(state: State, step: LandingStep) -> float:
    """What a landing step costs if it fails."""
    return LANDING_STEP - worth(state, step.fail, 1)


def _mod_worth(state: State, key: str) -> float:
    raised = {"LM02": "armor", "LM03": "agility", "LM09": "sensors"}.get(key)
    return _landing_needs(state)[raised] if raised else MODS.get(key, 0.5)


def _die_worth(state: State, seat: int, kind: str) -> tuple[float, int]:
    """Room on the crew boards first, then strong kinds, then what the section has least of."""
    mine = [section for section in range(4) if state.owners[section] == seat]
    section = min(mine, key=lambda one: len(owned(state, one)))  # the sections are asked in turn
    dice = owned(state, section)
    rank = max((one.rank for one in state.people if one.section == section), default=1)
    tint = KIND[kind].colour
    room = tint not in COLOURS
    if tint in COLOURS:
        room = SLOTS[section][rank - 1][COLOURS.index(tint)] > sum(KIND[die.kind].colour == tint for die in dice)
    return 2.0 * room + STRONG.get(KIND[kind].group, 0.0), -sum(die.kind == kind for die in dice)


def spare_dice(state: State, ask: Ask, ids: list[str]) -> Values:
    """On a crew board the strong and the rare lie; what must go is weak, or there are others of its kind."""
    dice = [die for die in state.dice if f"die:{die.id}" in ids]
    copies = Counter(die.kind for die in dice)
    columns = Counter(KIND[die.kind].colour for die in dice)

    def worth_keeping(die: Die) -> tuple[float, int, int]:
        kind = KIND[die.kind]
        return STRONG.get(kind.group, 0.0), -copies[die.kind], -columns[kind.colour]

    ranked = sorted(dice, key=worth_keeping, reverse=state.step in ("launch", "tutorial"))
    return tuple(f"die:{die.id}" for die in ranked[: ask.least])


def _workers(state: State, option: str) -> int:
    """How much rank a task would bind: the best stay free for the next mission."""
    return sum(person(state, key).rank for key in re.findall(r"cr\d+", option))


def in_plan(state: State, seat: int, ask: Ask) -> Values:
    """Its own people go to work where nobody has said otherwise; for the rest it is content with what is suggested."""
    for option in ask.options:
        line, _, deed = option.id.partition("/")
        crew = re.findall(r"cr\d+", deed) if deed.startswith(("lab:", "boost:", "supervise:")) else []
        mine = [key for key in crew if state.owners[person(state, key).section] == seat]
        if crew and crew == mine and state.plan[line].by < 0:
            same = [one.id for one in ask.options if one.id.startswith(f"{line}/") and _all_mine(state, seat, one.id)]
            return (min(same, key=lambda key: _workers(state, key)),)
    return ask.default


def _all_mine(state: State, seat: int, option: str) -> bool:
    crew = re.findall(r"cr\d+", option)
    return bool(crew) and all(state.owners[person(state, key).section] == seat for key in crew)

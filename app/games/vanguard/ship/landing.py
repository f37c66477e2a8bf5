"""The landing and the first steps on the ground: sections 40 and 41."""

from __future__ import annotations

from app.games.vanguard import board, wording
from app.games.vanguard.asking import G, decide, openly
from app.games.vanguard.content import PLANET
from app.games.vanguard.data.crew import OPENING_HAND
from app.games.vanguard.data.gear import LANDER
from app.games.vanguard.decks import draw_cards, show
from app.games.vanguard.effects import Ctx, run
from app.games.vanguard.people import name, owner, team
from app.games.vanguard.pools import dice_in, die_option, icons, injure
from app.games.vanguard.ship.launch import brief, stat
from app.games.vanguard.state import Explorer, State
from app.games.vanguard.telling import became, because, happening, show_dice
from app.kernel import Option, Question, Script, choosing
from app.kernel.moments import MomentKind

STAT_ICONS = {  # ISS-313
    "armor": ("GUARD", "HAUL", "MEND"),
    "sensors": ("READ", "PROBE", "LINK"),
    "agility": ("TRACK", "REACH", "BREACH"),
}


def landing(g: G) -> Script[None]:
    """One step of the landing sequence (ISS-311 to ISS-314)."""
    state = g.state
    sequence = state.landing
    assert sequence is not None
    steps = PLANET[sequence.planet].landing.steps
    if sequence.step == len(steps):
        yield from touch_down(g)
        return
    step = steps[sequence.step]
    key = PLANET[sequence.planet].landing.id
    scanned = sequence.step < state.ship.scanned.get(key, 0)
    if not scanned:
        show(state)
    difficulty = step.difficulty + (len(team(state)) == 4) + ("jitters" in state.flags)
    name_ = step.stat.capitalize()
    scene = f"Step {sequence.step + 1} of {len(steps)}: {name_} must reach {difficulty}"
    with happening(g, "roll", f"The {LANDER[state.ship.lander].name} comes down", scene=scene, rule="ISS-314") as test:
        own = stat(state, step.stat)
        safe = own + scanned >= difficulty  # dice could only make it worse
        score = 0 if safe else (yield from roll_step(g, step.stat, difficulty))
        total = own + score + scanned
        sequence.step += 1
        helped = f"{score:+d} by dice{', +1 by the scan' if scanned else ''}"
        sums = f"{own} of the lander, {helped}: {total} against {difficulty}"
        if total >= difficulty:
            sequence.marker += 1
            g.tell(f"{name_} {total} against {difficulty}: passed.", rule="ISS-314")
            test.result(f"{name_} is passed", sums, good=True)
        else:
            sequence.marker -= 1
            g.tell(f"{name_} {total} against {difficulty}: failed.", rule="ISS-314")
            fails = wording.say(step.fail, wording.sight_of(state))
            test.result(f"{name_} is failed", f"{sums}. {fails}", good=False)
            yield from run(g, step.fail, Ctx(why=f"{name_} failed"))
    state.ship.scanned[key] = max(sequence.step, state.ship.scanned.get(key, 0))


def roll_step(g: G, key: str, difficulty: int) -> Script[int]:
    """Every team crew may roll exactly one Available die, which is then spent (ISS-312)."""
    state = g.state
    rolled = []
    goal = f"{key.capitalize()} must reach {difficulty}, the lander has {stat(state, key)}"
    helpful = ", ".join(wording.icons((icon,)) for icon in STAT_ICONS[key])
    for crew in team(state):
        question = _which_die(
            state,
            crew,
            f"Landing: {goal}. Which die does {name(crew.person)} roll? {helpful} and Valid add 1, an Accident takes 1",
        )
        (answer,) = yield from openly(g, question)
        if answer != "none":
            rolled.append(next(die for die in state.dice if die.id == int(answer.removeprefix("die:"))))
    rolled = [die for die in rolled if die.zone == "slot"]  # it may have been sacrificed since (ISS-090)
    score = yield from roll_landing(g, key, [die.id for die in rolled])
    for die in rolled:
        die.zone, die.colour = "spent", ""
    because(g, "rolled for the landing")
    return score


def _which_die(state: State, crew: Explorer, prompt: str) -> Question:
    def build() -> list[Option]:
        return [Option("none", "No die"), *(die_option(die) for die in dice_in(state, crew.section, "slot"))]

    seat = owner(state, crew.section)
    return choosing(seat, prompt, build, default=lambda: (build()[-1].id,), rule="ISS-312")


def roll_landing(g: G, key: str, numbers: list[int]) -> Script[int]:
    state = g.state
    dice = [die for die in state.dice if die.id in numbers]
    while True:
        values = g.roll(len(dice), 6, f"Landing dice for {key}: {{dice}}.", rule="ISS-312") if dice else []
        for die, value in zip(dice, values, strict=True):
            die.face = value - 1
        show_dice(g, dice)
        for die in dice:
            points = face_score(icons(die), key)
            became(
                g,
                [die.id],
                "counts" if points > 0 else "hurts" if points else "ignored",
                f"{points:+d}" if points else "0",
            )
        score = sum(face_score(icons(die), key) for die in dice)
        assert state.landing is not None
        if "B07" not in state.ship.upgrades.values() or state.landing.rerolled or not dice:
            return score
        options = [Option("keep", f"Keep the score of {score}"), Option("again", "Roll all of them again")]
        answer = yield from decide(g, "Hammered keel: roll again?", options)
        if answer == "keep":
            return score
        state.landing.rerolled = True


def face_score(face: tuple[str, ...], key: str) -> int:
    """ISS-313"""
    if "Ac" in face:
        return -1
    return 1 if "V" in face or any(icon in STAT_ICONS[key] for icon in face) else 0


def touch_down(g: G) -> Script[None]:
    """ISS-315, ISS-316"""
    state, x = g.state, g.state.exploration
    assert state.landing is not None
    marker = state.landing.marker
    places = [sector.id for sector in PLANET[x.planet].sectors if sector.lander]
    if marker <= -1:
        x.lander_sector = g.rng.pick(places, "landing")
    else:
        options = [Option(f"land:{place}", board.sector(x, place).name, target=f"sector-{place}") for place in places]
        answer = yield from decide(g, "Where do we land?", options, rule="ISS-316", single=True)
        x.lander_sector = answer.removeprefix("land:")
    kind = (
        "crash"
        if marker <= -2
        else "hard landing"
        if marker == -1
        else "normal landing"
        if marker <= 1
        else "precise landing"
    )
    where = board.sector(x, x.lander_sector).name
    tone: MomentKind = "loss" if marker < 0 else "gain"
    with happening(g, tone, f"A {kind} in {where}", scene=PLANET[x.planet].name, rule="ISS-315", why=f"the {kind}"):
        g.tell(f"Marker at {marker}: a {kind} in {where}.", rule="ISS-315")
        if marker < 0:
            lost, x.supplies = x.supplies, max(0, x.supplies - (2 if marker <= -2 else 1))
            if lost != x.supplies:
                g.tell(f"Supplies are at {x.supplies}.", rule="ISS-315")
        if marker <= -2 and "LM06" not in state.ship.fitted:
            x.lander_damaged = True
            for crew in team(state):
                yield from injure(g, crew.section, "bruised")
    x.counts["precise"] = int(marker >= 2)
    for crew in x.crew:
        crew.sector = x.lander_sector  # ISS-321
    state.landing = None
    state.step = "disembark"


def disembark(g: G) -> Script[None]:
    """ISS-320 to ISS-325"""
    state, x = g.state, g.state.exploration
    if not x.condition:
        yield from brief(g)  # a campaign stored in a landing when the briefing still came after it
    if state.events or state.event_discard:
        state.events = g.rng.shuffled([*state.events, *state.event_discard], "events")  # ISS-320
        state.event_discard = []
    for deck in state.finds:
        state.finds[deck] = g.rng.shuffled(state.finds[deck], deck)
    if not state.rankups:  # ISS-322
        state.rankups, state.removed_rankups = g.rng.shuffled(state.removed_rankups, "rankups"), []
    x.rankup = state.rankups.pop(0)
    show(state)
    with happening(g, "turn", f"The crew steps out onto {PLANET[x.planet].name}", rule="ISS-324", why="the first hand"):
        for crew in x.crew:
            yield from draw_cards(g, crew.section, OPENING_HAND)  # ISS-324
        if x.counts.pop("precise", 0):
            because(g, "the first hand")
            for crew in x.crew:
                yield from draw_cards(g, crew.section, 1)
            because(g, "a precise landing")
    state.step = "explore"

"""Rounds, turns and actions on a planet: sections 5, 6 and 8, and how an exploration ends (section 26)."""

from __future__ import annotations

from contextlib import AbstractContextManager

from app.games.vanguard import board, helpers, wording
from app.games.vanguard.asking import G, agree, openly
from app.games.vanguard.cargo import discard_find
from app.games.vanguard.changing import use_gear
from app.games.vanguard.check import make_check
from app.games.vanguard.conditions import holds, payable
from app.games.vanguard.content import MISSION, PLANET, POI
from app.games.vanguard.content.structs import Action
from app.games.vanguard.data.cards import CARD
from app.games.vanguard.data.crew import CREW, SKILL
from app.games.vanguard.data.gear import EQUIPMENT
from app.games.vanguard.decks import draw_cards
from app.games.vanguard.effects import Ctx, kill, move_times, pay, read_log, run, use_card, who
from app.games.vanguard.events import resolve_event
from app.games.vanguard.people import RECON, explorer, name, owner, team
from app.games.vanguard.pools import in_play, refresh
from app.games.vanguard.rankups import note, note_round_end, note_round_start
from app.games.vanguard.state import Entry, Explorer, State
from app.games.vanguard.telling import because, came, happening
from app.games.vanguard.travel import no_travel, travel
from app.kernel import Fact, Option, Refused, Scene, Script, ask, checkpoint, choosing
from app.kernel.moments import MomentKind

TUTORIAL_EVAC = 18


def explore(g: G) -> Script[None]:
    """Rounds until Lift-Off, Emergency Evac, or a log that ends it (ISS-059)."""
    x = g.state.exploration
    stages = {"start": start_round, "turn": next_turn, "act": act, "event": end_turn, "round-end": end_round}
    while not x.over:
        yield from checkpoint()
        if x.evac:
            yield from evacuate(g)
        elif not team(g.state):
            x.over, x.failed = "fail", True
        else:
            yield from stages[x.stage](g)


def start_round(g: G) -> Script[None]:
    """ISS-048, ISS-049"""
    state, x = g.state, g.state.exploration
    crew = team(state)
    holder = next((one.section for one in crew if one.section == x.start), None)
    seat = owner(state, RECON) if x.round == 0 or holder is None else owner(state, holder)
    options = [Option(f"start:{one.section}", name(one.person), target=f"crew-{one.section}") for one in crew]
    if len(options) > 1:
        question = choosing(seat, "Who gets the Start token?", options, rule="ISS-049", public="gives the Start token")
        (answer,) = yield from openly(g, question)
    else:
        answer = options[0].id
    x.round += 1
    x.start = int(answer.removeprefix("start:"))
    x.stage = "turn"
    with happening(
        g,
        "turn",
        f"Round {x.round} begins with {who(g, x.start)}",
        about=f"crew-{x.start}",
        scene=PLANET[x.planet].name,
    ):
        g.tell(f"Round {x.round}: {who(g, x.start)} holds the Start token.", rule="ISS-049")
        note_round_start(g)


def next_turn(g: G) -> Script[None]:
    """Clockwise from the Start token (ISS-050, ISS-037)."""
    x = g.state.exploration
    order = sorted(team(g.state), key=lambda one: (one.section - x.start) % 4)
    waiting = [one for one in order if not one.turn_ended]
    if not waiting:
        x.stage = "round-end"
    else:
        x.turn, x.actions, x.special, x.asked_lift, x.stage = waiting[0].section, 2, False, False, "act"
        status = waiting[0].statuses
        if status.get("pinned") == 0:
            status["pinned"] = -1  # this is its next turn
    yield from ()


def act(g: G) -> Script[None]:
    """One action, or the end of the turn (ISS-051)."""
    state, x = g.state, g.state.exploration
    crew = explorer(state, x.turn)
    if crew.dead or (x.actions == 0 and not completable(state)):
        x.stage = "event"
        return

    question = choosing(
        owner(state, x.turn),
        f"What does {name(crew.person)} do next?",
        lambda: action_options(state, crew),
        kicker=lambda: f"{name(crew.person)} · {x.actions} of 2 actions left",
        closed=lambda: shut_doors(state, crew),
        default=("end",),
        rule="ISS-051",
        public="acts",
        why=lambda value: why_closed(state, crew, value),
    )
    (answer,) = yield from openly(g, question)
    if answer == "end" or x.over or x.evac:
        x.stage = "event"
        return
    used = yield from do_action(g, crew, answer)
    if used:
        x.actions -= 1


def completable(state: State) -> list[str]:
    """Missions whose completion text may be triggered, before or after any Action (ISS-200)."""
    return [key for key in state.exploration.missions if MISSION[key].when and holds(state, MISSION[key].when, None)]


def action_options(state: State, crew: Explorer) -> list[Option]:
    x = state.exploration
    if x.over or x.evac or crew.dead or x.actions == 0:
        return [Option("end", "Go on", weight="main")]
    options = [*_travels(state, crew), *_specials(state, crew)]
    rolls = "The dice are spent on combinations of your cards"
    options.append(Option("prepare:draw", "Prepare: draw a card", note="No dice are rolled", rule="ISS-079"))
    options.append(Option("prepare:check", "Prepare: roll for combinations", note=rolls, rule="ISS-079"))
    options.append(Option("prepare:both", "Prepare: draw a card, then roll", note=rolls, rule="ISS-079"))
    if not no_rest(state, crew):
        price = "from the cache" if _cached(state, crew) else "−1 Supply"
        says = f"Refresh up to {half(state, crew)} dice, draw 1 card"
        options.append(Option("rest", "Rest", rule="ISS-082", note=says, price=price))
    for item in crew.gear:
        if not item.endswith("!") and EQUIPMENT[item].when == "action" and not _token_out(state, item):
            says = wording.gear(item)
            options.append(
                Option(f"gear:{item}", EQUIPMENT[item].name, note=says, target=f"gear-{item}", rule="ISS-054")
            )
    if crew.sector == x.lander_sector and not x.tutorial and not x.asked_lift:
        options.append(Option("liftoff", "Lift off", rule="ISS-086", note=lift_note(state)))
    left = f"{x.actions} {'action stays' if x.actions == 1 else 'actions stay'} unused"
    who_ends = name(crew.person).split()[0]
    sure = f"{who_ends} has done nothing yet in this turn. An Event comes next." if x.actions == 2 else ""
    return [*options, Option("end", f"End the turn of {who_ends}", note=left, weight="end", sure=sure)]


def no_rest(state: State, crew: Explorer) -> Refused | None:
    """Why this crew cannot rest."""
    if "sleepless" in crew.statuses:
        return Refused("Sleepless: no Rest", "ISS-082")
    if not (state.exploration.supplies or _cached(state, crew)):
        return Refused("No Supplies left", "ISS-082")
    return None


def shut_doors(state: State, crew: Explorer) -> list[Fact]:
    """What people look for among the actions and cannot have now, with the reason (ISS-EX25)."""
    if not state.exploration.actions:
        return []
    closed = [("Rest", no_rest(state, crew)), ("Travel", no_travel(state, crew))]
    facts = [Fact(what, "", why.reason) for what, why in closed if why]
    if state.exploration.special and specials_here(state, crew):
        facts.append(Fact("Act here", "", "One Special Action in a turn"))
    return facts


def why_closed(state: State, crew: Explorer, value: str) -> Refused | None:
    """The rule that keeps an action off the list (ISS-354)."""
    x, (kind, _, rest) = state.exploration, value.partition(":")
    if x.actions == 0:
        return Refused("Both Actions are done", "ISS-051")
    if kind == "rest":
        return no_rest(state, crew)
    if kind == "travel":
        return no_travel(state, crew) or Refused("No open path leads there", "ISS-067")
    if kind == "special":
        if x.special:
            return Refused("One Special Action in a turn", "ISS-052")
        seen = rest in [reference for reference, _ in specials_here(state, crew)]
        return Refused("Its condition or cost is not met", "ISS-064") if seen else Refused("Not seen here", "ISS-060")
    if kind == "liftoff":
        if x.tutorial:
            return Refused("Logs end this mission", "ISS-045")
        return Refused("Refused in this turn", "ISS-342") if x.asked_lift else Refused("Not at the lander", "ISS-086")
    return None


def _token_out(state: State, item: str) -> bool:
    do = EQUIPMENT[item].do
    return do.startswith("token ") and do.split()[1] in state.exploration.tokens  # ISS-173


def _cached(state: State, crew: Explorer) -> bool:
    x = state.exploration
    return x.cache_rests > 0 and x.tokens.get("cache") == crew.sector


def half(state: State, crew: Explorer) -> int:
    """ISS-083"""
    return (in_play(state, crew.section) + 1) // 2


def _travels(state: State, crew: Explorer) -> list[Option]:
    x = state.exploration
    if no_travel(state, crew):
        return []
    return [
        Option(
            f"travel:{end}",
            f"Travel to {board.sector(x, end).name}",
            target=f"sector-{end}",
            rule="ISS-067",
            note=wording.path(icons) or "the way is free",
            price="1 action",
        )
        for end, icons in board.ways(x, crew.sector)
    ]


def specials_here(state: State, crew: Explorer) -> list[tuple[str, Action]]:
    """What can be seen from here, whether or not it can be chosen (ISS-060, ISS-064, ISS-065)."""
    x = state.exploration
    found: list[tuple[str, Action]] = []
    for number in x.pois.get(crew.sector, []):
        for place, action in enumerate(POI[number].actions):
            reference = f"poi:{number}:{place}"
            if (crew.sector not in x.finished or action.always) and not (action.once and reference in state.once):
                found.append((reference, action))
    for figure in board.threats_at(x, crew.sector):
        found.append((f"threat:{figure.id}", helpers.action_of(f"threat:{figure.id}")))
    if crew.sector == x.lander_sector:
        for mod in state.ship.fitted:
            if mod in helpers.MOD_ACTIONS and not (mod == "LM11" and "LM11" in x.used_finds):
                found.append((f"mod:{mod}", helpers.MOD_ACTIONS[mod]))
    return found


def possible(state: State, action: Action, section: int) -> bool:
    """ISS-064"""
    return holds(state, action.need, section) and payable(state, action.pay, section)


def _specials(state: State, crew: Explorer) -> list[Option]:
    if state.exploration.special:
        return []  # ISS-052
    return [
        Option(
            f"special:{reference}",
            action.name,
            target=f"action-{reference}",
            rule="ISS-060",
            note=wording.action(action, wording.sight_of(state)),
        )
        for reference, action in specials_here(state, crew)
        if possible(state, action, crew.section)
    ]


def do_action(g: G, crew: Explorer, answer: str) -> Script[bool]:
    """Whether the action was used up."""
    kind, _, rest = answer.partition(":")
    with deed(g, crew, kind, rest):
        return (yield from carry_out(g, crew, kind, rest))


def deed(g: G, crew: Explorer, kind: str, rest: str) -> AbstractContextManager[Scene]:
    """An action as people see it: one moment, from the first question to the last consequence."""
    x, who_ = g.state.exploration, name(crew.person)
    here, about = f"at {board.sector(x, crew.sector).name}", f"sector-{crew.sector}"
    shape: MomentKind = "turn"
    if kind == "travel":
        title, here, about = f"{who_} travels to {board.sector(x, rest).name}", f"from{here[2:]}", f"sector-{rest}"
    elif kind == "special":
        action = helpers.action_of(rest)
        title, shape = f"{who_}: {action.name}", "event" if action.plain else "check"
    elif kind == "gear":
        title = f"{who_} uses the {EQUIPMENT[rest].name}"
    else:
        title = f"{who_} {DEEDS[kind]}"
    actor = owner(g.state, crew.section)
    return happening(g, shape, title, about=about, scene=here, actor=actor, why=REASONS.get(kind, ""))


DEEDS = {"prepare": "prepares", "rest": "rests", "liftoff": "calls for Lift-Off"}
REASONS = {"rest": "the Rest", "travel": "the way", "prepare": "preparing"}


def carry_out(g: G, crew: Explorer, kind: str, rest: str) -> Script[bool]:
    x = g.state.exploration
    if kind == "travel":
        icons = next(icons for end, icons in board.ways(x, crew.sector) if end == rest)
        yield from travel(g, crew.section, rest, icons)
    elif kind == "special":
        yield from special(g, crew, rest)
    elif kind == "prepare":
        yield from prepare(g, crew, rest)
    elif kind == "rest":
        yield from rest_action(g, crew)
    elif kind == "gear":
        yield from use_gear(g, crew, rest)
    else:
        return (yield from lift_off(g, crew))
    return True


def special(g: G, crew: Explorer, reference: str) -> Script[None]:
    """ISS-061, ISS-062"""
    x, action = g.state.exploration, helpers.action_of(reference)
    here = crew.sector
    x.special = True
    g.tell(f"{name(crew.person)}: {action.name}.", rule="ISS-060")
    note(g, "special")
    yield from pay(g, action.pay, Ctx(crew.section, why=f"the price of {action.name}"))
    if action.once:
        if reference == "mod:LM11":
            x.used_finds.append("LM11")
        else:
            g.state.once.append(reference)
    if action.plain:
        yield from run(g, action.plain, Ctx(crew.section, place=here, why=action.name))
    else:
        yield from make_check(g, crew.section, "action", reference)


def prepare(g: G, crew: Explorer, what: str) -> Script[None]:
    """ISS-079 to ISS-081"""
    g.tell(f"{name(crew.person)} prepares.", rule="ISS-079")
    if what in ("draw", "both"):
        yield from draw_cards(g, crew.section, 1)
    if what in ("check", "both"):
        yield from make_check(g, crew.section, "prepare", "prepare")
    x = g.state.exploration
    if what == "check" and not (x.evac or x.over):
        question = choosing(
            owner(g.state, crew.section), "Draw a card now?", [Option("no", "No"), Option("yes", "Yes")], rule="ISS-079"
        )
        (answer,) = yield from ask(question)
        if answer == "yes":
            yield from draw_cards(g, crew.section, 1)


def rest_action(g: G, crew: Explorer) -> Script[None]:
    """ISS-082 to ISS-085"""
    x = g.state.exploration
    if _cached(g.state, crew):
        x.cache_rests -= 1
    else:
        x.supplies -= 1
    g.tell(f"{name(crew.person)} rests. Supplies are at {x.supplies}.", rule="ISS-082")
    because(g, "the Rest")
    yield from rest_plays(g, crew)
    yield from refresh(g, crew.section, half(g.state, crew))
    yield from draw_cards(g, crew.section, 1)


def rest_plays(g: G, crew: Explorer) -> Script[None]:
    """Cards and skills that are used on one's own Rest."""
    state = g.state
    while True:
        cards = [card for card in crew.hand if CARD[card].when == "rest"]
        sight = wording.sight_of(state)
        options = [Option("go", "Rest")]
        options += [
            Option(f"play:{card}", CARD[card].name, note=wording.say(CARD[card].top, sight), target=f"card-{card}")
            for card in cards
        ]
        skill = SKILL[CREW[crew.person].skill]
        if skill.when == "rest" and crew.charges:
            options.append(Option("skill", f"{skill.name} (1 Charge)", note=wording.skill(skill.name)))
        if len(options) == 1:
            return
        (answer,) = yield from ask(choosing(owner(state, crew.section), "On your Rest", options, rule="ISS-146"))
        if answer == "go":
            return
        if answer == "skill":
            crew.charges -= 1
            because(g, skill.name)
            yield from run(g, skill.do, Ctx(crew.section, why=skill.name))
        else:
            card = answer.removeprefix("play:")
            yield from use_card(g, crew.section, card, CARD[card].top)


def lift_note(state: State) -> str:
    """Every crew that would die and every mission that would fail (ISS-343)."""
    x = state.exploration
    left = [name(one.person) for one in team(state) if one.sector != x.lander_sector]
    failing = [MISSION[key].name for key in x.missions if not MISSION[key].optional]
    parts = [f"{who_} is left behind and dies" for who_ in left] + [
        f"The mission {mission} fails" for mission in failing
    ]
    return ". ".join(parts) or "Everybody is aboard, nothing fails"


def lift_off(g: G, crew: Explorer) -> Script[bool]:
    """ISS-086 to ISS-089, ISS-342"""
    state, x = g.state, g.state.exploration
    mine = owner(state, crew.section)
    others = sorted({owner(state, one.section) for one in team(state)} - {mine})
    agreed = yield from agree(g, others or [mine], f"Lift off now? {lift_note(state)}", rule="ISS-342")
    if not agreed:
        x.asked_lift = True
        g.tell("No Lift-Off: not everybody agrees.", rule="ISS-342")
        came(g, "No Lift-Off", "Not everybody agrees")
        return False
    for one in team(state):
        if one.sector != x.lander_sector:
            kill(g, one.section)  # dead from that moment (ISS-088, ISS-209)
    yield from read_log(g, PLANET[x.planet].landing.liftoff, Ctx(crew.section))
    x.over = x.over or "liftoff"
    return True


def evacuate(g: G) -> Script[None]:
    """ISS-207, ISS-208"""
    state, x = g.state, g.state.exploration
    with happening(g, "loss", f"Emergency Evac from {PLANET[x.planet].name}", why="Emergency Evac") as flight:
        g.tell("Emergency Evac.", rule="ISS-207")
        flight.result(
            "The lander comes for everybody", "What was found stays behind, and the mission fails", good=False
        )
    number = TUTORIAL_EVAC if x.tutorial else PLANET[x.planet].landing.evac
    yield from read_log(g, number, Ctx())
    x.over, x.failed = "evac", True
    for card in x.cargo:
        discard_find(state, card)
    x.cargo = []
    state.chronicle.append(Entry("evac", f"Emergency Evac from {PLANET[x.planet].name}."))


def end_turn(g: G) -> Script[None]:
    """ISS-055, ISS-056"""
    x = g.state.exploration
    crew = explorer(g.state, x.turn)
    crew.turn_ended = True
    crew.ignore_icons = 0
    if crew.statuses.get("pinned") == -1:
        del crew.statuses["pinned"]
    x.stage = "turn"
    if crew.skip_event or crew.dead or x.over:
        crew.skip_event = False
        return
    yield from resolve_event(g, crew.section)


def end_round(g: G) -> Script[None]:
    """ISS-057, ISS-058, ISS-138"""
    state, x = g.state, g.state.exploration
    note_round_end(g)
    tracks = board.tracks_of_the_round(x)
    if tracks:
        with happening(g, "event", f"Round {x.round} ends", scene="time passes", why="a round is over"):
            yield from move_times(g, tracks, 1, owner(state, RECON))
    for one in x.crew:
        one.turn_ended = False
        one.statuses = {key: until for key, until in one.statuses.items() if until <= 0 or until > x.round}
    x.stage = "start"

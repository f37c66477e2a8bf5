"""The turn: six phases, one Citadel after the other (rules sections 4 and 6)."""

from __future__ import annotations

from collections.abc import Callable

from app.games.fantos.closing import closing_phase, discard_phase
from app.games.fantos.components import title
from app.games.fantos.decks import draw_labor
from app.games.fantos.effects import ACT, FLOOR, OPEN, legacy_options, name_of, seat_options
from app.games.fantos.ending import tally
from app.games.fantos.harvest import harvest
from app.games.fantos.hiring import hiring_phase
from app.games.fantos.losses import TurnOver
from app.games.fantos.pauses import pause
from app.games.fantos.queries import able, living, trial
from app.games.fantos.reactions import ask_window, chain, clear_stack, hold, is_asked, plays
from app.games.fantos.setup import recruiting, rolling
from app.games.fantos.state import Action, Kind, Seat, State
from app.games.fantos.tallies import used
from app.games.fantos.tasking import enlist
from app.games.fantos.trials.drawing import trials_phase
from app.games.fantos.trials.immediate import IMMEDIATE
from app.games.fantos.trials.leaving import remove_trial
from app.games.fantos.tribute import tribute
from app.games.fantos.war import targets, war
from app.kernel import Option, Play, Script, ask, checkpoint, choose, choosing

HAND = 5


def play(g: Play[State]) -> Script[None]:
    """The whole game from wherever the state stands."""
    s = g.state
    while s.phase != "over":
        try:
            yield from PHASES[s.phase](g)
            if s.phase == "closing" and s.step == "next":
                pass_on(g)
        except TurnOver:
            break_off(g)
        yield from checkpoint()


# Between turns ----------------------------------------------------------------------------------------------------------


def break_off(g: Play[State]) -> None:
    """FAN-192, FAN-195: the turn ends at once, without end-of-turn effects."""
    s = g.state
    clear_stack(g)
    if s.revealed is not None:
        s.legacy_discard.append(s.revealed)
    if s.drawn in IMMEDIATE and trial(s, s.drawn or ""):
        remove_trial(g, s.drawn or "")
    s.window = s.vote = s.peek = s.action = s.revealed = s.drawn = s.chooser = None
    s.guarded, s.trade_open = [], False
    if len(living(s)) <= 1 and s.phase != "over":
        s.phase = "tally"
        return
    if s.citadels[s.active].alive:
        return
    if s.phase in ("rolling", "recruiting"):
        s.active = next(seat for seat in _after(s, s.active) if s.citadels[seat].alive)
        return
    pass_on(g)


def pass_on(g: Play[State]) -> None:
    """FAN-038, FAN-202: to the next living Citadel, looking at the eliminated ones on the way."""
    s = g.state
    for seat in _after(s, s.active):
        if s.citadels[seat].alive:
            s.active, s.phase, s.step = seat, "untask", ""
            return
        if s.final is not None and s.final.drawer == seat:
            s.phase = "tally"
            return
        if any(card.id == "star-witch" and card.seat == seat for card in s.trials):
            remove_trial(g, "star-witch")


def _after(s: State, seat: Seat) -> list[Seat]:
    count = len(s.citadels)
    return [(seat + step) % count for step in range(1, count + 1)]


# Phase 1 ----------------------------------------------------------------------------------------------------------------


def untask_phase(g: Play[State]) -> Script[None]:
    s = g.state
    if s.step == "":
        _begin(g)
        yield from _untask(g)
        s.step = "draw"
        yield from pause(g)
    if s.step == "draw":
        limit = 3 if trial(s, "rationing") else HAND
        draw_labor(g, s.active, max(0, limit - len(s.citadels[s.active].hand)))  # FAN-040
        s.step = "stimulus"
        yield from pause(g)
    yield from _stimulus(g)
    s.phase, s.step = "action", ""


def _begin(g: Play[State]) -> None:
    s = g.state
    s.turn += 1
    s.citadels[s.active].turns += 1
    if s.active == s.first and s.turn > 1:  # FAN-005
        s.round += 1
        s.trials_this_round = 0
    for citadel in s.citadels:
        for legacy in citadel.legacies:
            legacy.done = []
    s.attempted, s.completed, s.harvested = [], 0, None
    s.trials_fewer = s.recruiter = 0
    s.hired = s.floor_passed = False
    s.last = None
    s.trades = []
    g.tell(f"Round {s.round}: the turn of {{{s.active}}}.", rule="FAN-035")


def _untask(g: Play[State]) -> Script[None]:
    """FAN-039, FAN-059, Gravity Well."""
    s = g.state
    mine = s.citadels[s.active].legacies
    tasked = [legacy.id for legacy in mine if legacy.status == "tasked"]
    held = ""
    if trial(s, "gravity-well") and len(tasked) >= 2:
        chosen = yield from choose(
            s.active, "Gravity Well: who stays tasked?", legacy_options(s, tasked), public="chooses who stays tasked"
        )
        held = name_of(chosen)
    for legacy in mine:
        if legacy.id != held:
            legacy.status, legacy.task = "untasked", ""


def _stimulus(g: Play[State]) -> Script[None]:
    """Stimulus: up to 2 more cards for 1 Shard each, below a hand of 7."""
    s = g.state
    citadel = s.citadels[s.active]
    if not trial(s, "stimulus"):
        return
    most = min(2, 7 - len(citadel.hand), citadel.reserve - 1, len(s.labor_deck) + len(s.labor_discard))
    if most < 1:
        return
    options = [Option(f"draw:{n}", f"Draw {n} for {n}" if n else "Draw nothing") for n in range(most + 1)]
    chosen = yield from choose(s.active, "Stimulus: draw more Labor?", options, public="may draw more")
    count = int(name_of(chosen))
    if count == 0:
        return
    citadel.reserve -= count
    g.tell(f"Stimulus: {{{s.active}}} spends {count}.")
    draw_labor(g, s.active, count)


# Phase 2 ----------------------------------------------------------------------------------------------------------------


def action_phase(g: Play[State]) -> Script[None]:
    s = g.state
    if s.step == "":
        yield from hold(g, OPEN, resumable=True)  # FAN-061
        s.step = "act"
        yield from pause(g)
    while s.step == "act":
        if s.action is not None:
            yield from RUN[s.action.kind](g, s.action)
            s.last, s.action = s.action, None
        elif declarable(s) or is_asked(s, s.active, ACT):
            yield from _act(g)
        else:
            s.step = "done"
        yield from pause(g)
    _end_of_action_phase(g)


def declarable(s: State) -> list[Kind]:
    """FAN-062 to FAN-064, FAN-198: which Fantos Actions can be declared now."""
    if s.completed >= 1:
        return []
    kinds: list[Kind] = ["harvest", "war", "tribute"]
    if s.final is not None:
        kinds.remove("harvest")
    return [kind for kind in kinds if kind not in s.attempted and able(s, s.active, kind)]


DECLARE = {"harvest": "Declare a Harvest", "war": "Declare War", "tribute": "Declare a Tribute"}


def _act(g: Play[State]) -> Script[None]:
    s, seat = g.state, g.state.active

    def options() -> list[Option]:
        kinds = [Option(f"declare:{kind}", DECLARE[kind], target=f"declare-{kind}") for kind in declarable(s)]
        return [Option("end", "End the Fantos Action Phase"), *kinds, *plays(s, seat, ACT)]

    s.trade_open = True
    chosen = yield from choose(seat, "Fantos Action Phase", options, default="end", rule="FAN-062", public="chooses")
    s.trade_open = False
    if chosen == "end":
        s.step = "done"
    elif chosen.startswith("declare:"):
        yield from _declare(g, name_of(chosen))
    else:
        yield from chain(g, seat, chosen, ACT)


def _declare(g: Play[State], word: str) -> Script[None]:
    """Name the target, task the Legacies (FAN-069, FAN-078, FAN-090)."""
    s, seat = g.state, g.state.active
    kind: Kind = "harvest" if word == "harvest" else "war" if word == "war" else "tribute"
    target: Seat | None = None
    if kind == "war":
        seats = targets(s)
        target = seats[0]
        if len(seats) > 1:
            chosen = yield from choose(seat, "War on whom?", seat_options(s, seats), rule="FAN-107", public="chooses")
            target = int(name_of(chosen))
    names = [legacy.id for legacy in able(s, seat, kind)]
    most = 1 if kind == "tribute" else len(names)
    picked = yield from ask(
        choosing(
            seat,
            "Who is your nominee?" if kind == "tribute" else f"Who is tasked to the {kind.capitalize()}?",
            lambda: legacy_options(s, names),
            most=most,
            rule="FAN-043",
            public=f"declares a {kind.capitalize()}",
        )
    )
    s.attempted.append(kind)
    entrants = yield from enlist(g, seat, [name_of(x) for x in picked], kind)
    step = "dice" if kind == "harvest" else "declared"
    s.action = Action(f"t{s.turn}-{kind}", kind, seat, target, step, entrants)
    used(s, kind)
    words = ", ".join(title(name_of(x)) for x in picked)
    against = f" on {{{target}}}" if target is not None else ""
    g.tell(f"{{{seat}}} declares {kind.capitalize()}{against} with {words}.", rule="FAN-065")


RUN: dict[str, Callable[[Play[State], Action], Script[None]]] = {"harvest": harvest, "war": war, "tribute": tribute}


def _end_of_action_phase(g: Play[State]) -> None:
    """Star Witch leaves, the final round counts down (FAN-200, FAN-201)."""
    s = g.state
    s.trades = []
    s.phase, s.step = "trials", ""
    for card in list(s.trials):
        if card.id == "star-witch" and card.seat == s.active and card.turn != s.turn:
            remove_trial(g, card.id)
    if s.final is not None and s.turn > s.final.turn and s.active in s.final.waiting:
        s.final.waiting.remove(s.active)
        s.final.left -= 1
        if s.active == s.final.drawer:
            s.phase = "tally"


# Phase 4 ----------------------------------------------------------------------------------------------------------------


def secondary_phase(g: Play[State]) -> Script[None]:
    """FAN-130 to FAN-133: one FLOOR window, the active Citadel alone until it passes, then all others."""
    s = g.state
    while True:
        if not s.floor_passed and is_asked(s, s.active, FLOOR):
            yield from _own_floor(g)
        else:
            s.floor_passed = True
            others = [seat for seat in _after(s, s.active) if seat != s.active and is_asked(s, seat, FLOOR)]
            played = yield from ask_window(g, FLOOR, others)
            if played is None:
                break
            yield from chain(g, played[0], played[1], FLOOR)
            s.floor_passed = False  # FAN-132
        yield from pause(g)
    s.trades = []
    s.phase, s.step = "hiring", ""


def _own_floor(g: Play[State]) -> Script[None]:
    s, seat = g.state, g.state.active

    def options() -> list[Option]:
        return [Option("pass", "Pass"), *plays(s, seat, FLOOR)]

    s.trade_open = True
    chosen = yield from choose(
        seat, "Secondary Actions: you have the floor", options, default="pass", rule="FAN-131", public="has the floor"
    )
    s.trade_open = False
    if chosen == "pass":
        s.floor_passed = True
    else:
        yield from chain(g, seat, chosen, FLOOR)


PHASES: dict[str, Callable[[Play[State]], Script[None]]] = {
    "rolling": rolling,
    "recruiting": recruiting,
    "untask": untask_phase,
    "action": action_phase,
    "trials": trials_phase,
    "secondary": secondary_phase,
    "hiring": hiring_phase,
    "discard": discard_phase,
    "closing": closing_phase,
    "tally": tally,
}

"""The turn: six phases, one Citadel after the other (rules sections 4 and 6)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from app.games.fantos.closing import closing_phase, discard_phase
from app.games.fantos.components import title
from app.games.fantos.decks import draw_labor
from app.games.fantos.effects import ACT, DAWN, FLOOR, legacy_options, name_of, number_of, open_to_trade, seat_options
from app.games.fantos.ending import tally
from app.games.fantos.harvest import harvest
from app.games.fantos.hiring import hire_options, hiring_phase
from app.games.fantos.pauses import pause
from app.games.fantos.prospects import defence, harvest_trials, not_declarable, what
from app.games.fantos.queries import able, last_word, living, targets, trial
from app.games.fantos.reactions import ask_window, chain, clear_stack, hold, is_asked, open_to_others, plays
from app.games.fantos.setup import recruiting, rolling
from app.games.fantos.state import Action, Kind, Seat, State, TurnOver
from app.games.fantos.tallies import used
from app.games.fantos.tasking import enlist
from app.games.fantos.telling import step
from app.games.fantos.trials.drawing import trials_phase
from app.games.fantos.trials.immediate import IMMEDIATE
from app.games.fantos.trials.leaving import remove_trial
from app.games.fantos.tribute import tribute
from app.games.fantos.war import war
from app.games.fantos.words import cards, joined, shards
from app.kernel import Fact, Option, Play, Script, ask, checkpoint, choose, choosing

HAND = 5
FEW = 3  # plays on the floor, beside which there is room for the hires of the next phase


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
        reached = s.final is not None and s.final.drawer == seat
        if s.citadels[seat].alive and not (reached and not last_word(s, seat)):
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
        with step(g, "turn", f"The turn of {{{s.active}}} begins", about=f"citadel-{s.active}", rule="FAN-035") as made:
            made.scene = f"Round {s.round + (s.active == s.first and s.turn > 0)}"
            _begin(g)
            yield from _untask(g)
        s.step = "draw"
        yield from pause(g)
    if s.step == "draw":
        limit = 3 if trial(s, "rationing") else HAND
        missing = max(0, limit - len(s.citadels[s.active].hand))  # FAN-040
        drawn = min(missing, len(s.labor_deck) + len(s.labor_discard))  # FAN-041
        if drawn:
            with step(g, "gain", f"{{{s.active}}} draws up {drawn} Labor", why="draws up", rule="FAN-040"):
                draw_labor(g, s.active, drawn)
        s.step = "stimulus"
        yield from pause(g)
    if s.step == "stimulus":
        yield from _stimulus(g)
        s.step = "dawn"
        yield from pause(g)
    yield from hold(g, DAWN, resumable=True)  # FAN-172
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
    options = [
        Option(f"draw:{n}", f"Draw {cards(n)}", price=shards(n))
        if n
        else Option("draw:0", "Draw nothing", weight="end")
        for n in range(most + 1)
    ]
    chosen = yield from choose(s.active, "Stimulus: draw more Labor?", options, public="may draw more")
    count = int(name_of(chosen))
    if count == 0:
        return
    with step(g, "gain", f"{{{s.active}}} draws {count} more", about="trial-stimulus", why="Stimulus"):
        citadel.reserve -= count
        g.tell(f"Stimulus: {{{s.active}}} spends {count}.")
        draw_labor(g, s.active, count)


# Phase 2 ----------------------------------------------------------------------------------------------------------------


def action_phase(g: Play[State]) -> Script[None]:
    s = g.state
    if s.step == "":
        s.step, s.opened = "act", False
    while s.step == "act":
        if s.action is not None:
            yield from RUN[s.action.kind](g, s.action)
            s.last, s.action = s.action, None
        elif declarable(s):
            yield from _act(g)
        elif not s.opened:
            yield from open_to_others(g)
        else:
            yield from _last_word(g)
        yield from pause(g)
    _end_of_action_phase(g)


def _last_word(g: Play[State]) -> Script[None]:
    """Nothing can be declared any more, and the active Citadel is asked quietly (FAN-062)."""
    s = g.state
    played = yield from ask_window(g, ACT, [s.active] if is_asked(s, s.active, ACT) else [])
    if played is None:
        s.step = "done"
    else:
        yield from chain(g, s.active, played[1], ACT)


def declarable(s: State) -> list[Kind]:
    """FAN-062 to FAN-064, FAN-198: which Fantos Actions can be declared now."""
    if s.completed >= 1:
        return []
    kinds: list[Kind] = ["harvest", "war", "tribute"]
    if s.final is not None:
        kinds.remove("harvest")
    if not targets(s):  # FAN-259
        kinds.remove("war")
    return [kind for kind in kinds if kind not in s.attempted and able(s, s.active, kind)]


DECLARE = {"harvest": "Declare a Harvest", "war": "Declare War", "tribute": "Declare a Tribute"}


def _act(g: Play[State]) -> Script[None]:
    s, seat = g.state, g.state.active

    def options() -> list[Option]:
        kinds = [option for kind in declarable(s) for option in _declarations(s, kind)]
        return [Option("end", "No Fantos Action", weight="end"), *kinds, *plays(s, seat, ACT)]

    with open_to_trade(s):
        chosen = yield from choose(
            seat,
            "Which Fantos Action do you take?",
            options,
            default="end",
            rule="FAN-062",
            kicker="Your Fantos Action Phase",
            text="One action a turn: its Legacies are tasked until your next turn.",
            closed=lambda: [Fact(DECLARE[kind], "", why) for kind, why in not_declarable(s)],
            public="chooses a Fantos Action",
        )
    if chosen == "end":
        s.trades = []  # FAN-212
        if not (yield from open_to_others(g)):
            s.step = "done"
    elif chosen.startswith(("declare:", "all:")):
        yield from _declare(g, name_of(chosen), everybody=chosen.startswith("all:"))
    else:
        yield from chain(g, seat, chosen, ACT)
        yield from open_to_others(g)


def _declarations(s: State, kind: Kind) -> list[Option]:
    """With everybody who is free, in one press, or with those whom one chooses then."""
    count = len(able(s, s.active, kind))
    if kind == "tribute" or count < 2:
        return [Option(f"declare:{kind}", DECLARE[kind], note=what(s, kind))]
    return [
        Option(f"all:{kind}", f"{DECLARE[kind]} with all {count}", note=what(s, kind)),
        Option(f"declare:{kind}", f"{DECLARE[kind]} and choose who goes"),
    ]


def _declare(g: Play[State], word: str, *, everybody: bool = False) -> Script[None]:
    """Name the target, task the Legacies (FAN-069, FAN-078, FAN-090)."""
    s, seat = g.state, g.state.active
    kind: Kind = "harvest" if word == "harvest" else "war" if word == "war" else "tribute"
    target: Seat | None = None
    if kind == "war":
        seats = targets(s)
        target = seats[0]
        if len(seats) > 1:
            rivals = [
                msgspec.structs.replace(option, note=defence(s, number_of(option.id)))
                for option in seat_options(s, seats)
            ]
            chosen = yield from choose(seat, "War on whom?", rivals, rule="FAN-107", public="chooses whom to attack")
            target = int(name_of(chosen))
    names = [legacy.id for legacy in able(s, seat, kind)]
    if not everybody:
        names = yield from _who_goes(s, kind, target, names)
    s.attempted.append(kind)
    words = joined(title(name) for name in names)
    against = f"War on {{{target}}}" if target is not None else f"a {kind.capitalize()}"
    with step(
        g,
        "event" if kind == "harvest" else "fight",
        f"{{{seat}}} declares {against}",
        about=f"citadel-{seat if target is None else target}",
        scene=f"with {words}",
        why="tasked to it",
        rule="FAN-065",
    ):
        entrants = yield from enlist(g, seat, names, kind)
        s.action = Action(f"t{s.turn}-{kind}", kind, seat, target, "declared", entrants)
        used(s, kind)
        g.tell(f"{{{seat}}} declares {against} with {words}.", rule="FAN-065")


def _who_goes(s: State, kind: Kind, target: Seat | None, names: list[str]) -> Script[list[str]]:
    against = f" on {{{target}}}" if target is not None else ""
    picked = yield from ask(
        choosing(
            s.active,
            "Who is your nominee?" if kind == "tribute" else f"Who goes to the {kind.capitalize()}{against}?",
            lambda: legacy_options(s, names, kind),
            most=1 if kind == "tribute" else len(names),
            rule="FAN-043",
            text=defence(s, target) if target is not None else harvest_trials(s) if kind == "harvest" else "",
            suggested=tuple(f"legacy:{name}" for name in names) if kind != "tribute" else (),
            public=f"declares a {kind.capitalize()}",
        )
    )
    return [name_of(option) for option in picked]


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
        """Who has little to play may name the hire of the next phase at once."""
        playable = plays(s, seat, FLOOR)
        hires = hire_options(s, seat) if len(playable) <= FEW else []
        named = [msgspec.structs.replace(one, label=f"Go on and h{one.label[1:]}", note="") for one in hires]
        return [Option("pass", "Go on", weight="end"), *playable, *named]

    def text() -> str:
        if plays(s, seat, FLOOR):
            return "Play as many as you like, then the others may."
        return "Nothing to play here. You may name your hire already."

    with open_to_trade(s):
        chosen = yield from choose(
            seat,
            "You have the floor",
            options,
            default="pass",
            rule="FAN-131",
            kicker="Your Secondary Actions",
            text=text,
            stop=True,  # FAN-183: whether it is asked must not tell what is in hand
            public="has the floor",
        )
    if chosen == "pass" or chosen.startswith(("hire:", "blind:")):
        s.floor_passed = True
        s.citadels[seat].named = chosen if chosen != "pass" else ""
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

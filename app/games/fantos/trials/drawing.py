"""The Trials Phase (rules section 12)."""

from __future__ import annotations

from app.games.fantos.components import TRIALS, title
from app.games.fantos.effects import REVEALED, ROOM
from app.games.fantos.pauses import pause
from app.games.fantos.queries import last_word, living, reigning_seat, trials_limit
from app.games.fantos.reactions import hold
from app.games.fantos.state import Final, Seat, State, TrialInPlay
from app.games.fantos.telling import step
from app.games.fantos.trials.immediate import IMMEDIATE
from app.games.fantos.trials.leaving import remove_trial
from app.games.fantos.votes import hold_vote
from app.kernel import Option, Play, Script, choose

SPACES = 3


def due(s: State) -> int:
    """FAN-111 to FAN-113, Cartographer, FAN-199."""
    if s.final is not None:
        return 0
    number = 0
    if s.harvested is not None:
        number = 0 if s.harvested == 0 else 1 if s.harvested <= 6 else 2 if s.harvested <= 12 else 3
        if number > 1:
            number = max(1, number - s.trials_fewer)
    return max(1, number) if s.active == s.first else number


def trials_phase(g: Play[State]) -> Script[None]:
    s = g.state
    if s.step == "":
        s.trials_due = due(s)
        s.step = "drawing"
        yield from pause(g)
    while s.trials_due > 0 and s.trial_deck and s.final is None:
        if not _allowed(s):
            g.tell("No further Trial is drawn in this round.", rule="FAN-219")
            break
        yield from draw(g)
        s.trials_due = max(0, s.trials_due - 1)
        yield from pause(g)
    s.trials_due = 0
    s.trades = []  # FAN-212
    s.phase, s.step = "secondary", ""


def _allowed(s: State) -> bool:
    """FAN-219: the First Citadel always makes its first draw."""
    limit = trials_limit(s)
    first_draw = s.active == s.first and s.trials_this_round == 0
    return limit is None or first_draw or s.trials_this_round < limit


def draw(g: Play[State]) -> Script[None]:
    """FAN-114 to FAN-122"""
    s = g.state
    if len(s.trials) >= SPACES and not (yield from make_room(g)):
        return
    name = s.trial_deck.pop(0)
    for known in s.known_trials:
        del known[:1]
    s.trials_this_round += 1
    s.drawn, s.guarded = name, []
    s.trials.append(TrialInPlay(name, s.active, s.turn))
    with step(
        g,
        "reveal",
        f"{{{s.active}}} draws {title(name)}",
        about=f"trial-{name}",
        scene=f"{TRIALS[name].type} Trial, {TRIALS[name].stay}",
        text=TRIALS[name].text,
        rule="FAN-114",
    ):
        g.tell(f"{{{s.active}}} draws the Trial {title(name)}: {TRIALS[name].text}", rule="FAN-114")
    if TRIALS[name].type == "Diplomacy":  # FAN-118
        if not (yield from hold_vote(g, name)):
            remove_trial(g, name)
    elif name in IMMEDIATE:  # FAN-119, FAN-121
        yield from hold(g, REVEALED)
        if name == "trial-of-champions":  # what it begins has moments of its own
            yield from IMMEDIATE[name](g)
        else:
            with step(g, "event", f"{title(name)} strikes", about=f"trial-{name}", why=title(name), rule="FAN-119"):
                yield from IMMEDIATE[name](g)
        remove_trial(g, name)
    elif name == "zodraz":
        begin_final_round(g)
    s.drawn, s.guarded = None, []


def make_room(g: Play[State]) -> Script[bool]:
    """FAN-115, FAN-116; whether there is a free space now."""
    s = g.state
    if not removable(s):
        return False
    usual = s.chooser = _usual_chooser(s)
    yield from hold(g, ROOM)
    if s.chooser == usual:  # no Oracle has stepped in; the title may have been lost meanwhile (FAN-110)
        s.chooser = _usual_chooser(s)
    options = [Option(f"trial:{name}", title(name), target=f"trial-{name}") for name in removable(s)]
    chosen = yield from choose(
        s.chooser, "Which Trial makes room?", options, rule="FAN-115", public="chooses the Trial that makes room"
    )
    chooser, s.chooser = s.chooser, None
    name = chosen.removeprefix("trial:")
    with step(g, "event", f"{{{chooser}}} lets {title(name)} go to make room", about=f"trial-{name}", rule="FAN-115"):
        remove_trial(g, name)
    return True


def _usual_chooser(s: State) -> Seat:
    """FAN-108, FAN-115"""
    reigning = reigning_seat(s)
    return s.active if reigning is None else reigning


def removable(s: State) -> list[str]:
    """The oldest first, so that the default takes it (FAN-247)."""
    return [card.id for card in s.trials if card.turn != s.turn and card.id != "zodraz"]


def begin_final_round(g: Play[State]) -> None:
    """FAN-123, FAN-197, FAN-201"""
    s = g.state
    s.trials_due = 0
    waiting = living(s)
    if not last_word(s, s.active):
        waiting.remove(s.active)
    s.final = Final(s.active, len(waiting), waiting, s.turn)
    with step(
        g,
        "event",
        "Zodraz is here: the final round begins",
        about="turn",
        scene="no more Harvests, no more Trials; one more turn for everybody else",
        rule="FAN-197",
    ):
        g.tell("Zodraz is here: the final round begins.", rule="FAN-197")

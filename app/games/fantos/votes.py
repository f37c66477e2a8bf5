"""Diplomacy votes (rules section 13)."""

from __future__ import annotations

from app.games.fantos.components import TRIALS, title
from app.games.fantos.effects import BALLOT, VOTED, open_to_trade
from app.games.fantos.queries import reigning_seat, turn_order
from app.games.fantos.reactions import hold
from app.games.fantos.state import Seat, State, Vote
from app.games.fantos.telling import step
from app.games.fantos.words import counted as _counted
from app.kernel import Option, Play, Question, Script, ask, choosing, window

YEA, NAY = "yea", "nay"


def hold_vote(g: Play[State], name: str, *, council: bool = False) -> Script[bool]:
    """Whether the motion passes: that the Trial stays in play or, with Council, that it is removed."""
    s = g.state
    s.vote = Vote(name, council)
    yield from hold(g, BALLOT)  # FAN-172
    voters = turn_order(s)
    if s.options.votes == "sealed":  # FAN-225
        with open_to_trade(s):
            answers = yield from window([_ballot(seat, name, council) for seat in voters], "all")
        for seat in voters:
            _cast(g, seat, answers[seat][0])
    else:  # FAN-125
        for seat in voters:
            with open_to_trade(s):
                answer = yield from ask(_ballot(seat, name, council))
            _cast(g, seat, answer[0])
    yield from hold(g, VOTED)
    yeas, nays = count(s)
    passed = yeas > nays
    if yeas == nays:
        passed = yield from _break_tie(g)
    s.vote.passed = passed
    becomes = ("leaves" if passed else "stays") if council else ("stays in play" if passed else "is turned down")
    with step(g, "vote", f"{title(name)} {becomes}, {yeas} to {nays}", about="vote", rule="FAN-128"):
        g.tell(f"{title(name)}: {_counted(yeas, 'yea')}, {_counted(nays, 'nay')}. It {becomes}.", rule="FAN-128")
    s.vote = None
    return passed


def _ballot(seat: Seat, name: str, council: bool) -> Question:
    motion = f"remove {title(name)}" if council else f"keep {title(name)} in play"
    options = [Option(NAY, f"Nay: do not {motion}"), Option(YEA, f"Yea: {motion}")]
    return choosing(
        seat,
        f"Do we {motion}?",
        options,
        rule="FAN-124",
        kicker="A vote of all Citadels",
        text=TRIALS[name].text,
        public=f"votes on {title(name)}",
    )


def _cast(g: Play[State], seat: Seat, answer: str) -> None:
    assert g.state.vote is not None
    g.state.vote.cast[str(seat)] = answer == YEA
    with step(g, "vote", f"{{{seat}}} votes {answer}", about="vote", rule="FAN-124"):
        g.tell(f"{{{seat}}} votes {answer}.", rule="FAN-124")


def weight(s: State, seat: Seat) -> int:
    """FAN-126: one vote, one more for each Zradas and for Bishop."""
    vote = s.vote
    zradas = sum(legacy.labor.count("zradas") for legacy in s.citadels[seat].legacies)
    return 1 + zradas + (vote.bonus.get(str(seat), 0) if vote is not None else 0)


def count(s: State) -> tuple[int, int]:
    """Yeas and nays as they stand."""
    vote = s.vote
    tally = {True: 0, False: 0}
    if vote is not None:
        for seat, yea in ((int(name), yea) for name, yea in vote.cast.items()):
            if s.citadels[seat].alive:
                tally[yea != (seat in vote.reversed)] += weight(s, seat)
    return tally[True], tally[False]


def _break_tie(g: Play[State]) -> Script[bool]:
    """FAN-109, FAN-129"""
    seat = reigning_seat(g.state)
    if seat is None:
        return False
    options = [Option(NAY, "It fails"), Option(YEA, "It passes")]
    question = choosing(seat, "The vote is tied. You decide.", options, rule="FAN-129", public="decides a tied vote")
    return (yield from ask(question))[0] == YEA

"""Winning (rules section 24)."""

from __future__ import annotations

from app.games.fantos.queries import clockwise, living, reigning_seat, total
from app.games.fantos.state import Seat, State
from app.games.fantos.telling import step
from app.games.fantos.tribute import special_tribute
from app.kernel import Outcome, Play, Script


def tally(g: Play[State]) -> Script[None]:
    """FAN-203 to FAN-207, FAN-194, FAN-195"""
    s = g.state
    left = living(s)
    if not left:
        most = max(s.last_totals.values())
        s.winners = [int(seat) for seat, held in s.last_totals.items() if held == most]
        s.reason = "nobody was left; most Shards on Legacies"
    elif len(left) == 1:
        s.winners, s.reason = left, "the last Citadel standing"
    else:
        yield from _break_ties(g)
    s.phase = "over"
    names = " and ".join(f"{{{seat}}}" for seat in s.winners)
    verb = "wins" if len(s.winners) == 1 else "win"
    with step(g, "end", f"{names} {verb}: {s.reason}", rule="FAN-203"):
        g.tell(f"{names}: {s.reason}.", rule="FAN-203")


def _break_ties(g: Play[State]) -> Script[None]:
    s = g.state
    best = max(total(s, seat) for seat in living(s))
    tied = [seat for seat in living(s) if total(s, seat) == best]
    s.winners, s.reason = tied, "most Shards"
    if len(tied) == 1:
        return
    if reigning_seat(s) in tied:  # FAN-204
        s.winners, s.reason = [seat for seat in tied if seat == reigning_seat(s)], "tied, with the Reigning Tribute"
        return
    least = min(s.citadels[seat].reserve for seat in tied)
    tied = [seat for seat in tied if s.citadels[seat].reserve == least]
    s.winners, s.reason = tied, "tied, with the smallest Reserve"  # FAN-205
    if len(tied) > 1:
        start = s.first if s.first is not None else 0
        order = [seat for seat in clockwise(s, start) if seat in tied]
        winner = yield from special_tribute(g, order, final=True)  # FAN-206, FAN-207
        s.winners, s.reason = ([winner], "tied, by a Special Tribute") if winner is not None else (tied, "a shared win")


def standing(s: State) -> list[list[Seat]]:
    """FAN-208: winners, then by total; the eliminated below, the later the higher."""
    groups = [list(s.winners)] if s.winners else []
    rest = [seat for seat in living(s) if seat not in s.winners]
    for points in sorted({total(s, seat) for seat in rest}, reverse=True):
        groups.append([seat for seat in rest if total(s, seat) == points])
    for group in reversed(s.eliminated):
        groups.append([seat for seat in group if seat not in s.winners])
    return [group for group in groups if group]


def outcome(s: State) -> Outcome:
    return Outcome(tuple(s.winners), s.reason, {seat: total(s, seat) for seat in range(len(s.citadels))})

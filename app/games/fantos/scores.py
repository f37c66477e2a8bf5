"""Scores of an action, piece by piece, so that screens can explain them.

A side is a seat; in a Duel it is 0 for the challenger and 1 for the challenged, since both may be of one Citadel.
"""

from __future__ import annotations

from app.games.fantos.queries import stat_parts, trial
from app.games.fantos.state import Action, Die, Entrant, State


def sides(action: Action) -> list[int]:
    if action.kind == "duel":
        return [0, 1]
    if action.kind == "harvest":
        return [action.seat]
    if action.kind == "war":
        assert action.target is not None
        return [action.seat, action.target]
    return [entrant.seat for entrant in action.entrants]


def entrants_of(action: Action, side: int) -> list[Entrant]:
    if action.kind == "duel":
        return action.entrants[side : side + 1]
    return [entrant for entrant in action.entrants if entrant.seat == side]


def dice_of(action: Action, side: int) -> list[Die]:
    if action.kind == "duel":
        names = [entrant.legacy for entrant in entrants_of(action, side)]
        return [die for die in action.dice if die.legacy in names]
    return [die for die in action.dice if die.seat == side]


def parts(s: State, action: Action, side: int) -> list[tuple[str, int]]:
    """What makes up the score of a side: (card id or "die", amount). Halving comes on top (`halved`)."""
    pieces: list[tuple[str, int]] = []
    for entrant in entrants_of(action, side):
        defends = action.kind == "war" and side == action.target
        pieces += stat_parts(s, entrant.legacy, action.kind, entrant, defends)
        if entrant.bonus:
            pieces.append((entrant.bonus_source, entrant.bonus))
    for die in dice_of(action, side):
        pieces.append(("die", counted(s, action, die)))
    if action.kind != "duel":
        pieces += [(change.source, change.amount) for change in action.changes if change.seat == side]
    return pieces


def counted(s: State, action: Action, die: Die) -> int:
    """Iridium Fog: in a Harvest a 1 counts 0."""
    return 0 if action.kind == "harvest" and die.face == 1 and trial(s, "iridium-fog") else die.face


def halved(s: State, action: Action) -> bool:
    return action.kind == "harvest" and trial(s, "black-sun")


def score(s: State, action: Action, side: int) -> int:
    """FAN-068, FAN-070, FAN-081, FAN-093, FAN-139: all pluses and minuses together, never below 0."""
    result = max(0, sum(amount for _, amount in parts(s, action, side)))
    return (result + 1) // 2 if halved(s, action) else result  # FAN-071: Black Sun last, rounded up

"""The Fantos Action, Special Tribute or Duel that everybody looks at, with its running scores and their reasons."""

from __future__ import annotations

from typing import Literal

import msgspec

from app.games.fantos import scores
from app.games.fantos.components import title
from app.games.fantos.queries import stat_parts
from app.games.fantos.state import Action, Die, Entrant, Kind, Seat, State
from app.games.fantos.words import counted, shards


class Part(msgspec.Struct, frozen=True):
    """One reason for a number in a score."""

    kind: Literal["stat", "labor", "die", "bonus", "change", "trial"]
    label: str
    amount: int
    legacy: str | None = None  # whose share it belongs to
    face: int | None = None  # what the die shows
    by: Seat | None = None  # who played it
    number: int | None = None  # of the die, as options name it


class Side(msgspec.Struct, frozen=True):
    key: int  # the seat; in a Duel 0 for the challenger and 1 for the challenged
    seat: Seat
    role: str
    parts: tuple[Part, ...]
    total: int
    won: bool = False


class Stage(msgspec.Struct, frozen=True):
    """The Fantos Action, Special Tribute or Duel in progress, with its running scores."""

    kind: Kind
    step: str
    seat: Seat
    target: Seat | None
    sides: tuple[Side, ...]
    locked: bool
    over: bool  # the result of an action of this turn
    cancelled: bool
    winner: Seat | None
    amount: int
    notes: tuple[str, ...]  # what will happen when it is completed


def shown(state: State) -> Stage | None:
    """The action in progress, else the result of the latest one of this turn."""
    if state.action is not None:
        return stage(state, state.action)
    return None if state.last is None else stage(state, state.last, over=True)


def stage(state: State, action: Action, *, over: bool = False) -> Stage:
    sides = [_side(state, action, side) for side in scores.sides(action)]
    if action.kind == "duel":
        sides = [side for side in sides if side.parts]  # one of the two may have left (FAN-143)
    return Stage(
        kind=action.kind,
        step=action.step,
        seat=action.seat,
        target=action.target,
        sides=tuple(sides),
        locked=bool(action.scores),
        over=over,
        cancelled=action.cancelled,
        winner=action.winner,
        amount=action.amount,
        notes=tuple(_result(action) if over and action.scores else _notes(state, action, sides)),
    )


def _role(action: Action, side: int) -> str:
    match action.kind:
        case "harvest":
            return "harvests"
        case "war":
            return "attacks" if side == action.seat else "defends"
        case "duel":
            return ("challenges", "is challenged")[side]
        case "special":
            return "nominates"
    return "nominates" if side == action.seat else "challenges"


def _side(state: State, action: Action, side: int) -> Side:
    entrants = scores.entrants_of(action, side)
    defends = action.kind == "war" and side == action.target
    parts: list[Part] = []
    for entrant in entrants:
        parts += _share(state, action, entrant, defends)
    for die in scores.dice_of(action, side):
        parts.append(_die(state, action, die))
    if action.kind != "duel":
        changes = [change for change in action.changes if change.seat == side]
        parts += [Part("change", title(change.source), change.amount, by=change.by) for change in changes]
    score = action.scores.get(str(side), scores.score(state, action, side))
    whole = max(0, sum(part.amount for part in parts))
    if scores.halved(state, action) and score != whole:
        parts.append(Part("trial", "Black Sun halves", score - whole))
    seat = entrants[0].seat if action.kind == "duel" and entrants else side
    won = str(side) in action.scores and side == _winner(action)
    return Side(side, seat, _role(action, side), tuple(parts), score, won)


def _winner(action: Action) -> int | None:
    """The winning side; in a Duel both may belong to one Citadel."""
    if action.kind != "duel" or action.winner is None:
        return action.winner
    return 0 if action.scores["0"] > action.scores["1"] else 1


def _share(state: State, action: Action, entrant: Entrant, defends: bool) -> list[Part]:
    """A Legacy's stat for this action and what raises it (FAN-050)."""
    (_, printed), *raises = stat_parts(state, entrant.legacy, action.kind, entrant, defends)
    label = title(entrant.legacy) + (f" as {title(entrant.copied)}" if entrant.copied else "")
    parts = [Part("stat", label, printed, entrant.legacy)]
    parts += [Part("labor", title(labor), amount, entrant.legacy) for labor, amount in raises]
    if entrant.bonus:
        parts.append(Part("bonus", title(entrant.bonus_source), entrant.bonus, entrant.legacy))
    return parts


def _die(state: State, action: Action, die: Die) -> Part:
    counts = scores.counted(state, action, die)
    loose = "Overtime die" if action.kind == "harvest" else "undefended die"
    label = f"die of {title(die.legacy)}" if die.legacy else loose
    label += " (Iridium Fog)" * (counts != die.face)
    return Part("die", label, counts, die.legacy, die.face, number=die.id)


def _result(action: Action) -> list[str]:
    """What came of it."""
    if action.kind == "harvest":
        return [f"{{{action.seat}}} took {shards(action.amount)}."]
    if action.winner is None:
        return ["Equal scores: nothing moved."]
    words = {"war": "wins the War", "duel": "wins the Duel"}.get(action.kind, "wins the Tribute and reigns")
    return [f"{{{action.winner}}} {words}: {shards(action.amount)}."]


def _notes(state: State, action: Action, sides: list[Side]) -> list[str]:
    notes: list[str] = []
    if action.cancelled:
        return ["Cancelled: its Legacies stay tasked, nothing moves."]
    if action.kind == "harvest" and sides:
        taken = action.amount if action.scores else sides[0].total
        drawn = 0 if taken == 0 else 1 if taken <= 6 else 2 if taken <= 12 else 3  # FAN-111
        notes.append(f"{shards(taken)} {'draws' if taken == 1 else 'draw'} {counted(drawn, 'Trial')}.")
        if state.trials_fewer:
            notes.append("Cartographer: one Trial fewer, but at least one.")
    elif action.kind == "war" and len(sides) == 2 and action.dice:
        ahead, behind = sorted(sides, key=lambda side: -side.total)
        margin = ahead.total - behind.total
        guard = any(p.legacy == "foundry-guard" for p in behind.parts)
        if margin:
            notes.append(f"{{{behind.seat}}} would pay {max(0, margin - 2 * guard)} to {{{ahead.seat}}}.")
            if guard:
                notes.append("Foundry Guard: 2 damage less.")
        else:
            notes.append("Equal scores: nothing moves.")
    elif action.kind in ("tribute", "special") and action.dice and sides:
        ranked = sorted(sides, key=lambda side: -side.total)
        if len(ranked) == 1:
            notes.append(f"{{{ranked[0].seat}}} stands alone: reward {ranked[0].total}.")
        elif ranked[0].total == ranked[1].total:
            notes.append("The leaders are tied: they will roll again, without a reward.")
        else:
            notes.append(f"{{{ranked[0].seat}}} leads; reward {ranked[0].total - ranked[1].total}.")
    elif action.kind == "duel" and len(sides) == 2 and action.dice:
        margin = abs(sides[0].total - sides[1].total)
        notes.append(f"{shards(margin)} would move between the two." if margin else "A tie: nothing moves.")
    for followers in action.followers:
        notes.append(f"Camp Followers: each Citadel at war gives {{{followers.taker}}} 2 Shards in the end.")
    return notes

"""What an action is likely to bring, from public facts: for the words under questions."""

from __future__ import annotations

from app.games.fantos.queries import able, own, stat, targets, trial
from app.games.fantos.state import Kind, Seat, State
from app.games.fantos.words import counted, joined, legacies, shards

MEAN = 10 / 6  # of the Shard Die (FAN-EX03)


def dice(count: int) -> str:
    return counted(count, "die") if count == 1 else f"{count} dice"


def likely(total: int, rolled: int) -> int:
    return round(total + rolled * MEAN)


def what(s: State, kind: Kind) -> str:
    """An action in a line: what it is for, and what the Legacies that are free could bring."""
    free = [stat(s, legacy.id, kind) for legacy in able(s, s.active, kind)]
    if kind == "harvest":
        return f"Shards from the Trove, about {likely(sum(free), len(free))} with everybody. The more, the more Trials."
    if kind == "war":
        return f"Win the difference from a rival. About {likely(sum(free), len(free))} with everybody."
    return "One of yours stands for the title, and for Shards from the others."


def not_declarable(s: State) -> list[tuple[Kind, str]]:
    """The Fantos Actions that cannot be declared now, with the reason (FAN-062 to FAN-064, FAN-198)."""
    kinds: tuple[Kind, ...] = ("harvest", "war", "tribute")
    reasons: list[tuple[Kind, str]] = []
    for kind in kinds:
        if kind in s.attempted:
            reasons.append((kind, "tried in this turn already"))
        elif kind == "harvest" and s.final is not None:
            reasons.append((kind, "Zodraz is here: no more Harvests"))
        elif kind == "war" and not targets(s):
            reasons.append((kind, "whom you could attack has not had a turn yet"))
        elif not able(s, s.active, kind):
            reasons.append((kind, "none of your Legacies is free for it"))
    return reasons


def defence(s: State, seat: Seat) -> str:
    """How a Citadel could defend itself, as everybody can see."""
    free = able(s, seat, "war")
    if not free:
        castellan = own(s, seat, "castellan")
        rolled = 3 if castellan is not None else 1
        why = "its Castellan rolls" if castellan is not None else "it rolls"
        return f"{{{seat}}} has nobody free: {why} {dice(rolled)}, about {likely(0, rolled)}."
    total = sum(stat(s, legacy.id, "war", defends=True) for legacy in free)
    return (
        f"{{{seat}}} could defend with {legacies(len(free))}: "
        f"War {total} and {dice(len(free))}, about {likely(total, len(free))}. Cards come on top."
    )


def harvest_trials(s: State) -> str:
    """FAN-111, for the active Citadel."""
    if trial(s, "black-sun"):
        return "Black Sun halves it. 1 to 6 Shards bring one Trial, 7 to 12 two, more bring three."
    return "1 to 6 Shards bring one Trial, 7 to 12 two, more bring three."


def reward(s: State, seats: list[Seat]) -> str:
    return joined(f"{{{seat}}} has {shards(s.citadels[seat].reserve)}" for seat in seats) + "."

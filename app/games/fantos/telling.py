"""How Fantos tells: one step of play is one moment, with everything that it changed and why.

Rules open a step with its title and do what they do; when it ends, whatever Shards, Legacies and cards have become
something else is told with the reason of the step. A step inside another is part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from app.games.fantos.components import title
from app.games.fantos.state import Seat, State, TurnOver
from app.games.fantos.words import joined, shards
from app.kernel import Play, Scene
from app.kernel.moments import MomentKind

Why = str | Callable[[Seat | None], str]
TASKS = {
    "harvest": "at the Harvest",
    "war": "at war",
    "tribute": "at the Tribute",
    "special": "at the Tribute",
    "duel": "in a Duel",
    "ability": "tasked",
    "nothing": "tasked",
}


class Standing(NamedTuple):
    """A hired Legacy as it stands."""

    seat: Seat
    shards: int
    state: str
    bears: tuple[str, ...]


class Shot(NamedTuple):
    """Everything public that can change in a step."""

    reserves: tuple[int, ...]
    hands: tuple[int, ...]
    alive: tuple[bool, ...]
    legacies: dict[str, Standing]
    reigning: str | None


def shot(s: State) -> Shot:
    return Shot(
        tuple(citadel.reserve for citadel in s.citadels),
        tuple(len(citadel.hand) for citadel in s.citadels),
        tuple(citadel.alive for citadel in s.citadels),
        {
            legacy.id: Standing(seat, legacy.shards, _state(legacy.status, legacy.task), tuple(legacy.labor))
            for seat, citadel in enumerate(s.citadels)
            for legacy in citadel.legacies
        },
        s.reigning,
    )


def _state(status: str, task: str) -> str:
    return TASKS.get(task, "tasked") if status == "tasked" else "free" if status == "untasked" else status


@contextmanager
def step(
    g: Play[State],
    kind: MomentKind,
    heading: str,
    *,
    about: str | None = None,
    scene: str = "",
    text: str = "",
    rule: str | None = None,
    why: Why = "",
) -> Iterator[Scene]:
    """One thing that happens. A turn that it ends at once is told too, before it is over (FAN-192)."""
    if g.scene is not None:
        yield g.scene
        return
    over: TurnOver | None = None
    before = shot(g.state)
    with g.moment(kind, heading, about=about, scene=scene, text=text, rule=rule) as made:
        try:
            yield made
        except TurnOver as end:
            over = end
        _tell_changes(made, before, shot(g.state), why or _plain(heading))
    if over is not None:
        raise over


def _plain(heading: str) -> str:
    """The heading as a reason, where nothing better is given."""
    return heading if heading.startswith("{") else heading[:1].lower() + heading[1:]


def _tell_changes(made: Scene, before: Shot, after: Shot, why: Why) -> None:
    def because(seat: Seat | None) -> str:
        return why if isinstance(why, str) else why(seat)

    for name, was in before.legacies.items():
        now = after.legacies.get(name)
        if now is None:
            if after.alive[was.seat]:
                made.change(title(name), shards(was.shards), "gone", because(was.seat), seat=was.seat, better=False)
            continue
        if was.shards != now.shards:
            made.change(title(name), was.shards, now.shards, because(now.seat), seat=now.seat)
        if was.state != now.state:
            better = True if now.state == "free" else None if was.state == "free" and now.state != "disabled" else False
            made.change(title(name), was.state, now.state, because(now.seat), seat=now.seat, better=better)
        worn = [labor for labor in now.bears if now.bears.count(labor) > was.bears.count(labor)]
        if worn:
            words = "bears " + joined(title(labor) for labor in worn)
            made.change(title(name), "", words, because(now.seat), seat=now.seat, better=True)
    for name, now in after.legacies.items():
        if name not in before.legacies:
            words = f"hired, {shards(now.shards)}"
            made.change(title(name), "", words, because(now.seat), seat=now.seat, better=True)
    for seat, (had, has) in enumerate(zip(before.reserves, after.reserves, strict=True)):
        if had != has:
            made.change("Reserve", had, has, because(seat), seat=seat)
    for seat, (had, has) in enumerate(zip(before.hands, after.hands, strict=True)):
        if had != has and after.alive[seat]:
            made.change("Labor in hand", had, has, because(seat), seat=seat)
    if before.reigning != after.reigning:
        held = [title(name) if name is not None else "nobody" for name in (before.reigning, after.reigning)]
        made.change("Reigning Tribute", held[0], held[1], because(None))


def first_reading(s: State, card: str, words: str) -> str:
    """The text of a card the first time it is seen at this table, to be read before the ring runs; else nothing."""
    if card in s.read:
        return ""
    s.read.append(card)
    return words

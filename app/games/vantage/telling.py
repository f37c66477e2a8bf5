"""How Vantage tells: one action is one moment that grows, with its dice, its passage, and every change with its reason.

Rules do what they do; whenever one is done, `note` compares what everybody can count (stats, tokens, coins, boost, cards,
places, the mission) with what it was, and puts the differences into the moment that is being made.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from app.games.vantage.facts import Source, measure
from app.games.vantage.state import Held, Open, State
from app.games.vantage.world import CATEGORIES, STATS, shown
from app.kernel import Die, Play, Scene
from app.kernel.moments import Change, Fate, MomentKind

Game = Play[State]
Key = tuple[int | None, str, int]  # whose, what, of which card
ZONES = {"grid": "in the grid", "reserve": "in reserve", "supply": "in the supply"}
FEW = 4  # changes that the stage shows without folding


class Over(Exception):
    """The session has ended in the middle of something."""


# Words --------------------------------------------------------------------------------------------------------------


def joined(parts: Iterable[str]) -> str:
    """One, two and three."""
    words = list(parts)
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def count(number: int, noun: str, many: str = "") -> str:
    return f"{number} {noun if number == 1 else many or f'{noun}s'}"


def beginning(words: str) -> str:
    """With a capital at its front; names within keep theirs."""
    return words[:1].upper() + words[1:]


def dice_words(number: int) -> str:
    return count(number, "die", "dice")


def names(seats: Iterable[int]) -> str:
    return joined(f"{{{seat}}}" for seat in seats)


def reason(state: State, source: Source) -> str:
    """Why an effect happens, as people say it."""
    if source.why:
        return source.why
    if source.kind == "card" and source.card is not None:
        return state.world.card(source.card).name
    if source.kind == "centre":
        return "what you came for"
    return "the way there" if source.kind == "depart" else "what came of it"


# What everybody can count -------------------------------------------------------------------------------------------


def standing(state: State) -> dict[Key, int | str]:
    counted: dict[Key, int | str] = {}
    for seat, who in enumerate(state.seats):
        for name in STATS:
            counted[seat, name, 0] = who.stats[name]
        for skill in CATEGORIES:
            counted[seat, f"{skill} tokens", 0] = who.skills[skill]
        counted[seat, "coins", 0] = who.coins
        if not state.setting_up:
            counted[seat, "place", 0] = shown(who.place)
        piles: list[tuple[str, list[Held | None]]] = [
            ("grid", who.grid),
            ("reserve", list(who.reserve)),
            ("supply", list(who.supply)),
        ]
        for zone, pile in piles:
            for held in pile:
                if held is not None:
                    counted[seat, "card", held.id] = ZONES[zone]
                    counted[seat, "boost", held.id] = held.boost
                    counted[seat, "count", held.id] = held.count
    if state.mission is not None and not state.setting_up:
        done, need = measure(state, Source(state.turn, "centre"), state.world.missions[state.mission].goal)
        counted[None, state.world.missions[state.mission].name, 0] = f"{done} of {need}"
    return counted


@dataclass
class Notebook:
    """What has been told so far."""

    before: dict[Key, int | str] = field(default_factory=dict)
    rolled: int = 0  # dice of the present roll that the moment shows already


_NOTEBOOKS: WeakKeyDictionary[Game, Notebook] = WeakKeyDictionary()


def notebook(g: Game) -> Notebook:
    if g not in _NOTEBOOKS:
        _NOTEBOOKS[g] = Notebook(standing(g.state))
    return _NOTEBOOKS[g]


def count_anew(g: Game) -> None:
    """From here on everything is counted, places too: what came before was the fall."""
    notebook(g).before = standing(g.state)


def note(g: Game, why: str) -> None:
    """Tell what has changed since the last time, and that this is the reason."""
    book, now = notebook(g), standing(g.state)
    before, book.before = book.before, now
    if before == now:
        return
    found = [change for key in {**before, **now} if (change := changed(g.state, key, before, now, why)) is not None]
    if not found:
        return
    if g.scene is not None and g.scene.to is None:
        g.scene.changes.extend(found)
        arrange(g.scene)
        return
    with g.moment("event", _headline(found[0], why)) as alone:
        alone.changes.extend(found)
        arrange(alone)


def _headline(change: Change, why: str) -> str:
    return f"{{{change.seat}}}: {why}" if change.seat is not None else f"{change.what}: {why}"


def changed(state: State, key: Key, before: dict[Key, int | str], now: dict[Key, int | str], why: str) -> Change | None:
    """One difference in words; None where another row says it already."""
    seat, what, card = key
    old, new = before.get(key), now.get(key)
    if old == new:
        return None
    if not card:
        if old is None or new is None:
            return None  # nothing was counted before the crash
        better = new > old if isinstance(old, int) and isinstance(new, int) else None
        return Change(what, str(old), str(new), why, seat, better)
    name = state.world.card(card).name
    if what == "card":
        better = (new is not None) != (state.world.card(card).kind == "curse")
        return Change(
            name, str(old or ""), str(new or "gone"), why, seat, better if old is None or new is None else None
        )
    if (seat, "card", card) not in now:
        return None  # what lay on a card goes with it
    if not old and not new:
        return None
    if what == "boost":
        return Change(f"boost on {name}", str(old or 0), str(new or 0), why, seat, int(new or 0) > int(old or 0))
    return Change(f"{name}, steps done", str(old or 0), str(new or 0), why, seat, True)


def arrange(made: Scene) -> None:
    """The stage folds what goes beyond a few lines, so what people look for comes first: losses, then what was won."""
    if len(made.changes) > FEW:
        made.changes.sort(key=_weight)


def _weight(change: Change) -> int:
    if change.what in STATS:
        return 0
    return 2 if change.what.startswith("boost") else 1


# Moments ------------------------------------------------------------------------------------------------------------


@contextmanager
def step(
    g: Game,
    kind: MomentKind,
    title: str,
    *,
    about: str | None = None,
    scene: str = "",
    text: str = "",
    rule: str | None = None,
    why: str = "",
) -> Iterator[Scene]:
    """One thing that happens. When it ends the session, that is told too, before the session is over."""
    over: Over | None = None
    notebook(g)
    with g.moment(kind, title, about=about, scene=scene, text=text, rule=rule) as made:
        try:
            yield made
        except Over as end:
            over = end
        note(g, why or "what came of it")
    if over is not None:
        raise over


@contextmanager
def apart(
    g: Game, kind: MomentKind, title: str, *, text: str = "", scene: str = "", rule: str | None = None, why: str = ""
) -> Iterator[Scene]:
    """Something that has its own place in the story, though an action is under way: a crisis, a goal reached."""
    note(g, "what came of it")
    over: Over | None = None
    with g.aside(), g.moment(kind, title, text=text, scene=scene, rule=rule) as made:
        try:
            yield made
        except Over as end:
            over = end
        note(g, why or title.rpartition(": ")[2])
    if over is not None:
        raise over


def read_passage(g: Game, text: str, title: str = "") -> None:
    """The passage becomes what the moment is for."""
    made = g.scene
    if made is None or made.to is not None:
        with g.moment("story", title or "A passage is read", text=text):
            return
    made.kind = "story"
    made.text = f"{made.text}\n\n{text}" if made.text else text


# Dice ---------------------------------------------------------------------------------------------------------------


def show_dice(g: Game) -> None:
    """The dice of the present roll as they lie now; those of earlier rolls of the same action stay beside them."""
    made, book = g.scene, notebook(g)
    if made is None:
        return
    earlier = made.dice[: len(made.dice) - min(book.rolled, len(made.dice))]
    now = [with_sign(die.face, owner=g.state.actor, **_fate(g.state, die.face, die.slot)) for die in g.state.roll]
    made.dice = [*earlier, *now]
    book.rolled = len(now)


def with_sign(face: str, **more: Any) -> Die:
    """A die with the sign of its face; the word is read with it."""
    return Die(face, look=f"f-{face}", icon=f"vs-{face}", **more)


def _fate(state: State, face: str, slot: str) -> dict[str, Any]:
    fate: Fate = "counts" if slot else ""
    if not slot:
        return {"fate": fate, "note": face}
    found = state.find(int(slot.partition(".")[0]))
    return {"fate": fate, "note": "caught", "why": state.world.card(found[2].id).name if found else ""}


def dice_settled(g: Game) -> None:
    """What became of the dice that no slot took."""
    made, book = g.scene, notebook(g)
    if made is None:
        return
    for index in range(len(made.dice) - book.rolled, len(made.dice)):
        die = made.dice[index]
        if die.fate == "counts":
            continue
        if die.face in STATS:
            made.dice[index] = with_sign(
                die.face, owner=die.owner, fate="hurts", note=f"−1 {die.face}", why="no slot took it"
            )
        else:
            back = "back to the pool" if die.face == "setback" else "nothing"
            made.dice[index] = with_sign(die.face, owner=die.owner, fate="ignored", note=die.face, why=back)
    book.rolled = 0


# Titles -------------------------------------------------------------------------------------------------------------


def deed(state: State, action: Open) -> str:
    """What somebody is about to do, as a title: the line that was read, or the way they walk."""
    if action.line:
        return f"{{{action.seat}}}: {action.line}"
    if action.kind == "depart":
        return f"{{{action.seat}}} {'swims' if action.verb == 'SWIM' else 'walks'} {action.direction}"
    if action.kind == "final":
        return f"{{{action.seat}}} fulfils {state.world.destinies[action.origin].name}"
    return f"{{{action.seat}}}: {action.act}"

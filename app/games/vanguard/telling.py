"""How Vanguard tells: whatever happens is a moment, and whatever it changes is told with its reason.

Rules say `happening(...)` around what they do and `because(g, "the cold")` after what they have changed: how things stand
is compared with how they stood when they were told last. So no number moves without a reason, wherever it is changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

import msgspec

from app.games.vanguard import board, wording
from app.games.vanguard.asking import G
from app.games.vanguard.content import LOG
from app.games.vanguard.data.dice import KIND
from app.games.vanguard.data.ship import MORALE
from app.games.vanguard.people import SECTION_NAMES, explorer, name, owner, team
from app.games.vanguard.state import Danger, Die, Reading, State
from app.games.vanguard.titles import log_title
from app.kernel import Change, Scene
from app.kernel import Die as Shown
from app.kernel.moments import Fate, MomentKind

LESS_IS_BETTER = ("injuries", "time", "Wake")
BEDS = {"light": "Medbay, light", "moderate": "Medbay, moderate", "critical": "Medbay, critical"}
PLACES = {**BEDS, "available": "fit for duty", "resting": "resting", "fallen": "dead", "wall": "on the Memorial Wall"}
ON_THE_GROUND = ("tutorial", "explore", "landing", "disembark")


class Key(NamedTuple):
    """What stands somehow: of a section's crew, of a person, or of all."""

    kind: str
    of: str = ""
    section: int = -1


# How things stand ------------------------------------------------------------------------------------------------------


def standing(state: State) -> dict[Hashable, object]:
    ship = state.ship
    own = Counter(die.section for die in state.dice)
    now: dict[Hashable, object] = {
        Key("Morale"): ship.morale,
        Key("Energy"): ship.energy,
        Key("Command"): ship.command,
        **{Key(counter.capitalize()): value for counter, value in state.counters.items()},
        **{Key("dice", section=section): own[section] for section in range(4)},
    }
    now |= {Key("rank", one.id): one.rank for one in state.people if one.section >= 0}
    now |= {Key("place", one.id): one.place for one in state.people if one.place in PLACES}
    if state.x is None or state.x.over:
        now[Key("Success", "ship")] = ship.success + ship.bag
        return now
    return now | on_the_ground(state)


def on_the_ground(state: State) -> dict[Hashable, object]:
    x = state.exploration
    now: dict[Hashable, object] = {
        Key("Supplies"): x.supplies,
        Key("Success", "lander"): x.success,
        Key("lander"): "damaged" if x.lander_damaged else "whole",
        **{Key("time", key): board.time_now(x, key) for key in board.time_tracks(x)},
        **{Key("track", key): value for key, value in x.tracks.items()},
    }
    ready = Counter(die.section for die in state.dice if die.zone == "slot")
    playing = Counter(die.section for die in state.dice if die.zone in ("slot", "spent", "pool"))
    for crew in team(state):
        section = crew.section
        now |= {
            Key("ready dice", section=section): ready[section],
            Key("dice in play", section=section): playing[section],
            Key("injuries", section=section): len(crew.injuries),
            Key("cards", section=section): len(crew.hand),
            Key("Charges", section=section): crew.charges,
        }
        now |= {Key("status", kind, section): kind for kind in crew.statuses}
    return now


def first(person: str) -> str:
    return name(person).split()[0]


def whose(state: State, section: int) -> str:
    return first(explorer(state, section).person)


# What changed, and why ---------------------------------------------------------------------------------------------------


def because(g: G, why: str) -> None:
    """Whatever has changed since changes were told last has changed for this reason."""
    before, now = g.standing, standing(g.state)
    g.standing = now
    if not before:
        return
    changes = list(differences(g.state, before, now, why))
    if not changes:
        return
    if g.scene is not None:
        add(g.scene, changes)
        return
    with g.moment("event", why[:1].upper() + why[1:]) as alone:
        add(alone, changes)


def differences(
    state: State, before: Mapping[Hashable, object], now: Mapping[Hashable, object], why: str
) -> Iterator[Change]:
    for key, value in now.items():
        assert isinstance(key, Key)
        was = before.get(key, 0 if key.kind == "track" else "" if key.kind == "status" else None)
        if was is None or was == value:
            continue
        change = in_words(state, key, was, value, why)
        if change is not None:
            yield change


def in_words(state: State, key: Key, was: object, value: object, why: str) -> Change | None:
    seat = owner(state, key.section) if key.section >= 0 else None
    if isinstance(was, int) and isinstance(value, int):
        better = (value < was) if key.kind in LESS_IS_BETTER else (value > was)
        if key.kind == "Morale":
            return Change("Morale", MORALE[was], MORALE[value], why, better=better)
        if key.kind == "rank":
            return Change(f"Rank of {name(key.of)}", str(was), str(value), why, better=better) if value > was else None
        if key.kind == "dice in play" and value > was:
            return None  # what is brought along is told by what is ready
        return Change(what_of(state, key), str(was), str(value), why, seat, better)
    if key.kind == "status":
        meaning = wording.STATUS[key.of]
        good = key.of in ("shielded", "steady")
        return Change(whose(state, key.section), "", key.of, f"{meaning}; {why}", seat, good)
    if key.kind == "lander":
        return Change("Lander", str(was), str(value), why, better=value == "whole")
    if key.kind == "place" and {was, value} & {*BEDS, "fallen"}:
        return Change(name(key.of), PLACES[str(was)], PLACES[str(value)], why, better=value not in (*BEDS, "fallen"))
    return None


def what_of(state: State, key: Key) -> str:
    if key.kind == "dice":
        return f"Dice of {SECTION_NAMES[key.section]}"
    if key.kind == "time":
        return wording.time_name(key.of)
    if key.kind == "track":
        return f"{key.of.partition(':')[2].capitalize()} track"
    return f"{whose(state, key.section)}: {key.kind}" if key.section >= 0 else key.kind


def add(scene: Scene, changes: Iterable[Change]) -> None:
    """Two steps of one thing in the same direction are one line with both reasons."""
    for change in changes:
        last = next((n for n, old in enumerate(scene.changes) if same_way(old, change)), None)
        if last is None:
            scene.changes.append(change)
            continue
        old = scene.changes[last]
        why = old.why if change.why in old.why else f"{old.why}, {change.why}"
        scene.changes[last] = msgspec.structs.replace(old, after=change.after, why=why)


def same_way(old: Change, new: Change) -> bool:
    return (old.what, old.seat, old.after, old.better) == (new.what, new.seat, new.before, new.better) and bool(
        new.before
    )


def settle(g: G, why: str = "") -> None:
    """The same, where nobody may have said why: then it is what is going on."""
    because(g, why or (g.scene.why if g.scene is not None else "") or "what was written")


@contextmanager
def reason(g: G, why: str) -> Iterator[None]:
    """What changes in here changes for this reason, also as far as it has come when a question is asked."""
    scene = g.scene
    held = scene.why if scene is not None else ""
    if scene is not None and why:
        scene.why = why
    yield
    settle(g, why)
    if scene is not None:
        scene.why = held


# Moments -------------------------------------------------------------------------------------------------------------


@contextmanager
def happening(
    g: G,
    kind: MomentKind,
    title: str,
    *,
    about: str | None = None,
    scene: str = "",
    text: str = "",
    rule: str | None = None,
    actor: int | None = None,
    apart: bool = False,
    why: str = "",
) -> Iterator[Scene]:
    """One thing that happens. What it changes without saying why, it changes for its own sake."""
    outer = g.scene
    if outer is None:
        g.standing = standing(g.state)
    elif apart:
        settle(g)
    if outer is not None and not apart:
        yield outer
        return
    with g.moment(kind, title, about=about, scene=scene, text=text, rule=rule, actor=actor, apart=apart) as made:
        made.why = why or said(title)
        yield made
        because(g, made.why)


@contextmanager
def reading_log(g: G, reading: Reading, section: int | None) -> Iterator[Scene]:
    """A log is read by itself: whatever it is read in the middle of goes on afterwards."""
    number, state = reading.log, g.state
    words = LOG[number].text.replace("*", "").replace("{actor}", reading.actor or "one of you")
    crew = explorer(state, section) if state.x and section is not None else None
    with happening(
        g,
        "story",
        log_title(number),
        about=f"sector-{crew.sector}" if crew and crew.sector else None,
        scene=f"Log {number}{f', {reading.actor}' if reading.actor else ''}",
        text=words.replace("{section}", reading.section or "the crew"),
        rule="ISS-203",
        actor=owner(state, crew.section) if crew else None,
        apart=True,
    ) as made:
        yield made


def said(title: str) -> str:
    """A title as a reason."""
    return title[:1].lower() + title[1:] if title.startswith(("The ", "A ", "An ")) else title


def came(g: G, title: str, text: str = "", *, good: bool | None = None, kind: MomentKind = "event") -> None:
    """Something came of what is going on; if nothing is, it is a moment of its own."""
    if g.scene is not None:
        g.scene.result(title, text, good=good)
        return
    with happening(g, kind, title) as alone:
        if text:
            alone.result(title, text, good=good)


# Dice ----------------------------------------------------------------------------------------------------------------


def show_dice(g: G, dice: Iterable[Die]) -> None:
    """The dice that were rolled just now, with what they show, instead of their numbers."""
    rolled = list(dice)
    if g.scene is None or not rolled:
        return
    del g.scene.dice[-len(rolled) :]
    reface(g, rolled)


def reface(g: G, dice: Iterable[Die]) -> None:
    """What these dice show now: they were rolled, or turned."""
    for die in dice:
        face, tint = KIND[die.kind].faces[die.face], KIND[die.kind].colour
        icon = f"vi-{face[0]}" if len(face) == 1 else ""
        words, whose_ = wording.icons(face), owner(g.state, die.section)
        shown = Shown(words, owner=whose_, note=words, look=f"vg-die {tint}", icon=icon)
        if g.scene is not None:
            g.scene.show(die.id, shown)


def show_plain(g: G, faces: Iterable[str], look: str, icon: str, threatens: Mapping[str, str] | None = None) -> None:
    """Injury and danger dice that were rolled just now, and what a face threatens."""
    shown = list(faces)
    if g.scene is None or not shown:
        return
    del g.scene.dice[-len(shown) :]
    for face in shown:
        why = (threatens or {}).get(face, "")
        picture = icon.replace("*", face)
        g.scene.dice.append(Shown(face.capitalize(), note=face, why=why, look=f"vg-die {look}", icon=picture))


def became(g: G, dice: Iterable[int], fate: Fate, note: str, why: str = "") -> None:
    for die in dice:
        if g.scene is not None:
            g.scene.became(die, fate, note, why)


def of_plain(g: G, face: str, look: str, fate: Fate, note: str, why: str = "") -> None:
    """The first injury or danger die with this face of which nothing was said yet."""
    scene = g.scene
    for place, die in enumerate(scene.dice if scene is not None else ()):
        if scene is not None and (die.look, die.face, die.fate) == (f"vg-die {look}", face.capitalize(), ""):
            scene.dice[place] = msgspec.structs.replace(die, fate=fate, note=note, why=why)
            return


def of_danger(g: G, danger: Danger, fate: Fate, note: str, why: str = "") -> None:
    of_plain(g, danger.face, "danger", fate, note, why)

"""How The Glass Acre tells: one deed, one quest's update and one mover of the board's turn are one moment each.

Rules open it with `g.moment(...)`; what happens inside, dice and harm included, is part of it. Here are the words that
several of them share.
"""

from __future__ import annotations

from app.games.biome.components import SECRET_NAMES, Cell
from app.games.biome.hexes import spot
from app.games.biome.state import Camp, State
from app.kernel import Play
from app.kernel.moments import Fate, MomentKind


def headline(g: Play[State], title: str, at: Cell | None = None, kind: MomentKind | None = None) -> None:
    """What it came to, in a sentence: the title of the moment that is being made."""
    if g.scene is None:
        return
    g.scene.title = title
    g.scene.about = spot(at) if at is not None else g.scene.about
    g.scene.kind = kind or g.scene.kind


def fate(g: Play[State], became: Fate, note: str = "", why: str = "") -> None:
    """What becomes of the die that was rolled last."""
    if g.scene is not None and g.scene.dice:
        g.scene.fate(became, note, why)


def signed(number: int) -> str:
    return f"{number:+d}".replace("-", "−") if number else "0"


def store_change(g: Play[State], camp: Camp, name: str, kind: str, by: int, why: str) -> None:
    """A store has so many more or fewer of a kind than before; told when it is done."""
    now = camp.store.count(kind)
    if by:
        g.change(f"{SECRET_NAMES[kind]} in {name}", now - by, now, why)

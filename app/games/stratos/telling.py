"""How Stratos tells: one step of play is one moment, with everything it changed and why.

Rules open a step with its title and put into it what they do; at its end every change of anybody's Prosperity is told
with its source. A step inside another is part of it, so a defeat by a spell is told with the spell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from app.games.stratos.board import form, goods, pool_of, spot, tile_at, whose
from app.games.stratos.components import CARDS, RESOURCE_NAMES, SPECIAL_NAMES, SPELLS, TERRAIN
from app.games.stratos.scoring import sources
from app.games.stratos.state import Square, State, Unit
from app.kernel import Change, Play, Scene
from app.kernel.moments import MomentKind

FEW = 4  # changes that the stage shows without folding
SOURCES = {
    "hoard": "Hoard",
    "defeats": "Defeat",
    "spells": "Knowledge",
    "treasures": "Treasure",
    "promote": "Promote All",
    "occupy": "Occupy 3",
}


class MatchOver(Exception):
    """Nothing further is carried out (STR-149)."""

    def __init__(self, rule: str = "") -> None:
        super().__init__(rule)
        self.rule = rule


# Words ----------------------------------------------------------------------------------------------------------


def place(state: State, at: Square) -> str:
    """A place as people say it: by its name if it has one, else by its land, with the square behind it."""
    tile = tile_at(state, at)
    if tile is None:
        return f"the sea at {spot(at)}"
    if tile.kind != "S":
        return f"the {TERRAIN[tile.kind].lower()} at {spot(at)}"
    return f"the covered tile at {spot(at)}" if tile.covered else f"the {SPECIAL_NAMES[tile.special]}"


def land_of(state: State, at: Square) -> str:
    """The same without the square, for titles."""
    tile = tile_at(state, at)
    if tile is None:
        return "the sea"
    if tile.kind != "S":
        return f"the {TERRAIN[tile.kind].lower()}"
    return "a covered tile" if tile.covered else f"the {SPECIAL_NAMES[tile.special]}"


def mine(state: State, unit: Unit) -> str:
    """A unit as its own player says it: "Peasant on the prairie at (0,0)"."""
    return f"{form(unit)} on {place(state, unit.at)}"


def briefly(state: State, unit: Unit) -> str:
    """The same where there is little room: "Peasant at A1", "Mage on the Quarry"."""
    tile = tile_at(state, unit.at)
    return mine(state, unit) if tile is not None and tile.kind == "S" else f"{form(unit)} at {spot(unit.at)}"


def unit_name(unit: Unit) -> str:
    return f"unit-{unit.id}"


def tile_name(at: Square) -> str:
    return f"tile-{at[0]}-{at[1]}"


def joined(parts: Iterable[str]) -> str:
    """One, two and three."""
    words = list(parts)
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def names(seats: Iterable[int]) -> str:
    return joined(f"{{{seat}}}" for seat in seats)


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def title_of(card: str) -> str:
    return CARDS[card.partition("#")[0]].title


# Steps ----------------------------------------------------------------------------------------------------------


@contextmanager
def step(
    g: Play[State],
    kind: MomentKind,
    title: str,
    *,
    about: str | None = None,
    scene: str = "",
    rule: str | None = None,
) -> Iterator[Scene]:
    """One thing that happens. When it ends the match, that is told too, before the match is over."""
    if g.scene is not None:
        yield g.scene
        return
    over: MatchOver | None = None
    with g.moment(kind, title, about=about, scene=scene, rule=rule) as made:
        before = standing(g.state)
        try:
            yield made
        except MatchOver as end:
            over = end
        tell_points(g, before)
        arrange(made)
    if over is not None:
        raise over


def arrange(made: Scene) -> None:
    """The stage folds what goes beyond a few lines, so what people look for comes first: who was hurt, whose points."""
    if len(made.changes) > FEW:
        made.changes.sort(key=weight_of)


def weight_of(change: Change) -> int:
    if change.what.endswith("'s Health") or change.after == "defeated":
        return 0
    if change.what == "Prosperity":
        return 1
    return 3 if change.after == "no longer" else 2


def headline(g: Play[State], title: str, target: Unit | None = None) -> None:
    """What a spell or item comes to, in a sentence: the title of its moment."""
    if g.scene is not None:
        g.scene.title = title
        g.scene.about = unit_name(target) if target is not None else g.scene.about


def receive(g: Play[State], seat: int, resource: str, amount: int, why: str) -> None:
    """Resources come, or go if the amount is below 0."""
    pool = pool_of(g.state, seat)
    before: int = getattr(pool, resource)
    setattr(pool, resource, before + amount)
    if amount:
        g.change(RESOURCE_NAMES[resource], before, before + amount, why, seat=seat)


def change_spirit(g: Play[State], unit: Unit, amount: int, why: str) -> None:
    before = unit.spirit
    unit.spirit += amount
    if amount:
        g.change(f"{form(unit)}'s Spirit", before, unit.spirit, why, seat=unit.seat)


def change_health(g: Play[State], unit: Unit, before: int, why: str) -> None:
    """The Health of a unit has become what it is now."""
    g.change(f"{form(unit)}'s Health", before, unit.health, why, seat=unit.seat)


def mark(g: Play[State], unit: Unit, after: str, why: str, *, better: bool, before: str = "") -> None:
    """Something lies on a unit now, or no longer."""
    g.change(form(unit), before, after, why, seat=unit.seat, better=better)


def price_words(parts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(goods(name, amount) for name, amount in parts if amount)


# Prosperity -----------------------------------------------------------------------------------------------------


class Standing(NamedTuple):
    """Where a seat's points come from at one moment, with the names that say why."""

    points: dict[str, int]
    spells: tuple[str, ...]
    treasures: tuple[str, ...]
    lost_book: bool


def standing(state: State) -> tuple[list[Standing], dict[int, tuple[int, str]]]:
    """Of every seat; and who is on the board, so that a defeat can be told by name."""
    seats = []
    for player in state.players:
        worn = [card for unit in state.units if unit.seat == player.seat for card in unit.equipment]
        seats.append(
            Standing(
                sources(state, player.seat),
                tuple(spell.id for spell in player.spells if spell.up and not spell.lost),
                (*(item.id for item in player.permanents), *player.used, *worn),
                any(spell.lost for spell in player.spells),
            )
        )
    return seats, {unit.id: (unit.seat, whose(unit)) for unit in state.units}


def tell_points(g: Play[State], earlier: tuple[list[Standing], dict[int, tuple[int, str]]]) -> None:
    """STR-143, STR-145: every change of Prosperity, with its source and reason."""
    then, units = earlier
    now, left = standing(g.state)
    gone = [(seat, name) for number, (seat, name) in units.items() if number not in left]
    for seat, (was, has) in enumerate(zip(then, now, strict=True)):
        if g.state.players[seat].eliminated:
            continue  # whoever is out of the match has nothing to count any more
        reasons = [
            f"{title}: {why_points(g.state, seat, source, more, was, has, gone)}"
            for source, title in SOURCES.items()
            if (more := has.points[source] - was.points[source])
        ]
        if reasons:  # one line for all that one step brought: 2 to 4, a new spell and a defeat
            before, after = sum(was.points.values()), sum(has.points.values())
            better = None if after != before else True
            g.change("Prosperity", before, after, "; ".join(reasons), seat=seat, better=better)
            now_or_still = "now" if after != before else "still"
            g.tell(f"{{{seat}}} {now_or_still} has {after} Prosperity. {'; '.join(reasons)}.", rule="STR-143")


def why_points(
    state: State, seat: int, source: str, more: int, was: Standing, has: Standing, gone: list[tuple[int, str]]
) -> str:
    if source == "hoard":
        return "one of each main resource was returned"
    if source == "defeats":
        fallen = [name for owner, name in gone if state.players[owner].side != state.players[seat].side]
        return f"{joined(fallen)} {'fell' if len(fallen) == more else 'are gone'}" if fallen else "an enemy unit fell"
    if source == "spells":
        return why_knowledge(was, has)
    if source == "treasures":
        return why_treasure(was, has)
    if source == "promote":
        return "five promoted units on the board" if more > 0 else "no longer five promoted units on the board"
    return "units on three special tiles" if more > 0 else "no longer units on three special tiles"


def why_knowledge(was: Standing, has: Standing) -> str:
    if has.lost_book and not was.lost_book:
        return "the spellbook is lost with the last Mage"
    if was.lost_book and not has.lost_book:
        return "the lost spellbook is back"
    new = [SPELLS[spell.partition("#")[0]].title for spell in has.spells if spell not in was.spells]
    if not new:
        return "a spell lies face-up no longer"
    return f"{joined(new)} {'lies' if len(new) == 1 else 'lie'} face-up in the book"


def why_treasure(was: Standing, has: Standing) -> str:
    new = [title_of(card) for card in has.treasures if card not in was.treasures]
    lost = [title_of(card) for card in was.treasures if card not in has.treasures]
    if new and not lost:
        return f"{joined(new)}, worth 1{' each' if len(new) > 1 else ''}"
    return f"{joined(lost)} {'is' if len(lost) == 1 else 'are'} gone"

"""What is mine, always in view: who I am, my units, stores and cards, and where my Prosperity comes from.

Built for one seat from what it may see (STR-189 to STR-194). The same pieces describe what lies before the others.
"""

from __future__ import annotations

import msgspec

from app.games.stratos import components as box
from app.games.stratos.actions import actions_left
from app.games.stratos.board import count, form, max_health, max_spirit, pool_of, tile_under, units_of
from app.games.stratos.scoring import SPECIALS_FOR_GOAL, sources
from app.games.stratos.state import Permanent, Pool, Spell, State, Unit
from app.games.stratos.telling import joined, place

DECKS = {
    "mage": "Mage Spells",
    "sorcerer": "Sorcerer Spells",
    "land": "Land Exploration",
    "lagoon": "Lagoon Exploration",
}
POINTS = {
    "hoard": ("Hoard", "one of each resource returned, 1 each"),
    "defeats": ("Defeat", "enemy units defeated, 1 each"),
    "spells": ("Knowledge", "spells face-up in the book, 1 each"),
    "treasures": ("Treasure", "equipment, permanent and used items, 1 each"),
    "promote": ("Promote All", "2 while five of your units are promoted"),
    "occupy": ("Occupy 3", "2 while you stand on three special tiles"),
}
HINTS = 2  # of what to do next, at most


# What lies before a player -------------------------------------------------------------------------------------------


class Purse(msgspec.Struct, frozen=True):
    corn: int
    nickel: int
    spice: int
    oak: int
    gems: int


class Point(msgspec.Struct, frozen=True):
    id: str
    title: str
    why: str
    points: int


class CardView(msgspec.Struct, frozen=True):
    id: str
    title: str
    text: str
    note: str = ""


class SpellView(msgspec.Struct, frozen=True):
    id: str
    title: str
    kind: str
    spirit: int
    choice: str
    text: str
    up: bool = False
    named: bool = False
    lost: bool = False


class Hand(msgspec.Struct, frozen=True):
    spells: tuple[SpellView, ...]
    items: tuple[CardView, ...]
    permanents: tuple[CardView, ...]


class Peek(msgspec.Struct, frozen=True):
    deck: str
    place: str
    title: str
    text: str


class DockUnit(msgspec.Struct, frozen=True):
    id: int
    cls: str
    title: str
    place: str
    health: int
    max_health: int
    spirit: int
    max_spirit: int
    actions: int | None  # left in this Action Phase; None when it is not its turn
    marks: tuple[str, ...]  # what lies on it, in a word each
    commanded: bool = False  # whose actions are listed now


class Hint(msgspec.Struct, frozen=True):
    id: str  # the source of points that it is about
    title: str
    why: str


class Dock(msgspec.Struct, frozen=True):
    seat: int
    tribe: str
    total: int
    target: int
    goal: str  # another way to win than the target; empty if there is none
    shared: bool  # whether the stores are those of the whole side
    eliminated: bool
    units: tuple[DockUnit, ...]
    purse: Purse
    hand: Hand
    peeks: tuple[Peek, ...]
    points: tuple[Point, ...]
    next: tuple[Hint, ...]


def dock(state: State, seat: int, goal: str, commanded: int | None = None) -> Dock:
    player = state.players[seat]
    points = my_points(state, seat)
    return Dock(
        seat=seat,
        tribe=player.tribe,
        total=sum(point.points for point in points),
        target=state.target,
        goal=goal,
        shared=any(other.pool == player.pool for other in state.players if other.seat != seat),
        eliminated=player.eliminated,
        units=tuple(dock_unit(state, unit, unit.id == commanded) for unit in units_of(state, seat)),
        purse=purse_of(pool_of(state, seat)),
        hand=Hand(
            tuple(spell_view(spell) for spell in player.spells),
            tuple(card_view(card) for card in player.items),
            tuple(permanent_view(held) for held in player.permanents),
        ),
        peeks=tuple(peeks(state, seat)),
        points=points,
        next=tuple(hints(state, seat)[:HINTS]),
    )


def dock_unit(state: State, unit: Unit, commanded: bool) -> DockUnit:
    acts = state.phase == "action" and unit.seat in state.slots[state.slot] and state.result is None
    marked = (
        (unit.net > 0, "netted"),
        (unit.snare, "snared"),
        (unit.ward, "warded"),
        (unit.wither, "withered"),
    )
    return DockUnit(
        unit.id,
        unit.cls,
        form(unit),
        place(state, unit.at).removeprefix("the "),
        unit.health,
        max_health(unit),
        unit.spirit,
        max_spirit(unit),
        actions_left(unit) if acts else None,
        tuple(word for here, word in marked if here),
        commanded,
    )


# The next points -----------------------------------------------------------------------------------------------------


def hints(state: State, seat: int) -> list[Hint]:
    """What brings this seat its next Prosperity, the nearest first; only what it knows itself."""
    if state.players[seat].eliminated or state.result is not None:
        return []
    near = [*hoard_hint(state, seat), *spell_hint(state, seat), *item_hint(state, seat), *goal_hints(state, seat)]
    return [hint for _, hint in sorted(near, key=lambda pair: pair[0])]


def hoard_hint(state: State, seat: int) -> list[tuple[int, Hint]]:
    pool = pool_of(state, seat)
    lacking = [box.RESOURCE_NAMES[name] for name in box.RESOURCES if not getattr(pool, name)]
    gems = pool.gems if state.gem_hoards else 0
    why = f"you lack {joined(lacking)}" if lacking else "you have one of each: in the Buy Phase"
    if lacking and gems >= len(lacking):
        why = f"{count(len(lacking), 'Gem')} for {joined(lacking)}: in the Buy Phase"
    return [(max(0, len(lacking) - gems), Hint("hoard", POINTS["hoard"][0], why))]


def spell_hint(state: State, seat: int) -> list[tuple[int, Hint]]:
    waiting = [spell for spell in state.players[seat].spells if not spell.up and not spell.lost]
    if not waiting:
        return []
    word = "waits" if len(waiting) == 1 else "wait"
    return [(1, Hint("spells", POINTS["spells"][0], f"{count(len(waiting), 'spell')} {word} to be cast"))]


def item_hint(state: State, seat: int) -> list[tuple[int, Hint]]:
    items = state.players[seat].items
    if not items:
        return []
    word = "waits" if len(items) == 1 else "wait"
    return [(1, Hint("treasures", POINTS["treasures"][0], f"{count(len(items), 'item')} {word} to be used"))]


def goal_hints(state: State, seat: int) -> list[tuple[int, Hint]]:
    ours = [unit for unit in state.units if unit.seat in next(slot for slot in state.slots if seat in slot)]
    found = []
    on_special = sum(tile_under(state, unit).kind == "S" for unit in ours)
    if on_special < SPECIALS_FOR_GOAL:
        why = f"you stand on {count(on_special, 'special tile')}"
        found.append((SPECIALS_FOR_GOAL - on_special, Hint("occupy", POINTS["occupy"][0], why)))
    promoted = sum(unit.promoted for unit in ours)
    if promoted < box.MOST_UNITS:
        why = f"{promoted} of {box.MOST_UNITS} units promoted"
        found.append((box.MOST_UNITS - promoted, Hint("promote", POINTS["promote"][0], why)))
    return found


# Pieces --------------------------------------------------------------------------------------------------------------


def purse_of(pool: Pool) -> Purse:
    return Purse(pool.corn, pool.nickel, pool.spice, pool.oak, pool.gems)


def my_points(state: State, seat: int) -> tuple[Point, ...]:
    """STR-143, STR-190: where the Prosperity comes from."""
    return tuple(Point(name, *POINTS[name], points) for name, points in sources(state, seat).items())


def spell_view(spell: Spell) -> SpellView:
    data = box.SPELLS[spell.title]
    return SpellView(
        data.id, data.title, spell.kind, data.spirit, data.choice, data.text, spell.up, spell.named, spell.lost
    )


def data_of(card: str) -> box.CardData:
    """What is printed on it, whichever copy it is."""
    return box.CARDS[card.partition("#")[0]]


def card_view(card: str, note: str = "") -> CardView:
    data = data_of(card)
    return CardView(data.id, data.title, data.text, note)


def permanent_view(held: Permanent) -> CardView:
    return card_view(held.id, "used this turn" if held.used else "")


def peeks(state: State, seat: int) -> list[Peek]:
    """Cards of a deck that this seat has seen and that still lie there (STR-194)."""
    return [
        Peek(DECKS[deck], place_in_deck(number, len(state.decks[deck])), data_of(card.id).title, data_of(card.id).text)
        for deck in ("land", "lagoon")
        for number, card in enumerate(state.decks[deck])
        if seat in card.seen
    ]


def place_in_deck(number: int, size: int) -> str:
    if number == 0:
        return "on top"
    return "at the bottom" if number == size - 1 else f"{number + 1} from the top"

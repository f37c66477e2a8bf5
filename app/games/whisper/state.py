"""Whisper's pieces, and what can be seen of them."""

from __future__ import annotations

from typing import Annotated

import msgspec

KINDS = ("reed", "stone", "ember", "tide", "moss")
TILES = 60
HAND = 20
DECK = 200


class Options(msgspec.Struct, frozen=True):
    moves: Annotated[
        int, msgspec.Meta(ge=1, le=100_000, title="Moves", description="How many moves the game lasts in all.")
    ] = 60


class Tile(msgspec.Struct, frozen=True):
    id: int
    kind: str
    owner: int | None = None
    flag: bool = False


class State(msgspec.Struct):
    tiles: list[Tile]
    verses: list[str]
    hands: list[list[int]]  # hidden: each seat knows its own
    deck: list[int]  # hidden from all
    to_move: int
    moves_left: int
    moves: int = 0  # in all; 0 at tables that were opened before it was kept


class Score(msgspec.Struct, frozen=True):
    to_move: int
    moves_left: int
    tiles: tuple[int, ...]  # how many each seat owns
    deck: int


class Public(msgspec.Struct, frozen=True):
    tiles: tuple[Tile, ...]
    verses: tuple[str, ...]
    score: Score
    now: str  # one sentence for the bar


class Dock(msgspec.Struct, frozen=True):
    """What is mine, always in view."""

    name: str
    tiles: int
    hand: tuple[int, ...]
    lead: str  # how I stand, in a sentence


class Private(msgspec.Struct, frozen=True):
    dock: Dock


def score(state: State) -> Score:
    owned = [0] * len(state.hands)
    for tile in state.tiles:
        if tile.owner is not None:
            owned[tile.owner] += 1
    return Score(state.to_move, state.moves_left, tuple(owned), len(state.deck))


def now(state: State) -> str:
    if state.moves_left == 0:
        return "The last card is laid"
    turn = f"{{{state.to_move}}} lays a card"
    if not state.moves:
        return f"{count(state.moves_left, 'move')} left · {turn}"
    return f"Move {state.moves - state.moves_left + 1} of {state.moves} · {turn}"


def where(state: State) -> str:
    """For the list of tables and for a channel: how far it is, and who owns what."""
    far = f"Move {min(state.moves - state.moves_left + 1, state.moves)} of {state.moves}" if state.moves else "In play"
    owned = ", ".join(f"{{{seat}}} {count(tiles, 'tile')}" for seat, tiles in enumerate(score(state).tiles))
    return f"{far}. {owned}."


def lead(owned: tuple[int, ...], seat: int) -> str:
    """How this seat stands: from what everybody sees."""
    mine, most = owned[seat], max(owned)
    others = [other for other in range(len(owned)) if other != seat]
    if most == 0:
        return "Nobody owns a tile yet."
    if mine < most:
        ahead = names([other for other in others if owned[other] == most])
        return f"You own {count(mine, 'tile')}; {ahead} with {most}."
    level = [other for other in others if owned[other] == most]
    if level:
        return f"You own {count(mine, 'tile')}, as many as {' and '.join(f'{{{other}}}' for other in level)}."
    second = max(others, key=lambda other: owned[other])
    return f"You lead with {count(mine, 'tile')}; {{{second}}} owns {owned[second]}."


def names(seats: list[int]) -> str:
    """Who leads: "{1} leads", "{1} and {2} lead"."""
    return " and ".join(f"{{{seat}}}" for seat in seats) + (" leads" if len(seats) == 1 else " lead")


def count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"


def public(state: State) -> Public:
    return Public(tuple(state.tiles), tuple(state.verses), score(state), now(state))


def private(state: State, seat: int) -> Private:
    owned = score(state).tiles
    return Private(Dock(f"{{{seat}}}", owned[seat], tuple(sorted(state.hands[seat])), lead(owned, seat)))

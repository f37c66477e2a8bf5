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


class Score(msgspec.Struct, frozen=True):
    to_move: int
    moves_left: int
    tiles: tuple[int, ...]  # how many each seat owns
    deck: int


class Public(msgspec.Struct, frozen=True):
    tiles: tuple[Tile, ...]
    verses: tuple[str, ...]
    score: Score


class Private(msgspec.Struct, frozen=True):
    hand: tuple[int, ...]


def score(state: State) -> Score:
    owned = [0] * len(state.hands)
    for tile in state.tiles:
        if tile.owner is not None:
            owned[tile.owner] += 1
    return Score(state.to_move, state.moves_left, tuple(owned), len(state.deck))


def public(state: State) -> Public:
    return Public(tuple(state.tiles), tuple(state.verses), score(state))


def private(state: State, seat: int) -> Private:
    return Private(tuple(sorted(state.hands[seat])))

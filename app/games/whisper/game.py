"""Whisper, the small reference game: everything a game must supply, in one sitting."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from app.games.whisper import rules, telling
from app.games.whisper.box import BOX
from app.games.whisper.lesson import LESSONS
from app.games.whisper.state import DECK, HAND, TILES, Options, Private, Public, State, private, public, where
from app.kernel import Answer, Card, Ending, Game, Lesson, Line, Move, Outcome, Play, Rng, Script, Seats, Session


class Whisper(Game[State]):
    id = "whisper"
    together = True
    title = "Whisper"
    about = "Lay a card, take a tile, say nothing. A small game to learn the table with."
    seats = Seats(2, 8)
    state = State
    options = Options
    box = BOX
    listed = False

    def lessons(self) -> Mapping[str, Lesson]:
        return LESSONS

    def setup(self, seats: int, options: Any, rng: Rng) -> State:
        return rules.setup(seats, options, rng)

    def script(self, play: Play[State]) -> Script[Outcome]:
        return rules.script(play)

    def public(self, state: State) -> Public:
        return public(state)

    def private(self, state: State, seat: int) -> Private:
        return private(state, seat)

    def known(self, state: State, seat: int | None) -> frozenset[Hashable]:
        return frozenset() if seat is None else frozenset(state.hands[seat])

    def resample(self, state: State, seat: int | None, rng: Rng) -> State:
        others = [number for number in range(len(state.hands)) if number != seat]
        unseen = rng.shuffled([*state.deck, *(c for n in others for c in state.hands[n])], "imagined")
        for number in others:
            state.hands[number] = unseen[:HAND]
            del unseen[:HAND]
        state.deck = unseen
        return state

    def reshuffle(self, state: State, rng: Rng) -> State:
        state.deck = rng.shuffled(state.deck, "fresh")
        return state

    def this_turn(self, state: State) -> int:
        return state.moves_left

    def where(self, state: State, seat: int | None) -> str:
        return where(state)

    def explain(self, state: State, seat: int | None, name: str) -> Card | None:
        return telling.explain(state, seat, name)

    def ending(self, state: State, told: Sequence[Line]) -> Ending:
        return telling.ending(state, rules.outcome(state), told)

    def invariants(self, state: State) -> None:
        cards = sorted([*state.deck, *(card for hand in state.hands for card in hand)])
        assert cards == list(range(1, len(state.hands) * HAND + DECK + 1)), "every card is in exactly one place"
        assert len(state.deck) == DECK
        assert [tile.id for tile in state.tiles] == list(range(TILES))
        assert 0 <= state.to_move < len(state.hands)

    def bot(self, session: Session[State], seat: int) -> Move:
        """Take a free tile, else one of another player, and give the lightest card."""
        ask, view = session.asks[seat], session.view(seat)
        tiles = view.public.tiles
        free = [tile for tile in tiles if tile.owner is None]
        rivals = [tile for tile in tiles if tile.owner != seat]
        wanted = free or rivals or tiles
        tile = wanted[view.public.score.moves_left * 7 % len(wanted)]
        return Answer(seat, ask.id, (f"card:{min(view.private.dock.hand)}>tile:{tile.id}",))


GAME = Whisper()

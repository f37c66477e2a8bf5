"""The Glass Acre: the game as the table knows it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import msgspec

from app.games.biome.setup import setup
from app.games.biome.state import Options, State
from app.kernel import Answer, Game, Move, Option, Outcome, Play, Rng, Script, Seats, Session, choose


class GlassAcre(Game[State]):
    id = "biome"
    title = "The Glass Acre"
    about = "Explore a sealed biome together, keep your secrets, fetch the keys and find the way out."
    seats = Seats(1, 5)
    state = State
    options = Options
    listed = False

    def setup(self, seats: int, options: Any, rng: Rng) -> State:
        return setup(seats, options, rng)

    def script(self, play: Play[State]) -> Script[Outcome]:
        yield from choose(0, "End", [Option("end", "End")])
        return Outcome((), "conceded")

    def public(self, state: State) -> msgspec.Struct:
        from app.games.biome.views import public

        return public(state)

    def private(self, state: State, seat: int) -> msgspec.Struct:
        from app.games.biome.views import private

        return private(state, seat)

    def known(self, state: State, seat: int | None) -> frozenset[Hashable]:
        return frozenset({state.shown})

    def resample(self, state: State, seat: int | None, rng: Rng) -> State:
        return state

    def invariants(self, state: State) -> None:
        return None

    def bot(self, session: Session[State], seat: int) -> Move:
        ask = session.asks[seat]
        return Answer(seat, ask.id, ask.default)


GAME = GlassAcre()

"""Stratos: tribes on a changing land, and ten Prosperity Points to win."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from app.games.stratos import bot, knowledge, turn
from app.games.stratos.components import SCENARIOS
from app.games.stratos.setup import setup
from app.games.stratos.state import Options, State
from app.games.stratos.victory import MatchOver, eliminate, outcome
from app.games.stratos.views import Private, Public, private, public
from app.kernel import Ask, Game, Move, Option, Outcome, Play, Refused, Rng, Script, Seats, Session, Values

LEAVE = Option(
    "concede",
    "Concede",
    rule="STR-155",
    form=Ask(f"Type {turn.CONFIRM_WORD} to leave the match", kind="text", least=0, most=20, default=("",)),
)


class Stratos(Game[State]):
    id = "stratos"
    title = "Stratos"
    about = "Harvest, hire, fight, cast and search on a land of tiles; ten points of prosperity win."
    seats = Seats(2, 5)
    state = State
    options = Options

    def setup(self, seats: int, options: Any, rng: Rng) -> State:
        return setup(seats, options, rng)

    def script(self, play: Play[State]) -> Script[Outcome]:
        return turn.script(play)

    def offers(self, state: State, seat: int) -> Sequence[Option]:
        """STR-155: at any time; where one is asked it is in the menus."""
        waits = state.phase == "action" and seat != state.actor  # an ally acts first
        busy = (seat in turn.seats_on_turn(state) and not waits) or state.deciding == seat
        return () if busy or state.players[seat].eliminated else (LEAVE,)

    def take(self, play: Play[State], seat: int, option: str, values: Values) -> Script[None]:
        if values[0].strip().lower() != turn.CONFIRM_WORD:
            raise Refused(f"Type {turn.CONFIRM_WORD} to leave the match.", "STR-155")
        with suppress(MatchOver):
            eliminate(play, seat, "conceded")
        yield from ()

    def verdict(self, state: State) -> Outcome | None:
        return outcome(state)

    def public(self, state: State) -> Public:
        return public(state)

    def private(self, state: State, seat: int) -> Private:
        return private(state, seat)

    def known(self, state: State, seat: int | None) -> frozenset[Hashable]:
        return knowledge.known(state, seat)

    def resample(self, state: State, seat: int | None, rng: Rng) -> State:
        return knowledge.resample(state, seat, rng)

    def invariants(self, state: State) -> None:
        knowledge.check(state)

    def bot(self, session: Session[State], seat: int) -> Move:
        return bot.decide(session, seat)

    def scenarios(self) -> Sequence[Mapping[str, Any]]:
        return (
            {"scenario": "ffa2"},
            *({"scenario": name} for name in SCENARIOS if name != "ffa2"),
            {"scenario": "ffa", "random_map": True, "target": 5, "bots": "easy"},
        )

    def teams(self, state: State) -> Sequence[tuple[int, ...]]:
        return [tuple(side) for side in state.sides if len(side) > 1]

    def tally(self, session: Session[State]) -> Mapping[str, float]:
        """Who won: by place in the turn order, and by side where a scenario has unequal sides."""
        state = session.state
        result = state.result
        if result is None:
            return {}
        facts: dict[str, float] = {"turns": state.turn}
        for place, slot in enumerate(state.slots):
            facts[f"win rate of turn {place + 1}"] = float(slot[0] in result.winners)
        if SCENARIOS[state.scenario].goals:
            for side in state.sides:
                names = "+".join(f"P{seat + 1}" for seat in side)
                facts[f"win rate of side {names}"] = float(side[0] in result.winners)
        return facts

    def seats_for(self, options: Any) -> Seats:
        """STR-013: a scenario has its own number of seats."""
        if options.scenario == "ffa":
            return self.seats
        count = SCENARIOS[options.scenario].seats
        return Seats(count, count)


GAME = Stratos()

"""Stratos: tribes on a changing land, and ten Prosperity Points to win."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import msgspec

from app.games.stratos import bot, cards, ending, knowledge, turn
from app.games.stratos.box import BOX
from app.games.stratos.components import SCENARIOS
from app.games.stratos.introductions import introductions
from app.games.stratos.lesson import LESSONS
from app.games.stratos.scoring import sources
from app.games.stratos.setup import setup
from app.games.stratos.state import Options, State
from app.games.stratos.victory import MatchOver, eliminate, outcome, tell_end
from app.games.stratos.views import Private, Public, private, public
from app.kernel import (
    Ask,
    Card,
    Ending,
    Game,
    Intro,
    Lesson,
    Line,
    Move,
    Option,
    Outcome,
    Play,
    Refused,
    Rng,
    Script,
    Seats,
    Session,
    Values,
)

# How long a match takes, by the points that win it.
LENGTHS = (
    (6, "About half an hour"),
    (8, "About three quarters of an hour"),
    (11, "About an hour"),
    (15, "About an hour and a half"),
    (20, "About two hours"),
)
WORD = Ask(f"Type {turn.CONFIRM_WORD} to leave the match", kind="text", least=0, most=20, default=("",))


class Stratos(Game[State]):
    id = "stratos"
    title = "Stratos"
    about = "Harvest, hire, fight, cast and search on a land of tiles; ten points of prosperity win."
    seats = Seats(2, 5)
    state = State
    options = Options
    box = BOX

    def lessons(self) -> Mapping[str, Lesson]:
        return LESSONS

    def introductions(self, state: State, seat: int) -> Sequence[Intro]:
        return introductions(state, seat)

    def setup(self, seats: int, options: Any, rng: Rng) -> State:
        return setup(seats, options, rng)

    def script(self, play: Play[State]) -> Script[Outcome]:
        return turn.script(play)

    def offers(self, state: State, seat: int) -> Sequence[Option]:
        """STR-155: at any time; where one is asked it is in the menus."""
        waits = state.phase == "action" and seat != state.actor  # an ally acts first
        busy = (seat in turn.seats_on_turn(state) and not waits) or state.deciding == seat
        if busy or state.players[seat].eliminated:
            return ()
        return (msgspec.structs.replace(turn.conceding(state, seat), group="", form=WORD),)

    def take(self, play: Play[State], seat: int, option: str, values: Values) -> Script[None]:
        if values[0].strip().lower() != turn.CONFIRM_WORD:
            raise Refused(f"Type {turn.CONFIRM_WORD} to leave the match.", "STR-155")
        try:
            eliminate(play, seat, "conceded")
        except MatchOver as over:
            tell_end(play, over)
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

    def reshuffle(self, state: State, rng: Rng) -> State:
        return knowledge.reshuffle(state, rng)

    def explain(self, state: State, seat: int | None, name: str) -> Card | None:
        return cards.explain(state, seat, name)

    def ending(self, state: State, told: Sequence[Line]) -> Ending | None:
        return ending.ending(state, told)

    def this_turn(self, state: State) -> tuple[int, int]:
        return state.turn, state.slot

    def how_long(self, options: Options) -> str:
        return next(words for points, words in LENGTHS if options.target <= points)

    def where(self, state: State, seat: int | None) -> str:
        if seat is None:
            points = (f"{{{one}}} {sum(sources(state, one).values())}" for one in range(len(state.players)))
            return f"Turn {state.turn}. Of {state.target} points: {', '.join(points)}."
        have = sum(sources(state, seat).values())
        return f"Turn {state.turn}. You have {have} of {state.target} points."

    def invariants(self, state: State) -> None:
        knowledge.check(state)

    def bot(self, session: Session[State], seat: int) -> Move:
        return bot.decide(session, seat)

    def scenarios(self) -> Sequence[Mapping[str, Any]]:
        return (
            {"scenario": "ffa2"},
            *({"scenario": name} for name in SCENARIOS if name not in ("ffa2", "lesson")),
            {
                "scenario": "ffa",
                "random_map": True,
                "target": 5,
                "bots": "easy",
                "start": "printed",
                "gem_hoards": False,
            },
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

"""The Fate of Fantos on the shelf."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from app.games.fantos import labor, legacies, story, talk, trials
from app.games.fantos.bargaining import answer_offer
from app.games.fantos.bot import decide
from app.games.fantos.box import BOX
from app.games.fantos.cards import explain
from app.games.fantos.checks import check
from app.games.fantos.ending import outcome
from app.games.fantos.introductions import introductions
from app.games.fantos.knowledge import known, resample, reshuffle
from app.games.fantos.lesson import LESSONS
from app.games.fantos.setup import setup
from app.games.fantos.state import Options, State
from app.games.fantos.turn import play as run
from app.games.fantos.views import CODEX, Private, Public, private, public
from app.games.fantos.words import shards
from app.kernel import (
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
    Rng,
    Script,
    Seats,
    Session,
    Values,
)

CARDS = (labor, legacies, trials)  # importing them is what puts the cards on the table


class Fantos(Game[State]):
    id = "fantos"
    title = "The Fate of Fantos"  # FAN-257
    about = "Hire Legacies, harvest, war and reign; answer every play with one of your own, until Zodraz comes."
    seats = Seats(2, 6)
    state = State
    options = Options
    box = BOX
    codex = CODEX  # every card in words, for the screen

    def lessons(self) -> Mapping[str, Lesson]:
        return LESSONS

    def introductions(self, state: State, seat: int) -> Sequence[Intro]:
        return introductions(state, seat)

    def seats_for(self, options: Any) -> Seats:
        return Seats(2 if options.two else 3, 6)  # FAN-001, FAN-226

    def setup(self, seats: int, options: Any, rng: Rng) -> State:
        return setup(seats, options, rng)

    def script(self, play: Play[State]) -> Script[Outcome]:
        yield from run(play)
        return outcome(play.state)

    def offers(self, state: State, seat: int) -> Sequence[Option]:
        return talk.offers(state, seat)

    def take(self, play: Play[State], seat: int, option: str, values: Values) -> Script[None]:
        return talk.take(play, seat, option, values)

    def public(self, state: State) -> Public:
        return public(state)

    def private(self, state: State, seat: int) -> Private:
        return private(state, seat)

    def known(self, state: State, seat: int | None) -> frozenset[Hashable]:
        return known(state, seat)

    def resample(self, state: State, seat: int | None, rng: Rng) -> State:
        return resample(state, seat, rng)

    def reshuffle(self, state: State, rng: Rng) -> State:
        return reshuffle(state, rng)

    def where(self, state: State, seat: int | None) -> str:
        if state.phase == "rolling":
            return "Rolling for the first turn."
        if seat is None:
            standing = [
                f"{{{one}}} has {shards(citadel.reserve)}"
                for one, citadel in enumerate(state.citadels)
                if citadel.alive
            ]
            return f"Round {state.round}. {', '.join(standing)}."
        citadel = state.citadels[seat]
        return f"Round {state.round}. You have {shards(citadel.reserve)}." if citadel.alive else f"Round {state.round}."

    def explain(self, state: State, seat: int | None, name: str) -> Card | None:
        return explain(state, seat, name)

    def ending(self, state: State, told: Sequence[Line]) -> Ending | None:
        return story.ending(state, told)

    def whose_turn(self, state: State) -> int | None:
        return state.active if state.turn else None

    def this_turn(self, state: State) -> int:
        return state.turn

    def invariants(self, state: State) -> None:
        check(state)

    def bot(self, session: Session[State], seat: int) -> Move:
        return decide(session, seat)

    def volunteer(self, session: Session[State], seat: int) -> Move | None:
        return answer_offer(session, seat)

    def courted(self, state: State, seat: int) -> Sequence[int]:
        return talk.courted(state, seat)

    def stretch(self, state: State, seat: int) -> str:
        return str(state.citadels[seat].turns)  # FAN-240

    def scenarios(self) -> Sequence[Mapping[str, Any]]:
        return (
            {},
            {"trials": "medium", "reserve": 30, "legacies": 4, "votes": "sealed", "discard_fee": True},
            {"trials": "hard", "zodraz_last": True, "removed": 8, "elimination": False, "trading": False},
            {"trials": "extreme", "per_round": "3", "reserve": 60, "removed": 2, "two": True, "bots": "easy"},
        )

    def tally(self, session: Session[State]) -> Mapping[str, float]:
        s = session.state
        facts: Counter[str] = Counter()
        facts["rounds"] = s.round
        facts["turns"] = s.turn
        facts["eliminated"] = sum(len(group) for group in s.eliminated)
        facts["trials drawn"] = len(s.trials) + len(s.gone_trials)
        facts["rounds 5 to 8"] = int(5 <= s.round <= 8)
        facts["won by who began"] = int(s.began in s.winners)
        for seat, citadel in enumerate(s.citadels):
            facts[f"seated {citadel.mat}"] = 1
            facts[f"won {citadel.mat}"] = 1 if seat in s.winners else 0
        for card, count in s.uses.items():
            facts[f"used {card}"] = count
        return dict(facts)


GAME = Fantos()

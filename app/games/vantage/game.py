"""Vantage: an open world, seen by each alone."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from app.games.vantage import anytime, effects, ending, explaining, goals
from app.games.vantage.bot import decide
from app.games.vantage.box import BOX
from app.games.vantage.built import load_built_in
from app.games.vantage.core import VERBS, Over
from app.games.vantage.introductions import introductions
from app.games.vantage.lesson import LESSONS
from app.games.vantage.setup import prepare, setup
from app.games.vantage.state import Options, State
from app.games.vantage.turn import turn
from app.games.vantage.views import Private, Public, private, public
from app.games.vantage.world import CATEGORIES, world, worlds
from app.kernel import Card, Ending, Game, Line, Move, Option, Outcome, Play, Rng, Script, Seats, Session, Values
from app.kernel.box import Pick, Wording
from app.kernel.lesson import Intro, Lesson

load_built_in()
assert effects.VERBS is VERBS  # importing it registers the verbs


def notes_by_place(tree: dict[str, Any]) -> dict[str, Any]:
    """Version 1 had one sheet of notes for each seat."""
    for who in tree["seats"]:
        words = who.get("notes")
        who["notes"] = {f"{who['place']:03d}": words} if words else {}
    return tree


class Vantage(Game[State]):
    id = "vantage"
    version = 2
    upgrades: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = {1: notes_by_place}
    together = True
    title = "Vantage"
    about = "Crash apart on a strange planet, see it each for yourself, and find out together why you came."
    seats = Seats(1, 6)
    state = State
    options = Options
    box = BOX
    undo_by_consent = True  # VAN-252

    def setup(self, seats: int, options: Any, rng: Rng) -> State:
        return setup(seats, options, rng)

    def script(self, play: Play[State]) -> Script[Outcome]:
        try:
            yield from prepare(play)
            while True:  # there is no turn limit (VAN-219)
                yield from turn(play)
        except Over:
            return goals.outcome(play.state)

    def offers(self, state: State, seat: int) -> Sequence[Option]:
        return anytime.offers(state, seat)

    def take(self, play: Play[State], seat: int, option: str, values: Values) -> Script[None]:
        return anytime.take(play, seat, option, values)

    def verdict(self, state: State) -> Outcome | None:
        return goals.outcome(state) if state.ended else None

    def public(self, state: State) -> Public:
        return public(state)

    def private(self, state: State, seat: int) -> Private:
        return private(state, seat)

    def known(self, state: State, seat: int | None) -> frozenset[Hashable]:
        """The world lies in the pack, not in the state; what is learnt of it is counted, and every reading is a fence
        (VAN-251)."""
        facts: set[Hashable] = {("read", state.readings)}
        if seat is not None:
            who = state.me(seat)
            facts |= {("at", who.place, len(who.route)), ("pages", tuple(who.pages)), ("named", len(who.named))}
        return frozenset(facts)

    def resample(self, state: State, seat: int | None, rng: Rng) -> State:
        """Nothing is shuffled on this planet (VAN-004): what one cannot know of the others is what they noted down."""
        for other, who in enumerate(state.seats):
            if other != seat:
                who.notes = {"000": f"perhaps {rng.below(10_000, 'imagined')}"}
        return state

    def wording(self) -> Mapping[str, Wording]:
        """Worlds that a host has brought say of themselves what they are."""
        pack = BOX.options["pack"]
        picks = dict(pack.choices)
        for name in worlds():
            about = world(name)
            said = f"on [{about.title or name}]"
            picks.setdefault(name, Pick(about.title or name, about.about or "A world of this house.", said))
        return {**BOX.options, "pack": msgspec.structs.replace(pack, choices=picks)}

    def where(self, state: State, seat: int | None) -> str:
        if seat is None:
            return f"{state.world.title}, turn {max(1, state.number)}."
        place = state.seats[seat].place
        places = state.world.places
        here = f" You stand in {places[place].name}." if place in places else ""
        return f"{state.world.title}, turn {max(1, state.number)}.{here}"

    def explain(self, state: State, seat: int | None, name: str) -> Card | None:
        return explaining.explain(state, seat, name)

    def lessons(self) -> Mapping[str, Lesson]:
        return LESSONS

    def introductions(self, state: State, seat: int) -> Sequence[Intro]:
        return introductions(state, seat)

    def ending(self, state: State, told: Sequence[Line]) -> Ending | None:
        return ending.ending(state, told)

    def whose_turn(self, state: State) -> int | None:
        return None if state.setting_up else state.turn

    def this_turn(self, state: State) -> int:
        return state.number

    def deeds(self, state: State) -> int:
        return state.deeds

    def invariants(self, state: State) -> None:
        on_cards = sum(face != "" for s in range(len(state.seats)) for held in state.in_grid(s) for face in held.dice)
        rolled = sum(not die.slot for die in state.roll)
        assert state.pool + state.penalty + on_cards + rolled == state.total, "every die is in one place (VAN-012)"
        for skill in CATEGORIES:
            held = sum(who.skills[skill] for who in state.seats)
            assert held + state.tokens[skill] == state.world.tokens_each, "tokens are limited (VAN-013)"
        cards = [h.id for who in state.seats for h in [*(c for c in who.grid if c), *who.reserve, *who.supply]]
        assert len(cards) == len(set(cards)), "every card exists once (VAN-C20)"
        for seat, who in enumerate(state.seats):
            assert all(0 <= value <= state.world.stat_max for value in who.stats.values())
            assert who.coins >= 0
            assert who.place in state.world.places
            if who.character:
                assert who.grid[4] is not None
                assert who.grid[4].id == who.character, "the character is in the middle (VAN-188)"
            for one in state.in_grid(seat):
                assert 0 <= one.boost <= max(state.world.card(one.id).capacity, 0), "boost is capped (VAN-175)"

    def bot(self, session: Session[State], seat: int) -> Move:
        return decide(session, seat)

    def scenarios(self) -> Sequence[Mapping[str, Any]]:
        changed = {"reading": "aloud", "extra_dice": True, "hints": "off", "reserve_keeps_boost": True}
        return {}, {"pack": "sampler", **changed}

    def tally(self, session: Session[State]) -> Mapping[str, float]:
        state = session.state
        count = len(state.seats)
        turns = sum(who.turns for who in state.seats) / count
        crisis = {"median first crisis turn": float(state.first_crisis)} if state.crises else {}
        return {
            **crisis,
            "median turns per player": turns,
            f"mission {state.mission} drawn": 1.0,
            f"mission {state.mission} done": float(state.mission_done),
            "turns_per_player": turns,
            "stats_lost_per_player": sum(who.lost for who in state.seats) / count,
            "cards_gained_per_player": sum(who.cards_gained for who in state.seats) / count,
            "locations_visited_per_player": sum(len({s.place for s in who.route}) for who in state.seats) / count,
            "crises": state.crises,
            "mission_done": float(state.mission_done),
            "destinies_found": len(state.destinies),
        }


GAME = Vantage()

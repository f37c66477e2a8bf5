"""Situations on the table: build one, play it with chosen dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.games.fantos.components import LEGACIES
from app.games.fantos.game import Fantos
from app.games.fantos.setup import setup
from app.games.fantos.state import Legacy, Options, Slot, State, Status, TrialInPlay
from app.kernel import Base, Line, Play, Rng, Session, encode_state


class ByHand(Fantos):
    """Every question is asked, also those with one answer: the tests of the rules say all of it."""

    takes_single_answers = False


GAME = ByHand()
MATS = ("thornhold", "tempest-gate", "rime-maze", "lumen-spire", "brand-keep", "caravan-rook")
QUEUE: list[int] = []


def chosen_faces(g: Play[State], count: int) -> list[int]:
    """Dice that were laid ready, then ones."""
    g.rng.roll(6, "dice")
    return [QUEUE.pop(0) if QUEUE else 1 for _ in range(count)]


def ready_dice(*faces: int) -> None:
    QUEUE[:] = faces


class Situation:
    """A table in the making, then a session."""

    def __init__(
        self, *reserves: int, phase: str = "action", step: str = "act", active: int = 0, **options: Any
    ) -> None:
        self.state = setup(len(reserves), Options(**{"two": len(reserves) == 2, **options}), Rng("situation"))
        s = self.state
        for seat, citadel in enumerate(s.citadels):
            s.labor_deck += citadel.hand
            citadel.hand, citadel.reserve, citadel.mat = [], reserves[seat], MATS[seat]
            citadel.turns = 2
        s.phase, s.step, s.active, s.first, s.turn = phase, step, active, len(reserves) - 1, 7  # type: ignore[assignment]
        s.round = 2
        self.next_trials("gravity-well", "red-comet", "iridium-fog")  # they only lie there
        self._session: Session[State] | None = None

    # Building

    def mat(self, seat: int, name: str) -> Situation:
        self.state.citadels[seat].mat = name
        return self

    def hire(
        self, seat: int, name: str, shards: int | None = None, status: Status = "untasked", *labor: str
    ) -> Situation:
        s = self.state
        self.bury(name)
        for card in labor:
            s.labor_deck.remove(card)
        cost = LEGACIES[name].cost if shards is None else shards
        s.citadels[seat].legacies.append(Legacy(name, cost, status, list(labor)))
        return self

    def bury(self, *names: str) -> None:
        """Out of deck and Pool; the Pool is filled again."""
        s = self.state
        for name in names:
            if name in s.legacy_deck:
                s.legacy_deck.remove(name)
            else:
                index = next(i for i, slot in enumerate(s.pool) if slot.card == name)
                s.pool[index] = Slot(s.legacy_deck.pop(0))

    def pool(self, *names: str) -> Situation:
        s = self.state
        s.legacy_deck += [slot.card for slot in s.pool if slot.card is not None]
        for name in names:
            s.legacy_deck.remove(name)
        s.pool = [Slot(name) for name in names] + [Slot(None) for _ in range(5 - len(names))]
        return self

    def top_legacy(self, name: str) -> Situation:
        self.bury(name)
        self.state.legacy_deck.insert(0, name)
        return self

    def hand(self, seat: int, *titles: str) -> Situation:
        for card in titles:
            self.state.labor_deck.remove(card)
        self.state.citadels[seat].hand = sorted([*self.state.citadels[seat].hand, *titles])
        return self

    def trial(self, *names: str, seat: int = 0, turn: int = 1) -> Situation:
        for name in names:
            self.state.trial_deck.remove(name)
            self.state.trials.append(TrialInPlay(name, seat, turn))
        return self

    def next_trials(self, *names: str) -> Situation:
        deck = self.state.trial_deck
        for name in names:
            deck.remove(name)
        deck[:0] = names
        return self

    # Playing

    @property
    def session(self) -> Session[State]:
        if self._session is None:
            self._session = Session(
                GAME, Base(GAME.version, len(self.state.citadels), 0, Rng("chance"), encode_state(self.state))
            )
        return self._session

    @property
    def s(self) -> State:
        return self.session.state

    def ids(self, seat: int) -> list[str]:
        """What may be chosen."""
        return [option.id for option in self.session.asks[seat].options]

    def say(self, seat: int, *values: str) -> Situation:
        self.session.answer(seat, self.session.asks[seat].id, values)
        return self

    def play(self, seat: int, *values: str) -> Situation:
        """In a window: the others pass, this seat plays; then its further choices."""
        for other in list(self.session.asks):
            if other != seat:
                self.say(other, "pass")
        for value in values:
            self.say(seat, value)
        return self

    def quiet(self) -> Situation:
        """Everybody passes in every window until a decision has to be made."""
        while self.session.asks and self.session.outcome is None:
            seat, ask = next(iter(self.session.asks.items()))
            if not ask.soft:
                break
            self.say(seat, "pass")
        return self

    def quiet_until(self, kind: str) -> Situation:
        """Everybody passes until this window is open with nothing on the stack."""
        while self.window() != kind or any(not item.resolving for item in self.s.stack):
            seat, ask = next(iter(self.session.asks.items()))
            if not ask.soft:
                self.session.apply(self.session.default_answer(seat))
            else:
                self.say(seat, "pass")
        return self

    def on(self, count: int = 1) -> Situation:
        """Everybody takes the default, so many decisions long; windows pass."""
        for _ in range(count):
            self.quiet()
            if self.session.outcome is None:
                seat = next(iter(self.session.asks))
                self.session.apply(self.session.default_answer(seat))
        return self.quiet()

    def window(self) -> str:
        window = self.s.window
        return window.kind if window is not None else ""

    def asked(self) -> list[int]:
        return list(self.session.asks)

    def reserves(self) -> list[int]:
        return [citadel.reserve for citadel in self.s.citadels]

    def legacy(self, name: str) -> Legacy:
        return next(x for citadel in self.s.citadels for x in citadel.legacies if x.id == name)

    def gone(self, name: str) -> bool:
        return name in self.s.legacy_discard

    def log(self, seat: int | None) -> Sequence[Line]:
        return self.session.log(seat)

    def declare(self, kind: str, *names: str, seat: int = 0) -> Situation:
        """The active Citadel declares; a War or Tribute stops at DECLARED, a Harvest at ROLLED."""
        self.say(seat, f"declare:{kind}")
        return self.say(seat, *(f"legacy:{name}" for name in names))

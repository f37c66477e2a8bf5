"""A game being played: the referee that runs a script, holds its questions and takes the answers.

A live game is a base (the encoded state at a checkpoint) and the few choices made since. Loading, taking back and
recovering from an error are the same thing: decode the base and play those choices again.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

import msgspec

from app.kernel.ask import Ask, Checkpoint, Option, Question, Refused, Script, Seat, Stale, Values, Window
from app.kernel.game import Game, Line, Outcome, Play, View, encode_state
from app.kernel.moments import Scene
from app.kernel.rng import Rng, commitment

S = TypeVar("S", bound=msgspec.Struct)

_NOTHING_TO_FILL_IN = Ask("", least=0, most=0)
UNDO_DEPTH = 64  # choices that can be taken back at most; it bounds what loading has to play again


class Answer(msgspec.Struct, frozen=True, tag="answer", omit_defaults=True):
    seat: Seat
    ask: str
    values: Values
    fingerprint: str = ""


class Use(msgspec.Struct, frozen=True, tag="use", omit_defaults=True):
    seat: Seat
    option: str
    values: Values = ()


class Undo(msgspec.Struct, frozen=True, tag="undo", omit_defaults=True):
    seat: Seat
    consents: tuple[Seat, ...] = ()


Move: TypeAlias = Answer | Use
Choice: TypeAlias = Answer | Use | Undo


class Base(msgspec.Struct, frozen=True):
    """Where a replay starts."""

    version: int
    seats: int
    serial: int
    rng: Rng
    state: bytes


class Saved(msgspec.Struct, frozen=True):
    game: str
    base: Base
    choices: tuple[Choice, ...]


class AlreadyTaken(Refused):
    """A stored answer to a question that has one answer only: it is not asked any more, and was taken by itself."""


class Crashed(Refused):
    """The rules failed on this choice. It was not made; the game stands as before."""


class Waiting(msgspec.Struct, frozen=True):
    """What everybody may know about the open question."""

    seats: tuple[Seat, ...]
    text: str
    soft: bool
    sealed: bool


class TakeBack(msgspec.Struct, frozen=True):
    indexes: tuple[int, ...]  # which of the choices go: the seat's own and what came after it
    needs: frozenset[Seat]  # who must agree


@dataclass(slots=True)
class _Frame:
    """A running script and the window it waits in. Above the game itself stand the interrupts."""

    script: Script[Any]
    window: Window | None = None
    serial: int = 0
    asks: dict[Seat, Ask] = field(default_factory=dict)
    answers: dict[Seat, Values] = field(default_factory=dict)
    scenes: list[Scene] = field(default_factory=list)  # the moments it is making

    @property
    def plain_ready(self) -> Values:
        """In a shared plan, the answer that changes nothing; empty in all other windows."""
        return self.window.passing if self.window is not None and self.window.closing == "ready" else ()

    def questions(self) -> dict[Seat, Question]:
        return {question.seat: question for question in self.window.questions} if self.window else {}

    def refresh(self, built: Mapping[Seat, Ask] | None = None) -> None:
        """Ask again with what is true now; answers already sealed stay. Who is ready may still change a plan."""
        planning = self.window is not None and self.window.closing == "ready"
        ready = tuple(sorted(self.answers)) if planning else ()
        self.asks = {}
        for seat, question in self.questions().items():
            if planning or seat not in self.answers:
                asked = question.build() if built is None else built[seat]
                self.asks[seat] = (msgspec.structs.replace(asked, ready=ready) if planning else asked).numbered(
                    self.serial
                )

    def result(self) -> Mapping[Seat, Values] | None:
        """What the script gets when the window closes; None while it is open."""
        assert self.window is not None
        if self.window.closing == "ready":
            return self.answers if len(self.answers) == len(self.window.questions) else None
        if self.window.closing != "all":
            for question in self.window.questions:
                answer = self.answers.get(question.seat)
                if answer is None and self.window.closing == "in_turn":
                    return None
                if answer is not None and answer != self.window.passing:
                    return {question.seat: answer}
        return None if self.asks else self.answers


def _particular(asked: Ask, question: Question, values: Values) -> Refused | None:
    """The rule that keeps one of these values off the list, if the game can name it."""
    listed = {option.id for option in asked.options}
    return next((told for value in values if value not in listed and (told := question.why(value))), None)


def _in_words(asked: Ask, values: Values) -> str:
    """A question and the answer that was taken for it, as a line of the log."""
    labels = [option.label for option in (*asked.options, *asked.items) if option.id in values]
    answer = ", ".join(labels) if labels else "" if asked.kind == "choose" else ", ".join(values)
    if not answer:
        return ""
    return f"{asked.prompt}{'' if asked.prompt.endswith(('?', '.', ':')) else ':'} {answer}."


class Session(Generic[S]):
    """Drive a game: read `asks`, give answers, read views. Every method that refuses has changed nothing."""

    accepted: Move  # the latest choice as it was taken, with its fingerprint
    _known: list[tuple[Hashable, ...]]  # what every seat knows, spectators first; a set would take ten times the room

    def __init__(self, game: Game[S], base: Base, *, keep_log: bool = True) -> None:
        self.game = game
        self.base = base
        self.keep_log = keep_log
        self.told: list[Line] = []  # log lines older than the base
        self.dropped = 0  # choices that a load had to leave out because the rules have changed
        self._replay([])

    # Beginning, saving, loading ----------------------------------------------------------------------------------

    @classmethod
    def start(
        cls,
        game: Game[S],
        *,
        seats: int,
        options: Mapping[str, Any] | None = None,
        seed: str,
        keep_log: bool = True,
    ) -> Session[S]:
        rng = Rng(seed)
        state = game.setup(seats, game.read_options(options or {}, seats), rng)
        session = cls(game, Base(game.version, seats, 0, rng, encode_state(state)), keep_log=keep_log)
        if keep_log:
            session.told = list(session.opening_lines)
        return session

    def save(self) -> bytes:
        return msgspec.msgpack.encode(Saved(self.game.id, self.base, tuple(self.choices)))

    @classmethod
    def load(cls, game: Game[S], blob: bytes, *, keep_log: bool = True) -> Session[S]:
        saved = msgspec.msgpack.decode(blob, type=Saved)
        if saved.game != game.id:
            raise Refused(f"This is a game of {saved.game}, not of {game.id}.")
        return cls.resume(game, saved.base, saved.choices, keep_log=keep_log)

    @classmethod
    def resume(cls, game: Game[S], base: Base, choices: Iterable[Choice], *, keep_log: bool = True) -> Session[S]:
        """A base and the choices since. If the rules have changed so that a choice answers another question than
        the one asked now, the game goes back to the start of that step, and `dropped` says how many choices went."""
        session = cls(game, base, keep_log=keep_log)
        kept = list(choices)
        for index, choice in enumerate(kept):
            try:
                session.apply(choice)
            except AlreadyTaken:
                continue
            except Refused:
                step = session._step_start
                session.dropped = len(kept) - index + len(session.choices) - step
                session._replay(session.choices[:step])
                break
        return session

    # What can be seen --------------------------------------------------------------------------------------------

    @property
    def asks(self) -> dict[Seat, Ask]:
        """The open questions, by seat."""
        return {} if self.outcome else dict(self._frames[-1].asks)

    @property
    def next_seat(self) -> Seat:
        """The first seat from which an answer is still wanted: who is content with a shared plan has given theirs."""
        return min(seat for seat, asked in self.asks.items() if seat not in asked.ready)

    @property
    def seats(self) -> int:
        return self.base.seats

    @property
    def state(self) -> S:
        return self._play.state

    @property
    def rng(self) -> Rng:
        return self._play.rng

    @property
    def commitment(self) -> str:
        return commitment(self._play.rng.seed)

    @property
    def waiting(self) -> Waiting:
        frame = self._frames[-1]
        if self.outcome or frame.window is None:
            return Waiting((), "", False, False)
        questions = frame.window.questions
        sealed = not frame.window.shows_progress
        seats = tuple(q.seat for q in questions if sealed or q.seat not in frame.answers)
        return Waiting(seats, questions[0].public, any(ask.soft for ask in frame.asks.values()), sealed)

    @property
    def sealing(self) -> bool:
        """Whether answers lie sealed in the open window: nobody may notice that they are there."""
        window, answers = self._frames[-1].window, self._frames[-1].answers
        return not self.outcome and window is not None and not window.shows_progress and bool(answers)

    def offers(self, seat: Seat) -> tuple[Option, ...]:
        return () if self.outcome else tuple(self.game.offers(self._play.state, seat))

    def view(self, seat: Seat | None) -> View:
        return self.game.view(self._play.state, seat)

    def log(self, seat: Seat | None) -> list[Line]:
        over = self.outcome is not None
        every = [*self.told, *(line for lines in self._lines for line in lines)]
        return [line.as_read_by(seat) for line in every if line.readable_by(seat, over)]

    # What can be done --------------------------------------------------------------------------------------------

    def answer(self, seat: Seat, ask_id: str, values: Iterable[str]) -> tuple[Line, ...]:
        """Answer an open question; returns the new lines of the log."""
        return self.apply(Answer(seat, ask_id, tuple(values)))

    def use(self, seat: Seat, option: str, values: Iterable[str] = ()) -> tuple[Line, ...]:
        """Take a standing offer."""
        return self.apply(Use(seat, option, tuple(values)))

    def undo(self, seat: Seat, consents: Iterable[Seat] = ()) -> None:
        """Take back the seat's latest choice, and what came after it."""
        self.apply(Undo(seat, tuple(sorted(set(consents)))))

    def apply(self, choice: Choice) -> tuple[Line, ...]:
        """Make a choice. If the rules refuse it or fail, the game is as it was before."""
        if isinstance(choice, Undo):
            self._take_back(choice)
            return ()
        if self.outcome:
            raise Refused("The game is over.")
        accepted = self.accepted = self._examine(choice)
        self._taken.clear()
        draws, known = self._play.rng.draws, self._known
        lines: list[Line] = []
        self._play.lines = lines
        self.choices.append(accepted)
        self._lines.append(lines)
        try:
            self._proceed(accepted)
            knowledge = self._knowledge()
        except Exception as error:
            self._replay(self.choices[:-1])
            if isinstance(error, Refused):  # a rule found the answer wanting
                raise
            raise Crashed("The rules stumbled over that choice; it was not made.") from error
        learnt = any(now.difference(then) for now, then in zip(knowledge, known, strict=True))
        self._known = [tuple(facts) for facts in knowledge]
        if learnt or self._play.rng.draws > draws:
            self.fence = len(self.choices)
        self._move_base()
        return tuple(lines)

    def can_undo(self, seat: Seat) -> TakeBack:
        """What taking back would mean for this seat now; refused if there is nothing it may take back."""
        mine = [index for index in range(self.fence, len(self.choices)) if self.choices[index].seat == seat]
        if not mine:
            made_any = any(choice.seat == seat for choice in self.choices)
            raise Refused(
                "Something was revealed since: that choice stands." if made_any else "There is nothing to take back."
            )
        if self._is_sealed(mine[-1]):
            return TakeBack((mine[-1],), frozenset())
        later = frozenset(choice.seat for choice in self.choices[mine[-1] :] if choice.seat != seat)
        if self.waiting.sealed:  # who has answered is a secret, so everybody asked counts as having answered
            later |= frozenset(self.waiting.seats) - {seat}
        if later and not self.game.undo_by_consent:
            raise Refused("Somebody has answered since: that choice stands.")
        return TakeBack(tuple(range(mine[-1], len(self.choices))), later)

    def default_answer(self, seat: Seat) -> Answer:
        asked = self.asks[seat]
        return Answer(seat, asked.id, asked.default)

    def imagine(self, seat: Seat, salt: str) -> Session[S] | None:
        """The same game as this seat might believe it to be, with chance of its own: for bots that look ahead.
        None if the choices since the base do not fit that imagined world."""
        dream = Rng(f"dream {salt}")
        state = self.game.resample(self.game.decode(self.base.version, self.base.state), seat, dream)
        future = Rng(f"dream {salt} future")
        base = Base(self.game.version, self.base.seats, self.base.serial, future, encode_state(state))
        imagined = Session(self.game, base, keep_log=False)
        try:
            for choice in self.choices:
                imagined.apply(choice)
        except Refused:
            return None
        return imagined

    # The engine room ---------------------------------------------------------------------------------------------

    def _replay(self, choices: list[Move]) -> None:
        """Throw the live game away and play it again from the base."""
        self._play = Play(
            self.game.decode(self.base.version, self.base.state),
            Rng(self.base.rng.seed, dict(self.base.rng.counters)),
        )
        self._serial = self.base.serial
        self._frames = [_Frame(self.game.script(self._play))]
        self._next_base: Base | None = None
        self.choices: list[Move] = []
        self._lines: list[list[Line]] = []  # what each of these choices told
        self._first_window = 0  # the serial of the first question after the latest checkpoint
        self._step_start = 0  # index of the first choice after the latest checkpoint
        self.fence = 0  # choices before this index can no longer be taken back
        self.outcome: Outcome | None = None
        self._taken: list[tuple[Seat, str]] = []  # questions since the last choice that needed no asking
        self._run(None)
        self.opening_lines = tuple(self._play.lines)
        self._known = [tuple(facts) for facts in self._knowledge()]
        for choice in choices:
            self.apply(choice)

    def _knowledge(self) -> list[frozenset[Hashable]]:
        state = self._play.state
        return [self.game.known(state, seat) for seat in (None, *range(self.base.seats))]

    def _take_back(self, undo: Undo) -> None:
        what = self.can_undo(undo.seat)
        missing = what.needs - set(undo.consents)
        if missing:
            raise Refused("The others have to agree first.")
        self._replay([choice for index, choice in enumerate(self.choices) if index not in what.indexes])

    def settle(self) -> None:
        """Make the latest checkpoint the base; what was chosen before it can no longer be taken back."""
        self.fence = len(self.choices)
        self._move_base()

    def rebase(self, change: Callable[[S], S], seats: int) -> Base:
        """A base from which the game goes on with a changed state, because other players go on with it. Refused in the
        middle of things: only at the first question after a checkpoint, of which nobody has answered any part."""
        if self.outcome:
            raise Refused("The game is over.")
        frame = self._frames[-1]
        if len(self._frames) > 1 or frame.serial != self._first_window or frame.answers:
            raise Refused("Something is under way: finish it first.")
        state = change(self.game.decode(self.game.version, encode_state(self.state)))
        rng = Rng(self.rng.seed, dict(self.rng.counters))
        return Base(self.game.version, seats, self._serial, rng, encode_state(state))

    def by_fresh_chance(self, seed: str) -> Base:
        """A base from which other chance decides: what no seat has seen is dealt anew, and whatever is to be rolled or
        shuffled comes from this seed. Nobody sees a difference now, or it is refused: then something is half done."""
        rng = Rng(seed)
        base = self.rebase(lambda state: self.game.reshuffle(state, rng), self.base.seats)
        base = msgspec.structs.replace(base, rng=rng)
        other = Session(self.game, base, keep_log=False)
        seats = [None, *range(self.base.seats)]
        seen = [
            (one.view(seat), [ask.fingerprint() for ask in one.asks.values()])
            for one in (self, other)
            for seat in seats
        ]
        if seen[: len(seats)] != seen[len(seats) :] or other.rng.draws != rng.draws:
            raise Refused("Something is under way: finish it first.")
        return base

    def _is_sealed(self, index: int) -> bool:
        """Whether this choice and all later ones lie sealed in the window that is open now."""
        serial = f"{self._frames[-1].serial}."
        return all(isinstance(c, Answer) and c.ask.startswith(serial) for c in self.choices[index:])

    def _examine(self, choice: Move) -> Move:
        """The choice as it will be journalled, or Refused."""
        if isinstance(choice, Use):
            offer = next((o for o in self.offers(choice.seat) if o.id == choice.option), None)
            if offer is None:
                raise Refused("That is not open to you now.")
            reason = (offer.form or _NOTHING_TO_FILL_IN).refusal(choice.values)
            if reason:
                raise Refused(reason)
            return choice
        frame = self._frames[-1]
        asked = frame.asks.get(choice.seat)
        if asked is None:
            self._look_for_taken(choice)
            raise Stale("You are not asked anything now.")
        if choice.values == frame.plain_ready and choice.seat in frame.answers:
            raise Refused("You are ready already. Change the plan, and everybody is asked again.")
        fingerprint = asked.fingerprint()
        if choice.fingerprint:  # from the journal: the wording may have changed since
            if choice.fingerprint != fingerprint:
                self._look_for_taken(choice)
                raise Stale("The rules ask something else here now.")
        elif choice.ask != asked.id:
            raise Stale("That question has changed or was answered already.")
        question = frame.questions()[choice.seat]
        reason = asked.refusal(choice.values) or question.check(choice.values)
        if reason:
            raise _particular(asked, question, choice.values) or Refused(reason, asked.rule)
        return Answer(choice.seat, choice.ask, choice.values, fingerprint)

    def _proceed(self, choice: Move) -> None:
        self._play.steps = 0
        if isinstance(choice, Use):
            self._frames.append(_Frame(self.game.take(self._play, choice.seat, choice.option, choice.values)))
            self._run(None)
            return
        frame = self._frames[-1]
        if frame.plain_ready and choice.values != frame.plain_ready:
            edit = frame.questions()[choice.seat].edit
            assert edit is not None
            edit(choice.values)
            frame.answers.clear()
            frame.refresh()
            return
        frame.answers[choice.seat] = choice.values
        if frame.plain_ready:
            frame.refresh()
        else:
            del frame.asks[choice.seat]
        result = frame.result()
        if result is not None:
            self._run(result)

    def _run(self, value: Mapping[Seat, Values] | None) -> None:
        """Let the top script go on until something must be asked."""
        while True:
            self._play.step()
            frame = self._frames[-1]
            self._play.scenes = frame.scenes
            try:
                request = frame.script.send(value)
            except StopIteration as end:
                if len(self._frames) == 1:
                    self.outcome = end.value
                    return
                self._frames.pop()
                self.outcome = self.game.verdict(self._play.state)
                self._frames[-1].refresh()
                return
            value = None
            if isinstance(request, Checkpoint):
                self._reach_checkpoint()
            elif not request.questions:
                value = {}
            else:
                built = {question.seat: question.build() for question in request.questions}
                value = self._take_forced(request, built)
                if value is not None:
                    continue
                self._serial += 1
                self._play.serial = self._serial
                self._play.pause()
                frame.window, frame.serial, frame.answers = request, self._serial, {}
                if len(self._frames) == 1 and not self._first_window:
                    self._first_window = self._serial
                frame.refresh(built)
                return

    def _take_forced(self, request: Window, built: Mapping[Seat, Ask]) -> Mapping[Seat, Values] | None:
        """No question without a choice: where nobody has one, the answers are taken and told to those they are for."""
        if not self.game.takes_single_answers:
            return None
        forced = {question.seat: question.forced(built[question.seat]) for question in request.questions}
        answers = {seat: values for seat, values in forced.items() if values is not None}
        if len(answers) < len(forced):
            return None
        for question in request.questions:
            asked = built[question.seat]
            self._taken.append((question.seat, asked.fingerprint()))
            words = _in_words(asked, answers[question.seat])
            if words:
                self._play.tell(words, to=[question.seat], rule=asked.rule)
        return _Frame(self._frames[-1].script, request, answers=answers).result()

    def _look_for_taken(self, choice: Answer) -> None:
        """Whether a stored answer is one that needs no asking any more: then it has been given already."""
        if choice.fingerprint and (choice.seat, choice.fingerprint) in self._taken:
            self._taken.remove((choice.seat, choice.fingerprint))
            raise AlreadyTaken("That answer is taken by itself now.")

    def _reach_checkpoint(self) -> None:
        if len(self._frames) > 1:
            raise RuntimeError("an interrupt cannot be at the top of the game")
        rng = Rng(self._play.rng.seed, dict(self._play.rng.counters))
        state = encode_state(self._play.state)
        self._next_base = Base(self.game.version, self.base.seats, self._serial, rng, state)
        self._step_start = len(self.choices)
        self._first_window = 0

    def _move_base(self) -> None:
        """Once nothing before a checkpoint can be taken back, the game starts from there."""
        settled = self._step_start > 0 and self._next_base is not None and self._step_start == len(self.choices)
        if settled and (self.fence == len(self.choices) or len(self.choices) >= UNDO_DEPTH):
            assert self._next_base is not None
            self.base, self._next_base = self._next_base, None
            if self.keep_log:
                self.told.extend(line for lines in self._lines for line in lines)
            self.choices.clear()
            self._lines.clear()
            self._step_start = self.fence = 0

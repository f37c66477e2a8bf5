"""What every game must keep, as functions over any game: the suite runs them on all that are on the shelf, and on toys
that break each of them on purpose."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Any

import msgspec

from app.kernel import (
    PASS,
    Answer,
    Ask,
    Base,
    Crashed,
    Game,
    Line,
    Move,
    Option,
    Refused,
    Rng,
    Session,
    Use,
    Values,
    encode_state,
    state_hash,
)

AnyGame = Game[Any]
AnySession = Session[Any]
Seatlike = int | None
LARGEST_STATE = 512 * 1024  # bytes
READABLE = re.compile(r"[a-z0-9][A-Za-z0-9_:.,+*/ -]{0,79}")


class Setting(msgspec.Struct, frozen=True):
    """One way to start a game."""

    seats: int
    options: Mapping[str, Any]
    seed: str
    choices: int = 150  # how far a playout goes at most

    def start(self, game: AnyGame) -> AnySession:
        return Session.start(game, seats=self.seats, options=self.options, seed=self.seed)


# Random play --------------------------------------------------------------------------------------------------------


def random_values(ask: Ask, rng: Random) -> Values:
    """Some answer that fits the form of the question."""
    if ask.kind == "number":
        return (str(rng.randint(ask.least, ask.most)),)
    if ask.kind == "text":
        return ("".join(rng.choice("abc déf") for _ in range(max(ask.least, min(ask.most, 5)))),)
    if ask.kind == "split":
        return _random_split(ask, rng)
    if ask.kind == "assign":
        return _random_assignment(ask, rng)
    ids = [option.id for option in ask.options]
    return tuple(rng.sample(ids, rng.randint(ask.least, ask.most)))


def _random_split(ask: Ask, rng: Random) -> Values:
    parts = {option.id: 0 for option in ask.options}
    for _ in range(rng.randint(ask.least, ask.most)):
        open_ids = [option.id for option in ask.options if parts[option.id] < option.room]
        if open_ids:
            parts[rng.choice(open_ids)] += 1
    return tuple(f"{name}={amount}" for name, amount in parts.items() if amount)


def _random_assignment(ask: Ask, rng: Random) -> Values:
    items = [item.id for item in ask.items]
    room = {option.id: option.room for option in ask.options}
    pairs: list[str] = []
    for item in rng.sample(items, rng.randint(ask.least, min(ask.most, len(items)))):
        fitting = [o.id for o in ask.options if room[o.id] > 0 and (o.takes is None or item in o.takes)]
        if fitting:
            slot = rng.choice(fitting)
            room[slot] -= 1
            pairs.append(f"{item}>{slot}")
    return tuple(pairs)


def random_move(session: AnySession, rng: Random) -> Move:
    """A random seat that is asked answers at random; now and then somebody takes a standing offer instead."""
    if rng.random() < 0.25:
        seat = rng.randrange(session.seats)
        offers = session.offers(seat)
        if offers:
            offer = rng.choice(offers)
            return Use(seat, offer.id, random_values(offer.form, rng) if offer.form else ())
    seat = rng.choice([seat for seat in sorted(session.asks) if seat not in session.asks[seat].ready])
    ask = session.asks[seat]
    return Answer(seat, ask.id, random_values(ask, rng))


def by_default(session: AnySession) -> Move:
    return session.default_answer(session.next_seat)


def playout(game: AnyGame, setting: Setting) -> Iterator[tuple[AnySession, Move]]:
    """Plays a game at random; hands out the session before each choice, with the choice about to be made.

    The choices are found once for each setting: all checks go over the same game.
    """
    session = setting.start(game)
    for move in _random_game(game, setting):
        assert session.asks, "a game that is not over asks somebody something"
        yield session, move
        session.apply(move)
    game.invariants(session.state)


_played: deque[tuple[AnyGame, Setting, list[Move]]] = deque(maxlen=4)


def _random_game(game: AnyGame, setting: Setting) -> list[Move]:
    for played, its_setting, moves in _played:
        if played is game and its_setting == setting:
            return moves
    moves = []
    rng = Random(setting.seed)
    session = setting.start(game)
    while len(moves) < setting.choices and not session.outcome:
        assert session.asks, "a game that is not over asks somebody something"
        moves.append(_make_some_move(session, rng))
    _played.append((game, setting, moves))
    return moves


def _make_some_move(session: AnySession, rng: Random) -> Move:
    """Random answers may break a rule about the whole answer; then another is tried, at last the default."""
    for _ in range(8):
        move = random_move(session, rng)
        try:
            session.apply(move)
        except Crashed as crash:
            raise AssertionError(f"the rules failed on {move}") from crash.__cause__
        except Refused:
            continue
        return move
    move = by_default(session)
    session.apply(move)
    return move


def clone(session: AnySession) -> AnySession:
    return Session.load(session.game, session.save())


def all_seats(session: AnySession) -> list[Seatlike]:
    return [None, *range(session.seats)]


def encoded(thing: Any) -> bytes:
    return msgspec.json.encode(thing)


# The checks ---------------------------------------------------------------------------------------------------------


def check_invariants(game: AnyGame, setting: Setting) -> None:
    for session, _ in playout(game, setting):
        game.invariants(session.state)
        assert len(encode_state(session.state)) < LARGEST_STATE, "a state has bounds, whatever is played"


def check_saving(game: AnyGame, setting: Setting) -> None:
    """Saved and loaded before every choice, the game has the same future.

    Views are made from the state alone: beside its hash they are compared at every fourth choice.
    """
    expected: _Moment | None = None  # what the choice just made led to in the game loaded before it
    for number, (session, move) in enumerate(playout(game, setting)):
        now = _moment(session)
        assert expected is None or now == expected, "the same choice has the same effect after loading"
        loaded = clone(session)
        assert loaded.dropped == 0
        assert _moment(loaded) == now, "a loaded game is the game that was saved"
        if number % 4 == 0:
            assert _views(loaded) == _views(session), "a loaded game looks like the game that was saved"
        loaded.apply(move)
        expected = _moment(loaded)
    assert expected is None or _moment(session) == expected, "the same choice has the same effect after loading"


_Moment = tuple[str, bytes, bytes]


def _moment(session: AnySession) -> _Moment:
    offers = encoded([session.offers(seat) for seat in range(session.seats)])
    return state_hash(session.state), encoded(session.asks), offers


def _views(session: AnySession) -> bytes:
    return encoded([session.view(seat) for seat in all_seats(session)])


def check_replay(game: AnyGame, setting: Setting) -> None:
    """The journal played again from the start gives the same state at every row."""
    journal: list[Move] = []
    hashes: list[str] = []
    for session, move in playout(game, setting):
        hashes.append(state_hash(session.state))
        journal.append(move)
    again = setting.start(game)
    for move, expected in zip(journal, hashes, strict=True):
        assert state_hash(again.state) == expected
        again.apply(move)


def check_defaults(game: AnyGame, setting: Setting) -> None:
    """Every default is legal, and a game of defaults ends or goes on without failing.

    The seats asked take turns to give theirs; what the others would give is tried beside the game once a question.
    """
    session = setting.start(game)
    tried: set[tuple[int, str]] = set()
    for number in range(setting.choices * 4):
        if session.outcome:
            break
        seats = [seat for seat in sorted(session.asks) if seat not in session.asks[seat].ready]
        chosen = seats[number % len(seats)]
        for seat, ask in session.asks.items():
            assert ask.refusal(ask.default) is None, f"the default of {ask.prompt!r} is no answer: {ask.default}"
            if seat != chosen and seat in seats and (seat, ask.id) not in tried:
                tried.add((seat, ask.id))
                clone(session).answer(seat, ask.id, ask.default)
        session.apply(session.default_answer(chosen))
        session.settle()  # nothing is taken back here, and a short past loads faster


def check_refusals(game: AnyGame, setting: Setting) -> None:
    """Illegal, stale, repeated and foreign answers are refused and change nothing."""
    previous: Answer | None = None
    for session, move in playout(game, setting):
        before, hash_before = session.save(), state_hash(session.state)
        for wrong in _wrong_answers(session, previous):
            try:
                session.apply(wrong)
            except Crashed as crash:
                raise AssertionError(f"{wrong} made the rules fail") from crash
            except Refused:
                pass
            else:
                raise AssertionError(f"{wrong} was accepted")
            assert session.save() == before, "a refusal changes nothing"
            assert state_hash(session.state) == hash_before, "a refusal changes nothing"
        previous = move if isinstance(move, Answer) else None


def _wrong_answers(session: AnySession, previous: Answer | None) -> Iterator[Move]:
    yield Use(0, "no such offer")
    for seat in range(-1, session.seats + 1):
        ask = session.asks.get(seat)
        if ask is None:
            some = next(iter(session.asks.values()))
            yield Answer(seat, some.id, some.default)
            continue
        yield Answer(seat, "0.stale", ask.default)
        if ask.kind == "text":
            yield Answer(seat, ask.id, ("x" * (ask.most + 1),))
            continue
        yield Answer(seat, ask.id, ("no such option",))
        yield Answer(seat, ask.id, ("x>y", "="))
        if ask.kind in ("choose", "assign") and ask.default:
            yield Answer(seat, ask.id, (ask.default[0], ask.default[0]))
        if ask.kind == "number":
            yield Answer(seat, ask.id, (str(ask.most + 1),))
    if previous is not None:
        yield previous


def check_sealing(game: AnyGame, setting: Setting) -> None:
    """While a window is open nobody sees what has been answered in it, or, unless it says so, by whom."""
    for session, move in playout(game, setting):
        if len(session.asks) < 2 or isinstance(move, Use):
            continue
        after = clone(session)
        after.apply(move)
        remaining = {seat: ask for seat, ask in session.asks.items() if seat != move.seat}
        if after.asks != remaining:
            continue  # the window closed
        for seat in all_seats(session):
            if seat == move.seat:
                continue
            assert _visible(after, seat, sealed_only=True) == _visible(session, seat, sealed_only=True), (
                f"seat {seat} sees something of a sealed answer"
            )


def _visible(session: AnySession, seat: Seatlike, *, sealed_only: bool = False) -> bytes:
    """Everything that one seat is sent about a moment."""
    return encoded(session.view(seat)) + _beside_the_view(session, seat, sealed_only=sealed_only)


def _beside_the_view(session: AnySession, seat: Seatlike, *, sealed_only: bool = False) -> bytes:
    ask = None if seat is None else session.asks.get(seat)
    offers = () if seat is None else session.offers(seat)
    hides = session.waiting.sealed or not sealed_only  # a window may show who has answered
    waiting = session.waiting if hides else None
    takeback = _takeback(session, seat) if hides else None
    return encoded([ask, offers, waiting, session.outcome, takeback])


def _takeback(session: AnySession, seat: Seatlike) -> list[int] | None:
    """What this seat is told about taking back."""
    if seat is None:
        return None
    try:
        return sorted(session.can_undo(seat).needs)
    except Refused:
        return None


def check_secrets(game: AnyGame, setting: Setting) -> None:
    """Non-interference: worlds that a seat cannot tell apart stay the same to it, byte for byte.

    A twin is a world made by `resample` at a checkpoint and played on in step. As long as the seat's view of both is
    the same, so must be its questions, offers, log and what it may know about waiting; and its own bot's decision.
    When the views part, something was revealed, and the referee must have put a fence there.
    """
    twins: dict[Seatlike, AnySession] = {}
    differed = hidden = False
    heard: dict[str, None] = {}  # values that were on offer once, and may be sent when they are not
    session = setting.start(game)
    views = _seen(session)
    for number, move in enumerate(_random_game(game, setting)):
        heard |= {option.id: None for ask in session.asks.values() for option in ask.options}
        for seat, view in views.items():
            _check_resampled_view(session, seat, view)
        if not session.choices:
            twins = {seat: _twin(session, seat) for seat in all_seats(session)}
            differed = differed or any(state_hash(twin.state) != state_hash(session.state) for twin in twins.values())
            hidden = hidden or any(game.known(session.state, seat) for seat in all_seats(session))
            twins = {seat: twin for seat, twin in twins.items() if _looks_like(twin, session, views[seat], seat)}
        for seat, twin in twins.items():  # whose views are the same now
            assert _beside_the_view(twin, seat) == _beside_the_view(session, seat), (
                f"seat {seat} can tell two like worlds apart"
            )
            if seat is not None and seat in session.asks:
                assert game.bot(twin, seat) == game.bot(session, seat), f"the bot of seat {seat} knows too much"
                if number % 2 == 0:
                    assert _reasons(twin, seat, heard) == _reasons(session, seat, heard), (
                        f"a refusal tells seat {seat} more"
                    )
        lines = session.apply(move)
        views = _seen(session)
        fenced = session.fence == len(session.choices)
        for seat, twin in list(twins.items()):
            told = _step_twin(twin, seat, move)
            if told is None:
                del twins[seat]
            elif not _looks_like(twin, session, views[seat], seat):
                assert fenced, f"seat {seat} learnt something from {move}, which could still be taken back"
                del twins[seat]
            else:
                saw = fenced and move.seat == seat
                mine, theirs = (_compared(found, seat, saw=saw) for found in (lines, told))
                assert encoded(theirs) == encoded(mine), f"the log tells seat {seat} more than its view"
    game.invariants(session.state)
    assert differed or not hidden, "resample never changes anything, though there are secrets"


def _compared(lines: Iterable[Line], seat: Seatlike, *, saw: bool) -> list[Line]:
    """What a seat reads. If it has just looked at something by its own choice (`saw`: there is a fence), without what is
    told to it alone: the same choice may have taken that thing off the board, so that its view holds it no more."""
    return [line for line in lines if line.readable_by(seat) and not (saw and line.to == (seat,))]


def _reasons(session: AnySession, seat: int, values: Iterable[str]) -> list[str]:
    """What a seat is told when it sends what is not on offer."""
    ask = session.asks[seat]
    listed = {option.id for option in ask.options}
    told: list[str] = []
    for value in values if ask.kind == "choose" else ():
        if value not in listed:
            try:
                session.answer(seat, ask.id, [value])
            except Refused as refusal:
                told.append(str(refusal))
    return told


def _check_resampled_view(session: AnySession, seat: Seatlike, view: bytes) -> None:
    game = session.game
    copy = game.decode(game.version, encode_state(session.state))
    other = game.resample(copy, seat, Rng(f"resample {seat} {session.rng.draws} {len(session.choices)}"))
    assert encoded(game.view(other, seat)) == view, f"the view of seat {seat} depends on what it may not know"
    assert game.where(other, seat) == game.where(session.state, seat), f"where it stands tells seat {seat} a secret"


def check_reshuffling(game: AnyGame, setting: Setting) -> None:
    """What nobody has seen can be dealt anew, and nobody sees a difference; where a game goes on by fresh chance, it goes
    on from the same question."""
    went_on = 0
    for number, (session, _) in enumerate(playout(game, setting)):
        if number % 4:
            continue
        copy = game.decode(game.version, encode_state(session.state))
        other = game.reshuffle(copy, Rng(f"fresh {number}"))
        game.invariants(other)
        for seat in all_seats(session):
            assert encoded(game.view(other, seat)) == encoded(session.view(seat)), (
                f"seat {seat} sees that it was dealt anew"
            )
            assert game.known(other, seat) == game.known(session.state, seat), f"what seat {seat} knows was dealt anew"
        try:
            base = session.by_fresh_chance(f"fresh {number}")
        except Refused:
            continue
        went_on += 1
        onwards = Session(game, base)
        assert {seat: ask.prompt for seat, ask in onwards.asks.items()} == {
            s: a.prompt for s, a in session.asks.items()
        }
    assert went_on, "nowhere in this game could fresh chance take over"


def _twin(session: AnySession, seat: Seatlike) -> AnySession:
    game, base = session.game, session.base
    state = game.resample(game.decode(base.version, base.state), seat, Rng(f"twin {seat} {session.rng.draws}"))
    return Session(game, Base(base.version, base.seats, base.serial, base.rng, encode_state(state)))


def _seen(session: AnySession) -> dict[Seatlike, bytes]:
    """What every seat sees now."""
    return {seat: encoded(session.view(seat)) for seat in all_seats(session)}


def _looks_like(other: AnySession, one: AnySession, view: bytes, seat: Seatlike) -> bool:
    """Whether the other looks to this seat as the first does, of which it sees this view."""
    return encoded(other.view(seat)) == view and bool(one.outcome) == bool(other.outcome)


def _same_view(one: AnySession, other: AnySession, seat: Seatlike) -> bool:
    return _looks_like(other, one, encoded(one.view(seat)), seat)


def _step_twin(twin: AnySession, seat: Seatlike, move: Move) -> tuple[Any, ...] | None:
    """The same choice in the other world; None if a choice of someone else is not possible there."""
    try:
        if isinstance(move, Answer):
            ask = twin.asks.get(move.seat)
            return twin.answer(move.seat, ask.id if ask else "", move.values)
        return twin.apply(move)
    except Refused as refusal:
        if move.seat == seat or isinstance(refusal, Crashed):
            raise AssertionError(f"whether {move} is allowed depends on what seat {seat} may not know") from refusal
        return None


def check_public_regions(game: AnyGame, setting: Setting) -> None:
    """The public part is the same bytes for every seat and for spectators, and told without a seat."""
    for session, _ in playout(game, setting):
        shared = encoded(game.public(session.state))
        for seat in all_seats(session):
            assert encoded(session.view(seat).public) == shared, f"seat {seat} gets a public part of its own"
        assert session.view(None).private is None


def check_undo(game: AnyGame, setting: Setting) -> None:
    """Taken back and made again, a choice leads to the same state; behind a fence nothing is taken back."""
    session = setting.start(game)
    for move in _random_game(game, setting):
        before, asked_before = state_hash(session.state), encoded(session.asks)
        session.apply(move)
        try:
            what = session.can_undo(move.seat)
        except Refused:
            others = set(session.waiting.seats) - {move.seat}
            sealed = session.waiting.sealed and bool(others)  # who has answered is a secret: all count as having
            fenced = session.fence == len(session.choices)
            assert fenced or sealed, f"{move} can not be taken back, though nothing was learnt"
            continue
        assert session.fence < len(session.choices), f"{move} can be taken back, though something was learnt"
        done = state_hash(session.state)
        session.undo(move.seat, what.needs)
        assert state_hash(session.state) == before, "taking back restores the state"
        assert encoded(session.asks) == asked_before, "taking back restores the questions"
        session.apply(move)
        assert state_hash(session.state) == done, "the same choice again has the same effect"


def check_options(game: AnyGame, setting: Setting) -> None:
    """Option ids are unique and readable. That they are the same after loading, `check_saving` sees."""
    for session, _ in playout(game, setting):
        for seat in range(session.seats):
            ask = session.asks.get(seat)
            for options in (session.offers(seat), *((ask.options, ask.items) if ask else ())):
                _check_option_list(options)


def _check_option_list(options: tuple[Option, ...]) -> None:
    ids = [option.id for option in options]
    assert len(set(ids)) == len(ids), f"an option id is there twice: {ids}"
    for option in options:
        assert READABLE.fullmatch(option.id), f"not a readable id: {option.id!r}"
        assert option.label.strip(), f"{option.id} has no label"


def check_bots(game: AnyGame, setting: Setting) -> None:
    """Bots only do what is allowed."""

    def bot(session: AnySession, rng: Random) -> Move:
        return game.bot(session, session.next_seat)

    session = setting.start(game)
    rng = Random(0)
    for _ in range(setting.choices):
        if session.outcome:
            break
        session.apply(bot(session, rng))
        game.invariants(session.state)


def check_introductions(game: AnyGame, setting: Setting) -> None:
    """What the coach introduces follows from what the seat may know, and can be read and remembered."""
    for session, _ in playout(game, setting):
        for seat in range(session.seats):
            intros = game.introductions(session.state, seat)
            keys = [intro.key for intro in intros]
            assert len(set(keys)) == len(keys), f"something is introduced twice at once: {keys}"
            for intro in intros:
                assert READABLE.fullmatch(intro.key), f"not a readable key: {intro.key!r}"
                assert intro.title.strip(), f"{intro.key} has no title"
                assert intro.text.strip(), f"{intro.key} says nothing"
            copy = game.decode(game.version, encode_state(session.state))
            other = game.resample(copy, seat, Rng(f"introduce {seat} {session.rng.draws} {len(session.choices)}"))
            assert encoded(game.introductions(other, seat)) == encoded(intros), (
                f"the coach tells seat {seat} what it may not know"
            )


# Far into the game ----------------------------------------------------------------------------------------------------


def check_secrets_far_in(game: AnyGame, setting: Setting, every: int = 10) -> None:
    """Random play seldom gets far. Here bots play, and now and then the secrets of that moment are looked at: every
    seat's view, questions, offers, log and bot in a world that it cannot tell from the real one."""
    session = setting.start(game)
    for number in range(setting.choices):
        if session.outcome:
            break
        move = game.bot(session, session.next_seat)
        if number % every == every - 1:
            for seat in all_seats(session):
                _check_moment(session, seat, move)
            game.invariants(session.state)
        session.apply(move)


def _check_moment(session: AnySession, seat: Seatlike, move: Move) -> None:
    _check_resampled_view(session, seat, encoded(session.view(seat)))
    twin = _twin_now(session, seat)
    if twin is None:
        return
    assert _visible(twin, seat) == _visible(session, seat), f"seat {seat} can tell two like worlds apart"
    if seat is not None and seat in session.asks:
        game = session.game
        assert game.bot(twin, seat) == game.bot(session, seat), f"the bot of seat {seat} knows too much"
    after = clone(session)
    lines = after.apply(move)
    told = _step_twin(twin, seat, move)
    if told is None:
        return
    if not _same_view(after, twin, seat):
        assert after.fence == len(after.choices), f"seat {seat} learnt something from {move}, which can be taken back"
        return
    mine = [line for line in lines if line.readable_by(seat)]
    assert encoded([line for line in told if line.readable_by(seat)]) == encoded(mine), (
        f"the log tells seat {seat} more than its view"
    )


def _twin_now(session: AnySession, seat: Seatlike) -> AnySession | None:
    """A twin of the base that made the same choices since; None if it has parted from the game as this seat sees it."""
    twin, past = _twin(session, seat), Session(session.game, session.base)
    for choice in session.choices:
        if not _same_view(past, twin, seat) or _step_twin(twin, seat, choice) is None:
            return None
        past.apply(choice)
    return twin if _same_view(past, twin, seat) else None


CHECKS: tuple[Callable[[AnyGame, Setting], None], ...] = (
    check_invariants,
    check_saving,
    check_replay,
    check_defaults,
    check_refusals,
    check_sealing,
    check_secrets,
    check_public_regions,
    check_undo,
    check_options,
    check_bots,
    check_introductions,
    check_reshuffling,
)

__all__ = ["CHECKS", "PASS", "Setting", "playout", "random_move", "random_values"]

"""No question without a choice, and plans that a group makes together."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.kernel import (
    READY,
    Answer,
    Ask,
    Option,
    Outcome,
    Play,
    Refused,
    Script,
    Session,
    Stale,
    Values,
    choose,
    choosing,
    plan,
    window,
)
from tests.contract.toys import Parley, State

A, B, C = (Option(name, name.title()) for name in "abc")


@pytest.mark.parametrize(
    ("ask", "only"),
    [
        (Ask("?", (A,)), ("a",)),
        (Ask("?", (A, B)), None),
        (Ask("?", (A, B), least=2, most=2), ("a", "b")),
        (Ask("?", (A, B), least=2, most=2, ordered=True), None),
        (Ask("?", (A,), least=0, most=1), None),
        (Ask("?", (), least=0, most=0), ()),
        (Ask("?", (), "number", 4, 4), ("4",)),
        (Ask("?", (), "number", 3, 4), None),
        (Ask("?", (Option("a", "A", room=3),), "split", 3, 3), ("a=3",)),
        (Ask("?", (Option("a", "A", room=3), Option("b", "B", room=3)), "split", 3, 3), None),
        (Ask("?", (Option("a", "A", room=1), Option("b", "B", room=2)), "split", 3, 3), ("a=1", "b=2")),
        (Ask("?", (A,), "assign", 1, 1, items=(B,)), ("b>a",)),
        (Ask("?", (A, C), "assign", 1, 1, items=(B,)), None),
        (Ask("?", (A,), "assign", 0, 1, items=(B,)), None),
        (Ask("?", (), "text", 0, 40), None),
    ],
)
def test_an_answer_without_an_alternative_is_known(ask: Ask, only: Values | None) -> None:
    assert ask.only_answer() == only


class Scripted(Parley):
    def __init__(self, script: Callable[[Play[State]], Script[Outcome]]) -> None:
        super().__init__("")
        self._script = script

    def script(self, g: Play[State]) -> Script[Outcome]:
        return self._script(g)


def begin(script: Callable[[Play[State]], Script[Outcome]], seats: int = 2) -> Session[State]:
    return Session.start(Scripted(script), seats=seats, seed="x")


def one_then_two(g: Play[State]) -> Script[Outcome]:
    first = yield from choose(0, "Which door?", [A])
    second = yield from choose(0, "And then?", [A, B])
    return Outcome((), f"{first} {second}")


def test_a_question_with_one_answer_is_taken_and_told_to_its_seat() -> None:
    session = begin(one_then_two)
    assert session.asks[0].prompt == "And then?"
    assert [(line.text, line.to) for line in session.opening_lines] == [("Which door? A.", (0,))]
    session.answer(0, session.asks[0].id, ["b"])
    assert session.outcome == Outcome((), "a b")


def test_where_stopping_means_something_it_is_asked() -> None:
    def script(g: Play[State]) -> Script[Outcome]:
        yield from choose(0, "Roll?", [A], stop=True)
        return Outcome((), "")

    assert begin(script).asks[0].prompt == "Roll?"


def test_a_reaction_is_asked_whatever_one_holds() -> None:
    def script(g: Play[State]) -> Script[Outcome]:
        yield from window([choosing(0, "React?", [A], soft=True)])
        return Outcome((), "")

    assert begin(script).asks[0].soft


def test_a_window_is_taken_only_if_nobody_has_a_choice() -> None:
    def script(g: Play[State]) -> Script[Outcome]:
        answers = yield from window([choosing(0, "You?", [A]), choosing(1, "You?", [A, B])])
        return Outcome((), str(sorted(answers.items())))

    session = begin(script)
    assert sorted(session.asks) == [0, 1]


def test_an_answer_stored_when_it_was_still_asked_is_left_out_on_loading() -> None:
    stored = [
        Answer(0, "1.0", ("a",), Ask("", (A,)).fingerprint()),
        Answer(0, "2.0", ("b",), Ask("", (A, B)).fingerprint()),
    ]
    session = begin(one_then_two)
    loaded = Session.resume(session.game, session.base, stored)
    assert loaded.outcome == Outcome((), "a b")
    assert loaded.dropped == 0


# Plans ----------------------------------------------------------------------------------------------------------------


def planned(g: Play[State]) -> Script[Outcome]:
    chosen = {"Lab": "lab:rest"}

    def rows() -> list[Option]:
        return [
            Option(name, name.partition(":")[2].title(), note="chosen" if name == chosen["Lab"] else "", group="Lab")
            for name in ("lab:rest", "lab:probe")
        ]

    yield from plan([0, 1, 2], "The plan of the day", rows, lambda seat, name: chosen.update(Lab=name))
    return Outcome((), chosen["Lab"])


def say(session: Session[State], seat: int, value: str) -> None:
    session.answer(seat, session.asks[seat].id, [value])


def test_a_plan_closes_when_everybody_is_ready() -> None:
    session = begin(planned, 3)
    for seat in range(3):
        assert session.outcome is None
        assert seat in session.waiting.seats
        say(session, seat, READY)
    assert session.outcome == Outcome((), "lab:rest")


def test_a_change_takes_everybodys_ready_back() -> None:
    session = begin(planned, 3)
    say(session, 0, READY)
    say(session, 1, READY)
    assert list(session.waiting.seats) == [2]
    assert list(session.asks[0].ready) == [0, 1]
    say(session, 2, "lab:probe")
    assert list(session.waiting.seats) == [0, 1, 2]
    assert list(session.asks[0].ready) == []
    assert [option.note for option in session.asks[0].options if option.id == "lab:probe"] == ["chosen"]


def test_who_is_ready_can_still_change_the_plan_but_not_be_ready_twice() -> None:
    session = begin(planned, 3)
    say(session, 0, READY)
    with pytest.raises(Refused, match="ready already"):
        say(session, 0, READY)
    say(session, 0, "lab:probe")
    assert session.waiting.seats == (0, 1, 2)


def test_ready_counts_for_the_plan_that_was_seen() -> None:
    session = begin(planned, 3)
    seen = session.asks[1].id
    say(session, 0, "lab:probe")
    with pytest.raises(Stale):
        session.answer(1, seen, [READY])


def test_a_plan_can_be_loaded_and_a_change_taken_back() -> None:
    session = begin(planned, 3)
    say(session, 0, "lab:probe")
    assert Session.load(session.game, session.save()).asks == session.asks
    session.undo(0)
    for seat in range(3):
        say(session, seat, READY)
    assert session.outcome == Outcome((), "lab:rest")

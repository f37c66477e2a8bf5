"""The referee, on the toy of the contract suite and on small scripts written for one question each."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from app.kernel import (
    PASS,
    Answer,
    Base,
    Crashed,
    Line,
    Option,
    Outcome,
    Play,
    Refused,
    Rng,
    Script,
    Seats,
    Session,
    Stale,
    Values,
    checkpoint,
    choose,
    choose_number,
    choosing,
    commitment,
    encode_state,
    state_hash,
    window,
)
from app.kernel.session import UNDO_DEPTH
from tests.contract.toys import Parley, State


def start(seats: int = 3, flaw: str = "") -> Session[State]:
    return Session.start(Parley(flaw), seats=seats, seed="kernel")


def act(session: Session[Any], seat: int, *values: str) -> tuple[Line, ...]:
    return session.answer(seat, session.asks[seat].id, values)


def test_an_answer_moves_the_game() -> None:
    session = start()
    act(session, 0, "walk")
    assert session.asks[0].kind == "number"
    act(session, 0, "3")
    assert session.state.steps == [3, 0, 0]
    assert list(session.asks) == [1]


def test_a_refused_answer_says_why_and_changes_nothing() -> None:
    session = start()
    before = session.save()
    with pytest.raises(Refused, match="not one of the choices"):
        act(session, 0, "fly")
    with pytest.raises(Stale, match="not asked"):
        session.answer(1, session.asks[0].id, ["walk"])
    with pytest.raises(Stale, match="changed or was answered"):
        session.answer(0, "1.0", ["walk"])
    assert session.save() == before


def test_a_question_may_say_why_a_value_is_not_on_offer() -> None:
    session = start()
    before = session.save()
    with pytest.raises(Refused, match=r"^Nobody is open to a vote\.$"):
        act(session, 0, "yes")
    with pytest.raises(Refused, match="Each choice can be taken once"):
        act(session, 0, "walk", "walk")
    assert session.save() == before


def test_the_same_answer_twice_counts_once() -> None:
    session = start()
    asked = session.asks[0].id
    session.answer(0, asked, ["walk"])
    with pytest.raises(Stale):
        session.answer(0, asked, ["walk"])


@pytest.mark.parametrize(
    ("action", "values", "reason"),
    [
        ("walk", ("4",), "from 1 to 3"),
        ("walk", ("2.5",), "whole number"),
        ("walk", ("1", "2"), "whole number"),
        ("share", ("to:0=2",), "sum is 2; it must be 3"),
        ("share", ("to:0=3",), "At most 2"),
        ("share", ("to:0=1", "to:0=2"), "not one of the choices"),
        ("place", ("die:2>left",), "does not fit"),
        ("place", ("die:1>left", "die:1>right"), "placed once"),
        ("place", ("die:1>right", "die:2>right"), "no room"),
    ],
)
def test_each_kind_of_question_checks_its_answer(action: str, values: Values, reason: str) -> None:
    session = start()
    act(session, 0, action)
    with pytest.raises(Refused, match=reason):
        act(session, 0, *values)


def test_votes_stay_sealed_until_all_are_in() -> None:
    session = start()
    act(session, 0, "vote")
    assert sorted(session.asks) == [0, 1, 2]
    act(session, 1, "yes")
    assert session.state.steps == [0, 0, 0]
    assert session.waiting.seats == (0, 1, 2), "nobody sees who has voted"
    act(session, 0, "no")
    act(session, 2, "yes")
    assert session.state.steps[0] == 2


def test_a_sealed_vote_can_be_changed_without_touching_the_others() -> None:
    session = start()
    act(session, 0, "vote")
    act(session, 1, "yes")
    act(session, 2, "yes")
    session.undo(1)
    assert sorted(session.asks) == [0, 1]
    act(session, 1, "no")
    act(session, 0, "no")
    assert session.state.steps[0] == 1


def test_in_a_window_in_turn_speed_gives_no_priority() -> None:
    session = start()
    act(session, 0, "duel")
    act(session, 2, "hit")
    assert session.state.steps == [0, 0, 0], "the earlier seat is still thinking"
    act(session, 1, "hit")
    assert session.state.steps == [0, 2, 0], "the earlier seat goes first, the later answer is dropped"


class Quick(Parley):
    def script(self, g: Play[State]) -> Script[Outcome]:
        options = [Option(PASS, "Pass"), Option("hit", "Hit")]
        plays = yield from window([choosing(s, "React?", options) for s in range(3)], "first")
        return Outcome(tuple(plays), "who was first")


def test_in_a_first_window_the_first_play_closes_it() -> None:
    session = Session.start(Quick(), seats=3, seed="x")
    act(session, 1, PASS)
    act(session, 2, "hit")
    assert session.outcome == Outcome((2,), "who was first")


class Unanimous(Parley):
    def script(self, g: Play[State]) -> Script[Outcome]:
        options = [Option("no", "No"), Option("yes", "Yes")]
        questions = [choosing(s, "All of us?", options) for s in range(3)]
        votes = yield from window(questions, "first", passing=("yes",))
        return Outcome(tuple(votes), "yes" if all(values == ("yes",) for values in votes.values()) else "no")


def test_what_counts_as_a_pass_is_the_windows_to_say() -> None:
    session = Session.start(Unanimous(), seats=3, seed="x")
    act(session, 2, "yes")
    act(session, 0, "no")
    assert session.outcome == Outcome((0,), "no"), "one refusal closes it"
    session = Session.start(Unanimous(), seats=3, seed="x")
    for seat in (1, 0, 2):
        act(session, seat, "yes")
    assert session.outcome is not None
    assert session.outcome.reason == "yes"


def test_a_game_is_taken_up_with_another_state_only_where_nothing_is_half_done() -> None:
    def further(state: State) -> State:
        state.steps[1] += 5
        return state

    session = start()
    session.use(2, "pledge")  # an offer that is done does not hinder
    again = Session(session.game, session.rebase(further, 3))
    assert again.state.steps == [0, 5, 0]
    assert again.state.pledges == [0, 0, 1]
    assert again.rng.seed == session.rng.seed
    assert session.state.steps == [0, 0, 0], "the other one is not touched"
    act(session, 0, "walk")
    with pytest.raises(Refused, match="under way"):
        session.rebase(further, 3)  # the second question of the same step
    act(session, 0, "3")
    session.rebase(further, 3)
    act(session, 1, "vote")
    act(session, 0, "yes")
    with pytest.raises(Refused, match="under way"):
        session.rebase(further, 3)


def test_an_offer_can_be_taken_beside_any_question() -> None:
    session = start()
    act(session, 0, "walk")
    open_ask = session.asks[0].id
    session.use(2, "pledge")
    session.use(1, "caption", ["north"])
    assert session.state.pledges == [0, 0, 1]
    assert session.state.caption == "north"
    assert session.asks[0].id == open_ask, "a question that has not changed keeps its id"
    with pytest.raises(Refused, match="Write 0 to 20"):
        session.use(1, "caption", ["x" * 21])
    with pytest.raises(Refused, match="not open to you"):
        session.use(1, "sing")


def test_an_interrupt_pauses_the_question_and_gives_it_back() -> None:
    session = start()
    act(session, 0, "walk")
    paused = session.asks[0].id
    session.use(2, "ponder")
    assert list(session.asks) == [2]
    with pytest.raises(Stale):
        session.answer(0, paused, ["2"])
    act(session, 2, "a thought")
    assert session.state.caption == "a thought"
    session.answer(0, paused, ["2"])
    assert session.state.steps[0] == 2


class Forgetful(Parley):
    """Asks again with what is true now."""

    def script(self, g: Play[State]) -> Script[Outcome]:
        yield from choose(0, lambda: f"{g.state.pledges[1]} pledged. Roll?", [Option("roll", "Roll")], stop=True)
        return Outcome((), "")


def test_a_question_that_changed_refuses_answers_to_its_old_form() -> None:
    session = Session.start(Forgetful(), seats=2, seed="x")
    seen = session.asks[0].id
    session.use(1, "pledge")
    assert session.asks[0].prompt == "1 pledged. Roll?"
    with pytest.raises(Stale):
        session.answer(0, seen, ["roll"])


def test_public_choices_can_be_taken_back_until_something_is_learnt() -> None:
    session = start()
    beginning = state_hash(session.state)
    act(session, 0, "walk")
    act(session, 0, "2")
    session.undo(0)
    session.undo(0)
    assert state_hash(session.state) == beginning
    act(session, 0, "roll")
    with pytest.raises(Refused, match="nothing to take back"):
        session.undo(0)


def test_looking_at_a_hidden_card_is_a_fence_without_any_chance() -> None:
    session = start()
    act(session, 0, "peek")
    with pytest.raises(Refused):
        session.undo(0)


def test_taking_back_over_the_answer_of_another_needs_consent() -> None:
    session = start()
    act(session, 0, "walk")
    act(session, 0, "1")
    act(session, 1, "walk")
    assert session.can_undo(0).needs == {1}
    with pytest.raises(Refused, match="agree"):
        session.undo(0)
    session.undo(0, consents=[1])
    assert list(session.asks) == [0]
    assert session.state.steps == [0, 0, 0]


def test_where_a_game_knows_no_consent_the_answer_of_another_is_a_fence() -> None:
    session = start()
    session.game.__class__.undo_by_consent = False
    try:
        act(session, 0, "walk")
        act(session, 0, "1")
        act(session, 1, "walk")
        with pytest.raises(Refused, match="answered since"):
            session.undo(0)
    finally:
        session.game.__class__.undo_by_consent = True


class Endless(Parley):
    def script(self, g: Play[State]) -> Script[Outcome]:
        while True:
            g.state.whim += yield from self.count()
            yield from checkpoint()

    def count(self) -> Script[int]:
        yield from choose(0, "More?", [Option("more", "More")], stop=True)
        return 1


def test_the_choices_to_play_again_stay_few_however_long_the_game() -> None:
    session = Session.start(Endless(), seats=2, seed="x")
    for _ in range(5 * UNDO_DEPTH):
        act(session, 0, "more")
        assert len(session.choices) <= UNDO_DEPTH
    assert Session.load(Endless(), session.save()).state.whim == 5 * UNDO_DEPTH


def test_an_error_in_the_rules_leaves_nothing_half_done() -> None:
    session = start(flaw="failing rules")
    session.use(1, "pledge")
    before, asks = session.save(), session.asks
    with pytest.raises(Crashed) as crash:
        session.use(1, "pledge")
    assert isinstance(crash.value.__cause__, KeyError)
    assert session.save() == before
    assert session.asks == asks
    act(session, 0, "walk")


class Runaway(Parley):
    def script(self, g: Play[State]) -> Script[Outcome]:
        yield from choose(0, "Run?", [Option("run", "Run")], stop=True)
        while True:
            yield from checkpoint()


def test_a_script_that_never_ends_is_stopped() -> None:
    session = Session.start(Runaway(), seats=2, seed="x")
    with pytest.raises(Crashed):
        act(session, 0, "run")
    assert list(session.asks) == [0]


class NewRules(Parley):
    """The same game after an upgrade that asks for distances in another way."""

    def act(self, g: Play[State], seat: int, action: str) -> Script[None]:
        if action == "walk":
            yield from choose(seat, "How far?", [Option("near", "Near"), Option("far", "Far")])
        else:
            yield from super().act(g, seat, action)


class NewWords(Parley):
    """The same game after an upgrade that asks for distances in other words."""

    def act(self, g: Play[State], seat: int, action: str) -> Script[None]:
        if action == "walk":
            g.state.steps[seat] += yield from choose_number(seat, "How many steps?", 1, 3)
        else:
            yield from super().act(g, seat, action)


def test_changed_words_take_nothing_back() -> None:
    """The journal knows a question by its fingerprint; a live answer must quote the words that were read."""
    session = start()
    act(session, 0, "walk")
    old = session.asks[0].id
    act(session, 0, "3")
    loaded = Session.load(NewWords(), session.save())
    assert loaded.dropped == 0
    assert state_hash(loaded.state) == state_hash(session.state)
    again = start()
    act(again, 0, "walk")
    asked = Session.load(NewWords(), again.save())
    with pytest.raises(Stale):
        asked.answer(0, old, ["3"])


def test_changed_rules_take_the_game_back_to_the_start_of_the_step_and_no_further() -> None:
    session = start()
    act(session, 0, "roll")
    act(session, 1, "share")
    act(session, 1, "to:0=2", "to:1=1")
    settled = state_hash(session.state)
    act(session, 2, "walk")
    act(session, 2, "3")
    act(session, 0, "place")
    loaded = Session.load(NewRules(), session.save())
    assert loaded.dropped == 3
    assert state_hash(loaded.state) == settled
    assert list(loaded.asks) == [2]
    assert Session.load(Parley(), session.save()).dropped == 0


class NewState(State):
    fame: int = 0


class Upgraded(Parley):
    state = NewState
    version = 3
    upgrades = {1: lambda tree: {**tree, "fame": 1}, 2: lambda tree: {**tree, "fame": tree["fame"] + 1}}  # noqa: RUF012


def test_an_old_state_is_upgraded_step_by_step_and_a_newer_one_refused() -> None:
    session = start()
    act(session, 0, "roll")
    blob = session.save()
    upgraded = Session.load(Upgraded(), blob)
    assert upgraded.state.fame == 2  # type: ignore[attr-defined]
    assert upgraded.state.steps == session.state.steps
    newer = msgspec.structs.replace(session.base, version=9)
    with pytest.raises(Refused, match="newer Parley"):
        Session.resume(Parley(), newer, [])


def test_the_log_has_an_audience() -> None:
    session = start(flaw="log of a view")
    act(session, 0, "peek")
    assert [line.text for line in session.log(0)] == ["You looked."]
    assert session.log(1) == []
    assert session.log(None) == []


def test_dice_can_be_checked_with_the_seed() -> None:
    session = start()
    (line,) = act(session, 0, "roll")
    stream, counter = line.proof.split(":")
    assert Rng("kernel", {stream: int(counter)}).roll() == line.dice[0]
    assert session.commitment == commitment("kernel")


def test_wrong_options_and_seats_are_refused_at_the_start() -> None:
    with pytest.raises(Refused, match="takes 2 to 4"):
        start(seats=5)
    with pytest.raises(Refused, match="no option"):
        Session.start(Parley(), seats=2, options={"colour": "red"}, seed="x")


def test_how_many_may_play_in_words() -> None:
    assert [Seats(2, 4).words, Seats(3, 3).words, Seats(1, 1).words] == [
        "2 to 4 players",
        "exactly 3 players",
        "exactly 1 player",
    ]


def test_an_imagined_world_fits_what_the_seat_knows() -> None:
    session = start()
    act(session, 0, "roll")
    act(session, 1, "walk")
    worlds = [world for salt in range(10) if (world := session.imagine(1, str(salt))) is not None]
    assert worlds
    assert all(world.view(1) == session.view(1) for world in worlds)
    assert len({tuple(world.state.cards) for world in worlds}) > 1


def test_a_base_of_another_game_is_refused() -> None:
    class Other(Parley):
        id = "other"

    with pytest.raises(Refused, match="game of parley"):
        Session.load(Other(), start().save())


def test_taking_back_restores_the_sequence_of_chance() -> None:
    state = State([1, 2], [0, 0], [False, False], [0, 0])
    session = Session(Parley(), Base(1, 2, 0, Rng("x"), encode_state(state)))
    act(session, 0, "walk")
    session.undo(0)
    act(session, 0, "roll")
    again = Session(Parley(), Base(1, 2, 0, Rng("x"), encode_state(state)))
    act(again, 0, "roll")
    assert session.state.steps == again.state.steps


def test_a_default_is_always_at_hand() -> None:
    session = start()
    move = session.default_answer(0)
    assert move == Answer(0, session.asks[0].id, ("walk",))

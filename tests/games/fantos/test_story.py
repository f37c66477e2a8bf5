"""An end is an ending: where the Shards came from, when it turned, what each Legacy did."""

from __future__ import annotations

import re

import pytest

from app.games.fantos.components import title
from app.games.fantos.game import GAME
from app.games.fantos.queries import total
from app.games.fantos.state import State
from app.games.fantos.story import sources
from app.kernel import Change, Line, Moment, Session
from app.simulate import unasked
from tests.games.fantos.situations import Situation
from tests.rules import rule


@pytest.fixture(autouse=True)
def laid_dice() -> None:
    """Here dice fall as they will."""


@rule("FAN-203", "FAN-208")
@pytest.mark.parametrize("seats", [3, 5])
def test_a_game_by_bots_has_an_honest_ending(seats: int) -> None:
    session: Session[State] = Session.start(GAME, seats=seats, options={"bots": "easy"}, seed="ending")
    lines = list(session.opening_lines)
    assert GAME.ending(session.state, lines) is None, "nothing has ended yet"
    while session.outcome is None:
        lines += session.apply(GAME.bot(session, session.next_seat))
    told = GAME.ending(session.state, lines)
    assert told is not None
    assert {score.seat: score.total for score in told.scores} == session.outcome.scores
    for score in told.scores:
        assert sum(int(part.value) for part in score.parts) == score.total
        assert score.won == (score.seat in session.outcome.winners)
        assert "other things" not in [part.what for part in score.parts], "every Shard has a source"
    assert told.decided in [line.moment for line in lines]
    kinds = {die.sides for line in lines if line.moment is not None for die in line.moment.dice}
    assert kinds == {line.sides for line in lines if line.dice}, "the table counts each die once"
    assert {chapter.seat for chapter in told.chapters} == set(range(seats))
    begun = [fact for fact in told.pieces if fact.why.startswith("there from the start")]
    assert len(begun) == 3 * seats, "three Legacies each were hired before the first turn"
    left = {title(legacy.id) for citadel in session.state.citadels for legacy in citadel.legacies}
    assert left <= {fact.what for fact in told.pieces}


def beat(number: int, heading: str, *changes: Change, rule: str | None = None, about: str | None = None) -> list[Line]:
    """A moment of this round."""
    turn = Moment("turn", "The turn of {0} begins", scene=f"Round {number}", id=f"turn {heading}")
    told = Moment("event", heading, about, changes=changes, rule=rule, id=heading)
    return [Line("", moment=turn), Line("", moment=told)]


def over(*reserves: int) -> State:
    state = Situation(*reserves).state
    state.phase, state.winners, state.reason = "over", [0], "most Shards"
    return state


@rule("FAN-203")
def test_the_turning_point_is_where_the_lead_was_won_for_good() -> None:
    lines = [
        *beat(1, "{0} harvests 3 Shards", Change("Reserve", "40", "43", "", 0), rule="FAN-072"),
        *beat(2, "{1} harvests 9 Shards", Change("Reserve", "40", "49", "", 1), rule="FAN-072"),
        *beat(
            3,
            "{1} pays {0} for the lost War",
            Change("Reserve", "49", "44", "", 1),
            Change("Reserve", "43", "48", "", 0),
            rule="FAN-085",
        ),
        *beat(4, "{0} harvests 8 Shards", Change("Reserve", "48", "56", "", 0), rule="FAN-072"),
    ]
    told = GAME.ending(over(56, 44), lines)
    assert told is not None
    assert told.verdict == "{0} wins with 56 Shards"
    assert told.decided is not None
    assert told.decided.title == "{1} pays {0} for the lost War", "not the first lead, and not the largest gain"
    assert told.why == "{1} came to 44 Shards. The lead was won for good in round 3."
    first, second = told.scores
    assert [(part.what, part.value) for part in first.parts] == [
        ("the start", "40"),
        ("Harvests", "+11"),
        ("Wars", "+5"),
    ]
    assert [(part.what, part.value) for part in second.parts] == [
        ("the start", "40"),
        ("Harvests", "+9"),
        ("Wars", "-5"),
    ]
    assert [(fact.what, fact.value) for fact in told.reasons] == [
        ("Round 1", "+3"),
        ("Round 3", "+5"),
        ("Round 4", "+8"),
    ]


@rule("FAN-203")
def test_a_lead_of_the_first_round_may_be_the_one_that_counted() -> None:
    lines = [
        *beat(1, "{0} harvests 3 Shards", Change("Reserve", "40", "43", "", 0), rule="FAN-072"),
        *beat(2, "{0} harvests 9 Shards", Change("Reserve", "43", "52", "", 0), rule="FAN-072"),
    ]
    told = GAME.ending(over(52, 40), lines)
    assert told is not None
    assert told.decided is not None
    assert told.decided.title == "{0} harvests 3 Shards", "the lead of the first round was never lost"


@rule("FAN-203")
def test_each_legacy_has_a_career() -> None:
    lines = [
        *beat(2, "{0} hires Bishop", Change("Bishop", "", "hired, 5 Shards", "", 0), rule="FAN-027"),
        *beat(3, "{0} declares a Harvest", Change("Bishop", "free", "at the Harvest", "", 0), rule="FAN-065"),
        *beat(3, "{0} uses Bishop", Change("Bishop", "free", "tasked", "", 0), rule="FAN-156"),
        *beat(4, "{0} declares a Harvest again", Change("Bishop", "free", "at the Harvest", "", 0), rule="FAN-065"),
        *beat(4, "Bishop wins", Change("Bishop", "5", "7", "", 0), rule="FAN-140"),
        *beat(5, "Bishop falls", Change("Bishop", "7 Shards", "gone", "", 0), rule="FAN-140"),
    ]
    told = GAME.ending(over(40, 30), lines)
    assert told is not None
    (bishop,) = told.pieces
    assert (bishop.what, bishop.value, bishop.seat) == ("Bishop", "2 Harvests and its ability", 0)
    assert bishop.why == "hired in round 2, won 2 Shards, gone in round 5"


def test_a_lesson_begins_with_what_lies_there() -> None:
    session: Session[State] = Session.start(GAME, seats=3, options={"lesson": True, "even": False}, seed="lesson")
    for seat in range(3):
        assert sources(session.state, seat, []) == {"the start": total(session.state, seat)}


def test_one_is_said_as_one() -> None:
    """In everything that anybody reads while bots play: the log, moments, questions, the action in progress."""
    session: Session[State] = Session.start(GAME, seats=4, seed="plurals")
    words: list[str] = [line.text for line in session.opening_lines]
    while session.outcome is None:
        stage = GAME.public(session.state).stage
        words += stage.notes if stage is not None else ()
        for ask in session.asks.values():
            words += [ask.prompt, ask.text, *(f"{option.label} {option.note} {option.price}" for option in ask.options)]
        for line in session.apply(unasked(session) or GAME.bot(session, session.next_seat)):
            words.append(line.text)
            if line.moment is not None:
                words += [line.moment.title, line.moment.scene, line.moment.text]
    wrong = re.compile(r"(?<![\d+-])1 (Shards|cards|Trials|Legacies|dice|yeas|nays|Citadels)\b|Shards goes|\(0\)")
    assert not [said for said in words if wrong.search(said)]
    assert any("1 Shard" in said for said in words)

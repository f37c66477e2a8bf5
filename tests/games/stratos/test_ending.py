"""An end is an ending: honest words about a match that was played."""

from __future__ import annotations

import pytest

from app.games.stratos.ending import how_points_came, turning_point, turning_words
from app.games.stratos.scoring import points
from app.games.stratos.state import State
from app.kernel import Change, Ending, Line, Moment, Session
from tests.games.stratos import twenty_moves
from tests.games.stratos.situations import GAME, SEATS, Table, add, board, give, purse, teach
from tests.rules import rule


def lines_of(session: Session[State]) -> list[Line]:
    return [*session.told, *(line for lines in session._lines for line in lines)]


def ending_of(session: Session[State]) -> Ending:
    found = GAME.ending(session.state, lines_of(session))
    assert found is not None
    return found


@rule("STR-143", "STR-149", "STR-199")
@pytest.mark.parametrize("scenario", ["ffa2", "cathedral2", "sorcerer3", "rush4", "tombolo5"])
def test_a_match_by_bots_has_an_honest_ending(scenario: str) -> None:
    session: Session[State] = Session.start(GAME, seats=SEATS[scenario], options={"scenario": scenario}, seed="ending")
    assert GAME.ending(session.state, lines_of(session)) is None, "nothing has ended yet"
    while session.outcome is None:
        session.apply(GAME.bot(session, min(session.asks)))
    told = ending_of(session)
    assert told.kicker == f"An ending, after {session.state.turn} turns"
    assert {score.seat: score.total for score in told.scores} == session.outcome.scores
    for score in told.scores:
        assert sum(int(part.value) for part in score.parts) == score.total
        assert score.won == (score.seat in session.outcome.winners)
    assert {chapter.seat for chapter in told.chapters} == set(range(session.seats))
    assert all(chapter.text for chapter in told.chapters)
    assert told.decided is not None
    assert told.decided in [line.moment for line in lines_of(session)]
    assert told.decided.kind != "end"
    assert told.course is not None
    assert {len(line) for line in told.course.lines.values()} == {session.state.turn + 1}
    assert {seat: line[-1] for seat, line in told.course.lines.items()} == session.outcome.scores
    numbers = {fact.what: fact.value for fact in told.numbers}
    assert numbers["turns"] == str(session.state.turn)


@rule("STR-143", "STR-149")
@pytest.mark.parametrize(
    ("mine", "theirs", "turned"),
    [
        ((0, 1, 1, 2, 5), (0, 0, 2, 2, 2), 4),  # level once more, then ahead for good
        ((0, 1, 2, 3, 5), (0, 0, 1, 1, 1), 1),  # ahead from the first turn on
        ((0, 0, 0, 0, 0), (0, 1, 2, 3, 4), None),  # never ahead: points did not decide it
    ],
)
def test_where_it_turned(mine: tuple[int, ...], theirs: tuple[int, ...], turned: int | None) -> None:
    lines = {0: list(theirs), 1: list(mine)}
    assert turning_point(lines, [1]) == turned
    words = turning_words(lines, [1], turned)
    assert words == (
        ""
        if turned is None
        else f"In turn {turned} {{1}} goes ahead for good: {mine[turned]} against the {theirs[turned]} of {{0}}."
    )


@rule("STR-149", "STR-199")
def test_the_deciding_moment_the_chapters_and_what_was_hidden() -> None:
    state = board(target=5)
    peasant = add(state, 0, "peasant", (0, 0))
    add(state, 0, "mage", (3, 3))
    add(state, 1, "mage", (5, 5))
    purse(state, 0, 1, 1, 1, 1)
    state.players[0].hoard = 4
    teach(state, 1, "gale")
    give(state, 1, "war_horn")
    table = Table(state).act(peasant, "harvest").do("buy", "hoard")
    told = ending_of(table.session)
    assert told.verdict == "{0} wins with 5 Prosperity"
    assert told.decided is not None
    assert told.decided.title == "{0} hoards for Prosperity"
    assert told.reasons[-1].value == "4 → 5"
    first = told.chapters[0]
    assert (first.title, first.text) == ("{0}, who hoarded", "Harvested 1 resource. Hoarded once.")
    hidden = {(fact.what, fact.value) for fact in told.hidden if fact.seat == 1}
    assert hidden == {("Spells face-down", "Gale"), ("Items never used", "War Horn")}
    assert points(table.state, 0) == 5


def test_all_points_of_the_winner_are_told_one_by_one() -> None:
    shown = [
        Moment("turn", "Turn 2: {0}"),
        *(
            Moment("gain", "a point", changes=(Change("Prosperity", str(n), str(n + 1), "hoarded", 0),))
            for n in range(5)
        ),
        Moment("turn", "Turn 3: {1}"),
        Moment("gain", "another's", changes=(Change("Prosperity", "0", "1", "hoarded", 1),)),
        Moment("fight", "a loss", changes=(Change("Prosperity", "5", "4", "driven off", 0),)),
    ]
    came = how_points_came(shown, [0])
    assert [fact.value for fact in came] == ["0 → 1", "1 → 2", "2 → 3", "3 → 4", "4 → 5", "5 → 4"]
    assert [fact.what for fact in came] == ["Turn 2"] * 5 + ["Turn 3"]
    assert [fact.better for fact in came] == [True] * 5 + [False]


@rule("STR-213")
def test_the_page_of_twenty_moves_is_what_the_stage_says() -> None:
    assert twenty_moves.PAGE.read_text() == twenty_moves.page(), "run python -m tests.games.stratos.twenty_moves"
    moves = twenty_moves.chosen()
    assert len(moves) == twenty_moves.MOVES
    assert {"turn", "fight", "reveal", "gain"} <= {moment.kind for moment in moves}

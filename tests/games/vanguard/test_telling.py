"""Nothing happens off stage: every change that people see is told in a moment, with its reason; logs are passages."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.games.vanguard.content import LOG, edition
from app.games.vanguard.data.ship import MORALE
from app.games.vanguard.effects import Ctx, read_log, run
from app.games.vanguard.game import GAME
from app.games.vanguard.people import explorer
from app.games.vanguard.state import State
from app.games.vanguard.telling import Key, differences, standing
from app.kernel import Change, Line, Moment
from tests.games.vanguard.situations import Driver, Sess, answer, campaign, die_of, hurt, on_planet, session, spend_all
from tests.rules import rule

MATTERS = (
    "ready dice",
    "dice in play",
    "injuries",
    "Supplies",
    "Success",
    "Morale",
    "Energy",
    "Command",
    "dice",
    "time",
)


def told(lines: list[Line]) -> list[Moment]:
    return [line.moment for line in lines if line.moment is not None]


def after(game: Sess, *values: str, seat: int | None = None) -> list[Moment]:
    """What is told when this is answered."""
    who = min(game.asks) if seat is None else seat
    return told(list(game.answer(who, game.asks[who].id, values)))


# Every change ------------------------------------------------------------------------------------------------------------


def untold(before: dict[object, object], state: State, moments: list[Moment]) -> Iterator[Change]:
    """What stands otherwise than before without a moment that says so."""
    now = {key: value for key, value in standing(state).items() if isinstance(key, Key) and key.kind in MATTERS}
    said = {(change.what, change.after) for moment in moments for change in moment.changes}
    for change in differences(state, before, now, "?"):  # type: ignore[arg-type]
        if (change.what, change.after) not in said:
            yield change


@pytest.mark.parametrize(("seats", "seed"), [(1, "alone"), (2, "pair"), (3, "three"), (4, "crew")])
def test_every_change_is_told_with_its_reason(seats: int, seed: str) -> None:
    game = campaign(seats, f"told {seed}", skip_tutorial=seats == 3)
    for number in range(260):
        if game.outcome:
            break
        with edition(game.state.content):
            before: dict[object, object] = dict(standing(game.state))
        lines = game.apply(GAME.bot(game, game.next_seat))
        moments = told(list(lines))
        with edition(game.state.content):
            missing = list(untold(before, game.state, moments))
        assert not missing, (
            f"choice {number}, {game.state.step}: {missing[0]} in {[moment.title for moment in moments]}"
        )
        for moment in moments:
            assert all(change.why for change in moment.changes), moment.title


# Checks ------------------------------------------------------------------------------------------------------------------


def check_of(moments: list[Moment]) -> Moment:
    return next(moment for moment in reversed(moments) if moment.kind == "check")


@rule("ISS-132", "ISS-101")
def test_a_check_is_one_moment_with_dice_rows_and_what_it_cost() -> None:
    state = on_planet("P2", ("s6", "s1"))
    game = session(state, "check")
    grown = after(game, "special:poi:202:0")
    assert check_of(grown).title.startswith("Ilse Varga: ")
    assert check_of(grown).about == "sector-s6"
    assert check_of(grown).actor == 0
    haul = die_of(game.state, 0, "haul")
    whole = after(game, f"die:{haul}")
    while game.state.check:
        whole = told(list(game.apply(GAME.bot(game, 0))))
    moment = check_of(whole)
    assert moment.id == check_of(grown).id, "it has grown"
    assert moment.dice
    assert all(die.fate for die in moment.dice), "of every die it is said what became of it"
    assert any(result.title.startswith(("Row met", "No row")) for result in moment.results) or moment.changes
    cost = next(change for change in moment.changes if change.what == "Ilse: ready dice")
    assert (cost.before, cost.after, cost.why, cost.seat) == ("6", "5", "rolled in the check", 0)


def test_a_check_without_dice_says_so() -> None:
    state = on_planet("P2", ("s6", "s1"))
    spend_all(state, 0)
    game = session(state)
    after(game, "special:poi:202:0")
    moments = after(game)
    assert "No dice were rolled" in [result.title for result in check_of(moments).results]


@rule("ISS-191")
def test_an_injury_is_told_by_name_with_what_it_does() -> None:
    state = on_planet()
    driver = Driver(state)
    driver.run(run(driver.g, "injure chilled", Ctx(0, why="danger: cold")))
    (moment, *_) = [one for one in told(driver.g.lines) if one.results]
    (result,) = moment.results
    assert result.title == "Ilse Varga is Chilled"
    assert "strain: spend 2 green dice" in result.text
    assert result.good is False


def test_two_steps_the_same_way_are_one_line_with_both_reasons() -> None:
    state = on_planet()
    driver = Driver(state)
    with driver.g.moment("event", "Something happens"):
        driver.g.standing = standing(state)
        driver.run(run(driver.g, "supply -1", Ctx(0, why="the heat")))
        driver.run(run(driver.g, "supply -1", Ctx(0, why="the climb")))
        driver.run(run(driver.g, "supply +1", Ctx(0, why="a spring")))
    (moment,) = told(driver.g.lines)
    assert [(one.before, one.after, one.why) for one in moment.changes] == [
        ("5", "3", "the heat, the climb"),
        ("3", "4", "a spring"),
    ]


# Logs --------------------------------------------------------------------------------------------------------------------


@rule("ISS-203")
def test_logs_are_passages_one_after_the_other() -> None:
    state = on_planet()
    driver = Driver(state)
    for number in (215, 207):
        driver.run(read_log(driver.g, number, Ctx(0)))
    passages = {moment.scene.split(",")[0]: moment for moment in told(driver.g.lines) if moment.kind == "story"}
    assert list(passages) == ["Log 215", "Log 207"]
    assert "Ilse Varga's chest" in passages["Log 215"].text
    assert all(len(moment.title.split()) > 1 for moment in passages.values())


def test_every_log_has_a_title_of_a_few_words() -> None:
    from app.games.vanguard.titles import log_title

    for number in LOG:
        assert 2 <= len(log_title(number).split()) <= 8, number


def test_a_log_in_the_middle_of_an_action_stands_by_itself() -> None:
    state = on_planet("P2", ("s2", "s1"))
    state.logs = []
    game = session(state)
    kinds = [moment.kind for moment in after(game, "travel:s1")]
    assert "turn" in kinds


# The ship ----------------------------------------------------------------------------------------------------------------


def test_a_failed_mission_is_reported_with_what_it_costs() -> None:
    state = on_planet()
    hurt(state, 0, "venom")
    state.exploration.over, state.exploration.missions, state.step = "liftoff", ["M05"], "leaving"
    game = session(state)
    report = next(moment for moment in told(list(game.opening_lines)) if moment.kind == "end")
    assert report.title == "Home from Brackwater: the mission has failed"
    titles = [result.title for result in report.results]
    assert "Ilse Varga comes back hurt" in titles
    assert any(title.startswith("Not done: ") for title in titles)
    morale = next(change for change in report.changes if change.what == "Morale")
    assert (morale.before, morale.after, morale.why) == (MORALE[2], MORALE[1], "the mission has failed")


def test_an_event_is_a_moment_with_its_effect() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.events = ["E05"]
    game = session(state)
    event = next(moment for moment in after(game, "end") if moment.kind == "event")
    assert event.title == "Ilse Varga meets an Event: Clear spring"
    assert [(change.what, change.after, change.why) for change in event.changes] == [("Supplies", "6", "Clear spring")]


def test_a_rest_says_what_it_took_and_gave() -> None:
    state = on_planet()
    spend_all(state, 0, keep=2)
    game = session(state)
    moments = after(game, "rest")
    while not any(moment.title == "Ilse Varga rests" and len(moment.changes) > 1 for moment in moments):
        moments = told(list(game.apply(GAME.bot(game, 0))))
    rest = next(moment for moment in moments if moment.title == "Ilse Varga rests")
    supplies = next(change for change in rest.changes if change.what == "Supplies")
    assert (supplies.before, supplies.after, supplies.why) == ("5", "4", "the Rest")
    assert any(change.what == "Ilse: ready dice" for change in rest.changes)


def test_what_is_done_unasked_is_told_by_itself() -> None:
    state = on_planet()
    spend_all(state, 0, keep=3)
    game = session(state)
    game.use(0, "exert:0")
    while len(game.asks[0].options) and "die:" in game.asks[0].options[0].id:
        values = tuple(option.id for option in game.asks[0].options[: game.asks[0].least or 1])
        answer(game, *values, seat=0)
    lines: list[Line] = list(game.told) + [line for some in game._lines for line in some]
    exerted = [moment for moment in told(lines) if moment.title == "Ilse Varga exerts"]
    assert exerted
    assert {change.why for change in exerted[-1].changes} <= {"sacrificed", "exertion"}
    assert explorer(game.state, 0).section == 0

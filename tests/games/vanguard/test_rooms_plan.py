"""The course, and a round of visits aboard: one plan of the whole table for each."""

from __future__ import annotations

import msgspec
import pytest

from app.games.vanguard.data.ship import SITUATION
from app.games.vanguard.game import GAME
from app.games.vanguard.people import person
from app.games.vanguard.ship import bridge, facilities, rooms, undone
from app.games.vanguard.state import State
from app.kernel import READY, Refused
from tests.games.vanguard.situations import Driver, Sess, session
from tests.games.vanguard.test_ship import staffed
from tests.rules import rule

CREW = (("cr06", 1, 1), ("cr11", 1, 1), ("cr02", 1, 1), ("cr01", 0, 1), ("cr05", 0, 1))


def at_work(command: int = 2, seats: int = 2) -> State:
    state = staffed(*CREW, seats=seats)
    state.step, state.ship.command, state.ship.ready = "facilities", command, ["C02", "C01"]
    state.recruits = []  # else the Barracks would be suggested, too
    return state


def say(game: Sess, seat: int, value: str) -> None:
    game.answer(seat, game.asks[seat].id, (value,))


def plan(game: Sess) -> dict[str, str]:
    return {key: line.choice.partition("/")[2] or line.choice for key, line in game.state.plan.items()}


@rule("ISS-270", "ISS-344")
def test_nothing_is_done_before_all_are_ready() -> None:
    game = session(at_work())
    assert plan(game)["production"] == "start:C02:0"
    assert plan(game)["start1"] == "start:C01:0"
    say(game, 0, READY)
    assert (game.state.ship.command, game.state.ship.queues[0]) == (2, ["", "", ""])
    say(game, 1, READY)
    assert (game.state.ship.command, game.state.ship.queues[0]) == (1, ["C01", "C02", ""])
    assert game.state.agenda is None
    assert game.state.step == "facilities"  # there is Command for another round


@rule("ISS-345", "ISS-281")
def test_nobodys_crew_is_put_to_work_unasked() -> None:
    game = session(at_work())
    assert plan(game)["assembly1"] == "none"
    say(game, 1, READY)
    say(game, 0, "assembly1/boost:0:1:cr06")  # Ben's crew: it takes Ben's Ready
    assert 1 not in game.asks[0].ready
    say(game, 0, READY)
    assert person(game.state, "cr06").place == "available"
    say(game, 1, "assembly1/none")
    say(game, 1, READY)
    say(game, 0, READY)
    assert person(game.state, "cr06").place == "available"


def test_bots_lend_their_own_people_alone() -> None:
    game = session(at_work())
    move = GAME.bot(game, 0)
    assert getattr(move, "values", ()) == (READY,)  # only Ben's people could help
    edit = getattr(GAME.bot(game, 1), "values", ("",))[0]
    assert edit in ("assembly1/boost:0:1:cr06", "assembly1/boost:0:1:cr11")
    say(game, 1, edit)
    say(game, 0, "assembly1/none")
    assert getattr(GAME.bot(game, 1), "values", ()) == (READY,)  # what somebody has said stands


@rule("ISS-270")
def test_there_is_command_for_no_more_visits_than_that() -> None:
    game = session(at_work(command=1))
    say(game, 0, "barracks/enter")
    assert plan(game)["production"] == "stay"  # a suggestion gives way
    assert not [one.id for one in game.asks[1].options if one.id == "production/enter"]
    with pytest.raises(Refused):
        say(game, 1, "production/enter")
    say(game, 1, "barracks/stay")
    assert plan(game)["production"] == "start:C02:0"


@rule("ISS-280", "ISS-281")
def test_each_line_knows_what_the_lines_above_it_leave() -> None:
    game = session(at_work())
    say(game, 0, "start1/none")
    able = [one.id for one in game.asks[0].options]
    assert "assembly1/boost:0:1:cr06" in able  # C02 will lie in stage 2
    say(game, 0, "assembly1/boost:0:1:cr06")
    able = [one.id for one in game.asks[0].options]
    assert not [key for key in able if key.startswith("assembly2/") and "cr06" in key]  # one task each
    say(game, 0, "production/enter")
    assert "assembly1" not in game.state.plan  # nothing is in the queue


@rule("ISS-271", "ISS-294", "ISS-EX105", "ISS-EX113")
def test_without_a_visit_the_rooms_close() -> None:
    state = staffed()
    ship = state.ship
    state.step, ship.command, ship.energy, ship.success, ship.open_situations = "facilities", 1, 2, 3, ["S01"]
    driver = Driver(state)
    stay = [(f"{room}/stay",) for room in ("barracks", "situation", "production", "research")]
    driver.run(rooms.aboard(driver.g), *stay)
    assert not [one.id for one in driver.asked[0].options if one.id.startswith("observatory")]
    assert (ship.energy, ship.command, ship.success, ship.bag) == (0, 0, 0, 3)
    assert (ship.waiting_situations, state.step) == (["S01"], "hangar")


@rule("ISS-291", "ISS-292", "ISS-EX112")
def test_a_situation_is_solved_and_another_supervised() -> None:
    state = staffed(("cr03", 2, 1), ("cr07", 2, 1))
    state.step, state.ship.command = "facilities", 1
    state.ship.open_situations = ["S01", "S07"]
    driver = Driver(state)
    driver.run(rooms.aboard(driver.g), ("situation/solve:S07",), ("supervisor1/supervise:S01:cr03",))
    assert state.ship.open_situations == []
    assert person(state, "cr03").place == "resting"


def budgets(game: Sess) -> dict[str, str]:
    return {fact.what: fact.value for fact in game.asks[0].budgets}


@rule("ISS-344", "ISS-270")
def test_a_plan_says_what_it_leaves_of_the_command() -> None:
    game = session(at_work())
    assert budgets(game) == {"Energy": "0", "Command": "2 → 1"}
    say(game, 0, "barracks/enter")
    assert budgets(game)["Command"] == "2 → 0"
    say(game, 1, "barracks/stay")
    say(game, 1, "production/stay")
    assert budgets(game)["Command"] == "2"
    free = at_work()
    free.ship.upgrades["3"] = "B12"
    assert budgets(session(free))["Command"] == "2"  # one visit of each phase costs nothing


@rule("ISS-344", "ISS-260", "ISS-261", "ISS-266")
def test_a_course_says_what_it_leaves_of_the_energy() -> None:
    state = staffed(*CREW, seats=2)
    state.step, state.ship.energy, state.ship.command = "starmap", 5, 1
    game = session(state)
    assert budgets(game) == {"Energy": "5 → 1", "Command": "1"}  # 1 to get there, 1 and 2 for two parts
    say(game, 1, "scan:1")
    assert budgets(game)["Energy"] == "5 → 3"
    say(game, 1, "scan:look")
    assert budgets(game)["Energy"] == "5 → 4"
    say(game, 1, "fly:SY2")
    assert budgets(game)["Energy"] == "5 → 2"
    say(game, 1, "drift")
    assert budgets(game)["Energy"] == "5"


def told(driver: Driver) -> list[str]:
    return [line.text for line in driver.g.lines if "as planned" in line.text or "No visit" in line.text]


@rule("ISS-344", "ISS-274")
def test_what_can_no_longer_be_paid_for_is_told() -> None:
    state = staffed(*CREW)
    state.step, state.ship.command, state.ship.research = "facilities", 1, ["R01", "R09"]
    state.ship.gathered = ["DS1.1", "DS1.2", "DS4.1", "DB4.1"]
    driver = Driver(state)
    script = rooms.aboard(driver.g)
    driver.run(script, ("research/project:R01",), ("project1/project:R09",), ("find:DS4.1",))  # the rare one, too
    assert state.ship.research == ["R09"]
    cause = "the Discoveries that would have paid for it are gone"
    assert told(driver) == [f"Not done as planned: Culture vats, for {cause}."]
    shown = [result for line in driver.g.lines if line.moment for result in line.moment.results]
    assert [one.text for one in shown if one.title == "Not done as planned: Culture vats"] == [f"T{cause[1:]}"]
    assert (state.agenda, state.promised) == (None, {})


@rule("ISS-344", "ISS-270")
def test_a_visit_for_which_the_command_was_lost_is_told_with_all_it_was_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SITUATION, "S01", msgspec.structs.replace(SITUATION["S01"], solved="command -1"))
    state = staffed(*CREW)
    state.step, state.ship.command, state.ship.open_situations = "facilities", 2, ["S01"]
    state.ship.ready, state.recruits = ["C02"], []
    driver = Driver(state)
    script = rooms.aboard(driver.g)
    driver.run(script, ("situation/solve:S01",), ("production/start:C02:0",))
    why = "there is no Command left for the visit"
    assert told(driver) == [
        f"No visit to the Production Complex: {why}.",
        f"Not done as planned: Start Survey lamp in queue 1, for {why}.",
    ]
    assert (state.ship.command, state.ship.ready) == (0, ["C02"])


@rule("ISS-344", "ISS-291")
def test_where_the_planned_situation_is_gone_the_table_says_which_one_is_solved() -> None:
    state = staffed(*CREW)
    state.ship.open_situations, state.agenda = ["S01", "S03"], ["solve:S07"]
    state.promised = {"solve:S07": "Solve Tangled cables"}
    driver = Driver(state)
    driver.run(facilities.situation_room(driver.g), ("solve:S03",))
    undone.tell(driver.g, "situation")
    assert state.ship.open_situations == ["S01"]
    assert "Not done as planned: Solve Tangled cables, for it is no longer there." in told(driver)


@pytest.mark.parametrize(
    ("deed", "why"),
    [
        ("project:R02", "it is no longer among the projects"),
        ("start:C01:0", "its queue is full"),
        ("start:C09:0", "it is no longer among the projects"),
        ("boost:0:0:cr06", "nothing in its queue can be moved on from there"),
        ("boost:0:2:cr06", "is not Available any more"),
        ("boost:0:2:cr03", "is the last Available crew of the section"),
        ("lab:R01:cr03", "are gone"),
        ("supervise:S07:cr03", "it is no longer there"),
    ],
)
@rule("ISS-344")
def test_every_reason_is_said_in_words(deed: str, why: str) -> None:
    state = staffed(("cr06", 1, 1), ("cr03", 2, 1), ("cr02", 1, 1))
    person(state, "cr06").place = "resting"
    state.ship.research, state.ship.ready, state.ship.queues[0] = ["R01"], ["C01"], ["C02", "C03", "C04"]
    assert undone.reason(state, deed).endswith(why)


@rule("ISS-259", "ISS-266", "ISS-344")
def test_the_course_and_its_scan_are_one_plan() -> None:
    state = staffed(*CREW, seats=2)
    state.step, state.ship.energy, state.ship.command = "starmap", 5, 1
    game = session(state)
    assert plan(game) == {"to": "visit:brackwater", "scan": "scan:2"}  # 1 to get there, 1 and 2 for two parts
    say(game, 1, "fly:SY2")
    assert plan(game) == {"to": "fly:SY2"}  # nothing is scanned on the way
    say(game, 0, "visit:brackwater")
    assert plan(game)["scan"] == "scan:2"
    say(game, 1, "scan:1")
    say(game, 0, READY)
    assert game.state.ship.energy == 5
    say(game, 1, READY)
    assert (game.state.ship.energy, game.state.ship.scanned, game.state.step) == (3, {"L02": 1}, "facilities")


@rule("ISS-267", "ISS-266")
def test_who_would_look_at_each_part_scans_one_by_one() -> None:
    state = staffed(*CREW)
    state.step, state.ship.energy = "starmap", 5
    driver = Driver(state)
    driver.run(bridge.starmap(driver.g), ("visit:brackwater",), ("scan:look",))
    assert (state.step, state.ship.scanned) == ("scan", {})
    driver.run(bridge.scan(driver.g), ("scout:cr06",))
    driver.run(bridge.scan(driver.g), ("scan",))
    assert (state.ship.energy, state.ship.scanned) == (4, {"L02": 1})

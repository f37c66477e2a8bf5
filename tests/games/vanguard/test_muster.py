"""Who goes down, and with what: one plan of the whole table."""

from __future__ import annotations

import pytest

from app.games.vanguard.data.crew import CREW
from app.games.vanguard.game import GAME
from app.games.vanguard.people import crew_in, explorer, person
from app.games.vanguard.ship import launch, muster
from app.games.vanguard.ship.suggest import crew_rank
from app.games.vanguard.state import Record, State
from app.kernel import READY, Refused, Session, Stale
from tests.games.vanguard.situations import Driver, campaign, fresh, session
from tests.games.vanguard.test_ship import staffed
from tests.rules import rule

CREWED = (("cr01", 0, 1), ("cr02", 1, 1), ("cr03", 2, 1), ("cr04", 3, 1))


def ready_to_launch(*crew: tuple[str, int, int], seats: int = 2) -> State:
    state = staffed(*crew, seats=seats)
    state.ship.scanner, state.ship.lander, state.step = "L02", "LN1", "launch"
    return state


def say(game: Session[State], seat: int, *values: str) -> None:
    game.answer(seat, game.asks[seat].id, values)


def said(game: Session[State], line: str) -> str:
    return muster.value(game.state.plan[line])


def offered(game: Session[State], seat: int, line: str) -> list[str]:
    ids = [option.id for option in game.asks[seat].options]
    return [key.partition("/")[2] for key in ids if key.startswith(f"{line}/")]


@rule("ISS-302", "ISS-344", "ISS-330")
def test_the_plan_is_carried_out_when_all_are_ready() -> None:
    game = session(ready_to_launch(*CREWED))
    assert game.asks[0].ledger == game.asks[1].ledger  # one plan for all
    assert all(ask.group and not ask.soft for ask in game.asks.values())  # silence of who is here is no consent
    say(game, 0, READY)
    assert game.state.x is None
    assert game.state.ship.armory == session(ready_to_launch(*CREWED)).state.ship.armory  # nothing is taken before
    say(game, 1, READY)
    assert [crew.person for crew in game.state.exploration.crew] == ["cr01", "cr04"]
    assert game.state.plan == {}


@rule("ISS-344", "ISS-351")
def test_a_change_asks_everybody_again() -> None:
    game = session(ready_to_launch(*CREWED))
    say(game, 1, READY)
    seen = game.asks[1].id
    say(game, 0, "team:0/cr03")
    assert game.asks[0].ready == ()
    with pytest.raises(Stale):
        game.answer(1, seen, [READY])  # who is ready has seen the plan as it is
    say(game, 1, READY)
    say(game, 0, READY)
    assert [crew.person for crew in game.state.exploration.crew] == ["cr03", "cr04"]


@rule("ISS-345", "ISS-302", "ISS-EX07")
def test_nobody_sends_or_equips_the_crew_of_another_seat() -> None:
    game = session(ready_to_launch(*CREWED))
    assert offered(game, 0, "team:0") == ["cr03"]  # Ada has Security and Science
    assert offered(game, 0, "team:1") == offered(game, 0, "small:1") == []
    assert offered(game, 1, "small:1")
    with pytest.raises(Refused):
        say(game, 0, "team:1/cr02")


@rule("ISS-029", "ISS-030", "ISS-305")
def test_three_seats_send_one_crew_each() -> None:
    state = ready_to_launch(*CREWED, ("cr06", 1, 2), seats=3)
    driver = Driver(state)
    driver.run(launch.launch(driver.g), ("team:0/cr04",), ("team:1/cr02",))
    assert [crew.person for crew in state.exploration.crew] == ["cr02", "cr03", "cr04"]
    assert sorted(one.id for one in crew_in(state, "resting")) == ["cr01", "cr06"]
    assert not crew_in(state, "available")
    short = ready_to_launch(("cr01", 0, 1), ("cr02", 1, 1), ("cr04", 3, 1), seats=3)
    assert not muster.legal_team(short)  # the third seat has nobody


@rule("ISS-031", "ISS-029", "ISS-303", "ISS-EX09")
def test_who_plays_alone_takes_two_to_four_at_each_launch() -> None:
    state = ready_to_launch(*CREWED, ("cr05", 0, 1), seats=1)
    game = session(state)
    assert [said(game, f"team:{n}") for n in range(4)] == ["cr01", "cr04", "none", "none"]
    assert offered(game, 0, "team:1") == ["cr03", "cr02"]  # nobody else of a section that goes, and not nobody
    assert "none" in offered(game, 0, "team:3") or said(game, "team:3") == "none"
    say(game, 0, "team:2/cr03")
    say(game, 0, READY)
    assert [crew.person for crew in game.state.exploration.crew] == ["cr01", "cr03", "cr04"]
    assert game.state.team_size == 3  # suggested next time
    assert not muster.legal_team(ready_to_launch(("cr01", 0, 1), ("cr05", 0, 1), seats=1))
    assert muster.legal_team(ready_to_launch(("cr01", 0, 1), ("cr02", 1, 1), seats=1))


@rule("ISS-308", "ISS-309", "ISS-EX119")
def test_what_may_be_carried_and_how_much() -> None:
    state = ready_to_launch(("cr01", 0, 1), ("cr02", 1, 1))
    ship = state.ship
    ship.armory = ["EQ-S01", "EQ-S02", "EQ-P01", "EQ-P03", "EQ-P09", "EQ-P07", "EQ-M03", "EQ-M05", "EQ-U03", "EQ-U04"]
    game = session(state)
    personal = {key.partition(",")[0] for key in offered(game, 0, "personal:0")}
    assert "EQ-P07" not in personal  # Science is not in the team
    assert [key for key in game.state.plan if key.startswith("personal:")] == ["personal:0", "personal:1"]
    ship.fitted = ["LM07", "LM12"]
    driver = Driver(state)
    wanted = tuple(f"{line}/none" for line in ("personal:0", "personal:1", "personal:2", "mission:0", "mission:1"))
    taken = ("personal:0/EQ-P01,1", "personal:1/EQ-P03,1", "mission:0/EQ-M03,1", "mission:1/EQ-M05,1")
    driver.run(launch.launch(driver.g), *((one,) for one in (*wanted, *taken)))
    carried = explorer(state, 1).gear
    assert [item for item in carried if item[3] in "MU"] == ["EQ-M03", "EQ-U03", "EQ-M05", "EQ-U04"]  # with upgrades
    assert {"EQ-P01", "EQ-P03"} < set(carried)
    assert len([item for item in carried if item.startswith("EQ-S")]) == 1
    assert not {*carried, *explorer(state, 0).gear} & set(ship.armory)


@rule("ISS-323", "ISS-EX125", "ISS-170")
def test_recons_owner_settles_what_others_chose() -> None:
    state = ready_to_launch(("cr01", 0, 1), ("cr02", 1, 1))
    state.ship.armory = ["EQ-P01", "EQ-P03"]
    game = session(state)
    say(game, 0, "personal:0/none")
    say(game, 0, "personal:1/none")
    say(game, 0, "personal:0/EQ-P01,0")
    assert game.asks[1].ledger[-3].seat == 0  # it is seen who chose it
    say(game, 1, "personal:0/EQ-P01,1")  # Ben owns Recon
    assert offered(game, 0, "personal:0") == []
    assert "EQ-P01,0" in offered(game, 1, "personal:0")
    assert "EQ-P03,0" in offered(game, 0, "personal:1")  # where there is no dispute nothing is settled
    say(game, 0, READY)
    say(game, 1, READY)
    assert explorer(game.state, 1).gear == ["EQ-P01"]


@rule("ISS-323", "ISS-309")
def test_a_line_that_cannot_stand_is_suggested_anew() -> None:
    state = ready_to_launch(*CREWED)
    state.ship.armory = ["EQ-P02", "EQ-P03"]  # the first is Security's own
    game = session(state)
    say(game, 1, "personal:0/EQ-P02,0") if said(game, "personal:0") != "EQ-P02,0" else None
    say(game, 0, "team:0/cr03")
    assert "EQ-P02" not in {muster.value(line).partition(",")[0] for line in game.state.plan.values()}


@rule("ISS-308")
def test_what_is_only_suggested_gives_way() -> None:
    state = ready_to_launch(("cr01", 0, 1), ("cr02", 1, 1))
    state.ship.armory = ["EQ-S01", "EQ-S02"]
    game = session(state)
    mine, yours = said(game, "small:0"), said(game, "small:1")
    assert {mine, yours} == {"EQ-S01", "EQ-S02"}
    say(game, 0, f"small:0/{yours}")
    assert (said(game, "small:0"), said(game, "small:1")) == (yours, mine)
    assert offered(game, 1, "small:1") == ["none"]  # what somebody chose is gone


@rule("ISS-041", "ISS-EX10")
def test_somebody_starts_in_each_of_the_first_two_sectors() -> None:
    game = campaign(4)
    while game.state.step != "tutorial":
        game.apply(game.default_answer(game.next_seat))
    for seat in range(4):
        if said(game, f"at:{seat}") != "s2":
            say(game, seat, f"at:{seat}/s2")
        assert {said(game, f"at:{one}") for one in range(4)} == {"s1", "s2"}
    assert offered(game, 0, "at:1") == []  # each for its own crew
    while game.state.step == "tutorial":
        say(game, game.next_seat, READY)
    assert {crew.sector for crew in game.state.exploration.crew} == {"s1", "s2"}


def test_bots_are_content_with_what_is_suggested() -> None:
    game = session(ready_to_launch(*CREWED))
    for seat in (0, 1):
        game.apply(GAME.bot(game, seat))
    assert game.state.exploration.crew


def test_people_whose_icons_are_asked_for_go_down() -> None:
    state = fresh(1)
    state.step, state.ship.scanner = "launch", "L06"
    for key, section in (("cr08", 0), ("cr03", 2)):
        one = person(state, key)
        one.place, one.section, one.rank = "available", section, 1
    state.records["P6"] = Record({"s6": [604]}, [], {}, [])  # MEND and LINK are wanted there
    assert (CREW["cr03"].colour, CREW["cr03"].icon) == ("blue", "MEND")
    assert crew_rank(state, "cr03") < crew_rank(state, "cr08")

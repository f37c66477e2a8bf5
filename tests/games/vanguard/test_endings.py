"""Each of the six endings, played: the last steps of a campaign by questions and answers."""

from __future__ import annotations

import pytest

from app.games.vanguard.content import ENDINGS, LOSSES
from app.games.vanguard.game import GAME
from app.games.vanguard.state import State
from tests.games.vanguard.situations import Sess, answer, fresh, on_planet, options, session
from tests.games.vanguard.test_ship import staffed
from tests.rules import rule

TRIES = 40


def at_the_first_bed(signal: int, accord: int, wake: int) -> State:
    """Phase 2 on Cradle, two crew at the first bed."""
    state = on_planet("P9", ("s8", "s8"))
    x = state.exploration
    x.pois["s8"], x.condition, x.missions = [906], "G11", ["M20"]
    state.flags = ["candle_found", "phase2"]
    state.counters = {"signal": signal, "accord": accord, "wake": wake}
    return state


def decide_there(state: State) -> Sess:
    """Tries with all dice until the choice of log 970 is open."""
    for number in range(TRIES):
        game = session(state, f"bed {number}")
        answer(game, "special:poi:906:0")
        answer(game, *options(game))  # every die
        while not game.outcome and 970 not in game.state.logs and game.state.exploration.stage == "act":
            if game.state.exploration.actions < 2:
                break
            game.apply(game.default_answer(game.next_seat))
        if 970 in game.state.logs:
            return game
    raise AssertionError("the row was never met")


def settle(game: Sess, choice: str) -> None:
    """Proposed by one, agreed by the other."""
    answer(game, choice, seat=0)
    while not game.outcome and game.asks:
        seat = game.next_seat
        values = ("agree",) if "agree" in options(game, seat) else game.asks[seat].default
        answer(game, *values, seat=seat)


def labels(game: Sess) -> list[str]:
    return [option.label for option in game.asks[0].options if option.id.startswith("choice:")]


@rule("ISS-334", "ISS-EX77")
@pytest.mark.parametrize(
    ("counters", "choice", "ending"),
    [((7, 6, 0), 0, "END1"), ((7, 6, 0), 1, "END2"), ((0, 0, 0), 2, "END4")],
    ids=["answer", "silence", "homeward"],
)
def test_endings_at_the_first_bed(counters: tuple[int, int, int], choice: int, ending: str) -> None:
    game = decide_there(at_the_first_bed(*counters))
    settle(game, f"choice:{choice}")
    assert game.state.ending == ending
    assert game.outcome is not None
    assert bool(game.outcome.winners) == (ending not in LOSSES)
    assert ENDINGS[ending] in game.outcome.reason


def test_what_is_open_at_the_first_bed() -> None:
    assert labels(decide_there(at_the_first_bed(0, 0, 0))) == ["Take Candle home"]
    assert labels(decide_there(at_the_first_bed(7, 6, 5))) == ["Cut the Line", "Take Candle home"]
    state = at_the_first_bed(7, 6, 4)
    state.flags.append("bolt_known")
    game = decide_there(state)
    assert labels(game) == ["Wake them gently", "Cut the Line", "Take Candle home", "Go and mend the gap"]
    settle_on = "choice:3"
    answer(game, settle_on, seat=0)
    answer(game, "agree", seat=1)
    assert "promised" in game.state.flags
    assert not game.state.ending  # the campaign goes on: home, to put the beat back


def test_the_keepers() -> None:
    """The beat core, seated and tuned at Hollow Buoy."""
    state = on_planet("P2", ("s4", "s4"))
    x = state.exploration
    x.planet, x.condition, x.lander_sector, x.missions = "P1", "G01", "s1", ["M04"]
    x.pois, x.tracks = {"s4": [104]}, {"104:seat": 2, "104:tune": 2}
    state.flags = ["beat_core"]
    for number in range(TRIES):
        game = session(state, f"keepers {number}")
        answer(game, "special:poi:104:0")
        answer(game, *options(game))
        while not game.outcome and game.state.check:
            game.apply(game.default_answer(game.next_seat))
        if game.outcome:
            break
    assert game.state.ending == "END3"
    assert {25, 82} <= set(game.state.logs)
    assert game.outcome is not None
    assert game.outcome.winners == (0, 1)


def test_homeward_from_the_orbit_of_cradle() -> None:
    state = staffed()
    state.step, state.ship.system, state.ship.unlocked_systems = "starmap", "SY6", ["SY6"]
    game = session(state)
    answer(game, "visit:high-orbit")
    answer(game, "ready")
    assert "High orbit" not in str(options(game))
    assert 76 in game.state.logs  # without candle_found there is nothing to choose but to stay
    state.flags = ["candle_found"]
    game = session(state)
    answer(game, "visit:high-orbit")
    answer(game, "ready")
    answer(game, "choice:1")
    assert game.state.ending == "END4"


def test_the_chorus_comes_at_a_bridge() -> None:
    state = staffed()
    state.counters["wake"] = 10
    state.step, state.ship.bridges = "bridge", 3
    game = session(state)
    assert game.state.ending == "END5"
    assert {66, 67, 84} <= set(game.state.logs)
    assert game.outcome is not None
    assert game.outcome.winners == ()


def test_the_chorus_comes_with_two_slips() -> None:
    state = at_the_first_bed(7, 6, 8)
    ended = set()
    for number in range(TRIES):
        game = session(state, f"slips {number}")
        answer(game, "special:poi:906:0")
        answer(game, *options(game))
        while not game.outcome and game.state.check:
            game.apply(game.default_answer(game.next_seat))
        ended.add(game.state.ending)
    assert "END5" in ended


@rule("ISS-304")
def test_lost_without_a_team() -> None:
    state = fresh(1)
    state.recruits, state.step, state.ship.scanner, state.ship.lander = [], "launch", "L02", "LN1"
    for one in state.people:
        one.place = "gone"
    game = session(state)
    assert game.state.ending == "END6"


def test_lost_without_heart_and_dice() -> None:
    state = staffed()
    state.step, state.ship.bridges, state.ship.morale = "bridge", 3, 0
    for section in range(4):
        for die in [die for die in state.dice if die.section == section][3:]:
            die.zone, die.section = "box", -1
    game = session(state)
    assert game.state.ending == "END6"
    assert 79 in game.state.logs


def test_all_endings_are_here() -> None:
    assert set(ENDINGS) == {f"END{number}" for number in range(1, 7)}
    assert GAME.campaign

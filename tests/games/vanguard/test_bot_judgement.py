"""What a bot makes of a situation: it reads the board, the cards and the logs that were read, and nothing else."""

from __future__ import annotations

import pytest

from app.games.vanguard import forecast
from app.games.vanguard.bot import aboard, choose, ground, plans, routes
from app.games.vanguard.content import LOG
from app.games.vanguard.content.structs import Action, Row
from app.games.vanguard.game import GAME
from app.games.vanguard.people import explorer
from app.games.vanguard.results import explorations
from app.games.vanguard.ship import suggest
from app.games.vanguard.state import LanderCard
from app.kernel import PASS, Answer, Ask, Use
from app.simulate import simulate
from tests.games.vanguard.situations import answer, dice, fresh, hurt, on_planet, session, spend_all
from tests.rules import rule


def test_a_log_that_was_read_is_worth_what_it_does() -> None:
    state = on_planet("P9", ("s5", "s5"))
    assert forecast.worth(state, "log 960", 0) == forecast.STORY  # unread: the story goes on
    state.logs.append(960)
    assert "open s5-s8" in LOG[960].do
    closed = forecast.worth(state, "log 960", 0)
    state.exploration.opened += ["s5-s8", "s3-s8"]
    assert 0 < forecast.worth(state, "log 960", 0) < closed


def test_nothing_is_done_twice_for_the_sake_of_the_story() -> None:
    state = on_planet("P9", ("s5", "s5"))
    x = state.exploration
    x.pois = {"s5": [905], "s8": [906]}
    assert plans.team_plans(state)[0] == max(plans.worth_of(state, explorer(state, 0)))  # the drum
    state.logs.append(960)
    x.opened += ["s5-s8", "s3-s8"]
    plan = plans.team_plans(state)[0]
    assert plan
    assert (plan.sector, plan.reference) == ("s8", "poi:906:0")


def test_a_step_of_a_time_track_costs_its_share_of_what_the_track_does() -> None:
    few, many = on_planet("P9", ("s5", "s5")), on_planet("P9", ("s5",) * 4, seats=4)
    for state in (few, many):
        state.exploration.condition = "G11"  # injures each crew
    assert forecast.worth(many, "time dream +1", 0) < forecast.worth(few, "time dream +1", 0) < 0
    assert forecast.worth(few, "time dream -1", 0) > 0


def test_the_way_back_counts_and_each_injury_more_than_the_last() -> None:
    state = on_planet("P8", ("s5", "s5"))
    state.exploration.lander_sector = "s5"
    ways = routes.Ways(state, explorer(state, 0))
    there, back = ways.distances("s5")["s8"], ways.back("s5")["s8"]
    assert there.injuries > 0.3
    assert back.injuries > 0.9  # a fall and a Travel check, or two checks
    assert forecast.harm(2.0, 0) > 2 * forecast.harm(1.0, 0)


def test_what_a_mission_speaks_of_comes_first() -> None:
    state = on_planet("P6", ("s1", "s1"))
    hull, hut = ("s2", "poi:601:0"), ("s6", "poi:604:0")

    def gains() -> dict[tuple[str, str], float]:
        return {plan[1:]: gain for plan, gain in plans.worth_of(state, explorer(state, 0)).items()}

    before = gains()
    state.exploration.missions = ["M13"]  # bring up the set in the signal hut
    after = gains()
    assert after[hut] == before[hut]
    assert after[hull] < before[hull]


def test_who_is_hurt_less_is_the_one_to_go() -> None:
    state = on_planet("P8", ("s8", "s8"))
    fit = plans.team_plans(state)
    assert fit[0]
    assert fit[0].reference == "poi:804:1"
    hurt(state, 0, "bruised", "bruised", "bruised")
    after = plans.team_plans(state)
    assert after[1]
    assert after[1].reference == "poi:804:1"
    assert after[0] is None or after[0].net < after[1].net


def test_a_team_that_can_only_lose_goes_home() -> None:
    state = on_planet("P8", ("s5", "s5"))
    x = state.exploration
    x.lander_sector, x.missions = "s5", ["M17"]
    for section in (0, 1):
        hurt(state, section, "bruised", "bruised", "bruised")
    plan = ground.plan_of(state, explorer(state, 0))
    assert plan == plans.Plan(0.0, "s5")
    assert ground.turn(state, ["travel:s6", "rest", "liftoff", "end"]) == "liftoff"


def test_an_icon_that_could_hurt_is_skipped_if_something_skips_it() -> None:
    state = on_planet("P8", ("s7", "s7"))
    x = state.exploration
    x.lander_sector, x.traveller, x.travel_from = "s5", 0, "s7"
    explorer(state, 0).gear = ["EQ-S01"]
    x.missions = []  # everything is done: home by s6, through a Travel check
    assert ground.before_going(state, ["go", "gear:EQ-S01"]) == "gear:EQ-S01"
    explorer(state, 0).ignore_icons = 1
    assert ground.before_going(state, ["go", "gear:EQ-S01"]) == "go"


def test_the_lander_fits_what_is_known_of_the_landing() -> None:
    state = fresh(1)
    state.step, state.ship.scanner = "hangar", "L08"  # a failed Agility step bruises each
    state.ship.landers = [LanderCard("LN1"), LanderCard("LN2"), LanderCard("LN3")]
    ids = ["lander:LN1", "lander:LN2", "lander:LN3"]
    state.ship.scanned["L08"] = 1  # so far only Armor is known
    assert aboard.decide(state, 0, ids) == "lander:LN2"
    state.ship.scanned["L08"] = 2
    assert aboard.decide(state, 0, ids) == "lander:LN3"


def test_a_project_that_waits_for_its_slot_is_reason_to_visit_the_laboratory() -> None:
    state = fresh(1)
    state.step = "facilities"
    state.ship.awaiting["research"] = ["R03"]
    assert "research" not in suggest.rooms(state)
    state.ship.gathered = ["DR1.1", "DR1.2"]
    assert "research" in suggest.rooms(state)


def test_the_worst_situation_is_solved_first() -> None:
    state = fresh(1)
    state.step = "facilities"
    state.ship.open_situations = ["S08", "S01", "S14"]  # nothing, Energy, wake
    assert suggest.rooms(state)[0] == "situation"
    assert max(state.ship.open_situations, key=suggest.trouble) == "S14"


def test_dice_that_have_their_like_go_first() -> None:
    state = fresh(1)
    state.step = "docking"
    mine = [die for die in state.dice if die.section == 0]
    mine[1].kind = mine[0].kind
    ids = [f"die:{die.id}" for die in mine]
    (going,) = aboard.spare_dice(state, Ask("", (), least=1, most=1), ids)
    assert going in ids[:2]


def test_a_bot_at_a_table_of_several_proposes() -> None:
    state = on_planet("P9", ("s8", "s8"))
    game = session(state)
    seat = min(game.asks)
    move = choose(game, seat)
    assert isinstance(move, Answer)
    assert PASS not in move.values


def test_a_tired_crew_rests_before_a_dangerous_check() -> None:
    state = on_planet("P8", ("s8", "s8"))
    state.exploration.missions = ["M17"]
    ids = ["special:poi:804:1", "rest", "end"]
    assert ground.turn(state, ids) == "special:poi:804:1"
    spend_all(state, 0, keep=1)
    assert dice(state, 0, "spent")
    assert ground.turn(state, ids) == "rest"


def test_the_simulator_tells_explorations_by_planet() -> None:
    report = simulate("vanguard", 2, 1, "by planet", {"skip_tutorial": True}, quiet=True)
    groups = dict(report["breakdown"])
    flown = sum(groups.pop("2 players").values())
    assert flown == sum(sum(words.values()) for words in groups.values()) == report["explorations"]
    assert sum(words.get("won", 0) for words in groups.values()) == report["explorations won"] > 0
    assert {"crew lost", "morale", "dice", "missions done", "turns_per_game", "endings"} <= set(report)


def test_an_exploration_in_which_the_campaign_ends_counts() -> None:
    state = on_planet("P9", ("s8", "s8"))
    state.ending, state.step = "END2", "leaving"
    assert explorations(state) == [("Cradle", True)]  # the first bed was reached, the choice made
    state.exploration.missions = ["M20"]
    assert explorations(state) == [("Cradle", False)]


@rule("ISS-346")
def test_a_bot_pledges_for_the_check_of_another() -> None:
    game = session(on_planet("P2", ("s4", "s4")))
    assert GAME.volunteer(game, 1) is None  # nobody checks
    answer(game, "special:poi:203:0")  # the door wants force
    assert game.state.now.step == 1
    move = GAME.volunteer(game, 1)
    assert isinstance(move, Use)
    assert move.option.startswith("pledge:1:")
    game.apply(move)
    assert list(game.state.now.pledges) == ["1"]
    assert GAME.volunteer(game, 1) is None, "one die"


def test_a_bot_that_has_few_dice_keeps_them() -> None:
    state = on_planet("P2", ("s4", "s4"))
    spend_all(state, 1)
    game = session(state)
    answer(game, "special:poi:203:0")  # the door wants force
    assert GAME.volunteer(game, 1) is None


@rule("ISS-134")
def test_a_poor_row_above_the_good_one_lowers_its_chance() -> None:
    state = on_planet("P2", ("s3", "s3"))
    crew, dice = explorer(state, 0), [die for die in state.dice if die.section == 0][:4]
    good, poor = Row("HAUL", "log 215"), Row("GUARD", "spend 1")
    alone = forecast.goal(state, "x", Action("x", rows=(good, poor, Row("", "none"))), dice, crew)
    under = forecast.goal(state, "x", Action("x", rows=(poor, good, Row("", "none"))), dice, crew)
    kinds = tuple(sorted(die.kind for die in dice))
    natural = forecast.chance(kinds, "GUARD", (), False)
    assert 0 < natural < forecast.chance(kinds, "GUARD", ())  # without V and conversions
    assert under.share == pytest.approx(max(0.0, alone.share - natural))

"""Words, setup, seats, the tutorial and the first rounds: sections 1 to 5."""

from __future__ import annotations

from app.games.vanguard import turns
from app.games.vanguard.data.cards import CARD, PREFIX
from app.games.vanguard.data.crew import CREW, SKILL
from app.games.vanguard.effects import Ctx, run
from app.games.vanguard.events import resolve_event
from app.games.vanguard.people import RECON, explorer, owner, team
from app.games.vanguard.pools import owned
from app.games.vanguard.ship import docking, launch
from app.games.vanguard.state import State, ThreatFigure
from tests.games.vanguard.situations import Driver, Sess, answer, campaign, dice, fresh, on_planet, options, session
from tests.rules import rule


def to(step: str, seats: int) -> Sess:
    game = campaign(seats)
    while game.state.step != step:
        game.apply(game.default_answer(game.next_seat))
    return game


# Words -----------------------------------------------------------------------------------------------------------------


@rule("ISS-010", "ISS-003")
def test_a_die_returned_to_the_box_is_gone_and_a_gained_one_waits_in_the_compartment() -> None:
    state = fresh()
    driver = Driver(state)
    box = [die.id for die in state.dice if die.zone == "box"]
    driver.run(run(driver.g, "gain-die 1", Ctx()), ("kind:link",), ("kind:breach",), ("kind:probe",), ("kind:link",))
    assert [len(owned(state, section)) for section in range(4)] == [7] * 4
    assert sorted(die.kind for die in state.dice if die.id in box and die.zone == "compartment") == [
        "breach",
        "link",
        "link",
        "probe",
    ]
    gone = dice(state, 0, "compartment")[0]
    driver.run(run(driver.g, "lose-die 1", Ctx()), (f"die:{gone}",))
    assert [len(owned(state, section)) for section in range(4)] == [6] * 4
    assert (state.dice[gone].zone, state.dice[gone].section) == ("box", -1)


@rule("ISS-009")
def test_a_sacrificed_die_comes_back_at_the_next_launch() -> None:
    state = on_planet()
    driver = Driver(state)
    driver.run(run(driver.g, "sacrifice 2", Ctx(0)))
    assert len(dice(state, 0, "slot")) == 4
    driver.run(docking.leave(driver.g))
    driver.run(launch.board_crew(driver.g, "cr01", charges=True))
    assert len(dice(state, 0, "slot")) == 6


@rule("ISS-012")
def test_a_card_removed_from_the_game_does_not_return() -> None:
    state = on_planet("P2", ("s1", "s1"))
    driver = Driver(state)
    state.events, state.event_discard = ["E01", "E05"], ["E02"]
    driver.run(run(driver.g, "remove event E01; remove event E02", Ctx(0)))
    assert (state.events, state.event_discard) == (["E05"], [])
    state.events = ["E30"]  # ruin, water: it may remove itself while it is resolved
    driver.run(resolve_event(driver.g, 0), ("choice:0",))
    assert (state.events, state.event_discard) == ([], [])
    driver.run(run(driver.g, "unlock mod LM02", Ctx()))
    state.ship.mods, state.ship.awaiting = ["LM02"], {}
    driver.run(run(driver.g, "remove mod LM02; unlock mod LM02", Ctx()))
    assert (state.ship.mods, state.ship.awaiting) == ([], {})


# Setup -----------------------------------------------------------------------------------------------------------------


@rule("ISS-020", "ISS-022", "ISS-021")
def test_log_0_then_each_section_in_turn_draws_from_what_is_left() -> None:
    game = campaign(4)
    seen: list[str] = []
    for section in range(4):
        page = game.view(0).public.page
        assert page is not None
        assert page.id == 0
        assert list(game.asks) == [section]
        shown = [key.removeprefix("crew:") for key in options(game)]
        assert len(shown) == 3
        assert not set(shown) & set(seen)  # nothing goes back until all have chosen
        seen += shown
        answer(game, *(f"crew:{key}" for key in shown[1:]))
        kept = [one for one in game.state.people if one.section == section]
        assert {one.id for one in kept} == set(shown[1:])
        assert all(one.rank == 1 for one in kept)
    spare = set(seen[::3])
    assert spare <= set(game.state.recruits)
    assert len(game.state.recruits) == 24 - 8


@rule("ISS-024", "ISS-044", "ISS-032")
def test_ten_cards_of_rank_one_for_each_section_in_the_team() -> None:
    state = to("explore", 3).state
    orders = []
    for crew in team(state):
        cards = [*crew.hand, *crew.deck]
        orders.append([card[2:] for card in cards])
        assert sorted(cards) == [f"{PREFIX[crew.section]}{n:02}" for n in range(1, 11)]
        assert all(CARD[card].rank == 1 for card in cards)
        assert len(crew.hand) == 2
        assert dice(state, crew.section, "slot") == [die.id for die in owned(state, crew.section)]
    assert len({tuple(order) for order in orders}) > 1  # shuffled
    assert {one.place for one in state.people if one.section >= 0} == {"team", "resting"}
    assert sum(one.place == "team" for one in state.people) == 3


# The tutorial ------------------------------------------------------------------------------------------------------------


@rule("ISS-042", "ISS-036", "ISS-EX07")
def test_recons_owner_gives_the_first_start_token_though_recon_stays_aboard() -> None:
    state = on_planet("P2", ("s1", "s1", "s1", "s1"))  # two seats: Ada 0 and 2, Ben 1 and 3
    x = state.exploration
    x.crew = [x.crew[2], x.crew[3]]
    x.round, x.stage, x.start = 0, "start", -1
    game = session(state)
    assert list(game.asks) == [owner(game.state, RECON)] == [1]
    assert options(game) == ["start:2", "start:3"]
    answer(game, "start:2")
    assert (game.state.exploration.round, game.state.exploration.turn) == (1, 2)


@rule("ISS-045", "ISS-017", "ISS-040")
def test_no_lift_off_from_the_tutorial_and_its_events_stay_apart() -> None:
    assert not [card for card in fresh().events if card.startswith("ET")]
    game = to("explore", 2)
    game.apply(game.default_answer(game.next_seat))
    x = game.state.exploration
    assert explorer(game.state, x.turn).sector in ("s1", "s2")
    explorer(game.state, x.turn).sector = x.lander_sector
    assert "liftoff" not in options(session(game.state))
    assert len(x.kept_events) == 29
    driver = Driver(game.state)
    driver.run(docking.leave(driver.g))
    assert len(game.state.events) == 29
    assert not [card for card in (*game.state.events, *game.state.event_discard) if card.startswith("ET")]


@rule("ISS-158")
def test_charges_are_those_printed_at_every_launch() -> None:
    for key, charges in (("cr12", 1), ("cr01", 2), ("cr02", 3)):
        state = fresh()
        one = next(one for one in state.people if one.id == key)
        one.section, one.rank = 1, 1
        driver = Driver(state)
        crew = driver.run(launch.board_crew(driver.g, key, charges=True))
        assert crew.charges == charges == SKILL[CREW[key].skill].charges


# Rounds ------------------------------------------------------------------------------------------------------------------


def at_end_of_round() -> State:
    state = on_planet("P2", ("s1", "s2"))
    for crew in state.exploration.crew:
        crew.turn_ended = True
    state.exploration.stage = "turn"
    return state


@rule("ISS-057", "ISS-049", "ISS-047")
def test_a_round_ends_when_every_crew_has_had_its_turn() -> None:
    state = at_end_of_round()
    state.exploration.start = 1
    game = session(state)
    x = game.state.exploration
    assert x.time["tide"] == 1  # the round has ended
    assert list(game.asks) == [1]  # the holder gives the token, to itself if it likes
    assert options(game) == ["start:0", "start:1"]
    assert not any(crew.turn_ended for crew in x.crew)
    answer(game, "start:1")
    assert (game.state.exploration.round, game.state.exploration.turn) == (2, 1)
    assert game.state.exploration.actions == 2


@rule("ISS-048", "ISS-049")
def test_the_token_of_a_dead_holder_goes_back_to_recons_owner() -> None:
    state = at_end_of_round()
    state.exploration.crew += on_planet("P2", ("s1", "s1", "s1")).exploration.crew[2:]
    state.exploration.crew[2].turn_ended = True
    state.exploration.crew[0].dead = True
    game = session(state)
    assert list(game.asks) == [1]
    assert options(game) == ["start:1", "start:2"]


@rule("ISS-059", "ISS-206")
def test_the_exploration_fails_when_nobody_is_left() -> None:
    state = on_planet("P2", ("s1", "s2"))
    for crew in state.exploration.crew:
        crew.dead = True
    driver = Driver(state)
    driver.run(turns.explore(driver.g))
    assert (state.exploration.over, state.exploration.failed) == ("fail", True)


def test_pinned_lasts_to_the_end_of_the_next_turn() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.events = ["E05", "E05"]
    driver = Driver(state)
    driver.run(run(driver.g, "status pinned", Ctx(0)))
    game = session(state)
    assert not [key for key in options(game) if key.startswith("travel:")]
    answer(game, "end")
    assert game.state.exploration.turn == 1
    answer(game, "end")
    answer(game, "start:0")
    assert "pinned" in explorer(game.state, 0).statuses  # its next turn
    assert not [key for key in options(game) if key.startswith("travel:")]
    answer(game, "end")
    assert "pinned" not in explorer(game.state, 0).statuses


def test_sleepless_and_slow() -> None:
    state = on_planet("P2", ("s1", "s1"))
    explorer(state, 0).statuses = {"sleepless": 2, "slow": 1}
    game = session(state)
    assert "rest" not in options(game)
    answer(game, "travel:s2")  # no icon, but it costs a die first
    answer(game, f"die:{dice(game.state, 0, 'slot')[0]}")
    assert len(dice(game.state, 0, "spent")) == 1
    assert explorer(game.state, 0).sector == "s2"


@rule("ISS-204", "ISS-205")
def test_round_seven_with_a_threat() -> None:
    state = on_planet("P2", ("s1",), 1)
    x = state.exploration
    x.rankup, x.round, x.stage, x.threats = "RU08", 6, "start", [ThreatFigure("T02", "s8")]
    driver = Driver(state)
    driver.run(turns.start_round(driver.g))
    assert x.round == 7
    assert x.rankup_done

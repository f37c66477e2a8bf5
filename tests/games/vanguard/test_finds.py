"""Leads, discoveries, section decks, equipment, looking at cards."""

from __future__ import annotations

from app.games.vanguard import board
from app.games.vanguard.cargo import gain, look
from app.games.vanguard.conditions import holds
from app.games.vanguard.data.planetside import LEADS
from app.games.vanguard.decks import draw_cards
from app.games.vanguard.effects import Ctx, run
from app.games.vanguard.helpers import helpers, may_help
from app.games.vanguard.people import explorer
from app.games.vanguard.rankups import note
from app.games.vanguard.state import State
from app.games.vanguard.turns import action_options
from tests.games.vanguard.situations import Driver, checking, on_planet, session, spend_all
from tests.rules import rule


def token(value: int, extra: str = "", returns: bool = False, skip: int = 0) -> int:
    found = [n for n, lead in enumerate(LEADS) if (lead.value, lead.extra, lead.returns) == (value, extra, returns)]
    return found[skip]


def bag(state: State, *tokens: int) -> None:
    rest = [one for one in range(len(LEADS)) if one not in tokens]
    used = [one for deck in state.lead_decks.values() for one in deck]
    state.lead_bag = [*tokens, *(one for one in rest if one not in used)]


@rule("ISS-182", "ISS-183", "ISS-EX66")
def test_three_points_give_a_discovery_and_the_next_token_starts_anew() -> None:
    state = on_planet()
    two, one, other = token(2), token(1), token(2, skip=1)
    state.lead_decks["blooms"] = [two]
    bag(state, one, other)
    driver = Driver(state)
    driver.run(run(driver.g, "lead blooms 2", Ctx(0)), (f"token:{one}", f"token:{other}"))
    assert len(state.exploration.cargo) == 1
    assert state.lead_decks["blooms"] == [other]
    assert {two, one} <= set(state.lead_side)


@rule("ISS-184", "ISS-185", "ISS-034", "ISS-EX67")
def test_a_returning_token_with_a_card() -> None:
    state = on_planet("P2", ("s1", "s1"))
    state.owners = [0, 1, 1, 0]
    explorer(state, 1).deck = ["RC01"]
    free, three = token(0, "card", True), token(3)
    bag(state, free)
    driver = Driver(state)
    driver.run(run(driver.g, "lead ores 1", Ctx(0)), ("crew:1",))
    assert explorer(state, 1).hand == ["RC01"]
    assert state.lead_decks["ores"] == [free]
    bag(state, three)
    driver.run(run(driver.g, "lead ores 1", Ctx(0)))
    assert free in state.lead_bag
    assert three in state.lead_side


@rule("ISS-EX68", "ISS-182")
def test_a_bag_that_runs_out() -> None:
    state = on_planet()
    state.lead_bag = [token(1)]
    driver = Driver(state)
    driver.run(run(driver.g, "lead ores 3", Ctx(0)))
    assert state.lead_decks["ores"] == [token(1)]
    assert state.lead_bag == []


@rule("ISS-175", "ISS-EX63", "ISS-176", "ISS-EX64")
def test_gaining_clears_the_leads_and_has_no_limit_here() -> None:
    state = on_planet()
    state.lead_decks["ores"] = [token(2)]
    top = state.finds["ores"][0]
    driver = Driver(state)
    driver.run(run(driver.g, "discovery ores", Ctx(0)))
    assert state.exploration.cargo == [top]
    assert state.lead_decks["ores"] == []
    for _ in range(8):
        gain(driver.g, "relics")
    assert len(state.exploration.cargo) == 9
    state.finds["ores"] = []
    state.lead_decks["ores"] = [token(1)]
    driver.run(run(driver.g, "discovery ores", Ctx(0)))
    assert state.lead_decks["ores"] == [token(1)]


@rule("ISS-177")
def test_planetary_abilities() -> None:
    state = on_planet()
    spend_all(state, 0)
    state.finds["spores"].remove("DS2.1")
    state.finds["spores"].remove("DS7.1")
    state.exploration.cargo = ["DS2.1", "DS7.1"]
    game = session(state)
    game.use(0, "find:DS2.1")
    while "die:" in str(game.asks[0].options[0].id):
        game.apply(game.default_answer(0))
    assert game.state.finds["spores"][-1] == "DS2.1"
    assert game.state.exploration.cargo == ["DS7.1"]
    game.use(0, "find:DS7.1")
    assert game.state.exploration.cargo == ["DS7.1"]
    assert "find:DS7.1" not in [offer.id for offer in game.offers(0)]


@rule("ISS-181", "ISS-318", "ISS-EX65", "ISS-EX123", "ISS-180")
def test_the_top_unique_lies_last() -> None:
    state = on_planet("P2")
    assert state.exploration.unique_stack == [2, 3]
    driver = Driver(state)
    driver.run(run(driver.g, "unique top; unique top; unique top; unique 34", Ctx(0)))
    assert state.exploration.uniques == [3, 2, 34]
    assert holds(state, "cargo 2", 0)
    driver.run(run(driver.g, "item 34", Ctx(0)))
    assert state.exploration.uniques == [3, 2]


@rule("ISS-147", "ISS-148", "ISS-EX48")
def test_an_empty_deck_takes_the_discard_pile() -> None:
    state = on_planet(rank=3)
    crew = explorer(state, 0)
    crew.discard = [f"SE0{n}" for n in range(1, 9)]
    driver = Driver(state)
    driver.run(draw_cards(driver.g, 0, 2))
    assert len(crew.hand) == 2
    assert len(crew.deck) == 6
    assert crew.discard == []
    crew.deck = []
    driver.run(draw_cards(driver.g, 0, 1))
    assert len(crew.hand) == 2


@rule("ISS-339", "ISS-EX130", "ISS-335", "ISS-336")
def test_only_the_owner_sees_what_is_looked_at() -> None:
    state = on_planet()
    explorer(state, 0).person = "cr06"  # Sharp Eye
    explorer(state, 0).charges = 1
    state.events = ["E05", "E01", "E02"]
    game = session(state)
    game.use(0, "skill:0")
    assert game.view(0).private.look == ("Clear spring",)
    assert game.view(1).private.look == ()
    game.answer(0, game.asks[0].id, ("bottom:0",))
    assert game.state.events == ["E01", "E02", "E05"]
    assert game.view(0).private.look == ()


def test_cards_go_back_in_any_order() -> None:
    state = on_planet()
    state.events = ["E05", "E01", "E02"]
    driver = Driver(state)
    driver.run(look(driver.g, 0, "event", 2), ("top:1", "top:0"), ("none",))
    assert state.events == ["E01", "E05", "E02"]


@rule("ISS-169", "ISS-171", "ISS-EX62", "ISS-EX60", "ISS-170")
def test_gear_changes_hands_in_one_sector() -> None:
    state = on_planet("P2", ("s1", "s1", "s1"), 2)
    explorer(state, 0).gear = ["EQ-S02", "EQ-P02"]
    game = session(state)
    gives = [offer.id for offer in game.offers(0) if offer.id.startswith("give:")]
    assert gives == ["give:0:1:EQ-S02", "give:0:2:EQ-S02"]  # the shield is Security's own
    game.use(0, "give:0:2:EQ-S02")  # the same seat: no prompt
    assert explorer(game.state, 2).gear == ["EQ-S02"]
    game.use(0, "give:2:1:EQ-S02")
    assert list(game.asks) == [1]
    game.answer(1, game.asks[1].id, ("yes",))
    assert explorer(game.state, 1).gear == ["EQ-S02"]


@rule("ISS-172", "ISS-054", "ISS-053", "ISS-EX61", "ISS-174")
def test_gear_that_counts_as_an_action() -> None:
    state = on_planet("P2", ("s1", "s1"))
    explorer(state, 0).gear = ["EQ-M08"]
    game = session(state)
    game.answer(0, game.asks[0].id, ("gear:EQ-M08",))
    assert game.state.exploration.supplies == 7
    assert game.state.exploration.actions == 1
    assert not game.state.exploration.special
    assert "gear:EQ-M08" not in [option.id for option in game.asks[0].options]


@rule("ISS-173")
def test_a_beacon_joins_neighbours_and_stays() -> None:
    state = on_planet("P2", ("s1", "s2"))
    explorer(state, 0).gear = ["EQ-M01"]
    check = checking(state, "poi:201:0", step=1)
    assert not may_help(state, check, explorer(state, 1))
    driver = Driver(state)
    driver.run(run(driver.g, "token beacon @ here", Ctx(0)))
    assert [crew.section for crew in helpers(state)] == [1]
    driver.run(run(driver.g, "token beacon @ here", Ctx(1)))
    assert state.exploration.tokens == {"beacon": "s1"}
    state.check = None
    assert "gear:EQ-M01" not in [option.id for option in action_options(state, explorer(state, 0))]


@rule("ISS-158", "ISS-EX53")
def test_charges_have_no_limit() -> None:
    state = on_planet()
    explorer(state, 0).charges = 2
    driver = Driver(state)
    driver.run(run(driver.g, "charge +1; charge +1", Ctx(0)))
    assert explorer(state, 0).charges == 4


@rule("ISS-199", "ISS-200", "ISS-EX75")
def test_any_owner_completes_a_mission_between_actions() -> None:
    state = on_planet("P2", ("s5", "s1"))
    state.exploration.missions = ["M05"]
    game = session(state)
    assert "complete:M05" not in [offer.id for offer in game.offers(1)]
    game.state.exploration.uniques.append(2)
    game = session(game.state)
    game.use(1, "complete:M05")
    assert game.state.done == ["M05"]
    assert game.state.exploration.missions == []
    assert game.state.exploration.success == 3


@rule("ISS-201", "ISS-202", "ISS-EX76")
def test_a_new_poi_drops_the_markers_of_the_old() -> None:
    state = on_planet("P2", ("s4", "s1"))
    x = state.exploration
    x.tracks = {"203:door": 2, "202:wheel": 1}
    x.tokens = {"beacon": "s4"}
    x.finished = ["s4"]
    driver = Driver(state)
    driver.run(run(driver.g, "poi 204 @ s4", Ctx(0)))
    assert x.pois["s4"] == [204]
    assert x.tracks == {"202:wheel": 1}
    assert x.tokens == {"beacon": "s4"}
    assert x.finished == []


@rule("ISS-198")
def test_the_global_condition_may_change() -> None:
    state = on_planet("P9", ("s1", "s1"))
    state.exploration.time = {"pulse": 4}
    driver = Driver(state)
    driver.run(run(driver.g, "condition G11", Ctx(0)))
    assert board.time_tracks(state.exploration) == ["dream"]
    assert state.exploration.time == {}


@rule("ISS-203", "ISS-EX77", "ISS-344", "ISS-014")
def test_together_is_put_to_the_table() -> None:
    state = on_planet("P2", ("s1", "s1"))
    driver = Driver(state)
    text = "together{One: supply +1 / Two: supply -1}"
    driver.run(run(driver.g, text, Ctx(0)), ("choice:1",), ("pass",), ("object",), ("choice:0",), ("choice:1",))
    assert state.exploration.supplies == 6  # a tie: Security's owner (seat 0) decides


@rule("ISS-204", "ISS-205", "ISS-EX78")
def test_a_rank_up_card_is_flipped_at_once() -> None:
    state = on_planet("P2", ("s3", "s6"))
    state.exploration.rankup = "RU01"
    driver = Driver(state)
    driver.run(run(driver.g, "finish s3", Ctx(0)))
    assert not state.exploration.rankup_done
    driver.run(run(driver.g, "finish s6", Ctx(1)))
    assert state.exploration.rankup_done
    note(driver.g, "finished")
    assert state.exploration.rankup_done


@rule("ISS-167")
def test_supplies_stay_between_zero_and_nine() -> None:
    state = on_planet()
    driver = Driver(state)
    driver.run(run(driver.g, "supply +9", Ctx(0)))
    assert state.exploration.supplies == 9
    driver.run(run(driver.g, "supply -12", Ctx(0)))
    assert state.exploration.supplies == 0

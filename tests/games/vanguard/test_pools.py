"""Spend, refresh, sacrifice, exertion, injuries."""

from __future__ import annotations

from app.games.vanguard import anytime
from app.games.vanguard.conditions import payable
from app.games.vanguard.people import explorer
from app.games.vanguard.pools import (
    add_injury_die,
    can_exert,
    in_play,
    injure,
    refresh,
    sacrifice,
    sacrificeable,
    spend,
)
from app.games.vanguard.state import State
from tests.games.vanguard.situations import Driver, dice, hurt, on_planet, spend_all
from tests.rules import rule


def counts(state: State, section: int = 0) -> tuple[int, int, int]:
    return tuple(len(dice(state, section, zone)) for zone in ("slot", "spent", "compartment"))  # type: ignore[return-value]


@rule("ISS-005")
def test_the_owner_chooses_what_is_spent() -> None:
    state = on_planet()
    driver = Driver(state)
    die = dice(state, 0, "slot")[3]
    driver.run(spend(driver.g, 0, 1), (f"die:{die}",))
    assert dice(state, 0, "spent") == [die]
    assert len(driver.asked[0].options) == 6


@rule("ISS-006", "ISS-EX01", "ISS-009")
def test_a_spend_without_dice_becomes_a_sacrifice() -> None:
    state = on_planet()
    spend_all(state, 0, keep=1)
    driver = Driver(state)
    driver.run(spend(driver.g, 0, 2))
    assert counts(state) == (0, 5, 1)


@rule("ISS-007")
def test_without_enough_dice_as_much_as_possible_is_done_and_nobody_is_exhausted() -> None:
    state = on_planet()
    mine = [die for die in state.dice if die.section == 0]
    for die in mine[1:]:
        die.zone = "compartment"
    driver = Driver(state)
    driver.run(spend(driver.g, 0, 3))
    assert mine[0].zone == "compartment"  # spent, then sacrificed
    assert explorer(state, 0).injuries == []


@rule("ISS-008", "ISS-EX02", "ISS-150")
def test_a_die_without_a_free_slot_stays_spent() -> None:
    state = on_planet()
    red = [die for die in state.dice if die.section == 0 and die.colour == "red"]
    for die in red[:2]:
        die.zone, die.colour = "spent", ""
    explorer(state, 0).injury_columns[0] = True
    extra = [die for die in state.dice if die.kind == "breach" and die.section == -1][:1]
    for die in extra:  # four red slots: one injury die, one die, one more: one is free
        die.section, die.zone, die.colour = 0, "slot", "red"
    driver = Driver(state)
    driver.run(refresh(driver.g, 0, 3))
    assert len(dice(state, 0, "spent")) == 1


@rule("ISS-013", "ISS-EX03")
def test_a_cost_must_be_paid_in_full() -> None:
    state = on_planet()
    spend_all(state, 0, keep=1)
    assert payable(state, "spend 1", 0)
    assert not payable(state, "spend 2", 0)


@rule("ISS-010")
def test_a_sacrificed_die_stays_owned() -> None:
    state = on_planet()
    driver = Driver(state)
    driver.run(sacrifice(driver.g, 0, 2))
    assert counts(state) == (4, 0, 2)
    assert all(
        die.section == 0 for die in state.dice if die.zone == "compartment" and die.id in dice(state, 0, "compartment")
    )


@rule("ISS-091", "ISS-EX27")
def test_exertion_loses_a_die_and_refreshes_the_others() -> None:
    state = on_planet()
    spend_all(state, 0, keep=1)
    driver = Driver(state)
    die = dice(state, 0, "spent")[0]
    driver.run(anytime.exert(driver.g, 0), (f"die:{die}",))
    assert counts(state) == (5, 0, 1)


@rule("ISS-092", "ISS-EX28")
def test_with_three_dice_exertion_exhausts() -> None:
    state = on_planet()
    for die in [die for die in state.dice if die.section == 0][:3]:
        die.zone = "compartment"
    spend_all(state, 0)
    driver = Driver(state)
    driver.run(anytime.exert(driver.g, 0))
    assert in_play(state, 0) == 3
    assert [injury.kind for injury in explorer(state, 0).injuries] == ["exhausted"]
    assert len(dice(state, 0, "slot")) >= 2


@rule("ISS-094", "ISS-EX30", "ISS-093")
def test_exertion_needs_something_to_refresh() -> None:
    state = on_planet()
    crew = explorer(state, 0)
    assert not can_exert(state, crew)
    spent = dice(state, 0, "slot")[0]
    next(die for die in state.dice if die.id == spent).zone = "spent"
    able = sacrificeable(state, crew)
    assert spent not in able
    assert set(able) == set(dice(state, 0, "slot"))
    for die in state.dice:
        if die.section == 0 and die.zone == "slot":
            die.zone = "pool"
    assert sacrificeable(state, crew) == []


@rule("ISS-191", "ISS-192", "ISS-EX72")
def test_an_injury_die_pushes_a_die_of_its_column_out() -> None:
    state = on_planet()
    extra = next(die for die in state.dice if die.kind == "breach" and die.section == -1)
    extra.section, extra.zone, extra.colour = 0, "slot", "red"
    driver = Driver(state)
    pushed = next(die.id for die in state.dice if die.section == 0 and die.kind == "guard")
    driver.run(injure(driver.g, 0, "bruised"), ("column:red",), (f"die:{pushed}",))
    crew = explorer(state, 0)
    assert [injury.kind for injury in crew.injuries] == ["bruised"]
    assert crew.injury_columns == [True, False, False]
    assert dice(state, 0, "spent") == [pushed]


@rule("ISS-193")
def test_never_more_than_three_injury_dice() -> None:
    state = on_planet()
    crew = explorer(state, 0)
    crew.injury_columns = [True, True, True]
    driver = Driver(state)
    driver.run(add_injury_die(driver.g, crew))
    assert crew.injury_columns == [True, True, True]
    assert not driver.asked


@rule("ISS-194")
def test_an_empty_injury_pile_gives_wounded() -> None:
    state = on_planet()
    state.injury_deck["fever"] = 0
    driver = Driver(state)
    driver.run(injure(driver.g, 0, "fever"))
    assert explorer(state, 0).injuries[0].kind == "wounded"


@rule("ISS-195", "ISS-EX73", "ISS-196", "ISS-EX74", "ISS-197", "ISS-095")
def test_the_fourth_card_calls_for_the_evac_flipped_ones_included() -> None:
    state = on_planet()
    hurt(state, 0, "wounded", "bruised")
    crew = explorer(state, 0)
    crew.injuries[0].flipped = True
    driver = Driver(state)
    driver.run(injure(driver.g, 0, "bruised"))
    assert not state.exploration.evac
    crew.injury_columns[0] = False
    assert len(crew.injuries) == 3
    driver.run(injure(driver.g, 0, "bruised"))
    assert state.exploration.evac

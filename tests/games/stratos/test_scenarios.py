"""The nine scenarios: section 15."""

from __future__ import annotations

import msgspec

from app.games.stratos.board import squares
from app.games.stratos.buying import hire_squares
from app.games.stratos.components import SCENARIOS, TOMBOLO
from app.games.stratos.scoring import points
from app.games.stratos.setup import setup
from app.games.stratos.spells import EFFECTS
from app.games.stratos.state import Options, State
from app.kernel import Rng
from tests.games.stratos.situations import GAME, SEATS, Table, add, board, give, purse, set_special, teach, tile
from tests.rules import rule


def fresh(scenario: str, seed: str = "x") -> State:
    return setup(SEATS[scenario], Options(scenario=scenario), Rng(seed))  # type: ignore[arg-type]


def units(state: State) -> list[tuple[int, str, tuple[int, int]]]:
    return [(unit.seat, unit.cls, unit.at) for unit in state.units]


def covered(state: State) -> dict[tuple[int, int], str]:
    return {at: t.special for at, t in squares(state) if t.covered}


def wins(table: Table) -> tuple[int, ...] | None:
    return table.session.outcome.winners if table.session.outcome else None


@rule("STR-156", "STR-163", "STR-169", "STR-172")
def test_free_for_alls() -> None:
    corners = {
        "ffa2": [(0, 0), (5, 5)],
        "ffa3": [(0, 0), (0, 6), (6, 3)],
        "ffa4": [(0, 0), (0, 6), (6, 6), (6, 0)],
        "ffa5": [(0, 4), (3, 8), (8, 7), (8, 1), (3, 0)],
    }
    for scenario, starts in corners.items():
        state = fresh(scenario)
        assert units(state) == [(seat, "peasant", at) for seat, at in enumerate(starts)]
        assert sorted(covered(state).values()) == ["academy", "cathedral", "fortress", "quarry"]
        assert GAME.teams(state) == []
        state = board(scenario, units=True, target=5)
        state.players[-1].hoard = 5
        table = Table(state)
        table.do(sorted(table.of("travel:"))[0])
        assert wins(table) == (len(starts) - 1,)


@rule("STR-157", "STR-158")
def test_sacred_cathedral_setup() -> None:
    drawn = set()
    for seed in "abcdefgh":
        state = fresh("cathedral2", seed)
        assert units(state) == [
            (0, "mage", (1, 1)),
            (0, "mage", (1, 3)),
            (1, "peasant", (7, 1)),
            (1, "soldier", (7, 3)),
        ]
        assert tile(state, (7, 1)).kind == "P"
        assert tile(state, (7, 3)).kind == "D"
        assert (state.pools[0].gems, state.pools[0].oak) == (1, 1)
        assert not any(card.id.startswith("georotate") for card in state.decks["sorcerer"])
        assert set(covered(state)) == {(3, 1), (3, 3)}
        assert sorted([*covered(state).values(), *state.unused]) == ["academy", "fortress", "quarry"]
        drawn.add(state.unused[0])
        assert tile(state, (0, 2)).special == "cathedral"
        assert not tile(state, (0, 2)).covered
    assert len(drawn) == 3


@rule("STR-159", "STR-182", "STR-EX51")
def test_p2_wins_by_landing_on_the_cathedral() -> None:
    state = board("cathedral2")
    soldier = add(state, 1, "soldier", (1, 2))
    add(state, 0, "mage", (1, 1))
    state.slot = state.actor = 1
    table = Table(state).act(soldier, "travel:0,2")
    assert wins(table) == (1,)
    state = board("cathedral2")
    add(state, 1, "soldier", (1, 2))
    add(state, 0, "mage", (0, 2))
    state.slot = state.actor = 1
    Table(state).refused("travel:0,2", reason="C1 is occupied", by="STR-010")
    state = board("cathedral2")
    foe, mage = add(state, 1, "soldier", (1, 2)), add(state, 0, "mage", (2, 2))
    teach(state, 0, "gale")
    table = Table(state).act(mage, "cast:gale", f"unit:{foe.id}", "north")
    assert wins(table) == (1,)  # whoever caused it


@rule("STR-159", "STR-160", "STR-154")
def test_points_of_p2_win_nothing_in_scenario_two() -> None:
    state = board("cathedral2", units=True)
    state.players[1].hoard = 12
    table = Table(state).do("harvest")
    assert wins(table) is None
    table.player(0).hoard = 10
    table.pick(table.state.units[1]).do("defend")
    assert wins(table) is None  # Defend changes no points; the next check does
    table.do(sorted(table.of("travel:"))[0])
    assert wins(table) == (0,)
    state = board("cathedral2")
    add(state, 0, "mage", (1, 1))
    state.phase = "end"
    assert wins(Table(state)) == (0,)


@rule("STR-161", "STR-208")
def test_destroying_the_cathedral_loses() -> None:
    state = board("cathedral2")
    sorcerer = add(state, 0, "mage", (1, 2), promoted=True)
    add(state, 1, "soldier", (7, 3))
    teach(state, 0, "sinkhole")
    table = Table(state).act(sorcerer, "cast:sinkhole", "tile:0,2")
    assert set(table.options()) == {"sure", "back"}
    table.do("back").act(sorcerer, "cast:sinkhole", "tile:0,2", "sure")
    assert wins(table) == (1,)


@rule("STR-162", "STR-119", "STR-132")
def test_whoever_is_hired_onto_the_cathedral_has_not_landed() -> None:
    state = board("cathedral2")
    soldier = add(state, 1, "soldier", (1, 2))
    add(state, 0, "mage", (5, 1))
    purse(state, 1, oak=1, nickel=2)
    state.slot = state.actor = 1
    table = Table(state).act(soldier, "defend", "buy", "hire:soldier", "tile:0,2")
    assert wins(table) is None
    hired = table.state.units[-1]
    assert (hired.at, hired.cathedral) == ((0, 2), True)  # the first on it has its bonus
    assert table.seat == 0, "nothing more can be bought"
    table.end_turn()
    table.act(soldier, "travel:1,1").act(hired, "travel:1,2")
    assert wins(table) is None
    table.act(hired, "travel:0,2")
    assert wins(table) == (1,)


@rule("STR-162")
def test_p1_may_hire_onto_the_cathedral() -> None:
    state = board("cathedral2")
    add(state, 0, "mage", (1, 2))
    assert (0, 2) in hire_squares(state, 0, "soldier")


@rule("STR-164", "STR-165")
def test_reclusive_sorcerer_setup() -> None:
    state = fresh("sorcerer3")
    assert units(state) == [
        (0, "mage", (1, 3)),
        (1, "peasant", (6, 0)),
        (1, "soldier", (7, 0)),
        (2, "peasant", (6, 6)),
        (2, "soldier", (7, 6)),
    ]
    assert state.units[0].promoted
    assert GAME.teams(state) == [(1, 2)]
    assert set(covered(state)) == {(5, 1), (5, 5)}
    assert sorted([*covered(state).values(), *state.unused]) == ["academy", "cathedral", "fortress"]
    caster = state.units[0]
    targets = {plan[0] for plan in EFFECTS["sinkhole"].plans(state, caster)}
    assert "tile:0,3" not in targets
    assert "tile:0,2" in targets


@rule("STR-166")
def test_allies_have_separate_turns_and_are_no_enemies() -> None:
    state = board("sorcerer3", units=True)
    purse(state, 1, corn=4)
    table = Table(state)
    assert table.pool(2).corn == 0
    seats = []
    for _ in range(3):
        seats.append(table.seat)
        table.end_turn()
    assert seats == [0, 1, 2]
    state = board("sorcerer3")
    explorer, mage = add(state, 1, "explorer", (6, 0)), add(state, 1, "mage", (6, 1))
    ally = add(state, 2, "peasant", (7, 0), health=1)
    give(state, 1, "fire_flask", "siren_conch")
    for title in ("spark", "firebolt", "frost_snare", "wither"):
        assert not list(EFFECTS[title].plans(state, mage))
    assert list(EFFECTS["mend"].plans(state, mage)) == [(f"unit:{ally.id}",)]
    assert (f"unit:{ally.id}",) in list(EFFECTS["ward"].plans(state, mage))
    state.slot = state.actor = 1
    assert not Table(state).pick(explorer).of("use:")


@rule("STR-028", "STR-167", "STR-EX52")
def test_holding_the_quarry() -> None:
    for pushed in (False, True):
        state = board("sorcerer3")
        state.arrival = False
        mage = add(state, 0, "mage", (0, 2))
        add(state, 1, "peasant", (6, 0))
        soldier = add(state, 2, "soldier", (1, 3))
        teach(state, 0, "gale")
        state.slot = state.actor = 2
        table = Table(state).act(soldier, "travel:0,3")
        assert wins(table) is None
        table.end_turn()
        if pushed:
            table.act(mage, "cast:gale", f"unit:{soldier.id}", "south", "1")
        table.end_turn().end_turn()
        assert wins(table) == (None if pushed else (1, 2))


@rule("STR-167", "STR-168")
def test_where_arriving_at_the_quarry_is_enough() -> None:
    """By travel, by a spell of the Sorcerer, or hired onto it; but not for P1."""
    state = board("sorcerer3")
    soldier = add(state, 2, "soldier", (1, 3))
    add(state, 0, "mage", (4, 3))
    state.slot = state.actor = 2
    assert wins(Table(state).act(soldier, "travel:0,3")) == (1, 2)
    state = board("sorcerer3")
    mage, foe = add(state, 0, "mage", (0, 2)), add(state, 1, "soldier", (1, 3))
    teach(state, 0, "gale")
    assert wins(Table(state).act(mage, "cast:gale", f"unit:{foe.id}", "north")) == (1, 2)
    for arrival in (True, False):
        state = board("sorcerer3")
        state.arrival = arrival
        soldier = add(state, 1, "soldier", (1, 3))
        add(state, 0, "mage", (4, 3))
        purse(state, 1, oak=1, nickel=2)
        state.slot = state.actor = 1
        table = Table(state).act(soldier, "defend", "buy", "hire:soldier", "tile:0,3")
        assert wins(table) == ((1, 2) if arrival else None)
    state = board("sorcerer3")
    mage = add(state, 0, "mage", (1, 3))
    add(state, 1, "soldier", (7, 0))
    assert wins(Table(state).act(mage, "travel:0,3")) is None


@rule("STR-167")
def test_a_match_that_began_under_the_older_rules_goes_on_with_them() -> None:
    """What is stored without these facts is read as it was meant: the Quarry is held, Gems do not hoard."""
    kept = msgspec.to_builtins(board("sorcerer3", units=True))
    for name in ("arrival", "gem_hoards", "printed"):
        del kept[name]
    for line in kept["grid"]:
        for here in line:
            if here is not None:
                del here["fresh"]
    kept["only_buy"] = True
    state = msgspec.convert(kept, State)
    assert (state.arrival, state.gem_hoards, state.printed) == (False, False, False)
    assert not any(t.fresh for _, t in squares(state))
    table = Table(state)
    table.do(sorted(table.of("travel:"))[0])
    assert wins(table) is None


@rule("STR-167", "STR-168")
def test_points_and_placement_in_scenario_four() -> None:
    state = board("sorcerer3", units=True)
    state.players[1].hoard = 20
    table = Table(state)
    table.do(sorted(table.of("travel:"))[0])
    assert wins(table) is None
    table.player(0).hoard = 10
    table.do(sorted(table.of("travel:"))[0])
    assert wins(table) == (0,)
    state = board("sorcerer3")
    add(state, 1, "soldier", (1, 3))
    assert (0, 3) in hire_squares(state, 1, "soldier")


@rule("STR-168", "STR-154")
def test_p1_wins_when_both_allies_are_out() -> None:
    state = board("sorcerer3")
    add(state, 0, "mage", (1, 3))
    add(state, 2, "soldier", (7, 6))
    state.phase = "end"
    table = Table(state)
    assert table.player(1).eliminated
    assert wins(table) is None
    state = board("sorcerer3")
    add(state, 0, "mage", (1, 3))
    assert wins(Table(state).end_turn()) == (0,)


@rule("STR-170")
def test_rush_the_mountains() -> None:
    outer, inner = set(), set()
    for seed in "abcdefghij":
        state = fresh("rush4", seed)
        found = covered(state)
        assert {found[3, 2], found[3, 4]} == {"cathedral", "quarry"}
        assert {found[0, 3], found[6, 3]} == {"academy", "fortress"}
        outer.add(found[0, 3])
        inner.add(found[3, 2])
    assert len(outer) == len(inner) == 2
    assert units(state) == [(n, "peasant", at) for n, at in enumerate(((0, 0), (0, 6), (6, 6), (6, 0)))]
    mountains = {at for at, t in squares(state) if t.kind == "M"}
    assert len(mountains) == 7
    assert all(2 <= row <= 4 and 2 <= col <= 4 for row, col in mountains)


@rule("STR-171")
def test_treasures_and_treachery() -> None:
    state = fresh("treasure4")
    assert units(state) == [(n, "explorer", at) for n, at in enumerate(((1, 3), (3, 5), (5, 3), (3, 1)))]
    assert len(covered(state)) == 4


@rule("STR-173")
def test_tombolo_setup() -> None:
    state = fresh("tombolo5")
    assert units(state) == [
        (0, "peasant", (6, 3)),
        (0, "archer", (5, 3)),
        (1, "peasant", (6, 5)),
        (1, "archer", (5, 5)),
        (2, "peasant", (2, 1)),
        (3, "peasant", (0, 4)),
        (4, "peasant", (2, 7)),
    ]
    assert [tile(state, at).kind for at in ((6, 3), (6, 5), (5, 3), (5, 5))] == ["P", "P", "F", "F"]
    assert SCENARIOS["tombolo5"].removed == ("pandoras_box", "georotate", "geoslide", "sinkhole")
    assert GAME.teams(state) == [(0, 1), (2, 3, 4)]


@rule("STR-174", "STR-209")
def test_a_side_acts_seat_by_seat_and_buys_together() -> None:
    state = board("tombolo5", units=True)
    purse(state, 0, 2, 2, 2, 2)
    mage = add(state, 1, "mage", (7, 4), spirit=1, defend=True)
    table = Table(state)
    assert table.seat == 0
    assert "buy" in table.options()
    table.do("buy")
    assert table.seat == 1
    assert table.phase == "action"
    table.do("buy")
    assert table.phase == "buy"
    assert sorted(table.session.asks) == [0, 1]
    table.do("pass", seat=0)
    assert sorted(table.session.asks) == [1]
    table.do("hoard", seat=1)
    assert sorted(table.session.asks) == [0, 1]  # a purchase clears the buttons
    table.do("pass", seat=1)
    table.do("pass", seat=0)
    assert table.seat == 2
    assert table.state.turn == 2
    table.do("buy", "buy", "buy")  # nobody of the other side can buy anything
    assert table.seat == 0
    assert table.unit(mage).spirit == 2
    assert not table.unit(mage).defend


@rule("STR-175", "STR-108")
def test_a_side_has_one_pool() -> None:
    state = board("tombolo5", units=True)
    assert len(state.pools) == 2
    purse(state, 0, corn=3, nickel=2, oak=1)
    table = Table(state).do("harvest", "buy", "buy")
    assert table.pool(1) is table.pool(0)
    assert table.pool(1).corn == 4
    assert "hire:soldier" in table.options(1)
    table.do("hire:soldier", seat=1)
    table.do(sorted(table.of("tile:", 1))[0], seat=1)
    assert table.state.units[-1].seat == 1


@rule("STR-176", "STR-115")
def test_you_means_the_side_for_placement_goals_and_discounts() -> None:
    state = board("tombolo5")
    for at, special in (((3, 2), "academy"), ((3, 6), "fortress"), ((9, 3), "quarry"), ((9, 5), "cathedral")):
        set_special(state, at, special, covered=False)
    one, _two = add(state, 0, "archer", (9, 3)), add(state, 1, "archer", (9, 5))
    third = add(state, 1, "peasant", (2, 2), occupies="academy")
    add(state, 2, "peasant", (0, 4))
    one.actions = []
    table = Table(state).do("buy").act(third, "travel:3,2")
    assert table.player(0).occupy_token
    assert not table.player(1).occupy_token
    assert points(table.state, 0) + points(table.state, 1) == 2
    assert set(hire_squares(table.state, 0, "soldier")) == {(2, 2), (3, 1), (3, 3)}


@rule("STR-177", "STR-EX53")
def test_the_defenders_add_up_their_points() -> None:
    state = board("tombolo5", units=True)
    state.players[0].hoard, state.players[1].hoard = 6, 3
    purse(state, 0, 1, 1, 1, 1)
    table = Table(state).do("buy", "buy")
    table.do("hoard", seat=1)
    assert wins(table) == (0, 1)
    state = board("tombolo5", units=True)
    for seat in (2, 3, 4):
        state.players[seat].hoard = 9
    table = Table(state).do("travel:7,3")
    assert wins(table) is None  # STR-178


@rule("STR-028", "STR-178", "STR-EX54")
def test_holding_the_tombolo() -> None:
    for blown_off in (False, True):
        state = board("tombolo5")
        explorer = add(state, 0, "explorer", (6, 4))
        soldier = add(state, 3, "soldier", (3, 3))
        add(state, 2, "peasant", (0, 4))
        give(state, 0, "siren_conch")
        state.slot, state.actor = 1, 3
        table = Table(state).act(soldier, "travel:4,3").end_turn()
        assert wins(table) is None
        assert table.state.holders == [soldier.id]
        table.act(explorer, "use:siren_conch", f"unit:{soldier.id}", "tile:3,3" if blown_off else "tile:4,4")
        table.end_turn()
        assert wins(table) == (None if blown_off else (2, 3, 4))


@rule("STR-178")
def test_arriving_in_the_same_turn_start_is_not_holding() -> None:
    state = board("tombolo5")
    add(state, 0, "archer", (8, 4))
    add(state, 3, "soldier", (4, 3))
    state.slot, state.phase = 0, "end"
    table = Table(state)
    assert wins(table) is None
    assert table.seat == 3


@rule("STR-179")
def test_attackers_may_hire_onto_the_tombolo() -> None:
    assert set(TOMBOLO) == {(row, col) for row in (4, 5, 6) for col in (3, 4, 5)}
    state = board("tombolo5")
    add(state, 3, "soldier", (4, 4))
    add(state, 0, "archer", (5, 3))
    assert set(hire_squares(state, 2, "soldier")) == {(3, 4), (4, 3), (4, 5), (5, 4)}
    assert (4, 3) in hire_squares(state, 0, "soldier")


@rule("STR-178", "STR-179")
def test_a_unit_hired_onto_the_tombolo_holds_it() -> None:
    state = board("tombolo5")
    add(state, 0, "archer", (8, 0))
    soldier = add(state, 3, "soldier", (3, 4))
    purse(state, 3, oak=1, nickel=2)
    state.slot, state.actor = 1, 3
    table = Table(state).act(soldier, "defend", "buy")
    table.do("hire:soldier", "tile:4,4", seat=3).end_turn()
    assert table.state.holders == [table.state.units[-1].id]
    assert wins(table.end_turn()) == (2, 3, 4)

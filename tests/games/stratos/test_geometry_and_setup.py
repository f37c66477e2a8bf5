"""Words, geometry and setup: sections 1 and 2."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any

import pytest

from app.games.stratos import board as b
from app.games.stratos.components import CARDS, CLASSES, SCENARIOS, SPELLS, TRIBES
from app.games.stratos.setup import setup
from app.games.stratos.state import Options, Pool, State
from app.kernel import Refused, Rng, Session
from tests.games.stratos.situations import GAME, SEATS, Table, add, board, give, purse, set_special, stack, teach, tile
from tests.rules import rule

CORN, CORN_AND_OAK = {"corn": 1}, {"corn": 1, "oak": 1}
LATE: dict[str, tuple[dict[str, int], ...]] = {
    "ffa2": (CORN,),
    "ffa3": (CORN, CORN_AND_OAK),
    "ffa4": (CORN, CORN, CORN_AND_OAK),
    "rush4": (CORN, CORN, CORN_AND_OAK),
    "treasure4": ({}, CORN, CORN),
    "ffa5": ({}, CORN, CORN, CORN_AND_OAK),
}


def start(scenario: str, seats: int | None = None, seed: str = "s", **options: object) -> Session[State]:
    return Session.start(GAME, seats=seats or SEATS[scenario], options={"scenario": scenario, **options}, seed=seed)


@rule("STR-001", "STR-013", "STR-EX06")
def test_a_scenario_has_its_own_number_of_seats() -> None:
    for scenario, seats in SEATS.items():
        assert len(start(scenario).state.players) == seats
        for wrong in {2, 3, 4, 5} - {seats}:
            with pytest.raises(Refused):
                start(scenario, wrong)
    for seats in (1, 6):
        with pytest.raises(Refused):
            start("ffa", seats)
    with pytest.raises(Refused, match="exactly 3 players"):
        start("ffa3", 4)
    assert [start("ffa", n).state.scenario for n in (2, 3, 4, 5)] == ["ffa2", "ffa3", "ffa4", "ffa5"]


@rule("STR-002")
def test_sides_of_several_seats_only_in_scenarios_four_and_nine() -> None:
    for scenario, seats in SEATS.items():
        sides = start(scenario).state.sides
        if scenario == "sorcerer3":
            assert sides == [[0], [1, 2]]
        elif scenario == "tombolo5":
            assert sides == [[0, 1], [2, 3, 4]]
        else:
            assert sides == [[seat] for seat in range(seats)]
    state = board("sorcerer3")
    assert b.friendly(state, 1, 2)
    assert not b.friendly(state, 0, 1)
    mine, ally, foe = add(state, 1, "soldier", (6, 0)), add(state, 2, "soldier", (7, 0)), add(state, 0, "mage", (1, 3))
    assert b.enemies_of(state, 1) == [foe]
    assert b.units_of(state, 1) == [mine]
    assert ally not in b.enemies_of(state, 1)


@rule("STR-003", "STR-EX03")
def test_a_class_covers_its_promoted_form() -> None:
    assert [(c.name, c.promoted) for c in CLASSES.values()] == [
        ("Peasant", "Cultivator"),
        ("Soldier", "Knight"),
        ("Archer", "Marksman"),
        ("Mage", "Sorcerer"),
        ("Explorer", "Swashbuckler"),
    ]
    state = board()
    mage = add(state, 0, "mage", (0, 0), spirit=1)
    sorcerer = add(state, 0, "mage", (1, 1), promoted=True, spirit=1)
    user = add(state, 0, "explorer", (0, 1))
    give(state, 0, "spirit_incense")
    teach(state, 0, "recall")  # a Sorcerer Spell names the promoted form only
    table = Table(state).act(user, "use:spirit_incense")
    assert table.of("unit:") == {f"unit:{mage.id}", f"unit:{sorcerer.id}"}
    table.do("back")
    sorcerer_now = table.unit(sorcerer)
    sorcerer_now.spirit = 7
    assert "cast:recall" in table.pick(sorcerer).options()
    table.unit(mage).spirit = 3
    assert "cast:recall" not in table.pick(mage).options()


@rule("STR-004")
def test_a_unit_stays_itself_when_retrained_or_promoted() -> None:
    state = board()
    unit = add(state, 0, "peasant", (0, 0), equipment=["oak_shield"], fortress=True, snare=True, cathedral=True)
    purse(state, 0, nickel=5, oak=5)
    table = Table(state).do("harvest", "buy", f"retrain:{unit.id}:soldier", f"promote:{unit.id}")
    now = table.unit(unit)
    assert b.form(now) == "Knight"
    assert now.equipment == unit.equipment
    assert (now.fortress, now.cathedral, now.snare, now.actions) == (True, True, True, ["harvest"])


@rule("STR-005")
def test_values_run_from_zero_to_the_maximum() -> None:
    state = board()
    unit = add(state, 0, "soldier", (0, 0), health=5)
    assert b.heal(unit, 4) == 1
    assert unit.health == 6
    mage = add(state, 0, "mage", (0, 1), spirit=3)
    table = Table(state).end_turn().end_turn()
    assert table.unit(mage).spirit == 3


@rule("STR-006", "STR-009", "STR-012")
def test_land_lagoons_and_voids() -> None:
    state = board("ffa3")
    lagoon, special, prairie = tile(state, (0, 3)), tile(state, (1, 3)), tile(state, (0, 0))
    for cls in CLASSES:
        assert b.may_stand(cls, lagoon) == (cls == "explorer")
        assert b.may_stand(cls, special)
        assert b.may_stand(cls, prairie)
        assert not b.may_stand(cls, b.tile_at(state, (3, 0)))
    assert b.is_ordinary(lagoon)
    assert not b.is_ordinary(special)
    assert not b.is_ordinary_land(lagoon)
    purse(state, 0, gems=3)
    add(state, 0, "peasant", (0, 0))
    table = Table(state).do("buy")
    assert table.of("hire:") == {f"hire:{cls}" for cls in CLASSES}
    table.do("hire:archer")
    table.do(sorted(table.of("tile:"))[0])
    assert table.pool(0).gems == 0


@rule("STR-007", "STR-010", "STR-039", "STR-EX01")
def test_neighbours_share_an_edge() -> None:
    state = board()
    soldier = add(state, 0, "soldier", (2, 2))
    assert set(b.neighbours(state, (2, 2))) == {(1, 2), (3, 2), (2, 1), (2, 3)}
    assert [b.ground(tile(state, at)) for at in ((1, 2), (3, 2), (2, 1), (2, 3))] == [
        "Lagoon",
        "Mountain",
        "covered special",
        "Mountain",
    ]
    assert Table(state).pick(soldier).of("travel:") == {"travel:3,2", "travel:2,1", "travel:2,3"}
    assert b.distance((2, 2), (1, 1)) == 2
    add(state, 1, "peasant", (2, 3))
    assert Table(state).of("travel:") == {"travel:3,2", "travel:2,1"}


@rule("STR-008", "STR-EX02")
def test_range_is_rows_plus_columns() -> None:
    state = board("ffa3")
    assert b.distance((0, 0), (6, 3)) == 9
    assert all(b.tile_at(state, (row, 0)) is None for row in range(3, 7))


@rule("STR-014")
def test_the_target_can_be_set_from_five_to_twenty() -> None:
    assert start("ffa2").state.target == 10
    assert start("ffa2", target=5).state.target == 5
    assert start("ffa2", target=20).state.target == 20
    for wrong in (4, 21):
        with pytest.raises(Refused):
            start("ffa2", target=wrong)
    state = board(target=6)
    state.players[0].hoard = 5
    purse(state, 0, 1, 1, 1, 1)
    add(state, 0, "peasant", (0, 0))
    assert Table(state).do("buy", "hoard").session.outcome is not None


@rule("STR-015", "STR-EX04")
def test_every_square_gets_a_tile_of_its_type() -> None:
    state = start("ffa2").state
    kinds = Counter(t.kind for _, t in b.squares(state))
    assert kinds == {"P": 8, "M": 6, "D": 6, "F": 8, "L": 4, "S": 4}
    assert {kind: len(pile) for kind, pile in state.supply.items()} == {"P": 10, "M": 12, "D": 12, "F": 10, "L": 20}
    signs = Counter((t.kind, t.sign) for t in [*(t for _, t in b.squares(state)), *chain(*state.supply.values())])
    assert signs["P", "I"] == 8
    assert signs["L", "tri"] == 3
    layouts = {tuple(t.sign for _, t in b.squares(start("ffa2", seed=f"{n}").state)) for n in range(5)}
    assert len(layouts) == 5


@rule("STR-016")
def test_covered_specials_lie_at_random() -> None:
    places = set()
    for number in range(12):
        state = start("ffa2", seed=f"{number}").state
        specials = [(at, t) for at, t in b.squares(state) if t.kind == "S"]
        assert all(t.covered for _, t in specials)
        assert sorted(t.special for _, t in specials) == ["academy", "cathedral", "fortress", "quarry"]
        places.add(tuple(t.special for _, t in specials))
    assert len(places) > 3
    assert not tile(start("cathedral2").state, (0, 2)).covered
    assert not tile(start("sorcerer3").state, (0, 3)).covered


@rule("STR-017")
def test_four_decks_without_the_removed_cards() -> None:
    sizes = {name: len(deck) for name, deck in start("ffa2").state.decks.items()}
    assert sizes == {"mage": 24, "sorcerer": 10, "land": 36, "lagoon": 20}
    state = start("tombolo5").state
    left = {card.id.partition("#")[0] for deck in state.decks.values() for card in deck}
    assert set(SPELLS) | set(CARDS) == left | {"georotate", "geoslide", "sinkhole", "pandoras_box"}
    assert len({tuple(c.id for c in start("ffa2", seed=f"{n}").state.decks["land"]) for n in range(4)}) == 4


@rule("STR-018", "STR-019", "STR-020", "STR-EX05")
def test_the_sorcerer_starts_with_two_spells() -> None:
    state = start("sorcerer3").state
    sorcerer = state.units[0]
    assert (b.form(sorcerer), sorcerer.health, sorcerer.spirit, sorcerer.defend) == ("Sorcerer", 4, 7, False)
    assert [(s.kind, s.up) for s in state.players[0].spells] == [("mage", False), ("sorcerer", False)]
    assert [(b.form(u), u.health) for u in b.units_of(state, 1)] == [("Peasant", 4), ("Soldier", 6)]
    assert not state.players[1].spells
    assert state.pools == [Pool(), Pool(oak=1, nickel=2), Pool(oak=1, nickel=2)]
    mages = start("cathedral2").state
    assert [s.kind for s in mages.players[0].spells] == ["mage", "mage"]
    assert all(not player.items and not player.permanents for player in mages.players)


@rule("STR-020", "STR-157", "STR-173")
@pytest.mark.parametrize("scenario", SEATS)
def test_as_printed_nobody_has_more_than_the_book_says(scenario: str) -> None:
    printed = {"cathedral2": {0: {"gems": 1}}, "lesson": {0: {"spice": 1}}}.get(scenario, {})
    for seed in range(4):
        options: Any = {"scenario": scenario, "start": "printed"}
        state = setup(SEATS[scenario], Options(**options), Rng(f"printed {seed}"))
        assert state.pools == [Pool(**printed.get(index, {})) for index in range(len(state.pools))]


@rule("STR-020")
@pytest.mark.parametrize(
    ("start", "told", "change"),
    [
        ("balanced", "The start is balanced", ("Oak", "1", "our balance")),
        ("printed", "The start is as printed", ("start", "as printed", "a balanced start would give {0} 1 Oak")),
    ],
)
def test_the_first_moment_tells_how_the_match_begins(start: str, told: str, change: tuple[str, str, str]) -> None:
    session = Session.start(GAME, seats=2, options={"scenario": "cathedral2", "start": start}, seed="begin")
    lines = session.log(None)
    assert any(line.text.startswith(told) for line in lines)
    moment = next(line.moment for line in lines if line.moment is not None)
    assert change in [(c.what, str(c.after), c.why) for c in moment.changes]
    assert ("Gems", "1", "the book grants it") in [(c.what, str(c.after), c.why) for c in moment.changes]


@rule("STR-020")
@pytest.mark.parametrize("scenario", SEATS)
def test_what_players_start_with(scenario: str) -> None:
    """Nothing, or what the scenario grants; where the first is drawn, later ones have a little more."""
    granted = {
        "cathedral2": {0: {"gems": 1, "oak": 1}},
        "ffa5": {0: {"corn": 1, "oak": 1}},
        "sorcerer3": {1: {"oak": 1, "nickel": 2}, 2: {"oak": 1, "nickel": 2}},
        "lesson": {0: {"spice": 1}},
        "tombolo5": {0: {"oak": 1, "nickel": 2}, 1: {"oak": 1, "nickel": 1}},  # a pool for each side
    }.get(scenario, {})
    later = LATE.get(scenario, ())
    firsts = set()
    for seed in range(12):
        state = start(scenario, seed=f"purse {seed}").state
        expected = dict(granted)
        for slot, goods in zip(state.slots[1:], later, strict=len(later) > 0):
            expected[slot[0]] = dict(Counter(expected.get(slot[0], {})) + Counter(goods))
        assert state.pools == [Pool(**expected.get(index, {})) for index in range(len(state.pools))]
        firsts.add(state.slots[0][0])
    assert len(firsts) > 1 or not later, "who begins is drawn, and the rest goes by it"


@rule("STR-021", "STR-112")
def test_resources_and_figures_never_run_out_and_cannot_be_given_away() -> None:
    state = board()
    add(state, 0, "peasant", (0, 0))
    purse(state, 0, 500, 500, 500, 500)
    table = Table(state).do("buy")
    for _ in range(4):
        table.do("hire:soldier")
        if table.of("tile:"):
            table.do(sorted(table.of("tile:"))[0])
    assert len(b.units_of(table.state, 0)) == 5
    assert not [name for name in table.options() if "give" in name or "sell" in name]
    assert table.pool(0).corn == 500


@rule("STR-022", "STR-189")
def test_units_show_everything() -> None:
    state = board()
    unit = add(state, 0, "mage", (0, 0), promoted=True, health=2, defend=True, ward=True, equipment=["oak_shield"])
    shown = next(u for u in GAME.public(state).units if u.id == unit.id)  # type: ignore[attr-defined]
    assert (shown.seat, shown.cls, shown.promoted, shown.health, shown.spirit) == (0, "mage", True, 2, 7)
    assert shown.defends
    assert [worn.title for worn in shown.equipment] == ["Oak Shield"]
    assert "ward" in {marker.id for marker in shown.markers}


@rule("STR-023")
def test_both_sides_of_the_class_cards_are_there() -> None:
    for kind in CLASSES.values():
        assert kind.summary
        assert kind.promoted_summary
    assert {c.id: (c.health, c.bonus, c.spirit, c.spirit_bonus) for c in CLASSES.values()} == {
        "peasant": (4, 1, 0, 0),
        "soldier": (6, 2, 0, 0),
        "archer": (5, 1, 0, 0),
        "mage": (4, 0, 3, 4),
        "explorer": (5, 1, 0, 0),
    }


@rule("STR-024")
def test_tribes_are_names_only() -> None:
    assert [player.tribe for player in start("ffa5").state.players] == list(TRIBES)
    assert TRIBES == ("Natau", "Dazso", "Lemkis", "Gruhll", "Avaleians")


@rule("STR-025")
def test_dice_are_rolled_by_the_server() -> None:
    seen = set()
    for number in range(60):
        state = board()
        add(state, 0, "peasant", (0, 0))
        table = Table(state, f"die {number}").do("power")
        (line,) = [line for line in table.session.log(None) if line.dice]
        seen.add(line.dice[0])
        assert line.proof == "dice:0"
    assert seen == {1, 2, 3, 4}


@rule("STR-026")
def test_who_begins() -> None:
    for scenario, data in SCENARIOS.items():
        firsts = {start(scenario, seed=f"{n}").state.slots[0][0] for n in range(25)}
        assert firsts == ({0} if data.p1_begins else set(range(data.seats)))
    order = next(s for s in (start("ffa4", seed=f"{n}").state.slots for n in range(20)) if s[0] == [2])
    assert order == [[2], [3], [0], [1]]


@rule("STR-011", "STR-119", "STR-131")
def test_any_move_onto_a_covered_special_is_landing_but_riding_is_not() -> None:
    state = board()
    set_special(state, (2, 1), "quarry")
    mage = add(state, 0, "mage", (2, 2), spirit=7, promoted=True)
    rider = add(state, 0, "peasant", (1, 1))
    teach(state, 0, "blink", "geoslide")
    table = Table(state).act(mage, "cast:blink", "tile:2,1")
    assert table.pool(0).gems == 2
    assert not tile(table.state, (2, 1)).covered
    state = board()
    mage = add(state, 0, "mage", (0, 0), promoted=True)
    rider = add(state, 0, "peasant", (1, 1))
    teach(state, 0, "geoslide")
    before = tile(state, (2, 1)).id
    table = Table(state).act(mage, "cast:geoslide", "tile:0,1", "tile:3,1")
    assert table.unit(rider).at == (2, 1)
    assert tile(table.state, (3, 1)).id == before
    assert tile(table.state, (3, 1)).covered
    stack(state, "land", "plague")


@rule("STR-015", "STR-016")
def test_a_random_map_deals_the_land_anew() -> None:
    printed = [list(row) for row in SCENARIOS["ffa2"].map]
    layouts = []
    for number in range(6):
        state = start("ffa2", seed=f"{number}", random_map=True).state
        kinds = [[t.kind if t else "." for t in row] for row in state.grid]
        assert Counter(chain(*kinds)) == Counter(chain(*printed)) - Counter("????") + Counter("SSSS")
        assert kinds[0][0] == kinds[5][5] == "P"
        assert all(
            (kind == "L") == (letter == "L")
            for a, c in zip(kinds, printed, strict=True)
            for kind, letter in zip(a, c, strict=True)
        )
        layouts.append(tuple(map(tuple, kinds)))
    assert len(set(layouts)) == 6

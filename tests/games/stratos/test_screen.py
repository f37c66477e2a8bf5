"""What the screen is given: the values of units, the score explained, private looks."""

from __future__ import annotations

import msgspec

from app.games.stratos.components import CARDS, CLASSES, SPELLS
from app.games.stratos.state import Result, State
from app.games.stratos.views import Private, Public, TribeView, UnitView, private, public
from tests.games.stratos.situations import add, board, give, set_sign, set_special, teach, tile
from tests.rules import rule


def unit_view(state: State, number: int) -> UnitView:
    return next(unit for unit in public(state).units if unit.id == number)


def tribe(state: State, seat: int) -> TribeView:
    return public(state).tribes[seat]


@rule("STR-022")
def test_a_unit_shows_all_its_values() -> None:
    state = board()
    unit = add(
        state, 0, "mage", (0, 0), promoted=True, health=2, spirit=5, defend=True, equipment=["trident", "longbow"]
    )
    seen = unit_view(state, unit.id)
    assert (seen.seat, seen.cls, seen.title, seen.promoted) == (0, "mage", "Sorcerer", True)
    assert (seen.health, seen.max_health, seen.spirit, seen.max_spirit, seen.defends) == (2, 4, 5, 7, True)
    assert [(worn.title, worn.works) for worn in seen.equipment] == [("Trident", True), ("Longbow", False)]
    assert [(strike.low, strike.high, strike.die, strike.miss) for strike in seen.strikes] == [(1, 2, 4, 0)]


@rule("STR-022")
def test_markers_and_reach_are_shown() -> None:
    state = board()
    snared = add(state, 0, "soldier", (0, 0), snare=True)
    booted = add(state, 0, "explorer", (2, 2), equipment=["trail_boots"])
    netted = add(state, 0, "archer", (5, 5), net=2, ward=True)
    assert [marker.id for marker in unit_view(state, snared.id).markers] == ["snare"]
    assert [marker.id for marker in unit_view(state, netted.id).markers] == ["net", "ward"]
    assert [unit_view(state, unit.id).step for unit in (snared, booted, netted)] == [0, 2, 0]
    assert [unit_view(state, unit.id).actions for unit in (snared, booted, netted)] == [2, 2, 0]
    assert unit_view(state, booted.id).swims
    assert not unit_view(state, snared.id).swims
    state.slot = 1
    assert unit_view(state, booted.id).actions is None, "it is not their turn"


@rule("STR-136", "STR-059")
def test_a_lasting_defence_looks_different_and_can_be_withered() -> None:
    state = board()
    unit = add(state, 0, "peasant", (0, 0), fortress=True)
    assert (unit_view(state, unit.id).defends, unit_view(state, unit.id).lasting) == (True, True)
    unit.wither = True
    assert (unit_view(state, unit.id).defends, unit_view(state, unit.id).lasting) == (False, False)


@rule("STR-023", "STR-191")
def test_the_reference_lists_every_class_and_card() -> None:
    lists = public(board()).lists
    assert [(c.title, c.promoted) for c in lists.classes] == [(c.name, c.promoted) for c in CLASSES.values()]
    assert {card.title for card in lists.spells} == {spell.title for spell in SPELLS.values()}
    assert {card.title for card in (*lists.land, *lists.lagoon)} == {card.title for card in CARDS.values()}
    assert sum(card.copies for card in lists.land) == 36
    assert sum(card.copies for card in lists.lagoon) == 20


@rule("STR-143", "STR-190")
def test_the_score_says_where_each_point_comes_from() -> None:
    state = board()
    add(state, 0, "mage", (0, 0), equipment=["oak_shield"])
    teach(state, 0, "spark", up=True)
    teach(state, 0, "gale")
    give(state, 0, "golden_idol")
    give(state, 0, "fire_flask", used=True)
    give(state, 0, "war_horn")
    state.players[0].hoard, state.players[0].defeats, state.players[0].occupy_token = 2, 1, True
    seen = tribe(state, 0)
    assert [point.points for point in seen.points] == [2, 1, 1, 3, 0, 2]
    assert seen.total == 9
    assert all(point.why for point in seen.points)


@rule("STR-190", "STR-192", "STR-193", "STR-196", "STR-199")
def test_face_down_cards_are_a_number_to_others_until_the_end() -> None:
    state = board()
    add(state, 0, "mage", (0, 0))
    teach(state, 0, "gale", "spark")
    give(state, 0, "war_horn")
    seen = tribe(state, 0)
    assert (seen.spells, seen.face_down, seen.items, seen.shown_items) == ((), {"mage": 2}, 1, ())
    mine = private(state, 0).dock.hand
    assert [spell.id for spell in mine.spells] == ["gale", "spark"]
    assert [card.id for card in mine.items] == ["war_horn"]
    theirs = private(state, 1).dock.hand
    assert (theirs.spells, theirs.items) == ((), ())
    state.players[0].spells[1].named = True
    assert [spell.title for spell in tribe(state, 0).spells] == ["Spark"]
    assert tribe(state, 0).face_down == {"mage": 1}
    state.result = Result((0,), "test")
    assert [spell.title for spell in tribe(state, 0).spells] == ["Gale", "Spark"]
    assert [card.title for card in tribe(state, 0).shown_items] == ["War Horn"]


@rule("STR-189", "STR-194", "STR-195", "STR-199")
def test_undersides_and_specials_are_hidden_and_a_look_is_private() -> None:
    state = board()
    set_special(state, (1, 4), "quarry")
    set_sign(state, (0, 0), "tri")
    tile(state, (0, 0)).seen = [1]

    def at(row: int, col: int) -> tuple[str, str]:
        found = next(t for t in public(state).tiles if (t.row, t.col) == (row, col))
        return found.terrain, found.sign

    assert at(1, 4) == ("covered", "")
    assert at(0, 0) == ("prairie", "")
    assert b"quarry" not in msgspec.json.encode((public(state).tiles, public(state).turn, private(state, 0)))
    assert [(look.id, look.sign) for look in private(state, 1).looks] == [("0-0", "tri")]
    assert private(state, 0).looks == ()
    tile(state, (0, 0)).searched = True
    assert at(0, 0) == ("prairie", "tri")
    assert private(state, 1).looks == ()
    state.result = Result((0,), "test")
    assert at(1, 4)[0] == "quarry"
    assert all(t.sign for t in public(state).tiles if not t.special)


@rule("STR-194")
def test_a_card_seen_in_a_deck_stays_visible_to_the_one_who_looked() -> None:
    state = board()
    state.decks["land"][0].seen = [0]
    state.decks["lagoon"][-1].seen = [0]
    assert [(peek.deck, peek.place) for peek in private(state, 0).dock.peeks] == [
        ("Land Exploration", "on top"),
        ("Lagoon Exploration", "at the bottom"),
    ]
    assert private(state, 1).dock.peeks == ()


def test_every_field_of_the_views_has_a_template() -> None:
    from tests.servers import ROOT

    for field in (*Public.__struct_fields__, *Private.__struct_fields__):
        folder = "regions" if field == "now" else "games/stratos"
        assert (ROOT / "templates" / folder / f"{field}.html").exists(), field


def test_the_unit_whose_actions_are_listed_is_shown_to_its_player_alone() -> None:
    state = board()
    first = add(state, 0, "soldier", (0, 0))
    second = add(state, 0, "peasant", (2, 2))
    assert private(state, 0).active == first.at
    state.selected = second.id
    assert private(state, 0).active == second.at
    assert private(state, 1).active is None

"""Public and private, decisions online, takebacks: sections 17 to 19."""

from __future__ import annotations

import msgspec
import pytest

from app.games.stratos.board import is_ordinary, neighbours, spot, squares
from app.games.stratos.knowledge import resample
from app.games.stratos.scoring import points
from app.games.stratos.views import private
from app.kernel import Option, Refused, Rng, Stale, encode_state
from tests.games.stratos.situations import (
    GAME,
    Table,
    add,
    board,
    give,
    purse,
    set_sign,
    set_special,
    stack,
    teach,
    tile,
)
from tests.rules import rule


def seen_by(state, seat) -> str:  # type: ignore[no-untyped-def]
    return msgspec.json.encode(GAME.view(state, seat)).decode()


@rule("STR-190", "STR-191")
def test_what_is_public() -> None:
    state = board()
    add(state, 0, "mage", (0, 0))
    purse(state, 0, 1, 2, 3, 4, 5)
    teach(state, 0, "spark", up=True)
    teach(state, 0, "mend", "ward", "recall")
    give(state, 0, "golden_idol", "fire_flask", "war_horn")
    give(state, 0, "pearl_purse", used=True)
    state.discards["land"].append(state.decks["land"].pop(0).id)
    public = GAME.view(state, None).public
    tribe = public.tribes[0]
    assert (tribe.purse.corn, tribe.purse.nickel, tribe.purse.spice, tribe.purse.oak, tribe.purse.gems) == (
        1,
        2,
        3,
        4,
        5,
    )
    assert [spell.title for spell in tribe.spells] == ["Spark"]
    assert tribe.face_down == {"mage": 2, "sorcerer": 1}
    assert tribe.items == 2
    assert [card.title for card in tribe.permanents] == ["Golden Idol"]
    assert [card.title for card in tribe.used] == ["Pearl Purse"]
    assert len(public.piles.decks) == 4
    assert len(public.piles.supply) == 5
    sizes = {pile.title: pile.size for pile in public.piles.decks}
    assert sizes["Sorcerer Spells"] == 9
    assert any(pile.discards for pile in public.piles.decks)


@rule("STR-192", "STR-193", "STR-196", "STR-197")
def test_private_cards_are_seen_by_their_owner_only() -> None:
    state = board("sorcerer3")
    add(state, 1, "mage", (6, 0))
    add(state, 2, "peasant", (6, 6))
    teach(state, 1, "scry")
    teach(state, 1, "haste", lost=True)
    give(state, 1, "war_horn")
    mine = GAME.view(state, 1).private.dock.hand
    assert {spell.title for spell in mine.spells} == {"Scry", "Haste"}
    assert [c.title for c in mine.items] == ["War Horn"]
    state = msgspec.msgpack.decode(encode_state(state), type=type(state))
    for seat in (0, 2, None):  # foe, ally, spectator: the same to them whatever the cards are
        other = resample(msgspec.msgpack.decode(encode_state(state), type=type(state)), seat, Rng("another world"))
        assert seen_by(other, seat) == seen_by(state, seat)
    worlds = {
        resample(msgspec.msgpack.decode(encode_state(state), type=type(state)), 2, Rng(f"{n}")).players[1].spells[0].id
        for n in range(20)
    }
    assert len(worlds) > 5


@rule("STR-194", "STR-195", "STR-196")
def test_looks_are_private_and_the_rest_is_hidden_from_all() -> None:
    state = board("sorcerer3")
    add(state, 1, "mage", (6, 0))
    add(state, 2, "peasant", (6, 6))
    tile(state, (6, 1)).seen = [1]
    state.decks["land"][0].seen = [1]
    view = GAME.view(state, 1)
    assert [(look.row, look.col) for look in view.private.looks] == [(6, 1)]
    assert len(view.private.dock.peeks) == 1
    assert not GAME.view(state, 2).private.looks
    assert not GAME.view(state, 2).private.dock.peeks
    signs, specials, decks = set(), set(), set()
    for number in range(12):
        other = resample(msgspec.msgpack.decode(encode_state(state), type=type(state)), 1, Rng(f"{number}"))
        assert tile(other, (6, 1)).sign == tile(state, (6, 1)).sign
        assert other.decks["land"][0].id == state.decks["land"][0].id
        signs.add(tuple(t.sign for row in other.grid for t in row if t))
        specials.add(tile(other, (5, 1)).special)
        decks.add(tuple(card.id for card in other.decks["mage"]))
    assert len(signs) == len(decks) == 12
    assert len(specials) == 3


@rule("STR-198")
def test_others_see_only_who_decides() -> None:
    state = board()
    mage = add(state, 0, "mage", (3, 3))
    add(state, 1, "soldier", (3, 2))
    add(state, 1, "soldier", (3, 4))
    teach(state, 0, "spark")
    table = Table(state)
    before = seen_by(table.state, 1)
    waiting = table.session.waiting
    table.act(mage, "cast:spark")
    assert seen_by(table.state, 1) == before
    assert table.session.waiting == waiting
    assert waiting.seats == (0,)
    assert 1 not in table.session.asks


@rule("STR-199")
def test_at_the_end_everything_is_shown() -> None:
    state = board(target=5)
    add(state, 0, "peasant", (0, 0))
    teach(state, 1, "scry", lost=True)
    give(state, 1, "war_horn")
    state.players[0].hoard = 5
    table = Table(state).do("travel:0,1")
    assert table.session.outcome is not None
    shown = str(table.session.view(None).public.tribes[1])
    assert "Scry" in shown
    assert "War Horn" in shown
    tiles = table.session.view(None).public.tiles
    assert all(t.sign for t in tiles if not t.special)
    assert not any(t.terrain == "covered" for t in tiles)
    before = encode_state(table.state)
    assert encode_state(resample(table.state, None, Rng("x"))) == before


@rule("STR-200", "STR-211", "STR-EX62")
def test_only_the_asked_seat_answers_and_only_once() -> None:
    state = board()
    add(state, 0, "peasant", (0, 0))
    add(state, 1, "peasant", (5, 5))
    table = Table(state)
    ask = table.session.asks[0]
    before = table.session.save()
    with pytest.raises(Stale):
        table.session.answer(1, ask.id, ["harvest"])
    assert table.session.save() == before
    assert table.session.asks[0] == ask
    table.session.answer(0, ask.id, ["harvest"])
    with pytest.raises(Stale):
        table.session.answer(0, ask.id, ["harvest"])
    assert table.pool(0).corn == 1


@rule("STR-201")
def test_the_menu_leads_to_every_unit_that_can_act() -> None:
    state = board()
    one, two, done = (add(state, 0, "soldier", (0, col)) for col in (0, 1, 3))
    done.actions = ["travel", "harvest"]
    add(state, 0, "soldier", (3, 3), net=2)
    table = Table(state)
    assert table.of("unit:") == {f"unit:{two.id}"}
    table.do(f"unit:{two.id}")
    assert table.of("unit:") == {f"unit:{one.id}"}
    assert "travel:0,2" in table.options()
    assert table.options()[-2:] == ["buy", "concede"]


@rule("STR-206")
def test_hidden_cards_never_end_the_phase() -> None:
    for title in ("spark", "bounty"):
        state = board()
        add(state, 0, "mage", (1, 4), snare=True, defend=True)
        tile(state, (1, 4)).covered = False
        teach(state, 0, title)
        table = Table(state)
        assert table.phase == "action"
        assert set(table.options()) == {"buy", "concede"}


@rule("STR-207", "STR-218", "STR-EX61")
def test_with_nothing_left_to_do_the_turn_ends_by_itself_and_can_still_be_taken_back() -> None:
    state = board()
    add(state, 0, "peasant", (0, 0))
    add(state, 1, "peasant", (5, 5))
    table = Table(state).do("harvest", "defend")
    assert (table.seat, table.state.turn) == (1, 2)
    assert "{0} can buy nothing: the turn ends." in table.log()
    table.session.undo(0)
    assert (table.seat, table.state.turn) == (0, 1)
    assert "defend" in table.options()
    table.do("defend").do("harvest")
    with pytest.raises(Refused):
        table.session.undo(0)  # another seat has chosen something


@rule("STR-222")
def test_what_ends_the_turn_or_stands_is_not_done_by_a_press_on_the_map() -> None:
    state = board()
    soldier = add(state, 0, "soldier", (0, 0))
    add(state, 1, "peasant", (0, 1))
    table = Table(state).pick(soldier)
    options = {option.id: option for option in table.session.asks[0].options}
    strike = next(option for option in options.values() if option.id.startswith("attack:"))
    assert strike.careful, "dice cannot be taken back"
    assert not options["travel:1,0"].careful, "one of two actions, and free to take back"
    last = next(option for option in options.values() if option.id.startswith("walk:"))
    assert last.careful
    assert last.note.endswith("your turn ends with it")
    table.do("travel:1,0")
    last = next(option for option in table.session.asks[0].options if option.id.startswith("travel:"))
    assert (last.careful, last.note.endswith("your turn ends with it")) == (True, True)


@rule("STR-222")
def test_a_step_into_the_unknown_and_a_purchase_are_not_done_by_a_press_on_the_map() -> None:
    state = board()
    covered = next(at for at, one in squares(state) if one.covered)
    beside = next(
        at for at in neighbours(state, covered) if is_ordinary(tile(state, at)) and tile(state, at).kind != "L"
    )
    peasant = add(state, 0, "peasant", beside)
    add(state, 1, "peasant", (5, 5))
    purse(state, 0, corn=5, oak=5, nickel=5, spice=5)
    table = Table(state).pick(peasant)
    options = {option.id: option for option in table.session.asks[0].options}
    assert options[f"travel:{covered[0]},{covered[1]}"].careful
    known = next(
        option for option in options.values() if option.id.startswith("travel:") and "discovers" not in option.note
    )
    assert not known.careful, "something can be bought: the turn goes on"
    table.do("buy")
    assert all(
        option.careful for option in table.session.asks[0].options if option.id.startswith(("promote", "retrain"))
    )


@rule("STR-155")
def test_who_concedes_reads_before_what_becomes_of_the_match() -> None:
    state = board()
    add(state, 0, "peasant", (0, 0))
    add(state, 1, "peasant", (5, 5))
    table = Table(state)
    asked = next(option for option in table.session.asks[0].options if option.id == "concede")
    (offered,) = table.session.offers(1)
    assert asked.note.endswith("{1} wins it. It cannot be taken back.")
    assert offered.note.endswith("{0} wins it. It cannot be taken back.")


@rule("STR-221")
def test_no_square_reads_like_a_die() -> None:
    named = {spot((row, column)) for row in range(10) for column in range(12)}
    assert len(named) == 120
    assert not any(name.startswith("D") for name in named)


def test_the_dock_says_which_unit_is_commanded() -> None:
    state = board()
    add(state, 0, "peasant", (0, 0))
    other = add(state, 0, "soldier", (1, 0))
    add(state, 1, "peasant", (5, 5))
    table = Table(state).pick(other)
    shown = {unit.id: unit.commanded for unit in private(table.state, 0).dock.units}
    assert [number for number, commanded in shown.items() if commanded] == [other.id]
    assert not any(unit.commanded for unit in private(table.state, 1).dock.units)


@rule("STR-207", "STR-EX61")
def test_with_something_to_buy_the_turn_ends_by_the_button() -> None:
    state = board()
    add(state, 0, "peasant", (0, 0))
    add(state, 1, "peasant", (5, 5))
    purse(state, 0, corn=2, oak=1)
    table = Table(state).do("defend", "harvest")
    assert (table.seat, table.phase, table.state.turn) == (0, "buy", 1)
    table.do("pass")
    assert table.seat == 1
    with pytest.raises(Refused):
        table.session.undo(0)


@rule("STR-206", "STR-207")
def test_with_nothing_to_buy_the_button_of_the_action_phase_ends_the_turn() -> None:
    state = board()
    add(state, 0, "peasant", (0, 0))
    add(state, 1, "peasant", (5, 5))
    table = Table(state)
    button = next(option for option in table.session.asks[0].options if option.id == "buy")
    assert (button.label, button.weight) == ("End turn", "end")
    assert button.note == "1 unit can still act, nothing to buy"
    table.do("buy")
    assert (table.seat, table.state.turn) == (1, 2)
    assert "{0} can buy nothing: the turn ends." in table.log()
    state = board()
    add(state, 0, "peasant", (0, 0))
    purse(state, 0, corn=2, oak=1)
    table = Table(state)
    assert next(option for option in table.session.asks[0].options if option.id == "buy").label == "Go to Buy Phase"
    assert table.do("buy").phase == "buy"


@rule("STR-223")
def test_ending_the_turn_while_units_can_act_says_which_and_asks() -> None:
    state = board()
    add(state, 0, "peasant", (0, 0))
    add(state, 0, "soldier", (0, 1), actions=["travel"])
    add(state, 0, "soldier", (2, 2))
    add(state, 0, "soldier", (3, 3), actions=["travel", "defend"])
    add(state, 1, "peasant", (5, 5))

    def button(table: Table) -> Option:
        return next(option for option in table.session.asks[0].options if option.id == "buy")

    assert button(Table(state)).sure == (
        "Your Peasant on the prairie at A1 has 2 actions, your Soldier on the forest at B1 has 1 action, "
        "1 more unit can act. After this nothing of the turn can be taken back."
    )
    purse(state, 0, corn=2, oak=1)
    assert button(Table(state)).sure == "", "from the Buy Phase the way leads back"
    state = board()
    add(state, 0, "explorer", (0, 0), actions=["travel", "defend"])
    give(state, 0, "surveyors_map")
    add(state, 1, "peasant", (5, 5))
    assert button(Table(state)).sure == "", "nothing is left: one press"


@rule("STR-212")
def test_the_clock_declines_everything_and_ends_the_turn() -> None:
    state = board()
    mage = add(state, 0, "mage", (3, 3))
    foe = add(state, 1, "soldier", (3, 2))
    add(state, 1, "soldier", (3, 4))
    teach(state, 0, "spark")
    table = Table(state).act(mage, "cast:spark").end_turn()
    assert table.seat == 1
    assert table.unit(foe).health == 6
    assert table.unit(mage).spirit == 3
    state = board()
    explorer, peasant = add(state, 0, "explorer", (0, 0)), add(state, 0, "peasant", (3, 3))
    add(state, 1, "peasant", (5, 5))
    set_sign(state, (0, 0), "I")
    stack(state, "land", "oak_shield")
    table = Table(state).act(explorer, "search").end_turn()
    assert len(table.unit(explorer).equipment) == 1
    assert not table.unit(peasant).equipment


@rule("STR-213")
def test_every_step_is_logged_with_its_dice() -> None:
    state = board()
    soldier = add(state, 0, "soldier", (3, 3))
    foe = add(state, 1, "soldier", (3, 2))
    table = Table(state).d6(2).act(soldier, f"attack:own:{foe.id}")
    rolled = [line for line in table.session.log(1) if line.dice]
    assert [line.dice for line in rolled] == [(2,)]
    assert "attacks" in rolled[0].text
    assert "loses 2 Health" in table.log(1)


# Takebacks ------------------------------------------------------------------------------------------------------


@rule("STR-214", "STR-216", "STR-217", "STR-EX65")
def test_choices_are_taken_back_newest_first() -> None:
    state = board()
    soldier = add(state, 0, "soldier", (0, 1))
    add(state, 1, "peasant", (5, 5))
    table = Table(state)
    before = encode_state(table.state)
    table.do("travel:0,2", "harvest")
    after = encode_state(table.state)
    assert table.pool(0).spice == 1
    table.session.undo(0)
    assert table.pool(0).spice == 0
    assert table.unit(soldier).at == (0, 2)
    table.session.undo(0)
    assert encode_state(table.state) == before
    table.do("travel:0,2", "harvest")
    assert encode_state(table.state) == after


@rule("STR-214")
def test_also_across_the_change_of_phase() -> None:
    state = board()
    add(state, 0, "peasant", (0, 0))
    purse(state, 0, corn=2, oak=1)
    table = Table(state).do("buy")
    table.session.undo(0)
    assert table.phase == "action"


@rule("STR-215", "STR-EX66")
def test_a_die_is_a_fence() -> None:
    state = board()
    add(state, 0, "peasant", (0, 0))
    table = Table(state).d4(4).do("travel:0,1", "power")
    with pytest.raises(Refused):
        table.session.undo(0)
    assert table.state.units[0].at == (0, 1)


@rule("STR-215", "STR-216", "STR-EX67")
def test_hoarding_and_hiring_can_be_taken_back_but_not_a_drawn_spell() -> None:
    state = board()
    add(state, 0, "peasant", (0, 0))
    purse(state, 0, 3, 3, 3, 3)
    table = Table(state).do("buy", "hoard", "hire:soldier", "tile:0,1")
    assert points(table.state, 0) == 1
    table.session.undo(0)  # the square
    table.session.undo(0)  # the hire
    table.session.undo(0)
    assert points(table.state, 0) == 0
    assert table.pool(0).corn == 3
    assert len(table.state.units) == 1
    table.do("hoard", "hire:mage", "tile:0,1")
    with pytest.raises(Refused):
        table.session.undo(0)
    assert points(table.state, 0) == 1


@rule("STR-215")
def test_what_is_revealed_is_a_fence() -> None:
    def fenced(table: Table) -> bool:
        return table.session.fence == len(table.session.choices)

    state = board()
    set_special(state, (2, 1), "quarry")
    walker, mage = add(state, 0, "peasant", (1, 1)), add(state, 0, "mage", (3, 3))
    explorer = add(state, 0, "explorer", (0, 3))
    set_sign(state, (0, 3), "blank")
    teach(state, 0, "bounty")
    teach(state, 0, "blink", up=True)
    give(state, 0, "pearl_purse")
    assert fenced(Table(state).act(walker, "travel:2,1"))
    assert not fenced(Table(state).act(walker, "travel:0,1"))
    assert fenced(Table(state).act(mage, "cast:bounty"))
    assert not fenced(Table(state).act(mage, "cast:blink", "tile:3,2"))
    assert fenced(Table(state).act(explorer, "use:pearl_purse"))
    assert fenced(Table(state).act(explorer, "search"))


@rule("STR-216")
def test_promoting_anything_but_a_mage_is_free_to_take_back() -> None:
    state = board()
    soldier, mage = add(state, 0, "soldier", (0, 0)), add(state, 0, "mage", (3, 3))
    purse(state, 0, 9, 9, 9, 9)
    table = Table(state).do("buy", f"promote:{soldier.id}")
    table.session.undo(0)
    assert not table.unit(soldier).promoted
    table.do(f"promote:{mage.id}")
    with pytest.raises(Refused):
        table.session.undo(0)


@rule("STR-218")
def test_after_the_end_of_a_turn_nothing_is_taken_back() -> None:
    state = board()
    add(state, 0, "peasant", (0, 0))
    add(state, 1, "peasant", (5, 5))
    table = Table(state).do("harvest", "buy")
    for seat in (0, 1):
        with pytest.raises(Refused):
            table.session.undo(seat)
    state = board("tombolo5", units=True)
    purse(state, 0, 3, 3, 3, 3)
    table = Table(state).do("buy", "buy")
    table.do("hoard", seat=0)
    table.do("hoard", seat=1)
    with pytest.raises(Refused):
        table.session.undo(0)
    table.session.undo(1)
    assert table.player(1).hoard == 0
    assert table.player(0).hoard == 1

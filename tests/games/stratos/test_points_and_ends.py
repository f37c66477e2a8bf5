"""Points, elimination, victory, timing: sections 13, 14 and 16."""

from __future__ import annotations

from app.games.stratos.scoring import points, set_goals, sources
from app.kernel import Use
from tests.games.stratos.situations import Table, add, board, give, purse, set_special, teach, tile
from tests.rules import rule

SPECIALS = {"academy": (1, 4), "fortress": (2, 1), "cathedral": (3, 4), "quarry": (4, 1)}


def open_specials(state) -> None:  # type: ignore[no-untyped-def]
    for special, at in SPECIALS.items():
        set_special(state, at, special, covered=False)


@rule("STR-143", "STR-109", "STR-EX45")
def test_the_sum_of_points() -> None:
    state = board()
    add(state, 0, "mage", (0, 0))
    state.players[0].hoard, state.players[0].defeats = 3, 2
    teach(state, 0, "spark", "mend", up=True)
    teach(state, 0, "ward")
    give(state, 0, "golden_idol", "pearl_purse")
    give(state, 0, "fire_flask", used=True)
    assert points(state, 0) == 9
    assert sources(state, 0) == {"hoard": 3, "defeats": 2, "spells": 2, "treasures": 2, "promote": 0, "occupy": 0}
    tribe = Table(state).session.view(1).public.tribes[0]
    assert tribe.total == 9
    assert sum(point.points for point in tribe.points) == 9


@rule("STR-145", "STR-146", "STR-148", "STR-EX46")
def test_promote_all() -> None:
    state = board()
    mine = [add(state, 0, "soldier", (0, col), promoted=True) for col in range(5)]
    foe = add(state, 1, "soldier", (1, 0), promoted=True)
    mine[0].health = 1
    state.players[0].hoard = 6
    purse(state, 0, nickel=4, oak=2)
    set_goals(state)
    assert points(state, 0) == 8
    table = Table(state).end_turn().d6(3).act(foe, f"attack:own:{mine[0].id}")
    assert points(table.state, 0) == 6
    table.end_turn().act(mine[4], "travel:0,5", "buy", "hire:soldier")
    table.do(sorted(table.of("tile:"))[0])
    assert points(table.state, 0) == 6
    table.do(f"promote:{table.state.units[-1].id}")
    assert points(table.state, 0) == 8
    assert table.player(0).promote_token


@rule("STR-145", "STR-147", "STR-148", "STR-EX47")
def test_occupy_three() -> None:
    state = board()
    open_specials(state)
    add(state, 0, "peasant", SPECIALS["academy"])
    add(state, 0, "peasant", SPECIALS["fortress"])
    third, fourth = add(state, 0, "peasant", (5, 1)), add(state, 0, "peasant", (4, 4))
    table = Table(state)
    assert points(table.state, 0) == 0
    table.act(third, "travel:4,1")
    assert points(table.state, 0) == 2
    table.act(fourth, "travel:3,4")
    assert points(table.state, 0) == 2
    table.act(third, "travel:5,1").act(fourth, "travel:4,4")
    assert points(table.state, 0) == 0
    assert not table.player(0).occupy_token


@rule("STR-149", "STR-148", "STR-EX48")
def test_the_target_wins_at_once_on_anyones_turn() -> None:
    state = board()
    open_specials(state)
    add(state, 0, "peasant", SPECIALS["academy"])
    add(state, 0, "peasant", SPECIALS["fortress"])
    pushed = add(state, 0, "peasant", (5, 1))
    mage = add(state, 1, "mage", (5, 3))
    teach(state, 1, "gale")
    state.players[0].hoard = 9
    state.slot, state.actor = 1, 1
    table = Table(state).act(mage, "cast:gale", f"unit:{pushed.id}", "north", "1")
    assert points(table.state, 0) == 11
    outcome = table.session.outcome
    assert outcome is not None
    assert outcome.winners == (0,)
    assert outcome.scores[0] == 11
    assert not table.session.asks


@rule("STR-150")
def test_ties_go_to_the_player_on_turn_then_in_turn_order() -> None:
    for slot, winner in ((1, 1), (0, 1)):
        state = board("ffa3", target=5)
        for seat, at in enumerate(((0, 0), (0, 6), (6, 3))):
            add(state, seat, "peasant", at)
        state.players[1].hoard = state.players[2].hoard = 5
        state.slot = state.actor = slot
        table = Table(state)
        table.do("travel:0,1" if slot == 0 else "travel:0,5")
        assert table.session.outcome is not None
        assert table.session.outcome.winners == (winner,)


@rule("STR-151", "STR-152", "STR-EX49", "STR-206")
def test_without_units_one_must_be_able_to_hire() -> None:
    for gems, alive in ((1, True), (0, False)):
        state = board("ffa3")
        add(state, 0, "peasant", (0, 0))
        add(state, 1, "peasant", (0, 6))
        purse(state, 2, corn=1, nickel=1, gems=gems)
        state.slot = state.actor = 1
        table = Table(state).end_turn()
        assert table.player(2).eliminated == (not alive)
        if alive:
            assert table.phase == "buy"
            assert table.of("hire:") == {"hire:explorer"}
        else:
            assert table.seat == 0
            assert table.session.outcome is None


@rule("STR-152", "STR-208")
def test_who_could_hire_and_does_not_is_asked_again_next_turn() -> None:
    state = board("ffa3")
    add(state, 0, "peasant", (0, 0))
    add(state, 1, "peasant", (0, 6))
    purse(state, 2, corn=1, nickel=1, gems=1)
    state.slot = state.actor = 1
    table = Table(state).end_turn().do("pass")
    assert set(table.options()) == {"end", "back"}
    assert not table.player(2).eliminated
    table.do("back")
    assert table.of("hire:")
    table.do("pass", "end")
    assert not table.player(2).eliminated
    assert table.seat == 0
    table.end_turn().end_turn()
    assert (table.seat, table.phase) == (2, "buy")
    table.pool(2).gems = 0
    table.do("pass", "end").end_turn().end_turn()
    assert table.player(2).eliminated  # what was there to hire with is gone: now the check finds nothing


@rule("STR-153", "STR-154", "STR-EX50")
def test_the_last_side_wins() -> None:
    state = board()
    purse(state, 0, corn=1)
    state.slot = state.actor = 1
    purse(state, 1, corn=9, oak=9)
    state.phase = "end"
    table = Table(state)
    assert table.session.outcome is not None
    assert table.session.outcome.winners == (1,)
    assert table.player(0).eliminated
    assert table.pool(0).corn == 0
    assert table.player(1).defeats == 0


@rule("STR-153")
def test_an_eliminated_player_cannot_win_and_takes_no_turns() -> None:
    state = board("ffa3", target=5)
    add(state, 0, "peasant", (0, 0))
    add(state, 1, "peasant", (0, 6))
    state.players[2].hoard = 4
    give(state, 2, "fire_flask")
    state.players[2].eliminated = True
    state.players[2].hoard = 5
    table = Table(state).do("travel:0,1")
    assert table.session.outcome is None
    table.end_turn().end_turn()
    assert table.seat == 0
    assert not any("fire_flask" in card for card in table.state.discards["land"])


@rule("STR-155")
def test_conceding_in_ones_own_turn() -> None:
    state = board("ffa3")
    mine = add(state, 0, "peasant", (0, 0))
    add(state, 1, "peasant", (0, 6))
    add(state, 2, "peasant", (6, 3))
    table = Table(state)
    assert [option.weight for option in table.session.asks[0].options if option.id == "concede"] == ["leave"]
    table.do("concede")
    assert table.player(0).eliminated
    assert not table.on_board(mine)
    assert table.seat == 1
    assert all(player.defeats == 0 for player in table.state.players)


@rule("STR-155", "STR-154")
def test_conceding_at_any_time() -> None:
    state = board("sorcerer3")
    add(state, 0, "mage", (1, 3))
    leaver, ally = add(state, 1, "soldier", (6, 0)), add(state, 2, "soldier", (6, 6))
    table = Table(state)
    assert not table.session.offers(0)
    table.session.apply(Use(1, "concede", ("Concede",)))
    assert table.player(1).eliminated
    assert not table.on_board(leaver)
    assert table.on_board(ally)
    assert table.session.outcome is None
    assert table.seat == 0
    table.session.apply(Use(2, "concede", ("concede",)))
    assert table.session.outcome is not None
    assert table.session.outcome.winners == (0,)


@rule("STR-155", "STR-174")
def test_conceding_while_an_ally_acts() -> None:
    state = board("tombolo5", units=True)
    purse(state, 0, corn=2, oak=1)
    table = Table(state)
    assert not table.session.offers(0), "who is asked finds it in the menu"
    assert [offer.id for offer in table.session.offers(1)] == ["concede"]
    table.session.apply(Use(1, "concede", ("concede",)))
    assert table.player(1).eliminated
    assert table.session.outcome is None
    assert table.seat == 0
    table.do("buy")
    assert (table.phase, list(table.session.asks)) == ("buy", [0])


@rule("STR-180")
def test_the_order_of_checks() -> None:
    state = board()
    mage, foe = add(state, 0, "mage", (3, 3)), add(state, 1, "mage", (3, 2), health=1, equipment=["oak_shield"])
    add(state, 1, "peasant", (5, 5))
    teach(state, 0, "spark")
    teach(state, 1, "mend", up=True)
    table = Table(state).act(mage, "cast:spark", f"unit:{foe.id}")
    assert not table.on_board(foe)
    assert (table.player(0).defeats, table.player(1).spells[0].lost) == (1, True)
    text = table.log()
    assert text.index("is defeated") < text.index("spellbook is lost")
    assert table.state.discards["land"]


@rule("STR-182")
def test_landing_discovers_before_points_are_checked() -> None:
    state = board()
    for special, at in SPECIALS.items():
        set_special(state, at, special, covered=special == "quarry")
    add(state, 0, "peasant", SPECIALS["academy"])
    add(state, 0, "peasant", SPECIALS["fortress"])
    third = add(state, 0, "peasant", (5, 1))
    state.players[0].hoard = 8
    table = Table(state).act(third, "travel:4,1")
    assert table.session.outcome is not None
    assert table.pool(0).gems == 2
    assert not tile(table.state, (4, 1)).covered


@rule("STR-184")
def test_choices_come_before_dice() -> None:
    state = board()
    mage = add(state, 0, "mage", (3, 3))
    foe = add(state, 1, "soldier", (3, 2))
    add(state, 1, "soldier", (3, 4))
    teach(state, 0, "firebolt")
    table = Table(state).act(mage, "cast:firebolt")
    assert not [line for line in table.session.log(None) if line.dice]
    table.do(f"unit:{foe.id}")
    assert [line for line in table.session.log(None) if line.dice]
    assert table.phase == "action"

"""Every spell: exactly what can be targeted, and what it does (section 8 and the tables of spells)."""

from __future__ import annotations

from app.games.stratos.board import squares, units_of
from app.games.stratos.effects import Plan
from app.games.stratos.scoring import points
from app.games.stratos.spells import EFFECTS
from app.games.stratos.state import State, Unit
from tests.games.stratos.situations import Table, add, board, give, purse, set_special, teach, tile
from tests.rules import rule


def plans(state: State, title: str, caster: Unit) -> set[Plan]:
    return set(EFFECTS[title].plans(state, caster))


def first(state: State, title: str, caster: Unit) -> set[str]:
    return {plan[0] for plan in plans(state, title, caster)}


def names(*units: Unit) -> set[str]:
    return {f"unit:{unit.id}" for unit in units}


def caster_with(state: State, title: str, at: tuple[int, int] = (3, 3)) -> Unit:
    teach(state, 0, title)
    return add(state, 0, "mage", at, promoted=True)


# The spellbook --------------------------------------------------------------------------------------------------


@rule("STR-073")
def test_mages_cast_mage_spells_and_sorcerers_both() -> None:
    state = board()
    mage, sorcerer = add(state, 0, "mage", (3, 3)), add(state, 0, "mage", (3, 2), promoted=True)
    add(state, 1, "soldier", (2, 3))
    mage.spirit = 3
    teach(state, 0, "spark", "recall")
    table = Table(state)
    assert table.pick(mage).of("cast:") == {"cast:spark"}
    assert table.pick(sorcerer).of("cast:") == {"cast:spark", "cast:recall"}


@rule("STR-074", "STR-EX28")
def test_without_spirit_or_a_legal_choice_there_is_no_cast() -> None:
    state = board()
    mage = add(state, 0, "mage", (3, 3), spirit=1)
    add(state, 1, "soldier", (2, 3))
    teach(state, 0, "firebolt", "mend")
    table = Table(state).pick(mage)
    assert not table.of("cast:")
    table.refused("cast:firebolt", reason="costs 2 Spirit; the Mage has 1", by="STR-074")
    table.refused("cast:mend", reason="no legal choice from here", by="STR-074")
    assert table.unit(mage).spirit == 1


@rule("STR-075", "STR-076", "STR-077", "STR-EX26")
def test_the_first_cast_earns_a_point() -> None:
    state = board()
    mage = add(state, 0, "mage", (3, 3))
    soldier = add(state, 1, "soldier", (2, 4))
    teach(state, 0, "spark")
    table = Table(state).act(mage, "cast:spark", f"unit:{soldier.id}")
    assert (table.unit(mage).spirit, table.unit(soldier).health) == (2, 4)
    assert table.player(0).spells[0].up
    assert points(table.state, 0) == 1
    table.end_turn().end_turn()
    assert table.unit(mage).spirit == 3
    table.act(mage, "cast:spark", f"unit:{soldier.id}")
    assert (table.unit(mage).spirit, table.unit(soldier).health, points(table.state, 0)) == (2, 2, 1)


@rule("STR-078", "STR-079", "STR-EX27", "STR-EX60", "STR-190")
def test_an_ineffective_spell_costs_spirit_and_shows_its_title() -> None:
    state = board()
    mage = add(state, 0, "mage", (3, 3), spirit=1)
    foe = add(state, 1, "mage", (2, 3), defend=True)
    teach(state, 0, "spark", "bounty")
    table = Table(state).act(mage, "cast:spark", f"unit:{foe.id}")
    spell, other = table.player(0).spells
    assert (spell.up, spell.named, points(table.state, 0)) == (False, True, 0)
    assert (table.unit(mage).spirit, table.unit(foe).health) == (0, 4)
    seen = str(table.session.view(1).public)
    assert "Spark" in seen
    assert not other.named
    known = table.session.game.known(table.state, 1)
    assert ("card", spell.id) in known
    assert ("card", other.id) not in known


@rule("STR-079")
def test_a_face_up_card_stays_face_up_after_a_fizzle() -> None:
    state = board()
    mage = add(state, 0, "mage", (3, 3))
    foe = add(state, 1, "mage", (2, 3), defend=True)
    teach(state, 0, "spark", up=True)
    table = Table(state).act(mage, "cast:spark", f"unit:{foe.id}")
    assert table.player(0).spells[0].up
    assert points(table.state, 0) == 1


@rule("STR-080")
def test_all_mages_share_one_spellbook() -> None:
    state = board()
    one, two = add(state, 0, "mage", (0, 0)), add(state, 0, "mage", (4, 4))
    teach(state, 0, "bounty")
    table = Table(state).act(one, "cast:bounty").act(two, "cast:bounty")
    assert (table.pool(0).corn, table.pool(0).spice, points(table.state, 0)) == (2, 2, 1)


@rule("STR-081", "STR-082", "STR-083", "STR-EX29")
def test_losing_and_recovering_the_book() -> None:
    for choice, total, cards in (("recover", 7, 4), ("draw", 4, 5)):
        state = board()
        mage = add(state, 0, "mage", (0, 0), health=1)
        add(state, 0, "peasant", (0, 1))
        foe = add(state, 1, "soldier", (1, 0), promoted=True)
        teach(state, 0, "spark", "mend", "ward", up=True)
        teach(state, 0, "scry")
        state.players[0].hoard = 4
        purse(state, 0, corn=1, spice=2)
        assert points(state, 0) == 7
        table = Table(state).do("buy", "pass").d6(3).act(foe, f"attack:own:{mage.id}")
        assert points(table.state, 0) == 4
        assert all(spell.lost for spell in table.player(0).spells)
        table.end_turn().do("buy", "hire:mage")
        table.do(sorted(table.of("tile:"))[0])
        assert set(table.options()) == {"recover", "draw"}
        table.do(choice)
        assert points(table.state, 0) == total
        book = table.player(0).spells
        assert len(book) == cards
        assert sum(spell.lost for spell in book) == (0 if choice == "recover" else 4)
        if choice == "recover":
            assert [spell.up for spell in book] == [True, True, True, False]


@rule("STR-083")
def test_newer_cards_join_a_lost_book() -> None:
    state = board()
    mage = add(state, 0, "mage", (0, 0), health=1)
    add(state, 1, "soldier", (1, 0), promoted=True)
    add(state, 0, "peasant", (5, 5))
    teach(state, 0, "spark", lost=True)
    teach(state, 0, "mend", up=True)
    table = Table(state).do("buy").d6(1).do(f"attack:own:{mage.id}")
    assert [spell.lost for spell in table.player(0).spells] == [True, True]


@rule("STR-084", "STR-134")
def test_becoming_a_sorcerer_draws_a_sorcerer_spell() -> None:
    state = board()
    set_special(state, (2, 1), "academy")
    add(state, 0, "mage", (1, 1), spirit=2)
    table = Table(state).do("travel:2,1")
    assert [spell.kind for spell in table.player(0).spells] == ["sorcerer"]
    assert table.state.units[0].promoted
    assert table.state.units[0].spirit == 6


@rule("STR-085", "STR-128")
def test_never_a_title_twice() -> None:
    state = board()
    add(state, 0, "mage", (0, 0))
    teach(state, 0, "spark")
    purse(state, 0, spice=9, oak=9)
    deck = state.decks["mage"]
    deck.sort(key=lambda card: not card.id.startswith("spark"))
    skipped, wanted = deck[0].id, deck[1].id
    size = len(deck)
    table = Table(state).do("buy", "learn:mage")
    assert [spell.id for spell in table.player(0).spells][1:] == [wanted]
    assert table.state.decks["mage"][-1].id == skipped
    assert len(table.state.decks["mage"]) == size - 1
    state = board()
    add(state, 0, "mage", (0, 0))
    teach(state, 0, "spark", lost=True)
    purse(state, 0, spice=1, oak=1)
    state.decks["mage"] = [card for card in state.decks["mage"] if card.id.startswith("spark")]
    table = Table(state).do("buy", "learn:mage")
    assert len(table.player(0).spells) == 1
    assert (table.pool(0).spice, table.pool(0).oak) == (1, 1)
    assert "no new Mage Spell" in table.log()
    assert "price is returned" in table.log(0)
    state.decks["mage"], state.phase = [], "buy"
    assert not Table(state).of("learn:")


@rule("STR-087", "STR-138", "STR-139")
def test_immune_units_are_never_a_legal_choice() -> None:
    state = board()
    caster = add(state, 0, "mage", (3, 3), promoted=True)
    foe = add(state, 1, "soldier", (3, 2), cathedral=True)
    friend = add(state, 0, "peasant", (3, 1), cathedral=True, health=1)
    for title in ("spark", "firebolt", "frost_snare", "mend", "gale", "transpose", "wither", "haste", "life_drain",
                  "chain_lightning", "dominate", "recall"):  # fmt: skip
        assert not plans(state, title, caster) & {(f"unit:{u.id}",) for u in (foe, friend)}
        assert not first(state, title, caster) & names(foe, friend)
    assert "tile:3,2" not in first(state, "meteor", caster) | first(state, "terraform", caster)
    assert "tile:3,2" not in first(state, "sinkhole", caster) | first(state, "scry", caster)
    assert not any("tile:3,2" in plan for plan in plans(state, "georotate", caster))
    caster.cathedral = True
    for title in ("blink", "transpose"):
        assert not plans(state, title, caster)
    assert names(caster).isdisjoint(first(state, "ward", caster))
    foe.cathedral = False
    assert plans(state, "spark", caster) == {(f"unit:{foe.id}",)}


@rule("STR-088", "STR-EX55", "STR-149")
def test_a_defeat_by_a_spell_gives_token_and_knowledge() -> None:
    state = board()
    mage = add(state, 0, "mage", (3, 3))
    foe = add(state, 1, "peasant", (3, 2), health=2)
    state.players[0].hoard = 9
    teach(state, 0, "spark")
    table = Table(state).act(mage, "cast:spark", f"unit:{foe.id}")
    assert points(table.state, 0) == 11
    assert table.session.outcome is not None
    assert table.session.outcome.winners == (0,)


@rule("STR-188", "STR-EX56")
def test_a_spell_that_defeats_its_own_caster() -> None:
    state = board()
    sorcerer = add(state, 0, "mage", (3, 3), promoted=True, health=2, spirit=6)
    add(state, 0, "peasant", (0, 0))
    archer = add(state, 1, "archer", (3, 2), health=3)
    add(state, 1, "peasant", (5, 5))
    teach(state, 0, "meteor")
    table = Table(state).act(sorcerer, "cast:meteor").d6(4).do("tile:3,2")
    assert not table.on_board(sorcerer)
    assert not table.on_board(archer)
    spell = table.player(0).spells[0]
    assert spell.up
    assert spell.lost
    assert points(table.state, 0) == table.player(0).defeats == 1


# Mage Spells, one by one ----------------------------------------------------------------------------------------


def ring(state: State, seat: int, centre: tuple[int, int] = (3, 3)) -> dict[int, Unit]:
    """Units of a seat at ranges 1 to 5 from the centre."""
    row, col = centre
    places = {1: (row, col - 1), 2: (row - 1, col - 1), 3: (row, col - 3), 4: (row - 3, col - 1), 5: (0, 1)}
    return {distance: add(state, seat, "explorer", at) for distance, at in places.items()}


@rule("STR-074")
def test_spark() -> None:
    state = board()
    caster, foes = caster_with(state, "spark"), ring(state, 1)
    add(state, 0, "peasant", (4, 2))
    assert first(state, "spark", caster) == names(foes[1], foes[2])
    table = Table(state).act(caster, "cast:spark", f"unit:{foes[2].id}")
    assert table.unit(foes[2]).health == 3
    assert table.unit(caster).spirit == 6


@rule("STR-074")
def test_firebolt() -> None:
    state = board()
    caster, foes = caster_with(state, "firebolt"), ring(state, 1)
    assert first(state, "firebolt", caster) == names(foes[1], foes[2], foes[3])
    table = Table(state).act(caster, "cast:firebolt").d4(4).do(f"unit:{foes[3].id}")
    assert table.unit(foes[3]).health == 1
    assert table.unit(caster).spirit == 5


@rule("STR-074", "STR-187")
def test_frost_snare() -> None:
    state = board()
    caster, foes = caster_with(state, "frost_snare"), ring(state, 1)
    foes[2].snare = True
    assert first(state, "frost_snare", caster) == names(foes[1], foes[3])
    table = Table(state).act(caster, "cast:frost_snare", f"unit:{foes[3].id}")
    assert table.unit(foes[3]).snare
    assert table.unit(caster).spirit == 6
    table.end_turn().pick(foes[3])
    assert not table.of("travel:")
    assert "harvest" not in table.options()
    assert "defend" in table.options()


@rule("STR-074")
def test_mend() -> None:
    state = board()
    caster, friends = caster_with(state, "mend"), ring(state, 0)
    friends[1].health = friends[2].health = friends[3].health = 4
    add(state, 1, "peasant", (4, 3), health=1)
    assert first(state, "mend", caster) == names(friends[1], friends[2])
    caster.health = 1
    assert first(state, "mend", caster) == names(caster, friends[1], friends[2])
    table = Table(state).act(caster, "cast:mend", f"unit:{friends[1].id}")
    assert table.unit(friends[1]).health == 5


@rule("STR-074")
def test_gale() -> None:
    state = board()
    caster = caster_with(state, "gale")
    foe = add(state, 1, "soldier", (3, 1))
    far = add(state, 1, "soldier", (0, 0))
    own = add(state, 0, "peasant", (4, 4))
    unit, mine = f"unit:{foe.id}", f"unit:{own.id}"
    assert plans(state, "gale", caster) == {
        (unit, "north", "1"),
        (unit, "north", "2"),
        (unit, "east", "1"),
        (unit, "south", "1"),
        (unit, "south", "2"),
        (mine, "north", "1"),
        (mine, "north", "2"),
        (mine, "east", "1"),
        (mine, "south", "1"),
    }  # no Lagoon, no occupied square, nobody beyond range 3
    assert names(far).isdisjoint(first(state, "gale", caster))
    table = Table(state).act(caster, "cast:gale", unit, "north", "2")
    assert table.unit(foe).at == (1, 1)
    assert table.unit(caster).spirit == 5


@rule("STR-074")
def test_blink() -> None:
    state = board()
    caster = caster_with(state, "blink", (0, 0))
    add(state, 1, "peasant", (0, 1))
    free = {f"tile:{r},{c}" for r in range(6) for c in range(6) if 1 <= r + c <= 3} - {
        "tile:0,1",
        "tile:1,2",
        "tile:3,0",
    }
    assert first(state, "blink", caster) == free
    assert Table(state).act(caster, "cast:blink", "tile:2,1").unit(caster).at == (2, 1)


@rule("STR-074")
def test_transpose() -> None:
    state = board()
    caster = caster_with(state, "transpose", (2, 2))
    near, swimmer = add(state, 1, "soldier", (2, 4)), add(state, 1, "explorer", (1, 2))
    friend, far = add(state, 0, "peasant", (0, 0)), add(state, 1, "peasant", (5, 4))
    assert first(state, "transpose", caster) == names(near, friend)
    assert names(swimmer, far).isdisjoint(first(state, "transpose", caster))
    table = Table(state).act(caster, "cast:transpose", f"unit:{near.id}")
    assert (table.unit(caster).at, table.unit(near).at) == ((2, 4), (2, 2))


@rule("STR-142")
def test_both_units_of_a_transpose_land() -> None:
    state = board()
    set_special(state, (2, 1), "quarry")
    sorcerer = caster_with(state, "transpose", (2, 2))
    foe = add(state, 1, "soldier", (2, 3))
    tile(state, (2, 1)).covered = False
    table = Table(state).act(sorcerer, "cast:transpose", f"unit:{foe.id}")
    assert table.pool(0).gems == table.pool(1).gems == 0
    state = board()
    set_special(state, (2, 1), "quarry")
    mage = caster_with(state, "gale", (2, 3))
    foe = add(state, 1, "soldier", (2, 2))
    table = Table(state).act(mage, "cast:gale", f"unit:{foe.id}", "west", "1")
    assert table.pool(1).gems == 2
    assert table.pool(0).gems == 0


@rule("STR-074")
def test_bounty() -> None:
    state = board()
    caster = caster_with(state, "bounty", (3, 3))
    assert plans(state, "bounty", caster) == {()}
    table = Table(state).act(caster, "cast:bounty")
    assert table.pool(0).corn == 2
    assert "harvest" in table.options()
    caster.at = (3, 4)
    assert not plans(state, "bounty", caster)


@rule("STR-074")
def test_ward() -> None:
    state = board()
    caster, friends = caster_with(state, "ward"), ring(state, 0)
    friends[2].ward = True
    add(state, 1, "peasant", (4, 3))
    assert first(state, "ward", caster) == names(caster, friends[1], friends[3])
    table = Table(state).act(caster, "cast:ward", f"unit:{friends[3].id}")
    assert table.unit(friends[3]).ward
    assert table.unit(friends[3]).defend
    table.end_turn().end_turn()
    assert not table.unit(friends[3]).ward
    assert not table.unit(friends[3]).defend


@rule("STR-194", "STR-204", "STR-EX59")
def test_scry() -> None:
    state = board()
    state.slot, state.actor = 1, 1
    teach(state, 1, "scry")
    mage = add(state, 1, "mage", (2, 2))
    tile(state, (2, 3)).searched = False
    tile(state, (3, 2)).searched = True
    near = {f"tile:{r},{c}" for (r, c), t in squares(state) if abs(r - 2) + abs(c - 2) <= 3 and t.kind != "S"}
    assert first(state, "scry", mage) == near - {"tile:3,2"}
    assert {plan[2] for plan in plans(state, "scry", mage)} == {"land", "lagoon"}
    table = Table(state).act(mage, "cast:scry", "tile:2,3", "tile:3,3", "land")
    top = table.state.decks["land"][0]
    assert top.seen == [1]
    assert set(table.options()) == {"top", "bottom"}
    table.do("top")
    assert tile(table.state, (2, 3)).seen == tile(table.state, (3, 3)).seen == [1]
    assert "looks under the mountain at E3 and the prairie at E4" in table.log(0)
    assert "left on top" in table.log(0)
    assert "You see" in table.log(1)
    assert "You see" not in table.log(0)
    game = table.session.game
    fact = ("sign", tile(table.state, (2, 3)).id)
    assert fact in game.known(table.state, 1)
    assert fact not in game.known(table.state, 0)
    table.end_turn()
    assert fact in game.known(table.state, 1)


@rule("STR-194")
def test_scry_can_put_the_card_at_the_bottom_and_look_at_one_tile() -> None:
    state = board()
    caster = caster_with(state, "scry")
    top = state.decks["lagoon"][0].id
    table = Table(state).act(caster, "cast:scry", "tile:3,3", "one", "lagoon", "bottom")
    assert table.state.decks["lagoon"][-1].id == top
    assert table.state.decks["lagoon"][-1].seen == [0]


@rule("STR-187", "STR-186")
def test_a_second_wither_ends_with_the_first() -> None:
    state = board()
    casters = [caster_with(state, "wither"), add(state, 0, "mage", (3, 3))]
    foe = add(state, 1, "soldier", (3, 2), fortress=True)
    table = Table(state)
    for caster in casters:
        table.act(caster, "cast:wither", f"unit:{foe.id}")
    assert table.unit(foe).wither
    assert table.unit(foe).health == 2
    table.end_turn()
    assert not table.unit(foe).wither
    assert table.unit(foe).fortress


@rule("STR-078", "STR-187")
def test_wither() -> None:
    state = board()
    caster, foes = caster_with(state, "wither"), ring(state, 1)
    foes[1].fortress = True
    assert first(state, "wither", caster) == names(foes[1], foes[2])
    table = Table(state).act(caster, "cast:wither", f"unit:{foes[1].id}")
    assert table.unit(foes[1]).wither
    assert table.unit(foes[1]).health == 3
    for defend, works in ((True, True), (False, False)):
        state = board()
        caster = caster_with(state, "wither")
        armoured = add(state, 1, "peasant", (3, 2), defend=defend, ward=True, equipment=["coral_mail"])
        table = Table(state).act(caster, "cast:wither", f"unit:{armoured.id}")
        assert table.unit(armoured).health == 4
        assert table.player(0).spells[0].up == works


@rule("STR-035", "STR-074")
def test_haste() -> None:
    state = board()
    caster, friends = caster_with(state, "haste"), ring(state, 0)
    friends[1].net = 1
    add(state, 1, "peasant", (4, 3))
    assert first(state, "haste", caster) == names(friends[2])
    assert Table(state).act(caster, "cast:haste", f"unit:{friends[2].id}").unit(friends[2]).extra == ["no_cast"]


# Sorcerer Spells, one by one ------------------------------------------------------------------------------------


@rule("STR-042", "STR-074")
def test_georotate() -> None:
    state = board()
    caster = caster_with(state, "georotate", (0, 0))
    assert first(state, "georotate", caster) == {"tile:1,1", "tile:1,2", "tile:2,1"}
    assert {plan[1] for plan in plans(state, "georotate", caster)} == {"cw", "ccw", "half"}
    table = Table(state).act(caster, "cast:georotate", "tile:1,1", "ccw")
    assert ["".join(t.kind if t else "." for t in line[:3]) for line in table.state.grid[:3]] == ["DLP", "FDS", "PMF"]
    assert table.unit(caster).at == (2, 0)
    assert table.unit(caster).spirit == 2
    state = board("ffa3")
    caster = caster_with(state, "georotate", (4, 1))
    assert "tile:4,1" not in first(state, "georotate", caster)  # a void in the block


@rule("STR-042", "STR-074")
def test_geoslide() -> None:
    state = board("ffa3")
    caster = caster_with(state, "geoslide", (6, 3))
    found = plans(state, "geoslide", caster)
    assert ("tile:6,2", "tile:6,4") in found
    assert ("tile:6,4", "tile:6,2") in found
    assert ("tile:0,3", "tile:6,3") in found
    assert ("tile:6,2", "tile:6,3") not in found  # fewer than three
    assert not any(plan[0] == "tile:1,0" or plan[1] == "tile:6,1" for plan in found)
    foe = add(state, 1, "peasant", (5, 3))
    ends = [tile(state, (6, 2)).id, tile(state, (6, 3)).id, tile(state, (6, 4)).id]
    table = Table(state).act(caster, "cast:geoslide", "tile:6,2", "tile:6,4")
    assert [tile(table.state, (6, col)).id for col in (2, 3, 4)] == [ends[2], ends[0], ends[1]]
    assert table.unit(caster).at == (6, 4)
    assert table.unit(foe).at == (5, 3)


@rule("STR-078", "STR-181")
def test_meteor() -> None:
    state = board()
    caster = caster_with(state, "meteor", (0, 0))
    foe = add(state, 1, "soldier", (2, 2))
    hit = {"tile:2,2", "tile:1,2", "tile:2,1", "tile:0,1", "tile:1,0"}  # within 4, with somebody on it or beside it
    assert first(state, "meteor", caster) == hit
    table = Table(state).act(caster, "cast:meteor", "tile:2,1")
    assert table.unit(foe).health == 4
    assert not [line for line in table.session.log(None) if line.dice]
    state = board()
    caster = caster_with(state, "meteor", (0, 0))
    add(state, 1, "mage", (2, 2), defend=True)
    table = Table(state).act(caster, "cast:meteor", "tile:2,1")
    assert not table.player(0).spells[0].up
    assert table.unit(caster).spirit == 1


@rule("STR-181")
def test_chain_lightning() -> None:
    state = board()
    caster = caster_with(state, "chain_lightning", (0, 0))
    a, b = add(state, 1, "soldier", (1, 1)), add(state, 1, "soldier", (3, 1))
    c, d = add(state, 1, "soldier", (4, 2)), add(state, 1, "soldier", (5, 5))
    ids = [f"unit:{unit.id}" for unit in (a, b, c)]
    assert plans(state, "chain_lightning", caster) == {
        (ids[0], "stop", "stop"),
        (ids[0], ids[1], "stop"),
        (ids[0], ids[1], ids[2]),
    }
    table = Table(state).act(caster, "cast:chain_lightning", *ids)
    assert [table.unit(unit).health for unit in (a, b, c, d)] == [3, 4, 5, 6]


@rule("STR-078")
def test_life_drain() -> None:
    for cathedral, health in ((False, 4), (True, 1)):
        state = board()
        caster, foes = caster_with(state, "life_drain"), ring(state, 1)
        caster.health, caster.cathedral = 1, cathedral
        assert first(state, "life_drain", caster) == names(foes[1], foes[2])
        table = Table(state).act(caster, "cast:life_drain", f"unit:{foes[1].id}")
        assert (table.unit(foes[1]).health, table.unit(caster).health) == (2, health)


@rule("STR-074", "STR-215")
def test_terraform() -> None:
    state = board()
    caster = caster_with(state, "terraform", (0, 0))
    near = {f"tile:{r},{c}" for (r, c), t in squares(state) if r + c <= 3 and t.kind in "PMDF"}
    assert first(state, "terraform", caster) == near
    assert {plan[1] for plan in plans(state, "terraform", caster) if plan[0] == "tile:0,0"} == {
        "terrain:M",
        "terrain:D",
        "terrain:F",
    }
    state.supply["M"].clear()
    assert not [plan for plan in plans(state, "terraform", caster) if plan[1] == "terrain:M"]
    old = tile(state, (0, 1)).id
    table = Table(state).act(caster, "cast:terraform", "tile:0,1", "terrain:D")
    new = tile(table.state, (0, 1))
    assert new.kind == "D"
    assert not new.searched
    assert table.state.gone[0].id == old
    assert table.session.fence == len(table.session.choices)


@rule("STR-074")
def test_sinkhole() -> None:
    state = board()
    caster = caster_with(state, "sinkhole", (3, 3))
    set_special(state, (3, 4), "academy", covered=False)
    swimmer = add(state, 1, "explorer", (3, 2))
    near = {f"tile:{r},{c}" for (r, c), t in squares(state) if 1 <= abs(r - 3) + abs(c - 3) <= 3 and t.kind in "PMDF"}
    assert first(state, "sinkhole", caster) == near | {"tile:3,4"}
    table = Table(state).act(caster, "cast:sinkhole", "tile:3,2")
    assert tile(table.state, (3, 2)).kind == "L"
    assert table.unit(swimmer).at == (3, 2)
    state.supply["L"].clear()
    assert not plans(state, "sinkhole", caster)


@rule("STR-074")
def test_aegis() -> None:
    state = board()
    caster = caster_with(state, "aegis")
    hurt, immune = (
        add(state, 0, "peasant", (0, 0), health=2),
        add(state, 0, "peasant", (5, 5), health=2, cathedral=True),
    )
    assert plans(state, "aegis", caster) == {()}
    table = Table(state).act(caster, "cast:aegis")
    assert (table.unit(hurt).health, table.unit(hurt).defend) == (3, True)
    assert (table.unit(immune).health, table.unit(immune).defend) == (2, False)
    caster.defend = hurt.defend = True
    hurt.health = 4
    assert not plans(state, "aegis", caster)


@rule("STR-074", "STR-078")
def test_dominate() -> None:
    state = board()
    caster = caster_with(state, "dominate", (3, 3))
    puppet = add(state, 1, "soldier", (3, 2), snare=True)
    other, mine = add(state, 1, "peasant", (3, 1), health=1), add(state, 0, "peasant", (4, 2))
    netted = add(state, 1, "peasant", (2, 2), net=1)
    target = f"unit:{puppet.id}"
    assert {plan for plan in plans(state, "dominate", caster) if plan[0] == target} == {
        (target, "harvest"),
        (target, f"attack:own:{other.id}"),
        (target, f"attack:own:{netted.id}"),
    }  # every neighbour is occupied, and the controller's own Peasant is no target
    assert names(netted, mine) & first(state, "dominate", caster) == set()
    table = Table(state).act(caster, "cast:dominate", target).d6(2).do(f"attack:own:{other.id}")
    assert not table.on_board(other)
    assert table.player(0).defeats == 1
    assert table.unit(puppet).actions == []
    assert table.unit(puppet).snare
    state = board()
    caster = caster_with(state, "dominate", (3, 3))
    worker = add(state, 1, "peasant", (3, 2))
    table = Table(state).act(caster, "cast:dominate", f"unit:{worker.id}").d4(4).do("power")
    assert table.pool(0).nickel == 0
    assert not table.player(0).spells[0].up
    state = board()
    caster = caster_with(state, "dominate", (3, 3))
    worker = add(state, 1, "peasant", (3, 2))
    table = Table(state).act(caster, "cast:dominate", f"unit:{worker.id}", "travel:4,2")
    assert table.unit(worker).at == (4, 2)
    assert table.player(0).spells[0].up


@rule("STR-035", "STR-074")
def test_recall() -> None:
    state = board()
    caster = caster_with(state, "recall", (3, 3))
    far, netted = add(state, 0, "archer", (0, 0)), add(state, 0, "peasant", (5, 5), net=1)
    assert plans(state, "recall", caster) == {
        (f"unit:{far.id}", f"tile:{at}") for at in ("2,3", "4,3", "3,2", "3,4") if at != "4,3"
    }
    assert names(netted).isdisjoint(first(state, "recall", caster))
    table = Table(state).act(caster, "cast:recall", f"unit:{far.id}", "tile:2,3")
    assert table.unit(far).at == (2, 3)
    assert table.unit(far).extra == ["any"]
    assert len(units_of(table.state, 0)) == 3


@rule("STR-202", "STR-205")
def test_every_choice_has_a_way_back() -> None:
    state = board()
    caster = caster_with(state, "gale")
    foe = add(state, 1, "soldier", (3, 1))
    give(state, 0, "pearl_purse")
    table = Table(state)
    before = str(table.session.view(1))
    table.act(caster, "cast:gale", f"unit:{foe.id}")
    assert table.options()[-1] == "back"
    assert table.session.waiting.text == "takes an action"
    assert set(table.options()) == {"north", "east", "south", "back"}
    assert str(table.session.view(1)) == before
    table.do("back")
    assert table.unit(caster).spirit == 7
    assert not table.unit(caster).actions
    assert "cast:gale" in table.options()


def test_the_damage_of_a_spell_is_foretold() -> None:
    state = board()
    sorcerer = add(state, 0, "mage", (3, 3), promoted=True)
    mage = add(state, 1, "mage", (3, 2), defend=True)
    peasant = add(state, 1, "peasant", (3, 1))
    teach(state, 0, "firebolt", "chain_lightning")
    table = Table(state).act(sorcerer, "cast:firebolt")
    notes = {option.id: option.note for option in table.session.asks[0].options}
    assert notes == {f"unit:{mage.id}": "D4-2 damage", f"unit:{peasant.id}": "D4 damage", "back": "nothing is spent"}
    table.do("back", "cast:chain_lightning", f"unit:{mage.id}")
    notes = {option.id: option.note for option in table.session.asks[0].options}
    assert notes[f"unit:{peasant.id}"] == "2 damage"

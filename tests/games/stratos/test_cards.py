"""What is this? Everything that is drawn has a card, and no card says more than its reader may know."""

from __future__ import annotations

import re
from types import SimpleNamespace

import msgspec
import pytest

from app.config import Settings
from app.games.stratos.knowledge import resample
from app.games.stratos.state import State
from app.kernel import Card, Rng, Session, encode_state
from app.web.draw import Painter
from tests.games.stratos.situations import GAME, SEATS, Table, add, board, give, purse, set_special, teach, tile
from tests.rules import rule

NAMES = ("Ann", "Ben", "Cleo", "Dora", "Eve")
NAMED = re.compile(r'data-name="([^"]+)"')
ITEMS = ("tiles", "units", "tribes")


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(Settings())


def drawn(painter: Painter, state: State, seat: int | None) -> set[str]:
    """Every data-name on the board and in the dock of this seat."""
    view = GAME.view(state, seat)
    seats = [SimpleNamespace(emblem=0, person_id=None, number=n) for n in range(len(state.players))]
    context = {
        "names": NAMES,
        "emblems": tuple(range(5)),
        "seat": seat,
        "table": SimpleNamespace(seats=seats),
        "rules": "",
        "rule_text": str,
    }
    parts = [
        painter.page(f"games/stratos/{name}.item.html", item=item, **context)
        for name in ITEMS
        for item in getattr(view.public, name)
    ]
    parts += [
        painter.page(f"games/stratos/{name}.html", value=getattr(view.public, name), **context)
        for name in ("turn", "piles", "lists")
    ]
    if view.private is not None:
        parts += [
            painter.page(f"games/stratos/{name}.html", value=getattr(view.private, name), **context)
            for name in ("dock", "looks", "active")
        ]
    return {name for part in parts for name in NAMED.findall(part)}


def copy_of(state: State) -> State:
    return msgspec.msgpack.decode(encode_state(state), type=State)


def card(state: State, seat: int | None, name: str) -> Card:
    found = GAME.explain(state, seat, name)
    assert found is not None
    return found


@rule("STR-022", "STR-189", "STR-195", "STR-196")
@pytest.mark.parametrize("scenario", ["ffa2", "sorcerer3", "tombolo5"])
def test_everything_drawn_has_a_card_that_tells_no_secret(painter: Painter, scenario: str) -> None:
    session: Session[State] = Session.start(GAME, seats=SEATS[scenario], options={"scenario": scenario}, seed="cards")
    for number in range(240):
        if session.outcome is not None:
            break
        if number % 30 == 29:
            for seat in (None, *range(session.seats)):
                other = resample(copy_of(session.state), seat, Rng(f"{number} {seat}"))
                for name in drawn(painter, session.state, seat):
                    mine = card(session.state, seat, name)
                    assert mine.title, name
                    assert mine.text, name
                    assert GAME.explain(other, seat, name) == mine, f"the card of {name} tells seat {seat} too much"
        session.apply(GAME.bot(session, min(session.asks)))


@rule("STR-192", "STR-193", "STR-198")
def test_unknown_names_and_those_of_others_have_no_card() -> None:
    state = board()
    add(state, 0, "mage", (0, 0))
    teach(state, 0, "spark")
    give(state, 0, "war_horn")
    assert card(state, 0, "spell-spark").title == "Spark"
    assert card(state, 0, "item-war_horn").title == "War Horn"
    for seat in (1, None):
        assert GAME.explain(state, seat, "spell-spark") is None
        assert GAME.explain(state, seat, "item-war_horn") is None
    for name in ("", "unit", "unit-99", "unit-x", "tile-9-9", "tile-", "spell-", "tribe-7", "point-luck", "nonsense-1"):
        assert GAME.explain(state, 0, name) is None, name


@rule("STR-022", "STR-068")
def test_a_unit_says_what_it_can_do_and_what_lies_on_it() -> None:
    state = board()
    unit = add(state, 0, "soldier", (3, 3), defend=True, snare=True, equipment=["oak_shield"])
    seen = card(state, 0, f"unit-{unit.id}")
    facts = {fact.what: (fact.value, fact.why) for fact in seen.facts}
    assert seen.kind == "Unit of {0}, on the prairie at E4"
    assert facts["Attack"] == ("D6", "range 1, misses on 6")
    assert facts["Physical damage"] == ("3 less", "its defence and its Oak Shield")
    assert facts["Snared"] == ("no Travel", "until the end of its owner's turn")
    assert facts["Oak Shield"][0] == "works"
    assert ("Travel", "The Soldier is snared and cannot Travel") in [(fact.what, fact.why) for fact in seen.closed]
    assert not card(state, 1, f"unit-{unit.id}").closed, "what it cannot do now is for its own player"


@rule("STR-131", "STR-134", "STR-089", "STR-194")
def test_a_tile_says_what_it_gives_and_what_is_known_of_it() -> None:
    state = board()
    set_special(state, (2, 1), "academy")
    assert card(state, 0, "tile-2-1").title == "Covered special tile"
    set_special(state, (2, 1), "academy", covered=False)
    assert "promoted free" in card(state, 0, "tile-2-1").text
    tile(state, (0, 0)).seen = [0]
    mine, theirs = card(state, 0, "tile-0-0"), card(state, 1, "tile-0-0")
    assert "only you know this" in mine.facts[0].why
    assert theirs.facts[0].value == "unknown"
    assert theirs.facts[1].value == "{0}"


@rule("STR-143", "STR-129")
def test_ways_to_score_and_stores_say_who_has_how_much() -> None:
    state = board()
    purse(state, 0, corn=2)
    state.players[1].hoard = 3
    hoard = card(state, 0, "point-hoard")
    assert [fact.value for fact in hoard.facts] == ["0", "3"]
    assert hoard.closed[0].why == "You have no Nickel and no Spice and no Oak"
    assert [fact.value for fact in card(state, 0, "resource-corn").facts] == ["2", "0"]
    tribe = card(state, 0, "tribe-1")
    assert (tribe.title, tribe.gauge and tribe.gauge.value) == ("Dazso", 3)


@rule("STR-190")
def test_the_dock_has_what_is_mine() -> None:
    state = board()
    add(state, 0, "explorer", (0, 3), health=1)
    purse(state, 0, spice=9)
    dock = Table(state).session.view(0).private.dock
    assert [(unit.title, unit.place, unit.health, unit.actions) for unit in dock.units] == [
        ("Explorer", "mountain at E1", 1, 2)
    ]
    assert (dock.purse.spice, dock.total, dock.target, dock.tribe) == (9, 0, 10, "Natau")
    assert [(hint.title, hint.why) for hint in dock.next] == [
        ("Hoard", "you lack Corn, Nickel and Oak"),
        ("Occupy 3", "you stand on 0 special tiles"),
    ]

"""What is this? The cards of boost, a crisis, dice, and what is printed on a card."""

from __future__ import annotations

from app.games.vantage.explaining import explain
from app.games.vantage.state import State
from app.kernel import Card
from tests.games.vantage.situations import action, begin, bench, declare, give, seed_for, table
from tests.rules import rule


def card(state: State, name: str, seat: int | None = 0) -> Card:
    found = explain(state, seat, name)
    assert found is not None
    return found


def rows(found: Card) -> dict[str, str]:
    return {fact.what: fact.value for fact in found.facts}


@rule("VAN-171", "VAN-175")
def test_boost_says_how_much_lies_there_and_what_it_buys() -> None:
    state = table(2)
    state.character(0).boost = 3
    found = card(state, "boost-800", seat=1)
    assert "holds 3 of at most 6" in found.does
    assert set(rows(found)) == {"for 1", "for 2"}
    assert found.seat == 0
    assert explain(state, 0, "boost-1149") is None, "nobody has it"


@rule("VAN-208", "VAN-210", "VAN-211")
def test_a_crisis_says_who_is_near_one_and_how_many_there_were() -> None:
    state = table(2)
    assert rows(card(state, "crisis")) == {"so far": "none yet"}
    state.seats[1].stats["morale"] = 1
    state.crises = 1
    found = card(state, "crisis")
    assert rows(found) == {"so far": "1 crisis", "morale at 1": ""}
    assert [fact.seat for fact in found.facts] == [None, 1]
    assert explain(state, 0, "crisis-2") is None


@rule("VAN-129", "VAN-C44")
def test_a_setback_says_when_a_curse_makes_it_hurt() -> None:
    curse = {"id": 1490, "kind": "curse", "name": "Old debt", "composition": "iron", "stat": "time"}
    place = {"id": 44, "actions": [action("look-STUDY", [], 1, involves=["iron"])]}
    for cursed in (False, True):
        state = table(1, pack=bench(places=(place,), cards=(curse,)), at=(44,))
        if cursed:
            give(state, 0, 1490)
        session = begin(state, seed_for("setback"))
        declare(session, "here:look-STUDY")
        session.apply(session.default_answer(0))
        text = card(session.state, "die-0").text
        assert text == ("Unplaced it takes 1 time: Old debt lies in a grid." if cursed else text)
        assert ("costs nothing" in text) != cursed


@rule("VAN-198", "VAN-C50")
def test_a_card_says_all_that_is_printed_on_it() -> None:
    worth = {
        "id": 1152,
        "value": 2,
        "reserve": 1,
        "slots": [{"when": {"category": "look"}, "gives": [{"gain_boost": {}}]}],
    }
    quest = {"id": 1604, "kind": "quest", "name": "An errand", "goal": {"need": "1 + players"}}
    state = table(2, pack=bench(cards=(worth, quest)))
    give(state, 0, 1152)
    told = rows(card(state, "card-1152"))
    assert (told["worth"], told["reserve"], told["slot"]) == (
        "2 coins",
        "room for 1 card",
        "look: any die, gives 1 boost",
    )
    held = give(state, 0, 1604, cell=0)
    state.seats[0].grid[0] = None
    held.count = 1
    state.seats[0].supply.append(held)
    assert rows(card(state, "card-1604"))["so far"] == "1 of 3"

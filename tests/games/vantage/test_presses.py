"""Few presses: what one of them does, what goes on by itself, and what stands on cards before they are used."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.vantage.dice import UNASKED
from app.games.vantage.explaining import explain
from app.games.vantage.state import State
from app.games.vantage.world import World, world
from app.kernel import Option, Session
from app.prompts import count_prompts
from tests.games.vantage.situations import (
    action,
    begin,
    bench,
    choices,
    declare,
    give,
    offered,
    reply,
    seed_for,
    table,
    tokens,
)
from tests.rules import rule

WAY = {"id": 44, "compass": {"east": {"to": 41}}, "actions": [action("look-STUDY", [], 2)]}


def at_bench(*faces: str, seats: int = 1, boost: int = 2, **prepared: Any) -> Session[State]:
    """Seat 0, asked only where something is at stake, at a place with an action of cost 2; these faces come first."""
    state = table(seats, pack=bench(places=(WAY,)), at=(44, 41, 42), careful=False)
    state.character(0).boost = boost
    for seat, counts in prepared.items():
        tokens(state, int(seat[-1]), **counts)
    return begin(state, seed_for(*faces))


def option(session: Session[State], wanted: str) -> Option:
    return next(one for one in session.asks[0].options if one.id == wanted)


@rule("VAN-104", "VAN-C12")
def test_all_that_hurts_is_rolled_again_with_one_press_and_each_die_is_paid_for() -> None:
    session = at_bench("health", "health", "blank", "blank")
    declare(session, "here:look-STUDY")
    together = option(session, "again:health+health:800:1")
    assert together.price == "−2 boost"
    reply(session, together.id)
    assert session.state.character(0).boost == 0
    assert session.state.seats[0].stats["health"] == 4, "two blanks: nothing hurts any more"
    poor = at_bench("health", "health", boost=1)
    declare(poor, "here:look-STUDY")
    assert [one for one in choices(poor) if one.startswith("again:")] == ["again:health:800:1"]


@rule("VAN-104")
def test_a_die_that_shows_the_same_again_is_not_rolled_twice() -> None:
    session = at_bench("health", "time", "health", "blank")
    declare(session, "here:look-STUDY")
    reply(session, "again:health+time:800:1")
    who = session.state.seats[0]
    assert (who.stats["health"], who.stats["time"]) == (3, 4), "one health again, and a blank"
    assert who.skills["look"] == 1, "the same symbol consoles"


@rule("VAN-104")
def test_one_press_rolls_again_until_nothing_hurts_and_pays_for_each_roll() -> None:
    session = at_bench("health", "blank", "time", "morale", "blank", boost=4)
    declare(session, "here:look-STUDY")
    assert option(session, "until:800:1").price == "up to −4 boost"
    reply(session, "until:800:1")
    who = session.state.seats[0]
    assert who.stats == {"time": 4, "morale": 4, "health": 4}
    assert session.state.character(0).boost == 2, "health became time; morale is caught by a slot"
    spent = at_bench("health", "blank", "time", "time", boost=2)
    declare(spent, "here:look-STUDY")
    reply(spent, "until:800:1")
    assert spent.state.character(0).boost == 0
    assert spent.state.seats[0].stats["time"] == 3, "no boost is left: it hurts after all"
    once = at_bench("health", "blank", boost=1)
    declare(once, "here:look-STUDY")
    assert "until:800:1" not in choices(once), "one boost is one roll"


@rule("VAN-169", "VAN-250")
def test_a_power_that_lets_one_choose_is_a_button_for_each_gift() -> None:
    session = at_bench("blank")
    gifts = [one for one in offered(session, 0) if one.startswith("power:800:0")]
    assert gifts == ["power:800:0:0", "power:800:0:1"]
    session.use(0, "power:800:0:0")
    who = session.state.seats[0]
    assert (who.coins, who.skills["move"], session.state.character(0).boost) == (1, 0, 0)
    assert any("uses Ines Halloway, helm for 2 boost: one coin." in line.text for line in session.log(0))


@rule("VAN-244")
def test_dice_roll_by_themselves_where_only_others_or_a_power_could_help() -> None:
    session = at_bench("blank", "blank", seats=2, seat_1={"look": 1})
    declare(session, "here:look-STUDY")
    assert (choices(session), session.asks[0].seconds) == (["roll:0"], UNASKED)
    session.use(1, "pledge:look")
    assert session.asks[0].seconds == UNASKED
    reply(session)
    assert session.state.seats[1].skills["look"] == 0, "what was pledged in time is taken"
    given = at_bench("blank", "blank", seats=2, seat_1={"look": 2})
    given.use(1, "standing", ["look=1"])
    declare(given, "here:look-STUDY")
    assert choices(given) == ["roll:0", "spare:1"], "who helps can still be spared"
    assert (given.asks[0].default, given.asks[0].seconds) == (("roll:0",), UNASKED)
    mine = at_bench("blank", "blank", seats=2, seat_0={"look": 1})
    declare(mine, "here:look-STUDY")
    assert (choices(mine), mine.asks[0].seconds) == (["roll:0", "roll:1"], 0), "my own tokens are my own choice"


@rule("VAN-244")
@pytest.mark.parametrize("who", [0, 1])
def test_the_clock_of_a_roll_can_be_stopped_by_whoever_acts_and_whoever_could_pledge(who: int) -> None:
    session = at_bench("blank", "blank", seats=3, seat_1={"look": 1})
    assert all("wait" not in offered(session, seat) for seat in range(3)), "there is no clock yet"
    declare(session, "here:look-STUDY")
    assert [seat for seat in range(3) if "wait" in offered(session, seat)] == [0, 1], "a third has nothing to pledge"
    assert "by themselves" in session.asks[0].text
    lines = session.use(who, "wait")
    assert [line.text for line in lines] == [f"{{{who}}} stops the clock."]
    assert (choices(session), session.asks[0].seconds) == (["roll:0"], 0)
    assert "by themselves" not in session.asks[0].text
    assert all("wait" not in offered(session, seat) for seat in range(3))
    session.use(1, "pledge:look")
    assert session.asks[0].seconds == 0, "it stays stopped"
    reply(session, "roll:0")
    assert session.state.seats[1].skills["look"] == 0


@rule("VAN-244")
def test_a_token_that_comes_before_the_roll_stops_its_clock() -> None:
    state = table(2, pack=bench(places=({"id": 44, "actions": [action("move-CLIMB", [], 2)]},)), at=(44, 41))
    state.seats[0].careful = False
    tokens(state, 1, move=1)
    session = begin(state, seed_for("blank", "blank"))
    declare(session, "here:move-CLIMB")
    assert (choices(session), session.asks[0].seconds) == (["roll:0"], UNASKED)
    session.use(0, "power:800:0:1")
    assert (choices(session), session.asks[0].seconds) == (["roll:0", "roll:1"], 0), "now there is something to weigh"


@rule("VAN-109", "VAN-105")
def test_the_clock_of_a_suggestion_can_be_stopped_and_the_dice_placed_otherwise() -> None:
    state = table(2, pack=bench(places=(WAY,), cards=({"id": 1152, "slots": [{"face": "morale"}]},)), at=(44, 41))
    state.seats[0].careful = False
    state.character(0).boost = 0
    give(state, 0, 1152)
    session = begin(state, seed_for("morale", "blank"))
    declare(session, "here:look-STUDY")
    assert session.asks[0].seconds == UNASKED
    assert "wait" in offered(session, 0)
    assert "wait" not in offered(session, 1), "the dice are not hers"
    session.use(0, "wait")
    assert (session.asks[0].seconds, session.asks[0].default) == (0, ("so",))
    assert "put:morale:1152.0" in choices(session)
    assert "put:morale:800.1" in choices(session), "what was not suggested can be chosen in peace"


@rule("VAN-048", "VAN-077", "VAN-244")
@pytest.mark.parametrize(("way", "left"), [("depart:east", 1), ("depart:east+1", 0)])
def test_a_plain_walk_is_one_press_with_a_token_or_without(way: str, left: int) -> None:
    session = at_bench("blank", seats=2, boost=6, seat_0={"move": 1}, seat_1={"move": 1})
    assert option(session, "depart:east").price == "1 die"
    declare(session, way)
    assert session.state.seats[0].place == 41
    assert session.state.seats[0].skills["move"] == left
    assert session.state.turn == 1, "nothing more was asked"


@rule("VAN-109")
def test_a_suggestion_that_saves_all_that_can_be_saved_goes_by_itself() -> None:
    session = at_bench("morale", "morale", boost=0)
    declare(session, "here:look-STUDY")
    assert (session.asks[0].default, session.asks[0].seconds) == (("so",), UNASKED)
    two_kinds = at_bench("morale", "time", boost=0)
    declare(two_kinds, "here:look-STUDY")
    assert two_kinds.asks[0].seconds == UNASKED, "no slot takes time: nothing is to be chosen"
    reply(two_kinds)
    assert two_kinds.state.seats[0].stats == {"time": 3, "morale": 4, "health": 4}
    state = table(1, pack=bench(places=(WAY,), cards=({"id": 1152, "slots": [{}]},)), at=(44,), careful=False)
    state.character(0).boost = 0
    give(state, 0, 1152)
    either = begin(state, seed_for("time", "health"))
    declare(either, "here:look-STUDY")
    assert either.asks[0].seconds == 0, "which of the two is caught is a choice"
    dear = at_bench("morale", "morale", boost=2)
    declare(dear, "here:look-STUDY")
    assert dear.asks[0].seconds == 0, "a die could still be rolled again"


@rule("VAN-062")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_action_takes_about_two_questions(seats: int) -> None:
    counted = count_prompts("vantage", seats, 6, "presses", {})
    assert 1 <= counted["actions_per_turn"] < 1.2, counted
    assert counted["action_questions"] <= 2.1, counted
    assert counted["action_presses"] <= 2.5, counted


# Printed actions and entries -----------------------------------------------------------------------------------------


ENTRIES = ("sentient", "quest", "objective")


@rule("VAN-C14", "VAN-073", "VAN-082")
@pytest.mark.parametrize("pack", ["oriel", "sampler"])
def test_things_are_printed_talks_and_errands_are_entries(pack: str) -> None:
    here: World = world(pack)
    for card in here.cards.values():
        for one in card.actions:
            by_hand = pack == "oriel" and (card.id, one.act) == (994, "help-TRADE")  # a trade like any other
            assert bool(one.prints) == (card.kind not in ENTRIES or by_hand), (card.id, one.act)
            assert not isinstance(one.cost, dict) or one.prints, "a boost that cannot be paid is known beforehand"


@rule("VAN-C14", "VAN-039")
def test_a_printed_action_can_be_read_in_full_and_an_entry_only_by_its_verb() -> None:
    state = table(2, at=(41, 42))
    give(state, 0, 986, boost=2)
    session = begin(state)
    printed, entry = option(session, "card:800:engage-RALLY"), option(session, "card:986:engage-TELL")
    assert (printed.label, printed.price) == ("Say the thing that gets people up", "3 dice")
    assert "one player gains 1 morale" in printed.note
    assert (entry.label, entry.note, entry.price) == ("Oda the wick-keeper: engage-TELL", "", "")
    told = world("sampler").card(986).actions[0]
    for seat in (0, 1, None):
        seen = repr(session.view(seat)) + repr(explain(session.state, seat, "card-986"))
        assert "gains 1 morale" in seen
        assert told.line not in seen
    declare(session, entry.id)
    assert told.line in session.log(1)[-1].text, "read when it is chosen"


@rule("VAN-C14")
def test_the_card_of_a_character_says_what_its_actions_cost_and_bring() -> None:
    session = begin(table(1))
    card = explain(session.state, 0, "card-800")
    assert card is not None
    assert any("3 dice: one player gains 1 morale." in fact.why for fact in card.facts)

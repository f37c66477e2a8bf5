"""Trades, resigning, and what each seat may know: rules sections 25 and 27."""

from __future__ import annotations

import msgspec
import pytest

from app.games.fantos.components import LABOR
from app.kernel import Refused
from tests.games.fantos.situations import GAME, Situation
from tests.rules import rule


def offers(t: Situation, seat: int) -> list[str]:
    return [option.id for option in t.session.offers(seat)]


@rule("FAN-EX85", "FAN-210", "FAN-211", "FAN-212", "FAN-213", "FAN-209", "FAN-223", "FAN-234")
def test_three_shards_for_a_card() -> None:
    t = Situation(10, 5, 20).hire(0, "bishop").hand(1, "alms", "raid")
    assert offers(t, 0) == ["trade:1", "trade:2", "resign"]
    t.session.use(0, "trade:1", ("give=3", "cards=1"))
    assert offers(t, 0) == ["withdraw:1", "resign"]
    assert offers(t, 1) == ["decline:1", "accept:1", "trade:0", "trade:2", "resign"]
    assert "accept:1" not in offers(t, 2)
    t.session.use(1, "accept:1", ("card:alms:0",))
    assert t.reserves()[:2] == [7, 8]
    assert (t.s.citadels[0].hand, t.s.citadels[1].hand) == (["alms"], ["raid"])
    assert any("Alms" in line.text for line in t.log(0))
    assert not any("Alms" in line.text for line in t.log(2))
    assert any("3 Shards" in line.text for line in t.log(2))


@rule("FAN-EX86", "FAN-210")
def test_no_reserve_may_be_traded_away() -> None:
    t = Situation(3, 5, 20).hire(0, "bishop")
    with pytest.raises(Refused):
        t.session.use(0, "trade:1", ("give=3",))
    t.session.use(0, "trade:1", ("give=2",))


@rule("FAN-212", "FAN-211", "FAN-223")
def test_offers_lapse_with_the_phase_and_can_be_switched_off() -> None:
    t = Situation(10, 10, 10).hire(0, "bishop").hire(1, "cook").hand(1, "alms")
    t.session.use(0, "trade:1", ("give=1",))
    t.say(0, "end")
    assert t.window() == "OPEN"
    assert t.s.trades == []
    assert offers(t, 0) == ["resign"]  # a window, not the active Citadel's ask
    assert offers(Situation(10, 10, 10, trading=False).hire(0, "bishop"), 0) == ["resign"]


TRADES = ["trade:1", "trade:2"]


def may_be_traded_by(t: Situation, seat: int) -> list[str]:
    return [offer for offer in offers(t, seat) if offer.startswith("trade:")]


@rule("FAN-211")
def test_trades_are_possible_while_a_setup_hire_is_chosen() -> None:
    t = Situation(20, 20, 20, phase="recruiting", step="")
    assert t.session.asks[0].rule == "FAN-021"
    assert may_be_traded_by(t, 0) == TRADES
    t.session.use(0, "trade:1", ("give=1", "want=2"))
    t.session.use(1, "accept:1", ())
    assert t.reserves() == [21, 19, 20]
    assert t.session.asks[0].rule == "FAN-021", "and the hire is still to be chosen"


@rule("FAN-211")
@pytest.mark.parametrize("votes", ["open", "sealed"])
def test_trades_are_possible_while_votes_are_cast(votes: str) -> None:
    t = Situation(20, 20, 20, phase="trials", step="drawing", votes=votes).next_trials("overtime").hire(0, "bishop")
    t.state.trials_due = 1
    assert t.session.asks[0].rule == "FAN-124"
    assert may_be_traded_by(t, 0) == TRADES
    t.session.use(1, "trade:0", ("give=3",))
    t.session.use(0, "accept:1", ())
    assert t.reserves() == [23, 17, 20], "a vote is bought"
    assert t.session.asks[0].rule == "FAN-124"


@rule("FAN-211")
def test_trades_are_possible_while_a_defence_and_a_challenge_are_decided() -> None:
    t = Situation(20, 20, 20).hire(0, "knight").hire(1, "cook").hire(2, "diver")
    t.declare("war", "knight")
    assert "Who defends" in t.session.asks[1].prompt
    assert may_be_traded_by(t, 0) == TRADES
    t.session.use(1, "trade:2", ("give=2",))
    t.session.use(2, "accept:1", ())
    assert t.reserves() == [20, 18, 22]
    u = Situation(20, 20, 20).hire(0, "knight").hire(1, "cook").hire(2, "diver")
    u.declare("tribute", "knight")
    assert u.session.asks[1].rule == "FAN-091"
    assert may_be_traded_by(u, 0) == TRADES
    u.session.use(0, "trade:1", ("give=2",))
    u.session.use(1, "accept:1", ())
    assert u.reserves() == [18, 22, 20], "somebody is paid to stay away"


@rule("FAN-211", "FAN-212")
def test_nothing_is_traded_in_windows_and_while_something_waits_on_the_stack() -> None:
    t = Situation(20, 20, 20, phase="secondary", step="").hire(0, "bishop").hand(0, "duel", "raid")
    t.hire(1, "cook").hand(1, "alms", "field-surgeon").hire(2, "diver").hand(2, "alms")
    assert may_be_traded_by(t, 1) == ["trade:0", "trade:2"], "the active Citadel has the floor"
    t.session.use(1, "trade:0", ("give=1",))
    assert GAME.courted(t.s, 1) == [0], "bots leave time for an answer"
    t.say(0, "labor:raid").say(0, "seat:1")
    assert t.window() == "RESPONSE"
    assert may_be_traded_by(t, 2) == []
    assert offers(t, 0) == ["resign"], "an open offer waits as well"
    assert GAME.courted(t.s, 1) == []
    t.quiet()
    assert t.session.asks[0].rule == "FAN-131"
    assert "accept:1" in offers(t, 0)
    t.say(0, "pass")
    assert t.window() == "FLOOR"
    assert may_be_traded_by(t, 2) == [], "nor while the others have the floor"
    council = Situation(20, 20, 20, phase="secondary", step="").hire(0, "bishop").hand(0, "council").trial("overtime")
    council.say(0, "labor:council").quiet()
    assert council.session.asks[0].rule == "FAN-124"
    assert may_be_traded_by(council, 0) == [], "Council itself is still on the stack"


@rule("FAN-210", "FAN-212")
def test_the_form_of_a_trade_shows_cards() -> None:
    t = Situation(10, 5, 20).hire(0, "bishop").hand(0, "raid", "raid", "alms").hand(1, "duel", "shackles")
    (offer,) = [offer for offer in t.session.offers(0) if offer.id == "trade:1"]
    assert offer.form is not None
    shown = {option.id: (option.label, option.room) for option in offer.form.options}
    assert shown == {
        "give": ("Shards you give", 9),
        "want": ("Shards you want", 4),
        "cards": ("Cards you want", 2),
        "card:alms": ("Alms", 1),
        "card:raid": ("Raid", 2),
    }
    raid = next(option for option in offer.form.options if option.id == "card:raid")
    assert (raid.note, raid.price) == (LABOR["raid"].text, str(LABOR["raid"].cost)), "as it lies in the hand"
    t.session.use(0, "trade:1", ("give=1", "cards=1"))
    (reply,) = [offer for offer in t.session.offers(1) if offer.id == "accept:1"]
    assert reply.form is not None
    assert [(option.label, option.note) for option in reply.form.options] == [
        ("Duel", LABOR["duel"].text),
        ("Shackles", LABOR["shackles"].text),
    ]


@rule("FAN-196", "FAN-193", "FAN-235")
def test_resigning_is_being_eliminated() -> None:
    t = Situation(20, 20, 20).hire(0, "bishop").hire(1, "cook").hand(1, "raid")
    with pytest.raises(Refused):
        t.session.use(1, "resign", ("perhap",))
    t.session.use(1, "resign", ("resign",))
    t.say(0, "end")
    assert not t.s.citadels[1].alive
    assert t.s.labor_discard == ["raid"]
    assert t.gone("cook")
    assert t.s.eliminated == [[1]]


@rule("FAN-228", "FAN-229", "FAN-230")
def test_hands_and_decks_are_hidden() -> None:
    t = Situation(20, 20, 20).hire(0, "bishop").hand(1, "skull-of-lodan")
    public = msgspec.json.encode(GAME.public(t.s)).decode()
    assert "skull-of-lodan" not in public
    assert "bishop" in public
    for hidden in (*t.s.trial_deck, *t.s.legacy_deck):
        assert f'"{hidden}"' not in public
    assert "skull-of-lodan" in msgspec.json.encode(GAME.private(t.s, 1)).decode()
    assert "skull-of-lodan" not in msgspec.json.encode(GAME.private(t.s, 0)).decode()


@rule("FAN-231", "FAN-232")
def test_face_down_cards_and_known_trials_are_seen_by_one_seat() -> None:
    t = Situation(20, 20, 20).hire(0, "bishop").pool("envoy")
    t.state.pool[0].laid_by = 1
    t.state.known_trials[1] = t.state.trial_deck[:2]
    top = t.state.trial_deck[0]
    public = msgspec.json.encode(GAME.public(t.s)).decode()
    assert '"envoy"' not in public
    assert f'"{top}"' not in public
    mine = msgspec.json.encode(GAME.private(t.s, 1)).decode()
    assert "envoy" in mine.lower()
    assert top in mine
    other = msgspec.json.encode(GAME.private(t.s, 2)).decode()
    assert "envoy" not in other.lower()
    assert top not in other


@rule("FAN-220", "FAN-224", "FAN-227")
def test_clock_chat_and_reaction_time_belong_to_the_table() -> None:
    from app.games.fantos.state import Options
    from app.tables.facts import TableSettings

    assert not {"timer", "talk", "reaction"} & set(Options.__struct_fields__)
    assert {"soft_seconds", "clock_minutes", "turn_minutes", "silent"} <= set(TableSettings.__struct_fields__)
    plain = TableSettings()
    assert (plain.soft_seconds, plain.turn_minutes, plain.silent) == (10, 0, False)
    for name, least, most in (("soft_seconds", 5, 120), ("turn_minutes", 1, 10)):
        for value in (0, least, most):
            assert getattr(msgspec.convert({name: value}, TableSettings), name) == value
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({name: most + 1}, TableSettings)

"""Trades, resigning, and what each seat may know: rules sections 25 and 27."""

from __future__ import annotations

import pytest

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
    assert t.s.trades == []
    assert offers(t, 0) == ["resign"]  # a window, not the active Citadel's ask
    assert offers(Situation(10, 10, 10, trading=False).hire(0, "bishop"), 0) == ["resign"]


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
    import msgspec

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
    import msgspec

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
    assert {"soft_seconds", "clock_minutes"} <= set(TableSettings.__struct_fields__)

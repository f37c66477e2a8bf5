"""Corners where several rules meet: who has resigned, what is no longer there, what may not be used."""

from __future__ import annotations

from app.games.fantos.reactions import asked_in, is_target
from app.games.fantos.state import Item
from app.games.fantos.views import public
from tests.games.fantos.situations import Situation, ready_dice
from tests.rules import rule


def floor(*reserves: int) -> Situation:
    return Situation(*(reserves or (20, 20, 20)), phase="secondary", step="")


@rule("FAN-089", "FAN-196")
def test_a_war_on_somebody_who_resigned_ends_before_the_dice() -> None:
    t = Situation(20, 20, 20).hire(0, "knight").hire(1, "cook").hand(1, "raid")
    t.declare("war", "knight")
    t.session.use(1, "resign", ("resign",))
    t.say(1, "pass")
    assert not t.s.citadels[1].alive
    assert t.s.last is not None
    assert (t.s.last.cancelled, t.s.last.dice) == (True, [])
    assert t.asked() == [0]
    assert "declare:war" not in t.ids(0)


@rule("FAN-193", "FAN-196")
def test_who_resigned_wins_no_reward_and_is_not_asked_for_one() -> None:
    t = Situation(20, 20, 20).hire(0, "cook").hire(1, "oracle").hire(1, "diver").hand(1, "raid", "alms")
    ready_dice(1, 3)
    t.declare("tribute", "cook").quiet()
    t.say(1, "legacy:oracle")
    assert (t.window(), t.asked()) == ("ROLLED", [1])
    t.session.use(1, "resign", ("resign",))
    t.quiet()
    assert not t.s.citadels[1].alive
    assert 1 not in t.asked()
    assert t.reserves() == [20, 0, 20]
    assert t.s.reigning is None


@rule("FAN-193", "FAN-196")
def test_who_resigned_is_asked_in_no_window() -> None:
    t = Situation(20, 20, 20).hire(0, "gong-farmer").hire(1, "cook").hand(1, "raid").hire(2, "diver").hand(2, "raid")
    t.declare("harvest", "gong-farmer")
    assert asked_in(t.s, "ROLLED") == [0, 1, 2]
    t.session.use(1, "resign", ("resign",))
    assert asked_in(t.s, "ROLLED") == [0, 2]


@rule("FAN-012", "FAN-105")
def test_what_does_not_name_tribute_is_not_used_in_a_special_one() -> None:
    t = Situation(20, 20, 20, phase="trials", step="").next_trials("trial-of-champions")
    t.state.first = 0
    t.hire(0, "shirazad").hire(0, "cook", 4, "tasked").hire(1, "mesmerist").hire(1, "diver").hire(2, "astrologers")
    t.hire(2, "bishop")
    t.say(0, "legacy:cook").say(1, "legacy:diver").say(2, "legacy:bishop")
    assert (t.s.phase, t.window()) == ("trials", "ROLLED")
    assert t.asked() == [2]
    assert t.ids(2) == ["pass", "ability:astrologers"]


@rule("FAN-189")
def test_clever_ruse_cancels_legacy_abilities_only() -> None:
    t = floor().hire(0, "champion").hire(1, "cook").hire(2, "diver").hand(2, "clever-ruse").trial("red-comet")
    t.say(0, "challenge:red-comet").say(0, "legacy:cook")
    assert t.window() == "RESPONSE"
    assert t.ids(2) == ["pass"]
    u = floor().hire(0, "knight").hire(1, "cook").hire(2, "diver").hand(2, "clever-ruse")
    u.say(0, "ability:knight").say(0, "legacy:cook")
    assert u.ids(2) == ["pass", "labor:clever-ruse"]


@rule("FAN-169", "FAN-171")
def test_a_skull_taken_away_in_time_feeds_nobody() -> None:
    t = floor().hire(0, "knight").hire(1, "bishop").hire(2, "cook", 4, "untasked", "skull-of-lodan")
    t.hire(0, "diver").hand(0, "shell-game")
    ready_dice(3, 1)
    t.say(0, "ability:knight").say(0, "legacy:bishop").quiet_until("DUEL AFTER")
    t.play(2, "skull:cook")
    t.play(0, "labor:shell-game").quiet()
    assert (t.legacy("cook").shards, t.legacy("cook").status) == (4, "tasked")
    assert "skull-of-lodan" in t.s.labor_discard


@rule("FAN-110", "FAN-115")
def test_a_title_lost_while_room_is_made_no_longer_chooses() -> None:
    t = Situation(20, 20, 20, phase="trials", step="").trial("overtime", "stimulus", "bad-blood")
    t.state.first = 0
    t.hire(0, "diver").hand(0, "clever-ruse").hire(1, "apothecary").hire(2, "oracle")
    t.state.reigning = "apothecary"
    t.play(2, "ability:oracle")
    t.play(0, "labor:clever-ruse")
    t.play(1, "ability:apothecary", "legacy:diver").quiet()
    assert t.s.reigning is None
    assert t.asked() == [0]
    assert t.ids(0) == ["trial:overtime", "trial:stimulus", "trial:bad-blood"]


@rule("FAN-134", "FAN-135")
def test_a_duel_needs_somebody_to_fight_once_it_is_paid() -> None:
    t = floor().hire(0, "knight", 1).hire(0, "cook", 1).hand(0, "duel")
    assert "labor:duel" not in t.ids(0)  # whoever pays is gone, and one alone cannot fight
    u = floor().hire(0, "knight", 1).hire(0, "cook", 1).hire(1, "diver").hand(0, "duel")
    u.say(0, "labor:duel").say(0, "legacy:cook").quiet()
    assert u.s.last is not None
    assert [entrant.legacy for entrant in u.s.last.entrants] == ["knight", "diver"]  # Cook has paid her last Shard


@rule("FAN-212")
def test_an_offer_lapses_with_the_hiring_phase_and_with_the_turn() -> None:
    t = Situation(20, 20, 20, phase="hiring", step="").hire(0, "bishop").hand(0, "alms").pool("cook")
    t.session.use(0, "trade:1", ("give=1",))
    t.say(0, "end")
    while t.s.phase == "hiring":
        t.say(t.asked()[0], "pass")
    assert (str(t.s.phase), t.s.trades) == ("discard", [])
    t.session.use(0, "trade:1", ("give=1",))
    assert len(t.s.trades) == 1
    t.say(0, "pass")
    assert t.s.trades == []


@rule("FAN-243")
def test_what_is_aimed_at_me_without_my_name_still_stops_my_yields() -> None:
    t = Situation(20, 20, 20).hire(0, "gong-farmer").hire(1, "diver").hire(2, "bishop")
    t.declare("harvest", "gong-farmer")
    assert not is_target(t.s, 0)
    for item in (Item(1, 1, "labor", "loaded-die", ["die:0", "face:1"]), Item(2, 1, "ability", "diver")):
        t.s.stack = [item]
        assert is_target(t.s, 0)
        assert not is_target(t.s, 2)
    u = floor(20, 30, 10)
    u.state.stack = [Item(1, 0, "ability", "usurer")]
    assert [is_target(u.state, seat) for seat in (1, 2)] == [True, False]


@rule("FAN-113")
def test_the_screen_tells_what_cartographer_saves() -> None:
    t = Situation(20, 20, 20).hire(0, "bishop").hire(0, "gong-farmer").hire(0, "cartographer")
    t.hire(1, "diver").hand(1, "raid")
    ready_dice(1, 1)
    t.declare("harvest", "bishop", "gong-farmer").quiet_until("AFTER")
    t.say(0, "ability:cartographer")
    while t.s.stack:
        t.say(t.asked()[0], "pass")
    assert t.window() == "AFTER"
    stage = public(t.s).stage
    assert stage is not None
    assert stage.notes == ("8 Shards draw 2 Trials.", "Cartographer: one Trial fewer, but at least one.")

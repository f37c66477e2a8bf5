"""Windows, the stack and cancelling: rules sections 20, 21 and 28."""

from __future__ import annotations

import pytest

from app.games.fantos.effects import ABILITIES, LABOR_EFFECTS
from app.games.fantos.reactions import asked_in, is_asked, is_target, possible_plays
from app.games.fantos.state import Item
from app.kernel import Refused
from tests.games.fantos.situations import GAME, Situation, ready_dice
from tests.rules import rule


def at_war() -> Situation:
    return Situation(20, 20, 20).hire(0, "knight").hire(0, "cook").hire(1, "diver").hire(2, "bishop")


@rule("FAN-EX69", "FAN-174", "FAN-176", "FAN-178", "FAN-167", "FAN-173")
def test_shell_game_saves_a_war_from_peace() -> None:
    t = at_war().hand(0, "raid").hand(1, "a-time-of-peace").hand(2, "shell-game")
    t.declare("war", "knight")
    assert t.window() == "DECLARED"
    t.play(1, "labor:a-time-of-peace")
    assert t.window() == "RESPONSE"
    t.play(2, "labor:shell-game")
    assert [item.title for item in t.s.stack] == ["a-time-of-peace", "shell-game"]
    while t.s.stack:
        t.say(t.asked()[0], "pass")
    assert t.s.labor_discard == ["shell-game", "a-time-of-peace"]
    assert t.s.action is not None
    assert not t.s.action.cancelled
    assert t.legacy("diver").shards == 3


@rule("FAN-EX70", "FAN-184", "FAN-175")
def test_the_first_in_asking_order_counts_not_the_quickest() -> None:
    t = Situation(20, 20, 20, 20, phase="secondary", step="").hire(0, "bishop").hand(0, "raid")
    for seat, name in ((1, "cook"), (2, "diver"), (3, "knight")):
        t.hire(seat, name).hand(seat, "shell-game")
    t.say(0, "labor:raid").say(0, "seat:1")
    assert t.asked() == [1, 2, 3]
    t.say(2, "labor:shell-game")
    assert t.asked() == [1, 3]
    assert t.s.citadels[2].hand == ["shell-game"]
    t.say(1, "labor:shell-game")
    assert [item.seat for item in t.s.stack] == [0, 1]
    assert t.s.citadels[2].hand == ["shell-game"]
    assert 2 in t.asked()


@rule("FAN-EX71", "FAN-181", "FAN-183")
def test_who_is_asked_depends_on_public_facts() -> None:
    t = Situation(20, 20, 20, 20, 20).hire(0, "bishop")
    t.hire(1, "sapper", 4, "tasked").hand(1, "raid", "alms", "duel", "raid")
    t.hire(2, "envoy")
    t.hire(3, "oracle").hand(3, "council")
    t.say(0, "declare:tribute").say(0, "legacy:bishop")
    assert t.window() == "DECLARED"
    assert t.asked() == [3]
    for title in ("alms", "shell-game"):
        t.s.citadels[3].hand = [title]
        assert asked_in(t.s, "DECLARED") == [3]


@rule("FAN-EX72", "FAN-176")
def test_the_stack_resolves_from_the_newest() -> None:
    t = at_war().hand(0, "mercenaries", "raid").hand(1, "shell-game").hand(2, "shell-game")
    ready_dice(1, 1)
    t.declare("war", "knight").quiet_until("ROLLED")
    t.play(0, "labor:mercenaries", "score:0:+3")
    t.play(1, "labor:shell-game")
    t.play(2, "labor:shell-game")
    assert t.ids(2) == ["item:2", "item:1"]
    t.say(2, "item:2")
    assert [item.title for item in t.s.stack] == ["mercenaries", "shell-game", "shell-game"]
    while t.s.stack:
        t.say(t.asked()[0], "pass")
    assert t.s.action is not None
    assert [change.amount for change in t.s.action.changes] == [3]


@rule("FAN-179")
def test_a_lost_target_makes_a_play_fizzle() -> None:
    t = Situation(20, 20, 20, phase="secondary", step="").hire(0, "executioner").hire(1, "gong-farmer", 2)
    t.say(0, "ability:executioner")
    t.play(1, "ability:gong-farmer").quiet()
    assert t.reserves()[1] == 22
    assert t.legacy("executioner").status == "tasked"
    assert any("no legal target" in line.text for line in t.log(None))


@rule("FAN-175", "FAN-061")
def test_the_active_citadel_chooses_first_and_then_the_others_may() -> None:
    t = Situation(20, 20, 20, step="").hire(0, "bishop").hand(0, "raid").hire(1, "cook").hand(1, "shackles")
    assert (t.window(), t.asked()) == ("", [0])
    t.declare("harvest", "bishop")
    assert (t.window(), t.asked()) == ("OPEN", [1]), "after its first choice, before the dice"
    u = Situation(20, 20, 20, step="").hire(0, "bishop").hand(0, "raid").hire(1, "cook").hand(1, "shackles")
    u.say(0, "end")
    assert (u.window(), u.asked()) == ("OPEN", [1])
    u.play(1, "labor:shackles", "legacy:bishop").quiet()
    assert u.legacy("bishop").status == "tasked"
    assert u.s.phase != "action"
    v = Situation(20, 20, 20, step="").hire(0, "bishop").hire(0, "diver").hire(1, "cook").hand(1, "shackles")
    v.say(0, "end").play(1, "labor:shackles", "legacy:bishop")
    v.quiet()
    assert v.session.asks[0].rule == "FAN-062", "something was played: it may think again"
    v.say(0, "end")
    assert v.window() != "OPEN", "once in a phase"


@rule("FAN-182", "FAN-172")
def test_which_windows_admit_labor() -> None:
    t = Situation(20, 20, 20).hire(1, "bishop").hand(1, "alms")
    t.state.stack.append(Item(1, 0, "labor", "raid"))
    asked = {
        kind: is_asked(t.state, 1, kind)
        for kind in ("OPEN", "CLOSING", "RESPONSE", "ROOM", "VOTED", "DUEL AFTER", "AFTER")
    }
    assert asked == {
        "OPEN": True, "CLOSING": True, "RESPONSE": True, "ROOM": False, "VOTED": False, "DUEL AFTER": False, "AFTER": False,
    }  # fmt: skip


@rule("FAN-EX94", "FAN-237", "FAN-236", "FAN-239", "FAN-238")
def test_a_window_tells_only_that_it_is_open() -> None:
    t = (
        Situation(20, 20, 20)
        .hire(0, "gong-farmer")
        .hire(1, "bishop")
        .hand(1, "alms", "raid")
        .hire(2, "cook")
        .hand(2, "duel")
    )
    t.declare("harvest", "gong-farmer").quiet_until("ROLLED")
    assert t.ids(1) == ["pass"]
    waiting = t.session.waiting
    t.say(2, "pass")
    assert t.session.waiting == waiting
    assert waiting.soft
    assert waiting.sealed
    assert all(ask.default == ("pass",) and ask.soft for ask in t.session.asks.values())


@rule("FAN-181", "FAN-183")
def test_a_window_in_which_nothing_could_be_played_asks_nobody() -> None:
    """Mill Fee is all that Labor can do after a Harvest; once both copies lie open nobody is asked for it."""
    for open_copies, window in ((1, "AFTER"), (2, "FLOOR")):
        t = Situation(20, 20, 20).hire(0, "cutpurse").hire(1, "bishop").hand(1, "alms")
        for _ in range(open_copies):
            t.state.labor_deck.remove("mill-fee")
            t.state.labor_discard.append("mill-fee")
        t.declare("harvest", "cutpurse").quiet_until("ROLLED").say(1, "pass")
        assert t.window() == window
    # Shackles cost 2 and Field Surgeon needs a Reserve of 2: with neither, nor anything to untask or to cancel, silence.
    u = Situation(20, 1, 20, phase="untask", step="dawn").hire(0, "gong-farmer").hire(1, "bishop", 1).hand(1, "alms")
    u.s.citadels[0].legacies[0].status = "tasked"
    assert is_asked(u.s, 1, "OPEN") is False
    v = Situation(20, 2, 20, phase="action", step="").hire(0, "knight").hire(1, "bishop", 1).hand(1, "alms")
    v.say(0, "end")
    assert (v.window(), v.asked()) == ("OPEN", [1])
    assert v.session.asks[1].plays == ("Field Surgeon",)  # for all that the others know
    assert v.ids(1) == ["pass"]


@rule("FAN-240", "FAN-241", "FAN-242", "FAN-243", "FAN-245", "FAN-EX95")
def test_yields_end_where_they_should_and_stop_for_a_target() -> None:
    from app.tables.facts import Pilot

    t = at_war().hand(0, "raid").hand(1, "raid").hand(2, "raid")
    before = GAME.stretch(t.s, 2)
    resting = Pilot(until_turn=True, until=before)
    t.declare("war", "knight")
    third, target = t.session.asks[2], t.session.asks[1]
    assert resting.passes(third, before)
    assert not resting.passes(target, before)  # attacked
    assert Pilot(until_turn=True, until=before, stop_when_targeted=False).passes(target, before)
    assert Pilot(scope="t7-war").passes(third)
    assert not Pilot(scope="t7-harvest").passes(third)
    assert Pilot(topics=("before the dice",)).passes(third)
    assert third.plays == ("A Time of Peace", "Camp Followers", "Field Surgeon", "Shackles")
    assert not Pilot(ignored=third.plays[1:]).passes(third)
    assert Pilot(ignored=("Forced March", *third.plays)).passes(third)
    t.s.citadels[2].hand = ["a-time-of-peace"]  # what is held makes no difference
    assert possible_plays(t.s, 2, "DECLARED") == ["a-time-of-peace", "camp-followers", "field-surgeon", "shackles"]
    for _ in range(60):
        if t.s.active == 2:
            break
        t.session.apply(t.session.default_answer(t.asked()[0]))
    assert GAME.stretch(t.s, 2) != before  # its own turn has begun
    assert not resting.passes(third, GAME.stretch(t.s, 2))


@rule("FAN-EX95", "FAN-241", "FAN-243")
def test_windows_carry_what_yields_need() -> None:
    t = at_war().hand(1, "raid").hand(2, "raid")
    t.declare("war", "knight")
    asks = t.session.asks
    assert {ask.topic for ask in asks.values()} == {"before the dice"}
    assert {ask.scope for ask in asks.values()} == {"t7-war"}
    assert (asks[1].urgent, asks[2].urgent) == (True, False)
    t.s.stack.append(Item(9, 0, "labor", "shackles", ["legacy:bishop"]))
    assert is_target(t.s, 2)


@rule("FAN-244")
def test_decisions_are_no_windows() -> None:
    t = at_war()
    t.declare("war", "knight").quiet()
    assert t.asked() == [1]
    assert not t.session.asks[1].soft


@rule("FAN-248", "FAN-249", "FAN-250")
def test_refused_answers_change_nothing() -> None:
    t = at_war()
    before = t.session.save()
    ask = t.session.asks[0]
    for seat, number, values in ((0, ask.id, ("no",)), (0, "1.old", ("end",)), (1, ask.id, ("end",)), (0, ask.id, ())):
        with pytest.raises(Refused):
            t.session.answer(seat, number, values)
    assert t.session.save() == before
    t.say(0, "end")
    with pytest.raises(Refused):
        t.session.answer(0, ask.id, ("end",))


@rule("FAN-251")
def test_a_choice_can_be_taken_back_until_dice_roll() -> None:
    t = at_war()
    t.say(0, "declare:war")
    t.session.undo(0)
    assert "declare:harvest" in t.ids(0)
    t.declare("harvest", "cook")
    with pytest.raises(Refused):
        t.session.undo(0)


@rule("FAN-246", "FAN-247")
def test_every_decision_has_a_default() -> None:
    t = Situation(20, 20, 20, phase="untask", step="").hire(0, "bishop")
    for _ in range(40):
        for ask in t.session.asks.values():
            assert ask.refusal(ask.default) is None
        t.session.apply(t.session.default_answer(t.asked()[0]))
    assert t.reserves()[0] == 20  # optional decisions are declined


@rule("FAN-156", "FAN-158", "FAN-189")
def test_every_ability_that_is_used_has_an_effect() -> None:
    native_or_tasking = {
        "vizier", "houndkeeper", "flagellants", "marquis", "navigator", "foundry-guard", "herzog", "castellan", "champion",
        "pikemaster", "tinker", "ropewalker",
    }  # fmt: skip
    from app.games.fantos.components import LEGACIES

    assert set(ABILITIES) == set(LEGACIES) - native_or_tasking
    assert len(LABOR_EFFECTS) == 28


@rule("FAN-186", "FAN-169")
def test_attached_labor_outlives_a_cancelled_action() -> None:
    t = at_war().hand(1, "a-time-of-peace")
    t.state.citadels[0].legacies[0].labor = ["thacko"]
    t.state.labor_deck.remove("thacko")
    t.say(0, "declare:war").say(0, "legacy:knight").say(0, "keep")
    t.play(1, "labor:a-time-of-peace").quiet()
    assert t.legacy("knight").labor == ["thacko"]


@rule("FAN-193")
def test_an_eliminated_citadel_leaves_the_stack_and_the_action() -> None:
    from app.games.fantos.losses import settle
    from app.kernel import Play, Rng

    t = at_war().hand(2, "mercenaries")
    ready_dice(1, 1)
    t.declare("war", "knight").quiet_until("ROLLED")
    t.play(2, "labor:mercenaries", "score:0:+3")
    t.s.citadels[2].reserve = 0
    settle(Play(t.s, Rng("x")))
    assert t.s.stack == []
    assert "mercenaries" in t.s.labor_discard
    assert not is_asked(t.s, 2, "ROLLED")

"""Every Labor card, one test each, and the rules of playing and attaching them."""

from __future__ import annotations

import pytest

from app.games.fantos.components import LABOR
from app.games.fantos.queries import stat
from tests.games.fantos.situations import Situation, ready_dice
from tests.rules import rule


def floor(*reserves: int) -> Situation:
    return Situation(*(reserves or (20, 20, 20)), phase="secondary", step="")


@rule("FAN-EX50")
def test_alms_from_every_richest_to_every_poorest() -> None:
    t = floor(30, 30, 12, 12, 20).hire(0, "cook", 4, "untasked").hand(0, "alms")
    t.say(0, "labor:alms").quiet()
    assert t.reserves() == [28, 28, 14, 14, 20]
    u = floor(9, 9, 9).hire(0, "bishop").hand(0, "alms").say(0, "labor:alms").quiet()
    assert u.reserves() == [9, 9, 9]


@rule("FAN-EX65", "FAN-161", "FAN-162", "FAN-186")
def test_bled_dry_cancels_a_tribute() -> None:
    t = Situation(20, 20, 20).hire(0, "oracle").hire(1, "cook", 3).hand(1, "bled-dry", "shackles").hire(1, "diver", 1)
    t.declare("tribute", "oracle")
    t.play(1, "labor:bled-dry").quiet()
    assert t.legacy("cook").shards == 1
    assert t.legacy("cook").status == "untasked"
    assert t.legacy("oracle").status == "tasked"
    assert t.s.reigning is None
    assert t.reserves() == [20, 20, 20]
    assert t.s.labor_discard == ["bled-dry"]
    t.quiet()
    assert t.s.citadels[1].hand == ["shackles"]


def test_camp_followers_take_two_from_each_at_war() -> None:
    t = Situation(20, 20, 20).hire(0, "champion").hire(2, "cook").hand(2, "camp-followers")
    ready_dice(1, 1)
    t.declare("war", "champion")
    t.play(2, "labor:camp-followers")
    assert t.ids(2) == ["seat:2", "seat:0", "seat:1"]
    t.say(2, "seat:2").quiet()
    assert t.reserves() == [22, 14, 24]  # 5 against 1: 4; then 2 from each


@rule("FAN-135", "FAN-137", "FAN-143", "FAN-EX54", "FAN-142")
def test_duel_card_needs_a_challenger_that_keeps_a_shard() -> None:
    t = floor().hire(0, "banneret", 1).hire(1, "outrider").hand(0, "duel")
    assert "labor:duel" not in t.ids(0)
    u = floor().hire(0, "banneret").hire(1, "outrider").hand(0, "duel")
    ready_dice(1, 1)
    u.say(0, "labor:duel").quiet()
    assert (u.legacy("banneret").shards, u.legacy("outrider").shards) == (4, 5)
    assert [u.legacy(x).status for x in ("banneret", "outrider")] == ["tasked", "tasked"]
    assert "duel" in u.s.labor_discard


@rule("FAN-EX26", "FAN-075", "FAN-182")
def test_mill_fee_takes_two_of_a_harvest() -> None:
    t = Situation(20, 20, 20).hire(0, "bishop").hire(0, "cook").hire(1, "diver", 5).hand(1, "mill-fee")
    t.state.citadels[1].legacies[0].done.append("ability")
    ready_dice(1, 2)
    t.declare("harvest", "bishop", "cook").quiet_until("AFTER")
    assert t.asked() == [1]
    t.play(1, "labor:mill-fee")
    assert t.ids(1) == ["seat:1", "seat:2"]
    t.say(1, "seat:1").quiet()
    assert t.reserves() == [25, 22, 20]
    assert len(t.s.trials) == 2


@rule("FAN-EX100", "FAN-EX19", "FAN-052", "FAN-053", "FAN-254", "FAN-164")
def test_raid_moves_three_even_if_its_payer_leaves() -> None:
    t = floor(20, 14, 20).hire(0, "sperviter", 1).hand(0, "raid").hire(1, "cook")
    t.say(0, "labor:raid")
    assert t.ids(0) == ["seat:1", "seat:2", "gift"]
    t.say(0, "seat:1").quiet()
    assert t.gone("sperviter")
    assert t.reserves() == [23, 11, 20]
    assert t.legacy("cook").shards == 4


@rule("FAN-164", "FAN-013")
def test_the_shards_of_a_raid_may_go_to_anybody() -> None:
    t = floor(20, 14, 20).hire(0, "sperviter").hand(0, "raid")
    t.say(0, "labor:raid").say(0, "gift")
    assert t.ids(0) == ["seat:1", "seat:2"]
    t.say(0, "seat:2")
    assert t.ids(0) == ["seat:1", "seat:0"]
    t.say(0, "seat:1").quiet()
    assert t.reserves() == [20, 11, 23]
    poor = floor(3, 14, 20).hire(0, "sperviter").hand(0, "raid")  # 3 of its own 3 may not be given away
    poor.say(0, "labor:raid").say(0, "gift").say(0, "seat:2").quiet()
    assert poor.reserves() == [3, 11, 23]


@rule("FAN-171", "FAN-169")
def test_shell_game_discards_attached_labor() -> None:
    t = floor().hire(0, "bishop").hire(1, "cook", 4, "untasked", "iron-pick").hand(0, "shell-game")
    t.say(0, "labor:shell-game").quiet()
    assert t.legacy("cook").labor == []
    assert sorted(t.s.labor_discard) == ["iron-pick", "shell-game"]


@rule("FAN-144", "FAN-255")
def test_skull_of_lodan_feeds_on_duels() -> None:
    t = floor().hire(0, "knight").hire(1, "bishop").hire(2, "cook", 4, "untasked", "skull-of-lodan")
    ready_dice(3, 1)
    t.say(0, "ability:knight").say(0, "legacy:bishop").quiet_until("DUEL AFTER")
    assert t.asked() == [2]
    t.play(2, "skull:cook").quiet()
    assert (t.legacy("cook").shards, t.legacy("cook").status) == (7, "tasked")


@rule("FAN-EX55")
def test_thacko_spends_one_for_two_war() -> None:
    t = floor().hire(0, "shirazad", 6, "untasked", "thacko").hire(1, "outrider").trial("red-comet")
    ready_dice(2, 3)
    t.say(0, "challenge:red-comet").say(0, "spend:shirazad").quiet()
    assert t.legacy("shirazad").shards == 7
    assert t.legacy("outrider").shards == 3


def test_zradas_counts_once_more() -> None:
    t = Situation(20, 20, 20, phase="trials", step="").hire(1, "cook", 4, "tasked", "zradas").next_trials("stimulus")
    t.state.first = 0
    t.say(0, "yea").say(1, "nay").say(2, "yea").quiet()
    assert any("2 yeas, 2 nays. It is turned down" in line.text for line in t.log(None))


@rule("FAN-EX73", "FAN-187")
def test_a_time_of_peace_cancels_a_war() -> None:
    t = Situation(20, 20, 20).hire(0, "executioner").hire(0, "knight").hire(0, "houndkeeper").hand(0, "mercenaries")
    t.hire(0, "cook").hire(1, "diver").hand(1, "a-time-of-peace")
    t.say(0, "declare:war").say(0, "legacy:executioner", "legacy:knight", "legacy:houndkeeper")
    t.say(0, "spend:houndkeeper").quiet_until("ROLLED")
    t.play(0, "labor:mercenaries", "score:0:+3").quiet_until("ROLLED")
    t.play(1, "labor:a-time-of-peace").quiet()
    assert [t.legacy(x).status for x in ("executioner", "knight", "houndkeeper")] == ["tasked"] * 3
    assert t.legacy("houndkeeper").shards == 4
    assert sorted(t.s.labor_discard) == ["a-time-of-peace", "mercenaries"]
    assert t.reserves() == [20, 20, 20]
    assert t.s.attempted == ["war"]
    assert t.s.completed == 0


@rule("FAN-EX75", "FAN-188")
def test_clever_ruse_cancels_an_ability() -> None:
    t = floor().hire(0, "alchemist").hire(1, "cook").hand(1, "clever-ruse")
    t.say(0, "ability:alchemist")
    t.play(1, "labor:clever-ruse").quiet()
    assert (t.legacy("alchemist").shards, t.legacy("alchemist").status) == (4, "tasked")
    assert t.reserves()[0] == 20


@rule("FAN-177")
def test_council_votes_a_trial_out() -> None:
    t = floor().hire(0, "cook").hand(0, "council").trial("overtime", "zodraz")
    t.say(0, "labor:council").quiet()
    for seat in range(3):
        assert t.ids(seat) == ["nay", "yea"]
        t.say(seat, "yea")
    assert [card.id for card in t.s.trials] == ["zodraz"]
    assert t.s.gone_trials == ["overtime"]


@rule("FAN-EX35", "FAN-EX37", "FAN-105", "FAN-102", "FAN-103", "FAN-104", "FAN-106")
def test_pilgrimage_wins_a_special_tribute() -> None:
    def special() -> Situation:
        t = Situation(20, 20, 20, 20, phase="trials", step="").next_trials("trial-of-champions")
        t.hire(0, "oracle").hire(1, "troubadour", 4, "tasked").hire(2, "freeman", 5, "tasked").hire(
            3, "cook", 4, "disabled"
        )
        t.hire(0, "bishop").hand(0, "pilgrimage", "bled-dry")
        t.state.first = 0
        ready_dice(1, 3, 2)
        t.quiet_until("REVEALED").play(0, "pass")
        t.say(0, "legacy:oracle").quiet_until("ROLLED")
        return t

    t = special()
    assert t.ids(0) == ["pass", "labor:pilgrimage"]
    t.say(0, "pass")
    assert t.s.reigning == "troubadour"
    t.say(1, "seat:0=1").quiet()
    assert t.reserves() == [19, 21, 20, 20]
    u = special().play(0, "labor:pilgrimage", "score:0:+3").quiet()
    assert u.s.reigning == "oracle"
    assert sum(int(x.split("=")[1]) for x in u.session.asks[0].default) == 2


@rule("FAN-EX25")
def test_strip_mine_adds_three() -> None:
    t = (
        Situation(20, 20, 20)
        .hire(0, "bishop")
        .hire(0, "cook")
        .hire(0, "vizier")
        .hand(0, "strip-mine")
        .trial("black-sun")
    )
    ready_dice(1, 2)
    t.declare("harvest", "bishop", "cook").quiet_until("ROLLED")
    t.play(0, "labor:strip-mine").quiet()
    assert t.s.harvests == [5]
    u = Situation(20, 20, 20).hire(0, "bishop").hire(0, "cook").trial("black-sun")
    ready_dice(1, 2)
    u.declare("harvest", "bishop", "cook").quiet()
    assert u.s.harvests == [4]


def test_mercenaries_add_three_to_either_side() -> None:
    t = Situation(20, 20, 20).hire(0, "knight").hire(2, "cook").hand(2, "mercenaries")
    ready_dice(1, 1)
    t.declare("war", "knight").quiet_until("ROLLED")
    t.play(2, "labor:mercenaries")
    assert t.ids(2) == ["score:0:+3", "score:1:+3"]
    t.say(2, "score:1:+3").quiet()
    assert t.reserves() == [20, 20, 20]  # 4 to 4


@rule("FAN-EX22", "FAN-068")
def test_sabotage_takes_three_and_all_is_added_together() -> None:
    t = (
        Situation(20, 20, 20)
        .hire(0, "cook")
        .hire(0, "knight")
        .hand(0, "strip-mine")
        .hire(1, "diver")
        .hand(1, "sabotage")
    )
    ready_dice(1)
    t.declare("harvest", "cook").quiet_until("ROLLED")
    t.play(1, "labor:sabotage").quiet_until("ROLLED")
    t.play(0, "labor:strip-mine").quiet()
    assert t.s.harvests == [2]


@rule("FAN-EX17", "FAN-048", "FAN-047")
def test_forced_march_untasks_but_the_same_task_is_used_up() -> None:
    t = Situation(20, 20, 20).hire(0, "bishop").hire(1, "freeman").hire(1, "cook").hand(1, "forced-march")
    t.declare("harvest", "bishop").quiet_until("ROLLED").play(1, "ability:freeman").quiet_until("FLOOR")
    assert t.s.action is None
    t.play(1, "labor:forced-march").quiet()
    freeman = t.legacy("freeman")
    assert freeman.status == "untasked"
    assert freeman.done == ["ability"]


def test_shackles_task_an_untasked_legacy() -> None:
    t = Situation(20, 20, 20).hire(0, "bishop").hire(1, "knight").hand(0, "shackles")
    t.say(0, "labor:shackles").say(0, "legacy:knight").quiet()
    assert (t.legacy("knight").status, t.legacy("knight").task) == ("tasked", "nothing")
    assert t.legacy("bishop").shards == 4


@rule("FAN-058", "FAN-EX39", "FAN-110", "FAN-060")
def test_oubliette_disables_even_the_reigning_one() -> None:
    t = floor().hire(0, "bishop").hire(1, "marquis").hand(0, "oubliette")
    t.state.reigning = "marquis"
    t.say(0, "labor:oubliette")
    assert t.ids(0) == ["legacy:bishop", "legacy:marquis"]  # also one's own
    t.say(0, "legacy:marquis").quiet()
    assert t.legacy("marquis").status == "disabled"
    assert t.legacy("marquis").shards == 6
    assert t.s.reigning is None


def test_field_surgeon_moves_up_to_three_from_the_reserve() -> None:
    t = Situation(3, 20, 20).hire(0, "bishop").hire(1, "knight").hand(0, "field-surgeon")
    t.say(0, "labor:field-surgeon").say(0, "legacy:knight")
    assert t.ids(0) == ["amount:1", "amount:2"]
    t.say(0, "amount:2").quiet()
    assert t.legacy("knight").shards == 8
    assert t.reserves()[0] == 1


def test_loaded_die_shows_what_is_wanted() -> None:
    t = Situation(20, 20, 20).hire(0, "bishop").hire(0, "cook").hand(0, "loaded-die")
    t.declare("harvest", "bishop").quiet_until("ROLLED")
    t.play(0, "labor:loaded-die", "face:3").quiet()
    assert t.s.harvests == [6]


def test_forged_writ_changes_the_pool() -> None:
    t = floor().hire(0, "bishop").hand(0, "forged-writ").pool("cook", "diver", "knight", "sapper", "envoy")
    t.say(0, "labor:forged-writ").quiet()
    assert t.s.legacy_discard == ["cook", "diver", "knight", "sapper", "envoy"]
    assert all(slot.card and slot.laid_by is None for slot in t.s.pool)


@rule("FAN-EX11", "FAN-030", "FAN-029")
def test_recruiter_pays_three_of_the_next_hire() -> None:
    t = floor().mat(0, "caravan-rook").hire(0, "bishop").hand(0, "recruiter").pool("gong-farmer")
    t.say(0, "labor:recruiter").quiet()
    t.say(0, "hire:gong-farmer")
    assert t.reserves()[0] == 19
    assert t.legacy("gong-farmer").shards == 3


def test_scavengers_draw_two() -> None:
    t = floor().hire(0, "bishop").hand(0, "scavengers")
    t.say(0, "labor:scavengers").say(0, "seat:2").quiet()
    assert len(t.s.citadels[2].hand) == 2


@rule("FAN-168", "FAN-042", "FAN-170")
@pytest.mark.parametrize(
    ("card", "kind", "defends", "more"),
    [("iron-pick", "harvest", False, 1), ("bulwark", "war", True, 2), ("gilded-mask", "tribute", False, 1)],
)
def test_attached_labor_raises_a_stat(card: str, kind: str, defends: bool, more: int) -> None:
    t = floor().hire(0, "bishop").hire(1, "cook").hand(0, card)
    before = stat(t.s, "cook", kind, None, defends)
    t.say(0, f"labor:{card}").say(0, "legacy:cook").quiet()
    assert t.legacy("cook").labor == [card]
    assert t.s.citadels[0].hand == []
    assert t.s.labor_discard == []
    assert stat(t.s, "cook", kind, None, defends) == before + more
    assert stat(t.s, "cook", "duel") == 1


@rule("FAN-012", "FAN-163")
def test_marks_decide_the_phase() -> None:
    titles = [
        "alms",
        "bled-dry",
        "clever-ruse",
        "council",
        "duel",
        "field-surgeon",
        "forced-march",
        "raid",
        "strip-mine",
    ]
    t = Situation(20, 20, 20).hire(0, "bishop").hire(0, "cook", 4, "tasked").hand(0, *titles)
    plays = [option for option in t.ids(0) if option.startswith("labor:")]
    assert plays == ["labor:field-surgeon", "labor:forced-march"]


@rule("FAN-161", "FAN-EX65")
def test_the_payer_pays_alone_and_untasked() -> None:
    t = Situation(20, 20, 20).hire(0, "bishop", 1).hire(0, "cook", 1).hire(0, "diver", 9, "tasked").hand(0, "shackles")
    assert "labor:shackles" not in t.ids(0)


@rule("FAN-166", "FAN-173")
def test_every_title_has_an_effect() -> None:
    from app.games.fantos.effects import LABOR_EFFECTS

    assert set(LABOR_EFFECTS) == set(LABOR)
    assert sum(card.copies for card in LABOR.values()) == 54

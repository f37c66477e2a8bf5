"""Every Legacy, one test each."""

from __future__ import annotations

import pytest

from app.games.fantos.queries import stat
from tests.games.fantos.situations import Situation, ready_dice
from tests.rules import rule


def floor(*reserves: int, active: int = 0) -> Situation:
    return Situation(*(reserves or (20, 20, 20)), phase="secondary", step="", active=active)


def test_shirazad_untasks_one_or_two_of_her_own_citadel() -> None:
    t = Situation(20, 20, 20).hire(0, "shirazad").hire(0, "cook", 4, "tasked").hire(0, "diver", 5, "tasked")
    t.hire(1, "knight", 6, "tasked")
    t.say(0, "ability:shirazad")
    assert t.ids(0) == ["legacy:cook", "legacy:diver"]
    t.say(0, "legacy:cook", "legacy:diver")
    assert [t.legacy(x).status for x in ("shirazad", "cook", "diver")] == ["tasked", "untasked", "untasked"]


@rule("FAN-147", "FAN-EX58")
def test_vizier_falls_and_is_revived_for_6_beside_the_hire() -> None:
    t = Situation(14, 20, 20, phase="hiring", step="").mat(0, "rime-maze")
    t.bury("vizier")
    t.state.citadels[0].fallen = True
    t.pool("cook")
    assert "revive" in t.ids(0)
    t.say(0, "revive")
    assert t.reserves()[0] == 8
    assert (t.legacy("vizier").shards, t.legacy("vizier").status) == (6, "untasked")
    t.say(0, "hire:cook")
    assert t.reserves()[0] == 4


def test_vizier_without_his_last_shard_lies_beside_his_citadel_and_is_discarded_if_not_revived() -> None:
    t = Situation(14, 20, 20, phase="secondary", step="").hire(0, "vizier", 1).hire(0, "cook").hand(0, "raid")
    t.say(0, "labor:raid").say(0, "payer:vizier").say(0, "seat:1").quiet()
    assert t.s.citadels[0].fallen
    assert not t.gone("vizier")
    t.say(0, "pass").quiet()
    assert "revive" in t.ids(0)
    t.say(0, "end").quiet()
    assert t.gone("vizier")


@rule("FAN-064", "FAN-EX20", "FAN-EX74", "FAN-074", "FAN-187", "FAN-063")
def test_freeman_cancels_a_harvest() -> None:
    t = Situation(20, 20, 20).hire(0, "bishop").hire(0, "knight").hire(1, "freeman")
    ready_dice(3)
    t.declare("harvest", "bishop")
    t.play(1, "ability:freeman").quiet()
    assert t.reserves() == [20, 20, 20]
    assert t.legacy("bishop").status == "tasked"
    assert t.legacy("freeman").status == "tasked"
    assert t.ids(0) == ["end", "declare:war", "declare:tribute"]
    t.say(0, "end").quiet()
    assert t.s.trials == []


def test_brigands_take_three_of_a_reward() -> None:
    t = Situation(20, 20, 20).hire(0, "oracle").hire(1, "brigands")
    ready_dice(2)
    t.declare("tribute", "oracle").quiet()
    t.say(1, "stay").quiet()
    t.say(0, "seat:1=3", "seat:2=2")
    assert t.window() == "AFTER"
    t.play(1, "ability:brigands").quiet()
    assert t.reserves() == [22, 20, 18]


@rule("FAN-EX99", "FAN-049")
def test_quarryman_defends_with_three_from_outside() -> None:
    t = Situation(20, 20, 20).hire(0, "champion").hire(1, "quarryman")
    ready_dice(3, 1)
    t.declare("war", "champion").quiet()
    t.say(1)
    t.play(1, "ability:quarryman").quiet()
    assert t.reserves() == [23, 17, 20]  # 7 against 1 + 3
    assert t.legacy("quarryman").shards == 5


@rule("FAN-EX99")
def test_a_tasked_quarryman_needs_a_forced_march_first() -> None:
    t = (
        Situation(20, 20, 20)
        .hire(0, "champion")
        .hire(1, "quarryman", 5, "tasked")
        .hire(1, "cook", 4)
        .hand(1, "forced-march")
    )
    ready_dice(3, 1)
    t.declare("war", "champion")
    t.play(1, "labor:forced-march").quiet()
    t.say(1)
    assert t.ids(1) == ["pass", "ability:quarryman"]


@rule("FAN-013", "FAN-252")
def test_cook_moves_one_or_two_from_the_reserve() -> None:
    t = floor(3, 20, 20).hire(0, "cook").hire(0, "bishop")
    t.say(0, "ability:cook").say(0, "legacy:bishop").say(0, "amount:2").quiet()
    assert t.reserves()[0] == 1
    assert t.legacy("bishop").shards == 8
    poor = floor(1, 20, 20).hire(0, "cook")
    poor.quiet()
    assert poor.s.phase != "secondary"  # nothing may be paid: not even asked


@rule("FAN-066", "FAN-050")
def test_houndkeeper_spends_one_for_another_die() -> None:
    t = Situation(20, 20, 20).hire(0, "houndkeeper").hire(1, "cook")
    ready_dice(2, 3, 1)
    t.declare("war", "houndkeeper")
    assert t.ids(0) == ["keep", "spend:houndkeeper"]
    t.say(0, "spend:houndkeeper").quiet()
    t.say(1).quiet()
    assert t.legacy("houndkeeper").shards == 4
    assert t.reserves() == [26, 14, 20]  # 2 + 2 + 3 against 1


@rule("FAN-232", "FAN-EX92", "FAN-180")
def test_outrider_sees_and_orders_the_next_two_trials() -> None:
    t = floor(active=0).hire(1, "outrider").next_trials("void-leeches", "rationing")
    t.state.phase = "secondary"
    t.play(1, "ability:outrider").quiet()
    assert t.s.peek is not None
    assert t.session.waiting.seats == (1,)
    t.say(1, "trial:rationing", "trial:void-leeches")
    assert t.s.trial_deck[:2] == ["rationing", "void-leeches"]
    assert t.s.known_trials == [[], ["rationing", "void-leeches"], []]
    assert not any("Rationing" in line.text for line in t.log(0))


@rule("FAN-EX48", "FAN-126", "FAN-127")
def test_bishop_counts_once_more() -> None:
    t = Situation(20, 20, 20, phase="trials", step="").hire(0, "bishop").next_trials("overtime")
    t.state.first = 0
    t.say(0, "yea").say(1, "nay").say(2, "nay")
    assert t.window() == "VOTED"
    t.play(0, "ability:bishop").quiet()
    assert t.legacy("bishop").shards == 4
    assert t.legacy("bishop").status == "untasked"
    assert any("2 yeas, 2 nays. It is turned down" in line.text for line in t.log(None))


def test_astrologers_roll_a_die_again() -> None:
    t = Situation(20, 20, 20).hire(0, "oracle").hire(1, "astrologers")
    ready_dice(1, 3)
    t.declare("tribute", "oracle").quiet()
    t.say(1, "stay")
    t.play(1, "ability:astrologers").quiet()
    t.say(0, "seat:1=6").quiet()
    assert t.reserves() == [26, 14, 20]


def test_executioner_discards_one_with_one_or_two() -> None:
    t = floor().hire(0, "executioner").hire(1, "cook", 2).hire(1, "bishop", 3).hire(2, "diver", 1)
    t.say(0, "ability:executioner")
    assert t.ids(0) == ["legacy:cook", "legacy:diver"]
    t.say(0, "legacy:cook").quiet()
    assert t.gone("cook")
    assert t.reserves() == [20, 20, 20]


@rule("FAN-231", "FAN-EX91", "FAN-034")
def test_gravedigger_lays_the_pool_face_down() -> None:
    t = floor().hire(0, "gravedigger").pool("cook", "diver", "bishop", "knight", "sapper")
    t.bury("envoy", "tinker")
    t.state.legacy_discard += ["envoy", "tinker"]
    t.say(0, "ability:gravedigger").say(0, "take:2").quiet()
    taken = ["cook", "diver", "bishop", "knight", "sapper", "tinker", "envoy"]
    assert t.ids(0) == [f"legacy:{name}" for name in taken]
    t.say(0, "legacy:tinker", "legacy:cook", "legacy:knight", "legacy:diver", "legacy:bishop")
    t.say(0, "legacy:envoy", "legacy:sapper")
    assert [(slot.card, slot.laid_by) for slot in t.s.pool][:2] == [("tinker", 0), ("cook", 0)]
    assert t.s.legacy_deck[-2:] == ["envoy", "sapper"]
    assert not any("Sapper" in line.text for line in t.log(1))
    t.quiet()
    t.say(0, "blind:0")
    assert t.legacy("tinker").shards == 5


@rule("FAN-233")
def test_inquisitor_sees_a_hand_and_discards_from_it() -> None:
    t = floor().hire(0, "inquisitor").hire(1, "cook").hand(1, "raid", "alms")
    t.say(0, "ability:inquisitor").quiet()
    assert t.ids(0) == ["card:alms", "card:raid"]
    t.say(0, "card:raid")
    assert t.s.citadels[1].hand == ["alms"]
    assert t.s.labor_discard == ["raid"]
    assert any("Alms" in line.text for line in t.log(0))
    assert not any("Alms" in line.text for line in t.log(2))


@rule("FAN-009", "FAN-159")
def test_oblate_restores_or_untasks_another() -> None:
    t = floor().hire(0, "oblate").hire(0, "cook", 4, "disabled").hire(0, "diver", 5, "tasked").hire(0, "bishop")
    t.say(0, "ability:oblate")
    assert t.ids(0) == ["legacy:cook", "legacy:diver"]
    t.say(0, "legacy:cook").quiet()
    assert t.gone("oblate")
    assert t.legacy("cook").status == "untasked"


@rule("FAN-066")
def test_flagellants_spend_two_for_three() -> None:
    t = Situation(20, 20, 20).hire(0, "flagellants")
    ready_dice(2)
    t.declare("harvest", "flagellants").say(0, "spend:flagellants")
    t.quiet()
    assert t.reserves()[0] == 26  # 1 + 2 + 3
    assert t.legacy("flagellants").shards == 3


def test_oracle_chooses_the_trial_that_makes_room() -> None:
    t = Situation(20, 20, 20, phase="trials", step="").trial("overtime", "stimulus", "red-comet").hire(1, "oracle")
    t.state.first = 0
    t.next_trials("iridium-fog")
    assert t.ids(1) == ["pass", "ability:oracle"]
    assert t.window() == "ROOM"
    assert t.asked() == [1]
    t.play(1, "ability:oracle").quiet()
    assert t.asked() == [1]
    t.say(1, "trial:red-comet")
    assert [card.id for card in t.s.trials] == ["overtime", "stimulus", "iridium-fog"]


def test_mummers_add_their_stat_for_another_hollow() -> None:
    t = Situation(20, 20, 20).hire(0, "eavesdropper").hire(1, "mummers")
    ready_dice(1)
    t.declare("harvest", "eavesdropper")
    t.play(1, "ability:mummers").quiet()
    assert t.reserves()[0] == 23  # 1 + 1 + 1


@rule("FAN-151", "FAN-152")
def test_marquis_gains_one_while_he_reigns() -> None:
    t = Situation(20, 20, 20, phase="discard", step="").hire(0, "marquis")
    t.state.reigning = "marquis"
    t.quiet()
    assert t.legacy("marquis").shards == 7


@rule("FAN-067")
def test_troubadour_changes_a_score_by_two_either_way() -> None:
    t = Situation(20, 20, 20).hire(0, "bishop").hire(1, "troubadour")
    ready_dice(1)
    t.declare("harvest", "bishop")
    t.play(1, "ability:troubadour")
    assert t.ids(1) == ["score:0:+2", "score:0:-2"]
    t.say(1, "score:0:-2").quiet()
    assert t.reserves()[0] == 22


@rule("FAN-160", "FAN-252")
def test_apothecary_gives_all_his_shards_to_another() -> None:
    t = floor().hire(0, "apothecary").hire(1, "cook")
    t.say(0, "ability:apothecary").quiet()
    assert t.legacy("cook").shards == 9
    assert t.gone("apothecary")


@rule("FAN-EX51", "FAN-014")
def test_usurer_takes_one_from_every_larger_reserve() -> None:
    t = floor(10, 15, 10, 9).hire(0, "usurer")
    t.say(0, "ability:usurer").quiet()
    assert t.reserves() == [11, 14, 10, 9]


def test_bloodletter_draws_one_or_two() -> None:
    t = floor().hire(0, "bloodletter").hire(1, "cook", 2)
    t.say(0, "ability:bloodletter")
    assert t.ids(0) == ["amount:1", "amount:2"]
    t.say(0, "amount:2").quiet()
    assert t.gone("cook")
    assert t.legacy("bloodletter").shards == 7


@rule("FAN-234", "FAN-233")
def test_eavesdropper_may_swap_a_card() -> None:
    t = floor().hire(0, "eavesdropper").hire(1, "cook").hand(0, "alms").hand(1, "raid", "duel")
    t.say(0, "ability:eavesdropper").quiet()
    assert t.ids(0) == ["no-swap", "card:duel", "card:raid"]
    t.say(0, "card:raid").say(0, "card:alms")
    assert (t.s.citadels[0].hand, t.s.citadels[1].hand) == (["raid"], ["alms", "duel"])
    assert not any("Raid" in line.text for line in t.log(2))
    assert any("Raid" in line.text for line in t.log(1))


@rule("FAN-049", "FAN-044")
def test_mesmerist_spends_two_and_tasks_one_to_nothing() -> None:
    t = Situation(20, 20, 20).hire(0, "mesmerist").hire(1, "knight")
    t.say(0, "ability:mesmerist").quiet()
    assert (t.legacy("mesmerist").shards, t.legacy("mesmerist").status) == (4, "tasked")
    assert (t.legacy("knight").status, t.legacy("knight").task) == ("tasked", "nothing")


@rule("FAN-EX59", "FAN-158")
def test_navigator_brings_two_if_untasked() -> None:
    t = Situation(15, 20, 20, phase="discard", step="").hire(0, "navigator").quiet()
    assert t.reserves()[0] == 17
    u = Situation(15, 20, 20, phase="discard", step="").hire(0, "navigator", 5, "tasked").quiet()
    assert u.reserves()[0] == 15


@rule("FAN-254")
def test_diver_takes_two_from_the_harvester() -> None:
    t = Situation(20, 20, 20).hire(0, "bishop").hire(1, "diver")
    ready_dice(1)
    t.declare("harvest", "bishop")
    assert t.window() == "AFTER"
    t.play(1, "ability:diver").quiet()
    assert t.reserves() == [22, 22, 20]


@rule("FAN-EX63", "FAN-157")
def test_alchemist_spends_one_for_three_once() -> None:
    t = floor().hire(0, "alchemist")
    t.say(0, "ability:alchemist").quiet()
    assert t.reserves()[0] == 23
    assert t.legacy("alchemist").shards == 4
    assert t.s.phase != "secondary"


def test_archivist_takes_a_discarded_card() -> None:
    t = floor().hire(0, "archivist")
    t.state.labor_deck.remove("raid")
    t.state.labor_discard.append("raid")
    t.say(0, "ability:archivist").quiet()
    assert t.s.citadels[0].hand == ["raid"]
    assert t.s.labor_discard == []


def test_foundry_guard_softens_a_lost_war() -> None:
    t = Situation(20, 20, 20).hire(0, "champion").hire(1, "foundry-guard")
    ready_dice(3, 1)
    t.declare("war", "champion").quiet()
    t.say(1, "legacy:foundry-guard").quiet()
    assert t.legacy("foundry-guard").shards == 5  # 7 against 4, damage 3 less 2


def test_cartographer_draws_one_trial_fewer() -> None:
    t = Situation(20, 20, 20).hire(0, "bishop").hire(0, "gong-farmer").hire(0, "cartographer")
    t.next_trials("iridium-fog", "gravity-well")
    ready_dice(1, 1)
    t.declare("harvest", "bishop", "gong-farmer")
    t.quiet()
    u = Situation(20, 20, 20).hire(0, "bishop").hire(0, "gong-farmer").hire(0, "cartographer")
    u.next_trials("iridium-fog", "gravity-well")
    ready_dice(1, 1)
    u.declare("harvest", "bishop", "gong-farmer")
    while u.window() != "AFTER":
        u.say(u.asked()[0], "pass")
    u.play(0, "ability:cartographer").quiet()
    assert (len(t.s.trials), len(u.s.trials)) == (2, 1)


@rule("FAN-EX16", "FAN-051")
def test_clockmaker_untasks_and_the_share_leaves() -> None:
    t = Situation(20, 20, 20).hire(0, "bishop").hire(0, "cook").hire(0, "diver").hire(1, "clockmaker")
    ready_dice(2, 1, 3)
    t.declare("harvest", "bishop", "cook", "diver")
    t.play(1, "ability:clockmaker", "legacy:diver").quiet()
    assert t.reserves()[0] == 27
    assert t.legacy("clockmaker").shards == 4


def test_sentinel_keeps_another_from_harm() -> None:
    t = floor().hire(0, "executioner").hire(1, "cook", 2).hire(1, "sentinel")
    t.say(0, "ability:executioner")
    assert t.window() == "RESPONSE"
    t.play(1, "ability:sentinel").quiet()
    assert t.legacy("cook").shards == 2
    assert t.legacy("sentinel").status == "tasked"


@rule("FAN-EX53", "FAN-141", "FAN-134", "FAN-140")
def test_knight_challenges_and_takes_what_there_is() -> None:
    t = floor().hire(0, "knight").hire(1, "bishop", 2)
    ready_dice(3, 1)
    t.say(0, "ability:knight").quiet()
    assert t.gone("bishop")
    assert t.legacy("knight").shards == 8
    assert t.reserves() == [20, 20, 20]


def test_sapper_is_discarded_for_minus_four() -> None:
    t = Situation(20, 20, 20).hire(0, "champion").hire(2, "sapper").hire(2, "cook")
    ready_dice(3, 1)
    t.declare("war", "champion").quiet_until("ROLLED")
    t.play(2, "ability:sapper")
    assert t.ids(2) == ["score:0:-4", "score:1:-4"]
    t.say(2, "score:0:-4").quiet()
    assert t.gone("sapper")
    assert t.reserves() == [22, 18, 20]


@rule("FAN-EX64", "FAN-066")
def test_herzog_copies_a_printed_stat() -> None:
    t = Situation(20, 20, 20).hire(0, "herzog").hire(1, "bishop")
    ready_dice(2)
    t.declare("harvest", "herzog")
    assert t.ids(0) == ["own", "copy:bishop"]
    t.say(0, "copy:bishop").quiet()
    assert t.reserves()[0] == 25


@rule("FAN-254")
def test_sperviter_takes_two_from_a_reserve() -> None:
    t = floor().hire(0, "sperviter").hire(2, "cook")
    t.say(0, "ability:sperviter")
    assert t.ids(0) == ["seat:1", "seat:2"]
    t.say(0, "seat:2").quiet()
    assert t.reserves() == [22, 20, 18]
    assert t.legacy("cook").shards == 4


@rule("FAN-EX28", "FAN-080")
def test_castellan_rolls_three_for_an_empty_wall() -> None:
    t = Situation(20, 20, 20).hire(0, "champion").hire(1, "castellan", 6, "tasked")
    ready_dice(3, 1, 2, 2)
    t.declare("war", "champion").quiet()
    assert t.reserves() == [22, 18, 20]


@rule("FAN-EX52", "FAN-139")
def test_champion_rolls_two_dice_in_a_duel() -> None:
    t = floor().hire(0, "champion").hire(1, "cook").hand(0, "duel")
    ready_dice(2, 1, 3)
    t.say(0, "labor:duel").quiet()
    assert t.legacy("cook").shards == 1
    assert t.legacy("champion").shards == 9  # 7 less 1 for the card, plus 3


def test_banneret_adds_one_for_each_at_war() -> None:
    t = Situation(20, 20, 20).hire(0, "knight").hire(0, "cook").hire(0, "banneret")
    ready_dice(1, 1, 1)
    t.declare("war", "knight", "cook").quiet()
    u = Situation(20, 20, 20).hire(0, "knight").hire(0, "cook").hire(0, "banneret")
    ready_dice(1, 1, 1)
    u.declare("war", "knight", "cook")
    while u.window() != "ROLLED":
        u.say(u.asked()[0], "pass")
    u.play(0, "ability:banneret").quiet()
    assert u.reserves()[0] - t.reserves()[0] == 2


@rule("FAN-066")
def test_pikemaster_spends_only_in_defence() -> None:
    t = Situation(20, 20, 20).hire(0, "knight").hire(1, "pikemaster")
    ready_dice(1, 2)
    t.declare("war", "knight").quiet()
    t.say(1, "legacy:pikemaster").say(1, "spend:pikemaster").quiet()
    assert t.reserves() == [20, 21, 20]  # 4 against 1 + 2 + 2
    assert t.legacy("knight").shards == 5
    u = Situation(20, 20, 20).hire(0, "pikemaster").declare("war", "pikemaster")
    assert u.legacy("pikemaster").shards == 5
    poor = Situation(20, 20, 20).hire(0, "knight").hire(1, "pikemaster", 1)
    poor.declare("war", "knight").quiet()
    poor.say(1, "legacy:pikemaster").quiet()  # he would not stay with his last Shard spent: not asked
    assert poor.reserves()[1] == 19  # 4 against 1 + 1: his last Shard and one of the Reserve


@rule("FAN-EX67", "FAN-165")
def test_pioneer_cancels_all_labor_of_the_war() -> None:
    t = Situation(20, 20, 20).hire(0, "knight").hire(0, "cook").hand(0, "mercenaries", "mercenaries").hire(2, "pioneer")
    ready_dice(1, 1)
    t.declare("war", "knight").quiet_until("ROLLED")
    for _ in range(2):
        t.play(0, "labor:mercenaries", "score:0:+3").quiet_until("ROLLED")
    assert [change.amount for change in t.s.action.changes] == [3, 3]  # type: ignore[union-attr]
    t.play(2, "ability:pioneer").quiet()
    assert t.reserves() == [23, 17, 20]
    assert t.s.labor_discard == ["mercenaries", "mercenaries"]


@rule("FAN-EX62", "FAN-159")
def test_gong_farmer_pays_his_shards_and_two_cards() -> None:
    t = floor().hire(0, "gong-farmer")
    t.say(0, "ability:gong-farmer").quiet()
    assert t.reserves()[0] == 23
    assert len(t.s.citadels[0].hand) == 2


@rule("FAN-EX62")
def test_gong_farmer_emptied_in_a_war_gives_nothing() -> None:
    t = Situation(20, 20, 20).hire(0, "champion").hire(1, "gong-farmer")
    ready_dice(3, 1)
    t.declare("war", "champion").quiet()
    t.say(1, "legacy:gong-farmer").quiet()
    assert t.gone("gong-farmer")
    assert t.reserves() == [26, 17, 20]
    assert t.s.citadels[1].hand == []


@rule("FAN-EX47", "FAN-EX45", "FAN-128")
def test_envoy_turns_a_vote_with_its_bonus() -> None:
    t = Situation(20, 20, 20, 20, phase="trials", step="").hire(0, "envoy").next_trials("overtime")
    t.hire(2, "cook", 4, "untasked", "zradas")
    t.state.first = 0
    for seat, word in enumerate(("yea", "yea", "nay", "nay")):
        t.say(seat, word)
    t.play(0, "ability:envoy", "seat:2").quiet()
    assert any("4 yeas, 1 nay. It stays in play" in line.text for line in t.log(None))


@rule("FAN-EX66")
def test_tinker_pays_one_less() -> None:
    t = floor().hire(0, "tinker").hire(1, "cook").hand(0, "raid", "oubliette")
    t.say(0, "labor:raid").say(0, "seat:1").quiet()
    assert t.legacy("tinker").shards == 5
    t.say(0, "labor:oubliette").say(0, "legacy:cook").quiet()
    assert t.legacy("tinker").shards == 4
    u = floor().hire(0, "tinker", 4, "tasked").hire(0, "bishop").hand(0, "raid")
    u.say(0, "labor:raid").say(0, "seat:1").quiet()
    assert (u.legacy("tinker").shards, u.legacy("bishop").shards) == (4, 5)


def test_smuggler_moves_up_to_three_to_the_reserve() -> None:
    t = floor().hire(0, "smuggler").hire(0, "bishop")
    t.say(0, "ability:smuggler").say(0, "amount:3").quiet()
    assert t.reserves()[0] == 23
    assert t.legacy("bishop").shards == 3


def test_juggler_rolls_a_die_again() -> None:
    t = Situation(20, 20, 20).hire(0, "juggler")
    ready_dice(1, 3)
    t.declare("harvest", "juggler").say(0, "spend:juggler")
    assert t.ids(0) == ["pass", "ability:juggler"]
    t.say(0, "ability:juggler").quiet()
    assert t.reserves()[0] == 23
    assert t.legacy("juggler").shards == 4


@rule("FAN-EX93", "FAN-234")
def test_cutpurse_takes_a_card_in_secret() -> None:
    t = floor().hire(0, "cutpurse").hand(1, "raid")
    t.say(0, "ability:cutpurse").quiet()
    assert t.s.citadels[0].hand == ["raid"]
    assert t.s.citadels[1].hand == []
    assert any("Raid" in line.text for line in t.log(0))
    assert any("Raid" in line.text for line in t.log(1))
    assert not any("Raid" in line.text for line in t.log(2))


def test_ropewalker_is_out_of_reach() -> None:
    t = Situation(20, 20, 20).hire(0, "mesmerist").hire(1, "ropewalker").hire(1, "cook")
    t.say(0, "ability:mesmerist").quiet()
    assert t.legacy("cook").status == "tasked"
    assert t.legacy("ropewalker").status == "untasked"


@rule("FAN-EX68", "FAN-011", "FAN-055", "FAN-057")
def test_iron_pick_goes_when_its_bearer_is_disabled() -> None:
    t = floor().hire(0, "tinker").hire(1, "cook", 4, "untasked", "iron-pick").hand(0, "oubliette")
    assert stat(t.s, "cook", "harvest") == 2
    t.say(0, "labor:oubliette").say(0, "legacy:cook").quiet()
    assert t.legacy("cook").status == "disabled"
    assert "iron-pick" in t.s.labor_discard
    assert stat(t.s, "cook", "harvest") == 1


@pytest.mark.parametrize("name", ["shirazad", "freeman", "diver", "usurer"])
@rule("FAN-044", "FAN-156")
def test_a_tasked_legacy_cannot_use_its_ability(name: str) -> None:
    t = floor().hire(0, name, 5, "tasked").hire(0, "sperviter")
    assert [option for option in t.ids(0) if option.startswith("ability:")] == ["ability:sperviter"]

"""Turn, Harvest, War, Tribute, Duels, elimination, the final round: rules sections 4 to 11, 15, 17, 22 to 24."""

from __future__ import annotations

import pytest

from app.games.fantos.ending import standing
from app.games.fantos.losses import disable, discard, settle, transfer, untask
from app.games.fantos.queries import reigning_seat
from app.games.fantos.state import Final
from app.kernel import Play, Refused, Rng
from tests.games.fantos.situations import GAME, Situation, ready_dice
from tests.rules import rule


@rule("FAN-035", "FAN-036", "FAN-038", "FAN-005")
def test_a_turn_has_six_phases_and_passes_left() -> None:
    t = Situation(20, 20, 20, phase="untask", step="").hire(0, "bishop").hire(0, "cook", 4)
    t.pool("diver")
    seen: list[str] = []
    while t.s.active == 0:
        if (not seen or seen[-1] != t.s.phase) and t.window() == "":
            seen.append(t.s.phase)
        t.session.apply(t.session.default_answer(t.asked()[0]))
    assert seen == ["action", "secondary", "hiring", "discard"]
    assert t.s.active == 1
    assert t.s.round == 2
    while t.s.active == 1:
        t.on()
    assert (t.s.active, t.s.round) == (2, 3)  # the First Citadel opens a round


@rule("FAN-046", "FAN-047", "FAN-039", "FAN-045")
def test_only_the_active_citadel_untasks() -> None:
    t = (
        Situation(20, 20, 20, phase="untask", step="")
        .hire(0, "bishop", 6, "tasked")
        .hire(1, "cook", 4, "tasked")
        .quiet()
    )
    assert (t.legacy("bishop").status, t.legacy("cook").status) == ("untasked", "tasked")
    assert t.legacy("cook").shards == 4


@rule("FAN-062", "FAN-061", "FAN-065", "FAN-043", "FAN-072")
def test_one_fantos_action_per_turn() -> None:
    t = Situation(20, 20, 20).hire(0, "bishop").hire(0, "knight").hire(0, "gong-farmer")
    kinds = ["all:harvest", "declare:harvest", "all:war", "declare:war", "declare:tribute"]
    assert t.ids(0) == ["end", *kinds, "ability:gong-farmer"]
    ready_dice(2)
    t.declare("harvest", "bishop").quiet_until("ACT")
    assert t.reserves()[0] == 25
    assert t.legacy("bishop").status == "tasked"
    assert t.legacy("bishop").shards == 6
    assert t.session.asks[0].soft, "nothing more can be declared: it is asked quietly"
    assert t.ids(0) == ["pass", "ability:gong-farmer"]


@rule("FAN-062", "FAN-069", "FAN-078")
def test_everybody_who_is_free_goes_with_one_press() -> None:
    t = Situation(20, 20, 20).hire(0, "bishop").hire(0, "knight").hire(0, "cook", 4, "tasked")
    t.say(0, "all:harvest")
    assert [t.legacy(name).task for name in ("bishop", "knight", "cook")] == ["harvest", "harvest", ""]
    u = Situation(20, 20, 20).hire(0, "bishop").hire(0, "knight").hire(1, "diver")
    u.say(0, "all:war")
    assert u.s.action is not None
    assert (u.s.action.target, [e.legacy for e in u.s.action.entrants]) == (1, ["bishop", "knight"])
    alone = Situation(20, 20, 20).hire(0, "knight")
    assert alone.ids(0) == ["end", "declare:harvest", "declare:war", "declare:tribute"]


@rule("FAN-EX21", "FAN-063", "FAN-198")
def test_each_kind_is_attempted_once() -> None:
    t = Situation(20, 20, 20).hire(0, "knight")
    t.state.attempted = ["harvest", "war"]
    assert t.ids(0) == ["end", "declare:tribute"]
    u = Situation(20, 20, 20).hire(0, "knight")
    u.state.final = Final(1, 3, [0, 1, 2], 6)
    assert u.ids(0) == ["end", "declare:war", "declare:tribute"]


@rule("FAN-043", "FAN-044")
def test_only_untasked_legacies_are_tasked() -> None:
    t = Situation(20, 20, 20).hire(0, "knight").hire(0, "cook", 4, "tasked").hire(0, "diver", 5, "disabled")
    t.say(0, "declare:harvest")
    assert t.ids(0) == ["legacy:knight"]
    with pytest.raises(Refused):
        t.say(0)


@rule("FAN-EX27", "FAN-076", "FAN-078", "FAN-079", "FAN-081", "FAN-082", "FAN-085")
def test_a_war_on_the_left_neighbour() -> None:
    t = Situation(20, 20, 20).hire(0, "executioner").hire(0, "knight").hire(1, "shirazad").hire(1, "cook", 4, "tasked")
    ready_dice(1, 1, 2)
    t.declare("war", "executioner", "knight").quiet()
    assert t.asked() == [1]
    assert t.ids(1) == ["legacy:shirazad"]
    t.say(1, "legacy:shirazad").quiet()
    assert t.legacy("shirazad").shards == 6
    assert t.reserves() == [22, 20, 20]


@rule("FAN-EX28", "FAN-080", "FAN-084")
def test_an_undefended_citadel_rolls_one_die_and_its_reserve_pays() -> None:
    t = Situation(20, 20, 20).hire(0, "champion")
    ready_dice(3, 1)
    t.declare("war", "champion").quiet()
    assert t.reserves() == [26, 14, 20]


@rule("FAN-083")
def test_a_drawn_war_moves_nothing() -> None:
    t = Situation(20, 20, 20).hire(0, "diver").hire(1, "cook")
    t.declare("war", "diver").quiet()
    t.say(1, "legacy:cook").quiet()
    assert t.reserves() == [20, 20, 20]
    assert [t.legacy(x).status for x in ("diver", "cook")] == ["tasked", "tasked"]
    assert t.s.completed == 1


@rule("FAN-EX29", "FAN-084")
def test_damage_empties_warring_legacies_before_the_reserve() -> None:
    t = (
        Situation(20, 20, 20)
        .hire(0, "champion")
        .hire(0, "knight")
        .hire(0, "foundry-guard")
        .hire(1, "cook", 4)
        .hire(1, "bishop", 3)
    )
    ready_dice(1, 1, 1, 1, 2)
    t.declare("war", "champion", "knight", "foundry-guard").quiet()
    t.say(1, "legacy:cook", "legacy:bishop").quiet()
    assert t.gone("cook")
    assert t.gone("bishop")
    assert t.reserves() == [29, 18, 20]  # 13 against 4: 9


@rule("FAN-EX30", "FAN-EX96", "FAN-248", "FAN-EX97", "FAN-247")
def test_the_loser_spreads_the_damage() -> None:
    t = Situation(20, 20, 20).hire(0, "champion").hire(1, "cook", 2).hire(1, "bishop", 5)
    ready_dice(2, 1, 1)
    t.declare("war", "champion").quiet()
    t.say(1, "legacy:cook", "legacy:bishop").quiet()
    ask = t.session.asks[1]
    assert (ask.kind, ask.least) == ("split", 3)
    assert ask.default == ("legacy:bishop=3",)
    for wrong in (("legacy:cook=2", "legacy:bishop=2"), ("legacy:cook=3",), ("seat:1=3",)):
        with pytest.raises(Refused):
            t.say(1, *wrong)
    t.say(1, "legacy:cook=1", "legacy:bishop=2")
    assert (t.legacy("cook").shards, t.legacy("bishop").shards, t.reserves()[0]) == (1, 3, 23)


@rule("FAN-EX77", "FAN-086", "FAN-192", "FAN-190")
def test_an_attacker_that_cannot_pay_is_out_and_its_turn_ends() -> None:
    t = Situation(3, 20, 20).hire(0, "cook", 4).hire(1, "champion").hire(1, "knight")
    ready_dice(1, 3, 3)
    t.declare("war", "cook").quiet()
    t.say(1, "legacy:champion", "legacy:knight").quiet()
    assert not t.s.citadels[0].alive
    assert t.reserves()[1] == 27
    assert t.s.active == 1


@rule("FAN-087")
def test_a_beaten_attacker_finishes_its_turn() -> None:
    t = Situation(20, 20, 20).hire(0, "cook").hire(1, "champion").hand(0, "alms").hire(0, "bishop")
    t.declare("war", "cook").quiet()
    t.say(1, "legacy:champion").quiet()
    assert t.s.active == 0
    assert t.asked() == [0]


@rule("FAN-088", "FAN-051")
def test_a_defence_that_leaves_is_one_die() -> None:
    t = Situation(20, 20, 20).hire(0, "knight").hire(1, "cook").hire(1, "clockmaker")
    ready_dice(1, 3, 2)
    t.declare("war", "knight").quiet()
    t.say(1, "legacy:cook").quiet_until("ROLLED")
    t.play(1, "ability:clockmaker", "legacy:cook").quiet()
    assert t.reserves() == [22, 18, 20]  # 4 against the new 2


@rule("FAN-089", "FAN-EX99")
def test_a_war_without_attackers_is_cancelled() -> None:
    t = Situation(20, 20, 20).hire(0, "knight").hire(1, "clockmaker").hire(0, "cook")
    t.declare("war", "knight")
    t.play(1, "ability:clockmaker").quiet()
    assert t.reserves() == [20, 20, 20]
    assert t.legacy("knight").status == "untasked"
    assert "declare:war" not in t.ids(0)


@rule("FAN-EX38", "FAN-107", "FAN-076")
def test_the_reigning_citadel_may_attack_anyone() -> None:
    t = Situation(20, 20, 20, 20).hire(0, "marquis")
    t.state.reigning = "marquis"
    t.say(0, "declare:war")
    assert t.ids(0) == ["seat:1", "seat:2", "seat:3"]
    u = Situation(20, 20, 20, 20, active=1).hire(0, "marquis").hire(1, "knight")
    u.state.reigning = "marquis"
    u.say(1, "declare:war").say(1, "legacy:knight").quiet()
    assert u.reserves()[2] < 20


@rule("FAN-EX31", "FAN-090", "FAN-091", "FAN-092", "FAN-093", "FAN-094", "FAN-096", "FAN-099", "FAN-100")
def test_the_highest_tribute_reigns() -> None:
    t = Situation(20, 20, 20).hire(0, "vizier").hire(0, "cook").hire(1, "marquis").hire(2, "astrologers")
    t.state.reigning = "cook"
    ready_dice(2, 3, 1)
    t.say(0, "declare:tribute")
    with pytest.raises(Refused):
        t.say(0, "legacy:vizier", "legacy:cook")
    t.say(0, "legacy:vizier").quiet()
    assert t.ids(1) == ["stay", "legacy:marquis"]
    t.say(1, "legacy:marquis").say(2, "legacy:astrologers").quiet()
    assert t.s.reigning == "marquis"
    assert reigning_seat(t.s) == 1
    assert t.session.asks[1].least == 1
    t.say(1, "seat:2=1").quiet()
    assert t.reserves() == [20, 21, 19]
    assert t.s.active == 0


@rule("FAN-EX32", "FAN-097")
def test_standing_alone_earns_the_whole_score() -> None:
    t = Situation(20, 20, 20).hire(0, "oracle")
    ready_dice(2)
    t.declare("tribute", "oracle").quiet()
    t.say(0, "seat:1=3", "seat:2=2").quiet()
    assert t.reserves() == [25, 17, 18]


@rule("FAN-EX33", "FAN-095")
def test_tied_leaders_roll_on_for_no_reward() -> None:
    t = Situation(20, 20, 20).hire(0, "oracle").hire(1, "marquis").hire(2, "troubadour")
    ready_dice(2, 2, 1, 2, 2, 3, 1)
    t.declare("tribute", "oracle").quiet()
    t.say(1, "legacy:marquis").say(2, "legacy:troubadour").quiet()
    assert t.s.reigning == "oracle"
    assert t.reserves() == [20, 20, 20]


@rule("FAN-EX34", "FAN-098", "FAN-EX76", "FAN-191", "FAN-190")
def test_nobody_is_asked_for_more_than_its_reserve() -> None:
    t = Situation(20, 3, 20).hire(0, "oracle").hire(1, "cook", 5, "tasked").hire(1, "bishop", 6, "tasked")
    t.hand(1, "raid")
    ready_dice(2)
    t.declare("tribute", "oracle").quiet()
    with pytest.raises(Refused):
        t.say(0, "seat:1=4", "seat:2=1")
    t.say(0, "seat:1=3", "seat:2=2").quiet()
    assert not t.s.citadels[1].alive
    assert t.gone("cook")
    assert t.gone("bishop")
    assert "raid" in t.s.labor_discard
    assert t.reserves() == [25, 0, 18]


@rule("FAN-101", "FAN-106")
def test_a_nominee_that_leaves_ends_the_tribute_and_a_challenger_only_drops_out() -> None:
    t = Situation(20, 20, 20).hire(0, "oracle").hire(1, "marquis").hire(2, "clockmaker")
    t.declare("tribute", "oracle").quiet()
    t.say(1, "legacy:marquis").say(2, "stay").quiet_until("ROLLED")
    t.play(2, "ability:clockmaker", "legacy:marquis").quiet()
    assert t.s.reigning == "oracle"
    u = Situation(20, 20, 20).hire(0, "oracle").hire(2, "clockmaker")
    u.declare("tribute", "oracle")
    u.play(2, "ability:clockmaker").quiet()
    assert u.s.reigning is None
    assert u.s.completed == 0


@rule("FAN-155")
def test_duels_use_the_war_stat() -> None:
    t = Situation(20, 20, 20, phase="secondary", step="").hire(0, "knight").hire(1, "bishop")
    t.say(0, "ability:knight").quiet()
    assert t.legacy("knight").shards == 9  # 3 + 1 against 0 + 1


@rule("FAN-138")
def test_a_cancelled_challenge_leaves_both_tasked() -> None:
    t = Situation(20, 20, 20, phase="secondary", step="").hire(0, "champion").hire(0, "cook").hand(0, "duel")
    t.hire(1, "bishop").hire(1, "diver").hand(1, "shell-game")
    t.say(0, "labor:duel").say(0, "payer:cook").say(0, "legacy:champion").say(0, "legacy:bishop")
    t.play(1, "labor:shell-game").quiet()
    assert [t.legacy(x).status for x in ("champion", "bishop")] == ["tasked", "tasked"]
    assert (t.legacy("champion").shards, t.legacy("bishop").shards) == (7, 6)
    assert sorted(t.s.labor_discard) == ["duel", "shell-game"]


@rule("FAN-143", "FAN-185")
def test_a_duel_without_one_of_the_two_has_no_result() -> None:
    t = Situation(20, 20, 20, phase="secondary", step="").hire(0, "knight").hire(1, "bishop").hire(2, "cook")
    t.hand(2, "oubliette")
    t.say(0, "ability:knight").say(0, "legacy:bishop").quiet_until("DUEL ROLLED")
    t.play(2, "labor:oubliette", "legacy:bishop").quiet()
    assert t.legacy("knight").shards == 6
    assert t.legacy("bishop").shards == 6


@rule("FAN-EX49", "FAN-130", "FAN-131", "FAN-132", "FAN-133")
def test_the_floor_goes_round_until_all_pass() -> None:
    t = Situation(20, 20, 20, 20, phase="secondary", step="", active=1).hire(1, "bishop").hand(1, "raid", "duel")
    t.hire(2, "diver").hand(2, "alms", "alms").hire(3, "knight").hire(0, "sapper").hand(0, "raid")
    t.say(1, "labor:raid").say(1, "seat:0").quiet()
    assert t.asked() == [1]
    t.say(1, "pass")
    assert t.asked() == [2, 3, 0]
    t.play(2, "labor:alms")
    while t.asked() != [1]:
        t.say(t.asked()[0], "pass")
    t.say(1, "pass")
    for seat in (2, 3, 0):
        t.say(seat, "pass")
    assert t.s.phase == "hiring"


@rule("FAN-EX02", "FAN-013", "FAN-008", "FAN-221", "FAN-EX90")
def test_a_forced_loss_goes_as_far_as_it_can() -> None:
    t = Situation(3, 20, 20, active=1)
    g = Play(t.state, Rng("x"))
    assert transfer(g, 0, 1, 5) == 3
    settle(g)
    assert t.state.citadels[1].reserve == 23
    assert not t.state.citadels[0].alive
    u = Situation(0, 12, 20, elimination=False)
    settle(Play(u.state, Rng("x")))
    assert [c.reserve for c in u.state.citadels] == [10, 22, 30]


@rule("FAN-054", "FAN-056", "FAN-058", "FAN-052")
def test_a_discarded_legacy_leaves_its_shards_to_the_trove() -> None:
    t = Situation(20, 20, 20).hire(0, "marquis", 6, "untasked", "zradas").hire(0, "cook")
    t.state.reigning = "marquis"
    g = Play(t.state, Rng("x"))
    discard(g, t.state.citadels[0].legacies[0])
    assert t.state.legacy_discard == ["marquis"]
    assert t.state.labor_discard == ["zradas"]
    assert t.state.reigning is None
    assert t.state.citadels[0].reserve == 20
    disable(g, t.state.citadels[0].legacies[0])
    assert t.state.citadels[0].legacies[0].status == "disabled"
    untask(g, t.state.citadels[0].legacies[0])
    assert t.state.citadels[0].legacies[0].status == "untasked"


@rule("FAN-EX78", "FAN-194", "FAN-195")
def test_both_at_war_fall_to_camp_followers() -> None:
    t = Situation(2, 2, 20).hire(0, "diver").hire(1, "cook").hire(2, "bishop").hand(2, "camp-followers")
    t.declare("war", "diver")
    t.play(2, "labor:camp-followers", "seat:2").quiet()
    t.say(1, "legacy:cook").quiet()
    assert t.session.outcome is not None
    assert t.session.outcome.winners == (2,)
    assert t.s.eliminated == [[0, 1]]


@rule("FAN-194")
def test_if_nobody_is_left_the_fuller_legacies_win() -> None:
    t = Situation(1, 1, 1, phase="tally").hire(0, "cook")
    t.state.last_totals = {"0": 4, "1": 6}
    for citadel in t.state.citadels:
        citadel.alive, citadel.reserve = False, 0
        t.state.legacy_discard += [x.id for x in citadel.legacies]
        citadel.legacies = []
    assert t.session.outcome is not None
    assert t.session.outcome.winners == (1,)


@rule("FAN-024", "FAN-193")
def test_the_first_citadel_passes_its_title_to_the_left() -> None:
    t = Situation(20, 20, 1)
    t.state.citadels[2].reserve = 0
    settle(Play(t.state, Rng("x")))
    assert t.state.first == 0


@rule("FAN-EX79", "FAN-200", "FAN-201", "FAN-197")
def test_the_final_round_counts_down() -> None:
    t = Situation(20, 20, 20, 20, phase="secondary", step="", active=1).trial("zodraz", seat=1, turn=7)
    t.state.final = Final(1, 4, [0, 1, 2, 3], 7)
    seen: list[tuple[int, int]] = []
    while t.session.outcome is None:
        assert t.s.final is not None
        seen.append((t.s.active, t.s.final.left))
        t.on()
    assert t.s.final is not None
    assert list(dict.fromkeys(left for _, left in seen))[-1] == 1
    assert list(dict.fromkeys(seat for seat, _ in seen)) == [1, 2, 3, 0]
    assert t.s.final.left == 0


@rule("FAN-EX80", "FAN-EX81", "FAN-202")
def test_the_eliminated_count_too_and_a_lost_drawer_ends_the_game() -> None:
    t = Situation(20, 20, 20, 20, phase="closing", step="", active=0)
    t.state.final = Final(1, 2, [0, 1], 5)
    t.state.citadels[1].reserve = 0
    settle(Play(t.state, Rng("x")))
    assert t.state.final.left == 1
    assert t.session.outcome is not None
    assert t.s.phase == "over"


@rule("FAN-EX82", "FAN-203", "FAN-208")
def test_the_highest_total_wins() -> None:
    t = Situation(31, 20, 38, 1, phase="tally").hire(0, "cook", 14).hire(1, "diver", 22).hire(2, "knight", 4)
    t.hire(2, "bishop", 5, "disabled")
    t.state.citadels[3].alive, t.state.citadels[3].reserve = False, 0
    t.state.eliminated = [[3]]
    assert t.session.outcome is not None
    assert t.session.outcome.winners == (0,)
    assert standing(t.s) == [[0], [1, 2], [3]]


@rule("FAN-EX83", "FAN-204", "FAN-205")
@pytest.mark.parametrize(("reigning", "winner"), [("diver", 1), (None, 1), ("knight", 1), ("cook", 0)])
def test_ties_by_reign_then_by_the_smaller_reserve(reigning: str | None, winner: int) -> None:
    t = Situation(30, 24, 5, phase="tally").hire(0, "cook", 12).hire(1, "diver", 18).hire(2, "knight")
    t.state.reigning = reigning
    assert t.session.outcome is not None
    assert t.session.outcome.winners == (winner,)


@rule("FAN-EX84", "FAN-206", "FAN-207")
def test_the_last_tie_is_a_special_tribute() -> None:
    t = Situation(25, 25, 5, phase="tally").hire(0, "oracle", 15).hire(1, "marquis", 15)
    ready_dice(1, 2)
    assert t.session.outcome is not None
    assert t.session.outcome.winners == (1,)
    assert t.reserves() == [25, 25, 5]
    u = Situation(25, 25, 5, phase="tally")
    assert u.session.outcome is not None
    assert u.session.outcome.winners == (0, 1)


@rule("FAN-150", "FAN-222")
def test_labor_may_be_thrown_away_for_a_fee_or_for_nothing() -> None:
    for fee, left in ((False, 3), (True, 1)):
        t = (
            Situation(3, 20, 20, phase="discard", step="", discard_fee=fee)
            .hire(0, "bishop")
            .hand(0, "alms", "raid", "raid")
        )
        assert t.ids(0) == ["pass", "throw:alms", "throw:raid"]
        assert t.session.asks[0].soft, "who does nothing keeps everything"
        t.say(0, "throw:alms").say(0, "throw:raid")
        assert t.s.citadels[0].hand == ["raid"]
        assert t.s.labor_discard == ["alms", "raid"]
        assert t.s.citadels[0].reserve == left
        assert (t.s.phase == "discard") == (not fee), "1 Shard stays in the Reserve, so no more can be paid"


@rule("FAN-131", "FAN-145")
def test_a_hire_may_be_named_on_the_floor_where_little_can_be_played() -> None:
    def bare(*hand: str) -> Situation:
        t = Situation(20, 20, 20, phase="secondary", step="").hire(0, "sperviter").hire(1, "cook").pool("knight")
        return t.hand(0, *hand).hand(1, "forged-writ")

    t = bare()
    assert t.ids(0) == ["pass", "ability:sperviter", "hire:knight"]
    t.say(0, "hire:knight")
    assert t.asked() == [1], "the others have their say before it"
    assert "knight" not in str(GAME.public(t.s).citadels), "and do not know of it"
    t.quiet()
    assert t.legacy("knight").shards == 6
    gone = bare()
    gone.say(0, "hire:knight").play(1, "labor:forged-writ").quiet()
    assert gone.s.phase == "secondary", "Sperviter may act again"
    gone.say(0, "pass").quiet()
    assert str(gone.s.phase) == "hiring"
    assert not gone.s.hired
    many = bare("alms", "raid", "recruiter")
    assert not [option for option in many.ids(0) if option.startswith("hire:")]


@rule("FAN-148")
def test_instants_in_the_active_citadels_own_asks() -> None:
    t = (
        Situation(20, 20, 20, phase="hiring", step="")
        .hire(0, "bishop")
        .hand(0, "field-surgeon", "raid")
        .hire(1, "cook")
        .hand(1, "shackles")
    )
    assert "labor:field-surgeon" in t.ids(0)
    assert "labor:raid" not in t.ids(0)
    t.say(0, "labor:field-surgeon").say(0, "legacy:bishop").say(0, "amount:1")
    assert t.window() == "RESPONSE"
    t.quiet()
    t.say(0, "end")
    assert t.s.phase == "hiring"
    assert t.window() == "HIRED", "instants of everybody, at the end of the phase"
    t.play(1, "labor:shackles", "legacy:bishop")
    while str(t.s.phase) == "hiring":
        t.say(t.asked()[0], "pass")
    assert str(t.s.phase) == "discard"
    assert t.s.labor_discard[-1] == "shackles"


@rule("FAN-149", "FAN-172")
def test_a_hiring_phase_that_is_skipped_has_no_window() -> None:
    t = Situation(20, 20, 20, phase="hiring", step="").hire(0, "bishop").hand(0, "raid", "field-surgeon").pool()
    assert t.s.phase == "discard"


@rule("FAN-151", "FAN-172")
def test_instants_after_drawing_up_and_before_the_turn_ends() -> None:
    t = Situation(20, 20, 20, phase="untask", step="").hire(0, "bishop").hire(1, "cook").hand(1, "shackles")
    assert (t.window(), t.s.phase) == ("DAWN", "untask")
    t.play(1, "labor:shackles", "legacy:bishop").quiet()
    assert t.legacy("bishop").status == "tasked", "before it could choose an action"
    u = Situation(20, 20, 20, phase="discard", step="").hire(0, "bishop").hire(1, "cook").hand(1, "shackles")
    assert (u.window(), u.s.phase) == ("CLOSING", "closing"), "no Trial and no Navigator is needed for it"


@rule("FAN-172")
def test_a_window_before_every_vote() -> None:
    t = Situation(20, 20, 20, phase="trials", step="drawing").hire(0, "bishop").hire(1, "cook").hand(1, "shackles")
    t.state.trials_due = 1
    t.next_trials("overtime")
    assert t.window() == "BALLOT"
    assert t.s.vote is not None
    assert t.s.vote.cast == {}
    t.quiet()
    assert t.session.asks[0].rule == "FAN-124"


@rule("FAN-253")
def test_a_legacy_is_never_given_back() -> None:
    t = Situation(20, 20, 20, phase="hiring", step="").hire(0, "bishop").pool("cook")
    assert t.ids(0) == ["end", "hire:cook"]

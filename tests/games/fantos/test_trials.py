"""Every Trial, one test each; the Trials Phase and votes."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.fantos.components import TRIALS
from app.games.fantos.trials.drawing import due
from tests.games.fantos.situations import Situation, ready_dice
from tests.rules import rule


def drawing(*names: str, seats: int = 3, **options: Any) -> Situation:
    t = Situation(*([20] * seats), phase="trials", step="", **options).next_trials(*names)
    t.state.first = 0
    return t


def closing(*reserves: int) -> Situation:
    return Situation(*(reserves or (20, 20, 20)), phase="discard", step="")


@rule("FAN-EX23", "FAN-EX24", "FAN-070", "FAN-071", "FAN-069")
def test_overtime_rolls_one_die_more() -> None:
    def cooks(*trials: str, dice: tuple[int, ...]) -> Situation:
        t = Situation(20, 20, 20).hire(0, "bishop").hire(0, "cook").trial(*trials)
        ready_dice(*dice)
        return t.declare("harvest", "bishop", "cook").quiet()

    assert cooks(dice=(1, 2)).s.harvests == [7]
    assert cooks("overtime", dice=(1, 2, 3)).s.harvests == [10]
    fog = cooks("iridium-fog", dice=(1, 2))
    assert fog.s.harvests == [6]
    assert len(fog.s.trials) == 2


@rule("FAN-EX15")
@pytest.mark.parametrize(("cards", "most"), [(3, 2), (5, 2), (6, 1), (7, 0), (8, 0)])
def test_stimulus_sells_cards_below_seven(cards: int, most: int) -> None:
    t = Situation(20, 20, 20, phase="untask", step="").trial("stimulus")
    t.hand(0, *t.state.labor_deck[:cards])
    if most == 0:
        t.quiet()
        assert t.s.phase != "untask"
        return
    assert t.ids(0) == [f"draw:{n}" for n in range(most + 1)]
    t.say(0, f"draw:{most}")
    assert t.reserves()[0] == 20 - most
    assert len(t.s.citadels[0].hand) == max(5, cards) + most


@rule("FAN-119", "FAN-121")
def test_shard_rain_gives_two_to_all_and_leaves() -> None:
    t = drawing("shard-rain").hire(1, "cook").hand(1, "alms")
    assert t.window() == "REVEALED"
    assert t.reserves() == [20, 20, 20]
    t.quiet()
    assert t.reserves() == [22, 22, 22]
    assert t.s.gone_trials == ["shard-rain"]
    assert t.s.trials == []


@rule("FAN-136", "FAN-134")
def test_red_comet_lets_anybody_challenge() -> None:
    t = Situation(20, 20, 20, phase="secondary", step="").trial("red-comet").hire(0, "champion").hire(1, "cook")
    t.hire(0, "bishop", 6, "tasked")
    ready_dice(1, 1, 1)
    t.say(0, "challenge:red-comet")
    assert t.ids(0) == ["legacy:bishop", "legacy:cook"]  # also one's own, tasked or not
    t.say(0, "legacy:cook").quiet()
    assert t.legacy("champion").shards == 11  # 4 + 1 + 1 against 1 + 1
    assert t.legacy("champion").done == ["duel"]


@rule("FAN-077")
def test_bad_blood_points_war_to_the_right() -> None:
    t = Situation(20, 20, 20, 20).hire(0, "knight").trial("bad-blood").declare("war", "knight").quiet()
    assert t.reserves()[3] < 20
    u = Situation(20, 20, 20, 20).hire(0, "knight").trial("bad-blood")
    u.state.reigning = "knight"
    u.say(0, "declare:war")
    assert u.ids(0) == ["seat:1", "seat:2", "seat:3"]


@rule("FAN-EX57", "FAN-146")
def test_dark_unions_hires_the_top_card_for_two_less() -> None:
    def unions() -> Situation:
        t = Situation(9, 20, 20, phase="hiring", step="").mat(0, "rime-maze").trial("dark-unions")
        return t.pool("cook").top_legacy("pikemaster").say(0, "reveal")

    t = unions()
    assert t.ids(0) == ["decline", "hire:pikemaster"]
    t.say(0, "hire:pikemaster")
    assert t.reserves()[0] == 6
    assert t.legacy("pikemaster").shards == 5
    u = unions().say(0, "decline").quiet()
    assert u.gone("pikemaster")
    assert (u.s.phase, u.s.active) != ("hiring", 0)


@rule("FAN-071")
def test_iridium_fog_swallows_ones() -> None:
    t = Situation(20, 20, 20).hire(0, "gong-farmer").trial("iridium-fog")
    ready_dice(1)
    t.declare("harvest", "gong-farmer").quiet()
    assert t.s.harvests == [3]


@rule("FAN-EX14", "FAN-037", "FAN-039", "FAN-059")
def test_gravity_well_keeps_one_tasked() -> None:
    t = Situation(20, 20, 20, phase="untask", step="").trial("gravity-well")
    t.hire(0, "bishop", 6, "tasked").hire(0, "cook", 4, "tasked").hire(0, "diver", 5, "disabled").hire(
        1, "knight", 6, "tasked"
    )
    assert t.ids(0) == ["legacy:bishop", "legacy:cook"]
    t.say(0, "legacy:cook")
    states = {x: t.legacy(x).status for x in ("bishop", "cook", "diver", "knight")}
    assert states == {"bishop": "untasked", "cook": "tasked", "diver": "untasked", "knight": "tasked"}


def test_star_witch_forbids_labor_until_her_drawer_acts_again() -> None:
    t = Situation(20, 20, 20, phase="secondary", step="").hire(0, "bishop").hand(0, "raid").trial("star-witch", turn=7)
    t.quiet()
    assert t.s.phase == "hiring"  # nobody was asked
    for drawer, turn, stays in ((0, 1, False), (0, 7, True), (1, 1, True)):
        u = Situation(20, 20, 20).hire(0, "bishop").trial("star-witch", seat=drawer, turn=turn)
        u.say(0, "end").quiet()
        assert any(card.id == "star-witch" for card in u.s.trials) == stays


def test_rationing_draws_up_to_three() -> None:
    t = Situation(20, 20, 20, phase="untask", step="").trial("rationing").hire(0, "cook").hand(0, "raid")
    t.quiet()
    assert len(t.s.citadels[0].hand) == 3


def test_void_leeches_drink_from_the_fullest() -> None:
    t = closing().trial("void-leeches").hire(0, "cook", 5).hire(0, "diver", 5).hire(0, "bishop", 9, "disabled")
    assert t.quiet().ids(0) == ["legacy:cook", "legacy:diver"]
    t.say(0, "legacy:diver")
    assert (t.legacy("cook").shards, t.legacy("diver").shards, t.legacy("bishop").shards) == (5, 4, 9)


@rule("FAN-EX36", "FAN-103", "FAN-247")
def test_trial_of_champions_is_a_special_tribute_for_all() -> None:
    t = drawing("trial-of-champions").hire(0, "cook", 4, "tasked").hire(1, "oracle").hire(1, "bishop")
    ready_dice(1, 2)
    t.quiet()
    assert t.asked() == [1]
    assert t.ids(1) == ["legacy:oracle", "legacy:bishop"]
    assert t.session.asks[1].default == ("legacy:oracle",)
    t.say(1, "legacy:oracle").quiet()
    assert t.s.reigning == "oracle"
    assert t.legacy("cook").status == "tasked"
    t.on()
    assert t.reserves() == [18, 22, 20]


@rule("FAN-EX98", "FAN-256")
def test_cull_of_kytu_takes_the_fullest_of_each() -> None:
    t = drawing("cull-of-kytu").hire(0, "cook", 5).hire(0, "diver", 5).hire(0, "bishop", 2).hire(1, "knight")
    assert t.quiet().ids(0) == ["legacy:cook", "legacy:diver"]
    t.say(0, "legacy:cook").quiet()
    assert t.gone("cook")
    assert t.legacy("knight").shards == 6
    assert t.reserves() == [20, 20, 20]


def test_sentinel_guards_against_the_cull_and_nobody_replaces() -> None:
    t = drawing("cull-of-kytu").hire(0, "cook", 9).hire(0, "sentinel")
    t.play(0, "ability:sentinel").quiet()
    assert t.legacy("cook").shards == 9
    assert t.legacy("sentinel").shards == 5


@rule("FAN-EX25", "FAN-071")
def test_black_sun_halves_last_and_rounds_up() -> None:
    t = Situation(20, 20, 20).hire(0, "bishop").trial("black-sun")
    ready_dice(2)
    t.declare("harvest", "bishop").quiet()
    assert t.s.harvests == [3]


@rule("FAN-EX60", "FAN-EX61", "FAN-152", "FAN-153")
def test_wardens_tithe_costs_one_for_each_beyond_two() -> None:
    t = closing().trial("wardens-tithe")
    for name in ("cook", "diver", "bishop", "knight"):
        t.hire(0, name)
    t.hire(0, "sapper", 4, "disabled").quiet()
    assert t.reserves()[0] == 18
    u = closing(2, 20, 20).trial("wardens-tithe")
    for name in ("cook", "diver", "bishop", "navigator"):
        u.hire(0, name)
    u.quiet()
    assert u.reserves()[0] == 2
    assert u.s.citadels[0].alive


def test_great_levy_takes_two_from_the_richest() -> None:
    t = closing(21, 10, 10).trial("great-levy")
    assert t.quiet().ids(0) == ["seat:1", "seat:2"]
    t.say(0, "seat:2").quiet()
    assert t.reserves() == [19, 10, 12]
    assert closing(20, 20, 10).trial("great-levy").quiet().reserves() == [20, 20, 10]


@rule("FAN-123", "FAN-EX44", "FAN-197", "FAN-117")
def test_zodraz_drops_the_other_draws_and_starts_the_final_round() -> None:
    t = drawing("zodraz", "overtime")
    t.state.harvested = 13
    t.quiet()
    assert [card.id for card in t.s.trials] == ["zodraz"]
    assert t.s.final is not None
    assert (t.s.final.drawer, t.s.final.left) == (0, 3)


@rule("FAN-EX41", "FAN-EX42", "FAN-111", "FAN-112", "FAN-113", "FAN-073", "FAN-199")
def test_how_many_trials() -> None:
    s = Situation(20, 20, 20).state
    found = {}
    for taken in (None, 0, 1, 6, 7, 12, 13, 30):
        s.harvested = taken
        s.first = 1
        other = due(s)
        s.first = 0
        found[taken] = (other, due(s))
    assert found == {
        None: (0, 1), 0: (0, 1), 1: (1, 1), 6: (1, 1), 7: (2, 2), 12: (2, 2), 13: (3, 3), 30: (3, 3),
    }  # fmt: skip


@rule("FAN-EX43", "FAN-115", "FAN-116", "FAN-114")
def test_room_is_made_by_an_older_trial() -> None:
    t = drawing("red-comet", "gravity-well").trial("overtime", "stimulus", "bad-blood")
    t.state.harvested = 8
    assert t.ids(0) == ["trial:overtime", "trial:stimulus", "trial:bad-blood"]
    t.say(0, "trial:overtime")
    assert t.ids(0) == ["trial:stimulus", "trial:bad-blood"]
    t.say(0, "trial:bad-blood")
    assert [card.id for card in t.s.trials] == ["stimulus", "red-comet", "gravity-well"]
    assert t.s.gone_trials == ["overtime", "bad-blood"]


@rule("FAN-EX40", "FAN-108")
def test_the_reigning_citadel_chooses_which_trial_goes() -> None:
    t = drawing("red-comet").trial("overtime", "stimulus", "bad-blood").hire(2, "marquis")
    t.state.reigning = "marquis"
    assert t.asked() == [2]


@rule("FAN-118", "FAN-124", "FAN-125", "FAN-120")
def test_a_diplomacy_trial_is_voted_on_in_turn_order() -> None:
    t = drawing("overtime")
    order = []
    while t.s.vote is not None:
        (seat,) = t.asked()
        order.append(seat)
        assert t.ids(seat) == ["nay", "yea"]
        t.say(seat, "yea")
    assert order == [0, 1, 2]
    assert [card.id for card in t.s.trials] == ["overtime"]
    u = drawing("overtime").on(3)
    assert u.s.trials == []
    assert u.s.gone_trials == ["overtime"]
    assert u.s.trials_this_round == 1


@rule("FAN-225")
def test_sealed_votes_are_shown_together() -> None:
    t = drawing("overtime", votes="sealed")
    assert t.asked() == [0, 1, 2]
    t.say(1, "yea")
    assert t.s.vote is not None
    assert t.s.vote.cast == {}
    t.say(0, "yea").say(2, "nay")
    assert [card.id for card in t.s.trials] == ["overtime"]


@rule("FAN-EX46", "FAN-109", "FAN-129")
def test_a_tied_vote_fails_unless_somebody_reigns() -> None:
    def tied(reigning: bool) -> Situation:
        t = drawing("overtime", seats=4).hire(1, "marquis")
        t.state.reigning = "marquis" if reigning else None
        for seat, word in enumerate(("yea", "nay", "yea", "nay")):
            t.say(seat, word)
        return t

    assert tied(False).s.trials == []
    t = tied(True)
    assert t.asked() == [1]
    t.say(1, "yea")
    assert [card.id for card in t.s.trials] == ["overtime"]


@rule("FAN-219", "FAN-EX89")
def test_a_limit_of_trials_per_round() -> None:
    t = drawing("red-comet", "gravity-well", "iridium-fog", per_round="3")
    t.state.harvested = 9
    t.state.first = 1
    t.state.trials_this_round = 2
    t.quiet()
    assert [card.id for card in t.s.trials] == ["red-comet"]
    full = drawing("red-comet", per_round="3")
    full.state.first = 1
    full.state.harvested, full.state.trials_this_round = 9, 3
    assert full.quiet().s.trials == []
    opening = drawing("red-comet", per_round="3")
    assert len(opening.quiet().s.trials) == 1


@rule("FAN-122", "FAN-189", "FAN-181")
def test_trials_cannot_be_cancelled_by_labor() -> None:
    t = drawing("shard-rain").hire(1, "cook").hand(1, "shell-game", "clever-ruse")
    assert t.ids(1) == ["pass"]


def test_seventeen_trials_in_four_tiers() -> None:
    assert [sum(1 for card in TRIALS.values() if card.tier == tier) for tier in (1, 2, 3, 4)] == [4, 4, 4, 5]

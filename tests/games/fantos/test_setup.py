"""Setup, hiring, drawing up: rules sections 1 to 5, 16 and 26."""

from __future__ import annotations

import pytest

from app.games.fantos.components import CITADELS, DIE, LABOR, LEGACIES, TRIALS
from app.games.fantos.decks import draw_labor
from app.games.fantos.hiring import price
from app.games.fantos.queries import left, right, total
from app.games.fantos.setup import choose_first, setup
from app.games.fantos.state import Options, State
from app.kernel import Play, Refused, Rng, Session
from tests.games.fantos.situations import GAME, Situation, ready_dice
from tests.rules import rule


def start(seats: int, **options: object) -> State:
    return setup(seats, Options(**options), Rng("start"))  # type: ignore[arg-type]


@rule("FAN-001", "FAN-226")
def test_three_to_six_or_two_by_option() -> None:
    for seats in (2, 7):
        with pytest.raises(Refused):
            Session.start(GAME, seats=seats, seed="x")
    t = Situation(20, 20, two=True)
    assert left(t.s, 0) == right(t.s, 0) == 1


@rule("FAN-EX01", "FAN-003", "FAN-004")
def test_left_and_right_skip_the_eliminated() -> None:
    s = start(5)
    s.citadels[3].alive = False
    assert (left(s, 2), right(s, 4), left(s, 4)) == (4, 2, 0)


@rule("FAN-010", "FAN-EX03")
def test_the_shard_die() -> None:
    assert sorted(DIE) == [1, 1, 1, 2, 2, 3]
    assert sum(DIE) == 10


@rule("FAN-015", "FAN-016", "FAN-017", "FAN-018", "FAN-019", "FAN-EX04", "FAN-154")
def test_the_table_of_four() -> None:
    s = start(4)
    assert [len(citadel.hand) for citadel in s.citadels] == [5] * 4
    assert (len(s.labor_deck), len(s.legacy_deck), len(s.pool)) == (34, 43, 5)
    assert sum(citadel.reserve for citadel in s.citadels) == 160
    assert len({citadel.mat for citadel in s.citadels}) == 4
    assert {citadel.mat for citadel in s.citadels} <= set(CITADELS)
    assert s.reigning is None
    races = [card.race for card in LEGACIES.values()]
    assert len(races) == 48
    assert all(races.count(race) == 8 for race in set(races))
    ready_dice(3)
    session = Session.start(GAME, seats=4, seed="x")
    while session.state.phase == "recruiting":
        session.apply(session.default_answer(min(session.asks)))
    assert len(session.state.legacy_deck) == 31


@rule("FAN-EX07", "FAN-017", "FAN-214")
def test_tiers_lie_in_order() -> None:
    assert [TRIALS[card].tier for card in start(3).trial_deck] == [1] * 4 + [2] * 4 + [3] * 4 + [4] * 5


@rule("FAN-214", "FAN-216", "FAN-EX87")
def test_mixes_of_the_trials() -> None:
    medium = start(3, trials="medium", zodraz_last=True).trial_deck
    assert {TRIALS[card].tier for card in medium[:8]} == {1, 2}
    assert {TRIALS[card].tier for card in medium[8:12]} == {3}
    assert medium[16] == "zodraz"
    hard = start(3, trials="hard").trial_deck
    assert {TRIALS[card].tier for card in hard[:12]} == {1, 2, 3}
    assert "zodraz" in hard[12:]
    assert all("zodraz" in setup(3, Options(trials="extreme"), Rng(str(n))).trial_deck[12:] for n in range(20))


@rule("FAN-218", "FAN-EX88")
def test_trials_taken_out_at_random() -> None:
    s = start(3, removed=4)
    assert len(s.trial_deck) == 13
    assert "zodraz" in s.trial_deck[8:]
    assert all(TRIALS[card].tier < 4 for card in s.removed_trials)
    assert len(s.removed_trials) == 4


@rule("FAN-215", "FAN-217")
def test_other_reserves_and_four_legacies() -> None:
    assert start(3, reserve=55).citadels[0].reserve == 55
    with pytest.raises(Refused):
        Session.start(GAME, seats=3, seed="x", options={"reserve": 29})
    ready_dice(3)
    session = Session.start(GAME, seats=3, seed="x", options={"legacies": 4})
    while session.state.phase == "recruiting":
        session.apply(session.default_answer(min(session.asks)))
    assert [len(citadel.legacies) for citadel in session.state.citadels] == [4, 4, 4]


@rule("FAN-020", "FAN-021", "FAN-EX05", "FAN-022")
def test_the_first_three_hires_first() -> None:
    t = Situation(40, 40, 40, 40, phase="rolling", step="", active=2)
    ready_dice(2, 1, 1, 2, 1, 3)
    order = []
    while t.s.phase in ("rolling", "recruiting"):
        (seat,) = t.asked()
        order.append(seat)
        assert all(option.startswith("hire:") for option in t.ids(seat))
        t.say(seat, t.ids(seat)[0])
        if len(order) == 12:
            break
    assert order == [3, 0, 1, 2] * 3


@rule("FAN-023", "FAN-EX06", "FAN-025")
def test_the_first_citadel_has_the_largest_reserve_and_hired_last() -> None:
    t = Situation(24, 26, 26, 25)
    t.state.last_hire = [3, 0, 1, 2]
    g = Play(t.state, Rng("x"))
    choose_first(g)
    assert t.state.first == t.state.active == 2


@rule("FAN-EX08", "FAN-EX09", "FAN-027", "FAN-028", "FAN-029", "FAN-032", "FAN-006", "FAN-007")
def test_the_founding_race_costs_two_less() -> None:
    for mat, paid in (("brand-keep", 4), ("lumen-spire", 6)):
        t = Situation(20, 20, 20, phase="hiring", step="").mat(0, mat).pool("knight", "cook")
        t.say(0, "hire:knight")
        assert t.reserves()[0] == 20 - paid
        assert (t.legacy("knight").shards, t.legacy("knight").status) == (6, "untasked")
        assert t.s.pool[0].card not in (None, "knight")


@rule("FAN-EX10", "FAN-031", "FAN-026")
def test_a_hire_leaves_at_least_one() -> None:
    for reserve, offered in ((5, True), (4, False)):
        t = (
            Situation(reserve, 20, 20, phase="hiring", step="")
            .mat(0, "thornhold")
            .pool("vizier")
            .hire(0, "cook")
            .hand(0, "raid")
        )
        assert (t.s.phase == "hiring" and "hire:vizier" in t.ids(0)) == offered


@rule("FAN-030", "FAN-EX11")
def test_the_reserve_always_pays_one() -> None:
    t = Situation(20, 20, 20).mat(0, "caravan-rook")
    t.state.recruiter = 3
    assert price(t.state, 0, "gong-farmer") == 1


@rule("FAN-EX56", "FAN-149", "FAN-145")
def test_nothing_affordable_skips_the_phase() -> None:
    t = Situation(6, 20, 20, phase="hiring", step="").mat(0, "lumen-spire")
    t.pool("shirazad", "herzog", "bishop", "knight", "vizier").quiet()
    assert (t.s.phase, t.s.active) != ("hiring", 0)


@rule("FAN-033", "FAN-034")
def test_the_discards_become_a_new_legacy_deck_and_blind_hires_can_fail() -> None:
    t = Situation(5, 20, 20, phase="hiring", step="").mat(0, "rime-maze").pool("shirazad")
    t.state.pool[0].laid_by = 1
    t.state.legacy_discard, t.state.legacy_deck = t.state.legacy_deck, []
    t.say(0, "blind:0")
    assert t.reserves()[0] == 5
    assert any("too dear" in line.text for line in t.log(2))
    assert (t.s.phase, t.s.active) != ("hiring", 0)
    assert t.s.legacy_discard == []
    assert all(slot.card is not None for slot in t.s.pool)


@rule("FAN-040", "FAN-EX12")
@pytest.mark.parametrize(("held", "drawn"), [(3, 2), (5, 0), (8, 0)])
def test_drawing_up_to_five(held: int, drawn: int) -> None:
    t = Situation(20, 20, 20, phase="untask", step="")
    t.hand(0, *t.state.labor_deck[:held]).quiet()
    assert len(t.s.citadels[0].hand) == held + drawn


@rule("FAN-041", "FAN-EX13")
def test_the_labor_discards_come_back() -> None:
    t = Situation(20, 20, 20)
    s = t.state
    t.hand(0, "raid", "duel")
    s.labor_discard, s.labor_deck = s.labor_deck[:6], s.labor_deck[6:7]
    draw_labor(Play(s, Rng("x")), 0, 3)
    assert (len(s.citadels[0].hand), len(s.labor_deck), len(s.labor_discard)) == (5, 4, 0)
    assert draw_labor(Play(s, Rng("x")), 0, 9) == 4


@rule("FAN-EX18", "FAN-055", "FAN-203")
def test_a_total_leaves_out_the_disabled() -> None:
    t = Situation(12, 20, 20).hire(0, "cook", 4).hire(0, "diver", 3).hire(0, "bishop", 5, "disabled")
    assert total(t.s, 0) == 19


@rule("FAN-012", "FAN-002")
def test_cards_as_counted() -> None:
    marks = [card.mark for card in LEGACIES.values()]
    assert [marks.count(mark) for mark in "FSIN"] == [16, 14, 9, 9]
    sums = [(c.harvest, c.war, c.tribute, c.cost) for c in LEGACIES.values()]
    assert [sum(column) for column in zip(*sums, strict=True)] == [31, 81, 63, 248]
    assert [sum(c.copies for c in LABOR.values() if c.mark == mark) for mark in "FSI"] == [20, 22, 12]


@rule("FAN-257")
def test_the_title() -> None:
    assert GAME.title == "The Fate of Fantos"

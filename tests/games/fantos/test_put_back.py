"""Rules that were put back or sharpened, each with a situation of its own."""

from __future__ import annotations

from itertools import pairwise

import pytest

from app.games.fantos.game import GAME as PLAYED
from app.games.fantos.queries import trial
from app.games.fantos.reactions import PARTS, WORDS, asked_in
from app.games.fantos.setup import ADVANCE, AMENDS, choose_first
from app.kernel import Play, Rng, Session
from tests.games.fantos.situations import Situation, ready_dice
from tests.rules import rule


def floor(*reserves: int) -> Situation:
    return Situation(*(reserves or (20, 20, 20)), phase="secondary", step="")


@rule("FAN-145")
def test_one_legacy_is_hired_in_a_phase_and_one_more_in_the_next_turn() -> None:
    t = Situation(30, 20, 20, phase="hiring", step="").pool("knight", "cook", "diver")
    t.say(0, "hire:knight").quiet()
    assert len(t.s.citadels[0].legacies) == 1
    assert t.s.active != 0, "there was no second hire"
    u = Situation(30, 20, 20, phase="hiring", step="").pool("knight", "cook").hand(0, "field-surgeon").hire(0, "diver")
    u.say(0, "labor:field-surgeon").say(0, "amount:1").quiet()
    assert "hire:knight" in u.ids(0), "a card in between does not use up the hire"
    u.say(0, "hire:knight")
    assert u.s.phase != "hiring" or "hire:cook" not in u.ids(0)
    v = Situation(30, 20, 20, phase="hiring", step="").pool("knight", "cook")
    v.state.citadels[0].fallen = True
    v.bury("vizier")
    v.say(0, "hire:knight")
    assert v.ids(0) == ["end", "revive"], "reviving is no second hire"


@rule("FAN-176")
def test_between_two_items_that_resolve_nobody_is_asked() -> None:
    t = floor().hire(0, "bishop").hire(0, "knight").hand(0, "raid")
    t.hire(1, "cook").hand(1, "shackles", "shackles").hire(2, "diver").hand(2, "field-surgeon")
    t.say(0, "labor:raid").say(0, "seat:1")
    t.play(1, "labor:shackles", "legacy:bishop")
    t.play(2, "labor:field-surgeon", "legacy:diver", "amount:2")
    assert [item.title for item in t.s.stack] == ["raid", "shackles", "field-surgeon"]
    while t.s.stack:
        assert t.window() == "RESPONSE"
        held = [item.title for item in t.s.stack]
        t.say(t.asked()[0], "pass")
        assert [item.title for item in t.s.stack] in (held, []), "all of it resolves at once"
    moments = [line.moment.title for line in t.log(None) if line.moment is not None]
    took = [words.partition(" of ")[0] for words in moments if words.endswith("takes effect")]
    assert took == ["Field Surgeon", "Shackles", "Raid"], "the newest first"
    assert t.legacy("diver").shards == 7
    assert t.legacy("bishop").status == "tasked"
    assert t.reserves() == [23, 17, 18]


@rule("FAN-255", "FAN-144")
@pytest.mark.parametrize(("bearer", "other", "asked"), [("untasked", "tasked", [2]), ("tasked", "untasked", [])])
def test_skull_of_lodan_asks_for_its_own_bearer(bearer: str, other: str, asked: list[int]) -> None:
    t = floor().hire(0, "knight").hire(1, "bishop")
    t.hire(2, "cook", 4, bearer, "skull-of-lodan")  # type: ignore[arg-type]
    t.hire(2, "shirazad", 6, other, "thacko")  # type: ignore[arg-type]
    t.state.duel_moved = 3
    assert asked_in(t.state, "DUEL AFTER") == asked
    t.state.duel_moved = 0
    assert asked_in(t.state, "DUEL AFTER") == [], "where no Shards moved there is nothing to take"


@rule("FAN-120")
def test_a_trial_works_in_everybodys_turn_until_it_leaves_and_never_comes_back() -> None:
    for active in (0, 1):
        t = Situation(20, 20, 20, active=active).trial("iridium-fog", seat=2).hire(active, "bishop")
        ready_dice(1)
        t.say(active, "declare:harvest").say(active, "legacy:bishop").quiet()
        assert t.s.harvests == [3], "a 1 counts nothing, whoever drew the fog"
    gone = Situation(20, 20, 20).trial("iridium-fog", seat=2).hire(0, "bishop")
    gone.state.trials.clear()
    gone.state.gone_trials.append("iridium-fog")
    ready_dice(1)
    gone.say(0, "declare:harvest").say(0, "legacy:bishop").quiet()
    assert gone.s.harvests == [4]
    assert not trial(gone.s, "iridium-fog")
    assert "iridium-fog" not in gone.s.trial_deck
    rations = Situation(20, 20, 20, phase="untask", step="", active=1).trial("rationing", seat=0)
    assert len(rations.s.citadels[1].hand) == 3, "and only in the phase that it names"


@rule("FAN-252", "FAN-253")
def test_nothing_but_cards_and_abilities_puts_shards_on_a_legacy() -> None:
    t = Situation(20, 20, 20, phase="untask", step="").hire(0, "knight", 2).hire(1, "navigator", 2).hire(2, "vizier", 2)
    before = {
        name: t.state.citadels[seat].legacies[0].shards for seat, name in enumerate(("knight", "navigator", "vizier"))
    }
    ways = (
        "end",
        "pass",
        "declare",
        "all",
        "hire",
        "legacy",
        "throw",
        "labor",
        "ability",
        "stay",
        "nay",
        "yea",
        "trial",
    )
    for _ in range(60):
        seat = t.asked()[0]
        for option in t.session.asks[seat].options:
            assert option.id.partition(":")[0] in ways, f"{option.id} is no play and yet may be chosen"
        t.session.apply(t.session.default_answer(seat))
    after = {name: t.legacy(name).shards for name in before}
    assert all(after[name] <= before[name] for name in before)
    offers = {option.id.partition(":")[0] for option in t.session.offers(t.s.active)}
    assert offers <= {"trade", "resign"}, "a Legacy is neither fed nor given back"


@rule("FAN-179", "FAN-051")
def test_an_ability_whose_legacy_was_untasked_does_nothing() -> None:
    t = floor().hire(0, "alchemist").hire(1, "clockmaker")
    t.say(0, "ability:alchemist")
    assert t.window() == "RESPONSE"
    t.play(1, "ability:clockmaker")
    while t.s.stack:
        t.say(t.asked()[0], "pass")
    assert t.legacy("alchemist").shards == 4, "what it spent is spent"
    assert t.reserves()[0] == 20, "and nothing came of it"
    assert any("not at it any more" in line.text for line in t.log(None))
    alone = floor().hire(0, "alchemist").hire(1, "cook")
    alone.say(0, "ability:alchemist").quiet()
    assert alone.reserves()[0] == 23


@rule("FAN-053")
@pytest.mark.parametrize(("name", "spend"), [("alchemist", 1), ("clockmaker", 1), ("mesmerist", 2)])
def test_spend_then_task_needs_one_shard_more(name: str, spend: int) -> None:
    for held, offered in ((spend, False), (spend + 1, True)):
        t = Situation(20, 20, 20, phase="action" if name == "mesmerist" else "secondary", step="act")
        t.hire(0, name, held).hire(0, "knight", 5, "tasked").hire(1, "cook").hire(1, "diver", 5, "tasked")
        may = t.ids(0) if t.asked() == [0] else []
        assert (f"ability:{name}" in may) == offered


@rule("FAN-219")
@pytest.mark.parametrize(
    ("seats", "options", "words"),
    [
        (3, {}, "A round may bring any number of Trials."),
        (4, {}, "At most 4 Trials are drawn in a round."),
        (6, {}, "At most 3 Trials are drawn in a round."),
        (3, {"per_round": "3"}, "At most 3 Trials are drawn in a round."),
        (6, {"per_round": "no limit"}, "A round may bring any number of Trials."),
    ],
)
def test_the_limit_of_trials_is_announced_at_the_start(seats: int, options: dict[str, str], words: str) -> None:
    ready_dice(3)
    session = Session.start(PLAYED, seats=seats, options=options, seed="announced")
    assert words in [line.text for line in session.log(None)]


@rule("FAN-238", "FAN-172")
def test_the_windows_of_an_action_share_one_ring() -> None:
    for windows in PARTS.values():
        ends = [part for _, part in sorted(windows.items(), key=lambda one: one[1])]
        assert (ends[0][0], ends[-1][1]) == (0.0, 1.0)
        assert all(earlier[1] == later[0] for earlier, later in pairwise(ends))
        assert set(windows) <= set(WORDS)
    t = Situation(20, 20, 20).hire(0, "knight").hire(0, "cook").hire(1, "diver").hire(2, "bishop")
    t.hand(1, "raid", "alms").hand(2, "raid")
    t.declare("war", "knight")
    before = t.session.asks[1]
    assert (t.window(), before.part, before.calm) == ("DECLARED", (0.0, 0.4), False)
    t.quiet_until("ROLLED")
    after = next(iter(t.session.asks.values()))
    assert (after.scope, after.part) == (before.scope, (0.4, 1.0)), "the same ring goes on"
    u = floor().hire(0, "bishop").hand(0, "raid").hire(1, "cook").hand(1, "alms")
    u.say(0, "labor:raid").say(0, "seat:1")
    assert (u.window(), u.session.asks[1].part) == ("RESPONSE", (0.0, 0.0)), "a card has a ring of its own"


@rule("FAN-258")
@pytest.mark.parametrize(
    ("seats", "others", "first"),
    [(2, AMENDS, 0), (3, AMENDS, 0), (4, 0, ADVANCE[4]), (5, 0, ADVANCE[5]), (6, 0, ADVANCE[6])],
)
def test_going_first_is_made_up_for(seats: int, others: int, first: int) -> None:
    def start(*, even: bool) -> list[int]:
        t = Situation(*[20] * seats, even=even)
        t.state.citadels[1].reserve = 21
        choose_first(Play(t.state, Rng("even")))
        assert t.state.first == 1
        return [citadel.reserve for citadel in t.state.citadels]

    assert start(even=True) == [20 + others, 21 + first, *[20 + others] * (seats - 2)]
    assert start(even=False) == [20, 21, *[20] * (seats - 2)]


@rule("FAN-259")
def test_nobody_is_attacked_before_a_turn_of_their_own() -> None:
    t = Situation(20, 20, 20).hire(0, "knight")
    t.state.citadels[1].turns = 0
    assert t.ids(0) == ["end", "declare:harvest", "declare:tribute"]
    assert "has not had a turn yet" in t.session.asks[0].closed[0].why
    reigning = Situation(20, 20, 20).hire(0, "knight").hire(0, "marquis")
    reigning.state.citadels[1].turns, reigning.state.reigning = 0, "marquis"
    reigning.say(0, "all:war")
    assert reigning.s.last is not None
    assert reigning.s.last.target == 2, "the one that has had a turn"
    printed = Situation(20, 20, 20, even=False).hire(0, "knight")
    printed.state.citadels[1].turns = 0
    assert "declare:war" in printed.ids(0)


@rule("FAN-260", "FAN-200", "FAN-201")
@pytest.mark.parametrize(
    ("seats", "even", "began", "last"),
    [(4, True, 0, False), (4, True, 1, True), (4, False, 0, True), (3, True, 0, True)],
)
def test_who_had_the_first_turn_does_not_have_the_last(seats: int, even: bool, began: int, last: bool) -> None:
    t = Situation(*[20] * seats, phase="trials", step="", even=even).next_trials("zodraz").hire(0, "knight")
    t.state.began, t.state.first, t.state.harvested = began, began, 3
    t.quiet()
    assert t.s.final is not None
    assert t.s.final.left == (seats if last else seats - 1)
    turns: list[int] = []
    while t.session.outcome is None:
        if not turns or turns[-1] != t.s.active:
            turns.append(t.s.active)
        t.session.apply(t.session.default_answer(t.asked()[0]))
    assert turns == [*range(seats), *([0] if last else [])]

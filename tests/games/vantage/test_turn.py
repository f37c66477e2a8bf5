"""Sections 4 to 8 and 12: places, the turn, cost, skills, rolling, going on."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.vantage.state import Cut
from app.kernel import Answer, Refused
from tests.games.vantage.situations import (
    action,
    begin,
    bench,
    choices,
    declare,
    give,
    offered,
    perform,
    place_with,
    reply,
    seed_for,
    solo,
    table,
    tokens,
)
from tests.rules import rule

BOOST: list[dict[str, Any]] = [{"gain_boost": {}}]


@rule("VAN-061", "VAN-063", "VAN-064", "VAN-065", "VAN-047", "VAN-048", "VAN-049", "VAN-050", "VAN-078", "VAN-EX09")
def test_what_may_be_chosen() -> None:
    session = begin(table(1, at=(42,)))
    assert [one for one in choices(session) if not one.startswith(("card:", "centre:"))] == [
        "here:look-WATCH",
        "here:engage-ASK",
        "here:help-LIGHT",
        "here:take-BUY",
        "here:move-CROSS",
        "here:overpower-SHOUT",
        "depart:east",
        "depart:south",
        "depart:west",
    ]
    notes = {option.id: option.note for option in session.asks[0].options}
    assert notes["depart:south"] == "to 047"
    assert notes["depart:east"] == "a star: its cost is unread"
    assert "depart:north" not in notes


@rule("VAN-039", "VAN-064", "VAN-081", "VAN-231", "VAN-233", "VAN-EX52")
def test_nothing_unread_can_be_found_before_committing() -> None:
    session = begin(table(2, at=(41, 46)))
    place = session.state.world.places[41]
    sent = repr((session.view(0), session.asks[0], session.offers(0)))
    for entry in place.actions:
        assert entry.line not in sent
        assert entry.tell not in sent
    assert "here:look-READ" in sent


@rule("VAN-080", "VAN-251", "VAN-EX56")
def test_the_choice_may_be_changed_until_the_cost_is_read() -> None:
    session = begin(table(2))
    session.use(0, "announce", ["here:look-READ"])
    first = session.asks[0].options[0]
    assert (first.id, first.weight) == ("here:look-READ", "main"), "what was announced is one press away"
    declare(session, "here:take-PICK")
    assert session.state.action is not None
    assert session.state.action.act == "take-PICK", "and another may still be chosen"
    with pytest.raises(Refused):
        session.undo(0)
    with pytest.raises(Refused):
        session.use(0, "announce", ["here:look-READ"])


@rule("VAN-244")
def test_what_was_pledged_to_an_announced_action_is_kept() -> None:
    state = table(3)
    tokens(state, 1, look=1)
    tokens(state, 2, take=1)
    session = begin(state)
    session.use(0, "announce", ["here:look-READ"])
    session.use(1, "pledge:look")
    declare(session, "here:look-READ")
    assert session.asks[0].ledger[-1].value == "0 dice", "the cost of 1 is paid"
    other = begin(state)
    other.use(0, "announce", ["here:look-READ"])
    other.use(1, "pledge:look")
    declare(other, "here:take-PICK")
    assert len(other.asks[0].ledger) == 2, "it was for another action"


@rule("VAN-061", "VAN-077", "VAN-109")
def test_a_plain_walk_is_one_press_and_nothing_is_asked_without_a_choice() -> None:
    session = begin(table(1, careful=False), seed_for("blank"))
    reply(session, "depart:east")
    assert session.asks[0].seconds, "a slot would give boost for it: whoever does not care lets it pass"
    reply(session)
    assert session.state.seats[0].place == 42
    assert session.state.number == 2
    state = table(1, careful=False)
    state.character(0).boost = 6
    full = begin(state, seed_for("blank"))
    reply(full, "depart:east")
    assert full.state.seats[0].place == 42, "nothing to gain, nothing to lose: one press"
    hurt = begin(table(1, careful=False), seed_for("time"))
    reply(hurt, "depart:east")
    assert "so" in choices(hurt), "a slot could catch it"
    assert hurt.asks[0].seconds, "and the suggestion costs nothing, so it goes on by itself"
    reply(hurt, "so")
    assert hurt.state.seats[0].stats["time"] == 4
    state = table(1, careful=False)
    tokens(state, 0, move=1)
    paid = begin(state)
    reply(paid, "depart:east+1")
    assert (paid.state.seats[0].place, paid.state.seats[0].skills["move"], paid.state.pool) == (42, 0, 10)


@rule("VAN-090", "VAN-244")
def test_the_roll_is_asked_about_where_somebody_could_pay() -> None:
    alone = begin(table(2, careful=False), seed_for("blank"))
    reply(alone, "here:look-READ")
    assert alone.state.turn == 1, "nobody has a look token"
    state = table(2, careful=False)
    tokens(state, 1, look=1)
    helped = begin(state)
    reply(helped, "here:look-READ")
    assert choices(helped) == ["roll:0"]
    assert helped.asks[0].options[0].label == "Roll 1 die"


@rule("VAN-066", "VAN-067", "VAN-079", "VAN-EX12")
def test_one_location_action_per_player_and_place() -> None:
    state = table(2, at=(41, 42))
    state.seats[0].done["41"] = ["help-MEND"]
    session = begin(state)
    assert [one for one in choices(session) if one.startswith("here:")] == []
    assert "depart:east" in choices(session)
    reasons = {one.name: one.because for one in session.view(0).private.place.actions}
    assert reasons["look-READ"] == "You have acted here already."
    state.turn, state.seats[1].place = 1, 41
    assert len([one for one in choices(begin(state)) if one.startswith("here:")]) == 6


@rule("VAN-068", "VAN-069")
def test_an_always_available_action_counts_and_stays_open() -> None:
    state = table(1, at=(46,))
    state.seats[0].done["46"] = ["engage-SING"]
    session = begin(state)
    assert [one for one in choices(session) if one.startswith("here:")] == ["here:look-SOLVE"]
    perform(session, "here:look-SOLVE")
    reply(session, "item:1", "item:2", "item:3")
    fresh = begin(table(1, at=(46,)))
    perform(fresh, "here:look-SOLVE")
    reply(fresh, "item:1", "item:2", "item:3")
    assert fresh.state.seats[0].done["46"] == ["look-SOLVE"], "it is the action performed here"
    assert [one for one in choices(fresh) if one.startswith("here:")] == ["here:look-SOLVE"], "and stays open"


@rule("VAN-070", "VAN-071", "VAN-EX13")
def test_a_forbidden_action_is_struck_out_with_its_reason() -> None:
    state = table(2, at=(42, 41))
    state.turn = 1
    state.flags["bell_rung@41"] = 1
    session = begin(state)
    assert "here:overpower-PUSH" not in choices(session)
    reasons = {one.name: one.because for one in session.view(1).private.place.actions}
    assert reasons["overpower-PUSH"] == "The bell is swinging already."


@rule("VAN-071")
def test_the_table_may_bar_an_action_before_the_actor_commits() -> None:
    session = begin(table(3))
    session.use(0, "announce", ["here:look-READ"])
    session.use(1, "bar")
    assert "here:look-READ" in choices(session)
    session.use(2, "bar")
    assert "here:look-READ" not in choices(session)
    assert "The table has barred it." in [fact.why for fact in session.asks[0].closed]


@rule("VAN-072", "VAN-073", "VAN-074", "VAN-075", "VAN-193", "VAN-EX15")
def test_card_actions() -> None:
    state = table(2, at=(47, 47))
    give(state, 0, 890)
    from app.games.vantage.state import Held

    state.seats[0].reserve.append(Held(1064, dice=[""]))
    state.seats[1].supply.append(Held(1586, bound=47))
    session = begin(state)
    assert "card:890:engage-CALM" in choices(session)
    assert "card:1586:help-REST" in choices(session), "it stands here, whoever owns it"
    assert not any("1064" in one for one in choices(session))
    state.seats[0].place = 46
    assert "card:1586:help-REST" not in choices(begin(state))


@rule("VAN-076", "VAN-077", "VAN-055", "VAN-139", "VAN-EX14")
def test_a_listed_depart_is_a_walk_of_cost_one() -> None:
    session = begin(table(1, at=(41,)), seed_for("time"))
    declare(session, "depart:east")
    action_ = session.state.action
    assert action_ is not None
    assert (action_.act, action_.cost) == ("move-WALK", 1)
    reply(session)
    assert choices(session)[0] == "put:time:800.0"
    reply(session, "put:time:800.0")
    assert session.state.seats[0].place == 42
    assert session.state.seats[0].stats["time"] == 4
    assert session.state.number == 2, "the turn is over on arrival"


@rule("VAN-077")
def test_on_water_one_swims() -> None:
    pack = bench(places=({"id": 44, "terrain": "deep", "compass": {"west": {"to": 43}}},))
    session = begin(table(1, pack=pack, at=(44,)))
    declare(session, "depart:west")
    assert session.state.action is not None
    assert session.state.action.act == "move-SWIM"


@rule("VAN-062", "VAN-167")
def test_there_is_no_passing() -> None:
    session = begin(table(1, at=(41,)))
    assert not {"end", "wait", "pass"} & set(choices(session))


@rule("VAN-083", "VAN-EX18")
def test_a_printed_boost_cost_is_paid_from_that_card() -> None:
    state = table(1)
    held = give(state, 0, 1065, boost=0)
    assert "card:1065:take-DRINK" not in choices(begin(state))
    held.boost = 1
    session = begin(state)
    declare(session, "card:1065:take-DRINK")
    found = session.state.find(1065)
    assert found is not None
    assert found[2].boost == 0
    assert session.state.character(0).boost == 2


@rule("VAN-083")
def test_a_hidden_cost_that_cannot_be_paid_leaves_no_result() -> None:
    pack = bench(places=(place_with(("take-PRY", [{"gain_coin": {"amount": 5}}]), cost={"dice": 0, "coin": 2}),))
    session = begin(table(1, pack=pack, at=(44,)))
    perform(session, "here:take-PRY")
    assert session.state.seats[0].coins == 0


@rule("VAN-084", "VAN-085", "VAN-EX16")
def test_a_diagonal_is_shown_together_with_its_cardinal() -> None:
    session = begin(table(1, at=(42,)))
    declare(session, "depart:east")
    assert choices(session) == ["way:east", "way:southeast"]
    reply(session, "way:southeast")
    assert session.state.action is not None
    assert (session.state.action.act, session.state.action.cost) == ("move-WADE", 3)
    reply(session)
    while "done" in choices(session):
        reply(session, "done")
    assert session.state.seats[0].place == 48
    assert session.state.seats[0].coins == 1


@rule("VAN-086", "VAN-087", "VAN-EX17")
def test_x_is_chosen_and_stays_x() -> None:
    state = table(1)
    tokens(state, 0, help=3)
    session = begin(state, seed_for("blank", "blank"))
    declare(session, "here:help-MEND")
    assert choices(session) == ["1", "2", "3", "4", "5", "6"]
    reply(session, "5")
    reply(session, "roll:3")
    assert len(session.state.roll) == 2
    reply(session, "done")
    assert session.state.seats[0].skills["help"] == 1, "the result for 5 gives a help token"
    assert "cell:0" in choices(session)


@rule("VAN-088", "VAN-230")
def test_the_first_version_that_holds() -> None:
    state = table(1, at=(48,))
    state.flags["tide_out"] = 1
    session = begin(state)
    declare(session, "depart:north")
    assert session.state.action is not None
    assert (session.state.action.act, session.state.action.cost) == ("move-WALK", 1)


@rule("VAN-089")
def test_cost_cuts_apply_before_skills_and_not_below_zero() -> None:
    state = table(1)
    state.seats[0].cuts = [Cut(5, {"category": "look"}, "session", 0), Cut(1, {"category": "take"}, "session", 0)]
    session = begin(state)
    declare(session, "here:look-READ")
    assert session.state.action is not None
    assert session.state.action.cost == 0
    assert [cut.amount for cut in session.state.seats[0].cuts] == [1]


@rule("VAN-090", "VAN-091", "VAN-092", "VAN-244", "VAN-245", "VAN-EX19", "VAN-EX54")
def test_anybody_may_pay_and_pledges_can_be_withdrawn() -> None:
    state = table(3, at=(46, 42, 41))
    tokens(state, 0, take=1)
    tokens(state, 1, take=1)
    tokens(state, 2, take=1)
    session = begin(state, seed_for("blank"))
    declare(session, "here:take-PRY")
    assert "pledge:take" in offered(session, 1)
    session.use(1, "pledge:take")
    session.use(2, "pledge:take")
    assert [pledge.seat for pledge in session.view(None).public.help.pledges] == [1, 2]
    session.use(2, "withdraw")
    assert choices(session) == ["roll:0", "roll:1", "spare:1"]
    reply(session, "roll:1")
    state = session.state
    assert [who.skills["take"] for who in state.seats] == [0, 0, 1]
    assert state.tokens["take"] == 9
    assert len(state.roll) == 1


@rule("VAN-094", "VAN-EX20")
def test_a_token_that_pays_nothing_is_refused() -> None:
    state = table(1)
    tokens(state, 0, look=2)
    session = begin(state)
    declare(session, "here:look-READ")
    assert choices(session) == ["roll:0", "roll:1"]
    with pytest.raises(Refused):
        reply(session, "roll:2")


@rule("VAN-245")
def test_a_pledge_need_not_be_accepted() -> None:
    state = table(2)
    tokens(state, 1, look=1)
    session = begin(state)
    declare(session, "here:look-READ")
    session.use(1, "pledge:look")
    reply(session, "spare:1")
    assert "accept:1" in choices(session)
    reply(session, "roll:0")
    assert session.state.seats[1].skills["look"] == 1
    assert len(session.state.roll) == 1


@rule("VAN-246", "VAN-249")
def test_a_standing_pledge_counts() -> None:
    state = table(2)
    tokens(state, 1, look=2)
    session = begin(state)
    session.use(1, "standing", ["look=1"])
    declare(session, "here:look-READ")
    assert [fact.seat for fact in session.asks[0].ledger] == [None, 1, None]


@rule("VAN-096", "VAN-097", "VAN-099", "VAN-100", "VAN-EX22")
def test_a_pool_that_holds_exactly_enough_is_not_refreshed() -> None:
    pack = bench(places=(place_with(("look-STUDY", BOOST), cost=4),))
    state = table(1, pack=pack, at=(44,))
    state.pool, state.penalty = 3, 7
    tokens(state, 0, look=1)
    session = begin(state)
    declare(session, "here:look-STUDY")
    reply(session, "roll:1")
    assert (session.state.pool, session.state.penalty, len(session.state.roll)) == (0, 7, 3)


@rule("VAN-098", "VAN-EX21")
def test_a_short_pool_is_refreshed_first() -> None:
    pack = bench(places=(place_with(("look-STUDY", BOOST), cost=2),))
    state = table(2, pack=pack, at=(44,))
    state.pool, state.penalty = 1, 9
    state.character(0).dice = ["time", ""]
    state.character(1).dice = ["", "time"]
    session = begin(state)
    declare(session, "here:look-STUDY")
    reply(session)
    assert (session.state.pool, session.state.penalty, len(session.state.roll)) == (10, 0, 2)
    assert session.state.character(1).dice == ["", ""]


@rule("VAN-101", "VAN-EX23")
def test_more_than_all_dice() -> None:
    session = solo(BOOST, cost=11)
    reply(session)
    assert (len(session.state.roll), session.state.blanks, session.state.pool) == (10, 1, 0)


@rule("VAN-097")
def test_at_cost_zero_no_die_is_rolled() -> None:
    session = solo(BOOST)
    reply(session)
    assert session.state.pool == 10
    assert session.state.character(0).boost == 3


@rule("VAN-159", "VAN-164", "VAN-165", "VAN-166", "VAN-EX34")
def test_you_may_continue() -> None:
    first = [{"continue": {"mode": "may"}}]
    pack = bench(places=(place_with(("look-STUDY", first), ("engage-GREET", BOOST), ("take-DIG", BOOST)),))
    session = begin(table(1, pack=pack, at=(44,)))
    declare(session, "here:look-STUDY")
    reply(session)
    assert [one for one in choices(session) if not one.startswith(("card:", "centre:"))] == [
        "here:engage-GREET",
        "here:take-DIG",
        "end",
    ]
    declare(session, "here:engage-GREET")
    reply(session)
    assert session.state.number == 2
    assert session.state.seats[0].done["44"] == ["look-STUDY", "engage-GREET"]
    assert not [one for one in choices(session) if one.startswith("here:")]


@rule("VAN-160", "VAN-161")
def test_you_must_continue() -> None:
    session = solo([{"continue": {"mode": "must"}}])
    reply(session)
    assert "end" not in choices(session)
    assert "depart:east" in choices(session)
    assert "here:look-STUDY" not in choices(session)


@rule("VAN-162")
def test_continue_with_a_named_action_begins_at_step_two() -> None:
    first = [{"continue": {"mode": "must", "with": ["take-DIG"]}}]
    pack = bench(places=(place_with(("look-STUDY", first), ("take-DIG", BOOST)),))
    session = begin(table(1, pack=pack, at=(44,)))
    declare(session, "here:look-STUDY")
    reply(session)
    assert session.state.action is not None
    assert (session.state.action.act, session.state.action.stage) == ("take-DIG", "pay")


@rule("VAN-163", "VAN-EX35")
def test_continue_after_a_card_does_not_lift_the_limit() -> None:
    card = {"id": 1150, "actions": [action("help-CRAFT", [{"continue": {"mode": "must"}}])]}
    pack = bench(places=(place_with(("look-STUDY", BOOST), compass={"east": {"to": 41}}),), cards=(card,))
    state = table(1, pack=pack, at=(44,))
    state.seats[0].done["44"] = ["look-STUDY"]
    give(state, 0, 1150)
    session = begin(state)
    declare(session, "card:1150:help-CRAFT")
    reply(session)
    assert session.state.again is not None
    assert session.state.again.must
    assert not [one for one in choices(session) if one.startswith("here:")]


@rule("VAN-168", "VAN-178")
def test_what_lasts_this_turn_ends_with_it() -> None:
    session = solo([{"immune": {"kind": "cold", "until": "turn"}}, {"cut_cost": {"until": "next_turn", "for": "any"}}])
    reply(session)
    assert session.state.seats[0].immune == []
    assert len(session.state.seats[0].cuts) == 1


@rule("VAN-168")
def test_timers() -> None:
    session = solo([{"later": {"turns": 2, "do": [{"gain_coin": {}}]}}])
    reply(session)
    for expected in (0, 1):
        perform(session, "depart:east" if "depart:east" in choices(session) else "depart:west")
        assert session.state.seats[0].coins == expected


@rule("VAN-058", "VAN-059", "VAN-045", "VAN-046", "VAN-057")
def test_a_place_as_its_occupant_sees_it() -> None:
    place = begin(table(1, at=(41,))).view(0).private.place
    assert (place.number, place.name, place.terrain, place.region) == ("041", "Bell Stile", "land", "The Landing")
    assert [(side.name, side.shows) for side in place.compass] == [
        ("north", ""),
        ("east", "042"),
        ("south", "046"),
        ("west", ""),
    ]
    assert [one.name for one in place.actions][:2] == ["move-CLIMB", "look-READ"]


@rule("VAN-054", "VAN-055", "VAN-140", "VAN-EX10", "VAN-150", "VAN-151")
def test_companions_come_along_and_both_suffer_the_arrival() -> None:
    pack = bench(places=(place_with(("move-WANDER", [{"go": {"to": 43}}, {"gain_coin": {}}])),))
    session = begin(table(2, pack=pack, at=(44, 44)))
    declare(session, "here:move-WANDER")
    reply(session)
    assert list(session.asks) == [0], "the mover says whom to ask"
    reply(session, "seat:1")
    assert list(session.asks) == [1]
    reply(session, "come")
    assert [who.place for who in session.state.seats] == [43, 43]
    assert choices(session, 0) == ["health", "both"]
    reply(session, "health")
    assert list(session.asks) == [1]
    reply(session, "both")
    assert session.state.seats[0].stats == {"time": 4, "morale": 4, "health": 3}
    assert session.state.seats[1].stats == {"time": 3, "morale": 3, "health": 4}
    assert [who.coins for who in session.state.seats] == [1, 0]
    assert session.state.turn == 1


@rule("VAN-150")
@pytest.mark.parametrize(("invited", "answer"), [((), ""), (("seat:2",), "come"), (("seat:2",), "stay")])
def test_only_those_whom_the_mover_asks_are_asked_and_come_if_they_like(invited: tuple[str, ...], answer: str) -> None:
    pack = bench(places=(place_with(("move-WANDER", [{"go": {"to": 41}}])),))
    session = begin(table(3, pack=pack, at=(44, 44, 44)))
    declare(session, "here:move-WANDER")
    reply(session)
    session.apply(Answer(0, session.asks[0].id, invited))
    if invited:
        assert list(session.asks) == [2], "nobody else is asked"
        reply(session, answer, seat=2)
    assert [who.place for who in session.state.seats] == [41, 44, 41 if answer == "come" else 44]


@rule("VAN-055", "VAN-EX11")
def test_going_where_one_stands_is_no_arrival() -> None:
    pack = bench(places=(place_with(("look-STUDY", [{"go": {"to": 44}}]), arrival=[{"damage": {"kind": "heat"}}]),))
    session = begin(table(1, pack=pack, at=(44,)))
    declare(session, "here:look-STUDY")
    reply(session)
    assert session.state.seats[0].stats["health"] == 4
    assert session.state.number == 2


@rule("VAN-055")
def test_an_arrival_marked_once() -> None:
    pack = bench(
        places=(
            {
                "id": 44,
                "arrival": [{"lose_stat": {"stat": "time"}}],
                "arrival_once": True,
                "compass": {"east": {"to": 45}},
            },
            {"id": 45, "compass": {"west": {"to": 44}}},
        )
    )
    session = begin(table(1, pack=pack, at=(45,)))
    for way in ("west", "east", "west"):
        declare(session, f"depart:{way}")
        reply(session)
        while "put:time:800.0" in choices(session) or "done" in choices(session):
            reply(session, next((one for one in choices(session) if one.startswith("put:")), "done"))
    assert session.state.seats[0].arrived == [44, 45] or session.state.seats[0].arrived == [44, 45][::-1]


@rule("VAN-240", "VAN-EX53")
def test_the_storyteller_goes_round() -> None:
    session = begin(table(3, at=(41, 42, 46), reading="aloud"))
    assert session.state.storyteller == 1
    session.use(1, "teller")
    reply(session, "yes", seat=2)
    assert session.state.storyteller == 2, "one who cannot read hands it over, by consent of both"
    perform(session, "depart:east")
    if 1 in session.asks and "come" in choices(session, 1):
        reply(session, "stay", seat=1)
    assert (session.state.turn, session.state.storyteller) == (1, 2)


@rule("VAN-249")
def test_a_turn_may_be_skipped_without_loss() -> None:
    session = begin(table(3))
    assert [one.person for one in session.offers(1) if one.id == "skip"] == [0], "not where a bot plays: it is here"
    for seat in (1, 2):
        session.use(seat, "skip")
    assert session.asks[0].absent == ("away",), "only who is not here is skipped: the table answers for them"
    reply(session, "here")
    assert "skip" not in choices(session)
    for seat in (1, 2):
        session.use(seat, "skip")
    reply(session, "away")
    assert choices(session) == ["skip"]
    assert session.asks[0].absent == ("skip",)
    before = session.state.seats[0].stats
    reply(session, "skip")
    assert session.state.turn == 1
    assert session.state.seats[0].stats == before

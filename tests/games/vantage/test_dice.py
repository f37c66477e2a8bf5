"""Sections 9 and 10: placing dice, penalties."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.vantage.state import Held, State
from app.kernel import Refused, Session
from tests.games.vantage.situations import (
    action,
    begin,
    bench,
    choices,
    declare,
    give,
    offered,
    place_with,
    reply,
    seed_for,
    table,
)
from tests.rules import rule

NOTHING: list[dict[str, Any]] = [{"gain_coin": {}}]


def rolled(
    *faces: str,
    seats: int = 1,
    act: str = "look-STUDY",
    at: tuple[int, ...] = (44,),
    cards: Any = (),
    mine: Any = (),
    involves: Any = (),
    place: Any = None,
    **more: Any,
) -> Session[State]:
    """Seat 0 has rolled these faces in an action of a bench place; `mine` are cards with boost in its grid."""
    bare = {**action(act, NOTHING, len(faces)), "involves": list(involves)}
    pack = bench(places=({"id": 44, "actions": [bare], **(place or {})},), cards=cards)
    state = table(seats, pack=pack, at=at)
    for card, boost in mine:
        give(state, 0, card, boost=boost)
    for seat, card, boost in more.get("theirs", ()):
        give(state, seat, card, boost=boost)
    session = begin(state, seed_for(*faces))
    declare(session, f"here:{act}")
    reply(session)
    assert [die.face for die in session.state.roll] == list(faces)
    return session


def puts(session: Session[State]) -> list[str]:
    return [one for one in choices(session) if one.startswith("put:")]


@rule("VAN-105", "VAN-109", "VAN-115", "VAN-118", "VAN-EX24", "VAN-111", "VAN-C09")
def test_a_blank_on_the_category_slot_for_boost() -> None:
    session = rolled("time", "blank", act="move-WALK")
    assert puts(session) == ["put:time:800.0", "put:blank:800.0"]
    reply(session, "put:blank:800.0")
    assert session.state.character(0).boost == 3
    reply(session, "done")
    assert session.state.seats[0].stats["time"] == 3


@rule("VAN-111", "VAN-114", "VAN-C10")
def test_category_and_face_slots_only_take_what_fits() -> None:
    session = rolled("morale", "time")
    assert puts(session) == ["put:morale:800.1"], "a look action does not open the move slot"


@rule("VAN-108", "VAN-125")
def test_a_slot_holds_one_die_and_keeps_it() -> None:
    session = rolled("morale", "morale")
    reply(session, "put:morale:800.1")
    assert puts(session) == []
    reply(session, "done")
    assert session.state.character(0).dice == ["", "morale"]


@rule("VAN-112", "VAN-C70", "VAN-C25")
def test_ability_slots_need_the_verb_or_its_group() -> None:
    assert "put:time:848.0" in puts(rolled("time", act="move-CLIMB", mine=[(848, 0)]))
    assert "put:time:848.1" in puts(rolled("time", act="move-WADE", mine=[(848, 0)]))
    assert not [one for one in puts(rolled("time", act="move-WALK", mine=[(848, 0)])) if "848" in one]


@rule("VAN-113", "VAN-056")
def test_interaction_slots_need_the_composition() -> None:
    assert "put:time:1064.0" in puts(rolled("time", mine=[(1064, 0)], involves=["stone", "root"]))
    assert not [one for one in puts(rolled("time", mine=[(1064, 0)])) if "1064" in one]


@rule("VAN-110", "VAN-119", "VAN-120", "VAN-EX27")
def test_a_bonus_can_be_spent_on_the_next_die() -> None:
    shard = {
        "id": 1152,
        "slots": [
            {"when": {"composition": "ember"}, "gives": [{"gain_boost": {"onto": "this"}}]},
            {"when": {"composition": "ember"}, "face": "health", "cost": {"boost": 1}},
        ],
    }
    session = rolled("health", "blank", cards=(shard,), mine=[(1152, 0)], involves=["ember"])
    assert "put:health:1152.1" not in puts(session)
    reply(session, "put:blank:1152.0")
    assert "put:health:1152.1" in puts(session)
    reply(session, "put:health:1152.1")
    found = session.state.find(1152)
    assert found is not None
    assert (found[2].boost, found[2].dice) == (0, ["blank", "health"])


@rule("VAN-106", "VAN-121", "VAN-123", "VAN-247", "VAN-EX25")
def test_impact_slots_of_others_at_any_distance() -> None:
    session = rolled("morale", "health", seats=4, at=(44, 41, 42, 46))
    assert puts(session) == ["put:morale:800.1", "put:morale:802.1", "put:health:803.1"]
    reply(session, "put:health:803.1")
    assert session.state.character(3).dice == ["", "health"]


@rule("VAN-106", "VAN-122")
def test_ordinary_slots_of_companions_only() -> None:
    theirs = [(1, 1149, 0)]
    assert "put:time:1149.0" in puts(rolled("time", seats=2, at=(44, 44), theirs=theirs))
    assert "put:time:1149.0" not in puts(rolled("time", seats=2, at=(44, 41), theirs=theirs))


@rule("VAN-122", "VAN-121")
def test_cost_and_bonus_are_the_owners() -> None:
    card = {
        "id": 1152,
        "slots": [{"impact": True, "cost": {"boost": 1}, "gives": [{"gain_coin": {}}]}],
    }
    session = rolled("time", seats=2, at=(44, 41), cards=(card,), theirs=[(1, 1152, 1)])
    assert "put:time:1152.0" not in puts(session), "what costs its owner boost is closed to others"
    session.use(1, "permit", ["1152.0:open"])
    reply(session, "put:time:1152.0")
    found = session.state.find(1152)
    assert found is not None
    assert found[2].boost == 0
    assert [who.coins for who in session.state.seats] == [1, 1], "one from the slot, one from the result"


@rule("VAN-248", "VAN-247")
@pytest.mark.parametrize("mode", ["closed", "last"])
def test_a_slot_that_costs_boost_and_stood_open_at_the_roll_stays_open(mode: str) -> None:
    dear = {"id": 1152, "slots": [{"impact": True, "cost": {"boost": 1}}]}
    pack = bench(places=(place_with(("look-STUDY", NOTHING), cost=1),), cards=(dear,))
    state = table(2, pack=pack, at=(44, 41))
    give(state, 1, 1152, boost=1)
    state.seats[1].permits["1152.0"] = "open"
    session = begin(state, seed_for("time"))
    declare(session, "here:look-STUDY")
    assert "1152.0" in session.view(None).public.lit
    reply(session)
    session.use(1, "permit", [f"1152.0:{mode}"])
    assert "put:time:1152.0" in puts(session), "it counts from the next roll on"
    shut = table(2, pack=pack, at=(44, 41))
    give(shut, 1, 1152, boost=1)
    before = begin(shut, seed_for("time"))
    declare(before, "here:look-STUDY")
    assert "1152.0" not in before.view(None).public.lit, "nor is it marked before the roll where nobody opened it"


@rule("VAN-117", "VAN-EX26")
def test_terrain_is_that_of_the_actor() -> None:
    boat = {"id": 1152, "slots": [{"when": {"terrain": "deep"}, "impact": True}]}
    dry = rolled("time", seats=2, at=(44, 41), cards=(boat,), theirs=[(1, 1152, 0)])
    assert "put:time:1152.0" not in puts(dry)
    wet = rolled("time", seats=2, at=(44, 41), cards=(boat,), theirs=[(1, 1152, 0)], place={"terrain": "deep"})
    assert "put:time:1152.0" in puts(wet)


@rule("VAN-107", "VAN-C21")
def test_never_on_reserved_cards() -> None:
    pack = bench(places=(place_with(("look-STUDY", NOTHING), cost=1),))
    state = table(1, pack=pack, at=(44,))
    state.seats[0].reserve.append(Held(1149, dice=[""]))
    session = begin(state, seed_for("time"))
    declare(session, "here:look-STUDY")
    reply(session)
    assert puts(session) == []


@rule("VAN-116")
def test_a_setback_is_no_stat_face() -> None:
    assert puts(rolled("setback")) == []


@rule("VAN-124")
def test_every_fitting_open_slot_is_marked() -> None:
    session = rolled("time", seats=3, at=(44, 41, 42))
    assert session.view(None).public.lit == ("800.1", "801.1", "802.1")


@rule("VAN-247", "VAN-248", "VAN-EX55")
def test_permissions() -> None:
    session = rolled("health", seats=4, at=(44, 41, 42, 46))
    session.use(3, "permit", ["803.1:closed"])
    assert "put:health:803.1" in puts(session), "what stood open at the roll stays open"
    pack = session.state.pack
    state = table(4, pack=pack, at=(44, 41, 42, 46))
    state.seats[3].permits["803.1"] = "closed"
    closed = begin(state, seed_for("health"))
    declare(closed, "here:look-STUDY")
    reply(closed)
    assert puts(closed) == []
    closed.use(3, "permit", ["803.1:open"])
    assert puts(closed) == ["put:health:803.1"], "opening counts at once"
    state.seats[3].permits["803.1"] = "last"
    safe = begin(state, seed_for("health"))
    declare(safe, "here:look-STUDY")
    reply(safe)
    assert puts(safe) == []
    state.seats[0].stats["health"] = 1
    last = begin(state, seed_for("health"))
    declare(last, "here:look-STUDY")
    reply(last)
    assert puts(last) == ["put:health:803.1"]


@rule("VAN-126")
def test_a_placement_may_be_taken_back() -> None:
    session = rolled("morale", "time")
    reply(session, "put:morale:800.1")
    session.undo(0)
    assert session.state.character(0).dice == ["", ""]
    assert puts(session) == ["put:morale:800.1"]


@rule("VAN-127", "VAN-129", "VAN-130", "VAN-131", "VAN-132", "VAN-EX28")
def test_where_unplaced_dice_go() -> None:
    rope = {"id": 1152, "slots": [{"face": "time"}]}
    session = rolled(
        "time", "time", "health", "setback", "blank", cards=(rope,), mine=[(1152, 0)], seats=2, at=(44, 41)
    )
    reply(session, "put:time:1152.0")
    pool = session.state.pool
    reply(session, "done")
    state = session.state
    assert state.seats[0].stats == {"time": 3, "morale": 4, "health": 3}
    assert state.seats[1].stats == {"time": 4, "morale": 4, "health": 4}
    assert (state.penalty, state.pool) == (3, pool + 1)


@rule("VAN-128", "VAN-133", "VAN-212", "VAN-EX29", "VAN-208")
def test_two_stats_at_zero_make_one_crisis_before_the_result() -> None:
    bare = action("look-STUDY", NOTHING, 2)
    pack = bench(places=({"id": 44, "actions": [bare]},))
    state = table(1, pack=pack, at=(44,))
    state.seats[0].character = 801
    state.seats[0].grid[4] = None
    give(state, 0, 801, cell=4)
    state.seats[0].stats = {"time": 3, "morale": 1, "health": 1}
    session = begin(state, seed_for("health", "morale"))
    declare(session, "here:look-STUDY")
    reply(session)
    reply(session, "done")
    assert session.state.crises == 1
    assert session.state.seats[0].coins == 0, "the result comes later"
    assert choices(session) == ["no", "yes"]
    reply(session, "no")
    assert session.state.seats[0].stats == {"time": 3, "morale": 2, "health": 2}
    reply(session, "lose:time")
    assert session.state.seats[0].stats["time"] == 2
    assert session.state.seats[0].coins == 1
    assert session.state.crises == 1


@rule("VAN-134", "VAN-104", "VAN-C12", "VAN-169", "VAN-171", "VAN-179")
def test_a_reroll_before_the_losses() -> None:
    session = rolled("time", "blank")
    assert "power:800:1" not in offered(session, 0), "it is one of the answers"
    before = session.state.roll[0].face
    reply(session, "again:time:800:1")
    assert session.state.character(0).boost == 1
    same = session.state.roll[0].face == before
    assert session.state.seats[0].skills["look"] == int(same)
    with pytest.raises(Refused):
        session.use(0, "power:800:9")


@rule("VAN-103")
def test_dice_added_by_an_effect() -> None:
    pack = bench(places=(place_with(("look-STUDY", [{"roll_more": {"dice": 1}}, {"gain_coin": {}}])),))
    session = begin(table(1, pack=pack, at=(44,)), seed_for("health"))
    declare(session, "here:look-STUDY")
    reply(session)
    assert [die.face for die in session.state.roll] == ["health"]
    reply(session, "done")
    assert session.state.seats[0].stats["health"] == 3
    assert session.state.seats[0].coins == 1


@rule("VAN-C44", "VAN-102", "VAN-C01")
def test_a_curse_makes_setbacks_hurt() -> None:
    session = rolled("setback", mine=[(1490, 0)], involves=["tide"])
    reply(session, "done")
    assert session.state.seats[0].stats["morale"] == 3
    free = rolled("setback", mine=[(1490, 0)])
    reply(free, "done")
    assert free.state.seats[0].stats["morale"] == 4


@rule("VAN-120")
def test_a_slot_of_two_boost_costs_two() -> None:
    card = {"id": 1152, "slots": [{"cost": {"boost": 2}}]}
    poor = rolled("time", cards=(card,), mine=[(1152, 1)])
    assert "put:time:1152.0" not in puts(poor), "one boost does not open it"
    rich = rolled("time", cards=(card,), mine=[(1152, 3)])
    reply(rich, "put:time:1152.0")
    found = rich.state.find(1152)
    assert found is not None
    assert found[2].boost == 1


@rule("VAN-105", "VAN-109")
def test_the_dock_shows_where_the_suggestion_puts_each_die_and_the_sum_what_is_left() -> None:
    one = {"id": 1152, "slots": [{"face": "time"}, {"face": "health"}]}
    session = rolled("time", "morale", "setback", cards=(one,), mine=[(1152, 0)])
    planned = {slot.id: slot.plan for card in session.view(0).private.dock.grid if card for slot in card.slots}
    assert planned["1152.0"] == "time"
    assert planned["1152.1"] == ""
    assert planned["800.1"] == "morale", "Ines catches morale"
    assert (session.asks[0].ledger[-1].what, session.asks[0].ledger[-1].value) == ("then you lose", "nothing")
    reply(session, "put:morale:800.1")
    assert session.state.find(800)[2].dice[1] == "morale"  # type: ignore[index]
    left = {slot.id: slot.plan for card in session.view(0).private.dock.grid if card for slot in card.slots}
    assert (left["1152.0"], left["800.1"]) == ("time", ""), "the rest is suggested anew"


@rule("VAN-105", "VAN-109")
def test_the_suggestion_saves_the_scarcest_and_spends_no_boost_where_it_need_not() -> None:
    free = {"id": 1152, "slots": [{"face": "time"}]}
    dear = {"id": 1153, "slots": [{"cost": {"boost": 1}}]}
    session = rolled("time", "blank", cards=(free, dear), mine=[(1152, 0), (1153, 1)])
    reply(session, "so")
    assert session.state.find(1152)[2].dice == ["time"]  # type: ignore[index]
    assert session.state.find(1153)[2].boost == 1, "the free slot before the dear one"  # type: ignore[index]
    one = {"id": 1152, "slots": [{}]}
    low = rolled("time", "health", cards=(one,), mine=[(1152, 0)])
    low.state.seats[0].stats["health"] = 1
    reply(low, "so")
    assert low.state.find(1152)[2].dice == ["health"]  # type: ignore[index]

"""Sections 11, 13 and 14: results, boost, cards."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.vantage.state import Held, State
from app.games.vantage.world import world
from app.kernel import Refused, Session
from tests.games.vantage.situations import (
    action,
    begin,
    bench,
    choices,
    declare,
    finish,
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


def result(
    effects: list[dict[str, Any]],
    *,
    seats: int = 1,
    at: tuple[int, ...] = (44,),
    act: str = "look-STUDY",
    prepare: Any = None,
    cards: Any = (),
    **options: Any,
) -> Session[State]:
    """Seat 0 performs an action of cost 0 with these effects, up to the first question of its result."""
    pack = bench(places=(place_with((act, effects)),), cards=cards)
    state = table(seats, pack=pack, at=at, **options)
    if prepare:
        prepare(state)
    session = begin(state)
    declare(session, f"here:{act}")
    reply(session)
    return session


@rule("VAN-142", "VAN-143", "VAN-148", "VAN-EX30")
def test_overflow_becomes_random_skills() -> None:
    def full(state: State) -> None:
        state.seats[0].stats = {"time": 4, "morale": 6, "health": 5}

    session = result([{"gain_stat": {"stat": "morale"}}, {"gain_stat": {"stat": "health", "amount": 2}}], prepare=full)
    who = session.state.seats[0]
    assert who.stats == {"time": 4, "morale": 6, "health": 6}
    assert sum(who.skills.values()) == 2


@rule("VAN-144", "VAN-145", "VAN-EX31", "VAN-042")
def test_losses_are_ignored_and_costs_are_not() -> None:
    def one_coin(state: State) -> None:
        state.seats[0].coins = 1

    session = result([{"lose_coin": {"amount": 2}}, {"gain_card": {"id": 1149}}], prepare=one_coin)
    assert session.state.seats[0].coins == 0
    assert "cell:0" in choices(session)
    paid = result([{"pay_coin": {"amount": 2, "then": [{"gain_card": {"id": 1149}}]}}], prepare=one_coin)
    assert paid.state.seats[0].coins == 1
    assert paid.state.number == 2, "nothing was asked"


@rule("VAN-146", "VAN-095", "VAN-EX32")
def test_anybody_may_pay_a_skill_for_a_result() -> None:
    effects = [{"pay_skill": {"any_of": ["help", "take"], "then": [{"gain_stat": {"stat": "health", "amount": 2}}]}}]
    session = result(effects, seats=2, at=(44, 41), prepare=lambda state: tokens(state, 1, take=1))
    assert list(session.asks) == [1]
    reply(session, "pay:take:0")
    assert session.state.seats[0].stats["health"] == 6
    assert session.state.seats[1].skills["take"] == 0


@rule("VAN-147", "VAN-149")
def test_skills_of_choice_and_by_dice() -> None:
    session = result([{"gain_skill": {"skill": ["look", "help"]}}, {"roll_skill": {"dice": 12, "gain": "take"}}])
    assert choices(session) == ["pick:look", "pick:help"]
    reply(session, "pick:help")
    assert session.state.seats[0].skills["help"] == 1
    assert session.rng.counters["skill"] == 12


@rule("VAN-093")
def test_tokens_are_limited() -> None:
    def gone(state: State) -> None:
        tokens(state, 1, look=10)

    session = result([{"gain_skill": {"skill": "look", "amount": 3}}], seats=2, at=(44, 41), prepare=gone)
    assert session.state.seats[0].skills["look"] == 0


@rule("VAN-140", "VAN-141")
def test_climate_point_by_point_and_immunity() -> None:
    session = result([{"damage": {"kind": "heat", "amount": 2}}])
    reply(session, "health")
    reply(session, "both")
    assert session.state.seats[0].stats == {"time": 3, "morale": 3, "health": 3}
    immune = result([{"immune": {"kind": "heat", "until": "session"}}, {"damage": {"kind": "heat", "amount": 2}}])
    assert immune.state.seats[0].stats == {"time": 4, "morale": 4, "health": 4}


@rule("VAN-136", "VAN-137", "VAN-040", "VAN-EX07")
def test_options_are_read_and_outcomes_are_not() -> None:
    effects = [
        {
            "choice": {
                "prompt": "Which door?",
                "options": [
                    {"label": "The red door", "tell": "Behind it is a sea.", "do": [{"gain_coin": {}}]},
                    {"label": "The low door", "cost": {"coin": 1}, "tell": "Behind it is a hill.", "do": []},
                ],
            }
        }
    ]
    alone = result(effects, seats=2, at=(44, 41))
    assert alone.state.seats[0].coins == 1, "what cannot be paid cannot be chosen, and one way is no choice"
    session = result(effects, seats=2, at=(44, 41), prepare=lambda state: setattr(state.seats[0], "coins", 1))
    assert choices(session) == ["pick:0", "pick:1"]
    told = " ".join(line.text for line in session.log(1))
    assert "The red door, or The low door" in told
    assert "sea" not in told
    reply(session, "pick:0")
    assert "Behind it is a sea." in " ".join(line.text for line in session.log(1))
    assert "hill" not in " ".join(line.text for line in session.log(1))


@rule("VAN-154", "VAN-155")
def test_a_card_one_has_already() -> None:
    session = result([{"gain_card": {"id": 1149}}], prepare=lambda state: give(state, 0, 1149))
    found = session.state.find(1149)
    assert found is not None
    assert found[2].boost == 1

    def reserved(state: State) -> None:
        state.seats[0].reserve.append(Held(1149, dice=[""]))

    other = result([{"gain_card": {"id": 1149}}], prepare=reserved)
    assert other.state.character(0).boost == 3


@rule("VAN-156", "VAN-157", "VAN-EX33", "VAN-199")
@pytest.mark.parametrize("agreed", [True, False])
def test_a_card_that_another_has(agreed: bool) -> None:
    def owned(state: State) -> None:
        held = give(state, 1, 1149, boost=2)
        held.dice, state.pool = ["time"], state.pool - 1

    session = result([{"gain_card": {"id": 1149}}], seats=2, at=(44, 41), prepare=owned)
    reply(session, "move", seat=0)
    reply(session, "move" if agreed else "stay", seat=1)
    if agreed:
        assert session.state.pool == 12
        reply(session, "cell:0")
        found = session.state.find(1149)
        assert found is not None
        assert (found[0], found[2].boost) == (0, 1), "its boost is gone and 'when placed' is gained"
    else:
        assert session.state.find(1149)[0] == 1  # type: ignore[index]
        assert session.state.character(0).boost == 3


@rule("VAN-158", "VAN-181", "VAN-180")
def test_placing_and_declining() -> None:
    session = result([{"gain_card": {"id": 1149}}])
    assert choices(session) == [
        "cell:0",
        "cell:1",
        "cell:2",
        "cell:3",
        "cell:5",
        "cell:6",
        "cell:7",
        "cell:8",
    ], "with an open cell it cannot be declined"
    full = result([{"gain_card": {"id": 1149}}], prepare=lambda state: fill(state, 0))
    assert "decline" in choices(full)
    reply(full, "decline")
    assert full.state.find(1149) is None
    must = result([{"gain_card": {"id": 1149, "must": True}}], prepare=lambda state: fill(state, 0))
    assert "decline" not in choices(must)


def fill(state: State, seat: int, but: int = 0) -> None:
    for card in (1064, 1065, 1148, 890, 848, 1304, 1328, 1346)[: 8 - but]:
        give(state, seat, card)


@rule("VAN-190", "VAN-191", "VAN-192", "VAN-186", "VAN-EX39")
def test_a_full_grid_and_a_full_reserve() -> None:
    def full(state: State) -> None:
        fill(state, 0)
        state.seats[0].reserve = [Held(1358), Held(1382, dice=[""])]
        knife = state.find(1148)
        assert knife is not None
        knife[2].boost, knife[2].dice[0] = 2, "time"
        state.pool -= 1

    session = result([{"gain_card": {"id": 1268}}], prepare=full)
    assert choices(session)[0] == "reserve"
    assert "over:800" not in choices(session)
    reply(session, "over:1148")
    assert session.state.pool == 10
    assert choices(session) == ["card:1358", "card:1382", "card:1148"]
    reply(session, "card:1148")
    assert session.state.find(1148) is None
    assert [held.id for held in session.state.seats[0].reserve] == [1358, 1382]


@rule("VAN-183", "VAN-EX40", "VAN-023")
def test_the_first_full_grid_finds_a_destiny() -> None:
    session = result([{"gain_card": {"id": 1149}}], prepare=lambda state: fill(state, 0, but=1))
    assert session.state.destinies == [1721]
    assert session.state.flags["full_grid"] == 1


@rule("VAN-185", "VAN-EX41", "VAN-C33")
def test_adjacent_means_sharing_an_edge() -> None:
    def corner(state: State) -> None:
        give(state, 0, 1064, cell=1)
        give(state, 0, 1065, cell=3)

    session = result([{"gain_card": {"id": 1328}}], prepare=corner)
    reply(session, "cell:0")
    assert session.state.find(1328)[2].boost == 2  # type: ignore[index]


@rule("VAN-187", "VAN-C26")
def test_a_replacement_takes_the_cell() -> None:
    state = table(1)
    give(state, 0, 890, cell=7)
    session = begin(state)
    declare(session, "card:890:engage-CALM")
    reply(session)
    if "done" in choices(session):
        reply(session, "done")
    assert session.state.seats[0].grid[7].id == 956  # type: ignore[union-attr]
    assert session.state.find(890) is None


@rule("VAN-188", "VAN-C16")
@pytest.mark.parametrize("before", [0, 5])
def test_an_alternate_loses_the_boost_and_grants_what_it_grants(before: int) -> None:
    def worn(state: State) -> None:
        held = state.character(0)
        held.boost, held.dice[0], state.pool = before, "blank", state.pool - 1

    session = result([{"gain_card": {"id": 812}}], prepare=worn)
    held = session.state.character(0)
    assert session.state.seats[0].character == held.id == 812
    assert held.boost == 2, "what it grants when placed, and none of the old"
    assert not any(held.dice)
    assert session.state.pool == session.state.total, "the die is back"


@rule("VAN-194", "VAN-199", "VAN-EX37", "VAN-C13")
def test_a_reserved_card_comes_in_without_its_benefit_and_in_mid_action() -> None:
    pack = bench(places=(place_with(("look-STUDY", []), cost=1),))
    state = table(2, pack=pack, at=(44, 41))
    state.seats[1].reserve.append(Held(1149, dice=[""]))
    session = begin(state)
    declare(session, "here:look-STUDY")
    reply(session)
    session.use(1, "power:801:2")
    reply(session, "cell:2", seat=1)
    held = session.state.seats[1].grid[2]
    assert held is not None
    assert (held.id, held.boost) == (1149, 0)
    assert session.state.character(1).boost == 1
    assert list(session.asks) == [0]


@rule("VAN-195")
@pytest.mark.parametrize(("keeps", "boost"), [(False, 0), (True, 2)])
def test_reserve_keeps_boost(keeps: bool, boost: int) -> None:
    effects = [{"reserve_card": {"card": 1149}}]
    session = result(effects, prepare=lambda state: give(state, 0, 1149, boost=2), reserve_keeps_boost=keeps)
    (held,) = session.state.seats[0].reserve
    assert held.boost == boost


@rule("VAN-196", "VAN-197", "VAN-C50")
def test_a_quest_lies_in_the_supply_and_turns_at_its_goal() -> None:
    session = result([{"gain_card": {"id": 1604}}])
    assert [held.id for held in session.state.seats[0].supply] == [1604]
    state = session.state
    state.seats[0].supply[0].count = 1
    later = begin(state)
    declare(later, "card:1604:engage-TELL")
    reply(later)
    while "done" in choices(later):
        reply(later, "done")
    assert "cell:0" in choices(later)
    reply(later, "cell:0")
    assert later.state.find(1605)[2].boost == 2  # type: ignore[index]
    assert later.state.find(1604) is None


@rule("VAN-172", "VAN-173", "VAN-174", "VAN-EX36")
def test_where_boost_goes() -> None:
    assert solo([{"gain_boost": {}}]).state.character(0).boost == 2
    session = solo([{"gain_boost": {}}])
    reply(session)
    assert session.state.character(0).boost == 3
    glass = {
        "id": 1152,
        "actions": [{"act": "look-SIGHT", "line": "Look", "cost": 0, "tell": "Far.", "result": [{"gain_boost": {}}]}],
    }
    pack = bench(cards=(glass,))
    state = table(1, pack=pack)
    give(state, 0, 1152)
    other = begin(state)
    declare(other, "card:1152:look-SIGHT")
    reply(other)
    assert other.state.find(1152)[2].boost == 1  # type: ignore[index]
    assert other.state.character(0).boost == 2


@rule("VAN-175", "VAN-177", "VAN-EX38", "VAN-198")
def test_capacity() -> None:
    def two_of_three(state: State) -> None:
        give(state, 0, 1148, boost=2)

    session = result([{"gain_boost": {"amount": 2, "onto": 1148}}], prepare=two_of_three)
    assert session.state.find(1148)[2].boost == 3  # type: ignore[index]


@rule("VAN-152", "VAN-153")
def test_companions_give_with_consent() -> None:
    state = table(2, at=(41, 41))
    held = give(state, 0, 1149, boost=1)
    held.dice, state.pool = ["time"], state.pool - 1
    state.seats[0].coins = 1
    session = begin(state)
    assert {"coin:1", "give:1:1149"} <= set(offered(session, 0))
    session.use(0, "coin:1")
    reply(session, "yes", seat=1)
    assert [who.coins for who in session.state.seats] == [0, 1]
    pool = session.state.pool
    session.use(0, "give:1:1149")
    reply(session, "yes", seat=1)
    reply(session, "cell:0", seat=1)
    moved = session.state.seats[1].grid[0]
    assert moved is not None
    assert (moved.id, moved.boost, moved.dice) == (1149, 0, [""])
    assert session.state.pool == pool + 1, "its dice are refreshed"
    state.seats[1].place = 42
    assert not [one for one in offered(begin(state), 0) if one.startswith(("give", "coin"))]


@rule("VAN-153")
def test_a_card_of_the_reserve_can_be_given_and_so_can_one_after_the_result() -> None:
    gain = [{"gain_skill": {"skill": ["move", "look"]}}]
    state = table(2, pack=bench(places=(place_with(("look-STUDY", gain)),)), at=(44, 44))
    state.seats[0].reserve.append(Held(1149, boost=1, dice=[""]))
    give(state, 0, 890)
    session = begin(state)
    assert "give:1:1149" in offered(session, 0)
    assert "give:1:890" not in offered(session, 0), "animals are nobody's to give"
    declare(session, "here:look-STUDY")
    reply(session)
    assert session.state.action is not None, "in step 7"
    session.use(0, "give:1:1149")
    reply(session, "yes", seat=1)
    reply(session, "cell:3", seat=1)
    moved = session.state.seats[1].grid[3]
    assert session.state.seats[0].reserve == []
    assert moved is not None
    assert (moved.id, moved.boost) == (1149, 0)


@rule("VAN-153")
def test_whoever_has_acted_may_still_give_until_the_next_action_is_chosen() -> None:
    theirs = {**place_with(("look-STUDY", []), number=45), "actions": [action("look-STUDY", [], 2)]}
    state = table(3, pack=bench(places=(place_with(("look-STUDY", [])), theirs)), at=(44, 45, 44))
    state.seats[0].coins = state.seats[2].coins = 1
    session = begin(state)
    perform(session, "here:look-STUDY")
    assert session.state.turn == 1
    assert "coin:2" in offered(session, 0), "step 7 is over, and the next player has not chosen yet"
    assert "coin:0" in offered(session, 2)
    session.use(0, "coin:2")
    reply(session, "yes", seat=2)
    assert [who.coins for who in session.state.seats] == [0, 0, 2]
    declare(session, "here:look-STUDY")
    assert session.state.action is not None
    assert "coin:0" not in offered(session, 2), "an action has been chosen"
    finish(session)
    assert session.state.turn == 2
    assert "coin:0" in offered(session, 2), "now it is their own turn"
    fresh = begin(state)
    fresh.state.turn = 1
    assert "coin:2" not in offered(fresh, 0), "in the first turn nobody has acted before"


@rule("VAN-170", "VAN-C42")
def test_only_impact_powers_serve_others() -> None:
    state = table(2)
    give(state, 0, 1445, boost=2)
    session = begin(state)
    session.use(0, "power:1445:0")
    assert choices(session, 0) == ["seat:0", "seat:1"]
    reply(session, "seat:1", seat=0)
    assert session.state.seats[1].stats["time"] == 5
    with pytest.raises(Refused):
        session.use(1, "power:1445:0")


@rule("VAN-189", "VAN-C22", "VAN-C30")
def test_an_eaten_flora_is_back_in_the_store() -> None:
    state = table(1)
    give(state, 0, 1064, boost=1)
    session = begin(state)
    session.use(0, "power:1064:0")
    assert session.state.find(1064) is None
    assert session.state.seats[0].stats["health"] == 5
    assert 1064 not in session.state.gone


@rule("VAN-C28", "VAN-168")
def test_a_guest_without_boost_leaves_at_the_end_of_a_turn() -> None:
    session = result([{"gain_coin": {}}], prepare=lambda state: give(state, 0, 986, boost=0))
    assert session.state.find(986) is None
    kept = result([{"gain_boost": {"onto": 986}}], prepare=lambda state: give(state, 0, 986, boost=0))
    assert kept.state.find(986) is not None


@rule("VAN-C43")
def test_a_curse_must_be_taken() -> None:
    session = result([{"curse": {"id": 1490}}])
    assert "decline" not in choices(session)
    reply(session, "cell:0")
    assert session.state.find(1490) is not None


@rule("VAN-C36")
def test_a_shield_against_arrivals() -> None:
    pack = bench(
        places=(
            place_with(("look-STUDY", [{"go": {"to": 45}}])),
            {"id": 45, "arrival": [{"lose_stat": {"stat": "health", "amount": 3}}]},
        )
    )
    state = table(1, pack=pack, at=(44,))
    give(state, 0, 1268, boost=2)
    session = begin(state)
    declare(session, "here:look-STUDY")
    reply(session)
    assert session.state.seats[0].stats["health"] == 3
    assert session.state.find(1268)[2].boost == 0  # type: ignore[index]


@rule("VAN-C34")
def test_a_bow_lowers_the_cost_before_the_roll() -> None:
    state = table(1)
    give(state, 0, 1238, boost=2)
    session = begin(state)
    declare(session, "here:overpower-PUSH")
    session.use(0, "power:1238:0")
    assert session.state.action is not None
    assert session.state.action.cost == 3


@rule("VAN-C39", "VAN-C40")
def test_a_vehicle_rides_as_far_as_its_guide_reaches() -> None:
    state = table(1, at=(41,))
    give(state, 0, 1382)
    session = begin(state)
    declare(session, "ride:1382")
    assert session.state.action is not None
    assert session.state.action.cost == 3
    reply(session)
    while "done" in choices(session):
        reply(session, "done")
    assert session.state.seats[0].place == 46, "42 is a city, which the skiff cannot use; 46 is one cell south"


@rule("VAN-C46", "VAN-C47", "VAN-C67")
def test_a_giant_is_fought_or_befriended() -> None:
    state = table(1, at=(48,))
    session = begin(state)
    declare(session, "here:overpower-SHOUT")
    reply(session)
    while "done" in choices(session):
        reply(session, "done")
    assert session.state.seats[0].place == 48, "its penalty strikes and one is moved"
    assert session.state.seats[0].stats["health"] <= 3
    after = session.state
    after.seats[0].place = 774
    again = begin(after)
    assert [one for one in choices(again) if one.startswith("part:")] == ["part:1526", "part:1527", "part:1528"]
    assert "1514" not in "".join(choices(again))


@rule("VAN-C59")
def test_an_interior_puts_one_back() -> None:
    state = table(1, at=(715,))
    state.seats[0].back = 42
    session = begin(state)
    declare(session, "here:help-REST")
    reply(session)
    while "done" in choices(session):
        reply(session, "done")
    assert session.state.seats[0].place == 42


@rule("VAN-C58")
def test_a_city_has_several_actions_on_different_turns() -> None:
    state = table(1, at=(42,))
    state.seats[0].done["42"] = ["look-WATCH"]
    listed = [one for one in choices(begin(state)) if one.startswith("here:")]
    assert "here:look-WATCH" not in listed
    assert len(listed) == 5


@rule("VAN-C58", "VAN-C60", "VAN-C65")
@pytest.mark.parametrize(
    ("terrain", "words"),
    [("city", "another action every turn"), ("sea", "act again"), ("warren", "act again"), ("land", "")],
)
def test_the_place_says_where_one_may_act_again(terrain: str, words: str) -> None:
    session = begin(table(1, pack=bench(places=({"id": 44, "terrain": terrain},)), at=(44,)))
    said = session.view(0).private.place.again
    assert words in said
    assert bool(said) == bool(words)


@rule("VAN-C60")
def test_at_sea_actions_may_be_repeated() -> None:
    state = table(1, at=(43,))
    state.seats[0].done["43"] = ["take-CATCH"]
    assert "here:take-CATCH" in choices(begin(state))


@rule("VAN-228", "VAN-229", "VAN-EX50")
def test_a_puzzle() -> None:
    session = begin(table(1, at=(46,)))
    declare(session, "here:look-SOLVE")
    reply(session)
    while "done" in choices(session):
        reply(session, "done")
    assert choices(session) == ["item:1", "item:2", "item:3"]
    reply(session, "item:1", "item:2", "item:3")
    assert "The sill creaks" in session.log(0)[-1].text
    assert "here:look-SOLVE" in choices(session)
    declare(session, "here:look-SOLVE")
    reply(session)
    while "done" in choices(session):
        reply(session, "done")
    if session.state.crises == 0:
        reply(session, "item:3", "item:1", "item:2")
        assert "cell:0" in choices(session)


@rule("VAN-187")
def test_a_replacement_may_be_asked_for_by_a_selector() -> None:
    effect = {"replace_card": {"card": {"id": 1149, "zone": "grid", "owner": "me"}, "with": 1148}}

    def prepare(state: State) -> None:
        give(state, 0, 1149)

    session = result([effect], prepare=prepare)
    if "card:1149" in choices(session):
        reply(session, "card:1149")
    assert [held.id for held in session.state.in_grid(0)] == [1148, 800]
    none = result([effect])
    assert [held.id for held in none.state.in_grid(0)] == [800]


@rule("VAN-170", "VAN-178", "VAN-179")
def test_an_impact_power_rerolls_anybodys_dice() -> None:
    """A point of order, card 1445 of Oriel; what others have without the mark serves their owner only."""
    spell = {"id": 1449, "kind": "spell", "powers": [
        {"cost": {"boost": 1}, "impact": True, "window": "my_roll", "do": [{"reroll": {"amount": 1}}]},
    ]}  # fmt: skip
    pack = bench(places=(place_with(("look-STUDY", []), cost=1),), cards=(spell,))
    state = table(2, pack=pack, at=(44, 41))
    give(state, 1, 1449, boost=2)
    session = begin(state, seed_for("time"))
    assert "power:1449:0" not in offered(session, 1), "nothing is rolled yet"
    declare(session, "here:look-STUDY")
    reply(session)
    assert "power:801:1" not in offered(session, 1), "a character's reroll is for its own dice"
    session.use(1, "power:1449:0")
    assert session.state.find(1449)[2].boost == 1  # type: ignore[index]
    assert list(session.asks) == [0]


@rule("VAN-170", "VAN-178")
def test_powers_of_oriel_keep_to_their_scope_and_turn() -> None:
    for card in world("oriel").cards.values():
        for power in card.powers:
            for effect in power.do:
                for name, a in effect.items():
                    a = a if isinstance(a, dict) else {}
                    other = a.get("who", "me") not in ("me",)
                    assert power.impact or not other, f"{card.name}: {name} is for others and no impact power"
                    assert a.get("until", "turn") == "turn", f"{card.name}: {name} outlasts the turn"


@rule("VAN-178")
def test_what_a_power_does_lapses_with_the_turn_of_whoever_acts() -> None:
    """Smoked pane, card 1156 of Oriel, used by somebody who is not on turn."""
    pane = {
        "id": 1156,
        "powers": [{"cost": {"boost": 1}, "do": [{"immune": {"kind": "heat", "until": "turn"}}]}],
    }
    state = table(2, pack=bench(places=(place_with(("look-STUDY", [])),), cards=(pane,)), at=(44, 41))
    give(state, 1, 1156, boost=1)
    session = begin(state)
    session.use(1, "power:1156:0")
    assert [one.kind for one in session.state.seats[1].immune] == ["heat"]
    perform(session, "here:look-STUDY")
    assert session.state.turn == 1
    assert session.state.seats[1].immune == [], "it was for the turn in which it was used"

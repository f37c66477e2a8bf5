"""The components: characters, kinds of cards, terrains, verbs, signs and numbers (VAN-C..)."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.vantage.effects.strength import immune
from app.games.vantage.game import GAME
from app.games.vantage.state import Held, State
from app.games.vantage.views import place_view, private, public
from app.games.vantage.words import face
from app.games.vantage.world import CATEGORIES, STATS, WORLDS, DuelCard, world
from app.kernel import Refused, Session
from app.packs.lint.benefits import VERB_LIST
from app.packs.lint.scenes import FAR_VERBS
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
    table,
)
from tests.games.vantage.test_cards import fill, result
from tests.rules import rule

SAMPLER = world("sampler")


def settle(session: Session[State], *, until: str = "") -> None:
    """No die placed, defaults for everything else, until seat 0 is asked for an action again or for `until`."""
    for _ in range(40):
        ids = choices(session)
        if (until and until in ids) or any(one.startswith("here:") for one in ids):
            return
        reply(session, "done") if "done" in ids else session.apply(session.default_answer(min(session.asks)))


# Dice, tokens, levels --------------------------------------------------------------------------------------------


@rule("VAN-C04")
def test_many_skill_dice_are_rolled_in_batches() -> None:
    session = result([{"roll_skill": {"dice": 30, "gain": "look"}}])
    batches = [line.text.count(",") + 1 for line in session.log(0) if "rolls skill dice" in line.text]
    assert batches == [12, 12, 6]


@rule("VAN-C05")
def test_a_stat_is_a_whole_number_from_0_to_6() -> None:
    session = result([{"set_stat": {"stat": "time", "to": 9}}, {"gain_stat": {"stat": "health", "amount": 5}}])
    assert session.state.seats[0].stats == {"time": 6, "morale": 4, "health": 6}


@rule("VAN-C06", "VAN-C07")
def test_levels_and_start_tokens() -> None:
    session = Session.start(GAME, seats=2, options={"pack": "sampler"}, seed="levels")
    assert choices(session, 0) == ["level:reckless", "level:daring", "level:steady", "level:sheltered"]
    reply(session, "level:reckless", seat=0)
    reply(session, "level:sheltered", seat=1)
    assert [set(who.stats.values()) for who in session.state.seats] == [{3}, {6}]
    while session.state.setting_up:
        session.apply(session.default_answer(min(session.asks)))
        if session.state.step == "mission":
            break
    for who in session.state.seats:
        own = session.state.world.card(who.character).category
        assert who.skills[own] >= 1
        assert sum(who.skills.values()) == 2
        assert who.coins == 0


# Characters ------------------------------------------------------------------------------------------------------


@rule("VAN-C08", "VAN-C11", "VAN-C14")
@pytest.mark.parametrize("number", range(800, 806))
def test_the_six_characters(number: int) -> None:
    card = SAMPLER.card(number)
    assert (card.vertical, card.capacity, card.reserve, card.composition, card.value) == (True, 6, 1, "", 0)
    assert card.when_placed == [{"gain_boost": {"amount": 2, "onto": "this"}}]
    assert len(card.actions) == 3
    assert all(one.line and one.cost not in ("", None) for one in card.actions), "printed in full"
    state = table(6)
    session = begin(state)
    seat = number - 800
    gifts = [offer.id for offer in session.offers(seat) if offer.id.startswith(f"power:{number}:0")]
    assert gifts == [f"power:{number}:0:0", f"power:{number}:0:1"], "a coin or a token, each with one press"
    session.use(seat, gifts[1])
    assert session.state.seats[seat].skills[card.category] == 1
    assert session.state.character(seat).boost == 0


@rule("VAN-C14")
def test_character_actions_are_repeatable_and_not_for_pods() -> None:
    state = table(1)
    session = begin(state)
    perform(session, "card:800:move-SCOUT")
    settle(session)
    assert "card:800:move-SCOUT" in choices(session) or "end" in choices(session)
    state.seats[0].place = 794
    assert not [one for one in choices(begin(state)) if one.startswith("card:")]


HARDENED = {"806": "cold", "807": "heat", "808": "heat", "809": "cold", "810": "heat", "811": "cold"}


@rule("VAN-C17")
@pytest.mark.parametrize(("number", "kind"), HARDENED.items())
def test_hardened(number: str, kind: str) -> None:
    card = SAMPLER.card(int(number))
    assert card.of == int(number) - 6
    base = SAMPLER.card(int(number) - 6)
    assert card.slots[0].gives == [{"gain_boost": {"amount": 2, "onto": "this"}}]
    labels = [one["label"] for one in card.powers[0].do[0]["choice"]["options"]]
    assert labels[:2] == [one["label"] for one in base.powers[0].do[0]["choice"]["options"]]
    if base.consolation != base.category:
        assert labels[2:] == [f"One {base.consolation}"]
    state = table(6)
    seat = int(number) - 806
    state.seats[seat].grid[4] = Held(card.id, 2, ["", ""])
    state.seats[seat].character = card.id
    state.turn = seat
    assert [name for name in ("cold", "heat", "hypoxia") if immune(state, seat, name)] == [kind]


@rule("VAN-C18")
@pytest.mark.parametrize("number", range(812, 818))
def test_sealed(number: int) -> None:
    card = SAMPLER.card(number)
    assert (card.of, card.capacity, card.immune) == (number - 12, 7, ["hypoxia"])
    third = card.slots[2]
    assert (third.face, third.cost, third.impact) == ("any", {"boost": 1}, False)
    assert not any((third.when.category, third.when.verb, third.when.group, third.when.composition, third.when.terrain))


FACES = ["time", "morale", "health", "time", "health", "morale"]


@rule("VAN-C19")
@pytest.mark.parametrize("seat", range(6))
def test_experience_becomes_an_alternate(seat: int) -> None:
    card = SAMPLER.card(818 + seat)
    assert [(slot.face, slot.gives) for slot in card.slots] == [(FACES[seat], [{"gain_boost": {"onto": "this"}}])]
    assert (card.capacity, card.powers[0].cost, card.powers[0].do) == (
        3,
        {"boost": 2},
        [{"gain_stat": {"stat": "health"}}],
    )
    state = table(1, pack=bench(places=(place_with(("look-STUDY", [])),)), at=(44,))
    state.seats[0].character = 800 + seat
    state.seats[0].grid[4] = Held(800 + seat, 2, ["", ""])
    give(state, 0, 818 + seat, boost=3)
    session = begin(state)
    perform(session, "here:look-STUDY")
    assert choices(session) == ["none", f"card:{806 + seat}", f"card:{812 + seat}"]
    reply(session, f"card:{812 + seat}")
    assert session.state.seats[0].character == 812 + seat
    assert session.state.find(818 + seat) is None
    assert 818 + seat in session.state.gone


# Kinds of cards --------------------------------------------------------------------------------------------------


@rule("VAN-C20")
def test_every_card_exists_once_and_is_known_by_its_number() -> None:
    twin = {"id": 1150, "name": "Honest rope", "kind": "item", "sub": "tool"}
    session = result([{"gain_card": {"id": 1150}}], cards=(twin,), prepare=lambda state: give(state, 0, 1149))
    reply(session, "cell:8")
    assert session.state.find(1149) is not None
    assert session.state.find(1150) is not None


@rule("VAN-C23")
def test_selling_needs_an_effect_that_says_so() -> None:
    state = table(1)
    give(state, 0, 1358)
    assert not [one for one in offered(begin(state), 0) if "sell" in one]
    selling = {"sell_card": {"cards": {"zone": "grid", "owner": "me", "kind": "item"}, "bonus": 1}}
    session = result([selling], prepare=lambda state: give(state, 0, 1358))
    assert choices(session) == ["card:1358", "none"]
    reply(session, "card:1358")
    assert session.state.seats[0].coins == 4, "value 3 and a bonus of 1"
    assert session.state.find(1358) is None


@rule("VAN-C24", "VAN-C55")
@pytest.mark.parametrize("pack", sorted(WORLDS.keys() & {"sampler", "oriel"}))
def test_slots_and_compositions_are_few(pack: str) -> None:
    for card in world(pack).cards.values():
        assert len(card.slots) <= 4
        assert isinstance(card.composition, str)
        assert all(len(one.involves) <= 3 for one in card.actions)
    for place in world(pack).places.values():
        assert all(len(one.involves) <= 3 for one in (*place.actions, *place.departs.values()))


@rule("VAN-C27")
def test_a_loyal_animal() -> None:
    card = SAMPLER.card(956)
    assert 2 <= len(card.slots) <= 3
    assert len(card.powers) == 1


@rule("VAN-C29", "VAN-C69")
def test_rules_read_the_tag_and_not_the_picture() -> None:
    needs = action("engage-TELL", [{"gain_coin": {}}], **{"if": {"tag": "people_near"}})
    pack = bench(
        places=(
            {"id": 44, "tags": ["people_near"]},
            {"id": 45, "scene": {"creatures": [{"id": "crowd", "kind": "group", "count": 9}]}},
        ),
        cards=({"id": 1150, "kind": "ability", "actions": [needs]},),
    )
    state = table(1, pack=pack, at=(44,))
    give(state, 0, 1150)
    assert "card:1150:engage-TELL" in choices(begin(state))
    state.seats[0].place = 45
    assert "card:1150:engage-TELL" not in choices(begin(state))


@rule("VAN-C31")
@pytest.mark.parametrize(("glass", "boost"), [(0, 1), (1, 2), (4, 3)])
def test_an_artifact_counts_its_own_kind(glass: int, boost: int) -> None:
    shards = tuple({"id": 1150 + n, "sub": "tool", "composition": "glass"} for n in range(glass))

    def hold(state: State) -> None:
        for shard in shards:
            give(state, 0, int(shard["id"]))  # type: ignore[call-overload]

    session = result([{"gain_card": {"id": 1280}}], cards=shards, prepare=hold)
    reply(session, "cell:8")
    assert session.state.find(1280)[2].boost == boost  # type: ignore[index]


ARROW = {
    "id": 1250,
    "sub": "arrow",
    "asks": "bow",
    "powers": [
        {
            "cost": {"boost": 1},
            "window": "before_roll",
            "do": [{"cut_cost": {"amount": 2, "for": {"category": "overpower"}}}],
        }
    ],
}


@rule("VAN-C35")
@pytest.mark.parametrize(("cell", "beside"), [(1, True), (8, False)])
def test_an_arrow_adds_to_the_shot_of_the_bow_beside_it(cell: int, beside: bool) -> None:
    state = table(1, pack=bench(cards=(ARROW,)))
    give(state, 0, 1238, cell=0, boost=2)
    give(state, 0, 1250, cell=cell, boost=1)
    session = begin(state)
    assert "power:1250:0" not in offered(session, 0), "there is no shot"
    declare(session, "here:overpower-PUSH")
    assert "power:1250:0" not in offered(session, 0), "the bow has not been drawn"
    session.use(0, "power:1238:0")
    assert ("power:1250:0" in offered(session, 0)) is beside
    if beside:
        session.use(0, "power:1250:0")
        assert session.state.action is not None
        assert session.state.action.cost == 1, "4, less 1 for the bow and 2 for the arrow"
    else:
        with pytest.raises(Refused):
            session.use(0, "power:1250:0")


@rule("VAN-C37")
def test_an_emblem_boosts_its_composition() -> None:
    def roots(state: State) -> None:
        give(state, 0, 1149)
        give(state, 0, 1064)
        give(state, 0, 1065)

    session = result([{"gain_card": {"id": 1346}}], prepare=roots)
    reply(session, "cell:8")
    held = {card: session.state.find(card)[2].boost for card in (1149, 1064, 1065, 1346)}  # type: ignore[index]
    assert held == {1149: 1, 1064: 1, 1065: 0, 1346: 0}
    assert SAMPLER.card(1346).capacity == 0
    assert all(slot.impact and slot.when.composition == "root" for slot in SAMPLER.card(1346).slots)


@rule("VAN-C38")
def test_a_keepsake() -> None:
    card = SAMPLER.card(1358)
    assert (card.slots, card.value >= 2) == ([], True)


@rule("VAN-C41")
@pytest.mark.parametrize("placed", [True, False])
def test_a_lesson_teaches_whoever_places_a_die_on_it(placed: bool) -> None:
    state = table(1)
    give(state, 0, 1430)
    session = begin(state, seed_for("morale", "blank"))
    declare(session, "card:1430:look-LEARN")
    reply(session, "2")
    reply(session)
    if placed:
        reply(session, "put:morale:1430.0")
    while "done" in choices(session):
        reply(session, "done")
    if placed:
        assert "cell:0" in choices(session) or "cell:1" in choices(session)
    else:
        assert session.state.find(1430)[2].boost == 1  # type: ignore[index]
        assert session.state.find(1445) is None


@rule("VAN-C45")
def test_a_giant_befriended() -> None:
    def rich(state: State) -> None:
        give(state, 0, 1148, cell=1, boost=3)
        give(state, 0, 1149, cell=8, boost=2)

    session = result([{"giant": {"id": 1514, "mode": "befriend"}}], prepare=rich)
    reply(session, "cell:0")
    assert choices(session) == ["card:1148", "none"], "adjacent cards only"
    for _ in range(2):
        reply(session, "card:1148")
    reply(session, "none")
    held = session.state.find(1514)
    assert held is not None
    assert held[2].boost == 3, "two were moved, one it brings along in this world"
    assert [slot.cost for slot in SAMPLER.card(1514).slots] == [{"boost": 1}, {"boost": 1}]
    state = session.state
    held[2].boost = 0
    later = begin(state)
    declare(later, "card:800:move-SCOUT")
    settle(later, until="pick:health")
    if "end" in choices(later):
        reply(later, "end")
    assert choices(later) == ["pick:time", "pick:morale", "pick:health"]
    before = later.state.seats[0].stats["health"]
    reply(later, "pick:health")
    assert choices(later) == [f"pick:{skill}" for skill in CATEGORIES]
    reply(later, "pick:take")
    who = later.state.seats[0]
    assert (who.stats["health"], who.skills["take"], later.state.find(1514)) == (before + 1, 1, None)


@rule("VAN-C48", "VAN-C49")
def test_a_seed_is_a_tree_after_three_turns() -> None:
    state = table(2, at=(41, 42))
    give(state, 0, 1562)
    assert "card:1562:help-PLANT" in choices(begin(state))
    state.seats[0].place = 46
    assert "card:1562:help-PLANT" not in choices(begin(state)), "46 is not fertile"
    state.seats[0].place = 41
    session = begin(state, seed_for("blank", "blank"))
    perform(session, "card:1562:help-PLANT")
    assert session.state.find(1562) is None
    turns = 0
    while session.state.find(1574) is None:
        if session.state.turn == 0 and session.state.action is None and "depart:south" in choices(session):
            turns += 1
        assert turns < 5
        session.apply(session.default_answer(min(session.asks)))
    assert turns == 3
    seat, zone, held = session.state.find(1574)  # type: ignore[misc]
    assert (seat, zone, held.bound) == (0, "supply", 41)
    after = session.state
    for who, place in zip(after.seats, (46, 41), strict=True):
        who.place, who.stats = place, dict.fromkeys(STATS, 4)
    after.turn, after.step, after.action, after.again = 1, "turn", None, None
    assert "card:1574:help-REST" in choices(begin(after)), "anybody who stands there"
    after.turn = 0
    assert "card:1574:help-REST" not in choices(begin(after)), "and nobody else"


OBJECTIVES = (
    {"id": 824, "kind": "objective", "of": 800, "goal": {"need": 1}, "side_b": 1150},
    {"id": 825, "kind": "objective", "of": 800, "goal": {"need": 1}},
    {"id": 828, "kind": "objective", "of": 801, "goal": {"need": 1}},
    {"id": 1150, "sub": "tool", "when_placed": [{"gain_card": {"id": 825}}]},
)


@rule("VAN-C51")
def test_an_objective_is_for_its_own_character() -> None:
    other = result([{"gain_card": {"id": 828}}], cards=OBJECTIVES)
    assert other.state.find(828) is None
    session = result([{"gain_card": {"id": 824}}, {"quest": {"id": 824}}], cards=OBJECTIVES)
    state = session.state
    state.seats[0].supply[0].count = 1
    state.seats[0].place = 41
    later = begin(state)
    declare(later, "card:800:move-SCOUT")
    settle(later, until="cell:0")
    reply(later, "cell:0")
    assert later.state.find(825) is not None


@rule("VAN-C51")
def test_an_alternate_is_still_the_same_person() -> None:
    def changed(state: State) -> None:
        state.seats[0].character = 812
        state.seats[0].grid[4] = Held(812, 2, ["", "", ""])

    session = result([{"gain_card": {"id": 824}}], cards=OBJECTIVES, prepare=changed)
    assert [held.id for held in session.state.seats[0].supply] == [824]


@rule("VAN-C52", "VAN-C53")
def test_mission_and_destiny_lie_in_the_centre() -> None:
    state = table(1)
    state.destinies = [1721]
    mission, destiny = public(state).centre
    assert (mission.kind, mission.progress, len(mission.actions) <= 4) == ("mission", "0 of 4", True)
    assert (destiny.kind, len(destiny.actions) <= 2) == ("destiny", True)
    assert {"centre:1704:help-LIGHT", "centre:1721:help-LIGHT"} <= set(choices(begin(state)))


DUEL = {
    "duel": {
        1664: {"id": 1664, "name": "The Heron", "signs": ["look", "take"], "speed": 5},
        1665: {"id": 1665, "name": "The Anvil", "signs": ["overpower"], "speed": 1},
    }
}


@rule("VAN-C54")
def test_a_duel() -> None:
    cards = {number: DuelCard(**raw) for number, raw in DUEL["duel"].items()}  # type: ignore[arg-type]
    won = again = 0
    for number in range(30):
        pack = bench(
            places=(place_with(("engage-DUEL", [{"open_set": {}}, {"duel": {"against": "her"}}])),), duel=cards
        )
        session = begin(table(1, pack=pack, at=(44,)), f"duel {number}")
        declare(session, "here:engage-DUEL")
        reply(session)
        assert choices(session) == ["duel:1664", "duel:1665"]
        reply(session, "duel:1664")
        if "yes" in choices(session):
            again += 1
            reply(session, "yes")
        dice = [
            line.text.partition(": ")[2].rstrip(".").split(", ") for line in session.log(0) if "dice: " in line.text
        ]
        assert all(len(rolled) == 6 for rolled in dice)
        last = (
            session.log(0)[-1].text if "duel" in session.log(0)[-1].text else " ".join(x.text for x in session.log(0))
        )
        gained = "wins the duel" in last
        assert session.state.seats[0].coins == (2 if gained else 0)
        won += gained
    assert 0 < won < 30
    assert again, "the quicker card may reroll"


@rule("VAN-C54")
def test_the_collection_takes_one_reserve_place() -> None:
    def reserved(state: State) -> None:
        state.seats[0].reserve.append(Held(1149, dice=[""]))

    session = result([{"open_set": {}}], prepare=reserved)
    assert session.state.seats[0].reserve == []


# Examples --------------------------------------------------------------------------------------------------------


@rule("VAN-CEX01", "VAN-C33")
def test_a_map_beside_the_character_and_below_a_flora() -> None:
    session = result([{"gain_card": {"id": 1328}}], prepare=lambda state: give(state, 0, 1064, cell=2))
    reply(session, "cell:5")
    assert session.state.find(1328)[2].boost == 2  # type: ignore[index]


@rule("VAN-CEX02", "VAN-C28")
def test_a_lampwright_stays_while_she_has_boost() -> None:
    pack = bench(places=(place_with(("look-STUDY", []), cost=1),))
    state = table(1, pack=pack, at=(44,))
    give(state, 0, 986, boost=1)
    session = begin(state, seed_for("time"))
    declare(session, "here:look-STUDY")
    reply(session)
    reply(session, "put:time:986.0")
    assert session.state.find(986) is None, "its last boost was spent, and the turn has ended"


@rule("VAN-CEX03", "VAN-C39")
def test_a_skiff_stops_at_the_land() -> None:
    sea = {"terrain": "sea", "compass": {"east": {"star": True}}}
    pack = bench(
        places=({"id": 44, **sea}, {"id": 45, **sea}, {"id": 141, **sea}, {"id": 142}),
        cards=({"id": 1390, "kind": "vehicle", "ride": {"from": {"sea": [2, 3]}, "over": ["sea"]}},),
    )
    state = table(1, pack=pack, at=(44,))
    give(state, 0, 1390)
    session = begin(state)
    declare(session, "ride:1390")
    assert session.state.action is not None
    assert session.state.action.cost == 2
    reply(session)
    settle(session, until="stop:45")
    assert choices(session) == ["stop:45", "stop:141"]


@rule("VAN-CEX04", "VAN-C43")
@pytest.mark.parametrize("reserved", [0, 2])
def test_a_second_curse_in_a_full_grid(reserved: int) -> None:
    second = {"id": 1491, "kind": "curse", "composition": "root", "stat": "time"}

    def full(state: State) -> None:
        fill(state, 0, but=1)
        give(state, 0, 1490)
        state.seats[0].reserve = [Held(1358), Held(1382, dice=[""])][:reserved]

    session = result([{"curse": {"id": 1491}}], cards=(second,), prepare=full)
    ids = choices(session)
    assert "decline" not in ids
    assert "reserve" not in ids
    assert not {"over:800", "over:1490"} & set(ids)
    reply(session, "over:1148")
    if reserved:
        assert "card:1148" in choices(session)
        reply(session, "card:1148")
    assert session.state.find(1491) is not None
    assert (session.state.find(1148) is None) is bool(reserved)


# Marks, terrains, verbs, signs -----------------------------------------------------------------------------------


@rule("VAN-C56")
def test_a_composition_is_said_in_words() -> None:
    assert face(SAMPLER.card(1149)).composition == "root"
    assert "root" in [slot.text for slot in face(SAMPLER.card(1064)).slots]


@rule("VAN-C57")
def test_one_action_on_land() -> None:
    state = table(1)
    state.seats[0].done["41"] = ["look-READ"]
    assert not [one for one in choices(begin(state)) if one.startswith("here:")]


@rule("VAN-C61")
def test_the_deep() -> None:
    pack = bench(
        places=(
            {"id": 620, "terrain": "deep", "compass": {"east": {"to": 619}}},
            {"id": 44, "actions": [action("move-DIVE", [{"go": {"to": 620}}])]},
        )
    )
    session = begin(table(1, pack=pack, at=(44,)))
    declare(session, "here:move-DIVE")
    reply(session)
    assert choices(session) == ["health", "both"], "1 hypoxia on arrival"
    reply(session, "health")
    (east,) = [option for option in session.asks[0].options if option.id == "depart:east"]
    assert (east.note, east.price) == ("to 619", "1 die")
    declare(session, "depart:east")
    assert session.state.action is not None
    assert (session.state.action.act, session.state.action.cost) == ("move-SWIM", 1)
    surface = table(1, at=(619,))
    surface.seats[0].done["619"] = ["move-SURFACE", "take-GATHER"]
    assert [one for one in choices(begin(surface)) if one.startswith("here:")] == ["here:move-SURFACE"]
    up = begin(surface, seed_for("blank"))
    perform(up, "here:move-SURFACE")
    assert up.state.seats[0].place == 43, "the sea cell above"


@rule("VAN-C62")
def test_the_sky() -> None:
    session = begin(table(1, at=(48,)), seed_for("blank", "blank", "blank"))
    perform(session, "here:move-LEAP")
    assert choices(session) == ["health", "both"]
    reply(session, "health")
    assert session.state.seats[0].place == 602
    declare(session, "here:move-STEER")
    reply(session)
    settle(session, until="pick:north-west")
    assert choices(session) == ["pick:north-west", "pick:north-east", "pick:south-west", "pick:south-east", "pick:back"]
    reply(session, "pick:back")
    assert session.state.seats[0].place == 48
    low = table(1, at=(602,))
    low.seats[0].done["602"] = ["move-STEER"]
    steering = begin(low, seed_for("blank"))
    declare(steering, "here:move-STEER")
    reply(steering)
    settle(steering, until="pick:south-east")
    assert "pick:back" not in choices(steering), "only if one rose with the previous action"
    reply(steering, "pick:south-east")
    assert steering.state.seats[0].place in (47, 48)


@rule("VAN-C63", "VAN-C64", "VAN-C65")
def test_under_the_ground() -> None:
    passing = action("overpower-PUSH", [{"go": {"to": 691}}], always=True)
    out = action("move-RETURN", [{"go": {"to": "caves_entrance"}}], always=True)
    pack = bench(
        places=(
            {"id": 44, "actions": [action("move-CRAWL", [{"go": {"to": 650}}])]},
            {
                "id": 650,
                "terrain": "cave",
                "actions": [action("look-STUDY", []), action("move-CRAWL", [{"go": {"to": 685}}])],
            },
            {"id": 685, "terrain": "barrier", "actions": [passing, action("look-TEST", [])]},
            {
                "id": 691,
                "terrain": "warren",
                "arrival": [{"lose_stat": {"stat": "time"}}],
                "actions": [action("take-DIG", []), out],
            },
        )
    )
    session = begin(table(1, pack=pack, at=(44,)))
    perform(session, "here:move-CRAWL")
    assert session.state.seats[0].caves == 44
    assert {"here:look-STUDY", "here:move-CRAWL"} <= set(choices(session)), "ordinary actions and one way deeper"
    perform(session, "here:move-CRAWL")
    state = session.state
    state.seats[0].done["685"] = ["look-TEST"]
    assert [one for one in choices(begin(state)) if one.startswith("here:")] == ["here:overpower-PUSH"], "always"
    deeper = begin(state)
    perform(deeper, "here:overpower-PUSH")
    assert deeper.state.seats[0].stats["time"] == 3, "an obstacle strikes first"
    perform(deeper, "here:take-DIG")
    assert "here:take-DIG" in choices(deeper), "again on a later turn"
    perform(deeper, "here:move-RETURN")
    assert deeper.state.seats[0].place == 44


@rule("VAN-C66")
def test_a_trial_needs_a_welcome_and_is_tried_once() -> None:
    trial = {
        "id": 777,
        "terrain": "trial",
        "welcome": "oath",
        "actions": [action("look-STUDY", [{"trial": {"id": 776}}])],
    }
    pack = bench(places=(place_with(("move-WALK", [{"go": {"to": 777}}])), trial))
    outside = begin(table(1, pack=pack, at=(44,)))
    perform(outside, "here:move-WALK")
    assert outside.state.seats[0].place == 44
    state = table(2, pack=pack, at=(44, 44))
    state.flags["oath#0"] = 1
    session = begin(state)
    declare(session, "here:move-WALK")
    reply(session)
    reply(session)
    assert session.state.seats[0].place == 777
    won = 0
    for number in range(12):
        inside = table(2, pack=pack, at=(777, 777))
        tried = begin(inside, f"trial {number}")
        declare(tried, "here:look-STUDY")
        reply(tried)
        won += "cell:0" in choices(tried)
        settle(tried)
        assert tried.state.tried.count("trial:776#0") == 1
        assert "trial:776#1" not in tried.state.tried, "others may try later"
    assert 0 < won < 12, "passing gives the emblem"


@rule("VAN-C68")
def test_the_reverse_faces_south() -> None:
    pack = bench(
        places=({"id": 784, "terrain": "reverse", "compass": {"south": {"to": 785}}}, {"id": 785, "terrain": "reverse"})
    )
    state = table(1, pack=pack, at=(784,))
    view = place_view(state, 0)
    assert view.south
    assert not place_view(table(1), 0).south
    assert [one for one in choices(begin(state)) if one.startswith("depart:")] == ["depart:south"]
    assert private(state, 0).picture


@rule("VAN-C71")
def test_far_verbs_are_verbs() -> None:
    verbs = [verb for listed in VERB_LIST.values() for verb in listed]
    assert len(verbs) == len(set(verbs)), "a verb belongs to exactly one category"
    assert set(FAR_VERBS) <= set(verbs)


@rule("VAN-C73")
def test_a_sign_does_nothing_by_itself() -> None:
    ask_back: list[dict[str, Any]] = [{"if": {"cond": {"sign_seen": "take"}, "then": [{"gain_coin": {}}]}}]
    scene = {"foreground": [{"id": "cup", "kind": "cup"}], "signs": [{"skill": "take", "on": "cup", "how": "cracks"}]}
    pack = bench(
        places=(
            {"id": 44, "compass": {"east": {"to": 45}}},
            {"id": 45, "scene": scene, "actions": [action("look-STUDY", ask_back)]},
        )
    )
    session = begin(table(1, pack=pack, at=(44,)), seed_for("blank"))
    before = session.state.seats[0]
    skills, stats = dict(before.skills), dict(before.stats)
    perform(session, "depart:east")
    who = session.state.seats[0]
    assert (who.skills, who.stats, who.coins) == (skills, stats, 0)
    perform(session, "here:look-STUDY")
    assert session.state.seats[0].coins == 1, "a text may ask which sign was seen"


@rule("VAN-C74")
def test_numbers_are_given_once_in_all_worlds_of_the_house() -> None:
    for pack in WORLDS.values():
        assert len({place.id for place in pack.places.values()}) == len(pack.places)
        assert all(number == card.id for number, card in pack.cards.items())
        assert not set(pack.places) & set(pack.cards)
        assert not set(pack.cards) & (set(pack.missions) | set(pack.destinies))

"""What is told of an action: one moment with its dice, its passage, and a reason for every change."""

from __future__ import annotations

from typing import Any

import pytest

from app.games.vantage.game import GAME
from app.games.vantage.state import Footstep, State
from app.kernel import Line, Moment, Session
from tests.games.vantage.situations import (
    action,
    begin,
    bench,
    give,
    perform,
    place_with,
    reply,
    seed_for,
    table,
    tokens,
)
from tests.rules import rule


def last(lines: tuple[Line, ...], kind: str = "") -> Moment:
    found = [line.moment for line in lines if line.moment is not None and (not kind or line.moment.kind == kind)]
    return found[-1]


@rule("VAN-135", "VAN-253")
def test_an_action_is_one_moment_that_ends_in_its_passage() -> None:
    pack = bench(places=(place_with(("look-STUDY", [{"gain_coin": {"amount": 2}}]), cost=2),))
    session = begin(table(1, pack=pack, at=(44,), careful=False), seed_for("health", "blank"))
    session.state.character(0).boost = 0
    lines = reply(session, "here:look-STUDY")
    told = last(lines)
    assert (told.kind, told.title, told.text) == ("story", "{0}: Do it", "It is done.")
    assert [(die.face, die.fate) for die in told.dice] == [("health", "hurts"), ("blank", "ignored")]
    rows = {change.what: (change.before, change.after, change.why) for change in told.changes}
    assert rows["health"] == ("4", "3", "dice that no slot took")
    assert rows["coins"] == ("0", "2", "what came of it")
    assert "cost 2" in told.scene


@rule("VAN-091", "VAN-105")
def test_tokens_and_slots_are_told_with_whose_they_are() -> None:
    state = table(2, careful=False)
    tokens(state, 1, move=1)
    session = begin(state, seed_for("time"))
    reply(session, "here:move-CLIMB")
    session.use(1, "pledge:move")
    told = last(reply(session, "roll:0"))
    paid = next(change for change in told.changes if change.what == "move tokens")
    assert (paid.seat, paid.before, paid.after) == (1, "1", "0")
    placed = last(reply(session, "so"))
    assert [die.note for die in placed.dice] == ["caught"]
    assert placed.id == told.id, "it is the same moment, grown"


@rule("VAN-208", "VAN-209")
def test_a_crisis_has_its_own_place_in_the_story() -> None:
    effects: list[dict[str, Any]] = [{"lose_stat": {"stat": "time", "amount": 4}}, {"gain_coin": {}}]
    pack = bench(places=(place_with(("look-STUDY", effects)),))
    session = begin(table(2, pack=pack, at=(44, 41), careful=False))
    lines = reply(session, "here:look-STUDY")
    crisis = last(lines, "story")
    assert crisis.title == "A crisis: {0} has no time left"
    assert crisis.text == session.state.world.missions[1704].crisis
    for seat in (0, 1):
        reply(session, "no", seat=seat)
    lines = reply(session, "lose:morale", seat=0) + reply(session, "lose:health", seat=1)
    grown = [line.moment for line in lines if line.moment is not None]
    reasons = {change.why for moment in grown for change in moment.changes}
    assert {"you go on", "the price of going on", "what came of it"} <= reasons


@rule("VAN-253")
def test_log_lines_say_where_to_for_what_price_and_which_power() -> None:
    session = begin(table(1, careful=False), seed_for("blank"))
    session.state.character(0).boost = 6
    walked = " ".join(line.text for line in reply(session, "depart:east"))
    assert "{0} walks east to 042, cost 1." in walked
    used = " ".join(line.text for line in session.use(0, "power:800:0:1"))
    assert "for 2 boost: one move." in used


def texts(lines: tuple[Line, ...]) -> str:
    return " ".join(line.text for line in lines)


@rule("VAN-253", "VAN-083", "VAN-087")
def test_the_line_of_an_action_says_with_what_where_and_for_how_much() -> None:
    pack = bench(places=(place_with(("look-STUDY", []), cost="X"),))
    session = begin(table(1, pack=pack, at=(44,), careful=False), seed_for("blank", "blank"))
    reply(session, "here:look-STUDY")
    assert "{0}: Do it (look-STUDY, cost X: 2, at 044)." in texts(reply(session, "2"))
    card = begin(table(1, careful=False), seed_for("blank", "blank", "blank"))
    assert "(engage-RALLY, cost 3, Ines Halloway, helm, at 041)." in texts(reply(card, "card:800:engage-RALLY"))


@rule("VAN-253", "VAN-121", "VAN-104")
def test_the_line_of_a_die_says_whose_slot_and_what_was_paid() -> None:
    slot = {"id": 1152, "slots": [{"face": "time", "impact": True, "cost": {"boost": 1}}]}
    pack = bench(places=(place_with(("look-STUDY", []), cost=1),), cards=(slot,))
    state = table(2, pack=pack, at=(44, 41), careful=False)
    give(state, 1, 1152, boost=2)
    session = begin(state, seed_for("time", "time"))
    told = texts(session.use(1, "permit", ["1152.0:open"]))
    assert "{1}: slot 1 of Card 1152 is open to all." in told
    reply(session, "here:look-STUDY")
    assert "{0} uses Ines Halloway, helm for 1 boost: " in texts(reply(session, "again:time:800:1"))
    assert "{0} places time on {1}'s Card 1152 for 1 boost." in texts(reply(session, "put:time:1152.0"))


@rule("VAN-253", "VAN-144")
@pytest.mark.parametrize(
    ("effect", "line"),
    [
        ({"lose_coin": {"amount": 2}}, "{0} loses 2 coins."),
        ({"lose_skill": {"skill": "look"}}, "{0} loses 1 look."),
        ({"set_stat": {"stat": "time", "to": 2}}, "{0}: time is 2 now."),
        ({"immune": {"kind": "heat", "until": "next_turn"}}, "{0} is immune to heat until their next turn ends."),
        ({"guard": {"against": "penalty", "stat": "health", "amount": 2}}, "{0} will be spared 2 health until this"),
        ({"cut_cost": {"for": {"category": "engage"}, "amount": 2}}, "{0}: the next engage action costs 2 less."),
        ({"refresh": {"from": "penalty", "amount": 2}}, "2 dice back to the pool."),
        ({"to_penalty": {"amount": 1}}, "1 die of the pool lies spent."),
        ({"boost_each": {"cards": {"owner": "me", "zone": "grid"}}}, "{0}: 1 boost on Ines Halloway, helm."),
        ({"hold": {}}, "{0} will hold against the next arrival."),
        ({"brace": {}}, "{0} braces {1}: one die fewer for the next roll."),
        ({"choice": {"options": [{"label": "A cup", "cost": {"coin": 1}}, {"label": "None"}]}}, "A cup, for 1 coin."),
        ({"pay_coin": {"amount": 1}}, "{0} pays 1 coin."),
    ],
)
def test_what_an_effect_does_is_told(effect: dict[str, Any], line: str) -> None:
    pack = bench(places=(place_with(("look-STUDY", [effect])),))
    state = table(2, pack=pack, at=(44, 41), careful=False)
    tokens(state, 0, look=1)
    state.seats[0].coins = 3
    state.pool -= 2
    state.penalty += 2
    session = begin(state)
    told = texts(reply(session, "here:look-STUDY"))
    if "choice" in effect:
        told = texts(reply(session, "pick:0"))
    if "pay_coin" in effect:
        told = texts(reply(session, "yes"))
    assert line in told, told


@rule("VAN-102", "VAN-C72")
def test_dice_of_the_story_are_drawn_with_their_signs() -> None:
    pack = bench(places=(place_with(("look-STUDY", []), cost=2),))
    session = begin(table(1, pack=pack, at=(44,), careful=False), seed_for("setback", "health"))
    session.state.character(0).boost = 0
    told = last(reply(session, "here:look-STUDY"))
    assert [(die.icon, die.note, die.why) for die in told.dice] == [
        ("vs-setback", "setback", "back to the pool"),
        ("vs-health", "−1 health", "no slot took it"),
    ]


@rule("VAN-194")
def test_what_can_do_nothing_is_not_offered() -> None:
    session = begin(table(1))
    assert "power:800:2" not in [offer.id for offer in session.offers(0)], "there is nothing in reserve"


@rule("VAN-016", "VAN-021", "VAN-024")
def test_setting_out_is_told() -> None:
    session: Session[State] = Session.start(GAME, seats=2, options={"pack": "sampler"}, seed="setting out")
    told: list[Moment] = []
    while session.state.setting_up:
        lines = session.apply(GAME.bot(session, min(session.asks)))
        told += [line.moment for line in lines if line.moment is not None]
    titles = " / ".join(moment.title for moment in told)
    for part in (
        "You set out",
        "{0} is ",
        "{1} is ",
        "Why you came",
        "boards a pod",
        "{0} falls to the planet",
        "{1} falls to the planet",
    ):
        assert part in titles, part
    assert next(moment.text for moment in told if moment.title.startswith("Why you came"))


@rule("VAN-021", "VAN-024", "VAN-025", "VAN-026", "VAN-232")
def test_mission_pod_and_fall_are_told_with_their_texts_over_their_pictures() -> None:
    session: Session[State] = Session.start(GAME, seats=2, options={"pack": "sampler"}, seed="setting out")
    told: list[Line] = []
    while session.state.setting_up:
        told += session.apply(GAME.bot(session, min(session.asks)))
    places = session.state.world.places
    assert session.state.mission is not None
    for seat, who in enumerate(session.state.seats):
        mine = [line for line in told if line.moment is not None and (line.to is None or seat in line.to)]
        passages = [line.moment for line in mine if line.moment is not None and line.moment.kind == "story"]
        pod, site = places[who.pod], places[who.place]
        assert [(one.title.partition(":")[0], one.text, one.about) for one in passages] == [
            ("Why you came", session.state.world.missions[session.state.mission].text, "outset-ship"),
            (f"You board {pod.name}", pod.text, "outset-pod"),
            (f"You fall, and come down at {site.id:03d}", site.text, "picture"),
        ]
        seen = session.view(seat).private
        assert [leaf.name for leaf in seen.outset] == [places[0].name, pod.name]
        drawn = [*(leaf.picture for leaf in seen.outset), seen.picture]
        assert len(set(drawn)) == 3
        assert all(one.startswith("<svg") for one in drawn)
        card = GAME.explain(session.state, seat, "outset-pod")
        assert card is not None
        assert card.title == pod.name
        other = repr(session.view(1 - seat)) + repr(session.log(1 - seat))
        assert pod.text not in other
        assert site.text not in other
        assert seen.outset[1].picture not in other
    assert GAME.explain(session.state, None, "outset-pod") is None


@rule("VAN-232")
def test_the_pictures_of_setting_out_go_when_one_leaves() -> None:
    state = table(1, careful=False)
    state.seats[0].route.append(Footstep(0, state.seats[0].place))
    session = begin(state, seed_for("blank"))
    assert [leaf.number for leaf in session.view(0).private.outset] == ["000", "794"]
    perform(session, "depart:east")
    assert session.view(0).private.outset == ()
    assert GAME.explain(session.state, 0, "outset-ship") is None


@rule("VAN-018")
def test_two_who_want_to_be_the_same_are_told_of_the_lot() -> None:
    session: Session[State] = Session.start(GAME, seats=2, options={"pack": "sampler"}, seed="clash")
    for seat in (0, 1):
        reply(session, "level:daring", seat=seat)
    for seat in (0, 1):
        reply(session, "card:800", seat=seat)
    (loser,) = session.asks
    assert "the lot fell on" in session.asks[loser].text
    assert session.asks[loser].kicker == "Asked again"


@rule("VAN-056", "VAN-068")
def test_marks_stand_at_an_action_before_it_is_chosen() -> None:
    marked = {**action("look-STUDY", []), "involves": ["stone", "hum"], "always": True}
    pack = bench(places=({"id": 44, "actions": [marked]},))
    session = begin(table(1, pack=pack, at=(44,)))
    assert session.asks[0].options[0].note == "with stone and hum; stays open"
    assert session.view(0).private.place.actions[0].marks == "with stone and hum; stays open"


@rule("VAN-213", "VAN-214", "VAN-218")
def test_the_ending_tells_the_journey() -> None:
    session: Session[State] = Session.start(GAME, seats=2, seed="p0")
    told = list(session.opening_lines)
    while session.outcome is None:
        told += session.apply(GAME.bot(session, min(session.asks)))
    ending = GAME.ending(session.state, told)
    assert ending is not None
    assert ending.good == (session.outcome.winners != ())
    assert [chapter.seat for chapter in ending.chapters] == [0, 1]
    first = session.state.seats[0].route[0].place
    assert f"Fell at {first:03d}" in ending.chapters[0].text


@rule("VAN-211", "VAN-218")
@pytest.mark.parametrize(
    ("crises", "ended", "row"),
    [
        (1, "mission", ("A crisis", "survived", None)),
        (1, "crisis", ("The first crisis", "the end", False)),
        (2, "crisis", ("A second crisis", "the end", False)),
    ],
)
def test_the_ending_says_what_became_of_a_crisis(crises: int, ended: str, row: tuple[str, str, bool | None]) -> None:
    state = table(2)
    state.crises, state.ended = crises, ended
    told = GAME.ending(state, [])
    assert told is not None
    assert [(fact.what, fact.value, fact.better) for fact in told.reasons][-1] == row

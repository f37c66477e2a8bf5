"""Sections 15 to 17, 3, 19 and 20: goals, endings, what each seat is sent."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from app.games.vantage.facts import Source, been, holds, key, measure
from app.games.vantage.reading import breaths
from app.games.vantage.state import Footstep, Pin, State
from app.kernel import Refused, Session
from tests.contract.checks import random_move
from tests.games.vantage.situations import (
    begin,
    bench,
    choices,
    declare,
    give,
    offered,
    perform,
    place_with,
    reply,
    solo,
    table,
    tokens,
)
from tests.games.vantage.test_cards import result
from tests.rules import rule

PANE = re.compile(r' d="([^"]+)"')


def lit(state: State, count: int) -> None:
    state.counters["lamps"] = count


@rule("VAN-201", "VAN-202", "VAN-203", "VAN-204", "VAN-214", "VAN-EX42")
def test_the_mission_is_shared_and_completing_it_asks_the_table() -> None:
    session = result([{"count": {"id": "lamps", "add": 1}}], seats=3, at=(44, 41, 42), prepare=lambda s: lit(s, 5))
    assert session.state.mission_done
    assert sorted(session.asks) == [0, 1, 2]
    for seat, vote in enumerate(("no", "no", "yes")):
        reply(session, vote, seat=seat)
    assert session.outcome is None
    assert not [one for one in choices(session) if one.startswith("centre:1704")]


@rule("VAN-204", "VAN-213", "VAN-214", "VAN-218")
def test_stopping_after_the_mission() -> None:
    session = result([{"count": {"id": "lamps", "add": 1}}], seats=2, at=(44, 41), prepare=lambda s: lit(s, 4))
    reply(session, "yes", seat=0)
    reply(session, "yes", seat=1)
    assert session.outcome is not None
    assert (session.outcome.reason, session.outcome.winners) == ("mission victory", (0, 1))


@rule("VAN-204")
def test_a_tie_means_playing_on() -> None:
    session = result([{"count": {"id": "lamps", "add": 1}}], seats=2, at=(44, 41), prepare=lambda s: lit(s, 4))
    reply(session, "yes", seat=0)
    reply(session, "no", seat=1)
    assert session.outcome is None


@rule("VAN-205", "VAN-206", "VAN-207", "VAN-215", "VAN-216", "VAN-EX44")
@pytest.mark.parametrize(("done", "reason"), [(False, "destiny victory"), (True, "epic victory")])
def test_a_ready_destiny_is_read_by_an_action_of_cost_zero(done: bool, reason: str) -> None:
    state = table(2)
    state.destinies = [1722]
    state.flags["door_open@47"] = 1
    state.mission_done = state.mission_goal = done
    session = begin(state)
    perform(session, "depart:east")
    if 1 in session.asks and "stay" in choices(session, 1):
        reply(session, "stay", seat=1)
    assert session.state.ready == [1722]
    assert session.outcome is None
    assert "final:1722" in choices(session)
    declare(session, "final:1722")
    reply(session)
    assert session.outcome is not None
    assert session.outcome.reason == reason


@rule("VAN-209", "VAN-210", "VAN-EX43")
def test_a_crisis_interrupts_and_the_rest_is_finished() -> None:
    def weak(state: State) -> None:
        state.seats[0].stats["health"] = 1
        tokens(state, 1, look=1, take=1)

    session = result(
        [{"lose_stat": {"stat": "health"}}, {"gain_card": {"id": 1149}}], seats=2, at=(44, 41), prepare=weak
    )
    assert session.state.crises == 1
    reply(session, "no", seat=0)
    reply(session, "no", seat=1)
    assert session.state.seats[0].stats["health"] == 2
    assert choices(session, 0) == ["lose:time", "lose:morale", "lose:health"]
    assert "drop:look+take" in choices(session, 1)
    reply(session, "lose:time", seat=0)
    reply(session, "drop:look+take", seat=1)
    assert session.state.seats[1].stats == {"time": 4, "morale": 4, "health": 4}
    assert "cell:0" in choices(session)


@rule("VAN-211", "VAN-213", "VAN-218", "VAN-EX45")
@pytest.mark.parametrize(("done", "reason"), [(False, "journey ended"), (True, "mission victory")])
def test_the_second_crisis_ends_the_session(done: bool, reason: str) -> None:
    def weak(state: State) -> None:
        state.crises = 1
        state.mission_done = state.mission_goal = done
        state.seats[0].stats["health"] = 1

    session = result([{"lose_stat": {"stat": "health"}}], prepare=weak)
    assert session.outcome is not None
    assert session.outcome.reason == reason


@rule("VAN-210")
def test_a_tie_in_the_crisis_means_going_on_and_a_majority_ends() -> None:
    def weak(state: State) -> None:
        state.seats[0].stats["health"] = 1

    tie = result([{"lose_stat": {"stat": "health"}}], seats=2, at=(44, 41), prepare=weak)
    reply(tie, "yes", seat=0)
    reply(tie, "no", seat=1)
    assert tie.outcome is None
    end = result([{"lose_stat": {"stat": "health"}}], prepare=weak)
    reply(end, "yes")
    assert end.outcome is not None


@rule("VAN-213", "VAN-217", "VAN-EX46")
def test_the_table_stops_because_time_is_up() -> None:
    session = begin(table(4))
    session.use(0, "success", ["Roan finally made friends with the goat"])
    for seat in (0, 1):
        session.use(seat, "stop")
    assert session.outcome is None
    session.use(2, "stop")
    assert session.outcome is not None
    assert session.outcome.reason == "journey ended"
    assert session.view(None).public.table.own_success == "Roan finally made friends with the goat"


@rule("VAN-220", "VAN-EX47", "VAN-C15")
def test_solo_there_is_nobody_else() -> None:
    session = solo([{"gain_stat": {"stat": "morale", "who": "other"}}, {"gain_coin": {}}])
    reply(session)
    assert session.state.seats[0].stats["morale"] == 4
    assert session.state.seats[0].coins == 1


@rule("VAN-222", "VAN-EX48")
def test_extra_dice() -> None:
    def two(state: State) -> None:
        give(state, 0, 1064)
        give(state, 0, 1065)

    session = result([{"gain_card": {"id": 1149}}], seats=4, at=(44, 41, 42, 46), prepare=two, extra_dice=True)
    assert session.state.total == 16
    reply(session, "cell:8")
    assert (session.state.total, session.state.unused) == (17, 3)
    plain = result([{"gain_card": {"id": 1149}}], seats=4, at=(44, 41, 42, 46), prepare=two)
    reply(plain, "cell:8")
    assert plain.state.total == 16


@rule("VAN-222")
def test_the_second_extra_die_comes_with_the_sixth_card_and_six_players_get_none() -> None:
    def five(state: State) -> None:
        for card in (1064, 1065, 1148, 890, 848):
            give(state, 0, card)
        state.grid_steps = 1

    session = result([{"gain_card": {"id": 1149}}], prepare=five, extra_dice=True)
    before = session.state.total
    reply(session, "cell:8")
    assert (session.state.total, session.state.grid_steps) == (before + 1, 2)

    def four(state: State) -> None:
        for card in (1064, 1065, 1148, 890):
            give(state, 0, card)
        state.grid_steps = 1

    fifth = result([{"gain_card": {"id": 1149}}], prepare=four, extra_dice=True)
    reply(fifth, "cell:8")
    assert fifth.state.grid_steps == 1, "five are not six"
    many = result([{"gain_card": {"id": 1149}}], seats=6, at=(44, 41, 42, 46, 47, 48), prepare=five, extra_dice=True)
    reply(many, "cell:8")
    assert many.state.total == 20, "all dice of the box are in play"
    assert many.state.grid_steps == 1


@rule("VAN-223", "VAN-221")
@pytest.mark.parametrize(("level", "hints", "boost"), [("off", 0, 3), ("soft", 1, 2), ("plain", 1, 2)])
def test_hints(level: str, hints: int, boost: int) -> None:
    session = result([{"hint": {"id": "listen"}}], hints=level)
    assert (len(session.state.hints), session.state.character(0).boost) == (hints, boost)


# What each seat is sent ------------------------------------------------------------------------------------------


@rule("VAN-031", "VAN-032", "VAN-033", "VAN-035", "VAN-232", "VAN-038", "VAN-EX51")
def test_only_occupants_see_a_place() -> None:
    session = begin(table(3, at=(41, 42, 41)))
    text = session.state.world.places[41].text
    assert session.view(0).private.place.text == text
    assert session.view(2).private.place.text == text
    assert text not in repr(session.view(1))
    assert text not in repr(session.view(None))
    assert session.view(None).public.seats[0].place == "041"
    # Both see the same window, each with the other's coat in it.
    windows = [session.view(seat).private.picture for seat in range(3)]
    panes = [set(PANE.findall(window)) for window in windows]
    assert panes[0] == panes[2]
    assert windows[0] != windows[2]
    assert len(panes[0] & panes[1]) < 0.2 * len(panes[0])
    perform(session, "depart:south")
    reply(session)
    assert text not in repr(session.view(0))


@rule("VAN-034", "VAN-236", "VAN-EX06")
def test_reading_out_is_the_occupants_choice() -> None:
    session = begin(table(2))
    text = session.state.world.places[41].text
    assert text not in repr(session.log(1))
    session.use(0, "read:text")
    assert text in session.log(1)[-1].text
    assert "read:text" not in offered(session, 0)


@rule("VAN-255")
@pytest.mark.parametrize(("shows", "wants"), [(True, True), (True, False), (False, True), (False, False)])
def test_pictures_are_shown_at_the_end_by_those_who_show_to_those_who_want(shows: bool, wants: bool) -> None:
    state = table(3, at=(41, 42, 46))
    for seat, route in enumerate(((41, 47), (42, 41), (46,))):
        state.seats[seat].route = [Footstep(n, place) for n, place in enumerate(route)]
    session = begin(state)
    if shows:
        session.use(1, "shows")
    if wants:
        session.use(0, "spoilers")
    assert [session.view(seat).private.album for seat in range(3)] == [(), (), ()], "not while anybody travels"
    session.use(0, "stop")
    session.use(2, "stop")
    assert session.outcome is not None
    mine = session.view(0).private.album
    assert [(leaf.seat, leaf.number) for leaf in mine] == ([(1, "042")] if shows and wants else []), (
        "not what I saw too"
    )
    assert all("<svg" in leaf.picture and "data-name" not in leaf.picture for leaf in mine)
    assert session.view(1).private.album == (), "she has not asked for spoilers"
    assert session.view(2).private.album == ()
    assert "<svg" not in repr(session.view(None)), "whoever watches never sees them"


@rule("VAN-237", "VAN-238", "VAN-239", "VAN-EX51")
def test_caption_and_pins() -> None:
    session = begin(table(2))
    session.use(0, "caption", ["a lane of bottles, one is ringing"])
    session.use(0, "pin", ["10 90 ringing"])
    seen = session.view(None).public.seats[0]
    assert seen.caption == "a lane of bottles, one is ringing"
    assert [(pin.x, pin.y, pin.text) for pin in seen.pins] == [(10, 90, "ringing")]
    for _ in range(11):
        session.use(0, "pin", ["50 50 here"])
    assert "pin" not in offered(session, 0)
    with pytest.raises(Refused):
        session.use(0, "caption", ["x" * 401])


@rule("VAN-043", "VAN-254")
def test_notes_are_private() -> None:
    state = table(2)
    state.seats[0].route = [Footstep(0, 46, "half a house", (Pin(1, 2, "a sill"),)), Footstep(1, 41)]
    session = begin(state)
    session.use(0, "note", ["the third post is loose"])
    before, here = session.view(0).private.mine.known
    assert (before.number, before.name, before.caption, before.pins, before.note) == (
        "046",
        "Weigher's Sill",
        "half a house",
        ("a sill",),
        "",
    )
    assert (here.number, here.here, here.note) == ("041", True, "the third post is loose")
    assert "third post" not in repr(session.view(1))


@rule("VAN-037", "VAN-235")
def test_public_things() -> None:
    state = table(2)
    give(state, 1, 1149, boost=1)
    session = begin(state)
    seen = session.view(0).public.seats[1]
    assert seen.stats == {"time": 4, "morale": 4, "health": 4}
    assert seen.grid[0].face.name == "Honest rope"
    assert seen.grid[0].boost == 1
    assert session.view(0).public == session.view(1).public == session.view(None).public


@rule("VAN-041", "VAN-C32", "VAN-EX08")
def test_a_page_is_for_one() -> None:
    state = table(2, at=(41, 41))
    give(state, 0, 1304, boost=1)
    session = begin(state)
    session.use(0, "power:1304:0")
    assert session.view(0).private.mine.pages[0].name == "The other side of the ferry bill"
    assert "seven moorings" not in repr(session.view(1))
    session.use(0, "close")
    assert session.view(0).private.mine.pages == ()


@rule("VAN-241", "VAN-242", "VAN-044")
def test_the_storyteller_reads_first() -> None:
    session = result([{"gain_skill": {"skill": ["look", "help"]}}], seats=3, at=(44, 41, 42), reading="aloud")
    assert session.view(1).private.mine.telling == "It is done."
    assert "It is done." not in repr((session.view(0), session.view(2), session.log(0), session.log(1), session.log(2)))
    assert list(session.asks) == [1]
    asked = session.asks[1]
    assert (asked.absent, asked.seconds, asked.default) == (("pass",), 30, ("all",))
    reply(session, "read")
    assert session.view(2).public.story.passage == "It is done."
    assert session.view(1).private.mine.telling == ""


@rule("VAN-241")
def test_a_passage_comes_in_breaths() -> None:
    told = "You stop it with your arms. Nothing sounds. “Is it over?” asks the one who rang it.\nThen you let go."
    assert breaths(told) == (
        "You stop it with your arms. Nothing sounds.",
        "“Is it over?” asks the one who rang it.",
        "Then you let go.",
    )
    assert breaths("") == ()
    session = result([], seats=3, at=(44, 41, 42), reading="aloud")
    assert session.view(1).private.reading.breaths == ("It is done.",)


@rule("VAN-135")
def test_whoever_chooses_a_player_is_told_for_what() -> None:
    session = result([{"gain_stat": {"stat": "health", "who": "any", "amount": 2}}], seats=3, at=(44, 41, 42))
    assert session.asks[0].prompt == "Who gains 2 health?"


@rule("VAN-240", "VAN-241")
def test_who_is_away_is_passed_over_and_a_slow_reader_keeps_the_page() -> None:
    ways = [{"gain_skill": {"skill": ["look", "help"]}}]
    session = result(ways, seats=3, at=(44, 41, 42), reading="aloud")
    reply(session, "pass")
    assert list(session.asks) == [2], "the next one reads"
    assert session.view(1).private.mine.telling == ""
    reply(session, "all")
    assert session.view(0).public.story.passage == "It is done."
    assert session.view(2).private.mine.telling == "It is done.", "it stays until its reader goes on"
    session.use(2, "aloud")
    assert session.view(2).private.mine.telling == ""
    bots = result(ways, seats=3, at=(44, 41, 42), reading="aloud")
    reply(bots, "pass")
    reply(bots, "pass")
    assert bots.view(0).public.story.passage == "It is done.", "with nobody to read, the actor reads"


@rule("VAN-226", "VAN-227", "VAN-EX49")
def test_the_glossary_opens_with_what_was_met() -> None:
    from app.games.vantage.state import Held

    state = table(2)
    before = begin(state).view(1).private.mine.glossary
    assert "quest" not in before
    state.seats[0].supply.append(Held(1604))
    after = begin(state).view(1).private.mine.glossary
    assert "quest" in after
    assert "curse" not in after


@rule("VAN-243", "VAN-253")
def test_seed_and_travelogue() -> None:
    session = solo([{"gain_coin": {}}])
    assert len(session.commitment) == 64
    reply(session)
    entry = session.view(None).public.story.log[-1]
    assert (entry.seat, entry.place, entry.title, entry.text) == (0, 44, "look-STUDY", "It is done.")


@rule("VAN-254", "VAN-255")
def test_the_map_is_mine_alone_until_i_show_it() -> None:
    state = table(2, at=(42, 47))
    state.seats[0].route = [Footstep(0, 41), Footstep(1, 42), Footstep(2, 41), Footstep(3, 42)]
    session = begin(state)
    mine = session.view(0).private.chart
    assert [(step.number, step.name, step.here) for step in mine.steps] == [
        ("041", "Bell Stile", False),
        ("042", "Lamp Quay", True),
    ]
    assert len(mine.ways) == 2, "there and back"
    west, east = mine.steps
    assert (west.x < east.x, west.y) == (True, east.y), "041 lies west of 042"
    for seat in (1, None):
        assert session.view(seat).public.seats[0].chart is None
        assert "Bell Stile" not in repr(session.view(seat))
    session.use(0, "chart")
    assert session.view(None).public.seats[0].chart == mine
    assert session.view(None).public.seats[1].chart is None, "theirs is theirs"
    assert "shows the map" in session.log(1)[-1].text
    with pytest.raises(Refused):
        session.undo(0)
    session.use(0, "chart")
    assert session.view(None).public.seats[0].chart is None
    assert "chart" not in offered(begin(table(1)), 0), "alone there is nobody to show it to"


@rule("VAN-255", "VAN-043")
@pytest.mark.parametrize("publishes", [True, False])
def test_notes_are_read_at_the_end_if_their_writer_says_so(publishes: bool) -> None:
    state = table(2, at=(41, 42))
    state.seats[0].route = [Footstep(0, 41)]
    session = begin(state)
    assert "publish" not in offered(session, 0), "there is nothing to publish"
    session.use(0, "note", ["the third post is loose"])
    if publishes:
        session.use(0, "publish")
    assert "third post" not in repr(session.view(1)), "not while anybody travels"
    session.use(0, "stop")
    session.use(1, "stop")
    assert ("third post" in repr(session.view(1).public.story.tale)) == publishes
    assert ("third post" in repr(session.view(None))) == publishes


@rule("VAN-255")
def test_routes_are_revealed_at_the_end() -> None:
    session = begin(table(1))
    session.use(0, "caption", ["a stile"])
    perform(session, "depart:east")
    assert session.view(None).public.seats[0].route == ()
    session.use(0, "stop")
    assert session.outcome is not None
    assert session.view(None).public.seats[0].route[-1].place == 42


@rule("VAN-256", "VAN-257", "VAN-258", "VAN-EX57")
def test_a_request_for_something_hidden_gets_the_same_answer() -> None:
    session = begin(table(1, at=(48,)))
    answers = []
    for option in ("here:engage-GREET", "here:look-NOSUCH"):
        with pytest.raises(Refused) as refused:
            reply(session, option)
        answers.append(str(refused.value))
    assert answers[0] == answers[1]


@rule("VAN-260")
def test_alt_text_names_every_element() -> None:
    session = begin(table(1))
    alt = " ".join(session.view(0).private.place.alt)
    for element in session.state.world.places[41].scene.elements():
        assert element.detail in alt


@rule("VAN-231", "VAN-233", "VAN-234")
def test_no_unread_text_reaches_anybody() -> None:
    """Random sessions: nothing of a place or an entry is in what a seat is sent before it may be."""
    rng = Random(4)
    for number in range(3):
        session: Session[State] = begin(table(3), f"leak{number}")
        for _ in range(60):
            if session.outcome:
                break
            try:
                session.apply(random_move(session, rng))
            except Refused:
                continue
            told = {entry.text for entry in session.state.log}
            read_out = [who.read_out for who in session.state.seats]
            shared = repr((session.view(None), session.log(None)))
            for place in session.state.world.places.values():
                for entry in [*place.actions, *place.departs.values()]:
                    if entry.tell not in told:
                        assert entry.tell not in shared
            for seat, who in enumerate(session.state.seats):
                place = session.state.world.places[who.place]
                if "text" not in read_out[seat] and not any(place.text in line.text for line in session.log(None)):
                    assert place.text not in shared


@rule("VAN-252")
def test_taking_back_across_another_seats_choice_needs_consent() -> None:
    session = begin(table(2))
    session.use(0, "caption", ["one"])
    session.use(1, "caption", ["two"])
    assert session.can_undo(0).needs == {1}
    with pytest.raises(Refused):
        session.undo(0)
    session.undo(0, [1])
    assert session.state.seats[0].caption == ""


@rule("VAN-250")
def test_a_power_pauses_the_open_question_and_refreshes_it() -> None:
    state = table(2)
    give(state, 0, 1445, boost=2)
    session = begin(state)
    before = choices(session)
    session.use(0, "power:1445:0")
    assert choices(session) == ["seat:0", "seat:1"]
    reply(session, "seat:1")
    assert session.state.seats[1].stats["time"] == 5
    assert choices(session) == before


@rule("VAN-007", "VAN-EX02")
def test_a_performed_action_always_succeeds() -> None:
    pack = bench(places=(place_with(("move-CLIMB", [{"go": {"to": 41}}]), cost=4),))
    session = begin(table(1, pack=pack, at=(44,)))
    perform(session, "here:move-CLIMB")
    while session.state.seats[0].place != 41:
        session.apply(session.default_answer(0))
    assert session.state.seats[0].place == 41


def walked(state: State, seat: int, *places: int) -> None:
    state.seats[seat].route = [Footstep(0, place) for place in places]


ROUND = {"all": [{"been": {"hours": 6, "back": True}}, {"been": {"regions": 12}}]}


@pytest.mark.parametrize(
    ("places", "hours"),
    [
        ((794, 41), 1),
        ((41, 141, 241, 341, 441), 5),
        ((41, 141, 241, 341, 441, 541), 6),
        ((41, 141, 241, 341, 441, 541, 41), 7),
        ((41, 541, 441, 341, 241, 141, 41), 7),
        ((41, 141, 41, 141, 241, 341, 441, 541), 6),
        ((41, 602, 605, 608, 611, 614, 617, 602), 7),
    ],
)
def test_walking_round_through_all_hours_and_back_into_the_first(places: tuple[int, ...], hours: int) -> None:
    """A condition of the pack language: `been`. The sky counts as the hour of the region below."""
    numbers = (41, 141, 241, 341, 441, 541)
    regions = "BEHKNQ"
    sky = tuple({"id": n, "region": r, "terrain": "sky"} for n, r in zip(range(602, 620, 3), regions, strict=True))
    land = tuple({"id": n, "region": r} for n, r in zip(numbers, regions, strict=True) if n != 41)
    state = table(2, pack=bench(places=(*land, *sky)))
    walked(state, 0, 42)
    walked(state, 1, *places)
    source = Source(0, "centre")
    assert been(state, {"hours": 6, "back": True}) == (hours, 7)
    assert holds(state, source, {"been": {"hours": 6, "back": True}}) == (hours == 7)
    assert been(state, {"regions": 12}) == (1, 1)  # no more than there are; the pod is none
    assert measure(state, source, ROUND) == (hours + 1, 8)


def test_a_flag_may_belong_to_a_region() -> None:
    state = table(2, pack=bench(places=(place_with(number=44), place_with(number=141, region="E"))))
    state.world.flags["post"] = "region"
    state.seats[0].place, state.seats[1].place = 44, 141
    state.flags[key(state, Source(0), "post", None, state.world.flags)] = 1
    assert holds(state, Source(0), {"flag": "post"})
    assert not holds(state, Source(1), {"flag": "post"})
    state.seats[1].place = 41
    assert holds(state, Source(1), {"flag": "post"})


@rule("VAN-205")
@pytest.mark.parametrize("found", [{"if": {"counter": {"id": "lamps", "at_least": 1}}}, {"card": 1149}])
def test_a_destiny_may_be_found_by_what_was_done_or_by_a_card(found: dict[str, object]) -> None:
    effects: list[dict[str, Any]] = [{"count": {"id": "lamps", "add": 1}}, {"gain_card": {"id": 1149}}]
    for ways, destinies in (([], []), ([found], [1722])):
        session = result(effects, prepare=lambda state, ways=ways: state.world.destinies[1722].found.extend(ways))
        reply(session, "cell:0")
        assert session.state.destinies == destinies


def test_how_far_a_goal_is_reached_is_shown_on_its_card() -> None:
    state = table(2)
    state.destinies = [1721]
    state.counters["lamps"] = 1
    shown = {card.id: card.progress for card in begin(state).view(None).public.centre}
    assert shown == {1704: "1 of 5", 1721: "1 of 2"}

"""Around the game: seats, readiness, lending, consent, autopilots, reaction windows, clocks."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import GAMES
from app.kernel import Ask, Refused
from app.people.identity import People, Person
from app.tables import clockwork
from app.tables.facts import Pilot, TableSettings
from app.tables.hub import Hub
from app.tables.live import LiveTable, taken_back
from app.tables.lobby import GRACE, GRACE_OF_TWO, Lobby
from app.tables.replay import Archive
from app.web.frames import json_frame
from tests.contract.toys import Parley
from tests.rules import rule


@pytest.fixture(autouse=True)
def parley(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy of the contract suite is on the shelf: it has votes, reactions, offers and takebacks by consent."""
    monkeypatch.setitem(GAMES, "parley", Parley())
    monkeypatch.setattr(clockwork, "WINDOW_LEAST", 0.3)


class Room:
    def __init__(self, hub: Hub, engine: AsyncEngine) -> None:
        self.hub, self.lobby, self.people = hub, Lobby(hub), People(engine, "key")
        self.persons: list[Person] = []
        self.id = ""

    async def open(
        self, seats: int = 3, settings: TableSettings = TableSettings(), start: bool = True, game: str = "parley"
    ) -> Room:
        self.persons = [await self.people.welcome(name) for name in ("Ana", "Ben", "Cleo", "Dov")[:seats]]
        self.id = (await self.lobby.create(game, seats, {}, self.persons[0].id, settings)).id
        for person in self.persons[1:]:
            await self.lobby.sit(self.id, person.id)
        if start:
            await self.lobby.begin(self.id)
        return self

    async def live(self) -> LiveTable:
        return await self.hub.live(self.id)

    async def answer(self, seat: int, *values: str) -> None:
        live = await self.live()
        assert live.session is not None
        await self.hub.answer(self.id, seat, live.session.asks[seat].id, values)

    async def state(self) -> Any:
        live = await self.live()
        assert live.session is not None
        return live.session.state


@pytest.fixture
async def room(hub: Hub, engine: AsyncEngine) -> Room:
    return Room(hub, engine)


async def until(condition: Any, seconds: float = 60) -> None:
    async with asyncio.timeout(seconds):
        while not await condition():
            await asyncio.sleep(0.02)


async def test_people_move_swap_and_leave_before_the_game(room: Room) -> None:
    await room.open(start=False)
    await room.lobby.stand(room.id, 1)
    await room.lobby.sit(room.id, room.persons[2].id, 1)
    info = (await room.live()).info
    assert [seat.name for seat in info.seats] == ["Ana", "Cleo", ""]
    await room.lobby.swap(room.id, 0, 1)
    await room.lobby.seat_bot(room.id, 2)
    with pytest.raises(Refused, match="taken"):
        await room.lobby.seat_bot(room.id, 2)
    with pytest.raises(Refused, match="no such seat"):
        await room.lobby.stand(room.id, 7)
    await room.lobby.ready(room.id, 0, True)
    info = (await room.live()).info
    assert [(seat.name, seat.bot, seat.ready) for seat in info.seats] == [
        ("Cleo", False, True),
        ("Ana", False, False),
        ("", True, True),
    ]
    await room.lobby.begin(room.id)
    with pytest.raises(Refused, match="started"):
        await room.lobby.swap(room.id, 0, 1)
    with pytest.raises(Refused, match="started"):
        await room.lobby.stand(room.id, 0)


async def test_options_can_be_changed_until_the_start(room: Room) -> None:
    await room.open(start=False)
    await room.lobby.configure(room.id, {}, TableSettings(listed=True, soft_seconds=9))
    assert (await room.live()).info.settings.soft_seconds == 9
    assert [info.id for info in await room.hub.store.open_tables()] == [room.id]
    with pytest.raises(Refused, match="no option"):
        await room.lobby.configure(room.id, {"colour": "red"}, TableSettings())
    await room.lobby.configure(room.id, {}, TableSettings(listed=False))
    assert await room.hub.store.open_tables() == [], "a private table is never listed"


async def test_a_rematch_keeps_the_seats_and_is_one_table_for_all(room: Room) -> None:
    await room.open()
    one, other = await room.lobby.rematch(room.id), await room.lobby.rematch(room.id)
    assert one == other
    info = await room.hub.store.info(await room.hub.store.find(one))
    assert [seat.name for seat in info.seats] == ["Ana", "Ben", "Cleo"]
    assert info.status == "lobby"


async def test_a_takeback_over_another_answer_needs_that_player(room: Room) -> None:
    await room.open()
    await room.answer(0, "walk")
    await room.answer(0, "2")
    await room.answer(1, "walk")
    await room.lobby.ask_to_undo(room.id, 0)
    info = (await room.live()).info
    assert [(r.kind, r.seat, r.needs) for r in info.requests] == [("undo", 0, (1,))]
    with pytest.raises(Refused, match="Nobody is asking you"):
        await room.lobby.agree(room.id, "undo", 0, 2, True)
    await room.lobby.agree(room.id, "undo", 0, 1, True)
    assert (await room.state()).steps == [0, 0, 0]
    assert (await room.live()).info.requests == ()


async def test_everybody_is_told_what_was_taken_back(room: Room) -> None:
    await room.open()
    live = await room.live()
    await room.answer(0, "walk")
    await room.answer(0, "2")
    await room.lobby.ask_to_undo(room.id, 0)
    line = live.lines_for(1)[-1].line
    assert (
        line.text == "{0} takes back a choice."
    )  # the toy tells nothing of a walk; a game that does is in test_stage.py
    assert line.moment is not None
    assert (line.moment.title, line.moment.actor) == ("{0} takes back", 0)
    again = await Hub(room.hub.store._engine, "").live(room.id)
    assert again.lines_for(1)[-1].line == line, "it is in the journal"


async def test_a_press_that_came_late_takes_nothing_back(room: Room) -> None:
    await room.open()
    live = await room.live()
    await room.answer(0, "walk")
    seen = live.takeback(0)
    assert seen is not None
    await room.answer(0, "2")
    row = live.seq
    with pytest.raises(Refused, match="The game has gone on"):
        await room.lobby.ask_to_undo(room.id, 0, meant=seen.choice)
    assert live.seq == row, "nothing has changed"
    now = live.takeback(0)
    assert now is not None
    await room.lobby.ask_to_undo(room.id, 0, meant=now.choice)
    assert (await room.state()).steps == [0, 0, 0]


async def test_a_turn_that_has_begun_is_taken_away_with_consent_only(room: Room) -> None:
    await room.open()
    live = await room.live()
    await room.hub.attach(room.id, 1)
    await room.answer(0, "walk")
    await room.answer(0, "2")
    assert live.session is not None
    assert live.session.waiting.seats == (1,)
    await room.hub.seen(room.id, 1, live.moment)  # it is on Ben's screen that the turn is his
    await room.lobby.ask_to_undo(room.id, 0)
    assert [(one.kind, one.seat, one.needs) for one in live.info.requests] == [("undo", 0, (1,))]
    assert (await room.state()).steps == [2, 0, 0]
    await room.lobby.agree(room.id, "undo", 0, 1, True)
    assert (await room.state()).steps == [0, 0, 0]


async def stratos_turn_ended_by_itself(room: Room) -> tuple[LiveTable, int, int]:
    """Somebody has done all there was to do: the other, who is here, is to move."""
    await room.open(2, game="stratos")
    live = await room.live()
    assert live.session is not None
    (first,) = live.session.waiting.seats
    await room.hub.attach(room.id, 1 - first)
    await room.answer(first, "harvest")
    await room.answer(first, "defend")
    assert ((await room.state()).turn, live.session.waiting.seats) == (2, (1 - first,))
    return live, first, 1 - first


@rule("STR-218")
async def test_a_turn_of_stratos_that_has_begun_is_taken_away_with_consent_only(room: Room) -> None:
    live, first, other = await stratos_turn_ended_by_itself(room)
    await room.hub.seen(room.id, other, live.moment)
    await room.lobby.ask_to_undo(room.id, first)
    assert [(one.kind, one.seat, one.needs) for one in live.info.requests] == [("undo", first, (other,))]
    assert (await room.state()).turn == 2, "nothing is taken back before the other has agreed"
    await room.lobby.agree(room.id, "undo", first, other, False)
    assert (live.info.requests, (await room.state()).turn) == ((), 2)
    await room.lobby.ask_to_undo(room.id, first)
    await room.lobby.agree(room.id, "undo", first, other, True)
    assert live.session is not None
    assert ((await room.state()).turn, live.session.waiting.seats) == (1, (first,))


@rule("STR-218")
async def test_nobody_is_asked_about_a_turn_of_stratos_that_they_have_not_seen(room: Room) -> None:
    live, first, _ = await stratos_turn_ended_by_itself(room)
    await room.lobby.ask_to_undo(room.id, first)
    assert (live.info.requests, (await room.state()).turn) == ((), 1)


async def test_nothing_is_offered_to_be_taken_back_where_no_row_of_the_journal_says_what(room: Room) -> None:
    """Choices that came with the base have no rows here: the table cannot name them, and so does not offer them."""
    await room.open()
    live = await room.live()
    assert live.takeback(0) is None, "nothing was chosen yet"
    await room.answer(0, "walk")
    offered = live.takeback(0)
    assert offered is not None
    assert offered.choice == str(live.seq)
    assert live.takeback(1) is None, "it was not theirs"
    live._rows.clear()
    assert live.takeback(0) is None


async def test_what_was_asked_before_the_game_went_on_is_asked_no_more(room: Room) -> None:
    await room.open()
    live = await room.live()
    await room.hub.attach(room.id, 1)
    await room.answer(0, "walk")
    await room.answer(0, "2")
    await room.hub.seen(room.id, 1, live.moment)
    await room.lobby.ask_to_undo(room.id, 0)
    assert [one["kind"] for one in msgspec.to_builtins(live.public.value("requests"))] == ["undo"]
    await room.answer(1, "walk")
    assert list(live.public.value("requests")) == []
    with pytest.raises(Refused, match="gone on since that was asked"):
        await room.lobby.agree(room.id, "undo", 0, 1, True)
    assert (await room.state()).steps == [2, 0, 0]


async def test_a_refused_takeback_changes_nothing(room: Room) -> None:
    await room.open()
    await room.answer(0, "walk")
    await room.answer(0, "2")
    await room.answer(1, "walk")
    await room.lobby.ask_to_undo(room.id, 0)
    await room.lobby.agree(room.id, "undo", 0, 1, False)
    assert (await room.state()).steps == [2, 0, 0]
    assert (await room.live()).info.requests == ()


async def test_a_seat_can_be_lent_and_everybody_is_told(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.open()
    with pytest.raises(Refused, match="You are rivals"):
        await room.lobby.lend(room.id, 0, room.persons[1].id)
    monkeypatch.setattr(Parley, "together", True)
    await room.lobby.lend(room.id, 0, room.persons[1].id)
    live = await room.live()
    assert live.info.seats_of(room.persons[1].id) == [1, 0]
    assert live.lines_for(None)[-1].line.text == "{1} plays for {0}."
    await room.answer(0, "walk")
    await room.lobby.lend(room.id, 0, None)
    assert live.info.seats_of(room.persons[1].id) == [1]
    with pytest.raises(Refused, match="at this table"):
        await room.lobby.lend(room.id, 0, "a stranger")
    again = await Hub(room.hub.store._engine, "").live(room.id)
    assert again.seq == live.seq, "what was told between moves is kept"
    assert again.session is not None
    assert again.session.asks == live.session.asks if live.session else False


async def test_the_table_can_go_on_without_somebody_until_they_are_back(room: Room) -> None:
    await room.open()
    with pytest.raises(Refused, match="You are here"):
        await room.lobby.ask_to_go_on_without(room.id, 0, 0)
    with pytest.raises(Refused, match="They may be back in a moment"):
        await room.lobby.ask_to_go_on_without(room.id, 0, 1)
    (await room.live()).loaded_at -= GRACE
    await room.lobby.ask_to_go_on_without(room.id, 0, 1)
    assert (await room.live()).info.seats[0].pilot.auto == "off"
    await room.lobby.agree(room.id, "without", 0, 2, True)

    async def has_moved() -> bool:
        return (await room.state()).round > 0 or (await room.live()).seq > 3

    await until(has_moved)
    await room.lobby.back(room.id, 0)
    assert (await room.live()).info.seats[0].pilot.auto == "off"


async def test_an_autopilot_makes_the_safe_choice(room: Room) -> None:
    await room.open()
    await room.lobby.pilot(room.id, 0, Pilot(auto="default"))

    async def next_player() -> bool:
        live = await room.live()
        return live.session is not None and 1 in live.session.asks

    await until(next_player)
    assert (await room.state()).steps == [1, 0, 0]


async def test_reactions_close_by_themselves_and_can_be_held(room: Room) -> None:
    await room.open(settings=TableSettings(soft_seconds=4))
    await room.answer(0, "duel")
    live = await room.live()
    assert live.clock.closes_at is not None
    first = live.clock.closes_at
    await room.hub.hold(room.id, 1, True)

    async def held() -> bool:
        return live.clock.held_by == 1 and live.clock.closes_at is not None and live.clock.closes_at > first + 30

    await until(held)
    await room.hub.hold(room.id, 1, False)

    async def closed() -> bool:
        return bool((await room.state()).round == 1)

    await until(closed)
    with pytest.raises(Refused, match="nothing to hold"):
        await room.hub.hold(room.id, 1, True)


async def test_a_window_lasts_as_long_whoever_has_answered(room: Room) -> None:
    await room.open(settings=TableSettings(soft_seconds=30))
    await room.lobby.pilot(room.id, 2, Pilot(until_turn=True))
    began = asyncio.get_running_loop().time()
    await room.answer(0, "duel")
    await room.answer(1, "pass")

    async def closed() -> bool:
        return bool((await room.state()).round == 1)

    await until(closed)
    assert asyncio.get_running_loop().time() - began >= 0.25, "though all answers were in at once"


def test_yields_answer_reactions_only_and_stop_for_the_target() -> None:
    soft = Ask("React?", soft=True, topic="ROLLED", scope="war 3")
    assert Pilot(until_turn=True).passes(soft)
    assert Pilot(scope="war 3").passes(soft)
    assert Pilot(topics=("ROLLED",)).passes(soft)
    assert not Pilot(scope="war 2", topics=("OPEN",)).passes(soft)
    assert not Pilot(until_turn=True).passes(Ask("Defend with?"))
    target = Ask("React?", soft=True, urgent=True)
    assert not Pilot(until_turn=True).passes(target)
    assert Pilot(until_turn=True, stop_when_targeted=False).passes(target)


async def test_when_the_clock_runs_out_the_table_does_what_was_agreed(room: Room) -> None:
    await room.open(settings=TableSettings(clock_minutes=1, on_time="default"))
    live = await room.live()
    assert live.clock.lasts == 60
    live.clock.closes_at = room.hub._clock() + 0.1  # a minute is long for a test
    room.hub._publish(live)

    async def moved() -> bool:
        return live.session is not None and live.session.asks[0].kind == "number"

    await until(moved)


async def test_a_reminder_reaches_only_the_player_and_not_too_often(room: Room) -> None:
    await room.open()
    live, mine = await room.hub.attach(room.id, 0)
    _, other = await room.hub.attach(room.id, 1)
    await room.hub.nudge(room.id, 0, 1)
    assert [signal.data["text"] for signal in mine.outbox] == ["Ben is waiting for you."]
    assert not other.outbox
    with pytest.raises(Refused, match="a moment ago"):
        await room.hub.nudge(room.id, 0, 2)
    with pytest.raises(Refused, match="not asked"):
        await room.hub.nudge(room.id, 1, 0)
    assert live is not None


async def test_nothing_betrays_that_a_sealed_answer_was_given(room: Room) -> None:
    await room.open()
    await room.answer(0, "walk")
    await room.answer(0, "2")
    await room.answer(1, "vote")
    live = await room.live()
    feeds = [(await room.hub.attach(room.id, seat))[1] for seat in (None, 0, 1, 2)]
    for feed in feeds:
        json_frame(live, feed)
    rows, moment = live.seq, live.moment
    await room.answer(2, "yes")
    assert live.seq == rows + 1, "the answer is durable"
    assert live.moment == moment, "and no step that anybody could count"
    assert [json_frame(live, feed) for feed in feeds[:3]] == [None, None, None]
    await room.answer(0, "no")
    await room.answer(1, "no")
    assert live.moment == moment + 1
    again = await Hub(room.hub.store._engine, "").live(room.id)
    assert again.moment == live.moment


async def test_withdrawing_a_sealed_answer_is_as_invisible_as_giving_it(room: Room) -> None:
    await room.open()
    await room.answer(0, "vote")
    live = await room.live()
    feeds = [(await room.hub.attach(room.id, seat))[1] for seat in (None, 0, 2)]
    for feed in feeds:
        json_frame(live, feed)
    moment = live.moment
    await room.answer(1, "yes")
    await room.hub.undo(room.id, 1)
    assert live.moment == moment
    assert [json_frame(live, feed) for feed in feeds] == [None, None, None]


async def test_a_report_holds_no_sealed_answer_of_another(room: Room) -> None:
    await room.open()
    await room.answer(0, "vote")
    await room.answer(0, "yes")
    blob = Archive(room.hub.store._engine, room.hub.store).bug_report(await room.live(), 2, "")
    assert b'"yes"' not in blob.split(b'"choices"')[1]


async def test_after_a_restart_clocks_run_on_and_bots_play_on(
    room: Room, engine: AsyncEngine, database_url: str
) -> None:
    await room.open(settings=TableSettings(clock_minutes=5))
    before = (await room.live()).clock
    await room.hub.stop()
    later = Hub(engine, database_url, clock=lambda: time.time() + 60)
    await later.start()

    async def awake() -> bool:
        return bool(later.tables)

    await until(awake)
    clock = later.tables[0].clock
    assert clock.closes_at is not None
    assert before.closes_at is not None
    assert abs(clock.closes_at - before.closes_at) < 2, "a restart gives nobody more time"
    await later.stop()


async def test_a_connection_that_was_just_lost_is_waited_for(room: Room) -> None:
    await room.open()
    live, feed = await room.hub.attach(room.id, 0, room.persons[0].id)
    live.loaded_at -= 10 * GRACE
    with pytest.raises(Refused, match="That player is here"):
        await room.lobby.ask_to_go_on_without(room.id, 0, 1)
    await room.hub.detach(live, feed)
    with pytest.raises(Refused, match="They may be back"):
        await room.lobby.ask_to_go_on_without(room.id, 0, 1)
    live.gone[0] -= GRACE + 1
    await room.lobby.ask_to_go_on_without(room.id, 0, 1)


async def test_of_two_players_a_clock_decides_and_not_the_other(room: Room) -> None:
    await room.open(2)
    live = await room.live()
    live.loaded_at -= GRACE + 1
    with pytest.raises(Refused, match="in 14 minutes"):
        await room.lobby.ask_to_go_on_without(room.id, 0, 1)
    live.loaded_at -= GRACE_OF_TWO
    await room.lobby.ask_to_go_on_without(room.id, 0, 1)
    assert (await room.live()).info.seats[0].pilot.auto == "bot"


async def test_somebody_is_taken_out_of_the_game_and_stays_out(room: Room) -> None:
    await room.open()
    with pytest.raises(Refused, match="two others"):
        await room.lobby.ask_to_remove(room.id, 1, 1)
    await room.lobby.ask_to_remove(room.id, 1, 0)
    assert (await room.live()).info.seats[1].person_id is not None, "one vote of two is not enough"
    await room.lobby.agree(room.id, "remove", 1, 2, True)
    info = (await room.live()).info
    assert info.seats[1].bot
    assert info.seats[1].person_id is None
    with pytest.raises(Refused, match="when the host lets you in"):
        await room.lobby.sit(room.id, room.persons[1].id)
    told = [told.line.text for told in (await room.live()).lines_for(None)]
    assert "Ben was taken out of the game. A bot plays from here on." in told


async def test_who_was_taken_out_plays_no_lent_seat_and_no_vote_waits_for_them(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Parley, "together", True)
    await room.open(4)
    await room.lobby.lend(room.id, 0, room.persons[1].id)
    await room.lobby.ask_to_remove(room.id, 3, 0)
    await room.lobby.remove(room.id, 1)
    info = (await room.live()).info
    assert info.seats_of(room.persons[1].id) == []
    assert info.requests == ()


async def test_who_is_let_in_again_has_their_seat_again(room: Room) -> None:
    await room.open()
    await room.lobby.remove(room.id, 1)
    stranger = await room.people.welcome("Ed")
    with pytest.raises(Refused, match="In a game of rivals"):
        await room.lobby.hand_over(room.id, 1, stranger.id)  # the hand is still that of another
    await room.lobby.let_in(room.id, room.persons[1].id)
    seat = (await room.live()).info.seats[1]
    assert seat.person_id == room.persons[1].id
    assert not seat.bot
    assert "{1} was let in again and plays on." in [told.line.text for told in (await room.live()).lines_for(None)]


async def test_votes_that_are_cast_at_the_same_time_add_up(room: Room) -> None:
    await room.open(4)
    for asking in (0, 1):  # each has the form open, and neither sees that the other has sent it
        await room.lobby.ask_to_remove(room.id, 3, asking)
    assert (await room.live()).info.seats[3].bot, "two of three wanted it"


async def test_everybody_votes_at_once_and_it_is_done_once(room: Room) -> None:
    """Three of three press the button in the same moment; two votes were enough."""
    await room.open(4)
    said = await asyncio.gather(
        *(room.lobby.ask_to_remove(room.id, 3, asking) for asking in (0, 1, 2)), return_exceptions=True
    )
    assert all(one is None or isinstance(one, Refused) for one in said), said
    live = await room.live()
    assert live.info.seats[3].bot
    assert live.info.requests == (), "no vote is left about somebody who has gone"
    told = [told.line.text for told in live.lines_for(None)]
    assert sum("taken out of the game" in line for line in told) == 1


async def test_who_asks_twice_has_one_vote(room: Room) -> None:
    await room.open(4)
    for _ in range(3):
        await room.lobby.ask_to_remove(room.id, 3, 0)
    (request,) = (await room.live()).info.requests
    assert request.agreed == (0,)
    assert not (await room.live()).info.seats[3].bot


async def test_there_is_no_vote_about_an_empty_chair_or_a_bot(room: Room) -> None:
    await room.open(4)
    await room.lobby.remove(room.id, 3)
    with pytest.raises(Refused, match="Nobody sits there"):
        await room.lobby.ask_to_remove(room.id, 3, 0)
    assert (await room.live()).info.requests == ()


async def test_pressing_twice_at_once_does_it_once(room: Room) -> None:
    await room.open(3, start=False)
    dov, ed = [await room.people.welcome(name) for name in ("Dov", "Ed")]
    await room.lobby.stand(room.id, 2)
    seats = await asyncio.gather(
        *(room.lobby.sit(room.id, who.id) for who in (dov, dov, ed, ed)), return_exceptions=True
    )
    taken = [seat.person_id for seat in (await room.live()).info.seats]
    assert sorted(person in taken for person in (dov.id, ed.id)) == [False, True], "there was one chair"
    assert sum(isinstance(seat, Refused) for seat in seats) == 2
    begun = await asyncio.gather(*(room.lobby.begin(room.id) for _ in range(3)), return_exceptions=True)
    assert sum(isinstance(one, Refused) for one in begun) == 2
    assert (await room.live()).seq == 1
    codes = await asyncio.gather(*(room.lobby.rematch(room.id, person.id) for person in room.persons[:2]))
    assert len(set(codes)) == 1


async def test_rivals_get_no_seat_by_a_link_while_it_is_played(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    await room.open()
    stranger = await room.people.welcome("Ed")
    with pytest.raises(Refused, match="In a game of rivals"):
        await room.lobby.hand_over(room.id, 1, stranger.id)
    monkeypatch.setattr(Parley, "together", True)
    await room.lobby.hand_over(room.id, 1, stranger.id)
    assert (await room.live()).info.seats[1].person_id == stranger.id


async def test_what_a_seat_keeps_to_itself_does_not_tick_for_others(room: Room) -> None:
    await room.open()
    live = await room.live()
    before = live.open_facts
    await room.lobby.pilot(room.id, 0, Pilot(topics=("duel",), marked=("Ambush",)))
    await room.hub.facts_changed(room.id)
    assert live.open_facts == before
    await room.lobby.pilot(room.id, 0, Pilot(auto="bot"))
    assert live.open_facts == before + 1
    with pytest.raises(Refused, match="more than can be kept"):
        await room.lobby.pilot(room.id, 0, Pilot(topics=tuple(str(number) for number in range(100))))


def test_a_takeback_says_what_everybody_was_told() -> None:
    line = taken_back(1, ["{1}'s Peasant travels to the forest", "{1} can buy nothing: the turn ends"])
    assert line.text == "{1} takes back: {1}'s Peasant travels to the forest; {1} can buy nothing: the turn ends."
    assert line.moment is not None
    assert line.moment.scene == "{1}'s Peasant travels to the forest; {1} can buy nothing: the turn ends"

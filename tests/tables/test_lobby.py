"""Around the game: seats, readiness, lending, consent, autopilots, reaction windows, clocks."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import GAMES
from app.kernel import Ask, Refused
from app.people.identity import People, Person
from app.tables import clockwork
from app.tables.facts import Pilot, TableSettings
from app.tables.hub import Hub
from app.tables.live import LiveTable
from app.tables.lobby import Lobby
from app.tables.replay import Archive
from app.web.frames import json_frame
from tests.contract.toys import Parley


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

    async def open(self, seats: int = 3, settings: TableSettings = TableSettings(), start: bool = True) -> Room:
        self.persons = [await self.people.welcome(name) for name in ("Ana", "Ben", "Cleo", "Dov")[:seats]]
        self.id = (await self.lobby.create("parley", seats, {}, self.persons[0].id, settings)).id
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


async def until(condition: Any, seconds: float = 6) -> None:
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


async def test_a_refused_takeback_changes_nothing(room: Room) -> None:
    await room.open()
    await room.answer(0, "walk")
    await room.answer(0, "2")
    await room.answer(1, "walk")
    await room.lobby.ask_to_undo(room.id, 0)
    await room.lobby.agree(room.id, "undo", 0, 1, False)
    assert (await room.state()).steps == [2, 0, 0]
    assert (await room.live()).info.requests == ()


async def test_a_seat_can_be_lent_and_everybody_is_told(room: Room) -> None:
    await room.open()
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
    await room.open(settings=TableSettings(soft_seconds=2))
    await room.answer(0, "duel")
    live = await room.live()
    assert live.clock.closes_at is not None
    first = live.clock.closes_at
    await room.hub.hold(room.id, 1, True)
    await asyncio.sleep(0.05)
    assert live.clock.held_by == 1
    assert live.clock.closes_at > first + 30
    await room.hub.hold(room.id, 1, False)
    await asyncio.sleep(0.05)

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

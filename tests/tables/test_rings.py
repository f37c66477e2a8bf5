"""Rings: one for a whole action, running once what is new has been read; the time for a turn; tables without talk."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import GAMES
from app.games.whisper.game import Whisper
from app.kernel import PASS, Line, Moment, Option, Play, Refused, Script, checkpoint, choose, choosing, window
from app.people.identity import People
from app.tables.clockwork import hold, overdue, wind
from app.tables.facts import TableSettings
from app.tables.hub import Hub
from app.tables.live import LiveTable, Told
from app.tables.lobby import Lobby
from app.tables.talk import Talk
from tests.rules import rule

PASSAGE = "x" * 100
BEFORE, AFTER = (0.0, 0.4), (0.4, 1.0)


class Ringing(Whisper):
    """Each move is an action with two windows, before and after its dice; both share one ring."""

    def script(self, play: Play[Any]) -> Script[Any]:
        s = play.state
        while s.moves_left > 0:
            yield from choose(s.to_move, "Which way?", [Option("left", "Left"), Option("right", "Right")])
            for part in (BEFORE, AFTER):
                questions = [
                    choosing(
                        seat,
                        "Do you react?",
                        [Option(PASS, "Let it pass"), Option("play", "Play")],
                        default=(PASS,),
                        soft=True,
                        scope=f"action {s.moves_left}",
                        part=part,
                    )
                    for seat in range(len(s.hands))
                ]
                yield from window(questions, "in_turn")
            s.moves_left -= 1
            s.to_move = (s.to_move + 1) % len(s.hands)
            yield from checkpoint()
        return self.verdict(s)

    def whose_turn(self, state: Any) -> int | None:
        return int(state.to_move)

    def this_turn(self, state: Any) -> int:
        return int(state.moves_left)


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest_asyncio.fixture
async def hub(
    engine: AsyncEngine, database_url: str, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Hub]:
    monkeypatch.setitem(GAMES, "whisper", Ringing())
    made = Hub(engine, database_url, bot_pause=0.001, clock=clock)
    await made.start()
    yield made
    await made.stop()


async def table(hub: Hub, engine: AsyncEngine, **settings: Any) -> LiveTable:
    persons = [await People(engine, "key").welcome(f"Person {number}") for number in range(2)]
    lobby = Lobby(hub)
    info = await lobby.create("whisper", 2, {"moves": 6}, persons[0].id, TableSettings(**settings))
    await lobby.sit(info.id, persons[1].id, 1)
    await lobby.ready(info.id, 1, True)
    await lobby.begin(info.id)
    return await hub.live(info.id)


async def answer(hub: Hub, live: LiveTable, seat: int, value: str) -> None:
    assert live.session is not None
    await hub.answer(live.info.id, seat, live.session.asks[seat].id, [value])


async def pass_all(hub: Hub, live: LiveTable, clock: Clock) -> None:
    clock.now += 3
    for seat in (0, 1):
        await answer(hub, live, seat, PASS)


async def test_the_windows_of_an_action_share_one_ring(hub: Hub, engine: AsyncEngine, clock: Clock) -> None:
    live = await table(hub, engine, soft_seconds=20)
    await answer(hub, live, 0, "left")
    assert live.clock.closes_at is not None
    assert (live.clock.lasts, live.clock.whole, live.clock.beyond) == (8, 20, 12)
    assert live.clock.closes_at - live.clock.opened_at == 8, "before the dice: four tenths"
    await pass_all(hub, live, clock)
    assert (live.clock.lasts, live.clock.whole, live.clock.beyond) == (12, 20, 0), "the same ring goes on"


async def test_what_is_new_is_read_before_the_ring_runs(hub: Hub, engine: AsyncEngine, clock: Clock) -> None:
    live = await table(hub, engine, soft_seconds=20)
    await answer(hub, live, 0, "left")
    plain = live.clock
    live.clock = type(plain)()
    live.recent.append((live.seq, Told(live.moment, Line("", moment=Moment("event", "A card", text=PASSAGE)))))
    wind(live, clock.now)
    assert live.clock.closes_at is not None
    assert live.clock.lasts == plain.lasts, "the ring itself is no longer than before"
    assert live.clock.closes_at - live.clock.opened_at == pytest.approx(plain.lasts + 5)


async def test_a_table_may_wait_for_everybody(hub: Hub, engine: AsyncEngine, clock: Clock) -> None:
    live = await table(hub, engine, soft_seconds=0)
    await answer(hub, live, 0, "left")
    assert live.clock.closes_at is None
    hold(live, 1, clock.now)
    hold(live, None, clock.now)
    assert live.clock.closes_at is None
    clock.now += 100_000
    assert overdue(live, clock.now) == []


def test_reactions_take_five_seconds_to_two_minutes() -> None:
    assert TableSettings().soft_seconds == 10
    assert TableSettings(soft_seconds=2).soft_seconds == 5, "a table of an older release loads"
    assert TableSettings(soft_seconds=0).soft_seconds == 0


@rule("FAN-220", "FAN-246")
async def test_the_time_for_a_turn_counts_its_players_decisions_only(
    hub: Hub, engine: AsyncEngine, clock: Clock
) -> None:
    live = await table(hub, engine, turn_minutes=1, soft_seconds=20)
    assert live.clock.closes_at == clock.now + 60
    clock.now += 50
    wind(live, clock.now)
    assert live.clock.closes_at == clock.now + 10, "it has not been wound anew"
    await answer(hub, live, 0, "left")
    clock.now += 1000
    wind(live, clock.now)
    assert live.turn_timer.used == 50, "windows are not counted"
    assert [choice.by for choice in overdue(live, clock.now)] == ["clock", "clock"]
    await pass_all(hub, live, clock)
    await pass_all(hub, live, clock)
    assert live.clock.closes_at == clock.now + 60, "the next turn has its own time"
    clock.now += 61
    wind(live, clock.now)
    due = overdue(live, clock.now)
    assert [(choice.seat, choice.by) for choice in due] == [(1, "clock")], (
        "the safe choice is made, whatever was agreed"
    )


@rule("FAN-224")
async def test_a_table_without_talk_is_silent_while_the_game_is_played(hub: Hub, engine: AsyncEngine) -> None:
    talk = Talk(engine, hub)
    live = await table(hub, engine, silent=True)
    person = live.info.seats[0].person_id
    assert person is not None
    with pytest.raises(Refused, match="nobody talks"):
        await talk.say(live.info.id, person, "Ada", 0, None, "Hello")
    other = await table(hub, engine)
    person = other.info.seats[0].person_id
    assert person is not None
    await talk.say(other.info.id, person, "Ada", 0, None, "Hello")

"""Bots think in a process of their own, and choose there what they would have chosen here."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import GAMES
from app.kernel import Session
from app.people.identity import People
from app.tables.hub import Hub
from app.tables.lobby import Lobby
from app.tables.thinking import Position, Thinkers, think
from app.tables.tidying import AT_LEAST_EVERY, Quiet

CHOICES = 12


def started(game: str) -> Session[Any]:
    rules = GAMES[game]
    return Session.start(rules, seats=min(4, rules.seats.max), seed="thinking", keep_log=False)


@pytest.fixture
async def thinkers(tmp_path: Path) -> AsyncGenerator[Thinkers]:
    thinkers = Thinkers(1, ("-m", "app.thinker", str(tmp_path)))
    yield thinkers
    await thinkers.stop()


@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_position_says_all_that_a_bot_goes_by(game: str) -> None:
    session = started(game)
    for _ in range(CHOICES):
        if session.outcome is not None:
            break
        seat = session.next_seat
        chosen = session.game.bot(session, seat)
        assert think(Position.of(session, seat)) == chosen
        session.apply(chosen)


async def test_a_worker_chooses_the_same(thinkers: Thinkers) -> None:
    for game in ("whisper", "stratos"):
        session = started(game)
        seat = session.next_seat
        assert await thinkers.choose(Position.of(session, seat)) == session.game.bot(session, seat)
    assert len(thinkers._running) == 1, "one worker for all of them, started when it was needed"


async def test_a_worker_that_dies_is_replaced(thinkers: Thinkers) -> None:
    session = started("whisper")
    position = Position.of(session, 0)
    chosen = await thinkers.choose(position)
    (worker,) = thinkers._running
    worker.kill()
    await worker.wait()
    assert await thinkers.choose(position) == chosen
    (another,) = thinkers._running
    assert another.pid != worker.pid


async def test_without_a_worker_the_bot_thinks_here() -> None:
    broken = Thinkers(1, ("-c", "raise SystemExit(1)"))
    session = started("whisper")
    assert await broken.choose(Position.of(session, 0)) == session.game.bot(session, 0)
    slow = Thinkers(1, ("-c", "import time; time.sleep(60)"), longest=0.05)
    assert await slow.choose(Position.of(session, 0)) == session.game.bot(session, 0)
    assert not slow._running, "it was ended"


async def test_workers_end_with_the_server(thinkers: Thinkers) -> None:
    await thinkers.choose(Position.of(started("whisper"), 0))
    (worker,) = thinkers._running
    assert worker.stdin is not None
    worker.stdin.close()  # as when the server is killed
    assert await asyncio.wait_for(worker.wait(), 30) == 0


async def test_bots_at_a_table_think_in_the_worker(engine: AsyncEngine, database_url: str, thinkers: Thinkers) -> None:
    hub = Hub(engine, database_url, thinkers=thinkers)
    await hub.start()
    try:
        lobby, owner = Lobby(hub), await People(engine, "key").welcome("Ana")
        info = await lobby.create("whisper", 2, {"moves": 6}, owner.id)
        await lobby.seat_bot(info.id, 1)
        await lobby.begin(info.id)
        live = await hub.live(info.id)
        assert live.session is not None
        while live.session.outcome is None:
            if 0 in live.session.asks:
                await hub.act(info.id, live.session.default_answer(0))
            await asyncio.sleep(0.01)
        entries = [entry for _, entry in await hub.store.entries_after(info.id, 0) if entry.choice is not None]
        assert [entry.by for entry in entries] == ["", "bot"] * 3
        assert len(thinkers._running) == 1
    finally:
        await hub.stop()


# Garbage --------------------------------------------------------------------------------------------------------------


def test_everything_is_looked_through_only_when_it_is_quiet() -> None:
    quiet = Quiet(0, now=0)
    assert not any(quiet.is_due(0, now) for now in range(5, 60, 5)), "nothing was played"
    assert not any(quiet.is_due(move, 60) for move in range(1, 50)), "people play"
    assert [quiet.is_due(49, 100 + look) for look in range(5)] == [False, True, False, False, False], "once"
    assert quiet.is_due(50, 100 + AT_LEAST_EVERY + 1), "a server that is never quiet"

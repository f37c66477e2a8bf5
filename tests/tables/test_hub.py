"""Tables: moves are durable before they are seen, counted once, and the same in every process."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import func, select, text, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import GAMES
from app.games.whisper.game import Whisper
from app.kernel import Answer, Option, Refused, Session, Stale, state_hash
from app.people.identity import People
from app.storage.schema import checkpoints, journal, tables
from app.tables.doctor import examine_tables
from app.tables.hub import Hub
from app.tables.lobby import Lobby
from app.tables.store import Unavailable
from app.web.frames import json_frame
from tests.patience import Patiently


async def start_table(hub: Hub, engine: AsyncEngine, seats: int = 3, moves: int = 500) -> str:
    people = People(engine, "key")
    players = [await people.welcome(f"Player {number}") for number in range(seats)]
    info = await Lobby(hub).create("whisper", seats, {"moves": moves}, players[0].id)
    for player in players[1:]:
        await Lobby(hub).sit(info.id, player.id)
    await Lobby(hub).begin(info.id)
    return info.id


async def move(hub: Hub, table_id: str, key: str = "") -> None:
    live = await hub.live(table_id)
    assert live.session is not None
    seat = live.session.next_seat
    await hub.answer(table_id, seat, live.session.asks[seat].id, GAMES["whisper"].bot(live.session, seat).values, key)


async def rows(engine: AsyncEngine, table_id: str) -> int:
    async with engine.connect() as connection:
        query = select(func.count()).select_from(journal).where(journal.c.table_id == table_id)
        return int(await connection.scalar(query) or 0)


def session_of(live: Any) -> Session[Any]:
    assert live.session is not None
    session: Session[Any] = live.session
    return session


@pytest.fixture
async def other_hub(engine: AsyncEngine, database_url: str) -> Any:
    """A second server process on the same database, as far as tables are concerned."""
    other = Hub(engine, database_url)
    await other.start()  # once it listens, it looks at every table it has
    yield other
    await other.stop()


async def test_a_game_is_played_to_its_end_and_stays_finished(hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine, moves=70)
    for _ in range(70):
        await move(hub, table_id)
    live = await hub.live(table_id)
    assert session_of(live).outcome is not None
    assert live.info.status == "finished"
    assert await rows(engine, table_id) == 71
    with pytest.raises(Refused, match="over"):
        await hub.answer(table_id, 0, "1.x", [])
    fresh = Hub(engine, "")
    assert session_of(await fresh.live(table_id)).outcome == session_of(live).outcome


async def test_a_public_table_that_is_over_is_found_by_its_game(hub: Hub, engine: AsyncEngine) -> None:
    secret, shown = await start_table(hub, engine, moves=4), await start_table(hub, engine, moves=4)
    async with engine.begin() as connection:
        await connection.execute(update(tables).where(tables.c.id == shown).values(settings={"listed": True}))
    assert await hub.store.lately_over("whisper", 4) == [], "neither is over"
    for table_id in (secret, shown):
        for _ in range(4):
            await move(hub, table_id)
    (one,) = await hub.store.lately_over("whisper", 4)
    assert one.info.id == shown
    assert one.outcome is not None
    assert await hub.store.lately_over("stratos", 4) == []


async def test_a_table_loads_as_it_was_after_any_number_of_moves(hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine)
    for number in range(75):
        await move(hub, table_id)
        if number % 7 == 0:
            fresh = await Hub(engine, "").live(table_id)
            live = await hub.live(table_id)
            assert state_hash(session_of(fresh).state) == state_hash(session_of(live).state)
            assert fresh.seq == live.seq
            assert session_of(fresh).asks == session_of(live).asks
    async with engine.connect() as connection:
        stored = (
            await connection.execute(select(tables.c.seq, tables.c.base_seq).where(tables.c.id == table_id))
        ).one()
        kept = (await connection.scalars(select(checkpoints.c.seq).where(checkpoints.c.table_id == table_id))).all()
    assert stored.seq - stored.base_seq <= 32, "loading replays few choices"
    assert kept, "some bases are kept for looking back"


async def test_a_repeated_message_counts_once(hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine)
    live = await hub.live(table_id)
    ask = session_of(live).asks[0]
    for _ in range(3):
        await hub.answer(table_id, 0, ask.id, ask.default, "same key")
    assert await rows(engine, table_id) == 2
    again = Hub(engine, "")
    await again._journal.start()
    await again.answer(table_id, 0, ask.id, ask.default, "same key")
    await again.stop()
    assert await rows(engine, table_id) == 2, "also after a restart"
    with pytest.raises(Stale):
        await hub.answer(table_id, 0, ask.id, ask.default, "another key")


async def test_two_processes_serve_one_table(hub: Hub, other_hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine)
    _, feed = await other_hub.attach(table_id, 1)
    here, there = await hub.live(table_id), await other_hub.live(table_id)
    for number in range(20):
        feed.wake.clear()
        await move(hub if number % 3 else other_hub, table_id)
        await asyncio.wait_for(feed.wake.wait(), 60)
        async with asyncio.timeout(60):
            while here.seq != there.seq:
                await asyncio.sleep(0.005)
        assert state_hash(session_of(here).state) == state_hash(session_of(there).state)
    assert json_frame(there, feed) is not None


async def test_of_two_simultaneous_answers_one_counts(hub: Hub, other_hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine)
    await other_hub.live(table_id)
    for _ in range(15):
        live = await hub.live(table_id)
        async with asyncio.timeout(60):
            while (await other_hub.live(table_id)).seq != live.seq:
                await asyncio.sleep(0.005)
        seat, ask = next(iter(session_of(live).asks.items()))
        tries = (h.answer(table_id, seat, ask.id, ask.default) for h in (hub, other_hub))
        results = await asyncio.gather(*tries, return_exceptions=True)
        assert sum(result is None for result in results) == 1, results
        assert any(isinstance(result, Stale) for result in results)
    assert await rows(engine, table_id) == 16


async def test_many_tables_at_once_share_commits_without_mixing(hub: Hub, engine: AsyncEngine) -> None:
    ids = [await start_table(hub, engine, seats=2, moves=30) for _ in range(12)]

    async def play(table_id: str) -> None:
        for _ in range(30):
            await move(hub, table_id)

    await asyncio.gather(*map(play, ids))
    for table_id in ids:
        assert await rows(engine, table_id) == 31


async def test_nothing_is_shown_before_it_is_committed(hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine)
    live, feed = await hub.attach(table_id, 1)
    json_frame(live, feed)
    append = hub._journal.append
    held = asyncio.Event()

    async def slow_append(write: Any) -> bool:
        await held.wait()
        return await append(write)

    hub._journal.append = slow_append  # type: ignore[method-assign]
    work = asyncio.create_task(move(hub, table_id))
    await asyncio.sleep(0.05)
    assert json_frame(live, feed) is None, "the move is in memory, and nobody is told"
    watching = asyncio.create_task(hub.attach(table_id, 2))
    await asyncio.sleep(0.05)
    assert not watching.done(), "nor somebody who connects just now"
    held.set()
    await work
    await watching
    assert json_frame(live, feed) is not None


async def test_a_failed_commit_is_refused_and_changes_nothing(hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine)
    before = state_hash(session_of(await hub.live(table_id)).state)

    async def broken(write: Any) -> bool:
        raise OSError("the disk is gone")

    append, hub._journal.append = hub._journal.append, broken  # type: ignore[method-assign]
    with pytest.raises(Unavailable):
        await move(hub, table_id)
    hub._journal.append = append  # type: ignore[method-assign]
    assert state_hash(session_of(await hub.live(table_id)).state) == before
    await move(hub, table_id)
    assert await rows(engine, table_id) == 2


async def test_a_commit_whose_answer_was_lost_is_not_made_twice(hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine)
    append = hub._journal.append
    calls = 0

    async def answer_lost(write: Any) -> bool:
        nonlocal calls
        calls += 1
        done = await append(write)
        if calls == 1:
            raise ConnectionError("lost after the commit")
        return done

    hub._journal.append = answer_lost  # type: ignore[method-assign]
    await move(hub, table_id, key="k1")
    assert await rows(engine, table_id) == 2
    assert (await hub.live(table_id)).seq == 2


async def test_lost_database_connections_are_replaced(hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine)
    await move(hub, table_id)
    async with engine.connect() as connection:
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        await connection.execute(text(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}"))
    for _ in range(3):
        await move(hub, table_id)
    assert await rows(engine, table_id) == 5


class NewWhisper(Whisper):
    """Whisper after an upgrade that asks something else."""

    def script(self, play: Any) -> Any:
        from app.games.whisper import rules
        from app.kernel import choose

        yield from choose(play.state.to_move, "Ready?", [Option("ready", "Ready")], stop=True)
        return (yield from rules.script(play))


async def test_changed_rules_take_a_table_back_one_step_and_say_so(
    hub: Hub, engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await start_table(hub, engine)
    for _ in range(10):
        await move(hub, table_id)
    monkeypatch.setitem(GAMES, "whisper", NewWhisper())
    reports = [report async for report in examine_tables(engine)]
    assert ["goes back by" in report.trouble for report in reports] == [True]
    later = Hub(engine, "")
    await later._journal.start()
    live = await later.live(table_id)
    assert session_of(live).asks[session_of(live).state.to_move].prompt == "Ready?"
    assert any("rules were updated" in told.line.text for told in live.lines_for(None))
    again = await Hub(engine, "").live(table_id)
    assert again.seq == live.seq, "it goes back once, not at every load"
    await later.stop()


async def test_the_doctor_finds_nothing_wrong_with_sound_tables(hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine)
    for _ in range(40):
        await move(hub, table_id)
    assert [report.trouble async for report in examine_tables(engine)] == [""]


async def test_bots_play_their_seats(hub: Hub, engine: AsyncEngine) -> None:
    people = People(engine, "key")
    ana = await people.welcome("Ana")
    info = await Lobby(hub).create("whisper", 3, {"moves": 9}, ana.id)
    await Lobby(hub).seat_bot(info.id, 1)
    await Lobby(hub).seat_bot(info.id, 2)
    await Lobby(hub).begin(info.id)
    live = await hub.live(info.id)
    for turn in range(3):
        async with asyncio.timeout(60):
            while 0 not in session_of(live).asks:
                await asyncio.sleep(0.005)
        assert session_of(live).state.moves_left == 9 - 3 * turn
        await move(hub, info.id)
    async with asyncio.timeout(60):
        while session_of(live).outcome is None:
            await asyncio.sleep(0.005)


class Asking(Whisper):
    """Everybody may ask after whoever plays a seat."""

    def offers(self, state: Any, seat: int) -> list[Option]:
        return [Option(f"there:{other}", "Are you there?", person=other) for other in range(len(state.hands))]


async def test_what_is_about_a_person_is_not_offered_of_a_bot(
    hub: Hub, engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "whisper", Asking())
    people = People(engine, "key")
    ana, ben = [await people.welcome(name) for name in ("Ana", "Ben")]
    info = await Lobby(hub).create("whisper", 3, {"moves": 9}, ana.id)
    await Lobby(hub).sit(info.id, ben.id)
    await Lobby(hub).seat_bot(info.id, 2)
    await Lobby(hub).begin(info.id)
    live = await hub.live(info.id)
    assert [option.id for option in live.offers(0)] == ["there:0", "there:1"]


async def test_the_lobby_refuses_what_makes_no_sense(hub: Hub, engine: AsyncEngine) -> None:
    people = People(engine, "key")
    ana, ben, cleo = [await people.welcome(name) for name in ("Ana", "Ben", "Cleo")]
    with pytest.raises(Refused, match="no such game"):
        await Lobby(hub).create("chess", 2, {}, ana.id)
    with pytest.raises(Refused, match="takes 2 to 8"):
        await Lobby(hub).create("whisper", 9, {}, ana.id)
    with pytest.raises(Refused, match="choose a whole number from"):
        await Lobby(hub).create("whisper", 2, {"moves": -5}, ana.id)
    info = await Lobby(hub).create("whisper", 2, {}, ana.id)
    with pytest.raises(Refused, match="empty seats"):
        await Lobby(hub).begin(info.id)
    with pytest.raises(Refused, match="not started"):
        await hub.act(info.id, Answer(0, "x", ()))
    assert await Lobby(hub).sit(info.id, ben.id) == 1
    assert await Lobby(hub).sit(info.id, ben.id) == 1, "who sits already keeps the seat"
    with pytest.raises(Refused, match="All seats"):
        await Lobby(hub).sit(info.id, cleo.id)
    await Lobby(hub).begin(info.id)
    with pytest.raises(Refused, match="already"):
        await Lobby(hub).begin(info.id)


async def test_idle_tables_leave_memory_and_come_back(engine: AsyncEngine, database_url: str) -> None:
    hub = Hub(engine, database_url, idle_seconds=0.1)
    await hub.start()
    table_id = await start_table(hub, engine)
    await move(hub, table_id)
    async with asyncio.timeout(60):
        while hub._live:
            await asyncio.sleep(0.05)
    await move(hub, table_id)
    assert await rows(engine, table_id) == 3
    await hub.stop()


async def test_a_table_that_is_played_elsewhere_is_forgotten_here_once_nobody_looks(
    hub: Hub, engine: AsyncEngine, database_url: str
) -> None:
    table_id = await start_table(hub, engine)
    other = Hub(engine, database_url, wakes=lambda _: False)
    await other.start()
    live, feed = await other.attach(table_id, 1)
    live.last_used = 0.0
    await move(hub, table_id)
    async for _ in Patiently("who is there sees the move"):
        if live.seq == (await hub.live(table_id)).seq:
            break
    await other.detach(live, feed)
    live.last_used = 0.0
    await move(hub, table_id)
    async for _ in Patiently("it is forgotten"):
        if live not in other.tables:
            break
    assert (await other.live(table_id)).seq == (await hub.live(table_id)).seq
    await other.stop()

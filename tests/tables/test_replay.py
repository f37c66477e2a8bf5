"""Looking back, tables as files, and bug reports that tell no secret."""

from __future__ import annotations

import json

import msgspec
import pytest
from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncEngine

from app.kernel import Refused, state_hash
from app.people.identity import People
from app.storage.schema import checkpoints
from app.tables.hub import Hub
from app.tables.replay import Archive, reproduce
from tests.tables.test_hub import move, session_of, start_table


async def test_every_moment_can_be_seen_again(hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine)
    live = await hub.live(table_id)
    hashes = {live.moment: state_hash(session_of(live).state)}
    for _ in range(150):
        await move(hub, table_id)
        hashes[live.moment] = state_hash(session_of(live).state)
    archive = Archive(engine, hub.store)
    for seq in (1, 2, 63, 64, 65, 66, 100, 128, 129, 150, 151):
        moment = await archive.moment(table_id, seq)
        assert state_hash(session_of(moment).state) == hashes[seq], seq
        assert moment.moment == seq
        assert moment.lines_for(None)[-1].moment == seq if seq > 1 else True


async def test_what_was_not_kept_is_refused_in_words(hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine)
    for _ in range(5):
        await move(hub, table_id)
    async with engine.begin() as connection:
        await connection.execute(delete(checkpoints).where(checkpoints.c.table_id == table_id))
    with pytest.raises(Refused, match="not kept"):
        await Archive(engine, hub.store).moment(table_id, 3)


async def test_a_table_travels_as_one_file(hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine)
    for _ in range(70):
        await move(hub, table_id)
    archive = Archive(engine, hub.store)
    blob = await archive.export(table_id)
    owner = await People(engine, "key").welcome("Zoe")
    info = await archive.restore(blob, owner.id)
    assert info.id != table_id
    copy, live = await hub.live(info.id), await hub.live(table_id)
    assert copy.seq == live.seq
    assert state_hash(session_of(copy).state) == state_hash(session_of(live).state)
    await move(hub, info.id)
    assert (await hub.live(table_id)).seq == live.seq, "the original is untouched"
    assert (await archive.moment(info.id, 3)).moment == 3
    with pytest.raises(Refused, match="not a table"):
        await archive.restore(b"nonsense", owner.id)
    with pytest.raises(Refused, match="not on this shelf"):
        file = msgspec.msgpack.decode(blob)
        await archive.restore(msgspec.msgpack.encode(file | {"game": "chess"}), owner.id)


async def test_a_bug_report_reproduces_what_its_writer_saw_and_nothing_more(hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine)
    for _ in range(20):
        await move(hub, table_id)
    live = await hub.live(table_id)
    session = session_of(live)
    blob = Archive(engine, hub.store).bug_report(live, 1, "the tile did not turn")
    report, again = reproduce(blob)
    assert report.words == "the tile did not turn"
    assert again.view(1) == session.view(1)
    assert again.asks.get(1) == session.asks.get(1)
    assert again.state.hands[0] != session.state.hands[0], "the other hands are made up"
    assert again.state.deck != session.state.deck
    assert live.info.seed not in blob.decode()
    lines = [told["line"] for told in json.loads(blob)["log"]]
    assert {tuple(line["to"]) for line in lines if line.get("to") is not None} <= {(1,)}
    public = json.dumps([line for line in lines if line.get("to") is None])  # in its own it may have given one away
    assert all(f"card {card} " not in public for card in session.state.hands[0])

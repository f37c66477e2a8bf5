"""Backups under load, restored elsewhere; from the embedded database to another Postgres and back."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import AsyncGenerator
from pathlib import Path

import pytest
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.kernel import state_hash
from app.storage import backup as backups
from app.storage.backup import BackupError, backup, backup_before_migration, restore
from app.storage.database import WrongSchema, connect, current_revision, migrate, newest_revision
from app.storage.embedded import EmbeddedPostgres, network_share
from app.storage.schema import tables
from app.tables.hub import Hub
from tests.tables.test_hub import move, session_of, start_table


@pytest.fixture
async def elsewhere() -> AsyncGenerator[EmbeddedPostgres]:
    """Another Postgres server: to this one it is an external database."""
    home = Path(tempfile.mkdtemp(prefix="parallax-elsewhere-"))
    home.chmod(0o755)
    server = EmbeddedPostgres(home, durable=False)
    await asyncio.to_thread(server.start)
    yield server
    await asyncio.to_thread(server.stop)
    shutil.rmtree(home, ignore_errors=True)


async def _seqs(engine: AsyncEngine) -> dict[str, int]:
    async with engine.connect() as connection:
        return {row.id: row.seq for row in await connection.execute(select(tables.c.id, tables.c.seq))}


async def test_a_backup_under_load_opens_elsewhere_at_the_same_moves(
    hub: Hub, engine: AsyncEngine, database_url: str, elsewhere: EmbeddedPostgres, tmp_path: Path
) -> None:
    ids = [await start_table(hub, engine, moves=5000) for _ in range(3)]
    going = True

    async def play(table_id: str) -> None:
        while going:
            await move(hub, table_id)
            await asyncio.sleep(0)

    data, file = tmp_path / "data", tmp_path / "all.parallax"
    data.mkdir()
    (data / "secret_key").write_text("the key")
    players = [asyncio.create_task(play(table_id)) for table_id in ids]
    await asyncio.sleep(0.2)
    before = await _seqs(engine)
    await backup(engine, database_url, data, file)
    after = await _seqs(engine)
    going = False
    await asyncio.gather(*players)
    assert all(before[table_id] < after[table_id] for table_id in ids), "the games went on meanwhile"
    assert file.stat().st_mode & 0o777 == 0o600

    there = connect(elsewhere.url)
    assert await restore(there, elsewhere.url, tmp_path / "other", file) == newest_revision()
    restored = await _seqs(there)
    assert all(before[table_id] <= restored[table_id] <= after[table_id] for table_id in ids)
    other_hub = Hub(there, elsewhere.url)
    await other_hub.start()
    for table_id in ids:
        live = await other_hub.live(table_id)
        assert live.seq == restored[table_id]
        await move(other_hub, table_id)
    assert (tmp_path / "other" / "secret_key").read_text() == "the key"

    # And back again: the same games at the same moves.
    hashes = {table_id: state_hash(session_of(await other_hub.live(table_id)).state) for table_id in ids}
    await backup(there, elsewhere.url, tmp_path / "other", tmp_path / "back.parallax")
    await other_hub.stop()
    await there.dispose()
    await hub.stop()
    with pytest.raises(BackupError, match="holds 3 tables already"):
        await restore(engine, database_url, data, tmp_path / "back.parallax")
    await restore(engine, database_url, data, tmp_path / "back.parallax", force=True)
    home = Hub(engine, database_url)
    for table_id in ids:
        assert state_hash(session_of(await home.live(table_id)).state) == hashes[table_id]


async def test_a_database_in_use_is_not_overwritten(engine: AsyncEngine, database_url: str, tmp_path: Path) -> None:
    await backup(engine, database_url, tmp_path, tmp_path / "x.parallax")
    other = connect(database_url)
    async with other.connect() as connection:
        await connection.execute(text("SELECT 1"))
        with pytest.raises(BackupError, match="Stop it first"):
            await restore(engine, database_url, tmp_path, tmp_path / "x.parallax", force=True)
    await other.dispose()


async def test_what_is_no_backup_or_from_the_future_is_refused(
    engine: AsyncEngine, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nonsense = tmp_path / "nonsense"
    nonsense.write_text("hello")
    with pytest.raises(BackupError, match="no backup"):
        await restore(engine, database_url, tmp_path, nonsense)
    file = tmp_path / "x.parallax"
    await backup(engine, database_url, tmp_path, file)
    monkeypatch.setattr(backups, "known_revisions", lambda: {"0001"})
    with pytest.raises(WrongSchema, match=newest_revision()):
        await restore(engine, database_url, tmp_path, file)


async def test_an_upgrade_leaves_a_backup_from_before(elsewhere: EmbeddedPostgres, tmp_path: Path) -> None:
    engine = connect(elsewhere.url)
    assert await backup_before_migration(engine, elsewhere.url, tmp_path) is None, "nothing to keep yet"
    await migrate(engine, "0001")
    assert await current_revision(engine) == "0001"
    file = await backup_before_migration(engine, elsewhere.url, tmp_path)
    assert file is not None
    assert file.exists()
    await migrate(engine)
    assert await current_revision(engine) == newest_revision()
    assert await backup_before_migration(engine, elsewhere.url, tmp_path) is None
    await engine.dispose()
    fresh = connect(elsewhere.url)
    assert await restore(fresh, elsewhere.url, tmp_path, file) == "0001", "the way back"
    await fresh.dispose()


def test_a_network_share_is_noticed(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"dev / ext4 rw 0 0\nhost:/x {tmp_path}/share nfs4 rw 0 0\n")
    assert network_share(tmp_path / "share" / "data", mounts) == "nfs4"
    assert network_share(tmp_path / "local", mounts) is None

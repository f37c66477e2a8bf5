"""Backups under load, restored elsewhere; from the embedded database to another Postgres and back."""

from __future__ import annotations

import asyncio
import io
import json
import os
import shutil
import tarfile
import tempfile
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.config import Settings
from app.kernel import state_hash
from app.storage import restore as restores
from app.storage.backup import backup, backup_before_migration, make_room
from app.storage.database import WrongSchema, connect, current_revision, migrate, newest_revision
from app.storage.embedded import EmbeddedPostgres, network_share
from app.storage.restore import forget, kept_databases, restore, take_back
from app.storage.schedule import backup_if_due
from app.storage.schema import tables
from app.storage.tools import BackupError, copy_of
from app.tables.hub import Hub
from tests.tables.test_hub import move, session_of, start_table

SYSTEM_POSTGRES = Path("/usr/lib/postgresql")  # where Debian's packages put each version


def other_versions() -> list[str]:
    """The Postgres servers of this machine, besides the embedded one."""
    return sorted(path.name for path in SYSTEM_POSTGRES.glob("[0-9]*") if (path / "bin" / "initdb").exists())


@pytest.fixture(params=["embedded", *(other_versions() or ["15"])])
async def elsewhere(request: pytest.FixtureRequest) -> AsyncGenerator[EmbeddedPostgres]:
    """Another Postgres server: to this one it is an external database."""
    version = request.param
    if version != "embedded" and not other_versions():
        pytest.skip("NOT RUN: no other Postgres on this machine; restoring into older ones needs postgresql-15")
    home = Path(tempfile.mkdtemp(prefix="parallax-elsewhere-"))
    home.chmod(0o755)
    binaries = None if version == "embedded" else SYSTEM_POSTGRES / version
    server = EmbeddedPostgres(home, durable=False, binaries=binaries)
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
    players = [asyncio.create_task(play(table_id)) for table_id in ids]
    before = started = await _seqs(engine)
    async with asyncio.timeout(60):
        while any(before[table_id] == started[table_id] for table_id in ids):
            await asyncio.sleep(0.02)
            before = await _seqs(engine)
    await backup(engine, database_url, data, file, key="the key")
    after = await _seqs(engine)
    going = False
    await asyncio.gather(*players)
    assert all(before[table_id] < after[table_id] for table_id in ids), "the games went on meanwhile"
    assert file.stat().st_mode & 0o777 == 0o600

    there = connect(elsewhere.url)
    assert (await restore(there, elsewhere.url, tmp_path / "other", file)).schema == newest_revision()
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
    await backup(there, elsewhere.url, tmp_path / "other", tmp_path / "back.parallax", key="the key")
    await other_hub.stop()
    await there.dispose()
    await hub.stop()
    with pytest.raises(BackupError, match="holds 3 tables already"):
        await restore(engine, database_url, data, tmp_path / "back.parallax")
    done = await restore(engine, database_url, data, tmp_path / "back.parallax", force=True)
    assert done.kept is not None
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
    monkeypatch.setattr(restores, "known_revisions", lambda: {"0001"})
    with pytest.raises(WrongSchema, match=newest_revision()):
        await restore(engine, database_url, tmp_path, file)


@pytest.mark.parametrize("name", ["../outside", "/outside", "data/link"])
async def test_an_archive_writes_nothing_outside_and_makes_no_links(
    engine: AsyncEngine, database_url: str, tmp_path: Path, name: str
) -> None:
    entry = tarfile.TarInfo(name)
    if name == "data/link":
        entry.type, entry.linkname = tarfile.SYMTYPE, "/etc"
    with tarfile.open(tmp_path / "hostile", "w:gz") as archive:
        archive.addfile(entry)
    with pytest.raises(BackupError, match="no backup"):
        await restore(engine, database_url, tmp_path, tmp_path / "hostile")
    assert {path.name for path in tmp_path.iterdir()} == {"hostile"}


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
    assert (await restore(fresh, elsewhere.url, tmp_path, file)).schema == "0001", "it can be read"
    await fresh.dispose()


async def _play_some(hub: Hub, engine: AsyncEngine) -> dict[str, int]:
    table_id = await start_table(hub, engine, moves=100)
    for _ in range(3):
        await move(hub, table_id)
    await hub.stop()
    return await _seqs(engine)


def _truncated(content: bytes) -> bytes:
    return content[: len(content) * 2 // 3]


def _without_its_end(content: bytes) -> bytes:
    """All parts are there; only the sum behind them is not."""
    return content[:-8]


def _altered(content: bytes, name: str, alter: Callable[[bytes], bytes]) -> bytes:
    """The same archive with one of its parts changed."""
    made = io.BytesIO()
    with tarfile.open(fileobj=io.BytesIO(content)) as source, tarfile.open(fileobj=made, mode="w:gz") as archive:
        for entry in source:
            part = source.extractfile(entry)
            inside = part.read() if part else b""
            inside = alter(inside) if entry.name == name else inside
            entry.size = len(inside)
            archive.addfile(entry, io.BytesIO(inside))
    return made.getvalue()


def _tampered(content: bytes) -> bytes:
    """The dump lost its end, though the archive around it is whole."""
    return _altered(content, "database.dump", lambda inside: inside[:-2000])


def _fewer_rows(content: bytes) -> bytes:
    """It does not hold what its manifest says."""

    def claim(inside: bytes) -> bytes:
        manifest = json.loads(inside)
        manifest["rows"]["journal"] += 1
        return json.dumps(manifest).encode()

    return _altered(content, "manifest.json", claim)


def _foreign(content: bytes) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        archive.addfile(tarfile.TarInfo("holiday.jpg"))
    return made.getvalue()


@pytest.mark.parametrize("spoil", [_truncated, _without_its_end, _tampered, _fewer_rows, _foreign])
async def test_a_spoilt_backup_changes_nothing(
    hub: Hub, engine: AsyncEngine, database_url: str, tmp_path: Path, spoil: Callable[[bytes], bytes]
) -> None:
    before = await _play_some(hub, engine)
    data = tmp_path / "data"
    (data / "packs").mkdir(parents=True)
    (data / "packs" / "mine").write_text("mine")
    await backup(engine, database_url, data, tmp_path / "good", key="the key")
    (data / "secret_key").write_text("the key")
    (tmp_path / "bad").write_bytes(spoil((tmp_path / "good").read_bytes()))
    with pytest.raises(BackupError):
        await restore(engine, database_url, data, tmp_path / "bad", force=True)
    assert await _seqs(engine) == before
    assert await kept_databases(database_url) == []
    async with engine.connect() as connection:
        half = "SELECT count(*) FROM pg_database WHERE datname LIKE current_database() || '\\_restored\\_%'"
        assert await connection.scalar(text(half)) == 0, "nothing half done is left beside it"
    assert {str(path.relative_to(data)) for path in data.rglob("*")} == {"packs", "packs/mine", "secret_key"}


async def test_what_was_there_is_kept_and_comes_back(
    hub: Hub, engine: AsyncEngine, database_url: str, tmp_path: Path
) -> None:
    before = await _play_some(hub, engine)
    await backup(engine, database_url, tmp_path, tmp_path / "early", key="early key")
    again = Hub(engine, database_url)
    await again.start()
    (table_id,) = before
    await move(again, table_id)
    await again.stop()
    later = await _seqs(engine)
    assert later != before
    data = tmp_path / "data"
    data.mkdir()
    (data / "secret_key").write_text("later key")
    done = await restore(engine, database_url, data, tmp_path / "early", force=True)
    assert await _seqs(engine) == before
    assert (data / "secret_key").read_text() == "early key"
    assert [path.read_text() for path in data.glob("before-*/secret_key")] == ["later key"]
    assert done.kept is not None
    assert await kept_databases(database_url) == [done.kept]
    other = await take_back(engine, database_url, done.kept)
    assert await _seqs(engine) == later
    assert await kept_databases(database_url) == [other]
    await engine.dispose()
    await forget(database_url, other)
    assert await kept_databases(database_url) == []
    with pytest.raises(BackupError, match="no kept database"):
        await forget(database_url, "postgres")


async def test_an_account_that_may_not_create_databases_restores_into_an_empty_one_only(
    hub: Hub, engine: AsyncEngine, database_url: str, tmp_path: Path
) -> None:
    before = await _play_some(hub, engine)
    await backup(engine, database_url, tmp_path, tmp_path / "good")
    async with engine.begin() as connection:
        await connection.execute(text("DROP ROLE IF EXISTS plain"))
        await connection.execute(text("CREATE ROLE plain LOGIN PASSWORD 'never-on-a-command-line'"))
        await connection.execute(text(f'GRANT ALL ON DATABASE "{engine.url.database}" TO plain'))
        await connection.execute(text("ALTER SCHEMA public OWNER TO plain"))
        await connection.execute(text("GRANT ALL ON ALL TABLES IN SCHEMA public TO plain"))
    url = engine.url.set(username="plain", password="never-on-a-command-line")
    humble = connect(url.render_as_string(hide_password=False))
    address = url.render_as_string(hide_password=False)
    await engine.dispose()
    with pytest.raises(BackupError, match="CREATEDB"):
        await restore(humble, address, tmp_path / "data", tmp_path / "good", force=True)
    assert await _seqs(engine) == before
    async with engine.begin() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public AUTHORIZATION plain"))
    await engine.dispose()
    await restore(humble, address, tmp_path / "data", tmp_path / "good")
    assert await _seqs(humble) == before
    await humble.dispose()


async def test_a_passphrase_seals_the_key(engine: AsyncEngine, database_url: str, tmp_path: Path) -> None:
    file = tmp_path / "sealed"
    await backup(engine, database_url, tmp_path, file, key="from the environment", passphrase="open sesame")
    with tarfile.open(file) as archive:
        for entry in archive:
            part = archive.extractfile(entry)
            assert part is None or b"from the environment" not in part.read()
    with pytest.raises(BackupError, match="BACKUP_PASSPHRASE"):
        await restore(engine, database_url, tmp_path / "data", file, passphrase="open barley")
    await restore(engine, database_url, tmp_path / "data", file, passphrase="open sesame")
    key = tmp_path / "data" / "secret_key"
    assert key.read_text() == "from the environment"
    assert key.stat().st_mode & 0o777 == 0o600


async def test_a_backup_is_private_from_its_first_byte(
    engine: AsyncEngine, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[int] = []
    add = tarfile.TarFile.addfile

    def look(self: tarfile.TarFile, *arguments: Any, **named: Any) -> None:
        seen.extend(path.stat().st_mode & 0o777 for path in tmp_path.glob("*.part"))
        add(self, *arguments, **named)

    monkeypatch.setattr(tarfile.TarFile, "addfile", look)
    await backup(engine, database_url, tmp_path, tmp_path / "x.parallax", key="key")
    assert set(seen) == {0o600}


async def test_backups_on_a_schedule_make_room(engine: AsyncEngine, database_url: str, tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path, backup_hours=1, backup_keep=2)
    folder = tmp_path / "backups"
    made = await backup_if_due(engine, database_url, settings, "key")
    assert made is not None
    assert made.exists()
    assert await backup_if_due(engine, database_url, settings, "key") is None, "not again within the hour"
    for number in range(3):
        old = folder / f"auto-0001-{number}.parallax"
        old.write_text("old")
        os.utime(old, (1000 + number, 1000 + number))
    make_room(folder, "auto", 2)
    assert {path.name for path in folder.iterdir()} == {"auto-0001-2.parallax", made.name}


async def test_two_processes_may_change_the_schema_at_once(elsewhere: EmbeddedPostgres) -> None:
    engines = [connect(elsewhere.url) for _ in range(3)]
    await migrate(engines[0], "0001")
    await asyncio.gather(*(migrate(engine) for engine in engines))
    assert await current_revision(engines[0]) == newest_revision()
    for engine in engines:
        await engine.dispose()


async def test_a_copy_is_examined_while_the_database_is_in_use(
    hub: Hub, engine: AsyncEngine, database_url: str, tmp_path: Path
) -> None:
    table_id = await start_table(hub, engine, moves=100)
    await move(hub, table_id)
    async with copy_of(database_url, tmp_path) as url:
        copied = connect(url)
        assert await _seqs(copied) == await _seqs(engine)
        await move(hub, table_id)
        assert await _seqs(copied) != await _seqs(engine)
        await copied.dispose()


def test_a_network_share_is_noticed(tmp_path: Path) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"dev / ext4 rw 0 0\nhost:/x {tmp_path}/share nfs4 rw 0 0\n")
    assert network_share(tmp_path / "share" / "data", mounts) == "nfs4"
    assert network_share(tmp_path / "local", mounts) is None

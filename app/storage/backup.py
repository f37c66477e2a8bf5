"""Backup and restore: everything in one file, while the server runs, from any Postgres to any other.

The file is a tar archive: a manifest, a dump of the database, and the files of the data folder that are not the database.
"""

from __future__ import annotations

import asyncio
import io
import json
import subprocess
import tarfile
import tempfile
import time
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine

from app.storage.database import WrongSchema, async_url, current_revision, known_revisions, newest_revision
from app.storage.embedded import wheel_binaries

KEPT_FILES = ("secret_key", "packs")
KEPT_AUTOMATIC = 5


class BackupError(Exception):
    pass


def _libpq(url: str) -> str:
    """The address in the form that Postgres's own programs understand."""
    return make_url(async_url(url)).set(drivername="postgresql").render_as_string(hide_password=False)


async def _run(name: str, *arguments: str) -> None:
    """One of Postgres's own programs."""
    words = [str(wheel_binaries() / "bin" / name), "--no-owner", "--no-privileges", *arguments]
    done = await asyncio.to_thread(subprocess.run, words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise BackupError(f"{name} failed: {done.stderr.strip()}")


async def backup(engine: AsyncEngine, url: str, data_dir: Path, file: Path) -> None:
    """One consistent file of everything. The server may go on meanwhile."""
    made = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    manifest: dict[str, object] = {"parallax": 1, "schema": await current_revision(engine), "made": made}
    with tempfile.TemporaryDirectory() as folder:
        dump = Path(folder) / "database.dump"
        await _run("pg_dump", "--format=custom", f"--file={dump}", f"--dbname={_libpq(url)}")
        await asyncio.to_thread(_pack, manifest, dump, data_dir, file)


def _pack(manifest: dict[str, object], dump: Path, data_dir: Path, file: Path) -> None:
    partial = file.with_name(file.name + ".part")
    with tarfile.open(partial, "w:gz") as archive:
        words = json.dumps(manifest).encode()
        entry = tarfile.TarInfo("manifest.json")
        entry.size = len(words)
        archive.addfile(entry, io.BytesIO(words))
        archive.add(dump, "database.dump")
        for name in KEPT_FILES:
            if (data_dir / name).exists():
                archive.add(data_dir / name, f"data/{name}")
    partial.chmod(0o600)  # it holds everybody's secrets
    partial.rename(file)


async def restore(engine: AsyncEngine, url: str, data_dir: Path, file: Path, *, force: bool = False) -> str:
    """Put a backup in the place of what is there; returns its schema. Refused if that would lose something unasked."""
    with tempfile.TemporaryDirectory() as folder:
        manifest = _unpack(file, Path(folder))
        schema = str(manifest["schema"])
        if schema not in known_revisions():
            raise WrongSchema(
                f"The backup has schema {schema}, which this release does not know; it knows up to {newest_revision()}."
            )
        await engine.dispose()  # our own idle connections are nobody
        await _check_free(engine, force)
        await _empty(engine)
        dump = str(Path(folder) / "database.dump")
        await _run("pg_restore", "--exit-on-error", "--single-transaction", f"--dbname={_libpq(url)}", dump)
        _put_files(Path(folder) / "data", data_dir)
    return schema


def _unpack(file: Path, folder: Path) -> dict[str, object]:
    try:
        with tarfile.open(file) as archive:
            archive.extractall(folder, filter="data")
        manifest: dict[str, object] = json.loads((folder / "manifest.json").read_text())
    except (OSError, tarfile.TarError, ValueError) as error:
        raise BackupError(f"{file} is no backup of Parallax: {error}") from None
    return manifest


def _put_files(source: Path, data_dir: Path) -> None:
    data_dir.mkdir(parents=True, exist_ok=True)
    for path in sorted(source.rglob("*")):
        target = data_dir / path.relative_to(source)
        if path.is_dir():
            target.mkdir(exist_ok=True)
        else:
            target.write_bytes(path.read_bytes())
            target.chmod(0o600)


async def _check_free(engine: AsyncEngine, force: bool) -> None:
    async with engine.connect() as connection:
        others = await connection.scalar(
            text(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
                "AND backend_type = 'client backend'"
            )
        )
        tables = await connection.scalar(text("SELECT to_regclass('public.tables') IS NOT NULL"))
        held = tables and await connection.scalar(text("SELECT count(*) FROM tables"))
    if others:
        raise BackupError("A server is using this database. Stop it first.")
    if held and not force:
        raise BackupError(f"This database holds {held} tables already. Use --force to put the backup in their place.")


async def _empty(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        await connection.execute(text("DROP SCHEMA public CASCADE"))
        await connection.execute(text("CREATE SCHEMA public"))
    await engine.dispose()  # connections remember types that are gone


def _make_room(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for old in sorted(folder.glob("before-*.parallax"), key=lambda path: path.stat().st_mtime)[: 1 - KEPT_AUTOMATIC]:
        old.unlink()
    return folder / f"before-{newest_revision()}-{time.strftime('%Y%m%d-%H%M%S')}.parallax"


async def backup_before_migration(engine: AsyncEngine, url: str, data_dir: Path) -> Path | None:
    """A way back from every upgrade. Nothing to do for an empty or an up-to-date database."""
    before = await current_revision(engine)
    if before is None or before == newest_revision():
        return None
    file = _make_room(data_dir / "backups")
    await backup(engine, url, data_dir, file)
    return file

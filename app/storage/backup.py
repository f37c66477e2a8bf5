"""Backups: everything in one file, made while the server runs.

The file is a tar archive: a manifest, a dump of the database, the secret key (sealed, if there is a passphrase), and the
files of the data folder that are not the database. It holds everybody's secrets, so nobody else may read it from its
first byte.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import shutil
import tarfile
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.storage.database import current_revision, newest_revision
from app.storage.sealed import WrongPassphrase, seal, unseal
from app.storage.tools import BackupError, dump

KEPT_FILES = ("packs",)
KEPT_AUTOMATIC = 5
KEY, SEALED_KEY = "data/secret_key", "secret_key.sealed"


@dataclass(frozen=True)
class Manifest:
    schema: str
    made: str
    rows: dict[str, int] = field(default_factory=dict)  # how many each table held; older backups do not say


async def count_rows(connection: AsyncConnection) -> dict[str, int]:
    names = (await connection.scalars(text("SELECT tablename FROM pg_tables WHERE schemaname = 'public'"))).all()
    return {name: int(await connection.scalar(text(f'SELECT count(*) FROM "{name}"')) or 0) for name in sorted(names)}


async def backup(
    engine: AsyncEngine, url: str, data_dir: Path, file: Path, *, key: str = "", passphrase: str = ""
) -> None:
    """One consistent file of everything. The server may go on meanwhile."""
    made = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    with tempfile.TemporaryDirectory() as folder:
        dumped = Path(folder) / "database.dump"
        schema = await current_revision(engine)
        async with engine.connect() as connection:  # what is counted and what is dumped is of the same moment
            await connection.execution_options(isolation_level="REPEATABLE READ")
            snapshot = str(await connection.scalar(text("SELECT pg_export_snapshot()")))
            manifest = {"parallax": 1, "schema": schema, "made": made, "rows": await count_rows(connection)}
            await dump(url, dumped, snapshot)
        await asyncio.to_thread(_pack, manifest, dumped, data_dir, file, key, passphrase)


def _pack(manifest: dict[str, Any], dumped: Path, data_dir: Path, file: Path, key: str, passphrase: str) -> None:
    partial = file.with_name(file.name + ".part")
    partial.unlink(missing_ok=True)
    handle = os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    try:
        with os.fdopen(handle, "wb") as raw, tarfile.open(fileobj=raw, mode="w:gz") as archive:
            _add(archive, "manifest.json", json.dumps(manifest).encode())
            if key and passphrase:
                _add(archive, SEALED_KEY, seal(key, passphrase))
            elif key:
                _add(archive, KEY, key.encode())
            archive.add(dumped, "database.dump")
            for name in KEPT_FILES:
                if (data_dir / name).exists():
                    archive.add(data_dir / name, f"data/{name}")
        partial.rename(file)
    finally:
        partial.unlink(missing_ok=True)


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    entry.mode = 0o600
    archive.addfile(entry, io.BytesIO(content))


def unpack(file: Path, folder: Path, passphrase: str = "") -> Manifest:
    """The parts of a backup, laid out in a folder; refused if it is none, or damaged."""
    try:
        with tarfile.open(file) as archive:
            _extract(archive, folder.resolve())
            while archive.fileobj is not None and archive.fileobj.read(1 << 16):
                pass  # to its end, where the sum is that tells a cut file from a whole one
        said = json.loads((folder / "manifest.json").read_text())
        manifest = Manifest(str(said["schema"]), str(said["made"]), dict(said.get("rows", {})))
        if not (folder / "database.dump").is_file():
            raise BackupError("it holds no database")
        if (folder / SEALED_KEY).exists():
            key = unseal((folder / SEALED_KEY).read_bytes(), passphrase)
            (folder / "data").mkdir(exist_ok=True)
            (folder / KEY).write_text(key)
    except WrongPassphrase:
        raise BackupError(
            f"The secret key in {file} is sealed: set BACKUP_PASSPHRASE to what it was made with."
        ) from None
    except (OSError, EOFError, tarfile.TarError, ValueError, KeyError, TypeError, BackupError) as error:
        raise BackupError(f"{file} is no backup of Parallax, or a damaged one: {error}") from None
    return manifest


def _extract(archive: tarfile.TarFile, folder: Path) -> None:
    """Plain files and folders that lie inside the folder, and nothing else. Written out, because the oldest Python that we
    run on has no `extractall(filter=...)` yet."""
    for entry in archive:
        target = (folder / entry.name).resolve()
        if not target.is_relative_to(folder):
            raise tarfile.TarError(f"{entry.name} would lie outside")
        if entry.isdir():
            target.mkdir(parents=True, exist_ok=True)
            continue
        source = archive.extractfile(entry) if entry.isfile() else None
        if source is None:
            raise tarfile.TarError(f"{entry.name} is no plain file")
        target.parent.mkdir(parents=True, exist_ok=True)
        with source, target.open("wb") as sink:
            shutil.copyfileobj(source, sink)


# Backups that are made without being asked for -----------------------------------------------------------------------


def next_name(folder: Path, kind: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder / f"{kind}-{newest_revision()}-{time.strftime('%Y%m%d-%H%M%S')}.parallax"


def make_room(folder: Path, kind: str, keep: int) -> None:
    """The oldest backups of this kind go, when a newer one is safely there."""
    mine = sorted(folder.glob(f"{kind}-*.parallax"), key=lambda path: path.stat().st_mtime)
    for old in mine[: max(0, len(mine) - max(1, keep))]:
        old.unlink()


async def backup_before_migration(engine: AsyncEngine, url: str, data_dir: Path, key: str = "") -> Path | None:
    """A way back from every upgrade. Nothing to do for an empty or an up-to-date database."""
    before = await current_revision(engine)
    if before is None or before == newest_revision():
        return None
    folder = data_dir / "backups"
    file = next_name(folder, "before")
    await backup(engine, url, data_dir, file, key=key)
    make_room(folder, "before", KEPT_AUTOMATIC)
    return file

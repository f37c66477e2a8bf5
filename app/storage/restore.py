"""A backup comes back, and nothing can be destroyed by that.

It is loaded into a database of its own beside the one in use, brought up to date and examined. Only if all is well do the
two change names, both in one step; what was there is kept under its new name until the host says otherwise.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine

from app.storage.backup import Manifest, count_rows, unpack
from app.storage.database import WrongSchema, async_url, connect, known_revisions, migrate, newest_revision
from app.storage.tools import BackupError, MayNotCreate, beside, create_beside, drop_beside, load, maintenance

KEPT = "_before_"

Examine = Callable[[AsyncEngine], Awaitable[list[str]]]  # what players would meet; raises if it cannot be read at all


@dataclass(frozen=True)
class Restored:
    schema: str
    kept: str | None  # the name of the database that was there before
    troubles: list[str]


async def restore(
    engine: AsyncEngine,
    url: str,
    data_dir: Path,
    file: Path,
    *,
    force: bool = False,
    passphrase: str = "",
    examine: Examine | None = None,
) -> Restored:
    """Put a backup in the place of what is there. On any trouble nothing has changed."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        manifest = unpack(file, folder, passphrase)
        if manifest.schema not in known_revisions():
            raise WrongSchema(
                f"The backup has schema {manifest.schema}, which this release does not know; "
                f"it knows up to {newest_revision()}."
            )
        await engine.dispose()  # our own idle connections are nobody
        empty = await _check_free(engine, force)
        await engine.dispose()
        kept: str | None = None
        try:
            fresh = await create_beside(url, "restored")
        except MayNotCreate as reason:
            if not empty:
                raise BackupError(
                    f"{reason}. Restore into an empty database, or let the account create databases (CREATEDB), so that "
                    "what is there can be kept."
                ) from None
            await load(url, folder / "database.dump")  # one transaction: all of it or nothing
            troubles = await _prepare(url, manifest, examine)
        else:
            try:
                await load(beside(url, fresh), folder / "database.dump")
                troubles = await _prepare(beside(url, fresh), manifest, examine)
                kept = await _swap(url, fresh)
            except BaseException:
                await drop_beside(url, fresh)
                raise
            if empty:
                await drop_beside(url, kept)
                kept = None
        _put_files(folder / "data", data_dir)
    return Restored(manifest.schema, kept, troubles)


async def _prepare(url: str, manifest: Manifest, examine: Examine | None) -> list[str]:
    """Everything that the backup says it holds is there; then it is brought up to date and looked at."""
    engine = connect(url, pool=1)
    try:
        async with engine.connect() as connection:
            rows = await count_rows(connection)
        missing = [name for name, count in manifest.rows.items() if rows.get(name) != count]
        if missing:
            raise BackupError(f"The backup does not hold what it says: {', '.join(missing)}.")
        await migrate(engine)
        return await examine(engine) if examine else []
    finally:
        await engine.dispose()


async def _swap(url: str, fresh: str) -> str:
    """The two databases change names in one step; returns the name under which the old one is kept."""
    name = make_url(async_url(url)).database
    kept = f"{name}{KEPT}{time.strftime('%Y%m%d_%H%M%S')}_{secrets.token_hex(2)}"
    async with maintenance(url) as engine, engine.connect() as connection:
        await connection.execution_options(isolation_level="READ COMMITTED")
        async with connection.begin():
            await connection.execute(text(f'ALTER DATABASE "{name}" RENAME TO "{kept}"'))
            await connection.execute(text(f'ALTER DATABASE "{fresh}" RENAME TO "{name}"'))
    return kept


async def kept_databases(url: str) -> list[str]:
    """What was there before earlier restores."""
    pattern = f"{make_url(async_url(url)).database}{KEPT}".replace("_", r"\_") + "%"
    async with maintenance(url) as engine, engine.connect() as connection:
        found = await connection.scalars(
            text("SELECT datname FROM pg_database WHERE datname LIKE :pattern ORDER BY datname"), {"pattern": pattern}
        )
        return list(found)


async def forget(url: str, name: str) -> None:
    if name not in await kept_databases(url):
        raise BackupError(f"There is no kept database {name!r}.")
    await drop_beside(url, name)


async def take_back(engine: AsyncEngine, url: str, name: str) -> str:
    """What was there before a restore comes back; returns the name under which the restored one is kept."""
    if name not in await kept_databases(url):
        raise BackupError(f"There is no kept database {name!r}.")
    await engine.dispose()
    await _check_free(engine, force=True)
    await engine.dispose()
    return await _swap(url, name)


def _put_files(source: Path, data_dir: Path) -> None:
    """The files of the backup; those that they replace are kept beside them."""
    data_dir.mkdir(parents=True, exist_ok=True)
    before = data_dir / f"before-{time.strftime('%Y%m%d-%H%M%S')}"
    for path in sorted(source.iterdir()) if source.exists() else []:
        target = data_dir / path.name
        if target.exists():
            before.mkdir(mode=0o700, exist_ok=True)
            target.rename(before / path.name)
        if path.is_dir():
            shutil.copytree(path, target)
        else:
            with os.fdopen(os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as sink:
                sink.write(path.read_bytes())


async def _check_free(engine: AsyncEngine, force: bool) -> bool:
    """Nobody else is using the database, and it holds nothing or may be replaced. Returns whether it is empty."""
    async with engine.connect() as connection:
        others = await connection.scalar(
            text(
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
                "AND backend_type = 'client backend'"
            )
        )
        used = await connection.scalar(text("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"))
        tables = await connection.scalar(text("SELECT to_regclass('public.tables') IS NOT NULL"))
        held = await connection.scalar(text("SELECT count(*) FROM tables")) if tables else 0
    if others:
        raise BackupError("A server is using this database. Stop it first.")
    if held and not force:
        raise BackupError(
            f"This database holds {held} tables already. Use --force to put the backup in their place; they are kept."
        )
    return not used

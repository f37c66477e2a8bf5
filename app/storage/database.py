"""Connections to Postgres, and bringing its schema up to date."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

ROOT = Path(__file__).resolve().parents[2]


class WrongSchema(Exception):
    pass


def async_url(url: str) -> str:
    """People write postgres:// or postgresql://; the driver is ours to choose."""
    parsed = make_url(url.replace("postgres://", "postgresql://", 1))
    if parsed.get_backend_name() != "postgresql":
        raise WrongSchema(f"DATABASE_URL must be a Postgres address, not {parsed.get_backend_name()}.")
    return parsed.set(drivername="postgresql+asyncpg").render_as_string(hide_password=False)


def connect(url: str, pool: int = 8) -> AsyncEngine:
    return create_async_engine(
        async_url(url),
        pool_size=pool,
        max_overflow=pool,
        pool_pre_ping=False,
        pool_recycle=1800,
        json_serializer=lambda value: msgspec.json.encode(value).decode(),
        json_deserializer=msgspec.json.decode,
    )


def _alembic(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(ROOT / "migrations"))
    config.attributes["connection"] = connection
    return config


def known_revisions() -> set[str]:
    return {script.revision for script in ScriptDirectory.from_config(_alembic()).walk_revisions()}


def newest_revision() -> str:
    head = ScriptDirectory.from_config(_alembic()).get_current_head()
    assert head is not None
    return head


async def current_revision(engine: AsyncEngine) -> str | None:
    async with engine.connect() as connection:
        return await connection.run_sync(_current)


def _current(connection: Connection) -> str | None:
    revision = MigrationContext.configure(connection).get_current_revision()
    return None if revision is None else str(revision)


async def migrate(engine: AsyncEngine, target: str = "head") -> tuple[str | None, str]:
    """Bring the schema up to date; returns the revisions before and after. A newer schema than ours is refused."""
    newest = newest_revision()
    before = await current_revision(engine)
    if before is not None and before not in known_revisions():
        raise WrongSchema(
            f"The database has schema {before}, which this release does not know; it knows up to {newest}. "
            "Start the release that made it, or restore a backup from before."
        )
    if before != newest:
        async with engine.begin() as connection:
            await connection.run_sync(_upgrade, target)
    return before, newest


def _upgrade(connection: Connection, target: str) -> None:
    command.upgrade(_alembic(connection), target)


async def driver_connection(url: str) -> Any:
    """A bare asyncpg connection, for LISTEN."""
    import asyncpg

    parsed = make_url(async_url(url))
    return await asyncpg.connect(parsed.set(drivername="postgresql").render_as_string(hide_password=False))

"""Connections to Postgres, and bringing its schema up to date."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

# Locks, by numbers that are ours alone: of who changes the schema, and of who makes a backup before that.
MIGRATING, UPGRADING = 0x9A7A11A, 0x9A7A11C
ROOT = Path(__file__).resolve().parents[2]


class WrongSchema(Exception):
    pass


class Unreachable(Exception):
    """The database does not answer, or not to us."""


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
        hide_parameters=True,  # addresses of webhooks and words of links are among them: errors are logged
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


@cache
def newest_revision() -> str:
    """By the files of this release, which are read once: whoever watches the server asks for it all the time."""
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
        try:
            async with engine.begin() as connection:
                await connection.execute(text("SELECT pg_advisory_xact_lock(:ours)"), {"ours": MIGRATING})
                await connection.run_sync(_upgrade, target)  # nothing to do if another process was first
        except DBAPIError as error:
            raise WrongSchema(
                f"The database could not be brought from {before or 'nothing'} to {newest}; nothing of the change was kept: "
                f"{error.orig}. The release you had before still works with it as it is."
            ) from error
    return before, newest


def _upgrade(connection: Connection, target: str) -> None:
    command.upgrade(_alembic(connection), target)


@asynccontextmanager
async def one_upgrade_at_a_time(engine: AsyncEngine) -> AsyncGenerator[None]:
    """Whoever comes second waits, and finds it done."""
    async with engine.begin() as connection:
        await connection.execute(text("SELECT pg_advisory_xact_lock(:ours)"), {"ours": UPGRADING})
        yield


async def check_up_to_date(engine: AsyncEngine) -> None:
    """For who may not change the schema, because others work with it as it is."""
    revision, newest = await current_revision(engine), newest_revision()
    if revision != newest:
        raise WrongSchema(
            f"The database is at {revision or 'nothing'}, and this release wants {newest}: it changes the database, so all "
            "processes must be stopped and started again."
        )


async def check_reachable(engine: AsyncEngine) -> None:
    """A first connection, so that what is wrong with the address is said in words."""
    where = engine.url.render_as_string(hide_password=True)
    try:
        async with engine.connect():
            return
    except (OSError, DBAPIError) as error:
        reason = getattr(error, "orig", None) or error
        raise Unreachable(
            f"The database at {where} cannot be used: {reason}. Is it running, and are name, password and address in "
            "DATABASE_URL right?"
        ) from None


def like_itself(word: str) -> str:
    """A word for LIKE in which every sign means itself."""
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_").replace("\0", "")


async def driver_connection(url: str) -> Any:
    """A bare asyncpg connection, for LISTEN."""
    import asyncpg

    parsed = make_url(async_url(url))
    return await asyncpg.connect(parsed.set(drivername="postgresql").render_as_string(hide_password=False))

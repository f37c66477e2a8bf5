"""Schema: migrations match the models, and a database from the future is refused."""

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.storage.database import WrongSchema, async_url, current_revision, migrate, newest_revision
from app.storage.schema import metadata


async def test_the_migrations_make_exactly_the_schema(engine: AsyncEngine) -> None:
    async with engine.connect() as connection:
        differences = await connection.run_sync(
            lambda sync: compare_metadata(MigrationContext.configure(sync), metadata)
        )
    assert differences == []


async def test_a_database_from_the_future_is_refused_by_naming_both(engine: AsyncEngine) -> None:
    assert await current_revision(engine) == newest_revision()
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(WrongSchema, match=rf"9999.*{newest_revision()}"):
        await migrate(engine)


def test_any_postgres_address_is_understood() -> None:
    assert async_url("postgres://u:p@h/d") == "postgresql+asyncpg://u:p@h/d"
    assert async_url("postgresql+psycopg://u@h/d") == "postgresql+asyncpg://u@h/d"
    with pytest.raises(WrongSchema, match="mysql"):
        async_url("mysql://h/d")

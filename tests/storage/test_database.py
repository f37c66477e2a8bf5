"""Schema: migrations match the models, and a database from the future is refused."""

from collections.abc import Callable

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, MetaData, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.storage.database import (
    WrongSchema,
    async_url,
    connect,
    current_revision,
    known_revisions,
    migrate,
    newest_revision,
)
from app.storage.embedded import EmbeddedPostgres
from app.storage.schema import metadata
from app.tables.doctor import examine_tables
from app.tables.hub import Hub
from tests.conftest import new_database
from tests.tables.test_hub import move, start_table

EARLIER = sorted(known_revisions() - {newest_revision()})


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


def _as_it_was_stored(rows: dict[str, list[dict[str, object]]]) -> Callable[[Connection], None]:
    """The same table in the columns that there were at that time."""

    def fill(connection: Connection) -> None:
        old = MetaData()
        old.reflect(connection)
        for table in old.sorted_tables:
            for row in rows.get(table.name, []):
                kept = {name: value for name, value in row.items() if name in table.columns}
                connection.execute(table.insert().values(kept))

    return fill


@pytest.mark.parametrize("revision", EARLIER)
async def test_a_stored_database_of_every_earlier_schema_is_brought_up_to_date(
    hub: Hub, engine: AsyncEngine, postgres: EmbeddedPostgres, revision: str
) -> None:
    table_id = await start_table(hub, engine, moves=50)
    for _ in range(5):
        await move(hub, table_id)
    await hub.stop()
    rows: dict[str, list[dict[str, object]]] = {}
    async with engine.connect() as connection:
        for table in metadata.sorted_tables:
            rows[table.name] = [dict(row._mapping) for row in await connection.execute(select(table))]
    old = connect(await new_database(postgres, "template0"))
    await migrate(old, revision)
    async with old.begin() as connection:
        await connection.run_sync(_as_it_was_stored(rows))
    assert await migrate(old) == (revision, newest_revision())
    reports = [report async for report in examine_tables(old)]
    assert [(report.seq, report.trouble) for report in reports] == [(6, "")]
    again = Hub(old, old.url.render_as_string(hide_password=False))
    await again.start()
    await move(again, table_id)
    await again.stop()
    await old.dispose()


def test_any_postgres_address_is_understood() -> None:
    assert async_url("postgres://u:p@h/d") == "postgresql+asyncpg://u:p@h/d"
    assert async_url("postgresql+psycopg://u@h/d") == "postgresql+asyncpg://u@h/d"
    with pytest.raises(WrongSchema, match="mysql"):
        async_url("mysql://h/d")

"""What tests share: a real Postgres, real servers, a real browser."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import tempfile
from collections.abc import AsyncGenerator, Callable, Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine

from app.storage.database import connect, migrate
from app.storage.embedded import EmbeddedPostgres
from app.tables.hub import Hub
from tests.servers import Server

TEMPLATE = "parallax_template"


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rule(*numbers): the numbered rules that a test proves")


@pytest.fixture(scope="session")
def postgres() -> Iterator[EmbeddedPostgres]:
    """One server for the whole run, without waiting for the disk."""
    home = Path(tempfile.mkdtemp(prefix="parallax-test-"))
    home.chmod(0o755)
    server = EmbeddedPostgres(home, durable=False)
    server.start()
    yield server
    server.stop()
    shutil.rmtree(home, ignore_errors=True)


@pytest.fixture(scope="session")
async def template(postgres: EmbeddedPostgres) -> str:
    """A migrated database, to make others from."""
    admin = connect(postgres.url)
    async with admin.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.execute(text(f"CREATE DATABASE {TEMPLATE}"))
    await admin.dispose()
    engine = connect(_url_of(postgres, TEMPLATE))
    await migrate(engine)
    await engine.dispose()
    return TEMPLATE


def _url_of(postgres: EmbeddedPostgres, name: str) -> str:
    return make_url(postgres.url).set(database=name).render_as_string(hide_password=False)


async def new_database(postgres: EmbeddedPostgres, template: str) -> str:
    name = f"test_{secrets.token_hex(6)}"
    admin = connect(postgres.url)
    async with admin.connect() as connection:
        await connection.execution_options(isolation_level="AUTOCOMMIT")
        await connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY file_copy"))
    await admin.dispose()
    return _url_of(postgres, name)


@pytest.fixture
async def database_url(postgres: EmbeddedPostgres, template: str) -> str:
    """The address of a fresh, migrated database."""
    return await new_database(postgres, template)


@pytest.fixture
async def engine(database_url: str) -> AsyncGenerator[AsyncEngine]:
    engine = connect(database_url)
    yield engine
    await engine.dispose()


@pytest.fixture
async def hub(engine: AsyncEngine, database_url: str) -> AsyncGenerator[Hub]:
    hub = Hub(engine, database_url)
    await hub.start()
    yield hub
    await hub.stop()


Serve = Callable[..., Server]


@pytest.fixture
async def serve(database_url: str, tmp_path: Path) -> AsyncGenerator[Serve]:
    """Starts servers as processes of their own on the test's database; they are stopped at the end."""
    running: list[Server] = []

    def start(**settings: str) -> Server:
        env = {
            "DATABASE_URL": database_url,
            "DATA_DIR": str(tmp_path / "data"),
            "DEVELOPER_MODE": "1",
            "SECRET_KEY": "test",
        }
        server = Server(env | settings)
        server.start()
        running.append(server)
        return server

    yield start
    for server in running:
        await asyncio.to_thread(server.stop)


@pytest.fixture(scope="session")
async def server(
    postgres: EmbeddedPostgres, template: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Server]:
    """One server that many tests share; each opens tables of its own."""
    url = await new_database(postgres, template)
    data = tmp_path_factory.mktemp("server")
    server = Server({"DATABASE_URL": url, "DATA_DIR": str(data), "DEVELOPER_MODE": "1", "SECRET_KEY": "test"})
    await asyncio.to_thread(server.start)
    yield server
    output = await asyncio.to_thread(server.stop)
    assert "Traceback" not in output, output


def find_chromium() -> str | None:
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    return next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
async def browser() -> AsyncGenerator[Browser]:
    path = find_chromium()
    if path is None:
        message = "NOT RUN: the browser tests need Chromium. Install it (apt-get install chromium) or set CHROMIUM."
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking", "--disable-sync"]
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=[*flags, "--disable-component-update"])
        yield browser
        await browser.close()

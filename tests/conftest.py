"""What tests share: a real Postgres, real servers, a real browser."""

from __future__ import annotations

import asyncio
import gc
import os
import secrets
import shutil
import tempfile
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, async_playwright, expect
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine

from app.storage.database import connect, migrate
from app.storage.embedded import EmbeddedPostgres
from app.tables.hub import Hub
from tests.again import Again
from tests.browser import looks
from tests.patience import PATIENCE
from tests.servers import Server

TEMPLATE = "parallax_template"
HERE = Path(__file__).resolve().parent

# `--quick`, for every day: the kernel, the tables, the basics of the web, the house's own checks, and of the contract
# one setting for each game. No browsers; nothing marked `slow`.
QUICK = (
    "kernel",
    "people",
    "tables",
    "web",
    "contract/test_checks.py",
    "contract/test_contract.py",  # what is marked `quick` there
    "storage/test_database.py",
    "test_config.py",
    "test_house.py",
    "test_prompts.py",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--quick", action="store_true", help="the part of the suite for every day")
    parser.addoption(
        "--shots", action="store_true", help="browser tests leave pictures in shots/, for people to look at"
    )


def pytest_configure(config: pytest.Config) -> None:
    looks.wanted = bool(config.getoption("--shots"))
    config.pluginmanager.register(Again())
    config.addinivalue_line("markers", "rule(*numbers): the numbered rules that a test proves")
    config.addinivalue_line("markers", "quick: in a file of many settings, those that --quick runs")
    config.addinivalue_line("markers", "slow: left out by --quick, though its folder is in")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    if not config.getoption("--quick") or collection_path == HERE or not collection_path.is_relative_to(HERE):
        return None
    chosen = [HERE / name for name in QUICK]
    near = any(collection_path.is_relative_to(path) or path.is_relative_to(collection_path) for path in chosen)
    return None if near else True


# What takes long is begun first, so that at the end no worker waits for another. The workers begin with a half of the list
# each and then take from each other: one plays in browsers, which mostly wait, while the other works through the games.
FIRST = (
    "test_house.py",
    "browser/test_told_once.py",
    "chaos",
    "browser/test_stratos.py",
    "browser/test_vanguard.py",
    "browser/test_fantos.py",
    "browser",
    "discord",
    "storage",
)


def _turn(item: pytest.Item) -> int:
    return next((turn for turn, name in enumerate(FIRST) if item.path.is_relative_to(HERE / name)), len(FIRST))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=_turn)
    if not config.getoption("--quick"):
        return
    by_mark = {item.path for item in items if item.get_closest_marker("quick")}
    kept = [
        item
        for item in items
        if not item.get_closest_marker("slow") and (item.path not in by_mark or item.get_closest_marker("quick"))
    ]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


def pytest_collection_finish(session: pytest.Session) -> None:
    """Thousands of tests and the worlds of all games stay to the end: they are not looked through for garbage again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session")
def postgres() -> Iterator[EmbeddedPostgres]:
    """One database server for each process that runs tests, without waiting for the disk."""
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


# Bots do not wait to be followed, and buttons do not wait for fingers to rest: what is about that asks for its own server.
AT_ONCE = {"BOT_PAUSE_MS": "0", "FINGER_REST_MS": "0", "BOT_WORKERS": "0"}


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
            **AT_ONCE,
        }
        server = Server(env | settings)
        server.start()
        running.append(server)
        return server

    yield start
    for server in running:
        await asyncio.to_thread(server.stop)


Servers = Callable[..., Awaitable[Server]]


@pytest.fixture(scope="session")
async def servers(
    postgres: EmbeddedPostgres, template: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Servers]:
    """Servers that many tests share, one for each set of settings; each test opens tables of its own. Who ends a server
    or looks at all of its people or tables takes one from `serve`."""
    running: dict[tuple[tuple[str, str], ...], Server] = {}

    async def server_with(**settings: str) -> Server:
        wanted = tuple(sorted((AT_ONCE | settings).items()))
        if wanted not in running:
            places = {
                "DATABASE_URL": await new_database(postgres, template),
                "DATA_DIR": str(tmp_path_factory.mktemp("server")),
            }
            server = Server({**places, "DEVELOPER_MODE": "1", "SECRET_KEY": "test", **dict(wanted)})
            await asyncio.to_thread(server.start)
            running[wanted] = server
        return running[wanted]

    yield server_with
    for output in await asyncio.gather(*(asyncio.to_thread(server.stop) for server in running.values())):
        assert "Traceback" not in output, output


@pytest.fixture(scope="session")
async def server(servers: Servers) -> Server:
    """The shared server with ordinary settings."""
    return await servers()


FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-sync",
    "--disable-component-update",
    "--js-flags=--no-opt",  # pages live for seconds: making their code faster takes longer than it gains
)
# A whole Chromium draws the pages of its own address bar for every context: a third of all its work. Only the last list of
# features counts, so those that Playwright does without for the sake of steady tests are named again.
WITHOUT = "--disable-features=" + ",".join(
    (
        "WebUIOmniboxPopup",
        "WebUIOmniboxAimPopup",
        "WebUIOmniboxFullPopup",
        "AvoidUnnecessaryBeforeUnloadCheckSync",
        "DestroyProfileOnBrowserClose",
        "HttpsUpgrades",
        "HttpsFirstBalancedModeAutoEnable",
        "LensOverlay",
        "MediaRouter",
        "PaintHolding",
        "ThirdPartyStoragePartitioning",
        "AvoidCorsURLLoaderRestartOnRedirect",
        "OptimizationHints",
        "NetworkTimeServiceQuerying",
        "AimEnabled",
        "PreconnectToSearch",
    )
)


def find_chromium() -> str | None:
    named = os.environ.get("CHROMIUM")
    if named:
        return named
    return next((path for name in ("chromium", "google-chrome") if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
async def chromium() -> AsyncGenerator[Browser]:
    path = find_chromium()
    if path is None:
        message = "NOT RUN: the browser tests need Chromium. Install it (apt-get install chromium) or set CHROMIUM."
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    expect.set_options(timeout=1000 * PATIENCE)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=[*FLAGS, WITHOUT])
        yield browser
        await browser.close()


@pytest.fixture
async def browser(chromium: Browser) -> AsyncGenerator[Browser]:
    """The one browser that tests share; the pages that a test leaves open are closed, for they go on working."""
    yield chromium
    for context in chromium.contexts:
        await context.close()

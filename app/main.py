"""Wiring: settings, database, hub and web into one running server."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from fastapi import FastAPI
from sqlalchemy.ext.asyncio import AsyncEngine

from app.config import Settings, load_settings
from app.people.identity import People, secret_key
from app.storage.database import connect, migrate
from app.storage.embedded import EmbeddedPostgres
from app.tables.hub import Hub
from app.web.app import create_app
from app.web.draw import Painter
from app.web.who import House

log = logging.getLogger("parallax")


@asynccontextmanager
async def open_database(settings: Settings) -> AsyncGenerator[tuple[AsyncEngine, str]]:
    """The database of the settings, running; the embedded one is started and, by its last user, stopped."""
    embedded = None if settings.database_url else EmbeddedPostgres(settings.data_dir)
    watcher: asyncio.Task[None] | None = None
    if embedded is not None:
        await asyncio.to_thread(embedded.start)
        watcher = asyncio.create_task(_watch(embedded))
    url = embedded.url if embedded else settings.database_url
    engine = connect(url, settings.database_pool)
    try:
        yield engine, url
    finally:
        await engine.dispose()
        if watcher is not None:
            watcher.cancel()
        if embedded is not None:
            await asyncio.to_thread(embedded.stop)


async def _watch(embedded: EmbeddedPostgres) -> None:
    """A database that died is started again; moves made meanwhile are refused, none is lost."""
    while True:
        await asyncio.sleep(1)
        with contextlib.suppress(Exception):
            if await asyncio.to_thread(embedded.ensure_running):
                log.warning("the embedded database had stopped and was started again")


@asynccontextmanager
async def open_house(settings: Settings) -> AsyncGenerator[House]:
    async with open_database(settings) as (engine, url):
        before, after = await migrate(engine)
        if before != after:
            log.info("database schema: %s -> %s", before or "empty", after)
        hub = Hub(engine, url, idle_seconds=settings.idle_minutes * 60)
        await hub.start()
        key = secret_key(settings.secret_key, settings.data_dir)
        try:
            yield House(settings, hub, People(engine, key), Painter(settings))
        finally:
            await hub.stop()


def make_app(settings: Settings | None = None) -> FastAPI:
    """For uvicorn's --factory."""
    chosen = settings or load_settings()[0]
    return create_app(chosen, lambda: open_house(chosen))

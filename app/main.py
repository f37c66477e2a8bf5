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
from app.discord.house import DiscordHouse
from app.notices.centre import Centre
from app.notices.mail import Mailer
from app.notices.push import Pusher
from app.packs.library import load_host_packs
from app.people.identity import People, secret_key
from app.storage.backup import backup_before_migration
from app.storage.database import connect, migrate
from app.storage.embedded import EmbeddedPostgres
from app.tables.chapters import Chapters
from app.tables.hub import Hub
from app.tables.lobby import Lobby
from app.tables.replay import Archive
from app.tables.talk import Talk
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
async def open_house(settings: Settings, sources: dict[str, str]) -> AsyncGenerator[House]:
    async with open_database(settings) as (engine, url):
        kept = await backup_before_migration(engine, url, settings.data_dir)
        if kept is not None:
            log.info("a backup from before this upgrade is in %s", kept)
        before, after = await migrate(engine)
        if before != after:
            log.info("database schema: %s -> %s", before or "empty", after)
        hub = Hub(engine, url, idle_seconds=settings.idle_minutes * 60, bot_pause=settings.bot_pause_ms / 1000)
        await hub.start()
        key = secret_key(settings.secret_key, settings.data_dir)
        try:
            people = People(engine, key)
            lobby = Lobby(hub)
            pusher = Pusher(key, settings.origin or "https://localhost")
            mailer = Mailer(settings.smtp_url, settings.mail_from)
            centre = Centre(engine, people, hub, pusher, mailer, lambda path: address(settings) + path)
            discord = DiscordHouse(
                settings, key, engine, people, hub, lobby, lambda path: address(settings) + path, centre
            )
            await discord.start()
            archive = Archive(engine, hub.store)
            house = House(
                settings=settings,
                sources=sources,
                engine=engine,
                hub=hub,
                lobby=lobby,
                talk=Talk(engine, hub),
                archive=archive,
                chapters=Chapters(hub, archive),
                people=people,
                painter=Painter(settings),
                discord=discord,
                centre=centre,
            )
            await _greet_administrator(people, settings)
            yield house
            await discord.stop()
            await pusher.close()
        finally:
            await hub.stop()


async def _greet_administrator(people: People, settings: Settings) -> None:
    """There is no default password: the first administrator comes by a link that works once."""
    if not await people.has_admin():
        word = await people.make_link("admin", hours=24 * 7)
        print(f"There is no administrator yet. To become it, open {address(settings)}/link/{word}", flush=True)


def address(settings: Settings) -> str:
    """Where the site is, as far as the settings tell."""
    host = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0") else settings.host
    return (settings.origin or f"http://{host}:{settings.port}") + settings.base_path


def make_app(settings: Settings | None = None) -> FastAPI:
    """For uvicorn's --factory."""
    loaded, sources = load_settings()
    chosen = settings or loaded
    load_host_packs(chosen.data_dir)
    return create_app(chosen, lambda: open_house(chosen, sources))

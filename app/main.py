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
from app.notices.outbox import Outbox
from app.notices.push import Pusher
from app.packs.library import load_host_packs
from app.people.identity import People, secret_key
from app.people.order import Order
from app.storage.backup import backup_before_migration
from app.storage.database import check_reachable, check_up_to_date, connect, migrate, one_upgrade_at_a_time
from app.storage.embedded import EmbeddedPostgres
from app.storage.kept import Backups
from app.storage.schedule import keep_backups
from app.tables.admission import Admitter
from app.tables.chapters import Chapters
from app.tables.hub import Hub
from app.tables.lobby import Lobby
from app.tables.replay import Archive
from app.tables.sweeping import keep_swept
from app.tables.talk import Talk
from app.tables.thinking import Thinkers
from app.tables.tidying import settle, tidy_when_quiet
from app.web.app import create_app
from app.web.coach import Coach
from app.web.draw import Painter
from app.web.handing import Place
from app.web.numbers import learn_what_is_closed
from app.web.spoken import Spoken
from app.web.watchdog import Watchdog
from app.web.who import House

log = logging.getLogger("parallax")


@asynccontextmanager
async def open_database(settings: Settings) -> AsyncGenerator[tuple[AsyncEngine, str]]:
    """The database of the settings, running; the embedded one is started and, by its last user, stopped."""
    embedded = None if settings.database else EmbeddedPostgres(settings.data_dir)
    watcher: asyncio.Task[None] | None = None
    if embedded is not None:
        await asyncio.to_thread(embedded.start)
        watcher = asyncio.create_task(_watch(embedded))
    url = embedded.url if embedded else settings.database
    engine = connect(url, settings.database_pool)
    try:
        if embedded is None:
            await check_reachable(engine)
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
async def open_house(settings: Settings, sources: dict[str, str], place: Place | None = None) -> AsyncGenerator[House]:
    """Everything that serves, on a database that is up to date. One of several processes (`place`) changes nothing there:
    the launcher has done that, and the others are at work."""
    async with open_database(settings) as (engine, url):
        key = secret_key(settings.secret_key, settings.data_dir)
        if place is None:
            await bring_up_to_date(engine, url, settings)
        else:
            await check_up_to_date(engine)
        hub = Hub(
            engine,
            url,
            idle_seconds=settings.idle_minutes * 60,
            bot_pause=settings.bot_pause_ms / 1000,
            thinkers=Thinkers(settings.bot_workers, ("-m", "app.thinker", str(settings.data_dir.resolve()))),
            wakes=place.owns if place is not None else lambda _: True,
        )
        await hub.start()
        keeper = asyncio.create_task(keep_backups(engine, url, settings, key)) if settings.backup_hours else None
        sweeper = asyncio.create_task(keep_swept(engine, settings.sweep_days)) if settings.sweep_days else None
        try:
            people = People(engine, key)
            lobby = Lobby(hub)
            pusher = Pusher(key, settings.origin or "https://localhost")
            mailer = Mailer(settings.smtp_url, settings.mail_from)
            centre = Centre(engine, people, hub, pusher, mailer, lambda path: address(settings) + path)
            outbox = Outbox(engine, centre)
            await outbox.start()
            discord = DiscordHouse(
                settings, key, engine, people, hub, lobby, lambda path: address(settings) + path, centre, url, Spoken()
            )
            await discord.start()
            archive = Archive(engine, hub.store)
            painter = Painter(settings)
            if not settings.developer_mode:  # there one starts the server often
                painter.compile()
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
                painter=painter,
                coach=Coach(people, hub),
                discord=discord,
                centre=centre,
                order=Order(engine),
                admitter=Admitter(settings.data_dir),
                watchdog=Watchdog(),
                backups=Backups(engine, url, settings, key),
                doorway=asyncio.Semaphore(max(1, settings.database_pool // 2)),
                place=place,
            )
            if place is None:
                await greet_administrator(people, settings)
            settle()
            house.watchdog.start()
            tidying = asyncio.create_task(tidy_when_quiet(lambda: hub.moves))
            learn_what_is_closed(house)
            yield house
            tidying.cancel()
            house.watchdog.stop()
            await discord.stop()
            await outbox.stop()
            await pusher.close()
        finally:
            for task in (keeper, sweeper):
                if task is not None:
                    task.cancel()
            await hub.stop()


async def bring_up_to_date(engine: AsyncEngine, url: str, settings: Settings) -> None:
    """The database as this release wants it, and before any change a way back. One process at a time does so."""
    key = secret_key(settings.secret_key, settings.data_dir)
    async with one_upgrade_at_a_time(engine):
        kept = await backup_before_migration(engine, url, settings.data_dir, key)
        if kept is not None:
            log.info("a backup from before this upgrade is in %s", kept)
        before, after = await migrate(engine)
    if before != after:
        log.info("database schema: %s -> %s", before or "empty", after)


async def greet_administrator(people: People, settings: Settings) -> None:
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

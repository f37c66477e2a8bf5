"""Backups on a schedule, while the server runs."""

from __future__ import annotations

import asyncio
import logging
import time
from pathlib import Path

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.config import Settings
from app.storage.backup import backup, make_room, next_name

log = logging.getLogger("parallax.backups")

MAKING = 0x9A7A11B  # the lock of who makes the backup; any number that is ours alone
LOOK_EVERY = 60.0  # seconds


def is_due(folder: Path, hours: float, now: float) -> bool:
    newest = max((path.stat().st_mtime for path in folder.glob("auto-*.parallax")), default=0.0)
    return now - newest >= hours * 3600


async def backup_if_due(engine: AsyncEngine, url: str, settings: Settings, key: str) -> Path | None:
    """One of the processes makes it; the others find it made."""
    folder = settings.data_dir / "backups"
    async with engine.connect() as connection:
        if not await connection.scalar(text("SELECT pg_try_advisory_xact_lock(:ours)"), {"ours": MAKING}):
            return None
        if not is_due(folder, settings.backup_hours, time.time()):
            return None
        file = next_name(folder, "auto")
        await backup(engine, url, settings.data_dir, file, key=key, passphrase=settings.backup_passphrase)
        make_room(folder, "auto", settings.backup_keep)
    return file


async def keep_backups(engine: AsyncEngine, url: str, settings: Settings, key: str) -> None:
    while True:
        try:
            made = await backup_if_due(engine, url, settings, key)
            if made is not None:
                log.info("a backup was made: %s", made)
        except Exception:
            log.exception("the backup of this hour could not be made")
        await asyncio.sleep(LOOK_EVERY)

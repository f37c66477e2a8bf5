"""What nobody will miss is swept away: tables at which nobody ever began to play, and people who never sat down."""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

log = logging.getLogger("parallax.sweeping")
LOOK_EVERY = 3600.0  # seconds

EMPTY_TABLES = """
    DELETE FROM tables WHERE status = 'lobby' AND created_at < now() - make_interval(days => :days)
    AND NOT EXISTS (SELECT FROM tables AS earlier WHERE earlier.rematch = tables.code
                    AND earlier.created_at > now() - make_interval(days => :days))
"""
# Whoever has an office, an address, another account or a way back of their own means to return.
NOBODIES = """
    DELETE FROM people WHERE created_at < now() - make_interval(days => :days)
    AND NOT admin AND NOT banned AND mail IS NULL AND became IS NULL
    AND NOT EXISTS (SELECT FROM seats WHERE person_id = people.id OR lent_to = people.id)
    AND NOT EXISTS (SELECT FROM tables WHERE owner_id = people.id)
    AND NOT EXISTS (SELECT FROM chat WHERE person_id = people.id)
    AND NOT EXISTS (SELECT FROM links WHERE person_id = people.id)
    AND NOT EXISTS (SELECT FROM pushes WHERE person_id = people.id)
    AND NOT EXISTS (SELECT FROM identities WHERE person_id = people.id)
"""


async def sweep(engine: AsyncEngine, days: int) -> tuple[int, int]:
    """How many tables and people went."""
    async with engine.begin() as connection:
        tables = await connection.execute(text(EMPTY_TABLES), {"days": days})
        people = await connection.execute(text(NOBODIES), {"days": days})
    return tables.rowcount, people.rowcount


async def keep_swept(engine: AsyncEngine, days: int) -> None:
    while True:
        try:
            tables, people = await sweep(engine, days)
            if tables or people:
                log.info("swept away: %d tables that were never begun, %d people who never sat down", tables, people)
        except Exception:
            log.exception("could not sweep")
        await asyncio.sleep(LOOK_EVERY)

"""For the host: what waits to be said outside, and what could not be said."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.kernel import Refused
from app.storage.schema import outbox, tables, watched

WAYS = {"push": "a browser", "mail": "e-mail"}
SHOWN = 100


class Unsaid(msgspec.Struct, frozen=True):
    id: int  # of its row in the outbox; 0: what stands on Discord is looked at again by itself
    code: str
    way: str
    tries: int
    why: str
    at: datetime  # when it is tried again; or when it was given up
    given_up: bool


class Depth(msgspec.Struct, frozen=True):
    waiting: int
    late: int  # due for more than five minutes, or refused by Discord
    given_up: int  # in the last week


async def depth(engine: AsyncEngine) -> Depth:
    open_rows = outbox.c.done_at.is_(None)
    minutes, week = func.make_interval(0, 0, 0, 0, 0, 5), func.make_interval(0, 0, 1)
    late = open_rows & (outbox.c.due_at < func.now() - minutes)
    lost = outbox.c.done_at.is_not(None) & outbox.c.error.is_not(None) & (outbox.c.done_at > func.now() - week)
    counts = [func.count().filter(part) for part in (open_rows, late, lost)]
    async with engine.connect() as connection:
        row = (await connection.execute(select(*counts))).one()
        refused = select(func.count()).select_from(watched).where(watched.c.error.is_not(None))
        return Depth(row[0], row[1] + (await connection.scalar(refused) or 0), row[2])


async def unsaid(engine: AsyncEngine) -> list[Unsaid]:
    """What is tried again or was given up, the latest first."""
    query = (
        select(outbox, tables.c.code)
        .join(tables, tables.c.id == outbox.c.table_id)
        .where(outbox.c.error.is_not(None) | outbox.c.done_at.is_(None))
        .order_by(outbox.c.id.desc())
        .limit(SHOWN)
    )
    refused = select(watched, tables.c.code).join(tables, tables.c.id == watched.c.table_id)
    async with engine.connect() as connection:
        rows = (await connection.execute(query)).all()
        cards = (await connection.execute(refused.where(watched.c.error.is_not(None)).limit(SHOWN))).all()
    now = datetime.now(UTC)
    return [Unsaid(0, row.code, "Discord", 1, row.error, row.due_at or now, False) for row in cards] + [
        Unsaid(
            row.id, row.code, WAYS[row.kind], row.tries, row.error or "", row.done_at or row.due_at, bool(row.done_at)
        )
        for row in rows
    ]


async def say_again(engine: AsyncEngine, number: int) -> None:
    values = {"done_at": None, "due_at": func.now(), "tries": 0, "error": None}
    async with engine.begin() as connection:
        found = await connection.execute(update(outbox).where(outbox.c.id == number).values(values))
    if not found.rowcount:
        raise Refused("There is no such notice any more.")

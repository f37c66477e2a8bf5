"""Load every table that is being played with the code of this release, and say what players would meet."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import GAMES
from app.kernel import Session
from app.storage.schema import tables
from app.tables.store import Store


class Report(NamedTuple):
    code: str
    game: str
    seq: int
    trouble: str


async def examine_tables(engine: AsyncEngine) -> AsyncGenerator[Report]:
    store = Store(engine, "doctor")
    async with engine.connect() as connection:
        query = select(tables.c.id).where(tables.c.status == "playing").order_by(tables.c.created_at)
        ids = (await connection.scalars(query)).all()
    for table_id in ids:
        stored = await store.load(table_id)
        trouble = ""
        game = GAMES.get(stored.info.game)
        try:
            if game is None:
                trouble = "this game is not on the shelf"
            elif stored.base is not None:
                choices = [e.choice for seq, e in stored.entries if seq > stored.base_seq and e.choice is not None]
                session = Session.resume(game, stored.base, choices, keep_log=False)
                game.invariants(session.state)
                if session.dropped:
                    trouble = f"goes back by {session.dropped} choices, because the rules have changed"
        except Exception as error:
            trouble = f"does not load: {type(error).__name__}: {error}"
        yield Report(stored.info.code, stored.info.game, stored.seq, trouble)

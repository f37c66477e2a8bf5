"""All tables, for the host: found by what one knows of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.storage.database import like_itself
from app.storage.schema import journal, people, seats, tables
from app.tables.entries import decode_entry


class Standing(msgspec.Struct, frozen=True):
    """One table, as a host looks at it: nothing of the game itself."""

    id: str
    code: str
    game: str
    status: str
    chairs: int
    taken: int
    players: tuple[str, ...]
    at: float  # of the last move, or since it was opened: seconds since 1970
    away: bool  # it was put away: nobody plays there, and it is on nobody's shelf


async def find_tables(
    engine: AsyncEngine, words: str = "", titles: Mapping[str, str] | None = None, *, start: int = 0, most: int = 50
) -> tuple[int, list[Standing]]:
    """How many there are that fit every word, and some of them, the newest first: by code, title of the game, name of a
    player, or status."""
    fits: list[Any] = []
    for word in words.split():
        like = f"%{like_itself(word)}%"
        sits = select(seats.c.table_id).join(people, people.c.id == seats.c.person_id).where(people.c.name.ilike(like))
        kinds = [tables.c.code.ilike(like), tables.c.status == word.lower(), tables.c.id.in_(sits)]
        called = [game for game, title in (titles or {}).items() if word.lower() in title.lower()]
        fits.append(or_(*kinds, tables.c.game.in_(called)))
    newest = tables.outerjoin(journal, (journal.c.table_id == tables.c.id) & (journal.c.seq == tables.c.seq))
    columns = (tables.c.id, tables.c.code, tables.c.game, tables.c.status, tables.c.created_at, tables.c.abandoned)
    query = select(*columns, journal.c.entry).select_from(newest).where(and_(True, *fits))
    async with engine.connect() as connection:
        count = await connection.scalar(select(func.count()).select_from(tables).where(and_(True, *fits))) or 0
        rows = (await connection.execute(query.order_by(tables.c.created_at.desc()).offset(start).limit(most))).all()
        sat = await connection.execute(
            select(seats.c.table_id, seats.c.bot, people.c.name)
            .select_from(seats.outerjoin(people, people.c.id == seats.c.person_id))
            .where(seats.c.table_id.in_([row.id for row in rows]))
            .order_by(seats.c.number)
        )
        places: dict[str, list[Any]] = {}
        for place in sat:
            places.setdefault(place.table_id, []).append(place)
    return count, [_standing(row, places.get(row.id, [])) for row in rows]


def _standing(row: Any, places: list[Any]) -> Standing:
    at = decode_entry(row.entry).at / 1000 if row.entry is not None else row.created_at.timestamp()
    names = tuple(place.name for place in places if place.name)
    taken = sum(place.bot or place.name is not None for place in places)
    return Standing(row.id, row.code, row.game, row.status, len(places), taken, names, at, row.abandoned)

"""Chat at a table: to everyone, to one's team, to one player. Kept apart from the moves."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.kernel import Refused
from app.storage.schema import chat
from app.tables.hub import Hub
from app.tables.live import Signal

LONGEST = 1000
SHOWN = 100


class Said(msgspec.Struct, frozen=True):
    id: int
    name: str
    seat: int | None
    audience: tuple[int, ...] | None  # the seats that may read it; None: everyone
    text: str
    at: datetime

    def readable_by(self, seats: list[int]) -> bool:
        return self.audience is None or any(seat in self.audience for seat in seats)


class Talk:
    def __init__(self, engine: AsyncEngine, hub: Hub) -> None:
        self._engine = engine
        self._hub = hub

    async def say(
        self, table_id: str, person_id: str, name: str, seat: int | None, to: list[int] | None, words: str
    ) -> None:
        text = words.replace("\0", "").strip()
        if not text:
            raise Refused("There is nothing to say.")
        if len(text) > LONGEST:
            raise Refused(f"At most {LONGEST} characters, please.")
        info = (await self._hub.live(table_id)).info
        if info.settings.silent and info.status == "playing":
            raise Refused("At this table nobody talks while the game is played.")
        audience = None
        if to is not None:
            if seat is None:
                raise Refused("Spectators talk to everyone.")
            if any(not 0 <= other < len(info.seats) for other in to):
                raise Refused("There is no such seat.")
            audience = tuple(sorted({*to, seat}))
        values = {"table_id": table_id, "person_id": person_id, "name": name, "seat": seat, "text": text}
        async with self._engine.begin() as connection:
            row = (await connection.execute(insert(chat).values(values | {"audience": audience}).returning(chat))).one()
        await self._hub.signal(table_id, Signal("chat", audience, msgspec.to_builtins(_said(row)), by=person_id))

    async def recent(self, table_id: str, seats: list[int], muted: Collection[str] = ()) -> list[Said]:
        """What these seats may read of the latest, without those whom their player has muted."""
        async with self._engine.connect() as connection:
            query = select(chat).where(chat.c.table_id == table_id).order_by(chat.c.id.desc()).limit(4 * SHOWN)
            said = [_said(row) for row in await connection.execute(query) if row.person_id not in muted]
        return [one for one in said if one.readable_by(seats)][:SHOWN][::-1]


def _said(row: Any) -> Said:
    audience = None if row.audience is None else tuple(row.audience)
    return Said(row.id, row.name, row.seat, audience, row.text, row.created_at)

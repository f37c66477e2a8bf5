"""Order in the house: what owners and hosts did to others, and what players told the host about each other."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from sqlalchemy import insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.kernel import Refused
from app.people.identity import Person
from app.storage.schema import audit, complaints, people

LONGEST = 2000
SHOWN = 200


class Deed(msgspec.Struct, frozen=True):
    name: str
    deed: str
    table: str | None
    at: datetime


class Complaint(msgspec.Struct, frozen=True):
    id: int
    by: str
    about_id: str | None
    about: str
    table: str
    words: str
    context: tuple[str, ...]
    at: datetime


class Order:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def note(self, person: Person, deed: str, table_code: str | None = None) -> None:
        """Write down what somebody with power over others did."""
        values = {"person_id": person.id, "name": person.name, "deed": deed, "table_code": table_code}
        async with self._engine.begin() as connection:
            await connection.execute(insert(audit).values(values))

    async def deeds(self) -> list[Deed]:
        async with self._engine.connect() as connection:
            rows = await connection.execute(select(audit).order_by(audit.c.id.desc()).limit(SHOWN))
            return [Deed(row.name, row.deed, row.table_code, row.created_at) for row in rows]

    async def complain(
        self, person_id: str, about_id: str | None, table_code: str, words: str, context: Sequence[str]
    ) -> None:
        values: dict[str, Any] = {"person_id": person_id, "about_id": about_id, "table_code": table_code}
        values |= {"words": words.replace("\0", "")[:LONGEST], "context": list(context)}
        async with self._engine.begin() as connection:
            await connection.execute(insert(complaints).values(values))

    async def open_complaints(self) -> list[Complaint]:
        by, about = people.alias(), people.alias()
        query = (
            select(complaints, by.c.name.label("by_name"), about.c.name.label("about_name"))
            .select_from(
                complaints.outerjoin(by, by.c.id == complaints.c.person_id).outerjoin(
                    about, about.c.id == complaints.c.about_id
                )
            )
            .where(~complaints.c.settled)
            .order_by(complaints.c.id.desc())
            .limit(SHOWN)
        )
        async with self._engine.connect() as connection:
            return [
                Complaint(
                    row.id,
                    row.by_name or "somebody who has left",
                    row.about_id,
                    row.about_name or "nobody by name",
                    row.table_code,
                    row.words,
                    tuple(row.context),
                    row.created_at,
                )
                for row in await connection.execute(query)
            ]

    async def settle(self, number: int) -> None:
        async with self._engine.begin() as connection:
            this = (complaints.c.id == number) & ~complaints.c.settled
            done = await connection.execute(update(complaints).where(this).values(settled=True))
        if not done.rowcount:
            raise Refused("Nobody has told you that, or it is settled already.")

"""What we know of Discord: who is who there, where tables are spoken of, which messages were dealt with."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import delete, exists, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from app.people.identity import People, Person
from app.storage.schema import channels, handled, identities, seats, tables

PROVIDER = "discord"


class Place(msgspec.Struct, frozen=True):
    """Where a table is spoken of."""

    table_id: str
    guild_id: str | None = None
    channel_id: str | None = None
    card_id: str | None = None
    status_id: str | None = None
    ping_id: str | None = None
    thread_id: str | None = None
    told: int = 0
    webhook: str | None = None


class Directory:
    def __init__(self, engine: AsyncEngine, people: People) -> None:
        self._engine = engine
        self._people = people

    # People ------------------------------------------------------------------------------------------------------

    async def person_of(self, user_id: str) -> Person | None:
        async with self._engine.connect() as connection:
            known = (identities.c.provider == PROVIDER) & (identities.c.subject == user_id)
            person_id = await connection.scalar(select(identities.c.person_id).where(known))
        return None if person_id is None else await self._people.get(person_id)

    async def meet(self, user: dict[str, Any]) -> Person:
        """The person behind a Discord user; a new one if we have never met."""
        person = await self.person_of(str(user["id"]))
        if person is None:
            name = str(user.get("global_name") or user.get("username") or "Somebody")[:40]
            person = await self._people.welcome(name)
            await self.link(person.id, user)
        return person

    async def link(self, person_id: str, user: dict[str, Any]) -> None:
        name = str(user.get("global_name") or user.get("username") or "")
        values = {"provider": PROVIDER, "subject": str(user["id"]), "person_id": person_id, "name": name}
        change = insert(identities).values(values)
        keys = [identities.c.provider, identities.c.subject]
        async with self._engine.begin() as connection:
            await connection.execute(
                change.on_conflict_do_update(index_elements=keys, set_={"person_id": person_id, "name": name})
            )

    async def unlink(self, person_id: str) -> None:
        async with self._engine.begin() as connection:
            mine = (identities.c.provider == PROVIDER) & (identities.c.person_id == person_id)
            await connection.execute(delete(identities).where(mine))

    async def merge(self, guest_id: str, person_id: str) -> list[str]:
        """A guest turns out to be somebody we know: their seats and tables go over. Returns the tables concerned. Where
        both sit at the same table, both seats stay as they are."""
        async with self._engine.begin() as connection:
            taken = select(seats.c.table_id).where(seats.c.person_id == person_id)
            free = (seats.c.person_id == guest_id) & seats.c.table_id.not_in(taken)
            moved = (
                await connection.scalars(
                    update(seats).where(free).values(person_id=person_id).returning(seats.c.table_id)
                )
            ).all()
            await connection.execute(update(tables).where(tables.c.owner_id == guest_id).values(owner_id=person_id))
        return list(moved)

    async def user_of(self, person_id: str) -> str | None:
        users = await self.users([person_id])
        return users.get(person_id)

    async def users(self, person_ids: list[str]) -> dict[str, str]:
        """Discord ids of these people, of those who have one."""
        async with self._engine.connect() as connection:
            wanted = (identities.c.provider == PROVIDER) & identities.c.person_id.in_(person_ids)
            rows = await connection.execute(select(identities.c.person_id, identities.c.subject).where(wanted))
            return {row.person_id: row.subject for row in rows}

    # Places ------------------------------------------------------------------------------------------------------

    async def place(self, table_id: str) -> Place | None:
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(channels).where(channels.c.table_id == table_id))).one_or_none()
        return (
            None if row is None else msgspec.convert({str(name): value for name, value in row._mapping.items()}, Place)
        )

    async def put(self, table_id: str, **values: Any) -> None:
        change = insert(channels).values(table_id=table_id, **values)
        async with self._engine.begin() as connection:
            await connection.execute(change.on_conflict_do_update(index_elements=[channels.c.table_id], set_=values))

    async def forget_place(self, table_id: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(delete(channels).where(channels.c.table_id == table_id))

    async def tables_in(self, guild_id: str) -> list[str]:
        """Codes of tables that wait for players in this server."""
        async with self._engine.connect() as connection:
            query = (
                select(tables.c.code)
                .join_from(channels, tables, tables.c.id == channels.c.table_id)
                .where(channels.c.guild_id == guild_id, tables.c.status == "lobby")
                .order_by(tables.c.created_at.desc())
                .limit(10)
            )
            return list((await connection.scalars(query)).all())

    async def table_for(self, channel_id: str, person_id: str) -> str | None:
        """The table that somebody who comes from this channel most likely wants: the newest one there that is not over,
        their own before others'."""
        mine = exists().where(seats.c.table_id == tables.c.id, seats.c.person_id == person_id)
        async with self._engine.connect() as connection:
            query = (
                select(tables.c.code)
                .join_from(channels, tables, tables.c.id == channels.c.table_id)
                .where(channels.c.channel_id == channel_id, tables.c.status != "finished")
                .order_by(mine.desc(), tables.c.created_at.desc())
                .limit(1)
            )
            found: str | None = await connection.scalar(query)
            return found

    # Once only ---------------------------------------------------------------------------------------------------

    async def first_time(self, message_id: str) -> bool:
        """Whether this message was never dealt with before; from now on it was."""
        async with self._engine.begin() as connection:
            await connection.execute(text("DELETE FROM handled WHERE created_at < now() - interval '2 days'"))
            done = await connection.execute(insert(handled).values(id=message_id).on_conflict_do_nothing())
            return done.rowcount == 1

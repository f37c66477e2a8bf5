"""What we know of Discord: who is who there, where tables are spoken of, which messages were dealt with."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import delete, exists, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from app.people.identity import People, Person, a_name_for
from app.storage.schema import channels, handled, identities, seats, tables, watched

PROVIDER = "discord"
PICTURES = "https://cdn.discordapp.com/avatars"
LOOK_AGAIN_AT_THEIRS = text("""
    UPDATE watched SET marks = marks + 1 WHERE table_id IN
    (SELECT table_id FROM seats WHERE person_id = :person OR lent_to = :person)
""")


class Place(msgspec.Struct, frozen=True):
    """Where a table is spoken of."""

    table_id: str
    guild_id: str | None = None
    channel_id: str | None = None
    thread_id: str | None = None
    told: int = 0
    webhook: str | None = None


class Account(msgspec.Struct, frozen=True):
    """Somebody as they are on Discord."""

    user: str
    name: str
    avatar: str | None = None

    @property
    def face(self) -> str:
        return f"{PICTURES}/{self.user}/{self.avatar}.png?size=64" if self.avatar else ""


class Directory:
    def __init__(self, engine: AsyncEngine, people: People, *, closed: bool = False) -> None:
        self._engine = engine
        self._people = people
        self._closed = closed  # whether the host of the house lets newcomers in

    # People ------------------------------------------------------------------------------------------------------

    async def person_of(self, user_id: str) -> Person | None:
        async with self._engine.connect() as connection:
            person_id = await connection.scalar(select(identities.c.person_id).where(_is(user_id)))
        return None if person_id is None else await self._people.get(person_id)

    async def meet(self, user: dict[str, Any]) -> Person:
        """The person behind a Discord user; a new one if we have never met. Of two who come at the same time one is
        met."""
        user_id = str(user["id"])
        person = await self.person_of(user_id)
        if person is None:
            name = a_name_for(user.get("global_name"), user.get("username"))
            newcomer = await self._people.welcome(name, approved=not self._closed)
            async with self._engine.begin() as connection:
                values = {"person_id": newcomer.id, **_account(user)}
                mine = await connection.execute(insert(identities).values(values).on_conflict_do_nothing())
            person = await self.person_of(user_id)
            assert person is not None
            if not mine.rowcount:
                await self._people.forget(newcomer.id)
        else:
            await self._remember_look(user)
        return person

    async def _remember_look(self, user: dict[str, Any]) -> None:
        """Names and pictures change; only what is new is written."""
        now = _account(user)
        changed = (identities.c.name != now["name"]) | identities.c.avatar.is_distinct_from(now["avatar"])
        if "avatar" not in user:
            return
        async with self._engine.begin() as connection:
            new = update(identities).where(_is(str(user["id"])), changed).values(now).returning(identities.c.person_id)
            person_id = (await connection.execute(new)).scalar_one_or_none()
            if person_id is not None:
                await connection.execute(LOOK_AGAIN_AT_THEIRS, {"person": person_id})

    async def link(self, person_id: str, user: dict[str, Any]) -> None:
        """This person is that user. One account for each person: the caller has seen to it."""
        values = {"person_id": person_id, **_account(user)}
        change = insert(identities).values(values)
        keys = [identities.c.provider, identities.c.subject]
        async with self._engine.begin() as connection:
            await connection.execute(change.on_conflict_do_update(index_elements=keys, set_=values))

    async def unlink(self, person_id: str) -> None:
        async with self._engine.begin() as connection:
            mine = (identities.c.provider == PROVIDER) & (identities.c.person_id == person_id)
            await connection.execute(delete(identities).where(mine))
            await connection.execute(LOOK_AGAIN_AT_THEIRS, {"person": person_id})  # their face goes from every card

    async def account_of(self, person_id: str) -> Account | None:
        return (await self.known([person_id])).get(person_id)

    async def user_of(self, person_id: str) -> str | None:
        account = await self.account_of(person_id)
        return account.user if account is not None else None

    async def users(self, person_ids: list[str]) -> dict[str, str]:
        """Discord ids of these people, of those who have one."""
        return {person_id: account.user for person_id, account in (await self.known(person_ids)).items()}

    async def known(self, person_ids: list[str]) -> dict[str, Account]:
        wanted = (identities.c.provider == PROVIDER) & identities.c.person_id.in_(person_ids)
        columns = (identities.c.person_id, identities.c.subject, identities.c.name, identities.c.avatar)
        async with self._engine.connect() as connection:
            rows = await connection.execute(select(*columns).where(wanted))
            return {row.person_id: Account(row.subject, row.name, row.avatar) for row in rows}

    async def heads_for(self, person_id: str, code: str) -> None:
        """Somebody has pressed a button that opens our pages inside Discord: that is the table they mean."""
        mine = (identities.c.provider == PROVIDER) & (identities.c.person_id == person_id)
        async with self._engine.begin() as connection:
            await connection.execute(update(identities).where(mine).values(goal=code))

    # Places ------------------------------------------------------------------------------------------------------

    async def place(self, table_id: str) -> Place | None:
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(channels).where(channels.c.table_id == table_id))).one_or_none()
        return (
            None if row is None else msgspec.convert({str(name): value for name, value in row._mapping.items()}, Place)
        )

    async def put(self, table_id: str, **values: Any) -> None:
        change = insert(channels).values(table_id=table_id, **values)
        again = insert(watched).values(table_id=table_id)
        async with self._engine.begin() as connection:
            await connection.execute(change.on_conflict_do_update(index_elements=[channels.c.table_id], set_=values))
            more = {"marks": watched.c.marks + 1}
            await connection.execute(again.on_conflict_do_update(index_elements=[watched.c.table_id], set_=more))

    async def look_again(self, table_id: str) -> None:
        """Something about it is to be said differently."""
        async with self._engine.begin() as connection:
            this = watched.c.table_id == table_id
            await connection.execute(update(watched).where(this).values(marks=watched.c.marks + 1))

    async def try_again_in(self, channel_id: str) -> None:
        """Somebody speaks in this channel: what could not be said there is tried again."""
        query = """
            UPDATE watched SET marks = watched.marks + 1 FROM channels
            WHERE channels.table_id = watched.table_id AND channels.channel_id = :channel AND watched.error IS NOT NULL
        """
        async with self._engine.begin() as connection:
            await connection.execute(text(query), {"channel": channel_id})

    async def tables_in(self, channel_id: str, *, most: int = 10) -> list[str]:
        """Codes of tables that wait for players in this channel, the newest first: whoever asks from there sees it."""
        async with self._engine.connect() as connection:
            query = (
                select(tables.c.code)
                .join_from(channels, tables, tables.c.id == channels.c.table_id)
                .where(channels.c.channel_id == channel_id, tables.c.status == "lobby")
                .order_by(tables.c.created_at.desc())
                .limit(most)
            )
            return list((await connection.scalars(query)).all())

    async def opened_lately(self, person_id: str) -> tuple[int, int]:
        """How many tables a person has opened in the last minute and in the last day."""
        query = """
            SELECT count(*) FILTER (WHERE created_at > now() - interval '1 minute'), count(*)
            FROM tables WHERE owner_id = :person AND created_at > now() - interval '1 day'
        """
        async with self._engine.connect() as connection:
            row = (await connection.execute(text(query), {"person": person_id})).one()
        return int(row[0]), int(row[1])

    async def table_for(self, channel_id: str, person_id: str) -> str | None:
        """The table that somebody who comes from this channel most likely wants: the one whose button they pressed, else
        the newest one there that is not over, their own before others'."""
        mine = exists().where(seats.c.table_id == tables.c.id, seats.c.person_id == person_id)
        meant = exists().where(
            identities.c.provider == PROVIDER, identities.c.person_id == person_id, identities.c.goal == tables.c.code
        )
        async with self._engine.connect() as connection:
            query = (
                select(tables.c.code)
                .join_from(channels, tables, tables.c.id == channels.c.table_id)
                .where(channels.c.channel_id == channel_id, tables.c.status != "finished")
                .order_by(meant.desc(), mine.desc(), tables.c.created_at.desc())
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


def _is(user_id: str) -> Any:
    return (identities.c.provider == PROVIDER) & (identities.c.subject == user_id)


def _account(user: dict[str, Any]) -> dict[str, Any]:
    name = str(user.get("global_name") or user.get("username") or "").replace("\0", "")[:100]
    avatar = str(user.get("avatar") or "")
    known = avatar if avatar.replace("_", "").isalnum() and avatar.isascii() else None
    return {"provider": PROVIDER, "subject": str(user["id"]), "name": name, "avatar": known}

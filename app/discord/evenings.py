"""Evenings: kept in the database, and kept true in the channel and in Discord's calendar."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.discord.bodies import digest
from app.discord.client import Discord, DiscordError
from app.discord.diff import Want
from app.discord.directory import Directory
from app.discord.evening import (
    LASTS,
    Comer,
    Evening,
    Reply,
    event,
    invitation,
    news,
    next_time,
    reminder,
    wants_news,
    wants_reminder,
)
from app.discord.keeper import Keeper
from app.discord.posts import moment
from app.discord.when import Repeats, repeated
from app.kernel import Refused
from app.people.zones import zone_of
from app.storage.schema import coming, evenings, people, tables

UNKNOWN_EVENT = 10070
DUE = text("SELECT id FROM evenings WHERE (marks <> looked OR due_at <= :now) ORDER BY id LIMIT 50")
MOST_OF_ONE = 10  # evenings to come that one person may have planned
# Somebody who says the same again keeps their place in the list.
SAY = text("""
    INSERT INTO coming (evening_id, person_id, answer) VALUES (:evening, :person, :answer)
    ON CONFLICT (evening_id, person_id) DO UPDATE SET answer = excluded.answer,
    since = CASE WHEN coming.answer = excluded.answer THEN coming.since ELSE clock_timestamp() END
""")


class Evenings:
    def __init__(
        self,
        engine: AsyncEngine,
        discord: Discord,
        directory: Directory,
        keeper: Keeper,
        address: Callable[[str], str],
        clock: Callable[[], float],
    ) -> None:
        self._engine, self._discord, self._directory, self._keeper = engine, discord, directory, keeper
        self._address, self._now = address, clock
        keeper.others.append(self.look_around)

    # What people do ------------------------------------------------------------------------------------------------

    async def plan(self, person_id: str, **facts: Any) -> Evening:
        """A new evening; whoever plans it comes."""
        async with self._engine.begin() as connection:
            mine = (evenings.c.person_id == person_id) & ~evenings.c.called_off
            ahead = mine & (evenings.c.begins_at > datetime.fromtimestamp(self._now(), UTC))
            if len((await connection.scalars(select(evenings.c.id).where(ahead))).all()) >= MOST_OF_ONE:
                raise Refused("You have planned ten evenings that are still to come. Call one off first.")
            made = await connection.execute(
                insert(evenings).values(person_id=person_id, **facts).returning(evenings.c.id)
            )
            number: int = made.scalar_one()
            await connection.execute(SAY, {"evening": number, "person": person_id, "answer": "in"})
        return (await self.read(number))[0]

    async def say(self, number: int, person_id: str, reply: Reply) -> None:
        """One at a time: two who press together are both on the list, and each sees the other."""
        async with self._engine.begin() as connection:
            await self._open(connection, number)
            await connection.execute(SAY, {"evening": number, "person": person_id, "answer": reply})
            await self._mark(connection, number)

    async def call_off(self, number: int, person_id: str, *, moderates: bool) -> None:
        async with self._engine.begin() as connection:
            row = await self._open(connection, number)
            if row.person_id != person_id and not moderates:
                raise Refused("Only who planned it, or who moderates here, can call it off.")
            await connection.execute(update(evenings).where(evenings.c.id == number).values(called_off=True))
            await self._mark(connection, number)

    async def to_move(self, number: int, person_id: str, *, moderates: bool) -> Evening:
        """The evening, if this person may move it."""
        async with self._engine.begin() as connection:
            self._check_move(await self._open(connection, number), person_id, moderates)
        return (await self.read(number))[0]

    async def move(
        self, number: int, person_id: str, begins: datetime, *, following: bool = False, moderates: bool
    ) -> None:
        """To another time. Everybody's answer stays; those who come or may come are told. Of a row this one alone is
        moved, and the next is where it would have been; or all that follow go along."""
        async with self._engine.begin() as connection:
            row = await self._open(connection, number)
            self._check_move(row, person_id, moderates)
            if row.begins_at == begins:
                raise Refused("It is planned for then already.")
            values = {
                "begins_at": begins,
                "moves": row.moves + 1,
                "moved_from": row.begins_at,
                "moved_at": moment(self._now()),
                "moved_by": person_id,
                "regular_at": None if following or not row.repeats else row.regular_at or row.begins_at,
            }
            await connection.execute(update(evenings).where(evenings.c.id == number).values(values))
            await self._mark(connection, number)

    def _check_move(self, row: Any, person_id: str, moderates: bool) -> None:
        if row.person_id != person_id and not moderates:
            raise Refused("Only who planned it, or who moderates here, can move it.")
        if row.begins_at.timestamp() <= self._now():
            raise Refused("This evening has begun, and stays where it is.")

    async def _open(self, connection: Any, number: int) -> Any:
        query = select(evenings).where(evenings.c.id == number).with_for_update()
        row = (await connection.execute(query)).one_or_none()
        if row is None or row.called_off:
            raise Refused("This evening was called off.")
        if row.begins_at.timestamp() + LASTS <= self._now():
            raise Refused("This evening is over.")
        return row

    @staticmethod
    async def _mark(connection: Any, number: int) -> None:
        await connection.execute(update(evenings).where(evenings.c.id == number).values(marks=evenings.c.marks + 1))

    async def read(self, number: int) -> tuple[Evening, list[Comer]]:
        async with self._engine.connect() as connection:
            joined = evenings.outerjoin(tables, tables.c.id == evenings.c.table_id)
            query = select(evenings, tables.c.code).select_from(joined).where(evenings.c.id == number)
            row = (await connection.execute(query)).one_or_none()
            if row is None:
                raise Refused("There is no such evening any more.")
            said = select(coming.c.person_id, coming.c.answer, people.c.name).join_from(
                coming, people, people.c.id == coming.c.person_id
            )
            rows = (await connection.execute(said.where(coming.c.evening_id == number).order_by(coming.c.since))).all()
        users = await self._directory.users([one.person_id for one in rows])
        comers = [Comer(one.person_id, one.name, users.get(one.person_id, ""), one.answer) for one in rows]
        return _evening(row), comers

    async def body(self, number: int) -> Any:
        evening, comers = await self.read(number)
        return invitation(evening, comers, self._now())

    # What is kept true ---------------------------------------------------------------------------------------------

    async def look_around(self) -> None:
        if self._keeper.is_down or not self._discord.has_bot:
            return
        async with self._engine.connect() as connection:
            numbers = (await connection.scalars(DUE, {"now": moment(self._now())})).all()

        def look(number: int) -> Callable[[], Any]:
            return lambda: self._look(number)

        await asyncio.gather(*(self._keeper.alone(f"evening:{number}", look(number)) for number in numbers))

    async def _look(self, number: int) -> None:
        now = self._now()
        async with self._engine.connect() as connection:
            marks = await connection.scalar(select(evenings.c.marks).where(evenings.c.id == number))
        evening, comers = await self.read(number)
        if evening.repeats and not evening.called_off and now >= evening.begins + LASTS:
            await self._go_on(evening)
            evening, comers = await self.read(number)
        address = f"/channels/{evening.channel_id}"
        stage = "called off" if evening.called_off else str(evening.epoch)
        wants = [Want("card", invitation(evening, comers, now), address, stage=stage)]
        said = reminder(evening, comers) if wants_reminder(evening, now) else None
        if said is not None:
            wants.append(Want("reminder", said, address, turn=evening.epoch))
        told = news(evening, comers) if wants_news(evening, now) else None
        if told is not None:
            wants.append(Want("moved", told, address, turn=evening.moves))
        later, _ = await self._keeper.settle(evening.about, wants, frozenset())
        again = await self._keep_event(evening, comers, now)
        times = [time for time in (later, again, next_time(evening, now)) if time is not None]
        async with self._engine.begin() as connection:
            values = {"looked": marks, "due_at": moment(min(times, default=None))}
            await connection.execute(update(evenings).where(evenings.c.id == number).values(values))

    async def _go_on(self, evening: Evening) -> None:
        """The next of a row of evenings: nobody has said yet whether they come."""
        repeats: Repeats = evening.repeats  # type: ignore[assignment]
        zone = zone_of(evening.zone)
        regular = datetime.fromtimestamp(evening.regular or evening.begins, UTC)
        begins = repeated(regular, zone, repeats)  # also where this one was moved to an earlier day
        while begins.timestamp() + LASTS <= self._now():
            begins = repeated(begins, zone, repeats)
        async with self._engine.begin() as connection:
            values = {"begins_at": begins, "event_id": None, "event_digest": None, "moved_from": None}
            values |= {"moved_at": None, "moved_by": None, "regular_at": None}
            await connection.execute(update(evenings).where(evenings.c.id == evening.id).values(values))
            await connection.execute(coming.delete().where(coming.c.evening_id == evening.id))

    async def _keep_event(self, evening: Evening, comers: list[Comer], now: float) -> float | None:
        """Discord's calendar says the same as the list. Where it may not, the list alone has to do."""
        guild = f"/guilds/{evening.guild_id}"
        if not evening.native or now >= evening.begins or self._keeper.closed.is_(guild, now):
            return None
        where = self._address(f"/t/{evening.code}" if evening.code else "/")
        body = event(evening, comers, where)
        try:
            if evening.called_off:
                await self._remove_event(guild, evening)
            elif evening.event_id is None:
                await self._set_event(evening.id, await self._new_event(guild, body), digest(body))
            elif evening.event_digest != digest(body):
                await self._discord.call("PATCH", f"{guild}/scheduled-events/{evening.event_id}", body)
                await self._set_event(evening.id, evening.event_id, digest(body))
        except DiscordError as error:
            if error.code == UNKNOWN_EVENT:  # somebody took it out of the calendar, and meant it
                await self._set_event(evening.id, None, None, native=False)
                return None
            self._keeper.closed.close(guild, now)
            return self._keeper.closed.until(guild)
        return None

    async def _new_event(self, guild: str, body: Any) -> str:
        """One that we made just before a crash is found again."""
        for known in await self._discord.call("GET", f"{guild}/scheduled-events") or []:
            mine = str(known.get("creator_id")) == self._discord.application_id
            same = _same_time(known.get("scheduled_start_time"), body["scheduled_start_time"])
            if mine and same and known.get("name") == body["name"]:
                return str(known["id"])
        return str((await self._discord.call("POST", f"{guild}/scheduled-events", body))["id"])

    async def _remove_event(self, guild: str, evening: Evening) -> None:
        if evening.event_id is not None:
            await self._discord.call("DELETE", f"{guild}/scheduled-events/{evening.event_id}")
            await self._set_event(evening.id, None, None, native=False)

    async def _set_event(self, number: int, event_id: str | None, said: str | None, *, native: bool = True) -> None:
        values = {"event_id": event_id, "event_digest": said, "native": native}
        async with self._engine.begin() as connection:
            await connection.execute(update(evenings).where(evenings.c.id == number).values(values))


def _same_time(one: Any, other: str) -> bool:
    try:
        return datetime.fromisoformat(str(one)) == datetime.fromisoformat(other)
    except ValueError:
        return False


def _evening(row: Any) -> Evening:
    return Evening(
        row.id,
        row.guild_id,
        row.channel_id,
        row.table_id,
        row.code or "",
        row.person_id,
        row.title,
        row.begins_at.timestamp(),
        row.zone,
        row.repeats,
        row.seats,
        row.native,
        row.event_id,
        row.event_digest,
        row.called_off,
        row.moves,
        row.moved_from.timestamp() if row.moved_from else None,
        row.moved_at.timestamp() if row.moved_at else 0.0,
        row.moved_by or "",
        row.regular_at.timestamp() if row.regular_at else None,
    )

"""Reading and writing the facts of tables: who sits where, what is played. The moves themselves are the journal's."""

from __future__ import annotations

import secrets
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.games import GAMES
from app.kernel import Base, Line, Refused, Session
from app.storage.schema import checkpoints, journal, people, requests, seats, tables
from app.tables.codes import room_code
from app.tables.entries import Entry, decode_entry, encode_entry
from app.tables.facts import Branch, Pilot, Request, SeatInfo, TableInfo, TableSettings
from app.tables.journal import CHANNEL
from app.tables.live import RECENT_LINES

# Whether anybody outside wants to hear of a table: a channel on Discord, a browser, a mailbox.
ANNOUNCED = """
    SELECT EXISTS (SELECT FROM channels WHERE table_id = :table) OR EXISTS (
        SELECT FROM seats JOIN people ON people.id = seats.person_id
        WHERE table_id = :table AND (mail IS NOT NULL OR EXISTS (SELECT FROM pushes WHERE pushes.person_id = people.id))
    )
"""

SELF_MOVING = """
    SELECT id FROM tables WHERE status = 'playing' AND (
        settings ? 'clock_minutes' OR settings ->> 'pace' = 'slow'
        OR EXISTS (SELECT FROM seats WHERE table_id = tables.id AND (bot OR pilot ->> 'auto' IN ('bot', 'default')))
    ) ORDER BY created_at DESC LIMIT 500
"""

# One row per table, however much changes: the card is renewed once things have been quiet for a moment.
RENEW_CARD = """
    INSERT INTO outbox (key, table_id, kind, due_at) VALUES (:key, :table, 'card', now() + interval '2 seconds')
    ON CONFLICT (key) DO UPDATE SET due_at = now() + interval '2 seconds', done_at = NULL, tries = 0
"""


class NoSuchTable(Refused):
    pass


class Stored(msgspec.Struct, frozen=True):
    info: TableInfo
    seq: int
    base: Base | None
    base_seq: int
    entries: tuple[tuple[int, Entry], ...]  # recent rows, those after the base among them


class Store:
    def __init__(self, engine: AsyncEngine, origin: str) -> None:
        self._engine = engine
        self._origin = origin

    async def create(
        self,
        game: str,
        count: int,
        options: Mapping[str, Any],
        owner_id: str | None,
        settings: TableSettings = TableSettings(),
    ) -> TableInfo:
        if game not in GAMES:
            raise Refused("There is no such game here.")
        GAMES[game].read_options(options, count)
        table_id = secrets.token_urlsafe(9)
        async with self._engine.begin() as connection:
            code = await self.free_code(connection)
            values = {"id": table_id, "code": code, "game": game, "options": dict(options), "owner_id": owner_id}
            values |= {"seed": secrets.token_hex(32), "settings": msgspec.to_builtins(settings)}
            await connection.execute(insert(tables).values(values))
            rows = [{"table_id": table_id, "number": number} for number in range(count)]
            await connection.execute(insert(seats), rows)
            if owner_id is not None:
                mine = (seats.c.table_id == table_id) & (seats.c.number == 0)
                await connection.execute(update(seats).where(mine).values(person_id=owner_id))
            return await self._info(connection, table_id)

    async def free_code(self, connection: AsyncConnection) -> str:
        while True:
            code = room_code()
            taken = await connection.scalar(select(tables.c.id).where(tables.c.code == code))
            if taken is None:
                return code

    async def find(self, code_or_id: str) -> str:
        """The id of the table with this code or id."""
        if not code_or_id.isprintable():
            raise NoSuchTable("There is no such table.")
        async with self._engine.connect() as connection:
            wanted = (tables.c.id == code_or_id) | (tables.c.code == code_or_id)
            found = await connection.scalar(select(tables.c.id).where(wanted))
        if found is None:
            raise NoSuchTable("There is no such table.")
        return str(found)

    async def load(self, table_id: str) -> Stored:
        """A table as it stands, in one consistent look."""
        async with self._engine.connect() as connection:
            await connection.execution_options(isolation_level="REPEATABLE READ")
            info = await self._info(connection, table_id)
            game_columns = (tables.c.seq, tables.c.base, tables.c.base_seq)
            row = (await connection.execute(select(*game_columns).where(tables.c.id == table_id))).one()
            first = min(row.base_seq, row.seq - RECENT_LINES)
            entries = await self._entries(connection, table_id, first)
        base = msgspec.msgpack.decode(row.base, type=Base) if row.base else None
        return Stored(info, row.seq, base, row.base_seq, entries)

    async def entries_after(self, table_id: str, seq: int) -> tuple[tuple[int, Entry], ...]:
        async with self._engine.connect() as connection:
            return await self._entries(connection, table_id, seq)

    @staticmethod
    async def _entries(connection: AsyncConnection, table_id: str, after: int) -> tuple[tuple[int, Entry], ...]:
        query = (
            select(journal.c.seq, journal.c.entry)
            .where(journal.c.table_id == table_id, journal.c.seq > after)
            .order_by(journal.c.seq)
        )
        return tuple((row.seq, decode_entry(row.entry)) for row in await connection.execute(query))

    async def info(self, table_id: str) -> TableInfo:
        async with self._engine.connect() as connection:
            return await self._info(connection, table_id)

    @staticmethod
    async def _info(connection: AsyncConnection, table_id: str) -> TableInfo:
        row = (await connection.execute(select(tables).where(tables.c.id == table_id))).one_or_none()
        if row is None:
            raise NoSuchTable("There is no such table.")
        friend = people.alias()
        query = (
            select(seats, people.c.name, people.c.colour, people.c.emblem, friend.c.name.label("friend"))
            .select_from(
                seats.outerjoin(people, people.c.id == seats.c.person_id).outerjoin(
                    friend, friend.c.id == seats.c.lent_to
                )
            )
            .where(seats.c.table_id == table_id)
            .order_by(seats.c.number)
        )
        places = tuple(
            SeatInfo(
                number=r.number,
                person_id=r.person_id,
                name=r.name or "",
                bot=r.bot,
                colour=r.colour or 0,
                emblem=r.emblem or 0,
                ready=r.ready,
                lent_to=r.lent_to,
                lent_name=r.friend or "",
                shown=r.shown,
                pilot=msgspec.convert(r.pilot, Pilot),
                outside=r.outside,
            )
            for r in await connection.execute(query)
        )
        wanted = (
            await connection.execute(
                select(requests).where(requests.c.table_id == table_id).order_by(requests.c.kind, requests.c.seat)
            )
        ).all()
        return TableInfo(
            id=row.id,
            code=row.code,
            game=row.game,
            options=row.options,
            status=row.status,
            owner_id=row.owner_id,
            seed=row.seed,
            seats=places,
            settings=msgspec.convert(row.settings, TableSettings),
            requests=tuple(Request(r.kind, r.seat, tuple(r.needs), tuple(r.agreed), r.moment) for r in wanted),
            rematch=row.rematch,
            branch_of=msgspec.convert(row.branch_of, Branch) if row.branch_of else None,
            abandoned=row.abandoned,
            announced=bool(await connection.scalar(text(ANNOUNCED), {"table": table_id})),
        )

    # Changes -----------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def changing(self, table_id: str) -> AsyncGenerator[tuple[AsyncConnection, TableInfo]]:
        """Change the facts of a table, one change at a time; other processes look again once it is committed."""
        async with self._engine.begin() as connection:
            await connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())
            info = await self._info(connection, table_id)
            yield connection, info
            if info.announced:
                await connection.execute(text(RENEW_CARD), {"key": f"card:{table_id}", "table": table_id})
            notice = {"channel": CHANNEL, "notice": f"{self._origin} {table_id}:-"}
            await connection.execute(text("SELECT pg_notify(:channel, :notice)"), notice)

    async def set_seat(self, connection: AsyncConnection, table_id: str, number: int, **values: Any) -> None:
        place = (seats.c.table_id == table_id) & (seats.c.number == number)
        try:
            await connection.execute(update(seats).where(place).values(**values))
        except IntegrityError:
            raise Refused("Nobody of that name is known here.") from None

    async def begin(self, table_id: str, now_ms: int) -> None:
        """Start the game. Only one of several simultaneous starts does it; the others find it started."""
        async with self.changing(table_id) as (connection, info):
            if info.status != "lobby":
                raise Refused("The game has started already.")
            if not all(seat.taken for seat in info.seats):
                raise Refused("There are empty seats. Invite somebody, or seat a bot.")
            start = await connection.scalar(select(tables.c.start).where(tables.c.id == table_id))
            if start is not None:
                session = Session(GAMES[info.game], msgspec.msgpack.decode(start, type=Base), keep_log=False)
            else:
                session = Session.start(
                    GAMES[info.game], seats=len(info.seats), options=info.options, seed=info.seed, keep_log=False
                )
            lines = session.opening_lines
            if info.branch_of is not None:
                origin = info.branch_of
                lines = (Line(f"This line goes on from {origin.code}: {origin.title}."), *lines)
            opening = Entry(now_ms, lines=lines, moment=1)
            base = msgspec.msgpack.encode(session.base)
            changes = {"status": "playing", "base": base, "base_seq": 1, "seq": 1}
            await connection.execute(update(tables).where(tables.c.id == table_id).values(changes))
            first = {"table_id": table_id, "seq": 1, "entry": encode_entry(opening), "moment": 1}
            await connection.execute(insert(journal).values(first))
            await connection.execute(insert(checkpoints).values(table_id=table_id, seq=1, base=base))

    async def signal(self, table_id: str, signal: str) -> None:
        """Pass something on to the connections of other processes; not kept."""
        async with self._engine.begin() as connection:
            notice = {"channel": CHANNEL, "notice": f"{self._origin} {table_id}:!{signal}"}
            await connection.execute(text("SELECT pg_notify(:channel, :notice)"), notice)

    async def open_tables(self) -> list[TableInfo]:
        """Listed tables that wait for players or may be watched."""
        async with self._engine.connect() as connection:
            listed = tables.c.settings["listed"].as_boolean() & (tables.c.status != "finished")
            query = select(tables.c.id).where(listed).order_by(tables.c.created_at.desc()).limit(50)
            return [await self._info(connection, table_id) for table_id in (await connection.scalars(query)).all()]

    async def self_moving(self) -> list[str]:
        """Tables in play where something happens without anybody looking: bots, autopilots, clocks."""
        async with self._engine.connect() as connection:
            return list((await connection.scalars(text(SELF_MOVING))).all())

    async def tables_of(self, person_id: str) -> list[TableInfo]:
        async with self._engine.connect() as connection:
            mine = select(seats.c.table_id).where((seats.c.person_id == person_id) | (seats.c.lent_to == person_id))
            query = select(tables.c.id).where(tables.c.id.in_(mine)).order_by(tables.c.created_at.desc()).limit(50)
            return [await self._info(connection, table_id) for table_id in (await connection.scalars(query)).all()]

    async def notes(self, table_id: str, seat: int) -> str:
        async with self._engine.connect() as connection:
            query = select(seats.c.notes).where(seats.c.table_id == table_id, seats.c.number == seat)
            return str(await connection.scalar(query) or "")

    async def write_notes(self, table_id: str, seat: int, words: str) -> None:
        async with self._engine.begin() as connection:
            await self.set_seat(connection, table_id, seat, notes=words[:20_000].replace("\0", ""))

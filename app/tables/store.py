"""Reading and writing the facts of tables: who sits where, what is played. The moves themselves are the journal's."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
from sqlalchemy import func, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.games import GAMES
from app.kernel import Base, Refused, Session
from app.storage.schema import journal, people, seats, tables
from app.tables.codes import room_code
from app.tables.entries import Entry, decode_entry, encode_entry
from app.tables.journal import CHANNEL
from app.tables.live import RECENT_LINES, SeatInfo, TableInfo


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

    async def create(self, game: str, count: int, options: Mapping[str, Any], owner_id: str | None) -> TableInfo:
        if game not in GAMES:
            raise Refused("There is no such game here.")
        GAMES[game].read_options(options, count)
        table_id = secrets.token_urlsafe(9)
        async with self._engine.begin() as connection:
            code = await self._free_code(connection)
            values = {"id": table_id, "code": code, "game": game, "options": dict(options), "owner_id": owner_id}
            await connection.execute(insert(tables).values(values | {"seed": secrets.token_hex(32)}))
            rows = [{"table_id": table_id, "number": number} for number in range(count)]
            await connection.execute(insert(seats), rows)
            if owner_id is not None:
                mine = (seats.c.table_id == table_id) & (seats.c.number == 0)
                await connection.execute(update(seats).where(mine).values(person_id=owner_id))
            return await self._info(connection, table_id)

    async def _free_code(self, connection: AsyncConnection) -> str:
        while True:
            code = room_code()
            taken = await connection.scalar(select(tables.c.id).where(tables.c.code == code))
            if taken is None:
                return code

    async def find(self, code_or_id: str) -> str:
        """The id of the table with this code or id."""
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
        query = (
            select(seats.c.number, seats.c.person_id, func.coalesce(people.c.name, "").label("name"), seats.c.bot)
            .select_from(seats.outerjoin(people, people.c.id == seats.c.person_id))
            .where(seats.c.table_id == table_id)
            .order_by(seats.c.number)
        )
        places = tuple(SeatInfo(r.number, r.person_id, r.name, r.bot) for r in await connection.execute(query))
        return TableInfo(row.id, row.code, row.game, row.options, row.status, row.owner_id, row.seed, places)

    # Changes -----------------------------------------------------------------------------------------------------

    async def sit(self, table_id: str, person_id: str, number: int | None = None) -> int:
        """Take a seat, the given or the first free one; who sits already keeps the seat."""
        async with self._engine.begin() as connection:
            info = await self._locked(connection, table_id)
            mine = info.seat_of(person_id)
            if mine is not None:
                return mine
            free = [seat.number for seat in info.seats if seat.person_id is None and not seat.bot]
            if number is not None:
                free = [seat for seat in free if seat == number]
            if not free:
                raise Refused("That seat is taken." if number is not None else "All seats are taken.")
            await self._set_seat(connection, table_id, free[0], person_id=person_id)
            return free[0]

    async def stand(self, table_id: str, number: int) -> None:
        async with self._engine.begin() as connection:
            info = await self._locked(connection, table_id)
            if info.status != "lobby":
                raise Refused("The game has started: seats stay as they are.")
            await self._set_seat(connection, table_id, number, person_id=None, bot=False)

    async def seat_bot(self, table_id: str, number: int) -> None:
        async with self._engine.begin() as connection:
            info = await self._locked(connection, table_id)
            if info.status != "lobby":
                raise Refused("The game has started: seats stay as they are.")
            if info.seats[number].person_id is not None:
                raise Refused("That seat is taken.")
            await self._set_seat(connection, table_id, number, person_id=None, bot=True)

    async def begin(self, table_id: str, now_ms: int) -> None:
        """Start the game. Only one of several simultaneous starts does it; the others find it started."""
        async with self._engine.begin() as connection:
            info = await self._locked(connection, table_id)
            if info.status != "lobby":
                raise Refused("The game has started already.")
            if any(seat.person_id is None and not seat.bot for seat in info.seats):
                raise Refused("There are empty seats. Invite somebody, or seat a bot.")
            session = Session.start(
                GAMES[info.game], seats=len(info.seats), options=info.options, seed=info.seed, keep_log=False
            )
            opening = Entry(now_ms, lines=session.opening_lines)
            base = msgspec.msgpack.encode(session.base)
            changes = {"status": "playing", "base": base, "base_seq": 1, "seq": 1}
            await connection.execute(update(tables).where(tables.c.id == table_id).values(changes))
            await connection.execute(insert(journal).values(table_id=table_id, seq=1, entry=encode_entry(opening)))
            await self._tell(connection, table_id)

    async def _locked(self, connection: AsyncConnection, table_id: str) -> TableInfo:
        await connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())
        return await self._info(connection, table_id)

    async def _set_seat(self, connection: AsyncConnection, table_id: str, number: int, **values: Any) -> None:
        place = (seats.c.table_id == table_id) & (seats.c.number == number)
        try:
            await connection.execute(update(seats).where(place).values(**values))
        except IntegrityError:
            raise Refused("Nobody of that name is known here.") from None
        await self._tell(connection, table_id)

    async def _tell(self, connection: AsyncConnection, table_id: str) -> None:
        """Other processes look at the table's facts again once this is committed."""
        notice = {"channel": CHANNEL, "notice": f"{self._origin} {table_id}:-"}
        await connection.execute(text("SELECT pg_notify(:channel, :notice)"), notice)

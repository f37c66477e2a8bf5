"""Reading and writing the facts of tables: who sits where, what is played. The moves themselves are the journal's."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.games import GAMES
from app.kernel import Base, Line, Outcome, Refused, Session
from app.storage.schema import chat, checkpoints, journal, people, requests, seats, tables
from app.tables.asking import Asked
from app.tables.codes import room_code
from app.tables.entries import Entry, decode_entry, encode_entry
from app.tables.facts import Branch, Gathering, Pilot, Request, SeatInfo, TableInfo, TableSettings
from app.tables.journal import CHANNEL
from app.tables.live import RECENT_LINES

# If anybody outside wants to hear of a table (a channel on Discord, a browser, a mailbox), it is looked at again.
LOOK_AGAIN = text("""
    INSERT INTO watched (table_id)
    SELECT id FROM tables WHERE id = :table AND (EXISTS (SELECT FROM channels WHERE table_id = tables.id) OR EXISTS (
        SELECT FROM seats JOIN people ON people.id IN (seats.person_id, seats.lent_to)
        WHERE table_id = tables.id
        AND (mail IS NOT NULL OR EXISTS (SELECT FROM pushes WHERE pushes.person_id = people.id))
    ))
    ON CONFLICT (table_id) DO UPDATE SET marks = watched.marks + 1
""")

SELF_MOVING = """
    SELECT id, code FROM tables WHERE status = 'playing' AND (
        settings ? 'clock_minutes' OR settings ->> 'pace' = 'slow'
        OR EXISTS (SELECT FROM seats WHERE table_id = tables.id AND (bot OR pilot ->> 'auto' IN ('bot', 'default')))
    ) ORDER BY created_at DESC LIMIT 500
"""

ROWS_AT_ONCE = 200

SAVE_SEEN = text("""
    UPDATE seats SET seen = greatest(seats.seen, mark.moment)
    FROM unnest(CAST(:tables AS text[]), CAST(:numbers AS int[]), CAST(:moments AS int[])) AS mark(id, number, moment)
    WHERE seats.table_id = mark.id AND seats.number = mark.number
""")


class Unavailable(Refused):
    """The database did not answer; nothing was changed as far as we know."""


class NoSuchTable(Refused):
    pass


class Stored(msgspec.Struct, frozen=True):
    info: TableInfo
    seq: int
    base: Base | None
    base_seq: int
    entries: tuple[tuple[int, Entry], ...]  # recent rows, those after the base among them
    asked: dict[int, Asked] = {}  # since when players have had to decide


class Shelved(msgspec.Struct, frozen=True):
    """A table as its player finds it on the shelf."""

    info: TableInfo
    at: float  # when something last happened, in seconds since 1970
    outcome: Outcome | None


def encode_asked(asked: Mapping[int, Asked]) -> str:
    return msgspec.json.encode({str(seat): since for seat, since in asked.items()}).decode()


def _shelved(info: TableInfo, row: Any) -> Shelved:
    at = decode_entry(row.entry).at / 1000 if row.entry is not None else row.created_at.timestamp()
    return Shelved(info, at, msgspec.convert(row.outcome, Outcome, strict=False) if row.outcome else None)


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
        seed: str = "",
    ) -> TableInfo:
        if game not in GAMES:
            raise Refused("There is no such game here.")
        GAMES[game].read_options(options, count)
        table_id = secrets.token_urlsafe(9)
        async with self._engine.begin() as connection:
            code = await self.free_code(connection)
            values = {"id": table_id, "code": code, "game": game, "options": dict(options), "owner_id": owner_id}
            values |= {"seed": seed or secrets.token_hex(32), "settings": msgspec.to_builtins(settings)}
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
            game_columns = (tables.c.seq, tables.c.base, tables.c.base_seq, tables.c.asked)
            row = (await connection.execute(select(*game_columns).where(tables.c.id == table_id))).one()
            first = min(row.base_seq, row.seq - RECENT_LINES)
            entries = await self._entries(connection, table_id, first)
        base = msgspec.msgpack.decode(row.base, type=Base) if row.base else None
        asked = msgspec.convert(row.asked, dict[int, Asked], strict=False)
        return Stored(info, row.seq, base, row.base_seq, entries, asked)

    async def entries_after(self, table_id: str, seq: int) -> tuple[tuple[int, Entry], ...]:
        async with self._engine.connect() as connection:
            return await self._entries(connection, table_id, seq)

    async def entries_before(self, table_id: str, seq: int, most: int) -> list[tuple[int, Entry]]:
        """So many rows before this one, the latest first."""
        where = (journal.c.table_id == table_id) & (journal.c.seq < seq)
        query = select(journal.c.seq, journal.c.entry).where(where).order_by(journal.c.seq.desc()).limit(most)
        async with self._engine.connect() as connection:
            return [(row.seq, decode_entry(row.entry)) for row in await connection.execute(query)]

    @staticmethod
    async def _entries(connection: AsyncConnection, table_id: str, after: int) -> tuple[tuple[int, Entry], ...]:
        query = (
            select(journal.c.seq, journal.c.entry)
            .where(journal.c.table_id == table_id, journal.c.seq > after)
            .order_by(journal.c.seq)
        )
        found = []
        for number, row in enumerate(await connection.execute(query), 1):
            found.append((row.seq, decode_entry(row.entry)))
            if number % ROWS_AT_ONCE == 0:
                await asyncio.sleep(0)  # the whole of a long game: others take their turn in between
        return tuple(found)

    async def info(self, table_id: str) -> TableInfo:
        async with self._engine.connect() as connection:
            return await self._info(connection, table_id)

    async def _info(self, connection: AsyncConnection, table_id: str) -> TableInfo:
        found = await self._infos(connection, [table_id])
        if not found:
            raise NoSuchTable("There is no such table.")
        return found[0]

    @staticmethod
    async def _infos(connection: AsyncConnection, ids: Sequence[str]) -> list[TableInfo]:
        """The facts of several tables in the order of their ids, with the same few queries however many they are."""
        if not ids:
            return []
        friend = people.alias()
        query = (
            select(seats, people.c.name, people.c.colour, people.c.emblem, friend.c.name.label("friend"))
            .select_from(
                seats.outerjoin(people, people.c.id == seats.c.person_id).outerjoin(
                    friend, friend.c.id == seats.c.lent_to
                )
            )
            .where(seats.c.table_id.in_(ids))
            .order_by(seats.c.number)
        )
        places: dict[str, list[SeatInfo]] = {}
        for r in await connection.execute(query):
            place = SeatInfo(
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
            places.setdefault(r.table_id, []).append(place)
        wanted: dict[str, list[Request]] = {}
        asked = select(requests).where(requests.c.table_id.in_(ids)).order_by(requests.c.kind, requests.c.seat)
        for r in await connection.execute(asked):
            request = Request(r.kind, r.seat, tuple(r.needs), tuple(r.agreed), r.moment)
            wanted.setdefault(r.table_id, []).append(request)
        rows = {row.id: row for row in await connection.execute(select(tables).where(tables.c.id.in_(ids)))}
        again = {
            row.id: await _wanting_more(connection, row.rematch, places.get(row.id, ()))
            for row in rows.values()
            if row.rematch is not None
        }
        return [
            TableInfo(
                id=row.id,
                code=row.code,
                game=row.game,
                options=row.options,
                status=row.status,
                owner_id=row.owner_id,
                seed=row.seed,
                seats=tuple(places.get(row.id, ())),
                settings=msgspec.convert(row.settings, TableSettings),
                requests=tuple(wanted.get(row.id, ())),
                rematch=row.rematch,
                again=again.get(row.id, ()),
                branch_of=msgspec.convert(row.branch_of, Branch) if row.branch_of else None,
                abandoned=row.abandoned,
                gathering=msgspec.convert(row.gathering, Gathering),
                imported=row.imported,
            )
            for row in (rows[table_id] for table_id in ids if table_id in rows)
        ]

    # Changes -----------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def changing(self, table_id: str) -> AsyncGenerator[tuple[AsyncConnection, TableInfo]]:
        """Change the facts of a table, one change at a time; other processes look again once it is committed."""
        async with self._engine.begin() as connection:
            await connection.execute(select(tables.c.id).where(tables.c.id == table_id).with_for_update())
            info = await self._info(connection, table_id)
            yield connection, info
            await connection.execute(LOOK_AGAIN, {"table": table_id})
            notice = {"channel": CHANNEL, "notice": f"{self._origin} {table_id}:-"}
            await connection.execute(text("SELECT pg_notify(:channel, :notice)"), notice)

    @asynccontextmanager
    async def one_by_one(self, table_id: str) -> AsyncGenerator[None]:
        """For what takes several steps at a table, such as its players coming and going: whoever else, in any process,
        wants the same waits until it is done."""
        async with self._engine.begin() as connection:
            key = {"key": f"one by one {table_id}"}
            await connection.execute(text("SELECT pg_advisory_xact_lock(hashtextextended(:key, 0))"), key)
            yield

    async def set_seat(self, connection: AsyncConnection, table_id: str, number: int, **values: Any) -> None:
        place = (seats.c.table_id == table_id) & (seats.c.number == number)
        try:
            await connection.execute(update(seats).where(place).values(**values))
        except IntegrityError:
            raise Refused("Nobody of that name is known here.") from None

    async def check_welcome(self, connection: AsyncConnection, info: TableInfo, person_id: str) -> None:
        """Whom the owner of a table has blocked, cannot sit down there."""
        blocked = await connection.scalar(select(people.c.muted).where(people.c.id == info.owner_id))
        if person_id in (blocked or []):
            raise Refused("There is no seat for you at this table.")

    async def remove_free_seats(self, connection: AsyncConnection, info: TableInfo) -> None:
        """Take the empty chairs away before the game; the others close up, with what was said from them."""
        free = [seat.number for seat in info.seats if not seat.taken]
        await connection.execute(delete(seats).where(seats.c.table_id == info.id, seats.c.number.in_(free)))
        kept = [seat.number for seat in info.seats if seat.taken]
        for new, old in enumerate(kept):
            if new != old:
                place = (seats.c.table_id == info.id) & (seats.c.number == old)
                await connection.execute(update(seats).where(place).values(number=new))
                said = (chat.c.table_id == info.id) & (chat.c.seat == old)
                await connection.execute(update(chat).where(said).values(seat=new))

    async def set_gathering(self, connection: AsyncConnection, table_id: str, gathering: Gathering) -> None:
        values = {"gathering": msgspec.to_builtins(gathering)}
        await connection.execute(update(tables).where(tables.c.id == table_id).values(values))

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
            soft = session.waiting.soft
            asked = {} if soft else {str(seat): [1, now_ms, len(session.asks)] for seat in sorted(session.asks)}
            changes = {"status": "playing", "base": base, "base_seq": 1, "seq": 1, "asked": asked}
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
            return await self._infos(connection, (await connection.scalars(query)).all())

    async def self_moving(self) -> list[tuple[str, str]]:
        """Tables in play where something happens without anybody looking: bots, autopilots, clocks. Their ids and codes."""
        async with self._engine.connect() as connection:
            return [(row.id, row.code) for row in await connection.execute(text(SELF_MOVING))]

    async def tables_of(self, person_id: str) -> list[TableInfo]:
        return [one.info for one in await self.shelf_of(person_id)]

    async def shelf_of(self, person_id: str) -> list[Shelved]:
        """The tables of a person, the latest first, with when each was last played."""
        mine = select(seats.c.table_id).where((seats.c.person_id == person_id) | (seats.c.lent_to == person_id))
        return await self._shelf(tables.c.id.in_(mine), 50)

    async def lately_over(self, game: str, most: int) -> list[Shelved]:
        """Listed tables of a game that are over, the latest first."""
        listed = tables.c.settings["listed"].as_boolean() & (tables.c.status == "finished")
        return await self._shelf(listed & (tables.c.game == game), most)

    async def _shelf(self, which: ColumnElement[bool], most: int) -> list[Shelved]:
        async with self._engine.connect() as connection:
            newest = tables.outerjoin(journal, (journal.c.table_id == tables.c.id) & (journal.c.seq == tables.c.seq))
            query = (
                select(tables.c.id, tables.c.created_at, tables.c.outcome, journal.c.entry)
                .select_from(newest)
                .where(which)
                .order_by(tables.c.created_at.desc())
                .limit(most)
            )
            rows = {row.id: row for row in await connection.execute(query)}
            infos = await self._infos(connection, list(rows))
        return [_shelved(info, rows[info.id]) for info in infos]

    async def has_finished(self, person_id: str, game: str) -> bool:
        """Whether this person has played a game of this kind to its end; a lesson does not count."""
        async with self._engine.connect() as connection:
            played = tables.c.id.in_(select(seats.c.table_id).where(seats.c.person_id == person_id))
            whole = func.coalesce(tables.c.settings["lesson"].astext, "") == ""
            query = select(tables.c.id).where(played, tables.c.game == game, tables.c.status == "finished", whole)
            return await connection.scalar(query.limit(1)) is not None

    async def seen(self, table_id: str) -> dict[int, int]:
        """Up to which moment each seat has been shown everything."""
        async with self._engine.connect() as connection:
            rows = await connection.execute(select(seats.c.number, seats.c.seen).where(seats.c.table_id == table_id))
            return {row.number: row.seen for row in rows}

    async def save_seen(self, marks: Mapping[tuple[str, int], int]) -> None:
        """The moments up to which seats of tables have been shown everything; another device may be further."""
        places = sorted(marks)
        values = {
            "tables": [table_id for table_id, _ in places],
            "numbers": [seat for _, seat in places],
            "moments": [marks[place] for place in places],
        }
        async with self._engine.begin() as connection:
            await connection.execute(SAVE_SEEN, values)

    async def notes(self, table_id: str, seat: int) -> str:
        async with self._engine.connect() as connection:
            query = select(seats.c.notes).where(seats.c.table_id == table_id, seats.c.number == seat)
            return str(await connection.scalar(query) or "")

    async def write_notes(self, table_id: str, seat: int, words: str) -> None:
        async with self._engine.begin() as connection:
            await self.set_seat(connection, table_id, seat, notes=words[:20_000].replace("\0", ""))


async def _wanting_more(connection: AsyncConnection, rematch: str, places: Sequence[SeatInfo]) -> tuple[int, ...]:
    """Whose players are ready at the table of the rematch."""
    new = select(tables.c.id).where(tables.c.code == rematch).scalar_subquery()
    ready = select(seats.c.person_id).where(seats.c.table_id == new, seats.c.ready, seats.c.person_id.is_not(None))
    people_there = set((await connection.scalars(ready)).all())
    return tuple(seat.number for seat in places if seat.person_id in people_there)

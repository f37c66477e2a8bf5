"""Looking back: any earlier moment of a table, and a table as one file."""

from __future__ import annotations

import asyncio
import secrets
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import GAMES
from app.kernel import AlreadyTaken, Answer, Base, Line, Refused, Rng, Session, Use, encode_state
from app.storage.schema import checkpoints, journal, seats, tables
from app.tables.entries import Entry, decode_entry, encode_entry
from app.tables.facts import TableInfo
from app.tables.live import LiveTable, Told
from app.tables.store import Store

if TYPE_CHECKING:
    from app.tables.admission import Admitted

FILE_VERSION = 1
ROWS_AT_ONCE = 400
LONGEST_ABSENCE = 600  # rows that are told again to somebody who comes back


class TableFile(msgspec.Struct, frozen=True):
    """A whole table, secrets included."""

    parallax: int
    game: str
    state_version: int
    options: dict[str, Any]
    seed: str
    status: str
    names: tuple[str, ...]
    bots: tuple[bool, ...]
    seq: int
    base_seq: int
    base: bytes | None
    outcome: Any
    checkpoints: tuple[tuple[int, bytes], ...]
    entries: tuple[tuple[int, bytes], ...]
    outside: tuple[int, ...] = ()  # seats that have left the game


class BugReport(msgspec.Struct, frozen=True):
    """A moment as one seat knew it. What the seat did not know is made up: the game behaves the same to that seat."""

    parallax: int
    game: str
    state_version: int
    seat: int
    moment: int
    words: str
    view: Any
    ask: Any
    offers: Any
    log: Any
    base: Base | None
    choices: tuple[Any, ...]


class Archive:
    def __init__(self, engine: AsyncEngine, store: Store) -> None:
        self._engine = engine
        self._store = store

    async def moment(self, table_id: str, moment: int) -> LiveTable:
        """The table as it was at this moment: the nearest kept base and the few rows after it."""
        info = await self._store.info(table_id)
        async with self._engine.connect() as connection:
            rows_so_far = (journal.c.table_id == table_id) & (journal.c.moment <= moment)
            seq = await connection.scalar(select(func.max(journal.c.seq)).where(rows_so_far))
            if seq is None:
                raise Refused("There is nothing to look at before the game begins.")
            nearest = (
                select(checkpoints.c.seq, checkpoints.c.base)
                .where(checkpoints.c.table_id == table_id, checkpoints.c.seq <= seq)
                .order_by(checkpoints.c.seq.desc())
                .limit(1)
            )
            row = (await connection.execute(nearest)).one_or_none()
            if row is None:  # the host brought it back from a file that holds no more
                raise Refused("What came before is told, but it was not kept in a way that can be looked at.")
            query = (
                select(journal.c.seq, journal.c.entry)
                .where(journal.c.table_id == table_id, journal.c.seq > row.seq - 60, journal.c.seq <= seq)
                .order_by(journal.c.seq)
            )
            rows = [(r.seq, decode_entry(r.entry)) for r in await connection.execute(query)]
        live = LiveTable(info, GAMES[info.game])
        base = msgspec.msgpack.decode(row.base, type=Base)
        live.begin(Session(live.game, base, keep_log=False), row.seq)
        for number, entry in rows:
            self._step(live, number, entry, row.seq)
            await asyncio.sleep(0)  # it is nobody's table but ours: others take their turn in between
        return live

    @staticmethod
    def _step(live: LiveTable, number: int, entry: Entry, base_seq: int) -> None:
        if number <= base_seq:
            live.remember(number, entry)
        elif entry.choice is None:
            live.skip(entry)
        else:
            try:
                live.apply(entry)
            except AlreadyTaken:
                live.skip(entry)
                return
            except Refused as refusal:
                raise Refused("The rules have changed since; this moment cannot be shown any more.") from refusal
            live.accept(entry)

    async def told_since(self, live: LiveTable, seat: int | None, moment: int) -> list[Told]:
        """What this seat may read of what happened after a moment, from before the lines that the table has in memory:
        for somebody who has been away for long."""
        first = live.recent[0][0] if live.recent else live.seq + 1
        async with self._engine.connect() as connection:
            query = (
                select(journal.c.seq, journal.c.entry)
                .where(journal.c.table_id == live.info.id, journal.c.moment > moment)
                .order_by(journal.c.seq.desc())
                .limit(LONGEST_ABSENCE)
            )
            rows = [(row.seq, decode_entry(row.entry)) for row in await connection.execute(query)]
        gone = {row for _, entry in rows for row in entry.undone}
        over = live.session is not None and live.session.outcome is not None
        return [
            Told(entry.moment or seq, line.as_read_by(seat))
            for seq, entry in reversed(rows)
            if seq < first and seq not in gone
            for line in entry.lines
            if line.readable_by(seat, over)
        ]

    # Files -------------------------------------------------------------------------------------------------------

    async def export(self, table_id: str) -> bytes:
        info = await self._store.info(table_id)
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(tables).where(tables.c.id == table_id))).one()
            kept = await connection.execute(select(checkpoints).where(checkpoints.c.table_id == table_id))
            rows = await connection.execute(
                select(journal).where(journal.c.table_id == table_id).order_by(journal.c.seq)
            )
            file = TableFile(
                parallax=FILE_VERSION,
                game=info.game,
                state_version=GAMES[info.game].version,
                options=info.options,
                seed=info.seed,
                status=info.status,
                names=tuple(info.name(seat.number) for seat in info.seats),
                bots=tuple(seat.bot for seat in info.seats),
                seq=row.seq,
                base_seq=row.base_seq,
                base=row.base,
                outcome=row.outcome,
                checkpoints=tuple((r.seq, r.base) for r in kept),
                entries=tuple((r.seq, r.entry) for r in rows),
                outside=tuple(seat.number for seat in info.seats if seat.outside),
            )
        return msgspec.msgpack.encode(file)

    async def bring_in(self, table: Admitted, owner_id: str) -> TableInfo:
        """A table that was played again from a stranger's file (see `admission`), as a new table. It is marked for ever."""
        table_id = secrets.token_urlsafe(9)
        line = Line("This table came from a file: whoever had the file may have known what is still hidden.")
        last = decode_entry(table.entries[-1][1])
        notice = Entry(last.at, lines=(line,), moment=table.entries[-1][2] + 1)
        async with self._engine.begin() as connection:
            values = {
                "id": table_id,
                "code": await self._store.free_code(connection),
                "game": table.game,
                "options": table.options,
                "owner_id": owner_id,
                "seed": table.seed,
                "status": table.status,
                "seq": table.seq + 1,
                "base": table.base,
                "base_seq": table.base_seq,
                "outcome": table.outcome,
                "imported": True,
            }
            await connection.execute(insert(tables).values(values))
            places = [{"table_id": table_id, "number": number, "bot": bot} for number, bot in enumerate(table.bots)]
            await connection.execute(insert(seats), places)
            kept = [{"table_id": table_id, "seq": seq, "base": base} for seq, base in table.checkpoints]
            await connection.execute(insert(checkpoints), kept)
            told = [*table.entries, (table.seq + 1, encode_entry(notice), notice.moment)]
            rows = [{"table_id": table_id, "seq": seq, "entry": entry, "moment": moment} for seq, entry, moment in told]
            for first in range(0, len(rows), ROWS_AT_ONCE):  # nobody waits for a long game to be written
                await connection.execute(insert(journal), rows[first : first + ROWS_AT_ONCE])
        return await self._store.info(table_id)

    async def restore(self, blob: bytes, owner_id: str) -> TableInfo:
        """A table from a file of the host's own, which is believed as it is: the operator's command, and tests. Its seats
        are empty, for people to take as they stand."""
        try:
            file = msgspec.msgpack.decode(blob, type=TableFile)
        except (msgspec.DecodeError, msgspec.ValidationError):
            raise Refused("That is not a table of Parallax.") from None
        if file.game not in GAMES:
            raise Refused(f"The game {file.game} is not on this shelf.")
        game = GAMES[file.game]
        game.read_options(file.options, min(len(file.names), game.seats.max))  # in a campaign people come and go
        if file.state_version > game.version:
            raise Refused(f"This was saved by a newer {game.title}.")
        if file.base is not None:
            base = msgspec.msgpack.decode(file.base, type=Base)
            game.decode(base.version, base.state)  # refused if what it plays is not here
        table_id = secrets.token_urlsafe(9)
        async with self._engine.begin() as connection:
            values = {
                "id": table_id,
                "code": await self._store.free_code(connection),
                "game": file.game,
                "options": file.options,
                "owner_id": owner_id,
                "seed": file.seed,
                "status": file.status,
                "seq": file.seq,
                "base": file.base,
                "base_seq": file.base_seq,
                "outcome": file.outcome,
            }
            await connection.execute(insert(tables).values(values))
            places = [
                {"table_id": table_id, "number": n, "bot": bot, "outside": n in file.outside}
                for n, bot in enumerate(file.bots)
            ]
            await connection.execute(insert(seats), places)
            if file.checkpoints:
                kept = [{"table_id": table_id, "seq": seq, "base": base} for seq, base in file.checkpoints]
                await connection.execute(insert(checkpoints), kept)
            if file.entries:
                rows = [
                    {"table_id": table_id, "seq": seq, "entry": entry, "moment": decode_entry(entry).moment}
                    for seq, entry in file.entries
                ]
                await connection.execute(insert(journal), rows)
        return await self._store.info(table_id)

    # Bug reports -------------------------------------------------------------------------------------------------

    def bug_report(self, live: LiveTable, seat: int, words: str) -> bytes:
        session = live.session
        if session is None:
            raise Refused("The game has not started yet.")
        base, choices = _redacted(session, seat)
        report = BugReport(
            parallax=FILE_VERSION,
            game=live.info.game,
            state_version=live.game.version,
            seat=seat,
            moment=live.moment,
            words=words[:4000],
            view=session.view(seat),
            ask=session.asks.get(seat),
            offers=session.offers(seat),
            log=live.lines_for(seat),
            base=base,
            choices=choices,
        )
        return msgspec.json.encode(report)


def _redacted(session: Session[Any], seat: int) -> tuple[Base, tuple[Any, ...]]:
    """A world that this seat cannot tell from the real one. What was made up is made up by chance that nobody can
    compute again, or the true state could be worked out from it; and no choice of another seat goes along, for it may
    name what is hidden or lie sealed."""
    foreign = any(choice.seat != seat for choice in session.choices)
    for _ in range(0 if foreign else 10):
        imagined = session.imagine(seat, secrets.token_hex(16))
        if imagined is not None and imagined.view(seat) == session.view(seat):
            return msgspec.structs.replace(imagined.base, rng=Rng("report")), tuple(imagined.choices)
    game = session.game
    copy = game.decode(game.version, encode_state(session.state))
    state = game.resample(copy, seat, Rng(secrets.token_hex(16)))
    return Base(game.version, session.seats, session.base.serial, Rng("report"), encode_state(state)), ()


def reproduce(blob: bytes) -> tuple[BugReport, Session[Any]]:
    """The moment of a bug report, as a session to look at."""
    report = msgspec.json.decode(blob, type=BugReport)
    if report.base is None:
        raise Refused("This report holds no state.")
    choices = msgspec.convert(report.choices, tuple[Answer | Use, ...])
    return report, Session.resume(GAMES[report.game], report.base, choices)

"""A campaign spans many evenings: its chapters, who was there, who joins and leaves, and lines that branch off from where
a chapter ended."""

from __future__ import annotations

import secrets
from typing import Any

import msgspec
from sqlalchemy import delete, insert, update

from app.games import GAMES
from app.kernel import Base, Game, Line, Refused, Rng, encode_state
from app.storage.schema import requests, seats, tables
from app.tables.facts import COLOURS, Branch, SeatInfo, TableInfo
from app.tables.hub import Hub
from app.tables.replay import Archive

MOST_SEATS = len(COLOURS)  # over the whole life of a campaign; those of players who have left are kept for them


class Chapter(msgspec.Struct, frozen=True):
    moment: int
    title: str
    names: tuple[str, ...] = ()  # who sat there when it ended, and as what
    ended: bool = True  # False: somebody joined or left


class Chapters:
    def __init__(self, hub: Hub, archive: Archive) -> None:
        self._hub, self._store, self._archive = hub, hub.store, archive

    async def of(self, table_id: str) -> list[Chapter]:
        """Where chapters ended, and who came and went between them, oldest first. What was taken back is no chapter."""
        rows = await self._store.entries_after(table_id, 0)
        undone = {number for _, entry in rows for number in entry.undone}
        return [
            Chapter(entry.moment, line.text, entry.names, line.chapter)
            for seq, entry in rows
            if seq not in undone
            for line in entry.lines
            if line.chapter or entry.rebased
        ]

    # Lines -------------------------------------------------------------------------------------------------------

    async def branch(self, table_id: str, moment: int, count: int, person_id: str) -> TableInfo:
        """A new table that goes on from the end of a chapter: the same state, chance of its own, seats of its own. The
        original is unchanged."""
        info = await self._store.info(table_id)
        if info.seat_of(person_id) is None:
            raise Refused("Only its players can branch a campaign.")
        ended = (chapter for chapter in await self.of(table_id) if chapter.ended and chapter.moment == moment)
        chapter = next(ended, None)
        live = await self._archive.moment(table_id, moment)
        game = GAMES[info.game]
        if chapter is None or live.session is None or not game.between_chapters(live.session.state):
            raise Refused("A campaign can be branched only where a chapter ended.")
        game.read_options(info.options, count)
        state = game.reseat(live.session.state, range(count))
        new = await self._store.create(info.game, count, info.options, person_id, info.settings)
        base = Base(game.version, count, 0, Rng(new.seed), encode_state(state))
        origin = Branch(info.code, moment, chapter.title)
        async with self._store.changing(new.id) as (connection, _):
            values = {"start": msgspec.msgpack.encode(base), "branch_of": msgspec.to_builtins(origin)}
            values["imported"] = info.imported
            await connection.execute(update(tables).where(tables.c.id == new.id).values(values))
        return await self._store.info(new.id)

    async def branches(self, table_id: str, person_id: str) -> list[TableInfo]:
        """The lines that branched off from here, as far as this person has a seat in them."""
        info = await self._store.info(table_id)
        mine = await self._store.tables_of(person_id)
        return [other for other in mine if other.branch_of is not None and other.branch_of.code == info.code]

    async def abandon(self, table_id: str, abandoned: bool) -> None:
        """Give a line up, or take it up again. What happened stays readable."""
        async with self._store.changing(table_id) as (connection, info):
            if info.status != "playing":
                raise Refused("This game is not in play.")
            await connection.execute(update(tables).where(tables.c.id == table_id).values(abandoned=abandoned))
        await self._hub.facts_changed(table_id)

    async def decide_by_fresh_chance(self, table_id: str) -> None:
        """At a table from a file, whatever nobody has seen yet is dealt anew, and whatever chance still has to decide is
        decided by a seed that nobody knows."""
        info = await self._store.info(table_id)
        if not info.imported:
            raise Refused("Nobody knows the seed of this table.")
        seed = secrets.token_hex(32)
        line = Line(
            "From here on fresh chance decides. What nobody at the table has seen was dealt anew, and no die to come can "
            "have been known; what lies open and what players hold is as it was."
        )
        await self._hub.rebase(table_id, lambda session: session.by_fresh_chance(seed), line)
        async with self._store.changing(table_id) as (connection, _):
            await connection.execute(update(tables).where(tables.c.id == table_id).values(seed=seed))
        await self._hub.facts_changed(table_id)

    # Players -----------------------------------------------------------------------------------------------------

    async def offer_seat(self, table_id: str, offered: bool) -> None:
        """Keep a seat free for a newcomer, or keep it no longer. It is outside of the game until somebody takes it."""
        async with self._store.changing(table_id) as (connection, info):
            game = _campaign_in_play(info)
            free = _offered(info)
            if offered and free is None:
                if len(info.inside) >= game.seats.max:
                    raise Refused(f"{game.title} is for at most {game.seats.max} players.")
                if len(info.seats) >= MOST_SEATS:
                    raise Refused("Too many have come and gone: hand a seat over by its link, or branch.")
                row = {"table_id": table_id, "number": len(info.seats), "outside": True}
                await connection.execute(insert(seats).values(row))
            elif not offered and free is not None:
                place = (seats.c.table_id == table_id) & (seats.c.number == free.number)
                await connection.execute(delete(seats).where(place))
        await self._hub.facts_changed(table_id)

    async def join(self, table_id: str, person_id: str) -> int:
        """Take the seat that is offered, or come back to one's own. The game goes on with one player more."""
        async with self._store.one_by_one(table_id):
            return await self._join(table_id, person_id)

    async def _join(self, table_id: str, person_id: str) -> int:
        info = await self._store.info(table_id)
        game = _campaign_in_play(info)
        if info.keeps_out(person_id, self._hub.now_ms()):
            raise Refused("You were taken out of this game. Its host can let you in again.")
        mine = next((seat for seat in info.seats if seat.person_id == person_id), None)
        if mine is not None and not mine.outside:
            return mine.number
        seat = mine or _offered(info)
        if seat is None:
            raise Refused("No seat is offered here. Its owner can offer one.")
        if len(info.inside) >= game.seats.max:
            raise Refused("All seats are taken.")
        async with self._store.changing(table_id) as (connection, now):
            if now.seats != info.seats:
                raise Refused("Somebody was quicker. Look again.")
            if mine is None:
                await self._store.check_welcome(connection, info, person_id)
            await self._store.set_seat(connection, table_id, seat.number, person_id=person_id)
        name = (await self._store.info(table_id)).name(seat.number)
        inside = sorted({seat.number, *(one.number for one in info.inside)})
        try:
            await self._go_on(info, inside, f"{name} joins.")
        except Refused:
            async with self._store.changing(table_id) as (connection, _):
                await self._store.set_seat(connection, table_id, seat.number, person_id=seat.person_id)
            await self._hub.facts_changed(table_id)
            raise
        await self._set_outside(table_id, seat.number, False)
        return seat.number

    async def leave(self, table_id: str, number: int) -> None:
        """The game goes on with one player less. The seat is kept, so that its player can read on and come back."""
        async with self._store.one_by_one(table_id):
            await self._leave(table_id, number)

    async def _leave(self, table_id: str, number: int) -> None:
        info = await self._store.info(table_id)
        game = _campaign_in_play(info)
        inside = [seat.number for seat in info.inside if seat.number != number]
        if len(inside) == len(info.inside):
            raise Refused("Nobody in the game sits there.")
        heirs = [seat.person_id for seat in info.inside if seat.number != number and seat.person_id]
        if len(inside) < game.seats.min or not heirs:
            raise Refused("Somebody has to stay.")
        await self._go_on(info, inside, f"{info.name(number)} leaves.")
        await self._set_outside(table_id, number, True)
        if info.owner_id == info.seats[number].person_id:
            async with self._store.changing(table_id) as (connection, _):
                await connection.execute(update(tables).where(tables.c.id == table_id).values(owner_id=heirs[0]))
            await self._hub.facts_changed(table_id)

    async def _go_on(self, info: TableInfo, inside: list[int], text: str) -> None:
        game = GAMES[info.game]
        live = await self._hub.live(info.id)
        if live.session is None or not game.may_reseat(live.session.state):
            raise Refused("Players join and leave only between missions.")
        count = max(live.session.seats, inside[-1] + 1)
        await self._hub.rebase(
            info.id, lambda session: session.rebase(lambda state: game.reseat(state, inside), count), Line(text)
        )

    async def _set_outside(self, table_id: str, number: int, outside: bool) -> None:
        async with self._store.changing(table_id) as (connection, _):
            await self._store.set_seat(connection, table_id, number, outside=outside, lent_to=None)
            await connection.execute(delete(requests).where(requests.c.table_id == table_id))
        await self._hub.facts_changed(table_id)


def _campaign_in_play(info: TableInfo) -> Game[Any]:
    game = GAMES[info.game]
    if not game.campaign:
        raise Refused("Only in a campaign do players come and go.")
    if info.status != "playing" or info.abandoned:
        raise Refused("This game is not in play.")
    return game


def _offered(info: TableInfo) -> SeatInfo | None:
    return next((seat for seat in info.seats if seat.outside and not seat.taken), None)

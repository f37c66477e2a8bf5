"""A campaign spans many evenings: its chapters, who was there, and lines that branch off from where a chapter ended."""

from __future__ import annotations

import msgspec
from sqlalchemy import update

from app.games import GAMES
from app.kernel import Base, Refused, Rng, encode_state
from app.storage.schema import tables
from app.tables.facts import Branch, TableInfo
from app.tables.hub import Hub
from app.tables.replay import Archive


class Chapter(msgspec.Struct, frozen=True):
    moment: int
    title: str
    names: tuple[str, ...]  # who sat there when it ended


class Chapters:
    def __init__(self, hub: Hub, archive: Archive) -> None:
        self._hub, self._store, self._archive = hub, hub.store, archive

    async def of(self, table_id: str) -> list[Chapter]:
        """Where chapters ended, oldest first. What was taken back is no chapter."""
        rows = await self._store.entries_after(table_id, 0)
        undone = {number for _, entry in rows for number in entry.undone}
        return [
            Chapter(entry.moment, line.text, entry.names)
            for seq, entry in rows
            if seq not in undone
            for line in entry.lines
            if line.chapter
        ]

    async def branch(self, table_id: str, moment: int, seats: int, person_id: str) -> TableInfo:
        """A new table that goes on from the end of a chapter: the same state, chance of its own, seats of its own. The
        original is unchanged."""
        info = await self._store.info(table_id)
        if info.seat_of(person_id) is None:
            raise Refused("Only its players can branch a campaign.")
        chapter = next((chapter for chapter in await self.of(table_id) if chapter.moment == moment), None)
        live = await self._archive.moment(table_id, moment)
        game = GAMES[info.game]
        if chapter is None or live.session is None or not game.between_chapters(live.session.state):
            raise Refused("A campaign can be branched only where a chapter ended.")
        state = live.session.state
        if seats != len(info.seats):
            game.read_options(info.options, seats)
            state = game.reseat(state, seats)
        new = await self._store.create(info.game, seats, info.options, person_id, info.settings)
        base = Base(game.version, seats, 0, Rng(new.seed), encode_state(state))
        origin = Branch(info.code, moment, chapter.title)
        async with self._store.changing(new.id) as (connection, _):
            values = {"start": msgspec.msgpack.encode(base), "branch_of": msgspec.to_builtins(origin)}
            await connection.execute(update(tables).where(tables.c.id == new.id).values(values))
        return await self._store.info(new.id)

    async def abandon(self, table_id: str, abandoned: bool) -> None:
        """Give a line up, or take it up again. What happened stays readable."""
        async with self._store.changing(table_id) as (connection, info):
            if info.status != "playing":
                raise Refused("This game is not in play.")
            await connection.execute(update(tables).where(tables.c.id == table_id).values(abandoned=abandoned))
        await self._hub.facts_changed(table_id)

"""What people do around a game: take seats, get ready, start, lend, agree, play again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec
from sqlalchemy import delete, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from app.games import GAMES
from app.kernel import Line, Refused
from app.storage.schema import requests, tables
from app.tables.entries import Entry
from app.tables.facts import Pilot, Request, SeatInfo, TableInfo, TableSettings
from app.tables.hub import Hub


class Lobby:
    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._store = hub.store
        self.gate: Callable[[TableInfo, str], Awaitable[None]] | None = None  # who may sit, where a table is restricted

    async def create(
        self,
        game: str,
        seats: int,
        options: Mapping[str, Any],
        owner_id: str,
        settings: TableSettings = TableSettings(),
    ) -> TableInfo:
        return await self._store.create(game, seats, options, owner_id, settings)

    # Seats before the game ---------------------------------------------------------------------------------------

    async def sit(self, table_id: str, person_id: str, number: int | None = None) -> int:
        """Take a seat, the given or the first free one. Who sits already may change to a free seat before the game."""
        if self.gate is not None:
            await self.gate(await self._store.info(table_id), person_id)
        async with self._store.changing(table_id) as (connection, info):
            mine = next((seat.number for seat in info.seats if seat.person_id == person_id), None)
            free = [seat.number for seat in info.inside if not seat.taken]
            if mine is not None and (number is None or number == mine):
                return mine
            if mine is not None and info.status != "lobby":
                raise Refused("The game has started: seats stay as they are.")
            if number is not None:
                free = [seat for seat in free if seat == number]
            if not free:
                raise Refused("That seat is taken." if number is not None else "All seats are taken.")
            if mine is not None:
                await self._store.set_seat(connection, table_id, mine, person_id=None, ready=False)
            await self._store.set_seat(connection, table_id, free[0], person_id=person_id, ready=False)
        await self._hub.facts_changed(table_id)
        return free[0]

    async def stand(self, table_id: str, number: int) -> None:
        """Free a seat before the game: somebody leaves, is asked to leave, or a bot goes."""
        await self._before_start(table_id, number, person_id=None, bot=False, ready=False)

    async def seat_bot(self, table_id: str, number: int) -> None:
        async with self._store.changing(table_id) as (connection, info):
            _only_before_start(info)
            if _seat(info, number).taken:
                raise Refused("That seat is taken.")
            await self._store.set_seat(connection, table_id, number, bot=True, ready=True)
        await self._hub.facts_changed(table_id)

    async def ready(self, table_id: str, number: int, ready: bool) -> None:
        await self._before_start(table_id, number, ready=ready)

    async def swap(self, table_id: str, one: int, other: int) -> None:
        """Two seats change places."""
        async with self._store.changing(table_id) as (connection, info):
            _only_before_start(info)
            a, b = _seat(info, one), _seat(info, other)
            for number, seat in ((one, b), (other, a)):
                values = {"person_id": seat.person_id, "bot": seat.bot, "ready": False}
                await self._store.set_seat(connection, table_id, number, **values)
        await self._hub.facts_changed(table_id)

    async def configure(self, table_id: str, options: Mapping[str, Any], settings: TableSettings) -> None:
        """Change how the table is set up. The game's own options are fixed once it has started."""
        async with self._store.changing(table_id) as (connection, info):
            if info.status == "lobby":
                GAMES[info.game].read_options(options, len(info.seats))
            elif dict(options) != info.options:
                raise Refused("The game has started: its options stay as they are.")
            values = {"options": dict(options), "settings": msgspec.to_builtins(settings)}
            await connection.execute(update(tables).where(tables.c.id == table_id).values(values))
        await self._hub.facts_changed(table_id)

    async def begin(self, table_id: str) -> None:
        await self._store.begin(table_id, self._hub.now_ms())
        await self._hub.facts_changed(table_id)

    async def rematch(self, table_id: str) -> str:
        """A new table with the same people in the same seats; the code of it. Asked twice, it is the same table."""
        async with self._store.changing(table_id) as (connection, info):
            if info.rematch is not None:
                return info.rematch
            new = await self._store.create(info.game, len(info.inside), info.options, info.owner_id, info.settings)
            await connection.execute(update(tables).where(tables.c.id == table_id).values(rematch=new.code))
        async with self._store.changing(new.id) as (connection, _):
            for number, seat in enumerate(info.inside):
                values = {"person_id": seat.person_id, "bot": seat.bot, "ready": seat.bot}
                await self._store.set_seat(connection, new.id, number, **values)
        await self._hub.facts_changed(table_id)
        return new.code

    # Seats during the game ---------------------------------------------------------------------------------------

    async def hand_over(self, table_id: str, number: int, person_id: str) -> None:
        """Somebody takes a seat as it stands: a link from the owner to a player who lost theirs."""
        async with self._store.changing(table_id) as (connection, info):
            _seat(info, number)
            if any(seat.person_id == person_id and seat.number != number for seat in info.seats):
                raise Refused("You sit at this table already.")
            await self._store.set_seat(connection, table_id, number, person_id=person_id, bot=False, lent_to=None)
        await self._hub.facts_changed(table_id)
        if info.status == "playing":
            line = Line(f"Seat {number + 1} was handed over by a link from the owner; {{{number}}} sits there now.")
            await self._hub.note(table_id, Entry(self._hub.now_ms(), lines=(line,)))

    async def lend(self, table_id: str, number: int, friend_id: str | None) -> None:
        """Let a friend play this seat, or take it back. Everybody is told."""
        async with self._store.changing(table_id) as (connection, info):
            seat = _seat(info, number)
            friend = next((s for s in info.seats if friend_id and s.person_id == friend_id), None)
            if friend_id is not None and (friend is None or friend.number == number):
                raise Refused("A seat can be lent to somebody else at this table.")
            if friend_id == seat.lent_to:
                return
            await self._store.set_seat(connection, table_id, number, lent_to=friend_id)
        await self._hub.facts_changed(table_id)
        words = f"{{{number}}} plays again." if friend is None else f"{{{friend.number}}} plays for {{{number}}}."
        if info.status == "playing":
            await self._hub.note(table_id, Entry(self._hub.now_ms(), lines=(Line(words),)))

    async def show(self, table_id: str, number: int, shown: bool) -> None:
        """Whether spectators may look over this player's shoulder."""
        async with self._store.changing(table_id) as (connection, _):
            await self._store.set_seat(connection, table_id, number, shown=shown)
        await self._hub.facts_changed(table_id)

    async def pilot(self, table_id: str, number: int, pilot: Pilot) -> None:
        """Set autopilot and yields. Private: nothing about it is logged."""
        async with self._store.changing(table_id) as (connection, info):
            _seat(info, number)
            await self._store.set_seat(connection, table_id, number, pilot=msgspec.to_builtins(pilot))
        await self._hub.facts_changed(table_id)

    # Requests ----------------------------------------------------------------------------------------------------

    async def ask_to_undo(self, table_id: str, seat: int, key: str = "") -> None:
        """Take back at once if nobody else is concerned; else ask those who are."""
        live = await self._hub.live(table_id)
        if live.session is None:
            raise Refused("The game has not started yet.")
        if key and (seat, key) in live.keys:
            return
        needs = live.session.can_undo(seat).needs
        others = {s for s in needs if not live.info.seats[s].bot}
        if not others:
            await self._hub.undo(table_id, seat, sorted(needs), key)
            return
        await self._open_request(table_id, Request("undo", seat, tuple(sorted(others)), (), live.moment))

    async def ask_to_go_on_without(self, table_id: str, absent: int, asking: int) -> None:
        live = await self._hub.live(table_id)
        if absent == asking:
            raise Refused("You are here.")
        if any(feed.seat == absent for feed in live.feeds):
            raise Refused("That player is here.")
        voters = tuple(s.number for s in live.info.inside if s.person_id is not None and s.number != absent)
        await self._open_request(table_id, Request("without", absent, voters, (), live.moment))
        await self.agree(table_id, "without", absent, asking, True)

    async def _open_request(self, table_id: str, request: Request) -> None:
        async with self._store.changing(table_id) as (connection, _):
            values = msgspec.to_builtins(request) | {"table_id": table_id}
            again = insert(requests).values(values)
            keys = [requests.c.table_id, requests.c.kind, requests.c.seat]
            fresh = {"needs": values["needs"], "agreed": [], "moment": request.moment}
            await connection.execute(again.on_conflict_do_update(index_elements=keys, set_=fresh))
        await self._hub.facts_changed(table_id)

    async def agree(self, table_id: str, kind: str, seat: int, voter: int, yes: bool) -> None:
        """Answer a request of another; the last consent carries it out, a refusal to a takeback ends it."""
        async with self._store.changing(table_id) as (connection, info):
            request = next((r for r in info.requests if r.kind == kind and r.seat == seat), None)
            if request is None or voter not in request.needs:
                raise Refused("Nobody is asking you that now.")
            agreed = sorted({*request.agreed, voter} if yes else set(request.agreed) - {voter})
            request = msgspec.structs.replace(request, agreed=tuple(agreed))
            done = request.granted or (kind == "undo" and not yes)
            place = (requests.c.table_id == table_id) & (requests.c.kind == kind) & (requests.c.seat == seat)
            if done:
                await connection.execute(delete(requests).where(place))
            else:
                await connection.execute(update(requests).where(place).values(agreed=agreed))
            if request.granted and kind == "without":
                await self._fly(connection, info, seat)
        await self._hub.facts_changed(table_id)
        if request.granted and kind == "undo":
            live = await self._hub.live(table_id)
            if live.moment == request.moment:
                bots = (s.number for s in info.seats if s.bot)
                await self._hub.undo(table_id, seat, sorted({*request.agreed, *bots}))
        elif request.granted:
            line = Line(f"The table goes on without {{{seat}}}; the bot plays until they are back.")
            await self._hub.note(table_id, Entry(self._hub.now_ms(), lines=(line,)))

    async def _fly(self, connection: AsyncConnection, info: TableInfo, seat: int) -> None:
        pilot = msgspec.structs.replace(info.seats[seat].pilot, auto="bot", without=True)
        await self._store.set_seat(connection, info.id, seat, pilot=msgspec.to_builtins(pilot))

    async def back(self, table_id: str, seat: int) -> None:
        """Somebody connected: what the others decided for their absence ends."""
        info = (await self._hub.live(table_id)).info
        if info.seats[seat].pilot.without:
            await self.pilot(table_id, seat, Pilot())

    async def _before_start(self, table_id: str, number: int, **values: Any) -> None:
        async with self._store.changing(table_id) as (connection, info):
            _only_before_start(info)
            _seat(info, number)
            await self._store.set_seat(connection, table_id, number, **values)
        await self._hub.facts_changed(table_id)


def _only_before_start(info: TableInfo) -> None:
    if info.status != "lobby":
        raise Refused("The game has started: seats stay as they are.")


def _seat(info: TableInfo, number: int) -> SeatInfo:
    if not 0 <= number < len(info.seats):
        raise Refused("There is no such seat.")
    return info.seats[number]

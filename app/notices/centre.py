"""The notification centre: who wants to hear what, where, and the rows of the outbox that say it."""

from __future__ import annotations

import logging
import smtplib
from collections.abc import Callable, Iterable
from typing import Any

import httpx2
import msgspec
from sqlalchemy import delete, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.games import GAMES
from app.notices.mail import Mailer
from app.notices.push import Gone, Pusher, check_endpoint, decode
from app.people.identity import People
from app.storage.schema import pushes, seats
from app.tables.hub import Hub

log = logging.getLogger("parallax.notices")


class Unsent(Exception):
    """It did not work this time; the outbox tries again."""


class Wishes(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a player wants to hear that it is their turn at one table."""

    discord: bool = True
    push: bool = True
    mail: bool = False


class Turn(msgspec.Struct, frozen=True):
    """Somebody who is to be told that it is their turn."""

    seat: int
    person_id: str
    turn: int
    number: int  # 0: the first time


class Centre:
    def __init__(
        self,
        engine: AsyncEngine,
        people: People,
        hub: Hub,
        pusher: Pusher,
        mailer: Mailer,
        address: Callable[[str], str],
    ) -> None:
        self._engine, self._people, self._hub = engine, people, hub
        self.pusher, self.mailer, self._address = pusher, mailer, address

    # Wishes ------------------------------------------------------------------------------------------------------

    async def wishes(self, table_id: str, seat: int) -> Wishes:
        async with self._engine.connect() as connection:
            query = select(seats.c.notices).where(seats.c.table_id == table_id, seats.c.number == seat)
            return msgspec.convert(await connection.scalar(query) or {}, Wishes)

    async def wish(self, table_id: str, seat: int, wishes: Wishes) -> None:
        async with self._hub.store.changing(table_id) as (connection, _):
            await self._hub.store.set_seat(connection, table_id, seat, notices=msgspec.to_builtins(wishes))

    async def subscribe(self, person_id: str, endpoint: str, p256dh: str, auth: str) -> None:
        """A browser agrees to be told."""
        check_endpoint(endpoint)
        if len(decode(p256dh)) != 65 or len(decode(auth)) != 16:
            raise ValueError("keys of the wrong length")
        values = {"person_id": person_id, "p256dh": p256dh, "auth": auth}
        change = insert(pushes).values(endpoint=endpoint, **values)
        async with self._engine.begin() as connection:
            await connection.execute(change.on_conflict_do_update(index_elements=[pushes.c.endpoint], set_=values))

    async def unsubscribe(self, endpoint: str, person_id: str) -> None:
        async with self._engine.begin() as connection:
            mine = (pushes.c.endpoint == endpoint) & (pushes.c.person_id == person_id)
            await connection.execute(delete(pushes).where(mine))

    # Turns -------------------------------------------------------------------------------------------------------

    async def fan_out(self, table_id: str, turns: Iterable[Turn]) -> None:
        """A row of its own for each person and way: each is sent once, however often this is asked for."""
        async with self._engine.begin() as connection:
            for turn in turns:
                wishes, person = await self.wishes(table_id, turn.seat), await self._people.get(turn.person_id)
                if person is None:
                    continue
                key = f"{table_id}:{turn.turn}:{turn.number}"
                if wishes.push:
                    query = select(pushes.c.endpoint).where(pushes.c.person_id == person.id)
                    for endpoint in (await connection.scalars(query)).all():
                        await self._add(connection, table_id, f"push:{key}:{endpoint}", "push", turn, endpoint)
                if wishes.mail and self.mailer.ready and person.mail:
                    await self._add(connection, table_id, f"mail:{key}:{person.id}", "mail", turn, person.mail)

    @staticmethod
    async def _add(connection: AsyncConnection, table_id: str, key: str, kind: str, turn: Turn, to: str) -> None:
        words = (
            "INSERT INTO outbox (key, table_id, kind, body) VALUES (:key, :table, :kind, CAST(:body AS jsonb)) "
            "ON CONFLICT DO NOTHING"
        )
        body = msgspec.json.encode({"seat": turn.seat, "turn": turn.turn, "to": to}).decode()
        await connection.execute(text(words), {"key": key, "table": table_id, "kind": kind, "body": body})

    async def say(self, kind: str, table_id: str, body: dict[str, Any]) -> None:
        """Deal with a row for one person, unless they have decided or come back meanwhile."""
        live = await self._hub.live(table_id)
        seat = int(body["seat"])
        since = live.asked.get(seat)
        over = since is None or seat not in live.must_decide or body.get("turn", since.moment) != since.moment
        if over or seat in live.attended:
            return
        title, at = GAMES[live.info.game].title, self._address(f"/t/{live.info.code}")
        try:
            if kind == "mail":
                await self.mailer.send(
                    body["to"],
                    f"Your turn at {title}",
                    f"It is your turn at {title}, table {live.info.code}.\n\n{at}\n",
                )
            else:
                await self._push(str(body["to"]), {"title": f"Your turn at {title}", "body": live.info.code, "url": at})
        except (OSError, smtplib.SMTPException, httpx2.HTTPError) as error:
            raise Unsent(str(error)) from None

    async def _push(self, endpoint: str, message: dict[str, str]) -> None:
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(pushes).where(pushes.c.endpoint == endpoint))).one_or_none()
        if row is None:
            return
        try:
            await self.pusher.send(row.endpoint, row.p256dh, row.auth, message)
        except Gone:
            await self.unsubscribe(row.endpoint, row.person_id)

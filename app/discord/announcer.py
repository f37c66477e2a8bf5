"""The outbox at work: cards that stay true, one status post per table, one ping per turn.

Rows are written in the same transaction as what they are about, and taken by one process at a time. A message that was sent
just before a crash is sent again with the same nonce, and Discord makes one of the two.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.discord.bodies import Body, lobby_card, status_post, turn_ping
from app.discord.client import Discord, DiscordDown, DiscordError
from app.discord.directory import Directory, Place
from app.kernel import Refused
from app.notices.centre import Centre, Unsent
from app.people.identity import People, Preferences
from app.tables.facts import TableInfo
from app.tables.hub import Hub
from app.tables.live import LiveTable

log = logging.getLogger("parallax.discord")
MOST_TRIES = 8
REMIND_AFTER = timedelta(hours=24)
UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK, OLD_EDITS = 10008, 10015, 30046
HOPELESS = {10003, 10008, 10015, 50001, 50007, 50013, 50278}
WEBHOOK = re.compile(r"https://(?:ptb\.|canary\.)?discord(?:app)?\.com/api(?:/v\d+)?/webhooks/(\d+)/([\w-]+)")

TAKE = """
    UPDATE outbox SET due_at = now() + interval '2 minutes' WHERE id = (
        SELECT id FROM outbox WHERE done_at IS NULL AND due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED
    ) RETURNING id, key, table_id, kind, body, tries, due_at
"""


class Announcer:
    def __init__(
        self,
        engine: AsyncEngine,
        discord: Discord,
        directory: Directory,
        people: People,
        hub: Hub,
        address: Callable[[str], str],
        centre: Centre,
        inside: bool = False,
    ) -> None:
        self._engine, self._discord, self._directory = engine, discord, directory
        self._people, self._hub, self._address, self._centre = people, hub, address, centre
        self._inside = inside
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._task = asyncio.create_task(self._work_for_ever())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _work_for_ever(self) -> None:
        while True:
            try:
                while await self.work_once():
                    pass
            except Exception:
                log.exception("the outbox stumbled")
            await asyncio.sleep(1)

    async def work_once(self) -> bool:
        """Deal with one row that is due; False if there is none. The row is claimed for a while and then let go: no lock
        is held while Discord is slow."""
        async with self._engine.begin() as connection:
            row = (await connection.execute(text(TAKE))).one_or_none()
        if row is None:
            return False
        problem, tries = "", row.tries + 1
        try:
            await self._say(row.kind, row.table_id, row.key, row.body)
        except DiscordError as error:
            problem = str(error)
            log.warning("%s: %s", row.key, error)
            tries = MOST_TRIES if error.code in HOPELESS or error.status in (400, 404) else tries
        except (DiscordDown, Unsent) as error:
            problem = str(error)
        except Refused as refusal:
            problem, tries = str(refusal), MOST_TRIES
        async with self._engine.begin() as connection:
            if problem and tries < MOST_TRIES:
                wait = timedelta(seconds=min(3600, 5 * 2**tries))
                later = "UPDATE outbox SET tries = :tries, due_at = now() + :wait, error = :error WHERE id = :id"
                await connection.execute(text(later), {"tries": tries, "wait": wait, "error": problem, "id": row.id})
            else:
                # A card that was asked for again meanwhile is due again, and stays so.
                done = "UPDATE outbox SET done_at = now(), error = :error WHERE id = :id AND due_at = :claimed"
                facts = {"error": problem or None, "id": row.id, "claimed": row.due_at}
                await connection.execute(text(done), facts)
        return True

    async def _say(self, kind: str, table_id: str, key: str, body: dict[str, Any]) -> None:
        if kind in ("push", "mail"):
            await self._centre.say(kind, table_id, body)
            return
        if kind == "turn":
            info, absent = await self._hub.store.info(table_id), await self._absent(table_id, body)
            async with self._engine.begin() as connection:
                await self._centre.fan_out(connection, info, key, absent)
        place = await self._directory.place(table_id)
        if place is None:
            return
        if kind == "card":
            await self._renew_card(place)
        elif kind == "turn":
            await self._announce_turn(place, key, set(body["seats"]), reminder=False)
        elif kind == "remind":
            await self._announce_turn(place, key, set(body["seats"]), reminder=True)

    async def _absent(self, table_id: str, body: dict[str, Any]) -> list[int]:
        """Who is still to decide and not at the table."""
        live = await self._hub.live(table_id)
        here = {feed.seat for feed in live.feeds}
        waiting = live.session.waiting.seats if live.session is not None else ()
        return [seat for seat in waiting if seat in body["seats"] and seat not in here]

    async def _renew_card(self, place: Place) -> None:
        if place.card_id is None or not self._discord.has_bot:
            return
        info = await self._hub.store.info(place.table_id)
        card = lobby_card(info, self._at(info), await self._users(info), inside=self._inside)
        await self._discord.call("PATCH", f"/channels/{place.channel_id}/messages/{place.card_id}", card)

    async def post_card(self, table_id: str) -> None:
        """The first card of a table that was not opened by a command."""
        place, info = await self._directory.place(table_id), await self._hub.store.info(table_id)
        if place is not None and place.channel_id is not None and place.card_id is None:
            card = lobby_card(info, self._at(info), await self._users(info), inside=self._inside)
            card |= {"nonce": hashlib.sha256(f"card:{table_id}".encode()).hexdigest()[:24], "enforce_nonce": True}
            message = await self._discord.call("POST", f"/channels/{place.channel_id}/messages", card)
            await self._directory.put(table_id, card_id=message["id"])

    async def _announce_turn(self, place: Place, key: str, seats: set[int], *, reminder: bool) -> None:
        """Status first, then a ping for those who still have to decide and are not at the table already."""
        live = await self._hub.live(place.table_id)
        users = await self._users(live.info)
        if live.session is None:
            return
        waiting = live.session.waiting
        if not reminder:
            await self._renew_status(place, status_post(live.info, waiting, self._at(live.info), users))
        still = await self._absent(place.table_id, {"seats": seats})
        for seat in still:
            await self._ping(place, live, seat, users, key, reminder, last=len(waiting.seats) == 1 and len(seats) > 1)
        if still and not reminder and live.info.settings.pace == "slow":
            await self._later(place.table_id, f"remind:{key}", seats, datetime.now(UTC) + REMIND_AFTER)

    async def _renew_status(self, place: Place, post: Body) -> None:
        """One post per table: edited; written anew only if it is gone."""
        if place.status_id is not None:
            try:
                await self._send(place, "PATCH", f"/messages/{place.status_id}", post)
                return
            except DiscordError as error:
                if error.code not in (UNKNOWN_MESSAGE, OLD_EDITS):
                    raise
        message = await self._send(place, "POST", "/messages", post)
        if message:
            await self._directory.put(place.table_id, status_id=message["id"])

    async def _ping(
        self, place: Place, live: LiveTable, seat: int, users: dict[str, str], key: str, reminder: bool, *, last: bool
    ) -> None:
        person_id = live.info.seats[seat].person_id
        person = await self._people.get(person_id) if person_id else None
        user = users.get(person_id or "")
        if person is None or user is None or person.preferences.notices == "off":
            return
        if not (await self._centre.wishes(place.table_id, seat)).discord:
            return
        quiet = _quiet_until(person.preferences, datetime.now(UTC))
        if quiet is not None:
            await self._later(place.table_id, f"late:{key}:{seat}", {seat}, quiet)
            return
        post = turn_ping(live.info, user, self._at(live.info), reminder=reminder, last=last)
        post |= {"nonce": hashlib.sha256(f"{key}:{seat}".encode()).hexdigest()[:24], "enforce_nonce": True}
        if person.preferences.notices == "direct" and self._discord.has_bot:
            channel = await self._discord.call("POST", "/users/@me/channels", {"recipient_id": user})
            await self._discord.call("POST", f"/channels/{channel['id']}/messages", post)
            return
        message = await self._send(place, "POST", "/messages", post)
        if place.ping_id is not None and message:  # a ping that is out of date is only noise
            with contextlib.suppress(DiscordError):
                await self._send(place, "DELETE", f"/messages/{place.ping_id}", None)
        if message:
            await self._directory.put(place.table_id, ping_id=message["id"])

    async def _send(self, place: Place, method: str, path: str, post: Body | None) -> Any:
        """Through the bot where there is one, else through the pasted webhook."""
        if place.channel_id is not None and self._discord.has_bot:
            return await self._discord.call(method, f"/channels/{place.channel_id}{path}", post)
        found = WEBHOOK.fullmatch(place.webhook or "")
        if found is None:
            return None
        if post is not None:
            post = {name: value for name, value in post.items() if name not in ("nonce", "enforce_nonce")}
        try:
            target = f"/webhooks/{found[1]}/{found[2]}" + ("?wait=true" if path == "/messages" else path)
            return await self._discord.call(method, target, post, bot=False)
        except DiscordError as error:
            if error.code == UNKNOWN_WEBHOOK:  # it was deleted there: never tried again
                await self._directory.put(place.table_id, webhook=None)
            raise

    async def _later(self, table_id: str, key: str, seats: set[int], due: datetime) -> None:
        words = (
            "INSERT INTO outbox (key, table_id, kind, body, due_at) "
            "VALUES (:key, :table, 'remind', CAST(:body AS jsonb), :due) ON CONFLICT DO NOTHING"
        )
        body = f'{{"seats": {sorted(seats)}}}'
        async with self._engine.begin() as connection:
            await connection.execute(text(words), {"key": key, "table": table_id, "body": body, "due": due})

    async def _users(self, info: TableInfo) -> dict[str, str]:
        return await self._directory.users([seat.person_id for seat in info.seats if seat.person_id])

    def _at(self, info: TableInfo) -> str:
        return self._address(f"/t/{info.code}")


def _quiet_until(wishes: Preferences, now: datetime) -> datetime | None:
    """When the quiet hours end, if it is one of them now."""
    if wishes.quiet_from == wishes.quiet_to:
        return None
    hours = (wishes.quiet_to - wishes.quiet_from) % 24
    into = (now.hour - wishes.quiet_from) % 24
    if into >= hours:
        return None
    return now.replace(minute=0, second=0, microsecond=0) + timedelta(hours=hours - into)

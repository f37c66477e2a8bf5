"""The keeper: compares what should stand on Discord with what stands there, and does only what is different.

It is not told what happened; it looks how things are. So an outage, a restart or a second process leaves nothing behind that
is not true: whatever was missed is seen at the next look. One process at a time looks at a table.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Literal

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.discord.bodies import Body, digest, nonce
from app.discord.card import card
from app.discord.client import Discord, DiscordDown, DiscordError
from app.discord.diff import Post, Step, Want, differences
from app.discord.directory import Directory
from app.discord.pings import Ping, due, next_look, ping_body
from app.discord.posts import Posts, moment
from app.discord.speaker import GONE, UNKNOWN_WEBHOOK, Speaker, address_of, is_webhook
from app.discord.standing import Reader, Seen
from app.games import GAMES
from app.kernel import Refused
from app.notices.centre import Centre, Turn
from app.storage.alone import Alone
from app.tables.store import NoSuchTable

log = logging.getLogger("parallax.discord")
LOOK_EVERY = 1.0  # seconds
AT_ONCE = 8  # tables that are looked at at the same time: a slow answer about one does not hold up the others
LONGEST_LOOK = 60.0
DOWN_AT_MOST = 8.0  # seconds between two tries while Discord does not answer
# How often it is looked whether a card is still there: while its table is played, in the hour after, and then.
CARD_OFTEN, CARD_LESS, CARD_SELDOM = 6.0, 60.0, 900.0
BUSY, LIVELY = 600.0, 3600.0
MOST_CARDS_A_SECOND = 5  # that are looked after; where there are more, each is less often
PING_AGAIN = 30.0  # after nobody took it
CLOSED_AT_FIRST, CLOSED_AT_MOST = 10.0, 60.0  # between two tries where we may not speak

DUE = text("""
    SELECT watched.table_id, watched.marks FROM watched JOIN tables ON tables.id = watched.table_id
    WHERE watched.marks <> watched.looked OR watched.seq <> tables.seq OR watched.due_at <= :now
    ORDER BY watched.due_at NULLS FIRST LIMIT 100
""")
LOOKED = text("""
    UPDATE watched SET looked = :marks, due_at = :due, error = :error,
    seq = coalesce(CAST(:seq AS int), (SELECT seq FROM tables WHERE id = :table)) WHERE table_id = :table
""")
SETTLED = text("DELETE FROM watched WHERE table_id = :table AND marks = :marks")

Way = Literal["mention", "direct", "name"]


class Closed:
    """Addresses at which we may not speak just now, and when to try again."""

    def __init__(self) -> None:
        self._until: dict[str, tuple[float, float]] = {}

    def is_(self, address: str, now: float) -> bool:
        return self._until.get(address, (0.0, 0.0))[0] > now

    def until(self, address: str) -> float:
        return self._until[address][0]

    def close(self, address: str, now: float) -> None:
        pause = min(CLOSED_AT_MOST, 2 * self._until.get(address, (0.0, CLOSED_AT_FIRST / 2))[1])
        self._until[address] = now + pause, pause

    def open(self, address: str) -> bool:
        """Whether it was closed."""
        return self._until.pop(address, None) is not None


class Keeper:
    def __init__(
        self,
        engine: AsyncEngine,
        url: str,
        discord: Discord,
        directory: Directory,
        reader: Reader,
        centre: Centre,
        clock: Callable[[], float],
    ) -> None:
        self._engine, self._discord, self._directory = engine, discord, directory
        self._reader, self._centre, self._now = reader, centre, clock
        self.posts, self.speaker = Posts(engine), Speaker(discord)
        self.closed = Closed()
        self._alone = Alone(url)
        self._task: asyncio.Task[None] | None = None
        self._down_until, self._down_for = 0.0, 0.0
        self._looked_after: dict[str, tuple[float, bool]] = {}  # message -> when it was looked for, and whether we may
        self.others: list[Callable[[], Awaitable[None]]] = []  # what else is looked at from time to time: evenings

    async def start(self) -> None:
        self._task = asyncio.create_task(self._look_for_ever())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
        await self._alone.close()

    async def _look_for_ever(self) -> None:
        while True:
            try:
                await self.look_around()
            except Exception:
                log.exception("the keeper stumbled")
            await asyncio.sleep(LOOK_EVERY)

    async def look_around(self) -> None:
        """Look at every table at which something may be different from what was last said about it."""
        async with self._engine.connect() as connection:
            rows = (await connection.execute(DUE, {"now": moment(self._now())})).all()
        hands = asyncio.Semaphore(AT_ONCE)

        async def look(table_id: str, marks: int) -> None:
            async with hands:
                await self._look_alone(table_id, marks)

        await asyncio.gather(*(look(row.table_id, row.marks) for row in rows))
        if not self.is_down:
            for about in await self.posts.left_over():
                await self.alone(about, lambda about=about: self.settle(about, [], frozenset()))  # type: ignore[misc]
        for other in self.others:
            await other()

    # One at a time -----------------------------------------------------------------------------------------------

    @property
    def is_down(self) -> bool:
        return self._down_until > self._now()

    def went_down(self, error: DiscordDown) -> None:
        """Discord does not answer: nobody tries again for a moment."""
        self._down_for = min(DOWN_AT_MOST, max(1.0, 2 * self._down_for))
        self._down_until = self._now() + max(self._down_for, min(error.after, 60.0))

    async def alone(self, about: str, work: Callable[[], Awaitable[object]]) -> bool:
        """Do something about a table unless another process is at it. False: it was not done."""
        async with self._alone.with_(f"discord {about}") as mine:
            if not mine:
                return False
            try:
                async with asyncio.timeout(LONGEST_LOOK):
                    await work()
            except DiscordDown as error:
                if not error.here:
                    self.went_down(error)
            except TimeoutError:
                log.warning("%s: Discord took too long", about)
            return True

    async def _look_alone(self, table_id: str, marks: int) -> None:
        async def work() -> None:
            await self._look(table_id, marks)

        try:
            await self.alone(table_id, work)
        except Exception:
            log.exception("table %s could not be looked at", table_id)

    async def _look(self, table_id: str, marks: int) -> None:
        now, error = self._now(), ""
        try:
            seen = await self._reader.read(table_id, now)
        except NoSuchTable:
            return
        except Refused as refusal:  # put aside: it is looked at again when it can be
            await self._looked(table_id, marks, None, now + 60, str(refusal))
            return
        ready = [ping for ping in seen.pings if due(ping, now)]
        turns = [Turn(ping.seat, ping.hearer.person_id, ping.turn, ping.number) for ping in ready]
        if turns:
            await self._centre.fan_out(table_id, turns)
        next_due = next_look(seen.pings, seen.info.settings.pace == "slow", now)
        if self.is_down:
            next_due = _sooner(next_due, self._down_until)
        else:
            try:
                next_due = _sooner(next_due, await self._see_to_card(seen, now))
                later, error = await self.settle(table_id, await self._wants(seen, now), seen.turns, seen)
                next_due = _sooner(_sooner(next_due, later), await self._after_a_change(seen, now))
                self._down_for = 0.0
            except DiscordDown as trouble:
                if not trouble.here:
                    self.went_down(trouble)
                next_due = _sooner(next_due, now + trouble.after if trouble.here else self._down_until)
                error = str(trouble)
        if seen.info.status == "finished" and next_due is None and not error:
            async with self._engine.begin() as connection:  # nothing more will happen by itself
                await connection.execute(SETTLED, {"table": table_id, "marks": marks})
            return
        await self._looked(table_id, marks, seen.seq, next_due, error)

    async def _looked(self, table_id: str, marks: int, seq: int | None, due_at: float | None, error: str) -> None:
        values = {"marks": marks, "seq": seq, "due": moment(due_at), "error": error or None, "table": table_id}
        async with self._engine.begin() as connection:
            await connection.execute(LOOKED, values)

    async def _see_to_card(self, seen: Seen, now: float) -> float | None:
        """Whether the card is still there, from time to time: often while something happens, then seldom. Returns when
        to look after it next."""
        post = await self._card(seen)
        if post is None or post.message_id is None:
            return None
        changed = changed_at(post)
        pause = self._pause(now - changed)
        last, readable = self._looked_after.get(post.message_id, (0.0, True))
        if not readable:
            pause = CARD_SELDOM  # where we may not read, nobody knows
        last = max(changed, last)
        if now - last < pause or self.closed.is_(post.address, now):
            return max(last + pause, now + 1)
        stands = await self.speaker.stands(post.address, post.message_id)
        self._looked_after[post.message_id] = now, stands is not None
        if stands is False:
            await self.posts.change(post.id, message_id=None, digest=None)
        self._looked_after = {one: at for one, at in self._looked_after.items() if now - at[0] < LIVELY}
        return now + (pause if stands is not None else CARD_SELDOM)

    async def _after_a_change(self, seen: Seen, now: float) -> float | None:
        """A card that has just been changed is looked after soon again, however quiet it was before."""
        post = await self._card(seen)
        return now + self._pause(0.0) if post is not None and changed_at(post) >= now else None

    async def _card(self, seen: Seen) -> Post | None:
        """The card that stands in the channel while the game goes on."""
        posts = await self.posts.of(seen.info.id) if seen.info.status != "finished" else []
        return next((one for one in posts if one.kind == "card"), None)

    def _pause(self, quiet: float) -> float:
        """Between two looks after a card that has not changed for so long."""
        if quiet >= LIVELY:
            return CARD_SELDOM
        return CARD_LESS if quiet >= BUSY else max(CARD_OFTEN, len(self._looked_after) / MOST_CARDS_A_SECOND)

    # What should stand there -------------------------------------------------------------------------------------

    async def _wants(self, seen: Seen, now: float) -> list[Want]:
        place = seen.place
        address = address_of(place.channel_id, place.webhook, self._discord.has_bot) if place is not None else ""
        wants = [Want("card", card(seen.standing), address, stage=seen.standing.stage)] if address else []
        posts = await self.posts.of(seen.info.id)
        said, hurried = {post.key for post in posts if post.said}, {post.key for post in posts if post.again}
        for ping in seen.pings:
            want = self._ping_want(seen, ping, address)
            if want is None:
                continue
            if due(ping, now) or want.key in said or (want.key in hurried and not ping.present):
                wants.append(want)
        return wants

    def _ping_want(self, seen: Seen, ping: Ping, address: str) -> Want | None:
        ways = self._ways(ping, address)
        if not ping.hearer.wants or not ways:
            return None
        body = self._ping_body(seen, ping, ways[0])
        return Want("ping", body, address, ping.hearer.person_id, ping.turn, ping.number)

    def _ways(self, ping: Ping, address: str) -> list[Way]:
        """How somebody is told, the best first: as they wish; else as it works."""
        hearer, ways = ping.hearer, list[Way]()
        if hearer.user and address:
            ways.append("mention")
        elif address and is_webhook(address):
            ways.append("name")
        if hearer.user and self._discord.has_bot:
            ways.insert(0 if hearer.preferences.notices == "direct" else len(ways), "direct")
        return ways

    @staticmethod
    def _ping_body(seen: Seen, ping: Ping, way: Way) -> Body:
        return ping_body(ping, seen.info, GAMES[seen.info.game].title, seen.doing, way)

    # What is different ---------------------------------------------------------------------------------------------

    async def settle(
        self, about: str, wants: list[Want], going_on: frozenset[int], seen: Seen | None = None
    ) -> tuple[float | None, str]:
        """Bring what stands there to what is wanted. A refusal of one step does not stop the others; returns when to look
        again, and what went wrong."""
        now = self._now()
        steps, later = differences(wants, await self.posts.of(about), now, going_on)
        trouble = ""
        for step in steps:
            address = step.want.address if step.want is not None else step.post.address if step.post else ""
            ping = step.want is not None and step.want.kind == "ping"
            if self.closed.is_(address, now) and not ping and step.act != "forget":
                later = _sooner(later, self.closed.until(address))
                continue
            try:
                await self._do(about, step, seen, now)
                if not ping:
                    self.closed.open(address)
            except DiscordError as error:
                log.warning("%s: %s", about, error)
                trouble = str(error)
                later = _sooner(
                    later, await self._refused(about, address, error, now) if not ping else now + PING_AGAIN
                )
        return later, trouble

    async def _refused(self, about: str, address: str, error: DiscordError, now: float) -> float:
        if error.code == UNKNOWN_WEBHOOK and ":" not in about:  # it was deleted there: never tried again
            await self._directory.put(about, webhook=None)
        self.closed.close(address, now)
        return self.closed.until(address)

    async def _do(self, about: str, step: Step, seen: Seen | None, now: float) -> None:
        want, post = step.want, step.post
        if step.act == "forget" and post is not None:
            await self.posts.forget(post.id)
        elif step.act == "remove" and post is not None:
            await self._take_away(post)
        elif want is not None and want.kind == "ping":
            await self._say_ping(about, want, post, seen, step.act, now)
        elif want is not None and (step.act == "send" or post is None):
            await self._post(about, want, post or await self.posts.begin(about, want), now, again=post is not None)
        elif want is not None and post is not None:
            fresh = step.act == "renew"
            if step.act == "show":
                fresh = await self.speaker.out_of_sight(post.address, post.message_id or "")
            if fresh or not await self._edit(post, want, now):
                await self._post(about, want, post, now, again=True)
                await self._take_away(post, kept=True)

    async def _take_away(self, post: Post, *, kept: bool = False) -> None:
        """Take a message away; with `kept` its row stands for the message that has taken its place."""
        assert post.message_id is not None
        await self.speaker.remove(post.address, post.message_id)
        if kept:
            for old in await self.posts.of(post.about):
                if old.kind == "old" and old.message_id == post.message_id:
                    await self.posts.forget(old.id)
        elif post.kind == "ping":
            await self.posts.change(post.id, message_id=None)  # that it was said is kept while the turn goes on
        else:
            await self.posts.forget(post.id)

    async def _post(self, about: str, want: Want, post: Post, now: float, *, again: bool = False) -> None:
        """With `again` it may have been tried before: what arrived then is taken, and set right at the next look."""
        twin = await self._twin(want.address, want.body) if again else None
        body = want.body | nonce(about, want.key, post.message_id, post.sent_at)
        message_id = twin or await self.speaker.post(want.address, body)
        said = digest(want.body) if twin is None else ""
        await self.posts.sent(post, want.address, message_id, said, want.stage, now)

    async def _twin(self, address: str, body: Body) -> str | None:
        return await self.speaker.twin(address, body, await self.posts.standing_at(address))

    async def _edit(self, post: Post, want: Want, now: float) -> bool:
        """False: it is gone, or too old to be edited."""
        assert post.message_id is not None
        try:
            await self.speaker.edit(post.address, post.message_id, want.body)
        except DiscordError as error:
            if error.code not in GONE:
                raise
            return False
        values = {"digest": digest(want.body), "stage": want.stage, "edited_at": moment(now)}
        await self.posts.change(post.id, **values)
        return True

    # Pings ---------------------------------------------------------------------------------------------------------

    async def _say_ping(
        self, about: str, want: Want, post: Post | None, seen: Seen | None, act: str, now: float
    ) -> None:
        assert seen is not None
        ping = next(one for one in seen.pings if one.key == want.key[1:])
        if act == "edit" and post is not None and post.message_id is not None:
            way: Way = "mention" if post.address == want.address and ping.hearer.user else "direct"
            way = "name" if is_webhook(post.address) and not ping.hearer.user else way
            body = self._ping_body(seen, ping, way)
            with contextlib.suppress(DiscordError):  # somebody took it away: it was said all the same
                await self.speaker.edit(post.address, post.message_id, body)
            await self.posts.change(post.id, digest=digest(want.body), edited_at=moment(now))
            return
        begun = post or await self.posts.begin(about, want)
        refusal: DiscordError | None = None
        for way in self._ways(ping, want.address):
            try:
                address = await self.speaker.direct(ping.hearer.user) if way == "direct" else want.address
                if self.closed.is_(address, now):
                    continue
                body = self._ping_body(seen, ping, way)
                twin = await self._twin(address, body) if post is not None else None
                body |= nonce(about, want.key, way, begun.message_id, begun.sent_at)
                message_id = twin or await self.speaker.post(address, body)
            except DiscordError as error:  # closed messages, a lost permission: the next way
                refusal = error
                if error.code == UNKNOWN_WEBHOOK:
                    await self._refused(about, want.address, error, now)
                continue
            await self.posts.sent(begun, address, message_id, digest(want.body), want.stage, now)
            if begun.message_id is not None:
                await self._take_away(begun, kept=True)
            return
        if refusal is not None:
            raise refusal


def changed_at(post: Post) -> float:
    return max(post.sent_at or 0.0, post.edited_at or 0.0)


def _sooner(one: float | None, other: float | None) -> float | None:
    times = [time for time in (one, other) if time is not None]
    return min(times, default=None)

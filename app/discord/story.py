"""The story of a table, told to a thread of its channel: public lines only, each of them once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from app.discord.behind import Behind
from app.discord.bodies import NOBODY
from app.discord.client import Discord, DiscordError
from app.discord.directory import Directory
from app.discord.posts import Posts
from app.discord.speaker import UNKNOWN_CHANNEL
from app.discord.words import escape, named
from app.kernel import Refused
from app.people.identity import Person
from app.tables.facts import TableInfo
from app.tables.hub import Hub

LONGEST_POST = 1900
NO_THREADS_HERE, HAS_A_THREAD = 50024, 160004


class Teller:
    def __init__(
        self,
        hub: Hub,
        discord: Discord,
        directory: Directory,
        posts: Posts,
        alone: Callable[[str, Callable[[], Awaitable[object]]], Awaitable[bool]],
        behind: Behind,
    ) -> None:
        self._hub, self._discord, self._directory, self._posts = hub, discord, directory, posts
        self._alone, self._behind = alone, behind

    async def tell(self, info: TableInfo, person: Person) -> str:
        """Begin to tell; what to say to who asked for it."""
        if not info.seats_of(person.id):
            raise Refused("The story is posted by those who play it.")
        place = await self._directory.place(info.id)
        if place is None or place.channel_id is None or not self._discord.has_bot:
            raise Refused("This table has no card here. Open tables with /play to have one.")
        self._behind.do(self._alone(f"story {info.id}", lambda: self._tell(info.id)))
        return "The story so far goes to a thread at the table's card."

    async def _tell(self, table_id: str) -> None:
        """Public lines of the log since the last time, in posts of readable length."""
        place, live = await self._directory.place(table_id), await self._hub.live(table_id)
        if place is None:
            return
        thread = place.thread_id or await self._open_thread(table_id, live.info.code)
        if thread is None:
            return
        names = [escape(name) for name in live.names]
        lines = [told for told in live.lines_for(None) if told.moment > place.told]
        for post in posts_of([named(told.line.text, names) for told in lines]):
            message = {"content": post, "allowed_mentions": NOBODY}
            try:
                await self._discord.call("POST", f"/channels/{thread}/messages", message)
            except DiscordError as error:
                if error.code == UNKNOWN_CHANNEL:  # somebody took the thread away: the next time there is a new one
                    await self._directory.put(table_id, thread_id=None)
                raise
        if lines:
            await self._directory.put(table_id, told=lines[-1].moment)

    async def _open_thread(self, table_id: str, code: str) -> str | None:
        card = next((post for post in await self._posts.of(table_id) if post.kind == "card" and post.message_id), None)
        if card is None:
            return None
        body = {"name": f"{code} travelogue", "auto_archive_duration": 10080}
        try:
            made = await self._discord.call("POST", f"{card.address}/messages/{card.message_id}/threads", body)
            thread = str(made["id"])
        except DiscordError as error:
            if error.code == NO_THREADS_HERE:  # the card stands in a thread, or in messages: so does the story
                thread = card.address.rsplit("/", 1)[-1]
            elif error.code == HAS_A_THREAD:  # it was opened, and we never heard so: it is called as the card is
                thread = str(card.message_id)
            else:
                raise
        await self._directory.put(table_id, thread_id=thread)
        return thread


def posts_of(lines: list[str]) -> list[str]:
    posts: list[str] = []
    for line in lines:
        if posts and len(posts[-1]) + len(line) < LONGEST_POST:
            posts[-1] += f"\n{line}"
        else:
            posts.append(line[:LONGEST_POST])
    return posts

"""What we have said on Discord and where it stands, kept so that every process and every restart knows it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import delete, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncEngine

from app.discord.diff import Post, Want
from app.storage.schema import posts

# Of what there is no table or evening any more.
LEFT_OVER = text("""
    SELECT DISTINCT about FROM posts WHERE NOT EXISTS (SELECT FROM tables WHERE id = posts.about)
    AND NOT EXISTS (SELECT FROM evenings WHERE 'evening:' || id = posts.about)
""")


def moment(seconds: float | None) -> datetime | None:
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)


def _post(row: Any) -> Post:
    return Post(
        row.id,
        row.about,
        row.kind,
        row.person_id,
        row.turn,
        row.number,
        row.address,
        row.message_id,
        row.digest,
        row.stage,
        row.again,
        row.sent_at.timestamp() if row.sent_at else None,
        row.edited_at.timestamp() if row.edited_at else None,
    )


class Posts:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of(self, about: str) -> list[Post]:
        async with self._engine.connect() as connection:
            rows = await connection.execute(select(posts).where(posts.c.about == about).order_by(posts.c.id))
            return [_post(row) for row in rows]

    async def left_over(self) -> list[str]:
        async with self._engine.connect() as connection:
            return list((await connection.scalars(LEFT_OVER)).all())

    async def standing_at(self, address: str) -> set[str]:
        """Every message of ours that we know of there."""
        async with self._engine.connect() as connection:
            query = select(posts.c.message_id).where(posts.c.address == address, posts.c.message_id.is_not(None))
            return set((await connection.scalars(query)).all())

    async def begin(self, about: str, want: Want) -> Post:
        """Written down before it is sent: whatever happens, it is known that it was about to be said."""
        values = {"kind": want.kind, "person_id": want.person_id, "turn": want.turn, "number": want.number}
        async with self._engine.begin() as connection:
            await connection.execute(insert(posts).values(about=about, **values).on_conflict_do_nothing())
            same = [posts.c.about == about, *(posts.c[name] == value for name, value in values.items())]
            return _post((await connection.execute(select(posts).where(*same))).one())

    async def sent(self, post: Post, address: str, message_id: str, digest: str, stage: str, now: float) -> None:
        """It stands there. What stood in its place is to be taken away, also if we die before."""
        values = {"address": address, "message_id": message_id, "digest": digest, "stage": stage, "again": False}
        async with self._engine.begin() as connection:
            done = update(posts).where(posts.c.id == post.id).values(sent_at=moment(now), edited_at=None, **values)
            await connection.execute(done)
            if post.message_id is not None and post.message_id != message_id:
                old = {"about": post.about, "kind": "old", "number": post.id, "turn": int(post.message_id[-15:], 10)}
                old |= {"address": post.address, "message_id": post.message_id, "sent_at": moment(now)}
                await connection.execute(insert(posts).values(old).on_conflict_do_nothing())

    async def change(self, post_id: int, **values: Any) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(update(posts).where(posts.c.id == post_id).values(**values))

    async def forget(self, post_id: int) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(delete(posts).where(posts.c.id == post_id))

    async def doubt(self, about: str, message_id: str, now: float) -> None:
        """It may say something else by now than we know: somebody pressed a button on it, and was answered with what is
        true. Whether that arrived nobody knows: it is made sure of when it has been quiet for a moment."""
        async with self._engine.begin() as connection:
            this = (posts.c.about == about) & (posts.c.message_id == message_id)
            await connection.execute(update(posts).where(this).values(digest=None, edited_at=moment(now)))

    async def once_more(self, about: str, want: Want, now: float, pause: float) -> float:
        """Somebody asks for it to be said again: 0 if it will be, else how many seconds ago it was said."""
        post = await self.begin(about, want)
        if post.sent_at is not None and now - post.sent_at < pause:
            return max(1.0, now - post.sent_at)
        await self.change(post.id, again=True)
        return 0

"""Two who turn out to be one: everything of the one goes over to the other, and nothing is lost or swapped."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.kernel import Refused
from app.storage.schema import chat, complaints, evenings, identities, links, people, posts, pushes, seats, tables

THEIRS = (
    (seats, "lent_to"), (tables, "owner_id"), (chat, "person_id"), (pushes, "person_id"), (links, "person_id"),
    (complaints, "person_id"), (complaints, "about_id"), (evenings, "person_id"), (people, "became"),
)  # fmt: skip


async def merge(engine: AsyncEngine, kept_id: str, gone_id: str) -> list[str]:
    """`gone` becomes `kept`; the tables that are concerned. Before a game a person has one chair: that of `gone`, who came
    by the way on which it was asked for just now. In a game both seats stay as they are."""
    async with engine.begin() as connection:
        ids = {"kept": kept_id, "gone": gone_id}
        found = await connection.execute(
            select(people).where(people.c.id.in_(ids.values())).order_by(people.c.id).with_for_update()
        )
        rows = {row.id: row for row in found}
        if rows.keys() != set(ids.values()) or kept_id == gone_id:
            raise Refused("One of the two is not known here any more.")
        kept, gone = rows[kept_id], rows[gone_id]
        if kept.banned or gone.banned:
            raise Refused("Somebody who is banned cannot become somebody else.")
        concerned = await _tables(connection, ids)
        await _seats(connection, ids)
        for table, column in THEIRS:
            await connection.execute(update(table).where(table.c[column] == gone_id).values({column: kept_id}))
        await connection.execute(update(seats).where(seats.c.lent_to == seats.c.person_id).values(lent_to=None))
        await _identities(connection, kept_id, gone_id)
        await _lists(connection, ids)
        await connection.execute(update(people).where(people.c.id == kept_id).values(_together(kept, gone)))
        values = {"became": kept_id, "admin": False, "mail": None, "learnt": {}, "muted": []}
        await connection.execute(update(people).where(people.c.id == gone_id).values(values))
    return concerned


async def _tables(connection: AsyncConnection, ids: dict[str, str]) -> list[str]:
    query = text("""
        SELECT id FROM tables WHERE owner_id IN (:kept, :gone) UNION
        SELECT table_id FROM seats WHERE person_id IN (:kept, :gone) OR lent_to IN (:kept, :gone)
    """)
    return list((await connection.scalars(query, ids)).all())


async def _seats(connection: AsyncConnection, ids: dict[str, str]) -> None:
    free = text("""
        UPDATE seats SET person_id = NULL, ready = false FROM seats AS other, tables
        WHERE seats.person_id = :kept AND other.table_id = seats.table_id AND other.person_id = :gone
        AND tables.id = seats.table_id AND tables.status = 'lobby'
    """)
    await connection.execute(free, ids)
    await connection.execute(update(seats).where(seats.c.person_id == ids["gone"]).values(person_id=ids["kept"]))


async def _identities(connection: AsyncConnection, kept_id: str, gone_id: str) -> None:
    """One account of a kind for each person: the caller has seen to it that there are no two."""
    mine = select(identities.c.provider).where(identities.c.person_id == kept_id)
    await connection.execute(
        delete(identities).where(identities.c.person_id == gone_id, identities.c.provider.in_(mine))
    )
    await connection.execute(update(identities).where(identities.c.person_id == gone_id).values(person_id=kept_id))


async def _lists(connection: AsyncConnection, ids: dict[str, str]) -> None:
    """Where people stand in lists of others: whoever was asked to leave stays out, whoever is muted stays so."""
    names = {"kept": f'"{ids["kept"]}"', "gone": f'"{ids["gone"]}"', "like": f'%"{ids["gone"]}"%'}
    for table, column in (("tables", "gathering"), ("people", "muted")):
        words = f"UPDATE {table} SET {column} = replace({column}::text, :gone, :kept)::jsonb WHERE {column}::text LIKE :like"
        await connection.execute(text(words), names)
    coming = """
        INSERT INTO coming (evening_id, person_id, answer, since)
        SELECT evening_id, :kept, answer, since FROM coming WHERE person_id = :gone
        ON CONFLICT (evening_id, person_id) DO UPDATE SET answer = excluded.answer
    """
    await connection.execute(text(coming), ids)
    await connection.execute(text("DELETE FROM coming WHERE person_id = :gone"), ids)
    same = select(posts.c.about).where(posts.c.person_id == ids["kept"])
    theirs = posts.c.person_id == ids["gone"]
    await connection.execute(update(posts).where(theirs, posts.c.about.not_in(same)).values(person_id=ids["kept"]))


def _together(kept: Any, gone: Any) -> dict[str, Any]:
    """Name and look stay those of `kept`; an office, an address and what was learnt are both's."""
    return {
        "admin": kept.admin or gone.admin,
        "approved": kept.approved or gone.approved,
        "mail": kept.mail or gone.mail,
        "learnt": {**gone.learnt, **kept.learnt},
        "muted": [*dict.fromkeys([*kept.muted, *gone.muted])],
        "preferences": {**gone.preferences, **kept.preferences},
        "signed_out_at": max(kept.signed_out_at, gone.signed_out_at),
        "seen_at": max((at for at in (kept.seen_at, gone.seen_at) if at is not None), default=None),
    }

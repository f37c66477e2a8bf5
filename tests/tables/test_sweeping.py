"""What nobody will miss goes after a while; whatever somebody could come back to stays."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.people.identity import People
from app.tables.hub import Hub
from app.tables.lobby import Lobby
from app.tables.sweeping import sweep


async def test_only_what_nobody_will_miss_is_swept_away(hub: Hub, engine: AsyncEngine) -> None:
    people, lobby = People(engine, "key"), Lobby(hub)
    ana, ben, cleo, dov = [await people.welcome(name) for name in ("Ana", "Ben", "Cleo", "Dov")]
    kept = {name: await people.welcome(name) for name in ("admin", "banned", "mail", "friend", "browser")}
    async with engine.begin() as connection:
        for name, value in (("admin", "true"), ("banned", "true"), ("mail", "'a@example.org'")):
            await connection.execute(text(f"UPDATE people SET {name} = {value} WHERE name = '{name}'"))
        elsewhere = "INSERT INTO identities (provider, subject, person_id, name) VALUES ('discord', '1', :who, 'x')"
        await connection.execute(text(elsewhere), {"who": kept["friend"].id})
        told = "INSERT INTO pushes (endpoint, person_id, p256dh, auth) VALUES ('https://a', :who, 'x', 'x')"
        await connection.execute(text(told), {"who": kept["browser"].id})
    begun = await lobby.create("whisper", 2, {}, ana.id)
    await lobby.sit(begun.id, ben.id)
    await lobby.begin(begun.id)
    never = await lobby.create("whisper", 2, {}, ana.id)
    await people.make_words(cleo.id)
    assert await sweep(engine, 30) == (0, 0), "all of it is new"
    async with engine.begin() as connection:
        for table in ("tables", "people"):
            await connection.execute(text(f"UPDATE {table} SET created_at = now() - interval '31 days'"))
    fresh = await lobby.create("whisper", 2, {}, ana.id)
    assert await sweep(engine, 30) == (1, 1)
    left = [info.id for info in await hub.store.tables_of(ana.id)]
    assert {begun.id, fresh.id} == set(left)
    assert never.id not in left
    assert (await people.find("Dov"))[0] == 0
    assert await people.get(cleo.id) is not None
    assert await people.get(dov.id) is None
    assert [name for name, one in kept.items() if await people.get(one.id) is None] == []

"""Databases from before cards were kept by looking: what stood on Discord is taken over, and what is too much goes."""

from __future__ import annotations

from sqlalchemy import text

from app.storage.database import connect, migrate
from app.storage.embedded import EmbeddedPostgres
from tests.conftest import new_database

FILL = """
    INSERT INTO people (id, name) VALUES ('a', 'Ada'), ('b', 'Ben');
    INSERT INTO people (id, name, mail) VALUES ('m', 'Mia', 'm@example.org');
    INSERT INTO tables (id, code, game, options, seed, status) VALUES
        ('bot', 'c-1', 'whisper', '{}', 's', 'playing'), ('hook', 'c-2', 'whisper', '{}', 's', 'playing'),
        ('new', 'c-3', 'whisper', '{}', 's', 'lobby'), ('mail', 'c-4', 'whisper', '{}', 's', 'playing'),
        ('none', 'c-5', 'whisper', '{}', 's', 'playing');
    INSERT INTO seats (table_id, number, person_id) VALUES ('mail', 0, 'm'), ('none', 0, 'a');
    INSERT INTO channels (table_id, channel_id, card_id, status_id, ping_id) VALUES ('bot', '4', '61', '62', '63');
    INSERT INTO channels (table_id, webhook, status_id) VALUES ('hook', 'https://discord.com/api/webhooks/5/w-w', '64');
    INSERT INTO channels (table_id, channel_id) VALUES ('new', '4');
    INSERT INTO identities (provider, subject, person_id, name) VALUES
        ('discord', '999', 'a', 'old'), ('discord', '1000', 'a', 'young'), ('discord', '7', 'b', 'ben');
    INSERT INTO outbox (key, table_id, kind) VALUES ('1', 'bot', 'card'), ('2', 'bot', 'turn'), ('3', 'mail', 'mail');
"""


async def test_what_stood_there_is_taken_over(postgres: EmbeddedPostgres) -> None:
    engine = connect(await new_database(postgres, "template0"))
    await migrate(engine, "0012")
    async with engine.begin() as connection:
        for statement in FILL.strip().split(";\n"):
            await connection.execute(text(statement.strip().rstrip(";")))
    await migrate(engine)
    async with engine.connect() as connection:
        posts = await connection.execute(text("SELECT about, kind, address, message_id, digest FROM posts ORDER BY id"))
        assert [tuple(row) for row in posts] == [
            ("bot", "card", "/channels/4", "61", None),
            ("hook", "card", "/webhooks/5/w-w", "64", None),
            ("bot", "old", "/channels/4", "62", None),
            ("bot", "old", "/channels/4", "63", None),
        ]
        watched = (await connection.scalars(text("SELECT table_id FROM watched ORDER BY 1"))).all()
        assert watched == ["bot", "hook", "mail", "new"]
        who = (await connection.scalars(text("SELECT subject FROM identities ORDER BY 1"))).all()
        assert who == ["1000", "7"], "one account for each person: the younger one"
        assert (await connection.scalars(text("SELECT kind FROM outbox"))).all() == ["mail"]
    await engine.dispose()

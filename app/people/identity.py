"""People and the signed tokens by which we know them again: a cookie in browsers, a bearer token for programs."""

from __future__ import annotations

import hashlib
import os
import secrets
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Literal

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer
from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.storage.schema import chat, links, people, seats, tables

NAME_LENGTH = 40


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    theme: Literal["auto", "light", "dark", "contrast"] = "auto"
    sound: bool = True
    motion: bool = True
    large: bool = False  # larger type
    notices: Literal["mention", "direct", "off"] = "mention"  # how to hear on Discord that it is my turn
    quiet_from: int = 0  # hours in which nothing rings, by the clock in UTC; the same hour twice: none
    quiet_to: int = 0


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    colour: int = 0
    emblem: int = 0
    preferences: Preferences = Preferences()
    admin: bool = False
    banned: bool = False
    mail: str | None = None


class BadName(Exception):
    pass


class BadLink(Exception):
    pass


class Link(msgspec.Struct, frozen=True):
    purpose: str
    person_id: str | None
    table_id: str | None
    seat: int | None


def tidy_name(raw: str) -> str:
    name = " ".join(raw.split())
    if not name or not name.isprintable():
        raise BadName("Please give a name.")
    if len(name) > NAME_LENGTH:
        raise BadName(f"Please give a name of at most {NAME_LENGTH} letters.")
    return name


def secret_key(given: str, data_dir: Path) -> str:
    """The given key, or one made once and kept in the data folder."""
    if given:
        return given
    path = data_dir / "secret_key"
    if not path.exists():
        data_dir.mkdir(parents=True, exist_ok=True)
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_hex(32))
    return path.read_text().strip()


class People:
    def __init__(self, engine: AsyncEngine, key: str) -> None:
        self._engine = engine
        self._signer = URLSafeSerializer(key, salt="person")
        self._mail_signer = URLSafeTimedSerializer(key, salt="mail")

    async def welcome(self, raw_name: str) -> Person:
        look = secrets.randbelow(8)
        person = Person(secrets.token_urlsafe(12), tidy_name(raw_name), look, secrets.randbelow(8))
        values = {"id": person.id, "name": person.name, "colour": person.colour, "emblem": person.emblem}
        async with self._engine.begin() as connection:
            await connection.execute(insert(people).values(values))
        return person

    async def get(self, person_id: str) -> Person | None:
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(people).where(people.c.id == person_id))).one_or_none()
        return None if row is None else _person(row)

    async def change(self, person_id: str, *, name: str, colour: int, emblem: int, preferences: Preferences) -> None:
        values = {"name": tidy_name(name), "colour": colour % 8, "emblem": emblem % 8}
        values["preferences"] = msgspec.to_builtins(preferences)
        async with self._engine.begin() as connection:
            await connection.execute(update(people).where(people.c.id == person_id).values(values))

    # Tokens ------------------------------------------------------------------------------------------------------

    def token(self, person_id: str) -> str:
        return self._signer.dumps(person_id)

    def read_token(self, token: str) -> str | None:
        try:
            value = self._signer.loads(token)
        except BadSignature:
            return None
        return value if isinstance(value, str) else None

    # One-time links ----------------------------------------------------------------------------------------------

    async def make_link(
        self,
        purpose: Literal["device", "admin", "seat"],
        *,
        person_id: str | None = None,
        table_id: str | None = None,
        seat: int | None = None,
        hours: int = 24,
    ) -> str:
        """A secret word for a link that works once; only its hash is kept."""
        word = secrets.token_urlsafe(18)
        values = {
            "hash": _hash(word),
            "purpose": purpose,
            "person_id": person_id,
            "table_id": table_id,
            "seat": seat,
            "expires_at": datetime.now(UTC) + timedelta(hours=hours),
        }
        async with self._engine.begin() as connection:
            await connection.execute(delete(links).where(links.c.expires_at < func.now()))
            await connection.execute(insert(links).values(values))
        return word

    async def look_at_link(self, word: str) -> Link:
        """What a link is for, without using it up: programs that fetch pages for previews must not spend it."""
        async with self._engine.connect() as connection:
            fresh = (links.c.hash == _hash(word)) & (links.c.expires_at > func.now())
            row = (await connection.execute(select(links).where(fresh))).one_or_none()
        return _link(row)

    async def use_link(self, word: str) -> Link:
        async with self._engine.begin() as connection:
            fresh = (links.c.hash == _hash(word)) & (links.c.expires_at > func.now())
            row = (await connection.execute(delete(links).where(fresh).returning(links))).one_or_none()
        return _link(row)

    # E-mail ------------------------------------------------------------------------------------------------------

    def mail_token(self, person_id: str, address: str) -> str:
        """For the link that proves that an address is theirs."""
        return self._mail_signer.dumps([person_id, address])

    async def confirm_mail(self, token: str) -> str:
        """The person whose address was confirmed."""
        try:
            person_id, address = self._mail_signer.loads(token, max_age=24 * 3600)
        except (BadSignature, ValueError):
            raise BadLink("This link has expired. Ask for a new one.") from None
        await self.set_mail(person_id, address)
        return str(person_id)

    async def set_mail(self, person_id: str, address: str | None) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(update(people).where(people.c.id == person_id).values(mail=address))

    # Administration ----------------------------------------------------------------------------------------------

    async def has_admin(self) -> bool:
        async with self._engine.connect() as connection:
            return await connection.scalar(select(people.c.id).where(people.c.admin).limit(1)) is not None

    async def set_admin(self, person_id: str, admin: bool = True) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(update(people).where(people.c.id == person_id).values(admin=admin))

    async def set_banned(self, person_id: str, banned: bool) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(update(people).where(people.c.id == person_id).values(banned=banned))

    async def newest(self, limit: int = 200) -> list[tuple[Person, datetime]]:
        async with self._engine.connect() as connection:
            rows = await connection.execute(select(people).order_by(people.c.created_at.desc()).limit(limit))
            return [(_person(row), row.created_at) for row in rows]

    # One's own data ----------------------------------------------------------------------------------------------

    async def export(self, person_id: str) -> dict[str, Any]:
        """All that is stored about a person."""
        async with self._engine.connect() as connection:
            me = (await connection.execute(select(people).where(people.c.id == person_id))).one()
            sat = await connection.execute(
                select(tables.c.code, tables.c.game, tables.c.status, seats.c.number, seats.c.notes)
                .join_from(seats, tables, tables.c.id == seats.c.table_id)
                .where(seats.c.person_id == person_id)
            )
            said = await connection.execute(
                select(chat.c.created_at, chat.c.text, tables.c.code)
                .join_from(chat, tables, tables.c.id == chat.c.table_id)
                .where(chat.c.person_id == person_id)
                .order_by(chat.c.id)
            )
            return {
                "person": {**me._mapping, "created_at": me.created_at.isoformat()},
                "seats": [dict(row._mapping) for row in sat],
                "chat": [{"at": row.created_at.isoformat(), "table": row.code, "text": row.text} for row in said],
            }

    async def forget(self, person_id: str) -> None:
        """Delete a person: their chat and notes go, their seats are free for others."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(chat).where(chat.c.person_id == person_id))
            await connection.execute(update(seats).where(seats.c.person_id == person_id).values(notes=""))
            await connection.execute(delete(people).where(people.c.id == person_id))


def _hash(word: str) -> str:
    return hashlib.sha256(word.encode()).hexdigest()


def _person(row: Any) -> Person:
    preferences = msgspec.convert(row.preferences, Preferences)
    return Person(row.id, row.name, row.colour, row.emblem, preferences, row.admin, row.banned, row.mail)


def _link(row: Any) -> Link:
    if row is None:
        raise BadLink("This link was used already, or it has expired. Ask for a new one.")
    return Link(row.purpose, row.person_id, row.table_id, row.seat)

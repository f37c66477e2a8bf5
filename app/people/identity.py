"""People and the signed tokens by which we know them again: a cookie in browsers, a bearer token for programs."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer
from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from app.storage.schema import people

NAME_LENGTH = 40


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str


class BadName(Exception):
    pass


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

    async def welcome(self, raw_name: str) -> Person:
        person = Person(secrets.token_urlsafe(12), tidy_name(raw_name))
        async with self._engine.begin() as connection:
            await connection.execute(insert(people).values(id=person.id, name=person.name))
        return person

    async def get(self, person_id: str) -> Person | None:
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(people).where(people.c.id == person_id))).one_or_none()
        return None if row is None else Person(row.id, row.name)

    def token(self, person_id: str) -> str:
        return self._signer.dumps(person_id)

    def read_token(self, token: str) -> str | None:
        try:
            value = self._signer.loads(token)
        except BadSignature:
            return None
        return value if isinstance(value, str) else None

"""People and the signed tokens by which we know them again: a cookie in browsers, a bearer token for programs."""

from __future__ import annotations

import hashlib
import os
import secrets
import time
import unicodedata
from collections.abc import Collection
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer
from sqlalchemy import and_, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from app.people.words import WORDS
from app.storage.database import like_itself
from app.storage.schema import chat, coming, evenings, identities, links, people, seats, tables

NAME_LENGTH = 40
MOST_MUTED = 200
JOINERS = {0x200C: None, 0x200D: None, 0xFE0F: None}  # several scripts and pictures are written with them
DAY = 24 * 3600 * 1000
SEEN_EVERY = 5 * 60 * 1000  # milliseconds between two notes that somebody is here
MOST_SEEN = 10_000  # people of whom a process remembers when it noted that
LASTS_DAYS, RENEW_DAYS = 400, 30  # a token that is used is renewed long before it is void
BLANKS = "\u115f\u1160\u3164\uffa0\u2800"  # letters by name, and nothing to look at


class Preferences(msgspec.Struct, frozen=True, omit_defaults=True):
    theme: Literal["auto", "light", "dark", "contrast"] = "auto"
    sound: bool = True
    motion: bool = True
    large: bool = False  # larger type
    notices: Literal["mention", "direct", "off"] = "mention"  # how to hear on Discord that it is my turn
    quiet_from: int = 0  # hours in which nothing rings, by the person's own clock; the same hour twice: none
    quiet_to: int = 0
    zone: str = ""  # where that clock hangs: "Europe/Berlin"; empty: it was never asked, UTC
    # seconds after which they are told that it is their turn
    grace: Annotated[int, msgspec.Meta(ge=0, le=86400)] = 60


class Person(msgspec.Struct, frozen=True):
    id: str
    name: str
    colour: int = 0
    emblem: int = 0
    preferences: Preferences = Preferences()
    admin: bool = False
    banned: bool = False
    mail: str | None = None
    signed_out_at: int = 0  # milliseconds since 1970: tokens from before are void
    approved: bool = True
    muted: tuple[str, ...] = ()


class Token(msgspec.Struct, frozen=True):
    """What a cookie or a bearer token says, once its signature is good."""

    person_id: str
    issued: int  # milliseconds since 1970; 0: from before they were dated

    def holds_for(self, person: Person) -> bool:
        return self.issued >= person.signed_out_at

    def is_old(self, now_ms: int) -> bool:
        return now_ms - self.issued > RENEW_DAYS * DAY


class BadName(Exception):
    pass


class BadLink(Exception):
    pass


class Link(msgspec.Struct, frozen=True):
    purpose: str
    person_id: str | None
    table_id: str | None
    seat: int | None


def a_name_for(*candidates: object) -> str:
    """The first of these that can be a name here, shortened if it must be; names elsewhere may be anything."""
    for candidate in candidates:
        name = "".join(letter for letter in " ".join(str(candidate or "").split()) if _can_be_written(letter))
        name = name[:NAME_LENGTH].strip().strip("\u200c\u200d")
        with suppress(BadName):
            return tidy_name(name)
    return "Somebody"


def _can_be_written(letter: str) -> bool:
    return letter.isprintable() or ord(letter) in JOINERS


def tidy_name(raw: str) -> str:
    name = " ".join(raw.split())
    if not any(_is_seen(letter) for letter in name):
        raise BadName("Please give a name.")
    if not name.translate(JOINERS).isprintable():
        raise BadName("Please give a name of letters that can be seen.")
    if len(name) > NAME_LENGTH:
        raise BadName(f"Please give a name of at most {NAME_LENGTH} letters.")
    return name


def _is_seen(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNPS" and letter not in BLANKS


class Known(msgspec.Struct, frozen=True):
    """A person as the host sees them."""

    person: Person
    since: datetime
    seen: datetime | None  # when they were last here, if that is known
    discord: str  # their name there, if they come in by it


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
        self._seen: dict[str, int] = {}  # when it was last noted that somebody is here: milliseconds

    async def welcome(self, raw_name: str, *, approved: bool = True) -> Person:
        look = secrets.randbelow(8)
        person = Person(secrets.token_urlsafe(12), tidy_name(raw_name), look, secrets.randbelow(8), approved=approved)
        values = {"id": person.id, "name": person.name, "colour": person.colour, "emblem": person.emblem}
        values["approved"] = approved
        async with self._engine.begin() as connection:
            await connection.execute(insert(people).values(values))
        return person

    async def get(self, person_id: str) -> Person | None:
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(people).where(people.c.id == person_id))).one_or_none()
            if row is not None and row.became is not None:  # two who turned out to be one
                row = (await connection.execute(select(people).where(people.c.id == row.became))).one_or_none()
        return None if row is None else _person(row)

    async def is_here(self, person_id: str) -> None:
        """Keep that they are here now, unless that was kept some minutes ago."""
        now = _now_ms()
        if now - self._seen.get(person_id, 0) < SEEN_EVERY:
            return
        if len(self._seen) >= MOST_SEEN:
            self._seen.clear()
        self._seen[person_id] = now
        async with self._engine.begin() as connection:
            await connection.execute(update(people).where(people.c.id == person_id).values(seen_at=func.now()))

    async def learnt(self, person_id: str, game: str) -> list[str] | None:
        """What the coach has said to this person in this game; None: the coach was silenced."""
        async with self._engine.connect() as connection:
            kept = await connection.scalar(select(people.c.learnt).where(people.c.id == person_id))
        return (kept or {}).get(game, [])  # type: ignore[no-any-return]

    async def learn(self, person_id: str, game: str, keys: list[str] | None) -> None:
        async with self._engine.begin() as connection:
            mine = people.c.id == person_id
            kept = await connection.scalar(select(people.c.learnt).where(mine).with_for_update())
            await connection.execute(update(people).where(mine).values(learnt={**(kept or {}), game: keys}))

    async def change(self, person_id: str, *, name: str, colour: int, emblem: int, preferences: Preferences) -> None:
        values = {"name": tidy_name(name), "colour": colour % 8, "emblem": emblem % 8}
        values["preferences"] = msgspec.to_builtins(preferences)
        async with self._engine.begin() as connection:
            await connection.execute(update(people).where(people.c.id == person_id).values(values))

    # Tokens ------------------------------------------------------------------------------------------------------

    def token(self, person_id: str) -> str:
        return self._signer.dumps([person_id, _now_ms()])

    def read(self, token: str) -> Token | None:
        try:
            value = self._signer.loads(token)
        except BadSignature:
            return None
        match value:
            case str():
                return Token(value, 0)
            case [str(person_id), int(issued)] if _now_ms() - issued < LASTS_DAYS * DAY:
                return Token(person_id, issued)
        return None

    def read_token(self, token: str) -> str | None:
        found = self.read(token)
        return found.person_id if found is not None else None

    async def sign_out_everywhere(self, person_id: str) -> None:
        """Every token and every link to this person that there is now is void."""
        async with self._engine.begin() as connection:
            await connection.execute(update(people).where(people.c.id == person_id).values(signed_out_at=_now_ms()))
            await connection.execute(delete(links).where(links.c.person_id == person_id))

    # A way back without any device ---------------------------------------------------------------------------------

    async def make_words(self, person_id: str) -> str:
        """Words by which this person comes back whatever becomes of their devices. Those from before are void."""
        words = " ".join(secrets.choice(WORDS) for _ in range(12))
        forever = datetime.now(UTC) + timedelta(days=36500)
        values = {"hash": _hash(words), "purpose": "words", "person_id": person_id, "expires_at": forever}
        async with self._engine.begin() as connection:
            mine = (links.c.person_id == person_id) & (links.c.purpose == "words")
            await connection.execute(delete(links).where(mine))
            await connection.execute(insert(links).values(values))
        return words

    async def come_back(self, typed: str) -> str:
        """The person of these words."""
        words = " ".join(typed.lower().replace("-", " ").split())
        link = await self.look_at_link(words)
        if link.purpose != "words" or link.person_id is None:
            raise BadLink("Nobody here has these words.")
        return link.person_id

    # One-time links ----------------------------------------------------------------------------------------------

    async def make_link(
        self,
        purpose: Literal["device", "admin", "seat", "guest"],
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

    async def use_link(self, word: str, purposes: Collection[str] = ("device", "admin", "seat")) -> Link:
        """What a link is for, which is used up by that; one that is for something else is not spent."""
        async with self._engine.begin() as connection:
            fresh = (links.c.hash == _hash(word)) & (links.c.expires_at > func.now()) & links.c.purpose.in_(purposes)
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

    async def waiting_at_the_door(self) -> int:
        """How many have knocked at a closed house, and were neither let in nor sent away."""
        waits = ~people.c.approved & ~people.c.banned & people.c.became.is_(None)
        async with self._engine.connect() as connection:
            return await connection.scalar(select(func.count()).select_from(people).where(waits)) or 0

    async def approve(self, person_id: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(update(people).where(people.c.id == person_id).values(approved=True))

    async def mute(self, person_id: str, other: str, muted: bool) -> None:
        """Whether this person has blocked the other: they do not read their words, and do not have them at their tables."""
        async with self._engine.begin() as connection:
            mine = people.c.id == person_id
            kept = await connection.scalar(select(people.c.muted).where(mine).with_for_update())
            rest = [one for one in kept or [] if one != other][-MOST_MUTED + 1 :]
            await connection.execute(update(people).where(mine).values(muted=[*rest, other] if muted else rest))

    async def set_banned(self, person_id: str, banned: bool) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(update(people).where(people.c.id == person_id).values(banned=banned))

    async def find(self, words: str = "", start: int = 0, most: int = 50) -> tuple[int, list[Known]]:
        """How many people fit these words, and some of them, the newest first; those who wait at the door come first."""
        fits: list[Any] = [people.c.name.ilike(f"%{like_itself(word)}%") for word in words.split()]
        here = select(identities.c.name).where(
            identities.c.person_id == people.c.id, identities.c.provider == "discord"
        )
        fits.append(people.c.became.is_(None))
        query = select(people, here.limit(1).scalar_subquery().label("discord")).where(and_(True, *fits))
        order = (people.c.approved, people.c.created_at.desc(), people.c.id)
        async with self._engine.connect() as connection:
            count = await connection.scalar(select(func.count()).select_from(people).where(and_(True, *fits))) or 0
            rows = await connection.execute(query.order_by(*order).offset(start).limit(most))
            return count, [Known(_person(row), row.created_at, row.seen_at, row.discord or "") for row in rows]

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
            known = await connection.execute(select(identities).where(identities.c.person_id == person_id))
            plans = await connection.execute(
                select(evenings.c.title, evenings.c.begins_at, coming.c.answer)
                .join_from(coming, evenings, evenings.c.id == coming.c.evening_id)
                .where(coming.c.person_id == person_id)
            )
            return {
                "person": {
                    **me._mapping,
                    "created_at": me.created_at.isoformat(),
                    "seen_at": me.seen_at.isoformat() if me.seen_at else None,
                },
                "elsewhere": [dict(row._mapping) for row in known],
                "evenings": [
                    {"title": row.title, "at": row.begins_at.isoformat(), "said": row.answer} for row in plans
                ],
                "seats": [dict(row._mapping) for row in sat],
                "chat": [{"at": row.created_at.isoformat(), "table": row.code, "text": row.text} for row in said],
            }

    async def forget(self, person_id: str) -> None:
        """Delete a person: their chat and notes go, their seats are free for others; where a game is played the bot plays
        on, so that nobody gets at the hand that they held."""
        async with self._engine.begin() as connection:
            mine = seats.c.person_id == person_id
            playing = seats.c.table_id.in_(select(tables.c.id).where(tables.c.status == "playing"))
            await connection.execute(delete(chat).where(chat.c.person_id == person_id))
            await connection.execute(update(seats).where(mine).values(notes=""))
            await connection.execute(update(seats).where(mine & playing & ~seats.c.outside).values(bot=True))
            await connection.execute(delete(people).where(people.c.id == person_id))


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _hash(word: str) -> str:
    return hashlib.sha256(word.encode()).hexdigest()


def _person(row: Any) -> Person:
    preferences = msgspec.convert(row.preferences, Preferences)
    return Person(
        id=row.id,
        name=row.name,
        colour=row.colour,
        emblem=row.emblem,
        preferences=preferences,
        admin=row.admin,
        banned=row.banned,
        mail=row.mail,
        signed_out_at=row.signed_out_at,
        approved=row.approved,
        muted=tuple(row.muted),
    )


def _link(row: Any) -> Link:
    if row is None:
        raise BadLink("This link was used already, or it has expired. Ask for a new one.")
    return Link(row.purpose, row.person_id, row.table_id, row.seat)

"""Who is asking: a signed cookie in browsers, a bearer token in programs; and from where."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, HTTPException
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.config import Settings
from app.discord.house import DiscordHouse
from app.notices.centre import Centre
from app.people.identity import People, Person
from app.tables.chapters import Chapters
from app.tables.hub import Hub
from app.tables.lobby import Lobby
from app.tables.replay import Archive
from app.tables.talk import Talk
from app.web.draw import Painter

COOKIE = "parallax_who"
HERE = "parallax_here"  # inside Discord: the channel
YEAR = 365 * 24 * 3600


@dataclass
class House:
    """What requests work with: put on the application once it has started."""

    settings: Settings
    sources: dict[str, str]  # where each setting comes from
    engine: AsyncEngine
    hub: Hub
    lobby: Lobby
    talk: Talk
    archive: Archive
    chapters: Chapters
    people: People
    painter: Painter
    discord: DiscordHouse
    centre: Centre

    def address(self, connection: HTTPConnection, path: str) -> str:
        """The address of a page as other people must type it."""
        origin = self.settings.origin or f"{connection.url.scheme}://{connection.headers.get('host', 'localhost')}"
        return f"{origin}{self.settings.base_path}{path}"


def get_house(connection: HTTPConnection) -> House:
    house: House = connection.app.state.house
    return house


async def who(connection: HTTPConnection) -> Person | None:
    house = get_house(connection)
    scheme, _, bearer = connection.headers.get("authorization", "").partition(" ")
    token = bearer if scheme.lower() == "bearer" else connection.cookies.get(COOKIE, "")
    person_id = house.people.read_token(token) if token else None
    person = None if person_id is None else await house.people.get(person_id)
    if person is not None and person.banned:
        raise HTTPException(403, "You are banned from this server.")
    return person


async def somebody(person: Annotated[Person | None, Depends(who)]) -> Person:
    if person is None:
        raise HTTPException(401, "Say who you are first: POST /api/people with a name, or open the site in a browser.")
    return person


async def administrator(person: Annotated[Person, Depends(somebody)]) -> Person:
    if not person.admin:
        raise HTTPException(403, "Only the administrator can do that.")
    return person


InHouse = Annotated[House, Depends(get_house)]
Anyone = Annotated[Person | None, Depends(who)]
Somebody = Annotated[Person, Depends(somebody)]
Administrator = Annotated[Person, Depends(administrator)]


def set_cookie(response: Response, house: House, person_id: str) -> None:
    secure = house.settings.origin.startswith("https://")
    path = house.settings.base_path or "/"
    token = house.people.token(person_id)
    response.set_cookie(COOKIE, token, max_age=YEAR, path=path, httponly=True, samesite="lax", secure=secure)


def set_framed_cookie(response: Response, house: House, name: str, value: str, seconds: int) -> None:
    """A cookie that also works inside Discord's frame, and there alone (Partitioned)."""
    path = house.settings.base_path or "/"
    words = f"{name}={value}; Max-Age={seconds}; Path={path}; HttpOnly; Secure; SameSite=None; Partitioned"
    response.headers.append("set-cookie", words)


def right_origin(connection: HTTPConnection, settings: Settings) -> bool:
    """Whether a request with cookies comes from our own pages. Programs send no Origin."""
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    if origin in (settings.origin, settings.discord_frame) and origin:
        return True
    return urlsplit(origin).netloc == connection.headers.get("host")

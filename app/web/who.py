"""Who is asking: a signed cookie in browsers, a bearer token in programs; and from where."""

from __future__ import annotations

import asyncio
import ipaddress
import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import Depends, HTTPException
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.config import Settings
from app.discord.house import DiscordHouse
from app.notices.centre import Centre
from app.people.identity import People, Person
from app.people.order import Order
from app.storage.kept import Backups
from app.tables.admission import Admitter
from app.tables.chapters import Chapters
from app.tables.hub import Hub
from app.tables.lobby import Lobby
from app.tables.replay import Archive
from app.tables.talk import Talk
from app.web.coach import Coach
from app.web.draw import Painter
from app.web.handing import Place
from app.web.watchdog import Watchdog

COOKIE = "parallax_who"
HERE = "parallax_here"  # inside Discord: the channel
NEAR = re.compile(r"[a-z0-9-]+(\.(local|lan|home\.arpa|internal|test|localhost))?")
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
    coach: Coach
    discord: DiscordHouse
    centre: Centre
    order: Order
    admitter: Admitter
    watchdog: Watchdog
    backups: Backups
    doorway: asyncio.Semaphore  # how many sockets are let in at the same time
    place: Place | None = None  # among the processes behind one port

    def address(self, connection: HTTPConnection, path: str) -> str:
        """The address of a page as other people must type it. Without PUBLIC_URL it is the one that this page was asked
        for by, if that is a name of one's own network: any other may have been made up by somebody between us."""
        host = connection.headers.get("host", "")
        own = f"localhost:{self.settings.port}"
        origin = self.settings.origin or f"{connection.url.scheme}://{host if is_near(host) else own}"
        return f"{origin}{self.settings.base_path}{path}"


def is_near(host: str) -> bool:
    """Whether this names a machine of one's own network: a number, a name without dots, or one that is never public."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    with suppress(ValueError):
        return bool(ipaddress.ip_address(name))
    return bool(NEAR.fullmatch(name))


def get_house(connection: HTTPConnection) -> House:
    house: House = connection.app.state.house
    return house


def cookie_of(headers: Headers, wanted: str) -> str:
    """A cookie of ours: they are plain words."""
    for line in headers.getlist("cookie"):
        for part in line.split(";"):
            name, _, value = part.partition("=")
            if name.strip() == wanted:
                return value.strip()
    return ""


def token_of(headers: Headers) -> str:
    """By what somebody says who they are: a bearer token in programs, a cookie in browsers."""
    scheme, _, bearer = headers.get("authorization", "").partition(" ")
    return bearer if scheme.lower() == "bearer" else cookie_of(headers, COOKIE)


class Closed(HTTPException):
    """Somebody has knocked at a closed house. They are known by now, and let in or not by its host."""

    def __init__(self, person_id: str) -> None:
        super().__init__(
            403,
            "This house is closed. Its host sees that you are at the door, and can let you in or send you a link. This "
            "browser is remembered: come back here later.",
        )
        self.person_id = person_id


class TakenOut(HTTPException):
    """Somebody was asked to leave a table, and is still kept out."""

    def __init__(self) -> None:
        super().__init__(403, "You were taken out of this game. The owner of the table can let you in again.")


async def at_the_door(connection: HTTPConnection) -> Person | None:
    """Who is asking, whether they have been let in or not."""
    house = get_house(connection)
    token = token_of(connection.headers)
    found = house.people.read(token) if token else None
    person = None if found is None else await house.people.get(found.person_id)
    if found is None or person is None or not found.holds_for(person):
        return None
    if person.banned:
        raise HTTPException(403, "You are banned from this server.")
    if "authorization" not in connection.headers and found.is_old(house.hub.now_ms()):
        connection.scope["parallax.renew"] = cookie_for(house, person.id)
    await house.people.is_here(person.id)
    return person


async def who(person: Annotated[Person | None, Depends(at_the_door)]) -> Person | None:
    if person is not None and not person.approved:
        raise Closed(person.id)
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
AtTheDoor = Annotated[Person | None, Depends(at_the_door)]  # in a closed house perhaps not let in yet
Anyone = Annotated[Person | None, Depends(who)]
Somebody = Annotated[Person, Depends(somebody)]
Administrator = Annotated[Person, Depends(administrator)]


def set_cookie(response: Response, house: House, person_id: str) -> None:
    response.headers.append("set-cookie", cookie_for(house, person_id))


def cookie_for(house: House, person_id: str) -> str:
    secure = "; Secure" if house.settings.origin.startswith("https://") else ""
    path = house.settings.base_path or "/"
    token = house.people.token(person_id)
    return f"{COOKIE}={token}; Max-Age={YEAR}; Path={path}; HttpOnly; SameSite=lax{secure}"


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
    with suppress(ValueError):  # `http://[`
        return urlsplit(origin).netloc == connection.headers.get("host")
    return False

"""The host's pages: how the house is, and what a host can do about it."""

from __future__ import annotations

from dataclasses import fields
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Form, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from sqlalchemy import delete

from app.kernel import Refused
from app.notices.waiting import say_again, unsaid
from app.packs.library import LEFT_OUT
from app.people.identity import Person
from app.storage.schema import tables
from app.storage.tools import BackupError
from app.tables.overview import Standing, find_tables
from app.web.condition import condition, nights, tables_aside
from app.web.pages import Text, go, titles
from app.web.shelf import when
from app.web.who import Administrator, House, InHouse

router = APIRouter(prefix="/admin", include_in_schema=False, default_response_class=HTMLResponse)
PAGE = 30  # rows of a list
FEW = 6  # rows on the first page
QUIET = 30  # days after which a table is quiet
Number = Annotated[int, Form(ge=0, lt=2**31)]  # of a row; what no column holds is refused before the database sees it


def draw(house: House, person: Person, template: str, **context: Any) -> HTMLResponse:
    now = house.hub.now_ms() / 1000

    def ago(at: float) -> str:
        return when(at, now)

    words = {"person": person, "titles": titles(), "aside": tables_aside(house), "ago": ago, **context}
    words |= {"quiet": partial(quiet_days, now=now), "connected": connected(house), "QUIET": QUIET}
    return HTMLResponse(house.painter.page(f"host/{template}.html", **words))


def quiet_days(one: Standing, now: float) -> int:
    return int((now - one.at) // (24 * 3600))


def connected(house: House) -> set[str]:
    """Who looks at a table just now, or sits at one in another process."""
    here = {feed.person_id for live in house.hub.tables for feed in live.feeds}
    there = {live.info.seats[seat].person_id for live in house.hub.tables for seat in live.attended}
    return {person_id for person_id in here | there if person_id is not None}


@router.get("")
async def overview(house: InHouse, person: Administrator) -> HTMLResponse:
    return draw(
        house,
        person,
        "house",
        standing=await condition(house),
        left_out=LEFT_OUT,
        people=(await house.people.find(most=FEW))[1],
        backups=house.backups.all(),
        nights=nights(house),
    )


# People --------------------------------------------------------------------------------------------------------------


@router.get("/people")
async def people_page(house: InHouse, person: Administrator, q: str = "", page: int = 1) -> HTMLResponse:
    words, page = q[:100], max(1, min(page, 100_000))
    count, found = await house.people.find(words, PAGE * (page - 1), PAGE)
    return draw(house, person, "people", people=found, q=words, page=page, pages=_pages(count), count=count)


def _pages(count: int) -> int:
    return max(1, -(-count // PAGE))


@router.post("/ban")
async def ban(house: InHouse, person: Administrator, who: Text, banned: Text = "") -> Response:
    if who == person.id:
        raise Refused("You cannot ban yourself.")
    name = await _name(house, who)
    await house.people.set_banned(who, banned == "yes")
    if banned == "yes":
        await house.hub.expel(who)
    await house.order.note(person, f"{'banned' if banned == 'yes' else 'allowed again'}: {name}")
    return go(house, "/admin/people")


async def _name(house: House, person_id: str) -> str:
    """Refused, if there is nobody of this id."""
    found = await house.people.get(person_id) if person_id.isprintable() else None
    if found is None:
        raise Refused("Nobody of that name is known here.")
    return found.name


@router.post("/approve")
async def approve(house: InHouse, person: Administrator, who: Text) -> Response:
    name = await _name(house, who)
    await house.people.approve(who)
    await house.order.note(person, f"let in: {name}")
    return go(house, "/admin/people")


@router.post("/fresh-link")
async def fresh_link(request: Request, house: InHouse, person: Administrator, who: Text = "") -> HTMLResponse:
    """A way back for somebody who has lost theirs; or, without a person, an invitation into a closed house."""
    purpose: Literal["device", "guest"] = "device" if who else "guest"
    name = await _name(house, who) if who else "a guest"
    word = await house.people.make_link(purpose, person_id=who or None, hours=72)
    await house.order.note(person, f"made a link for {name}")
    return draw(house, person, "link", name=name, link=house.address(request, f"/link/{word}"))


# Tables --------------------------------------------------------------------------------------------------------------


@router.get("/tables")
async def tables_page(house: InHouse, person: Administrator, q: str = "", page: int = 1) -> HTMLResponse:
    words, page = q[:100], max(1, min(page, 100_000))
    count, found = await find_tables(house.engine, words, titles(), start=PAGE * (page - 1), most=PAGE)
    return draw(house, person, "tables", tables=found, q=words, page=page, pages=_pages(count), count=count)


@router.post("/put-aside")
async def put_aside(house: InHouse, person: Administrator, code: Text) -> Response:
    """Nobody goes on at a table for now; nothing of it is lost."""
    await house.hub.set_aside(await house.hub.store.find(code), True)
    await house.order.note(person, "closed the table for now", code)
    return go(house, f"/admin/tables?q={code}")


@router.post("/put-away")
async def put_away(house: InHouse, person: Administrator, code: Text, away: Text = "yes") -> Response:
    """A game that nobody goes on with: it is on nobody's shelf any more, can be read, and taken out again."""
    await house.chapters.abandon(await house.hub.store.find(code), away == "yes")
    await house.order.note(person, "put the table away" if away == "yes" else "took the table out again", code)
    return go(house, f"/admin/tables?q={code}")


@router.post("/try-again")
async def try_again(house: InHouse, person: Administrator, table: Text) -> Response:
    """A table that was put aside is opened once more."""
    table_id = await house.hub.store.find(table)
    await house.hub.set_aside(table_id, False)
    live = await house.hub.live(table_id)
    await house.order.note(person, "opened the table again", live.info.code)
    return go(house, "/admin")


@router.post("/close")
async def close_table(house: InHouse, person: Administrator, code: Text, sure: Text = "") -> Response:
    if sure != code:
        raise Refused("To delete a table for good, type its code.")
    table_id = await house.hub.store.find(code)
    async with house.engine.begin() as connection:
        await connection.execute(delete(tables).where(tables.c.id == table_id))
    house.hub.forget(table_id)
    await house.order.note(person, "deleted the table", code)
    return go(house, "/admin/tables")


# Backups -------------------------------------------------------------------------------------------------------------


@router.get("/backups")
async def backups_page(house: InHouse, person: Administrator, made: str = "") -> HTMLResponse:
    return draw(house, person, "backups", backups=house.backups.all(), nights=nights(house), made=made, said="")


@router.post("/backups")
async def make_backup(house: InHouse, person: Administrator) -> Response:
    try:
        made = await house.backups.make()
    except BackupError as error:
        raise Refused(str(error)) from None
    await house.order.note(person, f"made the backup {made.name}")
    return go(house, f"/admin/backups?made={made.name}")


@router.get("/backups/{name}")
async def download_backup(house: InHouse, person: Administrator, name: str) -> Response:
    try:
        path = house.backups.path(name)
    except BackupError as error:
        raise Refused(str(error)) from None
    await house.order.note(person, f"downloaded the backup {name}")
    return FileResponse(path, media_type="application/gzip", filename=name)


@router.post("/backups/check")
async def check_backup(house: InHouse, person: Administrator, name: Text) -> HTMLResponse:
    """Read one back. What is wrong with it is told on the page: it is no mistake of whoever asks."""
    good, rows, said = True, 0, ""
    try:
        rows = sum((await house.backups.check(name)).rows.values())
    except BackupError as error:
        good, said = False, str(error)
    if good:
        said = f"{name} was read back and is whole: {rows} rows of the database, and the secret key."
    return draw(
        house, person, "backups", backups=house.backups.all(), nights=nights(house), made="", said=said, good=good
    )


# What was done, what could not be said, settings ---------------------------------------------------------------------


@router.get("/deeds")
async def deeds_page(house: InHouse, person: Administrator) -> HTMLResponse:
    context = {"complaints": await house.order.open_complaints(), "deeds": await house.order.deeds()}
    return draw(house, person, "deeds", **context)


@router.post("/settle")
async def settle_complaint(house: InHouse, person: Administrator, number: Number) -> Response:
    await house.order.settle(number)
    await house.order.note(person, f"settled complaint {number}")
    return go(house, "/admin/deeds")


@router.get("/outbox")
async def outbox_page(house: InHouse, person: Administrator) -> HTMLResponse:
    return draw(house, person, "outbox", rows=await unsaid(house.engine))


@router.post("/outbox")
async def try_to_say_again(house: InHouse, person: Administrator, number: Number) -> Response:
    await say_again(house.engine, number)
    return go(house, "/admin/outbox")


@router.get("/settings")
async def settings_page(house: InHouse, person: Administrator) -> HTMLResponse:
    return draw(house, person, "settings", settings=settings_in_force(house))


def settings_in_force(house: House) -> list[tuple[str, str, str, str]]:
    """Name, value, where it comes from, what it is; secrets are not shown."""
    found = []
    for entry in fields(house.settings):
        value = getattr(house.settings, entry.name)
        shown = ("set" if value else "not set") if entry.metadata["secret"] else str(value)
        shown = shown.lower() if isinstance(value, bool) else shown
        found.append((entry.name.upper(), shown, house.sources[entry.name], entry.metadata["about"]))
    return found

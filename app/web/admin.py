"""The administrator's page: tables, people, bans, the settings in force."""

from __future__ import annotations

from dataclasses import fields

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response
from sqlalchemy import delete, func, select

from app.kernel import Refused
from app.storage.schema import journal, tables
from app.web.pages import Text, go, titles
from app.web.who import Administrator, House, InHouse

router = APIRouter(prefix="/admin", include_in_schema=False, default_response_class=HTMLResponse)


@router.get("")
async def overview(house: InHouse, person: Administrator) -> HTMLResponse:
    async with house.engine.connect() as connection:
        query = select(tables.c.code, tables.c.game, tables.c.status, tables.c.seq, tables.c.created_at)
        rows = (await connection.execute(query.order_by(tables.c.created_at.desc()).limit(200))).all()
        moves = await connection.scalar(select(func.count()).select_from(journal))
    context = {
        "person": person,
        "rows": rows,
        "moves": moves,
        "titles": titles(),
        "people": await house.people.newest(),
    }
    return HTMLResponse(house.painter.page("pages/admin.html", settings=settings_in_force(house), **context))


def settings_in_force(house: House) -> list[tuple[str, str, str, str]]:
    """Name, value, where it comes from, what it is; secrets are not shown."""
    found = []
    for entry in fields(house.settings):
        value = getattr(house.settings, entry.name)
        shown = ("set" if value else "not set") if entry.metadata["secret"] else str(value)
        found.append((entry.name.upper(), shown, house.sources[entry.name], entry.metadata["about"]))
    return found


@router.post("/ban")
async def ban(house: InHouse, person: Administrator, who: Text, banned: Text = "") -> Response:
    if who == person.id:
        raise Refused("You cannot ban yourself.")
    await house.people.set_banned(who, banned == "yes")
    return go(house, "/admin")


@router.post("/close")
async def close_table(house: InHouse, person: Administrator, code: Text, sure: Text = "") -> Response:
    if sure != code:
        raise Refused("To delete a table for good, type its code.")
    table_id = await house.hub.store.find(code)
    async with house.engine.begin() as connection:
        await connection.execute(delete(tables).where(tables.c.id == table_id))
    house.hub.forget(table_id)
    return go(house, "/admin")

"""Tables as files: taken along, brought in, with fresh chance; and reports of what went wrong."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, File, UploadFile
from fastapi.responses import HTMLResponse, Response

from app.kernel import Refused
from app.web.pages import Text, find_game, go, may_open
from app.web.table_pages import find, owned, playing_seat
from app.web.who import InHouse, Somebody

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)


@router.get("/t/{code}/file")
async def table_file(house: InHouse, person: Somebody, code: str) -> Response:
    """The whole table as one file. It holds every secret, so players get it when the game is over; the host of the house
    also that of a table that cannot be opened any more."""
    info = await house.hub.store.info(await house.hub.store.find(code))
    rival = info.status == "playing" and info.seats_of(person.id)
    if info.status != "finished" and (rival or not person.admin):
        raise Refused("The file holds everybody's secrets: it can be had when the game is over.")
    if not person.admin:
        playing_seat(info, person)
    elif info.status == "playing":
        await house.order.note(person, "took along the file of a game in play", info.code)
    blob = await house.archive.export(info.id)
    headers = {"Content-Disposition": f'attachment; filename="{code}.parallax"'}
    return Response(blob, media_type="application/octet-stream", headers=headers)


@router.post("/import")
async def import_table(house: InHouse, person: Somebody, file: Annotated[UploadFile, File()]) -> Response:
    may_open(house, person)
    table = await house.admitter.admit(await file.read())
    find_game(house, table.game)
    info = await house.archive.bring_in(table, person.id)
    return go(house, f"/t/{info.code}")


@router.post("/t/{code}/fresh-chance")
async def fresh_chance(house: InHouse, person: Somebody, code: str) -> Response:
    await house.chapters.decide_by_fresh_chance((await owned(house, person, code)).info.id)
    return go(house, f"/t/{code}")


@router.post("/t/{code}/report")
async def bug_report(house: InHouse, person: Somebody, code: str, words: Text = "") -> Response:
    live = await find(house, code)
    async with live.lock:
        blob = house.archive.bug_report(live, playing_seat(live.info, person), words)
    headers = {"Content-Disposition": f'attachment; filename="{code}-{live.moment}.report.json"'}
    return Response(blob, media_type="application/json", headers=headers)

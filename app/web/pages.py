"""The pages people open."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import Request

from app.games import GAMES
from app.kernel import Refused
from app.people.identity import Person
from app.tables.codes import tidy_code
from app.tables.live import Feed, LiveTable
from app.web.frames import html_frame
from app.web.incoming import perform, shape_message
from app.web.who import Anyone, House, InHouse, Somebody, set_cookie

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
Text = Annotated[str, Form()]


def _go(house: House, path: str) -> RedirectResponse:
    return RedirectResponse(f"{house.settings.base_path}{path}", status_code=303)


@router.get("/")
async def home(house: InHouse, person: Anyone) -> HTMLResponse:
    games = [game for game in GAMES.values() if game.listed or house.settings.developer_mode]
    return HTMLResponse(house.painter.page("pages/home.html", person=person, games=games))


async def _introduced(house: House, person: Person | None, name: str) -> Person:
    return person or await house.people.welcome(name)


@router.post("/tables")
async def open_table(
    house: InHouse, person: Anyone, game: Text, seats: Annotated[int, Form()], name: Text = ""
) -> Response:
    somebody = await _introduced(house, person, name)
    chosen = GAMES.get(game)
    if chosen is None or not (chosen.listed or house.settings.developer_mode):
        raise Refused("There is no such game here.")
    info = await house.hub.create(game, seats, {}, somebody.id)
    response = _go(house, f"/t/{info.code}")
    set_cookie(response, house, somebody.id)
    return response


@router.post("/join")
async def join_by_code(house: InHouse, code: Text) -> Response:
    table_id = await house.hub.store.find(tidy_code(code))
    return _go(house, f"/t/{(await house.hub.store.info(table_id)).code}")


@router.get("/t/{code}")
async def table(request: Request, house: InHouse, person: Anyone, code: str) -> HTMLResponse:
    live = await house.hub.live(await house.hub.store.find(code))
    seat = live.info.seat_of(person.id if person else None)
    feed = Feed(seat)
    async with live.lock:
        live.feeds.add(feed)
        live.publish()
        live.feeds.discard(feed)
        fragments = _fragments(house, live, feed)
    invite = str(request.url.replace(query="", fragment=""))
    if house.settings.origin:
        invite = f"{house.settings.origin}{house.settings.base_path}/t/{code}"
    template = "pages/lobby.html" if live.info.status == "lobby" else "pages/table.html"
    context = {"person": person, "live": live, "info": live.info, "seat": seat, "invite": invite}
    return HTMLResponse(house.painter.page(template, game=live.game, fragments=fragments, **context))


def _fragments(house: House, live: LiveTable, feed: Feed) -> dict[str, str]:
    """Every region drawn into the page itself, so that it is whole before the socket opens."""
    drawn = {name: house.painter.region(live, live.public, name, None).html for name in live.public.versions}
    if feed.seat is not None:
        mine = live.private[feed.seat]
        drawn |= {name: house.painter.region(live, mine, name, feed.seat).html for name in mine.versions}
    drawn["log"] = house.painter.log_lines(live, live.lines_for(feed.seat), feed.seat)
    return drawn


@router.post("/t/{code}/sit")
async def sit(house: InHouse, person: Anyone, code: str, name: Text = "") -> Response:
    somebody = await _introduced(house, person, name)
    await house.hub.sit(await house.hub.store.find(code), somebody.id)
    response = _go(house, f"/t/{code}")
    set_cookie(response, house, somebody.id)
    return response


@router.post("/t/{code}/bot")
async def seat_bot(house: InHouse, person: Somebody, code: str, seat: Annotated[int, Form()]) -> Response:
    live = await _mine(house, person, code)
    if not 0 <= seat < len(live.info.seats):
        raise Refused("There is no such seat.")
    await house.hub.seat_bot(live.info.id, seat)
    return _go(house, f"/t/{code}")


@router.post("/t/{code}/start")
async def start(house: InHouse, person: Somebody, code: str) -> Response:
    live = await _mine(house, person, code)
    await house.hub.begin(live.info.id)
    return _go(house, f"/t/{code}")


async def _mine(house: House, person: Person, code: str) -> LiveTable:
    live = await house.hub.live(await house.hub.store.find(code))
    if live.info.owner_id != person.id:
        raise Refused("Only the owner of the table can do that.")
    return live


@router.post("/t/{code}/act")
async def act(request: Request, house: InHouse, person: Somebody, code: str) -> Response:
    """A move without a websocket; the answer is the page again, or the fragments that changed."""
    live = await house.hub.live(await house.hub.store.find(code))
    form = await request.form()
    data = {name: form.getlist(name) if name == "values" else form[name] for name in form}
    await perform(house.hub, live.info.id, live.info.seat_of(person.id), shape_message(data))
    if "hx-request" not in request.headers:
        return _go(house, f"/t/{code}")
    live, feed = await house.hub.attach(live.info.id, live.info.seat_of(person.id))
    try:
        return HTMLResponse(html_frame(live, feed, house.painter))
    finally:
        await house.hub.detach(live, feed)

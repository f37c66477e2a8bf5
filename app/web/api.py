"""The JSON API, for bots and other clients. Its description is at /api/docs."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Body, HTTPException, Response
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, Field
from starlette.requests import Request

from app.games import GAMES
from app.kernel import Refused
from app.people.identity import Person
from app.tables.facts import TableInfo
from app.tables.live import LiveTable
from app.web.even import Even
from app.web.explain import NOTHING, card_of, uses_of
from app.web.incoming import Message, perform
from app.web.pages import may_open
from app.web.table_pages import only_inside, vantage
from app.web.who import Anyone, House, InHouse, Somebody

router = APIRouter(prefix="/api", tags=["Parallax"])


class NewPerson(BaseModel):
    name: str = Field(max_length=200, description="What others call you.")


class Token(BaseModel):
    id: str
    name: str
    token: str = Field(description="Send it as `Authorization: Bearer <token>`.")


class GameOut(BaseModel):
    id: str
    title: str
    about: str
    seats: tuple[int, int]
    options: dict[str, Any] = Field(description="The JSON schema of the table options.")


class NewTable(BaseModel):
    game: str
    seats: int = Field(ge=1, le=12)
    options: dict[str, Any] = {}


class SeatOut(BaseModel):
    number: int
    name: str
    bot: bool
    taken: bool


class TableOut(BaseModel):
    id: str
    code: str
    game: str
    status: str
    seats: list[SeatOut]
    my_seat: int | None


class Choose(BaseModel):
    ask: str = Field(max_length=80)
    values: list[str] = Field(max_length=400)
    key: str = Field("", max_length=64, description="The same key sent twice counts once.")


class TakeOffer(BaseModel):
    option: str = Field(max_length=120)
    values: list[str] = Field([], max_length=50)
    key: str = Field("", max_length=64)


def _json(value: Any) -> Response:
    return Even(msgspec.json.encode(value), "application/json")


def _table(live: LiveTable, person: Person | None) -> TableOut:
    info = live.info
    seats = [
        SeatOut(number=s.number, name=info.name(s.number), bot=s.bot, taken=s.bot or s.person_id is not None)
        for s in info.seats
    ]
    mine = info.seat_of(person.id if person else None)
    return TableOut(id=info.id, code=info.code, game=info.game, status=info.status, seats=seats, my_seat=mine)


@router.get("/docs", include_in_schema=False, response_class=HTMLResponse)
async def docs(request: Request, house: InHouse, person: Anyone) -> HTMLResponse:
    """The description of this API as a page that needs nothing from elsewhere."""
    calls = _calls(request.app.openapi())
    return HTMLResponse(house.painter.page("pages/api.html", person=person, calls=calls))


def _calls(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Each call with its words and the fields of its body."""
    found = []
    for path, methods in schema["paths"].items():
        for method, about in methods.items():
            body = about.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            shape = schema["components"]["schemas"].get(body.get("$ref", "").rsplit("/", 1)[-1], {})
            fields = [
                (name, field.get("type", ""), field.get("description", ""))
                for name, field in shape.get("properties", {}).items()
            ]
            words = about.get("description") or about.get("summary", "")
            found.append({"method": method.upper(), "path": path, "words": words, "fields": fields})
    return found


@router.get("/games")
async def games(house: InHouse) -> list[GameOut]:
    """The shelf."""
    return [
        GameOut(
            id=game.id,
            title=game.title,
            about=game.about,
            seats=(game.seats.min, game.seats.max),
            options=msgspec.json.schema(game.options),
        )
        for game in GAMES.values()
        if game.listed or house.settings.developer_mode
    ]


@router.post("/people", status_code=201)
async def welcome(house: InHouse, new: NewPerson) -> Token:
    """Say who you are; the answer holds the token for everything else."""
    if house.settings.door == "closed":
        raise HTTPException(403, "This house is closed: one comes in by a link of its host, in a browser.")
    person = await house.people.welcome(new.name)
    return Token(id=person.id, name=person.name, token=house.people.token(person.id))


@router.post("/tables", status_code=201)
async def create(house: InHouse, person: Somebody, new: NewTable) -> TableOut:
    """Open a table and take its first seat."""
    game = GAMES.get(new.game)
    if game is None or not (game.listed or house.settings.developer_mode):
        raise Refused("There is no such game here.")
    may_open(house, person)
    info = await house.lobby.create(new.game, new.seats, new.options, person.id)
    return _table(await house.hub.live(info.id), person)


async def _find(house: House, code: str) -> LiveTable:
    return await house.hub.live(await house.hub.store.find(code))


async def _my_seat(house: House, code: str, person: Person) -> tuple[TableInfo, int | None]:
    live = await _find(house, code)
    return live.info, live.info.seat_of(person.id)


@router.get("/tables/{code}")
async def table(house: InHouse, person: Anyone, code: str) -> TableOut:
    only_inside(house, person)
    return _table(await _find(house, code), person)


@router.post("/tables/{code}/join")
async def join(
    house: InHouse, person: Somebody, code: str, seat: Annotated[int | None, Body(embed=True)] = None
) -> TableOut:
    """Take a seat: the given one, or the first that is free."""
    live = await _find(house, code)
    await house.lobby.sit(live.info.id, person.id, seat)
    return _table(live, person)


@router.post("/tables/{code}/bots")
async def bot(house: InHouse, person: Somebody, code: str, seat: Annotated[int, Body(embed=True)]) -> TableOut:
    """Let a bot play an empty seat. The owner's right."""
    live = await _owned(house, code, person)
    await house.lobby.seat_bot(live.info.id, seat)
    return _table(live, person)


@router.post("/tables/{code}/start")
async def start(house: InHouse, person: Somebody, code: str) -> TableOut:
    """Start the game. The owner's right."""
    live = await _owned(house, code, person)
    await house.lobby.begin(live.info.id)
    return _table(await house.hub.live(live.info.id), person)


async def _owned(house: House, code: str, person: Person) -> LiveTable:
    live = await _find(house, code)
    if live.info.owner_id != person.id:
        raise Refused("Only the owner of the table can do that.")
    return live


@router.get("/tables/{code}/view")
async def view(house: InHouse, person: Anyone, code: str) -> Response:
    """All that you may see now: your view, your question, your offers, the recent log."""
    live = await _find(house, code)
    seat = vantage(house, live.info, person)
    async with live.lock:
        session = live.session
        if session is None:
            raise Refused("The game has not started yet.")
        body = {
            "moment": live.moment,
            "seat": seat,
            "view": session.view(seat),
            "ask": None if seat is None else session.asks.get(seat),
            "offers": () if seat is None else live.offers(seat),
            "waiting": session.waiting,
            "outcome": session.outcome,
            "log": live.lines_for(seat),
        }
        return _json(body)


@router.get("/tables/{code}/explain")
async def explain(house: InHouse, person: Anyone, code: str, name: str) -> Response:
    """What the thing with this name is, as far as you may know, and which of your options aim at it."""
    live = await _find(house, code)
    seat = vantage(house, live.info, person)
    async with live.lock:
        card = card_of(live, seat, name)
        ask, uses = uses_of(live, seat, name, card)
    if card is None:
        raise HTTPException(404, NOTHING)
    body = {"card": card, "ask": ask.id if ask else None, "uses": [{"option": o, "do": how} for o, how in uses]}
    return Response(msgspec.json.encode(body), media_type="application/json")


@router.post("/tables/{code}/answer")
async def answer(house: InHouse, person: Somebody, code: str, choice: Choose) -> dict[str, bool]:
    """Answer your open question."""
    info, seat = await _my_seat(house, code, person)
    await perform(house, info, seat, Message("answer", choice.ask, "", choice.values, choice.key))
    return {"ok": True}


@router.post("/tables/{code}/use")
async def use(house: InHouse, person: Somebody, code: str, offer: TakeOffer) -> dict[str, bool]:
    """Take a standing offer."""
    info, seat = await _my_seat(house, code, person)
    await perform(house, info, seat, Message("use", "", offer.option, offer.values, offer.key))
    return {"ok": True}


@router.post("/tables/{code}/undo")
async def undo(house: InHouse, person: Somebody, code: str) -> dict[str, bool]:
    """Take back your latest choice, if nothing was learnt since."""
    info, seat = await _my_seat(house, code, person)
    await perform(house, info, seat, Message("undo"))
    return {"ok": True}

"""The pages around the tables: home, profile, links, rules."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import Request

from app.games import GAMES
from app.kernel import Game, Refused, Rng, commitment
from app.people.identity import Person, Preferences
from app.tables.codes import tidy_code
from app.tables.facts import COLOURS, EMBLEMS, TableInfo, TableSettings
from app.web.forms import convert, fields_of, read_form
from app.web.rulebook import rulebook
from app.web.who import COOKIE, HERE, Anyone, House, InHouse, Somebody, set_cookie

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
Text = Annotated[str, Form()]


def go(house: House, path: str) -> RedirectResponse:
    return RedirectResponse(f"{house.settings.base_path}{path}", status_code=303)


async def posted(request: Request) -> dict[str, list[str]]:
    form = await request.form()
    return {name: [str(value) for value in form.getlist(name)] for name in form}


async def introduced(house: House, person: Person | None, name: str) -> Person:
    """The person we know, or a newcomer who gives a name."""
    return person or await house.people.welcome(name)


def shelf(house: House) -> list[Game[Any]]:
    return [game for game in GAMES.values() if game.listed or house.settings.developer_mode]


@router.get("/")
async def home(house: InHouse, person: Anyone, frame_id: str = "") -> HTMLResponse:
    if frame_id and house.settings.discord_frame:  # Discord opens this address in its frame
        state = house.discord.activity.begin(secrets.token_urlsafe(16))
        return HTMLResponse(
            house.painter.page("pages/activity.html", person=None, state=state, settings=house.settings)
        )
    mine = await house.hub.store.tables_of(person.id) if person else []
    listed = await _listed_for(house, person)
    context = {"person": person, "games": shelf(house), "mine": mine, "listed": listed, "titles": titles()}
    return HTMLResponse(house.painter.page("pages/home.html", **context))


async def _listed_for(house: House, person: Person | None) -> list[TableInfo]:
    return [info for info in await house.hub.store.open_tables() if not person or not info.seats_of(person.id)]


@router.get("/open")
async def open_tables(house: InHouse, person: Anyone) -> HTMLResponse:
    listed = await _listed_for(house, person)
    return HTMLResponse(house.painter.page("pages/open_tables.html", listed=listed, titles=titles()))


@router.get("/fair")
async def fair(
    house: InHouse, person: Anyone, seed: str = "", stream: str = "dice", first: int = 0, count: int = 1, sides: int = 6
) -> HTMLResponse:
    """Recompute rolls from a published seed."""
    if not (0 <= first < 10**9 and 1 <= count <= 100 and 2 <= sides <= 1000 and len(seed) <= 200 and len(stream) <= 60):
        raise Refused("Numbers out of bounds.")
    rng = Rng(seed, {stream: first})
    rolls = [rng.roll(sides, stream) for _ in range(count)] if seed else []
    asked = {"seed": seed, "stream": stream, "first": first, "count": count, "sides": sides}
    page = house.painter.page("pages/fair.html", person=person, rolls=rolls, seal=commitment(seed), asked=asked)
    return HTMLResponse(page)


def titles() -> dict[str, str]:
    return {game.id: game.title for game in GAMES.values()}


@router.get("/new/{name}")
async def new_table(house: InHouse, person: Anyone, name: str) -> HTMLResponse:
    game = _listed(house, name)
    context = {"person": person, "game": game, "options": fields_of(game.options, prefix="option.")}
    settings = fields_of(TableSettings, prefix="table.")
    return HTMLResponse(house.painter.page("pages/new.html", settings=settings, **context))


def _listed(house: House, name: str) -> Game[Any]:
    game = GAMES.get(name)
    if game is None or not (game.listed or house.settings.developer_mode):
        raise Refused("There is no such game here.")
    return game


@router.post("/tables")
async def open_table(request: Request, house: InHouse, person: Anyone) -> Response:
    form = await posted(request)
    name = form.get("game", [""])[-1]
    game = _listed(house, name)
    seats = form.get("seats", [str(game.seats.min)])[-1]
    if not seats.isdigit():
        raise Refused("Say for how many players.")
    options: dict[str, Any] = {}
    settings = TableSettings()
    if "with_options" in form:
        options = read_form(game.options, form, "option.")
        settings = convert(TableSettings, read_form(TableSettings, form, "table."))
    game.read_options(options, int(seats))
    owner = await introduced(house, person, form.get("name", [""])[-1])
    info = await house.lobby.create(name, int(seats), options, owner.id, settings)
    here = house.discord.activity.read_pass(request.cookies.get(HERE, "")) if house.settings.discord_frame else None
    if here is not None:
        await house.discord.open_in_channel(info.id, here)
    response = go(house, f"/t/{info.code}")
    set_cookie(response, house, owner.id)
    return response


@router.post("/join")
async def join_by_code(house: InHouse, code: Text) -> Response:
    table_id = await house.hub.store.find(tidy_code(code))
    return go(house, f"/t/{(await house.hub.store.info(table_id)).code}")


# Myself -------------------------------------------------------------------------------------------------------------


@router.get("/me")
async def profile(house: InHouse, person: Somebody) -> HTMLResponse:
    return HTMLResponse(await _profile_page(house, person, None))


async def _profile_page(house: House, person: Person, link: str | None) -> str:
    user = await house.discord.directory.user_of(person.id)
    context = {"person": person, "colours": COLOURS, "emblems": EMBLEMS, "discord": house.discord, "discord_user": user}
    context["mail_ready"] = house.centre.mailer.ready
    return house.painter.page("pages/me.html", link=link, **context)


@router.post("/me")
async def change_profile(request: Request, house: InHouse, person: Somebody) -> Response:
    form = await posted(request)
    preferences = convert(Preferences, read_form(Preferences, form, "wish."))
    colour, emblem = (form.get(name, ["0"])[-1] for name in ("colour", "emblem"))
    if not (colour.isdigit() and emblem.isdigit()):
        raise Refused("Choose a colour and an emblem.")
    name = form.get("name", [person.name])[-1]
    await house.people.change(person.id, name=name, colour=int(colour), emblem=int(emblem), preferences=preferences)
    for info in await house.hub.store.tables_of(person.id):
        await house.hub.facts_changed(info.id)
    return go(house, "/me")


@router.post("/me/link")
async def device_link(request: Request, house: InHouse, person: Somebody) -> HTMLResponse:
    word = await house.people.make_link("device", person_id=person.id, hours=1)
    return HTMLResponse(await _profile_page(house, person, house.address(request, f"/link/{word}")))


@router.get("/me/export")
async def export_me(house: InHouse, person: Somebody) -> Response:
    data = msgspec.json.format(msgspec.json.encode(await house.people.export(person.id)), indent=2)
    headers = {"Content-Disposition": 'attachment; filename="parallax-me.json"'}
    return Response(data, media_type="application/json", headers=headers)


@router.post("/me/forget")
async def forget_me(house: InHouse, person: Somebody, sure: Text = "") -> Response:
    if sure != person.name:
        raise Refused("To delete everything about you, type your name exactly.")
    mine = await house.hub.store.tables_of(person.id)
    await house.people.forget(person.id)
    for info in mine:
        await house.hub.facts_changed(info.id)
    response = go(house, "/")
    response.delete_cookie(COOKIE, path=house.settings.base_path or "/")
    return response


@router.get("/link/{word}")
async def see_link(house: InHouse, person: Anyone, word: str) -> HTMLResponse:
    link = await house.people.look_at_link(word)
    return HTMLResponse(house.painter.page("pages/link.html", person=person, link=link, word=word))


@router.post("/link/{word}")
async def use_link(house: InHouse, person: Anyone, word: str, name: Text = "") -> Response:
    seen = await house.people.look_at_link(word)
    somebody = person
    if seen.purpose != "device":
        somebody = await introduced(house, person, name)  # a missing name is said before the link is spent
    link = await house.people.use_link(word)
    path, person_id = "/", link.person_id
    if link.purpose == "admin" and somebody is not None:
        await house.people.set_admin(somebody.id)
        path, person_id = "/admin", somebody.id
    elif link.purpose == "seat" and somebody is not None and link.table_id is not None and link.seat is not None:
        await house.lobby.hand_over(link.table_id, link.seat, somebody.id)
        path, person_id = f"/t/{(await house.hub.store.info(link.table_id)).code}", somebody.id
    assert person_id is not None
    response = go(house, path)
    set_cookie(response, house, person_id)
    return response


# Rules --------------------------------------------------------------------------------------------------------------


@router.get("/rules/{name}")
async def rules(house: InHouse, person: Anyone, name: str, q: str = "") -> HTMLResponse:
    game = GAMES.get(name)
    book = rulebook(name) if game else None
    if game is None or book is None:
        raise Refused("There are no rules of that name.")
    found = book.search(q) if q else None
    return HTMLResponse(house.painter.page("pages/rules.html", person=person, game=game, book=book, q=q, found=found))

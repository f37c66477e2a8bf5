"""The pages around the tables: home, profile, links, rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Form
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from starlette.requests import Request

from app.games import GAMES
from app.kernel import Game, Refused, Rng, commitment
from app.people.identity import Person, Preferences
from app.people.zones import is_zone, zones
from app.tables.codes import tidy_code
from app.tables.facts import COLOURS, EMBLEMS, TableSettings
from app.tables.wording import TABLE_WORDS
from app.web.forms import convert, read_form
from app.web.incoming import seat_number
from app.web.rulebook import LONGEST_SEARCH, guide, rulebook
from app.web.sentence import in_words, length_of, questions, sentence
from app.web.who import (
    COOKIE,
    HERE,
    Anyone,
    AtTheDoor,
    Closed,
    House,
    InHouse,
    Somebody,
    cookie_of,
    get_house,
    set_cookie,
)

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
Text = Annotated[str, Form()]


def go(house: House, path: str) -> RedirectResponse:
    return RedirectResponse(f"{house.settings.base_path}{path}", status_code=303)


async def posted(request: Request) -> dict[str, list[str]]:
    form = await request.form()
    return {name: [str(value) for value in form.getlist(name)] for name in form}


async def introduced(house: House, person: Person | None, name: str) -> Person:
    """The person we know, or a newcomer who gives a name. Into a closed house one comes by a link of its host, or waits
    until the host lets one in."""
    if person is not None:
        return person
    if house.settings.door == "closed":
        newcomer = await house.people.welcome(name, approved=False)
        raise Closed(newcomer.id)
    return await house.people.welcome(name)


def may_open(house: House, person: Person | None) -> None:
    if house.settings.open_tables == "host" and not (person and person.admin):
        raise Refused("In this house only its host opens tables.")


def shelf(house: House) -> list[Game[Any]]:
    games = (game for game in GAMES.values() if game.listed or house.settings.developer_mode)
    return sorted(games, key=lambda game: (game.box.place, game.id))


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


def find_game(house: House, name: str) -> Game[Any]:
    game = GAMES.get(name)
    if game is None or not (game.listed or house.settings.developer_mode):
        raise Refused("There is no such game here.")
    return game


class Draft(msgspec.Struct, frozen=True):
    """A table that is being thought of."""

    seats: int
    options: dict[str, Any]
    settings: TableSettings


def read_draft(game: Game[Any], form: Mapping[str, list[str]], *, whole: bool) -> Draft:
    """The table that a form describes. One that is not whole is a part of it, such as the end of an address: what it does
    not name is as usual."""
    usual = str(min(max(game.box.company, game.seats.min), game.seats.max))
    seats = form.get("seats", [usual])[-1]
    if not (seats.isascii() and seats.isdecimal() and len(seats) < 4):
        raise Refused("Say for how many players.")
    options = read_form(game.options, form, "option.")
    settings = read_form(TableSettings, form, "table.")
    if not whole:
        options = {name: value for name, value in options.items() if f"option.{name}" in form}
        settings = {name: value for name, value in settings.items() if f"table.{name}" in form}
    return Draft(int(seats), options, convert(TableSettings, settings, TABLE_WORDS))


def asked(request: Request) -> dict[str, list[str]]:
    query = request.query_params
    return {name: query.getlist(name) for name in query}


@router.get("/new/{name}")
async def new_table(request: Request, house: InHouse, person: Anyone, name: str) -> HTMLResponse:
    """The form of a table. What the address names is filled in already."""
    game = find_game(house, name)
    draft = read_draft(game, asked(request), whole=False)
    game.read_options(draft.options, draft.seats)
    context = {
        "person": person,
        "game": game,
        "draft": draft,
        "ask": questions(game, draft.options, draft.settings),
        "words": sentence(game, draft.seats, draft.options, draft.settings),
        "long": length_of(game, draft.seats, draft.options),
        "number": in_words,
    }
    return HTMLResponse(house.painter.page("pages/new.html", **context))


@router.get("/sentence/{name}")
async def sentence_so_far(request: Request, house: InHouse, name: str) -> HTMLResponse:
    """What the form says so far, in words."""
    game = find_game(house, name)
    draft = read_draft(game, asked(request), whole=True)
    problem = ""
    try:
        game.read_options(draft.options, draft.seats)
    except Refused as refusal:
        problem = str(refusal)
    context = {
        "words": sentence(game, draft.seats, draft.options, draft.settings),
        "finer": questions(game, draft.options, draft.settings).finer,
        "long": length_of(game, draft.seats, draft.options),
        "problem": problem,
    }
    return HTMLResponse(house.painter.page("pages/sentence.html", **context))


@router.post("/tables")
async def open_table(request: Request, house: InHouse, person: Anyone) -> Response:
    form = await posted(request)
    game = find_game(house, form.get("game", [""])[-1])
    draft = read_draft(game, form, whole="with_options" in form)
    game.read_options(draft.options, draft.seats)
    may_open(house, person)
    owner = await introduced(house, person, form.get("name", [""])[-1])
    info = await house.lobby.create(game.id, draft.seats, draft.options, owner.id, draft.settings)
    here = house.discord.activity.read_pass(cookie_of(request.headers, HERE)) if house.settings.discord_frame else None
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
async def profile(request: Request, house: InHouse, person: Somebody) -> HTMLResponse:
    return HTMLResponse(await _profile_page(request, person))


async def _profile_page(request: Request, person: Person, link: str = "", words: str = "") -> str:
    house = get_house(request)
    user = await house.discord.directory.user_of(person.id)
    context = {"person": person, "colours": COLOURS, "emblems": EMBLEMS, "discord": house.discord, "discord_user": user}
    context["mail_ready"], context["zones"] = house.centre.mailer.ready, zones()
    context["back"] = house.address(request, "/back").partition("://")[2]
    known = [await house.people.get(other) for other in person.muted]
    context["blocked"] = [other for other in known if other is not None]
    return house.painter.page("pages/me.html", link=link, words=words, **context)


@router.post("/me")
async def change_profile(request: Request, house: InHouse, person: Somebody) -> Response:
    form = await posted(request)
    preferences = convert(Preferences, read_form(Preferences, form, "wish."))
    if preferences.zone and not is_zone(preferences.zone):
        raise Refused("There is no clock in that place.")
    colour, emblem = (form.get(name, ["0"])[-1] for name in ("colour", "emblem"))
    if seat_number(colour) < 0 or seat_number(emblem) < 0:
        raise Refused("Choose a colour and an emblem.")
    name = form.get("name", [person.name])[-1]
    await house.people.change(person.id, name=name, colour=int(colour), emblem=int(emblem), preferences=preferences)
    for info in await house.hub.store.tables_of(person.id):
        await house.hub.facts_changed(info.id)
        await house.discord.directory.look_again(info.id)
    return go(house, "/me")


@router.post("/me/link")
async def device_link(request: Request, house: InHouse, person: Somebody) -> HTMLResponse:
    word = await house.people.make_link("device", person_id=person.id, hours=1)
    return HTMLResponse(await _profile_page(request, person, link=house.address(request, f"/link/{word}")))


@router.post("/me/words")
async def make_words(request: Request, house: InHouse, person: Somebody) -> HTMLResponse:
    """Twelve words to write down: they bring a person back whatever becomes of their devices."""
    return HTMLResponse(await _profile_page(request, person, words=await house.people.make_words(person.id)))


@router.post("/me/unblock")
async def unblock(house: InHouse, person: Somebody, who: Text) -> Response:
    """Blocking is done at a table (More); it can be undone wherever the other has gone."""
    await house.people.mute(person.id, who, False)
    await house.hub.expel(person.id)  # its pages come back with what they may show
    return go(house, "/me")


@router.get("/back")
async def come_back_page(house: InHouse, person: Anyone) -> HTMLResponse:
    return HTMLResponse(house.painter.page("pages/back.html", person=person))


@router.post("/back")
async def come_back(house: InHouse, words: Text) -> Response:
    response = go(house, "/")
    set_cookie(response, house, await house.people.come_back(words[:400]))
    return response


@router.post("/me/sign-out")
async def sign_out_everywhere(house: InHouse, person: Somebody) -> Response:
    """On all other devices; this one stays."""
    await house.people.sign_out_everywhere(person.id)
    await house.hub.expel(person.id)
    response = go(house, "/me")
    set_cookie(response, house, person.id)
    return response


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
        await house.discord.directory.look_again(info.id)
    response = go(house, "/")
    response.delete_cookie(COOKIE, path=house.settings.base_path or "/")
    return response


@router.get("/link/{word}")
async def see_link(house: InHouse, person: AtTheDoor, word: str) -> HTMLResponse:
    link = await house.people.look_at_link(word)
    return HTMLResponse(house.painter.page("pages/link.html", person=person, link=link, word=word))


@router.post("/link/{word}")
async def use_link(house: InHouse, person: AtTheDoor, word: str, name: Text = "") -> Response:
    seen = await house.people.look_at_link(word)
    somebody = person
    if seen.purpose in (
        "guest",
        "admin",
    ):  # the host's own word: it opens a closed house, also to who has knocked before
        somebody = person or await house.people.welcome(name)
    elif seen.purpose != "device":
        if person is not None and not person.approved:
            raise Closed(person.id)
        somebody = await introduced(house, person, name)  # a missing name is said before the link is spent
    link = await house.people.use_link(word, ("device", "admin", "seat", "guest"))
    if link.purpose in ("guest", "admin") and somebody is not None:
        await house.people.approve(somebody.id)
    path, person_id = "/", link.person_id
    if link.purpose == "admin" and somebody is not None:
        await house.people.set_admin(somebody.id)
        path, person_id = "/admin", somebody.id
    elif link.purpose == "seat" and somebody is not None and link.table_id is not None and link.seat is not None:
        await house.lobby.hand_over(link.table_id, link.seat, somebody.id)
        path, person_id = f"/t/{(await house.hub.store.info(link.table_id)).code}", somebody.id
    elif link.purpose == "guest" and somebody is not None:
        person_id = somebody.id
    if person_id is None:
        raise Refused("This link leads nowhere.")
    response = go(house, path)
    set_cookie(response, house, person_id)
    return response


# Rules --------------------------------------------------------------------------------------------------------------


@router.get("/rules/{name}")
async def rules(house: InHouse, person: Anyone, name: str, q: str = "") -> HTMLResponse:
    book = rulebook(name)
    game = GAMES.get(book.game) if book else None
    if game is None or book is None:
        raise Refused("There are no rules of that name.")
    if len(q) > LONGEST_SEARCH:
        raise Refused(f"Search for at most {LONGEST_SEARCH} letters.")
    found = book.search(q)
    context = {"person": person, "game": game, "book": book, "q": q.strip(), "found": found, "guide": guide(game.id)}
    return HTMLResponse(house.painter.page("pages/rules.html", **context))

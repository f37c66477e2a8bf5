"""The pages of one table: lobby, play, replay, chat, notes, files."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, File, Form, HTTPException, UploadFile
from fastapi.responses import HTMLResponse, Response
from starlette.requests import Request

from app.kernel import Refused, commitment
from app.people.identity import Person
from app.tables.facts import Pilot, TableInfo, TableSettings
from app.tables.live import Feed, LiveTable
from app.web.forms import convert, fields_of, read_form
from app.web.frames import html_frame
from app.web.incoming import perform, seat_number, shape_message
from app.web.pages import Text, go, introduced, posted
from app.web.who import Anyone, House, InHouse, Somebody, set_cookie

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
Number = Annotated[int, Form()]


async def find(house: House, code: str) -> LiveTable:
    return await house.hub.live(await house.hub.store.find(code))


def vantage(info: TableInfo, person: Person | None, wanted: int | None = None) -> int | None:
    """Through whose eyes this person looks: their own seat, one they play for a friend, or as a spectator that of a
    player who allows it. None: what everybody sees. Refused where nobody may watch."""
    mine = info.seats_of(person.id if person else None)
    if mine:
        return wanted if wanted in mine else mine[0]
    policy = info.settings.spectators
    if info.status == "lobby":
        return None
    if policy == "off" or (policy == "after" and info.status != "finished"):
        raise HTTPException(403, "This table has no spectators" + (" until it is over." if policy == "after" else "."))
    if policy == "player" and wanted is not None and 0 <= wanted < len(info.seats) and info.seats[wanted].shown:
        return wanted
    return None


def playing_seat(info: TableInfo, person: Person, wanted: int | None = None) -> int:
    mine = info.seats_of(person.id)
    if not mine:
        raise Refused("You are watching; only players can do that.")
    return wanted if wanted in mine else mine[0]


async def owned(house: House, person: Person, code: str) -> LiveTable:
    live = await find(house, code)
    if live.info.owner_id != person.id and not person.admin:
        raise Refused("Only the owner of the table can do that.")
    return live


@router.get("/t/{code}")
async def table(request: Request, house: InHouse, person: Anyone, code: str, seat: int | None = None) -> HTMLResponse:
    live = await find(house, code)
    eyes = vantage(live.info, person, seat)
    context: dict[str, Any] = {
        "person": person,
        "info": live.info,
        "game": live.game,
        "seat": eyes,
        "playing": eyes is not None and person is not None and eyes in live.info.seats_of(person.id),
        "invite": house.address(request, f"/t/{live.info.code}"),
        "colours": live.info.colours(),
        "seal": commitment(live.info.seed),
    }
    if live.info.status == "lobby":
        return HTMLResponse(house.painter.page("pages/lobby.html", **context, **_lobby(live, person)))
    feed = Feed(eyes)
    async with live.lock:
        live.feeds.add(feed)
        live.publish()
        live.feeds.discard(feed)
        fragments = draw_all(house, live, eyes)
    said = await house.talk.recent(live.info.id, live.info.seats_of(person.id if person else None))
    own = eyes is not None and person is not None and live.info.seats[eyes].person_id == person.id
    notes = await house.hub.store.notes(live.info.id, eyes) if own and eyes is not None else ""
    context["wishes"] = (
        await house.centre.wishes(live.info.id, eyes) if context["playing"] and eyes is not None else None
    )
    session = live.session
    teams = live.game.teams(session.state) if session is not None else ()
    team = next((seats for seats in teams if eyes in seats), ())
    return HTMLResponse(
        house.painter.page("pages/table.html", fragments=fragments, said=said, notes=notes, team=team, **context)
    )


def draw_all(house: House, live: LiveTable, seat: int | None) -> dict[str, str]:
    """Every region drawn into the page itself, so that it is whole before the socket opens."""
    drawn = {name: house.painter.region(live, live.public, name, None).html for name in live.public.versions}
    if seat is not None:
        mine = live.private[seat]
        drawn |= {name: house.painter.region(live, mine, name, seat).html for name in mine.versions}
    drawn["log"] = house.painter.log_lines(live, live.lines_for(seat), seat)
    return drawn


# Before the game ----------------------------------------------------------------------------------------------------


def _lobby(live: LiveTable, person: Person | None) -> dict[str, Any]:
    info = live.info
    return {
        "mine": info.seat_of(person.id if person else None),
        "owner": person is not None and (info.owner_id == person.id or person.admin),
        "here": {feed.seat for feed in live.feeds},
        "options": fields_of(live.game.options, info.options, "option."),
        "settings": fields_of(TableSettings, msgspec.to_builtins(info.settings), "table."),
        "all_ready": all(seat.taken and (seat.ready or seat.person_id == info.owner_id) for seat in info.seats),
    }


@router.get("/t/{code}/lobby")
async def lobby(request: Request, house: InHouse, person: Anyone, code: str) -> HTMLResponse:
    live = await find(house, code)
    address = house.address(request, f"/t/{live.info.code}")
    context = {
        "person": person,
        "info": live.info,
        "game": live.game,
        "invite": address,
        "colours": live.info.colours(),
    }
    return HTMLResponse(house.painter.page("pages/lobby_body.html", **context, **_lobby(live, person)))


@router.post("/t/{code}/sit")
async def sit(
    house: InHouse, person: Anyone, code: str, name: Text = "", seat: Annotated[int | None, Form()] = None
) -> Response:
    table_id = await house.hub.store.find(code)
    newcomer = await introduced(house, person, name)
    await house.lobby.sit(table_id, newcomer.id, seat)
    response = go(house, f"/t/{code}")
    set_cookie(response, house, newcomer.id)
    return response


@router.post("/t/{code}/stand")
async def stand(house: InHouse, person: Somebody, code: str, seat: Number) -> Response:
    live = await find(house, code)
    if seat not in live.info.seats_of(person.id):
        live = await owned(house, person, code)
    await house.lobby.stand(live.info.id, seat)
    return go(house, f"/t/{code}")


@router.post("/t/{code}/bot")
async def seat_bot(house: InHouse, person: Somebody, code: str, seat: Number) -> Response:
    await house.lobby.seat_bot((await owned(house, person, code)).info.id, seat)
    return go(house, f"/t/{code}")


@router.post("/t/{code}/swap")
async def swap(house: InHouse, person: Somebody, code: str, seat: Number, other: Number) -> Response:
    await house.lobby.swap((await owned(house, person, code)).info.id, seat, other)
    return go(house, f"/t/{code}")


@router.post("/t/{code}/ready")
async def ready(house: InHouse, person: Somebody, code: str, ready: Text = "") -> Response:
    live = await find(house, code)
    await house.lobby.ready(live.info.id, playing_seat(live.info, person), ready == "yes")
    return go(house, f"/t/{code}")


@router.post("/t/{code}/configure")
async def configure(request: Request, house: InHouse, person: Somebody, code: str) -> Response:
    live = await owned(house, person, code)
    form = await posted(request)
    options = read_form(live.game.options, form, "option.") if live.info.status == "lobby" else live.info.options
    settings = convert(TableSettings, read_form(TableSettings, form, "table."))
    await house.lobby.configure(live.info.id, options, settings)
    return go(house, f"/t/{code}")


@router.post("/t/{code}/start")
async def start(house: InHouse, person: Somebody, code: str) -> Response:
    await house.lobby.begin((await owned(house, person, code)).info.id)
    return go(house, f"/t/{code}")


@router.post("/t/{code}/seat-link")
async def seat_link(request: Request, house: InHouse, person: Somebody, code: str, seat: Number) -> HTMLResponse:
    """For a player who has lost their cookie or their device: whoever opens the link takes the seat."""
    live = await owned(house, person, code)
    if not 0 <= seat < len(live.info.seats):
        raise Refused("There is no such seat.")
    word = await house.people.make_link("seat", table_id=live.info.id, seat=seat)
    link = house.address(request, f"/link/{word}")
    context = {"person": person, "info": live.info, "name": live.info.name(seat), "link": link}
    return HTMLResponse(house.painter.page("pages/seat_link.html", **context))


# During the game ----------------------------------------------------------------------------------------------------


@router.post("/t/{code}/act")
async def act(request: Request, house: InHouse, person: Somebody, code: str, seat: int | None = None) -> Response:
    """A move without a websocket; the answer is the page again, or the fragments that changed."""
    live = await find(house, code)
    form = await posted(request)
    data: dict[str, Any] = {name: values if name == "values" else values[-1] for name, values in form.items()}
    mine = playing_seat(live.info, person, seat)
    await perform(house, live.info, mine, shape_message(data))
    if "hx-request" not in request.headers:
        return go(house, f"/t/{code}")
    live, feed = await house.hub.attach(live.info.id, mine, person.id)
    try:
        return HTMLResponse(html_frame(live, feed, house.painter))
    finally:
        await house.hub.detach(live, feed)


@router.post("/t/{code}/say")
async def say(house: InHouse, person: Somebody, code: str, words: Text, to: Text = "") -> Response:
    live = await find(house, code)
    seat = live.info.seat_of(person.id)
    if seat is None:
        vantage(live.info, person)
    audience = None if not to else [int(part) for part in to.split(",") if part.isascii() and part.isdecimal()]
    await house.talk.say(live.info.id, person.id, person.name, seat, audience, words)
    return Response(status_code=204)


@router.get("/t/{code}/chat")
async def chat(house: InHouse, person: Anyone, code: str) -> HTMLResponse:
    live = await find(house, code)
    vantage(live.info, person)
    said = await house.talk.recent(live.info.id, live.info.seats_of(person.id if person else None))
    return HTMLResponse(house.painter.page("pages/chat.html", said=said, info=live.info, colours=live.info.colours()))


@router.post("/t/{code}/notes")
async def notes(house: InHouse, person: Somebody, code: str, words: Text = "", seat: int | None = None) -> Response:
    live = await find(house, code)
    await house.hub.store.write_notes(live.info.id, playing_seat(live.info, person, seat), words)
    return Response(status_code=204)


@router.post("/t/{code}/pilot")
async def pilot(request: Request, house: InHouse, person: Somebody, code: str, seat: int | None = None) -> Response:
    live = await find(house, code)
    mine = playing_seat(live.info, person, seat)
    form = await posted(request)
    await house.lobby.pilot(live.info.id, mine, convert(Pilot, _pilot(live, mine, form)))
    return go(house, f"/t/{code}") if "hx-request" not in request.headers else Response(status_code=204)


def _pilot(live: LiveTable, seat: int, form: dict[str, list[str]]) -> dict[str, Any]:
    """Yields for this action and this kind of window are taken from the question that is open now. A form with `add`
    is one of the buttons beside a reaction: it adds one yield to those that are set."""
    ask = live.session.asks.get(seat) if live.session else None
    before = live.info.seats[seat].pilot
    until = live.game.stretch(live.session.state, seat) if live.session else ""
    if "add" in form:
        kept: dict[str, Any] = msgspec.to_builtins(before)
        more: dict[str, dict[str, Any]] = {
            "until_turn": {"until_turn": True, "until": until},
            "this_action": {"scope": ask.scope if ask else ""},
            "never": {"topics": sorted({*before.topics, *([ask.topic] if ask and ask.topic else [])})},
            "card": {"ignored": sorted({*before.ignored, *form.get("card", [])})},
        }
        return kept | more.get(form["add"][-1], {})
    topics = {*before.topics, ask.topic} if ask and ask.topic and "never" in form else set(before.topics)
    return {
        "auto": form.get("auto", ["off"])[-1],
        "until_turn": "until_turn" in form,
        "until": until if "until_turn" in form else "",
        "ignored": [] if "clear_cards" in form else list(before.ignored),
        "scope": ask.scope if ask and "this_action" in form else "",
        "topics": [] if "clear" in form else sorted(topics),
        "stop_when_targeted": "stop_when_targeted" in form,
    }


@router.post("/t/{code}/lend")
async def lend(house: InHouse, person: Somebody, code: str, seat: Number, to: Text = "") -> Response:
    """The player lends their own seat; for one who is not here the owner of the table may."""
    live = await find(house, code)
    if live.info.seats_of(person.id)[:1] != [seat]:
        if any(feed.seat == seat for feed in live.feeds):
            raise Refused("That player is here and can lend the seat.")
        live = await owned(house, person, code)
    friend = live.info.seats[seat_number(to)].person_id if 0 <= seat_number(to) < len(live.info.seats) else None
    await house.lobby.lend(live.info.id, seat, friend)
    return go(house, f"/t/{code}")


@router.post("/t/{code}/show")
async def show(house: InHouse, person: Somebody, code: str, shown: Text = "") -> Response:
    live = await find(house, code)
    await house.lobby.show(live.info.id, playing_seat(live.info, person), shown == "yes")
    return go(house, f"/t/{code}")


@router.post("/t/{code}/rematch")
async def rematch(house: InHouse, person: Somebody, code: str) -> Response:
    live = await find(house, code)
    playing_seat(live.info, person)
    if live.info.status != "finished":
        raise Refused("This game is not over yet.")
    return go(house, f"/t/{await house.lobby.rematch(live.info.id)}")


# Campaigns ----------------------------------------------------------------------------------------------------------


@router.get("/t/{code}/chapters")
async def chapters(request: Request, house: InHouse, person: Somebody, code: str) -> HTMLResponse:
    live = await find(house, code)
    playing_seat(live.info, person)
    session = live.session
    context = {
        "chapters": await house.chapters.of(live.info.id),
        "branches": await house.chapters.branches(live.info.id, person.id),
        "owner": live.info.owner_id == person.id,
        "parts": live.game.parts(session.state) if session else {},
        "pause": session is not None and live.game.may_reseat(session.state),
        "here": {feed.seat for feed in live.feeds if feed.playing},
        "colours": live.info.colours(),
        "invite": house.address(request, f"/t/{live.info.code}/join"),
    }
    page = house.painter.page("pages/chapters.html", person=person, info=live.info, game=live.game, **context)
    return HTMLResponse(page)


@router.post("/t/{code}/offer-seat")
async def offer_seat(house: InHouse, person: Somebody, code: str, offered: Text = "") -> Response:
    live = await owned(house, person, code)
    await house.chapters.offer_seat(live.info.id, offered == "yes")
    return go(house, f"/t/{code}/chapters")


@router.get("/t/{code}/join")
async def invitation(house: InHouse, person: Anyone, code: str) -> HTMLResponse:
    """Where a newcomer takes the seat that is offered. It shows who plays, and nothing of the game."""
    live = await find(house, code)
    free = any(seat.outside and not seat.taken for seat in live.info.seats)
    context = {"free": free, "colours": live.info.colours()}
    return HTMLResponse(house.painter.page("pages/join.html", person=person, info=live.info, game=live.game, **context))


@router.post("/t/{code}/join")
async def join(house: InHouse, person: Anyone, code: str, name: Text = "") -> Response:
    """A newcomer takes the seat that is offered; a player who has left comes back."""
    live = await find(house, code)
    newcomer = await introduced(house, person, name)
    if house.lobby.gate is not None:
        await house.lobby.gate(live.info, newcomer.id)
    await house.chapters.join(live.info.id, newcomer.id)
    response = go(house, f"/t/{code}")
    set_cookie(response, house, newcomer.id)
    return response


@router.post("/t/{code}/leave")
async def leave(house: InHouse, person: Somebody, code: str, seat: Number) -> Response:
    """A player leaves; for one who is not here, and for bots, the owner of the table may say so."""
    live = await find(house, code)
    if not 0 <= seat < len(live.info.seats):
        raise Refused("There is no such seat.")
    if live.info.seats[seat].person_id != person.id:
        if any(feed.seat == seat and feed.playing for feed in live.feeds):
            raise Refused("That player is here and can leave by themselves.")
        live = await owned(house, person, code)
    await house.chapters.leave(live.info.id, seat)
    return go(house, f"/t/{code}/chapters")


@router.post("/t/{code}/branch")
async def branch(house: InHouse, person: Somebody, code: str, moment: Number, seats: Number) -> Response:
    live = await find(house, code)
    new = await house.chapters.branch(live.info.id, moment, seats, person.id)
    return go(house, f"/t/{new.code}")


@router.post("/t/{code}/abandon")
async def abandon(house: InHouse, person: Somebody, code: str, abandoned: Text = "") -> Response:
    live = await owned(house, person, code)
    await house.chapters.abandon(live.info.id, abandoned == "yes")
    return go(house, f"/t/{code}/chapters")


# Looking back -------------------------------------------------------------------------------------------------------


@router.get("/t/{code}/replay")
async def replay(
    request: Request, house: InHouse, person: Anyone, code: str, at: int | None = None, eyes: str = ""
) -> HTMLResponse:
    """Any earlier moment. During play each seat sees what it saw; afterwards everybody sees through all eyes."""
    live = await find(house, code)
    over = live.info.status == "finished"
    own = vantage(live.info, person)
    if own is None and not over:
        raise HTTPException(403, "Looking back is for players until the game is over.")
    seat = seat_number(eyes) if over and 0 <= seat_number(eyes) < len(live.info.seats) else own
    if over and eyes == "nobody":
        seat = None
    length = live.moment
    row = min(max(1, at if at is not None else length), length)
    moment = await house.archive.moment(live.info.id, row)
    shown = range(len(live.info.seats)) if over and eyes == "all" else [seat]
    boards = []
    for number in shown:
        feed = Feed(number)
        moment.feeds = {feed}
        moment.publish()
        boards.append((number, draw_all(house, moment, number)))
    context = {"row": row, "length": length, "eyes": eyes, "over": over, "address": house.address(request, "")}
    return HTMLResponse(
        house.painter.page(
            "pages/replay.html", person=person, info=live.info, game=live.game, boards=boards,
            colours=live.info.colours(), **context,
        )
    )  # fmt: skip


@router.get("/t/{code}/file")
async def table_file(house: InHouse, person: Somebody, code: str) -> Response:
    """The whole table as one file. It holds every secret, so players get it when the game is over."""
    live = await find(house, code)
    if live.info.status != "finished" and not person.admin:
        raise Refused("The file holds everybody's secrets: it can be had when the game is over.")
    if not person.admin:
        playing_seat(live.info, person)
    blob = await house.archive.export(live.info.id)
    headers = {"Content-Disposition": f'attachment; filename="{code}.parallax"'}
    return Response(blob, media_type="application/octet-stream", headers=headers)


@router.post("/import")
async def import_table(house: InHouse, person: Somebody, file: Annotated[UploadFile, File()]) -> Response:
    info = await house.archive.restore(await file.read(), person.id)
    return go(house, f"/t/{info.code}")


@router.post("/t/{code}/report")
async def bug_report(house: InHouse, person: Somebody, code: str, words: Text = "") -> Response:
    live = await find(house, code)
    async with live.lock:
        blob = house.archive.bug_report(live, playing_seat(live.info, person), words)
    headers = {"Content-Disposition": f'attachment; filename="{code}-{live.moment}.report.json"'}
    return Response(blob, media_type="application/json", headers=headers)

"""The pages of one table: lobby, play, replay, chat, notes, files."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Form, HTTPException
from fastapi.responses import HTMLResponse, Response
from starlette.requests import Request

from app.games import GAMES
from app.kernel import Game, Refused, commitment
from app.people.identity import Person
from app.tables.facts import Pilot, SeatInfo, TableInfo, TableSettings
from app.tables.hub import TO_SHOW
from app.tables.live import Feed, LiveTable
from app.tables.lobby import what_becomes_of_free_seats
from app.tables.patience import OverPatience, within
from app.tables.talk import Said
from app.tables.wording import TABLE_WORDS
from app.web.even import Even
from app.web.forms import convert, read_form
from app.web.frames import html_frame
from app.web.incoming import perform, seat_number, shape_message
from app.web.pages import Text, go, introduced, may_open, posted
from app.web.qr import qr_path
from app.web.rulebook import guide
from app.web.sentence import changes, in_words, length_of, questions, sentence_of
from app.web.who import Anyone, House, InHouse, Somebody, TakenOut, set_cookie
from app.web.wire import joined

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
Number = Annotated[int, Form(ge=-1, lt=2**31)]  # what the database can count to
LONGEST_AUDIENCE = 60  # letters: the numbers of all seats, with commas


async def find(house: House, code: str) -> LiveTable:
    return await house.hub.live(await house.hub.store.find(code))


def vantage(house: House, info: TableInfo, person: Person | None, wanted: int | None = None) -> int | None:
    """Through whose eyes this person looks: their own seat, one they play for a friend, or as a spectator that of a
    player who allows it. None: what everybody sees. Refused where nobody may watch."""
    mine = info.seats_of(person.id if person else None)
    if mine:
        return wanted if wanted in mine else mine[0]
    if person is not None and info.keeps_out(person.id, house.hub.now_ms()) and info.status == "playing":
        raise TakenOut
    only_inside(house, person)
    policy = info.settings.spectators
    if info.status == "lobby":
        return None
    if policy == "off" or (policy == "after" and info.status != "finished"):
        raise HTTPException(403, "This table has no spectators" + (" until it is over." if policy == "after" else "."))
    if person is None and not (house.settings.strangers_watch or info.settings.listed or info.status == "finished"):
        raise HTTPException(403, "Say who you are, on the first page, to watch this table.")
    if policy == "player" and wanted is not None and 0 <= wanted < len(info.seats) and info.seats[wanted].shown:
        return wanted
    return None


def only_inside(house: House, person: Person | None) -> None:
    """Who sits at a table of a closed house is nothing for strangers either."""
    if person is None and house.settings.door == "closed":
        raise HTTPException(403, "This house is closed: its tables are for those who are in.")


def playing_seat(info: TableInfo, person: Person, wanted: int | None = None) -> int:
    mine = info.seats_of(person.id)
    if not mine:
        raise Refused("You are watching; only players can do that.")
    return wanted if wanted in mine else mine[0]


async def recent_words(house: House, live: LiveTable, person: Person | None) -> list[Said]:
    """What this person may and wants to read of the talk at a table."""
    mine = live.info.seats_of(person.id if person else None)
    return await house.talk.recent(live.info.id, mine, person.muted if person else ())


async def owned(house: House, person: Person, code: str) -> LiveTable:
    live = await find(house, code)
    if live.info.owner_id != person.id and not person.admin:
        raise Refused("Only the owner of the table can do that.")
    return live


@router.get("/t/{code}")
async def table(request: Request, house: InHouse, person: Anyone, code: str, seat: int | None = None) -> Response:
    live = await find(house, code)
    eyes = vantage(house, live.info, person, seat)
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
        around = await _lobby(request, house, live, person)
        if around["mine"] is None and not around["owner"]:
            return HTMLResponse(house.painter.page("pages/invitation.html", **around))
        around["said"] = await recent_words(house, live, person)
        return HTMLResponse(house.painter.page("pages/lobby.html", **around))
    await house.coach.attend(live, eyes, person.id if person else None)
    feed = Feed(eyes)
    async with live.lock:
        live.feeds.add(feed)
        live.publish()
        live.feeds.discard(feed)
        fragments = draw_all(house, live, eyes)
        seen = live.seen.get(eyes, 0) if eyes is not None and context["playing"] else 0
        missed = await house.archive.told_since(live, eyes, seen) if seen else []
    fragments["log"] = house.painter.log_lines(live, missed, eyes) + fragments["log"]
    said = await recent_words(house, live, person)
    own = eyes is not None and person is not None and live.info.seats[eyes].person_id == person.id
    notes = await house.hub.store.notes(live.info.id, eyes) if own and eyes is not None else ""
    context["wishes"] = (
        await house.centre.wishes(live.info.id, eyes) if context["playing"] and eyes is not None else None
    )
    session = live.session
    teams = live.game.teams(session.state) if session is not None else ()
    team = next((seats for seats in teams if eyes in seats), ())
    context["signs_in"] = await house.discord.offers_sign_in(person)
    context["kept_out"] = await kept_out(house, live.info, person)
    context["has_cards"] = type(live.game).explain is not Game.explain
    context |= {"fragments": fragments, "seen": seen, "said": said, "notes": notes, "team": team}
    return Even(house.painter.page("pages/table.html", **context))


def draw_all(house: House, live: LiveTable, seat: int | None) -> dict[str, str]:
    """Every region drawn into the page itself, so that it is whole before the socket opens."""
    try:
        with within(TO_SHOW):
            return _drawn(house, live, seat)
    except Exception as error:
        raise house.hub.put_aside(live.info.id, error) from error


def _drawn(house: House, live: LiveTable, seat: int | None) -> dict[str, str]:
    drawn = {name: house.painter.region(live, live.public, name, None).html for name in live.public.versions}
    if seat is not None:
        mine = live.private[seat]
        drawn |= {name: house.painter.region(live, mine, name, seat).html for name in mine.versions}
    drawn["log"] = house.painter.log_lines(live, live.lines_for(seat), seat)
    return drawn


# Before the game ----------------------------------------------------------------------------------------------------


async def kept_out(house: House, info: TableInfo, person: Person | None) -> list[tuple[str, str]]:
    """For the host of a table: whom they may let in again, by id and name."""
    if person is None or not (info.owner_id == person.id or person.admin):
        return []
    now = house.hub.now_ms()
    return [(who, await _name_of(house, who)) for who in info.gathering.kept_out if info.keeps_out(who, now)]


def late_ones(info: TableInfo) -> list[SeatInfo]:
    """Guests who have not said that they are ready."""
    return [seat for seat in info.seats if seat.person_id and not seat.ready and seat.person_id != info.owner_id]


def company_at_the_start(info: TableInfo, free: str) -> str:
    """With whom the game would start now: "three", "two and a bot", "two bots" for somebody who sits there alone."""
    people = sum(seat.person_id is not None for seat in info.seats)
    bots = sum(seat.bot for seat in info.seats) + (sum(not seat.taken for seat in info.seats) if free == "bots" else 0)
    told = "a bot" if bots == 1 else f"{in_words(bots)} bots"
    if people <= 1 and bots:
        return told
    return f"{in_words(people)} and {told}" if bots else in_words(people)


async def _lobby(request: Request, house: House, live: LiveTable, person: Person | None) -> dict[str, Any]:
    info = live.info
    mine = info.seat_of(person.id if person else None)
    hosts = person is not None and (info.owner_id == person.id or person.admin)
    taken = sum(seat.taken for seat in info.seats)
    free = what_becomes_of_free_seats(info)
    address = house.address(request, f"/t/{info.code}")
    return {
        "person": person,
        "info": info,
        "game": live.game,
        "colours": info.colours(),
        "invite": address,
        "qr": qr_path(address),
        "mine": mine,
        "owner": hosts,
        "sure": "start" in request.query_params,
        "host": next((info.name(seat.number) for seat in info.seats if seat.person_id == info.owner_id), ""),
        "here": live.attended,
        "ask": questions(live.game, info.options, info.settings),
        "words": sentence_of(live.game, info),
        "taken": taken,
        "number": in_words,
        "free": free,
        "company": company_at_the_start(info, free),
        "late": [info.name(seat.number) for seat in late_ones(info)],
        "long": length_of(live.game, len(info.seats), info.options),
        "kept_out": await kept_out(house, info, person),
        "guide": guide(live.game.id),
        "signs_in": await house.discord.offers_sign_in(person),
    }


@router.get("/t/{code}/lobby")
async def lobby(request: Request, house: InHouse, person: Anyone, code: str) -> HTMLResponse:
    live = await find(house, code)
    vantage(house, live.info, person)
    return HTMLResponse(house.painter.page("pages/lobby_body.html", **await _lobby(request, house, live, person)))


@router.post("/t/{code}/sit")
async def sit(
    house: InHouse,
    person: Anyone,
    code: str,
    name: Text = "",
    seat: Annotated[int | None, Form(ge=-1, lt=2**31)] = None,
) -> Response:
    table_id = await house.hub.store.find(code)
    newcomer = await introduced(house, person, name)
    await house.lobby.sit(table_id, newcomer.id, seat)
    response = go(house, f"/t/{code}")
    set_cookie(response, house, newcomer.id)
    return response


@router.post("/learn/{game}")
async def learn(house: InHouse, person: Anyone, game: str, name: Text = "", lesson: Text = "") -> Response:
    """A lesson of a game, the first unless one is named, at a table of one's own: where it was left, or from its start."""
    lessons = GAMES[game].lessons() if game in GAMES else {}
    chosen = lessons.get(lesson) or next(iter(lessons.values()), None)
    if chosen is None:
        raise Refused("There is no such lesson here.")
    learner = await introduced(house, person, name)
    left = await house.lobby.lesson_left(game, chosen, learner.id) if person else None
    info = left or await house.lobby.teach(game, chosen, learner.id)
    response = go(house, f"/t/{info.code}")
    set_cookie(response, house, learner.id)
    return response


@router.post("/t/{code}/stand")
async def stand(house: InHouse, person: Somebody, code: str, seat: Number) -> Response:
    live = await find(house, code)
    if seat not in live.info.seats_of(person.id):
        live = await owned(house, person, code)
    asked = seat not in live.info.seats_of(person.id)
    await house.lobby.stand(live.info.id, seat, asked=asked)
    if asked:
        await house.order.note(person, f"asked to stand up: {live.info.name(seat)}", live.info.code)
    return go(house, f"/t/{code}")


@router.post("/t/{code}/let-in")
async def let_in(house: InHouse, person: Somebody, code: str, who: Text) -> Response:
    live = await owned(house, person, code)
    if who not in live.info.gathering.kept_out:
        raise Refused("Nobody of that name is kept out here.")
    await house.lobby.let_in(live.info.id, who)
    await house.order.note(person, f"let in again: {await _name_of(house, who)}", live.info.code)
    return go(house, f"/t/{code}")


async def _name_of(house: House, person_id: str) -> str:
    found = await house.people.get(person_id)
    return found.name if found is not None else "somebody who has left"


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
    settings = convert(TableSettings, read_form(TableSettings, form, "table."), TABLE_WORDS)
    agreed = live.info.agreed
    before = questions(live.game, agreed.options, agreed.settings)
    told = changes(before, questions(live.game, options, settings))
    await house.lobby.configure(live.info.id, options, settings, told, agreed)
    return go(house, f"/t/{code}")


@router.post("/t/{code}/start")
async def start(house: InHouse, person: Somebody, code: str, anyway: Text = "") -> Response:
    """Who is not ready is named, and the host asked once; then the game begins without their word."""
    live = await owned(house, person, code)
    if late_ones(live.info) and not anyway and live.info.status == "lobby":
        return go(house, f"/t/{code}?start=1")
    await house.lobby.begin(live.info.id, settle=True)
    return go(house, f"/t/{code}")


@router.post("/t/{code}/seat-link")
async def seat_link(request: Request, house: InHouse, person: Somebody, code: str, seat: Number) -> HTMLResponse:
    """For a player who has lost their cookie or their device: whoever opens the link takes the seat."""
    live = await owned(house, person, code)
    if not 0 <= seat < len(live.info.seats):
        raise Refused("There is no such seat.")
    word = await house.people.make_link("seat", table_id=live.info.id, seat=seat)
    await house.order.note(person, f"made a seat link for {live.info.name(seat)}", live.info.code)
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
        return Even(joined(html_frame(live, feed, house.painter)))
    finally:
        await house.hub.detach(live, feed)


@router.post("/t/{code}/say")
async def say(house: InHouse, person: Somebody, code: str, words: Text, to: Text = "") -> Response:
    live = await find(house, code)
    seat = live.info.seat_of(person.id)
    if seat is None:
        vantage(house, live.info, person)
        if live.info.keeps_out(person.id, house.hub.now_ms()):
            raise Refused("You were asked to leave this table. Its host can let you in again.")
    name = person.name if seat is None else live.info.name(seat)
    audience = None if not to else [seat_number(part) for part in to[:LONGEST_AUDIENCE].split(",")]
    await house.talk.say(live.info.id, person.id, name, seat, audience, words)
    return Response(status_code=204)


@router.post("/t/{code}/mute")
async def mute(house: InHouse, person: Somebody, code: str, seat: Number, muted: Text = "") -> Response:
    """Whether I read what the player in this seat says, here and elsewhere."""
    live = await find(house, code)
    other = live.info.seats[seat].person_id if 0 <= seat < len(live.info.seats) else None
    if other is None or other == person.id:
        raise Refused("Nobody else sits there.")
    await house.people.mute(person.id, other, muted == "yes")
    await house.hub.expel(person.id)  # its pages come back with what they may show
    return go(house, f"/t/{code}")


@router.post("/t/{code}/complain")
async def complain(house: InHouse, person: Somebody, code: str, words: Text, seat: Text = "") -> Response:
    """Tell the host of the house about somebody, with what was said at the table just before."""
    live = await find(house, code)
    vantage(house, live.info, person)
    if not words.strip():
        raise Refused("Say in a few words what happened.")
    about = seat_number(seat)
    about_id = live.info.seats[about].person_id if 0 <= about < len(live.info.seats) else None
    said = [f"{one.name}: {one.text}" for one in (await recent_words(house, live, person))[-20:]]
    await house.order.complain(person.id, about_id, live.info.code, words, said)
    return go(house, f"/t/{code}")


@router.post("/t/{code}/remove")
async def remove(house: InHouse, person: Somebody, code: str, seat: Number, sure: Text = "") -> Response:
    """The owner takes somebody out of the game at once; others by a vote."""
    live = await find(house, code)
    if sure != "remove":
        raise Refused("To take somebody out of the game, type: remove")
    if live.info.owner_id != person.id and not person.admin:
        await house.lobby.ask_to_remove(live.info.id, seat, playing_seat(live.info, person))
        return go(house, f"/t/{code}")
    name = live.info.name(seat) if 0 <= seat < len(live.info.seats) else ""
    await house.lobby.remove(live.info.id, seat)
    await house.order.note(person, f"took out of the game: {name}", live.info.code)
    return go(house, f"/t/{code}")


@router.get("/t/{code}/chat")
async def chat(house: InHouse, person: Anyone, code: str) -> HTMLResponse:
    live = await find(house, code)
    vantage(house, live.info, person)
    said = await recent_words(house, live, person)
    return HTMLResponse(house.painter.page("pages/chat.html", said=said, info=live.info, colours=live.info.colours()))


@router.post("/t/{code}/notes")
async def notes(house: InHouse, person: Somebody, code: str, words: Text = "", seat: int | None = None) -> Response:
    live = await find(house, code)
    mine = playing_seat(live.info, person, seat)
    if live.info.seats[mine].person_id != person.id:
        raise Refused("The notes of a seat are its own player's.")
    await house.hub.store.write_notes(live.info.id, mine, words)
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
            "marks": {"marked": sorted({*before.marked} - {*form.get("shown", [])} | {*form.get("mark", [])})},
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
        "control": form.get("control", [before.control])[-1],
        "marked": [] if "clear_marks" in form else list(before.marked),
    }


@router.post("/t/{code}/lend")
async def lend(house: InHouse, person: Somebody, code: str, seat: Number, to: Text = "") -> Response:
    """The player lends their own seat; for one who is not here the owner of the table may."""
    live = await find(house, code)
    if live.info.seats_of(person.id)[:1] != [seat]:
        if seat in live.attended:
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
    return go(house, f"/t/{await house.lobby.rematch(live.info.id, person.id)}")


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
        "here": live.attended,
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
    only_inside(house, person)
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
        if seat in live.attended:
            raise Refused("That player is here and can leave by themselves.")
        live = await owned(house, person, code)
    await house.chapters.leave(live.info.id, seat)
    return go(house, f"/t/{code}/chapters")


@router.post("/t/{code}/branch")
async def branch(house: InHouse, person: Somebody, code: str, moment: Number, seats: Number) -> Response:
    live = await find(house, code)
    may_open(house, person)
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
) -> Response:
    """Any earlier moment. During play each seat sees what it saw; afterwards everybody sees through all eyes."""
    live = await find(house, code)
    over = live.info.status == "finished"
    own = vantage(house, live.info, person)
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
        moment.feeds = {Feed(number)}
        try:
            with within(TO_SHOW):
                moment.publish()
                boards.append((number, _drawn(house, moment, number)))
        except OverPatience:
            raise Refused("This moment takes too long to be drawn.") from None
        await asyncio.sleep(0)  # boards for all eyes are much to draw: others take their turn in between
    context = {"row": row, "length": length, "eyes": eyes, "over": over, "address": house.address(request, "")}
    context["ending"] = live.ending if row == length else None
    context["names"] = tuple(live.info.name(info.number) for info in live.info.seats)
    return Even(
        house.painter.page(
            "pages/replay.html", person=person, info=live.info, game=live.game, boards=boards,
            colours=live.info.colours(), **context,
        )
    )  # fmt: skip

"""The shelf: my tables, the games as boxes, a page for each game, and the short ways to a table."""

from __future__ import annotations

import secrets
import time
from datetime import UTC, datetime
from typing import Any

import msgspec
from fastapi import APIRouter
from fastapi.responses import HTMLResponse, Response
from starlette.requests import Request

from app.games import GAMES
from app.kernel import Game, Outcome
from app.people.identity import Person
from app.tables.facts import TableInfo
from app.tables.live import LiveTable
from app.tables.store import Shelved
from app.web.draw import named
from app.web.pages import Text, find_game, go, introduced, may_open, shelf, titles
from app.web.rulebook import guide, rulebook
from app.web.sentence import in_words, sentence_of
from app.web.who import Anyone, House, InHouse, set_cookie

router = APIRouter(include_in_schema=False, default_response_class=HTMLResponse)
LONGEST_LAST = 140
LATELY = 4  # tables that are over, on the page of their game
LOADED = 6  # tables in play that are brought into memory to say where they stand
WEEK = 7 * 24 * 3600


class Slip(msgspec.Struct, frozen=True):
    """One of my tables, as it lies on the shelf."""

    info: TableInfo
    game: Game[Any]
    seat: int
    when: str
    my_turn: bool = False
    where: str = ""
    waited: tuple[str, ...] = ()
    what: str = ""  # they are waited for to do
    last: str = ""  # what happened last, as this seat was told
    verdict: str = ""
    lesson: bool = False  # one to go on with, not a game that waits for anybody


def when(at: float, now: float) -> str:
    """A time as people say it."""
    ago = max(0, int(now - at))
    if ago < 120:
        return "just now"
    if ago < 3600:
        return f"{ago // 60} minutes ago"
    there, here = datetime.fromtimestamp(at, UTC), datetime.fromtimestamp(now, UTC)
    days = (here.date() - there.date()).days
    if days == 0:
        hours = ago // 3600
        return "an hour ago" if hours == 1 else f"{in_words(hours)} hours ago"
    if days == 1:
        return "yesterday"
    return f"{there:%A}" if days < 7 else f"{there.day} {there:%B}"


def verdict(outcome: Outcome | None, info: TableInfo, seat: int) -> str:
    if outcome is None:
        return "Over"
    if not outcome.winners:
        return "Over: nobody won"
    if seat in outcome.winners:
        return "Over: you won" if len(outcome.winners) == 1 else "Over: you won together"
    return f"Over: {' and '.join(info.name(winner) for winner in outcome.winners)} won"


async def my_slips(house: House, person: Person) -> list[Slip]:
    """Sorted: my turn, gathering, waiting for others, over in the last week."""
    now = time.time()
    shelved = [one for one in await house.hub.store.shelf_of(person.id) if not one.info.abandoned]
    playing = sorted((one for one in shelved if one.info.status == "playing"), key=lambda one: -one.at)
    in_memory = {live.info.id for live in house.hub.tables}
    readable = [one.info.id for one in playing if one.info.id in in_memory]
    readable += [one.info.id for one in playing if one.info.id not in in_memory][:LOADED]
    slips = []
    for one in shelved:
        if one.info.status == "finished" and now - one.at > WEEK:
            continue
        slips.append((one.at, await _slip(house, person, one, now, one.info.id in readable)))
    rank = {"lobby": 1, "playing": 2, "finished": 3}
    slips.sort(key=lambda pair: (0 if pair[1].my_turn else rank.get(pair[1].info.status, 4), -pair[0]))
    return [slip for _, slip in slips]


async def _slip(house: House, person: Person, one: Shelved, now: float, readable: bool) -> Slip:
    info, game = one.info, GAMES[one.info.game]
    mine = info.seats_of(person.id)
    slip = Slip(info, game, mine[0], when(one.at, now))
    if info.settings.lesson:
        return msgspec.structs.replace(slip, lesson=True)
    if info.status == "finished":
        return msgspec.structs.replace(slip, verdict=verdict(one.outcome, info, mine[0]))
    if info.status != "playing" or not readable:
        return slip
    live = await house.hub.live(info.id)
    session = live.session
    if session is None or mine[0] >= len(info.seats) or info.seats[mine[0]].outside:
        return slip
    waiting = session.waiting
    asked = [seat for seat in mine if seat in waiting.seats and not waiting.soft]
    seat = asked[0] if asked else mine[0]
    return msgspec.structs.replace(
        slip,
        seat=seat,
        my_turn=bool(asked),
        where=game.where(session.state, seat),
        waited=tuple(info.name(other) for other in waiting.seats if other not in mine),
        what=waiting.text,
        last=last_told(live, seat),
    )


def last_told(live: LiveTable, seat: int) -> str:
    """The newest line of the log that this seat may read, without the marks of names."""
    lines = live.lines_for(seat)
    names = tuple(live.info.name(other.number) for other in live.info.seats)
    text = named(lines[-1].line.text, names).striptags() if lines else ""
    return text if len(text) <= LONGEST_LAST else f"{text[:LONGEST_LAST].rpartition(' ')[0]} …"


@router.get("/")
async def home(house: InHouse, person: Anyone, frame_id: str = "") -> HTMLResponse:
    if frame_id and house.settings.discord_frame:  # Discord opens this address in its frame
        state = house.discord.activity.begin(secrets.token_urlsafe(16))
        return HTMLResponse(
            house.painter.page("pages/activity.html", person=None, state=state, settings=house.settings)
        )
    slips = await my_slips(house, person) if person else []
    context = {
        "person": person,
        "games": shelf(house),
        "slips": slips,
        "listed": await listed_for(house, person),
        "titles": titles(),
        "closed": house.settings.door == "closed",
        "may_bring": person is not None and (person.admin or house.settings.open_tables == "anyone"),
        "signs_in": await house.discord.offers_sign_in(person),
        "count": in_words(sum(game.listed for game in GAMES.values())).capitalize(),
        "number": in_words,
    }
    return HTMLResponse(house.painter.page("pages/home.html", **context))


@router.get("/games")
async def all_games(house: InHouse, person: Anyone) -> Response:
    """The games alone, for somebody whose own tables stand on the first page. Who has no name yet finds both there."""
    if person is None:
        return go(house, "/")
    return HTMLResponse(house.painter.page("pages/games.html", person=person, games=shelf(house)))


async def listed_for(house: House, person: Person | None) -> list[TableInfo]:
    if person is None and house.settings.door == "closed":
        return []
    return [info for info in await house.hub.store.open_tables() if not person or not info.seats_of(person.id)]


@router.get("/open")
async def open_tables(house: InHouse, person: Anyone) -> HTMLResponse:
    listed = await listed_for(house, person)
    return HTMLResponse(house.painter.page("pages/open_tables.html", listed=listed, titles=titles()))


@router.get("/games/{name}")
async def game_page(house: InHouse, person: Anyone, name: str) -> HTMLResponse:
    game = find_game(house, name)
    closed = person is None and house.settings.door == "closed"
    listed = [] if closed else [info for info in await house.hub.store.open_tables() if info.game == game.id]
    context = {
        "person": person,
        "game": game,
        "guide": guide(game.id),
        "reference": rulebook(game.id) is not None,
        "listed": listed,
        "sentences": {info.id: sentence_of(game, info) for info in listed},
        "number": in_words,
        "over": [] if closed else await lately_over(house, game),
    }
    return HTMLResponse(house.painter.page("pages/game.html", **context))


async def lately_over(house: House, game: Game[Any]) -> list[tuple[TableInfo, str, str]]:
    """Public tables of a game that are over and may be looked back at: the table, how it ended, when."""
    now = time.time()
    return [
        (one.info, verdict(one.outcome, one.info, -1), when(one.at, now))
        for one in await house.hub.store.lately_over(game.id, LATELY)
        if one.info.settings.spectators != "off"
    ]


@router.get("/games/{name}/guide")
async def guide_page(house: InHouse, person: Anyone, name: str) -> HTMLResponse:
    game = find_game(house, name)
    context = {"person": person, "game": game, "guide": guide(game.id), "reference": rulebook(game.id) is not None}
    return HTMLResponse(house.painter.page("pages/guide.html", **context))


async def _begin(house: House, person: Person | None, game: Game[Any], name: str, options: Any) -> Response:
    may_open(house, person)
    owner = await introduced(house, person, name)
    info = await house.lobby.play_with_bots(game.id, options, owner.id)
    response = go(house, f"/t/{info.code}")
    set_cookie(response, house, owner.id)
    return response


@router.post("/hello")
async def hello(house: InHouse, person: Anyone, name: Text = "") -> Response:
    """Somebody has said who they are, and nothing else yet."""
    newcomer = await introduced(house, person, name)
    response = go(house, "/")
    set_cookie(response, house, newcomer.id)
    return response


@router.post("/play/{game}")
async def play_now(house: InHouse, person: Anyone, game: str, name: Text = "") -> Response:
    """A game with bots, at once."""
    return await _begin(house, person, find_game(house, game), name, {})


@router.get("/learn/{game}")
async def about_the_lesson(house: InHouse, game: str) -> Response:
    return go(house, f"/games/{find_game(house, game).id}")


@router.post("/open/{game}")
async def to_the_form(request: Request, house: InHouse, person: Anyone, game: str, name: Text = "") -> Response:
    """From the newcomer's form to the form of a table, with the name that was given."""
    found = find_game(house, game)
    owner = await introduced(house, person, name)
    response = go(house, f"/new/{found.id}")
    set_cookie(response, house, owner.id)
    return response

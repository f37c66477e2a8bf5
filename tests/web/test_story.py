"""The story of a game as a file: whole, through one's own eyes, only when the game is over."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.config import Settings
from app.games import GAMES
from app.kernel import Answer, Change, Die, Line, Moment, Result
from app.people.identity import People
from app.tables.endings import what_counts
from app.tables.entries import Entry
from app.tables.hub import Hub
from app.tables.live import LiveTable
from app.tables.lobby import Lobby
from app.web.draw import Painter, tone_of
from app.web.story import Step, _moment_text, as_page, as_text, tell_story
from tests.servers import Client, Server, whisper_table

SECRET = "You read in the ashes: the well is dry."


class Words(HTMLParser):
    """What a person reads of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.words = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.words += data


async def play(clients: list[Client], code: str, moves: int) -> None:
    for number in range(moves):
        client = clients[number % len(clients)]
        ask = (await client.get(f"/api/tables/{code}/view"))["ask"]
        await client.post(f"/api/tables/{code}/answer", {"ask": ask["id"], "values": ask["default"]})


async def story(client: Client, code: str, form: str, status: int = 200) -> str:
    reply = await client.http.get(f"/t/{code}/story?as={form}")
    assert reply.status_code == status, reply.text
    if status == 200:
        assert "attachment" in reply.headers["content-disposition"]
        kind = "text/plain" if form == "text" else "text/html"
        assert reply.headers["content-type"] == f"{kind}; charset=utf-8"
    return reply.text


async def test_a_player_keeps_the_story_when_the_game_is_over(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2, moves=4)
    await play(clients, code, 3)
    assert "when the game is over" in await story(clients[0], code, "html", 400)
    await play(clients[1:], code, 1)
    text = await story(clients[0], code, "text")
    assert text.count("takes tile 1") >= 4
    assert text.count("You draw card") == 2, "what I drew, as I read it"
    assert text.count("Player 1 gave card") == 2, "what the other drew, in the third person"
    page = Words(await story(clients[0], code, "html"))
    assert page.words.count("You draw card") == 2
    assert page.words.count("Player 1 gave card") == 2
    for told in (text, page.words):
        assert "Honest numbers" in told
        assert "The moment that decided it" in told
        assert "Hidden all along" in told
        assert not re.search(r"\{\d", told), "every player has a name"


async def test_spectators_read_what_everybody_may(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2, moves=2)
    stranger = await server.person("Eve")
    await story(stranger, code, "text", 400)
    await play(clients, code, 2)
    told = await story(stranger, code, "text")
    assert "You draw card" not in told
    assert told.count("gave card") == 2


async def test_where_nobody_may_watch_nobody_reads_along(server: Server) -> None:
    clients = [await server.person(name) for name in ("Ana", "Ben")]
    code = (await clients[0].post("/api/tables", {"game": "whisper", "seats": 2}, 201))["code"]
    setup = {"option.moves": "2", "table.spectators": "off"}
    assert (await clients[0].http.post(f"/t/{code}/configure", data=setup)).status_code == 303
    await clients[1].post(f"/api/tables/{code}/join")
    await clients[0].post(f"/api/tables/{code}/start")
    await play(clients, code, 2)
    stranger = await server.person("Eve")
    await story(stranger, code, "html", 403)
    await story(Client(server), code, "text", 403)


@pytest.mark.parametrize("form", ["pdf", "", "html%00"])
async def test_an_unknown_form_is_refused(server: Server, form: str) -> None:
    code, clients = await whisper_table(server, seats=2, moves=2)
    await play(clients, code, 2)
    assert (await clients[0].http.get(f"/t/{code}/story?as={form}")).status_code in (400, 422)


async def test_names_are_words_and_never_markup(server: Server) -> None:
    clients = [await server.person("<script>alert(1)</script>"), await server.person("{0} & <i>")]
    code = (await clients[0].post("/api/tables", {"game": "whisper", "seats": 2, "options": {"moves": 2}}, 201))["code"]
    await clients[1].post(f"/api/tables/{code}/join")
    await clients[0].post(f"/api/tables/{code}/start")
    await play(clients, code, 2)
    page = Words(await story(clients[0], code, "html"))
    assert not {"script", "i"} & set(page.tags)
    assert "<script>alert(1)</script>" in page.words
    assert "<script>alert(1)</script> takes tile 1" in await story(clients[0], code, "text")


# What is in it ------------------------------------------------------------------------------------------------------


async def finished(hub: Hub, engine: AsyncEngine) -> LiveTable:
    """A game in which seat 1 read something that is never revealed, and something that is."""
    people = [await People(engine, "key").welcome(name) for name in ("Ana", "Ben")]
    info = await Lobby(hub).create("whisper", 2, {"moves": 2}, people[0].id)
    await Lobby(hub).sit(info.id, people[1].id)
    await Lobby(hub).begin(info.id)
    lines = (
        Line(SECRET, (1,), moment=Moment("reveal", "The ashes speak to you", text=SECRET)),
        Line("You hide a key.", (1,), later=True, others="{1} hid a key."),
    )
    await hub.note(info.id, Entry(hub.now_ms(), lines=lines))
    live = await hub.live(info.id)
    while live.session is not None and live.session.outcome is None:
        seat = live.session.next_seat
        await hub.answer(info.id, seat, live.session.asks[seat].id, GAMES["whisper"].bot(live.session, seat).values)
    return live


async def test_what_stays_hidden_is_in_no_story_but_ones_own(hub: Hub, engine: AsyncEngine) -> None:
    live = await finished(hub, engine)
    rows = what_counts(await hub.store.entries_after(live.info.id, 0))
    painter = Painter(Settings())
    for seat in (0, None):
        for told in (as_text(live, rows, seat), as_page(painter, live, rows, seat)):
            assert "ashes" not in told, f"seat {seat} reads what was only for Ben"
            assert "hid a key." in told
            assert "You hide a key" not in told
    for told in (as_text(live, rows, 1), as_page(painter, live, rows, 1)):
        assert "The ashes speak to you" in told
        assert "You hide a key." in told


def rows_of(*lines: tuple[int, Line]) -> list[tuple[int, Entry]]:
    return [(n, Entry(0, Answer(0, "1.x", ()), (line,), moment=step)) for n, (step, line) in enumerate(lines)]


def test_a_moment_that_grew_is_told_once_and_whole() -> None:
    small = Moment("check", "{0} tries the door", id="4.0")
    whole = Moment(
        "check", "{0} tries the door", dice=(Die("5", 6),), changes=(Change("door", "shut", "open"),), id="4.0"
    )
    other = Moment("turn", "{1} waits")
    told = tell_story(
        rows_of((1, Line("a", moment=small)), (2, Line("b", moment=other)), (3, Line("c", moment=whole))), 0
    )
    assert told == [Step((whole,), ()), Step((other,), ())]


def test_chapters_and_lines_without_moments_are_told_in_order() -> None:
    rows = rows_of((1, Line("{0} sits down.")), (2, Line("The first night ends.", chapter=True)), (3, Line("Dawn.")))
    steps = tell_story(rows, None)
    assert [line.text for step in steps for line in step.lines] == ["{0} sits down.", "Dawn."]
    assert [step.chapter for step in steps] == ["", "The first night ends.", ""]


async def test_the_whole_log_can_be_had_in_pieces(server: Server) -> None:
    code, (ana, ben) = await whisper_table(server, seats=2, moves=130)
    await play([ana, ben], code, 130)

    def steps(page: str) -> list[int]:
        return [int(step) for step in re.findall(r'<li data-moment="(\d+)"', page)]

    lines = (await ana.http.get(f"/t/{code}")).text.split('<ol id="log">')[1]
    assert steps(lines)[0] > 2, "a page has the latest lines"
    while True:
        query = {"upto": steps(lines)[-1], "have": len(steps(lines))}
        reply = await ana.http.get(f"/t/{code}/log", params=query)
        assert reply.status_code == 200
        if not reply.text:
            break
        lines = reply.text + lines
    assert steps(lines) == sorted(steps(lines))
    words = re.findall(r'<span class="words">(.*?)</span>', lines.split("</ol>")[0])
    assert sum(" takes tile " in line for line in words) == 130
    assert sum("You give card" in line for line in words) == 65
    assert sum(" gave card" in line for line in words) == 65, "what was private is told in the third person"


def test_what_came_of_a_moment_is_in_the_story_and_on_its_seal() -> None:
    moment = Moment("check", "Ondine turns the wheel", results=(Result("Ondine is Chilled", "An injury die", False),))
    assert "  * Ondine is Chilled: An injury die" in list(_moment_text(moment))
    assert tone_of(moment, 0) == "hurt"

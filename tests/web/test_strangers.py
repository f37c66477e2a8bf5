"""What strangers, borrowers, the removed and the uninvited try, over the wire."""

from __future__ import annotations

import asyncio
import json
import re
import zlib
from collections.abc import AsyncGenerator

import httpx2
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from app.web.rulebook import _rulebook, rulebook
from tests.conftest import Serve
from tests.servers import Client, Server, frame, whisper_table
from tests.web.test_order import host_of


@pytest.fixture
async def stranger(server: Server) -> AsyncGenerator[httpx2.AsyncClient]:
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as http:
        yield http


# Whoever was asked to leave --------------------------------------------------------------------------------------------


async def test_who_was_taken_out_neither_watches_nor_speaks_until_let_in(server: Server) -> None:
    code, clients = await whisper_table(server, seats=3)
    async with clients[1].socket(code) as socket:
        await frame(socket)
        reply = await clients[0].http.post(f"/t/{code}/remove", data={"seat": "1", "sure": "remove"})
        assert reply.status_code == 303
        with pytest.raises(ConnectionClosed):
            while True:
                await frame(socket)
    for path in ("", "/chat", "/replay", "/what?name=x", "/log?upto=9&have=0"):
        assert (await clients[1].http.get(f"/t/{code}{path}")).status_code == 403, path
    assert "You are out of this game" in (await clients[1].http.get(f"/t/{code}")).text
    assert (await clients[1].http.get(f"/api/tables/{code}/view")).status_code == 403
    assert (await clients[1].http.post(f"/t/{code}/say", data={"words": "still here"})).status_code in (400, 403)
    async with clients[1].socket(code) as socket:
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 4403
    page = (await clients[0].http.get(f"/t/{code}")).text
    who = re.search(r'/let-in" class="row">\s*<input type="hidden" name="who" value="([^"]+)"', page)
    assert who, "the owner finds them under More"
    assert (await clients[2].http.post(f"/t/{code}/let-in", data={"who": who[1]})).status_code == 400
    assert (await clients[0].http.post(f"/t/{code}/let-in", data={"who": who[1]})).status_code == 303
    assert (await clients[1].get(f"/api/tables/{code}"))["my_seat"] == 1


async def test_who_was_asked_to_stand_up_does_not_speak_in_the_lobby(server: Server) -> None:
    ana, ben = await server.person("Ana"), await server.person("Ben")
    code = (await ana.post("/api/tables", {"game": "whisper", "seats": 2}, 201))["code"]
    await ben.post(f"/api/tables/{code}/join")
    assert (await ben.http.post(f"/t/{code}/say", data={"words": "hello"})).status_code == 204
    assert (await ana.http.post(f"/t/{code}/stand", data={"seat": "1"})).status_code == 303
    assert (await ben.http.post(f"/t/{code}/say", data={"words": "rude"})).status_code == 400


# Whoever borrows -------------------------------------------------------------------------------------------------------


async def test_notes_are_read_and_written_by_their_own_player_alone(server: Server) -> None:
    """Neither a neighbour nor who borrows the seat, though they play its hand."""
    code, clients = await whisper_table(server, seats=2)
    assert (await clients[0].http.post(f"/t/{code}/notes", data={"words": "a heron at the gate"})).status_code == 204
    reply = await clients[1].http.post(f"/t/{code}/notes?seat=0", data={"words": "their own"})
    assert reply.status_code == 204, "without the loan that is their own seat"
    assert (await clients[0].http.post(f"/t/{code}/lend", data={"seat": "0", "to": "1"})).status_code == 303
    borrowed = (await clients[1].http.get(f"/t/{code}?seat=0")).text
    assert "heron at the gate" not in borrowed
    assert "their own" not in borrowed
    reply = await clients[1].http.post(f"/t/{code}/notes?seat=0", data={"words": "overwritten"})
    assert reply.status_code == 400
    assert "its own player" in reply.text
    mine = (await clients[0].http.get(f"/t/{code}")).text
    assert "a heron at the gate" in mine
    assert "overwritten" not in mine


# Streams ---------------------------------------------------------------------------------------------------------------


async def test_a_stream_keeps_quiet_about_whom_one_has_muted(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2)
    await clients[0].http.post(f"/t/{code}/mute", data={"seat": "1", "muted": "yes"})
    async with clients[0].http.stream("GET", f"/t/{code}/events") as stream:
        lines = stream.aiter_lines()
        await anext(lines)
        await clients[1].http.post(f"/t/{code}/say", data={"words": "rude words"})
        await clients[0].http.post(f"/t/{code}/say", data={"words": "the last words"})
        heard = ""
        async for line in lines:
            heard += line
            if "the last words" in line:
                break
    assert "rude" not in heard


async def test_a_stream_ends_when_somebody_is_muted_and_comes_back_without_their_words(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2)
    async with clients[0].http.stream("GET", f"/t/{code}/events") as stream:
        lines = stream.aiter_lines()
        await anext(lines)
        await clients[0].http.post(f"/t/{code}/mute", data={"seat": "1", "muted": "yes"})
        await clients[1].http.post(f"/t/{code}/say", data={"words": "rude words"})
        async with asyncio.timeout(60):
            heard = "".join([line async for line in lines])
    assert "rude" not in heard


async def test_a_stream_ends_with_its_table_and_says_why_to_whoever_comes_back(serve: Serve) -> None:
    server = await asyncio.to_thread(serve)
    host = await host_of(server)
    code, clients = await whisper_table(server, seats=2)
    async with clients[0].http.stream("GET", f"/t/{code}/events") as stream:
        lines = stream.aiter_lines()
        await anext(lines)
        assert (await host.post("/admin/put-aside", data={"code": code})).status_code == 303
        async with asyncio.timeout(60):
            async for _ in lines:
                pass
    again = await clients[0].http.get(f"/t/{code}/events")
    assert again.status_code == 503
    assert "The host has closed this table for now" in again.text
    async with clients[0].socket(code) as socket:
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 4503
    await host.aclose()


async def test_a_self_test_answers_once_and_nothing_huge(server: Server) -> None:
    async with connect(f"{server.ws}/status/ws", proxy=None) as socket:
        await socket.send("hello")
        assert json.loads(await socket.recv())["echo"] == "hello"
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 1000
    async with connect(f"{server.ws}/status/ws", proxy=None) as socket:
        await socket.send("x" * (2**20))
        with pytest.raises(ConnectionClosed):
            await socket.recv()
        assert socket.close_code == 1009


# A closed house --------------------------------------------------------------------------------------------------------


async def test_a_closed_house_has_a_host_and_guests_by_link_and_shows_strangers_nothing(serve: Serve) -> None:
    server = await asyncio.to_thread(lambda: serve(DOOR="closed", OPEN_TABLES="host"))
    host = await host_of(server)  # by the printed link, though the door is closed
    opened = await host.post("/tables", data={"game": "whisper", "seats": "2", "table.listed": "on"})
    path = opened.headers["location"]
    eve = httpx2.AsyncClient(base_url=server.url, trust_env=False)
    code = path.rsplit("/", 1)[-1]
    for page in ("/", "/open", "/games/whisper"):
        assert code not in (await eve.get(page)).text
    assert (await eve.get(f"/api/tables/{code}")).status_code == 403
    assert "at the door" not in (await host.get("/admin")).text
    assert (await eve.post("/hello", data={"name": "Eve"})).status_code == 403, "she has knocked"
    assert "One person waits at the door." in (await host.get("/admin")).text
    assert "See whether I am in" in (await eve.get("/")).text
    page = (await host.post("/admin/fresh-link", data={})).text
    word = re.search(r"/link/([\w-]+)", page)
    assert word
    assert (await eve.get(f"/link/{word[1]}")).status_code == 200, "who has knocked can use an invitation"
    assert (await eve.post(f"/link/{word[1]}")).status_code == 303
    assert (await eve.get("/me")).status_code == 200
    assert "at the door" not in (await host.get("/admin")).text
    # A guest who is in opens no tables, by no way.
    table = (await host.get(f"{path}/file")).content
    for where, body in (("/tables", {"game": "whisper", "seats": "2"}), ("/play/whisper", {})):
        assert (await eve.post(where, data=body)).status_code == 400
    brought = await eve.post("/import", files={"file": ("t", table)})
    assert brought.status_code == 400
    assert "only its host opens tables" in brought.text
    assert (await eve.post(f"{path}/sit")).status_code == 303
    assert (await host.post(f"{path}/start", data={"anyway": "yes"})).status_code == 303
    branched = await eve.post(f"{path}/branch", data={"moment": "1", "seats": "2"})
    assert branched.status_code == 400
    assert "only its host opens tables" in branched.text
    assert (
        "only its host opens tables" not in (await host.post(f"{path}/branch", data={"moment": "1", "seats": "2"})).text
    )
    await eve.aclose()
    await host.aclose()


async def test_pieces_of_a_table_are_for_those_who_may_see_it_whole(serve: Serve) -> None:
    server = await asyncio.to_thread(lambda: serve(DOOR="closed"))
    host = await host_of(server)
    path = (await host.post("/tables", data={"game": "whisper", "seats": "2"})).headers["location"]
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as eve:
        for page in ("", "/lobby", "/join", "/chat", "/events", "/what?name=x", "/log?upto=1&have=0", "/story"):
            reply = await eve.get(f"{path}{page}")
            assert reply.status_code == 403, page
            assert "Host" not in reply.text.replace("Its host", ""), page
    await host.aclose()


async def test_the_host_takes_no_file_of_a_game_that_they_play(serve: Serve) -> None:
    """Of others they can, and it is written down."""
    server = await asyncio.to_thread(serve)
    host = await host_of(server)
    path = (await host.post("/tables", data={"game": "whisper", "seats": "2"})).headers["location"]
    await host.post(f"{path}/bot", data={"seat": "1"})
    assert (await host.post(f"{path}/start")).status_code == 303
    assert (await host.get(f"{path}/file")).status_code == 400
    code, _ = await whisper_table(server, seats=2)
    assert (await host.get(f"/t/{code}/file")).status_code == 200
    assert (await host.post("/admin/put-aside", data={"code": code})).status_code == 303
    assert (await host.get(f"/t/{code}/file")).status_code == 200, "also when nobody can open it"
    deeds = (await host.get("/admin/deeds")).text
    assert "took along the file of a game in play" in deeds
    assert code in deeds
    await host.aclose()


def test_names_that_there_are_not_are_not_kept_in_mind() -> None:
    before = _rulebook.cache_info().currsize
    for number in range(50):
        assert rulebook(f"nothing-{number}") is None
    assert _rulebook.cache_info().currsize == before


async def test_who_has_knocked_takes_no_seat_by_link(serve: Serve) -> None:
    server = await asyncio.to_thread(lambda: serve(DOOR="closed"))
    host = await host_of(server)
    path = (await host.post("/tables", data={"game": "whisper", "seats": "2"})).headers["location"]
    page = (await host.post(f"{path}/seat-link", data={"seat": "1"})).text
    word = re.search(r"/link/([\w-]+)", page)
    assert word
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as eve:
        for _ in range(2):
            assert (await eve.post(f"/link/{word[1]}", data={"name": "Eve"})).status_code == 403
    await host.aclose()


# What is sent ----------------------------------------------------------------------------------------------------------


async def test_what_unfolds_to_something_huge_is_not_unfolded(server: Server) -> None:
    """32 megabytes of nothing, compressed to a few kilobytes."""
    code, clients = await whisper_table(server, seats=2)
    async with clients[0].socket(code) as socket:
        await frame(socket)
        assert len(zlib.compress(bytes(2**25))) < 40_000
        await socket.send("0" * 2**25)
        with pytest.raises(ConnectionClosed):
            while True:
                await frame(socket)
        assert socket.close_code == 1009
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as http:
        assert (await http.get("/healthz")).status_code == 200


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/people", {"name": "\ud800"}),
        ("/api/tables", {"game": "\ud800", "seats": 2}),
        ("/api/tables", {"game": "whisper", "seats": 2, "options": {"\ud800": "\udfff"}}),
        ("/api/tables", {"game": "whisper", "seats": 2, "options": {"moves": 10**30}}),
        ("/api/tables/CODE/answer", {"ask": "\ud800", "values": ["\udfff"], "key": "\ud800"}),
        ("/api/tables/CODE/use", {"option": "\ud800", "values": ["\ud800"], "key": "\udfff"}),
        ("/api/tables/CODE/join", {"seat": 10**30}),
        ("/me/push", {"endpoint": "https://\ud800", "p256dh": "\ud800", "auth": "\ud800"}),
        ("/me/push/stop", {"endpoint": "\ud800"}),
        ("/me/push/stop", {"endpoint": "a\0b"}),
    ],
)
async def test_halves_of_letters_and_endless_numbers_are_refused(server: Server, path: str, body: object) -> None:
    code, clients = await whisper_table(server, seats=2)
    headers = {"Content-Type": "application/json"}  # as \ud800: no client would write it out
    reply = await clients[0].http.post(path.replace("CODE", code), content=json.dumps(body), headers=headers)
    assert 400 <= reply.status_code < 500, reply.text


@pytest.mark.parametrize("number", ["2147483648", "9223372036854775808", "-1", "99999999999999999999999999"])
async def test_numbers_beyond_the_databases_are_refused(server: Server, number: str) -> None:
    code, clients = await whisper_table(server, seats=2)
    for path, form in (
        (f"/t/{code}/branch", {"moment": number, "seats": "2"}),
        (f"/t/{code}/branch", {"moment": "1", "seats": number}),
        (f"/t/{code}/leave", {"seat": number}),
        (f"/t/{code}/mute", {"seat": number}),
        (f"/t/{code}/seat-link", {"seat": number}),
        (f"/t/{code}/remove", {"seat": number, "sure": "remove"}),
        (f"/t/{code}/lend", {"seat": number}),
        (f"/t/{code}/sit", {"seat": number}),
        (f"/t/{code}/say", {"words": "x", "to": number}),
        (f"/t/{code}/say", {"words": "x", "to": "9" * 5000}),
    ):
        reply = await clients[0].http.post(path, data=form)
        assert reply.status_code < 500, (path, form, reply.text)
    for path in (
        f"/t/{code}?seat={number}",
        f"/t/{code}/replay?at={number}",
        f"/t/{code}/log?upto={number}&have={number}",
    ):
        assert (await clients[0].http.get(path)).status_code < 500, path


@pytest.mark.parametrize("seats", ["²", "\u0663", "9" * 5000, "-1", "2.5", "", "x"])
async def test_a_table_is_for_a_number_of_players(server: Server, seats: str) -> None:
    ana = await server.person("Ana")
    opened = await ana.http.post("/tables", data={"game": "whisper", "seats": seats})
    assert opened.status_code == 400, opened.text
    assert (await ana.http.get("/new/whisper", params={"seats": seats})).status_code < 500


# Whoever sits elsewhere ------------------------------------------------------------------------------------------------

OWNERS = ("let-in", "bot", "swap", "configure", "start", "seat-link", "offer-seat", "abandon", "fresh-chance")


async def test_what_is_the_owners_is_nobody_elses(server: Server) -> None:
    """Another player, a spectator and a stranger, at every door of the owner."""
    code, clients = await whisper_table(server, seats=2)
    watching = await server.person("Zoe")
    form = {"seat": "0", "other": "1", "who": "x", "offered": "yes", "abandoned": "yes"}
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as nobody:
        for act in OWNERS:
            for http in (clients[1].http, watching.http, nobody):
                reply = await http.post(f"/t/{code}/{act}", data=form)
                assert reply.status_code in (400, 401), (act, reply.status_code, reply.text)
        for path in ("/discord", "/admin"):
            for http in (clients[0].http, nobody):
                assert (await http.get(path)).status_code in (401, 403)
        for path in ("ban", "approve", "fresh-link", "settle", "try-again", "close"):
            body = {"who": "x", "number": "1", "table": "x", "code": code, "sure": code}
            for http in (clients[0].http, nobody):
                assert (await http.post(f"/admin/{path}", data=body)).status_code in (401, 403)
    assert (await clients[0].get(f"/api/tables/{code}"))["status"] == "playing"


PLAYERS = ("act", "notes", "pilot", "show", "rematch", "report", "notices", "remove", "lend", "leave", "branch")


async def test_what_is_the_players_is_no_spectators(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2)
    watching = await server.person("Zoe")
    before = await clients[0].get(f"/api/tables/{code}/view")
    form = {"do": "answer", "ask": before["ask"]["id"], "values": before["ask"]["default"][0], "seat": "0"}
    form |= {"sure": "remove", "moment": "1", "seats": "2", "words": "x"}
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as nobody:
        for act in PLAYERS:
            for http in (watching.http, nobody):
                reply = await http.post(f"/t/{code}/{act}?seat=0", data=form)
                assert reply.status_code in (400, 401), (act, reply.status_code, reply.text)
    async with watching.socket(code) as socket:
        await frame(socket)
        for do in ("answer", "use", "undo", "agree", "hold", "nudge", "without", "seen", "read", "understood"):
            await socket.send(
                f'{{"do":"{do}","ask":"{before["ask"]["id"]}","values":["x"],"seat":"0","kind":"remove"}}'
            )
            assert (await frame(socket))["type"] == "refused", do
    assert (await clients[0].get(f"/api/tables/{code}/view"))["ask"] == before["ask"]
    # And a player answers for their own seat only, whatever they claim.
    other = await clients[1].http.post(f"/t/{code}/act?seat=0", data=form)
    assert other.status_code == 409 or other.status_code == 400
    assert (await clients[0].get(f"/api/tables/{code}/view"))["ask"] == before["ask"]


async def test_another_site_can_do_nothing_in_my_name(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2)
    cookie = {"Cookie": f"parallax_who={clients[0].token}"}
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as http:
        for origin in ("https://evil.example", "null", "http://[", f"http://127.0.0.1.evil.example:{server.port}"):
            reply = await http.post("/me/words", headers=cookie | {"Origin": origin})
            assert reply.status_code == 403, origin
            async with connect(
                f"{server.ws}/t/{code}/ws", additional_headers=cookie, origin=Origin(origin), proxy=None
            ) as socket:
                with pytest.raises(ConnectionClosed):
                    await socket.recv()
                assert socket.close_code == 4403
        assert (await http.post("/me/words", headers=cookie | {"Origin": server.url})).status_code == 200


async def test_private_answers_are_kept_by_nobody_between(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2)
    paths = (f"/t/{code}", f"/t/{code}/chat", f"/t/{code}/replay", f"/api/tables/{code}/view", "/me", "/me/export")
    for path in paths:
        reply = await clients[0].http.get(path)
        assert reply.headers["cache-control"] == "no-store", path
        assert reply.headers["x-content-type-options"] == "nosniff"
        assert "default-src 'none'" in reply.headers["content-security-policy"]


async def _playing(client: Client, code: str) -> bool:
    return (await client.get(f"/api/tables/{code}"))["status"] == "playing"  # type: ignore[no-any-return]


async def test_who_is_forgotten_in_the_middle_of_a_game_leaves_the_hand_to_a_bot(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2)
    reply = await clients[1].http.post("/me/forget", data={"sure": "Player 1"})
    assert reply.status_code == 303
    assert (await clients[0].get(f"/api/tables/{code}"))["seats"][1]["bot"]
    curious = await server.person("Zoe")
    await curious.post(f"/api/tables/{code}/join", status=400)
    assert await _playing(clients[0], code)

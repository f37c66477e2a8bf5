"""The JSON API and its websocket, over the wire."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.servers import Client, Server, frame, whisper_table


async def answer(client: Client, code: str, values: list[str] | None = None) -> None:
    view = await client.get(f"/api/tables/{code}/view")
    ask = view["ask"]
    await client.post(f"/api/tables/{code}/answer", {"ask": ask["id"], "values": values or ask["default"]})


@pytest.mark.slow
async def test_a_whole_game_over_http(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2, moves=6)
    for number in range(6):
        await answer(clients[number % 2], code)
    view = await clients[0].get(f"/api/tables/{code}/view")
    assert view["outcome"]["winners"]
    assert view["ask"] is None


async def test_views_hold_what_is_mine_and_nothing_of_others(server: Server) -> None:
    code, clients = await whisper_table(server, seats=3)
    views = [await client.get(f"/api/tables/{code}/view") for client in clients]
    hands = [view["view"]["private"]["dock"]["hand"] for view in views]
    assert len(set(map(tuple, hands))) == 3
    assert [view["ask"] is not None for view in views] == [True, False, False]
    stranger = Client(server)
    watched = await stranger.get(f"/api/tables/{code}/view")
    assert watched["view"]["private"] is None
    assert watched["ask"] is None
    assert views[0]["view"]["public"] == watched["view"]["public"]


async def test_a_socket_sends_everything_once_and_then_changes_only(server: Server) -> None:
    code, clients = await whisper_table(server)
    async with clients[1].socket(code) as socket:
        first = await frame(socket)
        assert set(first["public"]) >= {"tiles", "verses", "score", "players", "status"}
        assert len(first["private"]["dock"]["hand"]) == 20
        await answer(clients[0], code)
        change = await frame(socket)
        assert "verses" not in change["public"]
        assert "tiles" not in change["public"], "only the tile that changed is sent"
        assert [tile["owner"] for tile in change["items"]["public.tiles"]] == [0]
        assert change["private"]["ask"]["prompt"]
        await socket.send(json.dumps({"do": "answer", "ask": "1.nonsense", "values": []}))
        refusal = await frame(socket)
        assert refusal["type"] == "refused"
        ask = change["private"]["ask"]
        await socket.send(json.dumps({"do": "answer", "ask": ask["id"], "values": ask["default"], "key": "a"}))
        assert (await frame(socket))["private"]["ask"] is None


async def test_a_reconnected_socket_has_the_newest_state(server: Server) -> None:
    code, clients = await whisper_table(server)
    async with clients[1].socket(code) as socket:
        before = await frame(socket)
    await answer(clients[0], code)
    async with clients[1].socket(code) as socket:
        after = await frame(socket)
    assert after["moment"] == before["moment"] + 1
    assert after["private"]["ask"] is not None


async def test_presence_is_shown(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2)
    async with clients[0].socket(code) as socket:
        await frame(socket)
        async with clients[1].socket(code):
            assert (await frame(socket))["public"]["players"][1]["here"] is True
        assert (await frame(socket))["public"]["players"][1]["here"] is False


async def test_foreign_seats_strangers_and_watchers_are_refused(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2)
    ask = (await clients[0].get(f"/api/tables/{code}/view"))["ask"]
    body = {"ask": ask["id"], "values": ask["default"]}
    assert "not asked" in (await clients[1].post(f"/api/tables/{code}/answer", body, 409))["error"]
    watcher = await server.person("Watcher")
    assert "watching" in (await watcher.post(f"/api/tables/{code}/answer", body, 400))["error"]
    stranger = Client(server)
    assert "who you are" in (await stranger.post(f"/api/tables/{code}/answer", body, 401))["error"]
    forged = Client(server)
    forged.http.headers["Authorization"] = f"Bearer {clients[0].token[:-2]}xx"
    await forged.post(f"/api/tables/{code}/answer", body, 401)
    assert "owner" in (await clients[1].post(f"/api/tables/{code}/start", None, 400))["error"]
    assert (await clients[0].get(f"/api/tables/{code}/view"))["ask"]["id"] == ask["id"], "nothing has changed"


async def test_unknown_tables_and_games(server: Server) -> None:
    client = await server.person("Ana")
    assert "no such table" in (await client.get("/api/tables/amber-otter-00/view", 404))["error"]
    assert "no such game" in (await client.post("/api/tables", {"game": "chess", "seats": 2}, 400))["error"]
    await client.post("/api/tables", {"game": "whisper", "seats": "many"}, 422)
    await client.post("/api/people", {"name": "   "}, 400)
    with pytest.raises(ConnectionClosed) as closed:
        async with client.socket("amber-otter-00") as socket:
            await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


async def test_huge_fast_and_foreign_messages(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2)
    async with clients[0].socket(code) as socket:
        await frame(socket)
        await socket.send("x" * 20_000)
        assert "too long" in (await frame(socket))["reason"]
    with pytest.raises(ConnectionClosed):
        async with clients[0].socket(code) as socket:
            await socket.send("x" * 1_000_000)
            while True:
                await asyncio.wait_for(socket.recv(), 60)
    with pytest.raises(ConnectionClosed) as closed:
        async with clients[0].socket(code) as socket:
            for _ in range(200):
                await socket.send("{}")
            while True:
                await asyncio.wait_for(socket.recv(), 60)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4429
    reply = await clients[0].http.post(f"/api/tables/{code}/answer", content=b"[" * 300_000)
    assert reply.status_code == 413


async def test_other_sites_cannot_act_for_a_browser(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2)
    ask = (await clients[0].get(f"/api/tables/{code}/view"))["ask"]
    body = {"ask": ask["id"], "values": ask["default"]}
    evil = {"Origin": "https://evil.example"}
    reply = await clients[0].http.post(f"/api/tables/{code}/answer", json=body, headers=evil)
    assert reply.status_code == 403
    with pytest.raises(ConnectionClosed) as closed:
        from websockets.asyncio.client import connect

        async with connect(f"{server.ws}/t/{code}/ws", origin="https://evil.example", proxy=None) as socket:  # type: ignore[arg-type]
            await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4403


async def test_the_description_of_the_api_is_there(server: Server) -> None:
    paths = (await Client(server).get("/api/openapi.json"))["paths"]
    wanted = ("/api/tables", "/api/tables/{code}/join", "/api/tables/{code}/answer", "/api/tables/{code}/undo")
    assert all(path in paths for path in wanted)
    page = await Client(server).http.get("/api/docs")
    assert page.status_code == 200
    assert "/api/tables/{code}/answer" in page.text


@pytest.mark.slow
async def test_a_base_path_holds_everywhere(serve: Any) -> None:
    server: Server = await asyncio.to_thread(serve, BASE_PATH="/games/parallax")
    code, clients = await whisper_table(server, seats=2)
    page = await clients[0].http.get(f"/t/{code}")
    assert page.status_code == 200
    assert 'href="/games/parallax/static/' in page.text
    assert 'hx-ws:connect="/games/parallax/t/' in page.text
    async with clients[0].socket(code) as socket:
        assert (await frame(socket))["type"] == "view"


async def test_events_serve_where_websockets_are_blocked(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2)
    async with clients[1].http.stream("GET", f"/t/{code}/events", timeout=60) as stream:
        lines = stream.aiter_lines()
        assert (await anext(lines)).startswith("data: <hx-partial")
        ask = (await clients[0].get(f"/api/tables/{code}/view"))["ask"]
        form = {"do": "answer", "ask": ask["id"], "values": ask["default"][0]}
        reply = await clients[0].http.post(f"/t/{code}/act", data=form)
        assert reply.status_code == 303
        async with asyncio.timeout(60):
            while "Lay one of your cards" not in await anext(lines):
                pass


async def test_a_socket_loses_the_seat_when_the_person_does(server: Server) -> None:
    ana, ben, cleo = [await server.person(name) for name in ("Ana", "Ben", "Cleo")]
    code = (await ana.post("/api/tables", {"game": "whisper", "seats": 2}, 201))["code"]
    await ben.post(f"/api/tables/{code}/join")
    async with ben.socket(code) as socket:
        await frame(socket)
        await ana.http.post(f"/t/{code}/stand", data={"seat": "1"})
        await cleo.post(f"/api/tables/{code}/join")
        await ana.post(f"/api/tables/{code}/start")
        with pytest.raises(ConnectionClosed):
            while True:
                assert "dock" not in (await frame(socket)).get("private", {}), "Cleo's cards are not Ben's to see"


@pytest.mark.parametrize("seat", ["²", "9" * 5000, "-1", "x"])
async def test_strange_numbers_are_refused_in_words(server: Server, seat: str) -> None:
    code, clients = await whisper_table(server, seats=2)
    async with clients[0].socket(code) as socket:
        await frame(socket)
        await socket.send(json.dumps({"do": "nudge", "seat": seat}))
        assert (await frame(socket))["type"] == "refused"

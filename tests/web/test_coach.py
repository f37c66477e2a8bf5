"""The coach over the wire: what it says to a newcomer, what was understood, silence, and whoever may not say so."""

from __future__ import annotations

import json
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection

from app.games import GAMES
from tests.servers import Client, Server, frame, whisper_table


async def stratos_table(server: Server) -> tuple[str, list[Client]]:
    clients = [await server.person(name) for name in ("Ana", "Ben")]
    body = {"game": "stratos", "seats": 2, "options": {"scenario": "ffa2"}}
    code = (await clients[0].post("/api/tables", body, 201))["code"]
    await clients[1].post(f"/api/tables/{code}/join")
    await clients[0].post(f"/api/tables/{code}/start")
    return code, clients


async def heard(socket: ClientConnection, region: str = "intro") -> Any:
    """The next thing that this connection is told about a region of its own."""
    while True:
        told = (await frame(socket)).get("private", {})
        if region in told:
            return told[region]


async def refusal(socket: ClientConnection, message: dict[str, Any]) -> str:
    await socket.send(json.dumps(message))
    while True:
        reply = await frame(socket)
        if reply["type"] == "refused":
            return str(reply["reason"])


async def test_what_was_understood_is_not_said_again_at_any_table(server: Server) -> None:
    code, (ana, _) = await stratos_table(server)
    async with ana.socket(code) as socket:
        first = await heard(socket)
        assert first["key"] == "aim"
        await socket.send(json.dumps({"do": "understood", "option": first["key"]}))
        second = await heard(socket)
        assert second is None or second["key"] != "aim"
    body = {"game": "stratos", "seats": 2, "options": {"scenario": "ffa2"}}
    other = (await ana.post("/api/tables", body, 201))["code"]
    await ana.post(f"/api/tables/{other}/bots", {"seat": 1})
    await ana.post(f"/api/tables/{other}/start")
    async with ana.socket(other) as socket:
        said = await heard(socket)
        assert said is None or said["key"] != "aim"


async def asked(code: str, clients: list[Client]) -> tuple[Client, dict[str, Any]]:
    """Whose turn it is, and what they are told; who begins is a matter of chance."""
    for client in clients:
        async with client.socket(code) as socket:
            told: dict[str, Any] = (await frame(socket))["private"]
            if told["ask"]:
                return client, told
    raise AssertionError("nobody is asked")


async def test_what_was_used_need_not_be_said_any_longer(server: Server) -> None:
    code, clients = await stratos_table(server)
    ana, told = await asked(code, clients)
    async with ana.socket(code) as socket:
        assert (await heard(socket))["key"] == "aim"
        await socket.send(json.dumps({"do": "understood", "option": "aim"}))
        assert (await heard(socket))["key"] == "turn"
        await socket.send(json.dumps({"do": "answer", "ask": told["ask"]["id"], "values": ["defend"]}))
        said = await heard(socket)
        while said is not None and said["key"] == "turn":
            said = await heard(socket)
    async with ana.socket(code) as socket:
        said = (await frame(socket))["private"]["intro"]
        assert said is None or said["key"] not in ("aim", "turn")


async def test_one_press_silences_and_another_brings_it_back(server: Server) -> None:
    code, (ana, ben) = await stratos_table(server)
    async with ana.socket(code) as socket:
        assert await heard(socket) is not None
        await socket.send(json.dumps({"do": "silence"}))
        assert await heard(socket) is None
    async with ana.socket(code) as socket:
        told = (await frame(socket))["private"]
        assert (told["intro"], told["coached"]) == (None, False), "it stays silent"
        await socket.send(json.dumps({"do": "silence"}))
        assert (await heard(socket))["key"] == "aim"
    async with ben.socket(code) as socket:
        assert await heard(socket) is not None, "each has a coach of their own"


@pytest.mark.parametrize("key", ["", "trap", "no such thing", "\u0000", "x" * 500, "{0}", "<b>"])
async def test_a_key_that_the_coach_did_not_say(server: Server, key: str) -> None:
    code, (ana, _) = await stratos_table(server)
    async with ana.socket(code) as socket:
        assert (await heard(socket))["key"] == "aim"
        assert await refusal(socket, {"do": "understood", "option": key}) == "The coach did not say that."


async def test_spectators_have_no_coach(server: Server) -> None:
    code, _ = await stratos_table(server)
    watcher = await server.person("Watcher")
    async with watcher.socket(code) as socket:
        assert "private" not in await frame(socket)
        for message in ({"do": "understood", "option": "aim"}, {"do": "silence"}, {"do": "read"}):
            assert "watching" in await refusal(socket, message)


async def test_without_introductions_there_is_nothing_to_understand(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2)
    async with clients[0].socket(code) as socket:
        assert "intro" not in (await frame(socket))["private"]
        assert await refusal(socket, {"do": "understood", "option": "aim"}) == "The coach did not say that."
        assert await refusal(socket, {"do": "read"}) == "There is nothing to go on from."


def test_the_games_that_introduce_have_a_switch() -> None:
    assert type(GAMES["stratos"]).introductions is not type(GAMES["whisper"]).introductions

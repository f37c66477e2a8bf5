"""A server killed in the middle of load loses no acknowledged move and repeats none."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.patience import PATIENCE
from tests.servers import Client, Server, frame, whisper_table

TABLES, SEATS, MOVES, KILLS = 6, 4, 60, 3


class Player:
    """Plays by defaults, reconnects by itself, and sends an answer again until it knows that it was taken."""

    def __init__(self, client: Client, code: str, seat: int) -> None:
        self.client, self.code, self.seat = client, code, seat
        self.acknowledged: dict[str, list[str]] = {}  # ask -> values that the server has shown to be taken
        self.sent: dict[str, list[str]] = {}
        self.reconnections = -1
        self.over = False

    async def play(self) -> None:
        while not self.over:
            with contextlib.suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError, EOFError):
                async with self.client.socket(self.code) as socket:
                    self.reconnections += 1
                    while not self.over:
                        await self.take(socket, await frame(socket, 60))
            await asyncio.sleep(0.05)

    async def take(self, socket: Any, message: dict[str, Any]) -> None:
        if message["type"] == "refused":
            assert "answered" in message["reason"] or "not asked" in message["reason"], message
            return
        self.over = bool(message.get("public", {}).get("status", {}).get("outcome"))
        if "ask" not in message.get("private", {}):
            return
        ask = message["private"]["ask"]
        for earlier, values in self.sent.items():
            if ask is None or ask["id"] != earlier:
                self.acknowledged[earlier] = values
        if ask is not None:
            values = self.sent.setdefault(ask["id"], ask["default"])
            await socket.send(json.dumps({"do": "answer", "ask": ask["id"], "values": values, "key": ask["id"]}))


async def under_way(players: list[Player], kills: int) -> None:
    """Everybody is connected since the last kill, and somebody has moved."""
    before = sum(len(player.acknowledged) for player in players)
    async with asyncio.timeout(PATIENCE):
        while not all(player.over or player.reconnections >= kills for player in players):
            await asyncio.sleep(0.02)
        while (
            not all(player.over for player in players) and sum(len(player.acknowledged) for player in players) == before
        ):
            await asyncio.sleep(0.02)


async def test_a_killed_server_loses_and_repeats_nothing(serve: Any) -> None:
    server: Server = await asyncio.to_thread(serve)
    players: list[Player] = []
    codes = []
    for _ in range(TABLES):
        code, clients = await whisper_table(server, SEATS, MOVES)
        codes.append(code)
        players += [Player(client, code, seat) for seat, client in enumerate(clients)]
    work = [asyncio.create_task(player.play()) for player in players]
    for kill in range(KILLS):
        await under_way(players, kill)
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    await asyncio.gather(*work)
    assert all(player.reconnections >= 1 for player in players), "everybody was thrown out and came back"
    for code in codes:
        mine = [player for player in players if player.code == code]
        view = await mine[0].client.get(f"/api/tables/{code}/view")
        assert view["moment"] == MOVES + 1, "every move is there, and none twice"
        assert sum(len(player.acknowledged) for player in mine) <= MOVES
        assert view["outcome"] is not None

"""Servers as processes of their own, and small clients to talk to them."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect

from app.config import load_settings
from app.main import open_database
from app.people.identity import People
from app.tables.replay import Archive
from app.tables.store import Store
from tests.nursery import Started, start_plainly, start_server

ROOT = Path(__file__).resolve().parents[1]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """A server as a process of its own. Most tests take one that is forked from a process which has read all of its code
    (tests/nursery.py); what is about the start itself takes a `plain` one."""

    def __init__(self, settings: Mapping[str, str], *, plain: bool = False) -> None:
        self._plain = plain
        self.port = int(settings.get("PORT", 0)) or free_port()
        # Tests ask for more in a second than people do in an evening; what is about budgets asks for its own.
        self.settings = {"BUDGET_PERCENT": "0", "STRANGERS_WATCH": "1", **settings, "PORT": str(self.port)}
        self.base = settings.get("BASE_PATH", "")
        self.process: Started | None = None
        self.output = b""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}{self.base}"

    @property
    def ws(self) -> str:
        return f"ws://127.0.0.1:{self.port}{self.base}"

    def start(self) -> None:
        environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "PUBLIC_URL")}
        begin = start_plainly if self._plain else start_server
        self.process = begin(environment | self.settings)
        deadline = time.monotonic() + 120
        while time.monotonic() < deadline:
            try:
                if httpx2.get(f"{self.url}/healthz", trust_env=False).status_code == 200:
                    return
            except httpx2.TransportError:
                if self.process.poll() is not None:
                    break
            time.sleep(0.05)
        raise AssertionError(f"the server did not start:\n{self.read_output()}")

    def kill(self) -> None:
        """As a crash would end it."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.read_output()

    def stop(self) -> str:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        return self.read_output()

    def read_output(self) -> str:
        if self.process is not None and self.process.stdout is not None and not self.process.stdout.closed:
            try:
                self.output += self.process.communicate(timeout=60)[0]
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.output += self.process.communicate()[0]
        return self.output.decode(errors="replace")

    # A client per person -----------------------------------------------------------------------------------------

    async def person(self, name: str) -> Client:
        client = Client(self)
        await client.welcome(name)
        return client


class Client:
    """A program that plays through the JSON API."""

    def __init__(self, server: Server) -> None:
        self.server = server
        # A connection per request: nothing is left open when a test ends.
        limits = httpx2.Limits(max_keepalive_connections=0)
        self.http = httpx2.AsyncClient(base_url=server.url, trust_env=False, limits=limits, timeout=60)
        self.token = ""

    async def welcome(self, name: str) -> None:
        reply = await self.http.post("/api/people", json={"name": name})
        assert reply.status_code == 201, reply.text
        self.token = reply.json()["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"

    async def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        reply = await self.http.post(path, json={} if body is None else body)
        assert reply.status_code == status, (reply.status_code, reply.text)
        return reply.json()

    async def get(self, path: str, status: int = 200) -> Any:
        reply = await self.http.get(path)
        assert reply.status_code == status, (reply.status_code, reply.text)
        return reply.json()

    def socket(self, code: str) -> connect:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        return connect(f"{self.server.ws}/api/tables/{code}/ws", additional_headers=headers, proxy=None, max_size=2**22)


Lay = Callable[[bytes], Awaitable[str]]


@asynccontextmanager
async def laying(server: Server, token: str = "") -> AsyncGenerator[Lay]:
    """Table files as the host's own command would bring them in: believed as they are. They belong to whose token this is.
    Says the path of each."""
    token = token or (await server.person("Keeper")).token
    async with open_database(load_settings(server.settings)[0]) as (engine, _):
        person = People(engine, server.settings["SECRET_KEY"]).read_token(token)
        assert person is not None
        archive = Archive(engine, Store(engine, "test"))

        async def lay_one(blob: bytes) -> str:
            return f"/t/{(await archive.restore(blob, person)).code}"

        yield lay_one


async def lay(server: Server, blob: bytes, token: str = "") -> str:
    async with laying(server, token) as lay_one:
        return await lay_one(blob)


async def frame(socket: ClientConnection, seconds: float = 60) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), seconds))
    return message


async def whisper_table(server: Server, seats: int = 4, moves: int = 60) -> tuple[str, list[Client]]:
    """A started table of Whisper; seat n is client n."""
    clients = [await server.person(f"Player {number}") for number in range(seats)]
    body = {"game": "whisper", "seats": seats, "options": {"moves": moves}}
    code = (await clients[0].post("/api/tables", body, 201))["code"]
    for client in clients[1:]:
        await client.post(f"/api/tables/{code}/join")
    await clients[0].post(f"/api/tables/{code}/start")
    return code, clients

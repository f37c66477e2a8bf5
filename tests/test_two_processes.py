"""Two processes behind the documented rule of nginx, twenty tables, and people at both: who sits anywhere is there for all,
hears no notice, and is not voted away. Half of the people come past the rule, straight to one of the processes, as they do
for a moment whenever a process is started again."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import subprocess
from collections.abc import AsyncGenerator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx2
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine
from websockets.asyncio.client import ClientConnection

from tests.conftest import Serve
from tests.patience import Patiently
from tests.servers import Client, Server, free_port
from tests.test_proxies import wait_for, write

TABLES = 20


@contextlib.contextmanager
def nginx(folder: Path, processes: list[int]) -> Iterator[Server]:
    """The rule of the guide, in front of two processes."""
    front = Server({"PORT": str(free_port())})
    proxy = subprocess.Popen(
        write("nginx", folder, front.port, processes), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        with httpx2.Client(base_url=front.url, trust_env=False) as http:
            wait_for(http, proxy)
        yield front
    finally:
        proxy.terminate()
        proxy.communicate()


class Seat:
    """Somebody who sits at a table, and what they see."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.here: dict[int, bool] = {}
        self.ask: dict[str, Any] | None = None
        self.told: list[str] = []
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self._socket:
            frame = json.loads(message)
            changed = frame.get("public", {}).get("players", []) + frame.get("items", {}).get("public.players", [])
            self.here |= {player["seat"]: player["here"] for player in changed}
            if "ask" in frame.get("private", {}):
                self.ask = frame["private"]["ask"]
            if frame.get("type") == "refused":
                self.told.append(frame["reason"])

    async def say(self, **words: Any) -> None:
        await self._socket.send(json.dumps(words))

    async def answer(self) -> None:
        async for _ in Patiently("this seat is asked"):
            if self.ask is not None:
                break
        assert self.ask is not None
        await self.say(do="answer", ask=self.ask["id"], values=self.ask["default"], key="x")

    async def stop(self) -> None:
        self._reading.cancel()


@asynccontextmanager
async def sitting(server: Server, person: Client, code: str) -> AsyncGenerator[Seat]:
    there = Client(server)
    there.token = person.token
    async with there.socket(code) as socket:
        seat = Seat(socket)
        try:
            yield seat
        finally:
            await seat.stop()
            await there.http.aclose()


async def notices(engine: AsyncEngine) -> list[int]:
    """When every table has been looked at: to which seats a mail goes. The first turn began before anybody had sat down."""
    told = text("SELECT body ->> 'seat' FROM outbox WHERE kind = 'mail' AND CAST(body ->> 'turn' AS int) > 1")
    async for _ in Patiently("every table is looked at"):
        async with engine.connect() as connection:
            looked = await connection.scalar(text("SELECT count(*) FROM watched WHERE looked = marks"))
            if looked == TABLES:
                return [int(seat) for seat in await connection.scalars(told)]
    raise AssertionError


@pytest.mark.slow
async def test_people_at_both_processes_are_there_for_all(serve: Serve, engine: AsyncEngine, tmp_path: Path) -> None:
    if shutil.which("nginx") is None:
        pytest.skip("NOT RUN: nginx is not installed, so two processes behind it were not tried")
    mail = {
        "SMTP_URL": "smtp://127.0.0.1:9",
        "MAIL_FROM": "house@example.org",
    }  # nobody takes it: the rows are looked at
    # Each with a data folder of its own, as on two machines.
    folders = [str(tmp_path / name) for name in ("here", "there")]
    processes = [await asyncio.to_thread(partial(serve, DATA_DIR=folder, **mail)) for folder in folders]
    with nginx(tmp_path, [server.port for server in processes]) as front:
        people = [await front.person(name) for name in ("Ana", "Ben", "Cleo")]
        async with engine.begin() as connection:
            await connection.execute(
                text("""UPDATE people SET mail = name || '@example.org', preferences = '{"grace": 0}'""")
            )
        codes = []
        for _ in range(TABLES):
            body = {"game": "whisper", "seats": 3, "options": {"moves": 30}}
            codes.append((await people[0].post("/api/tables", body, 201))["code"])
            for person in people[1:]:
                await person.post(f"/api/tables/{codes[-1]}/join")
            await people[0].post(f"/api/tables/{codes[-1]}/start")
        async with engine.begin() as connection:
            await connection.execute(text("""UPDATE seats SET notices = '{"mail": true}'"""))
        async with AsyncExitStack() as stack:
            tables = [
                (
                    await stack.enter_async_context(sitting(front, people[0], code)),
                    await stack.enter_async_context(sitting(processes[number % 2], people[1], code)),
                )
                for number, code in enumerate(codes)
            ]
            seats = [seat for table in tables for seat in table]
            async for _ in Patiently("everybody sees who is there, and who is not"):
                if all(seat.here == {0: True, 1: True, 2: False} for seat in seats):
                    break
            for ana, _ in tables:
                await ana.answer()
            for _, ben in tables:  # who is asked next, and there
                async for _ in Patiently("Ben is asked"):
                    if ben.ask is not None:
                        break
            assert await notices(engine) == [], "who is there hears nothing"
            for ana, ben in tables:
                await ana.say(do="without", seat=1)
                await ben.say(do="without", seat=0)
            async for _ in Patiently("every vote is refused"):
                if all(seat.told for seat in seats):
                    break
            assert {words for seat in seats for words in seat.told} == {"That player is here."}
            for _, ben in tables:
                await ben.answer()
            async for _ in Patiently("who is not there is told, once for each table"):
                if len(await notices(engine)) == TABLES:
                    break
            assert set(await notices(engine)) == {2}
        for person in people:
            await person.http.aclose()

"""Memory of a server per idle table, and per connection."""

from __future__ import annotations

import asyncio

import httpx2
import uvloop
from websockets.asyncio.client import connect

from bench.measure import PARALLAX, database, memory_bytes, process, report, server_settings

TABLES, CONNECTIONS = 200, 400


async def main() -> None:
    with database() as postgres, process(PARALLAX, server_settings(postgres)) as (port, pid):
        async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", trust_env=False) as http:
            token = (await http.post("/api/people", json={"name": "Ana"})).json()["token"]
            http.headers["Authorization"] = f"Bearer {token}"
            codes = [await _idle_table(http) for _ in range(20)]  # what the first tables load is not theirs alone
            before = memory_bytes(pid)
            codes += [await _idle_table(http) for _ in range(TABLES)]
            tables = memory_bytes(pid)
        url = f"ws://127.0.0.1:{port}/api/tables/"
        sockets = [await connect(f"{url}{codes[n % len(codes)]}/ws", proxy=None) for n in range(CONNECTIONS)]
        await asyncio.gather(*(socket.recv() for socket in sockets))
        connected = memory_bytes(pid)
        await asyncio.gather(*(socket.close() for socket in sockets))
    per_table, per_connection = (tables - before) / TABLES, (connected - tables) / CONNECTIONS
    report(
        "memory",
        per_table / per_connection,
        what="memory of an idle table / of a connection",
        kib_per_idle_table=round(per_table / 1024, 1),
        kib_per_connection=round(per_connection / 1024, 1),
        mib_of_the_server=round(before / 2**20, 1),
    )


async def _idle_table(http: httpx2.AsyncClient) -> str:
    reply = await http.post("/api/tables", json={"game": "whisper", "seats": 4})
    code: str = reply.json()["code"]
    for seat in (1, 2, 3):
        await http.post(f"/api/tables/{code}/bots", json={"seat": seat})
    await http.post(f"/api/tables/{code}/start")
    await http.get(f"/api/tables/{code}/view")
    return code


if __name__ == "__main__":
    uvloop.run(main())

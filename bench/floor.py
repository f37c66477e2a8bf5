"""The floor: the least that any server of this kind must do. One insert and four views as JSON for each move; no rules, no
secrets, no seats, no recovery. Measured beside Parallax in the same run."""

from __future__ import annotations

import os
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import asyncpg
import msgspec
import uvicorn
from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from app.games import GAMES
from app.kernel import Session

rooms: dict[str, list[WebSocket]] = {}
counts: dict[str, int] = {}
VIEW = msgspec.to_builtins(Session.start(GAMES["whisper"], seats=4, seed="floor").view(0))
ENTRY = b"x" * 260  # as large as a row of Whisper's journal


@asynccontextmanager
async def lifespan(app: FastAPI) -> AsyncGenerator[None]:
    app.state.pool = await asyncpg.create_pool(os.environ["FLOOR_DSN"], min_size=8, max_size=8)
    async with app.state.pool.acquire() as connection:
        await connection.execute("CREATE TABLE floor (room text, seq int, entry bytea, PRIMARY KEY (room, seq))")
    yield
    await app.state.pool.close()


app = FastAPI(lifespan=lifespan)


@app.get("/healthz")
async def alive() -> str:
    return "ok"


@app.websocket("/ws/{room}")
async def play(socket: WebSocket, room: str) -> None:
    await socket.accept()
    members = rooms.setdefault(room, [])
    members.append(socket)
    try:
        while True:
            await socket.receive_text()
            seq = counts[room] = counts.get(room, 0) + 1
            async with socket.app.state.pool.acquire() as connection:
                await connection.execute("INSERT INTO floor VALUES ($1, $2, $3)", room, seq, ENTRY)
            VIEW["public"]["tiles"][seq % 60]["flag"] = seq % 120 < 60
            for seat, member in enumerate(members):
                await member.send_text(msgspec.json.encode({"seq": seq, "seat": seat, "view": VIEW}).decode())
    except WebSocketDisconnect:
        members.remove(socket)


@app.websocket("/echo")
async def echo(socket: WebSocket) -> None:
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        return


if __name__ == "__main__":
    uvicorn.run(app, host="127.0.0.1", port=int(os.environ["PORT"]), log_level="warning")

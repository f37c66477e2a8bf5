"""What a stranger may say, hold and take before a request is whole."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import pytest
import uvicorn
from fastapi import FastAPI
from starlette.datastructures import Headers
from uvicorn.server import ServerState

from app.config import Settings
from app.serve import not_of_strangers
from app.web import app as web
from app.web import doorstep, hosting
from app.web.app import Guard
from app.web.budgets import REFUSALS, Ledger
from app.web.doorstep import LARGEST_HEAD, Doorstep, is_trusted
from app.web.who import COOKIE, cookie_of, token_of
from tests.patience import PATIENCE, Patiently

Connect = Callable[..., Any]


@asynccontextmanager
async def door(trusted: str = "") -> AsyncGenerator[Connect]:
    """A server that greets everybody; gives what connects to it."""

    async def greet(scope: Any, receive: Any, send: Any) -> None:
        if scope["path"] == "/slow":
            await asyncio.sleep(0.2)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
        await send({"type": "http.response.body", "body": b"hi"})

    config = uvicorn.Config(greet, http=Doorstep, forwarded_allow_ips=trusted, log_config=None)
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Doorstep(config=config, server_state=state, app_state={}), "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    opened = []

    async def connect(home: str = "127.0.0.1") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(home, 0))
        opened.append(writer)
        return reader, writer

    try:
        yield connect
    finally:
        for writer in opened:
            writer.close()
        server.close()
        await server.wait_closed()


async def asked(connection: tuple[asyncio.StreamReader, asyncio.StreamWriter], words: bytes) -> bytes:
    reader, writer = connection
    writer.write(words)
    return await reader.readline()


REQUEST = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def test_who_never_finishes_their_first_words_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorstep, "LONGEST_HEAD", 0.05)
    async with door() as connect:
        silent, _ = await connect()
        assert await silent.read() == b""
        slow = await connect()
        assert b"200" in await asked(slow, REQUEST)
        await slow[0].readuntil(b"hi")
        slow[1].write(b"GET / HTTP/1.1\r\nHo")  # the second request of the same connection
        assert await slow[0].read() == b""


async def test_an_answer_takes_as_long_as_it_wants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the words before the body have a limit of time."""
    monkeypatch.setattr(doorstep, "LONGEST_HEAD", 0.05)
    async with door() as connect:
        assert b"200" in await asked(await connect(), REQUEST.replace(b"/ ", b"/slow "))


async def test_words_that_never_end_are_refused() -> None:
    async with door() as connect:
        connection = await connect()
        endless = b"GET / HTTP/1.1\r\nCookie: " + b"x" * (LARGEST_HEAD + 1)
        assert b"431" in await asked(connection, endless)
        assert await connection[0].read() != REQUEST, "and the connection ends"


async def test_one_address_has_so_many_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doorstep, "MOST_FROM_ONE", 3)
    async with door("127.0.0.9") as connect:
        held = [await connect() for _ in range(3)]
        assert b"200" in await asked(held[0], REQUEST)
        fourth, writer = await connect()
        writer.write(REQUEST)
        with pytest.raises(ConnectionError):
            if await fourth.read() == b"":
                raise ConnectionResetError
        assert b"200" in await asked(await connect("127.0.0.2"), REQUEST), "others come in"
        for _ in range(5):
            assert b"200" in await asked(await connect("127.0.0.9"), REQUEST), "a proxy stands for many"
        held[1][1].close()
        async for _ in Patiently("a place becomes free"):
            if Doorstep.here["127.0.0.1"] < 3:
                break
        assert b"200" in await asked(await connect(), REQUEST)
    async for _ in Patiently("all have gone"):
        if not Doorstep.here:
            break


async def test_who_does_not_listen_is_sent_away_before_anything_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = Ledger(1, lambda: 1000.0)
    monkeypatch.setattr(Doorstep, "ledger", ledger)
    async with door("127.0.0.9") as connect:
        for _ in range(REFUSALS.address.burst + 1):
            ledger.refuse("127.0.0.2")
            ledger.refuse("127.0.0.9")
        reader, writer = await connect("127.0.0.2")
        writer.write(REQUEST)
        answer = await reader.read()
        assert answer.startswith(b"HTTP/1.1 429 ")
        head, _, words = answer.partition(b"\r\n\r\n")
        assert b"retry-after: 5" in head
        assert f"content-length: {len(words)}".encode() in head
        assert b"200" in await asked(await connect(), REQUEST), "others come in"
        assert b"200" in await asked(await connect("127.0.0.9"), REQUEST), "a proxy stands for many"


async def test_nonsense_uses_up_the_same_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Doorstep, "ledger", Ledger(1, lambda: 1000.0))
    async with door() as connect:
        for _ in range(REFUSALS.address.burst + 1):
            assert b"400" in await asked(await connect("127.0.0.2"), b"\x16\x03\x01 this is no request\r\n\r\n")
        assert b"429" in await asked(await connect("127.0.0.2"), REQUEST)


def test_nobody_writes_into_the_log_by_sending_nonsense() -> None:
    def said(words: str) -> bool:
        return not_of_strangers(logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, words, None, None))

    assert not said("Invalid HTTP request received.")
    assert not said("Unsupported upgrade request.")
    assert said("anything else")


def test_proxies_are_named_alone_or_as_networks() -> None:
    assert is_trusted("10.0.0.7", "127.0.0.1, 10.0.0.0/8")
    assert is_trusted("10.0.0.7", "*")
    assert not is_trusted("10.0.0.7", "127.0.0.1,unix")
    assert not is_trusted("", "127.0.0.1")


def posting(path: str = "/import") -> dict[str, Any]:
    return {"type": "http", "method": "POST", "path": path, "query_string": b"", "headers": []}


@pytest.mark.parametrize(("path", "limit"), [("/import", "LONGEST_BODY"), ("/t/amber-otter-4217/say", "LONGEST_FORM")])
async def test_a_body_that_never_ends_is_given_up(monkeypatch: pytest.MonkeyPatch, path: str, limit: str) -> None:
    """It comes in drops, each of them in good time: all together have a limit, and few people send files."""
    monkeypatch.setattr(web, limit, 0.1)
    heard: list[Any] = []

    async def inside(scope: Any, receive: Any, send: Any) -> None:
        while not heard or heard[-1]["type"] == "http.request":
            heard.append(await receive())

    async def drop() -> Any:
        await asyncio.sleep(0.02)
        return {"type": "http.request", "body": b"x", "more_body": True}

    async with asyncio.timeout(PATIENCE):
        await Guard(inside, Settings())(posting(path), drop, nothing)
    assert len(heard) > 1
    assert heard[-1] == {"type": "http.disconnect"}


async def test_whoever_has_said_all_is_not_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the body has a limit of time, not what is done with it."""
    monkeypatch.setattr(web, "LONGEST_BODY", 0.05)
    whole = {"type": "http.request", "body": b"x", "more_body": False}
    gone, said = asyncio.Event(), [whole]
    heard: list[Any] = []

    async def inside(scope: Any, receive: Any, send: Any) -> None:
        heard.append(await receive())
        waiting = asyncio.create_task(receive())
        await asyncio.sleep(0.15)
        assert not waiting.done(), "nobody says that they have gone"
        gone.set()
        heard.append(await waiting)

    async def receive() -> Any:
        if said:
            return said.pop()
        await gone.wait()
        return {"type": "http.disconnect", "by": "themselves"}

    await Guard(inside, Settings())(posting(), receive, nothing)
    assert heard == [whole, {"type": "http.disconnect", "by": "themselves"}]


async def nothing(message: Any) -> None:
    pass


async def test_a_self_test_that_says_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "PATIENCE", 0.05)
    app = FastAPI()
    app.state.house = SimpleNamespace(settings=Settings())
    app.include_router(hosting.router)
    incoming = [{"type": "websocket.connect"}]
    sent: list[str] = []

    async def receive() -> Any:
        if not incoming:
            await asyncio.Event().wait()
        return incoming.pop()

    async def send(message: Any) -> None:
        sent.append(message["type"])

    scope = {"type": "websocket", "path": "/status/ws", "query_string": b"", "headers": [], "subprotocols": []}
    async with asyncio.timeout(PATIENCE):
        await app(scope, receive, send)
    assert sent == ["websocket.accept", "websocket.close"]


async def test_quoted_cookies_reach_nobody_who_unquotes_them() -> None:
    """Python's own reader takes seconds for some of them, and the framework reads all."""
    reached: list[str] = []

    async def inside(scope: Any, receive: Any, send: Any) -> None:
        reached.append(Headers(scope=scope)["cookie"])

    guard = Guard(inside, Settings())
    for kind in ("http", "websocket"):
        strange = f'a="x\\"y"; {COOKIE}=word.1; b=\\134; c=d'
        headers = [(b"cookie", strange.encode())]
        await guard({"type": kind, "method": "GET", "path": "/", "query_string": b"", "headers": headers}, None, None)  # type: ignore[arg-type]
    assert reached == [f" {COOKIE}=word.1; c=d"] * 2


def test_cookies_are_read_in_time_whatever_they_are() -> None:
    assert cookie_of(Headers({"cookie": f"a=b; {COOKIE}=word.signed-1_2 ; c=d"}), COOKIE) == "word.signed-1_2"
    assert cookie_of(Headers({"cookie": "nonsense"}), COOKIE) == ""
    began = time.process_time()
    for strange in ('a="' + '\\"' * 30_000 + '"', "a=1; " * 13_000, f'{COOKIE}="' + "\\012" * 15_000):
        token_of(Headers({"cookie": strange}))
    assert time.process_time() - began < 0.5

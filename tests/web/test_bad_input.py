"""Whatever is sent, the answer is a clear error, and the table is as it was."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.kernel import Refused
from app.web.incoming import Message, read_message
from tests.servers import Server, frame, whisper_table

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)
NEARLY = st.fixed_dictionaries(
    {},
    optional={
        "do": st.sampled_from(["answer", "use", "undo", "fly"]) | JSON,
        "ask": st.text(max_size=12) | JSON,
        "option": st.text(max_size=12) | JSON,
        "values": st.lists(st.text(max_size=12), max_size=4) | JSON,
        "key": st.text(max_size=100) | JSON,
        "part:a": JSON,
        "put:b": JSON,
    },
)


@given(st.binary(max_size=200) | JSON.map(msgspec.json.encode) | NEARLY.map(msgspec.json.encode))
def test_anything_is_read_as_a_message_or_refused_in_words(raw: bytes) -> None:
    try:
        message = read_message(raw)
    except Refused as refusal:
        assert refusal.reason
    else:
        assert isinstance(message, Message)


async def test_anything_sent_to_a_table_changes_nothing(server: Server) -> None:
    code, clients = await whisper_table(server, seats=2)
    before = await clients[0].get(f"/api/tables/{code}/view")

    @settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @given(NEARLY | JSON)
    def collect(data: Any) -> None:
        attempts.append(data)

    attempts: list[Any] = [{"do": "answer", "ask": before["ask"]["id"], "values": ["card:1>tile:99"]}]
    collect()
    for start in range(0, len(attempts), 40):
        async with clients[0].socket(code) as socket:
            await frame(socket)
            for data in attempts[start : start + 40]:
                await socket.send(json.dumps(data))
                reply = await frame(socket)
                assert reply["type"] == "refused"
                assert reply["reason"]
    assert await clients[0].get(f"/api/tables/{code}/view") == before | {"log": before["log"]}


@pytest.mark.parametrize(
    "path", ["/t/nowhere", "/api/tables/nowhere/view", "/nothing", "/t/%00/ws", "/static/../app/cli.py"]
)
async def test_unknown_pages_are_explained(server: Server, path: str) -> None:
    client = await server.person("Ana")
    reply = await client.http.get(path)
    assert reply.status_code == 404
    assert "Traceback" not in reply.text

"""Whatever is sent, the answer is a clear error, and the table is as it was."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.kernel import Refused
from app.web.explain import NOTHING
from app.web.incoming import Message, read_message
from app.web.rulebook import LONGEST_SEARCH
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


@pytest.mark.parametrize(
    "raw", ["[" * 6000, "[" * 6000 + "]" * 6000, '{"do":' * 2000, b"\xff\xfe", "[]", "1", "x" * 20_000]
)
def test_deep_and_broken_messages_are_refused_in_words(raw: str | bytes) -> None:
    with pytest.raises(Refused):
        read_message(raw)


async def test_a_search_is_for_a_few_words(server: Server) -> None:
    client = await server.person("Ana")
    for words, status in (("x" * LONGEST_SEARCH, 200), ("x" * (LONGEST_SEARCH + 1), 400), ("war " * 1500, 400)):
        assert (await client.http.get("/rules/stratos", params={"q": words})).status_code == status


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


async def test_cards_of_what_is_not_there_or_not_for_me_are_refused_alike(server: Server) -> None:
    code, (ana, ben) = await whisper_table(server, seats=2)
    mine, theirs = [
        (await client.get(f"/api/tables/{code}/view"))["view"]["private"]["dock"]["hand"] for client in (ana, ben)
    ]
    assert (await ana.http.get(f"/t/{code}/what", params={"name": f"card-{mine[0]}"})).status_code == 200
    before = await ana.get(f"/api/tables/{code}/view")
    refused = set()
    for name in (f"card-{theirs[0]}", "card-999", "no-such-thing", "", "x" * 500, "\x00", "../../etc"):
        for query in ({"name": name}, {"name": name, "seat": "1"}):
            reply = await ana.http.get(f"/t/{code}/what", params=query)
            refused.add((reply.status_code, reply.text))
    told = await ana.get(f"/api/tables/{code}/explain?name=card-{theirs[0]}", 404)
    assert told["error"] == NOTHING
    assert len(refused) == 1, "one and the same refusal"
    (status, words) = refused.pop()
    assert status == 404
    assert NOTHING in words
    assert await ana.get(f"/api/tables/{code}/view") == before


@pytest.mark.parametrize("query", ["", "upto=1", "upto=x&have=1", "upto=-5&have=-5", "upto=99999999&have=0&seat=77"])
async def test_pieces_of_the_log_that_do_not_exist(server: Server, query: str) -> None:
    code, (ana, _) = await whisper_table(server, seats=2)
    reply = await ana.http.get(f"/t/{code}/log?{query}")
    assert reply.status_code == (200 if "have" in query and "x" not in query else 422)

"""The client: rate limits as Discord tells them, errors in words, no secret in a log."""

from __future__ import annotations

import asyncio
import logging

import httpx2
import pytest
from sqlalchemy.exc import DBAPIError

from app.discord.client import Discord, DiscordDown, DiscordError, masked
from tests.discord.fake import CHANNEL, HOOK_ID, HOOK_TOKEN
from tests.discord.world import World

WORDS = {"content": "Once more.", "allowed_mentions": {"parse": []}}
POST = f"/channels/{CHANNEL}/messages"


async def test_buckets_are_never_overrun(world: World) -> None:
    world.fake.bucket_size = 3
    for _ in range(8):
        await world.house.client.call("POST", POST, WORDS)
    assert len(world.fake.sent()) == 8
    assert world.fake.overruns == 0, "the headers said when to wait"


async def test_rate_limits_are_waited_out_and_errors_have_their_number(world: World) -> None:
    world.fake.limit_next = 2
    assert (await world.house.client.call("POST", POST, WORDS))["content"] == "Once more."
    with pytest.raises(DiscordError) as error:
        await world.house.client.call("PATCH", f"{POST}/1", WORDS)
    assert error.value.code == 10008
    with pytest.raises(DiscordError) as error:
        await world.house.client.call("POST", POST, {"content": "x" * 2001})
    assert error.value.code == 50035
    world.fake.objections.clear()
    nowhere = Discord(base="http://127.0.0.1:9/api/v10")
    with pytest.raises(DiscordDown):
        await nowhere.call("GET", "/users/@me")
    await nowhere.close()


async def test_pages_instead_of_answers_never_raise_anything_else(world: World) -> None:
    client = world.house.client
    world.fake.gate_next = 1
    assert (await client.call("POST", POST, WORDS))["content"] == "Once more.", "a page with 429 is a reason to wait"
    world.fake.down = True
    with pytest.raises(DiscordDown):
        await client.call("POST", POST, WORDS)
    with pytest.raises(DiscordDown):
        await client.exchange("code", "https://play.example.org/discord/callback")
    assert len(world.fake.sent()) == 1


async def test_too_many_edits_of_an_old_message_are_an_answer_not_a_reason_to_wait(world: World) -> None:
    message = await world.house.client.call("POST", POST, WORDS)
    world.fake.now += 3601
    path = f"{POST}/{message['id']}"
    for _ in range(3):
        await world.house.client.call("PATCH", path, WORDS)
    before = len(world.fake.calls)
    with pytest.raises(DiscordError) as error:
        await world.house.client.call("PATCH", path, WORDS)
    assert error.value.code == 30046
    assert len(world.fake.calls) == before + 1, "it is not tried four times"


async def test_a_limit_of_one_channel_is_not_one_of_all(world: World) -> None:
    client = world.house.client
    client._wait_until["POST /channels/1"] = client._wait_until.get("*", 0) + 10**9
    with pytest.raises(DiscordDown) as limited:
        await client.call("POST", "/channels/1/messages", WORDS)
    assert limited.value.here
    assert await client.call("POST", POST, WORDS)


async def test_no_secret_word_reaches_a_log_or_an_error(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    client = world.house.client
    await client.call("POST", f"/webhooks/{HOOK_ID}/{HOOK_TOKEN}?wait=true", WORDS, bot=False)
    world.fake.webhooks.clear()
    with pytest.raises(DiscordError) as gone:
        await client.call("POST", f"/webhooks/{HOOK_ID}/{HOOK_TOKEN}", WORDS, bot=False)
    with pytest.raises(DiscordError):
        await client.call("PATCH", "/webhooks/900000000000000000/token-77/messages/@original", WORDS, bot=False)
    nowhere = Discord(base="http://127.0.0.1:9/api/v10")
    with pytest.raises(DiscordDown) as down:
        await nowhere.call("POST", f"/webhooks/{HOOK_ID}/{HOOK_TOKEN}", WORDS, bot=False)
    await nowhere.close()
    written = caplog.text + str(gone.value) + str(down.value)
    assert HOOK_TOKEN not in written
    assert "token-77" not in written
    assert "/webhooks/555/…" in caplog.text, "the call itself is written down"
    assert masked("see /discord/enter/abc?to=x") == "see /discord/enter/…?to=x"


async def test_no_secret_word_reaches_a_log_over_a_real_wire_or_in_a_traceback(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    """Whatever the libraries below us write down when all of them may speak."""
    caplog.set_level(logging.DEBUG)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 503 No\r\nContent-Length: 4\r\nConnection: close\r\n\r\n<ht>")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    client = Discord(base=f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/api/v10", bot_token="bot-secret")
    for path in (f"/webhooks/{HOOK_ID}/{HOOK_TOKEN}", "/webhooks/900/token-77/messages/@original", POST):
        with pytest.raises(DiscordDown):
            await client.call("POST", path, WORDS)
    await client.close()
    server.close()
    logger = logging.getLogger("parallax.discord")
    try:
        raise RuntimeError(f"no good: https://discord.com/api/webhooks/{HOOK_ID}/{HOOK_TOKEN}")
    except RuntimeError:
        logger.exception("an interaction failed")
    with pytest.raises(DBAPIError) as broken:
        await world.house.directory.put("no such table", webhook=f"https://discord.com/api/webhooks/1/{HOOK_TOKEN}")
    logging.getLogger("elsewhere").warning("%s", broken.value)
    assert "RuntimeError: no good" in caplog.text, "what went wrong is written down"
    for word in (HOOK_TOKEN, "token-77", "bot-secret"):
        assert word not in caplog.text


@pytest.mark.parametrize("status", [400, 403, 404, 429, 500, 503])
@pytest.mark.parametrize("body", ["<html>cloudflare</html>", "", '"no"', '{"code": "text", "retry_after": "x"}'])
async def test_whatever_stands_in_a_refusal_it_is_one_of_two_things(status: int, body: str) -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(status, text=body, headers={"retry-after": "nonsense", "x-ratelimit-reset-after": "-"})

    client = Discord(base="http://discord.test/api/v10", transport=httpx2.MockTransport(answer))
    client.patience = 0.0
    with pytest.raises((DiscordError, DiscordDown)):
        await client.call("POST", POST, WORDS)
    with pytest.raises((DiscordError, DiscordDown)):
        await client.exchange("code")
    await client.close()

"""Discord, against a fake that keeps Discord's rules: commands, cards, notices, sign-in, restricted tables."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from typing import Any

import httpx2
import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.config import Settings
from app.discord.announcer import _quiet_until
from app.discord.client import Discord, DiscordDown, DiscordError
from app.discord.house import DiscordHouse
from app.discord.signature import signed
from app.games import GAMES
from app.kernel import Refused
from app.notices.centre import Centre, Wishes
from app.notices.mail import Mailer, check_address
from app.notices.push import Pusher, check_endpoint, decode, encode, encrypt
from app.people.identity import BadLink, People, Preferences
from app.tables.facts import TableSettings
from app.tables.hub import Hub
from app.tables.lobby import Lobby
from tests.discord.fake import APP, BOT, CHANNEL, GUILD, SECRET, FakeDiscord

ADA, BEN = "111111111111111111", "222222222222222222"
ids = itertools.count(500000000000000000)


def _address(path: str) -> str:
    return f"https://play.example.org{path}"


class World:
    def __init__(self, engine: AsyncEngine, hub: Hub, **changes: Any) -> None:
        self.fake = FakeDiscord()
        settings: dict[str, Any] = {
            "discord_application_id": APP,
            "discord_public_key": self.fake.public_key,
            "discord_client_secret": SECRET,
            "discord_bot_token": BOT,
            "discord_api_base": "http://discord.test/api/v10",
            "public_url": "https://play.example.org",
            "developer_mode": True,
        }
        self.settings = Settings(**(settings | changes))
        self.engine, self.hub, self.people, self.lobby = engine, hub, People(engine, "key"), Lobby(hub)
        transport = httpx2.ASGITransport(app=self.fake.app)
        self.pushed: list[httpx2.Request] = []
        self.push_status = 201

        def take(request: httpx2.Request) -> httpx2.Response:
            self.pushed.append(request)
            return httpx2.Response(self.push_status)

        self.pusher = Pusher("key", "https://play.example.org", httpx2.MockTransport(take))
        self.mailer = Mailer("smtp://localhost", "Parallax <play@example.org>")
        self.centre = Centre(engine, self.people, hub, self.pusher, self.mailer, _address)
        self.house = DiscordHouse(
            self.settings, "key", engine, self.people, hub, self.lobby, _address, self.centre, transport
        )

    async def interact(self, kind: int, data: dict[str, Any], user: str = ADA, **more: Any) -> dict[str, Any]:
        """What Discord sends, and our answer checked against Discord's rules."""
        name = {ADA: "ada", BEN: "ben"}.get(user, "someone")
        number = str(next(ids))
        interaction = {
            "id": number, "application_id": APP, "type": kind, "token": f"token-{number}", "guild_id": GUILD,
            "channel_id": CHANNEL, "member": {"user": {"id": user, "username": name, "global_name": name.title()}},
            "data": data, **more,
        }  # fmt: skip
        self.fake.send(interaction["token"], command=kind == 2)
        answer = await self.house.bot.answer(interaction)
        if kind != 4:  # suggestions while typing are no answer yet
            assert self.fake.acknowledge(interaction["token"], answer) == (200, 0), self.fake.objections
        return answer

    async def command(self, name: str, user: str = ADA, **options: Any) -> dict[str, Any]:
        listed = [{"type": 3, "name": key, "value": value} for key, value in options.items()]
        return await self.interact(2, {"id": "7", "name": name, "type": 1, "options": listed}, user)

    async def press(self, custom_id: str, user: str = ADA, message: dict[str, Any] | None = None) -> dict[str, Any]:
        shown = message or {"id": "600000000000000000", "channel_id": CHANNEL}
        return await self.interact(3, {"component_type": 2, "custom_id": custom_id}, user, message=shown)

    async def open_table(self) -> str:
        answer = await self.command("play", game="whisper", seats=2)
        await self.house.bot.settle()
        found = re.search(r"`([a-z]+-[a-z]+-\d+)`", answer["data"]["content"])
        assert found
        return found[1]

    async def start_table(self) -> tuple[str, str]:
        code = await self.open_table()
        await self.press(f"lobby:{code}:join", BEN)
        await self.press(f"lobby:{code}:start", ADA)
        return code, await self.hub.store.find(code)

    async def move(self, table_id: str) -> None:
        live = await self.hub.live(table_id)
        assert live.session is not None
        seat = min(live.session.asks)
        await self.hub.act(table_id, GAMES["whisper"].bot(live.session, seat))

    async def work(self) -> None:
        """Let the outbox do all that is due, debounce included."""
        async with self.engine.begin() as connection:
            await connection.execute(text("UPDATE outbox SET due_at = now() WHERE kind <> 'remind'"))
        while await self.house.announcer.work_once():
            pass
        assert self.fake.objections == []


@pytest.fixture
async def world(engine: AsyncEngine, hub: Hub) -> AsyncGenerator[World]:
    world = World(engine, hub)
    yield world
    await world.house.client.close()


# Signatures ---------------------------------------------------------------------------------------------------------


def test_only_discord_can_sign() -> None:
    fake, other = FakeDiscord(), FakeDiscord()
    body = b'{"type":1}'
    headers = {name.lower(): value for name, value in fake.sign(body).items()}
    assert signed(fake.public_key, headers, body)
    assert not signed(other.public_key, headers, body)
    assert not signed(fake.public_key, headers, body + b" ")
    assert not signed(fake.public_key, headers | {"x-signature-ed25519": "zz"}, body)
    assert not signed(fake.public_key, {}, body)


async def test_the_endpoint_answers_pings_and_refuses_bad_signatures(serve: Any) -> None:
    fake = FakeDiscord()
    settings = {"DISCORD_APPLICATION_ID": APP, "DISCORD_PUBLIC_KEY": fake.public_key}
    server = await asyncio.to_thread(lambda: serve(**settings))
    body = b'{"type":1}'
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False) as http:
        good = await http.post("/discord/interactions", content=body, headers=fake.sign(body))
        assert (good.status_code, good.json()) == (200, {"type": 1})
        bad = await http.post("/discord/interactions", content=body + b" ", headers=fake.sign(body))
        assert bad.status_code == 401
        assert (await http.post("/discord/interactions", content=body)).status_code == 401


# Commands and buttons -------------------------------------------------------------------------------------------------


async def test_play_opens_a_table_with_a_card(world: World) -> None:
    answer = await world.command("play", game="whisper", seats=3)
    card = answer["data"]
    assert answer["type"] == 4
    assert "1 of 3 seats" in card["content"]
    assert f"<@{ADA}> ✓" in card["content"]
    labels = [button["label"] for button in card["components"][0]["components"]]
    assert labels == ["Join", "Leave", "Ready", "Start", "Open"]
    assert card["allowed_mentions"] == {"parse": []}, "a card pings nobody"


async def test_games_are_suggested_while_typing(world: World) -> None:
    data = {
        "id": "7",
        "name": "play",
        "type": 1,
        "options": [{"type": 3, "name": "game", "value": "whi", "focused": True}],
    }
    answer = await world.interact(4, data)
    assert answer == {"type": 8, "data": {"choices": [{"name": "Whisper", "value": "whisper"}]}}


async def test_the_buttons_of_a_card(world: World) -> None:
    code = await world.open_table()
    joined = await world.press(f"lobby:{code}:join", BEN)
    assert joined["type"] == 7
    assert f"2. <@{BEN}>" in joined["data"]["content"]
    assert f"<@{BEN}> ✓" in (await world.press(f"lobby:{code}:ready", BEN))["data"]["content"]
    refused = await world.press(f"lobby:{code}:start", BEN)
    assert refused["data"]["flags"] == 64, "only the presser sees it"
    assert "owner" in refused["data"]["content"]
    left = await world.press(f"lobby:{code}:leave", BEN)
    assert "1 of 2 seats" in left["data"]["content"]
    await world.press(f"lobby:{code}:join", BEN)
    started = await world.press(f"lobby:{code}:start", ADA)
    assert "In play" in started["data"]["content"]
    assert [b["label"] for b in started["data"]["components"][0]["components"]] == ["Open"]


async def test_a_replayed_interaction_does_nothing_twice(world: World) -> None:
    code = await world.open_table()
    same = {
        "id": "1",
        "application_id": APP,
        "type": 3,
        "token": "t",
        "member": {"user": {"id": BEN, "username": "ben"}},
    }
    press = same | {"data": {"component_type": 2, "custom_id": f"lobby:{code}:join"}, "message": {"id": "6"}}
    assert (await world.house.bot.answer(press))["type"] == 7
    await world.press(f"lobby:{code}:leave", BEN)
    assert "already" in (await world.house.bot.answer(press))["data"]["content"]
    info = await world.hub.store.info(await world.hub.store.find(code))
    assert info.seats[1].person_id is None


async def test_what_takes_long_is_promised_in_time_and_told_when_done(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow database or a slow Discord: the first answer comes within three seconds all the same."""
    monkeypatch.setattr("app.discord.bot.PATIENCE", 0.05)
    create, sit = world.lobby.create, world.lobby.sit

    async def slowly(*given: Any, **named: Any) -> Any:
        await asyncio.sleep(0.2)
        return await create(*given, **named)

    monkeypatch.setattr(world.lobby, "create", slowly)
    promised = await world.command("play", game="whisper", seats=2)
    assert promised == {"type": 5, "data": {"flags": 0}}
    await world.house.bot.settle()
    (card,) = world.fake.sent()
    code = re.search(r"`([a-z]+-[a-z]+-\d+)`", card["content"])
    assert code, "the promised message has become the card"

    async def sit_slowly(*given: Any) -> Any:
        await asyncio.sleep(0.2)
        return await sit(*given)

    monkeypatch.setattr(world.lobby, "sit", sit_slowly)
    assert await world.press(f"lobby:{code[1]}:join", BEN) == {"type": 6}
    await world.house.bot.settle()
    assert f"<@{BEN}>" in world.fake.sent()[-1]["content"]
    assert await world.press(f"lobby:{code[1]}:join", "333333333333333333") == {"type": 6}, "the table is full"
    await world.house.bot.settle()
    (whisper,) = world.fake.sent("follow-up")
    assert whisper["flags"] == 64, "what went wrong is told to who pressed, and to nobody else"
    assert world.fake.objections == []


async def test_the_fake_keeps_discords_rules_for_interactions(world: World) -> None:
    fake, answer = world.fake, {"type": 4, "data": {"content": "Here."}}
    fake.send("late", command=True)
    fake.now += 3.5
    assert fake.acknowledge("late", answer) == (404, 10062)
    fake.send("twice", command=True)
    assert fake.acknowledge("twice", answer) == (200, 0)
    with pytest.raises(DiscordError) as twice:
        await world.house.client.call("POST", "/interactions/1/twice/callback", answer, bot=False)
    assert twice.value.code == 40060
    path = f"/webhooks/{APP}/twice/messages/@original"
    assert (await world.house.client.call("PATCH", path, {"content": "There."}, bot=False))["content"] == "There."
    fake.now += 15 * 60 + 1
    with pytest.raises(DiscordError) as old:
        await world.house.client.call("PATCH", path, {"content": "Gone."}, bot=False)
    assert old.value.code == 50027


async def test_the_other_commands(world: World) -> None:
    code = await world.open_table()
    assert code in (await world.command("tables"))["data"]["content"]
    joined = await world.command("join", BEN, code=code.upper())
    assert "seat 2" in joined["data"]["content"]
    assert joined["data"]["flags"] == 64
    assert "direct message" in (await world.command("notify", BEN, how="direct"))["data"]["content"]
    ben = await world.house.directory.person_of(BEN)
    assert ben is not None
    assert ben.preferences.notices == "direct"
    assert "/discord/link/" in (await world.command("link"))["data"]["components"][0]["components"][0]["url"]
    assert "no such table" in (await world.command("join", code="nowhere-at-all"))["data"]["content"]


async def test_an_evening_is_planned_with_attendance(world: World) -> None:
    code = await world.open_table()
    plan = await world.command("schedule", when="2026-12-01 19:30", code=code)
    assert world.fake.events[0]["scheduled_start_time"].startswith("2026-12-01T19:30")
    message = plan["data"] | {"id": "1"}
    yes = plan["data"]["components"][0]["components"][0]["custom_id"]
    no = plan["data"]["components"][0]["components"][1]["custom_id"]
    message = (await world.press(yes, ADA, message))["data"]
    message = (await world.press(no, BEN, message))["data"]
    assert f"Comes: <@{ADA}>" in message["content"]
    assert f"Cannot: <@{BEN}>" in message["content"]
    message = (await world.press(yes, BEN, message))["data"]
    assert f"Comes: <@{ADA}> <@{BEN}>" in message["content"]
    assert "2026-12-01 19:30" in (await world.command("schedule", when="tomorrow"))["data"]["content"]


async def test_the_story_goes_to_a_thread_and_goes_on_where_it_stopped(world: World) -> None:
    code, table_id = await world.start_table()
    await world.move(table_id)
    await world.command("story", code=code)
    await world.house.bot.settle()
    assert world.fake.threads[0]["name"] == f"{code} travelogue"
    thread = "600000000000000000"
    posts = [m["content"] for m in world.fake.sent(thread)]
    assert "takes tile" in posts[0]
    assert "draw card" not in posts[0], "nothing private"
    await world.move(table_id)
    await world.command("story", code=code)
    await world.house.bot.settle()
    assert len(world.fake.threads) == 1
    assert len(world.fake.sent(thread)[1]["content"].split("\n")) == 1


# Cards and notices ----------------------------------------------------------------------------------------------------


async def test_a_card_follows_what_happens_on_the_website(world: World) -> None:
    code = await world.open_table()
    place = await world.house.directory.place(await world.hub.store.find(code))
    assert place is not None
    assert place.card_id is not None
    cleo = await world.people.welcome("Cleo *bold* @everyone")
    await world.lobby.sit(place.table_id, cleo.id)
    await world.lobby.ready(place.table_id, 1, True)
    before = len(world.fake.calls)
    await world.work()
    assert len(world.fake.calls) == before + 1, "many changes, one edit"
    card = world.fake.messages[place.card_id]
    assert "Cleo \\*bold\\* \\@everyone" in card["content"]


async def test_one_status_post_and_one_ping_per_turn(world: World) -> None:
    _, table_id = await world.start_table()
    for _ in range(3):
        await world.move(table_id)
        await world.work()
    place = await world.house.directory.place(table_id)
    assert place is not None
    posts = [m for m in world.fake.sent() if "waiting for" in m["content"]]
    assert len(posts) == 1, "one post, edited"
    pings = [m for m in world.fake.sent() if "your turn" in m["content"]]
    assert len(pings) == 1, "older pings are taken away"
    assert pings[0]["allowed_mentions"] == {"users": [BEN]}
    everything = str(list(world.fake.messages.values()))
    assert "card" not in everything.replace("'content': 'card'", ""), "nothing private"


async def test_no_ping_after_the_move_was_made_nor_to_who_is_there(world: World) -> None:
    _, table_id = await world.start_table()
    await world.move(table_id)
    await world.move(table_id)
    await world.hub.attach(table_id, 0)
    await world.work()
    assert [m for m in world.fake.sent() if "your turn" in m["content"]] == []


async def test_a_notice_is_sent_once_by_several_processes_and_after_a_crash(world: World) -> None:
    _, table_id = await world.start_table()
    await world.move(table_id)
    other = World(world.engine, world.hub)
    other.house.client = world.house.client
    await asyncio.gather(*(world.house.announcer.work_once() for _ in range(4)))
    await world.work()
    async with world.engine.begin() as connection:  # as if the server had died before it could write that it was done
        await connection.execute(text("UPDATE outbox SET done_at = NULL, due_at = now() WHERE kind = 'turn'"))
    await world.work()
    assert len([m for m in world.fake.messages.values() if "your turn" in m["content"]]) == 1
    await other.house.client.close()


async def test_direct_messages_are_opt_in_and_a_closed_door_is_respected(world: World) -> None:
    _, table_id = await world.start_table()
    await world.command("notify", BEN, how="direct")
    await world.move(table_id)
    await world.work()
    assert "your turn" in world.fake.sent(f"dm-{BEN}")[0]["content"]
    world.fake.closed_to.add(ADA)
    await world.command("notify", ADA, how="direct")
    await world.move(table_id)
    await world.work()
    async with world.engine.connect() as connection:
        left = await connection.scalar(text("SELECT count(*) FROM outbox WHERE done_at IS NULL AND kind = 'turn'"))
    assert left == 0, "it is not tried for ever"


async def test_discord_being_down_never_delays_a_move(world: World) -> None:
    _, table_id = await world.start_table()
    await world.work()
    world.fake.down = True
    began = asyncio.get_running_loop().time()
    await world.move(table_id)
    assert asyncio.get_running_loop().time() - began < 0.5
    await world.work()
    world.fake.down = False
    await world.work()
    assert [m for m in world.fake.sent() if "your turn" in m["content"]], "it is said when Discord is back"


async def test_a_pasted_webhook_is_enough_for_notices(engine: AsyncEngine, hub: Hub) -> None:
    world = World(engine, hub, discord_bot_token="", discord_public_key="", discord_client_secret="")
    ana, ben = await world.people.welcome("Ana"), await world.people.welcome("Ben")
    info = await world.lobby.create("whisper", 2, {}, ana.id)
    await world.lobby.sit(info.id, ben.id)
    await world.house.directory.put(info.id, webhook="https://discord.com/api/webhooks/555/hook-token")
    await world.lobby.begin(info.id)
    await hub.facts_changed(info.id)
    for _ in range(2):
        await world.move(info.id)
        await world.work()
    posts = world.fake.sent("hook")
    assert len(posts) == 1
    assert "waiting for **Ana**" in posts[0]["content"]
    world.fake.webhooks.clear()
    world.fake.messages.clear()
    await world.move(info.id)
    await world.work()
    place = await world.house.directory.place(info.id)
    assert place is not None
    assert place.webhook is None, "a webhook that is gone is not tried again"
    await world.house.client.close()


def test_quiet_hours_may_cross_midnight() -> None:
    night = Preferences(quiet_from=22, quiet_to=7)
    assert _quiet_until(night, datetime(2026, 11, 16, 23, 30, tzinfo=UTC)) == datetime(2026, 11, 17, 7, tzinfo=UTC)
    assert _quiet_until(night, datetime(2026, 11, 16, 3, 0, tzinfo=UTC)) == datetime(2026, 11, 16, 7, tzinfo=UTC)
    assert _quiet_until(night, datetime(2026, 11, 16, 12, 0, tzinfo=UTC)) is None
    assert _quiet_until(Preferences(), datetime(2026, 11, 16, 3, 0, tzinfo=UTC)) is None


# Other ways to be told ------------------------------------------------------------------------------------------------


class Phone:
    """A browser's side of web push: it can read what was encrypted for it."""

    def __init__(self) -> None:
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"0123456789abcdef"
        form = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.point = self.key.public_key().public_bytes(*form)

    def read(self, body: bytes) -> bytes:
        salt, length = body[:16], body[20]
        sender, sealed = body[21 : 21 + length], body[21 + length :]
        shared = self.key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender))
        info = b"WebPush: info\0" + self.point + sender
        secret = HKDF(hashes.SHA256(), 32, self.auth, info).derive(shared)
        key = HKDF(hashes.SHA256(), 16, salt, b"Content-Encoding: aes128gcm\0").derive(secret)
        nonce = HKDF(hashes.SHA256(), 12, salt, b"Content-Encoding: nonce\0").derive(secret)
        return AESGCM(key).decrypt(nonce, sealed, None).rstrip(b"\x02")


async def quiet_table(world: World) -> tuple[str, str, str]:
    """A table nobody on Discord knows of."""
    ana, ben = await world.people.welcome("Ana"), await world.people.welcome("Ben")
    info = await world.lobby.create("whisper", 2, {}, ana.id)
    await world.lobby.sit(info.id, ben.id)
    await world.lobby.begin(info.id)
    return info.id, ana.id, ben.id


async def test_a_browser_that_agreed_is_told_in_secret_and_forgotten_when_it_withdraws(world: World) -> None:
    table_id, _, ben = await quiet_table(world)
    phone = Phone()
    endpoint = "https://fcm.googleapis.com/fcm/send/abc"
    await world.centre.subscribe(ben, endpoint, encode(phone.point), encode(phone.auth))
    await world.hub.facts_changed(table_id)
    await world.move(table_id)
    await world.work()
    (request,) = world.pushed
    assert b'"title": "Your turn at Whisper"' in phone.read(request.content)
    assert b"Whisper" not in request.content
    assert request.headers["authorization"].startswith("vapid t=")
    world.push_status = 410
    await world.move(table_id)
    await world.move(table_id)
    await world.work()
    world.push_status = 201
    await world.move(table_id)
    await world.move(table_id)
    await world.work()
    assert len(world.pushed) == 2, "after the browser said it was gone nothing more is sent"


def test_push_keys_follow_from_the_secret_and_endpoints_are_checked() -> None:
    assert Pusher("a", "x").public_key == Pusher("a", "x").public_key
    assert Pusher("a", "x").public_key != Pusher("b", "x").public_key
    assert len(decode(Pusher("a", "x").public_key)) == 65
    for bad in ("http://fcm.googleapis.com/x", "https://169.254.169.254/", "https://evil.example/fcm.googleapis.com"):
        with pytest.raises(Refused):
            check_endpoint(bad)
    phone = Phone()
    assert phone.read(encrypt(b"hello", phone.point, phone.auth)) == b"hello"


async def test_mail_goes_to_confirmed_addresses_of_those_who_want_it_here(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(world.mailer, "_deliver", sent.append)
    table_id, _, ben = await quiet_table(world)
    token = world.people.mail_token(ben, "ben@example.org")
    assert await world.people.confirm_mail(token) == ben
    with pytest.raises(BadLink):
        await world.people.confirm_mail(token + "x")
    await world.hub.facts_changed(table_id)
    await world.move(table_id)
    await world.work()
    assert sent == [], "nobody gets mail unasked"
    await world.centre.wish(table_id, 1, Wishes(mail=True))
    await world.move(table_id)
    await world.move(table_id)
    await world.work()
    assert [message["To"] for message in sent] == ["ben@example.org"]
    assert "Your turn at Whisper" in sent[0]["Subject"]
    for bad in ("nobody", "a@b", "a b@example.org", "a@example.org\nBcc: all@example.org"):
        with pytest.raises(Refused):
            check_address(bad)


async def test_a_mail_server_that_is_down_is_tried_again(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Any] = []

    def broken(message: Any) -> None:
        raise OSError("no server")

    monkeypatch.setattr(world.mailer, "_deliver", broken)
    table_id, _, ben = await quiet_table(world)
    await world.people.set_mail(ben, "ben@example.org")
    await world.centre.wish(table_id, 1, Wishes(mail=True))
    await world.hub.facts_changed(table_id)
    await world.move(table_id)
    await world.work()
    monkeypatch.setattr(world.mailer, "_deliver", sent.append)
    await world.work()
    assert len(sent) == 1


async def test_a_player_may_be_left_in_peace_at_one_table(world: World) -> None:
    _, table_id = await world.start_table()
    await world.centre.wish(table_id, 1, Wishes(discord=False))
    await world.move(table_id)
    await world.work()
    assert [m for m in world.fake.sent() if "your turn" in m["content"]] == []


# The client -----------------------------------------------------------------------------------------------------------


async def test_buckets_are_never_overrun(world: World) -> None:
    world.fake.bucket_size = 3
    words = {"content": "Once more.", "allowed_mentions": {"parse": []}}
    for _ in range(8):
        await world.house.client.call("POST", f"/channels/{CHANNEL}/messages", words)
    assert len(world.fake.sent()) == 8
    assert world.fake.overruns == 0, "the headers said when to wait"


async def test_rate_limits_are_waited_out_and_errors_have_their_number(world: World) -> None:
    world.fake.limit_next = 2
    message = {"content": "hello", "allowed_mentions": {"parse": []}}
    assert (await world.house.client.call("POST", f"/channels/{CHANNEL}/messages", message))["content"] == "hello"
    with pytest.raises(DiscordError) as error:
        await world.house.client.call("PATCH", f"/channels/{CHANNEL}/messages/1", message)
    assert error.value.code == 10008
    with pytest.raises(DiscordError) as error:
        await world.house.client.call("POST", f"/channels/{CHANNEL}/messages", {"content": "x" * 2001})
    assert error.value.code == 50035
    world.fake.objections.clear()
    nowhere = Discord(base="http://127.0.0.1:9/api/v10")
    with pytest.raises(DiscordDown):
        await nowhere.call("GET", "/users/@me")
    await nowhere.close()


# Identity -------------------------------------------------------------------------------------------------------------


async def sign_in(world: World, code: str, nonce: str = "nonce", current: str | None = None) -> str:
    address = world.house.authorize_address(nonce, "")
    state = httpx2.URL(address).params["state"]
    return (await world.house.signed_in(code, state, nonce, current))[0]


async def test_signing_in_is_bound_to_the_browser_and_works_once(world: World) -> None:
    world.fake.codes = {c: {"id": ADA, "username": "ada", "global_name": "Ada"} for c in ("c1", "c2", "c3")}
    state = httpx2.URL(world.house.authorize_address("mine", "some-table-12")).params["state"]
    with pytest.raises(Refused, match="another browser"):
        await world.house.signed_in("c1", state, "other", None)
    person_id, goal = await world.house.signed_in("c1", state, "mine", None)
    assert goal == "some-table-12"
    with pytest.raises(Refused, match="used already"):
        await world.house.signed_in("c2", state, "mine", None)
    with pytest.raises(Refused, match="expired"):
        await world.house.signed_in("c2", state + "x", "mine", None)
    assert await sign_in(world, "c3", "again") == person_id, "the same person every time"
    with pytest.raises(Refused, match="did not confirm"):
        await sign_in(world, "c3", "spent code")


async def test_a_guest_keeps_the_seats_when_signing_in(world: World) -> None:
    world.fake.codes = {c: {"id": ADA, "username": "ada", "global_name": "Ada"} for c in ("c1", "c2")}
    ada = await sign_in(world, "c1", "first")
    guest = await world.people.welcome("Guest")
    info = await world.lobby.create("whisper", 2, {}, guest.id)
    assert await sign_in(world, "c2", "second", guest.id) == ada
    merged = await world.hub.store.info(info.id)
    assert merged.seats[0].person_id == ada
    assert merged.owner_id == ada
    await world.house.directory.unlink(ada)
    assert await world.house.directory.user_of(ada) is None


async def test_a_table_can_be_for_members_of_a_server_with_a_role(world: World) -> None:
    world.fake.codes = {"c1": {"id": ADA, "username": "ada", "global_name": "Ada"}}
    owner, guest = await world.people.welcome("Owner"), await world.people.welcome("Guest")
    rules = TableSettings(discord_server=GUILD, discord_role="77")
    info = await world.lobby.create("whisper", 2, {}, owner.id, rules)
    with pytest.raises(Refused, match="Sign in with Discord"):
        await world.lobby.sit(info.id, guest.id)
    ada = await sign_in(world, "c1")
    with pytest.raises(Refused, match="members of another"):
        await world.lobby.sit(info.id, ada)
    world.fake.members[ADA] = []
    with pytest.raises(Refused, match="certain role"):
        await world.lobby.sit(info.id, ada)
    world.fake.members[ADA] = ["77"]
    assert await world.lobby.sit(info.id, ada) == 1
    world.fake.down = True
    with pytest.raises(Refused, match="does not answer"):
        await world.lobby.sit(info.id, ada)


# Setting up -----------------------------------------------------------------------------------------------------------


async def test_the_host_is_told_each_step(world: World) -> None:
    answers = [401]

    async def status_of(address: str) -> int:
        assert address == "https://play.example.org/discord/interactions"
        return answers[0]

    world.house.status_of = status_of
    before = {name: good for name, good, _ in await world.house.checks()}
    assert before == {
        "Public address": True, "Application": True, "Sign-in": True, "Public key": True, "Bot": True,
        "Commands": False, "Endpoint answers": True, "Endpoint entered": False, "Permissions": True,
    }  # fmt: skip
    answers[0] = 502
    assert ("Endpoint answers", False) in [(name, good) for name, good, _ in await world.house.checks()]
    world.fake.servers[0]["permissions"] = str(1 << 10 | 1 << 11)
    words = {name: (good, words) for name, good, words in await world.house.checks()}["Permissions"]
    assert words[0] is False
    assert (
        "Friday group: it may not embed links, create public threads, send messages in threads, create events"
        in words[1]
    )
    world.fake.servers[0]["permissions"] = str(1 << 3)  # an administrator may do everything
    assert {name: good for name, good, _ in await world.house.checks()}["Permissions"] is True
    world.fake.servers.clear()
    assert {name: good for name, good, _ in await world.house.checks()}["Permissions"] is None
    assert await world.house.register() == 7
    after = {name: good for name, good, _ in await world.house.checks()}
    assert after["Commands"] is True
    assert {command["name"] for command in world.fake.commands} >= {"play", "tables", "join", "link", "notify"}

"""Commands and buttons: a lobby by Discord alone."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import httpx2
import pytest

from app.discord.commands import commands
from app.discord.signature import signed
from app.people.identity import a_name_for
from app.tables.facts import TableSettings
from tests.discord.conftest import Worlds
from tests.discord.fake import APP, FakeDiscord, problems
from tests.discord.world import ADA, BEN, CLEO, World, labels, said, title

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
    assert not signed(fake.public_key, headers, body, now=time.time() + 301), "an old request, sent again"
    strange = {"x-signature-timestamp": "²"}
    assert not signed(fake.public_key, headers | strange, body)


async def test_the_endpoint_answers_pings_and_refuses_bad_signatures(serve: Any) -> None:
    fake = FakeDiscord()
    settings = {"DISCORD_APPLICATION_ID": APP, "DISCORD_PUBLIC_KEY": fake.public_key}
    server = await asyncio.to_thread(lambda: serve(**settings))
    body = b'{"type":1}'
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False, timeout=60) as http:
        good = await http.post("/discord/interactions", content=body, headers=fake.sign(body))
        assert (good.status_code, good.json()) == (200, {"type": 1})
        bad = await http.post("/discord/interactions", content=body + b" ", headers=fake.sign(body))
        assert bad.status_code == 401
        stale = await http.post("/discord/interactions", content=body, headers=fake.sign(body, "1500000000"))
        assert stale.status_code == 401
        assert (await http.post("/discord/interactions", content=body)).status_code == 401


# Opening a table ------------------------------------------------------------------------------------------------------


async def test_play_opens_a_table_whose_card_comes_to_the_channel(world: World) -> None:
    answer = await world.command("play", game="whisper", seats=3)
    assert answer["flags"] == 64, "only the caller sees their own door"
    assert "/discord/enter/" in answer["components"][0]["components"][0]["url"]
    await world.look()
    card = world.card()
    assert title(card) == "Whisper: two chairs are free"
    assert f"At the table: <@{ADA}>" in said(card)
    assert "Ada, host" in said(card)
    assert card["embeds"][0]["author"]["icon_url"].startswith(f"https://cdn.discordapp.com/avatars/{ADA}/")


@pytest.mark.parametrize("typed", ["whisper", "Whisper", " WHISPER ", "whis"])
async def test_games_are_found_by_their_titles(world: World, typed: str) -> None:
    assert "is open" in (await world.command("play", game=typed))["content"]


async def test_unknown_and_ambiguous_games_are_refused_with_what_there_is(world: World) -> None:
    for typed in ("chess", "the ", ""):
        assert "Whisper" in (await world.command("play", game=typed))["content"]
    await world.look()
    assert world.cards() == []


async def test_a_warning_where_the_bot_may_not_speak(world: World) -> None:
    mute = {"app_permissions": str(1 << 10)}
    answer = await world.command("play", more=mute, game="whisper")
    assert "I lack send messages, embed links" in answer["content"]
    thread = {"channel": {"id": "1", "type": 11}, "app_permissions": str(1 << 10 | 1 << 11 | 1 << 14)}
    answer = await world.command("play", more=thread, game="whisper")
    assert "I lack send messages in threads" in answer["content"]
    await world.look()
    assert world.fake.sent() == []


async def test_tables_per_person_and_minute_are_bounded(world: World) -> None:
    for _ in range(3):
        await world.open_table()
    refused = await world.command("play", game="whisper")
    assert refused["content"] == "You have opened 3 tables already. Try in a minute."
    assert "is open" in (await world.command("play", BEN, game="whisper"))["content"], "others may"


async def test_nobody_gets_past_the_measure_by_being_quick_in_two_processes(worlds: Worlds) -> None:
    world = await worlds()
    other = await worlds(fake=world.fake, clock=world.clock)
    await world.command("tables")
    await asyncio.gather(*(one.command("play", game="whisper") for one in (world, other) * 5))
    assert 1 <= len(await world.hub.store.tables_of((await world.person(ADA)).id)) <= 3


async def test_a_table_opened_in_a_direct_message_has_its_card_there(world: World) -> None:
    direct: dict[str, Any] = {"guild_id": None, "channel_id": f"dm-{BEN}", "member": None, "context": 1}
    direct |= {"user": {"id": BEN, "username": "ben"}, "channel": {"id": f"dm-{BEN}", "type": 1}}
    answer = await world.command("play", BEN, direct, game="whisper", seats=2)
    assert "its card comes" in answer["content"]
    await world.look()
    assert title(world.card(f"dm-{BEN}")) == "Whisper: one chair is free"
    assert world.fake.sent() == []


async def test_a_closed_house_is_closed_on_discord_too(worlds: Worlds) -> None:
    world = await worlds(door="closed", open_tables="host")
    for name in ("play", "link"):
        answer = await world.command(name, game="whisper", seats=2)
        assert "This house is closed" in answer["content"]
    ada = await world.person(ADA)
    await world.people.approve(ada.id)
    assert "only its host opens tables" in (await world.command("play", game="whisper", seats=2))["content"]
    await world.people.set_admin(ada.id)
    await world.open_table()
    assert await world.house.join_up({"id": BEN, "username": "ben"}, None)
    assert not (await world.person(BEN)).approved, "signing in lets nobody in either"


async def test_what_is_suggested_while_typing(world: World) -> None:
    assert await world.typed("play", "game", "whi") == ["whisper"]
    assert await world.typed("notify", "zone", "berl") == ["Europe/Berlin"]
    mine = await world.open_table()
    other = await world.open_table(user=BEN)
    assert await world.typed("status", "code", "") == [mine, other], "mine, and those that gather in this channel"
    assert await world.typed("status", "code", mine[:5].upper()) == [mine]
    assert await world.typed("status", "code", "nowhere") == []


def test_every_command_is_one_that_discord_takes() -> None:
    body = commands(launch=True)
    assert problems("PUT /applications/{application_id}/commands", body) == []
    named = {command["name"] for command in body}
    assert named >= {"play", "tables", "join", "status", "nudge", "link", "notify", "schedule", "story", "launch"}
    assert [c["name"] for c in body if 1 not in c["contexts"]] == ["launch", "schedule", "story"], "the rest by message"


@pytest.mark.parametrize(
    ("given", "name"),
    [
        (("अनन्या", "ananya"), "अनन्या"),
        (("👩‍👩‍👧", "family"), "👩‍👩‍👧"),
        (("ㅤ", "blank"), "blank"),
        (("\u202e\u202d", "\u200d"), "Somebody"),
        (("x" * 60, ""), "x" * 40),
        (("می‌خواهم", ""), "می‌خواهم"),
        (("Zal\u0000go", ""), "Zalgo"),
        ((None, None), "Somebody"),
    ],
)
def test_names_of_any_script(given: tuple[Any, Any], name: str) -> None:
    assert a_name_for(*given) == name


# The lobby ------------------------------------------------------------------------------------------------------------


async def test_the_buttons_of_a_card(world: World) -> None:
    code = await world.open_table()
    joined = await world.press(f"lobby:{code}:join", BEN)
    assert joined["type"] == 7
    assert "Ben, not ready yet" in said(joined["data"])
    assert "Ben, ready ✓" in said((await world.press(f"lobby:{code}:ready", BEN))["data"])
    refused = await world.press(f"lobby:{code}:start", BEN)
    assert refused["data"]["flags"] == 64, "only the presser sees it"
    assert "host" in refused["data"]["content"]
    assert "one chair is free" in said((await world.press(f"lobby:{code}:leave", BEN))["data"])
    await world.press(f"lobby:{code}:join", BEN)
    await world.press(f"lobby:{code}:ready", BEN)
    started = await world.press(f"lobby:{code}:start", ADA)
    assert title(started["data"]) == "Whisper: Ada is at it"


async def test_ready_means_something(world: World) -> None:
    code = await world.open_table(3)
    await world.press(f"lobby:{code}:join", BEN)
    asked = (await world.press(f"lobby:{code}:start"))["data"]
    assert asked["content"] == "Ben is not ready yet. One chair is free: it is taken away."
    assert labels(asked) == ["Start all the same"]
    table_id = await world.hub.store.find(code)
    assert (await world.hub.store.info(table_id)).status == "lobby"
    assert "begun" in (await world.press(f"lobby:{code}:start!"))["data"]["content"]
    info = await world.hub.store.info(table_id)
    assert (info.status, len(info.seats)) == ("playing", 2)


async def test_the_table_is_set_up_without_the_website(world: World) -> None:
    code = await world.open_table(3)
    await world.press(f"lobby:{code}:join", BEN)
    await world.press(f"lobby:{code}:ready", BEN)
    panel = (await world.press(f"lobby:{code}:setup"))["data"]
    menus = [part["components"][0]["custom_id"] for part in panel["components"] if part["components"][0]["type"] == 3]
    assert menus == [f"lobby:{code}:seat", f"lobby:{code}:opt.option.moves", f"lobby:{code}:opt.table.pace"]
    assert labels(panel) == ["Seat a bot", "Cancel the table"]
    await world.press(f"lobby:{code}:opt.table.pace", values=["slow"])
    info = await world.lobby._store.info(await world.hub.store.find(code))
    assert info.settings == TableSettings(pace="slow")
    assert not info.seats[1].ready, "a change asks those again who were ready"
    await world.press(f"lobby:{code}:seat", values=["2"])
    await world.press(f"lobby:{code}:bot")
    info = await world.lobby._store.info(info.id)
    assert [seat.bot for seat in info.seats] == [True, False, False]
    assert info.seat_of((await world.person(ADA)).id) == 2
    assert "Send a bot away" not in labels((await world.press(f"lobby:{code}:nobot"))["data"])
    info = await world.lobby._store.info(info.id)
    assert not info.seats[0].bot
    own = (await world.press(f"lobby:{code}:setup", BEN))["data"]
    assert len(own["components"]) == 1, "a guest chooses a chair and nothing else"
    for act, values in (("opt.table.pace", ["live"]), ("bot", None), ("cancel!", None)):
        refused = await world.press(f"lobby:{code}:{act}", BEN, values=values)
        assert "Only the host" in refused["data"]["content"]
    await world.wait(4)
    assert "The host changed" in said(world.card())


async def test_options_that_are_not_on_offer_are_refused(world: World) -> None:
    code = await world.open_table()
    for name, value in (
        ("opt.table.pace", "warp"),
        ("opt.table.discord_role", "1"),
        ("opt.seed", "1"),
        ("seat", "99x"),
    ):
        answer = await world.press(f"lobby:{code}:{name}", values=[value])
        assert answer["data"]["flags"] == 64
    assert (await world.hub.store.info(await world.hub.store.find(code))).settings == TableSettings()


async def test_an_empty_lobby_is_cancelled_and_its_card_goes(world: World) -> None:
    code = await world.open_table()
    await world.press(f"lobby:{code}:join", BEN)
    await world.press(f"lobby:{code}:cancel")
    assert "Somebody else sits there" in (await world.press(f"lobby:{code}:cancel!"))["data"]["content"]
    await world.press(f"lobby:{code}:leave", BEN)
    assert "cancelled" in (await world.press(f"lobby:{code}:cancel!"))["data"]["content"]
    await world.look()
    assert world.fake.sent() == []
    assert "no such table" in (await world.press(f"lobby:{code}:join", BEN))["data"]["content"]


async def test_a_replayed_interaction_does_nothing_twice(world: World) -> None:
    code = await world.open_table()
    same = {"id": "1", "application_id": APP, "type": 3, "token": "t", "member": {"user": {"id": BEN, "username": "b"}}}
    press = same | {"data": {"component_type": 2, "custom_id": f"lobby:{code}:join"}, "message": {"id": "6"}}
    assert (await world.house.bot.answer(press))["type"] == 7
    await world.press(f"lobby:{code}:leave", BEN)
    assert "already" in (await world.house.bot.answer(press))["data"]["content"]
    info = await world.hub.store.info(await world.hub.store.find(code))
    assert info.seats[1].person_id is None


async def test_two_who_meet_us_at_the_same_moment_are_one(world: World) -> None:
    user = {"id": BEN, "username": "ben"}
    met = await asyncio.gather(*(world.house.directory.meet(user) for _ in range(5)))
    assert len({person.id for person in met}) == 1


async def test_what_takes_long_is_promised_in_time_and_told_when_done(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow database: the first answer comes within three seconds all the same."""
    code = await world.open_table()
    world.house.bot.patience = 0.02
    create, sit = world.lobby.create, world.lobby.sit

    async def slowly(*given: Any, **named: Any) -> Any:
        await asyncio.sleep(0.2)
        return await create(*given, **named)

    async def sit_slowly(*given: Any) -> Any:
        await asyncio.sleep(0.2)
        return await sit(*given)

    monkeypatch.setattr(world.lobby, "create", slowly)
    monkeypatch.setattr(world.lobby, "sit", sit_slowly)
    data = {"id": "7", "name": "play", "type": 1, "options": [{"type": 3, "name": "game", "value": "whisper"}]}
    assert await world.interact(2, data) == {"type": 5, "data": {"flags": 64}}
    await world.house.behind.settle()
    assert "is open" in world.fake.sent(f"whispers-{ADA}")[-1]["content"]
    assert await world.press(f"lobby:{code}:join", BEN) == {"type": 6}
    await world.house.behind.settle()
    assert f"<@{BEN}>" in said(world.cards()[0])
    assert await world.press(f"lobby:{code}:join", CLEO) == {"type": 6}, "the table is full"
    await world.house.behind.settle()
    (whisper,) = world.fake.sent("follow-up")
    assert whisper["flags"] == 64, "what went wrong is told to who pressed, and to nobody else"
    assert world.fake.objections == []


async def test_what_breaks_is_answered_in_words(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: Any) -> Any:
        raise RuntimeError("a bug")

    monkeypatch.setattr(world.lobby, "create", broken)
    assert "Something broke" in (await world.command("play", game="whisper"))["content"]


async def test_the_fake_keeps_discords_rules_for_interactions(world: World) -> None:
    fake, answer = world.fake, {"type": 4, "data": {"content": "Here."}}
    fake.send("late", command=True)
    fake.now += 3.5
    assert fake.acknowledge("late", answer) == (404, 10062)
    fake.send("twice", command=True)
    assert fake.acknowledge("twice", answer) == (200, 0)
    assert fake.acknowledge("twice", answer) == (400, 40060)
    path = f"/webhooks/{APP}/twice/messages/@original"
    assert (await world.house.client.call("PATCH", path, {"content": "There."}, bot=False))["content"] == "There."
    fake.now += 15 * 60 + 1
    with pytest.raises(Exception, match="50027"):
        await world.house.client.call("PATCH", path, {"content": "Gone."}, bot=False)


# The other commands ------------------------------------------------------------------------------------------------------


async def test_tables_lists_mine_and_those_of_this_channel_only(world: World) -> None:
    here = await world.open_table(user=BEN)
    hidden = await world.command(
        "play", BEN, {"channel_id": "499", "channel": {"id": "499", "type": 0}}, game="whisper"
    )
    secret = hidden["content"].split("`")[1]
    listed = (await world.command("tables"))["content"]
    assert here in listed
    assert secret not in listed, "it gathers in a channel that the asker may not see"
    assert secret in (await world.command("tables", BEN))["content"], "it is his"
    direct = {"guild_id": None, "channel_id": "dm", "member": None, "context": 1}
    by_message = await world.command("tables", more=direct | {"user": {"id": ADA, "username": "ada"}})
    assert by_message["content"] == "You sit at no table. Open one with /play."


async def test_commands_work_in_direct_messages(world: World) -> None:
    code = await world.open_table()
    direct: dict[str, Any] = {"guild_id": None, "channel_id": "dm-9", "member": None, "context": 1}
    direct |= {"user": {"id": BEN, "username": "ben"}, "channel": {"id": "dm-9", "type": 1}}
    joined = await world.command("join", BEN, direct, code=code)
    assert joined["content"] == f"Seat 2 at `{code}` is yours."
    assert "one chair" not in said({"embeds": (await world.command("status", BEN, direct))["embeds"]})


async def test_status_is_the_card_for_me_alone(world: World) -> None:
    code, _ = await world.start_table()
    shown = await world.command("status")
    assert shown["flags"] == 64
    assert title(shown) == "Whisper: Ada is at it"
    elsewhere = {"channel_id": "499", "channel": {"id": "499", "type": 0}}
    assert "You do not sit" in (await world.command("status", CLEO, elsewhere, code=code))["content"]
    assert title(await world.command("status", CLEO, code=code)), "it is one of this channel"


async def test_notify_sets_way_grace_and_clock(world: World) -> None:
    answer = await world.command("notify", BEN, how="direct", after=5, zone="new york")
    assert "a direct message, 5 seconds after" in answer["content"]
    assert "New York" in answer["content"]
    wishes = (await world.person(BEN)).preferences
    assert (wishes.notices, wishes.grace, wishes.zone) == ("direct", 5, "America/New_York")
    assert "no clock" in (await world.command("notify", BEN, zone="Mordor"))["content"]


async def test_the_story_goes_to_a_thread_and_goes_on_where_it_stopped(world: World) -> None:
    code, table_id = await world.start_table()
    await world.move(table_id)
    await world.command("story", code=code)
    await world.house.behind.settle()
    assert world.fake.threads[0]["name"] == f"{code} travelogue"
    thread = world.card()["id"]
    posts = [m["content"] for m in world.fake.sent(thread)]
    assert "takes tile" in posts[0]
    assert "draw card" not in posts[0], "nothing private"
    await world.move(table_id)
    await world.press(f"lobby:{code}:story", BEN)
    await world.house.behind.settle()
    assert len(world.fake.threads) == 1
    assert len(world.fake.sent(thread)[1]["content"].split("\n")) == 1
    assert "by those who play it" in (await world.press(f"lobby:{code}:story", CLEO))["data"]["content"]


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
    world.fake.servers[0]["permissions"] = str(1 << 10 | 1 << 11 | 1 << 16)
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
    assert await world.house.register() == 9
    assert {name: good for name, good, _ in await world.house.checks()}["Commands"] is True

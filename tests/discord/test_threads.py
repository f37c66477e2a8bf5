"""Threads: a table is at home in one as in a channel, also when it went to sleep or was locked."""

from __future__ import annotations

from typing import Any

import pytest

from tests.discord.fake import CHANNEL, EMBED, EVERYTHING, IN_THREADS, SEND, VIEW
from tests.discord.world import ADA, BEN, CODE, World, said, title

THREAD = "410000000000000000"
HERE: dict[str, Any] = {"channel_id": THREAD, "channel": {"id": THREAD, "type": 11}}


@pytest.fixture
async def code(world: World) -> str:
    """A table that was opened in a thread."""
    world.fake.open_thread(THREAD)
    answer = await world.command("play", ADA, HERE, game="whisper", seats=2)
    assert "its card comes to this channel" in answer["content"]
    await world.look()
    found = CODE.search(answer["content"])
    assert found
    return found[1]


async def begin(world: World, code: str) -> str:
    for act, user in (("join", BEN), ("ready", BEN), ("start", ADA)):
        answer = await world.press(f"lobby:{code}:{act}", user, world.card(THREAD))
        assert answer["type"] == 7, answer
    await world.wait(5)
    return await world.hub.store.find(code)


async def test_play_in_a_thread_has_its_card_and_its_pings_there(world: World, code: str) -> None:
    assert title(world.card(THREAD)) == "Whisper: one chair is free"
    table_id = await begin(world, code)
    await world.wait(65)
    (ping,) = world.pings(THREAD)
    assert f"<@{ADA}>" in ping
    await world.move(table_id)
    await world.wait(5)
    assert world.pings(THREAD) == []
    assert title(world.card(THREAD)) == "Whisper: Ben is at it"
    assert world.fake.sent(CHANNEL) == [], "and nothing in the channel around it"


async def test_commands_in_a_thread_are_about_its_tables(world: World, code: str) -> None:
    assert code in (await world.command("tables", BEN, HERE))["content"]
    assert "You sit at no table" in (await world.command("tables", BEN))["content"], "a thread may be a private one"
    assert title(await world.command("status", BEN, HERE, code=code)) == "Whisper: one chair is free"


async def test_a_thread_that_went_to_sleep_is_woken_when_something_happens(world: World, code: str) -> None:
    """Discord allows no change in it until then (50083): the card is edited, and no second one is posted."""
    table_id = await begin(world, code)
    first = world.card(THREAD)["id"]
    world.fake.asleep[THREAD] = True
    await world.wait(30)
    assert world.fake.asleep[THREAD], "while nothing happens it may sleep"
    await world.move(table_id)
    await world.wait(5)
    assert not world.fake.asleep[THREAD]
    assert world.card(THREAD)["id"] == first
    assert title(world.card(THREAD)) == "Whisper: Ben is at it"


async def test_a_ping_in_a_thread_that_went_to_sleep_is_taken_away_when_it_is_no_longer_true(
    world: World, code: str
) -> None:
    table_id = await begin(world, code)
    await world.wait(65)
    assert len(world.pings(THREAD)) == 1
    world.fake.asleep[THREAD] = True
    await world.move(table_id)
    await world.wait(10)
    assert world.pings(THREAD) == []


async def test_in_a_thread_that_was_locked_people_are_told_by_message(world: World, code: str) -> None:
    table_id = await begin(world, code)
    world.fake.asleep[THREAD] = True
    world.fake.locked.add(THREAD)
    await world.move(table_id)
    await world.wait(70)
    assert "It is your turn at Whisper" in world.fake.direct(BEN)[0]["content"]
    assert world.pings(THREAD) == []
    calls = len(world.fake.calls)
    await world.wait(120)
    assert len(world.fake.calls) - calls < 30, "it is not hammered"
    world.fake.locked.clear()
    await world.wait(75)
    assert title(world.card(THREAD)) == "Whisper: Ben is at it", "unlocked: within a minute it says what is true"
    assert len(world.cards(THREAD)) == 1
    await world.move(table_id)
    await world.wait(5)
    assert world.fake.direct(BEN) == []


async def test_a_thread_that_was_deleted_leaves_people_told_by_message(world: World, code: str) -> None:
    table_id = await begin(world, code)
    del world.fake.channels[THREAD]
    await world.move(table_id)
    await world.wait(70)
    assert len(world.fake.direct(BEN)) == 1


async def test_speaking_in_threads_is_a_permission_of_its_own(world: World, code: str) -> None:
    without = {**HERE, "app_permissions": str(VIEW | SEND | EMBED)}
    refused = await world.command("play", BEN, without, game="whisper")
    assert "I lack send messages in threads" in refused["content"]
    only = {**HERE, "app_permissions": str(VIEW | IN_THREADS | EMBED)}
    assert "its card comes" in (await world.command("play", BEN, only, game="whisper"))["content"]
    table_id = await begin(world, code)
    world.fake.channels[THREAD] = EVERYTHING & ~IN_THREADS
    world.fake.closed_to |= {ADA, BEN}
    await world.wait(70)
    assert world.pings(THREAD) == []
    world.fake.channels[THREAD] = EVERYTHING
    await world.move(table_id)
    await world.wait(65)
    assert f"<@{BEN}>" in world.pings(THREAD)[0], "a lost permission does not lose the next"


async def test_an_evening_planned_in_a_thread_has_its_list_there(world: World) -> None:
    world.fake.open_thread(THREAD)
    await world.command("schedule", ADA, HERE, when="in 3 hours", zone="Berlin")
    await world.look()
    world.fake.asleep[THREAD] = True
    shown = world.card(THREAD)
    await world.press(shown["components"][0]["components"][0]["custom_id"], BEN, shown)
    await world.wait(10)
    assert f"<@{BEN}>" in str(world.card(THREAD)["embeds"])


async def test_a_story_of_a_table_in_a_thread_is_told_in_that_thread(world: World, code: str) -> None:
    """There are no threads in threads (50024)."""
    table_id = await begin(world, code)
    await world.move(table_id)
    await world.command("story", ADA, HERE, code=code)
    await world.house.behind.settle()
    assert world.fake.threads == []
    (told,) = [m for m in world.fake.sent(THREAD) if "takes tile" in (m.get("content") or "")]
    assert told["allowed_mentions"] == {"parse": []}


async def test_a_story_thread_that_was_opened_unheard_or_was_deleted(world: World) -> None:
    code, table_id = await world.start_table()
    await world.move(table_id)
    await world.wait(5)
    thread = world.card()["id"]
    world.fake.vanish_next = 1
    await world.command("story", code=code)
    await world.house.behind.settle()
    await world.wait(2)
    await world.command("story", code=code)
    await world.house.behind.settle()
    assert len(world.fake.threads) == 1, "it is found again (160004)"
    assert len(world.fake.sent(thread)) == 1
    del world.fake.channels[thread]
    await world.move(table_id)
    await world.command("story", code=code)
    await world.house.behind.settle()
    world.fake.asleep.pop(thread)
    await world.command("story", code=code)
    await world.house.behind.settle()
    assert len(world.fake.threads) == 2, "a new one"
    assert len(world.fake.sent(thread)) == 2
    assert said(world.card())

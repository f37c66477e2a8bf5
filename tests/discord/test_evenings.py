"""Evenings: planned like people say it, one list, a calendar that is kept in step."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from app.discord.evening import Comer, Evening, event, invitation, lists, reminder
from app.discord.planning import Plan
from tests.discord.fake import CHANNEL, EVERYTHING, problems
from tests.discord.world import ADA, BEN, CLEO, World, labels, title

BERLIN = ZoneInfo("Europe/Berlin")
HOURS = 3600


async def plan(world: World, when: str = "in 3 hours", **options: Any) -> dict[str, Any]:
    answer = await world.command("schedule", when=when, **({"zone": "Berlin"} | options))
    assert "Planned for" in answer["content"], answer
    await world.look()
    return shown(world)


def shown(world: World) -> dict[str, Any]:
    return next(m for m in world.cards() if "I'm in" in str(m["embeds"]))


def names(message: dict[str, Any]) -> list[str]:
    return [f"{field['name']}: {field['value']}" for field in message["embeds"][0]["fields"]]


def button(message: dict[str, Any], label: str) -> str:
    parts = [part for row in message["components"] for part in row["components"]]
    return str(next(part["custom_id"] for part in parts if part["label"] == label))


async def say(world: World, label: str, user: str) -> Any:
    message = shown(world)
    return await world.press(button(message, label), user, message)


def test_who_has_a_chair_and_who_waits_for_one() -> None:
    evening = Evening(1, "3", "4", None, "", "a", "Games", 1e9, "", "", 2, True, None, None, False)
    comers = [Comer(str(n), f"P{n}", "", "in") for n in range(3)] + [Comer("9", "M", "", "maybe")]
    found = lists(evening, comers)
    assert [one.name for one in found.coming] == ["P0", "P1"]
    assert [one.name for one in found.waiting] == ["P2"]
    assert names(invitation(evening, comers, 0)) == [
        "I'm in: 2 of 2: P0, P1", "Waiting for a chair: 1: P2", "Maybe: 1: M",
    ]  # fmt: skip
    for body in (invitation(evening, comers, 0), invitation(evening, [], 2e9), reminder(evening, comers)):
        assert body is not None
        assert problems("POST /channels/{channel_id}/messages", body) == []
    assert reminder(evening, []) is None
    made = event(evening, comers, "https://play.example.org/")
    assert problems("POST /guilds/{guild_id}/scheduled-events", made) == []


def test_a_plan_survives_being_carried_by_a_menu() -> None:
    whole = Plan("Friday 8pm", "amber-otter-42", 4, "fortnightly", "Games | and tea")
    assert Plan.unpack(whole.packed()) == Plan("Friday 8pm", "amber-otter-42", 4, "fortnightly", "Games   and tea")


async def test_the_time_zone_is_asked_once(world: World) -> None:
    world.clock.now = datetime(2026, 11, 18, 15, 30, tzinfo=BERLIN).timestamp()
    world.fake.now = world.clock.now
    asked = await world.command("schedule", when="Friday 8pm")
    (menu,) = asked["components"][0]["components"]
    assert "Where does your clock hang?" in asked["content"]
    assert len(menu["options"]) == 25
    answer = await world.press(menu["custom_id"], ADA, {"id": "1"}, values=["Europe/Berlin"])
    assert "which is Friday 20:00 in Berlin" in answer["data"]["content"]
    await world.look()
    begins = int(datetime(2026, 11, 20, 20, tzinfo=BERLIN).timestamp())
    assert f"<t:{begins}:F>" in shown(world)["embeds"][0]["description"]
    second = await world.command("schedule", when="tomorrow 20:30")
    assert "Planned for" in second["content"], "and not again"


async def test_one_list_and_nobody_is_lost_when_two_press_at_once(world: World) -> None:
    await plan(world, seats=2, title="Friday games")
    assert title(shown(world)) == "Friday games"
    assert labels(shown(world)) == ["I'm in", "Maybe", "Can't", "Move it", "Call it off"]
    users = [BEN, CLEO, *(f"44444444444444444{n}" for n in range(6))]
    await asyncio.gather(*(say(world, "I'm in", user) for user in users))
    await world.wait(10)
    said = names(shown(world))
    assert said[0].startswith(f"I'm in: 2 of 2: <@{ADA}>")
    assert said[1].startswith("Waiting for a chair: 7")
    assert all(user in " ".join(said) for user in users)
    await say(world, "Can't", ADA)
    await say(world, "Maybe", BEN)
    await world.wait(5)
    said = names(shown(world))
    assert f"Can't: 1: <@{ADA}>" in said
    assert f"Maybe: 1: <@{BEN}>" in said
    assert said[0].startswith("I'm in: 2 of 2"), "whoever waited has a chair now"
    assert len([m for m in world.cards() if "I'm in" in str(m)]) == 1


async def test_the_calendar_is_kept_in_step(world: World) -> None:
    await plan(world, title="Games")
    (made,) = world.fake.events.values()
    assert made["name"] == "Games"
    assert made["description"] == "1 player so far: Ada"
    await say(world, "I'm in", BEN)
    await world.wait(5)
    assert [one["description"] for one in world.fake.events.values()] == ["2 players so far: Ada, Ben"]
    off = await say(world, "Call it off", BEN)
    assert "Only who planned it" not in str(off), "Ben moderates here"
    await world.wait(5)
    assert world.fake.events == {}
    assert title(next(m for m in world.cards())) == "Games: called off"
    assert "called off" in (await world.press("plan:1:in", BEN, {"id": "1"}))["data"]["content"]


async def test_only_who_planned_it_or_moderates_calls_it_off(world: World) -> None:
    message = await plan(world)
    data = {"component_type": 2, "custom_id": button(message, "Call it off")}
    guest = {"user": {"id": CLEO, "username": "cleo"}, "permissions": str(1 << 11)}
    answer = await world.interact(3, data, CLEO, member=guest, message={"id": message["id"]})
    assert "Only who planned it" in answer["data"]["content"]


async def test_creating_events_needs_a_permission(world: World) -> None:
    guest = {"user": {"id": BEN, "username": "ben"}, "permissions": str(1 << 11)}
    answer = await world.command("schedule", BEN, {"member": guest}, when="in 3 hours", zone="UTC")
    assert "need the permission to create events" in answer["content"]
    await world.look()
    assert world.fake.events == {}
    assert shown(world), "the list is there all the same"
    unable = {"app_permissions": str(EVERYTHING & ~(1 << 44) & ~8)}
    answer = await world.command("schedule", ADA, unable, when="in 3 hours", zone="UTC")
    assert "need the permission to create events" in answer["content"]
    mute = {"app_permissions": str(1 << 10)}
    assert "I may not post here" in (await world.command("schedule", ADA, mute, when="in 3 hours"))["content"]


async def test_an_event_that_somebody_took_out_of_the_calendar_stays_out(world: World) -> None:
    await plan(world)
    world.fake.events.clear()
    await say(world, "I'm in", BEN)
    await world.wait(5)
    await say(world, "I'm in", CLEO)
    await world.wait(5)
    assert world.fake.events == {}


async def test_discords_trouble_is_answered_in_words_and_made_up_for(world: World) -> None:
    await world.command("notify", ADA, zone="Berlin")
    world.fake.down = True
    answer = await world.command("schedule", when="in 3 hours")
    assert "Planned for" in answer["content"]
    await world.wait(20)
    world.fake.down = False
    await world.wait(10)
    assert len(world.fake.events) == 1
    assert shown(world)
    world.fake.servers[0]["permissions"] = "0"
    await say(world, "I'm in", BEN)
    await world.wait(5)
    assert "I'm in: 2" in names(shown(world))[0]


@pytest.mark.parametrize(
    ("when", "words"),
    [("2020-01-01 20:00", "is over already"), ("soon", "Write it like Friday 8pm"), ("31.2. 20:00", "no such day")],
)
async def test_times_that_cannot_be_are_refused_in_words(world: World, when: str, words: str) -> None:
    answer = await world.command("schedule", when=when, zone="Berlin")
    assert words in answer["content"]


async def test_a_reminder_with_the_door_and_the_next_of_a_row(world: World) -> None:
    code = await world.open_table(2)
    await plan(world, repeat="weekly", code=code, title="Every week")
    await say(world, "I'm in", BEN)
    await say(world, "I'm in", CLEO)
    await world.wait(2 * HOURS + 40 * 60, step=300)
    assert [m for m in world.fake.sent() if "begins" in (m.get("content") or "")] == []
    await world.wait(6 * 60, step=60)
    (told,) = [m for m in world.fake.sent() if "begins" in (m.get("content") or "")]
    assert told["allowed_mentions"] == {"users": [ADA, BEN]}, "who waits for a chair is not called"
    opened = await world.press(told["components"][0]["components"][0]["custom_id"], BEN, told)
    assert "/discord/enter/" in str(opened["data"])
    first = world.fake.events.copy()
    await world.wait(2 * HOURS, step=300)
    assert [m for m in world.fake.sent() if "begins" in (m.get("content") or "")] == [], "it is over: gone"
    await world.wait(3 * HOURS, step=300)
    assert names(shown(world))[0] == "I'm in: 0 of 2: Nobody yet", "next week is asked anew"
    assert "every week" in shown(world)["embeds"][0]["description"]
    assert len(world.fake.events) == 2
    assert set(first) < set(world.fake.events)
    assert CHANNEL in world.fake.channels


async def test_two_processes_plan_nothing_twice(world: World, worlds: Any) -> None:
    other = await worlds(fake=world.fake, clock=world.clock)
    await world.command("schedule", when="in 3 hours", zone="Berlin")
    await asyncio.gather(*(one.look() for one in (world, other, world, other)))
    assert len(world.fake.events) == 1
    assert len(world.cards()) == 1


# Moving one -------------------------------------------------------------------------------------------------------------


async def move(world: World, when: str, user: str = ADA, which: str = "", **more: Any) -> Any:
    """Press the button, fill in the form, send it."""
    message = shown(world)
    asked = await world.press(button(message, "Move it"), user, message)
    assert asked["type"] == 9, asked
    form = asked["data"]
    parts = [{"type": 18, "component": {"type": 4, "custom_id": "when", "value": when}}]
    if which:
        parts.append({"type": 18, "component": {"type": 3, "custom_id": "which", "values": [which]}})
    data = {"custom_id": form["custom_id"], "components": parts}
    return await world.interact(5, data, user, message={"id": message["id"]}, **more)


def told(world: World) -> list[dict[str, Any]]:
    return [m for m in world.fake.sent() if "is moved from" in (m.get("content") or "")]


async def test_an_evening_is_moved_answers_stay_and_those_who_come_are_told_once(world: World) -> None:
    await plan(world, title="Games", seats=2)
    before = int(world.clock.now + 3 * HOURS)
    for label, user in (
        ("I'm in", BEN),
        ("I'm in", CLEO),
        ("Maybe", "444444444444444440"),
        ("Can't", "555555555555555550"),
    ):
        await say(world, label, user)
    await world.wait(5)
    answers = names(shown(world))
    moved = await move(world, "in 5 hours")
    assert moved["type"] == 7, "the list itself says so at once"
    after = int(world.clock.now + 5 * HOURS)
    assert f"<t:{after}:F>" in moved["data"]["embeds"][0]["description"]
    assert f"It was moved from <t:{before}:F>." in moved["data"]["embeds"][0]["description"]
    await world.wait(10)
    assert names(shown(world)) == answers, "answers are kept, also who waits for a chair"
    (news,) = told(world)
    assert sorted(news["allowed_mentions"]["users"]) == sorted([BEN, CLEO, "444444444444444440"])
    assert f"<t:{before}:F> to <t:{after}:F>" in news["content"]
    (event_,) = world.fake.events.values()
    assert datetime.fromisoformat(event_["scheduled_start_time"]).timestamp() == after, "the calendar, too"
    await world.wait(200, step=20)
    assert len(told(world)) == 1, "once"
    await move(world, "in 6 hours")
    await world.wait(10)
    (again,) = told(world)
    assert again["id"] != news["id"], "another move is news; the old ones are gone"
    assert len(world.fake.events) == 1
    await world.wait(2 * HOURS + 50 * 60, step=300)
    assert [m for m in world.fake.sent() if "begins" in (m.get("content") or "")] == [], (
        "nobody is called at the old time"
    )
    await world.wait(3 * HOURS + 20 * 60, step=300)
    assert len([m for m in world.fake.sent() if "begins" in (m.get("content") or "")]) == 1
    assert told(world) == [], "and at the new one it is no news any more"


@pytest.mark.parametrize(
    ("when", "words"),
    [
        ("2020-01-01 20:00", "is over already"), ("whenever", "Write it like Friday 8pm"), ("31.2. 20:00", "no such day"),
        ("2099-01-01 20:00", "more than a year away"),
    ],
)  # fmt: skip
async def test_an_evening_is_not_moved_to_what_cannot_be(world: World, when: str, words: str) -> None:
    await plan(world)
    answer = await move(world, when)
    assert words in answer["data"]["content"]
    assert answer["data"]["flags"] == 64
    await world.wait(5)
    assert told(world) == []
    assert "It was moved" not in str(shown(world))


async def test_who_may_move_an_evening_and_until_when(world: World) -> None:
    message = await plan(world)
    guest = {"user": {"id": CLEO, "username": "cleo"}, "permissions": str(1 << 11)}
    data = {"component_type": 2, "custom_id": button(message, "Move it")}
    answer = await world.interact(3, data, CLEO, member=guest, message={"id": message["id"]})
    assert "Only who planned it" in answer["data"]["content"]
    parts = [{"type": 18, "component": {"type": 4, "custom_id": "when", "value": "in 9 hours"}}]
    forged = {"custom_id": f"{data['custom_id']}d", "components": parts}
    answer = await world.interact(5, forged, CLEO, member=guest, message={"id": message["id"]})
    assert "Only who planned it" in answer["data"]["content"], "nor by sending the form without having been asked"
    assert (await move(world, "in 4 hours", BEN))["type"] == 7, "Ben moderates here"
    await world.wait(4 * HOURS + 60, step=300)
    answer = await world.interact(3, data, ADA, message={"id": message["id"]})
    assert "has begun" in answer["data"]["content"]


@pytest.mark.parametrize(("which", "next_day"), [("one", 27), ("all", 28)])
async def test_of_a_row_one_evening_is_moved_or_all_that_follow(world: World, which: str, next_day: int) -> None:
    world.clock.now = world.fake.now = datetime(2026, 11, 18, 15, 30, tzinfo=BERLIN).timestamp()
    await plan(world, when="Friday 8pm", repeat="weekly")
    message = shown(world)
    asked = (await world.press(button(message, "Move it"), ADA, message))["data"]
    assert len(asked["components"]) == 2, "of a row it is asked which"
    await move(world, "Saturday 8pm", which=which)
    await world.wait(5)
    begins = int(datetime(2026, 11, 21, 20, tzinfo=BERLIN).timestamp())
    assert f"<t:{begins}:F>" in shown(world)["embeds"][0]["description"]
    await world.wait(4 * 24 * HOURS, step=1800)
    after = int(datetime(2026, 11, next_day, 20, tzinfo=BERLIN).timestamp())
    assert f"<t:{after}:F>" in shown(world)["embeds"][0]["description"]
    assert "It was moved" not in str(shown(world))
    starts = {datetime.fromisoformat(one["scheduled_start_time"]).timestamp() for one in world.fake.events.values()}
    assert starts == {begins, after}


async def test_an_evening_moved_to_an_earlier_day_does_not_come_twice_in_a_week(world: World) -> None:
    world.clock.now = world.fake.now = datetime(2026, 11, 18, 15, 30, tzinfo=BERLIN).timestamp()
    await plan(world, when="Friday 8pm", repeat="weekly")
    await move(world, "tonight", which="one")
    await world.wait(12 * HOURS, step=1800)
    after = int(datetime(2026, 11, 27, 20, tzinfo=BERLIN).timestamp())
    assert f"<t:{after}:F>" in shown(world)["embeds"][0]["description"]


async def test_a_move_while_discord_is_down_is_made_up_for_in_channel_and_calendar(world: World) -> None:
    await plan(world)
    await say(world, "I'm in", BEN)
    await world.wait(5)
    world.fake.down = True
    await move(world, "in 5 hours")
    after = int(world.clock.now + 5 * HOURS)
    await world.wait(60)
    world.fake.down = False
    await world.wait(10)
    assert len(told(world)) == 1
    (event_,) = world.fake.events.values()
    assert datetime.fromisoformat(event_["scheduled_start_time"]).timestamp() == after

"""The keeper: one card per table that says what is true, one ping per turn and person, whatever Discord does."""

from __future__ import annotations

import asyncio

from sqlalchemy import text

from app.notices.centre import Wishes
from app.people.identity import Preferences
from tests.discord.conftest import Worlds
from tests.discord.fake import CHANNEL, EVERYTHING, HISTORY, HOOK_ID, HOOK_TOKEN, SEND, VIEW
from tests.discord.world import ADA, BEN, CLEO, World, faces, said, title

HOOK = f"https://discord.com/api/webhooks/{HOOK_ID}/{HOOK_TOKEN}"

# The card -------------------------------------------------------------------------------------------------------------


async def test_a_card_follows_what_happens_on_the_website(world: World) -> None:
    code = await world.open_table()
    table_id = await world.hub.store.find(code)
    cleo = await world.people.welcome("Cleo *bold* @everyone")
    await world.wait(5)
    before = len(world.fake.diary)
    await world.lobby.sit(table_id, cleo.id)
    await world.lobby.ready(table_id, 1, True)
    await world.wait(5)
    assert len(world.fake.diary) == before + 1, "many changes, one edit"
    assert "Cleo \\*bold\\* \\@everyone" in said(world.card())
    calls = len(world.fake.calls)
    await world.wait(30)
    assert len(world.fake.diary) == before + 1, "and nothing while nothing happens"
    assert len(world.fake.calls) - calls <= 5, "it is looked after, and no more"


async def test_the_same_message_is_lobby_game_and_result(world: World) -> None:
    code, table_id = await world.start_table()
    first = world.card()["id"]
    await world.wait(5)
    assert title(world.card()) == "Whisper: Ada is at it"
    assert "lays a card" in said(world.card())
    assert "Move 1 of 60. Ada 0 tiles, Ben 0 tiles." in said(world.card())
    await world.move(table_id)
    await world.wait(5)
    assert title(world.card()) == "Whisper: Ben is at it"
    assert "Just now: " in said(world.card())
    for _ in range(59):
        await world.move(table_id)
    await world.wait(5)
    assert world.card()["id"] == first, "one message, edited"
    assert "win" in title(world.card())
    assert f"code {code}" in said(world.card())
    everything = str(list(world.fake.messages.values()))
    assert "draw" not in everything, "nothing private"


async def test_a_card_that_has_scrolled_away_comes_back_when_something_important_happens(world: World) -> None:
    code = await world.open_table()
    first = world.card()["id"]
    world.fake.chatter(20)
    await world.press(f"lobby:{code}:join", BEN)
    await world.wait(5)
    assert world.card()["id"] == first, "a press is not that important"
    await world.press(f"lobby:{code}:ready", BEN)
    await world.press(f"lobby:{code}:start")
    await world.wait(5)
    second = world.card()["id"]
    assert second != first, "the start is: it stands at the bottom, and the old one is gone"
    assert first in world.fake.deleted
    world.fake.chatter(3)
    table_id = await world.hub.store.find(code)
    for _ in range(60):
        await world.move(table_id)
    await world.wait(5)
    assert world.card()["id"] == second, "three messages are not away"


async def test_messages_that_were_deleted_do_not_count_and_where_we_may_not_read_nobody_knows(world: World) -> None:
    code = await world.open_table()
    first = world.card()["id"]
    world.fake.chatter(20)
    for message in world.fake.sent(ours=False)[1:15]:
        world.fake.delete(message["id"])
    await world.press(f"lobby:{code}:join", BEN)
    await world.press(f"lobby:{code}:ready", BEN)
    await world.wait(5)
    assert world.card()["id"] == first
    world.fake.chatter(20)
    world.fake.channels[CHANNEL] = EVERYTHING & ~HISTORY
    await world.press(f"lobby:{code}:start")
    await world.wait(5)
    assert world.card()["id"] == first


async def test_a_deleted_card_is_posted_anew(world: World) -> None:
    code = await world.open_table()
    world.fake.delete(world.card()["id"])
    assert world.cards() == []
    await world.lobby.sit(await world.hub.store.find(code), (await world.people.welcome("Cleo")).id)
    await world.wait(5)
    assert "Cleo" in said(world.card())


async def test_too_many_edits_of_an_old_card_are_met_by_a_fresh_one(world: World) -> None:
    _, table_id = await world.start_table()
    await world.wait(5)
    first = world.card()["id"]
    await world.wait(3700, step=600)
    for _ in range(6):
        await world.move(table_id)
        await world.wait(5)
    assert world.card()["id"] != first
    assert title(world.card()) == "Whisper: Ada is at it"
    patched = [call for call in world.fake.calls if call.startswith("PATCH") and call.endswith(first)]
    assert len([call for call in patched if call]) < 12, "it is not tried again and again"


async def test_edits_are_merged(world: World) -> None:
    _, table_id = await world.start_table()
    await world.wait(5)
    before = len(world.fake.calls)
    for _ in range(20):
        await world.move(table_id)
        await world.wait(0.2, step=0.2)
    await world.wait(5)
    assert len(world.fake.calls) - before <= 4, "twenty moves in four seconds"
    assert title(world.card()) == "Whisper: Ada is at it"


async def test_an_answer_that_never_arrived_is_made_up_for(world: World) -> None:
    """A press is answered with the new card; if Discord did not hear it, the card is set right all the same."""
    code = await world.open_table()
    await world.wait(5)
    await world.press(f"lobby:{code}:join", BEN, message={"id": "1"})  # the answer goes nowhere
    await world.press(f"lobby:{code}:leave", BEN, message={"id": "1"})
    world.card()["embeds"] = [{"title": "something else", "fields": [], "footer": {"text": ""}}]
    await world.keeper.posts.doubt(await world.hub.store.find(code), world.card()["id"], world.clock.now)
    await world.lobby.sit(await world.hub.store.find(code), (await world.people.welcome("Cleo")).id)
    await world.wait(5)
    assert "Cleo" in said(world.card())


async def test_the_rematch_carries_the_channel_along(world: World) -> None:
    code, table_id = await world.start_table()
    for _ in range(60):
        await world.move(table_id)
    await world.wait(5)
    answer = await world.press(f"lobby:{code}:rematch", BEN)
    assert answer["type"] == 7
    await world.wait(5)
    old, new = world.cards()
    assert "The same people gather at" in said(old)
    assert title(new) == "Whisper: everybody is ready"
    again = await world.press(f"lobby:{code}:rematch", ADA, old)
    assert "/discord/enter/" in str(again["data"]["components"])
    assert "You do not sit" in (await world.press(f"lobby:{code}:rematch", CLEO, old))["data"]["content"]
    await world.wait(5)
    assert len(world.cards()) == 2, "one for each table"


async def test_tables_that_were_swept_away_leave_no_card(world: World) -> None:
    code = await world.open_table()
    async with world.engine.begin() as connection:
        await connection.execute(text("DELETE FROM tables WHERE code = :code"), {"code": code})
    world.fake.down = True
    await world.look()
    world.fake.down = False
    await world.wait(10)
    assert world.fake.sent() == []


# Pings ----------------------------------------------------------------------------------------------------------------


async def test_a_ping_at_the_start_of_the_game_and_one_for_each_turn(world: World) -> None:
    _, table_id = await world.start_table()
    await world.wait(58)
    assert world.pings() == []
    await world.wait(4)
    assert len(world.pings()) == 1
    assert f"<@{ADA}>, it is your turn" in world.pings()[0]
    await world.wait(600, step=10)
    assert len(world.pings()) == 1, "once"
    await world.move(table_id)
    await world.wait(5)
    assert world.pings() == [], "no longer true: gone"
    await world.wait(60)
    assert f"<@{BEN}>" in world.pings()[0]


async def test_no_ping_after_the_move_was_made_nor_to_who_is_there(world: World) -> None:
    _, table_id = await world.start_table()
    await world.wait(30)
    await world.move(table_id)
    await world.wait(40)
    assert world.pings() == []
    live, feed = await world.hub.attach(table_id, 1, (await world.person(BEN)).id)
    await world.wait(100, step=5)
    assert world.pings() == [], "he is at the table"
    await world.hub.detach(live, feed)
    await world.wait(50)
    assert world.pings() == [], "he may be back in a moment"
    await world.wait(20)
    assert len(world.pings()) == 1


async def test_never_to_somebody_who_is_at_the_table_in_another_process(worlds: Worlds) -> None:
    world = await worlds()
    other = await worlds(fake=world.fake, clock=world.clock)
    _, table_id = await world.start_table()
    there = await other.hub.live(table_id)
    await other.hub.attach(table_id, 0, (await world.person(ADA)).id)
    assert there.attended == {0}
    live = await world.hub.live(table_id)
    async with asyncio.timeout(60):
        while 0 not in live.elsewhere:
            await asyncio.sleep(0.01)
    await world.wait(100, step=5)
    assert world.pings() == []


async def test_a_grace_time_of_ones_own(world: World) -> None:
    await world.command("notify", ADA, how="mention", after=5)
    await world.start_table()
    await world.wait(8)
    assert len(world.pings()) == 1


async def test_direct_messages_and_closed_ones_fall_back_to_the_channel(world: World) -> None:
    _, table_id = await world.start_table()
    await world.command("notify", BEN, how="direct")
    await world.command("notify", ADA, how="direct")
    world.fake.closed_to.add(ADA)
    await world.wait(65)
    assert len(world.pings()) == 1, "her messages are closed: in the channel then"
    assert f"<@{ADA}>" in world.pings()[0]
    await world.move(table_id)
    await world.wait(65)
    assert world.pings() == [], "also removed when the next one is told by message"
    assert world.fake.direct(BEN)[0]["content"].startswith("It is your turn at Whisper")
    await world.move(table_id)
    await world.wait(5)
    assert world.fake.direct(BEN) == [], "and those are removed, too"


async def test_one_persons_closed_messages_never_silence_the_others(world: World) -> None:
    _, table_id = await world.start_table(BEN, CLEO)
    for user in (ADA, BEN, CLEO):
        await world.command("notify", user, how="direct", after=0)
    world.fake.closed_to.add(ADA)
    world.fake.channels[CHANNEL] = VIEW  # and there is no way to her at all
    await world.wait(5)
    await world.move(table_id)
    await world.wait(5)
    assert len(world.fake.direct(BEN)) == 1


async def test_a_lost_permission_on_one_message_does_not_lose_the_next(world: World) -> None:
    _, table_id = await world.start_table()
    await world.wait(5)
    world.fake.channels[CHANNEL] = EVERYTHING & ~SEND
    world.fake.closed_to |= {ADA, BEN}
    await world.wait(70)
    assert world.pings() == []
    world.fake.channels[CHANNEL] = EVERYTHING
    await world.move(table_id)
    await world.wait(65)
    assert f"<@{BEN}>" in world.pings()[0]
    assert title(world.card()) == "Whisper: Ben is at it"


async def test_a_channel_that_we_have_left_is_made_up_for_when_we_are_back(world: World) -> None:
    _, table_id = await world.start_table()
    await world.wait(5)
    world.fake.channels[CHANNEL] = 0
    await world.move(table_id)
    await world.wait(70)
    assert "It is your turn at Whisper" in world.fake.direct(BEN)[0]["content"]
    calls = len([call for call in world.fake.calls if call.startswith("PATCH")])
    await world.wait(120)
    assert len([call for call in world.fake.calls if call.startswith("PATCH")]) - calls <= 4, "it is not hammered"
    world.fake.channels[CHANNEL] = EVERYTHING
    await world.command("tables", BEN)  # somebody speaks there: it is tried at once
    await world.move(table_id)
    await world.wait(5)
    assert title(world.card()) == "Whisper: Ada is at it"


async def test_to_whoever_plays_the_seat(world: World) -> None:
    _, table_id = await world.start_table(BEN, CLEO)
    await world.wait(5)
    ben = await world.person(BEN)
    await world.lobby.lend(table_id, 0, ben.id)
    await world.wait(65)
    (ping,) = world.pings()
    assert f"<@{BEN}>" in ping
    assert "the turn of Ada, whom you play for" in ping
    await world.lobby.lend(table_id, 0, None)
    await world.wait(65)
    (ping,) = world.pings()
    assert f"<@{ADA}>" in ping, "she plays again herself"


async def test_peace_at_one_table_and_quiet_hours(world: World) -> None:
    _, table_id = await world.start_table()
    await world.centre.wish(table_id, 0, Wishes(discord=False))
    await world.wait(100, step=5)
    assert world.pings() == []
    await world.move(table_id)
    ben = await world.person(BEN)
    hour = (int(world.clock.now) // 3600) % 24
    quiet = Preferences(quiet_from=hour, quiet_to=(hour + 2) % 24)
    await world.people.change(ben.id, name=ben.name, colour=0, emblem=0, preferences=quiet)
    await world.wait(100, step=5)
    assert world.pings() == []
    await world.wait(2 * 3600, step=300)
    assert len(world.pings()) == 1, "it is said when the quiet hours are over"


async def test_a_nudge_says_it_once_more_but_not_all_the_time(world: World) -> None:
    code, _ = await world.start_table()
    assert "will be reminded" in (await world.command("nudge", BEN))["content"]
    await world.wait(2)
    (first,) = [m for m in world.fake.sent() if "turn" in (m.get("content") or "")]
    assert "was told 1 minute ago" in (await world.command("nudge", BEN, code=code))["content"]
    await world.wait(700, step=50)
    assert "will be reminded" in (await world.command("nudge", BEN))["content"]
    await world.wait(2)
    (second,) = [m for m in world.fake.sent() if "turn" in (m.get("content") or "")]
    assert second["id"] != first["id"], "it rings again, and the old one is gone"
    assert "Nobody else is waited for" in (await world.command("nudge", ADA))["content"]
    assert "for those who play" in (await world.command("nudge", CLEO, code=code))["content"]


# Trouble --------------------------------------------------------------------------------------------------------------


async def test_discord_being_down_never_delays_a_move_and_nothing_is_said_twice_afterwards(world: World) -> None:
    _, table_id = await world.start_table()
    await world.wait(5)
    world.fake.down = True
    calls = len(world.fake.calls)
    await world.move(table_id)
    assert len(world.fake.calls) == calls, "a move calls nobody outside"
    await world.wait(120)
    assert len(world.fake.calls) - calls < 60, "it is not hammered while it is down"
    world.fake.down = False
    await world.wait(10)
    assert title(world.card()) == "Whisper: Ben is at it"
    assert len(world.pings()) == 1
    assert len(world.cards()) == 1


async def test_a_post_whose_answer_was_lost_stands_once(world: World) -> None:
    await world.command("play", game="whisper", seats=2)
    world.fake.vanish_next = 1
    await world.wait(10)
    assert len(world.cards()) == 1, "the same nonce: Discord made one of the two"
    code = next(iter(world.cards()))["embeds"][0]["footer"]["text"].removeprefix("code ")
    await world.press(f"lobby:{code}:join", BEN)
    await world.press(f"lobby:{code}:start!")
    world.fake.vanish_next = 1
    await world.wait(75)
    assert len(world.pings()) == 1


async def test_two_processes_send_nothing_twice(worlds: Worlds) -> None:
    world = await worlds()
    other = await worlds(fake=world.fake, clock=world.clock)
    await world.command("play", game="whisper", seats=2)
    await asyncio.gather(*(one.look() for one in (world, other, world, other)))
    code = world.card()["embeds"][0]["footer"]["text"].removeprefix("code ")
    for user in (BEN,):
        await other.press(f"lobby:{code}:join", user)
        await world.press(f"lobby:{code}:ready", user)
    await other.press(f"lobby:{code}:start")
    table_id = await world.hub.store.find(code)
    for round_ in range(4):
        await (world, other)[round_ % 2].move(table_id)
        for _ in range(8):
            world.clock.now += 10
            world.fake.now = world.clock.now
            await asyncio.gather(world.look(), other.look(), world.look(), other.look())
        assert len(world.cards()) == 1
        assert len(world.pings()) == 1
    posted = [message for _, what, message in world.fake.diary if what == "posts"]
    assert len([m for m in posted if m.get("embeds")]) == 1
    assert len([m for m in posted if "your turn" in (m.get("content") or "")]) == 4


async def test_a_restart_says_nothing_again(worlds: Worlds) -> None:
    world = await worlds()
    _, table_id = await world.start_table()
    await world.wait(70)
    assert len(world.pings()) == 1
    await world.stop()
    again = await worlds(fake=world.fake, clock=world.clock)
    spoken = len(world.fake.diary)
    await again.wait(30)
    assert len(world.fake.diary) == spoken, "everything is as it should be"
    await again.move(table_id)
    await again.wait(70)
    assert f"<@{BEN}>" in again.pings()[0]


async def test_a_message_that_was_to_be_taken_away_when_we_died_is_taken_away(world: World) -> None:
    code = await world.open_table()
    table_id = await world.hub.store.find(code)
    (post,) = await world.posts(table_id)
    world.fake.messages["699"] = {**world.card(), "id": "699"}
    await world.keeper.posts.sent(post, post.address, "699", "", "lobby", world.clock.now)
    assert len(world.cards()) == 2
    await world.house.directory.look_again(table_id)
    await world.wait(5)
    assert [m["id"] for m in world.cards()] == ["699"]


async def test_two_evenings_of_the_same_name_are_not_taken_for_each_other(world: World) -> None:
    for _ in range(2):
        await world.command("schedule", when="in 3 hours", zone="Berlin")
        await world.wait(5)
    first, second = world.cards()
    world.fake.delete(first["id"])
    await world.press(first["components"][0]["components"][0]["custom_id"], BEN, first)
    await world.wait(10)
    assert len(world.cards()) == 2
    assert second["id"] in [m["id"] for m in world.cards()]


async def test_a_deleted_card_is_back_within_ten_seconds_though_nothing_happens(world: World) -> None:
    _, table_id = await world.start_table()
    await world.wait(30)
    world.fake.delete(world.card()["id"])
    await world.wait(9)
    assert title(world.card()) == "Whisper: Ada is at it"
    await world.wait(1200, step=10)
    calls = len(world.fake.calls)
    await world.wait(600, step=5)
    assert len(world.fake.calls) - calls <= 12, "where it is quiet it is looked after once a minute"
    world.fake.channels[CHANNEL] = EVERYTHING & ~HISTORY
    await world.move(table_id)
    await world.wait(30)
    calls = len(world.fake.calls)
    await world.wait(300, step=5)
    looks = [call for call in world.fake.calls[calls:] if call.startswith("GET")]
    assert len(looks) <= 2, "where we may not read we do not ask again and again"


async def test_where_we_may_speak_again_it_is_true_within_a_minute_though_nobody_says_a_word(world: World) -> None:
    _, table_id = await world.start_table()
    await world.wait(5)
    world.fake.channels[CHANNEL] = 0
    await world.move(table_id)
    await world.wait(600, step=2)
    world.fake.channels[CHANNEL] = EVERYTHING
    await world.wait(62)
    assert title(world.card()) == "Whisper: Ben is at it"


async def test_faces_come_and_go_with_the_account(world: World) -> None:
    code = await world.open_table()
    table_id = await world.hub.store.find(code)
    await world.lobby.sit(table_id, (await world.people.welcome("Guest")).id)
    await world.wait(5)
    hers = f"https://cdn.discordapp.com/avatars/{ADA}/a111.png?size=64"
    assert faces(world.card()) == [hers], "who came by the website alone has none"
    await world.house.directory.meet({"id": ADA, "username": "ada", "global_name": "Ada", "avatar": "new"})
    await world.wait(5)
    assert faces(world.card()) == [hers.replace("a111", "new")], "another picture there is another one here"
    await world.house.directory.unlink((await world.person(ADA)).id)
    await world.wait(5)
    assert faces(world.card()) == []
    assert ADA not in str(world.card()["embeds"]), "whoever disconnects goes from the card"


async def test_the_face_of_who_plays_a_borrowed_seat(world: World) -> None:
    _, table_id = await world.start_table(BEN, CLEO)
    await world.wait(5)
    assert ADA in faces(world.card())[0]
    await world.lobby.lend(table_id, 0, (await world.person(CLEO)).id)
    await world.wait(5)
    assert CLEO in faces(world.card())[0]


# Level 1 --------------------------------------------------------------------------------------------------------------


async def test_a_pasted_webhook_has_the_same_card_and_notifies_by_name(worlds: Worlds) -> None:
    world = await worlds(discord_bot_token="", discord_public_key="", discord_client_secret="")
    ana, ben = await world.people.welcome("Ana"), await world.people.welcome("Ben")
    info = await world.lobby.create("whisper", 2, {}, ana.id)
    await world.lobby.sit(info.id, ben.id)
    await world.house.directory.put(info.id, webhook=HOOK)
    await world.look()
    assert title(world.card("hook")) == "Whisper: waiting for Ben to be ready"
    assert not world.card("hook").get("components")
    await world.lobby.begin(info.id)
    for name in ("Ana", "Ben"):
        await world.wait(65)
        assert [words.split(",")[0] for words in world.pings("hook")] == [f"**{name}**"]
        assert title(world.card("hook")) == f"Whisper: {name} is at it"
        await world.move(info.id)
    await world.house.directory.put(info.id, webhook=None)
    await world.wait(10)
    assert world.fake.sent("hook") == [], "whoever takes the webhook away has the card taken away, too"


async def test_a_webhook_that_was_deleted_there_is_never_tried_again(worlds: Worlds) -> None:
    world = await worlds(discord_bot_token="", discord_public_key="", discord_client_secret="")
    ana, ben = await world.people.welcome("Ana"), await world.people.welcome("Ben")
    info = await world.lobby.create("whisper", 2, {}, ana.id)
    await world.lobby.sit(info.id, ben.id)
    await world.house.directory.put(info.id, webhook=HOOK)
    await world.look()
    world.fake.webhooks.clear()
    await world.lobby.begin(info.id)
    await world.wait(10)
    place = await world.house.directory.place(info.id)
    assert place is not None
    assert place.webhook is None
    await world.wait(30)
    calls = len(world.fake.calls)
    await world.move(info.id)
    await world.wait(100, step=5)
    assert len(world.fake.calls) == calls


async def unheard(world: World) -> None:
    """The next post arrives, and its answer is lost on the way."""
    world.fake.vanish_next = 1
    for _ in range(10):
        await world.wait(1)
        if not world.fake.vanish_next:
            return
    raise AssertionError("nothing was posted")


async def test_what_arrived_unheard_before_a_long_outage_is_found_again(world: World) -> None:
    """Discord makes one of two messages for some minutes only; after that we look ourselves what stands there."""
    code, table_id = await world.start_table()
    await world.wait(58)
    await unheard(world)  # the ping arrives, its answer does not
    world.fake.down = True
    await world.wait(900, step=10)
    world.fake.down = False
    await world.wait(15)
    assert len(world.pings()) == 1
    said_so = [1 for _, what, message in world.fake.diary if what == "posts" and "your turn" in str(message)]
    assert len(said_so) == 1, "once per turn"
    await world.move(table_id)
    await world.wait(10)
    assert world.pings() == [], "and it is known, so that it can be taken away"
    world.fake.delete(world.card()["id"])
    await unheard(world)
    world.fake.down = True
    await world.wait(900, step=10)
    world.fake.down = False
    await world.wait(15)
    assert title(world.card()) == "Whisper: Ben is at it", "one card, and a true one"
    assert code in said(world.card())

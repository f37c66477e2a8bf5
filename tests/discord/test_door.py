"""A door that knows you: links that sign in, signing in with Discord, and two who turn out to be one."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import httpx2
import pytest
from sqlalchemy import text

from app.kernel import Refused
from app.people.merging import merge
from app.tables.facts import TableSettings
from tests.discord.conftest import Worlds
from tests.discord.fake import GUILD
from tests.discord.world import ADA, BEN, CLEO, World, labels


def way(answer: Any) -> str:
    """The one-time link of a whisper."""
    found = re.search(r"https://play\.example\.org(/discord/enter/[^'\"]+)", str(answer))
    assert found, answer
    return found[1]


async def sign_in(world: World, code: str, nonce: str = "nonce", current: str | None = None) -> str:
    address = world.house.authorize_address(nonce, "")
    state = httpx2.URL(address).params["state"]
    return (await world.house.signed_in(code, state, nonce, current))[0]


def known(world: World, *codes: str, user: str = ADA, name: str = "Ada") -> None:
    world.fake.codes |= {code: {"id": user, "username": name.lower(), "global_name": name} for code in codes}


async def test_open_answers_the_presser_alone_with_their_own_link(world: World) -> None:
    code = await world.open_table()
    await world.press(f"lobby:{code}:join", BEN)
    words = {}
    for user in (ADA, BEN):
        answer = (await world.press(f"lobby:{code}:open", user))["data"]
        assert answer["flags"] == 64
        words[user] = way(answer)
    assert words[ADA] != words[BEN]
    assert f"?to={code}" in words[BEN]
    assert "Seat 2 is yours" in (await world.press(f"lobby:{code}:open", BEN))["data"]["content"]
    word = words[BEN].split("/")[-1].partition("?")[0]
    link = await world.people.use_link(word, ("device",))
    assert link.person_id == (await world.person(BEN)).id, "whoever pressed Join sits in that seat when they arrive"
    with pytest.raises(Exception, match="used already"):
        await world.people.use_link(word, ("device",))


async def test_nothing_on_a_card_signs_anybody_in(world: World) -> None:
    code, _ = await world.start_table()
    await world.wait(70)
    shown = str([m for m in world.fake.messages.values() if not m["channel_id"].startswith("whispers-")])
    assert "/discord/enter/" not in shown
    assert "/discord/link/" not in shown
    assert code in shown


async def test_signing_in_is_bound_to_the_browser_and_works_once(world: World) -> None:
    known(world, "c1", "c2", "c3")
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
    world.fake.down = True
    with pytest.raises(Refused, match="did not confirm"):
        await sign_in(world, "c3", "down")


async def test_a_guest_with_tables_an_office_and_a_name_keeps_all_of_it(world: World) -> None:
    known(world, "c1")
    code = await world.open_table()  # as Ada on Discord
    ada = await world.person(ADA)
    await world.command("notify", ADA, how="direct", zone="Europe/Berlin")
    guest = await world.people.welcome("The Countess")
    await world.people.set_admin(guest.id)
    own = await world.lobby.create("whisper", 2, {}, guest.id)
    assert await sign_in(world, "c1", "first", guest.id) == guest.id, "never swapped"
    merged = await world.people.get(guest.id)
    assert merged is not None
    assert (merged.name, merged.admin) == ("The Countess", True)
    assert (merged.preferences.notices, merged.preferences.zone) == ("direct", "Europe/Berlin")
    assert (await world.hub.store.info(own.id)).owner_id == guest.id
    hers = await world.hub.store.info(await world.hub.store.find(code))
    assert (hers.owner_id, hers.seats[0].person_id) == (guest.id, guest.id)
    assert (await world.person(ADA)).id == guest.id
    before = await world.people.get(ada.id)
    assert before is not None
    assert before.id == guest.id, "old cookies and links lead to who she is now"
    assert "The Countess" in {one.person.name for one in (await world.people.find())[1]}
    assert ada.id not in {one.person.id for one in (await world.people.find())[1]}
    await world.wait(5)
    assert "The Countess opened a table" in str(world.card()["embeds"][0]["author"])


async def test_one_chair_before_the_game_that_of_who_pressed_join(world: World) -> None:
    known(world, "c1", user=BEN, name="Ben")
    code = await world.open_table(4)
    table_id = await world.hub.store.find(code)
    guest = await world.people.welcome("Benny")
    await world.lobby.sit(table_id, guest.id, 3)
    await world.press(f"lobby:{code}:join", BEN)
    await sign_in(world, "c1", "first", guest.id)
    info = await world.hub.store.info(table_id)
    assert [seat.person_id == guest.id for seat in info.seats] == [False, True, False, False]


async def test_one_account_for_each_person(world: World) -> None:
    known(world, "c1", "c2")
    known(world, "c3", user=BEN, name="Ben")
    ada = await sign_in(world, "c1", "first")
    with pytest.raises(Refused, match=r"who is Ada on Discord\. One person has one account"):
        await sign_in(world, "c3", "second", ada)
    assert await sign_in(world, "c2", "third", ada) == ada
    await world.command("tables", BEN)
    ben, account = await world.person(BEN), await world.house.directory.account_of(ada)
    assert account is not None
    ada_person = await world.people.get(ada)
    with pytest.raises(Refused, match="One person has one account"):
        await world.house.door.enter(ben, ada_person)
    assert (await world.person(BEN)).id == ben.id
    await world.house.directory.unlink(ada)
    assert await world.house.directory.user_of(ada) is None


async def test_a_link_joins_a_guest_but_never_an_office(world: World) -> None:
    await world.command("tables", BEN)
    ben, guest = await world.person(BEN), await world.people.welcome("Guest")
    host = await world.people.welcome("Host")
    await world.people.set_admin(host.id)
    with pytest.raises(Refused, match="a link is not enough"):
        await world.house.door.enter(ben, await world.people.get(host.id))
    assert await world.house.door.enter(ben, guest) == guest.id
    assert (await world.person(BEN)).id == guest.id
    assert await world.house.door.enter(guest, None) == guest.id


async def test_whoever_was_sent_away_stays_away_and_nobody_who_is_banned_becomes_another(world: World) -> None:
    owner = await world.people.welcome("Owner")
    rude, nice = await world.people.welcome("Rude"), await world.people.welcome("Nice")
    info = await world.lobby.create("whisper", 3, {}, owner.id)
    await world.lobby.sit(info.id, rude.id)
    await world.lobby.stand(info.id, 1, asked=True)
    await world.people.mute(owner.id, rude.id, True)
    await merge(world.engine, nice.id, rude.id)
    with pytest.raises(Refused, match="asked you to stand up"):
        await world.lobby.sit(info.id, nice.id)
    seen = await world.people.get(owner.id)
    assert seen is not None
    assert seen.muted == (nice.id,)
    banned = await world.people.welcome("Banned")
    await world.people.set_banned(banned.id, True)
    with pytest.raises(Refused, match="banned"):
        await merge(world.engine, nice.id, banned.id)


async def test_a_seat_that_was_lent_to_oneself_is_ones_own(world: World) -> None:
    a, b = await world.people.welcome("A"), await world.people.welcome("B")
    info = await world.lobby.create("whisper", 2, {}, a.id)
    await world.lobby.sit(info.id, b.id)
    await world.lobby.begin(info.id)
    await world.lobby.lend(info.id, 0, b.id)
    await merge(world.engine, a.id, b.id)
    seats = (await world.hub.store.info(info.id)).seats
    assert [(seat.person_id, seat.lent_to) for seat in seats] == [(a.id, None), (a.id, None)]


async def test_everything_that_names_a_person_is_thought_of(world: World) -> None:
    """A new column that points at people must be dealt with when two become one."""
    query = """
        SELECT conrelid::regclass::text || '.' || attname FROM pg_constraint
        JOIN pg_attribute ON attrelid = conrelid AND attnum = ANY(conkey)
        WHERE contype = 'f' AND confrelid = 'people'::regclass
    """
    async with world.engine.connect() as connection:
        found = set((await connection.scalars(text(query))).all())
    assert found == {
        "seats.person_id", "seats.lent_to", "tables.owner_id", "chat.person_id", "pushes.person_id", "links.person_id",
        "complaints.person_id", "complaints.about_id", "identities.person_id", "evenings.person_id", "coming.person_id",
        "people.became",
    }  # fmt: skip


async def test_a_table_can_be_for_members_of_a_server_with_a_role(world: World) -> None:
    known(world, "c1")
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


async def test_play_here_answers_the_presser_alone_whether_or_not_pages_open_inside_discord(worlds: Worlds) -> None:
    """Also where the Activity is on: that has a button of its own, with another name."""
    for number, world in enumerate((await worlds(), await worlds(discord_activity=True))):
        _, table_id = await world.start_table()
        await world.wait(5)
        shown = world.cards()[-1]
        assert labels(shown)[:2] == ["Play here", "Open"]
        assert ("Inside Discord" in labels(shown)) is bool(number)
        (button,) = [part for part in shown["components"][0]["components"] if part["label"] == "Play here"]
        words = {}
        for user in (ADA, BEN, CLEO):
            answer = await world.press(button["custom_id"], user, shown)
            assert (answer["type"], answer["data"]["flags"]) == (4, 64), "a whisper, no launch"
            words[user] = way(answer), answer["data"]["content"]
        assert len({link for link, _ in words.values()}) == 3, "everybody's own"
        assert words[ADA][1].startswith("It is your turn.")
        assert words[BEN][1].startswith("Waiting for Ada.")
        assert "on your way to watch" in words[CLEO][1]
        word = words[BEN][0].split("/")[-1].partition("?")[0]
        assert (await world.people.use_link(word, ("device",))).person_id == (await world.person(BEN)).id
        with pytest.raises(Exception, match="used already"):
            await world.people.use_link(word, ("device",))
        ben = await world.person(BEN)
        await world.lobby.lend(table_id, 0, ben.id)
        assert (await world.press(button["custom_id"], BEN, shown))["data"]["content"].startswith("It is your turn.")


async def test_inside_discord_leads_to_the_table_whose_button_was_pressed(world: World) -> None:
    first = await world.open_table()
    await world.open_table()
    assert (await world.press(f"lobby:{first}:launch", BEN)) == {"type": 12}
    ben = await world.person(BEN)
    assert await world.house.directory.table_for("400000000000000000", ben.id) == first


async def test_the_way_in_stands_on_shelf_lobby_and_table_and_links_come_in_by_it(serve: Any) -> None:
    settings = {"DISCORD_APPLICATION_ID": "9", "DISCORD_CLIENT_SECRET": "s", "PUBLIC_URL": ""}
    server = await asyncio.to_thread(lambda: serve(**settings))
    words = "Sign in with Discord"
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False, timeout=60, follow_redirects=True) as http:
        assert words in (await http.get("/")).text
        await http.post("/hello", data={"name": "Mara"})
        assert words in (await http.get("/")).text
        made = await http.post("/tables", data={"game": "whisper", "seats": "2"})
        code = str(made.url).rsplit("/", 1)[-1]
        assert f"/discord/signin?to={code}" in made.text, "the lobby"
        async with httpx2.AsyncClient(base_url=server.url, trust_env=False, timeout=60) as stranger:
            assert f"/discord/signin?to={code}" in (await stranger.get(f"/t/{code}")).text, "the invitation"
            away = await stranger.get(f"/discord/signin?to={code}")
            assert away.status_code == 303
            assert "/oauth2/authorize" in away.headers["location"]
        await http.post(f"/t/{code}/start")
        await http.post(f"/t/{code}/bot", data={"seat": "1"})
        await http.post(f"/t/{code}/start")
        assert f"/discord/signin?to={code}" in (await http.get(f"/t/{code}")).text, "the table"

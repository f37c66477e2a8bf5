"""Parallax inside Discord: who is let in, where they land, and what an ordinary host never does."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx2
import pytest

from app.config import Settings
from app.discord.activity import Here
from app.kernel import Refused
from tests.discord.conftest import Worlds
from tests.discord.fake import APP, CHANNEL, GUILD
from tests.discord.world import ADA, BEN, World, labels, said

PLACE = {"id": "gc-1", "kind": "gc", "channel_id": CHANNEL, "guild_id": GUILD}


@pytest.fixture
async def inside(worlds: Worlds) -> World:
    world = await worlds(discord_activity=True)
    world.fake.codes = {
        f"code-{number}": {"id": user, "username": name, "global_name": name.title(), "inside": True}
        for number, (user, name) in enumerate(((ADA, "ada"), (BEN, "ben"), (ADA, "ada")))
    }
    world.fake.instances["i-1"] = {"application_id": APP, "instance_id": "i-1", "location": PLACE, "users": [ADA, BEN]}
    return world


async def test_people_land_at_the_table_of_their_channel(inside: World) -> None:
    activity = inside.house.activity
    code = await inside.open_table()
    ada = await activity.enter("code-0", activity.begin("one"), "i-1", None)
    assert ada.here == Here(GUILD, CHANNEL)
    assert ada.code == code
    owner = (await inside.hub.store.info(await inside.hub.store.find(code))).owner_id
    assert ada.person_id == owner, "the same person as on Discord"
    ben = await activity.enter("code-1", activity.begin("two"), "i-1", None)
    assert ben.code == code
    newer = await inside.open_table()
    assert await inside.house.directory.table_for(CHANNEL, ada.person_id) == newer
    await inside.press(f"lobby:{code}:join", BEN)
    assert await inside.house.directory.table_for(CHANNEL, ben.person_id) == code, "one's own table comes first"
    assert await inside.house.directory.table_for("499999999999999999", ben.person_id) is None


async def test_only_what_discord_confirms_counts(inside: World) -> None:
    activity = inside.house.activity
    state = activity.begin("once")
    inside.fake.instances["i-1"]["users"] = [BEN]
    visit = await activity.enter("code-0", state, "i-1", None)
    assert visit.here is None, "Discord does not see Ada in that channel"
    with pytest.raises(Refused, match="used already"):
        await activity.enter("code-1", state, "i-1", None)
    with pytest.raises(Refused, match="did not confirm"):
        await activity.enter("code-0", activity.begin("spent"), "i-1", None)
    with pytest.raises(Refused, match="too long"):
        await activity.enter("code-1", "made-up", "i-1", None)
    unknown = await activity.enter("code-1", activity.begin("elsewhere"), "i-9", None)
    assert unknown.here is None
    assert activity.read_pass(activity.pass_for(Here(GUILD, CHANNEL))) == Here(GUILD, CHANNEL)
    assert activity.read_pass("made-up") is None


async def test_a_table_opened_inside_gets_its_card_in_the_channel(inside: World) -> None:
    owner = await inside.people.welcome("Owner")
    info = await inside.lobby.create("whisper", 2, {}, owner.id)
    await inside.house.open_in_channel(info.id, Here(GUILD, CHANNEL))
    await inside.look()
    assert info.code in said(inside.card())
    assert "Inside Discord" in labels(inside.card())
    assert await inside.press(f"lobby:{info.code}:launch", BEN) == {"type": 12}
    assert inside.fake.objections == []


async def test_another_account_in_the_same_frame_is_another_person(inside: World) -> None:
    """Inside Discord there is nothing to sign out of: whoever Discord names is who is there."""
    activity = inside.house.activity
    ada = await activity.enter("code-0", activity.begin("one"), "i-1", None)
    ben = await activity.enter("code-1", activity.begin("two"), "i-1", ada.person_id)
    assert ben.person_id != ada.person_id
    assert (await inside.person(ADA)).id == ada.person_id


async def test_the_launch_command_survives_a_registration(inside: World, world: World) -> None:
    assert await inside.house.register() == 10
    assert inside.fake.commands[0]["type"] == 4
    assert await world.house.register() == 9


def test_nobody_may_frame_us_unless_the_host_wants_it() -> None:
    assert Settings(discord_application_id=APP).discord_parents == []
    assert Settings(discord_activity=True).discord_parents == []
    on = Settings(discord_activity=True, discord_application_id=APP)
    assert on.discord_parents == ["https://discord.com", "https://canary.discord.com", "https://ptb.discord.com"]
    assert on.discord_frame == f"https://{APP}.discordsays.com"


@pytest.mark.parametrize("on", [True, False])
async def test_headers_and_origins(serve: Any, on: bool) -> None:
    settings = {"DISCORD_APPLICATION_ID": APP, "DISCORD_ACTIVITY": str(on), "DISCORD_CLIENT_SECRET": "s"}
    server = await asyncio.to_thread(lambda: serve(**settings))
    framed = {"Origin": f"https://{APP}.discordsays.com"}
    async with httpx2.AsyncClient(base_url=server.url, trust_env=False, timeout=60) as http:
        policy = (await http.get("/")).headers["content-security-policy"]
        assert ("frame-ancestors https://discord.com " in policy) is on
        assert ("frame-ancestors 'none'" in policy) is not on
        page = (await http.get("/?frame_id=1&instance_id=2&platform=desktop")).text
        assert ("Asking Discord who you are" in page) is on
        bad = await http.post("/discord/activity", data={"code": "c", "state": "s"}, headers=framed)
        assert bad.status_code == (400 if on else 403)
        assert "set-cookie" not in bad.headers
        other = await http.post(
            "/discord/activity", data={"code": "c", "state": "s"}, headers={"Origin": "https://evil.example"}
        )
        assert other.status_code == 403

"""People: links that work once, their own data, administrators, bans."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.people.identity import BadLink, BadName, People, Preferences, secret_key, tidy_name
from app.tables.hub import Hub
from app.tables.lobby import Lobby
from app.tables.talk import Talk


@pytest.fixture
def people(engine: AsyncEngine) -> People:
    return People(engine, "key")


def test_names_are_tidied_or_refused() -> None:
    assert tidy_name("  Ana   María ") == "Ana María"
    for bad in ("", "   ", "x" * 41, "a\x00b"):
        with pytest.raises(BadName):
            tidy_name(bad)


def test_tokens_cannot_be_forged(engine: AsyncEngine) -> None:
    token = People(engine, "key").token("ana")
    assert People(engine, "key").read_token(token) == "ana"
    assert People(engine, "other key").read_token(token) is None
    value, _, mark = token.rpartition(".")
    other = "A" if mark[0] != "A" else "B"  # not the last letter: not all of its bits count
    assert People(engine, "key").read_token(f"{value}.{other}{mark[1:]}") is None
    assert People(engine, "key").read_token("") is None


def test_a_secret_key_is_made_once_and_kept_private(tmp_path: Path) -> None:
    key = secret_key("", tmp_path / "data")
    assert len(key) == 64
    assert secret_key("", tmp_path / "data") == key
    assert os.stat(tmp_path / "data" / "secret_key").st_mode & 0o777 == 0o600
    assert secret_key("given", tmp_path) == "given"


async def test_a_link_works_once_and_looking_does_not_spend_it(people: People) -> None:
    ana = await people.welcome("Ana")
    word = await people.make_link("device", person_id=ana.id)
    assert (await people.look_at_link(word)).purpose == "device"
    assert (await people.use_link(word)).person_id == ana.id
    with pytest.raises(BadLink):
        await people.use_link(word)
    late = await people.make_link("device", person_id=ana.id, hours=-1)
    with pytest.raises(BadLink):
        await people.look_at_link(late)


async def test_only_the_hash_of_a_link_is_stored(people: People, engine: AsyncEngine) -> None:
    word = await people.make_link("admin")
    async with engine.connect() as connection:
        rows = (await connection.execute(text("SELECT * FROM links"))).all()
    assert word not in str(rows)


async def test_a_profile_can_be_changed(people: People) -> None:
    ana = await people.welcome("Ana")
    wishes = Preferences(theme="dark", sound=False)
    await people.change(ana.id, name=" Anna ", colour=5, emblem=3, preferences=wishes)
    changed = await people.get(ana.id)
    assert changed is not None
    assert (changed.name, changed.colour, changed.emblem, changed.preferences) == ("Anna", 5, 3, wishes)


async def test_one_can_take_ones_data_and_be_forgotten(people: People, engine: AsyncEngine, hub: Hub) -> None:
    ana, ben = await people.welcome("Ana"), await people.welcome("Ben")
    lobby = Lobby(hub)
    info = await lobby.create("whisper", 2, {}, ana.id)
    await lobby.sit(info.id, ben.id)
    await hub.store.write_notes(info.id, 0, "my secret plan")
    await Talk(engine, hub).say(info.id, ana.id, "Ana", 0, None, "hello")
    data = await people.export(ana.id)
    assert data["person"]["name"] == "Ana"
    assert data["seats"][0]["notes"] == "my secret plan"
    assert data["chat"][0]["text"] == "hello"
    await people.forget(ana.id)
    assert await people.get(ana.id) is None
    assert await hub.store.notes(info.id, 0) == ""
    assert (await hub.store.info(info.id)).seats[0].person_id is None
    async with engine.connect() as connection:
        left = (await connection.execute(text("SELECT * FROM chat"))).all()
    assert left == []


async def test_administrators_and_bans(people: People) -> None:
    ana = await people.welcome("Ana")
    assert not await people.has_admin()
    await people.set_admin(ana.id)
    assert await people.has_admin()
    await people.set_banned(ana.id, True)
    person = await people.get(ana.id)
    assert person is not None
    assert person.banned

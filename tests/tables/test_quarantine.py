"""A table that cannot be worked out or shown is put aside; everything else goes on, and nothing of it is lost."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import GAMES
from app.tables.hub import Hub
from app.tables.lobby import Lobby
from app.tables.patience import OverPatience, within
from app.tables.quarantine import InQuarantine
from app.web.watchdog import STALL, Watchdog


async def playing(hub: Hub) -> str:
    lobby = Lobby(hub)
    info = await hub.store.create("whisper", 2, {}, None)
    for seat in info.seats:
        await lobby.seat_bot(info.id, seat.number)
    await lobby.begin(info.id)
    return info.id


def test_what_never_ends_is_given_up() -> None:
    with pytest.raises(OverPatience), within(0.05):
        while True:
            pass
    with within(0.05):
        pass
    begun = time.process_time()
    while time.process_time() - begun < 0.1:
        pass  # what comes afterwards has all the time it wants


def test_the_outer_patience_counts() -> None:
    with within(60), within(0.01):
        begun = time.process_time()
        while time.process_time() - begun < 0.05:
            pass


@pytest.mark.parametrize("fault", ["raises", "never ends"])
async def test_one_that_cannot_be_shown_is_put_aside(
    hub: Hub, monkeypatch: pytest.MonkeyPatch, fault: str, caplog: pytest.LogCaptureFixture
) -> None:
    bad, good = await playing(hub), await playing(hub)
    before = (await hub.live(bad)).moment
    game, public = GAMES["whisper"], GAMES["whisper"].public
    broken = (await hub.live(bad)).session

    def draw(state: Any) -> Any:
        if broken is not None and state is broken.state:
            if fault == "raises":
                raise ZeroDivisionError
            while True:
                pass
        return public(state)

    monkeypatch.setattr("app.tables.hub.TO_SHOW", 0.2)
    monkeypatch.setattr("app.tables.hub.TO_DECIDE", 0.2)
    with monkeypatch.context() as patched, caplog.at_level(logging.ERROR):
        patched.setattr(game, "public", draw)
        with pytest.raises(InQuarantine, match="Nothing of it is lost"):
            await hub.attach(bad, None)
        with pytest.raises(InQuarantine):
            await hub.live(bad)
        assert (await hub.live(good)).session is not None
    (found,) = hub.quarantine.tables.values()
    assert found.reference in caplog.text
    hub.quarantine.release(bad)
    assert (await hub.live(bad)).moment >= before


async def test_one_that_cannot_be_read_is_put_aside(hub: Hub, engine: AsyncEngine) -> None:
    bad, good = await playing(hub), await playing(hub)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE tables SET base = '\\x00' WHERE id = :id"), {"id": bad})
    hub.forget(bad)
    with pytest.raises(InQuarantine):
        await hub.live(bad)
    assert (await hub.live(good)).session is not None


async def test_standing_still_is_logged_with_its_place(caplog: pytest.LogCaptureFixture) -> None:
    watchdog = Watchdog()
    watchdog.start()
    await asyncio.sleep(0.1)
    with caplog.at_level(logging.WARNING):
        stand_still(watchdog)
        await asyncio.sleep(0.1)
    watchdog.stop()
    assert watchdog.stalls >= 1
    assert watchdog.longest > STALL
    assert "stand_still" in caplog.text


def stand_still(watchdog: Watchdog) -> None:
    while not watchdog.stalls:
        time.sleep(0.01)

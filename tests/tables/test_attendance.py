"""Who is at the table is the same in every process: for those who look, for votes, and for notices."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.kernel import Refused
from app.tables.attendance import place_of
from app.tables.hub import Hub
from app.tables.live import LiveTable
from app.tables.lobby import Lobby
from tests.tables.test_hub import other_hub, start_table

__all__ = ["other_hub"]


async def until(holds: Callable[[], Any]) -> None:
    async with asyncio.timeout(60):
        while not holds():
            await asyncio.sleep(0.01)


def shown(live: LiveTable) -> set[int]:
    return {player.seat for player in live._players() if player.here}


async def test_who_comes_and_goes_is_seen_in_the_other_process(hub: Hub, other_hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine)
    there = await other_hub.live(table_id)
    live, feed = await hub.attach(table_id, 1)
    await until(lambda: shown(there) == {1})
    assert 1 not in there.gone
    second, twice = await other_hub.attach(table_id, 1)
    await hub.detach(live, feed)
    await until(lambda: not there.elsewhere)
    assert shown(there) == {1}, "the player has another window open"
    await other_hub.detach(second, twice)
    await until(lambda: not live.elsewhere)
    assert shown(live) == shown(there) == set()
    assert there.gone[1] > 0


async def test_a_server_stops_also_in_the_moment_in_which_somebody_comes_or_goes(
    database_url: str, engine: AsyncEngine
) -> None:
    hub = Hub(engine, database_url)
    await hub.start()
    for _ in range(3):
        await asyncio.sleep(0)
    hub.attendance.changed()
    async with asyncio.timeout(60):
        await hub.stop()


async def test_a_table_that_is_opened_later_knows_who_is_there(hub: Hub, other_hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine)
    await hub.attach(table_id, 2)
    await until(lambda: 2 in other_hub.attendance.elsewhere(table_id))
    assert shown(await other_hub.live(table_id)) == {2}


async def test_no_vote_passes_a_player_who_is_there(hub: Hub, other_hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine)
    there = await other_hub.live(table_id)
    there.loaded_at = 0.0  # long ago: whoever is away is away for good
    await hub.attach(table_id, 1)
    await until(lambda: 1 in there.elsewhere)
    with pytest.raises(Refused, match="That player is here"):
        await Lobby(other_hub).ask_to_go_on_without(table_id, 1, 0)


async def test_whoever_was_at_a_process_that_died_is_away(hub: Hub, other_hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine)
    there = await other_hub.live(table_id)
    await hub.attach(table_id, 1)
    await until(lambda: shown(there) == {1})
    hub.attendance._here = dict  # it comes back without its people, as a new process does
    hub.attendance._connection.terminate()
    await until(lambda: shown(there) == set())
    assert there.gone[1] > 0


def test_places_fit_a_lock() -> None:
    assert all(-(2**31) <= place_of(f"table {number}") < 2**31 for number in range(1000))

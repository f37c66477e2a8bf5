"""What tests of Discord share."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.discord.world import World

Worlds = Callable[..., Awaitable[World]]


@pytest.fixture
async def worlds(engine: AsyncEngine, database_url: str) -> AsyncGenerator[Worlds]:
    """Server processes, each with a hub of its own, on the test's database."""
    running: list[World] = []

    async def begin(**changes: Any) -> World:
        running.append(await World(engine, database_url, **changes).start())
        return running[-1]

    yield begin
    for world in running:
        await world.stop()


@pytest.fixture
async def world(worlds: Worlds) -> World:
    return await worlds()

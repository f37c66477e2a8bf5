"""An evening of three people, with everything that can go wrong."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncEngine

from tests.discord.evening import Evening


async def test_at_any_time_one_true_card_and_one_true_ping(engine: AsyncEngine, database_url: str) -> None:
    heard: list[str] = []
    evening = Evening(engine, database_url, heard.append)
    await evening.play()
    assert evening.checks > 400, "also while Discord is down"
    assert evening.longest < 10
    assert len(evening.pinged) >= 5
    assert any("Rematch" in words for words in heard)

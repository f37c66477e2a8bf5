"""Since when somebody must decide: what a turn is, whatever happens between."""

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.kernel import Line
from app.tables.asking import Asked, asked_after
from app.tables.entries import Entry
from app.tables.hub import Hub
from tests.tables.test_hub import move, other_hub, start_table

__all__ = ["other_hub"]

FIRST = Asked(1, 1000)


def test_a_step_within_a_turn_is_the_same_turn() -> None:
    assert asked_after({0: FIRST}, 0, {0}, 2, 2000) == {0: FIRST}


def test_a_turn_begins_when_others_were_asked_in_between() -> None:
    ben = asked_after({0: FIRST}, 0, {1}, 2, 2000)
    assert ben == {1: Asked(2, 2000)}
    assert asked_after(ben, 1, {0}, 3, 3000) == {0: Asked(3, 3000)}


def test_whoever_is_still_to_answer_is_in_the_same_turn_when_others_answer() -> None:
    both = {0: FIRST, 1: FIRST}
    assert asked_after(both, 0, {1}, 1, 2000) == {1: FIRST}


def test_everybody_is_asked_anew_after_a_sealed_choice_the_last_to_answer_too() -> None:
    assert asked_after({1: FIRST}, 1, {0, 1}, 2, 2000) == {0: Asked(2, 2000, 2), 1: Asked(2, 2000, 2)}


def test_while_others_may_react_the_turn_waits() -> None:
    assert asked_after({0: FIRST}, 0, (), 2, 2000, paused=True) == {0: FIRST}


async def test_every_process_and_every_restart_knows_the_same_turn(
    hub: Hub, other_hub: Hub, engine: AsyncEngine, database_url: str
) -> None:
    table_id = await start_table(hub, engine)
    live = await hub.live(table_id)
    assert live.asked == {0: Asked(1, live.asked[0].at)}, "the game itself begins a turn"
    there = await other_hub.live(table_id)
    for _ in range(3):
        await move(hub, table_id)
    await other_hub._check(there)
    assert there.asked == live.asked
    assert list(live.asked) == [3 % len(live.info.seats)]
    await hub.note(table_id, Entry(hub.now_ms() + 1000, lines=(Line("Somebody came by."),)))
    again = Hub(engine, database_url)
    await again.start()
    assert (await again.live(table_id)).asked == live.asked, "what else was written since is no turn"
    await again.stop()


async def test_tables_from_before_it_was_kept_begin_with_their_last_row(
    hub: Hub, engine: AsyncEngine, database_url: str
) -> None:
    table_id = await start_table(hub, engine)
    await move(hub, table_id)
    async with engine.begin() as connection:
        await connection.execute(text("UPDATE tables SET asked = '{}'"))
    again = Hub(engine, database_url)
    await again.start()
    live = await again.live(table_id)
    assert live.asked == {1: Asked(live.moment, int(live.last_at * 1000))}
    await again.stop()

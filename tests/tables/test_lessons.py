"""Lessons: every lesson of every game is played to its end by following only what it says, and by trying other things."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from random import Random
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import GAMES
from app.kernel import Answer, Lesson, Refused, Session
from app.people.identity import People
from app.tables.hub import Hub
from app.tables.live import LEARNER, LiveTable
from app.tables.lobby import Lobby
from app.web.explain import card_of, uses_of
from tests.contract.checks import random_values

LESSONS = [
    pytest.param(game.id, lesson, id=f"{game.id}-{lesson.id}")
    for game in GAMES.values()
    for lesson in game.lessons().values()
]


@pytest_asyncio.fixture
async def hub(engine: AsyncEngine, database_url: str) -> AsyncGenerator[Hub]:
    made = Hub(engine, database_url)
    await made.start()
    yield made
    await made.stop()


async def begin(hub: Hub, engine: AsyncEngine, game: str, lesson: Lesson) -> LiveTable:
    learner = await People(engine, "key").welcome("Lea")
    info = await Lobby(hub).teach(game, lesson, learner.id)
    return await hub.live(info.id)


def session_of(live: LiveTable) -> Session[Any]:
    assert live.session is not None
    return live.session


async def until_mine(live: LiveTable) -> None:
    """The others have done what the lesson lets them do."""
    async with asyncio.timeout(60):
        while session_of(live).outcome is None and LEARNER not in session_of(live).asks:
            await asyncio.sleep(0.002)
        async with live.lock:  # and it is durable
            return


async def one_thing(hub: Hub, live: LiveTable, lesson: Lesson) -> None:
    """What the present step says, and nothing else."""
    place = lesson.place(live.learnt)
    assert place is not None
    if place.do is None:
        await hub.go_on_in_lesson(live.info.id)
        return
    await until_mine(live)
    ask = session_of(live).asks[LEARNER]
    assert ask.refusal(place.do.answer) is None, f"{place.step.title}: {place.do.answer} is no answer to {ask.prompt!r}"
    await hub.answer(live.info.id, LEARNER, ask.id, place.do.answer)


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
async def test_a_lesson_followed_literally_ends_in_a_win(
    hub: Hub, engine: AsyncEngine, game: str, lesson: Lesson
) -> None:
    live = await begin(hub, engine, game, lesson)
    for _ in range(lesson.things):
        assert session_of(live).outcome is None, "a lesson does not end before it has taught"
        await one_thing(hub, live, lesson)
    await until_mine(live)
    outcome = session_of(live).outcome
    assert outcome is not None
    assert LEARNER in outcome.winners
    assert live.replied == len(lesson.replies), "the others did just what the lesson says"


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
async def test_whatever_else_is_tried_is_put_off_and_changes_nothing(
    hub: Hub, engine: AsyncEngine, game: str, lesson: Lesson
) -> None:
    rng = Random("other things first")
    live = await begin(hub, engine, game, lesson)
    for _ in range(lesson.things):
        await until_mine(live)
        place, ask = lesson.place(live.learnt), session_of(live).asks[LEARNER]
        assert place is not None
        before = live.learnt  # others may still be answering the same question
        for _ in range(4):
            other = random_values(ask, rng)
            if place.do is None or other != place.do.answer:
                with pytest.raises(Refused):
                    await hub.act(live.info.id, Answer(LEARNER, ask.id, other))
        with pytest.raises(Refused):
            await hub.undo(live.info.id, LEARNER)
        assert live.learnt == before
        await one_thing(hub, live, lesson)
    await until_mine(live)
    assert session_of(live).outcome is not None


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
async def test_cards_offer_what_the_step_wants_and_nothing_else(
    hub: Hub, engine: AsyncEngine, game: str, lesson: Lesson
) -> None:
    live = await begin(hub, engine, game, lesson)
    offered = 0
    for _ in range(lesson.things):
        place = lesson.place(live.learnt)
        assert place is not None
        if place.do is not None:
            await until_mine(live)
        ask = session_of(live).asks.get(LEARNER)
        for name in {option.target for option in (*ask.options, *ask.items) if option.target} if ask else ():
            _, uses = uses_of(live, LEARNER, name, card_of(live, LEARNER, name))
            wanted = {part for value in place.do.answer for part in value.split(">")} if place.do else set()
            assert {option.id for option, _ in uses} <= wanted, f"{place.step.title}: the card of {name}"
            offered += len(uses)
        await one_thing(hub, live, lesson)
    assert offered, "what the lesson wants can be done from cards, too"


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
async def test_no_clock_runs_in_a_lesson(hub: Hub, engine: AsyncEngine, game: str, lesson: Lesson) -> None:
    live = await begin(hub, engine, game, lesson)
    for _ in range(lesson.things):
        await until_mine(live)
        assert live.clock.closes_at is None, "a question that goes on by itself elsewhere waits for the learner"
        await one_thing(hub, live, lesson)


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
async def test_a_lesson_can_be_left_and_taken_up(
    hub: Hub, engine: AsyncEngine, database_url: str, game: str, lesson: Lesson
) -> None:
    live = await begin(hub, engine, game, lesson)
    for _ in range(lesson.things // 2):
        await one_thing(hub, live, lesson)
    await until_mine(live)
    later = Hub(engine, database_url)
    await later.start()
    again = await later.live(live.info.id)
    assert (again.learnt, again.replied) == (live.learnt, live.replied)
    hub.forget(live.info.id)
    for _ in range(lesson.things - again.learnt):
        await one_thing(later, again, lesson)
    await until_mine(again)
    assert session_of(again).outcome is not None
    await later.stop()


@pytest.mark.parametrize(("game", "lesson"), LESSONS)
def test_a_step_has_one_idea_in_few_words(game: str, lesson: Lesson) -> None:
    for step in lesson.steps:
        assert len(step.text.split()) <= 45, step.title
        assert not step.title.endswith("."), "a headline"
        for do in step.does:
            assert not do.say.endswith("."), do.say
    assert lesson.steps[0].does == (), "the aim comes first"

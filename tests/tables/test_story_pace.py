"""Bots wait for the story, answer offers, and speak last; what each seat has been shown is kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import GAMES
from app.games.whisper.game import Whisper
from app.kernel import READY, Answer, Line, Moment, Move, Option, Play, Session, Use, ask, choosing, plan
from app.people.identity import People
from app.tables.clockwork import next_automatic, overdue, reading_time, story_left
from app.tables.entries import Entry
from app.tables.facts import TableSettings
from app.tables.hub import Hub
from app.tables.live import Feed, LiveTable, Told
from app.tables.lobby import Lobby
from tests.patience import Patiently


class Clock:
    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest_asyncio.fixture
async def clock() -> Clock:
    return Clock()


@pytest_asyncio.fixture
async def hub(engine: AsyncEngine, database_url: str, clock: Clock) -> AsyncGenerator[Hub]:
    made = Hub(engine, database_url, bot_pause=0.001, clock=clock)
    await made.start()
    yield made
    await made.stop()


async def table(hub: Hub, engine: AsyncEngine, bots: int, people: int = 1, **settings: Any) -> LiveTable:
    names = People(engine, "key")
    persons = [await names.welcome(f"Person {number}") for number in range(people)]
    lobby = Lobby(hub)
    info = await lobby.create("whisper", people + bots, {"moves": 30}, persons[0].id, TableSettings(**settings))
    for number, person in enumerate(persons[1:], 1):
        await lobby.sit(info.id, person.id, number)
        await lobby.ready(info.id, number, True)
    for number in range(people, people + bots):
        await lobby.seat_bot(info.id, number)
    await lobby.begin(info.id)
    return await hub.live(info.id)


def session_of(live: LiveTable) -> Session[Any]:
    assert live.session is not None
    return live.session


async def lay(hub: Hub, live: LiveTable, seat: int) -> None:
    await hub.act(live.info.id, GAMES["whisper"].bot(session_of(live), seat))


async def until(true: Callable[[], bool]) -> None:
    async for _ in Patiently("what bots and clocks do by themselves"):
        if true():
            return


async def settled() -> None:
    """What should not happen without the clock moving would have happened by now."""
    for _ in range(60):
        await asyncio.sleep(0.002)


async def test_a_bot_waits_until_the_people_here_were_shown_the_last_moment(hub: Hub, engine: AsyncEngine) -> None:
    live = await table(hub, engine, bots=2)
    _, feed = await hub.attach(live.info.id, 0, reads=True)
    await lay(hub, live, 0)
    mine = live.moment
    await settled()
    assert live.moment == mine, "nobody has been shown it yet"
    await hub.seen(live.info.id, 0, mine)
    await until(lambda: live.moment > mine)
    await settled()
    assert live.moment == mine + 1, "the first bot went on, the second waits for its story"
    await hub.detach(live, feed)


async def test_reading_time_ends_the_wait(hub: Hub, engine: AsyncEngine, clock: Clock) -> None:
    live = await table(hub, engine, bots=1)
    await hub.attach(live.info.id, 0, reads=True)
    await lay(hub, live, 0)
    left = story_left(live, clock())
    assert left > 1
    clock.now += left
    assert story_left(live, clock()) <= 0


async def test_nobody_waits_for_programs_and_spectators(hub: Hub, engine: AsyncEngine, clock: Clock) -> None:
    live = await table(hub, engine, bots=1)
    await hub.attach(live.info.id, 0)
    await hub.attach(live.info.id, None, reads=True, playing=False)
    assert story_left(live, clock()) == 0


@pytest.mark.parametrize(("pace", "factor"), [("brisk", 0.5), ("normal", 1.0), ("slow", 2.0)])
async def test_the_pace_is_an_option_of_the_table(hub: Hub, engine: AsyncEngine, pace: str, factor: float) -> None:
    live = await table(hub, engine, bots=1, story=pace)
    passage = Line("", moment=Moment("story", "A door", text="x" * 99))
    live.recent.append((live.seq, Told(live.moment, passage)))
    normal = reading_time(live) / factor
    assert normal > 99 * 0.05


async def test_how_long_bots_wait_does_not_tell_of_private_lines(hub: Hub, engine: AsyncEngine) -> None:
    live = await table(hub, engine, bots=1)
    before = reading_time(live)
    live.recent.append((live.seq, Told(live.moment, Line("x" * 500, to=(0,)))))
    assert reading_time(live) == before


@pytest.mark.parametrize("line", [None, Line("You see a fox.", to=(1,))])
async def test_bots_do_not_wait_for_a_step_that_tells_a_seat_nothing(
    hub: Hub, engine: AsyncEngine, clock: Clock, line: Line | None
) -> None:
    live = await table(hub, engine, bots=1)
    await hub.attach(live.info.id, 0, reads=True)
    await lay(hub, live, 0)
    told = live.moment
    live.moment += 1  # a step without a line, or with one that only somebody else may read
    if line is not None:
        live.recent.append((live.seq, Told(live.moment, line)))
    assert story_left(live, clock()) > 0, "what was told before it is not read yet"
    await hub.seen(live.info.id, 0, told)
    assert story_left(live, clock()) == 0, "the page has nothing more to show, and says so of nothing more"


async def test_what_a_seat_was_shown_is_kept_and_never_goes_back(
    hub: Hub, engine: AsyncEngine, database_url: str
) -> None:
    live = await table(hub, engine, bots=0, people=2)
    await lay(hub, live, 0)
    await lay(hub, live, 1)
    await hub.seen(live.info.id, 0, live.moment)
    await hub.seen(live.info.id, 0, 1)
    await hub.seen(live.info.id, 1, 10_000)
    moment = live.moment
    await hub.stop()
    later = Hub(engine, database_url)
    again = await later.live(live.info.id)
    assert again.seen == {0: moment, 1: moment}, "nobody has seen what has not happened"


class Generous(Whisper):
    """A bot in seat 1 gives the host a present as soon as one is open."""

    def offers(self, state: Any, seat: int) -> list[Option]:
        return [Option("present", "A present")] if state.moves_left > 29 else []

    def take(self, play: Play[Any], seat: int, option: str, values: Any) -> Any:
        play.state.moves_left -= 1
        yield from ()

    def volunteer(self, session: Session[Any], seat: int) -> Move | None:
        return Use(seat, "present") if session.offers(seat) else None


async def test_a_bot_answers_an_offer_while_only_people_are_asked(
    hub: Hub, engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "whisper", Generous())
    live = await table(hub, engine, bots=1)
    assert list(session_of(live).asks) == [0], "a person is asked, and no bot"
    await until(lambda: session_of(live).state.moves_left < 30)
    await settled()
    assert session_of(live).state.moves_left == 29


class Courting(Whisper):
    """The bot in seat 2 has offered the host something."""

    def courted(self, state: Any, seat: int) -> list[int]:
        return [0] if seat == 2 else []


async def test_a_bot_leaves_time_for_an_answer_to_its_offer(
    hub: Hub, engine: AsyncEngine, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "whisper", Courting())
    live = await table(hub, engine, bots=1, people=2, soft_seconds=20)
    assert story_left(live, live.last_at) <= 0, "who is not here is not waited for"
    _, feed = await hub.attach(live.info.id, 0)
    assert story_left(live, live.last_at + 5) == 15, "as long as a reaction"
    assert story_left(live, live.last_at + 20) <= 0
    await hub.detach(live, feed)
    await hub.attach(live.info.id, 1)
    assert story_left(live, live.last_at + 5) <= 0, "the offer is to somebody else"


class Planned(Whisper):
    def script(self, play: Play[Any]) -> Any:
        yield from plan(
            range(len(play.state.hands)), "The plan", [Option("a", "A", group="Row")], lambda seat, name: None
        )
        return (yield from super().script(play))

    def bot(self, session: Session[Any], seat: int) -> Move:
        ask = session.asks[seat]
        return Answer(seat, ask.id, (READY,)) if ask.kind == "plan" else super().bot(session, seat)


async def test_in_a_plan_bots_speak_after_the_people_and_silence_is_no_consent(
    hub: Hub, engine: AsyncEngine, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "whisper", Planned())
    live = await table(hub, engine, bots=1, people=2, clock_minutes=1, on_time="default")
    _, feed = await hub.attach(live.info.id, 0)
    assert next_automatic(live) is None, "a person who is here has said nothing yet"
    clock.now += 61
    due = [automatic.seat for automatic in overdue(live, clock())]
    assert 0 not in due, "silence of somebody present is no consent"
    assert 1 in due, "who is away is played by the clock, as the table wants it"
    await hub.answer(live.info.id, 0, session_of(live).asks[0].id, [READY])
    said: list[Entry] = []
    async for _ in Patiently("the bot is ready"):
        said = [entry for _, entry in await hub.store.entries_after(live.info.id, 1)]
        if "bot" in [entry.by for entry in said]:  # the clock may have spoken before it, for who is away
            break
    assert said[0].by == ""
    assert "bot" in [entry.by for entry in said[1:]], "now the bot is ready, too"
    await hub.detach(live, feed)


class Voices(Whisper):
    """Seat 1 is asked to read something aloud first; it has 30 seconds, and whoever is away is passed over."""

    def script(self, play: Play[Any]) -> Any:
        options = [Option("read", "I have read it"), Option("not me", "Not me")]
        yield from ask(choosing(1, "Read", options, default=("read",), absent=("not me",), seconds=30))
        return (yield from super().script(play))


async def test_for_whoever_is_away_the_answer_is_given_at_once(
    hub: Hub, engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "whisper", Voices())
    live = await table(hub, engine, bots=0, people=2)
    said: list[Entry] = []
    async for _ in Patiently("the answer of whoever is away"):
        said = [entry for _, entry in await hub.store.entries_after(live.info.id, 1)]
        if said:
            break
    assert [entry.by for entry in said] == ["absent"]
    assert list(session_of(live).asks) == [0], "the next question is open"


async def test_a_bot_answers_for_itself_what_is_answered_for_whoever_is_away(
    hub: Hub, engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = Voices()
    monkeypatch.setitem(GAMES, "whisper", game)
    monkeypatch.setattr(game, "bot", lambda session, seat: Answer(seat, session.asks[seat].id, ("read",)))
    live = await table(hub, engine, bots=1, people=1)
    said: list[Entry] = []
    async for _ in Patiently("the answer of the bot"):
        said = [entry for _, entry in await hub.store.entries_after(live.info.id, 1)]
        if said:
            break
    assert said[0].by == "bot"
    assert isinstance(said[0].choice, Answer)
    assert (said[0].choice.seat, said[0].choice.values) == (1, ("read",))


async def test_a_question_with_a_time_of_its_own_is_closed_when_that_is_over(
    hub: Hub, engine: AsyncEngine, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "whisper", Voices())
    live = await table(hub, engine, bots=0, people=2)
    live.feeds.add(Feed(1, playing=True))
    if 1 not in session_of(live).asks:  # it was passed over before anybody came
        pytest.fail("nobody was given the time to come")
    assert next_automatic(live) is None, "somebody who is here is waited for"
    clock.now += 29
    assert overdue(live, clock()) == []
    clock.now += 2
    (due,) = overdue(live, clock())
    assert isinstance(due.choice, Answer)
    assert due.choice.values == ("read",)

"""The end of a game: told once it is durable, the same in every process, in the game's words or in plain ones."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator
from typing import Any

import msgspec
import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import GAMES
from app.games.whisper.game import Whisper
from app.kernel import Answer, Change, Die, Ending, Fact, Line, Moment, Outcome, Undo
from app.people.identity import People
from app.tables.endings import (
    choices_made,
    dice_rolled,
    honest_numbers,
    in_words,
    moments_in,
    plain_ending,
    playing_time,
    sentence,
    together,
    what_counts,
)
from app.tables.entries import Entry
from app.tables.hub import Hub
from app.tables.live import LiveTable
from app.tables.lobby import Lobby
from app.tables.replay import Archive

MINUTE = 60_000


async def start_table(hub: Hub, engine: AsyncEngine, *, seats: int = 2, bots: int = 0, moves: int = 4) -> str:
    people = People(engine, "key")
    players = [await people.welcome(f"Player {number}") for number in range(seats - bots)]
    lobby = Lobby(hub)
    info = await lobby.create("whisper", seats, {"moves": moves}, players[0].id)
    for player in players[1:]:
        await lobby.sit(info.id, player.id)
    for number in range(seats - bots, seats):
        await lobby.seat_bot(info.id, number)
    await lobby.begin(info.id)
    return info.id


async def play_to_the_end(hub: Hub, table_id: str) -> LiveTable:
    live = await hub.live(table_id)
    while live.session is not None and live.session.outcome is None:
        seat = live.session.next_seat
        await hub.answer(table_id, seat, live.session.asks[seat].id, GAMES["whisper"].bot(live.session, seat).values)
    return live


def shown(live: LiveTable, name: str) -> Any:
    return live.public.value(name)


@pytest.fixture
async def other_hub(engine: AsyncEngine, database_url: str) -> AsyncGenerator[Hub]:
    other = Hub(engine, database_url)
    await other.start()  # once it listens, it looks at every table it has
    yield other
    await other.stop()


# Told by the table --------------------------------------------------------------------------------------------------


async def test_the_ending_is_a_region_that_comes_with_the_last_move(hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine, moves=3)
    live = await hub.live(table_id)
    assert shown(live, "ending") is None
    assert shown(live, "afterwards") is None
    await play_to_the_end(hub, table_id)
    ending = shown(live, "ending")
    assert isinstance(ending, Ending)
    assert ending.verdict == "{0} wins"
    assert ending.kicker.startswith("An ending · 3 moves, ")
    numbers = {fact.what: fact.value for fact in ending.numbers}
    assert numbers["moments"] == "3"
    assert numbers["choices"] == "{0} 2, {1} 1"


async def test_a_finished_table_that_is_loaded_has_the_same_ending(hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine, moves=40)
    told = (await play_to_the_end(hub, table_id)).ending
    assert told is not None
    fresh = await Hub(engine, "").live(table_id)
    assert fresh.ending == told
    assert shown(fresh, "ending") == told


async def test_another_process_that_catches_up_tells_it_too(hub: Hub, other_hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine, moves=2)
    there = await other_hub.live(table_id)
    here = await play_to_the_end(hub, table_id)
    for _ in range(1200):
        if there.ending is not None:
            break
        await asyncio.sleep(0.05)
    assert there.ending == here.ending is not None
    assert shown(there, "ending") == here.ending


async def test_looking_back_there_is_no_ending_before_the_end(hub: Hub, engine: AsyncEngine) -> None:
    table_id = await start_table(hub, engine, moves=3)
    await play_to_the_end(hub, table_id)
    past = await Archive(engine, hub.store).moment(table_id, 2)
    past.publish()
    assert shown(past, "ending") is None


async def test_what_was_taken_back_is_in_no_ending(hub: Hub, engine: AsyncEngine) -> None:
    """Whisper draws a card, which cannot be taken back; so a row is marked as undone by hand."""
    table_id = await start_table(hub, engine, moves=2)
    live = await play_to_the_end(hub, table_id)
    rows = await hub.store.entries_after(table_id, 0)
    last = rows[-1][0]
    taken_back = (*rows, (last + 1, Entry(rows[-1][1].at, Undo(1), undone=(last,), moment=4)))
    assert [seq for seq, _ in what_counts(taken_back)] == [*range(1, last)], "neither it nor the takeback"
    made, _ = choices_made(what_counts(taken_back))
    assert made == Counter({0: 1})
    assert live.ending is not None


async def test_an_ending_that_fails_is_told_in_plain_words(
    hub: Hub, engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: Any) -> Ending:
        raise KeyError("a mistake in the game")

    monkeypatch.setattr(Whisper, "ending", fails)
    table_id = await start_table(hub, engine, moves=2)
    live = await play_to_the_end(hub, table_id)
    assert live.ending is not None
    assert live.ending.why == "Most tiles, then the heavier hand."
    assert live.ending.decided is not None
    assert live.ending.decided.title == "{1} takes tile 8"


async def test_a_journal_that_cannot_be_read_keeps_nobody_from_the_end(
    hub: Hub, engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = await start_table(hub, engine, moves=2)

    async def broken(*_: Any) -> Any:
        raise OSError("the database is away")

    with monkeypatch.context() as away:
        away.setattr(hub.store, "entries_after", broken)
        live = await play_to_the_end(hub, table_id)
        assert live.session is not None
        assert live.session.outcome is not None
        assert live.ending is None
    _, feed = await hub.attach(table_id, 0)
    assert live.ending is not None, "the next who looks is told"
    await hub.detach(live, feed)


# Plain words --------------------------------------------------------------------------------------------------------


def gain(title: str, **fields: Any) -> Line:
    return Line(f"{title}.", moment=Moment("gain", title, **fields))


def test_verdicts_in_plain_words() -> None:
    seats = [0, 1, 2]
    assert plain_ending(Outcome((1,), "first over the line"), [], seats).verdict == "{1} wins"
    assert plain_ending(Outcome((0, 2), "a draw"), [], seats).verdict == "{0} and {2} win"
    lost = plain_ending(Outcome((), "the gate stays shut"), [], seats)
    assert (lost.verdict, lost.why, lost.good) == ("Lost: the gate stays shut", "The gate stays shut.", False)
    won = plain_ending(Outcome((0, 1, 2), "the gate is open!"), [], seats)
    assert (won.verdict, won.why, won.good) == ("Won: the gate is open", "The gate is open!", True)
    word = plain_ending(Outcome((), "all-down"), [], seats)
    assert (word.verdict, word.why) == ("Lost: all down", "You have lost it together."), (
        "a word of the rules is no sentence"
    )
    silent = plain_ending(Outcome((), ""), [], seats)
    assert (silent.verdict, silent.why) == ("You have lost", "You have lost it together.")
    points = plain_ending(Outcome((1,), "most gold", {0: 3, 1: 9}), [], [0, 1])
    assert (points.verdict, points.why) == ("{1} wins", "9 against 3.")
    assert plain_ending(Outcome((0,), "x"), [], seats).good is None


def test_scores_go_from_the_best_to_the_least() -> None:
    scores = plain_ending(Outcome((2,), "x", {0: 3, 1: 9, 2: 9}), [], [0, 1, 2]).scores
    assert [(score.seat, score.total, score.won) for score in scores] == [(1, 9, False), (2, 9, True), (0, 3, False)]


def test_the_last_thing_that_everybody_saw_decided_it() -> None:
    private = msgspec.structs.replace(gain("You draw an ace"), to=(0,), later=True)
    told = [gain("{0} takes a tile"), private, Line("The game is over.")]
    decided = plain_ending(Outcome((0,), "x"), told, [0, 1]).decided
    assert decided is not None
    assert decided.title == "{0} takes a tile"


def test_words() -> None:
    assert together([3]) == "{3}"
    assert together([0, 1, 2]) == "{0}, {1} and {2}"
    assert [sentence(words) for words in ("keys", "Done!", "")] == ["Keys.", "Done!", ""]
    assert [in_words(minutes) for minutes in (0, 1, 59, 60, 70, 125)] == [
        "under a minute",
        "1 minute",
        "59 minutes",
        "1 hour",
        "1 hour 10",
        "2 hours 5",
    ]


# Honest numbers -----------------------------------------------------------------------------------------------------


def answered(at: int, seat: int = 0, by: str = "", lines: tuple[Line, ...] = (), moment: int = 0) -> Entry:
    return Entry(at, Answer(seat, "1.x", ()), lines, by=by, moment=moment)


def test_nights_do_not_count_as_playing_time() -> None:
    times = [0, 4 * MINUTE, 9 * MINUTE, 600 * MINUTE, 603 * MINUTE]
    assert playing_time([(seq, answered(at)) for seq, at in enumerate(times)]) == 12


def test_moments_are_counted_as_people_saw_them() -> None:
    line = (Line("x"),)
    rows = [answered(0, lines=line, moment=1), answered(0, lines=line, moment=1), answered(0, moment=2)]
    assert moments_in([(seq, entry) for seq, entry in enumerate(rows)]) == 1


def test_dice_are_counted_once_whether_lines_or_moments_show_them() -> None:
    def rolled(faces: list[str], said: tuple[int, ...], name: str = "") -> Entry:
        moment = Moment("roll", "{0} rolls", dice=tuple(Die(face, 6) for face in faces), id=name)
        return answered(0, lines=(Line("{0} rolls.", moment=moment), Line("3 4", dice=said, sides=6)))

    plain = answered(0, lines=(Line("{1} rolls 2.", dice=(2,), sides=6),))
    rows = [rolled(["3", "4"], (3, 4), "7.0"), rolled(["3", "4", "5"], (5,), "7.0"), rolled(["6"], ()), plain]
    assert dice_rolled(list(enumerate(rows))) == {6: Counter({"2": 1, "3": 1, "4": 1, "5": 1, "6": 1})}
    facts = {fact.what: fact for fact in honest_numbers(list(enumerate(rows)), "1 hour", [0], [0])}
    assert facts["dice of 6 sides"] == Fact("dice of 6 sides", "5 rolled, 4.0 on average", "3.5 expected")


def test_dice_that_nobody_else_saw_are_not_counted() -> None:
    private = Line("You roll 5.", (0,), dice=(5,), sides=6)
    assert dice_rolled([(1, answered(0, lines=(private,)))]) == {}


def test_dice_with_pictures_have_no_average() -> None:
    moment = Moment("check", "{0} tries", dice=(Die("sun", 6), Die("blank", 6)), changes=(Change("keys", "1", "2"),))
    rows = [(1, answered(0, lines=(Line("x", moment=moment),)))]
    facts = {fact.what: fact for fact in honest_numbers(rows, "1 hour", [0], [0])}
    assert facts["dice of 6 sides"] == Fact("dice of 6 sides", "2 rolled")


def test_choices_that_others_made_for_somebody_are_named() -> None:
    rows = list(enumerate([answered(0), answered(0, by="clock"), answered(0, 1, by="bot")]))
    facts = {fact.what: fact for fact in honest_numbers(rows, "1 hour", [0, 1], people=[0])}
    assert facts["choices"].value == "{0} 2, {1} 1"
    assert facts["choices"].why == "made by the clock, an autopilot or a friend: 1 for {0}", (
        "a bot is nobody's stand-in"
    )


# Again with the same people -----------------------------------------------------------------------------------------


async def test_who_wants_to_play_again_is_shown_to_those_who_still_look(
    hub: Hub, other_hub: Hub, engine: AsyncEngine
) -> None:
    table_id = await start_table(hub, engine, seats=3, bots=1, moves=2)
    live = await play_to_the_end(hub, table_id)
    there = await other_hub.live(table_id)
    assert shown(live, "afterwards").bots == (2,)
    people = [seat.person_id for seat in live.info.seats]
    code = await Lobby(hub).rematch(table_id, people[1])
    assert (shown(live, "afterwards").rematch, shown(live, "afterwards").again) == (code, (1,))
    for _ in range(1200):
        if shown(there, "afterwards").again:
            break
        await asyncio.sleep(0.05)
    assert shown(there, "afterwards").again == (1,)
    assert await Lobby(hub).rematch(table_id, people[0]) == code, "the same table for everybody"
    assert shown(live, "afterwards").again == (0, 1)
    new = (await hub.live(await hub.store.find(code))).info
    assert [(seat.person_id, seat.bot) for seat in new.seats] == [(people[0], False), (people[1], False), (None, True)]
    assert new.options == {"moves": 2}

"""The story of a finished game as a file to keep: a page that needs nothing else, or plain text.

It is told through the eyes of whoever asks, with what was revealed at the end; nothing that stays hidden is in it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import groupby
from textwrap import fill
from typing import Annotated, Literal

import msgspec
from fastapi import APIRouter, Query
from fastapi.responses import HTMLResponse, Response

from app.kernel import Change, Die, Ending, Fact, Line, Moment, Refused
from app.tables.endings import Rows, what_counts
from app.tables.live import RECENT_LINES, LiveTable, Told
from app.tables.store import Store
from app.web.draw import SEAT, Painter
from app.web.table_pages import find, vantage
from app.web.who import Anyone, InHouse

router = APIRouter(include_in_schema=False)
WIDTH = 78
ROWS_AT_ONCE = 256


class Step(msgspec.Struct, frozen=True):
    """One visible step of the game, as somebody reads it afterwards."""

    moments: tuple[Moment, ...]
    lines: tuple[Line, ...]  # what was told besides
    chapter: str = ""  # with which a chapter ended here


@router.get("/t/{code}/story")
async def story(
    house: InHouse, person: Anyone, code: str, form: Annotated[Literal["html", "text"], Query(alias="as")] = "html"
) -> Response:
    """For everybody who may look at the finished game."""
    live = await find(house, code)
    eyes = vantage(house, live.info, person)
    if live.info.status != "finished" or live.ending is None:
        raise Refused("The story can be kept when the game is over.")
    rows = what_counts(await house.hub.store.entries_after(live.info.id, 0))
    # A long game is thousands of moments: it is written beside what else happens, not before it.
    if form == "text":
        return _file(await asyncio.to_thread(as_text, live, rows, eyes), "text/plain", f"{live.info.code}.txt")
    page = await asyncio.to_thread(as_page, house.painter, live, rows, eyes)
    return _file(page, "text/html", f"{live.info.code}.html")


@router.get("/t/{code}/log")
async def earlier(
    house: InHouse, person: Anyone, code: str, upto: int, have: int, seat: int | None = None
) -> HTMLResponse:
    """Lines of the log from before those that a page has: it has so many of them, up to that moment."""
    live = await find(house, code)
    eyes = vantage(house, live.info, person, seat)
    told = await latest_told(house.hub.store, live, eyes, upto, max(0, have) + RECENT_LINES)
    before = told[: len(told) - max(0, have)] if have < len(told) else []
    return HTMLResponse(house.painter.log_lines(live, before, eyes))


async def latest_told(store: Store, live: LiveTable, seat: int | None, upto: int, most: int) -> list[Told]:
    """The latest lines up to a moment that this seat may read, so many and in order. The journal is read backwards: who
    looks a little way back does not pay for the whole game, and what was taken back is known before it is met."""
    over = live.session is not None and live.session.outcome is not None
    told: list[Told] = []
    undone: set[int] = set()
    seq = live.seq + 1
    while len(told) < most and (rows := await store.entries_before(live.info.id, seq, ROWS_AT_ONCE)):
        for seq, entry in rows:
            undone.update(entry.undone)
            if seq not in undone and (moment := entry.moment or seq) <= upto:
                readable = [line.as_read_by(seat) for line in entry.lines if line.readable_by(seat, over)]
                told += [Told(moment, line) for line in reversed(readable)]
    return told[:most][::-1]


def _file(content: str, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, media_type=f"{kind}; charset=utf-8", headers=headers)


def tell_story(rows: Rows, seat: int | None) -> list[Step]:
    """Everything that this seat may read when the game is over, step by step. A moment that has grown over several
    steps is told once, where it began and as it was in the end."""
    told = [
        (entry.moment or seq, line.as_read_by(seat))
        for seq, entry in rows
        for line in entry.lines
        if line.readable_by(seat, over=True)
    ]
    grown = {line.moment.id: line.moment for _, line in told if line.moment is not None and line.moment.id}
    steps: list[Step] = []
    for _, group in groupby(told, key=lambda one: one[0]):
        lines = [line for _, line in group]
        shown = [line.moment for line in lines if line.moment is not None]
        moments = tuple(grown.pop(moment.id, None) if moment.id else moment for moment in shown)
        told_moments = tuple(moment for moment in moments if moment is not None)
        rolled = any(moment.dice for moment in told_moments)
        besides = tuple(line for line in lines if line.moment is None and not (rolled and line.dice))
        chapter = next((line.text for line in lines if line.chapter), "")
        besides = tuple(line for line in besides if not line.chapter)
        if told_moments or besides or chapter:
            steps.append(Step(told_moments, besides, chapter))
    return steps


def _names(live: LiveTable) -> tuple[str, ...]:
    return tuple(live.info.name(seat.number) for seat in live.info.seats)


def _day(rows: Rows) -> str:
    day = datetime.fromtimestamp(rows[0][1].at / 1000, UTC)
    return f"{day.day} {day:%B %Y}"


def as_page(painter: Painter, live: LiveTable, rows: Rows, seat: int | None) -> str:
    context = {"info": live.info, "game": live.game, "names": _names(live), "ending": live.ending}
    return painter.page("pages/story.html", steps=tell_story(rows, seat), day=_day(rows), **context)


# As text ------------------------------------------------------------------------------------------------------------


def as_text(live: LiveTable, rows: Rows, seat: int | None) -> str:
    names = _names(live)
    players = ", ".join(names[seat.number] for seat in live.info.inside)
    title = f"{live.game.title}: the story of {live.info.code}"
    parts = [title, "=" * len(title), f"{players}. {_day(rows)}.", ""]
    for step in tell_story(rows, seat):
        parts += [_wrapped(_plain(words, names)) for words in _step_text(step)]
        parts.append("")
    assert live.ending is not None
    parts += [_wrapped(_plain(words, names)) for words in _ending_text(live.ending)]
    return "\n".join(parts) + "\n"


def _plain(words: str, names: tuple[str, ...]) -> str:
    def name(match: re.Match[str]) -> str:
        seat = int(match[1])
        return names[seat] if seat < len(names) else match[0]

    return SEAT.sub(name, words)


def _wrapped(words: str) -> str:
    indent = words[: len(words) - len(words.lstrip())]
    return fill(words.strip(), WIDTH, initial_indent=indent, subsequent_indent=indent) if words.strip() else ""


def _step_text(step: Step) -> Iterator[str]:
    for moment in step.moments:
        yield from _moment_text(moment)
    for line in step.lines:
        yield line.text
    if step.chapter:
        yield f"*** {step.chapter} ***"


def _moment_text(moment: Moment) -> Iterator[str]:
    yield f"{moment.title}." if moment.title[-1:] not in ".!?" else moment.title
    if moment.scene:
        yield f"  ({moment.scene})"
    if moment.text:
        yield f"    {moment.text}"
    if moment.dice:
        yield f"  Dice: {'; '.join(_die_text(die) for die in moment.dice)}"
    for result in moment.results:
        yield f"  * {result.title}" + (f": {result.text}" if result.text else "")
    for change in moment.changes:
        yield f"  - {_change_text(change)}"


def _die_text(die: Die) -> str:
    return " ".join(filter(None, (die.face, die.note, f"({die.why})" if die.why else "")))


def _change_text(change: Change) -> str:
    whose = f"{{{change.seat}}}: " if change.seat is not None else ""
    became = f"{change.before} -> {change.after}" if change.before else change.after
    return f"{whose}{change.what} {became}" + (f", {change.why}" if change.why else "")


def _fact_text(fact: Fact) -> str:
    whose = f"{{{fact.seat}}}: " if fact.seat is not None else ""
    return f"  - {whose}{fact.what}: {fact.value}" + (f" ({fact.why})" if fact.why else "")


def _ending_text(ending: Ending) -> Iterator[str]:
    yield from ("* * *", "", ending.kicker, ending.verdict, ending.why, "")
    yield from (_fact_text(fact) for fact in ending.reasons)
    for score in ending.scores:
        yield f"{{{score.seat}}}: {score.total}{', wins' if score.won else ''}"
        yield from (_fact_text(part) for part in score.parts)
    if ending.decided is not None:
        yield from ("", "The moment that decided it", *_moment_text(ending.decided))
    for chapter in ending.chapters:
        yield from ("", chapter.title, f"  {chapter.text}")
    for title, facts in (("Hidden all along", ending.hidden), ("Honest numbers", ending.numbers)):
        if facts:
            yield from ("", title, *(_fact_text(fact) for fact in facts))

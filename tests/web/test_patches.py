"""What changed a little is sent as what changed in its text, and a page makes the whole of it."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from app.config import Settings
from app.tables.live import Feed
from app.web.draw import Painter
from app.web.frames import html_frame
from app.web.patches import BETWEEN, Page, patch, whole
from app.web.wire import joined
from bench.games import Room

WORDS = ("<b>", "</b>", "stone ", "ember ", "→", "grün ", "x", '<i class="n">7</i>')


def changed(text: str, rng: Random) -> str:
    for _ in range(rng.randrange(1, 5)):
        start = rng.randrange(len(text))
        text = text[:start] + "new " * rng.randrange(6) + text[start + rng.randrange(40) :]
    return text


def test_a_page_comes_to_the_same_text() -> None:
    rng, patched = Random(7), 0
    for _ in range(400):
        before = "".join(rng.choice(WORDS) for _ in range(rng.randrange(50, 400)))
        now = changed(before, rng)
        sent = patch("dock", before, now)
        if sent is not None:
            patched += 1
            page = Page()
            page.read(whole("dock", before))
            assert page.read(sent) == whole("dock", now)
            assert len(sent) < len(now) + 100
    assert patched > 100


LONG = "a word and a half " * 40


@pytest.mark.parametrize("before", [LONG.replace("half", "\U0001f41f"), LONG.replace("a", "x")])
def test_what_browsers_count_otherwise_or_is_quite_new_is_sent_whole(before: str) -> None:
    assert patch("dock", before, LONG) is None
    assert patch("dock", LONG, LONG[:300] + BETWEEN + LONG[300:]) is None
    assert patch("dock", LONG, LONG + "!") is not None


@pytest.fixture(scope="module")
def painter() -> Painter:
    return Painter(Settings())


def page_of(room: Room, seat: int) -> Feed:
    feed = Feed(seat)
    feed.patches = True
    room.live.feeds.add(feed)
    return feed


def test_a_question_is_made_of_the_last_one_that_was_asked(painter: Painter) -> None:
    room = Room("whisper", "patches", painter)
    feed, page = page_of(room, 0), Page()
    asked = []
    for _ in range(9):
        room.make(room.choose())
        frame = joined(html_frame(room.live, feed, painter))
        words = page.read(frame)
        if " data-asked=" in words:
            asked.append(frame)
            assert words.count('value="tile:') == 60, "the page has all of it"
    assert 'value="tile:7"' in asked[0]
    assert 'value="tile:7"' not in asked[-1], "the tiles were sent before"
    assert len(asked[-1]) < len(asked[0]) / 2


def test_who_comes_between_two_questions_is_sent_the_next_one_whole(painter: Painter) -> None:
    room = Room("whisper", "patches", painter, patches=True)
    room.make(room.choose())  # the question to the first seat is answered
    feed, page = page_of(room, 0), Page()
    assert " data-asked=" not in page.read(joined(html_frame(room.live, feed, painter)))
    for _ in range(3):
        room.make(room.choose())
    assert page.read(joined(html_frame(room.live, feed, painter))).count('value="tile:') == 60


def test_who_is_called_otherwise_is_sent_whole(painter: Painter) -> None:
    """A region that was sent with one name to some and with another to others is the base of no patch."""
    room = Room("whisper", "names", painter)
    early, page = page_of(room, 1), Page()
    for _ in range(3):
        room.make(room.choose())
        page.read(joined(html_frame(room.live, early, painter)))
    info = room.live.info
    seats = (msgspec.structs.replace(info.seats[0], name="Somebody with a long name"), *info.seats[1:])
    room.live.info = msgspec.structs.replace(info, seats=seats)
    room.live.publish()
    late = page_of(room, 1)
    html_frame(room.live, late, painter)  # draws everything with the new name
    plain = Feed(1)
    for _ in range(4):
        page.read(joined(html_frame(room.live, early, painter)))
        html_frame(room.live, plain, painter)
        room.make(room.choose())
        assert page.read(joined(html_frame(room.live, early, painter))) == joined(html_frame(room.live, plain, painter))

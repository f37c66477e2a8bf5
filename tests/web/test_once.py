"""Drawings are used again only where the same would be drawn: whole games, drawn with everything kept and with nothing."""

from __future__ import annotations

import zlib

import msgspec
import pytest
from jinja2.compiler import CodeGenerator
from jinja2.runtime import Context
from markupsafe import Markup
from websockets.frames import Frame, Opcode

from app.config import Settings
from app.games import GAMES
from app.kernel import Line, Moment
from app.kernel.moments import Change
from app.tables.live import Feed, Told
from app.tables.regions import Regions, is_value
from app.web.draw import Painter
from app.web.frames import html_frame
from app.web.once import Drawings, OnceEnvironment
from app.web.patches import Page
from app.web.wire import COMPRESSED, PLAIN, SMALL, TAIL, WINDOW, Deflate, Piece, framed, joined, packed
from bench.games import Room

CHOICES = 40


class PlainEnvironment(OnceEnvironment):
    """Templates as Jinja itself compiles them."""

    code_generator_class = CodeGenerator
    context_class = Context


def forgetful() -> Painter:
    """A painter that keeps nothing, and draws the way Jinja does."""
    painter = Painter(Settings(), PlainEnvironment)
    painter.drawings.room = 0
    return painter


@pytest.fixture(scope="module")
def kept() -> Painter:
    return Painter(Settings())


@pytest.mark.parametrize("game", sorted(GAMES))
def test_kept_drawings_are_what_would_be_drawn(game: str, kept: Painter) -> None:
    """Two tables with the same names and other secrets share one painter; every byte to every seat is compared with one
    that draws everything anew. What one seat may know would show here in another seat's frame. Pages that are sent patches
    come to the same."""
    plain = forgetful()
    other = Room(game, "another world", kept)
    shared, alone = Room(game, "one world", kept), Room(game, "one world", plain)
    patched, pages = [Feed(feed.seat) for feed in shared.feeds], [Page() for _ in shared.feeds]
    for feed, page in zip(patched, pages, strict=True):
        feed.patches = True
        page.read(joined(html_frame(shared.live, feed, kept)))
    for _ in range(CHOICES):
        if shared.session.outcome is not None or other.session.outcome is not None:
            break
        other.make(other.choose())
        choice = shared.choose()
        for room in (shared, alone):
            room.apply(choice)
        for seat, (mine, anew) in enumerate(zip(shared.feeds, alone.feeds, strict=True)):
            frame = joined(html_frame(shared.live, mine, kept))
            assert frame == joined(html_frame(alone.live, anew, plain)), f"seat {seat} is shown something else"
            patches = joined(html_frame(shared.live, patched[seat], kept))
            assert pages[seat].read(patches) == frame, f"seat {seat} puts something else together"
    assert len(kept.drawings) > 0
    assert len(plain.drawings) == 0


def test_what_is_checked_can_fail() -> None:
    drawings: Drawings[str] = Drawings()
    drawings.checking = True
    assert drawings.draw("key", lambda: "mine") == "mine"
    with pytest.raises(AssertionError):
        drawings.draw("key", lambda: "yours")


def test_room_is_bounded() -> None:
    drawings: Drawings[str] = Drawings(room=5_000)
    for number in range(100):
        drawings.draw(number, lambda: "x" * 1_000)
    assert 0 < len(drawings) <= 3


def test_what_is_asked_for_stays() -> None:
    drawings: Drawings[str] = Drawings(room=20_000)
    drawings.draw("asked for", lambda: "x" * 1_000)
    for number in range(100):
        drawings.draw(number, lambda: "y" * 1_000)
        assert drawings.find("asked for") == "x" * 1_000
    assert drawings.find(0) is None


def test_text_and_markup_are_not_the_same(kept: Painter) -> None:
    option = "{% import 'regions/asking.html' as asking with context %}{{ asking.confirm(word) }}"
    around = {"names": (), "rules": "", "rule_text": str}
    drawn = [kept._env.from_string(option).render(word=word, **around) for word in ("<b>", Markup("<b>"))]
    assert "&lt;b&gt;" in drawn[0]
    assert "<span><b></span>" in drawn[1]


def test_a_moment_feels_different_to_each(kept: Painter) -> None:
    """One drawing serves all, and the word that depends on the reader does not."""
    room = Room("whisper", "tone", kept)
    changes = (Change("tiles", "1", "2", seat=0, better=True), Change("tiles", "2", "1", seat=1, better=False))
    told = [Told(7, Line("x", moment=Moment("turn", "It happens", changes=changes)))]
    tones = [kept.log_lines(room.live, told, seat) for seat in (0, 1, 2, None)]
    assert ['class="seal gain"' in tones[0], 'class="seal hurt"' in tones[1]] == [True, True]
    assert 'class="seal "' in tones[2]
    assert tones[2] == tones[3]


# Regions --------------------------------------------------------------------------------------------------------------


class Frozen(msgspec.Struct, frozen=True):
    id: int
    words: tuple[str, ...] = ()


class Open(msgspec.Struct):
    id: int
    words: list[str]


class Holder(msgspec.Struct, frozen=True):
    id: int
    words: list[str]


def test_only_what_cannot_change_is_kept_as_it_is() -> None:
    assert [is_value(kind) for kind in (Frozen, tuple[Frozen, ...], Frozen | None, str)] == [True] * 4
    assert [is_value(kind) for kind in (Open, Holder, list[Frozen], tuple[Holder, ...], dict[str, int])] == [False] * 5


def test_what_can_change_is_compared_by_its_content() -> None:
    regions, holder = Regions(), Holder(1, ["a"])
    regions.put("one", holder, Holder)
    regions.put("many", [holder], list[Holder])
    before = dict(regions.versions)
    holder.words.append("b")
    assert regions.value("one").words == ["a"], "what was published stays as it was"
    regions.put("one", holder, Holder)
    regions.put("many", [holder], list[Holder])
    assert all(regions.versions[name] > before[name] for name in before)
    assert regions.items["many"].changed_since(before["many"]) == ["1"]


def test_the_same_things_again_are_no_change() -> None:
    regions, things = Regions(), [Frozen(n) for n in range(3)]
    regions.put("things", tuple(things), tuple[Frozen, ...])
    version = regions.versions["things"]
    regions.put("things", tuple(things), tuple[Frozen, ...])
    assert regions.versions["things"] == version
    things[1] = Frozen(1, ("new",))
    regions.put("things", tuple(things), tuple[Frozen, ...])
    assert regions.items["things"].changed_since(version) == ["1"]
    assert msgspec.json.decode(regions.encoded("things")) == msgspec.json.decode(msgspec.json.encode(things))


# The wire -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sizes", [(10,), (1000,), (10, 1000), (1000, 10), (10, 20, 5000, 30, 400)])
def test_pieces_are_one_compressed_message(sizes: tuple[int, ...]) -> None:
    pieces = [Piece(("grün & größer " * 500)[:size]) for size in sizes]
    inflated = zlib.decompressobj(wbits=-WINDOW).decompress(packed(pieces) + TAIL)
    assert inflated.decode() == joined(pieces)


def test_small_messages_go_as_they_are() -> None:

    deflate = Deflate(True, True, 12, WINDOW, {"level": 1, "memLevel": 5})
    small, large = (Frame(Opcode.TEXT, b"x" * size) for size in (SMALL - 1, SMALL))
    assert (deflate.encode(small).rsv1, deflate.encode(large).rsv1) == (False, True)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536])
def test_a_message_is_framed_as_the_protocol_wants_it(size: int) -> None:
    """A frame that is compressed differs from the plain one by one bit."""
    plain = Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)
    assert framed(b"x" * size, PLAIN) == plain
    assert framed(b"x" * size, COMPRESSED) == bytes((plain[0] | 0x40,)) + plain[1:]

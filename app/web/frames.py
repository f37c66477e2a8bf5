"""Frames: what one connection has not been sent yet, as JSON for programs or as HTML fragments for pages."""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from markupsafe import escape

from app.tables.live import Feed, LiveTable, Signal, Told
from app.tables.regions import Regions
from app.tables.talk import Said
from app.web.draw import Drawn, Painter
from app.web.even import BLOCK, WHOLE, windows
from app.web.patches import Text, is_kept, whole
from app.web.wire import Piece

FEW_LINES = 8  # up to so many new lines are sent one by one: most of them go to everybody
ANEW = '<hx-partial hx-target="#log" hx-swap="innerHTML">'
MORE = '<hx-partial hx-target="#log" hx-swap="beforeend">'
END_OF_PARTIAL = Piece("</hx-partial>")


def json_frame(live: LiveTable, feed: Feed) -> str | None:
    """The changed regions, already encoded; None if nothing has changed.

    `public` and `private` hold whole regions. `items` holds, for list regions that were sent before ("public.tiles"),
    the things that changed, to be replaced by their ids. `log` holds new lines; with `log_anew` they are the whole log.
    """
    parts: list[bytes] = []
    items: list[bytes] = []
    for scope, regions, seen in _scopes(live, feed):
        whole: list[bytes] = []
        for name in regions.changed_since(seen.upto):
            things = regions.items.get(name)
            keys = things.changed_since(seen.upto) if things else None
            if things is None or keys is None:
                whole.append(b'"%b":%b' % (name.encode(), regions.encoded(name)))
            else:
                changed = b",".join(things.encoded(keys))
                items.append(b'"%b.%b":[%b]' % (scope.encode(), name.encode(), changed))
        if whole:
            parts.append(b'"%b":{%b}' % (scope.encode(), b",".join(whole)))
    if items:
        parts.append(b'"items":{%b}' % b",".join(items))
    lines, anew = _new_lines(live, feed)
    if lines:
        parts.append(b'"log":' + msgspec.json.encode(lines))
    if not parts:
        return None
    if anew:
        parts.append(b'"log_anew":true')
    return (b'{"type":"view","moment":%d,%b}' % (live.moment, b",".join(parts))).decode()


def html_frame(live: LiveTable, feed: Feed, painter: Painter) -> list[Piece]:
    """The changed regions as partials, each made once for all connections; empty if nothing has changed."""
    pieces = [
        _news(live, regions, feed.seat if scope == "private" else None, seen, painter)
        for scope, regions, seen in _scopes(live, feed)
        if regions.latest > seen.upto
    ]
    lines, anew = _new_lines(live, feed)
    if lines or anew:
        head = ANEW if anew else MORE
        if 0 < len(lines) <= FEW_LINES:
            pieces += painter.new_lines(live, lines, feed.seat, head)
        else:
            pieces.append(painter.piece(head + painter.log_lines(live, lines, feed.seat)))
        pieces.append(END_OF_PARTIAL)
    return pieces


class Seen(NamedTuple):
    """What a connection has been sent of some regions: the versions from one up to another."""

    upto: int
    began: int
    patches: bool


class News:
    """What is sent of some regions: by what was seen before, for most connections have seen the same."""

    __slots__ = ("latest", "names", "pieces", "texts", "windows")

    def __init__(self) -> None:
        self.latest = 0
        self.names: tuple[str, ...] = ()
        self.pieces: dict[Seen, Piece] = {}
        self.texts: dict[str, Text] = {}
        self.windows: dict[str, tuple[int, tuple[str, ...]]] = {}  # by region: since which version it has these

    def shows_another_window(self, name: str, drawn: Drawn, seen: int) -> bool:
        """Whether a window of this region is new to a connection, even if only a part of it has to be sent."""
        since, before = self.windows.get(name, (0, ()))
        now = windows(drawn.html)
        if now != before:
            since, _ = self.windows[name] = (drawn.version, now)
        return bool(now) and since > seen

    def text(self, name: str, drawn: Drawn) -> Text | None:
        """The region as a text that pages keep; None if they do not keep it."""
        html = drawn.html
        if not is_kept(f"r-{name}", html):
            return None
        known = self.texts.get(name)
        if known is None or known.version != drawn.version:
            known = self.texts[name] = Text(name, drawn.version, html, known)
        elif known.html != html:
            known.mixed, known.html, known.before = True, html, None
        return known


def _news(live: LiveTable, regions: Regions, seat: int | None, seen: Seen, painter: Painter) -> Piece:
    """Everything in these regions that is newer than what was seen."""
    news: News = regions.news or News()
    if news.latest != regions.latest or news.names != live.names:
        regions.news, news.latest, news.names = news, regions.latest, live.names
        news.pieces.clear()
    piece = news.pieces.get(seen)
    if piece is None:
        parts: list[str] = []
        even = 0
        for name in regions.changed_since(seen.upto):
            drawn = painter.region(live, regions, name, seat)
            parts += _partials(name, drawn, regions, news, seen)
            if seat is not None and not drawn.items and news.shows_another_window(name, drawn, seen.upto):
                even = BLOCK if seen.upto else WHOLE
            if name == "ask":
                asked = regions.value(name) is not None
                parts.append(f"<title>{'Your turn' if asked else live.game.title} – {live.info.code}</title>")
        piece = Piece("".join(parts), even=even)
        if seen.upto:  # what a connection gets at its start is large, and it alone gets it
            news.pieces[seen] = piece
    return piece


def json_signal(live: LiveTable, signal: Signal) -> str:
    return msgspec.json.encode({"type": signal.kind, **signal.data}).decode()


def html_signal(live: LiveTable, signal: Signal, painter: Painter) -> str:
    if signal.kind == "chat":
        said = msgspec.convert(signal.data, Said)
        line = painter.page("regions/chat_line.html", one=said, info=live.info)
        return f'<hx-partial hx-target="#chat" hx-swap="beforeend">{line}</hx-partial>'
    words = escape(str(signal.data.get("text", "")))
    return f'<hx-partial hx-target="#nudge" hx-swap="innerHTML"><p>{words}</p></hx-partial>'


def _partials(name: str, drawn: Drawn, regions: Regions, news: News, seen: Seen) -> list[str]:
    if drawn.items:
        news.texts.pop(name, None)  # its things are sent one by one
        keys = regions.items[name].changed_since(seen.upto)
        if keys is not None:
            return [_partial_of_item(f"{name}-{key}", drawn.items[key]) for key in keys]
        return [whole(name, drawn.html)]
    text = news.text(name, drawn)
    return [whole(name, drawn.html) if text is None or not seen.patches else text.since(seen.upto, seen.began)]


def _partial_of_item(target: str, html: str) -> str:
    if html.lstrip().startswith("<g"):  # parts of an SVG must be parsed inside one
        return f'<hx-partial hx-target="#{target}" hx-swap="outerMorph strip:true"><svg>{html}</svg></hx-partial>'
    return f'<hx-partial hx-target="#{target}" hx-swap="outerMorph">{html}</hx-partial>'


def _scopes(live: LiveTable, feed: Feed) -> list[tuple[str, Regions, Seen]]:
    """What this connection may see, each with what it has seen of it; it is about to be sent the rest."""
    scopes = [("public", live.public, Seen(feed.public, 0, feed.patches))]
    feed.public = live.public.latest
    mine = live.private.get(feed.seat) if feed.seat is not None else None
    if mine is not None:
        scopes.append(("private", mine, Seen(feed.private, feed.began, feed.patches)))
        feed.began, feed.private = feed.began or mine.latest, mine.latest
    return scopes


def _new_lines(live: LiveTable, feed: Feed) -> tuple[list[Told], bool]:
    """The lines since the last frame, and whether they stand for the whole log."""
    anew = feed.log_epoch != live.log_epoch
    lines = live.lines_for(feed.seat, -1 if anew else feed.log_seq)
    feed.log_epoch, feed.log_seq = live.log_epoch, live.seq
    return lines, anew

"""Frames: what one connection has not been sent yet, as JSON for programs or as HTML fragments for pages."""

from __future__ import annotations

import msgspec
from markupsafe import escape

from app.tables.live import Feed, LiveTable, Signal, Told
from app.tables.regions import Regions
from app.tables.talk import Said
from app.web.draw import Drawn, Painter


def json_frame(live: LiveTable, feed: Feed) -> str | None:
    """The changed regions, already encoded; None if nothing has changed.

    `public` and `private` hold whole regions. `items` holds, for list regions that were sent before ("public.tiles"),
    the things that changed, to be replaced by their ids. `log` holds new lines; with `log_anew` they are the whole log.
    """
    whole: dict[str, list[bytes]] = {}
    items: list[bytes] = []
    for scope, regions in _scopes(live, feed):
        for name, sent in _changed(feed, scope, regions):
            things = regions.items.get(name)
            keys = things.changed_since(sent) if things else None
            if things is None or keys is None:
                whole.setdefault(scope, []).append(b'"%b":%b' % (name.encode(), regions.json[name]))
            else:
                changed = b",".join(things.json[key] for key in keys)
                items.append(b'"%b.%b":[%b]' % (scope.encode(), name.encode(), changed))
    parts = [b'"%b":{%b}' % (scope.encode(), b",".join(named)) for scope, named in whole.items()]
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


def html_frame(live: LiveTable, feed: Feed, painter: Painter) -> str | None:
    parts: list[str] = []
    for scope, regions in _scopes(live, feed):
        seat = feed.seat if scope == "private" else None
        for name, sent in _changed(feed, scope, regions):
            drawn = painter.region(live, regions, name, seat)
            parts.extend(_partials(name, drawn, regions, sent))
            if name == "ask":
                asked = regions.json[name] != b"null"
                parts.append(f"<title>{'Your turn' if asked else live.game.title} – {live.info.code}</title>")
    lines, anew = _new_lines(live, feed)
    if lines or anew:
        swap = "innerHTML" if anew else "beforeend"
        html = painter.log_lines(live, lines, feed.seat)
        parts.append(f'<hx-partial hx-target="#log" hx-swap="{swap}">{html}</hx-partial>')
    return "".join(parts) or None


def json_signal(live: LiveTable, signal: Signal) -> str:
    return msgspec.json.encode({"type": signal.kind, **signal.data}).decode()


def html_signal(live: LiveTable, signal: Signal, painter: Painter) -> str:
    if signal.kind == "chat":
        said = msgspec.convert(signal.data, Said)
        line = painter.page("regions/chat_line.html", one=said, info=live.info)
        return f'<hx-partial hx-target="#chat" hx-swap="beforeend">{line}</hx-partial>'
    words = escape(str(signal.data.get("text", "")))
    return f'<hx-partial hx-target="#nudge" hx-swap="innerHTML"><p>{words}</p></hx-partial>'


def _partials(name: str, drawn: Drawn, regions: Regions, sent: int | None) -> list[str]:
    things = regions.items.get(name)
    keys = things.changed_since(sent) if things and drawn.items else None
    if keys is None:
        return [f'<hx-partial hx-target="#r-{name}" hx-swap="outerMorph">{drawn.html}</hx-partial>']
    partials = []
    for key in keys:
        html = drawn.items[key]
        if html.lstrip().startswith("<g"):  # parts of an SVG must be parsed inside one
            partial = f'hx-target="#{name}-{key}" hx-swap="outerMorph strip:true"><svg>{html}</svg>'
        else:
            partial = f'hx-target="#{name}-{key}" hx-swap="outerMorph">{html}'
        partials.append(f"<hx-partial {partial}</hx-partial>")
    return partials


def _scopes(live: LiveTable, feed: Feed) -> list[tuple[str, Regions]]:
    scopes = [("public", live.public)]
    if feed.seat is not None and feed.seat in live.private:
        scopes.append(("private", live.private[feed.seat]))
    return scopes


def _changed(feed: Feed, scope: str, regions: Regions) -> list[tuple[str, int | None]]:
    """The regions that this connection has not seen in their present version, each with the version it has seen."""
    sent = feed.sent.setdefault(scope, {})
    changed = []
    for name, version in regions.versions.items():
        seen = sent.get(name)
        if seen != version:
            sent[name] = version
            changed.append((name, seen))
    return changed


def _new_lines(live: LiveTable, feed: Feed) -> tuple[list[Told], bool]:
    """The lines since the last frame, and whether they stand for the whole log."""
    anew = feed.log_epoch != live.log_epoch
    lines = live.lines_for(feed.seat, -1 if anew else feed.log_seq)
    feed.log_epoch, feed.log_seq = live.log_epoch, live.seq
    return lines, anew

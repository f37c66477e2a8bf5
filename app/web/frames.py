"""Frames: what one connection has not been sent yet, as JSON for programs or as HTML fragments for pages."""

from __future__ import annotations

import msgspec

from app.tables.live import Feed, LiveTable, Told
from app.tables.regions import Regions
from app.web.draw import Drawn, Painter


def json_frame(live: LiveTable, feed: Feed) -> str | None:
    """The changed regions, already encoded; None if nothing has changed."""
    parts: list[bytes] = []
    for scope, regions in _scopes(live, feed):
        changed = _changed(feed, scope, regions)
        if changed:
            body = b",".join(b'"%b":%b' % (name.encode(), regions.json[name]) for name in changed)
            parts.append(b'"%b":{%b}' % (scope.encode(), body))
    lines, _ = _new_lines(live, feed)
    if lines:
        parts.append(b'"log":' + msgspec.json.encode(lines))
    if not parts:
        return None
    return (b'{"type":"view","seq":%d,%b}' % (live.seq, b",".join(parts))).decode()


def html_frame(live: LiveTable, feed: Feed, painter: Painter) -> str | None:
    parts: list[str] = []
    for scope, regions in _scopes(live, feed):
        seat = feed.seat if scope == "private" else None
        sent = {name: feed.sent.get(f"{scope}.{name}") for name in regions.versions}
        for name in _changed(feed, scope, regions):
            drawn = painter.region(live, regions, name, seat)
            parts.extend(_partials(name, drawn, sent[name]))
            if name == "ask":
                asked = regions.json[name] != b"null"
                parts.append(f"<title>{'Your turn' if asked else live.game.title} – {live.info.code}</title>")
    lines, anew = _new_lines(live, feed)
    if lines or anew:
        swap = "innerHTML" if anew else "beforeend"
        html = painter.log_lines(live, lines, feed.seat)
        parts.append(f'<hx-partial hx-target="#log" hx-swap="{swap}">{html}</hx-partial>')
    return "".join(parts) or None


def _partials(name: str, drawn: Drawn, sent: int | None) -> list[str]:
    changed = {key: html for key, (html, version) in drawn.items.items() if sent is not None and version > sent}
    if not changed:
        return [f'<hx-partial hx-target="#r-{name}" hx-swap="outerMorph">{drawn.html}</hx-partial>']
    return [
        f'<hx-partial hx-target="#{name}-{key}" hx-swap="outerMorph strip:true"><svg>{html}</svg></hx-partial>'
        if html.lstrip().startswith("<g")
        else f'<hx-partial hx-target="#{name}-{key}" hx-swap="outerMorph">{html}</hx-partial>'
        for key, html in changed.items()
    ]


def _scopes(live: LiveTable, feed: Feed) -> list[tuple[str, Regions]]:
    scopes = [("public", live.public)]
    if feed.seat is not None and feed.seat in live.private:
        scopes.append(("private", live.private[feed.seat]))
    return scopes


def _changed(feed: Feed, scope: str, regions: Regions) -> list[str]:
    changed = []
    for name, version in regions.versions.items():
        key = f"{scope}.{name}"
        if feed.sent.get(key) != version:
            feed.sent[key] = version
            changed.append(name)
    return changed


def _new_lines(live: LiveTable, feed: Feed) -> tuple[list[Told], bool]:
    """The lines since the last frame, and whether they stand for the whole log."""
    anew = feed.log_epoch != live.log_epoch
    lines = live.lines_for(feed.seat, -1 if anew else feed.log_seq)
    feed.log_epoch, feed.log_seq = live.log_epoch, live.seq
    return lines, anew

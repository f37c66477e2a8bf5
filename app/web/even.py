"""Lengths that tell nothing: whatever carries a window is sent in whole blocks, however well it could be compressed.

Who watches the network sees no word of what is sent, but how long it is. A window is the largest thing that one player alone
is shown, and each has a length of its own. What is compressed is filled up with deflate blocks that hold nothing (RFC 1951):
a browser reads over them, and no text grows by them. What goes as it is gets spaces at its end.
"""

from __future__ import annotations

import zlib
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from app.glass.frame import MARK

BLOCK = 24 * 1024  # bytes: an arrival with its window, its words and what is told of it fits into one
WHOLE = 2 * BLOCK  # and so does all that somebody may see
UNPACKED = 4  # as many times as long is what goes as it is
NOTHING = b"\x00\x00\x00\xff\xff"  # a stored block of no bytes
NOTHING_AND_ONE = b"\x02\x00" + NOTHING[1:]  # a block of no letters before it: one byte more
END = b"\x03\x00"  # the last block of all, of no letters
IN_JSON = MARK.replace('"', '\\"')


def nothing(size: int) -> bytes:
    """So many bytes that are read as nothing; it begins and ends on a byte."""
    more = size % len(NOTHING)
    few = (size - more * len(NOTHING_AND_ONE)) // len(NOTHING)
    if few < 0:
        raise ValueError(f"{size} bytes cannot be filled")
    return NOTHING_AND_ONE * more + NOTHING * few


def missing(size: int, block: int) -> int:
    """How many bytes to add, for whole blocks; as many as `nothing` can be sure to fill."""
    least = (len(NOTHING) - 1) * len(NOTHING_AND_ONE)
    return least + -(size + least) % block


def spaced(data: bytes, block: int) -> bytes:
    """Neither HTML nor JSON minds spaces at the end."""
    return data + b" " * (-len(data) % (UNPACKED * block))


def windows(html: str) -> tuple[str, ...]:
    """The windows in a drawing."""
    found, start = [], html.find(MARK)
    while start >= 0:
        end = html.find("</svg>", start)
        found.append(html[start:end])
        start = html.find(MARK, end)
    return tuple(found)


def has_window(text: str) -> bool:
    """Whether there is a window in it, be it HTML or JSON."""
    return MARK in text or IN_JSON in text


def silence(events: str) -> str:
    """A line that a stream of events says to nobody, after one with a window."""
    return ":" + " " * (-(len(events.encode()) + 2) % (UNPACKED * WHOLE)) + "\n" if has_window(events) else ""


class Even(Response):
    """A page, or an answer to a program; if it shows a window, its length tells nothing of it."""

    def __init__(self, content: Any, media_type: str = "text/html") -> None:
        super().__init__(content, media_type=media_type)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = bytes(self.body)
        if has_window(body.decode()):
            self._fill(body, "gzip" in Request(scope).headers.get("accept-encoding", ""))
        await super().__call__(scope, receive, send)

    def _fill(self, body: bytes, packs: bool) -> None:
        if packs:
            packer = zlib.compressobj(6, zlib.DEFLATED, -zlib.MAX_WBITS)
            packed = packer.compress(body) + packer.flush(zlib.Z_FULL_FLUSH)
            check = zlib.crc32(body).to_bytes(4, "little") + (len(body) % 2**32).to_bytes(4, "little")
            around = len(GZIP) + len(END) + len(check)
            self.body = GZIP + packed + nothing(missing(len(packed) + around, WHOLE)) + END + check
            self.headers["content-encoding"] = "gzip"
            self.headers["vary"] = "Accept-Encoding"
        else:
            self.body = spaced(body, WHOLE)
        self.headers["content-length"] = str(len(self.body))


GZIP = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"  # how a gzip file begins (RFC 1952): no name, no date

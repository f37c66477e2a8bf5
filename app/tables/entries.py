"""A row of the journal: what was chosen, by whom, when, and what it told."""

from __future__ import annotations

import msgspec

from app.kernel import Answer, Line, Undo, Use


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    at: int  # milliseconds since 1970
    choice: Answer | Use | Undo | None = None
    lines: tuple[Line, ...] = ()
    key: str = ""  # what the client called this message: a message that arrives twice counts once
    undone: tuple[int, ...] = ()  # an undo: the rows that no longer count
    moment: int = 0  # which visible step of the table this row belongs to; sealed answers make no step of their own
    names: tuple[str, ...] = ()  # who sat there, in a row that ends a chapter
    rebased: bool = False  # the table goes on from a base of its own: players have joined or left
    by: str = ""  # who chose for the seat, if not its own player: "bot", "clock", or the name of a friend


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Entry)


def encode_entry(entry: Entry) -> bytes:
    return _ENCODER.encode(entry)


def decode_entry(blob: bytes) -> Entry:
    return _DECODER.decode(blob)

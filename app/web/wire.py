"""What goes over a websocket: pieces of HTML that are encoded and compressed once, however many connections get them.

A frame is a list of pieces. Each piece is compressed by itself and ends on a byte, so that pieces can be put one after the
other in any order and are one compressed message (RFC 7692; a deflate stream may start over at any block). The server looks
back to nothing that it sent before ("no context takeover"), which also saves its memory of each connection.
"""

from __future__ import annotations

import zlib
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.base import Extension
from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.typing import ExtensionParameter

from app.web.even import missing, nothing, spaced

SMALL = 256  # bytes; what is smaller goes as it is
LEVEL, WINDOW, MEMORY = 1, 15, 4  # cheap; the window is the page's, the server has one for all
HEARD = 12  # the window for what pages send: a few words each
TAIL = b"\x00\x00\xff\xff"  # the end of every flushed block; a message goes without its last one
EXTENSION = "parallax.pieces"  # where the server says to the application how it takes pieces

_packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -WINDOW, MEMORY)


def pack(data: bytes | bytearray | memoryview) -> bytes:
    """Compressed, with the tail, so that something else can follow. A full flush forgets what came before it, so one
    compressor serves everybody, and making one for each text would cost as much again."""
    return _packer.compress(data) + _packer.flush(zlib.Z_FULL_FLUSH)


class Piece:
    """A text that is sent often. With `even`, what carries it is sent in whole blocks of so many bytes (app/web/even.py)."""

    __slots__ = ("_data", "_packed", "even", "text")

    def __init__(self, text: str, *, even: int = 0) -> None:
        self.text = text
        self.even = even
        self._data: bytes | None = None
        self._packed: bytes | None = None

    def __len__(self) -> int:
        return len(self.text)

    @property
    def data(self) -> bytes:
        if self._data is None:
            self._data = self.text.encode()
        return self._data

    @property
    def packed(self) -> bytes:
        if self._packed is None:
            data = self.text.encode()
            if len(data) < SMALL:  # not worth compressing: a block that is stored as it is
                size, rest = len(data).to_bytes(2, "little"), (len(data) ^ 0xFFFF).to_bytes(2, "little")
                self._packed = b"\x00" + size + rest + data + b"\x00" + TAIL
            else:
                self._packed = pack(data)
        return self._packed


def joined(pieces: Iterable[Piece]) -> str:
    return "".join(piece.text for piece in pieces)


def packed(pieces: list[Piece]) -> bytes:
    """The payload of one compressed message."""
    payload = b"".join([piece.packed for piece in pieces])
    if block := max(piece.even for piece in pieces):
        payload += nothing(missing(len(payload) - len(TAIL), block))
    return payload[: -len(TAIL)]


PLAIN, COMPRESSED = 0x81, 0xC1  # the first byte of a whole text message (RFC 6455)


def framed(payload: bytes, kind: int) -> bytes:
    size = len(payload)
    if size < 126:
        return bytes((kind, size)) + payload
    if size < 0x10000:
        return bytes((kind, 126)) + size.to_bytes(2, "big") + payload
    return bytes((kind, 127)) + size.to_bytes(8, "big") + payload


class Deflate(PerMessageDeflate):
    """Compression that lets small messages pass, and uses the one compressor for the others."""

    @property
    def takes_packed(self) -> bool:
        return self.local_max_window_bits >= WINDOW

    def encode(self, frame: Frame) -> Frame:
        if frame.opcode not in (Opcode.TEXT, Opcode.BINARY) or not frame.fin or not self.takes_packed:
            return super().encode(frame)
        if len(frame.data) < SMALL:
            return frame
        return Frame(frame.opcode, pack(frame.data)[: -len(TAIL)], True, True)


class DeflateFactory(ServerPerMessageDeflateFactory):
    def __init__(self) -> None:
        super().__init__(
            server_no_context_takeover=True,
            client_no_context_takeover=True,
            client_max_window_bits=HEARD,
            compress_settings={"level": LEVEL, "memLevel": MEMORY},
        )

    def process_request_params(
        self, params: Any, accepted_extensions: Any
    ) -> tuple[list[ExtensionParameter], PerMessageDeflate]:
        answer, plain = super().process_request_params(params, accepted_extensions)
        agreed = Deflate(
            plain.remote_no_context_takeover,
            plain.local_no_context_takeover,
            plain.remote_max_window_bits,
            plain.local_max_window_bits,
            plain.compress_settings,
        )
        return answer, agreed


Deliver = Callable[[list[Piece]], Awaitable[None]]


class Wire(WebSocketsSansIOProtocol):
    """uvicorn's websocket, which also takes pieces, and takes them directly: what stands between it and the application
    has nothing to do with them, and every move goes this way once for each connection."""

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        if self.conn.available_extensions:
            self.conn.available_extensions = [DeflateFactory()]

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][EXTENSION] = {"deliver": self.deliver}

    async def deliver(self, pieces: list[Piece]) -> None:
        """One message; raises `ClientDisconnected` if nobody is there any more."""
        await self.writable.wait()
        if self.disconnected:
            raise ClientDisconnected()
        if self.close_sent or not self.handshake_complete:
            raise RuntimeError("Nothing can be sent on a websocket that is not open.")
        if self.conn.state is not State.OPEN:
            raise ClientDisconnected()
        self.transport.write(self._frame(pieces))

    def _frame(self, pieces: list[Piece]) -> bytes:
        """One whole message, written without the detours of the general case."""
        extensions: list[Extension] = self.conn.extensions
        packs = bool(extensions) and isinstance(extensions[0], Deflate) and extensions[0].takes_packed
        if not packs and (block := max(piece.even for piece in pieces)):  # the general case packs as it likes
            return framed(spaced(b"".join([piece.data for piece in pieces]), block), PLAIN)
        if not extensions or sum(map(len, pieces)) < SMALL:
            return framed(b"".join([piece.data for piece in pieces]), PLAIN)
        if packs:
            return framed(packed(pieces), COMPRESSED)
        self.conn.send_text(b"".join([piece.data for piece in pieces]))  # as this browser wants it
        return b"".join(self.conn.data_to_send())

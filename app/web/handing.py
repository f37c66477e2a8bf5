"""Several server processes behind one port: what is about one table is answered by one of them.

All of them take connections from the same port. Who is asked for a table of another hands the whole connection over, with
what was read of it, and is rid of it: no byte passes through two processes. Every process can answer for every table, so
whatever stands in the way of that (the other is just starting, a long request) means no more than that it is answered here.
"""

from __future__ import annotations

import array
import asyncio
import contextlib
import re
import socket
import struct
import zlib
from collections.abc import Callable
from pathlib import Path

import msgspec

OF_A_TABLE = re.compile(rb"[A-Z]+ [^ ?]*?/(?:t|api/tables|discord/t)/([^/? ]+)")
LONGEST = 64 * 1024  # bytes of a request that are handed over with it; longer ones are answered where they arrive
PATIENCE = 20_000  # microseconds until a neighbour has a hand free
AT_ONCE = 64  # connections that are taken over before others have their turn

Adopt = Callable[[socket.socket, bytes], None]


class Place(msgspec.Struct, frozen=True):
    """Which of how many processes this is, and the folder in which they find each other."""

    number: int  # from 0
    count: int
    folder: str

    def owner(self, code: str) -> int:
        """The process to which everything of a table goes."""
        return zlib.crc32(code.lower().encode()) % self.count

    def owns(self, code: str) -> bool:
        return self.owner(code) == self.number

    def owner_of(self, request: bytes) -> int | None:
        """Whose request this is, by its first line; None if anybody may answer it."""
        found = OF_A_TABLE.match(request)
        return self.owner(found[1].decode("latin-1")) if found else None

    def path(self, number: int) -> str:
        return f"{self.folder}/{number}"


class Neighbours:
    def __init__(self, place: Place) -> None:
        self.place = place
        self._out = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        # Some systems let only ten wait. When everybody comes back at once, a moment is well spent on this.
        self._out.setsockopt(socket.SOL_SOCKET, socket.SO_SNDTIMEO, struct.pack("ll", 0, PATIENCE))
        self._in: socket.socket | None = None

    def hand_over(self, transport: asyncio.Transport, request: bytes) -> bool:
        """Whether another process has this connection now."""
        owner = self.place.owner_of(request)
        if owner is None or owner == self.place.number or len(request) > LONGEST or transport.get_write_buffer_size():
            return False
        connection = transport.get_extra_info("socket")
        return connection is not None and self._send(owner, connection.fileno(), request)

    def _send(self, number: int, handle: int, request: bytes) -> bool:
        try:
            right = (socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [handle]))
            self._out.sendmsg([request], [right], 0, self.place.path(number))
        except OSError:  # it is not there, or has its hands full
            return False
        return True

    # What others hand over ---------------------------------------------------------------------------------------

    def open(self, adopt: Adopt) -> None:
        """From now on. Who had this number before has what was handed over until now."""
        path = Path(self.place.path(self.place.number))
        made = path.with_suffix(".new")
        made.unlink(missing_ok=True)
        self._in = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._in.setblocking(False)
        self._in.bind(str(made))
        made.rename(path)  # in one step: there is no moment in which nobody has this number
        asyncio.get_running_loop().add_reader(self._in, self._take, adopt)

    def _take(self, adopt: Adopt, most: int = AT_ONCE) -> None:
        assert self._in is not None
        for _ in range(most):
            try:
                request, handles, _, _ = socket.recv_fds(self._in, LONGEST, 1)
            except BlockingIOError:
                return
            if not request:  # it is closed, and empty
                return
            for handle in handles:
                adopt(socket.socket(fileno=handle), request)

    def close(self) -> None:
        """Take nothing more; what is still waiting goes to whoever is there."""
        if self._in is not None:
            self._pass_on(self._in)
        self._out.close()

    def _pass_on(self, waiting: socket.socket) -> None:
        asyncio.get_running_loop().remove_reader(waiting)
        others = [self.place.number, *(one for one in range(self.place.count) if one != self.place.number)]

        def pass_on(connection: socket.socket, request: bytes) -> None:
            with connection:
                any(self._send(number, connection.fileno(), request) for number in others)

        with contextlib.suppress(OSError):
            waiting.shutdown(socket.SHUT_RD)  # nobody can add anything
        self._take(pass_on, most=100 * AT_ONCE)
        waiting.close()
        self._in = None

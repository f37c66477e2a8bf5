"""What comes before a request is whole: how long its first words may take, how many they may be, and how many wait so from
one address. Without bounds a stranger who says nothing, slowly and often, takes every connection that there is. And who has
been refused again and again, and goes on asking, is answered here, before anything is read."""

from __future__ import annotations

import asyncio
import ipaddress
import resource
from collections import Counter
from functools import lru_cache
from typing import Any, ClassVar

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from app.web.budgets import SENT_AWAY, Ledger, as_page, household
from app.web.handing import Neighbours

LARGEST_HEAD = 32 * 1024  # bytes before the body
LONGEST_HEAD = 15.0  # seconds for all of them
MOST_FROM_ONE = 250  # connections of one address that are no sockets; a proxy that is trusted has as many as it wants
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
LATER = as_page(f"That was a lot at once. Please try again in {SENT_AWAY:.0f} seconds.")
TOO_MANY = (
    b"HTTP/1.1 429 Too Many Requests\r\nretry-after: %d\r\ncontent-type: text/html\r\ncontent-length: %d\r\n"
    b"cache-control: no-store\r\nconnection: close\r\n\r\n%b"
) % (SENT_AWAY, len(LATER), LATER)


@lru_cache(maxsize=256)
def is_trusted(address: str, proxies: str) -> bool:
    """Whether the settings name this address as a proxy: alone, in a network, or all."""
    for name in (part.strip() for part in proxies.split(",")):
        if name in ("*", address):
            return True
        try:
            if ipaddress.ip_address(address) in ipaddress.ip_network(name, strict=False):
                return True
        except ValueError:
            continue
    return False


def take_all_connections() -> None:
    """As many open files as this machine allows us: each connection is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard == resource.RLIM_INFINITY or hard > soft:
        wanted = hard if hard != resource.RLIM_INFINITY else max(soft, 65_536)
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class Doorstep(HttpToolsProtocol):
    """uvicorn's HTTP with these bounds."""

    here: ClassVar[Counter[str]] = Counter()
    ledger: ClassVar[Ledger | None] = None  # who is to be sent away
    neighbours: ClassVar[Neighbours | None] = None  # the other processes behind this port

    def __init__(self, *args: Any, begun: bytes = b"", **settings: Any) -> None:
        super().__init__(*args, **settings)
        self._begun = begun  # what a neighbour has read of it already
        self._between = True  # two requests
        self._from = ""  # the address that this connection is counted for
        self._head: asyncio.TimerHandle | None = None
        self._said = 0
        self._sent_away = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        if not is_trusted(address, str(self.config.forwarded_allow_ips)):
            if self.here[address] >= MOST_FROM_ONE:
                transport.abort()
                return
            self._from = address
            self.here[address] += 1
            self._sent_away = self.ledger is not None and self.ledger.is_sent_away(household(address))
        self._listen()
        if self._begun and self._sent_away:
            self._send_away()
        elif self._begun:
            self._read(self._begun)

    def _listen(self) -> None:
        """A request begins."""
        if self._head is None:
            self._head = self.loop.call_later(LONGEST_HEAD, self.transport.abort)

    def _heard(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head, self._said = None, 0

    def data_received(self, data: bytes) -> None:
        if self._sent_away:
            self._send_away()
        elif self._is_for_a_neighbour(data):
            self._leave()
            self.transport.abort()
        else:
            self._read(data)

    def _send_away(self) -> None:
        self.transport.write(TOO_MANY)
        self.transport.close()

    def _is_for_a_neighbour(self, data: bytes) -> bool:
        """Whether a request begins that another process answers, and it has the connection now."""
        begins = self._between and (self.cycle is None or self.cycle.response_complete)
        return begins and self.neighbours is not None and self.neighbours.hand_over(self.transport, data)

    def _read(self, data: bytes) -> None:
        self._said += len(data)
        super().data_received(data)
        if self._head is None:
            self._said = 0
        elif self._said > LARGEST_HEAD:
            self._heard()
            self.transport.write(TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._between = False
        self._listen()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._between = True

    def on_headers_complete(self) -> None:
        self._heard()
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """What is no request at all uses up the patience that there is for refused ones."""
        if self._from and self.ledger is not None:
            self.ledger.refuse(household(self._from))
        super().send_400_response(msg)

    def handle_websocket_upgrade(self) -> None:
        self._leave()  # from here on it is a socket, and counted as such
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def _leave(self) -> None:
        self._heard()
        if self._from:
            self.here[self._from] -= 1
            if not self.here[self._from]:
                del self.here[self._from]
            self._from = ""

"""Tables that cannot be shown: put aside, so that everything else goes on. Nothing of them is lost."""

from __future__ import annotations

import logging
import secrets
import time

import msgspec

from app.kernel import Refused

log = logging.getLogger("parallax.tables")
BY_HOST = "The host closed it for now."


class InQuarantine(Refused):
    pass


class PutAside(msgspec.Struct, frozen=True):
    reference: str
    why: str
    at: float  # seconds since 1970


class Quarantine:
    def __init__(self) -> None:
        self.tables: dict[str, PutAside] = {}

    def put(self, table_id: str, error: Exception) -> InQuarantine:
        """Put a table aside; what its people are told."""
        if table_id not in self.tables:
            found = PutAside(secrets.token_hex(4), f"{type(error).__name__}: {error}"[:300], time.time())
            self.tables[table_id] = found
            log.error("table %s was put aside, reference %s", table_id, found.reference, exc_info=error)
        return self._words(table_id)

    def check(self, table_id: str) -> None:
        if table_id in self.tables:
            raise self._words(table_id)

    def put_by_host(self, table_id: str) -> None:
        """The host wants nobody to go on at a table for now."""
        self.tables.setdefault(table_id, PutAside(secrets.token_hex(4), BY_HOST, time.time()))

    def release(self, table_id: str) -> None:
        """The host wants it tried again."""
        self.tables.pop(table_id, None)

    def _words(self, table_id: str) -> InQuarantine:
        if self.tables[table_id].why == BY_HOST:
            return InQuarantine("The host has closed this table for now. Nothing of it is lost.")
        return InQuarantine(
            "This table cannot be shown just now. Nothing of it is lost, and the host can see what is wrong. "
            f"Reference: {self.tables[table_id].reference}."
        )

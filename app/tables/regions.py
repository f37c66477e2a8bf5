"""Regions: the named parts of what is shown, each with a version, so that only what changed is drawn and sent.

What is kept is the encoded value, never the live one: the rules may change their structs while a commit is under way,
and nothing of that may be shown. A region that is a list of things with ids keeps a version for each of them, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import count
from typing import Any, get_type_hints

import msgspec

_encoder = msgspec.json.Encoder()
_versions = count(1)


@cache
def _field_types(struct: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(struct)


class Items:
    """The things of a list region, in order."""

    def __init__(self) -> None:
        self.json: dict[str, bytes] = {}
        self.versions: dict[str, int] = {}
        self.shape = 0  # the version in which a thing was added, removed or moved

    def put(self, things: Sequence[Any], version: int) -> None:
        new = {str(thing.id): _encoder.encode(thing) for thing in things}
        if list(new) != list(self.json):
            self.shape = version
        for key, data in new.items():
            if self.json.get(key) != data:
                self.versions[key] = version
        self.json = new

    def changed_since(self, version: int | None) -> list[str] | None:
        """The things that changed; None if the whole list has to be sent."""
        if version is None or version < self.shape:
            return None
        return [key for key in self.json if self.versions[key] > version]


class Regions:
    """The latest value of each region, for one audience."""

    def __init__(self) -> None:
        self.json: dict[str, bytes] = {}
        self.kinds: dict[str, Any] = {}
        self.versions: dict[str, int] = {}
        self.items: dict[str, Items] = {}
        self.drawn: dict[str, Any] = {}  # what the web room has drawn of it, kept there

    def put(self, name: str, value: Any, kind: Any) -> None:
        data = _encoder.encode(value)
        if self.json.get(name) == data:
            return
        self.json[name] = data
        self.kinds[name] = kind
        self.versions[name] = version = next(_versions)
        if isinstance(value, (list, tuple)) and value and hasattr(value[0], "id"):
            self.items.setdefault(name, Items()).put(value, version)
        else:
            self.items.pop(name, None)

    def put_fields(self, struct: msgspec.Struct) -> None:
        """Each field of a part of a view is a region."""
        for name, kind in _field_types(type(struct)).items():
            self.put(name, getattr(struct, name), kind)

    def value(self, name: str) -> Any:
        """A copy of the value, in its own type."""
        return msgspec.json.decode(self.json[name], type=self.kinds[name])

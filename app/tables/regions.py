"""Regions: the named parts of what is shown, each with a version, so that only what changed is drawn and sent.

What is kept is the encoded value, never the live one: the rules may change their structs while a commit is under way,
and nothing of that may be shown.
"""

from __future__ import annotations

from functools import cache
from itertools import count
from typing import Any, get_type_hints

import msgspec

_encoder = msgspec.json.Encoder()
_versions = count(1)


@cache
def _field_types(struct: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(struct)


class Regions:
    """The latest value of each region, for one audience."""

    def __init__(self) -> None:
        self.json: dict[str, bytes] = {}
        self.kinds: dict[str, Any] = {}
        self.versions: dict[str, int] = {}
        self.drawn: dict[str, Any] = {}  # what the web room has drawn of it, kept there

    def put(self, name: str, value: Any, kind: Any) -> None:
        data = _encoder.encode(value)
        if self.json.get(name) != data:
            self.json[name] = data
            self.kinds[name] = kind
            self.versions[name] = next(_versions)

    def put_fields(self, struct: msgspec.Struct) -> None:
        """Each field of a part of a view is a region."""
        for name, kind in _field_types(type(struct)).items():
            self.put(name, getattr(struct, name), kind)

    def value(self, name: str) -> Any:
        """A copy of the value, in its own type."""
        return msgspec.json.decode(self.json[name], type=self.kinds[name])

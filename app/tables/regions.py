"""Regions: the named parts of what is shown, each with a version, so that only what changed is drawn and sent.

What is kept is the encoded value: the rules may change their structs while a commit is under way, and nothing of that may
be shown. Only what by its type can never change (frozen all the way down) is kept as it is, and encoded when somebody wants
it so. A region that is a list of things with ids keeps a version for each of them, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import count
from sys import intern
from typing import Any, get_type_hints

import msgspec
from msgspec import inspect

_encoder = msgspec.json.Encoder()
_versions = count(1)


@cache
def _field_types(struct: type[msgspec.Struct]) -> dict[str, Any]:
    return get_type_hints(struct)


@cache
def is_value(kind: Any) -> bool:
    """Whether things of this type never change: no list, no dict and no struct that is not frozen is in them."""
    return _never_changes(inspect.type_info(kind), set())


def _never_changes(kind: inspect.Type, seen: set[type]) -> bool:
    match kind:
        case inspect.StructType(cls=cls, fields=fields):
            if cls in seen:
                return True
            seen.add(cls)
            return cls.__struct_config__.frozen and all(_never_changes(field.type, seen) for field in fields)
        case inspect.VarTupleType(item_type=item) | inspect.FrozenSetType(item_type=item):
            return _never_changes(item, seen)
        case inspect.TupleType(item_types=items):
            return all(_never_changes(item, seen) for item in items)
        case inspect.UnionType(types=types):
            return all(_never_changes(one, seen) for one in types)
        case inspect.Metadata(type=inner):
            return _never_changes(inner, seen)
    plain = (inspect.StrType, inspect.IntType, inspect.BoolType, inspect.FloatType, inspect.NoneType)
    return isinstance(kind, (*plain, inspect.LiteralType, inspect.EnumType, inspect.BytesType))


class Items:
    """The things of a list region, in order."""

    __slots__ = ("_data", "_keys", "_things", "shape", "versions")

    def __init__(self) -> None:
        self.versions: dict[str, int] = {}  # of the things that have changed since the list has its present shape
        self.shape = 0  # the version in which a thing was added, removed or moved
        self._keys: list[str] = []
        self._things: Sequence[Any] = ()  # if they are values
        self._data: dict[str, bytes] = {}  # if they are not: encoded

    def put(self, things: Sequence[Any], version: int, *, values: bool) -> bool:
        """Whether anything has changed."""
        changed = self._put_values(things) if values else self._put_encoded(things)
        if changed is None:
            self.shape = version
            self.versions.clear()
            return True
        for key in changed:
            self.versions[key] = version
        return bool(changed)

    def _put_values(self, things: Sequence[Any]) -> list[str] | None:
        """The keys of what has changed; None if the list has another shape."""
        before, self._things, self._data = self._things, things, {}
        if len(before) == len(things):
            places = [place for place, (new, old) in enumerate(zip(things, before, strict=True)) if new is not old]
            if all(str(things[place].id) == self._keys[place] for place in places):
                return [self._keys[place] for place in places if things[place] != before[place]]
        self._keys = [intern(str(thing.id)) for thing in things]
        return None

    def _put_encoded(self, things: Sequence[Any]) -> list[str] | None:
        before, keys = self._data, self._keys
        self._keys = [intern(str(thing.id)) for thing in things]
        self._data = {key: _encoder.encode(thing) for key, thing in zip(self._keys, things, strict=True)}
        self._things = ()
        if keys != self._keys or len(before) != len(self._data):
            return None
        return [key for key, data in self._data.items() if before[key] != data]

    def changed_since(self, version: int) -> list[str] | None:
        """The things that changed; None if the whole list has to be sent."""
        if version < self.shape:
            return None
        changed = {key for key, when in self.versions.items() if when > version}
        return list(changed) if len(changed) < 2 else [key for key in dict.fromkeys(self._keys) if key in changed]

    def some(self, things: Sequence[Any], keys: list[str] | None) -> Iterator[tuple[str, Any]]:
        """The things with these keys among all of them; all if there are no keys."""
        if keys is None:
            return zip(self._keys, things, strict=True)
        wanted = set(keys)
        return ((key, things[place]) for place, key in enumerate(self._keys) if key in wanted)

    def encoded(self, keys: list[str]) -> list[bytes]:
        if self._data:
            return [self._data[key] for key in keys]
        things = dict(self.some(self._things, keys))
        return [_encoder.encode(things[key]) for key in keys]


class Regions:
    """The latest value of each region, for one audience."""

    __slots__ = ("_data", "_values", "drawn", "items", "kinds", "latest", "news", "versions")

    def __init__(self) -> None:
        self.kinds: dict[str, Any] = {}
        self.versions: dict[str, int] = {}
        self.latest = 0  # the newest of all versions
        self.items: dict[str, Items] = {}
        self.drawn: dict[str, Any] = {}  # what the web room has drawn of it, kept there
        self.news: Any = None  # and what it sends of it, kept there as well
        self._values: dict[str, Any] = {}  # of the regions that are values
        self._data: dict[str, bytes] = {}  # of the others: encoded

    def put(self, name: str, value: Any, kind: Any) -> None:
        values = is_value(kind)
        if values and name in self._values and value == self._values[name]:  # what is the very same is not looked into
            return
        listed = isinstance(value, (list, tuple)) and len(value) > 0 and hasattr(value[0], "id")
        version = next(_versions)
        if values:
            self._values[name] = value
        else:
            data = _encoder.encode(value)
            if self._data.get(name) == data:
                return
            self._data[name] = data
        if listed:
            self.items.setdefault(name, Items()).put(value, version, values=values)
        else:
            self.items.pop(name, None)
        self.kinds[name] = kind
        self.versions[name] = self.latest = version

    def changed_since(self, version: int) -> list[str]:
        """The regions that are newer."""
        if version >= self.latest:
            return []
        return [name for name, changed in self.versions.items() if changed > version]

    def put_fields(self, struct: msgspec.Struct) -> None:
        """Each field of a part of a view is a region."""
        for name, kind in _field_types(type(struct)).items():
            self.put(name, getattr(struct, name), kind)

    def value(self, name: str) -> Any:
        """The value, or where it could change a copy of it."""
        if name in self._values:
            return self._values[name]
        return msgspec.json.decode(self._data[name], type=self.kinds[name])

    def encoded(self, name: str) -> bytes:
        return _encoder.encode(self._values[name]) if name in self._values else self._data[name]

    @property
    def json(self) -> dict[str, bytes]:
        """Everything, encoded."""
        return {name: self.encoded(name) for name in self.versions}

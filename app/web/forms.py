"""Forms made from typed structs: a game's options and a table's settings describe themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import inspect

from app.kernel import Refused


class Field(msgspec.Struct, frozen=True):
    name: str
    title: str
    about: str
    kind: Literal["number", "tick", "choice", "several", "text"]
    value: Any
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()


def fields_of(struct: type[msgspec.Struct], values: Mapping[str, Any] | None = None, prefix: str = "") -> list[Field]:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    given = values or {}
    return [_field(field, given.get(field.name, _default(field)), prefix) for field in info.fields]


def _default(field: inspect.Field) -> Any:
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default


def _field(field: inspect.Field, value: Any, prefix: str) -> Field:
    kind, words, listed = field.type, {}, None
    if isinstance(kind, inspect.Metadata):
        words = kind.extra_json_schema or {}
        listed = (kind.extra or {}).get("choices")  # a text of which the game knows what it may be
        kind = kind.type
    title = str(words.get("title", field.name.replace("_", " ").capitalize()))
    about = str(words.get("description", ""))
    name = prefix + field.name
    if listed is not None:
        return Field(name, title, about, "choice", value, choices=tuple(listed()))
    match kind:
        case inspect.BoolType():
            return Field(name, title, about, "tick", value)
        case inspect.IntType():
            return Field(name, title, about, "number", value, kind.ge, kind.le)
        case inspect.LiteralType():
            return Field(name, title, about, "choice", value, choices=tuple(str(v) for v in kind.values))
        case inspect.VarTupleType() | inspect.ListType() if isinstance(kind.item_type, inspect.LiteralType):
            return Field(name, title, about, "several", value, choices=tuple(str(v) for v in kind.item_type.values))
    return Field(name, title, about, "text", value)


def read_form(struct: type[msgspec.Struct], form: Mapping[str, list[str]], prefix: str = "") -> dict[str, Any]:
    """The values of a posted form in the shape that the struct wants; what was not sent keeps its default, but a tick
    that is not sent is off."""
    values: dict[str, Any] = {}
    for field in fields_of(struct, prefix=prefix):
        name = field.name.removeprefix(prefix)
        sent = form.get(field.name)
        if field.kind == "tick":
            values[name] = bool(sent) and sent != ["false"]
        elif field.kind == "several":
            values[name] = sent or []
        elif sent:
            values[name] = _number(field, sent[-1]) if field.kind == "number" else _choice(field, sent[-1])
    return values


def _number(field: Field, text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise Refused(f"{field.title}: give a whole number.") from None


def _choice(field: Field, text: str) -> Any:
    """Literals may be numbers; forms send text."""
    return int(text) if field.kind == "choice" and isinstance(field.value, int) and text.lstrip("-").isdigit() else text


def convert(struct: type[Any], values: Mapping[str, Any]) -> Any:
    try:
        return msgspec.convert(dict(values), struct)
    except msgspec.ValidationError as error:
        raise Refused(f"These settings do not fit: {error}") from None

"""Forms made from structs, with the words that people read, and structs read back from forms.

The words of a field are those that the game's box gives it; else the title and description of the struct itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import msgspec
from msgspec import inspect

from app.kernel import Refused
from app.kernel.box import Pick, Wording
from app.kernel.misfit import misfit


class Field(msgspec.Struct, frozen=True):
    name: str
    title: str
    about: str
    kind: Literal["number", "tick", "choice", "several", "text"]
    value: Any
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    picks: Mapping[str, Pick] = {}  # the choices in words
    hidden: tuple[str, ...] = ()  # choices that are not offered
    words: Wording = Wording("")
    applies: bool = True  # with what else is chosen

    @property
    def chosen(self) -> str:
        """The value as the form sends it."""
        return str(self.value).lower() if self.kind == "tick" else str(self.value)

    @property
    def offered(self) -> tuple[str, ...]:
        return tuple(one for one in self.choices if one not in self.hidden or one == self.chosen)

    def pick(self, value: str) -> Pick:
        return self.picks.get(value) or Pick(value.replace("_", " ").capitalize(), "")


def fields_of(
    struct: type[msgspec.Struct],
    values: Mapping[str, Any] | None = None,
    prefix: str = "",
    words: Mapping[str, Wording] | None = None,
) -> list[Field]:
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    given = values or {}
    fields = [
        _field(field, given.get(field.name, _default(field)), prefix, (words or {}).get(field.name))
        for field in info.fields
        if not _is_hidden(field)
    ]
    chosen = {field.name.removeprefix(prefix): field.chosen for field in fields}
    return [msgspec.structs.replace(field, applies=_applies(field, chosen)) for field in fields]


def _applies(field: Field, chosen: Mapping[str, str]) -> bool:
    return field.words.only is None or chosen.get(field.words.only[0]) == field.words.only[1]


def _is_hidden(field: inspect.Field) -> bool:
    """What is no choice of people, such as which lesson a table is."""
    return isinstance(field.type, inspect.Metadata) and bool((field.type.extra or {}).get("hidden"))


def _default(field: inspect.Field) -> Any:
    return field.default_factory() if field.default_factory is not msgspec.NODEFAULT else field.default


def _field(field: inspect.Field, value: Any, prefix: str, wording: Wording | None) -> Field:
    kind, meta, listed = field.type, {}, None
    if isinstance(kind, inspect.Metadata):
        meta = kind.extra_json_schema or {}
        listed = (kind.extra or {}).get("choices")  # a text of which the game knows what it may be
        kind = kind.type
    words = wording or Wording(
        str(meta.get("title", field.name.replace("_", " ").capitalize())), str(meta.get("description", ""))
    )
    made = Field(prefix + field.name, words.title, words.text, "text", value, hidden=words.hidden, words=words)
    shape: dict[str, Any] = {"kind": "text"}
    if listed is not None:
        shape = {"kind": "choice", "choices": tuple(listed())}
    else:
        match kind:
            case inspect.BoolType():
                shape = {"kind": "tick", "choices": ("true", "false")}
            case inspect.IntType():
                shape = {"kind": "number", "low": kind.ge, "high": kind.le, "choices": tuple(words.choices)}
            case inspect.LiteralType():
                shape = {"kind": "choice", "choices": _ordered((str(v) for v in kind.values), words)}
            case inspect.VarTupleType() | inspect.ListType() if isinstance(kind.item_type, inspect.LiteralType):
                shape = {"kind": "several", "choices": tuple(str(v) for v in kind.item_type.values)}
    return msgspec.structs.replace(made, picks=dict(words.choices), **shape)


def _ordered(values: Any, words: Wording) -> tuple[str, ...]:
    """As the words name them: a type does not keep the order of its values."""
    found = list(values)
    return tuple(sorted(found, key=lambda one: list(words.choices).index(one) if one in words.choices else len(found)))


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
        return int(text[:20])
    except ValueError:
        raise Refused(f"{field.title}: give a whole number.") from None


def _choice(field: Field, text: str) -> Any:
    """Literals may be numbers; forms send text."""
    number = isinstance(field.value, int) and len(text) < 10 and text.lstrip("-").isdecimal()
    return int(text) if field.kind == "choice" and number else text


def convert(struct: type[Any], values: Mapping[str, Any], words: Mapping[str, Wording] | None = None) -> Any:
    try:
        return msgspec.convert(dict(values), struct)
    except msgspec.ValidationError:
        raise Refused(misfit(struct, values, words or {})) from None

"""Why settings do not fit, in the words of those who choose them: *Points to win: choose a whole number from 5 to 20.*"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import inspect

from app.kernel.box import Wording


def misfit(struct: type[msgspec.Struct], values: Mapping[str, Any], words: Mapping[str, Wording]) -> str:
    """The first of these values that the struct does not take, and what it takes instead."""
    info = inspect.type_info(struct)
    assert isinstance(info, inspect.StructType)
    for field in info.fields:
        if field.name in values:
            try:
                msgspec.convert({field.name: values[field.name]}, struct)
            except msgspec.ValidationError:
                wording = words.get(field.name) or Wording(field.name.replace("_", " ").capitalize())
                return f"{wording.title.rstrip('?')}: {_wanted(field.type, wording)}"
    return "These settings do not fit together."


def _wanted(kind: inspect.Type, wording: Wording) -> str:
    kind = kind.type if isinstance(kind, inspect.Metadata) else kind
    match kind:
        case inspect.IntType(ge=int(low), le=int(high)):
            return f"choose a whole number from {low} to {high}."
        case inspect.IntType():
            return "choose a whole number."
        case inspect.BoolType():
            return "choose yes or no."
        case inspect.LiteralType(values=offered):
            named = [_named(str(one), wording) for one in offered if str(one) not in wording.hidden]
            return f"choose {', '.join(named[:-1])} or {named[-1]}." if len(named) > 1 else f"choose {named[0]}."
        case inspect.UnionType(types=kinds):
            return next(
                (_wanted(one, wording) for one in kinds if not isinstance(one, inspect.NoneType)), "choose again."
            )
    return "this is not among the choices."


def _named(value: str, wording: Wording) -> str:
    pick = wording.choices.get(value)
    return pick.title if pick else value.replace("_", " ")

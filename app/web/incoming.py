"""What clients send: one message shape for pages, programs, websockets and plain posts."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from app.kernel import Refused
from app.tables.hub import Hub
from app.web.limits import LARGEST_MESSAGE


class Message(msgspec.Struct):
    do: Literal["answer", "use", "undo"]
    ask: str = ""
    option: str = ""
    values: list[str] = []
    key: str = ""


def read_message(raw: str | bytes) -> Message:
    """A message, or Refused with words that help."""
    if len(raw) > LARGEST_MESSAGE:
        raise Refused("That message is too long.")
    try:
        data = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError):
        raise Refused("That is not JSON.") from None
    if not isinstance(data, dict):
        raise Refused("A message is an object with a field `do`.")
    return shape_message(data)


def shape_message(data: dict[str, Any]) -> Message:
    """Forms send single values as text and repeated ones as lists; `part:x` and `put:x` fields make up values."""
    fields = {name: data[name] for name in ("do", "ask", "option", "key") if name in data}
    values = data.get("values", [])
    parts = list(values) if isinstance(values, list) else [values]
    for name, value in data.items():
        if value in ("", "0", 0, None):
            continue
        if name.startswith("part:"):
            parts.append(f"{name.removeprefix('part:')}={value}")
        elif name.startswith("put:"):
            parts.append(f"{name.removeprefix('put:')}>{value}")
    try:
        return msgspec.convert(fields | {"values": parts}, Message)
    except msgspec.ValidationError as error:
        raise Refused(f"That message does not fit: {error}") from None


async def perform(hub: Hub, table_id: str, seat: int | None, message: Message) -> None:
    if seat is None:
        raise Refused("You are watching; only players can do that.")
    if len(message.key) > 64:
        raise Refused("That key is too long.")
    match message.do:
        case "answer":
            await hub.answer(table_id, seat, message.ask, message.values, message.key)
        case "use":
            await hub.use(table_id, seat, message.option, message.values, message.key)
        case "undo":
            await hub.undo(table_id, seat, key=message.key)

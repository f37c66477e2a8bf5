"""What clients send: one message shape for pages, programs, websockets and plain posts."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from app.kernel import Refused
from app.tables.facts import TableInfo
from app.web.limits import LARGEST_MESSAGE
from app.web.who import House


class Message(msgspec.Struct):
    do: Literal["answer", "use", "undo", "agree", "refuse", "hold", "release", "nudge", "without"]
    ask: str = ""
    option: str = ""
    values: list[str] = []
    key: str = ""
    kind: str = "undo"  # agree, refuse: to what kind of request
    seat: int = -1  # agree, refuse: whose request; nudge, without: who is meant


def seat_number(text: str) -> int:
    """A seat as people and forms write it; -1 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else -1


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
    fields: dict[str, Any] = {name: data[name] for name in ("do", "ask", "option", "key", "kind") if name in data}
    if "seat" in data:
        fields["seat"] = seat_number(str(data["seat"]))
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


async def perform(house: House, info: TableInfo, seat: int | None, message: Message) -> None:
    """Do what a player asks for. `seat` is theirs; None for spectators."""
    if seat is None:
        raise Refused("You are watching; only players can do that.")
    if len(message.key) > 64:
        raise Refused("That key is too long.")
    hub, lobby, table_id = house.hub, house.lobby, info.id
    match message.do:
        case "answer":
            await hub.answer(table_id, seat, message.ask, message.values, message.key)
        case "use":
            await hub.use(table_id, seat, message.option, message.values, message.key)
        case "undo":
            await lobby.ask_to_undo(table_id, seat, message.key)
        case "agree" | "refuse":
            await lobby.agree(table_id, message.kind, message.seat, seat, message.do == "agree")
        case "hold" | "release":
            await hub.hold(table_id, seat, message.do == "hold")
        case "nudge":
            await hub.nudge(table_id, message.seat, seat)
        case "without":
            if not 0 <= message.seat < len(info.seats):
                raise Refused("There is no such seat.")
            await lobby.ask_to_go_on_without(table_id, message.seat, seat)

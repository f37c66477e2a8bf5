"""What clients send: one message shape for pages, programs, websockets and plain posts."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from app.kernel import Refused
from app.tables.facts import TableInfo
from app.web.limits import LARGEST_MESSAGE
from app.web.who import House


class Message(msgspec.Struct):
    do: Literal[
        "answer",
        "use",
        "undo",
        "agree",
        "refuse",
        "hold",
        "release",
        "nudge",
        "without",
        "seen",  # everything up to `moment` was shown
        "read",  # a step of a lesson in which there is nothing to do
        "understood",  # what the coach said of `option`
        "silence",  # the coach
    ]
    ask: str = ""
    option: str = ""
    values: list[str] = []
    key: str = ""
    kind: str = "undo"  # agree, refuse: to what kind of request
    seat: int = -1  # agree, refuse: whose request; nudge, without: who is meant
    moment: int = 0  # seen: up to which moment everything was shown


def seat_number(text: str) -> int:
    """A seat as people and forms write it; -1 for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else -1


def read_message(raw: str | bytes) -> Message:
    """A message, or Refused with words that help."""
    if len(raw) > LARGEST_MESSAGE:
        raise Refused("That message is too long.")
    try:
        data = msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        raise Refused("That is not JSON.") from None
    if not isinstance(data, dict):
        raise Refused("A message is an object with a field `do`.")
    return shape_message(data)


def shape_message(data: dict[str, Any]) -> Message:
    """Forms send single values as text and repeated ones as lists; `part:x` and `put:x` fields make up values."""
    fields: dict[str, Any] = {name: data[name] for name in ("do", "ask", "option", "key", "kind") if name in data}
    if "seat" in data:
        fields["seat"] = seat_number(str(data["seat"]))
    if "moment" in data:
        number = str(data["moment"])
        fields["moment"] = int(number) if number.isascii() and number.isdecimal() and len(number) < 10 else 0
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
            live = await hub.live(table_id)
            used = live.used(seat, tuple(message.values))
            await hub.answer(table_id, seat, message.ask, message.values, message.key)
            if used:
                await house.coach.has_used(live, seat, used)
        case "use":
            await hub.use(table_id, seat, message.option, message.values, message.key)
        case "undo":
            await lobby.ask_to_undo(table_id, seat, message.key, message.option)
        case "agree" | "refuse":
            await lobby.agree(table_id, message.kind, message.seat, seat, message.do == "agree")
        case "hold" | "release":
            await hub.hold(table_id, seat, message.do == "hold")
        case "read":
            await hub.go_on_in_lesson(table_id)
        case "understood":
            await house.coach.understood(await hub.live(table_id), seat, message.option)
        case "silence":
            await house.coach.silence(await hub.live(table_id), seat)
        case "seen":
            await hub.seen(table_id, seat, message.moment)
        case "nudge":
            await hub.nudge(table_id, message.seat, seat)
        case "without":
            if not 0 <= message.seat < len(info.seats):
                raise Refused("There is no such seat.")
            await lobby.ask_to_go_on_without(table_id, message.seat, seat)

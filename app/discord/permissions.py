"""What the bot may do, by Discord's bits."""

from __future__ import annotations

from typing import Any

PERMISSIONS = {
    "see channels": 1 << 10,
    "send messages": 1 << 11,
    "embed links": 1 << 14,
    "read message history": 1 << 16,
    "create public threads": 1 << 35,
    "send messages in threads": 1 << 38,
    "create events": 1 << 44,
}
ADMINISTRATOR, MANAGE_MESSAGES, MANAGE_EVENTS = 1 << 3, 1 << 13, 1 << 33
THREADS = (10, 11, 12)


def bits(said: Any) -> int | None:
    """Discord sends numbers as words; None where it sends nothing."""
    return int(said) if isinstance(said, (str, int)) and str(said).isdecimal() else None


def lacking(may: int | None, names: tuple[str, ...]) -> list[str]:
    if may is None or may & ADMINISTRATOR:
        return []
    return [name for name in names if not may & PERMISSIONS[name]]


def lacking_to_speak(interaction: dict[str, Any]) -> list[str]:
    """What the bot may not do in the channel of an interaction, of what a card needs."""
    thread = (interaction.get("channel") or {}).get("type") in THREADS
    speak = "send messages in threads" if thread else "send messages"
    return lacking(bits(interaction.get("app_permissions")), ("see channels", speak, "embed links"))


def may_create_events(interaction: dict[str, Any]) -> bool:
    """Whether the asker may put something into the calendar of this server, and we for them."""
    asker = bits((interaction.get("member") or {}).get("permissions")) or 0
    theirs = bool(asker & (PERMISSIONS["create events"] | MANAGE_EVENTS | ADMINISTRATOR))
    return theirs and not lacking(bits(interaction.get("app_permissions")), ("create events",))


def moderates(interaction: dict[str, Any]) -> bool:
    asker = bits((interaction.get("member") or {}).get("permissions")) or 0
    return bool(asker & (MANAGE_MESSAGES | ADMINISTRATOR))

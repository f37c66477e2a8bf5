"""Clocks of people: time zones by their names."""

from __future__ import annotations

from datetime import UTC, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

# What most people look for, so that it can be picked from a list; every other is found by typing.
COMMON = (
    "Europe/London", "Europe/Berlin", "Europe/Paris", "Europe/Madrid", "Europe/Warsaw", "Europe/Helsinki",
    "Europe/Athens", "Europe/Istanbul", "Africa/Lagos", "Africa/Johannesburg", "Asia/Dubai", "Asia/Kolkata",
    "Asia/Bangkok", "Asia/Singapore", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland", "America/Sao_Paulo",
    "America/Halifax", "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
    "America/Mexico_City", "UTC",
)  # fmt: skip


@cache
def zones() -> tuple[str, ...]:
    """Every place that has a clock here; only UTC on a machine that knows of none."""
    found = {
        name for name in available_timezones() if "/" in name and not name.startswith(("Etc/", "posix/", "right/"))
    }
    return ("UTC", *sorted(found))


def is_zone(name: str) -> bool:
    return name in zones()


def zone_of(name: str) -> tzinfo:
    """The clock of a place; UTC if nothing was said, or this machine does not know it."""
    if not name or name == "UTC":
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


def city(name: str) -> str:
    """The place as people say it."""
    return name.rsplit("/", 1)[-1].replace("_", " ")

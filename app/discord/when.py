"""Times as people write them: "Friday 8pm", "tomorrow 20:30", "in two hours", "1 Dec 19:30". Pure."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta, tzinfo
from typing import Literal

from app.kernel import Refused

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
NUMBERS = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "half an": 0}
FILLERS = {"at", "on", "the", "of", "in", "evening", "noon", "for"}
LIKE = "Write it like Friday 8pm, tomorrow 20:30, in two hours or 2026-12-01 19:30."
FURTHEST = timedelta(days=366)
EVENING = 12  # a bare "8" is one of the evening: people play then

Repeats = Literal["", "weekly", "fortnightly", "monthly"]

HOUR = re.compile(r"(?:\bat\s+)?\b(\d{1,2})(?:[:.h](\d{2}))?\s*(am|pm|a\.m\.|p\.m\.|o'?clock|h|uhr)?(?!\d)")
ISO = re.compile(r"\b(\d{4})-(\d{1,2})-(\d{1,2})[t ]*")
DOTTED = re.compile(r"\b(\d{1,2})\.(\d{1,2})\.(\d{4})?")
MONTH = "|".join(f"{name}[a-z]*" for name in MONTHS)
DAY_MONTH = re.compile(rf"\b(\d{{1,2}})(?:st|nd|rd|th)?\.?\s+(?:of\s+)?({MONTH})\.?,?(?:\s+(\d{{4}}))?\b")
MONTH_DAY = re.compile(rf"\b({MONTH})\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?(?:\s+(\d{{4}}))?\b")
IN = re.compile(r"^in\s+(\d{1,3}|half an|[a-z]+)\s+(minute|hour|day|week)s?$")
WEEKDAY = re.compile(r"\b(next\s+|this\s+|on\s+)?(mon|tue|wed|thu|fri|sat|sun)[a-z]*\b")


def read_time(typed: str, now: datetime) -> datetime:
    """What somebody means whose clock shows `now`; refused in words if it cannot be told, or is over."""
    words = " ".join(typed.lower().replace(",", " ").split())
    found = _from_now(words, now) or _on_a_day(words, now)
    if found is None:
        raise Refused(f"That is no time that can be understood here. {LIKE}")
    if found <= now:
        raise Refused(f"{_said(found)} is over already. {LIKE}")
    if found - now > FURTHEST:
        raise Refused("That is more than a year away. Plan it when it is nearer.")
    return found


def _from_now(words: str, now: datetime) -> datetime | None:
    match = IN.match(words)
    if match is None:
        return None
    number = int(match[1]) if match[1].isdecimal() else NUMBERS.get(match[1])
    if number is None:
        return None
    after = timedelta(minutes=30) if match[1] == "half an" else timedelta(**{f"{match[2]}s": number})
    return (now.astimezone(UTC) + after).astimezone(now.tzinfo)  # hours pass, whatever the clocks are set to


def _on_a_day(words: str, now: datetime) -> datetime | None:
    try:
        day, rest, certain = _day(words, now)
    except ValueError:  # the 31st of February
        raise Refused(f"There is no such day. {LIKE}") from None
    time = _time(rest)
    if time is None:
        if "tonight" not in words:
            return None
        time = (20, 0)
    found = day.replace(hour=time[0], minute=time[1], second=0, microsecond=0, fold=0)
    if not certain and found <= now:  # "8pm", and it is nine: tomorrow's
        found += timedelta(days=1)
    if _weekday(words) is not None and certain and found <= now:
        found += timedelta(days=7)
    return found


def _day(words: str, now: datetime) -> tuple[datetime, str, bool]:
    """The day, the words without it, and whether it was said at all."""
    for pattern, order in ((ISO, "ymd"), (DOTTED, "dmy"), (DAY_MONTH, "dmy"), (MONTH_DAY, "mdy")):
        match = pattern.search(words)
        if match is not None:
            parts = dict(zip(order, match.groups(), strict=True))
            return _date(parts, now), words[: match.start()] + " " + words[match.end() :], True
    if "tomorrow" in words:
        return now + timedelta(days=1), words.replace("tomorrow", " "), True
    if "today" in words or "tonight" in words:
        return now, words.replace("today", " ").replace("tonight", " "), True
    match = WEEKDAY.search(words)
    if match is not None:
        ahead = (_weekday(words) or 0) - now.weekday()
        ahead %= 7
        if (match[1] or "").strip() == "next" and now.weekday() + ahead < 7:
            ahead += 7  # next week's, where this week still has one
        return now + timedelta(days=ahead), words[: match.start()] + " " + words[match.end() :], True
    return now, words, False


def _weekday(words: str) -> int | None:
    match = WEEKDAY.search(words)
    return None if match is None else next(n for n, day in enumerate(DAYS) if day.startswith(match[2]))


def _date(parts: dict[str, str | None], now: datetime) -> datetime:
    month = str(parts["m"])
    number = int(month) if month.isdecimal() else MONTHS.index(month[:3]) + 1
    day = now.replace(month=1, day=1).replace(year=int(parts["y"] or now.year), month=number, day=int(str(parts["d"])))
    if not parts["y"] and day.date() < now.date():
        day = day.replace(year=now.year + 1)
    return day


def _time(words: str) -> tuple[int, int] | None:
    if "noon" in words.split() and FILLERS.issuperset(words.split()):
        return 12, 0
    match = HOUR.search(words)
    if match is None or not FILLERS.issuperset((words[: match.start()] + words[match.end() :]).split()):
        return None
    hour, minute, half = int(match[1]), int(match[2] or 0), (match[3] or "").replace(".", "")
    if hour > 23 or minute > 59 or (half in ("am", "pm") and not 1 <= hour <= 12):
        return None
    if half == "pm" or (not half and match[2] is None and 1 <= hour < EVENING):
        hour = hour % 12 + 12
    elif half == "am":
        hour %= 12
    return hour, minute


def _said(time: datetime) -> str:
    return f"{time:%A}, {time.day} {time:%B %Y}, {time:%H:%M}"


def repeated(begins: datetime, zone: tzinfo, repeats: Repeats) -> datetime:
    """The next time by the clock on the wall, whatever summer time does in between."""
    there = begins.astimezone(zone)
    if repeats == "monthly":  # the same weekday of the month: the second Friday
        week = (there.day - 1) // 7
        later = there + timedelta(days=28)
        while later.month == there.month or (later.day - 1) // 7 != min(week, 3):
            later += timedelta(days=7)
        return later
    return there + timedelta(days=14 if repeats == "fortnightly" else 7)

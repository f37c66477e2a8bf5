"""Times as people write them."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from app.discord.when import read_time, repeated
from app.kernel import Refused
from app.people.zones import COMMON, is_zone, zone_of

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 18, 15, 30, tzinfo=BERLIN)  # a Wednesday


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Friday 8pm", "2026-11-20 20:00"),
        ("fri 20:15", "2026-11-20 20:15"),
        ("on Saturday at 7", "2026-11-21 19:00"),
        ("next friday 8pm", "2026-11-27 20:00"),
        ("Wednesday 8pm", "2026-11-18 20:00"),
        ("wednesday 2pm", "2026-11-25 14:00"),
        ("tomorrow 20:30", "2026-11-19 20:30"),
        ("noon tomorrow", "2026-11-19 12:00"),
        ("tonight", "2026-11-18 20:00"),
        ("8pm", "2026-11-18 20:00"),
        ("3pm", "2026-11-19 15:00"),
        ("in two hours", "2026-11-18 17:30"),
        ("in 45 minutes", "2026-11-18 16:15"),
        ("in half an hour", "2026-11-18 16:00"),
        ("2026-12-01 19:30", "2026-12-01 19:30"),
        ("1.12. 19:30", "2026-12-01 19:30"),
        ("1 Dec 19:30", "2026-12-01 19:30"),
        ("Dec 1st, 8pm", "2026-12-01 20:00"),
        ("3 Jan 8pm", "2027-01-03 20:00"),
        ("sunday 12am", "2026-11-22 00:00"),
        ("FRIDAY 8 PM", "2026-11-20 20:00"),
    ],
)
def test_what_people_mean(typed: str, meant: str) -> None:
    assert f"{read_time(typed, NOW):%Y-%m-%d %H:%M}" == meant


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "no time"),
        ("soon", "no time"),
        ("friday", "no time"),
        ("friday 25:00", "no time"),
        ("yesterday 8pm", "no time"),
        ("in some hours", "no time"),
        ("31.2. 20:00", "no such day"),
        ("2020-01-01 10:00", "over already"),
        ("today 9am", "over already"),
        ("2029-01-01 10:00", "more than a year"),
        ("²³ 8pm", "no time"),
        ("9" * 30, "no time"),
    ],
)
def test_what_cannot_be_is_refused_in_words(typed: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        read_time(typed, NOW)


def test_a_row_of_evenings_keeps_the_time_on_the_wall() -> None:
    before = datetime(2026, 10, 23, 20, tzinfo=BERLIN)  # a Friday; clocks are put back two days later
    after = repeated(before.astimezone(UTC), BERLIN, "weekly")
    assert f"{after.astimezone(BERLIN):%Y-%m-%d %H:%M}" == "2026-10-30 20:00"
    assert (after.astimezone(UTC) - before.astimezone(UTC)).total_seconds() == 7 * 86400 + 3600
    assert repeated(before, BERLIN, "fortnightly").day == 6
    assert f"{repeated(before, BERLIN, 'monthly'):%Y-%m-%d}" == "2026-11-27", "the fourth Friday"
    fifth = datetime(2026, 1, 30, 20, tzinfo=BERLIN)
    assert f"{repeated(fifth, BERLIN, 'monthly'):%Y-%m-%d}" == "2026-02-27"


def test_hours_pass_whatever_the_clocks_are_set_to() -> None:
    night = datetime(2026, 10, 25, 1, 30, tzinfo=BERLIN)
    later = read_time("in 3 hours", night)
    assert (later.astimezone(UTC) - night.astimezone(UTC)).total_seconds() == 3 * 3600
    assert f"{later:%H:%M}" == "03:30"


def test_zones_are_known_and_unknown_ones_are_utc() -> None:
    assert all(is_zone(name) for name in COMMON)
    assert not is_zone("Middle/Earth")
    assert not is_zone("")
    assert zone_of("Middle/Earth") is UTC

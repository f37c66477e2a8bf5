"""Who is told that it is their turn: pure functions of who must decide now."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from app.discord.bodies import digest
from app.discord.diff import EDIT_EVERY, Post, Step, Want, differences
from app.discord.pings import LOOK_AGAIN, Hearer, due, next_look, ping_body, players, quiet_until, wanted_pings
from app.people.identity import Preferences
from app.tables.asking import Asked
from app.tables.facts import Pilot, SeatInfo, TableInfo, TableSettings

NOW = 1_800_000_000.0
SEATS = (SeatInfo(0, "a", "Ada"), SeatInfo(1, "b", "Ben"), SeatInfo(2, bot=True))
INFO = TableInfo("t", "amber-otter-42", "whisper", {}, "playing", "a", "", SEATS)
HEARERS = {"a": Hearer("a", "Ada", "11"), "b": Hearer("b", "Ben", "22")}


def wanted(asked: dict[int, Asked], info: TableInfo = INFO, now: float = NOW, **more: Any) -> Any:
    given = {"hearers": HEARERS, "attended": (), "gone": {}} | more
    return wanted_pings(info, asked, asked, given["hearers"], given["attended"], given["gone"], now)


def at(seconds: float, moment: int = 1) -> Asked:
    return Asked(moment, int((NOW + seconds) * 1000))


def test_after_a_time_of_grace_of_ones_own() -> None:
    (ping,) = wanted({0: at(0)})
    assert ping.from_ == NOW + 60
    assert not due(ping, NOW + 59)
    assert due(ping, NOW + 60)
    slow = HEARERS | {"a": Hearer("a", "Ada", "11", Preferences(grace=300))}
    assert wanted({0: at(0)}, hearers=slow)[0].from_ == NOW + 300
    left = wanted({0: at(-500)}, gone={0: NOW - 10})[0]
    assert left.from_ == NOW + 50, "who has just left the table may be back in a moment"


def test_never_to_who_is_at_the_table_nor_to_bots_nor_where_a_bot_plays() -> None:
    (ping,) = wanted({0: at(-100)}, attended={0})
    assert not due(ping, NOW)
    assert next_look([ping], slow=False, now=NOW) == NOW + LOOK_AGAIN, "they may leave"
    assert wanted({2: at(-100)}) == []
    flown = msgspec.structs.replace(INFO, seats=(msgspec.structs.replace(SEATS[0], pilot=Pilot("bot")), *SEATS[1:]))
    assert wanted({0: at(-100)}, flown) == []


def test_to_the_borrower_not_the_lender() -> None:
    lent = msgspec.structs.replace(INFO, seats=(msgspec.structs.replace(SEATS[0], lent_to="b"), *SEATS[1:]))
    assert players(lent) == {0: "b", 1: "b"}
    (ping,) = wanted({0: at(-100)}, lent)
    assert ping.hearer.person_id == "b"
    assert "the turn of Ada, whom you play for" in ping_body(ping, lent, "Whisper", "", "mention")["content"]
    both = wanted({0: at(-100, 4), 1: at(-50, 5)}, lent)
    assert [(ping.hearer.person_id, ping.turn) for ping in both] == [("b", 5)], "one person hears it once"


def test_the_last_one_is_told_so() -> None:
    assert not wanted({1: at(-100)})[0].last, "a turn of one's own is nobody else's to decide"
    (ping,) = wanted({1: msgspec.structs.replace(at(-100), together=2)})
    assert ping.last
    body = ping_body(ping, INFO, "Whisper", "lays a card", "mention")
    assert body["content"] == "<@22>, it is your turn at Whisper, `amber-otter-42`. Everybody else has decided."
    assert body["allowed_mentions"] == {"users": ["22"]}
    assert [ping.last for ping in wanted({0: at(-100), 1: at(-100)})] == [False, False]
    assert ping_body(ping, INFO, "Whisper", "", "name")["content"].startswith("**Ben**, it is your turn")
    assert ping_body(ping, INFO, "Whisper", "", "direct")["content"].startswith("It is your turn")


def test_slow_tables_are_reminded_after_a_day_instead() -> None:
    slow = msgspec.structs.replace(INFO, settings=TableSettings(pace="slow"))
    (first,) = wanted({0: at(-100)}, slow)
    (later,) = wanted({0: at(-25 * 3600)}, slow)
    assert (first.number, later.number) == (0, 1)
    assert "still your turn" in ping_body(later, slow, "Whisper", "", "direct")["content"]
    assert next_look([first], slow=True, now=NOW) == NOW + 3600
    assert wanted({0: at(-25 * 3600)})[0].number == 0


def test_quiet_hours_go_by_the_own_clock_and_may_cross_midnight() -> None:
    night = Preferences(quiet_from=22, quiet_to=7)

    def until(wishes: Preferences, day: int, hour: int, minute: int = 0) -> datetime:
        asked = datetime(2026, 11, day, hour, minute, tzinfo=UTC).timestamp()
        return datetime.fromtimestamp(quiet_until(wishes, asked, asked), UTC)

    assert until(night, 16, 23, 30) == datetime(2026, 11, 17, 7, tzinfo=UTC)
    assert until(night, 16, 3) == datetime(2026, 11, 16, 7, tzinfo=UTC)
    assert until(night, 16, 12) == datetime(2026, 11, 16, 12, tzinfo=UTC)
    assert until(Preferences(), 16, 3) == datetime(2026, 11, 16, 3, tzinfo=UTC)
    berlin = msgspec.structs.replace(night, zone="Europe/Berlin")
    assert until(berlin, 16, 21, 30) == datetime(2026, 11, 17, 6, tzinfo=UTC), "it is half past ten in Berlin"


# What is different -----------------------------------------------------------------------------------------------------


def post(**values: Any) -> Post:
    given: dict[str, Any] = {
        "id": 1, "about": "t", "kind": "card", "person_id": "", "turn": 0, "number": 0, "address": "/channels/1",
        "message_id": "9", "digest": digest({"a": 1}), "stage": "", "again": False, "sent_at": NOW - 60, "edited_at": None,
    }  # fmt: skip
    return Post(**(given | values))


CARD = Want("card", {"a": 1}, "/channels/1")
PING = Want("ping", {"a": 1}, "/channels/1", "b", 7)


def steps(wants: list[Want], posts: list[Post], going_on: tuple[int, ...] = ()) -> list[str]:
    return [step.act for step in differences(wants, posts, NOW, going_on)[0]]


def test_only_the_difference_is_sent() -> None:
    assert steps([CARD], [post()]) == []
    assert steps([CARD], []) == ["send"]
    assert steps([CARD], [post(digest="other")]) == ["edit"]
    assert steps([CARD], [post(digest=None)]) == ["edit"], "nobody knows what it says"
    assert steps([], [post()]) == ["remove"]
    assert steps([CARD], [post(address="/channels/2")]) == ["renew"], "the table has moved to another channel"
    assert steps([CARD], [post(stage="lobby")]) == ["show"], "something important: it must be in sight"
    assert steps([CARD], [post(message_id=None, sent_at=None)]) == ["send"], "it was about to be sent"


def test_edits_that_come_close_together_are_one() -> None:
    late = post(digest="other", edited_at=NOW - 1)
    assert differences([CARD], [late], NOW) == ([], NOW - 1 + EDIT_EVERY)
    assert steps([CARD], [post(digest="other", edited_at=NOW - EDIT_EVERY)]) == ["edit"]


def test_a_ping_is_said_once_for_each_turn() -> None:
    taken_away = post(kind="ping", person_id="b", turn=7, message_id=None)
    assert steps([PING], [taken_away], (7,)) == []
    assert steps([], [taken_away], (7,)) == [], "that it was said is kept while the turn goes on"
    assert steps([], [taken_away], (8,)) == ["forget"]
    assert steps([PING], [msgspec.structs.replace(taken_away, again=True)], (7,)) == ["send"], "somebody asked for it"
    standing = msgspec.structs.replace(taken_away, message_id="9", again=True)
    assert steps([PING], [standing], (7,)) == ["renew"]
    old = post(kind="old", number=5)
    assert differences([CARD], [post(), old], NOW)[0] == [Step("remove", post=old)]

"""Who is to be told that it is their turn: a pure function of who must decide now.

A ping is true as long as its player has to decide. It is said once for each turn, after a time of grace, to whoever plays
the seat, and never to somebody at the table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from app.discord.bodies import GREY, NOBODY, Body, button, row
from app.discord.words import escape
from app.people.identity import Preferences
from app.people.zones import zone_of
from app.tables.asking import Asked
from app.tables.facts import TableInfo

REMIND_AFTER = 24 * 3600  # seconds, at slow tables
LOOK_AGAIN = 15.0  # seconds: somebody who is asked and at the table may leave it


class Hearer(msgspec.Struct, frozen=True):
    """Somebody who plays a seat, and how they want to hear that it is their turn."""

    person_id: str
    name: str
    user: str = ""  # their id on Discord
    preferences: Preferences = Preferences()
    wants: bool = True  # to hear on Discord of this table; browsers and mailboxes are told all the same


class Ping(msgspec.Struct, frozen=True):
    """One thing that is true now, and from when it may be said."""

    hearer: Hearer
    seat: int
    turn: int
    number: int  # 0: the first time; 1: the reminder at slow tables
    from_: float  # seconds since 1970
    present: bool  # they are at the table
    last: bool  # everybody else has decided

    @property
    def key(self) -> tuple[str, int, int]:
        return self.hearer.person_id, self.turn, self.number


def players(info: TableInfo) -> dict[int, str]:
    """Who plays each seat: a borrower, not the lender; nobody where a bot or an autopilot does."""
    found = {seat.number: seat.lent_to or seat.person_id for seat in info.inside if not seat.bot}
    return {number: who for number, who in found.items() if who and info.seats[number].pilot.auto == "off"}


def wanted_pings(
    info: TableInfo,
    asked: Mapping[int, Asked],
    deciding: Iterable[int],
    hearers: Mapping[str, Hearer],
    attended: Iterable[int],
    gone: Mapping[int, float],
    now: float,
) -> list[Ping]:
    """Everything that is true now. `deciding` are the seats whose players have still to decide, `gone` says since when
    seats have nobody at the table."""
    who, here = players(info), set(attended)
    deciding = [seat for seat in deciding if seat in asked]
    found: dict[str, Ping] = {}
    for seat in deciding:
        hearer = hearers.get(who.get(seat, ""))
        if hearer is None:
            continue
        since = asked[seat].at / 1000
        late = info.settings.pace == "slow" and now - since >= REMIND_AFTER
        begins = since + REMIND_AFTER if late else max(since, gone.get(seat, 0)) + hearer.preferences.grace
        ping = Ping(
            hearer,
            seat,
            asked[seat].moment,
            int(late),
            quiet_until(hearer.preferences, begins, now),
            seat in here,
            last=len(deciding) == 1 and asked[seat].together > 1,
        )
        earlier = found.get(hearer.person_id)
        if earlier is None or ping.turn > earlier.turn:
            found[hearer.person_id] = ping
    return list(found.values())


def due(ping: Ping, now: float) -> bool:
    return not ping.present and ping.from_ <= now


def next_look(pings: Iterable[Ping], slow: bool, now: float) -> float | None:
    """When there may be something to say that is not to be said now."""
    times = [max(ping.from_, now + LOOK_AGAIN) if ping.present else ping.from_ for ping in pings]
    later = [time for time in times if time > now]
    if slow:
        later += [now + 3600 for ping in pings if ping.number == 0]
    return min(later, default=None)


def quiet_until(wishes: Preferences, begins: float, now: float) -> float:
    """When it may be said: when the quiet hours of this person end, if it falls into them."""
    if wishes.quiet_from == wishes.quiet_to:
        return begins
    hours = (wishes.quiet_to - wishes.quiet_from) % 24
    there = datetime.fromtimestamp(max(begins, now), zone_of(wishes.zone))
    into = (there.hour - wishes.quiet_from) % 24
    if into >= hours:
        return begins
    ends = there.replace(minute=0, second=0, microsecond=0) + timedelta(hours=hours - into)
    return ends.timestamp()


def ping_body(ping: Ping, info: TableInfo, title: str, doing: str, way: Literal["mention", "direct", "name"]) -> Body:
    """What is said. Nothing of the game is in it but what all know."""
    who = {"mention": f"<@{ping.hearer.user}>, ", "direct": "", "name": f"**{escape(ping.hearer.name)}**, "}[way]
    turn = "it is still your turn" if ping.number else "it is your turn"
    turn = turn if who else turn[0].upper() + turn[1:]
    mine = info.seats[ping.seat].person_id == ping.hearer.person_id
    if not mine:
        turn = turn.replace("your turn", f"the turn of {escape(info.name(ping.seat))}, whom you play for")
    rest = " Everybody else has decided." if ping.last else ""
    words = f"{who}{turn} at {title}, `{info.code}`.{rest}"
    allowed: Body = {"users": [ping.hearer.user]} if way == "mention" else NOBODY
    buttons = [row(button(GREY, "Open", f"lobby:{info.code}:open"))]
    return {"content": words[:2000], "allowed_mentions": allowed, "components": buttons}

"""An evening that is planned: what its list says, what Discord's calendar says, and the reminder. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal

import msgspec

from app.discord.bodies import BLUE, GREEN, GREY, NOBODY, Body, button, pick, row
from app.discord.words import count, cut, escape
from app.people.zones import city, zone_of

LASTS = 4 * 3600  # seconds: how long an evening is in the calendar
REMIND_BEFORE = 15 * 60
REMINDER_STAYS = 3600
NEWS_STAYS = 24 * 3600  # that it was moved is said for a day
VIOLET, GREYISH = 0xB48AE0, 0x8A8F98
REPEATS = {"": "", "weekly": "every week", "fortnightly": "every second week", "monthly": "every month"}

Reply = Literal["in", "maybe", "out"]


class Evening(msgspec.Struct, frozen=True):
    id: int
    guild_id: str | None
    channel_id: str
    table_id: str | None
    code: str  # of its table; empty: none
    person_id: str | None
    title: str
    begins: float  # seconds since 1970
    zone: str
    repeats: str
    seats: int  # 0: for as many as come
    native: bool
    event_id: str | None
    event_digest: str | None
    called_off: bool
    moves: int = 0
    moved_from: float | None = None
    moved_at: float = 0.0
    moved_by: str = ""
    regular: float | None = None  # where its row goes on, if this one alone was moved

    @property
    def about(self) -> str:
        return f"evening:{self.id}"

    @property
    def epoch(self) -> int:
        return int(self.begins)


class Comer(msgspec.Struct, frozen=True):
    person_id: str
    name: str
    user: str
    reply: str

    @property
    def known(self) -> str:
        return f"<@{self.user}>" if self.user else escape(self.name)


class Lists(msgspec.Struct, frozen=True):
    """Who comes, in the order in which they said so; whoever is too many waits for a chair."""

    coming: tuple[Comer, ...]
    waiting: tuple[Comer, ...]
    maybe: tuple[Comer, ...]
    out: tuple[Comer, ...]


def lists(evening: Evening, comers: Sequence[Comer]) -> Lists:
    coming = tuple(one for one in comers if one.reply == "in")
    seats = evening.seats or len(coming)
    maybe = tuple(one for one in comers if one.reply == "maybe")
    return Lists(coming[:seats], coming[seats:], maybe, tuple(one for one in comers if one.reply == "out"))


def invitation(evening: Evening, comers: Sequence[Comer], now: float) -> Body:
    """The list of an evening."""
    all_ = lists(evening, comers)
    when = f"<t:{evening.epoch}:F>, <t:{evening.epoch}:R>"
    moved = f"\nIt was moved from <t:{int(evening.moved_from)}:F>." if evening.moved_from is not None else ""
    again = f"{moved}\nIt is repeated {REPEATS[evening.repeats]}." if evening.repeats else moved
    room = f" of {evening.seats}" if evening.seats else ""
    fields = [_field(f"I'm in: {len(all_.coming)}{room}", all_.coming)]
    for name, people in (("Waiting for a chair", all_.waiting), ("Maybe", all_.maybe), ("Can't", all_.out)):
        if people:
            fields.append(_field(f"{name}: {len(people)}", people))
    embed: Body = {"title": cut(evening.title, 250), "description": when + again, "color": VIOLET, "fields": fields}
    if evening.called_off:
        embed |= {"title": cut(f"{evening.title}: called off", 250), "color": GREYISH, "description": when}
        return {"content": "", "embeds": [embed], "allowed_mentions": NOBODY, "components": []}
    over = now >= evening.begins + LASTS
    return {
        "content": "",
        "embeds": [embed],
        "allowed_mentions": NOBODY,
        "components": [] if over else _buttons(evening),
    }


def _field(name: str, people: Sequence[Comer]) -> Body:
    return {"name": name, "value": cut(", ".join(one.known for one in people), 1000) or "Nobody yet", "inline": False}


def _buttons(evening: Evening) -> list[Body]:
    def say(style: int, label: str, reply: str) -> Body:
        return button(style, label, f"plan:{evening.id}:{reply}")

    table = [button(BLUE, "Open", f"lobby:{evening.code}:open")] if evening.code else []
    return [
        row(say(GREEN, "I'm in", "in"), say(GREY, "Maybe", "maybe"), say(GREY, "Can't", "out")),
        row(*table, say(GREY, "Move it", "move"), say(GREY, "Call it off", "off")),
    ]


def reminder(evening: Evening, comers: Sequence[Comer]) -> Body | None:
    """Said once, to those who have a chair; with the door."""
    coming = lists(evening, comers).coming
    if not coming:
        return None
    who = ", ".join(one.known for one in coming)
    words = f"{who}: {escape(evening.title)} begins <t:{evening.epoch}:R>."
    act = f"lobby:{evening.code}:open" if evening.code else "door:home"
    users = [one.user for one in coming if one.user][:100]
    return {
        "content": words[:2000],
        "allowed_mentions": {"users": users} if users else NOBODY,
        "components": [row(button(GREEN, "Open", act))],
    }


def wants_reminder(evening: Evening, now: float) -> bool:
    return not evening.called_off and evening.begins - REMIND_BEFORE <= now < evening.begins + REMINDER_STAYS


def wants_news(evening: Evening, now: float) -> bool:
    """Whether people are told that it was moved."""
    recent = evening.moved_from is not None and now < evening.moved_at + NEWS_STAYS
    return recent and not evening.called_off and now < evening.begins


def news(evening: Evening, comers: Sequence[Comer]) -> Body | None:
    """Said once for each move, to those who come or may come; whoever moved it knows."""
    told = [one for one in comers if one.reply in ("in", "maybe") and one.person_id != evening.moved_by]
    if not told or evening.moved_from is None:
        return None
    words = (
        f"{', '.join(one.known for one in told)}: {escape(evening.title)} is moved from "
        f"<t:{int(evening.moved_from)}:F> to <t:{evening.epoch}:F>. Your answer still stands; change it in the list "
        "if it does not suit you."
    )
    users = [one.user for one in told if one.user][:100]
    return {"content": words[:2000], "allowed_mentions": {"users": users} if users else NOBODY, "components": []}


def form(evening: Evening, zone: str) -> Body:
    """When else? By the clock of who moves it. Of a row it is asked whether those that follow move along."""
    planned = f"{datetime.fromtimestamp(evening.begins, zone_of(zone)):%Y-%m-%d %H:%M}"
    when: Body = {"type": 4, "custom_id": "when", "style": 1, "value": planned, "max_length": 40, "required": True}
    parts = [_label("When else?", f"Such as Saturday 8pm, by the clock in {city(zone)}", when)]
    if evening.repeats:
        picks = [pick("Only this one", "one", chosen=True), pick("This one and all that follow", "all")]
        parts.append(_label("Which evenings?", "", {"type": 3, "custom_id": "which", "options": picks}))
    return {"custom_id": f"plan:{evening.id}:moved", "title": "Move the evening", "components": parts}


def _label(title: str, about: str, part: Body) -> Body:
    made: Body = {"type": 18, "label": title, "component": part}
    return made | ({"description": cut(about, 100)} if about else {})


def event(evening: Evening, comers: Sequence[Comer], address: str) -> Body:
    """The same in Discord's own calendar."""
    coming = lists(evening, comers).coming
    names = ", ".join(one.name for one in coming)
    said = f"{count(len(coming), 'player')} so far: {names}" if names else "Say in the channel who comes."
    return {
        "name": cut(evening.title, 100),
        "privacy_level": 2,
        "entity_type": 3,
        "scheduled_start_time": _iso(evening.begins),
        "scheduled_end_time": _iso(evening.begins + LASTS),
        "entity_metadata": {"location": cut(address, 100)},
        "description": cut(said, 1000),
    }


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat()


def next_time(evening: Evening, now: float) -> float | None:
    """When something about it changes by itself."""
    begins = evening.begins
    times = (begins - REMIND_BEFORE, begins, begins + REMINDER_STAYS, begins + LASTS, evening.moved_at + NEWS_STAYS)
    return min((time for time in times if time > now), default=None)

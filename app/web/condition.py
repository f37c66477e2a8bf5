"""How the house is: the sentence at the top of the host's page, what needs the host, and the signs of health."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from app.games import GAMES
from app.notices.waiting import depth
from app.packs.library import LEFT_OUT
from app.storage.database import current_revision
from app.tables.measures import Timing
from app.tables.overview import Standing, find_tables
from app.tables.quarantine import PutAside
from app.version import VERSION
from app.web.numbers import numbers_of_all
from app.web.sentence import in_words
from app.web.who import House

NIGHTS = 14
SHOWN = 6  # tables
LITTLE_ROOM = 2 * 1024**3  # bytes
SLOW = 0.2  # seconds that nineteen moves of twenty should take at most


class Need(msgspec.Struct, frozen=True):
    """Something that could be better, and the way out."""

    title: str
    text: str
    to: str
    way: str  # the words of that button
    bad: bool = True  # False: it could be better; True: something is wrong


class Sign(msgspec.Struct, frozen=True):
    """A sign of health."""

    name: str
    value: str
    good: bool | None = True  # None: it is not in use
    more: str = ""
    to: str = ""


class Condition(msgspec.Struct, frozen=True):
    title: str
    lead: str
    needs: list[Need]
    signs: list[Sign]
    tables: list[Standing]
    all_tables: int
    waits: dict[str, str]  # by table: for whom it waits, as far as this process knows


async def condition(house: House) -> Condition:
    count, found = await find_tables(house.engine, most=SHOWN)
    in_play, _ = await find_tables(house.engine, "playing", most=1)
    people = (await house.people.find(most=1))[0]
    needs = await _needs(house)
    wrong = sum(need.bad for need in needs)
    title = "The house is well" if not wrong else "Something needs you" if wrong == 1 else "Some things need you"
    parts = [_many(people, "person", "people"), f"{_many(in_play, 'table', 'tables')} in play", _newest_backup(house)]
    better = len(needs) - wrong
    lead = f"{parts[0].capitalize()}, {parts[1]}, {parts[2]}."
    if better:
        lead += f" {_many(better, 'thing', 'things').capitalize()} could be better."
    return Condition(title, lead, needs, await _signs(house), found, count, _waits(house, found))


def _waits(house: House, found: list[Standing]) -> dict[str, str]:
    live = {one.info.id: one for one in house.hub.tables}
    waits = {}
    for one in found:
        table = live.get(one.id)
        names = [table.names[seat] for seat in table.session.waiting.seats] if table and table.session else []
        if names:
            waits[one.id] = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return waits


def _many(number: int, one: str, more: str) -> str:
    return f"{in_words(number) if number else 'no'} {one if number == 1 else more}"


def _newest_backup(house: House) -> str:
    kept = house.backups.all()
    if not kept:
        return "no backup yet"
    days = (datetime.now(UTC) - datetime.fromtimestamp(kept[0].at, UTC)).days
    return "the newest backup is of today" if days == 0 else f"the newest backup is {_many(days, 'day', 'days')} old"


def _room(folder: Path) -> int:
    """Bytes that are free where the data folder is, or will be."""
    there = next(path for path in (folder.resolve(), *folder.resolve().parents) if path.exists())
    return shutil.disk_usage(there).free


def tables_aside(house: House) -> dict[str, PutAside]:
    """The tables that cannot be played, in whichever process that was found."""
    return {table_id: why for one in numbers_of_all(house) for table_id, why in one.aside.items()}


async def _needs(house: House) -> list[Need]:
    needs = []
    aside, left_out = tables_aside(house), LEFT_OUT
    if aside:
        what = f"{_many(len(aside), 'table', 'tables').capitalize()} cannot be played"
        needs.append(Need(f"{what}.", "Nothing of it is lost. All others go on.", "/admin/tables", "Show me"))
    if left_out:
        has = "has" if len(left_out) == 1 else "have"
        what = f"{_many(len(left_out), 'pack', 'packs').capitalize()} of yours {has} errors."
        needs.append(Need(what, "Players are not offered it until it is mended.", "#packs", "Show me"))
    knocked = await house.people.waiting_at_the_door()
    if knocked:
        what = f"{_many(knocked, 'person waits', 'people wait').capitalize()} at the door."
        needs.append(Need(what, "They see nothing of the house until you let them in.", "/admin/people", "Show me"))
    complaints = await house.order.open_complaints()
    if complaints:
        what = f"{_many(len(complaints), 'player', 'players').capitalize()} told you something."
        needs.append(Need(what, "About somebody at their table.", "/admin/deeds", "Read it"))
    said = await depth(house.engine)
    if said.late or said.given_up:
        what = f"{_many(said.late + said.given_up, 'notice', 'notices').capitalize()} could not be sent."
        needs.append(Need(what, "Discord, a browser or the mail server did not take them.", "/admin/outbox", "Show me"))
    if _room(house.settings.data_dir) < LITTLE_ROOM:
        needs.append(Need("There is little room on the disk.", "Old backups can go.", "/admin/backups", "Show me"))
    kept = house.backups.all()
    old = not kept or datetime.now(UTC).timestamp() - kept[0].at > timedelta(days=8).total_seconds()
    if not house.settings.backup_hours and old:
        text = "With BACKUP_HOURS=24 the house makes one every day."
        needs.append(Need("Nothing is backed up by itself.", text, "/admin/backups", "Make one", bad=False))
    if not house.settings.origin:
        text = "Set PUBLIC_URL, so that invitations begin with it."
        needs.append(Need("The house does not know its address.", text, "/status", "Test it", bad=False))
    return needs


async def _signs(house: House) -> list[Sign]:
    said, counted = await depth(house.engine), numbers_of_all(house)
    moves = Timing.of_all(one.moves for one in counted)
    bound = moves.within(0.95)
    sockets = sum(int(one.gauges["parallax_connections"]) for one in counted)
    free = _room(house.settings.data_dir)
    late = "longer than 5 s" if moves.count else "nobody has moved yet"
    arrive = late if bound is None else f"within {1000 * bound:.0f} ms"
    origin, secure = house.settings.origin, house.settings.origin.startswith("https://")
    discord = (
        "commands and cards"
        if house.settings.discord_bot_token
        else "sign-in"
        if house.discord.can_sign_in
        else "notices only"
    )
    waits = "nothing waits" if not said.waiting else f"{said.waiting} to be sent"
    stalls = sum(int(one.counters["parallax_stalls_total"]) for one in counted)
    together = [Sign("Processes", f"{len(counted)} at work")] if house.place is not None else []
    schema = await current_revision(house.engine)
    return [
        Sign("Moves arrive", arrive, bound is not None and bound <= SLOW if moves.count else None),
        Sign("Browsers are connected", str(sockets)),
        *together,
        Sign(
            "The server stood still",
            {0: "never", 1: "once", 2: "twice"}.get(stalls, f"{stalls} times"),
            not stalls,
            "longer than 0.2 s, since it started",
        ),
        Sign("Room on the disk", f"{free / 1024**3:.0f} GB", free >= LITTLE_ROOM),
        Sign("Secure address", "yes" if secure else "no", secure or None, origin or "PUBLIC_URL is not set", "/status"),
        Sign("Notices", waits, not (said.late or said.given_up), "", "/admin/outbox"),
        Sign("Discord", discord, bool(house.settings.discord_bot_token) or None, "", "/discord"),
        Sign(
            "Games",
            f"{sum(game.listed for game in GAMES.values())} on the shelf",
            not LEFT_OUT,
            f"{_many(len(LEFT_OUT), 'pack is', 'packs are')} left out" if LEFT_OUT else "",
        ),
        Sign("Version", VERSION, True, f"with schema {schema}; it asks nobody whether there is a newer one"),
    ]


def nights(house: House) -> list[str]:
    """The last nights, the oldest first: whether a backup was made on that day. Days before the first one are not told."""
    kept = house.backups.all()
    if not kept:
        return []
    today = datetime.now(UTC).date()
    days = {datetime.fromtimestamp(one.at, UTC).date() for one in kept}
    strip = [today - timedelta(days=back) for back in range(NIGHTS - 1, -1, -1)]
    made = [day for day in strip if day >= min(days)]
    newest = max(days)
    return [
        "last" if day == newest else "kept" if day in days else "missed" for day in made if day != today or day in days
    ]

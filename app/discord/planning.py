"""Evenings by command: when, by the clock of who asks; then one list for everybody."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec

from app.discord.bodies import FORM, UPDATE, Body, instead, menu, pick, whispered
from app.discord.evening import form
from app.discord.evenings import Evenings
from app.discord.permissions import lacking_to_speak, may_create_events, moderates
from app.discord.posts import Posts
from app.discord.when import read_time
from app.games import GAMES
from app.kernel import Refused
from app.people.identity import People, Person
from app.people.zones import COMMON, city, is_zone, zone_of, zones
from app.tables.facts import TableInfo

LONGEST_ID = 100
REPEATS = {"": "", "weekly": "w", "fortnightly": "f", "monthly": "m"}


class Plan(msgspec.Struct, frozen=True):
    """What somebody asked for, small enough to be carried by a menu while they say where their clock hangs."""

    when: str
    code: str = ""
    seats: int = 0
    repeats: str = ""
    title: str = ""

    def packed(self) -> str:
        parts = (self.code, str(self.seats), REPEATS.get(self.repeats, ""), self.when, self.title)
        return "|".join(part.replace("|", " ") for part in parts)

    @classmethod
    def unpack(cls, text: str) -> Plan:
        code, seats, letter, when, title = [*text.split("|", 4), "", "", "", "", ""][:5]
        repeats = next((name for name, short in REPEATS.items() if short == letter), "")
        return cls(when, code, int(seats) if seats.isdecimal() else 0, repeats, title)


class Planning:
    def __init__(
        self,
        evenings: Evenings,
        posts: Posts,
        people: People,
        find: Callable[[str], Any],
        clock: Callable[[], float],
    ) -> None:
        self._evenings, self._posts, self._people, self._find, self._now = evenings, posts, people, find, clock

    async def schedule(self, interaction: Body, person: Person, options: dict[str, Any]) -> Body:
        plan = Plan(
            str(options.get("when", ""))[:40],
            str(options.get("code") or "")[:40],
            int(options.get("seats") or 0),
            str(options.get("repeat") or ""),
            str(options.get("title") or "").replace("\n", " ")[:80],
        )
        if plan.repeats not in REPEATS:
            raise Refused("It can be repeated every week, every second week or every month.")
        if options.get("zone"):
            person = await self.set_zone(person, str(options["zone"]))
        if not person.preferences.zone:
            return self._ask_zone(plan)
        return await self._plan(interaction, person, plan)

    def _ask_zone(self, plan: Plan) -> Body:
        """Asked once."""
        picks = [pick(city(name), name, f"It is {self._clock(name)} there.") for name in COMMON]
        words = (
            "Where does your clock hang? You are asked this once. A place that is not in the list can be typed with "
            "/notify zone."
        )
        packed = plan.packed()
        if len(packed) + len("zone:") > LONGEST_ID:  # a long title is left out rather than the question
            packed = msgspec.structs.replace(plan, title="").packed()
        return whispered(words, menu(f"zone:{packed}"[:LONGEST_ID], "Your time zone", picks))

    def _clock(self, name: str) -> str:
        return f"{datetime.fromtimestamp(self._now(), zone_of(name)):%H:%M}"

    async def set_zone(self, person: Person, typed: str) -> Person:
        wanted = typed.strip().replace(" ", "_").casefold()
        name = next((one for one in zones() if wanted in (one.casefold(), city(one).replace(" ", "_").casefold())), "")
        if not is_zone(name):
            raise Refused("That place has no clock here. Type the next larger city, such as Berlin or New York.")
        preferences = msgspec.structs.replace(person.preferences, zone=name)
        await self._people.change(
            person.id, name=person.name, colour=person.colour, emblem=person.emblem, preferences=preferences
        )
        return msgspec.structs.replace(person, preferences=preferences)

    async def zone_chosen(self, interaction: Body, person: Person, packed: str) -> Body:
        person = await self.set_zone(person, str((interaction["data"].get("values") or [""])[0]))
        answer = await self._plan(interaction, person, Plan.unpack(packed))
        return instead(answer["data"]["content"])

    async def _plan(self, interaction: Body, person: Person, plan: Plan) -> Body:
        channel = interaction.get("channel_id")
        missing = lacking_to_speak(interaction)
        if channel is None or interaction.get("guild_id") is None:
            raise Refused("Evenings are planned in a channel of a server.")
        if missing:
            raise Refused(f"I may not post here: I lack {', '.join(missing)}. Ask who runs this server.")
        zone = person.preferences.zone
        begins = read_time(plan.when, datetime.fromtimestamp(self._now(), zone_of(zone)))
        info: TableInfo | None = await self._find(plan.code) if plan.code else None
        title = plan.title or (f"{GAMES[info.game].title} {info.code}" if info else "An evening of games")
        native = may_create_events(interaction)
        evening = await self._evenings.plan(
            person.id,
            guild_id=str(interaction["guild_id"]),
            channel_id=str(channel),
            table_id=info.id if info else None,
            title=title,
            begins_at=begins.astimezone(UTC),
            zone=zone,
            repeats=plan.repeats,
            seats=plan.seats or (len(info.inside) if info else 0),
            native=native,
        )
        words = (
            f"Planned for <t:{evening.epoch}:F>, which is {begins:%A %H:%M} in {city(zone)}. The list is on its way."
        )
        if not native:
            words += (
                " It does not go into the server's calendar: for that you and I need the permission to create events."
            )
        return whispered(words)

    async def press(self, interaction: Body, person: Person, rest: str) -> Body:
        number, _, reply = rest.partition(":")
        if not number.isdecimal() or len(number) > 18 or reply not in ("in", "maybe", "out", "off", "move", "moved"):
            raise Refused("This button is out of use.")
        evening_id = int(number)
        if reply == "off":
            await self._evenings.call_off(evening_id, person.id, moderates=moderates(interaction))
        elif reply == "move":
            evening = await self._evenings.to_move(evening_id, person.id, moderates=moderates(interaction))
            return {"type": FORM, "data": form(evening, person.preferences.zone or evening.zone)}
        elif reply == "moved":
            await self._move(evening_id, interaction, person)
        else:
            await self._evenings.say(evening_id, person.id, reply)  # type: ignore[arg-type]
        message_id = str((interaction.get("message") or {}).get("id") or "")
        await self._posts.doubt(f"evening:{evening_id}", message_id, self._now())
        return {"type": UPDATE, "data": await self._evenings.body(evening_id)}

    async def _move(self, evening_id: int, interaction: Body, person: Person) -> None:
        """A form was filled in."""
        by_moderator = moderates(interaction)
        evening = await self._evenings.to_move(evening_id, person.id, moderates=by_moderator)
        filled = _filled(interaction["data"])
        zone = zone_of(person.preferences.zone or evening.zone)
        begins = read_time(filled.get("when", "")[:40], datetime.fromtimestamp(self._now(), zone)).astimezone(UTC)
        await self._evenings.move(
            evening_id, person.id, begins, following=filled.get("which") == "all", moderates=by_moderator
        )


def _filled(data: Body) -> dict[str, str]:
    """What somebody wrote or chose in a form, by the name of the question."""
    parts = [part.get("component") or {} for part in data.get("components") or []]
    return {str(part.get("custom_id")): str(part.get("value") or (part.get("values") or [""])[0]) for part in parts}

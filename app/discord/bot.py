"""What happens when somebody uses a command or presses a button on Discord.

Every answer comes within the three seconds that Discord gives. What takes longer is promised ("deferred") and told when it
is done.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from app.discord.bodies import EPHEMERAL, Body, escape, lobby_card, open_button, whispered
from app.discord.client import Discord, DiscordDown, DiscordError
from app.discord.directory import Directory
from app.games import GAMES
from app.kernel import Refused
from app.people.identity import BadName, People, Person
from app.tables.codes import tidy_code
from app.tables.facts import TableInfo
from app.tables.hub import Hub
from app.tables.lobby import Lobby

log = logging.getLogger("parallax.discord")
PING, COMMAND, COMPONENT, AUTOCOMPLETE = 1, 2, 3, 4
PONG, MESSAGE, PROMISED_MESSAGE, PROMISED_UPDATE, UPDATE, CHOICES, LAUNCH = 1, 4, 5, 6, 7, 8, 12
PUBLIC_COMMANDS = ("play", "schedule")  # the others answer the caller alone
PATIENCE = 2.0  # seconds; Discord gives three, and the network takes its part
LONGEST_POST = 1900


class Bot:
    def __init__(
        self,
        discord: Discord,
        directory: Directory,
        people: People,
        hub: Hub,
        lobby: Lobby,
        address: Callable[[str], str],
        developer_mode: bool = False,
        inside: bool = False,
    ) -> None:
        self._discord, self._directory, self._people = discord, directory, people
        self._hub, self._lobby, self._address = hub, lobby, address
        self._shelf = {game.id: game for game in GAMES.values() if game.listed or developer_mode}
        self._inside = inside
        self._tasks: set[asyncio.Task[None]] = set()

    async def answer(self, interaction: Body) -> Body:
        """The answer to one interaction, in time."""
        if interaction["type"] == PING:
            return {"type": PONG}
        if interaction["type"] == AUTOCOMPLETE:
            return self._suggest(interaction)
        work = asyncio.create_task(self._work(interaction))
        await asyncio.wait({work}, timeout=PATIENCE)
        if work.done():
            return work.result()
        self.behind(self._tell_late(interaction, work))
        if interaction["type"] == COMPONENT:
            return {"type": PROMISED_UPDATE}
        private = interaction["data"]["name"] not in PUBLIC_COMMANDS
        return {"type": PROMISED_MESSAGE, "data": {"flags": EPHEMERAL if private else 0}}

    async def _tell_late(self, interaction: Body, work: asyncio.Task[Body]) -> None:
        """An update of a card, or the message that was promised; a whisper to who pressed a button is a new message."""
        answer = await work
        if answer["type"] == LAUNCH:
            return  # only possible at once; the button can be pressed again
        path = f"/webhooks/{self._discord.application_id}/{interaction['token']}"
        if interaction["type"] == COMPONENT and answer["type"] == MESSAGE:
            await self._discord.call("POST", path, answer["data"], bot=False)
        else:
            body = {name: value for name, value in answer["data"].items() if name != "flags"}
            await self._discord.call("PATCH", f"{path}/messages/@original", body, bot=False)

    async def _work(self, interaction: Body) -> Body:
        """A replayed interaction does nothing twice."""
        try:
            if not await self._directory.first_time(f"interaction:{interaction['id']}"):
                return whispered("That was done already.")
            user = (interaction.get("member") or interaction)["user"]
            person = await self._directory.meet(user)
            if person.banned:
                return whispered("You are banned from this server's tables.")
            if interaction["type"] == COMPONENT:
                return await self._press(interaction, person)
            return await self._command(interaction, person)
        except (Refused, BadName) as refusal:
            return whispered(str(refusal))

    # Commands ----------------------------------------------------------------------------------------------------

    async def _command(self, interaction: Body, person: Person) -> Body:
        data = interaction["data"]
        options = {option["name"]: option.get("value") for option in data.get("options", [])}
        acts: dict[str, Callable[[Body, Person, dict[str, Any]], Awaitable[Body]]] = {
            "play": self._play,
            "tables": self._tables,
            "join": self._join,
            "link": self._link,
            "notify": self._notify,
            "schedule": self._schedule,
            "story": self._story,
        }
        act = acts.get(data["name"])
        return whispered("There is no such command.") if act is None else await act(interaction, person, options)

    def _suggest(self, interaction: Body) -> Body:
        typed = next((str(o.get("value", "")) for o in interaction["data"]["options"] if o.get("focused")), "").lower()
        found = [g for g in self._shelf.values() if typed in g.title.lower() or typed in g.id]
        return {"type": CHOICES, "data": {"choices": [{"name": g.title, "value": g.id} for g in found][:25]}}

    async def _play(self, interaction: Body, person: Person, options: dict[str, Any]) -> Body:
        game = self._shelf.get(str(options.get("game")))
        if game is None:
            raise Refused("There is no such game here.")
        count = int(options.get("seats") or min(game.seats.max, 4))
        info = await self._lobby.create(game.id, count, {}, person.id)
        await self._directory.put(
            info.id, guild_id=interaction.get("guild_id"), channel_id=interaction.get("channel_id")
        )
        self.behind(self._remember_card(info.id, interaction["token"]))
        return {"type": MESSAGE, "data": await self._card(await self._hub.store.info(info.id))}

    async def _remember_card(self, table_id: str, token: str) -> None:
        """The answer to a command carries no id; it is asked for afterwards, so that the card can be edited for ever."""
        path = f"/webhooks/{self._discord.application_id}/{token}/messages/@original"
        for _ in range(5):
            await asyncio.sleep(0.5)
            with contextlib.suppress(DiscordError, DiscordDown):
                message = await self._discord.call("GET", path, bot=False)
                await self._directory.put(table_id, card_id=message["id"])
                return

    async def _tables(self, interaction: Body, person: Person, options: dict[str, Any]) -> Body:
        mine = await self._hub.store.tables_of(person.id)
        lines = [f"{GAMES[i.game].title} `{i.code}` ({i.status}): {self._address(f'/t/{i.code}')}" for i in mine[:10]]
        waiting = await self._directory.tables_in(str(interaction.get("guild_id")))
        lines += [f"Waiting for players: `{code}`" for code in waiting]
        return whispered("\n".join(lines) or "You sit at no table. Open one with /play.")

    async def _join(self, interaction: Body, person: Person, options: dict[str, Any]) -> Body:
        info = await self._find(str(options.get("code", "")))
        seat = await self._lobby.sit(info.id, person.id)
        return whispered(f"You have seat {seat + 1} at `{info.code}`.", await self._door(person, info.code))

    async def _link(self, interaction: Body, person: Person, options: dict[str, Any]) -> Body:
        word = await self._people.make_link("device", person_id=person.id, hours=1)
        button = open_button(self._address(f"/discord/link/{word}"), "Connect")
        return whispered("Open this in the browser you play in. It works once, for an hour.", button)

    async def _notify(self, interaction: Body, person: Person, options: dict[str, Any]) -> Body:
        wish = str(options.get("how"))
        if wish not in ("mention", "direct", "off"):
            raise Refused("Choose mention, direct or off.")
        preferences = msgspec.structs.replace(person.preferences, notices=wish)
        await self._people.change(
            person.id, name=person.name, colour=person.colour, emblem=person.emblem, preferences=preferences
        )
        words = {"mention": "a mention in the channel", "direct": "a direct message", "off": "nothing from here"}
        return whispered(f"When it is your turn you get {words[wish]}.")

    async def _schedule(self, interaction: Body, person: Person, options: dict[str, Any]) -> Body:
        guild = interaction.get("guild_id")
        if guild is None or not self._discord.has_bot:
            raise Refused("Evenings are planned in a server, and this host has not set up the bot.")
        begins = _time(str(options.get("when", "")))
        info = await self._find(str(options["code"])) if options.get("code") else None
        title = f"{GAMES[info.game].title} {info.code}" if info else "Parallax"
        event = {
            "name": title[:100],
            "privacy_level": 2,
            "entity_type": 3,
            "scheduled_start_time": begins.isoformat(),
            "scheduled_end_time": (begins + timedelta(hours=4)).isoformat(),
            "entity_metadata": {"location": self._address(f"/t/{info.code}" if info else "/")[:100]},
        }
        try:
            await self._discord.call("POST", f"/guilds/{guild}/scheduled-events", event)
        except DiscordError as error:
            raise Refused(f"Discord did not take the event: {error}") from None
        return {"type": MESSAGE, "data": _attendance(title, begins, [], [])}

    async def _story(self, interaction: Body, person: Person, options: dict[str, Any]) -> Body:
        info = await self._find(str(options.get("code", "")))
        if not info.seats_of(person.id):
            raise Refused("The story is posted by those who play it.")
        place = await self._directory.place(info.id)
        if place is None or place.card_id is None or not self._discord.has_bot:
            raise Refused("This table has no card here. Open tables with /play to have one.")
        self.behind(self._tell_story(info.id))
        return whispered("The story so far goes to a thread at the table's card.")

    async def _tell_story(self, table_id: str) -> None:
        """Public lines of the log since the last time, in posts of readable length."""
        place = await self._directory.place(table_id)
        live = await self._hub.live(table_id)
        if place is None or place.card_id is None:
            return
        thread = place.thread_id
        if thread is None:
            body = {"name": f"{live.info.code} travelogue", "auto_archive_duration": 10080}
            path = f"/channels/{place.channel_id}/messages/{place.card_id}/threads"
            thread = (await self._discord.call("POST", path, body))["id"]
            await self._directory.put(table_id, thread_id=thread)
        names = [escape(live.info.name(seat.number)) for seat in live.info.seats]
        lines = [told for told in live.lines_for(None) if told.moment > place.told]
        for post in _posts([_named(told.line.text, names) for told in lines]):
            message = {"content": post, "allowed_mentions": {"parse": []}}
            await self._discord.call("POST", f"/channels/{thread}/messages", message)
        if lines:
            await self._directory.put(table_id, told=lines[-1].moment)

    # Buttons -----------------------------------------------------------------------------------------------------

    async def _press(self, interaction: Body, person: Person) -> Body:
        kind, _, rest = str(interaction["data"]["custom_id"]).partition(":")
        if kind == "come":
            return self._attend(interaction)
        code, _, act = rest.partition(":")
        if kind != "lobby":
            raise Refused("This button is out of use.")
        if act == "launch":
            return {"type": LAUNCH}
        info = await self._find(code)
        seat = info.seat_of(person.id)
        if act == "join":
            await self._lobby.sit(info.id, person.id)
        elif act == "start":
            if info.owner_id != person.id:
                raise Refused("Only the owner of the table can do that.")
            await self._lobby.begin(info.id)
        elif seat is None:
            raise Refused("You do not sit at this table.")
        elif act == "leave":
            await self._lobby.stand(info.id, seat)
        elif act == "ready":
            await self._lobby.ready(info.id, seat, not info.seats[seat].ready)
        message = interaction.get("message", {})
        if message.get("id"):
            await self._directory.put(info.id, card_id=message["id"], channel_id=message.get("channel_id"))
        return {"type": UPDATE, "data": await self._card(await self._hub.store.info(info.id))}

    def _attend(self, interaction: Body) -> Body:
        """Who comes is kept in the message itself."""
        user = (interaction.get("member") or interaction)["user"]["id"]
        _, epoch, answer = str(interaction["data"]["custom_id"]).split(":")
        title, coming, away = _read_attendance(interaction["message"]["content"])
        coming = [u for u in coming if u != user] + ([user] if answer == "yes" else [])
        away = [u for u in away if u != user] + ([user] if answer == "no" else [])
        begins = datetime.fromtimestamp(int(epoch), UTC)
        return {"type": UPDATE, "data": _attendance(title, begins, coming, away)}

    # Small things ------------------------------------------------------------------------------------------------

    async def _find(self, code: str) -> TableInfo:
        return await self._hub.store.info(await self._hub.store.find(tidy_code(code)))

    async def _card(self, info: TableInfo) -> Body:
        people = [seat.person_id for seat in info.seats if seat.person_id]
        users = await self._directory.users(people)
        return lobby_card(info, self._address(f"/t/{info.code}"), users, inside=self._inside)

    async def _door(self, person: Person, code: str) -> Body:
        """A link that signs the caller in on the website and leads to the table. Only they see it; it works once."""
        word = await self._people.make_link("device", person_id=person.id, hours=1)
        return open_button(self._address(f"/discord/enter/{word}?to={code}"))

    def behind(self, work: Any) -> None:
        async def quietly() -> None:
            try:
                await work
            except (DiscordError, DiscordDown) as error:
                log.warning("%s", error)

        task = asyncio.create_task(quietly())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settle(self) -> None:
        """Wait for what is done behind the answers."""
        await asyncio.gather(*self._tasks)


def _time(typed: str) -> datetime:
    for form in ("%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M", "%d.%m.%Y %H:%M"):
        with contextlib.suppress(ValueError):
            return datetime.strptime(typed.strip(), form).replace(tzinfo=UTC)
    raise Refused("Write the time as 2026-12-01 19:30 (UTC).")


def _attendance(title: str, begins: datetime, coming: list[str], away: list[str]) -> Body:
    epoch = int(begins.timestamp())
    lines = [f"**{title}** <t:{epoch}:F> (<t:{epoch}:R>)", "Comes: " + " ".join(f"<@{u}>" for u in coming)]
    lines.append("Cannot: " + " ".join(f"<@{u}>" for u in away))
    buttons = [
        {"type": 2, "style": 3, "label": "I come", "custom_id": f"come:{epoch}:yes"},
        {"type": 2, "style": 2, "label": "I cannot", "custom_id": f"come:{epoch}:no"},
    ]
    parts = [{"type": 1, "components": buttons}]
    return {"content": "\n".join(lines)[:2000], "allowed_mentions": {"parse": []}, "components": parts}


def _read_attendance(content: str) -> tuple[str, list[str], list[str]]:
    first, coming, away = [*content.split("\n"), "", ""][:3]
    title = first.split("**")[1] if first.count("**") >= 2 else "Parallax"
    return title, _ids(coming), _ids(away)


def _ids(line: str) -> list[str]:
    return [part.strip("<@>") for part in line.split() if part.startswith("<@")]


def _named(text: str, names: list[str]) -> str:
    for seat, name in enumerate(names):
        text = text.replace(f"{{{seat}}}", f"**{name}**")
    return text


def _posts(lines: list[str]) -> list[str]:
    posts: list[str] = []
    for line in lines:
        if posts and len(posts[-1]) + len(line) < LONGEST_POST:
            posts[-1] += f"\n{line}"
        else:
            posts.append(line[:LONGEST_POST])
    return posts

"""What happens when somebody uses a command or presses a button on Discord.

Every answer comes within the three seconds that Discord gives. What takes longer is promised ("deferred") and told when it
is done. Nothing here waits for Discord itself: what is to stand in a channel is the keeper's.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec

from app.config import Settings
from app.discord.behind import Behind
from app.discord.bodies import CHOICES, EPHEMERAL, FORM, LAUNCH, MESSAGE, Body, whispered
from app.discord.card import card
from app.discord.client import Discord, DiscordDown, DiscordError
from app.discord.diff import Want
from app.discord.directory import Directory
from app.discord.door import Door
from app.discord.keeper import Keeper
from app.discord.lobbying import Lobbying
from app.discord.permissions import lacking_to_speak
from app.discord.planning import Planning
from app.discord.standing import Reader
from app.discord.story import Teller
from app.discord.words import count, escape, listed
from app.games import GAMES
from app.kernel import Game, Refused
from app.people.identity import BadName, People, Person
from app.people.zones import COMMON, city, zones
from app.tables.facts import TableInfo
from app.tables.hub import Hub
from app.tables.lobby import Lobby

log = logging.getLogger("parallax.discord")
PING, COMMAND, COMPONENT, AUTOCOMPLETE, FILLED_IN = 1, 2, 3, 4, 5
PRESSED = (COMPONENT, FILLED_IN)  # on a message of ours
PONG, PROMISED_MESSAGE, PROMISED_UPDATE = 1, 5, 6
PATIENCE = 2.0  # seconds; Discord gives three, and the network takes its part
NUDGE_EVERY = 600.0  # seconds between two pings about the same turn
MOST_A_MINUTE, MOST_A_DAY = 3, 40  # tables that one person opens
STATUS = {"lobby": "gathering", "playing": "in play", "finished": "over"}

Act = Callable[[Body, Person, dict[str, Any]], Awaitable[Body]]


class Bot:
    def __init__(
        self,
        discord: Discord,
        directory: Directory,
        people: People,
        hub: Hub,
        lobby: Lobby,
        address: Callable[[str], str],
        settings: Settings,
        keeper: Keeper,
        reader: Reader,
        door: Door,
        lobbying: Lobbying,
        planning: Planning,
        teller: Teller,
        behind: Behind,
    ) -> None:
        self._discord, self._directory, self._people = discord, directory, people
        self._hub, self._lobby, self._address, self._keeper = hub, lobby, address, keeper
        self._reader, self._door, self._lobbying = reader, door, lobbying
        self._planning, self._teller, self._behind = planning, teller, behind
        self._shelf = {game.id: game for game in GAMES.values() if game.listed or settings.developer_mode}
        self._only_host_opens = settings.open_tables == "host"
        self.patience = PATIENCE
        self._commands: dict[str, Act] = {
            "play": self._play,
            "tables": self._tables,
            "join": self._join,
            "status": self._status,
            "nudge": self._nudge,
            "link": self._link,
            "notify": self._notify,
            "schedule": self._planning.schedule,
            "story": self._story,
        }

    async def answer(self, interaction: Body) -> Body:
        """The answer to one interaction, in time."""
        if interaction["type"] == PING:
            return {"type": PONG}
        if interaction["type"] == AUTOCOMPLETE:
            return await self._suggest_something(interaction)
        work = asyncio.create_task(self._work(interaction))
        await asyncio.wait({work}, timeout=self.patience)
        if work.done():
            return work.result()
        self._behind.do(self._tell_late(interaction, work))
        if interaction["type"] in PRESSED:
            return {"type": PROMISED_UPDATE}
        return {"type": PROMISED_MESSAGE, "data": {"flags": EPHEMERAL}}

    async def _tell_late(self, interaction: Body, work: asyncio.Task[Body]) -> None:
        """An update of a card, or the message that was promised; a whisper to who pressed a button is a new message."""
        answer = await work
        if answer["type"] in (LAUNCH, FORM):
            return  # only possible at once; the button can be pressed again
        path = f"/webhooks/{self._discord.application_id}/{interaction['token']}"
        if interaction["type"] in PRESSED and answer["type"] == MESSAGE:
            await self._discord.call("POST", path, answer["data"], bot=False)
        else:
            body = {name: value for name, value in answer["data"].items() if name != "flags"}
            await self._discord.call("PATCH", f"{path}/messages/@original", body, bot=False)

    async def _work(self, interaction: Body) -> Body:
        """A replayed interaction does nothing twice. Whatever goes wrong is said in words."""
        try:
            if not await self._directory.first_time(f"interaction:{interaction['id']}"):
                return whispered("That was done already.")
            user = (interaction.get("member") or interaction)["user"]
            person = await self._directory.meet(user)
            if person.banned:
                return whispered("You are banned from this server's tables.")
            if not person.approved:
                return whispered("This house is closed. Its host sees that you are at the door, and can let you in.")
            await self._somebody_is_there(str(interaction.get("channel_id")))
            if interaction["type"] in PRESSED:
                return await self._press(interaction, person)
            return await self._command(interaction, person)
        except (Refused, BadName) as refusal:
            return whispered(str(refusal))
        except (DiscordError, DiscordDown) as trouble:
            log.warning("%s", trouble)
            return whispered("Discord did not let me do that just now. Try it again in a minute.")
        except Exception:
            log.exception("an interaction failed")
            return whispered("Something broke on the server. Its host finds it in the log.")

    async def _somebody_is_there(self, channel_id: str) -> None:
        """Where we may not speak we wait longer and longer; now it may be worth trying."""
        if self._keeper.closed.open(f"/channels/{channel_id}"):
            await self._directory.try_again_in(channel_id)

    async def _command(self, interaction: Body, person: Person) -> Body:
        data = interaction["data"]
        options = {option["name"]: option.get("value") for option in data.get("options") or []}
        act = self._commands.get(data["name"])
        return whispered("There is no such command.") if act is None else await act(interaction, person, options)

    async def _press(self, interaction: Body, person: Person) -> Body:
        kind, _, rest = str(interaction["data"]["custom_id"]).partition(":")
        if kind == "plan":
            return await self._planning.press(interaction, person, rest)
        if kind == "zone":
            return await self._planning.zone_chosen(interaction, person, rest)
        if kind == "door":
            return whispered("This link signs you in; it works once.", await self._door.to(person))
        code, _, act = rest.partition(":")
        if kind != "lobby":
            raise Refused("This button is out of use.")
        return await self._lobbying.press(code, act, person, interaction)

    # While typing --------------------------------------------------------------------------------------------------

    async def _suggest_something(self, interaction: Body) -> Body:
        """Whatever goes wrong, whoever types can go on typing."""
        try:
            async with asyncio.timeout(self.patience):
                return await self._suggest(interaction)
        except Exception:
            log.exception("nothing could be suggested")
            return {"type": CHOICES, "data": {"choices": []}}

    async def _suggest(self, interaction: Body) -> Body:
        option: Body = next((o for o in interaction["data"].get("options") or [] if o.get("focused")), {})
        typed = str(option.get("value") or "").casefold()[:50]
        if option.get("name") == "game":
            found = [(g.title, g.id) for g in self._shelf.values() if typed in g.title.casefold() or typed in g.id]
        elif option.get("name") == "zone":
            places = [one for one in (*COMMON, *zones()) if typed in city(one).casefold() or typed in one.casefold()]
            found = [(one.replace("_", " "), one) for one in dict.fromkeys(places)]
        else:
            found = await self._codes(interaction, typed)
        choices = [{"name": name[:100], "value": value[:100]} for name, value in found[:25]]
        return {"type": CHOICES, "data": {"choices": choices}}

    async def _codes(self, interaction: Body, typed: str) -> list[tuple[str, str]]:
        """Tables of who types, and those that wait for players in this channel."""
        user = (interaction.get("member") or interaction)["user"]
        person = await self._directory.person_of(str(user["id"]))
        mine = await self._hub.store.tables_of(person.id) if person is not None else []
        found = [(f"{GAMES[one.game].title} {one.code}, {STATUS[one.status]}", one.code) for one in mine]
        for code in await self._directory.tables_in(str(interaction.get("channel_id"))):
            if code not in [one.code for one in mine]:
                found.append((f"{code}, gathering here", code))
        return [(name, code) for name, code in found if typed in name.casefold()]

    # Commands --------------------------------------------------------------------------------------------------------

    def _game(self, typed: str) -> Game[Any]:
        """By its id or its title, or the beginning of one."""
        wanted = " ".join(typed.casefold().split())
        found = self._shelf.get(wanted)
        if found is None and wanted:
            alike = [g for g in self._shelf.values() if g.title.casefold() == wanted]
            alike = alike or [g for g in self._shelf.values() if wanted in g.title.casefold()]
            found = alike[0] if len(alike) == 1 else None
        if found is None:
            titles = listed([game.title for game in self._shelf.values()])
            raise Refused(f"There is no such game here. There are {titles}.")
        return found

    async def _play(self, interaction: Body, person: Person, options: dict[str, Any]) -> Body:
        game = self._game(str(options.get("game") or ""))
        if self._only_host_opens and not person.admin:
            raise Refused("In this house only its host opens tables.")
        seats = int(options.get("seats") or min(game.seats.max, max(game.box.company, game.seats.min)))
        opened: list[TableInfo] = []

        async def open_one() -> None:
            await self._check_measure(person)
            opened.append(await self._lobby.create(game.id, seats, {}, person.id))

        if not await self._keeper.alone(f"opening {person.id}", open_one) or not opened:
            raise Refused("You are opening a table just now. One after the other.")
        info = opened[0]
        missing = lacking_to_speak(interaction)
        channel = interaction.get("channel_id")
        if channel and not missing and self._discord.has_bot:
            await self._directory.put(info.id, guild_id=interaction.get("guild_id"), channel_id=str(channel))
            words = f"Your table `{info.code}` is open; its card comes to this channel."
        elif missing:
            words = (
                f"Your table `{info.code}` is open, but I may not show its card here: I lack {', '.join(missing)}. "
                f"Ask who runs this server, or send people the code."
            )
        else:
            words = f"Your table `{info.code}` is open. Send people the code."
        return whispered(words, await self._door.to(person, info.code))

    async def _check_measure(self, person: Person) -> None:
        """Tables of one person are opened one after the other, so that nobody gets past this by being quick."""
        minute, day = await self._directory.opened_lately(person.id)
        if minute >= MOST_A_MINUTE or day >= MOST_A_DAY:
            when = "in a minute" if day < MOST_A_DAY else "tomorrow"
            raise Refused(f"You have opened {count(minute if day < MOST_A_DAY else day, 'table')} already. Try {when}.")

    async def _tables(self, interaction: Body, person: Person, options: dict[str, Any]) -> Body:
        mine = (await self._hub.store.tables_of(person.id))[:10]
        lines = [f"{GAMES[one.game].title} `{one.code}`, {STATUS[one.status]}" for one in mine]
        known = {one.code for one in mine}
        waiting = await self._directory.tables_in(str(interaction.get("channel_id")))
        lines += [f"Waiting for players here: `{code}`" for code in waiting if code not in known]
        if not lines:
            return whispered("You sit at no table. Open one with /play.")
        return whispered("\n".join(lines), await self._door.to(person, label="Open the shelf"))

    async def _join(self, interaction: Body, person: Person, options: dict[str, Any]) -> Body:
        info = await self._lobbying.find(str(options.get("code") or ""))
        seat = await self._lobby.sit(info.id, person.id)
        words = f"Seat {seat + 1} at `{info.code}` is yours."
        return whispered(words, await self._door.to(person, info.code))

    async def _meant(self, interaction: Body, person: Person, options: dict[str, Any]) -> TableInfo:
        """The table that a command is about: the one that is named, else the one that is played."""
        if options.get("code"):
            return await self._lobbying.find(str(options["code"]))
        mine = [one for one in await self._hub.store.tables_of(person.id) if one.status != "finished"]
        here = [one for one in mine if await self._is_here(one.id, str(interaction.get("channel_id")))]
        found = here or mine
        if not found:
            raise Refused("You sit at no table that is being played. Name one by its code.")
        if len(found) > 1:
            raise Refused(f"Which one? {listed([f'`{one.code}`' for one in found[:10]])}.")
        return found[0]

    async def _is_here(self, table_id: str, channel_id: str) -> bool:
        place = await self._directory.place(table_id)
        return place is not None and place.channel_id == channel_id

    async def _status(self, interaction: Body, person: Person, options: dict[str, Any]) -> Body:
        """The card, for the caller alone. Of tables that are not theirs, only those that may be watched."""
        info = await self._meant(interaction, person, options)
        here = await self._is_here(info.id, str(interaction.get("channel_id")))
        if info.seat_of(person.id) is None and not here and not info.settings.listed:
            raise Refused("You do not sit at this table, and it is not one of this channel.")
        shown = card(await self._reader.standing(info.id))
        way = await self._door.to(person, info.code)
        return {"type": MESSAGE, "data": shown | {"components": [way], "flags": EPHEMERAL}}

    async def _nudge(self, interaction: Body, person: Person, options: dict[str, Any]) -> Body:
        info = await self._meant(interaction, person, options)
        mine = info.seat_of(person.id)
        if mine is None:
            raise Refused("Reminding is for those who play.")
        now = self._hub.now_ms() / 1000
        seen = await self._reader.read(info.id, now)
        others = [ping for ping in seen.pings if ping.hearer.person_id != person.id]
        if not others:
            raise Refused("Nobody else is waited for who could be told.")
        told, lately = [], []
        for ping in others:
            name = escape(ping.hearer.name)
            if ping.present:
                await self._hub.nudge(info.id, ping.seat, mine)
                told.append(name)
                continue
            want = Want("ping", {}, "", ping.hearer.person_id, ping.turn, ping.number)
            ago = await self._keeper.posts.once_more(info.id, want, now, NUDGE_EVERY)
            if ago:
                lately.append(f"{name} was told {count(max(1, round(ago / 60)), 'minute')} ago")
            else:
                told.append(name)
        await self._directory.look_again(info.id)
        if not told:
            raise Refused(f"{listed(lately)}. Give it ten minutes.")
        return whispered(f"{listed(told)} will be reminded.")

    async def _link(self, interaction: Body, person: Person, options: dict[str, Any]) -> Body:
        words = "Open this in the browser you play in. It works once, for an hour, and makes the two of you one person."
        return whispered(words, await self._door.connect(person))

    async def _notify(self, interaction: Body, person: Person, options: dict[str, Any]) -> Body:
        if options.get("zone"):
            person = await self._planning.set_zone(person, str(options["zone"]))
        wish = str(options.get("how") or person.preferences.notices)
        if wish not in ("mention", "direct", "off"):
            raise Refused("Choose mention, direct or off.")
        after = options.get("after")
        grace = person.preferences.grace if after is None else int(after)
        preferences = msgspec.structs.replace(person.preferences, notices=wish, grace=min(max(grace, 0), 86400))
        await self._people.change(
            person.id, name=person.name, colour=person.colour, emblem=person.emblem, preferences=preferences
        )
        for info in await self._hub.store.tables_of(person.id):
            if info.status == "playing":
                await self._directory.look_again(info.id)
        words = {"mention": "a mention in the channel", "direct": "a direct message", "off": "nothing from here"}
        later = f", {count(preferences.grace, 'second')} after the others have moved" if wish != "off" else ""
        clock = f" Your clock hangs in {city(preferences.zone)}." if preferences.zone else ""
        return whispered(f"When it is your turn you get {words[wish]}{later}.{clock}")

    async def _story(self, interaction: Body, person: Person, options: dict[str, Any]) -> Body:
        info = await self._lobbying.find(str(options.get("code") or ""))
        return whispered(await self._teller.tell(info, person))

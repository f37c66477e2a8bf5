"""The parts of the Discord connection, put together as far as the host has set it up.

level 0  nothing        1  pasted webhooks: notices only        2  sign-in        3  commands, cards, pings, direct messages
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import httpx2
from itsdangerous import BadSignature, URLSafeTimedSerializer
from sqlalchemy.ext.asyncio import AsyncEngine

from app.config import Settings
from app.discord.activity import Activity, Here
from app.discord.behind import Behind
from app.discord.bot import Bot
from app.discord.client import Discord, DiscordDown, DiscordError
from app.discord.commands import commands
from app.discord.directory import Directory
from app.discord.door import Door
from app.discord.evenings import Evenings
from app.discord.keeper import Keeper
from app.discord.lobbying import Lobbying, Options
from app.discord.permissions import ADMINISTRATOR, PERMISSIONS
from app.discord.planning import Planning
from app.discord.standing import Reader, TableWords
from app.discord.story import Teller
from app.kernel import Refused
from app.notices.centre import Centre
from app.people.identity import People, Person
from app.tables.facts import TableInfo
from app.tables.hub import Hub
from app.tables.lobby import Lobby

STATE_SECONDS = 600


class Words(TableWords, Options, Protocol):
    """The words of the pages, for cards and lobbies: see `app.web.spoken`."""


class DiscordHouse:
    def __init__(
        self,
        settings: Settings,
        key: str,
        engine: AsyncEngine,
        people: People,
        hub: Hub,
        lobby: Lobby,
        address: Callable[[str], str],
        centre: Centre,
        url: str,
        words: Words,
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        self.settings = settings
        self.client = Discord(
            base=settings.discord_api_base,
            application_id=settings.discord_application_id,
            bot_token=settings.discord_bot_token,
            client_secret=settings.discord_client_secret,
            transport=transport,
        )
        self.directory = Directory(engine, people, closed=settings.door == "closed")
        inside, clock = bool(settings.discord_frame), hub.clock
        reader = Reader(hub, self.directory, people, centre, address, words, inside)
        self.keeper = Keeper(engine, url, self.client, self.directory, reader, centre, clock)
        self.evenings = Evenings(engine, self.client, self.directory, self.keeper, address, clock)
        self.behind = Behind()
        self.door = Door(engine, self.directory, people, hub, address)
        posts = self.keeper.posts
        teller = Teller(hub, self.client, self.directory, posts, self.keeper.alone, self.behind)
        lobbying = Lobbying(hub, lobby, self.directory, self.door, reader, posts, teller, words)
        planning = Planning(self.evenings, posts, people, lobbying.find, clock)
        self.bot = Bot(
            self.client, self.directory, people, hub, lobby, address, settings,
            self.keeper, reader, self.door, lobbying, planning, teller, self.behind,
        )  # fmt: skip
        self.activity = Activity(self.client, self.directory, key, self.join_inside)
        self.people = people
        self.status_of = status_of
        self._hub = hub
        self._address = address
        self._states = URLSafeTimedSerializer(key, salt="discord sign-in")
        lobby.gate = self.admit

    @property
    def can_sign_in(self) -> bool:
        return bool(self.settings.discord_application_id and self.settings.discord_client_secret)

    async def offers_sign_in(self, person: Person | None) -> bool:
        """Whether a page shows the way in by Discord: to whoever has not come by it yet."""
        return self.can_sign_in and (person is None or await self.directory.account_of(person.id) is None)

    @property
    def can_answer(self) -> bool:
        return bool(self.settings.discord_application_id and self.settings.discord_public_key)

    async def start(self) -> None:
        await self.keeper.start()

    async def stop(self) -> None:
        await self.behind.settle(3)
        await self.keeper.stop()
        await self.client.close()

    # Sign-in -----------------------------------------------------------------------------------------------------

    def authorize_address(self, nonce: str, goal: str) -> str:
        """Where a browser is sent to sign in. The state names this browser (by the nonce in its cookie) and works once."""
        root = self.settings.discord_api_base.rsplit("/api", 1)[0]
        asked = httpx2.QueryParams(
            response_type="code",
            client_id=self.settings.discord_application_id,
            scope="identify",
            state=self._states.dumps([nonce, goal]),
            redirect_uri=self._address("/discord/callback"),
            prompt="none",
        )
        return f"{root}/oauth2/authorize?{asked}"

    def install_address(self) -> str:
        root = self.settings.discord_api_base.rsplit("/api", 1)[0]
        who = self.settings.discord_application_id
        asked = f"scope=bot%20applications.commands&permissions={sum(PERMISSIONS.values())}"
        return f"{root}/oauth2/authorize?client_id={who}&{asked}"

    async def signed_in(self, code: str, state: str, nonce: str, current_id: str | None) -> tuple[str, str]:
        """Who signed in, and where they wanted to go. A guest who is somebody we know takes their seats along."""
        try:
            expected, goal = self._states.loads(state, max_age=STATE_SECONDS)
        except (BadSignature, ValueError):
            raise Refused("That sign-in has expired. Please try again.") from None
        if not nonce or nonce != expected:
            raise Refused("That sign-in was begun in another browser.")
        if not await self.directory.first_time(f"sign-in:{nonce}"):
            raise Refused("That sign-in was used already.")
        try:
            tokens = await self.client.exchange(code, self._address("/discord/callback"))
            user = await self.client.call("GET", "/users/@me", bearer=tokens["access_token"])
        except (DiscordError, DiscordDown, KeyError) as error:
            raise Refused(f"Discord did not confirm who you are: {error}") from None
        return await self.join_up(user, current_id), str(goal)

    async def join_up(self, user: dict[str, Any], current_id: str | None, *, inside: bool = False) -> str:
        """The one person behind a Discord user and a browser; their id."""
        current = await self.people.get(current_id) if current_id else None
        return await self.door.sign_in(user, current, inside=inside)

    async def join_inside(self, user: dict[str, Any], current_id: str | None) -> str:
        return await self.join_up(user, current_id, inside=True)

    # Restricted tables -------------------------------------------------------------------------------------------

    async def admit(self, info: TableInfo, person_id: str) -> None:
        server, role = info.settings.discord_server, info.settings.discord_role
        if not server:
            return
        user = await self.directory.user_of(person_id)
        if user is None:
            raise Refused("This table is for members of a Discord server. Sign in with Discord first.")
        try:
            member = await self.client.call("GET", f"/guilds/{server}/members/{user}")
        except DiscordError as error:
            if error.status != 404:
                raise Refused(f"Discord did not say whether you are a member: {error}") from None
            raise Refused("This table is for members of another Discord server.") from None
        except DiscordDown:
            raise Refused("Discord does not answer; whether you may sit here cannot be checked now.") from None
        if role and role not in member["roles"]:
            raise Refused("This table is for people with a certain role on Discord.")

    async def open_in_channel(self, table_id: str, here: Here) -> None:
        """A table that was opened inside Discord belongs to the channel, and gets its card there."""
        await self.directory.put(table_id, guild_id=here.guild_id, channel_id=here.channel_id)

    # Setting it up -----------------------------------------------------------------------------------------------

    async def register(self) -> int:
        """Register the slash commands; how many there are."""
        body = commands(launch=bool(self.settings.discord_frame))
        await self.client.call("PUT", f"/applications/{self.settings.discord_application_id}/commands", body)
        return len(body)

    async def _knock(self, endpoint: str) -> tuple[str, bool | None, str]:
        """Our own endpoint, tried from outside as Discord does it: a message without a signature must be refused."""
        try:
            status = await self.status_of(endpoint)
        except (httpx2.TransportError, httpx2.InvalidURL) as error:
            return "Endpoint answers", False, f"{endpoint} is not reachable from here: {error or 'no answer'}."
        if status == 401:
            return "Endpoint answers", True, "It refuses messages that Discord has not signed."
        return "Endpoint answers", False, f"{endpoint} answers {status} instead of 401. Does the proxy lead it here?"

    async def checks(self) -> list[tuple[str, bool | None, str]]:
        """Each step of the set-up: name, whether it is good (None: not needed yet), and what to do."""
        s = self.settings
        steps: list[tuple[str, bool | None, str]] = [
            (
                "Public address",
                s.public_url.startswith("https://"),
                "Set PUBLIC_URL to the https address of this site.",
            ),
            ("Application", bool(s.discord_application_id), "Set DISCORD_APPLICATION_ID: General Information."),
            ("Sign-in", self.can_sign_in or None, "Set DISCORD_CLIENT_SECRET and add the redirect address below."),
            ("Public key", _is_key(s.discord_public_key), "Set DISCORD_PUBLIC_KEY: 64 letters and digits."),
        ]
        found = [(name, good, "Set." if good else words) for name, good, words in steps]
        if not self.client.has_bot:
            return [*found, ("Bot", None, "Set DISCORD_BOT_TOKEN for cards, pings and direct messages.")]
        try:
            me = await self.client.call("GET", "/users/@me")
            found.append(("Bot", True, f"It is called {me['username']}."))
            path = f"/applications/{s.discord_application_id}/commands"
            names = {command["name"] for command in await self.client.call("GET", path)}
            wanted = commands(launch=bool(s.discord_frame))
            missing = {command["name"] for command in wanted} - names
            words = f"Missing: {', '.join(sorted(missing))}. Press Register." if missing else "All are registered."
            found.append(("Commands", not missing, words))
            mine = await self.client.call("GET", "/applications/@me")
            endpoint = self._address("/discord/interactions")
            found.append(await self._knock(endpoint))
            right = mine.get("interactions_endpoint_url") == endpoint
            found.append(
                ("Endpoint entered", right, "Set." if right else f"Set the Interactions Endpoint URL to {endpoint}")
            )
            found.append(_permissions(await self.client.call("GET", "/users/@me/guilds")))
        except DiscordError as error:
            found.append(("Bot", False, f"Discord refuses the token: {error}"))
        except DiscordDown as error:
            found.append(("Bot", False, f"Discord does not answer: {error}"))
        return found


async def status_of(address: str) -> int:
    """What an unsigned message to this address is answered with."""
    async with httpx2.AsyncClient(timeout=4) as http:
        return (await http.post(address, content=b'{"type":1}')).status_code


def _permissions(servers: list[dict[str, str]]) -> tuple[str, bool | None, str]:
    """What the bot may do in each server that it was added to."""
    if not servers:
        return "Permissions", None, "The bot is in no server yet. Press Add the bot to a server."
    lacking = []
    for server in servers:
        may = int(server["permissions"])
        missing = [name for name, bit in PERMISSIONS.items() if not may & bit]
        if missing and not may & ADMINISTRATOR:
            lacking.append(f"{server['name']}: it may not {', '.join(missing)}")
    words = ". ".join(lacking) or f"It may do all it needs in {len(servers)} server{'s' * (len(servers) > 1)}."
    return "Permissions", not lacking, words + (". Add the bot again to grant it." if lacking else "")


def _is_key(text: str) -> bool | None:
    if not text:
        return None
    return len(text) == 64 and all(c in "0123456789abcdefABCDEF" for c in text)

"""A house, a Discord and people, with a clock that goes when a test says so."""

from __future__ import annotations

import itertools
import re
from typing import Any

import httpx2
from sqlalchemy.ext.asyncio import AsyncEngine

from app.config import Settings
from app.discord.diff import Post
from app.discord.house import DiscordHouse
from app.games import GAMES
from app.notices.centre import Centre
from app.notices.mail import Mailer
from app.notices.outbox import Outbox
from app.notices.push import Pusher
from app.people.identity import People, Person
from app.tables.hub import Hub
from app.tables.lobby import Lobby
from app.web.spoken import Spoken
from tests.discord.fake import APP, BOT, CHANNEL, EVERYTHING, GUILD, SECRET, FakeDiscord

ADA, BEN, CLEO = "111111111111111111", "222222222222222222", "333333333333333333"
NAMES = {ADA: "ada", BEN: "ben", CLEO: "cleo"}
BEGIN = 1_800_000_000.0
CODE = re.compile(r"`([a-z]+-[a-z]+-\d+)`")
ids = itertools.count(500000000000000000)


def address(path: str) -> str:
    return f"https://play.example.org{path}"


class Clock:
    def __init__(self) -> None:
        self.now = BEGIN

    def __call__(self) -> float:
        return self.now


class World:
    """One server process. Another one on the same database shares fake and clock."""

    def __init__(
        self,
        engine: AsyncEngine,
        url: str,
        *,
        fake: FakeDiscord | None = None,
        clock: Clock | None = None,
        **changes: Any,
    ) -> None:
        self.clock = clock or Clock()
        self.fake = fake or FakeDiscord(self.clock.now)
        settings: dict[str, Any] = {
            "discord_application_id": APP,
            "discord_public_key": self.fake.public_key,
            "discord_client_secret": SECRET,
            "discord_bot_token": BOT,
            "discord_api_base": "http://discord.test/api/v10",
            "public_url": "https://play.example.org",
            "developer_mode": True,
        }
        self.settings = Settings(**(settings | changes))
        self.engine, self.url = engine, url
        self.hub = Hub(engine, url, clock=self.clock)
        self.people, self.lobby = People(engine, "key"), Lobby(self.hub)
        self.pushed: list[httpx2.Request] = []
        self.push_status = 201

        def take(request: httpx2.Request) -> httpx2.Response:
            self.pushed.append(request)
            return httpx2.Response(self.push_status)

        self.pusher = Pusher("key", "https://play.example.org", httpx2.MockTransport(take))
        self.mailer = Mailer("smtp://localhost", "Parallax <play@example.org>")
        self.centre = Centre(engine, self.people, self.hub, self.pusher, self.mailer, address)
        self.outbox = Outbox(engine, self.centre)
        self.house = DiscordHouse(
            self.settings, "key", engine, self.people, self.hub, self.lobby, address, self.centre, url, Spoken(),
            httpx2.ASGITransport(app=self.fake.app),
        )  # fmt: skip
        self.keeper = self.house.keeper
        self.house.bot.patience = 60  # on a busy machine, too, answers come at once

    async def start(self) -> World:
        await self.hub.start()
        return self

    async def stop(self) -> None:
        await self.house.stop()
        await self.hub.stop()
        await self.pusher.close()

    # Time ------------------------------------------------------------------------------------------------------------

    async def wait(self, seconds: float, step: float = 1.0) -> None:
        """Time passes, and the keeper looks around as it does every second."""
        end = self.clock.now + seconds
        while self.clock.now < end:
            self.clock.now = min(end, self.clock.now + step)
            self.fake.now = self.clock.now
            await self.look()

    async def look(self) -> None:
        await self.keeper.look_around()
        while await self.outbox.work_once():
            pass
        assert self.fake.objections == []

    # Discord -----------------------------------------------------------------------------------------------------------

    async def interact(self, kind: int, data: dict[str, Any], by: str = ADA, /, **more: Any) -> dict[str, Any]:
        """What Discord sends, and our answer checked against Discord's rules."""
        name = NAMES.get(by, "someone")
        number = str(next(ids))
        about = {"id": by, "username": name, "global_name": name.title(), "avatar": f"a{by[:3]}"}
        interaction = {
            "id": number, "application_id": APP, "type": kind, "token": f"token-{number}", "guild_id": GUILD,
            "channel_id": CHANNEL, "channel": {"id": CHANNEL, "type": 0}, "app_permissions": str(EVERYTHING),
            "member": {"user": about, "permissions": str(EVERYTHING & ~8)}, "data": data, **more,
        }  # fmt: skip
        pressed = (interaction.get("message") or {}).get("id")
        self.fake.send(interaction["token"], command=kind == 2, user=by, pressed=pressed)
        answer = await self.house.bot.answer(interaction)
        status = self.fake.acknowledge(interaction["token"], answer)
        assert status == (200, 0), self.fake.objections
        return answer

    async def command(self, name: str, user: str = ADA, more: dict[str, Any] | None = None, **options: Any) -> Any:
        listed = [{"type": 3, "name": key, "value": value} for key, value in options.items()]
        data = {"id": "7", "name": name, "type": 1, "options": listed}
        return (await self.interact(2, data, user, **(more or {})))["data"]

    async def typed(self, name: str, option: str, value: str, user: str = ADA) -> list[str]:
        data = {"id": "7", "name": name, "type": 1}
        data |= {"options": [{"type": 3, "name": option, "value": value, "focused": True}]}
        answer = await self.interact(4, data, user)
        return [choice["value"] for choice in answer["data"]["choices"]]

    async def press(
        self, custom_id: str, user: str = ADA, message: dict[str, Any] | None = None, values: list[str] | None = None
    ) -> Any:
        """On the card of the table that the button names, unless another message is given."""
        if message is None:
            cards = [m for m in self.cards() if custom_id in str(m["components"])]
            message = cards[-1] if cards else {"id": "1", "channel_id": CHANNEL}
        data: dict[str, Any] = {"component_type": 2, "custom_id": custom_id}
        if values is not None:
            data |= {"component_type": 3, "values": values}
        where = message.get("channel_id", CHANNEL)
        return await self.interact(3, data, user, message={"id": message["id"]}, channel_id=where)

    def cards(self, channel: str = CHANNEL) -> list[dict[str, Any]]:
        return [m for m in self.fake.sent(channel) if m.get("embeds")]

    def card(self, channel: str = CHANNEL) -> dict[str, Any]:
        """The one card that stands there."""
        (found,) = self.cards(channel)
        return found

    def pings(self, channel: str = CHANNEL) -> list[str]:
        return [m["content"] for m in self.fake.sent(channel) if "turn" in (m.get("content") or "")]

    # Tables --------------------------------------------------------------------------------------------------------------

    async def open_table(self, seats: int = 2, user: str = ADA) -> str:
        answer = await self.command("play", user, game="whisper", seats=seats)
        found = CODE.search(answer["content"])
        assert found, answer
        await self.look()
        return found[1]

    async def start_table(self, *others: str) -> tuple[str, str]:
        others = others or (BEN,)
        code = await self.open_table(1 + len(others))
        for user in others:
            await self.press(f"lobby:{code}:join", user)
            await self.press(f"lobby:{code}:ready", user)
        await self.press(f"lobby:{code}:start", ADA)
        return code, await self.hub.store.find(code)

    async def move(self, table_id: str, seat: int | None = None) -> None:
        live = await self.hub.live(table_id)
        assert live.session is not None
        seat = live.session.next_seat if seat is None else seat
        await self.hub.act(table_id, GAMES[live.info.game].bot(live.session, seat))

    async def person(self, user: str) -> Person:
        found = await self.house.directory.person_of(user)
        assert found is not None
        return found

    async def posts(self, table_id: str) -> list[Post]:
        return await self.keeper.posts.of(table_id)


def title(message: dict[str, Any]) -> str:
    return str(message["embeds"][0]["title"])


def said(message: dict[str, Any]) -> str:
    """All words of a card, and of the place cards under it."""
    embed, *places = message["embeds"]
    fields = [f"{field['name']}: {field['value']}" for field in embed["fields"]]
    seated = [place["author"]["name"] for place in places]
    return "\n".join([embed["title"], embed.get("description", ""), *fields, *seated, embed["footer"]["text"]])


def faces(message: dict[str, Any]) -> list[str]:
    """The pictures of people on a card: of those who sit there, and of who is in the light."""
    card, *places = message["embeds"]
    found = [place["author"].get("icon_url", "") for place in places] + [card.get("thumbnail", {}).get("url", "")]
    return [*filter(None, found)]
    return [
        *filter(None, found),
        *([message["embeds"][0]["thumbnail"]["url"]] if "thumbnail" in message["embeds"][0] else []),
    ]


def labels(message: dict[str, Any]) -> list[str]:
    return [part["label"] for row in message["components"] for part in row["components"] if "label" in part]

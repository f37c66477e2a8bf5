"""Speaking in channels: through the bot where there is one, else through a pasted webhook."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from app.discord.bodies import Body
from app.discord.client import TOO_MANY_EDITS, Discord, DiscordError

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE, UNKNOWN_WEBHOOK = 10003, 10008, 10015
ARCHIVED = 50083  # a thread that went to sleep: nothing in it can be changed, but what is new wakes it up
GONE = {UNKNOWN_MESSAGE, TOO_MANY_EDITS}  # it cannot be edited: a fresh one takes its place
FORBIDDEN = 403
WEBHOOK = re.compile(r"https://(?:ptb\.|canary\.)?discord(?:app)?\.com/api(?:/v\d+)?/webhooks/(\d+)/([\w-]+)")
SCROLLED = 8  # messages under a card, after which it is out of sight
LOOK_BACK = 50  # messages among which one of ours is looked for


def address_of(channel_id: str | None, webhook: str | None, has_bot: bool) -> str:
    """Where a table is spoken of; empty: nowhere."""
    if channel_id and has_bot:
        return f"/channels/{channel_id}"
    found = WEBHOOK.fullmatch(webhook or "")
    return f"/webhooks/{found[1]}/{found[2]}" if found else ""


def is_webhook(address: str) -> bool:
    return address.startswith("/webhooks/")


class Speaker:
    def __init__(self, discord: Discord) -> None:
        self._discord = discord
        self._direct: dict[str, str] = {}  # user -> the channel of their direct messages
        self._me = ""  # who we are there

    async def post(self, address: str, body: Body) -> str:
        """The id of the new message."""
        if not is_webhook(address):
            return str((await self._discord.call("POST", f"{address}/messages", body))["id"])
        answer = await self._discord.call("POST", f"{address}?wait=true", _plain(body), bot=False)
        return str(answer["id"])

    async def edit(self, address: str, message_id: str, body: Body) -> None:
        hook = is_webhook(address)
        words = _plain(body) if hook else body
        await self._awake(address, "PATCH", f"{address}/messages/{message_id}", words, bot=not hook)

    async def _awake(self, address: str, method: str, path: str, body: Body | None = None, *, bot: bool) -> None:
        """In a thread that went to sleep it is woken first. One that was locked stays as it is: that is refused."""
        try:
            await self._discord.call(method, path, body, bot=bot)
        except DiscordError as error:
            if error.code != ARCHIVED or is_webhook(address):
                raise
            await self._discord.call("PATCH", address, {"archived": False})
            await self._discord.call(method, path, body, bot=bot)

    async def remove(self, address: str, message_id: str) -> None:
        """Whether we or somebody else took it away is the same."""
        try:
            path = f"{address}/messages/{message_id}"
            await self._awake(address, "DELETE", path, bot=not is_webhook(address))
        except DiscordError as error:
            if error.code not in (UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, UNKNOWN_WEBHOOK):
                raise

    async def direct(self, user: str) -> str:
        """The address of somebody's direct messages."""
        if user not in self._direct:
            channel = await self._discord.call("POST", "/users/@me/channels", {"recipient_id": user})
            self._direct[user] = str(channel["id"])
        return f"/channels/{self._direct[user]}"

    async def stands(self, address: str, message_id: str) -> bool | None:
        """Whether a message is still there: nobody tells us when somebody takes it away. None: we may not look."""
        try:
            await self._discord.call("GET", f"{address}/messages/{message_id}", bot=not is_webhook(address))
        except DiscordError as error:
            return None if error.status == FORBIDDEN else error.code != UNKNOWN_MESSAGE
        return True

    async def twin(self, address: str, body: Body, known: Collection[str]) -> str | None:
        """A message of ours that says the same and that we do not know of: one that arrived though we never heard so.
        Discord makes one of two only for some minutes."""
        if is_webhook(address):
            return None
        try:
            if not self._me:
                self._me = str((await self._discord.call("GET", "/users/@me"))["id"])
            found: list[Any] = await self._discord.call("GET", f"{address}/messages?limit={LOOK_BACK}")
        except DiscordError:
            return None
        mine = [one for one in found if str(one["author"]["id"]) == self._me and str(one["id"]) not in known]
        return next((str(one["id"]) for one in mine if _mark(one) == _mark(body)), None)

    async def out_of_sight(self, address: str, message_id: str) -> bool:
        """Whether so much was said since that nobody sees it any more. Where we may not read, nobody knows."""
        if is_webhook(address):
            return False
        try:
            path = f"{address}/messages?after={message_id}&limit={SCROLLED}"
            below: list[Any] = await self._discord.call("GET", path)
        except DiscordError:
            return False
        return len(below) >= SCROLLED


def _mark(message: Body) -> tuple[str, str]:
    """What a message is about, whatever else it says: of a card the table, of all others their words."""
    embeds = message.get("embeds") or [{}]
    return str(embeds[0].get("url") or embeds[0].get("title") or ""), str(message.get("content") or "")


def _plain(body: Body) -> Body:
    """A webhook that somebody pasted has no buttons to press, and knows no nonce."""
    return {name: value for name, value in body.items() if name not in ("nonce", "enforce_nonce", "components")}

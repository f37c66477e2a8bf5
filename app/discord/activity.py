"""Parallax inside Discord: the same pages in Discord's frame, for a group that meets in a voice channel.

Discord opens our home page in a frame and names an *instance*, which lives as long as somebody has it open. Nothing is
kept under it: Discord tells us which channel it is in, and the tables of that channel are what people see.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from itsdangerous import BadSignature, URLSafeTimedSerializer

from app.discord.client import Discord, DiscordDown, DiscordError
from app.discord.directory import Directory
from app.kernel import Refused

STATE_SECONDS = 600
STAY_SECONDS = 12 * 3600


class Here(msgspec.Struct, frozen=True):
    """The channel in which somebody has us open, as Discord itself confirmed it."""

    guild_id: str
    channel_id: str


class Visit(msgspec.Struct, frozen=True):
    person_id: str
    here: Here | None
    code: str  # the table to go to; empty: home


JoinUp = Callable[[dict[str, str], str | None], Awaitable[str]]


class Activity:
    def __init__(self, client: Discord, directory: Directory, key: str, join_up: JoinUp) -> None:
        self._client, self._directory, self._join_up = client, directory, join_up
        self._states = URLSafeTimedSerializer(key, salt="discord activity")
        self._places = URLSafeTimedSerializer(key, salt="discord channel")

    def begin(self, nonce: str) -> str:
        """A word for the page, with which one sign-in can be made."""
        return self._states.dumps(nonce)

    async def enter(self, code: str, state: str, instance_id: str, current_id: str | None) -> Visit:
        """Who came, from which channel, and to which table they should go."""
        try:
            nonce = self._states.loads(state, max_age=STATE_SECONDS)
        except (BadSignature, ValueError):
            raise Refused("That took too long. Please open Parallax again.") from None
        if not await self._directory.first_time(f"activity:{nonce}"):
            raise Refused("That sign-in was used already. Please open Parallax again.")
        try:
            tokens = await self._client.exchange(code)
            user = await self._client.call("GET", "/users/@me", bearer=tokens["access_token"])
            here = await self._whereabouts(instance_id, str(user["id"]))
        except (DiscordError, DiscordDown, KeyError) as error:
            raise Refused(f"Discord did not confirm who you are: {error}") from None
        person_id = await self._join_up(user, current_id)
        table = await self._directory.table_for(here.channel_id, person_id) if here else None
        return Visit(person_id, here, table or "")

    async def _whereabouts(self, instance_id: str, user_id: str) -> Here | None:
        """Only what Discord confirms counts; what the page says about its channel could be made up."""
        if not self._client.has_bot or not instance_id.replace("-", "").isalnum():
            return None
        path = f"/applications/{self._client.application_id}/activity-instances/{instance_id}"
        try:
            found: dict[str, Any] = await self._client.call("GET", path)
        except DiscordError as error:
            if error.status == 404:
                return None
            raise
        place = found["location"]
        if user_id not in found["users"] or not place.get("guild_id"):
            return None
        return Here(str(place["guild_id"]), str(place["channel_id"]))

    # The channel, remembered by the browser -----------------------------------------------------------------------

    def pass_for(self, here: Here) -> str:
        return self._places.dumps([here.guild_id, here.channel_id])

    def read_pass(self, text: str) -> Here | None:
        try:
            guild, channel = self._places.loads(text, max_age=STAY_SECONDS)
        except (BadSignature, ValueError):
            return None
        return Here(guild, channel)

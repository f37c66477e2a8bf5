"""The door between Discord and the website: one-time links that sign in, and two who turn out to be one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy.ext.asyncio import AsyncEngine

from app.discord.bodies import Body, row, way_to
from app.discord.directory import Account, Directory
from app.kernel import Refused
from app.people.identity import People, Person
from app.people.merging import merge
from app.tables.hub import Hub


class Door:
    def __init__(
        self, engine: AsyncEngine, directory: Directory, people: People, hub: Hub, address: Callable[[str], str]
    ) -> None:
        self._engine, self._directory, self._people, self._hub = engine, directory, people, hub
        self._address = address

    async def to(self, person: Person, code: str = "", label: str = "Open") -> Body:
        """A row with a link that signs the caller in on the website and leads to the table. Only they see it; it works
        once, for an hour."""
        word = await self._people.make_link("device", person_id=person.id, hours=1)
        return row(way_to(self._address(f"/discord/enter/{word}?to={code}"), label))

    async def connect(self, person: Person) -> Body:
        """A link that makes one person of this account and whoever is known in the browser in which it is opened."""
        return await self.to(person, "me", "Connect")

    async def sign_in(self, user: dict[str, Any], current: Person | None, *, inside: bool = False) -> str:
        """Who somebody is that Discord itself has vouched for; in a browser in which we know somebody already, the two
        become one. Never is the one put in the place of the other. Inside Discord there is nothing to sign out of: there
        another account is another person."""
        known = await self._directory.person_of(str(user["id"]))
        account = await self._directory.account_of(current.id) if current is not None else None
        other = account is not None and account.user != str(user["id"])
        if current is None or (other and inside):
            return (known or await self._directory.meet(user)).id
        if account is not None and other:
            raise Refused(_another(current, account))
        if known is None:
            await self._directory.link(current.id, user)
            await self._look_again(current.id)
            return current.id
        await self._become_one(current, known)
        return current.id

    async def enter(self, person: Person, current: Person | None) -> str:
        """By a link from Discord. A link can be sent on, so it never joins an office to anybody: for that there is
        signing in."""
        if current is None or current.id == person.id:
            return person.id
        mine, theirs = await self._directory.account_of(current.id), await self._directory.account_of(person.id)
        if mine is not None and theirs is not None:
            raise Refused(_another(current, mine))
        if current.admin or person.admin:
            raise Refused(
                "You hold an office here, so a link is not enough. Use Sign in with Discord on your own page."
            )
        await self._become_one(current, person)
        return current.id

    async def _become_one(self, current: Person, known: Person) -> None:
        if current.id == known.id:
            return
        for table_id in await merge(self._engine, current.id, known.id):
            async with self._hub.store.changing(table_id):
                pass  # every process looks again who sits there
            await self._hub.facts_changed(table_id)
        await self._hub.expel(known.id)  # their pages come back as who they are now

    async def _look_again(self, person_id: str) -> None:
        for info in await self._hub.store.tables_of(person_id):
            async with self._hub.store.changing(info.id):
                pass


def _another(current: Person, account: Account) -> str:
    return (
        f"In this browser you are {current.name}, who is {account.name} on Discord. One person has one account there: "
        "disconnect it on your page first, or use another browser."
    )

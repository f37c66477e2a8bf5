"""The coach: introduces each thing when it first appears, to whoever has not finished a game of this kind."""

from __future__ import annotations

from app.kernel import Refused
from app.people.identity import People
from app.tables.hub import Hub
from app.tables.live import LiveTable
from app.tables.store import Store


class Coach:
    def __init__(self, people: People, hub: Hub) -> None:
        self._people = people
        self._hub = hub

    @property
    def _store(self) -> Store:
        return self._hub.store

    async def attend(self, live: LiveTable, seat: int | None, person_id: str | None) -> None:
        """Sit down beside a player who wants a coach; called before the table is shown to one."""
        if seat is None or person_id is None or seat in live.coached or live.info.seats[seat].person_id != person_id:
            return
        learnt = await self._people.learnt(person_id, live.info.game)
        if learnt is None or await self._store.has_finished(person_id, live.info.game):
            return
        live.coached[seat] = set(learnt)

    async def understood(self, live: LiveTable, seat: int, key: str) -> None:
        person_id = live.info.seats[seat].person_id
        if person_id is None or seat not in live.coached or key not in live.introduced.get(seat, ()):
            raise Refused("The coach did not say that.")
        await self._learn(live, seat, person_id, key)

    async def has_used(self, live: LiveTable, seat: int, key: str) -> None:
        """What was said has been done: it need not be said any longer."""
        person_id = live.info.seats[seat].person_id
        if person_id is not None and seat in live.coached:
            await self._learn(live, seat, person_id, key)

    async def _learn(self, live: LiveTable, seat: int, person_id: str, key: str) -> None:
        live.coached[seat].add(key)
        await self._people.learn(person_id, live.info.game, sorted(live.coached[seat]))
        await self._hub.refresh(live)

    async def silence(self, live: LiveTable, seat: int) -> None:
        """One press, and the coach says nothing more to this person in this game; another brings it back."""
        person_id = live.info.seats[seat].person_id
        if person_id is None:
            raise Refused("There is nobody to coach.")
        if live.coached.pop(seat, None) is None:
            live.coached[seat] = set()
            await self._people.learn(person_id, live.info.game, [])
        else:
            await self._people.learn(person_id, live.info.game, None)
        await self._hub.refresh(live)

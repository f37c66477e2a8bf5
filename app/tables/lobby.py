"""What people do around a game: take seats, get ready, start, lend, agree, play again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from sqlalchemy import delete, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncConnection

from app.games import GAMES
from app.kernel import Lesson, Line, Refused
from app.storage.schema import requests, tables
from app.tables.entries import Entry
from app.tables.facts import Agreed, Pilot, Request, SeatInfo, TableInfo, TableSettings
from app.tables.hub import Hub
from app.tables.live import LiveTable

MOST_YIELDS, LONGEST_YIELD = 64, 120
KEPT_OUT = 3650 * 24 * 3600 * 1000  # milliseconds: until the host lets them in
CARRY_THE_CHANNEL_ALONG = text("""
    INSERT INTO channels (table_id, guild_id, channel_id, webhook)
    SELECT :new, guild_id, channel_id, webhook FROM channels WHERE table_id = :old
""")
GRACE, GRACE_OF_TWO = 60.0, 900.0  # seconds that somebody may be gone before the others can go on without them


class Lobby:
    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._store = hub.store
        self.gate: Callable[[TableInfo, str], Awaitable[None]] | None = None  # who may sit, where a table is restricted

    async def create(
        self,
        game: str,
        seats: int,
        options: Mapping[str, Any],
        owner_id: str,
        settings: TableSettings = TableSettings(),
    ) -> TableInfo:
        return await self._store.create(game, seats, options, owner_id, settings)

    async def teach(self, game: str, lesson: Lesson, person_id: str) -> TableInfo:
        """A lesson table: the learner in the first seat, the others played as the lesson says."""
        settings = TableSettings(lesson=lesson.id, spectators="off")
        info = await self._store.create(game, lesson.seats, lesson.options, person_id, settings, seed=lesson.seed)
        for number in range(1, lesson.seats):
            await self.seat_bot(info.id, number)
        await self.begin(info.id)
        return info

    async def lesson_left(self, game: str, lesson: Lesson, person_id: str) -> TableInfo | None:
        """The table at which this person left that lesson before its end, if there is one."""
        for one in await self._store.shelf_of(person_id):
            info = one.info
            if info.game == game and info.settings.lesson == lesson.id and info.status == "playing":
                live = await self._hub.live(info.id)
                if lesson.place(live.learnt) is not None:
                    return info
        return None

    # Seats before the game ---------------------------------------------------------------------------------------

    async def sit(self, table_id: str, person_id: str, number: int | None = None) -> int:
        """Take a seat, the given or the first free one. Who sits already may change to a free seat before the game."""
        if self.gate is not None:
            await self.gate(await self._store.info(table_id), person_id)
        async with self._store.changing(table_id) as (connection, info):
            if info.keeps_out(person_id, self._hub.now_ms()):
                raise Refused("The host asked you to stand up. You can sit down here again when the host lets you in.")
            mine = next((seat.number for seat in info.seats if seat.person_id == person_id), None)
            free = [seat.number for seat in info.inside if not seat.taken]
            if mine is not None and (number is None or number == mine):
                return mine
            if mine is not None and info.status != "lobby":
                raise Refused("The game has started: seats stay as they are.")
            if number is not None:
                free = [seat for seat in free if seat == number]
            if mine is None:
                await self._store.check_welcome(connection, info, person_id)
            if not free:
                raise Refused("That seat is taken." if number is not None else "All seats are taken.")
            if mine is not None:
                await self._store.set_seat(connection, table_id, mine, person_id=None, ready=False)
            await self._store.set_seat(connection, table_id, free[0], person_id=person_id, ready=False)
        await self._hub.facts_changed(table_id)
        return free[0]

    async def stand(self, table_id: str, number: int, *, asked: bool = False) -> None:
        """Free a seat before the game: somebody leaves, or a bot goes. Who was asked to leave cannot sit down again
        until the host lets them in."""
        async with self._store.changing(table_id) as (connection, info):
            _only_before_start(info)
            person_id = _seat(info, number).person_id
            if asked and person_id is not None:
                await self._keep_out(connection, info, person_id)
            await self._store.set_seat(connection, table_id, number, person_id=None, bot=False, ready=False)
        await self._hub.facts_changed(table_id)

    async def _keep_out(
        self, connection: AsyncConnection, info: TableInfo, person_id: str, seat: int | None = None
    ) -> None:
        """Until they are let in again; with the seat that is theirs then, if they were taken out of the game."""
        kept_out = {**info.gathering.kept_out, person_id: self._hub.now_ms() + KEPT_OUT}
        taken_out = {**info.gathering.taken_out, **({} if seat is None else {person_id: seat})}
        gathering = msgspec.structs.replace(info.gathering, kept_out=kept_out, taken_out=taken_out)
        await self._store.set_gathering(connection, info.id, gathering)

    async def remove(self, table_id: str, number: int) -> None:
        """Take somebody out of a game that is being played: the bot plays their seat from now on, and they stay out."""
        async with self._store.changing(table_id) as (connection, info):
            person_id = _who_plays(info, number)
            name = info.name(number)
            await self._keep_out(connection, info, person_id, number)
            values: dict[str, Any] = {"person_id": None, "bot": True, "lent_to": None, "pilot": {}, "notes": ""}
            await self._store.set_seat(connection, table_id, number, **values)
            for seat in info.seats:
                if seat.lent_to == person_id:
                    await self._store.set_seat(connection, table_id, seat.number, lent_to=None)
            # Whoever is asked or asks is another table now: no vote waits for somebody who has gone.
            await connection.execute(delete(requests).where(requests.c.table_id == table_id))
        await self._hub.facts_changed(table_id)
        line = Line(f"{name} was taken out of the game. A bot plays from here on.")
        await self._hub.note(table_id, Entry(self._hub.now_ms(), lines=(line,)))

    async def ask_to_remove(self, table_id: str, number: int, asking: int) -> None:
        """A vote of the others to take somebody out of the game."""
        live = await self._hub.live(table_id)
        _seat(live.info, number)
        voters = tuple(s.number for s in live.info.inside if s.person_id is not None and s.number != number)
        if number == asking or len(voters) < 2:
            raise Refused("That takes the votes of two others at least.")
        await self._open_request(table_id, Request("remove", number, voters, (), live.moment))
        await self.agree(table_id, "remove", number, asking, True)

    async def let_in(self, table_id: str, person_id: str) -> None:
        """Whoever was asked to stand up may sit down again; who was taken out of the game has their seat again."""
        async with self._store.changing(table_id) as (connection, info):
            kept_out = {who: until for who, until in info.gathering.kept_out.items() if who != person_id}
            taken_out = {who: seat for who, seat in info.gathering.taken_out.items() if who != person_id}
            gathering = msgspec.structs.replace(info.gathering, kept_out=kept_out, taken_out=taken_out)
            await self._store.set_gathering(connection, table_id, gathering)
            number = info.gathering.taken_out.get(person_id)
            back = number is not None and info.status == "playing" and info.seats[number].person_id is None
            if number is not None and back:
                await self._store.set_seat(connection, table_id, number, person_id=person_id, bot=False)
        await self._hub.facts_changed(table_id)
        if back:
            line = Line(f"{{{number}}} was let in again and plays on.")
            await self._hub.note(table_id, Entry(self._hub.now_ms(), lines=(line,)))

    async def seat_bot(self, table_id: str, number: int) -> None:
        async with self._store.changing(table_id) as (connection, info):
            _only_before_start(info)
            if _seat(info, number).taken:
                raise Refused("That seat is taken.")
            await self._store.set_seat(connection, table_id, number, bot=True, ready=True)
        await self._hub.facts_changed(table_id)

    async def ready(self, table_id: str, number: int, ready: bool) -> None:
        await self._before_start(table_id, number, ready=ready)

    async def swap(self, table_id: str, one: int, other: int) -> None:
        """Two seats change places."""
        async with self._store.changing(table_id) as (connection, info):
            _only_before_start(info)
            a, b = _seat(info, one), _seat(info, other)
            for number, seat in ((one, b), (other, a)):
                values = {"person_id": seat.person_id, "bot": seat.bot, "ready": False}
                await self._store.set_seat(connection, table_id, number, **values)
        await self._hub.facts_changed(table_id)

    async def configure(
        self,
        table_id: str,
        options: Mapping[str, Any],
        settings: TableSettings,
        told: Sequence[str] = (),
        agreed: Agreed | None = None,
    ) -> None:
        """Change how the table is set up. The game's own options are fixed once it has started. Before that, what is
        another than was `agreed` is told, and guests who were ready are asked again."""
        async with self._store.changing(table_id) as (connection, info):
            if info.status == "lobby":
                GAMES[info.game].read_options(options, len(info.seats))
            elif dict(options) != info.options:
                raise Refused("The game has started: its options stay as they are.")
            values = {"options": dict(options), "settings": msgspec.to_builtins(settings)}
            await connection.execute(update(tables).where(tables.c.id == table_id).values(values))
            if info.status == "lobby" and tuple(told) != info.gathering.changed:
                gathering = msgspec.structs.replace(
                    info.gathering, changed=tuple(told), agreed=agreed if told else None
                )
                await self._store.set_gathering(connection, table_id, gathering)
                for seat in info.seats if told else ():
                    if seat.ready and seat.person_id is not None:
                        await self._store.set_seat(connection, table_id, seat.number, ready=False)
        await self._hub.facts_changed(table_id)

    async def begin(self, table_id: str, *, settle: bool = False) -> None:
        """Start the game. With `settle`, empty chairs are no hindrance: see `what_becomes_of_free_seats`."""
        if settle:
            async with self._store.changing(table_id) as (connection, info):
                _only_before_start(info)
                match what_becomes_of_free_seats(info):
                    case "go":
                        await self._store.remove_free_seats(connection, info)
                    case "bots":
                        for seat in info.seats:
                            if not seat.taken:
                                await self._store.set_seat(connection, table_id, seat.number, bot=True, ready=True)
        await self._store.begin(table_id, self._hub.now_ms())
        await self._hub.facts_changed(table_id)

    async def cancel(self, table_id: str, person_id: str) -> None:
        """Take away a table at which nobody else sits and nothing was played."""
        async with self._store.changing(table_id) as (connection, info):
            _only_before_start(info)
            if any(seat.person_id not in (None, person_id) for seat in info.seats):
                raise Refused("Somebody else sits there. Ask them to leave first, or let them play.")
            await connection.execute(delete(tables).where(tables.c.id == table_id))
        self._hub.forget(table_id)

    async def play_with_bots(self, game: str, options: Mapping[str, Any], owner_id: str) -> TableInfo:
        """A table for one person and bots, started at once."""
        rules = GAMES[game]
        allowed = rules.seats_for(msgspec.convert(dict(options), rules.options))
        count = min(max(rules.box.company, allowed.min), allowed.max)
        info = await self._store.create(game, count, options, owner_id)
        async with self._store.changing(info.id) as (connection, _):
            for seat in info.seats:
                if not seat.taken:
                    await self._store.set_seat(connection, info.id, seat.number, bot=True, ready=True)
        await self.begin(info.id)
        return info

    async def rematch(self, table_id: str, person_id: str | None = None) -> str:
        """A new table with the same people in the same seats; the code of it. Asked twice, it is the same table. Who
        asks is ready there, and the others see it."""
        code = await self._open_rematch(table_id)
        if person_id is not None:
            new_id = await self._store.find(code)
            async with self._store.changing(new_id) as (connection, new):
                mine = next((seat.number for seat in new.seats if seat.person_id == person_id), None)
                if mine is not None and new.status == "lobby":
                    await self._store.set_seat(connection, new_id, mine, ready=True)
            await self._hub.facts_changed(new_id)
            async with self._store.changing(table_id):
                pass  # nothing of its own changes: those who still look at the old table see who wants to play again
        await self._hub.facts_changed(table_id)
        return code

    async def _open_rematch(self, table_id: str) -> str:
        async with self._store.changing(table_id) as (connection, info):
            if info.rematch is not None:
                return info.rematch
            new = await self._store.create(info.game, len(info.inside), info.options, info.owner_id, info.settings)
            await connection.execute(update(tables).where(tables.c.id == table_id).values(rematch=new.code))
        async with self._store.changing(new.id) as (connection, _):
            await connection.execute(CARRY_THE_CHANNEL_ALONG, {"old": table_id, "new": new.id})
            for number, seat in enumerate(info.inside):
                values = {"person_id": seat.person_id, "bot": seat.bot, "ready": seat.bot}
                await self._store.set_seat(connection, new.id, number, **values)
        return new.code

    # Seats during the game ---------------------------------------------------------------------------------------

    async def hand_over(self, table_id: str, number: int, person_id: str) -> None:
        """Somebody takes a seat as it stands: a link from the owner to a player who lost theirs."""
        live = await self._hub.live(table_id)
        async with self._store.changing(table_id) as (connection, info):
            before = _seat(info, number).person_id
            if any(seat.person_id == person_id and seat.number != number for seat in info.seats):
                raise Refused("You sit at this table already.")
            hand = info.seats[number].bot or before not in (None, person_id)  # an empty seat waits for somebody
            if info.status == "playing" and hand and not live.game.together:
                raise Refused(
                    "In a game of rivals nobody takes the seat of another while it is played. Whoever has lost their way "
                    "in gets a link to their old self from the host of this house; or let the bot play."
                )
            await self._store.set_seat(connection, table_id, number, person_id=person_id, bot=False, lent_to=None)
        await self._hub.facts_changed(table_id)
        if info.status == "playing":
            line = Line(f"Seat {number + 1} was handed over by a link from the owner; {{{number}}} sits there now.")
            await self._hub.note(table_id, Entry(self._hub.now_ms(), lines=(line,)))

    async def lend(self, table_id: str, number: int, friend_id: str | None) -> None:
        """Let a friend play this seat, or take it back. Everybody is told."""
        live = await self._hub.live(table_id)
        async with self._store.changing(table_id) as (connection, info):
            seat = _seat(info, number)
            friend = next((s for s in info.seats if friend_id and s.person_id == friend_id), None)
            if friend_id is not None and (friend is None or friend.number == number):
                raise Refused("A seat can be lent to somebody else at this table.")
            if friend_id == seat.lent_to:
                return
            if friend is not None and self._are_rivals(live, number, friend.number):
                raise Refused("You are rivals here: nobody plays the hand of another. The bot can play for you.")
            await self._store.set_seat(connection, table_id, number, lent_to=friend_id)
        await self._hub.facts_changed(table_id)
        words = f"{{{number}}} plays again." if friend is None else f"{{{friend.number}}} plays for {{{number}}}."
        if info.status == "playing":
            await self._hub.note(table_id, Entry(self._hub.now_ms(), lines=(Line(words),)))

    @staticmethod
    def _are_rivals(live: LiveTable, one: int, other: int) -> bool:
        if live.session is None:
            return not live.game.together
        return live.game.are_rivals(live.session.state, one, other)

    async def show(self, table_id: str, number: int, shown: bool) -> None:
        """Whether spectators may look over this player's shoulder."""
        async with self._store.changing(table_id) as (connection, _):
            await self._store.set_seat(connection, table_id, number, shown=shown)
        await self._hub.facts_changed(table_id)

    async def pilot(self, table_id: str, number: int, pilot: Pilot) -> None:
        """Set autopilot and yields. Private: nothing about it is logged."""
        for kept in (pilot.topics, pilot.ignored, pilot.marked):
            if len(kept) > MOST_YIELDS or any(len(word) > LONGEST_YIELD for word in kept):
                raise Refused("That is more than can be kept in mind. Clear some of it first.")
        async with self._store.changing(table_id) as (connection, info):
            _seat(info, number)
            await self._store.set_seat(connection, table_id, number, pilot=msgspec.to_builtins(pilot))
        await self._hub.facts_changed(table_id)

    # Requests ----------------------------------------------------------------------------------------------------

    async def ask_to_undo(self, table_id: str, seat: int, key: str = "", meant: str = "") -> None:
        """Take back at once if nobody else is concerned; else ask those who are. `meant` is the choice that the page showed
        as the one to be taken back: nobody takes back another one by a press that came late."""
        live = await self._hub.live(table_id)
        if live.session is None:
            raise Refused("The game has not started yet.")
        if key and (seat, key) in live.keys:
            return
        needs = live.session.can_undo(seat).needs
        now = live.takeback(seat)
        if meant and now is not None and meant != now.choice:
            raise Refused("The game has gone on since you pressed: nothing was taken back. Look, and press again.")
        others = {s for s in needs | live.has_begun(seat) if not live.info.seats[s].bot}
        if not others:
            await self._hub.undo(table_id, seat, sorted(needs), key)
            return
        await self._open_request(table_id, Request("undo", seat, tuple(sorted(others)), (), live.moment))

    async def ask_to_go_on_without(self, table_id: str, absent: int, asking: int) -> None:
        live = await self._hub.live(table_id)
        if absent == asking:
            raise Refused("You are here.")
        if absent in live.attended:
            raise Refused("That player is here.")
        voters = tuple(s.number for s in live.info.inside if s.person_id is not None and s.number != absent)
        self._give_them_time(live, absent, alone=len(voters) < 2)
        await self._open_request(table_id, Request("without", absent, voters, (), live.moment))
        await self.agree(table_id, "without", absent, asking, True)

    def _give_them_time(self, live: LiveTable, absent: int, *, alone: bool) -> None:
        """A lost connection comes back; and one player alone cannot decide that the other is gone: a clock does."""
        gone = self._hub.now_ms() / 1000 - live.gone.get(absent, live.loaded_at)
        clock = 60.0 * live.info.settings.clock_minutes
        needed = (clock or GRACE_OF_TWO) if alone else GRACE
        if gone < needed:
            minutes = max(1, round((needed - gone) / 60))
            raise Refused(
                f"They may be back in a moment. If not, go on without them in {minutes} "
                f"minute{'s' if minutes != 1 else ''}."
            )

    async def _open_request(self, table_id: str, request: Request) -> None:
        async with self._store.changing(table_id) as (connection, info):
            if request.kind == "remove":
                _who_plays(info, request.seat)  # another vote may have been quicker
            values = msgspec.to_builtins(request) | {"table_id": table_id}
            open_now = next((r for r in info.requests if (r.kind, r.seat) == (request.kind, request.seat)), None)
            if open_now is not None and open_now.goes_on_as(request):
                return  # who asks for the same at the same time adds to the votes that are there
            again = insert(requests).values(values)
            keys = [requests.c.table_id, requests.c.kind, requests.c.seat]
            fresh = {"needs": values["needs"], "agreed": [], "moment": request.moment}
            await connection.execute(again.on_conflict_do_update(index_elements=keys, set_=fresh))
        await self._hub.facts_changed(table_id)

    async def agree(self, table_id: str, kind: str, seat: int, voter: int, yes: bool) -> None:
        """Answer a request of another; the last consent carries it out, a refusal to a takeback ends it."""
        async with self._store.changing(table_id) as (connection, info):
            request = next((r for r in info.requests if r.kind == kind and r.seat == seat), None)
            if request is None or voter not in request.needs:
                raise Refused("Nobody is asking you that now.")
            agreed = sorted({*request.agreed, voter} if yes else set(request.agreed) - {voter})
            request = msgspec.structs.replace(request, agreed=tuple(agreed))
            done = request.granted or (kind == "undo" and not yes)
            place = (requests.c.table_id == table_id) & (requests.c.kind == kind) & (requests.c.seat == seat)
            if done:
                await connection.execute(delete(requests).where(place))
            else:
                await connection.execute(update(requests).where(place).values(agreed=agreed))
            if request.granted and kind == "without":
                await self._fly(connection, info, seat)
        await self._hub.facts_changed(table_id)
        if request.granted and kind == "undo":
            live = await self._hub.live(table_id)
            if live.moment != request.moment:
                raise Refused("The game has gone on since that was asked: nothing is taken back.")
            bots = (s.number for s in info.seats if s.bot)
            await self._hub.undo(table_id, seat, sorted({*request.agreed, *bots}))
        elif request.granted:
            if kind == "remove":
                await self.remove(table_id, seat)
                return
            line = Line(f"The table goes on without {{{seat}}}; the bot plays until they are back.")
            await self._hub.note(table_id, Entry(self._hub.now_ms(), lines=(line,)))

    async def _fly(self, connection: AsyncConnection, info: TableInfo, seat: int) -> None:
        pilot = msgspec.structs.replace(info.seats[seat].pilot, auto="bot", without=True)
        await self._store.set_seat(connection, info.id, seat, pilot=msgspec.to_builtins(pilot))

    async def back(self, table_id: str, seat: int) -> None:
        """Somebody connected: what the others decided for their absence ends."""
        info = (await self._hub.live(table_id)).info
        if info.seats[seat].pilot.without:
            await self.pilot(table_id, seat, Pilot())

    async def _before_start(self, table_id: str, number: int, **values: Any) -> None:
        async with self._store.changing(table_id) as (connection, info):
            _only_before_start(info)
            _seat(info, number)
            await self._store.set_seat(connection, table_id, number, **values)
        await self._hub.facts_changed(table_id)


def what_becomes_of_free_seats(info: TableInfo) -> Literal["", "go", "bots"]:
    """They are taken away if the game is for as many as have a seat, else bots sit there."""
    taken = sum(seat.taken for seat in info.seats)
    if taken == len(info.seats):
        return ""
    if info.branch_of is not None:  # the game that goes on was for so many
        return "bots"
    try:
        GAMES[info.game].read_options(info.options, taken)
    except Refused:
        return "bots"
    return "go"


def _only_before_start(info: TableInfo) -> None:
    if info.status != "lobby":
        raise Refused("The game has started: seats stay as they are.")


def _seat(info: TableInfo, number: int) -> SeatInfo:
    if not 0 <= number < len(info.seats):
        raise Refused("There is no such seat.")
    return info.seats[number]


def _who_plays(info: TableInfo, number: int) -> str:
    """The person in a seat of a game in play, who could be taken out of it."""
    person_id = _seat(info, number).person_id
    if info.status != "playing" or person_id is None:
        raise Refused("Nobody sits there who could be taken out of the game.")
    return person_id

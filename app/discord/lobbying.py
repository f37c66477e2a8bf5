"""A lobby by Discord alone: take a seat, be ready, set the table up, seat a bot, start, cancel, play again."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

import msgspec

from app.discord.bodies import BLUE, GREY, LAUNCH, RED, UPDATE, Body, button, instead, menu, pick, row, whispered
from app.discord.card import card
from app.discord.directory import Directory
from app.discord.door import Door
from app.discord.posts import Posts
from app.discord.standing import Reader
from app.discord.story import Teller
from app.discord.words import escape, in_words, listed
from app.kernel import Refused
from app.people.identity import Person
from app.tables.codes import tidy_code
from app.tables.facts import Agreed, TableInfo, TableSettings
from app.tables.hub import Hub
from app.tables.lobby import Lobby, what_becomes_of_free_seats

MOST_MENUS = 3  # beside the one of seats and the row of buttons: Discord takes five


class Question(msgspec.Struct, frozen=True):
    """An option of a table, with what can be chosen: value, title, what it means."""

    name: str
    title: str
    choices: tuple[tuple[str, str, str], ...]
    chosen: str


class Change(msgspec.Struct, frozen=True):
    options: dict[str, Any]
    settings: TableSettings
    told: tuple[str, ...]
    agreed: Agreed


class Options(Protocol):
    """The options of a table in the words of the pages."""

    def questions(self, info: TableInfo) -> list[Question]: ...

    def change(self, info: TableInfo, name: str, value: str) -> Change: ...


class Press(msgspec.Struct, frozen=True):
    """A button or a menu of ours that somebody has used."""

    info: TableInfo
    person: Person
    message_id: str = ""
    values: tuple[str, ...] = ()

    @property
    def owns(self) -> bool:
        return self.info.owner_id == self.person.id

    @property
    def seat(self) -> int:
        mine = self.info.seat_of(self.person.id)
        if mine is None:
            raise Refused("You do not sit at this table. Take a seat first.")
        return mine


class Lobbying:
    def __init__(
        self,
        hub: Hub,
        lobby: Lobby,
        directory: Directory,
        door: Door,
        reader: Reader,
        posts: Posts,
        teller: Teller,
        options: Options,
    ) -> None:
        self._hub, self._lobby, self._directory, self._door = hub, lobby, directory, door
        self._reader, self._posts, self._teller, self._options = reader, posts, teller, options
        self._acts: dict[str, Callable[[Press], Awaitable[Body]]] = {
            "join": self._join,
            "leave": self._leave,
            "ready": self._ready,
            "start": self._start,
            "start!": self._start_now,
            "open": self._open,
            "play": self._play,
            "watch": self._open,
            "launch": self._launch,
            "setup": self._setup,
            "seat": self._change_seat,
            "bot": self._seat_bot,
            "nobot": self._remove_bot,
            "cancel": self._cancel,
            "cancel!": self._cancel_now,
            "rematch": self._rematch,
            "story": self._story,
        }

    async def find(self, code: str) -> TableInfo:
        return await self._hub.store.info(await self._hub.store.find(tidy_code(code)))

    async def press(self, code: str, act: str, person: Person, interaction: Body) -> Body:
        data = interaction["data"]
        message_id = str((interaction.get("message") or {}).get("id") or "")
        press = Press(await self.find(code), person, message_id, tuple(map(str, data.get("values") or ())))
        if act.startswith("opt."):
            return await self._choose(press, act.removeprefix("opt."))
        doing = self._acts.get(act)
        if doing is None:
            raise Refused("This button is out of use.")
        return await doing(press)

    async def _card(self, press: Press) -> Body:
        """The card whose button was pressed, as it is now. What stands there is made sure of once more afterwards: the
        answer may have been lost."""
        await self._posts.doubt(press.info.id, press.message_id, self._hub.clock())
        return {"type": UPDATE, "data": card(await self._reader.standing(press.info.id))}

    # On the card -------------------------------------------------------------------------------------------------

    async def _join(self, press: Press) -> Body:
        if press.info.status != "lobby" and press.info.seat_of(press.person.id) is None:
            raise Refused("The game has started. You can watch it, if the table allows that.")
        await self._lobby.sit(press.info.id, press.person.id)
        return await self._card(press)

    async def _leave(self, press: Press) -> Body:
        await self._lobby.stand(press.info.id, press.seat)
        return await self._card(press)

    async def _ready(self, press: Press) -> Body:
        """For the others it means: start without asking me. For whoever hosts it means the same to Start."""
        if press.owns:
            raise Refused("You are the host: whenever you start, you are ready.")
        seat = press.seat
        await self._lobby.ready(press.info.id, seat, not press.info.seats[seat].ready)
        return await self._card(press)

    async def _start(self, press: Press) -> Body:
        """At once where everybody sits and is ready; else the host is asked, with what would become of it."""
        self._only_host(press)
        info = press.info
        late = [
            info.name(s.number) for s in info.inside if s.person_id and not s.ready and s.person_id != info.owner_id
        ]
        free = sum(not seat.taken for seat in info.inside)
        if not late and not free:
            return await self._begin(press)
        words = []
        if late:
            words.append(f"{escape(listed(late))} {'is' if len(late) == 1 else 'are'} not ready yet.")
        if free:
            chairs = f"{in_words(free).capitalize()} chair{' is' if free == 1 else 's are'} free:"
            bots = what_becomes_of_free_seats(info) == "bots"
            one = "a bot takes it" if bots else "it is taken away"
            words.append(f"{chairs} {one if free == 1 else 'bots take them' if bots else 'they are taken away'}.")
        start = button(BLUE, "Start all the same", f"lobby:{info.code}:start!")
        return whispered(" ".join(words), row(start))

    async def _begin(self, press: Press) -> Body:
        await self._lobby.begin(press.info.id, settle=True)
        return await self._card(press)

    async def _start_now(self, press: Press) -> Body:
        """The card follows by itself: this button was on a whisper."""
        self._only_host(press)
        await self._lobby.begin(press.info.id, settle=True)
        return instead("The game has begun.", await self._door.to(press.person, press.info.code))

    async def _open(self, press: Press) -> Body:
        seat = press.info.seat_of(press.person.id)
        where = f"Seat {seat + 1} is yours." if seat is not None else "You are on your way to watch."
        if seat is None and press.info.status == "lobby":
            where = "You can take a seat there."
        words = f"{where} This link signs you in; it is for you alone, works once, and for an hour."
        return whispered(words, await self._door.to(press.person, press.info.code))

    async def _play(self, press: Press) -> Body:
        """The same door, with what is waited for. Whoever does not play here is led to where they can watch."""
        seats = press.info.seats_of(press.person.id)
        if not seats or press.info.status != "playing":
            return await self._open(press)
        standing = await self._reader.standing(press.info.id)
        mine = not set(seats).isdisjoint(standing.waited)
        others = listed([standing.chairs[other].name for other in standing.waited])
        turn = "It is your turn." if mine else f"Waiting for {escape(others)}." if others else ""
        words = f"{turn} This link takes you to your seat; it is for you alone, works once, and for an hour."
        return whispered(words.strip(), await self._door.to(press.person, press.info.code, "Play"))

    async def _launch(self, press: Press) -> Body:
        await self._directory.heads_for(press.person.id, press.info.code)
        return {"type": LAUNCH}

    async def _story(self, press: Press) -> Body:
        return whispered(await self._teller.tell(press.info, press.person))

    async def _rematch(self, press: Press) -> Body:
        info = press.info
        if info.status != "finished":
            raise Refused("This game is not over yet.")
        _ = press.seat
        code = await self._lobby.rematch(info.id, press.person.id)
        if info.rematch is None:
            return await self._card(press)
        words = f"You are ready for the rematch, `{code}`. Its card is in this channel."
        return whispered(words, await self._door.to(press.person, code))

    # Behind it: what is for one person -----------------------------------------------------------------------------

    @staticmethod
    def _only_host(press: Press) -> None:
        if not press.owns:
            raise Refused("Only the host of the table can do that.")

    async def _setup(self, press: Press) -> Body:
        if not press.owns and press.info.seat_of(press.person.id) is None:
            raise Refused("Take a seat first; then you can choose another one here.")
        words, rows = self._panel(press)
        return whispered(words, *rows)

    async def _again(self, press: Press) -> Body:
        """The panel once more, with what has become of the table."""
        words, rows = self._panel(msgspec.structs.replace(press, info=await self.find(press.info.code)))
        return instead(words, *rows)

    def _panel(self, press: Press) -> tuple[str, list[Body]]:
        info = press.info
        if info.status != "lobby":
            return "The game has begun: everything stays as it is.", []

        def name(act: str) -> str:
            return f"lobby:{info.code}:{act}"

        rows = []
        free = [seat for seat in info.inside if not seat.taken]
        mine = info.seat_of(press.person.id)
        if mine is not None and free:
            chairs = [pick(f"Seat {mine + 1}, yours", str(mine), chosen=True)]
            chairs += [pick(f"Seat {seat.number + 1}, free", str(seat.number)) for seat in free]
            rows.append(menu(name("seat"), "Where to sit", chairs))
        if press.owns:
            for question in self._options.questions(info)[:MOST_MENUS]:
                picks = [pick(t, v, about, chosen=v == question.chosen) for v, t, about in question.choices]
                rows.append(menu(name(f"opt.{question.name}"), question.title, picks))
            rows.append(row(*self._host_buttons(info, name)))
        words = "What you change holds at once. People who were ready are asked again."
        return (words if press.owns else "Choose another chair, if you like."), rows

    @staticmethod
    def _host_buttons(info: TableInfo, name: Callable[[str], str]) -> list[Body]:
        buttons = []
        if any(not seat.taken for seat in info.inside):
            buttons.append(button(GREY, "Seat a bot", name("bot")))
        if any(seat.bot for seat in info.inside):
            buttons.append(button(GREY, "Send a bot away", name("nobot")))
        return [*buttons, button(RED, "Cancel the table", name("cancel"))]

    async def _change_seat(self, press: Press) -> Body:
        wanted = press.values[0] if press.values else ""
        if not wanted.isdecimal() or len(wanted) > 2:
            raise Refused("There is no such seat.")
        _ = press.seat
        await self._lobby.sit(press.info.id, press.person.id, int(wanted))
        return await self._again(press)

    async def _choose(self, press: Press, name: str) -> Body:
        self._only_host(press)
        change = self._options.change(press.info, name, press.values[0] if press.values else "")
        await self._lobby.configure(press.info.id, change.options, change.settings, change.told, change.agreed)
        return await self._again(press)

    async def _seat_bot(self, press: Press) -> Body:
        self._only_host(press)
        free = next((seat.number for seat in press.info.inside if not seat.taken), None)
        if free is None:
            raise Refused("All seats are taken.")
        await self._lobby.seat_bot(press.info.id, free)
        return await self._again(press)

    async def _remove_bot(self, press: Press) -> Body:
        self._only_host(press)
        bots = [seat.number for seat in press.info.inside if seat.bot]
        if not bots:
            raise Refused("No bot sits here.")
        await self._lobby.stand(press.info.id, bots[-1])
        return await self._again(press)

    async def _cancel(self, press: Press) -> Body:
        self._only_host(press)
        sure = button(RED, "Cancel it", f"lobby:{press.info.code}:cancel!")
        return instead(f"Cancel `{press.info.code}`? Its card goes, too.", row(sure))

    async def _cancel_now(self, press: Press) -> Body:
        self._only_host(press)
        await self._lobby.cancel(press.info.id, press.person.id)
        return instead("The table is cancelled, and its card is taken away.")

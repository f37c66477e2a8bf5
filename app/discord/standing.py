"""How a table stands, read for Discord: what everybody may know, and who is to be told what."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

import msgspec

from app.discord.card import Chair, Result, Standing
from app.discord.directory import Account, Directory, Place
from app.discord.pings import Hearer, Ping, players, wanted_pings
from app.discord.words import cut, escape, named
from app.games import GAMES
from app.kernel import Line
from app.notices.centre import Centre
from app.people.identity import People
from app.tables.facts import EMBLEMS, TableInfo
from app.tables.hub import Hub
from app.tables.live import LiveTable

LONGEST_LINE = 300
NEAR = 8  # lines in which a moment is still what happened just now
ART = Path(__file__).resolve().parents[2] / "static" / "discord"


class TableWords(Protocol):
    """What the house says of a table wherever it stands: see the pages of the website."""

    def sentence(self, info: TableInfo) -> str: ...


class Seen(msgspec.Struct, frozen=True):
    """A table as it was looked at."""

    info: TableInfo
    place: Place | None
    standing: Standing
    pings: tuple[Ping, ...]
    turns: frozenset[int]  # that are going on
    seq: int
    doing: str = ""


class Reader:
    def __init__(
        self,
        hub: Hub,
        directory: Directory,
        people: People,
        centre: Centre,
        address: Callable[[str], str],
        words: TableWords,
        inside: bool,
    ) -> None:
        self._hub, self._directory, self._people, self._centre = hub, directory, people, centre
        self._address, self._words, self._inside = address, words, inside

    async def read(self, table_id: str, now: float) -> Seen:
        live = await self._hub.live(table_id)
        hearers = await self._hearers(live.info)
        place = await self._directory.place(table_id)
        everybody = {who for seat in live.info.seats for who in (seat.person_id, seat.lent_to) if who}
        known = await self._directory.known(sorted(everybody))
        async with live.lock:  # while a commit is under way memory is ahead of what may be shown
            info = live.info
            deciding = sorted(live.must_decide) if info.status == "playing" else []
            pings = wanted_pings(info, live.asked, deciding, hearers, live.attended, live.gone, now)
            standing = self._standing(live, known)
            turns = frozenset(since.moment for since in live.asked.values())
            seq, doing = live.seq, live.session.waiting.text if live.session is not None else ""
        return Seen(info, place, standing, tuple(pings), turns, seq, doing)

    @staticmethod
    def _shows(address: str, game: str) -> bool:
        """Discord fetches pictures itself, from public addresses, and knows no drawings in SVG."""
        return address.startswith("https://") and (ART / f"{game}.jpg").exists()

    async def standing(self, table_id: str) -> Standing:
        """For a card that is answered with at once."""
        return (await self.read(table_id, self._hub.now_ms() / 1000)).standing

    async def _hearers(self, info: TableInfo) -> dict[str, Hearer]:
        seats = players(info)
        users = await self._directory.users(list(seats.values()))
        found = {}
        for seat, person_id in seats.items():
            person = await self._people.get(person_id)
            if person is None:
                continue
            wishes = await self._centre.wishes(info.id, seat)
            wants = wishes.discord and person.preferences.notices != "off"
            found[person_id] = Hearer(
                person_id, person.name, users.get(person_id, ""), person.preferences, wants and info.status == "playing"
            )
        return found

    def _standing(self, live: LiveTable, known: dict[str, Account]) -> Standing:
        info, game = live.info, GAMES[live.info.game]
        address = self._address(f"/t/{info.code}")
        names = [escape(name) for name in live.names]
        chairs = [
            Chair(
                live.names[seat.number] if seat.taken else "",
                known[seat.person_id].user if seat.person_id in known else "",
                seat.emblem if seat.person_id else seat.number % len(EMBLEMS),
                seat.bot,
                seat.ready,
                seat.person_id is not None and seat.person_id == info.owner_id,
                seat.lent_name,
                _face(known.get(seat.lent_to or seat.person_id or "")),
            )
            for seat in info.seats
        ]
        made = Standing(
            info.code,
            game.title,
            info.status,
            address,
            tuple(chairs),
            promise=game.box.promise,
            length=game.box.long or game.box.time,
            sentence=escape(self._words.sentence(info)),
            changed=tuple(map(escape, info.gathering.changed)) if info.status == "lobby" else (),
            art=self._address(f"/static/discord/{game.id}.jpg") if self._shows(address, game.id) else "",
            watchable=info.settings.spectators != "off",
            inside=self._inside,
        )
        session = live.session
        if session is None:
            return made
        if info.status == "finished":
            return msgspec.structs.replace(made, result=_result(live, names))
        waiting = session.waiting
        inside = [seat for seat in waiting.seats if not info.seats[seat].outside]
        since = [live.asked[seat].at for seat in inside if seat in live.asked]
        told = [one.line for one in live.lines_for(None) if one.line.text]
        return msgspec.structs.replace(
            made,
            progress=named(game.where(session.state, None), names),
            waited=tuple(inside),
            doing=escape(waiting.text or "decides"),
            since=min(since, default=0) // 1000,
            just_now=cut(named(_newest(told), names), LONGEST_LINE) if told else "",
        )


def _face(account: Account | None) -> str:
    return account.face if account is not None else ""


def _newest(told: list[Line]) -> str:
    """What happened last: rather a moment than its bookkeeping."""
    moment = next((line.moment.title for line in reversed(told[-NEAR:]) if line.moment is not None), "")
    return moment or told[-1].text


def _result(live: LiveTable, names: list[str]) -> Result:
    ending, info = live.ending, live.info
    if ending is None:
        return Result("it is over", rematch=info.rematch or "")
    plain = list(live.names)
    decided = named(ending.decided.title, names) if ending.decided is not None else ""
    decided = f"{decided}." if decided and not decided.endswith((".", "!", "?", "…")) else decided
    return Result(
        named(ending.verdict, plain).rstrip("."),
        named(ending.why, names),
        named(ending.kicker, plain),
        decided,
        tuple((plain[score.seat], score.total) for score in ending.scores if score.seat < len(plain)),
        info.rematch or "",
        tuple(score.seat for score in ending.scores if score.won),
    )

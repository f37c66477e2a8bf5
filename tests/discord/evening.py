"""An evening of three people on the fake Discord, with everything that can go wrong.

Every second it is checked what stands in the channel. `python -m tests.discord.evening` plays it on a database of its own
and prints what the channel saw.
"""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.games import GAMES
from app.storage.database import connect, migrate
from app.storage.embedded import EmbeddedPostgres
from app.tables.asking import Asked
from tests.discord.fake import CHANNEL, EVERYTHING, FakeDiscord
from tests.discord.world import ADA, BEGIN, BEN, CLEO, Clock, World, title

PEOPLE = {ADA: "Ada", BEN: "Ben", CLEO: "Cleo"}
GAME = "vantage"
TRUE_AFTER = 10.0  # seconds after which nothing false may stand
MOST_MOVES = 3000


class Evening:
    def __init__(self, engine: AsyncEngine, url: str, say: Callable[[str], None] = lambda words: None) -> None:
        self._engine, self._url, self._say = engine, url, say
        self.clock, self.world = Clock(), World.__new__(World)
        self.fake = FakeDiscord(self.clock.now)
        self.tables: list[str] = []
        self.tied = False  # Discord is down, or we may not speak: what stands there cannot be changed by anybody
        self.free_since = self.clock.now  # from when it can
        self.longest = 0.0  # seconds for which something stood there that was not true
        self.pinged: dict[tuple[str, str, int], set[str]] = {}  # table, person, turn -> the messages that said so
        self.true_since: dict[str, float] = {}
        self.checks = 0
        self._told = 0

    # The house -----------------------------------------------------------------------------------------------------------

    async def start_server(self) -> None:
        self.world = World(self._engine, self._url, fake=self.fake, clock=self.clock)
        await self.world.start()

    async def stop_server(self) -> None:
        await self.world.stop()

    async def wait(self, seconds: float) -> None:
        """Second by second; after each it is checked what stands there."""
        for _ in range(int(seconds)):
            await self.world.wait(1)
            await self._check()
            self._print()

    def scene(self, words: str) -> None:
        self._print()
        self._say(f"\n{self._time(self.clock.now)}  — {words}")

    # What must be so at any time -------------------------------------------------------------------------------------

    async def _check(self) -> None:
        """Never two cards of a table, not even for a moment that somebody sees. What is not true may stand for a few
        seconds; while nothing can be changed they are not counted, and from the moment when it can they are."""
        self.checks += 1
        problems = await self._problems()
        for problem in problems:
            self.true_since.setdefault(problem, self.clock.now)
        for gone in self.true_since.keys() - set(problems):
            del self.true_since[gone]
        assert self.fake.objections == []
        if self.tied:
            assert not [words for words in problems if words.startswith("there are")], problems
            return
        for problem, since in self.true_since.items():
            lasted = self.clock.now - max(since, self.free_since)
            self.longest = max(self.longest, lasted)
            assert lasted < TRUE_AFTER, f"{problem}, for {lasted:.0f} seconds"

    def tie(self) -> None:
        self.tied = True

    def untie(self) -> None:
        """From now on it can be set right, and the seconds are counted."""
        self.tied, self.free_since = False, self.clock.now

    async def _problems(self) -> list[str]:
        found = []
        for table_id in self.tables:
            live = await self.world.hub.live(table_id)
            code = live.info.code
            mine = [m for m in self.world.cards() if code in str(m["embeds"][0]["footer"])]
            assert len(mine) < 2, f"{len(mine)} cards of {code}"
            if not mine:
                found.append(f"there are no cards of {code}")
            elif not self._says(mine[0], live):
                found.append(f"the card of {code} says {title(mine[0])!r}")
            found += await self._false_pings(table_id, live)
        return found

    @staticmethod
    def _says(card: dict[str, Any], live: Any) -> bool:
        """Whether the card says what is true, by the words that matter."""
        info = live.info
        if info.status == "lobby":
            free = sum(not seat.taken for seat in info.seats)
            return ("free" in title(card)) == bool(free) and str(card).count("ready ✓") == sum(
                seat.ready and not seat.bot and seat.person_id != info.owner_id for seat in info.seats
            )
        if info.status == "finished":
            return "at it" not in title(card) and ("gather at" in str(card)) == (info.rematch is not None)
        waiting = live.session.waiting
        names = [info.name(seat) for seat in waiting.seats]
        everybody = len(names) == len(info.seats) > 2
        return "everybody is" in title(card) if everybody else all(name in title(card) for name in names)

    async def _false_pings(self, table_id: str, live: Any) -> list[str]:
        """Pings whose player need not decide (any more)."""
        found = []
        for post in await self.world.posts(table_id):
            if post.kind != "ping" or post.message_id is None:
                continue
            said = self.pinged.setdefault((table_id, post.person_id, post.turn), set())
            said.add(post.message_id)
            assert len(said) == 1, "one ping for each turn and person"
            seats = [seat.number for seat in live.info.seats if seat.person_id == post.person_id]
            deciding = [seat for seat in seats if seat in live.must_decide]
            turns = [live.asked.get(seat, Asked(-1, 0)).moment for seat in deciding]
            if post.turn not in turns:
                found.append(f"a ping to {post.person_id} about turn {post.turn} of {live.info.code}")
        standing = [
            m for m in self.fake.sent() if "your turn" in (m.get("content") or "") and live.info.code in m["content"]
        ]
        known = {post.message_id for post in await self.world.posts(table_id)}
        found += [f"a ping that nobody knows of: {m['id']}" for m in standing if m["id"] not in known]
        return found

    # What the channel saw --------------------------------------------------------------------------------------------

    @staticmethod
    def _time(now: float) -> str:
        minutes, seconds = divmod(int(now - BEGIN), 60)
        return f"{20 + minutes // 60:02}:{minutes % 60:02}:{seconds:02}"

    def _print(self) -> None:
        for at, what, message in self.fake.diary[self._told :]:
            if message["channel_id"].startswith("whispers-"):
                continue
            who = "" if what.startswith("somebody") else "Parallax "
            self._say(f"{self._time(at)}  {who}{what} {_shown(message)}")
        self._told = len(self.fake.diary)

    # What people do --------------------------------------------------------------------------------------------------

    async def decide(self, table_id: str, seat: int) -> None:
        """A player comes to the table, decides as long as it is their turn, and leaves again."""
        live = await self.world.hub.live(table_id)
        assert live.session is not None
        while not live.session.outcome and seat in live.must_decide:
            await self.world.hub.act(table_id, GAMES[live.info.game].bot(live.session, seat))
            if live.session.sealing:
                break

    async def everybody(self, table_id: str, *, until_seat: int | None = None, most: int = MOST_MOVES) -> None:
        """All are at the table and play on."""
        live = await self.world.hub.live(table_id)
        assert live.session is not None
        for _ in range(most):
            if live.session.outcome is not None or (until_seat is not None and live.must_decide == {until_seat}):
                return
            await self.world.hub.act(table_id, GAMES[live.info.game].bot(live.session, live.session.next_seat))

    async def play(self) -> None:
        await self.start_server()
        self.scene("Ada opens a table")
        world = self.world
        answer = await world.command("play", ADA, game="Vantage", seats=3)
        code = answer["content"].split("`")[1]
        table_id = await world.hub.store.find(code)
        async with self._engine.begin() as connection:  # so that the evening is the same every time
            await connection.execute(text("UPDATE tables SET seed = 'an evening' WHERE id = :id"), {"id": table_id})
        self.tables.append(table_id)
        await self.wait(5)
        await self._gather(code)
        await self._sealed_choice(table_id)
        await self._restart(table_id)
        await self._outage(table_id)
        await self._deleted_card(table_id)
        await self._left_channel(table_id)
        await self._end(code, table_id)
        await self.stop_server()

    async def _gather(self, code: str) -> None:
        self.scene("Ben and Cleo sit down; Ben is ready")
        for user in (BEN, CLEO):
            await self.world.press(f"lobby:{code}:join", user)
            await self.wait(2)
        await self.world.press(f"lobby:{code}:ready", BEN)
        await self.wait(4)
        self.scene("Ada wants to start; Cleo is not ready")
        asked = await self.world.press(f"lobby:{code}:start", ADA)
        self._say(f"          (to Ada alone) {asked['data']['content']}")
        await self.world.press(f"lobby:{code}:ready", CLEO)
        await self.wait(4)
        self.scene("Ada starts")
        await self.world.press(f"lobby:{code}:start", ADA)
        await self.wait(5)

    async def _sealed_choice(self, table_id: str) -> None:
        live = await self.world.hub.live(table_id)
        assert live.session is not None
        assert live.session.waiting.sealed
        assert live.must_decide == {0, 1, 2}
        self.scene("everybody chooses in secret: Ada at once, the others are away")
        await self.decide(table_id, 0)
        await self.wait(70)
        assert self._pings() == {BEN, CLEO}
        self.scene("Ben chooses: only Cleo is left")
        await self.decide(table_id, 1)
        await self.wait(10)
        assert self._pings() == {CLEO}
        assert any("Everybody else has decided" in words for words in self.world.pings())
        self.scene("Cleo chooses")
        await self.decide(table_id, 2)
        await self.wait(10)

    def _pings(self) -> set[str]:
        return {user for user in PEOPLE for words in self.world.pings() if f"<@{user}>" in words}

    async def _waited(self, table_id: str) -> int:
        """Everybody plays until one alone is waited for; the seat."""
        live = await self.world.hub.live(table_id)
        assert live.session is not None
        for _ in range(MOST_MOVES):
            if len(live.must_decide) == 1:
                return next(iter(live.must_decide))
            await self.world.hub.act(table_id, GAMES[GAME].bot(live.session, live.session.next_seat))
        raise AssertionError("nobody is waited for alone")

    async def _next_turn(self, table_id: str) -> int:
        """Whoever is waited for plays, until it is another's turn."""
        live = await self.world.hub.live(table_id)
        assert live.session is not None
        before = await self._waited(table_id)
        for _ in range(MOST_MOVES):
            if live.must_decide and before not in live.must_decide:
                return await self._waited(table_id)
            await self.world.hub.act(table_id, GAMES[GAME].bot(live.session, live.session.next_seat))
        raise AssertionError("nobody else is ever asked")

    async def _restart(self, table_id: str) -> None:
        seat = await self._waited(table_id)
        self.scene(f"seat {seat + 1} is waited for; after the ping the server is started anew")
        await self.wait(70)
        assert len(self.world.pings()) == 1
        await self.stop_server()
        await self.start_server()
        await self.wait(30)
        assert len(self.world.pings()) == 1

    async def _outage(self, table_id: str) -> None:
        self.scene("Discord is down for two minutes (503); people play on")
        self.fake.down = True
        self.tie()
        seat = await self._next_turn(table_id)
        await self.wait(60)
        seat = await self._next_turn(table_id)
        await self.wait(60)
        self.scene("Discord is back")
        self.fake.down = False
        self.untie()
        await self.wait(70)
        assert len(self.world.pings()) == 1
        assert self._pings() == {list(PEOPLE)[seat]}

    async def _deleted_card(self, table_id: str) -> None:
        self.scene("a moderator deletes the card")
        card = self.world.card()["id"]
        self.fake.delete(card)
        await self.wait(10)  # nobody tells us: it is looked after
        assert self.world.card()["id"] != card

    async def _left_channel(self, table_id: str) -> None:
        self.scene("the bot is sent out of the channel")
        self.tie()
        self.fake.channels[CHANNEL] = 0
        seat = await self._next_turn(table_id)
        await self.wait(70)
        user = list(PEOPLE)[seat]
        assert len(self.fake.direct(user)) == 1, "told by message instead"
        self.scene("and let in again; Ben asks how it stands")
        self.fake.channels[CHANNEL] = EVERYTHING
        self.untie()
        await self.world.command("status", BEN)
        await self.wait(10)
        await self._next_turn(table_id)
        await self.wait(10)
        assert self.fake.direct(user) == []

    async def _end(self, code: str, table_id: str) -> None:
        self.scene("they all sit down and play it to the end, while others talk in the channel")
        self.fake.chatter(12)
        await self.everybody(table_id)
        await self.wait(10)
        assert (await self.world.hub.store.info(table_id)).status == "finished"
        self.scene("Cleo wants a rematch, then Ben")
        await self.world.press(f"lobby:{code}:rematch", CLEO)
        rematch = (await self.world.hub.store.info(table_id)).rematch
        assert rematch is not None
        self.tables.append(await self.world.hub.store.find(rematch))
        await self.wait(10)
        await self.world.press(f"lobby:{code}:rematch", BEN)
        await self.wait(10)
        assert len(self.world.cards()) == 2
        assert self.world.pings() == []


def _shown(message: dict[str, Any]) -> str:
    where = "" if message["channel_id"] == CHANNEL else f" (message to {PEOPLE.get(message['channel_id'][3:], '?')})"
    number = message["id"][-2:]
    if not message.get("embeds"):
        return f"[{number}]{where} {_readable(message.get('content') or '')}"
    embed = message["embeds"][0]
    lines = [embed["title"], *filter(None, [embed.get("description", "")])]
    lines += [f"{field['name']}: {field['value']}" for field in embed["fields"]]
    lines += [
        f"({'face' if 'icon_url' in one['author'] else 'shape'}) {one['author']['name']}"
        for one in message["embeds"][1:]
    ]
    labels = [part["label"] for row in message["components"] for part in row["components"]]
    lines += [embed["footer"]["text"], " ".join(f"[{label}]" for label in labels)]
    return f"card [{number}]" + "".join(
        f"\n            | {line}" for text in lines for line in _readable(text).split("\n")
    )


def _readable(words: str) -> str:
    for user, name in PEOPLE.items():
        words = words.replace(f"<@{user}>", f"@{name}")
    return words


async def main() -> None:
    home = Path(tempfile.mkdtemp(prefix="parallax-evening-"))
    home.chmod(0o755)
    server = EmbeddedPostgres(home, durable=False)
    server.start()
    engine = connect(server.url)
    try:
        await migrate(engine)
        evening = Evening(engine, server.url, print)
        await evening.play()
        turns = len(evening.pinged)
        print(
            f"\n{evening.checks} looks at the channel, never two cards of a table; {turns} turns were told of, each once; "
            f"the longest that anything false stood though it could be changed: {evening.longest:.0f} seconds."
        )
    finally:
        await engine.dispose()
        server.stop()
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    asyncio.run(main())

"""Positions of recorded games as tables: a part of the choices is played, the journal and all it told comes along."""

from __future__ import annotations

import time
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from playwright.async_api import Browser, Page, expect

from app.games import GAMES
from app.kernel import Answer, Session
from app.tables.entries import Entry, encode_entry
from app.tables.replay import FILE_VERSION, TableFile
from tests.browser.seats import Seat
from tests.record import Recording
from tests.servers import Server, lay

HOUR = 3_600_000  # the journal is dated ahead, so that no window of the position closes while it is looked at
GAMES_FOLDER = Path(__file__).resolve().parents[1] / "games"


@cache
def recording(game: str, name: str) -> Recording:
    blob = (GAMES_FOLDER / game / "recorded" / f"{name}.json").read_bytes()
    return msgspec.json.decode(blob, type=Recording)


def whisper_recording(seats: int = 3, moves: int = 60) -> Recording:
    """Whisper is too small to be kept in a file: bots play it anew."""
    from tests.record import record

    return record(GAMES["whisper"], seats, {"moves": moves}, "positions")


class Position:
    """A game after a part of its choices, ready to be brought to a server."""

    def __init__(self, recorded: Recording, part: float, bots: tuple[int, ...] = ()) -> None:
        self.bots = bots
        self.game = GAMES[recorded.game]
        self.recorded = recorded
        self.session: Session[Any] = Session.start(
            self.game, seats=recorded.seats, options=recorded.options, seed=recorded.seed
        )
        self.rows: list[tuple[int, bytes]] = []
        self.base, self.base_seq = self.session.base, 0
        for choice in recorded.choices[: int(part * len(recorded.choices))]:
            self.play(choice)

    def play(self, choice: Any) -> None:
        if isinstance(choice, Answer):
            choice = Answer(choice.seat, self.session.asks[choice.seat].id, choice.values)
        lines = self.session.apply(choice)
        number = len(self.rows) + 1
        entry = Entry(int(1000 * time.time()) + HOUR, self.session.accepted, lines, moment=number)
        self.rows.append((number, encode_entry(entry)))
        if self.session.base is not self.base:
            self.base, self.base_seq = self.session.base, number

    @property
    def asked(self) -> int:
        """A seat that is asked something."""
        return self.session.next_seat

    def file(self) -> bytes:
        base = msgspec.msgpack.encode(self.base)
        count = self.recorded.seats
        outcome = msgspec.to_builtins(self.session.outcome) if self.session.outcome else None
        return msgspec.msgpack.encode(
            TableFile(
                parallax=FILE_VERSION,
                game=self.game.id,
                state_version=self.game.version,
                options=self.recorded.options,
                seed=self.recorded.seed,
                status="playing" if outcome is None else "finished",
                names=tuple(f"Player {seat}" for seat in range(count)),
                bots=tuple(seat in self.bots for seat in range(count)),
                seq=len(self.rows),
                base_seq=self.base_seq,
                base=base,
                outcome=outcome,
                checkpoints=((self.base_seq, base),),
                entries=tuple(self.rows),
            )
        )


async def bring(server: Server, position: Position) -> str:
    """The position as a table of the server; returns its address. All seats are free."""
    return server.url + await lay(server, position.file())


async def sit(browser: Browser, link: str, number: int, size: tuple[int, int], name: str = "Ana") -> Seat:
    context = await browser.new_context(viewport={"width": size[0], "height": size[1]}, has_touch=size[0] < 500)
    seat = Seat(context, await context.new_page(), name)
    taken = await context.request.post(f"{link}/sit", form={"name": name, "seat": str(number)})
    assert taken.ok, await taken.text()
    await seat.page.goto(link)
    await expect(seat.page.locator("#connection")).to_have_text("connected")
    return seat


async def skip_film(page: Page) -> None:
    """Nothing of what happened so far is watched: the first press leaves what was done to this seat, the second not."""
    away = page.locator("#away")
    await away.locator(".away-skip").click()
    if await away.is_visible():
        await away.locator(".away-skip").click()
    await expect(away).to_be_hidden()

"""Thinking: bots choose in a process of their own, so that no table waits for the bot of another.

What a bot chooses is a function of the game as its seat sees it, and that is a base and the choices since: they go to the
worker, and a choice comes back. The worker starts with the first bot that has to think and ends with the server. If it
dies or takes too long, the choice is made here, and the next one is tried with a new worker.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from pathlib import Path
from typing import Any

import msgspec

from app.games import GAMES
from app.kernel import Answer, Base, Move, Session, Use

log = logging.getLogger("parallax.thinking")
LONGEST = 60.0  # seconds
HOME = Path(__file__).resolve().parents[2]
SIZE = 4  # bytes in front of each message that say how long it is


class Position(msgspec.Struct, frozen=True):
    """A seat of a game that has to choose."""

    game: str
    base: Base
    choices: tuple[Answer | Use, ...]
    seat: int

    @classmethod
    def of(cls, session: Session[Any], seat: int) -> Position:
        return cls(session.game.id, session.base, tuple(session.choices), seat)


class Thought(msgspec.Struct, frozen=True):
    choice: Answer | Use | None
    trouble: str = ""


_encode = msgspec.msgpack.Encoder().encode
_position = msgspec.msgpack.Decoder(Position)
_thought = msgspec.msgpack.Decoder(Thought)


def choose(session: Session[Any], seat: int) -> Move:
    """The bot's choice; the safe one if the bot fails."""
    try:
        return session.game.bot(session, seat)
    except Exception:
        log.exception("the bot of %s failed", session.game.id)
        return session.default_answer(seat)


def think(position: Position) -> Move:
    session = Session(GAMES[position.game], position.base, keep_log=False)
    for choice in position.choices:
        session.apply(choice)
    return choose(session, position.seat)


def answer_for_ever() -> None:
    """The work of a worker: positions in, choices out, until there is nobody any more who asks."""
    asked, told = sys.stdin.buffer, sys.stdout.buffer
    while size := asked.read(SIZE):
        data = asked.read(int.from_bytes(size, "big"))
        try:
            thought = Thought(think(_position.decode(data)))
        except Exception as error:
            thought = Thought(None, f"{type(error).__name__}: {error}")
        reply = _encode(thought)
        told.write(len(reply).to_bytes(SIZE, "big") + reply)
        told.flush()


class Thinkers:
    """The workers of a server process. With none of them everybody thinks where they are."""

    def __init__(self, count: int = 0, command: tuple[str, ...] = (), longest: float = LONGEST) -> None:
        self.count = count
        self._command = command
        self._longest = longest
        self._idle: asyncio.Queue[Process | None] = asyncio.Queue()  # None: one that has not been started
        self._running: set[Process] = set()
        for _ in range(count):
            self._idle.put_nowait(None)

    async def choose(self, position: Position) -> Move:
        worker = await self._idle.get()
        try:
            if worker is None or worker.returncode is not None:
                self._end(worker)
                worker = await self._start()
            thought = await asyncio.wait_for(self._ask(worker, position), self._longest)
        except Exception:
            log.exception("a worker failed; the bot thinks here")
            self._end(worker)
            worker = None
            return think(position)
        except BaseException:  # cancelled: the worker would answer the next one with this answer
            self._end(worker)
            worker = None
            raise
        finally:
            self._idle.put_nowait(worker)
        if thought.choice is None:
            log.error("the bot of %s could not think: %s", position.game, thought.trouble)
            return think(position)
        return thought.choice

    async def stop(self) -> None:
        for worker in list(self._running):
            self._end(worker)
            await worker.wait()

    async def _start(self) -> Process:
        worker = await asyncio.create_subprocess_exec(
            sys.executable, *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, cwd=HOME, start_new_session=True
        )
        self._running.add(worker)
        return worker

    def _end(self, worker: Process | None) -> None:
        if worker is not None:
            self._running.discard(worker)
            with contextlib.suppress(ProcessLookupError):
                worker.kill()

    async def _ask(self, worker: Process, position: Position) -> Thought:
        assert worker.stdin is not None
        assert worker.stdout is not None
        question = _encode(position)
        worker.stdin.write(len(question).to_bytes(SIZE, "big") + question)
        await worker.stdin.drain()
        size = int.from_bytes(await worker.stdout.readexactly(SIZE), "big")
        return _thought.decode(await worker.stdout.readexactly(size))

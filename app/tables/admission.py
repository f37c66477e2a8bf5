"""A table file from a stranger: whatever it claims, only the choices in it are believed, and those only by playing them
again from seed and options through the rules. All that is stored afterwards is what the rules said.

It is done in a process of its own (`python -m app.admitter`), with bounds on work and memory, so that the worst file in
the world costs nobody anything but its sender a refusal."""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path
from typing import Any

import msgspec

from app.games import GAMES
from app.kernel import AlreadyTaken, Refused, Session
from app.tables.entries import Entry, decode_entry, encode_entry
from app.tables.facts import SeatInfo, TableInfo
from app.tables.journal import ARCHIVE_EVERY
from app.tables.live import LiveTable
from app.tables.replay import TableFile

LARGEST = 16 * 1024 * 1024
MOST_CHOICES = 6000  # three times the longest campaign that bots have played
LONGEST_SEED = 128
WORK, MEMORY = 60, 2 * 1024**3  # seconds of the processor, bytes
PATIENCE = 180.0  # seconds, of which most may be spent waiting on a busy machine
QUEUE = 30.0  # seconds behind another file
HOME = Path(__file__).resolve().parents[2]


class Admitted(msgspec.Struct, frozen=True):
    """A table as the rules made it."""

    game: str
    options: dict[str, Any]
    seed: str
    status: str
    bots: tuple[bool, ...]
    seq: int
    base: bytes
    base_seq: int
    outcome: Any
    checkpoints: tuple[tuple[int, bytes], ...]
    entries: tuple[tuple[int, bytes, int], ...]  # row, what it holds, moment


class Verdict(msgspec.Struct, frozen=True):
    table: Admitted | None = None
    refusal: str = ""


def judge(blob: bytes, now_ms: int) -> Verdict:
    """What becomes of a file, whatever is in it."""
    try:
        return Verdict(_admit(blob, now_ms))
    except Refused as refusal:
        return Verdict(refusal=str(refusal))
    except (MemoryError, RecursionError):
        return Verdict(refusal="That file asks for more than a table can be.")
    except Exception as error:
        return Verdict(refusal=f"That file does not fit together ({type(error).__name__}).")


def _read(blob: bytes) -> TableFile:
    try:
        file = msgspec.msgpack.decode(blob, type=TableFile)
    except (msgspec.DecodeError, msgspec.ValidationError):
        raise Refused("That is not a table of Parallax.") from None
    if file.game not in GAMES:
        raise Refused("The game of that table is not on this shelf.")
    if file.state_version > GAMES[file.game].version:
        raise Refused(f"This was saved by a newer {GAMES[file.game].title}.")
    if len(file.names) != len(file.bots) or len(file.names) > GAMES[file.game].seats.max:
        raise Refused("That table has more seats than its game.")
    if len(file.seed) > LONGEST_SEED or len(file.entries) > 2 * MOST_CHOICES:
        raise Refused("That file asks for more than a table can be.")
    return file


def _choices(file: TableFile) -> list[Entry]:
    rows = []
    for number, (_, blob) in enumerate(file.entries, 1):
        try:
            entry = decode_entry(blob)
        except (msgspec.DecodeError, msgspec.ValidationError):
            raise Refused(f"Row {number} of that file cannot be read.") from None
        if entry.rebased:
            raise Refused("People came and went in that campaign. Only the host of this house can bring it in.")
        if entry.choice is not None:
            rows.append(entry)
    if len(rows) > MOST_CHOICES:
        raise Refused(f"That file holds more than {MOST_CHOICES} choices.")
    return rows


def _admit(blob: bytes, now_ms: int) -> Admitted:
    file = _read(blob)
    game, count = GAMES[file.game], len(file.names)
    session = Session.start(game, seats=count, options=file.options, seed=file.seed, keep_log=False)
    seats = tuple(SeatInfo(number, bot=bot) for number, bot in enumerate(file.bots))
    live = LiveTable(TableInfo("", "", file.game, file.options, "playing", None, file.seed, seats), game)
    at = 0
    opening = Entry(at, lines=session.opening_lines, moment=1)
    rows, kept = [(1, encode_entry(opening), 1)], [(1, msgspec.msgpack.encode(session.base))]
    live.begin(session, 1)
    live.remember(1, opening)
    base_seq = 1
    for entry in _choices(file):
        at = max(at, min(entry.at, now_ms))
        by = entry.by if entry.by in ("bot", "clock") else ""
        base = session.base
        try:
            made = live.apply(Entry(at, entry.choice, by=by))
        except AlreadyTaken:
            continue
        except Refused as refusal:
            raise Refused(f"The rules of this house do not allow choice {len(rows)} of that file: {refusal}") from None
        live.accept(made)
        rows.append((live.seq, encode_entry(made), made.moment))
        if session.base is not base:
            base_seq = live.seq
            if base_seq // ARCHIVE_EVERY > kept[-1][0] // ARCHIVE_EVERY:
                kept.append((base_seq, msgspec.msgpack.encode(session.base)))
    game.invariants(session.state)
    outcome = msgspec.to_builtins(session.outcome) if session.outcome else None
    return Admitted(
        game=file.game,
        options=file.options,
        seed=file.seed,
        status="playing" if outcome is None else "finished",
        bots=file.bots,
        seq=live.seq,
        base=msgspec.msgpack.encode(session.base),
        base_seq=base_seq,
        outcome=outcome,
        checkpoints=tuple(kept),
        entries=tuple(rows),
    )


class Admitter:
    """The door for files: one after the other, each in a process of its own."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        self._one = asyncio.Lock()

    async def admit(self, blob: bytes) -> Admitted:
        if len(blob) > LARGEST:
            raise Refused("That file is too large for a table.")
        try:
            await asyncio.wait_for(self._one.acquire(), QUEUE)
        except TimeoutError:
            raise Refused("Other tables are being brought in just now. Please try again in a minute.") from None
        try:
            verdict = await self._judge(blob)
        finally:
            self._one.release()
        if verdict is None:
            raise Refused("That file takes too long to be played again, so it was not brought in.")
        if verdict.table is None:
            raise Refused(verdict.refusal)
        return verdict.table

    async def _judge(self, blob: bytes) -> Verdict | None:
        words = (sys.executable, "-m", "app.admitter", str(self._data_dir.resolve()))
        worker = await asyncio.create_subprocess_exec(
            *words, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, cwd=HOME, start_new_session=True
        )
        try:
            told, _ = await asyncio.wait_for(worker.communicate(blob), PATIENCE)
            return msgspec.msgpack.decode(told, type=Verdict)
        except (TimeoutError, msgspec.DecodeError, BrokenPipeError, ConnectionResetError):
            return None
        finally:
            with contextlib.suppress(ProcessLookupError):
                worker.kill()
            await worker.wait()


def judge_for_the_server() -> None:
    """The work of that process: a file in, a verdict out."""
    blob = sys.stdin.buffer.read(LARGEST + 1)
    sys.stdout.buffer.write(msgspec.msgpack.encode(judge(blob, int(time.time() * 1000))))

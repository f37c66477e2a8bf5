"""Several server processes behind one port: `serve --processes N`.

The launcher opens the port and the database, starts the processes, starts again what dies, and ends what is left when it
is told to. On SIGHUP it renews them one after the other: the new one is reachable before the old one goes, so a release
that leaves the database as it is comes in while people play. It never touches what people send.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import shutil
import signal
import socket
import sys
import tempfile
import time
from asyncio.subprocess import Process
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import msgspec

from app.config import Settings
from app.main import address, bring_up_to_date, greet_administrator, open_database
from app.people.identity import People, secret_key
from app.serve import OneOfMany, bind, set_up_log
from app.web.handing import Place

log = logging.getLogger("parallax.launcher")
TO_START = 120.0  # seconds
TO_END = 30.0
LONG_ENOUGH = 60.0  # whoever lived so long and died is started again at once
LONGEST_PAUSE = 30.0


class CannotStart(Exception):
    """It has said itself why."""


class Member:
    """One of the processes."""

    def __init__(self, number: int, process: Process, leash: socket.socket) -> None:
        self.number, self.process, self._leash = number, process, leash
        self.began = time.monotonic()

    async def reachable(self) -> None:
        """Wait until it says so. If it ends before that, or takes too long, it is ended."""
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(TO_START):
                said = await loop.sock_recv(self._leash, 1)
        except (TimeoutError, OSError):
            said = b""
        if not said:
            await self.end()
            raise CannotStart(f"process {self.number + 1} did not start")

    async def end(self) -> None:
        """In order, if it can."""
        with contextlib.suppress(ProcessLookupError):
            self.process.terminate()
        try:
            async with asyncio.timeout(TO_END):
                await self.process.wait()
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                self.process.kill()
            await self.process.wait()
        self._leash.close()


class Launcher:
    def __init__(self, settings: Settings, count: int) -> None:
        self._settings, self._count = settings, count
        self._members: list[Member] = []
        self._over = asyncio.Event()
        self._renewing = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def run(self) -> int:
        """Until a signal comes; returns what the shell is told."""
        set_up_log(self._settings)
        self._port = bind(self._settings)
        self._folder = Path(tempfile.mkdtemp(prefix="parallax-"))  # nobody else may look into it
        try:
            with asyncio.Runner() as runner:
                return runner.run(self._run())
        finally:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._port.close()

    async def _run(self) -> int:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._over.set)
        loop.add_signal_handler(signal.SIGHUP, lambda: self._spawn(self._renew()))
        async with open_database(self._settings) as (engine, url):
            await bring_up_to_date(engine, url, self._settings)
            key = secret_key(self._settings.secret_key, self._settings.data_dir)
            await greet_administrator(People(engine, key), self._settings)
            await engine.dispose()
            try:
                await self._start_all()
                if not self._over.is_set():
                    print(f"Parallax: open {address(self._settings)}/", flush=True)
                await self._over.wait()
            except CannotStart:
                return 2
            finally:
                for task in self._tasks:
                    task.cancel()
                await asyncio.gather(*self._tasks, return_exceptions=True)
                await asyncio.gather(*(member.end() for member in self._members))
        return 0

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _start(self, number: int) -> Member:
        leash, theirs = socket.socketpair()
        leash.setblocking(False)
        with theirs:
            among = OneOfMany(Place(number, self._count, str(self._folder)), self._port.fileno(), theirs.fileno())
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "app.cli", "serve", "--among", msgspec.json.encode(among).decode()),
                pass_fds=(self._port.fileno(), theirs.fileno()),
                stdin=asyncio.subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C reaches the launcher, which ends them in order
            )
        return Member(number, process, leash)

    async def _start_all(self) -> None:
        """All at once; if one cannot, none does."""
        self._members = [await self._start(number) for number in range(self._count)]
        starting = asyncio.gather(*(member.reachable() for member in self._members))
        told_to_end = asyncio.create_task(self._over.wait())
        await asyncio.wait((starting, told_to_end), return_when=asyncio.FIRST_COMPLETED)
        told_to_end.cancel()
        if starting.done():
            starting.result()
            for member in self._members:
                self._spawn(self._watch(member))
        else:
            starting.cancel()
            await asyncio.gather(starting, return_exceptions=True)

    async def _watch(self, member: Member) -> None:
        """Start it again when it dies; the others answer for its tables meanwhile."""
        pause = 0.0
        while True:
            await member.process.wait()
            async with self._renewing:
                if self._over.is_set() or self._members[member.number] is not member:
                    return  # it was told to
                lived = time.monotonic() - member.began
                pause = 0.0 if lived > LONG_ENOUGH else min(LONGEST_PAUSE, 2 * pause + 0.5)
                log.error("process %d died (%s) and is started again", member.number + 1, member.process.returncode)
                await member.end()
                await asyncio.sleep(pause)
                self._members[member.number] = member = await self._start(member.number)
                with contextlib.suppress(CannotStart):  # then it has ended, and is looked at above
                    await member.reachable()

    async def _renew(self) -> None:
        """Every process by a new one, one after the other. If a new one cannot start, what runs goes on."""
        async with self._renewing:
            for old in list(self._members):
                new = await self._start(old.number)
                try:
                    await new.reachable()
                except CannotStart:
                    log.exception("the processes were not renewed, and go on as they are")
                    return
                except BaseException:
                    await new.end()
                    raise
                self._members[old.number] = new
                await old.end()
                self._spawn(self._watch(new))
            log.info("all %d processes are renewed", self._count)

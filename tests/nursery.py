"""Servers that start quickly: one process reads all of the server's code once, and each server is a fork of it.

What it forks is a process of its own, with its own environment and output, and does from there on what
`python -m app.cli serve` does; a start costs a third of what it costs to read everything anew. Where processes cannot be
watched from outside their parent (other systems than Linux), servers are started the plain way.
"""

from __future__ import annotations

import atexit
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LARGEST = 1 << 17  # bytes of an environment


class Fork:
    """A server that the nursery forked: as much of `subprocess.Popen` as tests use. The pipe of its output is ours; it
    is watched by a descriptor of the process, for it is not our child."""

    def __init__(self, pid: int, output: int) -> None:
        self.pid = pid
        self.stdout = os.fdopen(output, "rb")
        self._watched = os.pidfd_open(pid)
        self._gone = False
        self._read: list[bytes] = []
        self._reader: threading.Thread | None = None

    def poll(self) -> int | None:
        """Something if it has ended, though not with what."""
        if not self._gone and select.select([self._watched], [], [], 0)[0]:
            self._gone = True
            os.close(self._watched)
        return 0 if self._gone else None

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            signal.pidfd_send_signal(self._watched, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[bytes, None]:
        """All that it still says, until it ends."""
        if self._reader is None:
            self._reader = threading.Thread(target=lambda: self._read.append(self.stdout.read()), daemon=True)
            self._reader.start()
        self._reader.join(timeout)
        if self._reader.is_alive():
            raise subprocess.TimeoutExpired("serve", timeout or 0)
        self.stdout.close()
        if not self._gone:
            select.select([self._watched], [], [], timeout)
            self.poll()
        return b"".join(self._read), None


Started = subprocess.Popen[bytes] | Fork


class Nursery:
    """The process that forks servers, as its user sees it; made with the first server."""

    def __init__(self) -> None:
        self._line, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._lock = threading.Lock()
        self._process = subprocess.Popen([sys.executable, "-m", "tests.nursery"], cwd=ROOT, stdin=theirs.fileno())
        theirs.close()
        atexit.register(self.close)

    def fork(self, environment: Mapping[str, str]) -> Fork:
        ours, theirs = os.pipe()
        with self._lock:
            socket.send_fds(self._line, [json.dumps(dict(environment)).encode()], [theirs])
            os.close(theirs)
            pid = int(self._line.recv(32))
        return Fork(pid, ours)

    def close(self) -> None:
        self._line.close()
        self._process.wait(60)


_nursery: Nursery | None = None


def start_plainly(environment: Mapping[str, str]) -> Started:
    words = [sys.executable, "-m", "app.cli", "serve"]
    return subprocess.Popen(words, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def start_server(environment: Mapping[str, str]) -> Started:
    global _nursery  # noqa: PLW0603 - one for each process that runs tests
    if not hasattr(os, "pidfd_open"):
        return start_plainly(environment)
    if _nursery is None:
        _nursery = Nursery()
    return _nursery.fork(environment)


# In the nursery itself ------------------------------------------------------------------------------------------------


def _serve(environment: Mapping[str, str], output: int) -> int:
    from app.cli import main

    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    os.environ.clear()
    os.environ.update(environment)
    try:
        return main(["serve"])
    except BaseException:
        traceback.print_exc()
        return 1
    finally:
        sys.stdout.flush()
        sys.stderr.flush()


def _wait_for_wishes() -> None:
    import app.cli  # noqa: F401 - all of the server's code

    gc.collect()
    gc.freeze()  # what is shared with the servers is not touched again
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # who started a server watches it
    line = socket.socket(fileno=os.dup(0))
    while True:
        wish, outputs, _, _ = socket.recv_fds(line, LARGEST, 1)
        if not wish:
            return
        output = outputs[0]
        pid = os.fork()
        if not pid:
            line.close()
            os._exit(_serve(json.loads(wish), output))
        os.close(output)
        line.send(str(pid).encode())


if __name__ == "__main__":
    _wait_for_wishes()

"""What benchmarks share: servers to measure, their processor time, percentiles, one JSON line of result."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from app.storage.embedded import EmbeddedPostgres
from tests.servers import ROOT, free_port

TICKS = os.sysconf("SC_CLK_TCK")
CORES = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []


def pin(pids: set[int], core: int) -> None:
    """Keep processes on one core: what is measured (with its database) on the first, who measures on the second."""
    if len(CORES) > 1:
        for pid in pids:
            with suppress(ProcessLookupError):  # it is gone already
                os.sched_setaffinity(pid, {CORES[core]})


def cpu_seconds(pids: set[int]) -> float:
    """Processor time that these processes have used."""
    total = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        total += int(fields[11]) + int(fields[12])
    return total / TICKS


def memory_bytes(pid: int) -> int:
    """Memory that is this process's own."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def family(pid: int) -> set[int]:
    """A process and its children."""
    found = {pid}
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                parent = int((path / "stat").read_text().rsplit(")", 1)[1].split()[1])
            except OSError:
                continue
            if parent == pid:
                found.add(int(path.name))
    return found


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


@contextmanager
def database() -> Iterator[EmbeddedPostgres]:
    """A durable Postgres of its own."""
    home = Path(tempfile.mkdtemp(prefix="parallax-bench-"))
    home.chmod(0o755)
    server = EmbeddedPostgres(home)
    server.start()
    try:
        postmaster = server.running_pid()
        assert postmaster is not None
        pin(family(postmaster), 0)
        pin({0}, 1)
        yield server
    finally:
        server.stop()
        shutil.rmtree(home, ignore_errors=True)


def server_settings(postgres: EmbeddedPostgres) -> dict[str, str]:
    return {
        "DATABASE_URL": postgres.url,
        "DATA_DIR": str(postgres.home),
        "DEVELOPER_MODE": "1",
        "SECRET_KEY": "bench",
        "LOG_LEVEL": "warning",
        "MESSAGES_PER_SECOND": "100000",
    }


PARALLAX = [sys.executable, "-m", "app.cli", "serve"]


@contextmanager
def process(
    words: list[str] | Callable[[int], list[str]], env: dict[str, str], path: str = "/healthz"
) -> Iterator[tuple[int, int]]:
    """A server under measurement, which learns its port from the environment or from its command; gives its port and
    process id."""
    port = free_port()
    environment = {**os.environ, "BUDGET_PERCENT": "0", **env, "PORT": str(port)}
    running = subprocess.Popen(
        words if isinstance(words, list) else words(port), cwd=ROOT, env=environment, stdout=subprocess.DEVNULL
    )
    pin({running.pid}, 0)
    try:
        for _ in range(600):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=1).close()
                break
            except OSError:
                time.sleep(0.05)
        yield port, running.pid
    finally:
        running.terminate()
        running.wait(20)


def report(name: str, ratio: float, **facts: Any) -> None:
    """One line of JSON, with the ratio that matters."""
    print(json.dumps({"bench": name, "ratio": round(ratio, 3), **facts}), flush=True)

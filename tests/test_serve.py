"""What a host may get wrong at the start is said in words, and the end is in order."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.storage.embedded import EmbeddedPostgres
from tests.conftest import new_database
from tests.servers import ROOT, Server


def serve(**settings: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "PUBLIC_URL")}
    words = [sys.executable, "-m", "app.cli", "serve"]
    return subprocess.run(
        words, cwd=ROOT, env=environment | settings, capture_output=True, text=True, check=False, timeout=120
    )


@pytest.fixture
def taken() -> Iterator[int]:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield int(other.getsockname()[1])


def test_a_port_that_is_taken(taken: int, tmp_path: Path) -> None:
    done = serve(PORT=str(taken), DATA_DIR=str(tmp_path))
    assert done.returncode == 2
    assert f"Port {taken} on 127.0.0.1 cannot be used" in done.stderr
    assert "Traceback" not in done.stderr
    assert "open http" not in done.stdout, "the address is only told when it can be opened"
    assert not (tmp_path / "postgres").exists(), "nothing was started in vain"


@pytest.mark.parametrize("address", ["postgresql://me:secret@127.0.0.1:9/parallax", "postgresql://me@/x?host=/nowhere"])
def test_a_database_that_does_not_answer(address: str, tmp_path: Path) -> None:
    done = serve(PORT="0", DATABASE_URL=address, DATA_DIR=str(tmp_path))
    assert done.returncode == 2
    assert "cannot be used" in done.stderr
    assert "DATABASE_URL" in done.stderr
    assert "secret" not in done.stderr
    assert "Traceback" not in done.stderr


def test_logs_have_times_and_can_be_json(database_url: str, tmp_path: Path) -> None:
    settings = {"DATABASE_URL": database_url, "DATA_DIR": str(tmp_path), "LOG_LEVEL": "debug", "LOG_FORMAT": "json"}
    server = Server(settings, plain=True)
    server.start()
    assert isinstance(server.process, subprocess.Popen)
    output = server.stop()
    lines = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    assert lines
    assert {"at", "level", "from", "text"} <= lines[0].keys()
    assert f"Parallax: open http://localhost:{server.port}/" in output
    assert server.process.returncode in (0, -signal.SIGTERM)
    assert "Traceback" not in output


async def test_an_empty_database_is_said_to_be_empty(postgres: EmbeddedPostgres, tmp_path: Path) -> None:
    url = await new_database(postgres, "template0")
    words = [sys.executable, "-m", "app.cli", "tables", "list"]
    settings = {"DATABASE_URL": url, "DATA_DIR": str(tmp_path)}
    done = subprocess.run(words, cwd=ROOT, env={**os.environ, **settings}, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "The database is empty" in done.stderr

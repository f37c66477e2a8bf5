"""Follows docs/hosting.md to the letter, as somebody does who has just been given a machine: a user of its own, an empty
environment, the system's Python, and the commands as they stand in the guide.

    python3 -m tests.guide [python, such as /usr/bin/python3] [port]

Needs root, which makes that user and removes it again. What is replaced in a command: the address of the repository by a
clone of this one, the folder /backups by one that the user may write to, dates by today's, and NAME by what was printed.
"""

from __future__ import annotations

import contextlib
import json
import os
import pwd
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 600.0  # seconds for a first install on a slow line


def blocks(section: str) -> list[str]:
    """The commands under a heading of the guide."""
    page = (ROOT / "docs" / "hosting.md").read_text().partition(f"\n## {section}\n")[2].partition("\n## ")[0]
    return re.findall(r"^```sh\n(.*?)^```", page, re.MULTILINE | re.DOTALL)


def say(words: str) -> None:
    print(f"== {words}", flush=True)


class Newcomer:
    """An ordinary user on a clean machine."""

    def __init__(self, python: str, port: int) -> None:
        self.name = f"guide{secrets.token_hex(3)}"
        self.home = Path(tempfile.mkdtemp(prefix="parallax-guide-"))
        self.home.chmod(0o755)
        subprocess.run(["useradd", "--home-dir", str(self.home), "--shell", "/bin/bash", self.name], check=True)
        (self.home / "bin").mkdir()
        (self.home / "bin" / "python3").symlink_to(python)
        (self.home / "backups").mkdir()
        subprocess.run(["git", "clone", "--quiet", "--bare", str(ROOT), str(self.home / "origin.git")], check=True)
        subprocess.run(["chown", "-R", f"{self.name}:", str(self.home)], check=True)
        self.site = f"http://127.0.0.1:{port}"
        self._environment = {
            "HOME": str(self.home),
            "USER": self.name,
            "PATH": f"{self.home}/bin:/usr/local/bin:/usr/bin:/bin",
            "LANG": "C.UTF-8",
            "PORT": str(port),  # the one thing that is not as on a clean machine, where 8000 is free
        }

    def words(self, command: str, folder: str) -> list[str]:
        command = command.replace("<this repository>", str(self.home / "origin.git"))
        command = re.sub(r"/backups/", f"{self.home}/backups/", command)
        command = re.sub(r"\d{4}-\d\d-\d\d", time.strftime("%Y-%m-%d"), command)
        return [
            str(shutil.which("runuser")),
            "-u",
            self.name,
            "--",
            "bash",
            "-c",
            f"cd {self.home / folder} && {command}",
        ]

    def run(self, command: str, *, folder: str = "parallax", fails: bool = False) -> str:
        """A command to its end; what it said."""
        print(f"$ {command.strip()}", flush=True)
        done = subprocess.run(
            self.words(command, folder), env=self._environment, check=False, capture_output=True, text=True
        )
        said = done.stdout + done.stderr
        print(said, flush=True)
        assert "Traceback" not in said
        assert (done.returncode != 0) == fails, f"it ended with {done.returncode}"
        return said

    @contextlib.contextmanager
    def serving(self, command: str, *, folder: str = "parallax") -> Iterator[str]:
        """A command that serves until Ctrl-C; what it said until it could be opened."""
        print(f"$ {command.strip()}", flush=True)
        log = self.home / "said"
        with log.open("w") as sink:
            running = subprocess.Popen(
                self.words(command, folder), env=self._environment, stdout=sink, stderr=sink, start_new_session=True
            )
        deadline = time.monotonic() + PATIENCE
        while "Parallax: open " not in log.read_text():
            assert running.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.2)
        try:
            yield log.read_text()
        finally:
            os.killpg(running.pid, signal.SIGINT)  # Ctrl-C
            running.wait(90)
            print(log.read_text(), flush=True)
        assert "Traceback" not in log.read_text()
        assert self.processes() == [], "something is left running"

    def processes(self) -> list[str]:
        user = pwd.getpwnam(self.name).pw_uid
        found = []
        for entry in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if entry.stat().st_uid == user and (words := (entry / "cmdline").read_bytes()):
                    found.append(words.replace(b"\0", b" ").decode(errors="replace"))
        return found

    def ask(self, path: str, body: Any = None, token: str = "") -> Any:
        headers = {"Content-Type": "application/json", "Origin": self.site}
        headers |= {"Authorization": f"Bearer {token}"} if token else {}
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.site + path, data, headers), timeout=60) as reply:
            content = reply.read()
            return json.loads(content) if "json" in reply.headers["Content-Type"] else content.decode()

    def leave(self) -> None:
        subprocess.run(["userdel", self.name], check=False, capture_output=True)
        shutil.rmtree(self.home, ignore_errors=True)


def open_a_table(me: Newcomer) -> tuple[str, str]:
    """Two people and a bot at a table; its code, and who has opened it."""
    token = me.ask("/api/people", {"name": "Ottilie"})["token"]
    code = me.ask("/api/tables", {"game": "stratos", "seats": 2, "options": {}}, token)["code"]
    me.ask(f"/api/tables/{code}/bots", {"seat": 1}, token)
    me.ask(f"/api/tables/{code}/start", {}, token)
    return code, token


def follow(me: Newcomer) -> None:
    quick, public = blocks("The quick way")
    say("The quick way")
    with me.serving(quick, folder="") as said:
        link = re.search(r"open http://localhost:\d+(/link/\S+)", said)
        assert link, said
        assert "Parallax" in me.ask(link[1])
        assert "Parallax" in me.ask("/")
    say("To let others in; a backup while the server runs")
    backup, restore = (line.partition("#")[0].strip() for line in blocks("Backups")[0].splitlines())
    with me.serving(public) as said:
        assert "Parallax: open https://play.example.org/" in said
        me.ask("/status")
        code, token = open_a_table(me)
        me.run(backup)
        person = next(
            line.split()[0] for line in me.run("python3 run.py people list").splitlines() if "Ottilie" in line
        )
    say("Restores: asked for --force, what was there is kept, comes back, is forgotten; a cut file changes nothing")
    before = me.run("python3 run.py tables list")
    assert code in before
    assert "--force" in me.run(restore, fails=True)
    file = restore.split()[-1]
    me.run(f"head -c 5000 {file} > {file}.cut && python3 run.py restore --force {file}.cut", fails=True)
    assert me.run("python3 run.py tables list") == before
    me.run(restore.replace("restore ", "restore --force "))
    assert me.run("python3 run.py tables list") == before
    kept, take_back, forget = (line.partition("#")[0].strip() for line in blocks("Backups")[1].splitlines())
    name = me.run(kept).strip()
    other = me.run(take_back.replace("NAME", name)).rsplit(" ", 1)[1].strip(" .\n")
    me.run(forget.replace("NAME", other))
    assert me.run(kept).strip() == "Nothing is kept."
    say("An upgrade")
    me.run("git pull")
    assert "No trouble found." in me.run("python3 run.py doctor")
    say("Several processes")
    with me.serving(blocks("Several processes")[0]):
        assert me.ask(f"/api/tables/{code}/view", token=token)["seat"] == 0
    say("The operator's commands")
    me.run("python3 run.py migrate")
    assert "/link/" in me.run("python3 run.py people admin-link")
    me.run(f"python3 run.py people ban {person} && python3 run.py people allow {person}")
    me.run(f"python3 run.py tables export {code} table.parallax")
    again = me.run(f"python3 run.py tables import {person} table.parallax").split()[-1]
    me.run(f"python3 run.py tables delete {again}")
    assert again not in me.run("python3 run.py tables list")
    me.run("python3 run.py packs new mine && python3 run.py packs lint mine")
    me.run("python3 run.py simulate whisper --games 1")


def main(python: str, port: int) -> None:
    version = subprocess.run([python, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    me = Newcomer(python, port)
    say(f"{version}, user {me.name}, an empty environment")
    try:
        follow(me)
    finally:
        me.leave()
    say(f"all of it works on {version}")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else sys.executable, int(sys.argv[2]) if len(sys.argv) > 2 else 8000)

"""Builds the image of the Dockerfile with buildah, starts it, and looks at what a host relies on.

    python3 -m tests.image [port]

Needs root and Debian's packages buildah and debootstrap; no daemon, no other privileges. The base image is the one that the
Dockerfile names if its registry can be reached; otherwise a plain Debian with its own Python takes its place, which is said.
What is looked at: every step builds; it runs as an ordinary user whose one folder is /data, and writes nowhere else; the
health check passes; packs can be begun; it ends when it is told to.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = "python3,python3-venv,python-is-python3,passwd"
CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")


def say(words: str) -> None:
    print(f"== {words}", flush=True)


class Engine:
    def __init__(self, folder: Path) -> None:
        places = ["--root", str(folder / "storage"), "--runroot", str(folder / "run"), "--storage-driver", "vfs"]
        self._words = ["buildah", *places]
        self._environment = dict(os.environ, BUILDAH_ISOLATION="chroot", TMPDIR=str(folder))

    def run(self, *words: str) -> str:
        done = subprocess.run(
            [*self._words, *words], env=self._environment, check=False, stdout=subprocess.PIPE, text=True
        )
        if done.returncode != 0:
            sys.exit(f"This failed: buildah {' '.join(words)}")
        return done.stdout.strip()

    def tries(self, *words: str) -> bool:
        command = [*self._words, *words]
        return subprocess.run(command, env=self._environment, check=False, capture_output=True).returncode == 0

    def start(self, *words: str) -> subprocess.Popen[str]:
        return subprocess.Popen(
            [*self._words, *words], env=self._environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )


def base_image(engine: Engine, folder: Path) -> str:
    named = re.search(r"^ARG PYTHON_IMAGE=(\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert named
    if engine.tries("pull", f"docker.io/library/{named[1]}"):
        say(f"base: {named[1]}")
        return named[1]
    say(f"{named[1]} cannot be had here: a plain Debian with its own Python takes its place")
    tree = folder / "debian"
    words = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", "bookworm", str(tree)]
    with (folder / "debootstrap.log").open("w") as log:
        if subprocess.run(words, stdout=log, stderr=log, check=False).returncode != 0:
            sys.exit((folder / "debootstrap.log").read_text()[-2000:])
    if CERTIFICATES.exists():  # whom this machine trusts; the package index may be behind a proxy
        target = tree / str(CERTIFICATES).lstrip("/")
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(CERTIFICATES, target)
        (tree / "etc/pip.conf").write_text(f"[global]\ncert = {CERTIFICATES}\n")
    made = engine.run("from", "scratch")
    engine.run("add", "--quiet", made, str(tree), "/")
    engine.run("commit", "--quiet", made, "parallax-base")
    engine.run("rm", made)
    return "localhost/parallax-base"


def written(tree: Path, since: float) -> list[str]:
    """The files outside of /data and /tmp that are newer than this."""
    found = []
    for folder, names, files in os.walk(tree):
        inside = Path("/") / Path(folder).relative_to(tree)
        if str(inside) in ("/data", "/tmp", "/proc", "/sys", "/dev"):
            names.clear()
            continue
        found += [str(inside / name) for name in files if (Path(folder) / name).lstat().st_mtime > since]
    return found


def look_at(engine: Engine, image: str, port: int) -> None:
    box = engine.run("from", image)
    tree = Path(engine.run("mount", box))
    began = time.time()
    inside = ["run", "--env", f"PORT={port}", "--env", "HOST=127.0.0.1", box, "--"]
    user = engine.run("run", box, "--", "id", "-u")
    assert user == "10001", user
    config = json.loads(engine.run("inspect", "--type", "image", image))["Docker"]["config"]
    server = engine.start(*inside, *config["Cmd"])
    try:
        deadline = time.monotonic() + 120
        while not engine.tries(*inside, *config["Healthcheck"]["Test"][1:]):
            if server.poll() is not None or time.monotonic() > deadline:
                server.kill()
                sys.exit(f"It did not start:\n{server.communicate()[0]}")
            time.sleep(0.5)
        say("it runs as user 10001, and its health check passes")
        print(engine.run(*inside, "python", "-m", "app.cli", "doctor"))
        engine.run(*inside, "python", "-m", "app.cli", "packs", "new", "/data/packs/mine")
        print(engine.run(*inside, "python", "-m", "app.cli", "packs", "lint", "/data/packs/mine"))
    finally:
        for pid in servers_of(server.pid):
            os.kill(pid, signal.SIGTERM)
        said = server.communicate(timeout=60)[0]
    print(said)
    assert "Parallax: open" in said
    assert "Traceback" not in said
    strange = [path for path in written(tree, began) if not path.startswith(("/etc/", "/run/"))]  # the engine's own
    assert not strange, strange
    say("it wrote nowhere but in /data and /tmp, and ended when it was told to")


def servers_of(parent: int) -> list[int]:
    """The server among the processes that the engine has started for it."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1]) == parent:
                child = int(entry.name)
                is_ours = (entry / "cmdline").read_bytes().startswith(b"/opt/parallax/bin/python")
                found += [child] if is_ours else servers_of(child)
    return found


def main(port: int) -> None:
    for program in ("buildah", "debootstrap"):
        if shutil.which(program) is None:
            sys.exit(f"{program} is missing: apt-get install buildah debootstrap")
    with tempfile.TemporaryDirectory(prefix="parallax-image-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        engine = Engine(folder)
        base = base_image(engine, folder)
        say("the steps of the Dockerfile")
        how = ["--quiet", "--format", "docker", "--tag", "parallax", "--build-arg", f"PYTHON_IMAGE={base}"]
        say(f"built: {engine.run('bud', *how, str(ROOT))}")
        look_at(engine, "localhost/parallax", port)
        engine.run("umount", "--all")
        engine.run("rm", "--all")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 8000)

#!/usr/bin/env python3
"""Run Parallax with nothing but Python 3.11 or newer.

    python3 run.py              the server, on an embedded Postgres; prints the address to open
    python3 run.py test         the whole test suite; brings up what it needs by itself
    python3 run.py rules        which numbered rules are proved by a test
    python3 run.py bench NAME   a benchmark of bench/
    python3 run.py COMMAND ...  any other `parallax` command, such as `simulate whisper`

The first run makes a virtual environment in .venv and installs the locked packages into it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
DEVELOPER_COMMANDS = {"test", "rules", "bench"}


def main(arguments: list[str]) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036
        print(f"Parallax needs Python 3.11 or newer; this is {sys.version.split()[0]}.", file=sys.stderr)
        return 2
    command = arguments[0] if arguments else "serve"
    python = prepare("dev" if command in DEVELOPER_COMMANDS else "server")
    environment = dict(os.environ, PYTHONPATH=str(ROOT))
    if command == "test":
        find_chromium()
        words = [python, "-m", "pytest", *arguments[1:]]
    elif command == "rules":
        words = [python, "-m", "tests.rule_report", *arguments[1:]]
    elif command == "bench":
        words = [python, "-m", f"bench.{arguments[1] if len(arguments) > 1 else 'all'}", *arguments[2:]]
    else:
        words = [python, "-m", "app.cli", command, *arguments[1:]]
    if command == "serve":
        os.chdir(ROOT)
        os.execve(python, words, environment)  # signals reach the server itself
    return subprocess.run(words, cwd=ROOT, env=environment, check=False).returncode


def prepare(group: str) -> str:
    """The Python of a virtual environment that has the locked packages of this group."""
    wanted = [ROOT / "requirements" / f"{group}.txt"]
    python = VENV / "bin" / "python"
    stamp = VENV / f"installed-{group}"
    digest = hashlib.sha256(b"".join(path.read_bytes() for path in wanted)).hexdigest()
    fuller = VENV / "installed-dev"  # the developer's packages include the server's
    if stamp.exists() and stamp.read_text() == digest:
        return str(python)
    if group == "server" and fuller.exists() and not stamp.exists():
        return str(python)
    print(f"Installing packages into {VENV.name} ...", file=sys.stderr, flush=True)
    install(python, wanted[0])
    stamp.write_text(digest)
    return str(python)


def install(python: Path, requirements: Path) -> None:
    uv = shutil.which("uv")
    if uv:
        if not python.exists():
            check([uv, "venv", "--quiet", "--python", sys.executable, str(VENV)])
        check([uv, "pip", "install", "--quiet", "--python", str(python), "--require-hashes", "-r", str(requirements)])
        return
    if not python.exists():
        make_venv()
    check(
        [
            str(python),
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--require-hashes",
            "-r",
            str(requirements),
        ]
    )


def make_venv() -> None:
    """Debian's own Python comes without the venv module: then its package is installed, or asked for."""
    if subprocess.run([sys.executable, "-m", "venv", str(VENV)], capture_output=True, check=False).returncode == 0:
        return
    shutil.rmtree(VENV, ignore_errors=True)
    if may_install():
        apt("python3-venv")
        check([sys.executable, "-m", "venv", str(VENV)])
        return
    sys.exit(
        "Python's venv module is missing. Install it (Debian, Ubuntu: apt-get install python3-venv) or install uv."
    )


def find_chromium() -> None:
    """The browser tests need a Chromium: found, or installed where we may; else the tests say loudly what was not run."""
    if os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome"):
        return
    if may_install():
        print("Installing Chromium for the browser tests ...", file=sys.stderr, flush=True)
        apt("chromium")
        return
    print(
        "\n*** No Chromium found: THE BROWSER TESTS WILL NOT RUN. Install chromium. ***\n",
        file=sys.stderr,
    )


def may_install() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt(package: str) -> None:
    quiet = {"stdout": subprocess.DEVNULL, "env": dict(os.environ, DEBIAN_FRONTEND="noninteractive")}
    subprocess.run(["apt-get", "update", "-qq"], check=False, **quiet)  # type: ignore[call-overload]
    subprocess.run(["apt-get", "install", "-y", "-qq", package], check=True, **quiet)  # type: ignore[call-overload]


def check(words: list[str]) -> None:
    done = subprocess.run(words, check=False)
    if done.returncode != 0:
        sys.exit(f"This failed: {' '.join(words)}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
